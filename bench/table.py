#!/usr/bin/python3
"""table.py [RESULTS] [--write DOCUMENT] - the table of measure.py's lines, and what they disagree about.

Prints Markdown; with --write it replaces what stands between the two marks in DOCUMENT. The exit status is 1 if an answer of
parot is not proved, or if a rival found a better one.
"""
import json
import math
import statistics
import sys

import clouds

AGREE = 1e-9  # relative, of objectives and masses: above the rounding of every engine, below any real difference
PROVED = 1e-9  # the largest violation that the certificate may find
KEY = ("family", "n", "m", "d", "weights", "s")
MARKS = ("<!-- measured: bench/table.py writes below -->\n", "<!-- end -->\n")
RIVALS = {"POT": ("pot-1", "pot-emd"), "POT best": ("pot-1", "pot-10", "pot-50", "pot-emd"),
          "LEMON": ("lemon-double", "lemon-int64"), "SciPy": ("scipy",)}


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
    family, n, m, d, weights, s = item[0]
    return clouds.ORDER.index(family.split()[0]), clouds.size(n, m), n, family, d, weights != "uniform", s


def load(path):
    """The machines, one for each piece of the file, and for each cell its runs by engine, from the last piece that has it."""
    machines, cells, owner = [], {}, {}
    with open(path) as file:
        lines = [json.loads(line) for line in file]
    for line in lines:
        if "machine" in line:
            machines.append(line)
            continue
        key = tuple(line[name] for name in KEY)
        if owner.get(key) is not machines[-1]:
            owner[key], cells[key] = machines[-1], {}
        cells[key].setdefault(line["engine"], []).append(line)
    for key, cell in cells.items():
        judge(cell, key[5])
    used = {id(machine) for machine in owner.values()}
    return [machine for machine in machines if id(machine) in used], dict(sorted(cells.items(), key=order))


def times(runs):
    """Those of right answers: a wrong one may be as fast as it likes."""
    return [run["seconds"] for run in runs if "seconds" in run and not run["fault"]]


def number(value):
    """Three digits, and no exponent."""
    if value == math.inf:
        return "fails"
    return "%.*f" % (max(0, 2 - math.floor(math.log10(value))) if value < 100 else 0, value)


def fastest(cell, names):
    """The least time of those engines; infinity if all failed, None if none ran."""
    ran = [cell[name] for name in names if name in cell]
    return min((seconds for runs in ran for seconds in times(runs)), default=math.inf) if ran else None


def failure(cell, names):
    """What to print for engines without any time: the cap, or that they failed."""
    first = cell[next(name for name in names if name in cell)][0]
    return ">%g" % first["cap"] if "cap" in first else "fails" if "error" in first else "wrong"


def against(cell, names):
    """A rival's seconds, and how many times ours that is; in bold where we lose."""
    theirs, ours = fastest(cell, names), fastest(cell, ("parot",))
    if theirs is None:
        return ""
    if theirs == math.inf:
        return failure(cell, names)
    ratio = "%s x" % number(theirs / ours)
    return "%s, %s" % (number(theirs), ratio if theirs >= ours else "**%s**" % ratio)


def row(key, cell, has_old):
    ours = times(cell["parot"])
    last = cell["parot"][-1]
    old = [against(cell, ("parot-old",))] if has_old else []
    floors = min(ours) / min(run["floor"] for run in cell["parot"])
    return ([key[0], "%d" % key[1] if key[1] == key[2] else "%d x %d" % key[1:3], str(key[3] or ""), key[4], "%g" % key[5],
             "%s (%s)" % (number(min(ours)), number(statistics.median(ours))), number(fastest(cell, ("parot-2",)))] +
            old + [against(cell, names) for names in RIVALS.values()] +
            ["%.0f" % floors, "%.1f" % last["bytes_over_matrix"], str(last["pivots"])])


def table(cells):
    has_old = any("parot-old" in cell for cell in cells.values())
    head = ["family", "n", "d", "weights", "s", "parot, s", "2 threads", *(["old"] if has_old else []), *RIVALS,
            "floors", "memory", "pivots"]
    lines = [head, ["---"] * len(head)] + [row(key, cell, has_old) for key, cell in cells.items()]
    return ["| %s |" % " | ".join(line) for line in lines]


def ratios(cells, size, names):
    """Their time over ours, in the cells of that size where both have one."""
    pairs = [(fastest(cell, names), fastest(cell, ("parot",))) for key, cell in cells.items() if clouds.size(*key[1:3]) == size]
    return [theirs / ours for theirs, ours in pairs if theirs not in (None, math.inf)]


def summary(cells):
    """For each size and rival: the geometric mean of the ratios, the worst one, the cells lost."""
    lines = ["| n | against | cells | geometric mean | worst | best | lost |", "|---|---|---|---|---|---|---|"]
    for size in sorted({clouds.size(*key[1:3]) for key in cells}):
        for rival, names in RIVALS.items():
            found = ratios(cells, size, names)
            if found:
                lines.append("| %d | %s | %d | %s x | %s x | %s x | %d |" % (
                    size, rival, len(found), number(statistics.geometric_mean(found)), number(min(found)), number(max(found)),
                    sum(ratio < 1 for ratio in found)))
    return lines


def faults(cells):
    """Sentences, and whether one of them is about parot. A feasible rival below a proved optimum is our fault."""
    sentences, ours_is_wrong = [], False
    for key, cell in cells.items():
        for engine, runs in cell.items():
            fault = next((run["fault"] for run in runs if run["fault"]), None)
            if fault:
                sentences.append("- %s %d x %d, d %d, %s, s %g: " % key + "%s: %s" % (engine, fault))
                ours_is_wrong |= engine.startswith("parot") or "off by -" in fault
    return sentences, ours_is_wrong


def distinct(texts):
    return list(dict.fromkeys(texts))


def setting(machines, runs):
    """Where, with what, and how: each line once, however many pieces there are."""
    loads = [run["load"] for run in runs if "load" in run]
    packages = [", ".join("%s %s" % pair for pair in machine["packages"].items()) for machine in machines]
    how = ["commit %(commit)s of %(date)s, up to %(runs)d runs in turns, no new one after %(cap)g seconds" % machine
           for machine in machines]
    return ["%s; %s;" % (" and ".join(distinct(machine["machine"] for machine in machines)),
                         " and ".join(distinct(machine["compiler"] for machine in machines))),
            "%s; load %.1f to %.1f, where 1 is the benchmark itself;" % (
                " and ".join(distinct(packages)), min(loads, default=0), max(loads, default=0)),
            ";\n".join(distinct(how)) + " for an engine and cell."]


def document(machines, cells):
    """Everything that goes between the marks, and whether parot was wrong."""
    sentences, ours_is_wrong = faults(cells)
    runs = [run for cell in cells.values() for runs in cell.values() for run in runs]
    lines = setting(machines, runs)
    solved = {key: cell for key, cell in cells.items() if times(cell["parot"])}
    lines += ["", *summary(solved), "", *table(solved), ""]
    lines += sentences or ["All %d runs that ended agree: masses are right and objectives equal to %g." % (
        sum("seconds" in run for run in runs), AGREE)]
    return "\n".join(lines) + "\n", ours_is_wrong


def replace(path, text):
    with open(path) as file:
        before, rest = file.read().split(MARKS[0])
    after = rest.split(MARKS[1])[1]
    with open(path, "w") as file:
        file.write(before + MARKS[0] + "\n" + text + "\n" + MARKS[1] + after)


def main(arguments):
    path = arguments[0] if arguments and arguments[0] != "--write" else "build/bench/results.jsonl"
    text, ours_is_wrong = document(*load(path))
    if "--write" in arguments:
        replace(arguments[-1], text)
    else:
        print(text, end="")
    return 1 if ours_is_wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
