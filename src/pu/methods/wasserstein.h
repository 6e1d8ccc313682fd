/* wasserstein.h - partial transport from the unlabeled rows to the positives (paper, Section 4.2).
 */
#ifndef PAROT_PU_WASSERSTEIN_H
#define PAROT_PU_WASSERSTEIN_H

#include "pu/methods/pu_result.h"

/* p_i = 1/n, q_j = (s + alpha)/m, mass s = k/n, in a unit in which rows are whole numbers: every
 * row weighs `row`, a positive takes c = (k + alpha n)/m rows, at most k. If c is a fraction of
 * denominator b <= m, then row = b, and all weights are whole numbers; so sums of them are exact, a
 * row moves or stays to the last bit, and a plan splits a row only where it must.
 *
 * Positives that count w_j take w_j c rows. If the w_j are whole multiples r_j of the least of
 * them, all is as if positive j were listed r_j times. Else they are rounded up to 2^-20 of a row.
 */
struct transport {
    int64_t n, m, k;
    double *cost; /* n x m; NULL: there is no matrix */
    double *p, *q;
    double mass;
    double row;
    struct pairs pairs;   /* the tables, which are asked where `cost` is NULL */
    const double *weight; /* m: w, of mean 1; NULL: all are 1 */
};

/* n, m, k and the tables of a problem, and whether there will be a matrix. */
struct transport transport_between(const struct pu_problem *problem, const struct control *control);

void transport_layout(struct transport *transport, struct arena *arena);

/* transport->n, m, k are set and the arrays are there: fills p, q, the mass and the row. */
void transport_weigh(struct transport *transport, double noise);

/* From that unit to the one in which all rows weigh 1. */
double transport_part(const struct transport *transport, double mass);
void transport_restore_plan(const struct transport *transport, parot_plan *plan);
void transport_restore(const struct transport *transport, parot_result *result);

/* What answers questions about the costs. */
struct pairs transport_pairs(const struct transport *transport);

/* The cheapest plan, for these weights of the rows. */
parot_status transport_solve(const struct transport *transport, const double *p,
                             struct control *control, parot_result *result, parot_error *err);

/* transport_weigh, and the costs. */
parot_status transport_fill(struct transport *transport, const struct pu_problem *problem,
                            struct control *control, parot_error *err);

/* share[i] = sum_j T_ij / row */
void transport_shares(const parot_plan *plan, double row, double *share);

/* value[i] = -min_j (C_ij + v_j), minus the price of moving the row: above -lambda for rows that
 * move, below for rows that stay. A positive status: why it was stopped. */
parot_status transport_values(const struct transport *transport, const double *v,
                              struct control *control, double *value, parot_error *err);

/* The same into found->value; when it is stopped, as far as the prices of the rows tell. */
parot_status transport_find_values(const struct transport *transport, const parot_dual *dual,
                                   struct control *control, struct pu_result *found,
                                   parot_error *err);

/* The method: shares and prices of the cheapest plan, whose rows `whole_rows` makes all or nothing.
 */
parot_status pu_wasserstein(const struct pu_problem *problem, parot_pu_whole_rows whole_rows,
                            struct control *control, struct pu_result *found, parot_error *err);

#endif
