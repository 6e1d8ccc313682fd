#!/usr/bin/python3
"""test_pu_bench - the rivals, the protocols and the page of make pu-bench, on a small data folder of its own.

test_pu_bench.py PAROT
"""
import io
import json
import os
import sys
import tempfile
import unittest
from unittest import mock

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(ROOT, "bench"))
import pu_field  # noqa: E402, before NumPy: it says how many threads there are
import pu_page  # noqa: E402
import pu_protocols  # noqa: E402
import pu_rivals  # noqa: E402
from pu_sets import sets  # noqa: E402
import numpy as np  # noqa: E402
from sklearn.metrics import roc_auc_score  # noqa: E402

PAROT = os.path.abspath(sys.argv[1])


def two_classes(own, other, seed=0):
    """Rows of four columns, the first of which tells the classes apart."""
    random = np.random.RandomState(seed)
    is_positive = np.arange(own + other) < own
    return np.column_stack([random.randn(own + other) + 4 * is_positive, random.randn(own + other, 3)]), is_positive


def write_phoneme(folder):
    """320 sounds, 200 of them nasal."""
    rows, is_nasal = two_classes(200, 120)
    os.makedirs(os.path.join(folder, "pu_tables"))
    with open(os.path.join(folder, "pu_tables", "phoneme.csv"), "w") as file:
        for row, nasal in zip(rows, is_nasal):
            file.write(",".join("%.6f" % value for value in row) + (",1\n" if nasal else ",0\n"))


def run(program, *arguments):
    """What a program of bench says on stderr."""
    with mock.patch.object(sys, "argv", [program.__file__, *arguments]), mock.patch.object(sys, "stderr", io.StringIO()) as said:
        program.main()
        return said.getvalue()


def answers(path):
    with open(path) as file:
        return [json.loads(line) for line in file]


class Rivals(unittest.TestCase):
    @mock.patch.object(pu_rivals, "TREES", 60)
    def test_each_finds_classes_that_are_apart(self):
        positives, _ = two_classes(40, 0, 1)
        unlabeled, truth = two_classes(40, 60, 2)
        new, new_truth = two_classes(30, 30, 3)
        for name in pu_rivals.METHODS:
            with self.subTest(name):
                self.assertGreater(pu_field.auc(pu_rivals.score(name, positives, unlabeled, .4, 0), truth), .93)
                self.assertGreater(pu_field.auc(pu_rivals.score(name, positives, unlabeled, .4, 0, new=new), new_truth), .93)

    def test_slopes_are_those_of_the_risk(self):
        random = np.random.RandomState(0)
        for prior, shift in ((.3, 0.), (.9, -2.), (.9, 2.)):
            is_positive = np.arange(9) < 4
            values = random.randn(9) + shift
            found, step = pu_rivals.slopes(values, is_positive, prior), 1e-6
            for i in range(9):
                ends = [self.risk(values + sign * step * (np.arange(9) == i), values, is_positive, prior) for sign in (1, -1)]
                self.assertAlmostEqual((ends[0] - ends[1]) / (2 * step), found[i], places=7)

    @staticmethod
    def risk(values, at, is_positive, prior):
        """Kiryo's: which part counts is decided at `at`."""
        def loss(f):
            return 1 / (1 + np.exp(f))

        def negative(f):
            return loss(-f[~is_positive]).mean() - prior * loss(-f[is_positive]).mean()
        if negative(at) < 0:
            return -negative(values)
        return prior * loss(values[is_positive]).mean() + negative(values)

    def test_gradient_is_that_of_the_network(self):
        random = np.random.RandomState(1)
        network, rows, slope, step = pu_rivals.Network(3, (4, 5), random), random.randn(5, 3), random.randn(5), 1e-6
        found = network.gradient(network.forward(rows), slope)
        for k in range(6):
            place = tuple(np.array(network.weights[k].shape) - 1)
            values = []
            for sign in (1, -2):
                network.weights[k][place] += sign * step
                values.append(slope @ network.forward(rows)[-1][:, 0])
            network.weights[k][place] += step
            self.assertAlmostEqual((values[0] - values[1]) / (2 * step), found[k][place], places=5)


class Figures(unittest.TestCase):
    def test_auc_is_that_of_scikit_learn_with_ties(self):
        random = np.random.RandomState(2)
        for _ in range(20):
            scores, truth = random.randint(6, size=30), random.rand(30) < .4
            self.assertAlmostEqual(pu_field.auc(scores, truth), roc_auc_score(truth, scores))

    def test_a_cut_has_as_many_rows_as_the_prior_says(self):
        self.assertEqual(list(pu_field.cut(np.array([3., 1., 2., 2.]), .5)), [True, False, True, False])


class OnOwnData(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.scratch.cleanup)
        cls.data, cls.output = (os.path.join(cls.scratch.name, name) for name in ("data", "answers.jsonl"))
        write_phoneme(cls.data)
        cls.said = cls.measure("--methods", "auto,ridge,bagged svm,two-step svm")

    @classmethod
    def measure(cls, *arguments):
        return run(pu_field, "--parot", PAROT, "--data", cls.data, "--output", cls.output, "--draws", "2", "--jobs", "1",
                   "--protocols", "paper,one-sample,two-sample", "--rows", "phoneme,spambase", *arguments)

    def test_training_and_test_are_disjoint_and_have_the_prior_of_the_set(self):
        rows, is_nasal = sets.read(self.data, "phoneme")
        for protocol in ("one-sample", "two-sample"):
            task = pu_protocols.DRAWS[protocol](self.data, "phoneme", 0)
            known, unlabeled, test = ({tuple(row) for row in part} for part in (task.positives, task.unlabeled, task.test))
            self.assertFalse(test & (known | unlabeled))
            self.assertEqual((len(known), len(test)), (16, 64))  # a tenth of 160, a fifth of 320
            self.assertEqual(task.test_truth.mean(), is_nasal.mean())
            self.assertEqual(known <= unlabeled, protocol == "two-sample")
            self.assertEqual(len(known | unlabeled), 256)
        self.assertEqual(task.prior, is_nasal.mean())

    def test_every_method_answers_every_draw_and_finds_the_classes(self):
        found = answers(self.output)
        self.assertEqual(len(found), 3 * 2 * 4)
        for record in found:
            self.assertGreater(record["accuracy"], 75, record)  # 16 positives; a guess has 53

    def test_missing_data_are_named(self):
        self.assertIn("spambase: data not available, spambase/spambase.data", self.said)

    def test_a_stopped_run_goes_on(self):
        before = answers(self.output)
        with open(self.output, "w") as file:
            for record in before[:-1]:
                file.write(json.dumps(record) + "\n")
        self.measure("--methods", "auto,ridge,bagged svm,two-step svm")
        after = answers(self.output)
        self.assertEqual([{key: record[key] for key in record if key != "seconds"} for record in after],
                         [{key: record[key] for key in record if key != "seconds"} for record in before])

    def test_the_page_has_the_figures_and_the_losses_in_bold(self):
        page = os.path.join(self.scratch.name, "page.md")
        run(pu_page, self.output, page)
        with open(page) as file:
            text = file.read()
        table = pu_page.Table(pu_page.read(self.output), "paper")
        self.assertEqual(table.rows, ["phoneme"])
        for name in ("auto", "ridge"):
            cell = pu_page.with_error(table.mean("phoneme", name), pu_page.error(table.values["phoneme"][name]),
                                      table.mean("phoneme", name) < max(table.mean("phoneme", rival) for rival in ("bagged svm", "two-step svm")))
            self.assertIn("| %s |" % cell, text)
        for head in ("## The paper's protocol", "### One-sample", "### Two-sample"):
            self.assertIn(head, text)

    def test_a_loss_is_bold_and_counted(self):
        cells = {("paper", "pima", name): {draw: {"accuracy": value + draw, "seconds": 1.} for draw in range(3)}
                 for name, value in (("auto", 70.), ("ridge", 80.), ("bagged svm", 75.))}
        table = pu_page.Table(cells, "paper")
        self.assertIn("| pima | **71.0 +- .6** | 81.0 +- .6 | 76.0 +- .6, bagged svm |", pu_page.of_ours(table))
        self.assertIn("| auto | ours | 10.00 | 10.0, pima | 0 of 1 | 1 | 1.00 | 1.00 |", pu_page.summary(cells, table, "paper"))
        self.assertIn("- **behind** by more than one error on 1: **pima (-5.0 +- .0, bagged svm)**.", pu_page.won_and_lost(table))


    def test_tuning_is_compared_by_the_draws_that_were_tuned(self):
        cells = {("paper", row, name): {draw: {"accuracy": value + draw, "seconds": 2.} for draw in draws}
                 for row, tuned in (("pima", 71.), ("bank", 70.)) for name, value, draws in (("auto", 70., range(5)), ("auto --tune", tuned, range(2)))}
        text = "\n".join(pu_page.of_tune(cells))
        self.assertIn("of 2 sets: +0.50 +- .50 points of accuracy over `auto`", text)
        self.assertIn("in 2.0 processor seconds. Changed: pima +1.0.", text)


class Study(unittest.TestCase):
    def test_draws_have_the_priors_of_the_study(self):
        with tempfile.TemporaryDirectory() as data:
            os.makedirs(os.path.join(data, "spambase"))
            rows, is_spam = two_classes(900, 900)
            np.savetxt(os.path.join(data, "spambase", "spambase.data"), np.column_stack([rows, is_spam]), delimiter=",", fmt="%.6g")
            for prior in pu_protocols.PRIORS:
                task = pu_protocols.study(data, "spambase, prior %g" % prior, 0)
                self.assertEqual(len(task.positives), 400)
                self.assertAlmostEqual(task.truth.mean(), prior, delta=.5 / len(task.truth) + 1e-12)
                self.assertEqual(task.prior, task.truth.mean())
            found = dict(pu_field.run(PAROT, data, ("dedpul", "spambase, prior 0.5", 0, ["auto", pu_field.PRIOR]))[1])
            self.assertGreater(found["auto"]["accuracy"], 90)
            self.assertLess(abs(found["prior"]["prior"] - .5), .15)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
