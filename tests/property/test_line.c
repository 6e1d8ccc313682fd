/* test_line.c - partial transport on a line against the solver of any costs.
 *
 * 800 small problems: points at random, on a grid, far from 0; weights uniform, whole, random, some
 * of them 0; exponents 1, 1.5, 2, 3. Values agree to 1e-9 of the scale.
 */
#include "instances.h"
#include "stopping.h"
#include "test.h"

enum { MOST = 14, PROBLEMS = 800 };

struct case_on_line {
    parot_line line;
    double x[MOST], y[MOST], p[MOST], q[MOST], cost[MOST * MOST];
};

static void make_weights(double *weights, int64_t count, uint64_t seed, int kind)
{
    for (int64_t i = 0; i < count; i++) {
        double u = test_uniform(seed, 200 + (uint64_t)i);
        weights[i] = kind == 1 ? floor(4 * u) : kind == 2 ? u : u < 0.2 ? 0 : pow(10, 6 * u - 3);
    }
    weights[0] += weights[0] == 0;
}

static void make_case(struct case_on_line *made, uint64_t number)
{
    parot_line *line = &made->line;
    int kind = (int)(number % 4);
    double offset = number % 5 == 4 ? 0x1p30 : 0;
    *line = (parot_line){.x = made->x, .y = made->y};
    line->n = 1 + (int64_t)(test_uniform(number, 0) * MOST);
    line->m = 1 + (int64_t)(test_uniform(number, 1) * MOST);
    line->exponent = (double[]){1, 1.5, 2, 3}[(number / 4) % 4];
    for (int i = 0; i < MOST; i++) {
        double x = test_uniform(number, 10 + (uint64_t)i),
               y = test_uniform(number, 50 + (uint64_t)i);
        made->x[i] = offset + (number % 3 == 0 ? floor(6 * x) : floor(0x1p20 * x) * 0x1p-20);
        made->y[i] = offset + (number % 3 == 0 ? floor(6 * y) : floor(0x1p20 * y) * 0x1p-20);
    }
    if (kind > 0) {
        make_weights(made->p, line->n, 2 * number, kind);
        make_weights(made->q, line->m, 2 * number + 1, kind);
        line->p = made->p;
        line->q = made->q;
    }
    double most = fmin(test_total(line->p, line->n), test_total(line->q, line->m));
    line->mass = number % 6 == 0 ? most : most * test_uniform(number, 2);
    for (int64_t i = 0; i < line->n; i++)
        for (int64_t j = 0; j < line->m; j++)
            made->cost[i * line->m + j] = pow(fabs(made->x[i] - made->y[j]), line->exponent);
}

static parot_problem problem_of(const struct case_on_line *made)
{
    const parot_line *line = &made->line;
    return (parot_problem){{made->cost, line->n, line->m, line->m}, line->p, line->q, line->mass};
}

TEST(plans_are_feasible_and_as_cheap_as_any)
{
    for (uint64_t number = 0; number < PROBLEMS; number++) {
        struct case_on_line made;
        AUTO(parot_line_result, result);
        AUTO(parot_result, exact);
        make_case(&made, number);
        parot_problem problem = problem_of(&made);
        assert_ok(parot_partial_line(&made.line, NULL, &result, &err));
        assert_ok(parot_partial(&problem, NULL, &exact, &err));
        assert_true(fabs(result.objective - exact.objective) <=
                    1e-9 * (fabs(exact.objective) + 1e-3 * made.line.mass));
        assert_true(fabs((double)plan_total(&result.plan) - exact.mass) <= 1e-14 * exact.mass);
        for (int64_t i = 0; i < made.line.n; i++)
            assert_true(plan_row(&result.plan, i) <= test_weight(made.line.p, made.line.n, i));
        for (int64_t j = 0; j < made.line.m; j++)
            assert_true(plan_col(&result.plan, j) <= test_weight(made.line.q, made.line.m, j));
    }
}

TEST(curves_are_those_of_the_cost_matrix)
{
    for (uint64_t number = 0; number < PROBLEMS; number++) {
        struct case_on_line made;
        AUTO(parot_line_result, result);
        AUTO(parot_curve, exact);
        make_case(&made, number);
        parot_problem problem = problem_of(&made);
        assert_ok(parot_partial_line(&made.line, NULL, &result, &err));
        assert_ok(parot_partial_curve(&problem, NULL, &exact, &err));
        double scale = exact.objective[exact.count - 1] + 1e-3 * made.line.mass;
        for (int64_t k = 0; k < exact.count; k++)
            assert_true(fabs(parot_curve_at(&result.curve, exact.mass[k], NULL) -
                             exact.objective[k]) <= 1e-9 * scale);
        for (int64_t k = 1; k + 1 < result.curve.count; k++)
            assert_true(result.curve.slope[k] > result.curve.slope[k - 1]);
    }
}

/* A point that has entered moves in the plan, and only such points do. */
TEST(points_enter_in_the_order_that_is_told)
{
    for (uint64_t number = 0; number < PROBLEMS; number++) {
        struct case_on_line made;
        AUTO(parot_line_result, result);
        make_case(&made, number);
        assert_ok(parot_partial_line(&made.line, NULL, &result, &err));
        for (int64_t i = 0; i < made.line.n; i++)
            assert_int_equal(plan_row(&result.plan, i) > 0, result.curve.enter[i] < INFINITY);
        for (int64_t j = 0; j < made.line.m; j++)
            assert_int_equal(plan_col(&result.plan, j) > 0, result.col_enter[j] < INFINITY);
        for (int64_t j = 1; j < made.line.m; j++)
            assert_true(result.col_enter[result.col_order[j - 1]] <=
                        result.col_enter[result.col_order[j]]);
    }
}

TEST(a_limit_leaves_the_part_that_moved)
{
    struct case_on_line made;
    make_case(&made, 16); /* uniform weights: a step for each pair */
    made.line.mass = 1;
    DEFAULTS(parot_run, run);
    run.max_iterations = 1;
    AUTO(parot_line_result, result);
    assert_int_equal(parot_partial_line(&made.line, &run, &result, NULL), PAROT_ITERATION_LIMIT);
    assert_true(result.mass > 0 && result.mass < 1);
    assert_close((double)plan_total(&result.plan), result.mass, 1e-14);
    assert_close(result.curve.mass[result.curve.count - 1], result.mass, 1e-14);
}

static void refuse(parot_line line, const char *words)
{
    parot_line_result result = {.objective = 42};
    assert_refused(parot_partial_line(&line, NULL, &result, &err), PAROT_EINVAL, words);
    assert_true(result.objective == 42);
}

TEST(refusals_name_the_argument)
{
    const double x[] = {0, 1}, bad[] = {0, NAN}, negative[] = {1, -1};
    const parot_line good = {.x = x, .y = x, .n = 2, .m = 2, .mass = 0.5, .exponent = 1};
    parot_line line = good;
    line.y = bad;
    refuse(line, "y: must be finite, got nan at 1");
    line = good;
    line.q = negative;
    refuse(line, "q: must be finite and >= 0");
    line = good;
    line.mass = 2;
    refuse(line, "mass 2 exceeds");
}

/* 1e-300 is a double, and so is the objective; what costs like these lack is digits. */
TEST(costs_near_the_least_double_are_refused_for_their_digits)
{
    const double x[] = {1e-300}, y[] = {0};
    parot_line line = {.x = x, .y = y, .n = 1, .m = 1, .mass = 1, .exponent = 1};
    AUTO(parot_line_result, result);
    assert_refused(parot_partial_line(&line, NULL, &result, &err), PAROT_ENUMERIC,
                   "above 1e-300, and to the power 1 costs below 1e-292 have too few digits");
    const double near[] = {1e-290};
    line.x = near;
    assert_ok(parot_partial_line(&line, NULL, &result, &err));
    assert_true(result.objective == 1e-290);
}

/* 20000 cells are priced in pieces of 4096. */
TEST(a_stop_while_cells_are_priced_moves_nothing)
{
    enum { COUNT = 10000, QUESTIONS = 4 };
    FREED double *at = malloc(2 * COUNT * sizeof *at);
    assert_non_null(at);
    test_fill(at, 2 * COUNT, 1);
    const parot_line line = {
        .x = at, .y = at + COUNT, .n = COUNT, .m = COUNT, .mass = 0.5, .exponent = 2};
    for (int asked = 0; asked <= QUESTIONS + 1; asked++) {
        int left = asked;
        parot_run run = run_that_stops(&left);
        AUTO(parot_line_result, result);
        assert_int_equal(parot_partial_line(&line, &run, &result, NULL), PAROT_CANCELLED);
        assert_true((result.mass > 0) == (asked > QUESTIONS));
        assert_true(result.mass > 0 || (result.plan.count == 0 && result.objective == 0));
    }
}
