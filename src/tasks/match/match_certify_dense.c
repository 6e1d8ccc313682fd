/* match_certify_dense.c - strata in which all pairs exist and are too many to look at one by one:
 * parot_certify_points proves their pairs, as a plan between points.
 *
 * Prices that are those of full rows are lambda - u_i and -v_j, with lambda the largest of the
 * first; that of columns the other way round. What is proved of the plan, that it costs at most
 * `excess` more than the best, is a bound of the stratum.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tasks/match/match_certify.h"
#include "tasks/match/match_internal.h"

/* A row or column with its stratum. */
struct member {
    int32_t stratum, index;
};

struct large_stratum {
    struct member *row, *col; /* all of them; those of a stratum follow each other */
    double *x, *y, *p, *q, *u, *v, *mass;
    int32_t *place; /* of the problem's columns in the stratum */
    int32_t *plan_row, *plan_col;
};

static int compare_members(const void *a, const void *b)
{
    const struct member *x = a, *y = b;
    if (x->stratum != y->stratum)
        return x->stratum < y->stratum ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

static void layout(struct large_stratum *large, const struct match_audit *audit,
                   struct arena *arena)
{
    size_t row = (size_t)audit->space.x.cols * sizeof(double);
    large->row = arena_take(arena, audit->n, sizeof *large->row);
    large->col = arena_take(arena, audit->m, sizeof *large->col);
    large->x = arena_take(arena, audit->n, row);
    large->y = arena_take(arena, audit->m, row);
    large->p = arena_take(arena, audit->n, sizeof(double));
    large->q = arena_take(arena, audit->m, sizeof(double));
    large->u = arena_take(arena, audit->n, sizeof(double));
    large->v = arena_take(arena, audit->m, sizeof(double));
    large->mass = arena_take(arena, audit->result->pairs, sizeof(double));
    large->place = arena_take(arena, audit->m, sizeof(int32_t));
    large->plan_row = arena_take(arena, audit->result->pairs, sizeof(int32_t));
    large->plan_col = arena_take(arena, audit->result->pairs, sizeof(int32_t));
}

static void sort_members(struct member *member, const int32_t *stratum, int64_t count)
{
    for (int64_t k = 0; k < count; k++)
        member[k] = (struct member){stratum ? stratum[k] : 0, (int32_t)k};
    qsort(member, (size_t)count, sizeof *member, compare_members);
}

static int64_t members_of(const struct member *member, int64_t begin, int64_t count,
                          int32_t stratum)
{
    int64_t k = begin;
    while (k < count && member[k].stratum == stratum)
        k++;
    return k - begin;
}

/* One stratum as a problem between points; returns its capacities. */
static parot_points_problem problem_of(struct large_stratum *large, struct match_audit *audit,
                                       const struct member *row, int64_t rows,
                                       const struct member *col, int64_t cols)
{
    int64_t dims = audit->space.x.cols;
    double total[2] = {0, 0};
    for (int64_t k = 0; k < rows; k++) {
        int32_t i = row[k].index;
        memcpy(large->x + k * dims, audit->space.x.data + i * dims, (size_t)dims * sizeof(double));
        large->p[k] = match_x_capacity(audit->problem, audit->options, i);
        total[0] += large->p[k];
        audit->is_dense_row[i] = 1;
    }
    for (int64_t k = 0; k < cols; k++) {
        int32_t j = col[k].index;
        memcpy(large->y + k * dims, audit->space.y.data + j * dims, (size_t)dims * sizeof(double));
        large->q[k] = match_y_capacity(audit->problem, j);
        total[1] += large->q[k];
        large->place[j] = (int32_t)k;
        audit->is_dense_col[j] = 1;
    }
    return (parot_points_problem){.x = {large->x, rows, dims, dims},
                                  .y = {large->y, cols, dims, dims},
                                  .metric = audit->space.metric,
                                  .p = large->p,
                                  .q = large->q,
                                  .mass = fmin(total[0], total[1])};
}

/* The pairs and prices of the stratum as a result; adds up what they cost. */
static parot_result claim_of(struct large_stratum *large, struct match_audit *audit,
                             const struct member *row, int64_t rows, const struct member *col,
                             int64_t cols)
{
    const parot_match_result *result = audit->result;
    parot_result claim = {.plan = {rows, cols, 0, large->plan_row, large->plan_col, large->mass},
                          .dual = {large->u, large->v, -INFINITY}};
    int are_rows_full = audit->has_price || !audit->is_short_row[row[0].index];
    for (int64_t k = 0, at = 0; k < rows; k++) {
        for (; at < result->pairs && result->row[at] <= row[k].index; at++) {
            int32_t j = result->col[at];
            if (result->row[at] != row[k].index || j < 0 || j >= audit->m ||
                !audit->is_dense_col[j])
                continue;
            double cost = match_grid_cost(&audit->grid, row[k].index, j);
            if (!isfinite(cost)) /* of another stratum: counted as a fault */
                continue;
            int64_t to = claim.plan.count++;
            large->plan_row[to] = (int32_t)k;
            large->plan_col[to] = large->place[j];
            large->mass[to] = 1;
            wide_sum_add(&audit->bound, cost);
        }
        claim.dual.lambda = fmax(claim.dual.lambda, are_rows_full ? audit->u[row[k].index] : 0);
    }
    for (int64_t k = 0; k < cols && !are_rows_full; k++)
        claim.dual.lambda =
            k == 0 ? audit->v[col[k].index] : fmax(claim.dual.lambda, audit->v[col[k].index]);
    for (int64_t k = 0; k < rows; k++)
        large->u[k] = (are_rows_full ? claim.dual.lambda : 0) - audit->u[row[k].index];
    for (int64_t k = 0; k < cols; k++)
        large->v[k] = (are_rows_full ? 0 : claim.dual.lambda) - audit->v[col[k].index];
    claim.mass = (double)claim.plan.count;
    claim.objective = claim.bound = NAN;
    return claim;
}

static parot_status certify_stratum(struct large_stratum *large, struct match_audit *audit,
                                    const struct member *row, int64_t rows,
                                    const struct member *col, int64_t cols, parot_error *err)
{
    parot_check check = {0};
    parot_points_problem problem = problem_of(large, audit, row, rows, col, cols);
    parot_result claim = claim_of(large, audit, row, rows, col, cols);
    parot_run rest = control_rest(&audit->control);
    audit->dense_groups++;
    if (problem.mass > 0 && audit->has_price)
        TRY(parot_certify_points_price(&problem, audit->options->price, &claim, &rest, &check,
                                       err));
    else if (problem.mass > 0)
        TRY(parot_certify_points(&problem, &claim, &rest, &check, err));
    audit->check.faults += check.infeasible > 0;
    audit->most += (int64_t)problem.mass;
    if (check.excess < INFINITY)
        wide_sum_add(&audit->bound, -check.excess);
    else
        audit->check.faults++; /* nothing is proved */
    if (audit->has_price) {
        double capacity = 0;
        for (int64_t k = 0; k < rows; k++)
            capacity += large->p[k];
        wide_sum_add_product(&audit->bound, audit->options->price,
                             capacity - (double)claim.plan.count);
    }
    return PAROT_OK;
}

static parot_status certify_strata(struct large_stratum *large, struct match_audit *audit,
                                   parot_error *err)
{
    sort_members(large->row, audit->problem->x_stratum, audit->n);
    sort_members(large->col, audit->problem->y_stratum, audit->m);
    for (int64_t i = 0, j = 0, rows = 0; i < audit->n; i += rows) {
        int32_t stratum = large->row[i].stratum;
        rows = members_of(large->row, i, audit->n, stratum);
        while (j < audit->m && large->col[j].stratum < stratum)
            j++;
        int64_t cols = members_of(large->col, j, audit->m, stratum);
        if (match_is_dense(audit->problem, audit->options, (double)rows, (double)cols))
            TRY(certify_stratum(large, audit, large->row + i, rows, large->col + j, cols, err));
    }
    return PAROT_OK;
}

parot_status match_certify_dense(struct match_audit *audit, parot_error *err)
{
    struct large_stratum large = {0};
    struct arena arena = {0};
    if (!match_is_dense(audit->problem, audit->options, (double)audit->n, (double)audit->m))
        return PAROT_OK; /* nor is any part of it */
    layout(&large, audit, &arena);
    TRY(arena_open(&arena, &audit->control, err));
    layout(&large, audit, &arena);
    parot_status status = certify_strata(&large, audit, err);
    block_free(arena.block);
    return status;
}
