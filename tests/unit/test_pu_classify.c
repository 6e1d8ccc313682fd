/* test_pu_classify.c - labels by partial transport, against the definitions. */
#include "pu/problem/pu_problem.h"

#include "pu_data.h"
#include "test.h"

static parot_pu_options plain_options(double noise, parot_pu_whole_rows whole_rows)
{
    parot_pu_options options = pu_options_of(PAROT_PU_METHOD_WASSERSTEIN);
    options.scale = PAROT_SCALE_NONE;
    options.metric = PAROT_METRIC_EUCLIDEAN;
    options.noise = noise;
    options.whole_rows = whole_rows;
    return options;
}

/* The linear problem behind the method, stated by hand; the caller frees *result. */
static void solve_by_hand(const struct pu_tables *tables, double noise, const double *p,
                          parot_result *result)
{
    static double cost[PU_N * PU_M];
    double q[PU_M];
    for (int j = 0; j < PU_M; j++)
        q[j] = (tables->data.prior + noise) / PU_M;
    assert_ok(parot_cost(tables->data.unlabeled, tables->data.positive, PAROT_METRIC_EUCLIDEAN,
                         NULL, cost, &err));
    parot_problem problem = {{cost, PU_N, PU_M, PU_M}, p, q, tables->data.prior};
    assert_ok(parot_partial(&problem, NULL, result, &err));
}

TEST(the_plan_is_that_of_the_partial_problem)
{
    static const double noises[] = {0, 0.025, 0.4};
    struct pu_tables tables;
    for (int k = 0; k < 3; k++) {
        parot_pu_options options = plain_options(noises[k], PAROT_PU_WHOLE_ROWS_NONE);
        AUTO(parot_pu_result, result);
        AUTO(parot_result, expected);
        pu_tables_make(&tables, (uint64_t)k, 0.5, 0);
        assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
        solve_by_hand(&tables, noises[k], NULL, &expected);
        assert_close(result.transport.objective, expected.objective, 1e-13);
        for (int i = 0; i < PU_N; i++)
            assert_close(result.share[i], (double)plan_row(&result.transport.plan, i) * PU_N, 1e-8);
    }
}

/* Rows, prices and plan are back in the caller's order: the certificate holds. */
TEST(the_plan_is_certified_in_the_callers_order)
{
    static double cost[PU_N * PU_M];
    double q[PU_M];
    AUTO(parot_pu_result, result);
    parot_check check = {0};
    parot_pu_options options = plain_options(0.1, PAROT_PU_WHOLE_ROWS_NONE);
    PU_TABLES(tables, 3, 0.5, 0);
    assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
    assert_ok(parot_cost(tables.data.unlabeled, tables.data.positive, PAROT_METRIC_EUCLIDEAN, NULL,
                         cost, &err));
    for (int j = 0; j < PU_M; j++)
        q[j] = (tables.data.prior + 0.1) / PU_M;
    parot_problem problem = {{cost, PU_N, PU_M, PU_M}, NULL, q, tables.data.prior};
    assert_ok(parot_certify(&problem, &result.transport, NULL, &check, &err));
    assert_true(parot_is_proved(&check, 1e-12));
    for (int i = 0; i < PU_N; i++)
        if (result.match[i] >= 0)
            assert_true(result.match_cost[i] == cost[i * PU_M + result.match[i]]);
}

TEST(clusters_far_apart_are_told_apart)
{
    PU_TABLES(tables, 7, 5, 0);
    for (int scale = PAROT_AUTO; scale <= PAROT_SCALE_LOG; scale++) {
        AUTO(parot_pu_result, result);
        DEFAULTS(parot_pu_options, options);
        options.scale = scale;
        assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
        for (int i = 0; i < PU_N; i++)
            assert_int_equal(result.label[i], tables.truth[i] ? 1 : -1);
    }
}

TEST(ranks_labels_and_scores_agree)
{
    struct pu_tables tables;
    for (uint64_t seed = 0; seed < 6; seed++) {
        AUTO(parot_pu_result, result);
        int at[PU_N + 1] = {0}, positives = 0;
        pu_tables_make(&tables, seed, 0.7, seed % 2 ? 2 : 0);
        assert_ok(parot_pu_classify(&tables.data, NULL, NULL, &result, &err));
        for (int i = 0; i < PU_N; i++) {
            assert_true(result.rank[i] >= 1 && result.rank[i] <= PU_N && !at[result.rank[i]]);
            at[result.rank[i]] = 1;
            assert_int_equal(result.label[i], result.rank[i] <= PU_K ? 1 : -1);
            assert_true(result.score[i] >= 0 && result.score[i] <= 1);
            assert_true(result.label[i] > 0 ? result.score[i] >= 0.5 : result.score[i] <= 0.5);
            positives += result.label[i] > 0;
        }
        assert_int_equal(positives, PU_K);
        assert_int_equal(result.positives, PU_K);
    }
}

/* With n q_j a whole number no vertex splits a row, and the answer is proved. */
TEST(whole_capacities_are_proved_optimal)
{
    struct pu_tables tables;
    for (uint64_t seed = 0; seed < 10; seed++) {
        AUTO(parot_pu_result, result);
        double noise = (double)(2 * PU_M - PU_K) / PU_N; /* n q_j = 2 */
        parot_pu_options options = plain_options(noise, PAROT_PU_WHOLE_ROWS_EXACT);
        pu_tables_make(&tables, seed, 0.5, seed % 2 ? 3 : 0);
        assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
        assert_close(result.transport.objective, result.transport.bound, 1e-12);
        for (int i = 0; i < PU_N; i++)
            assert_true(result.share[i] == (result.label[i] > 0));
    }
}

/* All sets of 3 of 8 rows: the best all-or-nothing plan by trying them. */
static double best_by_trying(const parot_pu_data *data, const double *cost, const double *q)
{
    double best = INFINITY;
    for (int set = 0; set < 256; set++) {
        double p[8];
        int count = 0;
        for (int i = 0; i < 8; i++) {
            p[i] = set >> i & 1 ? 1.0 / 8 : 0;
            count += set >> i & 1;
        }
        if (count != 3)
            continue;
        AUTO(parot_result, result);
        parot_problem problem = {
            {cost, 8, data->positive.rows, data->positive.rows}, p, q, 3.0 / 8};
        assert_ok(parot_partial(&problem, NULL, &result, &err));
        best = fmin(best, result.objective);
    }
    return best;
}

TEST(exact_rows_reach_what_trying_all_sets_finds)
{
    for (uint64_t seed = 0; seed < 25; seed++) {
        PU_TABLES(tables, seed, 0.3, 0);
        double cost[8 * 7], q[7];
        int64_t m = 4 + (int64_t)(seed % 4);
        parot_pu_data data = {
            {tables.unlabeled, 8, PU_D, PU_D}, {tables.positive, m, PU_D, PU_D}, 3.0 / 8};
        parot_pu_options options = plain_options(0, PAROT_PU_WHOLE_ROWS_EXACT);
        AUTO(parot_pu_result, result);
        for (int j = 0; j < m; j++)
            q[j] = 3.0 / 8 / (double)m;
        assert_ok(
            parot_cost(data.unlabeled, data.positive, PAROT_METRIC_EUCLIDEAN, NULL, cost, &err));
        assert_ok(parot_pu_classify(&data, &options, NULL, &result, &err));
        assert_close(result.transport.objective, best_by_trying(&data, cost, q), 1e-12);
        assert_close(result.transport.bound, result.transport.objective, 1e-11);
        assert_close((double)plan_total(&result.transport.plan), 3.0 / 8, 1e-14);
        for (int i = 0; i < 8; i++)
            assert_close((double)plan_row(&result.transport.plan, i),
                         result.label[i] > 0 ? 1.0 / 8 : 0, 1e-15);
    }
}

TEST(groups_are_ordered_by_cost)
{
    struct pu_tables tables;
    for (uint64_t seed = 0; seed < 5; seed++) {
        double objective[3], bound[3];
        pu_tables_make(&tables, seed, 0.4, 0);
        for (int whole_rows = PAROT_PU_WHOLE_ROWS_EXACT; whole_rows <= PAROT_PU_WHOLE_ROWS_NONE;
             whole_rows++) {
            parot_pu_options options = plain_options(0, (parot_pu_whole_rows)whole_rows);
            AUTO(parot_pu_result, result);
            assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
            objective[whole_rows] = result.transport.objective;
            bound[whole_rows] = result.transport.bound;
        }
        assert_true(objective[PAROT_PU_WHOLE_ROWS_NONE] <=
                    objective[PAROT_PU_WHOLE_ROWS_EXACT] * (1 + 1e-12));
        assert_true(objective[PAROT_PU_WHOLE_ROWS_EXACT] <=
                    objective[PAROT_PU_WHOLE_ROWS_CONCAVE] * (1 + 1e-12));
        assert_true(bound[PAROT_PU_WHOLE_ROWS_EXACT] >=
                    bound[PAROT_PU_WHOLE_ROWS_NONE] * (1 - 1e-12));
        assert_true(bound[PAROT_PU_WHOLE_ROWS_EXACT] <= objective[PAROT_PU_WHOLE_ROWS_EXACT]);
    }
}

/* <C,T> + eta sum_i |T_i|_2: equation (7) but for what is constant */
static double penalised(const double *cost, const double *plan, double eta)
{
    double sum = 0;
    for (int i = 0; i < PU_N; i++) {
        double squares = 0;
        for (int j = 0; j < PU_M; j++) {
            sum += cost[i * PU_M + j] * plan[i * PU_M + j];
            squares += plan[i * PU_M + j] * plan[i * PU_M + j];
        }
        sum += eta * sqrt(squares);
    }
    return sum;
}

/* The paper's penalty with the paper's eta: the rows of smallest mean distance, spread evenly, are
 * better than anything on the way to the cheapest plan. */
TEST(the_printed_penalty_ends_in_mean_distances)
{
    static double cost[PU_N * PU_M], even[PU_N * PU_M], cheapest[PU_N * PU_M], mixed[PU_N * PU_M];
    const double eta = 1e6;
    AUTO(parot_result, best);
    AUTO(parot_pu_result, result);
    parot_pu_options options = plain_options(0, PAROT_PU_WHOLE_ROWS_LASSO);
    PU_TABLES(tables, 9, 0.4, 0);
    assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
    assert_ok(parot_cost(tables.data.unlabeled, tables.data.positive, PAROT_METRIC_EUCLIDEAN, NULL,
                         cost, &err));
    for (int e = 0; e < PU_N * PU_M; e++)
        even[e] = result.label[e / PU_M] > 0 ? 1.0 / PU_N / PU_M : 0;
    solve_by_hand(&tables, 0, NULL, &best);
    parot_plan_to_dense(&best.plan, cheapest);
    for (double part = 1; part > 1e-9; part /= 4) {
        for (int e = 0; e < PU_N * PU_M; e++)
            mixed[e] = (1 - part) * even[e] + part * cheapest[e];
        assert_true(penalised(cost, even, eta) <= penalised(cost, mixed, eta) + 1 / eta);
    }
    assert_null(result.transport.owner);
}

/* And any other k rows, spread evenly, cost more. */
TEST(lasso_ranks_by_mean_distance)
{
    static double cost[PU_N * PU_M];
    double mean[PU_N] = {0};
    AUTO(parot_pu_result, result);
    parot_pu_options options = plain_options(0, PAROT_PU_WHOLE_ROWS_LASSO);
    PU_TABLES(tables, 9, 0.4, 0);
    assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
    assert_ok(parot_cost(tables.data.unlabeled, tables.data.positive, PAROT_METRIC_EUCLIDEAN, NULL,
                         cost, &err));
    for (int e = 0; e < PU_N * PU_M; e++)
        mean[e / PU_M] += cost[e] / PU_M;
    for (int i = 0; i < PU_N; i++)
        for (int j = 0; j < PU_N; j++)
            if (result.rank[i] < result.rank[j])
                assert_true(mean[i] <= mean[j] * (1 + 1e-13));
}

/* ---- Degenerate data ---------------------------------------------------- */

TEST(one_positive_attracts_its_neighbours)
{
    const double unlabeled[] = {5, 1, 9, 0.5, 7}, positive[] = {0};
    parot_pu_data data = {{unlabeled, 5, 1, 1}, {positive, 1, 1, 1}, 0.4};
    AUTO(parot_pu_result, result);
    assert_ok(parot_pu_classify(&data, NULL, NULL, &result, &err));
    for (int i = 0; i < 5; i++)
        assert_int_equal(result.label[i], unlabeled[i] <= 1 ? 1 : -1);
    assert_int_equal(result.match[1], 0);
    assert_int_equal(result.match[0], -1);
    assert_true(isnan(result.match_cost[0]));
}

TEST(copies_of_positives_come_first)
{
    AUTO(parot_pu_result, result);
    PU_TABLES(tables, 1, 0.2, 0);
    for (int j = 0; j < PU_M && j < PU_K; j++)
        memcpy(tables.unlabeled + 2 * j * PU_D, tables.positive + j * PU_D, PU_D * sizeof(double));
    parot_pu_options options = plain_options(1, PAROT_PU_WHOLE_ROWS_EXACT);
    assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
    for (int j = 0; j < PU_K; j++)
        assert_int_equal(result.label[2 * j], 1);
}

TEST(all_rows_may_be_positive)
{
    AUTO(parot_pu_result, result);
    PU_TABLES(tables, 1, 0.2, 0);
    tables.data.prior = 0.999;
    parot_pu_options options = plain_options(NAN, PAROT_PU_WHOLE_ROWS_EXACT);
    assert_ok(parot_pu_classify(&tables.data, &options, NULL, &result, &err));
    assert_int_equal(result.positives, PU_N);
}

/* ---- Refusals ----------------------------------------------------------- */

static void refuse(const parot_pu_data *data, const parot_pu_options *options, parot_status status,
                   const char *words)
{
    parot_pu_result result = {.count = 77};
    assert_refused(parot_pu_classify(data, options, NULL, &result, &err), status, words);
    assert_int_equal(result.count, 77);
}

TEST(priors_that_make_no_sense_are_refused)
{
    static const double priors[] = {0, 1, -0.5, -INFINITY, INFINITY};
    struct pu_tables tables;
    pu_tables_make(&tables, 1, 1, 0);
    for (int k = 0; k < 5; k++) {
        tables.data.prior = priors[k];
        refuse(&tables.data, NULL, PAROT_EINVAL, "prior: must be in (0,1)");
    }
    tables.data.prior = 30;
    refuse(&tables.data, NULL, PAROT_EINVAL, "a percentage is divided by 100");
    tables.data.prior = 0.001;
    refuse(&tables.data, NULL, PAROT_EINVAL, "prior: 0.001 of 60 unlabeled rows");
}

TEST(tables_that_make_no_sense_are_refused)
{
    struct pu_tables tables;
    pu_tables_make(&tables, 1, 1, 0);
    parot_pu_data data = tables.data;
    data.positive.cols = 3;
    refuse(&data, NULL, PAROT_ESHAPE, "unlabeled has 4 columns, positive has 3");
    data = tables.data;
    data = tables.data;
    data = tables.data;
    tables.unlabeled[PU_D * 3 + 1] = NAN;
    refuse(&tables.data, NULL, PAROT_EINVAL, "unlabeled: must be finite, got nan at (3,1)");
}

TEST(equal_rows_are_refused)
{
    const double ones[] = {1, 1, 1, 1};
    parot_pu_data data = {{ones, 4, 1, 1}, {ones, 2, 1, 1}, 0.5};
    refuse(&data, NULL, PAROT_EINVAL, "all rows are equal");
}

TEST(a_row_without_direction_is_refused_by_its_place)
{
    struct pu_tables tables;
    parot_pu_options options = plain_options(0, PAROT_PU_WHOLE_ROWS_EXACT);
    pu_tables_make(&tables, 1, 1, 0);
    options.metric = PAROT_METRIC_COSINE;
    memset(tables.positive + 9 * PU_D, 0, PU_D * sizeof(double));
    refuse(&tables.data, &options, PAROT_EINVAL, "positive: row 9 is zero after scaling");
}

/* ---- Memory ------------------------------------------------------------- */
