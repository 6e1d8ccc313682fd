/* batch_output.c - the block is laid out before the first problem, by the most that each can need.
 *
 * A worker writes the entries of a plan where its problem's room begins; at the end they are moved
 * together, in the order of the problems. Room that is not needed is never touched.
 */
#include "tasks/batch/batch_output.h"

#include <math.h>
#include <string.h>

static void layout_numbers(struct batch *batch, struct arena *arena)
{
    parot_batch_result *result = &batch->result;
    const struct batch_kind *kind = batch->kind;
    int64_t count = result->count;
    result->statuses = arena_take(arena, count, sizeof *result->statuses);
    result->objective = arena_take(arena, count, sizeof *result->objective);
    result->bound = arena_take(arena, count, sizeof *result->bound);
    result->mass = arena_take(arena, count, sizeof *result->mass);
    result->lambda = arena_take(arena, count, sizeof *result->lambda);
    result->iterations = arena_take(arena, count, sizeof *result->iterations);
    result->pivots = arena_take(arena, count, sizeof *result->pivots);
    if (batch->options.certify) {
        result->relative = arena_take(arena, count, sizeof *result->relative);
        result->infeasible = arena_take(arena, count, sizeof *result->infeasible);
    }
    if (kind->has_entropy) {
        result->regularised = arena_take(arena, count, sizeof *result->regularised);
        result->residual = arena_take(arena, count, sizeof *result->residual);
    }
    if (kind->has_stationarity)
        result->stationarity = arena_take(arena, count, sizeof *result->stationarity);
    result->row_at = arena_take(arena, count + 1, sizeof *result->row_at);
    result->col_at = arena_take(arena, count + 1, sizeof *result->col_at);
}

/* The sums of all shapes. */
struct extent {
    int64_t rows, cols, entries, pairs;
    int is_too_large;
};

static void layout(struct batch *batch, const struct extent *extent, struct arena *arena)
{
    parot_batch_result *result = &batch->result;
    int64_t count = result->count;
    layout_numbers(batch, arena);
    if (batch->kind->has_prices) {
        result->u = arena_take(arena, extent->rows, sizeof *result->u);
        result->v = arena_take(arena, extent->cols, sizeof *result->v);
    }
    if (batch->options.plans == PAROT_BATCH_PLANS_SPARSE) {
        batch->entry_at = arena_take(arena, count + 1, sizeof *batch->entry_at);
        batch->entries = arena_take(arena, count, sizeof *batch->entries);
        result->start = arena_take(arena, extent->rows + 1, sizeof *result->start);
        result->value = arena_take(arena, extent->entries, sizeof *result->value);
        result->col = arena_take(arena, extent->entries, sizeof *result->col);
    }
    if (batch->options.plans == PAROT_BATCH_PLANS_DENSE) {
        result->dense_at = arena_take(arena, count + 1, sizeof *result->dense_at);
        result->dense = arena_take(arena, extent->pairs, sizeof *result->dense);
    }
    arena->overflow |= extent->is_too_large;
    result->owner = arena->block;
}

/* Sizes that the solver will refuse count as none. */
static void shape_of(const struct batch *batch, int64_t k, int64_t *rows, int64_t *cols)
{
    batch->kind->shape(batch, k, rows, cols);
    if (*rows < 1 || *cols < 1 || *rows > INT32_MAX || *cols > INT32_MAX)
        *rows = *cols = 0;
}

/* Adds problem k, and notes where it begins. */
static void extend(struct batch *batch, int64_t k, struct extent *extent)
{
    parot_batch_result *result = &batch->result;
    int64_t rows = 0, cols = 0;
    shape_of(batch, k, &rows, &cols);
    if (result->owner) {
        result->row_at[k] = extent->rows;
        result->col_at[k] = extent->cols;
        if (result->start)
            batch->entry_at[k] = extent->entries;
        if (result->dense)
            result->dense_at[k] = extent->pairs;
    }
    extent->is_too_large |= __builtin_add_overflow(extent->rows, rows, &extent->rows);
    extent->is_too_large |= __builtin_add_overflow(extent->cols, cols, &extent->cols);
    extent->is_too_large |= __builtin_add_overflow(
        extent->entries, rows ? batch->kind->room(rows, cols) : 0, &extent->entries);
    extent->is_too_large |= __builtin_add_overflow(extent->pairs, rows * cols, &extent->pairs);
}

static struct extent extent_of(struct batch *batch)
{
    struct extent extent = {0};
    for (int64_t k = 0; k < batch->result.count; k++)
        extend(batch, k, &extent);
    return extent;
}

parot_status batch_output_open(struct batch *batch, parot_error *err)
{
    parot_batch_result *result = &batch->result;
    struct arena arena = {0};
    struct extent extent = extent_of(batch);
    layout(batch, &extent, &arena);
    TRY(arena_open(&arena, &batch->control, err));
    layout(batch, &extent, &arena);
    extent_of(batch);
    result->row_at[result->count] = extent.rows;
    result->col_at[result->count] = extent.cols;
    if (result->start)
        batch->entry_at[result->count] = extent.entries;
    if (result->dense)
        result->dense_at[result->count] = extent.pairs;
    return PAROT_OK;
}

/* ---- One answer --------------------------------------------------------- */

void batch_put_plan(struct batch *batch, int64_t k, const parot_plan *plan)
{
    parot_batch_result *result = &batch->result;
    if (result->start) {
        int64_t first = batch->entry_at[k], *ends = result->start + result->row_at[k] + 1;
        memcpy(result->value + first, plan->mass, (size_t)plan->count * sizeof *plan->mass);
        memcpy(result->col + first, plan->col, (size_t)plan->count * sizeof *plan->col);
        batch->entries[k] = plan->count;
        for (int64_t e = 0; e < plan->count; e++) /* how many a row has, for now */
            ends[plan->row[e]]++;
    }
    if (result->dense) {
        double *dense = result->dense + result->dense_at[k];
        for (int64_t e = 0; e < plan->count; e++)
            dense[plan->row[e] * plan->cols + plan->col[e]] = plan->mass[e];
    }
}

void batch_put_dual(struct batch *batch, int64_t k, const parot_dual *dual)
{
    parot_batch_result *result = &batch->result;
    int64_t row = result->row_at[k], rows = result->row_at[k + 1] - row;
    int64_t col = result->col_at[k], cols = result->col_at[k + 1] - col;
    memcpy(result->u + row, dual->u, (size_t)rows * sizeof *dual->u);
    memcpy(result->v + col, dual->v, (size_t)cols * sizeof *dual->v);
    result->lambda[k] = dual->lambda;
}

void batch_put(struct batch *batch, int64_t k, const parot_result *answer)
{
    parot_batch_result *result = &batch->result;
    result->objective[k] = answer->objective;
    result->bound[k] = answer->bound;
    result->mass[k] = answer->mass;
    result->iterations[k] = answer->info.iterations;
    result->pivots[k] = answer->info.pivots;
    batch_put_dual(batch, k, &answer->dual);
    batch_put_plan(batch, k, &answer->plan);
}

/* ---- No answer ---------------------------------------------------------- */

static void put_nan(double *numbers, int64_t begin, int64_t end)
{
    for (int64_t i = begin; numbers && i < end; i++)
        numbers[i] = NAN;
}

static void clear_problem(parot_batch_result *result, int64_t k)
{
    double *numbers[] = {result->objective,   result->bound,    result->mass,
                         result->lambda,      result->relative, result->infeasible,
                         result->regularised, result->residual, result->stationarity};
    for (size_t a = 0; a < sizeof numbers / sizeof *numbers; a++)
        put_nan(numbers[a], k, k + 1);
    put_nan(result->u, result->row_at[k], result->row_at[k + 1]);
    put_nan(result->v, result->col_at[k], result->col_at[k + 1]);
    if (result->dense)
        put_nan(result->dense, result->dense_at[k], result->dense_at[k + 1]);
}

/* Twice the room for words, which only refused problems need; 0: there is no memory. */
static int grow_failures(struct batch *batch)
{
    parot_batch_result *result = &batch->result;
    int64_t room = 2 * batch->failure_room + 8;
    parot_batch_failure *more =
        block_alloc(&batch->control, (size_t)room * sizeof *result->failure);
    if (!more)
        return 0;
    if (result->failures > 0)
        memcpy(more, result->failure, (size_t)result->failures * sizeof *more);
    block_free(result->failure_owner);
    result->failure_owner = result->failure = more;
    batch->failure_room = room;
    return 1;
}

void batch_put_failure(struct batch *batch, int64_t k, const parot_error *err)
{
    parot_batch_result *result = &batch->result;
    if (result->failures == batch->failure_room && !grow_failures(batch))
        return;
    result->failure[result->failures++] = (parot_batch_failure){k, *err};
}

/* ---- The end ------------------------------------------------------------ */

/* Moves entries together and turns counts of rows into places. */
static void close_gaps(struct batch *batch)
{
    parot_batch_result *result = &batch->result;
    int64_t to = 0;
    for (int64_t k = 0; k < result->count; k++) {
        int64_t from = batch->entry_at[k], count = batch->entries[k];
        memmove(result->value + to, result->value + from, (size_t)count * sizeof *result->value);
        memmove(result->col + to, result->col + from, (size_t)count * sizeof *result->col);
        to += count;
    }
    for (int64_t row = 0; row < result->row_at[result->count]; row++)
        result->start[row + 1] += result->start[row];
}

/* They were noted in any order, and nearly sorted. */
static void sort_failures(parot_batch_result *result)
{
    for (int64_t f = 1; f < result->failures; f++)
        for (int64_t g = f; g > 0 && result->failure[g - 1].problem > result->failure[g].problem;
             g--) {
            parot_batch_failure later = result->failure[g - 1];
            result->failure[g - 1] = result->failure[g];
            result->failure[g] = later;
        }
}

void batch_output_close(struct batch *batch)
{
    parot_batch_result *result = &batch->result;
    for (int64_t k = 0; k < result->count; k++) {
        result->solved += result->statuses[k] == PAROT_OK;
        result->failed += result->statuses[k] < 0;
        if (result->statuses[k] < 0)
            clear_problem(result, k);
    }
    if (result->start)
        close_gaps(batch);
    sort_failures(result);
}

void parot_batch_result_free(parot_batch_result *result)
{
    if (!result)
        return;
    block_free(result->owner);
    block_free(result->failure_owner);
    *result = (parot_batch_result){0};
}
