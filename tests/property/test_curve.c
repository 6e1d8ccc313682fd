/* test_curve.c - the curve of PW against single solves and plans at a price.
 *
 * Tolerances are 1e-12 of the scale: the largest cost in use times the mass.
 */
#include <float.h>

#include "copied_instances.h"
#include "curves.h"
#include "test.h"

enum { MASSES = 20 };

/* |C_ij| of the pairs that the plan uses, at most. */
static double largest_used(const parot_problem *problem, const parot_plan *plan)
{
    double largest = 0;
    for (int64_t k = 0; k < plan->count; k++)
        largest = fmax(largest, fabs(cost_of(problem, plan->row[k], plan->col[k])));
    return largest;
}

/* ---- The curve ---------------------------------------------------------- */

static void check_shape(const struct instance *instance, const parot_curve *curve)
{
    double mass = instance->problem.mass;
    assert_int_equal(curve->status, PAROT_OK);
    assert_true(curve->count >= 2);
    assert_true(curve->mass[0] == 0 && curve->objective[0] == 0);
    assert_true(fabs(curve->mass[curve->count - 1] - mass) <= 1e-13 * mass);
    for (int64_t k = 0; k + 1 < curve->count; k++) {
        assert_true(curve->mass[k] < curve->mass[k + 1]);
        assert_true(k == 0 || curve->slope[k - 1] < curve->slope[k]);
    }
    assert_true(curve->elbow >= 0 && curve->elbow < curve->count);
}

TEST(the_curve_is_convex_from_nothing_to_the_mass)
{
    for_each_curve(check_shape);
}

static void check_values(const struct instance *instance, const parot_curve *curve)
{
    parot_problem problem = instance->problem;
    double last = curve->mass[curve->count - 1];
    for (int k = 1; k <= MASSES; k++) {
        AUTO(parot_result, result);
        double slope = NAN, mass = k == MASSES ? last : last * k / MASSES;
        problem.mass = mass;
        assert_ok(parot_partial(&problem, NULL, &result, &err));
        double value = parot_curve_at(curve, mass, &slope);
        double scale = last * fmax(largest_used(&problem, &result.plan), fabs(slope));
        if (!(fabs(value - result.objective) <= 1e-12 * scale + DBL_MIN))
            fail_msg("%s %lld x %lld: %.17g at mass %.17g, but a solve says %.17g",
                     instance->family, (long long)problem.cost.rows, (long long)problem.cost.cols,
                     value, mass, result.objective);
    }
}

TEST(the_curve_has_the_values_of_single_solves)
{
    for_each_curve(check_values);
}

/* PW(s + t) >= PW(s) + slope t, to the right and to the left. */
static void check_slopes(const struct instance *instance, const parot_curve *curve)
{
    (void)instance;
    double last = curve->mass[curve->count - 1];
    for (int k = 0; k < MASSES; k++) {
        double slope = NAN, at = last * k / MASSES, value = parot_curve_at(curve, at, &slope);
        for (int other = 0; other <= MASSES; other++) {
            double there = other == MASSES ? last : last * other / MASSES, its_slope = 0;
            double line = value + slope * (there - at);
            double scale = last * fmax(fabs(slope), fabs(curve->slope[curve->count - 2]));
            assert_true(parot_curve_at(curve, there, &its_slope) >= line - 1e-13 * scale - DBL_MIN);
            assert_true(there < at || its_slope >= slope);
        }
    }
}

TEST(slopes_support_the_curve)
{
    for_each_curve(check_slopes);
}

TEST(outside_the_curve_there_is_no_value)
{
    double cost[] = {1, 2, 3, 4}, slope = 0;
    parot_problem problem = {{cost, 2, 2, 2}, NULL, NULL, 1};
    parot_curve curve;
    trace(&problem, &curve);
    assert_int_equal(curve.count, 3);
    assert_close(parot_curve_at(&curve, 0.5, &slope), 0.5, 1e-15);
    assert_close(slope, 4, 1e-15);
    assert_close(parot_curve_at(&curve, 1, &slope), 2.5, 1e-15);
    assert_close(slope, 4, 1e-15); /* nothing is known beyond: that of the last piece */
    assert_close(parot_curve_at(&curve, 0.25, NULL), 0.25, 1e-15);
    assert_true(isnan(parot_curve_at(&curve, -0.1, &slope)) && isnan(slope));
    assert_true(isnan(parot_curve_at(&curve, 1.1, NULL)));
    assert_true(isnan(parot_curve_at(&curve, NAN, NULL)));
    assert_int_equal(curve.elbow, 1);
    parot_curve_free(&curve);
    parot_curve_free(&curve);
    parot_curve_free(NULL);
}

/* ---- Rows --------------------------------------------------------------- */

static int is_whole(const double *weights, int64_t count)
{
    for (int64_t i = 0; weights && i < count; i++)
        if (weights[i] != floor(weights[i]))
            return 0;
    return 1;
}

/* `order` sorts `enter`, the first row enters at 0, and rows without mass never do. */
static void check_order(const struct instance *instance, const parot_curve *curve)
{
    const parot_problem *problem = &instance->problem;
    assert_int_equal(curve->rows, problem->cost.rows);
    assert_true(curve->enter[curve->order[0]] == 0);
    for (int64_t k = 0; k < curve->rows; k++) {
        int32_t row = curve->order[k], before = k > 0 ? curve->order[k - 1] : -1;
        double enter = curve->enter[row];
        assert_true(k == 0 || curve->enter[before] < enter ||
                    (curve->enter[before] == enter && before < row));
        assert_true(enter <= curve->mass[curve->count - 1] || isinf(enter));
        if (test_weight(problem->p, curve->rows, row) == 0)
            assert_true(isinf(enter));
    }
}

TEST(rows_are_listed_as_they_enter)
{
    for_each_curve(check_order);
}

/* At a price the plan moves exactly the rows that have entered before its mass. */
static void check_enter(const struct instance *instance, const parot_curve *curve)
{
    const parot_problem *problem = &instance->problem;
    if (!is_whole(instance->p, curve->rows) || !is_whole(instance->q, problem->cost.cols))
        return; /* other weights are rounded to different units */
    for (int64_t k = 1; k + 1 < curve->count; k += 1 + curve->count / 5) {
        parot_result result = {0};
        double low = curve->slope[k - 1], high = curve->slope[k];
        if (!(high - low > 1e-9 * (fabs(low) + fabs(high)))) /* rounding decides what is first */
            continue;
        assert_ok(parot_partial_lagrange(problem, low / 2 + high / 2, NULL, &result, &err));
        if (fabs(result.mass - curve->mass[k]) > 1e-13 * curve->mass[k]) { /* rounding, in a tie */
            parot_result_free(&result);
            continue;
        }
        for (int64_t i = 0; i < curve->rows; i++)
            assert_int_equal(plan_row(&result.plan, i) > 0,
                             curve->enter[i] < result.mass * (1 - 1e-14));
        parot_result_free(&result);
    }
}

TEST(plans_move_the_rows_that_have_entered)
{
    for_each_curve(check_enter);
}

static void check_reversed(const struct instance *instance, const parot_curve *curve)
{
    const parot_problem *problem = &instance->problem;
    FREED_BY(instance_free)
    struct instance copy =
        variant_of(problem, problem->cost.rows, problem->cost.cols, reversed, reversed);
    AUTO(parot_curve, other);
    trace(&copy.problem, &other);
    double last = curve->mass[curve->count - 1];
    double scale = last * fmax(fabs(curve->slope[0]), fabs(curve->slope[curve->count - 2]));
    for (int k = 0; k <= MASSES; k++) {
        double mass = fmin(other.mass[other.count - 1], k == MASSES ? last : last * k / MASSES);
        assert_true(fabs(parot_curve_at(curve, mass, NULL) - parot_curve_at(&other, mass, NULL)) <=
                    1e-12 * scale + DBL_MIN);
    }
}

TEST(the_order_of_rows_and_columns_does_not_matter)
{
    for_each_curve(check_reversed);
}

/* ---- Interruptions ------------------------------------------------------ */

/* What there is of a stopped curve is a part of the whole one. */
static void check_stopped_path(const struct instance *instance, const parot_curve *whole)
{
    parot_status status = PAROT_CANCELLED;
    double top = fmax(fabs(whole->slope[0]), fabs(whole->slope[whole->count - 2]));
    for (int64_t calls = 0; status != PAROT_OK; calls += 1 + calls / 4) {
        int64_t left = calls;
        parot_run run = run_until(&left);
        parot_curve curve = {0};
        parot_error err = {0};
        status = parot_partial_curve(&instance->problem, &run, &curve, &err);
        assert_true(status == PAROT_OK || status == PAROT_CANCELLED);
        assert_int_equal(curve.status, status);
        double last = curve.mass[curve.count - 1];
        assert_true(calls > 0 || (curve.count == 1 && last == 0));
        assert_true(fabs(curve.objective[curve.count - 1] - parot_curve_at(whole, last, NULL)) <=
                    1e-13 * last * top + DBL_MIN);
        parot_curve_free(&curve);
    }
}

TEST(a_stopped_path_is_a_part_of_the_curve)
{
    for_each_curve(check_stopped_path);
}

TEST(limits_stop_the_curve)
{
    parot_curve curve = {0};
    MADE(instance, instance, 0, 60);
    DEFAULTS(parot_run, run);
    run.max_iterations = 1;
    assert_int_equal(parot_partial_curve(&instance.problem, &run, &curve, NULL),
                     PAROT_ITERATION_LIMIT);
    parot_curve_free(&curve);
    run.max_iterations = 0;
    run.time_limit = 1e-9;
    assert_int_equal(parot_partial_curve(&instance.problem, &run, &curve, NULL), PAROT_TIME_LIMIT);
    parot_curve_free(&curve);
}

/* ---- Refusals ----------------------------------------------------------- */

TEST(refusals_name_the_argument)
{
    double cost[] = {1, 2, 3, 4}, bad[] = {1, -1};
    parot_problem good = {{cost, 2, 2, 2}, NULL, NULL, 0.5}, problem = good;
    parot_curve curve = {0};
    problem.mass = 1.5;
    assert_refused(parot_partial_curve(&problem, NULL, &curve, &err), PAROT_EINVAL, "mass 1.5");
    problem = good;
    problem.p = bad;
    assert_refused(parot_partial_curve(&problem, NULL, &curve, &err), PAROT_EINVAL, "p: must be");
    problem = good;
}

TEST(a_mass_that_cannot_move_is_refused)
{
    double cost[] = {1, INFINITY, 3, INFINITY};
    parot_problem problem = {{cost, 2, 2, 2}, NULL, NULL, 0.75};
    parot_curve curve = {0};
    assert_refused(parot_partial_curve(&problem, NULL, &curve, &err), PAROT_EINFEASIBLE,
                   "at most 0.5 of mass 0.75 can move");
}

/* 20 pairs cost 0 and 1 in halves, or k each: two lines have an elbow, and a parabola has none. */
TEST(two_lines_have_an_elbow_and_a_parabola_has_none)
{
    enum { PAIRS = 20 };
    for (int is_bent = 0; is_bent < 2; is_bent++) {
        double cost[PAIRS * PAIRS];
        parot_problem problem = {{cost, PAIRS, PAIRS, PAIRS}, NULL, NULL, 1};
        AUTO(parot_curve, curve);
        test_set(cost, PAIRS * PAIRS, INFINITY);
        for (int k = 0; k < PAIRS; k++)
            cost[k * PAIRS + k] = is_bent ? k >= PAIRS / 2 : k;
        trace(&problem, &curve);
        assert_int_equal(parot_curve_has_elbow(&curve), is_bent);
    }
}

/* Distances below the chord, by definition: at mass 1 by 2/3, at 2 by 4/3, before it by 1/2. Where
 * the curve begins does not matter, as a table may begin anywhere. */
TEST(the_elbow_is_farthest_below_its_chord_wherever_the_curve_begins)
{
    for (double begin = 0; begin <= 5; begin += 5) {
        double mass[] = {begin, begin + 1, begin + 2, begin + 3}, depth = NAN;
        double objective[] = {begin, begin + 1, begin + 2, begin + 5}, slope[] = {1, 1, 3};
        parot_curve curve = {.count = 4, .mass = mass, .objective = objective, .slope = slope};
        assert_int_equal(parot_curve_elbow(&curve, 3, &depth), 2);
        assert_true(fabs(depth - (4.0 / 3) / (10.0 / 3)) <= 1e-15);
        assert_int_equal(parot_curve_elbow(&curve, 2, &depth), 0); /* straight up to there */
        assert_true(depth == 0);
        objective[1] = begin + 0.5;
        assert_int_equal(parot_curve_elbow(&curve, 2, NULL), 1);
        assert_int_equal(parot_curve_elbow(&curve, 0, NULL), 0);
    }
}
