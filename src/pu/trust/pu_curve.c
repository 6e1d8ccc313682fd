/* pu_curve.c - parot_pu_curve: parot_partial_curve between the scaled tables with uniform
 * weights, or those of propensity.h for the positives, with rows back in the caller's order. */
#include <string.h>

#include "pu/methods/wasserstein.h"

struct following {
    struct pu_problem problem;
    struct transport transport;
    double *enter; /* n: in the order of the problem */
    void *memory;
};

static void layout(struct following *following, struct arena *arena)
{
    transport_layout(&following->transport, arena);
    following->enter = arena_take(arena, following->transport.n, sizeof *following->enter);
}

static parot_status follow(struct following *following, const parot_pu_data *data,
                           const parot_pu_options *options, struct control *control,
                           parot_curve *curve, parot_error *err)
{
    struct arena arena = {0};
    struct transport *transport = &following->transport;
    parot_pu_data any = *data;
    any.prior = 0.5; /* the curve does not depend on it */
    TRY(pu_stopped(pu_problem_open(&following->problem, &any, options, control, err), "the scaling",
                   err));
    *transport = transport_between(&following->problem, control);
    layout(following, &arena);
    TRY(arena_open(&arena, control, err));
    following->memory = arena.block;
    layout(following, &arena);
    TRY(transport_fill(transport, &following->problem, control, err));
    parot_run run = control_rest(control);
    const struct pairs pairs = transport_pairs(transport);
    struct pairs_weights weights = {.mass = 1};
    for (int64_t j = 0; transport->weight && j < transport->m; j++)
        transport->q[j] = transport->weight[j] / (double)transport->m;
    weights.q = transport->weight ? transport->q : NULL;
    parot_status status = pairs_curve(&pairs, weights, &run, curve, err);
    if (status >= 0) {
        /* Rows as the caller lists them. */
        const int32_t *order = following->problem.unlabeled_order;
        memcpy(following->enter, curve->enter, (size_t)curve->rows * sizeof *curve->enter);
        for (int64_t i = 0; i < curve->rows; i++) {
            curve->enter[order[i]] = following->enter[i];
            curve->order[i] = order[curve->order[i]];
        }
    }
    return status;
}

parot_status parot_pu_curve(const parot_pu_data *data, const parot_pu_options *options,
                            const parot_run *run, parot_curve *curve, parot_error *err)
{
    struct control control;
    struct following following = {0};
    parot_pu_options taken;
    TRY(CHECK_GIVEN(err, data, curve));
    TRY(control_init(&control, run, err));
    TRY(pu_options_take(options, &taken, err));
    parot_status status = follow(&following, data, &taken, &control, curve, err);
    block_free(following.memory);
    pu_problem_close(&following.problem);
    return status;
}
