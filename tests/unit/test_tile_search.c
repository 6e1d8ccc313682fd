/* test_tile_search.c - trees of blocks, instruction sets, threads; what is known, wanted, stopped.
 */
#include "stopping.h"
#include "test.h"
#include "tile_scene.h"
#include "transport/points/tile_kernel.h"

/* ---- Trees of blocks, instruction sets, threads ------------------------- */

static void check_kernels(struct scene *scene)
{
    static const int32_t threads[] = {1, 2, 5};
    for (const struct tile_kernels *const *kernels = tile_kernels_available(); *kernels; kernels++)
        for (int k = 0; k < 3; k++) {
            tiles_use(scene->tiles, *kernels);
            scene->control.run.threads = threads[k];
            check_best(scene, POINTS_ROWS, 5);
            check_best(scene, POINTS_COLS, 70);
            check_below(scene, POINTS_ROWS, 6, 4);
        }
}

TEST(instruction_sets_and_threads_give_one_answer)
{
    for (int metric = PRODUCTS; metric < 5; metric += (int)test_stride(3)) {
        OPENED(scene, scene, clouds_make(CLOUD_NORMAL, 150, 1900 / (int64_t)test_stride(2), 3, 6),
               metric);
        set_potentials(&scene, SMALL);
        check_kernels(&scene);
    }
}

TEST(large_trees_are_searched_as_defined)
{
    const int64_t cols = 5000 / (int64_t)test_stride(4);
    for (int family = 0; family < CLOUD_FAMILIES; family++) {
        OPENED(scene, scene, clouds_make(family, 50, cols, 2, 6), family % 3);
        set_potentials(&scene, family % POTENTIALS);
        for (int side = 0; side < 2; side++) {
            check_best(&scene, side, 24);
            check_below(&scene, side, 20, 12);
        }
    }
}

/* ---- What is known ------------------------------------------------------ */

struct known {
    const struct scene *scene;
    const double *before, *limit_before, *limit;
    char *is_found; /* rows x cols */
    int32_t cols;
    int64_t found;
};

static parot_status mark_found(void *user, int32_t row, int32_t count, const int32_t *col,
                               const double *cost)
{
    struct known *known = user;
    (void)cost;
    for (int32_t k = 0; k < count; k++)
        known->is_found[row * known->cols + col[k]] = 1;
    known->found += count;
    return PAROT_OK;
}

/* A pair at or below its limit that is not in the answer was below the limit before. */
static void check_known(const struct known *known, int32_t rows)
{
    for (int32_t i = 0; i < rows; i++)
        for (int32_t j = 0; j < known->cols; j++) {
            long double cost = points_cost(&known->scene->points, i, j);
            int is_wanted = cost - known->scene->potential[1][j] <= known->limit[i];
            int is_known = cost - known->before[j] <= known->limit_before[i];
            assert_true(!is_wanted || is_known || known->is_found[i * known->cols + j]);
        }
}

/* Prices move by `step`, limits too; returns how many pairs were handed over. */
static int64_t search_again(struct scene *scene, double step)
{
    enum { ROWS = 300, COLS = 1000 };
    const int32_t rows = scene->points.side[POINTS_ROWS].count;
    static double before[COLS], limit_before[ROWS], limit[ROWS];
    for (int32_t j = 0; j < COLS; j++) {
        before[j] = scene->potential[1][j];
        scene->potential[1][j] += step * (cloud_normal(7, (uint64_t)j) - 1) / 4;
    }
    for (int32_t i = 0; i < rows; i++) {
        limit_before[i] = 0.05 + 0.01 * (i % 7);
        limit[i] = limit_before[i] + step * (i % 2 - 1);
    }
    struct known known = {scene, before, limit_before, limit, calloc(ROWS * COLS, 1), COLS, 0};
    struct tiles_query query = {.potential = scene->potential[1],
                                .most = COLS,
                                .limit = limit,
                                .known_potential = before,
                                .known_limit = limit_before,
                                .take = mark_found,
                                .user = &known};
    assert_ok(tiles_search(scene->tiles, &query, &scene->control));
    check_known(&known, rows);
    memcpy(scene->potential[1], before, sizeof before);
    free(known.is_found);
    return known.found;
}

TEST(only_known_pairs_are_left_out)
{
    for (int metric = PRODUCTS; metric < 5; metric++) {
        OPENED(scene, scene, clouds_make(CLOUD_NORMAL, 300 / (int64_t)test_stride(3), 1000, 2, 4),
               metric);
        set_potentials(&scene, SMALL);
        assert_int_equal(search_again(&scene, 0), 0);
        search_again(&scene, 1e-3);
        assert_true(search_again(&scene, 0.5) > 0);
    }
}

/* ---- What the caller decides -------------------------------------------- */

static int is_odd(void *user, int32_t row, int32_t col, double cost)
{
    char *asked = user;
    (void)cost;
    assert_int_equal(asked[row * 400 + col]++, 0);
    return (row + col) % 2;
}

static parot_status take_odd(void *user, int32_t row, int32_t count, const int32_t *col,
                             const double *cost)
{
    (void)user, (void)cost;
    assert_int_equal(count, row < 50 ? 30 : 0);
    for (int32_t k = 0; k < count; k++)
        assert_int_equal((row + col[k]) % 2, 1);
    return row == 60 ? PAROT_EIO : PAROT_OK;
}

TEST(pairs_that_are_not_wanted_leave_their_place_to_others)
{
    double limit[200];
    FREED char *asked = calloc(200, 400);
    OPENED(scene, scene, clouds_make(CLOUD_NORMAL, 200, 400, 2, 4), 0);
    for (int i = 0; i < 200; i++)
        limit[i] = i < 50 ? 1e9 : -INFINITY;
    struct tiles_query query = {
        .most = 30, .limit = limit, .is_wanted = is_odd, .take = take_odd, .user = asked};
    assert_int_equal(tiles_search(scene.tiles, &query, &scene.control), PAROT_EIO);
    assert_true(limit[3] < 1e9 && limit[60] == -INFINITY);
}

TEST(minima_are_those_of_the_definition)
{
    double minimum[90];
    OPENED(scene, scene, clouds_make(CLOUD_LATTICE, 90, 200, 2, 4), PAROT_METRIC_CITYBLOCK);
    for (int kind = 0; kind < POTENTIALS; kind++) {
        set_potentials(&scene, kind);
        assert_ok(
            tiles_minimum(scene.tiles, POINTS_ROWS, scene.potential[1], minimum, &scene.control));
        for (int i = 0; i < 90; i++)
            assert_true(minimum[i] == scene.all[POINTS_ROWS][i * 200].value);
    }
}

/* ---- Work, stops, memory ------------------------------------------------ */

static parot_status count_found(void *user, int32_t row, int32_t count, const int32_t *col,
                                const double *cost)
{
    (void)row, (void)col, (void)cost;
    *(int64_t *)user += count;
    return PAROT_OK;
}

/* Bounds leave out most pairs of the plane, and the filter lets few through that are not wanted:
 * also where coordinates are large compared with distances. */
TEST(work_grows_with_what_is_found)
{
    static const enum cloud_family families[] = {CLOUD_NORMAL, CLOUD_OFFSET, CLOUD_CLUSTERS,
                                                 CLOUD_OUTLIERS};
    static const double reach[] = {0.1, 0.1, 0.01, 0.1};
    enum { N = 10000 };
    const int stride = (int)test_stride(2);
    FREED double *limit = malloc(N * sizeof *limit);
    for (int k = 0; k < 4; k++)
        for (int metric = k % stride; metric < 5; metric += stride) {
            int64_t found = 0;
            if (metric == PAROT_METRIC_COSINE)
                continue;
            OPENED(scene, scene, clouds_make(families[k], N, N, 2, 3), metric);
            for (int i = 0; i < N; i++)
                limit[i] = metric == 0 ? reach[k] * reach[k] : reach[k];
            struct tiles_query query = {
                .most = 500, .limit = limit, .take = count_found, .user = &found};
            assert_ok(tiles_search(scene.tiles, &query, &scene.control));
            assert_true(query.pairs < 0.1 * N * N);
            assert_true(query.decided >= found && query.decided < 2 * found + N);
        }
}

/* Prices 2 <v, y> move what is near by v; limits that belong to them slope against them. */
TEST(sloping_prices_cost_no_more_than_none)
{
    enum { N = 10000, DIMS = 2 };
    static double limit[N], price[N];
    int64_t found = 0;
    OPENED(scene, scene, clouds_make(CLOUD_NORMAL, N, N, DIMS, 3), 0);
    const struct point_set *x = &scene.points.side[0], *y = &scene.points.side[1];
    for (int i = 0; i < N; i++) {
        const double *at = scene.clouds.x + x->of[i] * DIMS, *to = scene.clouds.y + y->of[i] * DIMS;
        limit[i] = -(at[0] - 0.5 * at[1]) - 0.3125 + 0.01; /* -2 <v, x> - |v|^2 and a margin */
        price[i] = to[0] - 0.5 * to[1];
    }
    struct tiles_query query = {
        .most = 500, .limit = limit, .potential = price, .take = count_found, .user = &found};
    assert_ok(tiles_search(scene.tiles, &query, &scene.control));
    assert_true(found > N && query.pairs < 0.12 * N * N);
}

TEST(a_search_can_be_stopped_at_any_question)
{
    for (int questions = 0; questions < 5; questions++) {
        FREED_BY(scene_close) struct scene scene = {0};
        struct control control;
        int left = questions;
        int64_t found = 0;
        parot_run run = run_that_stops(&left);
        scene_open(&scene, clouds_make(CLOUD_NORMAL, 3000, 3000, 20, 3), 0);
        assert_ok(control_init(&control, &run, &err));
        struct tiles_query query = {.most = 5, .take = count_found, .user = &found};
        assert_int_equal(tiles_search(scene.tiles, &query, &control), PAROT_CANCELLED);
        assert_true(found % 5 == 0 && found < 5 * 3000);
    }
}

static void *refuse(size_t bytes, void *user)
{
    (void)bytes, (void)user;
    return NULL;
}

static void release(void *block, void *user)
{
    (void)block, (void)user;
}

TEST(a_search_without_memory_says_so)
{
    FREED_BY(scene_close) struct scene scene = {0};
    double minimum[20];
    scene_open(&scene, clouds_make(CLOUD_NORMAL, 20, 20, 2, 3), 0);
    scene.control.run.alloc = refuse;
    scene.control.run.release = release;
    assert_int_equal(tiles_minimum(scene.tiles, 0, NULL, minimum, &scene.control), PAROT_ENOMEM);
}
