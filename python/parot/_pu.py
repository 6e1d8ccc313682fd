"""Positive-unlabeled learning: which unlabeled rows are like the positives?"""
from __future__ import annotations

import math
import warnings
from typing import Any, Optional, Union

import numpy as np

from . import _core
from ._arrays import Array, _columns, count, flag, in_order, matrix, number, vector, view, weights
from ._curves import CurveResult, curve_result
from ._encode import as_numbers, needs_encoding
from ._errors import ArgumentError, ArgumentTypeError, ask
from ._labels import (BiasCause, Calibration, Candidate, Column, Columns, Prior, PUResult, PUStep, PUTrial, Sensitivity,
                      Spies, Trust, Tuning)
from ._results import Check, plan_parts, result, trials
from ._run import ProgressFunction, _level_of_caller, choice, options, status_name


# The library's names for the tables.
_NAMES = {"positive": "positives"}


def _how(method: str = "auto", noise: Union[float, str] = "auto", scale: str = "auto",
         metric: str = "auto", *, kind: str = "auto", whole_rows: str = "exact", neighbours: int = 1,
         kernel: str = "rbf", fused_alpha: float = 0.5, apart: bool = False, restarts: int = 0,
         pca: int = 0, distances: bool = False, classifier: str = "auto", rounds: Union[int, str] = "auto",
         trees: int = 200, leaf: int = 5, raw_distances: bool = False) -> tuple[Any, ...]:
    """The tuple of settings that _core takes."""
    code = choice(_core.METHODS, method, "method", ("auto",))
    if flag(apart, "apart") and method != "gromov":
        raise ArgumentError("apart: applies only to method 'gromov', got %r" % method)
    if flag(raw_distances, "raw_distances") and method != "gromov":
        raise ArgumentError("raw_distances: applies only to method 'gromov', got %r" % method)
    return (_core.pu_defaults()[0] if code < 0 else code, choice(_core.KINDS, "any" if isinstance(kind, str) and kind == "auto" else kind, "kind"),
            choice(_core.SCALES, scale, "scale", ("auto",)),
            choice(_core.METRICS, metric, "metric", ("auto",)), _or_auto(noise, "noise"),
            choice(_core.WHOLE_ROWS, whole_rows, "whole_rows"), count(neighbours, "neighbours"),
            choice(_core.KERNELS, kernel, "kernel"), number(fused_alpha, "fused_alpha"),
            bool(apart), count(restarts, "restarts"), count(pca, "pca"), flag(distances, "distances"),
            choice(_core.CLASSIFIERS, classifier, "classifier", ("auto",)),
            -1 if isinstance(rounds, str) and rounds == "auto" else count(rounds, "rounds", 0),
            count(trees, "trees"), count(leaf, "leaf"), bool(raw_distances))


def _method(how: tuple[Any, ...]) -> str:
    """The name of the method, which "auto" is as well."""
    return str(next(name for name, code in _core.METHODS.items() if code == how[0]))


def _or_auto(value: Any, name: str) -> float:
    """A number; nan for "auto", which is how the library says it."""
    if isinstance(value, str) and value == "auto":
        return math.nan
    given = number(value, name)
    if math.isnan(given):
        raise ArgumentError("%s: must be a number or 'auto', got nan" % name)
    return given


def _tables(positives: Any, unlabeled: Any, prior: Union[float, str] = 0.5, propensity: Any = None) -> tuple[Any, ...]:
    unlabeled = in_order(positives, unlabeled, ("positives", "unlabeled"))
    (positives, unlabeled), _ = as_numbers([(positives, "positives"), (unlabeled, "unlabeled")])
    known = matrix(positives, "positives")
    return matrix(unlabeled, "unlabeled"), known, _prior(prior), _chances(propensity, len(known))


def _feature_names(positives: Any, unlabeled: Any) -> Optional[list[Any]]:
    """What the columns of the numbers are called: those of a frame, and its levels."""
    names = _columns(positives)
    if names is None or not (needs_encoding(positives) or needs_encoding(unlabeled)):
        return names
    encoding = as_numbers([(positives, "positives"), (unlabeled, "unlabeled")])[1]
    return names if encoding is None else list(encoding.names)


def _chances(propensity: Any, positives: int) -> Optional[Array]:
    """None, or a number for each positive."""
    given = weights(propensity, "propensity")
    if given is not None and len(given) != positives:
        raise ArgumentError("propensity: must have %d numbers, one for each positive, got %d" % (positives, len(given)))
    return given


def _prior(prior: Union[float, str]) -> float:
    """A number; nan for "auto": then the library estimates it."""
    if isinstance(prior, str) and prior != "auto":
        raise ArgumentError("prior: must be a number in (0, 1) or 'auto', got %r" % prior)
    return _or_auto(prior, "prior")


def _answer(core: tuple[Any, ...], method: str, status: str, model: Optional[Array] = None,
            columns: Optional[list[Any]] = None, how: Optional[tuple[Any, ...]] = None,
            asked: tuple[bool, bool, int] = (False, False, 0)) -> PUResult:
    (_, label, score, share, rank, match, match_cost, kind, scale, metric, noise, prior, positives,
     dropped, fitted, fitted_of, tried, best, rival, transport, rounds, changed, importance,
     steps, toll, classifier, forest_part) = core
    plan = result(transport, status) if transport[1][0] > 0 else None
    starts = [PUTrial(*fields) for fields in trials(tried)]
    shares, tolls = view(importance), view(toll)
    return PUResult(view(label, "b"), view(score), view(share), view(rank, "i"), view(match, "i"),
                    view(match_cost), method, kind, scale, metric, noise, prior, positives, dropped,
                    fitted, fitted_of, plan, status, model, starts, best if starts else None,
                    rival if starts and rival >= 0 else None, columns, rounds, changed,
                    shares if len(shares) else None, [PUStep(*fields) for fields in steps],
                    tolls if steps else None, classifier, forest_part or None, how, asked)


def pu(positives: Any, unlabeled: Any, prior: Union[float, str] = "auto",
       method: str = "auto", noise: Union[float, str] = "auto", scale: str = "auto",
       metric: str = "auto", *, kind: str = "auto", whole_rows: str = "exact", neighbours: int = 1, kernel: str = "rbf",
       fused_alpha: float = 0.5, apart: bool = False, restarts: int = 0, pca: int = 0,
       distances: bool = False, classifier: str = "auto", rounds: Union[int, str] = "auto", trees: int = 200,
       leaf: int = 5, raw_distances: bool = False, propensity: Any = None, keep_model: bool = False, seed: int = 0,
       threads: int = 1,
       time_limit: Optional[float] = None,
       progress: Optional[ProgressFunction] = None) -> PUResult:
    """Labels the rows of `unlabeled`, of which the fraction `prior` is positive ("auto": estimated).

    `method`: "auto", which is "mined" (a classifier of the positives against rows that transport
    and a first classifier call negative), "learned" (transport whose cost learns from what it left behind), "wasserstein" (the rows that partial transport moves to the positives), "gromov"
    (that can move while distances between rows stay the same), "fused" (both: `fused_alpha`
    is the weight of the distances), "matching" (whole rows to positives), "ridge" (a classifier
    against all rows), "forest" (a random forest against all rows, which finds out which columns
    count), "ensemble" (the weighted mean of the ranks by both), "nearest" (distance to the `neighbours` nearest positives), or one of the
    risks "upu", "nnpu", "pusb".

    `noise` is slack for positives that match nothing, as a fraction of the unlabeled rows. `noise`,
    `scale` and `metric` are "auto": by the `kind` of data ("auto": detected; "binary", "image",
    "table", "domains"). These are the defaults of the command, of `PUClassifier` and of C.
    `whole_rows`: rows move whole ("exact", "concave") or may split ("none").
    `kernel` is that of "mined", "ridge" and "ensemble": "rbf", "linear" or "both". `classifier` is what
    "mined" fits after transport: "ridge", "forest" or "ensemble" ("auto": "ensemble" for tables of at least
    50 positives and 50 negatives, else "ridge"); a forest has `trees` with leaves of
    `leaf` rows at least. "mined", "ridge", "forest" and "ensemble" are fitted again up to `rounds` times, with the rows
    labelled -1 as negatives, until the labels stay; "learned" solves transport again ("auto": 10 for "learned", else 0). `pca`: this many principal
    components replace the columns.

    Data frames may hold text: a column of text becomes a column for each of its levels, as in the command, and
    `columns` of the result are called "colour=red". Gaps are refused: fill them with `encode`.

    `propensity`: with which probability each positive was chosen, in (0, 1]; it then counts 1/propensity, so that
    the positives at hand stand for all. Not for "matching", "nearest", "gromov" and "fused".

    Tables of "gromov" may have different columns; set `apart` if they have the same number of columns
    with different meanings. The distances among the positives are then multiplied by `distance_ratio`, so that units do not matter,
    unless `raw_distances`, which warns if that ratio is beyond 3 or 1/3. `restarts` random starts are tried in addition to its own; `trials` and `rival` of
    the result tell how sure the labels are. With `distances` both are square matrices of distances within each
    side instead of tables, such as those of `graph_distances`: which nodes of a graph are like the labelled ones of
    another? `keep_model` keeps what labels new rows: see `predict`.

    Parameters
    ----------
    positives : array_like or data frame
        Rows that are known to be positive; frames may hold text.
    unlabeled : array_like or data frame
        Rows whose class is not known, with the same columns.
    prior : float or "auto"
        Fraction of positives among the unlabeled rows; "auto" estimates it.
    method : str
        How rows are labelled: see above.
    noise : float or "auto"
        Slack for positives that match nothing, as a fraction of the unlabeled rows.
    scale : str
        How columns are scaled; "auto": by the kind of data.
    metric : str
        "sqeuclidean", "euclidean", "cityblock", "cosine", "chebyshev" or "correlation".
    kind : str
        Of data: "auto" (it is found out), "binary", "image", "table" or "domains".
    whole_rows : str
        Whether rows move whole: "exact", "concave", "lasso" or "none".
    neighbours : int
        How many neighbours count.
    kernel : str
        "rbf", "linear" or "both".
    fused_alpha : float
        Of "fused": the weight of the distances.
    apart : bool
        Of "gromov": columns of the tables mean different things.
    restarts : int
        Random starts that are tried in addition.
    pca : int
        So many principal components replace the columns; 0: none do.
    distances : bool
        Both tables are square matrices of distances.
    classifier : str
        What is fitted after transport: "ridge", "forest", "ensemble" or "auto".
    rounds : int or "auto"
        How often at most the method is fitted again.
    trees : int
        Of a forest.
    leaf : int
        Rows of a leaf, at least.
    raw_distances : bool
        Of "gromov": distances are compared as they are, whatever their units.
    propensity : array_like, optional
        With which probability each positive was chosen, in (0, 1].
    keep_model : bool
        Whether to keep what labels new rows.
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
    PUResult
        Labels, scores, ranks, and what they come from.

    Examples
    --------
    >>> import numpy as np, parot
    >>> rng = np.random.default_rng(0)
    >>> known = rng.normal(size=(30, 2))
    >>> rows = np.vstack([rng.normal(size=(20, 2)), rng.normal(6, 1, size=(30, 2))])
    >>> answer = parot.pu(known, rows, prior=0.4)
    >>> (answer.label[:20] > 0).all(), (answer.label[20:] < 0).all()
    (True, True)
    """
    run = options(threads, time_limit, progress, seed)
    how = _how(method, noise, scale, metric, kind=kind, whole_rows=whole_rows, neighbours=neighbours,
               kernel=kernel, fused_alpha=fused_alpha, apart=apart, restarts=restarts, pca=pca,
               distances=distances, classifier=classifier, rounds=rounds, trees=trees, leaf=leaf,
               raw_distances=raw_distances)
    if method != "gromov":
        unlabeled = in_order(positives, unlabeled, ("positives", "unlabeled"))
    names, encoding = _columns(positives), None
    if not distances and not (method == "gromov" and _columns(positives) != _columns(unlabeled)):
        (positives, unlabeled), encoding = as_numbers([(positives, "positives"), (unlabeled, "unlabeled")])
    known, rows = matrix(positives, "positives"), matrix(unlabeled, "unlabeled")
    share = _prior(prior)
    if math.isnan(share) and (apart or distances or known.shape[1] != rows.shape[1]):
        raise ArgumentError("prior: 'auto' compares rows across the tables, which have nothing in "
                            "common here; give a number")
    chances = _chances(propensity, len(known))
    core = ask(_core.pu, (rows, known, share, chances), how, flag(keep_model, "keep_model"), run,
               has_distances="distances", **_NAMES)
    if raw_distances and (apart or known.shape[1] != rows.shape[1]):
        _warn_of_units(rows, known, share, how, run)
    model = view(core[1]) if keep_model else None
    core = core[0] if keep_model else core
    names = names if encoding is None else list(encoding.names)
    asked = (method == "auto", math.isnan(share), seed)
    answer = _answer(core, _method(how), status_name(core[0]), model, names, how, asked)
    answer._propensity, answer._encoding = chances, encoding
    return answer


# The bits of parot_pu_doubt.
_DOUBTS = {1: "fit", 2: "prior too small", 4: "prior too large", 8: "recall", 16: "accuracy"}


def _settings(answer: PUResult, name: str) -> tuple[Any, ...]:
    if answer._how is None:
        raise ArgumentError("%s: needs a result of parot.pu; this one comes from a model" % name)
    return answer._how


def certify_labels(answer: PUResult, positives: Any, unlabeled: Any, threads: int,
                   time_limit: Optional[float]) -> Check:
    """What `PUResult.certify` does."""
    how, plan = _settings(answer, "certify"), answer.transport
    if plan is None:
        raise ArgumentError("certify: method %r moves nothing, so there is no plan to prove"
                            % answer.method)
    return Check(*ask(_core.pu_certify, _tables(positives, unlabeled, propensity=answer._propensity), how, answer.positives,
                      plan_parts(plan), answer.toll, options(threads, time_limit), **_NAMES))


def check_labels(answer: PUResult, positives: Any, unlabeled: Any, seed: int, threads: int,
                 time_limit: Optional[float], progress: Optional[ProgressFunction]) -> Trust:
    """What `PUResult.check` does."""
    how = _settings(answer, "check")
    status, bits, z, hidden, prior, chance, alike, cause, by_border, border_z = ask(
        _core.pu_check, _tables(positives, unlabeled, answer.prior, answer._propensity), how,
        (len(answer.label), answer.positives),
        options(threads, time_limit, progress, seed), **_NAMES)
    return Trust(tuple(word for bit, word in _DOUBTS.items() if bits & bit), z,
                 None if hidden is None else Spies(*hidden), None if prior is None else Prior(*prior),
                 chance, alike, status_name(status), cause, by_border if cause else math.nan,
                 border_z if cause else math.nan)


def calibrate_labels(answer: PUResult, positives: Any, unlabeled: Any, seed: int, threads: int,
                     time_limit: Optional[float], progress: Optional[ProgressFunction]) -> Calibration:
    """What `PUResult.calibrate` does."""
    how = _settings(answer, "calibrate")
    spies, prior, effective, low, high, *arrays = ask(_core.pu_calibrate, _tables(positives, unlabeled, answer.prior, answer._propensity), how,
                                np.ascontiguousarray(answer.rank, dtype=np.int32),
                                options(threads, time_limit, progress, seed), **_NAMES)
    return Calibration(spies, prior, effective, low, high, *(view(array) for array in arrays))


def vary_prior(answer: PUResult, positives: Any, unlabeled: Any, between: tuple[Any, ...], seed: int, threads: int,
               time_limit: Optional[float], progress: Optional[ProgressFunction]) -> Sensitivity:
    """What `PUResult.sensitivity` does."""
    low, high = (math.nan if end is None else number(end, name) for name, end in zip(("low", "high"), between))
    *numbers, firm, is_relabelled = ask(
        _core.pu_sensitivity, _tables(positives, unlabeled, answer.prior, answer._propensity), _settings(answer, "sensitivity"),
        (np.ascontiguousarray(answer.label, dtype=np.int8), np.ascontiguousarray(answer.rank, dtype=np.int32)), (low, high),
        options(threads, time_limit, progress, seed), **_NAMES)
    return Sensitivity._make([*numbers, view(firm, "b"), is_relabelled])


def compare_columns(answer: PUResult, positives: Any, unlabeled: Any) -> Columns:
    """What `PUResult.compare_columns` does."""
    z, leaks, shifts, rows, columns = ask(
        _core.pu_columns, _tables(positives, unlabeled, "auto" if math.isnan(answer.prior) else answer.prior, answer._propensity), _how(),
        np.ascontiguousarray(answer.label, dtype=np.int8), options(1), **_NAMES)
    return Columns([Column._make([*values, tuple(word for word, bit in _core.LEAKS.items() if bits & bit)]) for *values, bits in columns],
                   z, leaks, shifts, rows, _feature_names(positives, unlabeled))


def predict(model: Any, rows: Any, prior: Optional[float] = None, *, threads: int = 1) -> PUResult:
    """Labels new rows with the model of ``pu(..., keep_model=True)``, a result or its `model`.

    Each row is judged by itself; with a prior, that fraction of the rows is labelled +1. A model is an
    array of numbers: np.save, pickles and any other file of numbers can keep it.

    Parameters
    ----------
    model : PUResult or array
        The result of ``pu(..., keep_model=True)``, or its `model`.
    rows : array_like or data frame
        New rows, with the same columns.
    prior : float, optional
        If given, that fraction of the rows is labelled +1.
    threads : int
        Threads to use; 0: one for each processor. Results do not depend on it.

    Returns
    -------
    PUResult
        Labels, scores, ranks, and what they come from.

    Examples
    --------
    >>> import numpy as np, parot
    >>> rng = np.random.default_rng(0)
    >>> known, rows = rng.normal(size=(30, 2)), rng.normal(3, 3, size=(60, 2))
    >>> answer = parot.pu(known, rows, prior=0.3, keep_model=True)
    >>> parot.predict(answer, [[0, 0], [9, 9]]).label
    array([ 1, -1], dtype=int8)
    """
    numbers = model.model if isinstance(model, PUResult) else model
    if isinstance(model, PUResult) and model._encoding is not None:
        rows = model._encoding.apply(rows)
    elif isinstance(model, PUResult):
        rows = in_order(model.columns, rows, ("the tables of pu", "rows"))
    if numbers is None:
        raise ArgumentError("model: the result has none; ask for it with pu(..., keep_model=True)")
    share = math.nan if prior is None else number(prior, "prior")
    if prior is not None and math.isnan(share):
        raise ArgumentError("prior: must be in (0,1) or None, got nan")
    core = ask(_core.pu_predict, vector(numbers, "model"), matrix(rows, "rows"), share,
               options(threads))
    return _answer(core, "model", status_name(core[0]))


def evaluate(answer: PUResult, truth: Any) -> Any:
    """Labels against the truth, whose positive rows are > 0; the same as ``answer.evaluate(truth)``.

    Parameters
    ----------
    answer : PUResult
        What `pu` returned.
    truth : array_like
        Above 0 for rows that are positive.

    Returns
    -------
    Any
        Accuracy, precision, recall, F1 and AUC.

    Examples
    --------
    >>> import parot
    >>> answer = parot.pu([[0.0], [1.0]], [[0.5], [1.5], [8.0], [9.0]], prior=0.5)
    >>> parot.evaluate(answer, [1, 1, 0, 0]).accuracy
    1.0
    """
    if not isinstance(answer, PUResult):
        raise ArgumentTypeError("answer: must be a parot.PUResult, got %s" % type(answer).__name__)
    return answer.evaluate(truth)


def estimate_prior(positives: Any, unlabeled: Any, *, scale: str = "auto", metric: str = "auto",
                   kind: str = "auto", pca: int = 0, propensity: Any = None, of_all: bool = False, seed: int = 0,
                   threads: int = 1, progress: Optional[ProgressFunction] = None) -> Prior:
    """The fraction of positives among the unlabeled rows, with a range.

    `propensity` is that of `pu`. With `of_all`, all numbers are fractions of all rows, the positives included: that of the population if both
    tables are one sample, some positives of which are labelled.

    Parameters
    ----------
    positives : array_like or data frame
        Rows that are known to be positive; frames may hold text.
    unlabeled : array_like or data frame
        Rows whose class is not known, with the same columns.
    scale : str
        How columns are scaled; "auto": by the kind of data.
    metric : str
        "sqeuclidean", "euclidean", "cityblock", "cosine", "chebyshev" or "correlation".
    kind : str
        Of data: "auto" (it is found out), "binary", "image", "table" or "domains".
    pca : int
        So many principal components replace the columns; 0: none do.
    propensity : array_like, optional
        With which probability each positive was chosen, in (0, 1].
    of_all : bool
        Whether fractions count all rows, the positives included.
    seed : int
        Of all that is random; the same seed gives the same result.
    threads : int
        Threads to use; 0: one for each processor. Results do not depend on it.
    progress : callable or bool, optional
        Called with a `Progress` some twenty times a second; stops the run by returning something true.
        True shows a bar.

    Returns
    -------
    Prior
        The estimate and its range.

    Examples
    --------
    >>> import numpy as np, parot
    >>> rng = np.random.default_rng(0)
    >>> rows = np.vstack([rng.normal(size=(80, 2)), rng.normal(6, 1, size=(120, 2))])
    >>> estimate = parot.estimate_prior(rng.normal(size=(100, 2)), rows)
    >>> abs(estimate.prior - 0.4) < 0.1, estimate.is_reliable
    (True, True)
    """
    tables = _tables(positives, unlabeled, propensity=propensity)
    found = Prior(*ask(_core.pu_prior, tables, _how(scale=scale, metric=metric, kind=kind, pca=pca),
                       options(threads, None, progress, seed), **_NAMES))
    if not flag(of_all, "of_all"):
        return found
    rows, known = (len(table) for table in tables[:2])

    def to_all(value: Any) -> Any:
        if isinstance(value, bool):
            return value
        return tuple(map(to_all, value)) if isinstance(value, tuple) else _core.pu_prior_to_all(value, rows, known)

    return Prior(*map(to_all, found))


def pu_curve(positives: Any, unlabeled: Any, *, scale: str = "auto", metric: str = "auto",
             kind: str = "auto", pca: int = 0, propensity: Any = None, seed: int = 0, threads: int = 1,
             time_limit: Optional[float] = None,
             progress: Optional[ProgressFunction] = None) -> CurveResult:
    """The cost of moving each fraction of the unlabeled rows to the positives, for all priors at once.

    Where it bends, rows begin to be unlike the positives. This is for inspection and not an estimate.
    `order` is one ranking of the rows for all priors.

    Parameters
    ----------
    positives : array_like or data frame
        Rows that are known to be positive; frames may hold text.
    unlabeled : array_like or data frame
        Rows whose class is not known, with the same columns.
    scale : str
        How columns are scaled; "auto": by the kind of data.
    metric : str
        "sqeuclidean", "euclidean", "cityblock", "cosine", "chebyshev" or "correlation".
    kind : str
        Of data: "auto" (it is found out), "binary", "image", "table" or "domains".
    pca : int
        So many principal components replace the columns; 0: none do.
    propensity : array_like, optional
        With which probability each positive was chosen, in (0, 1].
    seed : int
        Of all that is random.
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
    >>> curve = parot.pu_curve([[0.0], [1.0]], [[9.0], [0.5], [8.0], [1.5]], scale="none")
    >>> sorted(curve.order[:2])
    [1, 3]
    """
    core = ask(_core.pu_curve, _tables(positives, unlabeled, propensity=propensity),
               _how(scale=scale, metric=metric, kind=kind, pca=pca),
               options(threads, time_limit, progress, seed), **_NAMES)
    return curve_result(core, status_name(core[0]))


def bias(positives: Any, unlabeled: Any, prior: Union[float, str] = "auto", *, scale: str = "auto",
         metric: str = "auto", kind: str = "auto", pca: int = 0, propensity: Any = None, seed: int = 0,
         threads: int = 1) -> float:
    """Whether the positives can be a random sample: the violation in standard errors; above 3 they cannot.

    Parameters
    ----------
    positives : array_like or data frame
        Rows that are known to be positive; frames may hold text.
    unlabeled : array_like or data frame
        Rows whose class is not known, with the same columns.
    prior : float or "auto"
        Fraction of positives among the unlabeled rows; "auto" estimates it.
    scale : str
        How columns are scaled; "auto": by the kind of data.
    metric : str
        "sqeuclidean", "euclidean", "cityblock", "cosine", "chebyshev" or "correlation".
    kind : str
        Of data: "auto" (it is found out), "binary", "image", "table" or "domains".
    pca : int
        So many principal components replace the columns; 0: none do.
    propensity : array_like, optional
        With which probability each positive was chosen, in (0, 1].
    seed : int
        Of all that is random; the same seed gives the same result.
    threads : int
        Threads to use; 0: one for each processor. Results do not depend on it.

    Returns
    -------
    float
        Standard errors; above 3 they cannot.

    Examples
    --------
    >>> import numpy as np, parot
    >>> rng = np.random.default_rng(0)
    >>> rows = np.vstack([rng.normal(size=(80, 2)), rng.normal(6, 1, size=(120, 2))])
    >>> parot.bias(rng.normal(size=(100, 2)), rows, prior=0.4) < 3
    True
    """
    return float(ask(_core.pu_bias, _tables(positives, unlabeled, prior, propensity),
                     _how(scale=scale, metric=metric, kind=kind, pca=pca),
                     options(threads, None, None, seed), **_NAMES))


def distance_ratio(positives: Any, unlabeled: Any, prior: float, *, scale: str = "auto", metric: str = "auto",
                   kind: str = "auto", pca: int = 0, seed: int = 0, threads: int = 1) -> float:
    """The typical distance among the unlabeled rows over that among the positives, of tables with different columns.

    Typical is the median over rows of the mean distance to the nearest rows, as many as are positive, or to all
    other positives. Method "gromov" multiplies the distances among the positives by it.

    Parameters
    ----------
    positives : array_like or data frame
        Rows that are known to be positive; frames may hold text.
    unlabeled : array_like or data frame
        Rows whose class is not known, with the same columns.
    prior : float
        Fraction of positives among the unlabeled rows.
    scale : str
        How columns are scaled; "auto": by the kind of data.
    metric : str
        "sqeuclidean", "euclidean", "cityblock", "cosine", "chebyshev" or "correlation".
    kind : str
        Of data: "auto" (it is found out), "binary", "image", "table" or "domains".
    pca : int
        So many principal components replace the columns; 0: none do.
    seed : int
        Of all that is random; the same seed gives the same result.
    threads : int
        Threads to use; 0: one for each processor. Results do not depend on it.

    Returns
    -------
    float
        The ratio.

    Examples
    --------
    >>> import numpy as np, parot
    >>> rng = np.random.default_rng(0)
    >>> known, rows = rng.normal(size=(50, 3)), rng.normal(size=(50, 3))
    >>> small, large = (parot.distance_ratio(known, unit * rows, 0.5, scale="none") for unit in (1, 100))
    >>> round(large / small)
    100
    """
    how = _how("gromov", scale=scale, metric=metric, kind=kind, apart=True, pca=pca)
    tables = matrix(unlabeled, "unlabeled"), matrix(positives, "positives"), number(prior, "prior"), None
    return float(ask(_core.pu_distance_ratio, tables, how, options(threads, None, None, seed), **_NAMES))


def _warn_of_units(rows: Array, known: Array, prior: float, how: tuple[Any, ...], run: tuple[Any, ...]) -> None:
    """Raw distances of unlike columns may be units and nothing else."""
    ratio = ask(_core.pu_distance_ratio, (rows, known, prior, None), how, run, **_NAMES)
    most = _core.UNLIKE_DISTANCES
    if not 1 / most <= ratio <= most:
        warnings.warn("distances among the unlabeled rows are %.3g times those among the positives: the labels say more "
                      "about units than about shapes; drop raw_distances" % ratio, UserWarning, stacklevel=3)


def bias_cause(positives: Any, unlabeled: Any, prior: Union[float, str] = "auto", *, scale: str = "auto",
               metric: str = "auto", kind: str = "auto", pca: int = 0, propensity: Any = None, seed: int = 0,
               threads: int = 1) -> BiasCause:
    """If prior and positives do not fit together (`bias` above 3): is the prior too large, or the choice biased?

    `cause` is "choice" if more rows look positive than positives chosen at random could stand for; "prior" if the rows
    that only the prior calls positive lie beyond a clear border; "either" if the data do not tell, and "neither" if
    all fits. A choice that left out a whole kind of positives looks like a prior that is too large.

    Parameters
    ----------
    positives : array_like or data frame
        Rows that are known to be positive; frames may hold text.
    unlabeled : array_like or data frame
        Rows whose class is not known, with the same columns.
    prior : float or "auto"
        Fraction of positives among the unlabeled rows; "auto" estimates it.
    scale : str
        How columns are scaled; "auto": by the kind of data.
    metric : str
        "sqeuclidean", "euclidean", "cityblock", "cosine", "chebyshev" or "correlation".
    kind : str
        Of data: "auto" (it is found out), "binary", "image", "table" or "domains".
    pca : int
        So many principal components replace the columns; 0: none do.
    propensity : array_like, optional
        With which probability each positive was chosen, in (0, 1].
    seed : int
        Of all that is random; the same seed gives the same result.
    threads : int
        Threads to use; 0: one for each processor. Results do not depend on it.

    Returns
    -------
    BiasCause
        The cause, and what speaks for it.

    Examples
    --------
    >>> import numpy as np, parot
    >>> rng = np.random.default_rng(0)
    >>> rows = np.vstack([rng.normal(size=(80, 2)), rng.normal(6, 1, size=(120, 2))])
    >>> parot.bias_cause(rng.normal(size=(100, 2)), rows, prior=0.6).cause
    'prior'
    """
    return BiasCause(*ask(_core.pu_bias_cause, _tables(positives, unlabeled, prior, propensity),
                          _how(scale=scale, metric=metric, kind=kind, pca=pca),
                          options(threads, None, None, seed), **_NAMES))


def spies(positives: Any, unlabeled: Any, prior: Union[float, str] = "auto",
          method: str = "auto", noise: Union[float, str] = "auto", scale: str = "auto",
          metric: str = "auto", *, kind: str = "auto", whole_rows: str = "exact", neighbours: int = 1, kernel: str = "rbf",
          fused_alpha: float = 0.5, apart: bool = False, restarts: int = 0, pca: int = 0,
          classifier: str = "auto", rounds: Union[int, str] = "auto", trees: int = 200, leaf: int = 5,
          propensity: Any = None, seed: int = 0, threads: int = 1,
          progress: Optional[ProgressFunction] = None) -> Spies:
    """How well `pu` with these settings finds known positives that are hidden among the unlabeled rows.

    Parameters
    ----------
    positives : array_like or data frame
        Rows that are known to be positive; frames may hold text.
    unlabeled : array_like or data frame
        Rows whose class is not known, with the same columns.
    prior : float or "auto"
        Fraction of positives among the unlabeled rows; "auto" estimates it.
    method : str
        How rows are labelled: see above.
    noise : float or "auto"
        Slack for positives that match nothing, as a fraction of the unlabeled rows.
    scale : str
        How columns are scaled; "auto": by the kind of data.
    metric : str
        "sqeuclidean", "euclidean", "cityblock", "cosine", "chebyshev" or "correlation".
    kind : str
        Of data: "auto" (it is found out), "binary", "image", "table" or "domains".
    whole_rows : str
        Whether rows move whole: "exact", "concave", "lasso" or "none".
    neighbours : int
        How many neighbours count.
    kernel : str
        "rbf", "linear" or "both".
    fused_alpha : float
        Of "fused": the weight of the distances.
    apart : bool
        Of "gromov": columns of the tables mean different things.
    restarts : int
        Random starts that are tried in addition.
    pca : int
        So many principal components replace the columns; 0: none do.
    classifier : str
        What is fitted after transport: "ridge", "forest", "ensemble" or "auto".
    rounds : int or "auto"
        How often at most the method is fitted again.
    trees : int
        Of a forest.
    leaf : int
        Rows of a leaf, at least.
    propensity : array_like, optional
        With which probability each positive was chosen, in (0, 1].
    seed : int
        Of all that is random; the same seed gives the same result.
    threads : int
        Threads to use; 0: one for each processor. Results do not depend on it.
    progress : callable or bool, optional
        Called with a `Progress` some twenty times a second; stops the run by returning something true.
        True shows a bar.

    Returns
    -------
    Spies
        What the hidden positives tell.

    Examples
    --------
    >>> import numpy as np, parot
    >>> rng = np.random.default_rng(0)
    >>> rows = np.vstack([rng.normal(size=(40, 2)), rng.normal(6, 1, size=(60, 2))])
    >>> parot.spies(rng.normal(size=(50, 2)), rows, prior=0.4).recall > 0.9
    True
    """
    how = _how(method, noise, scale, metric, kind=kind, whole_rows=whole_rows, neighbours=neighbours,
               kernel=kernel, fused_alpha=fused_alpha, apart=apart, restarts=restarts, pca=pca,
               classifier=classifier, rounds=rounds, trees=trees, leaf=leaf)
    return Spies(*ask(_core.pu_spies, _tables(positives, unlabeled, prior, propensity), how,
                      options(threads, None, progress, seed), **_NAMES))


def tune(positives: Any, unlabeled: Any, prior: Union[float, str] = "auto",
         noise: Union[float, str] = "auto", scale: str = "auto", metric: str = "auto", *, kind: str = "auto", pca: int = 0,
         propensity: Any = None, budget: float = 60, seed: int = 0, threads: int = 1,
         progress: Optional[ProgressFunction] = None) -> Tuning:
    """Lets hidden positives choose between "mined", "ridge" with three kernels and, except for kind "domains", "forest"; see `spies`.

    Candidates that do not fit in `budget` seconds are not compared. Where the positives are a
    biased sample nothing is tried, and the default stays.

    Parameters
    ----------
    positives : array_like or data frame
        Rows that are known to be positive; frames may hold text.
    unlabeled : array_like or data frame
        Rows whose class is not known, with the same columns.
    prior : float or "auto"
        Fraction of positives among the unlabeled rows; "auto" estimates it.
    noise : float or "auto"
        Slack for positives that match nothing, as a fraction of the unlabeled rows.
    scale : str
        How columns are scaled; "auto": by the kind of data.
    metric : str
        "sqeuclidean", "euclidean", "cityblock", "cosine", "chebyshev" or "correlation".
    kind : str
        Of data: "auto" (it is found out), "binary", "image", "table" or "domains".
    pca : int
        So many principal components replace the columns; 0: none do.
    propensity : array_like, optional
        With which probability each positive was chosen, in (0, 1].
    budget : float
        Seconds that it may take.
    seed : int
        Of all that is random; the same seed gives the same result.
    threads : int
        Threads to use; 0: one for each processor. Results do not depend on it.
    progress : callable or bool, optional
        Called with a `Progress` some twenty times a second; stops the run by returning something true.
        True shows a bar.

    Returns
    -------
    Tuning
        What was chosen, and all candidates.

    Examples
    --------
    >>> import numpy as np, parot
    >>> rng = np.random.default_rng(0)
    >>> known, rows = rng.normal(size=(60, 2)), rng.normal(1, 3, size=(80, 2))
    >>> found = parot.tune(known, rows, prior=0.4)
    >>> answer = parot.pu(known, rows, 0.4, found.method, kernel=found.kernel)
    """
    chosen, z, hidden, seconds, tried = ask(
        _core.pu_tune, _tables(positives, unlabeled, prior, propensity),
        _how("mined", noise, scale, metric, kind=kind, pca=pca),
        options(threads, budget, progress, seed, limit_name="budget"), **_NAMES)
    candidates = [Candidate(*candidate) for candidate in tried]
    if hidden == 0:
        why = ("the positives are a biased sample (z %.3g), which hidden positives do not see" % z if z > 3 else
               "no two candidates fit in the budget of %g seconds; allow more" % number(budget, "budget"))
        warnings.warn("tune: nothing was compared, and the default stays: %s" % why, UserWarning,
                      stacklevel=_level_of_caller())
    return Tuning(candidates[chosen].method, candidates[chosen].kernel, z, hidden, chosen, seconds,
                  candidates)
