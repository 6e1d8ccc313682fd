/* fused.c - |u - w|^2 = |u|^2 + |w|^2 - 2 <u, w>: the squares are offsets, u and w more features.
 * Costs of plans are sums of squares of differences, so that they do not cancel. */
#include "gromov/points/fused.h"

#include <math.h>
#include <string.h>

#include "base/sums.h"

static double dot(const double *a, const double *b, int64_t count)
{
    double sum = 0;
    for (int64_t k = 0; k < count; k++)
        sum += a[k] * b[k];
    return sum;
}

double fused_cost(const struct coordinates *at, const parot_plan *plan)
{
    struct sum sum = {0};
    for (int64_t e = 0; at->features > 0 && e < plan->count; e++) {
        const double *u = at->u + plan->row[e] * at->features;
        const double *w = at->w + plan->col[e] * at->features;
        double square = 0;
        for (int64_t k = 0; k < at->features; k++)
            square += (u[k] - w[k]) * (u[k] - w[k]);
        sum_add_product(&sum, plan->mass[e], square);
    }
    return sum_value(&sum);
}

/* sum_i weight_i z_ik, and sum_i weight_i z_ik^2 */
static void moments_of_column(const double *z, int64_t features, int64_t k, struct weights weights,
                              double *first, double *second)
{
    double total = weights_total(weights);
    *first = *second = 0;
    for (int64_t i = 0; i < weights.count; i++) {
        double at = z[i * features + k], share = weight_at(weights, i) / total;
        *first += share * at;
        *second += share * at * at;
    }
}

double fused_cost_of_product(const struct coordinates *at, struct weights p, struct weights q,
                             double mass)
{
    double sum = 0;
    for (int64_t k = 0; k < at->features; k++) {
        double u, uu, w, ww;
        moments_of_column(at->u, at->features, k, p, &u, &uu);
        moments_of_column(at->w, at->features, k, q, &w, &ww);
        sum += uu - 2 * u * w + ww;
    }
    return mass * sum;
}

double fused_value(const struct coordinates *at, double quadratic, double cost)
{
    return at->features > 0 ? at->quadratic * quadratic + at->linear * cost : quadratic;
}

double fused_slope(const struct coordinates *at, double value, double cost)
{
    return at->features > 0 ? fmax(0, value - at->linear / 2 * cost) : value;
}

void fused_costs_alone(struct coordinates *at)
{
    at->quadratic = 0;
    at->linear = 1;
}

static void add_squares(const struct coordinates *at, const double *z, int64_t count,
                        double *offset)
{
    for (int64_t i = 0; at->features > 0 && i < count; i++) {
        const double *here = z + i * at->features;
        offset[i] = at->quadratic * offset[i] + at->linear / 2 * dot(here, here, at->features);
    }
}

void fused_offsets(const struct coordinates *at, const struct linear_costs *costs)
{
    add_squares(at, at->u, at->n, costs->alpha);
    add_squares(at, at->w, at->m, costs->beta);
}

/* Rows of `rank` numbers times `factor` become longer, the last first. */
static void lengthen(double *rows, int64_t count, int64_t rank, double factor, const double *more,
                     int64_t features, double more_factor)
{
    for (int64_t i = count; i-- > 0;) {
        double *to = rows + i * (rank + features);
        memmove(to, rows + i * rank, (size_t)rank * sizeof *to);
        for (int64_t k = 0; k < rank; k++)
            to[k] *= factor;
        for (int64_t k = 0; k < features; k++)
            to[rank + k] = more_factor * more[i * features + k];
    }
}

int64_t fused_append(const struct coordinates *at, int64_t rank, const struct linear_costs *costs)
{
    if (at->features == 0)
        return rank;
    lengthen(costs->f, at->n, rank, at->quadratic, at->u, at->features, at->linear);
    lengthen(costs->g, at->m, rank, 1, at->w, at->features, 1);
    return rank + at->features;
}

double fused_product(const struct coordinates *at, int64_t i, int64_t j, double product)
{
    if (at->features == 0)
        return product;
    return at->quadratic * product +
           at->linear * dot(at->u + i * at->features, at->w + j * at->features, at->features);
}
