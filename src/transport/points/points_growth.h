/* points_growth.h - a plan that grows from nothing, for masses at which clouds are matched in small
 * groups.
 *
 * Up to some share of the mass each pair or small group of points exchanges mass by itself, and the
 * parametric simplex (transport/parametric) finds one after the other in the order of their price:
 * a few steps a point, several times fewer than the simplex needs from a greedy start. Near the
 * share at which the groups become one, its steps change half of all trees at once. It counts its
 * work and gives up there.
 */
#ifndef PAROT_TRANSPORT_POINTS_POINTS_GROWTH_H
#define PAROT_TRANSPORT_POINTS_POINTS_GROWTH_H

#include "transport/points/points_solver.h"

/* Is it worth trying? */
int points_growth_pays(const struct points_solver *solver);

/* The largest share of the larger side's mass that it tries. */
extern const double POINTS_GROWTH_SHARE;

/* Leaves a tree in solver->simplex if it comes to its end; *is_optimal: in exact arithmetic, so
 * that `exact`, for which exact_begin has been called, has its prices. PAROT_OK without a tree
 * (simplex.has_basis): the work was too much. Any other status that is not an error: it was
 * stopped, and there is a feasible tree and a bound (points_stopped_duals). */
parot_status points_grow(struct points_solver *solver, struct exact *exact, int *is_optimal);

/* What it takes beside the solver, which has not filled its lists. */
void points_growth_measure(const struct points *points, struct arena *arena);

#endif
