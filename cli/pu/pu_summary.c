/* pu_summary.c - one function for each line of the summary. */
#include "pu/pu_summary.h"

#include <math.h>
#include <stdarg.h>

#include "parot/io.h"
#include "say/document.h"
#include "say/figure.h"
#include "shell/output_check.h"
#include "shell/phase.h"
#include "shell/progress.h"

void pu_summary_warn(struct pu_summary *summary, const char *format, ...)
{
    va_list arguments;
    if (summary->warning_count == PU_MOST_WARNINGS)
        return;
    va_start(arguments, format);
    vsnprintf(summary->warnings[summary->warning_count++], PU_WARNING_SIZE, format, arguments);
    va_end(arguments);
}

double pu_summary_excess(const parot_result *transport)
{
    double gap = transport->objective - transport->bound;
    return gap <= PAROT_PROOF_TOLERANCE * fabs(transport->objective)
               ? 0
               : 100 * gap / fmax(0, transport->bound);
}

/* ---- Words -------------------------------------------------------------- */

static const char *name_of_kernel(parot_pu_kernel kernel)
{
    return kernel == PAROT_PU_KERNEL_LINEAR ? ", linear kernel"
           : kernel == PAROT_PU_KERNEL_BOTH ? ", both kernels"
                                            : "";
}

static const char *reason_of_kind(const struct pu_summary *summary)
{
    if (summary->options->kind != PAROT_PU_KIND_ANY)
        return "as --kind says";
    switch (summary->result->kind) {
    case PAROT_PU_KIND_BINARY:
        return "no column has more than two values";
    case PAROT_PU_KIND_IMAGE:
        return "150 columns or more share one range, as pixels do";
    default:
        return "not all columns are binary, and fewer than 150 share one range";
    }
}

static void print_input(FILE *file, const struct pu_summary *summary)
{
    const parot_pu_result *result = summary->result;
    int64_t features = summary->tables->unlabeled.table.cols - result->dropped;
    fprintf(file, "%lld unlabeled rows, %lld positives, %lld feature%s", (long long)result->count,
            (long long)summary->tables->positive.table.rows, (long long)features,
            features == 1 ? "" : "s");
    if (summary->tables->is_apart)
        fprintf(file, " against %lld", (long long)summary->tables->positive.table.cols);
    if (result->dropped)
        fprintf(file, " (%lld constant one%s left out)", (long long)result->dropped,
                result->dropped == 1 ? "" : "s");
    fprintf(file, "\n\n  %-14s %s%s%s\n", "method", parot_pu_method_name(summary->options->method),
            name_of_kernel(summary->options->kernel), summary->why);
    fprintf(file, "  %-14s %s: %s\n", "kind of data", parot_pu_kind_name(result->kind),
            reason_of_kind(summary));
    fprintf(file, "  %-14s scale %s, metric %s, noise %.4g\n", "base",
            parot_scale_name(result->scale), parot_metric_name(result->metric), result->noise);
}

/* Of random starts only the lowest is told. */
static int has_lower_random(const parot_pu_result *result, int64_t t)
{
    const parot_trial *trial = &result->trial[t].trial;
    int is_lower = 0;
    for (int64_t other = 0; trial->start == PAROT_START_RANDOM && other < result->trials; other++) {
        const parot_trial *rival = &result->trial[other].trial;
        is_lower |= rival->start == PAROT_START_RANDOM && other != t &&
                    (rival->objective < trial->objective ||
                     (!(trial->objective < rival->objective) && other < t));
    }
    return is_lower;
}

/* A line for each start: how low it came, and how many labels it would change. */
static void print_starts(FILE *file, const parot_pu_result *result)
{
    fprintf(file, "  %-14s objective %.6g, from '%s', one of %lld start%s:\n", "transport",
            result->transport.objective, parot_start_name(result->trial[result->best].trial.start),
            (long long)result->trials, result->trials == 1 ? "" : "s");
    for (int64_t t = 0; t < result->trials; t++) {
        const parot_pu_trial *trial = &result->trial[t];
        if (has_lower_random(result, t))
            continue;
        fprintf(file, "    %-14s ", parot_start_name(trial->trial.start));
        if (isnan(trial->trial.objective))
            fprintf(file, "not tried: %s\n",
                    trial->trial.status == PAROT_OK ? "nothing can be lower" : "the time was up");
        else
            fprintf(file, "%-10.4g %.1f %% of the labels differ\n", trial->trial.objective,
                    100 * trial->differs);
    }
}

static void print_labels(FILE *file, const struct pu_summary *summary)
{
    const parot_pu_result *result = summary->result;
    const parot_result *transport = &result->transport;
    fprintf(file, "  %-14s %.4g", "prior", summary->prior);
    if (!isnan(summary->prior_of_all))
        fprintf(file, " of the unlabeled rows, %.4g of all rows", summary->prior_of_all);
    if (summary->estimate)
        fprintf(file, ", estimated (%.4g to %.4g)", summary->estimate->low,
                summary->estimate->high);
    fprintf(file, "\n  %-14s %lld rows (%.4g %%)\n", "positive", (long long)result->positives,
            100 * (double)result->positives / (double)result->count);
    if (!transport->owner)
        return;
    if (result->trials) {
        print_starts(file, result);
        return;
    }
    double excess = pu_summary_excess(transport);
    fprintf(file, "  %-14s cost %.6g, ", "transport", transport->objective);
    if (excess == 0)
        fputs(summary->proof.is_proved ? "proved optimal, checked again\n"
                                       : "optimal by the solver's bound\n",
              file);
    else
        fprintf(file, "at most %.2g %% above the best\n", excess);
}

static void print_trust(FILE *file, const struct pu_summary *summary)
{
    const parot_pu_spies_result *spies = &summary->trust.spies;
    if (summary->trust.has_bias)
        fprintf(file, "  %-14s z = %.1f%s\n", "bias", summary->trust.bias,
                summary->trust.bias > PAROT_PU_BIASED
                    ? ": the prior is too large, or the positives are a biased sample"
                : summary->trust.bias > 2
                    ? ": in doubt"
                    : ": no sign of a biased sample, or of a prior that is too large");
    if (summary->trust.has_spies)
        fprintf(file,
                "  %-14s %.1f +- %.1f %% of hidden positives are found; that predicts an accuracy "
                "of %.1f %%\n"
                "  %-14s (%.1f to %.1f %%, for a prior between %.3g and %.3g)\n",
                "spies", 100 * spies->recall, 100 * spies->recall_error, 100 * spies->accuracy, "",
                100 * spies->accuracy_low, 100 * spies->accuracy_high, spies->prior_low,
                spies->prior_high);
}

static void print_metrics(FILE *file, const struct pu_summary *summary)
{
    const parot_pu_metrics *metrics = summary->metrics;
    if (!metrics)
        return;
    fprintf(file,
            "\n"
            "  %-14s %.2f %%   (labelling every row the same %.2f, a random choice %.2f, the worst "
            "possible %.2f",
            "accuracy", 100 * metrics->accuracy, 100 * metrics->majority, 100 * metrics->random_k,
            100 * metrics->worst_k);
    if (!isnan(summary->ridge_accuracy))
        fprintf(file, ", ridge without transport %.2f", 100 * summary->ridge_accuracy);
    fprintf(file, ")\n  %-14s %.4f\n  %-14s %.4f\n  %-14s %.4f\n  %-14s %.4f\n", "precision",
            metrics->precision, "recall", metrics->recall, "F1", metrics->f1, "AUC", metrics->auc);
}

void pu_summary_print(FILE *file, const struct pu_summary *summary)
{
    print_input(file, summary);
    pu_tune_print(file, summary->tuning);
    print_labels(file, summary);
    print_trust(file, summary);
    print_metrics(file, summary);
    fputs("\n", file);
    phase_print(file);
}

/* ---- JSON --------------------------------------------------------------- */

static enum outcome print_json(const void *subject)
{
    const struct pu_summary *summary = subject;
    const parot_pu_result *result = summary->result;
    parot_json *json = parot_json_open(parot_status_name(result->status));
    parot_json_integer(json, "n_positive", summary->tables->positive.table.rows);
    parot_json_integer(json, "features", summary->tables->unlabeled.table.cols - result->dropped);
    parot_json_text(json, "method", parot_pu_method_name(summary->options->method));
    parot_json_text(json, "kernel", parot_pu_kernel_name(summary->options->kernel));
    parot_json_pu(json, result);
    if (summary->estimate) {
        parot_json_object(json, "estimate");
        parot_json_prior(json, summary->estimate);
        parot_json_end(json);
    }
    parot_json_trust(json, &summary->trust);
    if (summary->proof.is_checked)
        parot_json_check(json, &summary->proof.check, PAROT_PROOF_TOLERANCE);
    if (summary->metrics)
        parot_json_metrics(json, summary->metrics);
    if (pu_tune_has_scores(summary->tuning))
        parot_json_tuning(json, &summary->tuning->result);
    parot_json_list(json, "warnings");
    for (int k = 0; k < summary->warning_count; k++)
        parot_json_text(json, NULL, summary->warnings[k]);
    parot_json_end(json);
    return document_print(json);
}

/* ---- Either ------------------------------------------------------------- */

static void print_words(FILE *file, const void *summary)
{
    pu_summary_print(file, summary);
}

enum outcome pu_summary_tell(const struct pu_summary *summary, const struct args *args)
{
    progress_close();
    for (int k = 0; k < summary->warning_count; k++)
        tip("note: %s", summary->warnings[k]);
    return args_report(args, print_json, print_words, summary);
}
