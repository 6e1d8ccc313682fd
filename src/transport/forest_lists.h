/* forest_lists.h - the arcs that can become tight before lambda reaches a horizon.
 *
 * While lambda grows by delta, u_i + v_j grows by at most delta. So only arcs of reduced cost
 *
 *   c_ij - u_i - v_j <= delta
 *
 * can matter until then, and one pass over C finds them all: this is exact. There are two such
 * sets. The *wide* one is found in C, and serves for many steps of the *near* one, which is found
 * in it and is what the forest searches. Each delta is a quantile of a sample of reduced costs, so
 * that lists stay short whatever the costs look like: as short as makes searching them cost as much
 * as finding them. If so many arcs are tied that no delta will do, the lists are given up and the
 * matrix itself is read.
 */
#ifndef PAROT_TRANSPORT_FOREST_LISTS_H
#define PAROT_TRANSPORT_FOREST_LISTS_H

#include "base/arena.h"
#include "transport/costs.h"

struct near_arc {
    double cost;   /* scaled */
    int32_t other; /* the column in a row's list, the row in a column's */
};

/* Arcs by row, complete up to a horizon. */
struct arc_set {
    int64_t capacity, wanted; /* arcs in all; at least twice as many fit as are wanted */
    int64_t *start;           /* n + 1 */
    struct near_arc *arcs;
    double step;    /* delta */
    double horizon; /* the lambda of the time plus delta; -INFINITY: not yet found */
    int is_idle;    /* nothing has happened since it was found */
};

struct forest_lists {
    struct costs costs;
    struct arc_set wide, near;
    int64_t *col_start;            /* m + 1: the near arcs by column */
    struct near_arc *by_col;       /* near.capacity */
    int32_t *found;                /* scratch, m: what one row contributes */
    double *sample;                /* scratch */
    uint64_t random;               /* state */
    int64_t first_near, most_near; /* near.wanted begins with one and is never above the other */
    int64_t searched;              /* near arcs looked at since they were found; the user counts */
    double lambda;
    double horizon; /* that of the near arcs */
    int is_dense;   /* no lists: read the matrix; the horizon is INFINITY */
};

/* `wanted` near arcs for each row, or column if there are more of them, on average: so it begins,
 * and up to 4 times as many may follow. */
void lists_layout(struct forest_lists *lists, int32_t n, int32_t m, int64_t wanted,
                  struct arena *arena);

/* Forgets all arcs; before lists_build, for new costs. */
void lists_start(struct forest_lists *lists, const struct costs *costs);

/* Lists for lambda and beyond. u and v: n and m potentials, -INFINITY for nodes without mass. If
 * nothing happened before the last horizon, steps are doubled as far as there is room. */
void lists_build(struct forest_lists *lists, const double *u, const double *v, double lambda,
                 int was_idle);

#endif
