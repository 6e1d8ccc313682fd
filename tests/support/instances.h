/* instances.h - families of problems that have broken transport codes.
 *
 * Instance number k is always the same problem. It uses the public header alone.
 */
#ifndef PAROT_TESTS_INSTANCES_H
#define PAROT_TESTS_INSTANCES_H

#include "parot/parot.h"

struct instance {
    const char *family;
    parot_problem problem;
    double *cost, *p, *q; /* p, q: NULL for uniform weights */
};

/* Uniform in (0, 1): number `index` of stream `seed`. */
double test_uniform(uint64_t seed, uint64_t index);

/* All of them are `value`, or the first `count` numbers of the stream. */
void test_set(double *numbers, int64_t count, double value);
void test_fill(double *numbers, int64_t count, uint64_t seed);

/* Standard normal, by Box and Muller: of numbers 2 index and 2 index + 1. */
double test_normal(uint64_t seed, uint64_t index);

/* Prices of the size of the costs, some 0, some below 0, some far above all; if seed mod 7 = 3 some
 * are the same. */
double test_price(uint64_t seed, uint64_t index, double size);

/* The same numbers one after the other. */
struct draws {
    uint64_t seed, drawn;
};
double next_uniform(struct draws *draws);
double next_normal(struct draws *draws);
int next_below(struct draws *draws, int64_t count); /* 0 ... count - 1 */

/* Rows and columns up to about `size`, in some families up to four times that. */
void instance_make(struct instance *instance, uint64_t number, int64_t size);
void instance_free(struct instance *instance);

int64_t instance_families(void);

/* Of `all` instances as many as PAROT_INSTANCES wants, which says how many of 10,000; three at
 * least, and all if it is not set. */
uint64_t test_wanted(uint64_t all);

/* From one instance to the next: 1, but `some` if PAROT_INSTANCES wants less than a fifth, for
 * loops that are to see something of every kind also then. */
uint64_t test_stride(uint64_t some);

/* |w|_1 of weights that may be NULL, by compensated summation. */
double test_total(const double *weights, int64_t count);

/* w_i of weights that may be NULL. */
double test_weight(const double *weights, int64_t count, int64_t i);

/* C_ij, and the largest |C_ij| of pairs that are allowed. */
double cost_of(const parot_problem *problem, int64_t i, int64_t j);
double largest_cost(const parot_problem *problem);

/* The plan's mass, and that of row i or column j, in long double: exact for our purposes. */
long double plan_total(const parot_plan *plan);
long double plan_row(const parot_plan *plan, int64_t i);
long double plan_col(const parot_plan *plan, int64_t j);

/* The most by which an entry, a row or a column of the plan is out of bounds, as a part of the
 * weight that it has, or the total differs from the problem's mass, as a part of that. */
double plan_missed(const parot_plan *plan, const parot_problem *problem);

#endif
