/* bins.h - columns in at most 256 steps each, so that a split of a tree is a count, not a sort.
 *
 * A column of at most 256 different numbers has a bin for each of them: nothing is lost. Others
 * have bins of about the same number of rows. A row is in bin b if b of the edges are below it, so
 *
 *     x <= edge[e]   exactly if   bin of x <= e
 */
#ifndef PAROT_PU_BINS_H
#define PAROT_PU_BINS_H

#include "pu/problem/pu_problem.h"

enum {
    BINS = 256,
    BINS_UNITS = 1 << 24,
    BINS_MOST_ROWS = 1 << 15 /* more than a tree learns from: FOREST_MOST, and chance */
};

/* Rows are those of the problem: first all positives, y, then all unlabeled rows, x. */
struct bins {
    int64_t rows, positives, dims;
    uint8_t *bin;   /* dims x rows: column by column */
    double *edge;   /* dims x (BINS - 1), increasing */
    int32_t *edges; /* dims: how many there are */
    /* positives: what each counts, in units of which those of a tree have fewer than BINS_UNITS,
     * so that sums are exact; NULL: all are 1 */
    uint32_t *weight;
    void *memory;
};

/* Also on failure, what was allocated is in *bins. */
parot_status bins_open(struct bins *bins, const struct pu_problem *problem, struct control *control,
                       parot_error *err);
void bins_close(struct bins *bins);

/* edge[0 ... result - 1] for sorted numbers. */
int32_t bins_find_edges(const double *sorted, int64_t count, double *edge);

#endif
