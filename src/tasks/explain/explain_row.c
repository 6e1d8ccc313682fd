/* explain_row.c - parot_explain_row: what each column contributes to the score of a row.
 *
 * Shapley values by sampling (Strumbelj and Kononenko, 2010). A walk begins at a positive y and
 * takes the columns of the row x in a random order pi; with z_t = y whose columns pi_1 ... pi_t are
 * those of x, column pi_t is credited with s(z_t) - s(z_t-1). These add up to s(x) - s(y) on every
 * walk, however few there are. Each order is walked in reverse as well, which halves the variance
 * or better when columns interact in pairs.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/random.h"
#include "base/sort.h"
#include "parot/tasks.h"
#include "pu/problem/pu_problem.h"
#include "pu/problem/pu_tables.h"
#include "pu/problem/row_order.h"

enum {
    MOST_PLAYERS = 256, /* columns that change on their own: the others hardly differ */
    MOST_PAIRS = 32,    /* of walks */
    LEAST_PAIRS = 4,
    ROWS = 4096 /* that the model is asked about, roughly */
};

struct keyed_column {
    double key;
    int32_t column;
};

struct explain {
    struct control control;
    const parot_pu_model *model;
    parot_matrix positive;
    const double *row;
    int64_t d, players, pairs;
    parot_explain_result *result;
    struct order_item *items;
    int32_t *order;               /* of the positives */
    int32_t *player;              /* d: columns, those that differ most first */
    int32_t *turn;                /* players: the order of a walk */
    double *column;               /* m: one column of the positives, sorted */
    double *key;                  /* d: distances from the positives, by their spread; then parts */
    struct keyed_column *sorted;  /* d */
    double *walk;                 /* (players + 2) x d: the rows of a walk */
    double *sum, *sum_of_squares; /* d, over pairs of walks */
    double *pair;                 /* d: one pair of walks */
    void *memory;
};

/* ---- Making ready ------------------------------------------------------- */

static parot_status check(struct explain *explain, parot_error *err)
{
    parot_matrix positive = explain->positive;
    if (!explain->model || !explain->model->data)
        return fail(err, PAROT_EINVAL, "model: must not be empty");
    TRY(check_table("positive", positive, &explain->control, err));
    if (!explain->row)
        return fail(err, PAROT_EINVAL, "row: must not be NULL");
    for (int64_t k = 0; k < positive.cols; k++)
        if (!isfinite(explain->row[k]))
            return fail(err, PAROT_EINVAL, "row: must be finite, got %g in column %lld",
                        explain->row[k], (long long)k);
    return PAROT_OK;
}

static void layout(struct explain *explain, struct arena *arena)
{
    int64_t m = explain->positive.rows, d = explain->d;
    explain->items = arena_take(arena, m, sizeof *explain->items);
    explain->order = arena_take(arena, m, sizeof *explain->order);
    explain->player = arena_take(arena, d, sizeof *explain->player);
    explain->turn = arena_take(arena, explain->players, sizeof *explain->turn);
    explain->column = arena_take(arena, m, sizeof *explain->column);
    explain->key = arena_take(arena, d, sizeof *explain->key);
    explain->sorted = arena_take(arena, d, sizeof *explain->sorted);
    explain->walk = arena_take(arena, explain->players + 2, (size_t)d * sizeof *explain->walk);
    explain->sum = arena_take(arena, d + 1, sizeof *explain->sum);
    explain->sum_of_squares = arena_take(arena, d + 1, sizeof *explain->sum_of_squares);
    explain->pair = arena_take(arena, d + 1, sizeof *explain->pair);
}

static void result_layout(parot_explain_result *result, struct arena *arena)
{
    int64_t d = result->columns;
    result->part = arena_take(arena, d, sizeof *result->part);
    result->error = arena_take(arena, d, sizeof *result->error);
    result->median = arena_take(arena, d, sizeof *result->median);
    result->order = arena_take(arena, d, sizeof *result->order);
    result->owner = arena->block;
}

static int by_key(const void *a, const void *b)
{
    const struct keyed_column *x = a, *y = b;
    if (x->key != y->key)
        return x->key > y->key ? -1 : 1;
    return (x->column > y->column) - (x->column < y->column);
}

/* Columns by explain->key, largest first; equal ones in their order. */
static void sort_columns(const struct explain *explain, int32_t *columns)
{
    int64_t d = explain->d;
    for (int64_t k = 0; k < d; k++)
        explain->sorted[k] = (struct keyed_column){explain->key[k], (int32_t)k};
    qsort(explain->sorted, (size_t)d, sizeof *explain->sorted, by_key);
    for (int64_t k = 0; k < d; k++)
        columns[k] = explain->sorted[k].column;
}

/* |x_k - median_k| over the mean distance of the positives from their median. */
static void find_players(struct explain *explain)
{
    parot_matrix positive = explain->positive;
    int64_t m = positive.rows;
    for (int64_t k = 0; k < explain->d; k++) {
        double spread = 0;
        for (int64_t j = 0; j < m; j++)
            explain->column[j] = positive.data[j * positive.stride + k];
        sort_numbers(explain->column, m);
        double median = explain->column[(m - 1) / 2] / 2 + explain->column[m / 2] / 2;
        for (int64_t j = 0; j < m; j++)
            spread += fabs(explain->column[j] - median) / (double)m;
        double difference = fabs(explain->row[k] - median);
        explain->result->median[k] = median;
        explain->key[k] = difference == 0 ? 0 : fmin(difference / spread, 1e300);
    }
    sort_columns(explain, explain->player);
}

/* ---- Walks -------------------------------------------------------------- */

/* Rows z_0 ... z_players, and x itself, in which the other columns have changed as well. */
static void fill_walk(struct explain *explain, const double *from, int is_reverse)
{
    int64_t d = explain->d, count = explain->players;
    size_t bytes = (size_t)d * sizeof(double);
    memcpy(explain->walk, from, bytes);
    for (int64_t t = 1; t <= count; t++) {
        int32_t column = explain->turn[is_reverse ? count - t : t - 1];
        double *to = explain->walk + t * d;
        memcpy(to, to - d, bytes);
        to[column] = explain->row[column];
    }
    memcpy(explain->walk + (count + 1) * d, explain->row, bytes);
}

static parot_status walk(struct explain *explain, const double *from, int is_reverse,
                         parot_error *err)
{
    int64_t d = explain->d, count = explain->players;
    parot_run run = control_rest(&explain->control);
    parot_pu_result scores = {0};
    run.max_iterations = 0;
    fill_walk(explain, from, is_reverse);
    parot_matrix rows = {explain->walk, count + 2, d, d};
    TRY(parot_pu_predict(explain->model, rows, NAN, &run, &scores, err));
    for (int64_t t = 1; t <= count; t++) {
        int32_t column = explain->turn[is_reverse ? count - t : t - 1];
        explain->pair[column] += (scores.score[t] - scores.score[t - 1]) / 2;
    }
    explain->pair[d] += (scores.score[count + 1] - scores.score[count]) / 2;
    explain->result->score = scores.score[count + 1];
    explain->result->usual += scores.score[0];
    parot_pu_result_free(&scores);
    return PAROT_OK;
}

/* Both ways from one positive; the first ones in the order of row_order.h are a random choice. */
static parot_status walk_both_ways(struct explain *explain, int64_t pair, parot_error *err)
{
    parot_matrix positive = explain->positive;
    int64_t d = explain->d;
    const double *from = positive.data + explain->order[pair % positive.rows] * positive.stride;
    memset(explain->pair, 0, (size_t)(d + 1) * sizeof *explain->pair);
    int64_t count = explain->players;
    for (int64_t t = 0; t < count; t++)
        explain->turn[t] = explain->player[t];
    random_shuffle(explain->turn, count, explain->control.run.seed, RANDOM_WALK,
                   (uint64_t)(pair * count));
    TRY(walk(explain, from, 0, err));
    TRY(walk(explain, from, 1, err));
    for (int64_t k = 0; k <= d; k++) {
        explain->sum[k] += explain->pair[k];
        explain->sum_of_squares[k] += explain->pair[k] * explain->pair[k];
    }
    return PAROT_OK;
}

/* ---- The answer --------------------------------------------------------- */

static void publish(struct explain *explain)
{
    parot_explain_result *result = explain->result;
    double count = (double)explain->pairs;
    for (int64_t k = 0; k < explain->d; k++) {
        double mean = explain->sum[k] / count;
        double variance = fmax(0, explain->sum_of_squares[k] / count - mean * mean);
        result->part[k] = mean;
        result->error[k] = sqrt(variance / (count - 1));
        explain->key[k] = -mean;
    }
    result->rest = explain->sum[explain->d] / count;
    result->usual /= 2 * count;
    result->walks = 2 * explain->pairs;
    sort_columns(explain, result->order);
}

/* Works: what it allocates is in *explain and *result, also on failure. */
static parot_status solve(struct explain *explain, parot_error *err)
{
    struct arena arena = {0}, answer = {0};
    parot_explain_result *result = explain->result;
    TRY(check(explain, err));
    explain->d = result->columns = explain->positive.cols;
    explain->players = explain->d < MOST_PLAYERS ? explain->d : MOST_PLAYERS;
    explain->pairs = ROWS / (2 * (explain->players + 2));
    explain->pairs = explain->pairs > MOST_PAIRS    ? MOST_PAIRS
                     : explain->pairs < LEAST_PAIRS ? LEAST_PAIRS
                                                    : explain->pairs;
    layout(explain, &arena);
    TRY(arena_open(&arena, &explain->control, err));
    explain->memory = arena.block;
    layout(explain, &arena);
    result_layout(result, &answer);
    TRY(arena_open(&answer, &explain->control, err));
    result_layout(result, &answer);
    TRY(pu_stopped(order_rows(explain->positive, &explain->control, explain->items, explain->order),
                   "the explanation", err));
    find_players(explain);
    for (int64_t pair = 0; pair < explain->pairs; pair++) {
        if (control_poll_part(&explain->control, "explain", pair, explain->pairs) != PAROT_OK)
            return fail(err, PAROT_ESTOPPED, "explain: stopped after %lld of %lld walks",
                        (long long)(2 * pair), (long long)(2 * explain->pairs));
        TRY(walk_both_ways(explain, pair, err));
    }
    publish(explain);
    return PAROT_OK;
}

parot_status parot_explain_row(const parot_pu_model *model, parot_matrix positive,
                               const double *row, const parot_run *run,
                               parot_explain_result *result, parot_error *err)
{
    parot_explain_result local = {0};
    struct explain explain = {.model = model, .positive = positive, .row = row, .result = &local};
    if (!result)
        return fail(err, PAROT_EINVAL, "result: must not be NULL");
    TRY(control_init(&explain.control, run, err));
    parot_status status = solve(&explain, err);
    block_free(explain.memory);
    if (status == PAROT_OK)
        *result = local;
    else
        parot_explain_result_free(&local);
    return status;
}

void parot_explain_result_free(parot_explain_result *result)
{
    if (!result)
        return;
    block_free(result->owner);
    *result = (parot_explain_result){0};
}
