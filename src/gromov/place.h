/* place.h - where a walk's plan T is, and what is known of it. */
#ifndef PAROT_GROMOV_PLACE_H
#define PAROT_GROMOV_PLACE_H

#include "gromov/frank_wolfe.h"

/* G, n x m. */
parot_matrix walk_gradient(const struct walk *walk);

/* <C, plan>, or 0 where costs have no weight. */
double walk_cost(const struct walk *walk, const parot_plan *plan);

/* What rounding is relative to: the larger terms that `form` is a difference of, for the plan whose
 * marginal terms are on the bench. */
double walk_magnitude(const struct walk *walk);

/* T <- (1 - step) T + step S, for the oracle's S. */
void walk_move(struct walk *walk, double step);

/* T <- p q' mass / (|p| |q|): every row and column gives the same share. */
void walk_from_product(struct walk *walk);

/* T <- the oracle's vertex, for a walk that ends there: its value, and no G. */
void walk_end_at_vertex(struct walk *walk);

/* G, cost and form of T from nothing, without the rounding of the steps that led there. */
parot_status walk_refresh(struct walk *walk, parot_error *err);

#endif
