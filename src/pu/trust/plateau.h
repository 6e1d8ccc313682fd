/* plateau.h - the fraction of positives where classes overlap: the level that the density ratio of
 * positives to unlabeled rows would reach, if scores went on.
 *
 * Let p and u be the densities of a score among positives and unlabeled rows, and let the density
 * ratio of positives to negatives be exp(a + b s), as that of a calibrated classifier is. Then
 *
 *     p/u = 1 / (pi + (1 - pi) exp(-(a + b s))),   b > 0,
 *
 * which rises to 1/pi. With m positives and n unlabeled rows, a row of score s is one of the
 * positives with probability m p / (m p + n u), so pi, a and b have a likelihood.
 */
#ifndef PAROT_PU_PLATEAU_H
#define PAROT_PU_PLATEAU_H

#include "pu/trust/steps.h"

struct plateau {
    double prior, shift, slope; /* pi, a, b */
};

/* The logarithm of the likelihood. */
double plateau_likelihood(const struct steps *steps, struct plateau plateau);

/* The largest likelihood with pi in [1/n, 1 - 1/n], |a| <= 30 and b in [1/20, 20]. */
struct plateau plateau_fit(const struct steps *steps);

#endif
