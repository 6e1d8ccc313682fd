/* test_frank_wolfe.c - what a descent carries along is what the definition says of its plan. */
#include "gromov/approach.h"
#include "gromov/whole_row_oracles.h"
#include "quadratic.h"
#include "small_descent.h"
#include "stopping.h"
#include "test.h"

enum { N = 12, M = 10 };

/* T as a matrix, wherever it is kept. */
static const double *spread_out(const struct small_descent *small, double dense[N * M])
{
    const struct frank_wolfe *descent = &small->descent;
    for (int64_t k = 0; k < N * M; k++)
        dense[k] = descent->place == AT_DENSE   ? descent->dense[k]
                   : descent->place == AT_OUTER ? descent->x[k / M] * descent->y[k % M]
                                                : 0;
    for (int64_t k = 0; descent->place == AT_VERTEX && k < descent->vertex.count; k++)
        dense[descent->vertex.row[k] * M + descent->vertex.col[k]] += descent->vertex.mass[k];
    return dense;
}

/* G = M o T, form = <M o T, T>, for the plan as it is now. */
static void assert_consistent(struct small_descent *small)
{
    struct frank_wolfe *descent = &small->descent;
    double dense[N * M];
    spread_out(small, dense);
    for (int64_t k = 0; k < N * M; k++)
        assert_close(descent->gradient[k],
                     (double)tensor_entry(&small->pair.problem, dense, k / M, k % M), 1e-13);
    assert_close(frank_wolfe_value(descent), (double)quadratic_form(&small->pair.problem, dense),
                 1e-13);
}

static void begin_at(struct frank_wolfe *descent, int kind)
{
    for (int64_t i = 0; i < N; i++)
        descent->x[i] = descent->problem->mass / N;
    for (int64_t j = 0; j < M; j++)
        descent->y[j] = 1.0 / M;
    if (kind == 0) {
        frank_wolfe_from_outer(descent);
    } else if (kind == 1) {
        for (int k = 0; k < N * M; k++)
            descent->dense[k] = descent->problem->mass / (N * M);
        assert_ok(frank_wolfe_from_dense(descent, &err));
    } else {
        test_fill(descent->gradient, N * M, 3);
        assert_ok(oracle_solve(&descent->oracle, (parot_matrix){descent->gradient, N, M, M},
                               &descent->shared.control, &err));
        frank_wolfe_from_vertex(descent);
    }
}

/* After any number of steps, long, exact or exchanges, from any kind of start. */
TEST(gradient_and_value_stay_those_of_the_plan)
{
    for (int kind = 0; kind < 3; kind++)
        for (int is_long = 0; is_long < 2; is_long++)
            for (int64_t steps = 0; steps < 30; steps += 3) {
                struct pair pair = pair_random((uint64_t)steps, N, M, 0.6);
                for (int k = 0; k < N * N; k++) /* no distances: minima inside faces */
                    pair.source[k] = test_uniform(4, (uint64_t)(k / N + k % N + k / N * (k % N)));
                OPENED(small_descent, small, pair);
                small.gromov.max_iterations = steps;
                small.gromov.step = is_long ? long_step : exact_step;
                small.gromov.has_exchanges = is_long;
                frank_wolfe_close(&small.descent); /* it has room for exchanges, or not */
                assert_ok(frank_wolfe_open(&small.descent, &small.gromov, &small.control,
                                           &small.team, &err));
                begin_at(&small.descent, kind);
                assert_consistent(&small);
                assert_ok(frank_wolfe_run(&small.descent, &err));
                assert_true(small.descent.steps <= steps);
                assert_consistent(&small);
            }
}

/* Gradients by factors lead the way, but what is left in the end is exact. */
TEST(an_approach_ends_with_the_gradient_of_its_plan)
{
    for (int kind = 0; kind < 3; kind += 2)
        for (int64_t steps = 0; steps < 12; steps += 2) {
            struct factors factors;
            OPENED(small_descent, small, pair_random((uint64_t)(10 + steps), N, M, 0.6));
            assert_ok(factors_make(&factors, &small.gromov.tensor, 4, &small.control, &err));
            frank_wolfe_close(&small.descent);
            small.gromov.factors = &factors;
            small.gromov.step = long_step;
            small.gromov.has_exchanges = 1;
            small.gromov.max_iterations = steps;
            assert_ok(
                frank_wolfe_open(&small.descent, &small.gromov, &small.control, &small.team, &err));
            begin_at(&small.descent, kind);
            double before = frank_wolfe_value(&small.descent);
            assert_ok(frank_wolfe_approach(&small.descent, &err));
            assert_int_equal(small.descent.is_rough, 0);
            assert_true(small.descent.steps <= steps);
            assert_true(frank_wolfe_value(&small.descent) <= before);
            assert_consistent(&small);
            assert_ok(frank_wolfe_run(&small.descent, &err));
            assert_consistent(&small);
            block_free(factors.memory);
        }
}

/* Listed pairs have M o X added, all others stay as they are. */
TEST(listed_pairs_follow_the_plan)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        FREED_BY(small_descent_close) struct small_descent small = {0};
        struct frank_wolfe *descent = &small.descent;
        double before[N * M], dense[N * M] = {0};
        int8_t is_listed[N * M] = {0};
        small_descent_open(&small, pair_random(seed, N, M, 0.6));
        const struct tensor *tensor = &small.gromov.tensor;
        begin_at(descent, 2);
        listed_take(&descent->listed, &descent->oracle.solver->simplex);
        for (int64_t i = 0; i < N; i++)
            for (int64_t e = descent->listed.begin[i]; e < descent->listed.begin[i + 1]; e++) {
                assert_int_equal(is_listed[i * M + descent->listed.col[e]], 0);
                is_listed[i * M + descent->listed.col[e]] = 1;
            }
        for (int64_t e = 0; e < descent->vertex.count; e++) {
            int64_t place = descent->vertex.row[e] * M + descent->vertex.col[e];
            assert_int_equal(is_listed[place], 1);
            dense[place] = descent->vertex.mass[e];
        }
        memcpy(before, descent->gradient, sizeof before);
        lines_set(&descent->lines, &descent->vertex);
        tensor_form(tensor, &descent->lines, &descent->bench, NULL);
        listed_add(&descent->listed, tensor, &descent->lines, &descent->bench, 0.5,
                   descent->gradient);
        for (int64_t k = 0; k < N * M; k++) {
            double added = 0.5 * (double)tensor_entry(&small.pair.problem, dense, k / M, k % M);
            assert_close(descent->gradient[k], before[k] + (is_listed[k] ? added : 0), 1e-13);
        }
        listed_save(&descent->listed, N, M, before);
        listed_restore(&descent->listed, N, M, descent->gradient);
        assert_memory_equal(descent->gradient, before, sizeof before);
    }
}

/* ---- Stops inside the products ------------------------------------------ */

/* 2 (<G,T> - min <G,S>), by definition */
static double true_gap(const struct small_descent *small, const double *dense)
{
    double gradient[N * M];
    parot_problem linear = {
        {gradient, N, M, M}, small->gromov.p, small->gromov.q, small->gromov.mass};
    AUTO(parot_result, best);
    double here = 0;
    for (int64_t k = 0; k < N * M; k++) {
        gradient[k] = (double)tensor_entry(&small->pair.problem, dense, k / M, k % M);
        here += gradient[k] * dense[k];
    }
    assert_ok(parot_partial(&linear, NULL, &best, &err));
    double gap = 2 * (here - best.objective);
    return gap;
}

static void assert_whole(const double *dense)
{
    for (int64_t i = 0; i < N; i++) {
        double moved = 0;
        for (int64_t j = 0; j < M; j++)
            moved += dense[i * M + j];
        assert_true(moved < 1e-12 || fabs(moved - 1.0 / N) < 1e-12);
    }
}

/* Also where the stop came before the first linear problem. */
static void assert_prices(const struct oracle *oracle)
{
    double u[N], v[M];
    parot_dual dual = {u, v, NAN};
    assert_true(isfinite(oracle_prices(oracle, &dual)) && isfinite(dual.lambda));
    for (int64_t i = 0; i < N; i++)
        assert_true(u[i] >= 0 && isfinite(u[i]));
    for (int64_t j = 0; j < M; j++)
        assert_true(v[j] >= 0 && isfinite(v[j]));
}

/* Stopped at its k-th question, of which each product has one at least; 0: it was not. */
static int stop_at(int k, int kind, int is_whole)
{
    struct small_descent small;
    int left = k;
    double dense[N * M], total = 0;
    parot_run run = run_that_stops(&left);
    small_descent_open_run(&small, pair_random(7, N, M, 0.5), &run);
    small.gromov.tensor.piece = 1;
    if (is_whole)
        small.gromov.whole_rows.make = whole_rows_make;
    begin_at(&small.descent, kind);
    assert_ok(frank_wolfe_run(&small.descent, &err));
    frank_wolfe_close_gap(&small.descent);
    assert_true(small.descent.status == (left < 0 ? PAROT_CANCELLED : PAROT_OK));
    spread_out(&small, dense);
    for (int64_t e = 0; e < N * M; e++)
        total += dense[e];
    assert_close(total, 0.5, 1e-14);
    assert_close(frank_wolfe_value(&small.descent),
                 (double)quadratic_form(&small.pair.problem, dense), 1e-13);
    if (!is_whole || left < 0)
        assert_true(small.descent.gap >= true_gap(&small, dense) - 1e-13);
    if (is_whole)
        assert_whole(dense);
    assert_prices(&small.descent.oracle);
    small_descent_close(&small);
    return left < 0;
}

TEST(a_stop_inside_a_product_leaves_a_plan_with_its_value)
{
    for (int kind = 0; kind < 2; kind++)
        for (int is_whole = 0; is_whole < 2; is_whole++) {
            int k = 0;
            while (stop_at(k, kind, is_whole))
                k++;
            assert_true(k > 10);
        }
}

/* Two sums over lines and two products, of three chunks each at least. */
TEST(large_products_ask_at_least_once_for_each_piece)
{
    enum { SIDE = 700 };
    int left = 1000000;
    parot_run run = run_that_stops(&left);
    struct small_descent small;
    small_descent_open_run(&small, pair_random(1, SIDE, SIDE, 0.5), &run);
    struct frank_wolfe *descent = &small.descent;
    for (int64_t k = 0; k < SIDE; k++)
        sparse_put(&descent->oracle.vertex, (int32_t)k, (int32_t)k, 0.5 / SIDE);
    int before = left;
    frank_wolfe_from_vertex(descent);
    double pieces = (double)SIDE * SIDE * SIDE / TENSOR_PIECE;
    assert_true(before - left >= (int)pieces - 1);
    small_descent_close(&small);
}
