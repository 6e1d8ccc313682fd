#!/usr/bin/python3
"""pu - `parot pu` on data sets of the literature: mean accuracy over draws and its standard error, priors, bias, spies.

bench/pu.py --parot build/parot --data FOLDER [--first 0] [--draws 10] [--sets usps,mnist] [--columns mined,ridge] [--rows 4000,8000]

400 positives and 800 unlabeled rows in random order for each draw, 100 and 100 of surf; the truth is used to measure,
and for nothing else. mined-2, ridge-2, forest-2, ensemble-2, learned-2: with that many rounds at most. Columns besides methods:
prior (mean of estimate - truth, mean absolute error, draws whose range holds the truth, draws called reliable; a last
line has the mean absolute error over sets and the fraction of all draws whose range holds the truth), check (least and largest z of the
test for bias; accuracy that spies predict - accuracy, in points), whole and whole-noise (median and largest gap
between the plan of whole rows and its bound, in per cent of its cost), new, new-ridge, new-wasserstein (half of the
unlabeled rows labelled by a model of the other half: agreement with labelling all of them), seconds (of auto beside
one ridge and one solve), refits (ensemble, fitted as often as learned fits it). A set with "scaled" behind its name is scaled to [0, 1] by all of its rows, not by those
drawn: for p-gw-unscaled.
"""
import argparse
import functools
import json
import os
import subprocess
import tempfile

import numpy as np

import pu_sets

WHOLE = ["--method", "wasserstein", "--scale", "minmax", "--metric", "euclidean", "--whole-rows", "exact", "--noise"]
METHODS = {
    "p-w": ["--method", "wasserstein", "--scale", "minmax", "--metric", "euclidean", "--noise", "0", "--whole-rows", "concave"],
    "p-gw": ["--method", "gromov", "--scale", "minmax", "--metric", "euclidean", "--noise", "0", "--whole-rows", "concave"],
    "p-gw-noise": ["--method", "gromov", "--scale", "minmax", "--metric", "euclidean", "--noise", "0.025", "--whole-rows", "concave"],
    "p-gw-unscaled": ["--method", "gromov", "--scale", "none", "--metric", "euclidean", "--noise", "0", "--whole-rows", "concave"],
    "gromov": ["--method", "gromov", "--whole-rows", "concave"],
    "fused": ["--method", "fused", "--whole-rows", "concave"],
    "auto": [],
    "mined": ["--method", "mined"],
    "ridge": ["--method", "ridge"],
    "mined-linear": ["--method", "mined", "--kernel", "linear"],
    "ridge-linear": ["--method", "ridge", "--kernel", "linear"],
    "mined-both": ["--method", "mined", "--kernel", "both"],
    "ridge-both": ["--method", "ridge", "--kernel", "both"],
    "forest": ["--method", "forest"],
    "ensemble": ["--method", "ensemble"],
    "mined-forest": ["--method", "mined", "--classifier", "forest"],
    "mined-ensemble": ["--method", "mined", "--classifier", "ensemble"],
    "learned": ["--method", "learned"],
    "wasserstein": ["--method", "wasserstein", "--whole-rows", "none"],
    **{"%s-%d" % (method, rounds): ["--method", method, "--rounds", str(rounds)]
       for method in ("mined", "ridge", "forest", "ensemble", "learned") for rounds in (1, 2, 10)},
    "tune": ["--tune"],
    "matching": ["--method", "matching"],
    "nearest": ["--method", "nearest", "--scale", "minmax", "--metric", "euclidean"],
    "upu": ["--method", "upu", "--scale", "minmax"],
    "nnpu": ["--method", "nnpu", "--scale", "minmax"],
    "pusb": ["--method", "pusb", "--scale", "minmax"],
    "whole": WHOLE + ["0"],
    "whole-noise": WHOLE + ["0.025"],
}


def ask(parot, folder, verb, options):
    """The JSON document of one call on the files of a draw."""
    command = [parot, verb, "p.npy", "u.npy", "--json", "-q"] + options
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


def with_error(values):
    error = np.std(values, ddof=1) / np.sqrt(len(values)) if len(values) > 1 else np.nan
    return "%.2f +- %.2f" % (np.mean(values), error)


def show_accuracy(documents, priors):
    return with_error([100 * document["metrics"]["accuracy"] for document in documents])


def show_prior(documents, priors):
    errors = [document["prior"] - prior for document, prior in zip(documents, priors)]
    return "%+.3f %.3f %d %d" % (np.mean(errors), np.mean(np.abs(errors)), sum(holds(documents, priors)),
                                 sum(document["is_reliable"] for document in documents))


def holds(documents, priors):
    """Of each draw, whether its range holds the truth."""
    return [document["low"] <= prior <= document["high"] for document, prior in zip(documents, priors)]


def show_priors(seen):
    """All sets together: (documents, priors) of each."""
    errors = [np.mean([abs(d["prior"] - prior) for d, prior in zip(*one)]) for one in seen]
    widths = [np.mean([d["high"] - d["low"] for d in documents]) for documents, _ in seen]
    held = np.concatenate([holds(*one) for one in seen])
    print("prior, all sets: error %.4f, ranges hold the truth in %.1f %% of %d draws, width %.3f" %
          (np.mean(errors), 100 * np.mean(held), len(held), np.mean(widths)))


def show_check(documents, priors):
    z = [document["bias"] for document in documents]
    errors = [100 * (d["spies"]["accuracy"] - d["metrics"]["accuracy"]) for d in documents if "spies" in d]
    return "%.1f to %.1f; %s" % (min(z), max(z), "%+.2f" % np.mean(errors) if errors else "off")


def show_gap(documents, priors):
    gaps = [100 * document["transport"]["gap"] / document["transport"]["objective"] for document in documents]
    return "%.4f, %.4f" % (np.median(gaps), max(gaps))


def show_new(documents, priors):
    return with_error([100 * document["agreement"] for document in documents])


def show_seconds(documents, priors):
    return "%.3f" % np.median([document["ratio"] for document in documents])


NEW = {"new": "mined", "new-ridge": "ridge", "new-wasserstein": "wasserstein"}
SHOW = {"prior": show_prior, "check": show_check, "seconds": show_seconds, "whole": show_gap,
        "whole-noise": show_gap, **{column: show_new for column in NEW}}


def labels(folder, name):
    """The column `label` of labels in .npy."""
    return np.load(os.path.join(folder, name))[:, 1]


def agreement(parot, folder, method, prior, options):
    """Labels of the second half of the unlabeled rows, by a model of the first half, compared with those of all of them."""
    def run(verb, *arguments):
        subprocess.run([parot, verb, *arguments, "-q", "-f"], cwd=folder, check=True, capture_output=True)
    rows = np.load(os.path.join(folder, "u.npy"))
    half = len(rows) // 2
    np.save(os.path.join(folder, "first.npy"), rows[:half])
    np.save(os.path.join(folder, "second.npy"), rows[half:])
    given = ["--prior", repr(prior), "--method", method] + options
    run("pu", "p.npy", "u.npy", *given, "-o", "all.npy")
    run("pu", "p.npy", "first.npy", *given, "--model", "model.npz")
    run("predict", "model.npz", "second.npy", "--prior", repr(prior), "-o", "new.npy")
    return {"agreement": np.mean(labels(folder, "all.npy")[half:] == labels(folder, "new.npy"))}


def ratio(parot, folder, options):
    """Time of auto beside one ridge and one solve without whole rows, the least of five runs of each, in turns."""
    methods = {"auto": [], "ridge": ["--method", "ridge"], "solve": ["--method", "wasserstein", "--whole-rows", "none"]}
    least = dict.fromkeys(methods, np.inf)
    for _ in range(5):
        for name, method in methods.items():
            document = ask(parot, folder, "pu", options + method)
            least[name] = min(least[name], document["seconds"]["solve"])
    return {"ratio": least["auto"] / (least["ridge"] + least["solve"]), **least}


def documents_of(column, parot, folder, drawn, options):
    """What the command says of one draw."""
    positives, unlabeled, truth, prior = drawn
    for name, array in (("p", positives), ("u", unlabeled), ("t", truth.astype(float))):
        np.save(os.path.join(folder, name + ".npy"), np.ascontiguousarray(array))
    if column == "prior":
        return ask(parot, folder, "prior", options)
    if column in NEW:
        return agreement(parot, folder, NEW[column], prior, options)
    if column == "seconds":
        return ratio(parot, folder, options + ["--prior", repr(prior)])
    given = options + ["--truth", "t.npy", "--prior", repr(prior)]
    if column == "refits":
        fits = ask(parot, folder, "pu", given + METHODS["learned"])["rounds"]
        return ask(parot, folder, "pu", given + ["--method", "ensemble", "--rounds", str(max(fits - 1, 0))])
    return ask(parot, folder, "pu", given + (METHODS[column] if column in METHODS else ["--check"]))


def draw_rows(data, name, positives, unlabeled, seed):
    return pu_sets.draw(data, name, seed, positives, unlabeled)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--parot", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--first", type=int, default=0, help="number of the first draw")
    parser.add_argument("--draws", type=int, default=10)
    parser.add_argument("--sets", default=",".join(pu_sets.SETS))
    parser.add_argument("--columns", default="p-w,mined,ridge,matching")
    parser.add_argument("--rows", help="positives and unlabeled rows of a draw, such as 4000,8000, instead of the usual")
    parser.add_argument("--log", help="file that gets every document, a line each")
    arguments = parser.parse_args()
    parot, columns = os.path.abspath(arguments.parot), arguments.columns.split(",")
    print("%-16s" % "" + "".join("%18s" % column for column in columns))
    seen = []
    for name in pu_sets.NAMES if arguments.sets == "all" else arguments.sets.split(","):
        draw, options = pu_sets.make_draw(arguments.data, name)
        if arguments.rows:
            draw = functools.partial(draw_rows, arguments.data, name, *map(int, arguments.rows.split(",")))
        seeds = range(arguments.first, arguments.first + arguments.draws)
        drawn = [draw(seed) for seed in seeds]
        print("%-16s" % name, end="")
        with tempfile.TemporaryDirectory() as folder:
            for column in columns:
                documents = [documents_of(column, parot, folder, one, options) for one in drawn]
                print("%18s" % SHOW.get(column, show_accuracy)(documents, [one[3] for one in drawn]), end="", flush=True)
                if column == "prior":
                    seen.append((documents, [one[3] for one in drawn]))
                if arguments.log:
                    with open(arguments.log, "a") as log:
                        for seed, document in zip(seeds, documents):
                            log.write(json.dumps({"set": name, "draw": seed, "column": column, **document}) + "\n")
        print(flush=True)
    if seen:
        show_priors(seen)


if __name__ == "__main__":
    main()
