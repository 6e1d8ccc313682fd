/* parametric_mass.c - lambda grows until the mass has moved.
 *
 * The parametric simplex looks at every pair that comes near to being tight, in order: that takes
 * few steps where pairs are spread over many costs, as in many dimensions, and many where they are
 * not.
 */
#include "partial/parametric_mass.h"

#include <math.h>

#include "transport/parametric/parametric_exact.h"
#include "transport/range.h"
#include "transport/simplex/representatives.h"

/* The parametric simplex is faster for costs that look as if they came from many dimensions, and
 * from this share of the mass on. */
static const double LEAST_SHARE = 0.65;

/* Up to the other share: the looser the costs, and the fewer steps masses move in, the larger. */
static double most_share(double looseness, int has_few_units)
{
    return has_few_units ? 0.73 + looseness : fmin(0.97, 0.68 + 0.9 * looseness);
}

/* Units for each node that are few: weights are uniform, or small counts. */
enum { FEW_UNITS = 64 };

int parametric_is_better(const struct simplex *simplex)
{
    const struct costs *costs = &simplex->costs;
    int64_t nodes = (int64_t)costs->n + costs->m;
    double share = simplex_tightness(simplex);
    if (costs->n < SAMPLE_NODES || costs->m < SAMPLE_NODES || share < LEAST_SHARE)
        return 0;
    double looseness = representatives_looseness(side_of_rows(costs));
    return looseness >= LOOSE &&
           share <= most_share(looseness, simplex->units.mass <= FEW_UNITS * nodes);
}

/* Works: the block in `arena` belongs to the caller. */
static parot_status run_parametric(parot_solver *solver, struct arena *arena)
{
    struct simplex *simplex = &solver->simplex;
    struct costs costs = simplex->costs;
    struct parametric parametric = {0};
    struct cost_range range = range_find(&costs, solver->control.run.threads);
    if (range.has_forbidden || range.is_invalid)
        return PAROT_EINVAL;
    costs.scale = parametric_scale(range);
    parametric_layout(&parametric, costs.n, costs.m, PARAMETRIC_WANTED, arena);
    TRY(arena_open(arena, &solver->control, NULL));
    parametric_layout(&parametric, costs.n, costs.m, PARAMETRIC_WANTED, arena);

    struct parametric_goal goal = {simplex->units.mass, INFINITY, NULL, NULL};
    parametric_start(&parametric, &costs, &simplex->units);
    TRY(parametric_run(&parametric, &goal, &solver->control));
    if (parametric.moved < goal.mass)
        return PAROT_EINFEASIBLE;
    simplex->rounds = simplex->pivots = parametric.pivots;
    simplex->pricing.entries = parametric.lists.entries;
    return parametric_finish(&parametric, &simplex->units, &simplex->initial, &solver->exact,
                             &solver->control);
}

parot_status parametric_solve(parot_solver *solver)
{
    struct arena arena = {0};
    parot_status status = run_parametric(solver, &arena);
    block_free(arena.block);
    return status;
}
