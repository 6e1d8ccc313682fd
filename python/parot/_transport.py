"""Partial Wasserstein: a plan, the curve of all masses, a solver that remembers, the proof."""
from __future__ import annotations

import math
from typing import Any, Optional

import numpy as np

from . import _core
from ._arrays import Array, in_order, matrix, number, points, weights
from ._results import Check, PathResult, Result, path, result
from ._run import ProgressFunction, choice, options, status_name


def partial_wasserstein(C: Any, p: Any = None, q: Any = None, *, mass: Optional[float] = None,
                        price: Optional[float] = None, threads: int = 1,
                        time_limit: Optional[float] = None,
                        progress: Optional[ProgressFunction] = None) -> Result:
    """The cheapest plan that moves exactly `mass`: min <C,T>, T 1 <= p, T' 1 <= q.

    `C` is n x m; any sign, ``inf`` forbids a pair. `p` and `q` are weights of any total, None for
    uniform ones of total 1. With `price` in place of `mass`, whatever costs less than that moves.

    `progress` is called with a `Progress` some twenty times a second and stops the solver by
    returning something true; so does `time_limit`, in seconds. The result then has a `status` other
    than "solved", a feasible plan, and a bound.

    >>> import parot
    >>> r = parot.partial_wasserstein([[1, 2, 4], [9, 8, 9]], [2, 2], [1, 1, 1], mass=2)
    >>> r.rows, r.cols, r.mass
    (array([0, 0], dtype=int32), array([0, 1], dtype=int32), array([1., 1.]))
    >>> r.objective, r.bound
    (3.0, 3.0)
    >>> parot.certify([[1, 2, 4], [9, 8, 9]], r, [2, 2], [1, 1, 1]).proven
    True
    """
    if (mass is None) == (price is None):
        raise ValueError("mass: give either a mass or a price")
    core = _core.partial(matrix(C, "C"), weights(p, "p"), weights(q, "q"),
                         number(0 if mass is None else mass, "mass"),
                         math.nan if price is None else number(price, "price"),
                         options(threads, time_limit, progress))
    return result(core, status_name(core[0]))


def cost_matrix(X: Any, Y: Any, metric: str = "sqeuclidean", *, threads: int = 1) -> Array:
    """C[i, j] = metric(X[i], Y[j]); "sqeuclidean", "euclidean", "cityblock" or "cosine".

    >>> import parot
    >>> parot.cost_matrix([[0, 0], [3, 4]], [[0, 0]], "euclidean")
    array([[0.],
           [5.]])
    """
    x, y = points(X, "X"), points(in_order(X, Y, ("X", "Y")), "Y")
    cost = np.empty((x.shape[0], y.shape[0]))
    _core.cost(x, y, choice(_core.METRICS, metric, "metric"), cost, options(threads))
    return cost


def partial_wasserstein_points(X: Any, Y: Any, p: Any = None, q: Any = None, *,
                               mass: Optional[float] = None, price: Optional[float] = None,
                               metric: str = "sqeuclidean", threads: int = 1,
                               time_limit: Optional[float] = None,
                               progress: Optional[ProgressFunction] = None) -> Result:
    """`partial_wasserstein` between the rows of `X` and of `Y`; one dimension is a line.

    >>> import parot
    >>> parot.partial_wasserstein_points([0, 1, 50], [1, 2, 90], mass=0.5, metric="euclidean")
    Partial transport, 3 x 3: solved
      mass moved  0.5, in 2 pairs
      cost        0.333333333, that is 0.666667 per unit of mass
      price       2: the last unit cost no more, the next costs no less
      proof       no plan of this mass costs less than 0.333333333
    """
    cost = cost_matrix(X, Y, metric, threads=threads)
    if (mass is None) == (price is None):
        raise ValueError("mass: give either a mass or a price")
    core = _core.partial(cost, weights(p, "p"), weights(q, "q"),
                         number(0 if mass is None else mass, "mass"),
                         math.nan if price is None else number(price, "price"),
                         options(threads, time_limit, progress))
    return result(core, status_name(core[0]))


def _total(given: Optional[Array]) -> float:
    return 1.0 if given is None else math.fsum(given)


def mass_path(C: Any, p: Any = None, q: Any = None, *, mass: Optional[float] = None,
              time_limit: Optional[float] = None,
              progress: Optional[ProgressFunction] = None) -> PathResult:
    """The whole curve from mass to cost, up to `mass` (None: all that can move).

    >>> import parot
    >>> curve = parot.mass_path([[0, 1], [1, 3]])
    >>> curve.mass, curve.objective, curve.slope
    (array([0. , 0.5, 1. ]), array([0., 0., 1.]), array([0., 2.]))
    >>> float(curve.at(0.75))
    0.5
    """
    source, target = weights(p, "p"), weights(q, "q")
    most = min(_total(source), _total(target)) if mass is None else number(mass, "mass")
    core = _core.path(matrix(C, "C"), source, target, most,
                      options(1, time_limit, progress))
    return path(core, status_name(core[0]))


class Solver:
    """Solves for the same weights and mass again and again, each time from the last optimum.

    One solve at a time: threads that share a solver wait for each other.

    >>> import parot
    >>> solver = parot.Solver([0.5, 0.5], [0.5, 0.5], 0.5)
    >>> solver.solve([[1, 2], [3, 4]]).objective
    0.5
    >>> solver.solve([[4, 3], [2, 1]]).objective
    0.5
    """

    def __init__(self, p: Any, q: Any, mass: float, *, threads: int = 1,
                 time_limit: Optional[float] = None,
                 progress: Optional[ProgressFunction] = None) -> None:
        """`p` and `q`: weights, or a number of points for uniform ones."""
        source = None if isinstance(p, (int, np.integer)) else weights(p, "p")
        target = None if isinstance(q, (int, np.integer)) else weights(q, "q")
        if p is None or q is None:
            raise ValueError("p and q: give weights, or a number of points for uniform ones")
        self.shape = (int(p) if source is None else len(source),
                      int(q) if target is None else len(target))
        self._core = _core.Solver(*self.shape, source, target, number(mass, "mass"),
                                  options(threads, time_limit, progress))

    def solve(self, C: Any) -> Result:
        """The cheapest plan for the costs `C`."""
        core = self._core.solve(matrix(C, "C"))
        return result(core, status_name(core[0]))

    def __repr__(self) -> str:
        return "parot.Solver of %d x %d" % self.shape


def certify(C: Any, result: Result, p: Any = None, q: Any = None, *,
            mass: Optional[float] = None) -> Check:
    """Recomputes optimality from the problem and the result's plan and prices alone.

    `mass` is that of the result unless given. Each number is >= 0, and 0 up to rounding if the
    result is optimal.

    >>> import parot
    >>> C = [[0, 1], [1, 3]]
    >>> parot.certify(C, parot.partial_wasserstein(C, mass=1)).proven
    True
    """
    asked = result.moved if mass is None else number(mass, "mass")
    answer = tuple(map(np.ascontiguousarray,
                       (result.rows, result.cols, result.mass, result.u, result.v)))
    return Check(*_core.certify(matrix(C, "C"), weights(p, "p"), weights(q, "q"), asked,
                                (*answer, result.lam, result.moved)))
