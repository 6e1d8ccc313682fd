/* sparse_lines.h - a sparse matrix by its rows, or by its columns, whichever are fewer.
 *
 * Products with it then cost as much as it has lines that are not empty: a plan that moves half of
 * the mass has half of the rows, the difference of two similar plans only a few.
 */
#ifndef PAROT_GROMOV_SPARSE_LINES_H
#define PAROT_GROMOV_SPARSE_LINES_H

#include "base/arena.h"

struct lines {
    int64_t rows, cols; /* of the matrix */
    int is_by_col;      /* lines are columns, `other` are rows */
    int64_t count;      /* of lines that are not empty */
    int32_t *index;     /* which row or column each of them is; min(n, m) numbers at most */
    int64_t *begin;     /* of its entries; count + 1 numbers */
    int32_t *other;     /* of each entry: its column, or row */
    double *mass;       /* of each entry */
    int64_t *tally;     /* scratch: 2 max(n, m) numbers */
};

/* Room for matrices of n x m with at most `entries` entries. */
void lines_layout(struct lines *lines, int64_t n, int64_t m, int64_t entries, struct arena *arena);

/* The entries of a plan, which is sorted; masses may be negative here. */
void lines_set(struct lines *lines, const parot_plan *plan);

/* How many there would be. */
int64_t lines_count(const struct lines *lines, const parot_plan *plan);

#endif
