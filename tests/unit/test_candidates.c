/* test_candidates.c - lists hold what they promise. */
#include "small_simplex.h"
#include "test.h"

static int is_listed(const struct candidates *candidates, int64_t i, int32_t j)
{
    struct candidate_list list = candidates_of(candidates, (int32_t)i);
    for (int32_t k = 0; k < list.count; k++)
        if (list.col[k] == j)
            return 1;
    return 0;
}

/* Costs of list entries are right, none is listed twice, and the best comes first. */
static void assert_lists_are_sound(const struct small_simplex *small, const double *col_price)
{
    const struct candidates *candidates = &small->simplex.candidates;
    const struct costs *costs = &small->costs;
    for (int64_t i = 0; i < costs->n; i++) {
        struct candidate_list list = candidates_of(candidates, (int32_t)i);
        assert_true(list.count <= candidates->room[i]);
        for (int32_t k = 0; k < list.count; k++) {
            const int32_t *col = list.col;
            const double *cost = list.cost;
            assert_in_range(col[k], 0, costs->m - 1);
            assert_true(cost[k] == costs->data[i * costs->stride + col[k]] && isfinite(cost[k]));
            for (int32_t l = 0; l < k; l++) {
                assert_true(col[l] != col[k]);
                assert_true(cost[l] - col_price[col[l]] <= cost[k] - col_price[col[k]]);
            }
        }
    }
}

TEST(every_row_lists_its_best_columns)
{
    for (uint64_t number = 0; number < 260; number++) {
        OPENED(small_simplex, small, number, 60);
        struct simplex *simplex = &small.simplex;
        const struct costs *costs = &small.costs;
        for (int32_t j = 0; j < costs->m; j++)
            simplex->col_price[j] = small.range.largest * test_uniform(number, (uint64_t)j);
        struct price_guess guess = {simplex->col_price, simplex->row_price, INFINITY};
        struct cost_range range;
        candidates_clear(&simplex->candidates);
        candidates_fill_best(&simplex->candidates, costs, guess, 2, &range);
        assert_true(range.largest == small.range.largest && !range.is_invalid);
        assert_lists_are_sound(&small, simplex->col_price);
        for (int64_t i = 0; i < costs->n; i++) {
            double least = INFINITY;
            for (int64_t j = 0; j < costs->m; j++)
                least = fmin(least, costs->data[i * costs->stride + j] - simplex->col_price[j]);
            assert_true(simplex->row_price[i] == least);
        }
    }
}

TEST(every_pair_up_to_the_limit_is_listed)
{
    int64_t promises = 0;
    for (uint64_t number = 0; number < 260; number++) {
        OPENED(small_simplex, small, number, 60);
        struct simplex *simplex = &small.simplex;
        const struct costs *costs = &small.costs;
        struct price_guess guess = {simplex->col_price, simplex->row_price, INFINITY};
        struct cost_range range;
        candidates_fill_cheapest(&simplex->candidates, costs, guess, 0.3, 2, &range);
        assert_true(range.largest == small.range.largest && !range.is_invalid);
        assert_int_equal(range.has_forbidden, small.range.has_forbidden);
        assert_lists_are_sound(&small, simplex->col_price);
        promises += simplex->candidates.limit > -INFINITY;
        for (int64_t i = 0; i < costs->n; i++)
            for (int32_t j = 0; j < costs->m; j++)
                if (costs->data[i * costs->stride + j] <= simplex->candidates.limit)
                    assert_true(is_listed(&simplex->candidates, i, j));
    }
    assert_true(promises > 100);
}

enum { ROWS = 70, COLS = 300 };

struct lists {
    struct candidates candidates;
    struct costs costs;
    struct arena arena;
    double cost[ROWS * COLS], potential[ROWS + COLS + 2];
};

static void open_lists(struct lists *lists)
{
    struct control control;
    *lists = (struct lists){0};
    lists->costs = (struct costs){lists->cost, COLS, ROWS, COLS, 1, INFINITY};
    for (int32_t k = 0; k < ROWS * COLS; k++)
        lists->cost[k] = (k * 7) % COLS;
    assert_ok(control_init(&control, NULL, &err));
    candidates_layout(&lists->candidates, ROWS, COLS, &lists->arena);
    assert_ok(arena_open(&lists->arena, &control, &err));
    candidates_layout(&lists->candidates, ROWS, COLS, &lists->arena);
    candidates_clear(&lists->candidates);
}

TEST(a_full_list_gives_up_its_worst_arc)
{
    static struct lists lists;
    struct candidates *candidates = &lists.candidates;
    open_lists(&lists);
    for (int32_t j = 0; j < COLS; j++)
        for (int32_t i = 0; i < ROWS; i++)
            assert_int_equal(candidates_add(candidates, &lists.costs, lists.potential, i, j),
                             j >= candidates->share);
    for (int32_t i = 0; i < ROWS; i++) {
        assert_int_equal(candidates->count[i], candidates->share);
        for (int32_t j = 0; j < COLS; j++) /* the last one in, and the cheapest */
            if (j == COLS - 1 || lists.cost[i * COLS + j] < candidates->share - 1)
                assert_true(is_listed(candidates, i, j));
    }
    block_free(lists.arena.block);
}

/* The crowd of a piece is in one row; the others stay what they were. */
TEST(a_list_grows_into_the_places_of_others)
{
    static struct lists lists;
    struct candidates *candidates = &lists.candidates;
    open_lists(&lists);
    candidates->limit = 5;
    candidates->is_by_cost = 1;
    for (int32_t i = 0; i < ROWS; i++)
        candidates_add(candidates, &lists.costs, lists.potential, i, i);
    for (int32_t j = 0; j < COLS; j++)
        if (j != 20)
            candidates_add(candidates, &lists.costs, lists.potential, 20, j);
    assert_true(candidates->limit == 5);
    for (int32_t i = 0; i < ROWS; i++) {
        struct candidate_list list = candidates_of(candidates, i);
        assert_int_equal(list.count, i == 20 ? COLS : 1);
        assert_true(is_listed(candidates, i, i));
        for (int32_t k = 1; k < list.count; k++)
            assert_true(list.cost[k - 1] <= list.cost[k]);
    }
    block_free(lists.arena.block);
}

/* The others of its piece have taken all places but one. */
TEST(a_row_without_candidates_has_a_place_for_one)
{
    static struct lists lists;
    struct candidates *candidates = &lists.candidates;
    open_lists(&lists);
    int64_t at = 0;
    for (int32_t i = 0; i < CANDIDATES_PIECE; i++) { /* as candidates_fill.c leaves them */
        candidates->begin[i] = at;
        candidates->room[i] = 1;
        at++;
    }
    for (int round = 0; round < 3 * COLS; round++)
        for (int32_t i = 1; i < CANDIDATES_PIECE; i++)
            candidates_add(candidates, &lists.costs, lists.potential, i, round % COLS);
    for (int32_t j = 0; j < COLS; j++) {
        candidates_add(candidates, &lists.costs, lists.potential, 0, j);
        assert_true(candidates->count[0] >= 1 && is_listed(candidates, 0, j));
    }
    for (int32_t i = 0; i < CANDIDATES_PIECE; i++) {
        struct candidate_list list = candidates_of(candidates, i);
        for (int32_t k = 0; k < list.count; k++)
            assert_true(list.cost[k] == lists.cost[i * COLS + list.col[k]]);
    }
    block_free(lists.arena.block);
}
