/* moved_clouds.h - a cloud, and a copy of most of it somewhere else. */
#ifndef PAROT_TESTS_MOVED_CLOUDS_H
#define PAROT_TESTS_MOVED_CLOUDS_H

#include "instances.h"
#include "parot/tasks.h"
#include "test.h"

enum { N = 60, COPIES = 42, MOST_DIMS = 5 }; /* 30 % outliers on each side */

/* Two clouds, the first COPIES rows of which correspond: y = scale R x + shift. */
struct clouds {
    int64_t dims;
    double scale, rotation[MOST_DIMS * MOST_DIMS], shift[MOST_DIMS];
    double x[N * MOST_DIMS], y[N * MOST_DIMS];
};

/* A product of turns in coordinate planes, hence of determinant 1. */
static inline void choose_rotation(struct clouds *clouds, uint64_t seed)
{
    int64_t d = clouds->dims;
    uint64_t turn = 0;
    for (int64_t k = 0; k < d * d; k++)
        clouds->rotation[k] = k % (d + 1) == 0;
    for (int64_t a = 0; a < d; a++)
        for (int64_t b = a + 1; b < d; b++) {
            double angle = 2 * acos(-1) * test_uniform(seed + 50, turn++);
            for (int64_t k = 0; k < d; k++) {
                double *row = clouds->rotation, x = row[a * d + k], y = row[b * d + k];
                row[a * d + k] = cos(angle) * x - sin(angle) * y;
                row[b * d + k] = sin(angle) * x + cos(angle) * y;
            }
        }
}

static inline void map_row(const struct clouds *clouds, const double *x, double *to)
{
    for (int64_t k = 0; k < clouds->dims; k++) {
        to[k] = clouds->shift[k];
        for (int64_t l = 0; l < clouds->dims; l++)
            to[k] += clouds->scale * clouds->rotation[k * clouds->dims + l] * x[l];
    }
}

static inline struct clouds make_clouds(int64_t dims, double scale, uint64_t seed)
{
    struct clouds clouds = {.dims = dims, .scale = scale};
    choose_rotation(&clouds, seed);
    for (int64_t k = 0; k < dims; k++)
        clouds.shift[k] = 5 * test_uniform(seed + 60, (uint64_t)k);
    for (int64_t k = 0; k < N * dims; k++)
        clouds.x[k] = test_normal(seed, (uint64_t)k);
    for (int64_t i = 0; i < N; i++) {
        double other[MOST_DIMS];
        for (int64_t k = 0; k < dims; k++)
            other[k] = test_normal(seed + 70, (uint64_t)(i * dims + k));
        map_row(&clouds, i < COPIES ? clouds.x + i * dims : other, clouds.y + i * dims);
    }
    return clouds;
}

static inline parot_matrix rows_of(const double *data, int64_t rows, int64_t cols)
{
    return (parot_matrix){data, rows, cols, cols};
}

static inline parot_register_options options_of(parot_motion motion, double overlap)
{
    DEFAULTS(parot_register_options, options);
    options.motion = motion;
    options.overlap = overlap;
    return options;
}

/* R' R = 1, det R = 1 (up to three dimensions), and the plan is proved for the transform. */
static inline void check_answer(const struct clouds *clouds, const parot_register_result *result)
{
    int64_t d = clouds->dims;
    const double *r = result->rotation;
    for (int64_t i = 0; i < d; i++)
        for (int64_t j = 0; j < d; j++) {
            double dot = 0;
            for (int64_t k = 0; k < d; k++)
                dot += r[k * d + i] * r[k * d + j];
            assert_close(dot, i == j, 1e-12);
        }
    if (d == 2)
        assert_close(r[0] * r[3] - r[1] * r[2], 1, 1e-12);
    if (d == 3)
        assert_close(r[0] * (r[4] * r[8] - r[5] * r[7]) - r[1] * (r[3] * r[8] - r[5] * r[6]) +
                         r[2] * (r[3] * r[7] - r[4] * r[6]),
                     1, 1e-12);
    double moved[N * MOST_DIMS], cost[N * N], ones[N];
    parot_check check = {0};
    test_set(ones, N, 1);
    assert_ok(parot_register_apply(result, rows_of(clouds->x, N, d), moved, &err));
    assert_ok(parot_cost(rows_of(moved, N, d), rows_of(clouds->y, N, d), PAROT_METRIC_SQEUCLIDEAN,
                         NULL, cost, &err));
    parot_problem problem = {rows_of(cost, N, N), ones, ones, result->transport.mass};
    assert_ok(parot_certify(&problem, &result->transport, NULL, &check, &err));
    assert_true(check.primal <= 1e-12);
    if (result->rms > 1e-9) /* costs that are rounding prove nothing relative to themselves */
        assert_true(check.dual <= 1e-10 && check.slackness <= 1e-10 && check.relative_gap <= 1e-10);
}

#endif
