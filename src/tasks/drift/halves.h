/* halves.h - prices of rows: of the reference between its random halves, of today against a half.
 */
#ifndef PAROT_TASKS_HALVES_H
#define PAROT_TASKS_HALVES_H

#include "partial/pairs.h"

struct halves {
    struct pairs within, across; /* reference to reference, today to reference */
    double room;
    double *null, *price; /* reference, today: prices, added up over the splits */
    int32_t *split;       /* reference: a permutation; its halves are the halves */
    double *cost;         /* of one part to another; NULL: there is no matrix, but */
    double *from, *to;    /* the rows of these parts */
    double *capacity;
};

/* Scratch and prices. The sizes in `within` and `across` are set, and whether there are matrices:
 * both, or none. */
void halves_layout(struct halves *halves, struct arena *arena);

/* Adds the prices of split `number`. When it fails or stops, it has added none. */
parot_status halves_add(struct halves *halves, int64_t number, struct control *control,
                        parot_error *err);

#endif
