"""Labels of unlabeled rows, and what is known of them."""
from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Callable, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from . import _core
from ._arrays import Array, count, number, signs
from ._errors import ArgumentError, ask
from ._frames import Figure, fields_frame, rows_frame
from ._results import Check, Result, _Story, counted

if TYPE_CHECKING:
    import pandas

    from ._encode import Encoding
    from ._results import PathName


class Metrics(NamedTuple):
    """Labels against the truth; nan where there is nothing to divide by."""

    accuracy: float
    precision: float
    recall: float
    f1: float
    auc: float
    majority: float
    random_k: float
    worst_k: float

    def to_frame(self) -> "pandas.DataFrame":
        """As a data frame of pandas."""
        return fields_frame(self)


class Prior(NamedTuple):
    """An estimate of the fraction of positives, with a range."""

    prior: float
    low: float
    high: float
    #: Best bins of three classifiers; those of a forest and of the mean score are below.
    by_nearest: float
    by_linear: float
    by_rbf: float
    #: `low` and `high` are within 0.15 of `prior`.
    is_reliable: bool
    #: The least and the most of that range and of all estimates.
    least: float
    most: float
    by_forest: float
    #: What the density ratio of the scores tends to by plateaus of several shapes, and where it bends (DEDPUL).
    by_plateau: float
    by_density: float
    #: The best bin whose upper confidence bound is least: in the population it is not too small.
    upper: float
    by_mean: float
    #: The range of each estimate, 5 % to 95 %.
    nearest_range: Tuple[float, float]
    linear_range: Tuple[float, float]
    rbf_range: Tuple[float, float]
    forest_range: Tuple[float, float]
    mean_range: Tuple[float, float]
    upper_range: Tuple[float, float]
    plateau_range: Tuple[float, float]
    density_range: Tuple[float, float]

    def to_frame(self) -> "pandas.DataFrame":
        """As a data frame of pandas."""
        return fields_frame(self)


class Spies(NamedTuple):
    """What hidden positives ("spies") say about the labels when the truth is not known."""

    folds: int
    spies: int
    recall: float
    recall_error: float
    accuracy: float
    precision: float
    auc: float
    lee_liu: float
    #: What `estimate_prior` says of the prior, from its `low` to its `high`.
    prior_low: float
    prior_high: float
    #: The accuracy that the recall predicts if the prior is one of those, and the recall within 1.64
    #: errors.
    accuracy_low: float
    accuracy_high: float

    def to_frame(self) -> "pandas.DataFrame":
        """As a data frame of pandas."""
        return fields_frame(self)


class Sensitivity(NamedTuple):
    """Labels at both ends of the range of the prior.

    Examples
    --------
    >>> import numpy as np, parot
    >>> rng = np.random.default_rng(0)
    >>> known = rng.normal(size=(60, 2))
    >>> rows = np.vstack([rng.normal(size=(40, 2)), rng.normal(6, 1, size=(60, 2))])
    >>> answer = parot.pu(known, rows, prior=0.4)
    >>> found = answer.sensitivity(known, rows, 0.3, 0.5)
    >>> found.low_positives, found.high_positives
    (30, 50)
    """

    low: float
    high: float
    #: Rows labelled +1 there.
    low_positives: int
    high_positives: int
    #: Rows that get another label there; and at either end.
    low_changed: int
    high_changed: int
    changed: int
    #: Of each row: 1 if it keeps its label at both ends.
    is_firm: Array
    #: Whether the method ran again for this; if not, the prior only moves a border along the ranks.
    is_relabelled: bool

    def to_frame(self) -> "pandas.DataFrame":
        """As a data frame of pandas."""
        return fields_frame(self)


class Column(NamedTuple):
    """What a column says by itself.

    An AUC is the fraction of pairs of a row of the first group and one of the second in which the first has the larger
    value; a z is its distance from 0.5 in standard errors; nan without such rows.
    """

    #: AUC of rows labelled +1 against the others.
    separation: float
    #: AUC of rows labelled +1 against the known positives.
    shift: float
    shift_z: float
    #: AUC of the known positives against the unlabeled rows.
    contrast: float
    contrast_z: float
    #: Medians of known positives, of rows labelled +1 and of the others; of columns with two values, means.
    known: float
    found: float
    rest: float
    #: Values that are rarer among the unlabeled rows than the prior allows: their range, the fractions of the known positives
    #: and of the unlabeled rows that have them, and by how many standard errors; nan and 0: there are none.
    low: float
    high: float
    known_inside: float
    unlabeled_inside: float
    leak_z: float
    #: "apart" (it may tell which table a row is from), "constant" (one value in all positives, and less than half of the others),
    #: "numbered" (it counts rows).
    leaks: tuple[str, ...]


class Columns(NamedTuple):
    """Each column by itself, in the order of the tables.

    Examples
    --------
    >>> import numpy as np, parot
    >>> rng = np.random.default_rng(0)
    >>> known = rng.normal(size=(60, 2))
    >>> rows = np.vstack([rng.normal(size=(40, 2)), rng.normal(6, 1, size=(60, 2))])
    >>> found = parot.pu(known, rows, prior=0.4).compare_columns(known, rows)
    >>> len(found.column), found.leaks
    (2, 0)
    """

    column: list[Column]
    #: Without any difference no |z| of all columns would exceed this in 95 of 100 tables.
    z: float
    #: Columns with a leak; and those in which rows labelled +1 differ from the known positives: |shift_z| > z and |shift - 0.5| >= 0.1.
    leaks: int
    shifts: int
    #: Of both tables that were looked at; of large tables, evenly chosen ones.
    rows: int
    #: What the columns are called, if the tables are frames.
    names: Optional[list[Any]] = None

    def to_frame(self) -> "pandas.DataFrame":
        """As a data frame of pandas: a row for each column of the tables."""
        made = rows_frame(self.column)
        if self.names is not None:
            made.insert(0, "name", self.names)
        return made


class Criteria(NamedTuple):
    """What can be said of labels without known negatives, from hidden positives; errors are standard errors.

    Examples
    --------
    >>> import numpy as np, parot
    >>> rng = np.random.default_rng(0)
    >>> known = rng.normal(size=(60, 2))
    >>> rows = np.vstack([rng.normal(size=(40, 2)), rng.normal(6, 1, size=(60, 2))])
    >>> found = parot.pu(known, rows, prior=0.4).calibrate(known, rows).criteria(40)
    >>> found.rows, 0.5 < found.recall <= 1
    (40, True)
    """

    #: Labelled +1, the first ranks.
    rows: int
    recall: float
    recall_error: float
    precision: float
    #: Also called proxy accuracy.
    accuracy: float
    accuracy_error: float
    f1: float
    lee_liu: float
    #: Part of the pairs of a hidden positive and an unlabeled row in which the positive ranks first.
    proxy_auc: float
    proxy_auc_error: float
    #: The same against the negatives among those rows, which follows from it and the prior.
    auc: float
    auc_error: float
    #: For all priors that the data allow, and 1.64 standard errors.
    accuracy_low: float
    accuracy_high: float
    auc_low: float
    auc_high: float

    def to_frame(self) -> "pandas.DataFrame":
        """As a data frame of pandas."""
        return fields_frame(self)


class Calibration(NamedTuple):
    """How probable it is that a row is positive, and what labelling the first ranks would find.

    Entry r - 1 of `recall` and `precision` is for the rows of rank 1 to r. Ranges hold 90 % of the chance; those of the
    precision are for priors between `low` and `high` of `estimate_prior`.

    Examples
    --------
    >>> import numpy as np, parot
    >>> rng = np.random.default_rng(0)
    >>> known = rng.normal(size=(60, 2))
    >>> rows = np.vstack([rng.normal(size=(40, 2)), rng.normal(6, 1, size=(60, 2))])
    >>> found = parot.pu(known, rows, prior=0.4).calibrate(known, rows)
    >>> found.cutoff(1, 1) > 30, bool(found.probability[0] > 0.5)
    (True, True)
    """

    spies: int
    prior: float
    #: As many hidden positives of equal weight would have means of the same error; fewer than `spies` if propensities differ.
    effective: float
    #: Priors that ranges allow.
    prior_low: float
    prior_high: float
    #: Of each unlabeled row; a later rank never has a larger one. Their sum is prior times rows.
    probability: Array
    recall: Array
    recall_low: Array
    recall_high: Array
    precision: Array
    precision_low: Array
    precision_high: Array

    def cutoff(self, false_positive: float, false_negative: float) -> int:
        """How many of the first ranks to label +1, if mistakes cost that much, so that the expected cost is least."""
        costs = [number(false_positive, "false_positive"), number(false_negative, "false_negative")]
        if min(costs) < 0 or not 0 < sum(costs) < math.inf:
            raise ArgumentError("false_positive, false_negative: must be 0 or more, and not both 0, got %g and %g" % tuple(costs))
        return int(_core.pu_cutoff(np.ascontiguousarray(self.probability), *costs))

    def criteria(self, rows: int) -> Criteria:
        """Accuracy, precision, F1 and AUC of labelling the rows of rank 1 to `rows` +1, as far as hidden positives tell."""
        return Criteria(*ask(_core.pu_criteria, self.effective, (self.prior, self.prior_low, self.prior_high), np.ascontiguousarray(self.recall), count(rows, "rows", 0)))

    def to_frame(self) -> "pandas.DataFrame":
        """As a data frame of pandas."""
        return fields_frame(self)


class Trust(NamedTuple):
    """Whether labels can be trusted: the test for bias and, unless it fails, the spies.

    Examples
    --------
    >>> import numpy as np, parot
    >>> rng = np.random.default_rng(0)
    >>> known = rng.normal(size=(60, 2))
    >>> rows = np.vstack([rng.normal(size=(40, 2)), rng.normal(6, 1, size=(60, 2))])
    >>> found = parot.pu(known, rows, prior=0.4).check(known, rows)
    >>> found.doubts, found.bias < 3
    ((), True)
    """

    #: What speaks against the labels: "fit" (the prior is too large, or the positives are a biased
    #: choice), "prior too small", "prior too large", "recall" (random labels find as many hidden
    #: positives), "accuracy" (below that of labelling all rows alike). Empty: nothing.
    doubts: tuple[str, ...]
    #: See `parot.bias`; None, as the next two: there was no time.
    bias: Optional[float]
    spies: Optional[Spies]
    #: With the doubt "fit": the prior that would fit.
    prior: Optional[Prior]
    #: Recall of random labels, and accuracy of labelling all rows alike.
    chance: float
    alike: float
    status: str
    #: With the doubt "fit", what `parot.bias_cause` says: "prior", "choice" or "either"; None: there is no such doubt.
    cause: Optional[str] = None
    by_border: float = math.nan
    border_z: float = math.nan

    def to_frame(self) -> "pandas.DataFrame":
        """As a data frame of pandas."""
        return fields_frame(self)


class BiasCause(NamedTuple):
    """Whether the prior is too large or the choice of the positives is biased: see `parot.bias_cause`.

    Examples
    --------
    >>> import numpy as np, parot
    >>> rng = np.random.default_rng(0)
    >>> known = rng.normal(size=(60, 2))
    >>> rows = np.vstack([rng.normal(size=(40, 2)), rng.normal(6, 1, size=(60, 2))])
    >>> parot.bias_cause(known, rows, prior=0.4).cause
    'neither'
    """

    #: See `parot.bias`.
    z: float
    #: "neither" (z is at most 3), "prior", "choice", or "either" (the data do not tell).
    cause: str
    #: Fits of the classifier; 0, and nan below, if the cause is "neither".
    rounds: int
    #: Fraction of the unlabeled rows that is positive by a border: the least of those it ends with, its standard error, and
    #: the largest of all.
    by_border: float
    by_border_error: float
    most_by_border: float
    #: What z would be if `by_border` were the prior.
    border_z: float

    def to_frame(self) -> "pandas.DataFrame":
        """As a data frame of pandas."""
        return fields_frame(self)


class Candidate(NamedTuple):
    """One of the settings that `tune` compares."""

    method: str
    kernel: str
    #: Part of the hidden positives that was found; nan: there was no time to try.
    recall: float
    score: float
    error: float
    #: Over the first candidate, and its standard error.
    lead: float
    lead_error: float


class Tuning(NamedTuple):
    """What hidden positives chose; `spies` is 0 when nothing was tried.

    Examples
    --------
    >>> import numpy as np, parot
    >>> rng = np.random.default_rng(0)
    >>> known = rng.normal(size=(60, 2))
    >>> rows = np.vstack([rng.normal(size=(40, 2)), rng.normal(6, 1, size=(60, 2))])
    >>> found = parot.tune(known, rows, prior=0.4)
    >>> found.spies > 0, len(found.candidates) > 1
    (True, True)
    """

    method: str
    kernel: str
    #: See `parot.bias`; above 3 nothing was tried.
    bias: float
    spies: int
    #: The candidate that `method` and `kernel` are from.
    chosen: int
    seconds: float
    candidates: list[Candidate]

    def to_frame(self) -> "pandas.DataFrame":
        """As a data frame of pandas: a row for each candidate."""
        return rows_frame(self.candidates)


class PUStep(NamedTuple):
    """One plan of "learned", the first of them plain transport."""

    #: Its cost, tolls included.
    objective: float
    #: It costs at most this much more than the optimum.
    excess: float
    #: Rows that it labels +1 and the plan before it did not.
    changed: int


class PUTrial(NamedTuple):
    """How one start of "gromov" or "fused" ended."""

    start: str
    number: int
    status: str
    objective: float
    stationarity: float
    iterations: int
    objectives: Array
    stationarities: Array
    #: Part of the rows that it labels otherwise than the result does; nan: no time.
    differs: float


@dataclass(repr=False, eq=False)
class PUResult(_Story):
    """Labels of the unlabeled rows, and why.

    `label` is +1 or -1 for each row, `score` in [0, 1] (larger is more positive), `share` the moved fraction of
    each row, `rank` 1 for the most positive row, `match` the positive that got most of the row (-1:
    none) and `match_cost` its distance. `transport` is the plan, None when nothing was moved.

    For "gromov" and "fused": `trials` are the starts, `best` is the one that won, and `rival` one
    that is nearly as good but labels many rows differently (None: there is none).

    Examples
    --------
    >>> import numpy as np, parot
    >>> rng = np.random.default_rng(0)
    >>> known = rng.normal(size=(60, 2))
    >>> rows = np.vstack([rng.normal(size=(40, 2)), rng.normal(6, 1, size=(60, 2))])
    >>> answer = parot.pu(known, rows, prior=0.4)
    >>> answer.positives, answer.evaluate(np.arange(100) < 40).accuracy
    (40, 1.0)
    """

    label: Array
    score: Array
    share: Array
    rank: Array
    match: Array
    match_cost: Array
    method: str
    kind: str
    scale: str
    metric: str
    noise: float
    prior: float
    #: Rows labelled +1.
    positives: int
    dropped: int
    #: Rows that the classifier was fitted on, and those that they were drawn from; 0 without one.
    fitted: int
    fitted_of: int
    transport: Optional[Result]
    status: str
    model: Optional[Array] = None
    trials: list[PUTrial] = field(default_factory=list)
    best: Optional[int] = None
    rival: Optional[int] = None
    #: Names of the columns, if the tables are frames.
    columns: Optional[list[Any]] = None
    #: How often the classifier was fitted again, and how many labels the last time changed (0: they stay).
    rounds: int = 0
    changed: int = 0
    #: How much each column contributes to telling the classes apart, in forests; the sum is 1.
    importance: Optional[Array] = None
    #: Of "learned": its plans, and what each row pays beside its distance in the last one; else empty and None.
    steps: list[PUStep] = field(default_factory=list)
    toll: Optional[Array] = None
    #: That was fitted, also where "auto" chose it; None without one.
    classifier: Optional[str] = None
    #: Of an ensemble: how much the ranks by its forest count; those by its ridge count the rest.
    forest_part: Optional[float] = None
    _how: Optional[tuple[Any, ...]] = None
    #: Whether the method, and the prior, were left to parot; and the seed.
    _asked: tuple[bool, bool, int] = (False, False, 0)
    #: As given to `pu`.
    _propensity: Optional[Array] = None
    #: How text became numbers; None: there was none.
    _encoding: Optional["Encoding"] = None

    def certify(self, positives: Any, unlabeled: Any, *, threads: int = 1,
                time_limit: Optional[float] = None) -> Check:
        """Checks the plan that the labels come from, from the tables alone, by code that is independent
        of the solver. For "mined", "learned" (its last plan) and "wasserstein"; where rows move whole,
        `excess` says by how much at most a plan that splits them would be cheaper.

        >>> import numpy as np, parot
        >>> rng = np.random.default_rng(0)
        >>> known, rows = rng.normal(size=(30, 2)), rng.normal(1, 2, size=(60, 2))
        >>> parot.pu(known, rows, 0.4).certify(known, rows).proved
        True
        """
        from ._pu import certify_labels

        return certify_labels(self, positives, unlabeled, threads, time_limit)

    def check(self, positives: Any, unlabeled: Any, *, seed: int = 0, threads: int = 1,
              time_limit: Optional[float] = None,
              progress: Optional[Callable[..., Any]] = None) -> Trust:
        """Tests for bias, hides positives to see how many are found, and lists what is in doubt.

        >>> import numpy as np, parot
        >>> rng = np.random.default_rng(0)
        >>> known = rng.normal(size=(50, 2))
        >>> rows = np.vstack([rng.normal(size=(40, 2)), rng.normal(6, 1, size=(60, 2))])
        >>> parot.pu(known, rows, 0.4).check(known, rows).doubts
        ()
        """
        from ._pu import check_labels

        return check_labels(self, positives, unlabeled, seed, threads, time_limit, progress)

    def calibrate(self, positives: Any, unlabeled: Any, *, seed: int = 0, threads: int = 1,
                  time_limit: Optional[float] = None,
                  progress: Optional[Callable[..., Any]] = None) -> Calibration:
        """The probability of each row to be positive, from the ranks of hidden positives; recall and precision at every cut.

        >>> import numpy as np, parot
        >>> rng = np.random.default_rng(0)
        >>> known = rng.normal(size=(50, 2))
        >>> rows = np.vstack([rng.normal(size=(40, 2)), rng.normal(6, 1, size=(60, 2))])
        >>> found = parot.pu(known, rows, 0.4).calibrate(known, rows)
        >>> bool(found.probability[:40].mean() > 0.8 and found.probability[40:].mean() < 0.2)
        True
        """
        from ._pu import calibrate_labels

        return calibrate_labels(self, positives, unlabeled, seed, threads, time_limit, progress)

    def sensitivity(self, positives: Any, unlabeled: Any, low: Optional[float] = None, high: Optional[float] = None, *,
                    seed: int = 0, threads: int = 1, time_limit: Optional[float] = None,
                    progress: Optional[Callable[..., Any]] = None) -> Sensitivity:
        """How many labels change, and which do not, if the prior is anything from `low` to `high`, by default the range of `estimate_prior`.

        >>> import numpy as np, parot
        >>> rng = np.random.default_rng(0)
        >>> known, rows = rng.normal(size=(30, 2)), rng.normal(1, 2, size=(60, 2))
        >>> parot.pu(known, rows, 0.5, "ridge").sensitivity(known, rows, 0.4, 0.6).changed
        12
        """
        from ._pu import vary_prior

        return vary_prior(self, positives, unlabeled, (low, high), seed, threads, time_limit, progress)

    def compare_columns(self, positives: Any, unlabeled: Any) -> Columns:
        """Which columns separate the labels, where rows labelled +1 differ from the known positives, and which columns may give
        away what the labels should find out.

        >>> import numpy as np, parot
        >>> rng = np.random.default_rng(0)
        >>> known = np.column_stack([rng.normal(size=50), 2020 + rng.random(50)])     # a date that no other row has
        >>> rows = np.column_stack([rng.normal(size=100), 2010 + rng.random(100)])
        >>> [column.leaks for column in parot.pu(known, rows, 0.4).compare_columns(known, rows).column]
        [(), ('apart',)]
        """
        from ._pu import compare_columns

        return compare_columns(self, positives, unlabeled)

    def relabel(self, rows: int) -> "PUResult":
        """A result in which the rows of rank 1 to `rows` are labelled +1, such as those of `Calibration.cutoff`.

        Labels and scores follow; ranks, shares, matches and the plan stay, so that `certify` is for the result before.

        >>> import parot
        >>> answer = parot.pu([[0.0], [1.0]], [[0.5], [1.5], [8.0], [9.0]], prior=0.5)
        >>> answer.relabel(3).label
        array([ 1,  1,  1, -1], dtype=int8)
        """
        label, score = np.array(self.label, dtype=np.int8), np.array(self.score, dtype=float)
        ask(_core.pu_relabel, label, score, np.ascontiguousarray(self.rank, dtype=np.int32), count(rows, "rows", 0))
        return replace(self, label=label, score=score, positives=int(rows))

    def predict(self, rows: Any, prior: Optional[float] = None, *, threads: int = 1) -> "PUResult":
        """Labels new rows; needs ``pu(..., keep_model=True)``. See `parot.predict`."""
        from ._pu import predict

        return predict(self, rows, prior, threads=threads)

    def evaluate(self, truth: Any) -> Metrics:
        """Against the truth: positive rows are > 0."""
        return Metrics(*ask(_core.pu_evaluate, np.ascontiguousarray(self.label, dtype=np.int8),
                            np.ascontiguousarray(self.rank, dtype=np.int32),
                            signs(truth, "truth", len(self.label)), result="answer"))

    def plot(self, path: Optional[PathName] = None, positives: Any = None, unlabeled: Any = None, *,
             truth: Any = None, title: Optional[str] = None, overwrite: bool = True,
             theme: str = "auto") -> Optional[Figure]:
        """Draws rows and positives (if given), scores, and with the truth what is right.

        SVG, PDF or PNG, by the name of the file; without a name a `Figure` that notebooks show. `theme` is "light"
        or "dark"; an SVG of "auto" is what its reader prefers.
        """
        from . import _pages

        return _pages.draw(path, _pages.pu_summary(self, positives, unlabeled, truth), title, overwrite, theme)

    def report(self, path: PathName, positives: Any = None, unlabeled: Any = None, *,
               truth: Any = None, ids: Optional[Sequence[Any]] = None, check: Optional[Trust] = None,
               proof: Optional[Check] = None, estimate: Optional[Prior] = None,
               calibration: Optional[Calibration] = None, costs: Optional[tuple[float, float]] = None,
               sensitivity: Optional[Sensitivity] = None,
               command: Optional[str] = None, files: Sequence[PathName] = (),
               overwrite: bool = True) -> None:
        """Writes one HTML file: the answer, why to trust it, pictures, all rows to sort.

        `ids` are names of the unlabeled rows. The report describes what is given: `check` and `proof`
        (what the methods `check` and `certify` returned), the `estimate` of the prior, the `calibration`
        and, if `relabel` followed its `cutoff`, the `costs` of a wrong +1 and a wrong -1, the `sensitivity`, the `files` of
        the positives and of the unlabeled rows, with their SHA-256, and the `command` that makes it
        again. The page is that of the command, byte for byte.
        """
        from . import _pages

        _pages.report(path, _pages.pu_summary(self, positives, unlabeled, truth, ids, check, proof, estimate,
                                              command, files, calibration, costs, sensitivity), overwrite)

    def summary(self, positives: Any = None, unlabeled: Any = None, *, truth: Any = None,
                check: Optional[Trust] = None, proof: Optional[Check] = None,
                estimate: Optional[Prior] = None, calibration: Optional[Calibration] = None,
                costs: Optional[tuple[float, float]] = None, sensitivity: Optional[Sensitivity] = None) -> str:
        """The answer in words, as the command prints it; the arguments are those of `report`."""
        from . import _pages

        return _pages.text(_pages.pu_summary(self, positives, unlabeled, truth, None, check, proof, estimate,
                                              calibration=calibration, costs=costs, sensitivity=sensitivity))

    def _columns(self) -> dict[str, Any]:
        return {"label": self.label, "score": self.score, "share": self.share, "rank": self.rank, "match": self.match,
                "match_cost": self.match_cost}

    def _thumbnail(self) -> Optional[str]:
        from . import _pages

        figure = _pages.draw(None, _pages.pu_summary(self), None, True, "auto")
        return None if figure is None else figure.svg

    def _title(self) -> str:
        return "Labels of %s by %s: %s" % (counted(len(self.label), "row"), self.method, self.status)

    def _lines(self) -> Sequence[tuple[str, str]]:
        lines = [("positive", counted(self.positives, "row") +
                  ("" if np.isnan(self.prior) else ", prior %.4g" % self.prior)),
                 ("settings", "scale %s, metric %s, noise %.4g" % (self.scale, self.metric,
                                                                   self.noise))]
        if self.transport is not None:
            lines.append(("cost", "%.9g, bound %.9g" % (self.transport.objective,
                                                         self.transport.bound)))
        if self.steps:
            lines.append(("steps", "%s, the last changed %s" % (
                counted(len(self.steps), "plan"), counted(self.steps[-1].changed, "label"))))
        if self.best is not None:
            lines.append(("starts", "%d, best '%s'" % (len(self.trials),
                                                       self.trials[self.best].start)))
        if self.rival is not None:
            rival = self.trials[self.rival]
            lines.append(("unstable", "start '%s' is nearly as good and labels %.0f %% of the rows "
                          "otherwise" % (rival.start, 100 * rival.differs)))
        return lines
