/* pu_problem.h - a PU problem made ready for the methods: checked, in order, scaled.
 *
 * Rows of the methods are in the order of row_order.h; unlabeled_order and positive_order lead
 * back.
 */
#ifndef PAROT_PU_PU_PROBLEM_H
#define PAROT_PU_PU_PROBLEM_H

#include "base/arena.h"
#include "pu/problem/column_scale.h"
#include "pu/problem/preset.h"

struct pu_problem {
    struct preset preset;                      /* the settings in force */
    double noise;                              /* alpha */
    int64_t n, m, dims;                        /* unlabeled rows, positives, columns of x */
    int is_apart;                              /* columns mean different things: see pu.h */
    int64_t positive_dims;                     /* columns of y; dims if not apart */
    int64_t pca;                               /* principal components; 0: columns as they are */
    int64_t k;                                 /* rows to be labelled positive */
    int64_t dropped;                           /* columns */
    int32_t *unlabeled_order, *positive_order; /* n, m: rows of the caller */
    double *x, *y;                             /* n x dims, m x positive_dims */
    double *weight;                            /* m: see propensity.h; NULL: all are 1 */
    struct scaler scaler;                      /* of both tables; if apart, of the unlabeled rows */
    struct scaler positive_scaler;             /* if apart */
    void *memory;
};

/* The options of a caller of any version; NULL: the defaults. Every public function begins with
 * it, so that all others see what this library knows. */
parot_status pu_options_take(const parot_pu_options *given, parot_pu_options *options,
                             parot_error *err);

/* Refuses options, tables and priors that make no sense; `control` may stop it, and may be NULL. */
parot_status pu_data_check(const parot_pu_data *data, const parot_pu_options *options,
                           struct control *control, parot_error *err);

/* Checks, and makes ready. On failure too, what was allocated is in *problem. */
parot_status pu_problem_open(struct pu_problem *problem, const parot_pu_data *data,
                             const parot_pu_options *options, struct control *control,
                             parot_error *err);

/* *data: the given one, with an estimate in place of a prior of NAN. */
parot_status pu_prior_settle(const parot_pu_data *given, const parot_pu_options *options,
                             const struct control *control, parot_pu_data *data, parot_error *err);

/* Refuses tables that are apart, for what compares rows of one with rows of the other. */
parot_status pu_problem_check_shared(const struct pu_problem *problem, parot_error *err);

void pu_problem_close(struct pu_problem *problem);

/* For calls that have nothing to give before their end: a positive status, why to stop, becomes
 * PAROT_ESTOPPED. `what`: "the estimate". */
parot_status pu_stopped(parot_status status, const char *what, parot_error *err);

/* Whether labelling, or an estimate of the prior, fits into memory; nothing is refused if the
 * caller has an allocator. `control` may be NULL. */
parot_status pu_check_memory(const parot_pu_data *data, const parot_pu_options *options,
                             const struct control *control, parot_error *err);
parot_status pu_check_prior_memory(const parot_pu_data *data, const struct control *control,
                                   parot_error *err);

#endif
