"""PUClassifier as scikit-learn wants its estimators."""
import pickle
import subprocess
import sys

import numpy as np
import pytest

sklearn = pytest.importorskip("sklearn")
from sklearn.base import clone  # noqa: E402
from sklearn.model_selection import GridSearchCV  # noqa: E402
from sklearn.pipeline import make_pipeline  # noqa: E402
from sklearn.preprocessing import StandardScaler  # noqa: E402
from sklearn.utils.estimator_checks import parametrize_with_checks  # noqa: E402

import parot  # noqa: E402


@pytest.mark.filterwarnings("ignore:y. of the labels", "ignore:y. which of the labels")
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
    words = parot.PUClassifier(0.4, pos_label="yes").fit(X, np.where(y == 1, "yes", "maybe"))
    assert set(words.predict(X)) == {"yes", "maybe"} and words.classes_[1] == "yes"
    minus = parot.PUClassifier(0.4).fit(X, np.where(y == 1, 1, -1))
    assert np.array_equal(minus.transduction_ == 1, words.transduction_ == "yes")


@pytest.mark.parametrize("positive, other", [
    ("positive", "unlabeled"), ("Positive", "Unlabeled"), ("yes", "unknown"), ("p", "u"),
    ("labeled", "unlabeled"), ("1", "0"), ("True", "False"), ("disease", "unknown"), (True, False)])
def test_labels_in_words_mean_what_they_say(table, positive, other):
    X, y, truth = table
    clf = parot.PUClassifier(0.4).fit(X, np.where(y == 1, positive, other))
    assert clf.pos_label_ == positive and list(clf.classes_) == sorted([positive, other])
    expected = parot.PUClassifier(0.4).fit(X, y)
    assert np.array_equal(clf.transduction_ == positive, expected.transduction_ == 1)
    assert np.array_equal(clf.predict(X) == positive, expected.predict(X) == 1)
    assert np.array_equal(clf.classes_[(clf.decision_function(X) > 0).astype(int)], clf.predict(X))
    assert np.array_equal(clf.classes_[clf.predict_proba(X).argmax(1)], clf.predict(X))
    if isinstance(positive, str):
        labels = np.where(y == 1, positive, other).astype(object)
        assert parot.PUClassifier(0.4).fit(X, labels).pos_label_ == positive


@pytest.mark.parametrize("labels", [("one", "two"), ("yes", "true"), ("cat", "dog"), ("no", "unknown")])
def test_labels_in_doubt_are_a_warning(table, labels):
    X, y, _ = table
    words = np.where(y == 1, *labels)
    with pytest.warns(UserWarning, match="which of the labels .* is in doubt") as caught:
        assert parot.PUClassifier(0.4).fit(X, words).pos_label_ == max(labels)
    assert caught[0].filename == __file__
    for k in (0, 1):
        clf = parot.PUClassifier(0.4, pos_label=labels[k]).fit(X, words)
        assert clf.pos_label_ == labels[k] and clf.result_.label.size == (words != labels[k]).sum()


def test_numbers_in_doubt_are_a_warning(table):
    X, y, _ = table
    with pytest.warns(UserWarning, match="the larger is taken for positive") as caught:
        clf = parot.PUClassifier(0.4).fit(X, y + 1)
    assert clf.pos_label_ == 2 and caught[0].filename == __file__
    assert parot.PUClassifier(0.4, pos_label=1).fit(X, 2 - y).pos_label_ == 1
    with pytest.raises(ValueError, match="pos_label: 7 is not a label of y"):
        parot.PUClassifier(0.4, pos_label=7).fit(X, y)


def test_frames_are_matched_by_name(table):
    pandas = pytest.importorskip("pandas")
    X, y, _ = table
    frame = pandas.DataFrame(X * [1, 10, 100], columns=list("abc"))
    known, rows = frame[y == 1], frame[y == 0]
    expected = parot.PUClassifier(0.4).fit_pu(known, rows)
    turned = parot.PUClassifier(0.4).fit_pu(known[["c", "a", "b"]], rows)
    assert np.array_equal(expected.transduction_, turned.transduction_)
    assert list(turned.feature_names_in_) == list("abc")
    assert np.array_equal(expected.transduction_ == 1,
                          parot.pu(known[["b", "a", "c"]], rows, 0.4, "auto", "auto", "auto", "auto").label > 0)
    with pytest.raises(ValueError, match="different columns"):
        parot.PUClassifier(0.4).fit_pu(known.rename(columns={"a": "z"}), rows)


@pytest.mark.parametrize("state", [0, 7, np.int64(3), np.random.RandomState(0), np.random.default_rng(0), None])
def test_random_states_are_scikit_learns(table, state):
    X, y, _ = table
    assert len(parot.PUClassifier(0.4, random_state=state).fit(X, y).predict(X)) == len(X)


@pytest.mark.parametrize("state", ["x", 1.5, -1, [1], True, 2**64])
def test_wrong_random_states_are_named(table, state):
    X, y, _ = table
    with pytest.raises(ValueError, match="random_state: "):
        parot.PUClassifier(0.4, random_state=state).fit(X, y)


# ---- Other versions of scikit-learn ----------------------------------------------------

# What changed in 1.6: `_validate_data` became the function `validate_data`, and `_more_tags` became
# `__sklearn_tags__`, which returns objects. The old names are gone from 1.7 on.
NEWER = """
import types, sys
import numpy as np
import sklearn.base, sklearn.utils.validation
from types import SimpleNamespace as Bag

Base, Mixin = sklearn.base.BaseEstimator, sklearn.base.ClassifierMixin
old = Base._validate_data
calls = []

def validate_data(_estimator, /, X="no_validation", y="no_validation", reset=True,
                  validate_separately=False, skip_check_array=False, **check_params):
    calls.append(reset)
    return old(_estimator, X, y, reset, validate_separately, **check_params)

sklearn.utils.validation.validate_data = validate_data
Base._get_tags = lambda self: {"requires_y": True}  # what the old function asks for
for name in ("_validate_data", "_more_tags"):
    for cls in (Base, Mixin):
        if name in vars(cls):
            delattr(cls, name)
Base.__sklearn_tags__ = lambda self: Bag(estimator_type=None, target_tags=Bag(required=False),
                                         classifier_tags=None, input_tags=Bag(sparse=False))

def mixin_tags(self):
    tags = super(Mixin, self).__sklearn_tags__()
    tags.estimator_type, tags.classifier_tags = "classifier", Bag(poor_score=False, multi_class=True)
    return tags

Mixin.__sklearn_tags__ = mixin_tags

import parot
rng = np.random.default_rng(0)
X = np.vstack([rng.normal(size=(60, 2)), rng.normal(5, 1, size=(60, 2))])
y = np.zeros(120, int)
y[:30] = 1
clf = parot.PUClassifier(1 / 3)
tags = clf.__sklearn_tags__()
assert tags.classifier_tags.multi_class is False and tags.classifier_tags.poor_score is True
assert tags.estimator_type == "classifier"
assert (clf.fit(X, y).predict(X) == np.repeat([1, 0], 60)).mean() > 0.9 and clf.n_features_in_ == 2
clf.fit_pu(X[:30], X[30:])
clf.decision_function(X), clf.predict_proba(X)
assert calls == [True, False, True, False, False], calls
try:
    clf.predict(X[:, :1])
except ValueError as error:
    print("refused:", error)
"""


def test_newer_versions_of_scikit_learn():
    out = subprocess.run([sys.executable, "-c", NEWER], capture_output=True, text=True)
    assert out.returncode == 0, out.stderr
    assert out.stdout.startswith("refused: X has 1 features")


# ---- Weights, sparse rows, text, probabilities, scores -----------------------------------------


def test_weights_are_copies(table):
    X, y, _ = table
    weight = np.where(np.arange(140) % 3 == 0, 2.0, 1.0)
    weight[y == 1] = 1
    copied = np.repeat(np.arange(140), weight.astype(int))
    a = parot.PUClassifier(0.4).fit(X, y, sample_weight=weight)
    b = parot.PUClassifier(0.4).fit(X[copied], y[copied])
    assert np.array_equal(a.decision_function(X), b.decision_function(X))
    left = weight > 1
    zero = parot.PUClassifier(0.4).fit(X, y, sample_weight=np.where(left | (y == 1), 1, 0))
    alone = parot.PUClassifier(0.4).fit(X[left | (y == 1)], y[left | (y == 1)])
    assert np.array_equal(zero.decision_function(X), alone.decision_function(X)) and len(zero.transduction_) == 140


def test_weights_of_positives_are_inverse_propensities(table, rng):
    X, y, _ = table
    chances = rng.uniform(.2, 1, 140)
    a = parot.PUClassifier(0.4).fit(X, y, propensity=chances)
    b = parot.PUClassifier(0.4).fit(X, y, sample_weight=np.where(y == 1, 1 / chances, 1))
    assert np.allclose(a.decision_function(X), b.decision_function(X))
    odd = np.where(y == 1, 1, rng.uniform(.1, 3, 140))
    assert len(parot.PUClassifier(0.4).fit(X, y, sample_weight=odd).predict(X)) == 140
    for wrong, words in ((-np.ones(140), "egative"), (np.ones(3), "sample_weight"), (y == 0, "of each class")):
        with pytest.raises(ValueError, match=words):
            parot.PUClassifier(0.4).fit(X, y, sample_weight=np.asarray(wrong, float))


def test_sparse_rows(table):
    sparse = pytest.importorskip("scipy.sparse")
    X, y, _ = table
    X = X * (np.abs(X) > 1)
    dense = parot.PUClassifier(0.4).fit(X, y)
    for form in (sparse.csr_matrix, sparse.coo_matrix, sparse.csc_matrix):
        clf = parot.PUClassifier(0.4).fit(form(X), y)
        assert np.array_equal(clf.predict(form(X)), dense.predict(X))
    known = parot.PUClassifier(0.4).fit_pu(sparse.csr_matrix(X[y == 1]), sparse.csr_matrix(X[y == 0]))
    assert np.array_equal(known.predict(X), dense.predict(X))


def test_single_precision_is_not_copied_as_a_whole(rng, monkeypatch):
    from parot import classifier

    X = np.vstack([rng.normal(size=(80, 3)), rng.normal(5, 1, size=(60, 3))]).astype(np.float32)
    y = (np.arange(140) < 40).astype(int)
    double = parot.PUClassifier(0.4).fit(X.astype(np.float64), y)
    seen = []
    ask = classifier.predict
    monkeypatch.setattr(classifier, "_ROWS", 32)
    monkeypatch.setattr(classifier, "predict", lambda model, rows, **how: seen.append((rows.dtype, len(rows))) or ask(
        model, rows, **how))
    single = parot.PUClassifier(0.4).fit(X, y)
    assert np.array_equal(single.decision_function(X), double.decision_function(X.astype(np.float64)))
    assert seen[0] == (np.dtype(np.float32), 32) and sum(count for _, count in seen) == 280


def test_text_and_gaps(table, rng):
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("parot._io", reason="no cairo")
    X, y, truth = table
    frame = pandas.DataFrame(X, columns=list("abc")).assign(colour=np.where(rng.random(140) < .8, np.where(truth == 1, "red", "blue"), "green"))
    clf = parot.PUClassifier(0.4).fit(frame, y)
    assert (clf.transduction_ == truth).mean() > 0.95 and clf.n_features_in_ == 4
    assert list(clf.feature_names_in_) == ["a", "b", "c", "colour"] and clf.encoding_.names[-1] == "colour=red"
    encoded = parot.PUClassifier(0.4).fit(parot.encode(frame).tables[0], y)
    assert np.array_equal(clf.predict(frame), encoded.predict(parot.encode(frame).tables[0]))
    assert np.array_equal(pickle.loads(pickle.dumps(clf)).predict(frame), clf.predict(frame))
    two = parot.PUClassifier(0.4).fit_pu(frame[y == 1], frame[y == 0])
    assert np.array_equal(two.predict(frame) == 1, clf.predict(frame) == 1)
    frame.loc[5, "a"], frame.loc[9, "colour"] = np.nan, None
    with pytest.raises(ValueError, match="X: row 5 has no value in column 'a'; na='fill'"):
        parot.PUClassifier(0.4).fit(frame, y)
    filled = parot.PUClassifier(0.4, na="fill").fit(frame, y)
    assert (filled.transduction_ == truth).mean() > 0.95 and len(filled.predict(frame)) == 140
    X[3, 1] = np.nan
    assert (parot.PUClassifier(0.4, na="fill").fit(X, y).transduction_ == truth).mean() > 0.95
    with pytest.raises(ValueError, match="na: must be"):
        parot.PUClassifier(0.4, na="drop").fit(X, y)


def test_calibrated_probabilities(rng):
    X = np.vstack([rng.normal(size=(300, 2)), rng.normal(1.5, 1, size=(300, 2))])
    truth, y = np.repeat([1, 0], 300), np.zeros(600, int)
    y[:100] = 1
    clf = parot.PUClassifier(0.4, calibrated=True).fit(X, y)
    fresh = np.vstack([rng.normal(size=(400, 2)), rng.normal(1.5, 1, size=(600, 2))])
    found, truth = clf.predict_proba(fresh)[:, 1], np.repeat([1, 0], [400, 600])
    score = parot.PUClassifier(0.4).fit(X, y).predict_proba(fresh)[:, 1]
    assert (np.diff(found[np.argsort(score)]) >= -1e-12).all() and 0 <= found.min() <= found.max() <= 1
    assert abs(found.mean() - truth.mean()) < 0.1
    assert ((found - truth) ** 2).mean() < ((score - truth) ** 2).mean()  # Brier's score
    assert clf.calibration_.probability.shape == (500,)


def test_pandas_comes_out_where_it_is_asked_for(table):
    pandas = pytest.importorskip("pandas")
    X, y, _ = table
    frame = pandas.DataFrame(X, index=np.arange(140) + 7)
    clf = parot.PUClassifier(0.4).fit(frame.to_numpy(), y).set_output(transform="pandas")
    assert list(clf.predict_proba(frame).columns) == [0, 1] and clf.predict_proba(frame).index[0] == 7
    assert clf.predict(frame).name == "label" and clf.decision_function(X).index[0] == 0
    assert isinstance(clf.set_output(transform="default").predict(frame), np.ndarray)
    with pytest.raises(ValueError, match="transform: must be"):
        clf.set_output(transform="polars")


@pytest.mark.parametrize("seed", [0, 2])
def test_a_scorer_without_the_truth_chooses_the_prior(seed):
    rng = np.random.default_rng(seed)
    X = np.vstack([rng.normal(size=(120, 2)), rng.normal(5, 1, size=(120, 2))])
    y, order = np.repeat([1, 0], [60, 180]), rng.permutation(240)
    X, y, grid = X[order], y[order], {"prior": [.05, .1, .2, .333, .5, .7]}
    naive = GridSearchCV(parot.PUClassifier(), grid, cv=3).fit(X, y)
    assert naive.best_params_["prior"] <= .1
    search = GridSearchCV(parot.PUClassifier(), grid, cv=3, scoring=parot.pu_scorer).fit(X, y)
    assert search.best_params_["prior"] == .333
    words = GridSearchCV(parot.PUClassifier(), grid, cv=3, scoring=parot.pu_scorer).fit(X, np.where(y == 1, "positive", "unlabeled"))
    assert words.best_params_["prior"] == .333
    with pytest.raises(ValueError, match="no known positives"):
        parot.pu_scorer(search.best_estimator_, X[y == 0], y[y == 0])


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
    assert apart.plan_.plan.shape == ((y == 0).sum(), (y == 1).sum())
    same = parot.PUClassifier(0.4, "gromov", apart=True, **how).fit_pu(X[y == 1], X[y == 0])
    assert (apart.transduction_ == same.transduction_).mean() > 0.95  # distances are the same
    with pytest.raises(ValueError, match="prior: 'auto'"):
        parot.PUClassifier("auto", "gromov").fit_pu(turned[y == 1], X[y == 0])
    with pytest.raises(ValueError, match="columns"):
        parot.PUClassifier(0.4, "mined").fit_pu(turned[y == 1], X[y == 0])


def test_settings_of_other_methods_do_not_cost_the_model(rng):
    X, y = rng.normal(size=(40, 2)), np.arange(40) < 15
    for method, how, has_model in (("mined", {"neighbours": 5}, True), ("ridge", {"whole_rows": "lasso"}, True),
                                   ("nearest", {"neighbours": 5}, False), ("nearest", {}, True)):
        clf = parot.PUClassifier(0.4, method, **how).fit(X, y)
        assert (clf.result_.model is not None) == has_model
