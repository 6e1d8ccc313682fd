/* balance.c - with the covariances F and G of both clouds of features, the M = A' A that makes them
 * equal has M F M = G: M = F^-1/2 (F^1/2 G F^1/2)^1/2 F^-1/2, which is the optimal map between two
 * Gaussians. With M = V diag(mu) V', f becomes diag(mu)^1/2 V' f and g becomes diag(mu)^-1/2 V' g.
 */
#include "gromov/points/balance.h"

#include <math.h>
#include <string.h>

/* Directions in which a cloud is flat are taken to be this wide, as a share of its variance: no
 * feature grows by more than some thousands. */
static const double FLAT = 1e-6;

void balance_layout(struct balance *balance, struct arena *arena)
{
    int64_t rank = balance->rank;
    size_t row = (size_t)rank * sizeof(double);
    balance->mean_f = arena_take(arena, 1, row);
    balance->mean_g = arena_take(arena, 1, row);
    balance->row = arena_take(arena, 1, row);
    balance->cov_f = arena_take(arena, rank, row);
    balance->cov_g = arena_take(arena, rank, row);
    balance->half = arena_take(arena, rank, row);
    balance->inverse = arena_take(arena, rank, row);
    balance->map = arena_take(arena, rank, row);
    balance->eigen.n = balance->eigen.count = rank;
    eigen_layout(&balance->eigen, arena);
}

/* ---- Moments of features --------------------------------------------------- */

static void mean_of(const double *features, struct weights weights, int64_t rank, double *mean)
{
    double mass = 0;
    memset(mean, 0, (size_t)rank * sizeof *mean);
    for (int64_t i = 0; i < weights.count; i++) {
        double weight = weight_at(weights, i);
        mass += weight;
        for (int64_t k = 0; weight > 0 && k < rank; k++)
            mean[k] += weight * features[i * rank + k];
    }
    for (int64_t k = 0; k < rank; k++)
        mean[k] = mass > 0 ? mean[k] / mass : 0;
}

/* Of the features about their mean, made a little rounder; returns their sum of variances. */
static double covariance_of(const double *features, struct weights weights, int64_t rank,
                            const double *mean, double *row, double *covariance)
{
    double trace = 0, mass = 0;
    memset(covariance, 0, (size_t)(rank * rank) * sizeof *covariance);
    for (int64_t i = 0; i < weights.count; i++) {
        double weight = weight_at(weights, i);
        if (!(weight > 0))
            continue;
        mass += weight;
        for (int64_t k = 0; k < rank; k++)
            row[k] = features[i * rank + k] - mean[k];
        for (int64_t k = 0; k < rank; k++)
            for (int64_t l = 0; l < rank; l++)
                covariance[k * rank + l] += weight * row[k] * row[l];
    }
    for (int64_t k = 0; mass > 0 && k < rank * rank; k++)
        covariance[k] /= mass;
    for (int64_t k = 0; k < rank; k++)
        trace += covariance[k * rank + k];
    for (int64_t k = 0; k < rank; k++)
        covariance[k * rank + k] += FLAT * trace;
    return trace;
}

/* ---- The map --------------------------------------------------------------- */

/* to = a b */
static void multiply(int64_t rank, const double *a, const double *b, double *to)
{
    memset(to, 0, (size_t)(rank * rank) * sizeof *to);
    for (int64_t i = 0; i < rank; i++)
        for (int64_t k = 0; k < rank; k++)
            for (int64_t j = 0; j < rank; j++)
                to[i * rank + j] += a[i * rank + k] * b[k * rank + j];
}

/* to = matrix^power of a symmetric matrix with positive eigenvalues; eigenvalues and vectors stay
 * in balance->eigen. */
static parot_status raise(struct balance *balance, const double *matrix, double power, double *to)
{
    struct eigen *eigen = &balance->eigen;
    int64_t rank = balance->rank;
    for (int64_t k = 0; k < rank; k++)
        for (int64_t l = 0; l < rank; l++)
            eigen->matrix[k * rank + l] = (matrix[k * rank + l] + matrix[l * rank + k]) / 2;
    TRY(eigen_solve(eigen));
    memset(to, 0, (size_t)(rank * rank) * sizeof *to);
    for (int64_t e = 0; e < rank; e++) {
        const double *vector = eigen->vectors + e * rank;
        double value = pow(eigen->values[e], power);
        if (!(value > 0 && value < INFINITY))
            return PAROT_ENUMERIC;
        for (int64_t k = 0; k < rank; k++)
            for (int64_t l = 0; l < rank; l++)
                to[k * rank + l] += value * vector[k] * vector[l];
    }
    return PAROT_OK;
}

/* Leaves the eigenvalues and vectors of M in balance->eigen. */
static parot_status find_map(struct balance *balance)
{
    int64_t rank = balance->rank;
    double *half = balance->half, *inverse = balance->inverse, *map = balance->map;
    TRY(raise(balance, balance->cov_f, 0.5, half));
    TRY(raise(balance, balance->cov_f, -0.5, inverse));
    multiply(rank, half, balance->cov_g, map);
    multiply(rank, map, half, balance->cov_g);
    TRY(raise(balance, balance->cov_g, 0.5, half));
    multiply(rank, inverse, half, map);
    multiply(rank, map, inverse, half);
    return raise(balance, half, 1, map);
}

/* ---- Features --------------------------------------------------------------- */

/* offset -= <feature (less its mean), other mean>, and feature = diag(values^power) V' (feature -
 * mean) */
static void change(struct balance *balance, double *features, int64_t count, const double *mean,
                   const double *other, int is_centred, double power, double *offset)
{
    int64_t rank = balance->rank;
    for (int64_t i = 0; i < count; i++) {
        double *feature = features + i * rank, paid = 0;
        for (int64_t k = 0; k < rank; k++) {
            balance->row[k] = feature[k] - mean[k];
            paid += (is_centred ? balance->row[k] : feature[k]) * other[k];
        }
        offset[i] -= paid;
        for (int64_t e = 0; e < rank; e++) {
            const double *vector = balance->eigen.vectors + e * rank;
            double sum = 0;
            for (int64_t k = 0; k < rank; k++)
                sum += vector[k] * balance->row[k];
            feature[e] = sum * pow(balance->eigen.values[e], power);
        }
    }
}

void balance_apply(struct balance *balance, struct weights p, struct weights q,
                   const struct linear_costs *costs)
{
    int64_t rank = balance->rank;
    double *mean_f = balance->mean_f, *mean_g = balance->mean_g, *row = balance->row;
    mean_of(costs->f, p, rank, mean_f);
    mean_of(costs->g, q, rank, mean_g);
    double wide_f = covariance_of(costs->f, p, rank, mean_f, row, balance->cov_f);
    double wide_g = covariance_of(costs->g, q, rank, mean_g, row, balance->cov_g);
    if (!(wide_f > 0 && wide_g > 0) || find_map(balance) != PAROT_OK)
        return;
    change(balance, costs->f, p.count, mean_f, mean_g, 0, 0.5, costs->alpha);
    change(balance, costs->g, q.count, mean_g, mean_f, 1, -0.5, costs->beta);
}
