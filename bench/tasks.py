"""tasks.py - the tables of what is not one cold solve: the whole curve, a solve after a change of costs, growth with n."""
import math
import statistics

from layout import RIVALS, against, markdown, number
from results import fastest, times


def of_task(cells, task):
    """Its cells, as far as ours were right."""
    return {key: cell for key, cell in cells.items()
            if key.task == task and all(times(runs) for name, runs in cell.items() if name.startswith("parot"))}


def seconds(cell, name="parot"):
    """The least time with the median in parentheses."""
    return "%s (%s)" % (number(min(times(cell[name]))), number(statistics.median(times(cell[name]))))


def paths(cells):
    rows = [["%d" % key.n, "%d" % key.d, seconds(cell), against(cell, RIVALS["POT best"]), against(cell, RIVALS["POT"]),
             "%d" % cell["parot"][-1]["passes"]] for key, cell in cells.items()]
    return ["The whole curve, uniform weights, against one solve at s = .5:", "",
            *markdown(["n", "d", "parot: all masses, s", "POT best: one mass", "POT: one mass", "passes"], rows)]


def again(cells):
    rows = []
    for key, cell in cells.items():
        warm, cold = cell["parot"][-1], cell["parot-cold"][-1]
        rows.append(["%d" % key.n, "%d" % key.d, key.weights, "%g" % key.s, seconds(cell, "parot-cold"), seconds(cell),
                     number(fastest(cell, ("parot-cold",)) / fastest(cell, ("parot",))) + " x",
                     "%d, %d" % (cold["pivots"], warm["pivots"]), "%d, %d" % (cold["passes"], warm["passes"])])
    return ["A kept basis after every cost has changed by up to 0.1 %, without the certificate:", "",
            *markdown(["n", "d", "weights", "s", "cold, s", "again, s", "x", "pivots", "passes"], rows)]


def labels(cells):
    rows = [[key.family, key.weights, "%g" % key.s, seconds(cell), against(cell, RIVALS["POT best"]), against(cell, RIVALS["POT"]),
             "%d" % cell["parot"][-1]["passes"], "%d" % cell["parot"][-1]["pivots"]] for key, cell in cells.items()]
    return ["Labels from positives: 800 unlabeled rows against 400 positives of real data, Euclidean. Columns are full, or have "
            "room for .025 more (noise):", "", *markdown(["data", "columns", "s", "parot, s", "POT best", "POT", "passes", "pivots"], rows)]


def exponent(points):
    """The slope of log t over log n, by least squares."""
    logs = [(math.log(n), math.log(t)) for n, t in points]
    x, y = (statistics.mean(values) for values in zip(*logs))
    return sum((a - x) * (b - y) for a, b in logs) / sum((a - x) ** 2 for a, b in logs)


def growth(cells):
    sizes = sorted({key.n for key in cells})
    rows = []
    for d, s in sorted({(key.d, key.s) for key in cells}):
        points = {key.n: fastest(cell, ("parot",)) for key, cell in cells.items() if (key.d, key.s) == (d, s)}
        slope = "%.2f" % exponent(points.items()) if len(points) > 1 else ""
        rows.append(["%d" % d, "%g" % s, *(number(points[n]) if n in points else "" for n in sizes), slope])
    return ["Growth of the time with n, uniform weights; the exponent is a least-squares fit:", "",
            *markdown(["d", "s", *("n = %d, s" % n for n in sizes), "exponent"], rows)]


def tables(cells):
    """Markdown lines, for the tasks that were measured."""
    lines = []
    for task, table in (("labels", labels), ("curve", paths), ("again", again), ("growth", growth)):
        chosen = of_task(cells, task)
        if chosen:
            lines += ["", *table(chosen)]
    return lines
