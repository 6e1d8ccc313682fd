/* match_space.h - the tables in which distances are measured: scaled, and turned for Mahalanobis.
 */
#ifndef PAROT_TASKS_MATCH_SPACE_H
#define PAROT_TASKS_MATCH_SPACE_H

#include "base/arena.h"
#include "parot/match.h"

struct match_space {
    parot_metric metric;
    parot_matrix x, y;          /* by rows as the caller has them */
    int32_t *x_order, *y_order; /* an order of rows by their contents alone */
    double *rows[2];            /* what x and y hold */
    void *memory;
};

/* The problem has been checked, and has tables. PAROT_ESTOPPED: `control` stopped it. */
parot_status match_space_open(struct match_space *space, const parot_match_problem *problem,
                              const parot_match_options *options, struct control *control,
                              parot_error *err);
void match_space_close(struct match_space *space);

/* ---- Checks (match_check.c) --------------------------------------------- */

/* What is wrong with a problem, its options, or both together. */
parot_status match_check_options(const parot_match_options *options, parot_error *err);
parot_status match_check_problem(const parot_match_problem *problem,
                                 const parot_match_options *options, struct control *control,
                                 parot_error *err);

static inline int match_has_tables(const parot_match_problem *problem)
{
    return problem->x.data != NULL;
}

static inline int64_t match_rows(const parot_match_problem *problem)
{
    return match_has_tables(problem) ? problem->x.rows : problem->cost.rows;
}

static inline int64_t match_cols(const parot_match_problem *problem)
{
    return match_has_tables(problem) ? problem->y.rows : problem->cost.cols;
}

static inline int64_t match_limited(const parot_match_problem *problem)
{
    return problem->column_caliper ? problem->x_limited.cols : 0;
}

/* Since a pair is made at most once, no row has more partners than the other table has rows. */
static inline int32_t match_x_capacity(const parot_match_problem *problem,
                                       const parot_match_options *options, int64_t i)
{
    int64_t given = problem->x_capacity ? problem->x_capacity[i] : options->ratio;
    return (int32_t)(given < match_cols(problem) ? given : match_cols(problem));
}

static inline int32_t match_y_capacity(const parot_match_problem *problem, int64_t j)
{
    int64_t given = problem->y_capacity ? problem->y_capacity[j] : 1;
    return (int32_t)(given < match_rows(problem) ? given : match_rows(problem));
}

#endif
