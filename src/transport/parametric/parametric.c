/* parametric.c - events are handled in the order of lambda. When a moving row and a resting
 * column become tight, mass moves along the path between them until an arc blocks it; that arc
 * leaves, and the branch below it changes trees. */
#include "transport/parametric/parametric.h"

#include <math.h>

#include "linalg/gather.h"

void forest_layout(struct forest *forest, int32_t n, int32_t m, int64_t wanted, struct arena *arena)
{
    int64_t nodes = (int64_t)n + m;
    forest->n = n;
    forest->m = m;
    forest->open = arena_take(arena, nodes, sizeof *forest->open);
    forest->price = arena_take(arena, nodes, sizeof *forest->price);
    forest->depth = arena_take(arena, nodes, sizeof *forest->depth);
    branch_layout(&forest->tree, n, m, arena);
    heap_layout(&forest->heap, n + m, arena);
    lists_layout(&forest->lists, n, m, wanted, arena);
}

double forest_scale(struct cost_range range)
{
    return range.largest > 0x1p1000 ? 0x1p-40 : 1;
}

static double cost_at(const struct forest *forest, int32_t row, int32_t col)
{
    return cost_row(&forest->lists.costs, row)[col - forest->n] * forest->lists.costs.scale;
}

static int is_open(const struct forest *forest, int32_t node)
{
    return forest->open[node] > -INFINITY;
}

static double potential(const struct forest *forest, int32_t node)
{
    double level = forest->tree.nodes[node].level;
    if (node < forest->n)
        return is_open(forest, node) ? level + forest->lambda : level;
    double moving = level - forest->lambda;
    return is_open(forest, node) ? level : moving < 0 ? moving : 0;
}

/* ---- Events ------------------------------------------------------------- */

static struct arc_view near_arcs(const struct forest *forest, int32_t node)
{
    const struct forest_lists *lists = &forest->lists;
    int is_row = node < forest->n;
    const int64_t *start = is_row ? lists->near.start + node : lists->col_start + node - forest->n;
    return (struct arc_view){.arcs = (is_row ? lists->near.arcs : lists->by_col) + start[0],
                             .count = start[1] - start[0],
                             .first = is_row ? forest->n : 0};
}

static struct arc_view all_arcs(const struct forest *forest, int32_t node)
{
    const struct costs *costs = &forest->lists.costs;
    int is_row = node < forest->n;
    return (struct arc_view){.cost =
                                 is_row ? cost_row(costs, node) : costs->data + node - forest->n,
                             .stride = is_row ? 1 : costs->stride,
                             .count = is_row ? forest->m : forest->n,
                             .scale = costs->scale,
                             .first = is_row ? forest->n : 0};
}

/* The arcs in which a node looks for partners. */
static struct arc_view arcs_of(const struct forest *forest, int32_t node)
{
    return forest->lists.is_dense ? all_arcs(forest, node) : near_arcs(forest, node);
}

static double near_minimum(struct forest *forest, int32_t node)
{
    struct arc_view view = near_arcs(forest, node);
    const double *open = node < forest->n ? forest->open + forest->n : forest->open;
    double least = INFINITY;
    for (const struct near_arc *arc = view.arcs; arc < view.arcs + view.count; arc++) {
        double x = arc->cost - open[arc->other];
        least = x < least ? x : least;
    }
    forest->lists.searched += view.count;
    return least;
}

/* The same from the matrix, when there are no lists. With so many ties, a partner that is tight
 * already will do: rows look at so many columns together, columns at one row after the other. */
enum { TOGETHER = 64 };

static double dense_minimum(struct forest *forest, int32_t node)
{
    const double *open = forest->open;
    forest->lists.entries += node < forest->n ? forest->m : forest->n;
    double least = INFINITY, tight = open[node] + forest->lambda;
    if (node < forest->n)
        for (int32_t j = 0; j < forest->m && !(least <= tight); j += TOGETHER)
            least = fmin(least, gather_minimum(cost_row(&forest->lists.costs, node) + j,
                                               open + forest->n + j,
                                               forest->m - j < TOGETHER ? forest->m - j : TOGETHER,
                                               forest->lists.costs.scale));
    else
        for (int32_t i = 0; i < forest->n && !(least <= tight); i++)
            least = fmin(least, cost_at(forest, i, node) - open[i]);
    return least;
}

static double exact_minimum(struct forest *forest, int32_t node)
{
    struct arc_view view = arcs_of(forest, node);
    *(forest->lists.is_dense ? &forest->lists.entries : &forest->lists.searched) += view.count;
    return integers_meet(&forest->integers, node, &view, forest->open);
}

/* time = min over open partners of (c - level) - level */
static void schedule(struct forest *forest, int32_t node)
{
    double time = integers_are_on(&forest->integers) ? exact_minimum(forest, node)
                  : forest->lists.is_dense ? dense_minimum(forest, node) - forest->open[node]
                                           : near_minimum(forest, node) - forest->open[node];
    if (time < INFINITY)
        heap_set(&forest->heap, node, time);
    else
        heap_remove(&forest->heap, node);
}

/* A node with which this one is tight, or -1 if its time was too early. Where there is a choice,
 * one with mass or room: then mass moves, not just nodes. */
static int32_t find_partner(const struct forest *forest, int32_t node)
{
    struct arc_view view = arcs_of(forest, node);
    const struct forest_integers *integers = &forest->integers;
    int is_exact = integers_are_on(integers);
    double own = is_exact ? 0 : forest->open[node];
    double limit = is_exact ? integers_limit(integers, node) : forest->lambda;
    int32_t found = -1;
    for (int64_t k = 0; k < view.count; k++) {
        int32_t partner = view_node(&view, k);
        double cost = view_cost(&view, k);
        if (cost - forest->open[partner] - own <= limit &&
            (!is_exact ||
             (is_open(forest, partner) && integers_are_tight(integers, node, partner, cost)))) {
            found = partner;
            if (forest->tree.nodes[partner].left > 0)
                break;
        }
    }
    return found;
}

/* ---- Epochs ------------------------------------------------------------- */

static void fill_prices(struct forest *forest)
{
    for (int32_t node = 0; node < forest->n + forest->m; node++)
        forest->price[node] = potential(forest, node);
    forest->lists.largest = 0;
    for (int32_t node = 0; integers_are_on(&forest->integers) && node < forest->n + forest->m;
         node++)
        if (forest->price[node] > -INFINITY)
            forest->lists.largest = fmax(forest->lists.largest, fabs(forest->price[node]));
}

/* New lists for the present lambda, and all events from them. Columns may leave it to the rows. */
static void begin_epoch(struct forest *forest)
{
    fill_prices(forest);
    lists_build(&forest->lists, forest->price, forest->lambda,
                forest->pivots - forest->pivots_before);
    forest->pivots_before = forest->pivots;
    heap_clear(&forest->heap, forest->n + forest->m);
    for (int32_t row = 0; row < forest->n; row++)
        if (is_open(forest, row))
            schedule(forest, row);
    forest->epochs++;
}

/* The time of the next event, by all of C: min c_ij - a_i - v_j, moving rows and resting columns.
 */
static double next_time(struct forest *forest)
{
    double least = INFINITY;
    forest->lists.entries += (int64_t)forest->n * forest->m;
    for (int32_t row = 0; row < forest->n; row++)
        if (is_open(forest, row))
            least = fmin(least, gather_minimum(cost_row(&forest->lists.costs, row),
                                               forest->open + forest->n, forest->m,
                                               forest->lists.costs.scale) -
                                    forest->open[row]);
    return least;
}

/* On to the horizon; if nothing happened on the way, straight on to the next event. Otherwise two
 * tight clusters, each moved within itself, would make endless steps: their arcs fill the lists,
 * nearly tight, and stay so until lambda bridges the clusters. Or nothing rests any more, and
 * lists would last forever. */
static void advance(struct forest *forest)
{
    forest->lambda = fmax(forest->lambda, forest->lists.horizon);
    if (forest->pivots == forest->pivots_seen)
        forest->lambda = fmax(forest->lambda, next_time(forest));
    forest->pivots_seen = forest->pivots;
}

/* The same lists, if they still serve, or new ones. */
static void look_ahead(struct forest *forest)
{
    fill_prices(forest);
    if (!lists_extend(&forest->lists, forest->price, forest->lambda))
        begin_epoch(forest);
}

/* Ties that left no lists may be behind us. Trials become rarer, as long as they fail. */
static void retry_lists(struct forest *forest)
{
    if (!forest->lists.is_dense || !(forest->lambda > forest->lists.lambda) ||
        forest->pivots - forest->pivots_before < forest->patience)
        return;
    begin_epoch(forest);
    if (forest->lists.is_dense)
        forest->patience *= 2;
}

/* ---- Pivots ------------------------------------------------------------- */

/* All below `top`, which hangs on another tree now, rests or moves like that: c = a + b = u + v on
 * every arc. Computed from costs along the tree, levels do not drift. */
static int32_t change_levels(struct forest *forest, int32_t top, int is_moving)
{
    const int32_t *queue = forest->tree.queue;
    struct forest_node *nodes = forest->tree.nodes;
    int32_t count = branch_collect(&forest->tree, top), rows = 0;
    int is_exact = integers_are_on(&forest->integers);
    for (int32_t k = 0; k < count; k++) {
        struct forest_node *at = &nodes[queue[k]];
        int is_row = queue[k] < forest->n;
        at->level = is_exact ? integers_descend(&forest->integers, queue[k], at->parent, at->cost)
                             : at->cost - nodes[at->parent].level;
        forest->depth[queue[k]] = forest->depth[at->parent] + 1;
        forest->open[queue[k]] = is_row == is_moving ? at->level : -INFINITY;
        rows += is_row;
    }
    int32_t depth = forest->depth[queue[count - 1]]; /* none of them is deeper */
    forest->deepest = depth > forest->deepest ? depth : forest->deepest;
    forest->moving_rows += is_moving ? rows : -rows;
    forest->resting_cols += is_moving ? rows - count : count - rows;
    return count;
}

/* Arcs between nodes that have just come and their partners, that were there before, are seen by
 * the fewer of them. Near full mass most nodes come and go together, and hardly any partners are
 * left. */
static void change_trees(struct forest *forest, int32_t top, int is_moving)
{
    int32_t before = is_moving ? forest->moving_rows : forest->resting_cols;
    int32_t count = change_levels(forest, top, is_moving);
    int32_t came = (is_moving ? forest->moving_rows : forest->resting_cols) - before;
    int32_t partners = is_moving ? forest->resting_cols : forest->moving_rows;
    int32_t begin = is_moving ? forest->n : 0, size = is_moving ? forest->m : forest->n;
    if (came <= partners + size / 16) { /* looking for partners takes time as well */
        for (int32_t k = 0; k < count; k++)
            if (is_open(forest, forest->tree.queue[k]))
                schedule(forest, forest->tree.queue[k]);
        return;
    }
    for (int32_t k = begin; k < begin + size; k++)
        if (is_open(forest, k))
            schedule(forest, k);
}

/* The arc above the node that blocks, or its slack, in the nodes of costs.h. */
static void keep_tie(struct forest *forest, int32_t blocking)
{
    int32_t parent = forest->tree.nodes[blocking].parent, n = forest->n;
    if (blocking < n)
        forest->tie = (struct arc){blocking, parent < 0 ? n + forest->m + 1 : parent + 1, 0};
    else
        forest->tie = (struct arc){parent < 0 ? n : parent, blocking + 1, 0};
}

/* The arc between a moving row and a resting column comes in, the one that blocks the path goes.
 * Rows block before that arc, columns after it. */
static parot_status pivot(struct forest *forest, int32_t row, int32_t col,
                          const struct forest_goal *goal)
{
    struct forest_path path = branch_find_path(&forest->tree, row, col);
    unit_count rest = goal->mass - forest->moved;
    if (path.amount > rest) {
        path.amount = rest;
        path.blocking = path.root;
    }
    if (path.amount > 0) {
        branch_push(&forest->tree, &path);
        forest->moved += path.amount;
        forest->roots -= forest->tree.nodes[path.root].left == 0;
    }
    int is_moving = path.blocking >= forest->n;
    keep_tie(forest, path.blocking);
    int32_t top = is_moving ? col : row;
    branch_cut(&forest->tree, path.blocking);
    branch_hang(&forest->tree, top, is_moving ? row : col, cost_at(forest, row, col), path.amount);
    change_trees(forest, top, is_moving);
    forest->pivots++;
    return goal->moved && path.amount > 0
               ? goal->moved(goal->user, path.root, path.amount, forest->slope)
               : PAROT_OK;
}

/* ---- Time --------------------------------------------------------------- */

/* Nothing has moved: all nodes are roots. */
static void plant(struct forest *forest, const struct costs *costs, const struct units *units)
{
    forest->moved = forest->pivots = forest->epochs = 0;
    forest->deepest = 0;
    forest->pivots_before = forest->pivots_seen = 0;
    forest->patience = ((int64_t)forest->n + forest->m) / 4;
    forest->roots = forest->moving_rows = forest->resting_cols = 0;
    lists_start(&forest->lists, costs);
    branch_clear(&forest->tree, units->row, units->col);
    heap_clear(&forest->heap, forest->n + forest->m);
    for (int32_t k = 0; k < forest->n + forest->m; k++) {
        struct forest_node *at = &forest->tree.nodes[k];
        at->level = forest->open[k] = at->left > 0 ? 0 : -INFINITY;
        forest->depth[k] = 0;
        forest->moving_rows += k < forest->n && at->left > 0;
        forest->resting_cols += k >= forest->n && at->left > 0;
    }
    forest->roots = forest->moving_rows;
    forest->lambda = next_time(forest);
    if (forest->lambda < INFINITY)
        begin_epoch(forest);
}

void forest_start(struct forest *forest, const struct costs *costs, const struct units *units)
{
    forest->integers = (struct forest_integers){0};
    forest->heap.behind = NULL;
    plant(forest, costs, units);
}

parot_status forest_start_exactly(struct forest *forest, const struct costs *costs,
                                  const struct units *units, struct control *control,
                                  parot_error *err)
{
    TRY(integers_open(&forest->integers, costs, control, err));
    forest->heap.behind = forest->integers.time;
    forest->heap.limbs = forest->integers.format.limbs;
    plant(forest, costs, units);
    return PAROT_OK;
}

/* The node whose time comes next, and not after `end`, and its partner; -1 when there is none. */
static int32_t next_event(struct forest *forest, double end, int32_t *partner)
{
    struct forest_heap *heap = &forest->heap;
    for (;;) {
        double time = heap->count > 0 ? heap->key[heap->item[0]] : INFINITY;
        double horizon = forest->lists.horizon;
        if (time <= horizon && time < INFINITY) {
            int32_t node = heap->item[0];
            if (time >= end)
                return -1;
            /* rounding may bring a time that has passed */
            forest->lambda = fmax(forest->lambda, time);
            *partner = is_open(forest, node) ? find_partner(forest, node) : -1;
            if (*partner >= 0) {
                forest->slope = integers_are_on(&forest->integers)
                                    ? integers_time(&forest->integers, node)
                                    : forest->lambda;
                return node;
            }
            if (is_open(forest, node))
                schedule(forest, node);
            else
                heap_remove(heap, node);
        } else if (horizon < end) {
            advance(forest);
            if (!(forest->lambda < end))
                return -1;
            look_ahead(forest);
        } else {
            return -1;
        }
    }
}

parot_status forest_run(struct forest *forest, const struct forest_goal *goal,
                        struct control *control)
{
    while (forest->moved < goal->mass && forest->lambda < goal->price && forest->roots > 0) {
        TRY(control_poll(control, "forest", forest->pivots, NAN, NAN));
        retry_lists(forest);
        int32_t partner, node = next_event(forest, goal->price, &partner);
        if (node < 0) {
            forest->lambda = goal->price;
            break;
        }
        if (node < forest->n)
            TRY(pivot(forest, node, partner, goal));
        else
            TRY(pivot(forest, partner, node, goal));
    }
    return PAROT_OK;
}

void forest_prices(const struct forest *forest, double *v)
{
    for (int32_t j = 0; j < forest->m; j++)
        v[j] = -potential(forest, forest->n + j) + 0.0;
}
