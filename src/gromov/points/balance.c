/* balance.c - with the covariances F and G of both clouds of features, the M = A' A that makes them
 * equal has M F M = G: M = F^-1/2 (F^1/2 G F^1/2)^1/2 F^-1/2, which is the optimal map between two
 * Gaussians. With M = V diag(mu) V', f becomes diag(mu)^1/2 V' f and g becomes diag(mu)^-1/2 V' g;
 * both are then turned to their principal axes, which are the same.
 */
#include "gromov/points/balance.h"

#include <math.h>
#include <string.h>

#include "linalg/gemm.h"

/* Directions in which a cloud is flat are taken to be this wide, as a share of its variance: no
 * feature grows by more than some thousands. */
static const double FLAT = 1e-6;

/* Points at a time; and how many features make a library for products worth loading. */
enum { BLOCK = 256, BLAS_RANK = 32 };

void balance_layout(struct balance *balance, struct arena *arena)
{
    int64_t rank = balance->rank;
    size_t row = (size_t)rank * sizeof(double);
    balance->mean_f = arena_take(arena, 1, row);
    balance->mean_g = arena_take(arena, 1, row);
    balance->rows = arena_take(arena, BLOCK, row);
    balance->variance = arena_take(arena, 1, row);
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

/* rows = `scale` (feature - mean) of features [begin, end); scale_i is the root of a weight, or 1.
 */
static void fill_rows(const struct balance *balance, const double *features, int64_t begin,
                      int64_t end, const double *mean, const struct weights *weights)
{
    int64_t rank = balance->rank;
    for (int64_t i = begin; i < end; i++) {
        double scale = weights ? sqrt(fmax(0, weight_at(*weights, i))) : 1;
        for (int64_t k = 0; k < rank; k++)
            balance->rows[(i - begin) * rank + k] = scale * (features[i * rank + k] - mean[k]);
    }
}

static int64_t block_end(int64_t begin, int64_t count)
{
    return begin + BLOCK < count ? begin + BLOCK : count;
}

/* Of the features about their mean, made a little rounder; returns their sum of variances. */
static double covariance_of(const struct balance *balance, const double *features,
                            struct weights weights, const double *mean, double *covariance)
{
    int64_t rank = balance->rank;
    double trace = 0, mass = weights_total(weights);
    memset(covariance, 0, (size_t)(rank * rank) * sizeof *covariance);
    for (int64_t begin = 0; begin < weights.count; begin += BLOCK) {
        int64_t end = block_end(begin, weights.count);
        fill_rows(balance, features, begin, end, mean, &weights);
        (rank < BLAS_RANK ? gemm_tn_add_plain : gemm_tn_add)(
            rank, rank, end - begin, 1, balance->rows, rank, balance->rows, rank, covariance, rank);
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

/* half = diag(mu)^1/2 V' and inverse = diag(mu)^-1/2 V'; map = the covariance of features under
 * the first. */
static void split_map(struct balance *balance)
{
    int64_t rank = balance->rank;
    const struct eigen *eigen = &balance->eigen;
    for (int64_t e = 0; e < rank; e++)
        for (int64_t k = 0; k < rank; k++) {
            double root = sqrt(eigen->values[e]), v = eigen->vectors[e * rank + k];
            balance->half[e * rank + k] = root * v;
            balance->inverse[e * rank + k] = v / root;
        }
    multiply(rank, balance->half, balance->cov_f, balance->cov_g);
    memset(balance->map, 0, (size_t)(rank * rank) * sizeof *balance->map);
    for (int64_t i = 0; i < rank; i++)
        for (int64_t j = 0; j < rank; j++)
            for (int64_t k = 0; k < rank; k++)
                balance->map[i * rank + j] +=
                    balance->cov_g[i * rank + k] * balance->half[j * rank + k];
}

/* Both maps are turned to the principal axes of what they make, the widest first: cov_f and cov_g
 * are the maps then. */
static parot_status turn_maps(struct balance *balance)
{
    int64_t rank = balance->rank;
    struct eigen *eigen = &balance->eigen;
    for (int64_t k = 0; k < rank; k++)
        for (int64_t l = 0; l < rank; l++)
            eigen->matrix[k * rank + l] =
                (balance->map[k * rank + l] + balance->map[l * rank + k]) / 2;
    TRY(eigen_solve(eigen));
    memcpy(balance->variance, eigen->values, (size_t)rank * sizeof *balance->variance);
    multiply(rank, eigen->vectors, balance->half, balance->cov_f);
    multiply(rank, eigen->vectors, balance->inverse, balance->cov_g);
    return PAROT_OK;
}

/* ---- Features --------------------------------------------------------------- */

/* offset -= <feature (less its mean), other mean>, and feature = map (feature - mean) */
static void change(struct balance *balance, double *features, int64_t count, const double *mean,
                   const double *other, int is_centred, const double *map, double *offset)
{
    int64_t rank = balance->rank;
    double whole = 0;
    for (int64_t k = 0; !is_centred && k < rank; k++)
        whole += mean[k] * other[k];
    for (int64_t begin = 0; begin < count; begin += BLOCK) {
        int64_t end = block_end(begin, count);
        fill_rows(balance, features, begin, end, mean, NULL);
        for (int64_t i = begin; i < end; i++) {
            double paid = whole;
            for (int64_t k = 0; k < rank; k++)
                paid += balance->rows[(i - begin) * rank + k] * other[k];
            offset[i] -= paid;
        }
        gemm_nt(end - begin, rank, rank, 1, balance->rows, rank, map, rank, features + begin * rank,
                rank);
    }
}

int balance_apply(struct balance *balance, struct weights p, struct weights q,
                  const struct linear_costs *costs)
{
    int64_t rank = balance->rank;
    double *mean_f = balance->mean_f, *mean_g = balance->mean_g;
    balance->eigen.n = balance->eigen.count = rank;
    mean_of(costs->f, p, rank, mean_f);
    mean_of(costs->g, q, rank, mean_g);
    double wide_f = covariance_of(balance, costs->f, p, mean_f, balance->cov_f);
    double wide_g = covariance_of(balance, costs->g, q, mean_g, balance->cov_g);
    if (!(wide_f > 0 && wide_g > 0) || find_map(balance) != PAROT_OK)
        return 0;
    split_map(balance);
    if (turn_maps(balance) != PAROT_OK)
        return 0;
    change(balance, costs->f, p.count, mean_f, mean_g, 0, balance->cov_f, costs->alpha);
    change(balance, costs->g, q.count, mean_g, mean_f, 1, balance->cov_g, costs->beta);
    return 1;
}
