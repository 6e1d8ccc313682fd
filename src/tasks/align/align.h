/* align.h - the two ways to match tables, and what is said of each row afterwards. */
#ifndef PAROT_TASKS_ALIGN_H
#define PAROT_TASKS_ALIGN_H

#include "base/arena.h"
#include "parot/tasks.h"
#include "tasks/register/motion.h"

struct alignment {
    struct control control;
    parot_align_options options;
    parot_matrix source, target;
    parot_matrix source_features, target_features; /* in the units of the distances; data NULL */
};

static inline int align_has_features(const parot_align_options *options)
{
    return options->source_features.data || options->target_features.data;
}

/* Checks the features and fills those of the job, which *memory holds. */
parot_status align_features(struct alignment *job, void **memory, parot_error *err);

/* The mean squared distance of rows from their mean. */
double align_spread(parot_matrix rows);

/* result->registered, share, has_elbow, is_mirrored. */
parot_status align_by_motion(struct alignment *job, parot_align_result *result, parot_error *err);

/* result->distances, share, low, high, has_elbow. */
parot_status align_by_distances(struct alignment *job, parot_align_result *result,
                                parot_error *err);

/* How many rows have a partner, for a motion. */
struct share_found {
    int64_t count;
    double low, high; /* range of the share of the smaller table */
    int is_clear;     /* 0: nothing separates partners from others; count is a guess */
};

/* `table` is job->source or its mirror image. A positive status: why it was stopped. */
parot_status align_share(struct alignment *job, parot_matrix table, const struct motion *motion,
                         struct share_found *share, parot_error *err);

/* The costs of pairs: `cost`, rows x cols numbers of the caller, from tables of as many columns
 * whose squared Euclidean distances they are. */
struct pair_tables {
    parot_matrix x, y;
    void *memory; /* of both */
};

/* x: for each row the distances to the rows that match, times the root of their share of the mass,
 * and its features; y: for each column likewise. */
parot_status align_tables(struct alignment *job, const parot_plan *plan, struct pair_tables *tables,
                          parot_error *err);

/* match, confidence, cost, nearest, nearest_cost, reason, those of the target, limit, matched. */
parot_status align_describe(struct alignment *job, const struct pair_tables *tables,
                            const parot_plan *plan, parot_align_result *result, parot_error *err);

/* Turns of a motion that have a range: d (d - 1) / 2, or 0 with more than three coordinates. */
int64_t align_turns(int64_t dims);

/* turn_range and shift_range, which have room. */
void align_range(const struct alignment *job, parot_align_result *result);

#endif
