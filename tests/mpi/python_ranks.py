"""parot.mpi on the ranks that mpirun has started: answers without it, errors on all ranks, more than one call."""
import sys
import threading
import time

import numpy as np
import mpi4py

if "single" in sys.argv:
    mpi4py.rc.thread_level = "single"  # before MPI is initialised
from mpi4py import MPI  # noqa: E402

import parot
import parot.mpi

RANK = MPI.COMM_WORLD.Get_rank()


def clouds(n, m, dims, seed):
    random = np.random.default_rng(seed)
    return random.normal(size=(n, dims)), random.normal(size=(m, dims)) + 0.5


def solve(size, dims, mass, threads=1):
    X, Y = clouds(*size, dims, 1)
    r = parot.partial_wasserstein_points(X, Y, mass=mass, threads=threads)
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


def threads():
    """Solvers look after messages from any of their threads, unless MPI serves one alone: then the others find nothing."""
    own = MPI.COMM_WORLD.Dup()
    link, found = parot.mpi._Link(own, MPI), []
    link.send(RANK, memoryview(b"word"))
    while link.waiting(RANK) < 0:
        pass
    thread = threading.Thread(target=lambda: found.append(link.waiting(RANK)))
    thread.start()
    thread.join()
    assert found == [-1 if "single" in sys.argv else 4], found
    word = bytearray(4)
    link.receive(RANK, memoryview(word))
    link.close()
    own.Free()
    assert word == b"word"
    together = parot.mpi.run(lambda: solve((2100, 2000), 9, 0.95, threads=3), least_work=0)
    assert RANK > 0 or same(together, solve((2100, 2000), 9, 0.95))


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


def folds():
    """The candidates of parot.tune, of rows that hold what the positives are like."""
    X, Y = clouds(160, 120, 4, 3)
    positives, unlabeled = Y[:60], np.vstack([X, Y[60:]])

    def tune():
        tuning = parot.tune(positives, unlabeled, prior=0.3)
        return [(c.method, c.recall, c.score, c.error) for c in tuning.candidates]

    together = parot.mpi.run(tune, least_work=0)
    assert RANK > 0 or (together == tune() and len(together) == 5 and not np.isnan(together[-1][-1])), together


def items():
    """Each by one rank, and all of these have some; results and what is taken are in order, whichever is ready first."""
    def slow(item):
        time.sleep(0.05 * (item % 3))
        return item * item, RANK

    taken = []
    for count in [0, 1, 20]:
        taken.clear()
        results = parot.mpi.map(slow, range(count) if RANK == 0 else None, take=lambda number, result: taken.append((number, result[0])))
        assert (results is None) == (RANK > 0)
        if RANK == 0:
            assert [value for value, _ in results] == [k * k for k in range(count)]
            assert taken == [(k, k * k) for k in range(count)]
            assert {rank for _, rank in results} == set(range(MPI.COMM_WORLD.Get_size())) or count < 20


class Unlike(Exception):
    """Cannot be unpickled."""

    def __init__(self, one, two):
        super().__init__(one)


class Wordless(Exception):
    def __str__(self):
        raise ValueError("no words")


class Broken:
    def __reduce__(self):
        return int, ("x",)


def wordless(item):
    raise Wordless()


def items_that_fail():
    """The first that fails is named, though a later one fails sooner; what is before it has been taken; the ranks go on."""
    def fails(item):
        time.sleep(0.1 if item == 4 else 0.01)
        if item in (4, 5):
            raise ValueError("%d is not liked" % item)
        return item

    def refuses(number, result):
        raise KeyError("full")

    taken = []
    for function, take, many, words in [(fails, lambda number, result: taken.append(number), range(30), "item 4, on rank "),
                                        (fails, None, range(30), "ValueError: 4 is not liked"), (abs, refuses, [1, 2], "full"),
                                        (lambda item: (lambda: item), None, range(3), "lambda"), (abs, None, None, "NoneType"),
                                        (lambda item: Unlike(1, 2), None, range(3), "two"), (type, None, [Broken()] * 9, "invalid literal"),
                                        (wordless, None, range(3), "Wordless: without words")]:
        if words in ("lambda", "two", "invalid literal") and MPI.COMM_WORLD.Get_size() == 1:  # nothing has to travel
            continue
        try:
            parot.mpi.map(function, many, take=take)
        except Exception as error:
            assert words in str(error) and (RANK == 0 or isinstance(error, RuntimeError)), error
        else:
            raise AssertionError("no error: " + words)
    assert RANK > 0 or taken == [0, 1, 2, 3], taken
    assert parot.mpi.map(abs, [-1, -2]) == ([1, 2] if RANK == 0 else None)


def misuse():
    """Ranks that call different functions, or a communicator between two groups, would wait for each other without end."""
    many = MPI.COMM_WORLD.Get_size()
    if many == 1:
        return
    try:
        parot.mpi.run(lambda: 1) if RANK == 0 else parot.mpi.map(abs, [1])
    except RuntimeError as error:
        assert "others map" in str(error), error
    else:
        raise AssertionError("no error")
    half = MPI.COMM_WORLD.Split(RANK % 2)
    between = half.Create_intercomm(0, MPI.COMM_WORLD, 1 - RANK % 2)
    try:
        parot.mpi.run(lambda: 1, between)
    except ValueError as error:
        assert "intracommunicator" in str(error), error
    else:
        raise AssertionError("no error")
    between.Free()
    half.Free()


def not_within_each_other():
    """They would wait for ranks that are taken."""
    for outer in (lambda: parot.mpi.run(lambda: parot.mpi.run(int)), lambda: parot.mpi.run(lambda: parot.mpi.map(abs, [1])),
                  lambda: parot.mpi.map(lambda item: parot.mpi.run(int), [1, 2])):
        try:
            outer()
        except RuntimeError as error:
            assert "run and map cannot be called by a function" in str(error), error
        else:
            raise AssertionError("no error")
    assert parot.mpi.map(abs, [-1, -2]) == ([1, 2] if RANK == 0 else None)


try:
    answers()
    threads()
    pairs()
    folds()
    items()
    items_that_fail()
    misuse()
    not_within_each_other()
    errors()
except BaseException:
    sys.excepthook(*sys.exc_info())
    sys.stderr.flush()
    MPI.COMM_WORLD.Abort(1)
