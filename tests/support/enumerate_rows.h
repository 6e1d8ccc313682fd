/* enumerate_rows.h - the cheapest plan of k whole rows, by trying all sets of rows.
 *
 * Rows of weight 1, columns of capacity c. Rows join a set one after the other; each sends its
 * weight along shortest paths in the residual graph of the flow so far, which keeps the flow the
 * cheapest one of the set (successive shortest paths). Costs are not negative, so a set that is
 * more expensive than the best one found needs no more rows. Long double throughout; nothing of the
 * library is used.
 */
#ifndef PAROT_TESTS_ENUMERATE_ROWS_H
#define PAROT_TESTS_ENUMERATE_ROWS_H

#include <math.h>
#include <string.h>

enum { MOST_ROWS = 16, MOST_COLS = 8 };

struct whole_rows {
    int n, m, k;
    long double capacity; /* of every column, in rows */
    long double cost[MOST_ROWS][MOST_COLS];
    long double best; /* of all sets so far */
};

struct whole_flow {
    long double flow[MOST_ROWS][MOST_COLS], left[MOST_COLS], cost;
};

/* What rounding leaves of an amount. */
static const long double WHOLE_DUST = 1e-15L;

/* Bellman-Ford from `row` over columns: a row that sends something to column a may send it to b
 * instead. by[b] is that row, from[b] is a; -1: directly. */
static void whole_paths(const struct whole_rows *it, const struct whole_flow *flow, int row,
                        long double *distance, int *from, int *by)
{
    for (int j = 0; j < it->m; j++) {
        distance[j] = it->cost[row][j];
        from[j] = by[j] = -1;
    }
    for (int round = 0, is_better = 1; round < it->m && is_better; round++) {
        is_better = 0;
        for (int r = 0; r < it->n; r++)
            for (int a = 0; a < it->m; a++)
                for (int b = 0; b < it->m && flow->flow[r][a] > WHOLE_DUST; b++) {
                    long double length = distance[a] + it->cost[r][b] - it->cost[r][a];
                    if (b == a || length >= distance[b] - 1e-16L)
                        continue;
                    distance[b] = length;
                    from[b] = a;
                    by[b] = r;
                    is_better = 1;
                }
    }
}

/* Sends the weight of a row that sends nothing yet. */
static void whole_send(const struct whole_rows *it, struct whole_flow *flow, int row)
{
    long double distance[MOST_COLS], rest = 1;
    int from[MOST_COLS], by[MOST_COLS];
    while (rest > WHOLE_DUST) {
        int end = -1;
        whole_paths(it, flow, row, distance, from, by);
        for (int j = 0; j < it->m; j++)
            if (flow->left[j] > WHOLE_DUST && (end < 0 || distance[j] < distance[end]))
                end = j;
        if (end < 0)
            return; /* the columns are full, to within rounding */
        long double amount = fminl(rest, flow->left[end]);
        for (int j = end; from[j] >= 0; j = from[j])
            amount = fminl(amount, flow->flow[by[j]][from[j]]);
        for (int j = end; j >= 0; j = from[j]) {
            if (from[j] >= 0) {
                flow->flow[by[j]][from[j]] -= amount;
                flow->flow[by[j]][j] += amount;
            } else {
                flow->flow[row][j] += amount;
            }
        }
        flow->left[end] -= amount;
        flow->cost += amount * distance[end];
        rest -= amount;
    }
}

/* All sets that hold `chosen` rows so far and go on with rows from `first`. */
static void whole_try(struct whole_rows *it, const struct whole_flow *flow, int first, int chosen)
{
    if (flow->cost >= it->best)
        return;
    if (chosen == it->k) {
        it->best = flow->cost;
        return;
    }
    for (int row = first; row <= it->n - (it->k - chosen); row++) {
        struct whole_flow next = *flow;
        whole_send(it, &next, row);
        whole_try(it, &next, row + 1, chosen + 1);
    }
}

/* The least cost, in rows: that of a plan whose rows weigh 1. */
static long double whole_best(struct whole_rows *it)
{
    struct whole_flow none = {0};
    for (int j = 0; j < it->m; j++)
        none.left[j] = it->capacity;
    it->best = INFINITY;
    whole_try(it, &none, 0, 0);
    return it->best;
}

#endif
