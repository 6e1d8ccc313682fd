/* exact_flow.h - partial transport in integers of any size: the judge of all other answers.
 *
 * Doubles are whole multiples of 2^-1074, so that costs in that unit, and masses in 2^-1074 / (n
 * m), are integers, uniform weights 1 / n included. Successive shortest paths then give the whole
 * curve mass -> cost without any rounding. For problems of a few rows and columns.
 */
#ifndef PAROT_TESTS_EXACT_FLOW_H
#define PAROT_TESTS_EXACT_FLOW_H

#include <gmp.h>

#include "parot/parot.h"

enum { FLOW_SIDE = 6 };

struct exact_flow {
    int n, m;
    int is_allowed[FLOW_SIDE][FLOW_SIDE];
    mpz_t cost[FLOW_SIDE][FLOW_SIDE], flow[FLOW_SIDE][FLOW_SIDE];
    mpz_t left[2 * FLOW_SIDE]; /* what rows still have, then what columns still take */
    mpz_t used[2 * FLOW_SIDE]; /* by a plan */
    mpz_t moved, total, slope; /* so far: mass, its cost, the price of the last unit */
    mpz_t most, amount, length[2 * FLOW_SIDE];
};

void flow_open(struct exact_flow *flow);
void flow_close(struct exact_flow *flow);

/* Forgets all flow. */
void flow_begin(struct exact_flow *flow, const parot_problem *problem);

/* The mass that the problem means: its own, or min(|p|, |q|) where it is within rounding of it. */
void flow_meant_mass(struct exact_flow *flow, const parot_problem *problem, mpz_t mass);

/* The problem that a plan solves: weights are raised to what it moves, entries below 0 left out,
 * and `mass` is what it moves in all. The plan is feasible there, whatever it is here. */
void flow_begin_own(struct exact_flow *flow, const parot_problem *problem, const parot_plan *plan,
                    mpz_t mass);

/* Moves until the mass is reached, or all that can move has; flow->total is the optimum. */
void flow_run(struct exact_flow *flow, const mpz_t mass);

/* Moves along one shortest path, `limit` in all at most (NULL: no limit), and says whether there
 * was a path. flow->slope is its price. */
int flow_step(struct exact_flow *flow, const mpz_t limit);

/* A mass and a cost in the units above. Both must be finite. */
void flow_mass(const struct exact_flow *flow, double mass, mpz_t out);
void flow_cost(double cost, mpz_t out);

/* a / b as a double; 0 if a is, infinite if only b is. */
double flow_ratio(const mpz_t a, const mpz_t b);

#endif
