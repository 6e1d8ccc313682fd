"""What solvers of transport return: arrays, numbers, and a summary in words."""
from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Sequence, Union

import numpy as np

from ._arrays import Array, view
from ._frames import Figure, fields_frame, frame
from ._run import _STATUS

if TYPE_CHECKING:
    import os

    import pandas
    import scipy.sparse

    PathName = Union[str, os.PathLike]


# Plans with more rows or columns have no small figure beside their words: it would take seconds and megabytes.
_MOST_DRAWN = 400


class Info(NamedTuple):
    """What an answer took."""

    iterations: int
    pivots: int
    passes: int
    allocations: int
    setup_seconds: float
    solve_seconds: float

    def to_frame(self) -> "pandas.DataFrame":
        """As a data frame of pandas."""
        return fields_frame(self)


def counted(count: int, one: str, many: Optional[str] = None) -> str:
    """"1 pair", "2 pairs"; `many` if an s does not make it."""
    return "%d %s" % (count, one if count == 1 else many or one + "s")


def _words(title: str, lines: Sequence[tuple[str, str]]) -> str:
    """A title and lines of (name, value), below each other."""
    width = max(len(name) for name, _ in lines)
    return "\n".join([title] + ["  %-*s  %s" % (width, *line) for line in lines])


class Check(NamedTuple):
    """What the prices of a result prove about its plan; see `certify`.

    `proved`, `excess`, `relative`, `infeasible` and `bound` are rigorous: sums are exact, and each
    number is rounded towards its worse side. The others say where something is wrong.

    Examples
    --------
    >>> import parot
    >>> C = [[1, 4], [2, 1], [9, 9]]
    >>> check = parot.certify(C, parot.partial_wasserstein(C, mass=0.5))
    >>> check.proved, check.excess
    (True, 0.0)
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

    def __repr__(self) -> str:
        return _words("Proved optimal" if self.proved else "Not proved", [
            ("excess", "%.2g at most above the optimum, %.2g relative to the cost of what moves" % (self.excess, self.relative)),
            ("feasible", "to %.2g of the mass" % self.infeasible), ("bound", "no plan of this mass costs less than %.9g" % self.bound)])

    def to_frame(self) -> "pandas.DataFrame":
        """As a data frame of pandas."""
        return fields_frame(self)


class _Story:
    """`repr` and HTML out of a title and lines of (name, value)."""

    def _title(self) -> str:
        raise NotImplementedError

    def _lines(self) -> Sequence[tuple[str, str]]:
        raise NotImplementedError

    def __repr__(self) -> str:
        return _words(self._title(), self._lines())

    def _columns(self) -> dict[str, Any]:
        """What `to_frame` has; by default one row of all numbers and words."""
        return {name: value for name, value in vars(self).items()
                if not name.startswith("_") and isinstance(value, (int, float, str, np.generic))}

    def to_frame(self) -> "pandas.DataFrame":
        """The result as a data frame of pandas: a row for each of its entries."""
        return frame(self._columns())

    def _thumbnail(self) -> Optional[str]:
        """A small figure as SVG; None: there is none."""
        return None

    def _repr_html_(self) -> str:
        rows = "".join("<tr><th style='text-align:left'>%s</th><td style='text-align:left'>%s</td>"
                       "</tr>" % (html.escape(name), html.escape(value))
                       for name, value in self._lines())
        table = "<table><caption>%s</caption>%s</table>" % (html.escape(self._title()), rows)
        try:
            figure = self._thumbnail()
        except (ImportError, ValueError, MemoryError):  # without cairo, or nothing to draw: the words alone
            figure = None
        if not figure:
            return table
        return ("<div style='display:flex;align-items:center;gap:1em'>%s<div style='width:24em'>%s</div></div>"
                % (table, re.sub(r'(<svg[^>]*?) width="[^"]*" height="[^"]*"', r'\1 style="width:100%;height:auto"', figure,
                                 count=1)))


@dataclass(repr=False, eq=False)
class Plan:
    """A sparse matrix: ``mass[k]`` moves from row ``row[k]`` to column ``col[k]``.

    Entries are positive and sorted by row, then column. ``len(plan)`` counts them.

    Examples
    --------
    >>> import parot
    >>> plan = parot.partial_wasserstein([[1, 4], [2, 1], [9, 9]], mass=2 / 3).plan
    >>> len(plan), plan.shape, plan.row.tolist(), plan.col.tolist()
    (2, (3, 2), [0, 1], [0, 1])
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

    def to_frame(self) -> "pandas.DataFrame":
        """The entries as a data frame of pandas: row, col and mass."""
        return frame({"row": self.row, "col": self.col, "mass": self.mass})

    def transpose(self) -> "Plan":
        """From columns to rows."""
        from ._gradient import transpose

        return transpose(self)

    @property
    def T(self) -> "Plan":
        """The same as `transpose`."""
        return self.transpose()

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

    Examples
    --------
    >>> import parot
    >>> r = parot.partial_wasserstein([[1, 4], [2, 1], [9, 9]], mass=0.5)
    >>> r.status, r.mass, r.objective, r.lam
    ('solved', 0.5, 0.5, 1.0)
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

    def _columns(self) -> dict[str, Any]:
        return {"row": self.plan.row, "col": self.plan.col, "mass": self.plan.mass}

    def _thumbnail(self) -> Optional[str]:
        from . import _pages

        if max(self.plan.shape) > _MOST_DRAWN:
            return None
        figure = _pages.draw(None, _pages.transport_summary(self), None, True, "auto")
        return None if figure is None else figure.svg

    @property
    def gap(self) -> float:
        """objective - bound: how far from the optimum the plan can be; 0 up to rounding when solved."""
        return self.objective - self.bound

    def plot(self, path: Optional[PathName] = None, X: Any = None, Y: Any = None, *, p: Any = None, q: Any = None,
             title: Optional[str] = None, overwrite: bool = True, theme: str = "auto") -> Optional[Figure]:
        """Draws both clouds with lines where mass moves, or without clouds the plan as a matrix.

        SVG, PDF or PNG, by the name of the file; without a name a `Figure` that notebooks show. `theme` is "light"
        or "dark"; an SVG of "auto" is what its reader prefers.
        """
        from . import _pages

        return _pages.draw(path, _pages.transport_summary(self, X, Y, p, q), title, overwrite, theme)

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
        moved = ("mass moved", "%.9g, in %s" % (self.mass, counted(len(self.plan), "pair")))
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

    Examples
    --------
    >>> import numpy as np, parot
    >>> parot.judge(np.full((2, 2), 0.25), [[0, 1], [1, 0]]).verdict
    'above'
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


def judgement(core: tuple[Any, ...], status: str) -> Judgement:
    """A Judgement out of _core's tuple."""
    (_, verdict, mass, wanted, objective, optimum, bound, excess, above, missed, missed_relative, row, col,
     row_excess, col_excess, entry, check) = core
    row, col, entry = (None if index < 0 else index for index in (row, col, entry))
    return Judgement(verdict, mass, wanted, objective, optimum, bound, excess, above, missed, missed_relative,
                     row, col, row_excess, col_excess, entry, Check(*check), status)


def plan(core: tuple[Any, ...]) -> Plan:
    """A Plan out of _core's tuple."""
    rows, cols, row, col, mass = core
    return Plan((rows, cols), view(row, "i"), view(col, "i"), view(mass))


def transport(core: tuple[Any, ...], status: str) -> tuple[Any, ...]:
    """The fields of a Result out of _core's tuple."""
    (_, moved, u, v, lam, mass, objective, bound, _, info) = core
    return plan(moved), view(u), view(v), lam, mass, objective, bound, None, status, Info(*info)


def result(core: tuple[Any, ...], status: str, price: Any = None) -> Result:
    """A Result out of _core's tuple."""
    made = Result(*transport(core, status))
    made.unmatched = core[8] if isinstance(price, tuple) else None
    return made


def plan_parts(given: Any) -> tuple[Any, ...]:
    """Plan, prices and mass of a Result, as _core takes them."""
    moved = given.plan
    arrays = (np.ascontiguousarray(part) for part in (moved.row, moved.col, moved.mass, given.u, given.v))
    return (*arrays, float(given.lam), float(given.mass))


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


def trials(core: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The fields of each Trial or PUTrial out of _core's tuples."""
    return [(*trial[:2], _STATUS[trial[2]], *trial[3:6], *map(view, trial[6:8]), *trial[8:])
            for trial in core]


@dataclass(repr=False, eq=False)
class GromovResult(Result):
    """A stationary plan, the best of several starts.

    `stationarity` bounds <gradient, T - S> for any plan S: 0 if stationary. `u`, `v` and `lam` are
    derivatives of the value: -u with respect to p, -v to q, lam to the mass. `bound` is a trivial one.
    ``moved[t]`` is what each source point moved in trial t.

    Examples
    --------
    >>> import parot
    >>> C = [[0, 3, 4], [3, 0, 5], [4, 5, 0]]
    >>> r = parot.partial_gromov(C, C, mass=1)
    >>> r.objective, r.plan.row.tolist() == r.plan.col.tolist()
    (0.0, True)
    """

    stationarity: float = 0.0
    best: int = 0
    trials: list[Trial] = field(default_factory=list)
    moved: Array = field(default_factory=lambda: np.empty((0, 0)))
    objectives: Array = field(default_factory=lambda: np.empty(0))
    stationarities: Array = field(default_factory=lambda: np.empty(0))
    asymmetry: tuple[float, float] = (0.0, 0.0)
    problem: Any = field(default=None)
    #: Of ``mass="auto"``: the path whose elbow the mass is.
    path: Optional["GromovPath"] = field(default=None)

    def gradient(self) -> tuple[Array, Array, Optional[Array]]:
        """Derivatives of the value with respect to source, target and (with a cost) cost, entry by entry."""
        from ._gromov import gradient

        return gradient(self)

    def _title(self) -> str:
        return "Partial Gromov-Wasserstein, %d x %d: %s" % (*self.plan.shape, self.status)

    def _lines(self) -> Sequence[tuple[str, str]]:
        done = sorted(t.objective for t in self.trials if not np.isnan(t.objective))
        second = "; the second best ended at %.6g" % done[1] if len(done) > 1 else ""
        return [("mass moved", "%.9g, in %s" % (self.mass, counted(len(self.plan), "pair"))),
                ("objective", "%.9g, stationary to %.3g" % (self.objective, self.stationarity)),
                ("starts", "%d, best '%s'%s" % (len(self.trials), self.trials[self.best].start,
                                                second))]


@dataclass(repr=False, eq=False)
class GromovPath:
    """Plans for a range of masses, and the share of the smaller total at which pairs become expensive.

    ``results[k]`` moves ``mass[k] = share[k] * total``. `has_elbow` is False where the curve does not say how
    much matches; `elbow`, `low` and `high` are 1 then. They are also 1, with `has_elbow`, where all mass moves at no cost.

    Examples
    --------
    >>> import numpy as np, parot
    >>> X = np.random.default_rng(0).normal(size=(12, 2))
    >>> C = parot.cost_matrix(X, X, "euclidean")
    >>> path = parot.partial_gromov_path(C, C)
    >>> path.elbow, float(path.objective.max())
    (1.0, 0.0)
    """

    share: Array
    mass: Array
    results: list[GromovResult]
    total: float
    has_elbow: bool
    elbow: float
    low: float
    high: float
    bend: float
    status: str
    descents: int
    solved: Any

    @property
    def objective(self) -> Array:
        """Of each mass."""
        return np.array([result.objective for result in self.results])

    @property
    def price(self) -> Array:
        """What one more unit of mass costs, at each mass."""
        return np.array([result.lam for result in self.results])

    @property
    def distortion(self) -> Array:
        """price / (2 mass): the mean loss that one more pair adds, if alpha is 1."""
        return np.asarray(self.price / (2 * self.mass))

    def at(self, mass: float) -> GromovResult:
        """The plan of any mass, begun at those that are next to it."""
        from ._gromov import path_at

        return path_at(self, mass)

    def to_frame(self) -> "pandas.DataFrame":
        """A row for each mass."""
        return frame({"share": self.share, "mass": self.mass, "objective": self.objective, "price": self.price,
                      "distortion": self.distortion})

    def __repr__(self) -> str:
        found = ("no clear elbow: unreliable" if not self.has_elbow
                 else "all matches" if np.isnan(self.bend)
                 else "%.3g matches (%.3g to %.3g)" % (self.elbow, self.low, self.high))
        return "GromovPath(%d masses, %s, %s)" % (len(self.share), self.status, found)
