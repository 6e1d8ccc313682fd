"""results_points.py - the lines that measure_points.py wrote: which belong together, and what is wrong with them."""
import json

FIELDS = ("family", "metric", "n", "m", "d", "weights", "s", "price", "engine")
AGREE = 1e-12  # relative, of the objectives of two engines
PARTS = ("matrix", "solve", "proof")


def read_lines(path):
    with open(path) as file:
        return [json.loads(line) for line in file]


def key_of(line):
    return tuple(line.get(name) for name in FIELDS)


def latest(lines):
    """The runs of each key, from the last commit that measured it."""
    runs = {}
    for line in lines:
        key = key_of(line)
        if key in runs and runs[key][-1]["commit"] != line["commit"]:
            runs[key] = []
        runs.setdefault(key, []).append(line)
    return runs


def processor(run):
    return sum(run[part + "_processor"] for part in PARTS)


def best(runs):
    """The run that took least, of those that ended, else the first."""
    ended = [run for run in runs if run["status"] == "solved"]
    return min(ended, key=processor) if ended else runs[0]


def cells_of(lines):
    """Each cell, without its engine, with the best run of each engine."""
    cells = {}
    for key, runs in latest(lines).items():
        cells.setdefault(key[:-1], {})[key[-1]] = best(runs)
    return cells


def faults(cells):
    """Sentences about what is not proved, or where two engines disagree."""
    for key, cell in cells.items():
        name = " ".join("%s" % (part,) for part in key if part is not None)
        for engine, run in cell.items():
            if run["status"] == "solved" and not max(run["relative"], run["infeasible"]) <= AGREE:
                yield "%s: %s proves only %.2g, feasible to %.2g" % (name, engine, run["relative"], run["infeasible"])
            elif run["status"] not in ("solved", "interrupted", "killed", "stopped without an answer"):
                yield "%s: %s says %s" % (name, engine, run["status"])
        ended = [run for run in cell.values() if run["status"] == "solved"]
        values = [run["objective"] for run in ended]
        if len(values) == 2 and "s" in ended[0] and abs(values[0] - values[1]) > AGREE * abs(values[1]):
            yield "%s: %.17g with a matrix, %.17g without" % (name, cell["dense"]["objective"], cell["points"]["objective"])
