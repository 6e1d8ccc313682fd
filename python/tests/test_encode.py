"""Text and gaps, as the command takes them."""
import os
import pickle
import subprocess

import numpy as np
import parot
import pytest

pandas = pytest.importorskip("pandas")
pytest.importorskip("parot._io", reason="no cairo")


@pytest.fixture
def tables(rng):
    def made(n, shift):
        return pandas.DataFrame({"age": rng.normal(shift, 1, n), "colour": rng.choice(["red", "green", "blue"], n),
                                 "size": rng.normal(size=n)})

    return made(40, 0), pandas.concat([made(40, 0), made(60, 3)], ignore_index=True)


def test_levels_are_columns(tables):
    known, rows = tables
    e = parot.encode(known, rows)
    assert e.names == ["age", "colour=blue", "colour=green", "colour=red", "size"]
    expected = np.column_stack([rows["age"], *[(rows["colour"] == c).astype(float) for c in ("blue", "green", "red")],
                                rows["size"]])
    assert np.array_equal(e.tables[1], expected) and np.array_equal(e.apply(rows), expected)
    fresh = rows.head(3).assign(colour=["pink", "red", "red"])
    assert (e.apply(fresh)[0, 1:4] == 0).all() and e.unknown == 1
    assert list(e.to_frame()["name"]) == ["age", "colour", "size"]
    assert np.array_equal(pickle.loads(pickle.dumps(e)).apply(rows), expected)


def test_gaps_are_refused_dropped_or_filled(tables):
    known, rows = tables
    rows.loc[3, "age"], rows.loc[7, "colour"] = np.nan, None
    with pytest.raises(ValueError, match="table 1: row 3 has no value in column 'age'; na='fill'"):
        parot.encode(known, rows)
    dropped = parot.encode(known, rows, na="drop")
    assert len(dropped.tables[1]) == 98 and dropped.rows[1][:5].tolist() == [0, 1, 2, 4, 5]
    filled = parot.encode(known, rows, na="fill")
    assert np.isclose(filled.tables[1][3, 0], np.nanmean(np.concatenate([known["age"], rows["age"]])))
    assert filled.tables[1][7, 1:4].sum() == 1
    with pytest.raises(ValueError, match="unlabeled: row 3 .*parot.encode"):
        parot.pu(known, rows, 0.4)
    with pytest.raises(ValueError, match="na: must be one of refuse, drop, fill"):
        parot.encode(known, na="skip")


def test_labels_of_frames_with_text_are_those_of_the_command(tables, tmp_path):
    known, rows = tables
    answer = parot.pu(known, rows, 0.4, keep_model=True)
    assert answer.columns[1] == "colour=blue"
    e = parot.encode(known, rows)
    assert (answer.label == parot.pu(*e.tables, 0.4).label).all()
    assert (answer.predict(rows.head(5)).label == answer.predict(rows.head(5)[["size", "colour", "age"]]).label).all()
    assert answer.check(known, rows).status == "solved" and answer.certify(known, rows).proved
    assert answer.compare_columns(known, rows).names == e.names
    assert "colour=" in str(parot.explain_label(answer, known, rows, 0).columns)
    command = os.environ.get("PAROT_COMMAND")
    if command:
        known.to_csv(tmp_path / "known.csv", index=False)
        rows.to_csv(tmp_path / "rows.csv", index=False)
        subprocess.run([command, "pu", "known.csv", "rows.csv", "--prior", "0.4", "-o", "labels.csv", "-q"], cwd=tmp_path, check=True)
        assert (pandas.read_csv(tmp_path / "labels.csv")["label"].to_numpy() == (answer.label > 0)).all()


def test_categories_that_are_numbers(rng):
    table = pandas.DataFrame({"code": [1, 2, 1, 3.5] * 5, "x": rng.normal(size=20)})
    assert parot.encode(table, categories=["code"]).names == ["code=1", "code=2", "code=3.5", "x"]
    objects = np.array([["a", 1], ["b", 2], ["a", 3]] * 5, dtype=object)
    assert parot.encode(objects).tables[0].shape == (15, 3) and parot.encode(objects).names == []


def test_gaps_among_numbers_have_a_way_out(rng):
    a, b = rng.normal(size=(30, 2)), rng.normal(size=(40, 2))
    b[3, 1] = np.nan
    for call in (lambda: parot.pu(a, b, 0.4), lambda: parot.drift(a, b), lambda: parot.cost_matrix(a, b)):
        with pytest.raises(ValueError, match=r"got nan at \(3,1\); parot.encode\(..., na='fill'\)"):
            call()
    assert parot.pu(*parot.encode(a, b, na="fill").tables, 0.4).status == "solved"
    with pytest.raises(ValueError, match=r"Cs: .*\)$"):
        parot.partial_gromov([[0, np.nan], [1, 0]], [[0, 1], [1, 0]], mass=0.5)


def test_other_functions_say_what_to_do(tables):
    known, rows = tables
    with pytest.raises(ValueError, match="parot.encode"):
        parot.cost_matrix(known, rows)


def test_without_the_extension_numbers_still_work(tables, monkeypatch):
    from parot import _encode

    def missing():
        raise ImportError("no cairo")

    monkeypatch.setattr(_encode, "_io", missing)
    known, rows = (table.drop(columns="colour") for table in tables)
    expected = parot.pu(known, rows, 0.4).label
    assert (parot.pu(known.astype(object), rows.astype(object), 0.4).label == expected).all()
    with pytest.raises(ValueError, match="parot.encode"):
        parot.pu(*tables, 0.4)
