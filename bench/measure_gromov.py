#!/usr/bin/python3
"""measure_gromov.py - parot_gromov beside POT's partial_gromov_wasserstein and beside its own matrix products.

    bench/measure_gromov.py [--build build] [--instances 20] [--small 1000] [--runs 3] [--only small,rect,square,floor,memory]
    PYTHONPATH=build/python bench/measure_gromov.py --only entropic [--sizes 50,200,400,1000] [--runs 3]

Gaussian points in 3 and 2 dimensions, Euclidean distances, half of the mass, the product start (of that mass) for both, one
thread each. POT needs some 20 iterations, or does not end: it is stopped after 300 (1000, its default, for the small ones). Then
its plan counts, its time does not. Engines take turns; a time is the least of its runs. Objectives are J, with the factor 1/2, computed
here for both. Times are processor seconds. Prints Markdown.

The part `entropic` runs parot.partial_gromov_entropic beside POT's entropic_gromov_wasserstein, entropic_fused_gromov_wasserstein
(from POT 0.9.1 on) and entropic_partial_gromov_wasserstein, all with the tolerance 1e-9 of the change and at most 1000 iterations, on
distances over their largest one: medians of the runs, in turns. POT's partial function takes up to 1000 iterations for each linear problem: it is stopped
after 11 of these (after 1 from 400 points on where reg < .05), and its time counts for those alone.
"""
import os

os.environ["OPENBLAS_NUM_THREADS"] = os.environ.get("OPENBLAS_NUM_THREADS", "1")  # before NumPy is loaded
os.environ["BENCH_CLOCK"] = "cpu"  # processor seconds, of bench_gromov too

import argparse
import json
import subprocess
import tempfile
import time

import numpy as np
import ot
from scipy.spatial.distance import cdist

from gromov_pairs import make_pair, write_pairs

MASS = 0.5
PRODUCT = 1


class Parot:
    """bench_gromov on a file of pairs, kept running between passes."""

    def __init__(self, build, pairs, threads=1, iterations=0, starts=PRODUCT):
        self.folder = tempfile.TemporaryDirectory()
        path = os.path.join(self.folder.name, "pairs")
        write_pairs(path, pairs)
        command = [os.path.join(build, "bench/bench_gromov"), path, str(MASS), str(starts), str(threads), str(iterations)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()

    def run(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.folder.cleanup()


def loss(source, target, plan):
    r, c = plan.sum(1), plan.sum(0)
    return 0.5 * (r @ (source**2) @ r + c @ (target**2) @ c) - np.sum((source @ plan @ target.T) * plan)


def run_pot(pair, limit=300):
    source, target = pair
    p, q = np.full(len(source), 1 / len(source)), np.full(len(target), 1 / len(target))
    begin = time.process_time()
    plan, log = ot.partial.partial_gromov_wasserstein(source, target, p, q, m=MASS, G0=MASS * np.outer(p, q), numItermax=limit,
                                                      log=True)
    seconds = time.process_time() - begin
    return {"seconds": seconds, "objective": loss(source, target, plan), "mass_error": abs(plan.sum() - MASS),
            "is_endless": 10 * len(log["err"]) >= limit}


def compare(build, pair, runs, with_auto):
    """Turns of both; the least time of each, and the answers."""
    ours, auto = Parot(build, [pair]), Parot(build, [pair], starts=0)
    best = {"ours": None, "pot": None}
    for _ in range(runs):
        if best["pot"] and best["pot"]["is_endless"]:
            break
        for name, answer in (("ours", ours.run()), ("pot", run_pot(pair))):
            if best[name] is None or answer["seconds"] < best[name]["seconds"]:
                best[name] = answer
    if with_auto:
        best["auto"] = auto.run()
    ours.close()
    auto.close()
    return best


def print_rect(build, instances, runs):
    answers = [compare(build, make_pair(seed, 400, 800), runs, True) for seed in range(instances)]
    ended = [a for a in answers if not a["pot"]["is_endless"]]
    speed = [a["pot"]["seconds"] / a["ours"]["seconds"] for a in ended]
    ratio = np.array([a["ours"]["objective"] / a["pot"]["objective"] for a in answers])
    auto = np.array([a["auto"]["objective"] / a["pot"]["objective"] for a in answers])
    print("| 400 x 800, %d instances | parot, s | POT, s | times faster | objective over POT's |" % instances)
    print("|---|---|---|---|---|")
    print("| median (least, largest) | %.3f | %.2f | %.1f (%.1f, %.1f) | %.4f (%.4f, %.4f) |" % (
        np.median([a["ours"]["seconds"] for a in answers]), np.median([a["pot"]["seconds"] for a in ended]),
        np.median(speed), min(speed), max(speed), np.median(ratio), ratio.min(), ratio.max()))
    print("| all starts | %.3f | | | %.4f (%.4f, %.4f) |" % (
        np.median([a["auto"]["seconds"] for a in answers]), np.median(auto), auto.min(), auto.max()))
    print("\nPOT did not end in %d. Largest error of the mass: parot %.1e, POT %.1e.\n" % (
        len(answers) - len(ended), max(a["ours"]["mass_error"] for a in answers), max(a["pot"]["mass_error"] for a in answers)), flush=True)


def print_square(build):
    a = compare(build, make_pair(0, 1000, 1000), 1, False)
    print("| 1000 x 1000 | parot, s | POT, s | times faster | objective over POT's |\n|---|---|---|---|---|")
    print("| | %.3f | %.2f | %.1f | %.4f |\n" % (a["ours"]["seconds"], a["pot"]["seconds"],
                                                a["pot"]["seconds"] / a["ours"]["seconds"],
                                                a["ours"]["objective"] / a["pot"]["objective"]), flush=True)


def print_small(build, runs, count):
    pairs = [make_pair(seed, 50, 50) for seed in range(count)]
    ours = Parot(build, pairs)
    best = min((ours.run() for _ in range(runs)), key=lambda a: a["seconds"])
    pot = [run_pot(pair, 1000) for pair in pairs]  # its default: some of them never end
    seconds, objective = sum(a["seconds"] for a in pot), sum(a["objective"] for a in pot)
    typical = count * np.median([a["seconds"] for a in pot])
    print("| %d problems of 50 x 50 | parot, s | POT, s | times faster | sum of objectives over POT's |\n|---|---|---|---|---|" % count)
    print("| all | %.3f | %.2f | %.1f | %.4f |" % (best["seconds"], seconds, seconds / best["seconds"],
                                                 best["objective"] / objective))
    print("| if POT took its median every time | | %.2f | %.1f | |\n" % (typical, typical / best["seconds"]), flush=True)
    ours.close()


def print_floor(build, runs):
    """20 iterations beside 20 full products n x m x min(n, m), both on two threads."""
    code = ("import numpy as np, time; a = np.random.rand(2000, 2000); b = np.random.rand(2000, 2000); a @ b\n"
            "t = time.perf_counter()\nfor _ in range(20): a @ b\nprint(time.perf_counter() - t)")
    ours = Parot(build, [make_pair(0, 2000, 2000)], threads=2, iterations=20)
    times, floors = [], []
    for _ in range(runs):
        times.append(ours.run()["seconds"])
        floors.append(float(subprocess.run(["/usr/bin/python3", "-c", code], capture_output=True, text=True,
                                           env={**os.environ, "OPENBLAS_NUM_THREADS": "2"}).stdout))
    print("| 2000 x 2000, 20 iterations, 2 threads | parot, s | its 20 products alone, s | over the products |\n|---|---|---|---|")
    print("| | %.2f | %.2f | %.2f |\n" % (min(times), min(floors), min(times) / min(floors)), flush=True)
    ours.close()


def print_memory(build):
    ours = Parot(build, [make_pair(0, 5000, 5000)], threads=2, iterations=20)
    answer = ours.run()
    print("| 5000 x 5000, 20 iterations, 2 threads | seconds | peak memory, GB, with both matrices |\n|---|---|---|")
    print("| | %.1f | %.2f |\n" % (answer["seconds"], answer["bytes"] / 1e9), flush=True)
    ours.close()


# ---- With an entropy ----


def make_entropic(n, seed=0):
    random = np.random.default_rng(seed)
    x, y = random.standard_normal((n, 3)), random.standard_normal((n, 2))
    matrices = cdist(x, x), cdist(y, y), cdist(random.random((n, 2)), random.random((n, 2)))
    return [matrix / matrix.max() for matrix in matrices]


def solve_entropic(kind, source, target, cost, reg):
    import parot
    fused = {"cost": cost, "alpha": .5} if kind == "fused" else {}
    mass = MASS if kind == "partial" else 1.0
    return parot.partial_gromov_entropic(source, target, mass=mass, reg=reg, tolerance=1e-9 / mass, **fused).plan


def solve_entropic_pot(kind, source, target, cost, reg):
    """POT has <L,T,T> = 2 J: in its terms .5 C + .5 J is .75 (2/3 C + 1/3 2 J)."""
    n = len(source)
    p = np.full(n, 1 / n)
    how = {"symmetric": True} if hasattr(ot.gromov, "entropic_fused_gromov_wasserstein") else {}
    if kind == "partial":
        function = getattr(ot.gromov, "entropic_partial_gromov_wasserstein", None) or ot.partial.entropic_partial_gromov_wasserstein
        return function(source, target, p, p, reg=2 * reg, m=MASS, tol=1e-9, numItermax=1 if n >= 400 and reg < .05 else 11, **how)
    if kind == "fused":
        return ot.gromov.entropic_fused_gromov_wasserstein(cost, source, target, p, p, "square_loss", epsilon=reg / .75, alpha=1 / 3,
                                                           tol=1e-9, max_iter=1000, **how)
    return ot.gromov.entropic_gromov_wasserstein(source, target, p, p, "square_loss", epsilon=2 * reg, tol=1e-9, max_iter=1000, **how)


def regularised(kind, source, target, cost, plan, reg):
    used = plan[plan > 0]
    alpha = .5 if kind == "fused" else 1
    return alpha * loss(source, target, plan) + (1 - alpha) * np.sum(cost * plan) + reg * np.sum(used * np.log(used))


def print_entropic(runs, sizes):
    import warnings
    warnings.simplefilter("ignore")
    print("| with an entropy, POT %s | n | reg | parot, s | POT, s | times faster | value - POT's |\n|---|---|---|---|---|---|---|" % ot.__version__)
    for kind in ("plain", "fused", "partial"):
        for n in sizes:
            for reg in (.5, .05, .005):
                if kind == "fused" and not hasattr(ot.gromov, "entropic_fused_gromov_wasserstein"):
                    continue
                problem = make_entropic(n)
                times, plans = ([], []), [None, None]
                for _ in range(1 if n * (kind == "partial" or reg < .05) >= 400 else runs):
                    for k, solve in enumerate((solve_entropic, solve_entropic_pot)):
                        begin = time.process_time()
                        plans[k] = solve(kind, *problem, reg)
                        times[k].append(time.process_time() - begin)
                ours, pot = np.median(times[0]), np.median(times[1])
                values = [regularised(kind, *problem, plan, reg) for plan in plans]
                print("| %s | %d | %g | %.4f | %.4f | %.1f | %.1e |" % (kind, n, reg, ours, pot, pot / ours, values[0] - values[1]), flush=True)
    print()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--instances", type=int, default=20)
    parser.add_argument("--small", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", default="small,rect,square,floor,memory")
    parser.add_argument("--sizes", default="50,200,400,1000")
    options = parser.parse_args()
    parts = {"small": lambda: print_small(options.build, options.runs, options.small),
             "rect": lambda: print_rect(options.build, options.instances, options.runs),
             "square": lambda: print_square(options.build),
             "floor": lambda: print_floor(options.build, options.runs),
             "entropic": lambda: print_entropic(options.runs, [int(n) for n in options.sizes.split(",")]),
             "memory": lambda: print_memory(options.build)}
    for name in options.only.split(","):
        parts[name]()


if __name__ == "__main__":
    main()
