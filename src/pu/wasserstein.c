/* wasserstein.c - see wasserstein.h.
 *
 * The paper writes p_i = (1 - alpha)/n, which would leave no whole number of rows of mass s; we
 * keep p_i = 1/n and give only the positives room, q_j = (s + alpha)/m.
 */
#include "pu/wasserstein.h"

#include <math.h>
#include <string.h>

#include "base/sums.h"
#include "pu/group.h"

void transport_layout(struct transport *transport, struct arena *arena)
{
    int64_t n = transport->n, m = transport->m;
    transport->cost = arena_take(arena, n, (size_t)m * sizeof *transport->cost);
    transport->p = arena_take(arena, n, sizeof *transport->p);
    transport->q = arena_take(arena, m, sizeof *transport->q);
}

void transport_weigh(struct transport *transport, double noise)
{
    int64_t n = transport->n, m = transport->m;
    transport->mass = (double)transport->k / (double)n;
    for (int64_t i = 0; i < n; i++)
        transport->p[i] = 1 / (double)n;
    for (int64_t j = 0; j < m; j++)
        transport->q[j] = (transport->mass + noise) / (double)m;
}

parot_status transport_fill(struct transport *transport, const struct pu_problem *problem,
                            struct control *control, parot_error *err)
{
    int64_t n = transport->n, m = transport->m;
    parot_matrix x = {problem->x, n, problem->dims, problem->dims};
    parot_matrix y = {problem->y, m, problem->dims, problem->dims};
    parot_run run = control_rest(control);
    transport_weigh(transport, problem->noise);
    return parot_cost(x, y, problem->base.metric, &run, transport->cost, err);
}

void transport_shares(const parot_plan *plan, double *share)
{
    for (int64_t i = 0; i < plan->rows; i++)
        share[i] = 0;
    for (int64_t e = 0; e < plan->count; e++)
        share[plan->row[e]] += plan->mass[e] * (double)plan->rows;
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
static double *layout(struct answer *answer, struct transport *transport, struct arena *arena)
{
    answer->share = arena_take(arena, transport->n, sizeof *answer->share);
    answer->value = arena_take(arena, transport->n, sizeof *answer->value);
    transport_layout(transport, arena);
    answer->cost = transport->cost;
    return arena_take(arena, transport->m, sizeof(double));
}

/* As eta grows, equation (7) becomes: least sum of ||T_i||_2 first. It is at least s / sqrt(m),
 * with equality when T_ij = a_i / m; then <C,T> = sum_i a_i mean_j C_ij is least for the k smallest
 * means. */
static void fill_mean_distances(const struct transport *transport, struct answer *answer)
{
    for (int64_t i = 0; i < transport->n; i++) {
        struct sum sum = {0};
        for (int64_t j = 0; j < transport->m; j++)
            sum_add(&sum, transport->cost[i * transport->m + j]);
        answer->value[i] = -sum_value(&sum) / (double)transport->m;
    }
    answer->share = NULL;
}

parot_status pu_wasserstein(const struct pu_problem *problem, parot_pu_group group,
                            struct control *control, struct answer *answer, parot_error *err)
{
    struct transport transport = {.n = problem->n, .m = problem->m, .k = problem->k};
    struct arena arena = {0};
    layout(answer, &transport, &arena);
    TRY(arena_open(&arena, control, err));
    answer->memory = arena.block;
    double *price = layout(answer, &transport, &arena);
    TRY(transport_fill(&transport, problem, control, err));

    if (group == PAROT_PU_LASSO) {
        fill_mean_distances(&transport, answer);
        return PAROT_OK;
    }
    parot_run run = control_rest(control);
    parot_problem stated = {{transport.cost, transport.n, transport.m, transport.m},
                            transport.p,
                            transport.q,
                            transport.mass};
    parot_status status = parot_partial(&stated, &run, &answer->transport, err);
    if (status < 0)
        return status;
    answer->status = status;
    transport_shares(&answer->transport.plan, answer->share);
    transport_values(&transport, answer->transport.dual.v, answer->value);
    memcpy(price, answer->transport.dual.v, (size_t)transport.m * sizeof *price);
    answer->reference = problem->y;
    answer->references = problem->m;
    answer->weight = price;
    if (status == PAROT_OK && group != PAROT_PU_SPLIT)
        TRY(group_rows(&transport, group, control, answer, err));
    return PAROT_OK;
}
