#!/usr/bin/python3
"""Gromov-Wasserstein of squared Euclidean distances: points against matrices, Gaussian clouds.

    PYTHONPATH=build/python bench/gromov_points.py [--mass S]... [--matrices N] [--dims DS DT] [--metric M]
                                               [--tolerance T] [--iterations N] [--features D] [--alpha A] N...

Each problem runs in a process of its own, from the product with long steps on one thread. Seconds are
processor time, from points to plan, prices and gap; memory is the peak of the process less that before the call.
"""
import argparse
import os
import resource
import subprocess
import sys

import numpy as np


def usage():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def solve(n, mass, dims, way, metric, tolerance, iterations, features, alpha):
    import parot

    rng = np.random.default_rng(n)
    X, Y = rng.normal(size=(n, dims[0])), rng.normal(size=(n, dims[1]))
    how = {"mass": mass, "start": "product", "steps": "long", "tolerance": tolerance, "max_iterations": iterations}
    parot.partial_gromov_points(X[:9], Y[:9], metric=metric, **how)  # whatever is loaded when it is first used
    F, G = rng.normal(size=(n, features)), rng.normal(size=(n, features))
    fused = {"X_features": F, "Y_features": G, "alpha": alpha} if features else {}
    seconds, megabytes = usage()
    if way == "points":
        r = parot.partial_gromov_points(X, Y, metric=metric, **how, **fused)
    else:
        fused = {"cost": parot.cost_matrix(F, G), "alpha": alpha} if features else {}
        r = parot.partial_gromov(parot.cost_matrix(X, X, metric=metric), parot.cost_matrix(Y, Y, metric=metric), **how, **fused)
    after = usage()
    print("| %d | %g | %s | %.2f | %d | %d | %.8g | %.1g |" % (
        n, mass, way, after[0] - seconds, after[1] - megabytes, r.info.iterations, r.objective,
        r.stationarity), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sizes", type=int, nargs="+", metavar="N")
    parser.add_argument("--mass", type=float, action="append")
    parser.add_argument("--dims", type=int, nargs=2, default=(3, 2))
    parser.add_argument("--metric", default="sqeuclidean")
    parser.add_argument("--tolerance", type=float, default=1e-9)
    parser.add_argument("--iterations", type=int)
    parser.add_argument("--features", type=int, default=0, help="fused: columns of features")
    parser.add_argument("--alpha", type=float, default=0.3, help="weight of the distances, if there are features")
    parser.add_argument("--matrices", type=int, default=0, metavar="N", help="up to this size also by matrices")
    parser.add_argument("--way", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.way:
        solve(given.sizes[0], given.mass[0], given.dims, given.way, given.metric, given.tolerance, given.iterations,
              given.features, given.alpha)
        return
    print("| n = m | mass | by | seconds | MB | iterations | objective | stationarity |\n" + 8 * "|---" + "|", flush=True)
    for n in given.sizes:
        for mass in given.mass or (0.5, 1.0):
            for way in ("points", "matrices") if n <= given.matrices else ("points",):
                subprocess.run([sys.executable, os.path.abspath(__file__), str(n), "--mass", str(mass), "--way", way,
                                "--dims", *map(str, given.dims), "--metric", given.metric,
                                "--tolerance", str(given.tolerance),
                                "--features", str(given.features), "--alpha", str(given.alpha),
                                *(["--iterations", str(given.iterations)] if given.iterations else [])], check=True)


if __name__ == "__main__":
    main()
