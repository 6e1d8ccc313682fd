#!/usr/bin/python3
"""pu_prior - `parot prior` on many problems: each estimator's mean absolute error, how often its range holds the truth, its width.

Problems: the sets of bench/pu.py as they are and with classes exchanged, at the prior of the set and at five others (--priors), and tables of
them in which another column is the class (--groups derived): is it above its median? Columns that repeat it (correlation above .7) are left out.
400 positives and 800 unlabeled rows, fewer where a set is small. Means over problems; reliable: the fraction of draws that are called so, with the
error of these and of the others.

    bench/pu_prior.py --parot build/parot --data FOLDER --groups sets,priors,derived
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

import pu_sets
from pu_sets import sets

ESTIMATES = {"prior": None, "plateaus": "plateau", "lowest bin": "upper", "density ratio": "density", "linear bin": "linear",
             "radial bin": "rbf", "forest bin": "forest", "bin of mean": "mean", "nearest bin": "nearest"}
NAMES = list(pu_sets.SETS) + list(pu_sets.FURTHER)
PRIORS = (.05, .25, .5, .75, .95)


def draw(rows, is_positive, prior, seed):
    """positives, unlabeled rows, the fraction of positives among these; None: too few rows."""
    random = np.random.RandomState(seed)
    own, other = (random.permutation(np.flatnonzero(part)) for part in (is_positive, ~is_positive))
    prior = is_positive.mean() if prior is None else prior
    part = min(1, len(own) / (400 + 800 * prior), len(other) / (800 * (1 - prior)))
    n, m = int(800 * part), int(400 * part)
    k = max(1, round(prior * n))
    if m < 40 or len(own) < m + k or len(other) < n - k:
        return None
    return rows[own[:m]], rows[random.permutation(np.concatenate([own[m:m + k], other[:n - k]]))], k / n


def others(rows, count=3):
    """Some columns as classes, the rest of the table without what repeats them."""
    rows = rows[np.random.RandomState(0).permutation(len(rows))[:8000]]
    above = rows > np.median(rows, axis=0)
    fit = np.flatnonzero((above.mean(axis=0) > .1) & (above.mean(axis=0) < .9))
    for column in fit[np.linspace(0, len(fit) - 1, min(count, len(fit))).astype(int)]:
        with np.errstate(invalid="ignore", divide="ignore"):
            like = np.abs(np.nan_to_num(np.corrcoef(rows.T)[column]))
        if (like < .7).any():
            yield column, rows[:, like < .7], above[:, column]


def problems(folder, groups):
    """name, group, rows, is_positive, prior"""
    for name in NAMES:
        rows, is_positive = sets.read(folder, pu_sets.ROWS[name].positives if name in pu_sets.ROWS else name)
        for swapped, own in (("", is_positive), (" swapped", ~is_positive)):
            if "sets" in groups and not swapped or "priors" in groups and swapped:
                yield name + swapped, "sets" if not swapped else "priors", rows, own, None
            for prior in PRIORS if "priors" in groups else ():
                yield name + swapped, "priors", rows, own, prior
        if "derived" in groups:
            for column, rest, own in others(rows):
                yield "%s column %d" % (name, column), "derived", rest, own, None


def ask(parot, positives, unlabeled):
    with tempfile.TemporaryDirectory() as folder:
        np.save(os.path.join(folder, "p.npy"), np.ascontiguousarray(positives, float))
        np.save(os.path.join(folder, "u.npy"), np.ascontiguousarray(unlabeled, float))
        run = subprocess.run([parot, "prior", "p.npy", "u.npy", "--json", "-q"], cwd=folder, capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


def value_and_range(document, name):
    kind = ESTIMATES[name]
    if kind is None:
        return document["prior"], document["low"], document["high"]
    return document["upper" if kind == "upper" else "by_" + kind], *document[kind + "_range"]


def show(title, seen):
    """seen: (document, truth) of each draw"""
    print("\n%s, %d draws\n\n| | absolute error | holds the truth | width |\n|---|---|---|---|" % (title, len(seen)))
    truths = np.array([truth for _, truth in seen])
    for name in ESTIMATES:
        value, low, high = np.array([value_and_range(document, name) for document, _ in seen]).T
        print("| %s | %.3f | %.1f %% | %.3f |" % (name, np.abs(value - truths).mean(), 100 * ((low <= truths) & (truths <= high)).mean(),
                                                (high - low).mean()))
    off = np.array([abs(document["prior"] - truth) for document, truth in seen])
    sure = np.array([document["is_reliable"] for document, _ in seen])
    print("\nreliable: %.0f %%, error %.3f, at most %.3f; the others %.3f; of %d that are off by more than .1, %d are called unreliable, of %d that "
          "are off by less than .05, %d" % (100 * sure.mean(), off[sure].mean() if sure.any() else np.nan, off[sure].max(initial=0),
                                            off[~sure].mean() if (~sure).any() else np.nan, (off > .1).sum(), (~sure & (off > .1)).sum(),
                                            (off < .05).sum(), (~sure & (off < .05)).sum()), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--parot", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--groups", default="sets")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--draws", type=int, default=1)
    given = parser.parse_args()
    found = {group: [] for group in given.groups.split(",")}
    for name, group, rows, is_positive, prior in problems(given.data, found):
        for seed in range(given.first, given.first + given.draws):
            drawn = draw(rows, is_positive, prior, seed)
            if drawn is None:
                continue
            document = ask(os.path.abspath(given.parot), *drawn[:2])
            found[group].append((document, drawn[2]))
            print("%-28s %s: %.3f, prior %.3f (%.3f to %.3f)%s" % (name, "as is" if prior is None else prior, drawn[2], document["prior"], document["low"],
                                                                  document["high"], "" if document["is_reliable"] else " unreliable"),
                  file=sys.stderr, flush=True)
    for group, seen in found.items():
        show(group, seen)


if __name__ == "__main__":
    main()
