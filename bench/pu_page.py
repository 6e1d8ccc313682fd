#!/usr/bin/python3
"""pu_page - docs/pu-benchmark.md from the answers of bench/pu_field.py: accuracies with errors, regrets, losses in bold.

bench/pu_page.py ANSWERS PAGE

Of our methods and of the rivals, the answers of the last build in the file count. Errors are standard errors of means over draws; a
difference of two methods has the error of the mean of its differences, because both saw the same draws. A loss is a mean below that of the best rival.
"""
import collections
import datetime
import os
import platform
import subprocess
import sys

import numpy as np
import sklearn

import pu_field
import pu_protocols
import pu_rivals
import json_lines

OURS = list(pu_field.OURS)
RIVALS = pu_field.RIVALS
PUBLISHED = {  # Ivanov's table of results: accuracy of boosted trees with the true prior; error of the prior by DEDPUL on a network, on boosted trees
    "mushrooms": (.996, .012, .025), "shuttle": (.998, .014, .025), "page-blocks": (.921, .090, .066), "spambase": (.937, .034, .044),
    "bank": (.882, .064, .050)}


def read(path):
    """Records by (protocol, row, method), by draw."""
    records = json_lines.read(path)
    last = {record["column"] in pu_rivals.METHODS: record["build"] for record in records}
    cells = collections.defaultdict(dict)
    for record in records:
        if record["build"] == last[record["column"] in pu_rivals.METHODS]:
            cells[record["protocol"], record["row"], record["column"]][record["draw"]] = record
    return cells


# ---- Numbers ----------------------------------------------------------------

class Table:
    """One figure of one protocol: methods by rows, draw by draw; rows where a method has no answer are left out."""

    def __init__(self, cells, protocol, field="accuracy"):
        self.methods = [name for name in pu_field.methods_of(protocol) if name not in (pu_field.PRIOR, pu_field.TUNE) and
                        any(key[0] == protocol and key[2] == name for key in cells)]
        self.values, self.draws = {}, {}
        for row in pu_protocols.rows_of(protocol):
            found = [cells.get((protocol, row, name), {}) for name in self.methods]
            draws = sorted(set.intersection(*map(set, found))) if found else []
            if draws:
                self.draws[row] = draws
                self.values[row] = {name: np.array([one[draw][field] for draw in draws]) for name, one in zip(self.methods, found)}
        self.ours = [name for name in self.methods if name in OURS]
        self.rivals = [name for name in self.methods if name in RIVALS]
        self.rows = list(self.values) if "auto" in self.ours and self.rivals else []  # else there is nothing to compare

    def mean(self, row, name):
        return self.values[row][name].mean()

    def best(self, row, names):
        return max(names, key=lambda name: self.mean(row, name))

    def regret(self, row, name):
        return self.mean(row, self.best(row, self.methods)) - self.mean(row, name)

    def difference(self, row, name, other):
        """Mean of the differences of two methods, and its error."""
        values = self.values[row][name] - self.values[row][other]
        return values.mean(), error(values)

    def is_near_best(self, row, name):
        lead, margin = self.difference(row, self.best(row, self.methods), name)
        return not lead > max(margin, 0)

    def mean_regret(self, name):
        return np.mean([self.regret(row, name) for row in self.rows])

    def is_loss(self, row, name):
        return self.mean(row, name) < self.mean(row, self.best(row, self.rivals)) - 1e-9


def error(values):
    return values.std(ddof=1) / np.sqrt(len(values)) if len(values) > 1 else np.nan


def short(value, digits=1):
    """Without a zero before the point."""
    text = "%.*f" % (digits, value)
    return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text


def with_error(value, margin, is_bold=False):
    text = "%.1f +- %s" % (value, short(margin)) if margin == margin else "%.1f" % value
    return "**%s**" % text if is_bold else text


def markdown(head, rows):
    return ["| %s |" % " | ".join(line) for line in [head, ["---"] * len(head), *rows]] + [""]


# ---- Tables -----------------------------------------------------------------

def seconds(cells, protocol, name):
    found = [record["seconds"] for key, draws in cells.items() if key[0] == protocol and key[2] == name for record in draws.values()]
    return "%.2f" % np.median(found), "%.2f" % np.max(found)


def summary(cells, table, protocol):
    rows = []
    for name in sorted(table.methods, key=table.mean_regret):
        regrets = {row: table.regret(row, name) for row in table.rows}
        worst = max(regrets, key=regrets.get)
        near = sum(table.is_near_best(row, name) for row in table.rows)
        losses = sum(table.is_loss(row, name) for row in table.rows) if name in OURS else None
        rows.append([name, "ours" if name in OURS else "", short(table.mean_regret(name), 2), "%.1f, %s" % (regrets[worst], worst),
                     "%d of %d" % (near, len(table.rows)), "" if losses is None else str(losses), *seconds(cells, protocol, name)])
    return markdown(["method", "", "mean regret", "worst set", "best or within one error", "sets lost", "processor s", "most"], rows)


def of_ours(table):
    """Ours, in bold where the best rival is ahead; and that rival."""
    rows = []
    for row in table.rows:
        best = table.best(row, table.rivals)
        values = [with_error(table.mean(row, name), error(table.values[row][name]), table.is_loss(row, name)) for name in table.ours]
        rows.append([row, *values, "%s, %s" % (with_error(table.mean(row, best), error(table.values[row][best])), best)])
    return markdown([""] + table.ours + ["best rival"], rows)


def of_rivals(table):
    rows = [[row, *[with_error(table.mean(row, name), error(table.values[row][name])) for name in table.rivals]] for row in table.rows]
    return markdown([""] + table.rivals, rows)


def of_tune(cells):
    """What hidden positives change, by the draws that were tuned."""
    pairs = {row: [(cells["paper", row, pu_field.TUNE][draw], cells["paper", row, "auto"][draw]) for draw in cells["paper", row, pu_field.TUNE]
                   if draw in cells.get(("paper", row, "auto"), {})] for row in pu_protocols.PAPER if ("paper", row, pu_field.TUNE) in cells}
    pairs = {row: found for row, found in pairs.items() if found}
    if not pairs:
        return []
    changes = {row: np.mean([tuned["accuracy"] - plain["accuracy"] for tuned, plain in found]) for row, found in pairs.items()}
    values, records = np.array(list(changes.values())), [tuned for found in pairs.values() for tuned, _ in found]
    return ["`--tune`, on the first draws of %d sets: %+.2f +- %s points of accuracy over `auto` (mean of the sets, and its error), in %.1f processor seconds. Changed: %s." %
            (len(values), values.mean(), short(error(values), 2), np.median([record["seconds"] for record in records]),
             listed(["%s %+.1f" % item for item in changes.items() if item[1]])), ""]


def means(table, row_names=None):
    return {name: np.mean([table.mean(row, name) for row in row_names or table.rows]) for name in table.methods}


def of_public(cells, protocol):
    """Means over sets of three figures, for each method."""
    tables = {field: Table(cells, protocol, field) for field in ("accuracy", "f1", "auc")}
    accuracy, found = tables["accuracy"], {field: means(table) for field, table in tables.items()}
    best = {field: max(values[name] for name in accuracy.rivals) for field, values in found.items()}

    def cell(field, name):
        value = found[field][name]
        return "**%.1f**" % value if name in OURS and value < best[field] else "%.1f" % value
    rows = [[name, "ours" if name in OURS else "", *[cell(field, name) for field in tables],
             short(accuracy.mean_regret(name), 2),
             "%d of %d" % (sum(accuracy.is_near_best(row, name) for row in accuracy.rows), len(accuracy.rows)), seconds(cells, protocol, name)[0]]
            for name in sorted(accuracy.methods, key=lambda name: -found["accuracy"][name])]
    return markdown(["method", "", "accuracy", "F1", "AUC", "mean regret", "best or within one error", "processor s"], rows)


def of_study(table):
    """Means over the five priors, and what was published."""
    rows = []
    for name, (accuracy, *_) in PUBLISHED.items():
        own = [row for row in table.rows if pu_protocols.set_of(row) == name]
        if not own:
            continue
        values = means(table, own)
        best = max([values[rival] for rival in table.rivals] + ([100 * accuracy] if len(own) == len(pu_protocols.PRIORS) else []))
        margins = {method: np.sqrt(np.sum([error(table.values[row][method]) ** 2 for row in own])) / len(own) for method in table.methods}
        rows.append([name, *[with_error(values[method], margins[method], method in OURS and values[method] < best) for method in table.methods],
                     "%.1f" % (100 * accuracy)])
    return markdown([""] + table.methods + ["published, boosted trees"], rows)


def of_priors(cells):
    rows, found = [], {name: [record for key, draws in cells.items() if key[0] == "dedpul" and key[2] == pu_field.PRIOR and
                              pu_protocols.set_of(key[1]) == name for record in draws.values()] for name in PUBLISHED}
    for name, (_, by_network, by_trees) in PUBLISHED.items():
        if not found[name]:
            continue
        errors = np.array([record["prior"] - record["truth"] for record in found[name]])
        holds = [record["low"] <= record["truth"] <= record["high"] for record in found[name]]
        mean = np.mean(np.abs(errors))
        text = "%s +- %s" % (short(mean, 3), short(error(np.abs(errors)), 3))
        rows.append([name, "**%s**" % text if mean > min(by_network, by_trees) else text, short(errors.mean(), 3),
                     "%d of %d" % (sum(holds), len(holds)), short(np.mean([record["high"] - record["low"] for record in found[name]]), 2),
                     short(by_network, 3), short(by_trees, 3)])
    return markdown(["", "`parot prior`, mean absolute error", "mean error", "ranges that hold the truth", "their width",
                     "DEDPUL on a network", "DEDPUL on boosted trees"], rows)


# ---- Words ------------------------------------------------------------------

def listed(items):
    return "; ".join(items) if items else "none"


def standing(table, name):
    """Sets where a method is ahead of the best rival by more than one error, where it is within it, and where it is behind."""
    found = [], [], []
    for row in table.rows:
        rival = table.best(row, table.rivals)
        lead, margin = table.difference(row, name, rival)
        text = "%s (%+.1f%s, %s)" % (row, lead, " +- " + short(margin) if margin == margin else "", rival)
        found[0 if lead > margin else 2 if lead < -margin else 1].append(text)
    return found


def won_and_lost(table, name="auto"):
    """Where a method of ours stands against the best rival of each set, in sentences."""
    ahead, near, behind = standing(table, name)
    beaten = sum(table.mean_regret(rival) > table.mean_regret(name) for rival in table.rivals)
    return ["`%s` against the best of %d rivals on each set, which is chosen after the fact and so has luck on its side; in points of accuracy:" %
            (name, len(table.rivals)), "",
            "- **ahead** by more than one error on %d of %d sets: %s." % (len(ahead), len(table.rows), listed(ahead)),
            "- **within one error** on %d: %s." % (len(near), listed(near)),
            "- **behind** by more than one error on %d: %s." % (len(behind), "**%s**" % listed(behind) if behind else "none"),
            "- On average over the sets, its regret is below that of %d of the %d rivals." % (beaten, len(table.rivals)), ""]


def in_short(tables):
    """The outcome of each protocol in a sentence."""
    lines = ["## In short", ""]
    paper = tables["paper"]
    if paper.rows:
        rival, own = (min(names, key=paper.mean_regret) for names in (paper.rivals, paper.ours))
        near = sum(paper.is_near_best(row, "auto") for row in paper.rows)
        lines += ["- The paper's protocol, %d sets: mean regret of `auto` %s, of the best rival %s (%s), of the best of ours %s (`%s`). `auto` is best or within one error of it on %d sets; "
                  "against the best rival of each set it is ahead on %d, behind on %d." %
                  (len(paper.rows), short(paper.mean_regret("auto"), 2), short(paper.mean_regret(rival), 2), rival, short(paper.mean_regret(own), 2), own, near,
                   len(standing(paper, "auto")[0]), len(standing(paper, "auto")[2]))]
        if "wasserstein" in paper.ours:
            lines += ["- Transport alone (`wasserstein`) has a mean regret of %s." % short(paper.mean_regret("wasserstein"), 2)]
    for protocol in ("one-sample", "two-sample"):
        table = tables[protocol]
        if table.rows:
            values = means(table)
            rival = max(table.rivals, key=values.get)
            lines += ["- %s with a test, %d sets: mean accuracy of `auto` %s, of the best rival %.1f (%s); ahead on %d sets, behind on %d." %
                      (protocol.capitalize(), len(table.rows), ("%.1f" if values["auto"] >= values[rival] else "**%.1f**") % values["auto"], values[rival], rival,
                       len(standing(table, "auto")[0]), len(standing(table, "auto")[2]))]
    return lines + [""] if len(lines) > 2 else []


def time_of_auto(cells):
    found = {key[1]: np.median([record["seconds"] for record in draws.values()]) for key, draws in cells.items() if key[0] == "paper" and key[2] == "auto"}
    if not found:
        return []
    most = max(found, key=found.get)
    return ["`auto` took %.2f processor seconds in the median over sets and %.2f on the slowest, %s." % (np.median(list(found.values())), found[most], most), ""]


def printed(*command):
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=os.path.dirname(os.path.abspath(__file__)))
    return run.stdout.strip()


def conditions(cells, tables):
    with open("/proc/cpuinfo") as lines:
        model = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), platform.machine())
    is_changed = " with changes" if printed("git", "status", "--porcelain", "--untracked-files=no") else ""
    counts = ", ".join("%s %d" % (protocol, max(len(draws) for draws in table.draws.values())) for protocol, table in tables.items() if table.rows)
    build = next((record["build"] for key, draws in cells.items() if key[2] in OURS for record in draws.values()), "none")
    return ["Measured on %s with %s, scikit-learn %s, NumPy %s, one thread for each method. The command is build %s; written at commit %s%s, %s. Draws of each set: %s." %
            (model, platform.system(), sklearn.__version__, np.__version__, build, printed("git", "rev-parse", "--short", "HEAD") or "unknown", is_changed,
             datetime.date.today().isoformat(), counts), ""]


HEAD = """# Labels compared with other methods

`parot pu` and what else there is for positives and unlabeled rows, on the same draws, with the same prior and the same number of rows labelled
positive. **Bold** figures of ours are losses: the best rival of that row is ahead.

```sh
make pu-bench DATA=folder          # everything; goes on where it stopped
make pu-bench DATA=folder QUICK=1  # some minutes: few sets and draws, the page goes to build/pu-benchmark.md
bench/pu_page.py build/pu-bench.jsonl docs/pu-benchmark.md   # the page again
```

`tools/fetch-data` downloads the paper's sets; the further tables go into `pu_tables/` of the folder (`experiments/sets.py` has their names). A set that is not
there is left out and named. Written by `bench/pu_page.py`; do not edit.
"""

METHODS = """## Methods

Ours, with their defaults: `auto`, which is `mined`, and the methods `learned`, `ensemble`, `forest`, `ridge`, `wasserstein` (without whole rows), `matching`.

Rivals (`bench/pu_rivals.py`), all with standardised columns: Elkan-Noto with a random forest (%d trees, leaves of 5 rows, scored out of bag), with
logistic regression and with boosted trees (scikit-learn's HistGradientBoosting; both scored by five folds); bagging with %d trees and with %d RBF SVMs; spies with
forests; two steps, a logistic regression whose lowest rows train an SVM; nnPU with hidden layers of %s units; linear uPU and
nnPU. They are written again here from the papers, with usual settings that were not tuned; their authors might do better.

"Regret" is how far a method is below the best of all methods on that set, in points of accuracy. Processor seconds are medians over sets, and the most of any
draw; ours include reading and writing files, those of rivals include neither files nor the start of Python. A busy machine makes all of them longer, up to twice.
""" % (pu_rivals.TREES, pu_rivals.BAGS["trees"], pu_rivals.BAGS["svm"], " and ".join(map(str, pu_rivals.HIDDEN)))

PAPER = """## The paper's protocol

400 positives and 800 unlabeled rows, disjoint, fewer where a set is small (100 and 100 of SURF); true prior. Draws %d and following.
The sets, and earlier runs of this page, played a part in the choice of defaults (`docs/theory/pu.md`), so that this is not a test on new data.
"""

PUBLIC = """## Protocols of two public benchmarks

PU-Bench (2026) and PUBench (2025) keep a test apart, label a tenth of the positives and measure on the test; here 20 %% of the rows, by PU-Bench's first seeds, at most %s
rows of a set. *One-sample*: the labelled rows are taken out of the training rows, the others are unlabeled. *Two-sample*: all training rows are
unlabeled, those labelled among them, as PU-Bench's "case-control" does it; so every positive has a copy. Ours save a model
(`parot pu --model`) and label the test with it (`parot predict --prior`). Differences from the benchmarks: the sets are those of this page, the labels are cut at the
true prior, and no network other than nnPU's competes. Means over %d sets, in per cent.
"""

STUDY = """## The DEDPUL study

Five priors (%s) on five sets, as in Ivanov, "DEDPUL" (2020), with its number of positives, but at most %d unlabeled rows (the study had up to 48,000) and
the small file of bank; 100 positives of it and of page-blocks. Means over the priors. The study's figures are means of ten draws of its own, with their
larger samples, so that small differences mean nothing. Accuracy with the true prior, in per cent:
"""


def page(cells):
    tables = {protocol: Table(cells, protocol) for protocol in pu_protocols.PROTOCOLS}
    text = [HEAD, *conditions(cells, tables), *in_short(tables), METHODS]
    if tables["paper"].rows:
        text += [PAPER % pu_protocols.FIRST, *summary(cells, tables["paper"], "paper"), *time_of_auto(cells), *of_tune(cells), *won_and_lost(tables["paper"]),
                 "Ours by set, accuracy in per cent:", "", *of_ours(tables["paper"]), "Rivals by set:", "", *of_rivals(tables["paper"])]
    if tables["one-sample"].rows:
        text += [PUBLIC % (format(pu_protocols.MOST, ","), len(tables["one-sample"].rows))]
        for protocol in ("one-sample", "two-sample"):
            if tables[protocol].rows:
                text += ["### %s" % protocol.capitalize(), "", *of_public(cells, protocol), *won_and_lost(tables[protocol]),
                         "Accuracy by set:", "", *of_ours(tables[protocol])]
    if tables["dedpul"].rows:
        text += [STUDY % (", ".join(short(prior, 2) for prior in pu_protocols.PRIORS), pu_protocols.ROWS), *of_study(tables["dedpul"]),
                 "The prior, estimated without labels; bold: above the better of the published ones:", "", *of_priors(cells)]
    return "\n".join(text).rstrip("\n") + "\n"


def main():
    answers, output = sys.argv[1:]
    text = page(read(answers))
    with open(output, "w") as file:
        file.write(text)


if __name__ == "__main__":
    main()
