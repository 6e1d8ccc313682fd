/* pairs.h - the costs between the rows of two tables, for what takes tables rather than costs.
 *
 * Where there are few pairs they are a matrix; where there are many, or run->costs says so, the
 * tables themselves are asked (partial_points.h). Everything that needs them asks here, so that
 * nobody else has to know which it is.
 */
#ifndef PAROT_PARTIAL_PAIRS_H
#define PAROT_PARTIAL_PAIRS_H

#include "base/arena.h"

struct pairs {
    parot_matrix x, y; /* n x d, m x d */
    parot_metric metric;
    int has_matrix;
    const double *cost; /* n x m; NULL: there is no matrix */
    double *room;       /* where pairs_fill puts it */
};

/* The weights and the mass of a problem between them. */
struct pairs_weights {
    const double *p, *q; /* NULL: uniform */
    double mass;
};

/* Decides between the two by the sizes of the tables and run->costs; data may be NULL so far. */
struct pairs pairs_of(parot_matrix x, parot_matrix y, parot_metric metric, const parot_run *run);

/* Takes room for the matrix, if there is to be one; pairs_fill computes it. */
void pairs_layout(struct pairs *pairs, struct arena *arena);
parot_status pairs_fill(struct pairs *pairs, struct control *control, parot_error *err);

/* parot_partial, parot_partial_curve and parot_certify, or their sisters for points. */
parot_status pairs_partial(const struct pairs *pairs, struct pairs_weights weights,
                           const parot_run *run, parot_result *result, parot_error *err);
parot_status pairs_curve(const struct pairs *pairs, struct pairs_weights weights,
                         const parot_run *run, parot_curve *curve, parot_error *err);
parot_status pairs_certify(const struct pairs *pairs, struct pairs_weights weights,
                           const parot_result *result, const parot_run *run, parot_check *check,
                           parot_error *err);

/* least[i] = min_j C_ij + v_j and, if `at` is not NULL, at[i] the column; v NULL: all 0. Without a
 * matrix any of several columns that are equally good, and a positive status says why it was
 * stopped. */
parot_status pairs_least(const struct pairs *pairs, const double *v, struct control *control,
                         double *least, int32_t *at, parot_error *err);

/* cost[k] = C of row[k] and col[k]. A positive status: why it was stopped. */
parot_status pairs_costs(const struct pairs *pairs, const int32_t *row, const int32_t *col,
                         int64_t count, struct control *control, double *cost, parot_error *err);

#endif
