/* widest.c - parot_pu_widest: does one column outweigh all others?
 *
 * The mean squared distance of two rows is twice the sum of the columns' variances, so that a
 * column's share of it is its share of that sum. Variances are computed in two passes over both
 * tables, about the mean of a column.
 */
#include "base/options.h"
#include "pu/problem/pu_problem.h"
#include "pu/problem/pu_tables.h"

/* sum_i (x_ik - centre)^power, power 1 or 2 */
static double moment(parot_matrix rows, int64_t column, double centre, int power)
{
    double sum = 0;
    for (int64_t i = 0; i < rows.rows; i++) {
        double x = rows.data[i * rows.stride + column] - centre;
        sum += power == 1 ? x : x * x;
    }
    return sum;
}

static double variance(parot_matrix a, parot_matrix b, int64_t column)
{
    double count = (double)(a.rows + b.rows);
    double mean = (moment(a, column, 0, 1) + moment(b, column, 0, 1)) / count;
    return (moment(a, column, mean, 2) + moment(b, column, mean, 2)) / count;
}

parot_status parot_pu_widest(const parot_pu_data *data, int64_t *column, double *part,
                             parot_error *err)
{
    double most = 0, total = 0;
    int64_t widest = 0;
    TRY(CHECK_GIVEN(err, data, column, part));
    TRY(CHECK_RESERVED(data, err));
    TRY(check_tables("unlabeled", data->unlabeled, "positive", data->positive, NULL, err));
    for (int64_t k = 0; k < data->unlabeled.cols; k++) {
        double own = variance(data->unlabeled, data->positive, k);
        total += own;
        if (own > most) {
            most = own;
            widest = k;
        }
    }
    *column = widest;
    *part = total > 0 ? most / total : 0;
    return PAROT_OK;
}
