#!/usr/bin/python3
"""reproduction - writes docs/reproduction.md from the answers that tables.py kept.

experiments/reproduction.py RESULTS.jsonl docs/reproduction.md
"""
import argparse
import collections
import os
import sys

import numpy as np

import across
import columns
import json_lines
import rows as paper_rows

IMAGES = "images"  # beside the page

HEAD = """# The paper's experiments, run again

Written by `make tables DATA=folder` (experiments/reproduction.py): do not edit. %s

%s

Chapel, Alaya and Gasso, *Partial Optimal Transport with Applications on Positive-Unlabeled Learning* (NeurIPS 2020). Accuracy in per
cent, mean over draws; the unlabeled rows are shuffled, the prior is the true one as in the paper, and no method sees a label, except
the column that is called an oracle.

**Protocol `paper`**: 400 positives and 800 unlabeled rows (Office-Caltech: 100 and 100), disjoint; tables scaled to [0, 1] over both, Euclidean
distances; Office-Caltech projected on 10 (SURF) or 40 (DeCAF and other networks) principal components, jointly where features are shared. Positives of mushrooms are the edible
ones, whose part is the .518 that the paper states. **Columns of ours** get the same rows unscaled, and choose scaling and metric themselves;
coloured digits are declared as two blocks of columns to add up (`--fold 2`), Office-Caltech as domains (`--kind domains`), standardised: each column has mean 0 and
deviation 1 over its whole domain, as SURF features have for all columns. `auto` is the command's default, which is `mined`.

**Stand-ins.** DeCAF features of Caltech and most of Amazon cannot be had. Rows called after SqueezeNet 1.1 and MobileNetV2, whose features of all four domains are there, have the same protocol;
the paper's figures next to theirs, in square brackets, are those of DeCAF: *of another feature*. Features are outputs of the last layer before the classifier, averaged over the places of the image: 512 columns of SqueezeNet
1.1, 1280 of MobileNetV2, weights of the ONNX model zoo, trained on ImageNet alone.
"""


# ---- Answers ----------------------------------------------------------------

def read(path):
    """The newest answer of each cell: (protocol, row, column) -> {draw: record}."""
    cells = collections.defaultdict(dict)
    for record in json_lines.read(path):
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


def is_stand_in(name):
    return paper_rows.stands_for(name) != name


def beside(figure, name, printed):
    """The paper's figure: in brackets, which are square for another feature."""
    if printed is None:
        return figure
    return ("%s [%s]" if is_stand_in(name) else "%s (%s)") % (figure, number(printed))


def beside_paper(cells, names, shown):
    """Our figure, and the paper's in brackets."""
    body = []
    for name in names:
        printed = dict(zip(paper_rows.PAPER_COLUMNS, paper_rows.printed(name)))
        printed[columns.PRINTED] = printed["p-W .025"]
        found = {column: values(cells, name, column) for column in shown}
        if any(len(sample) for sample in found.values()):
            cell = [beside(mean(found[column]), name, printed[column]) if len(found[column]) else "" for column in shown]
            extra = [mean(values(cells, name, column)) for column in ("p-GW lowest loss", "p-GW oracle")]
        else:
            cell, extra = ["data not available"] + [""] * (len(shown) - 1), ["", ""]
        body.append([name] + cell + extra)
    return table(["", *shown, "p-GW 0, lowest loss", "p-GW 0, oracle"], body)


OURS = ["matching", "fused", "learned", "auto", "ensemble", "ridge", "nearest", "majority", "random-k"]


def ours(cells, names, figure="accuracy"):
    body = [[name] + [mean(values(cells, name, column, figure)) for column in OURS] for name in rows_of(names, cells)]
    return table([""] + OURS, body)


# ---- auto against the paper ---------------------------------------------------

CLEAR = 2  # errors


def is_clear(gain, unit):
    return gain > CLEAR * unit if unit > 0 else gain > 0


def lead(sample, best):
    """Of the mean over the paper's best, in standard errors."""
    if len(sample) < 2:
        return ""
    gain, unit = sample.mean() - best, error(sample)
    return "%+.1f" % gain + (" (%.1f errors)" % (gain / unit) if unit > 0 else " (all draws alike)")


def best_of_paper(name):
    return max(value for value in paper_rows.printed(name) if value is not None)


def is_above(cells, name):
    """Whether auto is clearly above the paper's best on the kept draws; None: not measured."""
    kept = values(cells, name, "auto", kept=True)
    return bool(is_clear(kept.mean() - best_of_paper(name), error(kept))) if len(kept) > 1 else None


def count_above(cells, names):
    """(rows above, rows measured)"""
    judged = [is_above(cells, name) for name in rows_of(names, cells)]
    judged = [verdict for verdict in judged if verdict is not None]
    return sum(judged), len(judged)


def against_paper(cells, names):
    body = []
    for name in rows_of(names, cells):
        best = best_of_paper(name)
        first, kept = values(cells, name, "auto"), values(cells, name, "auto", kept=True)
        others = [with_error(values(cells, name, column, kept=True)) for column in ("learned", "ensemble", "ridge")]
        verdict = {True: "yes", False: "**no**", None: ""}[is_above(cells, name)]
        body.append([name, ("[%s]" if is_stand_in(name) else "%s") % number(best), with_error(first), lead(first, best), with_error(kept), lead(kept, best), verdict] + others)
    return table(["", "paper's best", "auto, draws 0-9", "lead", "auto, draws 10-19", "lead", "above by two errors",
                  "learned, 10-19", "ensemble, 10-19", "ridge, 10-19"], body)


def differences(cells, row, first, second, draws=range(10, 20)):
    one, other = cells.get(("paper", row, first), {}), cells.get(("paper", row, second), {})
    return np.array([one[draw]["accuracy"] - other[draw]["accuracy"] for draw in draws if draw in one and draw in other])


def paired(cells, row, first, second):
    """Mean difference over the kept draws that both have, its error, and in how many draws they differ."""
    gains = differences(cells, row, first, second)
    return "%+.2f +- %.2f (%d)" % (gains.mean(), error(gains), np.sum(gains != 0)) if len(gains) > 1 else ""


PAIRS = (("auto", "ridge"), ("auto", "ensemble"), ("auto", "learned"))


def gains(cells, names):
    body = [[name] + [paired(cells, name, *pair) for pair in PAIRS] for name in rows_of(names, cells)]
    return table([""] + ["%s - %s" % pair for pair in PAIRS], body)


def stability(cells, names):
    """Draws 0 to 9, then 10 to 19: what was chosen by looking at the first would fall on the second."""
    shown = ("p-W 0", columns.PRINTED, "learned", "auto", "ensemble", "ridge")
    body = [[name] + ["%s; %s" % (with_error(values(cells, name, column)), with_error(values(cells, name, column, kept=True)))
                      if len(values(cells, name, column)) else "" for column in shown] for name in rows_of(names, cells)]
    return table(["", *shown], body)


def deviations(cells, names):
    new = (columns.PRINTED, "learned", "auto", "ensemble")
    body = []
    for name in rows_of(names, cells):
        printed = paper_rows.printed_deviation(name)
        found = [values(cells, name, column) for column in paper_rows.PAPER_COLUMNS]
        body.append([name] + [beside("%.1f" % sample.std(), name, old) if len(sample) else "" for sample, old in zip(found, printed)]
                    + [number(values(cells, name, column).std()) if len(values(cells, name, column)) else "" for column in new])
    return table(["", *paper_rows.PAPER_COLUMNS, *new], body)


# ---- Across feature spaces ----------------------------------------------------

ALL = range(20)


def weakest_lead(cells, row, column):
    """(name, mean, error) of the control that the column leads by the fewest errors, paired by draw; None: not measured."""
    found = [(control, differences(cells, row, column, columns.with_control(column, control), ALL)) for control in columns.CONTROLS]
    found = [(control, gains.mean(), error(gains)) for control, gains in found if len(gains) > 1]
    return min(found, key=lambda lead: lead[1] / lead[2] if lead[2] > 0 else np.sign(lead[1]) * np.inf if lead[1] else 0) if found else None


def beats_controls(cells, row, column):
    weakest = weakest_lead(cells, row, column)
    return weakest is not None and is_clear(*weakest[1:])


def all_draws(cells, row, column):
    return np.concatenate([values(cells, row, column), values(cells, row, column, kept=True)])


def controlled(cells, names, column):
    body = []
    for name in rows_of(names, cells):
        weakest = weakest_lead(cells, name, column)
        if weakest:
            figures = [mean(all_draws(cells, name, columns.with_control(column, control))) for control in columns.CONTROLS]
            body.append([name, with_error(all_draws(cells, name, column)), *figures, "%+.1f +- %.1f (%s)" % (weakest[1], weakest[2], weakest[0]),
                         "yes" if beats_controls(cells, name, column) else "**no**"])
    return table(["", column, *columns.CONTROLS, "least lead over a control", "beats its controls"], body)


def count_beating(cells, names, column):
    names = [name for name in rows_of(names, cells) if weakest_lead(cells, name, column)]
    return sum(beats_controls(cells, name, column) for name in names), len(names)


def beating(cells, names, column):
    """"none of 19", or "2 of 19 (names)"."""
    names = [name for name in rows_of(names, cells) if weakest_lead(cells, name, column)]
    found = [name for name in names if beats_controls(cells, name, column)]
    return "%s of %d%s" % (len(found) or "none", len(names), " (%s)" % ", ".join(found) if found else "")


def tried(cells, names):
    """What each variant gains over its controls, over all rows and draws; and in how many rows over both by two errors."""
    shapes = paper_rows.SHAPES[0].name
    body = []
    for variant in across.VARIANTS:
        for column in ("%s %s" % (columns.ACROSS, variant), "%s %s refit" % (columns.ACROSS, variant)):
            found = {who: [differences(cells, name, column, columns.with_control(column, who), ALL) for name in rows_of(names, cells)] for who in ("other class", "noise")}
            if not any(len(sample) for sample in found["noise"]):
                continue
            sums = [np.concatenate(samples) for samples in found.values()]
            above = sum(all(len(sample) > 1 and is_clear(sample.mean(), error(sample)) for sample in pair) for pair in zip(*found.values()))
            everything = np.concatenate([all_draws(cells, name, column) for name in rows_of(names, cells)])
            body.append([column[len(columns.ACROSS) + 1:], mean(everything)] + ["%+.1f +- %.1f" % (sample.mean(), error(sample)) for sample in sums]
                        + ["%d of %d" % (above, sum(len(sample) > 1 for sample in found["noise"]))]
                        + [mean(values(cells, shapes, columns.with_control(column, who))) for who in (None, "other class", "noise")])
    return table(["", "accuracy", "- other class", "- noise", "rows above both", "shapes", "shapes, other class", "shapes, noise"], body)


def told(cells, names):
    samples = [values(cells, name, columns.TOLD) for name in rows_of(names, cells)]
    samples = [sample for sample in samples if len(sample)]
    if not samples:
        return ""
    return ("\nIf the classes of the unlabeled table were known, which of them has the distances most like those of the positives? Gromov-Wasserstein of up to %d rows a class, each space divided by "
            "its mean distance, all ten classes in turn as positives: the nearest class is the right one in %.1f %% of the cases (chance: 10; lowest and highest row %.0f and %.0f). "
            "So between these features distances hardly tell which class is which, and no choice of scale, start or refit can make up for that.\n"
            % (across.SIZE, np.concatenate(samples).mean(), min(sample.mean() for sample in samples), max(sample.mean() for sample in samples)))


def seconds(cells, names):
    order = [name for name in columns.ORDER if name not in ("majority", "random-k", "pusb", "p-GW oracle", columns.PRINTED)]
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
    rows = [name for name in paper_rows.ROWS if name in paper_rows.PAPER and not any(key[1] == name for key in cells)]
    if not rows:
        return ""
    return ("\nData not available: %s. `tools/fetch-data` downloads what is public; Office-Caltech's DeCAF features have no address that we know, "
            "`tools/data.txt` has the names and sums of their files; `caltech_decaf.mat` and `amazon_decaf.mat` are those that these rows lack. With them in the data folder the rows run. Until then other networks stand in for them.\n"
            % ", ".join(rows))


SQUARE = "In square brackets, the paper's figures for DeCAF: of another feature."

WEIGHTS = """**p-W .025 as printed.** The text gives the unlabeled rows p_i = (1 - alpha)/n and the positives q_j = (s + alpha)/m, and moves the mass s = pi. A row then carries less than 1/n, so that k = pi n whole
rows carry (1 - alpha) s: less than s. No plan moves k rows whole, and the condition of the paper's own constraint, s mod p_i = 0, does not hold. The column solves that problem (`parot.partial_wasserstein` with these
weights, %s rows move on average where k is %s on spambase) and labels the k rows of the largest shares. The column p-W .025 keeps p_i = 1/n and relaxes the positives alone (`--noise 0.025`), as the rest of the paper does: labels differ little.
"""


def weights(cells):
    records = cells.get(("paper", "spambase", columns.PRINTED), {}).values()
    return WEIGHTS % ((number(np.mean([record["moving"] for record in records])), "315") if records else ("more", "fewer"))


CONTROLS = """Accuracies across feature spaces mean nothing by themselves. So beside every figure, over the same %d draws: the same method with the positives replaced by as many rows of **another class** (each draw the next
class that has enough rows); by Gaussian **noise** with as many columns and the same total variance; and the **tightest rows**, which need no positives: the row with the least sum of distances to its k - 1 nearest rows, and
these. A method beats its controls if it leads each of them, paired by draw, by more than two standard errors. `p-GW 0` has raw distances, as the paper; `gromov` is our default, `parot pu --method gromov`, with
normalised distances. The last row is made by us: a ring and a cloud as wide, in 2-D for the positives and turned in 3-D for the others, where distances do tell the classes apart.
"""

TRIED = """Ways to make distances of unlike spaces comparable without a label, with and without a refit: a kernel ridge learns from the labels found and labels again, until they stay (experiments/across.py). Each
against its own controls, over all rows above but the shapes and draws 0 to 9. By chance alone, about one row in 40 is above one control by two errors.
"""


def summary(cells, first, stand_ins, second):
    own, networks = count_above(cells, first), count_above(cells, stand_ins)
    text = ("**In short.** On draws that nothing was chosen by (10 to 19), `auto` is above the paper's best column by more than two errors in %d of %d rows of Table 1 that have the paper's data, and in %d of %d rows "
            "that stand in for DeCAF." % (own + networks)) if own[1] else "**In short.** Three draws, none of those kept."
    below = [name for name in rows_of(first + stand_ins, cells) if is_above(cells, name) is False]
    if below:
        text += " It is not in: %s." % ", ".join(below)
    if count_beating(cells, second, "p-GW 0")[1]:
        text += (" **Across feature spaces** (Table 2), p-GW as in the paper beats its own controls in %s rows, `gromov` with normalised distances in %s."
                 % (beating(cells, second, "p-GW 0"), beating(cells, second, "gromov")))
    return text


def incomplete(cells, draws):
    """Which cells have fewer draws than the others, after a run that was stopped."""
    short = collections.defaultdict(list)
    for (protocol, row, column), records in sorted(cells.items()):
        for kept in (False, True):
            count = sum((draw >= 10) == kept for draw in records)
            if protocol == "paper" and row in paper_rows.ROWS and 0 < count < draws:
                short["%s, %d of draws %s" % (column, count, "10-19" if kept else "0-9")].append(row)
    if not short:
        return ""
    return "\nFewer draws than elsewhere: %s.\n" % "; ".join("%s: %s" % (what, ", ".join(names)) for what, names in short.items())


def page(cells, discussion):
    first, stand_ins = [row.name for row in paper_rows.TABLE_1], [row.name for row in paper_rows.STAND_INS_1]
    second, second_stand_ins, shapes = ([row.name for row in rows] for rows in (paper_rows.TABLE_2, paper_rows.STAND_INS_2, paper_rows.SHAPES))
    office = second + second_stand_ins
    draws = max(len([d for d in cell if d < 10]) for cell in cells.values())
    shown = paper_rows.PAPER_COLUMNS[:4] + (columns.PRINTED,) + paper_rows.PAPER_COLUMNS[4:]
    parts = [
        HEAD % ("%d draws." % draws, summary(cells, first, stand_ins, office)),
        "## Table 1: the paper's columns\n\nOurs, and the paper's in brackets. " + STARTS, beside_paper(cells, first, shown), weights(cells),
        "\nStand-ins for the DeCAF rows. %s\n" % SQUARE, beside_paper(cells, rows_of(stand_ins, cells), shown),
        figure("starts", "loss of each start over the lowest of its draw, against accuracy"), missing(cells),
        incomplete(cells, draws), "\n## Table 1, continued: our columns, and what needs no method\n", ours(cells, first + stand_ins),
        "\n`ensemble` and `ridge` are classifiers without transport; `learned` is transport whose cost learns from a classifier; `auto` learns from rows that transport and a classifier call negative.\n",
        "\n## Is `auto` above the paper's best?\n\nThe paper's best of each row, over its six columns, chosen after the fact. Draws 10 to 19 were kept for this table. %s\n" % SQUARE,
        against_paper(cells, first + stand_ins),
        "\nPaired by draw, draws 10 to 19, in points; in brackets, in how many draws they differ: `auto` beside classifiers without transport, "
        "and beside `learned`.\n", gains(cells, first + stand_ins),
        "\n## Table 2: different features\n\nOnly p-GW applies; ours, and the paper's in brackets. Amazon's DeCAF features are 200 rows of another distribution. %s\n" % SQUARE,
        beside_paper(cells, second + rows_of(second_stand_ins, cells), ("p-GW 0",)),
        "\n### Controls\n", CONTROLS % max([len(all_draws(cells, name, "gromov")) for name in office + shapes] + [0]), controlled(cells, office + shapes, "p-GW 0"),
        "\nNormalised distances:\n", controlled(cells, office + shapes, "gromov"),
        figure("controls", "accuracy across feature spaces, with the positives and with the controls"),
        "\n### What was tried\n", TRIED, tried(cells, office), told(cells, office),
        figure("environments", "the paper's first figure: p-W and p-GW where positives were found in another environment"),
        "\n## F1 of our columns\n", ours(cells, first + stand_ins, "f1"),
        "\n## Deviations\n\nOver draws, in points; the paper's in brackets.\n", deviations(cells, first + stand_ins),
        "\n## Stability\n\nMean and error of draws 0 to 9; of draws 10 to 19.\n", stability(cells, first + stand_ins),
        "\n## Against independent scripts\n\nProtocol `paper`; other draws of the same data.\n", references(cells),
        "\n## Protocol `repo`: what the authors' code did\n\nTheir random numbers, their sizes (800 positives, 400 unlabeled), their scaling over the whole data set, their "
        "principal components of the transposed table. In that code, rows that share a border value are distinguished by their position; the range shows what ties allow.\n",
        authors(cells), figure("groups", "appendix F: the plan of ten rows, without and with all-or-nothing rows; D is the dummy point"),
        figure("noise", "accuracy of p-W against the noise alpha"), figure("paths", "cost of every mass; the dot is the true prior"),
        "\n## Seconds a run\n\nProcessor time of the whole command, one thread; `pu` includes its cross-validation.\n", seconds(cells, first + stand_ins), "\n", discussion,
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
