"""``ot.partial``: exact, entropic and one-dimensional partial transport, under POT's names.

Distances of Gromov-Wasserstein are compared with (a - b)^2 / 2, as there.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from .._arrays import Array, count, matrix, number, numbers, vector
from .._errors import ArgumentError
from .._results import Result
from .._variants import partial_entropic as _entropic
from .._variants import partial_line as _line
from .._transport import partial_wasserstein as _partial_wasserstein
from . import _common as common
from ._common import first_tensor, given, mass_of, named, out, total, value_out

__all__ = [
    "partial_wasserstein", "partial_wasserstein2", "partial_wasserstein_lagrange",
    "partial_wasserstein_1d", "entropic_partial_wasserstein",
    "entropic_partial_wasserstein_logscale", "partial_gromov_wasserstein",
    "partial_gromov_wasserstein2", "entropic_partial_gromov_wasserstein",
    "entropic_partial_gromov_wasserstein2", "gwgrad_partial", "gwloss_partial",
]

_NAMES = {"C": "M", "p": "a", "q": "b", "mass": "m", "max_iterations": "numItermax"}


# ---- Wasserstein ------------------------------------------------------------


def _answer(result: Result, a: Any, b: Any, M: Any, m: Any, log: bool, has_price: bool = False) -> Any:
    """The plan, or (plan, log) with a value that knows its derivatives.

    With a price the mass follows the weights, and of the cost alone only the derivative by `M` is known.
    """
    like = first_tensor(M, a, b)
    plan = out(result.plan.toarray(), like)
    if not log:
        return plan

    def slopes() -> tuple[Any, ...]:
        plan = result.plan.toarray()
        return (plan, None, None, None) if has_price else (plan, -result.u, -result.v, result.lam)

    value = value_out(result.objective, slopes, M, a, b, m)
    return plan, {"partial_w_dist": value, **common.log_of(result, value, like)}


def partial_wasserstein_lagrange(a: Any, b: Any, M: Any, reg_m: Any = None, nb_dummies: Any = 1, log: Any = False,
                                 **kwargs: Any) -> Any:
    """The plan that moves whatever costs less than `reg_m`; None: everything.

    >>> import parot.pot
    >>> parot.pot.partial_wasserstein_lagrange([.1, .2], [.1, .1], [[0., 1.], [2., 3.]], reg_m=2)
    array([[0.1, 0. ],
           [0. , 0. ]])
    """
    common.refuse_unknown("partial_wasserstein_lagrange", kwargs, common.EMD,
                          "a b M reg_m nb_dummies log")
    p, q = given(a, "a"), given(b, "b")
    if max(total(p), total(q)) > 1 + 1e-9:
        raise ArgumentError("a and b: must sum to 1 at most, got %g and %g" % (total(p), total(q)))
    with named(**_NAMES, price="reg_m"):
        result = (_partial_wasserstein(M, p, q, mass=min(total(p), total(q))) if reg_m is None else
                  _partial_wasserstein(M, p, q, price=reg_m))
    return _answer(result, a, b, M, None, log, reg_m is not None)


def partial_wasserstein(a: Any, b: Any, M: Any, m: Any = None, nb_dummies: Any = 1, log: Any = False,
                        **kwargs: Any) -> Any:
    """The cheapest plan of mass `m`; None: all that can move.

    >>> import parot.pot
    >>> parot.pot.partial_wasserstein([.1, .2], [.1, .1], [[0., 1.], [2., 3.]], m=0.1)
    array([[0.1, 0. ],
           [0. , 0. ]])
    """
    common.refuse_unknown("partial_wasserstein", kwargs, common.EMD, "a b M m nb_dummies log")
    p, q = given(a, "a"), given(b, "b")
    mass = mass_of(m, p, q)
    if mass == 0:
        return _nothing(M, log)
    with named(**_NAMES):
        result = _partial_wasserstein(M, p, q, mass=mass)
    return _answer(result, a, b, M, m, log)


def _nothing(M: Any, log: bool, **more: Any) -> Any:
    """The plan of mass 0."""
    n, m = matrix(M, "M").shape
    plan = out(np.zeros((n, m)), M)
    return (plan, common.empty_log(n, m, M, partial_w_dist=0.0, **more)) if log else plan


def partial_wasserstein2(a: Any, b: Any, M: Any, m: Any = None, nb_dummies: Any = 1, log: Any = False,
                         **kwargs: Any) -> Any:
    """The cost of the plan of `partial_wasserstein`.

    >>> import parot.pot
    >>> parot.pot.partial_wasserstein2([.1, .2], [.1, .1], [[0., 1.], [2., 3.]])
    0.30000000000000004
    """
    common.refuse_unknown("partial_wasserstein2", kwargs, common.EMD, "a b M m nb_dummies log")
    plan, details = partial_wasserstein(a, b, M, m, log=True)
    details["T"] = plan
    return (details["partial_w_dist"], details) if log else details["partial_w_dist"]


class _NotOnALine(ArgumentError, AssertionError):
    """POT raises an AssertionError there."""


def partial_wasserstein_1d(x_a: Any, x_b: Any, n_transported_samples: Any = None, p: Any = 1, *,
                           max_iter: Any = None) -> Any:
    """Samples in the order in which they join the cheapest partial matching, and what each costs.

    Returns (indices of x_a, indices of x_b, list of marginal costs); the first k of each are the
    answer for k samples. `parot.partial_line` does the same for any weights.

    >>> import numpy as np, parot.pot
    >>> x, y = np.array([5., -2., 4.]), np.array([-1., 1., 3.])
    >>> i, j, costs = parot.pot.partial_wasserstein_1d(x, y, n_transported_samples=2)
    >>> sorted(i), sorted(j), costs
    ([1, 2], [0, 2], [1.0, 1.0])
    """
    a, b = numbers(x_a, "x_a"), numbers(x_b, "x_b")
    if any(x.ndim > 1 and x.shape[1:] != (1,) for x in (a, b)):
        raise _NotOnALine("x_a and x_b: must be on a line, got shapes %r and %r" % (a.shape, b.shape))
    x, y = vector(a, "x_a"), vector(b, "x_b")
    wanted = n_transported_samples if n_transported_samples is not None else max_iter
    samples = min(len(x), len(y))
    if wanted is not None:
        samples = min(samples, count(wanted, "n_transported_samples", 0, 2**63 - 1))
    if samples < 1:
        return np.empty(0, np.int32), np.empty(0, np.int32), []
    with named(x="x_a", y="x_b", exponent="p"):
        result = _line(x, y, np.ones(len(x)), np.ones(len(y)), mass=samples, exponent=p)
    piece = np.searchsorted(result.curve.mass, np.arange(samples) + 0.5) - 1
    return (result.curve.order[:samples], result.col_order[:samples],
            [float(cost) for cost in result.curve.slope[piece]])


# ---- With an entropy ------------------------------------------------------------


def entropic_partial_wasserstein(a: Any, b: Any, M: Any, reg: Any, m: Any = None, method: Any = "sinkhorn",
                                 numItermax: Any = 1000, stopThr: Any = 1e-100, verbose: Any = False,
                                 log: Any = False) -> Any:
    """The plan of mass `m` with the least <M,T> + reg sum T log T.

    `method` is "sinkhorn" or "sinkhorn_log": both are the same solver here, which works in
    logarithms. `stopThr` below 1e-11 means 1e-11, of the mass that an iteration still moves.

    >>> import parot.pot
    >>> plan = parot.pot.entropic_partial_wasserstein([.1, .2], [.1, .1], [[0., 1.], [2., 3.]], 1, 0.1)
    >>> plan.round(2)
    array([[0.06, 0.02],
           [0.01, 0.  ]])
    """
    if not isinstance(method, str):
        raise ArgumentError("method: must be 'sinkhorn' or 'sinkhorn_log', got %r; give numItermax by "
                            "its name, older POT had it in this place" % (method,))
    if method.lower() not in ("sinkhorn", "sinkhorn_log"):
        raise ArgumentError("method: unknown %r; one of sinkhorn, sinkhorn_log" % method)
    p, q = given(a, "a"), given(b, "b")
    mass = mass_of(m, p, q)
    if mass == 0:
        return _nothing(M, log, err=[0.0])
    with named(**_NAMES, tolerance="stopThr"):
        result = _entropic(M, p, q, mass=mass, reg=reg,
                           tolerance=min(max(number(stopThr, "stopThr"), 1e-11), 0.5),
                           max_iterations=common.iterations(numItermax))
    if verbose:
        print(result)
    like = first_tensor(M, a, b)
    plan = out(result.plan, like)
    if not log:
        return plan

    value = value_out(result.objective, result.gradient, M, a, b, m)
    return plan, {"err": [result.residual], "partial_w_dist": value,
                  **common.log_of(result, value, like)}


def entropic_partial_wasserstein_logscale(a: Any, b: Any, M: Any, reg: Any, m: Any = None, numItermax: Any = 1000,
                                          stopThr: Any = 1e-100, verbose: Any = False, log: Any = False) -> Any:
    """`entropic_partial_wasserstein`, which works in logarithms anyway.

    >>> import parot.pot
    >>> parot.pot.entropic_partial_wasserstein_logscale([.1, .2], [.1, .1], [[0., 1.], [2., 3.]], 1, 0.1).round(2)
    array([[0.06, 0.02],
           [0.01, 0.  ]])
    """
    return entropic_partial_wasserstein(a, b, M, reg, m, "sinkhorn_log", numItermax, stopThr, verbose,
                                        log)


# ---- Gromov-Wasserstein -----------------------------------------------------


def gwgrad_partial(C1: Any, C2: Any, T: Any) -> Any:
    """Twice the tensor product of L(a, b) = (a - b)^2 / 2 with `T`: the gradient of `gwloss_partial`.

    >>> import numpy as np, parot.pot
    >>> parot.pot.gwgrad_partial([[0., 1.], [1., 0.]], [[0., 2.], [2., 0.]], np.eye(2) / 2)
    array([[0.5, 2.5],
           [2.5, 0.5]])
    """
    return out(_tensor(C1, C2, T) * 2, first_tensor(T, C1, C2))


def gwloss_partial(C1: Any, C2: Any, T: Any) -> Any:
    """sum (C1[i, k] - C2[j, l])^2 / 2 T[i, j] T[k, l].

    >>> import numpy as np, parot.pot
    >>> parot.pot.gwloss_partial([[0., 1.], [1., 0.]], [[0., 2.], [2., 0.]], np.eye(2) / 2)
    0.25
    """
    return float((_tensor(C1, C2, T) * matrix(T, "T")).sum())


def _tensor(C1: Any, C2: Any, T: Any) -> Array:
    source, target, plan = matrix(C1, "C1"), matrix(C2, "C2"), matrix(T, "T")
    shape = (len(source), len(target))
    if source.shape != (shape[0],) * 2 or target.shape != (shape[1],) * 2 or plan.shape != shape:
        raise ArgumentError("T: has shape %r, C1 and C2 have %r and %r" % (
            plan.shape, source.shape, target.shape))
    return common.tensor(source, target, plan, "square_loss")


def partial_gromov_wasserstein(C1: Any, C2: Any, p: Any = None, q: Any = None, m: Any = None, nb_dummies: Any = 1,
                               G0: Any = None, thres: Any = 1, numItermax: Any = 1000, tol: Any = 1e-7,
                               log: bool = False, verbose: bool = False, *, loss_fun: str = "square_loss",
                               **kwargs: Any) -> Any:
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
    common.refuse_unknown("partial_gromov_wasserstein", kwargs, common.CONDITIONAL_GRADIENT,
                          "C1 C2 p q m nb_dummies G0 thres numItermax tol log verbose loss_fun")
    if m is not None and number(m, "m") == 0:
        return common.no_plan(C1, C2, log, partial_gw_dist=0.0)
    solved = common.Solved(None, C1, C2, p, q, m, common.check_loss(loss_fun), 1.0, 1.0, G0,
                           numItermax, tol, verbose)
    return (solved.plan(), solved.log("partial_gw_dist", solved.value())) if log else solved.plan()


def partial_gromov_wasserstein2(C1: Any, C2: Any, p: Any = None, q: Any = None, m: Any = None, nb_dummies: Any = 1,
                                G0: Any = None, thres: Any = 1, numItermax: Any = 1000, tol: Any = 1e-7,
                                log: Any = False, verbose: Any = False, **kwargs: Any) -> Any:
    """The value of `partial_gromov_wasserstein`.

    >>> import numpy as np, parot.pot
    >>> C1, C2 = np.array([[0., 1.], [1., 0.]]), np.array([[0., 2.], [2., 0.]])
    >>> parot.pot.partial_gromov_wasserstein2(C1, C2, [.5, .5], [.5, .5], m=1)
    0.75
    """
    plan, details = partial_gromov_wasserstein(C1, C2, p, q, m, nb_dummies, G0, thres, numItermax,
                                               tol, True, verbose, **kwargs)
    details["T"] = plan
    value = details["partial_gw_dist"]
    return (value, details) if log else value


def entropic_partial_gromov_wasserstein(C1: Any, C2: Any, p: Any = None, q: Any = None, reg: Any = 1.0,
                                        m: Any = None, G0: Any = None, numItermax: Any = 1000, tol: Any = 1e-7,
                                        log: Any = False, verbose: Any = False, *,
                                        loss_fun: Any = "square_loss") -> Any:
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
    return common.entropic_answer("partial_gw_dist", log, None, C1, C2, p, q, reg, m,
                                  common.check_loss(loss_fun), 1.0, 1.0, G0, numItermax, tol, verbose)


def entropic_partial_gromov_wasserstein2(C1: Any, C2: Any, p: Any = None, q: Any = None, reg: Any = 1.0,
                                         m: Any = None, G0: Any = None, numItermax: Any = 1000, tol: Any = 1e-7,
                                         log: Any = False, verbose: Any = False, *,
                                         loss_fun: Any = "square_loss") -> Any:
    """The value of `entropic_partial_gromov_wasserstein`; of tensors a tensor without derivatives.

    >>> import numpy as np, parot.pot
    >>> C1, C2 = np.array([[0., 1.], [1., 0.]]), np.array([[0., 2.], [2., 0.]])
    >>> round(parot.pot.entropic_partial_gromov_wasserstein2(C1, C2, [.5, .5], [.5, .5], reg=1, m=1), 3)
    0.75
    """
    plan, details = entropic_partial_gromov_wasserstein(C1, C2, p, q, reg, m, G0, numItermax, tol,
                                                        True, verbose, loss_fun=loss_fun)
    details["T"] = plan
    value = details["partial_gw_dist"]
    return (value, details) if log else value
