#!/usr/bin/python3
"""table_points.py [RESULTS] [--write DOCUMENT] - the tables of measure_points.py's lines.

Prints Markdown; with --write it replaces what stands between the two marks in DOCUMENT. The exit status is 1 if an answer is not
proved, or if two engines disagree.
"""
import math
import sys

from layout import markdown, number, publish
from results_points import cells_of, faults, processor, read_lines

MARKS = ("<!-- measured: bench/table_points.py writes below -->\n", "<!-- end of points -->\n")


def seconds(run):
    """Processor time, and in parentheses what passed; of a run that did not end, the cap."""
    if not run:
        return ""
    if run["status"] != "solved":
        return "**not within %g**" % run["cap"] + (" (killed)" if run["status"] == "killed" else "")
    wall = sum(run[part + "_seconds"] for part in ("matrix", "solve", "proof"))
    return "%s (%s)" % (number(processor(run)), number(wall))


def ended(run):
    return bool(run) and run["status"] == "solved"


def proof(run):
    return number(run["proof_processor"]) if ended(run) else ""


def megabytes(run):
    return "%.0f" % (run["bytes"] / 1e6) if run and "bytes" in run else ""


def exponent(runs):
    """The least-squares slope of log time against log n; empty for less than two sizes."""
    points = [(math.log(run["n"]), math.log(processor(run))) for run in runs if ended(run)]
    if len(points) < 2:
        return ""
    mean = [sum(column) / len(points) for column in zip(*points)]
    return "%.2f" % (sum((x - mean[0]) * (y - mean[1]) for x, y in points) / sum((x - mean[0]) ** 2 for x, _ in points))


def worst(runs):
    """Excess proved, relative to the cost; mass that is missed, relative to the mass."""
    there = [run for run in runs if ended(run)]
    return ["%.1g" % max(run[name] for run in there) if there else "" for name in ("relative", "infeasible")]


def dense_text(cell):
    """The engine with the matrix, in bold where it is faster."""
    ours, dense = cell.get("points"), cell.get("dense")
    text = seconds(dense)
    return "**%s**" % text if ended(ours) and ended(dense) and processor(dense) < processor(ours) else text


def gauss_table(cells):
    """A row for each metric, dimension, mass and weights; for each size its columns."""
    sizes = sorted({key[2] for key in cells})
    rows = []
    for metric, d, s, weights in sorted({(key[1], key[4], key[6], key[5]) for key in cells}, key=lambda k: (k[0] != "sqeuclidean", *k[1:3], k[3] != "uniform")):
        by_size = [cells.get(("gauss", metric, n, n, d, weights, s, None), {}) for n in sizes]
        ours = [cell["points"] for cell in by_size if "points" in cell]
        columns = [text for n, cell in zip(sizes, by_size)
                   for text in (seconds(cell.get("points")), proof(cell.get("points")),
                                *([dense_text(cell)] if has_dense(cells, n) else []), megabytes(cell.get("points")))]
        rows.append([metric, str(d), "%g" % s, weights, *columns, exponent(ours), *worst(ours)])
    head = [text for n in sizes for text in ("n = %d: s" % n, "of it proof", *(["with a matrix"] if has_dense(cells, n) else []), "MB")]
    return markdown(["metric", "d", "s", "weights", *head, "exponent", "excess", "infeasible"], rows)


def has_dense(cells, n):
    return any(key[2] == n and "dense" in cell for key, cell in cells.items())


def famous_table(cells):
    rows = []
    for (family, metric, n, m, d, weights, s, price), cell in cells.items():
        run = cell.get("points", {})
        what = "price %.4g" % price if price is not None else "s = %g" % s
        value = "%.9g" % run["objective"] if ended(run) else ""
        rows.append([family, "%d x %d" % (n, m), str(d), metric, weights, what, seconds(run), proof(run), dense_text(cell), megabytes(run), value,
                     *worst([run])])
    return markdown(["case", "n x m", "d", "metric", "weights", "asked", "s", "of it proof", "with a matrix", "MB", "objective", "excess", "infeasible"], rows)


def setting(cells):
    """Where, with what, and beside what other work."""
    runs = [run for cell in cells.values() for run in cell.values()]
    def distinct(name):
        return ", ".join(dict.fromkeys(str(run[name]) for run in runs))
    loads = [run["load"] for run in runs]
    return "%s; %s; %s threads; commit %s of %s; load %.1f to %.1f before a run." % (
        distinct("machine"), distinct("compiler"), distinct("threads"), distinct("commit"), distinct("date"), min(loads), max(loads))


def is_famous(key):
    return key[0] != "gauss" or key[2] != key[3]


def document(cells):
    clouds = {key: cell for key, cell in cells.items() if not is_famous(key)}
    cases = {key: cell for key, cell in cells.items() if is_famous(key)}
    sentences = ["- " + sentence for sentence in faults(cells)]
    lines = [setting(cells)]
    if clouds:
        lines += ["", *gauss_table(clouds)]
    if cases:
        lines += ["", "Cases that others have published or asked for:", "", *famous_table(cases)]
    lines += ["", *(sentences or ["All runs that ended are proved to 1e-12, and objectives with and without a matrix agree to 1e-12."])]
    return "\n".join(lines) + "\n", bool(sentences)


if __name__ == "__main__":
    sys.exit(publish(sys.argv[1:], "build/bench/points.jsonl", MARKS, lambda path: document(cells_of(read_lines(path)))))
