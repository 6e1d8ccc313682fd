/* forest.c - grow, move, cut, in the order of time. */
#include "transport/forest.h"

#include <math.h>

#include "linalg/gather.h"

void forest_layout(struct forest *forest, int32_t n, int32_t m, int64_t wanted, struct arena *arena)
{
    int64_t nodes = (int64_t)n + m;
    forest->n = n;
    forest->m = m;
    forest->left = arena_take(arena, nodes, sizeof *forest->left);
    forest->offset = arena_take(arena, nodes, sizeof *forest->offset);
    forest->fixed = arena_take(arena, nodes, sizeof *forest->fixed);
    forest->price = arena_take(arena, nodes, sizeof *forest->price);
    forest->label = arena_take(arena, m, sizeof *forest->label);
    forest->parent = arena_take(arena, nodes, sizeof *forest->parent);
    forest->child = arena_take(arena, nodes, sizeof *forest->child);
    forest->next = arena_take(arena, nodes, sizeof *forest->next);
    forest->previous = arena_take(arena, nodes, sizeof *forest->previous);
    forest->queue = arena_take(arena, nodes, sizeof *forest->queue);
    forest->arc = arena_take(arena, n, sizeof *forest->arc);
    forest->label_row = arena_take(arena, m, sizeof *forest->label_row);
    forest->is_inside = arena_take(arena, nodes, sizeof *forest->is_inside);
    heap_layout(&forest->heap, m, arena);
    flow_layout(&forest->flow, n, m, arena);
    lists_layout(&forest->lists, n, m, wanted, arena);
}

double forest_scale(struct cost_range range)
{
    return range.largest > 0x1p1000 ? 0x1p-40 : 1;
}

static double cost_at(const struct forest *forest, int32_t row, int32_t col)
{
    const struct costs *costs = &forest->lists.costs;
    return costs->data[row * costs->stride + col] * costs->scale;
}

/* ---- Labels ------------------------------------------------------------- */

/* The column's event, by its label. What comes after the horizon is left to the next epoch. */
static void schedule(struct forest *forest, int32_t col)
{
    int32_t node = forest->n + col;
    double time = forest->label[col] - forest->fixed[node];
    forest->heap.is_late[col] = forest->left[node] == 0;
    if (time <= forest->lists.horizon && time < INFINITY)
        heap_set(&forest->heap, col, time);
    else
        heap_remove(&forest->heap, col);
}

static void relax(struct forest *forest, int32_t row, int32_t col, double cost)
{
    double label = cost - forest->offset[row];
    if (!(label < forest->label[col]) || forest->is_inside[forest->n + col])
        return;
    forest->label[col] = label;
    forest->label_row[col] = row;
    schedule(forest, col);
}

/* Labels of all columns, as far as a row that has joined lowers them. */
static void relax_row(struct forest *forest, int32_t row)
{
    struct forest_lists *lists = &forest->lists;
    if (lists->is_dense) {
        lists->entries += forest->m;
        for (int32_t col = 0; col < forest->m; col++)
            if (forest->fixed[forest->n + col] > -INFINITY)
                relax(forest, row, col, cost_at(forest, row, col));
        return;
    }
    for (int64_t k = lists->near.start[row]; k < lists->near.start[row + 1]; k++)
        relax(forest, row, lists->near.arcs[k].other, lists->near.arcs[k].cost);
}

/* The least label of a column, from all rows of the forest. One that is tight already will do. */
static void find_label(struct forest *forest, int32_t col)
{
    struct forest_lists *lists = &forest->lists;
    int64_t begin = lists->is_dense ? 0 : lists->col_start[col];
    int64_t end = lists->is_dense ? forest->n : lists->col_start[col + 1];
    double least = INFINITY, tight = forest->lambda + forest->fixed[forest->n + col];
    int32_t best = -1;
    lists->entries += lists->is_dense ? forest->n : 0;
    for (int64_t k = begin; k < end && !(least <= tight); k++) {
        int32_t row = lists->is_dense ? (int32_t)k : lists->by_col[k].other;
        if (!forest->is_inside[row])
            continue;
        double cost = lists->is_dense ? cost_at(forest, row, col) : lists->by_col[k].cost;
        if (cost - forest->offset[row] < least) {
            least = cost - forest->offset[row];
            best = row;
        }
    }
    forest->label[col] = least;
    forest->label_row[col] = best;
}

/* Is the label of a column whose time has come true? If not, it gets a true one. */
static int confirm_label(struct forest *forest, int32_t col)
{
    int32_t row = forest->label_row[col];
    double label = forest->label[col];
    if (row >= 0 && forest->is_inside[row] &&
        label == cost_at(forest, row, col) - forest->offset[row])
        return 1;
    find_label(forest, col);
    schedule(forest, col);
    return 0;
}

/* ---- Trees -------------------------------------------------------------- */

static void hang_under(struct forest *forest, int32_t node, int32_t parent)
{
    forest->is_inside[node] = 1;
    forest->parent[node] = parent;
    forest->child[node] = forest->previous[node] = forest->next[node] = -1;
    if (parent < 0)
        return;
    forest->next[node] = forest->child[parent];
    if (forest->child[parent] >= 0)
        forest->previous[forest->child[parent]] = node;
    forest->child[parent] = node;
}

static void cut_from_parent(struct forest *forest, int32_t node)
{
    int32_t previous = forest->previous[node], next = forest->next[node];
    if (previous >= 0)
        forest->next[previous] = next;
    else if (forest->parent[node] >= 0)
        forest->child[forest->parent[node]] = next;
    if (next >= 0)
        forest->previous[next] = previous;
}

static double potential(const struct forest *forest, int32_t node)
{
    if (!forest->is_inside[node])
        return forest->fixed[node];
    return node < forest->n ? forest->offset[node] + forest->lambda
                            : fmin(forest->fixed[node], forest->offset[node] - forest->lambda);
}

/* The node leaves with the potential it has. */
static void leave(struct forest *forest, int32_t node)
{
    forest->fixed[node] = potential(forest, node);
    forest->is_inside[node] = 0;
}

/* A row hangs on a pair that carries mass: a_k = c_kj - b_j. */
static void join_row(struct forest *forest, int32_t arc)
{
    const struct flow_arc *at = &forest->flow.arcs[arc];
    int32_t row = at->row, node = forest->n + at->col;
    hang_under(forest, row, node);
    forest->arc[row] = arc;
    forest->offset[row] = cost_at(forest, row, at->col) - forest->offset[node];
    relax_row(forest, row);
}

/* A full column joins, and the rows that send mass to it: b_j = d_j. Computed from costs along the
 * tree, potentials do not drift. */
static void join(struct forest *forest, int32_t col)
{
    const struct forest_flow *flow = &forest->flow;
    int32_t node = forest->n + col;
    heap_remove(&forest->heap, col);
    hang_under(forest, node, forest->label_row[col]);
    forest->offset[node] = forest->label[col];
    for (int32_t k = flow->first[col]; k >= 0; k = flow->arcs[k].next)
        if (!forest->is_inside[flow->arcs[k].row])
            join_row(forest, k);
    forest->joins++;
}

/* A row that sends mass to a column of the forest must move with it. This happens where ties
 * let a column join by one of several paths. */
static void rejoin(struct forest *forest, int32_t row)
{
    const struct forest_flow *flow = &forest->flow;
    for (int32_t k = flow->first_of_row[row]; k >= 0; k = flow->arcs[k].next_of_row)
        if (forest->is_inside[forest->n + flow->arcs[k].col]) {
            join_row(forest, k);
            return;
        }
}

/* The node and all below it leave the forest. */
static void dissolve(struct forest *forest, int32_t top)
{
    int32_t *queue = forest->queue, count = 0;
    cut_from_parent(forest, top);
    queue[count++] = top;
    for (int32_t k = 0; k < count; k++) {
        for (int32_t child = forest->child[queue[k]]; child >= 0; child = forest->next[child])
            queue[count++] = child;
        leave(forest, queue[k]);
    }
    for (int32_t k = 0; k < count; k++)
        if (queue[k] < forest->n)
            rejoin(forest, queue[k]);
    for (int32_t k = 0; k < count; k++)
        if (queue[k] >= forest->n) {
            find_label(forest, queue[k] - forest->n);
            schedule(forest, queue[k] - forest->n);
        }
}

/* ---- Epochs ------------------------------------------------------------- */

/* New lists for the present lambda, and all labels from them. */
static void begin_epoch(struct forest *forest)
{
    for (int32_t node = 0; node < forest->n + forest->m; node++)
        forest->price[node] = potential(forest, node);
    int64_t events = forest->joins + forest->paths;
    lists_build(&forest->lists, forest->price, forest->price + forest->n, forest->lambda,
                forest->epochs > 0 && events == forest->events_before);
    forest->events_before = events;
    heap_clear(&forest->heap, forest->m);
    for (int32_t col = 0; col < forest->m; col++)
        forest->label[col] = INFINITY;
    for (int32_t row = 0; row < forest->n; row++)
        if (forest->is_inside[row])
            relax_row(forest, row);
    forest->epochs++;
}

/* The time of the next event, by all of C: min c_ij - a_i - v_j, rows inside and columns outside.
 */
static double next_time(struct forest *forest)
{
    const struct costs *costs = &forest->lists.costs;
    double least = INFINITY, *v = forest->price;
    for (int32_t col = 0; col < forest->m; col++)
        v[col] = forest->is_inside[forest->n + col] ? -INFINITY : forest->fixed[forest->n + col];
    forest->lists.entries += (int64_t)forest->n * forest->m;
    for (int32_t row = 0; row < forest->n; row++)
        if (forest->is_inside[row])
            least = fmin(least, gather_minimum(costs->data + row * costs->stride, v, forest->m,
                                               costs->scale) -
                                    forest->offset[row]);
    return least;
}

/* On to the horizon; if nothing happened on the way, straight on to the next event. Otherwise two
 * tight clusters, each moved within itself, would make endless steps: their arcs fill the lists,
 * nearly tight, and stay so until lambda bridges the clusters. */
static void advance(struct forest *forest)
{
    forest->lambda = forest->lists.horizon;
    if (forest->joins + forest->paths == forest->events_before)
        forest->lambda = fmax(forest->lambda, next_time(forest));
}

/* When ties have filled the pool of pairs: cancel their cycles and grow all trees anew. */
static void cancel_cycles(struct forest *forest)
{
    for (int32_t node = 0; node < forest->n + forest->m; node++)
        if (forest->is_inside[node])
            leave(forest, node);
    flow_cancel_cycles(&forest->flow);
    for (int32_t row = 0; row < forest->n; row++)
        if (forest->left[row] > 0)
            hang_under(forest, row, -1); /* a_i = 0, as for every root */
    begin_epoch(forest);
}

/* ---- Mass --------------------------------------------------------------- */

/* The root above a row; *amount is lowered to what the pairs on the way can give back. */
static int32_t find_root(const struct forest *forest, int32_t row, int64_t *amount)
{
    while (forest->parent[row] >= 0) {
        int64_t flow = forest->flow.arcs[forest->arc[row]].flow;
        *amount = flow < *amount ? flow : *amount;
        row = forest->parent[forest->parent[row]];
    }
    *amount = forest->left[row] < *amount ? forest->left[row] : *amount;
    return row;
}

/* Rows on the path gain from above what they pass on; where a pair runs empty, the path breaks.
 * First all of the flow changes, then what hung on emptied pairs (arc -1) goes. */
static void shift_flow(struct forest *forest, int32_t row, int32_t col, int64_t amount)
{
    int32_t last = row;
    flow_add(&forest->flow, row, col, amount);
    for (; forest->parent[row] >= 0; row = forest->parent[forest->parent[row]]) {
        int32_t middle = forest->parent[row];
        if (flow_take(&forest->flow, forest->arc[row], amount) == 0)
            forest->arc[row] = -1;
        flow_add(&forest->flow, forest->parent[middle], middle - forest->n, amount);
    }
    for (row = last; forest->parent[row] >= 0;) {
        int32_t above = forest->parent[forest->parent[row]];
        if (forest->arc[row] < 0)
            dissolve(forest, row);
        row = above;
    }
}

/* Moves mass from a root to a column with room. */
static parot_status move(struct forest *forest, int32_t col, const struct forest_goal *goal)
{
    int32_t node = forest->n + col, row = forest->label_row[col];
    int64_t rest = goal->mass - forest->moved;
    int64_t amount = forest->left[node] < rest ? forest->left[node] : rest;
    int32_t root = find_root(forest, row, &amount);
    shift_flow(forest, row, col, amount);
    forest->left[root] -= amount;
    forest->left[node] -= amount;
    forest->moved += amount;
    forest->paths++;
    if (forest->left[node] == 0) { /* full: it may join, at the same time but later */
        forest->heap.is_late[col] = 1;
        heap_set(&forest->heap, col, forest->heap.key[col]);
    }
    if (forest->left[root] == 0) {
        forest->roots--;
        dissolve(forest, root);
    }
    return goal->moved ? goal->moved(goal->user, root, amount, forest->lambda) : PAROT_OK;
}

/* ---- Time --------------------------------------------------------------- */

/* lambda = min C, over nodes with mass */
static double least_cost(struct forest *forest)
{
    const struct costs *costs = &forest->lists.costs;
    double least = INFINITY;
    forest->lists.entries += (int64_t)forest->n * forest->m;
    for (int32_t i = 0; i < forest->n; i++)
        if (forest->left[i] > 0)
            least = fmin(least, gather_minimum(costs->data + i * costs->stride,
                                               forest->fixed + forest->n, forest->m, costs->scale));
    return least;
}

void forest_start(struct forest *forest, const struct costs *costs, const struct units *units)
{
    int32_t n = forest->n, m = forest->m;
    lists_start(&forest->lists, costs);
    forest->units = units;
    forest->moved = forest->joins = forest->paths = forest->epochs = 0;
    forest->events_before = 0;
    forest->roots = 0;
    flow_clear(&forest->flow);
    for (int32_t node = 0; node < n + m; node++) {
        forest->left[node] = node < n ? units->row[node] : units->col[node - n];
        forest->is_inside[node] = 0;
        forest->offset[node] = 0;
        forest->fixed[node] = forest->left[node] > 0 ? 0 : -INFINITY;
        if (node < n && forest->left[node] > 0) {
            hang_under(forest, node, -1);
            forest->roots++;
        }
    }
    forest->lambda = least_cost(forest);
    if (forest->lambda < INFINITY)
        begin_epoch(forest);
    else
        heap_clear(&forest->heap, m);
}

/* The column whose time comes next, and not after `end`; -1 when there is none. */
static int32_t next_event(struct forest *forest, double end)
{
    for (;;) {
        double time = forest->heap.count > 0 ? forest->heap.key[forest->heap.item[0]] : INFINITY;
        double horizon = forest->lists.horizon;
        if (time <= horizon && time < INFINITY) {
            int32_t col = forest->heap.item[0];
            if (time >= end)
                return -1;
            if (confirm_label(forest, col))
                return col;
        } else if (horizon < end) {
            advance(forest);
            if (!(forest->lambda < end))
                return -1;
            begin_epoch(forest);
        } else {
            return -1;
        }
    }
}

parot_status forest_run(struct forest *forest, const struct forest_goal *goal,
                        struct control *control)
{
    int32_t spare = (forest->n < forest->m ? forest->n : forest->m) + 1; /* arcs of one path */
    while (forest->moved < goal->mass && forest->lambda < goal->price && forest->roots > 0) {
        TRY(control_poll(control, "forest", forest->joins + forest->paths, NAN, NAN));
        int32_t col = next_event(forest, goal->price);
        if (col < 0) {
            forest->lambda = goal->price;
            break;
        }
        /* rounding may bring a time that has passed */
        forest->lambda = fmax(forest->lambda, forest->heap.key[col]);
        if (forest->left[forest->n + col] == 0)
            join(forest, col);
        else if (forest->flow.free_count < spare)
            cancel_cycles(forest);
        else
            TRY(move(forest, col, goal));
    }
    return PAROT_OK;
}

void forest_prices(const struct forest *forest, double *v)
{
    for (int32_t j = 0; j < forest->m; j++)
        v[j] = -potential(forest, forest->n + j) + 0.0;
}
