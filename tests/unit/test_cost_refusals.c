/* test_cost_refusals.c - tables and numbers that parot_cost will not take, and what it says. */
#include "base/random.h"
#include "test.h"

static const double points[] = {1, 2, 3, 4, 5, 6};

static void refuse(parot_matrix x, parot_matrix y, int metric, parot_status status,
                   const char *words)
{
    double cost[4] = {7, 7, 7, 7};
    assert_refused(parot_cost(x, y, (parot_metric)metric, NULL, cost, &err), status, words);
    for (int k = 0; k < 4; k++)
        assert_true(cost[k] == 7);
}

static void refuse_either(parot_matrix bad, int metric, const char *words)
{
    const parot_matrix good = {points, 2, 2, 2};
    char message[100] = "x: ";
    refuse(bad, good, metric, PAROT_EINVAL, strcat(message, words));
    message[0] = 'y';
    refuse(good, bad, metric, PAROT_EINVAL, message);
}

TEST(tables_that_make_no_sense_are_refused)
{
    refuse_either((parot_matrix){NULL, 2, 2, 2}, PAROT_METRIC_EUCLIDEAN, "data is NULL");
    refuse_either((parot_matrix){points, 0, 2, 2}, PAROT_METRIC_EUCLIDEAN, "must have a row");
    refuse_either((parot_matrix){points, 2, 0, 2}, PAROT_METRIC_EUCLIDEAN, "must have a row");
    refuse_either((parot_matrix){points, -1, 2, 2}, PAROT_METRIC_EUCLIDEAN, "must have a row");
    refuse_either((parot_matrix){points, 2, 2, 1}, PAROT_METRIC_EUCLIDEAN, "stride 1");
    refuse_either((parot_matrix){points, 2, 2, -2}, PAROT_METRIC_EUCLIDEAN, "stride -2");
    refuse_either((parot_matrix){points, INT64_MAX, 2, 2}, PAROT_METRIC_EUCLIDEAN,
                  "9223372036854775807");
    refuse_either((parot_matrix){points, 2, 2, INT64_MAX}, PAROT_METRIC_EUCLIDEAN, "stride 9");
}

TEST(numbers_that_are_none_are_refused_with_their_place)
{
    const double not_a_number[] = {1, 2, 3, NAN}, infinite[] = {1, INFINITY, 3, 4};
    const double minus_infinite[] = {1, 2, -INFINITY, 4};
    for (int metric = PAROT_METRIC_SQEUCLIDEAN; parot_metric_name((parot_metric)metric); metric++) {
        refuse_either((parot_matrix){not_a_number, 2, 2, 2}, metric,
                      "must be finite, got nan at (1,1)");
        refuse_either((parot_matrix){infinite, 2, 2, 2}, metric,
                      "must be finite, got inf at (0,1)");
        refuse_either((parot_matrix){minus_infinite, 2, 2, 2}, metric,
                      "must be finite, got -inf at (1,0)");
    }
}

TEST(a_zero_row_has_no_cosine)
{
    const double zero[] = {1, 2, 0, -0.0};
    refuse_either((parot_matrix){zero, 2, 2, 2}, PAROT_METRIC_COSINE, "row 1 is zero");
}

TEST(a_row_of_equal_numbers_has_no_correlation)
{
    const double equal[] = {1, 2, 0.1, 0.1};
    refuse_either((parot_matrix){equal, 2, 2, 2}, PAROT_METRIC_CORRELATION,
                  "row 1 has all coordinates equal");
}

TEST(points_of_different_spaces_are_refused)
{
    refuse((parot_matrix){points, 2, 2, 2}, (parot_matrix){points, 2, 3, 3}, PAROT_METRIC_EUCLIDEAN,
           PAROT_ESHAPE, "x has 2 columns, y has 3");
}

TEST(distances_outside_the_range_of_double_are_refused)
{
    const double large[] = {1e160, 0, 1, 1}, small[] = {1e-160, 0, 0, 0}, huge[] = {1e308, 0, 1, 1};
    const parot_matrix x = {large, 2, 2, 2}, y = {small, 2, 2, 2}, z = {huge, 2, 2, 2};
    refuse(x, y, PAROT_METRIC_SQEUCLIDEAN, PAROT_ENUMERIC, "near 1e+160");
    refuse(y, x, PAROT_METRIC_SQEUCLIDEAN, PAROT_ENUMERIC, "near 1e+160");
    refuse(y, y, PAROT_METRIC_SQEUCLIDEAN, PAROT_ENUMERIC, "near 1e-160");
    refuse(x, z, PAROT_METRIC_EUCLIDEAN, PAROT_ENUMERIC, "near 1e+308");
    refuse(z, x, PAROT_METRIC_CITYBLOCK, PAROT_ENUMERIC, "near 1e+308");
}
