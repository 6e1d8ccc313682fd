/* test_pricing.c - nominees are what a look at every arc would find. */
#include "small_simplex.h"

/* The least reduced cost of a row, arc by arc. */
static struct reduced_cost least_of_row(const struct small_simplex *small, int32_t row)
{
    const struct tree *tree = &small->simplex.tree;
    const struct costs *costs = &small->costs;
    struct reduced_cost least = {0, 0};
    for (int32_t col = costs->n + 1; col <= dummy_col(costs); col++) {
        if (!tree->node[col].size || (row == dummy_row(costs) && col == dummy_col(costs)))
            continue;
        struct reduced_cost reduced = tree_reduced_cost(tree, costs, row, col);
        if (reduced.level < least.level ||
            (reduced.level == least.level && reduced.cost < least.cost))
            least = reduced;
    }
    return least;
}

static void check_nominees(struct small_simplex *small, struct pricing *pricing)
{
    struct nominee nominees[PRICING_BLOCK];
    const struct tree *tree = &small->simplex.tree;
    int count = pricing_nominate(pricing, tree, &small->costs, nominees);
    for (int k = 0; k < count; k++) {
        struct reduced_cost least = least_of_row(small, nominees[k].row);
        assert_int_equal(nominees[k].reduced.level, least.level);
        assert_true(nominees[k].reduced.cost == least.cost);
        struct reduced_cost own =
            tree_reduced_cost(tree, &small->costs, nominees[k].row, nominees[k].col);
        assert_true(own.level == least.level && own.cost == least.cost);
        assert_true(is_violated(tree, nominees[k].row, nominees[k].col, least));
        if (k > 0 && nominees[k].reduced.level == nominees[k - 1].reduced.level)
            assert_true(nominees[k].reduced.cost >= nominees[k - 1].reduced.cost);
    }
    for (int32_t row = 0; count == 0 && row <= small->costs.n; row++) {
        struct reduced_cost least = least_of_row(small, row);
        double largest = 0;
        for (int32_t node = 0; node < tree->nodes; node++)
            largest = fmax(largest, tree->node[node].size ? fabs(tree->potential[node]) : 0);
        if (tree->node[row].size)
            assert_true(least.level == 0 && least.cost >= -price_tolerance(largest, largest));
    }
}

static void nominees_are_the_most_violated_arcs_of_their_rows(void **state)
{
    (void)state;
    for (uint64_t number = 0; number < 360; number++) {
        struct small_simplex small;
        small_simplex_open(&small, number, 50);
        struct tree *tree = &small.simplex.tree;
        if (number % 3 == 0) /* with a cap that leaves out half of the costs */
            small.costs.cap = 0.5 * small.range.largest;
        crash_tree(&small.simplex.crash, &small.costs, &small.simplex.units, tree);
        struct pricing pricing = {0};
        for (int32_t node = 0; node < tree->nodes; node++)
            if (has_arc(tree, node))
                pricing.forbidden += arc_level(&small.costs, arc_row(tree, &small.costs, node),
                                               arc_col(tree, &small.costs, node));
        for (int round = 0; round < 4; round++)
            check_nominees(&small, &pricing);
        small_simplex_close(&small);
    }
}

static void a_silent_round_looks_at_every_row_once(void **state)
{
    (void)state;
    struct small_simplex small;
    small_simplex_open(&small, 5, 60); /* "zero": nothing is ever violated */
    struct nominee nominees[PRICING_BLOCK];
    struct pricing pricing = {0};
    int64_t rows = 0;
    crash_tree(&small.simplex.crash, &small.costs, &small.simplex.units, &small.simplex.tree);
    for (int32_t row = 0; row <= small.costs.n; row++)
        rows += small.simplex.tree.node[row].size > 0;
    assert_int_equal(pricing_nominate(&pricing, &small.simplex.tree, &small.costs, nominees), 0);
    assert_int_equal(pricing.rows_priced, rows);
    small_simplex_close(&small);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nominees_are_the_most_violated_arcs_of_their_rows),
        cmocka_unit_test(a_silent_round_looks_at_every_row_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
