/* test_drift.c - new rows are found, and old ones are left alone at the rate that was asked for. */
#include "parot/tasks.h"

#include "instances.h"
#include "stopping.h"
#include "test.h"

enum { N = 80, M = 120, D = 3 };

static parot_matrix rows_of(const double *data, int64_t rows)
{
    return (parot_matrix){data, rows, D, D};
}

/* Two clusters, columns of very different units. */
static void fill(double *rows, int64_t count, uint64_t seed)
{
    for (int64_t i = 0; i < count; i++)
        for (int64_t k = 0; k < D; k++) {
            double x = test_normal(seed, (uint64_t)(i * D + k));
            if (k == 0 && test_uniform(seed + 1000, (uint64_t)i) < 0.4)
                x += 8;
            rows[i * D + k] = k == 1 ? 1e6 * x : x;
        }
}

TEST(alarms_are_as_rare_as_was_asked_for)
{
    enum { TABLES = 60 };
    double reference[M * D], today[N * D], alarms = 0, drifts = 0, covered = 0;
    for (uint64_t seed = 0; seed < TABLES; seed++) {
        AUTO(parot_drift_result, result);
        fill(reference, M, 2 * seed);
        fill(today, N, 2 * seed + 1);
        assert_ok(parot_drift(rows_of(reference, M), rows_of(today, N), NULL, NULL, &result, &err));
        alarms += (double)result.alarms / N;
        drifts += result.is_drift;
        covered += result.low == 0;
    }
    print_message("alarms %.3f of the rows, drift said of %.0f of %d tables\n", alarms / TABLES,
                  drifts, (int)TABLES);
    /* 0.05; tables differ by 0.03 each, hence 0.004 on average */
    assert_true(fabs(alarms / TABLES - 0.05) < 0.015);
    assert_true(drifts <= 6);              /* two in a hundred, 1.2 expected */
    assert_true(covered >= 0.85 * TABLES); /* 0.95 expected: the lower end of 90 % */
}

/* The first `count` rows of today are new, in two places. */
static void plant(double *today, int count)
{
    for (int i = 0; i < count; i++) {
        today[i * D] += i % 4 == 0 ? -200 : 4;
        today[i * D + 2] += i % 4 == 0 ? 0 : 40;
    }
}

TEST(planted_rows_are_found)
{
    double reference[M * D], today[N * D];
    AUTO(parot_drift_result, result);
    fill(reference, M, 1);
    fill(today, N, 2);
    plant(today, 16);
    assert_ok(parot_drift(rows_of(reference, M), rows_of(today, N), NULL, NULL, &result, &err));
    assert_int_equal(result.count, N);
    assert_true(result.is_drift);
    for (int i = 0; i < 16; i++) {
        assert_int_equal(result.is_new[i], 1);
        assert_true(result.price[i] > result.threshold);
        assert_close(result.score[i], 1 - 1.0 / (M + 1), 1e-15);
    }
    assert_true(result.beyond >= 16 && result.beyond_chance < 1e-5);
    assert_true(result.low <= 0.2 && 0.2 <= result.high);
}

static int has_order(const parot_drift_result *result, int order, int remainder)
{
    for (int i = 0; i < 16; i++)
        if (result->order[i] == order && (i % 4 == 0) == remainder)
            return 1;
    return 0;
}

/* Both places are seen before a second row of either; the order is 1 ... alarms. */
TEST(rows_to_label_first_cover_what_is_new)
{
    double reference[M * D], today[N * D];
    int seen[N + 1] = {0};
    AUTO(parot_drift_result, result);
    fill(reference, M, 1);
    fill(today, N, 2);
    plant(today, 16);
    assert_ok(parot_drift(rows_of(reference, M), rows_of(today, N), NULL, NULL, &result, &err));
    for (int i = 0; i < N; i++) {
        assert_int_equal(result.order[i] > 0, result.is_new[i]);
        seen[result.order[i]]++;
    }
    for (int k = 1; k <= result.alarms; k++)
        assert_int_equal(seen[k], 1);
    assert_true(has_order(&result, 1, 1) + has_order(&result, 2, 1) == 1);
    assert_true(has_order(&result, 1, 0) + has_order(&result, 2, 0) == 1);
}

/* Scores, flags, matches and counts follow from the prices and the tables as they are defined. */
TEST(numbers_agree_with_their_definitions)
{
    double reference[M * D], today[N * D], cost[N * M];
    int64_t alarms = 0;
    AUTO(parot_drift_result, result);
    DEFAULTS(parot_drift_options, options);
    options.scale = PAROT_SCALE_NONE;
    options.metric = PAROT_METRIC_CITYBLOCK;
    options.level = 0.2;
    fill(reference, M, 5);
    fill(today, N, 6);
    assert_ok(parot_drift(rows_of(reference, M), rows_of(today, N), &options, NULL, &result, &err));
    assert_ok(parot_cost(rows_of(today, N), rows_of(reference, M), PAROT_METRIC_CITYBLOCK, NULL,
                         cost, &err));
    assert_int_equal(result.scale, PAROT_SCALE_NONE);
    assert_int_equal(result.metric, PAROT_METRIC_CITYBLOCK);
    assert_int_equal(result.splits, 5);
    for (int i = 0; i < N; i++) {
        double least = INFINITY;
        for (int j = 0; j < M; j++)
            least = fmin(least, cost[i * M + j]);
        assert_true(result.match_cost[i] == least);
        assert_true(cost[i * M + result.match[i]] == least);
        assert_true(result.price[i] >= least * (1 - 1e-12));
        assert_int_equal(result.is_new[i], result.score[i] >= 0.8 - 1e-12);
        assert_int_equal(result.is_new[i], result.price[i] > result.threshold);
        alarms += result.is_new[i];
        for (int k = 0; k < N; k++) /* dearer rows are no less new */
            assert_true(result.price[i] > result.price[k] || result.score[i] <= result.score[k]);
    }
    assert_int_equal(result.alarms, alarms);
    assert_close(result.expected, 0.2 * N, 1e-15);
    double by_alarms = ((double)alarms / N - 0.2) / 0.8;
    double by_beyond = ((double)result.beyond / N - 1.0 / (M + 1)) * (M + 1) / M;
    assert_close(result.share, fmax(0, fmax(by_alarms, by_beyond)), 1e-14);
}

TEST(order_and_threads_do_not_matter)
{
    double reference[M * D], today[N * D], turned_reference[M * D], turned_today[N * D];
    AUTO(parot_drift_result, one, other);
    parot_run run = run_with_threads(2);
    fill(reference, M, 7);
    fill(today, N, 8);
    plant(today, 5);
    for (int j = 0; j < M; j++)
        memcpy(turned_reference + (M - 1 - j) * D, reference + j * D, D * sizeof(double));
    for (int i = 0; i < N; i++)
        memcpy(turned_today + (i + 9) % N * D, today + i * D, D * sizeof(double));
    assert_ok(parot_drift(rows_of(reference, M), rows_of(today, N), NULL, NULL, &one, &err));
    assert_ok(parot_drift(rows_of(turned_reference, M), rows_of(turned_today, N), NULL, &run,
                          &other, &err));
    for (int i = 0; i < N; i++) {
        int k = (i + 9) % N;
        assert_true(one.price[i] == other.price[k] && one.score[i] == other.score[k]);
        assert_int_equal(one.order[i], other.order[k]);
        assert_int_equal(one.match[i], M - 1 - other.match[k]);
    }
    assert_true(one.threshold == other.threshold);
}

TEST(equal_tables_have_nothing_new)
{
    double rows[M * D];
    for (int constant = 0; constant < 2; constant++) {
        AUTO(parot_drift_result, result);
        fill(rows, M, 9);
        for (int k = 0; k < M * D && constant; k++)
            rows[k] = 4;
        assert_ok(parot_drift(rows_of(rows, M), rows_of(rows, M), NULL, NULL, &result, &err));
        assert_false(result.is_drift);
        assert_int_equal(result.beyond, 0);
        for (int i = 0; i < M; i++)
            assert_true(result.match_cost[i] == 0);
    }
}

/* A column that never varied takes another value: that is new, whatever the scaling. */
TEST(a_constant_that_changes_is_noticed)
{
    static const parot_scale scales[] = {PAROT_SCALE_MINMAX, PAROT_SCALE_ZSCORE, PAROT_SCALE_ROBUST,
                                         PAROT_SCALE_LOG};
    double reference[M * D], today[N * D];
    fill(reference, M, 11);
    fill(today, N, 12);
    for (int j = 0; j < M; j++)
        reference[j * D + 2] = 1;
    for (int i = 0; i < N; i++)
        today[i * D + 2] = i < 4 ? 2 : 1;
    for (int s = 0; s < 4; s++) {
        AUTO(parot_drift_result, result);
        DEFAULTS(parot_drift_options, options);
        options.scale = scales[s];
        assert_ok(
            parot_drift(rows_of(reference, M), rows_of(today, N), &options, NULL, &result, &err));
        for (int i = 0; i < 4; i++)
            assert_int_equal(result.is_new[i], 1);
    }
}

/* ---- Limits and refusals ------------------------------------------------ */

TEST(stopping_leaves_out_splits)
{
    double reference[M * D], today[N * D];
    int had_none = 0, had_some = 0;
    fill(reference, M, 13);
    fill(today, N, 14);
    for (int stop = 0; stop < 400; stop += stop < 10 ? 1 : 25) {
        int left = stop;
        parot_run run = run_that_stops(&left);
        AUTO(parot_drift_result, result);
        parot_error err = {0};
        parot_status status =
            parot_drift(rows_of(reference, M), rows_of(today, N), NULL, &run, &result, &err);
        if (status == PAROT_ESTOPPED) {
            had_none = 1;
            assert_null(result.owner);
            continue;
        }
        had_some |= status == PAROT_CANCELLED;
        assert_int_equal(result.status, status);
        assert_true(result.splits >= 1 && (status == PAROT_OK || result.splits < 5));
    }
    assert_true(had_none && had_some);
}

TEST(nonsense_is_refused)
{
    double rows[40 * D];
    parot_drift_result result = {0};
    parot_matrix good = rows_of(rows, 40), other = {rows, 10, 2, 2};
    fill(rows, 40, 17);
    assert_refused(parot_drift(good, other, NULL, NULL, &result, &err), PAROT_ESHAPE,
                   "reference has 3 columns, today has 2");
    assert_refused(parot_drift(rows_of(rows, 18), good, NULL, NULL, &result, &err), PAROT_EINVAL,
                   "level 0.05 needs 19 rows or more, got 18");
    rows[4] = INFINITY;
    assert_refused(parot_drift(good, good, NULL, NULL, &result, &err), PAROT_EINVAL,
                   "reference: must be finite, got inf at (1,1)");
}

static int stop_in_order(const parot_progress *progress, void *user)
{
    (void)user;
    return strcmp(progress->stage, "order") == 0 && progress->iteration >= 2;
}

/* A limit while the order is made leaves an order of all new rows, and says that it was stopped. */
TEST(an_order_that_is_stopped_has_all_new_rows)
{
    double reference[M * D], today[N * D];
    char is_seen[N + 1] = {0};
    parot_error err = {0};
    AUTO(parot_drift_result, result);
    fill(reference, M, 1);
    fill(today, N, 2);
    for (int64_t i = 0; i < 10; i++)
        today[i * D] += 100 + (double)i;
    DEFAULTS(parot_run, run);
    run.progress = stop_in_order;
    run.progress_period = 0;
    assert_int_equal(
        parot_drift(rows_of(reference, M), rows_of(today, N), NULL, &run, &result, &err),
        PAROT_CANCELLED);
    assert_int_equal(result.status, PAROT_CANCELLED);
    assert_true(result.alarms >= 10);
    for (int64_t i = 0; i < N; i++) {
        assert_int_equal(result.order[i] > 0, result.is_new[i]);
        assert_true(result.order[i] == 0 || !is_seen[result.order[i]]);
        is_seen[result.order[i]] = 1;
    }
    for (int64_t k = 1; k <= result.alarms; k++)
        assert_true(is_seen[k]);
}
