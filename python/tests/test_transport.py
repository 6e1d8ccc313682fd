"""Partial transport: against HiGHS, against the certificate, against definitions."""
import math
import pickle

import numpy as np
import pytest
from conftest import FAMILIES, make_cost, make_weights, optimum
from hypothesis import given
from hypothesis import strategies as st

import parot


def uniform(n):
    return np.full(n, 1 / n)


@given(st.sampled_from(FAMILIES), st.sampled_from(["uniform", "integers", "random", "zeros"]),
       st.integers(1, 9), st.integers(1, 9), st.floats(0.01, 1), st.integers(0, 10**6))
def test_a_plan_is_feasible_proved_and_as_cheap_as_highs_says(family, kind, n, m, share, seed):
    rng = np.random.default_rng(seed)
    C, p, q = make_cost(family, rng, n, m), make_weights(kind, rng, n), make_weights(kind, rng, m)
    a, b = uniform(n) if p is None else p, uniform(m) if q is None else q
    mass = share * min(a.sum(), b.sum())
    r = parot.partial_wasserstein(C, p, q, mass=mass)
    T = r.plan.toarray()
    assert r.status == "solved" and parot.certify(C, r, p, q, mass=mass).proved
    assert (T >= 0).all() and math.isclose(T.sum(), mass, rel_tol=1e-12)
    assert (T.sum(1) <= a * (1 + 1e-15)).all() and (T.sum(0) <= b * (1 + 1e-15)).all()
    if family != "spread":
        scale = np.abs(C).max() or 1.0  # HiGHS takes costs below 1e-7 for 0
        assert math.isclose(r.objective / scale, optimum(C / scale, a, b, mass), rel_tol=1e-6,
                            abs_tol=1e-7)


def test_the_prices_are_a_proof(rng):
    C = rng.random((20, 30))
    r = parot.partial_wasserstein(C, mass=0.6)
    assert (r.u >= 0).all() and (r.v >= 0).all()
    assert (r.lam - r.u[:, None] - r.v[None] <= C + 1e-12).all()
    assert math.isclose(r.lam * 0.6 - r.u.sum() / 20 - r.v.sum() / 30, r.bound, rel_tol=1e-12)
    assert r.objective - r.bound >= 0 and math.isclose((r.plan.toarray() * C).sum(), r.objective, rel_tol=1e-12)


def test_a_price_moves_what_costs_less(rng):
    C = rng.random((15, 15))
    r = parot.partial_wasserstein(C, price=0.1)
    again = parot.partial_wasserstein(C, mass=r.mass)
    assert r.lam == 0.1 and math.isclose(r.objective, again.objective, rel_tol=1e-9)
    empty = parot.partial_wasserstein(C, price=-1)
    assert empty.mass == 0 and len(empty.plan) == 0 and empty.plan.toarray().sum() == 0
    repr(empty)


def test_the_curve_passes_through_every_optimum(rng):
    C = rng.random((12, 9))
    curve = parot.partial_curve(C)
    assert curve.mass[0] == 0 and curve.mass[-1] == 1
    assert (np.diff(curve.slope) > 0).all() and len(curve.slope) == len(curve.mass) - 1
    for mass in (0.1, 0.35, 0.5, 1.0):
        assert math.isclose(curve.at(mass), parot.partial_wasserstein(C, mass=mass).objective,
                            rel_tol=1e-10)
    assert sorted(curve.order) == list(range(12)) and np.isnan(curve.at(1.1))


def test_points_are_priced_by_their_metric(rng):
    x, y = rng.normal(size=(8, 3)), rng.normal(size=(6, 3))
    C = np.abs(x[:, None] - y[None]).sum(-1)
    assert np.allclose(parot.cost_matrix(x, y, "cityblock"), C, rtol=1e-14)
    largest = np.abs(x[:, None] - y[None]).max(axis=2)
    assert np.array_equal(parot.cost_matrix(x, y, "chebyshev"), largest)
    correlation = 1 - np.corrcoef(x, y)[:8, 8:]
    assert np.allclose(parot.cost_matrix(x, y, "correlation"), correlation, atol=1e-14)
    r = parot.partial_wasserstein_points(x, y, mass=0.5, metric="cityblock")
    assert math.isclose(r.objective, parot.partial_wasserstein(C, mass=0.5).objective, rel_tol=1e-9)


def test_a_solver_gives_what_a_fresh_call_gives(rng):
    p, q = make_weights("random", rng, 12), make_weights("random", rng, 15)
    solver = parot.Solver(p, q, 0.7)
    for _ in range(4):
        C = rng.random((12, 15))
        assert math.isclose(solver.solve(C).objective,
                            parot.partial_wasserstein(C, p, q, mass=0.7).objective, rel_tol=1e-10)
    assert parot.Solver(3, 4, 0.5).solve(rng.random((3, 4))).status == "solved"
    assert repr(solver) == "parot.Solver of 12 x 15"


def test_a_wrong_plan_is_not_proved(rng):
    C = rng.random((6, 6))
    r = parot.partial_wasserstein(C, mass=0.5)
    assert not parot.certify(C[::-1].copy(), r).proved
    r.plan.mass[0] *= 2
    assert not parot.certify(C, r).proved


def test_what_is_not_proved_is_not_called_solved():
    C, p, q = np.array([[1e9, 9.5], [2, -2.7e187]]), [1, 2], [1.25, 3e-140]
    with pytest.warns(UserWarning, match="orders of magnitude apart"):
        r = parot.partial_wasserstein(C, p, q, mass=1)
    assert r.status == "not proved" and "not proved" in repr(r)
    assert not parot.certify(C, r, p, q, mass=1).proved
    assert r.bound <= -2.7e187 * 3e-140


def test_results_tell_their_story_and_survive_pickling(rng):
    r = parot.partial_wasserstein(rng.random((4, 5)), mass=0.5)
    copy = pickle.loads(pickle.dumps(r))
    assert repr(copy) == repr(r) and "mass moved" in repr(r) and copy.info == r.info
    assert "<table>" in r._repr_html_() and "0.5" in r._repr_html_()
    assert "breakpoints" in repr(parot.partial_curve(rng.random((4, 5))))


def test_a_plan_is_dense_or_sparse_as_one_likes(rng):
    plan = parot.partial_wasserstein(rng.random((4, 5)), mass=0.5).plan
    dense = np.zeros((4, 5))
    for i, j, mass in zip(plan.row, plan.col, plan.mass):
        dense[i, j] += mass
    assert plan.shape == (4, 5) and len(plan) == (dense > 0).sum()
    assert repr(plan) == "parot.Plan of 4 x 5 with %d entries" % len(plan)
    for other in (plan.toarray(), np.asarray(plan), plan.tocoo().toarray(), plan.tocsr().toarray()):
        assert np.array_equal(other, dense)
    assert np.shares_memory(plan.tocoo().data, plan.mass)
    assert np.array_equal(pickle.loads(pickle.dumps(plan)).mass, plan.mass)


@pytest.mark.parametrize("call, words", [
    (lambda C: parot.partial_wasserstein(C, mass=2), "mass 2 exceeds min"),
    (lambda C: parot.partial_wasserstein(C), r"mass: how much is to move\? give mass= or price="),
    (lambda C: parot.partial_wasserstein(C, mass=1, price=1), "mass: give either a mass or a price, not both"),
    (lambda C: parot.partial_wasserstein(C, mass=-1), "mass: must be positive"),
    (lambda C: parot.partial_wasserstein(C, mass="x"), "mass: must be a number, got 'x'"),
    (lambda C: parot.partial_wasserstein(C * np.nan, mass=0.5), r"got nan at \(0,0\)"),
    (lambda C: parot.partial_wasserstein(C, [1, 2], mass=0.5), "p: has 2 weights, the cost 3 rows"),
    (lambda C: parot.partial_wasserstein(C, None, [1, -2], mass=0.5), "q: must be finite and >= 0"),
    (lambda C: parot.partial_wasserstein(C[0], mass=0.5), "C: must have two dimensions"),
    (lambda C: parot.partial_wasserstein(C[:0], mass=0.5), "must have a row and a column"),
    (lambda C: parot.partial_wasserstein([["a"]], mass=0.5), "C: is not an array of numbers"),
    (lambda C: parot.partial_wasserstein(C * 1j, mass=0.5), "complex"),
    (lambda C: parot.partial_wasserstein(C, mass=0.5, threads=-1), "threads"),
    (lambda C: parot.partial_wasserstein(C, mass=0.5, time_limit=0), "time_limit"),
    (lambda C: parot.partial_wasserstein(C, mass=0.5, progress=3), "progress"),
    (lambda C: parot.cost_matrix(C, C, "euclid"), "did you mean 'euclidean'"),
    (lambda C: parot.cost_matrix(C, C[:, :1]), "X has 2 columns, Y has 1"),
    (lambda C: parot.Solver(None, 3, 0.5), "give weights, or a number of points"),
    (lambda C: parot.Solver(3, 3, 0.5).solve(C), "C: has shape"),
    (lambda C: parot.partial_curve(C, mass=3), "mass"),
])
def test_refusals_name_the_argument(call, words):
    with pytest.raises(ValueError, match=words):
        call(np.ones((3, 2)))


# ---- What cannot move -------------------------------------------------------------------


def sparse_problem(rng):
    n, m = rng.integers(2, 8, 2)
    C = np.where(rng.random((n, m)) < rng.uniform(0.2, 0.9), rng.random((n, m)) * 1000, np.inf)
    return C, rng.integers(1, 9, n) / 1.0, rng.integers(1, 9, m) / 1.0


def test_an_infeasible_problem_is_refused_with_its_proof(rng):
    refused = 0
    for _ in range(300):
        C, p, q = sparse_problem(rng)
        mass = rng.uniform(0.3, 1) * min(p.sum(), q.sum())
        try:
            r = parot.partial_wasserstein(C, p, q, mass=mass)
            assert parot.certify(C, r, p, q).proved
            continue
        except parot.InfeasibleError as error:
            cut = error.cut
        refused += 1
        rest = np.ones(C.shape, bool)
        rest[cut.row], rest[:, cut.col] = False, False
        assert np.isinf(C[rest]).all()  # nothing else is allowed
        assert math.isclose(cut.most, p[cut.row].sum() + q[cut.col].sum()) and cut.most < mass
        if cut.most > 0:
            again = parot.partial_wasserstein(C, p, q, mass=cut.most)  # and that much does move
            assert math.isclose(again.mass, cut.most)
    assert refused > 30


def test_infeasible_errors_survive_pickling_and_come_from_solvers():
    C = [[1.0, np.inf], [np.inf, np.inf]]
    for call in (lambda: parot.partial_wasserstein(C, mass=1),
                 lambda: parot.Solver(2, 2, 1.0).solve(C), lambda: parot.pot.partial_wasserstein(
                     [], [], C, m=1)):
        with pytest.raises(parot.InfeasibleError, match="at most 0.5 of mass 1 can move") as caught:
            call()
        copy = pickle.loads(pickle.dumps(caught.value))
        assert str(copy) == str(caught.value) and copy.cut.most == 0.5 == caught.value.cut.most


def test_a_costly_way_out_is_found():
    r = parot.partial_wasserstein([[1100, 1], [np.inf, 1100]], [1, 1], [1, 1], mass=1.5)
    assert r.mass == 1.5 and r.status == "solved"


def test_a_certificate_is_that_of_a_price():
    """What is proved at one price is not at another, and the numbers are a true bound."""
    C, ones = np.array([[1., 9, 9], [9, 2, 9], [9, 9, 4]]), np.ones(3)
    r = parot.partial_wasserstein(C, ones, ones, price=3)
    check = parot.certify(C, r, ones, ones, price=3)
    assert check.proved and check.excess == 0 and check.infeasible == 0
    assert not parot.certify(C, r, ones, ones, price=1.5).proved
    assert not parot.certify(C, r, ones, ones, price=5).proved
    with pytest.raises(ValueError, match="^price: must be finite, got nan"):
        parot.certify(C, r, ones, ones, price=float("nan"))
    with pytest.raises(ValueError, match="^mass: give either"):
        parot.certify(C, r, ones, ones, mass=1, price=1)


def _brute_force(C, a, b, i=0, free=None):
    """min over all partial matchings of rows from i on with the columns that are free."""
    free = frozenset(range(len(b))) if free is None else free
    if i == len(a):
        return sum(b[j] for j in free)
    return min([a[i] + _brute_force(C, a, b, i + 1, free)]
               + [C[i, j] + _brute_force(C, a, b, i + 1, free - {j}) for j in free])


def test_a_price_for_each_point_is_that_of_all_partial_matchings(rng):
    for n, m in ((1, 4), (3, 3), (5, 4)) * 20:
        C, a, b = rng.normal(size=(n, m)), rng.normal(size=n), rng.normal(size=m)
        r = parot.partial_wasserstein(C, np.ones(n), np.ones(m), price=(a, b))
        assert np.isclose(r.objective, _brute_force(C, a, b), rtol=1e-13, atol=1e-13) and r.lam == 0
        left = np.dot(a, 1 - r.plan.toarray().sum(1)) + np.dot(b, 1 - r.plan.toarray().sum(0))
        assert np.isclose(r.unmatched, left) and np.isclose(r.objective, (C * r.plan.toarray()).sum() + left)
        assert (r.u >= -a).all() and (r.v >= -b).all() and (-r.u[:, None] - r.v <= C + 1e-13).all()
        check = parot.certify(C, r, np.ones(n), np.ones(m), price=(a, b))
        assert check.proved and check.bound <= r.objective + 1e-13
        if len(r.plan) < min(n, m):  # at higher prices more pairs match
            assert not parot.certify(C, r, np.ones(n), np.ones(m), price=(a + 9, b)).proved


def test_a_price_for_each_point_may_be_a_number(rng):
    C = rng.random((6, 5))
    pairs = [parot.partial_wasserstein(C, price=(a, b)).objective
             for a in (0.3, [0.3] * 6, np.full((6, 1), 0.3)) for b in (0.1, np.full(5, 0.1, "f8"))]
    assert len(set(pairs)) == 1
    one = parot.partial_wasserstein(C, price=0.4)
    assert np.isclose(pairs[0], one.objective - 0.4 * one.mass + 0.4) and one.unmatched is None


@pytest.mark.parametrize("price, message", [
    ((1, 2, 3), "^price: must be a number or a pair"), ([1, 2], "^price: must be a number or a pair"),
    ((np.nan, 0), r"^price\[0\]: must be finite, got nan"), ((0, [1, np.inf]), r"^price\[1\]: must be finite, got inf at 1"),
    (([1, 2, 3], 0), r"^price\[0\]: has 3 .* 2 rows"), ((0, "x"), r"^price\[1\]: must be a number"),
    ((None, 1), r"^price\[0\]: must be a number")])
def test_a_wrong_price_of_points_is_refused_by_name(price, message):
    with pytest.raises(ValueError, match=message) as caught:
        parot.partial_wasserstein([[1.0, 2], [3, 4]], price=price)
    assert caught.value.argument == "price"


def test_a_curve_between_breakpoints_follows_its_slope():
    curve = parot.partial_curve([[0.0], [1e12]], [1, 1e-17], [2])
    assert curve.at(0.5) == 0
    straight = parot.partial_curve([[1.0, 2.0], [3.0, 4.0]])
    assert np.array_equal(straight.at(straight.mass), straight.objective)
    assert np.isnan(straight.at([-0.1, 1.1])).all()


def test_one_is_not_called_many():
    assert "in 1 pair\n" in repr(parot.partial_wasserstein([[1]], mass=1))
    assert "in 2 pairs\n" in repr(parot.partial_wasserstein([[1, 9], [9, 1]], mass=1))
    assert repr(parot.match([[0.0]], [[1.0]])).startswith("1 pair of 1 and 1 row: ")
