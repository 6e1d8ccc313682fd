"""Values that PyTorch can differentiate.

The value of a linear programme is differentiable in its data wherever the answer is unique, and its
prices are the derivatives: the plan by the costs, -u and -v by the weights, lam by the mass. Of
Gromov-Wasserstein, with or without an entropy, these are derivatives of the stationary value that was
found, and of an entropic plan's cost those of the equations that the plan satisfies.

Derivatives are those at the call: tensors may be changed in place afterwards. They can be taken once;
derivatives of derivatives are refused. Inside, all is float64 on the CPU; gradients come back in the
type and on the device of the input.
"""
from __future__ import annotations

from typing import Any, Callable

import numpy as np
import torch

from ._arrays import number
from ._errors import ArgumentTypeError
from ._gromov import partial_gromov as _partial_gromov
from ._gromov_entropic import partial_gromov_entropic as _partial_gromov_entropic
from ._variants import EntropicResult
from ._variants import partial_entropic as _entropic
from ._transport import partial_wasserstein as _partial_wasserstein

__all__ = ["partial_wasserstein", "partial_gromov", "partial_gromov_entropic", "partial_entropic"]


def _array(value: Any) -> Any:
    return None if value is None else value.detach().cpu().numpy() if isinstance(
        value, torch.Tensor) else value


def _mass(value: Any) -> float:
    return number(_array(value), "mass")


class _Once(torch.autograd.Function):
    """A gradient that depends on `inputs` in a way that is not known."""

    @staticmethod
    def forward(ctx, gradient, *inputs):
        return gradient.clone()

    @staticmethod
    def backward(ctx, outer):
        raise RuntimeError("parot.torch: derivatives can be taken once; those of derivatives are not known")


class _Value(torch.autograd.Function):
    """A number with known derivatives."""

    @staticmethod
    def forward(ctx, value, slopes, *inputs):
        tensors = [x for x in inputs if isinstance(x, torch.Tensor)]
        like = next((x for x in tensors if x.dtype.is_floating_point), tensors[0])
        ctx.slopes = slopes
        ctx.like = [(x.dtype, x.device, x.shape) if isinstance(x, torch.Tensor) else None
                    for x in inputs]
        ctx.save_for_backward(*tensors)  # looked at only where derivatives of derivatives are wanted
        dtype = like.dtype if like.dtype.is_floating_point else torch.float64
        return torch.tensor(value, dtype=dtype, device=like.device)

    @staticmethod
    def backward(ctx, outer):
        gradients, inputs = [], ctx.saved_tensors if torch.is_grad_enabled() else ()
        slopes = ctx.slopes()
        for like, slope, is_wanted in zip(ctx.like, slopes, ctx.needs_input_grad[2:]):
            if like is None or slope is None or not is_wanted:
                gradients.append(None)
                continue
            dtype, device, shape = like
            tensor = torch.as_tensor(np.array(slope, dtype=np.float64), device=device)
            gradient = (tensor.reshape(shape) * outer.to(tensor)).to(dtype)
            gradients.append(_Once.apply(gradient, *inputs) if inputs else gradient)
        return (None, None, *gradients)


def differentiable(value: float, slopes: Callable[[], tuple], *inputs: Any) -> torch.Tensor:
    """`value` as a tensor; ``slopes()`` are its derivatives by `inputs`, None for those without."""
    if not any(isinstance(x, torch.Tensor) for x in inputs):
        raise ArgumentTypeError("give at least one tensor, or use parot itself")
    return _Value.apply(value, slopes, *inputs)


def partial_wasserstein(C: Any, p: Any = None, q: Any = None, *, mass: Any,
                        **how: Any) -> torch.Tensor:
    """The value of `parot.partial_wasserstein`, differentiable in C, p, q and mass.

    >>> import torch, parot.torch
    >>> C = torch.tensor([[1., 2.], [9., 8.]], dtype=torch.float64, requires_grad=True)
    >>> value = parot.torch.partial_wasserstein(C, mass=0.75)
    >>> value.backward()
    >>> float(value), C.grad.tolist()
    (2.5, [[0.5, 0.0], [0.0, 0.25]])
    """
    r = _partial_wasserstein(_array(C), _array(p), _array(q), mass=_mass(mass), **how)
    return differentiable(r.objective, lambda: (r.plan.toarray(), -r.u, -r.v, r.lam), C, p, q, mass)


def partial_gromov(Cs: Any, Ct: Any, p: Any = None, q: Any = None, *, mass: Any, cost: Any = None,
                   **how: Any) -> torch.Tensor:
    """The value of `parot.partial_gromov`, differentiable in Cs, Ct, p, q, mass and cost."""
    r = _partial_gromov(_array(Cs), _array(Ct), _array(p), _array(q), mass=_mass(mass),
                        cost=_array(cost), **how)

    def slopes() -> tuple:
        by_source, by_target, by_cost = r.gradient()
        return by_source, by_target, -r.u, -r.v, r.lam, by_cost

    return differentiable(r.objective, slopes, Cs, Ct, p, q, mass, cost)


def partial_gromov_entropic(Cs: Any, Ct: Any, p: Any = None, q: Any = None, *, mass: Any, reg: float,
                            cost: Any = None, **how: Any) -> torch.Tensor:
    """`regularised` of `parot.partial_gromov_entropic`, differentiable in Cs, Ct, p, q, mass and cost.

    >>> import torch, parot.torch
    >>> C = torch.tensor([[0., 1., 5.], [1., 0., 4.], [5., 4., 0.]], dtype=torch.float64, requires_grad=True)
    >>> value = parot.torch.partial_gromov_entropic(C, 2 * C.detach(), mass=1, reg=.1)
    >>> value.backward()
    >>> bool(C.grad[0, 2] < 0)          # 10 in the other space: nearer to that would cost less
    True
    """
    r = _partial_gromov_entropic(_array(Cs), _array(Ct), _array(p), _array(q), mass=_mass(mass), reg=reg,
                                 cost=_array(cost), **how)

    def slopes() -> tuple:
        by_source, by_target, by_cost = r.gradient()
        return by_source, by_target, -r.u, -r.v, r.lam + number(reg, "reg"), by_cost

    return differentiable(r.regularised, slopes, Cs, Ct, p, q, mass, cost)


def entropic_slopes(result: EntropicResult, C: Any, reg: float) -> tuple:
    """Derivatives of <C,T> by C, p, q and mass, T the plan with an entropy.

    T = exp((lam - u_i - v_j - C) / reg), with S = T / reg and W = C o S, satisfies the total and the
    sums of rows A and columns B that have a price. Their derivatives by (lam, -u_A, -v_B) are
    K = sum_ij S_ij e_ij e_ij', e_ij = (1, 1 at i if in A, 1 at j if in B); that of <C,T> is
    g = sum_ij W_ij e_ij. With y = K^-1 g: by C it is T - W + S o (y_0 + y_i + y_j), by p, q and the
    mass it is y.
    """
    plan, rows, cols = result.plan, result.u > 0, result.v > 0
    S = plan / reg
    W = C * S

    def sums(X: Any) -> Any:
        return np.concatenate([[X.sum()], X.sum(1)[rows], X.sum(0)[cols]])

    sides = sums(S)
    K = np.diag(sides)
    K[0], K[:, 0] = sides, sides
    split = 1 + int(rows.sum())
    K[1:split, split:] = S[np.ix_(rows, cols)]
    K[split:, 1:split] = K[1:split, split:].T
    y = np.linalg.lstsq(K, sums(W), rcond=None)[0]
    by_p, by_q = np.zeros(len(rows)), np.zeros(len(cols))
    by_p[rows], by_q[cols] = y[1:split], y[split:]
    return plan - W + S * (y[0] + by_p[:, None] + by_q), by_p, by_q, y[0]


def partial_entropic(C: Any, p: Any = None, q: Any = None, *, mass: Any, reg: float,
             **how: Any) -> torch.Tensor:
    """The cost <C,T> of the plan of `parot.partial_entropic`, differentiable in C, p, q and mass."""
    kept = np.array(_array(C), dtype=np.float64)
    r = _entropic(kept, _array(p), _array(q), mass=_mass(mass), reg=reg, **how)
    return differentiable(r.objective, lambda: entropic_slopes(r, kept, number(reg, "reg")), C, p, q,
                          mass)
