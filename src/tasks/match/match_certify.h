/* match_certify.h - what the proof of pairs keeps. */
#ifndef PAROT_TASKS_MATCH_CERTIFY_H
#define PAROT_TASKS_MATCH_CERTIFY_H

#include "base/wide_sum.h"
#include "tasks/match/match_grid.h"

struct match_audit {
    const parot_match_problem *problem;
    const parot_match_options *options;
    const parot_match_result *result;
    struct control control;
    struct match_space space;
    struct match_grid grid;
    int64_t n, m;
    int has_price;
    double *u, *v;
    int32_t *row_used, *col_used;
    uint8_t *is_short_row, *is_short_col;
    uint8_t *is_dense_row, *is_dense_col; /* of strata that parot_certify_points looks at */
    int64_t dense_groups;
    struct wide_sum cost, sizes, bound;
    int64_t capacity; /* of all rows */
    int64_t most;
    int has_negative;
    parot_match_check check;
    void *memory;
};

/* Marks the rows and columns of strata that are too large to look at pair by pair, and adds what is
 * proved of them. */
parot_status match_certify_dense(struct match_audit *audit, parot_error *err);

#endif
