"""draws - what a method is given: positives, unlabeled rows in random order, their truth for measuring, the prior.

Protocol `paper` draws disjoint rows; nothing is scaled here but what the paper projects. Protocol `repo` draws what the authors' code
drew, number for number, with its sizes and its scaling over the whole data set.
"""
import collections

import numpy as np

import rows as paper_rows
import sets

Draw = collections.namedtuple("Draw", "positives unlabeled truth prior")


def mixed(rows, own, other, k, count, random):
    """k of `own` and the rest of `other`, in random order."""
    chosen = np.concatenate([own[:k], other[:count - k]])
    order = random.permutation(count)
    return rows[chosen[order]], (np.arange(count) < k)[order]


def paper(folder, row, seed, read=sets.read):
    rows, is_positive = read(folder, row.positives)
    random = np.random.RandomState(1000 + seed)
    known = random.permutation(np.where(is_positive)[0])
    own, pool, is_own = known[row.known:], rows, is_positive
    if row.unlabeled != row.positives:
        pool, is_own = read(folder, row.unlabeled)
        own = random.permutation(np.where(is_own)[0])
        if row.positives[-2:] == row.unlabeled[-2:] and len(pool) == len(rows):  # two features of the same images
            own = own[~np.isin(own, known[:row.known])]
    other = random.permutation(np.where(~is_own)[0])
    k = int(row.prior * row.rows + 1e-9)
    unlabeled, truth = mixed(pool, own, other, k, row.rows, random)
    drawn = Draw(rows[known[:row.known]], unlabeled, truth, k / row.rows)
    return coloured(drawn, random) if row.name.startswith("coloured") else drawn


# ---- Controls ---------------------------------------------------------------
#
# A figure across feature spaces says something about transfer only if it is above what the same method gets without the positives.

def other_class(folder, row, seed, drawn, read=sets.read):
    """As many rows of another class in the place of the positives; each draw takes the next class that has enough."""
    number = sets.classes(folder, row.positives)[1]
    enough = [label for label in np.unique(number) if label != 1 and np.sum(number == label) >= row.known]
    random = np.random.RandomState(5000 + seed)
    chosen = random.permutation(np.where(number == enough[seed % len(enough)])[0])[:row.known]
    return drawn._replace(positives=read(folder, row.positives)[0][chosen])


def noise(drawn, seed):
    """Gaussian noise in the place of the positives: as many columns, the same total variance."""
    random, positives = np.random.RandomState(6000 + seed), drawn.positives
    return drawn._replace(positives=random.randn(*positives.shape) * np.sqrt(positives.var(axis=0).mean()))


# ---- Coloured digits --------------------------------------------------------

def painted(rows, is_green):
    """Two blocks of columns, green and red; a digit is in one of them."""
    return np.hstack([rows * is_green[:, None], rows * ~is_green[:, None]])


def coloured(drawn, random):
    """Nine digits in ten are red, but only green ones were labelled."""
    return drawn._replace(positives=painted(drawn.positives, np.ones(len(drawn.positives), bool)),
                          unlabeled=painted(drawn.unlabeled, random.rand(len(drawn.unlabeled)) < .1))


# ---- Principal components ---------------------------------------------------

def directions(rows, dims):
    centred = rows - rows.mean(axis=0)
    return np.linalg.svd(centred, full_matrices=False)[2][:dims].T


def projected(drawn, dims):
    """Jointly when both have the same columns; else each table in a space of its own."""
    positives, unlabeled = drawn.positives, drawn.unlabeled
    if positives.shape[1] == unlabeled.shape[1]:
        first = second = directions(np.vstack([positives, unlabeled]), dims[0])
    else:
        first, second = directions(positives, dims[0]), directions(unlabeled, dims[1])
    return drawn._replace(positives=positives @ first, unlabeled=unlabeled @ second)


# ---- As the authors' code drew ----------------------------------------------

def split(count, wanted, seed):
    """Numbers of the rows that scikit-learn's train_test_split gives as the training part."""
    order = np.random.RandomState(seed).permutation(count)
    return order[count - wanted:]


def scaled(rows):
    width = rows.max(axis=0) - rows.min(axis=0)
    return (rows - rows.min(axis=0)) / np.where(width > 0, width, 1)


def minmax(drawn):
    """Positives and unlabeled rows, scaled to [0, 1] over both."""
    both = scaled(np.vstack([drawn.positives, drawn.unlabeled]))
    return both[:len(drawn.positives)], both[len(drawn.positives):]


def transposed_components(rows, dims):
    """Principal directions of the transposed table as coordinates of its rows."""
    return directions(rows.T, dims)


def is_in_repo(row):
    """Coloured digits came from another random generator, different features do not go to p-W, and the authors had other networks' features not at all."""
    return not row.name.startswith("coloured") and not paper_rows.is_apart(row) and paper_rows.stands_for(row.name) == row.name


def repo(folder, row, seed):
    """800 positives and 400 unlabeled rows of tables: the code had the sizes the other way round."""
    known, count = (800, 400) if row.dims is None else (row.known, row.rows)
    rows, is_positive = repo_set(folder, row.positives, row.dims and row.dims[0])
    own = np.where(is_positive)[0]
    chosen = split(len(own), known, seed)
    rest = np.random.RandomState(seed).permutation(len(own))[:len(own) - known]
    positives, pool, own = rows[own[chosen]], rows, own[rest]
    if row.unlabeled != row.positives:
        pool, is_positive = repo_set(folder, row.unlabeled, row.dims[1])
        own = np.where(is_positive)[0]
    other, k = np.where(~is_positive)[0], int(row.prior * count)
    numbers = np.concatenate([own[split(len(own), k, seed)], other[split(len(other), count - k, seed)]])
    return Draw(positives, pool[numbers], np.arange(count) < k, k / count)


def repo_set(folder, name, dims):
    """Class 1 of mushrooms is positive there: the poisonous ones."""
    rows, is_positive = sets.read(folder, "poisonous" if name == "mushrooms" else name)
    return scaled(transposed_components(rows, dims) if dims else rows), is_positive
