#!/usr/bin/python3
"""Are probabilities of `parot.pu(...).calibrate` frequencies, and do ranges hold the truth? On tables whose truth is known.

    PYTHONPATH=build/python bench/pu_calibration.py --data FOLDER [--sets bank,adult] [--draws 6] [--first 700]

For each set, with the true prior and with the estimated one: the calibration error (sum over five bins of probability of |expected - actual
positives|, as a fraction of the rows), how often the ranges of precision and recall hold the truth where 50, 80 and 95 % of the hidden positives
are found, the errors of AUC and accuracy by hidden positives, and how often their ranges hold the truth.
"""
import argparse
import os
import sys

import numpy as np

import parot

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "experiments"))
import sets  # noqa: E402

BINS, LEVELS, MOST = 5, (0.5, 0.8, 0.95), (400, 800)


def draw(rows, is_positive, seed):
    """400 positives and 800 unlabeled rows with the set's fraction of positives, or what there is; and the truth."""
    rng = np.random.default_rng(seed)
    positive, negative = (rng.permutation(np.flatnonzero(part)) for part in (is_positive, ~is_positive))
    known = min(MOST[0], len(positive) // 2)
    count = min(MOST[1], len(rows) - known)
    hidden = min(round(is_positive.mean() * count), len(positive) - known)
    others = min(count - hidden, len(negative))
    chosen = np.concatenate([positive[known:known + hidden], negative[:others]])
    return rows[positive[:known]], rows[chosen], np.repeat([1, 0], [hidden, others])


def measure(known, rows, truth, prior, seed):
    answer = parot.pu(known, rows, prior, seed=seed)
    found = answer.calibrate(known, rows)
    right = np.cumsum(truth[np.argsort(answer.rank)])
    recall, precision = right / truth.sum(), right / np.arange(1, len(truth) + 1)
    at = np.minimum(np.searchsorted(found.recall, np.array(LEVELS) - 1e-12), len(truth) - 1)
    bins = np.minimum((BINS * found.probability).astype(int), BINS - 1)
    error = sum(abs((found.probability - truth)[bins == k].sum()) for k in range(BINS)) / len(truth)
    criteria, actual = found.criteria(answer.positives), answer.evaluate(truth)
    return (error, ((found.precision_low <= precision) & (precision <= found.precision_high))[at].mean(),
            ((found.recall_low <= recall) & (recall <= found.recall_high))[at].mean(),
            criteria.auc - actual.auc, criteria.auc_low <= actual.auc <= criteria.auc_high,
            criteria.accuracy - actual.accuracy, criteria.accuracy_low <= actual.accuracy <= criteria.accuracy_high)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, help="folder with pu_tables, as for bench/pu.py")
    parser.add_argument("--sets", default=",".join(sets.FURTHER))
    parser.add_argument("--draws", type=int, default=6)
    parser.add_argument("--first", type=int, default=700)
    given = parser.parse_args()
    print("| | prior | calibration error | precision held | recall held | AUC | held | accuracy | held |\n" + "|---" * 9 + "|")
    for name in given.sets.split(","):
        rows, is_positive = sets.FURTHER[name](given.data)
        for word in ("true", "estimated"):
            measured = []
            for seed in range(given.first, given.first + given.draws):
                known, unlabeled, truth = draw(rows, is_positive, seed)
                measured.append(measure(known, unlabeled, truth, truth.mean() if word == "true" else "auto", seed))
            mean = np.mean(np.array(measured, dtype=float), axis=0)
            print("| %s | %s | %.3f | %.0f %% | %.0f %% | %+.3f | %.0f %% | %+.3f | %.0f %% |" % (
                name, word, mean[0], 100 * mean[1], 100 * mean[2], mean[3], 100 * mean[4], mean[5], 100 * mean[6]), flush=True)


if __name__ == "__main__":
    main()
