/* sparse.h - arithmetic of sparse matrices that are stored as plans: sorted by row and column. */
#ifndef PAROT_GROMOV_SPARSE_H
#define PAROT_GROMOV_SPARSE_H

#include "base/arena.h"

void sparse_layout(parot_plan *plan, int64_t n, int64_t m, int64_t entries, struct arena *arena);

/* Puts an entry behind the last. */
void sparse_put(parot_plan *plan, int32_t row, int32_t col, double mass);

void sparse_copy(parot_plan *to, const parot_plan *from);

int sparse_equal(const parot_plan *a, const parot_plan *b);

/* to = a - b, without the entries that are 0 */
void sparse_subtract(parot_plan *to, const parot_plan *a, const parot_plan *b);

/* <matrix, X> */
double sparse_inner(parot_matrix matrix, const parot_plan *plan);

/* dense += weight X, for a dense matrix of plan->cols columns */
void sparse_add_to(double *dense, double weight, const parot_plan *plan);

#endif
