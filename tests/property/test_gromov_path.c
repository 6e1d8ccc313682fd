/* test_gromov_path.c - plans for a range of masses, and how much of two clouds matches. */
#include "gromov_answers.h"
#include "stopping.h"
#include "test.h"

enum { DIMS = 8 };
static int64_t N; /* points, as main says */

/* Two clouds of N points, the last `shared` of one being the first of the other: mirrored, moved,
 * and with noise of 2 % of the diameter, which is about 6. */
static struct pair pair_overlapping(uint64_t seed, int64_t shared)
{
    struct pair pair = pair_alloc(N, N, DIMS, DIMS, 0.5);
    for (int64_t i = 0; i < N; i++)
        for (int64_t d = 0; d < DIMS; d++) {
            int64_t from = i + N - shared, to = DIMS - 1 - d;
            pair.x[i * DIMS + d] = test_normal(seed, (uint64_t)(i * DIMS + d));
            pair.y[i * DIMS + to] =
                3 - test_normal(seed, (uint64_t)(from * DIMS + d)) +
                0.12 / sqrt(DIMS) * test_normal(seed + 1000, (uint64_t)(i * DIMS + d));
        }
    pair_distances(&pair);
    return pair;
}

static parot_gromov_path_result follow(const struct pair *pair)
{
    parot_gromov_path_result path = {0};
    assert_ok(parot_gromov_path(&pair->problem, NULL, NULL, NULL, &path, &err));
    assert_int_equal(path.status, PAROT_OK);
    return path;
}

/* On seeds that the rule was not made with. */
TEST(known_overlaps_are_found)
{
    for (uint64_t seed = 500; seed < 502; seed++)
        for (int64_t shared = 3 * N / 10; shared <= 9 * N / 10;
             shared += (seed == 500 ? 1 : 2) * N / 5 * (int64_t)test_stride(3)) {
            FREED_BY(pair_free) struct pair pair = pair_overlapping(seed, shared);
            FREED_BY(parot_gromov_path_result_free) parot_gromov_path_result path = follow(&pair);
            assert_true(path.has_elbow);
            assert_true(fabs(path.elbow - (double)shared / N) <= 0.05);
            assert_true(path.low <= path.elbow && path.elbow <= path.high);
            assert_true(path.high - path.low <= 0.1);
            assert_true(path.low <= (double)shared / N && (double)shared / N <= path.high);
        }
}

/* Only of equal clouds is the share 1 an answer. */
TEST(unrelated_clouds_have_no_elbow_and_equal_ones_match)
{
    for (uint64_t seed = 600; seed < 602; seed++) {
        int is_equal = seed % 2 == 0;
        FREED_BY(pair_free)
        struct pair pair = is_equal ? pair_isometric(seed, N, 0.5) : pair_random(seed, N, N, 0.5);
        FREED_BY(parot_gromov_path_result_free) parot_gromov_path_result path = follow(&pair);
        assert_int_equal(path.has_elbow, is_equal);
        assert_int_equal(isnan(path.bend) != 0, is_equal);
        assert_true(path.elbow == 1 && path.low == 1 && path.high == 1);
    }
}

/* Every mass has a stationary plan with its value, no higher than the product start ends. */
TEST(masses_have_answers)
{
    FREED_BY(pair_free) struct pair pair = pair_overlapping(7, 30);
    pair_weights(&pair, 3, 2.5);
    FREED_BY(parot_gromov_path_result_free) parot_gromov_path_result path = follow(&pair);
    assert_true(path.count > 19);
    assert_close(path.total, 1, 1e-12);
    for (int64_t k = 0; k < path.count; k++) {
        assert_true(k == 0 || path.share[k] > path.share[k - 1]);
        pair.problem.mass = path.result[k].transport.mass;
        assert_close(pair.problem.mass, path.share[k] * path.total, 1e-12);
        assert_is_answer(&pair, &path.result[k]);
        assert_true(path.result[k].stationarity <= 1e-9);
        if (k % 8 == 0)
            assert_true(path.result[k].transport.objective <=
                        solve_pair(&pair, PAROT_START_PRODUCT) * (1 + 1e-9));
    }
    assert_true(path.share[path.count - 1] == 1);
}

TEST(any_mass_has_a_plan)
{
    FREED_BY(pair_free) struct pair pair = pair_overlapping(8, 30);
    FREED_BY(parot_gromov_path_result_free) parot_gromov_path_result path = follow(&pair);
    double last = 0;
    for (int k = 0; k < 8; k++) {
        AUTO(parot_gromov_result, result);
        pair.problem.mass = 0.05 + 0.13 * k;
        assert_ok(parot_gromov_path_at(&pair.problem, &path, NULL, NULL, &result, &err));
        assert_is_answer(&pair, &result);
        assert_true(result.transport.objective >= last);
        last = result.transport.objective;
    }
}

/* The rule, by prices whose elbow is known: noise up to `at`, a hundred times as much beyond. */
TEST(elbows_of_drawn_curves_are_found)
{
    double share[91], lambda[91];
    for (int at = 20; at <= 90; at += 10) {
        for (int k = 0; k < 91; k++) {
            share[k] = 0.1 + 0.01 * k;
            lambda[k] = k + 10 <= at ? exp(share[k]) : 100 * exp(share[k]);
        }
        parot_gromov_elbow elbow = parot_gromov_find_elbow(share, lambda, 91);
        assert_true(elbow.has_elbow);
        assert_true(fabs(elbow.elbow - 0.01 * at) <= 0.011);
        for (int k = 0; k < 91; k++)
            lambda[k] *= 1e-200;
        /* the unit does not matter, except for choices among equal bends */
        elbow = parot_gromov_find_elbow(share, lambda, 91);
        assert_true(elbow.has_elbow && fabs(elbow.elbow - 0.01 * at) <= 0.011);
    }
    for (int k = 0; k < 91; k++)
        lambda[k] = exp(6 * share[k]);
    assert_false(parot_gromov_find_elbow(share, lambda, 91).has_elbow);
    assert_int_equal(parot_gromov_find_elbow(share, lambda, 2).at, -1);
    memset(lambda, 0, sizeof lambda);
    assert_false(parot_gromov_find_elbow(share, lambda, 91).has_elbow);
}

/* Prices that climb by more than noise before they jump: the common part ended somewhere below. */
TEST(a_jump_after_a_climb_is_no_elbow)
{
    double share[91], lambda[91];
    for (int is_steep = 0; is_steep < 2; is_steep++) {
        for (int k = 0; k < 91; k++) {
            share[k] = 0.1 + 0.01 * k;
            lambda[k] = exp((is_steep ? 7 : 4) * share[k]) * (share[k] > 0.6 ? 100 : 1);
        }
        parot_gromov_elbow elbow = parot_gromov_find_elbow(share, lambda, 91);
        assert_true(elbow.bend > 3);
        assert_close(elbow.rise, (is_steep ? 7 : 4) * share[elbow.at] / 2, 1e-6);
        assert_true(elbow.has_elbow == !is_steep);
    }
}

TEST(stopped_paths_keep_what_they_have)
{
    FREED_BY(pair_free) struct pair pair = pair_overlapping(9, 30);
    parot_error err = {0};
    int64_t counts[2] = {0};
    for (int left = 0; left <= 400; left += 40 * (int)test_stride(2)) {
        AUTO(parot_gromov_path_result, path);
        int questions = left;
        parot_run run = run_that_stops(&questions);
        parot_status status = parot_gromov_path(&pair.problem, NULL, NULL, &run, &path, &err);
        if (status == PAROT_OK)
            break;
        assert_true(status == PAROT_ESTOPPED || status == PAROT_CANCELLED);
        counts[status == PAROT_CANCELLED]++;
        assert_true((status == PAROT_CANCELLED) == (path.count > 0));
        assert_false(path.has_elbow);
        for (int64_t k = 0; k < path.count; k++) {
            pair.problem.mass = path.result[k].transport.mass;
            assert_is_plan(&pair, &path.result[k].transport);
        }
    }
    assert_true(counts[1] > 0);
}

/* All mass is one of the path's: its plan is an answer whenever the run stops. */
TEST(stopped_runs_at_a_mass_keep_the_plan_of_the_path)
{
    FREED_BY(pair_free) struct pair pair = pair_overlapping(9, 30);
    AUTO(parot_gromov_path_result, path);
    parot_status status = PAROT_CANCELLED;
    assert_ok(parot_gromov_path(&pair.problem, NULL, NULL, NULL, &path, &err));
    pair.problem.mass = path.total;
    for (int left = 0; status != PAROT_OK; left += (int)test_stride(4)) {
        AUTO(parot_gromov_result, result);
        int questions = left;
        parot_run run = run_that_stops(&questions);
        status = parot_gromov_path_at(&pair.problem, &path, NULL, &run, &result, NULL);
        assert_true(status == PAROT_OK || status == PAROT_CANCELLED);
        assert_is_plan(&pair, &result.transport);
    }
}

TEST(what_makes_no_path_is_refused)
{
    FREED_BY(pair_free) struct pair pair = pair_overlapping(1, 30);
    parot_gromov_path_result path = {0};
    parot_error err = {0};
    parot_gromov_options options = options_with(0);
    options.start = pair.start;
    assert_int_equal(parot_gromov_path(&pair.problem, NULL, &options, NULL, &path, &err),
                     PAROT_EINVAL);
    assert_string_equal(err.argument, "options.start");
    options = options_with(0);
    options.whole_rows = 1;
    assert_int_equal(parot_gromov_path(&pair.problem, NULL, &options, NULL, &path, &err),
                     PAROT_EINVAL);
    assert_string_equal(err.argument, "options.whole_rows");
    pair.problem.alpha = 0;
    assert_int_equal(parot_gromov_path(&pair.problem, NULL, NULL, NULL, &path, &err), PAROT_EINVAL);
    assert_string_equal(err.argument, "alpha");
    assert_int_equal(path.count, 0);
}

static int choose_size(void **state)
{
    (void)state;
    N = test_stride(2) == 1 ? 60 : 40;
    return 0;
}

AROUND(choose_size, NULL)
