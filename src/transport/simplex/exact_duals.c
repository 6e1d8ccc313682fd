/* exact_duals.c - from exact potentials to prices that hold without any tolerance.
 *
 * With a and b the potentials of the dummy row and column,
 *
 *   u_i = -(potential_i + b),   v_j = -(potential_j + a),   lambda = -(a + b)
 *
 * are feasible once no reduced cost is negative: u, v >= 0, lambda - u_i - v_j <= c_ij. Rounding u
 * and v up and lambda down only lowers the left side. A price that is 0, as that of every row and
 * column with mass left, stays 0. Where slack arcs have costs, these prices are at least -cost
 * instead of 0, and the same holds.
 */
#include <float.h>

#include "transport/simplex/exact_nearest.h"
#include "transport/simplex/exact_shortest.h"

/* Forbidden pairs get a price that makes up for their level, in a power of two. */
static parot_status price_levels(struct exact *exact, struct control *control)
{
    if (!exact->has_levels)
        return PAROT_OK;
    double value = tree_level_value(exact->tree, &exact->costs);
    exact->level_cost = value > 0 ? ldexp(1, ilogb(fmin(value, DBL_MAX)) + 2) : 0;
    exact->level_cost = fmin(exact->level_cost, 0x1p1023);
    return exact_price(exact, control);
}

/* The potential of a dummy; one that is not in the tree has the largest that keeps its slack arcs,
 * to the nodes [first, last), from being violated: -max_k potential_k. (Where these arcs have
 * costs, the mass is free, and both dummies are in the tree.) */
static void dummy_potential(const struct exact *exact, int32_t dummy, int32_t first, int32_t last,
                            uint64_t *to)
{
    int limbs = exact->format.limbs;
    uint64_t rest[FIXED_MOST_LIMBS];
    memset(to, 0, (size_t)limbs * sizeof *to);
    if (exact->tree->node[dummy].size) {
        memcpy(to, exact_potential(exact, dummy), (size_t)limbs * sizeof *to);
        return;
    }
    for (int32_t node = first, is_first = 1; node < last; node++) {
        if (exact->tree->node[node].size == 0)
            continue;
        fixed_subtract(limbs, to, exact_potential(exact, node), rest); /* to - potential */
        const uint64_t *best = exact_potential(exact, node);
        if (is_first || fixed_sign(limbs, rest) < 0)
            memcpy(to, best, (size_t)limbs * sizeof *to);
        is_first = 0;
    }
    uint64_t zero[FIXED_MOST_LIMBS] = {0};
    fixed_subtract(limbs, zero, to, to);
}

/* -(x + y), rounded */
static double minus_sum(struct fixed format, const uint64_t *x, const uint64_t *y, int is_up)
{
    uint64_t sum[FIXED_MOST_LIMBS] = {0};
    fixed_subtract(format.limbs, sum, x, sum);
    fixed_subtract(format.limbs, sum, y, sum);
    return is_up ? fixed_round_up(format, sum) : fixed_round_down(format, sum);
}

double exact_need(double lambda, double other, double cost)
{
    double error = 4 * DBL_EPSILON * (fabs(lambda) + fabs(other) + fabs(cost));
    return cost < INFINITY ? lambda - other - cost + error : -INFINITY;
}

/* Nodes without mass, which are outside the tree, take the least price that the others allow. */
static void price_empty(const struct exact *exact, parot_dual *dual)
{
    const struct costs *costs = &exact->costs;
    const struct tree_node *node = exact->tree->node;
    for (int32_t i = 0; i < costs->n; i++)
        for (int32_t j = 0; node[i].size == 0 && j < costs->m; j++)
            if (node[costs->n + 1 + j].size)
                dual->u[i] =
                    fmax(dual->u[i], exact_need(dual->lambda, dual->v[j], cost_row(costs, i)[j]));
    for (int32_t j = 0; j < costs->m; j++)
        for (int32_t i = 0; node[costs->n + 1 + j].size == 0 && i < costs->n; i++)
            dual->v[j] =
                fmax(dual->v[j], exact_need(dual->lambda, dual->u[i], cost_row(costs, i)[j]));
}

static parot_status price_outside(struct exact *exact, parot_dual *dual, struct control *control)
{
    if (exact->search)
        return exact->search->price_empty(exact->search, exact, dual, control);
    price_empty(exact, dual);
    return PAROT_OK;
}

/* What moves: how much, in units; what that costs, |c| times units; its largest |c|. */
struct traffic {
    long double moved, paid;
    double largest;
};

static struct traffic find_traffic(const struct exact *exact)
{
    const struct tree *tree = exact->tree;
    const struct costs *costs = &exact->costs;
    struct traffic traffic = {0};
    for (int32_t node = 0; node < tree->nodes; node++) {
        if (!has_arc(tree, node) || tree->flow[node] == 0)
            continue;
        int32_t row = arc_row(tree, costs, node), col = arc_col(tree, costs, node);
        double cost = is_slack(costs, row, col) ? INFINITY : fabs(raw_cost(costs, row, col));
        if (cost < INFINITY) {
            traffic.moved += (long double)tree->flow[node];
            traffic.paid += (long double)tree->flow[node] * cost;
            traffic.largest = fmax(traffic.largest, cost);
        }
    }
    return traffic;
}

/* Prices this much larger than any cost in use, or than the mean of these, cost the proof digits
 * and are worth a search. The last digit of the mass, 2^-52 of it, is paid at such prices: at 2^20
 * times the mean that is 2e-10 of all. */
static const double INFLATED = 0x1p10, INFLATED_MEAN = 0x1p20;

static int is_inflated(const struct exact *exact, const parot_dual *dual)
{
    struct traffic traffic = find_traffic(exact);
    double largest = fabs(dual->lambda);
    for (int32_t i = 0; i < exact->costs.n; i++)
        largest = fmax(largest, dual->u[i]);
    for (int32_t j = 0; j < exact->costs.m; j++)
        largest = fmax(largest, dual->v[j]);
    return largest > INFLATED * traffic.largest ||
           largest * traffic.moved > INFLATED_MEAN * traffic.paid;
}

static void round_duals(const struct exact *exact, const uint64_t *a, const uint64_t *b,
                        parot_dual *dual)
{
    const struct tree_node *node = exact->tree->node;
    int32_t n = exact->costs.n;
    dual->lambda = exact->has_price ? exact->price : minus_sum(exact->format, a, b, 0) + 0.0;
    for (int32_t i = 0; i < n; i++)
        dual->u[i] = node[i].size ? minus_sum(exact->format, exact_potential(exact, i), b, 1)
                                  : 0 - unmatched_row(&exact->costs, i);
    for (int32_t j = 0; j < exact->costs.m; j++) {
        const uint64_t *potential = exact_potential(exact, n + 1 + j);
        dual->v[j] = node[n + 1 + j].size ? minus_sum(exact->format, potential, a, 1)
                                          : 0 - unmatched_col(&exact->costs, j);
    }
}

parot_status exact_duals(struct exact *exact, struct control *control, parot_dual *dual)
{
    const struct costs *costs = &exact->costs;
    int32_t n = costs->n, m = costs->m;
    uint64_t a[FIXED_MOST_LIMBS], b[FIXED_MOST_LIMBS];
    TRY(price_levels(exact, control));
    dummy_potential(exact, dummy_row(costs), n + 1, n + 1 + m, a);
    dummy_potential(exact, dummy_col(costs), 0, n, b);
    round_duals(exact, a, b, dual);
    TRY(price_outside(exact, dual, control));
    if (!exact->has_price && is_inflated(exact, dual)) {
        parot_status status = exact->search ? exact_shortest(exact, a, b, control)
                                            : exact_nearest(exact, a, b, control);
        if (status != PAROT_OK) /* stopped: what there is proves the plan, with fewer digits */
            return status > 0 ? PAROT_OK : status;
        if (exact->search)
            dummy_potential(exact, dummy_row(costs), n + 1, n + 1 + m, a);
        round_duals(exact, a, b, dual);
        TRY(price_outside(exact, dual, control));
    }
    return PAROT_OK;
}
