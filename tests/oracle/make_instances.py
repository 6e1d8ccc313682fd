#!/usr/bin/python3
"""make_instances.py - writes instances.txt: small problems and their values by SciPy's HiGHS.

    apt-get install python3-scipy && tests/oracle/make_instances.py > tests/oracle/instances.txt

Each instance is a line `n m mass value`, a line with p, one with q, and n lines of costs.
"""
import numpy as np
from scipy.optimize import linprog


def highs_value(C, p, q, mass):
    n, m = C.shape
    rows = np.kron(np.eye(n), np.ones(m))
    cols = np.kron(np.ones(n), np.eye(m))
    answer = linprog(C.ravel(), A_ub=np.vstack([rows, cols]), b_ub=np.concatenate([p, q]),
                     A_eq=np.ones((1, n * m)), b_eq=[mass], method="highs-ds",
                     options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10})
    assert answer.status == 0, answer.message
    return answer.fun


def costs(random, kind, n, m):
    if kind == 0:
        return random.random((n, m))
    if kind == 1:
        x, y = random.normal(size=(n, 3)), random.normal(size=(m, 3)) + 0.5
        return ((x[:, None] - y[None]) ** 2).sum(2)
    if kind == 2:
        return random.integers(0, 4, (n, m)).astype(float)
    return random.normal(size=(n, m))


def main():
    random = np.random.default_rng(2020)
    for k in range(48):
        n, m = random.integers(1, 13, 2)
        C = costs(random, k % 4, n, m)
        p = np.full(n, 1 / n) if k % 3 == 0 else random.random(n)
        q = np.full(m, 1 / m) if k % 3 == 0 else random.random(m)
        mass = min(p.sum(), q.sum()) * random.choice([0.1, 0.5, 0.9, 1.0])
        print(n, m, repr(float(mass)), repr(float(highs_value(C, p, q, mass))))
        for row in (p, q, *C):
            print(*(repr(float(x)) for x in row))


if __name__ == "__main__":
    main()
