/* test_judge.c - plans of known quality: exact ones of ours and of GLPK's, exact ones that were
 * made worse by a known amount, and ones that are no plans. */
#include "glpk_problem.h"
#include "test.h"

enum { OWN = 600, WORSE = 300, LINEAR = 100, CLOUD = 700, MOST = 64 };

static parot_judgement judged(const parot_problem *problem, parot_plan plan, double mass)
{
    parot_judgement judgement = {0};
    parot_problem asked = *problem;
    parot_given_plan given = {.plan = plan};
    asked.mass = mass;
    assert_ok(parot_judge(&asked, &given, NULL, &judgement, &err));
    return judgement;
}

/* ---- Exact plans -------------------------------------------------------- */

TEST(plans_of_the_solver_are_called_exact)
{
    int unproved = 0;
    for (uint64_t number = 0; number < OWN; number++) {
        AUTO(parot_result, result);
        MADE(instance, instance, number, 12);
        parot_status status = parot_partial(&instance.problem, NULL, &result, NULL);
        assert_true(status == PAROT_OK || status == PAROT_UNPROVED);
        if (status == PAROT_OK) {
            parot_judgement own = judged(&instance.problem, result.plan, 0);
            parot_judgement asked = judged(&instance.problem, result.plan, instance.problem.mass);
            if (own.verdict != PAROT_VERDICT_EXACT || asked.verdict != PAROT_VERDICT_EXACT)
                fail_msg("instance %d (%s): %s and %s, excess %g of %g, missed %g", (int)number,
                         instance.family, parot_verdict_name(own.verdict),
                         parot_verdict_name(asked.verdict), own.excess, own.objective,
                         own.missed_relative);
            assert_close(own.objective, result.objective, 1e-12);
            assert_close(own.mass, result.mass, 1e-12);
        }
        unproved += status == PAROT_UNPROVED;
    }
    assert_true(unproved < OWN / 20);
}

/* The plan is dense, as it comes. */
static int solve_by_glpk(const parot_problem *problem, parot_plan *plan)
{
    int m = (int)problem->cost.cols, pairs = (int)problem->cost.rows * m;
    glp_prob *lp = glpk_build(problem, 1, 1);
    int is_solved = glpk_solve(lp);
    for (int k = 0; k < pairs; k++)
        plan->row[k] = k / m, plan->col[k] = k % m, plan->mass[k] = glp_get_col_prim(lp, k + 1);
    plan->count = pairs;
    glp_delete_prob(lp);
    return is_solved;
}

struct drawn {
    parot_problem problem;
    double cost[MOST * MOST], p[MOST], q[MOST];
};

/* Costs in (0, 1), weights of total about 1 that add up to different sums. */
static void draw(struct drawn *drawn, uint64_t seed, int64_t n, int64_t m)
{
    test_fill(drawn->cost, n * m, 3 * seed);
    for (int64_t i = 0; i < n; i++)
        drawn->p[i] = (0.2 + test_uniform(3 * seed + 1, (uint64_t)i)) / (double)n;
    for (int64_t j = 0; j < m; j++)
        drawn->q[j] = (0.2 + test_uniform(3 * seed + 2, (uint64_t)j)) / (double)m;
    drawn->problem =
        (parot_problem){.cost = {drawn->cost, n, m, m}, .p = drawn->p, .q = drawn->q, .mass = 0};
    double most = fmin(test_total(drawn->p, n), test_total(drawn->q, m));
    drawn->problem.mass = seed % 3 == 0 ? most : most * (0.3 + 0.2 * (double)(seed % 4));
}

static int32_t rows[MOST * MOST + 4], cols[MOST * MOST + 4];
static double masses[MOST * MOST + 4];

TEST(plans_of_a_linear_programme_are_called_exact)
{
    static struct drawn drawn;
    int compared = 0;
    for (uint64_t seed = 0; seed < LINEAR; seed++) {
        draw(&drawn, seed, 6 + (int64_t)(seed % 9), 5 + (int64_t)(seed % 11));
        parot_plan plan = {drawn.problem.cost.rows, drawn.problem.cost.cols, 0, rows, cols, masses};
        if (!solve_by_glpk(&drawn.problem, &plan))
            continue;
        parot_judgement judgement = judged(&drawn.problem, plan, 0);
        if (judgement.verdict != PAROT_VERDICT_EXACT)
            fail_msg("problem %d: %s, excess %g, missed %g", (int)seed,
                     parot_verdict_name(judgement.verdict), judgement.excess,
                     judgement.missed_relative);
        compared++;
    }
    assert_true(compared >= LINEAR * 9 / 10);
}

/* ---- Plans of known excess ---------------------------------------------- */

static void copy_plan(const parot_plan *from, parot_plan *plan)
{
    *plan = (parot_plan){from->rows, from->cols, from->count, rows, cols, masses};
    memcpy(rows, from->row, (size_t)from->count * sizeof *rows);
    memcpy(cols, from->col, (size_t)from->count * sizeof *cols);
    memcpy(masses, from->mass, (size_t)from->count * sizeof *masses);
}

/* Moves `share` of the smaller of two entries around the cycle that they make with the pairs
 * (i, l) and (k, j), which are appended, also where the plan has them. Rows and columns carry what
 * they did. Returns what that costs, from the costs alone. */
static long double worsen(const parot_problem *problem, parot_plan *plan, int64_t one,
                          int64_t other, double share)
{
    int32_t i = plan->row[one], j = plan->col[one], k = plan->row[other], l = plan->col[other];
    double moved = ldexp(round(ldexp(share * fmin(plan->mass[one], plan->mass[other]), 40)), -40);
    long double cost = (long double)cost_of(problem, i, l) + cost_of(problem, k, j) -
                       cost_of(problem, i, j) - cost_of(problem, k, l);
    plan->mass[one] -= moved;
    plan->mass[other] -= moved;
    plan->row[plan->count] = i, plan->col[plan->count] = l, plan->mass[plan->count++] = moved;
    plan->row[plan->count] = k, plan->col[plan->count] = j, plan->mass[plan->count++] = moved;
    return cost * moved;
}

TEST(known_excess_is_found_to_nine_digits)
{
    static struct drawn drawn;
    double worst = 0;
    int compared = 0;
    for (uint64_t seed = 0; seed < WORSE; seed++) {
        AUTO(parot_result, result);
        parot_plan plan;
        draw(&drawn, seed, 8 + (int64_t)(seed % 50), 9 + (int64_t)(seed % 40));
        assert_ok(parot_partial(&drawn.problem, NULL, &result, &err));
        copy_plan(&result.plan, &plan);
        int64_t last = plan.count - 1;
        double excess = (double)worsen(&drawn.problem, &plan, 0, last, 0.5);
        parot_judgement judgement = judged(&drawn.problem, plan, 0);
        if (excess > 1e-6 * result.objective) {
            double error = fabs(judgement.excess - excess) / excess;
            worst = fmax(worst, error);
            if (!(error <= 1e-9) || judgement.verdict != PAROT_VERDICT_ABOVE)
                fail_msg("problem %d: excess %.17g, known %.17g, %s", (int)seed, judgement.excess,
                         excess, parot_verdict_name(judgement.verdict));
            assert_close(judgement.above, excess / result.objective, 1e-9);
            assert_close(judgement.objective - judgement.optimum, excess, 1e-12);
            compared++;
        }
    }
    print_message("%d plans, largest relative error of the excess %.2g\n", compared, worst);
    assert_true(compared > WORSE * 3 / 4);
}

/* CLOUD points in the plane each. */
static void fill_clouds(double *x, double *y)
{
    for (int k = 0; k < CLOUD * 2; k++) {
        x[k] = test_uniform(1, (uint64_t)k);
        y[k] = test_uniform(2, (uint64_t)k);
    }
}

TEST(clouds_are_judged_without_a_matrix)
{
    static double x[CLOUD * 2], y[CLOUD * 2], cost[CLOUD * CLOUD];
    fill_clouds(x, y);
    parot_points_problem clouds = {
        .x = {x, CLOUD, 2, 2}, .y = {y, CLOUD, 2, 2}, .metric = PAROT_METRIC_EUCLIDEAN};
    parot_problem problem = {.cost = {cost, CLOUD, CLOUD, CLOUD}};
    assert_ok(parot_cost(clouds.x, clouds.y, clouds.metric, NULL, cost, &err));
    for (int round = 0; round < 3; round++) {
        AUTO(parot_result, result);
        parot_judgement judgement = {0};
        parot_points_problem asked = clouds;
        asked.mass = round == 2 ? 1 : 0.3 + 0.3 * round;
        assert_ok(parot_partial_points(&asked, NULL, &result, &err));
        parot_given_plan given = {0};
        copy_plan(&result.plan, &given.plan);
        assert_ok(parot_judge_points(&clouds, &given, NULL, &judgement, &err));
        assert_int_equal(judgement.verdict, PAROT_VERDICT_EXACT);
        double excess = (double)worsen(&problem, &given.plan, 0, given.plan.count - 1, 0.25);
        assert_ok(parot_judge_points(&clouds, &given, NULL, &judgement, &err));
        assert_int_equal(judgement.verdict, PAROT_VERDICT_ABOVE);
        assert_true(fabs(judgement.excess - excess) <= 1e-9 * excess);
    }
}

/* Prices that came with a plan give the bound; weak ones make it weak, not wrong. */
TEST(given_prices_take_the_place_of_the_solve)
{
    static struct drawn drawn;
    AUTO(parot_result, result);
    parot_judgement judgement = {0};
    static double nothing[MOST];
    draw(&drawn, 7, 20, 30);
    assert_ok(parot_partial(&drawn.problem, NULL, &result, &err));
    parot_given_plan given = {.plan = result.plan, .dual = &result.dual};
    assert_ok(parot_judge(&drawn.problem, &given, NULL, &judgement, &err));
    assert_int_equal(judgement.verdict, PAROT_VERDICT_EXACT);
    assert_true(isnan(judgement.optimum));
    parot_dual weak = {nothing, nothing, 0};
    given.dual = &weak;
    assert_ok(parot_judge(&drawn.problem, &given, NULL, &judgement, &err));
    assert_int_equal(judgement.verdict, PAROT_VERDICT_WITHIN);
    assert_true(judgement.bound < result.objective && judgement.excess > 0);
}

/* ---- At prices ---------------------------------------------------------- */

static parot_judgement judged_at(const parot_problem *problem, parot_plan plan,
                                 const parot_prices *prices)
{
    parot_judgement judgement = {0};
    parot_given_plan given = {.plan = plan, .prices = prices};
    assert_ok(parot_judge(problem, &given, NULL, &judgement, &err));
    return judgement;
}

/* The plan around a cycle carries what it did; without an entry it saves C_ij and leaves a_i + b_j;
 * without any, all is left. */
TEST(at_prices_known_excess_is_found_to_nine_digits)
{
    static struct drawn drawn;
    static double a[MOST], b[MOST];
    int compared = 0;
    for (uint64_t seed = 0; seed < WORSE; seed++) {
        AUTO(parot_result, result);
        parot_plan plan;
        draw(&drawn, seed, 8 + (int64_t)(seed % 50), 9 + (int64_t)(seed % 40));
        double left = 0;
        for (int64_t i = 0; i < drawn.problem.cost.rows; i++)
            left += (a[i] = 0.5 * test_uniform(seed + 5, (uint64_t)i)) * drawn.p[i];
        for (int64_t j = 0; j < drawn.problem.cost.cols; j++)
            left += (b[j] = 0.5 * test_uniform(seed + 6, (uint64_t)j)) * drawn.q[j];
        const parot_prices prices = {.source = a, .target = b};
        assert_ok(parot_partial_prices(&drawn.problem, &prices, NULL, &result, &err));
        copy_plan(&result.plan, &plan);
        parot_judgement found = judged_at(&drawn.problem, plan, &prices);
        assert_int_equal(found.verdict, PAROT_VERDICT_EXACT);
        assert_close(found.objective, result.objective, 1e-12);
        double excess = (double)worsen(&drawn.problem, &plan, 0, plan.count - 1, 0.5);
        double saved = 0.25 * plan.mass[0];
        excess += saved * (a[plan.row[0]] + b[plan.col[0]] -
                           cost_of(&drawn.problem, plan.row[0], plan.col[0]));
        plan.mass[0] -= saved;
        found = judged_at(&drawn.problem, plan, &prices);
        if (excess > 1e-6 * result.objective) {
            assert_int_equal(found.verdict, PAROT_VERDICT_ABOVE);
            assert_true(fabs(found.excess - excess) <= 1e-9 * excess);
            assert_close(found.above, excess / result.objective, 1e-9);
            compared++;
        }
        plan.count = 0;
        found = judged_at(&drawn.problem, plan, &prices);
        assert_close(found.objective, left, 1e-12);
        assert_close(found.excess, left - result.objective, 1e-9);
    }
    assert_true(compared > WORSE * 3 / 4);
}

/* One price for all is that of the source points: what parot_partial_lagrange finds is exact. Of
 * clouds with and without a matrix the same is said. */
TEST(plans_at_one_price_are_called_exact)
{
    static double x[CLOUD * 2], y[CLOUD * 2], cost[CLOUD * CLOUD];
    fill_clouds(x, y);
    parot_points_problem clouds = {
        .x = {x, CLOUD, 2, 2}, .y = {y, CLOUD, 2, 2}, .metric = PAROT_METRIC_EUCLIDEAN};
    parot_problem problem = {.cost = {cost, CLOUD, CLOUD, CLOUD}};
    assert_ok(parot_cost(clouds.x, clouds.y, clouds.metric, NULL, cost, &err));
    for (int round = 0; round < 3; round++) {
        const parot_prices own = {.source_each = 0.01 * (round + 1)}, other = {.source_each = 0.05};
        AUTO(parot_result, result);
        parot_judgement found[2] = {{0}};
        assert_ok(parot_partial_points_lagrange(&clouds, own.source_each, NULL, &result, &err));
        for (int is_other = 0; is_other < 2; is_other++) {
            parot_given_plan given = {.plan = result.plan, .prices = is_other ? &other : &own};
            assert_ok(parot_judge_points(&clouds, &given, NULL, &found[0], &err));
            assert_ok(parot_judge(&problem, &given, NULL, &found[1], &err));
            assert_int_equal(found[0].verdict,
                             is_other ? PAROT_VERDICT_ABOVE : PAROT_VERDICT_EXACT);
            assert_int_equal(found[1].verdict, found[0].verdict);
            assert_close(found[1].optimum, found[0].optimum, 1e-12);
            assert_close(found[0].objective,
                         result.objective + given.prices->source_each * (1 - result.mass), 1e-12);
        }
    }
}

TEST(prices_that_are_no_numbers_are_refused)
{
    const parot_prices prices = {.target_each = NAN};
    const double cost[] = {1};
    parot_given_plan given = {.plan = {1, 1, 0, rows, cols, masses}, .prices = &prices};
    parot_judgement judgement = {.mass = 77};
    assert_refused(
        parot_judge(&(parot_problem){.cost = {cost, 1, 1, 1}}, &given, NULL, &judgement, &err),
        PAROT_EINVAL, "target_each");
    assert_true(judgement.mass == 77);
}

/* ---- Plans that are none ------------------------------------------------ */

static const double COST[] = {1, 2, 4, 9, 8, INFINITY};
static const double P[] = {2, 2}, Q[] = {1, 1, 1};
static const parot_problem SMALL = {.cost = {COST, 2, 3, 3}, .p = P, .q = Q};

static parot_judgement judge_small(double mass, int64_t count, const int32_t *row,
                                   const int32_t *col, const double *entry)
{
    parot_plan plan = {2, 3, count, rows, cols, masses};
    for (int64_t k = 0; k < count; k++)
        rows[k] = row[k], cols[k] = col[k], masses[k] = entry[k];
    return judged(&SMALL, plan, mass);
}

TEST(infeasible_plans_name_the_worst_row)
{
    parot_judgement j =
        judge_small(0, 3, (int32_t[]){0, 0, 0}, (int32_t[]){0, 1, 2}, (double[]){1, 1, 0.5});
    assert_int_equal(j.verdict, PAROT_VERDICT_INFEASIBLE);
    assert_int_equal(j.row, 0);
    assert_int_equal(j.col, -1);
    assert_close(j.row_excess, 0.5, 0);
    assert_close(j.missed, 0.5, 0);
    assert_close(j.objective, 5, 0);
    j = judge_small(0, 2, (int32_t[]){0, 1}, (int32_t[]){1, 1}, (double[]){1, 0.75});
    assert_int_equal(j.verdict, PAROT_VERDICT_INFEASIBLE);
    assert_int_equal(j.col, 1);
    assert_close(j.col_excess, 0.75, 0);
    j = judge_small(0, 2, (int32_t[]){0, 1}, (int32_t[]){0, 1}, (double[]){1, -0.25});
    assert_int_equal(j.verdict, PAROT_VERDICT_INFEASIBLE);
    assert_int_equal(j.entry, 1);
    j = judge_small(2, 1, (int32_t[]){0}, (int32_t[]){0}, (double[]){1});
    assert_int_equal(j.verdict, PAROT_VERDICT_INFEASIBLE);
    assert_close(j.missed, 1, 0);
    assert_close(j.wanted, 2, 0);
}

TEST(forbidden_pairs_make_a_plan_infeasible)
{
    parot_judgement j = judge_small(0, 2, (int32_t[]){0, 1}, (int32_t[]){0, 2}, (double[]){1, 0.5});
    assert_int_equal(j.verdict, PAROT_VERDICT_INFEASIBLE);
    assert_int_equal(j.entry, 1);
    assert_true(isinf(j.objective) && isnan(j.bound) && isnan(j.excess) && isnan(j.above));
    j = judge_small(0, 2, (int32_t[]){0, 1}, (int32_t[]){0, 2}, (double[]){1, 0}); /* not used */
    assert_int_equal(j.verdict, PAROT_VERDICT_EXACT);
    static const double wall[] = {1, INFINITY, INFINITY, INFINITY};
    parot_problem problem = {.cost = {wall, 2, 2, 2}};
    parot_plan plan = {2, 2, 1, rows, cols, masses};
    rows[0] = cols[0] = 0;
    masses[0] = 0.5 * (1 + 1e-11); /* more than can move, by rounding */
    j = judged(&problem, plan, 0);
    assert_int_equal(j.verdict, PAROT_VERDICT_EXACT);
    masses[0] = 0.75;
    j = judged(&problem, plan, 0);
    assert_int_equal(j.verdict, PAROT_VERDICT_INFEASIBLE);
    assert_close(j.wanted, 0.5, 1e-12);
}

/* A billionth of the mass is rounding, more is not. */
TEST(rounding_is_forgiven_to_a_billionth_of_the_mass)
{
    parot_judgement j = judge_small(1, 1, (int32_t[]){0}, (int32_t[]){0}, (double[]){1 + 4e-10});
    assert_int_equal(j.verdict, PAROT_VERDICT_EXACT);
    j = judge_small(1, 1, (int32_t[]){0}, (int32_t[]){0}, (double[]){1 + 6e-10});
    assert_int_equal(j.verdict, PAROT_VERDICT_INFEASIBLE); /* column and mass miss it, both */
    j = judge_small(0, 1, (int32_t[]){0}, (int32_t[]){0}, (double[]){1 - 1e-6});
    assert_int_equal(j.verdict, PAROT_VERDICT_EXACT); /* of its own mass */
}

TEST(pairs_that_come_twice_are_summed)
{
    parot_judgement j = judge_small(0, 4, (int32_t[]){0, 1, 0, 0}, (int32_t[]){1, 1, 0, 0},
                                    (double[]){0.5, 0.5, 0.25, 0.75});
    assert_close(j.mass, 2, 0);
    assert_close(j.objective, 6, 0); /* 1 + .5 2 + .5 8; the least is 1 + 2 */
    assert_int_equal(j.verdict, PAROT_VERDICT_ABOVE);
    assert_close(j.excess, 3, 1e-12);
    assert_close(j.above, 1, 1e-12);
}

TEST(a_plan_that_moves_nothing_is_exact_of_mass_0)
{
    parot_judgement j = judge_small(0, 0, NULL, NULL, NULL);
    assert_int_equal(j.verdict, PAROT_VERDICT_EXACT);
    assert_close(j.excess, 0, 0);
    j = judge_small(0, 1, (int32_t[]){0}, (int32_t[]){0}, (double[]){0});
    assert_int_equal(j.verdict, PAROT_VERDICT_EXACT);
    j = judge_small(0, 2, (int32_t[]){0, 1}, (int32_t[]){0, 1}, (double[]){1, -1});
    assert_int_equal(j.verdict, PAROT_VERDICT_INFEASIBLE);
    j = judge_small(1, 0, NULL, NULL, NULL);
    assert_int_equal(j.verdict, PAROT_VERDICT_INFEASIBLE);
    assert_close(j.bound, 1, 1e-12);
}

static void refuse(const parot_problem *problem, parot_given_plan given, parot_status status,
                   const char *words)
{
    parot_judgement judgement = {.mass = 123};
    assert_refused(parot_judge(problem, &given, NULL, &judgement, &err), status, words);
    assert_close(judgement.mass, 123, 0);
}

TEST(what_is_not_a_plan_is_refused)
{
    int32_t row[] = {0, 1}, col[] = {0, 1};
    double entry[] = {1, 0.5}, bad[] = {1, NAN};
    int32_t outside[] = {0, 3}, below[] = {-1, 0};
    refuse(&SMALL, (parot_given_plan){.plan = {3, 3, 2, row, col, entry}}, PAROT_ESHAPE, "3 x 3");
    refuse(&SMALL, (parot_given_plan){.plan = {2, 3, 2, row, col, bad}}, PAROT_EINVAL,
           "entry 1 at (1,1) must be finite");
    refuse(&SMALL, (parot_given_plan){.plan = {2, 3, 2, row, outside, entry}}, PAROT_EINVAL,
           "entry 1 is at (1,3), outside 2 x 3");
    refuse(&SMALL, (parot_given_plan){.plan = {2, 3, 2, below, col, entry}}, PAROT_EINVAL,
           "entry 0 is at (-1,0)");
    refuse(&SMALL, (parot_given_plan){.plan = {2, 3, 2, row, NULL, entry}}, PAROT_EINVAL,
           "2 entries");
    refuse(&SMALL, (parot_given_plan){.plan = {2, 3, 2, row, col, entry}, .tolerance = NAN},
           PAROT_EINVAL, "tolerance");
    refuse(&SMALL, (parot_given_plan){.plan = {2, 3, 2, row, col, entry}, .reserved = {1}},
           PAROT_EINVAL, "reserved");
    parot_problem heavy = SMALL;
    heavy.mass = 3.5;
    refuse(&heavy, (parot_given_plan){.plan = {2, 3, 2, row, col, entry}}, PAROT_EINVAL, "mass");
    double huge[] = {1e308, 1e308};
    refuse(&SMALL, (parot_given_plan){.plan = {2, 3, 2, row, col, huge}}, PAROT_ENUMERIC, "mass");
}
