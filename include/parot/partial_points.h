/* partial_points.h - exact partial Wasserstein between clouds of points, without a matrix. */
#ifndef PAROT_PUBLIC_PARTIAL_POINTS_H
#define PAROT_PUBLIC_PARTIAL_POINTS_H

#include "parot/certificate.h"
#include "parot/cost.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The problem of partial.h between two clouds of points: C_ij = metric(x_i, y_j), computed from
 * differences of coordinates. Time and memory grow with the number of points instead
 * of the number of pairs, as far as the dimension allows. */
typedef struct parot_points_problem {
    parot_matrix x, y; /* n x d and m x d, finite */
    parot_metric metric;
    const double *p, *q; /* as in parot_problem */
    double mass;
    int64_t reserved[4]; /* 0 */
} parot_points_problem;

/* The same problem with the costs C_ij = alpha_i + beta_j - <f_i, g_j>, which is what the gradient
 * of Gromov-Wasserstein looks like. They may have any sign. */
typedef struct parot_products_problem {
    parot_matrix f, g;          /* n x d and m x d, finite; with their products, too */
    const double *alpha, *beta; /* n and m numbers, finite; NULL: 0 each */
    const double *p, *q;        /* as in parot_problem */
    double mass;
    int64_t reserved[4]; /* 0 */
} parot_products_problem;

/* ---- Solvers ------------------------------------------------------------ */

/* parot_partial for clouds of points, as exact, and proved in the same way. */
PAROT_CHECKED parot_status parot_partial_points(const parot_points_problem *problem,
                                                const parot_run *run, parot_result *result,
                                                parot_error *err);

/* Whether to choose parot_partial_points by the number of pairs: from 4 million on it is as a rule
 * faster than parot_cost and parot_partial together. In 24 and more dimensions, except by cityblock
 * and chebyshev, from 2^26 pairs on, a matrix of 512 MB: this saves memory, and may take longer. */
PAROT_API int parot_points_pay(const parot_points_problem *problem);

/* An estimate of the bytes that parot_partial_points takes with one thread, from the sizes of the
 * tables and the share of mass alone: data may be NULL. Mass 0: at a price. 0 if the sizes are not
 * those of a problem. */
PAROT_API double parot_partial_points_memory(const parot_points_problem *problem);

/* parot_partial_lagrange for clouds of points. */
PAROT_CHECKED parot_status parot_partial_points_lagrange(const parot_points_problem *problem,
                                                         double price, const parot_run *run,
                                                         parot_result *result, parot_error *err);

/* parot_partial_prices for clouds of points: C - a - b is rounded nowhere. */
PAROT_CHECKED parot_status parot_partial_points_prices(const parot_points_problem *problem,
                                                       const parot_prices *prices,
                                                       const parot_run *run, parot_result *result,
                                                       parot_error *err);

/* parot_partial_points for products. */
PAROT_CHECKED parot_status parot_partial_products(const parot_products_problem *problem,
                                                  const parot_run *run, parot_result *result,
                                                  parot_error *err);

/* ---- Proofs ------------------------------------------------------------- */

/* parot_certify, parot_certify_price and parot_certify_prices for clouds of points, and
 * parot_certify for products. They share nothing with the solver but the order of operations that
 * defines C_ij. */
PAROT_CHECKED parot_status parot_certify_points(const parot_points_problem *problem,
                                                const parot_result *result, const parot_run *run,
                                                parot_check *check, parot_error *err);
PAROT_CHECKED parot_status parot_certify_points_price(const parot_points_problem *problem,
                                                      double price, const parot_result *result,
                                                      const parot_run *run, parot_check *check,
                                                      parot_error *err);
PAROT_CHECKED parot_status parot_certify_points_prices(const parot_points_problem *problem,
                                                       const parot_prices *prices,
                                                       const parot_result *result,
                                                       const parot_run *run, parot_check *check,
                                                       parot_error *err);
PAROT_CHECKED parot_status parot_certify_products(const parot_products_problem *problem,
                                                  const parot_result *result, const parot_run *run,
                                                  parot_check *check, parot_error *err);

/* parot_result_claims for clouds of points. */
PAROT_CHECKED parot_status parot_result_claims_points(const parot_points_problem *problem,
                                                      double price, const parot_prices *prices,
                                                      const parot_result *result,
                                                      parot_claims *claims, parot_error *err);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_PUBLIC_PARTIAL_POINTS_H */
