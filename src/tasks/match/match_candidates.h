/* match_candidates.h - the pairs that exist, as lists of each row.
 *
 * Rows and columns inside are in an order of their own: stratum after stratum, and neighbours near
 * each other; `row_of` and `col_of` lead back to the caller's.
 */
#ifndef PAROT_TASKS_MATCH_CANDIDATES_H
#define PAROT_TASKS_MATCH_CANDIDATES_H

#include "tasks/match/match_space.h"
#include "transport/matching/listed_matching.h"
#include "transport/points/tiles.h"

/* Rows and columns of one stratum, which follow each other in the order inside. */
struct match_group {
    int32_t first_row, rows, first_col, cols;
};

/* The nearest of a row or column that has no candidates, in the order inside. */
struct match_nearest {
    int32_t index; /* -1: there is none */
    double cost;
};

struct match_lists {
    const parot_match_problem *problem;
    const parot_match_options *options;
    const struct match_space *space; /* NULL: there is a cost matrix */
    struct control *control;
    int32_t n, m;
    int32_t *row_of, *col_of; /* the caller's numbers */
    struct match_group *group;
    int32_t groups;
    struct listed_pairs pairs;
    int32_t *col_count;                        /* m: candidates of each column */
    struct match_nearest *near_row, *near_col; /* n and m; set where there are no candidates */

    /* private */
    int32_t *at;    /* n: where the list of a row begins */
    int32_t *count; /* n */
    int64_t listed, room;
    struct keyed *items, *scratch;
    double *cost_row; /* m */
    int32_t *cols;    /* m: 0, 1, 2, ... */
    double *limit;    /* the longer side */
    void *memory, *pairs_memory;
};

/* Lists all pairs that exist. PAROT_ESTOPPED: `control` stopped it. */
parot_status match_lists_open(struct match_lists *lists, parot_error *err);
void match_lists_close(struct match_lists *lists);

/* Whether columns i and j differ by no more than their calipers, by the caller's numbers; if not,
 * *limited is the first column that forbids the pair. */
int match_is_within_columns(const parot_match_problem *problem, int32_t i, int32_t j,
                            int64_t *limited);

#endif
