"""Tasks done with partial transport: registering clouds, finding what is new in a table, explaining."""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Sequence, Union

import numpy as np

from . import _core
from ._arrays import Array, _columns, costs, count, in_order, matrix, number, points, vector, view, weights
from ._errors import ArgumentError, ask
from ._frames import Figure, frame
from ._labels import PUResult
from ._results import Result, _Story, plan_parts, result
from ._run import ProgressFunction, choice, options, status_name

if TYPE_CHECKING:
    import pandas

    from ._results import PathName


# ---- Registering ---------------------------------------------------------------


@dataclass(repr=False, eq=False)
class RegisterResult(_Story):
    """The motion ``y = scale * rotation @ x + shift`` that lays one cloud onto the other.

    `match` is the row of the target for each row of the source (-1: it has no partner), `rms` the
    root mean square distance of those that have one. `rank` is that of the inliers' directions:
    below dims - 1 other rotations fit as well. `transport` is the plan of the last step: rows have
    weight 1, costs are squared distances of the moved source.

    Examples
    --------
    >>> import numpy as np, parot
    >>> X = np.random.default_rng(0).normal(size=(40, 2))
    >>> r = parot.register(X, X + [3, 1], overlap=1)
    >>> np.allclose(r.apply(X), X + [3, 1])
    True
    """

    scale: float
    rotation: Array
    shift: Array
    overlap: float
    #: False: the overlap was to be found, but the curve does not tell it; 1 is used.
    has_elbow: bool
    rank: int
    inliers: int
    match: Array
    rms: float
    trials: int
    iterations: int
    transport: Result
    status: str

    def apply(self, X: Any) -> Array:
        """The points after the motion."""
        rows = points(X, "X")
        if rows.shape[1] != len(self.shift):
            raise ArgumentError("X: has %d columns, the motion has %d" % (rows.shape[1],
                                                                         len(self.shift)))
        return self.scale * rows @ self.rotation.T + self.shift

    def plot(self, path: Optional["PathName"] = None, X: Any = None, Y: Any = None, *,
             title: Optional[str] = None, overwrite: bool = True, theme: str = "auto") -> Optional[Figure]:
        """Draws both clouds as they are, and the moved source on the target, with lines between
        partners. Without the name of a file, a `Figure` that notebooks show. `theme` is "light" or
        "dark"; an SVG of "auto" is what its reader prefers."""
        from . import _pages

        if X is None or Y is None:
            raise ArgumentError("X and Y: give both clouds, which the figure shows")
        return _pages.draw(path, _pages.register_summary(self, X, Y), title, overwrite, theme)

    def _columns(self) -> dict[str, Any]:
        return {"row": np.arange(len(self.match)), "match": self.match}

    def _title(self) -> str:
        return "Registration of %d points in %d dimensions: %s" % (
            len(self.match), len(self.shift), self.status)

    def _lines(self) -> Sequence[tuple[str, str]]:
        lines = [("inliers", "%d of %d points, overlap %.4g%s" % (
            self.inliers, len(self.match), self.overlap,
            "" if self.has_elbow else "; the curve does not show it")),
            ("distance", "%.6g, root mean square of the inliers" % self.rms)]
        if len(self.shift) == 2:
            lines.append(("rotation", "%.6g degrees" % math.degrees(
                math.atan2(self.rotation[1, 0], self.rotation[0, 0]))))
        lines += [("scale", "%.6g" % self.scale),
                  ("shift", ", ".join("%.6g" % x for x in self.shift[:6]) +
                   (", ..." if len(self.shift) > 6 else ""))]
        if self.rank < len(self.shift) - 1:
            lines.append(("doubt", "the inliers have rank %d: other rotations fit as well" % self.rank))
        return lines


def register(source: Any, target: Any, *, motion: str = "rigid",
             overlap: Union[float, str] = "auto", restarts: int = 8, seed: int = 0,
             threads: int = 1, max_iterations: Optional[int] = None,
             time_limit: Optional[float] = None,
             progress: Optional[ProgressFunction] = None) -> RegisterResult:
    """Rotates and shifts `source` onto `target`, which it overlaps only in part.

    `motion`: "rigid", "similarity" (with a scale) or "translation". `overlap` is the fraction of
    the smaller cloud that has a partner, in (0, 1]; "auto" finds it at the elbow of the curve.
    Exact partial transport and the transform that fits its plan take turns, from several starts;
    the answer is a local minimum, the best of them.

    Parameters
    ----------
    source : array_like
        Points, one per row.
    target : array_like
        Points, one per row.
    motion : str
        "rigid", "similarity" or "translation".
    overlap : float or "auto"
        Fraction of the smaller cloud that has a partner.
    restarts : int
        Random starts that are tried in addition.
    seed : int
        Of all that is random; the same seed gives the same result.
    threads : int
        Threads to use; 0: one for each processor. Results do not depend on it.
    max_iterations : int, optional
        After which it stops.
    time_limit : float, optional
        Seconds after which it stops; what there is then has another `status` than "solved".
    progress : callable or bool, optional
        Called with a `Progress` some twenty times a second; stops the run by returning something true.
        True shows a bar.

    Returns
    -------
    RegisterResult
        The motion, and the partner of each point.

    Examples
    --------
    >>> import numpy as np, parot
    >>> rng = np.random.default_rng(0)
    >>> X, turn = rng.normal(size=(60, 2)), np.array([[0.8, -0.6], [0.6, 0.8]])
    >>> Y = np.vstack([X[:50] @ turn.T + [3, 1], rng.uniform(4, 9, size=(10, 2))])
    >>> r = parot.register(X, Y, overlap=0.8)
    >>> np.allclose(r.rotation, turn, atol=1e-6), r.shift.round(6)
    (True, array([3., 1.]))
    """
    how = (choice(_core.MOTIONS, motion, "motion"),
           math.nan if isinstance(overlap, str) and overlap == "auto" else _share(overlap, "overlap"),
           count(restarts, "restarts"))
    target = in_order(source, target, ("source", "target"))
    core = ask(_core.register, points(source, "source"), points(target, "target"), how,
               options(threads, time_limit, progress, seed, max_iterations))
    return _registration(core)


def _registration(core: tuple[Any, ...]) -> RegisterResult:
    (status, dims, scale, rotation, shift, used, has_elbow, rank, inliers, match, rms, trials,
     iterations, transport) = core
    name = status_name(status)
    return RegisterResult(scale, view(rotation).reshape(dims, dims), view(shift), used, has_elbow,
                          rank, inliers, view(match, "i"), rms, trials, iterations,
                          result(transport, name), name)


def _share(value: Any, name: str) -> float:
    """A number that is there: nan would mean "auto"."""
    share = number(value, name)
    if math.isnan(share):
        raise ArgumentError("%s: must be a number or 'auto', got nan" % name)
    return share


# ---- What is new? --------------------------------------------------------------


@dataclass(repr=False, eq=False)
class DriftResult(_Story):
    """Which rows of today do not fit the reference.

    `price` is the cost of placing a row at the moment it enters, `score` the fraction of the
    reference rows that cost less (1 - p-value), `is_new` where that is at least 1 - level. `match`
    is the nearest row of the reference, `match_cost` its distance, `order` 1 for the row to label
    first (0: not new). By chance `expected` alarms would occur; `z` says by how many standard
    errors there are more, and `beyond` rows cost more than any row of the reference.

    Examples
    --------
    >>> import numpy as np, parot
    >>> rng = np.random.default_rng(0)
    >>> r = parot.drift(rng.normal(size=(200, 2)), np.vstack([rng.normal(size=(50, 2)), [[9, 9]]]))
    >>> bool(r.is_new[50]), int(r.order[50])
    (True, 1)
    """

    price: Array
    score: Array
    is_new: Array
    match: Array
    match_cost: Array
    order: Array
    scale: str
    metric: str
    dropped: int
    threshold: float
    expected: float
    z: float
    beyond: int
    beyond_chance: float
    is_drift: bool
    share: float
    low: float
    high: float
    splits: int
    status: str

    @property
    def alarms(self) -> int:
        """Rows that are new."""
        return int(self.is_new.sum())

    def _columns(self) -> dict[str, Any]:
        return {"price": self.price, "score": self.score, "is_new": self.is_new, "match": self.match,
                "match_cost": self.match_cost, "order": self.order}

    def _title(self) -> str:
        return "%s in %d rows: %s" % ("Drift" if self.is_drift else "No drift", len(self.price),
                                      self.status)

    def _lines(self) -> Sequence[tuple[str, str]]:
        return [("new rows", "%d; %.3g were usual, z = %.3g" % (self.alarms, self.expected, self.z)),
                ("beyond", "%d cost more than any row of the reference; the chance of that is %.3g" % (
                    self.beyond, self.beyond_chance)),
                ("share", "%.3g, between %.3g and %.3g" % (self.share, self.low, self.high)),
                ("settings", "scale %s, metric %s" % (self.scale, self.metric))]


def drift(reference: Any, today: Any, *, scale: str = "auto", metric: str = "auto",
          level: float = 0.05, room: float = 2.0, splits: int = 5, seed: int = 0, threads: int = 1,
          time_limit: Optional[float] = None,
          progress: Optional[ProgressFunction] = None) -> DriftResult:
    """Which rows of `today` do not fit `reference`, and which should be labelled first?

    `level` is the fraction of rows flagged as new when nothing is. A row of the reference takes up
    to `room` times its share; with 1, rows of a kind that has become more frequent are flagged too.
    `splits` of the reference into random halves show which prices are usual.

    Parameters
    ----------
    reference : array_like
        Rows that are as they should be.
    today : array_like
        Rows to compare with them, with the same columns.
    scale : str
        How columns are scaled; "auto": by the kind of data.
    metric : str
        "sqeuclidean", "euclidean", "cityblock", "cosine", "chebyshev" or "correlation".
    level : float
        Fraction of rows that is flagged when nothing is new.
    room : float
        Up to so many times its share a row of the reference takes.
    splits : int
        Of the reference into random halves, which show what is usual.
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
    DriftResult
        Which rows are new, and whether there is drift.

    Examples
    --------
    >>> import numpy as np, parot
    >>> rng = np.random.default_rng(0)
    >>> reference = rng.normal(size=(200, 3))
    >>> today = np.vstack([rng.normal(size=(90, 3)), rng.normal(8, 1, size=(10, 3))])
    >>> r = parot.drift(reference, today)
    >>> r.is_drift, r.is_new[90:].all()
    (True, True)
    """
    how = (choice(_core.SCALES, scale, "scale", ("auto",)),
           choice(_core.METRICS, metric, "metric", ("auto",)), number(level, "level"),
           number(room, "room"), count(splits, "splits"))
    today = in_order(reference, today, ("reference", "today"))
    core = ask(_core.drift, matrix(reference, "reference"), matrix(today, "today"), how,
               options(threads, time_limit, progress, seed))
    status, price, score, is_new, match, match_cost, order, *rest = core
    fields: tuple[Any, ...] = (
        view(price), view(score), view(is_new, "b").astype(bool), view(match, "i"),
        view(match_cost), view(order, "i"), *rest, status_name(status))
    return DriftResult(*fields)


@dataclass(frozen=True, repr=False)
class Reasons(_Story):
    """Which columns make a row unlike the positives, for the model that judges it.

    `part` and `rest` add up to `score` - `usual`, the score of the row minus that of the positives;
    below 0 a column makes the row less like them. `order` has those columns first.

    Examples
    --------
    >>> import numpy as np, parot
    >>> rng = np.random.default_rng(0)
    >>> known = rng.normal(size=(60, 2))
    >>> rows = np.vstack([rng.normal(size=(40, 2)), rng.normal(6, 1, size=(60, 2))])
    >>> answer = parot.pu(known, rows, prior=0.4, keep_model=True)
    >>> parot.explain_row(answer, known, [0, 9]).order.tolist()
    [1, 0]
    """
    score: float
    usual: float
    part: Array
    error: Array
    median: Array
    order: Array
    rest: float
    walks: int
    #: What the columns are called, if the tables are frames.
    names: Optional[list[Any]] = None

    def _columns(self) -> dict[str, Any]:
        return {"column": np.arange(len(self.part)) if self.names is None else self.names, "part": self.part, "error": self.error, "median": self.median}

    def _title(self) -> str:
        return "Score %.3g; positives have %.3g" % (self.score, self.usual)

    def _lines(self) -> Sequence[tuple[str, str]]:
        return [("column %d" % k if self.names is None else str(self.names[k]), "%+.3g (standard error %.2g), median of the positives %.4g" % (
            self.part[k], self.error[k], self.median[k])) for k in self.order[:5]]


@dataclass(frozen=True, repr=False)
class Move(_Story):
    """Why one row of a transport moves or stays, and what would change it.

    It moves if its `price`, the least ``C[row, j] + v[j]``, is below `lam`; at `lam` some of it may.
    `match`, `match_mass` and `match_cost` are the columns that it moves to. `other` are rows that
    would move in its place if it were not there (`is_removed`), or stay in its place if it had to move,
    `other_mass` how much of them, and `others_cost` is by how much the cost would rise; known if
    `has_answer`. `is_needed`: without the row the mass could not move.

    Examples
    --------
    >>> import parot
    >>> C = [[1, 4], [9, 8], [3, 2]]
    >>> move = parot.explain_move(C, parot.partial_wasserstein(C, mass=0.5), 1)
    >>> move.is_none, move.price
    (True, 8.0)
    """
    row: int
    weight: float
    moved: float
    is_whole: bool
    is_none: bool
    mass: float
    lam: float
    most: float
    match: Array
    match_mass: Array
    match_cost: Array
    nearest: int
    nearest_cost: float
    price_at: int
    price: float
    is_removed: bool
    is_needed: bool
    has_answer: bool
    other: Array
    other_mass: Array
    others_cost: float

    def _columns(self) -> dict[str, Any]:
        return {"row": self.row, "match": self.match, "mass": self.match_mass, "cost": self.match_cost}

    def _title(self) -> str:
        return "Row %d %s" % (self.row, "moves: all of its weight %.6g" % self.weight if self.is_whole else
                              "stays: none of its weight %.6g moves" % self.weight if self.is_none else
                              "moves in part: %.6g of its weight %.6g" % (self.moved, self.weight))

    def _lines(self) -> Sequence[tuple[str, str]]:
        lines = [("match", "column %d: mass %.6g at cost %.6g" % pair)
                 for pair in zip(self.match, self.match_mass, self.match_cost)]
        lines.append(("price", "%.6g, at column %d; lambda is %.6g" % (self.price, self.price_at, self.lam)))
        if self.has_answer:
            rows = ", ".join("row %d (%.6g)" % pair for pair in zip(self.other, self.other_mass))
            lines.append(("without it" if self.is_removed else "if it had to",
                          "%s would %s instead; the cost would rise by %.6g" % (
                              rows or "no other row", "move" if self.is_removed else "stay", self.others_cost)))
        return lines


def _move(core: tuple[Any, ...]) -> Move:
    fields = [*core[:8], view(core[8], "i"), view(core[9]), view(core[10]), *core[11:18], view(core[18], "q"),
              view(core[19]), core[20]]
    return Move(*fields)


def explain_move(C: Any, result: Result, row: int, p: Any = None, q: Any = None, *,
                 time_limit: Optional[float] = None,
                 progress: Optional[ProgressFunction] = None) -> Move:
    """Why does this row of the result of `partial_wasserstein` move, or stay?

    What would happen without it, or if it had to move, is found out by solving that problem.

    Parameters
    ----------
    C : (n, m) array_like or SciPy matrix
        Costs of any sign; ``inf`` forbids a pair, and so does its absence from a sparse matrix.
    result : Result
        A plan and its prices.
    row : int
        Which row, from 0.
    p : array_like, optional
        Weights of the rows, of any total; None: uniform ones of total 1.
    q : array_like, optional
        The same of the columns.
    time_limit : float, optional
        Seconds after which it stops; what there is then has another `status` than "solved".
    progress : callable or bool, optional
        Called with a `Progress` some twenty times a second; stops the run by returning something true.
        True shows a bar.

    Returns
    -------
    Move
        Why the row moves or stays.

    Examples
    --------
    >>> import parot
    >>> C = [[1, 4], [9, 8], [3, 2]]
    >>> parot.explain_move(C, parot.partial_wasserstein(C, mass=0.5), 0)
    Row 0 moves: all of its weight 0.333333
      match       column 0: mass 0.333333 at cost 1
      price       1, at column 0; lambda is 2
      without it  row 1 (0.166667), row 2 (0.166667) would move instead; the cost would rise by 1.33333
    """
    return _move(ask(_core.explain_move, costs(C, "C"), weights(p, "p"), weights(q, "q"),
                     plan_parts(result), count(row, "row", 0), options(1, time_limit, progress), cost="C"))


def explain_move_points(X: Any, Y: Any, result: Result, row: int, p: Any = None, q: Any = None, *,
                        metric: str = "sqeuclidean", threads: int = 1, time_limit: Optional[float] = None,
                        progress: Optional[ProgressFunction] = None) -> Move:
    """`explain_move` for the result of `partial_wasserstein_points`, without a cost matrix.

    Parameters
    ----------
    X : array_like
        Points of the first cloud, one per row; one dimension is a line.
    Y : array_like
        Points of the second cloud, with the same columns.
    result : Result
        A plan and its prices.
    row : int
        Which row, from 0.
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
    Move
        Why the row moves or stays.

    Examples
    --------
    >>> import parot
    >>> X, Y = [0, 3, 7], [1, 2, 9]
    >>> r = parot.partial_wasserstein_points(X, Y, mass=2 / 3, metric="cityblock")
    >>> move = parot.explain_move_points(X, Y, r, 2, metric="cityblock")
    >>> move.is_none, int(move.nearest), round(3 * move.others_cost, 9)
    (True, 2, 1.0)
    """
    from ._transport import _CLOUDS, _clouds

    return _move(ask(_core.explain_move, _clouds(X, Y, metric), weights(p, "p"), weights(q, "q"), plan_parts(result),
                     count(row, "row", 0), options(threads, time_limit, progress), **_CLOUDS))


class LabelReasons(NamedTuple):
    """Why a row has its label: see `explain_label`.

    Examples
    --------
    >>> import numpy as np, parot
    >>> rng = np.random.default_rng(0)
    >>> known = rng.normal(size=(60, 2))
    >>> rows = np.vstack([rng.normal(size=(40, 2)), rng.normal(6, 1, size=(60, 2))])
    >>> reasons = parot.explain_label(parot.pu(known, rows, prior=0.4), known, rows, 0)
    >>> reasons.other_labels, reasons.positives
    (0, 40)
    """

    #: Rows labelled positive.
    positives: int
    #: None: the method labels all rows together, and no column decides by itself.
    columns: Optional[Reasons]
    #: Rows that the method, asked again, labels otherwise: 0 with the same tables, settings and seed.
    other_labels: int
    #: The row in the transport that the method begins with, of "learned" in its last one; None: it moves nothing.
    move: Optional[Move]
    #: Rows that move at least half and are labelled positive.
    agreeing: int
    #: How much each column counts in the forest that judges, over all rows; None without a forest.
    importance: Optional[Array]
    #: Of "learned": what the row pays beside its distance, part of all costs of `move`; 0 for others.
    toll: float
    #: The settings of that transport; None without one.
    kind: Optional[str]
    scale: Optional[str]
    metric: Optional[str]
    noise: Optional[float]

    def to_frame(self) -> "pandas.DataFrame":
        """As a data frame of pandas: a row for each column that counts, or for each match of the row's move."""
        shown = self.columns if self.columns is not None else self.move
        return frame({"positives": self.positives}) if shown is None else shown.to_frame()


def explain_label(answer: PUResult, positives: Any, unlabeled: Any, row: int, *, seed: int = 0,
                  threads: int = 1, time_limit: Optional[float] = None,
                  progress: Optional[ProgressFunction] = None) -> LabelReasons:
    """Why does this row of `unlabeled` have its label? As `parot explain` says it.

    `answer` is the result of `pu` for the two tables.

    Parameters
    ----------
    answer : PUResult
        What `pu` returned.
    positives : array_like or data frame
        Rows that are known to be positive; frames may hold text.
    unlabeled : array_like or data frame
        Rows whose class is not known, with the same columns.
    row : int
        Which row, from 0.
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
    LabelReasons
        Why the row has its label.

    Examples
    --------
    >>> import numpy as np, parot
    >>> rng = np.random.default_rng(0)
    >>> known, rows = rng.normal(size=(30, 2)), rng.normal(3, 3, size=(60, 2))
    >>> reasons = parot.explain_label(parot.pu(known, rows, 0.3), known, rows, 7)
    >>> reasons.other_labels, reasons.move.is_none, reasons.columns.score < 0.5
    (0, True, True)
    """
    from ._pu import _feature_names, _settings, _tables

    labelled, columns, other, move, agreeing, importance, toll, *settings = ask(
        _core.explain_label, _tables(positives, unlabeled, propensity=answer._propensity), _settings(answer, "explain_label"),
        np.ascontiguousarray(answer.label, dtype=np.int8), count(row, "row", 0),
        options(threads, time_limit, progress, seed), positive="positives")
    if move is None:
        settings = [None] * len(settings)
    return LabelReasons(labelled, None if columns is None else _reasons(columns, _feature_names(positives, unlabeled)), other,
                        None if move is None else _move(move), agreeing,
                        np.array(importance) if importance else None, toll, *settings)


def explain_row(answer: Any, positives: Any, row: Any, *, seed: int = 0,
                time_limit: Optional[float] = None,
                progress: Optional[ProgressFunction] = None) -> Reasons:
    """Why does the model of ``pu(..., keep_model=True)`` give this row its score?

    `answer` is that result or its `model`, `positives` the table that it was made with, `row` one
    row with the same columns. Shapley values: a positive turns into the row, column by column in
    random order, and each column is credited with the change of the score at its turn.

    Parameters
    ----------
    answer : PUResult or array
        The result of ``pu(..., keep_model=True)``, or its `model`.
    positives : array_like or data frame
        Rows that are known to be positive; frames may hold text.
    row : array_like
        One row with the same columns.
    seed : int
        Of all that is random; the same seed gives the same result.
    time_limit : float, optional
        Seconds after which it stops; what there is then has another `status` than "solved".
    progress : callable or bool, optional
        Called with a `Progress` some twenty times a second; stops the run by returning something true.
        True shows a bar.

    Returns
    -------
    Reasons
        What each column adds to the score.

    Examples
    --------
    >>> import numpy as np, parot
    >>> rng = np.random.default_rng(0)
    >>> known, rows = rng.normal(size=(30, 2)), rng.normal(3, 3, size=(60, 2))
    >>> answer = parot.pu(known, rows, prior=0.3, keep_model=True)
    >>> int(parot.explain_row(answer, known, [0, 9]).order[0])
    1
    """
    numbers = answer.model if isinstance(answer, PUResult) else answer
    if numbers is None:
        raise ArgumentError("answer: the result has no model; ask for it with pu(..., keep_model=True)")
    one = row if getattr(row, "ndim", 1) == 2 else [row]
    return _reasons(ask(_core.explain_row, vector(numbers, "model"), matrix(positives, "positives"),
                        matrix(one, "row"), options(1, time_limit, progress, seed)), _columns(positives))


def _reasons(core: tuple[Any, ...], names: Optional[list[Any]] = None) -> Reasons:
    score, usual, part, error, median, order, rest, walks = core
    return Reasons(score, usual, view(part), view(error), view(median), view(order, "i"), rest, walks, names)
