"""Partial Wasserstein: a plan, the curve of all masses, a solver that keeps its basis, the proof."""
from __future__ import annotations

import math
from typing import Any, Optional, Union

import numpy as np

from . import _core
from ._arrays import Array, check_amount, costs, count, in_order, matrix, number, numbers, points, vector, weights
from ._curves import CurveResult, MassCosts, curve_result, mass_costs
from ._errors import ArgumentError, ArgumentTypeError, ask
from ._results import Check, Judgement, Plan, Result, judgement, result
from ._run import ProgressFunction, choice, options, status_name


Price = Union[float, tuple[Any, Any]]  # of every unit, or (a, b): of rows and columns, numbers or arrays

# What the library calls the two parts of a pair.
_WORDS = {"source": "price[0]", "target": "price[1]", "source_each": "price[0]", "target_each": "price[1]"}


def partial_wasserstein(C: Any, p: Any = None, q: Any = None, *, mass: Optional[float] = None,
                        price: Optional[Price] = None, threads: int = 1,
                        time_limit: Optional[float] = None,
                        progress: Optional[ProgressFunction] = None) -> Result:
    """The cheapest plan that moves exactly `mass`: min <C,T>, T 1 <= p, T' 1 <= q.

    `C` is n x m; any sign, ``inf`` forbids a pair. `p` and `q` are weights of any total, None for
    uniform ones of total 1. With `price` instead of `mass`, whatever costs less than that per unit moves.

    A pair of prices ``(a, b)``, each a number or an array, is what leaving a unit of row i or of
    column j unmatched costs: the minimum of ``sum(C * T) + a @ (p - T.sum(1)) + b @ (q - T.sum(0))``.
    All of that is `objective`, and the part for what is left unmatched is `unmatched`.

    `progress` is called with a `Progress` some twenty times a second and stops the solver by
    returning something true; so does `time_limit`, in seconds. The result then has a `status` other
    than "solved", a feasible plan, and a bound.

    Parameters
    ----------
    C : (n, m) array_like or SciPy matrix
        Costs of any sign; ``inf`` forbids a pair, and so does its absence from a sparse matrix.
    p : array_like, optional
        Weights of the rows, of any total; None: uniform ones of total 1.
    q : array_like, optional
        The same of the columns.
    mass : float, optional
        How much moves: above 0, and at most the smaller of both totals. This, or a price.
    price : float or pair, optional
        Instead of a mass: what leaving a unit unmatched costs, or ``(a, b)``, for rows and for columns,
        as numbers or arrays.
    threads : int
        Threads to use; 0: one for each processor. Results do not depend on it.
    time_limit : float, optional
        Seconds after which it stops; what there is then has another `status` than "solved".
    progress : callable or bool, optional
        Called with a `Progress` some twenty times a second; stops the run by returning something true.
        True shows a bar.

    Returns
    -------
    Result
        The plan, its cost, and the prices that prove it.

    Examples
    --------
    >>> import parot
    >>> r = parot.partial_wasserstein([[1, 2, 4], [9, 8, 9]], [2, 2], [1, 1, 1], mass=2)
    >>> r.plan.row, r.plan.col, r.plan.mass
    (array([0, 0], dtype=int32), array([0, 1], dtype=int32), array([1., 1.]))
    >>> r.objective, r.bound
    (3.0, 3.0)
    >>> parot.certify([[1, 2, 4], [9, 8, 9]], r, [2, 2], [1, 1, 1]).proved
    True
    >>> parot.partial_wasserstein([[1, 6], [7, 5]], [1, 1], [1, 1], price=([3, 1], [2, 2]))
    Partial transport, 2 x 2: solved
      mass moved  1, in 1 pair
      cost        4, 3 of it for what is left unmatched
      bound       4, by the prices and up to rounding; certify proves it
    """
    amount = _amount(mass, price)
    core = ask(_core.partial, costs(C, "C"), weights(p, "p"), weights(q, "q"), *amount,
               options(threads, time_limit, progress), **_WORDS, cost="C")
    return result(core, status_name(core[0]), price)


def _amount(mass: Optional[float], price: Optional[Price]) -> tuple[float, Any]:
    """Mass and price as _core takes them: the one that is given."""
    check_amount(mass, price)
    if price is None:
        return number(mass, "mass"), None
    if isinstance(price, tuple):
        if len(price) != 2:
            raise ArgumentError("price: must be a number or a pair (a, b) of prices for rows and columns, "
                                "got %d" % len(price))
        return 0.0, tuple(_side_price(side, "price[%d]" % k) for k, side in enumerate(price))
    if np.ndim(price) > 0 and np.size(price) != 1:
        raise ArgumentTypeError("price: must be a number or a pair (a, b); for prices of rows alone give "
                                "(price, 0)")
    limit = number(price, "price")
    if not math.isfinite(limit):
        raise ArgumentError("price: must be finite, got %r" % limit)
    return 0.0, limit


def _side_price(side: Any, name: str) -> Union[float, Array]:
    return vector(side, name) if np.ndim(side) > 0 else number(side, name)


def cost_matrix(X: Any, Y: Any, metric: str = "sqeuclidean", *, threads: int = 1) -> Array:
    """C[i, j] = metric(X[i], Y[j]); "sqeuclidean", "euclidean", "cityblock",
    "cosine", "chebyshev" or "correlation".

    Parameters
    ----------
    X : array_like
        Points of the first cloud, one per row; one dimension is a line.
    Y : array_like
        Points of the second cloud, with the same columns.
    metric : str
        "sqeuclidean", "euclidean", "cityblock", "cosine", "chebyshev" or "correlation".
    threads : int
        Threads to use; 0: one for each processor. Results do not depend on it.

    Returns
    -------
    array
        One cost for each pair of points.

    Examples
    --------
    >>> import parot
    >>> parot.cost_matrix([[0, 0], [3, 4]], [[0, 0]], "euclidean")
    array([[0.],
           [5.]])
    """
    x, y = points(X, "X"), points(in_order(X, Y, ("X", "Y")), "Y")
    cost = np.empty((x.shape[0], y.shape[0]))
    ask(_core.cost, x, y, choice(_core.METRICS, metric, "metric"), cost, options(threads), x="X", y="Y")
    return cost


def partial_wasserstein_points(X: Any, Y: Any, p: Any = None, q: Any = None, *,
                               mass: Optional[float] = None, price: Optional[Price] = None,
                               metric: str = "sqeuclidean", threads: int = 1,
                               time_limit: Optional[float] = None,
                               progress: Optional[ProgressFunction] = None) -> Result:
    """`partial_wasserstein` between the rows of `X` and of `Y`; one dimension is a line.

    From some thousand points on there is no cost matrix: 100,000 x 100,000 points take some hundred MB.
    `certify_points` proves the answer in the same way.

    Parameters
    ----------
    X : array_like
        Points of the first cloud, one per row; one dimension is a line.
    Y : array_like
        Points of the second cloud, with the same columns.
    p : array_like, optional
        Weights of the rows, of any total; None: uniform ones of total 1.
    q : array_like, optional
        The same of the columns.
    mass : float, optional
        How much moves. This, or a price.
    price : float or pair, optional
        Instead of a mass: what leaving a unit unmatched costs, or ``(a, b)``, for rows and for columns,
        as numbers or arrays.
    metric : str
        "sqeuclidean", "euclidean", "cityblock", "cosine", "chebyshev" or "correlation".
    threads : int
        Threads to use; 0: one for each processor. Results do not depend on it.
    time_limit : float, optional
        Seconds after which it stops; what there is then has another `status` than "solved".
    progress : callable or bool, optional
        Called with a `Progress` some twenty times a second; stops the run by returning something true.
        True shows a bar.

    Returns
    -------
    Result
        The plan, its cost, and the prices that prove it.

    Examples
    --------
    >>> import parot
    >>> parot.partial_wasserstein_points([0, 1, 50], [1, 2, 90], mass=0.5, metric="euclidean")
    Partial transport, 3 x 3: solved
      mass moved  0.5, in 2 pairs
      cost        0.333333333, that is 0.666667 per unit of mass
      price       2 (lambda): one more unit of mass costs at least this much
      bound       0.333333333, by the prices and up to rounding; certify proves it
    """
    amount, run = _amount(mass, price), options(threads, time_limit, progress)
    source, target = weights(p, "p"), weights(q, "q")
    core = ask(_core.partial, _clouds(X, Y, metric), source, target, *amount, run, **_WORDS, **_CLOUDS)
    return result(core, status_name(core[0]), price)


# What the library calls the two clouds.
_CLOUDS = {"cost": "X and Y", "x": "X", "y": "Y"}


def _clouds(X: Any, Y: Any, metric: str) -> tuple[Any, ...]:
    """Points as _core takes them in place of costs."""
    x, y = points(X, "X"), points(in_order(X, Y, ("X", "Y")), "Y")
    return x, y, choice(_core.METRICS, metric, "metric")


def _total(given: Optional[Array]) -> float:
    return 1.0 if given is None else math.fsum(given)


def partial_curve(C: Any, p: Any = None, q: Any = None, *, mass: Optional[float] = None,
              time_limit: Optional[float] = None,
              progress: Optional[ProgressFunction] = None) -> CurveResult:
    """The whole curve from mass to cost, up to `mass` (None: all that can move).

    Parameters
    ----------
    C : (n, m) array_like or SciPy matrix
        Costs of any sign; ``inf`` forbids a pair, and so does its absence from a sparse matrix.
    p : array_like, optional
        Weights of the rows, of any total; None: uniform ones of total 1.
    q : array_like, optional
        The same of the columns.
    mass : float, optional
        Where the curve ends; None: at all that can move.
    time_limit : float, optional
        Seconds after which it stops; what there is then has another `status` than "solved".
    progress : callable or bool, optional
        Called with a `Progress` some twenty times a second; stops the run by returning something true.
        True shows a bar.

    Returns
    -------
    CurveResult
        The curve: `mass`, `objective`, `slope`, `elbow`, and `at(mass)`.

    Examples
    --------
    >>> import parot
    >>> curve = parot.partial_curve([[0, 1], [1, 3]])
    >>> curve.mass, curve.objective, curve.slope
    (array([0. , 0.5, 1. ]), array([0., 0., 1.]), array([0., 2.]))
    >>> float(curve.at(0.75))
    0.5
    """
    source, target = weights(p, "p"), weights(q, "q")
    most = min(_total(source), _total(target)) if mass is None else number(mass, "mass")
    core = ask(_core.curve, costs(C, "C"), source, target, most, options(1, time_limit, progress),
               cost="C")
    return curve_result(core, status_name(core[0]))


def partial_curve_points(X: Any, Y: Any, p: Any = None, q: Any = None, *, mass: Optional[float] = None,
                         metric: str = "sqeuclidean", threads: int = 1,
                         time_limit: Optional[float] = None,
                         progress: Optional[ProgressFunction] = None) -> CurveResult:
    """`partial_curve` between the rows of `X` and of `Y`, without a cost matrix if there are many.

    Of more than 40,000 points in all, the last quarter of the mass may take long: end the curve at half
    of the smaller total, or ask for single masses with `partial_masses_points`.

    Parameters
    ----------
    X : array_like
        Points of the first cloud, one per row; one dimension is a line.
    Y : array_like
        Points of the second cloud, with the same columns.
    p : array_like, optional
        Weights of the rows, of any total; None: uniform ones of total 1.
    q : array_like, optional
        The same of the columns.
    mass : float, optional
        Where the curve ends; None: at all that can move.
    metric : str
        "sqeuclidean", "euclidean", "cityblock", "cosine", "chebyshev" or "correlation".
    threads : int
        Threads to use; 0: one for each processor. Results do not depend on it.
    time_limit : float, optional
        Seconds after which it stops; what there is then has another `status` than "solved".
    progress : callable or bool, optional
        Called with a `Progress` some twenty times a second; stops the run by returning something true.
        True shows a bar.

    Returns
    -------
    CurveResult
        The curve: `mass`, `objective`, `slope`, `elbow`, and `at(mass)`.

    Examples
    --------
    >>> import parot
    >>> parot.partial_curve_points([0, 1, 5], [0, 2, 9], metric="euclidean").objective
    array([0.        , 0.        , 0.33333333, 1.66666667])
    """
    source, target = weights(p, "p"), weights(q, "q")
    most = min(_total(source), _total(target)) if mass is None else number(mass, "mass")
    core = ask(_core.curve, _clouds(X, Y, metric), source, target, most,
               options(threads, time_limit, progress), **_CLOUDS)
    return curve_result(core, status_name(core[0]))


def partial_masses_points(X: Any, Y: Any, masses: Any, p: Any = None, q: Any = None, *,
                          metric: str = "sqeuclidean", threads: int = 1,
                          time_limit: Optional[float] = None,
                          progress: Optional[ProgressFunction] = None) -> MassCosts:
    """Single points of the curve between the rows of `X` and of `Y`, without a cost matrix.

    Each of the masses is solved on its own, and proved from the points alone. This is for clouds whose
    whole curve would take too long.

    Parameters
    ----------
    X : array_like
        Points of the first cloud, one per row; one dimension is a line.
    Y : array_like
        Points of the second cloud, with the same columns.
    masses : array_like
        The masses, in any order.
    p : array_like, optional
        Weights of the rows, of any total; None: uniform ones of total 1.
    q : array_like, optional
        The same of the columns.
    metric : str
        "sqeuclidean", "euclidean", "cityblock", "cosine", "chebyshev" or "correlation".
    threads : int
        Threads to use; 0: one for each processor. Results do not depend on it.
    time_limit : float, optional
        Seconds after which it stops; what there is then has another `status` than "solved".
    progress : callable or bool, optional
        Called with a `Progress` some twenty times a second; stops the run by returning something true.
        True shows a bar.

    Returns
    -------
    MassCosts
        The cost of each mass, with its proof.

    Examples
    --------
    >>> import parot
    >>> parot.partial_masses_points([0, 1, 5, 6], [0, 2, 4, 9], [0.5, 1], metric="euclidean")
    Costs of 2 masses: solved
      mass      0.5 to 1
      cost      0.25 to 1.25
      relative  0: no cost is above the least by more than this share of it, proved
    """
    core = ask(_core.masses, _clouds(X, Y, metric), weights(p, "p"), weights(q, "q"),
               vector(masses, "masses"), options(threads, time_limit, progress), **_CLOUDS)
    return mass_costs(core, status_name(core[0]))


def _side(value: Any, name: str) -> tuple[int, Optional[Array]]:
    """(points, weights): weights, or a number of points with uniform ones."""
    if value is None:
        raise ArgumentTypeError("%s: give weights, or a number of points for uniform ones" % name)
    if isinstance(value, (int, float, np.generic)) or getattr(value, "ndim", 1) == 0:
        return count(value, name, 1), None
    given = vector(value, name)
    return len(given), given


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
        (n, source), (m, target) = _side(p, "p"), _side(q, "q")
        self.shape = (n, m)
        self._core = ask(_core.Solver, n, m, source, target, number(mass, "mass"),
                         options(threads, time_limit, progress))

    def solve(self, C: Any) -> Result:
        """The cheapest plan for the costs `C`."""
        cost = costs(C, "C")
        if cost.shape != self.shape:
            raise ArgumentError("C: has shape %r, the solver has %r" % (cost.shape, self.shape))
        core = ask(self._core.solve, cost, cost="C")
        return result(core, status_name(core[0]))

    def __reduce__(self) -> Any:
        raise TypeError("a Solver holds memory of the library and cannot be copied or pickled; make "
                        "another one")

    def __repr__(self) -> str:
        return "parot.Solver of %d x %d" % self.shape


def certify(C: Any, result: Result, p: Any = None, q: Any = None, *,
            mass: Optional[float] = None, price: Optional[Price] = None) -> Check:
    """How far from the optimum a plan can be, from the problem, the plan and its prices alone.

    `mass` is that of the result unless given. With `price` the plan is compared with all plans of
    any mass by `sum(C * T) - price * sum(T)`, which is what a price minimises; with a pair of prices
    by all that it minimises, and `bound` is that of all of it.

    Parameters
    ----------
    C : (n, m) array_like or SciPy matrix
        Costs of any sign; ``inf`` forbids a pair, and so does its absence from a sparse matrix.
    result : Result
        A plan and its prices.
    p : array_like, optional
        Weights of the rows, of any total; None: uniform ones of total 1.
    q : array_like, optional
        The same of the columns.
    mass : float, optional
        That the plan should have; None: its own.
    price : float or pair, optional
        Instead of a mass: what leaving a unit unmatched costs, or ``(a, b)``, for rows and for columns,
        as numbers or arrays.

    Returns
    -------
    Check
        What the prices prove: `proved`, `excess`, `bound`.

    Examples
    --------
    >>> import parot
    >>> C = [[0, 1], [1, 3]]
    >>> check = parot.certify(C, parot.partial_wasserstein(C, mass=1))
    >>> check.proved, check.excess, check.infeasible
    (True, 0.0, 0.0)
    """
    return _certify(costs(C, "C"), result, p, q, mass, price, {"cost": "C"})


def certify_points(X: Any, Y: Any, result: Result, p: Any = None, q: Any = None, *,
                   mass: Optional[float] = None, price: Optional[Price] = None,
                   metric: str = "sqeuclidean") -> Check:
    """`certify` for the answer of `partial_wasserstein_points`, as it solves: without a matrix if that is
    faster.

    Parameters
    ----------
    X : array_like
        Points of the first cloud, one per row; one dimension is a line.
    Y : array_like
        Points of the second cloud, with the same columns.
    result : Result
        A plan and its prices.
    p : array_like, optional
        Weights of the rows, of any total; None: uniform ones of total 1.
    q : array_like, optional
        The same of the columns.
    mass : float, optional
        That the plan should have; None: its own.
    price : float or pair, optional
        Instead of a mass: what leaving a unit unmatched costs, or ``(a, b)``, for rows and for columns,
        as numbers or arrays.
    metric : str
        "sqeuclidean", "euclidean", "cityblock", "cosine", "chebyshev" or "correlation".

    Returns
    -------
    Check
        What the prices prove: `proved`, `excess`, `bound`.

    Examples
    --------
    >>> import parot
    >>> X, Y = [[0, 0], [3, 4]], [[0, 1], [9, 9], [3, 3]]
    >>> parot.certify_points(X, Y, parot.partial_wasserstein_points(X, Y, mass=0.5)).proved
    True
    """
    return _certify(_clouds(X, Y, metric), result, p, q, mass, price, _CLOUDS)


def _certify(cost: Any, result: Result, p: Any, q: Any, mass: Optional[float], price: Optional[Price],
             words: dict[str, str]) -> Check:
    plan = _part(result, "plan")
    asked = _amount(_part(result, "mass") if mass is None and price is None else mass, price)
    arrays = (np.ascontiguousarray(array, dtype=np.float64)
              for array in (_part(plan, "mass"), _part(result, "u"), _part(result, "v")))
    return Check(*ask(_core.certify, cost, weights(p, "p"), weights(q, "q"), *asked,
                      (_indices(plan, "row"), _indices(plan, "col"), *arrays, float(_part(result, "lam")),
                       float(_part(result, "mass"))), **_WORDS, **words))


def judge(plan: Any, C: Any, p: Any = None, q: Any = None, *, mass: Optional[float] = None,
          price: Optional[Price] = None, tolerance: float = 1e-9, threads: int = 1, time_limit: Optional[float] = None,
          progress: Optional[ProgressFunction] = None) -> Judgement:
    """How far above the optimum is this plan, by whatever method?

    `plan` is a matrix, dense or of SciPy, a `Plan`, or a tuple ``(row, col, mass)`` of entries in any
    order, whose indices count from 0. The same mass is solved exactly and compared; `mass` is what the
    plan should move, None for its own. What it misses relative to its mass, and its excess relative to
    the cost of what moves, are 0 if they are at most `tolerance`.

    With `price`, as for `partial_wasserstein`, plans of any mass are compared by what moves and what is
    left unmatched; one number is what leaving a unit of a row costs.

    Parameters
    ----------
    plan : Plan, array_like, SciPy matrix or tuple
        The plan to judge; a tuple is ``(row, col, mass)``.
    C : (n, m) array_like or SciPy matrix
        Costs of any sign; ``inf`` forbids a pair, and so does its absence from a sparse matrix.
    p : array_like, optional
        Weights of the rows, of any total; None: uniform ones of total 1.
    q : array_like, optional
        The same of the columns.
    mass : float, optional
        That the plan should have; None: its own.
    price : float or pair, optional
        Instead of a mass: what leaving a unit unmatched costs, or ``(a, b)``, for rows and for columns,
        as numbers or arrays.
    tolerance : float
        What is as good as 0, relatively.
    threads : int
        Threads to use; 0: one for each processor. Results do not depend on it.
    time_limit : float, optional
        Seconds after which it stops; what there is then has another `status` than "solved".
    progress : callable or bool, optional
        Called with a `Progress` some twenty times a second; stops the run by returning something true.
        True shows a bar.

    Returns
    -------
    Judgement
        The verdict, and how far above the optimum the plan is.

    Examples
    --------
    >>> import parot
    >>> parot.judge([[0.375, 0.125], [0.125, 0.375]], [[1, 3], [5, 1]])
    A plan: 75 % above the optimum
      mass     1, compared at 1
      cost     1.75
      optimum  1
      missed   0 of the mass, by rows, columns and the total together
    """
    cost = costs(C, "C")
    return _judge(cost, cost.shape, plan, p, q, mass, price, tolerance, options(threads, time_limit, progress),
                  {"cost": "C"})


def judge_points(plan: Any, X: Any, Y: Any, p: Any = None, q: Any = None, *, mass: Optional[float] = None,
                 price: Optional[Price] = None, metric: str = "sqeuclidean", tolerance: float = 1e-9,
                 threads: int = 1, time_limit: Optional[float] = None,
                 progress: Optional[ProgressFunction] = None) -> Judgement:
    """`judge` between the rows of `X` and of `Y`, without a cost matrix if there are many.

    Parameters
    ----------
    plan : Plan, array_like, SciPy matrix or tuple
        The plan to judge; a tuple is ``(row, col, mass)``.
    X : array_like
        Points of the first cloud, one per row; one dimension is a line.
    Y : array_like
        Points of the second cloud, with the same columns.
    p : array_like, optional
        Weights of the rows, of any total; None: uniform ones of total 1.
    q : array_like, optional
        The same of the columns.
    mass : float, optional
        That the plan should have; None: its own.
    price : float or pair, optional
        Instead of a mass: what leaving a unit unmatched costs, or ``(a, b)``, for rows and for columns,
        as numbers or arrays.
    metric : str
        "sqeuclidean", "euclidean", "cityblock", "cosine", "chebyshev" or "correlation".
    tolerance : float
        What is as good as 0, relatively.
    threads : int
        Threads to use; 0: one for each processor. Results do not depend on it.
    time_limit : float, optional
        Seconds after which it stops; what there is then has another `status` than "solved".
    progress : callable or bool, optional
        Called with a `Progress` some twenty times a second; stops the run by returning something true.
        True shows a bar.

    Returns
    -------
    Judgement
        The verdict, and how far above the optimum the plan is.

    Examples
    --------
    >>> import parot
    >>> parot.judge_points(([0, 1], [0, 1], [0.5, 0.5]), [0, 1], [0, 2]).verdict
    'exact'
    """
    clouds = _clouds(X, Y, metric)
    return _judge(clouds, (len(clouds[0]), len(clouds[1])), plan, p, q, mass, price, tolerance,
                  options(threads, time_limit, progress), _CLOUDS)


def _judge(cost: Any, shape: tuple[int, ...], plan: Any, p: Any, q: Any, mass: Optional[float],
           price: Optional[Price], tolerance: float, run: tuple[Any, ...], words: dict[str, str]) -> Judgement:
    entries = _entries(plan, shape)
    wanted = 0.0
    if mass is not None or price is not None:
        check_amount(mass, price)
    limit = None if price is None else _amount(None, price)[1]
    if mass is not None:
        wanted = number(mass, "mass")
        if not wanted > 0:
            raise ArgumentError("mass: must be positive, or None for that of the plan, got %r" % wanted)
    core = ask(_core.judge, cost, weights(p, "p"), weights(q, "q"), wanted, limit,
               number(tolerance, "tolerance"), entries, run, **_WORDS, **words)
    return judgement(core, status_name(core[0]))


def _entries(plan: Any, shape: tuple[int, ...]) -> tuple[Array, Array, Array]:
    """Row, col and mass of a plan of any form."""
    if isinstance(plan, tuple):
        if len(plan) != 3:
            raise ArgumentError("plan: must be a matrix or (row, col, mass), got a tuple of %d" % len(plan))
        row, col, mass = plan
        return _numbered(row, "row"), _numbered(col, "col"), _masses(mass)
    given: tuple[int, ...]
    if isinstance(plan, Plan):
        given, row, col, mass = plan.shape, plan.row, plan.col, plan.mass
    elif hasattr(plan, "tocoo"):
        coo = plan.tocoo()
        if coo.ndim != 2:
            raise ArgumentError("plan: must have two dimensions, got shape %r" % (coo.shape,))
        given, row, col, mass = coo.shape, coo.row, coo.col, coo.data
    else:
        dense = matrix(plan, "plan")
        given = dense.shape
        row, col = np.nonzero(dense)
        mass = dense[row, col]
    if tuple(given) != tuple(shape):
        raise ArgumentError("plan: has shape %r, the problem %r" % (tuple(given), tuple(shape)))
    return _numbered(row, "row"), _numbered(col, "col"), _masses(mass)


def _masses(mass: Any) -> Array:
    array = numbers(mass, "plan")
    if array.ndim != 1:
        raise ArgumentError("plan: mass must have one dimension, got shape %r" % (array.shape,))
    return np.ascontiguousarray(array)


def _numbered(indices: Any, name: str) -> Array:
    array = np.asarray(indices)
    if array.size == 0:
        array = array.astype(np.int32)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise ArgumentTypeError("plan: %s must be a list of whole numbers, which count from 0" % name)
    if array.size and not (0 <= array.min() and array.max() < 2**31):
        raise ArgumentError("plan: %s must be from 0 to 2**31 - 1, got %d" % (
            name, array.min() if array.min() < 0 else array.max()))
    return np.ascontiguousarray(array, dtype=np.int32)


def _part(result: Any, name: str) -> Any:
    try:
        return getattr(result, name)
    except AttributeError:
        raise ArgumentTypeError("result: must be a parot.Result, got %s, which has no %s" % (
            type(result).__name__, name)) from None


def _indices(plan: Any, name: str) -> Array:
    indices = np.ascontiguousarray(_part(plan, name))
    if indices.dtype == np.int32:
        return indices
    if indices.dtype.kind not in "iu" or (len(indices) and not (
            0 <= indices.min() and indices.max() < 2**31)):
        raise ArgumentError("result: %s of its plan must be indices from 0 on" % name)
    return indices.astype(np.int32)
