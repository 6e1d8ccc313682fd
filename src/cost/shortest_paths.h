/* shortest_paths.h - how far the nodes of a graph are from one of them. */
#ifndef PAROT_COST_SHORTEST_PATHS_H
#define PAROT_COST_SHORTEST_PATHS_H

#include "base/heap.h"

/* first, to and length are as in parot_graph, and were checked. */
struct adjacency {
    int64_t nodes;
    const int64_t *first;
    const int32_t *to;
    const double *length; /* NULL: 1 each */
};

/* Room for one search at a time: heap->key becomes the distances. */
void shortest_paths_layout(struct heap *heap, int64_t nodes, struct arena *arena);

/* heap->key[j] = the length of a shortest path from `source` to node j; INFINITY if there is none,
 * or if it is longer than the largest double. */
void shortest_paths(const struct adjacency *graph, int32_t source, struct heap *heap);

/* The same with paths of one edge. */
void shortest_edges(const struct adjacency *graph, int32_t source, struct heap *heap);

#endif
