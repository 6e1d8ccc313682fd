/* scaled.h - a Gromov-Wasserstein problem in units in which its numbers are near 1.
 *
 * Powers of two are exact, so with source and target = 2^d (ours), costs = 2^c (ours) and masses =
 * 2^s (ours) nothing is rounded, and
 *
 *   objective = 2^value (linear <C,T> + quadratic J(T))           in our numbers
 *   linear = (1 - alpha) 2^(c + s - value),  quadratic = alpha 2^(loss + 2 s - value)
 *
 * where `loss` is 2 d for the square loss and d for KL. A problem whose numbers have an ordinary
 * size is used in place, and all exponents are 0.
 */
#ifndef PAROT_GROMOV_SCALED_H
#define PAROT_GROMOV_SCALED_H

#include "base/arena.h"
#include "gromov/spaces.h"
#include "transport/units.h"

struct scaled {
    parot_gromov_problem problem; /* ours; its alpha is the caller's and means nothing here */
    double linear, quadratic;
    int distance, cost, mass; /* exponents: d, c and s */
    int value;
    void *memory; /* copies, if there had to be any */
};

/* The problem has passed spaces_check and check_weights; largest_cost is the largest |C_ij|, 0
 * without costs. Refuses a mass that is not positive, or more than the weights hold. Release with
 * block_free(scaled->memory), also after a failure. */
parot_status scaled_open(struct scaled *scaled, const parot_gromov_problem *problem,
                         const struct spaces *spaces, double largest_cost, struct control *control,
                         parot_error *err);

/* Can the distances and costs that a plan uses be seen in our units, which the largest ones set,
 * used or not? `given` is the caller's problem, the plan is in our units; row and col have room for
 * n and m numbers. */
int scaled_resolves(const struct scaled *scaled, const parot_gromov_problem *given,
                    const parot_plan *plan, double *row, double *col);

/* Refuses a mass that is not positive and finite, or so small that its parts leave the range of
 * double. */
parot_status scaled_check_mass(double mass, parot_error *err);

/* Do masses have to be scaled? Then by the exponent of `mass`; to = 2^-exponent weights. */
int has_unusual_masses(double mass, struct weights p, struct weights q);
void scaled_weights(struct weights from, int exponent, double *to);

/* Does 2^exponent x leave the range of double? Numbers that are nothing beside 1, in which ours
 * are, may. */
int leaves_range(double x, int exponent);

#endif
