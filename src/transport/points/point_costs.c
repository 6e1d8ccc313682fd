/* point_costs.c - coordinates are copied, put in k-d order, and copied again in that order. Costs
 * are sums over the coordinates one after another; several pairs at once keep the processor busy,
 * each with the rounding that it has alone. */
#include "transport/points/point_costs.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/simd.h"
#include "cost/metric.h"
#include "transport/points/kd_order.h"

/* ---- Costs -------------------------------------------------------------- */

/* What is computed over the coordinates of a pair. */
enum over_coordinates { SUM_OF_PRODUCTS, SUM_OF_MAGNITUDES, LARGEST_MAGNITUDE, SUM_OF_SQUARES };

static enum over_coordinates sum_of(const struct points *points)
{
    if (points->is_product)
        return SUM_OF_PRODUCTS;
    switch (points->metric) {
    case PAROT_METRIC_CITYBLOCK:
        return SUM_OF_MAGNITUDES;
    case PAROT_METRIC_CHEBYSHEV:
        return LARGEST_MAGNITUDE;
    case PAROT_METRIC_SQEUCLIDEAN:
    case PAROT_METRIC_EUCLIDEAN:
    case PAROT_METRIC_COSINE:
    case PAROT_METRIC_CORRELATION:
        return SUM_OF_SQUARES;
    }
    return SUM_OF_SQUARES; /* points_open refuses all other values */
}

/* Pairs that are summed side by side, in lanes of vectors: an addition takes four cycles, and two
 * start in each. */
enum { TOGETHER = 8, LANES = 4, VECTORS = TOGETHER / LANES };
typedef double lanes __attribute__((vector_size(8 * LANES)));
typedef int64_t lane_bits __attribute__((vector_size(8 * LANES)));

#define MAGNITUDE(x) ((lanes)((lane_bits)(x)&INT64_MAX))
#define LARGER(mask, x, y) ((lanes)(((lane_bits)(x) & (mask)) | ((lane_bits)(y) & ~(mask))))

/* sum_k (x_k - y_k)^2, sum_k |x_k - y_k|, max_k |x_k - y_k| or sum_k x_k y_k for TOGETHER points y,
 * one coordinate after another; `step` adds one to the sum s, where `gap` is x_k - y_k */
#define SUM_TOGETHER(step)                                                                         \
    for (int64_t k = 0; k < dims; k++)                                                             \
        for (int v = 0; v < VECTORS; v++) {                                                        \
            const double *const *a = x + v * LANES, *const *b = y + v * LANES;                     \
            lanes x_k = {a[0][k], a[1][k], a[2][k], a[3][k]};                                      \
            lanes y_k = {b[0][k], b[1][k], b[2][k], b[3][k]};                                      \
            lanes s = sum[v], gap = x_k - y_k;                                                     \
            (void)gap;                                                                             \
            sum[v] = (step);                                                                       \
        }

SIMD_CLONES static void sums_together(const struct points *points, const double *const x[TOGETHER],
                                      const double *const y[TOGETHER], double *result)
{
    int64_t dims = points->dims;
    lanes sum[VECTORS] = {{0}};
    switch (sum_of(points)) {
    case SUM_OF_PRODUCTS:
        SUM_TOGETHER(s + x_k * y_k)
        break;
    case SUM_OF_MAGNITUDES:
        SUM_TOGETHER(s + MAGNITUDE(gap))
        break;
    case LARGEST_MAGNITUDE:
        SUM_TOGETHER(LARGER(MAGNITUDE(gap) > s, MAGNITUDE(gap), s))
        break;
    case SUM_OF_SQUARES:
        SUM_TOGETHER(s + gap * gap)
        break;
    }
    memcpy(result, sum, sizeof sum);
}

/* From the sum to the cost; `offset` is alpha_i + beta_j. */
static double finish(const struct points *points, double sum, double offset)
{
    if (points->is_product)
        return offset - sum;
    if (points->metric == PAROT_METRIC_EUCLIDEAN)
        return sqrt(sum) * points->unit;
    return sum * points->unit;
}

void points_pair_costs(const struct points *points, enum points_side side, const int32_t *i,
                       const int32_t *other, int64_t count, double *cost)
{
    const struct point_set *mine = &points->side[side], *others = &points->side[!side];
    int64_t dims = points->dims;
    for (int64_t begin = 0; begin < count; begin += TOGETHER) {
        const double *x[TOGETHER], *y[TOGETHER];
        double sum[TOGETHER];
        int64_t rest = count - begin, together = rest < TOGETHER ? rest : TOGETHER;
        for (int64_t l = 0; l < TOGETHER; l++) {
            int64_t at = begin + (l < together ? l : 0);
            x[l] = mine->at + i[at] * dims;
            y[l] = others->at + other[at] * dims;
        }
        sums_together(points, x, y, sum);
        for (int64_t l = 0; l < together; l++) {
            int64_t at = begin + l;
            double offset =
                points->is_product ? mine->offset[i[at]] + others->offset[other[at]] : 0;
            cost[at] = finish(points, sum[l], offset);
        }
    }
}

void points_costs(const struct points *points, enum points_side side, int32_t i,
                  const int32_t *other, int64_t count, double *cost)
{
    int32_t same[TOGETHER];
    for (int l = 0; l < TOGETHER; l++)
        same[l] = i;
    for (int64_t begin = 0; begin < count; begin += TOGETHER) {
        int64_t rest = count - begin;
        points_pair_costs(points, side, same, other + begin, rest < TOGETHER ? rest : TOGETHER,
                          cost + begin);
    }
}

double points_cost(const struct points *points, int32_t i, int32_t j)
{
    double cost;
    points_pair_costs(points, POINTS_ROWS, &i, &j, 1, &cost);
    return cost;
}

double points_box_cost(const struct points *points, const double *box, const double *other)
{
    int64_t dims = points->dims;
    int is_sum = sum_of(points) == SUM_OF_MAGNITUDES;
    int is_largest = sum_of(points) == LARGEST_MAGNITUDE;
    double sum = 0;
    for (int64_t k = 0; k < dims; k++) {
        double above = box[k] - other[dims + k], below = other[k] - box[dims + k];
        double gap = above > below ? above : below;
        gap = gap > 0 ? gap : 0;
        sum = is_sum ? sum + gap : is_largest ? (gap > sum ? gap : sum) : sum + gap * gap;
    }
    return points->is_product ? sum / 2 : finish(points, sum, 0);
}

/* The lowest and highest coordinate k of both sides, or the largest magnitudes of each. */
struct extent {
    double low, high, magnitude[2];
};

static struct extent extent_of(const struct points *points, int64_t k)
{
    struct extent extent = {INFINITY, -INFINITY, {0, 0}};
    for (int side = 0; side < 2; side++)
        for (int32_t i = 0; i < points->side[side].count; i++) {
            double x = point_at(points, side, i)[k];
            extent.low = fmin(extent.low, x);
            extent.high = fmax(extent.high, x);
            extent.magnitude[side] = fmax(extent.magnitude[side], fabs(x));
        }
    return extent;
}

static double largest_offset(const struct point_set *set)
{
    double largest = 0;
    for (int32_t i = 0; i < set->count; i++)
        largest = fmax(largest, fabs(set->offset[i]));
    return largest;
}

/* From one corner of the box around all points to the other. */
double points_largest(const struct points *points)
{
    double sum = 0;
    for (int64_t k = 0; k < points->dims; k++) {
        struct extent extent = extent_of(points, k);
        double gap = extent.high - extent.low;
        switch (sum_of(points)) {
        case SUM_OF_PRODUCTS:
            sum += extent.magnitude[0] * extent.magnitude[1];
            break;
        case SUM_OF_MAGNITUDES:
            sum += gap;
            break;
        case LARGEST_MAGNITUDE:
            sum = fmax(sum, gap);
            break;
        case SUM_OF_SQUARES:
            sum += gap * gap;
            break;
        }
    }
    if (points->is_product)
        return largest_offset(&points->side[0]) + largest_offset(&points->side[1]) + sum;
    return finish(points, sum, 0);
}

double points_least(const struct points *points)
{
    if (!points->is_product)
        return 0;
    return -points_largest(points) * (1 + (points->dims + 8) * DBL_EPSILON);
}

/* ---- Opening ------------------------------------------------------------ */

static void layout(struct points *points, struct arena *arena)
{
    for (int side = 0; side < 2; side++) {
        struct point_set *set = &points->side[side];
        set->at = arena_take(arena, set->count, (size_t)points->dims * sizeof *set->at);
        set->of = arena_take(arena, set->count, sizeof *set->of);
        if (points->is_product)
            set->offset = arena_take(arena, set->count, sizeof *set->offset);
    }
}

void points_measure(struct points *points, struct arena *arena)
{
    layout(points, arena);
}

static parot_status make_room(struct points *points, struct control *control, parot_error *err)
{
    struct arena arena = {0};
    layout(points, &arena);
    TRY(arena_open(&arena, control, err));
    layout(points, &arena);
    points->memory = arena.block;
    return PAROT_OK;
}

/* What the caller gave for one side, a row at a time. */
struct source {
    const struct point_pair *pair;
    parot_matrix table;
    const double *offset;
};

static void copy(const struct source *source, int64_t i, double *to)
{
    parot_matrix row = {source->table.data + i * source->table.stride, 1, source->table.cols,
                        source->table.stride};
    point_pair_copy(source->pair, row, to);
}

static parot_status put_in_order(struct points *points, enum points_side side,
                                 const struct source *source, struct control *control,
                                 parot_error *err)
{
    struct point_set *set = &points->side[side];
    int64_t dims = points->dims;
    for (int64_t i = 0; i < set->count; i++)
        copy(source, i, set->at + i * dims);
    parot_status status = kd_order(set->at, set->count, points->dims, set->of, control);
    if (status == PAROT_ENOMEM)
        return fail_memory(err, (size_t)set->count * 2 * sizeof(double));
    for (int64_t i = 0; i < set->count; i++) {
        copy(source, set->of[i], set->at + i * dims);
        if (points->is_product)
            set->offset[i] = source->offset ? source->offset[set->of[i]] : 0;
    }
    return PAROT_OK;
}

static parot_status fill(struct points *points, const struct source *x, const struct source *y,
                         struct control *control, parot_error *err)
{
    TRY(make_room(points, control, err));
    TRY(put_in_order(points, POINTS_ROWS, x, control, err));
    return put_in_order(points, POINTS_COLS, y, control, err);
}

static parot_status open_with(struct points *points, const struct source *x, const struct source *y,
                              struct control *control, parot_error *err)
{
    points->side[POINTS_ROWS].count = (int32_t)x->table.rows;
    points->side[POINTS_COLS].count = (int32_t)y->table.rows;
    points->dims = (int32_t)x->table.cols;
    parot_status status = fill(points, x, y, control, err);
    if (status != PAROT_OK)
        points_close(points);
    return status;
}

parot_status points_open(struct points *points, parot_matrix x, parot_matrix y, parot_metric metric,
                         struct control *control, parot_error *err)
{
    struct point_pair pair = {0};
    *points = (struct points){.metric = metric};
    TRY(point_pair_check(&pair, x, y, metric, err));
    int is_squared = metric == PAROT_METRIC_SQEUCLIDEAN;
    points->unit = metric_is_angle(metric) ? 0.5 : ldexp(1.0, pair.exponent * (is_squared ? 2 : 1));
    struct source rows = {&pair, x, NULL}, cols = {&pair, y, NULL};
    return open_with(points, &rows, &cols, control, err);
}

parot_status points_open_product(struct points *points, const struct product_costs *costs,
                                 struct control *control, parot_error *err)
{
    struct point_pair pair = {.metric = PAROT_METRIC_SQEUCLIDEAN}; /* copies without a change */
    *points = (struct points){.metric = pair.metric, .is_product = 1, .unit = 1};
    int64_t dims = costs->dims, f_stride = costs->f_stride, g_stride = costs->g_stride;
    struct source rows = {
        &pair, {costs->f, costs->n, dims, f_stride ? f_stride : dims}, costs->alpha};
    struct source cols = {
        &pair, {costs->g, costs->m, dims, g_stride ? g_stride : dims}, costs->beta};
    return open_with(points, &rows, &cols, control, err);
}

static void change_side(struct points *points, enum points_side side, const double *table,
                        int64_t stride, const double *offset)
{
    struct point_set *set = &points->side[side];
    int64_t dims = points->dims;
    stride = stride ? stride : dims;
    for (int64_t i = 0; i < set->count; i++) {
        memcpy(set->at + i * dims, table + set->of[i] * stride, (size_t)dims * sizeof *set->at);
        set->offset[i] = offset ? offset[set->of[i]] : 0;
    }
}

void points_change_product(struct points *points, const struct product_costs *costs)
{
    change_side(points, POINTS_ROWS, costs->f, costs->f_stride, costs->alpha);
    change_side(points, POINTS_COLS, costs->g, costs->g_stride, costs->beta);
}

void points_close(struct points *points)
{
    block_free(points->memory);
    *points = (struct points){0};
}
