/* test_price.c - the plan at a price for each unit, against the curve and the certificate. */
#include <float.h>

#include "curves.h"
#include "test.h"

static void assert_proved(const struct instance *instance, const parot_result *result)
{
    parot_check check = {0};
    assert_ok(
        parot_certify_price(&instance->problem, result->dual.lambda, result, NULL, &check, &err));
    if (!parot_is_proved(&check, 1e-12))
        fail_msg("%s %lld x %lld at price %.17g, mass %.17g: excess %.3g, relative %.3g, "
                 "infeasible %.3g",
                 instance->family, (long long)instance->problem.cost.rows,
                 (long long)instance->problem.cost.cols, result->dual.lambda, result->mass,
                 check.excess, check.relative, check.infeasible);
}

/* Between two slopes the mass is that of the breakpoint; at a slope, anywhere in its piece. */
static void check_price(const struct instance *instance, const parot_curve *curve, int64_t k,
                        double price)
{
    AUTO(parot_result, result);
    double last = curve->mass[curve->count - 1], slack = 1e-13 * last;
    double scale = fmax(fabs(curve->slope[0]), fabs(price));
    assert_ok(parot_partial_lagrange(&instance->problem, price, NULL, &result, &err));
    assert_true(result.dual.lambda == price);
    assert_true(result.plan.count <= result.plan.rows + result.plan.cols + 1);
    double from = curve->mass[k], to = curve->mass[k];
    for (int64_t i = k; i + 1 < curve->count && curve->slope[i] <= price + 1e-13 * scale; i++)
        to = curve->mass[i + 1];
    for (int64_t i = k; i > 0 && curve->slope[i - 1] >= price - 1e-13 * scale; i--)
        from = curve->mass[i - 1];
    if (!(result.mass >= from - slack && (result.mass <= to + slack || to == last)))
        fail_msg("%s: mass %.17g at price %.17g, not in [%.17g, %.17g]", instance->family,
                 result.mass, price, from, to);
    if (result.mass > 0)
        assert_proved(instance, &result);
}

static void check_prices(const struct instance *instance, const parot_curve *curve)
{
    for (int64_t k = 0; k + 1 < curve->count; k += 1 + curve->count / 6) {
        check_price(instance, curve, k, curve->slope[k]);
        if (k > 0)
            check_price(instance, curve, k, curve->slope[k - 1] / 2 + curve->slope[k] / 2);
    }
}

TEST(a_price_moves_the_mass_of_its_slope_and_proves_it)
{
    for_each_curve(check_prices);
}

TEST(a_price_below_all_costs_moves_nothing)
{
    double cost[] = {1, 2, 3, INFINITY}, p[] = {1, 0};
    parot_problem problem = {{cost, 2, 2, 2}, p, NULL, NAN};
    static const double prices[] = {0.5, 1, -1e300, 1.5};
    for (int k = 0; k < 4; k++) {
        AUTO(parot_result, result);
        assert_ok(parot_partial_lagrange(&problem, prices[k], NULL, &result, &err));
        assert_close(result.mass, k == 3 ? 0.5 : 0, 0);
        assert_int_equal(result.plan.count, k == 3);
        assert_true(result.objective == result.mass && result.bound <= result.objective);
        assert_true(result.dual.lambda == prices[k]);
    }
}

TEST(a_price_above_all_costs_moves_all_that_can)
{
    double cost[] = {1, INFINITY, 3, INFINITY};
    parot_problem problem = {{cost, 2, 2, 2}, NULL, NULL, NAN};
    AUTO(parot_result, result);
    assert_ok(parot_partial_lagrange(&problem, 100, NULL, &result, &err));
    assert_close(result.mass, 0.5, 0);
    assert_close(result.objective, 0.5, 1e-15);
    assert_close(result.bound, 0.5, 1e-13);
}

/* ---- Interruptions ------------------------------------------------------ */

/* A stopped plan is feasible, and its bound holds for its mass. */
static void check_stopped_price(const struct instance *instance, const parot_curve *curve)
{
    parot_status status = PAROT_CANCELLED;
    double price = curve->slope[curve->count - 2];
    double top = fmax(fabs(curve->slope[0]), fabs(price));
    for (int64_t calls = 0; status != PAROT_OK; calls += 1 + calls / 4) {
        int64_t left = calls;
        parot_run run = run_until(&left);
        parot_result result = {0};
        parot_check check = {0};
        parot_problem problem = instance->problem;
        status = parot_partial_lagrange(&problem, price, &run, &result, NULL);
        assert_true(status == PAROT_OK || status == PAROT_CANCELLED);
        assert_int_equal(result.status, status);
        assert_true(result.dual.lambda == price);
        assert_ok(parot_certify_price(&problem, price, &result, NULL, &check, &err));
        assert_true(check.infeasible <= 1e-14);
        assert_true(status != PAROT_OK || parot_is_proved(&check, 1e-12));
        if (result.mass <= curve->mass[curve->count - 1]) {
            double value = parot_curve_at(curve, result.mass, NULL);
            assert_true(result.bound <=
                        value + 1e-12 * top * curve->mass[curve->count - 1] + DBL_MIN);
        }
        parot_result_free(&result);
    }
}

TEST(a_stopped_price_returns_a_feasible_plan)
{
    for_each_curve(check_stopped_price);
}

TEST(a_time_limit_stops_the_parametric_simplex)
{
    AUTO(parot_result, result);
    MADE(instance, instance, 0, 60);
    DEFAULTS(parot_run, run);
    run.time_limit = 1e-9;
    assert_int_equal(parot_partial_lagrange(&instance.problem, 1, &run, &result, NULL),
                     PAROT_TIME_LIMIT);
}

TEST(refusals_name_the_argument)
{
    double cost[] = {1, 2, 3, 4}, bad[] = {1, -1};
    parot_problem good = {{cost, 2, 2, 2}, NULL, NULL, 0.5}, problem = good;
    parot_result result = {0};
    problem.p = bad;
    assert_refused(parot_partial_lagrange(&problem, 1, NULL, &result, &err), PAROT_EINVAL,
                   "p: must be");
    problem = good;
    problem.cost.stride = 1;
    assert_refused(parot_partial_lagrange(&problem, 1, NULL, &result, &err), PAROT_EINVAL,
                   "cost: stride");
}
