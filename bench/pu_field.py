#!/usr/bin/python3
"""pu_field - our methods and their rivals by three protocols (pu_protocols.py); every answer becomes a line of JSON.

bench/pu_field.py --parot build/parot --data FOLDER --output FILE [--quick] [--protocols paper] [--rows usps,mnist] [--methods auto,ridge]
mpirun -n N bench/pu_field.py --ranks N ...

What FILE holds already is not run again: answers of ours from the same build of the command, those of rivals from the same files and scikit-learn.
All methods are given the true prior, and as many rows are labelled positive as it says. Processor seconds: one thread,
with reading and writing files for ours. bench/pu_page.py makes the page of it.
"""
import argparse
import ast
import csv
import functools
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time

for library in ("OPENBLAS", "OMP"):  # there is a process for each core
    os.environ.setdefault(library + "_NUM_THREADS", "1")

import numpy as np  # noqa: E402
import sklearn  # noqa: E402

import pu_protocols  # noqa: E402
import pu_rivals  # noqa: E402
from pu_sets import sets  # noqa: E402
import columns  # noqa: E402
import tables  # noqa: E402

TUNE = "auto --tune"
OURS = {"auto": [], TUNE: ["--tune"], "learned": ["--method", "learned"],
        "ensemble": ["--method", "ensemble"], "forest": ["--method", "forest"], "ridge": ["--method", "ridge"],
        "wasserstein": ["--method", "wasserstein", "--whole-rows", "none"], "matching": ["--method", "matching"]}
RIVALS = list(pu_rivals.METHODS)
PRIOR = "prior"

METHODS = {"paper": list(OURS) + RIVALS,
           "public": ["auto", "ensemble", "forest", "ridge", "wasserstein"] + RIVALS,
           "dedpul": ["auto", "ensemble", "forest", "elkan-noto forest", "elkan-noto boosted", PRIOR]}
TUNE_DRAWS = 2  # it takes as long as all others together
DRAWS = {"paper": 5, "one-sample": 3, "two-sample": 3, "dedpul": 2}
QUICK = {"paper": (2, ["page-blocks", "spambase", "wine-red", "pima"]), "one-sample": (1, ["spambase", "phoneme"]),
         "two-sample": (1, ["spambase", "phoneme"]), "dedpul": (1, ["page-blocks, prior 0.25", "spambase, prior 0.75"])}


def methods_of(protocol):
    return METHODS["public" if protocol.endswith("-sample") else protocol]


def code_of(module):
    """The program of a file, whatever its comments say."""
    with open(module.__file__) as file:
        tree = ast.parse(file.read())
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node):
            node.body = node.body[1:]
    return ast.dump(tree)


def rivals_build():
    """Of what decides the answers of the rivals."""
    parts = [sklearn.__version__, code_of(pu_rivals), code_of(pu_protocols)]
    return hashlib.sha256("".join(parts).encode()).hexdigest()[:12]


# ---- Figures ----------------------------------------------------------------

def cut(scores, prior):
    """The rows that score highest, as many as the prior says."""
    chosen = np.zeros(len(scores), bool)
    chosen[np.argsort(-scores, kind="stable")[:round(prior * len(scores))]] = True
    return chosen


def auc(scores, truth):
    """How often a positive scores above a negative; equal scores count half."""
    _, place, counts = np.unique(scores, return_inverse=True, return_counts=True)
    rank = (np.cumsum(counts) - (counts - 1) / 2)[place]
    own = truth.sum()
    return float((rank[truth].sum() - own * (own + 1) / 2) / (own * (len(truth) - own)))


def figures(scores, truth):
    return dict(columns.figures(cut(scores, truth.mean()), truth), auc=100 * auc(scores, truth))


# ---- A method ---------------------------------------------------------------

def run_rival(name, task, seed):
    begin = time.process_time()
    given = {} if task.test is None else {"new": task.test}
    scores = pu_rivals.score(name, task.positives, task.unlabeled, task.prior, seed, **given)
    seconds = time.process_time() - begin
    return dict(figures(scores, task.truth if task.test is None else task.test_truth), seconds=seconds)


def call(parot, folder, *arguments):
    run = subprocess.run([parot, *arguments, "-q", "-f"], cwd=folder, capture_output=True, text=True)
    if run.returncode != 0:
        raise RuntimeError("parot %s\n%s" % (" ".join(arguments), run.stderr))
    return run.stdout


def run_on_test(parot, folder, name, task):
    """A model of the unlabeled rows labels the test, as one batch."""
    begin = columns.processor_time()
    np.save(os.path.join(folder, "test.npy"), np.ascontiguousarray(task.test, float))
    document = json.loads(call(parot, folder, "pu", "p.npy", "u.npy", "--prior", repr(task.prior), "--model", "model.npz", "--json", *OURS[name]))
    call(parot, folder, "predict", "model.npz", "test.npy", "--prior", repr(task.test_truth.mean()), "-o", "test.csv")
    with open(os.path.join(folder, "test.csv"), newline="") as file:
        scores = np.array([float(row["score"]) for row in csv.DictReader(file)])
    return dict(figures(scores, task.test_truth), seconds=columns.processor_time() - begin, method=document["method"])


def run_prior(parot, folder, task):
    begin = columns.processor_time()
    document = json.loads(call(parot, folder, "prior", "p.npy", "u.npy", "--json"))
    return dict({name: document[name] for name in ("prior", "low", "high", "is_reliable")}, truth=task.prior,
                seconds=columns.processor_time() - begin)


def run_ours(parot, folder, name, task):
    if name == PRIOR:
        return run_prior(parot, folder, task)
    if task.test is not None:
        return run_on_test(parot, folder, name, task)
    begin = columns.processor_time()
    document, answer = columns.ask(parot, folder, OURS[name] + task.options, task.prior)
    return dict(columns.figures(answer["label"] == 1, task.truth), seconds=columns.processor_time() - begin, method=document["method"])


def run(parot, data, job):
    """Records of one draw; or the name of a file that is not there."""
    protocol, row, draw, names = job
    records = {}
    try:
        task = pu_protocols.DRAWS[protocol](data, row, draw)
    except sets.Missing as missing:
        return job, str(missing)
    with tempfile.TemporaryDirectory() as folder:
        columns.save(folder, task)
        for name in names:
            is_rival = name in pu_rivals.METHODS
            records[name] = run_rival(name, task, draw) if is_rival else run_ours(parot, folder, name, task)
    return job, records


# ---- All of them ------------------------------------------------------------

def jobs_of(arguments, done):
    for protocol in arguments.protocols.split(","):
        draws, rows = QUICK[protocol] if arguments.quick else (DRAWS[protocol], pu_protocols.rows_of(protocol))
        for row in rows:
            if not tables.is_chosen(pu_protocols.set_of(row), arguments.rows):
                continue
            for draw in range(arguments.draws or draws):
                names = [name for name in methods_of(protocol) if tables.is_chosen(name, arguments.methods) and
                         (protocol, row, draw, name) not in done and (name != TUNE or draw < TUNE_DRAWS)]
                if names:
                    yield protocol, row, draw, names


def described(builds, job, records):
    """Rivals by their build, ours by that of the command."""
    return [record for is_rival, build in builds.items()
            for record in tables.described(build, job, {name: record for name, record in records.items() if (name in pu_rivals.METHODS) == is_rival})]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--parot", required=True, type=os.path.abspath)
    parser.add_argument("--data", required=True)
    parser.add_argument("--output", required=True)
    parser.add_argument("--quick", action="store_true", help="few sets and draws")
    tables.add_workers(parser)
    parser.add_argument("--draws", type=int, help="of each set, instead of the usual")
    parser.add_argument("--protocols", default=",".join(pu_protocols.PROTOCOLS))
    parser.add_argument("--rows", default="", help="data sets")
    parser.add_argument("--methods", default="")
    arguments = parser.parse_args()
    builds = {True: rivals_build(), False: tables.fingerprint(arguments.parot)}
    done = {key: record for build in builds.values() for key, record in tables.read_done(arguments.output, build).items()}
    jobs = list(jobs_of(arguments, done))
    tables.tell_missing(tables.run_all(arguments, jobs, run, functools.partial(described, builds)), arguments.data)


if __name__ == "__main__":
    main()
