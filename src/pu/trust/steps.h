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

/* `scored` is sorted. At most `most` groups are made, by places: they do not depend on weights;
 * those without weight are left out. */
void steps_fill(struct steps *steps, const struct scored *scored, int64_t count, int64_t most);

/* Each score becomes the normal quantile of its rank; copies share the mean of their ranks. */
void steps_rank(struct scored *scored, int64_t count);

#endif
