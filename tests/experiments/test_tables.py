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
import across  # noqa: E402
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


class StandIns(unittest.TestCase):
    def test_they_are_compared_with_the_row_they_stand_for(self):
        self.assertEqual(rows.stands_for("squeezenet c to surf w"), "decaf c to surf w")
        self.assertEqual(rows.printed("squeezenet c to squeezenet d"), rows.PAPER["decaf c to decaf d"])
        self.assertEqual(reproduction.beside("99.0", "squeezenet c to squeezenet d", 94.2), "99.0 [94.2]")
        self.assertEqual(reproduction.beside("99.0", "decaf c to decaf d", 94.2), "99.0 (94.2)")


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


def write_office(folder):
    """130 rows of each of 3 classes in all domains and both features: 800 bins of SURF, 60 columns of a network."""
    import scipy.io
    random, labels = np.random.RandomState(1), np.repeat([1, 2, 3], 130)
    for part in ("surf", "squeezenet"):
        os.makedirs(os.path.join(folder, "office_caltech_" + part))
    for letter, name in sets.SURF.items():
        counts = random.poisson(2 + labels[:, None] * (np.arange(800) % 3 == 0))
        scipy.io.savemat(os.path.join(folder, "office_caltech_surf", name + "_SURF_L10.mat"), {"fts": counts + 1., "labels": labels[:, None]})
        features = random.randn(390, 60) + 3 * (labels[:, None] == np.arange(60) % 3)
        np.savez(os.path.join(folder, "office_caltech_squeezenet", sets.NETWORK[letter] + ".npz"), features=features, labels=labels)


class Controls(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        write_office(self.scratch.name)
        self.row = rows.ROWS["surf c to squeezenet c"]
        self.drawn = draws.paper(self.scratch.name, self.row, 3)

    def test_no_image_is_in_both_tables(self):
        known = self.where("surf-c", self.drawn.positives)
        self.assertFalse(known & self.where("squeezenet-c", self.drawn.unlabeled))

    def where(self, name, chosen):
        """Numbers of these rows in their set."""
        numbers = {tuple(values): number for number, values in enumerate(sets.read(self.scratch.name, name)[0])}
        return {numbers[tuple(values)] for values in chosen}

    def test_another_class_has_no_positive_and_as_many_rows(self):
        number = sets.classes(self.scratch.name, "surf-c")[1]
        seen = set()
        for seed in (0, 1):
            other = draws.other_class(self.scratch.name, self.row, seed, self.drawn)
            found = {number[index] for index in self.where("surf-c", other.positives)}
            self.assertEqual((len(found), other.positives.shape), (1, self.drawn.positives.shape))
            seen |= found
        self.assertEqual(seen, {2, 3})

    def test_noise_has_the_variance_of_the_positives_and_nothing_else(self):
        other = draws.noise(self.drawn, 3)
        self.assertAlmostEqual(other.positives.var() / self.drawn.positives.var(axis=0).mean(), 1, delta=.05)
        self.assertTrue((other.unlabeled == self.drawn.unlabeled).all())

    def test_the_tightest_rows_are_the_best_neighbourhood(self):
        unlabeled = np.array([[0.], [10], [10.5], [11], [30], [40]])
        drawn = draws.Draw(None, unlabeled, np.array([False, True, True, True, False, False]), .5)
        self.assertEqual(columns.tightest(drawn)["accuracy"], 100)

    def test_ways_to_compare_do_not_depend_on_units(self):
        distances = across.euclidean(np.random.RandomState(2).randn(20, 3))
        for variant in ("mean", "ranks", "degrees", "density"):
            one, other = (across.made_comparable(factor * distances, variant) for factor in (1, 1000))
            np.testing.assert_allclose(one, other, rtol=1e-9)

    def test_only_what_leads_every_control_beats_them(self):
        cells = {}
        for column, start in (("gromov", 90), ("gromov / other class", 80), ("gromov / noise", 82), ("gromov / tightest rows", 89)):
            cells["paper", "row", column] = {draw: {"accuracy": start + draw % 3 * (column == "gromov")} for draw in range(20)}
        self.assertTrue(reproduction.beats_controls(cells, "row", "gromov"))
        for draw, record in cells["paper", "row", "gromov / noise"].items():
            record["accuracy"] = 90 + 4 * (draw % 2)
        self.assertEqual(reproduction.weakest_lead(cells, "row", "gromov")[0], "noise")
        self.assertFalse(reproduction.beats_controls(cells, "row", "gromov"))


class OnOwnData(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.data, self.output = (os.path.join(self.scratch.name, name) for name in ("data", "answers.jsonl"))
        write_spambase(self.data)

    def run_spambase(self, *arguments):
        return tables(self.output, self.data, "--quick", "--rows", "spambase", "--columns", "p-W 0,auto", *arguments)

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
