/* prior.c - parot_pu_prior: the best bin estimate of three held-out classifiers; the range comes
 * from bootstrap resamples of the linear one. */
#include <math.h>

#include "base/random.h"
#include "base/sort.h"
#include "pu/trust/bestbin.h"
#include "pu/trust/heldout.h"

enum { RESAMPLES = 200 }; /* the 5 % and 95 % points of so many are ten from the ends */

/* Estimates of good classifiers agree; where they differ by more, none can be trusted. */
static const double AGREEMENT = 0.1;

struct estimator {
    struct pu_problem problem;
    struct heldout heldout;
    struct scored *scored; /* n + m */
    int64_t count;
    double resample[RESAMPLES];
    void *memory;
};

static void layout(struct estimator *estimator, struct arena *arena)
{
    int64_t rows = estimator->problem.n + estimator->problem.m;
    estimator->scored = arena_take(arena, rows, sizeof *estimator->scored);
}

static void gather(struct estimator *estimator)
{
    const struct heldout *heldout = &estimator->heldout;
    estimator->count = 0;
    for (int64_t j = 0; j < heldout->positives; j++)
        estimator->scored[estimator->count++] = (struct scored){heldout->positive[j], 1, 1};
    for (int64_t i = 0; i < heldout->unlabeled; i++)
        estimator->scored[estimator->count++] = (struct scored){heldout->other[i], 0, 1};
    bestbin_sort(estimator->scored, estimator->count);
}

/* ---- The range ---------------------------------------------------------- */

/* As many rows as there are, of each side, drawn with replacement. Row number r of the sorted ones
 * stands for a draw; draws that fall on the other side are drawn again. */
static void resample(struct estimator *estimator, uint64_t seed, uint64_t *draws)
{
    int64_t count = estimator->count,
            left[2] = {estimator->heldout.unlabeled, estimator->heldout.positives};
    for (int64_t r = 0; r < count; r++)
        estimator->scored[r].weight = 0;
    while (left[0] + left[1] > 0) {
        uint64_t drawn = random_bits(seed, RANDOM_BOOTSTRAP, (*draws)++) % (uint64_t)count;
        struct scored *scored = &estimator->scored[drawn];
        if (left[scored->is_positive] > 0) {
            left[scored->is_positive]--;
            scored->weight++;
        }
    }
}

static parot_status find_range(struct estimator *estimator, struct control *control,
                               parot_pu_prior_result *result)
{
    uint64_t draws = 0;
    for (int k = 0; k < RESAMPLES; k++) {
        TRY(control_poll_part(control, "resamples", k, RESAMPLES));
        resample(estimator, control->run.seed, &draws);
        estimator->resample[k] = bestbin_estimate(estimator->scored, estimator->count);
    }
    sort_numbers(estimator->resample, RESAMPLES);
    result->low = fmin(result->prior, estimator->resample[RESAMPLES / 20]);
    result->high = fmax(result->prior, estimator->resample[RESAMPLES - 1 - RESAMPLES / 20]);
    return PAROT_OK;
}

/* ---- The estimate ------------------------------------------------------- */

/* The linear scores, which come last, are those that estimate; the others show whether it matters
 * whose scores they are. */
static parot_status estimate(struct estimator *estimator, struct control *control,
                             parot_pu_prior_result *result, parot_error *err)
{
    static const enum heldout_kind kinds[] = {HELDOUT_NEAREST, HELDOUT_RBF, HELDOUT_LINEAR};
    double *variants[] = {&result->by_nearest, &result->by_rbf, &result->by_linear};
    double least = 1, most = 0;
    for (int k = 0; k < HELDOUT_KINDS; k++) {
        TRY(heldout_fill(&estimator->heldout, kinds[k], &estimator->problem, control, err));
        gather(estimator);
        *variants[k] = bestbin_estimate(estimator->scored, estimator->count);
        least = fmin(least, *variants[k]);
        most = fmax(most, *variants[k]);
    }
    /* At least one row is positive, and one is not: of all or none nothing can be learned. */
    double row = 1 / (double)estimator->problem.n;
    result->prior = estimator->problem.n > 1 ? fmin(fmax(result->by_linear, row), 1 - row) : 0.5;
    result->is_reliable = most - least <= AGREEMENT;
    TRY(find_range(estimator, control, result));
    result->least = fmin(least, result->low);
    result->most = fmax(most, result->high);
    return PAROT_OK;
}

static parot_status open_and_estimate(struct estimator *estimator, const parot_pu_data *data,
                                      const parot_pu_options *options, struct control *control,
                                      parot_pu_prior_result *result, parot_error *err)
{
    parot_pu_data any = *data;
    struct arena arena = {0};
    any.prior = 0.5; /* the estimate does not depend on it */
    TRY(pu_problem_open(&estimator->problem, &any, options, control, err));
    if (estimator->problem.m < 2)
        return fail(err, PAROT_EINVAL, "positive: an estimate needs 2 rows or more, got %lld",
                    (long long)estimator->problem.m);
    TRY(heldout_open(&estimator->heldout, &estimator->problem, control, err));
    layout(estimator, &arena);
    TRY(arena_open(&arena, control, err));
    estimator->memory = arena.block;
    layout(estimator, &arena);
    return estimate(estimator, control, result, err);
}

parot_status parot_pu_prior(const parot_pu_data *data, const parot_pu_options *options,
                            const parot_run *run, parot_pu_prior_result *result, parot_error *err)
{
    struct control control;
    struct estimator estimator = {0};
    parot_pu_options taken;
    parot_pu_prior_result local = {0};
    if (!data || !result)
        return fail_argument(err, PAROT_EINVAL, data ? "result" : "data", "must not be NULL");
    TRY(control_init(&control, run, err));
    TRY(pu_options_take(options, &taken, err));
    TRY(pu_check_prior_memory(data, &control, err));
    parot_status status = open_and_estimate(&estimator, data, &taken, &control, &local, err);
    heldout_close(&estimator.heldout);
    pu_problem_close(&estimator.problem);
    block_free(estimator.memory);
    status = pu_stopped(status, "the estimate", err);
    if (status == PAROT_OK)
        *result = local;
    return status;
}

parot_status pu_prior_settle(const parot_pu_data *given, const parot_pu_options *options,
                             const struct control *control, parot_pu_data *data, parot_error *err)
{
    parot_pu_prior_result estimate = {0};
    parot_run run = control_rest(control);
    *data = *given;
    if (!isnan(given->prior))
        return PAROT_OK;
    if (options && options->has_distances)
        return fail(err, PAROT_EINVAL,
                    "prior: cannot be estimated from distances within each side; give it");
    TRY(parot_pu_prior(given, options, &run, &estimate, err));
    data->prior = estimate.prior;
    return PAROT_OK;
}
