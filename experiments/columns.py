"""columns - the columns of the tables: how `parot pu` is asked, and what is read from its answer.

A column is a list of arguments. Those of PAPER follow the paper's text: Euclidean distances, min-max scaling of tables, the stated noise.
Those of OURS are given what a user has, and choose for themselves. Those of PYTHON have no command. Nothing here sees a label: the truth goes to the
evaluation alone, except for the column that is called an oracle.

A column across feature spaces has controls, "COLUMN / CONTROL": the same with other positives, or the tightest rows, which need none.
"""
import csv
import json
import os
import resource
import subprocess
import time

import numpy as np

import across
import draws
import rows as paper_rows
import starts

PAPER = {
    "pu": ["--method", "upu"],  # pusb comes from the same run: its k largest values
    "p-W 0": ["--method", "wasserstein", "--whole-rows", "concave", "--noise", "0"],
    "p-W 0 split": ["--method", "wasserstein", "--whole-rows", "none", "--noise", "0"],
    "p-W .025": ["--method", "wasserstein", "--whole-rows", "concave", "--noise", "0.025"],
    "p-GW 0": ["--method", "gromov", "--whole-rows", "concave", "--noise", "0"],
    "p-GW .025": ["--method", "gromov", "--whole-rows", "concave", "--noise", "0.025"],
    "nearest": ["--method", "nearest"],
}
OURS = {
    "matching": ["--method", "matching"],
    "fused": ["--method", "fused"],
    "ensemble": ["--method", "ensemble"],
    "learned": ["--method", "learned"],
    "ridge": ["--method", "ridge"],
    "auto": [],
    "gromov": ["--method", "gromov", "--whole-rows", "concave"],
}
STARTS = "p-GW from"  # a record for each start, of starts.py
PRINTED = "p-W .025 as printed"
ACROSS, TOLD = "across", "classes told"  # a record for each variant, refitted or not, and control; of across.py
PYTHON = (STARTS, PRINTED, ACROSS, TOLD)
CONTROLS = ("other class", "noise", "tightest rows")
CONTROLLED = ("p-GW 0", "gromov")

ORDER = ["pu", "pusb", "p-W 0", "p-W .025", PRINTED, "p-GW 0", "p-GW .025", "p-GW oracle", "matching", "fused", "ensemble", "learned", "auto",
         "ridge", "nearest", "majority", "random-k"]


def with_control(column, control):
    return "%s / %s" % (column, control) if control else column


def base_of(column):
    """(column, control or None)"""
    base, _, control = column.partition(" / ")
    return base, control or None


def is_for(column, row):
    """Different features leave only what compares distances within each table; controls are for these."""
    column, control = base_of(column)
    if paper_rows.is_apart(row):
        return column == "gromov" or column == ACROSS or column.startswith("p-GW") or (column == TOLD and row not in paper_rows.SHAPES)
    return not control and column not in ("gromov", ACROSS, TOLD)


def arguments(column, row, is_scaled):
    if column in PAPER:
        raw = ["--raw-distances"] if paper_rows.is_apart(row) else []
        metric = [] if column == "pu" else ["--metric", "euclidean"]  # a kernel has its own
        return PAPER[column] + raw + metric + ["--scale", "none" if is_scaled or row.dims else "minmax"]
    if row.name.startswith("coloured"):
        return OURS[column] + ["--fold", "2"]
    if row in paper_rows.SHAPES:
        return OURS[column] + ["--scale", "none", "--metric", "euclidean", "--noise", "0"]
    return OURS[column] + (["--kind", "domains"] if row.dims else [])


# ---- Asking -----------------------------------------------------------------

def save(folder, drawn):
    for name, array in (("p", drawn.positives), ("u", drawn.unlabeled), ("t", drawn.truth)):
        np.save(os.path.join(folder, name + ".npy"), np.ascontiguousarray(array, float))


def labels(path):
    """Columns of the labels file as arrays."""
    with open(path, newline="") as file:
        table = list(csv.DictReader(file))
    return {name: np.array([float(row[name]) for row in table]) for name in ("label", "share", "rank")}


def ask(parot, folder, options, prior):
    """The answer of `parot pu` for the files of the folder."""
    output = "labels-%d.csv" % os.getpid()
    command = [parot, "pu", "p.npy", "u.npy", "--prior", repr(prior), "--truth", "t.npy", "--json", "-q", "-f", "-o", output] + options
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if run.returncode != 0:
        raise RuntimeError("%s\n%s" % (" ".join(command), run.stderr))
    document = json.loads(run.stdout)
    answer = labels(os.path.join(folder, output))
    os.remove(os.path.join(folder, output))
    return document, answer


# ---- Reading the answer -----------------------------------------------------

def f1(chosen, truth):
    return 2 * np.sum(chosen & truth) / (np.sum(chosen) + np.sum(truth))


def figures(chosen, truth):
    return {"accuracy": 100 * float(np.mean(chosen == truth)), "f1": 100 * float(f1(chosen, truth))}


def tie_range(share, truth, k):
    """Least and most accuracy that the order of rows with equal shares allows."""
    border = np.sort(share)[::-1][k - 1]
    above, tied = share > border + 1e-9, np.abs(share - border) <= 1e-9
    wanted, own = k - np.sum(above), np.sum(tied & truth)
    sure = np.sum(above & truth)
    found = (sure + max(0, wanted - np.sum(tied & ~truth)), sure + min(wanted, own))
    return [100 * float(1 - (k + np.sum(truth) - 2 * hits) / len(truth)) for hits in found]


def processor_time():
    """Of the commands that this process has run."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(parot, folder, options, column, drawn):
    """Records of one column: what it found, and in how many seconds."""
    begin = processor_time()
    document, answer = ask(parot, folder, options, drawn.prior)
    truth, k = drawn.truth, int(round(drawn.prior * len(drawn.truth)))
    record = dict(figures(answer["label"] == 1, truth), seconds=processor_time() - begin, method=document["method"])
    if document.get("transport", {}).get("objective") is not None:
        record["objective"] = document["transport"]["objective"]
    if "trials" in document:
        record["trials"] = document["trials"]
    if column.endswith("split"):
        record["ties"] = tie_range(answer["share"], truth, k)
    records = {column: record}
    if column == "pu":
        records["pusb"] = dict(record, **figures(answer["rank"] <= k, truth))
    return records


def measure_starts(row, drawn):
    """Records of "p-GW from NAME"."""
    begin, records = time.process_time(), {}
    positives, unlabeled = (drawn.positives, drawn.unlabeled) if row.dims else draws.minmax(drawn)
    for name, loss, chosen in starts.run(unlabeled, positives, drawn.prior, paper_rows.is_apart(row)):
        records["%s %s" % (STARTS, name)] = dict(figures(chosen, drawn.truth), objective=loss, seconds=time.process_time() - begin)
        begin = time.process_time()
    return records


def measure_printed(row, drawn, alpha=.025):
    """p-W with the weights of the paper's text: p_i = (1 - alpha)/n, q_j = (s + alpha)/m, mass s. The k largest shares, then the least prices."""
    import parot
    begin, k = time.process_time(), int(round(drawn.prior * len(drawn.truth)))
    positives, unlabeled = (drawn.positives, drawn.unlabeled) if row.dims else draws.minmax(drawn)
    n, m, cost = len(unlabeled), len(positives), starts.distances(unlabeled, positives)
    result = parot.partial_wasserstein(cost, np.full(n, (1 - alpha) / n), np.full(m, (drawn.prior + alpha) / m), mass=drawn.prior)
    share = np.round(np.bincount(result.plan.row, result.plan.mass, minlength=n) * n, 9)
    price = (cost + result.v).min(axis=1)
    chosen = np.zeros(n, bool)
    chosen[np.lexsort((price, -share))[:k]] = True
    split = int(np.sum((share > 1e-9) & (share < 1 - alpha - 1e-9)))
    return {PRINTED: dict(figures(chosen, drawn.truth), seconds=time.process_time() - begin, moving=int(np.sum(share > 1e-9)), split=split)}


# ---- Across feature spaces --------------------------------------------------

def tightest(drawn):
    """The row with the least sum of distances to its k - 1 nearest rows, and these: no positives are needed."""
    k, distances = int(round(drawn.prior * len(drawn.truth))), across.euclidean(drawn.unlabeled)
    near = np.argsort(distances, axis=1, kind="stable")[:, :k]
    chosen = np.zeros(len(distances), bool)
    chosen[near[np.argmin(np.sort(distances, axis=1)[:, :k].sum(axis=1))]] = True
    return dict(figures(chosen, drawn.truth), seconds=0)


def measure_across(row, drawn, who):
    """Records of "across VARIANT / WHO" and "across VARIANT refit / WHO"."""
    within, records = across.euclidean if row in paper_rows.SHAPES else across.cosine, {}
    unlabeled, positives = within(drawn.unlabeled), within(drawn.positives)
    for variant in across.VARIANTS:
        begin = time.process_time()
        chosen = across.labelled(unlabeled, positives, drawn.prior, variant)
        for name, labels_ in ((variant, chosen), (variant + " refit", across.refit(unlabeled, chosen))):
            records[with_control("%s %s" % (ACROSS, name), who)] = dict(figures(labels_, drawn.truth), seconds=time.process_time() - begin)
    return records


BASELINES = ("majority", "random-k")


def baselines(drawn):
    """What is scored without looking at the rows."""
    part, k = drawn.prior, int(round(drawn.prior * len(drawn.truth)))
    everything = np.full(len(drawn.truth), part >= .5)
    random = 100 * (part * part + (1 - part) * (1 - part))
    return {"majority": dict(figures(everything, drawn.truth), seconds=0),
            "random-k": {"accuracy": random, "f1": 100 * k / len(drawn.truth), "seconds": 0}}
