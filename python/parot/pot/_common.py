"""What the modules of the drop-in share: POT's conventions for weights, tensors, logs and keywords."""
from __future__ import annotations

import difflib
import math
from contextlib import contextmanager
from typing import Any, Iterator, Optional

import numpy as np

from .._arrays import Array, count, matrix, number, numbers, vector
from .._errors import ArgumentError, ArgumentTypeError, wording
from .._gromov import partial_gromov as _partial_gromov
from .._results import GromovResult
from .._gromov_entropic import partial_gromov_entropic as _gromov_entropic

# Keywords that POT hands on to its linear solver, and that the simplex here does not need.
EMD = ("numItermax", "center_dual", "numThreads", "check_marginals", "potentials_init")
CONDITIONAL_GRADIENT = EMD + ("numItermaxEmd", "n_dummies")


def refuse_unknown(function: str, given: dict[str, Any], known: tuple[str, ...], own: str) -> None:
    """A misspelled keyword would otherwise be ignored: mm=0.1 moves everything.

    `own` are the function's own arguments, `known` those that have no effect.
    """
    for name in given:
        if name not in known:
            near = difflib.get_close_matches(name, [*own.split(), *known], 1, 0.4)
            raise ArgumentTypeError("%s() got an unexpected keyword argument %r%s" % (
                function, name, "; did you mean %r?" % near[0] if near else ""))


@contextmanager
def named(**names: str) -> Iterator[None]:
    """Refusals inside name POT's arguments: `names` maps ours to them."""
    try:
        yield
    except ArgumentError as error:
        error.args = (wording(str(error), names),)
        raise


# ---- Arguments -----------------------------------------------------------------------


def given(w: Any, name: str) -> Optional[Array]:
    """Empty or missing weights are uniform."""
    if w is None:
        return None
    array = numbers(w, name)
    return vector(array, name) if array.size else None


def total(w: Optional[Array]) -> float:
    return 1.0 if w is None else math.fsum(w)


def mass_of(m: Any, p: Optional[Array], q: Optional[Array]) -> float:
    """None: all that can move."""
    return min(total(p), total(q)) if m is None else number(m, "m")


def iterations(value: Any, name: str = "numItermax") -> int:
    """POT's defaults are floats, 1e4."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return max(1, count(value, name, 0, 2**63 - 1))


def check_loss(loss: Any) -> str:
    if not isinstance(loss, str) or loss not in ("square_loss", "kl_loss"):
        raise ArgumentError("loss_fun: unknown %r; one of square_loss, kl_loss" % (loss,))
    return loss


# ---- Tensors -----------------------------------------------------------------------------


def is_tensor(value: Any) -> bool:
    return type(value).__module__.split(".")[0] == "torch"


def first_tensor(*values: Any) -> Any:
    """Whose type, dtype and device results have; None if nothing is a tensor."""
    return next((value for value in values if is_tensor(value)), None)


def out(array: Any, like: Any) -> Any:
    """As a tensor if the user works with tensors."""
    if not is_tensor(like):
        return array
    import torch

    dtype = like.dtype if like.dtype.is_floating_point else None
    return torch.as_tensor(np.array(array), dtype=dtype, device=like.device)


def value_out(value: float, slopes: Any, *inputs: Any) -> Any:
    """A float, or a tensor whose derivatives by `inputs` are ``slopes()``, if one of them is one."""
    if first_tensor(*inputs) is None:
        return value
    from ..torch import differentiable

    return differentiable(value, slopes, *inputs)


# ---- Logs ------------------------------------------------------------------------------------


def log_of(result: Any, value: Any, like: Any) -> dict[str, Any]:
    """What POT's linear solver says, and what it does not: `lambda` and `bound`."""
    warning = None if result.status == "solved" else "stopped early (%s)" % result.status
    return {"cost": value, "u": out(result.lam - result.u, like), "v": out(-result.v, like),
            "lambda": result.lam, "bound": result.bound, "warning": warning,
            "result_code": 1 if warning is None else 3}


def empty_log(n: int, m: int, like: Any, **more: Any) -> dict[str, Any]:
    """Of a plan of mass 0."""
    return {"cost": 0.0, "u": out(np.zeros(n), like), "v": out(np.zeros(m), like), "lambda": 0.0,
            "bound": 0.0, "warning": None, "result_code": 1, **more}


# ---- Gromov-Wasserstein --------------------------------------------------------------------------


def tensor(C1: Array, C2: Array, T: Array, loss: str) -> Array:
    """sum_kl L(C1[i, k], C2[j, l]) T[k, l], L(a, b) = (a - b)^2 / 2 or a log(a / b) - a + b."""
    rows, cols = T.sum(1), T.sum(0)
    if loss == "kl_loss":
        left, right = C1 * np.log(C1 + 1e-15) - C1, C2
        cross = C1 @ T @ np.log(C2 + 1e-15).T
    else:
        left, right = C1**2 / 2, C2**2 / 2
        cross = C1 @ T @ C2.T
    return np.asarray((left @ rows)[:, None] + (right @ cols)[None] - cross)


def gradient(C1: Array, C2: Array, T: Array, loss: str) -> Array:
    """By T, of <tensor(T), T>."""
    return tensor(C1, C2, T, loss) + tensor(C1.T, C2.T, T, loss)


def exact_step(a: float, b: float) -> float:
    """Where a t^2 + b t is least in [0, 1]: inside if it is convex, else at an end."""
    if a > 0:
        return min(1.0, max(0.0, -b / (2 * a)))
    return 1.0 if a + b < 0 else 0.0


def start_of(G0: Any, p: Optional[Array], q: Optional[Array], shape: tuple[Any, ...], m: float) -> Array:
    """G0 with mass m; by default the product of the weights."""
    if G0 is None:
        rows = np.ones(shape[0]) if p is None else p
        cols = np.ones(shape[1]) if q is None else q
        G0 = np.outer(rows, cols)
    plan = matrix(G0, "G0")
    if plan.shape != tuple(shape):
        raise ArgumentError("G0: has shape %r, the problem %r" % (plan.shape, tuple(shape)))
    mass = plan.sum()
    if not mass > 0:
        raise ArgumentError("G0: must have a positive mass, got %g" % mass)
    return np.asarray(plan * (m / mass))


class Solved:
    """A plan of partial (fused) Gromov-Wasserstein, its value in POT's terms and its derivatives.

    POT's objective is (1 - alpha) <M,T> + alpha scale J(T), J with the library's loss: `scale` is 2
    where POT's square loss is (a - b)^2. The library weighs with `share`; `factor` makes up for it.
    """

    def __init__(self, M: Any, C1: Any, C2: Any, p: Any, q: Any, m: Any, loss: str, alpha: Any,
                 scale: float, G0: Any, numItermax: Any, tol: Any, verbose: bool) -> None:
        self.inputs = (C1, C2, M, p, q, m, alpha)
        p, q = given(p, "p"), given(q, "q")
        source, target = matrix(C1, "C1"), matrix(C2, "C2")
        if loss == "kl_loss":
            target = target + 1e-15  # zeros on the diagonal have no logarithm
        self.alpha, self.scale, shape = number(alpha, "alpha"), scale, (len(source), len(target))
        mass = mass_of(m, p, q)
        self.factor = scale * self.alpha + (1 - self.alpha)
        start = "product" if G0 is None else start_of(G0, p, q, shape, mass)
        with named(Cs="C1", Ct="C2", cost="M", mass="m", start="G0",
                   max_iterations="numItermax", tolerance="tol"):
            self.result: GromovResult = _partial_gromov(
                source, target, p, q, mass=mass, cost=M, alpha=scale * self.alpha / self.factor,
                loss="kl" if loss == "kl_loss" else "square", start=start, steps="exact",
                tolerance=min(max(number(tol, "tol"), 1e-12), 1e-6),
                max_iterations=iterations(numItermax))
        if verbose:
            print(self.result)
        self.number = self.result.objective * self.factor
        self.linear = 0.0 if M is None else float((self.result.plan.toarray() * matrix(M, "M")).sum())

    def slopes(self) -> tuple[Any, ...]:
        """By C1, C2, M, p, q, m and alpha, whose derivative is scale J - <M,T>."""
        r, by_cost = self.result, None
        by_source, by_target, by_cost = r.gradient()
        quadratic = self.number - (1 - self.alpha) * self.linear
        by_alpha = quadratic / self.alpha - self.linear if self.alpha else math.nan
        return (self.factor * by_source, self.factor * by_target,
                None if by_cost is None else self.factor * by_cost, -self.factor * r.u,
                -self.factor * r.v, self.factor * r.lam, by_alpha)

    def value(self) -> Any:
        return value_out(self.number, self.slopes, *self.inputs)

    def like(self) -> Any:
        return first_tensor(*self.inputs)

    def plan(self) -> Any:
        return out(self.result.plan.toarray(), self.like())

    def log(self, name: str, value: Any) -> dict[str, Any]:
        lin = (1 - self.alpha) * self.linear
        return {"err": self.result.stationarities.tolist(),
                "loss": (self.factor * self.result.objectives).tolist(), name: value,
                **log_of(self.result, value, self.like()), "lin_loss": lin,
                "quad_loss": self.number - lin}


class Entropic:
    """The last linear problem of `solve_entropic`, in POT's terms."""

    def __init__(self, result: Any, factor: float, p: Optional[Array], q: Optional[Array]) -> None:
        n, m = result.plan.shape
        self.status, self.lam = result.status, factor * result.lam
        self.u, self.v = factor * result.u, factor * result.v
        rows, cols = np.full(n, 1 / n) if p is None else p, np.full(m, 1 / m) if q is None else q
        self.bound = self.lam * result.mass - float(self.u @ rows) - float(self.v @ cols)


def solve_entropic(M: Any, C1: Any, C2: Any, p: Any, q: Any, reg: Any, m: Any, loss: str, alpha: Any,
                   scale: float, G0: Any, numItermax: Any, tol: Any, verbose: bool) -> tuple[Any, ...]:
    """A plan of (1 - alpha) <M,T> + alpha scale J(T) with the entropy.

    The library weighs with `share`; all of the objective, and `reg`, is divided by `factor`.
    Returns (plan, value, <M,T>, error of each iteration, the last linear problem).
    """
    p, q = given(p, "p"), given(q, "q")
    source, target = matrix(C1, "C1"), matrix(C2, "C2")
    mass, weight, small = mass_of(m, p, q), number(alpha, "alpha"), number(tol, "tol")
    if not mass > 0:
        raise ArgumentError("m: must be positive, got %r" % (m,))
    feature = None if M is None else matrix(M, "M")
    factor = 1 - weight + weight * scale if M is not None else weight * scale
    share = weight * scale / factor if M is not None else 1.0
    plan = start_of(G0, p, q, (len(source), len(target)), mass)
    with named(Cs="C1", Ct="C2", cost="M", mass="m", tolerance="tol", start="G0"):
        result = _gromov_entropic(source, target if loss == "square_loss" else target + 1e-15, p, q, mass=mass,
                                  reg=number(reg, "reg") / factor, cost=feature, alpha=share,
                                  loss=loss[:-len("_loss")], start=plan,
                                  tolerance=min(0.5, max(small / mass, 1e-14)),
                                  max_iterations=iterations(numItermax))
    if verbose:
        print(result)
    lin = 0.0 if feature is None else (1 - weight) * float((feature * result.plan).sum())
    return (result.plan, factor * result.objective, lin, [float(c) * mass for c in result.changes],
            Entropic(result, factor, p, q))


def entropic_answer(name: str, log: bool, M: Any, C1: Any, C2: Any, *problem: Any) -> Any:
    """The plan of `solve_entropic`, or (plan, log)."""
    plan, value, lin, errors, result = solve_entropic(M, C1, C2, *problem)
    like = first_tensor(M, C1, C2, *problem[:2])
    if not log:
        return out(plan, like)
    total_value = out(value, like)
    return out(plan, like), {"err": errors, name: total_value, **log_of(result, total_value, like),
                             "lin_loss": lin, "quad_loss": value - lin}


def no_plan(C1: Any, C2: Any, log: bool, **more: Any) -> Any:
    """The plan of mass 0."""
    n, m, like = len(matrix(C1, "C1")), len(matrix(C2, "C2")), first_tensor(C1, C2)
    plan = out(np.zeros((n, m)), like)
    return (plan, empty_log(n, m, like, err=[], loss=[0.0], **more)) if log else plan
