/* test_certify.c - the certificate accepts proofs, and notices every kind of lie. */
#include <float.h>

#include "instances.h"
#include "ledger.h"
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
    result.plan.row[0] = result.plan.col[0] = 1; /* the pair that costs more */
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

/* ---- What is refused ------------------------------------------------------- */

TEST(plans_with_entries_elsewhere_are_refused)
{
    const double cost[] = {1, 2, 3, 4};
    int32_t in[] = {0}, below[] = {-1}, beyond[] = {2};
    double mass[] = {0.5}, u[2] = {0}, v[2] = {0};
    parot_problem problem = {{cost, 2, 2, 2}, NULL, NULL, 0.5};
    const parot_plan plans[] = {{2, 2, -1, in, in, mass},    {2, 2, 1, NULL, in, mass},
                                {2, 2, 1, in, NULL, mass},   {2, 2, 1, in, in, NULL},
                                {2, 2, 1, below, in, mass},  {2, 2, 1, in, below, mass},
                                {2, 2, 1, beyond, in, mass}, {2, 2, 1, in, beyond, mass}};
    parot_check check = {0};
    for (int k = 0; k < 8; k++) {
        parot_result result = {.plan = plans[k], .dual = {u, v, 1}};
        assert_refused(parot_certify(&problem, &result, NULL, &check, &err), PAROT_EINVAL,
                       k < 4 ? "no entries to check" : "outside 2 x 2");
    }
    parot_result empty = {.plan = {2, 2, 0, NULL, NULL, NULL}, .dual = {u, v, 1}};
    assert_ok(parot_certify(&problem, &empty, NULL, &check, &err));
}

TEST(problems_and_runs_that_make_no_sense_are_refused)
{
    const double cost[] = {1, 2}, wrong[] = {1, NAN}, one = 1;
    const double masses[] = {-1, INFINITY, NAN};
    double u[2] = {0}, v[2] = {0}, price = 1;
    parot_problem problem = {{cost, 1, 2, 2}, NULL, wrong, 0.5},
                  turned = {{cost, 2, 1, 1}, wrong, &one, 0.5};
    parot_result result = {.plan = {1, 2, 0, NULL, NULL, NULL}, .dual = {u, v, 1}},
                 bare = {.plan = result.plan};
    parot_prices prices = {.source_each = 1}, no_prices = {.source_each = NAN};
    parot_check check = {0};
    assert_refused(parot_certify(&problem, &result, NULL, &check, &err), PAROT_EINVAL, "q");
    assert_refused(parot_certify(&turned, &result, NULL, &check, &err), PAROT_EINVAL, "p");
    problem.q = NULL;
    for (int k = 0; k < 3; k++) {
        problem.mass = masses[k];
        assert_refused(parot_certify(&problem, &result, NULL, &check, &err), PAROT_EINVAL, "mass");
    }
    problem.mass = 0.5;
    assert_refused(parot_certify_price(&problem, price, NULL, NULL, &check, &err), PAROT_EINVAL,
                   "result");
    assert_refused(parot_certify_prices(&problem, &prices, NULL, NULL, &check, &err), PAROT_EINVAL,
                   "result");
    assert_refused(parot_certify_prices(&problem, &no_prices, &result, NULL, &check, &err),
                   PAROT_EINVAL, "price");
    assert_refused(parot_certify_prices(&problem, &prices, &bare, NULL, &check, &err), PAROT_EINVAL,
                   "no duals");
    parot_run run;
    parot_run_init(&run);
    run.time_limit = NAN;
    assert_refused(parot_certify(&problem, &result, &run, &check, &err), PAROT_EINVAL,
                   "time_limit");
    result.status = PAROT_EINFEASIBLE;
    assert_refused(parot_certify(&problem, &result, &run, &check, &err), PAROT_EINVAL,
                   "time_limit");
    problem.reserved[0] = 1;
    assert_refused(parot_certify(&problem, &result, NULL, &check, &err), PAROT_EINVAL, "reserved");
}

TEST(refused_memory_leaves_a_cut_unchecked)
{
    const double cost[] = {INFINITY, 1, INFINITY, 1};
    const parot_problem problem = {{cost, 2, 2, 2}, NULL, NULL, 0.9};
    AUTO(parot_result, result);
    parot_check check = {.excess = -7};
    assert_int_equal(parot_partial(&problem, NULL, &result, NULL), PAROT_EINFEASIBLE);
    struct ledger ledger = {.refuse = 0};
    parot_run run = run_with(&ledger);
    assert_refused(parot_certify(&problem, &result, &run, &check, &err), PAROT_ENOMEM, "memory");
    assert_true(check.excess == -7);
    assert_ok(parot_certify(&problem, &result, &run, &check, &err));
    assert_int_equal(ledger.held, 0);
}

/* ---- What is said of what is wrong ------------------------------------------ */

enum { ROWS = 3, COLS = 4, ENTRIES = 5 };

static double drawn(uint64_t seed, uint64_t index)
{
    return 4 * test_uniform(seed, index) - 2;
}

/* Slackness, gap and dual of numbers drawn at random, by definition: with a mass, at a price, and
 * at prices of points, where a and b are what it costs to leave a point. */
static void compare_diagnosis(uint64_t seed, int form)
{
    double cost[ROWS * COLS], p[ROWS], q[COLS], a[ROWS], b[COLS], u[ROWS], v[COLS], mass[ENTRIES];
    double left[ROWS], right[COLS], slack = 0, gap = 0, dual = 0, scale = 0, moved = 0;
    int32_t row[ENTRIES], col[ENTRIES];
    int is_uniform = seed % 5 == 0;
    double lambda = form == 2 ? 0 : 2 + drawn(seed, 0), s = 0.75;
    for (int i = 0; i < ROWS; i++) {
        left[i] = p[i] = is_uniform ? 1.0 / ROWS : fabs(drawn(seed, 10 + (uint64_t)i));
        u[i] = drawn(seed, 20 + (uint64_t)i);
        a[i] = form == 2 ? drawn(seed, 30 + (uint64_t)i) : 0;
    }
    for (int j = 0; j < COLS; j++) {
        right[j] = q[j] = is_uniform ? 1.0 / COLS : fabs(drawn(seed, 40 + (uint64_t)j));
        v[j] = drawn(seed, 50 + (uint64_t)j);
        b[j] = form == 2 ? drawn(seed, 60 + (uint64_t)j) : 0;
        dual += q[j] * fmax(0, -b[j] - v[j]);
        gap += q[j] * (v[j] + b[j]);
    }
    for (int k = 0; k < ROWS * COLS; k++)
        cost[k] = drawn(seed, 70 + (uint64_t)k);
    for (int k = 0; k < ENTRIES; k++) {
        int i = row[k] = k % ROWS, j = col[k] = k % COLS;
        mass[k] = k == 3 ? (double)(seed % 2) : 0.2 * (2 + drawn(seed, 90 + (uint64_t)k));
        left[i] -= mass[k];
        right[j] -= mass[k];
        moved += mass[k];
        slack = fmax(slack, mass[k] * fabs(cost[i * COLS + j] - lambda + u[i] + v[j]));
        gap += mass[k] * (cost[i * COLS + j] - a[i] - b[j]);
        scale += mass[k] * (fabs(cost[i * COLS + j]) + fabs(a[i]) + fabs(b[j]));
    }
    for (int i = 0; i < ROWS; i++) {
        double least = INFINITY;
        for (int j = 0; j < COLS; j++)
            least = fmin(least, cost[i * COLS + j] + fmax(v[j], -b[j]));
        dual += p[i] * fmax(0, fmax(-a[i], lambda - least) - u[i]);
        gap += p[i] * (u[i] + a[i]);
        slack = fmax(slack, fabs((u[i] + a[i]) * left[i]));
    }
    for (int j = 0; j < COLS; j++)
        slack = fmax(slack, fabs((v[j] + b[j]) * right[j]));
    gap -= lambda * (form == 0 ? s : moved);
    scale += form == 1 ? fabs(lambda) * moved : 0;
    parot_problem problem = {
        {cost, ROWS, COLS, COLS}, is_uniform ? NULL : p, is_uniform ? NULL : q, s};
    parot_prices prices = {.source = a, .target = b};
    parot_result result = {.plan = {ROWS, COLS, ENTRIES, row, col, mass}, .dual = {u, v, lambda}};
    parot_check check = {0};
    assert_ok(form == 0   ? parot_certify(&problem, &result, NULL, &check, &err)
              : form == 1 ? parot_certify_price(&problem, lambda, &result, NULL, &check, &err)
                          : parot_certify_prices(&problem, &prices, &result, NULL, &check, &err));
    assert_close(check.slackness * scale, slack, 1e-14);
    assert_close(check.relative_gap * scale, fabs(gap), 1e-13);
    assert_close(check.dual * scale, dual, 1e-14);
}

TEST(diagnoses_are_what_they_are_defined_as)
{
    for (uint64_t seed = 0; seed < 300; seed++)
        compare_diagnosis(seed, (int)(seed % 3));
}

/* ---- Better prices, and none ------------------------------------------------ */

/* The best lambda is found for v; costs of 1e-20 are costs like all others. */
TEST(a_wrong_lambda_is_replaced)
{
    const double cost[] = {1e-20, 3e-20, 4e-20, 2e-20};
    int32_t at[] = {0, 1};
    double mass[] = {0.5, 0.25}, u[2] = {0}, v[2] = {0};
    parot_problem problem = {{cost, 2, 2, 2}, NULL, NULL, 0.75};
    for (int k = 0; k < 2; k++) {
        parot_result result = {.plan = {2, 2, 2, at, at, mass}, .dual = {u, v, k ? 1e-20 : 5e-20}};
        parot_check check = {0};
        assert_ok(parot_certify(&problem, &result, NULL, &check, &err));
        assert_true(parot_is_proved(&check, 1e-14));
    }
}

/* lambda s - sum_i p_i max(0, lambda - min_j (v_j + C_ij)) - <v,q> at each lambda that may be best.
 */
TEST(the_best_lambda_is_found_for_any_prices)
{
    for (uint64_t seed = 0; seed < 200; seed++) {
        double cost[ROWS * COLS], p[ROWS], q[COLS], v[COLS], u[ROWS] = {0}, least[ROWS], paid = 0;
        for (int j = 0; j < COLS; j++) {
            v[j] = fmax(0, drawn(seed, 100 + (uint64_t)j));
            q[j] = 1;
            paid += v[j];
        }
        for (int i = 0; i < ROWS; i++) {
            p[i] = 0.1 + fabs(drawn(seed, 110 + (uint64_t)i));
            least[i] = INFINITY;
            for (int j = 0; j < COLS; j++) {
                cost[i * COLS + j] = 3 + drawn(seed, 120 + (uint64_t)(i * COLS + j));
                least[i] = fmin(least[i], v[j] + cost[i * COLS + j]);
            }
        }
        double s = (p[0] + p[1] + p[2]) * (double)(seed % 10) / 9, best = -INFINITY;
        for (int k = 0; k < ROWS; k++) {
            double bound = least[k] * s - paid;
            for (int i = 0; i < ROWS; i++)
                bound -= fmin(p[i], s) * fmax(0, least[k] - least[i]);
            best = fmax(best, bound);
        }
        parot_problem problem = {{cost, ROWS, COLS, COLS}, p, q, s};
        int32_t first = 0;
        parot_result result = {.plan = {ROWS, COLS, 1, &first, &first, &s}, .dual = {u, v, -9}};
        parot_check check = {0};
        assert_ok(parot_certify(&problem, &result, NULL, &check, &err));
        assert_true(check.bound >= best - 1e-12);
    }
}

/* v is paid for no more than the mass, and a column without weight can carry nothing. */
TEST(columns_are_paid_for_what_they_can_carry)
{
    const double cost[] = {1, -100}, p = 1, q[] = {1, 0};
    int32_t place = 0;
    double mass = 1e-6, u = 0, v[] = {1, 0};
    parot_problem problem = {{cost, 1, 2, 2}, &p, q, 1e-6};
    parot_result result = {.plan = {1, 2, 1, &place, &place, &mass}, .dual = {&u, v, 2}};
    parot_check check = {0};
    assert_ok(parot_certify(&problem, &result, NULL, &check, &err));
    assert_true(parot_is_proved(&check, 1e-14));
}

/* The last unit of v would be paid for all of row 0, and is paid for a column of 1e-12. */
TEST(a_price_that_is_rounded_down_is_raised)
{
    const double cost[] = {-1e8, 1e-6}, p = 1, q[] = {1e-12, 1};
    int32_t row[] = {0, 0}, col[] = {0, 1};
    double mass[] = {1e-12, 1 - 1e-12}, u = 0, v[] = {nextafter(1e8 + 1e-6, 0), 0};
    parot_problem problem = {{cost, 1, 2, 2}, &p, q, 1};
    parot_result result = {.plan = {1, 2, 2, row, col, mass}, .dual = {&u, v, 1e-6}};
    parot_check check = {0};
    assert_ok(parot_certify(&problem, &result, NULL, &check, &err));
    assert_true(check.relative <= 1e-12);
}

/* What is between the rows and behind them does not count, and one cost below 0 does. */
TEST(a_plan_that_costs_nothing_is_best_where_nothing_costs_less)
{
    double cost[] = {0, 1, -1, 1, 0, -1, -1, -1, -1}, mass[] = {0.5, 0.5}, u[2] = {0}, v[] = {3, 7};
    int32_t at[] = {0, 1};
    parot_problem problem = {{cost, 2, 2, 3}, NULL, NULL, 1};
    parot_result result = {.plan = {2, 2, 2, at, at, mass}, .dual = {u, v, 4}};
    parot_check check = {0};
    assert_ok(parot_certify(&problem, &result, NULL, &check, &err));
    assert_true(check.excess == 0 && check.bound == 0 && !signbit(check.bound));
    assert_int_equal(stop_everywhere(&problem, NULL, &result), 6); /* twice for v, once for this */
    cost[3] = -1e-9;
    assert_ok(parot_certify(&problem, &result, NULL, &check, &err));
    assert_true(check.excess > 0 && isinf(check.relative));
}

/* Rows (0) and (1): both plans cost nothing, but as products (1, 1) costs -1. */
TEST(clouds_and_products_that_cost_nothing_are_told_apart)
{
    const double x[] = {0, 1};
    double mass[] = {0.5, 0.5}, u[2] = {0}, v[] = {3, 7};
    int32_t row[] = {0, 1}, col[] = {1, 0};
    parot_points_problem points = {
        .x = {x, 2, 1, 1}, .y = {x, 2, 1, 1}, .metric = PAROT_METRIC_SQEUCLIDEAN, .mass = 1};
    parot_products_problem products = {.f = {x, 2, 1, 1}, .g = {x, 2, 1, 1}, .mass = 1};
    parot_result result = {.plan = {2, 2, 2, row, row, mass}, .dual = {u, v, 4}};
    parot_check check = {0};
    assert_ok(parot_certify_points(&points, &result, NULL, &check, &err));
    assert_true(check.excess == 0);
    result.plan.col = col;
    assert_ok(parot_certify_products(&products, &result, NULL, &check, &err));
    assert_true(check.excess >= 0.5);
}
