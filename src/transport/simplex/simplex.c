/* simplex.c - the main loop: price, pivot, until nothing is violated.
 *
 * Blocks of rows nominate arcs from their candidates, the worst of which enter the tree; when no
 * candidate is violated, a pass over the whole matrix finds new ones or ends the loop. Costs are
 * scaled so that those in use are near 1. Pairs that cost far more are left out at first, and taken
 * in if the prices would pay for one of them.
 */
#include "transport/simplex/simplex.h"

#include <float.h>
#include <string.h>

#include "transport/range.h"
#include "transport/simplex/coarse.h"

/* Costs this much larger than any in use are left out until they turn out to be needed. */
static const double CAP = 0x1p10;

/* A nominee that is violated less than this part of the worst in its block waits. */
static const double LEAST_PART = 0.1;

/* If the costs in use have become this much smaller, precision asks for another scale. If they are
 * all 0, the price of the next unit sets the scale; but only so often, since a price that should be
 * 0 as well may be rounding at any scale. */
static const double RESCALE = 0x1p-8;
enum { MAX_PRICE_SCALES = 4 };

/* Pivots for each node after which rounding is to blame. Measured: up to 12 with a thousand nodes,
 * and a few more each time that these double. Exact arithmetic goes on from there. */
enum { MOST_PIVOTS = 256 };

void simplex_layout(struct simplex *simplex, int32_t n, int32_t m, struct arena *arena)
{
    simplex->units.row = arena_take(arena, n, sizeof *simplex->units.row);
    simplex->units.col = arena_take(arena, m, sizeof *simplex->units.col);
    tree_layout(&simplex->tree, n + m + 2, arena);
    initial_tree_layout(&simplex->initial, n, m, arena);
    initial_tree_layout_search(&simplex->initial, n, m, arena);
    candidates_layout(&simplex->candidates, n, m, arena);
    simplex->row_price = arena_take(arena, n, sizeof *simplex->row_price);
    pricing_layout(&simplex->pricing, n, m, arena);
    simplex->col_price = arena_take(arena, m, sizeof *simplex->col_price);
}

/* The largest cost of a pair that carries mass; INFINITY if that pair is above the cap, or is
 * forbidden while there are pairs above the cap that may have to take its place. */
static double largest_in_use(const struct simplex *simplex)
{
    const struct tree *tree = &simplex->tree;
    const struct costs *costs = &simplex->costs;
    int has_capped = simplex->range.largest * costs->scale > costs->cap;
    double largest = 0;
    for (int32_t node = 0; node < tree->nodes; node++) {
        if (!has_arc(tree, node) || tree->flow[node] == 0)
            continue;
        int32_t row = arc_row(tree, costs, node), col = arc_col(tree, costs, node);
        if (is_slack(costs, row, col) || (raw_cost(costs, row, col) == INFINITY && !has_capped))
            continue;
        if (arc_level(costs, row, col))
            return INFINITY;
        largest = fmax(largest, fabs(raw_cost(costs, row, col)));
    }
    return largest;
}

/* The most that the potentials would pay for a pair. A cost above that is certainly too much. */
static double largest_price(const struct simplex *simplex, double level)
{
    const struct tree *tree = &simplex->tree;
    double row = -INFINITY, col = -INFINITY;
    for (int32_t node = 0; node < tree->nodes; node++)
        if (is_row(&simplex->costs, node))
            row = fmax(row, tree_price(tree, node, level));
        else
            col = fmax(col, tree_price(tree, node, level));
    return row + col;
}

int simplex_is_listed(const struct simplex *simplex)
{
    return simplex->pricing.forbidden == 0 &&
           largest_price(simplex, 0) <= simplex->candidates.limit * simplex->costs.scale;
}

/* Would the potentials pay for some pair above the cap? */
static int needs_capped(struct simplex *simplex)
{
    const struct tree *tree = &simplex->tree;
    const struct costs *costs = &simplex->costs;
    double level = tree_level_value(tree, costs);
    if (largest_price(simplex, level) <= costs->cap)
        return 0;
    simplex->pricing.entries += (int64_t)costs->n * costs->m;
    for (int32_t row = 0; row < costs->n; row++)
        for (int32_t col = costs->n + 1; col < dummy_col(costs); col++)
            if (arc_level(costs, row, col) &&
                raw_cost(costs, row, col) * costs->scale <
                    tree_price(tree, row, level) + tree_price(tree, col, level))
                return 1;
    return 0;
}

/* The power of two that brings `size` near 1, as far as there is one. */
static double scale_for(double size)
{
    int exponent = size > 0 ? ilogb(size) : 0;
    return ldexp(1.0, exponent < -1000 ? 1000 : -exponent);
}

/* Costs near `size` become 1; those far above are capped unless `uncapped`. */
static void set_scale(struct simplex *simplex, double size, int uncapped)
{
    struct costs *costs = &simplex->costs;
    costs->scale = scale_for(size);
    double largest = simplex->range.largest * costs->scale;
    costs->cap = uncapped ? DBL_MAX : CAP;
    if (!(largest > costs->cap) && !simplex->range.has_forbidden)
        costs->cap = INFINITY;
    tree_refresh(&simplex->tree, costs);
    simplex->pricing.has_minima = 0;
}

static void count_tree(struct simplex *simplex)
{
    const struct tree *tree = &simplex->tree;
    const struct costs *costs = &simplex->costs;
    simplex->pricing.forbidden = 0;
    simplex->objective = 0;
    for (int32_t node = 0; node < tree->nodes; node++)
        if (has_arc(tree, node)) {
            int32_t row = arc_row(tree, costs, node), col = arc_col(tree, costs, node);
            simplex->objective += (double)tree->flow[node] * arc_cost(costs, row, col);
            simplex->pricing.forbidden += arc_level(costs, row, col);
        }
}

/* Pivots on a nominee if it still is violated, by more than `bar`. */
static void pivot_on(struct simplex *simplex, const struct nominee *nominee, double bar)
{
    const struct costs *costs = &simplex->costs;
    int32_t row = nominee->row, col = nominee->col;
    struct reduced_cost reduced = reduce(&simplex->tree, row, col, nominee->arc);
    if (!is_violated(&simplex->tree, row, col, reduced) ||
        (reduced.level == 0 && reduced.cost > bar))
        return;
    struct pivot pivot = tree_pivot(&simplex->tree, costs, row, col, reduced);
    simplex->pricing.has_minima = 0;
    simplex->pricing.forbidden += arc_level(costs, row, col);
    simplex->pricing.forbidden -= arc_level(costs, pivot.left_row, pivot.left_col);
    simplex->objective += (double)pivot.flow * reduced.cost;
    simplex->pivots++;
}

/* Can the next pass be the last word? Prices with levels are for exact_finish alone. */
static struct exact *exact_for_pass(struct simplex *simplex, struct control *control)
{
    if (!simplex->exact || simplex->search || simplex->costs.cap < INFINITY ||
        exact_look(simplex->exact, control) != PAROT_OK)
        return NULL;
    return simplex->exact;
}

/* The candidates have run dry on fresh potentials: *violated rows have something in the rest of the
 * matrix. */
static parot_status look_at_all(struct simplex *simplex, struct control *control, int64_t *violated)
{
    *violated = 0;
    if (simplex->is_hasty || simplex->pricing.forbidden > 0 || simplex_is_listed(simplex))
        return PAROT_OK;
    if (simplex->search)
        return simplex->search->pass(simplex->search, control, violated);
    struct exact *exact = exact_for_pass(simplex, control);
    *violated = pricing_pass(&simplex->pricing, &simplex->tree, &simplex->costs,
                             &simplex->candidates, control->run.threads, exact);
    if (*violated == 0 && exact) {
        exact_search_row(exact, dummy_row(&simplex->costs));
        simplex->searched = simplex->pivots;
    }
    return PAROT_OK;
}

/* Price and pivot until nothing is violated. The last round runs on potentials that no pivot has
 * touched. */
static parot_status price_and_pivot(struct simplex *simplex, struct control *control)
{
    struct nominee nominees[PRICING_BLOCK];
    const struct costs *costs = &simplex->costs;
    double value = (double)(simplex->units.unit / costs->scale);
    int64_t fresh = simplex->pivots; /* when the potentials were last computed from the tree */
    int64_t most = (simplex->tree.nodes + 4) * (int64_t)MOST_PIVOTS;
    int64_t passed = -1; /* when all of the matrix was last looked at */
    count_tree(simplex);

    for (;;) {
        TRY(control_poll(control, simplex->depth ? "coarse" : "simplex", simplex->rounds,
                         simplex->objective * value, NAN));
        int count = pricing_nominate(&simplex->pricing, &simplex->tree, costs, &simplex->candidates,
                                     nominees);
        if (count == 0 && fresh == simplex->pivots) {
            /* what a pass finds but lists do not is rounding */
            int64_t violated = 0;
            if (passed != simplex->pivots)
                TRY(look_at_all(simplex, control, &violated));
            if (violated == 0)
                return PAROT_OK;
            passed = simplex->pivots;
        }
        for (int k = 0; k < count; k++)
            pivot_on(simplex, &nominees[k], LEAST_PART * nominees[0].reduced.cost);
        if (count == 0 || simplex->pivots - fresh > simplex->tree.nodes) {
            tree_refresh(&simplex->tree, costs);
            fresh = simplex->pivots;
        }
        simplex->rounds++;
        simplex->is_tired = simplex->pivots > most;
        if (simplex->is_tired)
            return PAROT_OK;
    }
}

static parot_status improve(struct simplex *simplex, struct control *control)
{
    parot_status status = price_and_pivot(simplex, control);
    tree_settle(&simplex->tree, &simplex->costs);
    return status;
}

static long double total(const unit_count *weights, int32_t count)
{
    long double sum = 0;
    for (int32_t k = 0; k < count; k++)
        sum += (long double)weights[k];
    return sum;
}

double simplex_share(const struct simplex *simplex)
{
    long double rows = total(simplex->units.row, simplex->costs.n);
    long double cols = total(simplex->units.col, simplex->costs.m);
    return (double)((long double)simplex->units.mass / (rows < cols ? rows : cols));
}

double simplex_tightness(const struct simplex *simplex)
{
    long double rows = total(simplex->units.row, simplex->costs.n);
    long double cols = total(simplex->units.col, simplex->costs.m);
    return (double)((long double)simplex->units.mass / (rows < cols ? cols : rows));
}

/* A column without mass is nobody's candidate. */
static void leave_out_empty(struct simplex *simplex)
{
    for (int32_t j = 0; j < simplex->costs.m; j++)
        if (simplex->units.col[j] == 0)
            simplex->col_price[j] = -INFINITY;
}

/* Candidates chosen by prices of a coarse problem; 0 if that is of no use or there are costs that
 * are not numbers. */
static int choose_best(struct simplex *simplex, struct price_guess *guess, struct control *control)
{
    if (control->is_cancelled || !coarse_is_useful(simplex) ||
        !coarse_prices(simplex, control, &guess->price))
        return 0;
    leave_out_empty(simplex);
    candidates_fill_best(&simplex->candidates, &simplex->costs, *guess, control->run.threads,
                         &simplex->range);
    simplex->pricing.entries +=
        simplex->range.has_forbidden ? (int64_t)simplex->costs.n * simplex->costs.m : 0;
    return !simplex->range.has_forbidden && !simplex->range.is_invalid;
}

/* Candidates chosen by cost alone. */
static void choose_cheapest(struct simplex *simplex, struct price_guess guess,
                            struct control *control)
{
    memset(simplex->col_price, 0, (size_t)simplex->costs.m * sizeof *simplex->col_price);
    leave_out_empty(simplex);
    double share = sqrt(simplex_share(simplex) * simplex_tightness(simplex));
    candidates_fill_cheapest(&simplex->candidates, &simplex->costs, guess, share,
                             control->run.threads, &simplex->range);
}

/* Candidates and a tree: those of the last solve, or new ones. */
static parot_status start(struct simplex *simplex, struct control *control)
{
    const struct costs *costs = &simplex->costs;
    struct price_guess guess = {simplex->col_price, simplex->row_price, INFINITY};
    if (!simplex->has_basis && !choose_best(simplex, &guess, control))
        choose_cheapest(simplex, guess, control);
    if (simplex->has_basis && !simplex->keeps_range)
        simplex->range = range_find(costs, control->run.threads);
    if (simplex->range.is_invalid)
        return PAROT_EINVAL;
    if (simplex->has_basis)
        candidates_refresh(&simplex->candidates, costs);
    simplex->initial.control = control;
    if (!simplex->has_basis)
        initial_tree_build(&simplex->initial, costs, &simplex->units, &simplex->candidates, guess,
                           &simplex->tree);
    simplex->has_basis = 1;
    return PAROT_OK;
}

/* One round of `improve` is the rule. There is another if costs above the cap are needed after all,
 * or if the plan got rid of costs so large that they hid the others. */
parot_status simplex_solve(struct simplex *simplex, const struct costs *costs,
                           struct control *control)
{
    int uncapped = 0, price_scales = 0;
    simplex->costs = *costs;
    pricing_clear(&simplex->pricing);
    simplex->rounds = simplex->pivots = 0;
    simplex->searched = -1;
    simplex->is_tired = 0;
    if (!simplex->search) /* else lists and tree have been made elsewhere */
        TRY(start(simplex, control));
    for (double size = largest_in_use(simplex);;) {
        set_scale(simplex, size > 0 ? size : simplex->range.largest, uncapped);
        TRY(improve(simplex, control));
        if (simplex->is_tired)
            return PAROT_OK;

        double used = largest_in_use(simplex), scale = simplex->costs.scale;
        double next = used > 0 ? used : fabs(largest_price(simplex, 0)) / scale;
        int is_blocked = !uncapped && (isinf(used) || needs_capped(simplex));
        int is_blurred = next > 0 && scale < scale_for(next) * RESCALE &&
                         (used > 0 || price_scales < MAX_PRICE_SCALES);
        if (!is_blocked && !is_blurred)
            return PAROT_OK;
        uncapped |= is_blocked;
        price_scales += used == 0;
        size = is_blocked ? simplex->range.largest : next;
    }
}

void simplex_take(struct simplex *simplex, const struct costs *costs)
{
    simplex->costs = *costs;
    count_tree(simplex);
    simplex->pricing.has_minima = 0;
}

unit_count simplex_forbidden_mass(const struct simplex *simplex)
{
    const struct tree *tree = &simplex->tree;
    const struct costs *costs = &simplex->costs;
    unit_count mass = 0;
    for (int32_t node = 0; node < tree->nodes; node++)
        if (has_arc(tree, node) &&
            arc_level(costs, arc_row(tree, costs, node), arc_col(tree, costs, node)))
            mass += tree->flow[node];
    return mass;
}

int64_t simplex_plan(const struct simplex *simplex, struct arc *arcs)
{
    const struct costs *costs = &simplex->costs;
    const struct tree *tree = &simplex->tree;
    int64_t count = 0;
    for (int32_t node = 0; node < tree->nodes; node++) {
        if (!has_arc(tree, node) || tree->flow[node] == 0)
            continue;
        struct arc arc = {arc_row(tree, costs, node), arc_col(tree, costs, node), tree->flow[node]};
        if (!is_slack(costs, arc.row, arc.col) && raw_cost(costs, arc.row, arc.col) < INFINITY)
            arcs[count++] = arc;
    }
    return count;
}
