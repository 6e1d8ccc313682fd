/* candidates.c - lists filled by one pass over the costs, and mended by later ones. */
#include "transport/candidates.h"

#include <float.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/parallel.h"
#include "linalg/scan.h"

/* Places for a row, and how many are filled to begin with. More candidates save looks at the
 * matrix, fewer make pricing cheaper. */
enum { ROOM = 128, FILLED = 32 };

/* Rows looked at to choose a limit for all. */
enum { SAMPLED_ROWS = 32 };

/* Rows handed to a thread at a time. */
enum { GRAIN = 64 };

struct filling {
    struct candidates *candidates;
    const struct costs *costs;
    struct price_guess guess;
    int wanted; /* candidates of a row */
    double limit;
    _Atomic int is_cut; /* some row had more than there is room for */
};

void candidates_layout(struct candidates *candidates, int32_t n, int32_t m, struct arena *arena)
{
    candidates->rows = n;
    candidates->room = m < ROOM ? m : ROOM;
    candidates->count = arena_take(arena, n, sizeof *candidates->count);
    candidates->col = arena_take(arena, (int64_t)n * candidates->room, sizeof *candidates->col);
    candidates->cost = arena_take(arena, (int64_t)n * candidates->room, sizeof *candidates->cost);
}

/* Best first; the lists are short. */
static void sort_row(int32_t *col, double *cost, int32_t count, const double *col_price)
{
    for (int32_t k = 1; k < count; k++) {
        int32_t j = col[k], at = k;
        double c = cost[k], x = c - col_price[j];
        for (; at > 0 && cost[at - 1] - col_price[col[at - 1]] > x; at--) {
            col[at] = col[at - 1];
            cost[at] = cost[at - 1];
        }
        col[at] = j;
        cost[at] = c;
    }
}

static struct scan scan_of(const struct filling *filling, int64_t i)
{
    const struct costs *costs = filling->costs;
    return (struct scan){costs->data + i * costs->stride, filling->guess.col, costs->m, 1, DBL_MAX};
}

/* Lists the columns up to the limit, best first, at most so many. */
static void list_row(const struct filling *filling, const struct scan *scan, int64_t i,
                     double limit, int32_t most)
{
    struct candidates *candidates = filling->candidates;
    const struct price_guess *guess = &filling->guess;
    int32_t *col = candidates->col + i * candidates->room;
    double *cost = candidates->cost + i * candidates->room;
    int64_t count = scan_below(scan, fmin(limit, DBL_MAX), most, col);
    for (int64_t k = 0; k < count; k++)
        cost[k] = scan->c[col[k]];
    sort_row(col, cost, (int32_t)count, guess->col);
    candidates->count[i] = (int32_t)count;
    guess->row[i] = fmin(guess->price, count > 0 ? cost[0] - guess->col[col[0]] : INFINITY);
}

/* Some FILLED of them; where ties make it more, any 2 FILLED will do. */
static void list_best(const struct filling *filling, const struct scan *scan, int64_t i)
{
    int32_t room = filling->candidates->room;
    list_row(filling, scan, i, scan_limit(scan, FILLED), room < 2 * FILLED ? room : 2 * FILLED);
}

static void fill_rows(int64_t begin, int64_t end, void *context)
{
    const struct filling *filling = context;
    for (int64_t i = begin; i < end; i++) {
        struct scan scan = scan_of(filling, i);
        list_best(filling, &scan, i);
    }
}

void candidates_fill(struct candidates *candidates, const struct costs *costs,
                     struct price_guess guess, int32_t threads)
{
    struct filling filling = {candidates, costs, guess, FILLED, 0, 0};
    candidates->limit = -INFINITY;
    parallel_for(threads, costs->n, GRAIN, fill_rows, &filling);
}

/* ---- The cheapest pairs of all ------------------------------------------ */

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median, over some rows, of the cost up to which there are as many pairs as wanted. */
static double sample_limit(const struct filling *filling)
{
    double limits[SAMPLED_ROWS];
    int64_t n = filling->costs->n, count = n < SAMPLED_ROWS ? n : SAMPLED_ROWS;
    for (int64_t k = 0; k < count; k++) {
        struct scan scan = scan_of(filling, k * n / count);
        limits[k] = scan_limit(&scan, filling->wanted);
    }
    qsort(limits, (size_t)count, sizeof *limits, compare);
    return fmin(limits[count / 2], DBL_MAX);
}

static void fill_cheapest(int64_t begin, int64_t end, void *context)
{
    struct filling *filling = context;
    for (int64_t i = begin; i < end; i++) {
        struct scan scan = scan_of(filling, i);
        list_row(filling, &scan, i, filling->limit, filling->candidates->room);
        if (filling->candidates->count[i] == filling->candidates->room &&
            filling->candidates->room < filling->costs->m) { /* perhaps not all */
            list_best(filling, &scan, i);
            filling->is_cut = 1;
        }
    }
}

void candidates_fill_cheapest(struct candidates *candidates, const struct costs *costs,
                              struct price_guess guess, double share, int32_t threads)
{
    struct filling filling = {candidates, costs, guess, (int)(8 + FILLED * share), 0, 0};
    filling.limit = sample_limit(&filling);
    parallel_for(threads, costs->n, GRAIN, fill_cheapest, &filling);
    candidates->limit = filling.is_cut ? -INFINITY : filling.limit;
}

void candidates_refresh(struct candidates *candidates, const struct costs *costs)
{
    candidates->limit = -INFINITY;
    for (int64_t i = 0; i < candidates->rows; i++)
        for (int64_t k = i * candidates->room; k < i * candidates->room + candidates->count[i]; k++)
            candidates->cost[k] = costs->data[i * costs->stride + candidates->col[k]];
}

void candidates_add(struct candidates *candidates, const struct costs *costs,
                    const double *potential, int32_t i, int32_t j)
{
    int32_t *col = candidates->col + (int64_t)i * candidates->room;
    double *cost = candidates->cost + (int64_t)i * candidates->room;
    const double *v = potential + costs->n + 1;
    int32_t place = candidates->count[i];
    if (place < candidates->room) {
        candidates->count[i]++;
    } else {
        candidates->limit = -INFINITY;
        place = 0;
        for (int32_t k = 1; k < candidates->room; k++)
            if (cost[k] * costs->scale - v[col[k]] > cost[place] * costs->scale - v[col[place]])
                place = k;
    }
    col[place] = j;
    cost[place] = costs->data[i * costs->stride + j];
}
