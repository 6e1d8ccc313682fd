/* partial_entropic.h - partial transport with an entropy. */
#ifndef PAROT_PUBLIC_PARTIAL_ENTROPIC_H
#define PAROT_PUBLIC_PARTIAL_ENTROPIC_H

#include "parot/partial.h"

#ifdef __cplusplus
extern "C" {
#endif

/* min <C,T> + reg sum_ij T_ij log T_ij over the plans of problem->mass: every pair gets some mass,
 * expensive pairs less. (u, v, lambda) prove that no plan is lower than `bound`. */
typedef struct parot_entropic_result {
    int64_t rows, cols;
    double *plan; /* rows x cols: within both weights, and of that mass */
    parot_dual dual;
    double mass;
    double objective;    /* <C,T> */
    double regularised;  /* <C,T> + reg sum T log T */
    double bound;        /* lambda mass - <u,p> - <v,q> <= regularised, up to rounding */
    double residual;     /* fraction of the mass that the last iteration still moved */
    parot_status status; /* PAROT_OK: the residual is at most the tolerance, or 4 eps max |C| / reg,
                            which is the rounding of exponents of that size */
    parot_info info;
    void *owner;         /* private */
    double reg;          /* that was asked for */
    int64_t reserved[3]; /* for fields to come */
} parot_entropic_result;

/* Costs must be finite, reg > 0 and no less than 1e-12 of the largest cost, 0 < tolerance < 1.
 * Each iteration reads the costs four times; run->max_iterations is 10000 by default. From the 41st
 * on, problems of up to 2000 rows have a Newton step in each, for which (n + m) n more numbers are
 * kept. */
PAROT_CHECKED parot_status parot_partial_entropic(const parot_problem *problem, double reg,
                                                  double tolerance, const parot_run *run,
                                                  parot_entropic_result *result, parot_error *err);
PAROT_API void parot_entropic_result_free(parot_entropic_result *result);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_PUBLIC_PARTIAL_ENTROPIC_H */
