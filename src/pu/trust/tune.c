/* tune.c - parot_pu_tune: spies choose between methods, few of them, and only by a clear lead.
 *
 * The score of a method is the mean over the spies of found + above / 2: the second part is the AUC
 * against rows labelled negative, which tells near misses from far ones. Where a spy ranks among
 * rows labelled positive says nothing of the labels and would only add noise. The spies are the
 * same for every method, so that the error of a lead is that of the mean of their differences,
 * which is much less than the errors of the two scores would make it. The unlabeled rows are those
 * to be labelled, not a sample: they add nothing to it.
 */
#include <math.h>

#include "pu/trust/spies.h"

static const struct {
    parot_pu_method method;
    parot_pu_kernel kernel;
} CANDIDATES[] = {
    {PAROT_PU_METHOD_MINED, PAROT_PU_KERNEL_RBF},    {PAROT_PU_METHOD_RIDGE, PAROT_PU_KERNEL_RBF},
    {PAROT_PU_METHOD_FOREST, PAROT_PU_KERNEL_RBF},   {PAROT_PU_METHOD_RIDGE, PAROT_PU_KERNEL_BOTH},
    {PAROT_PU_METHOD_RIDGE, PAROT_PU_KERNEL_LINEAR},
};

/* Hidden positives are from the positives' own domain: they cannot see that a forest learns which
 * domain a row is from, and not which rows are positive. */
static int is_fair(parot_pu_method method, const parot_pu_options *options)
{
    return method != PAROT_PU_METHOD_FOREST || options->kind != PAROT_PU_KIND_DOMAINS;
}

enum { COUNT = sizeof CANDIDATES / sizeof *CANDIDATES };
_Static_assert((int)COUNT <= (int)PAROT_PU_MOST_CANDIDATES, "parot_pu_tune_result has less room");

/* A lead counts if it exceeds this many standard errors. With four other candidates, chance alone
 * often makes one of them lead by more than one. */
static const double SURE = 2;

/* ---- Scores ------------------------------------------------------------- */

static double score_of(const struct spy *spy)
{
    return spy->found + 0.5 * spy->above;
}

/* The mean of spies' scores, minus those of `other` if it is there, and its standard error. Two
 * more spies, one for and one against, keep the error of a difference above that of one spy. */
static double mean_score(const struct spy *spies, const struct spy *other, int64_t count,
                         double *error)
{
    double m = (double)count, sum = 0, squares = other ? 2 : 0;
    for (int64_t s = 0; s < count; s++)
        sum += spies[s].weight * (score_of(&spies[s]) - (other ? score_of(&other[s]) : 0));
    for (int64_t s = 0; s < count; s++) {
        double x = score_of(&spies[s]) - (other ? score_of(&other[s]) : 0);
        squares += spies[s].weight * (x - sum / m) * (x - sum / m);
    }
    *error = sqrt(squares / (m * fmax(1, spies_effective(spies, count) - 1)));
    return sum / m;
}

static void rate(const struct spy *spies, const struct spy *first, const parot_pu_data *data,
                 parot_pu_candidate *candidate)
{
    int64_t count = spies_count(data);
    double found = 0;
    for (int64_t s = 0; s < count; s++)
        found += spies[s].weight * spies[s].found;
    candidate->recall = found / (double)count;
    candidate->score = mean_score(spies, NULL, count, &candidate->error);
    if (spies != first)
        candidate->lead = mean_score(spies, first, count, &candidate->lead_error);
}

/* ---- Runs --------------------------------------------------------------- */

static void list_candidates(const parot_pu_options *options, parot_pu_tune_result *result)
{
    for (int c = 0; c < COUNT; c++) {
        int is_first = result->count == 0;
        if (is_fair(CANDIDATES[c].method, options))
            result->candidates[result->count++] =
                (parot_pu_candidate){.method = CANDIDATES[c].method,
                                     .kernel = CANDIDATES[c].kernel,
                                     .recall = NAN,
                                     .score = NAN,
                                     .error = NAN,
                                     .lead = is_first ? 0 : NAN,
                                     .lead_error = is_first ? 0 : NAN};
    }
}

/* Candidates one after the other, so that what the time allows is compared in full. */
static parot_status try_each(const parot_pu_data *data, const parot_pu_options *options,
                             struct control *control, struct spy *spies,
                             parot_pu_tune_result *result, parot_error *err)
{
    parot_pu_options asked[COUNT];
    int64_t complete = 0;
    for (int k = 0; k < result->count; k++) {
        asked[k] = *options;
        asked[k].method = result->candidates[k].method;
        asked[k].kernel = result->candidates[k].kernel;
    }
    parot_status status =
        spies_send_each(data, asked, result->count, control, spies, &complete, err);
    for (int64_t k = 0; k < complete; k++)
        rate(spies + k * spies_count(data), spies, data, &result->candidates[k]);
    result->spies = complete > 0 ? spies_count(data) : 0;
    return status == PAROT_ESTOPPED
               ? fail(err, PAROT_ESTOPPED, "tune: stopped in candidate %d of %d", (int)complete + 1,
                      (int)result->count)
               : status;
}

static parot_status inspect_and_try(const parot_pu_data *data, const parot_pu_options *options,
                                    struct control *control, parot_pu_tune_result *result,
                                    parot_error *err)
{
    struct arena arena = {0};
    parot_run run = control_rest(control);
    TRY(parot_pu_bias(data, options, &run, &result->bias, err));
    if (result->bias > PAROT_PU_BIASED)
        return PAROT_OK;
    arena_take(&arena, COUNT * spies_count(data), sizeof(struct spy));
    TRY(arena_open(&arena, control, err));
    struct spy *spies = arena_take(&arena, COUNT * spies_count(data), sizeof *spies);
    parot_status status = try_each(data, options, control, spies, result, err);
    block_free(arena.block);
    return status;
}

parot_status parot_pu_tune(const parot_pu_data *data, const parot_pu_options *options,
                           const parot_run *run, parot_pu_tune_result *result, parot_error *err)
{
    struct control control;
    parot_pu_options taken;
    parot_pu_tune_result local = {.bias = NAN};
    TRY(CHECK_GIVEN(err, data, result));
    TRY(pu_options_take(options, &taken, err));
    options = &taken;
    TRY(control_init(&control, run, err));
    parot_pu_data settled;
    TRY(pu_prior_settle(data, options, &control, &settled, err));
    TRY(spies_check(&settled, options, &control, err));
    list_candidates(options, &local);
    parot_status status = inspect_and_try(&settled, options, &control, &local, err);
    if (status != PAROT_OK && !(status == PAROT_ESTOPPED && control_is_time_up(&control)))
        return status;
    /* The best of those that clearly lead; the first if none does. */
    const parot_pu_candidate *candidates = local.candidates;
    for (int32_t k = 1; k < local.count; k++)
        if (candidates[k].lead > SURE * candidates[k].lead_error &&
            candidates[k].lead > candidates[local.chosen].lead)
            local.chosen = k;
    local.seconds = control_seconds(&control);
    *result = local;
    return PAROT_OK;
}
