#!/usr/bin/python3
"""pu - accuracy of `parot pu` on data sets of the literature: mean over draws, and its standard error.

bench/pu.py --parot build/parot --data FOLDER [--draws 10] [--sets usps,mnist] [--methods mined,ridge]

400 positives and 800 unlabeled rows in random order for each draw; the truth is used to measure, and for nothing else.
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
    "mined": ["--method", "mined"],
    "ridge": ["--method", "ridge"],
    "matching": ["--method", "matching"],
    "nearest": ["--method", "nearest", "--scale", "minmax", "--metric", "euclidean"],
}


def accuracy(parot, folder, drawn, options):
    """Of one draw, whose files are written to the folder."""
    positives, unlabeled, truth, prior = drawn
    for name, array in (("p", positives), ("u", unlabeled), ("t", truth.astype(float))):
        np.save(os.path.join(folder, name + ".npy"), np.ascontiguousarray(array))
    command = [parot, "pu", "p.npy", "u.npy", "--truth", "t.npy", "--prior", repr(prior), "--json", "-q"] + options
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return 100 * json.loads(run.stdout)["metrics"]["accuracy"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--parot", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--draws", type=int, default=10)
    parser.add_argument("--sets", default=",".join(pu_sets.SETS))
    parser.add_argument("--methods", default="p-w,mined,ridge,matching")
    arguments = parser.parse_args()
    parot, methods = os.path.abspath(arguments.parot), arguments.methods.split(",")
    print("%-12s" % "" + "".join("%16s" % method for method in methods))
    for name in arguments.sets.split(","):
        data = pu_sets.SETS[name](arguments.data)
        cells = []
        with tempfile.TemporaryDirectory() as folder:
            for method in methods:
                results = [accuracy(parot, folder, pu_sets.draw(data, seed), METHODS[method])
                           for seed in range(arguments.draws)]
                cells.append("%8.2f +- %4.2f" % (np.mean(results), np.std(results, ddof=1) / np.sqrt(len(results))))
        print("%-12s" % name + "".join("%16s" % cell for cell in cells), flush=True)


if __name__ == "__main__":
    main()
