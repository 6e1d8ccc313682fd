"""across - what was tried between feature spaces, and what distances could tell at best.

Gromov-Wasserstein sees nothing but the distances within each table. VARIANTS are ways to make distances of unlike spaces comparable, each without a
label: typical distances made equal, as the command does; the same with starts at neighbourhoods all over the table (places), which end lower; divided by
their mean; replaced by their ranks; divided by the mean distances of both rows (degrees) or by those to their seventh neighbours (density). The start of lowest loss wins. `refit` then learns from the labels found: a kernel ridge of the labelled rows against the rest,
each row predicted without itself, and again until the labels stay.

`told` asks a simpler question: if the classes of the unlabeled table were known, which of them has the distances most like those of the positives?
"""
import numpy as np

import starts

VARIANTS = ("typical", "places", "mean", "ranks", "degrees", "density")
PLACES = 6
SIZE = 40  # rows of a class, in `told`
NEIGHBOUR = 7


def cosine(rows):
    """1 - cosine, the metric of `--kind domains`."""
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    distances = np.maximum(1 - unit @ unit.T, 0)
    np.fill_diagonal(distances, 0)
    return distances


def euclidean(rows):
    distances = starts.distances(rows, rows)
    np.fill_diagonal(distances, 0)
    return distances


def off_diagonal(distances):
    return distances[~np.eye(len(distances), dtype=bool)]


def in_ranks(distances):
    """In (0, 1): the fraction of pairs that are nearer."""
    pairs = np.triu_indices(len(distances), 1)
    ranks = (np.argsort(np.argsort(distances[pairs])) + .5) / len(pairs[0])
    result = np.zeros_like(distances)
    result[pairs] = ranks
    return result + result.T


def made_comparable(distances, variant):
    if variant == "ranks":
        return in_ranks(distances)
    if variant == "degrees":
        widths = distances.sum(axis=1) / (len(distances) - 1)
    elif variant == "density":
        widths = np.sort(distances, axis=1)[:, min(NEIGHBOUR, len(distances) - 1)]
    else:
        widths = np.ones(len(distances))
    scaled = distances / np.sqrt(np.outer(widths, widths))
    return scaled / off_diagonal(scaled).mean()


def typical(distances, k):
    """The median over rows of the mean distance to the k - 1 nearest others."""
    return np.median(np.sort(distances, axis=1)[:, 1:k].mean(axis=1))


def both_comparable(unlabeled, positives, k, variant):
    if variant in ("typical", "places"):
        return unlabeled, positives * typical(unlabeled, k) / typical(positives, len(positives))
    return made_comparable(unlabeled, variant), made_comparable(positives, variant)


def neighbourhoods(distances, k):
    """k rows each: the tightest, then those around the row farthest from all centres so far."""
    near = np.argsort(distances, axis=1, kind="stable")[:, :k]
    centres = [int(np.argmin(np.take_along_axis(distances, near, axis=1).sum(axis=1)))]
    while len(centres) < PLACES:
        centres.append(int(np.argmax(distances[centres].min(axis=0))))
    return near[centres]


def from_places(source, target, prior):
    """(name, loss, labels) of walks that begin with a neighbourhood matched to the positives."""
    import parot
    n, m, k = len(source), len(target), int(round(prior * len(source)))
    weights = np.full(m, prior / m)
    for rows in neighbourhoods(source, k):
        part = parot.partial_gromov(source[np.ix_(rows, rows)], target, np.full(k, 1 / n), weights, mass=prior * (1 - 1e-12), start="profiles")
        start = np.zeros((n, m))
        start[rows[part.plan.row], part.plan.col] = part.plan.mass
        result = parot.partial_gromov(source, target, None, weights, mass=prior, start=start)
        yield "place", result.objective, starts.labels(result, k)


def labelled(unlabeled, positives, prior, variant):
    """Labels by the distances within both tables, which are matrices."""
    source, target = both_comparable(unlabeled, positives, int(round(prior * len(unlabeled))), variant)
    ends = list(starts.between(source, target, None, prior))
    if variant == "places":
        ends += from_places(source, target, prior)
    return min(ends, key=lambda end: end[1])[2]


def refit(unlabeled, chosen, rounds=5):
    """Labels learned from labels: out-of-sample values of a kernel ridge (leave one out, by its hat matrix). `unlabeled` holds distances."""
    k = int(chosen.sum())
    kernel = np.exp(-unlabeled / unlabeled.mean())
    hat = kernel @ np.linalg.inv(kernel + np.eye(len(kernel)))
    own = np.diag(hat)
    for _ in range(rounds):
        target = chosen - k / len(chosen)
        values = (hat @ target - own * target) / (1 - own)
        before, chosen = chosen, np.zeros(len(chosen), bool)
        chosen[np.argsort(-values, kind="stable")[:k]] = True
        if (chosen == before).all():
            break
    return chosen


# ---- At best ----------------------------------------------------------------

def halves(number, label, seed):
    """Rows of a class in two parts without a common row."""
    rows = np.random.RandomState(7000 + seed).permutation(np.where(number == label)[0])
    return rows[::2], rows[1::2]


def nearest_class(spaces, others):
    """For each of `spaces`, the number of `others` with the least Gromov-Wasserstein distance."""
    import parot
    return [min(range(len(others)), key=lambda c: min(parot.partial_gromov(space, others[c], mass=1, start=start).objective
                                                      for start in ("product", "profiles"))) for space in spaces]


def told(first, second, seed, variant="mean"):
    """Per cent of the classes of `first`, (rows, class), whose nearest class of `second` is their own."""
    (rows, number), (others, other_number) = first, second
    labels = [label for label in np.unique(number) if label in other_number]
    one = [rows[halves(number, label, seed)[0][:SIZE]] for label in labels]
    two = [others[halves(other_number, label, seed)[1][:SIZE]] for label in labels]
    found = nearest_class([made_comparable(cosine(part), variant) for part in one], [made_comparable(cosine(part), variant) for part in two])
    return 100 * np.mean([index == k for k, index in enumerate(found)])
