/* filter.c - the proof that the filter loses no pair.
 *
 * Notation. u = 2^-24. e, s: origin and scale of the family of column j. In exact arithmetic
 *
 *   X = s (x_i - e),   Y = s (y_j - e);
 *
 * x', y' are what is stored in float. V = `unit` of the family: costs times V
 * are in the scale of the floats, V = s^2 / unit for squares, else s / unit, a power of two (or
 * twice one). P: the largest p_j of the block. t: the limit of the row (less its shift).
 *
 * 1. From double to exact. If fl(C - b) <= t then C - b <= t + 2^-52 |t|. C itself is a sum of d
 * rounded terms times a power of two: C >= unit r (1 - (d + 4) 2^-53), up to squares that vanish in
 * double, which with s <= 2^400 and V <= 2^900 are below 2^-118 in the scale of the floats. Hence,
 * times V,
 *
 *     R := |X - Y|^2, |X - Y|, sum_k |X_k - Y_k| or max_k |X_k - Y_k|
 *     R (1 - (d + 4) 2^-53) <= V (p_j + t) + 2^-52 V |t| + 2^-118. (1)
 *
 * 2. Squares. R = |X|^2 + |Y|^2 - 2 <X, Y>. With |x'_k - X_k| <= (u + 2^-52) |X_k| + 2^-126, the
 * same for y', and d steps that round (fused or not, and 2^-126 more where a product vanishes), the
 * sum S in float has, for d <= 2^17,
 *
 *     |S - <X, Y>| <= 1.01 (d + 4) u |X| |Y| + 2^-125 sum_k (|X_k| + |Y_k|) + d 2^-124,
 *
 * since (1 + u)^2 (1 + (d + 1) u / (1 - (d + 1) u)) - 1 <= 1.01 (d + 3) u. Let k = 1.0625 (d + 8)
 * u. By 2 |X| |Y| <= |X|^2 + |Y|^2 and |X_k| <= 1 + X_k^2, twice this error is below k (|X|^2 +
 * |Y|^2) + d 2^-118, and what is left of k, 4 u, covers the terms with 2^-53 in (1) and in the
 * computed |X|^2 and |Y|^2, at most (d + 16) 2^-50. So a pair with (1) has
 *
 *     w_j - 2 S <= l_i,    w_j = (1 - k) |Y|^2 + V (P - p_j),
 *                          l_i = V (t + P) - (1 - k) |X|^2 + 2^-50 V (|t| + |P|) + d 2^-115,
 *
 * and still has it with w_j rounded down and l_i rounded up to floats. The kernel rounds the left
 * side once more; rounding is monotone and l_i is a float, so the comparison stays true. No error
 * of w_j matters beyond its own size, whatever the range of the potentials: w_j is a sum of
 * positive terms.
 *
 * 3. Roots. (1) bounds |X - Y| by g = V (t + P) - V (P - p_j) + ..., of which the kernel computes h
 * = fl(reach_i + slope_j), both rounded up, so g <= h (1 + 2 u), and fl(h^2) (1 + 2^-21) >= g^2 (1
 * + (d + 5) 2^-52). With g < 0 there is no such pair. The rest is as for squares: w_j = (1 - k)
 * |Y|^2, and l_i = -(1 - k) |X|^2 + d 2^-115 is added on the right, in one rounding.
 *
 * 4. Sums and largest differences. |fl(x'_k - y'_k)| differs from |X_k - Y_k| by at most 2.01 u
 * (|X_k| + |Y_k|) + 2^-125, and adding up d of them rounds d times, so S differs from R by at most
 * k (|X| + |Y|) + d 2^-118 in the norm of the form (for the largest, k with d = 4). A pair with (1)
 * has
 *
 *     w_j + S <= l_i,      w_j = V (P - p_j) - k |Y|,   l_i = V (t + P) + k |X| + 2^-50 V (|t| +
 * |P|) + d 2^-115.
 *
 * 5. Ends of the range. Coordinates are below 2 (columns) and 2^40 (rows), d <= 2^17, so |2 S| <
 * 2^60. Weights above 2^100 may be lowered to that, limits above 2^110 too: all columns with mass
 * pass. Where V, the coordinates or a limit are outside what this needs, the tile is computed in
 * double.
 *
 * 6. Bounds of boxes need no widening for metrics: gaps between boxes go through the very
 * operations of points_costs, each of which is monotone, so the bound is below every value as
 * computed in double. Planes above the prices (slopes.h) are not monotone in this way; they are
 * widened by more than 2^-50 of all their terms. C >= unit r (1 - (d + 4) 2^-53) changes the
 * curvature of what they minimise, and hence the minimum, by as little. Products have noise: (d +
 * 32) 2^-50 times (|alpha_i| + |f_i|^2 + |beta_j| + |g_j|^2 + |b_j|) is more than the rounding of
 * value_ij, shift_i and p_j together.
 */
#include "transport/points/filter.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/simd.h"

enum { MOST_DIMS = 1 << 17, LARGEST_UNIT = 900 };

/* Relative errors of the notes above. */
static const double FLOAT_UNIT = 0x1p-24, DOUBLE_SLACK = 0x1p-50, FLOOR = 0x1p-115;

/* Rounds to float, downward or upward, by a little more than half a unit in the last place; below
 * the normal range FLOOR covers the difference. */
static float float_below(double x)
{
    return (float)(x - fabs(x) * 0x1p-23);
}

static float float_above(double x)
{
    double least = fmax(x, -FLT_MAX / 2);
    return (float)(least + fabs(least) * 0x1p-23);
}

static double size_of(int64_t dims, const double *x)
{
    double sum = 0;
    for (int64_t k = 0; k < dims; k++)
        sum += x[k] * x[k];
    return sum;
}

/* ---- A question --------------------------------------------------------- */

void filter_layout(struct filter *filter, struct arena *arena)
{
    int64_t blocks = filter->cols->count, nodes = 2 * blocks - 1, places = blocks * TILE_COLS;
    filter->unit = arena_take(arena, filter->cols->families, sizeof *filter->unit);
    filter->weight = arena_take(arena, places, sizeof *filter->weight);
    filter->top = arena_take(arena, nodes, sizeof *filter->top);
    filter->drift = arena_take(arena, nodes, sizeof *filter->drift);
    filter->potential = arena_take(arena, places, sizeof *filter->potential);
    filter->has_slopes = filter->cols->dims <= SLOPE_DIMS;
    if (filter->has_slopes)
        slopes_layout(&filter->slopes, filter->cols, filter->form, arena);
    if (filter->form == TILE_ROOT)
        filter->slope = arena_take(arena, places, sizeof *filter->slope);
    if (filter->points->is_product)
        filter->noise = arena_take(arena, nodes, sizeof *filter->noise);
}

/* V, or 0 where floats cannot be used. */
static double family_unit(const struct filter *filter, int32_t family)
{
    double scale = filter->cols->scale[family];
    double unit = filter->points->is_product ? 0.5 : filter->points->unit;
    if (scale == 0 || filter->cols->dims > MOST_DIMS)
        return 0;
    int exponent = (filter->form == TILE_SQUARED ? 2 : 1) * ilogb(scale) - ilogb(unit);
    return abs(exponent) <= LARGEST_UNIT ? ldexp(1.0, exponent) : 0;
}

/* p_j, and what rounding does to it. */
struct effective {
    double potential, noise;
};

static struct effective effective_potential(const struct filter *filter, double b, int64_t j)
{
    if (!filter->points->is_product || b == -INFINITY)
        return (struct effective){b, 0};
    int64_t dims = filter->cols->dims;
    double square = size_of(dims, filter->cols->set->at + j * dims);
    double beta = filter->cols->set->offset[j];
    double noise = ((double)dims + 32) * DOUBLE_SLACK * (fabs(beta) + square + fabs(b));
    return (struct effective){b - (beta - square / 2), noise};
}

/* w_j and slope_j of the notes; NaN, which no comparison finds, for columns without mass. */
static void set_weight(struct filter *filter, int64_t j, double unit, double below_top)
{
    double size = filter->cols->size[j];
    if (filter->form == TILE_SQUARED)
        filter->weight[j] =
            float_below(fmin((1 - filter->kappa) * size + unit * below_top, 0x1p100));
    else if (filter->form == TILE_ROOT) {
        filter->weight[j] = float_below((1 - filter->kappa) * size);
        filter->slope[j] = float_above(fmax(-unit * below_top * (1 - DOUBLE_SLACK), -0x1p100));
    } else
        filter->weight[j] = (float)(fmin(unit * below_top, 0x1p100) * (1 - 0x1p-23) -
                                    filter->kappa * size * (1 + 0x1p-23));
    if (below_top == INFINITY)
        filter->weight[j] = NAN;
}

/* Potentials of the question, and those it is compared with. */
struct potentials {
    const double *now, *known;
};

static double potential_at(const struct potentials *potentials, int64_t j)
{
    return potentials->now ? potentials->now[j] : 0;
}

/* Rounded up; a column that has no mass now is never found. */
static double drift_of(const struct potentials *potentials, int64_t j)
{
    double now = potential_at(potentials, j);
    if (now == -INFINITY)
        return -INFINITY;
    double difference = now - potentials->known[j];
    return difference == 0 ? 0 : nextafter(difference, INFINITY);
}

static void fill_block(struct filter *filter, struct block_node leaf,
                       const struct potentials *potentials)
{
    int64_t begin = (int64_t)leaf.begin * TILE_COLS, end = begin + TILE_COLS;
    int64_t last = end < filter->cols->set->count ? end : filter->cols->set->count;
    double top = -INFINITY, drift = -INFINITY, noise = 0, *p = filter->potential + begin;
    for (int64_t j = begin; j < last; j++) {
        struct effective one = effective_potential(filter, potential_at(potentials, j), j);
        p[j - begin] = one.potential;
        top = fmax(top, one.potential);
        noise = fmax(noise, one.noise);
        if (potentials->known)
            drift = fmax(drift, drift_of(potentials, j));
    }
    double unit = filter->unit[filter->cols->family[leaf.begin]];
    for (int64_t j = begin; j < end; j++)
        set_weight(filter, j, unit,
                   j < last && p[j - begin] > -INFINITY ? top - p[j - begin] : INFINITY);
    filter->top[leaf.number] = top;
    filter->drift[leaf.number] = drift;
    if (filter->noise)
        filter->noise[leaf.number] = noise;
}

static void fill_plane(struct filter *filter, struct block_node node)
{
    if (!filter->has_slopes)
        return;
    slopes_fill(&filter->slopes, node, filter->potential);
    filter->slopes.level[node.number] += filter->noise ? filter->noise[node.number] : 0;
}

static void fill_node(struct filter *filter, struct block_node node,
                      const struct potentials *potentials)
{
    if (node.count == 1) {
        fill_block(filter, node, potentials);
        fill_plane(filter, node);
        return;
    }
    int32_t left = block_left(node).number, right = block_right(node).number;
    fill_node(filter, block_left(node), potentials);
    fill_node(filter, block_right(node), potentials);
    filter->top[node.number] = fmax(filter->top[left], filter->top[right]);
    filter->drift[node.number] = fmax(filter->drift[left], filter->drift[right]);
    if (filter->noise)
        filter->noise[node.number] = fmax(filter->noise[left], filter->noise[right]);
    fill_plane(filter, node);
}

void filter_fill(struct filter *filter, const double *potential, const double *known)
{
    struct potentials potentials = {potential, known};
    double steps = filter->form == TILE_LARGEST ? 4 : filter->cols->dims;
    filter->kappa = 1.0625 * (steps + 8) * FLOAT_UNIT;
    for (int32_t family = 0; family < filter->cols->families; family++)
        filter->unit[family] = family_unit(filter, family);
    filter->has_slopes &= potential != NULL || filter->points->is_product;
    filter->slopes.unit = filter->points->is_product ? 0.5 : filter->points->unit;
    fill_node(filter, block_root(filter->cols), &potentials);
    if (!known)
        filter->drift = NULL;
}

/* ---- Rows --------------------------------------------------------------- */

void row_tile_layout(struct row_tile *tile, int32_t dims, struct arena *arena)
{
    tile->at = arena_take(arena, dims, TILE_ROWS * sizeof *tile->at);
    tile->aimed = arena_take(arena, dims, TILE_ROWS * sizeof *tile->aimed);
}

void row_tile_load(struct row_tile *tile, const struct filter *filter, int32_t number)
{
    const struct blocks *rows = filter->rows;
    int64_t dims = rows->dims;
    tile->first = number * TILE_ROWS;
    tile->count = min_count(rows->set->count - tile->first, TILE_ROWS);
    tile->panels = (tile->count - 1) / TILE_PANEL + 1;
    tile->box = rows->tile_box + (int64_t)number * 2 * dims;
    tile->family = -1;
    for (int32_t i = 0; i < TILE_ROWS; i++) {
        int64_t row = tile->first + (i < tile->count ? i : 0);
        const double *x = rows->set->at + row * dims;
        for (int64_t k = 0; k < dims; k++)
            tile->at[k * TILE_ROWS + i] = x[k];
        tile->shift[i] = tile->noise[i] = 0;
        tile->limit[i] = tile->rise[i] = -INFINITY;
        if (filter->points->is_product) {
            double square = size_of(dims, x), alpha = rows->set->offset[row];
            tile->shift[i] = alpha - square / 2;
            tile->noise[i] = ((double)dims + 32) * DOUBLE_SLACK * (fabs(alpha) + square);
        }
    }
}

void row_tile_set_limit(struct row_tile *tile, int32_t i, double limit)
{
    double slack = tile->noise[i] > 0 || tile->shift[i] != 0
                       ? tile->noise[i] + DOUBLE_SLACK * (fabs(limit) + fabs(tile->shift[i]))
                       : 0;
    double effective = limit == -INFINITY ? limit : limit - tile->shift[i] + slack;
    tile->limit[i] = isnan(effective) ? INFINITY : effective;
}

void row_tile_update(struct row_tile *tile)
{
    tile->highest_limit = tile->highest_rise = -INFINITY;
    for (int32_t i = 0; i < tile->count; i++)
        if (tile->limit[i] > -INFINITY) {
            double limit = tile->limit[i], rise = tile->rise[i];
            tile->highest_limit = limit > tile->highest_limit ? limit : tile->highest_limit;
            tile->highest_rise = rise > tile->highest_rise ? rise : tile->highest_rise;
        }
}

/* ---- Bounds ------------------------------------------------------------- */

double filter_bound(const struct filter *filter, const struct row_tile *tile,
                    struct block_node node)
{
    double cost = points_box_cost(filter->points, tile->box, block_box(filter->cols, node));
    double top = filter->top[node.number];
    double bound = cost - top;
    if (top == -INFINITY)
        return INFINITY;
    if (filter->noise)
        bound -=
            filter->noise[node.number] + ((double)filter->cols->dims + 8) * DOUBLE_SLACK * cost;
    if (filter->has_slopes && filter->form == TILE_SQUARED) {
        double sloped = slopes_bound(&filter->slopes, tile->box, node);
        bound = sloped > bound ? sloped : bound;
    }
    return isnan(bound) ? -INFINITY : bound;
}

/* An unknown pair has C - known b > known t, hence C - b > known t - (b - known b) >= t. */
int filter_is_out(const struct filter *filter, const struct row_tile *tile, struct block_node node)
{
    if (filter->top[node.number] == -INFINITY ||
        (filter->drift && tile->highest_rise + filter->drift[node.number] <= 0))
        return 1;
    return filter->has_slopes && tile->highest_limit < DBL_MAX / 4 &&
           slopes_are_above(&filter->slopes, tile->box, node, tile->at, tile->limit);
}

/* ---- Tasks -------------------------------------------------------------- */

/* X in float, panel by panel, and its size in double. */
SIMD_CLONES static void aim_rows(enum tile_form form, int64_t dims, const double *restrict at,
                                 const double *restrict origin, double scale, float *restrict aimed,
                                 double *restrict size)
{
    for (int i = 0; i < TILE_ROWS; i++)
        size[i] = 0;
    for (int64_t k = 0; k < dims; k++) {
        double scaled[TILE_ROWS];
        float rounded[TILE_ROWS];
        for (int i = 0; i < TILE_ROWS; i++) {
            scaled[i] = (at[k * TILE_ROWS + i] - origin[k]) * scale;
            rounded[i] = (float)scaled[i];
        }
        if (form == TILE_SUM)
            for (int i = 0; i < TILE_ROWS; i++)
                size[i] += fabs(scaled[i]);
        else if (form == TILE_LARGEST)
            for (int i = 0; i < TILE_ROWS; i++)
                size[i] = fabs(scaled[i]) > size[i] ? fabs(scaled[i]) : size[i];
        else
            for (int i = 0; i < TILE_ROWS; i++)
                size[i] += scaled[i] * scaled[i];
        for (int panel = 0; panel < TILE_ROWS / TILE_PANEL; panel++)
            for (int i = 0; i < TILE_PANEL; i++)
                aimed[(panel * dims + k) * TILE_PANEL + i] = rounded[panel * TILE_PANEL + i];
    }
}

static void aim_at_family(const struct filter *filter, struct row_tile *tile, int32_t family)
{
    const struct blocks *cols = filter->cols;
    double largest = filter->form == TILE_SUM || filter->form == TILE_LARGEST ? 0x1p40 : 0x1p80;
    aim_rows(filter->form, cols->dims, tile->at, cols->origin + (int64_t)family * cols->dims,
             cols->scale[family], tile->aimed, tile->size);
    tile->family = family;
    tile->is_filtered = filter->unit[family] != 0;
    for (int i = 0; i < TILE_ROWS; i++)
        tile->is_filtered &= tile->size[i] <= largest;
}

/* l_i and reach_i of the notes; 0 if one of them is not a number. */
static int set_limits(const struct filter *filter, struct row_tile *tile, struct block_node leaf)
{
    double unit = filter->unit[tile->family], top = filter->top[leaf.number];
    double noise = filter->noise ? filter->noise[leaf.number] : 0;
    double floor = FLOOR * filter->cols->dims, kappa = filter->kappa;
    double drift = filter->drift ? filter->drift[leaf.number] : INFINITY;
    int is_squared = filter->form == TILE_SQUARED || filter->form == TILE_ROOT, is_sound = 1;
    for (int i = 0; i < TILE_ROWS; i++) {
        double t = tile->limit[i];
        double size = is_squared ? -(1 - kappa) * tile->size[i] : kappa * tile->size[i];
        double reach = unit * t + unit * top + unit * noise +
                       DOUBLE_SLACK * (unit * fabs(t) + unit * fabs(top)) + floor;
        double limit = filter->form == TILE_ROOT ? size + floor : reach + size;
        if (t == -INFINITY || tile->rise[i] + drift <= 0 ||
            (filter->form == TILE_ROOT && reach < 0))
            limit = reach = -INFINITY;
        is_sound &= !isnan(limit) && !isnan(reach);
        tile->float_limit[i] = limit > 0x1p110 ? 0x1p110f : float_above(limit);
        tile->float_reach[i] = reach > 0x1p52 ? INFINITY : float_above(reach);
    }
    return is_sound;
}

int filter_aim(const struct filter *filter, struct row_tile *tile, struct block_node leaf,
               struct tile_task *task)
{
    const struct blocks *cols = filter->cols;
    int64_t first = (int64_t)leaf.begin * TILE_COLS;
    if (tile->family != cols->family[leaf.begin])
        aim_at_family(filter, tile, cols->family[leaf.begin]);
    if (!tile->is_filtered || !set_limits(filter, tile, leaf))
        return 0;
    *task = (struct tile_task){.dims = cols->dims,
                               .panels = tile->panels,
                               .rows = tile->aimed,
                               .cols = cols->at + first * cols->dims,
                               .weight = filter->weight + first,
                               .slope = filter->slope ? filter->slope + first : NULL,
                               .limit = tile->float_limit,
                               .reach = tile->float_reach};
    return 1;
}
