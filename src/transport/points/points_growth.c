/* points_growth.c - the parametric simplex between two clouds, with a limit on its work; its trees,
 * tied together, are the tree of the simplex. */
#include "transport/points/points_growth.h"

#include <float.h>
#include <math.h>

#include "transport/parametric/parametric_exact.h"

/* Larger shares of the larger side are not tried: in 2 to 50 dimensions the groups become one
 * between .65 and .75. */
const double POINTS_GROWTH_SHARE = 0.72;

/* Nodes that change trees, partners that are looked at, and searches of all pairs, for each point:
 * measured 13 to 90 at a share of .5, up to 200 at .65, up to 380 at .7, and thousands a little
 * further on. Points on a circle, at a price, would ask for thousands of searches. */
enum { MOST_WORK = 400 };

/* Arcs of a row in a list of the parametric simplex. Eight are as fast as 16. For large clouds the
 * lists are what takes memory, and shorter ones are faster as well, since they stay in the cache:
 * 1,000,000 points in the plane took 36, 19 and 13 s with 16, 4 and 1. */
enum { ARCS = 8, FEW_ARCS = 1, LARGE = 300000 };

struct growth {
    struct parametric parametric;
    struct parametric_clouds clouds;
    void *memory;
};

int points_growth_pays(const struct points_solver *solver)
{
    const struct simplex *simplex = &solver->simplex;
    return simplex->costs.is_free || simplex_tightness(simplex) <= POINTS_GROWTH_SHARE;
}

static void layout(struct growth *growth, int32_t n, int32_t m, struct arena *arena)
{
    growth->parametric.lists.clouds = &growth->clouds;
    clouds_layout(&growth->clouds, n, m, arena);
    parametric_layout(&growth->parametric, n, m, n > LARGE || m > LARGE ? FEW_ARCS : ARCS, arena);
}

void points_growth_measure(const struct points *points, struct arena *arena)
{
    struct growth growth = {0};
    int32_t n = points->side[POINTS_ROWS].count, m = points->side[POINTS_COLS].count;
    layout(&growth, n, m, arena);
    tiles_measure_search(points, lists_most_of_row(&growth.parametric.lists, n, m), arena);
}

static parot_status open(struct growth *growth, struct points_solver *solver)
{
    struct arena arena = {0};
    int32_t n = solver->simplex.costs.n, m = solver->simplex.costs.m;
    layout(growth, n, m, &arena);
    TRY(arena_open(&arena, solver->control, NULL));
    growth->memory = arena.block;
    layout(growth, n, m, &arena);
    growth->clouds.points = solver->points;
    growth->clouds.tiles = solver->tiles;
    growth->clouds.control = solver->control;
    clouds_start(&growth->clouds);
    return PAROT_OK;
}

/* The potentials of a run that is not over: u_i + v_j <= C_ij for all pairs, up to rounding of
 * sums of `deepest` costs. */
static void keep_bound(struct points_solver *solver, const struct parametric *parametric)
{
    const struct simplex *simplex = &solver->simplex;
    const struct costs *costs = &simplex->costs;
    double largest = fabs(parametric->lambda);
    int has_prices = costs->unmatched_row || costs->unmatched_col;
    if (!(largest < INFINITY) || solver->points->is_product || has_prices || parametric->has_missed)
        return;
    for (int32_t j = 0; j < costs->m; j++) {
        solver->bound_potential[j] = parametric_potential(parametric, costs->n + j);
        if (solver->bound_potential[j] > -INFINITY)
            largest = fmax(largest, fabs(solver->bound_potential[j]));
    }
    double rounding = (2 * parametric->deepest + 8) * DBL_EPSILON * largest;
    for (int32_t i = 0; i < costs->n; i++) /* rows without mass: C - v >= 0 */
        solver->bound_least[i] =
            simplex->units.row[i] > 0 ? parametric_potential(parametric, i) - rounding : 0;
    solver->has_bound = 1;
}

/* The plan of a run that is stopped, with the rest of the mass anywhere. */
static parot_status keep(struct growth *growth, struct points_solver *solver, struct exact *exact,
                         parot_status status)
{
    struct simplex *simplex = &solver->simplex;
    struct arc *arcs = simplex->initial.arcs;
    keep_bound(solver, &growth->parametric);
    int64_t count = branch_export(&growth->parametric.tree, arcs);
    if (exact->has_price)
        simplex->has_basis =
            parametric_plan_tree(&growth->parametric, &simplex->units, &simplex->initial, exact);
    else {
        initial_tree_complete(&simplex->initial, &exact->costs, &simplex->units, arcs, count,
                              &simplex->tree);
        simplex->has_basis = 1;
    }
    return simplex->has_basis ? status : PAROT_OK;
}

/* Works: what it allocates is in *growth. */
static parot_status grow(struct growth *growth, struct points_solver *solver, struct exact *exact,
                         int *is_optimal)
{
    struct simplex *simplex = &solver->simplex;
    struct parametric *parametric = &growth->parametric;
    struct costs costs = simplex->costs;
    /* at a price, twice the mass is never reached, but keeps sums of integers in range */
    struct parametric_goal goal = {.mass = costs.is_free ? 2 * simplex->units.mass
                                                         : simplex->units.mass,
                                   .price = costs.is_free ? costs.price : INFINITY};
    TRY(open(growth, solver));
    parametric->most_work = MOST_WORK * ((int64_t)costs.n + costs.m);
    parametric_start(parametric, &costs, &simplex->units);
    parot_status status = parametric_run(parametric, &goal, solver->control);
    solver->asked += growth->clouds.asked;
    simplex->rounds = simplex->pivots = parametric->pivots;
    if (status > 0)
        return keep(growth, solver, exact, status);
    if (status != PAROT_OK || (!costs.is_free && parametric->moved < goal.mass))
        return status == PAROT_ESTOPPED ? PAROT_OK : status;
    status = parametric_check(parametric, &simplex->units, &simplex->initial, exact,
                              solver->control, is_optimal);
    if (status > 0)
        return keep(growth, solver, exact, status);
    if (status != PAROT_OK || *is_optimal)
        return status;
    simplex->has_basis =
        parametric_plan_tree(parametric, &simplex->units, &simplex->initial, exact);
    for (int32_t j = 0; j < costs.m; j++)
        simplex->col_price[j] = parametric_potential(parametric, costs.n + j);
    return PAROT_OK;
}

parot_status points_grow(struct points_solver *solver, struct exact *exact, int *is_optimal)
{
    struct growth growth = {0};
    *is_optimal = 0;
    parot_status status = grow(&growth, solver, exact, is_optimal);
    block_free(growth.memory);
    return status;
}
