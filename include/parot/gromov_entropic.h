/* gromov_entropic.h - partial (fused) Gromov-Wasserstein with an entropy. */
#ifndef PAROT_PUBLIC_GROMOV_ENTROPIC_H
#define PAROT_PUBLIC_GROMOV_ENTROPIC_H

#include "parot/gromov_wasserstein.h"

#ifdef __cplusplus
extern "C" {
#endif

/* (1 - alpha) <C,T> + alpha J(T) + reg sum_ij T_ij log T_ij over the plans of gromov.mass. Begin
 * with = {0} or a designated initialiser. */
typedef struct parot_gromov_entropic_problem {
    parot_gromov_problem gromov;
    double reg;          /* > 0 */
    double tolerance;    /* of the change, in (0, 1) */
    const double *start; /* n x m, >= 0, scaled to the mass; NULL: the product of the weights */
    int64_t reserved[4]; /* 0 */
} parot_gromov_entropic_problem;

/* A plan that gives itself back: T is the best one for the costs (1 - alpha) C + 2 alpha (M o T)
 * and the entropy. The derivatives of `regularised` with respect to p, q and the mass are -dual.u,
 * -dual.v and dual.lambda + reg; parot_gromov_entropic_gradient has the others. */
typedef struct parot_gromov_entropic_result {
    int64_t rows, cols;
    double *plan; /* rows x cols: within both weights, and of that mass */
    parot_dual dual;
    double mass;
    double objective;    /* (1 - alpha) <C,T> + alpha J(T) */
    double regularised;  /* with the entropy */
    double change;       /* |T - T'| / mass of the last iteration (Frobenius), T' what its costs
                            were made of: the plan before, or a mixture of such plans */
    int64_t inner;       /* iterations of the linear problems, all together */
    int64_t history;     /* iterations whose change is kept, 1000 at most */
    double *changes;     /* theirs */
    parot_status status; /* PAROT_OK: the change is at most the tolerance */
    parot_info info;     /* iterations: linear problems */
    void *owner;         /* private */
    double stationarity; /* how much less any plan has of the costs at T, with the entropy: 0 where
                            T is the best plan for them */
    int64_t reserved[3]; /* for fields to come */
} parot_gromov_entropic_result;

/* Each linear problem begins with the prices of the one before, and is solved as closely as the
 * plans still differ. The problem is not convex: the answer is stationary, not proved to be the
 * best. run->max_iterations is 1000 by default. */
PAROT_CHECKED parot_status parot_gromov_entropic(const parot_gromov_entropic_problem *problem,
                                                 const parot_run *run,
                                                 parot_gromov_entropic_result *result,
                                                 parot_error *err);
PAROT_API void parot_gromov_entropic_result_free(parot_gromov_entropic_result *result);

/* An estimate of the bytes that it takes for n and m points; `has_points`: the distances within
 * each space are computed as well. */
PAROT_API double parot_gromov_entropic_memory(int64_t n, int64_t m, int has_points);

/* Derivatives of `regularised` with respect to both matrices and the cost. */
PAROT_CHECKED parot_status parot_gromov_entropic_gradient(
    const parot_gromov_entropic_problem *problem, const parot_gromov_entropic_result *result,
    const parot_run *run, const parot_gromov_derivatives *derivatives, parot_error *err);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_PUBLIC_GROMOV_ENTROPIC_H */
