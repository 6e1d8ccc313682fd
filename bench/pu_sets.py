"""pu_sets - data sets of the literature as (rows, is_positive, prior), and draws from them."""
import gzip
import os

import numpy as np


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
    return rows, labels == 2, .518


def shuttle(folder):
    rows, labels = libsvm(folder, ["shuttle/shuttle.scale.gz", "shuttle/shuttle.scale.t"], 9)
    return rows, labels == 1, .786


def page_blocks(folder):
    table = np.loadtxt(lines(folder, "page-blocks/page-blocks.data"))
    return table[:, :-1], table[:, -1] == 1, .898


def usps(folder):
    rows, labels = libsvm(folder, ["usps/usps.gz", "usps/usps.t.gz"], 256)
    return rows, labels == 1, .167


def connect_4(folder):
    rows, labels = libsvm(folder, ["connect-4/connect-4.gz"], 126)
    return rows, labels == 1, .658


def spambase(folder):
    table = np.loadtxt(lines(folder, "spambase/spambase.data"), delimiter=",")
    return table[:, :-1], table[:, -1] == 1, .394


def mnist(folder):
    """Every second image and every second pixel; positive is digit 1."""
    images = idx(folder, "mnist/train-images-idx3-ubyte.gz")[::2, ::2, ::2]
    labels = idx(folder, "mnist/train-labels-idx1-ubyte.gz")[::2]
    return images.reshape(len(images), -1).astype(float), labels == 1, .1


SETS = {"mushrooms": mushrooms, "shuttle": shuttle, "page-blocks": page_blocks, "usps": usps, "connect-4": connect_4,
        "spambase": spambase, "mnist": mnist}


def draw(data, seed, positives=400, unlabeled=800):
    """Disjoint rows: positives, unlabeled rows in random order, their truth, and the prior."""
    rows, is_positive, prior = data
    random = np.random.RandomState(1000 + seed)
    own = random.permutation(np.where(is_positive)[0])
    other = random.permutation(np.where(~is_positive)[0])
    k = int(prior * unlabeled + 1e-9)
    truth = np.arange(unlabeled) < k
    mixed = np.concatenate([own[positives:positives + k], other[:unlabeled - k]])
    order = random.permutation(unlabeled)
    return rows[own[:positives]], rows[mixed[order]], truth[order], k / unlabeled
