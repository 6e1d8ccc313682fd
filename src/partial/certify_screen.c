/* certify_screen.c - v_j + C_ij <= limit_i, compared in float, with every doubt for the pair.
 *
 * Let x' = row_scale (x - e), y' = col_scale (y - e) with magnitudes below 1, X and Y their floats,
 * u = 2^-24, and S the sum of the X_k Y_k (times 2 unless C is a product), fused or not:
 *
 *   |S - 2 <x', y'>| <= (d + 3) u (|x'|^2 + |y'|^2) + d 2^-146.
 *
 * With k = 1.0625 (d + 12) u there is room in k (|x'|^2 + |y'|^2) for all roundings of double as
 * well, which are 2^-29 of those of float. So |x - y|^2, scaled, is at least
 * (1 - k)(|x'|^2 + |y'|^2) - S - d 2^-146, and a pair with v_j + C_ij <= limit_i has
 *
 *   squared    v_j + (1 - k)|y'|^2 - S <= limit_i - (1 - k)|x'|^2 + d 2^-140
 *   product    v_j + beta_j - k |y'|^2 - S <= limit_i - alpha_i + k |x'|^2 + d 2^-140
 *   root       (1 - k)|x'|^2 + (1 - k)|y'|^2 - S <= (limit_i - v_j)^2 + d 2^-140, limit_i >= v_j,
 *
 * prices, limits and offsets scaled. Numbers of columns are rounded down and those of rows up;
 * left sides are rounded once more as they are compared with a float, which keeps their order. In
 * the root's case |x'|^2 + |y'|^2 is rounded as well (in k), and so is the square: three roundings
 * against 1 + 8 u.
 */
#include "partial/certify_screen.h"

#include <float.h>
#include <math.h>

#if defined(__x86_64__) && defined(__GNUC__)
#define HAS_X86_SCREENS 1
#include <immintrin.h>
#endif

/* More dimensions than this and k is no longer small. */
static const double MOST_DIMS = 0x1p16;

/* Prices and costs are rounded in double: this share of a number is more than all of that. */
static const double DOUBLES = 0x1p-49;

/* Scaled prices and offsets up to here have sums within the range: beyond it, INFINITY - INFINITY
 * would compare as if a pair did not count. */
static const double LARGEST = 0x1p1000;

/* What underflow can do to a product of floats. */
static const double UNDERFLOW_STEP = 0x1p-140;

static int64_t tiles_of(int64_t count, int64_t size)
{
    return (count + size - 1) / size;
}

void screen_layout(struct screen *screen, struct arena *arena)
{
    int64_t rows = tiles_of(screen->rows, SCREEN_ROWS) * SCREEN_ROWS;
    int64_t cols = tiles_of(screen->cols, SCREEN_COLS) * SCREEN_COLS;
    screen->origin = arena_take(arena, screen->dims, sizeof *screen->origin);
    screen->range = arena_take(arena, 4 * screen->dims, sizeof *screen->range);
    screen->x = arena_take(arena, rows, (size_t)screen->dims * sizeof *screen->x);
    screen->row_part = arena_take(arena, rows, sizeof *screen->row_part);
    screen->y = arena_take(arena, cols, (size_t)screen->dims * sizeof *screen->y);
    screen->col_part = arena_take(arena, cols, sizeof *screen->col_part);
    screen->weight = arena_take(arena, cols, sizeof *screen->weight);
    screen->reach = arena_take(arena, cols, sizeof *screen->reach);
}

/* ---- Rounding ------------------------------------------------------------ */

/* The largest float that is at most x, and a little less; INFINITY stays. */
static float below(double x)
{
    if (x == INFINITY)
        return INFINITY;
    return x > FLT_MAX ? FLT_MAX : x < -FLT_MAX ? -INFINITY : nextafterf((float)x, -INFINITY);
}

static float above(double x)
{
    return -below(-x);
}

/* ---- Points -------------------------------------------------------------- */

/* low[k] and high[k] of all points: low comes first in `range`. */
static void find_range(const double *at, int64_t count, int64_t dims, double *range)
{
    double *low = range, *high = range + dims;
    for (int64_t k = 0; k < dims; k++) {
        low[k] = INFINITY;
        high[k] = -INFINITY;
    }
    for (int64_t i = 0; i < count; i++)
        for (int64_t k = 0; k < dims; k++) {
            double x = at[i * dims + k];
            low[k] = x < low[k] ? x : low[k];
            high[k] = x > high[k] ? x : high[k];
        }
}

/* The largest |x_k - e_k|, as it is rounded: that of an end of the range. */
static double largest_from(const double *range, int64_t dims, const double *origin)
{
    double largest = 0;
    for (int64_t k = 0; k < dims; k++)
        largest =
            fmax(largest, fmax(fabs(range[k] - origin[k]), fabs(range[dims + k] - origin[k])));
    return largest;
}

/* The power of two that makes numbers up to `largest` less than 1. */
static double scale_for(double largest)
{
    return largest > 0 ? ldexp(1.0, -ilogb(largest) - 1) : 1;
}

/* The middle of each coordinate's range; products have no choice. */
static void find_origin(struct screen *screen, const double *x, const double *y)
{
    int64_t dims = screen->dims;
    for (int64_t k = 0; k < dims; k++) {
        double low = fmin(x[k], y[k]), high = fmax(x[dims + k], y[dims + k]);
        screen->origin[k] = screen->form == SCREEN_PRODUCT ? 0 : low / 2 + high / 2;
    }
}

/* x and y: ranges. */
static int choose_scales(struct screen *screen, const double *x, const double *y)
{
    double rows = largest_from(x, screen->dims, screen->origin);
    double cols = largest_from(y, screen->dims, screen->origin);
    int is_product = screen->form == SCREEN_PRODUCT;
    screen->row_scale = scale_for(is_product ? rows : fmax(rows, cols));
    screen->col_scale = is_product ? scale_for(cols) : screen->row_scale;
    double each = screen->form == SCREEN_ROOT ? 1 : screen->col_scale;
    screen->cost_scale = screen->row_scale * each / (is_product ? 1 : screen->unit);
    screen->slack = 1.0625 * ((double)screen->dims + 12) * 0x1p-24;
    return (double)screen->dims <= MOST_DIMS && isnormal(screen->row_scale) &&
           isnormal(screen->col_scale) && isnormal(screen->cost_scale);
}

/* What a point is, apart from its products: offset, in the scale of costs, and share |x'|^2. */
static double part_of(const struct screen *screen, double square, double offset)
{
    return screen->form == SCREEN_PRODUCT ? offset * screen->cost_scale
                                          : (1 - screen->slack) * square;
}

/* Returns whether all numbers are within the range. */
static int fill_rows(struct screen *screen, struct screen_points points)
{
    int64_t dims = screen->dims;
    int is_within = 1;
    for (int64_t i = 0; i < screen->rows; i++) {
        const double *x = points.at + points.order[i] * dims;
        double square = 0, offset = points.offset ? points.offset[points.order[i]] : 0;
        for (int64_t k = 0; k < dims; k++) {
            double at = screen->row_scale * (x[k] - screen->origin[k]);
            screen->x[i * dims + k] = (float)at;
            square += at * at;
        }
        double widening = (double)dims * UNDERFLOW_STEP;
        if (screen->form == SCREEN_PRODUCT)
            widening += screen->slack * square + DOUBLES * fabs(offset * screen->cost_scale);
        screen->row_part[i] = part_of(screen, square, offset) - widening;
        is_within &= fabs(screen->row_part[i]) <= LARGEST;
    }
    return is_within;
}

static int fill_cols(struct screen *screen, struct screen_points points)
{
    int64_t dims = screen->dims;
    int is_within = 1;
    float times = screen->form == SCREEN_PRODUCT ? 1 : 2;
    for (int64_t j = 0; j < screen->cols; j++) {
        const double *y = points.at + points.order[j] * dims;
        double square = 0, offset = points.offset ? points.offset[points.order[j]] : 0;
        float *to = screen->y + j / SCREEN_COLS * dims * SCREEN_COLS + j % SCREEN_COLS;
        for (int64_t k = 0; k < dims; k++) {
            double at = screen->col_scale * (y[k] - screen->origin[k]);
            to[k * SCREEN_COLS] = times * (float)at;
            square += at * at;
        }
        double widening = 0;
        if (screen->form == SCREEN_PRODUCT)
            widening = screen->slack * square + DOUBLES * fabs(offset * screen->cost_scale);
        screen->col_part[j] = part_of(screen, square, offset) - widening;
        is_within &= fabs(screen->col_part[j]) <= LARGEST;
    }
    return is_within;
}

void screen_fill(struct screen *screen, struct screen_points x, struct screen_points y)
{
    double *rows = screen->range, *cols = screen->range + 2 * screen->dims;
    find_range(x.at, screen->rows, screen->dims, rows);
    find_range(y.at, screen->cols, screen->dims, cols);
    find_origin(screen, rows, cols);
    screen->is_on =
        choose_scales(screen, rows, cols) && fill_rows(screen, x) && fill_cols(screen, y);
}

void screen_set_prices(struct screen *screen, const double *v)
{
    int64_t count = tiles_of(screen->cols, SCREEN_COLS) * SCREEN_COLS;
    screen->is_usable = screen->is_on;
    for (int64_t j = 0; j < count && screen->is_usable; j++) {
        double price = v[j] * screen->cost_scale;
        screen->is_usable = fabs(price) <= LARGEST || v[j] == INFINITY;
        price -= price < INFINITY ? DOUBLES * fabs(price) : 0;
        if (screen->form == SCREEN_ROOT) {
            screen->weight[j] = j < screen->cols ? below(screen->col_part[j]) : 0;
            screen->reach[j] = above(-price);
        } else {
            screen->weight[j] = j < screen->cols ? below(price + screen->col_part[j]) : INFINITY;
        }
    }
}

/* ---- Tiles --------------------------------------------------------------- */

enum { MOST_WIDTH = 16 };

/* A tile and a block, and the numbers of its rows. */
struct screening {
    const float *x, *y, *weight, *reach;
    int64_t dims;
    int is_root;
    float limit[SCREEN_ROWS]; /* the right side, rounded up; of roots: limit_i */
    float part[SCREEN_ROWS];  /* of roots: (1 - k) |x'|^2, rounded down; else 0 */
};

/* Vectors of one register, where they begin anywhere in memory, and what comparing them gives. */
#define VECTORS_OF(WIDTH)                                                                          \
    typedef float vector_##WIDTH __attribute__((vector_size(4 * (WIDTH))));                        \
    typedef float unaligned_##WIDTH                                                                \
        __attribute__((vector_size(4 * (WIDTH)), aligned(4), may_alias));                          \
    typedef int32_t flags_##WIDTH __attribute__((vector_size(4 * (WIDTH)), may_alias));

/* The bits of all rows, ROWS of them with TOGETHER vectors of columns at a time, whose sums must
 * have registers: 16 of 4 or 8 floats, 32 of 16. A macro, since vectors longer than the registers
 * of all processors cannot be handed to functions. */
#define SCREEN_BODY(WIDTH, ROWS, TOGETHER, FUSED, ANY)                                             \
    uint32_t found = 0;                                                                            \
    for (int row = 0; row < SCREEN_ROWS; row += (ROWS))                                            \
        for (int col = 0; col < SCREEN_COLS; col += (WIDTH) * (TOGETHER)) {                        \
            vector_##WIDTH sum[ROWS][TOGETHER] = {{{0}}};                                          \
            for (int64_t k = 0; k < at->dims; k++) {                                               \
                vector_##WIDTH y[TOGETHER];                                                        \
                for (int v = 0; v < (TOGETHER); v++)                                               \
                    y[v] =                                                                         \
                        *(const unaligned_##WIDTH *)(at->y + k * SCREEN_COLS + col + v * (WIDTH)); \
                for (int r = 0; r < (ROWS); r++) {                                                 \
                    vector_##WIDTH x =                                                             \
                        (vector_##WIDTH){0} + at->x[(int64_t)(row + r) * at->dims + k];            \
                    for (int v = 0; v < (TOGETHER); v++)                                           \
                        sum[r][v] = FUSED(x, y[v], sum[r][v]);                                     \
                }                                                                                  \
            }                                                                                      \
            for (int r = 0; r < (ROWS); r++) {                                                     \
                flags_##WIDTH any = {0};                                                           \
                for (int v = 0; v < (TOGETHER); v++) {                                             \
                    int at_col = col + v * (WIDTH);                                                \
                    vector_##WIDTH left = *(const unaligned_##WIDTH *)(at->weight + at_col) +      \
                                          at->part[row + r] - sum[r][v];                           \
                    vector_##WIDTH right = (vector_##WIDTH){0} + at->limit[row + r];               \
                    if (at->is_root) { /* (limit_i - v_j)^2, or 0 */                               \
                        vector_##WIDTH reach =                                                     \
                            right + *(const unaligned_##WIDTH *)(at->reach + at_col);              \
                        reach = (vector_##WIDTH)((flags_##WIDTH)reach & (reach > 0));              \
                        right = reach * (reach * (1 + 8 * 0x1p-24f));                              \
                    }                                                                              \
                    any |= left <= right;                                                          \
                }                                                                                  \
                found |= ANY(any) << (row + r);                                                    \
            }                                                                                      \
        }                                                                                          \
    return found;

VECTORS_OF(4)

#define SEPARATE(a, b, c) ((a) * (b) + (c))
#define REDUCE_4(any) ((uint32_t)((any[0] | any[1] | any[2] | any[3]) != 0))

static uint32_t screen_plain(const struct screening *at){SCREEN_BODY(4, 2, 4, SEPARATE, REDUCE_4)}

#ifdef HAS_X86_SCREENS

VECTORS_OF(8) VECTORS_OF(16)

#define FUSED_256(a, b, c) ((vector_8)_mm256_fmadd_ps((__m256)(a), (__m256)(b), (__m256)(c)))
#define REDUCE_256(any) ((uint32_t)!_mm256_testz_si256((__m256i)(any), (__m256i)(any)))

    __attribute__((target("avx2,fma"))) static uint32_t screen_avx2(const struct screening *at)
{
    SCREEN_BODY(8, 4, 2, FUSED_256, REDUCE_256)
}

#define FUSED_512(a, b, c) ((vector_16)_mm512_fmadd_ps((__m512)(a), (__m512)(b), (__m512)(c)))
#define REDUCE_512(any) ((uint32_t)(_mm512_test_epi32_mask((__m512i)(any), (__m512i)(any)) != 0))

__attribute__((target("avx512f"))) static uint32_t screen_avx512(const struct screening *at)
{
    SCREEN_BODY(16, 4, 4, FUSED_512, REDUCE_512)
}

#endif

static uint32_t screen_tile(const struct screening *at, int width)
{
#ifdef HAS_X86_SCREENS
    if (width >= 16 && __builtin_cpu_supports("avx512f"))
        return screen_avx512(at);
    if (width >= 8 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return screen_avx2(at);
#endif
    (void)width;
    return screen_plain(at);
}

uint32_t screen_rows(const struct screen *screen, int64_t tile, int64_t block, const double *limit)
{
    struct screening at = {.x = screen->x + tile * SCREEN_ROWS * screen->dims,
                           .y = screen->y + block * SCREEN_COLS * screen->dims,
                           .weight = screen->weight + block * SCREEN_COLS,
                           .reach = screen->reach + block * SCREEN_COLS,
                           .dims = screen->dims,
                           .is_root = screen->form == SCREEN_ROOT};
    for (int row = 0; row < SCREEN_ROWS; row++) {
        double most = limit[row] * screen->cost_scale,
               part = screen->row_part[tile * SCREEN_ROWS + row];
        most += most < INFINITY ? DOUBLES * fabs(most) : 0;
        at.limit[row] = above(at.is_root ? most : most - part);
        at.part[row] = at.is_root ? below(part) : 0;
    }
    return screen_tile(&at, screen->width ? screen->width : MOST_WIDTH);
}
