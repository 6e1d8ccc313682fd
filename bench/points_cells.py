"""points_cells.py - the clouds that are solved without a matrix: which there are, and how each is made from its description.

A cell is a dictionary with family, n, m, d, weights, metric and either s, the fraction of the mass that moves, or price.
Random clouds depend on n, m and d alone, so that all weights, masses and metrics are measured on the same points.
"""
import gzip
import os

import numpy as np

METRICS = ("sqeuclidean", "euclidean")
SHARES = (.5, .8, 1)
DIMS = (2, 3, 10, 50)
IMAGES = ("CauchyDensity", "ClassicImages", "Shapes")
SPACING = 250000 ** (-1 / 3)  # of that many points in a unit cube
MATRIX = 1e9                  # bytes up to which the engine with a matrix is measured as well


def gauss(cell, rng, data):
    """Two standard Gaussian clouds, the second shifted by .5 along each axis."""
    return rng.standard_normal((cell["n"], cell["d"])), rng.standard_normal((cell["m"], cell["d"])) + .5


def hypercube(cell, rng, data):
    """The map x + 2 sign(x) is the gradient of a convex function, hence optimal: squared Euclid costs 4 d."""
    x = rng.uniform(-1, 1, (cell["n"], cell["d"]))
    return x, rng.permutation(x + 2 * np.sign(x))


def jittered(cell, rng, data):
    """A copy whose points have moved by about a fifth of their spacing; 2 % are missing, and as many are elsewhere."""
    x = rng.uniform(0, 1, (cell["n"], cell["d"]))
    y = x + SPACING / 5 * rng.standard_normal(x.shape)
    lost = rng.choice(cell["n"], cell["n"] // 50, replace=False)
    y[lost] = rng.uniform(0, 1, (len(lost), cell["d"]))
    return x, rng.permutation(y)


def mnist(cell, rng, data):
    """Training images against test images, pixels from 0 to 1."""
    def images(name, count):
        with gzip.open(os.path.join(data, "mnist", name)) as file:
            return np.frombuffer(file.read(), np.uint8, offset=16).reshape(-1, cell["d"])[:count] / 255.
    return images("train-images-idx3-ubyte.gz", cell["n"]), images("t10k-images-idx3-ubyte.gz", cell["m"])


def dotmark(cell, rng, data):
    """All pixels of a square image, also those without mass."""
    side = int(round(cell["n"] ** .5))
    position = np.indices((side, side)).reshape(2, -1).T.astype(float)
    return position, position


FAMILIES = {"gauss": gauss, "hypercube": hypercube, "jittered": jittered, "mnist": mnist, "dotmark": dotmark}


def image_weights(cell, data):
    side = int(round(cell["n"] ** .5))
    for number in (1001, 1002):
        path = os.path.join(data, "dotmark", cell["family"].split()[1], "data%d_%d.csv" % (side, number))
        image = np.loadtxt(path, delimiter=",").ravel()
        yield image / image.sum()


def make_weights(cell, rng, data):
    """None: uniform, of total 1."""
    if cell["weights"] == "uniform":
        return None
    if cell["weights"] == "image":
        return list(image_weights(cell, data))
    if cell["weights"] == "ones":
        return [np.ones(cell["n"]), np.ones(cell["m"])]
    drawn = [rng.uniform(.01, 1.01, count) for count in (cell["n"], cell["m"])]
    return [weights / weights.sum() for weights in drawn]


def write(path, cell, data):
    """The file that bench/bench_points.c describes."""
    rng = np.random.default_rng([cell["n"], cell["m"], cell["d"]])
    x, y = FAMILIES[cell["family"].split()[0]](cell, rng, data)
    weights = make_weights(cell, rng, data)
    with open(path, "wb") as file:
        np.array([*x.shape[:1], *y.shape, weights is not None], np.int64).tofile(file)
        for part in [*(weights or []), x, y]:
            np.ascontiguousarray(part, np.float64).tofile(file)


def needs(cell):
    """The folder of the data that a cell is made of; None if it is drawn."""
    family = cell["family"].split()[0]
    return family if family in ("mnist", "dotmark") else None


def engines(cell):
    return ("points", "dense") if 8 * cell["n"] * cell["m"] <= MATRIX else ("points",)


def target(cell):
    """What bench_points is asked for: which number, and the number."""
    return ("price", repr(cell["price"])) if "price" in cell else ("mass", repr(cell["s"]))


def one(family, n, d, weights="uniform", metric="sqeuclidean", m=None, **what):
    return dict(family=family, n=n, m=m or n, d=d, weights=weights, metric=metric, **(what or {"s": 1}))


def gaussians(sizes, dims=DIMS, metrics=METRICS, shares=SHARES):
    return [one("gauss", n, d, weights, metric, s=s) for n in sizes for metric in metrics for d in dims for s in shares
            for weights in ("uniform", "random")]


def quick():
    return gaussians((2000, 10000), (2, 10), METRICS[:1], (.5, 1)) + [one("gauss", 100000, 2, s=.5)]


def thorough():
    return gaussians((10000, 100000)) + [one("gauss", 1000000, 2, s=.5)]


def famous(is_quick):
    """Cases that others have published figures for, or asked for."""
    small = [one("hypercube", 8192, 2), one("gauss", 979, 50, m=20000, s=.5)]
    if is_quick:
        return small
    images = [one("dotmark " + name, side * side, 2, "image") for side in (128, 256) for name in IMAGES]
    return [*small, one("hypercube", 200000, 2), one("jittered", 250000, 3, "ones", "euclidean", price=SPACING), *images,
            one("dotmark ClassicImages", 512 * 512, 2, "image"), one("mnist", 60000, 784, m=10000, s=.5), one("mnist", 60000, 784, m=10000)]
