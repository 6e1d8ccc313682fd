"""pu_sets - the data sets and draws of the experiments, by the names that benchmarks give them."""
import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "experiments"))
import draws  # noqa: E402
import rows  # noqa: E402
import sets  # noqa: E402

ROWS = {row.name: row for row in rows.TABLES if not row.name.startswith("coloured")}
PRIORS = {name: row.prior for name, row in ROWS.items()}
SETS = tuple(ROWS)
FURTHER = tuple(sets.FURTHER)
NAMES = list(SETS) + ["coloured", "coloured folded"] + ["surf c-" + to for to in "cawd"] + list(FURTHER)


def draw(folder, name, seed, positives, unlabeled):
    """So many positives and unlabeled rows of a table."""
    return draws.paper(folder, ROWS[name]._replace(known=positives, rows=unlabeled), seed)


def draw_scaled(folder, row, seed):
    """Every column to [0, 1] over the whole data set, constant ones to 0."""
    everything = sets.read(folder, row.positives)[0]
    least, width = everything.min(axis=0), np.ptp(everything, axis=0)
    drawn = draws.paper(folder, row, seed)
    positives, unlabeled = ((part - least) / np.where(width > 0, width, 1) for part in drawn[:2])
    return drawn._replace(positives=positives, unlabeled=unlabeled)


def row_of(folder, name):
    """400 positives and 800 unlabeled rows, a part of which are positive as in the whole set; fewer if there are not enough."""
    is_positive = sets.read(folder, name)[1]
    prior, own, other = is_positive.mean(), is_positive.sum(), (~is_positive).sum()
    part = min(1, own / (400 + 800 * prior), other / (800 * (1 - prior)))
    count = int(800 * part)
    k = round(prior * count)
    return rows.Row(name, name, name, min(int(400 * part), own - k), count, k / count, None)


def make_draw(folder, name):
    """draw(seed) of a data set, and the options that it needs."""
    if name.startswith("surf "):
        row = rows.ROWS["surf c to surf " + name[-1]]
        return lambda seed: draws.paper(folder, row, seed), ["--kind", "domains"]
    if name.startswith("coloured"):
        row = rows.ROWS["coloured mnist"]
        return lambda seed: draws.paper(folder, row, seed), ["--fold", "2"] if name.endswith("folded") else []
    if name.endswith(" scaled"):
        return lambda seed: draw_scaled(folder, ROWS[name.removesuffix(" scaled")], seed), []
    row = row_of(folder, name) if name in FURTHER else ROWS[name]
    return lambda seed: draws.paper(folder, row, seed), []
