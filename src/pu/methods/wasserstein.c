/* wasserstein.c - the transport of the unlabeled rows to the positives, and what rows are worth by
 * its prices: value_i = -min_j (C_ij + v_j).
 *
 * A positive has room for (k + noise n) / m rows. If that is a fraction a / b, rows weigh b and
 * positives a, so that the simplex moves rows without remainders.
 *
 * The paper writes p_i = (1 - alpha)/n, which would leave no whole number of rows of mass s; we
 * keep p_i = 1/n and give only the positives room, q_j = (s + alpha)/m.
 */
#include "pu/methods/wasserstein.h"

#include <math.h>
#include <string.h>

#include "base/sums.h"
#include "pu/whole_rows/whole_rows.h"

void transport_layout(struct transport *transport, struct arena *arena)
{
    int64_t n = transport->n, m = transport->m;
    transport->cost = arena_take(arena, n, (size_t)m * sizeof *transport->cost);
    transport->p = arena_take(arena, n, sizeof *transport->p);
    transport->q = arena_take(arena, m, sizeof *transport->q);
}

/* A row whose parts add up to this near its weight, relatively, moves whole: the sum is rounded. */
static const double SAME_SHARE = 1e-13;

/* ---- Weights ------------------------------------------------------------ */

/* Of a capacity this near a fraction, relatively, the difference is rounding: noise comes in
 * decimals. The plans that the fraction allows miss the stated weights by no more than this. */
static const double SAME_FRACTION = 1e-12;

/* The best fraction a/b of x with b <= most, by its continued fraction; 0 if x is none. */
static int find_fraction(double x, int64_t most, double *a, double *b)
{
    double before[2] = {1, 0}, now[2] = {floor(x), 1}, rest = x - floor(x);
    double tolerance = fmin(SAME_FRACTION, 0.25 / ((double)most * (double)most));
    while (fabs(x - now[0] / now[1]) > tolerance * fmax(x, 1)) {
        if (!(rest > 0))
            return 0;
        double whole = floor(1 / rest);
        double next[2] = {whole * now[0] + before[0], whole * now[1] + before[1]};
        if (!(next[1] <= (double)most) || !(next[0] <= 0x1p50))
            return 0;
        rest = 1 / rest - whole;
        for (int side = 0; side < 2; side++) {
            before[side] = now[side];
            now[side] = next[side];
        }
    }
    *a = now[0];
    *b = now[1];
    return 1;
}

void transport_weigh(struct transport *transport, double noise)
{
    int64_t n = transport->n, m = transport->m;
    double k = (double)transport->k, rounds = (k + noise * (double)n) / (double)m;
    double capacity = fmin(rounds, k), row = 1;
    if (!find_fraction(capacity, m, &capacity, &row) || capacity * (double)m < k * row) {
        capacity = fmin(rounds, k);
        row = 1;
    }
    transport->row = row;
    transport->mass = k * row;
    for (int64_t i = 0; i < n; i++)
        transport->p[i] = row;
    for (int64_t j = 0; j < m; j++)
        transport->q[j] = capacity;
}

double transport_part(const struct transport *transport, double mass)
{
    return mass / transport->row / (double)transport->n;
}

void transport_restore_plan(const struct transport *transport, parot_plan *plan)
{
    for (int64_t e = 0; e < plan->count; e++)
        plan->mass[e] = transport_part(transport, plan->mass[e]);
}

/* Prices are per unit of mass, and stay. */
void transport_restore(const struct transport *transport, parot_result *result)
{
    transport_restore_plan(transport, &result->plan);
    result->objective = transport_part(transport, result->objective);
    result->bound = fmin(transport_part(transport, result->bound), result->objective);
    result->mass = transport_part(transport, result->mass);
}

/* ---- Costs, shares, prices ---------------------------------------------- */

parot_status transport_fill(struct transport *transport, const struct pu_problem *problem,
                            struct control *control, parot_error *err)
{
    int64_t n = transport->n, m = transport->m;
    parot_matrix x = {problem->x, n, problem->dims, problem->dims};
    parot_matrix y = {problem->y, m, problem->dims, problem->dims};
    parot_run run = control_rest(control);
    transport_weigh(transport, problem->noise);
    return parot_cost(x, y, problem->preset.metric, &run, transport->cost, err);
}

void transport_shares(const parot_plan *plan, double row, double *share)
{
    for (int64_t i = 0; i < plan->rows; i++)
        share[i] = 0;
    for (int64_t e = 0; e < plan->count; e++)
        share[plan->row[e]] += plan->mass[e];
    for (int64_t i = 0; i < plan->rows; i++)
        share[i] = fabs(share[i] - row) <= SAME_SHARE * row ? 1 : share[i] / row;
}

void transport_values(const struct transport *transport, const double *v, double *value)
{
    for (int64_t i = 0; i < transport->n; i++) {
        const double *cost = transport->cost + i * transport->m;
        double least = INFINITY;
        for (int64_t j = 0; j < transport->m; j++)
            least = fmin(least, cost[j] + v[j]);
        value[i] = -least;
    }
}

/* Returns room for the prices v. */
static double *layout(struct pu_result *found, struct transport *transport, struct arena *arena)
{
    found->share = arena_take(arena, transport->n, sizeof *found->share);
    found->value = arena_take(arena, transport->n, sizeof *found->value);
    transport_layout(transport, arena);
    found->cost = transport->cost;
    return arena_take(arena, transport->m, sizeof(double));
}

/* As eta grows, equation (7) becomes: least sum of ||T_i||_2 first. It is at least s / sqrt(m),
 * with equality when T_ij = a_i / m; then <C,T> = sum_i a_i mean_j C_ij is least for the k smallest
 * means. */
static void fill_mean_distances(const struct transport *transport, struct pu_result *found)
{
    for (int64_t i = 0; i < transport->n; i++) {
        struct sum sum = {0};
        for (int64_t j = 0; j < transport->m; j++)
            sum_add(&sum, transport->cost[i * transport->m + j]);
        found->value[i] = -sum_value(&sum) / (double)transport->m;
    }
    found->share = NULL;
}

parot_status pu_wasserstein(const struct pu_problem *problem, parot_pu_whole_rows whole_rows,
                            struct control *control, struct pu_result *found, parot_error *err)
{
    struct transport transport = {.n = problem->n, .m = problem->m, .k = problem->k};
    struct arena arena = {0};
    layout(found, &transport, &arena);
    TRY(arena_open(&arena, control, err));
    found->memory = arena.block;
    double *price = layout(found, &transport, &arena);
    TRY(transport_fill(&transport, problem, control, err));

    if (whole_rows == PAROT_PU_WHOLE_ROWS_LASSO) {
        fill_mean_distances(&transport, found);
        return PAROT_OK;
    }
    parot_run run = control_rest(control);
    parot_problem stated = {{transport.cost, transport.n, transport.m, transport.m},
                            transport.p,
                            transport.q,
                            transport.mass};
    parot_status status = parot_partial(&stated, &run, &found->transport, err);
    if (status < 0)
        return status;
    if (whole_rows != PAROT_PU_WHOLE_ROWS_NONE) /* else the plan is the answer */
        status = status_of_step(status);
    found->status = status;
    transport_shares(&found->transport.plan, transport.row, found->share);
    transport_values(&transport, found->transport.dual.v, found->value);
    memcpy(price, found->transport.dual.v, (size_t)transport.m * sizeof *price);
    found->reference = problem->y;
    found->references = problem->m;
    found->weight = price;
    if (status == PAROT_OK && whole_rows != PAROT_PU_WHOLE_ROWS_NONE)
        status = make_rows_whole(&transport, whole_rows, control, found, err);
    transport_restore(&transport, &found->transport);
    return status < 0 ? status : PAROT_OK;
}
