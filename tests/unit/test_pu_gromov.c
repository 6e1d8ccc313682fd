/* test_pu_gromov.c - labels from distances within each table, against the definitions. */
#include "gromov/gromov.h"

#include "graphs.h"
#include "pu_data.h"
#include "quadratic.h"
#include "random_spaces.h"
#include "test.h"

enum { ROWS = 40, POSITIVES = 16, FOUND = 16, WIDE = 5 };

/* Positives lie along an arc in the plane, negatives in a square far too wide for that. */
struct shapes {
    double unlabeled[ROWS * 2], positive[POSITIVES * 2];
    double turned[ROWS * 2];       /* the unlabeled rows turned, mirrored and moved */
    double wide[POSITIVES * WIDE]; /* the positives in five dimensions, turned */
    int truth[ROWS];
    parot_pu_data data;
};

static void put_on_arc(double t, double *to)
{
    to[0] = cos(2.2 * t);
    to[1] = 1.4 * sin(2.2 * t) + 0.1 * t;
}

static void shapes_make(struct shapes *shapes, uint64_t seed)
{
    double c = cos(0.7), s = sin(0.7);
    for (int i = 0; i < ROWS; i++) {
        double *row = shapes->unlabeled + 2 * i;
        shapes->truth[i] = i % 5 < 2;
        put_on_arc(test_uniform(seed, (uint64_t)i), row);
        for (int k = 0; k < 2 && !shapes->truth[i]; k++)
            row[k] = 4 + 30 * test_uniform(seed + 50, (uint64_t)(2 * i + k));
        shapes->turned[2 * i] = -(c * row[0] - s * row[1]) + 30;
        shapes->turned[2 * i + 1] = s * row[0] + c * row[1] - 7;
    }
    for (int j = 0; j < POSITIVES; j++) {
        const double *row = shapes->positive + 2 * j;
        double *wide = shapes->wide + WIDE * j;
        put_on_arc(test_uniform(seed + 100, (uint64_t)j), shapes->positive + 2 * j);
        wide[0] = 3;
        wide[1] = c * row[0];
        wide[2] = s * row[0];
        wide[3] = row[1];
        wide[4] = 0;
    }
    shapes->data = (parot_pu_data){
        {shapes->unlabeled, ROWS, 2, 2}, {shapes->positive, POSITIVES, 2, 2}, (double)FOUND / ROWS};
}

static parot_pu_options options_for(parot_pu_method method, parot_pu_whole_rows whole_rows)
{
    parot_pu_options options = pu_options_of(method);
    options.whole_rows = whole_rows;
    options.scale = PAROT_SCALE_NONE;
    options.metric = PAROT_METRIC_EUCLIDEAN;
    options.noise = 0;
    options.raw_distances = method == PAROT_PU_METHOD_GROMOV; /* the shapes have one unit */
    return options;
}

static parot_pu_result classify(const parot_pu_data *data, const parot_pu_options *options)
{
    parot_pu_result result = {0};
    assert_ok(parot_pu_classify(data, options, NULL, &result, &err));
    return result;
}

/* ---- Labels ------------------------------------------------------------- */

static void assert_is_truth(const parot_pu_result *result, const int *truth)
{
    for (int i = 0; i < ROWS; i++)
        assert_int_equal(result->label[i], truth[i] ? 1 : -1);
}

TEST(shapes_are_told_apart_by_distances_alone)
{
    struct shapes shapes;
    for (uint64_t seed = 0; seed < 5; seed++)
        for (int whole_rows = PAROT_PU_WHOLE_ROWS_EXACT; whole_rows <= PAROT_PU_WHOLE_ROWS_NONE;
             whole_rows++) {
            parot_pu_options options =
                options_for(PAROT_PU_METHOD_GROMOV, (parot_pu_whole_rows)whole_rows);
            shapes_make(&shapes, seed);
            options.is_apart = 1;
            parot_pu_result result = classify(&shapes.data, &options);
            assert_is_truth(&result, shapes.truth);
            parot_pu_result_free(&result);
        }
}

/* Turned, mirrored, moved; and the positives in another number of columns. */
TEST(isometries_change_no_label)
{
    struct shapes shapes;
    for (uint64_t seed = 0; seed < 5; seed++) {
        parot_pu_options options = options_for(PAROT_PU_METHOD_GROMOV, PAROT_PU_WHOLE_ROWS_EXACT);
        shapes_make(&shapes, seed);
        options.is_apart = 1;
        FREED_BY(parot_pu_result_free) parot_pu_result first = classify(&shapes.data, &options);
        shapes.data.unlabeled.data = shapes.turned;
        shapes.data.positive = (parot_matrix){shapes.wide, POSITIVES, WIDE, WIDE};
        options.is_apart = 0; /* which the columns say themselves */
        FREED_BY(parot_pu_result_free) parot_pu_result second = classify(&shapes.data, &options);
        assert_memory_equal(first.label, second.label, ROWS);
        assert_close(first.transport.objective, second.transport.objective, 1e-9);
    }
}

/* Either table in another unit: same labels, and the objective is in the square of that of the
 * unlabeled rows. */
static void check_units(const parot_pu_options *options, uint64_t seed, double unlabeled,
                        double positive)
{
    struct shapes shapes;
    shapes_make(&shapes, seed);
    FREED_BY(parot_pu_result_free) parot_pu_result first = classify(&shapes.data, options);
    multiply(shapes.unlabeled, 2 * ROWS, unlabeled);
    multiply(shapes.positive, 2 * POSITIVES, positive);
    FREED_BY(parot_pu_result_free) parot_pu_result second = classify(&shapes.data, options);
    double unit = options->scale == PAROT_SCALE_NONE ? unlabeled * unlabeled : 1;
    assert_memory_equal(first.label, second.label, ROWS);
    assert_close(unit * first.transport.objective, second.transport.objective, 1e-9);
}

TEST(units_of_tables_that_are_apart_do_not_matter)
{
    parot_pu_options options = options_for(PAROT_PU_METHOD_GROMOV, PAROT_PU_WHOLE_ROWS_CONCAVE);
    options.is_apart = 1;
    options.raw_distances = 0;
    for (uint64_t seed = 0; seed < 4; seed++)
        for (int k = 0; k < 2; k++) {
            options.scale = k ? PAROT_SCALE_ZSCORE : PAROT_SCALE_NONE;
            check_units(&options, seed, 1, 1024);
            check_units(&options, seed, 0.125, 1);
            check_units(&options, seed, 4096, 0.0625);
        }
}

/* ---- The scales of two tables -------------------------------------------- */

static int is_less(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median over rows of the mean distance to the `nearest` others, by its definition. */
static double typical(const double *rows, int count, int nearest)
{
    double mean[ROWS], distance[ROWS];
    for (int i = 0; i < count; i++) {
        int others = 0;
        for (int k = 0; k < count; k++)
            if (k != i)
                distance[others++] =
                    hypot(rows[2 * i] - rows[2 * k], rows[2 * i + 1] - rows[2 * k + 1]);
        qsort(distance, (size_t)others, sizeof *distance, is_less);
        mean[i] = 0;
        for (int k = 0; k < nearest; k++)
            mean[i] += distance[k] / nearest;
    }
    qsort(mean, (size_t)count, sizeof *mean, is_less);
    return mean[count / 2];
}

TEST(the_ratio_of_distances_is_that_of_typical_ones)
{
    struct shapes shapes;
    parot_pu_options options = options_for(PAROT_PU_METHOD_GROMOV, PAROT_PU_WHOLE_ROWS_CONCAVE);
    options.is_apart = 1;
    for (uint64_t seed = 0; seed < 4; seed++) {
        double ratio = 0;
        shapes_make(&shapes, seed);
        assert_ok(parot_pu_distance_ratio(&shapes.data, &options, NULL, &ratio, &err));
        assert_close(ratio,
                     typical(shapes.unlabeled, ROWS, FOUND - 1) /
                         typical(shapes.positive, POSITIVES, POSITIVES - 1),
                     1e-12);
    }
}

/* Normalised is raw with the positives multiplied by hand. */
TEST(distances_are_normalised_by_their_ratio)
{
    struct shapes shapes;
    parot_pu_options options = options_for(PAROT_PU_METHOD_GROMOV, PAROT_PU_WHOLE_ROWS_CONCAVE);
    options.is_apart = 1;
    for (uint64_t seed = 0; seed < 4; seed++) {
        double ratio = 0, left = 0;
        shapes_make(&shapes, seed);
        options.raw_distances = 0;
        FREED_BY(parot_pu_result_free)
        parot_pu_result normalised = classify(&shapes.data, &options);
        assert_ok(parot_pu_distance_ratio(&shapes.data, &options, NULL, &ratio, &err));
        multiply(shapes.positive, 2 * POSITIVES, ratio);
        assert_ok(parot_pu_distance_ratio(&shapes.data, &options, NULL, &left, &err));
        assert_close(left, 1, 1e-12);
        options.raw_distances = 1;
        FREED_BY(parot_pu_result_free) parot_pu_result raw = classify(&shapes.data, &options);
        assert_memory_equal(raw.label, normalised.label, ROWS);
        assert_close(raw.transport.objective, normalised.transport.objective, 1e-9);
    }
}

/* ---- Definitions -------------------------------------------------------- */

/* The problem behind the method, stated by hand, in the caller's order. */
static void state_by_hand(struct pair *pair, const struct pu_tables *tables, double noise)
{
    memcpy(pair->x, tables->unlabeled, sizeof tables->unlabeled);
    memcpy(pair->y, tables->positive, sizeof tables->positive);
    pair_distances(pair);
    for (int j = 0; j < PU_M; j++)
        pair->q[j] = (tables->data.prior + noise) / PU_M;
    pair->problem.q = pair->q;
}

TEST(the_objective_is_that_of_the_plan)
{
    static double dense[PU_N * PU_M];
    struct pu_tables tables;
    for (int whole_rows = PAROT_PU_WHOLE_ROWS_EXACT; whole_rows <= PAROT_PU_WHOLE_ROWS_NONE;
         whole_rows++) {
        struct pair pair = pair_alloc(PU_N, PU_M, PU_D, PU_D, (double)PU_K / PU_N);
        parot_pu_options options =
            options_for(PAROT_PU_METHOD_GROMOV, (parot_pu_whole_rows)whole_rows);
        options.noise = 0.1 * whole_rows;
        pu_tables_make(&tables, 4, 0.5, 0);
        state_by_hand(&pair, &tables, options.noise);
        FREED_BY(parot_pu_result_free) parot_pu_result result = classify(&tables.data, &options);
        parot_plan_to_dense(&result.transport.plan, dense);
        assert_close(result.transport.objective, (double)gromov_objective(&pair.problem, dense),
                     1e-12);
        assert_close((double)plan_total(&result.transport.plan), tables.data.prior, 1e-14);
        for (int i = 0; i < PU_N; i++) {
            assert_close(result.share[i], (double)plan_row(&result.transport.plan, i) * PU_N, 1e-8);
            assert_true(whole_rows == PAROT_PU_WHOLE_ROWS_NONE || result.share[i] < 1e-9 ||
                        fabs(result.share[i] - 1) < 1e-9);
        }
        pair_free(&pair);
    }
}

/* Of fused: both terms, the costs in the unit that makes the terms equal at the cheapest plan. */
TEST(fused_is_a_sum_of_comparable_terms)
{
    static double cost[PU_N * PU_M], dense[PU_N * PU_M];
    FREED_BY(pair_free) struct pair pair = pair_alloc(PU_N, PU_M, PU_D, PU_D, (double)PU_K / PU_N);
    parot_pu_options options = options_for(PAROT_PU_METHOD_FUSED, PAROT_PU_WHOLE_ROWS_CONCAVE);
    AUTO(parot_result, cheapest);
    PU_TABLES(tables, 5, 0.5, 0);
    state_by_hand(&pair, &tables, 0);
    assert_ok(parot_cost(tables.data.unlabeled, tables.data.positive, PAROT_METRIC_EUCLIDEAN, NULL,
                         cost, &err));
    parot_problem linear = {{cost, PU_N, PU_M, PU_M}, NULL, pair.q, tables.data.prior};
    assert_ok(parot_partial(&linear, NULL, &cheapest, &err));
    parot_plan_to_dense(&cheapest.plan, dense);
    double factor = (double)quadratic_form(&pair.problem, dense) / cheapest.objective;
    for (int e = 0; e < PU_N * PU_M; e++)
        cost[e] *= factor;
    options.fused_alpha = 0.3;
    FREED_BY(parot_pu_result_free) parot_pu_result result = classify(&tables.data, &options);
    pair.problem.cost = (parot_matrix){cost, PU_N, PU_M, PU_M};
    pair.problem.alpha = 0.3;
    parot_plan_to_dense(&result.transport.plan, dense);
    assert_close(result.transport.objective, (double)gromov_objective(&pair.problem, dense), 1e-12);
    for (int i = 0; i < PU_N; i++)
        if (result.match[i] >= 0)
            assert_close(result.match_cost[i] * factor, cost[i * PU_M + result.match[i]], 1e-14);
}

TEST(fused_ends_are_the_other_methods)
{
    static const parot_pu_method ends[] = {PAROT_PU_METHOD_WASSERSTEIN, PAROT_PU_METHOD_GROMOV};
    PU_TABLES(tables, 6, 0.5, 0);
    for (int k = 0; k < 2; k++) {
        parot_pu_options fused = options_for(PAROT_PU_METHOD_FUSED, PAROT_PU_WHOLE_ROWS_CONCAVE);
        parot_pu_options end = options_for(ends[k], PAROT_PU_WHOLE_ROWS_CONCAVE);
        fused.fused_alpha = k;
        FREED_BY(parot_pu_result_free) parot_pu_result first = classify(&tables.data, &fused);
        FREED_BY(parot_pu_result_free) parot_pu_result second = classify(&tables.data, &end);
        assert_memory_equal(first.label, second.label, PU_N);
        assert_true(first.transport.objective == second.transport.objective);
    }
}

TEST(the_plan_gradient_is_the_derivative_of_the_objective)
{
    enum { N = 9, M = 7 };
    double gradient[N * M], dense[N * M], cost[N * M];
    for (uint64_t seed = 0; seed < 6; seed++) {
        FREED_BY(pair_free) struct pair pair = pair_random(seed, N, M, 0.6);
        AUTO(parot_gromov_result, result);
        struct control control;
        test_fill(cost, N * M, seed + 9);
        pair.problem.cost = (parot_matrix){cost, N, M, M};
        pair.problem.alpha = seed % 2 ? 0.4 : 1;
        assert_ok(control_init(&control, NULL, &err));
        assert_ok(parot_gromov(&pair.problem, NULL, NULL, &result, &err));
        parot_plan_to_dense(&result.transport.plan, dense);
        assert_ok(
            gromov_plan_gradient(&pair.problem, &result.transport.plan, &control, gradient, &err));
        for (int64_t e = 0; e < N * M; e++)
            assert_close(gradient[e],
                         (double)(2 * pair.problem.alpha *
                                  tensor_entry(&pair.problem, dense, e / M, e % M)) +
                             (1 - pair.problem.alpha) * cost[e],
                         1e-12);
    }
}

/* ---- Starts ------------------------------------------------------------- */

TEST(exact_rows_end_no_higher)
{
    struct pu_tables tables;
    for (uint64_t seed = 0; seed < 2; seed += test_stride(2)) {
        double objective[2];
        pu_tables_make(&tables, seed, 0.5, 0);
        for (int whole_rows = PAROT_PU_WHOLE_ROWS_EXACT; whole_rows <= PAROT_PU_WHOLE_ROWS_CONCAVE;
             whole_rows++) {
            parot_pu_options options =
                options_for(PAROT_PU_METHOD_GROMOV, (parot_pu_whole_rows)whole_rows);
            parot_pu_result result = classify(&tables.data, &options);
            objective[whole_rows] = result.transport.objective;
            parot_pu_result_free(&result);
        }
        assert_true(objective[PAROT_PU_WHOLE_ROWS_EXACT] <= objective[PAROT_PU_WHOLE_ROWS_CONCAVE]);
    }
}

/* It falls, and is the result's: another block of memory may be written to meanwhile. */
static void check_history(const parot_trial *trial)
{
    FREED double *other = malloc(4096 * sizeof *other);
    for (int k = 0; k < 4096; k++)
        other[k] = 1e9 + k;
    assert_true(trial->history > 0);
    for (int64_t k = 0; k < trial->history; k++) {
        assert_true(trial->objectives[k] >= 0 && trial->objectives[k] < 1e8);
        assert_true(k == 0 || trial->objectives[k] <= trial->objectives[k - 1] * (1 + 1e-9));
        assert_true(trial->stationarities[k] >= 0 && trial->stationarities[k] < 1e8);
    }
    assert_close(trial->objectives[trial->history - 1], trial->objective, 1e-9);
}

TEST(every_start_has_its_history)
{
    struct pu_tables tables;
    for (uint64_t seed = 0; seed < 3; seed++) {
        parot_pu_options options = options_for(PAROT_PU_METHOD_GROMOV, PAROT_PU_WHOLE_ROWS_NONE);
        pu_tables_make(&tables, seed, 0.5, 0);
        FREED_BY(parot_pu_result_free) parot_pu_result result = classify(&tables.data, &options);
        for (int64_t t = 0; t < result.trials; t++)
            check_history(&result.trial[t].trial);
    }
}

/* The rule of the header, and what the rival claims. */
TEST(starts_are_chosen_by_their_objective)
{
    struct pu_tables tables;
    int rivals = 0;
    for (uint64_t seed = 0; seed < 10; seed++) {
        parot_pu_options options = options_for(PAROT_PU_METHOD_GROMOV, PAROT_PU_WHOLE_ROWS_CONCAVE);
        double least = INFINITY;
        options.restarts = 3;
        pu_tables_make(&tables, seed, 0.5, 0);
        FREED_BY(parot_pu_result_free) parot_pu_result result = classify(&tables.data, &options);
        assert_int_equal(result.trials, 5 + 3);
        for (int64_t t = 0; t < result.trials; t++) {
            const parot_trial *trial = &result.trial[t].trial;
            least = fmin(least, trial->objective);
            assert_true(result.trial[t].differs >= 0 && result.trial[t].differs <= 1);
        }
        const parot_trial *best = &result.trial[result.best].trial;
        assert_true(best->objective == least ||
                    (best->start == PAROT_START_PARTIAL && best->objective <= 1.1 * least));
        assert_true(result.trial[result.best].differs == 0);
        assert_close(best->objective, result.transport.objective, 1e-12);
        if (result.rival >= 0) {
            assert_true(result.trial[result.rival].differs > 0.05);
            assert_true(result.trial[result.rival].trial.objective <= 1.1 * least);
            rivals++;
        }
    }
    assert_true(rivals > 0);
}

/* ---- Stops, refusals, memory -------------------------------------------- */

static int stop_after(const parot_progress *progress, void *user)
{
    (void)progress;
    return --*(int *)user <= 0;
}

TEST(stopped_runs_label_whole_rows)
{
    parot_error err = {0};
    PU_TABLES(tables, 3, 0.5, 0);
    for (int calls = 1; calls < 10 / (int)test_stride(2);
         calls *= 3) { /* calls come every tenth of a second */
        parot_pu_options options = options_for(PAROT_PU_METHOD_GROMOV, PAROT_PU_WHOLE_ROWS_EXACT);
        AUTO(parot_pu_result, result);
        int left = calls, positives = 0;
        DEFAULTS(parot_run, run);
        run.progress = stop_after;
        run.user = &left;
        parot_status status = parot_pu_classify(&tables.data, &options, &run, &result, &err);
        assert_true(status >= 0 || status == PAROT_ESTOPPED);
        for (int i = 0; status >= 0 && i < PU_N; i++) {
            positives += result.label[i] > 0;
            assert_true(result.share[i] < 1e-9 || fabs(result.share[i] - 1) < 1e-9);
        }
        assert_true(status < 0 || positives == PU_K);
    }
}

static void refuse(const parot_pu_data *data, const parot_pu_options *options, parot_status status,
                   const char *words)
{
    parot_error err = {0};
    parot_pu_result result = {0};
    assert_int_equal(parot_pu_classify(data, options, NULL, &result, &err), status);
    assert_non_null(strstr(err.message, words));
    assert_null(result.owner);
}

TEST(what_cannot_be_compared_is_refused)
{
    parot_error err = {0};
    struct shapes shapes;
    double z = 0;
    parot_pu_model model = {0};
    parot_pu_prior_result prior;
    parot_pu_spies_result spies;
    parot_pu_options options = options_for(PAROT_PU_METHOD_GROMOV, PAROT_PU_WHOLE_ROWS_LASSO);
    shapes_make(&shapes, 1);
    refuse(&shapes.data, &options, PAROT_EINVAL, "options.whole_rows: lasso");
    options = options_for(PAROT_PU_METHOD_FUSED, PAROT_PU_WHOLE_ROWS_EXACT);
    options.is_apart = 1;
    refuse(&shapes.data, &options, PAROT_EINVAL, "options.is_apart: fused compares rows");
    options.is_apart = 0;
    options.raw_distances = 1;
    refuse(&shapes.data, &options, PAROT_EINVAL, "options.raw_distances: applies only to method");
    options = options_for(PAROT_PU_METHOD_GROMOV, PAROT_PU_WHOLE_ROWS_EXACT);
    assert_int_equal(parot_pu_train(&shapes.data, &options, NULL, &model, NULL, &err),
                     PAROT_ENOTSUP);
    assert_non_null(strstr(err.message, "gromov with these options cannot label new rows"));

    shapes.data.positive = (parot_matrix){shapes.wide, POSITIVES, WIDE, WIDE};
    options.raw_distances = 0;
    options.method = PAROT_PU_METHOD_FUSED;
    refuse(&shapes.data, &options, PAROT_ESHAPE, "only method gromov accepts that");
    options.method = PAROT_PU_METHOD_GROMOV;
    assert_int_equal(parot_pu_prior(&shapes.data, &options, NULL, &prior, &err), PAROT_ESHAPE);
    assert_int_equal(parot_pu_bias(&shapes.data, &options, NULL, &z, &err), PAROT_ESHAPE);
    assert_int_equal(parot_pu_spies(&shapes.data, &options, NULL, &spies, &err), PAROT_ESHAPE);
    shapes.data.positive.rows = 1;
    refuse(&shapes.data, &options, PAROT_EINVAL, "positive: all rows are equal");
}

/* One positive, copies, every row positive: an answer of k labels all the same. */
TEST(degenerate_tables_are_labelled)
{
    struct shapes shapes;
    shapes_make(&shapes, 2);
    memcpy(shapes.unlabeled, shapes.positive, sizeof shapes.positive);
    for (int k = 0; k < 3; k++) {
        parot_pu_options options = options_for(k ? PAROT_PU_METHOD_GROMOV : PAROT_PU_METHOD_FUSED,
                                               PAROT_PU_WHOLE_ROWS_EXACT);
        parot_pu_data data = shapes.data;
        data.positive.rows = k == 1 ? 1 : POSITIVES;
        data.prior = k == 2 ? 0.99 : 0.4;
        FREED_BY(parot_pu_result_free) parot_pu_result result = classify(&data, &options);
        assert_int_equal(result.positives, (int64_t)llround(data.prior * ROWS));
    }
}

/* Distances in place of the tables that they are of: the same problem, whatever order it is in. */
TEST(distances_label_as_the_tables_they_are_of)
{
    static struct shapes shapes;
    static double unlabeled[ROWS * ROWS], positive[POSITIVES * POSITIVES];
    for (uint64_t seed = 0; seed < 3; seed++) {
        AUTO(parot_pu_result, tables, matrices);
        shapes_make(&shapes, seed);
        parot_pu_data data = shapes.data;
        assert_ok(parot_cost(data.unlabeled, data.unlabeled, PAROT_METRIC_EUCLIDEAN, NULL,
                             unlabeled, &err));
        assert_ok(
            parot_cost(data.positive, data.positive, PAROT_METRIC_EUCLIDEAN, NULL, positive, &err));
        parot_pu_options options = options_for(PAROT_PU_METHOD_GROMOV, PAROT_PU_WHOLE_ROWS_CONCAVE);
        options.kind = PAROT_PU_KIND_DOMAINS;
        options.is_apart = 1;
        assert_ok(parot_pu_classify(&data, &options, NULL, &tables, &err));
        data.unlabeled = (parot_matrix){unlabeled, ROWS, ROWS, ROWS};
        data.positive = (parot_matrix){positive, POSITIVES, POSITIVES, POSITIVES};
        options.is_apart = 0;
        options.has_distances = 1;
        options.kind = PAROT_PU_KIND_ANY;
        assert_ok(parot_pu_classify(&data, &options, NULL, &matrices, &err));
        assert_close(matrices.transport.objective, tables.transport.objective, 1e-9);
        for (int i = 0; i < ROWS; i++)
            assert_int_equal(matrices.label[i], tables.label[i]);
    }
}

TEST(distances_that_make_no_sense_are_refused)
{
    static const double square[] = {0, 1, 2, 1, 0, 1, 2, 1, 0};
    parot_pu_result result = {0};
    parot_pu_data data = {{square, 3, 3, 3}, {square, 2, 2, 3}, 0.4};
    parot_pu_options options = options_for(PAROT_PU_METHOD_WASSERSTEIN, PAROT_PU_WHOLE_ROWS_EXACT);
    options.has_distances = 1;
    assert_refused(parot_pu_classify(&data, &options, NULL, &result, &err), PAROT_EINVAL,
                   "options.has_distances: applies only to method gromov");
    options.method = PAROT_PU_METHOD_GROMOV;
    options.scale = PAROT_SCALE_RANK;
    assert_refused(parot_pu_classify(&data, &options, NULL, &result, &err), PAROT_EINVAL,
                   "no columns to scale");
    options.scale = PAROT_AUTO;
    data.positive = (parot_matrix){square, 3, 2, 3};
    assert_refused(parot_pu_classify(&data, &options, NULL, &result, &err), PAROT_ESHAPE,
                   "positive: distances are a square matrix, got 3 x 2");
    data.positive = (parot_matrix){square, 2, 2, 3};
    data.prior = NAN;
    assert_refused(parot_pu_classify(&data, &options, NULL, &result, &err), PAROT_EINVAL,
                   "prior: cannot be estimated from distances");
}

/* ---- Graphs ------------------------------------------------------------- */

enum { TREE = 45, GROUP = 12, NODES = TREE + GROUP };

/* A dense group, the last nodes, tied by two edges to a thin tree. */
static void plant(struct small_graph *graph, uint64_t seed)
{
    uint64_t drawn = 0;
    small_graph_clear(graph, NODES);
    for (int i = 1; i < TREE; i++) {
        int reach = i < 6 ? i : 6;
        int back = 1 + (int)(test_uniform(seed, drawn++) * reach);
        small_graph_join(graph, i, i - (back > reach ? reach : back), 1);
    }
    for (int a = TREE; a < NODES; a++)
        for (int b = TREE; b < a; b++)
            if (b == a - 1 || test_uniform(seed, drawn++) < 0.6)
                small_graph_join(graph, a, b, 1);
    small_graph_join(graph, TREE, (int)(test_uniform(seed, drawn++) * (TREE - 1)), 1);
    small_graph_join(graph, TREE + 5, (int)(test_uniform(seed, drawn) * (TREE - 1)), 1);
}

/* A choice at random has (45^2 + 12^2) / 57^2 = .67 of the nodes right. */
TEST(nodes_like_the_labelled_ones_of_another_graph_are_found)
{
    static double known[GROUP * GROUP], whole[NODES * NODES];
    static struct small_graph graph;
    double right = 0;
    for (uint64_t seed = 0; seed < 10; seed++) {
        int32_t node[GROUP];
        DEFAULTS(parot_graph_options, part);
        for (int k = 0; k < GROUP; k++)
            node[k] = TREE + k;
        part.node = node;
        part.node_count = GROUP;
        plant(&graph, seed);
        assert_ok(
            parot_graph_distances(small_graph_close(&graph, 0), &part, NULL, known, NULL, &err));
        plant(&graph, seed + 100);
        assert_ok(
            parot_graph_distances(small_graph_close(&graph, 0), NULL, NULL, whole, NULL, &err));
        parot_pu_data data = {.positive = {known, GROUP, GROUP, GROUP},
                              .unlabeled = {whole, NODES, NODES, NODES},
                              .prior = (double)GROUP / NODES};
        parot_pu_options options = pu_options_of(PAROT_PU_METHOD_GROMOV);
        options.has_distances = 1;
        AUTO(parot_pu_result, result);
        assert_ok(parot_pu_classify(&data, &options, NULL, &result, &err));
        for (int i = 0; i < NODES; i++)
            right += ((result.label[i] > 0) == (i >= TREE)) / (10.0 * NODES);
    }
    assert_true(right > 0.97);
}
