/* test_forgeries.c - plans and prices made up to look like proofs, which prove nothing. */
#include <float.h>

#include "instances.h"
#include "test.h"

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
TEST(a_speck_of_mass_at_an_enormous_cost_sets_no_scale)
{
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
TEST(a_plan_that_costs_nothing_has_no_scale)
{
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
TEST(prices_of_1e20_do_not_swallow_the_costs)
{
    const double cost[] = {0, 128, 128, 0}, halves[] = {0.5, 0.5};
    int32_t row[] = {0, 1}, col[] = {1, 0};
    double mass[] = {0.5, 0.5}, u[] = {1e20, 1e20}, v[] = {0, 0};
    struct forgery forgery = {{{cost, 2, 2, 2}, halves, halves, 1},
                              {.plan = {2, 2, 2, row, col, mass}, .dual = {u, v, 1e20}}};
    parot_check check = check_forgery(&forgery);
    assert_true(check.excess == 128 && check.relative >= 1);
}

/* Each row takes 1.5e-9 of the mass too much, which nobody would notice. */
TEST(small_violations_add_up)
{
    enum { ROWS = 200000 };
    double v = 0, q = ROWS;
    FREED double *numbers = calloc(5 * ROWS, sizeof *numbers);
    FREED int32_t *places = calloc(2 * ROWS, sizeof *places);
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
}

/* Entries below 0 would pay for others, and two entries of a pair are one. */
TEST(negative_and_repeated_entries_gain_nothing)
{
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

TEST(what_is_not_a_number_proves_nothing)
{
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
TEST(prices_up_to_the_largest_double_are_taken_as_they_are)
{
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
TEST(forbidden_pairs_cost_infinitely_much)
{
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

/* A mass of 0 has one plan, which is optimal. */
TEST(nothing_is_proved_to_move_nothing)
{
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

/* Rows 0 and 1 share column 0: at most 1 + 1 of 3 can move. */
TEST(a_cut_proves_that_a_mass_cannot_move)
{
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
