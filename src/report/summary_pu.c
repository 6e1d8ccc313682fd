/* summary_pu.c - labels in words. A terminal gets a line for each fact; a page gets the same facts,
 * and says at length why they can be trusted, or why not. */
#include <math.h>
#include <stdio.h>

#include "base/options.h"
#include "report/summary_pu.h"

static parot_status check(const parot_summary *summary, parot_error *err)
{
    const parot_summary_pu *pu = &summary->of.pu;
    TRY(summary_need("summary.of.pu.options", pu->options, err));
    TRY(summary_need("summary.of.pu.result", pu->result, err));
    TRY(CHECK_RESERVED(pu, err));
    TRY(summary_check_side("unlabeled", &summary->source, pu->result->count, err));
    if (pu->sensitivity && pu->sensitivity->count != pu->result->count)
        return fail_argument(err, PAROT_EINVAL, "sensitivity", "has %lld rows, the result %lld",
                             (long long)pu->sensitivity->count, (long long)pu->result->count);
    if (pu->columns && summary->source.points.data &&
        pu->columns->count != summary->source.points.cols)
        return fail_argument(err, PAROT_EINVAL, "columns", "are %lld, the unlabeled table has %lld",
                             (long long)pu->columns->count, (long long)summary->source.points.cols);
    if (pu->calibration && pu->calibration->count != pu->result->count)
        return fail_argument(err, PAROT_EINVAL, "calibration", "has %lld rows, the result %lld",
                             (long long)pu->calibration->count, (long long)pu->result->count);
    const parot_plan *plan = &pu->result->transport.plan;
    return plan->rows > 0 ? summary_check_side("positive", &summary->target, plan->cols, err)
                          : PAROT_OK;
}

static const char *method_of(const parot_summary_pu *pu)
{
    return pu->method ? pu->method : parot_pu_method_name(pu->options->method);
}

/* 0: not known. */
static int64_t positives_of(const parot_summary *summary)
{
    return summary->target.points.data ? summary->target.points.rows
                                       : summary->of.pu.result->transport.plan.cols;
}

static void head(const parot_summary *summary, char title[TITLE], char sentence[TITLE])
{
    const parot_summary_pu *pu = &summary->of.pu;
    long long count = pu->result->count, known = positives_of(summary);
    char by[48] = "";
    if (summary->source.name)
        snprintf(title, TITLE, "Labels for %s", summary->source.name);
    else
        snprintf(title, TITLE, "Labels for %lld row%s", count, plural(count));
    if (known)
        snprintf(by, sizeof by, "%lld known positive%s and ", known, plural(known));
    snprintf(sentence, TITLE, "%lld of %lld row%s %s labelled positive, by %sthe method %s.",
             (long long)pu->result->positives, count, plural(count),
             pu->result->positives == 1 ? "is" : "are", by, method_of(pu));
}

/* ---- What was asked ----------------------------------------------------- */

/* Why the method is what it is; "": it was asked for. */
static const char *why_method(const parot_summary_pu *pu)
{
    if (pu->tune)
        return pu->tune->chosen ? " (chosen with hidden positives)" : " (the default)";
    if (!pu->is_auto)
        return "";
    if (pu->options->classifier != PAROT_AUTO)
        return " (auto: transport and a classifier find negatives)";
    switch (pu->result->classifier) {
    case PAROT_PU_CLASSIFIER_ENSEMBLE:
        return " (auto: transport and a classifier find negatives; forest and ridge rank)";
    case PAROT_PU_CLASSIFIER_RIDGE:
        return " (auto: transport and a classifier find negatives; a ridge ranks, since the data "
               "are not a table or rows are few)";
    default:
        return " (auto: transport and a classifier find negatives)";
    }
}

static const char *why_kind(const parot_summary *summary)
{
    if (summary->of.pu.options->kind != PAROT_PU_KIND_ANY)
        return summary->command ? "as --kind says" : "as given";
    switch (summary->of.pu.result->kind) {
    case PAROT_PU_KIND_BINARY:
        return "no column has more than two values";
    case PAROT_PU_KIND_IMAGE:
        return "150 columns or more share one range, as pixels do";
    default:
        return "not all columns are binary, and fewer than 150 share one range";
    }
}

/* "100 unlabeled rows, 20 positives, 3 features (1 constant one left out)"; of distances, such as
 * those of graphs, "100 unlabeled points, 20 positives" */
static void tell_tables(struct telling *telling, const parot_summary *summary)
{
    const parot_pu_result *result = summary->of.pu.result;
    int has_distances = summary->of.pu.options->has_distances != 0;
    int64_t cols = has_distances ? 0 : summary->source.points.cols;
    int64_t features = cols - result->dropped;
    char known[48] = "", columns[64] = "", others[48] = "", dropped[48] = "";
    if (positives_of(summary))
        snprintf(known, sizeof known, ", %lld positive%s", (long long)positives_of(summary),
                 plural(positives_of(summary)));
    if (cols)
        snprintf(columns, sizeof columns, ", %lld feature%s", (long long)features,
                 plural(features));
    if (cols && summary->of.pu.options->is_apart)
        snprintf(others, sizeof others, " against %lld", (long long)summary->target.points.cols);
    if (result->dropped)
        snprintf(dropped, sizeof dropped, " (%lld constant one%s left out)",
                 (long long)result->dropped, plural(result->dropped));
    tell_text(telling, "%lld unlabeled %s%s%s%s%s%s%s", (long long)result->count,
              has_distances ? "point" : "row", plural(result->count), known, columns, others,
              dropped, telling->page ? "" : "\n");
}

static void tell_settings(struct telling *telling, const parot_summary *summary)
{
    const parot_summary_pu *pu = &summary->of.pu;
    const parot_pu_result *result = pu->result;
    parot_pu_kernel kernel = pu->options->kernel;
    parot_pu_method method = pu->options->method;
    int is_mined = method == PAROT_PU_METHOD_MINED || method == PAROT_PU_METHOD_LEARNED;
    int32_t classifier = is_mined ? result->classifier : PAROT_AUTO;
    tell_fact(telling, "method", "%s%s%s%s", method_of(pu),
              classifier == PAROT_PU_CLASSIFIER_FOREST     ? ", forest"
              : classifier == PAROT_PU_CLASSIFIER_ENSEMBLE ? ", ensemble"
                                                           : "",
              kernel == PAROT_PU_KERNEL_LINEAR ? ", linear kernel"
              : kernel == PAROT_PU_KERNEL_BOTH ? ", both kernels"
                                               : "",
              why_method(pu));
    if (pu->options->has_distances) {
        tell_fact(telling, "settings", "distances within each side, noise %.4g", result->noise);
        return;
    }
    tell_fact(telling, "kind of data", "%s: %s", parot_pu_kind_name(result->kind),
              why_kind(summary));
    tell_fact(telling, "settings", "scale %s, metric %s%s, noise %.4g",
              parot_scale_name(result->scale), parot_metric_name(result->metric),
              pu->options->raw_distances ? ", raw distances" : "", result->noise);
}

/* How mining ended, and which columns a forest goes by. */
static void tell_classifier(struct telling *telling, const parot_summary *summary)
{
    const parot_pu_result *result = summary->of.pu.result;
    char words[IMPORTANT];
    if (result->forest_part > 0)
        tell_fact(telling, "ensemble",
                  "the forest counts %.0f %%, the ridge %.0f %%: the one that tells positives "
                  "apart better "
                  "counts more",
                  100 * result->forest_part, 100 - 100 * result->forest_part);
    if (result->rounds && result->changed)
        tell_fact(telling, "rounds", "%lld; the last changed %lld label%s",
                  (long long)result->rounds, (long long)result->changed, plural(result->changed));
    else if (result->rounds)
        tell_fact(telling, "rounds", "%lld; the labels stay", (long long)result->rounds);
    if (result->importances)
        tell_fact(
            telling, "columns", "that the forest goes by: %s",
            summary_important(&summary->source, result->importance, result->importances, words));
}

static void tell_importance_section(struct telling *telling, const parot_summary *summary)
{
    enum { SHOWN = 30, NAME = 64 };
    const parot_pu_result *result = summary->of.pu.result;
    char names[SHOWN][NAME], text[32];
    const char *name[SHOWN];
    double number[SHOWN];
    int64_t count = 0, column = -1;
    if (!result->importances)
        return;
    while (count < SHOWN) {
        column = summary_next_important(result->importance, result->importances, column);
        if (column < 0)
            break;
        snprintf(names[count], NAME, "%s", summary_column(&summary->source, column, text));
        name[count] = names[count];
        number[count++] = result->importance[column];
    }
    const parot_report_column columns[] = {
        {.name = "column", .text = name},
        {.name = "importance", .help = "the sum over all columns is 1", .number = number}};
    tell_section(telling, "Which columns count");
    tell_text(telling,
              "What each column contributes to telling positives from negatives, in rows that a "
              "tree of the forest has not learned from. Columns that say nothing have about 0; "
              "columns that say the same share it.%s",
              result->importances > SHOWN ? " The first 30 are shown." : "");
    tell_table(telling, &(parot_report_rows){.rows = count, .cols = 2, .columns = columns});
}

/* ---- Labels ------------------------------------------------------------- */

static void tell_labels(struct telling *telling, const parot_summary_pu *pu)
{
    const parot_pu_result *result = pu->result;
    char more[160] = "";
    int size = 0;
    if (pu->prior_of_all > 0)
        size = snprintf(more, sizeof more, " of the unlabeled rows, %.4g of all rows",
                        pu->prior_of_all);
    if (pu->estimate)
        snprintf(more + size, sizeof more - (size_t)size,
                 ", estimated (%.4g to %.4g: %lld to %lld rows)", pu->estimate->low,
                 pu->estimate->high, (long long)parot_pu_rows(pu->estimate->low, result->count),
                 (long long)parot_pu_rows(pu->estimate->high, result->count));
    else if (pu->is_prior_auto)
        snprintf(more + size, sizeof more - (size_t)size, ", estimated");
    if (!isnan(result->prior))
        tell_fact(telling, "prior", "%.4g%s", result->prior, more);
    tell_fact(telling, "positive", "%lld row%s (%.4g %%)", (long long)result->positives,
              plural(result->positives),
              result->count ? 100 * (double)result->positives / (double)result->count : 0);
}

/* By how much the plan may cost more than the best one; 0: the bound is the same. */
static double excess_of(const parot_result *transport)
{
    double gap = transport->objective - transport->bound;
    return gap <= PAROT_PROOF_TOLERANCE * fabs(transport->objective) ? 0 : gap;
}

/* "2.1 %", of the bound; the amount where per cent of a bound near 0 say nothing. */
static const char *excess_in_words(const parot_result *transport, char text[32])
{
    double excess = excess_of(transport), share = excess / fmax(0, transport->bound);
    if (share <= 1e4)
        snprintf(text, 32, share < 0.995 ? "%.2g %%" : "%.0f %%", 100 * share);
    else
        snprintf(text, 32, "%.3g", excess);
    return text;
}

/* Of random starts only the lowest is listed. */
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
static void tell_starts(struct telling *telling, const parot_pu_result *result)
{
    char text[16 * 96] = ""; /* seven kinds of starts at most */
    size_t size = 0;
    tell_fact(telling, "transport",
              "objective %.6g, from '%s', one of %lld start%s:", result->transport.objective,
              parot_start_name(result->trial[result->best].trial.start), (long long)result->trials,
              plural(result->trials));
    for (int64_t t = 0; t < result->trials && size + 96 < sizeof text; t++) {
        const parot_pu_trial *trial = &result->trial[t];
        const char *name = parot_start_name(trial->trial.start);
        if (has_lower_random(result, t))
            continue;
        if (isnan(trial->trial.objective))
            size += (size_t)snprintf(text + size, 96, "    %-14s not tried: %s\n", name,
                                     trial->trial.status == PAROT_OK ? "nothing can be lower"
                                                                     : "the time was up");
        else
            size += (size_t)snprintf(text + size, 96,
                                     "    %-14s %-10.4g %.1f %% of the labels differ\n", name,
                                     trial->trial.objective, 100 * trial->differs);
    }
    tell_lines(telling, text);
}

static int is_proved(const parot_summary_pu *pu)
{
    return pu->check && parot_is_proved(pu->check, PAROT_PROOF_TOLERANCE);
}

static void tell_transport(struct telling *telling, const parot_summary_pu *pu)
{
    const parot_result *transport = &pu->result->transport;
    if (transport->plan.rows == 0)
        return;
    if (pu->result->trials) {
        tell_starts(telling, pu->result);
        return;
    }
    double excess = excess_of(transport);
    char text[32];
    if (excess == 0)
        tell_fact(telling, "transport", "cost %.6g, %s", transport->objective,
                  is_proved(pu) ? "proved optimal, checked again"
                                : "optimal by the solver's bound");
    else
        tell_fact(telling, "transport", "cost %.6g, at most %s above the best",
                  transport->objective, excess_in_words(transport, text));
}

static void tell_metrics(struct telling *telling, const parot_summary_pu *pu)
{
    parot_pu_metrics metrics = {0};
    char ridge[64] = "";
    if (!pu->truth || telling->status != PAROT_OK)
        return;
    telling->status = parot_pu_evaluate(pu->result, pu->truth, &metrics, telling->err);
    if (pu->ridge_accuracy)
        snprintf(ridge, sizeof ridge, ", ridge without transport %.2f", 100 * *pu->ridge_accuracy);
    if (!telling->page)
        tell_lines(telling, "\n");
    tell_fact(telling, "accuracy",
              "%.2f %%   (labelling every row the same %.2f, a random choice %.2f, the worst "
              "possible %.2f%s)",
              100 * metrics.accuracy, 100 * metrics.majority, 100 * metrics.random_k,
              100 * metrics.worst_k, ridge);
    tell_fact(telling, "precision", "%.4f", metrics.precision);
    tell_fact(telling, "recall", "%.4f", metrics.recall);
    tell_fact(telling, "F1", "%.4f", metrics.f1);
    tell_fact(telling, "AUC", "%.4f", metrics.auc);
}

/* ---- Can it be trusted? ------------------------------------------------- */

/* With the numbers that decided. */
static const char *cause_in_words(const parot_pu_trust *trust, char text[PAROT_NOTE_SIZE])
{
    if (trust->cause == PAROT_PU_CAUSE_CHOICE)
        snprintf(text, PAROT_NOTE_SIZE,
                 "choice: the positives are a biased sample. Rows on their side of a border are "
                 "%.3g of all\nunlabeled rows, and with that prior the test still has z = %.1f",
                 trust->by_border, trust->border_z);
    else if (trust->cause == PAROT_PU_CAUSE_PRIOR)
        snprintf(
            text, PAROT_NOTE_SIZE,
            "prior: it is too large. A border leaves %.3g of all unlabeled rows on the side of "
            "the positives,\nand with that prior all fits (z = %.1f). If a whole kind of "
            "positives was left out of the choice, it looks the same",
            trust->by_border, trust->border_z);
    else
        snprintf(text, PAROT_NOTE_SIZE, "either: the data do not tell which");
    return text;
}

/* From the rows that it is then tested on. */
static int is_estimated(const parot_summary_pu *pu)
{
    return pu->estimate || pu->is_prior_auto;
}

static void tell_trust_facts(struct telling *telling, const parot_summary_pu *pu)
{
    const parot_pu_trust *trust = pu->trust;
    int has_costs = pu->false_positive > 0 || pu->false_negative > 0;
    const parot_pu_spies_result *spies = &trust->spies;
    char text[PAROT_NOTE_SIZE];
    if (trust->has_bias)
        tell_fact(telling, "bias", "z = %.1f%s", trust->bias,
                  trust->bias > PAROT_PU_BIASED
                      ? ": the prior is too large, or the positives are a biased sample"
                  : trust->bias > 2 ? ": in doubt"
                  : is_estimated(pu)
                      ? ": no sign of a biased sample; a weak test, since the prior was\n"
                        "estimated from the same rows: give one that is known from elsewhere"
                      : ": no sign of a biased sample, or of a prior that is too large");
    if (trust->has_cause)
        tell_fact(telling, "cause", "%s", cause_in_words(trust, text));
    if (trust->has_spies)
        tell_fact(telling, "spies",
                  "%.1f +- %.1f %% of hidden positives are found%s; that predicts an accuracy of "
                  "%.1f %%\n(%.1f to %.1f %%, for a prior between %.3g and %.3g)",
                  100 * spies->recall, 100 * spies->recall_error,
                  has_costs ? " by the prior alone" : "", 100 * spies->accuracy,
                  100 * spies->accuracy_low, 100 * spies->accuracy_high, spies->prior_low,
                  spies->prior_high);
}

static void tell_sensitivity(struct telling *telling, const parot_summary_pu *pu)
{
    const parot_pu_sensitivity_result *it = pu->sensitivity;
    if (!it)
        return;
    double part = 100 * (double)it->changed / (double)it->count;
    if (!telling->page)
        tell_fact(telling, "sensitivity",
                  "%.1f %% of the labels differ at a prior of %.3g (%lld rows) or %.3g (%lld rows)",
                  part, it->low, (long long)it->low_positives, it->high,
                  (long long)it->high_positives);
    else
        tell_text(telling,
                  "The prior could be anything between %.3g and %.3g. At %.3g, %lld rows are "
                  "labelled 1, and %lld labels differ from those by the prior of this page; at "
                  "%.3g, %lld rows are, and %lld differ. %lld of %lld labels (%.1f %%) stay at "
                  "both ends, which the column firm of the rows tells. %s",
                  it->low, it->high, it->low, (long long)it->low_positives,
                  (long long)it->low_changed, it->high, (long long)it->high_positives,
                  (long long)it->high_changed, (long long)(it->count - it->changed),
                  (long long)it->count, 100 - part,
                  it->is_relabelled ? "The method was run again for this."
                                    : "This method ranks rows alike for every prior, so that it "
                                      "only moves the border.");
}

static void tell_certificate(struct telling *telling, const parot_summary_pu *pu)
{
    const parot_result *transport = &pu->result->transport;
    char words[PAROT_CHECK_WORDS], text[32];
    double excess = excess_of(transport);
    if (pu->result->trials > 0)
        tell_text(telling,
                  "The match that the labels come from has the objective %.6g, the best of %lld "
                  "starts (%s). That problem is not convex: a small change does not lower the "
                  "objective, but that no other match is better is not proved.",
                  transport->objective, (long long)pu->result->trials,
                  parot_start_name(pu->result->trial[pu->result->best].trial.start));
    else if (transport->plan.rows == 0)
        tell_text(telling, "This method moves nothing, so that there is no plan to prove.");
    else if (is_proved(pu))
        tell_text(telling,
                  "The plan that the labels come from costs %.6g. It is proved optimal: prices "
                  "were found for which no plan of this mass can cost less, and they were checked "
                  "against all pairs of rows by code that is independent of the solver. It %s.",
                  transport->objective, parot_check_words(pu->check, words));
    else if (excess == 0)
        tell_text(telling,
                  "The plan that the labels come from costs %.6g, and the solver's bound is the "
                  "same: no plan costs less%s. %s",
                  transport->objective, pu->check ? " if rows must move whole" : "",
                  pu->check ? "Prices alone do not show this, so it was not checked again by "
                              "other code."
                            : "It was not checked again by other code.");
    else
        tell_text(telling,
                  "The plan that the labels come from costs %.6g, and no plan costs less than "
                  "%.6g: it is at most %s above the best. Rows must move whole here, which is "
                  "a hard problem; the bound is proved, and the search was stopped.",
                  transport->objective, transport->bound, excess_in_words(transport, text));
}

/* For the page; what no test can know is said each time. */
static void tell_cause(struct telling *telling, const parot_pu_trust *trust)
{
    if (trust->cause == PAROT_PU_CAUSE_CHOICE)
        tell_text(telling,
                  "Which of the two? The choice of the positives is biased. A classifier that was "
                  "given no prior puts %.3g of the unlabeled rows on the side of the positives, "
                  "and even with that prior the positives do not fit (z = %.1f): rows that look "
                  "positive are there, but too few positives at hand are like them.",
                  trust->by_border, trust->border_z);
    else if (trust->cause == PAROT_PU_CAUSE_PRIOR)
        tell_text(telling,
                  "Which of the two? The prior is too large. A classifier that was given no prior "
                  "puts %.3g of the unlabeled rows on the side of the positives, whichever rows it "
                  "begins with, and with that prior the positives fit (z = %.1f). No test can "
                  "exclude that a whole kind of positives, unlike all others, was never chosen: it "
                  "would look the same.",
                  trust->by_border, trust->border_z);
    else
        tell_text(telling, "Which of the two? The data do not tell: there is no clear border "
                           "between rows that look positive and the others.");
}

static void tell_trust_section(struct telling *telling, const parot_summary *summary)
{
    const parot_summary_pu *pu = &summary->of.pu;
    const parot_pu_trust *trust = pu->trust;
    const char *prefix = summary_prefix(summary);
    tell_section(telling, "Can it be trusted?");
    tell_certificate(telling, pu);
    if (trust && trust->has_bias)
        tell_text(telling,
                  "Are the positives a random sample of all positives, and is the prior right? The "
                  "test has z = %.1f (above 0 fewer rows look positive than there should be, below "
                  "0 more)%s.%s",
                  trust->bias,
                  trust->bias > PAROT_PU_BIASED
                      ? ": not both. The prior is too large, or the positives are a biased sample; "
                        "estimates from hidden positives would mean nothing, and none are given"
                  : trust->bias > 2 ? ": in doubt"
                                    : ": there is no evidence against it",
                  is_estimated(pu)
                      ? " The prior was estimated from the same rows, so that they fit it "
                        "in most cases, also if the sample is biased. A prior that is known "
                        "from elsewhere makes this a stronger test."
                      : "");
    if (trust && trust->has_cause)
        tell_cause(telling, trust);
    if (trust && trust->has_spies)
        tell_text(
            telling,
            "Of positives that were hidden among the unlabeled rows, %.1f +- %.1f %% were "
            "found again%s. With the prior that was used, this predicts an accuracy of %.1f %%; "
            "with "
            "any prior between %.3g and %.3g, which the data allow, one between %.1f and %.1f %%.",
            100 * trust->spies.recall, 100 * trust->spies.recall_error,
            pu->false_positive > 0 || pu->false_negative > 0
                ? ", if the prior alone says how many rows are labelled 1, without costs"
                : "",
            100 * trust->spies.accuracy, trust->spies.prior_low, trust->spies.prior_high,
            100 * trust->spies.accuracy_low, 100 * trust->spies.accuracy_high);
    if (!(trust && trust->has_bias) && !pu->truth && pu->options->has_distances)
        tell_text(telling, "Nothing was measured: tests for bias and hidden positives need tables, "
                           "and these labels come from distances.");
    else if (!(trust && trust->has_bias) && !pu->truth)
        tell_text(telling,
                  "Nothing was measured: %scheck tests for bias and hides positives to see how "
                  "many are found; %struth compares with known labels.",
                  prefix, prefix);
}

/* ---- All of it ---------------------------------------------------------- */

/* The tables that a page names. */
static void tell_origin(struct telling *telling, const parot_summary *summary)
{
    const char *unlabeled = summary->source.name, *positive = summary->target.name;
    if (unlabeled)
        tell_fact(telling, "unlabeled rows", "from %s", unlabeled);
    if (positive)
        tell_fact(telling, "positives", "from %s", positive);
}

static void answer(struct telling *telling, const parot_summary *summary)
{
    const parot_summary_pu *pu = &summary->of.pu;
    tell_tables(telling, summary);
    if (telling->page)
        tell_origin(telling, summary);
    tell_settings(telling, summary);
    if (!telling->page)
        pu_candidates(telling, pu);
    tell_labels(telling, pu);
    tell_classifier(telling, summary);
    if (!telling->page) {
        tell_transport(telling, pu);
        pu_steps(telling, pu->result);
        if (pu->trust)
            tell_trust_facts(telling, pu);
        tell_sensitivity(telling, pu);
        pu_calibration_facts(telling, pu);
        pu_columns_facts(telling, summary);
    }
    tell_metrics(telling, pu);
    if (!telling->page) {
        tell_lines(telling, "\n");
        return;
    }
    tell_text(telling,
              "A score of 0.5 is the border between the labels; 0.75 and 0.25 are at the "
              "median distance from it. Scores order rows: they are not probabilities%s.",
              pu->calibration ? ", which have a column of their own" : "");
    tell_trust_section(telling, summary);
    tell_sensitivity(telling, pu);
    pu_calibration_section(telling, pu);
    pu_steps_section(telling, pu->result);
    if (!pu_columns_section(telling, summary))
        tell_importance_section(telling, summary);
    pu_tuning_section(telling, pu->tune);
}

const struct summary_kind summary_pu = {.check = check,
                                        .head = head,
                                        .answer = answer,
                                        .warnings = pu_warnings,
                                        .panels = pu_panels,
                                        .pictures = pu_pictures,
                                        .rows = pu_rows};
