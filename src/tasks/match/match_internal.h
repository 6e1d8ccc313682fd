/* match_internal.h - the parts of parot_match: pairs that are made, reasons, and balance. */
#ifndef PAROT_TASKS_MATCH_INTERNAL_H
#define PAROT_TASKS_MATCH_INTERNAL_H

#include "tasks/match/match_candidates.h"

/* Without a caliper so many pairs are listed; more are left to parot_partial_points. */
static const double MATCH_LISTED = 16e6;

/* Whether the pairs of so many rows and columns are too many to be listed. */
int match_is_dense(const parot_match_problem *problem, const parot_match_options *options,
                   double rows, double cols);

/* What has been found, in the order inside of the lists. */
struct match_answer {
    int32_t *row, *col; /* made pairs */
    double *cost;
    int64_t made, room;
    uint8_t *is_short_row, *is_short_col;
    double *row_price, *col_price;
    int32_t *row_room, *col_room; /* capacities */
    struct match_lists *lists;
    struct control *control;
};

/* The groups that are not listed (match_dense.c): pairs, prices and, of rows and columns without a
 * partner, the nearest. PAROT_OK, or why it was stopped. `pairs` that are not there yet have room.
 */
parot_status match_solve_dense(struct match_answer *answer, const struct match_group *group,
                               parot_error *err);

/* Candidates, reasons and nearest rows of both sides (match_reasons.c). */
void match_find_reasons(const struct match_answer *answer, parot_match_result *result);

/* result->before and after (match_balance.c), from the pairs of the result. `weight` has room for
 * the longer side. */
void match_find_balance(const parot_match_problem *problem, parot_match_result *result,
                        double *weight);

#endif
