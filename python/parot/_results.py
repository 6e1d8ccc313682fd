"""What the solvers return: arrays, numbers, and a summary in words."""
from __future__ import annotations

import html
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Callable, NamedTuple, Optional, Sequence, Union

import numpy as np

from . import _core
from ._arrays import Array, numbers, signs, view
from ._errors import ask
from ._run import _STATUS

if TYPE_CHECKING:
    import os

    import scipy.sparse

    PathName = Union[str, os.PathLike]


class Info(NamedTuple):
    """What an answer took."""

    iterations: int
    pivots: int
    passes: int
    allocations: int
    setup_seconds: float
    solve_seconds: float


class Check(NamedTuple):
    """What the prices of a result prove about its plan; see `certify`.

    `proved`, `excess`, `relative`, `infeasible` and `bound` are rigorous: sums are exact, and each
    number is rounded towards its worse side. The others say where something is wrong.
    """

    proved: bool
    """`relative` and `infeasible` are at most 1e-9."""
    excess: float
    """The plan costs at most this much more than the optimum."""
    relative: float
    """The same, relative to the cost of what moves, `sum(|C| * T)`."""
    infeasible: float
    """Mass by which rows, columns and the total miss their constraints, relative to the mass."""
    bound: float
    """No plan of the mass costs less."""
    primal: float
    dual: float
    slackness: float
    relative_gap: float


class _Story:
    """`repr` and HTML out of a title and lines of (name, value)."""

    def _title(self) -> str:
        raise NotImplementedError

    def _lines(self) -> Sequence[tuple[str, str]]:
        raise NotImplementedError

    def __repr__(self) -> str:
        lines = self._lines()
        width = max(len(name) for name, _ in lines)
        return "\n".join([self._title()] + ["  %-*s  %s" % (width, *line) for line in lines])

    def _repr_html_(self) -> str:
        rows = "".join("<tr><th style='text-align:left'>%s</th><td style='text-align:left'>%s</td>"
                       "</tr>" % (html.escape(name), html.escape(value))
                       for name, value in self._lines())
        return "<table><caption>%s</caption>%s</table>" % (html.escape(self._title()), rows)


@dataclass(repr=False, eq=False)
class Plan:
    """A sparse matrix: ``mass[k]`` moves from row ``row[k]`` to column ``col[k]``.

    Entries are positive and sorted by row, then column. ``len(plan)`` counts them.
    """

    shape: tuple[int, int]
    row: Array
    col: Array
    mass: Array

    def __len__(self) -> int:
        return len(self.mass)

    def __repr__(self) -> str:
        return "parot.Plan of %d x %d with %d entries" % (*self.shape, len(self))

    def toarray(self) -> Array:
        """As a dense matrix."""
        dense = np.zeros(self.shape)
        dense[self.row, self.col] = self.mass
        return dense

    def __array__(self, dtype: Any = None, copy: Any = None) -> Array:
        if copy is False:
            raise ValueError("plan: is sparse, and a dense matrix of it is always a copy")
        return self.toarray().astype(dtype or np.float64, copy=False)

    def tocoo(self) -> "scipy.sparse.coo_matrix":
        """As a SciPy matrix of coordinates, which shares the memory."""
        from scipy.sparse import coo_matrix

        return coo_matrix((self.mass, (self.row, self.col)), shape=self.shape)

    def tocsr(self) -> "scipy.sparse.csr_matrix":
        """As a SciPy matrix of compressed rows."""
        return self.tocoo().tocsr()


@dataclass(repr=False, eq=False)
class Result(_Story):
    """A sparse plan, its cost, and the prices that prove it.

    ``u``, ``v`` >= 0 and ``lam`` with ``lam - u[i] - v[j] <= C[i, j]`` prove that no plan of that mass
    costs less than `bound`. With a price ``(a, b)`` for each point, ``u >= -a``, ``v >= -b`` and ``lam``
    is 0.
    """

    plan: Plan
    u: Array
    v: Array
    lam: float
    #: Mass of the plan: what was asked for, as it was understood.
    mass: float
    objective: float
    bound: float
    #: With a price for each point: what `objective` has beside the cost of the plan, for what is left
    #: unmatched. None otherwise.
    unmatched: Optional[float]
    status: str
    info: Info

    @property
    def gap(self) -> float:
        """objective - bound: how far from the optimum the plan can be; 0 up to rounding when solved."""
        return self.objective - self.bound

    def plot(self, path: PathName, X: Any = None, Y: Any = None, *, p: Any = None, q: Any = None,
             title: Optional[str] = None, overwrite: bool = True) -> None:
        """Draws both clouds with lines where mass moves, or without clouds the plan as a matrix.

        SVG, PDF or PNG, by the name of the file.
        """
        from . import _pages

        _pages.draw(path, _pages.transport_summary(self, X, Y, p, q), title, overwrite)

    def report(self, path: PathName, X: Any = None, Y: Any = None, *, p: Any = None, q: Any = None,
               check: Optional[Check] = None, price: Optional[float] = None, metric: Optional[str] = None,
               cost: Any = None, command: Optional[str] = None, files: Sequence[PathName] = (),
               overwrite: bool = True) -> None:
        """Writes one HTML file: the answer, its proof in words, pictures, all pairs to sort.

        The report describes what is given: `p` and `q` as for the solver, `check` (what `certify`
        returned), `price`, `metric`, the `cost` of each pair, the `files` that source and target were
        read from, with their SHA-256, and the `command` that makes it again. The page is that of the
        command, byte for byte.
        """
        from . import _pages

        _pages.report(path, _pages.transport_summary(self, X, Y, p, q, check, price, metric, cost, command,
                                                     files), overwrite)

    def summary(self, X: Any = None, Y: Any = None, *, p: Any = None, q: Any = None,
                check: Optional[Check] = None, price: Optional[float] = None,
                metric: Optional[str] = None) -> str:
        """The answer in words, as the command prints it; the arguments are those of `report`."""
        from . import _pages

        return _pages.text(_pages.transport_summary(self, X, Y, p, q, check, price, metric))

    def _title(self) -> str:
        return "Partial transport, %d x %d: %s" % (*self.plan.shape, self.status)

    def _lines(self) -> Sequence[tuple[str, str]]:
        per_unit = self.objective / self.mass if self.mass > 0 else 0.0
        moved = ("mass moved", "%.9g, in %d pairs" % (self.mass, len(self.plan)))
        if self.unmatched is not None:
            return [moved, ("cost", "%.9g, %.9g of it for what is left unmatched" % (
                        self.objective, self.unmatched)),
                    ("bound", "%.9g, by the prices and up to rounding; certify proves it" % self.bound)]
        price = [("price", "%.6g (lambda): one more unit of mass costs at least this much" % self.lam)]
        return [moved,
                ("cost", "%.9g, that is %.6g per unit of mass" % (self.objective, per_unit)),
                *(price if self.status == "solved" else []),
                ("bound", "%.9g, by the prices and up to rounding; certify proves it" % self.bound)]


@dataclass(repr=False, eq=False)
class Judgement(_Story):
    """How good a plan is that came from anywhere; see `judge`.

    `bound`, `excess` and `above` are rigorous; they are nan where there is nothing to compare with: the
    plan uses a forbidden pair, or nothing can move.
    """

    #: "exact", "above" the optimum, "within" a distance of it (the solve was stopped) or "infeasible".
    verdict: str
    mass: float
    #: The mass that it was compared at: what was asked for, or its own as far as that can move.
    wanted: float
    #: ``sum(C * T)``, with prices also what is left unmatched; inf if a forbidden pair is used.
    objective: float
    #: The least cost of that mass, with prices of any.
    optimum: float
    #: No plan of that mass costs less.
    bound: float
    #: The plan costs at most this much more than the optimum.
    excess: float
    #: The same relative to the optimum: 0.021 is 2.1 % above it.
    above: float
    #: Mass by which rows, columns and the total miss their constraints, summed; and relative to `wanted`.
    missed: float
    missed_relative: float
    #: Those that carry most beyond their weights, and by how much; None: none does.
    row: Optional[int]
    col: Optional[int]
    row_excess: float
    col_excess: float
    #: Of the plan as it was given: on a forbidden pair, or the one farthest below 0; None: there is none.
    entry: Optional[int]
    #: The certificate of this plan, with the prices of the optimum.
    check: Check
    status: str

    def _title(self) -> str:
        far = "%.3g %%" % (100 * self.above) if self.above <= 1e6 else "%.6g" % self.excess
        how = {"exact": "exact", "above": far + " above the optimum",
               "within": "at most " + far + " above the optimum",
               "infeasible": "not a plan of this problem"}
        return "A plan: " + how[self.verdict]

    def _lines(self) -> Sequence[tuple[str, str]]:
        lines = [("mass", "%.9g, compared at %.9g" % (self.mass, self.wanted)),
                 ("cost", "%.9g" % self.objective), ("optimum", "%.9g" % self.optimum),
                 ("missed", "%.3g of the mass, by rows, columns and the total together" % self.missed_relative)]
        for name, at, by in (("row", self.row, self.row_excess), ("column", self.col, self.col_excess)):
            if at is not None and self.verdict == "infeasible":
                lines.append((name, "%d carries %.3g beyond its weight" % (at, by)))
        return lines


def judgement(core: tuple, status: str) -> Judgement:
    """A Judgement out of _core's tuple."""
    (_, verdict, mass, wanted, objective, optimum, bound, excess, above, missed, missed_relative, row, col,
     row_excess, col_excess, entry, check) = core
    row, col, entry = (None if index < 0 else index for index in (row, col, entry))
    return Judgement(verdict, mass, wanted, objective, optimum, bound, excess, above, missed, missed_relative,
                     row, col, row_excess, col_excess, entry, Check(*check), status)


def plan(core: tuple) -> Plan:
    """A Plan out of _core's tuple."""
    rows, cols, row, col, mass = core
    return Plan((rows, cols), view(row, "i"), view(col, "i"), view(mass))


def transport(core: tuple, status: str) -> tuple:
    """The fields of a Result out of _core's tuple."""
    (_, moved, u, v, lam, mass, objective, bound, _, info) = core
    return plan(moved), view(u), view(v), lam, mass, objective, bound, None, status, Info(*info)


def result(core: tuple, status: str, price: Any = None) -> Result:
    """A Result out of _core's tuple."""
    made = Result(*transport(core, status))
    made.unmatched = core[8] if isinstance(price, tuple) else None
    return made


def plan_parts(given: Any) -> tuple:
    """Plan, prices and mass of a Result, as _core takes them."""
    moved = given.plan
    arrays = (np.ascontiguousarray(part) for part in (moved.row, moved.col, moved.mass, given.u, given.v))
    return (*arrays, float(given.lam), float(given.mass))


@dataclass(repr=False, eq=False)
class CurveResult(_Story):
    """The exact curve from mass to cost: convex, piecewise linear.

    Between ``mass[k]`` and ``mass[k + 1]`` one more unit costs ``slope[k]``. ``enter[i]`` is the
    mass at which row i begins to move (inf: never), `order` the rows in that order, `elbow` the index
    of the breakpoint farthest below the chord.
    """

    mass: Array
    objective: Array
    slope: Array
    enter: Array
    order: Array
    elbow: int
    status: str
    info: Info

    def at(self, mass: Any) -> Any:
        """The cost at any mass between 0 and the last; nan outside."""
        masses = numbers(mass, "mass")
        is_inside = (masses >= 0) & (masses <= self.mass[-1])
        piece = np.clip(np.searchsorted(self.mass, masses, side="right") - 1, 0, len(self.mass) - 1)
        slope = np.append(self.slope, 0.0)[piece]
        value = self.objective[piece] + slope * (masses - self.mass[piece])
        return np.where(is_inside, value, np.nan)[()]

    def plot(self, path: PathName, mass: Optional[float] = None, *, title: Optional[str] = None,
             overwrite: bool = True) -> None:
        """Draws cost against mass and the price of the next unit, marking `mass`."""
        from . import _pages

        _pages.draw_curve(path, self, mass, title, overwrite)

    def _title(self) -> str:
        return "Curve from mass to cost: %s" % self.status

    def _lines(self) -> Sequence[tuple[str, str]]:
        elbow = ("none, the curve is straight" if self.elbow == 0 else
                 "mass %.6g, cost %.6g" % (self.mass[self.elbow], self.objective[self.elbow]))
        return [("breakpoints", "%d, from mass 0 to %.9g" % (len(self.mass), self.mass[-1])),
                ("cost", "0 to %.9g" % self.objective[-1]),
                ("elbow", elbow)]


def curve_result(core: tuple, status: str) -> CurveResult:
    (_, mass, objective, slope, enter, order, elbow, info) = core
    return CurveResult(view(mass), view(objective), view(slope), view(enter), view(order, "i"),
                      elbow, status, Info(*info))


@dataclass(repr=False, eq=False)
class MassCosts(_Story):
    """Single points of the curve from mass to cost, each solved and proved on its own.

    `slope` is a price of the next unit: inf where no more can move, nan at mass 0. Masses that a
    stopped run did not reach have nan everywhere.
    """

    mass: Array
    objective: Array
    slope: Array
    #: By `certify_points`: each cost is at most so much above the least.
    relative: Array
    status: str

    def _title(self) -> str:
        return "Costs of %d masses: %s" % (len(self.mass), self.status)

    def _lines(self) -> Sequence[tuple[str, str]]:
        known = ~np.isnan(self.objective)
        if not known.any():
            return []
        lines = [(name, "%.9g to %.9g" % (part[known].min(), part[known].max()))
                 for name, part in (("mass", self.mass), ("cost", self.objective))]
        lines.append(("relative", "%.2g: no cost is above the least by more than this share of it%s" % (
            self.relative[known].max(), ", proved" if self.status == "solved" else "")))
        if not known.all():
            lines.append(("missing", "%d masses, which were not solved" % (~known).sum()))
        return lines


def mass_costs(core: tuple, status: str) -> MassCosts:
    (_, mass, objective, slope, relative) = core
    return MassCosts(view(mass), view(objective), view(slope), view(relative), status)


class Trial(NamedTuple):
    """How one start of Gromov-Wasserstein ended."""

    start: str
    number: int
    status: str
    objective: float
    stationarity: float
    iterations: int
    #: Of its first iterations; empty where they were not kept.
    objectives: Array
    stationarities: Array


def trials(core: list[tuple]) -> list[tuple]:
    """The fields of each Trial or PUTrial out of _core's tuples."""
    return [(*trial[:2], _STATUS[trial[2]], *trial[3:6], *map(view, trial[6:8]), *trial[8:])
            for trial in core]


@dataclass(repr=False, eq=False)
class GromovResult(Result):
    """A stationary plan, the best of several starts.

    `stationarity` bounds <gradient, T - S> for any plan S: 0 if stationary. `u`, `v` and `lam` are
    derivatives of the value: -u with respect to p, -v to q, lam to the mass. `bound` is a trivial one.
    ``moved[t]`` is what each source point moved in trial t.
    """

    stationarity: float = 0.0
    best: int = 0
    trials: list[Trial] = field(default_factory=list)
    moved: Array = field(default_factory=lambda: np.empty((0, 0)))
    objectives: Array = field(default_factory=lambda: np.empty(0))
    stationarities: Array = field(default_factory=lambda: np.empty(0))
    asymmetry: tuple[float, float] = (0.0, 0.0)
    problem: Any = field(default=None)

    def gradient(self) -> tuple[Array, Array, Optional[Array]]:
        """Derivatives of the value with respect to source, target and (with a cost) cost, entry by entry."""
        from ._gromov import gradient

        return gradient(self)

    def _title(self) -> str:
        return "Partial Gromov-Wasserstein, %d x %d: %s" % (*self.plan.shape, self.status)

    def _lines(self) -> Sequence[tuple[str, str]]:
        done = sorted(t.objective for t in self.trials if not np.isnan(t.objective))
        second = "; the second best ended at %.6g" % done[1] if len(done) > 1 else ""
        return [("mass moved", "%.9g, in %d pairs" % (self.mass, len(self.plan))),
                ("objective", "%.9g, stationary to %.3g" % (self.objective, self.stationarity)),
                ("starts", "%d, best '%s'%s" % (len(self.trials), self.trials[self.best].start,
                                                second))]


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


class Prior(NamedTuple):
    """An estimate of the fraction of positives; 90 % of bootstrap resamples in [low, high]."""

    prior: float
    low: float
    high: float
    by_nearest: float
    by_linear: float
    by_rbf: float
    #: The three estimates differ by 0.1 at most.
    is_reliable: bool
    #: The least and the most of that range and of the three estimates.
    least: float
    most: float


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
    #: What `pu_prior` says of the prior, from its `least` to its `most`.
    prior_low: float
    prior_high: float
    #: The accuracy that the recall predicts if the prior is one of those, and the recall within 1.64
    #: errors.
    accuracy_low: float
    accuracy_high: float


class Trust(NamedTuple):
    """Whether labels can be trusted: the test for bias and, unless it fails, the spies."""

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
    """What hidden positives chose; `spies` is 0 when nothing was tried."""

    method: str
    kernel: str
    #: See `parot.bias`; above 3 nothing was tried.
    bias: float
    spies: int
    #: The candidate that `method` and `kernel` are from.
    chosen: int
    seconds: float
    candidates: list[Candidate]


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
    #: Rows that the ridge was fitted on, and those that they were drawn from; 0 without a ridge.
    fitted: int
    fitted_of: int
    transport: Optional[Result]
    status: str
    model: Optional[Array] = None
    trials: list[PUTrial] = field(default_factory=list)
    best: Optional[int] = None
    rival: Optional[int] = None
    #: Names of the columns that the model knows, if it was trained on a frame.
    columns: Optional[list] = None
    _how: Optional[tuple] = None
    #: Whether the method, and the prior, were left to parot; and the seed.
    _asked: tuple[bool, bool, int] = (False, False, 0)

    def certify(self, positives: Any, unlabeled: Any, *, threads: int = 1,
                time_limit: Optional[float] = None) -> Check:
        """Checks the plan that the labels come from, from the tables alone, by code that is independent
        of the solver. For "mined" and "wasserstein"; where rows move whole, `excess` says by how much at
        most a plan that splits them would be cheaper.

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

    def predict(self, rows: Any, prior: Optional[float] = None, *, threads: int = 1) -> "PUResult":
        """Labels new rows; needs ``pu(..., keep_model=True)``. See `parot.predict`."""
        from ._pu import predict

        return predict(self, rows, prior, threads=threads)

    def evaluate(self, truth: Any) -> Metrics:
        """Against the truth: positive rows are > 0."""
        return Metrics(*ask(_core.pu_evaluate, np.ascontiguousarray(self.label, dtype=np.int8),
                            np.ascontiguousarray(self.rank, dtype=np.int32),
                            signs(truth, "truth", len(self.label)), result="answer"))

    def plot(self, path: PathName, positives: Any = None, unlabeled: Any = None, *,
             truth: Any = None, title: Optional[str] = None, overwrite: bool = True) -> None:
        """Draws rows and positives (if given), scores, and with the truth what is right.

        SVG, PDF or PNG, by the name of the file.
        """
        from . import _pages

        _pages.draw(path, _pages.pu_summary(self, positives, unlabeled, truth), title, overwrite)

    def report(self, path: PathName, positives: Any = None, unlabeled: Any = None, *,
               truth: Any = None, ids: Optional[Sequence[Any]] = None, check: Optional[Trust] = None,
               proof: Optional[Check] = None, estimate: Optional[Prior] = None,
               command: Optional[str] = None, files: Sequence[PathName] = (),
               overwrite: bool = True) -> None:
        """Writes one HTML file: the answer, why to trust it, pictures, all rows to sort.

        `ids` are names of the unlabeled rows. The report describes what is given: `check` and `proof`
        (what the methods `check` and `certify` returned), the `estimate` of the prior, the `files` of
        the positives and of the unlabeled rows, with their SHA-256, and the `command` that makes it
        again. The page is that of the command, byte for byte.
        """
        from . import _pages

        _pages.report(path, _pages.pu_summary(self, positives, unlabeled, truth, ids, check, proof, estimate,
                                              command, files), overwrite)

    def summary(self, positives: Any = None, unlabeled: Any = None, *, truth: Any = None,
                check: Optional[Trust] = None, proof: Optional[Check] = None,
                estimate: Optional[Prior] = None) -> str:
        """The answer in words, as the command prints it; the arguments are those of `report`."""
        from . import _pages

        return _pages.text(_pages.pu_summary(self, positives, unlabeled, truth, None, check, proof, estimate))

    def _title(self) -> str:
        return "Labels of %d rows by %s: %s" % (len(self.label), self.method, self.status)

    def _lines(self) -> Sequence[tuple[str, str]]:
        lines = [("positive", "%d rows" % self.positives +
                  ("" if np.isnan(self.prior) else ", prior %.4g" % self.prior)),
                 ("settings", "scale %s, metric %s, noise %.4g" % (self.scale, self.metric,
                                                                   self.noise))]
        if self.transport is not None:
            lines.append(("cost", "%.9g, bound %.9g" % (self.transport.objective,
                                                         self.transport.bound)))
        if self.best is not None:
            lines.append(("starts", "%d, best '%s'" % (len(self.trials),
                                                       self.trials[self.best].start)))
        if self.rival is not None:
            rival = self.trials[self.rival]
            lines.append(("unstable", "start '%s' is nearly as good and labels %.0f %% of the rows "
                          "otherwise" % (rival.start, 100 * rival.differs)))
        return lines
