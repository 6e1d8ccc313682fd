/* pu_result.c - the method's shares and values are ranked, the first k rows (or those of a value
 * above 0) are labelled +1, and values become scores by their distance from the border in units of
 * the median distance. */
#include "pu/methods/pu_result.h"

#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "gromov/gromov.h"
#include "pu/methods/rank.h"
#include "pu/problem/row_order.h"

struct publisher {
    const struct pu_problem *problem;
    struct pu_result *found;
    parot_pu_result *result;
    struct ranked *ranked; /* n, the most positive first */
    double *distance;      /* n: |value - threshold|, sorted */
    double *cost;          /* of each entry of the plan */
    struct restore_item *scratch;
    void *memory;
};

void pu_result_close(struct pu_result *found)
{
    parot_result_free(&found->transport);
    block_free(found->memory);
    block_free(found->learned_memory);
    block_free(found->sorted_memory);
    forest_close(&found->forest);
    found->memory = found->learned_memory = found->sorted_memory = NULL;
}

parot_status pu_result_keep(struct pu_result *found, int is_labelled, parot_status status,
                            const struct control *control)
{
    int is_stopped = status > 0 || status == PAROT_ESTOPPED;
    if (!is_stopped || !is_labelled)
        return status;
    found->status = status > 0                    ? status
                    : control_is_time_up(control) ? PAROT_TIME_LIMIT
                                                  : PAROT_CANCELLED;
    return PAROT_OK;
}

/* ---- Scores ------------------------------------------------------------- */

/* Halfway between the last positive row and the first that is not; or 0. */
static double border(const struct publisher *publisher)
{
    const struct ranked *ranked = publisher->ranked;
    int64_t k = publisher->result->positives, n = publisher->problem->n;
    if (publisher->found->is_by_sign)
        return 0;
    if (k == 0)
        return ranked[0].value;
    return k < n ? 0.5 * ranked[k - 1].value + 0.5 * ranked[k].value : ranked[n - 1].value;
}

/* Half of all rows are nearer to the border than this. */
static double typical_distance(struct publisher *publisher, double threshold)
{
    int64_t n = publisher->problem->n;
    for (int64_t i = 0; i < n; i++)
        publisher->distance[i] = fabs(publisher->ranked[i].value - threshold);
    sort_numbers(publisher->distance, n);
    return publisher->distance[n / 2];
}

/* In this form each rounding keeps the order: a larger distance never has a smaller score. */
double pu_result_score(double distance, double typical, int is_positive)
{
    double half = distance == 0 ? 0.5 : 0.5 * (typical / (fabs(distance) + typical));
    double score = distance > 0 ? 1 - half : half;
    return is_positive ? fmax(score, 0.5) : fmin(score, 0.5);
}

static int64_t count_above_zero(const struct publisher *publisher)
{
    int64_t count = 0;
    while (count < publisher->problem->n && publisher->ranked[count].value > 0)
        count++;
    return count;
}

static void fill_labels(struct publisher *publisher)
{
    parot_pu_result *result = publisher->result;
    double threshold = border(publisher), typical = typical_distance(publisher, threshold);
    publisher->found->border = threshold;
    publisher->found->typical = typical;
    for (int64_t r = 0; r < result->count; r++) {
        const struct ranked *ranked = &publisher->ranked[r];
        int64_t to = publisher->problem->unlabeled_order[ranked->row];
        int is_positive = r < result->positives;
        result->label[to] = is_positive ? 1 : -1;
        if (publisher->found->is_positive)
            publisher->found->is_positive[ranked->row] = (char)is_positive;
        result->rank[to] = (int32_t)(r + 1);
        result->score[to] = pu_result_score(ranked->value - threshold, typical, is_positive);
        result->share[to] =
            publisher->found->share ? publisher->found->share[ranked->row] : is_positive;
    }
}

/* ---- Matches ------------------------------------------------------------ */

/* The positive that gets most of each row, the first of them if several do. */
static parot_status fill_matches(struct publisher *publisher, struct control *control,
                                 parot_error *err)
{
    parot_pu_result *result = publisher->result;
    const struct pu_problem *problem = publisher->problem;
    const parot_plan *plan = &publisher->found->transport.plan;
    double most = 0;
    parot_status status = pairs_costs(&publisher->found->pairs, plan->row, plan->col, plan->count,
                                      control, publisher->cost, err);
    if (status < 0)
        return status;
    for (int64_t i = 0; i < result->count; i++) {
        result->match[i] = -1;
        result->match_cost[i] = NAN;
    }
    for (int64_t e = 0; e < plan->count; e++) {
        int64_t to = problem->unlabeled_order[plan->row[e]];
        if (e == 0 || plan->row[e] != plan->row[e - 1])
            most = 0;
        if (plan->mass[e] <= most)
            continue;
        most = plan->mass[e];
        result->match[to] = problem->positive_order[plan->col[e]];
        result->match_cost[to] = status == PAROT_OK ? publisher->cost[e] : NAN; /* no time */
    }
    return PAROT_OK;
}

/* ---- Publishing --------------------------------------------------------- */

/* Of the caller's columns; principal components are mixtures of them, for which there is none. */
static int64_t count_importances(const struct pu_result *found, const struct pu_problem *problem)
{
    return found->forest.trees && !problem->scaler.pca ? problem->scaler.cols : 0;
}

static void fill_importance(const struct publisher *publisher)
{
    const struct scaler *scaler = &publisher->problem->scaler;
    parot_pu_result *result = publisher->result;
    if (!result->importances) {
        result->importance = NULL;
        return;
    }
    for (int64_t k = 0; k < scaler->kept; k++)
        result->importance[scaler->column[k]] = publisher->found->forest.importance[k];
}

/* How transport learned its costs, if it did. */
static void fill_steps(const struct publisher *publisher)
{
    const struct pu_result *found = publisher->found;
    parot_pu_result *result = publisher->result;
    if (!result->steps) {
        result->step = NULL;
        result->toll = NULL;
        return;
    }
    memcpy(result->step, found->step, (size_t)result->steps * sizeof *result->step);
    for (int64_t i = 0; i < result->count; i++)
        result->toll[publisher->problem->unlabeled_order[i]] = found->toll[i];
}

/* Trials, whose histories are the result's own. */
static void lay_trials(parot_pu_result *result, const struct pu_result *found, struct arena *arena)
{
    result->trial = arena_take(arena, result->trials, sizeof *result->trial);
    for (int64_t t = 0; t < result->trials; t++) {
        parot_pu_trial *trial = arena->block ? &result->trial[t] : NULL;
        if (trial)
            *trial = found->trial[t];
        gromov_lay_history(trial ? &trial->trial : NULL, &found->trial[t].trial, arena);
    }
}

static void layout_result(parot_pu_result *result, const struct pu_result *found,
                          struct arena *arena)
{
    result->label = arena_take(arena, result->count, sizeof *result->label);
    result->score = arena_take(arena, result->count, sizeof *result->score);
    result->share = arena_take(arena, result->count, sizeof *result->share);
    result->rank = arena_take(arena, result->count, sizeof *result->rank);
    result->match = arena_take(arena, result->count, sizeof *result->match);
    result->match_cost = arena_take(arena, result->count, sizeof *result->match_cost);
    result->importance = arena_take(arena, result->importances, sizeof *result->importance);
    result->step = arena_take(arena, result->steps, sizeof *result->step);
    result->toll = arena_take(arena, result->steps ? result->count : 0, sizeof *result->toll);
    lay_trials(result, found, arena);
}

static void layout_scratch(struct publisher *publisher, struct arena *arena)
{
    const parot_result *transport = &publisher->found->transport;
    int64_t n = publisher->problem->n, m = publisher->problem->m, most = n > m ? n : m;
    publisher->ranked = arena_take(arena, n, sizeof *publisher->ranked);
    publisher->distance = arena_take(arena, n, sizeof *publisher->distance);
    publisher->cost = arena_take(arena, transport->plan.count, sizeof *publisher->cost);
    most = transport->plan.count > most ? transport->plan.count : most;
    publisher->scratch = arena_take(arena, transport->owner ? most : 0, sizeof *publisher->scratch);
}

static parot_status publish(struct publisher *publisher, struct control *control, parot_error *err)
{
    parot_pu_result *result = publisher->result;
    const struct pu_problem *problem = publisher->problem;
    parot_result *transport = &publisher->found->transport;
    struct arena own = {0}, scratch = {0};
    layout_result(result, publisher->found, &own);
    TRY(arena_open(&own, control, err));
    result->owner = own.block;
    layout_result(result, publisher->found, &own);
    layout_scratch(publisher, &scratch);
    TRY(arena_open(&scratch, control, err));
    publisher->memory = scratch.block;
    layout_scratch(publisher, &scratch);

    rank_rows(problem->n, publisher->found->is_by_value ? NULL : publisher->found->share,
              publisher->found->value, publisher->ranked);
    if (publisher->found->is_by_sign)
        result->positives = count_above_zero(publisher);
    rank_by_value(publisher->ranked, problem->n, result->positives);
    fill_labels(publisher);
    fill_importance(publisher);
    fill_steps(publisher);
    TRY(fill_matches(publisher, control, err));
    if (!transport->owner)
        return PAROT_OK;
    restore_transport(transport, problem->unlabeled_order, problem->positive_order,
                      publisher->scratch);
    result->transport = *transport;
    *transport = (parot_result){0};
    return PAROT_OK;
}

parot_status pu_result_publish(struct pu_result *found, const struct pu_problem *problem,
                               struct control *control, parot_pu_result *result, parot_error *err)
{
    *result =
        (parot_pu_result){.count = problem->n,
                          .positives = problem->k,
                          .kind = problem->preset.kind,
                          .scale = problem->preset.scale,
                          .metric = problem->preset.metric,
                          .noise = problem->noise,
                          .dropped = problem->dropped,
                          .fitted = found->fitted,
                          .fitted_of = found->fitted_of,
                          .classifier = found->fitted ? (int32_t)found->classifier : PAROT_AUTO,
                          .forest_part = (float)found->ensemble.forest_part,
                          .trials = found->trials,
                          .steps = found->steps,
                          .best = found->best,
                          .rival = found->trials ? found->rival : -1,
                          .rounds = found->rounds,
                          .changed = found->changed,
                          .importances = count_importances(found, problem),
                          .status = found->status};
    struct publisher publisher = {.problem = problem, .found = found, .result = result};
    parot_status status = publish(&publisher, control, err);
    block_free(publisher.memory);
    if (status != PAROT_OK)
        parot_pu_result_free(result);
    return status;
}

void parot_pu_result_free(parot_pu_result *result)
{
    if (!result)
        return;
    parot_result_free(&result->transport);
    block_free(result->owner);
    *result = (parot_pu_result){0};
}
