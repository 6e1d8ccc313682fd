/* points_pass.c - the pass over all pairs, with a margin, and the searches of exact arithmetic.
 *
 * The pass asks for all pairs with C_ij - b_j <= a_i + margin. They become candidates, so that a
 * later pass, or the exact search, need not look at a pair before prices have moved by the margin:
 * for all pairs that are not listed C_ij - known_potential[j] > known_limit[i].
 */
#include <float.h>
#include <math.h>
#include <stddef.h>

#include "transport/points/points_solver.h"
#include "transport/simplex/duals.h"

/* Pairs that one pass adds to the list of a row, at most. */
enum { ADDED = 12 };

/* The margin is MARGIN times the reduced cost of the TYPICAL-th candidate of a row: the median of
 * LOOKED_AT rows. */
static const double MARGIN = 0.3;
enum { TYPICAL = 8, LOOKED_AT = 512 };

#define SOLVER_OF(search, member)                                                                  \
    ((struct points_solver *)(void *)((char *)(search)-offsetof(struct points_solver, member)))

/* ---- The margin --------------------------------------------------------- */

/* The TYPICAL-th lowest C_ij - b_j of the candidates of a row, above a_i; INFINITY: too few. */
static double typical_reduced(const struct points_solver *solver, int32_t i, double a)
{
    struct candidate_list list = candidates_of(&solver->simplex.candidates, i);
    double lowest[TYPICAL];
    int count = 0;
    for (int32_t k = 0; k < list.count; k++) {
        double x = list.cost[k] - solver->potential[list.col[k]];
        int at = count < TYPICAL ? count++ : TYPICAL;
        for (; at > 0 && lowest[at - 1] > x; at--)
            if (at < TYPICAL)
                lowest[at] = lowest[at - 1];
        if (at < TYPICAL)
            lowest[at] = x;
    }
    return count < TYPICAL ? INFINITY : lowest[TYPICAL - 1] - a;
}

static void sort(double *values, int count)
{
    for (int k = 1; k < count; k++) {
        double x = values[k];
        int at = k;
        for (; at > 0 && values[at - 1] > x; at--)
            values[at] = values[at - 1];
        values[at] = x;
    }
}

/* The median over some rows. */
static double margin_of(const struct points_solver *solver)
{
    const struct simplex *simplex = &solver->simplex;
    double values[LOOKED_AT];
    int32_t n = simplex->costs.n, count = 0;
    int32_t step = n / LOOKED_AT + 1;
    for (int32_t i = 0; i < n && count < LOOKED_AT; i += step)
        if (simplex->tree.node[i].size)
            values[count++] =
                typical_reduced(solver, i, simplex->tree.potential[i] / simplex->costs.scale);
    sort(values, count);
    double median = count > 0 ? values[count / 2] : 0;
    return median > 0 && median < INFINITY ? MARGIN * median : 0;
}

/* ---- The pass ----------------------------------------------------------- */

struct pass {
    struct points_solver *solver;
    int64_t violated; /* rows */
};

static int32_t listed(void *user, int32_t row, const int32_t **col, const double **cost)
{
    const struct pass *pass = user;
    struct candidate_list list = candidates_of(&pass->solver->simplex.candidates, row);
    *col = list.col;
    *cost = list.cost;
    return list.count;
}

static parot_status take(void *user, int32_t row, int32_t count, const int32_t *col,
                         const double *cost)
{
    struct pass *pass = user;
    struct points_solver *solver = pass->solver;
    struct simplex *simplex = &solver->simplex;
    const struct costs *costs = &simplex->costs;
    int is_violated_row = 0;
    for (int32_t k = 0; k < count; k++) {
        int32_t node = costs->n + 1 + col[k];
        struct reduced_cost arc = {0, cost[k] * costs->scale};
        is_violated_row |=
            is_violated(&simplex->tree, row, node, reduce(&simplex->tree, row, node, arc));
        solver->is_cut[row] |= (uint8_t)candidates_put(
            &simplex->candidates, costs, simplex->tree.potential, row, col[k], cost[k]);
    }
    pass->violated += is_violated_row;
    return PAROT_OK;
}

static void exchange(double **a, double **b)
{
    double *c = *a;
    *a = *b;
    *b = c;
}

/* What the pass has shown: the lists are complete up to the limit, except those without room. */
static void conclude(struct points_solver *solver)
{
    const struct simplex *simplex = &solver->simplex;
    int32_t n = simplex->costs.n, m = simplex->costs.m;
    exchange(&solver->potential, &solver->known_potential);
    exchange(&solver->limit, &solver->known_limit);
    solver->has_known = 1;
    for (int32_t j = 0; j < m; j++)
        solver->bound_potential[j] = solver->known_potential[j];
    for (int32_t i = 0; i < n; i++) {
        struct candidate_list list = candidates_of(&simplex->candidates, i);
        double least = solver->known_limit[i];
        for (int32_t k = 0; k < list.count; k++)
            least = fmin(least, list.cost[k] - solver->known_potential[list.col[k]]);
        solver->bound_least[i] = least;
        if (solver->is_cut[i])
            solver->known_limit[i] = -INFINITY;
    }
    solver->has_bound = 1;
}

parot_status points_pass(struct pair_search *search, struct control *control, int64_t *violated)
{
    struct points_solver *solver = SOLVER_OF(search, pair_search);
    const struct tree *tree = &solver->simplex.tree;
    double scale = solver->simplex.costs.scale;
    int32_t n = solver->simplex.costs.n, m = solver->simplex.costs.m;
    for (int32_t j = 0; j < m; j++)
        solver->potential[j] = tree->potential[n + 1 + j] / scale; /* -INFINITY outside */
    double margin = margin_of(solver);
    for (int32_t i = 0; i < n; i++) {
        solver->limit[i] = tree->potential[i] / scale + margin;
        solver->is_cut[i] = 0;
    }
    struct pass pass = {solver, 0};
    struct tiles_query query = {.side = POINTS_ROWS,
                                .potential = solver->potential,
                                .most = ADDED < m ? ADDED : m,
                                .limit = solver->limit,
                                .known_potential =
                                    solver->has_known ? solver->known_potential : NULL,
                                .known_limit = solver->has_known ? solver->known_limit : NULL,
                                .listed = listed,
                                .take = take,
                                .user = &pass,
                                .stage = solver->simplex.depth ? "coarse" : "proof"};
    parot_status status = tiles_search(solver->tiles, &query, control);
    solver->asked += query.asked;
    *violated = pass.violated;
    if (status == PAROT_OK)
        conclude(solver);
    return status;
}

/* ---- Exact arithmetic --------------------------------------------------- */

static void offer(void *user, int32_t row, int32_t col, double cost)
{
    const struct exact *exact = user;
    exact_offer(exact, row, exact->costs.n + 1 + col, cost);
}

/* x + y, rounded up */
static double sum_up(double x, double y)
{
    return nextafter(x + y, INFINITY);
}

/* How much the prices of columns have risen at most, since the lists were complete. */
static double largest_rise(const struct points_solver *solver, const double *now)
{
    double rise = -INFINITY;
    for (int32_t j = 0; j < solver->simplex.costs.m; j++)
        if (now[j] > -INFINITY)
            rise = fmax(rise, sum_up(now[j], -solver->known_potential[j]));
    return rise;
}

/* Rows whose lists may not have all that can be violated get their price as limit; returns how
 * many. C - b > known_limit means C - now > known_limit - rise >= u. */
static int64_t find_incomplete(struct points_solver *solver, const struct exact *exact)
{
    int32_t n = exact->costs.n;
    double rise = solver->has_known ? largest_rise(solver, exact->up + n + 1) : INFINITY;
    int64_t count = 0;
    for (int32_t i = 0; i < n; i++) {
        int is_complete =
            exact->up[i] == -INFINITY ||
            (solver->has_known && sum_up(exact->up[i], rise) <= solver->known_limit[i]);
        solver->limit[i] = is_complete ? -INFINITY : exact->up[i];
        count += !is_complete;
    }
    return count;
}

parot_status points_exact_rest(struct exact_search *search, struct exact *exact,
                               struct control *control)
{
    struct points_solver *solver = SOLVER_OF(search, exact_search);
    if (find_incomplete(solver, exact) == 0)
        return PAROT_OK;
    struct tiles_query query = {.side = POINTS_ROWS,
                                .potential = exact->up + exact->costs.n + 1,
                                .most = 1,
                                .limit = solver->limit,
                                .known_potential =
                                    solver->has_known ? solver->known_potential : NULL,
                                .known_limit = solver->has_known ? solver->known_limit : NULL,
                                .offer = offer,
                                .user = exact,
                                .stage = "proof"};
    parot_status status = tiles_search(solver->tiles, &query, control);
    solver->asked += query.asked;
    return status;
}

/* ---- Prices of nodes without mass --------------------------------------- */

struct empty {
    double *price;           /* of the nodes that are asked about */
    const double *other;     /* minus the prices of the others */
    double lambda;           /* 0 beside ... */
    const double *unmatched; /* ... what leaving these nodes unmatched costs; NULL: nothing */
};

static parot_status take_need(void *user, int32_t row, int32_t count, const int32_t *col,
                              const double *cost)
{
    const struct empty *empty = user;
    if (count > 0)
        empty->price[row] =
            fmax(empty->price[row], exact_need(empty->lambda, -empty->other[col[0]], cost[0]));
    return PAROT_OK;
}

/* Nodes [first, first + count) of the tree are one side; `other` has minus the prices of the other
 * side, -INFINITY for those that do not count. */
static parot_status price_side(struct points_solver *solver, enum points_side side, int32_t first,
                               struct empty empty, double *limit, struct control *control)
{
    const struct tree *tree = &solver->simplex.tree;
    int32_t count = solver->points->side[side].count, asked = 0;
    for (int32_t i = 0; i < count; i++) {
        int is_empty = tree->node[first + i].size == 0;
        limit[i] = !is_empty ? -INFINITY : empty.unmatched ? empty.unmatched[i] : empty.lambda;
        asked += is_empty;
    }
    struct tiles_query query = {.side = side,
                                .potential = empty.other,
                                .most = 1,
                                .limit = limit,
                                .take = take_need,
                                .user = &empty,
                                .stage = "proof"};
    return asked > 0 ? tiles_search(solver->tiles, &query, control) : PAROT_OK;
}

parot_status points_price_empty(struct exact_search *search, struct exact *exact, parot_dual *dual,
                                struct control *control)
{
    struct points_solver *solver = SOLVER_OF(search, exact_search);
    const struct tree *tree = exact->tree;
    int32_t n = exact->costs.n, m = exact->costs.m;
    for (int32_t j = 0; j < m; j++)
        solver->potential[j] = tree->node[n + 1 + j].size ? -dual->v[j] : -INFINITY;
    TRY(price_side(
        solver, POINTS_ROWS, 0,
        (struct empty){dual->u, solver->potential, dual->lambda, exact->costs.unmatched_row},
        solver->limit, control));
    for (int32_t i = 0; i < n; i++)
        solver->limit[i] = -dual->u[i];
    return price_side(
        solver, POINTS_COLS, n + 1,
        (struct empty){dual->v, solver->limit, dual->lambda, exact->costs.unmatched_col},
        solver->potential, control);
}

/* ---- Prices of a run that was stopped ----------------------------------- */

/* v_j = -b_j - shift >= 0, where the column with the highest b is free, and u_i = max(0, lambda -
 * (least_i - shift)) >= lambda - C_ij - v_j, with room for rounding. Without a complete search
 * there is nothing but a bound of all costs, nor is there for rows without mass, which no search
 * asks about. Columns without mass may cost anything. */
void points_stopped_duals(const struct points_solver *solver, parot_dual *dual)
{
    const struct costs *costs = &solver->simplex.costs;
    double shift = INFINITY, largest = 0, least_cost = points_least(solver->points);
    for (int32_t j = 0; solver->has_bound && j < costs->m; j++)
        if (solver->bound_potential[j] > -INFINITY)
            shift = fmin(shift, -solver->bound_potential[j]);
    int is_known = isfinite(shift);
    dual->lambda =
        costs->is_free ? costs->price
        : is_known
            ? duals_relaxed_price(&solver->simplex.units, solver->bound_least, costs->n) - shift
            : least_cost;
    for (int32_t j = 0; j < costs->m; j++) {
        int is_priced = is_known && solver->bound_potential[j] > -INFINITY;
        dual->v[j] = is_priced                      ? -solver->bound_potential[j] - shift
                     : solver->simplex.units.col[j] ? 0
                                                    : fmax(0, dual->lambda);
        largest = fmax(largest, dual->v[j]);
    }
    for (int32_t i = 0; i < costs->n; i++) {
        int is_asked = is_known && solver->bound_least[i] > -INFINITY;
        double least = is_asked ? solver->bound_least[i] - shift : least_cost;
        double size = fabs(dual->lambda) + fabs(least) + largest + (is_known ? fabs(shift) : 0);
        dual->u[i] = fmax(0, dual->lambda - least + 4 * DBL_EPSILON * size);
    }
}

/* u_i >= -a_i, v_j >= -b_j and u_i + v_j >= -C_ij. A search has shown C_ij - bound_potential[j] >=
 * bound_least[i]; without one there is the bound of all costs. Columns without mass may cost
 * anything, and rows without mass, which no search asks about, come last. */
void points_stopped_prices(const struct points_solver *solver, const double *a, const double *b,
                           double shift, parot_dual *dual)
{
    const struct costs *costs = &solver->simplex.costs;
    double least_cost = points_least(solver->points), highest = -INFINITY, lowest = INFINITY;
    shift = solver->has_bound ? shift : 0;
    dual->lambda = 0;
    for (int32_t i = 0; i < costs->n; i++) {
        double bound = solver->has_bound ? solver->bound_least[i] : least_cost;
        double need = -bound - shift + 4 * DBL_EPSILON * (fabs(bound) + fabs(shift));
        dual->u[i] = bound > -INFINITY ? fmax(-a[i], need) : INFINITY;
        highest = fmax(highest, -dual->u[i] - least_cost);
    }
    for (int32_t j = 0; j < costs->m; j++) {
        double bound = solver->has_bound ? solver->bound_potential[j] : 0;
        double need = shift - bound + 4 * DBL_EPSILON * (fabs(bound) + fabs(shift));
        dual->v[j] = fmax(-b[j], bound > -INFINITY ? need : highest);
        lowest = fmin(lowest, dual->v[j]);
    }
    for (int32_t i = 0; i < costs->n; i++)
        if (dual->u[i] == INFINITY)
            dual->u[i] = fmax(-a[i], -least_cost - lowest + 4 * DBL_EPSILON * fabs(lowest));
}
