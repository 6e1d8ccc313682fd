"""Each answer of a batch is that of the function for one problem."""
import warnings

import numpy as np
import pytest
from conftest import FAMILIES, make_cost, make_weights

import parot


def assert_same(batch, k, alone):
    assert batch.objective[k] == alone.objective and batch.bound[k] == alone.bound
    assert batch.lam[k] == alone.lam and batch.mass[k] == alone.mass
    one = batch[k]
    for a, b in ((one.u, alone.u), (one.v, alone.v), (one.plan.row, alone.plan.row),
                 (one.plan.col, alone.plan.col), (one.plan.mass, alone.plan.mass)):
        assert np.array_equal(a, b)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_ragged_lists_are_solved_as_they_are_alone(rng, threads):
    C = [make_cost(FAMILIES[k % len(FAMILIES)], rng, 3 + k % 7, 2 + k % 5) for k in range(40)]
    p = [make_weights(("uniform", "integers", "zeros")[k % 3], rng, len(c)) for k, c in enumerate(C)]
    mass = rng.uniform(0.1, 0.9, len(C))
    batch = parot.batch.partial_wasserstein(C, p, mass=mass, threads=threads)
    assert batch.solved == len(batch) == 40 and isinstance(batch.u, list)
    for k in range(40):
        assert_same(batch, k, parot.partial_wasserstein(C[k], p[k], mass=mass[k]))


def test_one_array_of_any_layout(rng):
    C = rng.random((12, 6, 9))
    p, q = rng.random(6), rng.random((12, 9))
    for given in (C, np.asfortranarray(C), C.transpose(0, 2, 1).copy().transpose(0, 2, 1), np.repeat(C, 2, axis=0)[::2],
                  np.repeat(C, 3, axis=2)[:, :, ::3], C[:, ::-1][:, ::-1]):
        batch = parot.batch.partial_wasserstein(given, p, q, mass=0.7)
        assert batch.u.shape == (12, 6) and batch.v.shape == (12, 9)
        for k in range(12):
            assert_same(batch, k, parot.partial_wasserstein(C[k], p, q[k], mass=0.7))


def test_float32_is_the_same_numbers(rng):
    C = rng.random((30, 5, 8)).astype(np.float32)
    batch, wide = (parot.batch.partial_wasserstein(given, mass=0.5) for given in (C, C.astype(float)))
    assert np.array_equal(batch.objective, wide.objective) and np.array_equal(batch.value, wide.value)
    assert np.array_equal(parot.batch.partial_wasserstein(list(C), mass=0.5).objective, wide.objective)


def test_float32_is_not_copied_as_a_whole(rng):
    from parot import batch

    for given in (rng.random((3, 4, 5)), rng.random((3, 4, 5)).astype(np.float32)):
        kept, count = batch._stack(given, "C", 2)
        assert kept is given and count == 3
    assert batch._stack(rng.integers(0, 9, (3, 4, 5)), "C", 2)[0].dtype == np.float64


def test_dense_plans_and_none(rng):
    C = rng.random((9, 4, 6))
    dense = parot.batch.partial_wasserstein(C, mass=0.5, plans="dense")
    sparse = parot.batch.partial_wasserstein(C, mass=0.5)
    assert dense.dense.shape == C.shape
    for k in range(9):
        assert np.array_equal(dense.dense[k], sparse.plan(k).toarray())
        assert np.array_equal(dense.plan(k).toarray(), sparse.plan(k).toarray())
    none = parot.batch.partial_wasserstein(C, mass=0.5, plans="none")
    assert np.array_equal(none.objective, sparse.objective)
    with pytest.raises(parot.ArgumentError, match="plans"):
        none.plan(0)


def test_the_stacked_plans_are_one_sparse_matrix(rng):
    sparse = pytest.importorskip("scipy.sparse")
    C = rng.random((9, 4, 6))
    r = parot.batch.partial_wasserstein(C, mass=0.5)
    stacked = sparse.csr_matrix((r.value, r.col, r.start), shape=(36, 6)).toarray()
    assert np.array_equal(stacked.reshape(9, 4, 6)[3], r.plan(3).toarray())
    assert np.allclose((stacked.reshape(C.shape) * C).sum((1, 2)), r.objective)


def test_certified_and_priced(rng):
    C = rng.random((20, 7, 7))
    r = parot.batch.partial_wasserstein(C, mass=0.8, certify=True)
    assert (r.relative <= 1e-9).all() and (r.infeasible <= 1e-9).all() and (r.gap <= 1e-12).all()
    price = rng.random(20)
    priced = parot.batch.partial_wasserstein(C, price=price)
    for k in range(20):
        assert_same(priced, k, parot.partial_wasserstein(C[k], price=float(price[k])))


def test_a_bad_problem_has_a_status_of_its_own(rng):
    C = rng.random((5, 3, 3))
    C[2, 1, 0] = np.nan
    C[4] = np.inf
    with pytest.warns(UserWarning, match="2 of 5 problems are not solved: problem 2: C: must be"):
        r = parot.batch.partial_wasserstein(C, mass=0.5)
    assert r.statuses.tolist() == ["solved", "solved", "invalid argument", "solved", "infeasible"]
    assert np.isnan(r.objective[[2, 4]]).all() and r.failed == 2 and r.solved == 3
    assert [f.problem for f in r.failures] == [2, 4] and "(1,0)" in r.failures[0].message
    with pytest.raises(parot.ArgumentError, match="C: must be a number"):
        r[2]
    with pytest.raises(parot.ArgumentError, match="C: must be a number"):
        r.plan(2)
    assert len(r.plan(1)) > 0 and "infeasible" in repr(r)


def test_an_empty_batch():
    for C in ([], np.empty((0, 3, 4))):
        r = parot.batch.partial_wasserstein(C, mass=0.5)
        assert len(r) == 0 and r.status == "solved" and repr(r)


def test_a_reference_changes_no_cost(rng):
    base = rng.random((15, 15))
    C = base + 1e-4 * rng.random((30, 15, 15))
    cold = parot.batch.partial_wasserstein(C, mass=0.9)
    warm = parot.batch.partial_wasserstein(C, mass=0.9, reference=base)
    assert np.allclose(cold.objective, warm.objective, rtol=1e-13)
    assert 2 * warm.pivots.sum() < cold.pivots.sum()
    with pytest.raises(parot.ArgumentError, match="reference"):
        parot.batch.partial_wasserstein(C, price=0.5, reference=base)


def test_lines(rng):
    x, y = rng.random((10, 8)).astype(np.float32), rng.random((10, 5))
    r = parot.batch.partial_line(x, y, mass=0.6, exponent=2)
    for k in range(10):
        alone = parot.partial_line(x[k], y[k], mass=0.6, exponent=2)
        assert r.objective[k] == alone.objective and np.array_equal(r.plan(k).col, alone.plan.col)
    assert r.u is None


def test_entropic(rng):
    C = rng.random((6, 5, 4))
    r = parot.batch.partial_entropic(C, mass=0.6, reg=0.1, threads=2)
    for k in range(6):
        alone = parot.partial_entropic(C[k], mass=0.6, reg=0.1)
        assert np.array_equal(r.dense[k], alone.plan) and r.regularised[k] == alone.regularised
    assert (r.gap < 1e-6).all()


def test_gromov(rng):
    spaces = [np.linalg.norm(x[:, None] - x, axis=-1) for x in (rng.random((6 + k, 3)) for k in range(5))]
    r = parot.batch.partial_gromov(spaces[:-1], spaces[1:], mass=0.5, threads=2)
    for k in range(4):
        alone = parot.partial_gromov(spaces[k], spaces[k + 1], mass=0.5)
        assert r.stationarity[k] == alone.stationarity
        assert_same(r, k, alone)
    C = rng.random((2, 6, 6))
    even = np.stack([spaces[0]] * 2)
    fused = parot.batch.partial_gromov(even, even.astype(np.float32), cost=C, alpha=0.5, mass=0.5)
    alone = parot.partial_gromov(spaces[0], spaces[0].astype(np.float32), cost=C[1], alpha=0.5, mass=0.5)
    assert fused.objective[1] == alone.objective


def test_a_stop_leaves_what_was_solved(rng):
    C = rng.random((400, 30, 30))
    whole = parot.batch.partial_wasserstein(C, mass=0.9)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        r = parot.batch.partial_wasserstein(C, mass=0.9, time_limit=1e-9)
        assert r.status == "time limit" and r.failed == 400 and not r.failures
        part = parot.batch.partial_wasserstein(C, mass=0.9, time_limit=0.004)
    done = part.statuses == "solved"
    assert np.array_equal(part.objective[done], whole.objective[done])


@pytest.mark.parametrize("arguments, message", [
    (dict(C=np.ones((3, 3)), mass=1), "C: must have 3 dimensions"),
    (dict(C=[np.ones(3)], mass=1), r"C: must be matrices, got shape \(3,\) at problem 0"),
    (dict(C=np.ones((2, 3, 3))), r"mass: how much is to move\?"),
    (dict(C=np.ones((2, 3, 3)), mass=[1, 1, 1]), "mass: must be a number or one for each of the 2"),
    (dict(C=np.ones((2, 3, 3)), mass=1, p=np.ones((3, 3))), "p: must be a vector for all"),
    (dict(C=np.ones((2, 3, 3)), mass=1, p=[None]), "p: has 1 entries for 2 problems"),
    (dict(C=np.ones((2, 3, 3)), mass=1, p=np.ones(4)), "p: has 4 weights for 3 points, at problem 0"),
    (dict(C=np.ones((2, 3, 3)), mass=1, plans="spars"), "plans: unknown 'spars', did you mean 'sparse'"),
])
def test_what_makes_no_sense_is_refused(arguments, message):
    with pytest.raises(parot.ArgumentError, match=message):
        parot.batch.partial_wasserstein(arguments.pop("C"), **arguments)
