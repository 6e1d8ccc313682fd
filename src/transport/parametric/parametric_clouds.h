/* parametric_clouds.h - what the parametric simplex asks of two clouds, in place of a matrix.
 *
 * Rows are nodes 0..n-1, columns n..n+m-1, in the order inside of struct points. Costs are not
 * scaled.
 */
#ifndef PAROT_TRANSPORT_PARAMETRIC_CLOUDS_H
#define PAROT_TRANSPORT_PARAMETRIC_CLOUDS_H

#include "transport/points/tiles.h"

struct parametric_clouds {
    const struct points *points;
    struct tiles *tiles;
    struct control *control;
    double *limit;       /* n: of a search */
    double *potential;   /* m: of a search */
    double *line;        /* the costs of one node with all others */
    int32_t *every;      /* 0, 1, 2, ... */
    parot_status status; /* why a search has stopped; then nothing that was found counts */
    int64_t asked;       /* pairs that searches were about */
};

void clouds_layout(struct parametric_clouds *clouds, int32_t n, int32_t m, struct arena *arena);

/* points, tiles and control are set, and the arrays are there. */
void clouds_start(struct parametric_clouds *clouds);

double clouds_cost(const struct parametric_clouds *clouds, int32_t row, int32_t col);

/* cost[k] of `node` with the nodes first + k of the other side, k < count. */
void clouds_costs(const struct parametric_clouds *clouds, int32_t node, int32_t first,
                  int64_t count, double *cost);

/* Takes the pairs of a row; any status but PAROT_OK ends the search. */
typedef parot_status clouds_take(void *user, int32_t row, int32_t count, const int32_t *col,
                                 const double *cost);

/* All pairs with fl(c_ij - top_j) <= top_i, at most `most` of a row; top: n rows, then m columns. A
 * row with more gets its top lowered to where its pairs are complete. 0: it has stopped, or `take`
 * said so. */
int clouds_below(struct parametric_clouds *clouds, double *top, int32_t most, clouds_take *take,
                 void *user);

/* min c_ij - open_j - open_i, rows and columns with open > -INFINITY. `known` is such a number of
 * some pair, which makes the search short; INFINITY: none is known. */
double clouds_next(struct parametric_clouds *clouds, const double *open, double known);

#endif
