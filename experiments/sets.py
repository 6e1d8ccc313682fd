"""sets - the data sets of the paper and some further tables, read from a data folder.

A set is (rows, is_positive); those of Office-Caltech have classes, of which the first is positive. Files are looked for under several names, the public originals' and gzip'd ones; a set whose files are
not there raises Missing, which says how to get them.
"""
import bz2
import csv
import functools
import gzip
import os

import numpy as np


class Missing(Exception):
    """A file that is not in the data folder, and where it is to be had."""


def locate(folder, *names):
    """The first of `names` that is there."""
    for name in names:
        if os.path.exists(os.path.join(folder, name)):
            return os.path.join(folder, name)
    raise Missing(names[0])


def lines(path):
    opener = {".gz": gzip.open, ".bz2": bz2.open}.get(os.path.splitext(path)[1], open)
    with opener(path, "rt") as file:
        yield from file


def libsvm(paths, cols):
    """Rows and labels of files in LIBSVM's format."""
    rows, labels = [], []
    for path in paths:
        for line in lines(path):
            label, *entries = line.split()
            row = np.zeros(cols)
            for entry in entries:
                index, value = entry.split(":")
                row[int(index) - 1] = float(value)
            rows.append(row)
            labels.append(float(label))
    return np.array(rows), np.array(labels)


def idx(path):
    """An array in the format of the MNIST files."""
    with gzip.open(path) if path.endswith(".gz") else open(path, "rb") as file:
        data = file.read()
    dims = data[3]
    shape = [int.from_bytes(data[4 + 4 * k:8 + 4 * k], "big") for k in range(dims)]
    return np.frombuffer(data, np.uint8, offset=4 + 4 * dims).reshape(shape)


def mat(path):
    from scipy.io import loadmat  # slow to import, and few sets need it
    return loadmat(path)


# ---- Tables -----------------------------------------------------------------

def mushrooms(folder, positive):
    """Class 2 is edible (.518 of the rows), class 1 poisonous; one column is constant and does no harm."""
    rows, labels = libsvm([locate(folder, "mushrooms/mushrooms", "mushrooms/mushrooms.gz")], 112)
    return rows, labels == positive


def shuttle(folder):
    rows, labels = libsvm([locate(folder, "shuttle/shuttle.scale.gz", "shuttle/shuttle.scale"),
                           locate(folder, "shuttle/shuttle.scale.t", "shuttle/shuttle.scale.t.gz")], 9)
    return rows, labels == 1


def page_blocks(folder):
    table = np.loadtxt(lines(locate(folder, "page-blocks/page-blocks.data", "page-blocks/page-blocks.data.gz")))
    return table[:, :-1], table[:, -1] == 1


def usps(folder):
    rows, labels = libsvm([locate(folder, "usps/usps.gz", "usps/usps.bz2", "usps/usps"),
                           locate(folder, "usps/usps.t.gz", "usps/usps.t.bz2", "usps/usps.t")], 256)
    return rows, labels == 1


def connect_4(folder):
    rows, labels = libsvm([locate(folder, "connect-4/connect-4.gz", "connect-4/connect-4")], 126)
    return rows, labels == 1


def spambase(folder):
    path = locate(folder, "spambase/spambase.data", "spambase/spambase.data.gz")
    table = np.loadtxt(lines(path), delimiter=",")
    return table[:, :-1], table[:, -1] == 1


def mnist(folder):
    """Every second image and every second pixel; positive is digit 1."""
    images = idx(locate(folder, "mnist/train-images-idx3-ubyte.gz", "mnist/train-images-idx3-ubyte"))[::2, ::2, ::2]
    labels = idx(locate(folder, "mnist/train-labels-idx1-ubyte.gz", "mnist/train-labels-idx1-ubyte"))[::2]
    return images.reshape(len(images), -1).astype(float), labels == 1


# ---- Further tables ---------------------------------------------------------

def in_numbers(column):
    """A column of numbers as it is; of words, a column of 0 and 1 for each word."""
    try:
        return [np.array([float(value) for value in column])]
    except ValueError:
        return [np.array([float(value == word) for value in column]) for word in sorted(set(column))]


def text(folder, name, is_positive, delimiter=",", head=0):
    """A file of text, `head` lines without rows first, the class in its last column."""
    entries = [[value.strip() for value in line] for line in
               csv.reader(lines(locate(folder, "pu_tables/" + name)), delimiter=delimiter, skipinitialspace=True) if line][head:]
    *columns, classes = zip(*entries)
    rows = np.column_stack([part for column in columns for part in in_numbers(column)])
    return rows, np.array([is_positive(value) for value in classes])


def splice(folder):
    rows, labels = libsvm([locate(folder, "pu_tables/splice.txt.gz")], 60)
    return rows, labels == 1


def is_good(quality):
    return float(quality) >= 6


FURTHER = {
    "adult": lambda folder: text(folder, "adult-train.csv.gz", lambda income: income == ">50K"),
    "bank": lambda folder: text(folder, "bank.csv", lambda answer: answer == "yes", ";", 1),
    "wine-red": lambda folder: text(folder, "winequality-red.csv", is_good, ";", 1),
    "wine-white": lambda folder: text(folder, "winequality-white.csv", is_good, ";", 1),
    "phoneme": lambda folder: text(folder, "phoneme.csv", lambda sound: sound == "1"),
    "splice": splice,
    "ionosphere": lambda folder: text(folder, "ionosphere.csv", lambda echo: echo == "g"),
    "pima": lambda folder: text(folder, "pima-indians-diabetes.csv", lambda ill: ill == "1"),
    "mammography": lambda folder: text(folder, "mammography.csv", lambda kind: kind.strip("'") == "1"),
}

# ---- Office-Caltech ---------------------------------------------------------

SURF = {"c": "Caltech10", "a": "amazon", "w": "webcam", "d": "dslr"}
DECAF = {"c": "caltech", "a": "amazon", "w": "webcam", "d": "dslr"}
NETWORK = {"c": "caltech10", "a": "amazon", "w": "webcam", "d": "dslr"}


def standardised(rows):
    """Columns of mean 0 and deviation 1; constant ones are 0."""
    deviation = rows.std(axis=0)
    return (rows - rows.mean(axis=0)) / np.where(deviation > 0, deviation, 1)


def surf(folder, domain):
    """Histograms as parts of their sum, then z-scores over the whole domain: what the paper's authors used."""
    table = mat(locate(folder, "office_caltech_surf/%s_SURF_L10.mat" % SURF[domain]))
    rows = table["fts"].astype(float)
    return standardised(rows / rows.sum(axis=1, keepdims=True)), table["labels"].ravel()


def decaf(folder, domain):
    """Of Amazon, the 200 rows of another distribution stand in when the whole file is not there."""
    names = ["office_caltech_decaf/%s_decaf.mat" % DECAF[domain]]
    if domain == "a":
        names.append("office_caltech_decaf/amazon_DeCAF_dslr_SURF.mat")
    table = mat(locate(folder, *names))
    if "feas" in table:
        return table["feas"].astype(float), table["labels"].ravel()
    return table["S"].astype(float), table["S_Label"].ravel()


def network(folder, domain, name):
    """Features of another network, rows in the order of SURF's."""
    with np.load(locate(folder, "office_caltech_%s/%s.npz" % (name, NETWORK[domain]))) as table:
        return table["features"].astype(float), table["labels"].ravel()


# ---- Shapes -----------------------------------------------------------------

def shapes(folder, is_solid):
    """Class 1: most of a ring; class 2: a cloud as wide. The solid ones are turned, moved and lifted to 3-D."""
    random = np.random.RandomState(17 + is_solid)
    angle = random.rand(200) * 1.6 * np.pi
    ring = np.column_stack([2 * np.cos(angle), 2 * np.sin(angle)]) + .12 * random.randn(200, 2)
    rows = np.vstack([ring, 1.4 * random.randn(200, 2) + [9, 7]])
    if is_solid:
        rows = rows @ np.array([[0, .8, .6], [-1, 0, 0]]) + [3, -1, 2]
    return rows, np.repeat([1, 2], 200)


READERS = {
    "mushrooms": lambda folder: mushrooms(folder, 2), "poisonous": lambda folder: mushrooms(folder, 1), "shuttle": shuttle,
    "page-blocks": page_blocks, "usps": usps, "connect-4": connect_4, "spambase": spambase, "mnist": mnist, **FURTHER,
}
CLASSES = {"flat-shapes": functools.partial(shapes, is_solid=0), "solid-shapes": functools.partial(shapes, is_solid=1)}
for letter in "cawd":
    CLASSES["surf-" + letter] = functools.partial(surf, domain=letter)
    CLASSES["decaf-" + letter] = functools.partial(decaf, domain=letter)
    for name in ("squeezenet", "mobilenetv2"):
        CLASSES["%s-%s" % (name, letter)] = functools.partial(network, domain=letter, name=name)


@functools.lru_cache(maxsize=3)
def classes(folder, name):
    """(rows, number of the class) of a set that has classes."""
    return CLASSES[name](folder)


@functools.lru_cache(maxsize=3)
def read(folder, name):
    if name in CLASSES:
        rows, number = classes(folder, name)
        return rows, number == 1
    return READERS[name](folder)


@functools.lru_cache(maxsize=3)
def read_standardised(folder, name):
    """As `--kind domains` expects them: each column with the mean and deviation of its whole domain. SURF's are so already, shapes have one unit."""
    rows, is_positive = read(folder, name)
    return (standardised(rows) if name in CLASSES and name.split("-")[0] not in ("surf", "flat", "solid") else rows), is_positive
