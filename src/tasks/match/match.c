/* match.c - candidates are listed, pairs are chosen among them, and the answer is written in the
 * caller's numbers. */
#include <math.h>
#include <string.h>

#include "base/options.h"
#include "base/sums.h"
#include "tasks/match/match_internal.h"

struct match {
    const parot_match_problem *problem;
    parot_match_options options;
    struct control control;
    struct match_space space;
    struct match_lists lists;
    struct match_answer answer;
    uint8_t *is_made; /* of the listed pairs */
    double *weight;   /* of the longer side; scratch */
    double bound;
    void *memory;
};

/* ---- Solving ------------------------------------------------------------ */

/* Pairs that the capacities alone would allow, by those of both sides. */
static int64_t most_by_capacity(const struct match *match)
{
    const parot_match_problem *problem = match->problem;
    int64_t n = match_rows(problem), m = match_cols(problem), x = 0, y = 0;
    for (int64_t i = 0; i < n; i++)
        x += match_x_capacity(problem, &match->options, i);
    for (int64_t j = 0; j < m; j++)
        y += match_y_capacity(problem, j);
    return x < y ? x : y;
}

static void layout(struct match *match, int64_t listed, struct arena *arena)
{
    struct match_answer *answer = &match->answer;
    int64_t n = match->lists.n, m = match->lists.m;
    answer->row = arena_take(arena, answer->room, sizeof *answer->row);
    answer->col = arena_take(arena, answer->room, sizeof *answer->col);
    answer->cost = arena_take(arena, answer->room, sizeof *answer->cost);
    answer->is_short_row = arena_take(arena, n, sizeof *answer->is_short_row);
    answer->is_short_col = arena_take(arena, m, sizeof *answer->is_short_col);
    answer->row_price = arena_take(arena, n, sizeof *answer->row_price);
    answer->col_price = arena_take(arena, m, sizeof *answer->col_price);
    answer->row_room = arena_take(arena, n, sizeof *answer->row_room);
    answer->col_room = arena_take(arena, m, sizeof *answer->col_room);
    match->weight = arena_take(arena, n > m ? n : m, sizeof *match->weight);
    match->is_made = arena_take(arena, listed, sizeof *match->is_made);
}

static parot_status solve_listed(struct match *match, parot_error *err)
{
    struct match_answer *answer = &match->answer;
    const struct listed_pairs *pairs = &match->lists.pairs;
    int has_price = match->options.order == PAROT_MATCH_ORDER_PRICE;
    struct matching matching = {.pairs = *pairs,
                                .row_room = answer->row_room,
                                .col_room = answer->col_room,
                                .price = has_price ? match->options.price : INFINITY,
                                .is_made = match->is_made,
                                .is_short_row = answer->is_short_row,
                                .is_short_col = answer->is_short_col,
                                .row_price = answer->row_price,
                                .col_price = answer->col_price};
    parot_status status = matching_solve(&matching, &match->control, err);
    if (status < 0)
        return status;
    for (int32_t i = 0; i < pairs->rows; i++)
        for (int32_t e = pairs->begin[i]; e < pairs->begin[i + 1]; e++)
            if (match->is_made[e]) {
                answer->row[answer->made] = i;
                answer->col[answer->made] = pairs->col[e];
                answer->cost[answer->made++] = pairs->cost[e];
            }
    return status;
}

/* Groups with all pairs, one after another. The first stop is the status; the rest has no time. */
static parot_status solve_dense(struct match *match, parot_status status, parot_error *err)
{
    const struct match_lists *lists = &match->lists;
    for (int32_t g = 0; g < lists->groups; g++) {
        const struct match_group *group = &lists->group[g];
        if (!match_is_dense(match->problem, &match->options, group->rows, group->cols))
            continue;
        parot_status found = match_solve_dense(&match->answer, group, err);
        if (found < 0)
            return found;
        status = status == PAROT_OK ? found : status;
    }
    return status;
}

/* ---- The bound ---------------------------------------------------------- */

/* The sum that parot_match_certify forms, in two doubles, over the lists. */
static double find_bound(const struct match *match, int *has_negative)
{
    const struct match_answer *answer = &match->answer;
    const struct listed_pairs *pairs = &match->lists.pairs;
    struct sum bound = {0, 0};
    for (int32_t i = 0; i < pairs->rows; i++)
        sum_add_product(&bound, answer->row_room[i], answer->row_price[i]);
    for (int32_t j = 0; j < pairs->cols; j++)
        sum_add_product(&bound, answer->col_room[j], answer->col_price[j]);
    for (int32_t i = 0; i < pairs->rows; i++)
        for (int32_t e = pairs->begin[i]; e < pairs->begin[i + 1]; e++) {
            int32_t j = pairs->col[e];
            if (answer->row_room[i] == 0 || answer->col_room[j] == 0)
                continue; /* no choice has it */
            *has_negative |= pairs->cost[e] < 0;
            double rest = pairs->cost[e] - answer->row_price[i] - answer->col_price[j];
            int is_crossing = answer->is_short_row[i] != answer->is_short_col[j];
            if (is_crossing ? answer->is_short_row[i] : rest < 0)
                sum_add(&bound, rest);
        }
    return sum_value(&bound);
}

/* PAROT_UNPROVED if rounding has left more than a quarter of what a proof may leave. */
static parot_status prove(struct match *match, parot_match_result *result)
{
    int has_price = match->options.order == PAROT_MATCH_ORDER_PRICE;
    double sizes = 0, idle = 0;
    for (int64_t k = 0; k < match->answer.made; k++)
        sizes += fabs(match->answer.cost[k]);
    if (has_price) { /* the bound has the price of all capacity of rows, the objective has not */
        for (int32_t i = 0; i < match->lists.n; i++)
            idle += match->answer.row_room[i];
        idle = (idle - (double)match->answer.made) * match->options.price;
        sizes += fabs(match->options.price) * (double)match->answer.made;
    }
    int has_negative = 0;
    result->bound = find_bound(match, &has_negative) - idle;
    double gap = result->objective - result->bound;
    if (sizes == 0 && !has_price && !has_negative)
        return PAROT_OK; /* nothing costs less than nothing */
    return gap <= PAROT_PROOF_TOLERANCE / 4 * sizes ? PAROT_OK : PAROT_UNPROVED;
}

/* ---- The answer --------------------------------------------------------- */

static void side_layout(parot_match_side *side, struct arena *arena)
{
    int64_t n = side->count;
    side->nearest_cost = arena_take(arena, n, sizeof *side->nearest_cost);
    side->limited_by = arena_take(arena, n, sizeof *side->limited_by);
    side->price = arena_take(arena, n, sizeof *side->price);
    side->partners = arena_take(arena, n, sizeof *side->partners);
    side->candidates = arena_take(arena, n, sizeof *side->candidates);
    side->reason = arena_take(arena, n, sizeof *side->reason);
    side->nearest = arena_take(arena, n, sizeof *side->nearest);
    side->limited = arena_take(arena, n, sizeof *side->limited);
    side->is_short = arena_take(arena, n, sizeof *side->is_short);
}

static void result_layout(parot_match_result *result, struct arena *arena)
{
    result->cost = arena_take(arena, result->pairs, sizeof *result->cost);
    result->row = arena_take(arena, result->pairs, sizeof *result->row);
    result->col = arena_take(arena, result->pairs, sizeof *result->col);
    result->before = arena_take(arena, result->covariates, sizeof *result->before);
    result->after = arena_take(arena, result->covariates, sizeof *result->after);
    side_layout(&result->x, arena);
    side_layout(&result->y, arena);
    result->column_caliper = arena_take(arena, result->limits, sizeof *result->column_caliper);
    result->owner = arena->block;
}

/* By row, then by column: rows by counting, the few columns of a row by insertion. `begin`: n + 1
 * numbers. */
static void put_pairs(const struct match *match, parot_match_result *result)
{
    const struct match_answer *answer = &match->answer;
    const struct match_lists *lists = &match->lists;
    int32_t *begin = lists->at; /* the lists need it no more */
    int32_t next = 0;
    for (int64_t k = 0; k < answer->made; k++) {
        result->x.partners[lists->row_of[answer->row[k]]]++;
        result->y.partners[lists->col_of[answer->col[k]]]++;
    }
    for (int32_t i = 0; i < lists->n; i++) {
        begin[i] = next;
        next += result->x.partners[i];
    }
    int32_t *filled = lists->count;
    memset(filled, 0, (size_t)lists->n * sizeof *filled);
    for (int64_t k = 0; k < answer->made; k++) {
        int32_t row = lists->row_of[answer->row[k]], col = lists->col_of[answer->col[k]];
        int32_t at = begin[row] + filled[row]++;
        for (; at > begin[row] && result->col[at - 1] > col; at--) {
            result->col[at] = result->col[at - 1];
            result->cost[at] = result->cost[at - 1];
        }
        result->col[at] = col;
        result->cost[at] = answer->cost[k];
    }
    for (int32_t i = 0; i < lists->n; i++)
        for (int32_t k = 0; k < result->x.partners[i]; k++)
            result->row[begin[i] + k] = i;
}

static void add_up(parot_match_result *result)
{
    struct sum objective = {0, 0};
    for (int64_t k = 0; k < result->pairs; k++)
        sum_add(&objective, result->cost[k]);
    result->objective = sum_value(&objective);
    for (int64_t i = 0; i < result->x.count; i++)
        result->x.matched += result->x.partners[i] > 0;
    for (int64_t j = 0; j < result->y.count; j++)
        result->y.matched += result->y.partners[j] > 0;
}

static parot_status publish(struct match *match, parot_status status, parot_match_result *result,
                            parot_error *err)
{
    const parot_match_problem *problem = match->problem;
    struct arena arena = {0};
    result->pairs = match->answer.made;
    result->x.count = match->lists.n;
    result->y.count = match->lists.m;
    result->covariates = problem->x_covariates.data  ? problem->x_covariates.cols
                         : match_has_tables(problem) ? problem->x.cols
                                                     : 0;
    result->limits = match_limited(problem);
    result_layout(result, &arena);
    TRY(arena_open(&arena, &match->control, err));
    result_layout(result, &arena);
    for (int64_t g = 0; g < result->limits; g++)
        result->column_caliper[g] = problem->column_caliper[g];
    result->caliper = match->options.caliper;
    result->price =
        match->options.order == PAROT_MATCH_ORDER_PRICE ? match->options.price : INFINITY;
    result->order = (parot_match_order)match->options.order;
    result->capacity_most = most_by_capacity(match);
    put_pairs(match, result);
    add_up(result);
    match_find_reasons(&match->answer, result);
    match_find_balance(problem, result, match->weight);
    result->bound = NAN;
    result->status = status;
    /* Dense groups have been proved by their solver; the bound is for lists alone. */
    if (status == PAROT_OK && result->candidates >= 0)
        result->status = prove(match, result);
    else if (status == PAROT_OK)
        result->bound = result->objective;
    return PAROT_OK;
}

/* ---- The call ----------------------------------------------------------- */

/* Works: what it allocates is in *match and *result, also on failure. */
static parot_status solve(struct match *match, parot_match_result *result, parot_error *err)
{
    struct match_lists *lists = &match->lists;
    struct match_answer *answer = &match->answer;
    struct arena arena = {0};
    TRY(match_check_problem(match->problem, &match->options, &match->control, err));
    if (match_has_tables(match->problem))
        TRY(match_space_open(&match->space, match->problem, &match->options, &match->control, err));
    *lists = (struct match_lists){.problem = match->problem,
                                  .options = &match->options,
                                  .space = match_has_tables(match->problem) ? &match->space : NULL,
                                  .control = &match->control};
    TRY(match_lists_open(lists, err));
    answer->lists = lists;
    answer->control = &match->control;
    answer->room = most_by_capacity(match);
    layout(match, lists->pairs.begin[lists->n], &arena);
    TRY(arena_open(&arena, &match->control, err));
    match->memory = arena.block;
    layout(match, lists->pairs.begin[lists->n], &arena);
    for (int32_t i = 0; i < lists->n; i++)
        answer->row_room[i] = match_x_capacity(match->problem, &match->options, lists->row_of[i]);
    for (int32_t j = 0; j < lists->m; j++)
        answer->col_room[j] = match_y_capacity(match->problem, lists->col_of[j]);
    parot_status status = solve_listed(match, err);
    if (status >= 0)
        status = solve_dense(match, status, err);
    if (status < 0)
        return status;
    TRY(publish(match, status, result, err));
    return result->status;
}

parot_status parot_match(const parot_match_problem *problem, const parot_match_options *options,
                         const parot_run *run, parot_match_result *result, parot_error *err)
{
    struct match match = {.problem = problem};
    parot_match_result local = {0};
    parot_match_options_init(&match.options);
    TRY(CHECK_GIVEN(err, problem, result));
    if (options)
        TRY(options_take(&match.options, sizeof match.options, options, "options",
                         "parot_match_options", err));
    TRY(match_check_options(&match.options, err));
    TRY(control_init(&match.control, run, err));
    match.control.run.max_iterations = 0; /* what is counted here says nothing to a caller */
    parot_status status = solve(&match, &local, err);
    block_free(match.memory);
    match_lists_close(&match.lists);
    match_space_close(&match.space);
    if (status >= 0)
        *result = local;
    else
        parot_match_result_free(&local);
    return status;
}

void parot_match_result_free(parot_match_result *result)
{
    if (!result)
        return;
    block_free(result->owner);
    *result = (parot_match_result){0};
}

/* Tables twice, the lists and what is asked of each row, and the searches. */
double parot_match_memory(const parot_match_problem *problem, double candidates)
{
    struct arena arena = {0};
    if (!problem)
        return 0;
    double n = (double)match_rows(problem), m = (double)match_cols(problem);
    double cols = match_has_tables(problem) ? (double)problem->x.cols : 0;
    candidates = fmin(candidates, fmin(n * m, 2147483646.0));
    matching_measure((int32_t)n, (int32_t)m, (int64_t)candidates, &arena);
    return (double)arena.used + 13 * candidates + 4 * sizeof(double) * cols * (n + m) +
           150 * (n + m);
}
