"""Frames: columns are matched by name, as the command matches them."""
import numpy as np
import parot
import pytest

pandas = pytest.importorskip("pandas")


def frames():
    random = np.random.default_rng(0)
    known = pandas.DataFrame({"a": random.normal(size=30), "b": 5 + random.normal(size=30)})
    rows = pandas.DataFrame({"b": 5 + 3 * random.normal(size=40), "a": 3 * random.normal(size=40)})
    return known, rows


def test_the_order_of_columns_does_not_matter():
    known, rows = frames()
    expected = parot.pu(known, rows[["a", "b"]], 0.4).label
    assert (parot.pu(known, rows, 0.4).label == expected).all()
    assert parot.estimate_prior(known, rows) == parot.estimate_prior(known, rows[["a", "b"]])
    assert not parot.drift(known, known[["b", "a"]]).is_drift
    moved = parot.cost_matrix(known, known[["b", "a"]])
    assert (np.diag(moved) == 0).all()


@pytest.mark.parametrize("call", [lambda a, b: parot.pu(a, b, 0.4), parot.estimate_prior, parot.drift, parot.cost_matrix])
def test_other_names_are_refused(call):
    known, rows = frames()
    with pytest.raises(ValueError, match="different columns .'a', 'c'"):
        call(known, rows.rename(columns={"a": "c"}))


def test_other_names_are_fine_for_distances_within_tables():
    known, rows = frames()
    parot.pu(known, rows.rename(columns={"a": "c"}), 0.4, "gromov", apart=True)


def test_a_truth_in_words_is_refused():
    known, rows = frames()
    with pytest.raises(ValueError, match="truth: must be numbers"):
        parot.pu(known, rows, 0.4).evaluate(["yes"] * 40)


def test_results_call_columns_by_their_names():
    random = np.random.default_rng(1)
    known = pandas.DataFrame({"age": random.normal(size=60), "date": 2020 + random.random(60)})
    rows = pandas.DataFrame({"age": random.normal(1, 2, size=150), "date": 2010 + random.random(150)})
    answer = parot.pu(known, rows, 0.4)
    compared = answer.compare_columns(known, rows)
    assert compared.names == ["age", "date"] and compared.to_frame()["name"].tolist() == ["age", "date"]
    assert "date" in str(parot.explain_label(answer, known, rows, 0).columns)
    assert answer.columns == ["age", "date"] and parot.pu(known.to_numpy(), rows.to_numpy(), 0.4).columns is None
    pytest.importorskip("parot._io", reason="no cairo")
    assert "date" in answer.summary() and "column 2" not in answer.summary()
