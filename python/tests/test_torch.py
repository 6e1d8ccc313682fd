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


def test_derivatives_of_partial_gromov_entropic(rng):
    def distances(n):
        x = rng.normal(size=(n, 2))
        return np.sqrt(((x[:, None] - x) ** 2).sum(-1))

    base = {"Cs": distances(6), "Ct": distances(7), "p": rng.random(6) + .5, "q": rng.random(7) + .5,
            "mass": np.array(2.6), "cost": rng.random((6, 7))}
    how = {"alpha": 0.5, "reg": 0.2, "tolerance": 1e-13}
    tensors = {name: torch.tensor(x, **DOUBLE) for name, x in base.items()}
    got = pt.partial_gromov_entropic(**tensors, **how)
    got.backward()

    def value(**changed):
        return parot.partial_gromov_entropic(**{**base, **changed}, **how).regularised

    assert np.isclose(float(got), value(), rtol=1e-12)
    for name, place in (("Cs", (1, 2)), ("Ct", (3, 5)), ("p", (4,)), ("q", (2,)), ("mass", ()), ("cost", (3, 5))):
        assert np.isclose(tensors[name].grad[place], slope(lambda x: value(**{name: x}), base[name], place),
                          rtol=1e-4, atol=1e-6)


def test_derivatives_of_partial_gromov(rng):
    def distances(n):
        x = rng.normal(size=(n, 2))
        return np.sqrt(((x[:, None] - x) ** 2).sum(-1))

    Cs, Ct, K = distances(6), distances(7), rng.random((6, 7))
    how = {"mass": 0.6, "alpha": 0.5, "tolerance": 1e-12}
    start = parot.partial_gromov(Cs, Ct, cost=K, **how).plan.toarray()
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
    plan = parot.partial_wasserstein(C, [0.25] * 4, mass=0.5).plan.toarray()
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


# ---- The drop-in on tensors ---------------------------------------------------------------


def spaces(rng, n, m):
    def distances(count):
        x = rng.normal(size=(count, 2))
        return np.sqrt(((x[:, None] - x) ** 2).sum(-1)) + 0.1 * (1 - np.eye(count))

    return distances(n), distances(m), rng.random((n, m)), np.full(n, 1 / n), np.full(m, 1 / m)


@pytest.mark.parametrize("loss", ["square_loss", "kl_loss"])
def test_values_of_fused_gromov_wasserstein_know_all_derivatives(rng, loss):
    C1, C2, M, p, q = spaces(rng, 6, 7)
    if loss == "kl_loss":
        C1, C2 = C1 + 0.1, C2 + 0.1
    base = {"M": M, "C1": C1, "C2": C2, "p": p, "q": q, "m": np.array(0.6), "alpha": np.array(0.4)}
    start = parot.pot.gromov.partial_fused_gromov_wasserstein(**base, loss_fun=loss, tol=1e-12)
    how = {"G0": start, "loss_fun": loss, "tol": 1e-12}

    def value(**changed):  # a start must be a plan within the weights
        again = {**how, "G0": start if not {"p", "q", "m"} & set(changed) else None}
        return float(parot.pot.gromov.partial_fused_gromov_wasserstein2(**{**base, **changed}, **again))

    tensors = {name: torch.tensor(x, **DOUBLE) for name, x in base.items()}
    got, log = parot.pot.gromov.partial_fused_gromov_wasserstein2(**tensors, **how, log=True)
    assert isinstance(got, torch.Tensor) and isinstance(log["T"], torch.Tensor)
    got.backward()
    for name, x in base.items():
        place = {2: (1, 3), 1: (2,), 0: ()}[x.ndim]
        expected = slope(lambda y: value(**{name: y}), x, place)
        assert np.isclose(tensors[name].grad[place], expected, rtol=1e-4, atol=1e-6), name


@pytest.mark.parametrize("name", ["partial_gromov_wasserstein2", "entropic_partial_gromov_wasserstein2"])
def test_values_on_tensors_are_tensors(rng, name):
    C1, C2, _, p, q = spaces(rng, 6, 7)
    for module in (parot.pot.partial, parot.pot.gromov):
        args = [torch.tensor(x, dtype=torch.float32) for x in (C1, C2, p, q)]
        value = getattr(module, name)(*args, m=0.5)
        assert isinstance(value, torch.Tensor) and value.dtype == torch.float32 and value.ndim == 0
        assert np.isclose(value, getattr(module, name)(C1, C2, p, q, m=0.5), rtol=1e-4)


def test_derivatives_of_an_entropic_plans_cost(rng):
    C, p, q = rng.random((6, 7)), rng.random(6) + 0.2, rng.random(7) + 0.2
    how = {"reg": 0.05, "tolerance": 1e-12}
    tensors = {"C": torch.tensor(C, **DOUBLE), "p": torch.tensor(p, **DOUBLE),
               "q": torch.tensor(q, **DOUBLE), "mass": torch.tensor(2.3, **DOUBLE)}
    pt.partial_entropic(**tensors, **how).backward()
    base = {"C": C, "p": p, "q": q, "mass": np.array(2.3)}

    def value(**changed):
        return parot.partial_entropic(**{**base, **changed}, **how).objective

    for name, x in base.items():
        for k in range(min(x.shape, default=1)):
            place = (k,) * x.ndim
            expected = slope(lambda y: value(**{name: y}), x, place, 1e-5)
            assert np.isclose(tensors[name].grad[place], expected, rtol=1e-3, atol=1e-5), (name, k)


# ---- Points, prices, batches --------------------------------------------------------------


def check_slopes(function, base, tolerance=1e-5):
    """All derivatives of ``function(**tensors)`` against differences of ``function(**arrays)``."""
    tensors = {name: torch.tensor(x, **DOUBLE) for name, x in base.items()}
    function(**tensors).sum().backward()

    def value(name, x):
        return float(function(**{**{k: torch.tensor(v) for k, v in base.items()}, name: torch.tensor(x)}).sum())

    for name, x in base.items():
        places = np.ndindex(x.shape) if x.size < 12 else [tuple(n // 2 for n in x.shape), (0,) * x.ndim]
        for place in places:
            expected = slope(lambda y: value(name, y), x, place)
            assert np.isclose(tensors[name].grad[place], expected, rtol=tolerance, atol=tolerance), (name, place)


@pytest.mark.parametrize("metric", ["sqeuclidean", "euclidean", "cityblock", "chebyshev", "cosine", "correlation"])
def test_derivatives_by_points(rng, metric):
    base = {"X": rng.normal(size=(5, 3)), "Y": rng.normal(size=(6, 3)), "p": rng.random(5) + .2, "q": rng.random(6) + .2,
            "mass": np.array(2.1)}
    check_slopes(lambda **x: pt.partial_wasserstein_points(**x, metric=metric), base)
    check_slopes(lambda X, Y: pt.cost_matrix(X, Y, metric)**2, {"X": base["X"], "Y": base["Y"]})


def test_derivatives_at_a_price(rng):
    base = {"C": rng.random((5, 6)), "p": rng.random(5) + .2, "q": rng.random(6) + .2, "price": np.array(.35)}
    check_slopes(pt.partial_wasserstein, base)
    r = parot.partial_wasserstein(**base)
    value = pt.partial_wasserstein(**{k: torch.tensor(v) for k, v in base.items()})
    assert np.isclose(float(value), r.objective - .35 * r.mass) and 0 < r.mass < base["p"].sum()
    base = {**base, "a": rng.random(5) * .3, "b": rng.random(6) * .3}
    del base["price"]
    check_slopes(lambda a, b, **x: pt.partial_wasserstein(**x, price=(a, b)), base)
    base["a"] = np.array(.2)
    check_slopes(lambda a, b, **x: pt.partial_wasserstein(**x, price=(a, b)), base)
    points = {"X": rng.normal(size=(5, 2)), "Y": rng.normal(size=(6, 2)), "price": np.array(1.2)}
    check_slopes(pt.partial_wasserstein_points, points)


def test_derivatives_of_gromov_points(rng):
    base = {"X": rng.normal(size=(6, 2)), "Y": rng.normal(size=(7, 3)), "mass": np.array(.6)}
    how = {"start": "product", "tolerance": 1e-12, "steps": "exact"}
    check_slopes(lambda **x: pt.partial_gromov_points(**x, **how), base, 1e-4)
    fused = {**base, "X_features": rng.normal(size=(6, 2)), "Y_features": rng.normal(size=(7, 2))}
    check_slopes(lambda **x: pt.partial_gromov_points(**x, alpha=.5, **how), fused, 1e-4)


def test_a_batch_is_its_problems(rng):
    C, p, mass = rng.random((3, 4, 5)), rng.random(4) + .2, np.array([.3, .5, .7])
    check_slopes(pt.partial_wasserstein, {"C": C, "p": p, "mass": mass})
    check_slopes(pt.partial_wasserstein, {"C": C, "price": np.array([.2, .3, .4])})
    check_slopes(pt.partial_wasserstein_points, {"X": rng.normal(size=(3, 4, 2)), "Y": rng.normal(size=(5, 2)), "mass": np.array(.47)})
    check_slopes(lambda **x: pt.partial_entropic(**x, reg=.2, tolerance=1e-12), {"C": C, "mass": mass}, 1e-3)
    check_slopes(lambda **x: pt.partial_entropic(**x, reg=.2, tolerance=1e-12, value="regularised"), {"C": C, "mass": mass}, 1e-4)
    values = pt.partial_wasserstein(torch.tensor(C), mass=torch.tensor(mass))
    assert values.shape == (3,)
    for k in range(3):
        assert np.isclose(values[k], parot.partial_wasserstein(C[k], mass=mass[k]).objective)
    D = np.stack([spaces(rng, 5, 6)[0] for _ in range(3)])
    values = pt.partial_gromov(torch.tensor(D), torch.tensor(D[0]), mass=.5)
    assert values.shape == (3,) and np.isclose(values[1], parot.partial_gromov(D[1], D[0], mass=.5).objective)
    assert pt.partial_gromov_entropic(torch.tensor(D), torch.tensor(D), mass=.5, reg=.1).shape == (3,)
    with pytest.raises(ValueError, match="mass: has 2 problems, C has 3"):
        pt.partial_wasserstein(torch.tensor(C), mass=torch.tensor([.1, .2]))
    C[1, 2, 2] = np.nan
    with pytest.raises(ValueError, match="problem 1 of the batch"):
        pt.partial_wasserstein(torch.tensor(C), mass=.5)


def test_at_a_tie_the_slope_is_one_of_a_side(rng):
    C = torch.ones(2, 2, dtype=torch.float64, requires_grad=True)  # any plan is optimal
    pt.partial_wasserstein(C, mass=1).backward()
    assert np.isclose(C.grad.sum(), 1) and (C.grad >= 0).all()
    mass = torch.tensor(.5, **DOUBLE)  # between a unit that costs 1 and one that costs 2
    pt.partial_wasserstein(torch.tensor([[1., 9], [9, 2]]), mass=mass).backward()
    assert 1 <= mass.grad <= 2


def test_changes_in_place_do_not_reach_derivatives(rng):
    C1, C2, M, p, q = spaces(rng, 5, 6)

    def gradients(change):
        leaves = [torch.tensor(x, **DOUBLE) for x in (C1, C2, M)]
        copies = [x * 1 for x in leaves]
        values = [pt.partial_gromov(*copies[:2], cost=copies[2], alpha=0.5, mass=0.6),
                  pt.partial_wasserstein(copies[2], mass=0.6), pt.partial_entropic(copies[2], mass=0.6, reg=0.1),
                  parot.pot.partial_wasserstein2(p, q, copies[2], 0.6),
                  parot.pot.gromov.partial_fused_gromov_wasserstein2(copies[2], *copies[:2], m=0.6)]
        if change:
            for x in copies:
                x.data.mul_(7)
        sum(values).backward()
        return [x.grad for x in leaves]

    for right, got in zip(gradients(False), gradients(True)):
        assert torch.equal(right, got)


def test_derivatives_of_derivatives_are_refused(rng):
    C = torch.tensor(rng.random((4, 5)), **DOUBLE)
    first, = torch.autograd.grad(pt.partial_wasserstein(C**2, mass=0.5), C, create_graph=True)
    with pytest.raises(RuntimeError, match="can be taken once"):
        first.sum().backward()
    plain = C.detach().clone().requires_grad_()
    pt.partial_wasserstein(plain**2, mass=0.5).backward()
    assert torch.equal(first.detach(), plain.grad)
