"""A drop-in for ``ot.partial`` and the partial functions of ``ot.gromov`` (POT).

Replace ``ot.partial.X`` by ``parot.pot.X`` and ``ot.gromov.X`` by ``parot.pot.gromov.X``: same
names, arguments, dense plans and log dictionaries. Empty weights mean uniform ones. What differs:

- the mass is the one asked for, for any sign and scale of costs; `nb_dummies`, `thres` and unknown
  keywords are accepted and not needed;
- ``log["u"]`` and ``log["v"]`` prove the plan: ``u[i] + v[j] <= M[i, j]`` with ``v <= 0`` and
  ``u <= log["lambda"]``;
- bad input is a ValueError that names the argument; running into `numItermax` is a UserWarning;
- the entropic functions work in logarithms and stop when they have converged.

Torch tensors come back as tensors, and the values of `partial_wasserstein2` are differentiable with
respect to costs; `parot.torch` knows the other derivatives.
"""
from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any, Optional

import numpy as np

from ._arrays import Array, matrix, numbers, vector, weights
from ._gromov import partial_gromov as _partial_gromov
from ._results import Result
from ._smooth import entropic as _entropic
from ._smooth import line as _line
from ._transport import partial_wasserstein as _partial_wasserstein

__all__ = [
    "partial_wasserstein", "partial_wasserstein2", "partial_wasserstein_lagrange",
    "partial_wasserstein_1d", "entropic_partial_wasserstein", "partial_gromov_wasserstein",
    "partial_gromov_wasserstein2", "entropic_partial_gromov_wasserstein",
    "entropic_partial_gromov_wasserstein2", "gwgrad_partial", "gwloss_partial", "gromov",
]


def _given(w: Any, name: str) -> Optional[Array]:
    """Empty or missing weights are uniform."""
    return None if w is None or len(w) == 0 else weights(w, name)


def _total(w: Optional[Array]) -> float:
    return 1.0 if w is None else math.fsum(w)


def _is_tensor(like: Any) -> bool:
    return type(like).__module__.split(".")[0] == "torch"


def _out(array: Any, like: Any) -> Any:
    """As a tensor if the user works with tensors."""
    if not _is_tensor(like):
        return array
    import torch

    dtype = like.dtype if like.dtype.is_floating_point else None
    return torch.as_tensor(np.asarray(array), dtype=dtype, device=like.device)


def _value(plan: Any, M: Any) -> Any:
    """<M, plan>, differentiable in M if it is a tensor."""
    return (plan * M).sum() if _is_tensor(M) else float((plan * numbers(M, "M")).sum())


def _zeros(M: Any) -> Any:
    return _out(np.zeros(np.shape(M)), M)


def _log_of(result: Result, like: Any) -> dict:
    return {"u": _out(result.lam - result.u, like), "v": _out(-result.v, like),
            "lambda": result.lam, "bound": result.bound, "warning": None, "result_code": 1}


# ---- Wasserstein ------------------------------------------------------------


def partial_wasserstein_lagrange(a, b, M, reg_m=None, nb_dummies=1, log=False, **kwargs):
    """The plan that moves whatever costs less than `reg_m`; None: everything.

    >>> import parot.pot
    >>> parot.pot.partial_wasserstein_lagrange([.1, .2], [.1, .1], [[0., 1.], [2., 3.]], reg_m=2)
    array([[0.1, 0. ],
           [0. , 0. ]])
    """
    p, q = _given(a, "a"), _given(b, "b")
    if max(_total(p), _total(q)) > 1 + 1e-9:
        raise ValueError("a and b: must sum to 1 at most, got %g and %g" % (_total(p), _total(q)))
    if reg_m is None:
        result = _partial_wasserstein(M, p, q, mass=min(_total(p), _total(q)))
    else:
        result = _partial_wasserstein(M, p, q, price=reg_m)
    plan = _out(result.toarray(), M)
    if not log:
        return plan
    value = _value(plan, M)
    return plan, {"cost": value, "partial_w_dist": value, **_log_of(result, M)}


def partial_wasserstein(a, b, M, m=None, nb_dummies=1, log=False, **kwargs):
    """The cheapest plan of mass `m`; None: all that can move.

    >>> import parot.pot
    >>> parot.pot.partial_wasserstein([.1, .2], [.1, .1], [[0., 1.], [2., 3.]], m=0.1)
    array([[0.1, 0. ],
           [0. , 0. ]])
    """
    p, q = _given(a, "a"), _given(b, "b")
    if m == 0:
        return (_zeros(M), {"cost": 0.0, "partial_w_dist": 0.0}) if log else _zeros(M)
    result = _partial_wasserstein(M, p, q, mass=min(_total(p), _total(q)) if m is None else m)
    plan = _out(result.toarray(), M)
    if not log:
        return plan
    value = _value(plan, M)
    return plan, {"cost": value, "partial_w_dist": value, **_log_of(result, M)}


def partial_wasserstein2(a, b, M, m=None, nb_dummies=1, log=False, **kwargs):
    """The cost of the plan of `partial_wasserstein`.

    >>> import parot.pot
    >>> parot.pot.partial_wasserstein2([.1, .2], [.1, .1], [[0., 1.], [2., 3.]])
    0.30000000000000004
    """
    plan, details = partial_wasserstein(a, b, M, m, log=True)
    details["T"] = plan
    return (_value(plan, M), details) if log else _value(plan, M)


class _NotOnALine(ValueError, AssertionError):
    """POT raises an AssertionError there."""


def partial_wasserstein_1d(x_a, x_b, n_transported_samples=None, p=1, **kwargs):
    """Samples in the order in which they join the cheapest partial matching, and what each costs.

    Returns (indices of x_a, indices of x_b, list of marginal costs); the first k of each are the
    answer for k samples. `parot.line` does the same for any weights.

    >>> import numpy as np, parot.pot
    >>> x, y = np.array([5., -2., 4.]), np.array([-1., 1., 3.])
    >>> i, j, costs = parot.pot.partial_wasserstein_1d(x, y, n_transported_samples=2)
    >>> sorted(i), sorted(j), costs
    ([1, 2], [0, 2], [1.0, 1.0])
    """
    if any(np.ndim(x) > 1 and np.shape(x)[1:] != (1,) for x in (x_a, x_b)):
        raise _NotOnALine("x_a and x_b: must be on a line, got shapes %r and %r" % (
            np.shape(x_a), np.shape(x_b)))
    x, y = vector(x_a, "x_a"), vector(x_b, "x_b")
    wanted = n_transported_samples if n_transported_samples is not None else kwargs.get("max_iter")
    count = min(len(x), len(y)) if wanted is None else min(len(x), len(y), int(wanted))
    if count < 1:
        return np.empty(0, np.int32), np.empty(0, np.int32), []
    result = _line(x, y, np.ones(len(x)), np.ones(len(y)), mass=count, exponent=p)
    piece = np.searchsorted(result.path.mass, np.arange(count) + 0.5) - 1
    return (result.path.order[:count], result.col_order[:count],
            [float(cost) for cost in result.path.slope[piece]])


def entropic_partial_wasserstein(a, b, M, reg, m=None, numItermax=1000, stopThr=1e-100,
                                 verbose=False, log=False, **kwargs):
    """The plan of mass `m` with the least <M,T> + reg sum T log T.

    `stopThr` below 1e-11 means 1e-11, of the mass that an iteration still moves.

    >>> import parot.pot
    >>> plan = parot.pot.entropic_partial_wasserstein([.1, .2], [.1, .1], [[0., 1.], [2., 3.]], 1, 0.1)
    >>> plan.round(2)
    array([[0.06, 0.02],
           [0.01, 0.  ]])
    """
    p, q = _given(a, "a"), _given(b, "b")
    if m == 0:
        return (_zeros(M), {"err": [0.0], "partial_w_dist": 0.0}) if log else _zeros(M)
    result = _entropic(M, p, q, mass=min(_total(p), _total(q)) if m is None else m, reg=reg,
                       tolerance=min(max(stopThr, 1e-11), 0.5), max_iterations=int(numItermax))
    if verbose:
        print(result)
    plan = _out(result.plan, M)
    if not log:
        return plan
    # <M,T> of a smoothed plan has derivatives that the plan is not: none rather than wrong ones.
    value = _value(plan, M.detach() if _is_tensor(M) else M)
    return plan, {"err": [result.residual], "partial_w_dist": value,
                  "u": _out(result.lam - result.u, M), "v": _out(-result.v, M),
                  "lambda": result.lam, "bound": result.bound}


# ---- Gromov-Wasserstein -----------------------------------------------------


def _tensor(C1: Array, C2: Array, T: Array, loss: str) -> Array:
    """sum_kl L(C1[i, k], C2[j, l]) T[k, l], L(a, b) = (a - b)^2 / 2 or a log(a / b) - a + b."""
    rows, cols = T.sum(1), T.sum(0)
    if loss == "kl_loss":
        left, right = C1 * np.log(C1 + 1e-15) - C1, C2
        cross = C1 @ T @ np.log(C2 + 1e-15).T
    else:
        left, right = C1**2 / 2, C2**2 / 2
        cross = C1 @ T @ C2.T
    return (left @ rows)[:, None] + (right @ cols)[None] - cross


def _gradient(C1: Array, C2: Array, T: Array, loss: str) -> Array:
    """By T, of <_tensor(T), T>."""
    return _tensor(C1, C2, T, loss) + _tensor(C1.T, C2.T, T, loss)


def gwgrad_partial(C1, C2, T):
    """Twice the tensor product of L(a, b) = (a - b)^2 / 2 with `T`: the gradient of `gwloss_partial`.

    >>> import numpy as np, parot.pot
    >>> parot.pot.gwgrad_partial([[0., 1.], [1., 0.]], [[0., 2.], [2., 0.]], np.eye(2) / 2)
    array([[0.5, 2.5],
           [2.5, 0.5]])
    """
    plan = _tensor(matrix(C1, "C1"), matrix(C2, "C2"), matrix(T, "T"), "square_loss") * 2
    return _out(plan, T)


def gwloss_partial(C1, C2, T):
    """sum (C1[i, k] - C2[j, l])^2 / 2 T[i, j] T[k, l].

    >>> import numpy as np, parot.pot
    >>> parot.pot.gwloss_partial([[0., 1.], [1., 0.]], [[0., 2.], [2., 0.]], np.eye(2) / 2)
    0.25
    """
    plan = matrix(T, "T")
    return float((_tensor(matrix(C1, "C1"), matrix(C2, "C2"), plan, "square_loss") * plan).sum())


def _check_loss(loss: str) -> str:
    if loss not in ("square_loss", "kl_loss"):
        raise ValueError("loss_fun: unknown %r; one of square_loss, kl_loss" % (loss,))
    return loss


def _start(G0: Any, p: Optional[Array], q: Optional[Array], shape: tuple, m: float) -> Array:
    """G0 with mass m; by default the product of the weights."""
    if G0 is None:
        rows = np.ones(shape[0]) if p is None else p
        cols = np.ones(shape[1]) if q is None else q
        G0 = np.outer(rows, cols)
    plan = matrix(G0, "G0")
    return plan * (m / plan.sum())


def _solve_gromov(M, C1, C2, p, q, m, loss, alpha, G0, numItermax, tol, verbose):
    """Frank-Wolfe from POT's start with exact steps. Returns (result, the value POT reports).

    POT's square loss is (a - b)^2, twice the library's: alpha is chosen so that the sums agree.
    """
    p, q = _given(p, "p"), _given(q, "q")
    most = min(_total(p), _total(q))
    m = most if m is None else m
    double = 2.0 if loss == "square_loss" else 1.0
    source, target = matrix(C1, "C1"), matrix(C2, "C2")
    if loss == "kl_loss":
        target = target + 1e-15  # zeros on the diagonal have no logarithm
    share = double * alpha / (double * alpha + (1 - alpha))
    start = "product" if G0 is None else _start(G0, p, q, (len(source), len(target)), m)
    result = _partial_gromov(source, target, p, q, mass=m, cost=M, alpha=share,
                             loss="kl" if loss == "kl_loss" else "square", start=start,
                             steps="exact", tolerance=min(max(tol, 1e-12), 1e-6),
                             max_iterations=max(1, int(numItermax)))
    if verbose:
        print(result)
    return result, result.objective * (double * alpha + (1 - alpha))


def _gromov_log(result, value, name: str, like: Any) -> dict:
    return {"err": result.gaps.tolist(), "loss": result.objectives.tolist(), name: value,
            "u": _out(result.lam - result.u, like), "v": _out(-result.v, like)}


def partial_gromov_wasserstein(C1, C2, p=None, q=None, m=None, nb_dummies=1, G0=None, thres=1,
                               numItermax=1000, tol=1e-7, log=False, verbose=False, **kwargs):
    """A stationary plan of mass `m` for (a - b)^2 / 2, from the product of the weights or `G0`.

    `parot.partial_gromov` tries several starts and is often better.

    >>> import numpy as np, parot.pot
    >>> x, y = np.array([1., 2., 100., 200.]), np.array([3., 2., 98., 199.])
    >>> C1, C2 = abs(x[:, None] - x), abs(y[:, None] - y)
    >>> parot.pot.partial_gromov_wasserstein(C1, C2, [.25] * 4, [.25] * 4)
    array([[0.  , 0.25, 0.  , 0.  ],
           [0.25, 0.  , 0.  , 0.  ],
           [0.  , 0.  , 0.25, 0.  ],
           [0.  , 0.  , 0.  , 0.25]])
    """
    if m == 0:
        plan = _out(np.zeros((len(C1), len(C2))), C1)
        return (plan, {"err": [], "partial_gw_dist": 0.0}) if log else plan
    loss = _check_loss(kwargs.get("loss_fun", "square_loss"))
    result, value = _solve_gromov(None, C1, C2, p, q, m, loss, 1.0, G0, numItermax, tol, verbose)
    plan = _out(result.toarray(), C1)
    value = value / 2 if loss == "square_loss" else value
    return (plan, _gromov_log(result, value, "partial_gw_dist", C1)) if log else plan


def partial_gromov_wasserstein2(C1, C2, p=None, q=None, m=None, nb_dummies=1, G0=None, thres=1,
                                numItermax=1000, tol=1e-7, log=False, verbose=False, **kwargs):
    """The value of `partial_gromov_wasserstein`."""
    plan, details = partial_gromov_wasserstein(C1, C2, p, q, m, nb_dummies, G0, thres, numItermax,
                                               tol, True, verbose, **kwargs)
    details["T"] = plan
    value = details["partial_gw_dist"]
    return (value, details) if log else value


def _solve_entropic_gromov(M, C1, C2, p, q, reg, m, loss, alpha, scale, G0, numItermax, tol,
                           verbose):
    """Repeats: linearise (1 - alpha) <M,T> + alpha scale J(T), solve with the entropy."""
    p, q = _given(p, "p"), _given(q, "q")
    source, target = matrix(C1, "C1"), matrix(C2, "C2")
    m = min(_total(p), _total(q)) if m is None else m
    if not m > 0:
        raise ValueError("m: must be positive, got %r" % (m,))
    feature = 0.0 if M is None else (1 - alpha) * matrix(M, "M")
    plan, errors = _start(G0, p, q, (len(source), len(target)), m), []
    for _ in range(max(1, int(numItermax))):
        linear = feature + alpha * scale * _gradient(source, target, plan, loss)
        result = _entropic(linear, p, q, mass=m, reg=reg, tolerance=1e-11, max_iterations=1000)
        errors.append(float(np.linalg.norm(result.plan - plan)))
        plan = result.plan
        if errors[-1] <= tol:
            break
    if verbose:
        print(result)
    value = alpha * scale * float((_tensor(source, target, plan, loss) * plan).sum())
    return plan, value + float((feature * plan).sum()), errors


def entropic_partial_gromov_wasserstein(C1, C2, p=None, q=None, reg=1.0, m=None, G0=None,
                                        numItermax=1000, tol=1e-7, log=False, verbose=False,
                                        **kwargs):
    """A plan of mass `m` where linearised costs (of (a - b)^2 / 2) plus the entropy give it back.

    >>> import numpy as np, parot.pot
    >>> x, y = np.array([1., 2., 100., 200.]), np.array([3., 2., 98., 199.])
    >>> C1, C2 = abs(x[:, None] - x), abs(y[:, None] - y)
    >>> parot.pot.entropic_partial_gromov_wasserstein(C1, C2, [.25] * 4, [.25] * 4, 50).round(2)
    array([[0.12, 0.13, 0.  , 0.  ],
           [0.13, 0.12, 0.  , 0.  ],
           [0.  , 0.  , 0.25, 0.  ],
           [0.  , 0.  , 0.  , 0.25]])
    """
    loss = _check_loss(kwargs.get("loss_fun", "square_loss"))
    plan, value, errors = _solve_entropic_gromov(None, C1, C2, p, q, reg, m, loss, 1.0, 1.0, G0,
                                                 numItermax, tol, verbose)
    plan = _out(plan, C1)
    return (plan, {"err": errors, "partial_gw_dist": value}) if log else plan


def entropic_partial_gromov_wasserstein2(C1, C2, p=None, q=None, reg=1.0, m=None, G0=None,
                                         numItermax=1000, tol=1e-7, log=False, verbose=False,
                                         **kwargs):
    """The value of `entropic_partial_gromov_wasserstein`."""
    plan, details = entropic_partial_gromov_wasserstein(C1, C2, p, q, reg, m, G0, numItermax, tol,
                                                        True, verbose, **kwargs)
    details["T"] = plan
    value = details["partial_gw_dist"]
    return (value, details) if log else value


# ---- The same in ot.gromov, where the square loss is (a - b)^2 ---------------


def _partial_gw(C1, C2, p=None, q=None, m=None, loss_fun="square_loss", nb_dummies=1, G0=None,
                thres=1, numItermax=10000, tol=1e-8, symmetric=None, warn=True, log=False,
                verbose=False, **kwargs):
    """``ot.gromov.partial_gromov_wasserstein``."""
    result, value = _solve_gromov(None, C1, C2, p, q, m, _check_loss(loss_fun), 1.0, G0, numItermax,
                                  tol, verbose)
    plan = _out(result.toarray(), C1)
    return (plan, _gromov_log(result, value, "partial_gw_dist", C1)) if log else plan


def _partial_gw2(C1, C2, p=None, q=None, m=None, loss_fun="square_loss", nb_dummies=1, G0=None,
                 thres=1, numItermax=10000, tol=1e-7, symmetric=None, warn=False, log=False,
                 verbose=False, **kwargs):
    """``ot.gromov.partial_gromov_wasserstein2``."""
    plan, details = _partial_gw(C1, C2, p, q, m, loss_fun, nb_dummies, G0, thres, numItermax, tol,
                                symmetric, warn, True, verbose)
    details["T"] = plan
    value = details["partial_gw_dist"]
    return (value, details) if log else value


def _partial_fgw(M, C1, C2, p=None, q=None, m=None, loss_fun="square_loss", alpha=0.5, nb_dummies=1,
                 G0=None, thres=1, numItermax=10000, tol=1e-8, symmetric=None, warn=True, log=False,
                 verbose=False, **kwargs):
    """``ot.gromov.partial_fused_gromov_wasserstein``."""
    result, value = _solve_gromov(M, C1, C2, p, q, m, _check_loss(loss_fun), alpha, G0, numItermax,
                                  tol, verbose)
    plan = _out(result.toarray(), C1)
    return (plan, _gromov_log(result, value, "partial_fgw_dist", C1)) if log else plan


def _partial_fgw2(M, C1, C2, p=None, q=None, m=None, loss_fun="square_loss", alpha=0.5,
                  nb_dummies=1, G0=None, thres=1, numItermax=10000, tol=1e-7, symmetric=None,
                  warn=False, log=False, verbose=False, **kwargs):
    """``ot.gromov.partial_fused_gromov_wasserstein2``."""
    plan, details = _partial_fgw(M, C1, C2, p, q, m, loss_fun, alpha, nb_dummies, G0, thres,
                                 numItermax, tol, symmetric, warn, True, verbose)
    details["T"] = plan
    value = details["partial_fgw_dist"]
    return (value, details) if log else value


def _entropic_gw(C1, C2, p=None, q=None, reg=1.0, m=None, loss_fun="square_loss", G0=None,
                 numItermax=1000, tol=1e-7, symmetric=None, log=False, verbose=False, **kwargs):
    """``ot.gromov.entropic_partial_gromov_wasserstein``."""
    return _entropic_fgw(None, C1, C2, p, q, reg, m, loss_fun, 1.0, G0, numItermax, tol, symmetric,
                         log, verbose, _name="partial_gw_dist")


def _entropic_gw2(C1, C2, p=None, q=None, reg=1.0, m=None, loss_fun="square_loss", G0=None,
                  numItermax=1000, tol=1e-7, symmetric=None, log=False, verbose=False, **kwargs):
    """``ot.gromov.entropic_partial_gromov_wasserstein2``."""
    plan, details = _entropic_gw(C1, C2, p, q, reg, m, loss_fun, G0, numItermax, tol, symmetric,
                                 True, verbose)
    details["T"] = plan
    value = details["partial_gw_dist"]
    return (value, details) if log else value


def _entropic_fgw(M, C1, C2, p=None, q=None, reg=1.0, m=None, loss_fun="square_loss", alpha=0.5,
                  G0=None, numItermax=1000, tol=1e-7, symmetric=None, log=False, verbose=False,
                  _name="partial_fgw_dist", **kwargs):
    """``ot.gromov.entropic_partial_fused_gromov_wasserstein``, with the cost of features."""
    scale = 2.0 if _check_loss(loss_fun) == "square_loss" else 1.0
    plan, value, errors = _solve_entropic_gromov(M, C1, C2, p, q, reg, m, loss_fun, alpha, scale,
                                                 G0, numItermax, tol, verbose)
    plan = _out(plan, C1)
    return (plan, {"err": errors, _name: value}) if log else plan


def _entropic_fgw2(M, C1, C2, p=None, q=None, reg=1.0, m=None, loss_fun="square_loss", alpha=0.5,
                   G0=None, numItermax=1000, tol=1e-7, symmetric=None, log=False, verbose=False,
                   **kwargs):
    """``ot.gromov.entropic_partial_fused_gromov_wasserstein2``."""
    plan, details = _entropic_fgw(M, C1, C2, p, q, reg, m, loss_fun, alpha, G0, numItermax, tol,
                                  symmetric, True, verbose)
    details["T"] = plan
    value = details["partial_fgw_dist"]
    return (value, details) if log else value


#: The partial functions of ``ot.gromov``, under their names there.
gromov = SimpleNamespace(
    partial_gromov_wasserstein=_partial_gw,
    partial_gromov_wasserstein2=_partial_gw2,
    partial_fused_gromov_wasserstein=_partial_fgw,
    partial_fused_gromov_wasserstein2=_partial_fgw2,
    entropic_partial_gromov_wasserstein=_entropic_gw,
    entropic_partial_gromov_wasserstein2=_entropic_gw2,
    entropic_partial_fused_gromov_wasserstein=_entropic_fgw,
    entropic_partial_fused_gromov_wasserstein2=_entropic_fgw2,
)
