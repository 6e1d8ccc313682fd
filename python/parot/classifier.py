"""PUClassifier: positive-unlabeled learning for scikit-learn."""
from __future__ import annotations

import warnings
from typing import Any, Optional, Union

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import (_check_sample_weight, check_consistent_length, check_is_fitted,
                                      column_or_1d)

try:
    from sklearn.utils.validation import validate_data  # scikit-learn 1.6 and newer
except ImportError:
    def validate_data(_estimator: Any, *tables: Any, **how: Any) -> Any:
        return _estimator._validate_data(*tables, **how)

from . import _core
from ._arrays import _columns, _shown, count, flag, in_order, matrix, weights
from ._encode import encode_named, needs_encoding
from ._errors import ArgumentError, ArgumentTypeError
from ._pu import _how, estimate_prior, predict, pu, tune
from ._run import _level_of_caller

# Rows stay as they are until the library takes them; they are judged so many at a time, each by itself, so that no
# copy of all of them as float64 is made.
_TYPES, _ROWS = [np.float64, np.float32], 1 << 16

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


def _positive_of(classes: np.ndarray[Any, Any], pos_label: Any) -> int:
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
    warnings.warn("y: which of the labels %r is positive is in doubt; the last of them is taken, as scikit-learn does; "
                  "give pos_label to be sure" % classes.tolist(), UserWarning, stacklevel=_level_of_caller())
    return 1


class PUClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Learns from rows that are known to be positive and rows whose class is not known.

    Parameters
    ----------
    prior : float or "auto"
        Fraction of positives among the unlabeled rows; "auto" estimates it.
    method : str
        "auto" is "mined"; "tune" lets hidden positives choose the method and the kernel (see
        `parot.tune`). "wasserstein", "mined", "ridge", "forest", "ensemble" and "nearest" also label new rows; see
        `parot.pu` for the others.
    noise, scale, metric, kind, whole_rows, neighbours, kernel, fused_alpha, apart, restarts, pca
        As in `parot.pu`; "auto" is by the kind of data.
    classifier, rounds, trees, leaf, raw_distances, threads
        As in `parot.pu`; "auto" is by the kind of data.
    budget : float
        Seconds that "tune" may take.
    random_state : int, RandomState, Generator or None
        Breaks ties and chooses samples; None is 0, so that results are always reproducible.
    pos_label : label or None
        The label of `y` that means positive. None: of numbers the larger one, of words the one that
        says so ("positive", "yes", "true", beside "unlabeled", "unknown", "no", ...); where that
        is in doubt, `fit` warns and takes the last one in order, as scikit-learn does.
    na : {"refuse", "fill"}
        What becomes of missing cells: refused, or filled by the mean or the most frequent level.
    calibrated : bool
        Whether `predict_proba` returns probabilities by hidden positives (see `PUResult.calibrate`), which
        `fit` then finds out at the cost of some more fits. Without it they are scores, above 1/2 for the label that is
        predicted; calibrated ones may differ from that near the border.

    Attributes
    ----------
    transduction_ : labels of all rows of `fit`, in their order
    prior_ : the prior that was used
    plan_ : the transport behind the labels (a `parot.Result`), or None
    result_ : the `parot.PUResult` of the unlabeled rows
    tuning_ : the `parot.Tuning` of "tune", or None
    classes_ : the two labels, sorted as scikit-learn wants them
    pos_label_ : the one that means positive
    encoding_ : how text became numbers (a `parot.Encoding`), or None
    calibration_ : the `parot.Calibration` of the unlabeled rows if `calibrated`, else None

    Notes
    -----
    Rows may be given as arrays, data frames or SciPy's sparse matrices, which are made dense. Data frames may hold
    text: a column of text becomes a column for each of its levels, as in the command.

    Examples
    --------
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
                 kind: str = "auto", whole_rows: str = "exact", neighbours: int = 1, kernel: str = "rbf",
                 fused_alpha: float = 0.5, apart: bool = False, restarts: int = 0, pca: int = 0,
                 classifier: str = "auto", rounds: Union[int, str] = "auto", trees: int = 200, leaf: int = 5,
                 raw_distances: bool = False, budget: float = 60, threads: int = 1, random_state: Any = None,
                 pos_label: Any = None, na: str = "refuse", calibrated: bool = False) -> None:
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
        self.na = na
        self.calibrated = calibrated

    # Unlabeled rows are not negative: scores against them are poor on purpose.

    def __sklearn_tags__(self) -> Any:  # scikit-learn 1.6 and newer
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        tags.classifier_tags.poor_score = True
        tags.input_tags.sparse = True
        return tags

    def _more_tags(self) -> dict[str, Any]:  # and older
        return {"binary_only": True, "poor_score": True}

    # ---- What comes in ------------------------------------------------------------------

    def _numbers(self, X: Any) -> Any:
        """Text and gaps as numbers; None: there are none."""
        if self.na not in ("refuse", "fill"):
            raise ArgumentError("na: must be 'refuse' or 'fill', got %s" % _shown(self.na))
        if not (needs_encoding(X) or (self.na == "fill" and _has_gaps(X))):
            return None
        return encode_named([(X, "X")], self.na)

    def _checked(self, X: Any, **how: Any) -> Any:
        """`X` as scikit-learn checks it; sparse ones are made dense."""
        X = validate_data(self, X, dtype=_TYPES, accept_sparse="csr", **how)
        return X.toarray() if hasattr(X, "toarray") else X

    def _remember(self, X: Any) -> None:
        """The columns of a table that was encoded, as scikit-learn remembers them."""
        names = _columns(X)
        self.n_features_in_ = len(X[0]) if names is None else len(names)
        if names is not None and all(isinstance(name, str) for name in names):
            self.feature_names_in_ = np.asarray(names, dtype=object)
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_

    def fit(self, X: Any, y: Any, sample_weight: Any = None, propensity: Any = None) -> "PUClassifier":
        """Learns from rows of which some are known to be positive.

        Parameters
        ----------
        X : array_like, data frame or sparse matrix
            Rows.
        y : array_like
            1 for rows known to be positive, 0 or -1 for unlabeled ones; or any two labels, of which `pos_label`
            is the positive one.
        sample_weight : array_like, optional
            Of each row, >= 0. A positive counts that much; an unlabeled row of weight 2 is as two equal rows, and
            weights are rounded to sixteenths of their mean. Rows of weight 0 are left out, and labelled like new ones.
        propensity : array_like, optional
            With which probability each row was chosen, of which those of positives are used; see `parot.pu`.

        Returns
        -------
        self
        """
        self.encoding_ = self._numbers(X)
        if self.encoding_ is None:
            X, y = validate_data(self, X, y, dtype=_TYPES, accept_sparse="csr")
            X = X.toarray() if hasattr(X, "toarray") else X
        else:
            self._remember(X)
            X, y = self.encoding_.tables[0], column_or_1d(y, warn=True)
            check_consistent_length(X, y)
        check_classification_targets(y)
        classes, code = np.unique(y, return_inverse=True)
        if len(classes) != 2:
            raise ArgumentError("y: must have the 2 classes positive and unlabeled, got %d class%s: %r" % (
                len(classes), "es" * (len(classes) != 1), classes[:5]))
        positive = _positive_of(classes, self.pos_label)
        is_known = code.reshape(-1) == positive
        rows, chances = _counted(sample_weight, _each(propensity, "propensity", len(X)), is_known, X)
        others = X[~is_known] if (rows == 1).all() else np.repeat(X[~is_known], rows[~is_known], axis=0)
        self._learn(X[is_known & (rows > 0)], others, classes, positive,
                    None if chances is None else chances[is_known & (rows > 0)])
        is_positive = is_known.copy()
        is_positive[~is_known] = self._labels_of(X[~is_known], rows[~is_known])
        self.transduction_ = self._labels(is_positive)
        return self

    def _labels_of(self, X: np.ndarray[Any, Any], counts: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """Of unlabeled rows that were repeated so often: most of its copies decide; the model if there are none."""
        label = self.result_.label > 0
        owner = np.repeat(np.arange(len(counts)), counts)
        votes = np.bincount(owner, label, len(counts))
        found = 2 * votes > counts
        if (counts == 0).any() and self.result_.model is not None:
            found[counts == 0] = predict(self.result_.model, X[counts == 0], threads=self.threads).label > 0
        return np.asarray(found)

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
        self.encoding_ = None
        if self._numbers(unlabeled) is None and self._numbers(positives) is None:
            X, known = self._checked(unlabeled), matrix(positives.toarray() if hasattr(positives, "tocoo") else positives,
                                                        "positives")
        else:
            self._remember(unlabeled)
            self.encoding_ = encode_named([(unlabeled, "unlabeled"), (positives, "positives")], self.na)
            X, known = self.encoding_.tables
        self._learn(known, X, np.array([0, 1]), 1, propensity)
        self.transduction_ = self._labels(self.result_.label > 0)
        return self

    def _labels(self, is_positive: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        yes, no = (self.classes_[k:k + 1] for k in (self._positive, 1 - self._positive))
        return np.where(is_positive, yes, no)

    def _learn(self, positives: np.ndarray[Any, Any], unlabeled: np.ndarray[Any, Any], classes: np.ndarray[Any, Any],
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
        self.calibration_ = self.result_.calibrate(positives, unlabeled, seed=seed, threads=self.threads) if flag(
            self.calibrated, "calibrated") else None

    def _judge(self, X: Any) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """(is positive, score above 1/2 for these and at most 1/2 for the others)"""
        check_is_fitted(self, "result_")
        X = self._checked(X, reset=False) if self.encoding_ is None else self.encoding_.apply(X)
        if self.result_.model is None:
            raise ArgumentError("method: %r as asked for labels the unlabeled rows of fit alone "
                                "(transduction_); for new rows use mined, ridge, forest, ensemble, wasserstein, or "
                                "nearest with one neighbour" % self.result_.method)
        parts = [predict(self.result_.model, X[k:k + _ROWS], threads=self.threads) for k in range(0, len(X), _ROWS)]
        is_positive = np.concatenate([part.label for part in parts]) > 0
        score, above = np.concatenate([part.score for part in parts]), np.nextafter(0.5, 1)
        return is_positive, np.where(is_positive, np.maximum(score, above), np.minimum(score, 0.5))

    # ---- What goes out ------------------------------------------------------------------

    def set_output(self, *, transform: Optional[str] = None) -> "PUClassifier":
        """What `predict`, `predict_proba` and `decision_function` return: "default", arrays, or "pandas".

        Of "pandas" they have the index of `X`, and probabilities a column for each of `classes_`.
        """
        if transform not in (None, "default", "pandas"):
            raise ArgumentError("transform: must be 'default' or 'pandas', got %s" % _shown(transform))
        if transform is not None:
            self._output = transform
        return self

    def _out(self, values: np.ndarray[Any, Any], X: Any, name: str) -> Any:
        if getattr(self, "_output", "default") == "default":
            return values
        import pandas

        index = getattr(X, "index", None) if isinstance(X, (pandas.DataFrame, pandas.Series)) else None
        if values.ndim == 1:
            return pandas.Series(values, index=index, name=name)
        return pandas.DataFrame(values, index=index, columns=list(self.classes_))

    def predict(self, X: Any) -> Any:
        """The label of each row, judged by itself.

        Parameters
        ----------
        X : array_like, data frame or sparse matrix

        Returns
        -------
        array of labels out of `classes_`
        """
        return self._out(self._labels(self._judge(X)[0]), X, "label")

    def predict_proba(self, X: Any) -> Any:
        """How probable each of `classes_` is, in their order.

        If `calibrated`, probabilities by hidden positives: those of the unlabeled rows of `fit` with the same score,
        and between them. Otherwise scores as if they were probabilities, above 1/2 for the label that is predicted.
        """
        score = self._judge(X)[1]
        if self.calibration_ is not None:
            score = self._probability(score)
        return self._out(np.column_stack([1 - score, score][::1 if self._positive else -1]), X, "probability")

    def _probability(self, score: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """Of scores, by those that the rows of `fit` have as new rows: it never falls as scores rise."""
        assert self.calibration_ is not None
        order = np.argsort(self.result_.score, kind="stable")
        return np.interp(score, self.result_.score[order], np.maximum.accumulate(self.calibration_.probability[order]))

    def decision_function(self, X: Any) -> Any:
        """Above 0 for rows that are labelled ``classes_[1]``: score - 1/2, or its negative if that
        is not the positive label."""
        score = self._judge(X)[1] - 0.5
        return self._out(score if self._positive else -score, X, "decision")


# ---- Weights ---------------------------------------------------------------------------


# Weights of unlabeled rows are rounded to this part of their mean: finer ones would make more copies.
_SHARES = 16


def _each(given: Any, name: str, count: int) -> Optional[np.ndarray[Any, Any]]:
    """None, or a number for each row."""
    values = weights(given, name)
    if values is not None and len(values) != count:
        raise ArgumentError("%s: must have a number for each of the %d rows, got %d" % (name, count, len(values)))
    return values


def _counted(sample_weight: Any, chances: Optional[np.ndarray[Any, Any]], is_known: np.ndarray[Any, Any],
             X: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], Optional[np.ndarray[Any, Any]]]:
    """How often each row counts, and with which probability it was chosen.

    Weights of positives are inverse probabilities; an unlabeled row is repeated.
    """
    if sample_weight is None:
        return np.ones(len(X), dtype=int), chances
    given = _check_sample_weight(sample_weight, X, dtype=np.float64, only_non_negative=True)
    if not given[is_known].any() or not given[~is_known].any():
        raise ArgumentError("sample_weight: must be positive for a row of each class")
    counts = (given > 0).astype(int)
    others = given[~is_known]
    if np.ptp(others[others > 0]) > 0:
        counts[~is_known] = _copies(others)
    known = given[is_known]
    if np.ptp(known[known > 0]) > 0:
        share = np.ones(len(X))
        share[is_known & (given > 0)] = known[known > 0].min() / known[known > 0]
        chances = share if chances is None else share * chances
    return counts, chances


def _copies(given: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Whole numbers in the proportions of the weights: exact if these are multiples of the least, else rounded."""
    least = given[given > 0].min()
    ratio = given / least
    if np.abs(ratio - np.round(ratio)).max() < 1e-9 and ratio.sum() <= _SHARES * len(given):
        return np.asarray(np.round(ratio), dtype=int)
    share = _SHARES * given / given.sum() * len(given)
    return np.where(given > 0, np.maximum(1, np.round(share)), 0).astype(int)


def _has_gaps(X: Any) -> bool:
    """Of frames and arrays of numbers."""
    if hasattr(X, "tocoo"):
        return False
    array = np.asarray(X)
    return array.ndim == 2 and array.dtype.kind in "fO" and bool((array != array).any() or (
        array.dtype.kind == "O" and any(value is None for value in array.ravel().tolist())))


# ---- Scoring without the truth -----------------------------------------------------------


def pu_scorer(estimator: Any, X: Any, y: Any) -> float:
    """A score for `GridSearchCV` and the like that needs no negative labels: ``scoring=parot.pu_scorer``.

    Where unlabeled rows count as negatives, labelling nothing positive looks best, and a grid of priors ends
    at its least. This is the criterion of Lee and Liu, recall^2 / P(labelled positive): the recall of the known
    positives in the fold, and the fraction of its unlabeled rows that is labelled positive. It is proportional to
    precision times recall. Where positives and negatives overlap much, it is a rough guide: `estimate_prior` looks at
    more than that.

    Parameters
    ----------
    estimator : fitted classifier
        Anything with `predict` and `classes_`; of other classifiers than `PUClassifier` the larger label is positive.
    X : array_like
        Rows of the fold.
    y : array_like
        Which of them are known to be positive.

    Returns
    -------
    float
        Larger is better; 0 if no known positive is found.

    Examples
    --------
    >>> import numpy as np, parot
    >>> from sklearn.model_selection import GridSearchCV
    >>> rng = np.random.default_rng(0)
    >>> X = np.vstack([rng.normal(size=(120, 2)), rng.normal(5, 1, size=(120, 2))])
    >>> y = np.repeat([1, 0], [60, 180])     # a third of the unlabeled rows is positive
    >>> order = rng.permutation(240)
    >>> X, y, grid = X[order], y[order], {"prior": [0.05, 0.2, 0.333, 0.5, 0.7]}
    >>> GridSearchCV(parot.PUClassifier(), grid, cv=3).fit(X, y).best_params_
    {'prior': 0.05}
    >>> GridSearchCV(parot.PUClassifier(), grid, cv=3, scoring=parot.pu_scorer).fit(X, y).best_params_
    {'prior': 0.333}
    """
    positive = getattr(estimator, "pos_label_", None)
    positive = estimator.classes_[-1] if positive is None else positive
    is_known, is_positive = np.asarray(y) == positive, np.asarray(estimator.predict(X)) == positive
    if not is_known.any() or is_known.all():
        raise ArgumentError("y: a fold has no %s; use fewer folds, or StratifiedKFold" % (
            "known positives" if not is_known.any() else "unlabeled rows"))
    return lee_liu(is_known, is_positive)


def lee_liu(is_known: np.ndarray[Any, Any], is_positive: np.ndarray[Any, Any]) -> float:
    """One row more counts as labelled: in a small fold, none at all would make any recall look endlessly good."""
    recall, others = is_positive[is_known].mean(), is_positive[~is_known]
    return float(recall**2 / ((others.sum() + 1) / (len(others) + 1)))
