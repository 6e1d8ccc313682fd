"""Nothing leaks: neither references nor the library's blocks."""
import gc
import resource
import subprocess
import sys
import weakref

import numpy as np
import pytest

import parot


def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def test_arguments_are_let_go(rng):
    C, p, q = rng.random((5, 5)), np.full(5, 0.2), np.full(5, 0.2)

    def calls():
        parot.partial_wasserstein(C, p, q, mass=0.5)
        parot.partial_curve(C, p, q)
        parot.partial_gromov(C, C, p, q, mass=0.5, cost=C, alpha=0.5)
        parot.certify(C, parot.partial_wasserstein(C, p, q, mass=0.5), p, q)
        parot.Solver(p, q, 0.5).solve(C)
        parot.pu(C, C, 0.4, "gromov", restarts=1)
        parot.pu(C, C, 0.4, "mined", keep_model=True).predict(C)
        parot.pu_curve(C, C)
        parot.tune(C, C, 0.4)
        parot.register(C, C)
        parot.drift(C, C, level=0.5)
        for wrong in (lambda: parot.partial_wasserstein(C, p, q, mass=9),
                      lambda: parot.pu(C, C[:, 1:], 0.4), lambda: parot.register(C, C, overlap=2),
                      lambda: parot.drift(C, C, level=2), lambda: parot.pu_curve(C, C[:, 1:])):
            with pytest.raises(ValueError):
                wrong()

    calls()
    gc.collect()
    before = [sys.getrefcount(x) for x in (C, p, q)]
    for _ in range(20):
        calls()
    gc.collect()
    assert [sys.getrefcount(x) for x in (C, p, q)] == before


def test_memory_comes_back(rng):
    C = rng.random((400, 400))
    for _ in range(5):
        parot.partial_wasserstein(C, mass=0.01)
    before = peak()
    for _ in range(300):
        parot.partial_wasserstein(C, mass=0.01)
    assert peak() - before < 20e6  # one result is 7 kB, one call's work 3 MB


def test_arrays_outlive_their_result(rng):
    r = parot.partial_wasserstein(rng.random((50, 50)), mass=0.5)
    u, kept = r.u, r.u.copy()
    del r
    gc.collect()
    junk = [np.ones(50) for _ in range(100)]
    assert np.array_equal(u, kept) and len(junk) == 100


def test_a_cycle_through_a_solver_is_collected():
    class Watcher:
        def look(self, state):
            return False

    watcher = Watcher()
    watcher.solver = parot.Solver(3, 3, 0.5, progress=watcher.look)
    gone = weakref.ref(watcher)
    del watcher
    gc.collect()
    assert gone() is None


def test_too_much_memory_is_a_memory_error():
    code = """
import resource, parot, numpy
here = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (here + 20_000_000,) * 2)
try:
    parot.Solver(900_000, 900_000, 0.5)
except MemoryError as error:
    print("refused:", error)
"""
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.startswith("refused: "), out


def calls(rng):
    """Every function once, on small data."""
    X, Y = rng.normal(size=(12, 2)), rng.normal(1, 1, size=(10, 2))
    C, D, E = parot.cost_matrix(X, Y), parot.cost_matrix(X, X), parot.cost_matrix(Y, Y)
    blocked = np.where(np.arange(120).reshape(12, 10) > 0, np.inf, C)
    solver = parot.Solver(12, 10, 0.5)

    def infeasible():
        with pytest.raises(parot.InfeasibleError):
            parot.partial_wasserstein(blocked, mass=0.9)
        with pytest.raises(parot.ArgumentError):
            parot.partial_wasserstein(C, mass=9)

    def stopped():
        with pytest.warns(UserWarning):
            parot.partial_entropic(C, mass=0.5, reg=1e-4, max_iterations=1)

    return [lambda: parot.partial_wasserstein(C, mass=0.5), lambda: parot.partial_curve(C),
            lambda: parot.certify(C, parot.partial_wasserstein(C, mass=0.5)),
            lambda: parot.partial_wasserstein_points(X, Y, price=(0.5, 0.1)),
            lambda: parot.certify_points(X, Y, parot.partial_wasserstein_points(X, Y, mass=0.5)),
            lambda: parot.judge(np.full(C.shape, 0.5 / C.size), C), lambda: parot.judge_points(([0], [1], [0.01]), X, Y),
            lambda: parot.partial_gromov_points(X, Y, mass=0.5, restarts=1),
            lambda: solver.solve(C), lambda: parot.partial_gromov(D, E, mass=0.5, restarts=2).gradient(),
            lambda: parot.partial_entropic(C, mass=0.5, reg=0.1), lambda: parot.partial_line(X[:, 0], Y[:, 0]),
            lambda: parot.register(X, Y, overlap=0.5, restarts=1), lambda: parot.drift(X, Y, level=0.5),
            lambda: parot.pu(Y, X, 0.4, "ridge", keep_model=True).predict(X),
            lambda: parot.pu(Y, X, 0.4, "gromov"), lambda: parot.estimate_prior(Y, X),
            lambda: parot.pu_curve(Y, X), lambda: parot.bias(Y, X, 0.4), lambda: parot.spies(Y, X, 0.4),
            lambda: parot.pot.partial_wasserstein2([], [], C, 0.5, log=True),
            lambda: parot.pot.gromov.partial_fused_gromov_wasserstein2(C, D, E, m=0.5, log=True),
            infeasible, stopped]


def test_no_function_leaks_objects(rng):
    import tracemalloc

    for call in calls(rng):
        for _ in range(3):
            call()
        gc.collect()
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(25):
            call()
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0] - before
        tracemalloc.stop()
        assert grown < 25 * 40, grown  # less than any object for each call


def test_threads_share_arrays(rng):
    """Each function in two threads at once, on the same arrays: same answers, no crash."""
    from concurrent.futures import ThreadPoolExecutor

    jobs = [call for call in calls(rng)[:-2]]
    with ThreadPoolExecutor(4) as pool:
        for future in [pool.submit(job) for _ in range(4) for job in jobs]:
            future.result()


def test_results_are_copied_and_pickled_whole(rng):
    import copy
    import pickle

    for call in calls(rng)[:-2]:
        outcome = call()
        for other in (copy.copy(outcome), copy.deepcopy(outcome), pickle.loads(pickle.dumps(outcome))):
            assert type(other) is type(outcome)
            if hasattr(outcome, "__dict__"):
                for name, value in vars(outcome).items():
                    if isinstance(value, np.ndarray):
                        assert np.array_equal(value, getattr(other, name), equal_nan=True), name
                assert repr(other) == repr(outcome)
    solver = parot.Solver(3, 3, 0.5)
    for wrong in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="cannot be copied or pickled"):
            wrong(solver)


def test_results_outlive_what_they_were_made_of(rng):
    def make():
        X, Y = rng.normal(size=(12, 2)), rng.normal(1, 1, size=(10, 2))
        D, E = parot.cost_matrix(X, X), parot.cost_matrix(Y, Y)
        g = parot.partial_gromov(D, E, mass=0.5)
        a = parot.pu(Y, X, 0.4, "ridge", keep_model=True)
        return g, a, X, [x.copy() for x in g.gradient()[:2]], a.predict(X).label.copy()

    g, a, X, gradients, labels = make()
    gc.collect()
    junk = [rng.random(1000) for _ in range(300)]
    assert all(np.array_equal(x, y) for x, y in zip(g.gradient(), gradients)) and len(junk) == 300
    assert np.array_equal(a.predict(X).label, labels)
