/* matching.c - the curve of the transport problem ranks the rows.
 *
 * With p_i = 1 and q_j = c the vertices of the transport polytope are whole, so that a plan of mass
 * k is a matching of k rows, and the curve has a breakpoint at every k. Where there is no matrix
 * the end of that curve takes too long: there the plan of mass k is solved, whose rows are those
 * that have entered by k, and prices rank them.
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

static parot_status follow_curve(const struct transport *transport, struct control *control,
                                 struct pu_result *found, parot_error *err)
{
    parot_curve curve = {0};
    parot_run run = control_rest(control);
    const struct pairs pairs = transport_pairs(transport);
    double room = transport->q[0] * (double)transport->m;
    struct pairs_weights weights = {transport->p, transport->q, fmin((double)transport->n, room)};
    parot_status status = status_of_step(pairs_curve(&pairs, weights, &run, &curve, err));
    if (status >= 0)
        rank_by_entry(&curve, transport->k, found);
    parot_curve_free(&curve);
    return status;
}

static parot_status solve_once(const struct transport *transport, struct control *control,
                               struct pu_result *found, parot_error *err)
{
    parot_result result = {0};
    struct transport matching = *transport;
    matching.mass = (double)transport->k;
    matching.row = 1;
    parot_status status = transport_solve(&matching, transport->p, control, &result, err);
    if (status >= 0) {
        transport_shares(&result.plan, 1, found->share);
        parot_status valued = transport_find_values(&matching, &result.dual, control, found, err);
        status = valued < 0 || status == PAROT_OK ? valued : status;
    }
    parot_result_free(&result);
    return status_of_step(status);
}

parot_status pu_matching(const struct pu_problem *problem, struct control *control,
                         struct pu_result *found, parot_error *err)
{
    struct transport transport = transport_between(problem, control);
    struct arena arena = {0};
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
    found->is_by_value = transport.cost != NULL; /* else shares come first */
    parot_status status = transport.cost ? follow_curve(&transport, control, found, err)
                                         : solve_once(&transport, control, found, err);
    if (status < 0)
        return status;
    found->status = status;
    return PAROT_OK;
}
