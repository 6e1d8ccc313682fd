/* gradient.h - derivatives of values: by points, and of the cost of an entropic plan.
 *
 * Those of the exact value are in its result. Where the answer is unique, the derivative of
 * parot_result.objective
 *   - by C_ij is T_ij, the plan;
 *   - by p_i is -u_i, by q_j is -v_j, by the mass is lambda;
 *   - of what parot_partial_lagrange minimises, <C,T> - price 1' T 1: by the price -mass, and no
 *     other changes;
 *   - of parot_partial_prices: by p_i and q_j the same, by a_i what is left of row i,
 *     p_i - sum_j T_ij, by b_j what is left of column j.
 * At ties, where several plans or prices are optimal, the value has a kink: these numbers are
 * slopes on one of its sides, or between two of them (the value is concave in C and in prices,
 * convex in p, q and the mass). Those of parot_gromov_result are described there.
 */
#ifndef PAROT_PUBLIC_GRADIENT_H
#define PAROT_PUBLIC_GRADIENT_H

#include "parot/cost.h"
#include "parot/partial_entropic.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where derivatives by points are written: x.rows x x.cols and y.rows x y.cols numbers of the
 * caller; NULL: not wanted. */
typedef struct parot_points_derivatives {
    double *x, *y;
    int64_t reserved[2]; /* 0 */
} parot_points_derivatives;

/* Derivatives of sum_e plan->mass[e] metric(x_row[e], y_col[e]) by the coordinates of both clouds.
 * With the plan of a solution these are the derivatives of its value. Masses may have any sign and
 * entries any order.
 *
 * Where the metric has a kink, the number is 0 if that is one of its slopes: the distance of equal
 * points (euclidean), equal coordinates (cityblock). Of several coordinates with the largest
 * difference (chebyshev) the first counts. After PAROT_ESTOPPED and PAROT_ENUMERIC the numbers may
 * have been written. */
PAROT_CHECKED parot_status parot_cost_gradient(parot_matrix x, parot_matrix y, parot_metric metric,
                                               const parot_plan *plan, const parot_run *run,
                                               const parot_points_derivatives *derivatives,
                                               parot_error *err);

/* The same of sum_ij weights_ij metric(x_i, y_j), for a matrix of x.rows x y.rows numbers: such as
 * the derivatives by distances of parot_gromov_gradient, with y = x, whose derivatives are then
 * those of x and of y together. */
PAROT_CHECKED parot_status parot_cost_gradient_dense(parot_matrix x, parot_matrix y,
                                                     parot_metric metric, parot_matrix weights,
                                                     const parot_run *run,
                                                     const parot_points_derivatives *derivatives,
                                                     parot_error *err);

/* Where derivatives are written: rows x cols, rows, cols and 1 numbers of the caller; NULL: not
 * wanted. */
typedef struct parot_entropic_derivatives {
    double *cost, *p, *q, *mass;
    int64_t reserved[2]; /* 0 */
} parot_entropic_derivatives;

/* Derivatives of result->objective, <C,T>, of a plan that parot_partial_entropic found: those of
 * the equations that the plan satisfies, in time rows cols min(rows, cols). Those of
 * result->regularised are the plan, -u, -v and lambda + result->reg. Rows and columns that are full
 * and have a price of 0 are ties. Where all rows, or all columns, are full, the weights and the
 * mass cannot change one without the other, and only what they add up to has a meaning. */
PAROT_CHECKED parot_status parot_entropic_gradient(const parot_entropic_result *result,
                                                   const parot_run *run,
                                                   const parot_entropic_derivatives *derivatives,
                                                   parot_error *err);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_PUBLIC_GRADIENT_H */
