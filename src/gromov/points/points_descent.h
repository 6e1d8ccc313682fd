/* points_descent.h - Frank-Wolfe from one start, for clouds of points: gradient, objective and step
 * from moments, vertices from products (parot_partial_products), no matrix. */
#ifndef PAROT_GROMOV_POINTS_DESCENT_H
#define PAROT_GROMOV_POINTS_DESCENT_H

#include "gromov/points/balance.h"
#include "gromov/points/mixture.h"
#include "gromov/points/product_sketch.h"
#include "gromov/shared_run.h"
#include "partial/products_walk.h"

/* For distances that are not squared Euclidean; see distance_descent.c. */
struct distances {
    parot_metric metric;
    struct sketch sketch;
    double *source[2], *target[2]; /* coordinates of the entries of two plans: scratch */
    double *part;                  /* a number for each entry: scratch */
    double *rows, *need;           /* of the proof: scratch */
    const parot_plan *plan;        /* T, for the proof */
    int64_t used;                  /* features of the last linear problem */
};

/* A problem that has been checked, in our units; what descents share. */
struct points_gromov {
    struct coordinates at;
    parot_products_problem linear; /* p, q, mass; its costs are `costs` */
    struct linear_costs costs;     /* of the last linear problem */
    struct balance balance;        /* scratch */
    int has_moments;               /* the distances are squared Euclidean; else `distances` */
    struct distances distances;
    struct aligned aligned;         /* scratch */
    double *plan, *vertex, *change; /* moments of T, S and S - T: scratch */
    double *row_mass, *col_mass;    /* marginals of T: scratch */
    double tolerance;
    int64_t max_iterations;
    int exponent;        /* of objectives: the caller's are 2^exponent times ours */
    const double *first; /* moments to begin with, in place of a start; or NULL */
    int is_long;         /* long steps and exchanges; otherwise the paper's */
    uint64_t seed;
    struct shared_run *shared;
};

struct points_descent {
    struct mixture mixture;     /* T */
    parot_result found;         /* the last S, with the prices of G; empty: none for this T */
    struct products_walk *walk; /* what the last linear problem left for the next */
    double change;              /* share of the pairs of the last S that the one before had not */
    parot_result answer;        /* T as one plan, once it is at its end */
    double objective;           /* of that, by its definition */
    double gap;                 /* of T, or an upper bound */
    double value, magnitude;    /* F(T) by moments, and what that is a sum of */
    parot_status status;
    int is_mixed; /* T is several vertices, and not in `mixture` */
    int64_t steps, pivots, history;
    double *objectives, *gaps; /* of the first iterations: room for MOST_HISTORY */
};

/* To its end. `start`: PAROT_START_PRODUCT, or PAROT_START_RANDOM with a number. The gradient at
 * the start leads to a vertex, and that is where T begins. PAROT_ESTOPPED: there was no time for
 * one. points_descent_close releases, also after a failure. */
parot_status points_descent_run(struct points_descent *descent, struct points_gromov *gromov,
                                parot_start start, int32_t number, parot_error *err);

/* Entries of a that are not in b, as a share of all. */
double plan_share_of_new(const parot_plan *a, const parot_plan *b);
void points_descent_close(struct points_descent *descent);

#endif
