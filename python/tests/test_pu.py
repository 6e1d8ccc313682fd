"""Positive-unlabeled learning through Python."""
import numpy as np
import pytest

import parot
from parot._pu import predict

METHODS = ["wasserstein", "matching", "mined", "ridge", "nearest", "upu", "nnpu", "pusb"]


@pytest.fixture
def data(rng):
    rows = np.vstack([rng.normal(size=(40, 3)), rng.normal(6, 1, size=(60, 3))])
    return rng.normal(size=(50, 3)), rows, np.repeat([1, -1], [40, 60])


@pytest.mark.parametrize("method", METHODS)
def test_separated_clouds_are_told_apart(data, method):
    positives, rows, truth = data
    answer = parot.pu(positives, rows, 0.4, method)
    assert answer.evaluate(truth).accuracy > 0.97 and answer.method == method
    assert set(answer.labels) == {-1, 1} and ((answer.scores >= 0) & (answer.scores <= 1)).all()
    assert sorted(answer.rank) == list(range(1, 101)) and repr(answer)


def test_a_plan_comes_with_its_proof(data):
    positives, rows, _ = data
    plan = parot.pu(positives, rows, 0.4).transport
    assert plan.shape == (100, 50) and abs(plan.moved - 0.4) < 1e-12 and plan.gap < 1e-9
    assert parot.pu(positives, rows, 0.4, "ridge").transport is None


def test_the_prior_may_be_estimated(data):
    positives, rows, truth = data
    answer = parot.pu(positives, rows, "auto")
    assert abs(answer.prior - 0.4) < 0.15 and answer.evaluate(truth).accuracy > 0.85
    assert answer.prior == parot.estimate_prior(positives, rows, scale="none",
                                                metric="euclidean").prior


def test_a_model_labels_new_rows(data, rng):
    positives, rows, _ = data
    model = parot.pu(positives, rows, 0.4, keep_model=True).model
    fresh = np.vstack([rng.normal(size=(10, 3)), rng.normal(6, 1, size=(20, 3))])
    assert (predict(model, fresh).labels == np.repeat([1, -1], [10, 20])).mean() > 0.9
    assert (predict(model, fresh, 0.5).labels > 0).sum() == 15


def test_spies_and_bias(data, rng):
    positives, rows, _ = data
    found = parot.spies(positives, rows, 0.4)
    assert found.folds == 5 and found.recall > 0.9
    assert parot.bias(positives, rows, 0.4) < 3
    assert parot.bias(positives[positives[:, 0] > 0.8], rows, 0.4) > parot.bias(positives, rows, 0.4)


def test_copies_and_settings_are_understood(data):
    positives, rows, truth = data
    answer = parot.pu(positives, rows, 0.4, "wasserstein", "auto", "auto", "auto", kind="table")
    assert (answer.kind, answer.scale, answer.metric) == ("table", "rank", "cityblock")
    assert answer.noise == 0.2 and answer.evaluate(truth).accuracy > 0.9


@pytest.mark.parametrize("how, words", [
    ({"prior": 30}, "prior"), ({"prior": "otto"}, "'auto'"), ({"method": "wassersten"}, "did you"),
    ({"scale": "max"}, "one of"), ({"group": "all"}, "group"), ({"neighbours": 0}, "neighbours"),
    ({"unlabeled": np.ones((3, 2))}, "columns"),
])
def test_refusals_name_the_argument(data, how, words):
    positives, rows, _ = data
    with pytest.raises(ValueError, match=words):
        parot.pu(**{"positives": positives, "unlabeled": rows, "prior": 0.4, **how})
    with pytest.raises(ValueError, match="truth"):
        parot.pu(positives, rows, 0.4).evaluate([1, 0])
