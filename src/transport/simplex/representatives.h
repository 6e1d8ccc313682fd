/* representatives.h - which node of a sample stands for a node outside it: the one most alike.
 *
 * Nodes of one side are alike if their costs towards a few landmarks of the other side are:
 * distance(k, r) = sum_l |C_kl - C_rl|. No coordinates are needed, only costs.
 */
#ifndef PAROT_TRANSPORT_REPRESENTATIVES_H
#define PAROT_TRANSPORT_REPRESENTATIVES_H

#include "base/arena.h"
#include "transport/costs.h"

/* The least rows and columns at which sampling a problem pays. */
enum { SAMPLE_NODES = 200 };

/* One side of a matrix of costs: between node k and node l of the other side,
 * data[k step + l other_step]. */
struct side {
    const double *data;
    int64_t step, other_step;
    int32_t count, others; /* nodes of this side and of the other */
};

struct representatives {
    double *profile; /* of the sample, landmark by landmark */
    int32_t *parent; /* of each node of the side: its place in the sample */
};

/* For sides of up to `count` nodes and samples of up to `drawn`. */
void representatives_layout(struct representatives *representatives, int32_t count, int32_t drawn,
                            struct arena *arena);

/* Finds the parent of every node of the side; those of the sample stand for themselves. `node` and
 * `other` are the samples of both sides; landmarks are drawn from the latter. */
void representatives_find(struct representatives *representatives, struct side side,
                          const int32_t *node, int32_t drawn, const int32_t *other, int32_t others,
                          int32_t threads);

/* How far nodes are from those most like them, as a share of how far they are from any: small, some
 * 0.05 to 0.15, if the costs come from few dimensions, where a sample can stand for the whole. */
double representatives_looseness(struct side side);

/* From here on costs count as loose: four or more dimensions. Nodes that are all the same, or costs
 * that are not numbers, give NaN, which is not loose. */
static const double LOOSE = 0.15;

static inline struct side side_of_rows(const struct costs *costs)
{
    return (struct side){costs->data, costs->stride, 1, costs->n, costs->m};
}

#endif
