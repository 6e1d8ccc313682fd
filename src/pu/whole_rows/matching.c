/* matching.c - the curve of the transport problem ranks the rows.
 *
 * With p_i = 1 and q_j = c the vertices of the transport polytope are whole, so that a plan of mass
 * k is a matching of k rows, and the curve has a breakpoint at every k.
 */
#include "pu/whole_rows/matching.h"

#include <math.h>

#include "pu/methods/wasserstein.h"

/* Rows that one positive takes: the least whole number that leaves room for the noise,
 * (1 + alpha / s) k / m, rounded up. */
static int64_t capacity_of(const struct pu_problem *problem)
{
    double mass = (double)problem->k / (double)problem->n;
    double share = (1 + problem->noise / mass) * (double)problem->k / (double)problem->m;
    double most = (double)problem->n; /* more would not be used */
    return (int64_t)fmin(most, ceil(share * (1 - 1e-12)));
}

static void layout(struct pu_result *found, struct transport *transport, struct arena *arena)
{
    found->value = arena_take(arena, transport->n, sizeof *found->value);
    found->share = arena_take(arena, transport->n, sizeof *found->share);
    transport_layout(transport, arena);
}

/* Rows that never enter come last, together. */
static void rank_by_entry(const parot_curve *curve, int64_t k, struct pu_result *found)
{
    for (int64_t i = 0; i < curve->rows; i++) {
        int enters = curve->enter[i] < INFINITY;
        found->value[i] = enters ? -curve->enter[i] : -(double)curve->rows;
        found->share[i] = enters && curve->enter[i] < (double)k - 0.5;
    }
}

parot_status pu_matching(const struct pu_problem *problem, struct control *control,
                         struct pu_result *found, parot_error *err)
{
    struct transport transport = {.n = problem->n, .m = problem->m, .k = problem->k};
    struct arena arena = {0};
    parot_curve curve = {0};
    layout(found, &transport, &arena);
    TRY(arena_open(&arena, control, err));
    found->memory = arena.block;
    layout(found, &transport, &arena);
    TRY(transport_fill(&transport, problem, control, err));
    int64_t capacity = capacity_of(problem);
    for (int64_t i = 0; i < transport.n; i++)
        transport.p[i] = 1;
    for (int64_t j = 0; j < transport.m; j++)
        transport.q[j] = (double)capacity;
    parot_run run = control_rest(control);
    parot_problem stated = {{transport.cost, transport.n, transport.m, transport.m},
                            transport.p,
                            transport.q,
                            fmin((double)transport.n, (double)(capacity * transport.m))};
    parot_status status = status_of_step(parot_partial_curve(&stated, &run, &curve, err));
    if (status < 0)
        return status;
    found->status = status;
    found->is_by_value = 1;
    rank_by_entry(&curve, problem->k, found);
    parot_curve_free(&curve);
    return PAROT_OK;
}
