/* entropic_dual.h - partial transport with an entropy, by alternating maximisation of its dual.
 *
 *   min <C,T> + reg sum_ij T_ij log T_ij   over   T 1 <= p,  T' 1 <= q,  1' T 1 = mass
 *
 *   T_ij = exp((lambda - u_i - v_j - C_ij) / reg),   u, v >= 0
 */
#ifndef PAROT_TRANSPORT_ENTROPIC_DUAL_H
#define PAROT_TRANSPORT_ENTROPIC_DUAL_H

#include "base/arena.h"
#include "transport/units.h"

/* Of one side, rows or columns. */
struct entropic_side {
    struct weights weights;
    double *price;   /* u or v, divided by reg */
    double *log_sum; /* log sum_j exp(-C_ij / reg - other price_j); -inf where the weight is 0 */
    double *border;  /* lambda / reg at which the row becomes full */
    int32_t *order;  /* by border */
};

/* Scratch of entropic_newton.h: B and the matrix of the rows that are full, and what belongs to
 * them. */
struct newton {
    int is_there;
    double longest;                  /* change of a price that a step may begin with */
    double *plan;                    /* (n + 1) m */
    double *matrix, *inverse;        /* (n + 1)^2 and (n + 1) 64 */
    double *diagonal, *pivot;        /* n + 1: of the matrix, before and after B B' is taken away */
    double *gradient, *step, *start; /* n + 1, n + 1 and n */
    int32_t *row;                    /* n: which rows are free to move */
    int8_t *is_held;                 /* n + 1: of these, whether the step ends at a price of 0 */
    double *sum;                     /* m */
};

/* Of entropic_scaling.h, for one side. */
struct scaling_side {
    double *before; /* prices of the kernel */
    double *most;   /* the factor for a price of 0: exp(before), perhaps infinite */
    double *factor; /* exp(before - price) */
    double *sum;    /* of the kernel times the other side's factors */
    double *weight; /* over the mass; 0: the factor is 0 as well */
};

/* T / mass = x row.factor kernel col.factor */
struct scaling {
    struct scaling_side row, col;
    double *kernel; /* n m */
    double lambda;  /* of the kernel */
    double x;       /* exp(its change) */
};

struct entropic {
    struct entropic_side row, col;
    struct newton newton;
    struct scaling scaling;
    int is_scaled;            /* the last iterations were those of entropic_scaling.h */
    double *cost;             /* n m: C / reg */
    double *least;            /* m: scratch */
    double *rest;             /* max(n, m): scratch */
    double mass, reg, lambda; /* lambda divided by reg */
    double residual;          /* how much mass the last iteration moved, relatively */
    int64_t iterations;
};

void entropic_layout(struct entropic *entropic, int64_t n, int64_t m, struct arena *arena);

/* The mass as every other solver understands it. Twice, like the layout, which it follows. */
parot_status entropic_take_mass(struct entropic *entropic, double mass, struct arena *arena,
                                parot_error *err);

/* The residual that the rounding of exponents up to largest / reg leaves. */
double entropic_rounding(double largest, double reg);

/* Iterates until the residual is at most `tolerance`, or that rounding; PAROT_OK, or why it stopped
 * before. The potentials are prices to start from, 0 or good ones. */
parot_status entropic_run(struct entropic *entropic, parot_matrix cost, double reg,
                          double tolerance, struct control *control);

/* Half an iteration: v and lambda given u. */
void entropic_settle_cols(struct entropic *entropic);

/* The plan of the prices after entropic_run, as it is: its sums are right up to the residual. */
void entropic_near_plan(struct entropic *entropic, double *plan);

/* Writes a plan of exactly that mass within both weights: what is too much in a column is taken
 * away, and what is missing then goes where there is room on both sides. */
void entropic_plan(struct entropic *entropic, double *plan);

#endif
