/* costs.h - the arcs of the transport graph: a dense matrix read in place, and the slack.
 *
 * Nodes are numbered rows 0..n-1, dummy row n, columns n+1..n+m, dummy column n+m+1. Every arc
 * leads from a row to a column. Between row i and column j it costs C_ij; between a dummy and a
 * real node, 0. Between the two dummies there is no arc (docs/theory/partial.md says why).
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

/* What one pass over the costs finds. */
struct cost_range {
    double largest;    /* |C_ij|, of the finite ones */
    int has_forbidden; /* some are +inf */
    int is_invalid;    /* some are NaN or -inf */
};

struct costs {
    const double *data;
    int64_t stride;
    int32_t n, m;
    double scale; /* a power of two */
    double cap;   /* of scaled costs; INFINITY: no cost is that large, and there are no levels */
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

/* The matrix entry behind an arc between a real row node and a real column node. */
static inline double raw_cost(const struct costs *costs, int32_t row, int32_t col)
{
    return costs->data[row * costs->stride + (col - costs->n - 1)];
}

static inline int arc_level(const struct costs *costs, int32_t row, int32_t col)
{
    return costs->cap < INFINITY && !is_slack(costs, row, col) &&
           raw_cost(costs, row, col) * costs->scale > costs->cap;
}

static inline double arc_cost(const struct costs *costs, int32_t row, int32_t col)
{
    if (is_slack(costs, row, col) || arc_level(costs, row, col))
        return 0;
    return raw_cost(costs, row, col) * costs->scale;
}

#endif
