"""How far many clouds of points, or spaces, are from each other."""
from __future__ import annotations

import os
import warnings
from dataclasses import dataclass
from typing import Any, Optional, Sequence, Union

import numpy as np

from . import _core
from ._arrays import Array, distances as distance_matrix, number, points, vector, view
from ._errors import ArgumentError, ArgumentTypeError, ask, wording
from ._results import _Story, counted
from ._run import _STATUS, ProgressFunction, _level_of_caller, choice, options


@dataclass(repr=False, eq=False)
class PairwiseResult(_Story):
    """A symmetric matrix of costs, ``objective[i, j]``, with nan where a pair has no answer.

    ``numpy.asarray(result)`` is that matrix, and `condensed` what SciPy's ``linkage`` takes.

    Examples
    --------
    >>> import parot
    >>> r = parot.pairwise([[[0], [1]], [[0], [2]], [[5], [6]]], mass=1)
    >>> r.objective.round(6).tolist()
    [[0.0, 0.5, 25.0], [0.5, 0.0, 20.5], [25.0, 20.5, 0.0]]
    >>> r.condensed.shape
    (3,)
    """

    objective: Array
    #: "solved", or "time limit" or "interrupted" if some pairs were not begun.
    status: str
    pairs: int
    #: Pairs that are proved optimal, or with Gromov-Wasserstein stationary; and those without an answer.
    solved: int
    failed: int
    #: Pairs that the journal held.
    known: int
    #: (first, second, message) of pairs that were refused.
    failures: list[tuple[int, int, str]]
    _codes: Array

    def __len__(self) -> int:
        return len(self.objective)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Array:
        if copy is False and dtype is not None and np.dtype(dtype) != self.objective.dtype:
            raise ValueError("objective: another type is always a copy")
        return self.objective.astype(dtype or np.float64, copy=bool(copy))

    @property
    def statuses(self) -> Array:
        """The status of each pair, by name."""
        known, places = np.unique(self._codes, return_inverse=True)
        return np.array([_STATUS[code] for code in known.tolist()] or [""])[places].reshape(self._codes.shape)

    @property
    def condensed(self) -> Array:
        """The upper triangle, row by row: for ``scipy.cluster.hierarchy.linkage`` and ``squareform``."""
        return self.objective[np.triu_indices(len(self), 1)]

    def _columns(self) -> dict[str, Any]:
        first, second = np.triu_indices(len(self), 1)
        return {"first": first, "second": second, "objective": self.condensed, "status": self.statuses[first, second]}

    def _title(self) -> str:
        return "%s, %s: %s" % (counted(len(self), "cloud"), counted(self.pairs, "pair"),
                               "solved" if self.solved == self.pairs else "%d solved" % self.solved)

    def _lines(self) -> Sequence[tuple[str, str]]:
        here = self.condensed[~np.isnan(self.condensed)]
        lines = [("cost", "%.6g to %.6g" % (here.min(), here.max()) if len(here) else "none")]
        if self.known:
            lines.append(("known", counted(self.known, "pair") + ", from the journal"))
        return lines + [("pair %d, %d" % (a, b), text) for a, b, text in self.failures[:3]]


def _amount(mass: Optional[float], share: Optional[float]) -> tuple[float, float]:
    if mass is not None and share is not None:
        raise ArgumentError("share: give either a mass or a share of the smaller total")
    return (float("nan") if mass is None else number(mass, "mass"),
            1.0 if share is None else number(share, "share"))


def _clouds(clouds: Any, weights: Any, distances: bool) -> list[tuple[Any, ...]]:
    if isinstance(clouds, (str, bytes, dict)) or not hasattr(clouds, "__iter__"):
        raise ArgumentTypeError("clouds: must be a list of arrays, a row for each point")
    items = list(clouds)
    if weights is not None and len(weights) != len(items):
        raise ArgumentError("weights: has %d entries for %d clouds" % (len(weights), len(items)))
    found: list[tuple[Any, ...]] = []
    for k, item in enumerate(items):
        name = "clouds[%d]" % k
        given = None if weights is None or weights[k] is None else vector(weights[k], "weights[%d]" % k)
        found.append((None, distance_matrix(item, name), given) if distances else (points(item, name), None, given))
    return found


def pairwise(clouds: Any, *, mass: Optional[float] = None, share: Optional[float] = None,
             metric: Optional[str] = None, method: str = "wasserstein", weights: Any = None,
             distances: bool = False, journal: Optional[Union[str, "os.PathLike[str]"]] = None,
             start: Union[str, Sequence[str]] = "auto", restarts: int = 0, tolerance: float = 1e-9,
             seed: int = 0, threads: int = 1, time_limit: Optional[float] = None,
             progress: Optional[ProgressFunction] = None) -> PairwiseResult:
    """Partial (Gromov-)Wasserstein between all pairs of clouds, as a symmetric matrix.

    Parameters
    ----------
    clouds : list of arrays
        A row for each point; sizes may differ. With ``distances=True`` each is a matrix of distances,
        of a graph for instance (`graph_distances`), and the method is "gromov".
    mass, share : number, optional
        The mass that each pair moves, or a share of the smaller of its two totals; all of it by default.
    metric : str, optional
        As for `cost_matrix`; "sqeuclidean" by default, and "euclidean" for the method "gromov". With
        "sqeuclidean" the root of a cost is a distance in the units of the points.
    method : {"wasserstein", "gromov"}
        By costs between points of one space, or by the distances within each.
    weights : list of vectors or None, optional
        Of each cloud's points; None means uniform ones of total 1.
    distances : bool
        Whether `clouds` are matrices of distances.
    journal : file name, optional
        Finished pairs are written there as they are solved. A call with the same clouds and settings goes
        on where the one before was stopped or killed.
    start, restarts, tolerance, seed
        As for `partial_gromov`.
    threads, time_limit, progress
        Pairs are solved side by side; the matrix does not depend on how many. What is solved when the time
        is up is kept.

    Returns
    -------
    PairwiseResult

    Examples
    --------
    >>> import numpy, parot
    >>> r = parot.pairwise([[[0.0], [1.0]], [[0.0], [3.0]], [[5.0], [6.0]]], mass=0.5)
    >>> r.objective
    array([[0., 0., 8.],
           [0., 0., 2.],
           [8., 2., 0.]])
    >>> r.condensed
    array([0., 8., 2.])
    """
    from ._gromov import _search

    how, plan = _search(start, restarts, tolerance, "auto", None)
    if plan is not None:
        raise ArgumentTypeError("start: must be a name or names here")
    chosen = choice(_core.PAIRWISE_METHODS, "gromov" if distances else method, "method")
    path = None if journal is None else os.fspath(journal)
    found = _clouds(clouds, weights, distances)
    core = ask(_core.pairwise, found, (chosen, -1 if metric is None else choice(_core.METRICS, metric, "metric"), *_amount(mass, share),
                                       path, how[:4]), options(threads, time_limit, progress, seed))
    (status, objective, codes, pairs, solved, failed, known, failures) = core
    shape = (len(found), len(found))
    made = PairwiseResult(view(objective).reshape(shape), _STATUS[status], pairs, solved, failed, known,
                          [(a, b, wording(text, {})) for a, b, text in failures], view(codes, "i").reshape(shape))
    if solved < pairs:
        first = ": clouds %d and %d: %s" % made.failures[0] if made.failures else ""
        warnings.warn("%d of %d pairs are not solved%s" % (pairs - solved, pairs, first), UserWarning,
                      stacklevel=_level_of_caller())
    return made
