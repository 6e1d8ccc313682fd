"""Distances of graphs, against SciPy; a stand-in has those methods of networkx that are used."""
import numpy as np
import pytest
from scipy import sparse
from scipy.sparse import csgraph

import parot


class Graph:
    """As networkx.Graph, or DiGraph: nodes, edges(data, default), is_directed."""

    def __init__(self, edges, nodes=(), directed=False):
        self._edges, self._directed = list(edges), directed
        self.nodes = list(dict.fromkeys([*nodes, *(node for a, b, *_ in self._edges for node in (a, b))]))

    def is_directed(self):
        return self._directed

    def edges(self, data=None, default=None):
        if data is None:
            return [(a, b) for a, b, *_ in self._edges]
        return [(a, b, more[0].get(data, default) if more else default) for a, b, *more in self._edges]


def random_lengths(seed, n=25, directed=True):
    rng = np.random.default_rng(seed)
    lengths = sparse.random(n, n, 0.08, random_state=rng, data_rvs=lambda k: rng.uniform(0.1, 3, k)).tocsr()
    lengths.setdiag(0)
    lengths.eliminate_zeros()
    return lengths if directed else lengths.maximum(lengths.T)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("directed", [False, True])
def test_shortest_paths_are_those_of_scipy(seed, directed):
    lengths = random_lengths(seed, directed=directed)
    expected = csgraph.shortest_path(lengths, directed=True)
    largest = expected[np.isfinite(expected)].max()
    expected[np.isinf(expected)] = largest + lengths.data.mean()
    for graph in (lengths, lengths.toarray(), lengths.tocoo()):
        np.testing.assert_allclose(parot.graph_distances(graph), expected, rtol=1e-12)
    coo = lengths.tocoo()
    edges = [("n%d" % a, "n%d" % b, {"far": x}) for a, b, x in zip(coo.row, coo.col, coo.data)
             if directed or a < b]
    graph = Graph(edges, ["n%d" % k for k in range(25)], directed)
    np.testing.assert_allclose(parot.graph_distances(graph, length="far"), expected, rtol=1e-12)
    np.testing.assert_array_equal(parot.graph_distances(lengths, threads=3), parot.graph_distances(lengths))


def test_edges_have_length_1_where_nothing_else_is_said():
    graph = Graph([("a", "b"), ("b", "c", {"weight": 3})], ["z"])
    assert graph.nodes == ["z", "a", "b", "c"]
    np.testing.assert_array_equal(parot.graph_distances(graph)[1:, 1:], [[0, 1, 4], [1, 0, 3], [4, 3, 0]])
    np.testing.assert_array_equal(parot.graph_distances(graph, length=None)[1:, 1:], [[0, 1, 2], [1, 0, 1], [2, 1, 0]])
    assert parot.graph_distances(graph)[0, 1] == 4 + 2  # the mean length is 2
    assert parot.graph_distances(graph, unreachable=100)[0, 1] == 100
    assert parot.graph_distances(graph, distance="adjacency")[1, 3] == 3 + 2


def test_some_nodes_keep_their_distances():
    graph = Graph([("a", "b"), ("b", "c"), ("c", "d")])
    np.testing.assert_array_equal(parot.graph_distances(graph, nodes=["d", "a"]), [[0, 3], [3, 0]])
    with pytest.raises(parot.ArgumentError, match="nodes: the graph has no node 'x'"):
        parot.graph_distances(graph, nodes=["x"])
    with pytest.raises(parot.ArgumentError, match="nodes: is empty"):
        parot.graph_distances(graph, nodes=[])


@pytest.mark.parametrize("graph, words", [
    (Graph([("a", "b", {"weight": -1})]), "graph: must be finite and >= 0, got -1 at edge 0"),
    (Graph([("a", "b", {"weight": np.inf})]), "graph: must be finite"),
    (Graph([("a", "b", {"weight": "long"})]), "graph: is not an array of numbers"),
    (Graph([]), "graph: has no nodes"),
    (np.ones((2, 3)), "graph: must be a square matrix"),
    (sparse.csr_matrix(np.full((2, 2), 1e308)), "graph: the lengths add up to more"),
])
def test_what_is_not_a_graph_is_refused(graph, words):
    with pytest.raises(parot.ArgumentError, match=words) as caught:
        parot.graph_distances(graph)
    assert caught.value.argument == "graph"


def test_nodes_without_any_edge_are_apart():
    np.testing.assert_array_equal(parot.graph_distances(Graph([], ["a", "b"])), [[0, 1], [1, 0]])
    np.testing.assert_array_equal(parot.graph_distances(np.zeros((1, 1))), [[0]])


def test_a_graph_is_found_in_a_larger_one():
    """A tree with different branches, and the same with more around it."""
    tree = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"), ("b", "f"), ("f", "g"), ("b", "h")]
    rename = {node: 10 * k + 3 for k, node in enumerate("hgfedcba")}
    more = [(rename[x], rename[y]) for x, y in tree] + [(rename["e"], 1), (1, 2), (rename["g"], 5)]
    small, large = Graph(tree), Graph(more[::-1])
    n, m = len(small.nodes), len(large.nodes)
    r = parot.partial_gromov(parot.graph_distances(small), parot.graph_distances(large), np.ones(n), np.ones(m), mass=n,
                             restarts=20)
    assert r.objective == pytest.approx(0, abs=1e-12)
    found = {small.nodes[i]: large.nodes[j] for i, j in zip(r.plan.row, r.plan.col)}
    assert found["b"] == rename["b"]


def planted_group(seed, background=60, group=15):
    """Lengths of a long thin tree with a dense group of nodes attached by two edges, and which nodes that is."""
    rng = np.random.default_rng(seed)
    n = background + group
    lengths = np.zeros((n, n))
    for i in range(1, background):
        lengths[i, rng.integers(max(0, i - 6), i)] = 1
    for a in range(background, n):
        for b in range(background, a):
            lengths[a, b] = rng.random() < 0.6 or b == a - 1
    for _ in range(2):
        lengths[background + rng.integers(group), rng.integers(background)] = 1
    lengths = np.maximum(lengths, lengths.T)
    order = rng.permutation(n)
    return lengths[np.ix_(order, order)], order >= background


def test_nodes_like_the_labelled_ones_of_another_graph_are_found():
    right = []
    for seed in range(6):
        (first, labelled), (second, truth) = planted_group(seed), planted_group(seed + 100)
        known = parot.graph_distances(first, nodes=np.flatnonzero(labelled))
        answer = parot.pu(known, parot.graph_distances(second), prior=truth.mean(), method="gromov", distances=True)
        right.append(np.mean((answer.label > 0) == truth))
        assert answer.score[truth].min() >= 0.5 or right[-1] < 1
    assert min(right) > 0.9 and np.mean(right) > 0.97  # a choice at random has 0.68 of them right


def test_labels_from_distances_need_a_prior_and_the_method_that_compares_them():
    d = parot.graph_distances(np.ones((4, 4)) - np.eye(4))
    for how, words in (({"prior": "auto", "method": "gromov"}, "prior: 'auto'"),
                       ({"prior": 0.5, "method": "wasserstein"}, "distances: applies only to method gromov"),
                       ({"prior": 0.5, "method": "gromov", "pca": 1}, "distances: distances have no columns")):
        with pytest.raises(parot.ArgumentError, match=words):
            parot.pu(d, d, distances=True, **how)
    with pytest.raises(parot.ArgumentError, match="unlabeled: distances are a square matrix, got 4 x 3"):
        parot.pu(d, d[:, :3], 0.5, "gromov", distances=True)
