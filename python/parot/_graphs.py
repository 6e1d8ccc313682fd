"""Distances between the nodes of graphs: of networkx, or as matrices of lengths."""
from __future__ import annotations

from typing import Any, Iterable, Optional, Sequence

import numpy as np

from . import _core
from ._arrays import Array, _shown, matrix, number, numbers
from ._errors import ArgumentError, ArgumentTypeError, ask
from ._run import choice, options


def _of_networkx(graph: Any, length: Optional[str]) -> tuple[Sequence[Any], Array, Array, Array]:
    """(nodes, from, to, lengths); anything with the same methods will do."""
    nodes = list(graph.nodes)
    place = {node: k for k, node in enumerate(nodes)}
    if length is None:
        edges = [(a, b, 1) for a, b, *_ in graph.edges()]
    else:
        edges = [(a, b, size) for a, b, size in graph.edges(data=length, default=1)]
    ends = np.array([(place[a], place[b]) for a, b, _ in edges], dtype=np.int64).reshape(-1, 2)
    sizes = numbers([size for _, _, size in edges], "graph") if edges else np.empty(0)
    if not graph.is_directed():
        ends, sizes = np.vstack([ends, ends[:, ::-1]]), np.concatenate([sizes, sizes])
    return nodes, ends[:, 0], ends[:, 1], sizes


def _of_matrix(graph: Any) -> tuple[Sequence[Any], Array, Array, Array]:
    """Of a sparse matrix the entries that are stored are edges, of others those that are not 0."""
    if hasattr(graph, "tocoo"):
        entries = graph.tocoo()
        if len(entries.shape) != 2:
            raise ArgumentError("graph: must have two dimensions, got shape %r" % (entries.shape,))
        shape, start, end, sizes = entries.shape, entries.row, entries.col, numbers(entries.data, "graph")
    else:
        dense = matrix(graph, "graph")
        shape, (start, end) = dense.shape, np.nonzero(dense)
        sizes = dense[start, end]
    if shape[0] != shape[1]:
        raise ArgumentError("graph: must be a square matrix with a row and a column for each node, got shape %r"
                            % (shape,))
    return range(shape[0]), start, end, sizes


def _places(nodes: Any, wanted: Iterable[Any]) -> Array:
    place = {node: k for k, node in enumerate(nodes)}
    try:
        return np.array([place[node] for node in wanted], dtype=np.int32)
    except KeyError as error:
        raise ArgumentError("nodes: the graph has no node %s" % _shown(error.args[0])) from None
    except TypeError as error:
        raise ArgumentTypeError("nodes: must be a list of nodes of the graph (%s)" % error) from None


def graph_distances(graph: Any, *, distance: str = "shortest-path", length: Optional[str] = "weight",
                    unreachable: Optional[float] = None, nodes: Optional[Iterable[Any]] = None,
                    threads: int = 1) -> Array:
    """The distance from each node of a graph to each other, for `partial_gromov`.

    `graph` is one of networkx, whose nodes count in the order of ``graph.nodes``, or a square matrix:
    entry (i, j) is the length of the edge from i to j. Of a sparse matrix all stored entries are edges,
    of others those that are not 0. The attribute `length` of an edge of networkx is its length, 1 where it
    has none; None: all are 1. Lengths are distances, >= 0, not similarities.

    `distance` is "shortest-path", or "adjacency": the length of the edge, if there is one. Pairs without a path
    (or an edge) are `unreachable` apart: by default the largest distance of the others plus the mean length of
    an edge, so that all distances are finite. `nodes`: between these nodes alone, in this order; paths may lead
    through others.

    Parameters
    ----------
    graph : graph or (n, n) array_like
        A graph of networkx, or the lengths of its edges.
    distance : str
        "shortest-path" or "adjacency".
    length : str, optional
        The attribute of an edge that is its length; None: all are 1.
    unreachable : float, optional
        The distance of pairs without a path.
    nodes : list, optional
        Between these nodes alone, in this order.
    threads : int
        Threads to use; 0: one for each processor. Results do not depend on it.

    Returns
    -------
    array
        The distance of each pair of nodes.

    Examples
    --------
    >>> import parot
    >>> parot.graph_distances([[0, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 0], [0, 0, 0, 0]])
    array([[0., 1., 2., 3.],
           [1., 0., 1., 3.],
           [2., 1., 0., 3.],
           [3., 3., 3., 0.]])
    """
    if not (length is None or isinstance(length, str)):
        raise ArgumentTypeError("length: must be the name of an attribute, or None; got %s" % _shown(length))
    is_networkx = hasattr(graph, "is_directed") and hasattr(graph, "edges") and hasattr(graph, "nodes")
    known, start, end, sizes = _of_networkx(graph, length) if is_networkx else _of_matrix(graph)
    if len(known) == 0:
        raise ArgumentError("graph: has no nodes")
    order = np.argsort(start, kind="stable")
    first = np.zeros(len(known) + 1, dtype=np.int64)
    np.cumsum(np.bincount(start, minlength=len(known)), out=first[1:])
    chosen = None if nodes is None else _places(known, nodes)
    if chosen is not None and not chosen.size:
        raise ArgumentError("nodes: is empty")
    far = 0.0
    if unreachable is not None:
        far = number(unreachable, "unreachable")
        if not far > 0:
            raise ArgumentError("unreachable: must be positive and finite, got %s" % _shown(unreachable))
    count = len(known) if chosen is None else len(chosen)
    out = np.empty((count, count))
    listed = (first, end[order].astype(np.int32), np.ascontiguousarray(sizes[order]))
    ask(_core.graph_distances, listed if len(end) else (*listed[:2], None),
        (choice(_core.GRAPH_DISTANCES, distance, "distance"), far, chosen), out, options(threads),
        length="graph", node="nodes")
    return out
