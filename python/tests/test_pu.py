"""Positive-unlabeled learning through Python."""
import dataclasses
import os
import pickle
import subprocess
from pathlib import Path

import numpy as np
import pytest

import parot
from parot import _core
from parot._pu import _how
from parot import predict

METHODS = ["wasserstein", "fused", "matching", "mined", "ridge", "forest", "ensemble", "nearest", "upu", "nnpu", "pusb"]


@pytest.fixture
def data(rng):
    rows = np.vstack([rng.normal(size=(40, 3)), rng.normal(6, 1, size=(60, 3))])
    return rng.normal(size=(50, 3)), rows, np.repeat([1, -1], [40, 60])


@pytest.mark.parametrize("method", METHODS)
def test_separated_clouds_are_told_apart(data, method):
    positives, rows, truth = data
    answer = parot.pu(positives, rows, 0.4, method)
    assert answer.evaluate(truth).accuracy > 0.97 and answer.method == method
    assert set(answer.label) == {-1, 1} and ((answer.score >= 0) & (answer.score <= 1)).all()
    assert sorted(answer.rank) == list(range(1, 101)) and repr(answer)


def test_propensities_weigh_positives(data):
    positives, rows, truth = data
    chances = np.where(positives[:, 0] > 0, 1.0, 0.2)
    answer = parot.pu(positives, rows, 0.4, propensity=chances)
    assert answer.evaluate(truth).accuracy > 0.97 and answer.certify(positives, rows).proved
    assert (parot.pu(positives, rows, 0.4, propensity=np.full(50, 0.3)).score == parot.pu(positives, rows, 0.4).score).all()
    taken = np.bincount(answer.transport.plan.col, answer.transport.plan.mass, 50)
    most = (0.4 + answer.noise) / chances / (1 / chances).sum()
    assert (taken <= most * (1 + 1e-9)).all()
    assert answer.check(positives, rows).spies.recall > 0.9
    assert answer.calibrate(positives, rows).spies == 50
    parot.explain_label(answer, positives, rows, 0)
    for ask in (parot.estimate_prior, parot.bias, parot.spies, parot.pu_curve):
        ask(positives, rows, propensity=chances)
    assert (parot.PUClassifier(0.4).fit_pu(positives, rows, chances).result_.score == answer.score).all()
    both, known = np.vstack([positives, rows]), np.repeat([1, 0], [50, 100])
    everywhere = np.concatenate([chances, np.ones(100)])
    assert (parot.PUClassifier(0.4).fit(both, known, propensity=everywhere).result_.score == answer.score).all()
    with pytest.raises(parot.ArgumentError, match="propensity: must have 50 numbers"):
        parot.pu(positives, rows, 0.4, propensity=chances[1:])
    with pytest.raises(parot.ArgumentError, match="must be in"):
        parot.pu(positives, rows, 0.4, propensity=-chances)
    with pytest.raises(parot.ArgumentError, match="nearest cannot weigh"):
        parot.pu(positives, rows, 0.4, "nearest", propensity=chances)


def test_a_plan_comes_with_its_proof(data):
    positives, rows, _ = data
    plan = parot.pu(positives, rows, 0.4).transport
    assert plan.plan.shape == (100, 50) and abs(plan.mass - 0.4) < 1e-12 and plan.objective - plan.bound < 1e-9
    assert parot.pu(positives, rows, 0.4, "ridge").transport is None


def test_the_prior_may_be_estimated(data):
    positives, rows, truth = data
    answer = parot.pu(positives, rows, "auto")
    assert abs(answer.prior - 0.4) < 0.15 and answer.evaluate(truth).accuracy > 0.85
    assert answer.prior == parot.estimate_prior(positives, rows).prior


def test_a_model_labels_new_rows(data, rng):
    positives, rows, _ = data
    model = parot.pu(positives, rows, 0.4, keep_model=True).model
    fresh = np.vstack([rng.normal(size=(10, 3)), rng.normal(6, 1, size=(20, 3))])
    assert (predict(model, fresh).label == np.repeat([1, -1], [10, 20])).mean() > 0.9
    assert (predict(model, fresh, 0.5).label > 0).sum() == 15
    answer = pickle.loads(pickle.dumps(parot.pu(positives, rows, 0.4, keep_model=True)))
    assert np.array_equal(answer.predict(fresh).label, predict(list(model), fresh).label)
    assert np.array_equal(predict(answer, fresh, 0.5).label, predict(model, fresh, 0.5).label)


def test_a_model_that_is_none_is_refused(data):
    positives, rows, _ = data
    with pytest.raises(ValueError, match="keep_model"):
        parot.pu(positives, rows, 0.4).predict(rows)
    model = parot.pu(positives, rows, 0.4, keep_model=True).model.copy()
    model[-1] += 1
    with pytest.raises(ValueError, match="model"):
        predict(model, rows)
    with pytest.raises(NotImplementedError, match="matching"):
        parot.pu(positives, rows, 0.4, "matching", keep_model=True)


def test_spies_and_bias(data, rng):
    positives, rows, _ = data
    found = parot.spies(positives, rows, 0.4)
    assert found.folds == 5 and found.recall > 0.9
    assert parot.bias(positives, rows, 0.4) < 3
    assert parot.bias(positives[positives[:, 0] > 0.8], rows, 0.4) > parot.bias(positives, rows, 0.4)


def test_ranges_hold_what_they_are_ranges_of(data):
    positives, rows, _ = data
    how = {"scale": "none", "metric": "euclidean"}
    prior = parot.estimate_prior(positives, rows, **how)
    every = (prior.low, prior.high, prior.by_nearest, prior.by_linear, prior.by_rbf, prior.by_forest,
             prior.by_mean, prior.by_plateau, prior.by_density)
    assert (prior.least, prior.most) == (min(every), max(every))
    assert prior.forest_range[0] <= prior.by_forest <= prior.forest_range[1]
    of_all = parot.estimate_prior(positives, rows, of_all=True, **how)
    part = len(positives) / (len(positives) + len(rows))
    assert np.allclose(of_all.plateau_range, [part + (1 - part) * end for end in prior.plateau_range])
    found = parot.spies(positives, rows, 0.4, **how)
    assert (found.prior_low, found.prior_high) == (prior.low, prior.high)
    assert 0 <= found.accuracy_low <= found.accuracy_high <= 1
    surer = parot.spies(positives, rows, prior.prior, **how)
    assert surer.accuracy_low <= surer.accuracy <= surer.accuracy_high


def test_tables_of_different_spaces(rng):
    """Three columns against two: a ring of positives, found again among a ring and a far cloud."""
    angle = rng.uniform(0, 2 * np.pi, 30)
    ring = np.column_stack([np.cos(angle), np.sin(angle), np.zeros(30)])
    angle = rng.uniform(0, 2 * np.pi, 30)
    rows = np.vstack([np.column_stack([np.cos(angle), np.sin(angle)]),
                      rng.normal(0, 30, size=(30, 2))])
    answer = parot.pu(ring, rows, 0.5, "gromov", restarts=2)
    assert (answer.label[:30] > 0).mean() > 0.9
    assert len(answer.trials) > 2 and answer.trials[answer.best].differs == 0
    assert answer.transport.plan.shape == (60, 30) and "starts" in repr(answer)
    assert answer.rival is None or answer.trials[answer.rival].differs > 0.05
    for wrong, words in (({"method": "fused"}, "columns"), ({"prior": "auto"}, "prior: 'auto'")):
        with pytest.raises(ValueError, match=words):
            parot.pu(**{"positives": ring, "unlabeled": rows, "prior": 0.5, "method": "gromov", **wrong})


def test_fused_lies_between_its_ends(data):
    positives, rows, _ = data
    none = parot.pu(positives, rows, 0.4, "fused", fused_alpha=0)
    assert np.array_equal(none.label, parot.pu(positives, rows, 0.4, "wasserstein").label)
    full = parot.pu(positives, rows, 0.4, "fused", fused_alpha=1)
    assert np.array_equal(full.label, parot.pu(positives, rows, 0.4, "gromov").label)


def test_apart_looks_at_no_distance_across(data):
    positives, rows, truth = data
    moved = positives + 1000  # columns that mean something else
    answer = parot.pu(moved, rows, 0.4, "gromov", apart=True)
    assert np.array_equal(answer.label, parot.pu(positives, rows, 0.4, "gromov", apart=True).label)


def test_units_of_tables_with_different_columns_do_not_matter(data):
    positives, rows, _ = data
    how = {"prior": 0.4, "method": "gromov", "apart": True, "scale": "none"}
    plain = parot.pu(positives, rows, **how)
    assert np.array_equal(parot.pu(1024 * positives, rows, **how).label, plain.label)
    ratio = parot.distance_ratio(positives, rows, 0.4, scale="none")
    assert parot.distance_ratio(positives / 1024, rows, 0.4, scale="none") == pytest.approx(1024 * ratio)
    raw = parot.pu(ratio * positives, rows, raw_distances=True, **how)
    assert np.array_equal(raw.label, plain.label)
    with pytest.warns(UserWarning, match="more about units than about shapes"):
        parot.pu(1024 * positives, rows, raw_distances=True, **how)
    fitted = parot.PUClassifier(0.4, "gromov", apart=True, scale="none", raw_distances=True).fit_pu(ratio * positives, rows)
    assert np.array_equal(fitted.result_.label, raw.label)


def test_principal_components_take_the_place_of_columns(data, rng):
    positives, rows, truth = data
    turn = np.linalg.qr(rng.normal(size=(8, 3)))[0].T  # three directions of eight columns
    wide = parot.pu(positives @ turn, rows @ turn, 0.4, pca=3)
    assert np.array_equal(wide.label, parot.pu(positives, rows, 0.4).label)


def test_a_prior_of_all_rows_counts_the_positives(data):
    positives, rows, _ = data
    one, everything = (parot.estimate_prior(positives, rows, of_all=of_all) for of_all in (False, True))
    n, m = len(rows), len(positives)
    assert everything.is_reliable == one.is_reliable
    for name in set(one._fields) - {"is_reliable"}:
        expected = (m + n * np.asarray(getattr(one, name))) / (m + n)
        assert np.allclose(getattr(everything, name), expected, rtol=1e-12, atol=0)


def test_the_curve_ranks_for_all_priors(data):
    positives, rows, truth = data
    curve = parot.pu_curve(positives, rows, scale="none", metric="euclidean")
    C = parot.cost_matrix(rows, positives, "euclidean")
    for mass in (0.2, 0.4, 0.9):
        value = parot.partial_wasserstein(C, mass=mass).objective
        assert abs(curve.at(mass) - value) < 1e-9 * (1 + value)
    assert set(curve.order[:40]) == set(range(40))


def test_tuning_compares_and_chooses(data):
    positives, rows, _ = data
    found = parot.tune(positives, rows, 0.4)
    assert len(found.candidates) == 5 and found.spies == 50 and found.bias < 3
    assert (found.candidates[0].method, found.candidates[0].kernel) == ("mined", "rbf")
    chosen = [c for c in found.candidates if (c.method, c.kernel) == (found.method, found.kernel)]
    assert len(chosen) == 1 and (chosen[0] is found.candidates[0] or
                                 chosen[0].lead > 2 * chosen[0].lead_error)
    biased = parot.tune(positives[:25] + 6, rows[:40], 0.4)
    assert biased.bias > 3 and biased.spies == 0 and biased.method == "mined"
    with pytest.raises(ValueError, match="budget"):
        parot.tune(positives, rows, 0.4, budget=0)
    with pytest.raises(ValueError, match="prior"):
        parot.tune(positives, rows, 2)


def test_auto_says_which_classifier_it_chose(rng):
    known, rows = rng.normal(size=(60, 3)), rng.normal(1, 2, size=(120, 3))
    answer = parot.pu(known, rows, 0.4)
    assert (answer.method, answer.classifier) == ("mined", "ensemble") and answer.rounds == 0
    assert "forest and ridge rank" in answer.summary(known, rows) and answer.certify(known, rows).proved
    assert parot.pu(known[:49], rows, 0.4).classifier == "ridge"
    assert 0 < answer.forest_part < 1 and "the forest counts" in answer.summary(known, rows)
    assert parot.pu(known > 0, rows > 0, 0.4).classifier == "ridge"
    assert parot.pu(known[:49], rows, 0.4).forest_part is None
    assert parot.pu(known, rows, 0.4, kind="domains").classifier == "ridge"
    assert parot.pu(known, rows, 0.4, "nearest").classifier is None


def test_learned_shows_its_steps_and_is_proved(rng):
    known = rng.normal(size=(40, 3))
    rows = np.vstack([rng.normal(size=(40, 3)), rng.normal(2, 1, size=(60, 3))])
    answer = parot.pu(known, rows, 0.4, "learned", trees=30)
    assert len(answer.steps) == answer.rounds + 1 and answer.steps[0].changed == 0
    assert answer.steps[-1].objective == pytest.approx(answer.transport.objective)
    assert answer.toll.shape == (100,) and (answer.toll > 0).all()
    check = answer.certify(known, rows)
    assert check.proved and check.excess == pytest.approx(answer.steps[-1].excess, abs=1e-12)
    assert "%d plans, %d proved optimal" % (len(answer.steps), len(answer.steps)) in answer.summary(known, rows)
    reasons = parot.explain_label(answer, known, rows, 5)
    assert reasons.toll == answer.toll[5] and reasons.columns is None and reasons.other_labels == 0
    other = parot.pu(known, rows, 0.4, "mined")
    assert other.steps == [] and other.toll is None and parot.explain_label(other, known, rows, 5).toll == 0
    with pytest.raises(ValueError, match="toll"):
        dataclasses.replace(answer, toll=answer.toll[:3]).certify(known, rows)


def test_a_forest_says_which_columns_count(rng, tmp_path):
    known, rows = rng.normal(size=(80, 4)), rng.normal(size=(200, 4))
    rows[80:, 2] += 4
    answer = parot.pu(known, rows, 0.4, "forest", keep_model=True, trees=50, leaf=3)
    assert answer.importance.argmax() == 2 and abs(answer.importance.sum() - 1) < 1e-12
    assert (answer.label[:80] > 0).mean() > 0.95 and (answer.predict(rows).label == answer.label).all()
    assert parot.explain_label(answer, known, rows, 3).importance.argmax() == 2
    answer.report(tmp_path / "r.html", known, rows)
    assert "Which columns count" in (tmp_path / "r.html").read_text()
    assert parot.pu(known, rows, 0.4, "forest", pca=2).importance is None
    assert parot.pu(known, rows, 0.4, "ridge").importance is None


def test_rounds_end_where_the_labels_stay(data):
    positives, rows, _ = data
    for how in ({"method": "ridge"}, {"method": "forest"}, {"method": "mined", "classifier": "ensemble"}):
        answer = parot.pu(positives, rows, 0.4, rounds=30, trees=50, **how)
        assert 0 <= answer.rounds < 30 and answer.changed == 0
        assert parot.pu(positives, rows, 0.4, trees=50, rounds=0, **how).rounds == 0
    assert answer.certify(positives, rows).proved
    fitted = parot.PUClassifier(0.4, "forest", rounds=2, trees=20, leaf=2).fit(
        np.vstack([positives, rows]), np.repeat([1, 0], [50, 100]))
    assert fitted.result_.importance.shape == (3,) and fitted.predict(rows).mean() > 0.3


def test_auto_is_mined(data):
    positives, rows, _ = data
    assert np.array_equal(parot.pu(positives, rows, 0.4, "auto").score,
                          parot.pu(positives, rows, 0.4, "mined").score)


def test_copies_and_settings_are_understood(data):
    positives, rows, truth = data
    answer = parot.pu(positives, rows, 0.4, "wasserstein", "auto", "auto", "auto", kind="table")
    assert (answer.kind, answer.scale, answer.metric) == ("table", "rank", "cityblock")
    assert answer.noise == 0.2 and answer.evaluate(truth).accuracy > 0.9


@pytest.mark.parametrize("how, words", [
    ({"prior": 30}, "prior"), ({"prior": "otto"}, "'auto'"), ({"method": "wassersten"}, "did you"),
    ({"scale": "max"}, "one of"), ({"whole_rows": "all"}, "whole_rows"), ({"neighbours": 0}, "neighbours"),
    ({"unlabeled": np.ones((3, 2))}, "columns"), ({"neighbours": 1.5}, "whole number"),
    ({"apart": True}, "apart"), ({"raw_distances": True}, "raw_distances"), ({"restarts": -1, "method": "gromov"}, "restarts"),
    ({"fused_alpha": 2, "method": "fused"}, "fused_alpha"), ({"pca": -1}, "pca"),
    ({"pca": 2**40}, "pca: must be at most"), ({"whole_rows": "lasso", "method": "gromov"}, "lasso"),
    ({"kernel": "cubic"}, "kernel"), ({"kind": "tables"}, "did you mean 'table'"),
])
def test_refusals_name_the_argument(data, how, words):
    positives, rows, _ = data
    with pytest.raises(ValueError, match=words):
        parot.pu(**{"positives": positives, "unlabeled": rows, "prior": 0.4, **how})
    with pytest.raises(ValueError, match="truth"):
        parot.pu(positives, rows, 0.4).evaluate([1, 0])


def test_no_prior_means_the_estimate(data):
    positives, rows, _ = data
    how = {"scale": "none", "metric": "euclidean"}
    expected = parot.estimate_prior(positives, rows, **how).prior
    answer = parot.pu(positives, rows, **how)
    assert answer.prior == expected == parot.pu(positives, rows, "auto", **how).prior
    assert np.array_equal(answer.label, parot.pu(positives, rows, expected, **how).label)
    assert parot.spies(positives, rows, **how) == parot.spies(positives, rows, expected, **how)
    assert parot.bias(positives, rows, **how) == parot.bias(positives, rows, expected, **how)
    assert parot.tune(positives, rows, **how).bias == parot.tune(positives, rows, expected, **how).bias


def test_a_time_limit_holds_for_the_estimate_too(rng):
    known, rows = rng.normal(size=(5000, 30)), rng.normal(size=(5000, 30))
    try:
        with pytest.warns(UserWarning, match="time limit"):
            parot.pu(known, rows, time_limit=0.05)
    except TimeoutError:
        pass  # nothing could be labelled by then


def test_the_command_the_classifier_and_pu_have_the_same_defaults(data, tmp_path):
    positives, rows, _ = data
    rng = np.random.default_rng(5)  # scales, ties and a metric that matter
    rows = rows * [1, 40, 0.01] + rng.normal(size=rows.shape)
    positives = np.round(positives * [1, 40, 0.01] + rng.normal(size=positives.shape), 1)
    for name, table in (("known", positives), ("all", rows)):
        np.savetxt(tmp_path / (name + ".csv"), table, delimiter=",", header="a,b,c", comments="", fmt="%.17g")
    command = os.environ.get("PAROT_COMMAND") or Path(parot.__file__).parents[2] / "parot"
    for prior in ("auto", 0.35):
        subprocess.run([command, "pu", "known.csv", "all.csv", "--prior", str(prior), "-q", "-f", "-o", "labels.csv"],
                       cwd=tmp_path, check=True)
        theirs = np.genfromtxt(tmp_path / "labels.csv", delimiter=",", names=True)
        answer = parot.pu(positives, rows, prior)
        assert np.array_equal(theirs["label"] > 0, answer.label > 0)
        assert np.array_equal(theirs["score"], answer.score)
        ours = parot.PUClassifier(prior).fit_pu(positives, rows)
        assert np.array_equal(ours.transduction_, theirs["label"])
    assert repr(_how()) == repr(_core.pu_defaults())  # nan is in there


@pytest.mark.parametrize("method", ["mined", "wasserstein"])
def test_labels_are_proved_from_the_tables_alone(data, method):
    positives, rows, _ = data
    answer = parot.pu(positives, rows, 0.4, method, whole_rows="none")
    proof = answer.certify(positives, rows)
    assert proof.proved and proof.bound <= answer.transport.objective * (1 + 1e-12)
    answer.transport.plan.col[:2] = answer.transport.plan.col[1::-1]
    assert not answer.certify(positives, rows).proved
    with pytest.raises(parot.ArgumentError, match="tables"):
        answer.certify(positives[1:], rows)
    with pytest.raises(parot.ArgumentError, match="moves nothing"):
        parot.pu(positives, rows, 0.4, "ridge").certify(positives, rows)
    with pytest.raises(parot.ArgumentError, match="from a model"):
        parot.pu(positives, rows, 0.4, keep_model=True).predict(rows).certify(positives, rows)


def test_labels_are_checked_as_the_command_checks_them(data):
    positives, rows, _ = data
    answer = parot.pu(positives, rows, 0.4)
    trust = answer.check(positives, rows)
    assert trust.bias == parot.bias(positives, rows, 0.4) and trust.spies == parot.spies(positives, rows, 0.4)
    assert trust.doubts == () and trust.prior is None and trust.status == "solved"
    assert trust.chance == 0.4 and trust.alike == 0.6
    small = parot.pu(positives, rows, 0.05).check(positives, rows)
    assert "prior too small" in small.doubts
    other = parot.pu(positives + 30, rows, 0.4).check(positives + 30, rows)
    assert other.doubts == ("fit",) and other.spies is None and other.prior.prior < 0.4


def test_criteria_and_labels_of_another_cut(rng):
    known = rng.normal(size=(60, 3))
    rows = np.vstack([rng.normal(size=(40, 3)), rng.normal(2, 1, size=(60, 3))])
    answer = parot.pu(known, rows, 0.4, "ridge")
    found = answer.calibrate(known, rows)
    for cut in (0, 1, 40, 100):
        criteria, other = found.criteria(cut), answer.relabel(cut)
        recall = found.recall[cut - 1] if cut else 0
        assert criteria.rows == cut == other.positives == (other.label > 0).sum()
        assert criteria.recall == recall and np.isclose(criteria.accuracy, 1 - cut / 100 - 0.4 + 0.8 * recall)
        assert ((other.label > 0) == (other.rank <= cut)).all()
        assert ((other.score >= 0.5) >= (other.label > 0)).all() and ((other.score <= 0.5) >= (other.label < 0)).all()
    assert np.isclose(criteria.auc, min(1, (criteria.proxy_auc - 0.2) / 0.6)) and 0 < criteria.auc_error < 0.2
    with pytest.raises(parot.ArgumentError, match="rows: must be from 0 to 100, got 101"):
        answer.relabel(101)
    assert answer.positives == 40


def test_columns_by_themselves(rng):
    known = np.column_stack([rng.normal(size=80), np.full(80, 3.0), rng.normal(size=80)])
    rows = np.column_stack([np.repeat([0, 5], 60) + rng.normal(size=120), np.arange(120) % 5, rng.normal(size=120)])
    answer = parot.pu(known, rows, 0.5, "ridge")
    found = answer.compare_columns(known, rows)
    first, second = rows[answer.label > 0], rows[answer.label < 0]
    for k, column in enumerate(found.column):
        difference = first[:, k][:, None] - second[:, k]
        assert np.isclose(column.separation, (difference > 0).mean() + (difference == 0).mean() / 2)
    assert [column.leaks for column in found.column] == [(), ("constant",), ()] and found.leaks == 1
    assert found.column[1].known == 3 and found.rows == 200


def test_labels_that_depend_on_the_prior(rng):
    known, rows = rng.normal(size=(60, 3)), rng.normal(1, 2, size=(100, 3))
    for method in ("ridge", "mined"):
        answer = parot.pu(known, rows, 0.4, method)
        found = answer.sensitivity(known, rows, 0.3, 0.5)
        others = [parot.pu(known, rows, prior, method).label for prior in (0.3, 0.5)]
        assert (found.is_firm == ((others[0] == answer.label) & (others[1] == answer.label))).all()
        assert found.changed == (found.is_firm == 0).sum() and found.is_relabelled == (method == "mined")
    with pytest.raises(parot.ArgumentError, match="low: must be at most high"):
        answer.sensitivity(known, rows, 0.5, 0.3)
    estimate = parot.estimate_prior(known, rows)
    assert parot.pu(known, rows, 0.4, "ridge").sensitivity(known, rows)[:2] == (estimate.low, estimate.high)


def test_a_number_of_rounds_below_zero_is_refused(rng):
    with pytest.raises(ValueError, match="rounds: must be 0 or more, got -1"):
        parot.pu(rng.normal(size=(30, 2)), rng.normal(size=(40, 2)), 0.4, rounds=-1)


def test_tune_says_when_it_compared_nothing(rng):
    known, rows = rng.normal(size=(60, 2)), rng.normal(1, 3, size=(80, 2))
    with pytest.warns(UserWarning, match="tune: nothing was compared.*budget of 1e-06 seconds") as caught:
        assert parot.tune(known, rows, 0.4, budget=1e-6).spies == 0
    assert {warning.filename for warning in caught} == {__file__}
    with pytest.warns(UserWarning, match="a biased sample"):
        parot.tune(rng.normal(8, 1, size=(60, 2)), rows, 0.4)
