#!/usr/bin/python3
"""table.py [RESULTS] [--write DOCUMENT] - the tables of measure.py's lines, and what they disagree about.

Prints Markdown; with --write it replaces what stands between the two marks in DOCUMENT. The exit status is 1 if an answer of
parot is not proved, or if a rival found a better one.
"""
import math
import statistics
import sys

import clouds
import tasks
from layout import RIVALS, against, markdown, number, publish
from results import AGREE, fastest, load, times

MARKS = ("<!-- measured: bench/table.py writes below -->\n", "<!-- end -->\n")


def counters(key, cell):
    """Of our last run, except memory: what an earlier one leaves behind is not needed by a solve."""
    first, last = cell["parot"][0], cell["parot"][-1]
    floors = min(times(cell["parot"])) / min(run["floor"] for run in cell["parot"])
    return ["%.1f" % floors, "%.1f" % first["bytes_over_matrix"], "%d" % last["passes"],
            "%.2f" % (last["pivots"] / (key.n + key.m))]


def row(key, cell):
    ours = times(cell["parot"])
    return ([key.family, "%d" % key.n if key.n == key.m else "%d x %d" % (key.n, key.m), str(key.d or ""), key.weights,
             "%g" % key.s, "%s (%s)" % (number(min(ours)), number(statistics.median(ours))),
             number(fastest(cell, ("parot-2",)))] +
            [against(cell, names) for names in RIVALS.values()] + counters(key, cell))


def table(cells):
    head = ["family", "n", "d", "weights", "s", "parot, s", "2 threads", *RIVALS, "floors", "memory", "passes", "pivots/node"]
    return markdown(head, [row(key, cell) for key, cell in cells.items()])


def range_of(cells, names):
    """Worst, geometric mean and best of their time over ours, the worst in bold if it is a loss. Cells they did not solve, in
    the time given to them or at all, are counted apart."""
    pairs = [(fastest(cell, names), fastest(cell, ("parot",))) for cell in cells]
    ratios = [theirs / ours for theirs, ours in pairs if theirs not in (None, math.inf)]
    unknown = sum(theirs == math.inf for theirs, ours in pairs)
    if not ratios:
        return "not solved" if unknown else ""
    worst = ("%s" if min(ratios) >= 1 else "**%s**") % number(min(ratios))
    text = "%s / %s / %s" % (worst, number(statistics.geometric_mean(ratios)), number(max(ratios)))
    return text + (", %d not solved" % unknown if unknown else "")


def summary(cells):
    """A row for each size and mass, and one for each size."""
    rows = []
    for size in sorted({clouds.size(key.n, key.m) for key in cells}):
        of_size = {key: cell for key, cell in cells.items() if clouds.size(key.n, key.m) == size}
        for s in [*sorted({key.s for key in of_size}), None]:
            chosen = [cell for key, cell in of_size.items() if s in (key.s, None)]
            rows.append(["%d" % size, "all" if s is None else "%g" % s, "%d" % len(chosen),
                         *(range_of(chosen, names) for names in RIVALS.values())])
    return markdown(["n", "s", "cells", *RIVALS], rows)


def faults(cells):
    """Sentences, and whether one of them is about parot. A feasible rival below a proved optimum is our fault."""
    sentences, ours_is_wrong = [], False
    for key, cell in cells.items():
        for engine, runs in cell.items():
            fault = next((run["fault"] for run in runs if run["fault"]), None)
            if fault:
                sentences.append("- %s %s %d x %d, d %d, %s, s %g: " % key + "%s: %s" % (engine, fault))
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
    clock = "Processor time, not that of a clock on the wall. " if any(
        machine.get("clock") == "cpu" for machine in machines) else ""
    return ["%s%s; %s;" % (clock, " and ".join(distinct(machine["machine"] for machine in machines)),
                         " and ".join(distinct(machine["compiler"] for machine in machines))),
            "%s; load %.1f to %.1f, where 1 is the benchmark itself;" % (
                " and ".join(distinct(packages)), min(loads, default=0), max(loads, default=0)),
            ";\n".join(distinct(how)) + " for an engine and cell."]


def document(machines, cells):
    """Everything that goes between the marks, and whether parot was wrong."""
    sentences, ours_is_wrong = faults(cells)
    runs = [run for cell in cells.values() for runs in cell.values() for run in runs]
    lines = setting(machines, runs)
    timed = {key: cell for key, cell in cells.items() if times(cell["parot"])}
    solved = {key: cell for key, cell in timed.items() if key.task == "solve"}
    if solved:
        lines += ["", *summary(solved), "", *table(solved)]
    lines += [*tasks.tables(timed), ""]
    lines += sentences or ["All %d runs that ended agree: masses are right and objectives equal to %g." % (
        sum("seconds" in run for run in runs), AGREE)]
    return "\n".join(lines) + "\n", ours_is_wrong


if __name__ == "__main__":
    sys.exit(publish(sys.argv[1:], "build/bench/results.jsonl", MARKS, lambda path: document(*load(path))))
