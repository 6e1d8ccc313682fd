/* cut_prices.c - subgradient steps from the best prices so far.
 *
 * In each round the costs get what the prices of the cuts add, the simplex continues from its last
 * basis, and the prices that it ends with are worth a bound. Steps follow how much the cuts are
 * exceeded by a moving mean of the plans rather than by the last one, which jumps between vertices
 * (as in the volume algorithm of Barahona and Anbil, 2000). New cuts are looked for in that mean.
 */
#include "pu/whole_rows/cut_prices.h"

#include <math.h>
#include <string.h>

/* The weight of a new plan in the mean. */
static const double RATE = 0.15;

/* Parts of a row below this are not worth being looked at for cuts. */
static const double LEAST_PART = 0.01;

/* Steps, as a share of what would close the gap if the bound were linear: larger after a better
 * bound, smaller after so many rounds without one. */
static const double FIRST_STEP = 0.5, LARGER = 1.1, SMALLER = 0.7;
enum { PATIENCE = 4 };

/* Rounds between searches for cuts. */
enum { SEARCH_EVERY = 4 };

void cut_prices_layout(struct cut_prices *cut_prices, struct arena *arena)
{
    int64_t n = cut_prices->transport->n, m = cut_prices->transport->m;
    /* as many parts of LEAST_PART as fit into the rows that move */
    int64_t flows = (int64_t)((double)cut_prices->transport->k / LEAST_PART) + n + m + 1;
    cut_prices->priced = arena_take(arena, n, (size_t)m * sizeof *cut_prices->priced);
    cut_prices->mean = arena_take(arena, n, (size_t)m * sizeof *cut_prices->mean);
    cut_prices->share = arena_take(arena, n, sizeof *cut_prices->share);
    cut_prices->scratch = arena_take(arena, n, sizeof *cut_prices->scratch);
    cut_prices->flows.row = arena_take(arena, flows, sizeof *cut_prices->flows.row);
    cut_prices->flows.col = arena_take(arena, flows, sizeof *cut_prices->flows.col);
    cut_prices->flows.amount = arena_take(arena, flows, sizeof *cut_prices->flows.amount);
    cuts_layout(&cut_prices->cuts, flows, arena);
}

/* ---- Plans and their mean ----------------------------------------------- */

static void list_plan(struct cut_prices *cut_prices, const parot_plan *plan)
{
    struct flows *flows = &cut_prices->flows;
    flows->count = plan->count;
    for (int64_t e = 0; e < plan->count; e++) {
        flows->row[e] = plan->row[e];
        flows->col[e] = plan->col[e];
        flows->amount[e] = plan->mass[e] / cut_prices->transport->row;
    }
}

static void list_mean(struct cut_prices *cut_prices)
{
    struct flows *flows = &cut_prices->flows;
    int64_t n = cut_prices->transport->n, m = cut_prices->transport->m;
    double least = LEAST_PART / cut_prices->weight;
    flows->count = 0;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < m; j++)
            if (cut_prices->mean[i * m + j] > least) {
                flows->row[flows->count] = (int32_t)i;
                flows->col[flows->count] = (int32_t)j;
                flows->amount[flows->count++] = cut_prices->mean[i * m + j] * cut_prices->weight;
            }
}

/* mean = (1 - rate) mean + rate (the plan on the list) */
static void take_mean(struct cut_prices *cut_prices, double rate)
{
    const struct flows *flows = &cut_prices->flows;
    cut_prices->weight *= 1 - rate;
    for (int64_t i = 0; i < cut_prices->transport->n; i++)
        cut_prices->share[i] *= 1 - rate;
    for (int64_t e = 0; e < flows->count; e++) {
        int64_t at = flows->row[e] * cut_prices->transport->m + flows->col[e];
        cut_prices->mean[at] += rate / cut_prices->weight * flows->amount[e];
        cut_prices->share[flows->row[e]] += rate * flows->amount[e];
    }
}

void cut_prices_start(struct cut_prices *cut_prices, const parot_plan *plan, double bound)
{
    const struct transport *transport = cut_prices->transport;
    cut_prices->cuts.capacity = (transport->weight ? 1 : transport->q[0]) / transport->row;
    cut_prices->cuts.multiple = transport->weight ? transport->q : NULL;
    cut_prices->bound = bound;
    cut_prices->step = FIRST_STEP;
    cut_prices->weight = 1;
    list_plan(cut_prices, plan);
    for (int64_t e = 0; e < cut_prices->flows.count; e++) {
        int64_t at = cut_prices->flows.row[e] * cut_prices->transport->m + cut_prices->flows.col[e];
        cut_prices->mean[at] = cut_prices->flows.amount[e];
        cut_prices->share[cut_prices->flows.row[e]] += cut_prices->flows.amount[e];
    }
}

/* ---- Rounds ------------------------------------------------------------- */

/* mu = max(0, best mu + t excess), t = step (gap) / |excess|^2, over the cuts that can move */
static void move_prices(struct cut_prices *cut_prices, double best)
{
    struct cuts *cuts = &cut_prices->cuts;
    double squares = 0, gap = (best - cut_prices->bound) / cut_prices->transport->row;
    for (int32_t c = 0; c < cuts->count; c++)
        if (cuts->cut[c].excess > 0 || cuts->cut[c].best > 0)
            squares += cuts->cut[c].excess * cuts->cut[c].excess;
    double length = squares > 0 ? cut_prices->step * gap / squares : 0;
    for (int32_t c = 0; c < cuts->count; c++)
        cuts->cut[c].price = fmax(0, cuts->cut[c].best + length * cuts->cut[c].excess);
}

static void note_bound(struct cut_prices *cut_prices, double bound)
{
    struct cuts *cuts = &cut_prices->cuts;
    if (bound > cut_prices->bound) {
        cut_prices->bound = bound;
        cut_prices->step = fmin(2, cut_prices->step * LARGER);
        cut_prices->idle = 0;
        for (int32_t c = 0; c < cuts->count; c++)
            cuts->cut[c].best = cuts->cut[c].price;
    } else if (++cut_prices->idle % PATIENCE == 0) {
        cut_prices->step *= SMALLER;
    }
}

static parot_status solve(struct cut_prices *cut_prices, struct control *control, parot_error *err)
{
    const struct transport *transport = cut_prices->transport;
    parot_run run = control_rest(control);
    parot_problem problem = {.cost = {cut_prices->priced, transport->n, transport->m, transport->m},
                             .p = transport->p,
                             .q = transport->q,
                             .mass = transport->mass};
    if (!cut_prices->solver)
        TRY(parot_solver_new(&problem, &run, &cut_prices->solver, err));
    parot_result_free(&cut_prices->result);
    return status_of_step(
        parot_solver_solve(cut_prices->solver, problem.cost, &cut_prices->result, err));
}

parot_status cut_prices_round(struct cut_prices *cut_prices, double best, struct control *control,
                              parot_error *err)
{
    const struct transport *transport = cut_prices->transport;
    TRY(control_poll(control, "cuts", cut_prices->round, transport_part(transport, best),
                     transport_part(transport, cut_prices->bound)));
    if (cut_prices->round++ % SEARCH_EVERY == 0) {
        list_mean(cut_prices);
        cuts_find(&cut_prices->cuts, &cut_prices->flows);
    }
    move_prices(cut_prices, best);
    cut_prices->offset = cuts_apply(&cut_prices->cuts, transport->cost, cut_prices->priced);
    TRY(solve(cut_prices, control, err));
    list_plan(cut_prices, &cut_prices->result.plan);
    take_mean(cut_prices, RATE);
    cuts_measure(&cut_prices->cuts, &cut_prices->flows, RATE);
    struct priced priced = cut_prices_now(cut_prices);
    note_bound(cut_prices, bound_of_prices(transport, &priced, cut_prices->result.dual.v, NULL,
                                           cut_prices->scratch));
    return PAROT_OK;
}

void cut_prices_finish(struct cut_prices *cut_prices)
{
    const struct transport *transport = cut_prices->transport;
    for (int32_t c = 0; c < cut_prices->cuts.count; c++)
        cut_prices->cuts.cut[c].price = cut_prices->cuts.cut[c].best;
    cut_prices->offset = cuts_apply(&cut_prices->cuts, transport->cost, cut_prices->priced);
}

struct priced cut_prices_now(const struct cut_prices *cut_prices)
{
    return (struct priced){cut_prices->priced, cut_prices->cuts.added, cut_prices->cuts.times,
                           cut_prices->offset};
}

void cut_prices_close(struct cut_prices *cut_prices)
{
    parot_result_free(&cut_prices->result);
    parot_solver_free(cut_prices->solver);
}
