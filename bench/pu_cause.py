#!/usr/bin/python3
"""pu_cause - how often `parot.bias_cause` names the cause that was planted.

PYTHONPATH=build/python bench/pu_cause.py [--data FOLDER --sets usps,mnist] [--draws 20] [--first 0]

Without --data, rows of four normal columns, 40 % positive; classes differ by `apart` in three of them. Choices by the first column: two
(half of the positives chosen a tenth as often), smooth (logistic, slope 2.5), cut (a third never chosen). With --data, 200 positives and 800
rows of each set; choices by a random column and by the first principal component, half of the positives chosen a tenth as often.
Priors 1.25, 1.3, 1.5 and 1.6 times the truth. Each line counts the answers.
"""
import argparse
import collections

import numpy as np

import parot
import pu_sets


def generate(seed, apart, plant, positives, rows):
    """(positives, unlabeled rows), of which 40 % are positive."""
    rng = np.random.default_rng(seed)
    unlabeled = rng.normal(size=(rows, 4))
    unlabeled[rng.uniform(size=rows) >= 0.4, 1:] += apart
    known = rng.normal(size=(20 * positives, 4))
    first = known[:, 0]
    chance = {"two": np.where(first > 0, 1, 0.1), "smooth": 1 / (1 + np.exp(-2.5 * first)),
              "cut": np.where(first > -0.43, 1, 0)}.get(plant, np.ones(len(known)))
    return known[rng.uniform(size=len(known)) < chance][:positives], unlabeled


def choose(known, count, rng, plant):
    """Half of the positives a tenth as often."""
    scaled = (known - known.mean(axis=0)) / np.maximum(known.std(axis=0), 1e-9)
    if plant == "component":
        along = scaled @ np.linalg.svd(scaled[:500], full_matrices=False)[2][0]
    else:
        along = scaled[:, rng.integers(scaled.shape[1])] + 1e-3 * rng.normal(size=len(scaled))
    chance = np.where(along > np.median(along), 1, 0.1)
    return known[rng.uniform(size=len(known)) < chance][:count]


def show(name, answers):
    count = collections.Counter(answers)
    print("%-36s %s" % (name, ", ".join("%s %d" % (cause, count[cause]) for cause in
                                        ("neither", "prior", "choice", "either") if count[cause])), flush=True)


def on_generated(seeds):
    for apart in (3, 2):
        for positives, rows in ((200, 400), (400, 800)):
            for plant, prior in ((None, 0.4), (None, 0.5), (None, 0.6), ("two", 0.4), ("smooth", 0.4), ("cut", 0.4)):
                show("apart %g, %d and %d rows, %s" % (apart, positives, rows, plant or "prior %g" % prior),
                     [parot.bias_cause(*generate(seed, apart, plant, positives, rows), prior).cause for seed in seeds])


def on_sets(folder, names, seeds):
    everything = collections.defaultdict(list)
    for name in names:
        for seed in seeds:
            drawn = pu_sets.make_draw(folder, name)[0](seed)
            known, rows = np.asarray(drawn.positives, float), np.asarray(drawn.unlabeled, float)
            prior, rng = (np.asarray(drawn.truth) > 0).mean(), np.random.default_rng(seed - seeds[0])
            for plant in (1, 1.3, 1.6, "component", "column"):
                is_prior = not isinstance(plant, str)
                chosen = known[:200] if is_prior else choose(known, 200, rng, plant)
                cause = parot.bias_cause(chosen, rows, min(0.95, prior * plant) if is_prior else prior).cause
                everything["prior x %g" % plant if is_prior else plant].append((name, cause))
        for plant, found in everything.items():
            show("%s, %s" % (name, plant), [cause for at, cause in found if at == name])
    for plant, found in everything.items():
        show("all, %s" % plant, [cause for _, cause in found])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data")
    parser.add_argument("--sets", default="mushrooms,shuttle,page-blocks,usps,spambase,mnist,splice,mammography,ionosphere,bank")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--draws", type=int, default=20)
    given = parser.parse_args()
    seeds = range(given.first, given.first + given.draws)
    if given.data:
        on_sets(given.data, given.sets.split(","), seeds)
    else:
        on_generated(seeds)


main()
