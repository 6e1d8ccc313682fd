/* test_certify.c - the certificate accepts proofs, and notices every kind of lie. */
#include <float.h>

#include "instances.h"
#include "stopping.h"
#include "support.h"

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

static void a_true_answer_is_accepted(void **state)
{
    (void)state;
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

static void a_changed_mass_is_noticed(void **state)
{
    (void)state;
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

static void a_changed_price_is_noticed(void **state)
{
    (void)state;
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
static void a_worse_plan_is_noticed(void **state)
{
    (void)state;
    const double cost[] = {0, 1, 1, 0};
    parot_problem problem = {{cost, 2, 2, 2}, NULL, NULL, 1};
    parot_result result = {0};
    parot_check check = {0};
    assert_ok(parot_partial(&problem, NULL, &result, &err));
    result.plan.col[0] = 1;
    result.plan.col[1] = 0;
    assert_ok(parot_certify(&problem, &result, NULL, &check, &err));
    assert_true(check.primal <= 1e-15 && check.dual <= 1e-15);
    assert_true(check.slackness >= 0.4 && check.relative_gap >= 0.9);
    parot_result_free(&result);
}

/* When all of p moves, lambda and every u may be raised together; that must not blur the scale. */
static void huge_prices_do_not_hide_a_worse_plan(void **state)
{
    (void)state;
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
static void tiny_masses_are_certified(void **state)
{
    (void)state;
    const double cost[] = {1, 2, 3, 4};
    parot_problem problem = {{cost, 2, 2, 2}, NULL, NULL, 1e-300};
    parot_result result = {0};
    parot_check check = {0};
    assert_ok(parot_partial(&problem, NULL, &result, &err));
    assert_ok(parot_certify(&problem, &result, NULL, &check, &err));
    assert_true(check.slackness <= 1e-15 && check.relative_gap <= 1e-15 && check.primal <= 1e-15);
    parot_result_free(&result);
}

/* The claimed numbers objective, bound and mass play no part. */
static void claims_are_not_believed(void **state)
{
    (void)state;
    struct solved solved;
    solve(&solved);
    solved.result.objective = solved.result.bound = solved.result.mass = -7;
    assert_true(check_of(&solved).relative_gap <= 1e-14);
    solved.instance.problem.mass *= 0.5;
    assert_true(check_of(&solved).primal >= 0.99);
    discard(&solved);
}

static void nonsense_is_refused(void **state)
{
    (void)state;
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

static void an_enormous_cost_nobody_pays_does_not_hide_a_lie(void **state)
{
    (void)state;
    const double cost[] = {1, 1e300, 1e300, 2};
    parot_problem problem = {{cost, 2, 2, 2}, NULL, NULL, 0.5};
    parot_result result = {0};
    parot_check check = {0};
    assert_ok(parot_partial(&problem, NULL, &result, &err));
    assert_ok(parot_certify(&problem, &result, NULL, &check, &err));
    assert_true(check.relative_gap <= 1e-15);
    result.plan.row[0] = result.plan.col[0] = 1; /* the dearer of the two pairs */
    assert_ok(parot_certify(&problem, &result, NULL, &check, &err));
    assert_true(check.relative_gap > 0.1);
    parot_result_free(&result);
}

/* ---- Forgeries ----------------------------------------------------------- */

struct forgery {
    parot_problem problem;
    parot_result result;
};

static parot_check check_forgery(const struct forgery *forgery)
{
    parot_check check = {0};
    assert_ok(parot_certify(&forgery->problem, &forgery->result, NULL, &check, &err));
    return check;
}

/* The diagonal costs nothing; the plan that is offered costs 1 a unit. */
static void a_speck_of_mass_at_an_enormous_cost_sets_no_scale(void **state)
{
    (void)state;
    const double cost[] = {0, 1, 1e300, 1, 0, 1, 1, 1, 1}, ones[] = {1, 1, 1};
    int32_t row[] = {0, 0, 1}, col[] = {1, 2, 0};
    double u[3] = {0}, v[3] = {0};
    for (int k = 0; k < 2; k++) {
        double mass[] = {1, k == 0 ? 0 : 1e-300, 1};
        struct forgery forgery = {{{cost, 3, 3, 3}, ones, ones, 2},
                                  {.plan = {3, 3, 3, row, col, mass}, .dual = {u, v, 0}}};
        parot_check check = check_forgery(&forgery);
        assert_true(check.excess >= 2 && check.relative >= 0.5);
        assert_false(parot_is_proved(&check, PAROT_PROOF_TOLERANCE));
    }
}

/* Row 1 would gain 1e10; the plan leaves it. Not even forged: prices of 0 and -1e30 are tried. */
static void a_plan_that_costs_nothing_has_no_scale(void **state)
{
    (void)state;
    const double cost[] = {0, -1e30}, p[] = {1, 1e-20}, q[] = {1};
    int32_t row[] = {0}, col[] = {0};
    double mass[] = {0.5}, u[2] = {0, 0}, v[1] = {0};
    struct forgery forgery = {{{cost, 2, 1, 1}, p, q, 0.5},
                              {.plan = {2, 1, 1, row, col, mass}, .dual = {u, v, 0}}};
    for (int k = 0; k < 2; k++) {
        u[1] = k * 1e30;
        parot_check check = check_forgery(&forgery);
        assert_true(check.excess >= 1e10 * (1 - 1e-15) && isinf(check.relative));
    }
}

/* lambda - u - v - C in plain doubles is 0 for all pairs, and so is the gap. */
static void prices_of_1e20_do_not_swallow_the_costs(void **state)
{
    (void)state;
    const double cost[] = {0, 128, 128, 0}, halves[] = {0.5, 0.5};
    int32_t row[] = {0, 1}, col[] = {1, 0};
    double mass[] = {0.5, 0.5}, u[] = {1e20, 1e20}, v[] = {0, 0};
    struct forgery forgery = {{{cost, 2, 2, 2}, halves, halves, 1},
                              {.plan = {2, 2, 2, row, col, mass}, .dual = {u, v, 1e20}}};
    parot_check check = check_forgery(&forgery);
    assert_true(check.excess == 128 && check.relative >= 1);
}

/* Each row takes 1.5e-9 of the mass too much, which nobody would notice. */
static void small_violations_add_up(void **state)
{
    (void)state;
    enum { ROWS = 200000 };
    double *numbers = calloc(5 * ROWS, sizeof *numbers), v = 0, q = ROWS;
    int32_t *places = calloc(2 * ROWS, sizeof *places);
    double *cost = numbers, *p = cost + ROWS, *mass = p + ROWS, *u = mass + ROWS;
    for (int i = 0; i < ROWS; i++) {
        int is_cheap = i < ROWS / 2;
        cost[i] = is_cheap ? 1 : 2;
        p[i] = 1;
        mass[i] = is_cheap ? 1 + 1.5e-4 : 1 - 3e-4;
        places[i] = i;
        u[i] = is_cheap ? 1 : 0;
    }
    double total = 0.75 * ROWS;
    for (int i = ROWS / 2; i < ROWS; i++)
        mass[i] = 0.5 - 1.5e-4;
    struct forgery forgery = {
        {{cost, ROWS, 1, 1}, p, &q, total},
        {.plan = {ROWS, 1, ROWS, places, places + ROWS, mass}, .dual = {u, &v, 2}}};
    parot_check check = check_forgery(&forgery);
    assert_true(check.primal <= 2e-9);
    assert_true(check.infeasible >= 0.99e-4);
    assert_false(parot_is_proved(&check, PAROT_PROOF_TOLERANCE));
    free(numbers);
    free(places);
}

/* Entries below 0 would pay for others, and two entries of a pair are one. */
static void negative_and_repeated_entries_gain_nothing(void **state)
{
    (void)state;
    const double cost[] = {1, 2, 2, 1}, ones[] = {1, 1};
    int32_t row[] = {0, 1, 0, 0}, col[] = {0, 1, 1, 1};
    double mass[] = {0.5, 0.5, 0, 0}, u[2] = {0}, v[2] = {0};
    struct forgery forgery = {{{cost, 2, 2, 2}, ones, ones, 1},
                              {.plan = {2, 2, 4, row, col, mass}, .dual = {u, v, 1}}};
    parot_check check = check_forgery(&forgery);
    assert_true(check.excess == 0 && check.infeasible == 0 && check.bound == 1);
    mass[2] = 0.25;
    mass[3] = -0.25;
    check = check_forgery(&forgery);
    assert_true(check.infeasible >= 0.5 && check.excess > 0);
    mass[2] = mass[3] = 0.75;
    check = check_forgery(&forgery);
    assert_true(check.infeasible >= 2); /* 1 too much in row 0, 1/2 in column 1, 3/2 in all */
}

static void what_is_not_a_number_proves_nothing(void **state)
{
    (void)state;
    const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int k = 0; k < 3; k++)
        for (int place = 0; place < 4; place++) {
            const double cost[] = {1, 2, INFINITY, 1};
            int32_t row[] = {0, 1}, col[] = {0, 1};
            double mass[] = {0.5, 0.5}, u[2] = {0}, v[2] = {0}, lambda = 1;
            double *damaged[] = {&mass[0], &u[1], &v[0], &lambda};
            *damaged[place] = bad[k];
            struct forgery forgery = {{{cost, 2, 2, 2}, NULL, NULL, 1},
                                      {.plan = {2, 2, 2, row, col, mass}, .dual = {u, v, lambda}}};
            parot_check check = check_forgery(&forgery);
            assert_false(parot_is_proved(&check, PAROT_PROOF_TOLERANCE));
            assert_true(isinf(check.excess) || place == 0);
        }
}

/* u is computed from v and lambda, and what lambda asks for comes back by u: either may be as large
 * as a double can be. A v of that size proves only that the cost is above -1e305 or so. */
static void prices_up_to_the_largest_double_are_taken_as_they_are(void **state)
{
    (void)state;
    const double large[] = {1e305, DBL_MAX};
    for (int k = 0; k < 2; k++)
        for (int place = 0; place < 3; place++) {
            const double cost[] = {1, 2, INFINITY, 1};
            int32_t row[] = {0, 1}, col[] = {0, 1};
            double mass[] = {0.5, 0.5}, u[2] = {0}, v[2] = {0}, lambda = 1;
            double *price[] = {&u[1], &v[0], &lambda};
            *price[place] = large[k];
            struct forgery forgery = {{{cost, 2, 2, 2}, NULL, NULL, 1},
                                      {.plan = {2, 2, 2, row, col, mass}, .dual = {u, v, lambda}}};
            parot_check check = check_forgery(&forgery);
            assert_int_equal(parot_is_proved(&check, PAROT_PROOF_TOLERANCE), place != 1);
            assert_true(check.bound <= 1 && !isnan(check.dual) && !isnan(check.slackness) &&
                        !isnan(check.relative_gap));
        }
}

/* Mass on a forbidden pair is not a plan; no mass on it is nothing at all. */
static void forbidden_pairs_cost_infinitely_much(void **state)
{
    (void)state;
    const double cost[] = {1, 2, INFINITY, 1};
    int32_t row[] = {0, 1, 1}, col[] = {0, 1, 0};
    double mass[] = {0.5, 0.5, 0}, u[2] = {0}, v[2] = {0};
    struct forgery forgery = {{{cost, 2, 2, 2}, NULL, NULL, 1},
                              {.plan = {2, 2, 3, row, col, mass}, .dual = {u, v, 1}}};
    parot_check check = check_forgery(&forgery);
    assert_true(check.excess == 0 && check.infeasible == 0);
    mass[2] = 1e-300;
    check = check_forgery(&forgery);
    assert_true(isinf(check.excess));
}

/* ---- Prices in place of a mass ------------------------------------------- */

/* Each price moves a mass of its own, and no plan is proved for a price that moves another. */
static void a_price_is_part_of_what_is_proved(void **state)
{
    (void)state;
    const double cost[] = {1, 9, 9, 9, 2, 9, 9, 9, 4}, ones[] = {1, 1, 1};
    parot_problem problem = {{cost, 3, 3, 3}, ones, ones, 0};
    const double prices[] = {0.5, 1.5, 3, 5};
    for (int made = 0; made < 4; made++) {
        parot_result result = {0};
        assert_ok(parot_partial_lagrange(&problem, prices[made], NULL, &result, &err));
        for (int asked = 0; asked < 4; asked++) {
            parot_check check = {0};
            assert_ok(parot_certify_price(&problem, prices[asked], &result, NULL, &check, &err));
            assert_int_equal(parot_is_proved(&check, PAROT_PROOF_TOLERANCE), made == asked);
        }
        parot_result_free(&result);
    }
    parot_result nothing = {0};
    parot_check check = {0};
    assert_refused(parot_certify_price(&problem, NAN, &nothing, NULL, &check, &err), PAROT_EINVAL,
                   "price: must be finite, got nan");
}

/* A mass of 0 has one plan, which is optimal. */
static void nothing_is_proved_to_move_nothing(void **state)
{
    (void)state;
    const double cost[] = {1, -2, 3, 4};
    int32_t row = 0, col = 0;
    double mass = 1e-300, u[2] = {0}, v[2] = {0};
    struct forgery forgery = {{{cost, 2, 2, 2}, NULL, NULL, 0},
                              {.plan = {2, 2, 0, &row, &col, &mass}, .dual = {u, v, 7}}};
    parot_check check = check_forgery(&forgery);
    assert_true(check.excess == 0 && check.relative == 0 && check.infeasible == 0);
    forgery.result.plan.count = 1;
    check = check_forgery(&forgery);
    assert_true(isinf(check.infeasible));
}

/* ---- Infeasible problems ------------------------------------------------- */

/* Rows 0 and 1 share column 0: at most 1 + 1 of 3 can move. */
static void a_cut_proves_that_a_mass_cannot_move(void **state)
{
    (void)state;
    const double cost[] = {1, INFINITY, INFINITY, 1, INFINITY, INFINITY, 7, 8, 9};
    const double ones[] = {1, 1, 1};
    struct forgery forgery = {{{cost, 3, 3, 3}, ones, ones, 2.5}, {.mass = 0}};
    int status = parot_partial(&forgery.problem, NULL, &forgery.result, NULL);
    assert_int_equal(status, PAROT_EINFEASIBLE);
    parot_check check = check_forgery(&forgery);
    assert_true(parot_is_proved(&check, 0) && check.excess == 0 && isinf(check.bound));

    forgery.problem.mass = 2; /* can move */
    check = check_forgery(&forgery);
    assert_false(parot_is_proved(&check, PAROT_PROOF_TOLERANCE));
    forgery.problem.mass = 2.5;
    parot_cut cut = forgery.result.cut;
    for (int k = 0; k < 2; k++) { /* a cut that leaves pairs uncovered */
        forgery.result.cut = cut;
        forgery.result.cut.rows -= k == 0;
        forgery.result.cut.cols -= k == 1;
        check = check_forgery(&forgery);
        assert_false(parot_is_proved(&check, PAROT_PROOF_TOLERANCE));
    }
    forgery.result.cut = cut;
    int32_t row = cut.row[0];
    cut.row[0] = 3;
    assert_refused(parot_certify(&forgery.problem, &forgery.result, NULL, &check, &err),
                   PAROT_EINVAL, "cut");
    cut.row[0] = row;
    parot_result_free(&forgery.result);
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
        assert_non_null(strstr(why.message, "certificate: stopped (cancelled) after"));
        assert_true(check.excess == -7 && left == -1);
    }
}

static void a_check_can_be_stopped_before_every_row(void **state)
{
    (void)state;
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

static void the_check_of_a_cut_can_be_stopped_before_every_row(void **state)
{
    (void)state;
    const double cost[] = {INFINITY, 1, INFINITY, 1, INFINITY, 1};
    const parot_problem problem = {{cost, 3, 2, 2}, NULL, NULL, 0.9};
    parot_result result = {0};
    assert_int_equal(parot_partial(&problem, NULL, &result, NULL), PAROT_EINFEASIBLE);
    assert_int_equal(stop_everywhere(&problem, NULL, &result), 3);
    parot_result_free(&result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_true_answer_is_accepted),
        cmocka_unit_test(a_changed_mass_is_noticed),
        cmocka_unit_test(a_changed_price_is_noticed),
        cmocka_unit_test(a_worse_plan_is_noticed),
        cmocka_unit_test(huge_prices_do_not_hide_a_worse_plan),
        cmocka_unit_test(tiny_masses_are_certified),
        cmocka_unit_test(claims_are_not_believed),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(an_enormous_cost_nobody_pays_does_not_hide_a_lie),
        cmocka_unit_test(a_speck_of_mass_at_an_enormous_cost_sets_no_scale),
        cmocka_unit_test(a_plan_that_costs_nothing_has_no_scale),
        cmocka_unit_test(prices_of_1e20_do_not_swallow_the_costs),
        cmocka_unit_test(small_violations_add_up),
        cmocka_unit_test(negative_and_repeated_entries_gain_nothing),
        cmocka_unit_test(what_is_not_a_number_proves_nothing),
        cmocka_unit_test(prices_up_to_the_largest_double_are_taken_as_they_are),
        cmocka_unit_test(forbidden_pairs_cost_infinitely_much),
        cmocka_unit_test(a_price_is_part_of_what_is_proved),
        cmocka_unit_test(nothing_is_proved_to_move_nothing),
        cmocka_unit_test(a_cut_proves_that_a_mass_cannot_move),
        cmocka_unit_test(a_check_can_be_stopped_before_every_row),
        cmocka_unit_test(the_check_of_a_cut_can_be_stopped_before_every_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
