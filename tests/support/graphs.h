/* graphs.h - small graphs for tests: a matrix of lengths, and the same graph as edges.
 *
 * Lengths of INFINITY are edges that are not there. It uses the public header alone.
 */
#ifndef PAROT_TESTS_GRAPHS_H
#define PAROT_TESTS_GRAPHS_H

#include <math.h>
#include <stdlib.h>

#include "instances.h"

enum { MOST_NODES = 64 };

struct small_graph {
    int64_t nodes;
    double length[MOST_NODES * MOST_NODES];
    int64_t first[MOST_NODES + 1];
    int32_t to[MOST_NODES * MOST_NODES];
    double lengths[MOST_NODES * MOST_NODES];
    parot_graph graph;
};

static inline void small_graph_clear(struct small_graph *it, int64_t nodes)
{
    it->nodes = nodes;
    test_set(it->length, nodes * nodes, INFINITY);
}

/* Both directions. */
static inline void small_graph_join(struct small_graph *it, int64_t a, int64_t b, double length)
{
    it->length[a * it->nodes + b] = length;
    it->length[b * it->nodes + a] = length;
}

/* Lists the edges. */
static inline const parot_graph *small_graph_close(struct small_graph *it, int has_lengths)
{
    int64_t edges = 0;
    for (int64_t i = 0; i < it->nodes; i++) {
        it->first[i] = edges;
        for (int64_t j = 0; j < it->nodes; j++)
            if (isfinite(it->length[i * it->nodes + j])) {
                it->to[edges] = (int32_t)j;
                it->lengths[edges++] = it->length[i * it->nodes + j];
            }
    }
    it->first[it->nodes] = edges;
    it->graph = (parot_graph){.nodes = it->nodes,
                              .first = it->first,
                              .to = it->to,
                              .length = has_lengths ? it->lengths : NULL};
    return &it->graph;
}

/* out = the part of `whole` between these nodes, in that order. */
static inline void small_graph_part(const struct small_graph *whole, const int64_t *node,
                                    int64_t count, struct small_graph *out)
{
    small_graph_clear(out, count);
    for (int64_t a = 0; a < count; a++)
        for (int64_t b = 0; b < count; b++)
            out->length[a * count + b] = whole->length[node[a] * whole->nodes + node[b]];
}

/* 0, 1, ..., count - 1 in random order. */
static inline void shuffled(int64_t *order, int64_t count, uint64_t seed)
{
    for (int64_t k = 0; k < count; k++) {
        int64_t other = (int64_t)(test_uniform(seed, (uint64_t)k) * (double)(k + 1));
        order[k] = k;
        order[k] = order[other];
        order[other] = k;
    }
}

#endif
