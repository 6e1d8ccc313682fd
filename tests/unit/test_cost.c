/* test_cost.c - parot_cost against the definition of its metrics in long double, and its refusals.
 *
 * Unless a comment says otherwise every entry is accurate to 1e-12 of itself, close pairs and
 * coordinates of any size included; so no entry is negative or NaN, and equal points are at 0.
 */
#include "base/random.h"
#include "test.h"

static const int64_t dims_of_interest[] = {1, 2, 3, 23, 24, 25, 64, 65, 100, 300};
enum { DIMS = sizeof dims_of_interest / sizeof *dims_of_interest };

/* Two tables of points and their distances. */
struct tables {
    parot_matrix x, y;
    double *x_data, *y_data, *cost;
};

static struct tables new_tables(int64_t n, int64_t m, int64_t dims)
{
    struct tables tables = {.x_data = calloc((size_t)(n * dims), sizeof(double)),
                            .y_data = calloc((size_t)(m * dims), sizeof(double)),
                            .cost = calloc((size_t)(n * m), sizeof(double))};
    tables.x = (parot_matrix){tables.x_data, n, dims, dims};
    tables.y = (parot_matrix){tables.y_data, m, dims, dims};
    return tables;
}

static void free_tables(struct tables *tables)
{
    free(tables->x_data);
    free(tables->y_data);
    free(tables->cost);
}

static double normal(uint64_t seed, int64_t index)
{
    return random_normal(seed, RANDOM_TEST, (uint64_t)index);
}

static struct tables random_tables(int64_t n, int64_t m, int64_t dims)
{
    struct tables tables = new_tables(n, m, dims);
    for (int64_t i = 0; i < n * dims; i++)
        tables.x_data[i] = normal(1, i);
    for (int64_t j = 0; j < m * dims; j++)
        tables.y_data[j] = normal(2, j) + 0.5;
    return tables;
}

/* y_j = x_j + something 10^-(j mod 13) times as large: pairs at every relative distance. */
static struct tables close_tables(int64_t count, int64_t dims)
{
    struct tables tables = random_tables(count, count, dims);
    for (int64_t j = 0; j < count * dims; j++)
        tables.y_data[j] = tables.x_data[j] + pow(10, -(double)(j / dims % 13)) * normal(3, j);
    return tables;
}

static void scale(struct tables *tables, double factor)
{
    for (int64_t i = 0; i < tables->x.rows * tables->x.cols; i++)
        tables->x_data[i] *= factor;
    for (int64_t j = 0; j < tables->y.rows * tables->y.cols; j++)
        tables->y_data[j] *= factor;
}

static long double cosine(const double *x, const double *y, int64_t dims)
{
    long double product = 0, length_x = 0, length_y = 0;
    for (int64_t k = 0; k < dims; k++) {
        product += (long double)x[k] * y[k];
        length_x += (long double)x[k] * x[k];
        length_y += (long double)y[k] * y[k];
    }
    return 1 - product / (sqrtl(length_x) * sqrtl(length_y));
}

static long double correlation(const double *x, const double *y, int64_t dims)
{
    long double mean_x = 0, mean_y = 0, product = 0, length_x = 0, length_y = 0;
    for (int64_t k = 0; k < dims; k++) {
        mean_x += (long double)x[k] / dims;
        mean_y += (long double)y[k] / dims;
    }
    for (int64_t k = 0; k < dims; k++) {
        product += (x[k] - mean_x) * (y[k] - mean_y);
        length_x += (x[k] - mean_x) * (x[k] - mean_x);
        length_y += (y[k] - mean_y) * (y[k] - mean_y);
    }
    return 1 - product / (sqrtl(length_x) * sqrtl(length_y));
}

static long double definition(parot_metric metric, const double *x, const double *y, int64_t dims)
{
    long double squares = 0, magnitudes = 0, largest = 0;
    if (metric == PAROT_METRIC_COSINE)
        return cosine(x, y, dims);
    if (metric == PAROT_METRIC_CORRELATION)
        return correlation(x, y, dims);
    for (int64_t k = 0; k < dims; k++) {
        long double difference = (long double)x[k] - y[k];
        squares += difference * difference;
        magnitudes += fabsl(difference);
        largest = fmaxl(largest, fabsl(difference));
    }
    if (metric == PAROT_METRIC_CHEBYSHEV)
        return largest;
    if (metric == PAROT_METRIC_CITYBLOCK)
        return magnitudes;
    return metric == PAROT_METRIC_EUCLIDEAN ? sqrtl(squares) : squares;
}

static int is_angle(int metric)
{
    return metric == PAROT_METRIC_COSINE || metric == PAROT_METRIC_CORRELATION;
}

/* To 1e-12 of the entry; for cosine and correlation to 1e-14, since rows are rounded when
 * normalised. One coordinate has no correlation. */
static void check_tables(const struct tables *tables, parot_metric metric)
{
    int64_t n = tables->x.rows, m = tables->y.rows, dims = tables->x.cols;
    if (metric == PAROT_METRIC_CORRELATION && dims == 1)
        return;
    assert_ok(parot_cost(tables->x, tables->y, metric, NULL, tables->cost, &err));
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < m; j++) {
            double cost = tables->cost[i * m + j];
            long double expected =
                definition(metric, tables->x_data + i * dims, tables->y_data + j * dims, dims);
            long double bound = is_angle(metric) ? 1e-14L : 1e-12L * expected;
            if (!(cost >= 0 && fabsl(cost - expected) <= bound))
                fail_msg("%s of %lld x %lld points in %lld dimensions at (%lld,%lld): %.17g, not "
                         "%.17Lg",
                         parot_metric_name(metric), (long long)n, (long long)m, (long long)dims,
                         (long long)i, (long long)j, cost, expected);
        }
}

/* Some tables have rows without a direction, or with too little of one. */
enum { ANY_METRIC, ANY_BUT_ANGLES };

static void check_and_free(struct tables tables, int which)
{
    for (int metric = 0; parot_metric_name((parot_metric)metric); metric++)
        if (!is_angle(metric) || which == ANY_METRIC)
            check_tables(&tables, (parot_metric)metric);
    free_tables(&tables);
}

TEST(metrics_have_the_names_of_the_header)
{
    assert_string_equal(parot_metric_name(PAROT_METRIC_SQEUCLIDEAN), "sqeuclidean");
    assert_string_equal(parot_metric_name(PAROT_METRIC_EUCLIDEAN), "euclidean");
    assert_string_equal(parot_metric_name(PAROT_METRIC_CITYBLOCK), "cityblock");
    assert_string_equal(parot_metric_name(PAROT_METRIC_COSINE), "cosine");
    assert_string_equal(parot_metric_name(PAROT_METRIC_CHEBYSHEV), "chebyshev");
    assert_string_equal(parot_metric_name(PAROT_METRIC_CORRELATION), "correlation");
    assert_null(parot_metric_name((parot_metric)6));
    assert_null(parot_metric_name((parot_metric)-1));
}

TEST(every_metric_is_its_definition)
{
    static const int64_t sizes[][2] = {{1, 1},   {1, 130}, {63, 64}, {64, 63},
                                       {65, 64}, {64, 65}, {130, 1}, {130, 65}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int d = 0; d < DIMS; d++)
            check_and_free(random_tables(sizes[s][0], sizes[s][1], dims_of_interest[d]),
                           ANY_METRIC);
}

TEST(close_pairs_keep_their_digits)
{
    for (int d = 0; d < DIMS; d++)
        check_and_free(close_tables(80, dims_of_interest[d]), ANY_BUT_ANGLES);
}

/* Differences of 1e-6 between coordinates near 1e8. */
TEST(a_common_offset_does_no_harm)
{
    for (int d = 0; d < DIMS; d++) {
        struct tables tables = random_tables(70, 70, dims_of_interest[d]);
        scale(&tables, 1e-6);
        for (int64_t i = 0; i < 70 * tables.x.cols; i++) {
            tables.x_data[i] += 1e8;
            tables.y_data[i] += 1e8;
        }
        check_and_free(tables, ANY_BUT_ANGLES);
    }
}

/* Two tight clusters far apart: the mean of all is near neither. */
TEST(two_distant_clusters_do_no_harm)
{
    for (int d = 0; d < DIMS; d++) {
        struct tables tables = close_tables(70, dims_of_interest[d]);
        for (int64_t i = 0; i < 70 * tables.x.cols; i++) {
            tables.x_data[i] += i / tables.x.cols % 2 ? 1e5 : -1e5;
            tables.y_data[i] += i / tables.x.cols % 2 ? 1e5 : -1e5;
        }
        check_and_free(tables, ANY_BUT_ANGLES);
    }
}

TEST(identical_points_are_at_distance_zero)
{
    for (int d = 0; d < DIMS; d++)
        for (int metric = PAROT_METRIC_SQEUCLIDEAN; parot_metric_name((parot_metric)metric);
             metric++) {
            if (metric == PAROT_METRIC_CORRELATION && dims_of_interest[d] == 1)
                continue;
            struct tables tables = random_tables(70, 70, dims_of_interest[d]);
            memcpy(tables.y_data, tables.x_data, (size_t)(70 * tables.x.cols) * sizeof(double));
            assert_ok(
                parot_cost(tables.x, tables.y, (parot_metric)metric, NULL, tables.cost, &err));
            for (int64_t i = 0; i < 70; i++)
                assert_true(tables.cost[i * 70 + i] == 0);
            free_tables(&tables);
        }
}

TEST(zero_points_are_at_distance_zero)
{
    struct tables tables = new_tables(3, 3, 30);
    check_and_free(tables, ANY_BUT_ANGLES);
}

TEST(coordinates_of_any_size_have_distances)
{
    const double factors[] = {1e-300, 1e-160, 1e160, 1e300};
    const int64_t dims[] = {1, 3, 30};
    for (size_t f = 0; f < sizeof factors / sizeof *factors; f++)
        for (size_t d = 0; d < sizeof dims / sizeof *dims; d++) {
            struct tables tables = random_tables(20, 20, dims[d]);
            scale(&tables, factors[f]);
            check_tables(&tables, PAROT_METRIC_EUCLIDEAN);
            check_tables(&tables, PAROT_METRIC_CITYBLOCK);
            check_tables(&tables, PAROT_METRIC_CHEBYSHEV);
            check_tables(&tables, PAROT_METRIC_COSINE);
            check_tables(&tables, PAROT_METRIC_CORRELATION);
            free_tables(&tables);
        }
}

TEST(squares_are_taken_as_far_as_they_exist)
{
    const double factors[] = {1e-149, 1e-100, 1e100, 1e149};
    for (size_t f = 0; f < sizeof factors / sizeof *factors; f++) {
        struct tables tables = random_tables(20, 20, 30);
        scale(&tables, factors[f]);
        check_and_free(tables, ANY_BUT_ANGLES);
    }
}

TEST(the_smallest_number_is_a_distance)
{
    const double tiny = 0x1p-1074, zero = 0;
    double cost = NAN;
    parot_matrix x = {&tiny, 1, 1, 1}, y = {&zero, 1, 1, 1};
    assert_ok(parot_cost(x, y, PAROT_METRIC_EUCLIDEAN, NULL, &cost, &err));
    assert_true(cost == tiny);
    assert_ok(parot_cost(x, y, PAROT_METRIC_CITYBLOCK, NULL, &cost, &err));
    assert_true(cost == tiny);
}

static double cosine_of(const double *x, const double *y, int64_t dims)
{
    double cost = NAN;
    assert_ok(parot_cost((parot_matrix){x, 1, dims, dims}, (parot_matrix){y, 1, dims, dims},
                         PAROT_METRIC_COSINE, NULL, &cost, &err));
    return cost;
}

TEST(cosine_sees_directions_only)
{
    for (int d = 0; d < DIMS; d++) {
        int64_t dims = dims_of_interest[d];
        double x[300], longer[300], opposite[300];
        for (int64_t k = 0; k < dims; k++) {
            x[k] = normal(4, k);
            longer[k] = 1e250 * x[k];
            opposite[k] = -1e-250 * x[k];
        }
        assert_close(cosine_of(x, longer, dims), 0, 1e-15);
        assert_close(cosine_of(x, opposite, dims), 2, 1e-15);
        assert_close(cosine_of(opposite, longer, dims), 2, 1e-15);
    }
}

TEST(cosine_of_perpendicular_rows_is_one)
{
    const double x[] = {3, 0, 4, 0}, y[] = {0, 1, 0, -7};
    assert_close(cosine_of(x, y, 4), 1, 1e-15);
}

/* (1, 0) and (1, t): 1 - 1 / h = t^2 / (h (1 + h)) with h = sqrt(1 + t^2). The plain form would
 * have no digits left at t = 1e-8. */
TEST(cosine_of_nearly_parallel_rows_keeps_its_digits)
{
    for (int exponent = -1; exponent >= -7; exponent--) {
        double t = pow(10, exponent), x[] = {1, 0}, y[] = {1, t};
        long double h = sqrtl(1 + (long double)t * t);
        double expected = (double)(t * (long double)t / (h * (1 + h)));
        assert_true(fabs(cosine_of(x, y, 2) - expected) <= 1e-15 / t * expected);
    }
}

/* Rows of subnormal numbers and rows next to the end of the range have directions too. */
TEST(cosine_accepts_any_finite_row)
{
    const double largest[] = {1.7e308, 1.7e308}, smallest[] = {0x1p-1074, 0};
    assert_close(cosine_of(largest, smallest, 2), 1 - sqrt(0.5), 1e-15);
}

static parot_matrix padded(parot_matrix matrix, int64_t padding, double *data)
{
    int64_t stride = matrix.cols + padding;
    for (int64_t i = 0; i < matrix.rows * stride; i++)
        data[i] =
            i % stride < matrix.cols ? matrix.data[i / stride * matrix.stride + i % stride] : NAN;
    return (parot_matrix){data, matrix.rows, matrix.cols, stride};
}

TEST(strides_skip_what_is_between_the_rows)
{
    enum { N = 65, M = 3 };
    for (int d = 0; d < DIMS; d++) {
        static double wide_x[N * 310], wide_y[M * 310], cost[N * M];
        struct tables tables = random_tables(N, M, dims_of_interest[d]);
        parot_matrix x = padded(tables.x, 1, wide_x), y = padded(tables.y, 7, wide_y);
        for (int metric = PAROT_METRIC_SQEUCLIDEAN; parot_metric_name((parot_metric)metric);
             metric++) {
            if (metric == PAROT_METRIC_CORRELATION && dims_of_interest[d] == 1)
                continue;
            check_tables(&tables, (parot_metric)metric);
            assert_ok(parot_cost(x, y, (parot_metric)metric, NULL, cost, &err));
            assert_memory_equal(cost, tables.cost, sizeof cost);
        }
        free_tables(&tables);
    }
}

TEST(threads_do_not_change_a_bit)
{
    enum { N = 1500, M = 70 };
    static double alone[N * M];
    static const int32_t threads[] = {0, 2, 3, 7, 100};
    DEFAULTS(parot_run, run);
    for (int64_t dims = 3; dims <= 30; dims += 27)
        for (int metric = PAROT_METRIC_SQEUCLIDEAN; parot_metric_name((parot_metric)metric);
             metric++) {
            struct tables tables = random_tables(N, M, dims);
            assert_ok(parot_cost(tables.x, tables.y, (parot_metric)metric, NULL, alone, &err));
            for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
                run.threads = threads[t];
                assert_ok(
                    parot_cost(tables.x, tables.y, (parot_metric)metric, &run, tables.cost, &err));
                assert_memory_equal(tables.cost, alone, sizeof alone);
            }
            free_tables(&tables);
        }
}

/* Each coordinate is in range, but their sum over many is not. */
TEST(many_large_coordinates_are_in_range_or_refused)
{
    enum { MANY = 1 << 21 };
    struct tables tables = new_tables(1, 1, MANY);
    for (int exponent = 484; exponent <= 508; exponent += 8) {
        for (int64_t k = 0; k < MANY; k++) {
            tables.x_data[k] = ldexp(1.9, exponent);
            tables.y_data[k] = -tables.x_data[k];
        }
        parot_status status =
            parot_cost(tables.x, tables.y, PAROT_METRIC_SQEUCLIDEAN, NULL, tables.cost, NULL);
        assert_true(status == PAROT_ENUMERIC || (status == PAROT_OK && isfinite(*tables.cost)));
    }
    free_tables(&tables);
}

/* Stops at call number `stop`, and keeps accounts of memory. */
struct watcher {
    int calls, stop;
    parot_progress last;
    int allocated, released, refuses;
};

static int watch(const parot_progress *progress, void *user)
{
    struct watcher *watcher = user;
    watcher->last = *progress;
    return ++watcher->calls == watcher->stop;
}

static void *allocate(size_t bytes, void *user)
{
    struct watcher *watcher = user;
    if (watcher->refuses)
        return NULL;
    watcher->allocated++;
    return malloc(bytes);
}

static void release(void *block, void *user)
{
    struct watcher *watcher = user;
    watcher->released++;
    free(block);
}

static parot_run watched_by(struct watcher *watcher)
{
    DEFAULTS(parot_run, run);
    run.progress_period = 0;
    run.progress = watch;
    run.alloc = allocate;
    run.release = release;
    run.user = watcher;
    return run;
}

TEST(progress_is_reported_while_rows_are_computed)
{
    struct watcher watcher = {0};
    parot_run run = watched_by(&watcher);
    struct tables tables = random_tables(3000, 2, 2);
    assert_ok(parot_cost(tables.x, tables.y, PAROT_METRIC_EUCLIDEAN, &run, tables.cost, &err));
    assert_true(watcher.calls > 1);
    assert_string_equal(watcher.last.stage, "cost");
    assert_true(watcher.last.iteration > 0 && watcher.last.iteration < 3000);
    assert_true(isnan(watcher.last.objective) && isnan(watcher.last.bound));
    free_tables(&tables);
}

TEST(a_cancelled_call_stops_and_keeps_no_memory)
{
    for (int stop = 1; stop <= 2; stop++) {
        struct watcher watcher = {.stop = stop};
        parot_run run = watched_by(&watcher);
        struct tables tables = random_tables(3000, 2, 2);
        assert_refused(
            parot_cost(tables.x, tables.y, PAROT_METRIC_EUCLIDEAN, &run, tables.cost, &err),
            PAROT_ESTOPPED, "of 3000 rows");
        assert_int_equal(watcher.calls, stop);
        assert_int_equal(watcher.released, watcher.allocated);
        free_tables(&tables);
    }
}

TEST(a_time_limit_stops)
{
    parot_run run;
    parot_run_init(&run);
    run.time_limit = 1e-9;
    struct tables tables = random_tables(3000, 2, 2);
    assert_refused(parot_cost(tables.x, tables.y, PAROT_METRIC_EUCLIDEAN, &run, tables.cost, &err),
                   PAROT_ESTOPPED, "stopped after");
    free_tables(&tables);
}

TEST(an_iteration_limit_is_for_solvers)
{
    DEFAULTS(parot_run, run);
    run.max_iterations = 1;
    struct tables tables = random_tables(3000, 2, 2);
    assert_ok(parot_cost(tables.x, tables.y, PAROT_METRIC_EUCLIDEAN, &run, tables.cost, &err));
    free_tables(&tables);
}

TEST(a_call_takes_one_block_and_returns_it)
{
    for (int64_t dims = 2; dims <= 40; dims += 38) {
        struct watcher watcher = {0};
        parot_run run = watched_by(&watcher);
        struct tables tables = random_tables(70, 70, dims);
        assert_ok(parot_cost(tables.x, tables.y, PAROT_METRIC_EUCLIDEAN, &run, tables.cost, &err));
        assert_int_equal(watcher.allocated, 1);
        assert_int_equal(watcher.released, 1);
        free_tables(&tables);
    }
}
