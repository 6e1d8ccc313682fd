/* curve_masses.c - single points of the curve of two clouds, where the whole would take too long.
 *
 * Each mass is a problem of its own: parot_partial_points solves it, its objective is the cost and
 * its lambda a slope of the curve there, and parot_certify_points, which shares nothing with the
 * solver, proves it. What comes first is kept if the run is stopped later.
 */
#include <math.h>

#include "base/arena.h"
#include "base/options.h"
#include "partial/problem.h"
#include "transport/units.h"

struct masses {
    struct control control;
    const parot_points_problem *problem;
    double most; /* all that can move */
    parot_mass_costs *costs;
};

static void layout(parot_mass_costs *costs, struct arena *arena)
{
    costs->mass = arena_take(arena, costs->count, sizeof *costs->mass);
    costs->objective = arena_take(arena, costs->count, sizeof *costs->objective);
    costs->slope = arena_take(arena, costs->count, sizeof *costs->slope);
    costs->relative = arena_take(arena, costs->count, sizeof *costs->relative);
    costs->owner = arena->block;
}

static parot_status check(const struct masses *job, const double *masses, int64_t count,
                          parot_error *err)
{
    if (count < 1)
        return fail(err, PAROT_EINVAL, "count: must be at least 1, got %lld", (long long)count);
    for (int64_t k = 0; k < count; k++)
        if (!(masses[k] >= 0) || !parot_is_all(job->most, masses[k]))
            return fail(err, PAROT_EINVAL,
                        "masses: each must be from 0 to %.12g, the smaller total, got %.12g",
                        job->most, masses[k]);
    return PAROT_OK;
}

/* Works: *result is the caller's, also on failure. A positive status: why it was stopped. */
static parot_status solve_mass(struct masses *job, int64_t k, parot_result *result,
                               parot_error *err)
{
    parot_mass_costs *costs = job->costs;
    parot_points_problem problem = *job->problem;
    parot_check proof = {0};
    problem.mass = fmin(costs->mass[k], job->most);
    parot_run run = control_rest(&job->control);
    parot_status status = parot_partial_points(&problem, &run, result, err);
    if (status_of_step(status) != PAROT_OK)
        return status;
    run = control_rest(&job->control);
    TRY(parot_certify_points(&problem, result, &run, &proof, err));
    costs->objective[k] = result->objective;
    costs->slope[k] = parot_is_all(problem.mass, job->most) ? INFINITY : result->dual.lambda;
    costs->relative[k] = proof.relative;
    return parot_is_proved(&proof, PAROT_PROOF_TOLERANCE) ? PAROT_OK : PAROT_UNPROVED;
}

/* A mass of 0 costs nothing; what its first unit costs no solve tells. */
static parot_status solve_masses(struct masses *job, parot_error *err)
{
    parot_mass_costs *costs = job->costs;
    for (int64_t k = 0; k < costs->count; k++) {
        parot_result result = {0};
        if (!(costs->mass[k] > 0)) {
            costs->objective[k] = costs->relative[k] = 0;
            continue;
        }
        parot_status status = solve_mass(job, k, &result, err);
        parot_result_free(&result);
        if (status == PAROT_ESTOPPED && k > 0) /* what came before is worth having */
            status = control_poll_part(&job->control, "masses", k, costs->count);
        if (status < 0)
            return status;
        if (status_of_step(status) != PAROT_OK) {
            costs->status = status;
            return PAROT_OK;
        }
        if (status == PAROT_UNPROVED)
            costs->status = status;
    }
    return PAROT_OK;
}

/* Works: what it allocates is in *job->costs, also on failure. */
static parot_status solve(struct masses *job, const double *masses, int64_t count, parot_error *err)
{
    struct arena arena = {0};
    parot_mass_costs *costs = job->costs;
    const parot_points_problem *problem = job->problem;
    TRY(CHECK_RESERVED(problem, err));
    TRY(check_points_shape(problem->x, problem->y, err));
    TRY(check_weights("p", problem->p, problem->x.rows, err));
    TRY(check_weights("q", problem->q, problem->y.rows, err));
    job->most = fmin(weights_total((struct weights){problem->p, problem->x.rows}),
                     weights_total((struct weights){problem->q, problem->y.rows}));
    TRY(check(job, masses, count, err));
    costs->count = count;
    layout(costs, &arena);
    TRY(arena_open(&arena, &job->control, err));
    layout(costs, &arena);
    for (int64_t k = 0; k < count; k++) {
        costs->mass[k] = masses[k];
        costs->objective[k] = costs->slope[k] = costs->relative[k] = NAN;
    }
    return solve_masses(job, err);
}

/* Owns. */
parot_status parot_partial_points_masses(const parot_points_problem *problem, const double *masses,
                                         int64_t count, const parot_run *run,
                                         parot_mass_costs *costs, parot_error *err)
{
    parot_mass_costs local = {.status = PAROT_OK};
    TRY(CHECK_GIVEN(err, problem, masses, costs));
    struct masses job = {.problem = problem, .costs = &local};
    TRY(control_init(&job.control, run, err));
    parot_status status = solve(&job, masses, count, err);
    if (status == PAROT_OK)
        *costs = local;
    else
        parot_mass_costs_free(&local);
    return status == PAROT_OK ? local.status : status;
}

void parot_mass_costs_free(parot_mass_costs *costs)
{
    if (!costs)
        return;
    block_free(costs->owner);
    *costs = (parot_mass_costs){0};
}
