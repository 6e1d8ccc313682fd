"""Positive-unlabeled learning: which unlabeled rows are like the positives?"""
from __future__ import annotations

import math
from typing import Any, Optional, Union

import numpy as np

from . import _core
from ._arrays import Array, matrix, number
from ._results import Prior, PUResult, Spies, result, view
from ._run import ProgressFunction, choice, options, status_name


def _how(method: str, noise: Union[float, str], scale: str, metric: str, kind: str, group: str,
         neighbours: int, kernel: str = "rbf") -> tuple:
    return (choice(_core.METHODS, method, "method"), choice(_core.KINDS, kind, "kind"),
            choice(_core.SCALES, scale, "scale", ("auto",)),
            choice(_core.METRICS, metric, "metric", ("auto",)),
            math.nan if noise == "auto" else number(noise, "noise"),
            choice(_core.GROUPS, group, "group"), neighbours,
            choice(_core.KERNELS, kernel, "kernel"))


def _answer(core: tuple, method: str, prior: float, status: str,
            model: Optional[Array] = None) -> PUResult:
    (_, label, score, share, rank, match, match_cost, kind, scale, metric, noise, dropped, fitted,
     fitted_of, transport) = core
    plan = result(transport, status) if transport[1] > 0 else None
    return PUResult(view(label, "b"), view(score), view(share), view(rank, "i"), view(match, "i"),
                    view(match_cost), method, kind, scale, metric, noise, prior, dropped,
                    (fitted, fitted_of), plan, status, model)


def pu(positives: Any, unlabeled: Any, prior: Union[float, str], method: str = "wasserstein",
       noise: Union[float, str] = 0.0, scale: str = "none", metric: str = "euclidean", *,
       kind: str = "any", group: str = "exact", neighbours: int = 1, kernel: str = "rbf",
       keep_model: bool = False,
       seed: int = 0, threads: int = 1, time_limit: Optional[float] = None,
       progress: Optional[ProgressFunction] = None) -> PUResult:
    """Labels the rows of `unlabeled`, of which the fraction `prior` is positive ("auto": estimated).

    `noise`, `scale` and `metric` may be "auto": by the kind of data. `kernel` is that of "mined" and
    "ridge": "rbf", "linear" or "both". `keep_model` keeps what is
    needed to label new rows (`PUResult.model`, for `predict`).

    >>> import numpy as np, parot
    >>> rng = np.random.default_rng(0)
    >>> known = rng.normal(size=(30, 2))
    >>> rows = np.vstack([rng.normal(size=(20, 2)), rng.normal(6, 1, size=(30, 2))])
    >>> answer = parot.pu(known, rows, prior=0.4)
    >>> (answer.labels[:20] > 0).all(), (answer.labels[20:] < 0).all()
    (True, True)
    """
    known, rows = matrix(positives, "positives"), matrix(unlabeled, "unlabeled")
    run = options(threads, time_limit, progress, seed)
    if isinstance(prior, str):
        if prior != "auto":
            raise ValueError("prior: must be a number in (0, 1) or 'auto', got %r" % prior)
        prior = estimate_prior(known, rows, scale=scale, metric=metric, kind=kind, seed=seed,
                               threads=threads).prior
    share = number(prior, "prior")
    core = _core.pu((rows, known, share),
                    _how(method, noise, scale, metric, kind, group, neighbours, kernel), keep_model,
                    run)
    model = view(core[1]) if keep_model else None
    core = core[0] if keep_model else core
    return _answer(core, method, share, status_name(core[0]), model)


def predict(model: Array, rows: Any, prior: Optional[float] = None, *, threads: int = 1) -> PUResult:
    """Labels new rows with the model of ``pu(..., keep_model=True)``.

    Each row is judged alone; with a prior, that part of the rows is labelled +1.
    """
    share = math.nan if prior is None else number(prior, "prior")
    core = _core.pu_predict(np.ascontiguousarray(model), matrix(rows, "rows"), share,
                            options(threads))
    return _answer(core, "model", share, status_name(core[0]))


def estimate_prior(positives: Any, unlabeled: Any, *, scale: str = "auto", metric: str = "auto",
                   kind: str = "any", seed: int = 0, threads: int = 1,
                   progress: Optional[ProgressFunction] = None) -> Prior:
    """The fraction of positives among the unlabeled rows, with a range.

    >>> import numpy as np, parot
    >>> rng = np.random.default_rng(0)
    >>> rows = np.vstack([rng.normal(size=(80, 2)), rng.normal(6, 1, size=(120, 2))])
    >>> estimate = parot.estimate_prior(rng.normal(size=(100, 2)), rows)
    >>> abs(estimate.prior - 0.4) < 0.1, estimate.reliable
    (True, True)
    """
    data = (matrix(unlabeled, "unlabeled"), matrix(positives, "positives"), 0.5)
    how = _how("wasserstein", "auto", scale, metric, kind, "exact", 1)
    return Prior(*_core.pu_prior(data, how, options(threads, None, progress, seed)))


def bias(positives: Any, unlabeled: Any, prior: float, *, scale: str = "auto", metric: str = "auto",
         kind: str = "any", seed: int = 0, threads: int = 1) -> float:
    """By how many standard errors the positives are no random part of all positives; 3 is much."""
    data = (matrix(unlabeled, "unlabeled"), matrix(positives, "positives"), number(prior, "prior"))
    how = _how("wasserstein", "auto", scale, metric, kind, "exact", 1)
    return _core.pu_bias(data, how, options(threads, None, None, seed))


def spies(positives: Any, unlabeled: Any, prior: float, method: str = "wasserstein",
          noise: Union[float, str] = 0.0, scale: str = "none", metric: str = "euclidean", *,
          kind: str = "any", group: str = "exact", neighbours: int = 1, kernel: str = "rbf",
          seed: int = 0, threads: int = 1) -> Spies:
    """How well `pu` with these settings finds positives that hide among the unlabeled rows."""
    data = (matrix(unlabeled, "unlabeled"), matrix(positives, "positives"), number(prior, "prior"))
    how = _how(method, noise, scale, metric, kind, group, neighbours, kernel)
    return Spies(*_core.pu_spies(data, how, options(threads, None, None, seed)))
