/* test_principal_axes.c - axes and deviations against the definition: the covariance in long double
 * and its eigenvalues by rotations, for tables of every shape, rank and size of numbers. */
#include "instances.h"
#include "test.h"

enum { MOST = 40 };

static double table[MOST * MOST];

/* `rank` directions of falling length around a mean that is far from 0, times `scale`. */
static parot_matrix make(uint64_t seed, int64_t n, int64_t d, int64_t rank, double scale)
{
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < d; k++) {
            double x = 3 + (double)(k % 3);
            for (int64_t r = 0; r < rank; r++)
                x += (2 * test_uniform(seed, (uint64_t)(1000 * r + i)) - 1) *
                     (2 * test_uniform(seed + 1, (uint64_t)(1000 * r + k)) - 1) / (double)(1 + r);
            table[i * d + k] = scale * x;
        }
    return (parot_matrix){table, n, d, d};
}

/* covariance: d x d, of rows / scale */
static void find_covariance(parot_matrix rows, double scale, long double *covariance)
{
    int64_t d = rows.cols;
    long double mean[MOST] = {0}, count = (long double)rows.rows;
    memset(covariance, 0, (size_t)(d * d) * sizeof *covariance);
    for (int64_t i = 0; i < rows.rows; i++)
        for (int64_t k = 0; k < d; k++)
            mean[k] += rows.data[i * d + k] / (long double)scale / count;
    for (int64_t i = 0; i < rows.rows; i++)
        for (int64_t e = 0; e < d * d; e++)
            covariance[e] += (rows.data[i * d + e / d] / (long double)scale - mean[e / d]) *
                             (rows.data[i * d + e % d] / (long double)scale - mean[e % d]) / count;
}

/* Turns a_pq to 0, as in any book; p < q. */
static void rotate(long double *a, int64_t d, int64_t p, int64_t q)
{
    long double theta = (a[q * d + q] - a[p * d + p]) / (2 * a[p * d + q]);
    long double t = (theta < 0 ? -1 : 1) / (fabsl(theta) + sqrtl(1 + theta * theta));
    long double c = 1 / sqrtl(1 + t * t), s = t * c;
    for (int64_t k = 0; k < d; k++) {
        long double x = a[k * d + p], y = a[k * d + q];
        a[k * d + p] = c * x - s * y;
        a[k * d + q] = s * x + c * y;
    }
    for (int64_t k = 0; k < d; k++) {
        long double x = a[p * d + k], y = a[q * d + k];
        a[p * d + k] = c * x - s * y;
        a[q * d + k] = s * x + c * y;
    }
}

static int falling(const void *a, const void *b)
{
    const long double *x = a, *y = b;
    return (*x < *y) - (*x > *y);
}

static void find_eigenvalues(const long double *covariance, int64_t d, long double *values)
{
    long double a[MOST * MOST];
    memcpy(a, covariance, (size_t)(d * d) * sizeof *a);
    for (int sweep = 0; sweep < 30; sweep++)
        for (int64_t e = 0; e < d * d; e++)
            if (e / d < e % d && fabsl(a[e]) > 1e-4000L)
                rotate(a, d, e / d, e % d);
    for (int64_t k = 0; k < d; k++)
        values[k] = a[k * (d + 1)];
    qsort(values, (size_t)d, sizeof *values, falling);
}

static void assert_orthonormal(const parot_axes *axes)
{
    int64_t d = axes->dims;
    for (int64_t a = 0; a < axes->count; a++)
        for (int64_t b = 0; b <= a; b++) {
            double sum = 0;
            for (int64_t k = 0; k < d; k++)
                sum += axes->axis[a * d + k] * axes->axis[b * d + k];
            assert_close(sum, a == b, 1e-13);
        }
}

/* The first of the entries that are largest in size. */
static void assert_signs(const parot_axes *axes)
{
    int64_t d = axes->dims;
    for (int64_t a = 0; a < axes->count; a++) {
        double most = 0;
        for (int64_t k = 0; k < d; k++)
            most = fabs(axes->axis[a * d + k]) > fabs(most) ? axes->axis[a * d + k] : most;
        assert_true(most > 0);
    }
}

/* deviation_a^2 is the a-th eigenvalue, spread^2 the trace, and C axis = deviation^2 axis. */
static void assert_principal(parot_matrix rows, double scale, const parot_axes *axes)
{
    int64_t d = rows.cols;
    long double covariance[MOST * MOST], values[MOST], trace = 0;
    find_covariance(rows, scale, covariance);
    find_eigenvalues(covariance, d, values);
    for (int64_t k = 0; k < d; k++)
        trace += values[k];
    double near = 1e-13 * (double)(trace + 9); /* a mean near 3 is rounded */
    assert_true(fabs(pow(axes->spread / scale, 2) - (double)trace) <= near);
    for (int64_t a = 0; a < axes->count; a++) {
        double variance = pow(axes->deviation[a] / scale, 2);
        assert_true(fabs(variance - (double)values[a]) <= near);
        for (int64_t k = 0; k < d; k++) {
            long double sum = 0;
            for (int64_t l = 0; l < d; l++)
                sum += covariance[k * d + l] * axes->axis[a * d + l];
            assert_true(fabsl(sum - variance * axes->axis[a * d + k]) <= 100 * near);
        }
    }
}

static void assert_axes(parot_matrix rows, int64_t count, double scale)
{
    AUTO(parot_axes, axes);
    assert_ok(parot_principal_axes(rows, count, NULL, &axes, &err));
    assert_true(axes.dims == rows.cols && axes.count == count);
    assert_orthonormal(&axes);
    assert_signs(&axes);
    assert_principal(rows, scale, &axes);
}

TEST(tables_of_every_shape_have_their_principal_axes)
{
    static const int64_t sizes[] = {1, 2, 3, 7, 20, 31, 32, 33, 40};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    for (int e = 0; e < SIZES * SIZES; e++) {
        int64_t n = sizes[e / SIZES], d = sizes[e % SIZES];
        assert_axes(make((uint64_t)e, n, d, d, 1), d > 2 ? 2 : d, 1);
        assert_axes(make((uint64_t)e, n, d, d, 1), d, 1);
    }
}

TEST(axes_beyond_the_rank_are_orthogonal_too)
{
    for (int64_t rank = 0; rank < 6; rank++) {
        assert_axes(make(5, 30, 8, rank, 1), 8, 1);
        assert_axes(make(6, 9, 35, rank, 1), 35, 1);
        assert_axes(make(7, 40, 36, rank, 1), 36, 1);
    }
}

TEST(the_size_of_the_numbers_does_not_matter)
{
    for (int e = -150; e <= 150; e += 25) {
        double scale = pow(10, e);
        assert_axes(make(8, 25, 6, 6, scale), 6, scale);
        assert_axes(make(9, 40, 34, 34, scale), 3, scale);
        assert_axes(make(10, 12, 38, 12, scale), 14, scale);
    }
    AUTO(parot_axes, axes);
    assert_ok(parot_principal_axes(make(8, 25, 6, 6, 2e307), 6, NULL, &axes, &err));
    assert_orthonormal(&axes);
    parot_axes_free(&axes);
    assert_ok(parot_principal_axes(make(8, 25, 6, 6, 5e-320), 6, NULL, &axes, &err));
    assert_orthonormal(&axes);
}

TEST(gaps_between_rows_are_not_read)
{
    AUTO(parot_axes, axes, other);
    parot_matrix rows = make(11, 20, 5, 5, 1);
    assert_ok(parot_principal_axes((parot_matrix){table, 20, 3, 5}, 3, NULL, &axes, &err));
    for (int i = 0; i < 20; i++)
        table[5 * i + 4] = NAN;
    assert_ok(parot_principal_axes((parot_matrix){table, 20, 3, 5}, 3, NULL, &other, &err));
    assert_memory_equal(axes.axis, other.axis, 9 * sizeof(double));
    assert_refused(parot_principal_axes(rows, 2, NULL, &axes, &err), PAROT_EINVAL,
                   "rows: row 0, column 4 must be finite");
}
