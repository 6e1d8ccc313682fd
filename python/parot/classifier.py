"""PUClassifier: positive-unlabeled learning for scikit-learn."""
from __future__ import annotations

import warnings
from typing import Any, Union

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

try:
    from sklearn.utils.validation import validate_data  # scikit-learn 1.6 and newer
except ImportError:
    def validate_data(_estimator: Any, *tables: Any, **how: Any) -> Any:
        return _estimator._validate_data(*tables, **how)

from . import _core
from ._arrays import _shown, count, in_order, matrix, weights
from ._errors import ArgumentError, ArgumentTypeError
from ._pu import _how, estimate_prior, predict, pu, tune
from ._run import _level_of_caller

# Words whose meaning as labels is beyond doubt, in small letters.
_POSITIVE = {"positive", "pos", "p", "labeled", "labelled", "yes", "true", "1", "+1", "+"}
_UNLABELED = {"unlabeled", "unlabelled", "unl", "u", "unknown", "negative", "neg", "n", "no", "false",
              "0", "-1", "-", "?", ""}


def _seed(random_state: Any) -> int:
    """A number from what scikit-learn calls a random state; None is 0."""
    if random_state is None:
        return 0
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(2**31 - 1))
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**31 - 1))
    return count(random_state, "random_state", 0, 2**64 - 1)


def _positive_of(classes: np.ndarray, pos_label: Any) -> int:
    """Which of the two sorted labels is the positive one: 0 or 1."""
    if pos_label is not None:
        hits = [k for k, label in enumerate(classes.tolist()) if label == pos_label]
        if not hits:
            raise ArgumentError("pos_label: %s is not a label of y; these are %r" % (
                _shown(pos_label), classes.tolist()))
        return hits[0]
    if classes.dtype.kind in "biuf":
        if classes[0] > 0:  # 1 and 2, say; elsewhere the first of these is the positive one
            warnings.warn("y: of the labels %r the larger is taken for positive; give pos_label to be sure"
                          % classes.tolist(), UserWarning, stacklevel=_level_of_caller())
        return 1
    words = [str(label).strip().lower() for label in classes]
    for k in (0, 1):
        if words[k] in _POSITIVE and words[1 - k] not in _POSITIVE:
            return k
        if words[k] in _UNLABELED and words[1 - k] not in _UNLABELED:
            return 1 - k
    raise ArgumentError("pos_label: which of the labels %r is positive is in doubt; give pos_label" %
                        (classes.tolist(),))


class PUClassifier(ClassifierMixin, BaseEstimator):
    """Learns from rows that are known to be positive and rows whose class is not known.

    Parameters
    ----------
    prior : float or "auto"
        Fraction of positives among the unlabeled rows; "auto" estimates it.
    method : str
        "auto" is "mined"; "tune" lets hidden positives choose the method and the kernel (see
        `parot.tune`). "wasserstein", "mined", "ridge", "forest", "ensemble" and "nearest" also label new rows; see
        `parot.pu` for the others.
    noise, scale, metric, kind, whole_rows, neighbours, kernel, fused_alpha, apart, restarts, pca, classifier,
    rounds, trees, leaf, raw_distances, threads
        As in `parot.pu`; "auto" is by the kind of data.
    budget : float
        Seconds that "tune" may take.
    random_state : int, RandomState, Generator or None
        Breaks ties and chooses samples; None is 0, so that results are always reproducible.
    pos_label : label or None
        The label of `y` that means positive. None: of numbers the larger one, of words the one that
        says so ("positive", "yes", "true", beside "unlabeled", "unknown", "no", ...); where that
        is in doubt, `fit` refuses.

    Attributes
    ----------
    transduction_ : labels of all rows of `fit`, in their order
    prior_ : the prior that was used
    plan_ : the transport behind the labels (a `parot.Result`), or None
    result_ : the `parot.PUResult` of the unlabeled rows
    tuning_ : the `parot.Tuning` of "tune", or None
    classes_ : the two labels, sorted as scikit-learn wants them
    pos_label_ : the one that means positive

    >>> import numpy as np, parot
    >>> rng = np.random.default_rng(0)
    >>> X = np.vstack([rng.normal(size=(60, 2)), rng.normal(5, 1, size=(60, 2))])
    >>> y = np.zeros(120)
    >>> y[:30] = 1          # half of the positives are labelled
    >>> clf = parot.PUClassifier(prior=1 / 3).fit(X, y)
    >>> (clf.predict(X)[:60] == 1).mean() > 0.9, (clf.predict(X)[60:] == 0).mean() > 0.9
    (True, True)
    """

    def __init__(self, prior: Union[float, str] = "auto", method: str = "auto", *,
                 noise: Union[float, str] = "auto", scale: str = "auto", metric: str = "auto",
                 kind: str = "any", whole_rows: str = "exact", neighbours: int = 1, kernel: str = "rbf",
                 fused_alpha: float = 0.5, apart: bool = False, restarts: int = 0, pca: int = 0,
                 classifier: str = "auto", rounds: Union[int, str] = "auto", trees: int = 200, leaf: int = 5,
                 raw_distances: bool = False, budget: float = 60, threads: int = 1, random_state: Any = None,
                 pos_label: Any = None) -> None:
        self.prior = prior
        self.method = method
        self.noise = noise
        self.scale = scale
        self.metric = metric
        self.kind = kind
        self.whole_rows = whole_rows
        self.neighbours = neighbours
        self.kernel = kernel
        self.fused_alpha = fused_alpha
        self.apart = apart
        self.restarts = restarts
        self.pca = pca
        self.classifier = classifier
        self.rounds = rounds
        self.trees = trees
        self.leaf = leaf
        self.raw_distances = raw_distances
        self.budget = budget
        self.threads = threads
        self.random_state = random_state
        self.pos_label = pos_label

    # Unlabeled rows are not negative: scores against them are poor on purpose.

    def __sklearn_tags__(self) -> Any:  # scikit-learn 1.6 and newer
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        tags.classifier_tags.poor_score = True
        return tags

    def _more_tags(self) -> dict:  # and older
        return {"binary_only": True, "poor_score": True, "_xfail_checks": {
            "check_classifiers_classes": "labels 'one' and 'two' do not say which is positive"}}

    def fit(self, X: Any, y: Any, propensity: Any = None) -> "PUClassifier":
        """`y`: 1 for rows known to be positive, 0 or -1 for unlabeled ones; or any two labels, of
        which `pos_label` is the positive one. `propensity`: of each row, of which those of positives are used;
        see `parot.pu`."""
        X, y = validate_data(self, X, y, dtype=np.float64)
        check_classification_targets(y)
        classes, code = np.unique(y, return_inverse=True)
        if len(classes) != 2:
            raise ArgumentError("y: must have the 2 classes positive and unlabeled, got %d class%s: %r" % (
                len(classes), "es" * (len(classes) != 1), classes[:5]))
        positive = _positive_of(classes, self.pos_label)
        is_known = code.reshape(-1) == positive
        chances = weights(propensity, "propensity")
        if chances is not None and len(chances) != len(X):
            raise ArgumentError("propensity: must have a number for each of the %d rows, got %d" % (len(X), len(chances)))
        self._learn(X[is_known], X[~is_known], classes, positive,
                    None if chances is None else chances[is_known])
        is_positive = is_known.copy()
        is_positive[~is_known] = self.result_.label > 0
        self.transduction_ = self._labels(is_positive)
        return self

    def fit_pu(self, positives: Any, unlabeled: Any, propensity: Any = None) -> "PUClassifier":
        """From two tables; `transduction_` holds the labels of the unlabeled rows: 1 or 0.

        Columns of frames are matched by name, as `parot.pu` does. With method "gromov" the tables may
        have different columns: only distances within each of them are compared. `propensity`, of the
        positives, is that of `parot.pu`.

        >>> import numpy as np, parot
        >>> rng = np.random.default_rng(0)
        >>> known = np.column_stack([rng.normal(size=(20, 2)), np.zeros(20)])     # three columns
        >>> rows = np.vstack([rng.normal(size=(20, 2)), rng.normal(0, 40, size=(20, 2))])     # two
        >>> clf = parot.PUClassifier(0.5, "gromov", scale="none", metric="euclidean")
        >>> clf.fit_pu(known, rows).transduction_[:20].mean() > 0.9
        True
        """
        if self.method != "gromov":
            positives = in_order(unlabeled, positives, ("unlabeled", "positives"))
        X = validate_data(self, unlabeled, dtype=np.float64)
        self._learn(matrix(positives, "positives"), X, np.array([0, 1]), 1, propensity)
        self.transduction_ = self._labels(self.result_.label > 0)
        return self

    def _labels(self, is_positive: np.ndarray) -> np.ndarray:
        yes, no = (self.classes_[k:k + 1] for k in (self._positive, 1 - self._positive))
        return np.where(is_positive, yes, no)

    def _learn(self, positives: np.ndarray, unlabeled: np.ndarray, classes: np.ndarray,
               positive: int, propensity: Any) -> None:
        """Sets all that has to do with labels; `positive` is the place of that label in `classes`."""
        if not isinstance(self.method, str):
            raise ArgumentTypeError("method: must be text, got %s" % _shown(self.method))
        self.classes_, self.pos_label_, self._positive = classes, classes[positive], positive
        seed = _seed(self.random_state)
        how: dict[str, Any] = {"scale": self.scale, "metric": self.metric, "kind": self.kind, "pca": self.pca,
               "propensity": propensity, "seed": seed, "threads": self.threads}
        prior, self.tuning_ = self.prior, None
        method, kernel = "mined" if self.method == "auto" else self.method, self.kernel
        if method == "tune":
            if isinstance(prior, str) and prior == "auto":  # once, not by tune and pu
                prior = estimate_prior(positives, unlabeled, **how).prior
            self.tuning_ = tune(positives, unlabeled, prior, self.noise, budget=self.budget,
                                **how)
            method, kernel = self.tuning_.method, self.tuning_.kernel
        keeps = _core.pu_is_trainable(_how(method, whole_rows=self.whole_rows, neighbours=self.neighbours))
        self.result_ = pu(positives, unlabeled, prior, method, self.noise, whole_rows=self.whole_rows,
                          neighbours=self.neighbours, kernel=kernel, fused_alpha=self.fused_alpha,
                          apart=self.apart, restarts=self.restarts, classifier=self.classifier,
                          rounds=self.rounds, trees=self.trees, leaf=self.leaf, raw_distances=self.raw_distances,
                          keep_model=keeps, **how)
        self.plan_, self.prior_ = self.result_.transport, self.result_.prior

    def _judge(self, X: Any) -> tuple[np.ndarray, np.ndarray]:
        """(is positive, score above 1/2 for these and at most 1/2 for the others)"""
        check_is_fitted(self, "result_")
        X = validate_data(self, X, dtype=np.float64, reset=False)
        if self.result_.model is None:
            raise ArgumentError("method: %r as asked for labels the unlabeled rows of fit alone "
                                "(transduction_); for new rows use mined, ridge, forest, ensemble, wasserstein, or "
                                "nearest with one neighbour" % self.result_.method)
        answer = predict(self.result_.model, X, threads=self.threads)
        is_positive = answer.label > 0
        above = np.nextafter(0.5, 1)
        return is_positive, np.where(is_positive, np.maximum(answer.score, above),
                                     np.minimum(answer.score, 0.5))

    def predict(self, X: Any) -> np.ndarray:
        """The label of each row, judged by itself."""
        return self._labels(self._judge(X)[0])

    def predict_proba(self, X: Any) -> np.ndarray:
        """Scores as if they were probabilities, above 1/2 for the label that is predicted.

        Columns are in the order of `classes_`.
        """
        score = self._judge(X)[1]
        return np.column_stack([1 - score, score][::1 if self._positive else -1])

    def decision_function(self, X: Any) -> np.ndarray:
        """Above 0 for rows that are labelled ``classes_[1]``: score - 1/2, or its negative if that
        is not the positive label."""
        score = self._judge(X)[1] - 0.5
        return score if self._positive else -score
