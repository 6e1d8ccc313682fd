"""Transport with an entropy, and on a line."""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Optional, Sequence

import numpy as np

from . import _core
from ._arrays import Array, distances, number, vector, view, weights
from ._curves import CurveResult, curve_result
from ._errors import ask
from ._results import Info, Plan, _Story, counted, plan
from ._run import ProgressFunction, options, status_name


@dataclass(repr=False, eq=False)
class EntropicResult(_Story):
    """A dense plan and its prices: ``plan = exp((lam - u[:, None] - v - C) / reg)`` up to rounding.

    `regularised` is <C,T> + reg sum T log T, and no plan of that mass has less than `bound`.

    Examples
    --------
    >>> import parot
    >>> r = parot.partial_entropic([[0, 1], [1, 0]], mass=0.5, reg=0.1)
    >>> r.plan.shape, r.bound <= r.regularised + 1e-12
    ((2, 2), True)
    """

    plan: Array
    u: Array
    v: Array
    lam: float
    mass: float
    objective: float
    regularised: float
    bound: float
    #: Share of the mass that the last iteration still moved.
    residual: float
    status: str
    info: Info
    #: That was asked for.
    reg: float = 0.0

    def gradient(self) -> tuple[Array, Array, Array, float]:
        """Derivatives of `objective` by costs, p, q and mass.

        Those of `regularised` are `plan`, ``-u``, ``-v`` and ``lam + reg``. Where all rows, or all columns,
        are full, weights and mass cannot change one without the other: only sums have a meaning.

        Returns
        -------
        (by_C, by_p, by_q, by_mass) : tuple of arrays and a number

        Examples
        --------
        >>> import parot
        >>> C = [[1, 4], [3, 2]]
        >>> by_C = parot.partial_entropic(C, mass=0.5, reg=0.5).gradient()[0]
        >>> up, down = (parot.partial_entropic([[1 + h, 4], [3, 2]], mass=0.5, reg=0.5).objective for h in (1e-5, -1e-5))
        >>> bool(abs((up - down) / 2e-5 - by_C[0, 0]) < 1e-6)
        True
        """
        n, m = self.plan.shape
        cost, p, q = np.empty((n, m)), np.empty(n), np.empty(m)
        mass = ask(_core.entropic_gradient, (np.ascontiguousarray(self.plan), np.ascontiguousarray(self.u),
                                             np.ascontiguousarray(self.v), float(self.lam), float(self.reg)),
                   (cost, p, q), options())
        return cost, p, q, mass

    @property
    def gap(self) -> float:
        """regularised - bound, since `regularised` is what is minimised."""
        return self.regularised - self.bound

    def _columns(self) -> dict[str, Any]:
        row, col = np.nonzero(self.plan)
        return {"row": row, "col": col, "mass": self.plan[row, col]}

    def _title(self) -> str:
        n, m = self.plan.shape
        return "Partial transport with an entropy, %d x %d: %s" % (n, m, self.status)

    def _lines(self) -> Sequence[tuple[str, str]]:
        return [("mass moved", "%.9g" % self.mass),
                ("cost", "%.9g" % self.objective),
                ("with entropy", "%.9g; no plan has less than %.9g" % (self.regularised,
                                                                       self.bound))]


def partial_entropic(C: Any, p: Any = None, q: Any = None, *, mass: float, reg: float,
             tolerance: float = 1e-9, max_iterations: Optional[int] = None,
             time_limit: Optional[float] = None,
             progress: Optional[ProgressFunction] = None) -> EntropicResult:
    """min <C,T> + reg sum T log T over plans of that mass, in logarithms, for `reg` down to 1e-12 max |C|.

    Parameters
    ----------
    C : (n, m) array_like
        Costs of any sign; they must be finite.
    p : array_like, optional
        Weights of the rows, of any total; None: uniform ones of total 1.
    q : array_like, optional
        The same of the columns.
    mass : float
        How much moves: above 0, and at most the smaller of both totals.
    reg : float
        The weight of the entropy: the larger, the smoother the plan.
    tolerance : float
        How exact the answer is to be, relatively.
    max_iterations : int, optional
        After which it stops.
    time_limit : float, optional
        Seconds after which it stops; what there is then has another `status` than "solved".
    progress : callable or bool, optional
        Called with a `Progress` some twenty times a second; stops the run by returning something true.
        True shows a bar.

    Returns
    -------
    EntropicResult
        The plan, its values and prices.

    Examples
    --------
    >>> import parot
    >>> r = parot.partial_entropic([[0, 1], [2, 3]], [0.1, 0.2], [0.1, 0.1], mass=0.1, reg=1)
    >>> r.plan.round(4)
    array([[0.0644, 0.0237],
           [0.0087, 0.0032]])
    >>> r.gap < 1e-9
    True
    """
    cost = distances(C, "C", "finite costs")
    core = ask(_core.entropic, cost, weights(p, "p"), weights(q, "q"), number(mass, "mass"),
               number(reg, "reg"), number(tolerance, "tolerance"),
               options(1, time_limit, progress, 0, max_iterations), cost="C")
    (status, dense, u, v, lam, moved, objective, regularised, bound, residual, info) = core
    return EntropicResult(view(dense).reshape(cost.shape), view(u), view(v), lam, moved, objective,
                          regularised, bound, residual, status_name(status), Info(*info), number(reg, "reg"))


@dataclass(repr=False, eq=False)
class LineResult(_Story):
    """A sparse plan between points on a line, and the whole curve up to its mass.

    Examples
    --------
    >>> import parot
    >>> r = parot.partial_line([0, 1, 9], [0.5, 1.5], mass=0.5)
    >>> r.plan.row.tolist(), r.plan.col.tolist()
    ([0, 1], [0, 0])
    """

    plan: Plan
    mass: float
    objective: float
    #: The curve; its `enter` and `order` belong to x.
    curve: CurveResult
    #: The same for y.
    col_enter: Array
    col_order: Array
    status: str

    def _columns(self) -> dict[str, Any]:
        return {"row": self.plan.row, "col": self.plan.col, "mass": self.plan.mass}

    def _title(self) -> str:
        return "Partial transport on a line, %d x %d: %s" % (*self.plan.shape, self.status)

    def _lines(self) -> Sequence[tuple[str, str]]:
        return [("mass moved", "%.9g, in %s" % (self.mass, counted(len(self.plan), "pair"))),
                ("cost", "%.9g" % self.objective),
                ("curve", counted(len(self.curve.mass), "breakpoint"))]


def partial_line(x: Any, y: Any, p: Any = None, q: Any = None, *, mass: Optional[float] = None,
         exponent: float = 1.0, time_limit: Optional[float] = None,
         progress: Optional[ProgressFunction] = None) -> LineResult:
    """Partial transport of numbers: moving a unit from x[i] to y[j] costs |x[i] - y[j]|**exponent.

    No cost matrix is made: 100,000 numbers take seconds. `mass` is all that can move unless given.

    Parameters
    ----------
    x : array_like
        Numbers of the first side.
    y : array_like
        Numbers of the second side.
    p : array_like, optional
        Weights of the rows, of any total; None: uniform ones of total 1.
    q : array_like, optional
        The same of the columns.
    mass : float, optional
        How much moves; None: all that can.
    exponent : float
        Of the distance, 1 or more.
    time_limit : float, optional
        Seconds after which it stops; what there is then has another `status` than "solved".
    progress : callable or bool, optional
        Called with a `Progress` some twenty times a second; stops the run by returning something true.
        True shows a bar.

    Returns
    -------
    LineResult
        The plan and the curve up to its mass.

    Examples
    --------
    >>> import parot
    >>> r = parot.partial_line([5, -2, 4], [-1, 1, 3], mass=2 / 3)
    >>> r.plan.row, r.plan.col, round(r.objective, 9)
    (array([1, 2], dtype=int32), array([0, 2], dtype=int32), 0.666666667)
    >>> r.curve.slope
    array([1.])
    """
    a, b = vector(x, "x"), vector(y, "y")
    source, target = weights(p, "p"), weights(q, "q")
    if mass is None:
        mass = min(1.0 if w is None else math.fsum(w) for w in (source, target))
    core = ask(_core.line, (a, b, source, target, number(mass, "mass"), number(exponent, "exponent")),
               options(1, time_limit, progress))
    (status, moved, total, objective, curve, col_enter, col_order) = core
    name = status_name(status)
    return LineResult(plan(moved), total, objective, curve_result(curve, name), view(col_enter), view(col_order, "i"), name)
