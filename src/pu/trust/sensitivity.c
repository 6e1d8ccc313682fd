/* sensitivity.c - parot_pu_sensitivity: how many labels depend on what the prior is?
 *
 * Some methods rank rows whatever the prior is; it only says how many of the first ranks are
 * labelled +1. For these, labels at other priors are read off the ranks. All others are asked
 * again, at both ends of the range.
 */
#include <math.h>

#include "pu/trust/fits.h"

enum { LOW, HIGH, ENDS };

struct labels_at {
    int64_t positives, changed;
};

struct trial {
    const parot_pu_data *data;
    const parot_pu_options *options;
    const parot_pu_result *labelled;
    struct control *control;
    int8_t *is_firm; /* n: the labels so far are the same */
    struct labels_at at[ENDS];
};

/* Whether the prior only moves the border along the ranks. */
static int is_one_ranking(const parot_pu_options *options)
{
    switch (options->method) {
    case PAROT_PU_METHOD_NEAREST:
        return 1;
    case PAROT_PU_METHOD_RIDGE:
    case PAROT_PU_METHOD_FOREST: /* an ensemble weighs them by the rows to be labelled */
        return options->rounds == 0;
    case PAROT_PU_METHOD_WASSERSTEIN:
        return options->whole_rows == PAROT_PU_WHOLE_ROWS_LASSO;
    default:
        return 0;
    }
}

/* At least one row, and not all of them. */
static int64_t rows_at(double prior, int64_t n)
{
    int64_t rows = parot_pu_rows(prior, n);
    return rows < 1 ? 1 : rows > n - 1 && n > 1 ? n - 1 : rows;
}

/* ---- Labels at one prior ------------------------------------------------ */

static void compare(struct trial *trial, int64_t end, int64_t i, int is_positive)
{
    int is_same = (trial->labelled->label[i] > 0) == is_positive;
    trial->at[end].positives += is_positive;
    trial->at[end].changed += !is_same;
    trial->is_firm[i] = (int8_t)(trial->is_firm[i] && is_same);
}

static void cut(struct trial *trial, int64_t end, double prior)
{
    int64_t n = trial->labelled->count, rows = rows_at(prior, n);
    for (int64_t i = 0; i < n; i++)
        compare(trial, end, i, trial->labelled->rank[i] <= rows);
}

static void take_labels(void *user, int64_t end, const struct labelling *labels)
{
    for (int64_t i = 0; i < labels->count; i++)
        compare(user, end, i, labels->label[i] > 0);
}

static parot_status label_again(struct trial *trial, const double priors[ENDS], parot_error *err)
{
    int64_t n = trial->labelled->count;
    struct fit fit[ENDS];
    for (int end = 0; end < ENDS; end++)
        fit[end] =
            (struct fit){.options = *trial->options,
                         .scores = FIT_LABELS,
                         .fold = FIT_ALL_ROWS,
                         .prior = fmin(1 - 0x1p-53, (double)rows_at(priors[end], n) / (double)n)};
    const struct fits fits = {.data = trial->data,
                              .fit = fit,
                              .count = ENDS,
                              .stage = "other priors",
                              .take = take_labels,
                              .user = trial};
    parot_status status = fits_run(&fits, trial->control, err);
    return status > 0 ? fail(err, PAROT_ESTOPPED, "prior: stopped while labelling at %g or %g",
                             priors[LOW], priors[HIGH])
                      : status;
}

/* ---- Both ends ---------------------------------------------------------- */

static parot_status take_range(const struct trial *trial, parot_pu_sensitivity_result *result,
                               parot_error *err)
{
    parot_pu_prior_result estimate;
    if (!isnan(result->low) && !isnan(result->high))
        return PAROT_OK;
    parot_run run = control_rest(trial->control);
    TRY(parot_pu_prior(trial->data, trial->options, &run, &estimate, err));
    result->low = isnan(result->low) ? fmin(estimate.low, result->high) : result->low;
    result->high = isnan(result->high) ? fmax(estimate.high, result->low) : result->high;
    return PAROT_OK;
}

/* Works: what it allocates is in *result, also on failure. */
static parot_status try_both(struct trial *trial, parot_pu_sensitivity_result *result,
                             parot_error *err)
{
    struct arena own = {0};
    const struct labels_at *low = &trial->at[LOW], *high = &trial->at[HIGH];
    TRY(take_range(trial, result, err));
    arena_take(&own, result->count, sizeof *result->is_firm);
    TRY(arena_open(&own, trial->control, err));
    result->owner = own.block;
    result->is_firm = arena_take(&own, result->count, sizeof *result->is_firm);
    for (int64_t i = 0; i < result->count; i++)
        result->is_firm[i] = 1;
    trial->is_firm = result->is_firm;
    const double priors[ENDS] = {result->low, result->high};
    if (!is_one_ranking(trial->options))
        TRY(label_again(trial, priors, err));
    else
        for (int end = 0; end < ENDS; end++)
            cut(trial, end, priors[end]);
    result->low_positives = low->positives;
    result->low_changed = low->changed;
    result->high_positives = high->positives;
    result->high_changed = high->changed;
    for (int64_t i = 0; i < result->count; i++)
        result->changed += !result->is_firm[i];
    result->is_relabelled = !is_one_ranking(trial->options);
    return PAROT_OK;
}

static parot_status check(const parot_pu_data *data, const parot_pu_result *labelled, double low,
                          double high, parot_error *err)
{
    if (labelled->count < 1 || labelled->count != data->unlabeled.rows || !labelled->rank ||
        !labelled->label)
        return fail(err, PAROT_ESHAPE, "result: has %lld labels for %lld unlabeled rows",
                    (long long)(labelled->label ? labelled->count : 0),
                    (long long)data->unlabeled.rows);
    if (!isnan(low) && !(low > 0 && low < 1))
        return fail(err, PAROT_EINVAL, "low: must be in (0,1), or NAN, got %g", low);
    if (!isnan(high) && !(high > 0 && high < 1))
        return fail(err, PAROT_EINVAL, "high: must be in (0,1), or NAN, got %g", high);
    if (low > high)
        return fail(err, PAROT_EINVAL, "low: must be at most high, got %g and %g", low, high);
    return PAROT_OK;
}

parot_status parot_pu_sensitivity(const parot_pu_data *data, const parot_pu_options *options,
                                  const parot_pu_result *labelled, double low, double high,
                                  const parot_run *run, parot_pu_sensitivity_result *sensitivity,
                                  parot_error *err)
{
    struct control control;
    parot_pu_options taken;
    if (!data || !labelled || !sensitivity)
        return fail_argument(err, PAROT_EINVAL,
                             !data       ? "data"
                             : !labelled ? "result"
                                         : "sensitivity",
                             "must not be NULL");
    TRY(check(data, labelled, low, high, err));
    TRY(pu_options_take(options, &taken, err));
    TRY(control_init(&control, run, err));
    parot_pu_options_settle(&taken);
    parot_pu_sensitivity_result local = {.count = labelled->count, .low = low, .high = high};
    struct trial trial = {
        .data = data, .options = &taken, .labelled = labelled, .control = &control};
    parot_status status = try_both(&trial, &local, err);
    if (status == PAROT_OK)
        *sensitivity = local;
    else
        block_free(local.owner);
    return pu_stopped(status, "labelling at other priors", err);
}

void parot_pu_sensitivity_free(parot_pu_sensitivity_result *sensitivity)
{
    if (!sensitivity)
        return;
    block_free(sensitivity->owner);
    *sensitivity = (parot_pu_sensitivity_result){0};
}
