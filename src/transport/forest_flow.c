/* forest_flow.c - a pool of arcs in linked lists, and the search for cycles. */
#include "transport/forest_flow.h"

/* Twice what a plan without cycles needs, and one more path; with fewer, ties would make us look
 * for cycles more often. */
static int64_t capacity(int64_t n, int64_t m)
{
    return 2 * (n + m) + (n < m ? n : m) + 1;
}

void flow_layout(struct forest_flow *flow, int32_t n, int32_t m, struct arena *arena)
{
    flow->n = n;
    flow->m = m;
    flow->arcs = arena_take(arena, capacity(n, m), sizeof *flow->arcs);
    flow->first = arena_take(arena, m, sizeof *flow->first);
    flow->first_of_row = arena_take(arena, n, sizeof *flow->first_of_row);
    flow->above = arena_take(arena, (int64_t)n + m, sizeof *flow->above);
    flow->parent = arena_take(arena, (int64_t)n + m, sizeof *flow->parent);
}

void flow_clear(struct forest_flow *flow)
{
    flow->free_count = (int32_t)capacity(flow->n, flow->m);
    flow->free_first = 0;
    for (int32_t k = 0; k < flow->free_count; k++)
        flow->arcs[k].next = k + 1;
    for (int32_t j = 0; j < flow->m; j++)
        flow->first[j] = -1;
    for (int32_t i = 0; i < flow->n; i++)
        flow->first_of_row[i] = -1;
}

static void link_arc(struct forest_flow *flow, int32_t arc)
{
    struct flow_arc *at = &flow->arcs[arc];
    if (at->next >= 0)
        flow->arcs[at->next].previous = arc;
    if (at->next_of_row >= 0)
        flow->arcs[at->next_of_row].previous_of_row = arc;
    flow->first[at->col] = flow->first_of_row[at->row] = arc;
}

static void unlink_arc(struct forest_flow *flow, const struct flow_arc *at)
{
    if (at->previous >= 0)
        flow->arcs[at->previous].next = at->next;
    else
        flow->first[at->col] = at->next;
    if (at->next >= 0)
        flow->arcs[at->next].previous = at->previous;
    if (at->previous_of_row >= 0)
        flow->arcs[at->previous_of_row].next_of_row = at->next_of_row;
    else
        flow->first_of_row[at->row] = at->next_of_row;
    if (at->next_of_row >= 0)
        flow->arcs[at->next_of_row].previous_of_row = at->previous_of_row;
}

void flow_add(struct forest_flow *flow, int32_t row, int32_t col, int64_t amount)
{
    /* a row sends to few columns, while a column may receive from many rows */
    for (int32_t k = flow->first_of_row[row]; k >= 0; k = flow->arcs[k].next_of_row)
        if (flow->arcs[k].col == col) {
            flow->arcs[k].flow += amount;
            return;
        }
    int32_t arc = flow->free_first;
    flow->free_first = flow->arcs[arc].next;
    flow->free_count--;
    flow->arcs[arc] = (struct flow_arc){.row = row,
                                        .col = col,
                                        .next = flow->first[col],
                                        .previous = -1,
                                        .next_of_row = flow->first_of_row[row],
                                        .previous_of_row = -1,
                                        .flow = amount};
    link_arc(flow, arc);
}

int64_t flow_take(struct forest_flow *flow, int32_t arc, int64_t amount)
{
    struct flow_arc *at = &flow->arcs[arc];
    at->flow -= amount;
    if (at->flow > 0)
        return at->flow;
    unlink_arc(flow, at);
    at->next = flow->free_first;
    flow->free_first = arc;
    flow->free_count++;
    return 0;
}

/* ---- Cycles -------------------------------------------------------------
 * Arcs are hung into a forest of rows 0..n-1 and columns n..n+m-1, one after the other. */

/* Makes `node` the root of its tree, by turning the arcs above it. */
static void make_root(struct forest_flow *flow, int32_t node)
{
    int32_t below = -1, below_arc = -1;
    while (node >= 0) {
        int32_t next = flow->parent[node], arc = flow->above[node];
        flow->parent[node] = below;
        flow->above[node] = below_arc;
        below = node;
        below_arc = arc;
        node = next;
    }
}

/* On the way from a row up to the root, a column, the arcs above rows lose what the new arc and the
 * arcs above columns gain. */
static int64_t least_on_the_way(const struct forest_flow *flow, int32_t row)
{
    int64_t least = INT64_MAX;
    for (int32_t node = row; flow->parent[node] >= 0; node = flow->parent[node])
        if (node < flow->n && flow->arcs[flow->above[node]].flow < least)
            least = flow->arcs[flow->above[node]].flow;
    return least;
}

/* Turns `amount` around the cycle, and cuts the forest where an arc ran empty. */
static void turn(struct forest_flow *flow, int32_t row, int64_t amount)
{
    for (int32_t node = row; flow->parent[node] >= 0;) {
        int32_t next = flow->parent[node], arc = flow->above[node];
        if (node >= flow->n)
            flow->arcs[arc].flow += amount;
        else if (flow_take(flow, arc, amount) == 0)
            flow->parent[node] = flow->above[node] = -1;
        node = next;
    }
}

static int32_t root_of(const struct forest_flow *flow, int32_t node)
{
    while (flow->parent[node] >= 0)
        node = flow->parent[node];
    return node;
}

/* Hangs the arc into the forest; if it closes a cycle, mass turns until one of its arcs is gone. */
static void hang(struct forest_flow *flow, int32_t arc)
{
    int32_t row = flow->arcs[arc].row, col = flow->n + flow->arcs[arc].col;
    make_root(flow, col);
    if (root_of(flow, row) == col) {
        int64_t amount = least_on_the_way(flow, row);
        flow->arcs[arc].flow += amount;
        turn(flow, row, amount);
    }
    /* The column is a root, and the row is now in another tree. */
    flow->parent[col] = row;
    flow->above[col] = arc;
}

void flow_cancel_cycles(struct forest_flow *flow)
{
    for (int32_t node = 0; node < flow->n + flow->m; node++)
        flow->parent[node] = flow->above[node] = -1;
    for (int32_t j = 0; j < flow->m; j++)
        for (int32_t k = flow->first[j]; k >= 0;) {
            int32_t next = flow->arcs[k].next;
            hang(flow, k);
            k = next;
        }
}

int64_t flow_export(const struct forest_flow *flow, struct arc *arcs)
{
    int64_t count = 0;
    for (int32_t j = 0; j < flow->m; j++)
        for (int32_t k = flow->first[j]; k >= 0; k = flow->arcs[k].next)
            arcs[count++] = (struct arc){flow->arcs[k].row, flow->n + 1 + j, flow->arcs[k].flow};
    return count;
}
