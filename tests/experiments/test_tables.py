#!/usr/bin/python3
"""test_tables - the program of the experiments, on a small data folder of its own and, when it is there, on the real one.

DATA=folder test_tables.py PAROT
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest


import numpy as np

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(ROOT, "experiments"))
import columns  # noqa: E402
import draws  # noqa: E402
import reproduction  # noqa: E402
import rows  # noqa: E402
import sets  # noqa: E402

PAROT, DATA = os.path.abspath(sys.argv[1]), os.environ.get("DATA", "")


def write_spambase(folder):
    """2400 mails of which 1200 are spam; three columns, the first tells them apart."""
    random = np.random.RandomState(0)
    spam = np.arange(2400) < 1200
    table = np.column_stack([random.randn(2400) + 6 * spam, random.randn(2400), random.randn(2400), spam])
    os.makedirs(os.path.join(folder, "spambase"))
    np.savetxt(os.path.join(folder, "spambase", "spambase.data"), table, delimiter=",", fmt="%.6g")


def tables(output, data, *arguments):
    command = [sys.executable, os.path.join(ROOT, "experiments", "tables.py"), "--parot", PAROT, "--data", data, "--output", output, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stderr


def answers(path):
    with open(path) as file:
        return [json.loads(line) for line in file]


def without_seconds(records):
    return sorted(json.dumps({key: value for key, value in record.items() if key != "seconds"}, sort_keys=True) for record in records)


class Sampling(unittest.TestCase):
    def test_split_is_fisher_yates_with_masked_rejection(self):
        for seed, count in ((0, 10), (3, 1813), (9, 100)):
            self.assertEqual(list(draws.split(count, 5, seed)), self.shuffled(count, seed)[count - 5:])

    @staticmethod
    def shuffled(count, seed):
        words = np.random.MT19937()
        words._legacy_seeding(seed)
        order = list(range(count))
        for i in reversed(range(1, count)):
            mask = (1 << i.bit_length()) - 1
            j = i + 1
            while j > i:
                j = int(words.random_raw()) & mask
            order[i], order[j] = order[j], order[i]
        return order

    def test_range_of_ties_is_that_of_all_orders(self):
        share = np.array([1, .5, .5, .5, 0])
        truth = np.array([True, True, False, False, True])
        # of the three tied rows one is taken: the right one, or a wrong one
        self.assertEqual(columns.tie_range(share, truth, 2), [100 * (1 - 3 / 5), 100 * (1 - 1 / 5)])


class OnOwnData(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.data, self.output = (os.path.join(self.scratch.name, name) for name in ("data", "answers.jsonl"))
        write_spambase(self.data)

    def run_spambase(self, *arguments):
        return tables(self.output, self.data, "--quick", "--rows", "spambase", "--columns", "p-W 0,mined", *arguments)

    def test_draws_are_disjoint_and_have_the_prior(self):
        rows_all, is_spam = sets.read(self.data, "spambase")
        drawn = draws.paper(self.data, rows.ROWS["spambase"], 0)
        spam = {tuple(row) for row in rows_all[is_spam]}
        self.assertEqual([tuple(row) in spam for row in drawn.unlabeled], list(drawn.truth))
        self.assertFalse({tuple(row) for row in drawn.positives} & {tuple(row) for row in drawn.unlabeled})
        self.assertEqual(drawn.truth.mean(), drawn.prior)

    def test_a_stopped_run_goes_on(self):
        self.run_spambase()
        complete = answers(self.output)
        with open(self.output) as file:
            half = file.read()[:-200]
        with open(self.output, "w") as file:
            file.write(half[:half.rindex("\n") + 1])
        self.run_spambase()
        self.assertEqual(without_seconds(answers(self.output)), without_seconds(complete))
        self.assertNotIn("answers", self.run_spambase())

    def test_answers_do_not_depend_on_the_number_of_processes(self):
        self.run_spambase("--jobs", "1")
        one = answers(self.output)
        os.remove(self.output)
        self.run_spambase("--jobs", "2")
        self.assertEqual(without_seconds(answers(self.output)), without_seconds(one))

    def test_missing_data_are_named(self):
        text = tables(self.output, self.data, "--quick", "--rows", "usps", "--columns", "p-W 0")
        self.assertIn("usps: data not available, usps/usps.gz", text)

    def test_the_page_has_the_figures(self):
        self.run_spambase()
        page = os.path.join(self.scratch.name, "page.md")
        subprocess.run([sys.executable, os.path.join(ROOT, "experiments", "reproduction.py"), self.output, page], check=True)
        found = reproduction.values(reproduction.read(self.output), "spambase", "p-W 0")
        with open(page) as file:
            text = file.read()
        self.assertIn("| spambase |", text)
        self.assertIn("%.1f (78.0)" % found.mean(), text)
        self.assertIn("| usps | data not available |", text)


@unittest.skipUnless(os.path.isdir(DATA), "there is no data folder: DATA=folder names one")
class OnRealData(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.scratch.cleanup)
        output = os.path.join(cls.scratch.name, "answers.jsonl")
        tables(output, DATA, "--quick", "--protocols", "paper", "--columns", "p-W 0", "--rows", ",".join(rows.REFERENCE))
        tables(output, DATA, "--protocols", "repo", "--rows", ",".join(rows.SAVED))
        cls.cells = reproduction.read(output)

    def test_transport_reaches_the_references(self):
        for name, (reference, _) in rows.REFERENCE.items():
            found = reproduction.values(self.cells, name, "p-W 0")
            if len(found):
                self.assertLess(abs(found.mean() - reference), 1 + 3 * reproduction.error(found), name)

    def test_the_authors_values_lie_within_the_ties(self):
        for name, saved in rows.SAVED.items():
            records = self.cells.get(("repo", name, "p-W 0 split"), {})
            if records:
                low, high = np.mean([record["ties"] for record in records.values()], axis=0)
                self.assertTrue(low <= saved <= high, (name, low, saved, high))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
