#!/usr/bin/python3
"""batches.py [ROUNDS] - many problems in one call, against a Python loop over POT, in processor seconds.

Every round solves the same problems by all programs, one after the other; the least of all rounds is printed. POT has its best
number of dummy points for each row, and enough pivots, and solves a tenth of the problems. Arrays in, arrays out: what the call takes from
Python is what is measured. For two threads the last columns are the wall clock, which means something on an idle machine only, and the
processor time of both, which says what the threads cost each other.
"""
import sys
import time
import warnings

import numpy as np

import parot

PIVOTS = 10 ** 7
DUMMIES = (1, 10, 20)


def clouds(count, n, dims, rng):
    x, y = rng.random((count, n, dims)), rng.random((count, n, dims))
    return ((x[:, :, None] - y[:, None]) ** 2).sum(-1)


def timed(call, clock=time.process_time):
    begin = clock()
    answer = call()
    return clock() - begin, answer


def pot_loop(C, mass, dummies):
    import ot
    n, m = C.shape[1:]
    p, q = np.full(n, 1 / n), np.full(m, 1 / m)
    if mass == 1:
        return [float((ot.emd(p, q, cost, numItermax=PIVOTS) * cost).sum()) for cost in C]
    return [float((ot.partial.partial_wasserstein(p, q, cost, m=mass, nb_dummies=dummies, numItermax=PIVOTS) * cost).sum())
            for cost in C]


def against_pot(count, n, dims, mass, rounds, rng):
    """(ours, POT's best, its dummies), each for `count` problems; POT solves a tenth of them."""
    C = clouds(count, n, dims, rng)
    few = C[:max(10, count // 10)]
    ours, theirs = [], {}
    for _ in range(rounds):
        seconds, answer = timed(lambda: parot.batch.partial_wasserstein(C, mass=mass))
        ours.append(seconds)
        for dummies in DUMMIES if mass < 1 else (0,):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                seconds, costs = timed(lambda: pot_loop(few, mass, dummies))
            theirs.setdefault(dummies, []).append(seconds * count / len(few))
            assert np.allclose(costs, answer.objective[:len(few)], rtol=1e-6, atol=1e-12)
    best = min(theirs, key=lambda dummies: min(theirs[dummies]))
    return min(ours), min(theirs[best]), best


def two_threads(C, rounds):
    runs = {1: [], 2: []}
    for _ in range(4 * rounds):
        for threads in runs:
            wall, spent = time.monotonic(), time.process_time()
            parot.batch.partial_wasserstein(C, mass=.5, threads=threads)
            runs[threads].append((time.monotonic() - wall, time.process_time() - spent))
    return {threads: [min(column) for column in zip(*found)] for threads, found in runs.items()}


def main(rounds):
    rng = np.random.default_rng(0)
    print("| problems | mass | parot | POT | dummies | POT / parot |\n|---|---|---|---|---|---|")
    for count, n in ((10000, 20), (1000, 128)):
        for dims in (2, 10):
            for mass in (.2, .5, .9, 1):
                ours, theirs, dummies = against_pot(count, n, dims, mass, rounds, rng)
                print("| %d of %d x %d, %d-D | %g | %.3f s | %.2f s | %d | %.1f |" % (
                    count, n, n, dims, mass, ours, theirs, dummies, theirs / ours), flush=True)
    print("\n| pairs of 200 clouds of 100 points in 2-D, mass | seconds |\n|---|---|")
    points = [rng.random((100, 2)) for _ in range(200)]
    for mass in (.2, .5, .8, .9, 1):
        best = min(timed(lambda: parot.pairwise(points, mass=mass))[0] for _ in range(rounds))
        print("| %g | %.2f |" % (mass, best), flush=True)
    found = two_threads(clouds(1000, 128, 2, rng), rounds)
    print("\n| threads, 1000 of 128 x 128 | wall, s | processor, s |\n|---|---|---|")
    for threads, (wall, spent) in found.items():
        print("| %d | %.3f | %.3f |" % (threads, wall, spent))
    print("\nby the wall clock %.2f times, by processor time %.2f times as fast" % (
        found[1][0] / found[2][0], 2 * found[1][1] / found[2][1]))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
