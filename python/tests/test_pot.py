"""parot.pot in the place of POT: same conventions, POT's values where it is right, ours where not."""
import doctest
import math
import os
import warnings

import numpy as np
import pytest
import pot_suite
from conftest import make_weights, optimum
from pot_suite import run_in_place

import parot
from parot import pot

ot = pytest.importorskip("ot")
import ot.partial  # noqa: E402


@pytest.fixture
def clouds(rng):
    x, y = rng.normal(size=(30, 2)), rng.normal(size=(25, 2)) + 0.5
    return ot.dist(x, y), make_weights("random", rng, 30), make_weights("random", rng, 25)


@pytest.fixture
def spaces(rng):
    x, y = rng.normal(size=(14, 2)), rng.normal(size=(12, 3))
    return ot.dist(x, x, "euclidean"), ot.dist(y, y, "euclidean"), ot.unif(14), ot.unif(12)


@pytest.mark.parametrize("m", [0.1, 0.5, 0.9])
def test_plans_cost_what_pots_do(clouds, m):
    M, a, b = clouds
    G, log = pot.partial_wasserstein(a, b, M, m=m, log=True, nb_dummies=20, numItermax=10)
    value = ot.partial.partial_wasserstein2(a, b, M, m=m, numItermax=10**7)
    assert math.isclose((G * M).sum(), value, rel_tol=1e-9)
    assert log["partial_w_dist"] == log["cost"] == pot.partial_wasserstein2(a, b, M, m=m)
    assert (log["u"][:, None] + log["v"] <= M + 1e-12).all() and (log["v"] <= 0).all()
    assert (log["u"] <= log["lambda"]).all() and math.isclose(log["bound"], value, rel_tol=1e-9)
    assert (G.sum(1) <= a).all() and (G.sum(0) <= b).all()


@pytest.mark.parametrize("scale", [1, 1e-12, 1e12, -1, 0])
def test_any_scale_and_sign_of_costs(clouds, scale):
    M, a, b = clouds
    G = pot.partial_wasserstein(a, b, M * scale, m=0.5)
    unit = abs(scale) or 1.0
    assert math.isclose(G.sum(), 0.5, rel_tol=1e-12)
    assert math.isclose((G * M * scale).sum() / unit, optimum(M * scale / unit, a, b, 0.5),
                        rel_tol=1e-7, abs_tol=1e-9)


def test_all_of_uniform_weights_can_move():
    for n in range(2, 200):
        G = pot.partial_wasserstein(ot.unif(n), ot.unif(n), np.ones((n, n)), m=1.0)
        assert math.isclose(G.sum(), 1, rel_tol=1e-12)


def test_a_lagrangian_moves_what_is_worth_it(clouds):
    M, a, b = clouds
    for reg_m in (0.2, 1, 5, 100):
        G = pot.partial_wasserstein_lagrange(a, b, M, reg_m)
        H = ot.partial.partial_wasserstein_lagrange(a, b, M, reg_m, numItermax=10**7)
        assert math.isclose((G * (M - reg_m)).sum(), (H * (M - reg_m)).sum(), rel_tol=1e-9)
    assert pot.partial_wasserstein_lagrange(a, b, M, -1e9).sum() == 0
    assert math.isclose(pot.partial_wasserstein_lagrange(a, b, M, log=True)[0].sum(), 1)


def test_nothing_is_a_mass(clouds):
    M, a, b = clouds
    for function in (pot.partial_wasserstein, lambda *x, **k: pot.entropic_partial_wasserstein(
            *x, reg=1, **k)):
        plan, log = function(a, b, M, m=0, log=True)
        assert plan.shape == M.shape and plan.sum() == 0 == log["partial_w_dist"]


def test_empty_weights_are_uniform(clouds):
    M = clouds[0]
    for function in (pot.partial_wasserstein, pot.partial_wasserstein2):
        assert np.array_equal(function([], [], M, m=0.5), function(None, None, M, m=0.5))
    assert np.array_equal(pot.entropic_partial_wasserstein([], [], M, 1, 0.5),
                          pot.entropic_partial_wasserstein(ot.unif(30), ot.unif(25), M, 1, 0.5))


# ---- Entropy -----------------------------------------------------------------


@pytest.mark.parametrize("reg", [0.3, 1, 10])
def test_entropic_plans_are_pots_where_it_converges(clouds, reg):
    M, a, b = clouds
    G, log = pot.entropic_partial_wasserstein(a, b, M, reg, 0.5, log=True)
    H = ot.partial.entropic_partial_wasserstein(a, b, M, reg, 0.5, numItermax=600)
    assert np.abs(G - H).max() < 1e-8 and math.isclose(log["partial_w_dist"], (G * M).sum())


@pytest.mark.parametrize("reg", [1e-2, 1e-4, 1e-8])
def test_small_entropies_give_no_nan(clouds, reg):
    M, a, b = clouds
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        G = pot.entropic_partial_wasserstein(a, b, M, reg, 0.5)
    assert np.isfinite(G).all() and math.isclose(G.sum(), 0.5, rel_tol=1e-12)
    assert (G.sum(1) <= a).all() and (G.sum(0) <= b).all()
    assert (G * M).sum() <= parot.partial_wasserstein(M, a, b, mass=0.5).objective + 8 * reg + 1e-3


def test_running_into_the_limit_is_a_warning(clouds):
    M, a, b = clouds
    with pytest.warns(UserWarning, match="iteration limit"):
        pot.entropic_partial_wasserstein(a, b, M, 1e-3, 0.5, numItermax=3)


def test_the_story_of_an_entropic_plan(clouds):
    r = parot.partial_entropic(clouds[0], mass=0.5, reg=1)
    assert "no plan has less" in repr(r) and r.status == "solved" and 0 <= r.regularised - r.bound + 1e-12 < 1e-8
    for how, words in (({"reg": 0}, "reg"), ({"reg": 1, "tolerance": 2}, "tolerance")):
        with pytest.raises(ValueError, match=words):
            parot.partial_entropic(clouds[0], mass=0.5, **how)


# ---- Lines -------------------------------------------------------------------


@pytest.mark.parametrize("p", [1, 1.5, 2, 3])
@pytest.mark.parametrize("offset", [0.0, 1e9])
def test_samples_on_a_line_join_in_the_best_order(rng, p, offset):
    x = np.round(rng.normal(size=13) * 64) / 64 + offset
    y = np.round(rng.normal(size=17) * 64) / 64 + offset
    i, j, costs = pot.partial_wasserstein_1d(x, y, p=p)
    assert len(i) == len(j) == len(costs) == 13
    M = np.abs(x[:, None] - y) ** p
    for k in range(1, 14):
        best = parot.partial_wasserstein(M, np.ones(13), np.ones(17), mass=k).objective
        assert math.isclose(sum(costs[:k]), best, rel_tol=1e-9, abs_tol=1e-12)
        pairs = np.abs(np.sort(x[i[:k]]) - np.sort(y[j[:k]])) ** p
        assert math.isclose(pairs.sum(), best, rel_tol=1e-9, abs_tol=1e-12)


def test_too_many_samples_are_all_there_are():
    i, j, costs = pot.partial_wasserstein_1d([1.0, 2.0], [1.5], n_transported_samples=9)
    assert len(i) == len(j) == len(costs) == 1 and costs == [0.5]
    assert pot.partial_wasserstein_1d([1.0], [2.0], n_transported_samples=0)[2] == []
    for kind in (ValueError, AssertionError):
        with pytest.raises(kind, match="on a line"):
            pot.partial_wasserstein_1d(np.ones((3, 2)), np.ones((3, 2)))


def test_a_line_takes_any_weights(rng):
    x, y, p, q = rng.normal(size=20), rng.normal(size=30), rng.random(20), rng.random(30)
    r = parot.partial_line(x, y, p, q, mass=5, exponent=2)
    C = (x[:, None] - y) ** 2
    assert math.isclose(r.objective, parot.partial_wasserstein(C, p, q, mass=5).objective,
                        rel_tol=1e-10)
    curve = parot.partial_curve(C, p, q, mass=5)
    assert np.allclose(r.curve.at(curve.mass), curve.objective, rtol=1e-9)
    assert math.isclose((r.plan.toarray() * C).sum(), r.objective, rel_tol=1e-12) and repr(r)
    with pytest.raises(ValueError, match="exponent"):
        parot.partial_line(x, y, exponent=0.5)


# ---- Gromov-Wasserstein --------------------------------------------------------


def test_gradients_and_losses_are_pots(spaces, rng):
    C1, C2, p, q = spaces
    T = np.outer(p, q) * rng.random((14, 12))
    assert np.allclose(pot.gwgrad_partial(C1, C2, T), ot.partial.gwgrad_partial(C1, C2, T))
    assert math.isclose(pot.gwloss_partial(C1, C2, T), ot.partial.gwloss_partial(C1, C2, T))


@pytest.mark.parametrize("m", [0.3, 0.7, 1.0])
def test_gromov_plans_have_the_mass_and_no_higher_loss(spaces, m):
    C1, C2, p, q = spaces
    G, log = pot.partial_gromov_wasserstein(C1, C2, p, q, m=m, log=True)
    assert math.isclose(G.sum(), m, rel_tol=1e-12) and (G.sum(1) <= p).all()
    assert math.isclose(log["partial_gw_dist"], ot.partial.gwloss_partial(C1, C2, G), rel_tol=1e-9)
    value = pot.partial_gromov_wasserstein2(C1, C2, p, q, m=m)
    assert value == log["partial_gw_dist"]
    other, details = pot.gromov.partial_gromov_wasserstein(C1, C2, p, q, m=m, log=True)
    assert math.isclose(details["partial_gw_dist"], 2 * value, rel_tol=1e-6)


def test_a_given_start_is_used_and_scaled(spaces):
    C1, C2, p, q = spaces
    plain = pot.partial_gromov_wasserstein2(C1, C2, p, q, m=0.5)
    given = pot.partial_gromov_wasserstein2(C1, C2, p, q, m=0.5, G0=np.outer(p, q))
    assert math.isclose(plain, given, rel_tol=1e-6)


@pytest.mark.parametrize("loss", ["square_loss", "kl_loss"])
def test_fused_values_are_their_definition(spaces, rng, loss):
    C1, C2, p, q = (x + 0.01 if x.ndim == 2 else x for x in spaces)
    M = rng.random((14, 12))
    value, log = pot.gromov.partial_fused_gromov_wasserstein2(M, C1, C2, p, q, 0.6, loss, 0.3,
                                                              log=True)
    a, b, T = C1[:, None, :, None], C2[None, :, None, :], log["T"]
    L = (a - b) ** 2 if loss == "square_loss" else a * np.log(a / b) - a + b
    assert math.isclose(value, 0.7 * (M * T).sum() + 0.3 * np.einsum("ijkl,ij,kl->", L, T, T),
                        rel_tol=1e-9)


def test_entropic_fused_plans_heed_the_features(spaces, rng):
    C1, C2, p, q = spaces
    for alpha in (0.01, 0.5):
        M = rng.random((14, 12))
        G, log = pot.gromov.entropic_partial_fused_gromov_wasserstein(
            M, C1, C2, p, q, 0.05, 0.5, alpha=alpha, log=True)
        H = pot.gromov.entropic_partial_fused_gromov_wasserstein(
            1 - M, C1, C2, p, q, 0.05, 0.5, alpha=alpha)
        assert (G * M).sum() < (H * M).sum() and log["err"][-1] <= 1e-7
        assert math.isclose(G.sum(), 0.5, rel_tol=1e-12)


def test_entropic_gromov_plans_are_pots(spaces):
    C1, C2, p, q = spaces
    G = pot.entropic_partial_gromov_wasserstein(C1, C2, p, q, 1.0, m=0.6)
    H = ot.partial.entropic_partial_gromov_wasserstein(C1, C2, p, q, 1.0, m=0.6,
                                                       G0=np.outer(p, q) * 0.6)
    assert np.abs(G - H).max() < 1e-6
    value = pot.entropic_partial_gromov_wasserstein2(C1, C2, p, q, 1.0, m=0.6)
    assert math.isclose(value, ot.partial.gwloss_partial(C1, C2, G), rel_tol=1e-9)


@pytest.mark.parametrize("call, words", [
    (lambda M, a, b: pot.partial_wasserstein(a, b, M, m=2), "m 2 exceeds min.sum a, sum b."),
    (lambda M, a, b: pot.partial_wasserstein(a, b, M, m=-1), "m: must be positive"),
    (lambda M, a, b: pot.partial_wasserstein(a[1:], b, M, m=0.5), "a: has 29 weights"),
    (lambda M, a, b: pot.partial_wasserstein_lagrange(a + 1, b, M), "a and b: must sum to 1"),
    (lambda M, a, b: pot.entropic_partial_wasserstein(a, b, M, 0, 0.5), "reg: must be positive"),
    (lambda M, a, b: pot.entropic_partial_gromov_wasserstein(M @ M.T, M.T @ M, a, b, 1, m=-1), "m:"),
    (lambda M, a, b: pot.gromov.partial_gromov_wasserstein(M, M, loss_fun="l1"), "loss_fun: unknown"),
    (lambda M, a, b: pot.partial_gromov_wasserstein(M, M, a, b, m=0.5), "q: has 25 weights"),
])
def test_refusals_name_the_argument(clouds, call, words):
    with pytest.raises(ValueError, match=words):
        call(*clouds)


# ---- Names, keywords, logs, warnings ------------------------------------------------


def test_modules_are_where_pot_has_them():
    from parot.pot.gromov import entropic_partial_fused_gromov_wasserstein2 as fused
    from parot.pot.partial import partial_wasserstein as partial
    import parot.pot.gromov
    import parot.pot.partial

    assert fused is pot.gromov.entropic_partial_fused_gromov_wasserstein2
    assert partial is pot.partial_wasserstein and set(pot.partial.__all__) < set(pot.__all__)


@pytest.mark.parametrize("module, name", [(m, n) for m in (pot.partial, pot.gromov) for n in m.__all__
                                          if not n.startswith("gw")])
def test_misspelled_keywords_are_refused(clouds, spaces, module, name):
    M, a, b = clouds
    C1, C2, p, q = spaces
    first = (M[:14, :12], C1, C2, p, q) if "fused" in name else (C1, C2, p, q)
    first = (C1, C1, 0.0, C1, C1, 0.0, 1.0) if "linesearch" in name else first
    args = ((a[:5], b[:5]) if name.endswith("1d") else first if "gromov" in name else (a, b, M))
    more = {"reg": 1.0} if name.startswith("entropic") else {}
    for wrong in ("mm", "bogus", "nItermax"):
        with pytest.raises(TypeError, match=wrong):
            getattr(module, name)(*args, **more, **{wrong: 0.1})


def test_keywords_of_pots_linear_solver_are_accepted(clouds, spaces):
    M, a, b = clouds
    C1, C2, p, q = spaces
    pot.partial_wasserstein2(a, b, M, 0.5, numItermax=10, numThreads="max", center_dual=False)
    pot.gromov.partial_gromov_wasserstein(C1, C2, p, q, 0.5, numItermaxEmd=9, n_dummies=3)
    with pytest.raises(ValueError, match="did you mean 'm'"):
        pot.partial_wasserstein(a, b, M, mm=0.1)


def test_a_method_of_the_entropic_solver_is_heard(clouds):
    M, a, b = clouds
    plain = pot.entropic_partial_wasserstein(a, b, M, 1, 0.5)
    for method in ("sinkhorn", "sinkhorn_log", "Sinkhorn_Log"):
        assert np.array_equal(plain, pot.entropic_partial_wasserstein(a, b, M, 1, 0.5, method))
    assert np.array_equal(plain, pot.entropic_partial_wasserstein_logscale(a, b, M, 1, 0.5))
    with pytest.raises(ValueError, match="method: unknown 'greenkhorn'"):
        pot.entropic_partial_wasserstein(a, b, M, 1, 0.5, "greenkhorn")
    with pytest.raises(ValueError, match="give numItermax by its name"):
        pot.entropic_partial_wasserstein(a, b, M, 1, 0.5, 1000)


def test_logs_have_what_pots_have(clouds, spaces):
    M, a, b = clouds
    C1, C2, p, q = spaces
    linear = {"cost", "u", "v", "warning", "result_code", "lambda", "bound"}
    for m in (0, 0.5):
        assert set(pot.partial_wasserstein(a, b, M, m, log=True)[1]) == linear | {"partial_w_dist"}
        assert set(pot.entropic_partial_wasserstein(a, b, M, 1, m, log=True)[1]) == linear | {
            "partial_w_dist", "err"}
        log = pot.gromov.partial_fused_gromov_wasserstein(M[:14, :12], C1, C2, p, q, m, log=True)[1]
        assert set(log) >= linear | {"err", "loss", "lin_loss", "quad_loss", "partial_fgw_dist"}
    assert log["warning"] is None and log["cost"] == log["partial_fgw_dist"]
    assert math.isclose(log["lin_loss"] + log["quad_loss"], log["partial_fgw_dist"])
    assert math.isclose(log["loss"][-1], log["partial_fgw_dist"], rel_tol=1e-6)


@pytest.mark.parametrize("call", [
    lambda M, a, b: pot.entropic_partial_wasserstein(a, b, M, 1e-3, 0.5, numItermax=3),
    lambda M, a, b: pot.entropic_partial_wasserstein_logscale(a, b, M, 1e-3, 0.5, numItermax=3),
    lambda M, a, b: pot.partial_gromov_wasserstein2(M[:9, :9], M[9:18, :9], m=0.5, numItermax=1),
    lambda M, a, b: pot.gromov.partial_fused_gromov_wasserstein2(M[:9, :9], M[:9, :9], M[9:18, :9],
                                                                 m=0.5, numItermax=1),
])
def test_warnings_point_at_the_callers_line(clouds, call):
    with pytest.warns(UserWarning, match="iteration limit") as caught:
        call(*clouds)
    assert {w.filename for w in caught} == {__file__}


# ---- POT's own tests, with our functions in place ------------------------------

# POT's start for entropic Gromov-Wasserstein has mass 1 whatever m is; ours has mass m, and the
# example ends in another of the many fixed points.
OTHER_FIXED_POINT = "entropic_partial_gromov_wasserstein"


@pytest.mark.parametrize("name", [n for n in pot.partial.__all__ if hasattr(ot.partial, n)])
def test_the_examples_of_pots_manual(name):
    theirs = getattr(ot.partial, name)
    import sys

    names = {**vars(sys.modules[theirs.__module__]), **{n: getattr(pot, n) for n in pot.__all__}}
    import scipy.spatial  # noqa: F401  the examples take it for granted

    for example in doctest.DocTestFinder().find(theirs, name, globs=names):
        if name == OTHER_FIXED_POINT:
            example.examples = example.examples[:-1]
        assert doctest.DocTestRunner(verbose=False).run(example).failed == 0


def test_the_suite_of_pot(capsys):
    """POT: a checkout of POT's repository; Debian has none."""
    folder = os.environ.get("POT")
    if not folder:
        pytest.skip("POT is not set: give it the folder of a checkout of POT")
    code, says = run_in_place(*(os.path.join(folder, name) for name in pot_suite.FILES))
    with capsys.disabled():
        print("\n" + says[says.find("SKIPPED"):])
    assert code == 0, says


SUITE = """
import numpy as np, ot, pytest

def test_the_functions_are_ours(nx):
    p, M = nx.from_numpy(np.full(2, .5), np.eye(2))
    T, log = ot.partial.partial_wasserstein(p, p, M, m=.5, log=True)
    assert "lambda" in log and type(T) is type(M)

def test_last_check(nx):
    C1_int = np.zeros(2, int)
    assert np.zeros(2).dtype == C1_int.dtype

def test_wrong():
    assert ot.partial.partial_wasserstein2([], [], np.eye(2), m=.5) == 7
"""


def test_the_stage_skips_with_a_reason_and_fails_when_it_should(tmp_path):
    file = tmp_path / "test_partial.py"
    file.write_text(SUITE)
    code, says = run_in_place(str(file))
    backends = 2 if ot.backend.torch else 1
    assert code == 1 and "1 failed, %d passed, %d skipped" % (backends, backends) in says, says
    assert "plans of integer" in says and "== 7" in says


# ---- In POT's place -------------------------------------------------------------------------


def test_install_changes_every_binding_and_uninstall_restores_it():
    import sys

    def bindings():
        return {(name, key): id(value) for name, module in sys.modules.items() if name.partition(".")[0] == "ot"
                for key, value in vars(module).items()}

    before = bindings()
    parot.pot.install()
    try:
        parot.pot.install()  # changes nothing
        for ours, theirs in ((pot.partial, ot.partial), (pot.gromov, ot.gromov)):
            for name in ours.__all__:
                assert getattr(theirs, name) is getattr(ours, name), name
        replaced = {value for key, value in before.items() if key in bindings() and bindings()[key] != value}
        assert not replaced & set(bindings().values())  # no other module still has the old function
    finally:
        parot.pot.uninstall()
    assert bindings() == before
    parot.pot.uninstall()
    assert bindings() == before


def test_the_end_of_a_with_statement_restores_what_was_there():
    theirs = ot.partial.partial_wasserstein
    with pytest.raises(KeyError):
        with parot.pot.install():
            assert ot.partial.partial_wasserstein is pot.partial_wasserstein
            with parot.pot.install():
                pass
            assert ot.partial.partial_wasserstein is pot.partial_wasserstein
            raise KeyError
    assert ot.partial.partial_wasserstein is theirs


def test_the_step_minimises_the_parabola(rng):
    G, D = rng.random((3, 4)), rng.normal(size=(3, 4))
    for turn in (1.0, 0.1, -1.0):
        df, M = rng.normal(size=(3, 4)), rng.normal(size=(3, 4))
        dfc = df + turn * D

        def objective(t):
            return 5 + ((M + 2 * df) * D).sum() * t + ((dfc - df) * D).sum() * t * t

        step, _, cost, slope = pot.gromov.solve_partial_gromov_linesearch(G, D, 5.0, df, dfc, M, 2.0)
        assert all(objective(step) <= objective(t) + 1e-12 for t in np.linspace(0, 1, 101))
        assert math.isclose(cost, objective(step)) and np.allclose(slope, df + step * (dfc - df))
        assert pot.gromov.solve_partial_gromov_linesearch(G, D, 5.0, df, dfc, M, 2.0, 0.4, 0.6)[0] in (
            0.4, 0.6, pytest.approx(step))
