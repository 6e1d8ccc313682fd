/* learner.c - what is to be fitted in every round, and the fit. */
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

/* The values of the forest, of which those of the positives come first, join those of the ridge. */
static parot_status join(struct learner *learner, const struct pu_problem *problem,
                         const double *by_forest, struct control *control, double *value,
                         parot_error *err)
{
    struct arena arena = {0};
    int64_t n = problem->n;
    arena_take(&arena, 2 * n, sizeof *value);
    TRY(arena_open(&arena, control, err));
    learner->memory = arena.block;
    double *ridge = arena_take(&arena, 2 * n, sizeof *ridge), *forest = ridge + n;
    memcpy(ridge, value, (size_t)n * sizeof *value);
    memcpy(forest, by_forest + problem->m, (size_t)n * sizeof *value);
    sort_numbers(ridge, n);
    sort_numbers(forest, n);
    learner->ensemble = (struct ensemble){.n = n, .by_ridge = ridge, .by_forest = forest};
    struct opinions opinions = {learner->ridge.left_out, by_forest, problem->weight,
                                learner->ridge.positives};
    learner->ensemble.forest_part = ensemble_weigh(&learner->ensemble, opinions, problem->k);
    for (int64_t i = 0; i < n; i++)
        value[i] = ensemble_rank(&learner->ensemble, value[i], by_forest[problem->m + i]);
    return PAROT_OK;
}

parot_status learner_fit(struct learner *learner, const struct learner_plan *plan,
                         const struct pu_problem *problem, const char *is_negative,
                         struct control *control, double *value, parot_error *err)
{
    int64_t negatives = 0;
    TRY(count_negatives(problem, is_negative, &negatives, err));
    if (plan->classifier != PAROT_PU_CLASSIFIER_RIDGE)
        TRY(forest_fit(&learner->forest, &plan->bins, plan->forest, is_negative, control,
                       plan->scratch, err));
    if (plan->classifier == PAROT_PU_CLASSIFIER_FOREST) {
        memcpy(value, plan->scratch + problem->m, (size_t)problem->n * sizeof *value);
        return PAROT_OK;
    }
    TRY(ridge_fit(&learner->ridge, plan->kernel, problem, is_negative, control, err));
    TRY(ridge_values(&learner->ridge, problem, control, value, err));
    if (plan->classifier == PAROT_PU_CLASSIFIER_RIDGE)
        return PAROT_OK;
    return join(learner, problem, plan->scratch, control, value, err);
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
    found->ensemble.forest_part = learner->ensemble.forest_part;
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
    found->ensemble = learner->ensemble;
    found->sorted_memory = learner->memory;
    *learner = (struct learner){0};
}
