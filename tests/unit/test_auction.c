/* test_auction.c - the auction leaves a tree that is feasible, and optimal to within eps. */
#include "transport/auction/auction.h"

#include "small_simplex.h"
#include "stopping.h"
#include "test.h"

enum { INSTANCES = 2600, SIZE = 60, LARGEST = 1000 };

struct sale {
    struct small_simplex small;
    double row[LARGEST], col[LARGEST];
    struct auction_prices prices;
    struct auction_schedule schedule;
    struct auction_report report;
};

/* Instance `number` with lists that hold each pair with this probability. */
static void open_sale(struct sale *sale, uint64_t number, double share)
{
    struct small_simplex *small = &sale->small;
    small_simplex_open(small, number, SIZE);
    small->simplex.costs = small->costs;
    struct candidates *candidates = &small->simplex.candidates;
    const struct costs *costs = &small->costs;
    candidates_clear(candidates);
    for (int32_t i = 0; i < costs->n; i++)
        for (int32_t j = 0; j < costs->m; j++)
            if (candidates->count[i] < candidates->share &&
                test_uniform(number + 1000000, (uint64_t)(i * costs->m + j)) < share) {
                candidates->col[candidates->begin[i] + candidates->count[i]] = j;
                candidates->cost[candidates->begin[i] + candidates->count[i]++] =
                    raw_cost(costs, i, costs->n + 1 + j);
            }
    test_set(sale->col, costs->m, 0);
    sale->prices = (struct auction_prices){.row = sale->row, .col = sale->col};
}

static struct auction_problem problem_of(const struct sale *sale)
{
    return (struct auction_problem){&sale->small.costs, &sale->small.simplex.units,
                                    &sale->small.simplex.candidates};
}

static parot_status hold_sale(struct sale *sale)
{
    struct auction_problem problem = problem_of(sale);
    sale->schedule = auction_usual_schedule(&problem, sale->col);
    return auction_solve(&problem, &sale->schedule, &sale->prices, &sale->small.simplex.tree,
                         &sale->report, &sale->small.control);
}

/* 0, and nothing left open: the weights are so much more than the mass that their sum does not fit.
 */
static int hold_fitting_sale(struct sale *sale)
{
    parot_status status = hold_sale(sale);
    if (status == PAROT_OK)
        return 1;
    assert_int_equal(status, PAROT_ENUMERIC);
    assert_true(simplex_tightness(&sale->small.simplex) < 0.1);
    small_simplex_close(&sale->small);
    return 0;
}

/* Price of a node of the tree. */
static double price_of(const struct sale *sale, int32_t node)
{
    const struct costs *costs = &sale->small.costs;
    if (node == dummy_row(costs))
        return sale->prices.dummy_row;
    if (node == dummy_col(costs))
        return sale->prices.dummy_col;
    return is_row(costs, node) ? sale->row[node] : sale->col[node - costs->n - 1];
}

/* What rounding may add to differences of costs and prices. */
static double rounding(const struct sale *sale)
{
    double largest = sale->small.range.largest;
    for (int32_t j = 0; j < sale->small.costs.m; j++)
        if (sale->col[j] > -INFINITY)
            largest = fmax(largest, fabs(sale->col[j]));
    return 0x1p-48 * largest;
}

static void assert_prices_are_feasible(const struct sale *sale)
{
    const struct candidates *candidates = &sale->small.simplex.candidates;
    for (int32_t i = 0; i < sale->small.costs.n; i++) {
        struct candidate_list list = candidates_of(candidates, i);
        for (int32_t k = 0; k < list.count; k++)
            assert_true(sale->row[i] <= list.cost[k] - sale->col[list.col[k]]);
        assert_true(sale->row[i] <= -sale->prices.dummy_col);
    }
    for (int32_t j = 0; sale->small.simplex.tree.node[dummy_row(&sale->small.costs)].size > 0 &&
                        j < sale->small.costs.m;
         j++)
        assert_true(sale->prices.dummy_row <= -sale->col[j]);
}

/* c - row price - column price <= eps wherever there is mass. */
static void assert_nearly_tight(const struct sale *sale)
{
    const struct tree *tree = &sale->small.simplex.tree;
    const struct costs *costs = &sale->small.costs;
    double most = sale->report.eps + rounding(sale);
    for (int32_t node = 0; node < tree->nodes; node++) {
        if (!has_arc(tree, node) || tree->flow[node] == 0)
            continue;
        int32_t row = arc_row(tree, costs, node), col = arc_col(tree, costs, node);
        double cost = is_slack(costs, row, col) ? 0 : raw_cost(costs, row, col);
        double reduced = cost - price_of(sale, row) - price_of(sale, col);
        if (!(reduced <= most))
            fail_msg("%s %d x %d: arc %d %d misses %g, eps %g", sale->small.instance.family,
                     costs->n, costs->m, row, col, reduced, most);
    }
}

/* All nodes with mass are in the tree, and the arcs between real nodes carry the mass to move. */
static void assert_mass_is_exact(const struct sale *sale)
{
    const struct simplex *simplex = &sale->small.simplex;
    const struct costs *costs = &sale->small.costs;
    unit_count mass = 0;
    for (int32_t node = 0; node < simplex->tree.nodes; node++)
        if (has_arc(&simplex->tree, node) && !is_slack(costs, arc_row(&simplex->tree, costs, node),
                                                       arc_col(&simplex->tree, costs, node)))
            mass += simplex->tree.flow[node];
    assert_true(mass == simplex->units.mass);
    for (int32_t i = 0; i < costs->n; i++)
        assert_int_equal(simplex->tree.node[i].size > 0, simplex->units.row[i] > 0);
    for (int32_t j = 0; j < costs->m; j++)
        assert_int_equal(simplex->tree.node[costs->n + 1 + j].size > 0, simplex->units.col[j] > 0);
}

/* <C,T> in the caller's costs and units. */
static double plan_cost(const struct simplex *simplex, const struct costs *costs)
{
    static struct arc arcs[LARGEST];
    int64_t count = simplex_plan(simplex, arcs);
    long double sum = 0;
    for (int64_t k = 0; k < count; k++)
        sum += (long double)arcs[k].flow * raw_cost(costs, arcs[k].row, arcs[k].col);
    return (double)(sum * simplex->units.unit);
}

/* From the tree of the auction to the optimum of all pairs, which a solve from nothing tells. */
static void assert_leads_to_the_optimum(struct sale *sale, uint64_t number)
{
    OPENED(small_simplex, other, number, SIZE);
    assert_ok(small_simplex_solve(&other));
    sale->small.simplex.has_basis = 1;
    assert_ok(small_simplex_solve(&sale->small));
    assert_tree_is_sound(&sale->small);
    assert_true(simplex_forbidden_mass(&sale->small.simplex) ==
                simplex_forbidden_mass(&other.simplex));
    double best = plan_cost(&other.simplex, &other.costs);
    double size =
        other.range.largest * (double)(other.simplex.units.mass * other.simplex.units.unit);
    double found = plan_cost(&sale->small.simplex, &sale->small.costs);
    if (!(fabs(found - best) <= 1e-12 * size))
        fail_msg("%s: %.17g instead of %.17g", other.instance.family, found, best);
}

TEST(with_all_pairs_it_is_optimal_to_within_eps)
{
    int64_t tired = 0;
    for (uint64_t number = 0; number < INSTANCES; number++) {
        struct sale sale;
        open_sale(&sale, number, 1);
        if (!hold_fitting_sale(&sale))
            continue;
        assert_tree_is_sound(&sale.small);
        assert_mass_is_exact(&sale);
        assert_prices_are_feasible(&sale);
        if (sale.report.given_up == 0)
            assert_nearly_tight(&sale);
        else if (!sale.small.range.has_forbidden) {
            assert_true(sale.report.is_tired);
            tired++;
        }
        assert_leads_to_the_optimum(&sale, number);
        small_simplex_close(&sale.small);
    }
    assert_true(tired <= INSTANCES / 50); /* 21: weights of 24 orders of magnitude, ties, gaps */
}

TEST(lists_that_do_not_suffice_still_give_a_tree)
{
    int64_t unlisted = 0;
    for (uint64_t number = 0; number < INSTANCES; number++) {
        struct sale sale;
        open_sale(&sale, number, number % 7 == 0 ? 0 : 0.02 * (double)(number % 20));
        if (!hold_fitting_sale(&sale))
            continue;
        assert_tree_is_sound(&sale.small);
        assert_mass_is_exact(&sale);
        unlisted += sale.report.unlisted_pairs > 0;
        assert_leads_to_the_optimum(&sale, number);
        small_simplex_close(&sale.small);
    }
    assert_true(unlisted > INSTANCES / 4);
}

TEST(a_stop_leaves_a_feasible_tree)
{
    for (uint64_t number = 0; number < INSTANCES; number += 3) {
        struct sale sale;
        int left = (int)(number % 6);
        parot_run run = run_that_stops(&left);
        open_sale(&sale, number, number % 2 ? 1 : 0.3);
        assert_ok(control_init(&sale.small.control, &run, &err));
        parot_status status = hold_sale(&sale);
        if (status != PAROT_ENUMERIC) {
            assert_int_equal(status, left < 0 ? PAROT_CANCELLED : PAROT_OK);
            assert_tree_is_sound(&sale.small);
            assert_mass_is_exact(&sale);
            assert_prices_are_feasible(&sale);
        }
        small_simplex_close(&sale.small);
    }
}

/* Bids are bounded: the rest is placed without them. */
TEST(too_many_bids_leave_a_feasible_tree)
{
    int64_t tired = 0;
    for (uint64_t number = 0; number < INSTANCES; number += 3) {
        struct sale sale;
        open_sale(&sale, number, 1);
        struct auction_problem problem = problem_of(&sale);
        struct auction_schedule schedule = auction_usual_schedule(&problem, sale.col);
        schedule.most_bids = (int64_t)(number % 2);
        parot_status status =
            auction_solve(&problem, &schedule, &sale.prices, &sale.small.simplex.tree, &sale.report,
                          &sale.small.control);
        if (status == PAROT_OK) {
            tired += sale.report.is_tired;
            assert_tree_is_sound(&sale.small);
            assert_mass_is_exact(&sale);
        }
        small_simplex_close(&sale.small);
    }
    assert_true(tired > INSTANCES / 12);
}

/* Good prices from elsewhere: little is left to bid for. */
TEST(prices_of_the_optimum_need_few_bids)
{
    int64_t first = 0, second = 0;
    for (uint64_t number = 0; number < INSTANCES; number += 13) { /* "uniform" */
        struct sale sale;
        open_sale(&sale, number, 1);
        if (!hold_fitting_sale(&sale))
            continue;
        first += sale.report.bids;
        struct auction_problem problem = problem_of(&sale);
        sale.schedule.first = sale.schedule.last;
        assert_int_equal(auction_solve(&problem, &sale.schedule, &sale.prices,
                                       &sale.small.simplex.tree, &sale.report, &sale.small.control),
                         PAROT_OK);
        assert_nearly_tight(&sale);
        second += sale.report.bids;
        small_simplex_close(&sale.small);
    }
    assert_true(2 * second < first);
}

static void *refuse(size_t bytes, void *user)
{
    (void)bytes, (void)user;
    return NULL;
}

TEST(without_memory_there_is_no_tree)
{
    struct sale sale;
    open_sale(&sale, 0, 1);
    sale.small.control.run.alloc = refuse;
    assert_int_equal(hold_sale(&sale), PAROT_ENOMEM);
    sale.small.control.run.alloc = NULL;
    small_simplex_close(&sale.small);
}

/* Places on a list have 16 bits inside. */
TEST(lists_that_are_too_long_are_refused)
{
    enum { LONGEST = 65536, MOST = LONGEST + 1 };
    int32_t *col = malloc(MOST * sizeof *col), count = LONGEST;
    double *cost = malloc(MOST * sizeof *cost), *prices = calloc(MOST, sizeof *prices), row;
    struct sale sale;
    open_sale(&sale, 0, 1);
    struct small_simplex *small = &sale.small;
    struct costs costs = small->costs;
    struct units units = {.row = malloc(sizeof(unit_count)),
                          .col = malloc(MOST * sizeof(unit_count))};
    int64_t begin = 0;
    struct candidates candidates = small->simplex.candidates;
    struct tree tree = {0};
    struct arena arena = {0};
    tree_layout(&tree, MOST + 3, &arena);
    assert_ok(arena_open(&arena, &small->control, &err));
    tree_layout(&tree, MOST + 3, &arena);
    candidates.rows = 1;
    candidates.begin = &begin;
    candidates.count = &count;
    candidates.col = col;
    candidates.cost = cost;
    costs.data = cost;
    costs.stride = MOST;
    for (int32_t j = 0; j < MOST; j++) {
        col[j] = j;
        cost[j] = j == MOST - 2 ? 0 : 1 + j;
        units.col[j] = 1;
    }
    units.row[0] = units.mass = 1;
    costs.n = 1;
    struct auction_problem problem = {&costs, &units, &candidates};
    struct auction_prices of = {.row = &row, .col = prices};
    for (costs.m = LONGEST; costs.m <= MOST; costs.m++) {
        struct auction_schedule schedule = auction_usual_schedule(&problem, prices);
        count = costs.m;
        parot_status status =
            auction_solve(&problem, &schedule, &of, &tree, &sale.report, &small->control);
        assert_int_equal(status, costs.m == MOST ? PAROT_ENOTSUP : PAROT_OK);
    }
    small_simplex_close(small);
    block_free(arena.block);
    free(col), free(cost), free(prices), free(units.row), free(units.col);
}
