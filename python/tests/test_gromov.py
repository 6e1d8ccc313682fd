"""Partial Gromov-Wasserstein: against the definition and finite differences."""
import math

import numpy as np
import pytest

import parot


def distances(rng, n, d=2):
    x = rng.normal(size=(n, d))
    return np.sqrt(((x[:, None] - x[None]) ** 2).sum(-1))


def value(Cs, Ct, T, loss="square"):
    a, b = Cs[:, None, :, None], Ct[None, :, None, :]
    L = (a - b) ** 2 / 2 if loss == "square" else a * np.log(a / b) - a + b
    return np.einsum("ijkl,ij,kl->", L, T, T)


@pytest.mark.parametrize("loss", ["square", "kl"])
def test_the_objective_is_its_definition(rng, loss):
    Cs, Ct, C = distances(rng, 7) + 0.1, distances(rng, 9, 3) + 0.1, rng.random((7, 9))
    r = parot.partial_gromov(Cs, Ct, mass=0.6, cost=C, alpha=0.7, loss=loss)
    T = r.plan.toarray()
    assert math.isclose(r.objective, 0.3 * (C * T).sum() + 0.7 * value(Cs, Ct, T, loss),
                        rel_tol=1e-10)
    assert math.isclose(T.sum(), 0.6, rel_tol=1e-12) and r.status == "solved"
    assert (T.sum(1) <= 1 / 7 + 1e-15).all() and (T.sum(0) <= 1 / 9 + 1e-15).all()


def test_a_space_is_found_in_its_copy(rng):
    D = distances(rng, 12)
    order = rng.permutation(12)
    r = parot.partial_gromov(D, D[np.ix_(order, order)], mass=1, restarts=10)
    assert r.objective < 1e-12 and r.trials[r.best].objective == r.objective
    assert {t.start for t in r.trials} >= {"product", "random"}


def test_a_start_may_be_a_plan_or_names(rng):
    D, E = distances(rng, 6), distances(rng, 6, 3)
    T = np.outer(np.ones(6), np.ones(6)) / 72
    given, product = (parot.partial_gromov(D, E, mass=0.5, start=s) for s in (T, "product"))
    assert [t.start for t in given.trials] == ["given"]
    assert math.isclose(given.objective, product.objective, rel_tol=1e-9)
    assert len(parot.partial_gromov(D, E, mass=0.5, start=["product", "clusters"]).trials) == 2
    for wrong, words in (("prodcut", "did you mean 'product'"), (T[:3], "start: has shape")):
        with pytest.raises(ValueError, match=words):
            parot.partial_gromov(D, E, mass=0.5, start=wrong)


def test_gradients_are_finite_differences_of_the_objective_of_the_plan(rng):
    Cs, Ct, C = distances(rng, 5), distances(rng, 6), rng.random((5, 6))
    r = parot.partial_gromov(Cs, Ct, mass=0.7, cost=C, alpha=0.4)
    T, h = r.plan.toarray(), 1e-6
    by_source, by_target, by_cost = r.gradient()

    def objective(S, R, K):
        return 0.6 * (K * T).sum() + 0.4 * value(S, R, T)

    for gradient, k in ((by_source, 0), (by_target, 1), (by_cost, 2)):
        up, down = [Cs.copy(), Ct.copy(), C.copy()], [Cs.copy(), Ct.copy(), C.copy()]
        up[k][1, 3] += h
        down[k][1, 3] -= h
        slope = (objective(*up) - objective(*down)) / (2 * h)
        assert math.isclose(gradient[1, 3], slope, rel_tol=1e-5, abs_tol=1e-9)


def test_the_story_names_the_starts(rng):
    text = repr(parot.partial_gromov(distances(rng, 5), distances(rng, 6), mass=0.5))
    assert "starts" in text and "stationary to" in text


def test_a_cost_needs_its_weight(rng):
    D, E, C = distances(rng, 5), distances(rng, 6), rng.random((5, 6))
    with pytest.raises(parot.ArgumentError, match="alpha: a cost needs its weight"):
        parot.partial_gromov(D, E, mass=0.5, cost=C)
    with pytest.raises(parot.ArgumentError, match="cost: alpha = 0.5 leaves a weight of 0.5"):
        parot.partial_gromov(D, E, mass=0.5, alpha=0.5)
    start = parot.partial_gromov(D, E, mass=0.5, cost=C, alpha=1, start="partial")
    assert [t.start for t in start.trials] == ["partial"]


@pytest.mark.parametrize("order", ["C", "F", "view"])
def test_gradients_are_of_the_matrices_as_they_were(rng, order):
    Cs, Ct, C = distances(rng, 5), distances(rng, 6), rng.random((5, 6))
    if order == "view":
        Cs = np.pad(Cs, ((0, 0), (0, 3)))[:, :5]
    Cs, Ct, C = (np.asfortranarray(x) if order == "F" else x for x in (Cs, Ct, C))
    expected = parot.partial_gromov(Cs, Ct, mass=0.7, cost=C, alpha=0.4).gradient()
    r = parot.partial_gromov(Cs, Ct, mass=0.7, cost=C, alpha=0.4)
    for array in (Cs, Ct, C):
        array *= 7
    for gradient, right in zip(r.gradient(), expected):
        assert np.array_equal(gradient, right)


def test_points_match_as_their_squared_distances_do(rng):
    X, Y = rng.normal(size=(40, 3)), rng.normal(size=(30, 2)) + 1e3
    r = parot.partial_gromov_points(X, Y, mass=0.6, start="product", steps="long")
    Cs, Ct = parot.cost_matrix(X, X), parot.cost_matrix(Y, Y)
    expected = parot.partial_gromov(Cs, Ct, mass=0.6, start=r.plan.toarray())
    assert math.isclose(r.objective, expected.objective, rel_tol=1e-9) and expected.trials[0].iterations == 0
    assert [t.start for t in parot.partial_gromov_points(X, Y, mass=0.6).trials] == ["product"] + 4 * ["random"]
    with pytest.raises(parot.ArgumentError, match="result: was made without matrices"):
        r.gradient()
    with pytest.raises(parot.ArgumentError, match="start: only representatives, product, partial and random"):
        parot.partial_gromov_points(X, Y, mass=0.6, start="profiles")
    with pytest.raises(parot.ArgumentError, match="start: must be a name here"):
        parot.partial_gromov_points(X, Y, mass=0.6, start=r.plan.toarray())


@pytest.mark.parametrize("metric", ["sqeuclidean", "euclidean", "cosine", "cityblock"])
def test_points_are_compared_by_their_metric(rng, metric):
    X, Y = rng.normal(size=(40, 3)), rng.normal(size=(30, 2))
    r = parot.partial_gromov_points(X, Y, mass=0.6, metric=metric)
    Cs, Ct = parot.cost_matrix(X, X, metric), parot.cost_matrix(Y, Y, metric)
    T = r.plan.toarray()
    J = (Cs ** 2 @ T.sum(1) @ T.sum(1) + Ct ** 2 @ T.sum(0) @ T.sum(0)) / 2 - ((Cs @ T @ Ct) * T).sum()
    assert math.isclose(r.objective, J, rel_tol=1e-9)
    limit = 1e-9 if metric in ("sqeuclidean", "cosine") else 1e-4
    assert 0 <= r.stationarity <= limit * r.objective * (1 + 1e-6)


@pytest.mark.parametrize("metric", ["sqeuclidean", "euclidean"])
def test_features_of_points_are_costs_between_the_spaces(rng, metric):
    X, Y, F, G = (rng.normal(size=size) for size in ((40, 3), (30, 2), (40, 2), (30, 2)))
    r = parot.partial_gromov_points(X, Y, mass=0.6, metric=metric, X_features=F, Y_features=G, alpha=0.3)
    Cs, Ct, C = parot.cost_matrix(X, X, metric), parot.cost_matrix(Y, Y, metric), parot.cost_matrix(F, G)
    dense = parot.partial_gromov(Cs, Ct, mass=0.6, cost=C, alpha=0.3, start=r.plan.toarray())
    assert math.isclose(dense.trials[0].objectives[0], r.objective, rel_tol=1e-9)
    assert dense.objective >= r.objective - r.stationarity
    assert [t.start for t in r.trials] == ["product", "partial"] + 4 * ["random"]
    strided = parot.partial_gromov_points(X, Y, mass=0.6, metric=metric, alpha=0.3,
                                          X_features=np.repeat(F, 2, axis=1)[:, ::2],
                                          Y_features=np.asfortranarray(G))
    assert strided.objective == r.objective


def test_features_that_do_not_fit_are_refused(rng):
    X, Y = rng.normal(size=(5, 3)), rng.normal(size=(4, 2))
    call = lambda **more: parot.partial_gromov_points(X, Y, mass=0.6, **more)
    with pytest.raises(parot.ArgumentError, match="Y_features: costs are between features of both sides"):
        call(X_features=X, alpha=0.5)
    with pytest.raises(parot.ArgumentError, match="Y_features: has 2 columns, X_features has 3"):
        call(X_features=X, Y_features=Y, alpha=0.5)
    with pytest.raises(parot.ArgumentError, match="alpha: a cost needs its weight"):
        call(X_features=X, Y_features=X[:4])
    with pytest.raises(parot.ArgumentError, match="features: alpha = 0.5 leaves a weight of 0.5"):
        call(alpha=0.5)
    with pytest.raises(parot.ArgumentError, match="Y_features: has 5"):
        call(X_features=X, Y_features=X, alpha=0.5)
    with pytest.raises(parot.ArgumentError, match="alpha: must be between 0"):
        call(X_features=X, Y_features=X[:4], alpha=2)
    with pytest.raises(parot.ArgumentError, match=r"Y: squared distances of coordinates near 1e\+200, as at \(1,0\)"):
        parot.partial_gromov_points(X, [[0, 1], [1e200, 0]], mass=0.6)


def test_geodesic_distances_are_paths_along_neighbours():
    t = 9 * np.sqrt(np.arange(60) / 60)
    spiral = np.c_[(1 + t) * np.cos(t), (1 + t) * np.sin(t)]
    steps = np.linalg.norm(np.diff(spiral, axis=0), axis=1)
    line = np.r_[0, np.cumsum(steps)]
    along = parot.geodesic_distances(spiral, 2)
    flat = parot.cost_matrix(line[:, None], line[:, None], "euclidean")
    right = lambda D: np.mean((lambda plan: plan.row == plan.col)(parot.partial_gromov(D, flat, mass=1).plan))
    assert right(along) >= 0.95 and right(parot.cost_matrix(spiral, spiral, "euclidean")) <= 0.25
    assert np.allclose(parot.geodesic_distances(spiral, 59), parot.cost_matrix(spiral, spiral, "euclidean"))
    assert parot.geodesic_distances([[1.0, 2.0]]).tolist() == [[0]]
    with pytest.raises(parot.ArgumentError, match="metric: 'geodesic:5' needs matrices; use partial_gromov"):
        parot.partial_gromov_points(spiral, spiral, mass=1, metric="geodesic:5")
    with pytest.raises(parot.ArgumentError, match="neighbours: must be 1 or more, got 0"):
        parot.geodesic_distances(spiral, 0)


def test_the_mass_that_matches_is_found():
    x = np.random.default_rng(5).normal(size=(75, 6))
    one, other = parot.cost_matrix(x[:50], x[:50], "euclidean"), parot.cost_matrix(x[25:], x[25:], "euclidean")
    path = parot.partial_gromov_path(one, other)
    assert path.has_elbow and abs(path.elbow - 0.5) <= 0.02 and path.low <= path.elbow <= path.high
    assert path.share[-1] == 1 and np.all(np.diff(path.share) > 0)
    assert np.allclose(path.objective, [r.objective for r in path.results])
    assert np.allclose(path.distortion * 2 * path.mass, path.price)
    at = path.at(0.37)
    assert abs(at.mass - 0.37) < 1e-12
    auto = parot.partial_gromov(one, other, mass="auto")
    assert abs(auto.mass - path.elbow) < 1e-12 and auto.path.has_elbow
    right = auto.plan.row - 25 == auto.plan.col
    assert auto.plan.mass[right].sum() >= 0.98 * auto.mass
    with pytest.raises(parot.ArgumentError, match="mass"):
        parot.partial_gromov(one, other, mass="some")
    with pytest.raises(parot.ArgumentError, match="start"):
        parot.partial_gromov_path(one, other, start=np.ones((50, 50)) / 2500)


def test_known_pairs_are_a_start():
    rng = np.random.default_rng(11)
    x, order = rng.normal(size=(40, 3)), rng.permutation(40)
    one = parot.cost_matrix(x, x, "euclidean")
    other = one[np.ix_(order, order)]
    known = np.column_stack([order, np.arange(40)])[:4]
    r = parot.partial_gromov(one, other, mass=1, start="product", anchors=known)
    assert [t.start for t in r.trials] == ["anchors", "product"] and r.objective == 0
    assert np.array_equal(r.plan.row[np.argsort(r.plan.col)], order)
    assert "anchors" in [t.start for t in parot.partial_gromov(one, other, mass=0.5, anchors=known.tolist()).trials]
    product = np.full((40, 40), 1 / 1600)
    assert {"given", "anchors"} == {t.start for t in parot.partial_gromov(one, other, mass=1, start=product, anchors=known).trials}
    path = parot.partial_gromov_path(one, other, start="product", anchors=known)
    assert np.all(path.objective < 1e-20)
    for wrong, message in (([1, 2], "whole numbers"), ([[0.5, 1]], "whole numbers"), ([[-1, 0]], "count from 0"), ([[0, 40]], r"\(0,40\)")):
        with pytest.raises(parot.ArgumentError, match="anchors.*" + message):
            parot.partial_gromov(one, other, mass=1, anchors=wrong)


def test_the_mass_that_matches_is_found_without_matrices():
    x = np.random.default_rng(5).normal(size=(75, 6))
    path = parot.partial_gromov_points_path(x[:50], -x[25:])
    assert path.has_elbow and path.low <= 0.5 <= path.high and abs(path.elbow - 0.5) <= 0.02
    squared = parot.cost_matrix(x[:50], x[:50], "sqeuclidean"), parot.cost_matrix(x[25:], x[25:], "sqeuclidean")
    T = path.results[4].plan.toarray()
    assert path.objective[4] == pytest.approx(value(*squared, T), abs=1e-9)
    at = path.at(0.37)
    assert abs(at.mass - 0.37) < 1e-12
    auto = parot.partial_gromov_points(x[:50], -x[25:], mass="auto")
    assert abs(auto.mass - path.elbow) < 1e-12 and auto.path.has_elbow
    assert auto.plan.mass[auto.plan.row - 25 == auto.plan.col].sum() >= 0.98 * auto.mass
    with pytest.raises(parot.ArgumentError, match="mass.*sqeuclidean"):
        parot.partial_gromov_points(x[:50], x[25:], mass="auto", metric="euclidean")
    with pytest.raises(parot.ArgumentError, match="mass"):
        parot.partial_gromov_points(x[:50], x[25:], mass="some")
    with pytest.raises(parot.ArgumentError, match="start"):
        parot.partial_gromov_points_path(x[:50], x[25:], start=np.ones((50, 50)) / 2500)


def test_refusals_speak_of_what_was_given(rng):
    x = rng.normal(size=(5, 2))
    with pytest.raises(parot.ArgumentError, match="^X_features: has 3 rows for 5 points"):
        parot.partial_gromov_points(x, x, mass=1, X_features=x[:3], Y_features=x, alpha=0.5)
    with pytest.raises(parot.ArgumentError, match="got triangles"):
        parot.partial_gromov_points(x, x, mass=1, start="triangles")
    with pytest.raises(parot.ArgumentError, match="^least: must be a share above 0 and below 1, got 1") as refused:
        parot.partial_gromov_points_path(x, x, least=1)
    assert refused.value.argument == "least"
    with pytest.raises(parot.ArgumentError, match="^masses: must be between 2 and 1000, got 1"):
        parot.partial_gromov_points_path(x, x, masses=1)
