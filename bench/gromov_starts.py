#!/usr/bin/python3
"""How often each start of Gromov-Wasserstein finds the right matching, and what --mass auto says.

Clouds of blobs, the second one turned or mirrored, moved, shuffled, and with noise of 2 % of the diameter. A *slice* is a cloud that is
cut along a direction, so that the two overlap in the middle; *outliers* are points anywhere in the box, as many as are missing.
Outliers at overlap 1 are
none: a permuted copy. A start is right if its objective is at most 1.05 times that of the descent from the true matching. A pair is right if the true place of the target
point is within three noise levels of the source point: nearer points cannot be told apart, whatever the method.

    PYTHONPATH=build/python bench/gromov_starts.py table            # all sizes; --quick: a few, in a minute
    PYTHONPATH=build/python bench/gromov_starts.py starts 400 12    # points, seeds
    PYTHONPATH=build/python bench/gromov_starts.py points 1000 4    # without matrices
    PYTHONPATH=build/python bench/gromov_starts.py path 200 8       # a fourth number is the first seed, 1000 unless given
    PYTHONPATH=build/python bench/gromov_starts.py align 2000 6 5000
    PYTHONPATH=build/python bench/gromov_starts.py align 2000 6 5000 .3,.9   # in the plane, at these overlaps
"""
import itertools
import sys
import time

import numpy as np

import parot

STARTS = ("injections", "representatives", "triangles", "profiles", "prior-profiles", "product", "axes", "clusters")
CASES = (("outliers", 3, 1.0), ("outliers", 2, 0.6), ("outliers", 3, 0.6), ("slice", 2, 0.6), ("slice", 3, 0.6))
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


def planted(seed):
    """3 of 5 points have partners at the same distances; and the least objective of all ways to send 3 points to 3."""
    rng = np.random.default_rng(seed)
    first, second = rng.normal(size=(5, 2)), rng.normal(size=(5, 2))
    turn = np.linalg.qr(rng.normal(size=(2, 2)))[0]
    second[rng.permutation(5)[:3]] = first[rng.permutation(5)[:3]] @ turn.T
    Cs, Ct = distances(first), distances(second)
    least = min(((Cs[np.ix_(i, i)] - Ct[np.ix_(j, j)]) ** 2).sum() / 50
                for i in itertools.combinations(range(5), 3) for j in itertools.permutations(range(5), 3))
    return Cs, Ct, 0.6, least


def copied(seed, n, dims, overlap, kind):
    """Distances, mass, and the objective of the descent from the true matching."""
    first, second, partner, place, noise = clouds(seed, n, dims, overlap, kind)
    Cs, Ct, rows = distances(first), distances(second), np.flatnonzero(partner >= 0)
    truth = np.zeros((n, n))
    truth[rows, partner[rows]] = 1 / n
    best = parot.partial_gromov(Cs, Ct, mass=truth.sum(), start=truth, steps="long").objective
    return (Cs, Ct, truth.sum(), best), lambda r: right_pairs(r, first, place, noise)


def count_starts(problems):
    """Of each start, and of all: in how many problems it is right; the median of right pairs; processor seconds of all together."""
    found, right, seconds = {}, [], 0
    for (Cs, Ct, mass, best), judge in problems:
        began = time.process_time()
        r = parot.partial_gromov(Cs, Ct, mass=mass, steps="auto" if len(Cs) < 10 else "long")
        seconds += time.process_time() - began
        limit = 1.05 * best + 1e-12
        ends = {}
        for trial in r.trials:
            ends[trial.start] = ends.get(trial.start, False) or trial.objective <= limit
        for start in STARTS:
            found[start] = found.get(start, 0) + ends.get(start, False)
        found["auto"] = found.get("auto", 0) + (r.objective <= limit)
        right.append(judge(r) if judge else np.nan)
    return found, np.median(right), seconds / len(right)


def print_starts(name, problems, count):
    found, right, seconds = count_starts(problems)
    print("| %s | %d | %s | %s | %.2f |" % (name, count, " | ".join(str(found[k]) for k in STARTS + ("auto",)),
                                            "" if np.isnan(right) else "%.3f" % right, seconds), flush=True)


def try_starts(n, seeds):
    for kind, dims, overlap in CASES:
        print_starts("%d, %s, %d-D, overlap %g" % (n, kind, dims, overlap),
                     (copied(seed, n, dims, overlap, kind) for seed in seeds), len(seeds))


def try_table(quick):
    """All sizes; fewer problems of the larger ones."""
    print("| points | problems | %s | all | right pairs | seconds |" % " | ".join(STARTS))
    print("|---" * (len(STARTS) + 5) + "|")
    print_starts("5, 3 planted", ((planted(seed), None) for seed in range(40)), 40)
    for n, count in ((100, 4), (300, 3)) if quick else ((100, 20), (300, 10), (1000, 4), (3000, 1)):
        try_starts(n, range(4000, 4000 + count))


def try_points(n, count):
    """Without matrices, squared distances, tolerance 1e-4. A start is lowest if it ends within 5 % of the lowest one."""
    print("| points | problems | representatives | product | random | right pairs of each | seconds |")
    for kind, dims in (("slice", 2), ("slice", 3), ("outliers", 3)):
        lowest, right, began = {}, [], time.process_time()
        for seed in range(4000, 4000 + count):
            first, second, _, place, noise = clouds(seed, n, dims, 0.6, kind)
            r = parot.partial_gromov_points(first, second, mass=0.6, metric="sqeuclidean", tolerance=1e-4, steps="long")
            right.append(right_pairs(r, first, place, noise))
            for start in ("representatives", "product", "random"):
                lowest[start] = lowest.get(start, 0) + any(
                    t.objective <= 1.05 * r.objective for t in r.trials if t.start == start)
        print("| %d, %s, %d-D, overlap 0.6 | %d | %s | %s | %.1f |" % (
            n, kind, dims, count, " | ".join(str(k) for k in lowest.values()), " ".join("%.3f" % k for k in right),
            (time.process_time() - began) / count), flush=True)


def try_path(n, seeds):
    print("| points | overlap | elbow found | largest error | range holds it | seconds |")
    for kind in ("slice", "outliers", "unrelated"):
        for dims in (8, 3, 2):
            for overlap in (0.3, 0.5, 0.7, 0.9) if kind != "unrelated" else (0,):
                errors, held, began = [], 0, time.process_time()
                for seed in seeds:
                    first, second, *_ = clouds(seed, n, dims, overlap, kind)
                    path = parot.partial_gromov_path(distances(first), distances(second))
                    errors += [abs(path.elbow - overlap)] if path.has_elbow else []
                    held += path.has_elbow and path.low <= overlap <= path.high
                print("| %d, %s, %d-D | %g | %d of %d | %s | %s | %.2f |" % (
                    n, kind, dims, overlap, len(errors), len(seeds), "%.3f" % max(errors) if errors else "",
                    "%d of %d" % (held, len(errors)) if errors else "", (time.process_time() - began) / len(seeds)), flush=True)


def try_align(n, seeds, overlaps=(0.6,), all_dims=(2, 3), masses=("auto", "given")):
    print("| points | overlap | mass | right pairs of each seed | share found | unreliable | processor seconds |")
    for overlap, dims, mass in itertools.product(overlaps, all_dims, masses):
        right, shares, doubted, seconds = [], [], [], []
        for seed in seeds:
            first, second, _, place, noise = clouds(seed, n, dims, overlap, "slice")
            began = time.process_time()
            found = parot.align(first, second, mass=overlap if mass == "given" else mass, allow_mirrors=True)
            seconds.append(time.process_time() - began)
            source, target = found.pairs.T
            right.append((np.linalg.norm(first[source] - place[target], axis=1) <= 3 * noise).mean())
            shares.append(found.share)
            doubted.append(not found.has_elbow)
        print("| %d, slice, %d-D | %g | %s | %s | %s | %s | %.1f to %.1f |" % (
            n, dims, overlap, mass, " ".join("%.3f" % r for r in right), " ".join("%.3f" % s for s in shares),
            " ".join("yes" if d else "no" for d in doubted), min(seconds), max(seconds)), flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "table":
        try_table("--quick" in sys.argv)
    elif sys.argv[1] == "points":
        try_points(int(sys.argv[2]), int(sys.argv[3]))
    else:
        what, n, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
        first = int(sys.argv[4]) if len(sys.argv) > 4 else 1000
        more = {"overlaps": [float(o) for o in sys.argv[5].split(",")], "all_dims": (2,), "masses": ("auto",)} if len(sys.argv) > 5 else {}
        {"starts": try_starts, "path": try_path, "align": try_align}[what](n, range(first, first + count), **more)
