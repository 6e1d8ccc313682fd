/* test_gromov_points_path.c - the path of clouds without matrices, beside that of their matrices.
 */
#include "gromov_answers.h"
#include "stopping.h"
#include "test.h"

enum { N = 50, DIMS = 4 };

struct clouds {
    struct pair pair; /* with squared distances */
    parot_gromov_points_problem points;
};

/* The last `shared` points of one are the first of the other, mirrored and moved, with some noise.
 */
static struct clouds clouds_new(uint64_t seed, int64_t shared, double scale)
{
    struct clouds clouds = {.pair = pair_alloc(N, N, DIMS, DIMS, 0.5)};
    struct pair *pair = &clouds.pair;
    for (int64_t i = 0; i < N; i++)
        for (int64_t d = 0; d < DIMS; d++) {
            int64_t from = i + N - shared;
            pair->x[i * DIMS + d] = scale * test_normal(seed, (uint64_t)(i * DIMS + d));
            pair->y[i * DIMS + DIMS - 1 - d] =
                scale * (3 - test_normal(seed, (uint64_t)(from * DIMS + d)) +
                         0.02 * test_normal(seed + 1000, (uint64_t)(i * DIMS + d)));
        }
    pair_distances(pair);
    const parot_matrix x = {pair->x, N, DIMS, DIMS}, y = {pair->y, N, DIMS, DIMS};
    assert_ok(parot_cost(x, x, PAROT_METRIC_SQEUCLIDEAN, NULL, pair->source, NULL));
    assert_ok(parot_cost(y, y, PAROT_METRIC_SQEUCLIDEAN, NULL, pair->target, NULL));
    clouds.points = (parot_gromov_points_problem){
        .x = x, .y = y, .metric = PAROT_METRIC_SQEUCLIDEAN, .p = pair->problem.p};
    clouds.points.q = pair->problem.q;
    return clouds;
}

/* Every mass has a plan whose value is by the definition; the elbow is where the common part ends.
 */
TEST(masses_have_answers_and_overlaps_are_found)
{
    for (int64_t shared = 30; shared <= 45; shared += 15) {
        struct clouds clouds = clouds_new(1 + (uint64_t)shared, shared, 1);
        AUTO(parot_gromov_path_result, path);
        assert_ok(parot_gromov_points_path(&clouds.points, NULL, NULL, NULL, &path, NULL));
        assert_true(path.has_elbow && fabs(path.elbow - (double)shared / N) <= 0.05);
        assert_true(path.low <= (double)shared / N && (double)shared / N <= path.high);
        for (int64_t k = 0; k < path.count; k++) {
            const parot_result *transport = &path.result[k].transport;
            clouds.pair.problem.mass = transport->mass;
            assert_close(transport->mass, path.share[k], 1e-12);
            assert_is_plan(&clouds.pair, transport);
            FREED double *dense = calloc(N * N, sizeof(double));
            parot_plan_to_dense(&transport->plan, dense);
            double value = (double)gromov_objective(&clouds.pair.problem, dense);
            assert_true(fabs(transport->objective - value) <= 1e-9 * value + 1e-13);
        }
        pair_free(&clouds.pair);
    }
}

/* Plans between the masses are no higher than those from the starts; units do not matter. */
TEST(any_mass_has_a_plan_in_any_unit)
{
    double elbow = 0;
    for (int k = 0; k < 3; k++) {
        struct clouds clouds = clouds_new(7, 30, k == 0 ? 1 : k == 1 ? 0x1p60 : 0x1p-60);
        AUTO(parot_gromov_path_result, path);
        AUTO(parot_gromov_result, at, alone);
        assert_ok(parot_gromov_points_path(&clouds.points, NULL, NULL, NULL, &path, NULL));
        assert_true(path.has_elbow);
        elbow = k == 0 ? path.elbow : elbow;
        assert_close(path.elbow, elbow, 1e-6);
        clouds.points.mass = clouds.pair.problem.mass = 0.43;
        assert_ok(parot_gromov_points_path_at(&clouds.points, &path, NULL, NULL, &at, NULL));
        assert_is_plan(&clouds.pair, &at.transport);
        assert_ok(parot_gromov_points(&clouds.points, NULL, NULL, &alone, NULL));
        assert_true(at.transport.objective <= 1.001 * alone.transport.objective);
        pair_free(&clouds.pair);
    }
}

TEST(what_needs_matrices_is_refused)
{
    struct clouds clouds = clouds_new(1, 30, 1);
    parot_gromov_path_result path = {0};
    parot_error err = {0};
    clouds.points.metric = PAROT_METRIC_EUCLIDEAN;
    assert_int_equal(parot_gromov_points_path(&clouds.points, NULL, NULL, NULL, &path, &err),
                     PAROT_EINVAL);
    assert_string_equal(err.argument, "metric");
    clouds.points.metric = PAROT_METRIC_SQEUCLIDEAN;
    clouds.points.features = DIMS;
    assert_int_equal(parot_gromov_points_path(&clouds.points, NULL, NULL, NULL, &path, &err),
                     PAROT_EINVAL);
    assert_string_equal(err.argument, "features");
    assert_int_equal(path.count, 0);
    pair_free(&clouds.pair);
}

TEST(stopped_paths_keep_what_they_have)
{
    struct clouds clouds = clouds_new(9, 30, 1);
    parot_error err = {0};
    int64_t kept = 0;
    for (int left = 0; left <= 160; left += 40) {
        parot_gromov_path_result path = {0};
        int questions = left;
        parot_run run = run_that_stops(&questions);
        parot_status status =
            parot_gromov_points_path(&clouds.points, NULL, NULL, &run, &path, &err);
        assert_true(status == PAROT_OK || status == PAROT_ESTOPPED || status == PAROT_CANCELLED);
        assert_true((status >= 0) == (path.count > 0));
        assert_true(status == PAROT_OK || !path.has_elbow);
        kept += status == PAROT_CANCELLED;
        parot_gromov_path_result_free(&path);
    }
    assert_true(kept > 0);
    pair_free(&clouds.pair);
}

/* Wherever it is. */
TEST(a_point_without_mass_does_not_matter)
{
    parot_gromov_path_result path[2] = {0};
    struct clouds clouds = clouds_new(7, 35, 1);
    double weight[N];
    for (int64_t i = 0; i < N; i++)
        weight[i] = i == 0 ? 0 : 1.0 / N;
    clouds.points.p = weight;
    for (int k = 0; k < 2; k++) {
        clouds.pair.x[0] = k * 1e6;
        assert_ok(parot_gromov_points_path(&clouds.points, NULL, NULL, NULL, &path[k], NULL));
    }
    assert_int_equal(path[0].has_elbow, path[1].has_elbow);
    assert_close(path[0].elbow, path[1].elbow, 1e-6);
    parot_gromov_path_result_free(&path[0]);
    parot_gromov_path_result_free(&path[1]);
    pair_free(&clouds.pair);
}
