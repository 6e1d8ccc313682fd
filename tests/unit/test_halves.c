/* test_halves.c - prices of rows against halves of the reference, and the order of new rows. */
#include "tasks/drift/halves.h"

#include "instances.h"
#include "tasks/register/cover.h"
#include "test.h"

enum { N = 17, M = 25, D = 2, FIRST = M / 2, SECOND = M - FIRST };

struct fixture {
    double x[N * D], y[M * D], within[M * M], across[N * M];
    struct control control;
    struct arena arena;
    struct halves halves;
};

static void open(struct fixture *fixture, double room)
{
    *fixture = (struct fixture){0};
    test_fill(fixture->x, N * D, 1);
    test_fill(fixture->y, M * D, 2);
    parot_matrix x = {fixture->x, N, D, D}, y = {fixture->y, M, D, D};
    assert_ok(control_init(&fixture->control, NULL, &err));
    assert_ok(parot_cost(y, y, PAROT_METRIC_EUCLIDEAN, NULL, fixture->within, &err));
    assert_ok(parot_cost(x, y, PAROT_METRIC_EUCLIDEAN, NULL, fixture->across, &err));
    fixture->halves.within = pairs_of(y, y, PAROT_METRIC_EUCLIDEAN, NULL);
    fixture->halves.across = pairs_of(x, y, PAROT_METRIC_EUCLIDEAN, NULL);
    halves_layout(&fixture->halves, &fixture->arena);
    assert_ok(arena_open(&fixture->arena, &fixture->control, &err));
    halves_layout(&fixture->halves, &fixture->arena);
    fixture->halves.within.cost = fixture->within;
    fixture->halves.across.cost = fixture->across;
    fixture->halves.room = room;
    assert_ok(halves_add(&fixture->halves, 0, &fixture->control, &err));
}

static void close(struct fixture *fixture)
{
    block_free(fixture->arena.block);
}

/* The smallest cost of a row to columns from..to of the split. */
static double nearest(const struct fixture *fixture, const double *row, int from, int to)
{
    double least = INFINITY;
    for (int k = from; k < to; k++)
        least = fmin(least, row[fixture->halves.split[k]]);
    return least;
}

TEST(halves_are_a_permutation)
{
    struct fixture fixture;
    int seen[M] = {0};
    open(&fixture, 2);
    for (int r = 0; r < M; r++)
        seen[fixture.halves.split[r]]++;
    for (int r = 0; r < M; r++)
        assert_int_equal(seen[r], 1);
    close(&fixture);
}

/* Where there is room for all, a row enters at the price of its nearest partner. */
TEST(with_much_room_prices_are_distances)
{
    struct fixture fixture;
    open(&fixture, 1000);
    const struct halves *halves = &fixture.halves;
    for (int r = 0; r < M; r++) {
        int is_first = r < FIRST;
        const double *row = fixture.within + halves->split[r] * M;
        assert_close(halves->null[halves->split[r]],
                     nearest(&fixture, row, is_first ? FIRST : 0, is_first ? M : FIRST), 1e-12);
    }
    for (int i = 0; i < N; i++)
        assert_close(halves->price[i], nearest(&fixture, fixture.across + i * M, FIRST, M), 1e-12);
    close(&fixture);
}

/* Whether row i moves when whatever costs less than `price` does. */
static int moves(const struct fixture *fixture, int i, double price)
{
    double cost[N * SECOND], capacity[SECOND];
    parot_problem problem = {{cost, N, SECOND, SECOND}, NULL, capacity, 1};
    AUTO(parot_result, result);
    for (int j = 0; j < SECOND; j++) {
        capacity[j] = fixture->halves.room / SECOND;
        for (int r = 0; r < N; r++)
            cost[r * SECOND + j] = fixture->across[r * M + fixture->halves.split[FIRST + j]];
    }
    assert_ok(parot_partial_lagrange(&problem, price, NULL, &result, &err));
    int is_moved = plan_row(&result.plan, i) > 0;
    return is_moved;
}

TEST(a_row_enters_at_its_price)
{
    struct fixture fixture;
    for (double room = 1; room <= 2; room++) {
        open(&fixture, room);
        for (int i = 0; i < N; i++) {
            double price = fixture.halves.price[i];
            assert_true(moves(&fixture, i, price * (1 + 1e-9)));
            assert_false(moves(&fixture, i, price * (1 - 1e-9)));
        }
        close(&fixture);
    }
}

TEST(splits_differ_and_add_up)
{
    struct fixture one, two;
    double again[N];
    int32_t split[M];
    open(&one, 2);
    open(&two, 2);
    memcpy(split, one.halves.split, sizeof split);
    assert_ok(halves_add(&one.halves, 1, &one.control, &err));
    assert_memory_not_equal(split, one.halves.split, sizeof split);
    for (int i = 0; i < N; i++)
        again[i] = one.halves.price[i] - two.halves.price[i];
    for (int i = 0; i < N; i++)
        assert_true(again[i] >= nearest(&one, one.across + i * M, FIRST, M) - 1e-12);
    close(&one);
    close(&two);
}

/* ---- Cover -------------------------------------------------------------- */

TEST(the_next_row_is_the_farthest_from_all_that_is_known)
{
    struct control control;
    double x[N * D], known[N], distance[N], scratch[N];
    int32_t order[N];
    const struct cover cover = {{x, N, D, D}, PAROT_METRIC_EUCLIDEAN, distance, scratch, order};
    test_fill(x, N * D, 5);
    for (int i = 0; i < N; i++)
        known[i] = distance[i] = 0.3 * test_uniform(6, (uint64_t)i);
    assert_ok(control_init(&control, NULL, &err));
    assert_ok(cover_order(&cover, &control, &err));
    for (int k = 0; k < N; k++) {
        for (int i = 0; i < N; i++)
            assert_true(known[i] <= known[order[k]] || known[order[k]] < 0);
        assert_true(known[order[k]] >= 0); /* none comes twice */
        const double *chosen = x + order[k] * D;
        for (int i = 0; i < N; i++)
            known[i] = fmin(known[i], hypot(x[i * D] - chosen[0], x[i * D + 1] - chosen[1]));
        known[order[k]] = -1;
    }
}

TEST(copies_come_last)
{
    struct control control;
    double x[6] = {9, 9, 9, 5, 5, 7}, distance[6] = {9, 9, 9, 5, 5, 7}, scratch[6];
    int32_t order[6];
    const struct cover cover = {{x, 6, 1, 1}, PAROT_METRIC_EUCLIDEAN, distance, scratch, order};
    assert_ok(control_init(&control, NULL, &err));
    assert_ok(cover_order(&cover, &control, &err));
    assert_int_equal(order[0], 0);
    assert_int_equal(order[1], 3);
    assert_int_equal(order[2], 5);
}
