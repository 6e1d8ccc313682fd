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


def test_sparse_and_masked_costs_are_refused():
    from scipy.sparse import csr_matrix

    with pytest.raises(ValueError, match="toarray"):
        answer(csr_matrix(BASE))
    with pytest.raises(ValueError, match="masked"):
        answer(np.ma.masked_equal(BASE, 0))


def test_inputs_are_never_changed(rng):
    C, p, q = rng.random((9, 7)), rng.random(9) / 9, rng.random(7) / 7
    kept = [x.copy() for x in (C, p, q)]
    for array in (C, p, q):
        array.flags.writeable = False
    parot.partial_wasserstein(C, p, q, mass=0.2)
    parot.mass_path(C, p, q)
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
