"""Figures and reports of results, drawn by the library: the command's, from Python.

A figure is SVG, PDF or PNG by the name of its file; a report is one HTML file that needs no other.
"""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from . import __version__
from ._arrays import Array, points, signs, weights
from ._errors import ArgumentError

try:
    from . import _io
except ImportError as error:
    raise ImportError("figures and reports need the extension parot._io, which is built where cairo "
                      "and zlib are found (Debian: libcairo2-dev, zlib1g-dev; to run it: libcairo2); "
                      "parot.plot_plan and parot.plot_curve draw with Matplotlib (%s)" % error,
                      name="parot._io") from None

if TYPE_CHECKING:
    from ._tasks import RegisterResult
    from ._results import GromovResult, CurveResult, PUResult, Result

Panel = tuple
Part = tuple


# ---- Panels --------------------------------------------------------------------


def _cloud(value: Any, name: str, rows: int) -> Array:
    cloud = np.ascontiguousarray(points(value, name))
    if len(cloud) != rows:
        raise ArgumentError("%s: has %d rows, the result %d" % (name, len(cloud), rows))
    return cloud


def _truth(value: Any, rows: int) -> Optional[Array]:
    return None if value is None else signs(value, "truth", rows)


def _weights(value: Any, name: str, count: int) -> Optional[Array]:
    vector = weights(value, name)
    if vector is not None and len(vector) != count:
        raise ArgumentError("%s: has %d weights, the plan %d" % (name, len(vector), count))
    return vector


def _plan(result: "Result") -> tuple:
    plan = result.plan
    return (*plan.shape, *(np.ascontiguousarray(part) for part in (plan.row, plan.col, plan.mass)))


def transport_panels(result: "Result", X: Any = None, Y: Any = None, p: Any = None,
                     q: Any = None) -> list[Panel]:
    """The clouds with the plan between them if there are any, else the plan as a matrix."""
    if (X is None) != (Y is None):
        raise ArgumentError("X and Y: give both clouds or none")
    if X is None:
        n, m = result.plan.shape
        return [("plan", None, (_plan(result), _weights(p, "p", n), _weights(q, "q", m)))]
    x, y = _cloud(X, "X", result.plan.shape[0]), _cloud(Y, "Y", result.plan.shape[1])
    apart = x.shape[1] != y.shape[1]
    return [("clouds", None, (x, y, _plan(result), None, None, None, "source", "target", apart))]


def gromov_panels(result: "GromovResult", X: Any = None, Y: Any = None, p: Any = None,
                  q: Any = None) -> list[Panel]:
    (kind, title, parts), = transport_panels(result, X, Y, p, q)
    if kind == "clouds":
        parts = (*parts[:-1], True)  # nothing is compared across
    panels: list[Panel] = [(kind, title, parts)]
    if len(result.objectives):
        panels.append(("history", None, (result.trials[result.best].start, result.objectives,
                                         result.stationarities)))
    return panels


def curve_panels(path: "CurveResult", chosen: Optional[float]) -> list[Panel]:
    from ._core import STATUSES

    return [("curve", None, (path.mass, path.objective, path.slope, path.elbow,
                            STATUSES[path.status], np.nan if chosen is None else chosen))]


def pu_panels(answer: "PUResult", positives: Any = None, unlabeled: Any = None,
              truth: Any = None) -> list[Panel]:
    if (positives is None) != (unlabeled is None):
        raise ArgumentError("positives and unlabeled: give both tables or none")
    known = _truth(truth, len(answer.label))
    labels = np.ascontiguousarray(answer.label)
    panels: list[Panel] = []
    if positives is not None:
        rows = _cloud(unlabeled, "unlabeled", len(labels))
        plan = answer.transport
        known_rows = np.ascontiguousarray(points(positives, "positives"))
        if plan is not None:
            _cloud(known_rows, "positives", plan.plan.shape[1])
        panels.append(("clouds", "Labels", (
            rows, known_rows, None if plan is None or not len(plan.plan) else _plan(plan), labels,
            known, None, "unlabeled", "known positives", rows.shape[1] != known_rows.shape[1])))
    panels.append(("scores", "Scores", (np.ascontiguousarray(answer.score), known, 0.5)))
    if known is not None:
        counts = np.bincount(2 * known + (labels > 0), minlength=4)
        panels.append(("confusion", "Labels against the truth", tuple(map(int, counts))))
    return panels


def register_panels(result: "RegisterResult", X: Any, Y: Any) -> list[Panel]:
    (kind, title, parts), = transport_panels(result.transport, result.apply(X), Y)
    return [(kind, title, (*parts[:6], "source, moved", "target", False))]


def write(path: Any, panels: list[Panel], title: Optional[str], overwrite: bool) -> None:
    _io.write(os.fsdecode(path), panels, title, overwrite)


# ---- Reports -------------------------------------------------------------------


def _figures(panels: list[list[Panel]], captions: list[str]) -> list[Part]:
    return [("figure", _io.svg(sheet), caption) for sheet, caption in zip(panels, captions)]


def _numbers(values: Any) -> Array:
    return np.ascontiguousarray(values, dtype=np.float64)


def _proof(result: "Result") -> str:
    return ("The plan costs %.9g. By its prices no plan of this mass costs less than %.9g, up to "
            "rounding; parot.certify proves how far from the optimum it can be, from the costs, the "
            "plan and the prices alone." % (result.objective, result.bound))


def _again(status: str) -> list[Part]:
    return [("section", "Made by"), ("fact", "parot", __version__), ("fact", "status", status)]


def transport_report(path: Any, result: "Result", panels: list[Panel], overwrite: bool) -> None:
    """For plans of every kind: the summary, pictures and all pairs."""
    title = result._title()
    order = np.argsort(-result.plan.mass, kind="stable")
    parts: list[Part] = [("section", "The answer")]
    parts += [("fact", name, value) for name, value in result._lines()]
    if not hasattr(result, "trials"):
        parts += [("section", "Can it be trusted?"), ("text", _proof(result))]
    parts += [("section", "Pictures")] + _figures([[panel] for panel in panels], [
        {"clouds": "Both clouds, with a line for each pair that mass moves between; more than two "
                   "columns are seen along the principal axes.",
         "plan": "The plan as a matrix; beside it what the rows keep, above it what the columns "
                 "lack.",
         "history": "Objective and gap of each iteration of the start that won."}[panel[0]]
        for panel in panels])
    parts += [("section", "Pairs"), ("table", [
        ("row", "of the source, from 0", _numbers(result.plan.row[order]), 15),
        ("column", "row of the target, from 0", _numbers(result.plan.col[order]), 15),
        ("mass", "that moves between the two", _numbers(result.plan.mass[order]), 9)])]
    summary = "A mass of %.6g moves between %d pairs and costs %.6g." % (
        result.mass, len(result.plan), result.objective)
    _io.report(os.fsdecode(path), (title, summary), parts + _again(result.status), overwrite)


def _pu_trust(answer: "PUResult") -> list[Part]:
    parts: list[Part] = [("section", "Can it be trusted?")]
    plan = answer.transport
    if answer.best is not None:
        best = answer.trials[answer.best]
        parts.append(("text", "The plan is the best of %d starts ('%s', objective %.6g). It is "
                      "stationary; that it is the best of all plans is not proved." % (
                          len(answer.trials), best.start, best.objective)))
    elif plan is None:
        parts.append(("text", "This method moves nothing, so that there is no plan to prove."))
    else:
        parts.append(("text", _proof(plan)))
    if answer.rival is not None:
        parts.append(("warning", "The labels are unstable: the start '%s' is nearly as good and "
                      "labels %.0f %% of the rows differently." % (
                          answer.trials[answer.rival].start,
                          100 * answer.trials[answer.rival].differs)))
    return parts


def _pu_answer(answer: "PUResult", truth: Any) -> list[Part]:
    positive, rows = int((answer.label > 0).sum()), len(answer.label)
    parts: list[Part] = [
        ("section", "The answer"),
        ("fact", "labelled positive", "%d rows, %.4g %%" % (positive, 100 * positive / max(rows, 1))),
        ("fact", "method", answer.method)]
    if not np.isnan(answer.prior):
        parts.append(("fact", "prior", "%.4g" % answer.prior))
    scaled = "as they are" if answer.scale == "none" else "scaled by " + answer.scale
    parts.append(("fact", "kind of data", "%s: columns %s, %s distances, noise %.4g" % (
        answer.kind, scaled, answer.metric, answer.noise)))
    if truth is not None:
        found = answer.evaluate(truth)
        parts += [("fact", "accuracy", "%.2f %%" % (100 * found.accuracy)),
                  ("fact", "precision, recall, F1",
                   "%.4f, %.4f, %.4f" % (found.precision, found.recall, found.f1)),
                  ("fact", "beside it", "labelling every row the same %.2f %%, a random choice %.2f %%, the "
                   "worst possible %.2f %%" % (
                      100 * found.majority, 100 * found.random_k, 100 * found.worst_k))]
    parts.append(("text", "A score of 0.5 is the border between the labels; 0.75 and 0.25 are at the "
                  "median distance from it. Scores order rows: they are not probabilities."))
    return parts


def _pu_rows(answer: "PUResult", ids: Any) -> list[Part]:
    order = np.argsort(answer.rank)
    match = np.where(answer.match < 0, np.nan, answer.match)
    names = _numbers(order) if ids is None else [str(ids[i]) for i in order]
    return [("section", "Rows"), ("table", [
        ("id", "of the unlabeled row" + (", from 0" if ids is None else ""), names, 15),
        ("label", "1: positive", _numbers(answer.label[order] > 0), 0),
        ("score", "0 to 1, larger is more positive", _numbers(answer.score[order]), 4),
        ("share", "fraction of the row that transport moved", _numbers(answer.share[order]), 4),
        ("rank", "1: the most positive row", _numbers(answer.rank[order]), 15),
        ("match", "the positive that got most of the row", _numbers(match[order]), 15),
        ("match_cost", "its distance", _numbers(answer.match_cost[order]), 5)])]


def pu_report(path: Any, answer: "PUResult", panels: list[Panel], truth: Any, ids: Any,
              overwrite: bool) -> None:
    rows = len(answer.label)
    if ids is not None:
        ids = list(ids)
        if len(ids) != rows:
            raise ArgumentError("ids: has %d names for %d rows" % (len(ids), rows))
    clouds = [[panel] for panel in panels if panel[0] == "clouds"]
    others = [panel for panel in panels if panel[0] != "clouds"]
    captions = ["Rows and positives; more than two columns are seen along the principal axes. Lines "
                "lead to the positives that a row was moved to."] * len(clouds)
    summary = "%d of %d rows are labelled positive, by the method %s." % (
        int((answer.label > 0).sum()), rows, answer.method)
    parts = _pu_answer(answer, truth) + _pu_trust(answer)
    parts += [("section", "Pictures")]
    parts += _figures(clouds + [others], captions + ["How many rows have each score."])
    parts += _pu_rows(answer, ids) + _again(answer.status)
    _io.report(os.fsdecode(path), ("Labels of %d rows" % rows, summary), parts, overwrite)
