/* test_candidates.c - lists hold what they promise. */
#include "small_simplex.h"

static int is_listed(const struct candidates *candidates, int64_t i, int32_t j)
{
    for (int32_t k = 0; k < candidates->count[i]; k++)
        if (candidates->col[i * candidates->room + k] == j)
            return 1;
    return 0;
}

/* Costs of list entries are right, none is listed twice, and the best comes first. */
static void assert_lists_are_sound(const struct small_simplex *small, const double *col_price)
{
    const struct candidates *candidates = &small->simplex.candidates;
    const struct costs *costs = &small->costs;
    for (int64_t i = 0; i < costs->n; i++) {
        const int32_t *col = candidates->col + i * candidates->room;
        const double *cost = candidates->cost + i * candidates->room;
        for (int32_t k = 0; k < candidates->count[i]; k++) {
            assert_in_range(col[k], 0, costs->m - 1);
            assert_true(cost[k] == costs->data[i * costs->stride + col[k]] && isfinite(cost[k]));
            for (int32_t l = 0; l < k; l++) {
                assert_true(col[l] != col[k]);
                assert_true(cost[l] - col_price[col[l]] <= cost[k] - col_price[col[k]]);
            }
        }
    }
}

static void every_row_lists_its_best_columns(void **state)
{
    (void)state;
    for (uint64_t number = 0; number < 260; number++) {
        struct small_simplex small;
        small_simplex_open(&small, number, 60);
        struct simplex *simplex = &small.simplex;
        const struct costs *costs = &small.costs;
        for (int32_t j = 0; j < costs->m; j++)
            simplex->col_price[j] = small.range.largest * test_uniform(number, (uint64_t)j);
        struct price_guess guess = {simplex->col_price, simplex->row_price, INFINITY};
        candidates_fill(&simplex->candidates, costs, guess, 2);
        assert_lists_are_sound(&small, simplex->col_price);
        for (int64_t i = 0; i < costs->n; i++) {
            double least = INFINITY;
            for (int64_t j = 0; j < costs->m; j++)
                least = fmin(least, costs->data[i * costs->stride + j] - simplex->col_price[j]);
            assert_true(simplex->row_price[i] == least);
        }
        small_simplex_close(&small);
    }
}

static void every_pair_up_to_the_limit_is_listed(void **state)
{
    (void)state;
    int64_t promises = 0;
    for (uint64_t number = 0; number < 260; number++) {
        struct small_simplex small;
        small_simplex_open(&small, number, 60);
        struct simplex *simplex = &small.simplex;
        const struct costs *costs = &small.costs;
        struct price_guess guess = {simplex->col_price, simplex->row_price, INFINITY};
        candidates_fill_cheapest(&simplex->candidates, costs, guess, 0.3, 2);
        assert_lists_are_sound(&small, simplex->col_price);
        promises += simplex->candidates.limit > -INFINITY;
        for (int64_t i = 0; i < costs->n; i++)
            for (int32_t j = 0; j < costs->m; j++)
                if (costs->data[i * costs->stride + j] <= simplex->candidates.limit)
                    assert_true(is_listed(&simplex->candidates, i, j));
        small_simplex_close(&small);
    }
    assert_true(promises > 100);
}

static void a_full_list_gives_up_its_worst_arc_and_its_promise(void **state)
{
    (void)state;
    enum { M = 300 };
    static double cost[M], potential[M + 3];
    struct costs costs = {cost, M, 1, M, 1, INFINITY};
    struct candidates candidates = {0};
    struct control control;
    struct arena arena = {0};
    for (int32_t j = 0; j < M; j++)
        cost[j] = (j * 7) % M;
    assert_ok(control_init(&control, NULL, &err));
    candidates_layout(&candidates, 1, M, &arena);
    assert_ok(arena_open(&arena, &control, &err));
    candidates_layout(&candidates, 1, M, &arena);
    candidates.limit = 5;
    for (int32_t j = 0; j < M; j++)
        candidates_add(&candidates, &costs, potential, 0, j);
    assert_int_equal(candidates.count[0], candidates.room);
    assert_true(candidates.limit == -INFINITY);
    assert_true(is_listed(&candidates, 0, M - 1));
    assert_true(is_listed(&candidates, 0, 0));
    block_free(arena.block);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_lists_its_best_columns),
        cmocka_unit_test(every_pair_up_to_the_limit_is_listed),
        cmocka_unit_test(a_full_list_gives_up_its_worst_arc_and_its_promise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
