/* place.h - where a descent's plan T is, and what is known of it. */
#ifndef PAROT_GROMOV_PLACE_H
#define PAROT_GROMOV_PLACE_H

#include "gromov/frank_wolfe.h"

/* G, n x m. */
parot_matrix frank_wolfe_gradient(const struct frank_wolfe *descent);

/* <C, plan>, or 0 where costs have no weight. */
double frank_wolfe_cost(const struct frank_wolfe *descent, const parot_plan *plan);

/* What rounding is relative to: the larger terms that `form` is a difference of, for the plan whose
 * marginal terms are on the bench. */
double frank_wolfe_magnitude(const struct frank_wolfe *descent);

/* The same of the present T, which takes its place on the bench. */
double frank_wolfe_measure(struct frank_wolfe *descent);

/* Takes down value and gap of T, for the history and for whoever watches. */
void frank_wolfe_note(struct frank_wolfe *descent);

/* G of the vertex that tensor_form has just seen, by factors. */
void frank_wolfe_rough_gradient(struct frank_wolfe *descent);

/* T <- (1 - step) T + step S, for the oracle's S. */
void frank_wolfe_move(struct frank_wolfe *descent, double step);

/* T <- p q' mass / (|p| |q|): every row and column gives the same share. */
void frank_wolfe_from_product(struct frank_wolfe *descent);

/* T <- the oracle's vertex, for a descent that ends there: its value, and no G. */
void frank_wolfe_end_at_vertex(struct frank_wolfe *descent);

/* G, cost and form of T from nothing, without the rounding of the steps that led there. */
parot_status frank_wolfe_refresh(struct frank_wolfe *descent, parot_error *err);

#endif
