/* points_staircase.h - the first tree of clouds on a line, when all of the mass moves.
 *
 * Points of either side lie on a line, and the two lines are parallel; for products, any two lines.
 * With t and s their places along it, c(i, j) is a sum of a part for i, a part for j, and a convex
 * function of t_i - s_j (of products: -t_i s_j, up to a positive factor). So mass that is met in
 * order, row by row and column by column, makes an optimal plan, and the arcs on its way, those
 * without mass among them, an optimal tree. By lists and pivots such clouds take a time that grows
 * with the square of their points.
 */
#ifndef PAROT_TRANSPORT_POINTS_STAIRCASE_H
#define PAROT_TRANSPORT_POINTS_STAIRCASE_H

#include "transport/points/points_solver.h"

/* Builds simplex.tree; 0: it did not, for these clouds or this mass are not of that kind, or there
 * is no memory, or no time. */
int points_staircase(struct points_solver *solver, const struct costs *costs);

#endif
