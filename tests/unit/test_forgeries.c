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
            assert_true(isinf(check.excess) && check.bound == -INFINITY);
            assert_true(isinf(check.relative) && isinf(check.infeasible) && isinf(check.primal));
            assert_true(isinf(check.dual) && isinf(check.slackness) && isinf(check.relative_gap));
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

/* The node with weight may only meet node 0 of the other side, which has too little for it. */
TEST(nodes_without_weight_need_no_cover)
{
    for (int k = 0; k < 4; k++) {
        int heavy = k % 2, is_turned = k / 2;
        double cost[] = {1, 1, 1, 1}, weights[] = {1 - heavy, heavy}, few[] = {0.2, 0.8};
        int32_t node = 0;
        cost[is_turned ? 2 + heavy : 2 * heavy + 1] = INFINITY;
        struct forgery forgery = {
            {{cost, 2, 2, 2}, is_turned ? few : weights, is_turned ? weights : few, 0.5},
            {.status = PAROT_EINFEASIBLE, .cut = {is_turned, !is_turned, &node, &node, 0}}};
        parot_check check = check_forgery(&forgery);
        assert_true(parot_is_proved(&check, 0));
    }
}

TEST(uniform_weights_of_a_cut_are_fractions)
{
    const double cost[] = {1, 1, 1, 1, INFINITY, INFINITY};
    int32_t nodes[] = {0, 1};
    struct forgery forgery = {{{cost, 3, 2, 2}, NULL, NULL, 0.9},
                              {.status = PAROT_EINFEASIBLE, .cut = {2, 0, nodes, NULL, 0}}};
    parot_check check = check_forgery(&forgery);
    assert_true(parot_is_proved(&check, 0));
    forgery.problem.mass = 0.6; /* two rows of three can move that */
    check = check_forgery(&forgery);
    assert_false(parot_is_proved(&check, PAROT_PROOF_TOLERANCE));
    const parot_cut wrong[] = {{-1, 0, nodes, nodes, 0},
                               {0, -1, nodes, nodes, 0},
                               {1, 0, NULL, nodes, 0},
                               {0, 1, nodes, NULL, 0}};
    for (int k = 0; k < 4; k++) {
        forgery.result.cut = wrong[k];
        assert_refused(parot_certify(&forgery.problem, &forgery.result, NULL, &check, &err),
                       PAROT_EINVAL, "cut must be rows below 3 and columns below 2");
    }
}

/* ---- What a plan misses --------------------------------------------------- */

/* One row, and a column that has room; at a price, so that no mass can be missed. */
static parot_check check_row(int32_t count, double *mass)
{
    const double cost = 1, p = 1, q = DBL_MAX;
    FREED int32_t *places = calloc((size_t)count, sizeof *places);
    double u = 0, v = 0;
    parot_problem problem = {{&cost, 1, 1, 1}, &p, &q, 0};
    parot_result result = {.plan = {1, 1, count, places, places, mass}, .dual = {&u, &v, 1}};
    parot_check check = {0};
    assert_ok(parot_certify_price(&problem, 1, &result, NULL, &check, &err));
    return check;
}

TEST(a_row_that_carries_too_much_misses_as_much)
{
    double four = 4, largest[] = {DBL_MAX, DBL_MAX};
    parot_check check = check_row(1, &four);
    assert_true(check.infeasible >= 0.75 && check.infeasible <= 0.75 + 1e-15);
    check = check_row(2, largest); /* the sum is no double */
    assert_true(isinf(check.infeasible) && isinf(check.excess));
}

/* Each speck is too small for the two doubles that hold the sum of the row. */
TEST(specks_that_a_sum_cannot_hold_are_missed_as_well)
{
    enum { SPECKS = 1000 };
    double mass[2 + SPECKS] = {1, 0x1p-53};
    for (int k = 0; k < SPECKS; k++)
        mass[2 + k] = 0.9 * 0x1p-107;
    assert_true(check_row(2 + SPECKS, mass).infeasible >= 0x1p-53 * (1 + 890 * 0x1p-54));
}

/* What moves differs from what should by a little more than a double, or a little less. */
TEST(a_mass_that_is_missed_is_rounded_up)
{
    const double cost = 1, two = 2;
    int32_t places[] = {0, 0};
    double u = 0, v = 0;
    for (int k = 0; k < 200; k++)
        for (int kind = 0; kind < 3; kind++) {
            double s = 0.5 + 0.001 * k, little = 0x1p-54 - 0x1p-62;
            double mass[] = {kind ? 0.95 : 0.25, kind == 0   ? 0x1p-62
                                                 : kind == 1 ? little
                                                             : -little};
            struct forgery forgery = {
                {{&cost, 1, 1, 1}, &two, &two, s},
                {.plan = {1, 1, 2, places, places, mass}, .dual = {&u, &v, 1}}};
            parot_check check = check_forgery(&forgery);
            long double off =
                fabsl((long double)mass[0] - s + fabs(mass[1])); /* with what is < 0 */
            assert_true(kind == 2 || (long double)check.primal * s >= off);
            assert_true((long double)check.infeasible * s >= off);
        }
}

/* Of 1 + 2^-60 a unit is missed: less than all of it, but by less than a double can say. */
TEST(a_share_of_what_should_move_is_rounded_up)
{
    const double cost[] = {1, 1, 1, 1}, p[] = {1, 0x1p-60}, ones[] = {1, 1};
    int32_t place = 1;
    double mass = 0x1p-60, u[2] = {0}, v[2] = {0};
    struct forgery forgery = {{{cost, 2, 2, 2}, p, ones, 1},
                              {.plan = {2, 2, 1, &place, &place, &mass}, .dual = {u, v, 1}}};
    assert_true(check_forgery(&forgery).infeasible >= 1);
}

/* 2000 weights: the maximum reaches from 266 2^-52 below it to 1e-12 + 2000 2^-52 above
 * (partial.h). */
TEST(a_mass_near_the_maximum_means_the_maximum)
{
    enum { ROWS = 1999 };
    const double off[] = {-6.2e-14, -5.6e-14, 1.4e-12, 1.5e-12}, q = ROWS;
    double cost[ROWS], ones[ROWS], u[ROWS] = {0}, v = 0;
    int32_t row[ROWS], col[ROWS] = {0};
    for (int i = 0; i < ROWS; i++) {
        cost[i] = ones[i] = 1;
        row[i] = i;
    }
    for (int k = 0; k < 4; k++) {
        struct forgery forgery = {{{cost, ROWS, 1, 1}, ones, &q, ROWS * (1 + off[k])},
                                  {.plan = {ROWS, 1, ROWS, row, col, ones}, .dual = {u, &v, 1}}};
        assert_int_equal(check_forgery(&forgery).infeasible == 0, k == 1 || k == 2);
    }
}

/* At a price of 10: column 1 may take one more unit, at 10, of what column 0 takes three too much
 * of, at 9; a row may then carry 5, and not the 2 of the problem. */
TEST(a_plan_beyond_its_weights_is_compared_with_all_that_may_move_then)
{
    const double cost[] = {1, 0}, p = 5, ones[] = {1, 1};
    int32_t row = 0, col = 0;
    double four = 4, u = 0, v[] = {0, 1};
    parot_problem problem = {{cost, 1, 2, 2}, &p, ones, 0};
    parot_result result = {.plan = {1, 2, 1, &row, &col, &four}, .dual = {&u, v, 10}};
    parot_check check = {0};
    assert_ok(parot_certify_price(&problem, 10, &result, NULL, &check, &err));
    assert_true(check.excess >= 10);
}

/* 1 + 2^-60 could move, and earn 9 a unit. */
TEST(all_that_may_move_is_rounded_up)
{
    const double cost[] = {1, 1}, p = 5, q[] = {1, 0x1p-60};
    double u = 0, v[2] = {0};
    parot_problem problem = {{cost, 1, 2, 2}, &p, q, 0};
    parot_result result = {.plan = {1, 2, 0, NULL, NULL, NULL}, .dual = {&u, v, 10}};
    parot_check check = {0};
    assert_ok(parot_certify_price(&problem, 10, &result, NULL, &check, &err));
    assert_true(check.excess > 9 && check.excess < 9 * (1 + 1e-15));
}

/* ---- The least of a row ---------------------------------------------------- */

/* All v + C but one are 1 - 2^-60 k, which is rounded to 1; a row of 2^60 pays for the least one.
 */
static void check_wide_row(int32_t count, int32_t at, double *cost, double *v, double *q)
{
    const double p = 0x1p60;
    double u = 0;
    for (int32_t j = 0; j < count; j++) {
        cost[j] = -0x1p-60 * (1 + j % 50);
        q[j] = j ? 128 : 0x1p60 - 128.0 * (count - 1);
        v[j] = 1;
    }
    parot_problem problem = {{cost, 1, count, count}, &p, q, p};
    parot_result result = {.plan = {1, count, 0, NULL, NULL, NULL}, .dual = {&u, v, 1}};
    const double least[] = {-0x1p-60 * 60, -0x1p-40}, bound[] = {-60, -0x1p20};
    parot_check check = {0};
    for (int k = 0; k < 2; k++) {
        cost[at] = least[k];
        assert_ok(parot_certify(&problem, &result, NULL, &check, &err));
        assert_true(check.bound == bound[k]);
    }
    for (int k = 0; k < 2; k++) {
        cost[at] = k ? NAN : -INFINITY;
        assert_refused(parot_certify(&problem, &result, NULL, &check, &err), PAROT_EINVAL, "cost");
    }
}

TEST(the_least_of_a_row_is_found_wherever_it_is)
{
    enum { MOST = 33000 };
    const int32_t counts[] = {1, 31, 32, 33, 65, 256, 257, 300, 1000, 16384, 16385, 20001, MOST};
    FREED double *numbers = malloc(3 * MOST * sizeof *numbers);
    for (int k = 0; k < 13; k++)
        for (int place = 0; place < 8; place++)
            check_wide_row(counts[k], (int32_t)((int64_t)(counts[k] - 1) * place / 7), numbers,
                           numbers + MOST, numbers + 2 * MOST);
}

/* v + C = -2.5e308 */
TEST(sums_beyond_the_range_prove_nothing)
{
    const double cost = -1e308, b = 1.5e308;
    double u = 0, v = -1.5e308;
    parot_problem problem = {{&cost, 1, 1, 1}, NULL, NULL, 0};
    parot_prices prices = {.target = &b};
    parot_result result = {.plan = {1, 1, 0, NULL, NULL, NULL}, .dual = {&u, &v, 0}};
    parot_check check = {0};
    assert_ok(parot_certify_prices(&problem, &prices, &result, NULL, &check, &err));
    assert_true(isinf(check.excess));
}
