/* spies.c - parot_pu_spies: hidden positives are appended to the unlabeled rows, the method runs
 * again, and their labels and ranks are read off, fold by fold. */
#include "pu/trust/spies.h"

#include <math.h>
#include <string.h>

#include "base/sums.h"
#include "pu/problem/propensity.h"
#include "pu/problem/row_order.h"

/* Hidden positives make the unlabeled rows more positive than they are, and the labels of a fold
 * better than those they stand for. Where positives are many, not all of them are ever hidden. */
enum { ROWS_PER_SPY = 10 };

struct spying {
    const parot_pu_data *given;
    parot_pu_data data; /* of one fold: the arrays below */
    struct order_item *items;
    int32_t *order;     /* m: rows of the caller, at random; the first are the spies */
    int32_t *by_rank;   /* n + m */
    double *unlabeled;  /* (n + m) x cols: the spies are behind the others */
    double *positive;   /* m x cols */
    double *weight;     /* m: in that order */
    double *propensity; /* m: of the positives that are left */
    void *memory;
};

static void layout(struct spying *spying, parot_matrix unlabeled, parot_matrix positive,
                   struct arena *arena)
{
    size_t row = (size_t)positive.cols * sizeof(double);
    spying->items = arena_take(arena, positive.rows, sizeof *spying->items);
    spying->order = arena_take(arena, positive.rows, sizeof *spying->order);
    spying->by_rank = arena_take(arena, unlabeled.rows + positive.rows, sizeof *spying->by_rank);
    spying->unlabeled = arena_take(arena, unlabeled.rows + positive.rows, row);
    spying->positive = arena_take(arena, positive.rows, row);
    spying->weight = arena_take(arena, positive.rows, sizeof *spying->weight);
    spying->propensity = arena_take(arena, positive.rows, sizeof *spying->propensity);
}

/* ---- One fold ----------------------------------------------------------- */

int64_t spies_count(const parot_pu_data *data)
{
    int64_t room = data->unlabeled.rows / ROWS_PER_SPY, most = SPY_FOLDS * (room > 0 ? room : 1);
    return data->positive.rows < most ? data->positive.rows : most;
}

/* Every fifth of those that are ever hidden, in random order. */
static void hide(struct spying *spying, int fold)
{
    const parot_pu_data *data = spying->given;
    int64_t n = data->unlabeled.rows, cols = data->unlabeled.cols, spies = 0, left = 0;
    int64_t count = spies_count(data);
    size_t row = (size_t)cols * sizeof(double);
    for (int64_t i = 0; i < n; i++)
        memcpy(spying->unlabeled + i * cols, data->unlabeled.data + i * data->unlabeled.stride,
               row);
    for (int64_t r = 0; r < data->positive.rows; r++) {
        const double *from = data->positive.data + spying->order[r] * data->positive.stride;
        if (r < count && r % SPY_FOLDS == fold) {
            memcpy(spying->unlabeled + (n + spies++) * cols, from, row);
            continue;
        }
        if (data->propensity)
            spying->propensity[left] = data->propensity[spying->order[r]];
        memcpy(spying->positive + left++ * cols, from, row);
    }
    double known = (double)parot_pu_rows(data->prior, n);
    spying->data = (parot_pu_data){{spying->unlabeled, n + spies, cols, cols},
                                   {spying->positive, left, cols, cols},
                                   fmin((known + (double)spies) / (double)(n + spies), 1 - 0x1p-53),
                                   data->propensity ? spying->propensity : NULL,
                                   {0}};
}

/* Spy number s of the fold is positive s * SPY_FOLDS + fold in the random order. Rows by falling
 * rank: those passed so far rank behind. */
static void unmask(const struct spying *spying, const parot_pu_result *result, int fold,
                   struct spy *spies)
{
    const parot_pu_data *data = spying->given;
    int64_t n = data->unlabeled.rows, behind = 0;
    int64_t negatives = n - parot_pu_rows(data->prior, n);
    for (int64_t i = 0; i < result->count; i++)
        spying->by_rank[result->rank[i] - 1] = (int32_t)i;
    for (int64_t r = result->count - 1; r >= 0; r--) {
        int64_t row = spying->by_rank[r];
        if (row >= n)
            spies[(row - n) * SPY_FOLDS + fold] =
                (struct spy){behind >= negatives, (double)behind / (double)n,
                             negatives > 0 ? fmin(1, (double)behind / (double)negatives) : 1, 1};
        behind += row < n;
    }
}

static parot_status run_fold(struct spying *spying, int fold, const parot_pu_options *options,
                             struct control *control, struct spy *spies, parot_error *err)
{
    parot_pu_result result = {0};
    parot_status status = control_poll_part(control, "spies", fold, SPY_FOLDS);
    if (status == PAROT_OK) {
        parot_run run = control_rest(control);
        hide(spying, fold);
        status = parot_pu_classify(&spying->data, options, &run, &result, err);
    }
    if (status == PAROT_OK)
        unmask(spying, &result, fold, spies);
    parot_pu_result_free(&result);
    return status > 0
               ? fail(err, PAROT_ESTOPPED, "spies: stopped in fold %d of %d", fold + 1, SPY_FOLDS)
               : status;
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

static parot_status send(struct spying *spying, const parot_pu_options *options,
                         struct control *control, struct spy *spies, parot_error *err)
{
    const parot_pu_data *data = spying->given;
    struct arena arena = {0};
    layout(spying, data->unlabeled, data->positive, &arena);
    TRY(arena_open(&arena, control, err));
    spying->memory = arena.block;
    layout(spying, data->unlabeled, data->positive, &arena);
    TRY(pu_stopped(order_weighted_rows(data->positive, data->propensity, control, spying->items,
                                       spying->order),
                   "a fold", err));
    for (int fold = 0; fold < SPY_FOLDS; fold++)
        TRY(run_fold(spying, fold, options, control, spies, err));
    if (!propensity_matters(data))
        return PAROT_OK;
    propensity_weigh(data, spying->order, spying->weight);
    int64_t count = spies_count(data);
    double sum = 0;
    for (int64_t s = 0; s < count; s++)
        sum += spying->weight[s];
    for (int64_t s = 0; s < count; s++)
        spies[s].weight = spying->weight[s] * (double)count / sum;
    return PAROT_OK;
}

parot_status spies_send(const parot_pu_data *data, const parot_pu_options *options,
                        struct control *control, struct spy *spies, parot_error *err)
{
    struct spying spying = {.given = data};
    parot_status status = send(&spying, options, control, spies, err);
    block_free(spying.memory);
    return status;
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
    if (!data || !result)
        return fail_argument(err, PAROT_EINVAL, data ? "result" : "data", "must not be NULL");
    TRY(pu_options_take(options, &taken, err));
    options = &taken;
    parot_pu_data settled;
    TRY(control_init(&control, run, err));
    TRY(pu_prior_settle(data, options, &control, &settled, err));
    TRY(spies_check(&settled, options, &control, err));
    return send_and_conclude(&settled, options, &control, result, err);
}
