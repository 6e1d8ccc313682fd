/* point_costs.h - two clouds that define the costs, instead of a matrix.
 *
 * The problem is defined by the doubles C_ij = points_cost(points, i, j), computed from differences
 * of coordinates in a fixed order: the bits that parot_cost gives where it uses differences. Rows
 * and columns are put in k-d order, so that neighbours have neighbouring numbers; all indices and
 * vectors inside the engine are in that order, and `of` leads back to the caller's.
 *
 * The other form is alpha_i + beta_j - <f_i, g_j>, as of the gradient of Gromov-Wasserstein.
 */
#ifndef PAROT_TRANSPORT_POINTS_POINT_COSTS_H
#define PAROT_TRANSPORT_POINTS_POINT_COSTS_H

#include "base/arena.h"

enum points_side { POINTS_ROWS, POINTS_COLS };

/* The rows, or the columns, of the problem. */
struct point_set {
    int32_t count;
    double *at; /* count x dims, in k-d order, times a power of two; unit vectors for the cosine */
    double *offset; /* alpha or beta; NULL for metrics */
    int32_t *of;    /* the caller's number of each point */
};

struct points {
    parot_metric metric;
    int is_product; /* alpha_i + beta_j - <f_i, g_j>; then there is no metric */
    int32_t dims;
    double unit; /* a power of two, or a half: sums are multiplied by it, roots after their root */
    struct point_set side[2];
    void *memory;
};

/* The costs alpha_i + beta_j - <f_i, g_j>; f is n x dims, g is m x dims, by rows. alpha and beta
 * may be NULL: 0 each. */
struct product_costs {
    int32_t n, m, dims;
    const double *alpha, *beta, *f, *g;
    int64_t f_stride, g_stride; /* 0: dims */
};

/* Checks and copies the tables. The run may stop it: PAROT_ESTOPPED, as for parot_cost. */
parot_status points_open(struct points *points, parot_matrix x, parot_matrix y, parot_metric metric,
                         struct control *control, parot_error *err);

/* What points_open takes for the counts and dims in *points, which have no tables yet. */
void points_measure(struct points *points, struct arena *arena);

/* Numbers must be finite. */
parot_status points_open_product(struct points *points, const struct product_costs *costs,
                                 struct control *control, parot_error *err);

/* Other costs for the points of points_open_product, as many and in the order that they have: the
 * tables of f and g change, `of` does not. */
void points_change_product(struct points *points, const struct product_costs *costs);

void points_close(struct points *points);

/* C_ij in the order inside. */
double points_cost(const struct points *points, int32_t i, int32_t j);

/* cost[k] = C between point i of `side` and point other[k] of the other side: the same bits, and
 * faster than one by one. */
void points_costs(const struct points *points, enum points_side side, int32_t i,
                  const int32_t *other, int64_t count, double *cost);

/* The same between point i[k] of `side` and point other[k]. */
void points_pair_costs(const struct points *points, enum points_side side, const int32_t *i,
                       const int32_t *other, int64_t count, double *cost);

/* A bound for points in two boxes (dims lowest, then dims highest coordinates): gaps between the
 * boxes go through the operations of points_costs one by one, all of which are monotone, so no cost
 * of such points is lower, in double. For products it is a bound of |f - g|^2 / 2, up to rounding.
 */
double points_box_cost(const struct points *points, const double *box, const double *other);

/* No |C_ij| is above, up to rounding. */
double points_largest(const struct points *points);

/* No C_ij is below: 0, except for products. */
double points_least(const struct points *points);

static inline const double *point_at(const struct points *points, enum points_side side, int64_t i)
{
    return points->side[side].at + i * points->dims;
}

#endif
