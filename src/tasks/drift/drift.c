/* drift.c - which rows of today have no place in the reference (docs/theory/tasks.md, "Drift").
 *
 * halves.h has the prices. Those of the reference are the null: a row of today is new when its
 * price is among the highest `level` of them. If today's rows are like the reference, then all
 * prices are alike, and so `level` of them are above the threshold.
 */
#include <math.h>
#include <string.h>

#include "base/options.h"
#include "base/sort.h"
#include "cost/metric.h"
#include "parot/tasks.h"
#include "pu/problem/column_scale.h"
#include "pu/problem/pu_problem.h"
#include "pu/problem/pu_tables.h"
#include "pu/problem/row_order.h"
#include "tasks/drift/halves.h"
#include "tasks/register/cover.h"

static const double Z_RANGE = 1.645;    /* 90 % of a normal number */
static const double Z_DRIFT = 2.33;     /* exceeded by chance once in a hundred times */
static const double RARE_BEYOND = 0.01; /* the same */

struct drift {
    struct control control;
    parot_drift_options options;
    parot_matrix reference, today; /* as given; then in order */
    int64_t n, m;
    int32_t *reference_order, *today_order;
    struct order_item *items;
    double *reference_rows, *today_rows; /* before scaling */
    double *y, *x;                       /* after it */
    struct scaler scaler;
    struct halves halves;
    double *sorted;   /* m: null prices, increasing */
    double *new_rows; /* n x kept */
    double *distance, *scratch;
    int32_t *nearest, *new_index, *rank; /* n */
    int64_t splits;
    void *memory;
};

void parot_drift_options_init_sized(parot_drift_options *options, size_t struct_size)
{
    parot_drift_options defaults = {
        .scale = PAROT_AUTO, .metric = PAROT_AUTO, .level = 0.05, .room = 2, .splits = 5};
    options_init(options, struct_size, &defaults, sizeof defaults);
}

/* ---- Checks ------------------------------------------------------------- */

static parot_status check_options(const parot_drift_options *options, parot_error *err)
{
    if (options->scale != PAROT_AUTO && !parot_scale_name((parot_scale)options->scale))
        return fail(err, PAROT_EINVAL, "options.scale: unknown value %d", (int)options->scale);
    if (options->metric != PAROT_AUTO && !parot_metric_name((parot_metric)options->metric))
        return fail(err, PAROT_EINVAL, "options.metric: unknown value %d", (int)options->metric);
    if (!(options->level > 0 && options->level < 1))
        return fail(err, PAROT_EINVAL, "options.level: must be in (0,1), got %g", options->level);
    if (!(options->room >= 1 && options->room <= 1e6))
        return fail(err, PAROT_EINVAL, "options.room: must be from 1 to 1e6, got %g",
                    options->room);
    if (options->splits < 1 || options->splits > 1000)
        return fail(err, PAROT_EINVAL, "options.splits: must be from 1 to 1000, got %lld",
                    (long long)options->splits);
    return PAROT_OK;
}

/* The smallest p-value is 1 / (m + 1). */
static parot_status check_size(const struct drift *drift, parot_error *err)
{
    double needed = fmax(2, ceil(1 / drift->options.level * (1 - 1e-12)) - 1);
    if ((double)drift->m >= needed)
        return PAROT_OK;
    return fail(err, PAROT_EINVAL, "reference: level %g needs %.0f rows or more, got %lld",
                drift->options.level, needed, (long long)drift->m);
}

/* ---- Making ready ------------------------------------------------------- */

static void layout(struct drift *drift, struct arena *arena)
{
    int64_t n = drift->n, m = drift->m, d = drift->today.cols, larger = n > m ? n : m;
    size_t row = (size_t)d * sizeof(double);
    drift->reference_order = arena_take(arena, m, sizeof *drift->reference_order);
    drift->today_order = arena_take(arena, n, sizeof *drift->today_order);
    drift->items = arena_take(arena, larger, sizeof *drift->items);
    drift->reference_rows = arena_take(arena, m, row);
    drift->today_rows = arena_take(arena, n, row);
    drift->y = arena_take(arena, m, row);
    drift->x = arena_take(arena, n, row);
    drift->new_rows = arena_take(arena, n, row);
    drift->sorted = arena_take(arena, m, sizeof *drift->sorted);
    drift->nearest = arena_take(arena, n, sizeof *drift->nearest);
    drift->distance = arena_take(arena, n, sizeof *drift->distance);
    drift->scratch = arena_take(arena, n, sizeof *drift->scratch);
    drift->new_index = arena_take(arena, n, sizeof *drift->new_index);
    drift->rank = arena_take(arena, n, sizeof *drift->rank);
    scaler_layout(&drift->scaler, arena);
    pairs_layout(&drift->halves.within, arena);
    pairs_layout(&drift->halves.across, arena);
    halves_layout(&drift->halves, arena);
}

static parot_matrix scaled(const struct drift *drift, const double *rows, int64_t count)
{
    return (parot_matrix){rows, count, drift->scaler.kept, drift->scaler.kept};
}

static parot_metric metric_of(const struct drift *drift)
{
    int32_t metric = drift->options.metric;
    return metric == PAROT_AUTO ? PAROT_METRIC_EUCLIDEAN : (parot_metric)metric;
}

/* Tables without a column that varies are compared as they are. */
static parot_status scale(struct drift *drift, parot_error *err)
{
    struct scaler *scaler = &drift->scaler;
    if (scaler_choose(scaler, drift->today, drift->reference) == 0) {
        scaler->scale = PAROT_SCALE_NONE;
        scaler_choose(scaler, drift->today, drift->reference);
    }
    TRY(scaler_fit(scaler, drift->today, drift->reference, err));
    TRY(scaler_apply(scaler, drift->today, drift->x));
    TRY(scaler_apply(scaler, drift->reference, drift->y));
    return check_distances(
        (struct named_points){"today", scaled(drift, drift->x, drift->n), drift->today_order},
        (struct named_points){"reference", scaled(drift, drift->y, drift->m),
                              drift->reference_order},
        metric_of(drift), " or use euclidean", err);
}

/* Up to so many pairs matrices serve where nothing else is asked for. The curve of rows that are
 * far from the reference takes many searches without one: 5000 of them 34 s of the processor. */
static const double MATRIX_PAIRS = 2.5e7;

/* Within the reference, from today to it, and a part of them for each curve, which takes a fifth
 * more. */
static double matrix_bytes(double today, double reference)
{
    double half = reference - floor(reference / 2);
    return sizeof(double) *
           (reference * reference + today * reference + 1.2 * fmax(today, half) * half);
}

/* By the sizes of the tables alone: there are no scaled rows yet. Both have a matrix, or none. */
static void state_pairs(struct drift *drift)
{
    struct halves *halves = &drift->halves;
    parot_run choice = drift->control.run;
    const parot_run *run = &choice;
    double n = (double)drift->today.rows, m = (double)drift->reference.rows;
    if (choice.costs == PAROT_COSTS_AUTO && fmax(n, m) * m <= MATRIX_PAIRS &&
        matrix_bytes(n, m) <= parot_memory_free())
        choice.costs = PAROT_COSTS_MATRIX;
    halves->within = pairs_of(drift->reference, drift->reference, metric_of(drift), run);
    halves->across = pairs_of(drift->today, drift->reference, metric_of(drift), run);
    halves->within.has_matrix &= halves->across.has_matrix;
    halves->across.has_matrix = halves->within.has_matrix;
    halves->room = drift->options.room;
}

static parot_status prepare(struct drift *drift, parot_error *err)
{
    struct arena arena = {0};
    int32_t chosen = drift->options.scale;
    drift->scaler =
        (struct scaler){.scale = chosen == PAROT_AUTO ? PAROT_SCALE_ROBUST : (parot_scale)chosen,
                        .cols = drift->today.cols,
                        .count = drift->n + drift->m};
    state_pairs(drift);
    layout(drift, &arena);
    TRY(arena_open(&arena, &drift->control, err));
    drift->memory = arena.block;
    layout(drift, &arena);
    parot_status status =
        order_rows(drift->reference, &drift->control, drift->items, drift->reference_order);
    if (status == PAROT_OK)
        status = order_rows(drift->today, &drift->control, drift->items, drift->today_order);
    TRY(pu_stopped(status, "the order of the rows", err));
    drift->reference =
        put_in_order(drift->reference, drift->reference_order, drift->reference_rows);
    drift->today = put_in_order(drift->today, drift->today_order, drift->today_rows);
    TRY(scale(drift, err));
    return PAROT_OK;
}

/* And the nearest row of the reference for each row of today. */
static parot_status find_costs(struct drift *drift, parot_error *err)
{
    struct halves *halves = &drift->halves;
    halves->across.x = scaled(drift, drift->x, drift->n);
    halves->across.y = halves->within.x = halves->within.y = scaled(drift, drift->y, drift->m);
    TRY(pairs_fill(&halves->within, &drift->control, err));
    TRY(pairs_fill(&halves->across, &drift->control, err));
    parot_status status =
        pairs_least(&halves->across, NULL, &drift->control, drift->distance, drift->nearest, err);
    return pu_stopped(status, "the first split", err);
}

/* ---- Prices ------------------------------------------------------------- */

/* As many splits as there is time for. */
static parot_status find_prices(struct drift *drift, parot_error *err)
{
    parot_status status = PAROT_OK;
    while (drift->splits < drift->options.splits && status == PAROT_OK) {
        status = control_poll_part(&drift->control, "drift", drift->splits, drift->options.splits);
        if (status == PAROT_OK)
            status = halves_add(&drift->halves, drift->splits, &drift->control, err);
        drift->splits += status == PAROT_OK;
    }
    if (status < 0 || drift->splits > 0)
        return status;
    return fail(err, PAROT_ESTOPPED, "stopped (%s) before the first split was priced",
                parot_status_name(status));
}

/* (1 + null prices at or above) / (1 + m) */
static double p_value(const struct drift *drift, double price)
{
    int64_t below = count_below(drift->sorted, drift->m, price, 0);
    return (double)(1 + drift->m - below) / (double)(1 + drift->m);
}

/* ---- The answer --------------------------------------------------------- */

static void result_layout(parot_drift_result *result, struct arena *arena)
{
    int64_t n = result->count;
    result->price = arena_take(arena, n, sizeof *result->price);
    result->score = arena_take(arena, n, sizeof *result->score);
    result->match_cost = arena_take(arena, n, sizeof *result->match_cost);
    result->match = arena_take(arena, n, sizeof *result->match);
    result->order = arena_take(arena, n, sizeof *result->order);
    result->is_new = arena_take(arena, n, sizeof *result->is_new);
    result->owner = arena->block;
}

/* p-values are multiples of 1 / (m + 1); level (m + 1) may be one too, up to rounding. */
static int is_below(double p, double level)
{
    return p <= level * (1 + 1e-12);
}

static void fill_rows(const struct drift *drift, parot_drift_result *result)
{
    for (int64_t r = 0; r < drift->n; r++) {
        int32_t to = drift->today_order[r];
        double price = drift->halves.price[r], p = p_value(drift, price);
        result->price[to] = price;
        result->score[to] = 1 - p;
        result->is_new[to] = (int8_t)is_below(p, drift->options.level);
        result->alarms += result->is_new[to];
        result->beyond += price > drift->sorted[drift->m - 1];
        result->match[to] = drift->reference_order[drift->nearest[r]];
        result->match_cost[to] = drift->distance[r];
    }
}

/* The new rows, farthest first. */
static parot_status fill_order(struct drift *drift, parot_drift_result *result, parot_error *err)
{
    int64_t kept = drift->scaler.kept, count = 0;
    for (int64_t r = 0; r < drift->n; r++) {
        int32_t to = drift->today_order[r];
        if (!result->is_new[to])
            continue;
        memcpy(drift->new_rows + count * kept, drift->x + r * kept, (size_t)kept * sizeof(double));
        drift->distance[count] = result->match_cost[to];
        drift->new_index[count++] = to;
    }
    struct cover cover = {scaled(drift, drift->new_rows, count), metric_of(drift), drift->distance,
                          drift->scratch, drift->rank};
    parot_status status = cover_order(&cover, &drift->control, err);
    for (int64_t k = 0; k < count && status >= 0; k++)
        result->order[drift->new_index[drift->rank[k]]] = (int32_t)(k + 1);
    return status;
}

/* A part a of today's rows is above a price that the part `level` of the reference is above. So
 * many of them are new, at least, since new rows may be cheap; a has the standard error of n rows,
 * and of the m that the price was chosen by. Keeps the larger estimate of two. */
static void estimate(const struct drift *drift, double part, double level,
                     parot_drift_result *result)
{
    double n = (double)drift->n, m = (double)drift->m;
    double error = Z_RANGE * sqrt(part * (1 - part) / n + level * (1 - level) / m);
    result->share = fmax(result->share, (part - level) / (1 - level));
    result->low = fmax(result->low, (part - error - level) / (1 - level));
    result->high = fmax(result->high, fmin(1, (part + error - level) / (1 - level)));
}

/* If all n + m prices are alike, the b highest are today's with probability
 * n / (n + m) (n - 1) / (n + m - 1) ... */
static double chance_of_highest(double n, double m, int64_t b)
{
    double chance = 1;
    for (int64_t k = 0; k < b; k++)
        chance *= (n - (double)k) / (n + m - (double)k);
    return chance;
}

static parot_status publish(struct drift *drift, parot_drift_result *result, parot_error *err)
{
    struct arena arena = {0};
    result->count = drift->n;
    result_layout(result, &arena);
    TRY(arena_open(&arena, &drift->control, err));
    result_layout(result, &arena);
    result->scale = drift->scaler.scale;
    result->metric = metric_of(drift);
    result->dropped = drift->scaler.cols - drift->scaler.kept;
    result->splits = drift->splits;
    /* Means of the splits; the null sorted. */
    for (int64_t i = 0; i < drift->n; i++)
        drift->halves.price[i] /= (double)drift->splits;
    for (int64_t j = 0; j < drift->m; j++)
        drift->sorted[j] = drift->halves.null[j] / (double)drift->splits;
    sort_numbers(drift->sorted, drift->m);
    fill_rows(drift, result);
    double n = (double)drift->n, m = (double)drift->m, level = drift->options.level;
    double part = (double)result->alarms / n;
    int64_t place = (int64_t)ceil((1 - level) * (m + 1)) - 1;
    result->threshold = drift->sorted[place < drift->m ? place : drift->m - 1];
    result->expected = level * n;
    result->z = (part - level) / sqrt(level * (1 - level) * (1 / n + 1 / m));
    result->beyond_chance = chance_of_highest(n, m, result->beyond);
    result->is_drift = result->z > Z_DRIFT || result->beyond_chance < RARE_BEYOND;
    estimate(drift, part, level, result);
    estimate(drift, (double)result->beyond / n, 1 / (m + 1), result);
    return fill_order(drift, result, err);
}

/* ---- The call ----------------------------------------------------------- */

/* Works: what it allocates is in *drift and *result, also on failure. */
static parot_status solve(struct drift *drift, parot_drift_result *result, parot_error *err)
{
    TRY(check_tables("reference", drift->reference, "today", drift->today, &drift->control, err));
    drift->n = drift->today.rows;
    drift->m = drift->reference.rows;
    TRY(check_size(drift, err));
    TRY(prepare(drift, err));
    TRY(find_costs(drift, err));
    parot_status status = find_prices(drift, err);
    if (status < 0)
        return status;
    parot_status finish = publish(drift, result, err);
    if (finish < 0)
        return finish;
    result->status = status == PAROT_OK ? finish : status;
    return result->status;
}

parot_status parot_drift(parot_matrix reference, parot_matrix today,
                         const parot_drift_options *options, const parot_run *run,
                         parot_drift_result *result, parot_error *err)
{
    struct drift drift = {.reference = reference, .today = today};
    parot_drift_result local = {0};
    parot_drift_options_init(&drift.options);
    if (!result)
        return fail(err, PAROT_EINVAL, "result: must not be NULL");
    if (options)
        TRY(options_take(&drift.options, sizeof drift.options, options, "options",
                         "parot_drift_options", err));
    TRY(check_options(&drift.options, err));
    TRY(control_init(&drift.control, run, err));
    drift.control.run.max_iterations = 0; /* nothing here iterates */
    parot_status status = solve(&drift, &local, err);
    block_free(drift.memory);
    if (status >= 0)
        *result = local;
    else
        parot_drift_result_free(&local);
    return status;
}

/* A curve of today's rows to half of the reference, or the matrices. */
double parot_drift_memory(parot_matrix reference, parot_matrix today)
{
    struct drift drift = {.reference = reference, .today = today};
    double n = (double)today.rows, m = (double)reference.rows;
    double tables = 3 * sizeof(double) * (n + m) * (double)today.cols;
    parot_points_problem clouds = {.x = today, .y = reference};
    parot_drift_options_init(&drift.options);
    parot_run_init(&drift.control.run);
    state_pairs(&drift);
    clouds.y.rows -= clouds.y.rows / 2;
    if (!drift.halves.across.has_matrix)
        return tables + parot_points_curve_memory(&clouds);
    return tables + matrix_bytes(n, m);
}

void parot_drift_result_free(parot_drift_result *result)
{
    if (!result)
        return;
    block_free(result->owner);
    *result = (parot_drift_result){0};
}
