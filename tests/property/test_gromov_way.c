/* test_gromov_way.c - matrices or points: what is chosen for which sizes, options and memory. */
#include <math.h>

#include "support.h"

static parot_gromov_points_problem clouds_of(int64_t n, parot_metric metric)
{
    return (parot_gromov_points_problem){
        .x = {NULL, n, 3, 3}, .y = {NULL, n, 2, 2}, .metric = metric, .mass = 0.5};
}

static void few_points_go_by_matrices(void **state)
{
    (void)state;
    const parot_gromov_points_problem few = clouds_of(500, PAROT_METRIC_SQEUCLIDEAN);
    for (int64_t threads = 1; threads <= 2; threads++) {
        parot_gromov_way way = parot_gromov_choose_way(&few, NULL, threads, INFINITY);
        assert_false(way.without_matrices || way.is_faster);
        assert_true(way.bytes == parot_gromov_memory(500, 500, threads, 1));
    }
    assert_true(parot_gromov_choose_way(NULL, NULL, 1, INFINITY).bytes == 0);
}

static void many_points_are_faster_without(void **state)
{
    (void)state;
    const parot_gromov_points_problem many = clouds_of(5000, PAROT_METRIC_SQEUCLIDEAN);
    parot_gromov_way way = parot_gromov_choose_way(&many, NULL, 1, INFINITY);
    assert_true(way.without_matrices && way.is_faster);
    assert_true(way.bytes == parot_gromov_points_memory(&many));
    const parot_gromov_points_problem other = clouds_of(5000, PAROT_METRIC_EUCLIDEAN);
    assert_false(parot_gromov_choose_way(&other, NULL, 1, INFINITY).without_matrices);
}

/* Where matrices do not fit even with one thread, points are the way out, if they fit. */
static void memory_decides_where_matrices_do_not_fit(void **state)
{
    (void)state;
    const parot_gromov_points_problem clouds = clouds_of(3000, PAROT_METRIC_EUCLIDEAN);
    double matrices = parot_gromov_memory(3000, 3000, 1, 1);
    double points = parot_gromov_points_memory(&clouds);
    assert_true(points < matrices);
    parot_gromov_way way = parot_gromov_choose_way(&clouds, NULL, 1, matrices);
    assert_true(way.without_matrices && !way.is_faster && way.bytes == points);
    way = parot_gromov_choose_way(&clouds, NULL, 2, 1.001 * matrices);
    assert_true(!way.without_matrices && way.bytes > 1.001 * matrices);
    way = parot_gromov_choose_way(&clouds, NULL, 1, points);
    assert_true(!way.without_matrices && way.bytes == matrices);
}

/* Starts and rows that points do not know, and anchors, need matrices at any size. */
static void options_that_need_matrices_get_them(void **state)
{
    (void)state;
    static const int32_t row[] = {0, 1};
    const parot_gromov_points_problem many = clouds_of(5000, PAROT_METRIC_SQEUCLIDEAN);
    parot_gromov_options options;
    for (int k = 0; k < 3; k++) {
        parot_gromov_options_init(&options);
        options.starts = k == 0 ? PAROT_START_PROFILES : 0;
        options.whole_rows = k == 1;
        options.anchors = k == 2 ? 2 : 0;
        options.anchor_source = options.anchor_target = row;
        assert_false(parot_gromov_choose_way(&many, &options, 1, 1e6).without_matrices);
    }
}

static void costs_between_the_spaces_count(void **state)
{
    (void)state;
    parot_gromov_points_problem few = clouds_of(500, PAROT_METRIC_SQEUCLIDEAN);
    double alone = parot_gromov_choose_way(&few, NULL, 1, INFINITY).bytes;
    few.features = 3;
    assert_true(parot_gromov_choose_way(&few, NULL, 1, INFINITY).bytes ==
                alone + parot_partial_memory(500, 500));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_points_go_by_matrices),
        cmocka_unit_test(many_points_are_faster_without),
        cmocka_unit_test(memory_decides_where_matrices_do_not_fit),
        cmocka_unit_test(options_that_need_matrices_get_them),
        cmocka_unit_test(costs_between_the_spaces_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
