/* point_pair.c - tables of points at the door: checked, scaled by a power of two, for the cosine
 * divided by their lengths, for the correlation less their means before that. */
#include <limits.h>
#include <math.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/square_range.h"
#include "base/status.h"
#include "base/sums.h"
#include "cost/metric.h"

int has_no_direction(const double *row, int64_t dims, parot_metric metric)
{
    double origin = metric == PAROT_METRIC_CORRELATION ? row[0] : 0;
    for (int64_t k = 0; k < dims; k++)
        if (row[k] != origin)
            return 0;
    return metric_is_angle(metric);
}

static parot_status refuse_direction(const char *name, int64_t row, parot_metric metric,
                                     parot_error *err)
{
    if (metric == PAROT_METRIC_CORRELATION)
        return fail_argument(err, PAROT_EINVAL, name,
                             "row %lld has all coordinates equal and no correlation",
                             (long long)row);
    return fail_argument(err, PAROT_EINVAL, name,
                         "row %lld is zero and has no direction for cosine", (long long)row);
}

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
        if (has_no_direction(points.data + i * points.stride, points.cols, metric))
            return refuse_direction(name, i, metric, err);
        *largest = fmax(*largest, length);
    }
    return PAROT_OK;
}

/* "(3,1)", or "row 3" of rows that were put in order and scaled. */
static void describe_place(const struct named_points *table, int64_t i, int64_t k, char text[64])
{
    if (table->order)
        snprintf(text, 64, "in row %lld, after scaling", (long long)table->order[i]);
    else
        snprintf(text, 64, "at (%lld,%lld)", (long long)i, (long long)k);
}

/* Refuses the table that has the largest magnitude, and says where. */
static parot_status refuse_range(const struct named_points tables[2], double largest,
                                 const char *what, const char *advice, parot_error *err)
{
    for (int side = 0; side < 2; side++) {
        parot_matrix table = tables[side].points;
        for (int64_t k = 0; k < table.rows * table.cols; k++) {
            int64_t i = k / table.cols, j = k % table.cols;
            char place[64];
            if (fabs(table.data[i * table.stride + j]) != largest)
                continue;
            describe_place(&tables[side], i, j, place);
            return fail_argument(err, PAROT_ENUMERIC, tables[side].name,
                                 "%s of coordinates near %g, as %s, leave the range of double; "
                                 "rescale them%s",
                                 what, largest, place, advice);
        }
    }
    return PAROT_OK;
}

static int exponent_of(parot_metric metric, double largest)
{
    return metric_is_angle(metric) || largest == 0 ? 0 : ilogb(largest);
}

/* The bounds are those of base/square_range.h. */
static parot_status check_range(const struct named_points tables[2], parot_metric metric,
                                double largest, const char *way_out, parot_error *err)
{
    int64_t dims = tables[0].points.cols;
    int e = exponent_of(metric, largest), d = ilogb((double)dims);
    if (metric == PAROT_METRIC_SQEUCLIDEAN && !squares_are_doubles(e, dims))
        return refuse_range(tables, largest, "squared distances", way_out, err);
    if (e + d + 3 > 1023)
        return refuse_range(tables, largest, "distances", "", err);
    return PAROT_OK;
}

parot_status check_distances(struct named_points x, struct named_points y, parot_metric metric,
                             const char *way_out, parot_error *err)
{
    const struct named_points tables[] = {x, y};
    double largest = 0;
    for (int side = 0; side < 2; side++)
        for (int64_t i = 0; i < tables[side].points.rows; i++)
            for (int64_t k = 0; k < tables[side].points.cols; k++)
                largest = fmax(largest,
                               fabs(tables[side].points.data[i * tables[side].points.stride + k]));
    return check_range(tables, metric, largest, way_out, err);
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

/* The row is divided by a power of two near its largest coordinate, so that the sum is in range.
 * Differences from the first coordinate lose no digits to a large mean. */
static void subtract_mean(double *x, int64_t dims)
{
    double largest = 0, first = x[0];
    struct sum sum = {0};
    for (int64_t k = 0; k < dims; k++)
        largest = fmax(largest, fabs(x[k]));
    for (int64_t k = 0; k < dims; k++) {
        x[k] = ldexp(x[k], -ilogb(largest)) - ldexp(first, -ilogb(largest));
        sum_add(&sum, x[k]);
    }
    double mean = sum_value(&sum) / (double)dims;
    for (int64_t k = 0; k < dims; k++)
        x[k] -= mean;
}

/* to = from times 2^-exponent, in two steps: one power may be outside the range of double. */
void point_pair_copy(const struct point_pair *pair, parot_matrix from, double *to)
{
    double first = ldexp(1.0, -(pair->exponent / 2));
    double second = ldexp(1.0, -(pair->exponent - pair->exponent / 2));
    for (int64_t i = 0; i < from.rows; i++) {
        for (int64_t k = 0; k < from.cols; k++)
            to[i * from.cols + k] = from.data[i * from.stride + k] * first * second;
        if (pair->metric == PAROT_METRIC_CORRELATION)
            subtract_mean(to + i * from.cols, from.cols);
        if (metric_is_angle(pair->metric))
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
    pair->exponent = exponent_of(metric, largest);
    const struct named_points tables[] = {{"x", x, NULL}, {"y", y, NULL}};
    return check_range(tables, metric, largest, " or use euclidean", err);
}
