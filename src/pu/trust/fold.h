/* fold.h - the tables of one fold: a fifth of the positives that are ever hidden are unlabeled
 * rows.
 *
 * Positives are numbered in a random order, which the caller makes: of the first spies_count, every
 * SPY_FOLDS-th is hidden in the same fold.
 */
#ifndef PAROT_PU_FOLD_H
#define PAROT_PU_FOLD_H

#include "base/arena.h"
#include "parot/pu.h"

enum { SPY_FOLDS = 5 };

/* How many of the positives are hidden, each once: all of them, or where there is less than one for
 * two unlabeled rows, as many as there is room for. */
int64_t spies_count(const parot_pu_data *data);

struct fold {
    parot_pu_data data; /* of the fold: the arrays below */
    double *unlabeled;  /* (n + m) x cols: the hidden ones are behind the others */
    double *positive;   /* m x cols */
    double *propensity; /* m: of the positives that are left */
    void *memory;
};

parot_status fold_open(struct fold *fold, const parot_pu_data *given, struct control *control,
                       parot_error *err);
void fold_close(struct fold *fold);

/* fold->data becomes that of fold `number`, with a prior that counts the hidden ones. `order`: m
 * positives of the caller. */
void fold_hide(struct fold *fold, const parot_pu_data *given, const int32_t *order, int number);

#endif
