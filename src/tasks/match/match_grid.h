/* match_grid.h - the pairs that exist, found again for the proof.
 *
 * Shares nothing with the solver but the definition of a cost, that is the order of operations.
 */
#ifndef PAROT_TASKS_MATCH_GRID_H
#define PAROT_TASKS_MATCH_GRID_H

#include "cost/metric.h"
#include "tasks/match/match_space.h"

enum { GRID_AXES = 6 };

/* Along an axis rows of a pair that exists are at most `reach` apart. */
struct grid_axis {
    const double *x, *y; /* the first number of each table */
    int64_t x_stride, y_stride;
    double reach, low, spread, width;
    double cells; /* of the width of the reach */
};

struct grid_item {
    uint64_t cell;
    int32_t stratum, col;
};

/* The largest coordinate in a stratum. */
struct stratum_size {
    int32_t stratum;
    double largest;
};

struct match_grid {
    const parot_match_problem *problem;
    const parot_match_options *options;
    const struct match_space *space; /* NULL: a cost matrix */
    struct point_pair pair;          /* the tables as the metric needs them */
    int32_t *row_exponent;           /* n: rows and columns are multiplied by 2^-this, as the rows
                                        of a stratum are where it is the whole problem */
    struct stratum_size *size;       /* of each row and column; scratch */
    struct grid_axis axis[GRID_AXES];
    int axes, bits;         /* of a cell's number along each axis */
    struct grid_item *item; /* m, sorted */
    int64_t m;
    void *memory;
};

/* PAROT_ESTOPPED: `control` stopped it. */
parot_status match_grid_open(struct match_grid *grid, struct control *control, parot_error *err);
void match_grid_close(struct match_grid *grid);

/* What a pair costs; INFINITY: it does not exist. */
double match_grid_cost(const struct match_grid *grid, int64_t i, int64_t j);

/* Calls `take` for each pair of the row that exists. */
void match_grid_row(const struct match_grid *grid, int64_t i,
                    void (*take)(void *user, int64_t i, int64_t j, double cost), void *user);

#endif
