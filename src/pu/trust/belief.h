/* belief.h - how likely each prior is: a density over (0, 1) that is constant in each of CELLS
 * cells. */
#ifndef PAROT_PU_BELIEF_H
#define PAROT_PU_BELIEF_H

#include "pu/trust/bestbin.h"

enum { CELLS = 72 }; /* those in the middle are the widest, 0.022 */

struct belief {
    double mass[CELLS]; /* the sum is 1 */
};

/* The ends of cell c are edges c and c + 1: sin^2 (pi/2 c/CELLS), so that cells near 0 and 1, where
 * priors can be told apart, are narrow. */
double belief_edge(int cell);

/* The middle, by the same formula. */
double belief_prior(int cell);

/* mass /= sum of mass, which must be positive */
void belief_normalise(struct belief *belief);

/* The prior below which `part` of the mass lies, linear within a cell. */
double belief_quantile(const struct belief *belief, double part);

/* What a bin says is multiplied in. Its ratio u is pi + (1 - pi) r, where r = N(t)/P(t) compares
 * negatives and positives above the threshold. So a prior above u is unlikely (a normal density
 * with twice the bin's standard error, since the lowest of several bins was chosen), and one far
 * below u as well, because classifiers that are worth anything have small r (a normal density with
 * deviation 0.4). */
void belief_weigh_bin(struct belief *belief, struct bestbin bin);

#endif
