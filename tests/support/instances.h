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

/* The plan's mass, and that of row i or column j, in long double: exact for our purposes. */
long double plan_total(const parot_plan *plan);
long double plan_row(const parot_plan *plan, int64_t i);
long double plan_col(const parot_plan *plan, int64_t j);

#endif
