/* test_explain_move.c - what is said of a row is what the problem, solved again, shows. */
#include "parot/tasks.h"

#include "pointed.h"
#include "stopping.h"
#include "test.h"

enum { N = 9, M = 7, D = 2 };

struct moving {
    double cost[N * M], p[N], q[M];
    parot_problem problem;
    parot_result result;
};

static void make(struct moving *moving, uint64_t seed)
{
    double p = 0, q = 0;
    for (int e = 0; e < N * M; e++)
        moving->cost[e] = test_uniform(seed, (uint64_t)e) - (seed % 4 == 0 ? 0.5 : 0);
    for (int i = 0; i < N; i++)
        p += moving->p[i] = 0.1 + test_uniform(seed + 1, (uint64_t)i);
    for (int j = 0; j < M; j++)
        q += moving->q[j] = 0.1 + test_uniform(seed + 2, (uint64_t)j);
    double mass = (0.2 + 0.6 * test_uniform(seed + 3, 0)) * fmin(p, q);
    moving->problem = (parot_problem){{moving->cost, N, M, M}, moving->p, moving->q, mass};
    moving->result = (parot_result){0};
    assert_ok(parot_partial(&moving->problem, NULL, &moving->result, &err));
}

static double moved_of(const parot_plan *plan, int64_t row)
{
    double sum = 0;
    for (int64_t e = 0; e < plan->count; e++)
        sum += plan->row[e] == row ? plan->mass[e] : 0;
    return sum;
}

/* Looks at every row of 20 problems; returns how often the look found what it is for. */
static int look_at_rows(int (*look)(const struct moving *moving, const parot_move *move))
{
    struct moving moving;
    int found = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        make(&moving, seed);
        for (int64_t row = 0; row < N; row++) {
            AUTO(parot_move, move);
            assert_ok(parot_explain_move(&moving.problem, &moving.result, row, NULL, &move, &err));
            found += look(&moving, &move);
        }
        parot_result_free(&moving.result);
    }
    return found;
}

static int look_at_matches(const struct moving *moving, const parot_move *move)
{
    const double *cost = moving->cost + move->row * M;
    double sum = 0, price = INFINITY;
    for (int64_t k = 0; k < move->matches; k++) {
        sum += move->match_mass[k];
        assert_true(move->match_cost[k] == cost[move->match[k]]);
    }
    assert_close(sum, moved_of(&moving->result.plan, move->row), 1e-14);
    for (int j = 0; j < M; j++)
        price = fmin(price, cost[j] + moving->result.dual.v[j]);
    assert_close(move->price, price, 1e-15);
    assert_true(move->is_whole ? move->price <= move->lambda + 1e-12 : 1);
    assert_true(move->is_none ? move->price >= move->lambda - 1e-12 : 1);
    return 1;
}

TEST(matches_and_price_are_those_of_the_plan)
{
    assert_int_equal(look_at_rows(look_at_matches), 20 * N);
}

/* A row that moves whole, taken away: the others move the same mass, as cheaply as they can. */
static int look_without_it(const struct moving *moving, const parot_move *move)
{
    parot_problem problem = moving->problem;
    AUTO(parot_result, other);
    double p[N];
    if (!move->is_removed || !move->has_answer)
        return 0;
    memcpy(p, moving->p, sizeof p);
    p[move->row] = 0;
    problem.p = p;
    assert_ok(parot_partial(&problem, NULL, &other, &err));
    assert_close(move->others_cost, other.objective - moving->result.objective, 1e-12);
    assert_true(move->others > 0 && move->other[0] != move->row);
    return 1;
}

TEST(without_a_row_the_cost_rises_by_what_solving_says)
{
    assert_true(look_at_rows(look_without_it) > 20);
}

/* A row that stays, forced to move: its weight leaves first, the rest of the mass is moved as
 * cheaply as can be. By linear programming: least cost of plans whose row is full. Checked as: the
 * rise is at least (price - lambda) * what it moves more, and at least 0. */
static int look_if_it_had_to(const struct moving *moving, const parot_move *move)
{
    if (move->is_removed || !move->has_answer || moving->p[move->row] >= moving->problem.mass)
        return 0;
    double least = (move->price - move->lambda) * (move->weight - move->moved);
    assert_true(move->others_cost >= fmax(0, least) - 1e-12);
    return 1;
}

TEST(a_row_that_has_to_move_costs_at_least_its_price)
{
    assert_true(look_at_rows(look_if_it_had_to) > 20);
}

/* Below that mass the row stays, above it moves. */
TEST(a_row_moves_from_its_entry_on)
{
    struct moving moving;
    for (uint64_t seed = 0; seed < 6; seed++) {
        make(&moving, seed);
        for (int64_t row = 0; row < N; row++) {
            double entry = NAN;
            assert_ok(parot_explain_entry(&moving.problem, row, NULL, &entry, &err));
            for (int side = -1; side <= 1; side += 2) {
                parot_problem problem = moving.problem;
                AUTO(parot_result, result);
                problem.mass = entry * (1 + side * 1e-3);
                if (!isfinite(entry) || !(problem.mass > 0) ||
                    parot_partial(&problem, NULL, &result, NULL) != PAROT_OK)
                    continue;
                assert_int_equal(moved_of(&result.plan, row) > 0, side > 0);
            }
        }
        parot_result_free(&moving.result);
    }
}

TEST(a_row_that_all_need_is_needed)
{
    struct moving moving;
    parot_move move = {0};
    const double cost[] = {1, 2, 3, 4};
    parot_result result = {0};
    parot_problem problem = {{cost, 2, 2, 2}, NULL, NULL, 1};
    assert_ok(parot_partial(&problem, NULL, &result, &err));
    assert_ok(parot_explain_move(&problem, &result, 1, NULL, &move, &err));
    assert_true(move.is_needed && !move.has_answer && move.is_whole);
    parot_move_free(&move);
    parot_result_free(&result);
    make(&moving, 1);
    assert_refused(parot_explain_move(&moving.problem, &moving.result, N, NULL, &move, &err),
                   PAROT_EINVAL, "row: must be from 0 to 8, got 9");
    assert_refused(parot_explain_entry(&moving.problem, -1, NULL, &move.mass, &err), PAROT_EINVAL,
                   "row");
    moving.problem.cost.rows = N - 1;
    assert_refused(parot_explain_move(&moving.problem, &moving.result, 0, NULL, &move, &err),
                   PAROT_ESHAPE, "9 x 7");
    parot_result_free(&moving.result);
}

/* Where everything moves, the plan is also the cheapest of its mass, and lambda 0 would be
 * believed.
 */
TEST(prices_of_points_are_not_a_lambda)
{
    struct moving moving;
    parot_move move = {.row = 77};
    for (int each = 0; each < 2; each++) {
        const parot_prices prices = {.source_each = each ? 9 : 0.3};
        parot_result result = {0};
        make(&moving, 1);
        assert_ok(parot_partial_prices(&moving.problem, &prices, NULL, &result, &err));
        assert_true(result.dual.lambda == 0 && result.mass > 0);
        assert_refused(parot_explain_move(&moving.problem, &result, 0, NULL, &move, &err),
                       PAROT_EINVAL, "prices of points");
        assert_int_equal(move.row, 77);
        parot_result_free(&result);
        assert_ok(parot_partial_lagrange(&moving.problem, 0.3, NULL, &result, &err));
        assert_ok(parot_explain_move(&moving.problem, &result, 0, NULL, &move, &err));
        parot_move_free(&move);
        move.row = 77;
        parot_result_free(&result);
        parot_result_free(&moving.result);
    }
}

TEST(a_stopped_question_leaves_what_is_known)
{
    struct moving moving;
    parot_move move = {0};
    int left = 0;
    parot_run run = run_that_stops(&left);
    make(&moving, 1);
    assert_int_equal(parot_explain_move(&moving.problem, &moving.result, 0, &run, &move, NULL),
                     PAROT_CANCELLED);
    assert_true(!move.has_answer && isfinite(move.price));
    parot_move_free(&move);
    parot_result_free(&moving.result);
}

/* ---- Labels ------------------------------------------------------------- */

enum { ROWS = 40, KNOWN = 20 };

struct tables {
    double unlabeled[ROWS * D], positive[KNOWN * D];
    parot_pu_data data;
};

static void make_tables(struct tables *tables)
{
    for (int e = 0; e < ROWS * D; e++)
        tables->unlabeled[e] = test_uniform(3, (uint64_t)e) + (e / D >= ROWS / 2 ? 3 : 0);
    test_fill(tables->positive, KNOWN * D, 4);
    tables->data =
        (parot_pu_data){{tables->unlabeled, ROWS, D, D}, {tables->positive, KNOWN, D, D}, 0.5};
}

TEST(labels_are_explained_by_what_labelled_them)
{
    struct tables tables;
    make_tables(&tables);
    for (int method = PAROT_PU_METHOD_WASSERSTEIN; method <= PAROT_PU_METHOD_NEAREST; method++) {
        AUTO(parot_pu_result, result);
        AUTO(parot_label_reasons, reasons);
        DEFAULTS(parot_pu_options, options);
        options.method = (parot_pu_method)method;
        assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
        parot_labelled_row labelled = {result.label, ROWS - 1};
        tables.data.prior = NAN;
        assert_ok(parot_explain_label(&tables.data, &options, &labelled, NULL, &reasons, &err));
        tables.data.prior = 0.5;
        assert_int_equal(reasons.positives, result.positives);
        assert_int_equal(reasons.has_columns, parot_pu_is_trainable(&options));
        assert_int_equal(reasons.has_transport, parot_pu_is_transport(&options));
        assert_int_equal(reasons.other_labels, 0);
        if (reasons.has_columns)
            assert_true(reasons.columns.score < 0.5 && reasons.columns.usual > 0.5);
        if (reasons.has_transport) {
            assert_true(reasons.move.is_none && reasons.move.price > reasons.move.lambda);
            assert_int_equal(reasons.agreeing, result.positives);
        }
    }
}

TEST(labels_that_explain_nothing_are_refused)
{
    struct tables tables;
    int8_t label[ROWS];
    parot_label_reasons reasons = {.positives = 77};
    make_tables(&tables);
    memset(label, 1, sizeof label);
    parot_labelled_row labelled = {label, 0};
    assert_refused(parot_explain_label(&tables.data, NULL, &labelled, NULL, &reasons, &err),
                   PAROT_EINVAL, "the same label");
    label[0] = 0;
    labelled.row = ROWS;
    assert_refused(parot_explain_label(&tables.data, NULL, &labelled, NULL, &reasons, &err),
                   PAROT_EINVAL, "row");
    assert_int_equal(reasons.positives, 77);
}

/* ---- Points --------------------------------------------------------------- */

static struct pointed make_pointed(uint64_t seed, int64_t n, int64_t m)
{
    enum cloud_family family = seed % CLOUD_FAMILIES;
    return pointed_make(clouds_make(family, n, m, 1 + (int64_t)(seed % 3), seed),
                        (int)(seed + 1) % 2, (parot_metric)(seed % 5),
                        0.2 + 0.6 * test_uniform(seed + 3, 0), seed);
}

/* Everything but which of several equally good rows would move instead. */
static void same_move(const parot_move *points, const parot_move *matrix, double scale)
{
    assert_int_equal(points->is_removed, matrix->is_removed);
    assert_int_equal(points->is_needed, matrix->is_needed);
    assert_int_equal(points->has_answer, matrix->has_answer);
    assert_int_equal(points->matches, matrix->matches);
    for (int64_t k = 0; k < matrix->matches; k++)
        assert_true(fabs(points->match_cost[k] - matrix->match_cost[k]) <= 1e-14 * scale);
    assert_true(fabs(points->price - matrix->price) <= 1e-14 * scale);
    assert_true(fabs(points->nearest_cost - matrix->nearest_cost) <= 1e-14 * scale);
    if (!(fabs(points->others_cost - matrix->others_cost) <= 1e-11 * scale * matrix->mass))
        fail_msg("row %lld (%s): the cost would rise by %.17g, with a matrix %.17g",
                 (long long)points->row, points->is_removed ? "removed" : "forced",
                 points->others_cost, matrix->others_cost);
}

TEST(points_explain_as_their_matrix_does)
{
    int forced = 0, removed = 0;
    for (uint64_t seed = 0; seed < 120; seed++) {
        struct pointed made =
            make_pointed(seed, 12 + (int64_t)(seed % 40), 50 - (int64_t)(seed % 30));
        AUTO(parot_result, result);
        double scale = 0;
        assert_ok(parot_partial_points(&made.points, NULL, &result, &err));
        for (int64_t e = 0; e < made.clouds.n * made.clouds.m; e++)
            scale = fmax(scale, made.cost[e]);
        for (int64_t row = 0; row < made.clouds.n; row += 3) {
            AUTO(parot_move, points, matrix);
            assert_ok(parot_explain_move_points(&made.points, &result, row, NULL, &points, &err));
            assert_ok(parot_explain_move(&made.matrix, &result, row, NULL, &matrix, &err));
            same_move(&points, &matrix, scale + DBL_MIN);
            removed += points.is_removed && points.has_answer;
            forced += !points.is_removed && points.has_answer;
        }
        pointed_free(&made);
    }
    assert_true(removed > 100 && forced > 100);
}

/* As many as are solved without a matrix unless one asks for it; rows that move and rows that stay.
 */
TEST(many_points_explain_as_their_matrix_does)
{
    for (uint64_t seed = 0; seed < 2 * CLOUD_FAMILIES; seed += CLOUD_FAMILIES) {
        FREED_BY(pointed_free) struct pointed made = make_pointed(seed, 2100, 2000);
        AUTO(parot_result, result);
        double scale = 0;
        assert_true(parot_points_pay(&made.points));
        assert_ok(parot_partial_points(&made.points, NULL, &result, &err));
        for (int64_t e = 0; e < 2100 * 2000; e++)
            scale = fmax(scale, made.cost[e]);
        for (int64_t row = 0; row < 8; row++) {
            AUTO(parot_move, points, matrix);
            assert_ok(parot_explain_move_points(&made.points, &result, row, NULL, &points, &err));
            assert_ok(parot_explain_move(&made.matrix, &result, row, NULL, &matrix, &err));
            same_move(&points, &matrix, scale);
        }
    }
}

TEST(points_that_explain_nothing_are_refused)
{
    struct pointed made = make_pointed(0, 9, 7);
    parot_result result = {0};
    parot_move move = {0};
    assert_ok(parot_partial_points(&made.points, NULL, &result, &err));
    made.points.x.rows = 8;
    assert_refused(parot_explain_move_points(&made.points, &result, 0, NULL, &move, &err),
                   PAROT_ESHAPE, "plan");
    parot_result_free(&result);
    pointed_free(&made);
}

TEST(rows_of_points_enter_as_those_of_their_matrix)
{
    struct pointed made = make_pointed(6, 40, 30);
    for (int64_t row = 0; row < 40; row += 5) {
        double points = NAN, matrix = NAN;
        assert_ok(parot_explain_entry_points(&made.points, row, NULL, &points, &err));
        assert_ok(parot_explain_entry(&made.matrix, row, NULL, &matrix, &err));
        assert_true(points == matrix || fabs(points - matrix) <= 1e-12 * matrix);
    }
    assert_refused(parot_explain_entry_points(&made.points, 40, NULL, &(double){0}, &err),
                   PAROT_EINVAL, "row");
    pointed_free(&made);
}
