/* learned.c - transport and a classifier teach each other.
 *
 * 1. The cheapest plan moves rows to the positives, at the costs C_ij + toll_i; at first toll = 0.
 * 2. The classifier separates the positives from the rows outside its k best; r_i in (0, 1) is the
 *    rank of row i by it, near 1 for the most positive.
 * 3. toll_i = TOLL mean(C) (1 - r_i): rows that it calls negative pay to be moved. Back to 1.
 *
 * It is over when the labels stay the same, or after options.rounds of 2 and 3. Each plan is
 * checked by parot_certify before it is used. Who stops it gets the labels of the last plan that
 * was complete.
 */
#include "pu/methods/learned.h"

#include <string.h>

#include "base/sums.h"
#include "pu/methods/learner.h"
#include "pu/methods/rank.h"
#include "pu/methods/wasserstein.h"

/* The least positive row pays as much as this many typical distances. */
static const double TOLL = 8;

struct learning {
    const struct pu_problem *problem;
    struct control *control;
    struct pu_result *found;
    int64_t rounds;
    struct learner_plan plan;
    struct transport transport; /* its cost: with tolls */
    double *distance;           /* n x m: without */
    double mean;                /* of the distances */
    double *value;              /* n: by the classifier */
    double *toll;               /* n: of the present plan, which may not be complete */
    struct forest forest;       /* that told them */
    struct pu_result told;      /* of that classifier: fitted, fitted_of, forest_part */
    struct ranked *ranked;      /* n */
    char *is_negative;          /* n: of the last plan */
    char *next;                 /* n: of the present one */
};

static void layout(struct learning *learning, struct arena *arena)
{
    struct pu_result *found = learning->found;
    int64_t n = learning->problem->n, m = learning->problem->m;
    found->share = arena_take(arena, n, sizeof *found->share);
    found->value = arena_take(arena, n, sizeof *found->value);
    found->toll = arena_take(arena, n, sizeof *found->toll);
    found->step = arena_take(arena, learning->rounds + 1, sizeof *found->step);
    transport_layout(&learning->transport, arena);
    learning->distance = arena_take(arena, n, (size_t)m * sizeof *learning->distance);
    learning->value = arena_take(arena, n, sizeof *learning->value);
    learning->toll = arena_take(arena, n, sizeof *learning->toll);
    learning->ranked = arena_take(arena, n, sizeof *learning->ranked);
    learning->is_negative = arena_take(arena, n, 1);
    learning->next = arena_take(arena, n, 1);
}

/* ---- 1. Transport --------------------------------------------------------- */

/* Looked at again by code that has nothing in common with the solver. */
static parot_status check(const struct learning *learning, const parot_result *result,
                          parot_pu_step *step, parot_error *err)
{
    const struct transport *transport = &learning->transport;
    const parot_problem problem = {
        .cost = {transport->cost, transport->n, transport->m, transport->m},
        .p = transport->p,
        .q = transport->q,
        .mass = transport->mass};
    parot_run run = control_rest(learning->control);
    parot_check checked = {0};
    TRY(parot_certify(&problem, result, &run, &checked, err));
    step->objective = transport_part(transport, result->objective);
    step->excess = transport_part(transport, checked.excess);
    return PAROT_OK;
}

static int64_t count_arrivals(const struct learning *learning)
{
    int64_t changes = 0;
    for (int64_t i = 0; i < learning->problem->n; i++)
        changes += learning->next[i] != learning->is_negative[i];
    return changes / 2; /* as many rows come as go */
}

/* The plan becomes that of `found` once all that follows from it is known. */
static parot_status adopt(struct learning *learning, parot_result *result, parot_pu_step *step,
                          parot_error *err)
{
    const struct transport *transport = &learning->transport;
    struct pu_result *found = learning->found;
    TRY(check(learning, result, step, err));
    TRY(transport_values(transport, result->dual.v, learning->control, learning->value, err));
    transport_shares(&result->plan, transport->row, found->share);
    memcpy(found->value, learning->value, (size_t)transport->n * sizeof *found->value);
    rank_rows(transport->n, found->share, found->value, learning->ranked);
    for (int64_t r = 0; r < transport->n; r++)
        learning->next[learning->ranked[r].row] = r >= transport->k;
    step->changed = found->steps ? count_arrivals(learning) : 0;
    memcpy(learning->is_negative, learning->next, (size_t)transport->n);
    found->step[found->steps++] = *step;
    memcpy(found->toll, learning->toll, (size_t)transport->n * sizeof *found->toll);
    forest_close(&found->forest); /* the last one tells which columns count */
    found->forest = learning->forest;
    learning->forest = (struct forest){0};
    found->classifier = learning->plan.classifier;
    found->fitted = learning->told.fitted;
    found->fitted_of = learning->told.fitted_of;
    found->ensemble.forest_part = learning->told.ensemble.forest_part;
    parot_result_free(&found->transport);
    found->transport = *result;
    *result = (parot_result){0};
    return PAROT_OK;
}

static parot_status move_rows(struct learning *learning, parot_error *err)
{
    const struct transport *transport = &learning->transport;
    parot_pu_step step = {0};
    parot_result result = {0};
    parot_status status = transport_solve(transport, transport->p, learning->control, &result, err);
    if (status == PAROT_OK)
        status = adopt(learning, &result, &step, err);
    parot_result_free(&result);
    return status;
}

/* ---- 2. The classifier, 3. the tolls --------------------------------------- */

/* toll_i = TOLL mean(C) (1 - r_i), equal values having the mean of their ranks */
static void fill_tolls(struct learning *learning)
{
    int64_t n = learning->problem->n, m = learning->problem->m, last = 0;
    struct ranked *ranked = learning->ranked;
    rank_rows(n, NULL, learning->value, ranked); /* the most positive first */
    for (int64_t first = 0; first < n; first = last) {
        while (last < n && ranked[last].value == ranked[first].value)
            last++;
        double behind = 0.5 * (double)(first + last) / (double)n; /* 1 - r */
        for (int64_t r = first; r < last; r++)
            learning->toll[ranked[r].row] = TOLL * learning->mean * behind;
    }
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < m; j++)
            learning->transport.cost[i * m + j] = learning->distance[i * m + j] + learning->toll[i];
}

static parot_status learn(struct learning *learning, parot_error *err)
{
    struct learner learner = {0};
    parot_status status =
        learner_fit(&learner, &learning->plan, learning->problem, learning->is_negative,
                    learning->control, learning->value, err);
    if (status == PAROT_OK) {
        fill_tolls(learning);
        learning->forest = learner.forest;
        learner_tell_fitted(&learner, &learning->told);
        learner.forest = (struct forest){0};
    }
    learner_close(&learner);
    return status;
}

/* ---- Rounds ----------------------------------------------------------------- */

static parot_status open(struct learning *learning, const parot_pu_options *options,
                         parot_error *err)
{
    struct arena arena = {0};
    const struct pu_problem *problem = learning->problem;
    learning->transport = transport_between(problem, learning->control);
    learning->transport.pairs.has_matrix = 1; /* tolls are added to it */
    layout(learning, &arena);
    TRY(arena_open(&arena, learning->control, err));
    learning->found->memory = arena.block;
    layout(learning, &arena);
    TRY(transport_fill(&learning->transport, problem, learning->control, err));
    int64_t pairs = problem->n * problem->m;
    struct sum sum = {0};
    for (int64_t e = 0; e < pairs; e++)
        sum_add(&sum, learning->transport.cost[e]);
    learning->mean = sum_value(&sum) / (double)pairs;
    memcpy(learning->distance, learning->transport.cost,
           (size_t)pairs * sizeof *learning->distance);
    memset(learning->toll, 0, (size_t)problem->n * sizeof *learning->toll);
    learning->found->pairs = learning->transport.pairs;
    learning->found->pairs.cost = learning->distance;
    return learner_plan_open(&learning->plan, options, problem, learning->control, err);
}

static parot_status go_round(struct learning *learning, parot_error *err)
{
    struct pu_result *found = learning->found;
    TRY(move_rows(learning, err));
    for (found->rounds = 0;
         found->rounds < learning->rounds && learning->problem->k < learning->problem->n &&
         (found->rounds == 0 || found->changed > 0);
         found->rounds++) {
        TRY(control_poll_part(learning->control, "rounds", found->rounds, learning->rounds));
        TRY(learn(learning, err));
        TRY(move_rows(learning, err));
        found->changed = 2 * found->step[found->steps - 1].changed; /* as many come as go */
    }
    return PAROT_OK;
}

parot_status pu_learned(const struct pu_problem *problem, const parot_pu_options *options,
                        struct control *control, struct pu_result *found, parot_error *err)
{
    struct learning learning = {
        .problem = problem, .control = control, .found = found, .rounds = options->rounds};
    parot_status status = open(&learning, options, err);
    if (status == PAROT_OK)
        status = go_round(&learning, err);
    learner_plan_close(&learning.plan);
    forest_close(&learning.forest);
    if (found->steps)
        transport_restore(&learning.transport, &found->transport);
    return pu_result_keep(found, found->steps > 0, status, control);
}
