/* steps.h - sorted scores in at most STEPS groups, so that what is fitted to them takes the same
 * time however many rows there are. */
#ifndef PAROT_PU_STEPS_H
#define PAROT_PU_STEPS_H

#include "pu/trust/bestbin.h"

enum { STEPS = 128 }; /* a step is then less than a hundredth of the rows */

/* The first step has the largest scores. Scores have mean 0 and variance 1 over all rows. */
struct steps {
    int64_t count;
    double score[STEPS];                  /* mean of the step */
    double positive[STEPS], other[STEPS]; /* weight of its rows */
    double positives, others;             /* sums */
};

/* `scored` is sorted. Groups are made by places and do not depend on weights; those without weight
 * are left out. */
void steps_fill(struct steps *steps, const struct scored *scored, int64_t count);

#endif
