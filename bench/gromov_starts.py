#!/usr/bin/python3
"""How often each start of Gromov-Wasserstein finds the right matching, and what --mass auto says.

Clouds of blobs, the second one turned or mirrored, moved, shuffled, and with noise of 2 % of the diameter. A *slice* is a cloud that is
cut along a direction, so that the two overlap in the middle; *outliers* are points anywhere in the box, as many as are missing.
A start is right if its objective is at most 1.05 times that of the descent from the true matching. A pair is right if the true place of the target
point is within three noise levels of the source point: nearer points cannot be told apart, whatever the method.

    PYTHONPATH=build/python bench/gromov_starts.py starts 400 12    # points, seeds
    PYTHONPATH=build/python bench/gromov_starts.py path 200 8
    PYTHONPATH=build/python bench/gromov_starts.py align 2000 6
"""
import sys
import time

import numpy as np

import parot

STARTS = ("product", "clusters", "profiles", "prior-profiles", "triangles", "auto")
NOISE = 0.02


def blobs(rng, count, dims, kinds=12):
    centre, width = rng.uniform(0, 1, (kinds, dims)), rng.uniform(0.03, 0.12, kinds)
    kind = rng.choice(kinds, count, p=rng.dirichlet(np.full(kinds, 2)))
    return centre[kind] + rng.normal(size=(count, dims)) * width[kind, None]


def clouds(seed, n, dims, overlap, kind):
    """Two clouds, the partner of each row of the first or -1, true places of the second, the noise."""
    rng = np.random.default_rng(seed)
    shared = int(round(overlap * n))
    points = blobs(rng, 2 * n - shared, dims)
    if kind == "slice":
        direction = rng.normal(size=dims)
        points = points[np.argsort(points @ direction)]
    else:
        box = points.min(0), points.max(0)
        own = rng.uniform(*box, (2 * (n - shared), dims))
        points = np.vstack([own[:n - shared], points[:shared], own[n - shared:]])
    some = points[::max(1, len(points) // 300)]
    noise = NOISE * np.sqrt(parot.cost_matrix(some, some, "sqeuclidean").max())
    first, place = points[:n], points[n - shared:]
    turn = np.linalg.qr(rng.normal(size=(dims, dims)))[0]
    order = rng.permutation(n)
    second = ((place + rng.normal(size=place.shape) * noise / np.sqrt(dims)) @ turn.T + rng.normal(size=dims))[order]
    partner = np.full(n, -1)
    partner[n - shared:] = np.argsort(order)[:shared]
    if kind == "unrelated":
        second = blobs(np.random.default_rng(seed + 10000), n, dims)
    return first, second, partner, place[order], noise


def distances(points):
    return parot.cost_matrix(points, points, "euclidean")


def right_pairs(result, first, place, noise):
    near = np.linalg.norm(first[result.plan.row] - place[result.plan.col], axis=1) <= 3 * noise
    return result.plan.mass[near].sum() / result.mass


def try_starts(n, seeds):
    print("| points | overlap | %s | right pairs, auto |" % " | ".join(STARTS))
    for kind in ("slice", "outliers"):
        for dims in (2, 3, 8):
            for overlap in (0.3, 0.6, 0.9):
                found, seconds, right = np.zeros(len(STARTS), int), np.zeros(len(STARTS)), []
                for seed in seeds:
                    first, second, partner, place, noise = clouds(seed, n, dims, overlap, kind)
                    Cs, Ct, rows = distances(first), distances(second), np.flatnonzero(partner >= 0)
                    truth = np.zeros((n, n))
                    truth[rows, partner[rows]] = 1 / n
                    mass = truth.sum()
                    best = parot.partial_gromov(Cs, Ct, mass=mass, start=truth, steps="long").objective
                    for k, start in enumerate(STARTS):
                        began = time.process_time()
                        r = parot.partial_gromov(Cs, Ct, mass=mass, start=start, steps="long")
                        seconds[k] += time.process_time() - began
                        found[k] += r.objective <= 1.05 * best
                    right.append(right_pairs(r, first, place, noise))
                print("| %d, %s, %d-D | %g | %s | %.3f |" % (n, kind, dims, overlap, " | ".join(
                    "%d (%.2f s)" % (f, s / len(seeds)) for f, s in zip(found, seconds)), np.median(right)), flush=True)


def try_path(n, seeds):
    print("| points | overlap | elbow found | largest error | seconds |")
    for kind in ("slice", "outliers", "unrelated"):
        for dims in (2, 3, 8):
            for overlap in (0.3, 0.5, 0.7, 0.9) if kind != "unrelated" else (0,):
                errors, began = [], time.process_time()
                for seed in seeds:
                    first, second, *_ = clouds(seed, n, dims, overlap, kind)
                    path = parot.partial_gromov_path(distances(first), distances(second))
                    errors += [abs(path.elbow - overlap)] if path.has_elbow else []
                print("| %d, %s, %d-D | %g | %d of %d | %s | %.2f |" % (
                    n, kind, dims, overlap, len(errors), len(seeds), "%.3f" % max(errors) if errors else "",
                    (time.process_time() - began) / len(seeds)), flush=True)


def try_align(n, seeds):
    print("| points | overlap | mass | right pairs of each seed | processor seconds |")
    for dims in (2, 3):
        for mass in ("auto", 0.6):
            right, began = [], time.process_time()
            for seed in seeds:
                first, second, _, place, noise = clouds(seed, n, dims, 0.6, "slice")
                source, target = parot.align(first, second, mass=mass, allow_mirrors=True).pairs.T
                right.append((np.linalg.norm(first[source] - place[target], axis=1) <= 3 * noise).mean())
            print("| %d, slice, %d-D | 0.6 | %s | %s | %.1f |" % (
                n, dims, mass, " ".join("%.3f" % r for r in right), (time.process_time() - began) / len(seeds)), flush=True)


if __name__ == "__main__":
    what, n, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    {"starts": try_starts, "path": try_path, "align": try_align}[what](n, range(1000, 1000 + count))
