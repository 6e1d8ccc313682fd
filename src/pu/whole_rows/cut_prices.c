/* cut_prices.c - see cut_prices.h. */
#include "pu/whole_rows/cut_prices.h"

#include <math.h>
#include <string.h>

/* The part of the mean that a new plan makes. */
static const double RATE = 0.15;

/* Parts of a row below this are not worth being looked at for cuts. */
static const double LEAST_PART = 0.01;

/* Steps, as a share of what would close the gap if the bound were linear: larger after a better
 * bound, smaller after so many rounds without one. */
static const double FIRST_STEP = 0.5, LARGER = 1.1, SMALLER = 0.7;
enum { PATIENCE = 4 };

/* Rounds between searches for cuts. */
enum { SEARCH_EVERY = 4 };

/* At most so many parts of LEAST_PART fit into the rows that move. */
static int64_t most_flows(const struct transport *transport)
{
    return (int64_t)((double)transport->k / LEAST_PART) + transport->n + transport->m + 1;
}

void ascent_layout(struct ascent *ascent, struct arena *arena)
{
    int64_t n = ascent->transport->n, m = ascent->transport->m;
    int64_t flows = most_flows(ascent->transport);
    ascent->priced = arena_take(arena, n, (size_t)m * sizeof *ascent->priced);
    ascent->mean = arena_take(arena, n, (size_t)m * sizeof *ascent->mean);
    ascent->share = arena_take(arena, n, sizeof *ascent->share);
    ascent->scratch = arena_take(arena, n, sizeof *ascent->scratch);
    ascent->flows.row = arena_take(arena, flows, sizeof *ascent->flows.row);
    ascent->flows.col = arena_take(arena, flows, sizeof *ascent->flows.col);
    ascent->flows.amount = arena_take(arena, flows, sizeof *ascent->flows.amount);
    cuts_layout(&ascent->cuts, flows, arena);
}

/* ---- Plans and their mean ----------------------------------------------- */

static void list_plan(struct ascent *ascent, const parot_plan *plan)
{
    struct flows *flows = &ascent->flows;
    flows->count = plan->count;
    for (int64_t e = 0; e < plan->count; e++) {
        flows->row[e] = plan->row[e];
        flows->col[e] = plan->col[e];
        flows->amount[e] = plan->mass[e] / ascent->transport->row;
    }
}

static void list_mean(struct ascent *ascent)
{
    struct flows *flows = &ascent->flows;
    int64_t n = ascent->transport->n, m = ascent->transport->m;
    double least = LEAST_PART / ascent->weight;
    flows->count = 0;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < m; j++)
            if (ascent->mean[i * m + j] > least) {
                flows->row[flows->count] = (int32_t)i;
                flows->col[flows->count] = (int32_t)j;
                flows->amount[flows->count++] = ascent->mean[i * m + j] * ascent->weight;
            }
}

/* mean = (1 - rate) mean + rate (the plan on the list) */
static void take_mean(struct ascent *ascent, double rate)
{
    const struct flows *flows = &ascent->flows;
    ascent->weight *= 1 - rate;
    for (int64_t i = 0; i < ascent->transport->n; i++)
        ascent->share[i] *= 1 - rate;
    for (int64_t e = 0; e < flows->count; e++) {
        int64_t at = flows->row[e] * ascent->transport->m + flows->col[e];
        ascent->mean[at] += rate / ascent->weight * flows->amount[e];
        ascent->share[flows->row[e]] += rate * flows->amount[e];
    }
}

void ascent_start(struct ascent *ascent, const parot_plan *plan, double bound)
{
    ascent->cuts.capacity = ascent->transport->q[0] / ascent->transport->row;
    ascent->bound = bound;
    ascent->step = FIRST_STEP;
    ascent->weight = 1;
    list_plan(ascent, plan);
    for (int64_t e = 0; e < ascent->flows.count; e++) {
        int64_t at = ascent->flows.row[e] * ascent->transport->m + ascent->flows.col[e];
        ascent->mean[at] = ascent->flows.amount[e];
        ascent->share[ascent->flows.row[e]] += ascent->flows.amount[e];
    }
}

/* ---- Rounds ------------------------------------------------------------- */

/* mu = max(0, best mu + t excess), t = step (gap) / |excess|^2, over the cuts that can move */
static void move_prices(struct ascent *ascent, double best)
{
    struct cuts *cuts = &ascent->cuts;
    double squares = 0, gap = (best - ascent->bound) / ascent->transport->row;
    for (int32_t c = 0; c < cuts->count; c++)
        if (cuts->cut[c].excess > 0 || cuts->cut[c].best > 0)
            squares += cuts->cut[c].excess * cuts->cut[c].excess;
    double length = squares > 0 ? ascent->step * gap / squares : 0;
    for (int32_t c = 0; c < cuts->count; c++)
        cuts->cut[c].price = fmax(0, cuts->cut[c].best + length * cuts->cut[c].excess);
}

static void note_bound(struct ascent *ascent, double bound)
{
    struct cuts *cuts = &ascent->cuts;
    if (bound > ascent->bound) {
        ascent->bound = bound;
        ascent->step = fmin(2, ascent->step * LARGER);
        ascent->idle = 0;
        for (int32_t c = 0; c < cuts->count; c++)
            cuts->cut[c].best = cuts->cut[c].price;
    } else if (++ascent->idle % PATIENCE == 0) {
        ascent->step *= SMALLER;
    }
}

static parot_status solve(struct ascent *ascent, struct control *control, parot_error *err)
{
    const struct transport *transport = ascent->transport;
    parot_run run = control_rest(control);
    parot_matrix cost = {ascent->priced, transport->n, transport->m, transport->m};
    if (!ascent->solver)
        TRY(parot_solver_new(transport->n, transport->m, transport->p, transport->q,
                             transport->mass, &run, &ascent->solver, err));
    parot_result_free(&ascent->result);
    return status_of_step(parot_solver_solve(ascent->solver, cost, &ascent->result, err));
}

parot_status ascent_round(struct ascent *ascent, double best, struct control *control,
                          parot_error *err)
{
    const struct transport *transport = ascent->transport;
    TRY(control_poll(control, "cuts", ascent->round, transport_part(transport, best),
                     transport_part(transport, ascent->bound)));
    if (ascent->round++ % SEARCH_EVERY == 0) {
        list_mean(ascent);
        cuts_find(&ascent->cuts, &ascent->flows);
    }
    move_prices(ascent, best);
    ascent->offset = cuts_apply(&ascent->cuts, transport->cost, ascent->priced);
    TRY(solve(ascent, control, err));
    list_plan(ascent, &ascent->result.plan);
    take_mean(ascent, RATE);
    cuts_measure(&ascent->cuts, &ascent->flows, RATE);
    struct priced priced = ascent_priced(ascent);
    note_bound(ascent,
               bound_of_prices(transport, &priced, ascent->result.dual.v, NULL, ascent->scratch));
    return PAROT_OK;
}

void ascent_finish(struct ascent *ascent)
{
    const struct transport *transport = ascent->transport;
    for (int32_t c = 0; c < ascent->cuts.count; c++)
        ascent->cuts.cut[c].price = ascent->cuts.cut[c].best;
    ascent->offset = cuts_apply(&ascent->cuts, transport->cost, ascent->priced);
}

struct priced ascent_priced(const struct ascent *ascent)
{
    return (struct priced){ascent->priced, ascent->cuts.added, ascent->cuts.times, ascent->offset};
}

void ascent_close(struct ascent *ascent)
{
    parot_result_free(&ascent->result);
    parot_solver_free(ascent->solver);
}
