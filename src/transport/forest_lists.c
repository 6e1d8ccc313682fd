/* forest_lists.c - sample, gather by row, then sort by column. */
#include "transport/forest_lists.h"

#include <float.h>
#include <math.h>

#include "linalg/gather.h"

/* Reduced costs in a sample: with 2000 columns and 16 arcs a row, about 60 are below the quantile,
 * which fixes delta to some 15 %. They are read in runs of one cache line. */
enum { SAMPLE = 8192, RUN = 8 };

/* Room for this many times the arcs wanted, so that a pass is rarely repeated. */
enum { RESERVE = 3 };

/* Steps below this share of lambda are ties blurred by rounding; a pass for each would not end. */
static const double LEAST_STEP = 0x1p-40;

void lists_layout(struct forest_lists *lists, int32_t n, int32_t m, int64_t wanted,
                  struct arena *arena)
{
    int64_t most = wanted * RESERVE * (n > m ? n : m), all = (int64_t)n * m;
    lists->capacity = most < all ? most : all;
    lists->row_start = arena_take(arena, (int64_t)n + 1, sizeof *lists->row_start);
    lists->col_start = arena_take(arena, (int64_t)m + 1, sizeof *lists->col_start);
    lists->by_row = arena_take(arena, lists->capacity, sizeof *lists->by_row);
    lists->by_col = arena_take(arena, lists->capacity, sizeof *lists->by_col);
    lists->found = arena_take(arena, m, sizeof *lists->found);
    lists->sample = arena_take(arena, SAMPLE, sizeof *lists->sample);
}

/* Knuth's multiplicative generator; the sample only has to be spread out. */
static int64_t draw(struct forest_lists *lists, int64_t below)
{
    lists->random = lists->random * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)((lists->random >> 33) % (uint64_t)below);
}

/* Reduced costs at random places, or all of them; those that are infinite count as well. Returns
 * how many. */
static int64_t draw_sample(struct forest_lists *lists, const double *u, const double *v)
{
    const struct costs *costs = &lists->costs;
    int64_t all = (int64_t)costs->n * costs->m, count = 0;
    while (count < SAMPLE && count < all) {
        int64_t i = all <= SAMPLE ? count / costs->m : draw(lists, costs->n);
        int64_t j = all <= SAMPLE ? count % costs->m : draw(lists, costs->m);
        int64_t end = all <= SAMPLE ? j + 1 : j + RUN;
        for (int64_t k = j; k < end && count < SAMPLE; k++) {
            int64_t col = k % costs->m;
            double cost = costs->data[i * costs->stride + col] * costs->scale;
            lists->sample[count++] = cost - v[col] - u[i];
        }
    }
    return count;
}

/* The number that would be at `rank` if x were sorted (Hoare's quickselect). */
static double select_rank(double *x, int64_t count, int64_t rank)
{
    int64_t low = 0, high = count - 1;
    while (low < high) {
        double pivot = x[low + (high - low) / 2];
        int64_t i = low, j = high;
        while (i <= j) {
            while (x[i] < pivot)
                i++;
            while (x[j] > pivot)
                j--;
            if (i <= j) {
                double swap = x[i];
                x[i++] = x[j];
                x[j--] = swap;
            }
        }
        if (rank <= j)
            high = j;
        else if (rank >= i)
            low = i;
        else
            break;
    }
    return x[rank];
}

/* Fills the lists of the rows; 0 when there are too many arcs. */
static int gather_rows(struct forest_lists *lists, const double *u, const double *v, double delta)
{
    const struct costs *costs = &lists->costs;
    int64_t total = 0;
    for (int64_t i = 0; i < costs->n; i++) {
        const double *c = costs->data + i * costs->stride;
        lists->row_start[i] = total;
        if (u[i] == -INFINITY)
            continue;
        int64_t count =
            gather_below(c, v, costs->m, costs->scale, fmin(u[i] + delta, DBL_MAX), lists->found);
        if (total + count > lists->capacity)
            return 0;
        for (int64_t k = 0; k < count; k++)
            lists->by_row[total++] =
                (struct near_arc){c[lists->found[k]] * costs->scale, lists->found[k]};
    }
    lists->row_start[costs->n] = total;
    return 1;
}

/* The same arcs by column: count, add up, distribute. */
static void sort_by_column(struct forest_lists *lists)
{
    int32_t n = lists->costs.n, m = lists->costs.m;
    int64_t *start = lists->col_start, total = lists->row_start[n];
    for (int32_t j = 0; j <= m; j++)
        start[j] = 0;
    for (int64_t k = 0; k < total; k++)
        start[lists->by_row[k].other]++;
    for (int32_t j = 1; j <= m; j++)
        start[j] += start[j - 1];
    for (int32_t i = n - 1; i >= 0; i--)
        for (int64_t k = lists->row_start[i + 1] - 1; k >= lists->row_start[i]; k--)
            lists->by_col[--start[lists->by_row[k].other]] =
                (struct near_arc){lists->by_row[k].cost, i};
}

/* All arcs below delta, if there is room for them and delta is a step at all. */
static int list_below(struct forest_lists *lists, const double *u, const double *v, double delta)
{
    if (!(delta > LEAST_STEP * fabs(lists->lambda)) || !gather_rows(lists, u, v, delta))
        return 0;
    sort_by_column(lists);
    lists->step = delta;
    lists->horizon = lists->lambda + delta;
    return 1;
}

/* By the sample; smaller ones if it was misleading. */
static int list_quantile(struct forest_lists *lists, const double *u, const double *v)
{
    int64_t count = draw_sample(lists, u, v);
    double all = (double)lists->costs.n * lists->costs.m;
    double share = (double)lists->capacity / RESERVE / all;
    for (int64_t rank = (int64_t)(share * (double)count); rank > 0; rank /= 2)
        if (list_below(lists, u, v, select_rank(lists->sample, count, rank)))
            return 1;
    return 0;
}

void lists_build(struct forest_lists *lists, const double *u, const double *v, double lambda,
                 int was_idle)
{
    double step = lists->step;
    lists->lambda = lambda;
    lists->is_dense = 0;
    if ((int64_t)lists->costs.n * lists->costs.m <= lists->capacity &&
        list_below(lists, u, v, INFINITY))
        return;
    if (was_idle && (list_below(lists, u, v, 2 * step) || list_below(lists, u, v, step)))
        return;
    if (list_quantile(lists, u, v))
        return;
    lists->is_dense = 1;
    lists->horizon = INFINITY;
}
