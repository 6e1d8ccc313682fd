#!/usr/bin/python3
"""reproduction - writes docs/reproduction.md from the answers that tables.py kept.

experiments/reproduction.py RESULTS.jsonl docs/reproduction.md
"""
import argparse
import collections
import json
import os
import sys

import numpy as np

import columns
import rows as paper_rows

IMAGES = "images"  # beside the page

HEAD = """# The paper's experiments, run again

Written by `make tables DATA=folder` (experiments/reproduction.py): do not edit. %s

Chapel, Alaya and Gasso, *Partial Optimal Transport with Applications on Positive-Unlabeled Learning* (NeurIPS 2020). Accuracy in per
cent, mean over draws; the unlabeled rows are shuffled, the prior is the true one as in the paper, and no method sees a label, except
the column that is called an oracle.

**Protocol `paper`**: 400 positives and 800 unlabeled rows (Office-Caltech: 100 and 100), disjoint; tables scaled to [0, 1] over both, Euclidean
distances; Office-Caltech projected on 10 (SURF) or 40 (DeCAF) principal components, jointly where features are shared. Positives of mushrooms are the edible
ones, whose part is the .518 that the paper states. **Columns of ours** get the same rows unscaled, and choose scaling and metric themselves;
coloured digits are declared as two blocks of columns to add up (`--fold 2`), Office-Caltech as domains (`--kind domains`), standardised.
"""


# ---- Answers ----------------------------------------------------------------

def read(path):
    """The newest answer of each cell: (protocol, row, column) -> {draw: record}."""
    cells = collections.defaultdict(dict)
    with open(path) as file:
        for line in file:
            if line.endswith("\n"):
                record = json.loads(line)
                cells[record["protocol"], record["row"], record["column"]][record["draw"]] = record
    add_choices(cells)
    return cells


def add_choices(cells):
    """The start of lowest loss; and that of highest true accuracy, which nobody without labels can choose."""
    for row in paper_rows.ROWS:
        found = [cells[key] for key in list(cells) if key[:2] == ("paper", row) and key[2].startswith("p-GW from")]
        for draw in set().union(*found) if found else []:
            ends = [cell[draw] for cell in found if draw in cell]
            cells["paper", row, "p-GW lowest loss"][draw] = min(ends, key=lambda record: record["objective"])
            cells["paper", row, "p-GW oracle"][draw] = max(ends, key=lambda record: record["accuracy"])


def values(cells, row, column, figure="accuracy", kept=False, protocol="paper"):
    records = cells.get((protocol, row, column), {})
    return np.array([record[figure] for draw, record in sorted(records.items()) if (draw >= 10) == kept and figure in record])


def error(sample):
    return sample.std(ddof=1) / np.sqrt(len(sample)) if len(sample) > 1 else np.nan


# ---- Tables -----------------------------------------------------------------

def table(head, body):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(cells) + " |" for cells in body]) + "\n"


def number(value, digits=1):
    return "-" if value is None or np.isnan(value) else "%.*f" % (digits, value)


def mean(sample, digits=1):
    return number(sample.mean(), digits) if len(sample) else ""


def with_error(sample):
    return "%.1f +- %.1f" % (sample.mean(), error(sample)) if len(sample) > 1 else mean(sample)


def rows_of(names, cells):
    return [name for name in names if any(key[1] == name for key in cells)]


def beside_paper(cells, names, shown):
    """Our figure, and the paper's in brackets."""
    body = []
    for name in names:
        printed = dict(zip(paper_rows.PAPER_COLUMNS, paper_rows.PAPER[name]))
        found = {column: values(cells, name, column) for column in shown}
        if any(len(sample) for sample in found.values()):
            cell = ["%s (%s)" % (mean(found[column]), number(printed[column])) if len(found[column]) else "" for column in shown]
            extra = [mean(values(cells, name, column)) for column in ("p-GW lowest loss", "p-GW oracle")]
        else:
            cell, extra = ["data not available"] + [""] * (len(shown) - 1), ["", ""]
        body.append([name] + cell + extra)
    return table(["", *shown, "p-GW 0, lowest loss", "p-GW 0, oracle"], body)


OURS = ["matching", "fused", "mined", "auto", "auto --tune", "ridge", "nearest", "majority", "random-k"]


def ours(cells, names, figure="accuracy"):
    body = [[name] + [mean(values(cells, name, column, figure)) for column in OURS] for name in rows_of(names, cells)]
    return table([""] + OURS, body)


def lead(sample, best):
    """Of the mean over the paper's best, in standard errors."""
    if len(sample) < 2:
        return ""
    gain, unit = sample.mean() - best, error(sample)
    return "%+.1f" % gain + (" (%.1f errors)" % (gain / unit) if unit > 0 else "")


def against_paper(cells, names):
    body = []
    for name in rows_of(names, cells):
        best = max(value for value in paper_rows.PAPER[name] if value is not None)
        first, kept = values(cells, name, "auto"), values(cells, name, "auto", kept=True)
        others = [with_error(values(cells, name, column, kept=True)) for column in ("auto --tune", "ridge")]
        body.append([name, number(best), with_error(first), lead(first, best), with_error(kept), lead(kept, best)] + others)
    return table(["", "paper's best", "auto, draws 0-9", "lead", "auto, draws 10-19", "lead", "auto --tune, draws 10-19", "ridge, draws 10-19"], body)


def paired(cells, row, first, second):
    """Mean difference over the kept draws that both have, its error, and in how many draws they differ."""
    one, other = cells.get(("paper", row, first), {}), cells.get(("paper", row, second), {})
    gains = np.array([one[draw]["accuracy"] - other[draw]["accuracy"] for draw in one if draw >= 10 and draw in other])
    return "%+.2f +- %.2f (%d)" % (gains.mean(), error(gains), np.sum(gains != 0)) if len(gains) > 1 else ""


def gains(cells, names):
    body = [[name, paired(cells, name, "auto", "ridge"), paired(cells, name, "auto --tune", "auto")] for name in rows_of(names, cells)]
    return table(["", "auto - ridge", "auto --tune - auto"], body)


def deviations(cells, names):
    body = []
    for name in rows_of(names, cells):
        printed = paper_rows.PAPER_DEVIATION[name]
        found = [values(cells, name, column) for column in paper_rows.PAPER_COLUMNS]
        body.append([name] + ["%.1f (%s)" % (sample.std(), number(old)) if len(sample) else "" for sample, old in zip(found, printed)]
                    + [number(values(cells, name, column).std()) if len(values(cells, name, column)) else "" for column in ("mined", "auto", "auto --tune")])
    return table(["", *paper_rows.PAPER_COLUMNS, "mined", "auto", "auto --tune"], body)


def seconds(cells, names):
    order = [name for name in columns.ORDER if name not in ("majority", "random-k", "pusb", "p-GW oracle")]
    body = [[name] + [mean(values(cells, name, column, "seconds"), 2) for column in order] for name in rows_of(names, cells)]
    return table([""] + order, body)


def references(cells):
    body = []
    for name, (wasserstein, gromov) in paper_rows.REFERENCE.items():
        if len(values(cells, name, "p-W 0")):
            ties = [record["ties"] for record in cells["paper", name, "p-W 0 split"].values() if "ties" in record]
            between = "%.1f to %.1f" % tuple(np.mean(ties, axis=0)) if ties else ""
            body.append([name, with_error(values(cells, name, "p-W 0")), between, number(wasserstein, 2),
                         with_error(values(cells, name, "p-GW 0")), with_error(values(cells, name, "p-GW lowest loss")), number(gromov)])
    return table(["", "p-W 0", "range of ties", "independent script", "p-GW 0", "p-GW 0, lowest loss", "independent script, by loss"], body)


def authors(cells):
    body = []
    for name in paper_rows.ROWS:
        records = cells.get(("repo", name, "p-W 0 split"), {})
        if records:
            low, high = np.mean([record["ties"] for record in records.values()], axis=0)
            body.append([name, mean(values(cells, name, "p-W 0", protocol="repo"), 2), "%.2f to %.2f" % (low, high),
                         number(paper_rows.SAVED.get(name), 2), number(paper_rows.PAPER[name][2])])
    return table(["", "p-W 0", "range of ties", "saved by the authors", "printed in the paper"], body)


# ---- The page ---------------------------------------------------------------

STARTS = ("p-GW 0 and .025 are what `parot pu --method gromov --whole-rows concave` answers: the start of lowest loss, but the p-W plan's unless another is lower by more "
          "than a tenth. The last two columns choose among the same starts by loss alone, and by true accuracy.\n")


def figure(name, caption):
    return "\n![%s](%s/%s.svg)\n" % (caption, IMAGES, name)


def missing(cells):
    """What is not there, and how to get it."""
    rows = [name for name in paper_rows.ROWS if not any(key[1] == name for key in cells)]
    if not rows:
        return ""
    return ("\nData not available: %s. `tools/fetch-data` downloads what is public; Office-Caltech's DeCAF features have no address that we know, "
            "`tools/data.txt` has the names and sums of their files; `caltech_decaf.mat` and `amazon_decaf.mat` are those that these rows lack. With them in the data folder the rows run.\n"
            % ", ".join(rows))


def page(cells, discussion):
    first = [row.name for row in paper_rows.TABLE_1]
    second = [row.name for row in paper_rows.TABLE_2]
    draws = max(len([d for d in cell if d < 10]) for cell in cells.values())
    parts = [
        HEAD % ("%d draws." % draws),
        "## Table 1: the paper's columns\n\nOurs, and the paper's in brackets. " + STARTS, beside_paper(cells, first, paper_rows.PAPER_COLUMNS), figure("starts", "loss of each start over the lowest of its draw, against accuracy"), missing(cells),
        "\n## Table 1, continued: our columns, and what needs no method\n", ours(cells, first),
        "\n`ridge` is the classifier of `mined` and `auto` without transport: the gain over it is what transport adds.\n",
        "\n## Is `auto` above the paper's best?\n\nThe paper's best of each row, over its six columns, chosen after the fact. Draws 10 to 19 were kept for this table.\n",
        against_paper(cells, first),
        "\nPaired by draw, draws 10 to 19, in points; in brackets, in how many draws they differ. The first column is what transport adds to the classifier, the second "
        "what spies add to the default.\n", gains(cells, first),
        "\n## Table 2: different features\n\nOnly p-GW applies; ours, and the paper's in brackets. Amazon's DeCAF features are 200 rows of another distribution.\n", beside_paper(cells, second, ("p-GW 0",)), figure("environments", "the paper's first figure: p-W and p-GW where positives were found in another environment"),
        "\n## F1 of our columns\n", ours(cells, first, "f1"),
        "\n## Deviations\n\nOver draws, in points; the paper's in brackets.\n", deviations(cells, first),
        "\n## Against independent scripts\n\nProtocol `paper`; other draws of the same data.\n", references(cells),
        "\n## Protocol `repo`: what the authors' code did\n\nTheir random numbers, their sizes (800 positives, 400 unlabeled), their scaling over the whole data set, their "
        "principal components of the transposed table. In that code, rows that share a border value are distinguished by their position; the range shows what ties allow.\n",
        authors(cells), figure("groups", "appendix F: the plan of ten rows, without and with all-or-nothing rows; D is the dummy point"),
        figure("noise", "accuracy of p-W against the noise alpha"), figure("paths", "cost of every mass; the dot is the true prior"),
        "\n## Seconds a run\n\nProcessor time of the whole command, one thread; `pu` includes its cross-validation, `auto --tune` its spies.\n", seconds(cells, first), "\n", discussion,
    ]
    return "\n".join(parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results")
    parser.add_argument("output")
    arguments = parser.parse_args()
    cells = read(arguments.results)
    if not cells:
        sys.exit("%s holds no answers: is the data folder right?" % arguments.results)
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "discussion.md")) as file:
        text = page(cells, file.read())
    with open(arguments.output + ".part", "w") as file:
        file.write(text)
    os.replace(arguments.output + ".part", arguments.output)


if __name__ == "__main__":
    main()
