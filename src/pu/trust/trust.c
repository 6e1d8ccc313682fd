/* trust.c - parot_pu_check: the test for bias, then the spies, and what speaks against the labels.
 *
 * Spies are hidden among rows that must be like them, so that they tell nothing when the choice of
 * positives is biased or the prior too large; then the prior that would fit is estimated instead.
 */
#include <math.h>

#include "pu/problem/pu_problem.h"

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

static parot_status judge(const parot_pu_data *data, const parot_pu_options *options,
                          const struct control *control, parot_pu_trust *trust, parot_error *err)
{
    parot_run run = control_rest(control);
    TRY(parot_pu_bias(data, options, &run, &trust->bias, err));
    trust->has_bias = 1;
    run = control_rest(control);
    if (trust->bias > PAROT_PU_BIASED) {
        trust->doubts |= PAROT_PU_DOUBT_FIT;
        TRY(parot_pu_prior(data, options, &run, &trust->prior, err));
        trust->has_prior = 1;
        return PAROT_OK;
    }
    TRY(parot_pu_spies(data, options, &run, &trust->spies, err));
    trust->has_spies = 1;
    doubt_spies(trust, data->prior);
    return PAROT_OK;
}

parot_status parot_pu_check(const parot_pu_data *data, const parot_pu_options *options,
                            const parot_pu_result *result, const parot_run *run,
                            parot_pu_trust *trust, parot_error *err)
{
    struct control control;
    parot_pu_trust local = {0};
    if (!data || !result || !trust)
        return fail_argument(err, PAROT_EINVAL,
                             !data     ? "data"
                             : !result ? "result"
                                       : "trust",
                             "must not be NULL");
    if (result->count < 1 || result->count != data->unlabeled.rows)
        return fail(err, PAROT_ESHAPE, "result: has %lld labels for %lld unlabeled rows",
                    (long long)result->count, (long long)data->unlabeled.rows);
    TRY(control_init(&control, run, err));
    parot_pu_data labelled = *data;
    labelled.prior = isnan(data->prior) ? result->prior : data->prior;
    local.chance = (double)result->positives / (double)result->count;
    local.alike = fmax(local.chance, 1 - local.chance);
    parot_status status = judge(&labelled, options, &control, &local, err);
    if (status == PAROT_ESTOPPED)
        status = control_is_time_up(&control) ? PAROT_TIME_LIMIT : PAROT_CANCELLED;
    if (status >= 0)
        *trust = local;
    return status;
}
