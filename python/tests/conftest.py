"""Problems that have broken transport codes, and a judge that is neither POT nor parot."""
import os
import sys

import numpy as np
import pytest
from hypothesis import settings

settings.register_profile("parot", deadline=None, max_examples=int(os.environ.get(
    "PAROT_EXAMPLES", "60")), derandomize=True, database=None)
settings.load_profile("parot")
sys.path.insert(0, os.path.dirname(__file__))

FAMILIES = ["gauss", "ties", "duplicates", "line", "negative", "zero", "spread", "tiny", "huge"]


def make_cost(family, rng, n, m):
    if family == "ties":
        return rng.integers(0, 3, (n, m)).astype(float)
    if family == "negative":
        return -rng.random((n, m))
    if family == "zero":
        return np.zeros((n, m))
    if family == "spread":
        return 10.0 ** rng.uniform(-12, 12, (n, m))
    x, y = rng.normal(size=(n, 2)), rng.normal(size=(m, 2))
    if family == "duplicates":
        x, y = np.round(x), np.round(y)
    if family == "line":
        x[:, 1] = y[:, 1] = 0
    cost = ((x[:, None] - y[None]) ** 2).sum(-1)
    return cost * {"tiny": 1e-12, "huge": 1e12}.get(family, 1.0)


def make_weights(kind, rng, n):
    if kind == "uniform":
        return None
    if kind == "integers":
        return rng.integers(1, 5, n).astype(float)
    weights = rng.random(n) + 1e-3
    if kind == "zeros" and n > 1:
        weights[rng.integers(n)] = 0
    return weights / weights.sum()


def optimum(C, p, q, mass):
    """HiGHS' value of the linear programme."""
    from scipy.optimize import linprog
    from scipy.sparse import kron, eye, vstack

    n, m = C.shape
    rows = kron(eye(n), np.ones((1, m)))
    cols = kron(np.ones((1, n)), eye(m))
    answer = linprog(C.ravel(), A_ub=vstack([rows, cols]), b_ub=np.concatenate([p, q]),
                     A_eq=np.ones((1, n * m)), b_eq=[mass], method="highs")
    assert answer.status == 0, answer.message
    return answer.fun


@pytest.fixture
def rng():
    return np.random.default_rng(7)
