/* test_pairs.c - labels, drift and registration are the same by a matrix of costs and by points.
 *
 * Both ways are asked for (run.costs). Where the best plan is not unique, costs and proofs are
 * compared instead of plans. */
#include "parot/pu.h"
#include "parot/tasks.h"

#include "instances.h"
#include "test.h"

enum { MOST = 220, D = 3 };

/* Generic points; points of a small lattice, with ties and copies; few places with many copies. */
enum family { GENERIC, LATTICE, COPIES, FAMILIES };

static void fill(double *rows, int64_t count, int64_t dims, enum family family, double shift,
                 uint64_t seed)
{
    for (int64_t k = 0; k < count * dims; k++) {
        double x = test_uniform(seed, (uint64_t)k) + shift;
        rows[k] = family == GENERIC ? x : family == LATTICE ? floor(5 * x) : floor(2 * x);
    }
}

static parot_run run_by(parot_costs costs)
{
    DEFAULTS(parot_run, run);
    run.costs = costs;
    return run;
}

/* ---- Labels ------------------------------------------------------------- */

struct tables {
    double unlabeled[MOST * D], positive[MOST * D];
    parot_pu_data data;
};

static void open_tables(struct tables *tables, int n, int m, enum family family, uint64_t seed)
{
    int k = n / 3;
    fill(tables->positive, m, D, family, 0, seed);
    fill(tables->unlabeled, k, D, family, 0, seed + 1);
    fill(tables->unlabeled + k * D, n - k, D, family, 0.45, seed + 2);
    tables->data = (parot_pu_data){{tables->unlabeled, n, D, D}, {tables->positive, m, D, D}, 0.3};
}

static parot_pu_result label(const struct tables *tables, const parot_pu_options *options,
                             parot_costs costs)
{
    parot_pu_result result = {0};
    parot_run run = run_by(costs);
    assert_ok(parot_pu_classify(&tables->data, options, &run, &result, &err));
    return result;
}

static void assert_proved(const struct tables *tables, const parot_pu_options *options,
                          const parot_pu_result *result, parot_costs costs)
{
    parot_check check = {0};
    parot_run run = run_by(costs);
    assert_ok(parot_pu_certify(&tables->data, options, result, &run, &check, &err));
    assert_true(parot_is_proved(&check, PAROT_PROOF_TOLERANCE));
}

static void assert_same_labels(const parot_pu_result *a, const parot_pu_result *b)
{
    assert_int_equal(a->positives, b->positives);
    for (int64_t i = 0; i < a->count; i++)
        assert_int_equal(a->label[i], b->label[i]);
}

static void assert_same_scores(const parot_pu_result *a, const parot_pu_result *b)
{
    for (int64_t i = 0; i < a->count; i++) {
        assert_close(a->score[i], b->score[i], 1e-9);
        if (a->match[i] >= 0 && b->match[i] == a->match[i])
            assert_close(a->match_cost[i], b->match_cost[i], 1e-12);
    }
}

/* Of wasserstein without whole rows, mined and, by mean distances, lasso. */
TEST(labels_are_the_same_by_matrix_and_by_points)
{
    static struct tables tables;
    static const struct {
        parot_pu_method method;
        parot_pu_whole_rows whole_rows;
    } cases[] = {{PAROT_PU_METHOD_WASSERSTEIN, PAROT_PU_WHOLE_ROWS_NONE},
                 {PAROT_PU_METHOD_WASSERSTEIN, PAROT_PU_WHOLE_ROWS_LASSO},
                 {PAROT_PU_METHOD_MATCHING, PAROT_PU_WHOLE_ROWS_EXACT},
                 {PAROT_PU_METHOD_MINED, PAROT_PU_WHOLE_ROWS_EXACT}};
    for (int k = 0; k < 4; k++)
        for (int round = 0; round < 6; round += (int)test_stride(3)) {
            open_tables(&tables, 60 + 31 * round, 20 + 7 * round, GENERIC, 10 + (uint64_t)round);
            DEFAULTS(parot_pu_options, options);
            options.method = cases[k].method;
            options.whole_rows = cases[k].whole_rows;
            options.metric = round % 3;
            FREED_BY(parot_pu_result_free)
            parot_pu_result by_matrix = label(&tables, &options, PAROT_COSTS_MATRIX);
            FREED_BY(parot_pu_result_free)
            parot_pu_result by_points = label(&tables, &options, PAROT_COSTS_POINTS);
            assert_same_labels(&by_matrix, &by_points);
            if (options.whole_rows == PAROT_PU_WHOLE_ROWS_LASSO) /* prices are not unique */
                assert_same_scores(&by_matrix, &by_points);
        }
}

TEST(transport_behind_labels_costs_the_same_and_is_proved)
{
    static struct tables tables;
    for (int family = 0; family < FAMILIES; family++)
        for (int round = 0; round < 8; round += (int)test_stride(4)) {
            open_tables(&tables, 40 + 25 * round, 120 - 13 * round, (enum family)family,
                        50 + (uint64_t)round);
            DEFAULTS(parot_pu_options, options);
            options.method = PAROT_PU_METHOD_WASSERSTEIN;
            options.whole_rows = PAROT_PU_WHOLE_ROWS_NONE;
            FREED_BY(parot_pu_result_free)
            parot_pu_result by_matrix = label(&tables, &options, PAROT_COSTS_MATRIX);
            FREED_BY(parot_pu_result_free)
            parot_pu_result by_points = label(&tables, &options, PAROT_COSTS_POINTS);
            assert_close(by_matrix.transport.objective, by_points.transport.objective, 1e-12);
            for (parot_costs costs = PAROT_COSTS_AUTO; costs <= PAROT_COSTS_POINTS; costs++) {
                assert_proved(&tables, &options, &by_matrix, costs);
                assert_proved(&tables, &options, &by_points, costs);
            }
        }
}

/* Without a matrix the search ends after its first step: what it finds is a plan of whole rows, its
 * bound is below every plan, and neither contradicts the longer search. */
TEST(whole_rows_by_points_have_a_valid_bound)
{
    static struct tables tables;
    for (int round = 0; round < 12; round += (int)test_stride(4)) {
        open_tables(&tables, 50 + 9 * round, 17 + 5 * round, (enum family)(round % FAMILIES),
                    80 + (uint64_t)round);
        DEFAULTS(parot_pu_options, options);
        options.method = PAROT_PU_METHOD_WASSERSTEIN;
        FREED_BY(parot_pu_result_free)
        parot_pu_result longer = label(&tables, &options, PAROT_COSTS_MATRIX);
        FREED_BY(parot_pu_result_free)
        parot_pu_result by_points = label(&tables, &options, PAROT_COSTS_POINTS);
        double slack = 1e-12 * fabs(longer.transport.objective);
        assert_true(by_points.transport.bound <= longer.transport.objective + slack);
        assert_true(longer.transport.bound <= by_points.transport.objective + slack);
        for (int64_t i = 0; i < by_points.count; i++)
            assert_true(by_points.share[i] == 0 || by_points.share[i] == 1);
    }
}

/* ---- Drift -------------------------------------------------------------- */

TEST(drift_is_the_same_by_matrix_and_by_points)
{
    static double reference[MOST * D], today[MOST * D];
    for (int family = 0; family < FAMILIES; family++)
        for (int round = 0; round < 4; round += (int)test_stride(2)) {
            int n = 60 + 40 * round, m = 170 - 30 * round;
            parot_drift_result by[2] = {{0}};
            fill(reference, m, D, (enum family)family, 0, 20 + (uint64_t)round);
            fill(today, n, D, (enum family)family, 0.1, 30 + (uint64_t)round);
            for (int k = 0; k < 2; k++) {
                parot_run run = run_by(k ? PAROT_COSTS_POINTS : PAROT_COSTS_MATRIX);
                assert_ok(parot_drift((parot_matrix){reference, m, D, D},
                                      (parot_matrix){today, n, D, D}, NULL, &run, &by[k], &err));
            }
            for (int i = 0; i < n; i++)
                assert_close(by[0].match_cost[i], by[1].match_cost[i], 1e-12);
            /* Which of several equals enters first is not defined, and prices are those at entry.
             */
            for (int i = 0; i < n && family == GENERIC; i++)
                assert_close(by[0].price[i], by[1].price[i], 1e-9);
            if (family == GENERIC) {
                assert_int_equal(by[0].alarms, by[1].alarms);
                assert_close(by[0].threshold, by[1].threshold, 1e-12);
            }
            parot_drift_result_free(&by[0]);
            parot_drift_result_free(&by[1]);
        }
}

/* ---- Registration ------------------------------------------------------- */

/* target = a turned and shifted copy of the source, some rows of which are elsewhere */
static void turn(const double *source, int n, int outliers, double noise, double *target)
{
    for (int i = 0; i < n; i++) {
        const double *x = source + D * i;
        double *y = target + D * i;
        y[0] = 0.8 * x[0] - 0.6 * x[1] + 0.3;
        y[1] = 0.6 * x[0] + 0.8 * x[1] - 0.2;
        y[2] = x[2] + 1;
        for (int c = 0; c < D; c++)
            y[c] += i < outliers ? 3 * test_uniform(7, (uint64_t)(D * i + c))
                                 : noise * test_uniform(8, (uint64_t)(D * i + c));
    }
}

static void assert_partners_proved(parot_matrix source, parot_matrix target,
                                   const parot_register_result *result, parot_costs costs)
{
    parot_check check = {0};
    parot_run run = run_by(costs);
    assert_ok(parot_register_certify(source, target, result, &run, &check, &err));
    assert_true(parot_register_is_proved(result, target, &check));
}

TEST(registration_is_the_same_by_matrix_and_by_points)
{
    static double source[MOST * D], target[MOST * D];
    int rounds = 6 / (int)test_stride(3);
    for (int round = 0; round < rounds; round++) {
        int n = 60 + 25 * round;
        parot_register_result by[2] = {{0}};
        DEFAULTS(parot_register_options, options);
        options.overlap = round % 2 ? 0.8 : NAN;
        options.restarts = 2;
        fill(source, n, D, GENERIC, 0, 40 + (uint64_t)round);
        turn(source, n, n / 5, 1e-3, target);
        parot_matrix x = {source, n, D, D}, y = {target, n - round, D, D};
        for (int k = 0; k < 2; k++) {
            parot_run run = run_by(k ? PAROT_COSTS_POINTS : PAROT_COSTS_MATRIX);
            assert_ok(parot_register(x, y, &options, &run, &by[k], &err));
            assert_partners_proved(x, y, &by[k], PAROT_COSTS_MATRIX);
            assert_partners_proved(x, y, &by[k], PAROT_COSTS_POINTS);
        }
        assert_close(by[0].transport.objective, by[1].transport.objective, 1e-9);
        assert_int_equal(by[0].inliers, by[1].inliers);
        assert_int_equal(by[0].has_elbow, by[1].has_elbow);
        for (int k = 0; k < D * D; k++)
            assert_true(fabs(by[0].rotation[k] - by[1].rotation[k]) < 1e-9);
        parot_register_result_free(&by[0]);
        parot_register_result_free(&by[1]);
    }
}

/* ---- Larger tables ------------------------------------------------------ */

/* 40 million pairs: a matrix would take 320 MB, which PAROT_MEMORY does not allow. */
TEST(larger_tables_are_labelled_without_a_matrix)
{
    enum { N = 20000, M = 2000 };
    double *unlabeled = malloc(N * D * sizeof *unlabeled),
           *positive = malloc(M * D * sizeof(double));
    static const parot_pu_method methods[] = {PAROT_PU_METHOD_WASSERSTEIN,
                                              PAROT_PU_METHOD_MATCHING};
    fill(positive, M, D, GENERIC, 0, 1);
    fill(unlabeled, N / 3, D, GENERIC, 0, 2);
    fill(unlabeled + N / 3 * D, N - N / 3, D, GENERIC, 0.45, 3);
    const parot_pu_data data = {{unlabeled, N, D, D}, {positive, M, D, D}, 0.3};
    setenv("PAROT_MEMORY", "150e6", 1);
    for (int k = 0; k < 2; k++) {
        AUTO(parot_pu_result, result);
        parot_check check = {0};
        int64_t right = 0;
        DEFAULTS(parot_pu_options, options);
        options.method = methods[k];
        options.whole_rows = PAROT_PU_WHOLE_ROWS_NONE;
        assert_true(parot_pu_memory(&data, &options) < 100e6);
        assert_ok(parot_pu_classify(&data, &options, NULL, &result, &err));
        assert_int_equal(result.positives, 6000);
        for (int64_t i = 0; i < N; i++)
            right += (result.label[i] > 0) == (i < N / 3);
        assert_true(right > 0.8 * N);
        if (methods[k] == PAROT_PU_METHOD_WASSERSTEIN) {
            assert_ok(parot_pu_certify(&data, &options, &result, NULL, &check, &err));
            assert_true(parot_is_proved(&check, PAROT_PROOF_TOLERANCE));
        }
    }
    unsetenv("PAROT_MEMORY");
    free(unlabeled);
    free(positive);
}

TEST(larger_tables_have_their_drift_without_a_matrix)
{
    enum { N = 6000 };
    FREED double *reference = malloc(N * D * sizeof *reference),
                 *today = malloc(N * D * sizeof *today);
    AUTO(parot_drift_result, result);
    DEFAULTS(parot_drift_options, options);
    options.splits = 1;
    fill(reference, N, D, GENERIC, 0, 1);
    fill(today, N / 10, D, GENERIC, 1.5, 2);
    fill(today + N / 10 * D, N - N / 10, D, GENERIC, 0, 3);
    assert_ok(parot_drift((parot_matrix){reference, N, D, D}, (parot_matrix){today, N, D, D},
                          &options, NULL, &result, &err));
    assert_true(result.is_drift && result.low < 0.1 && result.high > 0.08);
    for (int i = 0; i < N / 10; i++)
        assert_true(result.is_new[i]);
}

/* The starts are tried on a sample, the best of them is followed on all rows. */
TEST(larger_clouds_are_registered_without_a_matrix)
{
    enum { MOST_N = 4000 };
    double *source = malloc(MOST_N * D * sizeof *source),
           *target = malloc(MOST_N * D * sizeof *target);
    const int n = MOST_N / (int)test_stride(2); /* 2000 are just enough to have no matrix */
    AUTO(parot_register_result, result);
    DEFAULTS(parot_register_options, options);
    options.restarts = 0;
    fill(source, n, D, GENERIC, 0, 4);
    for (int i = 0; i < n; i++) /* nothing turns this shape into itself */
        source[D * i + 1] = 0.5 * source[D * i + 1] + source[D * i] * source[D * i];
    turn(source, n, n / 10, 0, target);
    parot_matrix x = {source, n, D, D}, y = {target, n, D, D};
    assert_ok(parot_register(x, y, &options, NULL, &result, &err));
    assert_true(result.has_elbow);
    assert_true(fabs(result.overlap - 0.9) < 0.01);
    assert_true(fabs(result.rotation[0] - 0.8) < 1e-3 && fabs(result.rotation[3] - 0.6) < 1e-3);
    assert_partners_proved(x, y, &result, PAROT_COSTS_AUTO);
    free(source);
    free(target);
}
