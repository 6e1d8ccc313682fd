/* test_ranks_links.c - calls about clouds with other ranks, which are threads here, and a link that
 * may break: the bytes of one process, or an error that names the link.
 */
#include "clouds.h"
#include "helped.h"
#include "parot/match.h"
#include "same_answer.h"
#include "test.h"

/* ---- Calls --------------------------------------------------------------- */

/* FNV-1a of all bytes of an answer. */
static void mix(uint64_t *digest, const void *data, size_t bytes)
{
    const unsigned char *byte = data;
    for (size_t k = 0; k < bytes; k++)
        *digest = (*digest ^ byte[k]) * UINT64_C(0x100000001b3);
}

static void mix_numbers(uint64_t *digest, const double *number, int64_t count)
{
    mix(digest, number, (size_t)count * sizeof *number);
}

typedef parot_status call_function(const parot_points_problem *problem, const parot_run *run,
                                   uint64_t *digest, parot_error *error);

static parot_status solve(const parot_points_problem *problem, const parot_run *run,
                          uint64_t *digest, parot_error *error)
{
    AUTO(parot_result, result);
    parot_status status = parot_partial_points(problem, run, &result, error);
    if (status == PAROT_OK) {
        mix_numbers(digest, result.plan.mass, result.plan.count);
        mix(digest, result.plan.row, (size_t)result.plan.count * sizeof *result.plan.row);
        mix(digest, result.plan.col, (size_t)result.plan.count * sizeof *result.plan.col);
        mix_numbers(digest, result.dual.u, result.plan.rows);
        mix_numbers(digest, result.dual.v, result.plan.cols);
        mix(digest, &result.info.pivots, sizeof result.info.pivots);
    }
    return status;
}

static parot_status trace(const parot_points_problem *problem, const parot_run *run,
                          uint64_t *digest, parot_error *error)
{
    AUTO(parot_curve, curve);
    parot_status status = parot_partial_points_curve(problem, run, &curve, error);
    if (status == PAROT_OK) {
        mix_numbers(digest, curve.mass, curve.count);
        mix_numbers(digest, curve.objective, curve.count);
        mix_numbers(digest, curve.enter, curve.rows);
    }
    return status;
}

static parot_status match(const parot_points_problem *problem, const parot_run *run,
                          uint64_t *digest, parot_error *error)
{
    const parot_match_problem tables = {.x = problem->x, .y = problem->y};
    AUTO(parot_match_result, result);
    DEFAULTS(parot_match_options, options);
    options.caliper = 2;
    parot_status status = parot_match(&tables, &options, run, &result, error);
    if (status == PAROT_OK) {
        mix(digest, result.row, (size_t)result.pairs * sizeof *result.row);
        mix(digest, result.col, (size_t)result.pairs * sizeof *result.col);
        mix_numbers(digest, result.cost, result.pairs);
    }
    return status;
}

/* ---- Scenes: so many points, to look for the first tree among the open ones, by auctions, ... -
 */

struct scene {
    const char *name;
    call_function *call;
    int64_t n, m, dims;
    double mass;
};

static const struct scene SCENES[] = {
    {"few points", solve, 400, 400, 5, 0.95}, {"open points", solve, 1500, 1400, 3, 0.9},
    {"auctions", solve, 900, 900, 10, 1},     {"curve", trace, 300, 280, 6, 0.6},
    {"match", match, 400, 500, 4, 0.5},
};

enum { SCENE_COUNT = sizeof SCENES / sizeof *SCENES };

static parot_points_problem pose(const struct scene *scene, const struct clouds *clouds)
{
    return (parot_points_problem){.x = cloud_x(clouds), .y = cloud_y(clouds), .mass = scene->mass};
}

static uint64_t answer_alone(const struct scene *scene, const parot_points_problem *problem)
{
    uint64_t digest = 1;
    parot_error error = {0};
    assert_int_equal(scene->call(problem, NULL, &digest, &error), PAROT_OK);
    return digest;
}

/* What is said of the messages is what the link has carried. */
static void check_counts(const struct helped *helped, const parot_ranks_info *info)
{
    int64_t messages;
    double bytes;
    thread_ranks_counts(helped->threads, &messages, &bytes);
    assert_int_equal(info->messages, messages);
    assert_true(info->sent + info->received + info->broadcast * (info->count - 1) == bytes);
}

TEST(calls_are_shared_with_the_same_answers)
{
    for (int s = 0; s < SCENE_COUNT; s++) {
        const struct scene *scene = &SCENES[s];
        struct clouds clouds = clouds_make(CLOUD_NORMAL, scene->n, scene->m, scene->dims, 1);
        parot_points_problem problem = pose(scene, &clouds);
        struct helped helped = helped_start(2 + s % 3);
        parot_error error = {0};
        parot_ranks_info info;
        uint64_t together = 1;
        assert_int_equal(scene->call(&problem, &helped.run, &together, &error), PAROT_OK);
        assert_true(together == answer_alone(scene, &problem));
        parot_ranks_get_info(helped.ranks, &info);
        assert_true(info.jobs > 0 && info.pieces > info.own_pieces);
        check_counts(&helped, &info);
        helped_end(&helped);
        clouds_free(&clouds);
    }
}

/* ---- Links that break ---------------------------------------------------- */

/* After so many operations of the link; returns how many there were. */
static int64_t break_after(int64_t operations, const struct scene *scene,
                           const parot_points_problem *problem, uint64_t alone)
{
    struct helped helped = helped_start(3);
    parot_error error = {0};
    parot_ranks_info info;
    uint64_t together = 1;
    if (operations >= 0)
        thread_ranks_break(helped.threads, operations);
    parot_status status = scene->call(problem, &helped.run, &together, &error);
    parot_ranks_get_info(helped.ranks, &info);
    if (status == PAROT_OK)
        assert_true(together == alone);
    else if (status != PAROT_EIO || !info.is_lost || !strstr(error.message, "link"))
        fail_msg("%s, %lld operations: %s: %s", scene->name, (long long)operations,
                 parot_status_name(status), error.message);
    int64_t all = thread_ranks_operations(helped.threads);
    parot_ranks_close(helped.ranks);
    int failed = thread_ranks_join(helped.threads);
    assert_true(info.is_lost ? failed == 2 : operations >= 0 || failed == 0);
    return all;
}

/* At first after each of them, then less often. */
TEST(a_broken_link_is_an_error_or_does_not_matter)
{
    for (int s = 0; s < SCENE_COUNT; s++) {
        const struct scene *scene = &SCENES[s];
        struct clouds clouds = clouds_make(CLOUD_NORMAL, scene->n, scene->m, scene->dims, 1);
        parot_points_problem problem = pose(scene, &clouds);
        uint64_t alone = answer_alone(scene, &problem);
        int64_t most = break_after(-1, scene, &problem, alone);
        for (int64_t k = 0; k < most; k += (1 + k / 8) * (int64_t)test_stride(5))
            break_after(k, scene, &problem, alone);
        clouds_free(&clouds);
    }
}

/* Prices of points without weight are looked for last: a link that breaks then leaves none. */
TEST(a_link_that_breaks_late_leaves_no_wrong_price)
{
    double x[] = {0, 6, 9}, y[] = {1, 6, 20}, p[] = {1, 0, 0.5}, q[] = {1, 1, 0};
    parot_points_problem problem = {.x = {x, 3, 1, 1},
                                    .y = {y, 3, 1, 1},
                                    .metric = PAROT_METRIC_EUCLIDEAN,
                                    .p = p,
                                    .q = q,
                                    .mass = 1};
    const struct scene scene = {"no weight", solve, 3, 3, 1, 1};
    uint64_t alone = answer_alone(&scene, &problem);
    int64_t most = break_after(-1, &scene, &problem, alone);
    for (int64_t k = 0; k <= most; k++)
        break_after(k, &scene, &problem, alone);
}
