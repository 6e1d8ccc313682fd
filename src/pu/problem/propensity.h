/* propensity.h - what each positive counts, if they were chosen with unequal probabilities.
 *
 * A positive that is chosen with probability e stands for 1/e positives (Horvitz and Thompson,
 * 1952). Its weight is 1/e over the mean of these, so that the weights of m positives add up to m.
 */
#ifndef PAROT_PU_PROPENSITY_H
#define PAROT_PU_PROPENSITY_H

#include "base/run.h"
#include "parot/pu.h"

/* Refuses numbers outside (0, 1], and methods that cannot use them. */
parot_status propensity_check(const parot_pu_data *data, const parot_pu_options *options,
                              parot_error *err);

/* Whether there are any and they differ: if not, nothing has a weight. */
int propensity_matters(const parot_pu_data *data);

/* weight[r]: of positive order[r], or of positive r if `order` is NULL. Depends on no order. */
void propensity_weigh(const parot_pu_data *data, const int32_t *order, double *weight);

/* As many rows of equal weight have means with the same error: (sum w)^2 / sum w^2 (Kish, 1965).
 * weight NULL: count. */
double propensity_effective(const double *weight, int64_t count);

#endif
