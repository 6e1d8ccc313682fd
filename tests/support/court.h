/* court.h - an answer before exact integers: what its plan costs, what the best one would, and
 * whether the certificate of the answer is true.
 *
 * Prices of points are a part of the problem: all is said of costs C - a - b. Without prices these
 * are the costs themselves; a price for each unit of mass is that of each source.
 */
#ifndef PAROT_TESTS_COURT_H
#define PAROT_TESTS_COURT_H

#include "release.h"
#include "small_problems.h"

struct court {
    struct small_problem small;
    parot_prices prices;
    struct exact_flow flow;
    mpz_t mass, optimum, fixed; /* of the best plan; <a,p> + <b,q> */
    mpz_t cost, scale, missed;  /* of the plan that is judged */
    mpz_t x, y;                 /* to compute with */
    long long tried, unproved, off, wrong;
};

/* COUNT trials, `quick` without that argument of the program, `each` of them with one problem, from
 * number FIRST on. The court is the first member of the thing that attack() is given. */
void court_try(struct court *court, char **argv, uint64_t quick, uint64_t each,
               void (*attack)(void *thing, uint64_t number));

/* Prints what is wrong with the answer to the court's problem, and counts it. */
void court_complain(struct court *court, const char *what, double got, double wanted);

/* Forgets all flow, for costs C - a - b; of the problem, or of the one that a plan solves, whose
 * mass is then that of the plan. */
void court_begin(struct court *court);
void court_begin_own(struct court *court, const parot_plan *plan, mpz_t mass);

/* The optimum of the mass that the problem means; whether so much can move. */
int court_solve(struct court *court);

/* That of the flow that has begun: of court->mass, or of any mass. */
void court_find_optimum(struct court *court);
void court_find_any_optimum(struct court *court);

/* <C - a - b,T>, <|C| + |a| + |b|,T>, and what entries below 0 miss. It says whether the plan has a
 * price: all masses are numbers, and none is on a forbidden pair. */
int court_price(struct court *court, const parot_plan *plan);

/* A mass times a cost, which must be finite, in the units of the flow. */
void court_product(const struct court *court, double value, mpz_t out);

/* Infinity is more than anything. */
int court_is_at_most(const struct court *court, const mpz_t x, double value);

/* Does the priced plan cost at most so much more? Does no plan cost less than the bound? */
int court_is_excess(struct court *court, const mpz_t optimum, double excess);
int court_is_bound(struct court *court, double bound);

/* |value - wanted| in parts of the scale; 0 within the last digits of the smallest doubles. */
double court_distance(const struct court *court, double value, const mpz_t wanted,
                      const mpz_t scale);

/* Is the priced plan at most the excess above the optimum, and, if it is called solved, at most
 * 1e-9 of the scale? Returns its distance, in parts of the scale. */
double court_judge_cost(struct court *court, const char *what, parot_status status, double excess);

/* Both, and whether the status says what the certificate does; whether the answer is proved. */
int court_judge(struct court *court, const char *what, parot_status status,
                const parot_check *check);

#endif
