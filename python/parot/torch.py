"""Values that PyTorch can differentiate.

The value of a linear programme is differentiable in its data wherever the answer is unique, and its
prices are the derivatives: the plan by the costs, -u and -v by the weights, lam by the mass. At ties,
where several plans or prices are optimal, they are slopes on one side of a kink or between two of them.
Of Gromov-Wasserstein, with or without an entropy, these are derivatives of the stationary value that
was found, and of an entropic plan's cost those of the equations that the plan satisfies.

Inputs with one more dimension in front are batches: of B problems the value is a tensor of B numbers.
What has no such dimension is shared by all of them.

Derivatives are those at the call: tensors may be changed in place afterwards. They can be taken once;
derivatives of derivatives are refused. Inside, all is float64 on the CPU; gradients come back in the
type and on the device of the input.
"""
# mypy: disable-error-code="misc,override"
# Without PyTorch its classes have no type; with it, its functions take any arguments.
from __future__ import annotations

import warnings
from typing import Any, Callable, NamedTuple, Optional, Sequence

import numpy as np
import torch

from . import _core
from ._arrays import Array, check_amount, number
from ._errors import ArgumentError, ArgumentTypeError
from ._gradient import points_gradient
from ._gromov import gradient_of
from ._gromov import partial_gromov as _partial_gromov
from ._gromov import partial_gromov_points as _partial_gromov_points
from ._gromov_entropic import partial_gromov_entropic as _partial_gromov_entropic
from ._transport import cost_matrix as _cost_matrix
from ._transport import partial_wasserstein as _partial_wasserstein
from ._transport import partial_wasserstein_points as _partial_wasserstein_points
from ._variants import partial_entropic as _entropic
from .batch import partial_wasserstein as _many

__all__ = ["cost_matrix", "partial_wasserstein", "partial_wasserstein_points", "partial_gromov",
           "partial_gromov_points", "partial_gromov_entropic", "partial_entropic"]

Slopes = Callable[[], Sequence[Any]]


def _array(value: Any) -> Any:
    return value.detach().cpu().numpy() if isinstance(value, torch.Tensor) else value


# ---- Values with known derivatives -------------------------------------------------------


class _Once(torch.autograd.Function):
    """A gradient that depends on `inputs` in a way that is not known."""

    @staticmethod
    def forward(ctx: Any, gradient: Any, *inputs: Any) -> Any:
        return gradient.clone()

    @staticmethod
    def backward(ctx: Any, outer: Any) -> Any:
        raise RuntimeError("parot.torch: derivatives can be taken once; those of derivatives are not known")


class _Value(torch.autograd.Function):
    """Numbers with known derivatives: ``slopes[b]()`` are those of number b by all inputs.

    `is_batch` says which inputs have an entry for each number.
    """

    @staticmethod
    def forward(ctx: Any, values: Any, slopes: Sequence[Slopes], is_batch: Sequence[bool], *inputs: Any) -> Any:
        tensors = [x for x in inputs if isinstance(x, torch.Tensor)]
        like = next((x for x in tensors if x.dtype.is_floating_point), tensors[0])
        ctx.slopes, ctx.is_batch = slopes, is_batch
        ctx.like = [(x.dtype, x.device, x.shape) if isinstance(x, torch.Tensor) else None
                    for x in inputs]
        ctx.save_for_backward(*tensors)  # looked at only where derivatives of derivatives are wanted
        dtype = like.dtype if like.dtype.is_floating_point else torch.float64
        return torch.tensor(values, dtype=dtype, device=like.device)

    @staticmethod
    def backward(ctx: Any, outer: Any) -> Any:
        inputs = ctx.saved_tensors if torch.is_grad_enabled() else ()
        wanted = [like is not None and needs for like, needs in zip(ctx.like, ctx.needs_input_grad[3:])]
        factors = outer.detach().cpu().double().reshape(-1).numpy()
        sums = [np.zeros(tuple(like[2])) if is_wanted else None for like, is_wanted in zip(ctx.like, wanted)]
        has_slope = [False] * len(wanted)
        for b, (slopes, factor) in enumerate(zip(ctx.slopes, factors)):
            for k, slope in enumerate(slopes()):
                total = sums[k]
                if total is None or slope is None:
                    continue
                has_slope[k] = True
                part = total[b] if ctx.is_batch[k] else total
                part += (factor * np.asarray(slope, dtype=np.float64)).reshape(part.shape) if part.ndim else 0
                if not part.ndim:  # a number: `part` is a copy
                    total[(b,) if ctx.is_batch[k] else ()] += factor * float(np.asarray(slope).reshape(()))
        gradients: list[Any] = []
        for like, total, is_there in zip(ctx.like, sums, has_slope):
            if total is None or not is_there:
                gradients.append(None)
                continue
            gradient = torch.as_tensor(total).to(device=like[1], dtype=like[0])
            gradients.append(_Once.apply(gradient, *inputs) if inputs else gradient)
        return (None, None, None, *gradients)


def differentiable(value: float, slopes: Slopes, *inputs: Any) -> torch.Tensor:
    """`value` as a tensor; ``slopes()`` are its derivatives by `inputs`, None for those without."""
    return _made(value, [slopes], [False] * len(inputs), inputs)


def _made(values: Any, slopes: Sequence[Slopes], is_batch: Sequence[bool], inputs: Sequence[Any]) -> torch.Tensor:
    if not any(isinstance(x, torch.Tensor) for x in inputs):
        raise ArgumentTypeError("give at least one tensor, or use parot itself")
    made: torch.Tensor = _Value.apply(values, slopes, is_batch, *inputs)
    return made


# ---- Batches -----------------------------------------------------------------------------


class _Input(NamedTuple):
    """An argument, and how many dimensions it has in one problem."""

    name: str
    value: Any
    ndim: int


def _of(inputs: Sequence[_Input]) -> tuple[Optional[int], list[bool]]:
    """How many problems there are (None: one, without a batch), and which inputs have one for each."""
    is_batch = [x.value is not None and np.ndim(_array(x.value)) == x.ndim + 1 for x in inputs]
    sizes = {len(x.value): x.name for x, has_batch in zip(inputs, is_batch) if has_batch}
    if len(sizes) > 1:
        (first, a), (second, b) = list(sizes.items())[:2]
        raise ArgumentError("%s: has %d problems, %s has %d" % (b, second, a, first))
    return next(iter(sizes), None), is_batch


def _solve(one: Callable[..., tuple[float, Slopes]], *inputs: _Input) -> torch.Tensor:
    """``one(*arrays)`` is the value of a problem and its derivatives by each of the arrays."""
    count, is_batch = _of(inputs)
    arrays = [_array(x.value) for x in inputs]
    if count is None:
        value, slopes = one(*arrays)
        return _made(value, [slopes], is_batch, [x.value for x in inputs])
    if count == 0:
        raise ArgumentError("%s: is a batch without problems" % inputs[is_batch.index(True)].name)
    solved = []
    for b in range(count):
        try:
            solved.append(one(*(x[b] if has_batch else x for x, has_batch in zip(arrays, is_batch))))
        except ArgumentError as error:
            error.args = ("%s (problem %d of the batch)" % (error, b),)
            raise
    return _made([value for value, _ in solved], [slopes for _, slopes in solved], is_batch,
                 [x.value for x in inputs])


def _price(price: Any) -> tuple[Any, Any, Any]:
    """A price for all, and one for rows and columns."""
    if isinstance(price, tuple) and len(price) == 2:
        return None, price[0], price[1]
    return price, None, None


def _side(given: Any) -> int:
    """Dimensions of a price of one side in one problem: 0 for a number, 1 for an array."""
    return 0 if given is None or np.ndim(_array(given)) == 0 else 1


# ---- The functions -----------------------------------------------------------------------


def cost_matrix(X: Any, Y: Any, metric: str = "sqeuclidean") -> torch.Tensor:
    """`parot.cost_matrix`, differentiable in the points; no batches.

    >>> import torch, parot.torch
    >>> X = torch.tensor([[0., 0.], [3., 4.]], dtype=torch.float64, requires_grad=True)
    >>> parot.torch.cost_matrix(X, [[0., 0.]], "euclidean").sum().backward()
    >>> X.grad.tolist()
    [[0.0, 0.0], [0.6, 0.8]]
    """
    made: torch.Tensor = _Costs.apply(X, Y, metric)
    return made


class _Costs(torch.autograd.Function):
    """A matrix of costs; derivatives by the points follow from those by the costs."""

    @staticmethod
    def forward(ctx: Any, X: Any, Y: Any, metric: str) -> Any:
        like = X if isinstance(X, torch.Tensor) else Y
        if not isinstance(like, torch.Tensor):
            raise ArgumentTypeError("give at least one tensor, or use parot itself")
        ctx.points, ctx.metric = tuple(np.array(_array(x), dtype=np.float64) for x in (X, Y)), metric
        ctx.like = [x if isinstance(x, torch.Tensor) else None for x in (X, Y)]
        return torch.as_tensor(_cost_matrix(ctx.points[0], ctx.points[1], metric)).to(
            device=like.device, dtype=like.dtype if like.dtype.is_floating_point else torch.float64)

    @staticmethod
    def backward(ctx: Any, outer: Any) -> Any:
        weights = outer.detach().cpu().double().numpy()
        slopes = points_gradient(ctx.points[0], ctx.points[1], np.ascontiguousarray(weights), metric=ctx.metric)
        inputs = [x for x in ctx.like if x is not None] if torch.is_grad_enabled() else []
        gradients = []
        for like, slope, is_wanted in zip(ctx.like, slopes, ctx.needs_input_grad):
            gradient = torch.as_tensor(slope).to(device=like.device, dtype=like.dtype) if is_wanted else None
            gradients.append(_Once.apply(gradient, *inputs) if inputs and is_wanted else gradient)
        return (*gradients, None)


def _transport_slopes(r: Any, p: Any, q: Any, price: Any, sides: tuple[Any, ...]) -> tuple[Any, ...]:
    """By p, q, mass, price, and the prices of rows and columns."""
    n, m = r.plan.shape
    by_rows = by_cols = None
    if price is None and sides[0] is not None:
        left = [np.full(k, 1 / k) if w is None else np.asarray(w, dtype=float) for w, k in ((p, n), (q, m))]
        by_rows = left[0] - np.bincount(r.plan.row, r.plan.mass, n)
        by_cols = left[1] - np.bincount(r.plan.col, r.plan.mass, m)
        by_rows, by_cols = (by.sum() if np.ndim(side) == 0 else by for by, side in zip((by_rows, by_cols), sides))
    return -r.u, -r.v, r.lam, None if price is None else -r.mass, by_rows, by_cols


def _transport(solve: Callable[..., Any], first: tuple[_Input, ...], by_costs: Callable[..., tuple[Any, ...]], p: Any,
               q: Any, mass: Any, price: Any) -> torch.Tensor:
    """`first` are what costs follow from; ``by_costs(result, *first)`` the derivatives by them."""
    every, rows, cols = _price(price)
    check_amount(mass, price)

    def one(*arrays: Any) -> tuple[float, Slopes]:
        data, (p, q, mass, every, rows, cols) = arrays[:len(first)], arrays[len(first):]
        amount: dict[str, Any] = ({"mass": number(mass, "mass")} if mass is not None else
                                  {"price": every if rows is None else (rows, cols)})
        data = tuple(np.array(x, dtype=np.float64) for x in data)  # later changes do not matter
        kept = [None if w is None else np.array(w, dtype=np.float64) for w in (p, q)]
        r = solve(*data, *kept, **amount)
        value = r.objective - (every * r.mass if every is not None else 0)
        return float(value), lambda: (*by_costs(r, *data), *_transport_slopes(r, kept[0], kept[1], every, (rows, cols)))

    return _solve(one, *first, _Input("p", p, 1), _Input("q", q, 1), _Input("mass", mass, 0),
                  _Input("price", every, 0), _Input("price[0]", rows, _side(rows)),
                  _Input("price[1]", cols, _side(cols)))


def partial_wasserstein(C: Any, p: Any = None, q: Any = None, *, mass: Any = None, price: Any = None,
                        **how: Any) -> torch.Tensor:
    """The value of `parot.partial_wasserstein`, differentiable in C, p, q, mass and price.

    With one `price` the value is what that minimises, ``sum(C * T) - price * sum(T)``; with a pair of
    prices it is `objective`, all costs and what is left unmatched.

    Parameters
    ----------
    C : (n, m) or (B, n, m) tensor or array_like
        Costs; of a batch, B problems.
    p, q : optional
        Weights, of one problem or of each.
    mass : number or (B,) tensor
        This, or a price.
    price : number, (B,) tensor or pair (a, b)
        Prices of rows and columns are numbers, or arrays of n and m.
    **how
        As for `parot.partial_wasserstein`.

    Returns
    -------
    torch.Tensor
        A number, or B of them.

    Examples
    --------
    >>> import torch, parot.torch
    >>> C = torch.tensor([[1., 2.], [9., 8.]], dtype=torch.float64, requires_grad=True)
    >>> value = parot.torch.partial_wasserstein(C, mass=0.75)
    >>> value.backward()
    >>> float(value), C.grad.tolist()
    (2.5, [[0.5, 0.0], [0.0, 0.25]])
    >>> price = torch.tensor(4., dtype=torch.float64, requires_grad=True)
    >>> value = parot.torch.partial_wasserstein(C.detach(), price=price)
    >>> value.backward()
    >>> float(value), float(price.grad)
    (-1.5, -0.5)
    """
    inputs = _Input("C", C, 2), _Input("p", p, 1), _Input("q", q, 1), _Input("mass", mass, 0)
    count, is_batch = _of(inputs)
    if count and is_batch[0] and price is None and mass is not None:
        return _batch(inputs, is_batch, how)
    return _transport(lambda C, p, q, **amount: _partial_wasserstein(C, p, q, **amount, **how), (_Input("C", C, 2),),
                      lambda r, C: (r.plan.toarray(),), p, q, mass, price)


def _batch(inputs: Sequence[_Input], is_batch: Sequence[bool], how: dict[str, Any]) -> torch.Tensor:
    """Problems of one size and their masses, all in one call of the library."""
    C, p, q, mass = (_array(x.value) for x in inputs)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # the first that is not solved is raised below
        solved = _many(np.array(C, dtype=np.float64), p, q, mass=mass, **how)
    if solved.failures:
        problem, message = solved.failures[0]
        raise ArgumentError("%s (problem %d of the batch)" % (message.partition(": ")[2] or message, problem))
    answers = [solved[b] for b in range(len(solved))]

    def slopes_of(r: Any) -> Slopes:
        return lambda: (r.plan.toarray(), -r.u, -r.v, r.lam)

    return _made(solved.objective.tolist(), [slopes_of(r) for r in answers], is_batch, [x.value for x in inputs])


def partial_wasserstein_points(X: Any, Y: Any, p: Any = None, q: Any = None, *, mass: Any = None,
                               price: Any = None, metric: str = "sqeuclidean", **how: Any) -> torch.Tensor:
    """`partial_wasserstein` between points, differentiable in them too; batches are (B, n, d) and (B, m, d).

    >>> import torch, parot.torch
    >>> X = torch.tensor([[0.], [4.]], dtype=torch.float64, requires_grad=True)
    >>> parot.torch.partial_wasserstein_points(X, [[1.], [9.]], mass=0.5).backward()
    >>> X.grad.tolist()
    [[-1.0], [0.0]]
    """
    return _transport(
        lambda X, Y, p, q, **amount: _partial_wasserstein_points(X, Y, p, q, metric=metric, **amount, **how),
        (_Input("X", X, 2), _Input("Y", Y, 2)), lambda r, X, Y: points_gradient(X, Y, r.plan, metric=metric), p, q,
        mass, price)


def partial_gromov(Cs: Any, Ct: Any, p: Any = None, q: Any = None, *, mass: Any, cost: Any = None,
                   **how: Any) -> torch.Tensor:
    """The value of `parot.partial_gromov`, differentiable in Cs, Ct, p, q, mass and cost.

    >>> import torch, parot.torch
    >>> C = torch.tensor([[0., 1., 5.], [1., 0., 4.], [5., 4., 0.]], dtype=torch.float64, requires_grad=True)
    >>> parot.torch.partial_gromov(C, 2 * C.detach(), mass=1).backward()
    >>> bool(C.grad[0, 2] < 0)          # 10 in the other space: nearer to that would cost less
    True
    """

    def one(Cs: Any, Ct: Any, p: Any, q: Any, mass: Any, cost: Any) -> tuple[float, Slopes]:
        r = _partial_gromov(Cs, Ct, p, q, mass=number(mass, "mass"), cost=cost, **how)

        def slopes() -> tuple[Any, ...]:
            by_source, by_target, by_cost = r.gradient()
            return by_source, by_target, -r.u, -r.v, r.lam, by_cost

        return r.objective, slopes

    return _solve(one, _Input("Cs", Cs, 2), _Input("Ct", Ct, 2), _Input("p", p, 1), _Input("q", q, 1),
                  _Input("mass", mass, 0), _Input("cost", cost, 2))


def partial_gromov_points(X: Any, Y: Any, p: Any = None, q: Any = None, *, mass: Any, metric: str = "sqeuclidean",
                          X_features: Any = None, Y_features: Any = None, alpha: Optional[float] = None,
                          **how: Any) -> torch.Tensor:
    """The value of `parot.partial_gromov_points`, differentiable in points, features, p, q and mass.

    Derivatives need the distances within each cloud, as matrices.

    >>> import torch, parot.torch
    >>> X = torch.tensor([[0.], [1.], [5.]], dtype=torch.float64, requires_grad=True)
    >>> parot.torch.partial_gromov_points(X, [[0.], [1.], [6.]], mass=1).backward()
    >>> bool(X.grad[2] < 0)
    True
    """

    def one(X: Any, Y: Any, p: Any, q: Any, mass: Any, X_features: Any, Y_features: Any) -> tuple[float, Slopes]:
        clouds = [np.array(x, dtype=np.float64) for x in (X, Y)]
        features = [None if x is None else np.array(x, dtype=np.float64) for x in (X_features, Y_features)]
        r = _partial_gromov_points(clouds[0], clouds[1], p, q, mass=number(mass, "mass"), metric=metric, X_features=features[0],
                                   Y_features=features[1], alpha=alpha, **how)
        return r.objective, lambda: _gromov_points_slopes(r, clouds, features, metric, alpha)

    return _solve(one, _Input("X", X, 2), _Input("Y", Y, 2), _Input("p", p, 1), _Input("q", q, 1),
                  _Input("mass", mass, 0), _Input("X_features", X_features, 2), _Input("Y_features", Y_features, 2))


def _gromov_points_slopes(r: Any, clouds: Sequence[Array], features: Sequence[Optional[Array]], metric: str,
                          alpha: Optional[float]) -> tuple[Any, ...]:
    """By X, Y, p, q, mass and both features: by distances first, then by what these follow from."""
    source, target = (_cost_matrix(x, x, metric) for x in clouds)
    cost = None if features[0] is None else _cost_matrix(features[0], features[1])
    share = 1.0 if alpha is None else float(alpha)
    by_source, by_target, by_cost = gradient_of(
        (source, target, cost, share, _core.LOSSES["square"], None, None, r.mass), r.plan)
    by_points = [sum(points_gradient(x, x, weights, metric=metric)) for x, weights in
                 zip(clouds, (by_source, by_target))]
    by_features = (None, None) if by_cost is None else points_gradient(features[0], features[1], by_cost)
    return (*by_points, -r.u, -r.v, r.lam, *by_features)


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

    def one(Cs: Any, Ct: Any, p: Any, q: Any, mass: Any, cost: Any) -> tuple[float, Slopes]:
        r = _partial_gromov_entropic(Cs, Ct, p, q, mass=number(mass, "mass"), reg=reg, cost=cost, **how)

        def slopes() -> tuple[Any, ...]:
            by_source, by_target, by_cost = r.gradient()
            return by_source, by_target, -r.u, -r.v, r.lam + number(reg, "reg"), by_cost

        return r.regularised, slopes

    return _solve(one, _Input("Cs", Cs, 2), _Input("Ct", Ct, 2), _Input("p", p, 1), _Input("q", q, 1),
                  _Input("mass", mass, 0), _Input("cost", cost, 2))


def partial_entropic(C: Any, p: Any = None, q: Any = None, *, mass: Any, reg: float, value: str = "objective",
                     **how: Any) -> torch.Tensor:
    """A value of `parot.partial_entropic`, differentiable in C, p, q and mass.

    `value` is "objective", the cost <C,T> of the plan, or "regularised", which is what the plan
    minimises: <C,T> + reg sum T log T.

    >>> import torch, parot.torch
    >>> C = torch.tensor([[1., 4.], [3., 2.]], dtype=torch.float64, requires_grad=True)
    >>> parot.torch.partial_entropic(C, mass=0.5, reg=0.5, value="regularised").backward()
    >>> round(float(C.grad.sum()), 9)          # the plan
    0.5
    """
    if value not in ("objective", "regularised"):
        raise ArgumentError("value: must be 'objective' or 'regularised', got %r" % (value,))

    def one(C: Any, p: Any, q: Any, mass: Any) -> tuple[float, Slopes]:
        r = _entropic(C, p, q, mass=number(mass, "mass"), reg=reg, **how)
        if value == "objective":
            return r.objective, r.gradient
        return r.regularised, lambda: (r.plan, -r.u, -r.v, r.lam + r.reg)

    return _solve(one, _Input("C", C, 2), _Input("p", p, 1), _Input("q", q, 1), _Input("mass", mass, 0))
