/* parametric.c - events are handled in the order of lambda. When a moving row and a resting
 * column become tight, mass moves along the path between them until an arc blocks it; that arc
 * leaves, and the branch below it changes trees. */
#include "transport/parametric/parametric.h"

#include <math.h>

#include "linalg/gather.h"

void parametric_layout(struct parametric *parametric, int32_t n, int32_t m, int64_t wanted,
                       struct arena *arena)
{
    int64_t nodes = (int64_t)n + m;
    parametric->n = n;
    parametric->m = m;
    parametric->open = arena_take(arena, nodes, sizeof *parametric->open);
    parametric->price = arena_take(arena, nodes, sizeof *parametric->price);
    parametric->depth = arena_take(arena, nodes, sizeof *parametric->depth);
    branch_layout(&parametric->tree, n, m, arena);
    heap_layout(&parametric->heap, n + m, arena);
    lists_layout(&parametric->lists, n, m, wanted, arena);
}

double parametric_scale(struct cost_range range)
{
    return range.largest > 0x1p1000 ? 0x1p-40 : 1;
}

static double cost_at(const struct parametric *parametric, int32_t row, int32_t col)
{
    const struct parametric_lists *lists = &parametric->lists;
    return lists->clouds ? clouds_cost(lists->clouds, row, col)
                         : cost_row(&lists->costs, row)[col - parametric->n] * lists->costs.scale;
}

static int is_open(const struct parametric *parametric, int32_t node)
{
    return parametric->open[node] > -INFINITY;
}

/* The level of a node that is a root: what it costs unmatched. */
static double root_level(const struct parametric *parametric, int32_t node)
{
    const struct costs *costs = &parametric->lists.costs;
    return costs->scale *
           (node < costs->n ? unmatched_row(costs, node) : unmatched_col(costs, node - costs->n));
}

double parametric_potential(const struct parametric *parametric, int32_t node)
{
    double level = parametric->tree.nodes[node].level;
    if (node < parametric->n)
        return is_open(parametric, node) ? level + parametric->lambda : level;
    double moving = level - parametric->lambda, most = root_level(parametric, node);
    return is_open(parametric, node) ? level : moving < most ? moving : most;
}

/* ---- Events ------------------------------------------------------------- */

static struct arc_view near_arcs(const struct parametric *parametric, int32_t node)
{
    const struct parametric_lists *lists = &parametric->lists;
    int is_row = node < parametric->n;
    const int64_t *start =
        is_row ? lists->near.start + node : lists->col_start + node - parametric->n;
    return (struct arc_view){.arcs = (is_row ? lists->near.arcs : lists->by_col) + start[0],
                             .count = start[1] - start[0],
                             .first = is_row ? parametric->n : 0};
}

static struct arc_view all_arcs(const struct parametric *parametric, int32_t node)
{
    const struct costs *costs = &parametric->lists.costs;
    int is_row = node < parametric->n;
    int32_t first = is_row ? parametric->n : 0, count = is_row ? parametric->m : parametric->n;
    const struct parametric_clouds *clouds = parametric->lists.clouds;
    if (clouds) {
        clouds_costs(clouds, node, first, count, clouds->line);
        return (struct arc_view){
            .cost = clouds->line, .stride = 1, .count = count, .scale = 1, .first = first};
    }
    return (struct arc_view){.cost = is_row ? cost_row(costs, node)
                                            : costs->data + node - parametric->n,
                             .stride = is_row ? 1 : costs->stride,
                             .count = count,
                             .scale = costs->scale,
                             .first = first};
}

/* The arcs in which a node looks for partners. */
static struct arc_view arcs_of(const struct parametric *parametric, int32_t node)
{
    return parametric->lists.is_dense ? all_arcs(parametric, node) : near_arcs(parametric, node);
}

static double near_minimum(struct parametric *parametric, int32_t node)
{
    struct arc_view view = near_arcs(parametric, node);
    const double *open = node < parametric->n ? parametric->open + parametric->n : parametric->open;
    double least = INFINITY;
    for (const struct near_arc *arc = view.arcs; arc < view.arcs + view.count; arc++) {
        double x = arc->cost - open[arc->other];
        least = x < least ? x : least;
    }
    parametric->lists.searched += view.count;
    parametric->work += view.count;
    return least;
}

/* The same from the matrix, when there are no lists. With so many ties, a partner that is tight
 * already will do: rows look at so many columns together, columns at one row after the other. */
enum { TOGETHER = 64 };

/* The same without a matrix: costs are computed together too. */
static double clouds_minimum(const struct parametric *parametric, int32_t node, double tight)
{
    const struct parametric_clouds *clouds = parametric->lists.clouds;
    int32_t first = node < parametric->n ? parametric->n : 0;
    int32_t end = node < parametric->n ? parametric->n + parametric->m : parametric->n;
    double least = INFINITY;
    for (; first < end && !(least <= tight); first += TOGETHER) {
        int32_t count = end - first < TOGETHER ? end - first : TOGETHER;
        clouds_costs(clouds, node, first, count, clouds->line);
        least = fmin(least, gather_minimum(clouds->line, parametric->open + first, count, 1));
    }
    return least;
}

static double dense_minimum(struct parametric *parametric, int32_t node)
{
    const double *open = parametric->open;
    parametric->lists.entries += node < parametric->n ? parametric->m : parametric->n;
    parametric->work += node < parametric->n ? parametric->m : parametric->n;
    double least = INFINITY, tight = open[node] + parametric->lambda;
    if (parametric->lists.clouds)
        least = clouds_minimum(parametric, node, tight);
    else if (node < parametric->n)
        for (int32_t j = 0; j < parametric->m && !(least <= tight); j += TOGETHER)
            least = fmin(least,
                         gather_minimum(cost_row(&parametric->lists.costs, node) + j,
                                        open + parametric->n + j,
                                        parametric->m - j < TOGETHER ? parametric->m - j : TOGETHER,
                                        parametric->lists.costs.scale));
    else
        for (int32_t i = 0; i < parametric->n && !(least <= tight); i++)
            least = fmin(least, cost_at(parametric, i, node) - open[i]);
    return least;
}

static double exact_minimum(struct parametric *parametric, int32_t node)
{
    struct arc_view view = arcs_of(parametric, node);
    *(parametric->lists.is_dense ? &parametric->lists.entries : &parametric->lists.searched) +=
        view.count;
    return integers_meet(&parametric->integers, node, &view, parametric->open);
}

/* time = min over open partners of (c - level) - level */
static void schedule(struct parametric *parametric, int32_t node)
{
    double time = integers_are_on(&parametric->integers) ? exact_minimum(parametric, node)
                  : parametric->lists.is_dense
                      ? dense_minimum(parametric, node) - parametric->open[node]
                      : near_minimum(parametric, node) - parametric->open[node];
    if (time < INFINITY)
        heap_set(&parametric->heap, node, time);
    else
        heap_remove(&parametric->heap, node);
}

/* A node with which this one is tight, or -1 if its time was too early. Where there is a choice,
 * one with mass or room: then mass moves, not just nodes. */
static int32_t find_partner(const struct parametric *parametric, int32_t node)
{
    struct arc_view view = arcs_of(parametric, node);
    const struct parametric_integers *integers = &parametric->integers;
    int is_exact = integers_are_on(integers);
    double own = is_exact ? 0 : parametric->open[node];
    double limit = is_exact ? integers_limit(integers, node) : parametric->lambda;
    int32_t found = -1;
    for (int64_t k = 0; k < view.count; k++) {
        int32_t partner = view_node(&view, k);
        double cost = view_cost(&view, k);
        if (cost - parametric->open[partner] - own <= limit &&
            (!is_exact ||
             (is_open(parametric, partner) && integers_are_tight(integers, node, partner, cost)))) {
            found = partner;
            if (parametric->tree.nodes[partner].left > 0)
                break;
        }
    }
    return found;
}

/* ---- Epochs ------------------------------------------------------------- */

static void fill_prices(struct parametric *parametric)
{
    const struct costs *costs = &parametric->lists.costs;
    int has_levels = costs->unmatched_row || costs->unmatched_col;
    int needs_largest = has_levels || integers_are_on(&parametric->integers);
    for (int32_t node = 0; node < parametric->n + parametric->m; node++)
        parametric->price[node] = parametric_potential(parametric, node);
    parametric->lists.largest = 0;
    for (int32_t node = 0; needs_largest && node < parametric->n + parametric->m; node++)
        if (parametric->price[node] > -INFINITY)
            parametric->lists.largest =
                fmax(parametric->lists.largest, fabs(parametric->price[node]));
}

/* Has a search of the clouds been stopped? Then lists and times are not complete. */
static int is_stopped(const struct parametric *parametric)
{
    const struct parametric_clouds *clouds = parametric->lists.clouds;
    return clouds && clouds->status != PAROT_OK;
}

/* An event that lies behind us is not on the lists, and will not be found: after so many looks a
 * run that may give up does. */
enum { MOST_MISSED = 16 };

static int is_tired(const struct parametric *parametric)
{
    return parametric->most_work > 0 &&
           (parametric->work > parametric->most_work || parametric->missed >= MOST_MISSED);
}

/* A search of all pairs of two clouds, as work for each point. */
enum { SEARCH_WORK = 4 };

static void charge_search(struct parametric *parametric)
{
    if (parametric->lists.clouds)
        parametric->work += SEARCH_WORK * ((int64_t)parametric->n + parametric->m);
}

/* Without lists, the first event of a row takes a look at all columns: so many rows between two
 * looks at the clock. */
enum { ROWS_PER_POLL = 16 };

static void poll_rows(const struct parametric *parametric, int32_t row)
{
    struct parametric_clouds *clouds = parametric->lists.clouds;
    if (clouds && parametric->lists.is_dense && row % ROWS_PER_POLL == 0)
        clouds->status = control_poll_part(clouds->control, "lists", row, parametric->n);
}

/* New lists for the present lambda, and all events from them. Columns may leave it to the rows. */
static void begin_epoch(struct parametric *parametric)
{
    fill_prices(parametric);
    charge_search(parametric);
    lists_build(&parametric->lists, parametric->price, parametric->lambda,
                parametric->pivots - parametric->pivots_before);
    parametric->pivots_before = parametric->pivots;
    heap_clear(&parametric->heap, parametric->n + parametric->m);
    for (int32_t row = 0; row < parametric->n && !is_stopped(parametric) && !is_tired(parametric);
         row++) {
        poll_rows(parametric, row);
        if (is_open(parametric, row))
            schedule(parametric, row);
    }
    parametric->epochs++;
}

/* A time that is not before the next event: of some pairs on the wide list, or at random. */
static double some_time(const struct parametric *parametric)
{
    enum { TRIALS = 64 };
    const struct parametric_lists *lists = &parametric->lists;
    double least = INFINITY;
    for (int32_t row = 0; row < parametric->n; row++) {
        if (!is_open(parametric, row))
            continue;
        if (lists->wide.step > 0)
            for (int64_t k = lists->wide.start[row]; k < lists->wide.start[row + 1]; k++)
                least =
                    fmin(least, lists->wide.arcs[k].cost -
                                    parametric->open[parametric->n + lists->wide.arcs[k].other] -
                                    parametric->open[row]);
        else if (row % (1 + parametric->n / TRIALS) == 0)
            least = fmin(least, clouds_minimum(parametric, row, -INFINITY) - parametric->open[row]);
    }
    return least;
}

/* The time of the next event, by all of C: min c_ij - a_i - v_j, moving rows and resting columns.
 */
static double next_time(struct parametric *parametric)
{
    double least = INFINITY;
    charge_search(parametric);
    if (parametric->lists.clouds)
        return clouds_next(parametric->lists.clouds, parametric->open, some_time(parametric));
    parametric->lists.entries += (int64_t)parametric->n * parametric->m;
    for (int32_t row = 0; row < parametric->n; row++)
        if (is_open(parametric, row))
            least = fmin(least, gather_minimum(cost_row(&parametric->lists.costs, row),
                                               parametric->open + parametric->n, parametric->m,
                                               parametric->lists.costs.scale) -
                                    parametric->open[row]);
    return least;
}

/* On to the horizon; if nothing happened on the way, straight on to the next event. Otherwise two
 * tight clusters, each moved within itself, would make endless steps: their arcs fill the lists,
 * nearly tight, and stay so until lambda bridges the clusters. Or nothing rests any more, and
 * lists would last forever. */
static void advance(struct parametric *parametric)
{
    double before = parametric->lambda;
    parametric->lambda = fmax(parametric->lambda, parametric->lists.horizon);
    if (parametric->pivots == parametric->pivots_seen && !is_stopped(parametric)) {
        double next = next_time(parametric);
        parametric->missed = next <= before ? parametric->missed + 1 : 0;
        parametric->has_missed |= next <= before;
        parametric->lambda = fmax(parametric->lambda, next);
    }
    parametric->pivots_seen = parametric->pivots;
}

/* The same lists, if they still serve, or new ones. */
static void look_ahead(struct parametric *parametric)
{
    fill_prices(parametric);
    if (!lists_extend(&parametric->lists, parametric->price, parametric->lambda))
        begin_epoch(parametric);
}

/* Ties that left no lists may be behind us. Trials become rarer, as long as they fail. */
static void retry_lists(struct parametric *parametric)
{
    if (!parametric->lists.is_dense || !(parametric->lambda > parametric->lists.lambda) ||
        parametric->pivots - parametric->pivots_before < parametric->patience)
        return;
    begin_epoch(parametric);
    if (parametric->lists.is_dense)
        parametric->patience *= 2;
}

/* ---- Pivots ------------------------------------------------------------- */

/* All below `top`, which hangs on another tree now, rests or moves like that: c = a + b = u + v on
 * every arc. Computed from costs along the tree, levels do not drift. */
static int32_t change_levels(struct parametric *parametric, int32_t top, int is_moving)
{
    const int32_t *queue = parametric->tree.queue;
    struct parametric_node *nodes = parametric->tree.nodes;
    int32_t count = branch_collect(&parametric->tree, top), rows = 0;
    parametric->work += count;
    int is_exact = integers_are_on(&parametric->integers);
    for (int32_t k = 0; k < count; k++) {
        struct parametric_node *at = &nodes[queue[k]];
        int is_row = queue[k] < parametric->n;
        at->level = is_exact
                        ? integers_descend(&parametric->integers, queue[k], at->parent, at->cost)
                        : at->cost - nodes[at->parent].level;
        parametric->depth[queue[k]] = parametric->depth[at->parent] + 1;
        parametric->open[queue[k]] = is_row == is_moving ? at->level : -INFINITY;
        rows += is_row;
    }
    int32_t depth = parametric->depth[queue[count - 1]]; /* none of them is deeper */
    parametric->deepest = depth > parametric->deepest ? depth : parametric->deepest;
    parametric->moving_rows += is_moving ? rows : -rows;
    parametric->resting_cols += is_moving ? rows - count : count - rows;
    return count;
}

/* Arcs between nodes that have just come and their partners, that were there before, are seen by
 * the fewer of them. Near full mass most nodes come and go together, and hardly any partners are
 * left. */
static void change_trees(struct parametric *parametric, int32_t top, int is_moving)
{
    int32_t before = is_moving ? parametric->moving_rows : parametric->resting_cols;
    int32_t count = change_levels(parametric, top, is_moving);
    int32_t came = (is_moving ? parametric->moving_rows : parametric->resting_cols) - before;
    int32_t partners = is_moving ? parametric->resting_cols : parametric->moving_rows;
    int32_t begin = is_moving ? parametric->n : 0, size = is_moving ? parametric->m : parametric->n;
    if (came <= partners + size / 16) { /* looking for partners takes time as well */
        for (int32_t k = 0; k < count; k++)
            if (is_open(parametric, parametric->tree.queue[k]))
                schedule(parametric, parametric->tree.queue[k]);
        return;
    }
    for (int32_t k = begin; k < begin + size; k++)
        if (is_open(parametric, k))
            schedule(parametric, k);
}

/* The arc above the node that blocks, or its slack, in the nodes of costs.h. */
static void keep_tie(struct parametric *parametric, int32_t blocking)
{
    int32_t parent = parametric->tree.nodes[blocking].parent, n = parametric->n;
    if (blocking < n)
        parametric->tie =
            (struct arc){blocking, parent < 0 ? n + parametric->m + 1 : parent + 1, 0};
    else
        parametric->tie = (struct arc){parent < 0 ? n : parent, blocking + 1, 0};
}

/* The arc between a moving row and a resting column comes in, the one that blocks the path goes.
 * Rows block before that arc, columns after it. */
static parot_status pivot(struct parametric *parametric, int32_t row, int32_t col,
                          const struct parametric_goal *goal)
{
    struct parametric_path path = branch_find_path(&parametric->tree, row, col);
    unit_count rest = goal->mass - parametric->moved;
    if (path.amount > rest) {
        path.amount = rest;
        path.blocking = path.root;
    }
    if (path.amount > 0) {
        branch_push(&parametric->tree, &path);
        parametric->moved += path.amount;
        parametric->roots -= parametric->tree.nodes[path.root].left == 0;
    }
    int is_moving = path.blocking >= parametric->n;
    keep_tie(parametric, path.blocking);
    int32_t top = is_moving ? col : row;
    branch_cut(&parametric->tree, path.blocking);
    branch_hang(&parametric->tree, top, is_moving ? row : col, cost_at(parametric, row, col),
                path.amount);
    change_trees(parametric, top, is_moving);
    parametric->pivots++;
    return goal->moved && path.amount > 0
               ? goal->moved(goal->user, path.root, path.amount, parametric->slope)
               : PAROT_OK;
}

/* ---- Time --------------------------------------------------------------- */

/* Nothing has moved: all nodes are roots. */
static void plant(struct parametric *parametric, const struct costs *costs,
                  const struct units *units)
{
    parametric->moved = parametric->pivots = parametric->epochs = parametric->work = 0;
    parametric->deepest = 0;
    parametric->missed = 0;
    parametric->has_missed = 0;
    parametric->pivots_before = parametric->pivots_seen = 0;
    parametric->patience = ((int64_t)parametric->n + parametric->m) / 4;
    parametric->roots = parametric->moving_rows = parametric->resting_cols = 0;
    lists_start(&parametric->lists, costs);
    branch_clear(&parametric->tree, units->row, units->col);
    heap_clear(&parametric->heap, parametric->n + parametric->m);
    for (int32_t k = 0; k < parametric->n + parametric->m; k++) {
        struct parametric_node *at = &parametric->tree.nodes[k];
        at->level = parametric->open[k] = at->left > 0 ? root_level(parametric, k) : -INFINITY;
        parametric->depth[k] = 0;
        parametric->moving_rows += k < parametric->n && at->left > 0;
        parametric->resting_cols += k >= parametric->n && at->left > 0;
    }
    parametric->roots = parametric->moving_rows;
    parametric->lambda = next_time(parametric);
    if (parametric->lambda < INFINITY)
        begin_epoch(parametric);
}

void parametric_start(struct parametric *parametric, const struct costs *costs,
                      const struct units *units)
{
    parametric->integers = (struct parametric_integers){0};
    parametric->heap.behind = NULL;
    plant(parametric, costs, units);
}

parot_status parametric_start_exactly(struct parametric *parametric, const struct costs *costs,
                                      const struct units *units, struct control *control,
                                      parot_error *err)
{
    TRY(integers_open(&parametric->integers, costs, parametric->lists.clouds, control, err));
    parametric->heap.behind = parametric->integers.time;
    parametric->heap.limbs = parametric->integers.format.limbs;
    plant(parametric, costs, units);
    return PAROT_OK;
}

/* The node whose time comes next, and not after `end`, and its partner; -1 when there is none. */
static int32_t next_event(struct parametric *parametric, double end, int32_t *partner)
{
    struct heap *heap = &parametric->heap;
    for (;;) {
        double time = heap->count > 0 ? heap->key[heap->item[0]] : INFINITY;
        double horizon = parametric->lists.horizon;
        if (time <= horizon && time < INFINITY) {
            int32_t node = heap->item[0];
            if (time >= end)
                return -1;
            /* rounding may bring a time that has passed */
            parametric->lambda = fmax(parametric->lambda, time);
            *partner = is_open(parametric, node) ? find_partner(parametric, node) : -1;
            if (*partner >= 0) {
                parametric->slope = integers_are_on(&parametric->integers)
                                        ? integers_time(&parametric->integers, node)
                                        : parametric->lambda;
                return node;
            }
            if (is_open(parametric, node))
                schedule(parametric, node);
            else
                heap_remove(heap, node);
        } else if (horizon < end) {
            advance(parametric);
            if (!(parametric->lambda < end) || is_stopped(parametric) || is_tired(parametric))
                return -1;
            look_ahead(parametric);
        } else {
            return -1;
        }
    }
}

parot_status parametric_run(struct parametric *parametric, const struct parametric_goal *goal,
                            struct control *control)
{
    while (parametric->moved < goal->mass && parametric->lambda < goal->price &&
           parametric->roots > 0) {
        TRY(control_poll(control, "parametric", parametric->pivots, NAN, NAN));
        if (!is_stopped(parametric))
            retry_lists(parametric);
        int32_t partner, node = next_event(parametric, goal->price, &partner);
        if (is_stopped(parametric))
            return parametric->lists.clouds->status;
        if (is_tired(parametric)) /* then events may be missing */
            return PAROT_ESTOPPED;
        if (node < 0) {
            parametric->lambda = goal->price;
            break;
        }
        if (node < parametric->n)
            TRY(pivot(parametric, node, partner, goal));
        else
            TRY(pivot(parametric, partner, node, goal));
    }
    return PAROT_OK;
}

void parametric_prices(const struct parametric *parametric, double *v)
{
    for (int32_t j = 0; j < parametric->m; j++)
        v[j] = -parametric_potential(parametric, parametric->n + j) + 0.0;
}
