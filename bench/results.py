"""results.py - the lines that measure.py wrote: which runs belong together, which are right, and how long they took."""
import collections
import json
import math

import clouds

AGREE = 1e-9  # relative, of objectives and masses: above the rounding of every engine, below any real difference
PROVED = 1e-9  # the largest violation that the certificate may find
Key = collections.namedtuple("Key", "task family n m d weights s")


def fault_of_ours(run, mass):
    """Ours must be proved; nothing else is taken on trust."""
    if "error" in run:
        return run["error"]
    if not run["violation"] <= PROVED:
        return "not proved: violation %.2g" % run["violation"]
    return None if abs(run["mass"] - mass) <= AGREE * mass else "mass %.12g instead of %g" % (run["mass"], mass)


def fault_of_rival(run, mass, objective):
    """What is wrong with a rival's answer; None if nothing is."""
    if "error" in run:
        return None if "cap" in run else run["error"]
    if not abs(run["mass"] - mass) <= AGREE * mass:
        return "mass %.12g instead of %g" % (run["mass"], mass)
    if run["excess"] > AGREE * mass:
        return "takes %.2g more than a weight" % run["excess"]
    difference = (run["objective"] - objective) / abs(objective) if objective else run["objective"]
    return None if abs(difference) <= AGREE else "objective off by %+.2g, relative to the proved one" % difference


def judge(cell, mass):
    """Gives every run its fault, or None."""
    objective = cell["parot"][0].get("objective", 0)
    for engine, runs in cell.items():
        for run in runs:
            run["fault"] = fault_of_ours(run, mass) if engine.startswith("parot") else fault_of_rival(run, mass, objective)


def order(item):
    """By family, size, dimension, weights and mass, whatever order the pieces were measured in."""
    key = item[0]
    return (clouds.ORDER.index(key.family.split()[0]), clouds.size(key.n, key.m), key.n, key.family, key.d,
            key.weights != "uniform", key.s)


def load(path):
    """The machines, one for each piece of the file, and for each cell its runs by engine, from the last piece that has it."""
    machines, cells, owner = [], {}, {}
    with open(path) as file:
        lines = [json.loads(line) for line in file]
    for line in lines:
        if "machine" in line:
            machines.append(line)
            continue
        key = Key(*(line[name] for name in Key._fields))
        if owner.get(key) is not machines[-1]:
            owner[key], cells[key] = machines[-1], {}
        cells[key].setdefault(line["engine"], []).append(line)
    for key, cell in cells.items():
        judge(cell, key.s)
    used = {id(machine) for machine in owner.values()}
    return [machine for machine in machines if id(machine) in used], dict(sorted(cells.items(), key=order))


def times(runs):
    """Those of right answers: a wrong one may be as fast as it likes."""
    return [run["seconds"] for run in runs if "seconds" in run and not run["fault"]]


def fastest(cell, names):
    """The least time of those engines; infinity if all failed, None if none ran."""
    ran = [cell[name] for name in names if name in cell]
    return min((seconds for runs in ran for seconds in times(runs)), default=math.inf) if ran else None
