"""Derivatives in PyTorch against finite differences; skipped only where there is no PyTorch."""
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="python3-torch is not installed")

import parot  # noqa: E402
import parot.torch as pt  # noqa: E402

DOUBLE = {"dtype": torch.float64, "requires_grad": True}


def slope(function, x, place, h=1e-6):
    up, down = x.copy(), x.copy()
    up[place] += h
    down[place] -= h
    return (function(up) - function(down)) / (2 * h)


def test_derivatives_of_partial_wasserstein(rng):
    C, p, q = rng.random((7, 9)), rng.random(7), rng.random(9)
    tensors = [torch.tensor(x, **DOUBLE) for x in (C, p, q)]
    mass = torch.tensor(2.1, **DOUBLE)
    pt.partial_wasserstein(*tensors, mass=mass).backward()

    def value(C=C, p=p, q=q, mass=2.1):
        return parot.partial_wasserstein(C, p, q, mass=mass).objective

    assert np.isclose(tensors[0].grad[2, 3], slope(lambda x: value(C=x), C, (2, 3)), atol=1e-7)
    for k in range(7):
        assert np.isclose(tensors[1].grad[k], slope(lambda x: value(p=x), p, k), atol=1e-6)
        assert np.isclose(tensors[2].grad[k], slope(lambda x: value(q=x), q, k), atol=1e-6)
    assert np.isclose(mass.grad, (value(mass=2.1 + 1e-6) - value(mass=2.1 - 1e-6)) / 2e-6, atol=1e-6)


def test_derivatives_of_partial_gromov(rng):
    def distances(n):
        x = rng.normal(size=(n, 2))
        return np.sqrt(((x[:, None] - x) ** 2).sum(-1))

    Cs, Ct, K = distances(6), distances(7), rng.random((6, 7))
    how = {"mass": 0.6, "alpha": 0.5, "tolerance": 1e-12}
    start = parot.partial_gromov(Cs, Ct, cost=K, **how).toarray()
    tensors = [torch.tensor(x, **DOUBLE) for x in (Cs, Ct, K)]
    pt.partial_gromov(*tensors[:2], cost=tensors[2], start=start, **how).backward()

    def value(Cs=Cs, Ct=Ct, K=K):
        return parot.partial_gromov(Cs, Ct, cost=K, start=start, **how).objective

    for tensor, name, base in zip(tensors, ("Cs", "Ct", "K"), (Cs, Ct, K)):
        for place in ((1, 2), (3, 5)):
            assert np.isclose(tensor.grad[place], slope(lambda x: value(**{name: x}), base, place),
                              atol=1e-6)


def test_types_chains_and_plain_inputs(rng):
    C = torch.tensor(rng.random((4, 5)), dtype=torch.float32, requires_grad=True)
    value = pt.partial_wasserstein(C, [0.25] * 4, None, mass=0.5)
    (3 * value**2).backward()
    plan = parot.partial_wasserstein(C, [0.25] * 4, mass=0.5).toarray()
    assert value.dtype == C.grad.dtype == torch.float32
    assert np.allclose(C.grad, 6 * float(value) * plan, rtol=1e-5)
    with pytest.raises(ValueError, match="at least one tensor"):
        pt.partial_wasserstein([[1.0]], mass=0.5)


def test_tensors_through_the_drop_in(rng):
    M = torch.tensor(rng.random((4, 5)), **DOUBLE)
    plan, log = parot.pot.partial_wasserstein([], [], M, m=0.5, log=True)
    assert isinstance(plan, torch.Tensor) and isinstance(log["u"], torch.Tensor)
    value = parot.pot.partial_wasserstein2([], [], M, m=0.5)
    value.backward()
    assert torch.equal(M.grad, plan)
