#!/usr/bin/python3
"""python.py - the package parot as its users meet it, beside POT in the same process.

    PYTHONPATH=build/python bench/python.py [--runs 3] [--quick]

Rivals take turns, the least time of each counts; POT has numItermax=10**7 and 1, 10 and 50 dummies,
of which the default and the best are shown. One thread each, seconds of processor time: other programs
on the machine do not count.
"""
import argparse
import os
import resource
import subprocess
import sys
import time

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ[name] = "1"

import numpy as np  # noqa: E402

import parot  # noqa: E402

PRINT = "%-46s %12s %12s %12s %8s"


def least(function, runs, clock=time.process_time):
    times = []
    for _ in range(runs):
        begin = clock()
        function()
        times.append(clock() - begin)
    return min(times)


def take_turns(rivals, runs):
    """{name: least seconds}, one run of each in turn."""
    best = {name: float("inf") for name in rivals}
    for _ in range(runs):
        for name, function in rivals.items():
            best[name] = min(best[name], least(function, 1))
    return best


def of_children():
    times = os.times()
    return times.children_user + times.children_system


def import_time(runs):
    """Of ten imports at a time: the clock of processes ticks in hundredths."""
    def ten(code):
        for _ in range(10):
            subprocess.run([sys.executable, "-c", code])

    bare = least(lambda: ten("pass"), runs, of_children) / 10
    full = least(lambda: ten("import parot"), runs, of_children) / 10
    print("import parot: %.0f ms over a bare interpreter" % (1e3 * (full - bare)))


def overhead(runs):
    C = np.random.default_rng(0).random((10, 10))
    inside, outside = [], []
    for _ in range(2000 * runs):
        begin = time.perf_counter()
        result = parot.partial_wasserstein(C, mass=0.5)
        outside.append(time.perf_counter() - begin)
        inside.append(result.info.setup_seconds + result.info.solve_seconds)
    print("a call at n = 10: %.1f us, of which the library takes %.1f us (medians)" % (
        1e6 * np.median(outside), 1e6 * np.median(inside)))


def memory():
    """Peak of the process before and after a solve: the cost matrix must not be copied."""
    n = 3000
    C = np.random.default_rng(0).random((n, n))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    parot.partial_wasserstein(C, mass=0.5)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print("memory at n = %d: %.0f MB beside a cost matrix of %.0f MB" % (
        n, (after - before) / 1024, C.nbytes / 2**20))


def wasserstein(n, mass, runs):
    import ot.partial

    rng = np.random.default_rng(n)
    M = parot.cost_matrix(rng.normal(size=(n, 2)), rng.normal(size=(n, 2)))
    a = np.full(n, 1 / n)
    rivals = {"parot": lambda: parot.partial_wasserstein(M, a, a, mass=mass).plan.toarray()}
    for dummies in (1, 10, 50):
        rivals["POT %d" % dummies] = lambda dummies=dummies: ot.partial.partial_wasserstein(
            a, a, M, m=mass, nb_dummies=dummies, numItermax=10**7, log=True)
    best = take_turns(rivals, runs)
    pot = min(seconds for name, seconds in best.items() if name != "parot")
    print(PRINT % ("partial Wasserstein %d x %d, mass %g" % (n, n, mass), "%.3f s" % best["parot"],
                   "%.3f s" % pot, "%.3f s" % best["POT 1"], "%.1f x" % (pot / best["parot"])))


def gromov(n, m, mass, runs):
    import ot.partial

    rng = np.random.default_rng(n)
    x, y = rng.normal(size=(n, 2)), rng.normal(size=(m, 3))
    C1, C2 = parot.cost_matrix(x, x, "euclidean"), parot.cost_matrix(y, y, "euclidean")
    p, q = np.full(n, 1 / n), np.full(m, 1 / m)
    rivals = {"parot": lambda: parot.pot.partial_gromov_wasserstein(C1, C2, p, q, m=mass),
              "POT": lambda: ot.partial.partial_gromov_wasserstein(C1, C2, p, q, m=mass,
                                                                    numItermax=10**7)}
    best = take_turns(rivals, runs)
    print(PRINT % ("partial Gromov-Wasserstein %d x %d, mass %g" % (n, m, mass),
                   "%.3f s" % best["parot"], "%.3f s" % best["POT"], "%.3f s" % best["POT"],
                   "%.1f x" % (best["POT"] / best["parot"])))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--quick", action="store_true", help="small sizes")
    args = parser.parse_args()
    import_time(args.runs)
    overhead(args.runs)
    memory()
    print(PRINT % ("", "parot", "POT, best", "POT, default", "faster"))
    n = 500 if args.quick else 2000
    for mass in (0.5, 0.8):
        wasserstein(n, mass, args.runs)
    gromov(*((100, 200) if args.quick else (400, 800)), 0.5, args.runs)


if __name__ == "__main__":
    main()
