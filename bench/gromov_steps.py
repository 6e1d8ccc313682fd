#!/usr/bin/python3
"""gromov_steps.py - where long, exact and both kinds of steps end beside POT, on small problems.

    PYTHONPATH=build/python bench/gromov_steps.py [--problems 40] [--sizes 10x10,20x15,50x50]

Both begin at the product. Points: Gaussian in 3 and 2 dimensions, a plane and part of it with noise, two clusters against one, random
symmetric matrices; masses of .3, .5, .7 and .9. Of objectives over POT's: geometric mean, largest, and how many are higher. Markdown.
"""
import argparse
import warnings

import numpy as np
import ot
import parot
from scipy.spatial.distance import cdist


def make_pair(kind, n, m, random):
    if kind == "random symmetric":
        pair = [random.random((k, k)) for k in (n, m)]
        return [(matrix + matrix.T) * (1 - np.eye(len(matrix))) for matrix in pair]
    if kind == "Gaussian":
        x, y = random.standard_normal((n, 3)), random.standard_normal((m, 2))
    elif kind == "isometric with noise":
        x = random.standard_normal((n, 2))
        y = x[random.permutation(n)[:m]] + 0.05 * random.standard_normal((min(n, m), 2))
    else:
        x = np.r_[random.standard_normal((n // 2, 2)), random.standard_normal((n - n // 2, 2)) + 6]
        y = random.standard_normal((m, 2))
    return cdist(x, x), cdist(y, y)


def loss(source, target, plan):
    r, c = plan.sum(1), plan.sum(0)
    return 0.5 * (r @ (source**2) @ r + c @ (target**2) @ c) - np.sum((source @ plan @ target.T) * plan)


def compare(kind, n, m, seed):
    """Objectives of long and exact steps over POT's."""
    random = np.random.default_rng(1000 * seed + n)
    source, target = make_pair(kind, n, m, random)
    mass = random.choice([0.3, 0.5, 0.7, 0.9])
    p, q = np.full(len(source), 1 / len(source)), np.full(len(target), 1 / len(target))
    theirs = loss(source, target, ot.partial.partial_gromov_wasserstein(source, target, p, q, m=mass, numItermax=1000))
    ours = [parot.partial_gromov(source, target, mass=mass, start="product", steps=steps).objective for steps in ("long", "exact")]
    return [value / theirs for value in ours]


def describe(ratios):
    ratios = np.maximum(ratios, 1e-9)
    return f"{np.exp(np.mean(np.log(ratios))):.2f}, {ratios.max():.2f}, {100 * np.mean(ratios > 1.0001):.0f} %"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--problems", type=int, default=40)
    parser.add_argument("--sizes", default="10x10,20x15,50x50")
    options = parser.parse_args()
    warnings.simplefilter("ignore")  # POT's, of its limit
    print("| points | long | exact | the lower of both |\n|---|---|---|---|")
    for kind in ("Gaussian", "isometric with noise", "two clusters against one", "random symmetric"):
        for size in options.sizes.split(","):
            n, m = map(int, size.split("x"))
            ratios = np.array([compare(kind, n, m, seed) for seed in range(options.problems)])
            columns = (ratios[:, 0], ratios[:, 1], ratios.min(axis=1))
            print(f"| {n} x {m} {kind} | " + " | ".join(map(describe, columns)) + " |", flush=True)


if __name__ == "__main__":
    main()
