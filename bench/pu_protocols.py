"""pu_protocols - what the methods of make pu-bench are given, by three ways to cut a data set into positives, unlabeled rows and a test.

paper        400 positives and 800 unlabeled rows, disjoint, of the paper's sets and of further tables (pu_sets.py); the unlabeled rows are judged.
             Coloured digits are left out: with their colours added up they are those of mnist, draw by draw.
one-sample   a fifth of the rows is kept for the test; of the others, a tenth of the positives is labelled, and the rest is unlabeled.
two-sample   the same, but the unlabeled rows are all others, those labelled among them: their prior is that of the set. The test is judged in both.
             So cuts PU-Bench ("single" and "case-control", c = .1, Spambase_PU.py; the seeds are its first) and, except for the copies, PUBench.
dedpul       five priors on five sets, positives as many as in the study of DEDPUL (Ivanov 2020), unlabeled rows in its proportions, at most ROWS.
             Positives of it are the rare classes of shuttle and page-blocks, and poisonous mushrooms.
"""
import collections
import functools

import numpy as np

import pu_sets
from pu_sets import sets

Task = collections.namedtuple("Task", "positives unlabeled truth prior options test test_truth", defaults=([], None, None))

FIRST = 700  # draws that no choice was made with
SEEDS = (2, 25, 42, 52, 99, 103, 250, 666, 777, 2026)
MOST = 3000  # rows of a set that is cut into training and test
ROWS = 2000  # unlabeled rows of dedpul: the study had up to 48,000
PRIORS = (.05, .25, .5, .75, .95)

PAPER = list(pu_sets.SETS) + ["surf c-" + to for to in "cawd"] + list(pu_sets.FURTHER)
PUBLIC = ["mushrooms", "page-blocks", "usps", "connect-4", "spambase", "mnist", "adult", "bank", "phoneme", "splice"]  # 20 positives at least
STUDY = {"mushrooms": ("poisonous", True, 1000), "shuttle": ("shuttle", False, 1000), "page-blocks": ("page-blocks", False, 100),
         "spambase": ("spambase", True, 400), "bank": ("bank", True, 100)}
PROTOCOLS = ("paper", "one-sample", "two-sample", "dedpul")


def rows_of(protocol):
    if protocol == "dedpul":
        return ["%s, prior %g" % (name, prior) for name in STUDY for prior in PRIORS]
    return PAPER if protocol == "paper" else PUBLIC


def set_of(row):
    return row.split(", prior ")[0]


# ---- The paper's ------------------------------------------------------------

def paper(folder, row, draw):
    make, options = pu_sets.make_draw(folder, row)
    return Task(*make(FIRST + draw), options)


# ---- Training and test ------------------------------------------------------

def halves(numbers, part, random):
    """A part of the numbers, and the others."""
    numbers = random.permutation(numbers)
    count = max(1, round(part * len(numbers)))
    return numbers[:count], numbers[count:]


def public(folder, row, draw, is_returned):
    rows, is_positive = sets.read(folder, row)
    random = np.random.RandomState(SEEDS[draw])
    own, other = np.where(is_positive)[0], np.where(~is_positive)[0]
    if len(rows) > MOST:
        own, other = (halves(part, MOST / len(rows), random)[0] for part in (own, other))
    cut = [halves(part, .2, random) for part in (own, other)]
    test = random.permutation(np.concatenate([part[0] for part in cut]))
    (_, own), (_, other) = cut
    known, rest = halves(own, .1, random)
    unlabeled = random.permutation(np.concatenate([own if is_returned else rest, other]))
    return Task(rows[known], rows[unlabeled], is_positive[unlabeled], is_positive[unlabeled].mean(), [], rows[test], is_positive[test])


# ---- DEDPUL's ---------------------------------------------------------------

def study(folder, row, draw):
    name, prior = row.split(", prior ")
    source, is_own, known = STUDY[name]
    rows, is_positive = sets.read(folder, source)
    prior, is_positive = float(prior), is_positive == is_own
    random = np.random.RandomState(1000 + FIRST + draw)
    own, other = (random.permutation(np.where(part)[0]) for part in (is_positive, ~is_positive))
    count = int(min(ROWS, (len(own) - known) / prior, len(other) / (1 - prior)))
    k = round(prior * count)
    unlabeled = random.permutation(np.concatenate([own[known:known + k], other[:count - k]]))
    return Task(rows[own[:known]], rows[unlabeled], is_positive[unlabeled], k / count)


DRAWS = {"paper": paper, "one-sample": functools.partial(public, is_returned=False),
         "two-sample": functools.partial(public, is_returned=True), "dedpul": study}
