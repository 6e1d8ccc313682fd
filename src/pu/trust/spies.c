/* spies.c - parot_pu_spies: hidden positives are appended to the unlabeled rows, the method runs
 * again, and their labels and ranks are read off, fold by fold. */
#include "pu/trust/spies.h"

#include <math.h>

#include "base/sums.h"
#include "pu/problem/propensity.h"
#include "pu/problem/row_order.h"
#include "pu/trust/fits.h"

struct spying {
    const parot_pu_data *given;
    struct order_item *items;
    int32_t *order;   /* m: rows of the caller, at random; the first are the spies */
    int32_t *by_rank; /* n + m */
    double *weight;   /* m: in that order */
    struct fit *fit;  /* SPY_FOLDS for each of the options */
    struct spy *spies;
    int64_t folds; /* that are done, of all options */
    void *memory;
};

static void layout(struct spying *spying, int64_t count, struct arena *arena)
{
    int64_t n = spying->given->unlabeled.rows, m = spying->given->positive.rows;
    spying->items = arena_take(arena, m, sizeof *spying->items);
    spying->order = arena_take(arena, m, sizeof *spying->order);
    spying->by_rank = arena_take(arena, n + m, sizeof *spying->by_rank);
    spying->weight = arena_take(arena, m, sizeof *spying->weight);
    spying->fit = arena_take(arena, SPY_FOLDS * count, sizeof *spying->fit);
}

/* ---- One fold ----------------------------------------------------------- */

/* Spy number s of the fold is positive s * SPY_FOLDS + fold in the random order. Rows by falling
 * rank: those passed so far rank behind. */
static void unmask(void *user, int64_t k, const struct labelling *labels)
{
    struct spying *spying = user;
    const parot_pu_data *data = spying->given;
    struct spy *spies = spying->spies + k / SPY_FOLDS * spies_count(data);
    int64_t n = data->unlabeled.rows, behind = 0, fold = k % SPY_FOLDS;
    int64_t negatives = n - parot_pu_rows(data->prior, n);
    for (int64_t i = 0; i < labels->count; i++)
        spying->by_rank[labels->rank[i] - 1] = (int32_t)i;
    for (int64_t r = labels->count - 1; r >= 0; r--) {
        int64_t row = spying->by_rank[r], s = (row - n) * SPY_FOLDS + fold;
        if (row >= n)
            spies[s] = (struct spy){behind >= negatives, (double)behind / (double)n,
                                    negatives > 0 ? fmin(1, (double)behind / (double)negatives) : 1,
                                    spying->weight[s]};
        behind += row < n;
    }
    spying->folds++;
}

/* ---- All folds ---------------------------------------------------------- */

parot_status spies_check(const parot_pu_data *data, const parot_pu_options *options,
                         struct control *control, parot_error *err)
{
    TRY(pu_data_check(data, options, control, err));
    if (data->unlabeled.cols != data->positive.cols || options->is_apart)
        return fail(
            err, PAROT_ESHAPE,
            "unlabeled, positive: spies (hidden positives) need the same columns in both tables");
    if (data->positive.rows < SPY_FOLDS)
        return fail(err, PAROT_EINVAL,
                    "positive: spies (hidden positives) need %d rows or more, got %lld", SPY_FOLDS,
                    (long long)data->positive.rows);
    return PAROT_OK;
}

/* What each spy counts; the sum is their number. */
static void weigh(struct spying *spying)
{
    int64_t count = spies_count(spying->given);
    double sum = 0;
    if (propensity_matters(spying->given)) {
        propensity_weigh(spying->given, spying->order, spying->weight);
        for (int64_t s = 0; s < count; s++)
            sum += spying->weight[s];
        for (int64_t s = 0; s < count; s++)
            spying->weight[s] = spying->weight[s] * (double)count / sum;
    } else {
        for (int64_t s = 0; s < count; s++)
            spying->weight[s] = 1;
    }
}

/* Works: the memory is in *spying. */
static parot_status send(struct spying *spying, const parot_pu_options *options, int64_t count,
                         struct control *control, parot_error *err)
{
    const parot_pu_data *data = spying->given;
    struct arena arena = {0};
    layout(spying, count, &arena);
    TRY(arena_open(&arena, control, err));
    spying->memory = arena.block;
    layout(spying, count, &arena);
    TRY(pu_stopped(order_weighted_rows(data->positive, data->propensity, control, spying->items,
                                       spying->order),
                   "a fold", err));
    weigh(spying);
    for (int64_t k = 0; k < SPY_FOLDS * count; k++)
        spying->fit[k] = (struct fit){.options = options[k / SPY_FOLDS],
                                      .scores = FIT_LABELS,
                                      .fold = (int32_t)(k % SPY_FOLDS)};
    const struct fits fits = {.data = data,
                              .order = spying->order,
                              .fit = spying->fit,
                              .count = SPY_FOLDS * count,
                              .stage = "spies",
                              .take = unmask,
                              .user = spying};
    parot_status status = fits_run(&fits, control, err);
    return status > 0 ? fail(err, PAROT_ESTOPPED, "spies: stopped in fold %d of %d",
                             (int)(spying->folds % SPY_FOLDS) + 1, SPY_FOLDS)
                      : status;
}

parot_status spies_send_each(const parot_pu_data *data, const parot_pu_options *options,
                             int64_t count, struct control *control, struct spy *spies,
                             int64_t *complete, parot_error *err)
{
    struct spying spying = {.given = data, .spies = spies};
    parot_status status = send(&spying, options, count, control, err);
    *complete = spying.folds / SPY_FOLDS;
    block_free(spying.memory);
    return status;
}

parot_status spies_send(const parot_pu_data *data, const parot_pu_options *options,
                        struct control *control, struct spy *spies, parot_error *err)
{
    int64_t complete;
    return spies_send_each(data, options, 1, control, spies, &complete, err);
}

double spies_effective(const struct spy *spies, int64_t count)
{
    struct sum sum = {0}, squares = {0};
    for (int64_t s = 0; s < count; s++) {
        sum_add(&sum, spies[s].weight);
        sum_add_product(&squares, spies[s].weight, spies[s].weight);
    }
    return sum_value(&sum) * sum_value(&sum) / sum_value(&squares);
}

/* ---- What they tell ----------------------------------------------------- */

/* Of the unlabeled rows, those that are labelled +1. */
static double part_of(const parot_pu_data *data)
{
    int64_t n = data->unlabeled.rows;
    return (double)parot_pu_rows(data->prior, n) / (double)n;
}

/* The positives among the unlabeled rows are a sample, as the hidden ones are: see draws. */
static void conclude(const struct spy *spies, const parot_pu_data *data,
                     parot_pu_spies_result *result)
{
    int64_t count = spies_count(data), n = data->unlabeled.rows;
    double part = part_of(data), hidden = (double)count, found = 0, behind = 0;
    for (int64_t s = 0; s < count; s++) {
        found += spies[s].weight * spies[s].found;
        behind += spies[s].weight * spies[s].behind;
    }
    double recall = fmin(1, found / hidden), auc = (behind / hidden - part / 2) / (1 - part);
    double draws = 1 / (1 / spies_effective(spies, count) + 1 / (data->prior * (double)n));
    *result = (parot_pu_spies_result){.folds = SPY_FOLDS,
                                      .spies = count,
                                      .recall = recall,
                                      .recall_error = sqrt(recall * (1 - recall) / draws),
                                      .accuracy = 1 - 2 * part * (1 - recall),
                                      .precision = fmin(1, data->prior * recall / part),
                                      .auc = part < 1 ? fmin(1, fmax(0, auc)) : NAN,
                                      .lee_liu = recall * recall / part};
}

double spies_accuracy(double part, double prior, double recall)
{
    double found = fmin(part, fmin(1, fmax(0, recall)) * prior);
    return 1 - part - prior + 2 * found;
}

/* Of priors in [low, high] the most accurate is part / recall, or the end next to it: there all
 * rows labelled positive are. */
static double best_prior(const parot_pu_prior_result *estimate, double part, double recall)
{
    double peak = recall > 0.5 ? part / recall : estimate->low;
    return fmin(estimate->high, fmax(estimate->low, peak));
}

/* The prior is an estimate, or somebody's word: what other priors would mean. */
static void doubt_prior(const parot_pu_data *data, const parot_pu_prior_result *estimate,
                        parot_pu_spies_result *result)
{
    double part = part_of(data);
    result->prior_low = estimate->low;
    result->prior_high = estimate->high;
    result->accuracy_low = result->accuracy_high = result->accuracy;
    for (int side = -1; side <= 1; side++) {
        double recall = fmin(1, result->recall + side * NINETY_PER_CENT * result->recall_error);
        const double priors[] = {estimate->low, part, estimate->high,
                                 best_prior(estimate, part, recall)};
        for (int k = 0; k < 4; k++) {
            double accuracy = spies_accuracy(part, priors[k], recall);
            result->accuracy_low = fmin(result->accuracy_low, accuracy);
            result->accuracy_high = fmax(result->accuracy_high, accuracy);
        }
    }
}

void spies_conclude(const struct spy *spies, const parot_pu_data *data,
                    const parot_pu_prior_result *estimate, parot_pu_spies_result *result)
{
    conclude(spies, data, result);
    doubt_prior(data, estimate, result);
}

static parot_status send_and_conclude(const parot_pu_data *data, const parot_pu_options *options,
                                      struct control *control, parot_pu_spies_result *result,
                                      parot_error *err)
{
    struct arena arena = {0};
    arena_take(&arena, spies_count(data), sizeof(struct spy));
    TRY(arena_open(&arena, control, err));
    struct spy *spies = arena_take(&arena, spies_count(data), sizeof *spies);
    parot_status status = spies_send(data, options, control, spies, err);
    parot_pu_prior_result estimate = {0};
    parot_run run = control_rest(control);
    if (status == PAROT_OK)
        status = parot_pu_prior(data, options, &run, &estimate, err);
    if (status == PAROT_OK)
        spies_conclude(spies, data, &estimate, result);
    block_free(arena.block);
    return status;
}

parot_status parot_pu_spies(const parot_pu_data *data, const parot_pu_options *options,
                            const parot_run *run, parot_pu_spies_result *result, parot_error *err)
{
    struct control control;
    parot_pu_options taken;
    TRY(CHECK_GIVEN(err, data, result));
    TRY(pu_options_take(options, &taken, err));
    options = &taken;
    parot_pu_data settled;
    TRY(control_init(&control, run, err));
    TRY(pu_prior_settle(data, options, &control, &settled, err));
    TRY(spies_check(&settled, options, &control, err));
    return send_and_conclude(&settled, options, &control, result, err);
}
