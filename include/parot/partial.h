/* partial.h - exact partial Wasserstein: the problem, its result, and the solvers for a cost
 * matrix.
 */
#ifndef PAROT_PUBLIC_PARTIAL_H
#define PAROT_PUBLIC_PARTIAL_H

#include "parot/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* min <C,T>  over  T >= 0,  T 1 <= p,  T' 1 <= q,  1' T 1 = mass.
 *
 * Balanced transport is the case mass = |p| = |q|. A mass within rounding of
 * min(|p|, |q|) is accepted and means exactly that minimum: relatively, up to
 * 1e-12 + (n + m) eps above it and (16 + (n + m) / 8) eps below, eps = 2^-52. By the latter rule a
 * mass means a whole number of units, if all weights of one side are multiples of a unit, such as
 * 1 / n: then no row moves by a remainder that is there only because 1 / n and k / n were rounded.
 */
typedef struct parot_problem {
    parot_matrix cost;   /* n x m; any sign and size; +INFINITY forbids the pair */
    const double *p, *q; /* finite, >= 0; NULL: uniform weights of total 1. Without a common unit,
                            they are rounded to 2^-120 of the mass: 24 orders of magnitude
                            below it, 12 digits are left */
    double mass;         /* in (0, min(|p|, |q|)] */
    int64_t reserved[4]; /* 0 */
} parot_problem;

/* Whether `mass` is all of `total`: what is missing is a share of at most 1e-9, which is rounding.
 * It tells a row that has moved from one that is split, and a plan that cannot grow from one that
 * can. */
PAROT_API int parot_is_all(double mass, double total);

/* What it costs to leave a unit of row i (a_i) or of column j (b_j) unmatched. */
typedef struct parot_prices {
    const double *source, *target; /* a: n and b: m finite numbers of any sign; NULL: all are ... */
    double source_each, target_each; /* ... this number, which must be 0 beside an array */
    int64_t reserved[4];             /* 0 */
} parot_prices;

/* ---- Results ------------------------------------------------------------ */

/* Sparse coupling, sorted by (row, col); every mass is positive, and an exact
 * answer has at most n + m + 1 entries. */
typedef struct parot_plan {
    int64_t rows, cols, count;
    int32_t *row, *col;
    double *mass;
} parot_plan;

/* u, v >= 0 and lambda - u_i - v_j <= C_ij prove that no plan of that mass
 * costs less than lambda * mass - <u,p> - <v,q>. */
typedef struct parot_dual {
    double *u, *v; /* n and m numbers */
    double lambda; /* the marginal price: moving more mass costs at least this much per unit, moving
                      less saves at most this much */
} parot_dual;

/* What a call took. */
typedef struct parot_info {
    int64_t iterations; /* of the outer loop: pricing rounds, or pivots of the parametric simplex */
    int64_t pivots;     /* changes of basis */
    int64_t passes;     /* times the whole matrix was read; parts are added up, then rounded. Of
                           points without a matrix: times that all pairs were asked about, most of
                           which bounds may leave out */
    int64_t allocations; /* blocks asked for by the call */
    double setup_seconds, solve_seconds;
    int64_t reserved[4]; /* for fields to come */
} parot_info;

/* Why a mass cannot move: every pair that is not forbidden has its row among `row` or its column
 * among `col`, so no plan moves more than `most`, the sum of p over `row` and of q over `col`. Some
 * plan moves that much, unless weights below 2^-120 of the mass decide, which are taken for 0. */
typedef struct parot_cut {
    int64_t rows, cols; /* how many of each */
    int32_t *row, *col; /* ascending */
    double most;
} parot_cut;

/* After PAROT_EINFEASIBLE, and only then, a result that was asked for a plan holds this status, the
 * cut and nothing else; it is freed as usual. */
typedef struct parot_result {
    parot_plan plan;
    parot_dual dual;
    double mass;      /* of the plan: what was asked for, rounded as parot_problem describes */
    double objective; /* <C,T>; of parot_partial_prices, with what is left unmatched */
    double bound;     /* lower bound that (u, v, lambda) prove, up to rounding; <= objective. The
                         gap, in JSON and Python, is objective - bound */
    parot_status status;
    parot_info info;
    parot_cut cut;       /* of an infeasible problem */
    void *owner;         /* private: the one block that holds the arrays */
    double unmatched;    /* of parot_partial_prices: what the objective has beside <C,T>; else 0 */
    int64_t reserved[7]; /* for fields to come */
} parot_result;

PAROT_API void parot_result_free(parot_result *result);

/* Writes the plan as a matrix, row after row: T_ij to dense[i * plan->cols + j], and 0 where
 * nothing moves. dense has room for plan->rows * plan->cols numbers. */
PAROT_API void parot_plan_to_dense(const parot_plan *plan, double *dense);

/* ---- Solvers ------------------------------------------------------------ */

/* The plan of exactly that mass and of least cost, with prices that prove it. */
PAROT_CHECKED parot_status parot_partial(const parot_problem *problem, const parot_run *run,
                                         parot_result *result, parot_error *err);

/* The same with a price instead of a mass: move whatever costs less than `price` per unit, that is
 * min <C,T> - price 1' T 1 over T >= 0, T 1 <= p, T' 1 <= q. result->mass says how much that is (0
 * is possible: an empty plan), result->dual.lambda is `price`. problem->mass is ignored. */
PAROT_CHECKED parot_status parot_partial_lagrange(const parot_problem *problem, double price,
                                                  const parot_run *run, parot_result *result,
                                                  parot_error *err);

/* The same with a price for each point, which is what leaving it unmatched costs:
 *
 *   min <C,T> + <a, p - T 1> + <b, q - T' 1>   over   T >= 0,  T 1 <= p,  T' 1 <= q.
 *
 * A unit moves from row i to column j only if that costs less than a_i + b_j. The minimum is that
 * of the caller's numbers: C - a - b is not rounded. result->objective is all of it, and its share
 * <a, p - T 1> + <b, q - T' 1> is result->unmatched. result->dual proves it by u_i >= -a_i,
 * v_j >= -b_j and -u_i - v_j <= C_ij: no plan costs less than -<u,p> - <v,q>. lambda is 0, and
 * u_i = -a_i for rows with mass left, v_j = -b_j for columns with room. With a = price and b = 0 it
 * is parot_partial_lagrange, whose objective is <C,T> alone. */
PAROT_CHECKED parot_status parot_partial_prices(const parot_problem *problem,
                                                const parot_prices *prices, const parot_run *run,
                                                parot_result *result, parot_error *err);

/* A solver that keeps its basis: each solve starts from the last optimum. */
typedef struct parot_solver parot_solver;

/* Makes a solver for a number of rows and columns, weights and a mass, which are copied; of
 * problem->cost only rows and cols are used. */
PAROT_CHECKED parot_status parot_solver_new(const parot_problem *problem, const parot_run *run,
                                            parot_solver **solver, parot_error *err);

/* The plan of least cost for these costs, as parot_partial finds it, from the last optimum on. */
PAROT_CHECKED parot_status parot_solver_solve(parot_solver *solver, parot_matrix cost,
                                              parot_result *result, parot_error *err);
PAROT_API void parot_solver_free(parot_solver *solver);

/* An estimate of the bytes that parot_cost and parot_partial, or parot_partial_curve, take
 * together: the costs of n x m pairs. parot_partial_points_memory estimates what clouds take
 * without them. */
PAROT_API double parot_partial_memory(int64_t n, int64_t m);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_PUBLIC_PARTIAL_H */
