"""clouds.py - the instances: which ones there are, and how each is made from its description alone.

An instance is a dictionary with family, n, m, d, weights ("uniform" or "random") and s. All weights have total 1, so s is the
mass, except in the task "labels", where columns have no more weight than that, or so much "noise" more. Costs are squared Euclidean, except for the family "integers". "task" says what is done with it: "solve", which every
engine can, or one of those in tasks().
"""
import gzip
import os

import numpy as np

import pu_sets

MASSES = (.1, .3, .5, .8, .95, 1)
ORDER = ("gauss", "lattice", "integers", "dotmark", "mnist", *pu_sets.SETS)
IMAGES = ("CauchyDensity", "ClassicImages", "Shapes")


def squared_distances(x, y):
    """|x|^2 + |y|^2 - 2 <x,y>, in place: matrices may be close to a gigabyte."""
    cost = x @ y.T
    cost *= -2
    cost += (x * x).sum(1)[:, None]
    cost += (y * y).sum(1)[None, :]
    return np.maximum(cost, 0, out=cost)


def make_weights(kind, count, rng):
    weights = np.ones(count) if kind == "uniform" else rng.random(count)
    return weights / weights.sum()


def gauss(instance, rng, data):
    """Two standard Gaussian clouds, the second shifted by .5 along each axis."""
    x = rng.standard_normal((instance["n"], instance["d"]))
    y = rng.standard_normal((instance["m"], instance["d"])) + .5
    return squared_distances(x, y)


def lattice(instance, rng, data):
    """The same clouds, twice as large, with coordinates rounded: small integer costs, so most pivots are between equals."""
    x = np.rint(2 * rng.standard_normal((instance["n"], instance["d"])))
    y = np.rint(2 * rng.standard_normal((instance["m"], instance["d"])) + 1)
    return squared_distances(x, y)


def integers(instance, rng, data):
    """Costs from 1 to n without any geometry: the classical random assignment problem."""
    return rng.integers(1, instance["n"] + 1, (instance["n"], instance["m"])).astype(float)


SYNTHETIC = {"gauss": gauss, "lattice": lattice, "integers": integers}


def mnist(instance, rng, data):
    """Training images against test images, pixels from 0 to 1."""
    def some(name, count):
        with gzip.open(os.path.join(data, "mnist", name)) as file:
            pixels = np.frombuffer(file.read(), np.uint8, offset=16).reshape(-1, 784)
        return pixels[rng.choice(len(pixels), count, replace=False)] / 255.
    return squared_distances(some("train-images-idx3-ubyte.gz", instance["n"]),
                             some("t10k-images-idx3-ubyte.gz", instance["m"]))


def image_pair(instance, data):
    """DOTmark: costs between pixel positions, and the intensities of two images as weights."""
    side = int(round(instance["n"] ** .5))
    folder = os.path.join(data, "dotmark", instance["family"].split()[1])
    images = [np.loadtxt(os.path.join(folder, "data%d_%d.csv" % (side, k)), delimiter=",") for k in (1001, 1002)]
    position = np.indices((side, side)).reshape(2, -1).T.astype(float)
    return (squared_distances(position, position), *(image.ravel() / image.sum() for image in images))


def labels(instance, data):
    """Unlabeled rows against positives, as `parot pu --method wasserstein --scale minmax --metric euclidean` states it."""
    positives, unlabeled, _, _ = pu_sets.draw(data, instance["family"], 0, instance["m"], instance["n"])
    both = np.concatenate([unlabeled, positives])
    extent = both.max(0) - both.min(0)
    both = (both - both.min(0))[:, extent > 0] / extent[extent > 0]
    noise = .025 if instance["weights"] == "noise" else 0
    return (squared_distances(both[:instance["n"]], both[instance["n"]:]) ** .5, make_weights("uniform", instance["n"], None),
            np.full(instance["m"], (instance["s"] + noise) / instance["m"]))


def make(instance, data):
    """The costs and weights of an instance; data is the folder of the real ones."""
    if instance["task"] == "labels":
        return labels(instance, data)
    if instance["weights"] == "image":
        return image_pair(instance, data)
    rng = np.random.default_rng([instance["n"], instance["m"], instance["d"]])
    cost = {**SYNTHETIC, "mnist": mnist}[instance["family"]](instance, rng, data)
    return cost, make_weights(instance["weights"], instance["n"], rng), make_weights(instance["weights"], instance["m"], rng)


def folder(instance, data):
    """Of the data that it is made of, if it is not drawn."""
    return os.path.join(data, instance["family"].split()[0])


def is_here(instance, data):
    return instance["family"] in SYNTHETIC or os.path.isdir(folder(instance, data))


def write(path, cost, p, q):
    """The file that bench/instance.h describes."""
    with open(path, "wb") as file:
        np.array(cost.shape, np.int64).tofile(file)
        for part in (p, q, cost):
            part.tofile(file)


def read(path):
    with open(path, "rb") as file:
        n, m = np.fromfile(file, np.int64, 2)
        p, q = np.fromfile(file, np.float64, n), np.fromfile(file, np.float64, m)
        return np.fromfile(file, np.float64, n * m).reshape(n, m), p, q


def cells(family, n, d, weights, masses, m=None, task="solve"):
    return [dict(task=task, family=family, n=n, m=m or n, d=d, weights=weights, s=s) for s in masses]


def gaussians(n, dims=(2, 10, 50), masses=MASSES, task="solve"):
    return [cell for d in dims for weights in ("uniform", "random")
            for cell in cells("gauss", n, d, weights, masses, task=task)]


def dotmark(side, masses, classes=IMAGES):
    return [cell for name in classes for cell in cells("dotmark " + name, side * side, 2, "image", masses)]


def size(n, m):
    """The class of an instance: its larger side in thousands, so that images of 32 x 32 pixels count as 1000."""
    return max(500, round(max(n, m) / 1000) * 1000)


def kind(cell):
    """What FAMILIES= chooses by."""
    return cell["family"].split()[0] if cell["task"] == "solve" else cell["task"]


def growth(sizes, masses):
    return [cell for s in masses for n in sizes for cell in cells("gauss", n, 2, "uniform", (s,), task="growth")]


def labelled(names=pu_sets.SETS, n=800, m=400):
    """As many rows as the prior says, with and without noise."""
    return [dict(task="labels", family=name, n=n, m=m, d=0, weights=weights, s=int(pu_sets.PRIORS[name] * n + 1e-9) / n)
            for name in names for weights in ("full", "noise")]


def tasks():
    """curve: the curve of all masses; s is only where it is compared. again: after a change of costs. growth: time against n.
    labels: positives against unlabeled rows of real data."""
    paths = [cell for d in (2, 10) for cell in cells("gauss", 1000, d, "uniform", (.5,), task="curve")]
    return paths + gaussians(2000, (2, 10), (.8, .95, 1), "again") + growth((1000, 2000, 4000, 8000), (.5, .8)) + labelled()


def quick():
    """A minute or two that touch every family and every task."""
    return (cells("gauss", 500, 2, "uniform", (.5,), m=1000) + cells("gauss", 1000, 2, "uniform", (.3, .8, 1)) +
            cells("gauss", 1000, 2, "random", (.5, 1)) + cells("gauss", 1000, 10, "uniform", (.5, .95)) +
            cells("gauss", 1000, 50, "uniform", (.5,)) + cells("lattice", 1000, 10, "uniform", (.5, 1)) +
            cells("integers", 1000, 0, "uniform", (.8,)) + dotmark(32, (1,), ["ClassicImages"]) +
            cells("mnist", 1000, 784, "uniform", (.5,)) + cells("gauss", 1000, 10, "uniform", (.5,), task="curve") +
            cells("gauss", 1000, 2, "uniform", (.8,), task="again") + growth((1000, 2000), (.5,)) +
            labelled(("usps",)))


def families(n):
    """Everything of that size that is drawn at random."""
    return (gaussians(n) + cells("lattice", n, 10, "uniform", (.5, .95, 1)) + cells("lattice", n, 10, "random", (.5, 1)) +
            cells("integers", n, 0, "uniform", (.5, .95, 1)) + cells("integers", n, 0, "random", (.5, 1)) +
            cells("mnist", n, 784, "uniform", (.1, .5, .8, 1)))


def thorough():
    """From 500 to 10000 points; images have 32 x 32 and 64 x 64 pixels, those without mass included."""
    chosen = [cell for n in (500, 1000, 2000, 4000) for cell in families(n)]
    chosen += cells("gauss", 500, 2, "uniform", MASSES, m=1000) + dotmark(32, (.8, .95, 1)) + dotmark(64, (.8, .95, 1))
    chosen += [cell for d in (2, 10) for cell in cells("gauss", 10000, d, "uniform", (.1, .5, 1))]
    return chosen + tasks()
