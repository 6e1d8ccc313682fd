/* forest_lists.h - the arcs that can become tight before lambda reaches the horizon.
 *
 * While lambda grows by delta, u_i + v_j grows by at most delta. So only arcs of reduced cost
 *
 *   c_ij - u_i - v_j <= delta
 *
 * can matter until then, and one pass over C finds them all: this is exact. delta is a quantile of
 * a sample of reduced costs, so that lists stay short whatever the costs look like. If so many arcs
 * are tied that no delta will do, the lists are given up and the matrix itself is read.
 */
#ifndef PAROT_TRANSPORT_FOREST_LISTS_H
#define PAROT_TRANSPORT_FOREST_LISTS_H

#include "base/arena.h"
#include "transport/costs.h"

struct near_arc {
    double cost;   /* scaled */
    int32_t other; /* the column in a row's list, the row in a column's */
};

struct forest_lists {
    struct costs costs;
    int64_t capacity;               /* arcs in all */
    int64_t *row_start, *col_start; /* n + 1 and m + 1 */
    struct near_arc *by_row, *by_col;
    int32_t *found;      /* scratch, m: what one row contributes */
    double *sample;      /* scratch */
    uint64_t random;     /* state */
    double lambda, step; /* of the last lists: horizon = lambda + step */
    double horizon;      /* the lists are complete up to this lambda */
    int is_dense;        /* no lists: read the matrix; the horizon is INFINITY */
};

/* `wanted` arcs for each row, or column if there are more of them, on average; there is room for
 * several times that. */
void lists_layout(struct forest_lists *lists, int32_t n, int32_t m, int64_t wanted,
                  struct arena *arena);

/* Lists for lambda and beyond. u and v: n and m potentials, -INFINITY for nodes without mass. If
 * nothing happened before the last horizon, the step is doubled when there is room. */
void lists_build(struct forest_lists *lists, const double *u, const double *v, double lambda,
                 int was_idle);

#endif
