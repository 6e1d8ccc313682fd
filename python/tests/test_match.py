"""Pairs within calipers, against SciPy's assignment and linear programs, and as data frames."""
import pickle

import numpy as np
import pytest

import parot

optimize = pytest.importorskip("scipy.optimize")


def assignment(cost):
    """(pairs, sum) of the largest and cheapest choice, by SciPy: what is not finite costs more than all else together."""
    finite = np.isfinite(cost)
    if not finite.any():
        return 0, 0.0
    large = 2 * np.abs(cost[finite]).sum() + 1
    row, col = optimize.linear_sum_assignment(np.where(finite, cost, large))
    kept = finite[row, col]
    return int(kept.sum()), float(cost[row[kept], col[kept]].sum())


@pytest.mark.parametrize("seed", range(30))
def test_without_a_caliper_it_is_the_assignment_of_scipy(seed):
    rng = np.random.default_rng(seed)
    x, y = rng.normal(size=(rng.integers(1, 40), 2)), rng.normal(size=(rng.integers(1, 40), 2))
    cost = parot.cost_matrix(x, y, metric="euclidean")
    row, col = optimize.linear_sum_assignment(cost)
    r = parot.match(x, y)
    assert len(r) == min(len(x), len(y)) and r.check.proved
    assert np.array_equal(r.row, row) and np.array_equal(r.col, col)
    assert abs(r.objective - cost[row, col].sum()) < 1e-12 * (1 + r.objective)


@pytest.mark.parametrize("seed", range(60))
def test_rows_without_candidates_do_not_stop_the_others(seed):
    rng = np.random.default_rng(seed)
    cost = rng.integers(0, 9, size=rng.integers(1, 20, size=2)).astype(float)
    cost[rng.random(cost.shape) < rng.uniform(0.2, 1)] = np.inf
    cost[rng.random(cost.shape) < 0.1] = np.nan
    if seed % 3 == 0:
        cost[rng.integers(len(cost))] = np.inf
    pairs, total = assignment(np.where(np.isnan(cost), np.inf, cost))
    r = parot.match(cost=cost)
    assert len(r) == pairs and abs(r.objective - total) < 1e-9 and r.check.proved
    assert r.check.most == pairs and r.candidates == np.isfinite(cost).sum()


def linear_program(cost, rows, cols, price=None):
    """(pairs, sum) by two linear programs with a variable for each pair, at most once each."""
    i, j = np.nonzero(np.isfinite(cost))
    if len(i) == 0:
        return 0, 0.0
    rules = np.zeros((sum(cost.shape), len(i)))
    rules[i, np.arange(len(i))] = rules[len(cost) + j, np.arange(len(i))] = 1
    room, c = np.concatenate([rows, cols]), cost[i, j]
    if price is not None:
        done = optimize.linprog(c - price, A_ub=rules, b_ub=room, bounds=(0, 1))
        return round(done.x.sum()), done.fun
    most = round(-optimize.linprog(-np.ones(len(i)), A_ub=rules, b_ub=room, bounds=(0, 1)).fun)
    done = optimize.linprog(c, A_ub=rules, b_ub=room, A_eq=np.ones((1, len(i))), b_eq=[most], bounds=(0, 1))
    return most, done.fun


@pytest.mark.parametrize("seed", range(40))
def test_capacities_and_prices_agree_with_linear_programs(seed):
    rng = np.random.default_rng(seed)
    x, y = rng.normal(size=(rng.integers(1, 12), 2)), rng.normal(size=(rng.integers(1, 12), 2))
    rows, cols = rng.integers(0, 4, size=len(x)), rng.integers(0, 3, size=len(y))
    cost = parot.cost_matrix(x, y, metric="cityblock")
    cost[cost > 2] = np.inf
    price = 1.0 if seed % 2 else None
    r = parot.match(x, y, caliper=2, metric="cityblock", x_capacity=rows, y_capacity=cols, price=price)
    pairs, total = linear_program(cost, rows, cols, price)
    ours = r.objective - (0 if price is None else price * len(r))
    assert abs(ours - total) < 1e-7 and r.check.proved and (price is not None or len(r) == pairs)


def test_a_ratio_is_a_capacity(rng):
    x, y = rng.normal(size=(20, 3)), rng.normal(size=(90, 3))
    once = parot.match(x, y, ratio=3, caliper=1.5)
    again = parot.match(x, y, x_capacity=np.full(20, 3), caliper=1.5)
    assert np.array_equal(once.row, again.row) and np.array_equal(once.col, again.col)
    assert once.x.partners.max() <= 3 and once.y.partners.max() <= 1


def test_frames_have_columns_that_are_not_compared():
    pandas = pytest.importorskip("pandas")
    a = pandas.DataFrame({"age": [34, 51, 29, 80], "bmi": [22.1, 27.4, 31, 25], "sex": list("fmfm")},
                         index=["ann", "bob", "cyd", "dan"])
    b = pandas.DataFrame({"bmi": [22.4, 27, 26.8, 22, 30.5, 24], "age": [35, 52, 49, 30, 28, 44],
                          "sex": ["f", "m", "m", "f", "f", None]})
    r = parot.match(a, b, exact="sex", calipers={"age": 2}, caliper=4)
    assert r.pairs()["x"].tolist() == ["ann", "bob", "cyd"] and r.pairs()["y"].tolist() == [0, 1, 4]
    why = r.unmatched().set_index(["table", "id"])["why"]
    assert why["x", "dan"] == "nearest at 28.0713, beyond the caliper 4"
    assert why["y", 5] == "no row of the other table has the same exact values"
    assert r.balance()["column"].tolist() == ["age", "bmi"] and r.strata == 2
    r = parot.match(a, b, exact="sex", calipers={"age": 2})
    assert "28 apart in age" in r.x.why[0] and r.x.reason[3] == "column"
    r = parot.match(a.drop(columns="sex"), b.drop(columns="sex"), score="age", caliper=1)
    assert set(np.abs(r.cost)) == {1.0} and len(r.balance()) == 2
    assert "proved" in repr(r) and "<table>" in r._repr_html_()
    again = pickle.loads(pickle.dumps(r))
    assert np.array_equal(again.row, r.row) and again.x.why == r.x.why


def test_balance_is_drawn(rng):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    r = parot.match(rng.normal(size=(20, 3)), rng.normal(0.5, 1, size=(40, 3)), caliper=1)
    from matplotlib import pyplot

    axes = r.plot(pyplot.figure().gca())
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["before", "after"]


@pytest.mark.parametrize("given, words", [
    (dict(), "give two tables, or cost alone"),
    (dict(x=[[0.0]], y=[[1.0]], order="price"), "price: is needed"),
    (dict(x=[[0.0]], y=[[1.0]], order="most", price=1), "price: is for order='price'"),
    (dict(x=[[0.0]], y=[[1.0]], ratio=0), "ratio: must be 1 or more, got 0"),
    (dict(x=[[0.0]], y=[[1.0]], caliper=float("nan")), "caliper: must be a number"),
    (dict(x=[[0.0]], y=[[1.0]], metric="mahalonobis"), "did you mean 'mahalanobis'"),
    (dict(x=[[0.0]], y=[[1.0]], calipers={3: 1}), "calipers"),
    (dict(x=[[0.0]], y=[[1.0]], x_capacity=[-1]), "x_capacity: must be from 0"),
    (dict(x=[[0.0]], y=[[1.0]], x_capacity=[1, 2]), "x_capacity"),
    (dict(x=[[0.0]], y=[[1.0, 2.0]]), "columns"),
    (dict(cost=[[0.0]], exact=0), "cost: has no columns"),
])
def test_what_makes_no_sense_is_refused(given, words):
    with pytest.raises(parot.ArgumentError, match=words):
        parot.match(**given)


def test_a_stop_before_the_candidates_are_known_has_no_answer(rng):
    with pytest.raises(TimeoutError, match="candidates: stopped"):
        parot.match(rng.normal(size=(300, 2)), rng.normal(size=(300, 2)), caliper=1, time_limit=1e-9)


def test_the_proof_may_be_left_out(rng):
    r = parot.match(rng.normal(size=(30, 2)), rng.normal(size=(30, 2)), caliper=1, certify=False)
    assert r.check is None and r.status == "solved" and abs(r.objective - r.bound) < 1e-12


def test_missing_values_of_pandas_are_equal_to_nothing():
    pd = pytest.importorskip("pandas")
    x = pd.DataFrame({"a": [1.0, 2.0], "k": pd.array(["u", pd.NA])})
    assert parot.match(x, x, exact="k").to_frame().values.tolist() == [[0, 0, 0]]


def test_exact_columns_of_arrays_are_not_compared():
    X, Y = np.array([[0., 1, 0], [5, 0, 1]]), np.array([[0., 2, 1], [5, 1, 3]])
    by_number = parot.match(X, Y, exact=0, metric="cosine")
    apart = parot.match(X[:, 1:], Y[:, 1:], exact=([0, 1], [0, 1]), metric="cosine")
    assert by_number.cost.tolist() == apart.cost.tolist() and len(by_number.balance()) == 2


def test_more_partners_than_there_are_mean_all_of_them():
    r = parot.match(cost=[[.5, .2]], price=1., ratio=2**31 - 1)
    assert r.objective == .7 and r.status == "solved" and r.check.proved
