/* parametric_duals.c - u_i = max(0, max_j (price - v_j - c_ij)) is the least u that is feasible;
 * rows with mass left need u_i = 0, so their columns are charged first. Where it costs a_i or b_j
 * to leave a node unmatched, -a_i and -b_j take the place of 0. */
#include "transport/parametric/parametric_duals.h"

#include <math.h>

#include "base/simd.h"
#include "linalg/gather.h"

/* v_j = max(v_j, price - c_j) */
SIMD_CLONES static void charge(double *restrict v, const double *restrict c, int64_t m,
                               double scale, double price)
{
    for (int64_t j = 0; j < m; j++) {
        double x = price - c[j] * scale;
        v[j] = x > v[j] ? x : v[j];
    }
}

/* A row with mass left must have u_i = -a_i: its weight may be huge. The full columns that it would
 * overpay are charged: v_j = max(v_j, price + a_i - c_ij). */
static void charge_columns(struct parametric *parametric, double price, double *v)
{
    const struct costs *costs = &parametric->lists.costs;
    const struct parametric_node *nodes = parametric->tree.nodes;
    for (int32_t i = 0; i < costs->n; i++)
        if (nodes[i].left > 0) {
            charge(v, cost_row(costs, i), costs->m, costs->scale,
                   price + unmatched_row(costs, i) * costs->scale);
            parametric->lists.entries += costs->m;
        }
    for (int32_t j = 0; j < costs->m; j++)
        if (nodes[costs->n + j].left > 0)
            v[j] = 0 - unmatched_col(costs, j) * costs->scale;
}

/* u_i = max(-a_i, max_j (price - v_j - c_ij)); where charge_columns has left rounding alone, -a_i.
 */
static void price_rows(struct parametric *parametric, double price, int is_charged, const double *v,
                       double *u)
{
    const struct costs *costs = &parametric->lists.costs;
    double *offer = parametric->price;
    parametric->lists.entries += (int64_t)costs->n * costs->m;
    for (int32_t j = 0; j < costs->m; j++)
        offer[j] = price - v[j];
    for (int32_t i = 0; i < costs->n; i++) {
        int is_free = is_charged && parametric->tree.nodes[i].left > 0;
        double most = unmatched_row(costs, i) * costs->scale;
        double least =
            is_free ? most : gather_minimum(cost_row(costs, i), offer, costs->m, costs->scale);
        u[i] = 0 - fmin(most, least);
    }
}

/* The same for a column without mass, which had no say in u. */
static double least_v(const struct costs *costs, int32_t j, const double *u, double price)
{
    double need = 0 - unmatched_col(costs, j) * costs->scale;
    for (int32_t i = 0; i < costs->n; i++)
        need = fmax(need, price - u[i] - cost_row(costs, i)[j] * costs->scale);
    return need;
}

void parametric_duals(struct parametric *parametric, double price, int is_complete,
                      parot_dual *dual)
{
    const struct costs *costs = &parametric->lists.costs;
    parametric_prices(parametric, dual->v);
    if (is_complete)
        charge_columns(parametric, price, dual->v);
    price_rows(parametric, price, is_complete, dual->v, dual->u);
    for (int32_t j = 0; j < costs->m; j++) {
        double v = isinf(dual->v[j]) ? least_v(costs, j, dual->u, price) : dual->v[j];
        dual->v[j] = v / costs->scale;
    }
    for (int32_t i = 0; i < costs->n; i++)
        dual->u[i] /= costs->scale;
    dual->lambda = price / costs->scale + 0.0; /* never -0 */
}
