"""The partial functions of ``ot.gromov``, under their names there; the square loss is (a - b)^2."""
from __future__ import annotations

from typing import Any

from .._arrays import number
from . import _common as common

__all__ = [
    "partial_gromov_wasserstein", "partial_gromov_wasserstein2", "partial_fused_gromov_wasserstein",
    "partial_fused_gromov_wasserstein2", "entropic_partial_gromov_wasserstein",
    "entropic_partial_gromov_wasserstein2", "entropic_partial_fused_gromov_wasserstein",
    "entropic_partial_fused_gromov_wasserstein2", "solve_partial_gromov_linesearch",
]

_OWN = ("M C1 C2 p q m loss_fun alpha nb_dummies G0 thres numItermax tol symmetric warn log verbose")


def _scale(loss_fun: str) -> float:
    """Of the library's (a - b)^2 / 2."""
    return 2.0 if common.check_loss(loss_fun) == "square_loss" else 1.0


def _solve(name: str, log: bool, M: Any, C1: Any, C2: Any, p: Any, q: Any, m: Any, loss_fun: str, alpha: Any, G0: Any,
           numItermax: Any, tol: Any, verbose: bool) -> Any:
    scale = _scale(loss_fun)
    if m is not None and number(m, "m") == 0:
        return common.no_plan(C1, C2, log, lin_loss=0.0, quad_loss=0.0, **{name: 0.0})
    solved = common.Solved(M, C1, C2, p, q, m, loss_fun, alpha, scale, G0, numItermax, tol, verbose)
    return (solved.plan(), solved.log(name, solved.value())) if log else solved.plan()


def partial_gromov_wasserstein(C1: Any, C2: Any, p: Any = None, q: Any = None, m: Any = None,
                               loss_fun: Any = "square_loss", nb_dummies: Any = 1, G0: Any = None, thres: Any = 1,
                               numItermax: Any = 1e4, tol: Any = 1e-8, symmetric: Any = None, warn: Any = True,
                               log: Any = False, verbose: Any = False, **kwargs: Any) -> Any:
    """A stationary plan of mass `m`, from the product of the weights or `G0`.

    >>> import numpy as np, parot.pot
    >>> C1, C2 = np.array([[0., 1.], [1., 0.]]), np.array([[0., 2.], [2., 0.]])
    >>> float(parot.pot.gromov.partial_gromov_wasserstein(C1, C2, m=1).sum())
    1.0
    """
    common.refuse_unknown("partial_gromov_wasserstein", kwargs, common.CONDITIONAL_GRADIENT, _OWN)
    return _solve("partial_gw_dist", log, None, C1, C2, p, q, m, loss_fun, 1.0, G0, numItermax, tol,
                  verbose)


def partial_gromov_wasserstein2(C1: Any, C2: Any, p: Any = None, q: Any = None, m: Any = None,
                                loss_fun: Any = "square_loss", nb_dummies: Any = 1, G0: Any = None, thres: Any = 1,
                                numItermax: Any = 1e4, tol: Any = 1e-7, symmetric: Any = None, warn: Any = False,
                                log: Any = False, verbose: Any = False, **kwargs: Any) -> Any:
    """The value of `partial_gromov_wasserstein`, differentiable if it is a tensor.

    >>> import numpy as np, parot.pot
    >>> C1, C2 = np.array([[0., 1.], [1., 0.]]), np.array([[0., 2.], [2., 0.]])
    >>> round(parot.pot.gromov.partial_gromov_wasserstein2(C1, C2, m=1), 9)
    1.5
    """
    plan, details = partial_gromov_wasserstein(C1, C2, p, q, m, loss_fun, nb_dummies, G0, thres,
                                               numItermax, tol, symmetric, warn, True, verbose,
                                               **kwargs)
    details["T"] = plan
    value = details["partial_gw_dist"]
    return (value, details) if log else value


def partial_fused_gromov_wasserstein(M: Any, C1: Any, C2: Any, p: Any = None, q: Any = None, m: Any = None,
                                     loss_fun: Any = "square_loss", alpha: Any = 0.5, nb_dummies: Any = 1,
                                     G0: Any = None, thres: Any = 1, numItermax: Any = 1e4, tol: Any = 1e-8,
                                     symmetric: Any = None, warn: Any = True, log: Any = False,
                                     verbose: Any = False, **kwargs: Any) -> Any:
    """A stationary plan of mass `m` for (1 - alpha) <M,T> + alpha GW(T).

    >>> import numpy as np, parot.pot
    >>> C1, C2 = np.array([[0., 1.], [1., 0.]]), np.array([[0., 2.], [2., 0.]])
    >>> parot.pot.gromov.partial_fused_gromov_wasserstein(1 - np.eye(2), C1, C2, m=1)
    array([[0.5, 0. ],
           [0. , 0.5]])
    """
    common.refuse_unknown("partial_fused_gromov_wasserstein", kwargs, common.CONDITIONAL_GRADIENT,
                          _OWN)
    return _solve("partial_fgw_dist", log, M, C1, C2, p, q, m, loss_fun, alpha, G0, numItermax, tol,
                  verbose)


def partial_fused_gromov_wasserstein2(M: Any, C1: Any, C2: Any, p: Any = None, q: Any = None, m: Any = None,
                                      loss_fun: Any = "square_loss", alpha: Any = 0.5, nb_dummies: Any = 1,
                                      G0: Any = None, thres: Any = 1, numItermax: Any = 1e4, tol: Any = 1e-7,
                                      symmetric: Any = None, warn: Any = False, log: Any = False,
                                      verbose: Any = False, **kwargs: Any) -> Any:
    """The value of `partial_fused_gromov_wasserstein`, differentiable if it is a tensor.

    >>> import numpy as np, parot.pot
    >>> C1, C2 = np.array([[0., 1.], [1., 0.]]), np.array([[0., 2.], [2., 0.]])
    >>> round(parot.pot.gromov.partial_fused_gromov_wasserstein2(1 - np.eye(2), C1, C2, m=1), 9)
    0.25
    """
    plan, details = partial_fused_gromov_wasserstein(M, C1, C2, p, q, m, loss_fun, alpha, nb_dummies,
                                                     G0, thres, numItermax, tol, symmetric, warn,
                                                     True, verbose, **kwargs)
    details["T"] = plan
    value = details["partial_fgw_dist"]
    return (value, details) if log else value


def entropic_partial_gromov_wasserstein(C1: Any, C2: Any, p: Any = None, q: Any = None, reg: Any = 1.0,
                                        m: Any = None, loss_fun: Any = "square_loss", G0: Any = None,
                                        numItermax: Any = 1000, tol: Any = 1e-7, symmetric: Any = None,
                                        log: Any = False, verbose: Any = False) -> Any:
    """A plan of mass `m` where linearised costs plus the entropy give it back.

    >>> import numpy as np, parot.pot
    >>> C1, C2 = np.array([[0., 1.], [1., 0.]]), np.array([[0., 2.], [2., 0.]])
    >>> parot.pot.gromov.entropic_partial_gromov_wasserstein(C1, C2, reg=1, m=1).round(3)
    array([[0.25, 0.25],
           [0.25, 0.25]])
    """
    return common.entropic_answer("partial_gw_dist", log, None, C1, C2, p, q, reg, m, loss_fun, 1.0,
                                  _scale(loss_fun), G0, numItermax, tol, verbose)


def entropic_partial_gromov_wasserstein2(C1: Any, C2: Any, p: Any = None, q: Any = None, reg: Any = 1.0,
                                         m: Any = None, loss_fun: Any = "square_loss", G0: Any = None,
                                         numItermax: Any = 1000, tol: Any = 1e-7, symmetric: Any = None,
                                         log: Any = False, verbose: Any = False) -> Any:
    """The value of `entropic_partial_gromov_wasserstein`; of tensors a tensor without derivatives.

    >>> import numpy as np, parot.pot
    >>> C1, C2 = np.array([[0., 1.], [1., 0.]]), np.array([[0., 2.], [2., 0.]])
    >>> round(parot.pot.gromov.entropic_partial_gromov_wasserstein2(C1, C2, reg=1, m=1), 3)
    1.5
    """
    plan, details = entropic_partial_gromov_wasserstein(C1, C2, p, q, reg, m, loss_fun, G0,
                                                        numItermax, tol, symmetric, True, verbose)
    details["T"] = plan
    value = details["partial_gw_dist"]
    return (value, details) if log else value


def entropic_partial_fused_gromov_wasserstein(M: Any, C1: Any, C2: Any, p: Any = None, q: Any = None,
                                              reg: Any = 1.0, m: Any = None, loss_fun: Any = "square_loss",
                                              alpha: Any = 0.5, G0: Any = None, numItermax: Any = 1000,
                                              tol: Any = 1e-7, symmetric: Any = None, log: Any = False,
                                              verbose: Any = False) -> Any:
    """The same with the cost of features, for (1 - alpha) <M,T> + alpha GW(T).

    >>> import numpy as np, parot.pot
    >>> C1, C2 = np.array([[0., 1.], [1., 0.]]), np.array([[0., 2.], [2., 0.]])
    >>> parot.pot.gromov.entropic_partial_fused_gromov_wasserstein(1 - np.eye(2), C1, C2, reg=1, m=1).round(3)
    array([[0.442, 0.058],
           [0.058, 0.442]])
    """
    return common.entropic_answer("partial_fgw_dist", log, M, C1, C2, p, q, reg, m, loss_fun, alpha,
                                  _scale(loss_fun), G0, numItermax, tol, verbose)


def entropic_partial_fused_gromov_wasserstein2(M: Any, C1: Any, C2: Any, p: Any = None, q: Any = None,
                                               reg: Any = 1.0, m: Any = None, loss_fun: Any = "square_loss",
                                               alpha: Any = 0.5, G0: Any = None, numItermax: Any = 1000,
                                               tol: Any = 1e-7, symmetric: Any = None, log: Any = False,
                                               verbose: Any = False) -> Any:
    """The value of `entropic_partial_fused_gromov_wasserstein`; of tensors without derivatives.

    >>> import numpy as np, parot.pot
    >>> C1, C2 = np.array([[0., 1.], [1., 0.]]), np.array([[0., 2.], [2., 0.]])
    >>> round(parot.pot.gromov.entropic_partial_fused_gromov_wasserstein2(1 - np.eye(2), C1, C2, reg=1, m=1), 3)
    0.511
    """
    plan, details = entropic_partial_fused_gromov_wasserstein(M, C1, C2, p, q, reg, m, loss_fun,
                                                              alpha, G0, numItermax, tol, symmetric,
                                                              True, verbose)
    details["T"] = plan
    value = details["partial_fgw_dist"]
    return (value, details) if log else value


def solve_partial_gromov_linesearch(G: Any, deltaG: Any, cost_G: Any, df_G: Any, df_Gc: Any, M: Any,
                                    reg: Any, alpha_min: Any = None, alpha_max: Any = None, nx: Any = None,
                                    **kwargs: Any) -> tuple[float, int, Any, Any]:
    """The step in [0, 1] from `G` to `G` + `deltaG` at which the objective is least.

    `df_G` and `df_Gc` are gradients of the quadratic part at both ends, `M` is the linear part, or 0.
    Along the way the objective is cost_G + b t + a t^2. Returns (step, 1, the objective there, the
    gradient there).

    >>> import numpy as np, parot.pot
    >>> G, down = np.eye(2) / 2, np.array([[-.5, .5], [.5, -.5]])
    >>> step, _, cost, _ = parot.pot.gromov.solve_partial_gromov_linesearch(
    ...     G, down, 1.0, np.eye(2), np.zeros((2, 2)), 0.0, 1.0)
    >>> step, float(cost)
    (1.0, 0.5)
    """
    common.refuse_unknown("solve_partial_gromov_linesearch", kwargs, ("symmetric",),
                          "G deltaG cost_G df_G df_Gc M reg alpha_min alpha_max nx")
    turn = df_Gc - df_G
    a = reg * 0.5 * (turn * deltaG).sum()
    b = (M * deltaG).sum() + reg * (df_G * deltaG).sum()
    step = common.exact_step(float(a), float(b))
    step = step if alpha_min is None else max(step, float(alpha_min))
    step = step if alpha_max is None else min(step, float(alpha_max))
    return step, 1, cost_G + a * step**2 + b * step, df_G + step * turn
