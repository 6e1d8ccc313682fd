#!/usr/bin/python3
"""figures - the paper's figures and four of ours, as SVG files.

experiments/figures.py --parot build/parot --data FOLDER --results RESULTS.jsonl --output docs/images

environments.svg   the paper's Figure 1: labels across environments, by p-W and by p-GW
groups.svg         appendix F: the plan without and with all-or-nothing rows
noise.svg          accuracy of p-W against the noise alpha
paths.svg          cost against mass, for each data set
controls.svg       accuracy across feature spaces, with the positives and with the controls
starts.svg         loss of p-GW against accuracy, for every start: when does the loss mislead?
"""
import argparse
import csv
import json
import os
import subprocess
import tempfile

import matplotlib
import numpy as np

import columns
import draws
import reproduction
import rows as paper_rows
import sets
import starts

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402

matplotlib.rcParams.update({"svg.hashsalt": "parot", "svg.fonttype": "none", "font.size": 9, "axes.spines.top": False, "axes.spines.right": False})
BLACK, BLUE, RED, GREY = "#000000", "#0072b2", "#d55e00", "#bbbbbb"
matplotlib.rcParams["axes.prop_cycle"] = matplotlib.cycler(color=["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#000000"])
TABLES = [row for row in paper_rows.TABLES if row.name != "coloured mnist"]


class Command:
    """`parot` with arrays in and arrays out."""

    def __init__(self, parot):
        self.parot = os.path.abspath(parot)

    def __call__(self, verb, arrays, *options):
        """Runs `parot VERB` on the arrays as files; the JSON document and the rows of the output file."""
        with tempfile.TemporaryDirectory() as folder:
            names = []
            for number, array in enumerate(arrays):
                names.append("%d.npy" % number)
                np.save(os.path.join(folder, names[-1]), np.ascontiguousarray(array, float))
            command = [self.parot, verb, *names, "--json", "-q", "-o", "out.csv", *options]
            document = json.loads(subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout)
            with open(os.path.join(folder, "out.csv"), newline="") as file:
                return document, list(csv.DictReader(file))


def save(figure, folder, name):
    figure.tight_layout()
    figure.savefig(os.path.join(folder, name), metadata={"Date": None})
    plt.close(figure)


# ---- Figure 1 ---------------------------------------------------------------

def environments():
    """Positives: two arcs of a ring with a core. Unlabeled: the same shape turned and moved, and a cloud of negatives."""
    random = np.random.RandomState(3)

    def shape(count):
        angle = random.rand(count) * 1.2 * np.pi
        radius = np.where(random.rand(count) < .75, 2, .4)
        return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]) + .12 * random.randn(count, 2)

    turn = np.array([[0, 1], [-1, 0]])
    own, other = shape(40) @ turn + [3.2, -1.2], .35 * random.randn(40, 2) + [6.4, 2.2]
    return shape(60), np.vstack([own, other]), np.arange(80) < 40


def panel(axes, positives, unlabeled, truth, answer, title):
    """Circles are positive, crosses negative; red is wrong; grey lines lead to the matched positive."""
    chosen = np.array([row["label"] == "1" for row in answer])
    for row, (x, y) in zip(answer, unlabeled):
        if row["label"] == "1" and int(row["match"]) >= 0:
            axes.plot(*zip((x, y), positives[int(row["match"])]), color=GREY, linewidth=.6, zorder=0)
    axes.scatter(*positives.T, s=14, facecolors="none", edgecolors=BLACK)
    for is_right, colour in ((True, BLUE), (False, RED)):
        for value, marker in ((True, "o"), (False, "+")):
            shown = ((chosen == truth) == is_right) & (truth == value)
            axes.scatter(*unlabeled[shown].T, s=18, marker=marker, color=colour, linewidths=1, **({"facecolors": "none"} if value else {}))
    axes.set_title("%s: %.1f %%" % (title, 100 * np.mean(chosen == truth)))
    axes.set_aspect("equal")
    axes.axis("off")


def draw_environments(command, folder):
    positives, unlabeled, truth = environments()
    prior = ("--prior", "0.5", "--scale", "none", "--metric", "euclidean", "--noise", "0")
    _, transport = command("pu", [positives, unlabeled], "--method", "wasserstein", *prior)
    _, gromov = command("pu", [positives, unlabeled], "--method", "gromov", *prior)
    lifted = np.column_stack([unlabeled, .5 * unlabeled[:, :1]])
    _, other = command("pu", [positives, lifted], "--method", "gromov", "--raw-distances", *prior)  # one unit, as in the plane
    figure, axes = plt.subplots(1, 4, figsize=(13, 3.4))
    axes[0].scatter(*positives.T, s=14, facecolors="none", edgecolors=BLACK)
    axes[0].scatter(*unlabeled[truth].T, s=18, facecolors="none", edgecolors=BLUE)
    axes[0].scatter(*unlabeled[~truth].T, s=18, marker="+", color=BLUE, linewidths=1)
    axes[0].set_title("positives (black), unlabeled (blue)")
    axes[0].set_aspect("equal")
    axes[0].axis("off")
    panel(axes[1], positives, unlabeled, truth, transport, "p-W")
    panel(axes[2], positives, unlabeled, truth, gromov, "p-GW")
    panel(axes[3], positives, unlabeled, truth, other, "p-GW, unlabeled in 3-D")
    save(figure, folder, "environments.svg")


# ---- Appendix F -------------------------------------------------------------

def dense(plan, shape):
    matrix = np.zeros(shape)
    for entry in plan:
        matrix[int(entry["row"]), int(entry["col"])] = float(entry["mass"])
    return matrix


def draw_groups(command, folder):
    """10 positives of weight .6/10 and 10 unlabeled rows of 1/10, 6 of them positive, alpha 0."""
    random = np.random.RandomState(5)
    positives = random.randn(10, 2)
    unlabeled = np.vstack([random.randn(6, 2), 1.4 * random.randn(4, 2) + [2.5, 2.5]])
    options = ("--prior", "0.6", "--method", "wasserstein", "--scale", "none", "--metric", "euclidean", "--noise", "0")
    chosen = np.array([row["label"] == "1" for row in command("pu", [positives, unlabeled], *options)[1]])
    cost = np.linalg.norm(unlabeled[:, None] - positives[None], axis=2)
    weights = np.full((10, 1), .06)
    split = dense(transport(command, cost, np.full((10, 1), .1), weights), cost.shape)
    whole = np.zeros(cost.shape)
    whole[chosen] = dense(transport(command, cost[chosen], np.full((6, 1), .1), weights), (6, 10))
    figure, axes = plt.subplots(1, 3, figsize=(10.5, 3.4))
    axes[0].scatter(*positives.T, facecolors="none", edgecolors=BLACK, label="positives")
    axes[0].scatter(*unlabeled[:6].T, facecolors="none", edgecolors=BLUE, label="unlabeled, positive")
    axes[0].scatter(*unlabeled[6:].T, marker="+", color=BLUE, label="unlabeled, negative")
    axes[0].legend(fontsize=7)
    for axis, plan, title in ((axes[1], split, "rows may split"), (axes[2], whole, "rows all or nothing")):
        axis.imshow(np.column_stack([plan, .1 - plan.sum(axis=1)]), cmap="Greys", vmin=0, vmax=.1)
        axis.set_xticks(range(11), [str(j) for j in range(1, 11)] + ["D"])
        axis.set_yticks(range(10), [str(i) for i in range(1, 11)])
        axis.set_title(title)
        axis.set_xlabel("positives")
    axes[1].set_ylabel("unlabeled rows")
    save(figure, folder, "groups.svg")


def transport(command, cost, p, q):
    with tempfile.TemporaryDirectory() as folder:
        for name, array in (("p", p), ("q", q), ("c", cost)):
            np.save(os.path.join(folder, name + ".npy"), array)
        files = [os.path.join(folder, name + ".npy") for name in "pqc"]
        return command("partial", [], "--cost", files[2], "--p", files[0], "--q", files[1], "--mass", "0.6")[1]


# ---- Ours -------------------------------------------------------------------

def draw_noise(command, data, folder, seeds=range(3)):
    figure, axes = plt.subplots(figsize=(6.5, 4))
    ratios = (0, .025, .05, .1, .2, .5, 1, 2, 5)
    for row in available(data):
        means = []
        for ratio in ratios:
            found = []
            for seed in seeds:
                drawn = draws.paper(data, row, seed)
                options = ("--prior", repr(drawn.prior), "--method", "wasserstein", "--whole-rows", "none", "--scale", "minmax", "--metric", "euclidean")
                labels = command("pu", [drawn.positives, drawn.unlabeled], *options, "--noise", repr(ratio * drawn.prior))[1]
                found.append(np.mean(np.array([line["label"] == "1" for line in labels]) == drawn.truth))
            means.append(100 * np.mean(found))
        axes.plot(range(len(ratios)), means, marker="o", markersize=3, linewidth=1, label=row.name)
    axes.set_xticks(range(len(ratios)), [("%g" % ratio) for ratio in ratios])
    axes.set_xlabel("noise over prior, alpha / s")
    axes.set_ylabel("accuracy of p-W, per cent")
    axes.legend(fontsize=7, ncol=2)
    save(figure, folder, "noise.svg")


def draw_paths(command, data, folder):
    figure, axes = plt.subplots(figsize=(6.5, 4))
    for number, row in enumerate(available(data)):
        drawn = draws.paper(data, row, 0)
        positives, unlabeled = draws.minmax(drawn)
        curve = command("curve", [unlabeled, positives], "--metric", "euclidean")[1]
        mass, cost = (np.array([float(line[name]) for line in curve]) for name in ("mass", "objective"))
        lines = axes.plot(mass, cost / cost[-1], linewidth=1, label=row.name)
        axes.plot(drawn.prior, np.interp(drawn.prior, mass, cost) / cost[-1], "o", markersize=4, color=lines[0].get_color())
    axes.set_xlabel("mass moved; the dot is the true prior")
    axes.set_ylabel("cost, as a part of that of all mass")
    axes.legend(fontsize=7)
    save(figure, folder, "paths.svg")


def draw_starts(results, folder):
    cells = reproduction.read(results)
    names = [row.name for row in paper_rows.TABLE_1 if ("paper", row.name, "p-GW from product") in cells]
    if not names:
        return
    figure, axes = plt.subplots(2, (len(names) + 1) // 2, figsize=(2.3 * ((len(names) + 1) // 2), 5), squeeze=False)
    for axis, name in zip(axes.ravel(), names):
        for start, marker in zip(starts.NAMES, "os^Dv"):
            records = [record for draw, record in cells.get(("paper", name, "p-GW from " + start), {}).items() if draw < 10]
            if records:
                least = [min(cells["paper", name, "p-GW from " + other][record["draw"]]["objective"] for other in starts.NAMES
                             if record["draw"] in cells.get(("paper", name, "p-GW from " + other), {})) for record in records]
                axis.plot([record["objective"] / low for record, low in zip(records, least)], [record["accuracy"] for record in records],
                          marker, markersize=3, linestyle="", alpha=.7, label=start)
        axis.set_title(name, fontsize=8)
        axis.tick_params(labelsize=7)
    for axis in axes.ravel()[len(names):]:
        axis.axis("off")
    axes[0, 0].legend(fontsize=6)
    figure.supxlabel("loss over the lowest of all starts of the draw")
    figure.supylabel("accuracy, per cent")
    save(figure, folder, "starts.svg")


def draw_controls(results, folder):
    """A line for each row: a method means something where its dot is right of all other marks."""
    cells = reproduction.read(results)
    names = [row.name for row in paper_rows.TABLE_2 + paper_rows.STAND_INS_2 + paper_rows.SHAPES if reproduction.weakest_lead(cells, row.name, "gromov")]
    if not names:
        return
    figure, axes = plt.subplots(1, 2, figsize=(9, .24 * len(names) + 1.2), sharey=True)
    marks = ((None, "o", BLUE, "positives"), ("other class", "s", "#e69f00", "another class"), ("noise", "^", "#009e73", "noise"),
             ("tightest rows", "+", BLACK, "tightest rows"))
    for axis, column, title in zip(axes, ("p-GW 0", "gromov"), ("p-GW 0, raw distances", "gromov, normalised distances")):
        for shift, (control, mark, colour, label) in zip((-.24, -.08, .08, .24), marks):
            samples = [reproduction.all_draws(cells, name, columns.with_control(column, control)) for name in names]
            axis.errorbar([sample.mean() for sample in samples], np.arange(len(names)) + shift, xerr=[reproduction.error(sample) for sample in samples],
                          fmt=mark, markersize=4, color=colour, linewidth=.8, linestyle="", label=label, zorder=2 + (control is None))
        axis.set_title(title)
        axis.set_xlabel("accuracy, per cent")
        axis.grid(axis="y", linewidth=.3)
    axes[0].set_yticks(range(len(names)), names, fontsize=7)
    axes[0].invert_yaxis()
    axes[0].legend(fontsize=7, loc="upper left")
    save(figure, folder, "controls.svg")


def available(data):
    for row in TABLES:
        try:
            sets.read(data, row.positives)
        except sets.Missing:
            continue
        yield row


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("parot", "data", "results", "output"):
        parser.add_argument("--" + name, required=True)
    arguments = parser.parse_args()
    os.makedirs(arguments.output, exist_ok=True)
    command = Command(arguments.parot)
    draw_environments(command, arguments.output)
    draw_groups(command, arguments.output)
    draw_noise(command, arguments.data, arguments.output)
    draw_paths(command, arguments.data, arguments.output)
    draw_starts(arguments.results, arguments.output)
    draw_controls(arguments.results, arguments.output)


if __name__ == "__main__":
    main()
