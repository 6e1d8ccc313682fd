/* gromov_wasserstein.h - partial Gromov-Wasserstein, and fused with costs.
 *
 * Compares distances within one space with distances within another, so that the spaces need not
 * have anything in common:
 *
 *   min (1 - alpha) <C,T> + alpha J(T)   over   T >= 0,  T 1 <= p,  T' 1 <= q,  1' T 1 = mass
 *
 *   J(T) = sum_ijkl L(source_ik, target_jl) T_ij T_kl
 *
 * J is not convex: the answer is a stationary plan, the best one from several starts. */
#ifndef PAROT_PUBLIC_GROMOV_WASSERSTEIN_H
#define PAROT_PUBLIC_GROMOV_WASSERSTEIN_H

#include "parot/cost.h"
#include "parot/partial.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How a distance of one space is compared with one of the other. */
typedef enum parot_loss {
    PAROT_LOSS_SQUARE = 0, /* L(a, b) = (a - b)^2 / 2 */
    PAROT_LOSS_KL = 1      /* L(a, b) = a log(a / b) - a + b, for a >= 0 and b > 0 */
} parot_loss;

PAROT_API const parot_word *parot_loss_words(void);
PAROT_API const char *parot_loss_name(parot_loss loss);
PAROT_CHECKED parot_status parot_loss_parse(const char *name, parot_loss *loss, parot_error *err);

/* Two spaces, the costs between them if there are any, and the mass to move. */
typedef struct parot_gromov_problem {
    parot_matrix source, target; /* n x n and m x m, finite; need not be symmetric */
    parot_matrix cost; /* n x m, finite; with alpha = 1 only a start, and data may be NULL */
    double alpha;      /* in [0, 1]; 1: distances alone; 0: parot_partial */
    parot_loss loss;
    const double *p, *q; /* as in parot_problem */
    double mass;
    int64_t reserved[4]; /* 0 */
} parot_gromov_problem;

/* Where to begin. Values are bits: add up those to try. */
typedef enum parot_start {
    PAROT_START_PRODUCT = 1,           /* p q' mass / (|p| |q|) */
    PAROT_START_PARTIAL = 2,           /* the plan of parot_partial for `cost` */
    PAROT_START_CLUSTERS = 4,          /* two-atom barycentres: the densest points of each side */
    PAROT_START_PROFILES = 8,          /* points with similar distances to all the others */
    PAROT_START_PRIOR_PROFILES = 16,   /* ... to the fraction of the others that moves */
    PAROT_START_RANDOM = 32,           /* random vertices: options.restarts of them */
    PAROT_START_GIVEN = 64,            /* options.start */
    PAROT_START_TRIANGLES = 128,       /* triangles of equal sides, and what fits to them */
    PAROT_START_ANCHORS = 256,         /* options.anchors: pairs that are known to match */
    PAROT_START_REPRESENTATIVES = 512, /* from coarse to fine: three samples, each by the starts
                                          that apply, and extended to all points */
    PAROT_START_AXES = 1024,      /* along the principal axes, with all signs and orders of these */
    PAROT_START_INJECTIONS = 2048 /* the best way to send points to different points, by trying
                                     all; up to 7 points on each side */
} parot_start;

PAROT_API const parot_word *parot_start_words(void);
PAROT_API const char *parot_start_name(parot_start start);
PAROT_CHECKED parot_status parot_start_parse(const char *name, parot_start *start,
                                             parot_error *err);

/* How far to go towards the plan that each iteration finds. Neither kind ever raises the objective,
 * and neither ends lower in every problem. */
typedef enum parot_steps {
    PAROT_STEPS_AUTO =
        0, /* up to 16384 pairs (n m) each start with both, the lower end; else LONG */
    PAROT_STEPS_EXACT = 1, /* to the lowest point on the way, as in the paper */
    PAROT_STEPS_LONG = 2   /* all the way if that is lower at all, else exactly */
} parot_steps;

PAROT_API const parot_word *parot_steps_words(void);
PAROT_API const char *parot_steps_name(parot_steps steps);
PAROT_CHECKED parot_status parot_steps_parse(const char *name, parot_steps *steps,
                                             parot_error *err);

/* Where the search begins, and when it stops. */
typedef struct parot_gromov_options {
    size_t struct_size;  /* set by parot_gromov_options_init */
    double tolerance;    /* stop when the stationarity is below this fraction of the objective;
                            1e-9 */
    uint32_t starts;     /* of parot_start; 0: all that apply, or `start` alone if there is one */
    int32_t restarts;    /* random starts in addition to these */
    const double *start; /* n x m numbers, a plan of that mass; NULL: none */
    parot_steps steps;
    /* 1: a row moves whole or not at all. Each start is first followed to its end without this
     * rule; there rows are made whole, and each further step moves between such plans. */
    int32_t whole_rows;
    /* Rows of the source, and of the target, that are known to match: a start where all points have
     * similar distances to them. With `starts` = 0 it is added to the others. NULL: none. */
    const int32_t *anchor_source, *anchor_target;
    int64_t anchors; /* how many */
} parot_gromov_options;

PAROT_API void parot_gromov_options_init_sized(parot_gromov_options *options, size_t struct_size);
static inline void parot_gromov_options_init(parot_gromov_options *options)
{
    parot_gromov_options_init_sized(options, sizeof *options);
}

/* How one start ended. */
typedef struct parot_trial {
    parot_start start;
    int32_t number; /* of random starts, from 0 */
    parot_status status;
    double objective, stationarity; /* NAN: it was not tried, because time ran out (status), or
                                       (PAROT_OK) because an earlier start reached the lower
                                       bound */
    int64_t iterations;
    int64_t history;                     /* at most 1000; 0 beyond the first 32 trials */
    double *objectives, *stationarities; /* of its first iterations; objectives never rise */
    int64_t reserved[2];                 /* for fields to come */
} parot_trial;

/* transport.objective is the objective of the plan, computed from its definition where that is
 * affordable, otherwise anew from its products; transport.bound a trivial one, (1 - alpha) times
 * the least <C,T>. transport.dual holds the prices of the linearised problem, which are derivatives
 * of the value: -u with respect to p, -v to q, lambda to the mass. A run that is stopped before the
 * first such problem has prices of 0. */
typedef struct parot_gromov_result {
    parot_result transport;
    /* <gradient, T - S>, at most, for any plan S: 0 if stationary. Computed for the final T, up to
     * 1.2e-13 + 1e-15 (n + m + 8) of the mass times the largest sum of absolute values that an
     * entry of the gradient is a difference of. */
    double stationarity;
    int64_t trials, best; /* starts, and the one that the plan comes from */
    parot_trial *trial;   /* trials of them */
    double *moved;        /* trials x n: what each source point moved, 0 if it was not tried */
    int64_t history;      /* at most 1000 */
    double *objectives, *stationarities; /* of the best trial's first iterations; objectives never
                                            rise, except where rows are made whole; gaps on the way
                                            of large problems are those of a gradient that is not
                                            exact, the last one is */
    double asymmetry[2]; /* of source and target: the largest |C_ij - C_ji| / |C|; up to 1e-12 it
                            counts as rounding and is averaged out */
    void *owner;         /* private */
    int64_t reserved[8]; /* for fields to come */
} parot_gromov_result;

/* Algorithm 1 of the paper, Frank-Wolfe. run->max_iterations counts its steps (default 1000), in
 * each start; run->threads run starts side by side, or one start faster, and run->ranks run starts
 * side by side as well, with progress in starts (stage "starts"). Numbers may be of any size
 * (they are scaled by powers of two); an objective or price outside the range of double is refused
 * with PAROT_ENUMERIC, and so is a mass below 1e-301. Callbacks are called by
 * one thread at a time. A limit returns the best plan so far, and a stationarity that is no less
 * than its own; PAROT_ESTOPPED if it comes while large distances are being read. */
PAROT_CHECKED parot_status parot_gromov(const parot_gromov_problem *problem,
                                        const parot_gromov_options *options, const parot_run *run,
                                        parot_gromov_result *result, parot_error *err);
PAROT_API void parot_gromov_result_free(parot_gromov_result *result);

/* An estimate of the bytes that parot_gromov takes for n and m points; `has_points`: the distances
 * within each space are computed as well. */
PAROT_API double parot_gromov_memory(int64_t n, int64_t m, int64_t threads, int has_points);

/* ---- Clouds of points --------------------------------------------------- */

/* The problem with the square loss and distances that are computed from points; costs are squared
 * Euclidean distances of features, if there are any, otherwise alpha is 1. There is no matrix:
 * memory grows with the number of points, and time as that of parot_partial_products does, once for
 * each step.
 *
 * Squared Euclidean distances and the cosine are exact in each step. For the others each step is
 * found by a sketch of the gradient and measured by the distances themselves; the stationarity of
 * the answer is an upper bound of that of the true problem, proved by its whole gradient, in time
 * that grows as n m (points that move). Tolerances below 1e-4 are 1e-4 there, and PAROT_UNPROVED
 * says that it was not reached. */
typedef struct parot_gromov_points_problem {
    parot_matrix x, y;   /* n and m rows, finite; their columns need not be as many */
    parot_metric metric; /* of both spaces, each by its own columns */
    const double *p, *q; /* as in parot_problem */
    double mass;
    /* Fused: cost_ij = |x_features_i - y_features_j|^2, n and m rows of `features` numbers each,
     * without a gap; NULL and 0: no costs, and alpha is not used. */
    const double *x_features, *y_features;
    int64_t features;
    double alpha;        /* in [0, 1]; 1: distances alone, the costs are only a start */
    int64_t reserved[4]; /* 0 */
} parot_gromov_points_problem;

/* parot_gromov for clouds of points. Starts are PAROT_START_REPRESENTATIVES, PAROT_START_PRODUCT,
 * with features PAROT_START_PARTIAL, and PAROT_START_RANDOM, here by random linear relations
 * between the spaces; by default the former and one of these, or four below 64 points on either
 * side, where there are no representatives. A descent begins at the vertex that the gradient at its
 * start leads to, so that the plan is always sparse. options.start must be NULL and
 * options.whole_rows 0. Starts run one after the other, and run->threads make each step faster;
 * run->ranks run starts side by side, or make each step faster if there are fewer starts than
 * ranks. transport.bound is 0, and the objective is that of the plan, computed from its definition.
 * PAROT_ESTOPPED if a limit comes before there is a plan.
 */
PAROT_CHECKED parot_status parot_gromov_points(const parot_gromov_points_problem *problem,
                                               const parot_gromov_options *options,
                                               const parot_run *run, parot_gromov_result *result,
                                               parot_error *err);

/* Whether to choose parot_gromov_points instead of parot_cost and parot_gromov (options NULL: the
 * defaults): it knows starts and rows. For squared Euclidean distances and the cosine, if there are
 * at most 16 coordinates on one side, with the features, and 16 million pairs or more, or 4 million
 * if starts are chosen; for others from 100 million pairs on. Data may be NULL. */
PAROT_API int parot_gromov_points_pay(const parot_gromov_points_problem *problem,
                                      const parot_gromov_options *options);

/* Whether it can be chosen at all: it knows that metric, those starts and rows. Where matrices do
 * not fit, it is the way out. Data may be NULL. */
PAROT_API int parot_gromov_points_can(const parot_gromov_points_problem *problem,
                                      const parot_gromov_options *options);

/* An estimate of the bytes that parot_gromov_points takes with one thread and the default starts,
 * from sizes and mass alone: data may be NULL. 0 if the sizes are not those of a problem. */
PAROT_API double parot_gromov_points_memory(const parot_gromov_points_problem *problem);

/* How clouds of points are matched: by parot_cost and parot_gromov, or by parot_gromov_points. */
typedef struct parot_gromov_way {
    int32_t without_matrices; /* 1: parot_gromov_points */
    int32_t is_faster;        /* 1: because it is faster; 0: because matrices do not fit */
    double bytes;             /* that the way takes, an estimate */
    int64_t reserved[4];
} parot_gromov_way;

/* Matrices have more kinds of starts and know anchors, so that they are chosen unless points are
 * faster (parot_gromov_points_pay), or matrices take `memory` bytes or more even with one thread
 * and points take less. With features, costs between the spaces count as one more matrix. Data may
 * be NULL, and options: the defaults. parot_memory_free() is what there is. */
PAROT_API parot_gromov_way parot_gromov_choose_way(const parot_gromov_points_problem *problem,
                                                   const parot_gromov_options *options,
                                                   int64_t threads, double memory);

/* ---- Derivatives -------------------------------------------------------- */

/* Where derivatives of the value are written: n x n, m x m and n x m numbers of the caller, each
 * entry by itself; NULL: not wanted. */
typedef struct parot_gromov_derivatives {
    double *source, *target, *cost;
    int64_t reserved[2]; /* 0 */
} parot_gromov_derivatives;

/* Derivatives of the value at a solution with respect to both matrices and the cost. Those with
 * respect to p, q and the mass are the prices: see parot_gromov_result. */
PAROT_CHECKED parot_status parot_gromov_gradient(const parot_gromov_problem *problem,
                                                 const parot_plan *plan, const parot_run *run,
                                                 const parot_gromov_derivatives *derivatives,
                                                 parot_error *err);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_PUBLIC_GROMOV_WASSERSTEIN_H */
