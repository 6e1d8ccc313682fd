/* summary_pu_warnings.c - what speaks against labels, in sentences with the way out; the library's
 * tests decide, here it is said.
 */
#include "report/summary_pu.h"

#include <math.h>
#include <stdio.h>

void prior_doubt(const parot_pu_prior_result *estimate, const parot_curve *curve,
                 const char *way_out, char text[PAROT_NOTE_SIZE])
{
    double low = estimate->low, high = estimate->high;
    if (curve && curve->status == PAROT_OK && !parot_curve_has_elbow(curve))
        snprintf(text, PAROT_NOTE_SIZE,
                 "the cost curve has no elbow: prior %.2g is unreliable (%.2g to %.2g); %s",
                 estimate->prior, low, high, way_out);
    else
        snprintf(text, PAROT_NOTE_SIZE,
                 "prior %.2g is unreliable (%.2g to %.2g): plateaus say %.2g, the lowest bin of "
                 "scores %.2g; %s",
                 estimate->prior, low, high, estimate->by_plateau, estimate->upper, way_out);
}

const char *parot_prior_doubt(const parot_pu_prior_result *estimate, const parot_curve *curve,
                              const char *prefix, char text[PAROT_NOTE_SIZE])
{
    char way_out[32];
    snprintf(way_out, sizeof way_out, "pass %sprior", prefix);
    prior_doubt(estimate, curve, way_out, text);
    return text;
}

static const double MANY = 0.2; /* fraction of the labels that may depend on the prior unnoticed */

/* ---- The prior and the tables ------------------------------------------- */

static void warn_of_prior(const parot_summary *summary, parot_notes *warnings)
{
    const parot_summary_pu *pu = &summary->of.pu;
    char text[PAROT_NOTE_SIZE];
    double n = (double)pu->result->count, prior = pu->result->prior;
    if (pu->estimate && !pu->estimate->is_reliable)
        summary_warn(warnings, "%s",
                     parot_prior_doubt(pu->estimate, pu->curve, summary_prefix(summary), text));
    if (pu->estimate || pu->is_prior_auto || isnan(prior))
        return;
    double k = (double)parot_pu_rows(prior, pu->result->count);
    if (fabs(prior * n - k) > 1e-6)
        summary_warn(warnings, "prior %.4g of %.0f rows is %.6g rows: using %.0f, a prior of %.4g",
                     prior, n, prior * n, k, k / n);
}

/* Copies of positives, names in one table alone, a column that outweighs all others. */
static parot_status warn_of_tables(const parot_summary *summary, parot_notes *warnings,
                                   parot_error *err)
{
    const parot_summary_pu *pu = &summary->of.pu;
    const parot_summary_side *source = &summary->source, *target = &summary->target;
    const parot_pu_data data = {source->points, target->points, 0.5};
    const parot_run run = summary_run(summary);
    int64_t copies = 0, widest = 0;
    double part = 0;
    if (!source->points.data || !target->points.data || pu->options->is_apart ||
        source->points.cols != target->points.cols)
        return PAROT_OK;
    if (!source->columns != !target->columns)
        summary_warn(warnings,
                     "only one of the files has column names; columns are matched by position");
    TRY(parot_pu_copies(&data, &run, &copies, err));
    if (copies)
        summary_warn(
            warnings,
            "%lld row%s of %s %s of positives: if it is not chance, take %s out of one "
            "of the tables; hidden positives are easier to find next to their copies",
            (long long)copies, plural(copies), source->name ? source->name : "the unlabeled table",
            copies == 1 ? "is an exact copy" : "are exact copies", copies == 1 ? "it" : "them");
    if (pu->options->scale != PAROT_SCALE_NONE || source->points.cols == 1 || !source->columns)
        return PAROT_OK;
    TRY(parot_pu_widest(&data, &widest, &part, err));
    if (part > 0.95)
        summary_warn(warnings,
                     "'%s' carries %.1f %% of the squared distance; consider %sscale rank",
                     source->columns[widest], 100 * part, summary_prefix(summary));
    return PAROT_OK;
}

/* Distances of unlike columns, compared as they are, may be units and nothing else. */
static parot_status warn_of_distances(const parot_summary *summary, parot_notes *warnings,
                                      parot_error *err)
{
    const parot_summary_pu *pu = &summary->of.pu;
    const parot_pu_data data = {summary->source.points, summary->target.points, pu->result->prior};
    const parot_run run = summary_run(summary);
    double ratio = 1;
    if (!pu->options->raw_distances || !data.unlabeled.data || !data.positive.data ||
        (!pu->options->is_apart && data.unlabeled.cols == data.positive.cols))
        return PAROT_OK;
    TRY(parot_pu_distance_ratio(&data, pu->options, &run, &ratio, err));
    if (ratio > PAROT_PU_UNLIKE_DISTANCES || ratio < 1 / PAROT_PU_UNLIKE_DISTANCES)
        summary_warn(warnings,
                     "distances among the unlabeled rows are %.3g times those among the positives: "
                     "the labels say more about units than about shapes; drop %sraw%cdistances",
                     ratio, summary_prefix(summary), *summary_prefix(summary) ? '-' : '_');
    return PAROT_OK;
}

/* A biased choice of positives makes spies worthless: then the first method is as good as any. */
static void warn_of_tuning(const parot_summary *summary, parot_notes *warnings)
{
    const parot_pu_tune_result *tune = summary->of.pu.tune;
    if (tune && tune->bias > PAROT_PU_BIASED)
        summary_warn(warnings,
                     "the prior is too large, or the positives are a biased sample (z = %.1f; see "
                     "%scheck): hidden positives cannot be used to choose a method; mined is kept",
                     tune->bias, summary_prefix(summary));
}

/* ---- The labels --------------------------------------------------------- */

static void warn_of_labels(const parot_summary *summary, parot_notes *warnings)
{
    const parot_pu_result *result = summary->of.pu.result;
    if (result->fitted < result->fitted_of)
        summary_warn(warnings, "the classifier learned from a random %lld of %lld rows",
                     (long long)result->fitted, (long long)result->fitted_of);
    if (result->status != PAROT_OK)
        summary_warn(warnings, "stopped early (%s): these labels are the best so far",
                     parot_status_name(result->status));
    if (result->trials == 0 || result->rival < 0)
        return;
    /* The plan of gromov is the best of several starts; another may be as good and mean other
     * labels. */
    const parot_pu_trial *rival = &result->trial[result->rival];
    const parot_trial *best = &result->trial[result->best].trial;
    summary_warn(warnings,
                 "%lld starts: best %.4g (%s), second %.4g (%s), labels differ on %.0f %%: the "
                 "result is unstable",
                 (long long)result->trials, best->objective, parot_start_name(best->start),
                 rival->trial.objective, parot_start_name(rival->trial.start),
                 100 * rival->differs);
}

/* The cause, as far as the data tell it, and the way out. */
static void explain_fit(const parot_summary *summary, char text[PAROT_NOTE_SIZE])
{
    const parot_pu_trust *trust = summary->of.pu.trust;
    const char *prefix = summary_prefix(summary);
    parot_pu_cause cause = trust->has_cause ? trust->cause : PAROT_PU_CAUSE_EITHER;
    if (cause == PAROT_PU_CAUSE_CHOICE)
        snprintf(text, PAROT_NOTE_SIZE,
                 "The positives are a biased sample (%spropensity, if it is known with which "
                 "probability each was chosen); no",
                 prefix);
    else if (cause == PAROT_PU_CAUSE_PRIOR)
        snprintf(text, PAROT_NOTE_SIZE,
                 "The prior is too large (%sprior %.2f?), unless a whole kind of positives was "
                 "left out of the choice; no",
                 prefix, trust->prior.prior);
    else
        snprintf(text, PAROT_NOTE_SIZE,
                 "Either the prior is too large (%sprior %.2f?), or the positives are a biased "
                 "sample; either way no",
                 prefix, trust->prior.prior);
}

/* The prior that would fit helps whoever knows where the rows come from. */
static void warn_of_fit(const parot_summary *summary, parot_notes *warnings)
{
    const parot_pu_trust *trust = summary->of.pu.trust;
    char text[PAROT_NOTE_SIZE];
    explain_fit(summary, text);
    summary_warn(warnings,
                 "prior %.4g does not fit these positives (z = %.1f): rows like them make up %.2f "
                 "of the unlabeled rows (%.2f to %.2f). %s estimate of accuracy would mean "
                 "anything",
                 summary->of.pu.result->prior, trust->bias, trust->prior.prior, trust->prior.low,
                 trust->prior.high, text);
}

static void warn_of_trust(const parot_summary *summary, parot_notes *warnings)
{
    const parot_summary_pu *pu = &summary->of.pu;
    const parot_pu_trust *trust = pu->trust;
    /* Of a prior that was given: an estimate has said itself how sure it is. */
    int doubts = pu->estimate || pu->is_prior_auto ? 0 : trust->doubts;
    if (trust->has_prior)
        warn_of_fit(summary, warnings);
    if (doubts & PAROT_PU_DOUBT_PRIOR_SMALL)
        summary_warn(warnings,
                     "prior %.4g looks too small: rows like the positives make up %.2f to %.2f of "
                     "the unlabeled rows; the bias test cannot see that",
                     pu->result->prior, trust->spies.prior_low, trust->spies.prior_high);
    if (doubts & PAROT_PU_DOUBT_PRIOR_LARGE)
        summary_warn(warnings,
                     "prior %.4g looks too large: rows like the positives make up %.2f to %.2f of "
                     "the unlabeled rows, unless the positives are a biased sample",
                     pu->result->prior, trust->spies.prior_low, trust->spies.prior_high);
    if (trust->doubts & PAROT_PU_DOUBT_RECALL)
        summary_warn(warnings,
                     "only %.1f %% of hidden positives are found, where random labels find %.1f "
                     "%%: do not use these labels; try another method",
                     100 * trust->spies.recall, 100 * trust->chance);
    if (trust->doubts & PAROT_PU_DOUBT_ACCURACY)
        summary_warn(
            warnings,
            "hidden positives predict an accuracy of %.1f %%, less than labelling all "
            "rows the same (%.1f %%); the first ranks may still be worth a look, or another "
            "method a try",
            100 * trust->spies.accuracy, 100 * trust->alike);
}

static parot_status warn_of_metrics(const parot_summary *summary, parot_notes *warnings,
                                    parot_error *err)
{
    const parot_summary_pu *pu = &summary->of.pu;
    parot_pu_metrics metrics;
    if (!pu->truth || pu->false_positive > 0 || pu->false_negative > 0)
        return PAROT_OK; /* there is no truth, or accuracy is not what was asked for */
    TRY(parot_pu_evaluate(pu->result, pu->truth, &metrics, err));
    if (metrics.accuracy < metrics.majority)
        summary_warn(warnings, "accuracy %.3f is below '%s' (%.3f)", metrics.accuracy,
                     pu->result->prior < 0.5 ? "all negative" : "all positive", metrics.majority);
    return PAROT_OK;
}

parot_status pu_warnings(const parot_summary *summary, parot_notes *warnings, parot_error *err)
{
    const parot_summary_pu *pu = &summary->of.pu;
    warn_of_prior(summary, warnings);
    TRY(warn_of_tables(summary, warnings, err));
    TRY(warn_of_distances(summary, warnings, err));
    pu_columns_warnings(summary, warnings);
    warn_of_tuning(summary, warnings);
    warn_of_labels(summary, warnings);
    if (pu->trust_stop)
        summary_warn(warnings, "the check was stopped (%s)", pu->trust_stop);
    if (pu->trust)
        warn_of_trust(summary, warnings);
    if (pu->sensitivity && (pu->estimate || pu->is_prior_auto) &&
        (double)pu->sensitivity->changed > MANY * (double)pu->result->count)
        summary_warn(warnings,
                     "%.0f %% of the labels depend on the prior, which could be anything from %.2f "
                     "to %.2f: state it if it is known (%sprior)",
                     100 * (double)pu->sensitivity->changed / (double)pu->result->count,
                     pu->sensitivity->low, pu->sensitivity->high, summary_prefix(summary));
    return warn_of_metrics(summary, warnings, err);
}
