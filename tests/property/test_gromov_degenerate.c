/* test_gromov_degenerate.c - spaces with hardly anything in them: every way to match them answers,
 * for any mass: by matrices, by points, and for all masses at once. */
#include "gromov_answers.h"
#include "points_pairs.h"
#include "test.h"

enum { MOST = 9, DIMS = 2 };

enum kind {
    ONE_POINT,        /* on each side */
    ONE_AGAINST_MANY, /* points of the target */
    TWO_POINTS,
    ALL_EQUAL,     /* all points of both sides */
    EQUAL_SIDE,    /* all points of the source */
    DUPLICATES,    /* each point three times */
    ZERO_WEIGHTS,  /* of every other point, on both sides */
    ONE_WITH_MASS, /* the others have none */
    ON_A_LINE,
    TINY,
    HUGE_NUMBERS,
    FAR_AWAY, /* from the origin */
    KINDS
};

static int64_t rows_of(enum kind kind)
{
    return kind == ONE_POINT || kind == ONE_AGAINST_MANY ? 1 : kind == TWO_POINTS ? 2 : MOST - 2;
}

static int64_t cols_of(enum kind kind)
{
    return kind == ONE_POINT ? 1 : kind == TWO_POINTS ? 2 : MOST;
}

static void fill_side(enum kind kind, double *z, int64_t count, int is_target)
{
    double scale = kind == TINY ? 1e-60 : kind == HUGE_NUMBERS ? 1e60 : 1;
    for (int64_t i = 0; i < count; i++)
        for (int64_t d = 0; d < DIMS; d++) {
            int64_t which = kind == DUPLICATES ? i / 3 : i;
            int is_equal = kind == ALL_EQUAL || (kind == EQUAL_SIDE && !is_target);
            double at = test_normal(31 + (uint64_t)is_target, (uint64_t)(which * DIMS + d));
            z[i * DIMS + d] = is_equal ? 1 : kind == ON_A_LINE && d == 1 ? 0 : scale * at;
            z[i * DIMS + d] += kind == FAR_AWAY ? 1e6 : 0;
        }
}

static void fill_weights(enum kind kind, double *w, int64_t count)
{
    double total = 0;
    for (int64_t i = 0; i < count; i++) {
        w[i] = kind == ZERO_WEIGHTS ? (double)(i % 2 == 0) : kind == ONE_WITH_MASS ? i == 1 : 1;
        total += w[i];
    }
    for (int64_t i = 0; i < count; i++)
        w[i] /= total;
}

static struct pair pair_degenerate(enum kind kind)
{
    struct pair pair = pair_alloc(rows_of(kind), cols_of(kind), DIMS, DIMS, 0.5);
    fill_side(kind, pair.x, pair.n, 0);
    fill_side(kind, pair.y, pair.m, 1);
    pair_distances(&pair);
    fill_weights(kind, pair.p, pair.n);
    fill_weights(kind, pair.q, pair.m);
    pair.problem.p = pair.p;
    pair.problem.q = pair.q;
    return pair;
}

static void assert_has_value(const struct pair *pair, const parot_gromov_result *result)
{
    const parot_result *transport = &result->transport;
    FREED double *dense = calloc((size_t)(pair->n * pair->m), sizeof(double));
    double largest = 0;
    for (int64_t k = 0; k < pair->n * pair->n; k++)
        largest = fmax(largest, fabs(pair->source[k]));
    for (int64_t k = 0; k < pair->m * pair->m; k++)
        largest = fmax(largest, fabs(pair->target[k]));
    parot_plan_to_dense(&transport->plan, dense);
    double value = (double)gromov_objective(&pair->problem, dense);
    assert_is_plan(pair, transport);
    /* distances of points far away have lost digits to the origin */
    assert_true(fabs(transport->objective - value) <= 1e-9 * value + 1e-9 * largest * largest);
    assert_true(result->stationarity >= 0);
    assert_true(isfinite(transport->dual.lambda));
    for (int64_t e = 0; e < transport->plan.count; e++)
        assert_true(pair->p[transport->plan.row[e]] > 0 && pair->q[transport->plan.col[e]] > 0);
}

static const double MASSES[] = {1e-9, 0.3, 1};

TEST(matrices_answer)
{
    for (int kind = 0; kind < KINDS; kind++)
        for (size_t k = 0; k < sizeof MASSES / sizeof *MASSES; k++) {
            FREED_BY(pair_free) struct pair pair = pair_degenerate((enum kind)kind);
            AUTO(parot_gromov_result, result);
            pair.problem.mass = MASSES[k];
            assert_ok(parot_gromov(&pair.problem, NULL, NULL, &result, NULL));
            assert_has_value(&pair, &result);
        }
}

/* source and target become the distances of that metric */
static void measure(struct pair *pair, parot_metric metric)
{
    const parot_gromov_points_problem points = points_of(pair, metric);
    assert_ok(parot_cost(points.x, points.x, metric, NULL, pair->source, NULL));
    assert_ok(parot_cost(points.y, points.y, metric, NULL, pair->target, NULL));
}

TEST(points_answer)
{
    static const parot_metric metrics[] = {PAROT_METRIC_SQEUCLIDEAN, PAROT_METRIC_EUCLIDEAN};
    for (int kind = 0; kind < KINDS; kind++)
        for (size_t k = 0; k < sizeof MASSES / sizeof *MASSES; k++)
            for (size_t l = 0; l < 2; l++) {
                FREED_BY(pair_free) struct pair pair = pair_degenerate((enum kind)kind);
                AUTO(parot_gromov_result, result);
                pair.problem.mass = MASSES[k];
                measure(&pair, metrics[l]);
                const parot_gromov_points_problem points = points_of(&pair, metrics[l]);
                assert_true(parot_gromov_points(&points, NULL, NULL, &result, NULL) >= 0);
                assert_has_value(&pair, &result);
            }
}

/* By matrices and without: a plan for every mass, and an elbow that is a share. */
TEST(paths_answer)
{
    for (int kind = 0; kind < KINDS; kind++)
        for (int has_points = 0; has_points < 2; has_points++) {
            FREED_BY(pair_free) struct pair pair = pair_degenerate((enum kind)kind);
            AUTO(parot_gromov_path_result, path);
            measure(&pair, PAROT_METRIC_SQEUCLIDEAN);
            const parot_gromov_points_problem points = points_of(&pair, PAROT_METRIC_SQEUCLIDEAN);
            assert_ok(has_points ? parot_gromov_points_path(&points, NULL, NULL, NULL, &path, NULL)
                                 : parot_gromov_path(&pair.problem, NULL, NULL, NULL, &path, NULL));
            assert_true(path.count >= 19);
            assert_true(path.low <= path.elbow && path.elbow <= path.high && path.elbow <= 1);
            for (int64_t k = 0; k < path.count; k++) {
                pair.problem.mass = path.result[k].transport.mass;
                assert_has_value(&pair, &path.result[k]);
            }
        }
}

/* Where everything is equal, nothing costs anything, and all of it matches. */
TEST(equal_points_cost_nothing)
{
    FREED_BY(pair_free) struct pair pair = pair_degenerate(ALL_EQUAL);
    AUTO(parot_gromov_path_result, path);
    assert_ok(parot_gromov_path(&pair.problem, NULL, NULL, NULL, &path, NULL));
    assert_true(path.has_elbow && path.elbow == 1 && isnan(path.bend));
    for (int64_t k = 0; k < path.count; k++)
        assert_true(path.result[k].transport.objective == 0);
}

/* Infinite distances have no value: they are refused by name, with or without a path. */
TEST(infinite_distances_are_refused)
{
    FREED_BY(pair_free) struct pair pair = pair_degenerate(ON_A_LINE);
    parot_gromov_path_result path = {0};
    parot_gromov_result result = {0};
    parot_error err = {0};
    pair.target[1] = INFINITY;
    assert_int_equal(parot_gromov(&pair.problem, NULL, NULL, &result, &err), PAROT_EINVAL);
    assert_string_equal(err.argument, "target");
    assert_int_equal(parot_gromov_path(&pair.problem, NULL, NULL, NULL, &path, &err), PAROT_EINVAL);
    assert_string_equal(err.argument, "target");
    assert_int_equal(path.count, 0);
}
