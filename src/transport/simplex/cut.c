/* cut.c - the minimum cut, from a maximum flow (Ford and Fulkerson).
 *
 * A row that has mass left can offer it to all its allowed columns. A column that gets an offer
 * could take it if a row that it now takes mass from went elsewhere: so that row can give mass,
 * too. When no column with room is ever reached, the columns reached are full, and the rows not
 * reached are empty: together they are the cut, and every allowed pair of a reached row leads to a
 * reached column.
 */
#include "transport/simplex/cut.h"

#include <string.h>

void cut_layout(struct cut_search *search, int32_t n, int32_t m, struct arena *arena)
{
    int64_t nodes = (int64_t)n + m;
    search->row_left = arena_take(arena, n, sizeof *search->row_left);
    search->col_left = arena_take(arena, m, sizeof *search->col_left);
    search->first = arena_take(arena, m, sizeof *search->first);
    search->next = arena_take(arena, nodes + 2, sizeof *search->next);
    search->queue = arena_take(arena, n, sizeof *search->queue);
    search->has_row = arena_take(arena, n, 1);
    search->has_col = arena_take(arena, m, 1);
}

/* What the plan leaves, and the arcs of each column. */
static void begin(struct cut_search *search, const struct costs *costs, const struct units *units)
{
    for (int32_t i = 0; i < costs->n; i++)
        search->row_left[i] = units->row[i];
    for (int32_t j = 0; j < costs->m; j++) {
        search->col_left[j] = units->col[j];
        search->first[j] = -1;
    }
    for (int64_t k = 0; k < search->count; k++) {
        int32_t j = search->arcs[k].col - costs->n - 1;
        search->row_left[search->arcs[k].row] -= search->arcs[k].flow;
        search->col_left[j] -= search->arcs[k].flow;
        search->next[k] = search->first[j];
        search->first[j] = (int32_t)k;
    }
    memset(search->has_row, 1, (size_t)costs->n);
    memset(search->has_col, 0, (size_t)costs->m);
    search->queued = 0;
}

static void reach_row(struct cut_search *search, int32_t i)
{
    if (search->has_row[i])
        search->queue[search->queued++] = i;
    search->has_row[i] = 0;
}

/* 0 if the column has room. */
static int reach_col(struct cut_search *search, int32_t j)
{
    search->has_col[j] = 1;
    for (int32_t k = search->first[j]; k >= 0; k = search->next[k])
        reach_row(search, search->arcs[k].row);
    return search->col_left[j] <= 0;
}

/* A row all of whose allowed columns are in the cut need not be. */
static void leave_out_covered(struct cut_search *search, const struct costs *costs)
{
    for (int32_t i = 0; i < costs->n; i++) {
        const double *c = cost_row(costs, i);
        int32_t j = 0;
        while (search->has_row[i] && j < costs->m && (search->has_col[j] || c[j] == INFINITY))
            j++;
        search->has_row[i] = search->has_row[i] && j < costs->m;
    }
}

int cut_find(struct cut_search *search, const struct costs *costs, const struct units *units,
             const struct arc *arcs, int64_t count)
{
    search->arcs = arcs;
    search->count = count;
    begin(search, costs, units);
    for (int32_t i = 0; i < costs->n; i++)
        if (search->row_left[i] > 0)
            reach_row(search, i);
    for (int32_t k = 0; k < search->queued; k++) {
        const double *c = cost_row(costs, search->queue[k]);
        for (int32_t j = 0; j < costs->m; j++)
            if (!search->has_col[j] && c[j] < INFINITY && !reach_col(search, j))
                return 0;
    }
    leave_out_covered(search, costs);
    return 1;
}
