"""Derivatives without PyTorch, barycentric projection, labels along a plan."""
import numpy as np
import pytest

import parot

METRICS = "sqeuclidean", "euclidean", "cityblock", "chebyshev", "cosine", "correlation"


@pytest.mark.parametrize("metric", METRICS)
def test_derivatives_by_points(rng, metric):
    X, Y, h = rng.normal(size=(6, 4)), rng.normal(size=(5, 4)), 1e-6
    T = rng.normal(size=(6, 5))
    by_x, by_y = parot.points_gradient(X, Y, T, metric=metric)
    for place in ((0, 0), (3, 2), (5, 3)):
        step = np.zeros((6, 4))
        step[place] = h
        expected = (T * (parot.cost_matrix(X + step, Y, metric) - parot.cost_matrix(X - step, Y, metric))).sum() / (2 * h)
        assert np.isclose(by_x[place], expected, atol=1e-7)
        expected = (T * (parot.cost_matrix(X, Y + step[:5], metric) - parot.cost_matrix(X, Y - step[:5], metric))).sum() / (2 * h)
        assert np.isclose(by_y[place] if place[0] < 5 else 0, expected, atol=1e-7)


def test_any_form_of_a_plan_has_the_same_derivatives(rng):
    X, Y = rng.normal(size=(6, 2)), rng.normal(size=(5, 2))
    r = parot.partial_wasserstein_points(X, Y, mass=0.5)
    expected = parot.points_gradient(X, Y, r)
    for plan in (r.plan, r.plan.toarray(), r.plan.tocsr(), r.plan.toarray().tolist()):
        for a, b in zip(expected, parot.points_gradient(X, Y, plan)):
            assert np.array_equal(a, b)
    line = parot.points_gradient(X[:, 0], Y[:, 0], r)
    assert line[0].shape == (6,) and line[1].shape == (5,)
    with pytest.raises(ValueError, match="plan: .*5 x 6"):
        parot.points_gradient(X, Y, r.plan.T)


def test_barycentric_projection(rng):
    X, Y = rng.normal(size=(8, 2)), rng.normal(size=(6, 3))
    r = parot.partial_wasserstein(rng.random((8, 6)), mass=0.4)
    T = r.plan.toarray()
    with np.errstate(invalid="ignore"):
        expected = T @ Y / T.sum(1, keepdims=True)
    for plan in (r, r.plan, T, r.plan.tocsr()):
        assert np.allclose(parot.barycentric(plan, Y), expected, equal_nan=True)
    with np.errstate(invalid="ignore"):
        back = T.T @ X / T.sum(0)[:, None]
    assert np.allclose(parot.barycentric(r.plan.T, X), back, equal_nan=True)
    smooth = parot.partial_entropic(rng.random((8, 6)), mass=0.4, reg=0.1)
    assert np.allclose(parot.barycentric(smooth, Y), smooth.plan @ Y / smooth.plan.sum(1, keepdims=True))
    with pytest.raises(ValueError, match="Y: has 5 rows"):
        parot.barycentric(r, Y[:5])


def test_labels_along_a_plan(rng):
    T = np.array([[0.1, 0.2, 0, 0], [0, 0, 0.3, 0.1], [0, 0, 0, 0], [0, 0, 0, .5]])
    found = parot.transfer_labels(T, ["b", "a", "b", None])
    assert found.classes.tolist() == ["a", "b"] and found.label.tolist() == ["a", "b", None, None]
    assert np.allclose(found.share, [[2 / 3, 1 / 3], [0, .75], [0, 0], [0, 0]])
    found = parot.transfer_labels(T[:2], [3, 1, 3, 1])
    assert found.label.tolist() == [1, 3] and found.label.dtype.kind == "i"
    assert parot.transfer_labels(T[:2], [3., 1, np.nan, np.nan]).label.tolist() == [1.0, None]
    for wrong, words in (([1, 2], "labels: has 2"), ([[1, 2]], "one dimension"), ([None] * 4, "all are missing"),
                         (["a", 1, None, 2.5], None)):
        if words:
            with pytest.raises(ValueError, match=words):
                parot.transfer_labels(T, wrong)


def test_entropic_derivatives(rng):
    C, h = rng.random((6, 7)), 1e-5
    r = parot.partial_entropic(C, mass=0.6, reg=0.1, tolerance=1e-12)
    by_C, by_p, by_q, by_mass = r.gradient()
    up, down = (parot.partial_entropic(C, mass=0.6 + s, reg=0.1, tolerance=1e-12).objective for s in (h, -h))
    assert np.isclose(by_mass, (up - down) / (2 * h), rtol=1e-3)
    assert by_C.shape == (6, 7) and by_p.shape == (6,) and by_q.shape == (7,) and r.reg == 0.1
