/* exact.c - price all pairs by integers, pivot on those that are violated, until none is.
 *
 * Potentials are integers of as many limbs as the costs of the tree need. Doubles that are rounded
 * up from them pick the pairs that can be violated, and integers decide about those: so a pass
 * costs little more than one in doubles.
 */
#include "transport/simplex/exact.h"

#include <float.h>

#include "base/parallel.h"
#include "linalg/scan.h"
#include "transport/simplex/exact_refine.h"

/* Limbs that need no memory of their own: costs within 40 decimal orders. */
enum { OWN_LIMBS = 3 };

/* Columns looked at together, and pairs between two looks at the clock. */
enum { TOGETHER = 2048, STRIPE = 1 << 24 };

/* Sums of distances tie by the million, and rounding makes each of these ties a difference in the
 * last digit: exact pivots would then solve another problem, made of rounding errors. A tree with
 * this many nodes is left as it is if its prices prove it to CLOSE of its cost, after some rounds
 * or when one row of FLOOD has a violated pair. */
enum { FEW_NODES = 1000, FEW_ROUNDS = 3, FLOOD = 16 };
static const double CLOSE = 0x1p-46;

/* Rounds in which doubles may help, at most: after these, integers alone make sure that it ends. */
enum { MOST_REFINED = 32 };

void exact_layout(struct exact *exact, int32_t n, int32_t m, struct arena *arena)
{
    int64_t nodes = (int64_t)n + m + 2;
    exact->own = arena_take(arena, nodes, OWN_LIMBS * sizeof *exact->own);
    exact->up = arena_take(arena, nodes, sizeof *exact->up);
    exact->entering = arena_take(arena, (int64_t)n + 1, sizeof *exact->entering);
    exact->saved = arena_take(arena, (int64_t)n + 1, sizeof *exact->saved);
}

void exact_free(struct exact *exact)
{
    exact_refine_close(exact);
    block_free(exact->block);
    exact->block = NULL;
    exact->block_limbs = 0;
}

/* ---- Prices ------------------------------------------------------------- */

/* Beside its level, which forbidden pairs have. */
static double cost_of(const struct exact *exact, int32_t row, int32_t col)
{
    const struct costs *costs = &exact->costs;
    if (row == dummy_row(costs) && col == dummy_col(costs))
        return -exact->price;
    if (is_slack(costs, row, col))
        return slack_cost(costs, row, col);
    double cost = raw_cost(costs, row, col);
    return cost < INFINITY ? cost : exact->level_cost;
}

/* The cost of the arc above a node. */
static struct fixed_parts arc_parts(const struct exact *exact, int32_t node)
{
    const struct costs *costs = &exact->costs;
    return fixed_parts_of(
        cost_of(exact, arc_row(exact->tree, costs, node), arc_col(exact->tree, costs, node)));
}

/* The least format for all sums of costs in the tree. */
static struct fixed choose_format(const struct exact *exact)
{
    const struct tree *tree = exact->tree;
    struct fixed_span span = FIXED_EMPTY_SPAN;
    for (int32_t node = 0; node < tree->nodes; node++)
        if (has_arc(tree, node))
            fixed_extend(&span, arc_parts(exact, node));
    return fixed_format(span, tree->nodes);
}

static parot_status make_room(struct exact *exact, struct control *control)
{
    int limbs = exact->format.limbs;
    if (limbs > OWN_LIMBS && limbs > exact->block_limbs) {
        block_free(exact->block);
        exact->block_limbs = 0;
        exact->block =
            block_alloc(control, (size_t)exact->tree->nodes * (size_t)limbs * sizeof(uint64_t));
        if (!exact->block)
            return PAROT_ENOMEM;
        exact->block_limbs = limbs;
    }
    exact->potential = limbs > OWN_LIMBS ? exact->block : exact->own;
    return PAROT_OK;
}

/* potential(child) = cost - potential(parent), from `first` to `last` along the thread */
static void price_stretch(struct exact *exact, int32_t first, int32_t last)
{
    const struct tree *tree = exact->tree;
    for (int32_t node = first;; node = tree->thread[node].next) {
        uint64_t *potential = exact_potential(exact, node);
        fixed_floor(exact->format, arc_parts(exact, node), potential);
        fixed_subtract(exact->format.limbs, potential,
                       exact_potential(exact, tree->node[node].parent), potential);
        if (node == last)
            return;
    }
}

parot_status exact_price(struct exact *exact, struct control *control)
{
    const struct tree *tree = exact->tree;
    exact->format = choose_format(exact);
    TRY(make_room(exact, control));
    memset(exact_potential(exact, tree->root), 0, (size_t)exact->format.limbs * sizeof(uint64_t));
    if (tree->thread[tree->root].next != TREE_NONE)
        price_stretch(exact, tree->thread[tree->root].next, tree->node[tree->root].last);
    return PAROT_OK;
}

double exact_violation(const struct exact *exact, int32_t row, int32_t col, double cost)
{
    uint64_t difference[FIXED_MOST_LIMBS];
    int limbs = exact->format.limbs;
    struct fixed_parts parts = fixed_parts_of(cost);
    if (!fixed_has_room(exact->format, parts)) /* larger than any price */
        return parts.is_negative ? -cost : 0;
    fixed_floor(exact->format, parts, difference);
    fixed_subtract(limbs, exact_potential(exact, row), difference, difference);
    fixed_add(limbs, difference, exact_potential(exact, col), difference);
    return fixed_sign(limbs, difference) > 0 ? fixed_round_up(exact->format, difference) : 0;
}

/* ---- The search for violated pairs -------------------------------------- */

/* The worst pair of a row so far; which one it is does not matter to the outcome. */
struct worst {
    int32_t col;
    int64_t level;
    double cost; /* what it would save, rounded up */
};

static void offer(const struct exact *exact, int32_t row, int32_t col, double cost, int64_t level,
                  struct worst *worst)
{
    const struct tree *tree = exact->tree;
    int64_t reduced = level - tree->level[row] - tree->level[col];
    if (tree->node[col].size == 0 || reduced > worst->level || reduced > 0)
        return;
    double saved = exact_violation(exact, row, col, cost);
    int is_better = saved > worst->cost || (saved == worst->cost && col < worst->col);
    if ((reduced == worst->level && worst->col != TREE_NONE && !is_better) ||
        (reduced == 0 && !(saved > 0)))
        return;
    *worst = (struct worst){col, reduced, saved};
}

/* And one that is on no list. */
static void offer_new(const struct exact *exact, int32_t row, int32_t col, double cost,
                      struct worst *worst)
{
    if (exact->refine)
        exact_refine_put(exact, row, col, cost, exact_violation(exact, row, col, cost));
    offer(exact, row, col, cost, 0, worst);
}

static void offer_slack(const struct exact *exact, int32_t row, struct worst *worst)
{
    const struct costs *costs = &exact->costs;
    if (row != dummy_row(costs)) {
        offer(exact, row, dummy_col(costs), unmatched_row(costs, row), 0, worst);
        return;
    }
    for (int32_t col = costs->n + 1; col < dummy_col(costs); col++)
        offer(exact, row, col, unmatched_col(costs, col - costs->n - 1), 0, worst);
    if (exact->has_price)
        offer(exact, row, dummy_col(costs), -exact->price, 0, worst);
}

/* Pairs with fl(c - v) <= u, and no other can be violated. */
static void search_row(const struct exact *exact, int32_t row, struct worst *worst)
{
    const struct costs *costs = &exact->costs;
    int32_t found[TOGETHER], first = costs->n + 1;
    for (int32_t j = 0; j < costs->m; j += TOGETHER) {
        struct scan scan = {cost_row(costs, row) + j, exact->up + first + j,
                            costs->m - j < TOGETHER ? costs->m - j : TOGETHER, 1, DBL_MAX};
        int64_t count = scan_below(&scan, exact->up[row], TOGETHER, found);
        for (int64_t k = 0; k < count; k++)
            if (scan.c[found[k]] < INFINITY)
                offer_new(exact, row, first + j + found[k], scan.c[found[k]], worst);
    }
}

static void search_list(const struct exact *exact, int32_t row, struct worst *worst)
{
    struct candidate_list list = candidates_of(exact->candidates, row);
    const double *v = exact->up + exact->costs.n + 1;
    for (int32_t k = 0; k < list.count; k++)
        if (list.cost[k] - v[list.col[k]] <= exact->up[row] && list.cost[k] < INFINITY)
            offer(exact, row, exact->costs.n + 1 + list.col[k], list.cost[k], 0, worst);
}

/* While the tree has levels: all pairs, these first. */
static void search_levels(const struct exact *exact, int32_t row, struct worst *worst)
{
    const struct costs *costs = &exact->costs;
    for (int32_t col = costs->n + 1; col < dummy_col(costs); col++)
        offer(exact, row, col, cost_of(exact, row, col), arc_level(costs, row, col), worst);
}

int exact_search_row(const struct exact *exact, int32_t row)
{
    struct worst worst = {TREE_NONE, 0, 0};
    if (exact->tree->node[row].size) {
        offer_slack(exact, row, &worst);
        if (row == dummy_row(&exact->costs))
            ;
        else if (exact->has_levels)
            search_levels(exact, row, &worst);
        else if (exact->candidates)
            search_list(exact, row, &worst);
        else if (!exact->search)
            search_row(exact, row, &worst);
    }
    exact->entering[row] = worst.col;
    exact->saved[row] = worst.cost;
    return worst.col != TREE_NONE;
}

void exact_offer(const struct exact *exact, int32_t row, int32_t col, double cost)
{
    struct worst worst = {exact->entering[row], 0, exact->saved[row]};
    offer_new(exact, row, col, cost, &worst);
    exact->entering[row] = worst.col;
    exact->saved[row] = worst.cost;
}

/* Some of the rows, which threads share. */
struct stripe {
    const struct exact *exact;
    int64_t first;
};

static void search_stripe(int64_t begin, int64_t end, void *context)
{
    const struct stripe *stripe = context;
    for (int64_t row = stripe->first + begin; row < stripe->first + end; row++)
        exact_search_row(stripe->exact, (int32_t)row);
}

/* Prices as doubles, and whether there are levels. */
static void round_prices(struct exact *exact)
{
    const struct tree *tree = exact->tree;
    exact->has_levels = 0;
    for (int32_t node = 0; node < tree->nodes; node++) {
        exact->up[node] = tree->node[node].size
                              ? fixed_round_up(exact->format, exact_potential(exact, node))
                              : -INFINITY;
        exact->has_levels |= tree->node[node].size && tree->level[node] != 0;
    }
}

/* Every pair that is not listed costs more than the prices of any row and column pay. */
static int lists_suffice(const struct exact *exact)
{
    const struct costs *costs = &exact->costs;
    double row = -INFINITY, col = -INFINITY;
    for (int32_t i = 0; i < costs->n; i++)
        row = fmax(row, exact->up[i]);
    for (int32_t node = costs->n + 1; node < dummy_col(costs); node++)
        col = fmax(col, exact->up[node]);
    return nextafter(row + col, INFINITY) <= exact->candidates->limit;
}

/* Finds a violated arc of each row. */
static parot_status search(struct exact *exact, struct control *control)
{
    const struct costs *costs = &exact->costs;
    const struct candidates *candidates = exact->candidates;
    int64_t rows = (int64_t)costs->n + 1, stripe = 64 + STRIPE / costs->m;
    round_prices(exact);
    if (candidates && !exact->search && !lists_suffice(exact))
        exact->candidates = NULL;
    exact->entries += exact->candidates ? 0 : (int64_t)costs->n * costs->m;
    for (int64_t begin = 0; begin < rows; begin += stripe) {
        struct stripe part = {exact, begin};
        TRY(control_poll(control, exact->stage, exact->pivots, NAN, NAN));
        parallel_for(exact->threads, rows - begin < stripe ? rows - begin : stripe,
                     CANDIDATES_PIECE, search_stripe, &part);
    }
    exact->candidates = candidates;
    return exact->search ? exact->search->rest(exact->search, exact, control) : PAROT_OK;
}

/* ---- Pivots ------------------------------------------------------------- */

/* Brings the arc in, if it still is violated. Prices change below it alone. */
static parot_status pivot(struct exact *exact, int32_t row, int32_t col, struct control *control)
{
    struct tree *tree = exact->tree;
    const struct costs *costs = &exact->costs;
    double cost = cost_of(exact, row, col);
    struct reduced_cost reduced = {
        arc_level(costs, row, col) - tree->level[row] - (int64_t)tree->level[col], 0};
    if (reduced.level > 0 || (reduced.level == 0 && !(exact_violation(exact, row, col, cost) > 0)))
        return PAROT_OK;
    tree_pivot(tree, costs, row, col, reduced);
    exact->pivots++;
    if (!fixed_holds(exact->format, fixed_parts_of(cost)))
        return exact_price(exact, control);
    int32_t below = tree->node[row].parent == col ? row : col;
    price_stretch(exact, below, tree->node[below].last);
    return PAROT_OK;
}

/* Pivots on what the rows have found. */
static parot_status pivot_all(struct exact *exact, struct control *control)
{
    int64_t tried = 0;
    for (int32_t row = 0; row <= exact->costs.n; row++) {
        if (exact->entering[row] == TREE_NONE)
            continue;
        if (++tried % 64 == 0)
            TRY(control_poll(control, exact->stage, exact->pivots, NAN, NAN));
        TRY(pivot(exact, row, exact->entering[row], control));
    }
    return PAROT_OK;
}

/* ---- Near ties ---------------------------------------------------------- */

/* Would the prices prove the tree to CLOSE of its cost, if the potentials of all rows were lowered
 * until no pair is violated? */
static int is_close(const struct exact *exact)
{
    const struct tree *tree = exact->tree;
    const struct costs *costs = &exact->costs;
    long double gap = 0, paid = 0;
    for (int32_t node = 0; node < tree->nodes; node++) {
        if (!has_arc(tree, node) || tree->flow[node] == 0)
            continue;
        int32_t row = arc_row(tree, costs, node), col = arc_col(tree, costs, node);
        long double flow = (long double)tree->flow[node];
        gap += flow * exact->saved[row];
        paid += is_slack(costs, row, col) ? 0 : flow * fabs(cost_of(exact, row, col));
    }
    return gap <= CLOSE * paid;
}

/* Lowers them, if so. */
int exact_lower(struct exact *exact)
{
    if (!is_close(exact))
        return 0;
    for (int32_t row = 0; row <= exact->costs.n; row++) {
        uint64_t lower[FIXED_MOST_LIMBS], *potential = exact_potential(exact, row);
        if (exact->entering[row] == TREE_NONE)
            continue;
        fixed_floor(exact->format, fixed_parts_of(-exact->saved[row]), lower);
        fixed_add(exact->format.limbs, potential, lower, potential);
    }
    return 1;
}

/* Is the tree as good as optimal, and more pivots too many to ask for? Then its prices say so. */
static int is_good_enough(struct exact *exact, int round, int64_t violated)
{
    return !exact->has_levels && exact->tree->nodes >= FEW_NODES &&
           (round >= FEW_ROUNDS || violated > exact->costs.n / FLOOD) && exact_lower(exact);
}

/* ---- Improvement -------------------------------------------------------- */

static int64_t count_violated(const struct exact *exact)
{
    int64_t violated = 0;
    for (int32_t row = 0; row <= exact->costs.n; row++)
        violated += exact->entering[row] != TREE_NONE;
    return violated;
}

void exact_look_again(struct exact *exact)
{
    round_prices(exact);
}

parot_status exact_search_all(struct exact *exact, struct control *control, int64_t *violated)
{
    if (exact->refine)
        exact_refine_renew(exact);
    TRY(search(exact, control));
    *violated = count_violated(exact);
    return PAROT_OK;
}

/* Are there so many violated arcs that doubles should have a go at them? In the first round they
 * are only those that the last digits of doubles hid. */
static int is_for_refinement(const struct exact *exact, int round, int64_t violated)
{
    int64_t few = round < FEW_ROUNDS ? 64 + exact->costs.n / 64 : 8;
    return !exact->has_levels && violated > few && round < MOST_REFINED;
}

/* In doubles, on what the exact prices leave of the costs; 0: there are no lists, or no memory. */
static parot_status refine(struct exact *exact, struct control *control, int *is_done)
{
    exact_refine_open(exact, control);
    *is_done = exact->refine != NULL;
    if (!*is_done)
        return PAROT_OK;
    for (int32_t row = 0; row < exact->costs.n; row++)
        if (exact->entering[row] != TREE_NONE)
            exact_refine_put(exact, row, exact->entering[row],
                             cost_of(exact, row, exact->entering[row]), exact->saved[row]);
    TRY(exact_refine(exact, control));
    return exact_price(exact, control);
}

/* Works: what it allocates is in *exact, also on failure. */
static parot_status improve(struct exact *exact, int is_searched, struct control *control)
{
    if (!is_searched)
        TRY(exact_price(exact, control));
    for (int round = 0;; round++) {
        int is_done = 0;
        int64_t violated = is_searched ? count_violated(exact) : 0;
        if (!is_searched)
            TRY(exact_search_all(exact, control, &violated));
        is_searched = 0;
        if (violated == 0 || is_good_enough(exact, round, violated))
            return PAROT_OK;
        if (is_for_refinement(exact, round, violated))
            TRY(refine(exact, control, &is_done));
        if (!is_done)
            TRY(pivot_all(exact, control));
    }
}

void exact_begin(struct exact *exact, const struct costs *costs, struct tree *tree, int32_t threads)
{
    exact->costs = *costs;
    exact->costs.scale = 1;
    exact->costs.cap = costs->points ? INFINITY : DBL_MAX; /* points forbid nothing */
    exact->tree = tree;
    exact->candidates = NULL;
    exact->threads = threads;
    exact->stage = "simplex";
    exact->level_cost = 0;
    exact->has_levels = 0;
    exact->entries = exact->pivots = 0;
}

parot_status exact_look(struct exact *exact, struct control *control)
{
    TRY(exact_price(exact, control));
    round_prices(exact);
    exact->has_levels = 0;
    return PAROT_OK;
}

parot_status exact_check(struct exact *exact, struct control *control, int *is_optimal)
{
    TRY(exact_price(exact, control));
    TRY(search(exact, control));
    *is_optimal = 1;
    for (int32_t row = 0; row <= exact->costs.n; row++)
        *is_optimal &= exact->entering[row] == TREE_NONE;
    return PAROT_OK;
}

parot_status exact_finish(struct exact *exact, const struct candidates *candidates, int is_searched,
                          struct control *control)
{
    exact->candidates = candidates;
    tree_refresh(exact->tree, &exact->costs); /* for levels, which only forbidden pairs have */
    parot_status status = improve(exact, is_searched, control);
    exact_refine_close(exact);
    tree_refresh(exact->tree, &exact->costs);
    return status;
}
