/* candidates.c - rows share pieces of memory. When the list of a row is full, the free places of
 * its piece are shared out again; if there are none, the worst candidate leaves. */
#include "transport/simplex/candidates.h"

#include <string.h>

/* Places for a row, on average. More candidates save looks at the matrix, fewer save memory. */
enum { SHARE = 128 };

void candidates_layout(struct candidates *candidates, int32_t n, int32_t m, struct arena *arena)
{
    candidates_layout_share(candidates, n, m < SHARE ? m : SHARE, arena);
}

void candidates_layout_share(struct candidates *candidates, int32_t n, int32_t share,
                             struct arena *arena)
{
    candidates->rows = n;
    candidates->share = share;
    int64_t places = (int64_t)n * candidates->share;
    candidates->begin = arena_take(arena, n, sizeof *candidates->begin);
    candidates->count = arena_take(arena, n, sizeof *candidates->count);
    candidates->room = arena_take(arena, n, sizeof *candidates->room);
    candidates->col = arena_take(arena, places, sizeof *candidates->col);
    candidates->cost = arena_take(arena, places, sizeof *candidates->cost);
}

void candidates_clear(struct candidates *candidates)
{
    candidates->limit = -INFINITY;
    candidates->is_by_cost = 0;
    for (int32_t i = 0; i < candidates->rows; i++) {
        candidates->begin[i] = (int64_t)i * candidates->share;
        candidates->count[i] = 0;
        candidates->room[i] = candidates->share;
    }
}

void candidates_refresh(struct candidates *candidates, const struct costs *costs)
{
    candidates->limit = -INFINITY;
    candidates->is_by_cost = 0;
    for (int64_t i = 0; i < candidates->rows; i++) {
        int64_t begin = candidates->begin[i];
        for (int64_t k = begin; k < begin + candidates->count[i]; k++)
            candidates->cost[k] = costs->data[i * costs->stride + candidates->col[k]];
    }
}

/* ---- One more ----------------------------------------------------------- */

static void move_list(struct candidates *candidates, int32_t i, int64_t begin)
{
    size_t count = (size_t)candidates->count[i];
    int64_t old = candidates->begin[i];
    memmove(candidates->col + begin, candidates->col + old, count * sizeof *candidates->col);
    memmove(candidates->cost + begin, candidates->cost + old, count * sizeof *candidates->cost);
    candidates->begin[i] = begin;
}

/* Places that a row cannot do without: those of its candidates, or one for the first. */
static int32_t needed(const struct candidates *candidates, int32_t i)
{
    return candidates->count[i] > 0 ? candidates->count[i] : 1;
}

/* Shares the free places of a piece among its rows, if there are enough: to the left first, then
 * with gaps. */
static void spread(struct candidates *candidates, int32_t first)
{
    int32_t rest = candidates->rows - first;
    int32_t rows = rest < CANDIDATES_PIECE ? rest : CANDIDATES_PIECE;
    int64_t begin = (int64_t)first * candidates->share, at = begin, used = 0;
    for (int32_t i = first; i < first + rows; i++)
        used += needed(candidates, i);
    int64_t stop = begin + (int64_t)rows * candidates->share, extra = (stop - begin - used) / rows;
    if (extra == 0)
        return;
    for (int32_t i = first; i < first + rows; i++) {
        move_list(candidates, i, at);
        at += needed(candidates, i);
    }
    for (int32_t i = first + rows - 1; i >= first; i--) {
        candidates->room[i] = needed(candidates, i) + (int32_t)extra;
        stop -= candidates->room[i];
        move_list(candidates, i, stop);
    }
}

/* The place of the arc that the potentials like least. */
static int32_t find_worst(const struct candidates *candidates, const struct costs *costs,
                          const double *potential, int32_t i)
{
    struct candidate_list list = candidates_of(candidates, i);
    const double *v = potential + costs->n + 1;
    int32_t worst = 0;
    for (int32_t k = 1; k < list.count; k++)
        if (list.cost[k] * costs->scale - v[list.col[k]] >
            list.cost[worst] * costs->scale - v[list.col[worst]])
            worst = k;
    return worst;
}

static void insert(struct candidates *candidates, int32_t i, int32_t at, int32_t j, double c)
{
    int32_t *col = candidates->col + candidates->begin[i];
    double *cost = candidates->cost + candidates->begin[i];
    for (; candidates->is_by_cost && at > 0 && cost[at - 1] > c; at--) {
        cost[at] = cost[at - 1];
        col[at] = col[at - 1];
    }
    col[at] = j;
    cost[at] = c;
}

static void take_out(struct candidates *candidates, int32_t i, int32_t at)
{
    int32_t *col = candidates->col + candidates->begin[i];
    double *cost = candidates->cost + candidates->begin[i];
    int32_t last = --candidates->count[i];
    for (; at < last; at++) {
        col[at] = col[at + 1];
        cost[at] = cost[at + 1];
    }
}

int candidates_put(struct candidates *candidates, const struct costs *costs,
                   const double *potential, int32_t i, int32_t j, double cost)
{
    if (candidates->count[i] == candidates->room[i])
        spread(candidates, i - i % CANDIDATES_PIECE);
    int is_full = candidates->count[i] == candidates->room[i];
    if (is_full)
        take_out(candidates, i, find_worst(candidates, costs, potential, i));
    insert(candidates, i, candidates->count[i]++, j, cost);
    return is_full;
}

int candidates_add(struct candidates *candidates, const struct costs *costs,
                   const double *potential, int32_t i, int32_t j)
{
    return candidates_put(candidates, costs, potential, i, j, cost_row(costs, i)[j]);
}
