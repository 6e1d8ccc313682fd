/* align_pairs.c - one pass over the costs of all pairs, a block of rows at a time: the cheapest
 * pair of each row and column, and for each match the cheapest other pair of its row and of its
 * column. */
#include <math.h>

#include "tasks/align/align.h"

enum { BLOCK = 64 }; /* rows whose costs are in memory together */

struct pass {
    struct alignment *job;
    const struct pair_tables *tables;
    parot_align_result *result;
    double *cost;      /* BLOCK x cols */
    double *other;     /* rows: of the cheapest pair of the row that is not its match */
    double *col_other; /* cols: the same for columns */
    double *share;     /* rows: of its weight that the match gets */
    double *moved;     /* rows: of its weight that moves at all */
    double *col_moved; /* cols: the same */
};

static void layout(struct pass *pass, struct arena *arena)
{
    int64_t n = pass->tables->x.rows, m = pass->tables->y.rows;
    pass->cost = arena_take(arena, BLOCK, (size_t)m * sizeof *pass->cost);
    pass->other = arena_take(arena, n, sizeof *pass->other);
    pass->col_other = arena_take(arena, m, sizeof *pass->col_other);
    pass->col_moved = arena_take(arena, m, sizeof *pass->col_moved);
    pass->share = arena_take(arena, n, sizeof *pass->share);
    pass->moved = arena_take(arena, n, sizeof *pass->moved);
}

/* The entry of at least half of a row and half of a column: weights are 1, so that each has at most
 * one, except for two halves, of which the first counts. */
static void take_matches(struct pass *pass, const parot_plan *plan)
{
    parot_align_result *result = pass->result;
    for (int64_t i = 0; i < result->count; i++)
        result->match[i] = -1;
    for (int64_t j = 0; j < plan->cols; j++)
        result->target_match[j] = -1;
    for (int64_t e = 0; e < plan->count; e++) {
        int32_t i = plan->row[e], j = plan->col[e];
        pass->moved[i] += plan->mass[e];
        pass->col_moved[j] += plan->mass[e];
        if (plan->mass[e] < 0.5 || result->match[i] >= 0 || result->target_match[j] >= 0)
            continue;
        result->match[i] = j;
        result->target_match[j] = i;
        pass->share[i] = fmin(1, plan->mass[e]);
        result->matched++;
    }
}

static void look_at_row(struct pass *pass, int64_t i, const double *cost)
{
    parot_align_result *result = pass->result;
    int32_t match = result->match[i];
    result->nearest_cost[i] = pass->other[i] = INFINITY;
    for (int32_t j = 0; j < pass->tables->y.rows; j++) {
        if (cost[j] < result->nearest_cost[i]) {
            result->nearest_cost[i] = cost[j];
            result->nearest[i] = j;
        }
        if (cost[j] < result->target_nearest_cost[j]) {
            result->target_nearest_cost[j] = cost[j];
            result->target_nearest[j] = (int32_t)i;
        }
        if (j == match)
            continue;
        pass->other[i] = fmin(pass->other[i], cost[j]);
        pass->col_other[j] = fmin(pass->col_other[j], cost[j]);
    }
    result->cost[i] = match < 0 ? INFINITY : cost[match];
}

static parot_status look_at_costs(struct pass *pass, parot_error *err)
{
    parot_matrix x = pass->tables->x, y = pass->tables->y;
    parot_run plain;
    parot_run_init(&plain); /* the answer is there: it is described also after its limit */
    plain.threads = pass->job->control.run.threads;
    for (int64_t j = 0; j < y.rows; j++)
        pass->col_other[j] = pass->result->target_nearest_cost[j] = INFINITY;
    for (int64_t first = 0; first < x.rows; first += BLOCK) {
        int64_t rows = x.rows - first < BLOCK ? x.rows - first : BLOCK;
        parot_matrix block = {x.data + first * x.stride, rows, x.cols, x.stride};
        TRY(parot_cost(block, y, PAROT_METRIC_SQEUCLIDEAN, &plain, pass->cost, err));
        for (int64_t i = 0; i < rows; i++)
            look_at_row(pass, first + i, pass->cost + i * y.rows);
    }
    return PAROT_OK;
}

/* share (1 - c / d) */
static double confidence_of(const struct pass *pass, int64_t i)
{
    const parot_align_result *result = pass->result;
    if (result->match[i] < 0)
        return 0;
    double other = fmin(pass->other[i], pass->col_other[result->match[i]]);
    return other > result->cost[i] ? pass->share[i] * (1 - result->cost[i] / other) : 0;
}

static parot_unmatched reason_of(int32_t match, double moved, double nearest_cost, double limit)
{
    if (match >= 0)
        return PAROT_UNMATCHED_NOT;
    if (moved > 0)
        return PAROT_UNMATCHED_PARTLY;
    return nearest_cost > limit ? PAROT_UNMATCHED_FAR : PAROT_UNMATCHED_TAKEN;
}

static void find_reasons(const struct pass *pass)
{
    parot_align_result *result = pass->result;
    for (int64_t i = 0; i < result->count; i++) {
        result->confidence[i] = confidence_of(pass, i);
        result->reason[i] =
            reason_of(result->match[i], pass->moved[i], result->nearest_cost[i], result->limit);
    }
    for (int64_t j = 0; j < result->target_count; j++)
        result->target_reason[j] = reason_of(result->target_match[j], pass->col_moved[j],
                                             result->target_nearest_cost[j], result->limit);
}

/* Works: what it allocates belongs to the caller. */
static parot_status describe(struct pass *pass, const parot_plan *plan, struct arena *arena,
                             parot_error *err)
{
    parot_align_result *result = pass->result;
    layout(pass, arena);
    TRY(arena_open(arena, &pass->job->control, err));
    layout(pass, arena);
    take_matches(pass, plan);
    TRY(look_at_costs(pass, err));
    result->limit = 0;
    for (int64_t i = 0; i < result->count; i++)
        if (result->match[i] >= 0)
            result->limit = fmax(result->limit, result->cost[i]);
    find_reasons(pass);
    return PAROT_OK;
}

parot_status align_describe(struct alignment *job, const struct pair_tables *tables,
                            const parot_plan *plan, parot_align_result *result, parot_error *err)
{
    struct arena arena = {0};
    struct pass pass = {.job = job, .tables = tables, .result = result};
    parot_status status = describe(&pass, plan, &arena, err);
    block_free(arena.block);
    return status;
}
