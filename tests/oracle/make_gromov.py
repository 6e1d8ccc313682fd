#!/usr/bin/python3
"""make_gromov.py - writes gromov.txt: pairs of spaces and their Gromov-Wasserstein values by POT.

    apt-get install python3-pot python3-scipy && tests/oracle/make_gromov.py > tests/oracle/gromov.txt

All mass moves, from the product start. Each instance is a line `n m value`, n lines of source points and m of target points
(distances are Euclidean), a line with p and one with q.
"""
import warnings

import numpy as np
import ot
from scipy.spatial.distance import cdist


def pot_value(x, y, p, q):
    """The paper's J is half of POT's square loss. None where POT says that it did not converge."""
    with warnings.catch_warnings(record=True) as complaints:
        warnings.simplefilter("always")
        _, log = ot.gromov.gromov_wasserstein(cdist(x, x), cdist(y, y), p, q, "square_loss", log=True,
                                              numItermax=10000, stopThr=1e-12, stopThr2=1e-14)
    return None if complaints else log["gw_dist"] / 2


def main():
    random = np.random.default_rng(2020)
    written = 0
    while written < 30:
        n, m = random.integers(2, 16, 2)
        x, y = random.normal(size=(n, 3)).round(6), random.normal(size=(m, 2)).round(6)
        p, q = 0.1 + random.random(n), 0.1 + random.random(m)
        p, q = p / p.sum(), q / q.sum()
        value = pot_value(x, y, p, q)
        if value is None:
            continue
        print(n, m, repr(float(value)))
        for row in [*x, *y, p, q]:
            print(*(repr(float(number)) for number in row))
        written += 1


if __name__ == "__main__":
    main()
