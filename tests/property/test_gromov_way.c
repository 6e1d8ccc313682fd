/* test_gromov_way.c - matrices or points: what is chosen for which sizes, options and memory. */
#include "test.h"

static parot_gromov_points_problem clouds_of(int64_t n, parot_metric metric)
{
    return (parot_gromov_points_problem){
        .x = {NULL, n, 3, 3}, .y = {NULL, n, 2, 2}, .metric = metric, .mass = 0.5};
}

TEST(few_points_go_by_matrices)
{
    const parot_gromov_points_problem few = clouds_of(500, PAROT_METRIC_SQEUCLIDEAN);
    for (int64_t threads = 1; threads <= 2; threads++) {
        parot_gromov_way way = parot_gromov_choose_way(&few, NULL, threads, INFINITY);
        assert_false(way.without_matrices || way.is_faster);
        assert_true(way.bytes == parot_gromov_memory(500, 500, threads, 1));
    }
    assert_true(parot_gromov_choose_way(NULL, NULL, 1, INFINITY).bytes == 0);
}

TEST(many_points_are_faster_without)
{
    const parot_gromov_points_problem many = clouds_of(5000, PAROT_METRIC_SQEUCLIDEAN);
    parot_gromov_way way = parot_gromov_choose_way(&many, NULL, 1, INFINITY);
    assert_true(way.without_matrices && way.is_faster);
    assert_true(way.bytes == parot_gromov_points_memory(&many));
    const parot_gromov_points_problem other = clouds_of(5000, PAROT_METRIC_EUCLIDEAN);
    assert_false(parot_gromov_choose_way(&other, NULL, 1, INFINITY).without_matrices);
}

/* Where matrices do not fit even with one thread, points are the way out, if they fit. */
TEST(memory_decides_where_matrices_do_not_fit)
{
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
TEST(options_that_need_matrices_get_them)
{
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

TEST(costs_between_the_spaces_count)
{
    parot_gromov_points_problem few = clouds_of(500, PAROT_METRIC_SQEUCLIDEAN);
    double alone = parot_gromov_choose_way(&few, NULL, 1, INFINITY).bytes;
    few.features = 3;
    assert_true(parot_gromov_choose_way(&few, NULL, 1, INFINITY).bytes ==
                alone + parot_partial_memory(500, 500));
}
