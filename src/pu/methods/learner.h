/* learner.h - a classifier of positives against negatives: ridge, forest, or both (ensemble.h).
 */
#ifndef PAROT_PU_LEARNER_H
#define PAROT_PU_LEARNER_H

#include "pu/methods/ridge.h"

/* What is to be fitted, the same in every round. */
struct learner_plan {
    parot_pu_classifier classifier;
    parot_pu_kernel kernel;
    struct forest_options forest;
    struct bins bins; /* of a forest */
    double *scratch;  /* bins.rows: values by the forest */
    void *memory;
};

struct learner {
    struct ridge ridge;
    struct forest forest;
    struct ensemble ensemble; /* n: 0 unless there are both */
    void *memory;
};

/* Also on failure, what was allocated is in *plan. */
parot_status learner_plan_open(struct learner_plan *plan, const parot_pu_options *options,
                               const struct pu_problem *problem, struct control *control,
                               parot_error *err);
void learner_plan_close(struct learner_plan *plan);

/* Fits all positives against the unlabeled rows with is_negative (NULL: all of them), and values
 * all unlabeled rows: those it was fitted on as if they had not been there. Also on failure, what
 * was allocated is in *learner. */
parot_status learner_fit(struct learner *learner, const struct learner_plan *plan,
                         const struct pu_problem *problem, const char *is_negative,
                         struct control *control, double *value, parot_error *err);
void learner_close(struct learner *learner);

/* found->fitted, fitted_of and ensemble.forest_part. */
void learner_tell_fitted(const struct learner *learner, struct pu_result *found);

/* Leaves the learner to `found`: it judges new rows. */
void learner_hand_over(struct learner *learner, parot_pu_classifier classifier,
                       struct pu_result *found);

#endif
