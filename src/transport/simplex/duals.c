/* duals.c - from potentials to prices.
 *
 * With a and b the potentials of the dummy row and column,
 *
 *   u_i = -(potential_i + b),   v_j = -(potential_j + a),   lambda = -(a + b)
 *
 * are feasible as far as no reduced cost is negative. We keep v and lambda and take the least u
 * that they allow, u_i = max(0, max_j (lambda - v_j - c_ij)): feasible after any number of pivots.
 */
#include "transport/simplex/duals.h"

#include "linalg/scan.h"

/* The potential of a dummy; one that is not in the tree takes the largest value that keeps its
 * slack arcs, to the nodes [first, last), from being violated. */
static double dummy_potential(const struct tree *tree, int32_t dummy, int32_t first, int32_t last,
                              double level)
{
    if (tree->node[dummy].size)
        return tree_price(tree, dummy, level);
    double least = INFINITY;
    for (int32_t node = first; node < last; node++)
        if (tree->node[node].size)
            least = fmin(least, -tree_price(tree, node, level));
    return least;
}

/* Does the node keep some of its mass? A weight no smaller than the mass counts as well: it cannot
 * bind, since all of the mass may pass through that node. */
static int has_slack(const struct simplex *simplex, int32_t node, int32_t dummy, unit_count weight)
{
    const struct tree *tree = &simplex->tree;
    return weight >= simplex->units.mass ||
           (tree->node[node].parent == dummy && tree->flow[node] > 0) ||
           (tree->node[dummy].parent == node && tree->flow[dummy] > 0);
}

/* max_j (lambda - v_j - c_ij) over the candidates of a row, from -v */
static double listed_need(const struct simplex *simplex, int32_t i, const double *minus_v,
                          double lambda)
{
    struct candidate_list list = candidates_of(&simplex->candidates, i);
    double least = INFINITY;
    for (int32_t k = 0; k < list.count; k++) {
        double x = list.cost[k] * simplex->costs.scale - minus_v[list.col[k]];
        least = x < least ? x : least;
    }
    return lambda - least;
}

/* max_j (lambda - v_j - c_ij), from -v */
static double row_need(const struct costs *costs, int32_t i, const double *minus_v, double lambda)
{
    struct scan scan = {costs->data + i * costs->stride, minus_v, costs->m, costs->scale, INFINITY};
    return lambda - scan_minimum(&scan);
}

/* For a column without mass, which was outside the tree: the least v that u and lambda allow. */
static double least_v(const struct costs *costs, int32_t j, const double *u, double lambda)
{
    double least = 0;
    for (int32_t i = 0; i < costs->n; i++)
        least = fmax(least, lambda - u[i] - costs->data[i * costs->stride + j] * costs->scale);
    return least;
}

/* v from the potentials; lambda falls by what columns with slack would be charged, which is nothing
 * or a rounding unless one column may take all the mass. Columns outside the tree have no say. */
static double price_columns(const struct simplex *simplex, double a, double lambda, double level,
                            double *v)
{
    const struct costs *costs = &simplex->costs;
    double charge = 0;
    for (int32_t j = 0; j < costs->m; j++) {
        int32_t node = costs->n + 1 + j;
        v[j] = INFINITY;
        if (simplex->tree.node[node].size == 0)
            continue;
        v[j] = fmax(0, -(tree_price(&simplex->tree, node, level) + a));
        if (has_slack(simplex, node, dummy_row(costs), simplex->units.col[j]))
            charge = fmax(charge, v[j]);
    }
    for (int32_t j = 0; j < costs->m; j++)
        v[j] = fmax(0, v[j] - charge);
    return lambda - charge;
}

static void negate(double *v, int32_t count)
{
    for (int32_t j = 0; j < count; j++)
        v[j] = -v[j];
}

/* Did the last pass of pricing compute just what is needed now? It took min_j (c_ij - potential_j)
 * over all pairs, and v_j = -(potential_j + a) wherever v_j was not raised to 0 or lowered. */
static int has_passed(const struct simplex *simplex, const double *v, double a)
{
    const struct costs *costs = &simplex->costs;
    if (!simplex->pricing.has_minima || costs->cap < INFINITY)
        return 0;
    for (int32_t j = 0; j < costs->m; j++)
        if (v[j] < INFINITY && v[j] != -(simplex->tree.potential[costs->n + 1 + j] + a))
            return 0;
    return 1;
}

/* u_i before it is cut at 0: max_j (lambda - v_j - c_ij), looking at no more than is needed. */
static void row_needs(struct simplex *simplex, double lambda, double a, double *v, double *u)
{
    const struct costs *costs = &simplex->costs;
    int is_listed = lambda <= simplex->candidates.limit * costs->scale; /* others cost more */
    int is_passed = !is_listed && has_passed(simplex, v, a);
    simplex->pricing.entries += is_listed || is_passed ? 0 : (int64_t)costs->n * costs->m;
    negate(v, costs->m);
    for (int32_t i = 0; i < costs->n; i++)
        u[i] = is_listed   ? listed_need(simplex, i, v, lambda)
               : is_passed ? lambda - (simplex->pricing.row_minimum[i] - a)
                           : row_need(costs, i, v, lambda);
    negate(v, costs->m);
}

/* The same for rows. */
static double price_rows(struct simplex *simplex, double lambda, double a, double *v, double *u)
{
    const struct costs *costs = &simplex->costs;
    double charge = 0;
    row_needs(simplex, lambda, a, v, u);
    for (int32_t i = 0; i < costs->n; i++)
        if (has_slack(simplex, i, dummy_col(costs), simplex->units.row[i]))
            charge = fmax(charge, u[i]);
    for (int32_t i = 0; i < costs->n; i++)
        u[i] = fmax(0, u[i] - charge);
    return lambda - charge;
}

void duals_fill(parot_dual *dual, struct simplex *simplex)
{
    const struct costs *costs = &simplex->costs;
    const struct tree *tree = &simplex->tree;
    int32_t n = costs->n, m = costs->m;
    double level = tree_level_value(tree, costs);
    double a = dummy_potential(tree, dummy_row(costs), n + 1, n + 1 + m, level);
    double b = dummy_potential(tree, dummy_col(costs), 0, n, level);

    double lambda = price_columns(simplex, a, -(a + b), level, dual->v);
    lambda = price_rows(simplex, lambda, a, dual->v, dual->u);
    for (int32_t j = 0; j < m; j++) {
        simplex->pricing.entries += isinf(dual->v[j]) ? n : 0;
        dual->v[j] = isinf(dual->v[j]) ? least_v(costs, j, dual->u, lambda) : dual->v[j];
    }
    for (int32_t i = 0; i < n; i++)
        dual->u[i] /= costs->scale;
    for (int32_t j = 0; j < m; j++)
        dual->v[j] /= costs->scale;
    dual->lambda = lambda / costs->scale + 0.0; /* never -0 */
}

/* ---- Without potentials ------------------------------------------------- */

/* By bisection. */
double duals_relaxed_price(const struct units *units, const double *r, int32_t n)
{
    double low = INFINITY, high = -INFINITY;
    for (int32_t i = 0; i < n; i++) {
        low = units->row[i] > 0 ? fmin(low, r[i]) : low;
        high = units->row[i] > 0 && r[i] < INFINITY ? fmax(high, r[i]) : high;
    }
    for (int step = 0; step < 60; step++) {
        double middle = low + (high - low) / 2;
        long double mass = 0;
        for (int32_t i = 0; i < n; i++)
            mass += r[i] <= middle ? (long double)units->row[i] : 0;
        if (mass >= (long double)units->mass)
            high = middle;
        else
            low = middle;
    }
    return high;
}

void duals_fill_relaxed(parot_dual *dual, struct simplex *simplex)
{
    const struct costs *costs = &simplex->costs;
    simplex->pricing.entries += (int64_t)costs->n * costs->m;
    for (int32_t j = 0; j < costs->m; j++)
        dual->v[j] = 0;
    for (int32_t i = 0; i < costs->n; i++) {
        struct scan scan = {costs->data + i * costs->stride, dual->v, costs->m, 1, INFINITY};
        dual->u[i] = scan_minimum(&scan);
    }
    dual->lambda = duals_relaxed_price(&simplex->units, dual->u, costs->n);
    for (int32_t i = 0; i < costs->n; i++)
        dual->u[i] = fmax(0, dual->lambda - dual->u[i]);
}
