/* test_counters.c - the work of a solve, in numbers that no clock blurs.
 *
 * Pivots for each node, passes over the matrix and allocations have bounds, about twice what was
 * counted when they were written down: a change that makes one of them grow does not go unnoticed.
 */
#include "instances.h"
#include "test.h"

struct family {
    int64_t dims;
    int has_weights; /* random ones; else uniform */
    double grid;     /* coordinates are multiples of it, so that costs tie; 0: any */
};

struct bounds {
    double pivots; /* for each node */
    int64_t passes, allocations;
};

static const int64_t sizes[] = {300, 600};

/* Standard normal numbers, by Box and Muller, around `center`. */
static double *make_points(const struct family *family, uint64_t seed, double center, int64_t count)
{
    uint64_t numbers = (uint64_t)(count * family->dims);
    double *points = malloc(numbers * sizeof *points);
    for (uint64_t k = 0; k < numbers; k++) {
        double x = test_normal(seed, k) + center;
        points[k] = family->grid > 0 ? family->grid * rint(x / family->grid) : x;
    }
    return points;
}

/* Squared distances of two Gaussian clouds, the second shifted by .5 along every axis. */
static double *make_costs(const struct family *family, int64_t n)
{
    int64_t d = family->dims;
    double *x = make_points(family, 1, 0, n), *y = make_points(family, 2, 0.5, n);
    double *cost = malloc((size_t)(n * n) * sizeof *cost);
    parot_matrix rows = {x, n, d, d}, cols = {y, n, d, d};
    assert_ok(parot_cost(rows, cols, PAROT_METRIC_SQEUCLIDEAN, NULL, cost, &err));
    free(x);
    free(y);
    return cost;
}

/* Random ones of total 1, or NULL for uniform ones. */
static double *make_weights(const struct family *family, uint64_t seed, int64_t count)
{
    if (!family->has_weights)
        return NULL;
    double *weights = malloc((size_t)count * sizeof *weights);
    DEFAULTS(parot_run, run);
    run.seed = seed;
    assert_ok(parot_make_weights(count, &run, weights, &err));
    return weights;
}

static void assert_work(const parot_problem *problem, const struct bounds *bounds)
{
    AUTO(parot_result, result);
    assert_ok(parot_partial(problem, NULL, &result, &err));
    parot_info info = result.info;
    double pivots = (double)info.pivots / (double)(problem->cost.rows + problem->cost.cols);
    if (pivots > bounds->pivots || info.passes > bounds->passes ||
        info.allocations > bounds->allocations)
        fail_msg("n %lld, mass %g: %.2f pivots a node, %lld passes, %lld allocations",
                 (long long)problem->cost.rows, problem->mass, pivots, (long long)info.passes,
                 (long long)info.allocations);
    assert_true(info.passes >= 1);
}

static void assert_family(const struct family *family, double mass, const struct bounds *bounds)
{
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int64_t n = sizes[k];
        FREED double *cost = make_costs(family, n);
        FREED double *p = make_weights(family, 3, n), *q = make_weights(family, 4, n);
        parot_problem problem = {{cost, n, n, n}, p, q, mass};
        assert_work(&problem, bounds);
    }
}

/* With uniform and with random weights. */
static void assert_clouds(int64_t dims, double mass, struct bounds bounds)
{
    assert_family(&(struct family){dims, 0, 0}, mass, &bounds);
    assert_family(&(struct family){dims, 1, 0}, mass, &bounds);
}

/* One pass checks the costs and lists the cheapest pairs, which are all that is needed. */
TEST(up_to_half_of_the_mass_takes_one_pass)
{
    const double masses[] = {0.1, 0.3, 0.5};
    for (int k = 0; k < 3; k++) {
        assert_clouds(2, masses[k], (struct bounds){0.5, 1, 2});
        assert_clouds(10, masses[k], (struct bounds){1.4, 2, 2});
    }
}

TEST(more_mass_takes_a_few_pivots_a_node)
{
    assert_clouds(2, 0.8, (struct bounds){7, 8, 3});
    assert_clouds(10, 0.8, (struct bounds){3, 8, 3});
}

/* One block more for each level of the sample. */
TEST(nearly_all_and_all_mass_take_some_more)
{
    assert_clouds(2, 0.95, (struct bounds){7, 6, 3});
    assert_clouds(2, 1, (struct bounds){8, 8, 3});
    assert_clouds(10, 0.95, (struct bounds){16, 10, 3});
    assert_clouds(10, 1, (struct bounds){16, 12, 3});
}

TEST(massive_ties_take_no_more)
{
    const struct family families[] = {{2, 0, 0.5}, {2, 1, 0.5}, {3, 0, 1}, {2, 0, 2}};
    for (int k = 0; k < 4; k++) {
        assert_family(&families[k], 0.5, &(struct bounds){1, 3, 2});
        assert_family(&families[k], 0.95, &(struct bounds){12, 10, 3});
        assert_family(&families[k], 1, &(struct bounds){7, 10, 3});
    }
}

/* A kept basis: the check of the costs and the proof, and no block but the result. */
TEST(solving_the_same_again_takes_two_passes)
{
    const struct family family = {2, 1, 0};
    int64_t n = sizes[0];
    FREED double *cost = make_costs(&family, n);
    parot_solver *solver = NULL;
    AUTO(parot_result, first, again);
    assert_ok(parot_solver_new(&(parot_problem){.cost = {.rows = n, .cols = n}, .mass = 1}, NULL,
                               &solver, &err));
    assert_ok(parot_solver_solve(solver, (parot_matrix){cost, n, n, n}, &first, &err));
    assert_ok(parot_solver_solve(solver, (parot_matrix){cost, n, n, n}, &again, &err));
    assert_int_equal(again.info.pivots, 0);
    assert_int_equal(again.info.passes, 2);
    assert_int_equal(again.info.allocations, 1);
    parot_solver_free(solver);
}

/* The curve reads the matrix for its wide lists alone. */
TEST(the_whole_curve_takes_few_passes)
{
    const struct family families[] = {{2, 0, 0}, {10, 0, 0}};
    for (int k = 0; k < 2; k++) {
        int64_t n = sizes[1];
        FREED double *cost = make_costs(&families[k], n);
        parot_problem problem = {{cost, n, n, n}, NULL, NULL, 1};
        AUTO(parot_curve, curve);
        assert_ok(parot_partial_curve(&problem, NULL, &curve, &err));
        assert_in_range(curve.info.passes, 3, 70);
    }
}
