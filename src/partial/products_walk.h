/* products_walk.h - parot_partial_products again and again, with the same weights and mass and
 * costs that change from one to the next, as along a descent.
 *
 * The order of the points, the lists of pairs and the tree of the last solve are kept, under the
 * new costs. Answers are as exact as those of parot_partial_products, and need not be the same
 * where there are several.
 */
#ifndef PAROT_PARTIAL_PRODUCTS_WALK_H
#define PAROT_PARTIAL_PRODUCTS_WALK_H

#include "base/status.h"

struct products_walk;

/* *walk is NULL before the first solve. `is_near`: begin with what the last solve left; 0 begins
 * anew. The memory functions of all runs must be the same. */
parot_status products_walk_solve(struct products_walk **walk, int is_near,
                                 const parot_products_problem *problem, const parot_run *run,
                                 parot_result *result, parot_error *err);
void products_walk_close(struct products_walk *walk);

#endif
