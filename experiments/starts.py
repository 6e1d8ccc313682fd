"""starts - every start of p-GW by itself: its loss, and how right its labels are.

Choosing among them by accuracy is what no user can do; the tables call it an oracle.
"""
import numpy as np

NAMES = ("partial", "product", "clusters", "profiles", "prior-profiles")


def distances(x, y):
    """Euclidean, by |x - y|^2 = |x|^2 + |y|^2 - 2 <x, y>."""
    squares = (x * x).sum(1)[:, None] + (y * y).sum(1)[None, :] - 2 * x @ y.T
    return np.sqrt(np.maximum(squares, 0))


def labels(result, k):
    """The k rows with the largest shares; rows are in random order, so that ties are broken at random."""
    share = np.bincount(result.plan.row, result.plan.mass, minlength=result.u.shape[0])
    chosen = np.zeros(len(share), bool)
    chosen[np.argsort(-share, kind="stable")[:k]] = True
    return chosen


def between(source, target, cost, prior):
    """(name, loss, labels) of each start, for distances within the tables; the first needs costs between them."""
    import parot  # the package in build/python, which the other columns do not need
    k, weights = int(round(prior * len(source))), np.full(len(target), prior / len(target))
    for name in NAMES[1:] if cost is None else NAMES:
        result = parot.partial_gromov(source, target, None, weights, mass=prior, cost=cost, alpha=None if cost is None else 1, start=name)
        yield name, result.objective, labels(result, k)


def run(unlabeled, positives, prior, is_apart=False):
    """The same for tables, by Euclidean distances."""
    source, target = distances(unlabeled, unlabeled), distances(positives, positives)
    np.fill_diagonal(source, 0)
    np.fill_diagonal(target, 0)
    yield from between(source, target, None if is_apart else distances(unlabeled, positives), prior)
