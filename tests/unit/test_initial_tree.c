/* test_initial_tree.c - the first basis is feasible, and greedy. */
#include "small_simplex.h"
#include "test.h"

/* Mass over pairs of real nodes, and whether any of it is in forbidden ones. */
static int64_t moved(const struct small_simplex *small, int *has_forbidden)
{
    const struct tree *tree = &small->simplex.tree;
    const struct costs *costs = &small->costs;
    unit_count mass = 0;
    *has_forbidden = 0;
    for (int32_t node = 0; node < tree->nodes; node++) {
        if (!has_arc(tree, node) || tree->flow[node] == 0)
            continue;
        int32_t row = arc_row(tree, costs, node), col = arc_col(tree, costs, node);
        if (is_slack(costs, row, col))
            continue;
        mass += tree->flow[node];
        *has_forbidden |= arc_level(costs, row, col);
    }
    return mass;
}

TEST(the_crash_moves_exactly_the_mass)
{
    for (uint64_t number = 0; number < 600; number++) {
        int has_forbidden = 0;
        OPENED(small_simplex, small, number, 20);
        small_simplex_crash(&small);
        assert_tree_is_sound(&small);
        assert_int_equal(moved(&small, &has_forbidden), small.simplex.units.mass);
        if (!small.range.has_forbidden)
            assert_false(has_forbidden);
    }
}

/* With little mass, the plan is the cheapest pair: greedy is optimal. */
TEST(little_mass_goes_to_the_cheapest_pair)
{
    OPENED(small_simplex, small, 0, 40);
    const struct costs *costs = &small.costs;
    const struct tree *tree = &small.simplex.tree;
    double least = INFINITY;
    for (int32_t i = 0; i < costs->n; i++)
        for (int32_t j = 0; j < costs->m; j++)
            least = fmin(least, raw_cost(costs, i, costs->n + 1 + j));
    small.simplex.units.mass = 1;
    small_simplex_crash(&small);
    for (int32_t node = 0; node < tree->nodes; node++) {
        if (!has_arc(tree, node) || tree->flow[node] == 0)
            continue;
        int32_t row = arc_row(tree, costs, node), col = arc_col(tree, costs, node);
        assert_true(is_slack(costs, row, col) || raw_cost(costs, row, col) == least);
    }
}
