/* oracle.c - the simplex continues from its last basis while the plan changes little; after a
 * large change it starts anew, which is faster. */
#include "gromov/oracle.h"

#include <string.h>

#include "gromov/sparse.h"
#include "partial/result.h"
#include "transport/simplex/duals.h"

void oracle_layout(struct oracle *oracle, int64_t n, int64_t m, struct arena *arena)
{
    sparse_layout(&oracle->vertex, n, m, n + m + 1, arena);
}

parot_status oracle_open(struct oracle *oracle, const parot_problem *problem,
                         struct control *control, parot_error *err)
{
    TRY(parot_solver_new(problem, &control->run, &oracle->solver, err));
    control->allocations++;
    return PAROT_OK;
}

void oracle_close(struct oracle *oracle)
{
    parot_solver_free(oracle->solver);
    oracle->solver = NULL;
}

/* Measured with 1000 x 1000 points (docs/notes/gromov.md): up to which change of the plan the old
 * basis is a better beginning than none. When little mass moves a new one is nearly free. */
static const double NEAR_PARTIAL = 0.3, NEAR_FULL = 0.5, FULL_SHARE = 0.6;

static int is_near(const struct oracle *oracle)
{
    const struct simplex *simplex = &oracle->solver->simplex;
    if (oracle->solves == 0)
        return 0;
    return oracle->change <= (simplex_share(simplex) < FULL_SHARE ? NEAR_PARTIAL : NEAR_FULL);
}

/* The largest cost sets a scale: one that is somewhat old will do while costs change little. */
enum { RANGE_PERIOD = 8 };

/* The simplex has no words for costs that are not numbers. */
static parot_status refuse(parot_error *err)
{
    return fail(err, PAROT_ENUMERIC,
                "source, target, cost: the gradient leaves the range of double; their numbers "
                "differ by too many orders of magnitude");
}

static struct costs costs_of(parot_matrix cost)
{
    return (struct costs){cost.data,          cost.stride, (int32_t)cost.rows,
                          (int32_t)cost.cols, 1,           INFINITY};
}

/* The vertex that the simplex is at. */
static void take_vertex(struct oracle *oracle)
{
    parot_solver *solver = oracle->solver;
    struct simplex *simplex = &solver->simplex;
    parot_plan *vertex = &oracle->vertex;
    /* plan_fill wants a plan that is new, that is all zeros */
    memset(vertex->row, 0, (size_t)(vertex->rows + vertex->cols + 1) * sizeof(int32_t));
    vertex->count = simplex_plan(simplex, simplex->initial.arcs);
    plan_fill(vertex, simplex->initial.arcs, &simplex->units, solver->p, solver->q,
              &solver->rounding);
}

parot_status oracle_solve(struct oracle *oracle, parot_matrix cost, struct control *control,
                          parot_error *err)
{
    parot_solver *solver = oracle->solver;
    struct simplex *simplex = &solver->simplex;
    struct costs costs = costs_of(cost);
    int is_new = !is_near(oracle);
    if (is_new)
        simplex->has_basis = 0;
    simplex->keeps_range = !is_new && oracle->solves % RANGE_PERIOD != 0;
    parot_status status = simplex_solve(simplex, &costs, control);
    if (status == PAROT_OK && simplex->is_tired) /* rounding went round in circles */
        status = solver_finish(solver, control);
    exact_free(&solver->exact);
    if (status == PAROT_ENOMEM)
        return fail_memory(err, exact_bytes(&solver->exact));
    oracle->solves++;
    oracle->pivots += simplex->pivots;
    if (status < 0)
        return refuse(err);
    take_vertex(oracle);
    if (status == PAROT_OK && oracle->whole_rows.make)
        return oracle->whole_rows.make(oracle, cost, control, oracle->whole_rows.user, err);
    return status;
}

parot_status oracle_solve_listed(struct oracle *oracle, parot_matrix cost, struct control *control)
{
    struct simplex *simplex = &oracle->solver->simplex;
    struct costs costs = costs_of(cost);
    simplex->is_hasty = simplex->keeps_range = 1;
    parot_status status = simplex_solve(simplex, &costs, control);
    simplex->is_hasty = 0;
    oracle->pivots += simplex->pivots;
    if (status == PAROT_OK)
        take_vertex(oracle);
    return status;
}

double oracle_prices(const struct oracle *oracle, parot_dual *dual)
{
    parot_solver *solver = oracle->solver;
    if (oracle->solves == 0) { /* there is no tree that prices could come from */
        memset(dual->u, 0, (size_t)solver->p.count * sizeof *dual->u);
        memset(dual->v, 0, (size_t)solver->q.count * sizeof *dual->v);
        dual->lambda = 0;
        return 0;
    }
    duals_fill(dual, &solver->simplex);
    return dual_value(dual, solver->p, solver->q, solver->simplex.units.request);
}
