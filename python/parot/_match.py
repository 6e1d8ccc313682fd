"""Pairs of rows of two tables within calipers: as many as possible, at the least cost, with a proof."""
from __future__ import annotations

import math
import os
from dataclasses import dataclass
from typing import Any, Mapping, Optional, Sequence, Union

import numpy as np

from . import _core
from ._arrays import Array, _columns, count, flag, in_order, is_missing, matrix, number, numbers, view
from ._errors import ArgumentError, ArgumentTypeError, ask
from ._results import _Story, counted
from ._run import ProgressFunction, choice, options, status_name

_REASONS = {value: name for name, value in _core.MATCH_REASONS.items()}


@dataclass(frozen=True, repr=False)
class MatchCheck(_Story):
    """What pairs prove about themselves: no choice has more than `most` pairs, or as many below `bound`.

    Examples
    --------
    >>> import parot
    >>> r = parot.match([[0], [12]], [[10], [22]], caliper=5)
    >>> r.check.proved, r.check.most
    (True, 1)
    """

    proved: bool
    most: int
    bound: float
    excess: float
    relative: float
    faults: int
    #: pairs that exist, counted anew; -1: not counted
    candidates: int

    def _title(self) -> str:
        return "Proved" if self.proved else "NOT PROVED"

    def _lines(self) -> Sequence[tuple[str, str]]:
        return [("most", counted(self.most, "pair")), ("excess", "%.3g" % self.excess),
                ("faults", "%d" % self.faults)]


@dataclass(eq=False)
class MatchSide:
    """What is known of the rows of one table.

    `reason` says why a row has no partner: "far", "column", "nobody", "taken", "price", "capacity",
    "forbidden", or "matched". `nearest` is the row that costs least (-1: none), among its
    candidates if it has any, and `limited` the column whose caliper forbids it. `why` has a
    sentence for each row of `unmatched`.

    Examples
    --------
    >>> import parot
    >>> r = parot.match([[0], [12]], [[10], [22]], caliper=5)
    >>> r.x.reason[0], r.x.matched
    ('far', 1)
    """

    partners: Array
    candidates: Array
    reason: Array
    nearest: Array
    nearest_cost: Array
    limited: Array
    limited_by: Array
    is_short: Array
    price: Array
    why: list[str]

    @property
    def matched(self) -> int:
        """Rows with a partner."""
        return int((self.partners > 0).sum())

    @property
    def unmatched(self) -> Array:
        """The rows without one."""
        return np.flatnonzero(self.partners == 0)

    def to_frame(self) -> Any:
        """As a data frame of pandas: a row for each row of the table."""
        return _frame({"partners": self.partners, "candidates": self.candidates, "reason": self.reason,
                       "nearest": self.nearest, "nearest_cost": self.nearest_cost, "price": self.price})

    def __repr__(self) -> str:
        return "parot.MatchSide of %d rows, %d with a partner" % (len(self.partners), self.matched)


@dataclass(repr=False, eq=False)
class MatchResult(_Story):
    """Pairs ``row[k]``, ``col[k]`` that cost ``cost[k]``, in the order of the rows.

    `candidates` counts the pairs that exist (-1: all, and so many that they were not listed). `before`
    and `after` have a line for each of `covariates`: both means, their difference in standard
    deviations, and the ratio of the variances. `check` is the proof.

    Examples
    --------
    >>> import parot
    >>> r = parot.match([[0], [12]], [[10], [22]], caliper=5)
    >>> r.row.tolist(), r.col.tolist(), r.cost.tolist()
    ([1], [0], [2.0])
    """

    row: Array
    col: Array
    cost: Array
    objective: float
    bound: float
    candidates: int
    strata: int
    capacity_most: int
    x: MatchSide
    y: MatchSide
    before: Array
    after: Array
    covariates: list[Any]
    check: Optional[MatchCheck]
    status: str
    #: names of the rows: the index of a data frame, else 0, 1, ...
    x_names: Sequence[Any]
    y_names: Sequence[Any]

    def __len__(self) -> int:
        return len(self.row)

    def to_frame(self) -> Any:
        """The frame of `pairs`."""
        return self.pairs()

    def pairs(self) -> Any:
        """A data frame with a row for each pair: x, y and cost."""
        return _frame({"x": _taken(self.x_names, self.row), "y": _taken(self.y_names, self.col),
                       "cost": self.cost})

    def unmatched(self) -> Any:
        """A data frame of the rows of both tables without a partner, and why."""
        parts = []
        for table, side, own, other in (("x", self.x, self.x_names, self.y_names),
                                        ("y", self.y, self.y_names, self.x_names)):
            rows = side.unmatched
            parts += [(table, own[k], side.reason[k], int(side.candidates[k]),
                       other[side.nearest[k]] if side.nearest[k] >= 0 else None,
                       float(side.nearest_cost[k]) if side.nearest[k] >= 0 else math.nan, why)
                      for k, why in zip(rows, side.why)]
        names = ("table", "id", "reason", "candidates", "nearest", "nearest_cost", "why")
        return _frame({name: [part[k] for part in parts] for k, name in enumerate(names)})

    def balance(self) -> Any:
        """A data frame with a row for each column: differences of means, means and ratios of variances."""
        return _frame({"column": list(self.covariates), "before": self.before[:, 2],
                       "after": self.after[:, 2], "mean_x_before": self.before[:, 0],
                       "mean_y_before": self.before[:, 1], "mean_x_after": self.after[:, 0],
                       "mean_y_after": self.after[:, 1], "ratio_before": self.before[:, 3],
                       "ratio_after": self.after[:, 3]})

    def plot(self, path: Any = None) -> Any:
        """A love plot of the balance, with Matplotlib: to a file, or on axes, or on new ones. Returns the axes."""
        from .plots import plot_balance

        is_file = isinstance(path, (str, os.PathLike))
        axes = plot_balance(self, None if is_file else path)
        if is_file:
            axes.figure.savefig(path, bbox_inches="tight")
        return axes

    def _columns(self) -> dict[str, Any]:
        return {"x": _taken(self.x_names, self.row), "y": _taken(self.y_names, self.col), "cost": self.cost}

    def _title(self) -> str:
        return "%s of %d and %s: %s" % (counted(len(self), "pair"), len(self.x.partners),
                                 counted(len(self.y.partners), "row"), self.status)

    def _lines(self) -> Sequence[tuple[str, str]]:
        lines = [("cost", "%.9g in all, %.6g at most" % (
            self.objective, self.cost.max() if len(self) else 0)),
                 ("candidates", "all pairs" if self.candidates < 0 else counted(self.candidates, "pair") + (" exists" if self.candidates == 1 else " exist")),
                 ("without", "%s of x, %d of y" % (counted(len(self.x.unmatched), "row"), len(self.y.unmatched)))]
        if self.check is not None:
            lines.append(("certificate", "proved" if self.check.proved else "NOT PROVED"))
        if len(self.before) and len(self):
            large = [int((np.abs(side[:, 2]) > 0.1).sum()) for side in (self.before, self.after)]
            lines.append(("balance", "means differ by more than 0.1 in %d of %d columns before, in %d after" % (
                large[0], len(self.before), large[1])))
        return lines


def _frame(columns: dict[str, Any]) -> Any:
    try:
        import pandas
    except ImportError:
        raise ImportError("pairs(), unmatched() and balance() make data frames of pandas, which is not "
                          "installed; the attributes row, col, cost, x, y, before and after hold "
                          "the same") from None
    return pandas.DataFrame(columns)


def _taken(names: Sequence[Any], rows: Array) -> list[Any]:
    return [names[k] for k in rows]


# ---- Columns that are not compared -------------------------------------------------


def _names_of(frame: Any, rows: int) -> Sequence[Any]:
    index = getattr(frame, "index", None)
    return list(index) if index is not None and not callable(index) and len(index) == rows else range(rows)


def _without(frame: Any, left_out: set[Any]) -> Any:
    """The columns of a frame that are not left out."""
    names = _columns(frame)
    if not left_out:
        return frame
    if names is None:
        array = np.asarray(frame)
        columns = [] if array.ndim != 2 else [k for k in range(array.shape[1]) if k not in left_out]
        if not columns:
            raise ArgumentError("exact: no column would be left to compare")
        return array[:, columns]
    kept = [name for name in names if name not in left_out]
    if not kept:
        raise ArgumentError("exact: no column would be left to compare")
    return frame.select(kept) if hasattr(frame, "column_names") else frame[kept]


def _column(frame: Any, name: Any, argument: str, table: str) -> Array:
    """A column by its name, or by its number in an array."""
    names = _columns(frame)
    if names is not None:
        if name not in names:
            raise ArgumentError("%s: %s has no column %r" % (argument, table, name))
        return np.asarray(frame[name])
    array = np.asarray(frame)
    place = count(name, argument, 0, array.shape[1] - 1 if array.ndim == 2 else 0)
    return array[:, place] if array.ndim == 2 else array


def _strata(x: Sequence[Array], y: Sequence[Array]) -> tuple[Array, Array]:
    """A number for each row; equal values have the same, and missing ones are equal to no other."""
    known: dict[tuple[Any, ...], int] = {}
    sides = []
    fresh = 0
    for columns in (x, y):
        strata = np.empty(len(columns[0]), dtype=np.int32)
        for k, values in enumerate(zip(*(column.tolist() for column in columns))):
            if any(is_missing(value) for value in values):
                fresh -= 1
                strata[k] = fresh
            else:
                strata[k] = known.setdefault(values, len(known))
        sides.append(strata)
    return sides[0], sides[1]


def _exact(x: Any, y: Any, exact: Any) -> tuple[Optional[Array], Optional[Array], set[Any]]:
    """Strata of both tables, and the columns that say them."""
    if exact is None:
        return None, None, set()
    if isinstance(exact, tuple) and len(exact) == 2 and not all(isinstance(k, (str, int)) for k in exact):
        sides = [np.asarray(values) for values in exact]
        columns = [[side] if side.ndim == 1 else list(side.T) for side in sides]
        return (*_strata(*columns), set())
    names = [exact] if isinstance(exact, (str, int, np.integer)) else list(exact)
    if not names:
        return None, None, set()
    strata = _strata([_column(x, name, "exact", "x") for name in names],
                     [_column(y, name, "exact", "y") for name in names])
    return (*strata, set(names))


def _limits(x: Any, y: Any, calipers: Optional[Mapping[Any, float]]) -> tuple[Any, ...]:
    if not calipers:
        return None, None, None, ()
    if not hasattr(calipers, "items"):
        raise ArgumentTypeError("calipers: must be a dict from columns to widths, as in {'age': 5}")
    sides = [np.ascontiguousarray(np.column_stack([
        numbers(_column(table, name, "calipers", which), "calipers").reshape(-1) for name in calipers]))
        for table, which in ((x, "x"), (y, "y"))]
    widths = np.array([number(width, "calipers") for width in calipers.values()])
    return sides[0], sides[1], widths, tuple(str(name) for name in calipers)


def _capacity(value: Any, name: str) -> Optional[Array]:
    if value is None:
        return None
    array = np.asarray(value)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise ArgumentTypeError("%s: must be whole numbers, one for each row" % name)
    if array.size and (array.min() < 0 or array.max() > 2**31 - 1):
        raise ArgumentError("%s: must be from 0 to %d" % (name, 2**31 - 1))
    return np.ascontiguousarray(array, dtype=np.int32)


def _side(core: tuple[Any, ...]) -> MatchSide:
    partners, candidates, reason, nearest, nearest_cost, limited, limited_by, is_short, price, why = core
    return MatchSide(view(partners, "i"), view(candidates, "i"),
                     np.array([_REASONS[k] for k in view(reason, "i").tolist()], dtype=object),
                     view(nearest, "i"), view(nearest_cost), view(limited, "i"), view(limited_by),
                     view(is_short, "b").astype(bool), view(price), why)


# ---- The call ------------------------------------------------------------------------


def match(x: Any = None, y: Any = None, *, cost: Any = None, caliper: Optional[float] = None,
          calipers: Optional[Mapping[Any, float]] = None, exact: Any = None, score: Any = None,
          order: Optional[str] = None, price: Optional[float] = None, ratio: int = 1,
          x_capacity: Any = None, y_capacity: Any = None, metric: str = "euclidean",
          scale: str = "none", certify: bool = True, threads: int = 1,
          time_limit: Optional[float] = None,
          progress: Optional[ProgressFunction] = None) -> MatchResult:
    """Pairs rows of `x` with rows of `y`: as many pairs as possible, and the cheapest such choice.

    Parameters
    ----------
    x, y : tables with the same columns
        Arrays or data frames; columns of frames are matched by name.
    cost : matrix, instead of tables
        ``inf`` and ``nan`` say that a pair does not exist.
    caliper : float
        Pairs that cost more do not exist.
    calipers : dict from columns to widths
        Nor do pairs that differ by more in such a column.
    exact : column or list of columns
        Values that must be equal; these columns are not compared otherwise. Or a pair of arrays,
        with a value for each row of `x` and of `y`.
    score : column
        Compare this column alone, such as a propensity score; all columns are in the balance.
    order : {"most", "price"}
        With a `price`, leaving a row of `x` alone costs that much, and the least sum counts.
    price : float, optional
        Of `order` "price".
    ratio : int
        Partners that a row of `x` may have.
    x_capacity, y_capacity : whole numbers
        Partners that each row may have.
    metric : str
        As for the other functions, or "mahalanobis".
    scale : str
        How columns are scaled before, on both tables together: "none", "zscore", ...
    certify : bool
        Whether to prove the answer, from the tables alone.
    threads : int
        Threads to use; 0: one for each processor. Results do not depend on it.
    time_limit : float, optional
        Seconds after which it stops.
    progress : callable or bool, optional
        Called with a `Progress` some twenty times a second; stops the run by returning something true. True shows
        a bar.

    Returns
    -------
    MatchResult
        The pairs, those left alone and why, the balance, and the proof.

    Examples
    --------
    Nothing is paired first and dropped afterwards: of 0 and 12 against 10 and 22 with a caliper of 5
    one pair is possible.

    >>> import parot
    >>> r = parot.match([[0.0], [12.0]], [[10.0], [22.0]], caliper=5)
    >>> r.row, r.col, r.check.proved
    (array([1], dtype=int32), array([0], dtype=int32), True)
    >>> r.x.why
    ['nearest at 10, beyond the caliper 5']
    """
    if (cost is None) == (x is None or y is None):
        raise ArgumentError("x and y: give two tables, or cost alone")
    if cost is not None and (calipers or exact is not None or score is not None):
        raise ArgumentError("cost: has no columns for calipers, exact or score")
    order = ("most" if price is None else "price") if order is None else order
    if order == "price" and price is None:
        raise ArgumentError("price: is needed with order='price'")
    if order == "most" and price is not None:
        raise ArgumentError("price: is for order='price', not 'most'")
    how = (choice(_core.MATCH_ORDERS, order, "order"), choice(_core.MATCH_METRICS, metric, "metric"),
           choice(_core.SCALES, scale, "scale", ("auto",)), count(ratio, "ratio", 1),
           math.inf if caliper is None else number(caliper, "caliper"),
           math.inf if price is None else number(price, "price"))
    rooms = _capacity(x_capacity, "x_capacity"), _capacity(y_capacity, "y_capacity")
    covariates: list[Any] = []
    names: tuple[Any, ...] = ()
    if cost is not None:
        table = matrix(cost, "cost")
        tables: tuple[Any, ...] = (None, None, table, None, None, *rooms, None, None, None, None, None)
        sizes = table.shape
        x = y = None
    else:
        x_stratum, y_stratum, left_out = _exact(x, y, exact)
        x_limited, y_limited, widths, names = _limits(x, y, calipers)
        scores = [None if score is None else np.ascontiguousarray(
            numbers(_column(table, score, "score", which), "score").reshape(-1, 1))
            for table, which in ((x, "x"), (y, "y"))]
        compared = _without(x, left_out)
        others = in_order(compared, _without(y, left_out), ("x", "y"))
        mine, theirs = matrix(compared, "x"), matrix(others, "y")
        covariates = _columns(compared) or list(range(mine.shape[1]))
        tables = (mine if scores[0] is None else scores[0], theirs if scores[1] is None else scores[1],
                  None, x_stratum, y_stratum, *rooms, x_limited, y_limited, widths, mine, theirs)
        sizes = len(mine), len(theirs)
    core = ask(_core.match, tables, how, int(flag(certify, "certify")), names,
               options(threads, time_limit, progress))
    status, row, col, pair_cost, objective, bound, candidates, strata, most, *sides, before, after, check = core
    return MatchResult(view(row, "i"), view(col, "i"), view(pair_cost), objective, bound, candidates,
                       strata, most, _side(sides[0]), _side(sides[1]), view(before).reshape(-1, 4),
                       view(after).reshape(-1, 4), covariates, None if check is None else MatchCheck(*check),
                       status_name(status), _names_of(x, sizes[0]), _names_of(y, sizes[1]))
