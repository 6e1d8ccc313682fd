"""Clouds of points without a cost matrix, a price for each of their points, and judged plans."""
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import parot


def clouds(n, m, dims=2, seed=0):
    random = np.random.default_rng(seed)
    return random.normal(size=(n, dims)), random.normal(size=(m, dims)) + 0.5


METRICS = "sqeuclidean", "euclidean", "cityblock", "chebyshev", "cosine", "correlation"


# ---- Answers are those with a matrix -------------------------------------------

@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("size", [(30, 40), (2100, 2000)])  # the second has no matrix
def test_points_have_the_answers_of_their_matrix(metric, size):
    X, Y = clouds(*size)
    C = parot.cost_matrix(X, Y, metric)
    price = float(np.median(C.min(axis=1)))
    a, b = np.linspace(0, 2 * price, size[0]), price / 2
    p, q = np.ones(size[0]), np.ones(size[1])
    for asked in ({"mass": size[1] / 2}, {"price": price}, {"price": (a, b)}):
        points = parot.partial_wasserstein_points(X, Y, p, q, metric=metric, **asked)
        matrix = parot.partial_wasserstein(C, p, q, **asked)
        assert points.status == "solved"
        assert points.mass == pytest.approx(matrix.mass)
        assert points.objective == pytest.approx(matrix.objective, rel=1e-12)
        assert parot.certify_points(X, Y, points, p, q, metric=metric,
                                    **({} if "mass" in asked else asked)).proved
        assert parot.certify(C, points, p, q, **({} if "mass" in asked else asked)).proved
        if isinstance(asked.get("price"), tuple):
            assert points.unmatched == pytest.approx(matrix.unmatched)


def test_a_hundred_thousand_points_need_no_matrix():
    X, Y = clouds(100_000, 100_000)
    r = parot.partial_wasserstein_points(X, Y, mass=0.1, threads=0)  # the matrix would have 80 GB
    check = parot.certify_points(X, Y, r)
    assert r.status == "solved" and check.proved
    verdict = parot.judge_points(r.plan, X, Y, threads=0)
    assert verdict.verdict == "exact" and verdict.wanted == pytest.approx(0.1)


# ---- Curves, labels, drift and transforms ---------------------------------------

@pytest.mark.parametrize("size", [(30, 40), (2100, 2000)])
def test_points_have_the_curve_of_their_matrix(size):
    X, Y = clouds(*size)
    matrix = parot.partial_curve(parot.cost_matrix(X, Y, "euclidean"), mass=0.8)
    curve = parot.partial_curve_points(X, Y, mass=0.8, metric="euclidean")
    masses = np.linspace(0, 0.8, 41)
    np.testing.assert_allclose(curve.at(masses), matrix.at(masses), rtol=1e-12)
    np.testing.assert_allclose(curve.enter, matrix.enter, rtol=1e-12)
    costs = parot.partial_masses_points(X, Y, masses[::8], metric="euclidean")
    np.testing.assert_allclose(costs.objective, matrix.at(masses[::8]), rtol=1e-12)
    assert costs.status == "solved" and costs.relative.max() <= 1e-12
    assert np.isnan(costs.slope[0]) and np.all(np.diff(costs.slope[1:]) >= 0)


def test_masses_are_those_that_can_move():
    X, Y = clouds(30, 40)
    for masses in ([-0.1], [1.1], [np.nan], []):
        with pytest.raises(parot.ArgumentError, match="masses|count"):
            parot.partial_masses_points(X, Y, masses)
    costs = parot.partial_masses_points(X, Y, [1.0, 0.0])
    assert np.isinf(costs.slope[0]) and costs.objective[1] == 0


def test_points_explain_a_row_as_their_matrix_does():
    X, Y = clouds(2100, 2000)
    C = parot.cost_matrix(X, Y, "euclidean")
    r = parot.partial_wasserstein_points(X, Y, mass=0.5, metric="euclidean")
    for row in range(4):
        move, matrix = parot.explain_move_points(X, Y, r, row, metric="euclidean"), parot.explain_move(C, r, row)
        assert move.has_answer and move.is_removed == matrix.is_removed
        assert move.others_cost == pytest.approx(matrix.others_cost, rel=1e-9)
        assert (move.price, move.nearest_cost) == pytest.approx((matrix.price, matrix.nearest_cost), rel=1e-12)


SMALL_MEMORY = """
import numpy as np
import parot
random = np.random.default_rng(0)
X, Y = random.normal(size=(40_000, 2)), random.normal(size=(40_000, 2)) + 0.5  # a matrix would have 12.8 GB
%s
with open("/proc/self/status") as lines:  # getrusage would count what the parent had when it forked
    peak = next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024
assert peak < %d, peak
"""


@pytest.mark.parametrize("code, most", [
    ("curve = parot.partial_curve_points(X, Y, mass=0.3); assert curve.status == 'solved' and curve.mass[-1] == 0.3", 700),
    ("costs = parot.partial_masses_points(X, Y, [0.1, 0.2]); assert costs.status == 'solved' and costs.relative.max() < 1e-12", 400),
    ("r = parot.partial_wasserstein_points(X, Y, mass=0.3); assert all(parot.explain_move_points(X, Y, r, i).has_answer for i in range(3))", 400),
    ("labels = parot.pu(X[:2500], np.vstack([X[4000:6500], Y[:2500] + 6]), 0.5, method='wasserstein', whole_rows='none'); assert np.mean(labels.label[:2500] > 0) > 0.9", 150),
    ("found = parot.drift(X[:6000], np.vstack([X[6000:11400], X[11400:12000] + 6]), splits=1); assert found.is_drift", 200),
    ("found = parot.register(X[:5000], X[:5000] + 0.01, overlap=1.0, restarts=0); np.testing.assert_allclose(found.shift, 0.01, atol=1e-3)", 200),
], ids=["curve", "masses", "explain", "pu", "drift", "register"])
def test_large_tables_need_no_matrix(code, most):
    done = subprocess.run([sys.executable, "-c", SMALL_MEMORY % (code, most)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_reports_and_figures_show_large_clouds(tmp_path):
    pytest.importorskip("parot._io")
    X, Y = clouds(2100, 2000)
    r = parot.partial_wasserstein_points(X, Y, mass=0.2)
    r.plot(tmp_path / "plan.svg", X, Y)
    r.report(tmp_path / "plan.html", X, Y, check=parot.certify_points(X, Y, r), metric="sqeuclidean")
    assert (tmp_path / "plan.svg").stat().st_size > 1000
    assert "Proved optimal" in (tmp_path / "plan.html").read_text()


def test_a_stopped_run_has_a_plan_and_a_bound():
    X, Y = clouds(20_000, 20_000)
    seen = []
    with pytest.warns(UserWarning, match="stopped early"):
        r = parot.partial_wasserstein_points(X, Y, mass=1, progress=lambda at: seen.append(at.stage) or len(seen) > 5)
    assert r.status == "interrupted" and seen
    assert r.bound <= r.objective and parot.certify_points(X, Y, r).infeasible <= 1e-12
    with pytest.warns(UserWarning, match="time limit"):
        assert parot.partial_wasserstein_points(X, Y, mass=1, time_limit=0.3).status == "time limit"


def test_ctrl_c_is_answered():
    X, Y = clouds(60_000, 60_000, 3)
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
        parot.partial_wasserstein_points(X, Y, mass=1)
    assert time.monotonic() - began < 20


# ---- Bad input ----------------------------------------------------------------

@pytest.mark.parametrize("bad, words", [
    ([[0, np.nan]], r"Y: must be finite, got nan at \(0,1\)"),
    ([[np.inf, 0]], r"Y: must be finite, got inf at \(0,0\)"),
    ([[1e200, 0]], r"Y: squared distances of coordinates near 1e\+200, as at \(0,0\), leave the range of double; rescale"),
    (np.empty((3, 0)), r"Y: must have a row and a column"),
    (np.empty((0, 2)), r"Y: must have a row and a column"),
    ([[1, 2, 3]], r"X has 2 columns, Y has 3"),
    ([["a", "b"]], r"Y: is not an array of numbers"),
])
def test_points_that_are_none_are_refused(bad, words):
    for n in 3, 3_000_000:  # with a matrix, and without
        X = np.broadcast_to([1.0, 2.0], (n, 2)).copy()
        target = np.repeat(np.asarray(bad), 2, axis=0) if n > 3 and len(bad) else bad
        for call in (lambda: parot.partial_wasserstein_points(X, target, mass=0.5),
                     lambda: parot.judge_points(([0], [0], [0.1]), X, target)):
            with pytest.raises(ValueError, match=words):
                call()


# ---- Judgements ----------------------------------------------------------------

def mixed(optimum, other, share):
    return (1 - share) * optimum + share * other


def test_plans_of_known_excess_get_that_excess():
    random = np.random.default_rng(3)
    for n, m in (5, 7), (40, 30), (60, 60):
        C, p, q = random.random((n, m)), random.random(n), random.random(m)
        p, q = p / p.sum(), q / q.sum()
        best = parot.partial_wasserstein(C, p, q, mass=1)
        product = np.outer(p, q)
        for share in (0, 1e-6, 0.01, 0.5, 1):
            plan = mixed(best.plan.toarray(), product, share)
            found = parot.judge(plan, C, p, q)
            excess = share * ((C * product).sum() / best.objective - 1)
            assert found.above == pytest.approx(excess, abs=1e-9)
            assert found.verdict == ("exact" if share == 0 else "above")


def test_a_large_plan_of_known_excess_gets_that_excess():
    n = 20_000
    X, Y = clouds(n, n, 2, 5)
    best = parot.partial_wasserstein_points(X, Y, mass=0.5)
    col = (best.plan.col + 1) % n  # another feasible plan: each column has the same weight
    cost = lambda j: float((((X[best.plan.row] - Y[j]) ** 2).sum(axis=1) * best.plan.mass).sum())
    for share in (0, 0.001, 0.3):
        plan = (np.r_[best.plan.row, best.plan.row], np.r_[best.plan.col, col],
                np.r_[(1 - share) * best.plan.mass, share * best.plan.mass])
        found = parot.judge_points(plan, X, Y)
        assert found.above == pytest.approx(share * (cost(col) / best.objective - 1), rel=1e-9, abs=1e-9)


def test_forms_of_a_plan_are_judged_alike():
    sparse = pytest.importorskip("scipy.sparse")
    T, C = np.array([[0.45, 0.05], [0.05, 0.45]]), [[1, 3], [5, 1]]
    coo = sparse.coo_matrix(T)
    for plan in (T, T.tolist(), coo, coo.tocsr(), coo.tocsc(), (coo.row, coo.col, coo.data),
                 ([0, 0, 1, 1], [0, 1, 0, 1], [0.45, 0.05, 0.05, 0.45]),
                 ([0, 0, 0, 1, 1], [0, 0, 1, 0, 1], [0.4, 0.05, 0.05, 0.05, 0.45])):  # one pair twice
        found = parot.judge(plan, C)
        assert found.above == pytest.approx(0.3) and found.objective == pytest.approx(1.3)
        assert found.check.bound == pytest.approx(1)
    exact = parot.partial_wasserstein(C, mass=0.7)
    assert parot.judge(exact.plan, C).verdict == "exact"
    assert parot.judge(exact.plan, C, mass=0.9).verdict == "infeasible"


def test_approximate_plans_are_above_the_optimum():
    X, Y = clouds(80, 90, 2, 1)
    C = parot.cost_matrix(X, Y)
    soft = parot.partial_entropic(C, mass=1, reg=0.5)
    found = parot.judge(soft.plan, C, tolerance=1e-6)
    assert found.verdict == "above" and found.above > 0.01
    assert found.objective == pytest.approx(soft.objective)
    batches = np.zeros_like(C)  # the plan of mini-batches: ten pairs of parts, each solved alone
    for k in range(10):
        part = np.ix_(range(8 * k, 8 * k + 8), range(9 * k, 9 * k + 9))
        batches[part] = parot.partial_wasserstein(C[part], mass=1).plan.toarray() / 10
    assert parot.judge(batches, C).verdict == "above"
    assert parot.judge(batches, C).optimum == pytest.approx(parot.partial_wasserstein(C, mass=1).objective)


def test_plans_of_pot_are_judged():
    ot = pytest.importorskip("ot")
    X, Y = clouds(50, 50, 2, 2)
    C, p, q = parot.cost_matrix(X, Y), np.full(50, 0.02), np.full(50, 0.02)
    assert parot.judge(ot.emd(p, q, C), C, p, q).verdict == "exact"
    soft = ot.sinkhorn(p, q, C, 0.3, stopThr=1e-12, numItermax=100_000)
    found = parot.judge_points(soft, X, Y, tolerance=1e-6)
    assert found.verdict == "above" and found.above == pytest.approx(
        (soft * C).sum() / ot.emd2(p, q, C) - 1, rel=1e-6)


def test_plans_are_judged_at_prices():
    C, ones = [[1, 3], [5, 1]], [1, 1]
    halves = [[0.5, 0], [0, 0.5]]
    found = parot.judge(halves, C, ones, ones, price=4)
    assert (found.verdict, found.objective, found.optimum, found.wanted) == ("above", 5, 2, 1)
    assert parot.judge([[1, 0], [0, 1]], C, ones, ones, price=4).verdict == "exact"
    for price in (4, (4, 0), ([4, 4], 0)):
        exact = parot.partial_wasserstein(C, ones, ones, price=price)
        assert parot.judge(exact.plan, C, ones, ones, price=price).verdict == "exact"
        assert parot.judge(halves, C, ones, ones, price=price).above == found.above == 1.5
    X = np.linspace(0, 1, 40)
    priced = parot.partial_wasserstein_points(X, X + 0.3, price=(0.02, X**2))
    assert parot.judge_points(priced.plan, X, X + 0.3, price=(0.02, X**2)).verdict == "exact"
    assert parot.judge_points(priced.plan, X, X + 0.3, price=0.5).verdict == "above"
    with pytest.raises(ValueError, match="mass: give either a mass or a price"):
        parot.judge(halves, C, mass=1, price=1)


def test_an_optimum_of_0_has_no_per_cent():
    found = parot.judge([[0.25, 0.25], [0.25, 0.25]], [[0, 3], [5, 0]])
    assert found.excess == 2 and "2 above the optimum" in repr(found) and "%" not in repr(found)


def test_what_is_not_a_plan_says_why():
    C = [[1, 3], [5, 1]]
    found = parot.judge([[1, 0], [0, 1]], C)
    assert (found.verdict, found.row, found.col) == ("infeasible", 0, 0)
    assert found.row_excess == found.col_excess == 0.5 and "row" in repr(found)
    assert parot.judge([[0.5, 0], [0, -0.1]], C).entry == 1
    forbidden = parot.judge([[0, 0.5], [0, 0]], [[1, np.inf], [5, 1]])
    assert forbidden.entry == 0 and np.isinf(forbidden.objective) and np.isnan(forbidden.above)


@pytest.mark.parametrize("plan, words", [
    (([0], [0]), "plan: must be a matrix or"),
    (([0], [2], [1]), "plan: entry 0 is at .0,2., outside 2 x 2; indices start at 0"),
    (([0], [-1], [1]), "plan: col must be from 0"),
    (([0.0], [0], [1]), "plan: row must be a list of whole numbers"),
    (([0], [0], [np.nan]), "plan: the mass of entry 0 at .0,0. must be finite"),
    (([0, 1], [0], [1]), "differ in length"),
    ([[1, 2, 3]], "plan: has shape .1, 3., the problem .2, 2."),
    ("plan.csv", "plan: must be an array"),
])
def test_plans_that_are_none_are_refused(plan, words):
    with pytest.raises(ValueError, match=words):
        parot.judge(plan, [[1, 3], [5, 1]])


def test_masses_and_tolerances_are_checked():
    C = [[1, 3], [5, 1]]
    for how, words in (({"mass": 0}, "mass: must be positive"), ({"mass": 2}, "mass: must be in"),
                       ({"tolerance": 1}, "tolerance: must be in"), ({"tolerance": -1}, "tolerance")):
        with pytest.raises(ValueError, match=words):
            parot.judge([[0.5, 0], [0, 0.5]], C, **how)
