"""gromov_pairs.py - pairs of distance matrices, and the file of them that bench_gromov reads."""
import numpy as np
from scipy.spatial.distance import cdist


def make_pair(seed, n, m):
    """Gaussian points in 3 and 2 dimensions, Euclidean distances."""
    random = np.random.default_rng(seed)
    x, y = random.standard_normal((n, 3)), random.standard_normal((m, 2))
    return cdist(x, x), cdist(y, y)


def write_pairs(path, pairs):
    with open(path, "wb") as file:
        np.array([len(pairs)], dtype=np.int64).tofile(file)
        for source, target in pairs:
            np.array([len(source), len(target)], dtype=np.int64).tofile(file)
            source.tofile(file)
            target.tofile(file)
