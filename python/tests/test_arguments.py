"""Every argument of every public function, given what it should not be given.

A wrong argument is refused by parot's own errors, which name it as Python does, or it is understood;
nothing else may happen: no crash, no raw error of Python or NumPy, no word of the library's inside.
"""
import inspect
import math
import re
import warnings

import numpy as np
import pytest

import parot

RNG = np.random.default_rng(3)
X, Y = RNG.normal(size=(8, 2)), RNG.normal(1, 1, size=(7, 2))
C = parot.cost_matrix(X, Y)
D, E = parot.cost_matrix(X, X, "euclidean"), parot.cost_matrix(Y, Y, "euclidean")
P, Q = np.full(8, 1 / 8), np.full(7, 1 / 7)
KNOWN, ROWS = RNG.normal(size=(12, 2)), np.vstack([RNG.normal(size=(8, 2)), RNG.normal(6, 1, size=(12, 2))])
ANSWER = parot.pu(KNOWN, ROWS, 0.4, "ridge", keep_model=True)
RESULT = parot.partial_wasserstein(C, P, Q, mass=0.5)
GRAPH = np.array([[0, 2, 0], [1, 0, 0], [0, 0, 0]])
RUN = {"threads": 1, "time_limit": 60.0, "progress": lambda state: None}
PU = {"scale": "none", "metric": "euclidean", "kind": "any", "pca": 0, "seed": 1, "threads": 1,
      "propensity": np.linspace(0.4, 1, len(KNOWN))}

# Function -> arguments with which it works.
CALLS = {
    parot.partial_wasserstein: {"C": C, "p": P, "q": Q, "mass": 0.5, **RUN},
    parot.partial_wasserstein_points: {"X": X, "Y": Y, "p": P, "q": Q, "mass": 0.5,
                                       "metric": "euclidean", **RUN},
    parot.partial_curve: {"C": C, "p": P, "q": Q, "mass": 0.5, "time_limit": 60.0, "progress": None},
    parot.graph_distances: {"graph": GRAPH, "distance": "adjacency", "length": "weight", "unreachable": 9.0,
                            "nodes": [1, 0, 2], "threads": 1},
    parot.cost_matrix: {"X": X, "Y": Y, "metric": "cityblock", "threads": 1},
    parot.certify: {"C": C, "result": RESULT, "p": P, "q": Q, "mass": 0.5},
    parot.Solver: {"p": P, "q": Q, "mass": 0.5, **RUN},
    parot.partial_gromov: {"Cs": D, "Ct": E, "p": P, "q": Q, "mass": 0.5, "cost": C, "alpha": 0.5,
                           "loss": "square", "start": "auto", "restarts": 1, "anchors": [[0, 1]], "tolerance": 1e-9,
                           "steps": "long", "max_iterations": 50, "seed": 1, **RUN},
    parot.partial_gromov_points: {"X": X, "Y": Y, "p": P, "q": Q, "mass": 0.5, "metric": "euclidean",
                                  "X_features": X, "Y_features": Y, "alpha": 0.5, "start": "auto",
                                  "restarts": 1, "tolerance": 1e-9, "steps": "long",
                                  "max_iterations": 50, "seed": 1, **RUN},
    parot.geodesic_distances: {"X": X, "neighbours": 2, "threads": 1, "time_limit": 60.0},
    parot.partial_entropic: {"C": C, "p": P, "q": Q, "mass": 0.5, "reg": 0.5, "tolerance": 1e-9,
                     "max_iterations": 100, "time_limit": 60.0, "progress": None},
    parot.partial_line: {"x": X[:, 0], "y": Y[:, 0], "p": P, "q": Q, "mass": 0.5, "exponent": 2.0,
                 "time_limit": 60.0, "progress": None},
    parot.register: {"source": X, "target": Y, "motion": "rigid", "overlap": 0.8, "restarts": 1,
                     "seed": 1, "max_iterations": 20, **RUN},
    parot.align: {"source": X, "target": Y, "mass": 0.8, "by_distances": False, "allow_mirrors": True,
                  "restarts": 1, "anchors": None, "features": None, "feature_share": 0.5, "basis": "spatial", "key": "parot", "seed": 1, **RUN},
    parot.drift: {"reference": ROWS, "today": KNOWN, "scale": "zscore", "metric": "euclidean",
                  "level": 0.1, "room": 2.0, "splits": 2, "seed": 1, **RUN},
    parot.pu: {"positives": KNOWN, "unlabeled": ROWS, "prior": 0.4, "method": "ridge", "noise": 0.1,
               "whole_rows": "exact", "neighbours": 1, "kernel": "rbf",
               "classifier": "ridge", "rounds": 0, "trees": 200, "leaf": 5, "fused_alpha": 0.5, "apart": False,
               "restarts": 0, "distances": False, "raw_distances": False, "keep_model": False, **PU, **RUN},
    parot.predict: {"model": ANSWER, "rows": ROWS, "prior": 0.4, "threads": 1},
    parot.evaluate: {"answer": ANSWER, "truth": np.repeat([1, 0], [8, 12])},
    parot.estimate_prior: {"positives": KNOWN, "unlabeled": ROWS, "of_all": True, "progress": None, **PU},
    parot.pu_curve: {"positives": KNOWN, "unlabeled": ROWS, "time_limit": 60.0, **PU},
    parot.distance_ratio: {"positives": KNOWN, "unlabeled": ROWS, "prior": 0.4, **{name: PU[name] for name in PU if name != "propensity"}},
    parot.bias: {"positives": KNOWN, "unlabeled": ROWS, "prior": 0.4, **PU},
    parot.bias_cause: {"positives": KNOWN, "unlabeled": ROWS, "prior": 0.4, **PU},
    parot.spies: {"positives": KNOWN, "unlabeled": ROWS, "prior": 0.4, "method": "ridge", "noise": 0.1,
                  "whole_rows": "exact", "neighbours": 1, "kernel": "rbf",
                  "classifier": "ridge", "rounds": 0, "trees": 200, "leaf": 5, "fused_alpha": 0.5,
                  "restarts": 0, **PU},
    parot.tune: {"positives": KNOWN, "unlabeled": ROWS, "prior": 0.4, "noise": 0.1, "budget": 20, **PU},
}

SQUARE = np.ones((3, 3))
WRONG = {
    "text": "x", "number in text": "0.5", "bytes": b"x", "None": None, "list": [1.5, "x"], "dict": {1: 2},
    "nan": math.nan, "inf": math.inf, "minus inf": -math.inf, "negative": -1, "zero": 0,
    "negative fraction": -0.5, "huge": 10**400, "large": 2**70, "int64": 2**53 + 1, "True": True,
    "complex": 1j, "object": object(), "function": len, "class": int, "set": {1.0}, "nested": [[[1.0]]],
    "empty": [], "empty matrix": np.empty((0, 2)), "empty columns": np.empty((3, 0)),
    "scalar array": np.array(0.5), "cube": np.ones((2, 2, 2)), "matrix": SQUARE, "vector": np.ones(5),
    "nan matrix": SQUARE * np.nan, "inf matrix": SQUARE * np.inf, "-inf matrix": -SQUARE * np.inf,
    "objects": np.array([[object()] * 2] * 2), "texts": np.array([["a"] * 2] * 2),
    "complexes": SQUARE * 1j, "dates": np.full((2, 2), "2020-01-01", "M8[D]"), "ragged": [[1], [1, 2]],
    "huge matrix": SQUARE * 1e308, "tiny matrix": SQUARE * 5e-324, "big ints": np.full((3, 3), 2**62 + 1),
    "masked": np.ma.masked_equal(SQUARE, 1), "bool matrix": SQUARE > 0, "negative vector": -np.ones(8),
    "zero vector": np.zeros(8),
}
# Words of the library's inside that have no meaning in Python.
INSIDE = re.compile(r"NULL|NAN|\b(run|options|problem|data|cloud)\.\w|parot_|_core|struct|int64_t|->")


def attempt(function, arguments):
    """None, or why the outcome is not one that a user should see."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            function(**arguments)
        except (parot.ArgumentError, TimeoutError, MemoryError) as error:
            return error
        except Exception as error:  # noqa: BLE001
            pytest.fail("%s: %s" % (type(error).__name__, error))
    return None


def names(function):
    return list(CALLS[function])


@pytest.mark.parametrize("function", CALLS, ids=lambda f: f.__name__)
def test_the_arguments_are_right_to_begin_with(function):
    assert attempt(function, CALLS[function]) is None
    known = set(inspect.signature(function).parameters)
    assert set(CALLS[function]) <= known and known - set(CALLS[function]) <= {"price", "apart", "progress"}


@pytest.mark.parametrize("function, name", [(f, n) for f in CALLS for n in CALLS[f]],
                         ids=lambda x: x if isinstance(x, str) else x.__name__)
def test_wrong_arguments_are_understood_or_refused_by_name(function, name):
    for kind, wrong in WRONG.items():
        if name == "progress" and callable(wrong):
            continue  # it is called, and what it raises is its own
        error = attempt(function, {**CALLS[function], name: wrong})
        if error is None:
            continue
        text = str(error)
        assert not INSIDE.search(text), (kind, text)
        others = [n for n in CALLS[function] if n in re.findall(r"\w+", text.partition(":")[0])]
        assert name in re.findall(r"\w+", text) or others, (kind, text)
        assert len(text) < 300, (kind, text)


TYPES = {"threads", "seed", "restarts", "pca", "neighbours", "splits", "max_iterations"}


@pytest.mark.parametrize("function, name", [(f, n) for f in CALLS for n in CALLS[f] if n in TYPES],
                         ids=lambda x: x if isinstance(x, str) else x.__name__)
def test_what_is_no_whole_number_is_a_type_error(function, name):
    for wrong in ("x", 1.5, [1], 1j, True, object(), math.nan):
        with pytest.raises(TypeError, match="^%s: must be a whole number" % name):
            function(**{**CALLS[function], name: wrong})
    for wrong in (-1, 10**30):
        if (name, wrong) != ("seed", 0):
            with pytest.raises(parot.ArgumentError, match="^%s: must be" % name):
                function(**{**CALLS[function], name: wrong})


@pytest.mark.parametrize("function, name", [(f, n) for f in CALLS for n in CALLS[f] if n in (
    "time_limit", "budget", "mass", "alpha", "reg", "tolerance", "exponent", "level", "room", "noise",
    "prior", "fused_alpha")], ids=lambda x: x if isinstance(x, str) else x.__name__)
def test_what_is_no_number_is_a_type_error(function, name):
    for wrong in ("0.5", [0.5, 1], 1j, True, object()):
        with pytest.raises(ValueError, match="^%s: " % name) as caught:
            function(**{**CALLS[function], name: wrong})
        assert isinstance(caught.value, TypeError) or isinstance(wrong, str)
    with pytest.raises(ValueError, match="^%s: .*nan" % name):
        function(**{**CALLS[function], name: math.nan})


ARRAYS = {"C", "X", "Y", "Cs", "Ct", "cost", "p", "q", "x", "y", "source", "target", "reference", "today",
          "positives", "unlabeled", "rows"}


def disguised(array):
    """The same numbers in other memory."""
    readonly = array.copy()
    readonly.flags.writeable = False
    yield readonly
    yield array.astype(">f8")
    yield np.asfortranarray(array)
    yield np.repeat(array, 2, axis=-1)[..., ::2]
    yield array[::-1].copy()[::-1]
    raw = np.zeros(array.nbytes + 1, np.uint8)
    crooked = np.ndarray(array.shape, np.float64, raw.data, 1)
    crooked[...] = array
    yield crooked
    yield array.tolist()
    yield array.astype(object)


def numbers_of(outcome):
    if isinstance(outcome, np.ndarray):
        return outcome
    if isinstance(outcome, float):
        return np.array(outcome)
    if isinstance(outcome, parot.Tuning):
        return np.array([candidate[2:] for candidate in outcome.candidates])
    if isinstance(outcome, tuple):
        return np.array([x for x in outcome if isinstance(x, (int, float))])
    if isinstance(outcome, parot.Solver):
        return outcome.solve(C).plan.toarray()
    for name in ("label", "price", "match", "plan"):
        if hasattr(outcome, name):
            return np.asarray(getattr(outcome, name))
    return outcome.objective


@pytest.mark.parametrize("function", CALLS, ids=lambda f: f.__name__)
def test_any_memory_gives_the_same_answer(function):
    arguments = CALLS[function]
    expected = numbers_of(function(**arguments))
    for name in ARRAYS & set(arguments):
        for other in disguised(arguments[name]):
            assert np.array_equal(numbers_of(function(**{**arguments, name: other})), expected,
                                  equal_nan=True), name


@pytest.mark.parametrize("call", [
    lambda: RESULT.plot(3), lambda: ANSWER.predict("x"), lambda: ANSWER.predict([[1, 2, 3]]),
    lambda: parot.register(X, Y, overlap=0.5, restarts=0).apply("x"),
    lambda: parot.register(X, Y, overlap=0.5, restarts=0).apply([[1, 2, 3]]),
    lambda: parot.partial_curve(C).at("x"), lambda: parot.Solver(3, 3, 0.5).solve("x"),
    lambda: parot.Solver(3, 3, 0.5).solve(C), lambda: parot.Solver(-3, 3, 0.5),
    lambda: parot.Solver(3, 10**30, 0.5), lambda: parot.Solver(1.5, 3, 0.5),
    lambda: ANSWER.evaluate(np.ones((20, 2))), lambda: ANSWER.evaluate([math.nan] * 20),
    lambda: parot.certify(C, ANSWER), lambda: parot.certify(C, 3), lambda: parot.predict(RESULT, ROWS),
    lambda: parot.partial_wasserstein(C, price=math.nan), lambda: parot.partial_wasserstein(C, price="x"),
    lambda: parot.partial_wasserstein(C, price=math.inf), lambda: parot.partial_wasserstein(C),
    lambda: parot.partial_gromov(D, E, mass=0.5, start=[]),
    lambda: parot.partial_gromov(D, E, mass=0.5, start=3),
    lambda: parot.partial_gromov(D, E, mass=0.5, start=["product", 3]),
    lambda: parot.partial_gromov(D, E, mass=0.5, start="given"),
    lambda: parot.partial_gromov(D, E, mass=0.5, start="random"),
    lambda: parot.partial_gromov(D, E, mass=0.5, start="partial"),
    lambda: parot.partial_gromov(D, E, mass=0.5, start=np.full((8, 7), np.nan)),
])
def test_methods_refuse_by_name(call):
    with pytest.raises((parot.ArgumentError, TypeError)) as caught:
        call()
    assert not INSIDE.search(str(caught.value)), caught.value


def test_a_refusal_says_which_argument_is_at_fault():
    for call, argument in ((lambda: parot.partial_wasserstein(C, P, Q, mass=9.0), "mass"),
                           (lambda: parot.partial_wasserstein(C, P, Q, mass="much"), "mass"),
                           (lambda: parot.cost_matrix([[np.nan]], [[0.0]]), "X"),
                           (lambda: parot.partial_wasserstein([[np.nan]], mass=1), "C"),
                           (lambda: parot.cost_matrix([[1.0]], [[0.0]], "taxi"), "metric")):
        with pytest.raises(parot.ArgumentError) as refusal:
            call()
        assert refusal.value.argument == argument
