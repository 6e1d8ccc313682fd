/* batch_kinds.c - the doors: for each kind of problems, its size, its solver and its answer. */
#include <math.h>
#include <string.h>

#include "partial/solver.h"
#include "tasks/batch/batch_output.h"

/* An optimal tree has no more arcs. */
static int64_t room_of_tree(int64_t rows, int64_t cols)
{
    return rows + cols + 1;
}

static int64_t room_of_pairs(int64_t rows, int64_t cols)
{
    return rows * cols;
}

/* ---- A mass ------------------------------------------------------------- */

static void partial_shape(const struct batch *batch, int64_t k, int64_t *rows, int64_t *cols)
{
    const parot_problem *problem = (const parot_problem *)batch->problems + k;
    *rows = problem->cost.rows;
    *cols = problem->cost.cols;
}

static int are_equal(const double *a, const double *b, int64_t count)
{
    return a == b || (a && b && memcmp(a, b, (size_t)count * sizeof *a) == 0);
}

/* Can the basis of the reference be one of this problem? */
static int is_like(const parot_problem *reference, const parot_problem *problem)
{
    return reference && reference->cost.rows == problem->cost.rows &&
           reference->cost.cols == problem->cost.cols && reference->mass == problem->mass &&
           are_equal(reference->p, problem->p, problem->cost.rows) &&
           are_equal(reference->q, problem->q, problem->cost.cols);
}

/* Solves the reference and keeps what the solver is made of then. */
static parot_status prepare_basis(struct worker *worker, const parot_problem *reference,
                                  parot_error *err)
{
    parot_result result = {0};
    parot_run run = worker->run;
    run.user = &worker->kept;
    run.max_iterations = 0;
    batch_memory_free(&worker->kept);
    TRY(parot_solver_new(reference, &run, &worker->solver, err));
    parot_status status = parot_solver_solve(worker->solver, reference->cost, &result, err);
    parot_result_free(&result);
    if (status_of_step(status) > 0)
        return fail(err, PAROT_ESTOPPED, "options.reference: stopped (%s); allow more time",
                    parot_status_name(status));
    if (status < 0)
        return status;
    worker->basis_bytes = solver_bytes(worker->solver);
    worker->basis = batch_memory_alloc(worker->basis_bytes, &worker->kept);
    if (!worker->basis)
        return fail_memory(err, worker->basis_bytes);
    memcpy(worker->basis, worker->solver, worker->basis_bytes);
    return PAROT_OK;
}

/* From the optimum of the reference, which each problem begins at: what the worker has solved
 * before does not matter. */
static parot_status solve_from_basis(struct worker *worker, const parot_problem *problem,
                                     parot_result *result, parot_error *err)
{
    memcpy(worker->solver, worker->basis, worker->basis_bytes);
    parot_run *run = &worker->solver->control.run;
    run->max_iterations = worker->run.max_iterations;
    worker_refresh(worker, run);
    return parot_solver_solve(worker->solver, problem->cost, result, err);
}

/* The checks of parot_certify, if they are wanted. A stop leaves them unknown. */
static parot_status certify(struct worker *worker, int64_t k, const parot_problem *problem,
                            const double *price, const parot_result *answer, parot_error *err)
{
    parot_batch_result *result = &worker->batch->result;
    parot_check check = {.relative = NAN, .infeasible = NAN};
    if (!worker->batch->options.certify)
        return PAROT_OK;
    worker_refresh(worker, &worker->run);
    parot_status status =
        price ? parot_certify_price(problem, *price, answer, &worker->run, &check, err)
              : parot_certify(problem, answer, &worker->run, &check, err);
    if (status < 0 && status != PAROT_ESTOPPED)
        return status;
    result->relative[k] = check.relative;
    result->infeasible[k] = check.infeasible;
    return PAROT_OK;
}

/* Works: the answer belongs to the caller. */
static parot_status answer_partial(struct worker *worker, int64_t k, parot_problem *problem,
                                   parot_result *answer, parot_error *err)
{
    struct batch *batch = worker->batch;
    const double *price = batch->terms ? (const double *)batch->terms + k : NULL;
    TRY(worker_fill_matrix(worker, k, PAROT_BATCH_PART_COST, &problem->cost, err));
    parot_status status = price ? parot_partial_lagrange(problem, *price, &worker->run, answer, err)
                          : worker->basis && is_like(batch->options.reference, problem)
                              ? solve_from_basis(worker, problem, answer, err)
                              : parot_partial(problem, &worker->run, answer, err);
    if (status < 0)
        return status;
    TRY(certify(worker, k, problem, price, answer, err));
    batch_put(batch, k, answer);
    return status;
}

/* Gives back what worker_fill took for a part that was not `given`. */
static void drop_filled(struct worker *worker, const double *given, const double *numbers)
{
    if (!given && numbers)
        batch_memory_release((void *)(uintptr_t)numbers, &worker->memory);
}

static parot_status solve_partial(struct worker *worker, int64_t k, parot_error *err)
{
    parot_problem problem = ((const parot_problem *)worker->batch->problems)[k];
    const double *given = problem.cost.data;
    const parot_problem *reference = worker->batch->options.reference;
    parot_result answer = {0};
    if (reference && !worker->basis)
        TRY(prepare_basis(worker, reference, err));
    parot_status status = answer_partial(worker, k, &problem, &answer, err);
    parot_result_free(&answer);
    drop_filled(worker, given, problem.cost.data);
    return status;
}

/* A reference that is refused is the caller's mistake, not that of a problem. */
static parot_status prepare_partial(struct worker *worker, parot_error *err)
{
    const parot_problem *reference = worker->batch->options.reference;
    return reference ? prepare_basis(worker, reference, err) : PAROT_OK;
}

static const struct batch_kind PARTIAL = {.shape = partial_shape,
                                          .room = room_of_tree,
                                          .prepare = prepare_partial,
                                          .solve = solve_partial,
                                          .has_prices = 1};

parot_status parot_partial_batch(const parot_problem *problems, int64_t count,
                                 const parot_batch_options *options, const parot_run *run,
                                 parot_batch_result *result, parot_error *err)
{
    struct batch batch = {.kind = &PARTIAL, .problems = problems};
    return batch_run(&batch, count, options, run, result, err);
}

parot_status parot_partial_lagrange_batch(const parot_problem *problems, const double *price,
                                          int64_t count, const parot_batch_options *options,
                                          const parot_run *run, parot_batch_result *result,
                                          parot_error *err)
{
    struct batch batch = {.kind = &PARTIAL, .problems = problems, .terms = price};
    if (!price && count > 0)
        return fail(err, PAROT_EINVAL, "price: must not be NULL");
    return batch_run(&batch, count, options, run, result, err);
}

/* ---- Points on a line --------------------------------------------------- */

static void line_shape(const struct batch *batch, int64_t k, int64_t *rows, int64_t *cols)
{
    const parot_line *line = (const parot_line *)batch->problems + k;
    *rows = line->n;
    *cols = line->m;
}

/* Works: the answer belongs to the caller. */
static parot_status answer_line(struct worker *worker, int64_t k, parot_line *line,
                                parot_line_result *answer, parot_error *err)
{
    parot_batch_result *result = &worker->batch->result;
    TRY(worker_fill(worker, k, PAROT_BATCH_PART_SOURCE, line->n, 1, &line->x, err));
    TRY(worker_fill(worker, k, PAROT_BATCH_PART_TARGET, line->m, 1, &line->y, err));
    parot_status status = parot_partial_line(line, &worker->run, answer, err);
    if (status < 0)
        return status;
    const parot_curve *curve = &answer->curve;
    result->objective[k] = result->bound[k] = answer->objective;
    result->mass[k] = answer->mass;
    result->lambda[k] = curve->count > 1 ? curve->slope[curve->count - 2] : NAN;
    result->iterations[k] = curve->info.iterations;
    result->pivots[k] = curve->info.pivots;
    batch_put_plan(worker->batch, k, &answer->plan);
    return status;
}

static parot_status solve_line(struct worker *worker, int64_t k, parot_error *err)
{
    const parot_line *given = (const parot_line *)worker->batch->problems + k;
    parot_line line = *given;
    parot_line_result answer = {0};
    parot_status status = answer_line(worker, k, &line, &answer, err);
    parot_line_result_free(&answer);
    drop_filled(worker, given->y, line.y);
    drop_filled(worker, given->x, line.x);
    return status;
}

static const struct batch_kind LINE = {
    .shape = line_shape, .room = room_of_tree, .solve = solve_line};

parot_status parot_partial_line_batch(const parot_line *lines, int64_t count,
                                      const parot_batch_options *options, const parot_run *run,
                                      parot_batch_result *result, parot_error *err)
{
    struct batch batch = {.kind = &LINE, .problems = lines};
    if (!lines && count > 0)
        return fail(err, PAROT_EINVAL, "lines: must not be NULL");
    return batch_run(&batch, count, options, run, result, err);
}

/* ---- An entropy --------------------------------------------------------- */

struct entropic_terms {
    double reg, tolerance;
};

/* Works: the answer belongs to the caller. */
static parot_status answer_entropic(struct worker *worker, int64_t k, parot_problem *problem,
                                    parot_entropic_result *answer, parot_error *err)
{
    const struct entropic_terms *terms = worker->batch->terms;
    parot_batch_result *result = &worker->batch->result;
    TRY(worker_fill_matrix(worker, k, PAROT_BATCH_PART_COST, &problem->cost, err));
    parot_status status =
        parot_partial_entropic(problem, terms->reg, terms->tolerance, &worker->run, answer, err);
    if (status < 0)
        return status;
    result->objective[k] = answer->objective;
    result->bound[k] = answer->bound;
    result->mass[k] = answer->mass;
    result->regularised[k] = answer->regularised;
    result->residual[k] = answer->residual;
    result->iterations[k] = answer->info.iterations;
    batch_put_dual(worker->batch, k, &answer->dual);
    if (result->dense)
        memcpy(result->dense + result->dense_at[k], answer->plan,
               (size_t)(answer->rows * answer->cols) * sizeof *answer->plan);
    return status;
}

static parot_status solve_entropic(struct worker *worker, int64_t k, parot_error *err)
{
    parot_problem problem = ((const parot_problem *)worker->batch->problems)[k];
    const double *given = problem.cost.data;
    parot_entropic_result answer = {0};
    parot_status status = answer_entropic(worker, k, &problem, &answer, err);
    parot_entropic_result_free(&answer);
    drop_filled(worker, given, problem.cost.data);
    return status;
}

static const struct batch_kind ENTROPIC = {.shape = partial_shape,
                                           .room = room_of_pairs,
                                           .solve = solve_entropic,
                                           .has_prices = 1,
                                           .has_entropy = 1};

parot_status parot_partial_entropic_batch(const parot_problem *problems, int64_t count, double reg,
                                          double tolerance, const parot_batch_options *options,
                                          const parot_run *run, parot_batch_result *result,
                                          parot_error *err)
{
    struct entropic_terms terms = {reg, tolerance};
    struct batch batch = {.kind = &ENTROPIC, .problems = problems, .terms = &terms};
    return batch_run(&batch, count, options, run, result, err);
}

/* ---- Gromov-Wasserstein ------------------------------------------------- */

static void gromov_shape(const struct batch *batch, int64_t k, int64_t *rows, int64_t *cols)
{
    const parot_gromov_problem *problem = (const parot_gromov_problem *)batch->problems + k;
    *rows = problem->source.rows;
    *cols = problem->target.rows;
}

/* Works: the answer belongs to the caller. */
static parot_status answer_gromov(struct worker *worker, int64_t k, parot_gromov_problem *problem,
                                  parot_gromov_result *answer, parot_error *err)
{
    struct batch *batch = worker->batch;
    TRY(worker_fill_matrix(worker, k, PAROT_BATCH_PART_SOURCE, &problem->source, err));
    TRY(worker_fill_matrix(worker, k, PAROT_BATCH_PART_TARGET, &problem->target, err));
    TRY(worker_fill_matrix(worker, k, PAROT_BATCH_PART_COST, &problem->cost, err));
    parot_status status = parot_gromov(problem, batch->terms, &worker->run, answer, err);
    if (status < 0)
        return status;
    batch->result.stationarity[k] = answer->stationarity;
    batch_put(batch, k, &answer->transport);
    return status;
}

static parot_status solve_gromov(struct worker *worker, int64_t k, parot_error *err)
{
    const parot_gromov_problem *given = (const parot_gromov_problem *)worker->batch->problems + k;
    parot_gromov_problem problem = *given;
    parot_gromov_result answer = {0};
    parot_status status = answer_gromov(worker, k, &problem, &answer, err);
    parot_gromov_result_free(&answer);
    drop_filled(worker, given->cost.data, problem.cost.data);
    drop_filled(worker, given->target.data, problem.target.data);
    drop_filled(worker, given->source.data, problem.source.data);
    return status;
}

static const struct batch_kind GROMOV = {.shape = gromov_shape,
                                         .room = room_of_pairs,
                                         .solve = solve_gromov,
                                         .has_prices = 1,
                                         .has_stationarity = 1};

parot_status parot_gromov_batch(const parot_gromov_problem *problems, int64_t count,
                                const parot_gromov_options *gromov,
                                const parot_batch_options *options, const parot_run *run,
                                parot_batch_result *result, parot_error *err)
{
    struct batch batch = {.kind = &GROMOV, .problems = problems, .terms = gromov};
    for (int64_t k = 1; problems && gromov && gromov->start && k < count; k++)
        if (problems[k].source.rows != problems[0].source.rows ||
            problems[k].target.rows != problems[0].target.rows)
            return fail(err, PAROT_ESHAPE,
                        "gromov.start: is for problems of one size, but problem %lld is %lld x "
                        "%lld and the first %lld x %lld",
                        (long long)k, (long long)problems[k].source.rows,
                        (long long)problems[k].target.rows, (long long)problems[0].source.rows,
                        (long long)problems[0].target.rows);
    return batch_run(&batch, count, options, run, result, err);
}
