/* costs.h - the arcs of the transport graph: a dense matrix read in place or two clouds of points,
 * and the slack.
 *
 * Nodes are numbered rows 0..n-1, dummy row n, columns n+1..n+m, dummy column n+m+1. Every arc
 * leads from a row to a column. Between row i and column j it costs C_ij; between a dummy and a
 * real node, 0, or what leaving a unit of that node unmatched costs. Between the two dummies there
 * is no arc (docs/theory/partial.md says why), unless the mass is free: then this arc carries the
 * mass, and each unit of it earns the price.
 *
 * Costs are multiplied by a power of two that brings the largest one *in use* near 1, so that
 * tolerances are plain numbers and one enormous cost elsewhere does not blur the others. Costs
 * above `cap` (in that scale), +inf among them, are forbidden for the time being: such a pair costs
 * one whole *level* and 0. Levels are integers compared before costs, an exact "big M".
 */
#ifndef PAROT_TRANSPORT_COSTS_H
#define PAROT_TRANSPORT_COSTS_H

#include <math.h>
#include <stdint.h>

#include "transport/points/point_costs.h"

/* What one pass over the costs finds. */
struct cost_range {
    double largest;    /* |C_ij|, of the finite ones */
    int has_forbidden; /* some are +inf */
    int is_invalid;    /* some are NaN or -inf */
};

struct costs {
    const double *data; /* NULL: `points` has the costs */
    int64_t stride;
    int32_t n, m;
    double scale; /* a power of two */
    double cap;   /* of scaled costs; INFINITY: no cost is that large, and there are no levels */
    const struct points *points;
    int is_free;  /* there is an arc between the dummies ... */
    double price; /* ... and a unit of its flow earns this, not scaled; else 0 */
    const double *unmatched_row, *unmatched_col; /* n and m costs of slack arcs, not scaled; NULL: 0
                                                    each. With a mass, only the parametric simplex
                                                    takes them */
};

static inline int32_t dummy_row(const struct costs *costs)
{
    return costs->n;
}

static inline int32_t dummy_col(const struct costs *costs)
{
    return costs->n + 1 + costs->m;
}

static inline int is_row(const struct costs *costs, int32_t node)
{
    return node <= costs->n;
}

static inline int is_slack(const struct costs *costs, int32_t row, int32_t col)
{
    return row == dummy_row(costs) || col == dummy_col(costs);
}

static inline const double *cost_row(const struct costs *costs, int64_t i)
{
    return costs->data + i * costs->stride;
}

/* C_ij of an arc between a real row node and a real column node. */
static inline double raw_cost(const struct costs *costs, int32_t row, int32_t col)
{
    return costs->data ? costs->data[row * costs->stride + (col - costs->n - 1)]
                       : points_cost(costs->points, row, col - costs->n - 1);
}

/* What it costs to leave a unit of row i, or of column j, unmatched. */
static inline double unmatched_row(const struct costs *costs, int32_t i)
{
    return costs->unmatched_row ? costs->unmatched_row[i] : 0;
}

static inline double unmatched_col(const struct costs *costs, int32_t j)
{
    return costs->unmatched_col ? costs->unmatched_col[j] : 0;
}

/* The cost of an arc of a dummy. */
static inline double slack_cost(const struct costs *costs, int32_t row, int32_t col)
{
    if (row != dummy_row(costs))
        return unmatched_row(costs, row);
    return col != dummy_col(costs) ? unmatched_col(costs, col - costs->n - 1) : -costs->price;
}

static inline int arc_level(const struct costs *costs, int32_t row, int32_t col)
{
    return costs->cap < INFINITY && !is_slack(costs, row, col) &&
           raw_cost(costs, row, col) * costs->scale > costs->cap;
}

static inline double arc_cost(const struct costs *costs, int32_t row, int32_t col)
{
    if (is_slack(costs, row, col))
        return slack_cost(costs, row, col) * costs->scale;
    if (arc_level(costs, row, col))
        return 0;
    return raw_cost(costs, row, col) * costs->scale;
}

#endif
