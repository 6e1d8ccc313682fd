/* test_tree.c - the spanning tree keeps its promises through every pivot. */
#include "small_simplex.h"
#include "test.h"

enum { INSTANCES = 240, SIZE = 12 };

/* Tree arcs are tight: potential(row) + potential(col) = cost. */
static void assert_tight(const struct small_simplex *small)
{
    const struct tree *tree = &small->simplex.tree;
    for (int32_t node = 0; node < tree->nodes; node++) {
        if (!has_arc(tree, node))
            continue;
        struct reduced_cost reduced =
            tree_reduced_cost(tree, &small->costs, arc_row(tree, &small->costs, node),
                              arc_col(tree, &small->costs, node));
        assert_int_equal(reduced.level, 0);
        assert_true(fabs(reduced.cost) <= 1e-9 * small->range.largest);
    }
}

TEST(a_new_tree_is_sound_and_tight)
{
    for (uint64_t number = 0; number < INSTANCES; number++) {
        OPENED(small_simplex, small, number, SIZE);
        small_simplex_crash(&small);
        assert_tree_is_sound(&small);
        assert_tight(&small);
    }
}

/* One of many arbitrary arcs, good or bad, to reach trees that the simplex never would; 0 if it is
 * in the tree already, or has an end outside. */
static int pivot_somewhere(struct small_simplex *small, uint64_t number, uint64_t k)
{
    struct tree *tree = &small->simplex.tree;
    const struct costs *costs = &small->costs;
    int32_t row = (int32_t)(test_uniform(number, 2 * k) * (costs->n + 1));
    int32_t col = costs->n + 1 + (int32_t)(test_uniform(number, 2 * k + 1) * (costs->m + 1));
    if (!tree->node[row].size || !tree->node[col].size || tree->node[row].parent == col ||
        tree->node[col].parent == row || (row == dummy_row(costs) && col == dummy_col(costs)))
        return 0;
    tree_pivot(tree, costs, row, col, tree_reduced_cost(tree, costs, row, col));
    return 1;
}

TEST(pivots_on_any_arc_keep_the_tree_sound_and_tight)
{
    for (uint64_t number = 0; number < INSTANCES; number++) {
        OPENED(small_simplex, small, number, SIZE);
        small_simplex_crash(&small);
        for (uint64_t k = 0; k < 40; k++)
            if (pivot_somewhere(&small, number, k)) {
                assert_tree_is_sound(&small);
                tree_refresh(&small.simplex.tree, &small.costs);
                assert_tight(&small);
            }
    }
}

/* Without a refresh in between: the shifts of the pivots keep tree arcs tight. */
TEST(shifted_potentials_stay_tight)
{
    for (uint64_t number = 0; number < INSTANCES; number += 13) { /* "uniform": costs near 1 */
        OPENED(small_simplex, small, number, SIZE);
        small_simplex_crash(&small);
        for (uint64_t k = 0; k < 200; k++)
            if (pivot_somewhere(&small, number, k)) {
                assert_tree_is_sound(&small);
                assert_tight(&small);
            }
        tree_settle(&small.simplex.tree, &small.costs);
        assert_tight(&small);
    }
}
