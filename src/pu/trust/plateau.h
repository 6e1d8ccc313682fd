/* plateau.h - the fraction of positives where classes overlap: the level that the density ratio of
 * positives to unlabeled rows would reach, if scores went on.
 *
 * Let p and u be the densities of a score among positives and unlabeled rows, and let the density
 * ratio of positives to negatives be exp(b (w(s) - w(s0))), with w(s) = (exp(k s) - 1) / k, or s if
 * k is 0: at the score s0 both are as likely, b > 0 says how fast that changes, and the bend k
 * whether the change is faster (k > 0) or slower at large scores. Then
 *
 *     p/u = 1 / (pi + (1 - pi) exp(-b (w(s) - w(s0)))),
 *
 * which rises towards 1/pi. With m positives and n unlabeled rows, a row of score s is one of the
 * positives with probability m p / (m p + n u), so pi, b, s0 and k have a likelihood.
 */
#ifndef PAROT_PU_PLATEAU_H
#define PAROT_PU_PLATEAU_H

#include "pu/trust/belief.h"
#include "pu/trust/steps.h"

enum {
    BENDS = 5,
    PLATEAU_STEPS = 32 /* of a score: more cost time and change nothing */
};

struct plateau {
    double prior, middle, slope, bend; /* pi, s0, b, k */
};

/* What scores say about pi whatever the other three are. */
struct evidence {
    struct belief belief[BENDS];
    double value[BENDS]; /* logarithm of the mean likelihood with this bend */
};

/* The logarithm of the likelihood. Scores farther than 3 deviations out count as 3. */
double plateau_likelihood(const struct steps *steps, struct plateau plateau);

/* How many values of s0 and log b there are in the grid. */
int plateau_middles(const struct steps *steps);
int plateau_slopes(const struct steps *steps);

/* Means over grids: pi over all cells, s0 in [-2.4, 2.4], log b in [log 0.3, log 12], each flat. */
void plateau_evidence(const struct steps *steps, struct evidence *evidence);

/* Every score and bend is a model of the same rows; it counts by the power 1/4 of its mean
 * likelihood, so that several that explain the rows about as well have a say. */
void plateau_mix(const struct evidence *evidence, int count, struct belief *belief);

#endif
