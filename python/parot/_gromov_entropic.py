"""Partial (fused) Gromov-Wasserstein with an entropy."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, Sequence

import numpy as np

from . import _core
from ._arrays import Array, distances, matrix, number, view, weights
from ._errors import ArgumentError, ask
from ._gromov import _alpha, _kept
from ._results import Info, _Story
from ._run import ProgressFunction, choice, options, status_name


@dataclass(repr=False, eq=False)
class GromovEntropicResult(_Story):
    """A dense plan that is the best one for its own linearised costs plus the entropy.

    `regularised` is the objective with the entropy; its derivatives by p, q and mass are ``-u``,
    ``-v`` and ``lam + reg``, those by the matrices are in `gradient()`.

    Examples
    --------
    >>> import parot
    >>> C = [[0, 1, 4], [1, 0, 1], [4, 1, 0]]
    >>> r = parot.partial_gromov_entropic(C, C, mass=0.5, reg=0.1)
    >>> r.status, round(float(r.plan.sum()), 9)
    ('solved', 0.5)
    """

    plan: Array
    u: Array
    v: Array
    lam: float
    mass: float
    objective: float
    regularised: float
    #: How much less any plan has of the costs at this one, with the entropy. The problem is not convex: no bound for it.
    stationarity: float
    #: |T - T'| / mass of the last iteration (Frobenius), T' the plan, or mixture of plans, of its costs.
    change: float
    #: Iterations of the linear problems, all together.
    inner: int
    #: The change of the first 1000 iterations.
    changes: Array
    status: str
    info: Info
    problem: tuple[Any, ...]

    def gradient(self) -> tuple[Array, Array, Optional[Array]]:
        """Derivatives of `regularised` with respect to Cs, Ct and cost (None without one)."""
        n, m = self.plan.shape
        source, target = np.empty((n, n)), np.empty((m, m))
        cost = None if self.problem[2] is None else np.empty((n, m))
        row, col = np.repeat(np.arange(n, dtype=np.int32), m), np.tile(np.arange(m, dtype=np.int32), n)
        ask(_core.gromov_gradient, self.problem, (row, col, np.ascontiguousarray(self.plan.ravel())),
            (source, target, cost), options(), source="Cs", target="Ct")
        return source, target, cost

    def _columns(self) -> dict[str, Any]:
        row, col = np.nonzero(self.plan)
        return {"row": row, "col": col, "mass": self.plan[row, col]}

    def _title(self) -> str:
        n, m = self.plan.shape
        return "Partial Gromov-Wasserstein with an entropy, %d x %d: %s" % (n, m, self.status)

    def _lines(self) -> Sequence[tuple[str, str]]:
        return [("mass moved", "%.9g" % self.mass),
                ("objective", "%.9g" % self.objective),
                ("with entropy", "%.9g" % self.regularised),
                ("stationarity", "%.3g" % self.stationarity),
                ("last change", "%.3g after %d iterations" % (self.change, self.info.iterations))]


def partial_gromov_entropic(Cs: Any, Ct: Any, p: Any = None, q: Any = None, *, mass: float, reg: float,
                            cost: Any = None, alpha: Optional[float] = None, loss: str = "square",
                            start: Any = None, tolerance: float = 1e-9,
                            max_iterations: Optional[int] = None, time_limit: Optional[float] = None,
                            progress: Optional[ProgressFunction] = None) -> GromovEntropicResult:
    """`partial_gromov` plus reg sum T log T, from the product of the weights or a `start`.

    Each iteration solves a linear problem with the entropy, beginning at the prices of the last one.

    Parameters
    ----------
    Cs : (n, n) array_like
        Distances within the first space.
    Ct : (m, m) array_like
        Distances within the second space.
    p : array_like, optional
        Weights of the rows, of any total; None: uniform ones of total 1.
    q : array_like, optional
        The same of the columns.
    mass : float
        How much moves: above 0, and at most the smaller of both totals.
    reg : float
        The weight of the entropy: the larger, the smoother the plan.
    cost : (n, m) array_like, optional
        Costs between the spaces, for fused Gromov-Wasserstein.
    alpha : float, optional
        The weight of the distances, from 0 to 1; costs have the rest.
    loss : str
        How distances are compared: "square", (a - b)^2 / 2, or "kl".
    start : (n, m) array_like, optional
        A plan to begin at; None: the product of the weights.
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
    GromovEntropicResult
        The plan and its values.

    Examples
    --------
    >>> import parot
    >>> line, scaled = [[0, 1, 5], [1, 0, 4], [5, 4, 0]], [[0, 4, 5], [4, 0, 1], [5, 1, 0]]
    >>> parot.partial_gromov_entropic(line, scaled, mass=1, reg=.1).plan.round(2)
    array([[0.  , 0.  , 0.33],
           [0.  , 0.33, 0.  ],
           [0.33, 0.  , 0.  ]])
    """
    source, target = _kept(Cs, distances(Cs, "Cs")), _kept(Ct, distances(Ct, "Ct"))
    feature = None if cost is None else _kept(cost, distances(cost, "cost", "finite costs"))
    plan = None if start is None else np.ascontiguousarray(matrix(start, "start"), dtype=float)
    if plan is not None and plan.shape != (len(source), len(target)):
        raise ArgumentError("start: has shape %r, the problem %r" % (
            plan.shape, (len(source), len(target))))
    problem = (source, target, feature, _alpha(alpha, cost), choice(_core.LOSSES, loss, "loss"),
               weights(p, "p"), weights(q, "q"), number(mass, "mass"))
    core = ask(_core.gromov_entropic, problem,
               (number(reg, "reg"), number(tolerance, "tolerance"), plan),
               options(1, time_limit, progress, 0, max_iterations), source="Cs", target="Ct")
    (status, dense, u, v, lam, moved, objective, regularised, stationarity, change, inner, changes, info) = core
    return GromovEntropicResult(view(dense).reshape(len(source), len(target)), view(u), view(v), lam, moved,
                                objective, regularised, stationarity, change, inner, view(changes),
                                status_name(status), Info(*info), problem)
