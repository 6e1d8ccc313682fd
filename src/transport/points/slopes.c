/* slopes.c - g by least squares from some of the columns, A from all of them: a poor fit gives a
 * poor bound, but a true one. */
#include "transport/points/slopes.h"

#include <float.h>
#include <math.h>

#include "base/simd.h"

/* Columns that a fit looks at. */
enum { SAMPLE = 128 };

static const double SLACK = 0x1p-50;

void slopes_layout(struct slopes *slopes, const struct blocks *cols, enum tile_form form,
                   struct arena *arena)
{
    int64_t nodes = 2 * (int64_t)cols->count - 1;
    slopes->cols = cols;
    slopes->form = form;
    slopes->slope = arena_take(arena, nodes, (size_t)cols->dims * sizeof *slopes->slope);
    slopes->level = arena_take(arena, nodes, sizeof *slopes->level);
}

/* Sums over a sample, relative to the middle of the box: of y y', of p y; of y and p. */
struct moments {
    double square[SLOPE_DIMS][SLOPE_DIMS], product[SLOPE_DIMS], point[SLOPE_DIMS], price, count;
};

static double middle_of(const double *box, int64_t dims, int64_t k)
{
    return box[k] / 2 + box[dims + k] / 2;
}

static struct moments sum_up(const struct slopes *slopes, int64_t begin, int64_t end,
                             const double *box, const double *potential)
{
    struct moments sum = {0};
    int64_t dims = slopes->cols->dims, step = (end - begin) / SAMPLE + 1;
    for (int64_t j = begin; j < end; j += step) {
        double y[SLOPE_DIMS] = {0}, p = potential[j];
        if (p == -INFINITY)
            continue;
        sum.count++;
        sum.price += p;
        for (int64_t k = 0; k < dims; k++) {
            y[k] = slopes->cols->set->at[j * dims + k] - middle_of(box, dims, k);
            sum.point[k] += y[k];
            sum.product[k] += p * y[k];
            for (int64_t l = 0; l <= k; l++)
                sum.square[k][l] += y[k] * y[l];
        }
    }
    return sum;
}

/* G = sum y y' - (sum y)(sum y)' / count, r = sum p y - (sum p)(sum y) / count; a little on the
 * diagonal keeps points on a line from dividing by zero. */
static void make_equations(struct moments *sum, int64_t dims)
{
    double trace = 0, count = fmax(sum->count, 1);
    for (int64_t k = 0; k < dims; k++) {
        sum->product[k] -= sum->price * sum->point[k] / count;
        for (int64_t l = 0; l <= k; l++)
            sum->square[k][l] -= sum->point[k] * sum->point[l] / count;
        trace += sum->square[k][k];
    }
    for (int64_t k = 0; k < dims; k++)
        sum->square[k][k] += 1e-9 * trace + DBL_MIN;
}

/* G g = r by Cholesky, in place. */
static void solve(struct moments *sum, int64_t dims, double *g)
{
    for (int64_t k = 0; k < dims; k++) {
        for (int64_t l = 0; l <= k; l++) {
            double rest = sum->square[k][l];
            for (int64_t h = 0; h < l; h++)
                rest -= sum->square[k][h] * sum->square[l][h];
            sum->square[k][l] = l < k ? rest / sum->square[l][l] : sqrt(rest);
        }
        g[k] = sum->product[k];
        for (int64_t h = 0; h < k; h++)
            g[k] -= sum->square[k][h] * g[h];
        g[k] /= sum->square[k][k];
    }
    for (int64_t k = dims; k-- > 0;) {
        for (int64_t h = k + 1; h < dims; h++)
            g[k] -= sum->square[h][k] * g[h];
        g[k] /= sum->square[k][k];
    }
}

/* A = max_j p_j - <g, y_j - e>, and its rounding */
static double find_level(const struct slopes *slopes, int64_t begin, int64_t end,
                         const double *potential, const double *box, const double *g)
{
    int64_t dims = slopes->cols->dims;
    double level = -INFINITY;
    for (int64_t j = begin; j < end; j++) {
        const double *y = slopes->cols->set->at + j * dims;
        double rest = potential[j], size = fabs(rest);
        for (int64_t k = 0; k < dims; k++) {
            double part = g[k] * (y[k] - middle_of(box, dims, k));
            rest -= part;
            size += fabs(part);
        }
        rest += SLACK * ((double)dims + 4) * size;
        if (potential[j] > -INFINITY && !(rest <= level))
            level = isnan(rest) ? INFINITY : rest;
    }
    return level > -INFINITY ? level : INFINITY;
}

void slopes_fill(struct slopes *slopes, struct block_node node, const double *potential)
{
    const struct blocks *cols = slopes->cols;
    int64_t dims = cols->dims, begin = (int64_t)node.begin * TILE_COLS;
    int64_t end = begin + (int64_t)node.count * TILE_COLS;
    const double *box = block_box(cols, node);
    double *g = slopes->slope + node.number * dims;
    slopes->level[node.number] = INFINITY;
    if (node.count > SLOPE_BLOCKS)
        return;
    end = end < cols->set->count ? end : cols->set->count;
    struct moments sum = sum_up(slopes, begin, end, box, potential);
    make_equations(&sum, dims);
    solve(&sum, dims, g);
    slopes->level[node.number] = find_level(slopes, begin, end, potential, box, g);
}

/* For given y the best x is the nearest one, so each term is convex in y:
 *
 *   unit dist(y, [a, b])^2 - g (y - e),
 *
 * with the minimum at y = b + g / (2 unit) if g > 0, at a + g / (2 unit) otherwise, or at the
 * end of the box that is nearest to it. Where that y is rounded, the term is too large by unit
 * times the square of its rounding; all other roundings are relative, except where squares vanish.
 */
double slopes_bound(const struct slopes *slopes, const double *box, struct block_node node)
{
    int64_t dims = slopes->cols->dims;
    const double *other = block_box(slopes->cols, node), *g = slopes->slope + node.number * dims;
    double level = slopes->level[node.number], unit = slopes->unit, sum = 0, size = 0, wobble = 0;
    if (level == INFINITY)
        return -INFINITY;
    for (int64_t k = 0; k < dims; k++) {
        double edge = g[k] > 0 ? box[dims + k] : box[k], shift = g[k] / (2 * unit);
        double y = edge + shift;
        y = y > other[k] ? y : other[k];
        y = y < other[dims + k] ? y : other[dims + k];
        double above = y - box[dims + k], below = box[k] - y, gap = above > below ? above : below;
        gap = gap > 0 ? gap : 0;
        double square = gap * gap * unit, part = g[k] * (y - middle_of(other, dims, k));
        sum += square - part;
        size += square + fabs(part);
        wobble += unit * (fabs(edge) + fabs(shift)) * (fabs(edge) + fabs(shift));
    }
    double slack = ((double)dims + 16) * SLACK * (size + fabs(level)) + 0x1p-98 * wobble +
                   (double)dims * (unit + 1) * 0x1p-1070;
    double bound = sum - level - slack;
    return isnan(bound) ? -INFINITY : bound;
}

/* max_i t_i + <g, x_i - e>, and its rounding */
SIMD_CLONES static double highest_above_plane(int64_t dims, const double *restrict at,
                                              const double *restrict limit,
                                              const double *restrict g, const double *restrict e)
{
    double sum[TILE_ROWS], size[TILE_ROWS], highest = -INFINITY;
    for (int i = 0; i < TILE_ROWS; i++) {
        sum[i] = limit[i];
        size[i] = fabs(limit[i]);
    }
    for (int64_t k = 0; k < dims; k++)
        for (int i = 0; i < TILE_ROWS; i++) {
            double part = g[k] * (at[k * TILE_ROWS + i] - e[k]);
            sum[i] += part;
            size[i] += fabs(part);
        }
    for (int i = 0; i < TILE_ROWS; i++) {
        double one = sum[i] + SLACK * ((double)dims + 16) * size[i];
        if (limit[i] > -INFINITY && !(one <= highest))
            highest = isnan(one) ? INFINITY : one;
    }
    return highest;
}

/* Differences z = y - x of two boxes, and a vector w with c(z) >= unit <w, z>. */
struct differences {
    double low[SLOPE_DIMS], high[SLOPE_DIMS], w[SLOPE_DIMS];
};

/* |z| >= <w, z> with |w| <= 1: towards the middle of the box; max_k |z_k| the same with its largest
 * coordinate alone. A little shorter, for the rounding of c and of w itself. */
static void choose_direction(enum tile_form form, int64_t dims, struct differences *box)
{
    double length = 0, largest = 0, shrink = 1 - ((double)dims + 16) * SLACK;
    for (int64_t k = 0; k < dims; k++) {
        box->w[k] = box->low[k] / 2 + box->high[k] / 2;
        length += box->w[k] * box->w[k];
        largest = fmax(largest, fabs(box->w[k]));
    }
    for (int64_t k = 0; k < dims; k++) {
        double along = form == TILE_ROOT ? box->w[k] / sqrt(length) : copysign(1, box->w[k]);
        int is_used = form == TILE_ROOT ? length > 0 : fabs(box->w[k]) == largest;
        box->w[k] = is_used ? shrink * along : 0;
        if (is_used && form == TILE_LARGEST)
            largest = INFINITY; /* one is enough */
    }
}

struct least {
    double value, size; /* and what its rounding is relative to */
};

static double clamp(double x, double low, double high)
{
    x = x > low ? x : low;
    return x < high ? x : high;
}

/* min over z in [low, high] of unit z^2 - g z, unit |z| - g z, or unit w z - g z */
static struct least least_term(const struct slopes *slopes, const struct differences *box,
                               int64_t k, double g)
{
    double unit = slopes->unit, low = box->low[k], high = box->high[k];
    if (slopes->form == TILE_SQUARED) {
        double z = clamp(g / (2 * unit), low, high);
        return (struct least){z * z * unit - g * z, z * z * unit + fabs(g * z)};
    }
    double farthest = fmax(fabs(low), fabs(high)), size = farthest * (unit + fabs(g));
    if (slopes->form == TILE_SUM) {
        double zero = clamp(0, low, high), at_zero = unit * fabs(zero) - g * zero;
        double ends = fmin(unit * fabs(low) - g * low, unit * fabs(high) - g * high);
        return (struct least){fmin(ends, at_zero), size};
    }
    double slope = unit * box->w[k] - g;
    return (struct least){slope * (slope > 0 ? low : high), size};
}

int slopes_are_above(const struct slopes *slopes, const double *box, struct block_node node,
                     const double *at, const double *limit)
{
    int64_t dims = slopes->cols->dims;
    const double *other = block_box(slopes->cols, node), *g = slopes->slope + node.number * dims;
    double level = slopes->level[node.number], sum = 0, size = 0, e[SLOPE_DIMS];
    struct differences differences;
    if (level == INFINITY)
        return 0;
    for (int64_t k = 0; k < dims; k++) {
        differences.low[k] = other[k] - box[dims + k];
        differences.high[k] = other[dims + k] - box[k];
        e[k] = middle_of(other, dims, k);
    }
    if (slopes->form == TILE_ROOT || slopes->form == TILE_LARGEST)
        choose_direction(slopes->form, dims, &differences);
    for (int64_t k = 0; k < dims; k++) {
        struct least term = least_term(slopes, &differences, k, g[k]);
        sum += term.value;
        size += term.size;
    }
    double vanished =
        slopes->form == TILE_ROOT ? 0x1p-530 : 0x1p-1070; /* squares below the range */
    double slack = ((double)dims + 16) * SLACK * (size + fabs(level)) +
                   (double)dims * (slopes->unit + 1) * vanished;
    return sum - level - slack > highest_above_plane(dims, at, limit, g, e);
}
