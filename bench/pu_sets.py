"""pu_sets - data sets of the literature as (rows, is_positive, prior), and draws from them."""
import gzip
import os

import numpy as np
import scipy.io

PRIORS = {"mushrooms": .518, "shuttle": .786, "page-blocks": .898, "usps": .167, "connect-4": .658, "spambase": .394, "mnist": .1}


def lines(folder, path):
    path = os.path.join(folder, path)
    with gzip.open(path, "rt") if path.endswith(".gz") else open(path) as file:
        yield from file


def libsvm(folder, paths, cols):
    """Rows and labels of files in LIBSVM's format."""
    rows, labels = [], []
    for path in paths:
        for line in lines(folder, path):
            label, *entries = line.split()
            row = np.zeros(cols)
            for entry in entries:
                index, value = entry.split(":")
                row[int(index) - 1] = float(value)
            rows.append(row)
            labels.append(float(label))
    return np.array(rows), np.array(labels)


def idx(folder, path):
    """An array in the format of the MNIST files."""
    with gzip.open(os.path.join(folder, path)) as file:
        data = file.read()
    dims = data[3]
    shape = [int.from_bytes(data[4 + 4 * k:8 + 4 * k], "big") for k in range(dims)]
    return np.frombuffer(data, np.uint8, offset=4 + 4 * dims).reshape(shape)


def mushrooms(folder):
    rows, labels = libsvm(folder, ["mushrooms/mushrooms"], 112)
    return rows, labels == 2, PRIORS["mushrooms"]


def shuttle(folder):
    rows, labels = libsvm(folder, ["shuttle/shuttle.scale.gz", "shuttle/shuttle.scale.t"], 9)
    return rows, labels == 1, PRIORS["shuttle"]


def page_blocks(folder):
    table = np.loadtxt(lines(folder, "page-blocks/page-blocks.data"))
    return table[:, :-1], table[:, -1] == 1, PRIORS["page-blocks"]


def usps(folder):
    rows, labels = libsvm(folder, ["usps/usps.gz", "usps/usps.t.gz"], 256)
    return rows, labels == 1, PRIORS["usps"]


def connect_4(folder):
    rows, labels = libsvm(folder, ["connect-4/connect-4.gz"], 126)
    return rows, labels == 1, PRIORS["connect-4"]


def spambase(folder):
    table = np.loadtxt(lines(folder, "spambase/spambase.data"), delimiter=",")
    return table[:, :-1], table[:, -1] == 1, PRIORS["spambase"]


def mnist(folder):
    """Every second image and every second pixel; positive is digit 1."""
    images = idx(folder, "mnist/train-images-idx3-ubyte.gz")[::2, ::2, ::2]
    labels = idx(folder, "mnist/train-labels-idx1-ubyte.gz")[::2]
    return images.reshape(len(images), -1).astype(float), labels == 1, PRIORS["mnist"]


SETS = {"mushrooms": mushrooms, "shuttle": shuttle, "page-blocks": page_blocks, "usps": usps, "connect-4": connect_4,
        "spambase": spambase, "mnist": mnist}


def surf(folder, name):
    """Rows of one domain, each divided by its sum, then standardised by all rows of the domain; positive is class 1."""
    table = scipy.io.loadmat(os.path.join(folder, "office_caltech_surf", name + "_SURF_L10.mat"))
    rows = table["fts"] / table["fts"].sum(axis=1, keepdims=True)
    deviation = rows.std(axis=0)
    return (rows - rows.mean(axis=0)) / np.where(deviation > 0, deviation, 1), table["labels"].ravel() == 1


def scaled(rows):
    """Every column to [0, 1], constant ones to 0."""
    least, width = rows.min(axis=0), np.ptp(rows, axis=0)
    return (rows - least) / np.where(width > 0, width, 1)


def mix(random, own, other, prior, unlabeled):
    """Which rows are the unlabeled ones: a part of `own` and of `other` in random order; and which are of `own`."""
    k = int(prior * unlabeled + 1e-9)
    order = random.permutation(unlabeled)
    return np.concatenate([own[:k], other[:unlabeled - k]])[order], (np.arange(unlabeled) < k)[order]


def draw(data, seed, positives=400, unlabeled=800):
    """Disjoint rows: positives, unlabeled rows in random order, their truth, and the prior."""
    rows, is_positive, prior = data
    random = np.random.RandomState(1000 + seed)
    own = random.permutation(np.where(is_positive)[0])
    other = random.permutation(np.where(~is_positive)[0])
    mixed, truth = mix(random, own[positives:], other, prior, unlabeled)
    return rows[own[:positives]], rows[mixed], truth, truth.mean()


def draw_surf(source, target, seed, size=100):
    """Positives of the source domain, unlabeled rows of the target domain, which may be the same."""
    random = np.random.RandomState(1000 + seed)
    own = random.permutation(np.where(source[1])[0])
    there = own[size:] if target is source else random.permutation(np.where(target[1])[0])
    other = random.permutation(np.where(~target[1])[0])
    mixed, truth = mix(random, there, other, .1, size)
    return source[0][own[:size]], target[0][mixed], truth, truth.mean()


def draw_coloured(data, seed):
    """Digits with a red and a green channel: positives are green, nine of ten unlabeled rows are red."""
    positive, unlabeled, truth, prior = draw(data, seed)
    is_red = np.random.RandomState(5000 + seed).rand(len(unlabeled), 1) < .9
    coloured = np.hstack([unlabeled * is_red, unlabeled * ~is_red])
    return np.hstack([0 * positive, positive]), coloured, truth, prior


def make_draw(folder, name):
    """draw(seed) of a data set, and the options that it needs."""
    if name.startswith("surf "):
        domains = {"c": "Caltech10", "a": "amazon", "w": "webcam", "d": "dslr"}
        source = surf(folder, domains["c"])
        target = source if name.endswith("c") else surf(folder, domains[name[-1]])
        return lambda seed: draw_surf(source, target, seed), ["--kind", "domains"]
    if name.startswith("coloured"):
        data = mnist(folder)
        return lambda seed: draw_coloured(data, seed), ["--fold", "2"] if name.endswith("folded") else []
    data = SETS[name.removesuffix(" scaled")](folder)
    if name.endswith(" scaled"):
        data = (scaled(data[0]),) + data[1:]
    return lambda seed: draw(data, seed), []


NAMES = list(SETS) + ["coloured", "coloured folded"] + ["surf c-" + to for to in "cawd"]
