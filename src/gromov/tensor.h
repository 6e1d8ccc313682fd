/* tensor.h - M o T without the 4-tensor M (paper, Section 3.2).
 *
 * Losses have the form L(a, b) = f(a) + g(b) - h(a) k(b) (Peyre, Cuturi, Solomon 2016, Prop. 1), so
 * with F = f(Cs), G = g(Ct), H = h(Cs), K = k(Ct), and the marginals of T itself in place of p and
 * q, which a partial plan does not have,
 *
 *   (M o T)_ij = sum_kl L(Cs_ik, Ct_jl) T_kl = (F T 1)_i + (G T' 1)_j - (H T K')_ij
 *
 * Only the symmetric part of the quadratic form <M o T, T> matters. If H = H+ + H- and K = K+ + K-
 * are the symmetric and antisymmetric parts, the average of H T K' and H' T K is
 *
 *   H+ T K+' + H- T K-'
 *
 * so that a general pair of matrices costs two products where a symmetric one costs one.
 */
#ifndef PAROT_GROMOV_TENSOR_H
#define PAROT_GROMOV_TENSOR_H

#include "gromov/sparse_lines.h"

/* One of the two sides. */
struct space {
    int64_t count;
    const double *even, *odd; /* H+ and H- (or K+ and K-); odd is NULL for symmetric matrices */
    const double *own;        /* F (or G), symmetric part; NULL: (even^2 + odd^2) / 2 */
    const double *distance;   /* the numbers themselves, symmetric part */
    int64_t even_stride, own_stride, distance_stride; /* odd has `count` */
};

struct tensor {
    struct space source, target;
    int32_t threads;
    double piece; /* multiplications between two looks at the clock; 0: never look */
};

/* For a problem of any size: some milliseconds. */
extern const double TENSOR_PIECE;

/* What products with one sparse matrix need, beside the matrix. */
struct bench {
    int64_t chunk;        /* lines that are multiplied together */
    double *left, *right; /* chunk rows of n and of m numbers; each has room for max(n, m) */
    double *part;         /* a number for each line */
    double *row_sum, *col_sum;
    double *own_row, *own_col; /* F X 1 and G X' 1 */
};

void bench_layout(struct bench *bench, int64_t n, int64_t m, struct arena *arena);

/* Where M o X goes: matrix = keep matrix + linear cost + weight (M o X). A matrix that is not kept
 * (keep = 0) is not read; neither is a cost with linear = 0. */
struct blend {
    double *matrix; /* n x m */
    double keep, weight;
    double linear;
    parot_matrix cost;
};

/* <F x, x> + <G y, y>, for the marginals x and y that are on the bench; leaves F x and G y there.
 */
double tensor_own(const struct tensor *tensor, struct bench *bench);

/* <M o X, X>; leaves X's marginal terms on the bench. NAN if `control` stops it, which may be NULL
 * and is not asked before the first piece is done. */
double tensor_form(const struct tensor *tensor, const struct lines *lines, struct bench *bench,
                   struct control *control);

/* Blends in M o X, for the X that tensor_form has just seen. PAROT_OK, or why it was stopped: the
 * matrix is then of no use. */
parot_status tensor_add(const struct tensor *tensor, const struct lines *lines, struct bench *bench,
                        struct blend blend, struct control *control);

/* The same two for X = x y', of rank one: no product of matrices at all. */
double tensor_form_outer(const struct tensor *tensor, const double *x, const double *y,
                         struct bench *bench);
parot_status tensor_add_outer(const struct tensor *tensor, struct bench *bench, struct blend blend,
                              struct control *control);

/* The same for a product H X K' that is left' right, of `inner` rows each. */
parot_status tensor_add_thin(const struct tensor *tensor, const double *left, const double *right,
                             int64_t inner, struct bench *bench, struct blend blend,
                             struct control *control);

#endif
