/* fused.h - costs between the spaces beside the distances within each, without a matrix.
 *
 * Features of both sides, u_i and w_j, have the costs C_ij = |u_i - w_j|^2, and
 *
 *   F(T) = quadratic J(T) + linear <C,T>
 *
 * So half the gradient has as many more features as u and w have columns. Without features F = J.
 */
#ifndef PAROT_GROMOV_FUSED_H
#define PAROT_GROMOV_FUSED_H

#include "gromov/points/plan_moments.h"

/* <C,T>, and that of mass p q' / (|p| |q|); 0 without features. */
double fused_cost(const struct coordinates *at, const parot_plan *plan);
double fused_cost_of_product(const struct coordinates *at, struct weights p, struct weights q,
                             double mass);

/* quadratic J + linear <C,T>. The same with <M o S, T> in place of J, and the mean of <C,S> and
 * <C,T>, is a form whose parabola on the way from T to S is that of F. */
double fused_value(const struct coordinates *at, double quadratic, double cost);

/* <G,T>, G being half the gradient: F(T) less half of what is linear in it. */
double fused_slope(const struct coordinates *at, double value, double cost);

/* F = <C,T>, for the start that looks at nothing else. */
void fused_costs_alone(struct coordinates *at);

/* Offsets of M o T become those of half the gradient of F. */
void fused_offsets(const struct coordinates *at, const struct linear_costs *costs);

/* The same of features, which are `rank` columns; returns how many there are now. f and g have room
 * for them. */
int64_t fused_append(const struct coordinates *at, int64_t rank, const struct linear_costs *costs);

/* (M o T)_ij without its offsets becomes what is taken off those of F. */
double fused_product(const struct coordinates *at, int64_t i, int64_t j, double product);

#endif
