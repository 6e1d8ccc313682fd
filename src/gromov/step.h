/* step.h - step 2 of Algorithm 1: the exact line search. */
#ifndef PAROT_GROMOV_STEP_H
#define PAROT_GROMOV_STEP_H

/* The least of a x^2 + b x over [0, 1] (paper, appendix B.1; there a = <M o E, E> and
 * b = 2 <M o E, T>). The paper leaves out a = 0: a line is least at an end, too. */
double exact_step(double a, double b);

/* All the way if that is below the beginning at all, else the exact step. Jumps over shallow minima
 * and stays on vertices, where the next step is cheaper (docs/notes/gromov.md). */
double long_step(double a, double b);

/* All the way or not at all: for sets of plans that hold no mixtures. */
double whole_step(double a, double b);

#endif
