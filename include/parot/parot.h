/* parot.h - exact partial optimal transport: the public API.
 *
 * True of every function below:
 *   - Matrices are row-major double; sizes are int64_t; indices start at 0.
 *   - Pointers to const are borrowed until the call returns; nothing else is.
 *   - Status < 0: failed, outputs untouched (except parot_cut, the proof that
 *     a problem is infeasible). Status >= 0: outputs are filled and owned by
 *     the caller, who releases them with the matching _free.
 *   - Every _free accepts NULL and zero-initialised objects.
 *   - A result is freed before it is filled again: filling it does not look at
 *     what it holds.
 *   - `run` and `err` may always be NULL.
 *   - Options begin with struct_size, which their _init function sets: call it,
 *     then set fields. Programs built with older and newer headers have shorter
 *     and longer structs; both work. Structs with `reserved` are begun with
 *     = {0} or a designated initialiser; it must be 0. See VERSIONING.md.
 *   - The library has no globals (except what it knows about OpenBLAS, which
 *     the first product opens), prints nothing, installs no signal handler and
 *     never exits. One object belongs to one thread at a time.
 */
#ifndef PAROT_H
#define PAROT_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define PAROT_API __attribute__((visibility("default")))
#define PAROT_CHECKED __attribute__((visibility("default"), warn_unused_result))
#else
#define PAROT_API
#define PAROT_CHECKED
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define PAROT_VERSION_MAJOR 0
#define PAROT_VERSION_MINOR 1
#define PAROT_VERSION_PATCH 0
#define PAROT_VERSION_NUMBER                                                                       \
    (PAROT_VERSION_MAJOR * 10000 + PAROT_VERSION_MINOR * 100 + PAROT_VERSION_PATCH)
PAROT_API const char *parot_version(void); /* of the library, "0.1.0" */
PAROT_API int parot_version_number(void);  /* its PAROT_VERSION_NUMBER */

/* ---- Status ------------------------------------------------------------- */

/* Negative: failed. Zero: solved, and where there is a certificate it proves the
 * answer (PAROT_PROOF_TOLERANCE). Positive: the outputs hold the best feasible
 * answer found, after a stop, or without a proof. Values are ABI: append, never
 * renumber. */
typedef enum parot_status {
    PAROT_OK = 0,
    PAROT_ITERATION_LIMIT = 1,
    PAROT_TIME_LIMIT = 2,
    PAROT_CANCELLED = 3,
    PAROT_UNPROVED = 4,     /* nothing stopped it, but weights or prices so many orders of magnitude
                               apart are rounded that parot_certify does not prove the answer */
    PAROT_EINVAL = -1,      /* an argument is outside its documented range */
    PAROT_ESHAPE = -2,      /* the sizes of two arguments disagree */
    PAROT_EINFEASIBLE = -3, /* no plan satisfies the constraints */
    PAROT_ENOMEM = -4,
    PAROT_ENUMERIC = -5, /* a result is outside the range of double */
    PAROT_EIO = -6,      /* the operating system refused */
    PAROT_EFORMAT = -7,  /* a file was read but makes no sense */
    PAROT_ENOTSUP = -8,  /* built without this feature */
    PAROT_ESTOPPED = -9  /* stopped early, before there was any feasible answer */
} parot_status;

/* Names the wrong argument, the rule and the value; allocate it on the stack. */
typedef struct parot_error {
    char message[512];
    char argument[64];   /* "mass", "options.loss", "cost": the one at fault; "": none is */
    int64_t reserved[8]; /* for fields to come */
} parot_error;

/* ---- Names of values ---------------------------------------------------- */

/* What a value of an enum is called wherever people see it: in options of the command, in Python,
 * in files and in messages. Each enum parot_X below has three functions: parot_X_words lists its
 * values and ends with a NULL name, parot_X_name is NULL for what is not one of them, and
 * parot_X_parse refuses what is not one of their names, saying what there is. */
typedef struct parot_word {
    const char *name;
    int32_t value;
} parot_word;

PAROT_API const parot_word *parot_status_words(void);
PAROT_API const char *parot_status_name(parot_status status); /* "time limit"; never NULL */
PAROT_CHECKED parot_status parot_status_parse(const char *name, parot_status *status,
                                              parot_error *err);

/* The name that was probably meant by a word that is not one of them; NULL: none is near. */
PAROT_API const char *parot_nearest_name(const char *word, const char *const *names, int64_t count);

/* ---- Run control, shared by every solver -------------------------------- */

typedef struct parot_progress {
    const char *stage; /* "simplex", "cost", ...: a static string */
    int64_t iteration;
    double objective, bound; /* NAN while unknown */
    double seconds;          /* since the call began */
    double stationarity;     /* of "frank-wolfe"; NAN elsewhere */
    const char *start;       /* of "frank-wolfe": its parot_start_name; NULL elsewhere */
    int64_t total;           /* iterations that the stage will have; 0: unknown */
} parot_progress;

typedef struct parot_run {
    size_t struct_size;     /* set by parot_run_init, lets the struct grow */
    int32_t threads;        /* 1 by default; 0: one per core */
    uint64_t seed;          /* the only source of randomness */
    int64_t max_iterations; /* 0: the method's own default */
    double time_limit;      /* seconds; 0: none */
    double progress_period; /* seconds between calls of `progress`; 0: as often as possible */
    int (*progress)(const parot_progress *progress, void *user); /* != 0: stop */
    void *(*alloc)(size_t bytes, void *user);                    /* NULL: malloc and free */
    void (*release)(void *block, void *user);
    void *user; /* handed to the three callbacks */
} parot_run;

PAROT_API void parot_run_init_sized(parot_run *run, size_t struct_size);
static inline void parot_run_init(parot_run *run)
{
    parot_run_init_sized(run, sizeof *run);
}

/* Bytes that may be allocated: what the environment variable PAROT_MEMORY allows, else what the
 * system says is free; INFINITY where it does not say. Readers refuse files, and parot_pu_classify
 * tables, that need more. */
PAROT_API double parot_memory_free(void);

/* "76 GB", "1.5 MB" */
PAROT_API const char *parot_memory_text(double bytes, char text[32]);

/* ---- Problems ----------------------------------------------------------- */

/* Borrowed row-major matrix: entry (i, j) is data[i * stride + j]. */
typedef struct parot_matrix {
    const double *data;
    int64_t rows, cols, stride;
} parot_matrix;

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

/* What it costs to leave a unit of row i (a_i) or of column j (b_j) unmatched. */
typedef struct parot_prices {
    const double *source, *target; /* a: n and b: m finite numbers of any sign; NULL: all are ... */
    double source_each, target_each; /* ... this number, which must be 0 beside an array */
    int64_t reserved[4];             /* 0 */
} parot_prices;

typedef enum parot_metric {
    PAROT_METRIC_SQEUCLIDEAN = 0,
    PAROT_METRIC_EUCLIDEAN = 1,
    PAROT_METRIC_CITYBLOCK = 2,
    PAROT_METRIC_COSINE = 3,   /* 1 - <x,y> / (|x| |y|); the points must not be zero */
    PAROT_METRIC_CHEBYSHEV = 4 /* the largest |x_k - y_k| */
} parot_metric;

PAROT_API const parot_word *parot_metric_words(void);
PAROT_API const char *parot_metric_name(parot_metric metric);
PAROT_CHECKED parot_status parot_metric_parse(const char *name, parot_metric *metric,
                                              parot_error *err);

/* cost[i * y.rows + j] = metric(x_i, y_j), for the rows x_i of x and y_j of y. After PAROT_ESTOPPED
 * the first rows may have been written. */
PAROT_CHECKED parot_status parot_cost(parot_matrix x, parot_matrix y, parot_metric metric,
                                      const parot_run *run, double *cost, parot_error *err);

/* The same problem between two clouds of points, without a matrix: C_ij = metric(x_i, y_j),
 * computed from differences of coordinates. Time and memory grow with the number of points instead
 * of the number of pairs, as far as the dimension allows. */
typedef struct parot_points_problem {
    parot_matrix x, y; /* n x d and m x d, finite */
    parot_metric metric;
    const double *p, *q; /* as in parot_problem */
    double mass;
    int64_t reserved[4]; /* 0 */
} parot_points_problem;

/* ---- Principal axes ----------------------------------------------------- */

/* The directions along which the rows of a table vary most: eigenvectors of their covariance. */
typedef struct parot_axes {
    int64_t dims, count; /* columns of the table; axes */
    double *mean;        /* dims */
    double *axis;        /* count x dims: orthonormal; the largest entry of each is positive */
    double *deviation;   /* count: the standard deviation along each axis, falling */
    double spread;       /* the root of the sum of all variances, also those beyond `count` */
    void *owner;         /* private */
    int64_t reserved[4]; /* for fields to come */
} parot_axes;

/* `count` of them, at most rows.cols, of finite rows. Deviations beyond double are INFINITY. Time
 * and memory grow with the cube and the square of the smaller side of the table. Axes of deviation
 * 0, if there are any, are arbitrary. PAROT_ESTOPPED if `run` stops it. */
PAROT_CHECKED parot_status parot_principal_axes(parot_matrix rows, int64_t count,
                                                const parot_run *run, parot_axes *axes,
                                                parot_error *err);
PAROT_API void parot_axes_free(parot_axes *axes);

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

typedef struct parot_info {
    int64_t iterations; /* of the outer loop: pricing rounds, or pivots of the parametric simplex */
    int64_t pivots;     /* changes of basis */
    int64_t passes;     /* times the whole matrix was read; parts are added up, then rounded */
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

/* dense[i * plan->cols + j] = T_ij: plan->rows * plan->cols numbers. */
PAROT_API void parot_plan_to_dense(const parot_plan *plan, double *dense);

/* What a result proves about itself. Rigorous: sums are exact, and each of the first four numbers
 * is rounded towards its worse side. Inaccurate or even wrong prices make the bound weaker, never
 * wrong. */
typedef struct parot_check {
    double excess;     /* the plan costs at most this much more than the optimum */
    double relative;   /* ... relative to <|C|,T>, the cost of what really moves; 0 if excess is */
    double infeasible; /* mass by which rows, columns and the total miss their constraints (and
                          entries are below 0), summed, relative to the mass; 0 if there is none */
    double bound;      /* no plan of the mass costs less */
    /* Diagnostics of what is wrong, each relative to the mass or to <|C|,T>: */
    double primal;       /* the largest of the missed masses */
    double dual;         /* by how much u and v had to be raised, times p and q, summed */
    double slackness;    /* T_ij |C_ij - lambda + u_i + v_j|, u_i (p - T 1)_i, v_j (q - T' 1)_j */
    double relative_gap; /* |<C,T> - (lambda mass - <u,p> - <v,q>)|, prices as they are */
    int64_t reserved[4]; /* for fields to come */
} parot_check;

/* How far from the optimum the result's plan can be, from the problem and its plan and prices
 * alone. The plan is compared with the optimum of the problem and with that of the problem it
 * solves exactly (its own mass, weights raised to what it moves): `excess` holds for both. A mass
 * of 0 is allowed and proved by an empty plan. For an infeasible problem (status PAROT_EINFEASIBLE)
 * the cut is checked: all numbers are 0, or infinite if it proves nothing. PAROT_ESTOPPED if `run`
 * stops it: `check` is as it was. */
PAROT_CHECKED parot_status parot_certify(const parot_problem *problem, const parot_result *result,
                                         const parot_run *run, parot_check *check,
                                         parot_error *err);

/* The same for the answer of parot_partial_lagrange at this price: `excess` is that of
 * <C,T> - price 1' T 1, relative to <|C|,T> + |price| 1' T 1, and `bound` that of plans of this
 * mass. result->dual.lambda and problem->mass are ignored. */
PAROT_CHECKED parot_status parot_certify_price(const parot_problem *problem, double price,
                                               const parot_result *result, const parot_run *run,
                                               parot_check *check, parot_error *err);

/* Both for clouds of points, without a matrix. It shares nothing with the solver but the order of
 * operations that defines C_ij. */
PAROT_CHECKED parot_status parot_certify_points(const parot_points_problem *problem,
                                                const parot_result *result, const parot_run *run,
                                                parot_check *check, parot_error *err);
PAROT_CHECKED parot_status parot_certify_points_price(const parot_points_problem *problem,
                                                      double price, const parot_result *result,
                                                      const parot_run *run, parot_check *check,
                                                      parot_error *err);

/* The same for the answer of parot_partial_prices: `excess` and `bound` are those of its objective,
 * and `relative` is relative to <|C|,T> + <|a|, T 1> + <|b|, T' 1>. */
PAROT_CHECKED parot_status parot_certify_prices(const parot_problem *problem,
                                                const parot_prices *prices,
                                                const parot_result *result, const parot_run *run,
                                                parot_check *check, parot_error *err);

/* Whether `relative` and `infeasible` are both at most the tolerance. The command and the Python
 * package take PAROT_PROOF_TOLERANCE: a thousand times what good answers have. */
#define PAROT_PROOF_TOLERANCE 1e-9
PAROT_API int parot_is_proved(const parot_check *check, double tolerance);

/* What a result states of itself, for one that comes from elsewhere, such as a file. */
typedef struct parot_claims {
    double objective; /* <C,T> of its plan, with prices of points also what is left unmatched */
    double error; /* the largest relative error of the objective, of the bound against lambda mass -
                     <u,p> - <v,q>, and of lambda against the price; what is NAN is not stated */
    int64_t reserved[2]; /* 0 */
} parot_claims;

/* `price` is that of a problem that has one instead of a mass; NAN: none. `prices` are those of its
 * points; NULL: none. A plan that parot_certify would refuse is refused. */
PAROT_CHECKED parot_status parot_result_claims(const parot_problem *problem, double price,
                                               const parot_prices *prices,
                                               const parot_result *result, parot_claims *claims,
                                               parot_error *err);

/* The same for clouds of points. */
PAROT_CHECKED parot_status parot_result_claims_points(const parot_points_problem *problem,
                                                      double price, const parot_result *result,
                                                      parot_claims *claims, parot_error *err);

/* ---- Judging plans of any origin ---------------------------------------- */

/* A plan by whatever method, such as Sinkhorn's, with or without prices. */
typedef struct parot_given_plan {
    parot_plan plan;        /* borrowed; in any order, pairs that come twice are summed; finite
                               masses; entries below 0 count as missed mass */
    const parot_dual *dual; /* prices that give the bound, with n and m numbers in u and v; NULL:
                               an exact solve gives it */
    double tolerance;       /* of "feasible" and "exact"; 0: PAROT_PROOF_TOLERANCE */
    int64_t reserved[4];    /* 0 */
} parot_given_plan;

typedef enum parot_verdict {
    PAROT_VERDICT_EXACT = 0,      /* feasible, and of least cost, both up to the tolerance */
    PAROT_VERDICT_ABOVE = 1,      /* feasible, and above the optimum, which is known, by `excess` */
    PAROT_VERDICT_WITHIN = 2,     /* feasible, and at most `excess` above the optimum: given prices
                                     or a solve that was stopped show no more than that */
    PAROT_VERDICT_INFEASIBLE = 3, /* misses its constraints by more than the tolerance times the
                                     mass, or uses a forbidden pair */
} parot_verdict;

PAROT_API const parot_word *parot_verdict_words(void);
PAROT_API const char *parot_verdict_name(parot_verdict verdict);
PAROT_CHECKED parot_status parot_verdict_parse(const char *name, parot_verdict *verdict,
                                               parot_error *err);

/* The plan is compared with the optimum of the mass that it should have (`wanted`). If it uses a
 * forbidden pair, or if nothing can move, there is nothing to compare it with: `bound`, `excess`
 * and `above` are NAN. */
typedef struct parot_judgement {
    parot_verdict verdict;
    double mass;      /* 1' T 1 */
    double wanted;    /* the mass of the problem; if that is 0 the plan's own, but no more than can
                         move */
    double objective; /* <C,T>; +INFINITY if a forbidden pair is used */
    double optimum;   /* the least cost of that mass, as solved; NAN if prices were given */
    double bound;     /* no plan of that mass costs less: rigorous, whatever the prices */
    double excess;    /* the plan costs at most this much more than the optimum: rigorous */
    double above;     /* excess / |optimum|, or |bound| if prices were given: 0.021 is 2.1 % above
                         the optimum; INFINITY if only the divisor is 0 */
    double missed;    /* mass by which rows, columns and the total miss their constraints and
                         entries are below 0, summed */
    double missed_relative;        /* ... relative to `wanted`; feasible if at most the tolerance */
    int64_t row, col;              /* the ones that carry most beyond their weight; -1: none does */
    double row_excess, col_excess; /* ... by so much mass */
    int64_t entry;     /* of the plan: on a forbidden pair, else the least one below 0; -1: none */
    parot_check check; /* what parot_certify says of this plan and the prices in use; all NAN
                          where there is nothing to compare with */
    int64_t reserved[8]; /* for fields to come */
} parot_judgement;

/* How good is this plan? Its mass, its constraints, its cost, and how far above the optimum that
 * is. problem->mass is what it should move; 0: whatever it moves. Status: that of the solve, if
 * there was one, where a limit of `run` may leave a weaker bound; PAROT_ESTOPPED if there is none
 * yet. Time and memory are those of parot_partial. */
PAROT_CHECKED parot_status parot_judge(const parot_problem *problem, const parot_given_plan *given,
                                       const parot_run *run, parot_judgement *judgement,
                                       parot_error *err);

/* The same for clouds of points, without a matrix. */
PAROT_CHECKED parot_status parot_judge_points(const parot_points_problem *problem,
                                              const parot_given_plan *given, const parot_run *run,
                                              parot_judgement *judgement, parot_error *err);

/* ---- Partial Wasserstein ------------------------------------------------ */

PAROT_CHECKED parot_status parot_partial(const parot_problem *problem, const parot_run *run,
                                         parot_result *result, parot_error *err);

/* The same for clouds of points, as exact, and proved in the same way. */
PAROT_CHECKED parot_status parot_partial_points(const parot_points_problem *problem,
                                                const parot_run *run, parot_result *result,
                                                parot_error *err);

/* Whether to choose parot_partial_points by the number of pairs: from 4 million on it is as a rule
 * faster than parot_cost and parot_partial together. In 24 and more dimensions, except by cityblock
 * and chebyshev, from 2^26 pairs on, a matrix of 512 MB: this saves memory, and may take longer. */
PAROT_API int parot_points_pay(const parot_points_problem *problem);

/* An estimate of the bytes that parot_partial_points takes, from the sizes of the tables alone:
 * data may be NULL. 0 if the sizes are not those of a problem. */
PAROT_API double parot_partial_points_memory(const parot_points_problem *problem);

/* A solver that keeps its basis: each solve starts from the last optimum. It is made for a number
 * of rows and columns, weights and a mass, which are copied; of problem->cost only rows and cols
 * are used. */
typedef struct parot_solver parot_solver;
PAROT_CHECKED parot_status parot_solver_new(const parot_problem *problem, const parot_run *run,
                                            parot_solver **solver, parot_error *err);
PAROT_CHECKED parot_status parot_solver_solve(parot_solver *solver, parot_matrix cost,
                                              parot_result *result, parot_error *err);
PAROT_API void parot_solver_free(parot_solver *solver);

/* ---- The whole curve ---------------------------------------------------- */

/* mass -> PW(mass) for all masses from 0 to problem->mass: convex and piecewise linear.
 * Every value is that of an optimal plan to within PAROT_PROOF_TOLERANCE of what the curve has gone
 * up and down until there, the sum of |slope| times mass, whatever the sizes of costs and weights;
 * as a rule only its last digits are rounded. The status is PAROT_UNPROVED where a piece is so
 * steep that the last digit of its mass costs more than that, and weights are rounded as those of
 * any problem. parot_partial at the same mass gives the plan and its proof. Between mass[k] and
 * mass[k + 1] one more unit costs slope[k]. */
typedef struct parot_curve {
    int64_t count;            /* breakpoints, the first at mass 0, the last at problem->mass */
    double *mass, *objective; /* count numbers each, mass increasing */
    double *slope;            /* count - 1 numbers, increasing */
    int64_t rows;
    double *enter;       /* rows numbers: the mass at which row i begins to move; INFINITY: never */
    int32_t *order;      /* rows numbers: the rows by `enter`, then by index */
    int64_t elbow;       /* breakpoint farthest below the chord from the first to the last */
    parot_status status; /* PAROT_OK, PAROT_UNPROVED, or why it ends before problem->mass */
    parot_info info;
    void *owner;         /* private */
    int64_t reserved[4]; /* for fields to come */
} parot_curve;

/* The plan grows with the mass: a row that has begun to move stays moved. */
PAROT_CHECKED parot_status parot_partial_curve(const parot_problem *problem, const parot_run *run,
                                               parot_curve *curve, parot_error *err);
PAROT_API void parot_curve_free(parot_curve *curve);

/* PW at any mass between 0 and the last breakpoint, and the slope to the right of it (of the last
 * piece at the last breakpoint). NAN outside. `slope` may be NULL. */
PAROT_API double parot_curve_at(const parot_curve *curve, double mass, double *slope);

/* Whether the curve bends at its elbow rather than curves everywhere: two straight lines through
 * its ends and the elbow follow it more closely than the parabola through the same three points. 0
 * for a curve that was stopped. */
PAROT_API int parot_curve_has_elbow(const parot_curve *curve);

/* The same with a price instead of a mass: move whatever costs less than `price` per unit, that is
 * min <C,T> - price 1' T 1 over T >= 0, T 1 <= p, T' 1 <= q. result->mass says how much that is (0
 * is possible: an empty plan), result->dual.lambda is `price`. problem->mass is ignored. */
PAROT_CHECKED parot_status parot_partial_lagrange(const parot_problem *problem, double price,
                                                  const parot_run *run, parot_result *result,
                                                  parot_error *err);

/* The same for clouds of points. */
PAROT_CHECKED parot_status parot_partial_points_lagrange(const parot_points_problem *problem,
                                                         double price, const parot_run *run,
                                                         parot_result *result, parot_error *err);

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

/* ---- Gromov-Wasserstein ------------------------------------------------- */

/* Compares distances within one space with distances within another, so that the spaces need not
 * have anything in common:
 *
 *   min (1 - alpha) <C,T> + alpha J(T)   over   T >= 0,  T 1 <= p,  T' 1 <= q,  1' T 1 = mass
 *
 *   J(T) = sum_ijkl L(source_ik, target_jl) T_ij T_kl
 *
 * J is not convex: the answer is a stationary plan, the best one from several starts. */
typedef enum parot_loss {
    PAROT_LOSS_SQUARE = 0, /* L(a, b) = (a - b)^2 / 2 */
    PAROT_LOSS_KL = 1      /* L(a, b) = a log(a / b) - a + b, for a >= 0 and b > 0 */
} parot_loss;

PAROT_API const parot_word *parot_loss_words(void);
PAROT_API const char *parot_loss_name(parot_loss loss);
PAROT_CHECKED parot_status parot_loss_parse(const char *name, parot_loss *loss, parot_error *err);

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
    PAROT_START_PRODUCT = 1,         /* p q' mass / (|p| |q|) */
    PAROT_START_PARTIAL = 2,         /* the plan of parot_partial for `cost` */
    PAROT_START_CLUSTERS = 4,        /* two-atom barycentres: the densest points of each side */
    PAROT_START_PROFILES = 8,        /* points with similar distances to all the others */
    PAROT_START_PRIOR_PROFILES = 16, /* ... to the fraction of the others that moves */
    PAROT_START_RANDOM = 32,         /* random vertices: options.restarts of them */
    PAROT_START_GIVEN = 64           /* options.start */
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
                                            rise, except where rows are made whole */
    double asymmetry[2]; /* of source and target: the largest |C_ij - C_ji| / |C|; up to 1e-12 it
                            counts as rounding and is averaged out */
    void *owner;         /* private */
    int64_t reserved[8]; /* for fields to come */
} parot_gromov_result;

/* Algorithm 1 of the paper, Frank-Wolfe. run->max_iterations counts its steps (default 1000), in
 * each start; run->threads run starts side by side, or one start faster. Numbers may be of any size
 * (they are scaled by powers of two); an objective or price outside the range of double is refused
 * with PAROT_ENUMERIC, and so is a mass below 1e-301. Callbacks are called by
 * one thread at a time. A limit returns the best plan so far, and a stationarity that is no less
 * than its own; PAROT_ESTOPPED if it comes while large distances are being read. */
PAROT_CHECKED parot_status parot_gromov(const parot_gromov_problem *problem,
                                        const parot_gromov_options *options, const parot_run *run,
                                        parot_gromov_result *result, parot_error *err);
PAROT_API void parot_gromov_result_free(parot_gromov_result *result);

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

/* ---- Partial transport with an entropy ---------------------------------- */

/* min <C,T> + reg sum_ij T_ij log T_ij over the plans of problem->mass: every pair gets some mass,
 * expensive pairs less. (u, v, lambda) prove that no plan is lower than `bound`. */
typedef struct parot_entropic_result {
    int64_t rows, cols;
    double *plan; /* rows x cols: within both weights, and of that mass */
    parot_dual dual;
    double mass;
    double objective;    /* <C,T> */
    double regularised;  /* <C,T> + reg sum T log T */
    double bound;        /* lambda mass - <u,p> - <v,q> <= regularised, up to rounding */
    double residual;     /* fraction of the mass that the last iteration still moved */
    parot_status status; /* PAROT_OK: the residual is at most the tolerance, or 4 eps max |C| / reg,
                            which is the rounding of exponents of that size */
    parot_info info;
    void *owner;         /* private */
    int64_t reserved[4]; /* for fields to come */
} parot_entropic_result;

/* Costs must be finite, reg > 0 and no less than 1e-12 of the largest cost, 0 < tolerance < 1.
 * Each iteration reads the costs four times; run->max_iterations is 10000 by default. From the 41st
 * on, problems of up to 2000 rows have a Newton step in each, for which (n + m) n more numbers are
 * kept. */
PAROT_CHECKED parot_status parot_partial_entropic(const parot_problem *problem, double reg,
                                                  double tolerance, const parot_run *run,
                                                  parot_entropic_result *result, parot_error *err);
PAROT_API void parot_entropic_result_free(parot_entropic_result *result);

/* ---- Partial transport on a line ---------------------------------------- */

/* Points x_i with weights p and y_j with weights q; moving a unit from x_i to y_j costs
 * |x_i - y_j|^exponent, exponent >= 1. Weights and mass are as in parot_problem. */
typedef struct parot_line {
    const double *x, *y; /* n and m finite numbers, in any order */
    int64_t n, m;
    const double *p, *q;
    double mass, exponent;
    int64_t reserved[4]; /* 0 */
} parot_line;

/* The plan, and everything that parot_partial_curve returns, without a cost matrix. order and enter
 * are those of the x_i; col_enter and col_order the same for the y_j. */
typedef struct parot_line_result {
    parot_plan plan;
    double mass, objective;
    parot_curve curve;
    double *col_enter;
    int32_t *col_order;
    parot_status status;
    void *owner;         /* private */
    int64_t reserved[4]; /* for fields to come */
} parot_line_result;

PAROT_CHECKED parot_status parot_partial_line(const parot_line *line, const parot_run *run,
                                              parot_line_result *result, parot_error *err);
PAROT_API void parot_line_result_free(parot_line_result *result);

/* ---- Synthetic points --------------------------------------------------- */

typedef enum parot_shape {
    PAROT_SHAPE_MOONS = 0, /* two interleaved half circles, in the plane */
    PAROT_SHAPE_BLOBS = 1, /* Gaussian clusters */
    PAROT_SHAPE_SPIRAL = 2 /* one arm, two turns, in the plane */
} parot_shape;

PAROT_API const parot_word *parot_shape_words(void);
PAROT_API const char *parot_shape_name(parot_shape shape);
PAROT_CHECKED parot_status parot_shape_parse(const char *name, parot_shape *shape,
                                             parot_error *err);

typedef struct parot_cloud {
    size_t struct_size; /* set by parot_cloud_init */
    parot_shape shape;
    int64_t count; /* points */
    int64_t dims;  /* coordinates of a point; moons and spirals have 2 */
    int64_t blobs; /* clusters, centred on a circle of radius `spread` */
    double spread;
    double noise;     /* standard deviation of each coordinate */
    double angle;     /* rotation of the first two coordinates, radians */
    double center[2]; /* added to the first two coordinates, after the rotation */
} parot_cloud;

PAROT_API void parot_cloud_init_sized(parot_cloud *cloud, size_t struct_size);
static inline void parot_cloud_init(parot_cloud *cloud)
{
    parot_cloud_init_sized(cloud, sizeof *cloud);
}

/* points: count x dims, row-major. Point i depends on the cloud, run->seed and i alone. */
PAROT_CHECKED parot_status parot_make_points(const parot_cloud *cloud, const parot_run *run,
                                             double *points, parot_error *err);

/* Positive random weights of total 1. */
PAROT_CHECKED parot_status parot_make_weights(int64_t count, const parot_run *run, double *weights,
                                              parot_error *err);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_H */
