/* test_pricing.c - nominees are what a look at every arc would find. */
#include "small_simplex.h"
#include "test.h"

static int is_less(struct reduced_cost a, struct reduced_cost b)
{
    return a.level < b.level || (a.level == b.level && a.cost < b.cost);
}

static int is_candidate(const struct small_simplex *small, int32_t row, int32_t col)
{
    const struct candidates *candidates = &small->simplex.candidates;
    for (int32_t k = 0; row < small->costs.n && k < candidates->count[row]; k++)
        if (candidates_of(candidates, row).col[k] == col - small->costs.n - 1)
            return 1;
    return is_slack(&small->costs, row, col);
}

/* The least reduced cost of a row, arc by arc: of all arcs, or of candidates and slack. */
static struct reduced_cost least_of_row(const struct small_simplex *small, int32_t row, int all)
{
    const struct tree *tree = &small->simplex.tree;
    const struct costs *costs = &small->costs;
    struct reduced_cost least = {0, 0};
    for (int32_t col = costs->n + 1; col <= dummy_col(costs); col++) {
        if (!tree->node[col].size || (row == dummy_row(costs) && col == dummy_col(costs)) ||
            !(all || is_candidate(small, row, col)))
            continue;
        struct reduced_cost reduced = tree_reduced_cost(tree, costs, row, col);
        if (is_less(reduced, least))
            least = reduced;
    }
    return least;
}

static void assert_no_candidate_is_violated(const struct small_simplex *small, int32_t row)
{
    const struct tree *tree = &small->simplex.tree;
    const struct costs *costs = &small->costs;
    for (int32_t col = costs->n + 1; col <= dummy_col(costs); col++) {
        if (!tree->node[col].size || (row == dummy_row(costs) && col == dummy_col(costs)) ||
            !is_candidate(small, row, col))
            continue;
        struct reduced_cost reduced = tree_reduced_cost(tree, costs, row, col);
        assert_true(reduced.level >= 0);
        assert_false(is_violated(tree, row, col, reduced));
    }
}

static void check_nominees(struct small_simplex *small, struct pricing *pricing)
{
    struct nominee nominees[PRICING_BLOCK];
    const struct tree *tree = &small->simplex.tree;
    int count =
        pricing_nominate(pricing, tree, &small->costs, &small->simplex.candidates, nominees);
    for (int k = 0; k < count; k++) {
        int32_t row = nominees[k].row, col = nominees[k].col;
        struct reduced_cost least = least_of_row(small, row, pricing->forbidden > 0);
        struct reduced_cost own = tree_reduced_cost(tree, &small->costs, row, col);
        assert_int_equal(nominees[k].reduced.level, least.level);
        assert_true(nominees[k].reduced.cost == least.cost);
        assert_true(own.level == least.level && own.cost == least.cost);
        assert_true(is_violated(tree, row, col, least));
        if (k > 0)
            assert_false(is_less(nominees[k].reduced, nominees[k - 1].reduced));
    }
}

static void open_with_cap(struct small_simplex *small, uint64_t number)
{
    small_simplex_open(small, number, 50);
    if (number % 3 == 0) /* a cap that leaves out half of the costs */
        small->costs.cap = 0.5 * small->range.largest;
    small_simplex_crash(small);
}

static int64_t count_levels(const struct small_simplex *small)
{
    const struct tree *tree = &small->simplex.tree;
    int64_t levels = 0;
    for (int32_t node = 0; node < tree->nodes; node++)
        if (has_arc(tree, node))
            levels += arc_level(&small->costs, arc_row(tree, &small->costs, node),
                                arc_col(tree, &small->costs, node));
    return levels;
}

TEST(nominees_are_the_most_violated_arcs_of_their_rows)
{
    for (uint64_t number = 0; number < 390; number++) {
        FREED_BY(small_simplex_close) struct small_simplex small = {0};
        open_with_cap(&small, number);
        struct pricing *pricing = &small.simplex.pricing;
        pricing_clear(pricing);
        pricing->forbidden = count_levels(&small);
        for (int round = 0; round < 4; round++)
            check_nominees(&small, pricing);
    }
}

/* Rows that rest are woken before anybody says that nothing is violated. */
TEST(no_nominee_means_that_no_candidate_is_violated)
{
    int64_t dry = 0;
    for (uint64_t number = 0; number < 390; number++) {
        FREED_BY(small_simplex_close) struct small_simplex small = {0};
        struct nominee nominees[PRICING_BLOCK];
        open_with_cap(&small, number);
        struct pricing *pricing = &small.simplex.pricing;
        struct tree *tree = &small.simplex.tree;
        pricing_clear(pricing);
        pricing->forbidden = count_levels(&small);
        while (pricing->forbidden == 0 && pricing_nominate(pricing, tree, &small.costs,
                                                           &small.simplex.candidates, nominees) > 0)
            tree_pivot(tree, &small.costs, nominees[0].row, nominees[0].col, nominees[0].reduced);
        for (int32_t row = 0; row <= small.costs.n && pricing->forbidden == 0; row++)
            if (tree->node[row].size > 0)
                assert_no_candidate_is_violated(&small, row);
        dry += pricing->forbidden == 0;
    }
    assert_true(dry > 100);
}

/* Every row with a violated arc is found, and its worst arc becomes a candidate. */
TEST(a_pass_finds_every_violated_row)
{
    for (uint64_t number = 0; number < 390; number++) {
        FREED_BY(small_simplex_close) struct small_simplex small = {0};
        open_with_cap(&small, number);
        const struct tree *tree = &small.simplex.tree;
        struct pricing pricing = {.row_minimum = small.simplex.pricing.row_minimum};
        int64_t expected = 0;
        for (int32_t row = 0; row < small.costs.n; row++)
            small.simplex.candidates.count[row] = 0;
        for (int32_t row = 0; row < small.costs.n && count_levels(&small) == 0; row++)
            for (int32_t col = small.costs.n + 1; col < dummy_col(&small.costs); col++)
                if (tree->node[row].size && tree->node[col].size &&
                    is_violated(tree, row, col, tree_reduced_cost(tree, &small.costs, row, col))) {
                    expected++;
                    break;
                }
        if (count_levels(&small) == 0) {
            assert_int_equal(
                pricing_pass(&pricing, tree, &small.costs, &small.simplex.candidates, 2, NULL),
                expected);
            assert_int_equal(pricing.entries, small.costs.n * small.costs.m);
            for (int32_t row = 0; row < small.costs.n; row++)
                if (small.simplex.candidates.count[row] > 0)
                    assert_true(
                        least_of_row(&small, row, 0).cost ==
                        fmin(least_of_row(&small, row, 1).cost, least_of_row(&small, row, 0).cost));
        }
    }
}
