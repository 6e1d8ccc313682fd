/* exact_flow.c - Bellman-Ford on the residual graph, in integers. */
#include "exact_flow.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

void flow_open(struct exact_flow *flow)
{
    for (int i = 0; i < FLOW_SIDE; i++)
        for (int j = 0; j < FLOW_SIDE; j++)
            mpz_inits(flow->cost[i][j], flow->flow[i][j], NULL);
    for (int k = 0; k < 2 * FLOW_SIDE; k++)
        mpz_inits(flow->left[k], flow->length[k], flow->used[k], NULL);
    mpz_inits(flow->moved, flow->total, flow->slope, flow->most, flow->amount, NULL);
}

void flow_close(struct exact_flow *flow)
{
    for (int i = 0; i < FLOW_SIDE; i++)
        for (int j = 0; j < FLOW_SIDE; j++)
            mpz_clears(flow->cost[i][j], flow->flow[i][j], NULL);
    for (int k = 0; k < 2 * FLOW_SIDE; k++)
        mpz_clears(flow->left[k], flow->length[k], flow->used[k], NULL);
    mpz_clears(flow->moved, flow->total, flow->slope, flow->most, flow->amount, NULL);
}

/* x 2^1074 */
void flow_cost(double cost, mpz_t out)
{
    int exponent = 0;
    double mantissa = frexp(cost, &exponent); /* cost = mantissa 2^exponent */
    mpz_set_d(out, ldexp(mantissa, 53));
    int shift = exponent - 53 + 1074;
    if (shift >= 0)
        mpz_mul_2exp(out, out, (mp_bitcnt_t)shift);
    else
        mpz_tdiv_q_2exp(out, out, (mp_bitcnt_t)-shift); /* zeros: subnormal numbers */
}

void flow_mass(const struct exact_flow *flow, double mass, mpz_t out)
{
    flow_cost(mass, out);
    mpz_mul_ui(out, out, (unsigned long)(flow->n * flow->m));
}

static void set_weights(struct exact_flow *flow, const double *weights, int count, mpz_t *left)
{
    for (int k = 0; k < count; k++)
        if (weights) {
            flow_mass(flow, weights[k], left[k]);
        } else {
            flow_mass(flow, 1, left[k]);
            mpz_divexact_ui(left[k], left[k], (unsigned long)count);
        }
}

void flow_begin(struct exact_flow *flow, const parot_problem *problem)
{
    parot_matrix cost = problem->cost;
    flow->n = (int)cost.rows;
    flow->m = (int)cost.cols;
    for (int i = 0; i < flow->n; i++)
        for (int j = 0; j < flow->m; j++) {
            double c = cost.data[i * cost.stride + j];
            flow->is_allowed[i][j] = isfinite(c);
            flow_cost(isfinite(c) ? c : 0, flow->cost[i][j]);
            mpz_set_ui(flow->flow[i][j], 0);
        }
    set_weights(flow, problem->p, flow->n, flow->left);
    set_weights(flow, problem->q, flow->m, flow->left + flow->n);
    mpz_set_ui(flow->moved, 0);
    mpz_set_ui(flow->total, 0);
}

void flow_begin_own(struct exact_flow *flow, const parot_problem *problem, const parot_plan *plan,
                    mpz_t mass)
{
    flow_begin(flow, problem);
    for (int k = 0; k < flow->n + flow->m; k++)
        mpz_set_ui(flow->used[k], 0);
    mpz_set_ui(mass, 0);
    for (int64_t k = 0; k < plan->count; k++) {
        if (!(plan->mass[k] > 0))
            continue;
        flow_mass(flow, plan->mass[k], flow->amount);
        mpz_add(flow->used[plan->row[k]], flow->used[plan->row[k]], flow->amount);
        mpz_add(flow->used[flow->n + plan->col[k]], flow->used[flow->n + plan->col[k]],
                flow->amount);
        mpz_add(mass, mass, flow->amount);
    }
    for (int k = 0; k < flow->n + flow->m; k++)
        if (mpz_cmp(flow->used[k], flow->left[k]) > 0)
            mpz_set(flow->left[k], flow->used[k]);
}

void flow_run(struct exact_flow *flow, const mpz_t mass)
{
    while (mpz_cmp(flow->moved, mass) < 0 && flow_step(flow, mass))
        ;
}

static void sum_of(mpz_t *left, int count, mpz_t sum)
{
    mpz_set_ui(sum, 0);
    for (int k = 0; k < count; k++)
        mpz_add(sum, sum, left[k]);
}

/* partial.h: 1e-12 + (n + m) eps above, (16 + (n + m) / 8) eps below. */
void flow_meant_mass(struct exact_flow *flow, const parot_problem *problem, mpz_t mass)
{
    mpz_t other;
    mpz_init(other);
    sum_of(flow->left, flow->n, flow->most);
    sum_of(flow->left + flow->n, flow->m, other);
    if (mpz_cmp(other, flow->most) < 0)
        mpz_set(flow->most, other);
    flow_mass(flow, problem->mass, mass);
    mpz_sub(other, mass, flow->most);
    double off = flow_ratio(other, flow->most), nodes = flow->n + flow->m;
    if (off <= 1e-12 + nodes * DBL_EPSILON && off >= -(16 + nodes / 8) * DBL_EPSILON)
        mpz_set(mass, flow->most);
    mpz_clear(other);
}

double flow_ratio(const mpz_t a, const mpz_t b)
{
    long at_a = 0, at_b = 0;
    double x = mpz_get_d_2exp(&at_a, a), y = mpz_get_d_2exp(&at_b, b);
    long by = at_a - at_b;
    if (x == 0)
        return 0;
    return y == 0 ? INFINITY * x : ldexp(x / y, by > 3000 ? 3000 : by < -3000 ? -3000 : (int)by);
}

/* ---- Paths --------------------------------------------------------------- */

/* Nodes are rows, then columns. before[k] is the node before k on its path, -2: no path, -1: begins
 * here. A pair may be used forwards, and backwards where something moves. */
static int relax(struct exact_flow *flow, int from, int to, int i, int j, int *before)
{
    if (from < to)
        mpz_add(flow->amount, flow->length[from], flow->cost[i][j]);
    else
        mpz_sub(flow->amount, flow->length[from], flow->cost[i][j]);
    if (before[to] != -2 && mpz_cmp(flow->amount, flow->length[to]) >= 0)
        return 0;
    mpz_set(flow->length[to], flow->amount);
    before[to] = from;
    return 1;
}

static void find_paths(struct exact_flow *flow, int *before)
{
    int n = flow->n, is_better = 1;
    for (int k = 0; k < n + flow->m; k++) {
        before[k] = k < n && mpz_sgn(flow->left[k]) > 0 ? -1 : -2;
        mpz_set_ui(flow->length[k], 0);
    }
    while (is_better) {
        is_better = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < flow->m; j++) {
                if (before[i] != -2 && flow->is_allowed[i][j])
                    is_better |= relax(flow, i, n + j, i, j, before);
                if (before[n + j] != -2 && mpz_sgn(flow->flow[i][j]) > 0)
                    is_better |= relax(flow, n + j, i, i, j, before);
            }
    }
}

static void lower_to(mpz_t amount, const mpz_t limit)
{
    if (mpz_cmp(limit, amount) < 0)
        mpz_set(amount, limit);
}

/* Sends flow->amount along the path that ends in node `end`, or only looks how much can be sent. */
static void walk(struct exact_flow *flow, int end, const int *before, int is_sending)
{
    int n = flow->n, k = end;
    for (; before[k] >= 0; k = before[k]) {
        int from = before[k], i = k < n ? k : from, j = (k < n ? from : k) - n;
        if (is_sending && k >= n)
            mpz_add(flow->flow[i][j], flow->flow[i][j], flow->amount);
        else if (is_sending)
            mpz_sub(flow->flow[i][j], flow->flow[i][j], flow->amount);
        else if (k < n)
            lower_to(flow->amount, flow->flow[i][j]);
    }
    if (is_sending) {
        mpz_sub(flow->left[k], flow->left[k], flow->amount);
        mpz_sub(flow->left[end], flow->left[end], flow->amount);
    } else {
        lower_to(flow->amount, flow->left[k]);
    }
}

int flow_step(struct exact_flow *flow, const mpz_t limit)
{
    int before[2 * FLOW_SIDE], end = -1;
    find_paths(flow, before);
    for (int k = flow->n; k < flow->n + flow->m; k++)
        if (before[k] != -2 && mpz_sgn(flow->left[k]) > 0 &&
            (end < 0 || mpz_cmp(flow->length[k], flow->length[end]) < 0))
            end = k;
    if (end < 0)
        return 0;
    mpz_set(flow->slope, flow->length[end]);
    mpz_set(flow->amount, flow->left[end]);
    walk(flow, end, before, 0);
    if (limit) {
        mpz_sub(flow->most, limit, flow->moved);
        lower_to(flow->amount, flow->most);
    }
    walk(flow, end, before, 1);
    mpz_add(flow->moved, flow->moved, flow->amount);
    mpz_addmul(flow->total, flow->amount, flow->slope);
    return 1;
}
