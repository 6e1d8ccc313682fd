/* test_points.c - costs of points are those of parot_cost; the order is one, and a useful one. */
#include "transport/points/kd_order.h"
#include "transport/points/point_costs.h"

#include "clouds.h"
#include "test.h"

static const parot_metric metrics[] = {PAROT_METRIC_SQEUCLIDEAN, PAROT_METRIC_EUCLIDEAN,
                                       PAROT_METRIC_CITYBLOCK,   PAROT_METRIC_COSINE,
                                       PAROT_METRIC_CHEBYSHEV,   PAROT_METRIC_CORRELATION};
enum { METRICS = sizeof metrics / sizeof *metrics };

static void open_points(struct points *points, const struct clouds *clouds, parot_metric metric)
{
    struct control control;
    assert_ok(control_init(&control, NULL, &err));
    assert_ok(points_open(points, cloud_x(clouds), cloud_y(clouds), metric, &control, &err));
}

/* `tolerance` 0: the same bits. */
static void compare_with_matrix(const struct clouds *clouds, parot_metric metric, double tolerance)
{
    FREED_BY(points_close) struct points points = {0};
    int64_t n = clouds->n, m = clouds->m;
    FREED double *matrix = malloc((size_t)(n * m) * sizeof(double));
    open_points(&points, clouds, metric);
    assert_ok(parot_cost(cloud_x(clouds), cloud_y(clouds), metric, NULL, matrix, &err));
    for (int32_t i = 0; i < n; i++)
        for (int32_t j = 0; j < m; j++) {
            double cost = points_cost(&points, i, j);
            double expected =
                matrix[points.side[POINTS_ROWS].of[i] * m + points.side[POINTS_COLS].of[j]];
            if (tolerance == 0)
                assert_memory_equal(&cost, &expected, sizeof cost);
            else
                assert_close(cost, expected, tolerance);
        }
}

TEST(costs_are_the_bits_of_parot_cost)
{
    static const int64_t dims[] = {1, 2, 3, 5, 23};
    for (int family = 0; family < CLOUD_FAMILIES; family++)
        for (int metric = 0; metric < METRICS; metric++)
            for (size_t d = 0; d < sizeof dims / sizeof *dims; d++) {
                if (metrics[metric] == PAROT_METRIC_CORRELATION &&
                    (dims[d] == 1 || family != CLOUD_NORMAL))
                    continue; /* equal coordinates have none */
                struct clouds clouds = clouds_make(family, 70, 30, dims[d], d);
                compare_with_matrix(&clouds, metrics[metric], 0);
                clouds_free(&clouds);
            }
}

TEST(costs_are_close_to_products_in_many_dimensions)
{
    for (int metric = 0; metric < METRICS; metric++) {
        FREED_BY(clouds_free) struct clouds clouds = clouds_make(CLOUD_NORMAL, 40, 50, 130, 3);
        compare_with_matrix(&clouds, metrics[metric], 1e-13);
    }
}

TEST(several_costs_have_the_bits_of_each)
{
    FREED_BY(clouds_free) struct clouds clouds = clouds_make(CLOUD_NORMAL, 9, 11, 7, 1);
    for (int metric = 0; metric < METRICS; metric++) {
        FREED_BY(points_close) struct points points = {0};
        int32_t other[11] = {10, 3, 3, 0, 5, 6, 7, 1, 2, 4, 8};
        double cost[11];
        open_points(&points, &clouds, metrics[metric]);
        for (int64_t count = 0; count <= 11; count++)
            for (int32_t i = 0; i < 9; i++) {
                int32_t rows[11];
                for (int32_t k = 0; k < 11; k++)
                    rows[k] = (i + 2 * k) % 9;
                points_pair_costs(&points, POINTS_ROWS, rows, other, count, cost);
                for (int64_t k = 0; k < count; k++)
                    assert_true(cost[k] == points_cost(&points, rows[k], other[k]));
                points_costs(&points, POINTS_ROWS, i, other, count, cost);
                for (int64_t k = 0; k < count; k++)
                    assert_true(cost[k] == points_cost(&points, i, other[k]));
            }
        int32_t row = 4;
        points_costs(&points, POINTS_COLS, 7, &row, 1, cost);
        assert_true(cost[0] == points_cost(&points, 4, 7));
    }
}

TEST(products_are_those_of_the_definition)
{
    enum { N = 31, M = 12, DIMS = 3 };
    FREED_BY(clouds_free) struct clouds clouds = clouds_make(CLOUD_NORMAL, N, M, DIMS, 5);
    double alpha[N], beta[M];
    FREED_BY(points_close) struct points points = {0};
    struct control control;
    for (int i = 0; i < N; i++)
        alpha[i] = cloud_normal(70, (uint64_t)i);
    for (int j = 0; j < M; j++)
        beta[j] = cloud_normal(71, (uint64_t)j);
    struct product_costs costs = {N, M, DIMS, alpha, beta, clouds.x, clouds.y};
    assert_ok(control_init(&control, NULL, &err));
    assert_ok(points_open_product(&points, &costs, &control, &err));
    for (int32_t i = 0; i < N; i++)
        for (int32_t j = 0; j < M; j++) {
            int32_t row = points.side[0].of[i], col = points.side[1].of[j];
            double product = 0;
            for (int k = 0; k < DIMS; k++)
                product += clouds.x[row * DIMS + k] * clouds.y[col * DIMS + k];
            assert_true(points_cost(&points, i, j) == alpha[row] + beta[col] - product);
        }
}

TEST(the_order_has_every_point_once)
{
    struct control control;
    assert_ok(control_init(&control, NULL, &err));
    for (int family = 0; family < CLOUD_FAMILIES; family++)
        for (int64_t n = 1; n < 700; n += 1 + n / 3) {
            FREED_BY(clouds_free) struct clouds clouds = clouds_make(family, n, 1, 2, 8);
            int32_t order[700];
            char is_seen[700] = {0};
            assert_ok(kd_order(clouds.x, (int32_t)n, 2, order, &control));
            for (int64_t i = 0; i < n; i++) {
                assert_in_range(order[i], 0, n - 1);
                assert_int_equal(is_seen[order[i]]++, 0);
            }
        }
}

TEST(blocks_lie_on_one_side_of_each_cut)
{
    for (int32_t count = 1; count < 3000; count++) {
        int32_t cut = kd_cut(count);
        int32_t unit = count > KD_BLOCK ? KD_BLOCK : count > KD_TILE ? KD_TILE : KD_GROUP;
        assert_true(count <= KD_GROUP ? cut == 0 : cut > 0 && cut < count && cut % unit == 0);
        assert_true(cut == 0 || abs(count - 2 * cut) <= 2 * unit);
    }
}

/* A tile of 48 of 4800 points in the unit square has about a hundredth of its area. */
TEST(tiles_are_small)
{
    enum { N = 4800 };
    struct control control;
    static double at[2 * N];
    static int32_t order[N];
    double area = 0;
    test_fill(at, 2 * N, 4);
    assert_ok(control_init(&control, NULL, &err));
    assert_ok(kd_order(at, N, 2, order, &control));
    for (int begin = 0; begin < N; begin += KD_TILE) {
        double low[2] = {1, 1}, high[2] = {0, 0};
        for (int i = begin; i < begin + KD_TILE; i++)
            for (int k = 0; k < 2; k++) {
                low[k] = fmin(low[k], at[2 * order[i] + k]);
                high[k] = fmax(high[k], at[2 * order[i] + k]);
            }
        area += (high[0] - low[0]) * (high[1] - low[1]);
    }
    assert_true(area < 1.1);
}

TEST(bad_tables_are_refused)
{
    struct clouds clouds = clouds_make(CLOUD_NORMAL, 5, 5, 2, 1);
    struct points points;
    struct control control;
    parot_matrix y = cloud_y(&clouds);
    assert_ok(control_init(&control, NULL, &err));
    y.cols = 1;
    assert_refused(points_open(&points, cloud_x(&clouds), y, 0, &control, &err), PAROT_ESHAPE,
                   "x has 2 columns, y has 1");
    clouds.x[3] = NAN;
    assert_refused(points_open(&points, cloud_x(&clouds), cloud_y(&clouds), 0, &control, &err),
                   PAROT_EINVAL, "x: must be finite, got nan at (1,1)");
    clouds.x[3] = 1e200;
    assert_refused(points_open(&points, cloud_x(&clouds), cloud_y(&clouds), 0, &control, &err),
                   PAROT_ENUMERIC, "range of double");
    clouds_free(&clouds);
}
