/* test_certify.c - the certificate accepts proofs, and notices every kind of lie. */
#include <float.h>

#include "instances.h"
#include "stopping.h"
#include "test.h"

struct solved {
    struct instance instance;
    parot_result result;
};

static void solve(struct solved *solved)
{
    *solved = (struct solved){0};
    instance_make(&solved->instance, 26, 30); /* "uniform" */
    solved->instance.problem.mass =
        0.7 * fmin(test_total(solved->instance.p, solved->instance.problem.cost.rows),
                   test_total(solved->instance.q, solved->instance.problem.cost.cols));
    assert_ok(parot_partial(&solved->instance.problem, NULL, &solved->result, &err));
}

static void discard(struct solved *solved)
{
    parot_result_free(&solved->result);
    instance_free(&solved->instance);
}

static parot_check check_of(const struct solved *solved)
{
    parot_check check = {.excess = -1};
    assert_ok(parot_certify(&solved->instance.problem, &solved->result, NULL, &check, &err));
    return check;
}

TEST(a_true_answer_is_accepted)
{
    struct solved solved;
    solve(&solved);
    parot_check check = check_of(&solved);
    assert_true(parot_is_proved(&check, 1e-14) && parot_is_proved(&check, PAROT_PROOF_TOLERANCE));
    assert_true(check.excess >= 0 && check.excess <= 1e-15);
    assert_true(check.bound <= solved.result.objective);
    assert_true(check.primal >= 0 && check.primal <= 1e-15);
    assert_true(check.dual >= 0 && check.dual <= 1e-14);
    assert_true(check.slackness >= 0 && check.slackness <= 1e-14);
    assert_true(check.relative_gap >= 0 && check.relative_gap <= 1e-14);
    discard(&solved);
}

TEST(a_changed_mass_is_noticed)
{
    struct solved solved;
    solve(&solved);
    double mass = solved.instance.problem.mass;
    solved.result.plan.mass[0] += 1e-6 * mass;
    assert_true(check_of(&solved).primal >= 0.99e-6);
    solved.result.plan.mass[0] = -1e-3 * mass;
    assert_true(check_of(&solved).primal >= 0.99e-3);
    solved.result.plan.mass[0] = NAN;
    assert_true(isinf(check_of(&solved).primal));
    discard(&solved);
}

TEST(a_changed_price_is_noticed)
{
    struct solved solved;
    solve(&solved);
    parot_dual *dual = &solved.result.dual;
    double lambda = dual->lambda;
    dual->lambda = lambda * 1.001;
    assert_true(check_of(&solved).dual >= 0.9e-3);
    dual->lambda = lambda * 0.999;
    assert_true(check_of(&solved).relative_gap >= 1e-6);
    dual->lambda = lambda;
    dual->u[0] = -1e-3;
    assert_true(check_of(&solved).dual > 0);
    dual->u[0] = NAN;
    assert_true(isinf(check_of(&solved).dual));
    discard(&solved);
}

/* A feasible plan that is not optimal has a gap, whatever its prices. */
TEST(a_worse_plan_is_noticed)
{
    const double cost[] = {0, 1, 1, 0};
    parot_problem problem = {{cost, 2, 2, 2}, NULL, NULL, 1};
    AUTO(parot_result, result);
    parot_check check = {0};
    assert_ok(parot_partial(&problem, NULL, &result, &err));
    result.plan.col[0] = 1;
    result.plan.col[1] = 0;
    assert_ok(parot_certify(&problem, &result, NULL, &check, &err));
    assert_true(check.primal <= 1e-15 && check.dual <= 1e-15);
    assert_true(check.slackness >= 0.4 && check.relative_gap >= 0.9);
}

/* When all of p moves, lambda and every u may be raised together; that must not blur the scale. */
TEST(huge_prices_do_not_hide_a_worse_plan)
{
    const double cost[] = {0, 1, 1, 0}, ones[] = {1, 1};
    int32_t row[] = {0, 1}, col[] = {1, 0};
    double mass[] = {1, 1}, u[] = {1e14, 1e14}, v[] = {0, 0};
    parot_problem problem = {{cost, 2, 2, 2}, ones, ones, 2};
    parot_result forged = {.plan = {2, 2, 2, row, col, mass}, .dual = {u, v, 1e14}};
    parot_check check = {0};
    assert_ok(parot_certify(&problem, &forged, NULL, &check, &err));
    assert_true(check.relative_gap > 0.9);
}

/* Weights far above a tiny mass, and prices of 0: nothing to charge. */
TEST(tiny_masses_are_certified)
{
    const double cost[] = {1, 2, 3, 4};
    parot_problem problem = {{cost, 2, 2, 2}, NULL, NULL, 1e-300};
    AUTO(parot_result, result);
    parot_check check = {0};
    assert_ok(parot_partial(&problem, NULL, &result, &err));
    assert_ok(parot_certify(&problem, &result, NULL, &check, &err));
    assert_true(check.slackness <= 1e-15 && check.relative_gap <= 1e-15 && check.primal <= 1e-15);
}

/* The claimed numbers objective, bound and mass play no part. */
TEST(claims_are_not_believed)
{
    struct solved solved;
    solve(&solved);
    solved.result.objective = solved.result.bound = solved.result.mass = -7;
    assert_true(check_of(&solved).relative_gap <= 1e-14);
    solved.instance.problem.mass *= 0.5;
    assert_true(check_of(&solved).primal >= 0.99);
    discard(&solved);
}

TEST(nonsense_is_refused)
{
    struct solved solved;
    solve(&solved);
    const parot_problem *problem = &solved.instance.problem;
    parot_result *result = &solved.result;
    parot_check check = {0};
    assert_refused(parot_certify(NULL, result, NULL, &check, &err), PAROT_EINVAL, "problem");
    assert_refused(parot_certify(problem, NULL, NULL, &check, &err), PAROT_EINVAL, "result");
    assert_refused(parot_certify(problem, result, NULL, NULL, &err), PAROT_EINVAL, "check");
    int32_t row = result->plan.row[0];
    result->plan.row[0] = (int32_t)result->plan.rows;
    assert_refused(parot_certify(problem, result, NULL, &check, &err), PAROT_EINVAL, "entry 0");
    result->plan.row[0] = row;
    double *u = result->dual.u;
    result->dual.u = NULL;
    assert_refused(parot_certify(problem, result, NULL, &check, &err), PAROT_EINVAL,
                   "cannot be certified");
    result->dual.u = u;
    result->plan.rows++;
    assert_refused(parot_certify(problem, result, NULL, &check, &err), PAROT_ESHAPE,
                   "result: plan is");
    result->plan.rows--;
    parot_problem other = *problem;
    other.mass = NAN;
    assert_refused(parot_certify(&other, result, NULL, &check, &err), PAROT_EINVAL, "mass");
    discard(&solved);
}

TEST(an_enormous_cost_nobody_pays_does_not_hide_a_lie)
{
    const double cost[] = {1, 1e300, 1e300, 2};
    parot_problem problem = {{cost, 2, 2, 2}, NULL, NULL, 0.5};
    AUTO(parot_result, result);
    parot_check check = {0};
    assert_ok(parot_partial(&problem, NULL, &result, &err));
    assert_ok(parot_certify(&problem, &result, NULL, &check, &err));
    assert_true(check.relative_gap <= 1e-15);
    result.plan.row[0] = result.plan.col[0] = 1; /* the dearer of the two pairs */
    assert_ok(parot_certify(&problem, &result, NULL, &check, &err));
    assert_true(check.relative_gap > 0.1);
}

/* ---- Prices in place of a mass ------------------------------------------- */

/* Each price moves a mass of its own, and no plan is proved for a price that moves another. */
TEST(a_price_is_part_of_what_is_proved)
{
    const double cost[] = {1, 9, 9, 9, 2, 9, 9, 9, 4}, ones[] = {1, 1, 1};
    parot_problem problem = {{cost, 3, 3, 3}, ones, ones, 0};
    const double prices[] = {0.5, 1.5, 3, 5};
    for (int made = 0; made < 4; made++) {
        AUTO(parot_result, result);
        assert_ok(parot_partial_lagrange(&problem, prices[made], NULL, &result, &err));
        for (int asked = 0; asked < 4; asked++) {
            parot_check check = {0};
            assert_ok(parot_certify_price(&problem, prices[asked], &result, NULL, &check, &err));
            assert_int_equal(parot_is_proved(&check, PAROT_PROOF_TOLERANCE), made == asked);
        }
    }
    parot_result nothing = {0};
    parot_check check = {0};
    assert_refused(parot_certify_price(&problem, NAN, &nothing, NULL, &check, &err), PAROT_EINVAL,
                   "price: must be finite, got nan");
}

/* Stopped at each of its questions in turn; returns how many there are. */
static int stop_everywhere(const parot_problem *problem, const double *price,
                           const parot_result *result)
{
    for (int asked = 0;; asked++) {
        int left = asked;
        parot_run run = run_that_stops(&left);
        parot_check check = {.excess = -7};
        parot_error why = {0};
        parot_status status = price
                                  ? parot_certify_price(problem, *price, result, &run, &check, &why)
                                  : parot_certify(problem, result, &run, &check, &why);
        if (status == PAROT_OK)
            return asked;
        assert_int_equal(status, PAROT_ESTOPPED);
        assert_non_null(strstr(why.message, "certificate: stopped (interrupted) after"));
        assert_true(check.excess == -7 && left == -1);
    }
}

TEST(a_check_can_be_stopped_before_every_row)
{
    struct solved solved;
    solve(&solved);
    const parot_problem *problem = &solved.instance.problem;
    int rows = (int)problem->cost.rows;
    assert_true(stop_everywhere(problem, NULL, &solved.result) >= rows);
    assert_true(stop_everywhere(problem, &solved.result.dual.lambda, &solved.result) >= rows);
    parot_run run;
    parot_run_init(&run);
    run.time_limit = 1e-9;
    parot_check check = {.excess = -7};
    assert_refused(parot_certify(problem, &solved.result, &run, &check, &err), PAROT_ESTOPPED,
                   "certificate: stopped (time limit)");
    discard(&solved);
}

TEST(the_check_of_a_cut_can_be_stopped_before_every_row)
{
    const double cost[] = {INFINITY, 1, INFINITY, 1, INFINITY, 1};
    const parot_problem problem = {{cost, 3, 2, 2}, NULL, NULL, 0.9};
    AUTO(parot_result, result);
    assert_int_equal(parot_partial(&problem, NULL, &result, NULL), PAROT_EINFEASIBLE);
    assert_int_equal(stop_everywhere(&problem, NULL, &result), 3);
}

/* The objective is <C,T>, the bound what the prices prove; an error is relative to the magnitudes.
 */
TEST(claims_are_compared_with_plan_and_prices)
{
    struct solved solved;
    parot_claims claims = {0};
    solve(&solved);
    const parot_problem *problem = &solved.instance.problem;
    const parot_plan *plan = &solved.result.plan;
    double objective = 0;
    for (int64_t k = 0; k < plan->count; k++)
        objective +=
            plan->mass[k] * problem->cost.data[plan->row[k] * problem->cost.stride + plan->col[k]];
    assert_ok(parot_result_claims(problem, NAN, NULL, &solved.result, &claims, &err));
    assert_close(claims.objective, objective, 1e-15);
    assert_true(claims.error >= 0 && claims.error <= 1e-14);
    assert_ok(parot_result_claims(problem, 2 * solved.result.dual.lambda, NULL, &solved.result,
                                  &claims, &err));
    assert_close(claims.error, 0.5, 1e-15);
    solved.result.objective *= 1.25;
    assert_ok(parot_result_claims(problem, NAN, NULL, &solved.result, &claims, &err));
    assert_close(claims.error, 0.25, 1e-12);
    solved.result.objective = NAN;
    assert_ok(parot_result_claims(problem, NAN, NULL, &solved.result, &claims, &err));
    assert_true(claims.error <= 1e-14);
    solved.result.bound *= 2;
    assert_ok(parot_result_claims(problem, NAN, NULL, &solved.result, &claims, &err));
    assert_true(claims.error > 1e-3);
    solved.result.plan.rows++;
    assert_refused(parot_result_claims(problem, NAN, NULL, &solved.result, &claims, &err),
                   PAROT_ESHAPE, "result: plan is");
    solved.result.plan.rows--;
    int32_t first = solved.result.plan.row[0];
    solved.result.plan.row[0] = 1 << 30;
    assert_refused(parot_result_claims(problem, NAN, NULL, &solved.result, &claims, &err),
                   PAROT_EINVAL, "outside");
    solved.result.plan.row[0] = first;
    discard(&solved);
}
