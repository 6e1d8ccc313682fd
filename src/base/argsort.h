/* argsort.h - numbers in ascending order, with where they came from. */
#ifndef PAROT_BASE_ARGSORT_H
#define PAROT_BASE_ARGSORT_H

#include "base/run.h"

struct keyed {
    double key;
    int64_t index;
};

/* Sorts by key; equal keys keep their order. `scratch` has room for as many. PAROT_OK, or why
 * `control` stopped it, which may be NULL and is asked after each million moves: the items are then
 * all there, in some order. */
parot_status argsort(struct keyed *items, int64_t count, struct keyed *scratch,
                     struct control *control);

#endif
