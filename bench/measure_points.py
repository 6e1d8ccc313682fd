#!/usr/bin/python3
"""measure_points.py - solves clouds of points with and without a matrix, each run in a process of its own, a line of JSON for each.

usage: measure_points.py [--quick] [--famous] [--sizes N,...] [--dims D,...] [--shares S,...] [--families NAME,...] [--metrics NAME,...]
                         [--weights NAME,...] [--engines NAME,...] [--runs R] [--cap SECONDS] [--threads T] [--data DIR] [--build DIR]
                         [--output FILE] [--again]

A cell that has as many runs in the file is left out, so that a sweep can be stopped and goes on where it was; --again measures
anew, and only the last commit that measured a cell counts. A run that has used the cap, in processor seconds, is stopped as a
user would stop it, and its line says so; one that does not stop is killed at twice the cap.
"""
import argparse
import datetime
import json
import os
import resource
import subprocess
import sys
import tempfile

import points_cells
from measure import chosen, printed
from results_points import key_of, latest, read_lines

SELECTORS = {"n": "sizes", "d": "dims", "s": "shares", "metric": "metrics", "weights": "weights"}


def options():
    parser = argparse.ArgumentParser(usage=__doc__.replace("%", "%%"))
    for flag in ("--quick", "--famous", "--again"):
        parser.add_argument(flag, action="store_true")
    for name in (*SELECTORS.values(), "families", "engines"):
        parser.add_argument("--" + name, default="", type=chosen)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--cap", type=float, default=300)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--data", default="data")
    parser.add_argument("--build", default="build")
    parser.add_argument("--output", default="build/bench/points.jsonl")
    return parser.parse_args()


def circumstances():
    """What a reader needs to know to believe the numbers, and to repeat them."""
    with open("/proc/cpuinfo") as lines:
        model = next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    is_changed = " with changes" if printed("git", "status", "--porcelain", "--untracked-files=no") else ""
    return {"machine": "%d cores of %s" % (os.cpu_count(), model), "compiler": printed("gcc", "--version"),
            "commit": printed("git", "rev-parse", "--short", "HEAD") + is_changed, "date": datetime.date.today().isoformat()}


def is_wanted(cell, arguments):
    if arguments.families and cell["family"].split()[0] not in arguments.families:
        return False
    return all(not getattr(arguments, option) or cell.get(name) in getattr(arguments, option) for name, option in SELECTORS.items())


def selected(arguments):
    """The cells asked for, without those whose data is not here."""
    cells = points_cells.famous(arguments.quick) if arguments.famous else points_cells.quick() if arguments.quick else points_cells.thorough()
    if arguments.sizes and not arguments.famous:  # also sizes that are not in the sweep
        cells = points_cells.gaussians([int(n) for n in arguments.sizes])
    wanted = [cell for cell in cells if is_wanted(cell, arguments)]
    missing = sorted({folder for folder in map(points_cells.needs, wanted)
                      if folder and not os.path.isdir(os.path.join(arguments.data, folder))})
    for folder in missing:
        print("%s: not available, instances left out" % os.path.join(arguments.data, folder), file=sys.stderr)
    return [cell for cell in wanted if points_cells.needs(cell) not in missing]


def limit_processor(cap):
    """Of the child: the kernel ends it at twice the cap."""
    seconds = int(2 * cap) + 30
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def solve(path, cell, engine, arguments):
    """The line of a run; of one that had to be killed, its status alone."""
    command = [os.path.join(arguments.build, "bench/bench_points"), path, engine, cell["metric"], arguments.threads, arguments.cap, *points_cells.target(cell)]
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": str(arguments.threads)}
    try:
        run = subprocess.run([word if isinstance(word, str) else repr(word) for word in command], stdout=subprocess.PIPE, text=True,
                             env=environment, timeout=12 * arguments.cap + 300, preexec_fn=lambda: limit_processor(arguments.cap))
    except subprocess.TimeoutExpired:
        return {"status": "killed"}
    return json.loads(run.stdout) if run.returncode == 0 else {"status": "killed" if run.returncode < 0 else "failed"}


def todo(arguments):
    """Cell and engine, once for each run that is not in the file."""
    lines = latest(read_lines(arguments.output)) if os.path.exists(arguments.output) and not arguments.again else {}
    for cell in selected(arguments):
        for engine in points_cells.engines(cell):
            if not arguments.engines or engine in arguments.engines:
                done = len(lines.get(key_of({**cell, "engine": engine}), []))
                yield from [(cell, engine)] * (arguments.runs - done)


def main():
    arguments = options()
    work, around, made = list(todo(arguments)), circumstances(), None
    beside = os.path.dirname(os.path.abspath(arguments.output))
    with open(arguments.output, "a") as output, tempfile.TemporaryDirectory(dir=beside) as folder:
        path = os.path.join(folder, "clouds")
        for number, (cell, engine) in enumerate(work):
            description = {name: cell[name] for name in ("family", "n", "m", "d", "weights")}
            if description != made:
                points_cells.write(path, cell, arguments.data)
                made = description
            load = os.getloadavg()[0]
            line = {**cell, "engine": engine, "threads": arguments.threads, "cap": arguments.cap, "load": load, **around,
                    **solve(path, cell, engine, arguments)}
            print(json.dumps(line), file=output, flush=True)
            used = sum(line.get(part + "_processor", 0) for part in ("matrix", "solve", "proof"))
            print("%d of %d: %s %s %d x %d, d %d, %s, %s %g, %s: %s, %.2f s" % (
                number + 1, len(work), cell["family"], cell["metric"], cell["n"], cell["m"], cell["d"], cell["weights"],
                "s" if "s" in cell else "price", cell.get("s", cell.get("price")), engine, line["status"], used), file=sys.stderr)


if __name__ == "__main__":
    main()
