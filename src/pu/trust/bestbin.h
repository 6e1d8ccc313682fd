/* bestbin.h - the fraction of positives, from scores (best bin estimation, Garg et al. 2021).
 *
 * Let P(t) be the fraction of the positives with scores of at least t, and U(t) that of the
 * unlabeled rows. If some t has only positives above it, U(t) / P(t) is the prior; elsewhere it is
 * more. The bin is chosen where an upper confidence bound of that ratio is least.
 */
#ifndef PAROT_PU_BESTBIN_H
#define PAROT_PU_BESTBIN_H

#include <stdint.h>

struct scored {
    double score;
    int is_positive;
    double weight; /* how often it counts: 1, or as often as a bootstrap drew it */
    int32_t row;   /* of the caller: positives and unlabeled rows are numbered together */
};

struct bestbin {
    double estimate; /* U(t) / P(t), in (0, 1] */
    double bound;    /* the upper confidence bound, which is least at this t */
    double error;    /* standard error of U(t) / P(t) */
    double recall;   /* P(t) */
    double half; /* the ratio where P is half of that: less if more than positives are above t */
};

/* Largest score first. */
void bestbin_sort(struct scored *scored, int64_t count);

/* `scored` is sorted and has weight on both sides. */
struct bestbin bestbin_find(const struct scored *scored, int64_t count);

#endif
