/* trust.c - parot_pu_check, parot_pu_inspect: the test for bias, then the spies, and what speaks
 * against the labels.
 *
 * Spies are hidden among rows that must be like them, so that they tell nothing when the choice of
 * positives is biased or the prior too large; then the prior that would fit is estimated instead,
 * and the cause is sought.
 */
#include <math.h>

#include "pu/problem/pu_tables.h"
#include "pu/trust/calibrate.h"

/* Estimates of the prior miss by this much where they can be relied on (docs/theory/pu.md). */
static const double PRIOR_ERROR = 0.05;

static void doubt_spies(parot_pu_trust *trust, double prior)
{
    const parot_pu_spies_result *spies = &trust->spies;
    if (prior < spies->prior_low - PRIOR_ERROR)
        trust->doubts |= PAROT_PU_DOUBT_PRIOR_SMALL;
    if (prior > spies->prior_high + PRIOR_ERROR)
        trust->doubts |= PAROT_PU_DOUBT_PRIOR_LARGE;
    if (spies->recall < trust->chance)
        trust->doubts |= PAROT_PU_DOUBT_RECALL;
    else if (spies->accuracy < trust->alike)
        trust->doubts |= PAROT_PU_DOUBT_ACCURACY;
}

static parot_status find_cause(const parot_pu_data *data, const parot_pu_options *options,
                               const parot_run *run, parot_pu_trust *trust, parot_error *err)
{
    parot_pu_bias_result found = {0};
    TRY(parot_pu_bias_cause(data, options, run, &found, err));
    trust->has_cause = 1;
    trust->cause = found.cause;
    trust->by_border = found.by_border;
    trust->border_z = found.border_z;
    return PAROT_OK;
}

/* What is asked, and what is known already. */
struct judging {
    const parot_pu_data *data;
    const parot_pu_options *options;
    const parot_pu_result *labelled;
    const parot_pu_prior_result *known; /* the estimate of the prior; NULL: it is made here */
    parot_pu_calibration *calibration;  /* NULL: not wanted */
    struct spy *spies;                  /* m */
};

static parot_status estimate_prior(const struct judging *it, const struct control *control,
                                   parot_pu_prior_result *estimate, parot_error *err)
{
    parot_run run = control_rest(control);
    if (!it->known)
        return parot_pu_prior(it->data, it->options, &run, estimate, err);
    *estimate = *it->known;
    return PAROT_OK;
}

static parot_status judge_by_spies(const struct judging *it, struct control *control,
                                   parot_pu_trust *trust, parot_error *err)
{
    parot_pu_prior_result estimate = trust->prior;
    TRY(spies_check(it->data, it->options, control, err));
    TRY(spies_send(it->data, it->options, control, it->spies, err));
    if (!trust->has_prior)
        TRY(estimate_prior(it, control, &estimate, err));
    if (it->calibration)
        TRY(calibration_make(it->spies, it->data, it->labelled, &estimate, control, it->calibration,
                             err));
    if (trust->doubts & PAROT_PU_DOUBT_FIT)
        return PAROT_OK;
    spies_conclude(it->spies, it->data, &estimate, &trust->spies);
    trust->has_spies = 1;
    doubt_spies(trust, it->data->prior);
    return PAROT_OK;
}

static parot_status judge(const struct judging *it, struct control *control, parot_pu_trust *trust,
                          parot_error *err)
{
    parot_run run = control_rest(control);
    TRY(parot_pu_bias(it->data, it->options, &run, &trust->bias, err));
    trust->has_bias = 1;
    if (trust->bias > PAROT_PU_BIASED) {
        trust->doubts |= PAROT_PU_DOUBT_FIT;
        TRY(estimate_prior(it, control, &trust->prior, err));
        trust->has_prior = 1;
        run = control_rest(control);
        TRY(find_cause(it->data, it->options, &run, trust, err));
        if (!it->calibration)
            return PAROT_OK;
    }
    return judge_by_spies(it, control, trust, err);
}

static parot_status open_and_judge(struct judging *it, struct control *control,
                                   parot_pu_trust *trust, parot_error *err)
{
    struct arena arena = {0};
    arena_take(&arena, spies_count(it->data), sizeof *it->spies);
    TRY(arena_open(&arena, control, err));
    it->spies = arena_take(&arena, spies_count(it->data), sizeof *it->spies);
    parot_status status = judge(it, control, trust, err);
    block_free(arena.block);
    return status;
}

parot_status parot_pu_inspect(const parot_pu_data *data, const parot_pu_options *options,
                              const parot_pu_result *result, const parot_pu_prior_result *estimate,
                              const parot_run *run, parot_pu_trust *trust,
                              parot_pu_calibration *calibration, parot_error *err)
{
    struct control control;
    parot_pu_options taken;
    parot_pu_trust local = {0};
    TRY(CHECK_GIVEN(err, data, result, trust));
    if (result->count < 1 || result->count != data->unlabeled.rows)
        return fail(err, PAROT_ESHAPE, "result: has %lld labels for %lld unlabeled rows",
                    (long long)result->count, (long long)data->unlabeled.rows);
    TRY(pu_options_take(options, &taken, err));
    TRY(control_init(&control, run, err));
    TRY(check_table("positive", data->positive, NULL, err));
    if (calibration)
        TRY(calibration_check(data, result, err));
    parot_pu_data labelled = *data;
    labelled.prior = isnan(data->prior) ? result->prior : data->prior;
    local.chance = (double)result->positives / (double)result->count;
    local.alike = fmax(local.chance, 1 - local.chance);
    struct judging it = {&labelled, &taken, result, estimate, calibration, NULL};
    parot_status status = open_and_judge(&it, &control, &local, err);
    if (status == PAROT_ESTOPPED)
        status = control_is_time_up(&control) ? PAROT_TIME_LIMIT : PAROT_CANCELLED;
    if (status >= 0)
        *trust = local;
    return status;
}

parot_status parot_pu_check(const parot_pu_data *data, const parot_pu_options *options,
                            const parot_pu_result *result, const parot_run *run,
                            parot_pu_trust *trust, parot_error *err)
{
    return parot_pu_inspect(data, options, result, NULL, run, trust, NULL, err);
}
