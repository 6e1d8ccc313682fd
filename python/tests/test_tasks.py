"""Registering clouds, and what is new in a table."""
import pickle

import numpy as np
import pytest

import parot


def clouds(rng, dims, scale=1.0):
    """X, and Y = scale R x + t of 40 of its points in another order, with strangers."""
    turn = np.linalg.qr(rng.normal(size=(dims, dims)))[0]
    turn[:, 0] *= np.sign(np.linalg.det(turn))
    X, shift = rng.normal(size=(50, dims)), rng.normal(size=dims)
    Y = np.vstack([scale * X[10:] @ turn.T + shift, rng.uniform(5, 9, size=(10, dims))])
    order = rng.permutation(50)
    return X, Y[order], turn, shift, np.concatenate([np.full(10, -1), np.argsort(order)[:40]])


@pytest.mark.parametrize("dims", [2, 3])
@pytest.mark.parametrize("scale", [1.0, 2.5])
def test_a_motion_is_found_again(rng, dims, scale):
    X, Y, turn, shift, match = clouds(rng, dims, scale)
    r = parot.register(X, Y, overlap=0.8, motion="rigid" if scale == 1 else "similarity")
    assert np.allclose(r.rotation, turn, atol=1e-9) and np.allclose(r.shift, shift, atol=1e-9)
    assert abs(r.scale - scale) < 1e-9 and np.array_equal(r.match, match) and r.rms < 1e-9
    assert r.inliers == 40 and r.rank == dims and "inliers" in repr(r)
    assert np.allclose(r.apply(X)[match >= 0], Y[match[match >= 0]], atol=1e-9)


def test_the_last_plan_comes_with_its_proof(rng):
    X, Y, _, _, _ = clouds(rng, 2)
    r = parot.register(X, Y + rng.normal(0, 0.05, size=Y.shape), overlap=0.8)
    assert r.transport.plan.shape == (50, 50) and r.transport.mass == 40
    assert r.transport.objective - r.transport.bound < 1e-9
    assert abs(r.rms - np.sqrt(r.transport.objective / 40)) < 1e-3 * r.rms


def test_the_overlap_may_be_found(rng):
    X, Y, turn, _, _ = clouds(rng, 2)
    r = pickle.loads(pickle.dumps(parot.register(X, Y)))
    assert r.has_elbow and abs(r.overlap - 0.8) < 0.05 and np.allclose(r.rotation, turn, atol=1e-6)


def test_a_translation_turns_nothing(rng):
    X = rng.normal(size=(30, 2))
    r = parot.register(X, X + [1, 2], overlap=1, motion="translation")
    assert np.array_equal(r.rotation, np.eye(2)) and np.allclose(r.shift, [1, 2])


@pytest.mark.parametrize("how, words", [
    ({"motion": "rigit"}, "did you mean 'rigid'"), ({"overlap": 0}, "overlap"),
    ({"overlap": "all"}, "overlap"), ({"overlap": np.nan}, "overlap"), ({"restarts": -1}, "restarts"),
    ({"target": np.ones((4, 3))}, "columns"), ({"source": [[np.nan, 0]]}, "source"),
    ({"source": np.ones((2, 2, 2))}, "two dimensions"),
])
def test_register_names_what_is_wrong(rng, how, words):
    with pytest.raises(ValueError, match=words):
        parot.register(**{"source": rng.random((5, 2)), "target": rng.random((5, 2)), **how})


def test_a_motion_moves_points_of_its_own_space(rng):
    r = parot.register(rng.random((5, 2)), rng.random((6, 2)), overlap=1)
    with pytest.raises(ValueError, match="3 columns"):
        r.apply(np.ones((4, 3)))


def test_what_is_new_is_found(rng):
    reference, usual = rng.normal(size=(200, 3)), rng.normal(size=(95, 3))
    strange = rng.normal(9, 0.5, size=(5, 3))
    r = pickle.loads(pickle.dumps(parot.drift(reference, np.vstack([usual, strange]))))
    assert r.is_drift and r.is_new[95:].all() and r.is_new[:95].mean() < 0.2
    assert r.alarms == r.is_new.sum() and sorted(r.order[r.is_new]) == list(range(1, r.alarms + 1))
    assert (r.order[~r.is_new] == 0).all() and (r.is_new == (r.price > r.threshold)).all()
    assert r.beyond >= 5 and r.low <= r.share <= r.high and repr(r).startswith("Drift")
    calm = parot.drift(reference, usual)
    assert not calm.is_drift and repr(calm).startswith("No drift")


def test_the_match_is_the_nearest_row(rng):
    reference, today = rng.normal(size=(60, 2)), rng.normal(size=(30, 2))
    r = parot.drift(reference, today, scale="none", metric="euclidean", splits=2)
    C = parot.cost_matrix(today, reference, "euclidean")
    assert np.array_equal(r.match, C.argmin(1)) and np.allclose(r.match_cost, C.min(1))
    assert r.splits == 2 and (r.scale, r.metric) == ("none", "euclidean")


@pytest.mark.parametrize("how, words", [
    ({"level": 0}, "level"), ({"level": 5}, "level"), ({"room": 0.5}, "room"), ({"splits": 0}, "splits"),
    ({"splits": 1.5}, "whole number"), ({"scale": "robst"}, "did you mean 'robust'"),
    ({"today": np.ones((4, 3))}, "columns"), ({"today": [["a", "b"]]}, "today"),
])
def test_drift_names_what_is_wrong(rng, how, words):
    with pytest.raises(ValueError, match=words):
        parot.drift(**{"reference": rng.random((9, 2)), "today": rng.random((9, 2)), **how})


def test_the_column_that_is_unlike_the_positives_is_named(rng):
    known, rows = rng.normal(size=(60, 3)), rng.normal(2, 3, size=(90, 3))
    answer = parot.pu(known, rows, 0.4, keep_model=True)
    why = parot.explain_row(answer, known, [0, 9, 0])
    assert why.order[0] == 1 and why.part[1] < 0 and why.walks > 0
    assert abs(why.part.sum() + why.rest - (why.score - why.usual)) < 1e-9
    assert why.score == pytest.approx(answer.predict([[0.0, 9.0, 0.0]]).score[0])
    assert np.allclose(why.median, np.median(known, axis=0)) and "column 1" in repr(why)
    again = parot.explain_row(answer.model, known, np.array([[0.0, 9, 0]]))
    assert np.array_equal(again.part, why.part)


def test_reasons_name_what_is_wrong(rng):
    known, rows = rng.normal(size=(30, 2)), rng.normal(2, 3, size=(40, 2))
    with pytest.raises(ValueError, match="keep_model"):
        parot.explain_row(parot.pu(known, rows, 0.4), known, [0, 0])
    answer = parot.pu(known, rows, 0.4, keep_model=True)
    with pytest.raises(ValueError, match="row: must have 2 numbers"):
        parot.explain_row(answer, known, [0, 0, 0])
    with pytest.raises(ValueError):
        parot.explain_row(answer, known[:, :1], [0])


def test_a_move_is_explained_by_solving_without_it():
    rng = np.random.default_rng(1)
    C, p, q = rng.random((8, 6)), rng.random(8) + 0.1, rng.random(6) + 0.1
    r = parot.partial_wasserstein(C, p, q, mass=1.5)
    seen = set()
    for row in range(8):
        move = parot.explain_move(C, r, row, p, q)
        seen.add((move.is_whole, move.is_none))
        assert np.isclose(move.moved, r.plan.toarray()[row].sum()) and np.isclose(move.price, (C[row] + r.v).min())
        assert np.array_equal(C[row, move.match], move.match_cost)
        if move.is_removed:
            without = parot.partial_wasserstein(C, np.where(np.arange(8) == row, 0, p), q, mass=1.5)
            assert np.isclose(move.others_cost, without.objective - r.objective)
        assert str(row) in repr(move).splitlines()[0]
    assert len(seen) > 1
    with pytest.raises(parot.ArgumentError, match="row"):
        parot.explain_move(C, r, 8, p, q)


def test_a_label_is_explained_by_columns_and_transport():
    rng = np.random.default_rng(0)
    known, rows = rng.normal(size=(30, 2)), rng.normal(3, 3, size=(60, 2))
    for method in ("mined", "ridge", "wasserstein", "gromov"):
        answer = parot.pu(known, rows, 0.3, method)
        reasons = parot.explain_label(answer, known, rows, 5)
        assert reasons.other_labels == 0
        assert (reasons.columns is None) == (method == "gromov")
        assert (reasons.move is None) == (method in ("ridge", "gromov"))
        if reasons.columns is not None:
            assert (reasons.columns.score > 0.5) == (answer.label[5] > 0)
    with pytest.raises(ValueError, match="rows"):
        parot.explain_label(answer, known, rows[1:], 5)


class FakeCells:
    """What `align` uses of an AnnData object."""

    def __init__(self, spatial, names):
        self.obsm, self.X, self.obs, self.obs_names = {"spatial": spatial}, spatial, {}, names


def slices(count=60, shared=40):
    rng = np.random.default_rng(5)
    points, turn = rng.normal(size=(2 * count - shared, 2)), np.array([[0.8, -0.6], [0.6, 0.8]])
    return points[:count], points[count - shared:] @ turn.T + [3, 1], turn


def test_align_finds_the_rows_that_two_tables_share():
    X, Y, turn = slices()
    r = parot.align(X, Y, restarts=8)
    assert np.allclose(r.registered.rotation, turn) and np.allclose(r.registered.shift, [3, 1]) and r.has_motion
    assert np.array_equal(r.pairs, np.column_stack([np.arange(20, 60), np.arange(40)])) and r.matched == 40
    assert np.allclose(r.confidence[20:], 1) and (r.confidence[:20] == 0).all() and set(r.reason[:20]) <= {"far", "taken"}
    assert np.allclose(r.apply(X)[20:], Y[:40]) and abs(r.share - 2 / 3) < 1e-9 and r.has_elbow
    sparse = r.to_sparse()
    assert sparse.shape == (60, 60) and sparse.nnz == 40 and np.isclose(sparse[20, 0], 1)
    assert "40" in repr(r)


def test_align_by_distances_and_anchors():
    X, Y, _ = slices()
    r = parot.align(X, Y, mass=2 / 3, by_distances=True, anchors=[[20, 0], [30, 10], [59, 39]])
    assert not r.has_motion and r.distances.plan.shape == (60, 60)
    assert np.array_equal(r.pairs, np.column_stack([np.arange(20, 60), np.arange(40)]))
    with pytest.raises(parot.ArgumentError, match="anchors"):
        parot.align(X, Y, anchors=[[0, 60]])
    with pytest.raises(parot.ArgumentError, match="anchors"):
        parot.align(X, Y, anchors=[1, 2])
    with pytest.raises(parot.ArgumentError, match="no motion"):
        r.apply(X)


def test_align_by_features_and_the_range_of_the_motion():
    angle = 2 * np.pi * np.arange(12) / 12
    ring, turned = np.column_stack([np.cos(angle), np.sin(angle)]), np.column_stack([np.cos(angle + 1), np.sin(angle + 1), 0 * angle])
    kind = (np.arange(12) ** 2)[:, None]
    r = parot.align(ring, turned, mass=1, features=(kind, kind))
    assert np.array_equal(r.match, np.arange(12)) and not r.has_motion and r.turn_range is None
    with pytest.raises(parot.ArgumentError, match="feature_share"):
        parot.align(ring, turned, features=(kind, kind), feature_share=1)
    with pytest.raises(parot.ArgumentError, match="features"):
        parot.align(ring, turned, features=(kind,))
    X, Y, _ = slices()
    noise = 0.001 * np.random.default_rng(5).normal(size=Y.shape)
    r = parot.align(X, Y + noise, mass=2 / 3, restarts=8)
    assert r.turn_range.shape == (1,) and r.shift_range.shape == (2,)
    assert 0 < r.turn_range[0] < 0.001 and (r.shift_range > 0).all() and "range" in repr(r)


def test_align_takes_and_annotates_anndata():
    X, Y, _ = slices()
    first, second = FakeCells(X, ["a%d" % i for i in range(60)]), FakeCells(Y, ["b%d" % i for i in range(60)])
    r = parot.align(first, second, mass=2 / 3, restarts=8)
    assert list(first.obs) == ["parot_match", "parot_confidence", "parot_reason"]
    assert list(second.obs) == ["parot_match", "parot_reason"]
    assert second.obs["parot_match"][0] == "a20" and list(second.obs["parot_reason"][[0, 59]]) == ["matched", "far"]
    assert first.obs["parot_match"][20] == "b0" and first.obs["parot_match"][0] == ""
    assert np.array_equal(first.obs["parot_confidence"], r.confidence)
    with pytest.raises(parot.ArgumentError, match="spatial"):
        parot.align(first, second, basis="umap")
