/* pca.h - principal axes: the directions along which rows vary most. */
#ifndef PAROT_LINALG_PCA_H
#define PAROT_LINALG_PCA_H

#include "linalg/eigen.h"

/* Rows x come in blocks, twice: first for their mean, then for their covariance. */
struct pca {
    int64_t dims;            /* columns; may shrink after the layout */
    int64_t count;           /* axes wanted, at most dims */
    double *mean;            /* dims */
    double largest;          /* |x| */
    double unit;             /* a power of two near it: squares are those of x / unit */
    double total;            /* the sum of all variances, in squares of the unit */
    struct eigen eigen;      /* matrix: the covariance; values and vectors: variances and axes */
    struct control *control; /* asked now and then whether to go on; NULL: nobody is */
};

/* dims and count say how large the arrays are. */
void pca_layout(struct pca *pca, struct arena *arena);

/* Forgets all rows. */
void pca_start(struct pca *pca);

/* mean += sum_i x_i / total, for the first of the two passes over `total` rows. */
void pca_add_to_mean(struct pca *pca, const double *rows, int64_t count, int64_t total);

/* covariance += sum_i (x_i - mean) (x_i - mean)' / total, for the second. The block holds
 * (x_i - mean) / unit afterwards. */
void pca_add_to_covariance(struct pca *pca, double *rows, int64_t count, int64_t total);

/* The first `count` rows of eigen.vectors are orthonormal axes, whatever the rank; along them lie
 * the variances eigen.values * unit^2, in falling order. The component of an axis that is largest
 * in size, the first of equals, is positive. PAROT_ENUMERIC if rows are not finite; or why to stop.
 */
parot_status pca_solve(struct pca *pca);

/* All of it for the rows of a matrix. `block` has room for PCA_BLOCK rows. */
enum { PCA_BLOCK = 256 };
parot_status pca_fit(struct pca *pca, parot_matrix rows, double *block);

#endif
