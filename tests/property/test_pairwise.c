/* test_pairwise.c - each pair is what the call for two clouds gives, and a journal goes on where it
 * ends. */
#include <stdio.h>
#include <unistd.h>

#include "instances.h"
#include "stopping.h"
#include "test.h"

enum { CLOUDS = 7, MOST = 9, DIMS = 2 };

static double points[CLOUDS][MOST * DIMS], weights[MOST];
static parot_pairwise_cloud clouds[CLOUDS];

static int make_clouds(void **state)
{
    (void)state;
    for (int i = 0; i < MOST; i++)
        weights[i] = 0.1 + test_uniform(3, (uint64_t)i);
    for (int k = 0; k < CLOUDS; k++) {
        for (int i = 0; i < MOST * DIMS; i++)
            points[k][i] = test_uniform(2, (uint64_t)(k * MOST * DIMS + i)) + 0.1 * k;
        clouds[k] = (parot_pairwise_cloud){.points = {points[k], MOST - k % 3, DIMS, DIMS},
                                           .weights = k == 4 ? weights : NULL};
    }
    return 0;
}

static parot_pairwise_options options_of(parot_pairwise_method method)
{
    DEFAULTS(parot_pairwise_options, options);
    options.method = method;
    options.metric = PAROT_METRIC_EUCLIDEAN;
    return options;
}

/* ---- Against calls for two ---------------------------------------------- */

static double wasserstein_of(const parot_pairwise_cloud *a, const parot_pairwise_cloud *b,
                             double mass)
{
    double cost[MOST * MOST];
    AUTO(parot_result, result);
    assert_ok(parot_cost(a->points, b->points, PAROT_METRIC_EUCLIDEAN, NULL, cost, &err));
    parot_problem problem = {
        {cost, a->points.rows, b->points.rows, b->points.rows}, a->weights, b->weights, mass};
    assert_ok(parot_partial(&problem, NULL, &result, &err));
    double objective = result.objective;
    return objective;
}

static double gromov_of(const parot_pairwise_cloud *a, const parot_pairwise_cloud *b, double mass)
{
    double source[MOST * MOST], target[MOST * MOST];
    int64_t n = a->points.rows, m = b->points.rows;
    AUTO(parot_gromov_result, result);
    assert_ok(parot_cost(a->points, a->points, PAROT_METRIC_EUCLIDEAN, NULL, source, &err));
    assert_ok(parot_cost(b->points, b->points, PAROT_METRIC_EUCLIDEAN, NULL, target, &err));
    parot_gromov_problem problem = {.source = {source, n, n, n},
                                    .target = {target, m, m, m},
                                    .alpha = 1,
                                    .p = a->weights,
                                    .q = b->weights,
                                    .mass = mass};
    assert_ok(parot_gromov(&problem, NULL, NULL, &result, &err));
    double objective = result.transport.objective;
    return objective;
}

static double total_of(const parot_pairwise_cloud *cloud)
{
    return test_total(cloud->weights, cloud->points.rows);
}

TEST(each_pair_is_that_of_a_call_for_two)
{
    for (int method = 0; method <= PAROT_PAIRWISE_METHOD_GROMOV; method++)
        for (int32_t threads = 1; threads <= 5; threads += 2) {
            parot_pairwise_options options = options_of((parot_pairwise_method)method);
            AUTO(parot_pairwise_result, result);
            parot_run run = run_with_threads(threads);
            options.share = 0.75;
            assert_ok(parot_pairwise(clouds, CLOUDS, &options, &run, &result, &err));
            assert_int_equal(result.pairs, CLOUDS * (CLOUDS - 1) / 2);
            assert_int_equal(result.solved, result.pairs);
            for (int i = 0; i < CLOUDS; i++)
                for (int j = 0; j < CLOUDS; j++) {
                    int a = i < j ? i : j, b = i < j ? j : i;
                    double mass = 0.75 * fmin(total_of(&clouds[a]), total_of(&clouds[b]));
                    double expected = i == j   ? 0
                                      : method ? gromov_of(&clouds[a], &clouds[b], mass)
                                               : wasserstein_of(&clouds[a], &clouds[b], mass);
                    assert_true(result.objective[i * CLOUDS + j] == expected);
                }
        }
}

TEST(the_order_of_clouds_is_that_of_rows)
{
    parot_pairwise_options options = options_of(PAROT_PAIRWISE_METHOD_WASSERSTEIN);
    parot_pairwise_cloud turned[CLOUDS];
    AUTO(parot_pairwise_result, one, other);
    options.mass = 0.4;
    for (int k = 0; k < CLOUDS; k++)
        turned[k] = clouds[CLOUDS - 1 - k];
    assert_ok(parot_pairwise(clouds, CLOUDS, &options, NULL, &one, &err));
    assert_ok(parot_pairwise(turned, CLOUDS, &options, NULL, &other, &err));
    for (int i = 0; i < CLOUDS; i++)
        for (int j = 0; j < CLOUDS; j++)
            assert_close(one.objective[i * CLOUDS + j],
                         other.objective[(CLOUDS - 1 - i) * CLOUDS + CLOUDS - 1 - j], 1e-14);
}

TEST(places_count_the_upper_triangle)
{
    int64_t place = 0;
    for (int64_t i = 0; i < 11; i++)
        for (int64_t j = i + 1; j < 11; j++, place++) {
            assert_int_equal(parot_pairwise_place(11, i, j), place);
            assert_int_equal(parot_pairwise_place(11, j, i), place);
        }
    assert_int_equal(parot_pairwise_place(11, 3, 3), -1);
    assert_int_equal(parot_pairwise_place(11, -1, 3), -1);
    assert_int_equal(parot_pairwise_place(11, 1, 11), -1);
}

TEST(a_bad_cloud_spoils_its_own_pairs_alone)
{
    parot_pairwise_options options = options_of(PAROT_PAIRWISE_METHOD_WASSERSTEIN);
    AUTO(parot_pairwise_result, result);
    double kept = points[2][1];
    points[2][1] = NAN;
    assert_ok(parot_pairwise(clouds, CLOUDS, &options, NULL, &result, &err));
    points[2][1] = kept;
    assert_int_equal(result.failed, CLOUDS - 1);
    assert_int_equal(result.failures, CLOUDS - 1);
    for (int j = 0; j < CLOUDS; j++)
        if (j != 2) {
            assert_true(isnan(result.objective[2 * CLOUDS + j]));
            assert_int_equal(result.statuses[j * CLOUDS + 2], PAROT_EINVAL);
        }
    assert_true(result.objective[1] >= 0);
}

TEST(what_makes_no_sense_is_refused)
{
    parot_pairwise_options options = options_of(PAROT_PAIRWISE_METHOD_WASSERSTEIN);
    parot_pairwise_result result = {.count = 42};
    parot_pairwise_cloud other[2] = {clouds[0], clouds[1]};
    other[1].points.cols = 1;
    assert_refused(parot_pairwise(other, 2, &options, NULL, &result, &err), PAROT_ESHAPE,
                   "the method gromov compares any");
    other[1].points.rows = 0;
    assert_refused(parot_pairwise(other, 2, &options, NULL, &result, &err), PAROT_EINVAL,
                   "must have a point and a coordinate, got 0 x 1 at 1");
    other[1] = (parot_pairwise_cloud){.distances = {points[0], 3, 3, 3}};
    assert_refused(parot_pairwise(other, 2, &options, NULL, &result, &err), PAROT_EINVAL,
                   "which are for the method gromov");
    assert_int_equal(result.count, 42);
}

/* ---- The journal -------------------------------------------------------- */

static const char *journal_name(void)
{
    static char name[64];
    snprintf(name, sizeof name, "pairwise-%ld.journal", (long)getpid());
    return name;
}

static char *journal_text(size_t *size)
{
    static char text[1 << 16];
    FILE *file = fopen(journal_name(), "rb");
    assert_non_null(file);
    *size = fread(text, 1, sizeof text, file);
    fclose(file);
    return text;
}

static void journal_put(const char *text, size_t size)
{
    FILE *file = fopen(journal_name(), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    fclose(file);
}

/* Cut anywhere, as a kill may leave it. */
TEST(a_journal_that_was_cut_off_is_completed)
{
    parot_pairwise_options options = options_of(PAROT_PAIRWISE_METHOD_WASSERSTEIN);
    AUTO(parot_pairwise_result, whole);
    char kept[1 << 16];
    size_t size = 0, again = 0;
    remove(journal_name());
    options.share = 0.5;
    options.journal = journal_name();
    assert_ok(parot_pairwise(clouds, CLOUDS, &options, NULL, &whole, &err));
    assert_int_equal(whole.known, 0);
    memcpy(kept, journal_text(&size), sizeof kept);
    for (size_t cut = 0; cut <= size; cut += 1 + cut / 40) {
        AUTO(parot_pairwise_result, result);
        int64_t lines = -1;
        for (size_t k = 0; k < cut; k++)
            lines += kept[k] == '\n';
        journal_put(kept, cut);
        assert_ok(parot_pairwise(clouds, CLOUDS, &options, NULL, &result, &err));
        assert_int_equal(result.known, lines < 0 ? 0 : lines);
        assert_int_equal(result.solved, result.pairs);
        assert_memory_equal(result.objective, whole.objective,
                            CLOUDS * CLOUDS * sizeof *result.objective);
        assert_memory_equal(journal_text(&again), kept, size);
        assert_int_equal(again, size);
    }
    remove(journal_name());
}

TEST(a_stopped_call_goes_on_by_its_journal)
{
    parot_pairwise_options options = options_of(PAROT_PAIRWISE_METHOD_GROMOV);
    parot_pairwise_result whole = {0};
    assert_ok(parot_pairwise(clouds, CLOUDS, &options, NULL, &whole, &err));
    remove(journal_name());
    options.journal = journal_name();
    parot_status status = PAROT_CANCELLED;
    int64_t known = -1;
    for (int round = 0; status == PAROT_CANCELLED && round < 10000; round++) {
        AUTO(parot_pairwise_result, result);
        int left = 40 + 20 * round;
        parot_run run = run_that_stops(&left);
        status = parot_pairwise(clouds, CLOUDS, &options, &run, &result, NULL);
        assert_true(status == PAROT_OK || status == PAROT_CANCELLED);
        assert_true(result.known >= known);
        known = result.known;
        for (int k = 0; k < CLOUDS * CLOUDS; k++)
            if (result.statuses[k] == PAROT_OK)
                assert_true(result.objective[k] == whole.objective[k]);
            else
                assert_true(isnan(result.objective[k]));
    }
    assert_int_equal(status, PAROT_OK);
    assert_true(known > 0);
    parot_pairwise_result_free(&whole);
    remove(journal_name());
}

/* The same numbers as points, and as distances: two problems. */
TEST(journals_tell_points_from_distances)
{
    enum { SIZE = 4 };
    double squares[2][SIZE * SIZE];
    parot_pairwise_cloud pair[2] = {{{0}}};
    parot_pairwise_options options = options_of(PAROT_PAIRWISE_METHOD_GROMOV);
    parot_pairwise_result result = {0};
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < SIZE; i++)
            for (int j = 0; j < SIZE; j++)
                squares[k][i * SIZE + j] = fabs((double)(i - j)) * (k + 1);
        pair[k].points = (parot_matrix){squares[k], SIZE, SIZE, SIZE};
    }
    remove(journal_name());
    options.journal = journal_name();
    assert_ok(parot_pairwise(pair, 2, &options, NULL, &result, &err));
    parot_pairwise_result_free(&result);
    for (int k = 0; k < 2; k++)
        pair[k] = (parot_pairwise_cloud){.distances = pair[k].points};
    assert_refused(parot_pairwise(pair, 2, &options, NULL, &result, &err), PAROT_EIO,
                   "is not the journal of these clouds and settings");
    remove(journal_name());
}

TEST(foreign_journals_are_refused_and_left_alone)
{
    static const char *const texts[] = {"x,y\n1,2\n", "parot-pairwise 2\n", "half a li"};
    parot_pairwise_options options = options_of(PAROT_PAIRWISE_METHOD_WASSERSTEIN);
    parot_pairwise_result result = {0};
    size_t size = 0;
    options.journal = journal_name();
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        journal_put(texts[k], strlen(texts[k]));
        assert_refused(parot_pairwise(clouds, CLOUDS, &options, NULL, &result, &err), PAROT_EIO,
                       "is not the journal of these clouds and settings");
        assert_memory_equal(journal_text(&size), texts[k], strlen(texts[k]));
    }
    remove(journal_name());
    assert_ok(parot_pairwise(clouds, CLOUDS, &options, NULL, &result, &err));
    parot_pairwise_result_free(&result);
    options.mass = 0.25;
    assert_refused(parot_pairwise(clouds, CLOUDS, &options, NULL, &result, &err), PAROT_EIO,
                   "is not the journal of these clouds and settings");
    options.mass = NAN;
    FILE *file = fopen(journal_name(), "ab");
    fputs("0,1,zero,solved\n", file);
    fclose(file);
    assert_refused(parot_pairwise(clouds, CLOUDS, &options, NULL, &result, &err), PAROT_EFORMAT,
                   "line 23 is not a pair");
    options.journal = "no-such-folder/journal";
    assert_refused(parot_pairwise(clouds, CLOUDS, &options, NULL, &result, &err), PAROT_EIO,
                   "cannot be opened");
    options.journal = "/dev/full";
    assert_refused(parot_pairwise(clouds, CLOUDS, &options, NULL, &result, &err), PAROT_EIO,
                   "is not a file");
    remove(journal_name());
}

/* ---- Memory ------------------------------------------------------------- */

AROUND(make_clouds, NULL)
