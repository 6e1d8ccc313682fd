/* kernel_width.h - how far the numbers of a problem are from each other. */
#ifndef PAROT_PU_KERNEL_WIDTH_H
#define PAROT_PU_KERNEL_WIDTH_H

#include "pu/problem/pu_problem.h"

/* *gamma = 1 / (columns * variance of all numbers), for kernels of squared distances. Refuses
 * numbers whose squares leave the range of double. */
parot_status kernel_width_gamma(const struct pu_problem *problem, double *gamma, parot_error *err);

#endif
