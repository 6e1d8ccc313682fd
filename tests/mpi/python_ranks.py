"""parot.mpi on the ranks that mpirun has started: answers without it, errors on all ranks, more than one call."""
import sys

import numpy as np
from mpi4py import MPI

import parot
import parot.mpi

RANK = MPI.COMM_WORLD.Get_rank()


def clouds(n, m, dims, seed):
    random = np.random.default_rng(seed)
    return random.normal(size=(n, dims)), random.normal(size=(m, dims)) + 0.5


def solve(size, dims, mass):
    X, Y = clouds(*size, dims, 1)
    r = parot.partial_wasserstein_points(X, Y, mass=mass)
    return r, parot.certify_points(X, Y, r)


def same(a, b):
    return (a[0].objective == b[0].objective and np.array_equal(a[0].u, b[0].u) and np.array_equal(a[0].v, b[0].v)
            and np.array_equal(a[0].plan.row, b[0].plan.row) and np.array_equal(a[0].plan.mass, b[0].plan.mass)
            and a[1].bound == b[1].bound and a[1].proved and b[1].proved)


def answers():
    for size, dims, mass, parts in [((2100, 2000), 3, 0.7, 1), ((2100, 2000), 9, 0.95, 1), ((2100, 2000), 9, 0.95, 3)]:
        together = parot.mpi.run(lambda: solve(size, dims, mass), least_work=0, parts=parts)
        assert (together is None) == (RANK > 0)
        assert RANK > 0 or same(together, solve(size, dims, mass))


def pairs():
    many = [clouds(40 + k, 1, 3, k)[0] for k in range(6)]
    together = parot.mpi.run(lambda: parot.pairwise(many, mass=0.5), MPI.COMM_WORLD, least_work=0)
    assert RANK > 0 or np.array_equal(together.objective, parot.pairwise(many, mass=0.5).objective)


def errors():
    def refused():
        X, Y = clouds(30, 30, 2, 1)
        return parot.partial_wasserstein_points(X, Y, mass=-1)

    for function, least_work, kind, words in [(refused, None, parot.ArgumentError, "mass"), (lambda: 1 / 0, None, ZeroDivisionError, "division"),
                                              (lambda: 1, -1, parot.ArgumentError, "least_work")]:
        try:
            parot.mpi.run(function, least_work=least_work)
        except (kind if RANK == 0 else RuntimeError) as error:
            assert words in str(error), error
        else:
            raise AssertionError("not refused")


try:
    answers()
    pairs()
    errors()
except BaseException:
    sys.excepthook(*sys.exc_info())
    sys.stderr.flush()
    MPI.COMM_WORLD.Abort(1)
