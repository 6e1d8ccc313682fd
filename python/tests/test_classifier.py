"""PUClassifier as scikit-learn wants its estimators."""
import pickle

import numpy as np
import pytest

sklearn = pytest.importorskip("sklearn")
from sklearn.base import clone  # noqa: E402
from sklearn.model_selection import GridSearchCV  # noqa: E402
from sklearn.pipeline import make_pipeline  # noqa: E402
from sklearn.preprocessing import StandardScaler  # noqa: E402
from sklearn.utils.estimator_checks import parametrize_with_checks  # noqa: E402

import parot  # noqa: E402


@parametrize_with_checks([parot.PUClassifier(prior=0.3), parot.PUClassifier(
    prior=0.3, method="wasserstein")])
def test_the_rules_of_scikit_learn(estimator, check):
    check(estimator)


@pytest.fixture
def table(rng):
    X = np.vstack([rng.normal(size=(80, 3)), rng.normal(5, 1, size=(60, 3))])
    truth = np.repeat([1, 0], [80, 60])
    y = np.zeros(140, int)
    y[:40] = 1
    order = rng.permutation(140)
    return X[order], y[order], truth[order]


@pytest.mark.parametrize("method", ["auto", "wasserstein", "ridge", "nearest"])
def test_labels_of_known_and_new_rows(table, rng, method):
    X, y, truth = table
    clf = parot.PUClassifier(0.4, method).fit(X, y)
    assert (clf.transduction_ == truth).mean() > 0.95 and clf.prior_ == 0.4
    fresh = np.vstack([rng.normal(size=(20, 3)), rng.normal(5, 1, size=(20, 3))])
    assert (clf.predict(fresh) == np.repeat([1, 0], 20)).mean() > 0.9
    assert np.array_equal(clf.predict(fresh), (clf.decision_function(fresh) > 0).astype(int))
    assert np.array_equal(clf.predict(fresh), clf.predict_proba(fresh).argmax(1))
    assert (clf.plan_ is None) == (method in ("ridge", "nearest"))


def test_a_method_without_a_model_says_so(table):
    X, y, truth = table
    clf = parot.PUClassifier(0.4, "matching").fit(X, y)
    assert (clf.transduction_ == truth).mean() > 0.95
    with pytest.raises(ValueError, match="transduction_"):
        clf.predict(X)


def test_two_tables_and_other_labels(table):
    X, y, truth = table
    clf = parot.PUClassifier(0.4).fit_pu(X[y == 1], X[y == 0])
    assert (clf.transduction_ == truth[y == 0]).mean() > 0.95
    words = parot.PUClassifier(0.4).fit(X, np.where(y == 1, "yes", "maybe"))
    assert set(words.predict(X)) == {"yes", "maybe"} and words.classes_[1] == "yes"
    minus = parot.PUClassifier(0.4).fit(X, np.where(y == 1, 1, -1))
    assert np.array_equal(minus.transduction_ == 1, words.transduction_ == "yes")


def test_the_prior_may_be_estimated(table):
    X, y, truth = table
    clf = parot.PUClassifier().fit(X, y)
    assert abs(clf.prior_ - 0.4) < 0.15 and (clf.transduction_ == truth).mean() > 0.85


def test_pipelines_grids_clones_and_pickles(table):
    X, y, _ = table
    pipe = make_pipeline(StandardScaler(), parot.PUClassifier(0.4)).fit(X, y)
    copy = pickle.loads(pickle.dumps(pipe))
    assert np.array_equal(pipe.predict(X), copy.predict(X))
    search = GridSearchCV(parot.PUClassifier(0.4), {"method": ["ridge", "mined"]}, cv=2).fit(X, y)
    assert search.best_params_["method"] in ("ridge", "mined")
    assert clone(parot.PUClassifier(0.2, "ridge")).get_params()["method"] == "ridge"


def test_hidden_positives_may_choose(table):
    X, y, truth = table
    clf = parot.PUClassifier(0.4, "tune", budget=30).fit(X, y)
    assert clf.tuning_.spies == 40 and (clf.transduction_ == truth).mean() > 0.95
    assert clf.result_.method == clf.tuning_.method and len(clf.predict(X)) == len(X)
    assert parot.PUClassifier(0.4).fit(X, y).tuning_ is None


def test_different_feature_spaces(table):
    X, y, truth = table
    turned = X @ np.linalg.qr(np.random.default_rng(3).normal(size=(5, 3)))[0].T  # five columns
    how = {"scale": "none", "metric": "euclidean"}
    apart = parot.PUClassifier(0.4, "gromov", **how).fit_pu(turned[y == 1], X[y == 0])
    assert apart.plan_.shape == ((y == 0).sum(), (y == 1).sum())
    same = parot.PUClassifier(0.4, "gromov", apart=True, **how).fit_pu(X[y == 1], X[y == 0])
    assert (apart.transduction_ == same.transduction_).mean() > 0.95  # distances are the same
    with pytest.raises(ValueError, match="prior: 'auto'"):
        parot.PUClassifier("auto", "gromov").fit_pu(turned[y == 1], X[y == 0])
    with pytest.raises(ValueError, match="columns"):
        parot.PUClassifier(0.4, "mined").fit_pu(turned[y == 1], X[y == 0])
