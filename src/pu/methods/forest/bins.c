/* bins.c - the numbers of a column are sorted and walked through; a bin is closed at a change of
 * value once it has its share of the numbers that are left. Edges lie halfway between neighbours.
 */
#include "pu/methods/forest/bins.h"

#include <math.h>

#include "base/sort.h"

/* Numbers of each table that edges are found by: they move a split by a fraction of a bin. Rows are
 * in random order, so the first ones are a sample. */
enum { MOST_SORTED = 1 << 15 };

static int64_t at_most(int64_t count, int64_t most)
{
    return count < most ? count : most;
}

/* Halfway, and not above `low` if rounding leaves nothing between. */
static double edge_between(double low, double high)
{
    double middle = 0.5 * low + 0.5 * high;
    return middle < high ? middle : low;
}

static int64_t count_values(const double *sorted, int64_t count)
{
    int64_t values = 1;
    for (int64_t i = 1; i < count; i++)
        values += sorted[i] != sorted[i - 1];
    return values;
}

int32_t bins_find_edges(const double *sorted, int64_t count, double *edge)
{
    int is_exact = count_values(sorted, count) <= BINS;
    int32_t edges = 0;
    int64_t first = 0; /* of the bin */
    for (int64_t i = 1; i < count && edges < BINS - 1; i++) {
        int is_full = is_exact || (i - first) * (BINS - edges) >= count - first;
        if (sorted[i] == sorted[i - 1] || !is_full)
            continue;
        edge[edges++] = edge_between(sorted[i - 1], sorted[i]);
        first = i;
    }
    return edges;
}

static void layout(struct bins *bins, double **column, int has_weights, struct arena *arena)
{
    bins->bin = arena_take(arena, bins->dims, (size_t)bins->rows);
    bins->edge = arena_take(arena, bins->dims, (BINS - 1) * sizeof *bins->edge);
    bins->edges = arena_take(arena, bins->dims, sizeof *bins->edges);
    if (has_weights)
        bins->weight = arena_take(arena, bins->positives, sizeof *bins->weight);
    *column = arena_take(arena, at_most(bins->rows, 2 * MOST_SORTED), sizeof **column);
}

static void fill_column(struct bins *bins, const struct pu_problem *problem, int64_t c,
                        double *column)
{
    int64_t dims = bins->dims, count = 0;
    double *edge = bins->edge + c * (BINS - 1);
    uint8_t *bin = bins->bin + c * bins->rows;
    for (int64_t j = 0; j < at_most(problem->m, MOST_SORTED); j++)
        column[count++] = problem->y[j * dims + c];
    for (int64_t i = 0; i < at_most(problem->n, MOST_SORTED); i++)
        column[count++] = problem->x[i * dims + c];
    sort_numbers(column, count);
    bins->edges[c] = bins_find_edges(column, count, edge);
    for (int64_t j = 0; j < problem->m; j++)
        *bin++ = (uint8_t)count_below(edge, bins->edges[c], problem->y[j * dims + c], 0);
    for (int64_t i = 0; i < problem->n; i++)
        *bin++ = (uint8_t)count_below(edge, bins->edges[c], problem->x[i * dims + c], 0);
}

/* Rounded to units, one at least: all of them together have fewer than BINS_UNITS. Of so many
 * positives that this leaves few units for each, the rows of a tree have fewer than that. */
static void fill_weights(struct bins *bins, const double *weight)
{
    double m = (double)bins->positives, unit = fmax(2, (BINS_UNITS - 2 * m) / m);
    double most = m < BINS_UNITS / 8 ? BINS_UNITS : BINS_UNITS / BINS_MOST_ROWS;
    for (int64_t j = 0; j < bins->positives; j++)
        bins->weight[j] = (uint32_t)fmin(most, fmax(1, nearbyint(weight[j] * unit)));
}

parot_status bins_open(struct bins *bins, const struct pu_problem *problem, struct control *control,
                       parot_error *err)
{
    struct arena arena = {0};
    double *column = NULL;
    TRY(pu_problem_check_shared(problem, err));
    *bins = (struct bins){
        .rows = problem->m + problem->n, .positives = problem->m, .dims = problem->dims};
    int has_weights = problem->weight != NULL;
    layout(bins, &column, has_weights, &arena);
    TRY(arena_open(&arena, control, err));
    bins->memory = arena.block;
    layout(bins, &column, has_weights, &arena);
    if (has_weights)
        fill_weights(bins, problem->weight);
    for (int64_t c = 0; c < bins->dims; c++) {
        TRY(control_poll_part(control, "bins", c, bins->dims));
        fill_column(bins, problem, c, column);
    }
    return PAROT_OK;
}

void bins_close(struct bins *bins)
{
    block_free(bins->memory);
    *bins = (struct bins){0};
}
