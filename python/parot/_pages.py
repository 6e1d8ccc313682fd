"""Figures and reports of results: the library composes and draws them, as it does for the command.

A figure is SVG, PDF or PNG by the name of its file; a report is one HTML file that needs no other.
Here a result becomes the tuples that `parot._io` takes.
"""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterable, Optional

import numpy as np

from . import _core
from ._arrays import Array, costs, number, points, signs, weights
from ._errors import ArgumentError
from ._frames import Figure
from ._results import GromovResult
from ._run import choice

try:
    from . import _io
except ImportError as error:
    raise ImportError("figures, reports and tables with text need the extension parot._io, which is built where cairo, "
                      "zlib and libmd are found (Debian: libcairo2-dev, zlib1g-dev, libmd-dev; to run it: "
                      "libcairo2, libmd0); parot.plot_plan and parot.plot_curve draw with Matplotlib (%s)"
                      % error, name="parot._io") from None

if TYPE_CHECKING:
    from ._curves import CurveResult
    from ._labels import Calibration, PUResult, Sensitivity, Trust
    from ._results import Result
    from ._tasks import RegisterResult

Summary = tuple[Any, ...]


# ---- Parts ---------------------------------------------------------------------


def _side(name: Optional[str], cloud: Any = None, argument: str = "", rows: Optional[int] = None,
          ids: Optional[list[Any]] = None, known: Optional[list[Any]] = None) -> tuple[Any, ...]:
    """(name, points, ids, columns) of one side; a frame has names for its columns, which may be `known` without it."""
    if cloud is None:
        return (name, None, ids, None if known is None else [str(column) for column in known])
    table = np.ascontiguousarray(points(cloud, argument))
    if rows is not None and len(table) != rows:
        raise ArgumentError("%s: has %d rows, the result %d" % (argument, len(table), rows))
    columns = getattr(cloud, "columns", None)
    return (name, table, ids, None if columns is None else [str(column) for column in columns])


def _both(first: Any, second: Any, words: str) -> None:
    if (first is None) != (second is None):
        raise ArgumentError("%s: give both or none" % words)


def _weights(value: Any, name: str, count: int) -> Optional[Array]:
    vector = weights(value, name)
    if vector is not None and len(vector) != count:
        raise ArgumentError("%s: has %d weights, the plan %d" % (name, len(vector), count))
    return vector


def _transport(result: "Result") -> tuple[Any, ...]:
    plan = result.plan
    return (*plan.shape, *(np.ascontiguousarray(part) for part in (plan.row, plan.col, plan.mass)),
            result.mass, result.lam, result.objective, result.bound, _core.STATUSES[result.status])


def _trial(trial: Any) -> tuple[Any, ...]:
    return (_core.STARTS[trial.start], trial.number, _core.STATUSES[trial.status], trial.objective,
            trial.stationarity, trial.iterations, np.ascontiguousarray(trial.objectives),
            np.ascontiguousarray(trial.stationarities))


def _trust(trust: Optional["Trust"]) -> Optional[tuple[Any, ...]]:
    from ._pu import _DOUBTS

    if trust is None:
        return None
    bits = sum(bit for bit, word in _DOUBTS.items() if word in trust.doubts)
    return (bits, trust.bias, trust.spies, trust.prior, trust.chance, trust.alike, trust.cause, trust.by_border, trust.border_z)


def _calibration(calibration: Optional["Calibration"]) -> Optional[tuple[Any, ...]]:
    if calibration is None:
        return None
    return (*calibration[:5], tuple(np.ascontiguousarray(array) for array in calibration[5:]))


def _sensitivity(sensitivity: Optional["Sensitivity"]) -> Optional[tuple[Any, ...]]:
    if sensitivity is None:
        return None
    return (*sensitivity[:7], np.ascontiguousarray(sensitivity.is_firm, dtype=np.int8), sensitivity.is_relabelled)


def _costs(costs: Optional[tuple[Any, ...]]) -> tuple[Any, ...]:
    """Of a wrong +1 and a wrong -1; both 0: none."""
    if costs is None:
        return (0.0, 0.0)
    wrong_positive, wrong_negative = costs
    return (number(wrong_positive, "costs"), number(wrong_negative, "costs"))


def _origin(seed: int, command: Optional[str], files: Iterable[Any]) -> tuple[Any, ...]:
    return (seed, command, [os.fsdecode(file) for file in files])


# ---- Summaries -----------------------------------------------------------------


def transport_summary(result: "Result", X: Any = None, Y: Any = None, p: Any = None, q: Any = None,
                      check: Any = None, price: Any = None, metric: Optional[str] = None,
                      cost: Any = None, command: Optional[str] = None,
                      files: Iterable[Any] = ()) -> Summary:
    """A plan, and all that is known of where it comes from."""
    _both(X, Y, "X and Y")
    n, m = result.plan.shape
    origin = _origin(0, command, files)
    names = (origin[2] + [None, None])[:2]
    sides = _side(names[0], X, "X", n), _side(names[1], Y, "Y", m)
    pair = _weights(p, "p", n), _weights(q, "q", m)
    if isinstance(result, GromovResult):
        return ("gromov", _gromov(result, pair, metric), *sides, origin)
    return ("partial", (_transport(result), pair, check,
                        None if price is None else number(price, "price"), metric,
                        None if cost is None else np.ascontiguousarray(costs(cost, "cost"))),
            *sides, origin)


def _gromov(result: GromovResult, pair: tuple[Any, ...], metric: Optional[str]) -> tuple[Any, ...]:
    trials = [_trial(trial) for trial in result.trials]
    histories = tuple(map(np.ascontiguousarray, (result.objectives, result.stationarities)))
    trials[result.best] = (*trials[result.best][:6], *histories)  # those of the best are always kept
    alpha, loss = (1.0, 0) if result.problem is None else result.problem[3:5]
    return (_transport(result), pair, result.stationarity, result.best, trials, alpha, loss, metric)


def register_summary(result: "RegisterResult", X: Any, Y: Any) -> Summary:
    n, m = result.transport.plan.shape
    moved = np.ascontiguousarray(result.apply(X))
    return ("register", (_transport(result.transport), moved), _side(None, X, "X", n),
            _side(None, Y, "Y", m), _origin(0, None, ()))


def _known_columns(answer: "PUResult") -> Optional[list[Any]]:
    """Names of the columns, if there is one for each that the result speaks of."""
    if answer.columns is None or answer.importance is None or len(answer.columns) != len(answer.importance):
        return None
    return answer.columns


def pu_summary(answer: "PUResult", positives: Any = None, unlabeled: Any = None, truth: Any = None,
               ids: Any = None, check: Any = None, proof: Any = None, estimate: Any = None,
               command: Optional[str] = None, files: Iterable[Any] = (), calibration: Any = None,
               costs: Any = None, sensitivity: Any = None) -> Summary:
    """Labels, and all that is known of them; `files`: those of the positives and the unlabeled rows."""
    _both(positives, unlabeled, "positives and unlabeled")
    rows, plan = len(answer.label), answer.transport
    names = None if ids is None else [str(name) for name in ids]
    if names is not None and len(names) != rows:
        raise ArgumentError("ids: has %d names for %d rows" % (len(names), rows))
    is_auto, is_estimated, seed = answer._asked
    origin = _origin(seed, command, files)
    known, others = (2 * origin[2] if len(origin[2]) == 1 else origin[2] + [None, None])[:2]
    arrays = (answer.label, answer.score, answer.share, answer.rank, answer.match, answer.match_cost)
    settings = (answer.method, _core.KINDS[answer.kind], _core.SCALES[answer.scale],
                _core.METRICS[answer.metric], answer.noise, answer.prior, answer.dropped, answer.fitted,
                answer.fitted_of, _core.STATUSES[answer.status], answer.rounds, answer.changed,
                np.ascontiguousarray([] if answer.importance is None else answer.importance, dtype=float),
                [tuple(step) for step in answer.steps],
                -1 if answer.classifier is None else _core.CLASSIFIERS[answer.classifier], answer.forest_part or 0.0)
    starts = ([(_trial(trial), trial.differs) for trial in answer.trials],
              -1 if answer.best is None else answer.best, -1 if answer.rival is None else answer.rival)
    return ("pu", (tuple(map(np.ascontiguousarray, arrays)), settings,
                   None if plan is None else _transport(plan), starts,
                   (answer._how, is_auto, is_estimated),
                   (None if truth is None else signs(truth, "truth", rows), _trust(check), proof,
                    estimate),
                   (_calibration(calibration), *_costs(costs), _sensitivity(sensitivity), answer._propensity)),
            _side(others, unlabeled, "unlabeled", rows, names, _known_columns(answer)),
            _side(known, positives, "positives", None if plan is None else plan.plan.shape[1]), origin)


# ---- Files ---------------------------------------------------------------------


def draw(path: Any, summary: Summary, title: Optional[str], overwrite: bool, theme: str) -> Optional[Figure]:
    return _figure(_io.figure(None if path is None else os.fsdecode(path), summary, title, overwrite,
                              choice(_io.THEMES, theme, "theme")))


def _figure(svg: Optional[str]) -> Optional[Figure]:
    return None if svg is None else Figure(svg)


def report(path: Any, summary: Summary, overwrite: bool) -> None:
    _io.report(os.fsdecode(path), summary, overwrite)


def text(summary: Summary) -> str:
    words: str = _io.text(summary)
    return words


def draw_curve(path: Any, curve: "CurveResult", chosen: Optional[float], title: Optional[str],
               overwrite: bool, theme: str) -> Optional[Figure]:
    parts = (curve.mass, curve.objective, curve.slope, curve.elbow, _core.STATUSES[curve.status],
             np.nan if chosen is None else chosen)
    return _figure(_io.curve(None if path is None else os.fsdecode(path), parts, title, overwrite,
                             choice(_io.THEMES, theme, "theme")))
