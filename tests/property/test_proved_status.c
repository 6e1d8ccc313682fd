/* test_proved_status.c - "solved" is said of what the certificate proves, and of nothing else.
 *
 * Numbers at the edge of double and over hundreds of orders of magnitude: what can be proved in
 * doubles is, and where it cannot be the status is PAROT_UNPROVED, with a bound that is true.
 */
#include <float.h>

#include "test.h"

static parot_check check_of(const parot_problem *problem, const parot_result *result)
{
    parot_check check = {.excess = -1};
    assert_ok(parot_certify(problem, result, NULL, &check, &err));
    return check;
}

static int is_proved(const parot_problem *problem, const parot_result *result)
{
    parot_check check = check_of(problem, result);
    return parot_is_proved(&check, PAROT_PROOF_TOLERANCE);
}

static void assert_proved(const parot_problem *problem)
{
    AUTO(parot_result, result);
    assert_ok(parot_partial(problem, NULL, &result, &err));
    assert_true(is_proved(problem, &result));
    assert_true(isfinite(result.bound) && result.bound <= result.objective);
}

/* ---- What can be proved -------------------------------------------------- */

TEST(costs_up_to_the_largest_double_are_proved)
{
    const double ones[] = {1, 1, 1};
    const double cost[] = {-DBL_MAX, 2e-16, 1e-236, -2e-218, -1e-147, 7.875};
    assert_proved(&(parot_problem){{cost, 3, 2, 2}, ones, ones, 1.4453125});
    const double one_row[] = {-1.3e-305, -5.3e303, -7.1e-304, -1.7e38}, three[] = {3};
    const double wide[] = {3, 3, 3, 4};
    assert_proved(&(parot_problem){{one_row, 1, 4, 4}, three, wide, 2.98828125});
}

/* v = lambda - cost = DBL_MAX + 1e16 rounds to no double above; the largest one will do. */
TEST(a_price_just_beyond_double_is_cut_and_still_proves)
{
    const double p[] = {1e16, 1.4e29, DBL_MAX}, q[] = {0.5, 1, 1};
    const double cost[] = {4.2e161, 1e16, 1e16, -DBL_MAX, 2.8e20, 1e-8, 1e16, 1e16, 1.1e-8};
    assert_proved(&(parot_problem){{cost, 3, 3, 3}, p, q, 2.5});
}

TEST(a_mass_of_the_largest_double_is_proved)
{
    const double p[] = {10.375, 0.25, DBL_MAX}, q[] = {10.375, 2.5, 0, DBL_MAX};
    const double cost[] = {2.5, 0.25, 0.25, 0.25, 0x1p53, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25};
    assert_proved(&(parot_problem){{cost, 3, 4, 4}, p, q, DBL_MAX});
}

TEST(the_largest_prices_to_ask_for_are_proved)
{
    const double weights[] = {1, 2}, cost[] = {1, 2, 3, 1e300};
    const double prices[] = {-DBL_MAX, DBL_MAX, 1e300};
    parot_problem problem = {{cost, 2, 2, 2}, weights, weights, 0};
    for (int k = 0; k < 3; k++) {
        AUTO(parot_result, result);
        parot_check check = {0};
        assert_ok(parot_partial_lagrange(&problem, prices[k], NULL, &result, &err));
        assert_ok(parot_certify_price(&problem, prices[k], &result, NULL, &check, &err));
        assert_true(parot_is_proved(&check, PAROT_PROOF_TOLERANCE));
    }
}

/* All of p moves, so that lambda may be any large number: with 2.5e8 in place of 2.5e6, the last
 * digit of the mass alone would cost 2e-9 of the whole. */
TEST(prices_far_above_the_mean_cost_are_replaced_by_smaller_ones)
{
    const double p[] = {3, 1e-6, 3, 5e-6, 5e-6, 3}, q[] = {3, 3, 1e-6, 3, 3};
    const double cost[] = {1.625e12, 2.5e6,    2.875,    2.875,    2.5e6,    /**/
                           2.5e8,    2.5e6,    2.5e6,    2.5e6,    1.625e12, /**/
                           2.875,    1.625e12, 1.625e12, 2.5e8,    2.875,    /**/
                           2.5e6,    2.5e6,    2.5e8,    1.625e12, 1.625e12, /**/
                           2.5e6,    2.5e8,    2.5e6,    1.625e12, 2.5e6,    /**/
                           2.5e8,    2.875,    1.625e12, 2.5e8,    2.5e8};
    parot_problem problem = {{cost, 6, 5, 5}, p, q, 9.000011};
    AUTO(parot_result, result);
    assert_ok(parot_partial(&problem, NULL, &result, &err));
    assert_true(check_of(&problem, &result).relative <= 1e-10);
}

TEST(a_kept_solver_proves_what_follows_a_jump_of_the_costs)
{
    const double p[] = {0.6, 0.8, 0.5}, q[] = {0.4, 0.7, 0.9};
    const double pattern[] = {1, 3, 2, 4, 1, 5, 2, 6, 1};
    const double sizes[] = {1e-300, 8e29, 1e-300, 1e300, 1, 8e29};
    double cost[9];
    parot_solver *solver = NULL;
    assert_ok(parot_solver_new(
        &(parot_problem){.cost = {.rows = 3, .cols = 3}, .p = p, .q = q, .mass = 1.5}, NULL,
        &solver, &err));
    for (int round = 0; round < 6; round++) { /* another size each time, and another order */
        for (int k = 0; k < 9; k++)
            cost[k] = pattern[k * (1 + round) % 9] * sizes[round];
        parot_problem problem = {{cost, 3, 3, 3}, p, q, 1.5};
        AUTO(parot_result, kept, fresh);
        assert_ok(parot_solver_solve(solver, problem.cost, &kept, &err));
        assert_ok(parot_partial(&problem, NULL, &fresh, &err));
        assert_true(is_proved(&problem, &kept) && is_proved(&problem, &fresh));
        assert_true(fabs(kept.objective - fresh.objective) <= 1e-12 * fabs(fresh.objective));
        for (int i = 0; i < 3; i++)
            assert_true(isfinite(kept.dual.u[i]) && isfinite(kept.dual.v[i]));
    }
    parot_solver_free(solver);
}

/* ---- Penalties beside ordinary costs ------------------------------------- */

enum { SIDE = 40 };

/* Costs in [0, 1); the last row, of weight 1e-6, costs `penalty` wherever it goes. */
static void fill_penalised(double *cost, double *p, double *q, double penalty)
{
    uint64_t state = 12345;
    for (int k = 0; k < SIDE * SIDE; k++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        cost[k] = k / SIDE == SIDE - 1 ? penalty : (double)(state >> 40) / 0x1p24;
    }
    for (int i = 0; i < SIDE; i++) {
        p[i] = i == SIDE - 1 ? 1e-6 : 1;
        q[i] = 1;
    }
}

/* <C,T> of all rows but the last */
static double ordinary_part(const parot_problem *problem, const parot_plan *plan)
{
    long double sum = 0;
    for (int64_t k = 0; k < plan->count; k++)
        if (plan->row[k] < SIDE - 1)
            sum +=
                (long double)plan->mass[k] * problem->cost.data[plan->row[k] * SIDE + plan->col[k]];
    return (double)sum;
}

/* A constant for one row changes no comparison: the rest of the plan is as good as without it. */
TEST(a_penalty_row_leaves_the_ordinary_part_at_its_own_optimum)
{
    const double penalties[] = {0, 1e9, 1e12};
    double cost[SIDE * SIDE], p[SIDE], q[SIDE], best = 0;
    for (int k = 0; k < 3; k++) {
        AUTO(parot_result, result);
        fill_penalised(cost, p, q, penalties[k]);
        parot_problem problem = {{cost, SIDE, SIDE, SIDE}, p, q, SIDE - 1 + 1e-6};
        assert_ok(parot_partial(&problem, NULL, &result, &err));
        assert_true(is_proved(&problem, &result));
        double ordinary = ordinary_part(&problem, &result.plan);
        best = k == 0 ? ordinary : best;
        assert_true(fabs(ordinary - best) <= 1e-12 * best);
    }
}

/* ---- What cannot --------------------------------------------------------- */

/* A weight of 3e-140 beside a mass of 1 is less than 2^-120 of it and counts as nothing; but at
 * -2.7e187 a unit it is worth more than all the rest. */
static const double speck_p[] = {1, 2, 1}, speck_q[] = {1.25, 3e-140, 1e300, 0.5};
static const double speck_cost[] = {DBL_MAX, 9.5,   1.4e15, 11,       5.4e-215, 1.1e-32,
                                    1e-300,  6.625, 1e-142, -2.7e187, 3.75,     5.3e-68};

TEST(a_weight_too_small_for_the_units_leaves_the_answer_unproved)
{
    parot_problem problem = {{speck_cost, 3, 4, 4}, speck_p, speck_q, 1.6875};
    AUTO(parot_result, result);
    assert_int_equal(parot_partial(&problem, NULL, &result, NULL), PAROT_UNPROVED);
    assert_int_equal(result.status, PAROT_UNPROVED);
    assert_string_equal(parot_status_name(result.status), "not proved");
    assert_false(is_proved(&problem, &result));
    assert_true(isfinite(result.bound) && result.bound <= -2.7e187 * 3e-140);
}

TEST(a_kept_solver_and_a_price_say_so_as_well)
{
    parot_problem problem = {{speck_cost, 3, 4, 4}, speck_p, speck_q, 1.6875};
    parot_solver *solver = NULL;
    parot_result result = {0};
    assert_ok(parot_solver_new(
        &(parot_problem){
            .cost = {.rows = 3, .cols = 4}, .p = speck_p, .q = speck_q, .mass = 1.6875},
        NULL, &solver, &err));
    assert_int_equal(parot_solver_solve(solver, problem.cost, &result, NULL), PAROT_UNPROVED);
    parot_result_free(&result);
    parot_solver_free(solver);
    assert_int_equal(parot_partial_lagrange(&problem, 1e-200, NULL, &result, NULL), PAROT_UNPROVED);
    assert_true(isfinite(result.bound) && result.bound <= result.objective);
    parot_result_free(&result);
}

/* Prices of twice the largest double are none, and the bound is that of what is left of them. */
TEST(prices_of_twice_the_largest_double_prove_nothing_false)
{
    const double halves[] = {0.5, 0.25}, cost[] = {-DBL_MAX, DBL_MAX, DBL_MAX, DBL_MAX};
    parot_problem problem = {{cost, 2, 2, 2}, halves, halves, 0.75};
    AUTO(parot_result, result);
    parot_status status = parot_partial(&problem, NULL, &result, NULL);
    assert_true(status == PAROT_ENUMERIC || status >= 0);
    if (status >= 0) {
        assert_int_equal(status == PAROT_OK, is_proved(&problem, &result));
        assert_true(result.bound <= result.objective && isfinite(result.dual.v[0]));
    }
}

/* One pair carries all, and no unit measures both weights: the solver's mass and the certificate's
 * differ in no digit, wherever the rule draws its line. */
TEST(solver_and_certificate_agree_on_what_the_maximum_is)
{
    for (int part = 0; part < 50; part++) {
        const double cost[] = {1}, p[] = {sqrt(1 + part / 53.0)}, q[] = {2.718281828459045};
        double mass = p[0];
        for (int k = 0; k < 40; k++, mass = nextafter(mass, 0)) {
            parot_problem problem = {{cost, 1, 1, 1}, p, q, mass};
            AUTO(parot_result, result);
            assert_ok(parot_partial(&problem, NULL, &result, &err));
            long double below = (long double)p[0] - mass;
            assert_true((result.mass == p[0]) == (below <= 16.25L * DBL_EPSILON * p[0]));
            assert_true(check_of(&problem, &result).infeasible == 0);
        }
    }
}
