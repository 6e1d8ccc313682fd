"""Partial and fused Gromov-Wasserstein."""
from __future__ import annotations

from typing import Any, Iterable, Optional, Union

import numpy as np

from . import _core
from ._arrays import Array, count, distances, matrix, number, points, row_pairs, view, weights
from ._errors import ArgumentError, ask
from ._results import GromovPath, GromovResult, Plan, Trial, transport, trials
from ._run import ProgressFunction, choice, options, status_name


def _starts(start: Union[str, Iterable[str], Array]) -> tuple[int, Optional[Array]]:
    """The bits of the starts to try, and the plan to start from if one is given."""
    if isinstance(start, str):
        names = [] if start == "auto" else [start]
    elif isinstance(start, (list, tuple, set)) and start and all(
            isinstance(name, str) for name in start):
        names = list(start)
    else:
        plan = np.ascontiguousarray(matrix(start, "start"))
        return 0, plan if plan.flags.writeable else plan.copy()
    bits = 0
    known = {name: bit for name, bit in _core.STARTS.items() if name not in ("given", "anchors")}
    for name in names:
        bits |= choice(known, name, "start", () if len(names) > 1 else ("auto",))
    return bits, None


def _search(start: Any, restarts: int, tolerance: float, steps: str,
            anchors: Any) -> tuple[tuple[Any, ...], Optional[Array]]:
    """(tolerance, starts, restarts, steps, anchors) as the core takes them, and the plan to start from."""
    bits, plan = _starts(start)
    pairs = row_pairs(anchors, "anchors")
    if pairs is not None and (bits or plan is not None):
        bits |= _core.STARTS["anchors"] | (0 if plan is None else _core.STARTS["given"])
    return (number(tolerance, "tolerance"), bits, count(restarts, "restarts"),
            choice(_core.STEPS, steps, "steps"), pairs), plan


def partial_gromov(Cs: Any, Ct: Any, p: Any = None, q: Any = None, *,
                   mass: Union[float, str], cost: Any = None, alpha: Optional[float] = None,
                   loss: str = "square", start: Any = "auto", anchors: Any = None,
                   restarts: int = 0, tolerance: float = 1e-9, steps: str = "auto",
                   max_iterations: Optional[int] = None, seed: int = 0, threads: int = 1,
                   time_limit: Optional[float] = None,
                   progress: Optional[ProgressFunction] = None) -> GromovResult:
    """min (1 - alpha) <cost, T> + alpha J(T), J(T) = sum L(Cs[i, k], Ct[j, l]) T[i, j] T[k, l].

    `Cs` and `Ct` are distances within each space, L(a, b) = (a - b)^2 / 2, or with ``loss="kl"``
    a log(a / b) - a + b. `start`: "auto" for all that apply, a name or names ("product",
    "partial", "clusters", "profiles", "prior-profiles", "triangles", "representatives", "axes",
    "injections" up to 7 points, "random"), or a plan of that mass.
    `restarts` random starts are tried in addition. `anchors` are pairs of rows that are known to match, one
    per line: a start in addition to the others.

    `alpha` is 1 unless given: distances alone. A `cost` needs an `alpha`: below 1 it is part of the
    objective; with 1 it is only where the start "partial" begins.

    ``mass="auto"`` follows `partial_gromov_path` and takes the mass of its elbow, or all mass where the
    curve has none; ``result.path`` is that path, and ``result.path.has_elbow`` says which.

    J is not convex: the plan is stationary and the best of all starts; `bound` is a weak lower bound.

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
    mass : float or "auto"
        How much moves; "auto": the mass of the elbow of `partial_gromov_path`.
    cost : (n, m) array_like, optional
        Costs between the spaces, for fused Gromov-Wasserstein.
    alpha : float, optional
        The weight of the distances, from 0 to 1; costs have the rest.
    loss : str
        How distances are compared: "square", (a - b)^2 / 2, or "kl".
    start : str, list or array_like
        Where to begin: see above.
    anchors : (k, 2) array_like, optional
        Pairs of rows that are known to match.
    restarts : int
        Random starts that are tried in addition.
    tolerance : float
        How exact the answer is to be, relatively.
    steps : str
        How steps are taken: "auto", "exact" or "long".
    max_iterations : int, optional
        After which it stops.
    seed : int
        Of all that is random; the same seed gives the same result.
    threads : int
        Threads to use; 0: one for each processor. Results do not depend on it.
    time_limit : float, optional
        Seconds after which it stops; what there is then has another `status` than "solved".
    progress : callable or bool, optional
        Called with a `Progress` some twenty times a second; stops the run by returning something true.
        True shows a bar.

    Returns
    -------
    GromovResult
        The plan, its value, and how all starts ended.

    Examples
    --------
    >>> import parot
    >>> line, scaled = [[0, 1, 5], [1, 0, 4], [5, 4, 0]], [[0, 4, 5], [4, 0, 1], [5, 1, 0]]
    >>> r = parot.partial_gromov(line, scaled, mass=1)
    >>> r.objective, r.plan.col
    (0.0, array([2, 1, 0], dtype=int32))
    """
    if isinstance(mass, str):
        if mass != "auto":
            raise ArgumentError("mass: must be a number or 'auto', got %r" % mass)
        path = partial_gromov_path(Cs, Ct, p, q, cost=cost, alpha=alpha, loss=loss, start=start,
                                   anchors=anchors, restarts=restarts, tolerance=tolerance, steps=steps,
                                   max_iterations=max_iterations, seed=seed, threads=threads,
                                   time_limit=time_limit, progress=progress)
        found = path.at(path.elbow * path.total)
        found.path = path
        return found
    how, plan = _search(start, restarts, tolerance, steps, anchors)
    source, target = _kept(Cs, distances(Cs, "Cs")), _kept(Ct, distances(Ct, "Ct"))
    if plan is not None and plan.shape != (len(source), len(target)):
        raise ArgumentError("start: has shape %r, the problem %r" % (
            plan.shape, (len(source), len(target))))
    feature = None if cost is None else _kept(cost, distances(cost, "cost", "finite costs"))
    problem = (source, target, feature, _alpha(alpha, cost), choice(_core.LOSSES, loss, "loss"),
               weights(p, "p"), weights(q, "q"), number(mass, "mass"))
    core = ask(_core.gromov, problem, how, plan,
               options(threads, time_limit, progress, seed, max_iterations), source="Cs", target="Ct",
               starts="start")
    return _result(core, problem, status_name(core[0][0]))


def partial_gromov_path(Cs: Any, Ct: Any, p: Any = None, q: Any = None, *, cost: Any = None,
                        alpha: Optional[float] = None, loss: str = "square", least: float = 0.1,
                        masses: int = 19, refine: bool = True, start: Any = "auto", anchors: Any = None,
                        restarts: int = 0, tolerance: float = 1e-9, steps: str = "auto",
                        max_iterations: Optional[int] = None, seed: int = 0, threads: int = 1,
                        time_limit: Optional[float] = None,
                        progress: Optional[ProgressFunction] = None) -> GromovPath:
    """`partial_gromov` for a range of masses, from `least` of the smaller total to all of it.

    Each mass begins at the plans of its neighbours. The elbow of the curve is the share that matches:
    beyond it a further pair costs much more. `refine` adds masses about the elbow.

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
    cost : (n, m) array_like, optional
        Costs between the spaces, for fused Gromov-Wasserstein.
    alpha : float, optional
        The weight of the distances, from 0 to 1; costs have the rest.
    loss : str
        How distances are compared: "square", (a - b)^2 / 2, or "kl".
    least : float
        The least mass, as a fraction of the smaller total.
    masses : int
        How many masses.
    refine : bool
        Whether masses about the elbow are added.
    start : str, list or array_like
        Where to begin: see above.
    anchors : (k, 2) array_like, optional
        Pairs of rows that are known to match.
    restarts : int
        Random starts that are tried in addition.
    tolerance : float
        How exact the answer is to be, relatively.
    steps : str
        How steps are taken: "auto", "exact" or "long".
    max_iterations : int, optional
        After which it stops.
    seed : int
        Of all that is random; the same seed gives the same result.
    threads : int
        Threads to use; 0: one for each processor. Results do not depend on it.
    time_limit : float, optional
        Seconds after which it stops; what there is then has another `status` than "solved".
    progress : callable or bool, optional
        Called with a `Progress` some twenty times a second; stops the run by returning something true.
        True shows a bar.

    Returns
    -------
    GromovPath
        The plans of all masses, and the elbow.

    Examples
    --------
    >>> import numpy, parot
    >>> x = numpy.random.default_rng(0).normal(size=(60, 3))
    >>> distances = lambda x: numpy.linalg.norm(x[:, None] - x[None], axis=2)
    >>> path = parot.partial_gromov_path(distances(x[:40]), distances(x[10:50]))
    >>> path.has_elbow, abs(path.elbow - 0.75) < 0.05
    (True, True)
    """
    how, plan = _search(start, restarts, tolerance, steps, anchors)
    if plan is not None:
        raise ArgumentError("start: must be a name here, since a plan has one mass and a path has many")
    source, target = _kept(Cs, distances(Cs, "Cs")), _kept(Ct, distances(Ct, "Ct"))
    feature = None if cost is None else _kept(cost, distances(cost, "cost", "finite costs"))
    problem = (source, target, feature, _alpha(alpha, cost), choice(_core.LOSSES, loss, "loss"),
               weights(p, "p"), weights(q, "q"), 0.0)
    run = options(threads, time_limit, progress, seed, max_iterations)
    core = ask(_core.gromov_path, problem, how,
               (number(least, "least"), count(masses, "masses"), int(not refine)), run, source="Cs",
               target="Ct", starts="start")
    return _path(core, lambda mass: (*problem[:7], mass), (_core.gromov_path_at, problem, 7, how, run))


def _path(core: tuple[Any, ...], problem_at: Any, solved: tuple[Any, ...]) -> GromovPath:
    """The path that the core has found; `problem_at` is what results of a mass remember of theirs."""
    (shares, total, results, has_elbow, elbow, low, high, bend, status, descents) = core
    share = np.array(shares)
    found = [_result(one, problem_at(s * total), status_name(one[0][0])) for s, one in zip(share, results)]
    return GromovPath(share, share * total, found, total, bool(has_elbow), elbow, low, high, bend,
                      status_name(status), descents, solved)


def path_at(path: GromovPath, mass: float) -> GromovResult:
    """The plan of any mass, begun at those of the path that are next to it."""
    solver, problem, place, how, run = path.solved
    aim = number(mass, "mass")
    above = int(np.searchsorted(path.mass, aim))
    near = tuple((float(path.share[k]), *map(np.ascontiguousarray, (
        path.results[k].plan.row, path.results[k].plan.col, path.results[k].plan.mass)))
        for k in (above - 1, above) if 0 <= k < len(path.share))
    problem = (*problem[:place], aim, *problem[place + 1:])
    core = ask(solver, problem, how, (path.total, near), run, source="Cs", target="Ct", x="X", y="Y")
    return _result(core, problem if solver is _core.gromov_path_at else None, status_name(core[0][0]))


def partial_gromov_points_path(X: Any, Y: Any, p: Any = None, q: Any = None, *, least: float = 0.1,
                               masses: int = 19, refine: bool = True, start: Any = "auto",
                               restarts: int = 0, tolerance: float = 1e-9, steps: str = "auto",
                               max_iterations: Optional[int] = None, seed: int = 0, threads: int = 1,
                               time_limit: Optional[float] = None,
                               progress: Optional[ProgressFunction] = None) -> GromovPath:
    """`partial_gromov_path` of the squared Euclidean distances within `X` and within `Y`, without a matrix.

    Starts are those of `partial_gromov_points`, which are fewer than those of matrices: use it where matrices
    do not fit.

    Parameters
    ----------
    X : array_like
        Points of the first cloud, one per row; one dimension is a line.
    Y : array_like
        Points of the second cloud; it may have other columns.
    p : array_like, optional
        Weights of the rows, of any total; None: uniform ones of total 1.
    q : array_like, optional
        The same of the columns.
    least : float
        The least mass, as a fraction of the smaller total.
    masses : int
        How many masses.
    refine : bool
        Whether masses about the elbow are added.
    start : str, list or array_like
        Where to begin: see above.
    restarts : int
        Random starts that are tried in addition.
    tolerance : float
        How exact the answer is to be, relatively.
    steps : str
        How steps are taken: "auto", "exact" or "long".
    max_iterations : int, optional
        After which it stops.
    seed : int
        Of all that is random; the same seed gives the same result.
    threads : int
        Threads to use; 0: one for each processor. Results do not depend on it.
    time_limit : float, optional
        Seconds after which it stops; what there is then has another `status` than "solved".
    progress : callable or bool, optional
        Called with a `Progress` some twenty times a second; stops the run by returning something true.
        True shows a bar.

    Returns
    -------
    GromovPath
        The plans of all masses, and the elbow.

    Examples
    --------
    >>> import numpy, parot
    >>> x = numpy.random.default_rng(0).normal(size=(60, 3))
    >>> path = parot.partial_gromov_points_path(x[:40], x[10:50])
    >>> path.has_elbow, abs(path.elbow - 0.75) < 0.05
    (True, True)
    """
    how, plan = _search(start, restarts, tolerance, steps, None)
    if plan is not None:
        raise ArgumentError("start: must be a name here, since a plan has one mass and a path has many")
    problem = (points(X, "X"), points(Y, "Y"), weights(p, "p"), weights(q, "q"), 0.0,
               _core.METRICS["sqeuclidean"], None, None, 1.0)
    run = options(threads, time_limit, progress, seed, max_iterations)
    core = ask(_core.gromov_points_path, problem, how,
               (number(least, "least"), count(masses, "masses"), int(not refine)), run, x="X", y="Y",
               starts="start")
    return _path(core, lambda mass: None, (_core.gromov_points_path_at, problem, 4, how, run))


def partial_gromov_points(X: Any, Y: Any, p: Any = None, q: Any = None, *, mass: Union[float, str],
                          metric: str = "sqeuclidean", X_features: Any = None, Y_features: Any = None,
                          alpha: Optional[float] = None, start: Any = "auto", restarts: int = 0,
                          tolerance: float = 1e-9, steps: str = "auto", max_iterations: Optional[int] = None, seed: int = 0,
                          threads: int = 1, time_limit: Optional[float] = None,
                          progress: Optional[ProgressFunction] = None) -> GromovResult:
    """`partial_gromov` of the distances within `X` and within `Y`, without a matrix.

    The rows of `X` and `Y` are points, and may have different numbers of coordinates. With a `metric`
    other than "sqeuclidean" and "cosine" steps are found by a sketch of the gradient; objective and
    stationarity are those of the distances, and a tolerance below 1e-4 is 1e-4.

    `X_features` and `Y_features`, tables with the same columns, add costs between the spaces: squared
    Euclidean distances between their rows, with the weight 1 - `alpha`.

    `start` is "auto" (representatives, the product, with features the plan of the costs, and a random
    start; below 64 points no representatives and four random starts), or one or more of
    "representatives", "product", "partial" and "random"; here random starts are random linear relations
    between the spaces. There is no `gradient`, which would be by matrices. ``mass="auto"`` takes the
    mass of the elbow of `partial_gromov_points_path`, for squared distances without features.

    Parameters
    ----------
    X : array_like
        Points of the first cloud, one per row; one dimension is a line.
    Y : array_like
        Points of the second cloud; it may have other columns.
    p : array_like, optional
        Weights of the rows, of any total; None: uniform ones of total 1.
    q : array_like, optional
        The same of the columns.
    mass : float or "auto"
        How much moves; "auto": the mass of the elbow of `partial_gromov_points_path`.
    metric : str
        Of the distances within each cloud; one of those of `cost_matrix`.
    X_features : array_like, optional
        Features of the first cloud's points, for costs between the clouds.
    Y_features : array_like, optional
        The same of the second cloud, with the same columns.
    alpha : float, optional
        The weight of the distances, from 0 to 1; costs have the rest.
    start : str, list or array_like
        Where to begin: see above.
    restarts : int
        Random starts that are tried in addition.
    tolerance : float
        How exact the answer is to be, relatively.
    steps : str
        How steps are taken: "auto", "exact" or "long".
    max_iterations : int, optional
        After which it stops.
    seed : int
        Of all that is random; the same seed gives the same result.
    threads : int
        Threads to use; 0: one for each processor. Results do not depend on it.
    time_limit : float, optional
        Seconds after which it stops; what there is then has another `status` than "solved".
    progress : callable or bool, optional
        Called with a `Progress` some twenty times a second; stops the run by returning something true.
        True shows a bar.

    Returns
    -------
    GromovResult
        The plan, its value, and how all starts ended.

    Examples
    --------
    >>> import parot
    >>> r = parot.partial_gromov_points([0, 1, 5], [[0, 7], [0, 3], [0, 2]], mass=1)
    >>> r.plan.col, bool(r.objective < 1e-20)
    (array([2, 1, 0], dtype=int32), True)
    """
    if isinstance(mass, str):
        return _points_auto(X, Y, p, q, mass, metric, X_features, dict(
            start=start, restarts=restarts, tolerance=tolerance, steps=steps, max_iterations=max_iterations,
            seed=seed, threads=threads, time_limit=time_limit, progress=progress))
    how, plan = _search(start, restarts, tolerance, steps, None)
    if plan is not None:
        raise ArgumentError("start: must be a name here; a plan to begin at needs partial_gromov")
    if isinstance(metric, str) and metric.startswith("geodesic"):
        raise ArgumentError("metric: %r needs matrices; use partial_gromov(geodesic_distances(X, K), "
                            "geodesic_distances(Y, K))" % metric)
    features = _features(X_features, Y_features)
    problem = (points(X, "X"), points(Y, "Y"), weights(p, "p"), weights(q, "q"), number(mass, "mass"),
               choice(_core.METRICS, metric, "metric"), *features,
               _alpha(alpha, features[0], "features", "X_features= and Y_features="))
    core = ask(_core.gromov_points, problem, how,
               options(threads, time_limit, progress, seed, max_iterations), x="X", y="Y",
               x_features="X_features", y_features="Y_features", starts="start")
    return _result(core, None, status_name(core[0][0]))


def _points_auto(X: Any, Y: Any, p: Any, q: Any, mass: str, metric: str, features: Any,
                 how: dict[str, Any]) -> GromovResult:
    """The plan at the elbow of the path of `X` and `Y`."""
    if mass != "auto":
        raise ArgumentError("mass: must be a number or 'auto', got %r" % mass)
    if metric != "sqeuclidean" or features is not None:
        raise ArgumentError("mass: 'auto' without matrices is for metric='sqeuclidean' without features; use "
                            "partial_gromov, or give a number")
    path = partial_gromov_points_path(X, Y, p, q, **how)
    found = path.at(path.elbow * path.total)
    found.path = path
    return found


def _features(X_features: Any, Y_features: Any) -> tuple[Optional[Array], Optional[Array]]:
    """Both tables row by row without a gap, or neither."""
    if X_features is None and Y_features is None:
        return None, None
    if X_features is None or Y_features is None:
        missing = "X_features" if X_features is None else "Y_features"
        raise ArgumentError("%s: costs are between features of both sides; give both tables" % missing)
    first = np.ascontiguousarray(points(X_features, "X_features"))
    second = np.ascontiguousarray(points(Y_features, "Y_features"))
    if first.shape[1] != second.shape[1]:
        raise ArgumentError("Y_features: has %d columns, X_features has %d" % (
            second.shape[1], first.shape[1]))
    return first, second


def geodesic_distances(X: Any, neighbours: int = 10, *, threads: int = 1,
                       time_limit: Optional[float] = None) -> Array:
    """Distances of points along the graph of their nearest neighbours, for `partial_gromov`.

    Each row of `X` is joined to its `neighbours` nearest by a Euclidean edge, whichever of the two is
    among the nearest of the other; distances are lengths of shortest paths. Components are joined by
    the shortest edges between them.

    Parameters
    ----------
    X : array_like
        Points, one per row.
    neighbours : int
        How many neighbours count.
    threads : int
        Threads to use; 0: one for each processor. Results do not depend on it.
    time_limit : float, optional
        Seconds after which it stops; what there is then has another `status` than "solved".

    Returns
    -------
    array
        The distance of each pair.

    Examples
    --------
    >>> import parot
    >>> parot.geodesic_distances([[0, 0], [0, 1], [1, 1], [1, 0.2]], 1)[0]
    array([0. , 1. , 2. , 2.8])
    """
    x = points(X, "X")
    out = np.empty((len(x), len(x)))
    ask(_core.geodesic_distances, x, count(neighbours, "neighbours"), out,
        options(threads, time_limit), x="X")
    return out


def _alpha(alpha: Optional[float], cost: Any, name: str = "cost", give: str = "cost=") -> float:
    if alpha is None:
        if cost is not None:
            raise ArgumentError("alpha: a cost needs its weight; give alpha, from 0 (the cost alone) to 1 "
                                "(distances alone, the cost is only a start): 0.5 adds half of each")
        return 1.0
    weight = number(alpha, "alpha")
    if cost is None and 0 <= weight < 1:
        raise ArgumentError("%s: alpha = %g leaves a weight of %g for a cost; give %s, or alpha=1"
                            % (name, weight, 1 - weight, give))
    return weight


def _kept(given: Any, array: Array) -> Array:
    """A copy if the memory is the caller's: `gradient` needs it as it was."""
    return array.copy() if array is given or array.base is not None else array


def _result(core: tuple[Any, ...], problem: Optional[tuple[Any, ...]], status: str) -> GromovResult:
    (moved, stationarity, best, tried, by_row, objectives, stationarities, source, target) = core
    starts = [Trial(*fields) for fields in trials(tried)]
    fields = (*transport(moved, status), stationarity, best, starts, view(by_row).reshape(len(starts), -1),
              view(objectives), view(stationarities), (source, target), problem)
    return GromovResult(*fields)


def gradient(result: GromovResult) -> tuple[Array, Array, Optional[Array]]:
    """Derivatives of the value at `result` with respect to Cs, Ct and cost (None without one)."""
    if result.problem is None:
        raise ArgumentError("result: was made without matrices, which the derivatives are of; use "
                            "partial_gromov")
    return gradient_of(result.problem, result.plan)


def gradient_of(problem: tuple[Any, ...], plan: Plan) -> tuple[Array, Array, Optional[Array]]:
    """The same of a problem as _core takes it."""
    n, m = plan.shape
    source, target = np.empty((n, n)), np.empty((m, m))
    cost = None if problem[2] is None else np.empty((n, m))
    ask(_core.gromov_gradient, problem, tuple(map(np.ascontiguousarray, (plan.row, plan.col, plan.mass))),
        (source, target, cost), options(), source="Cs", target="Ct")
    return source, target, cost
