/* batch.h - many problems in one call: an array of them, of equal or different sizes, over threads.
 *
 * Each answer is that of the function for one problem, to the last bit, whatever the number of
 * threads. A thread has one block of memory that it keeps from problem to problem, so that from the
 * first few on nothing is allocated. A problem that is refused does not keep the others from being
 * solved: each has a status of its own. */
#ifndef PAROT_PUBLIC_BATCH_H
#define PAROT_PUBLIC_BATCH_H

#include "parot/gromov_wasserstein.h"
#include "parot/partial.h"
#include "parot/partial_curve.h"
#include "parot/partial_entropic.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How plans are returned. */
typedef enum parot_batch_plans {
    PAROT_BATCH_PLANS_SPARSE = 0, /* the entries that carry mass */
    PAROT_BATCH_PLANS_DENSE = 1,  /* a number for each pair */
    PAROT_BATCH_PLANS_NONE = 2    /* costs and prices alone */
} parot_batch_plans;

PAROT_API const parot_word *parot_batch_plans_words(void);
PAROT_API const char *parot_batch_plans_name(parot_batch_plans plans);
PAROT_CHECKED parot_status parot_batch_plans_parse(const char *name, parot_batch_plans *plans,
                                                   parot_error *err);

/* What `fill` is asked for. */
typedef enum parot_batch_part {
    PAROT_BATCH_PART_COST = 0,
    PAROT_BATCH_PART_SOURCE = 1, /* distances, or the numbers x of a line */
    PAROT_BATCH_PART_TARGET = 2  /* the same of the other side */
} parot_batch_part;

PAROT_API const parot_word *parot_batch_part_words(void);
PAROT_API const char *parot_batch_part_name(parot_batch_part part);
PAROT_CHECKED parot_status parot_batch_part_parse(const char *name, parot_batch_part *part,
                                                  parot_error *err);

/* What is kept of each answer, where problems begin, and where their numbers come from. */
typedef struct parot_batch_options {
    size_t struct_size; /* set by parot_batch_options_init */
    parot_batch_plans plans;
    int32_t certify; /* 1: each solved answer is also checked by parot_certify, from the problem
                        alone: `relative` and `infeasible`. parot_partial_batch and
                        parot_partial_lagrange_batch; others refuse it */
    /* For parot_partial_batch: solved first. Problems of the same size, weights and mass start from
     * its optimal basis, which saves pivots where costs are similar; the others start as usual. The
     * least cost is the same, the plan another one where several are optimal. NULL: none. */
    const parot_problem *reference;
    /* Where data of a problem are NULL, writes them: rows x cols numbers, row by row without a gap.
     * So float32, or costs that are computed, need no copy of the whole. Called by several threads
     * at a time, once for each such part of problem k; what it does not return PAROT_OK for is that
     * problem's status. */
    parot_status (*fill)(int64_t k, parot_batch_part part, double *numbers, void *user,
                         parot_error *err);
    void *user; /* for `fill` */
} parot_batch_options;

PAROT_API void parot_batch_options_init_sized(parot_batch_options *options, size_t struct_size);
static inline void parot_batch_options_init(parot_batch_options *options)
{
    parot_batch_options_init_sized(options, sizeof *options);
}

/* What was wrong with one problem. */
typedef struct parot_batch_failure {
    int64_t problem;
    parot_error error;
} parot_batch_failure;

/* Numbers of problem k are at k; they are NAN where status[k] < 0, and so are its prices. Rows of
 * all problems follow each other: those of problem k are row_at[k] to row_at[k + 1] - 1, and its
 * columns col_at[k] to col_at[k + 1] - 1. A problem whose size is refused has none. */
typedef struct parot_batch_result {
    int64_t count;
    parot_status status;    /* PAROT_OK, or why not all were begun */
    int64_t solved;         /* of status PAROT_OK */
    int64_t failed;         /* of status < 0 */
    parot_status *statuses; /* of each problem: what the function for one returns, and
                           PAROT_ESTOPPED if the batch was stopped before it began */
    double *objective, *bound, *mass, *lambda;
    int64_t *iterations, *pivots;
    double *relative, *infeasible;  /* of parot_check; NULL unless options.certify */
    double *regularised, *residual; /* of an entropy; else NULL */
    double *stationarity;           /* of Gromov-Wasserstein; else NULL */
    int64_t *row_at, *col_at;       /* count + 1 numbers each */
    double *u, *v;                  /* of all rows and of all columns; NULL: points on a line */
    /* Sparse plans, one above the other: row r of all rows has the entries start[r] to
     * start[r + 1] - 1, by column. Else NULL. */
    int64_t *start;
    int32_t *col;
    double *value;
    /* Dense plans: T_ij of problem k is dense[dense_at[k] + i * cols + j]. Else NULL. */
    int64_t *dense_at; /* count + 1 numbers */
    double *dense;
    int64_t failures; /* those that were refused, by number; fewer than `failed` if there was no
                         memory for words */
    parot_batch_failure *failure;
    void *owner, *failure_owner; /* private */
    int64_t reserved[8];         /* for fields to come */
} parot_batch_result;

PAROT_API void parot_batch_result_free(parot_batch_result *result);

/* parot_partial for each problem. run->threads solve side by side, each problem by one; limits of
 * time and cancellation end all: what was solved by then is whole, what was being solved is a
 * feasible answer, and what had not begun is PAROT_ESTOPPED. run->max_iterations are those of each
 * problem. Returns result->status, or an error if there is no result at all. */
PAROT_CHECKED parot_status parot_partial_batch(const parot_problem *problems, int64_t count,
                                               const parot_batch_options *options,
                                               const parot_run *run, parot_batch_result *result,
                                               parot_error *err);

/* parot_partial_lagrange with price[k] for problem k. */
PAROT_CHECKED parot_status parot_partial_lagrange_batch(const parot_problem *problems,
                                                        const double *price, int64_t count,
                                                        const parot_batch_options *options,
                                                        const parot_run *run,
                                                        parot_batch_result *result,
                                                        parot_error *err);

/* parot_partial_line for each; lambda is the slope at the end of its curve, NAN for an empty plan,
 * and the bound is the objective. There are no u and v. */
PAROT_CHECKED parot_status parot_partial_line_batch(const parot_line *lines, int64_t count,
                                                    const parot_batch_options *options,
                                                    const parot_run *run,
                                                    parot_batch_result *result, parot_error *err);

/* parot_partial_entropic for each. Its plans are dense, whatever options.plans says but NONE. */
PAROT_CHECKED parot_status parot_partial_entropic_batch(const parot_problem *problems,
                                                        int64_t count, double reg, double tolerance,
                                                        const parot_batch_options *options,
                                                        const parot_run *run,
                                                        parot_batch_result *result,
                                                        parot_error *err);

/* parot_gromov for each, with the same options (NULL: the defaults). gromov->start, if given, is
 * for all, which must then be of one size. */
PAROT_CHECKED parot_status parot_gromov_batch(const parot_gromov_problem *problems, int64_t count,
                                              const parot_gromov_options *gromov,
                                              const parot_batch_options *options,
                                              const parot_run *run, parot_batch_result *result,
                                              parot_error *err);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_PUBLIC_BATCH_H */
