/* test_certify_screen.c - the certificate's screen never drops a pair that counts, and drops most
 * others. */
#include "partial/certify_screen.h"

#include "test.h"

enum { ROWS = 37, COLS = 150, MOST = 64 };

struct scene {
    enum screen_form form;
    int64_t dims;
    double unit;
    double x[ROWS * MOST], y[COLS * MOST], alpha[ROWS], beta[COLS], v[3 * SCREEN_COLS];
    int32_t order[COLS];
    struct screen screen;
    struct arena arena;
};

static uint64_t state;

static double uniform(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 11) * 0x1p-53;
}

/* Clouds around 0, far from it, with an outlier, on a lattice, and of equal points. */
static double coordinate(int family, int64_t point)
{
    double x = uniform() - 0.5;
    return family == 0   ? x
           : family == 1 ? 1000 + x
           : family == 2 ? (point == 3 ? 1e6 : x)
           : family == 3 ? floor(4 * x) / 4
           : family == 4 ? 0.3
                         : x * exp(40 * (uniform() - 0.5));
}

/* As the certificate computes it. */
static double cost_of(const struct scene *scene, int64_t i, int64_t j)
{
    double sum = 0;
    for (int64_t k = 0; k < scene->dims; k++) {
        double x = scene->x[i * scene->dims + k], y = scene->y[j * scene->dims + k];
        sum = scene->form == SCREEN_PRODUCT ? sum + x * y : sum + (x - y) * (x - y);
    }
    return scene->form == SCREEN_PRODUCT ? scene->alpha[i] + scene->beta[j] - sum
           : scene->form == SCREEN_ROOT  ? sqrt(sum) * scene->unit
                                         : sum * scene->unit;
}

static void fill(struct scene *scene, int family)
{
    double spread = family == 1 ? 1 : uniform() < 0.5 ? 1 : 1e-3;
    for (int64_t k = 0; k < ROWS * scene->dims; k++)
        scene->x[k] = coordinate(family, k / scene->dims);
    for (int64_t k = 0; k < COLS * scene->dims; k++)
        scene->y[k] = coordinate(family, k / scene->dims) + (family == 5 ? 0 : 0.1);
    for (int i = 0; i < ROWS; i++)
        scene->alpha[i] = uniform() * spread;
    for (int j = 0; j < COLS; j++) {
        scene->beta[j] = uniform() * spread;
        scene->order[j] = j;
    }
    for (int j = 0; j < 3 * SCREEN_COLS; j++)
        scene->v[j] = j < COLS ? uniform() * spread * scene->unit : INFINITY;
}

static void open_scene(struct scene *scene, int family, int width)
{
    fill(scene, family);
    scene->screen = (struct screen){.form = scene->form,
                                    .rows = ROWS,
                                    .cols = COLS,
                                    .dims = scene->dims,
                                    .unit = scene->unit,
                                    .width = width};
    scene->arena = (struct arena){0};
    screen_layout(&scene->screen, &scene->arena);
    scene->arena.block = calloc(1, scene->arena.used + 64);
    assert_non_null(scene->arena.block);
    scene->arena.used = 0;
    screen_layout(&scene->screen, &scene->arena);
    screen_fill(&scene->screen, (struct screen_points){scene->x, scene->order, scene->alpha},
                (struct screen_points){scene->y, scene->order, scene->beta});
    assert_true(scene->screen.is_on);
    screen_set_prices(&scene->screen, scene->v);
    assert_true(scene->screen.is_usable);
}

/* min_j v_j + C_ij over a block */
static double least_of(const struct scene *scene, int64_t i, int64_t block)
{
    double least = INFINITY;
    for (int64_t j = block * SCREEN_COLS; j < (block + 1) * SCREEN_COLS && j < COLS; j++)
        least = fmin(least, scene->v[j] + cost_of(scene, i, j));
    return least;
}

/* With the least of the block as limit, every row has its bit; with clearly less, few have. */
static void try_scene(const struct scene *scene, int64_t *kept, int64_t *tried)
{
    for (int64_t tile = 0; tile * SCREEN_ROWS < ROWS; tile++)
        for (int64_t block = 0; block * SCREEN_COLS < COLS; block++) {
            double limit[SCREEN_ROWS], less[SCREEN_ROWS];
            int rows = 0;
            for (int r = 0; r < SCREEN_ROWS; r++) {
                int64_t i = tile * SCREEN_ROWS + r;
                limit[r] = i < ROWS ? least_of(scene, i, block) : INFINITY;
                less[r] = limit[r] - 0.02 * fabs(limit[r]);
                rows += i < ROWS;
            }
            uint32_t all = (1u << rows) - 1;
            assert_int_equal(screen_rows(&scene->screen, tile, block, limit) & all, all);
            uint32_t few = screen_rows(&scene->screen, tile, block, less) & all;
            *kept += __builtin_popcount(few);
            *tried += rows;
        }
}

TEST(no_pair_that_counts_is_dropped_and_most_others_are)
{
    static const int dims[] = {1, 2, 3, 5, 10, 17, 50, 64};
    static const double units[] = {1, 0x1p-30, 0x1p40, 0.5};
    FREED struct scene *scene = calloc(1, sizeof *scene);
    assert_non_null(scene);
    state = 1;
    for (int form = 0; form < 3; form++)
        for (int family = 0; family < 6; family++) {
            int64_t kept = 0, tried = 0;
            for (int k = 0; k < 8 * 12; k++) {
                scene->form = (enum screen_form)form;
                scene->dims = dims[k % 8];
                scene->unit = form == SCREEN_PRODUCT ? 1 : units[k % 4];
                open_scene(scene, family, k % 3 == 0 ? 16 : k % 3 == 1 ? 8 : 4);
                try_scene(scene, &kept, &tried);
                free(scene->arena.block);
            }
            /* outliers and lattices leave little to tell apart */
            if (family < 2 && form != SCREEN_PRODUCT && kept * 5 > tried)
                fail_msg("form %d, family %d: %lld of %lld rows were kept", form, family,
                         (long long)kept, (long long)tried);
        }
}

TEST(numbers_that_floats_cannot_hold_turn_it_off)
{
    double x[] = {0, 1}, y[] = {0.5, 2};
    int32_t order[] = {0, 1};
    double block[4096] = {0};
    struct screen screen = {.form = SCREEN_SQUARED, .rows = 2, .cols = 2, .dims = 1, .unit = 0};
    struct arena arena = {0};
    screen_layout(&screen, &arena);
    assert_true(arena.used < sizeof block);
    arena = (struct arena){.block = (char *)block};
    screen_layout(&screen, &arena);
    screen_fill(&screen, (struct screen_points){x, order, NULL},
                (struct screen_points){y, order, NULL});
    assert_false(screen.is_on);
}

/* Scaled by the points they would be infinite, and a difference of two such numbers compares as
 * nothing. */
TEST(prices_and_offsets_beyond_the_range_turn_it_off)
{
    static const double prices[] = {1e300, -1e300, INFINITY, -INFINITY, NAN};
    double x[] = {0, 1e-9}, y[] = {0, 1e-9}, alpha[] = {0, 1e290}, v[SCREEN_COLS], block[4096];
    int32_t order[] = {0, 1};
    for (int form = 0; form < 3; form++) {
        struct screen screen = {
            .form = (enum screen_form)form, .rows = 2, .cols = 2, .dims = 1, .unit = 1};
        struct screen_points rows = {x, order, NULL}, cols = {y, order, NULL};
        struct arena arena = {.block = (char *)block};
        screen_layout(&screen, &arena);
        screen_fill(&screen, rows, cols);
        assert_true(screen.is_on);
        for (int k = 0; k < 5; k++) {
            for (int j = 0; j < SCREEN_COLS; j++)
                v[j] = j == 0 ? prices[k] : j == 1 ? 0 : INFINITY;
            screen_set_prices(&screen, v);
            assert_int_equal(screen.is_usable, v[0] == INFINITY);
        }
        rows.offset = alpha;
        screen_fill(&screen, rows, cols);
        assert_int_equal(screen.is_on, form != SCREEN_PRODUCT);
    }
}
