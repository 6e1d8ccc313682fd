/* entropic_scaling.c - absorbed prices (Schmitzer 2019), with the mass as a third constraint.
 *
 * At prices u0, v0 and lambda0 the plan over the mass is K. Then
 *
 *   T_ij / mass = x a_i K_ij b_j,   a_i = exp(u0_i - u_i),   x = exp(lambda - lambda0),
 *
 * and u_i >= 0 says that a_i is at most exp(u0_i), which may be infinite. Half an iteration, given
 * b and the sums s_i = sum_j K_ij b_j, is
 *
 *   x a_i = min(x exp(u0_i), w_i / s_i),   x such that sum_i min(x exp(u0_i) s_i, w_i) = 1,
 *
 * w_i the weight over the mass. That sum is concave and piecewise linear in x, and Newton's method
 * climbs to its root from the left in a few steps: no sorting.
 */
#include "transport/entropic/entropic_scaling.h"

#include <math.h>
#include <string.h>

#include "base/simd.h"
#include "base/sums.h"
#include "linalg/exponential.h"
#include "linalg/vector.h"

/* K is 0 where it would be below 1e-304. With factors up to MOST_FACTOR that is below 1e-240 of the
 * mass, which no sum notices that is at least LEAST_SUM. Exponents stay below MOST_EXPONENT. */
static const double MOST_FACTOR = 1e20, LEAST_SUM = 1e-200, MOST_SUM = 1e200, MOST_EXPONENT = 200;

/* Exponentials, and products, between two looks at the clock: some thousandths of a second. */
enum { POLL_TERMS = 1 << 20, POLL_PRODUCTS = 1 << 22 };

static void side_layout(struct scaling_side *side, int64_t count, struct arena *arena)
{
    side->before = arena_take(arena, count, sizeof *side->before);
    side->most = arena_take(arena, count, sizeof *side->most);
    side->factor = arena_take(arena, count, sizeof *side->factor);
    side->sum = arena_take(arena, count, sizeof *side->sum);
    side->weight = arena_take(arena, count, sizeof *side->weight);
}

void scaling_layout(struct entropic *entropic, struct arena *arena)
{
    struct scaling *scaling = &entropic->scaling;
    const int64_t n = entropic->row.weights.count, m = entropic->col.weights.count;
    side_layout(&scaling->row, n, arena);
    side_layout(&scaling->col, m, arena);
    scaling->kernel = entropic->newton.is_there ? entropic->newton.plan
                                                : arena_take(arena, n * m, sizeof *scaling->kernel);
}

/* ---- Sums ---------------------------------------------------------------- */

/* Asks whether to go on, before row i, once in so many numbers of the matrix. */
static parot_status poll(const struct entropic *entropic, struct control *control, int64_t i,
                         int64_t terms)
{
    const int64_t m = entropic->col.weights.count, rows = m < terms ? terms / m : 1;
    return control && i % rows == 0
               ? control_poll_part(control, "entropic", entropic->iterations, 0)
               : PAROT_OK;
}

/* s_i = sum_j K_ij b_j */
static parot_status sum_rows(struct entropic *entropic, struct control *control)
{
    struct scaling *scaling = &entropic->scaling;
    const int64_t n = entropic->row.weights.count, m = entropic->col.weights.count;
    for (int64_t i = 0; i < n; i++) {
        TRY(poll(entropic, control, i, POLL_PRODUCTS));
        scaling->row.sum[i] = vector_dot(m, scaling->kernel + i * m, scaling->col.factor);
    }
    return PAROT_OK;
}

/* s_j = sum_i a_i K_ij */
static parot_status sum_cols(struct entropic *entropic, struct control *control)
{
    struct scaling *scaling = &entropic->scaling;
    const int64_t n = entropic->row.weights.count, m = entropic->col.weights.count;
    memset(scaling->col.sum, 0, (size_t)m * sizeof *scaling->col.sum);
    for (int64_t i = 0; i < n; i++) {
        TRY(poll(entropic, control, i, POLL_PRODUCTS));
        vector_add(m, scaling->row.factor[i], scaling->kernel + i * m, scaling->col.sum);
    }
    return PAROT_OK;
}

static int is_within(const struct scaling_side *side, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        if (side->weight[i] > 0 && !(side->sum[i] >= LEAST_SUM && side->sum[i] <= MOST_SUM))
            return 0;
    return 1;
}

/* ---- The matrix ---------------------------------------------------------- */

static void open_side(struct scaling_side *side, const struct entropic_side *given, double mass)
{
    for (int64_t i = 0; i < given->weights.count; i++) {
        side->weight[i] = weight_at(given->weights, i) / mass;
        side->before[i] = given->price[i];
        side->most[i] = exp(given->price[i]);
        side->factor[i] = side->weight[i] > 0;
    }
}

static int has_room(const struct entropic *entropic, double shift)
{
    const int64_t n = entropic->row.weights.count, m = entropic->col.weights.count;
    for (int64_t i = 0; i < n; i++)
        if (entropic->row.price[i] < INFINITY &&
            !(shift - entropic->row.price[i] -
                  exponential_least(m, entropic->cost + i * m, entropic->col.price) <=
              MOST_EXPONENT))
            return 0;
    return 1;
}

parot_status scaling_open(struct entropic *entropic, struct control *control, int *is_open)
{
    struct scaling *scaling = &entropic->scaling;
    const int64_t n = entropic->row.weights.count, m = entropic->col.weights.count;
    const double shift = entropic->lambda - log(entropic->mass);
    *is_open = 0;
    if (!has_room(entropic, shift))
        return PAROT_OK;
    open_side(&scaling->row, &entropic->row, entropic->mass);
    open_side(&scaling->col, &entropic->col, entropic->mass);
    scaling->lambda = entropic->lambda;
    scaling->x = 1;
    for (int64_t i = 0; i < n; i++) {
        TRY(poll(entropic, control, i, POLL_TERMS));
        exponential_row(m, shift - entropic->row.price[i], entropic->cost + i * m,
                        entropic->col.price, scaling->kernel + i * m);
    }
    TRY(sum_rows(entropic, control));
    TRY(sum_cols(entropic, control));
    *is_open = is_within(&scaling->row, n) && is_within(&scaling->col, m);
    return PAROT_OK;
}

/* ---- One side's factors and x -------------------------------------------- */

/* Of sum_i min(x most_i s_i, w_i), at x: the weights that are full, the slope of the others, and
 * the last border below which one is not full. */
struct tangent {
    double full, slope, border, last_slope, last_weight;
};

static struct tangent tangent_at(const struct scaling_side *side, int64_t count, double x)
{
    struct tangent tangent = {0};
    struct sum full = {0};
    for (int64_t i = 0; i < count; i++) {
        double slope = side->most[i] * side->sum[i], weight = side->weight[i];
        if (!(weight > 0))
            continue;
        if (x * slope < weight) {
            tangent.slope += slope;
        } else {
            sum_add(&full, weight);
            if (slope < INFINITY && weight / slope > tangent.border) {
                tangent.border = weight / slope;
                tangent.last_slope = slope;
                tangent.last_weight = weight;
            }
        }
    }
    tangent.full = sum_value(&full);
    return tangent;
}

/* The root of the tangent is at or left of the sum's. Where all are full, the tangent is that of
 * just below the last border. */
static double find_x(const struct scaling_side *side, int64_t count, double x)
{
    struct tangent tangent = tangent_at(side, count, x);
    if (tangent.slope == 0) {
        if (tangent.border == 0)
            return x;
        tangent.slope = tangent.last_slope;
        tangent.full -= tangent.last_weight;
    }
    x = fmin((1 - tangent.full) / tangent.slope, fmax(x, tangent.border));
    for (int64_t k = 0; k <= count; k++) {
        tangent = tangent_at(side, count, fmax(x, 0));
        double next = tangent.slope > 0 ? (1 - tangent.full) / tangent.slope : tangent.border;
        if (!(next > x))
            break;
        x = next;
    }
    return x;
}

/* Adds to *moved what this changes in the side's sums; 0: a factor leaves the range. */
static int settle(struct scaling *scaling, struct scaling_side *side, int64_t count, double *moved)
{
    double x = find_x(side, count, scaling->x), sum = 0;
    int is_good = x >= 1 / MOST_FACTOR && x <= MOST_FACTOR;
    for (int64_t i = 0; i < count && is_good; i++) {
        double before = scaling->x * side->factor[i] * side->sum[i];
        if (!(side->weight[i] > 0))
            continue;
        double full = side->weight[i] / (x * side->sum[i]);
        side->factor[i] = side->most[i] < full ? side->most[i] : full;
        sum += fabs(x * side->factor[i] * side->sum[i] - before);
        is_good = side->factor[i] >= 1 / MOST_FACTOR && side->factor[i] <= MOST_FACTOR;
    }
    *moved += sum;
    scaling->x = is_good ? x : scaling->x;
    return is_good;
}

/* ---- Iterations ---------------------------------------------------------- */

parot_status scaling_run(struct entropic *entropic, double enough, int64_t most,
                         struct control *control, int is_first)
{
    struct scaling *scaling = &entropic->scaling;
    const int64_t n = entropic->row.weights.count, m = entropic->col.weights.count;
    for (int64_t k = 0; k < most; k++) {
        struct control *asked = is_first && k == 0 ? NULL : control;
        double moved = 0;
        if (k > 0) /* scaling_open has the sums for the first one */
            TRY(sum_cols(entropic, asked));
        if (!is_within(&scaling->col, m) || !settle(scaling, &scaling->col, m, &moved))
            return PAROT_OK;
        TRY(sum_rows(entropic, asked));
        if (!is_within(&scaling->row, n) || !settle(scaling, &scaling->row, n, &moved))
            return PAROT_OK;
        entropic->residual = moved;
        entropic->iterations++;
        if (moved <= enough)
            return PAROT_OK;
        TRY(control_poll(control, "entropic", entropic->iterations, NAN, NAN));
    }
    return PAROT_OK;
}

static void close_side(const struct scaling_side *side, struct entropic_side *given)
{
    for (int64_t i = 0; i < given->weights.count; i++)
        if (side->weight[i] > 0)
            given->price[i] = side->factor[i] == side->most[i]
                                  ? 0
                                  : fmax(0, side->before[i] - log(side->factor[i]));
}

void scaling_close(struct entropic *entropic)
{
    close_side(&entropic->scaling.row, &entropic->row);
    close_side(&entropic->scaling.col, &entropic->col);
    entropic->lambda = entropic->scaling.lambda + log(entropic->scaling.x);
}

/* out_j = a x_j y_j */
SIMD_CLONES static void scale_row(int64_t n, double a, const double *restrict x,
                                  const double *restrict y, double *restrict out)
{
    for (int64_t j = 0; j < n; j++)
        out[j] = a * x[j] * y[j];
}

void scaling_plan(const struct entropic *entropic, double *plan)
{
    const struct scaling *scaling = &entropic->scaling;
    const int64_t n = entropic->row.weights.count, m = entropic->col.weights.count;
    for (int64_t i = 0; i < n; i++)
        scale_row(m, entropic->mass * scaling->x * scaling->row.factor[i], scaling->kernel + i * m,
                  scaling->col.factor, plan + i * m);
}
