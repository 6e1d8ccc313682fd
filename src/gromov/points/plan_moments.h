/* plan_moments.h - what squared Euclidean distances within two clouds make of a plan.
 *
 * With source_ik = |x_i - x_k|^2 and target_jl = |y_j - y_l|^2 everything that Frank-Wolfe asks of
 * a plan follows from some sums over its entries, its moments: J and the parabola of a step are
 * forms of them, and half the gradient is
 *
 *   G_ij = alpha_i + beta_j - <f_i, g_j>
 *
 * with min(ds, dt) + 1 features. Moments are linear in the plan.
 */
#ifndef PAROT_GROMOV_PLAN_MOMENTS_H
#define PAROT_GROMOV_PLAN_MOMENTS_H

#include "base/arena.h"
#include "transport/units.h"

/* The clouds about an origin, in units in which coordinates are at most 1. */
struct coordinates {
    int64_t n, m, ds, dt;
    double *x, *y; /* n x ds, m x dt */
    double *r, *s; /* |x_i|^2 and |y_j|^2 */
    /* Costs between the spaces, see fused.h. */
    int64_t features; /* columns of u and w; 0: none, and the rest is not used */
    double *u, *w;    /* n x features, m x features */
    double quadratic, linear;
    double mass; /* of plans */
};

/* Where each sum is: T_ij times the product of letters, x_i, y_j, r_i and s_j; and <C,T>. Scalars
 * have fixed places, the others follow. */
enum moment {
    MOMENT_1,
    MOMENT_R,
    MOMENT_RR,
    MOMENT_S,
    MOMENT_SS,
    MOMENT_RS,
    MOMENT_COST,
    MOMENT_SCALARS
};

struct moments_map {
    int64_t x, rx, sx;  /* ds each */
    int64_t y, sy, ry;  /* dt each */
    int64_t xx, yy, xy; /* ds x ds, dt x dt, ds x dt */
    int64_t count;      /* of all */
};

struct moments_map moments_map(const struct coordinates *at);

void moments_of_plan(const struct coordinates *at, const parot_plan *plan, double *moments);

/* Of mass p q' / (|p| |q|). */
void moments_of_product(const struct coordinates *at, struct weights p, struct weights q,
                        double mass, double *moments);

/* <M o S, T>, symmetric in both; with features fused_value of that and the mean of <C,S> and <C,T>.
 * *magnitude: the sum of the absolute values that it is a sum of. */
double moments_form(const struct coordinates *at, const double *s, const double *t,
                    double *magnitude);

/* G, half the gradient, of the plan with these moments. f and g have k = moments_rank columns. */
struct linear_costs {
    double *alpha, *beta, *f, *g;
};

int64_t moments_rank(const struct coordinates *at);
void moments_gradient(const struct coordinates *at, const double *moments,
                      const struct linear_costs *costs);

/* Scratch for plan_objective. */
struct aligned {
    double *mean_x, *mean_y, *at_x, *at_y;
    double *xy, *u, *v, *values, *work; /* of the singular value decomposition */
    double *xx, *xe, *ee;
};

void aligned_layout(struct aligned *aligned, const struct coordinates *at, struct arena *arena);

/* F(T) by its definition, in O(entries d^2): a sum of squares of differences wherever the clouds
 * agree, so that it does not cancel there. */
double plan_objective(const struct coordinates *at, const parot_plan *plan,
                      const struct aligned *aligned);

#endif
