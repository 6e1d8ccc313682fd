/* test_curve_scales.c - the curve where costs or weights differ by many orders of magnitude.
 *
 * There it is traced in integers. Values are compared with single solves, whose certificate proves
 * them, to 1e-9 of the cost of what moves. The problems are large enough for lists of near arcs;
 * `make attack` has small ones, against exact arithmetic.
 */
#include "curves.h"
#include "test.h"

enum { ROWS = 90, COLS = 110, MASSES = 12, SEEDS = 6 };

struct scaled {
    double cost[ROWS * COLS], p[ROWS], q[COLS];
    parot_problem problem;
};

static double uniform(uint64_t seed, uint64_t stream, int k)
{
    return test_uniform(1000 * seed + stream, (uint64_t)k);
}

/* Squared distances between two clouds in the plane, random weights, all of the smaller side. */
static void make_clouds(struct scaled *scaled, uint64_t seed)
{
    double p = 0, q = 0;
    for (int i = 0; i < ROWS; i++)
        p += scaled->p[i] = uniform(seed, 1, i);
    for (int j = 0; j < COLS; j++)
        q += scaled->q[j] = uniform(seed, 2, j);
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLS; j++) {
            double x = uniform(seed, 3, i) - uniform(seed, 5, j) - 0.2;
            double y = uniform(seed, 4, i) - uniform(seed, 6, j);
            scaled->cost[i * COLS + j] = x * x + y * y;
        }
    scaled->problem =
        (parot_problem){{scaled->cost, ROWS, COLS, COLS}, scaled->p, scaled->q, 0.999 * fmin(p, q)};
}

/* One row earns 1e9 a unit, and has next to nothing. */
static void make_bonus(struct scaled *scaled, uint64_t seed)
{
    make_clouds(scaled, seed);
    scaled->problem.mass *= 0.95;
    scaled->p[7] = 1e-12;
    scaled->cost[7 * COLS + 3] = -1e9;
}

/* Three rows must pay 1e9 a unit. */
static void make_penalty(struct scaled *scaled, uint64_t seed)
{
    make_clouds(scaled, seed);
    for (int j = 0; j < 3 * COLS; j++)
        scaled->cost[j] += 1e9;
}

/* The same with distances that have one decimal digit, so that nearly all are tied. */
static void make_ties(struct scaled *scaled, uint64_t seed)
{
    make_clouds(scaled, seed);
    for (int k = 0; k < ROWS * COLS; k++)
        scaled->cost[k] = floor(20 * scaled->cost[k]) * 0.1;
    for (int j = 0; j < 3 * COLS; j++)
        scaled->cost[j] += 1e9;
}

/* Costs of either sign over 40 orders of magnitude, weights over 12. */
static void make_orders(struct scaled *scaled, uint64_t seed)
{
    make_clouds(scaled, seed);
    double p = 0, q = 0;
    for (int k = 0; k < ROWS * COLS; k++) {
        double cost = pow(10, 40 * uniform(seed, 7, k) - 20);
        scaled->cost[k] = uniform(seed, 8, k) < 0.5 ? -cost : cost;
    }
    for (int i = 0; i < ROWS; i++)
        p += scaled->p[i] = pow(10, -12 * uniform(seed, 1, i));
    for (int j = 0; j < COLS; j++)
        q += scaled->q[j] = pow(10, -12 * uniform(seed, 2, j));
    scaled->problem.mass = 0.999 * fmin(p, q);
}

/* Costs so small that no scale would hold them and the few enormous ones as well. */
static void make_extremes(struct scaled *scaled, uint64_t seed)
{
    make_clouds(scaled, seed);
    for (int k = 0; k < ROWS * COLS; k++)
        scaled->cost[k] *= uniform(seed, 9, k) < 0.1 ? 1e305 : 1e-305;
    scaled->problem.mass /= 2;
}

static void (*const makers[])(struct scaled *, uint64_t) = {
    make_bonus, make_penalty, make_ties, make_orders, make_extremes,
};
enum { MAKERS = sizeof makers / sizeof *makers };

static void for_each_scale(void (*check)(const parot_problem *, const parot_curve *))
{
    static struct scaled scaled;
    for (uint64_t seed = 0; seed < SEEDS; seed++)
        for (int maker = 0; maker < MAKERS; maker++) {
            AUTO(parot_curve, curve);
            makers[maker](&scaled, seed);
            trace(&scaled.problem, &curve);
            check(&scaled.problem, &curve);
        }
}

/* ---- Values ------------------------------------------------------------- */

static double cost_moved(const parot_problem *problem, const parot_plan *plan)
{
    double sum = 0;
    for (int64_t k = 0; k < plan->count; k++)
        sum += plan->mass[k] * fabs(problem->cost.data[plan->row[k] * COLS + plan->col[k]]);
    return sum;
}

static void check_value(const parot_problem *problem, double value)
{
    AUTO(parot_result, result);
    parot_check check = {0};
    assert_ok(parot_partial(problem, NULL, &result, &err));
    assert_ok(parot_certify(problem, &result, NULL, &check, &err));
    assert_true(parot_is_proved(&check, PAROT_PROOF_TOLERANCE));
    double scale = cost_moved(problem, &result.plan);
    if (!(fabs(value - result.objective) <= 1e-9 * scale))
        fail_msg("%.17g at mass %.17g, but a solve proves %.17g", value, problem->mass,
                 result.objective);
}

static void check_values(const parot_problem *whole, const parot_curve *curve)
{
    parot_problem problem = *whole;
    for (int k = 1; k <= MASSES; k++) {
        problem.mass = k == MASSES ? whole->mass : whole->mass * k / MASSES;
        check_value(&problem, parot_curve_at(curve, problem.mass, NULL));
    }
}

TEST(the_curve_has_the_values_that_single_solves_prove)
{
    for_each_scale(check_values);
}

static void check_shape(const parot_problem *problem, const parot_curve *curve)
{
    assert_true(curve->mass[0] == 0 && curve->objective[0] == 0);
    assert_close(curve->mass[curve->count - 1], problem->mass, 1e-15);
    for (int64_t k = 1; k < curve->count; k++) {
        assert_true(curve->mass[k] > curve->mass[k - 1]);
        assert_true(k == 1 || curve->slope[k - 1] > curve->slope[k - 2]);
    }
    for (int64_t i = 1; i < curve->rows; i++)
        assert_true(curve->enter[curve->order[i]] >= curve->enter[curve->order[i - 1]]);
}

TEST(slopes_grow_and_rows_enter_in_order)
{
    for_each_scale(check_shape);
}

/* ---- Only where it is needed -------------------------------------------- */

/* The parametric simplex, the pieces, which fit, and the curve; and the integers. */
TEST(only_costs_of_very_different_size_take_integers)
{
    static struct scaled scaled;
    parot_curve curve = {0};
    make_clouds(&scaled, 0);
    scaled.problem.p = scaled.problem.q = NULL;
    scaled.problem.mass = 0.5;
    trace(&scaled.problem, &curve);
    int64_t pivots = curve.info.pivots;
    assert_int_equal(curve.info.allocations, 3);
    assert_int_equal(curve.info.iterations, pivots);
    parot_curve_free(&curve);
    for (int k = 0; k < ROWS * COLS; k++)
        scaled.cost[k] *= k < COLS ? 0x1p1020 : 0x1p-1000;
    trace(&scaled.problem, &curve);
    assert_int_equal(curve.info.allocations, 4);
    parot_curve_free(&curve);
}

/* ---- Interruptions ------------------------------------------------------ */

/* What there is of a stopped curve is a part of the whole one. */
static void check_stopped(const parot_problem *problem, const parot_curve *whole)
{
    parot_status status = PAROT_CANCELLED;
    for (int64_t calls = 0; status != PAROT_OK; calls += 1 + calls / 4) {
        int64_t left = calls;
        parot_run run = run_until(&left);
        parot_curve curve = {0};
        status = parot_partial_curve(problem, &run, &curve, NULL);
        assert_true(status == PAROT_OK || status == PAROT_CANCELLED);
        int64_t last = curve.count - 1;
        double slope = 0, value = parot_curve_at(whole, curve.mass[last], &slope);
        double scale = fabs(value) + curve.mass[last] * fabs(slope);
        assert_true(fabs(curve.objective[last] - value) <= 1e-9 * scale);
        parot_curve_free(&curve);
    }
}

TEST(a_stopped_curve_is_a_part_of_the_whole)
{
    for_each_scale(check_stopped);
}

/* A row of weight 1e-17 at 1e12 a unit makes no breakpoint of its own, and does not tilt the curve.
 */
TEST(pieces_too_short_for_doubles_do_not_tilt_the_curve)
{
    const double cost[] = {0, 1e12}, p[] = {1, 1e-17}, q[] = {2};
    parot_problem problem = {{cost, 2, 1, 1}, p, q, 1};
    AUTO(parot_curve, curve);
    assert_int_equal(parot_partial_curve(&problem, NULL, &curve, NULL), PAROT_OK);
    assert_true(parot_curve_at(&curve, 0.5, NULL) == 0);
}

/* Both sides are emptied, at 1e20 a unit of a column of 1e-15. */
TEST(sides_made_equal_at_a_visible_cost_are_not_proved)
{
    const double cost[] = {1, 1e20}, p[] = {1}, q[] = {1, 1e-15};
    parot_problem problem = {{cost, 1, 2, 2}, p, q, 1};
    AUTO(parot_curve, curve);
    assert_int_equal(parot_partial_curve(&problem, NULL, &curve, NULL), PAROT_UNPROVED);
    assert_int_equal(curve.status, PAROT_UNPROVED);
}
