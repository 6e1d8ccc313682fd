/* test_curve_points.c - the curve of two clouds without a matrix is that of their matrix.
 *
 * Values are compared to 1e-12 of what the curve has paid until there. Where rows are tied, which
 * of them enters first is nobody's business.
 */
#include "pointed.h"
#include "stopping.h"
#include "test.h"

enum { MASSES = 24 };

static struct pointed make_pair(uint64_t number, int64_t n, int64_t m, int64_t dims)
{
    enum cloud_family family = number % CLOUD_FAMILIES;
    return pointed_make(clouds_make(family, n, m, dims, number), (int)(number / CLOUD_FAMILIES % 3),
                        (parot_metric)(number / 3 % 5), number % 2 ? 0.6 : 1, 2 * number);
}

static int64_t sizes(uint64_t number, uint64_t which)
{
    return 1 + (int64_t)(test_uniform(31 + which, number) * (number % 8 == 0 ? 300 : 60));
}

static void for_each_pair(uint64_t count, void (*check)(const struct pointed *, uint64_t))
{
    const uint64_t stride = count > 100 ? test_stride(7) : 1; /* which sees every family */
    for (uint64_t number = 0; number < count; number += stride) {
        struct pointed pair =
            make_pair(number, sizes(number, 0), sizes(number, 1), 1 + (int64_t)(number / 7 % 5));
        check(&pair, number);
        pointed_free(&pair);
    }
}

static void check_values(const struct pointed *pair, uint64_t number)
{
    AUTO(parot_curve, curve, expected);
    parot_error err;
    parot_status status = parot_partial_points_curve(&pair->points, NULL, &curve, &err);
    assert_int_equal(status, parot_partial_curve(&pair->matrix, NULL, &expected, &err));
    double last = expected.mass[expected.count - 1], paid = 0;
    assert_true(curve.mass[curve.count - 1] == last);
    for (int k = 1; k <= MASSES; k++) {
        double mass = k == MASSES ? last : last * k / MASSES, slope = 0;
        double value = parot_curve_at(&curve, mass, NULL);
        double dense = parot_curve_at(&expected, mass, &slope);
        paid = fmax(paid, fabs(dense));
        if (!(fabs(value - dense) <= 1e-12 * paid + DBL_MIN))
            fail_msg("%llu, family %d: %.17g at mass %.17g, %.17g with a matrix",
                     (unsigned long long)number, (int)pair->clouds.family, value, mass, dense);
    }
}

TEST(points_have_the_curve_of_their_matrix)
{
    for_each_pair(600, check_values);
}

/* In clouds without ties each row enters where it does with a matrix. */
static void check_entries(const struct pointed *pair, uint64_t number)
{
    AUTO(parot_curve, curve, expected);
    if (pair->clouds.family != CLOUD_NORMAL || pair->clouds.dims < 2)
        return;
    assert_ok(parot_partial_points_curve(&pair->points, NULL, &curve, &err));
    assert_ok(parot_partial_curve(&pair->matrix, NULL, &expected, &err));
    for (int64_t i = 0; i < pair->clouds.n; i++)
        if (curve.order[i] != expected.order[i] || curve.enter[i] != expected.enter[i])
            fail_msg("%llu: row %lld enters at %.17g, with a matrix at %.17g",
                     (unsigned long long)number, (long long)i, curve.enter[i], expected.enter[i]);
}

TEST(rows_enter_as_they_do_with_a_matrix)
{
    for_each_pair(1300, check_entries);
}

static void check_threads(const struct pointed *pair, uint64_t number)
{
    AUTO(parot_curve, one, two);
    parot_run run = run_with_threads(2);
    assert_true(parot_partial_points_curve(&pair->points, NULL, &one, NULL) >= 0);
    assert_true(parot_partial_points_curve(&pair->points, &run, &two, NULL) >= 0);
    if (one.count != two.count ||
        memcmp(one.objective, two.objective, (size_t)one.count * sizeof *one.objective) != 0 ||
        memcmp(one.enter, two.enter, (size_t)one.rows * sizeof *one.enter) != 0)
        fail_msg("%llu: another curve with two threads", (unsigned long long)number);
}

TEST(threads_do_not_change_the_curve)
{
    for_each_pair(60, check_threads);
}

/* What was found before the stop is the beginning of the curve. */
TEST(a_stopped_curve_is_the_beginning_of_the_curve)
{
    int cancelled = 0;
    struct pointed pair = make_pair(0, 500, 400, 2);
    parot_curve whole = {0};
    assert_ok(parot_partial_points_curve(&pair.points, NULL, &whole, &err));
    for (int stop = 0; stop < 3000; stop = 2 * stop + 1) {
        AUTO(parot_curve, curve);
        int left = stop;
        parot_run run = run_that_stops(&left);
        parot_status status = parot_partial_points_curve(&pair.points, &run, &curve, NULL);
        if (status == PAROT_ESTOPPED) /* before the points were in order */
            continue;
        assert_true(status == PAROT_CANCELLED || status == PAROT_OK);
        cancelled += status == PAROT_CANCELLED;
        for (int64_t k = 0; k < curve.count; k++)
            assert_close(curve.objective[k], parot_curve_at(&whole, curve.mass[k], NULL), 1e-13);
    }
    assert_true(cancelled > 3);
    parot_curve_free(&whole);
    pointed_free(&pair);
}

TEST(nonsense_is_refused)
{
    struct pointed pair = make_pair(0, 5, 4, 2);
    parot_points_problem problem = pair.points;
    parot_curve curve = {0};
    problem.mass = 2;
    assert_refused(parot_partial_points_curve(&problem, NULL, &curve, &err), PAROT_EINVAL, "mass");
    problem = pair.points;
    problem.y.cols = 1;
    assert_refused(parot_partial_points_curve(&problem, NULL, &curve, &err), PAROT_ESHAPE,
                   "columns");
    problem = pair.points;
    pointed_free(&pair);
}

/* ---- Masses one by one -------------------------------------------------- */

enum { SINGLE = 6 };

/* The cost of each mass is that of the curve of the matrix, its slope one of the curve there, and a
 * proof made here, with the plan and the prices of a solve of its own, has no lower bound above it.
 */
static void check_masses(const struct pointed *pair, uint64_t number)
{
    static const double share[SINGLE] = {0.3, 0, 1, 0.05, 0.77, 0.5};
    double masses[SINGLE], before = 0, behind = 0;
    AUTO(parot_mass_costs, costs);
    AUTO(parot_curve, curve);
    parot_problem all = pair->matrix;
    all.mass = 1;
    if (parot_partial_curve(&all, NULL, &curve, NULL) != PAROT_OK) /* totals differ by rounding */
        return;
    double most = curve.mass[curve.count - 1];
    for (int k = 0; k < SINGLE; k++)
        masses[k] = most * share[k];
    assert_ok(parot_partial_points_masses(&pair->points, masses, SINGLE, NULL, &costs, &err));
    assert_int_equal(costs.count, SINGLE);
    for (int k = 0; k < SINGLE; k++) {
        double value = parot_curve_at(&curve, masses[k], &behind), near = 1e-9 * (1 + most);
        double scale = fmax(curve.objective[curve.count - 1], DBL_MIN);
        assert_true(costs.mass[k] == masses[k]);
        if (!(fabs(costs.objective[k] - value) <= 1e-12 * scale))
            fail_msg("%llu: %.17g at mass %.17g, %.17g on the curve", (unsigned long long)number,
                     costs.objective[k], masses[k], value);
        assert_true(costs.relative[k] <= 1e-9);
        if (share[k] == 0 || share[k] == 1) {
            assert_true(share[k] == 0 ? isnan(costs.slope[k]) : isinf(costs.slope[k]));
            continue;
        }
        parot_curve_at(&curve, masses[k] - near, &before);
        parot_curve_at(&curve, masses[k] + near, &behind);
        assert_true(costs.slope[k] >= before - 1e-9 * fabs(before));
        assert_true(costs.slope[k] <= behind + 1e-9 * fabs(behind));
    }
}

TEST(masses_one_by_one_are_points_of_the_curve)
{
    for_each_pair(300, check_masses);
}

/* More points than the whole curve is followed for: the costs lie between what a plan of each mass
 * costs and the bound that its prices prove, both recomputed here; and they are convex, each above
 * the lines of slope `slope` through the others. */
TEST(each_of_many_masses_is_proved)
{
    enum { N = 21000, MOST_MASSES = 8 };
    const int count = MOST_MASSES / (int)test_stride(2);
    FREED_BY(pointed_free) struct pointed pair = {clouds_make(CLOUD_NORMAL, N, N, 2, 5)};
    double masses[MOST_MASSES];
    AUTO(parot_mass_costs, costs);
    pair.points = (parot_points_problem){.x = cloud_x(&pair.clouds), .y = cloud_y(&pair.clouds)};
    pair.points.mass = 1;
    assert_false(parot_points_curve_pays(&pair.points));
    for (int k = 0; k < count; k++)
        masses[k] = (k + 1) / (double)count;
    assert_ok(parot_partial_points_masses(&pair.points, masses, count, NULL, &costs, &err));
    for (int k = 0; k < count; k += (int)test_stride(4)) {
        AUTO(parot_result, result);
        parot_check check = {0};
        pair.points.mass = masses[k];
        assert_ok(parot_partial_points(&pair.points, NULL, &result, &err));
        assert_ok(parot_certify_points(&pair.points, &result, NULL, &check, &err));
        assert_true(parot_is_proved(&check, 1e-9));
        assert_true(check.bound <= costs.objective[k] * (1 + 1e-12));
        assert_close(costs.objective[k], result.objective, 1e-12);
        assert_true(costs.relative[k] <= 1e-12);
        for (int j = 0; j < count && isfinite(costs.slope[k]); j++)
            assert_true(costs.objective[k] + costs.slope[k] * (masses[j] - masses[k]) <=
                        costs.objective[j] * (1 + 1e-9));
    }
}

TEST(stopped_masses_keep_what_was_solved)
{
    int kept = 0;
    const double masses[3] = {0.2, 0.5, 0.9};
    struct pointed pair = make_pair(0, 500, 400, 2);
    parot_mass_costs whole = {0};
    assert_ok(parot_partial_points_masses(&pair.points, masses, 3, NULL, &whole, &err));
    for (int stop = 0; stop < 400; stop += (int)test_stride(5)) {
        AUTO(parot_mass_costs, costs);
        int left = stop;
        parot_run run = run_that_stops(&left);
        parot_status status =
            parot_partial_points_masses(&pair.points, masses, 3, &run, &costs, NULL);
        assert_true(status == PAROT_OK || status == PAROT_CANCELLED || status == PAROT_ESTOPPED);
        for (int64_t k = 0; k < costs.count; k++)
            assert_true(isnan(costs.objective[k]) || costs.objective[k] == whole.objective[k]);
        kept += status == PAROT_CANCELLED && costs.objective[0] == whole.objective[0];
        assert_true(status != PAROT_CANCELLED || isnan(costs.objective[2]));
    }
    assert_true(kept > 0);
    parot_mass_costs_free(&whole);
    pointed_free(&pair);
}

TEST(masses_that_cannot_be_are_refused)
{
    struct pointed pair = make_pair(0, 5, 4, 2);
    parot_mass_costs costs = {0};
    const double good[1] = {0.5}, negative[1] = {-1}, above[1] = {1.5}, none[1] = {NAN};
    assert_refused(parot_partial_points_masses(NULL, good, 1, NULL, &costs, &err), PAROT_EINVAL,
                   "problem");
    assert_refused(parot_partial_points_masses(&pair.points, NULL, 1, NULL, &costs, &err),
                   PAROT_EINVAL, "masses");
    assert_refused(parot_partial_points_masses(&pair.points, good, 1, NULL, NULL, &err),
                   PAROT_EINVAL, "costs");
    assert_refused(parot_partial_points_masses(&pair.points, good, 0, NULL, &costs, &err),
                   PAROT_EINVAL, "count");
    assert_refused(parot_partial_points_masses(&pair.points, negative, 1, NULL, &costs, &err),
                   PAROT_EINVAL, "masses");
    assert_refused(parot_partial_points_masses(&pair.points, above, 1, NULL, &costs, &err),
                   PAROT_EINVAL, "masses");
    assert_refused(parot_partial_points_masses(&pair.points, none, 1, NULL, &costs, &err),
                   PAROT_EINVAL, "masses");
    pointed_free(&pair);
}
