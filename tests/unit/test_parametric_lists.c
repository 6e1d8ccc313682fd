/* test_parametric_lists.c - lists hold exactly the arcs below the tops, by row and by column. */
#include "transport/parametric/parametric_lists.h"

#include "instances.h"
#include "test.h"

enum { N = 80, M = 120, WANTED = 5 };

static double cost[N * M], potential[N + M];
static double *const u = potential, *const v = potential + N;

struct listed {
    struct parametric_lists lists;
    struct control control;
    struct arena arena;
};

static void build(struct listed *listed, double lambda)
{
    *listed = (struct listed){0};
    assert_ok(control_init(&listed->control, NULL, &err));
    lists_layout(&listed->lists, N, M, WANTED, &listed->arena);
    assert_ok(arena_open(&listed->arena, &listed->control, &err));
    lists_layout(&listed->lists, N, M, WANTED, &listed->arena);
    struct costs costs = {cost, M, N, M, 1, INFINITY};
    lists_start(&listed->lists, &costs);
    lists_build(&listed->lists, potential, lambda, 1);
}

/* Costs of `steps` values (0: any), some forbidden; potentials that leave some nodes out. */
static void fill(uint64_t seed, double steps)
{
    for (uint64_t k = 0; k < N * M; k++) {
        double x = test_uniform(seed, k);
        cost[k] = x < 0.05 ? INFINITY : 1 + (steps > 0 ? floor(x * steps) : x);
    }
    for (int i = 0; i < N; i++)
        u[i] = i % 9 == 0 ? -INFINITY : 1 - 0.25 * (i % 3);
    for (int j = 0; j < M; j++)
        v[j] = j % 11 == 0 ? -INFINITY : -0.5 * (j % 2);
}

static int is_listed(const struct parametric_lists *lists, int64_t i, int64_t j)
{
    for (int64_t k = lists->near.start[i]; k < lists->near.start[i + 1]; k++)
        if (lists->near.arcs[k].other == j)
            return lists->near.arcs[k].cost == cost[i * M + j];
    return 0;
}

TEST(lists_hold_what_is_below_the_tops)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct listed listed;
        const struct parametric_lists *lists = &listed.lists;
        const double *top = lists->near.top;
        fill(seed, 0);
        build(&listed, 1);
        top = lists->near.top;
        assert_false(lists->is_dense);
        int64_t total = 0;
        for (int64_t i = 0; i < N; i++)
            for (int64_t j = 0; j < M; j++) {
                double reduced = cost[i * M + j] - top[i] - top[N + j];
                total += is_listed(lists, i, j);
                if (!(fabs(reduced) <= 1e-12))
                    assert_int_equal(is_listed(lists, i, j), reduced < 0);
            }
        assert_int_equal(total, lists->near.start[N]);
        assert_in_range(total, 1, lists->near.capacity);
        block_free(listed.arena.block);
    }
}

/* Rows grow with lambda or stand still, columns fall with it or stand still, each as it likes;
 * `all` of them at the same time, or not. */
static void walk(double step, uint64_t seed, double together)
{
    double common = test_uniform(seed, 1000);
    for (uint64_t k = 0; k < N + M; k++) {
        double own = test_uniform(seed, k) < together ? common : test_uniform(seed, 2000 + k);
        potential[k] += (k < N ? 1 : -1) * step * (own < 0.5);
    }
}

TEST(until_the_horizon_no_other_arc_is_tight)
{
    for (uint64_t seed = 0; seed < 30; seed++) {
        struct listed listed;
        struct parametric_lists *lists = &listed.lists;
        double lambda = 1;
        int extensions = 0;
        fill(seed, 0);
        build(&listed, lambda);
        for (uint64_t step = 0; step < 400; step++) {
            double length = (lists->horizon - lambda) / (1 + (double)(step % 3));
            walk(length, seed * 1000 + step, (double)(seed % 3) / 2);
            lambda += length;
            for (int64_t i = 0; i < N; i++)
                for (int64_t j = 0; j < M; j++)
                    if (cost[i * M + j] - u[i] - v[j] < -1e-12)
                        assert_true(is_listed(lists, i, j));
            if (step % 3 > 0)
                continue;
            if (lists_extend(lists, potential, lambda))
                extensions++;
            else
                lists_build(lists, potential, lambda, 1);
            if (lists->is_dense || isinf(lists->horizon))
                break;
            assert_true(lists->horizon > lambda);
        }
        assert_true(extensions > 0);
        block_free(listed.arena.block);
    }
}

TEST(both_directions_hold_the_same_arcs)
{
    struct listed listed;
    const struct parametric_lists *lists = &listed.lists;
    fill(1, 0);
    build(&listed, 1);
    assert_int_equal(lists->col_start[M], lists->near.start[N]);
    for (int64_t j = 0; j < M; j++)
        for (int64_t k = lists->col_start[j]; k < lists->col_start[j + 1]; k++) {
            int64_t i = lists->by_col[k].other, at = lists->near.start[i];
            assert_true(k == lists->col_start[j] || lists->by_col[k - 1].other < i);
            assert_true(lists->by_col[k].cost == cost[i * M + j]);
            while (at < lists->near.start[i + 1] && lists->near.arcs[at].other != j)
                at++;
            assert_true(at < lists->near.start[i + 1]);
        }
    block_free(listed.arena.block);
}

TEST(massive_ties_are_left_to_the_matrix)
{
    struct listed listed;
    fill(2, 1);
    test_set(u, N, 1);
    memset(v, 0, M * sizeof *v);
    build(&listed, 1);
    assert_true(listed.lists.is_dense && isinf(listed.lists.horizon));
    block_free(listed.arena.block);
}

TEST(forbidden_pairs_alone_make_empty_lists)
{
    struct listed listed;
    fill(3, 0);
    for (int k = 0; k < N * M; k++)
        cost[k] = k == 7 * M + 1 ? 1 : INFINITY;
    build(&listed, 1);
    assert_false(listed.lists.is_dense);
    assert_true(isinf(listed.lists.horizon));
    assert_int_equal(listed.lists.near.start[N], 1);
    block_free(listed.arena.block);
}
