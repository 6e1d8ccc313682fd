"""Values that PyTorch can differentiate.

The value of a linear programme is differentiable in its data wherever the answer is unique, and its
prices are the derivatives: the plan by the costs, -u and -v by the weights, lam by the mass. Of
Gromov-Wasserstein these are derivatives of the stationary value that was found.

Gradients are on the CPU in float64 inside, and come back in the type and on the device of the input.
"""
from __future__ import annotations

from typing import Any

import numpy as np
import torch

from ._gromov import partial_gromov as _partial_gromov
from ._transport import partial_wasserstein as _partial_wasserstein

__all__ = ["partial_wasserstein", "partial_gromov"]


def _array(value: Any) -> Any:
    return None if value is None else value.detach().cpu().numpy() if isinstance(
        value, torch.Tensor) else value


def _back(gradient: Any, like: Any, outer: torch.Tensor) -> Any:
    """gradient * outer, as a tensor like `like`; None for what is no tensor."""
    if not isinstance(like, torch.Tensor) or not like.requires_grad or gradient is None:
        return None
    tensor = torch.as_tensor(np.asarray(gradient, dtype=np.float64), device=like.device)
    return (tensor * outer.to(tensor)).to(like.dtype).reshape(like.shape)


def _scalar(value: float, *inputs: Any) -> torch.Tensor:
    like = next((x for x in inputs if isinstance(x, torch.Tensor)), None)
    if like is None:
        raise ValueError("give at least one tensor, or use parot itself")
    dtype = like.dtype if like.dtype.is_floating_point else torch.float64
    return torch.tensor(value, dtype=dtype, device=like.device)


class _Wasserstein(torch.autograd.Function):
    @staticmethod
    def forward(ctx, C, p, q, mass, how):
        result = _partial_wasserstein(_array(C), _array(p), _array(q), mass=float(mass), **how)
        ctx.inputs, ctx.result = (C, p, q, mass), result
        return _scalar(result.objective, C, p, q, mass)

    @staticmethod
    def backward(ctx, outer):
        C, p, q, mass = ctx.inputs
        r = ctx.result
        by_cost = r.toarray() if isinstance(C, torch.Tensor) and C.requires_grad else None
        return (_back(by_cost, C, outer), _back(-r.u, p, outer), _back(-r.v, q, outer),
                _back(r.lam, mass, outer), None)


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
    return _Wasserstein.apply(C, p, q, mass, how)


class _Gromov(torch.autograd.Function):
    @staticmethod
    def forward(ctx, Cs, Ct, p, q, mass, cost, how):
        result = _partial_gromov(_array(Cs), _array(Ct), _array(p), _array(q), mass=float(mass),
                                 cost=_array(cost), **how)
        ctx.inputs, ctx.result = (Cs, Ct, p, q, mass, cost), result
        return _scalar(result.objective, Cs, Ct, p, q, mass, cost)

    @staticmethod
    def backward(ctx, outer):
        Cs, Ct, p, q, mass, cost = ctx.inputs
        r = ctx.result
        by_source, by_target, by_cost = r.gradient()
        return (_back(by_source, Cs, outer), _back(by_target, Ct, outer), _back(-r.u, p, outer),
                _back(-r.v, q, outer), _back(r.lam, mass, outer), _back(by_cost, cost, outer), None)


def partial_gromov(Cs: Any, Ct: Any, p: Any = None, q: Any = None, *, mass: Any, cost: Any = None,
                   **how: Any) -> torch.Tensor:
    """The value of `parot.partial_gromov`, differentiable in Cs, Ct, p, q, mass and cost."""
    return _Gromov.apply(Cs, Ct, p, q, mass, cost, how)
