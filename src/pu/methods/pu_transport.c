/* pu_transport.c - parot_pu_transport_open: the transport behind labels, stated for the caller.
 *
 * The tables are scaled as the method scales them and come back in the caller's order; the weights
 * are those of transport_weigh, divided by the unit in which they are whole numbers. So the problem
 * that is stated here is the one that was solved, to the last rounding of its capacities.
 */
#include <math.h>
#include <string.h>

#include "pu/methods/wasserstein.h"
#include "pu/problem/propensity.h"

int parot_pu_is_transport(const parot_pu_options *given)
{
    parot_pu_options options;
    if (pu_options_take(given, &options, NULL) != PAROT_OK)
        return 0;
    return options.method == PAROT_PU_METHOD_MINED || options.method == PAROT_PU_METHOD_LEARNED ||
           (options.method == PAROT_PU_METHOD_WASSERSTEIN &&
            options.whole_rows != PAROT_PU_WHOLE_ROWS_LASSO);
}

/* The rows of both tables, which the clouds keep. */
struct rows {
    double *x, *y;
    double *weight; /* m, of the positives; NULL: all are 1 */
    parot_points_problem *clouds;
};

static void layout(struct transport *transport, parot_pu_transport *stated, struct rows *rows,
                   int has_weights, struct arena *arena)
{
    size_t row = (size_t)transport->pairs.x.cols * sizeof(double);
    transport_layout(transport, arena);
    rows->x = arena_take(arena, transport->n, row);
    rows->y = arena_take(arena, transport->m, row);
    rows->weight = has_weights ? arena_take(arena, transport->m, sizeof *rows->weight) : NULL;
    rows->clouds = arena_take(arena, 1, sizeof *rows->clouds);
    stated->owner = arena->block;
}

/* p_i = 1/n, q_j = w_j min(k, k + noise n) / (n m) and so on, mass k/n */
static void state_weights(const struct transport *transport, parot_pu_transport *stated)
{
    for (int64_t i = 0; i < transport->n; i++)
        transport->p[i] = transport_part(transport, transport->p[i]);
    for (int64_t j = 0; j < transport->m; j++)
        transport->q[j] = transport_part(transport, transport->q[j]);
    stated->problem.p = transport->p;
    stated->problem.q = transport->q;
    stated->problem.mass = transport_part(transport, transport->mass);
}

/* Takes the tables out of *scaled, which will be freed. */
static void state_clouds(struct transport *transport, const struct rows *rows,
                         parot_pu_transport *stated)
{
    struct pairs *pairs = &transport->pairs;
    size_t row = (size_t)pairs->x.cols * sizeof(double);
    memcpy(rows->x, pairs->x.data, (size_t)pairs->x.rows * row);
    memcpy(rows->y, pairs->y.data, (size_t)pairs->y.rows * row);
    pairs->x.data = rows->x;
    pairs->y.data = rows->y;
    *rows->clouds = (parot_points_problem){.x = pairs->x,
                                           .y = pairs->y,
                                           .metric = pairs->metric,
                                           .p = stated->problem.p,
                                           .q = stated->problem.q,
                                           .mass = stated->problem.mass};
    stated->clouds = rows->clouds;
}

/* Works: what it allocates is in *scaled and *stated, also on failure. */
static parot_status state(const parot_pu_data *data, const parot_pu_options *options,
                          struct control *control, parot_pu_scaled *scaled,
                          parot_pu_transport *stated, parot_error *err)
{
    int64_t n = data->unlabeled.rows, m = data->positive.rows;
    struct transport transport = {.n = n, .m = m};
    struct rows rows = {0};
    struct arena arena = {0};
    parot_run run = control_rest(control);
    TRY(parot_pu_scale(data, options, &run, scaled, err));
    transport.k = parot_pu_rows(data->prior, n);
    transport.pairs = pairs_of((parot_matrix){scaled->unlabeled, n, scaled->cols, scaled->cols},
                               (parot_matrix){scaled->positive, m, scaled->cols, scaled->cols},
                               scaled->metric, &control->run);
    if (options->method == PAROT_PU_METHOD_LEARNED)
        transport.pairs.has_matrix = 1; /* for its tolls */
    int has_weights = propensity_matters(data);
    layout(&transport, stated, &rows, has_weights, &arena);
    TRY(arena_open(&arena, control, err));
    layout(&transport, stated, &rows, has_weights, &arena);
    if (has_weights)
        propensity_weigh(data, NULL, rows.weight);
    transport.weight = rows.weight;
    transport_weigh(&transport, scaled->noise);
    TRY(pairs_fill(&transport.pairs, control, err));
    stated->problem.cost = (parot_matrix){transport.cost, n, m, m};
    stated->private_cost = transport.cost;
    state_weights(&transport, stated);
    state_clouds(&transport, &rows, stated);
    stated->kind = scaled->kind;
    stated->scale = scaled->scale;
    stated->metric = scaled->metric;
    stated->noise = scaled->noise;
    return PAROT_OK;
}

parot_status parot_pu_transport_open(const parot_pu_data *data, const parot_pu_options *options,
                                     const parot_run *run, parot_pu_transport *transport,
                                     parot_error *err)
{
    struct control control;
    parot_pu_scaled scaled = {0};
    parot_pu_transport local = {0};
    parot_pu_options taken;
    TRY(CHECK_GIVEN(err, data, transport));
    TRY(pu_options_take(options, &taken, err));
    TRY(control_init(&control, run, err));
    if (!parot_pu_is_transport(&taken))
        return fail(err, PAROT_EINVAL,
                    "options.method: %s does not solve one problem of partial transport; "
                    "wasserstein (without lasso), mined and learned do",
                    parot_pu_method_name(taken.method) ? parot_pu_method_name(taken.method)
                                                       : "an unknown method");
    parot_status status = state(data, &taken, &control, &scaled, &local, err);
    parot_pu_scaled_free(&scaled);
    if (status == PAROT_OK)
        *transport = local;
    else
        parot_pu_transport_free(&local);
    return status;
}

parot_status parot_pu_transport_charge(parot_pu_transport *transport, const double *toll,
                                       parot_error *err)
{
    TRY(CHECK_GIVEN(err, transport, toll));
    parot_matrix cost = transport->problem.cost;
    double *own = transport->private_cost;
    if (!own)
        return fail(
            err, PAROT_EINVAL,
            "transport: has no matrix of costs; state it with run.costs PAROT_COSTS_MATRIX");
    for (int64_t i = 0; i < cost.rows; i++)
        for (int64_t j = 0; j < cost.cols; j++)
            own[i * cost.stride + j] += toll[i];
    return PAROT_OK;
}

void parot_pu_transport_free(parot_pu_transport *transport)
{
    if (!transport)
        return;
    block_free(transport->owner);
    *transport = (parot_pu_transport){0};
}
