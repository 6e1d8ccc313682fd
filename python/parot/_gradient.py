"""Derivatives by points, and what a plan carries: barycentric projection and labels."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Optional

import numpy as np

from . import _core
from ._arrays import Array, _as_array, in_order, is_missing, matrix, points
from ._errors import ArgumentError, ArgumentTypeError, ask
from ._frames import frame
from ._results import Plan
from ._run import choice, options
from ._transport import _entries

if TYPE_CHECKING:
    import pandas

_WORDS = {"x": "X", "y": "Y", "weights": "plan"}


def _shape_of(plan: Any) -> tuple[int, int]:
    shape = getattr(plan, "shape", None)
    if shape is None:
        shape = matrix(plan, "plan").shape
    if len(shape) != 2:
        raise ArgumentError("plan: must have two dimensions, got shape %r" % (tuple(shape),))
    return int(shape[0]), int(shape[1])


def _plan_in(plan: Any) -> tuple[int, int, Array, Array, Array]:
    """A plan in any form, or a result that has one, as _core takes it."""
    plan = getattr(plan, "plan", plan)
    shape = _shape_of(plan)
    return (*shape, *_entries(plan, shape))


def points_gradient(X: Any, Y: Any, plan: Any, *, metric: str = "sqeuclidean",
                    time_limit: Optional[float] = None) -> tuple[Array, Array]:
    """Derivatives of ``sum(T * cost_matrix(X, Y, metric))`` by the coordinates of both clouds.

    With the plan of a solution these are the derivatives of its value, wherever the plan is unique.

    Parameters
    ----------
    X, Y : array_like
        Points, one per row; one dimension is a line.
    plan : Plan, Result, array_like or SciPy matrix
        The plan T. Numbers of any sign will do: a dense matrix of derivatives by costs, too.
    metric : str
        One of those of `cost_matrix`.
    time_limit : float, optional
        Seconds after which it gives up.

    Returns
    -------
    (by_X, by_Y) : tuple of arrays
        Of the shapes of `X` and `Y`. Where the metric has a kink (equal points of "euclidean", equal
        coordinates of "cityblock") 0; of several largest coordinates of "chebyshev" the first counts.

    Examples
    --------
    >>> import parot
    >>> X, Y = [[0., 0.], [3., 4.]], [[1., 0.]]
    >>> r = parot.partial_wasserstein_points(X, Y, mass=0.5)
    >>> parot.points_gradient(X, Y, r)
    (array([[-1.,  0.],
           [ 0.,  0.]]), array([[1., 0.]]))
    """
    x, y = points(X, "X"), points(in_order(X, Y, ("X", "Y")), "Y")
    by_x, by_y = np.empty(x.shape), np.empty(y.shape)
    given = getattr(plan, "plan", plan)
    weights: Any = matrix(given, "plan") if isinstance(given, np.ndarray) else _plan_in(given)
    ask(_core.cost_gradient, x, y, choice(_core.METRICS, metric, "metric"), weights, by_x, by_y,
        options(1, time_limit), **_WORDS)
    return (by_x.reshape(_given_shape(X, by_x)), by_y.reshape(_given_shape(Y, by_y)))


def _given_shape(given: Any, table: Array) -> tuple[int, ...]:
    """One dimension if the caller's points have one."""
    shape = given.shape if hasattr(given, "shape") else np.shape(given)
    return (len(table),) if len(shape) == 1 else table.shape


def barycentric(plan: Any, Y: Any) -> Array:
    """Where each row of a plan goes: the mean of the points that it moves to, by mass.

    Parameters
    ----------
    plan : Plan, Result, array_like or SciPy matrix
        Masses T from rows to columns.
    Y : array_like
        The point of each column, one per row; one dimension is a line.

    Returns
    -------
    array
        A point for each row of the plan; nan for rows that move nothing.

    See Also
    --------
    transfer_labels : The same for labels.
    Plan.transpose : For the way back.

    Examples
    --------
    >>> import parot
    >>> r = parot.partial_wasserstein_points([0, 1, 50], [1, 3, 90], mass=2 / 3)
    >>> parot.barycentric(r, [1, 3, 90])
    array([ 1.,  3., nan])
    """
    entries, y = _plan_in(plan), points(Y, "Y")
    to = np.empty((entries[0], y.shape[1]))
    ask(_core.barycentric, entries, y, to, None, y="Y")
    return to.reshape(_given_shape(Y, to))


class Transferred(NamedTuple):
    """What `transfer_labels` returns.

    Examples
    --------
    >>> import parot
    >>> r = parot.partial_wasserstein_points([0, 1, 50], [1, 3, 90], mass=2 / 3)
    >>> parot.transfer_labels(r, ["tree", "car", "tree"]).share.round(3).tolist()
    [[0.0, 1.0], [1.0, 0.0], [0.0, 0.0]]
    """

    #: The label of each row: that of the columns that most of it moves to; None where none is known.
    label: Array
    #: Of each row and each of `classes`: the fraction of what moves that goes there. 0 in rows that move nothing.
    share: Array
    #: The labels, sorted.
    classes: Array

    def to_frame(self) -> "pandas.DataFrame":
        """As a data frame of pandas: the label of each row, and the share of each class."""
        return frame({"label": self.label, **{str(name): self.share[:, k] for k, name in enumerate(self.classes)}})


def _codes(labels: Any) -> tuple[Array, Array]:
    """Classes, and the number of each label's class; -1 for missing ones: None and nan."""
    given = _as_array(labels, "labels")
    if given.ndim != 1:
        raise ArgumentError("labels: must have one dimension, got shape %r" % (given.shape,))
    absent = np.array([is_missing(value) for value in given.tolist()], dtype=bool)
    known = given[~absent]
    if not len(known):
        raise ArgumentError("labels: all are missing")
    try:
        classes, code = np.unique(known.astype(known.dtype if known.dtype.kind != "O" else object), return_inverse=True)
    except TypeError:
        raise ArgumentTypeError("labels: must be of one type, such as text or numbers") from None
    codes = np.full(len(given), -1, dtype=np.int32)
    codes[~absent] = code.reshape(-1)
    return classes, codes


def transfer_labels(plan: Any, labels: Any) -> Transferred:
    """Labels of columns, carried to the rows along a plan.

    Parameters
    ----------
    plan : Plan, Result, array_like or SciPy matrix
        Masses T from rows to columns.
    labels : array_like
        The label of each column: text or numbers. None and nan are unknown.

    Returns
    -------
    Transferred
        `label` of each row, `share` of each row and class, and the `classes`.

    See Also
    --------
    barycentric : The same for coordinates.

    Examples
    --------
    >>> import parot
    >>> r = parot.partial_wasserstein_points([0, 1, 50], [1, 3, 90], mass=2 / 3)
    >>> found = parot.transfer_labels(r, ["tree", "car", "tree"])
    >>> found.label.tolist(), found.classes.tolist()
    (['tree', 'car', None], ['car', 'tree'])
    """
    entries = _plan_in(plan)
    classes, codes = _codes(labels)
    share, label = np.empty((entries[0], len(classes))), np.empty(entries[0], dtype=np.int32)
    ask(_core.transfer_labels, entries, codes, len(classes), share, label, known="labels")
    names = np.full(len(label), None, dtype=object)
    names[label >= 0] = classes[label[label >= 0]]
    return Transferred(names if (label < 0).any() else names.astype(classes.dtype), share, classes)


def transpose(plan: Plan) -> Plan:
    """What `Plan.transpose` does."""
    order = np.lexsort((plan.row, plan.col))
    return Plan((plan.shape[1], plan.shape[0]), plan.col[order], plan.row[order], plan.mass[order])
