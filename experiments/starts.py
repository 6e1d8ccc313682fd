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


def run(unlabeled, positives, prior):
    """(name, loss, labels) of each start; the first needs columns that both tables share."""
    import parot  # the package in build/python, which the other columns do not need
    k, is_shared = int(round(prior * len(unlabeled))), unlabeled.shape[1] == positives.shape[1]
    source, target = distances(unlabeled, unlabeled), distances(positives, positives)
    np.fill_diagonal(source, 0)
    np.fill_diagonal(target, 0)
    cost = distances(unlabeled, positives) if is_shared else None
    weights = np.full(len(positives), prior / len(positives))
    for name in NAMES if is_shared else NAMES[1:]:
        result = parot.partial_gromov(source, target, None, weights, mass=prior, cost=cost, start=name)
        yield name, result.objective, labels(result, k)
