/* wasserstein.h - partial transport from the unlabeled rows to the positives (paper, Section 4.2).
 */
#ifndef PAROT_PU_WASSERSTEIN_H
#define PAROT_PU_WASSERSTEIN_H

#include "pu/answer.h"

/* The problem in the form that the solvers take: p_i = 1/n, q_j = (s + alpha)/m, mass s = k/n. */
struct transport {
    int64_t n, m, k;
    double *cost; /* n x m */
    double *p, *q;
    double mass;
};

void transport_layout(struct transport *transport, struct arena *arena);

/* transport->n, m, k are set and the arrays are there: fills p, q and the mass. */
void transport_weigh(struct transport *transport, double noise);

/* The same, and the costs. */
parot_status transport_fill(struct transport *transport, const struct pu_problem *problem,
                            struct control *control, parot_error *err);

/* share[i] = n sum_j T_ij */
void transport_shares(const parot_plan *plan, double *share);

/* value[i] = -min_j (C_ij + v_j), minus the price of moving the row: above -lambda for rows that
 * move, below for rows that stay. */
void transport_values(const struct transport *transport, const double *v, double *value);

/* The method: shares and prices of the cheapest plan, whose rows `group` makes all or nothing. */
parot_status pu_wasserstein(const struct pu_problem *problem, parot_pu_group group,
                            struct control *control, struct answer *answer, parot_error *err);

#endif
