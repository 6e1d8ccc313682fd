"""All pairs of clouds are what the functions for two say, and a journal goes on where it ends."""
import os
import signal
import subprocess
import sys
import time
import warnings

import numpy as np
import pytest

import parot


@pytest.fixture
def clouds(rng):
    return [rng.normal(size=(8 + k % 3, 2)) + k for k in range(6)]


def test_each_pair_is_that_of_two(clouds):
    r = parot.pairwise(clouds, mass=0.7, threads=2)
    assert r.status == "solved" and r.solved == r.pairs == 15 and r.failed == r.known == 0
    for i, x in enumerate(clouds):
        for j, y in enumerate(clouds):
            alone = parot.partial_wasserstein_points(*((x, y) if i < j else (y, x)), mass=0.7).objective
            assert r.objective[i, j] == (0 if i == j else alone)
    assert (r.statuses == "solved").all() and np.array_equal(np.asarray(r), r.objective)


def test_spaces_by_their_distances(clouds):
    spaces = [parot.cost_matrix(x, x, "euclidean") for x in clouds]
    by_points = parot.pairwise(clouds, share=0.8, method="gromov")
    by_distances = parot.pairwise(spaces, share=0.8, distances=True)
    assert np.array_equal(by_points.objective, by_distances.objective)
    alone = parot.partial_gromov(spaces[1], spaces[4], mass=0.8)
    assert by_points.objective[1, 4] == alone.objective


def test_weights_and_shares(clouds, rng):
    weights = [rng.random(len(x)) for x in clouds]
    weights[2] = None
    r = parot.pairwise(clouds, share=0.5, weights=weights, metric="cityblock")
    mass = 0.5 * min(weights[1].sum(), 1)
    alone = parot.partial_wasserstein_points(clouds[1], clouds[2], weights[1], mass=mass, metric="cityblock")
    assert np.isclose(r.objective[1, 2], alone.objective, rtol=1e-12)


def test_condensed_is_what_scipy_clusters(clouds):
    distance = pytest.importorskip("scipy.spatial.distance")
    hierarchy = pytest.importorskip("scipy.cluster.hierarchy")
    r = parot.pairwise(clouds, mass=0.5)
    assert np.array_equal(distance.squareform(r.condensed), r.objective)
    assert len(hierarchy.linkage(r.condensed)) == 5


def test_a_journal_is_taken_up_again(clouds, tmp_path):
    journal = tmp_path / "pairs.txt"
    whole = parot.pairwise(clouds, mass=0.5, journal=journal)
    text = journal.read_bytes()
    for cut in (0, 10, len(text) // 2, len(text) - 1):
        journal.write_bytes(text[:cut])
        r = parot.pairwise(clouds, mass=0.5, journal=str(journal), threads=2)
        assert np.array_equal(r.objective, whole.objective) and r.known == max(0, text[:cut].count(b"\n") - 1)
    with pytest.raises(parot.ArgumentError, match="journal: .*is not the journal of these clouds") as error:
        parot.pairwise(clouds, mass=0.6, journal=journal)
    assert error.value.argument == "journal"


def test_a_kill_loses_only_what_was_being_solved(tmp_path):
    journal = tmp_path / "pairs.txt"
    program = ("import numpy, parot; rng = numpy.random.default_rng(3); "
               "r = parot.pairwise([rng.random((20, 3)) for _ in range(16)], share=0.8, method='gromov', journal=%r); "
               "print(r.known, r.solved, repr(r.objective.sum()))" % str(journal))
    run = [sys.executable, "-c", program]
    process = subprocess.Popen(run, stdout=subprocess.DEVNULL)
    for _ in range(2000):
        if journal.exists() and journal.read_bytes().count(b"\n") > 5:
            break
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()
    kept = journal.read_bytes().count(b"\n") - 1
    known, solved, total = subprocess.run(run, capture_output=True, text=True, check=True).stdout.split()
    assert int(known) == kept and int(solved) == 120
    os.remove(journal)
    assert subprocess.run(run, capture_output=True, text=True, check=True).stdout.split()[2] == total


def test_a_stop_and_progress(clouds):
    seen = []
    parot.pairwise(clouds * 3, mass=0.5, method="gromov", progress=lambda p: seen.append((p.stage, p.total)))
    assert all(stage == "pairs" and total == 18 * 17 // 2 for stage, total in seen)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        r = parot.pairwise(clouds, mass=0.5, time_limit=1e-9)
    assert r.status == "time limit" and r.failed == 15 and np.isnan(r.condensed).all()


def test_bad_clouds(clouds):
    clouds[3][0, 0] = np.nan
    with pytest.warns(UserWarning, match="5 of 15 pairs are not solved: clouds 0 and 3: y: "):
        r = parot.pairwise(clouds, mass=0.5)
    assert np.isnan(r.objective[3, [0, 1, 2, 4, 5]]).all() and r.solved == 10
    assert "10 solved" in repr(r)


def test_few_clouds(clouds):
    assert parot.pairwise([]).objective.shape == (0, 0)
    assert parot.pairwise(clouds[:1]).objective.tolist() == [[0]]
    assert repr(parot.pairwise([])) and repr(parot.pairwise(clouds[:2]))


@pytest.mark.parametrize("arguments, message", [
    (dict(mass=0.5, share=0.5), "share: give either"),
    (dict(share=2), r"share: must be in \(0, 1\], got 2"),
    (dict(mass=-1), "mass: must be positive"),
    (dict(method="gw"), "method: unknown 'gw'"),
    (dict(metric="l2"), "metric: unknown 'l2'"),
    (dict(weights=[None]), "weights: has 1 entries for 6 clouds"),
    (dict(weights=[[1, 2]] * 6), "weights: has 2 weights for 8 points at 0"),
    (dict(distances=True), "clouds: distances are 8 x 2 at 0, not square"),
    (dict(start=np.ones((2, 2))), "start: must be a name"),
])
def test_what_makes_no_sense_is_refused(clouds, arguments, message):
    with pytest.raises(parot.ArgumentError, match=message):
        parot.pairwise(clouds, **arguments)
