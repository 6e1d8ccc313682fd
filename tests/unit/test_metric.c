/* test_metric.c - tiles of distances, by differences and by products, against the definition. */
#include "base/random.h"
#include "cost/metric.h"
#include "instances.h"
#include "test.h"

static const double UNTOUCHED = -12345;

/* A point_pair with both forms ready; clear centred_x to get differences. */
static struct point_pair random_pair(parot_metric metric, int64_t n, int64_t m, int64_t dims)
{
    struct point_pair pair = {.metric = metric, .n = n, .m = m, .dims = dims};
    double *block = calloc((size_t)(2 * (n + m) * dims + n + m), sizeof *block);
    pair.x = block;
    pair.y = pair.x + n * dims;
    pair.centred_x = pair.y + m * dims;
    pair.centred_y = pair.centred_x + n * dims;
    pair.norm_x = pair.centred_y + m * dims;
    pair.norm_y = pair.norm_x + n;
    for (int64_t i = 0; i < (n + m) * dims; i++) { /* y follows x, norm_y follows norm_x */
        pair.x[i] = random_normal((uint64_t)dims, RANDOM_TEST, (uint64_t)i);
        pair.centred_x[i] = pair.x[i];
        pair.norm_x[i / dims] += pair.x[i] * pair.x[i];
    }
    return pair;
}

static void free_pair(struct point_pair *pair)
{
    free(pair->x);
}

/* On coordinates as they are stored: for the cosine, of rows taken to have length 1. */
static long double definition(const struct point_pair *pair, int64_t i, int64_t j)
{
    long double squares = 0, magnitudes = 0, largest = 0;
    for (int64_t k = 0; k < pair->dims; k++) {
        long double difference =
            (long double)pair->x[i * pair->dims + k] - pair->y[j * pair->dims + k];
        squares += difference * difference;
        magnitudes += fabsl(difference);
        largest = fmaxl(largest, fabsl(difference));
    }
    if (pair->metric == PAROT_METRIC_SQEUCLIDEAN)
        return ldexpl(squares, 2 * pair->exponent);
    if (pair->metric == PAROT_METRIC_EUCLIDEAN)
        return ldexpl(sqrtl(squares), pair->exponent);
    if (pair->metric == PAROT_METRIC_CHEBYSHEV)
        return ldexpl(largest, pair->exponent);
    return pair->metric == PAROT_METRIC_CITYBLOCK ? ldexpl(magnitudes, pair->exponent)
                                                  : squares / 2;
}

static void check_rows(const struct point_pair *pair, int64_t begin, int64_t end, int64_t padding)
{
    int64_t stride = pair->m + padding;
    FREED double *cost = malloc((size_t)((end - begin) * stride) * sizeof *cost);
    for (int64_t i = 0; i < (end - begin) * stride; i++)
        cost[i] = i % stride < pair->m ? NAN : UNTOUCHED;
    metric_rows(pair, begin, end, cost, stride);
    for (int64_t i = begin; i < end; i++) {
        const double *row = cost + (i - begin) * stride;
        for (int64_t j = 0; j < pair->m; j++) {
            long double expected = definition(pair, i, j);
            assert_true(fabsl(row[j] - expected) <= 1e-12L * expected);
        }
        for (int64_t j = pair->m; j < stride; j++)
            assert_true(row[j] == UNTOUCHED);
    }
}

static void check_shapes(parot_metric metric, int has_products)
{
    static const int64_t rows[] = {1, 63, METRIC_TILE}, cols[] = {1, 2, 63, 64, 65, 130};
    static const int64_t dims[] = {1, 2, 3, 4, 5, 23, 63, 64, 65, 66, 67, 68, 131};
    const size_t stride = test_stride(3);
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        for (size_t c = 0; c < sizeof cols / sizeof *cols; c++)
            for (size_t d = (r + c) % stride; d < sizeof dims / sizeof *dims; d += stride) {
                struct point_pair pair = random_pair(metric, rows[r], cols[c], dims[d]);
                if (!has_products)
                    pair.centred_x = NULL;
                check_rows(&pair, 0, rows[r], (int64_t)d % 3);
                free_pair(&pair);
            }
}

TEST(differences_are_the_definition)
{
    for (int metric = PAROT_METRIC_SQEUCLIDEAN; parot_metric_name((parot_metric)metric); metric++)
        check_shapes((parot_metric)metric, 0);
}

TEST(products_are_the_definition)
{
    check_shapes(PAROT_METRIC_SQEUCLIDEAN, 1);
    check_shapes(PAROT_METRIC_EUCLIDEAN, 1);
    check_shapes(PAROT_METRIC_COSINE, 1);
}

TEST(the_exponent_is_undone)
{
    const int exponents[] = {-400, -3, 0, 1, 400};
    for (size_t e = 0; e < sizeof exponents / sizeof *exponents; e++)
        for (int metric = PAROT_METRIC_SQEUCLIDEAN; metric <= PAROT_METRIC_CITYBLOCK; metric++) {
            struct point_pair pair = random_pair((parot_metric)metric, 5, 70, 6);
            pair.exponent = exponents[e];
            if (metric == PAROT_METRIC_CITYBLOCK)
                pair.centred_x = NULL;
            check_rows(&pair, 0, 5, 0);
            free_pair(&pair);
        }
}

TEST(any_window_of_rows_may_be_computed)
{
    struct point_pair pair = random_pair(PAROT_METRIC_EUCLIDEAN, 200, 70, 30);
    for (int64_t begin = 0; begin < 200; begin += 37)
        check_rows(&pair, begin, begin + 40 < 200 ? begin + 40 : 200, 1);
    pair.centred_x = NULL;
    for (int64_t begin = 0; begin < 200; begin += 37)
        check_rows(&pair, begin, begin + 40 < 200 ? begin + 40 : 200, 1);
    free_pair(&pair);
}

/* y_j = x_i for i = j: products cancel completely. */
TEST(a_point_is_at_distance_zero_from_itself)
{
    enum { POINTS = METRIC_TILE, DIMS = 40 };
    static double cost[POINTS * POINTS];
    struct point_pair pair = random_pair(PAROT_METRIC_SQEUCLIDEAN, POINTS, POINTS, DIMS);
    memcpy(pair.y, pair.x, POINTS * DIMS * sizeof(double));
    memcpy(pair.centred_y, pair.centred_x, POINTS * DIMS * sizeof(double));
    memcpy(pair.norm_y, pair.norm_x, POINTS * sizeof(double));
    metric_rows(&pair, 0, POINTS, cost, POINTS);
    for (int i = 0; i < POINTS; i++)
        assert_true(cost[i * POINTS + i] == 0);
    free_pair(&pair);
}
