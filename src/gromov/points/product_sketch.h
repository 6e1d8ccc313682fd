/* product_sketch.h - Dx T Dy as a product of two thin matrices, without any of the three.
 *
 * Dx and Dy are the distances within two clouds, T a sparse plan. Each smooths, so the singular
 * values of the product fall fast. A randomised range finder (Halko, Martinsson, Tropp 2011) begins
 * with the right singular vectors of the last plan, which are nearly those of the next.
 */
#ifndef PAROT_GROMOV_PRODUCT_SKETCH_H
#define PAROT_GROMOV_PRODUCT_SKETCH_H

#include "gromov/points/cloud_products.h"
#include "linalg/eigen.h"

/* The points that a plan moves, and where its entries find them. */
struct support {
    int64_t rows, cols;          /* how many */
    int32_t *row_of, *col_of;    /* of each entry: the number of its point among them */
    double *row_mass, *col_mass; /* of these points */
    double *source, *target;     /* their coordinates */
    int32_t *place;              /* scratch: n or m numbers */
};

struct sketch {
    struct cloud source, target;
    int64_t most, rank;          /* columns there is room for, and in use */
    int64_t room;                /* for entries of a plan */
    struct support moved;        /* of the last plan */
    double *omega;               /* m x rank: where to begin; orthonormal */
    double *left, *right;        /* n x rank and m x rank: Dx T Dy is nearly left right' */
    double *row_part, *col_part; /* scratch, as large */
    double *gram, *turn;         /* scratch: rank x rank */
    double *value;               /* rank: the singular values, falling */
    struct eigen eigen;
    uint64_t seed;
    int64_t drawn; /* columns so far that were random */
    int32_t threads;
};

/* source, target, most and room have been set. */
void sketch_layout(struct sketch *sketch, struct arena *arena);

/* Begins with random columns, or adds some. */
void sketch_grow(struct sketch *sketch, int64_t rank);

/* Lists the points that a plan with at most `room` entries moves. */
void sketch_support(struct sketch *sketch, const parot_plan *plan);

/* Has one side no more points than there are columns? Then the product is exact. */
int sketch_is_whole(const struct sketch *sketch);

/* left and right of that plan, whose support has been listed; PAROT_ENUMERIC, or why to stop. */
parot_status sketch_fill(struct sketch *sketch, const parot_plan *plan, struct control *control);

#endif
