/* test_listed_matching.c - pairs on lists: as many as all subsets allow, the cheapest of these, and
 * prices that prove both. */
#include "transport/matching/listed_matching.h"

#include "base/run.h"
#include "instances.h"
#include "stopping.h"
#include "test.h"

enum { INSTANCES = 3000, SIDE = 6, PAIRS = 14 };

struct small {
    int32_t begin[SIDE + 1], col[SIDE * SIDE], row[SIDE * SIDE];
    double cost[SIDE * SIDE];
    int32_t row_room[SIDE], col_room[SIDE];
    uint8_t is_made[SIDE * SIDE], is_short_row[SIDE], is_short_col[SIDE];
    double row_price[SIDE], col_price[SIDE];
    struct matching matching;
    struct control control;
};

static int32_t draw(uint64_t number, uint64_t index, int32_t values)
{
    return (int32_t)(test_uniform(number, index) * values);
}

/* Costs of few values have ties; every third problem has room for several, every fifth for none. */
static void open_small(struct small *small, uint64_t number)
{
    int32_t rows = 1 + draw(number, 1, SIDE), cols = 1 + draw(number, 2, SIDE), count = 0;
    double share = test_uniform(number, 3);
    int values = number % 2 ? 3 : 1000;
    *small = (struct small){0};
    for (int32_t i = 0; i < rows; i++) {
        small->row_room[i] = number % 3 == 0 ? draw(number, 200 + (uint64_t)i, 4) : 1;
        for (int32_t j = 0; j < cols && count < PAIRS; j++) {
            uint64_t at = 1000 + (uint64_t)(i * SIDE + j);
            if (test_uniform(number, at) >= share)
                continue;
            small->row[count] = i;
            small->col[count] = j;
            small->cost[count++] = draw(number, at + 500, values) - values / 3;
        }
        small->begin[i + 1] = count;
    }
    for (int32_t j = 0; j < cols; j++)
        small->col_room[j] = number % 3 != 1 ? draw(number, 300 + (uint64_t)j, 4) : 1;
    small->matching = (struct matching){{rows, cols, small->begin, small->col, small->cost},
                                        number % 3 == 0 ? small->row_room : NULL,
                                        number % 3 != 1 ? small->col_room : NULL,
                                        INFINITY,
                                        small->is_made,
                                        small->is_short_row,
                                        small->is_short_col,
                                        small->row_price,
                                        small->col_price,
                                        .made = 0};
    assert_int_equal(control_init(&small->control, NULL, NULL), PAROT_OK);
}

/* The best of all subsets: the most pairs, then the least cost; or, with a price, the least cost
 * beyond it. */
struct best {
    int32_t row_left[SIDE], col_left[SIDE];
    int64_t pairs;
    double cost;
};

static void try_subsets(const struct small *small, struct best *best, int32_t pair, int64_t made,
                        double cost)
{
    const struct matching *matching = &small->matching;
    int has_price = matching->price < INFINITY;
    if (pair == matching->pairs.begin[matching->pairs.rows]) {
        if ((!has_price && made > best->pairs) ||
            ((has_price || made == best->pairs) && cost < best->cost)) {
            best->pairs = made;
            best->cost = cost;
        }
        return;
    }
    try_subsets(small, best, pair + 1, made, cost);
    int32_t *row = &best->row_left[small->row[pair]], *col = &best->col_left[small->col[pair]];
    if (*row == 0 || *col == 0)
        return;
    --*row;
    --*col;
    try_subsets(small, best, pair + 1, made + 1,
                cost + small->cost[pair] - (has_price ? matching->price : 0));
    ++*row;
    ++*col;
}

static struct best best_of(const struct small *small)
{
    struct best best = {.pairs = 0, .cost = small->matching.price < INFINITY ? 0 : INFINITY};
    best.pairs = -1;
    for (int32_t i = 0; i < small->matching.pairs.rows; i++)
        best.row_left[i] = matching_row_room(&small->matching, i);
    for (int32_t j = 0; j < small->matching.pairs.cols; j++)
        best.col_left[j] = matching_col_room(&small->matching, j);
    try_subsets(small, &best, 0, 0, 0);
    return best;
}

static double solve_small(struct small *small)
{
    struct matching *matching = &small->matching;
    double cost = 0;
    int32_t row[SIDE] = {0}, col[SIDE] = {0};
    assert_ok(matching_solve(matching, &small->control, &err));
    for (int32_t e = 0; e < matching->pairs.begin[matching->pairs.rows]; e++)
        if (small->is_made[e]) {
            cost += small->cost[e] - (matching->price < INFINITY ? matching->price : 0);
            row[small->row[e]]++;
            col[small->col[e]]++;
        }
    for (int32_t i = 0; i < matching->pairs.rows; i++)
        assert_true(row[i] <= matching_row_room(matching, i));
    for (int32_t j = 0; j < matching->pairs.cols; j++)
        assert_true(col[j] <= matching_col_room(matching, j));
    return cost;
}

TEST(no_subset_has_more_pairs_or_as_many_for_less)
{
    for (uint64_t number = 0; number < INSTANCES; number++) {
        struct small small;
        open_small(&small, number);
        double cost = solve_small(&small);
        struct best best = best_of(&small);
        assert_int_equal(small.matching.made, best.pairs);
        assert_close(cost, best.cost, 1e-12);
    }
}

TEST(at_a_price_no_subset_is_cheaper)
{
    for (uint64_t number = 0; number < INSTANCES; number++) {
        struct small small;
        open_small(&small, number);
        small.matching.price = draw(number, 7, number % 2 ? 3 : 700) + 0.5;
        double cost = solve_small(&small);
        assert_close(cost, best_of(&small).cost, 1e-12);
    }
}

/* What listed_matching.h says of prices and parts. */
static void check_prices(const struct small *small)
{
    const struct matching *matching = &small->matching;
    int64_t cover = 0;
    int32_t row[SIDE] = {0}, col[SIDE] = {0};
    for (int32_t e = 0; e < matching->pairs.begin[matching->pairs.rows]; e++) {
        int32_t i = small->row[e], j = small->col[e];
        double rest = small->cost[e] - small->row_price[i] - small->col_price[j];
        int is_made = small->is_made[e];
        row[i] += is_made;
        col[j] += is_made;
        if (small->is_short_row[i] && !small->is_short_col[j])
            assert_true(is_made);
        else if (!small->is_short_row[i] && small->is_short_col[j])
            assert_false(is_made);
        else
            assert_true(is_made ? rest <= 1e-9 : rest >= -1e-9);
        cover += small->is_short_row[i] && !small->is_short_col[j];
    }
    for (int32_t i = 0; i < matching->pairs.rows; i++) {
        cover += small->is_short_row[i] ? 0 : matching_row_room(matching, i);
        if (small->is_short_row[i])
            assert_true(small->row_price[i] <= 0);
        if (small->is_short_row[i] && row[i] < matching_row_room(matching, i))
            assert_true(small->row_price[i] == 0);
    }
    for (int32_t j = 0; j < matching->pairs.cols; j++) {
        cover += small->is_short_col[j] ? matching_col_room(matching, j) : 0;
        if (!small->is_short_col[j])
            assert_true(small->col_price[j] <= 0);
        if (!small->is_short_col[j] && col[j] < matching_col_room(matching, j))
            assert_true(small->col_price[j] == 0);
    }
    assert_int_equal(cover, matching->made);
}

TEST(prices_and_parts_prove_it)
{
    for (uint64_t number = 0; number < INSTANCES; number++) {
        struct small small;
        open_small(&small, number);
        solve_small(&small);
        check_prices(&small);
    }
}

TEST(a_stop_leaves_pairs_that_have_room)
{
    for (uint64_t number = 0; number < 200; number++) {
        struct small small;
        int left = (int)(number % 4);
        parot_run run = run_that_stops(&left);
        open_small(&small, number);
        assert_int_equal(control_init(&small.control, &run, NULL), PAROT_OK);
        parot_status status = matching_solve(&small.matching, &small.control, NULL);
        assert_true(status == PAROT_OK || status == PAROT_CANCELLED);
        int32_t row[SIDE] = {0}, col[SIDE] = {0};
        for (int32_t e = 0; e < small.begin[small.matching.pairs.rows]; e++) {
            row[small.row[e]] += small.is_made[e];
            col[small.col[e]] += small.is_made[e];
        }
        for (int32_t i = 0; i < small.matching.pairs.rows; i++)
            assert_true(row[i] <= matching_row_room(&small.matching, i));
        for (int32_t j = 0; j < small.matching.pairs.cols; j++)
            assert_true(col[j] <= matching_col_room(&small.matching, j));
    }
}
