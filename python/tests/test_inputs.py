"""Whatever people pass as an array: converted where needed, copied where needed, never changed."""
import math
import tracemalloc

import numpy as np
import pytest

import parot

BASE = np.array([[0.0, 3.0, 5.0], [2.0, 1.0, 4.0], [7.0, 6.0, 0.0], [3.0, 3.0, 3.0]])


def answer(C, p=None, q=None):
    return parot.partial_wasserstein(C, p, q, mass=0.5).objective


@pytest.mark.parametrize("make", [
    lambda: BASE.tolist(), lambda: BASE.astype(int), lambda: BASE.astype(np.float32),
    lambda: BASE.astype(np.uint8), lambda: np.asfortranarray(BASE), lambda: BASE.astype(">f8"),
    lambda: np.repeat(BASE, 2, axis=1)[:, ::2], lambda: np.repeat(BASE, 2, axis=0)[::2],
    lambda: BASE[::-1][::-1], lambda: np.pad(BASE, ((0, 0), (0, 4)))[:, :3],
    lambda: memoryview(BASE), lambda: np.lib.stride_tricks.as_strided(
        BASE, BASE.shape, BASE.strides, writeable=False),
], ids=["list", "int", "float32", "uint8", "fortran", "bigendian", "columns", "rows", "reversed",
        "stride", "memoryview", "readonly"])
def test_every_kind_of_matrix_gives_the_same_answer(make):
    assert answer(make()) == answer(BASE)


def test_rows_in_reverse_and_broadcast_costs_are_understood():
    assert answer(BASE[::-1]) == answer(BASE)
    flat = np.broadcast_to(np.array([1.0, 2.0, 3.0]), (4, 3))
    assert answer(flat) == answer(np.array(flat))


def test_bytes_out_of_line_are_understood():
    raw = np.zeros(BASE.nbytes + 1, np.uint8)
    crooked = np.frombuffer(raw[1:].data, np.float64).reshape(BASE.shape)
    crooked = np.ndarray(BASE.shape, np.float64, raw.data, 1)
    crooked[:] = BASE
    assert not crooked.flags.aligned and answer(crooked) == answer(BASE)


def test_frames_and_series():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(BASE, columns=list("abc"))
    weights = pandas.Series([1, 2, 3, 4]) / 10
    assert answer(frame) == answer(BASE)
    assert answer(frame, weights) == answer(BASE, [0.1, 0.2, 0.3, 0.4])


def test_tensors_with_a_history():
    class Tensor:  # what torch does: refuses to be an array until it is detached
        def __init__(self, data, is_free=False):
            self.data, self.is_free = data, is_free

        def detach(self):
            return Tensor(self.data, True)

        def __array__(self, dtype=None):
            if not self.is_free:
                raise RuntimeError("requires grad")
            return self.data

    assert answer(Tensor(BASE)) == answer(BASE)


def test_columns_and_rows_are_weights_too():
    assert answer(BASE, np.full((4, 1), 0.25), np.full((1, 3), 1 / 3)) == answer(BASE)


def test_masked_costs_are_refused():
    with pytest.raises(ValueError, match="masked"):
        answer(np.ma.masked_equal(BASE, 0))


@pytest.mark.parametrize("form", ["coo", "csr", "csc", "lil", "dok"])
def test_absent_pairs_of_a_sparse_cost_are_forbidden(rng, form):
    from scipy.sparse import coo_matrix

    rows, cols = np.nonzero(rng.random((9, 8)) < 0.6)
    entries = rng.integers(0, 4, len(rows)).astype(float)  # a stored 0 costs nothing
    dense = np.full((9, 8), np.inf)
    dense[rows, cols] = entries
    sparse = coo_matrix((entries, (rows, cols)), (9, 8))
    sparse = sparse if form == "coo" else sparse.asformat(form)
    expected = parot.partial_wasserstein(dense, mass=0.5)
    r = parot.partial_wasserstein(sparse, mass=0.5)
    assert np.array_equal(r.plan.toarray(), expected.plan.toarray()) and np.isfinite(dense[r.plan.row, r.plan.col]).all()
    assert parot.certify(sparse, r).proved
    assert np.array_equal(parot.partial_curve(sparse, mass=0.5).slope, parot.partial_curve(dense, mass=0.5).slope)
    assert parot.Solver(9, 8, 0.5).solve(sparse).objective == r.objective


def test_entries_given_twice_are_added_as_scipy_adds_them():
    from scipy.sparse import coo_matrix

    twice = coo_matrix(([1.0, 2.0, 5.0], ([0, 0, 1], [0, 0, 1])), (2, 2))
    assert parot.partial_wasserstein(twice, mass=1).objective == 4


def test_sparse_arguments_are_refused_where_absent_pairs_have_no_meaning():
    from scipy.sparse import csr_matrix

    S, D = csr_matrix(BASE[:3, :3]), BASE[:3, :3]
    for call, words in ((lambda: parot.partial_gromov(S, D, mass=0.5), "Cs: is sparse, but distances"),
                        (lambda: parot.partial_gromov(D, D, mass=0.5, cost=S, alpha=0.5), "cost: is sparse"),
                        (lambda: parot.partial_entropic(S, mass=0.5, reg=1), "C: is sparse"),
                        (lambda: parot.cost_matrix(S, D), "X: is sparse.*toarray.. if that is 0"),
                        (lambda: parot.pu(S, D, 0.5), "positives: is sparse")):
        with pytest.raises(parot.ArgumentTypeError, match=words):
            call()


# ---- Numbers that float64 does not hold --------------------------------------------


@pytest.mark.parametrize("wrong", [
    np.array([[2**53 + 1, 0]]), np.array([[-(2**53) - 1, 0]]), np.array([[2**63 + 1, 0]], np.uint64),
    np.array([[np.iinfo(np.int64).max, 0]]), [[2**70 + 1, 0]], [[10**400, 0]],
], ids=["int64", "negative", "uint64", "largest", "int", "overflow"])
def test_whole_numbers_are_not_rounded_silently(wrong):
    with pytest.raises(ValueError, match="C: .*float64"):
        parot.partial_wasserstein(wrong, mass=0.5)


def test_decimals_and_fractions_are_numbers():
    from decimal import Decimal
    from fractions import Fraction

    assert answer([[Decimal("0.5"), Fraction(3, 2)]]) == answer([[0.5, 1.5]])
    for wrong in (Decimal(2**53 + 1), Fraction(2**53 + 1), Decimal("1e400"), "1", None, 1j):
        with pytest.raises(ValueError, match="C: "):
            answer([[wrong, Fraction(1, 2)]])


@pytest.mark.parametrize("wrong", [2**53 + 1, 2**70 + 1, np.int64(2**53 + 1), np.array(2**53 + 1)],
                         ids=["int", "long", "int64", "array"])
def test_whole_numbers_given_alone_are_not_rounded_silently(wrong):
    large = [float(2**75)]
    for name, call in (
            ("mass", lambda: parot.partial_wasserstein([[1.0]], large, large, mass=wrong)),
            ("price", lambda: parot.partial_wasserstein([[1.0]], large, large, price=wrong)),
            ("mass", lambda: parot.partial_line([1.0], [2.0], large, large, mass=wrong)),
            ("reg", lambda: parot.partial_entropic([[1.0]], large, large, mass=1.0, reg=wrong))):
        with pytest.raises(parot.ArgumentError, match="^%s: float64 does not hold" % name):
            call()


def test_exact_numbers_given_alone_are_taken_where_float64_holds_them():
    from decimal import Decimal
    from fractions import Fraction

    large = [float(2**75)]
    for right in (2**53, 2**60, Decimal(2**60), Fraction(2**60), Fraction(1, 3), Decimal("0.1"), 0.1):
        assert parot.partial_wasserstein([[1.0]], large, large, mass=right).objective == float(right)
    for wrong in (Decimal(2**53 + 1), Fraction(2**53 + 1)):
        with pytest.raises(parot.ArgumentError, match="^mass: float64 does not hold"):
            parot.partial_wasserstein([[1.0]], large, large, mass=wrong)


@pytest.mark.parametrize("right", [2**53, 2**60, -(2**62), 3 * 2**55])
def test_whole_numbers_that_fit_are_exact(right):
    assert parot.partial_wasserstein(np.array([[right]]), mass=1).objective == right


def test_long_doubles_do_not_become_forbidden_pairs():
    huge = np.array([[1, 2]], np.longdouble) * np.longdouble(10) ** 400
    with pytest.raises(ValueError, match="outside the range of float64"):
        answer(huge)


@pytest.mark.parametrize("wrong", [
    np.array([["1", "2"]]), np.array([["2020-01-01"]], "M8[D]"), np.array([[1]], "m8[s]"),
    np.zeros((1, 2), [("a", float)]), [[1, 2], [3]], {"a": 1}, "C", None,
], ids=["text", "dates", "times", "records", "ragged", "dict", "str", "None"])
def test_what_is_no_number_is_refused(wrong):
    with pytest.raises(parot.ArgumentTypeError, match="C: "):
        answer(wrong)


def test_inputs_are_never_changed(rng):
    C, p, q = rng.random((9, 7)), rng.random(9) / 9, rng.random(7) / 7
    kept = [x.copy() for x in (C, p, q)]
    for array in (C, p, q):
        array.flags.writeable = False
    parot.partial_wasserstein(C, p, q, mass=0.2)
    parot.partial_curve(C, p, q)
    parot.Solver(p, q, 0.2).solve(C)
    parot.partial_gromov(C @ C.T, C.T @ C, p, q, mass=0.2, cost=C, alpha=0.5)
    assert all(np.array_equal(a, b) for a, b in zip((C, p, q), kept))


def test_a_float64_matrix_is_not_copied():
    C = np.random.default_rng(0).random((700, 700))
    tracemalloc.start()
    parot.partial_wasserstein(C, mass=0.1)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < C.nbytes / 20


def test_offsets_do_not_hurt():
    x, y = np.array([0.0, 1, 2]), np.array([0.25, 1.25, 9])
    far = parot.partial_wasserstein_points(x + 1e9, y + 1e9, mass=2 / 3)
    assert math.isclose(far.objective, parot.partial_wasserstein_points(x, y, mass=2 / 3).objective,
                        rel_tol=1e-6)


def test_arrays_that_only_offer_dlpack():
    class Foreign:
        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **how):
            return self.array.__dlpack__()

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    C = np.array([[1.0, 2.0], [9.0, 8.0]])
    assert parot.partial_wasserstein(Foreign(C), mass=0.75).objective == 2.5
    assert parot.partial_wasserstein(Foreign(C.astype(np.float32)), Foreign(np.full(2, 0.5)), mass=0.75).objective == 2.5
