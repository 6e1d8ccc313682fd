"""PUClassifier: positive-unlabeled learning for scikit-learn."""
from __future__ import annotations

from typing import Any, Union

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from ._arrays import matrix
from ._pu import _prior, predict, pu, tune

# Methods that keep a model for new rows; the others label the unlabeled rows of `fit` alone.
_WITH_MODEL = {"wasserstein", "mined", "ridge", "nearest"}


class PUClassifier(ClassifierMixin, BaseEstimator):
    """Learns from rows that are known to be positive and rows of which nothing is known.

    Parameters
    ----------
    prior : float or "auto"
        Fraction of positives among the unlabeled rows; "auto" estimates it.
    method : str
        "auto" is "mined"; "tune" lets hidden positives choose the method and the kernel (see
        `parot.tune`). "wasserstein", "mined", "ridge" and "nearest" also label new rows; see
        `parot.pu` for the others.
    noise, scale, metric, kind, group, neighbours, kernel, fused_alpha, apart, restarts, pca, threads
        As in `parot.pu`; "auto" is by the kind of data.
    budget : float
        Seconds that "tune" may take.
    random_state : int or None
        Breaks ties and chooses samples; None is 0, so that results are always reproducible.

    Attributes
    ----------
    transduction_ : labels of all rows of `fit`, in their order
    prior_ : the prior that was used
    plan_ : the transport behind the labels (a `parot.Result`), or None
    result_ : the `parot.PUResult` of the unlabeled rows
    tuning_ : the `parot.Tuning` of "tune", or None
    classes_ : the two labels, the positive one last

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
                 kind: str = "any", group: str = "exact", neighbours: int = 1, kernel: str = "rbf",
                 fused_alpha: float = 0.5, apart: bool = False, restarts: int = 0, pca: int = 0,
                 budget: float = 60, threads: int = 1, random_state: Any = None) -> None:
        self.prior = prior
        self.method = method
        self.noise = noise
        self.scale = scale
        self.metric = metric
        self.kind = kind
        self.group = group
        self.neighbours = neighbours
        self.kernel = kernel
        self.fused_alpha = fused_alpha
        self.apart = apart
        self.restarts = restarts
        self.pca = pca
        self.budget = budget
        self.threads = threads
        self.random_state = random_state

    def _more_tags(self) -> dict:
        # Unlabeled rows are not negative: scores against them are poor on purpose.
        return {"binary_only": True, "poor_score": True}

    def fit(self, X: Any, y: Any) -> "PUClassifier":
        """`y`: 1 for rows known to be positive, 0 or -1 for unlabeled ones (or any two labels, of
        which the larger is positive)."""
        X, y = self._validate_data(X, y, dtype=np.float64)
        check_classification_targets(y)
        self.classes_, code = np.unique(y, return_inverse=True)
        if len(self.classes_) != 2:
            raise ValueError("y: must have the 2 classes positive and unlabeled, got %d class%s: %r" % (
                len(self.classes_), "es" * (len(self.classes_) != 1), self.classes_[:5]))
        self._learn(X[code == 1], X[code == 0])
        positive = np.ones(len(X), dtype=bool)
        positive[code == 0] = self.result_.labels > 0
        self.transduction_ = self.classes_[positive.astype(int)]
        return self

    def fit_pu(self, positives: Any, unlabeled: Any) -> "PUClassifier":
        """From two tables; `transduction_` is of the unlabeled rows: 1 or 0.

        With method "gromov" the tables may have different columns: distances within each are all
        that is looked at.

        >>> import numpy as np, parot
        >>> rng = np.random.default_rng(0)
        >>> known = np.column_stack([rng.normal(size=(20, 2)), np.zeros(20)])     # three columns
        >>> rows = np.vstack([rng.normal(size=(20, 2)), rng.normal(0, 40, size=(20, 2))])     # two
        >>> clf = parot.PUClassifier(0.5, "gromov", scale="none", metric="euclidean")
        >>> clf.fit_pu(known, rows).transduction_[:20].mean() > 0.9
        True
        """
        X = self._validate_data(unlabeled, dtype=np.float64)
        self.classes_ = np.array([0, 1])
        self._learn(matrix(positives, "positives"), X)
        self.transduction_ = (self.result_.labels > 0).astype(int)
        return self

    def _learn(self, positives: np.ndarray, unlabeled: np.ndarray) -> None:
        seed = 0 if self.random_state is None else int(self.random_state)
        how = {"scale": self.scale, "metric": self.metric, "kind": self.kind, "pca": self.pca,
               "seed": seed, "threads": self.threads}
        apart = self.apart or positives.shape[1:] != unlabeled.shape[1:]
        self.prior_ = _prior(self.prior, positives, unlabeled, apart, **how)
        self.tuning_ = None
        method, kernel = "mined" if self.method == "auto" else self.method, self.kernel
        if method == "tune":
            self.tuning_ = tune(positives, unlabeled, self.prior_, self.noise, budget=self.budget,
                                **how)
            method, kernel = self.tuning_.method, self.tuning_.kernel
        keeps = method in _WITH_MODEL and self.neighbours == 1 and self.group != "lasso"
        self.result_ = pu(positives, unlabeled, self.prior_, method, self.noise, group=self.group,
                          neighbours=self.neighbours, kernel=kernel, fused_alpha=self.fused_alpha,
                          apart=self.apart, restarts=self.restarts, keep_model=keeps, **how)
        self.plan_ = self.result_.transport

    def _judge(self, X: Any) -> tuple[np.ndarray, np.ndarray]:
        """(is positive, score above 1/2 for these and at most 1/2 for the others)"""
        check_is_fitted(self, "result_")
        X = self._validate_data(X, dtype=np.float64, reset=False)
        if self.result_.model is None:
            raise ValueError("method %r labels the unlabeled rows of fit alone (transduction_); for "
                             "new rows use one of %s" % (self.method, ", ".join(sorted(_WITH_MODEL))))
        answer = predict(self.result_.model, X, threads=self.threads)
        is_positive = answer.labels > 0
        above = np.nextafter(0.5, 1)
        return is_positive, np.where(is_positive, np.maximum(answer.scores, above),
                                     np.minimum(answer.scores, 0.5))

    def predict(self, X: Any) -> np.ndarray:
        """The label of each row, judged alone."""
        is_positive = self._judge(X)[0]
        return self.classes_[is_positive.astype(int)]

    def predict_proba(self, X: Any) -> np.ndarray:
        """Scores as if they were probabilities: above 1/2 for the label that is predicted."""
        score = self._judge(X)[1]
        return np.column_stack([1 - score, score])

    def decision_function(self, X: Any) -> np.ndarray:
        """score - 1/2: above 0 for rows that are labelled positive."""
        return self._judge(X)[1] - 0.5
