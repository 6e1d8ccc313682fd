"""Results of the curve from mass to cost, and of some of its masses."""
from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional, Sequence

import numpy as np

from ._arrays import Array, numbers, view
from ._frames import Figure
from ._results import Info, _Story, counted

if TYPE_CHECKING:
    from ._results import PathName


@dataclass(repr=False, eq=False)
class CurveResult(_Story):
    """The exact curve from mass to cost: convex, piecewise linear.

    Between ``mass[k]`` and ``mass[k + 1]`` one more unit costs ``slope[k]``. ``enter[i]`` is the
    mass at which row i begins to move (inf: never), `order` the rows in that order, `elbow` the index
    of the breakpoint farthest below the chord.

    Examples
    --------
    >>> import parot
    >>> curve = parot.partial_curve([[0, 9], [1, 0], [7, 8]])
    >>> curve.mass[curve.elbow], curve.at(0.5)
    (0.6666666666666666, 0.0)
    """

    mass: Array
    objective: Array
    slope: Array
    enter: Array
    order: Array
    elbow: int
    status: str
    info: Info

    def at(self, mass: Any) -> Any:
        """The cost at any mass between 0 and the last; nan outside."""
        masses = numbers(mass, "mass")
        is_inside = (masses >= 0) & (masses <= self.mass[-1])
        piece = np.clip(np.searchsorted(self.mass, masses, side="right") - 1, 0, len(self.mass) - 1)
        slope = np.append(self.slope, 0.0)[piece]
        value = self.objective[piece] + slope * (masses - self.mass[piece])
        return np.where(is_inside, value, np.nan)[()]

    def plot(self, path: Optional[PathName] = None, mass: Optional[float] = None, *, title: Optional[str] = None,
             overwrite: bool = True, theme: str = "auto") -> Optional[Figure]:
        """Draws cost against mass and the price of the next unit, marking `mass`.

        `theme` is "light" or "dark"; an SVG of "auto" is what its reader prefers.
        """
        from . import _pages

        return _pages.draw_curve(path, self, mass, title, overwrite, theme)

    def _columns(self) -> dict[str, Any]:
        return {"mass": self.mass, "objective": self.objective, "slope": np.append(self.slope, np.nan)}

    def _thumbnail(self) -> Optional[str]:
        figure = self.plot()
        return None if figure is None else figure.svg

    def _title(self) -> str:
        return "Curve from mass to cost: %s" % self.status

    def _lines(self) -> Sequence[tuple[str, str]]:
        elbow = ("none, the curve is straight" if self.elbow == 0 else
                 "mass %.6g, cost %.6g" % (self.mass[self.elbow], self.objective[self.elbow]))
        return [("breakpoints", "%d, from mass 0 to %.9g" % (len(self.mass), self.mass[-1])),
                ("cost", "0 to %.9g" % self.objective[-1]),
                ("elbow", elbow)]


def curve_result(core: tuple[Any, ...], status: str) -> CurveResult:
    (_, mass, objective, slope, enter, order, elbow, info) = core
    return CurveResult(view(mass), view(objective), view(slope), view(enter), view(order, "i"),
                      elbow, status, Info(*info))


@dataclass(repr=False, eq=False)
class MassCosts(_Story):
    """Single points of the curve from mass to cost, each solved and proved on its own.

    `slope` is a price of the next unit: inf where no more can move, nan at mass 0. Masses that a
    stopped run did not reach have nan everywhere.

    Examples
    --------
    >>> import parot
    >>> found = parot.partial_masses_points([0, 1, 9], [0, 1, 2], [1 / 3, 1])
    >>> found.mass.round(3).tolist(), found.objective.round(3).tolist()
    ([0.333, 1.0], [0.0, 16.333])
    """

    mass: Array
    objective: Array
    slope: Array
    #: By `certify_points`: each cost is at most so much above the least.
    relative: Array
    status: str

    def _columns(self) -> dict[str, Any]:
        return {"mass": self.mass, "objective": self.objective, "slope": self.slope, "relative": self.relative}

    def _title(self) -> str:
        return "Costs of %d masses: %s" % (len(self.mass), self.status)

    def _lines(self) -> Sequence[tuple[str, str]]:
        known = ~np.isnan(self.objective)
        if not known.any():
            return []
        lines = [(name, "%.9g to %.9g" % (part[known].min(), part[known].max()))
                 for name, part in (("mass", self.mass), ("cost", self.objective))]
        lines.append(("relative", "%.2g: no cost is above the least by more than this share of it%s" % (
            self.relative[known].max(), ", proved" if self.status == "solved" else "")))
        if not known.all():
            lines.append(("missing", counted(len(known) - known.sum(), "mass, which was", "masses, which were") + " not solved"))
        return lines


def mass_costs(core: tuple[Any, ...], status: str) -> MassCosts:
    (_, mass, objective, slope, relative) = core
    return MassCosts(view(mass), view(objective), view(slope), view(relative), status)
