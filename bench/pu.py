#!/usr/bin/python3
"""pu - `parot pu` on data sets of the literature: mean accuracy over draws and its standard error, priors, bias, spies.

bench/pu.py --parot build/parot --data FOLDER [--first 0] [--draws 10] [--sets usps,mnist] [--columns mined,ridge]

400 positives and 800 unlabeled rows in random order for each draw, 100 and 100 of surf; the truth is used to measure, and
for nothing else. Columns besides methods: prior (mean estimate - the truth, in brackets how many draws are called
reliable), check (least and largest z of the test for bias; accuracy that spies predict - accuracy, in points). A set with
"scaled" behind its name is scaled to [0, 1] by all of its rows, not by those drawn: for p-gw-unscaled.
"""
import argparse
import json
import os
import subprocess
import tempfile

import numpy as np

import pu_sets

METHODS = {
    "p-w": ["--method", "wasserstein", "--scale", "minmax", "--metric", "euclidean", "--noise", "0", "--group", "concave"],
    "p-gw": ["--method", "gromov", "--scale", "minmax", "--metric", "euclidean", "--noise", "0", "--group", "concave"],
    "p-gw-noise": ["--method", "gromov", "--scale", "minmax", "--metric", "euclidean", "--noise", "0.025", "--group", "concave"],
    "p-gw-unscaled": ["--method", "gromov", "--scale", "none", "--metric", "euclidean", "--noise", "0", "--group", "concave"],
    "gromov": ["--method", "gromov", "--group", "concave"],
    "fused": ["--method", "fused", "--group", "concave"],
    "auto": [],
    "mined": ["--method", "mined"],
    "ridge": ["--method", "ridge"],
    "mined-linear": ["--method", "mined", "--kernel", "linear"],
    "ridge-linear": ["--method", "ridge", "--kernel", "linear"],
    "mined-both": ["--method", "mined", "--kernel", "both"],
    "ridge-both": ["--method", "ridge", "--kernel", "both"],
    "tune": ["--tune"],
    "matching": ["--method", "matching"],
    "nearest": ["--method", "nearest", "--scale", "minmax", "--metric", "euclidean"],
    "upu": ["--method", "upu"],
    "nnpu": ["--method", "nnpu"],
    "pusb": ["--method", "pusb"],
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
    return "%+.3f (%d of %d)" % (np.mean(errors), sum(d["reliable"] for d in documents), len(documents))


def show_check(documents, priors):
    z = [document["bias_z"] for document in documents]
    errors = [100 * (d["spy"]["accuracy"] - d["metrics"]["accuracy"]) for d in documents if "spy" in d]
    return "%.1f to %.1f; %s" % (min(z), max(z), "%+.2f" % np.mean(errors) if errors else "off")


SHOW = {"prior": show_prior, "check": show_check}


def documents_of(column, parot, folder, drawn, options):
    """What the command says of one draw."""
    positives, unlabeled, truth, prior = drawn
    for name, array in (("p", positives), ("u", unlabeled), ("t", truth.astype(float))):
        np.save(os.path.join(folder, name + ".npy"), np.ascontiguousarray(array))
    if column == "prior":
        return ask(parot, folder, "prior", options)
    given = options + ["--truth", "t.npy", "--prior", repr(prior)]
    return ask(parot, folder, "pu", given + (METHODS[column] if column in METHODS else ["--check"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--parot", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--first", type=int, default=0, help="number of the first draw")
    parser.add_argument("--draws", type=int, default=10)
    parser.add_argument("--sets", default=",".join(pu_sets.SETS))
    parser.add_argument("--columns", default="p-w,mined,ridge,matching")
    parser.add_argument("--log", help="file that gets every document, a line each")
    arguments = parser.parse_args()
    parot, columns = os.path.abspath(arguments.parot), arguments.columns.split(",")
    print("%-16s" % "" + "".join("%18s" % column for column in columns))
    for name in pu_sets.NAMES if arguments.sets == "all" else arguments.sets.split(","):
        draw, options = pu_sets.make_draw(arguments.data, name)
        seeds = range(arguments.first, arguments.first + arguments.draws)
        drawn = [draw(seed) for seed in seeds]
        print("%-16s" % name, end="")
        with tempfile.TemporaryDirectory() as folder:
            for column in columns:
                documents = [documents_of(column, parot, folder, one, options) for one in drawn]
                print("%18s" % SHOW.get(column, show_accuracy)(documents, [one[3] for one in drawn]), end="", flush=True)
                if arguments.log:
                    with open(arguments.log, "a") as log:
                        for seed, document in zip(seeds, documents):
                            log.write(json.dumps({"set": name, "draw": seed, "column": column, **document}) + "\n")
        print(flush=True)


if __name__ == "__main__":
    main()
