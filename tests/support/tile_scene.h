/* tile_scene.h - questions about pairs of points, answered by their definition. */
#ifndef PAROT_TESTS_TILE_SCENE_H
#define PAROT_TESTS_TILE_SCENE_H

#include "transport/points/tiles.h"

#include "clouds.h"

/* No metric: alpha_i + beta_j - <f_i, g_j>. */
enum { PRODUCTS = -1 };

struct pair {
    double value, cost;
    int32_t col;
};

/* A problem of points with potentials for both sides. */
struct scene {
    struct clouds clouds;
    struct points points;
    struct tiles *tiles;
    struct control control;
    double *potential[2];
    struct pair
        *all[2]; /* what `side` is asked: each row by rising value, columns without mass last */
};

enum potentials { NONE, SMALL, LARGE, HUGE_RANGE, WITHOUT_MASS, SLOPING, POTENTIALS };

static inline double potential_of(enum potentials kind, uint64_t seed, uint64_t i, double scale)
{
    double x = cloud_normal(seed, i), chance = test_uniform(seed + 3, i);
    switch (kind) {
    case SMALL:
        return 0.1 * scale * x;
    case LARGE:
        return 1e9 * scale + scale * x;
    case HUGE_RANGE:
        return scale * x * pow(10, 40 * chance - 20);
    case SLOPING: /* and a slope, which set_potentials adds */
        return i % 3 == 0 ? 1e-3 * scale * x : 0;
    case WITHOUT_MASS:
        return chance < 0.5 ? -INFINITY : scale * x;
    default:
        return 0;
    }
}

static inline int compare_pairs(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return x->col < y->col ? -1 : x->col > y->col;
}

static inline struct pair *sort_rows(const struct scene *scene, enum points_side side)
{
    const struct points *points = &scene->points;
    int32_t rows = points->side[side].count, cols = points->side[!side].count;
    struct pair *all = malloc((size_t)rows * (size_t)cols * sizeof *all);
    for (int32_t i = 0; i < rows; i++) {
        for (int32_t j = 0; j < cols; j++) {
            double cost =
                side == POINTS_ROWS ? points_cost(points, i, j) : points_cost(points, j, i);
            all[i * cols + j] = (struct pair){cost - scene->potential[!side][j], cost, j};
        }
        qsort(all + i * cols, (size_t)cols, sizeof *all, compare_pairs);
    }
    return all;
}

/* How many pairs of a row are at or below the limit. */
static inline int32_t count_below(const struct pair *row, int32_t cols, double limit)
{
    int32_t count = 0;
    while (count < cols && row[count].value <= limit && row[count].value < INFINITY)
        count++;
    return count;
}

static inline void set_potentials(struct scene *scene, enum potentials kind)
{
    const struct points *points = &scene->points;
    int32_t n = points->side[0].count, m = points->side[1].count;
    double scale = points_cost(points, n / 3, m / 2) + points_cost(points, n - 1, 0);
    for (int side = 0; side < 2; side++)
        for (int32_t i = 0; i < points->side[side].count; i++) {
            double price = potential_of(kind, 40 + (uint64_t)side, (uint64_t)i, scale);
            for (int32_t k = 0; k < points->dims && kind == SLOPING; k++)
                price += 0.3 * scale * (k % 2 ? -1 : 1) * point_at(points, side, i)[k];
            scene->potential[side][i] = fmin(price, 1e307);
        }
    for (int side = 0; side < 2; side++) {
        free(scene->all[side]);
        scene->all[side] = sort_rows(scene, side);
    }
}

static inline void scene_open(struct scene *scene, struct clouds clouds, int metric)
{
    *scene = (struct scene){.clouds = clouds};
    assert_ok(control_init(&scene->control, NULL, &err));
    scene->potential[0] = calloc((size_t)clouds.n, sizeof(double));
    scene->potential[1] = calloc((size_t)clouds.m, sizeof(double));
    if (metric == PRODUCTS) {
        double *alpha = calloc((size_t)clouds.n, sizeof(double));
        double *beta = calloc((size_t)clouds.m, sizeof(double));
        for (int64_t i = 0; i < clouds.n; i++)
            alpha[i] = cloud_normal(1, (uint64_t)i);
        for (int64_t j = 0; j < clouds.m; j++)
            beta[j] = cloud_normal(2, (uint64_t)j);
        struct product_costs costs = {
            (int32_t)clouds.n, (int32_t)clouds.m, (int32_t)clouds.dims, alpha, beta,
            clouds.x,          clouds.y};
        assert_ok(points_open_product(&scene->points, &costs, &scene->control, &err));
        free(alpha);
        free(beta);
    } else {
        assert_ok(points_open(&scene->points, cloud_x(&clouds), cloud_y(&clouds),
                              (parot_metric)metric, &scene->control, &err));
    }
    assert_ok(tiles_open(&scene->tiles, &scene->points, &scene->control, &err));
}

static inline void scene_close(struct scene *scene)
{
    tiles_close(scene->tiles);
    points_close(&scene->points);
    clouds_free(&scene->clouds);
    for (int side = 0; side < 2; side++) {
        free(scene->potential[side]);
        free(scene->all[side]);
    }
}

/* ---- The k lowest ------------------------------------------------------- */

static inline void check_best(struct scene *scene, enum points_side side, int32_t most)
{
    int32_t rows = scene->points.side[side].count, cols = scene->points.side[!side].count;
    int32_t *col = malloc((size_t)rows * (size_t)most * sizeof *col);
    double *cost = malloc((size_t)rows * (size_t)most * sizeof *cost);
    assert_ok(
        tiles_best(scene->tiles, side, scene->potential[!side], most, col, cost, &scene->control));
    for (int32_t i = 0; i < rows; i++) {
        const struct pair *row = scene->all[side] + i * cols;
        int32_t count = count_below(row, cols, INFINITY);
        for (int32_t k = 0; k < most; k++) {
            assert_int_equal(col[i * most + k], k < count ? row[k].col : -1);
            assert_true(cost[i * most + k] == (k < count ? row[k].cost : INFINITY));
        }
    }
    free(col);
    free(cost);
}

/* ---- Pairs below a limit ------------------------------------------------ */

struct below {
    int32_t rows, cols, most, next;
    double *asked, *limit; /* before and after */
    const struct pair *all;
};

static inline parot_status take_row(void *user, int32_t i, int32_t count, const int32_t *col,
                                    const double *cost)
{
    struct below *below = user;
    const struct pair *row = below->all + i * below->cols;
    int32_t wanted = count_below(row, below->cols, below->asked[i]);
    assert_int_equal(i, below->next++);
    assert_int_equal(count, wanted < below->most ? wanted : below->most);
    for (int32_t k = 0; k < count; k++) {
        assert_int_equal(col[k], row[k].col);
        assert_true(cost[k] == row[k].cost);
    }
    return PAROT_OK;
}

/* What is at or below the limit that comes back is in the answer, and that limit is the highest. */
static inline void check_limits(const struct below *below)
{
    for (int32_t i = 0; i < below->rows; i++) {
        const struct pair *row = below->all + i * below->cols;
        int32_t wanted = count_below(row, below->cols, below->asked[i]);
        if (wanted <= below->most)
            assert_true(below->limit[i] == below->asked[i]);
        else
            assert_true(below->limit[i] == nextafter(row[below->most].value, -INFINITY));
    }
}

/* The value of the `rank`-th pair of a row, or a little below it. */
static inline void make_limits(struct below *below, int32_t rank)
{
    for (int32_t i = 0; i < below->rows; i++) {
        const struct pair *row = below->all + i * below->cols;
        int32_t count = count_below(row, below->cols, INFINITY);
        double limit = count > 0 ? row[(rank + i % 5) % count].value : 1;
        if (i % 3 == 1)
            limit = nextafter(limit, -INFINITY);
        if (i % 17 == 16)
            limit = -INFINITY;
        below->asked[i] = below->limit[i] = limit;
    }
}

static inline void check_below(struct scene *scene, enum points_side side, int32_t rank,
                               int32_t most)
{
    int32_t rows = scene->points.side[side].count, cols = scene->points.side[!side].count;
    size_t bytes = (size_t)rows * sizeof(double);
    struct below below = {rows, cols, most, 0, malloc(bytes), malloc(bytes), scene->all[side]};
    make_limits(&below, rank);
    struct tiles_query query = {.side = side,
                                .potential = scene->potential[!side],
                                .most = most,
                                .limit = below.limit,
                                .take = take_row,
                                .user = &below};
    assert_ok(tiles_search(scene->tiles, &query, &scene->control));
    assert_int_equal(below.next, rows);
    check_limits(&below);
    free(below.asked);
    free(below.limit);
}

#endif
