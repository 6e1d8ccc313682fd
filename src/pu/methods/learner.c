/* learner.c - values of a ridge and of a forest are on different scales, and so are averaged as
 * ranks among the unlabeled rows. Both sorted lists are kept, so that a new row has its place in
 * them. */
#include "pu/methods/learner.h"

#include <string.h>

#include "base/sort.h"
#include "base/words.h"

WORDS(pu_classifier, "classifier", {"ridge", PAROT_PU_CLASSIFIER_RIDGE},
      {"forest", PAROT_PU_CLASSIFIER_FOREST}, {"ensemble", PAROT_PU_CLASSIFIER_ENSEMBLE});

/* ---- What is to be fitted ------------------------------------------------ */

static parot_pu_classifier classifier_of(const parot_pu_options *options)
{
    switch (options->method) {
    case PAROT_PU_METHOD_RIDGE:
        return PAROT_PU_CLASSIFIER_RIDGE;
    case PAROT_PU_METHOD_FOREST:
        return PAROT_PU_CLASSIFIER_FOREST;
    case PAROT_PU_METHOD_ENSEMBLE:
        return PAROT_PU_CLASSIFIER_ENSEMBLE;
    default:
        return (parot_pu_classifier)options->classifier;
    }
}

parot_status learner_plan_open(struct learner_plan *plan, const parot_pu_options *options,
                               const struct pu_problem *problem, struct control *control,
                               parot_error *err)
{
    struct arena arena = {0};
    int64_t rows = problem->m + problem->n;
    *plan = (struct learner_plan){.classifier = classifier_of(options),
                                  .kernel = options->kernel,
                                  .forest = {.trees = options->trees, .leaf = options->leaf}};
    if (plan->classifier == PAROT_PU_CLASSIFIER_RIDGE)
        return PAROT_OK;
    arena_take(&arena, rows, sizeof *plan->scratch);
    TRY(arena_open(&arena, control, err));
    plan->memory = arena.block;
    plan->scratch = arena_take(&arena, rows, sizeof *plan->scratch);
    return bins_open(&plan->bins, problem, control, err);
}

void learner_plan_close(struct learner_plan *plan)
{
    bins_close(&plan->bins);
    block_free(plan->memory);
    *plan = (struct learner_plan){0};
}

/* ---- The fit ------------------------------------------------------------- */

/* The mean rank of numbers equal to `value`, in (0, n). */
static double mean_rank(const double *sorted, int64_t n, double value)
{
    int64_t below = count_below(sorted, n, value, 0), upto = count_below(sorted, n, value, 1);
    return 0.5 * (double)(below + upto);
}

/* In [0, n]: the rank of a number of the list, linear between neighbours, so that a number in a gap
 * is nearer to one side or the other. */
static double place(const double *sorted, int64_t n, double value)
{
    int64_t below = count_below(sorted, n, value, 0);
    if (below == n)
        return (double)n;
    if (sorted[below] == value)
        return mean_rank(sorted, n, value);
    if (below == 0)
        return 0;
    double low = sorted[below - 1], high = sorted[below], width = 0.5 * high - 0.5 * low;
    double from = mean_rank(sorted, n, low), to = mean_rank(sorted, n, high);
    double part = width > 0 ? (0.5 * value - 0.5 * low) / width : 0.5;
    return from + part * (to - from);
}

double learner_mean_rank(const double *by_ridge, const double *by_forest, int64_t n, double ridge,
                         double forest)
{
    /* Sums of halves are exact, so that equal sums of ranks are equal values. */
    return (place(by_ridge, n, ridge) + place(by_forest, n, forest)) / (double)(2 * n);
}

static parot_status join(struct learner *learner, const double *by_forest, int64_t n,
                         struct control *control, double *value, parot_error *err)
{
    struct arena arena = {0};
    arena_take(&arena, 2 * n, sizeof *learner->by_ridge);
    TRY(arena_open(&arena, control, err));
    learner->memory = arena.block;
    learner->by_ridge = arena_take(&arena, 2 * n, sizeof *learner->by_ridge);
    learner->by_forest = learner->by_ridge + n;
    memcpy(learner->by_ridge, value, (size_t)n * sizeof *value);
    memcpy(learner->by_forest, by_forest, (size_t)n * sizeof *value);
    sort_numbers(learner->by_ridge, n);
    sort_numbers(learner->by_forest, n);
    for (int64_t i = 0; i < n; i++)
        value[i] =
            learner_mean_rank(learner->by_ridge, learner->by_forest, n, value[i], by_forest[i]);
    return PAROT_OK;
}

parot_status learner_fit(struct learner *learner, const struct learner_plan *plan,
                         const struct pu_problem *problem, const char *is_negative,
                         struct control *control, double *value, parot_error *err)
{
    int64_t negatives = 0, n = problem->n;
    const double *by_forest = plan->scratch + (plan->scratch ? problem->m : 0);
    TRY(count_negatives(problem, is_negative, &negatives, err));
    if (plan->classifier != PAROT_PU_CLASSIFIER_RIDGE)
        TRY(forest_fit(&learner->forest, &plan->bins, plan->forest, is_negative, control,
                       plan->scratch, err));
    if (plan->classifier == PAROT_PU_CLASSIFIER_FOREST) {
        memcpy(value, by_forest, (size_t)n * sizeof *value);
        return PAROT_OK;
    }
    TRY(ridge_fit(&learner->ridge, plan->kernel, problem, is_negative, control, err));
    TRY(ridge_values(&learner->ridge, problem, control, value, err));
    if (plan->classifier == PAROT_PU_CLASSIFIER_RIDGE)
        return PAROT_OK;
    return join(learner, by_forest, n, control, value, err);
}

void learner_close(struct learner *learner)
{
    ridge_close(&learner->ridge);
    forest_close(&learner->forest);
    block_free(learner->memory);
    *learner = (struct learner){0};
}

/* A ridge may learn from a sample, a forest learns from all. */
void learner_tell_fitted(const struct learner *learner, struct pu_result *found)
{
    int has_ridge = learner->ridge.count > 0;
    found->fitted = has_ridge ? learner->ridge.count : learner->forest.fitted;
    found->fitted_of = has_ridge ? learner->ridge.all : learner->forest.fitted;
}

void learner_hand_over(struct learner *learner, parot_pu_classifier classifier,
                       struct pu_result *found)
{
    found->classifier = classifier;
    found->reference = NULL;
    found->weight = NULL;
    found->references = 0;
    learner_tell_fitted(learner, found);
    if (learner->ridge.count)
        ridge_hand_over(&learner->ridge, found);
    found->forest = learner->forest;
    found->by_ridge = learner->by_ridge;
    found->by_forest = learner->by_forest;
    found->sorted_memory = learner->memory;
    *learner = (struct learner){0};
}
