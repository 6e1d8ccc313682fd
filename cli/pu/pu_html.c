/* pu_html.c - the sections of the page are written from top to bottom, each by one function. */
#include "pu/pu_html.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "pu/pu_figure.h"
#include "say/verdict.h"

/* ---- What was asked ----------------------------------------------------- */

static void put_data(struct page *page, const struct pu_summary *summary)
{
    const parot_pu_result *result = summary->result;
    const struct pu_tables *tables = summary->tables;
    page_section(page, "The data");
    page_fact(page, "unlabeled rows", "%lld, from %s", (long long)result->count,
              path_label(tables->unlabeled.path));
    page_fact(page, "positives", "%lld, from %s", (long long)tables->positive.table.rows,
              path_label(tables->positive.path));
    if (tables->is_apart)
        page_fact(page, "features", "%lld of the unlabeled rows, %lld of the positives",
                  (long long)(tables->unlabeled.table.cols - result->dropped),
                  (long long)tables->positive.table.cols);
    else
        page_fact(page, "features", "%lld%s",
                  (long long)(tables->positive.table.cols - result->dropped),
                  result->dropped ? "; constant columns are left out" : "");
    page_fact(page, "kind of data", "%s: columns scaled by %s, %s distances",
              parot_pu_kind_name(result->kind), parot_scale_name(result->scale),
              parot_metric_name(result->metric));
    for (int k = 0; k < summary->warning_count; k++)
        page_warning(page, "%s", summary->warnings[k]);
}

/* ---- What came out ------------------------------------------------------ */

static void put_answer(struct page *page, const struct pu_summary *summary)
{
    const parot_pu_result *result = summary->result;
    page_section(page, "The answer");
    page_fact(page, "labelled positive", "%lld rows, %.4g %%", (long long)result->positives,
              100 * (double)result->positives / (double)result->count);
    page_fact(page, "method", "%s%s", parot_pu_method_name(summary->options->method), summary->why);
    if (summary->estimate)
        page_fact(page, "prior", "%.4g, estimated; between %.4g and %.4g in 90 %% of resamples",
                  summary->prior, summary->estimate->low, summary->estimate->high);
    else
        page_fact(page, "prior",
                  isnan(summary->prior_of_all) ? "%.4g, given" : "%.4g; of all rows %.4g, given",
                  summary->prior, summary->prior_of_all);
    if (summary->metrics) {
        page_fact(page, "accuracy", "%.2f %%", 100 * summary->metrics->accuracy);
        page_fact(page, "precision, recall, F1", "%.4f, %.4f, %.4f", summary->metrics->precision,
                  summary->metrics->recall, summary->metrics->f1);
        page_fact(page, "beside it",
                  "labelling every row the same %.2f %%, a random choice %.2f %%, the worst "
                  "possible %.2f %%",
                  100 * summary->metrics->majority, 100 * summary->metrics->random_k,
                  100 * summary->metrics->worst_k);
        if (!isnan(summary->ridge_accuracy))
            page_fact(page, "the classifier without transport", "%.2f %%",
                      100 * summary->ridge_accuracy);
    }
    page_text(page, "A score of 0.5 is the border between the labels; 0.75 and 0.25 are at the "
                    "median distance from it. Scores order rows: they are not probabilities.");
}

static void put_certificate(struct page *page, const struct pu_summary *summary)
{
    const parot_result *transport = &summary->result->transport;
    double excess = pu_summary_excess(transport);
    char words[VERDICT_SIZE];
    if (summary->result->trials > 0) {
        page_text(page,
                  "The match that the labels come from has the objective %.6g, the best of %lld "
                  "starts (%s). That problem is not convex: a small change does not lower the "
                  "objective, but nothing proves that no other match is better.",
                  transport->objective, (long long)summary->result->trials,
                  parot_start_name(summary->result->trial[summary->result->best].trial.start));
    } else if (!transport->owner) {
        page_text(page, "This method moves nothing, so that there is no plan to prove.");
    } else if (summary->proof.is_proved) {
        page_text(page,
                  "The plan that the labels come from costs %.6g. It is proved optimal: prices "
                  "were found for which no plan of this mass can cost less, and they were checked "
                  "against all pairs of rows by code that is independent of the solver. It %s.",
                  transport->objective, verdict_words(&summary->proof.check, words));
    } else if (excess == 0) {
        page_text(page,
                  "The plan that the labels come from costs %.6g, and the solver's bound is the "
                  "same: no plan costs less%s. Prices alone do not show it, so that it was not "
                  "checked again by other code.",
                  transport->objective,
                  summary->proof.is_checked ? " if rows must move whole" : "");
    } else {
        page_text(page,
                  "The plan that the labels come from costs %.6g, and no plan costs less than "
                  "%.6g: it is at most %.2g %% above the best. Rows must move whole here, which is "
                  "a hard problem; the bound is proved, and the search was stopped.",
                  transport->objective, transport->bound, excess);
    }
}

static void put_trust(struct page *page, const struct pu_summary *summary)
{
    page_section(page, "Can it be trusted?");
    put_certificate(page, summary);
    const parot_pu_spies_result *spies = &summary->trust.spies;
    if (summary->trust.has_bias)
        page_text(page,
                  "Are the positives a random sample of all positives, and is the prior right? The "
                  "test has z = %.1f%s.",
                  summary->trust.bias,
                  summary->trust.bias > PAROT_PU_BIASED
                      ? ": not both. The prior is too large, or the positives are a biased sample; "
                        "estimates from hidden positives would mean nothing, and none are given"
                  : summary->trust.bias > 2 ? ": in doubt"
                                            : ": there is no evidence against it");
    if (summary->trust.has_spies)
        page_text(
            page,
            "Of positives that were hidden among the unlabeled rows, %.1f +- %.1f %% were "
            "found again. With the prior that was used, this predicts an accuracy of %.1f %%; with "
            "any prior between %.3g and %.3g, which the data allow, one between %.1f and %.1f %%.",
            100 * spies->recall, 100 * spies->recall_error, 100 * spies->accuracy, spies->prior_low,
            spies->prior_high, 100 * spies->accuracy_low, 100 * spies->accuracy_high);
    if (!summary->trust.has_bias && !summary->metrics)
        page_text(page,
                  "Nothing was measured: --check tests for bias and hides positives to see how "
                  "many are found; --truth compares with known labels.");
}

/* ---- Tuning ------------------------------------------------------------- */

static void put_tuning(struct page *page, const struct pu_tuning *tuning)
{
    enum { SCORE, ERROR, LEAD, LEAD_ERROR, NUMBERS };
    const parot_pu_tune_result *result = &tuning->result;
    char names[PAROT_PU_MOST_CANDIDATES][48];
    const char *text[PAROT_PU_MOST_CANDIDATES];
    double number[NUMBERS][PAROT_PU_MOST_CANDIDATES];
    if (!pu_tune_has_scores(tuning))
        return;
    for (int k = 0; k < result->count; k++) {
        const parot_pu_candidate *candidate = &result->candidates[k];
        snprintf(names[k], sizeof names[k], "%s, %s%s", parot_pu_method_name(candidate->method),
                 parot_pu_kernel_name(candidate->kernel), k == result->chosen ? " (chosen)" : "");
        text[k] = names[k];
        number[SCORE][k] = candidate->score;
        number[ERROR][k] = candidate->error;
        number[LEAD][k] = candidate->lead;
        number[LEAD_ERROR][k] = candidate->lead_error;
    }
    const parot_report_column columns[1 + NUMBERS] = {
        {.name = "candidate", .text = text},
        {.name = "score", .help = "recall of hidden positives + AUC/2", .number = number[SCORE]},
        {.name = "its error", .number = number[ERROR], .digits = 3},
        {.name = "lead", .help = "over the first candidate", .number = number[LEAD], .digits = 3},
        {.name = "error of the lead", .number = number[LEAD_ERROR], .digits = 3}};
    page_section(page, "How the method was chosen");
    page_text(page,
              "Positives were hidden among the unlabeled rows, the same for each candidate. The "
              "first one stays unless another leads by more than the standard error of that lead.");
    page_table(
        page, &(parot_report_rows){.rows = result->count, .cols = 1 + NUMBERS, .columns = columns});
}

/* ---- Pictures ----------------------------------------------------------- */

static void put_pictures(struct page *page, const struct pu_summary *summary)
{
    const parot_pu_result *result = summary->result;
    const struct pu_figure figure = {
        .tables = summary->tables,
        .count = result->count,
        .label = result->label,
        .truth = summary->tables->truth,
        .score = result->score,
        .plan = result->transport.plan.count > 0 ? &result->transport.plan : NULL,
        .scaled = summary->scaled};
    parot_panel clouds = pu_figure_clouds(&figure), few[2] = {pu_figure_scores(&figure)};
    char caption[PU_CAPTION];
    int count = 1;
    if (figure.truth)
        few[count++] = pu_figure_confusion(&figure);
    page_section(page, "Pictures");
    page_sheet(page, &clouds, 1, pu_figure_caption(&figure, caption));
    page_sheet(page, few, count,
               figure.truth ? "How many rows have each score, by true class, and how many rows of "
                              "each class got each label."
                            : "How many rows have each score.");
}

/* ---- Rows --------------------------------------------------------------- */

enum column { ID, LABEL, SCORE, SHARE, RANK, MATCH, MATCH_COST, COLUMNS };

static double cell(const struct pu_summary *summary, int64_t i, enum column column)
{
    const parot_pu_result *result = summary->result;
    const struct pu_tables *tables = summary->tables;
    double values[COLUMNS] = {
        [ID] = (double)tables->unlabeled.row[i],
        [LABEL] = result->label[i] > 0,
        [SCORE] = result->score[i],
        [SHARE] = result->share[i],
        [RANK] = result->rank[i],
        [MATCH] = result->match[i] < 0 ? NAN : (double)tables->positive.row[result->match[i]],
        [MATCH_COST] = result->match_cost[i],
    };
    return values[column];
}

static void put_rows(struct page *page, const struct pu_summary *summary)
{
    int64_t n = summary->result->count;
    const struct pu_tables *tables = summary->tables;
    double *values = malloc((size_t)n * COLUMNS * sizeof *values);
    const char **names = malloc((size_t)n * sizeof *names);
    parot_report_column columns[COLUMNS] = {
        {.name = "id", .help = "of the row in the file of unlabeled rows", .digits = 15},
        {.name = "label", .help = "1: positive"},
        {.name = "score", .help = "0 to 1, larger is more positive", .digits = 4},
        {.name = "share", .help = "fraction of the row that transport moved", .digits = 4},
        {.name = "rank", .help = "1: the most positive row", .digits = 15},
        {.name = "match", .help = "the positive that got most of the row", .digits = 15},
        {.name = "match_cost", .help = "its distance", .digits = 5}};
    page_section(page, "Rows");
    if (!values || !names) {
        free(values);
        free(names);
        page_fail(page);
        return;
    }
    for (int64_t i = 0; i < n; i++) {
        int32_t at = summary->result->rank[i] - 1;
        for (int k = 0; k < COLUMNS; k++)
            values[k * n + at] = cell(summary, i, (enum column)k);
        names[at] = tables->unlabeled.id ? tables->unlabeled.id[tables->unlabeled.row[i]] : NULL;
    }
    for (int k = 0; k < COLUMNS; k++)
        columns[k].number = values + k * n;
    if (tables->unlabeled.id) {
        columns[ID].number = NULL;
        columns[ID].text = names;
    }
    page_table(page, &(parot_report_rows){.rows = n, .cols = COLUMNS, .columns = columns});
    free(values);
    free(names);
}

/* ---- The page ----------------------------------------------------------- */

enum outcome pu_html_write(const char *path, const struct pu_summary *summary,
                           const struct args *args)
{
    struct page page;
    char title[512], sentence[512];
    const char *files[3] = {summary->tables->positive.path, summary->tables->unlabeled.path, NULL};
    if (args->count == 1)
        files[1] = NULL;
    snprintf(title, sizeof title, "Labels for %s", path_label(summary->tables->unlabeled.path));
    snprintf(sentence, sizeof sentence,
             "%lld of %lld rows are labelled positive, by %lld known positives and the method %s.",
             (long long)summary->result->positives, (long long)summary->result->count,
             (long long)summary->tables->positive.table.rows,
             parot_pu_method_name(summary->options->method));
    page_open(&page, title, sentence);
    put_answer(&page, summary);
    put_data(&page, summary);
    put_trust(&page, summary);
    put_tuning(&page, summary->tuning);
    put_pictures(&page, summary);
    put_rows(&page, summary);
    page_again(&page, args, files);
    enum outcome outcome = page_write(&page, path, args->force);
    page_close(&page);
    return outcome;
}
