/* mined.c - a classifier of the positives against rows that are most likely negative.
 *
 * The first negatives are all unlabeled rows. mined asks two for better ones: a transport, and a
 * classifier against all rows. With r and c their ranks of a row, 0 the most positive, the rows
 * outside the k least r/4 + 3c/4 are the negatives of a second classifier, whose values rank all
 * rows; those that it was fitted on have the values they would have had they not been there, so
 * that having been called negative does not count against them.
 *
 * In each further round the rows outside the k best are the negatives of a new fit. When these are
 * the negatives that it has just been fitted on, nothing would change, and mining is over; so it is
 * after options.rounds, since labels may also go round in circles. Who stops it gets the labels of
 * the last round that was complete.
 */
#include "pu/methods/mined.h"

#include <string.h>

#include "pu/methods/learner.h"
#include "pu/methods/rank.h"
#include "pu/methods/wasserstein.h"

/* Transport errs more often than the classifier on most tables. */
static const double CLASSIFIER_PART = 0.75;

struct mining {
    const struct pu_problem *problem;
    struct control *control;
    struct pu_result *found;
    struct learner_plan plan;
    struct learner learner; /* of the last complete round */
    int has_learner;
    struct ranked *ranked; /* n */
    char *is_negative;     /* n: the negatives of the last fit */
    char *next;            /* n: the rows that it labels -1 */
    double *value;         /* n: by the classifier */
    double *vote;          /* n: minus the mean rank by both */
    void *memory;
};

static void layout(struct mining *mining, int64_t n, struct arena *arena)
{
    mining->ranked = arena_take(arena, n, sizeof *mining->ranked);
    mining->is_negative = arena_take(arena, n, 1);
    mining->next = arena_take(arena, n, 1);
    mining->value = arena_take(arena, n, sizeof *mining->value);
    mining->vote = arena_take(arena, n, sizeof *mining->vote);
}

/* Columns of a table count unequally, which a forest finds out; pixels and yes-or-no columns count
 * alike, and of two domains it would learn which row is from which. docs/theory/pu.md has what was
 * measured. */
void mined_settle(parot_pu_options *options, const struct pu_problem *problem)
{
    int is_large = problem->m >= MINED_LEAST && problem->n - problem->k >= MINED_LEAST;
    int has_forest = is_large && problem->preset.kind == PAROT_PU_KIND_TABLE;
    parot_pu_options_settle(options);
    if (options->classifier == PAROT_AUTO)
        options->classifier = has_forest ? PAROT_PU_CLASSIFIER_ENSEMBLE : PAROT_PU_CLASSIFIER_RIDGE;
}

/* All rows but the k of largest value. */
static void find_negatives(struct mining *mining, const double *value, char *is_negative)
{
    rank_rows(mining->problem->n, NULL, value, mining->ranked);
    for (int64_t r = 0; r < mining->problem->n; r++)
        is_negative[mining->ranked[r].row] = r >= mining->problem->k;
}

static void add_votes(struct mining *mining, double part)
{
    for (int64_t r = 0; r < mining->problem->n; r++)
        mining->vote[mining->ranked[r].row] -= part * (double)r;
}

/* The first negatives, by the plan of `found` and a classifier against all rows. */
static parot_status vote(struct mining *mining, parot_error *err)
{
    struct learner learner = {0};
    const struct pu_problem *problem = mining->problem;
    memset(mining->vote, 0, (size_t)problem->n * sizeof *mining->vote);
    rank_rows(problem->n, mining->found->share, mining->found->value, mining->ranked);
    add_votes(mining, 1 - CLASSIFIER_PART);
    parot_status status =
        learner_fit(&learner, &mining->plan, problem, NULL, mining->control, mining->value, err);
    learner_close(&learner);
    TRY(status);
    rank_rows(problem->n, NULL, mining->value, mining->ranked);
    add_votes(mining, CLASSIFIER_PART);
    find_negatives(mining, mining->vote, mining->is_negative);
    return PAROT_OK;
}

/* The shares and values of `found` become those of the classifier once it is fitted. */
static parot_status fit(struct mining *mining, const char *is_negative, parot_error *err)
{
    struct learner learner = {0};
    parot_status status = learner_fit(&learner, &mining->plan, mining->problem, is_negative,
                                      mining->control, mining->value, err);
    if (status != PAROT_OK) {
        learner_close(&learner);
        return status;
    }
    learner_close(&mining->learner);
    mining->learner = learner;
    mining->has_learner = 1;
    memcpy(mining->found->value, mining->value, (size_t)mining->problem->n * sizeof *mining->value);
    mining->found->is_by_value = 1;
    return PAROT_OK;
}

static int64_t count_changes(const struct mining *mining)
{
    int64_t changes = 0;
    for (int64_t i = 0; i < mining->problem->n; i++)
        changes += mining->next[i] != mining->is_negative[i];
    return changes;
}

/* The rows labelled -1 become the negatives. Without any there is nothing to fit. */
static parot_status go_on(struct mining *mining, int64_t rounds, parot_error *err)
{
    struct pu_result *found = mining->found;
    find_negatives(mining, found->value, mining->next);
    while (found->rounds < rounds && mining->problem->k < mining->problem->n &&
           count_changes(mining) > 0) {
        TRY(control_poll_part(mining->control, "rounds", found->rounds, rounds));
        memcpy(mining->is_negative, mining->next, (size_t)mining->problem->n);
        TRY(fit(mining, mining->is_negative, err));
        find_negatives(mining, found->value, mining->next);
        found->rounds++;
        found->changed = count_changes(mining);
    }
    return PAROT_OK;
}

/* Room for the values, if no transport has made it. */
static parot_status begin(struct mining *mining, const parot_pu_options *options, parot_error *err)
{
    struct arena arena = {0};
    struct pu_result *found = mining->found;
    if (options->method == PAROT_PU_METHOD_MINED) {
        TRY(pu_wasserstein(mining->problem, PAROT_PU_WHOLE_ROWS_NONE, mining->control, found, err));
        mining->control->is_cancelled |=
            found->status == PAROT_CANCELLED; /* one request is enough */
        return PAROT_OK;
    }
    arena_take(&arena, mining->problem->n, sizeof *found->value);
    TRY(arena_open(&arena, mining->control, err));
    found->memory = arena.block;
    found->value = arena_take(&arena, mining->problem->n, sizeof *found->value);
    return PAROT_OK;
}

static parot_status mine(struct mining *mining, const parot_pu_options *options, parot_error *err)
{
    struct arena arena = {0};
    const struct pu_problem *problem = mining->problem;
    int is_transport = options->method == PAROT_PU_METHOD_MINED;
    TRY(begin(mining, options, err));
    layout(mining, problem->n, &arena);
    TRY(arena_open(&arena, mining->control, err));
    mining->memory = arena.block;
    layout(mining, problem->n, &arena);
    TRY(learner_plan_open(&mining->plan, options, problem, mining->control, err));
    memset(mining->is_negative, 1, (size_t)problem->n);
    if (is_transport)
        TRY(vote(mining, err));
    TRY(fit(mining, is_transport ? mining->is_negative : NULL, err));
    return go_on(mining, options->rounds, err);
}

parot_status pu_mined(const struct pu_problem *problem, const parot_pu_options *options,
                      struct control *control, struct pu_result *found, parot_error *err)
{
    struct mining mining = {.problem = problem, .control = control, .found = found};
    parot_status status = mine(&mining, options, err);
    int is_labelled = status == PAROT_OK || status > 0 || status == PAROT_ESTOPPED;
    if (is_labelled && mining.has_learner)
        learner_hand_over(&mining.learner, mining.plan.classifier, found);
    else
        learner_close(&mining.learner);
    learner_plan_close(&mining.plan);
    int is_done = found->transport.owner || mining.has_learner;
    status = pu_result_keep(found, is_done, status, control);
    block_free(mining.memory);
    return status;
}
