"""match.py COMMAND [CASE...] - pairs within a caliper: seconds of the processor and memory of `parot match`, proof included; CASE counts from 0.

Points are uniform in a cube; the caliper is such that a row in the middle has the given number of candidates. Beside it, where it fits
into memory and ends within minutes, SciPy's linear_sum_assignment of the whole matrix, with forbidden pairs at a large cost.
"""
import json
import math
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time

import numpy as np

# rows of A, rows of B, columns, candidates of a row, more options
CASES = [
    (10000, 10000, 3, 20, []),
    (100000, 100000, 3, 20, []),
    (100000, 100000, 2, 20, []),
    (100000, 100000, 5, 20, []),
    (400000, 100000, 3, 20, []),
    (100000, 400000, 3, 20, []),
    (50000, 200000, 3, 20, ["--ratio", "3"]),
    (100000, 100000, 3, 20, ["--price", "half"]),
]
SCIPY_ROWS = 10000  # a matrix of 800 MB


def ball(dims):
    return math.pi ** (dims / 2) / math.gamma(dims / 2 + 1)


def measure(command, a, b, caliper, more):
    """(seconds of the processor, megabytes, document)"""
    words = [command, "match", a, b, "--caliper", "%.17g" % caliper, "--json",
             *("%.17g" % (caliper / 2) if word == "half" else word for word in more)]
    read, write = os.pipe()
    process = os.posix_spawn(command, words, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, write, 1)])
    os.close(write)
    with os.fdopen(read) as file:
        document = json.load(file)
    _, status, usage = os.wait4(process, 0)
    if status != 0:
        sys.exit("match.py: %s failed" % " ".join(words))
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1e3, document


def assign(x, y, caliper):
    """(seconds of the processor, pairs, sum), the matrix included."""
    from scipy.optimize import linear_sum_assignment
    from scipy.spatial.distance import cdist
    begin = time.process_time()
    cost = cdist(x, y)
    row, col = linear_sum_assignment(np.where(cost <= caliper, cost, 2 * caliper * len(x)))
    seconds = time.process_time() - begin
    kept = cost[row, col] <= caliper
    return seconds, int(kept.sum()), float(cost[row, col][kept].sum())


def scipy_seconds(x, y, caliper):
    """The same in a process of its own, so that its memory is not counted as ours; None: too large."""
    if len(x) > SCIPY_ROWS or len(y) > SCIPY_ROWS:
        return None
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(assign, (x, y, caliper))


def main():
    command = os.path.abspath(sys.argv[1])
    cases = [CASES[int(word)] for word in sys.argv[2:]] or CASES
    print("| A | B | columns | candidates | options | pairs | processor, s | MB | SciPy, s |")
    print("|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for n, m, dims, candidates, more in cases:
            rng = np.random.default_rng(n + m + dims + candidates)
            x, y = rng.random((n, dims)), rng.random((m, dims))
            a, b = os.path.join(folder, "a.npy"), os.path.join(folder, "b.npy")
            np.save(a, x)
            np.save(b, y)
            caliper = (candidates / (m * ball(dims))) ** (1 / dims)
            seconds, size, document = measure(command, a, b, caliper, more)
            if not document["certificate"]["proved"]:
                sys.exit("match.py: not proved")
            rival = scipy_seconds(x, y, caliper) if not more else None
            if rival and (rival[1] != document["pairs"] or abs(rival[2] - document["objective"]) > 1e-6 * rival[2]):
                sys.exit("match.py: SciPy has %d pairs for %.9g, we %d for %.9g" % (
                    *rival[1:], document["pairs"], document["objective"]))
            print("| %d | %d | %d | %d | %s | %d | %.1f | %.0f | %s |" % (
                n, m, dims, document["candidates"], " ".join(more), document["pairs"], seconds, size,
                "%.1f" % rival[0] if rival else ""), flush=True)


if __name__ == "__main__":
    main()
