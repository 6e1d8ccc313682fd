/* spies.h - positives hidden among the unlabeled rows, and what becomes of each.
 *
 * Each of five folds hides a fifth of the positives among the unlabeled rows, if these are at least
 * ten times as many, and runs the whole method again, scaling included, with a prior that counts
 * the spies. A spy is compared with the unlabeled rows alone: other spies are not among the rows
 * that the method is to label.
 */
#ifndef PAROT_PU_SPIES_H
#define PAROT_PU_SPIES_H

#include "pu/problem/pu_problem.h"
#include "pu/trust/fold.h"

/* Standard errors on each side that hold 90 % of a normal distribution. */
#define NINETY_PER_CENT 1.64

struct spy {
    double found;  /* 1: at most k unlabeled rows rank before it, k as many as are labelled +1: with
                      the spy there is one more to find; 0: more do */
    double behind; /* fraction of the unlabeled rows that rank after it */
    double above;  /* fraction of the rows that are not labelled +1 that do; 1 if it was found */
    double weight; /* see propensity.h; the sum is their number */
};

/* Refuses fewer than SPY_FOLDS positives, and what pu_data_check does. */
parot_status spies_check(const parot_pu_data *data, const parot_pu_options *options,
                         struct control *control, parot_error *err);

/* Fills spies_count of them, the same for all options. PAROT_ESTOPPED when the time is up. */
parot_status spies_send(const parot_pu_data *data, const parot_pu_options *options,
                        struct control *control, struct spy *spies, parot_error *err);

/* The same for `count` options, one after the other: those of options[k] begin at spies[k *
 * spies_count]. *complete: for how many options they are there, also on failure. */
parot_status spies_send_each(const parot_pu_data *data, const parot_pu_options *options,
                             int64_t count, struct control *control, struct spy *spies,
                             int64_t *complete, parot_error *err);

/* Spies of equal weight whose means have the same error: see propensity_effective. */
double spies_effective(const struct spy *spies, int64_t count);

/* What they tell, if the prior is data->prior, and if it lies in the range of the estimate. */
void spies_conclude(const struct spy *spies, const parot_pu_data *data,
                    const parot_pu_prior_result *estimate, parot_pu_spies_result *result);

/* k = part n rows are labelled positive. If a part q is, and r of these are found, r q n <= k rows
 * are rightly positive: accuracy 1 - part - q + 2 r q. */
double spies_accuracy(double part, double prior, double recall);

#endif
