"""Figures with Matplotlib: a plan between two clouds, the curve from mass to cost, balance of pairs."""
from __future__ import annotations

from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import LineCollection

from ._arrays import points
from ._errors import ArgumentError
from ._curves import CurveResult
from ._match import MatchResult
from ._results import Result

BLUE, ORANGE, GREY = "#0072b2", "#d55e00", "#9a9a9a"
_MOST_PAIRS = 1500  # more are a grey area


def _heaviest(mass: Any) -> Any:
    """Which pairs get a line, in their order: the heaviest, of equals those at even distances."""
    if len(mass) <= _MOST_PAIRS:
        return np.arange(len(mass))
    spread = np.argsort((np.arange(len(mass)) * 0.6180339887498949) % 1, kind="stable")
    return np.sort(spread[np.argsort(-mass[spread], kind="stable")[:_MOST_PAIRS]])


def _has_one_unit(points: Any) -> bool:
    """Whether both columns seem to have one unit: the shorter range is at least a third of the longer."""
    ranges = np.ptp(points, axis=0)
    return bool(ranges.max() <= 3 * ranges.min())


def plot_plan(result: Result, X: Any, Y: Any, ax: Any = None) -> Any:
    """Both clouds with lines where mass moves, wider for more; what stays behind is hollow.

    Rows of `X` and `Y` are points; the first two coordinates are drawn, with one unit for both only if their ranges
    are similar. At most 1500 pairs have a line, the heaviest first, and the title says so. Returns the axes.

    Parameters
    ----------
    result : Result
        A plan and its prices.
    X : array_like
        Points of the first cloud.
    Y : array_like
        Points of the second cloud, with the same columns.
    ax : axes, optional
        Matplotlib's; the current ones unless given.

    Returns
    -------
    Any
        The axes.

    Examples
    --------
    >>> import parot
    >>> X, Y = [[0, 0], [3, 4]], [[0, 1], [9, 9]]
    >>> ax = parot.plot_plan(parot.partial_wasserstein_points(X, Y, mass=0.5), X, Y)
    >>> ax.get_title()
    'mass 0.5, cost 0.5'
    """
    x, y, plan = points(X, "X"), points(Y, "Y"), result.plan
    if (len(x), len(y)) != plan.shape:
        raise ArgumentError("X and Y: have %d and %d rows, the plan is %d x %d" % (
            len(x), len(y), *plan.shape))
    x, y = (np.column_stack([c, np.zeros(len(c))]) if c.shape[1] == 1 else c[:, :2] for c in (x, y))
    ax = plt.gca() if ax is None else ax
    shown = _heaviest(plan.mass)
    widths = 1.5 * np.sqrt(plan.mass[shown] / plan.mass.max()) if len(plan) else []
    ax.add_collection(LineCollection(np.stack([x[plan.row[shown]], y[plan.col[shown]]], axis=1),
                                     linewidths=widths, colors=GREY, zorder=1))
    for cloud, used, colour, marker, label in ((x, plan.row, BLUE, "o", "source"),
                                               (y, plan.col, ORANGE, "D", "target")):
        moves = np.isin(np.arange(len(cloud)), used)
        ax.scatter(*cloud[moves].T, s=14, color=colour, marker=marker, label=label, zorder=2)
        ax.scatter(*cloud[~moves].T, s=14, facecolors="none", edgecolors=colour, marker=marker, zorder=2)
    ax.set_aspect("equal" if _has_one_unit(np.concatenate([x, y])) else "auto", "datalim")
    ax.set_title("mass %.4g, cost %.6g%s" % (
        result.mass, result.objective, ", %d of %d pairs shown" % (len(shown), len(plan)) if len(shown) < len(plan) else ""))
    ax.legend(frameon=False)
    return ax


def plot_curve(path: CurveResult, ax: Any = None) -> Any:
    """Cost against mass with the elbow marked. Returns the axes.

    Parameters
    ----------
    path : CurveResult
        The curve.
    ax : axes, optional
        Matplotlib's; the current ones unless given.

    Returns
    -------
    Any
        The axes.

    Examples
    --------
    >>> import parot
    >>> ax = parot.plot_curve(parot.partial_curve([[0, 9], [1, 0], [7, 8]]))
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('mass moved', 'cost')
    """
    ax = plt.gca() if ax is None else ax
    ax.plot(path.mass, path.objective, color=BLUE)
    if path.elbow > 0:
        mass, cost = path.mass[path.elbow], path.objective[path.elbow]
        ax.plot([mass], [cost], "o", color=ORANGE)
        ax.annotate("elbow at %.4g" % mass, (mass, cost), (-8, 8), textcoords="offset points",
                    ha="right", color=ORANGE)
    ax.set_xlabel("mass moved")
    ax.set_ylabel("cost")
    return ax


def _short(name: str) -> str:
    """A long name without its middle."""
    return name if len(name) <= 32 else name[:20] + "\u2026" + name[-11:]


def plot_balance(result: MatchResult, ax: Any = None) -> Any:
    """A love plot: how far the means of each column are apart before (rings) and after pairing (dots).

    In standard deviations; below the dashed line, 0.1, is small.

    Parameters
    ----------
    result : MatchResult
        What `match` returned.
    ax : axes, optional
        Matplotlib's; the current ones unless given.

    Returns
    -------
    Any
        The axes.

    Examples
    --------
    >>> import parot
    >>> r = parot.match([[0], [12], [3]], [[10], [22], [4], [1]], caliper=5)
    >>> parot.plot_balance(r).get_xlim()[0]
    0.0
    """
    before, after = np.abs(result.before[:, 2]), np.abs(result.after[:, 2])
    order = np.argsort(np.where(np.isnan(before), -1, before), kind="stable")
    places = np.arange(len(order))
    ax = plt.gca() if ax is None else ax
    ax.hlines(places, before[order], after[order], color=GREY, linewidth=1, zorder=1)
    ax.scatter(before[order], places, facecolors="none", edgecolors=ORANGE, label="before", zorder=2)
    ax.scatter(after[order], places, color=BLUE, label="after", zorder=2)
    ax.axvline(0.1, color=GREY, linestyle="--", linewidth=1)
    ax.set_yticks(places, [_short(str(result.covariates[k])) for k in order])
    ax.set_xlim(left=0)
    ax.set_xlabel("difference of the means, in standard deviations")
    ax.legend(frameon=False)
    return ax
