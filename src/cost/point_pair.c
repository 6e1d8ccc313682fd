/* point_pair.c - tables of points at the door: checked, scaled by a power of two, for the cosine
 * divided by their lengths. */
#include <limits.h>
#include <math.h>

#include "base/arena.h"
#include "base/square_range.h"
#include "base/status.h"
#include "cost/metric.h"

parot_status check_points(const char *name, parot_matrix points, parot_metric metric,
                          double *largest, parot_error *err)
{
    int64_t size = 0;
    if (!points.data)
        return fail_argument(err, PAROT_EINVAL, name, "data is NULL");
    if (points.rows < 1 || points.cols < 1)
        return fail_argument(err, PAROT_EINVAL, name,
                             "must have a row and a column, got %lld x %lld",
                             (long long)points.rows, (long long)points.cols);
    if (points.rows > INT_MAX || points.cols > INT_MAX)
        return fail_argument(err, PAROT_EINVAL, name,
                             "%lld x %lld has more than %d rows or columns", (long long)points.rows,
                             (long long)points.cols, INT_MAX);
    if (points.stride < points.cols || !multiply_sizes(points.rows, points.stride, &size))
        return fail_argument(
            err, PAROT_EINVAL, name, "stride %lld does not hold %lld x %lld numbers",
            (long long)points.stride, (long long)points.rows, (long long)points.cols);
    for (int64_t i = 0; i < points.rows; i++) {
        double length = 0;
        for (int64_t k = 0; k < points.cols; k++) {
            double x = points.data[i * points.stride + k];
            if (!isfinite(x))
                return fail_argument(err, PAROT_EINVAL, name,
                                     "must be finite, got %g at (%lld,%lld)", x, (long long)i,
                                     (long long)k);
            length = fmax(length, fabs(x));
        }
        if (metric == PAROT_METRIC_COSINE && length == 0)
            return fail_argument(err, PAROT_EINVAL, name,
                                 "row %lld is zero and has no direction for cosine", (long long)i);
        *largest = fmax(*largest, length);
    }
    return PAROT_OK;
}

/* Refuses the table that has the largest magnitude, and says where. */
static parot_status refuse_range(parot_matrix x, parot_matrix y, double largest, const char *what,
                                 const char *advice, parot_error *err)
{
    for (int side = 0; side < 2; side++) {
        parot_matrix table = side == 0 ? x : y;
        for (int64_t k = 0; k < table.rows * table.cols; k++) {
            int64_t i = k / table.cols, j = k % table.cols;
            if (fabs(table.data[i * table.stride + j]) == largest)
                return fail_argument(
                    err, PAROT_ENUMERIC, side == 0 ? "x" : "y",
                    "%s of coordinates near %g, as at (%lld,%lld), leave the range "
                    "of double; rescale them%s",
                    what, largest, (long long)i, (long long)j, advice);
        }
    }
    return PAROT_OK;
}

/* The bounds are those of base/square_range.h. */
static parot_status check_range(const struct point_pair *pair, parot_matrix x, parot_matrix y,
                                double largest, parot_error *err)
{
    int e = pair->exponent, d = ilogb((double)pair->dims);
    if (pair->metric == PAROT_METRIC_SQEUCLIDEAN && !squares_are_doubles(e, pair->dims))
        return refuse_range(x, y, largest, "squared distances", " or use euclidean", err);
    if (e + d + 3 > 1023)
        return refuse_range(x, y, largest, "distances", "", err);
    return PAROT_OK;
}

/* Divides a row by its length, with a factor that keeps the squares in range. */
static void normalise(double *x, int64_t dims)
{
    double largest = 0, sum = 0;
    for (int64_t k = 0; k < dims; k++)
        largest = fmax(largest, fabs(x[k]));
    for (int64_t k = 0; k < dims; k++)
        x[k] = largest < 0x1p-1000 ? x[k] * 0x1p1000 / (largest * 0x1p1000) : x[k] / largest;
    for (int64_t k = 0; k < dims; k++)
        sum += x[k] * x[k];
    for (int64_t k = 0; k < dims; k++)
        x[k] /= sqrt(sum);
}

/* to = from times 2^-exponent, in two steps: one power may be outside the range of double. */
void point_pair_copy(const struct point_pair *pair, parot_matrix from, double *to)
{
    double first = ldexp(1.0, -(pair->exponent / 2));
    double second = ldexp(1.0, -(pair->exponent - pair->exponent / 2));
    for (int64_t i = 0; i < from.rows; i++) {
        for (int64_t k = 0; k < from.cols; k++)
            to[i * from.cols + k] = from.data[i * from.stride + k] * first * second;
        if (pair->metric == PAROT_METRIC_COSINE)
            normalise(to + i * from.cols, from.cols);
    }
}

parot_status point_pair_check(struct point_pair *pair, parot_matrix x, parot_matrix y,
                              parot_metric metric, parot_error *err)
{
    double largest = 0;
    if (!parot_metric_name(metric))
        return fail(err, PAROT_EINVAL, "metric: unknown value %d", (int)metric);
    TRY(check_points("x", x, metric, &largest, err));
    TRY(check_points("y", y, metric, &largest, err));
    if (x.cols != y.cols)
        return fail(err, PAROT_ESHAPE, "x has %lld columns, y has %lld", (long long)x.cols,
                    (long long)y.cols);
    pair->metric = metric;
    pair->n = x.rows;
    pair->m = y.rows;
    pair->dims = x.cols;
    pair->exponent = metric == PAROT_METRIC_COSINE || largest == 0 ? 0 : ilogb(largest);
    return check_range(pair, x, y, largest, err);
}
