/* halves.h - prices of rows: of the reference between its random halves, of today against a half.
 */
#ifndef PAROT_TASKS_HALVES_H
#define PAROT_TASKS_HALVES_H

#include "base/arena.h"

struct halves {
    parot_matrix within, across; /* costs: reference x reference, today x reference */
    double room;
    double *null, *price; /* reference, today: prices, added up over the splits */
    int32_t *split;       /* reference: a permutation; its halves are the halves */
    double *cost, *capacity;
};

/* Scratch and prices for n rows of today and m of the reference. */
void halves_layout(struct halves *halves, int64_t n, int64_t m, struct arena *arena);

/* Adds the prices of split `number`. When it fails or stops, it has added none. */
parot_status halves_add(struct halves *halves, int64_t number, struct control *control,
                        parot_error *err);

#endif
