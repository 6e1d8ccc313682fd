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
        parot.mass_path(C, p, q)
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
