/* bias.h - scores of positives and unlabeled rows by two classifiers, and how much they violate
 * U(t) >= prior P(t) for any prior. */
#ifndef PAROT_PU_BIAS_H
#define PAROT_PU_BIAS_H

#include "pu/trust/heldout.h"

enum { BIAS_KINDS = 2 };

/* A positive. */
struct known {
    double score, weight;
};

struct bias {
    struct heldout heldout;
    const double *weight;            /* of the problem; NULL: all are 1 */
    struct known *known[BIAS_KINDS]; /* sorted by score, the largest first */
    double *other[BIAS_KINDS];       /* scores of unlabeled rows */
    int64_t positives, unlabeled;    /* that have scores */
    double effective;                /* positives: see propensity_effective */
    void *memory;
};

/* `problem`: the data made ready with the options. Also on failure, what was allocated is in *bias.
 */
parot_status bias_open(struct bias *bias, const struct pu_problem *problem,
                       const parot_pu_data *data, const parot_pu_options *options,
                       struct control *control, parot_error *err);
void bias_close(struct bias *bias);

/* The largest violation in standard errors, by the classifier for which it is less. */
double bias_z(const struct bias *bias, double prior);

#endif
