/* graph.h - graphs, and the distances between their nodes.
 *
 * A graph becomes a matrix of distances, which parot_gromov compares with that of another graph:
 * nodes are matched by how far they are from each other, and need have nothing else in common. */
#ifndef PAROT_PUBLIC_GRAPH_H
#define PAROT_PUBLIC_GRAPH_H

#include "parot/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Edges by the node that they leave. An undirected edge is listed twice, once from each end. An
 * edge from a node to itself changes nothing; of several from one node to another the shortest
 * counts. */
typedef struct parot_graph {
    int64_t nodes;        /* 1 to 2^31 - 1 */
    const int64_t *first; /* nodes + 1: the edges from node i are first[i] to first[i + 1] - 1 */
    const int32_t *to;    /* the node that each edge leads to */
    const double *length; /* of each edge, finite and >= 0; NULL: 1 each */
    int64_t reserved[4];  /* 0 */
} parot_graph;

/* What the distance between two nodes is. */
typedef enum parot_graph_distance {
    PAROT_GRAPH_DISTANCE_SHORTEST_PATH = 0, /* the length of a shortest path */
    PAROT_GRAPH_DISTANCE_ADJACENCY = 1      /* the length of an edge; longer paths do not count */
} parot_graph_distance;

PAROT_API const parot_word *parot_graph_distance_words(void);
PAROT_API const char *parot_graph_distance_name(parot_graph_distance distance);
PAROT_CHECKED parot_status parot_graph_distance_parse(const char *name,
                                                      parot_graph_distance *distance,
                                                      parot_error *err);

/* Which distances, between which nodes. */
typedef struct parot_graph_options {
    size_t struct_size; /* set by parot_graph_options_init */
    parot_graph_distance distance;
    int32_t padding;     /* 0 */
    double unreachable;  /* the distance of pairs without a path, finite and > 0; 0: the largest
                            distance of the others plus the mean length of the edges (1 if that is 0
                            or there are none) */
    const int32_t *node; /* distances between these nodes alone, in this order; the paths may lead
                            through others; NULL: all nodes */
    int64_t node_count;  /* of `node` */
} parot_graph_options;

PAROT_API void parot_graph_options_init_sized(parot_graph_options *options, size_t struct_size);
static inline void parot_graph_options_init(parot_graph_options *options)
{
    parot_graph_options_init_sized(options, sizeof *options);
}

/* What was found on the way. */
typedef struct parot_graph_facts {
    int64_t components; /* of the graph, whatever the direction of its edges */
    int64_t apart;      /* ordered pairs without a path (or an edge, for adjacency) */
    double largest;     /* distance of a pair with one */
    double unreachable; /* what stands for the distance of the others; NAN if there are none */
    int64_t reserved[4];
} parot_graph_facts;

/* distances[i * count + j] is the distance from node i to node j, 0 from a node to itself, where
 * `count` is nodes or options->node_count. All are finite, also in a graph that is not connected.
 * With unit lengths adjacency is 0, 1 for neighbours and 2 for all others: with the square loss
 * parot_gromov then compares adjacency matrices, and does not take a node for one of its
 * neighbours. Distances there and back that differ by rounding alone (1e-12) are made equal.
 * run->threads share the nodes to begin at; time grows as edges log(nodes) for each. `options` and
 * `facts` may be NULL. After PAROT_ESTOPPED some distances may have been written. */
PAROT_CHECKED parot_status parot_graph_distances(const parot_graph *graph,
                                                 const parot_graph_options *options,
                                                 const parot_run *run, double *distances,
                                                 parot_graph_facts *facts, parot_error *err);

/* ---- Points along what they lie on --------------------------------------- */

/* distances[i * x.rows + j]: the length of the shortest path from point i to point j along
 * Euclidean edges between each point and its `neighbours` nearest, whichever of the two is among
 * the nearest of the other; so points of a bent sheet or a curve are as far apart as they are
 * within it. More neighbours than there are other points mean all of them. Components are joined by
 * the shortest edges that make them one, as a minimum spanning tree does; *components (NULL: not
 * wanted) is how many there were. Memory is that of the graph beside the n x n distances. */
PAROT_CHECKED parot_status parot_geodesic_distances(parot_matrix x, int64_t neighbours,
                                                    const parot_run *run, double *distances,
                                                    int64_t *components, parot_error *err);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_PUBLIC_GRAPH_H */
