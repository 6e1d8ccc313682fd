/* solver.c - partial transport with a basis that is kept from solve to solve.
 *
 * Weights and mass become integers once, in parot_solver_new. A solve lets the simplex start from
 * its last tree, or the parametric simplex solve what will not be solved again, and turns flows and
 * potentials into plan and proof.
 */
#include "partial/solver.h"

#include <math.h>
#include <string.h>

#include "base/options.h"
#include "partial/infeasible.h"
#include "partial/parametric_mass.h"
#include "partial/problem.h"
#include "partial/proof.h"
#include "partial/result.h"
#include "transport/simplex/duals.h"

/* ---- Life --------------------------------------------------------------- */

static parot_solver *layout(parot_solver *solver, struct arena *arena, int has_p, int has_q)
{
    int32_t n = (int32_t)solver->p.count, m = (int32_t)solver->q.count;
    parot_solver *self = arena_take(arena, 1, sizeof *self);
    if (has_p)
        solver->p_copy = arena_take(arena, n, sizeof *solver->p_copy);
    if (has_q)
        solver->q_copy = arena_take(arena, m, sizeof *solver->q_copy);
    simplex_layout(&solver->simplex, n, m, arena);
    exact_layout(&solver->exact, n, m, arena);
    rounding_layout(&solver->rounding, n, m, arena);
    return self;
}

static struct weights copy_weights(double *copy, const double *weights, int64_t count)
{
    if (weights)
        memcpy(copy, weights, (size_t)count * sizeof *copy);
    return (struct weights){copy, count};
}

/* Works: the block in `arena` belongs to the caller, also on failure. */
static parot_status create(struct arena *arena, parot_solver *solver, const parot_problem *problem,
                           parot_error *err)
{
    const double *p = problem->p, *q = problem->q;
    TRY(CHECK_RESERVED(problem, err));
    TRY(check_shape(solver->p.count, solver->q.count, err));
    TRY(check_weights("p", p, solver->p.count, err));
    TRY(check_weights("q", q, solver->q.count, err));
    layout(solver, arena, p != NULL, q != NULL);
    TRY(arena_open(arena, &solver->control, err));
    parot_solver *self = layout(solver, arena, p != NULL, q != NULL);
    solver->p = copy_weights(solver->p_copy, p, solver->p.count);
    solver->q = copy_weights(solver->q_copy, q, solver->q.count);
    TRY(units_choose(&solver->simplex.units, solver->p, solver->q, problem->mass, err));
    solver->mass = problem->mass;
    solver->setup_seconds = control_seconds(&solver->control);
    *self = *solver;
    return PAROT_OK;
}

parot_status parot_solver_new(const parot_problem *problem, const parot_run *run,
                              parot_solver **solver, parot_error *err)
{
    struct arena arena = {0};
    TRY(CHECK_GIVEN(err, problem, solver));
    parot_solver local = {.p = {NULL, problem->cost.rows}, .q = {NULL, problem->cost.cols}};
    TRY(control_init(&local.control, run, err));
    parot_status status = create(&arena, &local, problem, err);
    if (status == PAROT_OK)
        *solver = (parot_solver *)(void *)arena.block;
    else
        block_free(arena.block);
    return status;
}

void parot_solver_free(parot_solver *solver)
{
    block_free(solver);
}

size_t solver_bytes(const parot_solver *solver)
{
    struct arena arena = {0};
    parot_solver measured = *solver;
    layout(&measured, &arena, solver->p_copy != NULL, solver->q_copy != NULL);
    return arena.used;
}

/* ---- Answers ------------------------------------------------------------ */

/* A plan that needs forbidden pairs is not a plan, unless what they carry is the rounding of a mass
 * that was to be all that can move: *left, in units, which the plan leaves out. */
static parot_status check_feasible(parot_solver *solver, parot_status status, unit_count *left,
                                   parot_result *result, parot_error *err)
{
    struct simplex *simplex = &solver->simplex;
    *left = simplex->pricing.forbidden == 0 ? 0 : simplex_forbidden_mass(simplex);
    if (is_rounding(&simplex->units, *left, solver->p.count + solver->q.count))
        return status;
    if (status > 0)
        return fail(err, PAROT_ESTOPPED,
                    "stopped (%s) before a plan without forbidden pairs was found; allow more time",
                    parot_status_name(status));
    struct arc *arcs = simplex->initial.arcs;
    struct refusal refusal = {
        &simplex->costs, &simplex->units, solver->p, solver->q, arcs, simplex_plan(simplex, arcs)};
    return refuse_infeasible(&refusal, &solver->control, result, err);
}

/* The proof, as far as the solve went: a run that was stopped early may do better without it. */
static parot_status fill_duals(parot_solver *solver, parot_result *result)
{
    parot_dual *dual = &result->dual;
    if (result->status == PAROT_OK)
        return exact_duals(&solver->exact, &solver->control, dual);
    duals_fill(dual, &solver->simplex);
    double before = dual_value(dual, solver->p, solver->q, result->mass);
    duals_fill_relaxed(dual, &solver->simplex);
    if (!(dual_value(dual, solver->p, solver->q, result->mass) > before))
        duals_fill(dual, &solver->simplex);
    return PAROT_OK;
}

static parot_status no_memory(const parot_solver *solver, parot_error *err)
{
    return fail_memory(err, exact_bytes(&solver->exact));
}

/* `left` units of mass are in forbidden pairs, and only there. */
static parot_status fill_result(parot_solver *solver, unit_count left, parot_result *result,
                                parot_error *err)
{
    struct simplex *simplex = &solver->simplex;
    struct units units = simplex->units;
    struct arc *arcs = simplex->initial.arcs;
    result->plan =
        (parot_plan){solver->p.count, solver->q.count, simplex_plan(simplex, arcs), 0, 0, 0};
    TRY(result_open(result, &solver->control, err));
    units.request -= (double)((long double)left * units.unit);
    plan_fill(&result->plan, arcs, &units, solver->p, solver->q, &solver->rounding);
    result->mass = units.request;
    if (fill_duals(solver, result) != PAROT_OK)
        return no_memory(solver, err);
    result->info.iterations = simplex->rounds;
    result->info.pivots = simplex->pivots;
    result->info.passes = passes_of(simplex->costs.n, simplex->costs.m, simplex->pricing.entries);
    return PAROT_OK;
}

/* What exact arithmetic has added to the work of the simplex or the parametric simplex. */
static parot_status take_exact(parot_solver *solver, parot_status status)
{
    struct simplex *simplex = &solver->simplex;
    simplex_take(simplex, &solver->exact.costs);
    simplex->pivots += solver->exact.pivots;
    simplex->pricing.entries += solver->exact.entries;
    return status;
}

/* The parametric simplex leaves no basis behind, and no plan of that mass when it is stopped at a
 * limit. */
static int may_be_parametric(const parot_solver *solver)
{
    const parot_run *run = &solver->control.run;
    return solver->is_single && run->time_limit == 0 && run->max_iterations == 0;
}

parot_status solver_finish(parot_solver *solver, struct control *control)
{
    struct simplex *simplex = &solver->simplex;
    int is_searched = simplex->exact && simplex->searched == simplex->pivots;
    if (!simplex->exact)
        exact_begin(&solver->exact, &simplex->costs, &simplex->tree, control->run.threads);
    return take_exact(solver,
                      exact_finish(&solver->exact, &simplex->candidates, is_searched, control));
}

/* By the parametric simplex or the simplex, and then exactly. */
static parot_status solve_exactly(parot_solver *solver)
{
    struct simplex *simplex = &solver->simplex;
    struct costs costs = simplex->costs;
    exact_begin(&solver->exact, &costs, &simplex->tree, solver->control.run.threads);
    simplex->exact = &solver->exact;
    if (may_be_parametric(solver) && parametric_is_better(simplex) &&
        parametric_solve(solver) == PAROT_OK)
        return take_exact(solver, PAROT_OK);
    parot_status status = simplex_solve(simplex, &costs, &solver->control);
    if (status != PAROT_OK)
        return status;
    return solver_finish(solver, &solver->control);
}

/* Works: what it allocates is in *result, also on failure. */
static parot_status solve(parot_solver *solver, parot_matrix cost, parot_result *result,
                          parot_error *err)
{
    struct control *control = &solver->control;
    struct simplex *simplex = &solver->simplex;
    int64_t n = solver->p.count, m = solver->q.count;
    control_restart(control);
    if (cost.rows != n || cost.cols != m)
        return fail(err, PAROT_ESHAPE, "cost is %lld x %lld, the solver %lld x %lld",
                    (long long)cost.rows, (long long)cost.cols, (long long)n, (long long)m);
    TRY(check_matrix(cost, err));
    simplex->costs = (struct costs){cost.data, cost.stride, (int32_t)n, (int32_t)m, 1, INFINITY};
    double begin = control_seconds(control);
    struct cost_range range;
    unit_count left = 0;
    parot_status status = solve_exactly(solver);
    if (status == PAROT_EINVAL)
        return check_cost(cost, &range, err); /* says which */
    if (status == PAROT_ENOMEM)
        return no_memory(solver, err);
    status = check_feasible(solver, status, &left, result, err);
    if (status < 0)
        return status;
    result->status = status;
    TRY(fill_result(solver, left, result, err));
    parot_problem problem = {cost, solver->p.values, solver->q.values, solver->mass};
    struct proved_problem proved = {.p = solver->p, .q = solver->q, .matrix = &problem};
    TRY(proof_conclude(&proved, control, result, err));
    result->info.allocations = control->allocations;
    result->info.setup_seconds = solver->setup_seconds + begin;
    result->info.solve_seconds = control_seconds(control) - begin;
    return result->status;
}

parot_status parot_solver_solve(parot_solver *solver, parot_matrix cost, parot_result *result,
                                parot_error *err)
{
    parot_result local = {0};
    TRY(CHECK_GIVEN(err, solver, result));
    parot_status status = solve(solver, cost, &local, err);
    exact_free(&solver->exact);
    if (status >= 0 || status == PAROT_EINFEASIBLE)
        *result = local;
    else
        parot_result_free(&local);
    return status;
}
