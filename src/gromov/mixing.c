/* mixing.c - Anderson (1965), type II.
 *
 * With f = g(x) - x, the steps before tell how f and g change together. The combination of them
 * with the least |f - sum_k theta_k df_k| is where f would vanish if g were affine:
 *
 *   x <- g - sum_k theta_k dg_k
 *
 * Changes are kept as float: an error of 1e-7 of the correction is corrected by the next step.
 */
#include "gromov/mixing.h"

#include <math.h>

#include "base/simd.h"

/* Added to the diagonal of the normal equations, relatively: columns of float are no more
 * independent of each other than that. */
static const double RIDGE = 1e-10;

void mixing_layout(struct mixing *mixing, int64_t size, struct arena *arena)
{
    mixing->size = size;
    mixing->depth = MIXING_DEPTH;
    mixing->f = arena_take(arena, size, sizeof *mixing->f);
    mixing->g = arena_take(arena, size, sizeof *mixing->g);
    for (int k = 0; k < mixing->depth; k++) {
        mixing->df[k] = arena_take(arena, size, sizeof *mixing->df[k]);
        mixing->dg[k] = arena_take(arena, size, sizeof *mixing->dg[k]);
    }
}

void mixing_clear(struct mixing *mixing)
{
    mixing->count = mixing->slot = mixing->has_before = 0;
}

enum { LANES = 16 };

SIMD_CLONES static double dot_float(int64_t n, const float *restrict x, const float *restrict y)
{
    double lane[LANES] = {0}, sum = 0;
    int64_t k = 0;
    for (; k + LANES <= n; k += LANES)
        for (int l = 0; l < LANES; l++)
            lane[l] += (double)x[k + l] * y[k + l];
    for (; k < n; k++)
        lane[0] += (double)x[k] * y[k];
    for (int l = 0; l < LANES; l++)
        sum += lane[l];
    return sum;
}

SIMD_CLONES static double dot_mixed(int64_t n, const float *restrict x, const double *restrict y)
{
    double lane[LANES] = {0}, sum = 0;
    int64_t k = 0;
    for (; k + LANES <= n; k += LANES)
        for (int l = 0; l < LANES; l++)
            lane[l] += (double)x[k + l] * y[k + l];
    for (; k < n; k++)
        lane[0] += (double)x[k] * y[k];
    for (int l = 0; l < LANES; l++)
        sum += lane[l];
    return sum;
}

/* The new column, and f and g of this step in place of the last one's. */
SIMD_CLONES static void take_column(int64_t n, const double *restrict x, const double *restrict g,
                                    double *restrict f, double *restrict before, float *restrict df,
                                    float *restrict dg)
{
    for (int64_t k = 0; k < n; k++) {
        double now = g[k] - x[k];
        df[k] = (float)(now - f[k]);
        dg[k] = (float)(g[k] - before[k]);
        f[k] = now;
        before[k] = g[k];
    }
}

SIMD_CLONES static void subtract(int64_t n, double theta, const float *restrict dg,
                                 double *restrict x)
{
    for (int64_t k = 0; k < n; k++)
        x[k] -= theta * dg[k];
}

/* (gram + ridge) theta = right, by Cholesky's factors; columns that depend on others get 0. */
static void solve(const struct mixing *mixing, double *right)
{
    const int count = mixing->count;
    double factor[MIXING_DEPTH][MIXING_DEPTH] = {{0}};
    for (int k = 0; k < count; k++) {
        for (int l = 0; l <= k; l++) {
            double entry = mixing->gram[k][l] + (k == l ? RIDGE * mixing->gram[k][k] : 0);
            for (int i = 0; i < l; i++)
                entry -= factor[k][i] * factor[l][i];
            if (k == l)
                factor[k][k] = entry > 0 ? sqrt(entry) : INFINITY;
            else
                factor[k][l] = factor[l][l] < INFINITY ? entry / factor[l][l] : 0;
        }
        for (int i = 0; i < k; i++)
            right[k] -= factor[k][i] * right[i];
        right[k] /= factor[k][k];
    }
    for (int k = count - 1; k >= 0; k--) {
        for (int i = k + 1; i < count; i++)
            right[k] -= factor[i][k] * right[i];
        right[k] /= factor[k][k];
    }
}

static void keep_column(struct mixing *mixing, const double *x, const double *g)
{
    const int slot = mixing->slot;
    take_column(mixing->size, x, g, mixing->f, mixing->g, mixing->df[slot], mixing->dg[slot]);
    if (!mixing->has_before) {
        mixing->has_before = 1;
        return;
    }
    mixing->count = mixing->count < mixing->depth ? mixing->count + 1 : mixing->depth;
    mixing->slot = (slot + 1) % mixing->depth;
    for (int k = 0; k < mixing->count; k++)
        mixing->gram[slot][k] = mixing->gram[k][slot] =
            dot_float(mixing->size, mixing->df[slot], mixing->df[k]);
}

void mixing_step(struct mixing *mixing, double *x, const double *g)
{
    double theta[MIXING_DEPTH];
    keep_column(mixing, x, g);
    for (int k = 0; k < mixing->count; k++)
        theta[k] = dot_mixed(mixing->size, mixing->df[k], mixing->f);
    solve(mixing, theta);
    for (int64_t k = 0; k < mixing->size; k++)
        x[k] = g[k];
    for (int k = 0; k < mixing->count; k++)
        subtract(mixing->size, theta[k], mixing->dg[k], x);
}
