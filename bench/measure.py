#!/usr/bin/python3
"""measure.py - runs every engine on every instance, in turns, and writes each run as a line of JSON.

usage: measure.py [--quick] [--sizes N,...] [--masses S,...] [--families NAME,...] [--runs R] [--cap SECONDS] [--data DIR]
                  [--build DIR] [--output FILE] [--add]

The first line describes the machine. With --add lines go to the end of the file, after a new description: a sweep can be done
piece by piece, and a cell that is measured again replaces the old one in the table.

An engine whose solves in one cell have taken longer than the cap is not asked again; a rival that takes longer than the cap in
one solve is killed, and the run says ">cap".
"""
import argparse
import datetime
import json
import os
import platform
import subprocess
import sys
import tempfile

import clouds
import engines


def chosen(text):
    """What a list with commas allows: numbers as numbers; an empty list allows everything."""
    words = [word.strip() for word in text.split(",") if word.strip()]
    return [float(word) if word[0] in ".0123456789" else word for word in words]


def options():
    parser = argparse.ArgumentParser(usage=__doc__.replace("%", "%%"))
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--sizes", default="", type=chosen)
    parser.add_argument("--masses", default="", type=chosen)
    parser.add_argument("--families", default="", type=chosen)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--cap", type=float, default=60)
    parser.add_argument("--data", default="data")
    parser.add_argument("--build", default="build")
    parser.add_argument("--output", default="build/bench/results.jsonl")
    parser.add_argument("--add", action="store_true")
    return parser.parse_args()


def printed(*command):
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return run.stdout.strip().split("\n")[0]


def machine(arguments):
    """What a reader needs to know to believe the numbers, and to repeat them."""
    with open("/proc/cpuinfo") as lines:
        model = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), platform.machine())
    is_changed = " with changes" if printed("git", "status", "--porcelain", "--untracked-files=no") else ""
    return {"machine": "%d cores of %s, %s" % (os.cpu_count(), model, platform.platform()),
            "load": os.getloadavg()[0], "compiler": printed("gcc", "--version"),
            "commit": printed("git", "rev-parse", "--short", "HEAD") + is_changed,
            "date": datetime.date.today().isoformat(),
            "packages": {name: printed("dpkg-query", "-W", "-f", "${Version}", name)
                         for name in ("python3-pot", "liblemon-dev", "python3-scipy")},
            "runs": arguments.runs, "cap": arguments.cap, "clock": os.environ.get("BENCH_CLOCK", "wall")}


def selected(arguments):
    """The cells asked for, in order, without those whose data is not here."""
    cells, missing = [], set()
    for cell in clouds.quick() if arguments.quick else clouds.thorough():
        if not all(not allowed or value in allowed for value, allowed in (
                (clouds.size(cell["n"], cell["m"]), arguments.sizes), (cell["s"], arguments.masses),
                (clouds.kind(cell), arguments.families))):
            continue
        if clouds.is_here(cell, arguments.data):
            cells.append(cell)
        else:
            missing.add(clouds.folder(cell, arguments.data))
    for folder in sorted(missing):
        print("%s: not available, instances left out" % folder, file=sys.stderr)
    return cells


def in_turns(children, rounds):
    """Round after round, each engine once: a noisy minute disturbs all of them."""
    for turn in range(rounds):
        for child in children:
            answer = child.solve()
            if answer:
                yield {"engine": child.name, "run": turn, **answer}


def measure(cell, path, arguments):
    """The runs of one cell, each a dictionary."""
    matrix = 8. * cell["n"] * cell["m"]
    children = [engines.Child(engine, path, cell["s"], arguments.cap)
                for engine in engines.engines(arguments.build, cell)]
    try:
        for child in children:
            child.wait_until_ready()
        for run in in_turns(children, arguments.runs):
            if "bytes" in run:
                run["bytes_over_matrix"] = run["bytes"] / matrix
            if "floor" in run:
                run["seconds_over_floor"] = run["seconds"] / run["floor"]
            yield {**cell, **run, "load": os.getloadavg()[0]}
    finally:
        for child in children:
            child.close()


def main():
    arguments = options()
    cells, made = selected(arguments), None
    if not cells:
        sys.exit("nothing to measure: no cell has those sizes, masses and families")
    beside = os.path.dirname(os.path.abspath(arguments.output))  # a gigabyte does not fit into every /tmp
    with open(arguments.output, "a" if arguments.add else "w") as output, tempfile.TemporaryDirectory(dir=beside) as folder:
        path = os.path.join(folder, "instance")
        print(json.dumps(machine(arguments)), file=output)
        for number, cell in enumerate(cells):
            description = {**cell, "task": None, "s": None}
            if description != made:
                clouds.write(path, *clouds.make(cell, arguments.data))
                made = description
            print("%d of %d: " % (number + 1, len(cells)) +
                  "%(task)s %(family)s %(n)d x %(m)d, d %(d)d, %(weights)s, s %(s)g" % cell, file=sys.stderr)
            for run in measure(cell, path, arguments):
                print(json.dumps(run), file=output, flush=True)


if __name__ == "__main__":
    main()
