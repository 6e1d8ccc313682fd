/* small_simplex.h - a simplex on an instance, opened for tests of its parts. */
#ifndef PAROT_TESTS_SMALL_SIMPLEX_H
#define PAROT_TESTS_SMALL_SIMPLEX_H

#include "transport/simplex/simplex.h"

#include "instances.h"
#include "test.h"

struct small_simplex {
    struct instance instance;
    struct control control;
    struct arena arena;
    struct simplex simplex;
    struct costs costs;
    struct cost_range range;
};

/* Instance `number`, with its masses in integers and no basis yet. */
static inline void small_simplex_open(struct small_simplex *small, uint64_t number, int64_t size)
{
    *small = (struct small_simplex){0};
    instance_make(&small->instance, number, size);
    const parot_problem *problem = &small->instance.problem;
    int32_t n = (int32_t)problem->cost.rows, m = (int32_t)problem->cost.cols;
    assert_ok(control_init(&small->control, NULL, &err));
    simplex_layout(&small->simplex, n, m, &small->arena);
    assert_ok(arena_open(&small->arena, &small->control, &err));
    simplex_layout(&small->simplex, n, m, &small->arena);
    assert_ok(units_choose(&small->simplex.units, (struct weights){problem->p, n},
                           (struct weights){problem->q, m}, problem->mass, &err));
    small->costs = (struct costs){problem->cost.data, problem->cost.stride, n, m, 1, INFINITY};
    for (int32_t i = 0; i < n; i++)
        for (int32_t j = 0; j < m; j++) {
            double cost = raw_cost(&small->costs, i, n + 1 + j);
            if (isinf(cost))
                small->range.has_forbidden = 1;
            else
                small->range.largest = fmax(small->range.largest, fabs(cost));
        }
    if (small->range.has_forbidden)
        small->costs.cap = 0x1p1000;
}

static inline void small_simplex_close(struct small_simplex *small)
{
    block_free(small->arena.block);
    instance_free(&small->instance);
}

/* A first tree, with candidates chosen by cost alone. */
static inline void small_simplex_crash(struct small_simplex *small)
{
    struct simplex *simplex = &small->simplex;
    struct price_guess guess = {simplex->col_price, simplex->row_price, INFINITY};
    struct cost_range range;
    candidates_clear(&simplex->candidates);
    candidates_fill_best(&simplex->candidates, &small->costs, guess, 1, &range);
    for (int32_t i = 0; i < small->costs.n; i++)
        simplex->row_price[i] = 0;
    initial_tree_build(&simplex->initial, &small->costs, &simplex->units, &simplex->candidates,
                       guess, &simplex->tree);
}

static inline parot_status small_simplex_solve(struct small_simplex *small)
{
    return simplex_solve(&small->simplex, &small->costs, &small->control);
}

/* The thread is a preorder: every subtree is the stretch from its node to its last. */
static inline void assert_thread_is_sound(const struct tree *tree)
{
    int32_t place[1000], at = 0, previous = TREE_NONE;
    for (int32_t node = tree->root; node != TREE_NONE; node = tree->thread[node].next) {
        assert_int_equal(tree->thread[node].previous, previous);
        place[node] = at++;
        previous = node;
    }
    assert_int_equal(at, tree->node[tree->root].size);
    for (int32_t node = tree->root; node != TREE_NONE; node = tree->thread[node].next) {
        int32_t parent = tree->node[node].parent, last = place[tree->node[node].last];
        assert_int_equal(last, place[node] + tree->node[node].size - 1);
        if (parent != TREE_NONE)
            assert_true(place[parent] < place[node] && last <= place[tree->node[parent].last]);
    }
}

/* Mass is conserved at real nodes: what their arcs carry is their weight. */
static inline void assert_flow_is_conserved(const struct small_simplex *small)
{
    const struct tree *tree = &small->simplex.tree;
    const struct costs *costs = &small->costs;
    int64_t balance[1000] = {0};
    for (int32_t node = 0; node < tree->nodes; node++) {
        int32_t parent = tree->node[node].parent;
        if (parent == TREE_NONE)
            continue;
        int is_real = node != dummy_row(costs) && node != dummy_col(costs);
        balance[node] += is_real ? tree->flow[node] : 0; /* sums at dummies may overflow */
        is_real = parent != dummy_row(costs) && parent != dummy_col(costs);
        balance[parent] += is_real ? tree->flow[node] : 0;
    }
    for (int32_t i = 0; i < costs->n; i++)
        assert_int_equal(balance[i], small->simplex.units.row[i]);
    for (int32_t j = 0; j < costs->m; j++)
        assert_int_equal(balance[costs->n + 1 + j], small->simplex.units.col[j]);
}

/* Marked are the dummy row and what hangs from it, and nothing else. */
static inline void assert_marks_are_true(const struct small_simplex *small)
{
    const struct tree *tree = &small->simplex.tree;
    for (int32_t node = 0; node < tree->nodes; node++) {
        int32_t above = node, dummy = dummy_row(&small->costs);
        while (above != TREE_NONE && above != dummy)
            above = tree->node[above].parent;
        assert_int_equal(tree->is_under[node], tree->node[node].size > 0 && above == dummy);
    }
}

/* What a spanning tree of a feasible plan must satisfy; fails the test if it does not. */
static inline void assert_tree_is_sound(const struct small_simplex *small)
{
    const struct tree *tree = &small->simplex.tree;
    for (int32_t node = 0; node < tree->nodes; node++) {
        if (!has_arc(tree, node))
            continue;
        assert_true(is_row(&small->costs, node) != is_row(&small->costs, tree->node[node].parent));
        assert_true(tree->flow[node] >= 0);
        assert_true(tree->flow[node] > 0 || is_row(&small->costs, node)); /* strongly feasible */
    }
    assert_thread_is_sound(tree);
    assert_marks_are_true(small);
    assert_flow_is_conserved(small);
}

#endif
