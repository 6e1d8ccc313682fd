/* small_simplex.h - a simplex on an instance, opened for tests of its parts. */
#ifndef PAROT_TESTS_SMALL_SIMPLEX_H
#define PAROT_TESTS_SMALL_SIMPLEX_H

#include "transport/simplex.h"

#include "instances.h"
#include "support.h"

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

/* What a spanning tree of a feasible plan must satisfy; fails the test if it does not. */
static inline void assert_tree_is_sound(const struct small_simplex *small)
{
    const struct tree *tree = &small->simplex.tree;
    const struct units *units = &small->simplex.units;
    const struct costs *costs = &small->costs;
    int32_t inside = 0, arcs = 0;
    for (int32_t node = 0; node < tree->nodes; node++) {
        int is_real = node != dummy_row(costs) && node != dummy_col(costs);
        int64_t balance = 0, size = tree->node[node].size > 0;
        inside += tree->node[node].size > 0;
        for (int32_t child = tree->node[node].child; child != TREE_NONE;
             child = tree->node[child].next) {
            assert_int_equal(tree->node[child].parent, node);
            assert_true(is_row(costs, child) != is_row(costs, node));
            balance += is_real ? tree->flow[child] : 0; /* sums at dummies may overflow */
            size += tree->node[child].size;
        }
        if (has_arc(tree, node)) {
            arcs++;
            balance += is_real ? tree->flow[node] : 0;
            assert_true(tree->flow[node] >= 0);
            assert_true(tree->flow[node] > 0 || is_row(costs, node)); /* strongly feasible */
        }
        assert_int_equal(tree->node[node].size, size);
        if (node < costs->n) /* conservation: what leaves a row is its weight */
            assert_int_equal(balance, units->row[node]);
        else if (node > costs->n && node < dummy_col(costs))
            assert_int_equal(balance, units->col[node - costs->n - 1]);
    }
    assert_int_equal(arcs, inside - 1);
}

#endif
