/* argsort.h - numbers in ascending order, with where they came from. */
#ifndef PAROT_GROMOV_ARGSORT_H
#define PAROT_GROMOV_ARGSORT_H

#include <stdint.h>

struct keyed {
    double key;
    int64_t index;
};

/* Sorts by key; equal keys keep their order. `scratch` has room for as many. */
void order_sort(struct keyed *items, int64_t count, struct keyed *scratch);

#endif
