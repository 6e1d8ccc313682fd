/* pu_doubts.c - the library decides what is in doubt; here it is said, with the way out. */
#include "pu/pu_doubts.h"

#include <math.h>

#include "say/curve_words.h"

void pu_doubt_estimate(const parot_pu_prior_result *estimate, const parot_curve *curve, char *text,
                       size_t size)
{
    double low = estimate->least, high = estimate->most;
    if (curve->status == PAROT_OK && !parot_curve_has_elbow(curve))
        snprintf(text, size,
                 "the cost curve has no elbow: prior %.2f is unreliable (%.2f to %.2f); pass "
                 "--prior",
                 estimate->prior, low, high);
    else
        snprintf(text, size,
                 "prior %.2f is unreliable (%.2f to %.2f): other scores say %.2f and %.2f; pass "
                 "--prior",
                 estimate->prior, low, high, estimate->by_rbf, estimate->by_nearest);
}

/* ---- The tables --------------------------------------------------------- */

void pu_doubt_rounding(struct pu_summary *summary, int64_t rows)
{
    double n = (double)rows, k = (double)parot_pu_rows(summary->prior, rows);
    if (fabs(summary->prior * n - k) > 1e-6)
        pu_summary_warn(summary, "prior %.4g of %.0f rows is %.1f: using %.0f (%.4g)",
                        summary->prior, n, summary->prior * n, k, k / n);
}

static void doubt_copies(struct pu_summary *summary, int64_t copies)
{
    if (copies)
        pu_summary_warn(summary, "%lld row%s of %s %s of positives", (long long)copies,
                        copies == 1 ? "" : "s", path_label(summary->tables->unlabeled.path),
                        copies == 1 ? "is an exact copy" : "are exact copies");
}

static void doubt_column(struct pu_summary *summary, int64_t widest, double part)
{
    char **names = summary->tables->unlabeled.table.names;
    if (part > 0.95 && names)
        pu_summary_warn(summary,
                        "'%s' carries %.1f %% of the squared distance; consider --scale rank",
                        names[widest], 100 * part);
}

parot_status pu_doubt_tables(struct pu_summary *summary, const parot_pu_data *data,
                             const parot_run *run, parot_error *err)
{
    const struct pu_tables *tables = summary->tables;
    int64_t copies = 0, widest = 0;
    double part = 0;
    if (tables->is_apart)
        return PAROT_OK;
    if (!tables->unlabeled.table.names != !tables->positive.table.names)
        pu_summary_warn(summary,
                        "only one of the files has column names; columns are matched by position");
    parot_status status = parot_pu_copies(data, run, &copies, err);
    doubt_copies(summary, copies);
    if (status != PAROT_OK || summary->options->scale != PAROT_SCALE_NONE ||
        data->unlabeled.cols == 1)
        return status;
    status = parot_pu_widest(data, &widest, &part, err);
    doubt_column(summary, widest, part);
    return status;
}

/* A biased choice of positives makes spies worthless: then the first method is as good as any. */
void pu_doubt_tuning(struct pu_summary *summary)
{
    if (!pu_tune_has_scores(summary->tuning))
        pu_summary_warn(summary,
                        "the prior is too large, or the positives are a biased sample (z = %.1f; "
                        "see --check): hidden positives cannot be used to choose a method; mined "
                        "is kept",
                        summary->tuning->result.bias);
}

/* ---- The labels --------------------------------------------------------- */

/* The plan of gromov is the best of several starts; another may be as good and mean other labels.
 */
static void doubt_starts(struct pu_summary *summary)
{
    const parot_pu_result *result = summary->result;
    if (result->trials == 0 || result->rival < 0)
        return;
    const parot_pu_trial *rival = &result->trial[result->rival];
    const parot_trial *best = &result->trial[result->best].trial;
    pu_summary_warn(summary,
                    "%lld starts: best %.4g (%s), second %.4g (%s), labels differ on %.0f %%: the "
                    "result is unstable",
                    (long long)result->trials, best->objective, parot_start_name(best->start),
                    rival->trial.objective, parot_start_name(rival->trial.start),
                    100 * rival->differs);
}

void pu_doubt_labels(struct pu_summary *summary)
{
    const parot_pu_result *result = summary->result;
    if (result->fitted < result->fitted_of)
        pu_summary_warn(summary, "the classifier learned from a random %lld of %lld rows",
                        (long long)result->fitted, (long long)result->fitted_of);
    if (result->status != PAROT_OK)
        pu_summary_warn(summary, "stopped early (%s): these labels are the best so far",
                        parot_status_name(result->status));
    doubt_starts(summary);
}

/* A prior that is too large and a biased choice look the same; the prior that would fit helps
 * whoever knows where the rows come from. */
static void doubt_fit(struct pu_summary *summary)
{
    const parot_pu_prior_result *fits = &summary->trust.prior;
    pu_summary_warn(
        summary,
        "prior %.4g does not fit these positives (z = %.1f): rows like them make up %.2f of "
        "the unlabeled rows (%.2f to %.2f). Either the prior is too large (--prior "
        "%.2f?), or the positives are a biased sample; either way no estimate of "
        "accuracy would mean anything",
        summary->prior, summary->trust.bias, fits->prior, fits->least, fits->most, fits->prior);
}

/* Of a prior that was given: an estimate has said itself how sure it is. */
static void doubt_prior(struct pu_summary *summary)
{
    const parot_pu_spies_result *spies = &summary->trust.spies;
    int doubts = summary->trust.doubts;
    if (doubts & PAROT_PU_DOUBT_PRIOR_SMALL)
        pu_summary_warn(
            summary,
            "prior %.4g looks too small: rows like the positives make up %.2f to %.2f of "
            "the unlabeled rows; the bias test cannot see that",
            summary->prior, spies->prior_low, spies->prior_high);
    if (doubts & PAROT_PU_DOUBT_PRIOR_LARGE)
        pu_summary_warn(
            summary,
            "prior %.4g looks too large: rows like the positives make up %.2f to %.2f of "
            "the unlabeled rows, unless the positives are a biased sample",
            summary->prior, spies->prior_low, spies->prior_high);
}

void pu_doubt_trust(struct pu_summary *summary)
{
    const parot_pu_trust *trust = &summary->trust;
    if (trust->has_prior)
        doubt_fit(summary);
    if (!summary->estimate)
        doubt_prior(summary);
    if (trust->doubts & PAROT_PU_DOUBT_RECALL)
        pu_summary_warn(summary,
                        "only %.1f %% of hidden positives are found, where random labels find "
                        "%.1f %%: do not use these labels; try another method",
                        100 * trust->spies.recall, 100 * trust->chance);
    if (trust->doubts & PAROT_PU_DOUBT_ACCURACY)
        pu_summary_warn(summary,
                        "hidden positives predict an accuracy of %.1f %%, less than labelling all "
                        "rows the same (%.1f %%); try another method",
                        100 * trust->spies.accuracy, 100 * trust->alike);
}

void pu_doubt_metrics(struct pu_summary *summary)
{
    const parot_pu_metrics *metrics = summary->metrics;
    if (metrics->accuracy < metrics->majority)
        pu_summary_warn(summary, "accuracy %.3f is below '%s' (%.3f)", metrics->accuracy,
                        summary->prior < 0.5 ? "all negative" : "all positive", metrics->majority);
}
