#!/usr/bin/python3
"""subgraphs.py - how often a planted subgraph is found in a graph, by starts.

    PYTHONPATH=build/python bench/subgraphs.py [--problems 20] [--nodes 20,40,100] [--restarts 100] [--starts product,auto] [--distance shortest-path]

A graph is a random tree with edges of random length (.5 to 1.5) or of length 1, a random geometric graph in the plane (edges as long as they are), the
same with edges of length 1, or a random graph with a mean degree of 4. Half of its nodes, a connected part grown from a random node, with the edges between
them and in random order, are looked for in the whole: each node weighs 1, the mass is their number. Of each set of starts: the mean share of nodes that lie
in the planted part, how often all of them do, how often the plan maps each node to its own copy, how often the objective is not above that of the true
match, and processor seconds per problem. Markdown.
"""
import argparse
import time

import numpy as np
import parot
from scipy.spatial.distance import cdist


def tree(n, random):
    lengths = np.zeros((n, n))
    for i in range(1, n):
        j = random.integers(i)
        lengths[i, j] = lengths[j, i] = 1
    return lengths


def symmetric(matrix):
    return np.tril(matrix) + np.tril(matrix, -1).T


def geometric(n, random):
    points = random.random((n, 2))
    lengths = cdist(points, points)
    return np.where(lengths < np.sqrt(8 / (np.pi * n)), lengths, 0)


def random_graph(n, random):
    upper = np.triu(random.random((n, n)) < 4 / n, 1)
    return (upper | upper.T).astype(float)


FAMILIES = {
    "tree, lengths": lambda n, random: tree(n, random) * symmetric(random.uniform(0.5, 1.5, (n, n))),
    "tree, length 1": tree,
    "geometric, lengths": geometric,
    "geometric, length 1": lambda n, random: (geometric(n, random) > 0).astype(float),
    "random": random_graph,
}


def grow(lengths, k, random):
    """k nodes that hang together; fewer if there are no more."""
    part = [int(random.integers(len(lengths)))]
    while len(part) < k:
        near = np.setdiff1d(np.flatnonzero(lengths[part].any(0)), part)
        if not near.size:
            break
        part.append(int(random.choice(near)))
    return random.permutation(part)


def make(family, n, seed, distance):
    """Distances of the part and of the whole, and where the part is."""
    random = np.random.default_rng(seed)
    part = []
    while len(part) < n // 2:
        lengths = FAMILIES[family](n, random)
        part = grow(lengths, n // 2, random)
    return (parot.graph_distances(lengths[np.ix_(part, part)], distance=distance),
            parot.graph_distances(lengths, distance=distance), part)


def judge(source, target, part, start, restarts):
    begin = time.process_time()
    k = len(part)
    p, q = np.ones(k), np.ones(len(target))
    r = parot.partial_gromov(source, target, p, q, mass=k, start=start, restarts=restarts)
    seconds = time.process_time() - begin
    right = np.isin(r.plan.col, part)
    truth = 0.5 * ((source - target[np.ix_(part, part)]) ** 2).sum()
    inside = r.plan.mass[right].sum() / k
    own = r.plan.mass[r.plan.col == part[r.plan.row]].sum() / k
    return inside, inside > 1 - 1e-9, own > 1 - 1e-9, r.objective <= truth + 1e-9 * (1 + truth), seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--problems", type=int, default=20)
    parser.add_argument("--nodes", default="20,40,100")
    parser.add_argument("--restarts", default="100")
    parser.add_argument("--starts", default="product,clusters,profiles,prior-profiles,triangles,axes,auto")
    parser.add_argument("--distance", default="shortest-path")
    parser.add_argument("--families", default=";".join(FAMILIES))
    options = parser.parse_args()
    ways = [(start, 0) for start in options.starts.split(",")]
    ways += [("auto", int(restarts)) for restarts in options.restarts.split(",")]
    print("| graph | nodes | starts | nodes in the part | all of them | each its copy | objective of the truth | seconds |")
    print("|---|---|---|---|---|---|---|---|")
    for family in options.families.split(";"):
        for n in map(int, options.nodes.split(",")):
            problems = [make(family, n, seed, options.distance) for seed in range(options.problems)]
            for start, restarts in ways:
                found = np.mean([judge(*problem, start, restarts) for problem in problems], axis=0)
                print("| %s | %d in %d | %s | %.0f %% | %.0f %% | %.0f %% | %.0f %% | %.2f |" % (
                    family, n // 2, n, start + (" and %d random" % restarts if restarts else ""), *(100 * found[:4]), found[4]), flush=True)


if __name__ == "__main__":
    main()
