/* test_pu_methods.c - nearest, matching, ridge and mined, against what they claim to be. */
#include "pu/problem/pu_problem.h"

#include "pu_data.h"
#include "test.h"

static parot_pu_options options_for(parot_pu_method method)
{
    parot_pu_options options = pu_options_of(method);
    options.scale = PAROT_SCALE_NONE;
    options.metric = PAROT_METRIC_EUCLIDEAN;
    return options;
}

/* From LINEAR_FROM on with the linear kernel. */
static const parot_pu_method METHODS[] = {
    PAROT_PU_METHOD_WASSERSTEIN, PAROT_PU_METHOD_MATCHING, PAROT_PU_METHOD_MINED,
    PAROT_PU_METHOD_RIDGE,       PAROT_PU_METHOD_FOREST,   PAROT_PU_METHOD_ENSEMBLE,
    PAROT_PU_METHOD_NEAREST,     PAROT_PU_METHOD_MINED,    PAROT_PU_METHOD_RIDGE};
enum { LINEAR_FROM = 7 };
enum { METHOD_COUNT = sizeof METHODS / sizeof *METHODS };

TEST(every_method_tells_clusters_apart)
{
    PU_TABLES(tables, 3, 3, 0);
    for (int k = 0; k < METHOD_COUNT; k++) {
        parot_pu_options options = options_for(METHODS[k]);
        AUTO(parot_pu_result, result);
        options.kernel = k < LINEAR_FROM ? PAROT_PU_KERNEL_RBF : PAROT_PU_KERNEL_LINEAR;
        assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
        for (int i = 0; i < PU_N; i++) {
            assert_int_equal(result.label[i], tables.truth[i] ? 1 : -1);
            assert_true(result.label[i] > 0 ? result.score[i] > 0.5 : result.score[i] < 0.5);
            assert_int_equal(result.rank[i] <= PU_K, tables.truth[i]);
        }
    }
}

static double mean_of_nearest(const struct pu_tables *tables, int i, int neighbours)
{
    double distance[PU_M], sum = 0;
    for (int j = 0; j < PU_M; j++) {
        double squares = 0;
        for (int c = 0; c < PU_D; c++)
            squares += pow(tables->unlabeled[i * PU_D + c] - tables->positive[j * PU_D + c], 2);
        distance[j] = sqrt(squares);
    }
    for (int round = 0; round < neighbours; round++) {
        int least = 0;
        for (int j = 1; j < PU_M; j++)
            if (distance[j] < distance[least])
                least = j;
        sum += distance[least];
        distance[least] = INFINITY;
    }
    return sum / neighbours;
}

TEST(nearest_ranks_by_distance)
{
    PU_TABLES(tables, 5, 0.5, 0);
    for (int neighbours = 1; neighbours <= 5; neighbours += 4) {
        parot_pu_options options = options_for(PAROT_PU_METHOD_NEAREST);
        AUTO(parot_pu_result, result);
        options.neighbours = neighbours;
        assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
        for (int i = 0; i < PU_N; i++)
            for (int j = 0; j < PU_N; j++)
                if (result.rank[i] < result.rank[j])
                    assert_true(mean_of_nearest(&tables, i, neighbours) <=
                                mean_of_nearest(&tables, j, neighbours) * (1 + 1e-12));
        assert_null(result.transport.owner);
    }
}

/* For every k the rows of rank 1..k are a cheapest matching with capacity 2. */
TEST(matching_is_best_for_every_number_of_rows)
{
    static double cost[PU_N * PU_M];
    double q[PU_M], ones[PU_N], some[PU_N];
    parot_pu_options options = options_for(PAROT_PU_METHOD_MATCHING);
    AUTO(parot_pu_result, result);
    PU_TABLES(tables, 6, 0.5, 0);
    options.noise = 1.5 * PU_M / PU_N - tables.data.prior; /* 1.5 rows each: 2 */
    assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
    assert_ok(parot_cost(tables.data.unlabeled, tables.data.positive, PAROT_METRIC_EUCLIDEAN, NULL,
                         cost, &err));
    test_set(q, PU_M, 2);
    for (int k = 1; k <= 2 * PU_M; k += 7) {
        AUTO(parot_result, best, own);
        for (int i = 0; i < PU_N; i++) {
            ones[i] = 1;
            some[i] = result.rank[i] <= k;
        }
        parot_problem all = {{cost, PU_N, PU_M, PU_M}, ones, q, k}, ours = all;
        ours.p = some;
        assert_ok(parot_partial(&all, NULL, &best, &err));
        assert_ok(parot_partial(&ours, NULL, &own, &err));
        assert_close(own.objective, best.objective, 1e-12);
    }
}

/* Mined shows the plan behind it: shares and matches of partial transport. */
TEST(mined_keeps_its_transport)
{
    AUTO(parot_pu_result, result, base);
    PU_TABLES(tables, 8, 0.5, 0);
    parot_pu_options options = options_for(PAROT_PU_METHOD_MINED);
    assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
    options.method = PAROT_PU_METHOD_WASSERSTEIN;
    options.whole_rows = PAROT_PU_WHOLE_ROWS_NONE;
    assert_ok(parot_pu_classify(&tables.data, &options, NULL, &base, &err));
    assert_true(result.transport.objective == base.transport.objective);
    assert_memory_equal(result.match, base.match, PU_N * sizeof *base.match);
    for (int i = 0; i < PU_N; i++)
        assert_close(result.share[i], base.share[i], 1e-8);
    assert_int_equal(result.fitted, PU_M + PU_N - PU_K);
    assert_int_equal(result.fitted_of, result.fitted);
    assert_int_equal(base.fitted, 0);
}

TEST(without_negatives_mined_is_refused)
{
    struct pu_tables tables;
    parot_pu_options options = options_for(PAROT_PU_METHOD_MINED);
    parot_pu_result result = {0};
    pu_tables_make(&tables, 8, 0.5, 0);
    tables.data.prior = 0.999;
    assert_refused(parot_pu_classify(&tables.data, &options, NULL, &result, &err), PAROT_EINVAL,
                   "prior: 60 of 60 unlabeled rows would be positive");
    options.method = PAROT_PU_METHOD_NEAREST;
    options.neighbours = 0;
    assert_refused(parot_pu_classify(&tables.data, &options, NULL, &result, &err), PAROT_EINVAL,
                   "options.neighbours: must be 1 or more, got 0");
}

/* Every method labels k rows of these. */
static void check_labels(const parot_pu_data *data, int64_t k)
{
    for (int method = 0; method < METHOD_COUNT; method++) {
        AUTO(parot_pu_result, result);
        int64_t positives = 0;
        parot_pu_options options = pu_options_of(METHODS[method]);
        assert_ok(parot_pu_classify(data, &options, NULL, &result, &err));
        for (int64_t i = 0; i < result.count; i++) {
            positives += result.label[i] > 0;
            assert_true(result.score[i] >= 0 && result.score[i] <= 1);
        }
        assert_int_equal(positives, k);
        assert_int_equal(result.positives, k);
    }
}

TEST(one_positive_is_enough)
{
    PU_TABLES(tables, 2, 1, 0);
    tables.data.positive.rows = 1;
    check_labels(&tables.data, PU_K);
}

TEST(there_may_be_more_positives_than_rows)
{
    PU_TABLES(tables, 2, 1, 0);
    tables.data.unlabeled.rows = 7;
    tables.data.prior = 0.3;
    check_labels(&tables.data, 2);
    tables.data.unlabeled.rows = 2;
    tables.data.prior = 0.5;
    check_labels(&tables.data, 1);
}

/* All unlabeled rows are copies of two rows, one of which is a positive. */
TEST(rows_may_be_copies)
{
    PU_TABLES(tables, 2, 1, 0);
    for (int i = 0; i < PU_N; i++)
        for (int c = 0; c < PU_D; c++)
            tables.unlabeled[i * PU_D + c] = i % 2 ? tables.positive[c] : 9;
    check_labels(&tables.data, PU_K);
}
