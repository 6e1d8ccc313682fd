"""Aligning two tables: which rows are the same, and the motion that brings them together."""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Optional, Sequence, Union

import numpy as np

from . import _core
from ._arrays import Array, count, flag, number, points, row_pairs, view
from ._errors import ArgumentError, ArgumentTypeError, ask
from ._results import Result, _Story, result
from ._run import ProgressFunction, options, status_name
from ._tasks import RegisterResult, _registration, _share


@dataclass(repr=False, eq=False)
class AlignResult(_Story):
    """Which row of the target each row of the source is, and how sure that is.

    `match` is -1 for rows without one, whose `reason` says why: "far" (the nearest row costs more
    than `limit`, the most expensive match), "taken" (others match the nearest row more cheaply
    together) or "partly" (less than half of its weight moves); of others it is "matched".
    `confidence` is in [0, 1]: the share of the row's weight that goes to the match, times 1 - c / d with c the
    `cost` of the match and d that of the cheapest other pair of either row. Costs are squared
    distances after the motion, or mean squared differences between distances to pairs that match.
    `target_match`, `target_nearest`, `target_nearest_cost` and `target_reason` are the same for rows of the target.
    `share` of the smaller table has a match; with `has_elbow` False it was to be found, but nothing
    tells it, and the answer is unreliable. `turn_range` and `shift_range` are half widths of 95 % ranges of the motion, from
    the residuals of the pairs: the rotation in radians (one number in a plane, in space about the axes x, y and z of the
    target), and each coordinate of the shift; nan if most pairs have rivals that are about as good, None without a motion of up
    to three coordinates. `registered` is the motion, None if there is none; then
    `distances` is the plan.

    Examples
    --------
    >>> import numpy as np, parot
    >>> X = np.random.default_rng(0).normal(size=(40, 2))
    >>> r = parot.align(X, X[::-1] + [3, 1], mass=1)
    >>> r.matched, int(r.match[0])
    (40, 39)
    """

    match: Array
    confidence: Array
    cost: Array
    nearest: Array
    nearest_cost: Array
    reason: Array
    target_match: Array
    target_nearest: Array
    target_nearest_cost: Array
    target_reason: Array
    limit: float
    share: float
    low: float
    high: float
    has_elbow: bool
    is_mirrored: bool
    matched: int
    turn_range: Optional[Array]
    shift_range: Optional[Array]
    registered: Optional[RegisterResult]
    distances: Optional[Result]
    columns: int
    status: str

    @property
    def has_motion(self) -> bool:
        """Whether there is a motion: the tables have as many columns."""
        return self.registered is not None

    @property
    def pairs(self) -> Array:
        """Rows of the source and of the target that match, one pair per line."""
        rows = np.flatnonzero(self.match >= 0)
        return np.column_stack([rows, self.match[rows]])

    def to_sparse(self) -> Any:
        """The confidence of each pair, as a matrix of SciPy: source rows by target rows."""
        from scipy.sparse import csr_matrix

        source, target = self.pairs.T
        return csr_matrix((self.confidence[source], (source, target)), shape=(len(self.match), self.columns))

    def apply(self, X: Any) -> Array:
        """Points of the source after the motion."""
        if self.registered is None:
            raise ArgumentError("X: there is no motion, the tables were matched by distances")
        return self.registered.apply(X)

    def _columns(self) -> dict[str, Any]:
        return {"row": np.arange(len(self.match)), "match": self.match, "confidence": self.confidence, "cost": self.cost,
                "nearest": self.nearest, "nearest_cost": self.nearest_cost, "reason": self.reason}

    def _title(self) -> str:
        return "Alignment of %d rows with %d: %s" % (len(self.match), self.columns, self.status)

    def _lines(self) -> Sequence[tuple[str, str]]:
        lines = [("matches", "%d, share %.4g%s" % (
            self.matched, self.share, "" if self.has_elbow else "; unreliable, nothing shows how much matches")),
            ("confidence", "%.3g, median of the matches" % (
                np.median(self.confidence[self.match >= 0]) if self.matched else 0))]
        if self.registered is not None:
            lines.append(("motion", "%s, root mean square distance %.6g" % (
                "mirrored" if self.is_mirrored else "rigid", self.registered.rms)))
        if self.turn_range is not None and self.shift_range is not None and np.isfinite(self.shift_range).all():
            lines.append(("range", "rotation +- %s degrees, shift +- %s (95 %%)" % tuple(
                " ".join("%.3g" % number for number in numbers) for numbers in (np.degrees(self.turn_range), self.shift_range))))
        return lines


def _table(data: Any, name: str, basis: str) -> Array:
    """Coordinates of an AnnData object (``obsm[basis]``, or ``X`` for basis "X"), or an array."""
    if hasattr(data, "obsm") and hasattr(data, "X"):
        if basis != "X" and basis not in data.obsm:
            raise ArgumentError("basis: %s has no obsm[%r]; it has %s" % (
                name, basis, ", ".join(map(repr, data.obsm)) or "none"))
        data = data.X if basis == "X" else data.obsm[basis]
        data = data.toarray() if hasattr(data, "toarray") else data
    return points(data, name)


def _features(source: Any, target: Any, features: Any) -> tuple[Optional[Array], Optional[Array]]:
    """Features of both: a pair of arrays, or what to take from AnnData objects."""
    if features is None:
        return None, None
    if isinstance(features, str):
        return _table(source, "source", features), _table(target, "target", features)
    try:
        pair = list(features)
    except TypeError:
        raise ArgumentTypeError("features: must be two arrays, those of source and target, or a name, got %s" % type(features).__name__) from None
    if len(pair) != 2:
        raise ArgumentError("features: must be two arrays, those of source and target, got %d" % len(pair))
    return points(pair[0], "features"), points(pair[1], "features")


def align(source: Any, target: Any, *, mass: Union[float, str] = "auto", by_distances: bool = False,
          allow_mirrors: bool = False, restarts: int = 32, anchors: Any = None, features: Any = None,
          feature_share: float = 0.5, basis: str = "spatial", key: str = "parot", seed: int = 0, threads: int = 1, time_limit: Optional[float] = None,
          progress: Optional[ProgressFunction] = None) -> AlignResult:
    """Which rows of two tables are the same?

    Tables with as many columns are brought together by a rotation and a shift (`allow_mirrors`: also
    mirrored); others, or with `by_distances`, are matched by the distances within each. `mass` is the
    share of the smaller table that has a match; "auto" finds it. `anchors` are pairs of rows that are
    known to match, to begin with.

    `features` are two arrays with what else is known of the rows of each table, in the same columns. Then there is no motion: rows
    match by the distances within each table and by their features, which are `feature_share` of what is minimised. Columns are
    scaled to variance 1.

    AnnData objects: `features` may be "X" or a key of ``obsm``. Coordinates are ``obsm[basis]``, or ``X`` with ``basis="X"``; ``obs`` of the source gets the
    columns `key` + "_match" (the name of the row of the target, "" without one), "_confidence" and "_reason",
    ``obs`` of the target "_match" and "_reason".

    Parameters
    ----------
    source : array_like or AnnData
        Points, one per row.
    target : array_like or AnnData
        Points, one per row.
    mass : float or "auto"
        Share of the smaller table that has a match.
    by_distances : bool
        Match by the distances within each table, without a motion.
    allow_mirrors : bool
        Whether the motion may be a reflection.
    restarts : int
        Random starts that are tried in addition.
    anchors : (k, 2) array_like, optional
        Pairs of rows that are known to match.
    features : str or pair of array_like, optional
        What else is known of the rows of both tables.
    feature_share : float
        Of what is minimised, the share of the features.
    basis : str
        Of AnnData objects: the key of their coordinates.
    key : str
        Of AnnData objects: how the new columns begin.
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
    AlignResult
        The match of each row, and how sure it is.

    Examples
    --------
    >>> import numpy as np, parot
    >>> rng = np.random.default_rng(0)
    >>> X, turn = rng.normal(size=(60, 2)), np.array([[0.8, -0.6], [0.6, 0.8]])
    >>> r = parot.align(X[:45], X[15:] @ turn.T + [3, 1], mass=2 / 3)
    >>> r.matched, bool((r.match[15:] == np.arange(30)).all()), r.reason[0]
    (30, True, 'far')
    """
    how = (math.nan if isinstance(mass, str) and mass == "auto" else _share(mass, "mass"),
           int(flag(by_distances, "by_distances")), int(flag(allow_mirrors, "allow_mirrors")), count(restarts, "restarts"),
           number(feature_share, "feature_share"))
    first, second = _table(source, "source", basis), _table(target, "target", basis)
    core = ask(_core.align, first, second, how, row_pairs(anchors, "anchors"),
               *_features(source, target, features), options(threads, time_limit, progress, seed))
    status, rows, limit, share, low, high, has_elbow, is_mirrored, matched, ranges, motion, plan = core
    match, confidence, cost, nearest, nearest_cost, reason, target_match, target_nearest, target_cost, target_reason = rows
    name = status_name(status)
    words = np.array([word for word, _ in sorted(_core.UNMATCHED.items(), key=_place)])
    turn_range, shift_range = (None, None) if ranges is None else (view(ranges[0]), view(ranges[1]))
    found = AlignResult(view(match, "i"), view(confidence), view(cost), view(nearest, "i"), view(nearest_cost),
                        words[view(reason, "i")], view(target_match, "i"), view(target_nearest, "i"), view(target_cost),
                        words[view(target_reason, "i")], limit, share, low, high, has_elbow, is_mirrored, matched,
                        turn_range, shift_range,
                        None if motion is None else _registration(motion), None if plan is None else result(plan, name),
                        len(second), name)
    if hasattr(source, "obs"):
        _annotate(source, target, found, key)
    return found


def _place(item: tuple[str, int]) -> int:
    return item[1]


def _annotate(source: Any, target: Any, found: AlignResult, key: str) -> None:
    names = np.asarray(target.obs_names if hasattr(target, "obs_names") else np.arange(found.columns)).astype(str)
    source.obs[key + "_match"] = np.where(found.match >= 0, names[found.match], "")
    source.obs[key + "_confidence"] = found.confidence
    source.obs[key + "_reason"] = found.reason
    if hasattr(target, "obs") and hasattr(source, "obs_names"):
        names = np.asarray(source.obs_names).astype(str)
        target.obs[key + "_match"] = np.where(found.target_match >= 0, names[found.target_match], "")
        target.obs[key + "_reason"] = found.target_reason
