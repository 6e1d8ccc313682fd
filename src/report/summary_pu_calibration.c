/* summary_pu_calibration.c - what hidden positives say of every cut: how many rows to look at for a
 * fraction of the positives, and how many of these are right; lines of the summary, and a section
 * of the report. */
#include <math.h>
#include <stdio.h>

#include "report/summary_pu.h"

static const double LEVELS[] = {0.5, 0.7, 0.8, 0.9, 0.95, 0.99};
enum { COUNT = sizeof LEVELS / sizeof *LEVELS };

static int is_biased(const parot_summary_pu *pu)
{
    return pu->trust && (pu->trust->doubts & PAROT_PU_DOUBT_FIT);
}

static int is_weighed(const parot_summary_pu *pu)
{
    return pu->false_positive > 0 || pu->false_negative > 0;
}

/* Rows that are labelled 1 by the prior alone. */
static long long usual_rows(const parot_summary_pu *pu)
{
    return parot_pu_rows(pu->calibration->prior, pu->result->count);
}

static double least_probability(const parot_summary_pu *pu)
{
    return pu->false_positive / (pu->false_positive + pu->false_negative);
}

/* ---- Lines of the summary ----------------------------------------------- */

static void tell_levels(struct telling *telling, const parot_pu_calibration *it)
{
    enum { LINE = 96 };
    char text[(COUNT + 1) * LINE];
    int size =
        snprintf(text, LINE, "    %-18s %-12s %s\n", "to find", "look at", "of which are positive");
    for (int k = 0; k < COUNT; k++) {
        int64_t rows = parot_pu_recall_rows(it, LEVELS[k]), at = rows - 1;
        char looked[32];
        snprintf(looked, sizeof looked, "%lld row%s", (long long)rows, plural(rows));
        size += snprintf(text + size, LINE,
                         "    %2.0f %% of positives  %-12s %3.0f %%  (%.0f to %.0f %%)\n",
                         100 * LEVELS[k], looked, 100 * it->precision[at],
                         100 * it->precision_low[at], 100 * it->precision_high[at]);
    }
    tell_lines(telling, text);
}

void pu_calibration_facts(struct telling *telling, const parot_summary_pu *pu)
{
    const parot_pu_calibration *it = pu->calibration;
    parot_pu_criteria_result criteria;
    if (!it || telling->status != PAROT_OK)
        return;
    telling->status = parot_pu_criteria(it, pu->result->positives, &criteria, telling->err);
    if (telling->status != PAROT_OK)
        return;
    if (is_weighed(pu))
        tell_fact(telling, "costs",
                  "a wrong 1 costs %g, a wrong 0 costs %g: rows of a probability of %.3g or more "
                  "are labelled 1\n(%lld by the prior alone); that finds %.0f %% of the positives",
                  pu->false_positive, pu->false_negative, least_probability(pu), usual_rows(pu),
                  100 * criteria.recall);
    if (is_biased(pu)) {
        tell_fact(telling, "cuts", "not told, since hidden positives may be unlike the others");
        return;
    }
    tell_fact(
        telling, "ranking",
        "hidden positives rank before %.1f %% of the negatives (AUC; %.1f to %.1f), and before "
        "%.1f %% of all unlabeled rows",
        100 * criteria.auc, 100 * criteria.auc_low, 100 * criteria.auc_high,
        100 * criteria.proxy_auc);
    tell_fact(telling, "cuts",
              "by %lld hidden positives, if %.4g of the rows are positive:", (long long)it->spies,
              it->prior);
    tell_levels(telling, it);
}

/* ---- Section of the report ---------------------------------------------- */

static void tell_table_of_levels(struct telling *telling, const parot_pu_calibration *it)
{
    enum { RECALL, ROWS, PRECISION, LOW, HIGH, FOUND, COLS };
    double number[COLS][COUNT];
    for (int k = 0; k < COUNT; k++) {
        int64_t at = parot_pu_recall_rows(it, LEVELS[k]) - 1;
        double right = it->precision[at] * (double)(at + 1);
        number[RECALL][k] = LEVELS[k];
        number[ROWS][k] = (double)(at + 1);
        number[PRECISION][k] = it->precision[at];
        number[LOW][k] = it->precision_low[at];
        number[HIGH][k] = it->precision_high[at];
        number[FOUND][k] = right;
    }
    const parot_report_column columns[COLS] = {
        {.name = "recall", .help = "fraction of the positives to find", .number = number[RECALL]},
        {.name = "rows", .help = "of the first ranks to label 1", .number = number[ROWS]},
        {.name = "precision",
         .help = "fraction of these rows that is positive",
         .number = number[PRECISION],
         .digits = 3},
        {.name = "from", .help = "range of the precision", .number = number[LOW], .digits = 3},
        {.name = "to", .help = "range of the precision", .number = number[HIGH], .digits = 3},
        {.name = "positives", .help = "among these rows", .number = number[FOUND], .digits = 4}};
    tell_table(telling, &(parot_report_rows){.rows = COUNT, .cols = COLS, .columns = columns});
}

/* Rows by their probability: how many, how many of them should be positive and, where the truth is
 * known, are. */
static void tell_reliability(struct telling *telling, const parot_summary_pu *pu)
{
    static const double EDGES[] = {0.95, 0.8, 0.6, 0.4, 0.2, 0.05, 0};
    enum { BINS = sizeof EDGES / sizeof *EDGES, FROM = 0, ROWS, EXPECTED, ACTUAL, COLS };
    double number[COLS][BINS] = {{0}};
    for (int64_t i = 0; i < pu->calibration->count; i++) {
        int bin = 0;
        while (bin < BINS - 1 && pu->calibration->probability[i] < EDGES[bin])
            bin++;
        number[ROWS][bin]++;
        number[EXPECTED][bin] += pu->calibration->probability[i];
        number[ACTUAL][bin] += pu->truth && pu->truth[i] > 0;
    }
    for (int k = 0; k < BINS; k++)
        number[FROM][k] = EDGES[k];
    const parot_report_column columns[COLS] = {
        {.name = "probability from", .number = number[FROM]},
        {.name = "rows", .help = "up to the next larger one", .number = number[ROWS]},
        {.name = "expected", .help = "positives", .number = number[EXPECTED], .digits = 4},
        {.name = "in truth", .help = "positives", .number = number[ACTUAL]}};
    tell_text(telling,
              "Rows by their probability, and how many of them are expected to be positive%s:",
              pu->truth ? ", and are" : " if the prior is right");
    tell_table(telling, &(parot_report_rows){
                            .rows = BINS, .cols = pu->truth ? COLS : ACTUAL, .columns = columns});
}

static void tell_costs(struct telling *telling, const parot_summary_pu *pu)
{
    if (is_weighed(pu))
        tell_text(telling,
                  "A wrong 1 costs %g and a wrong 0 costs %g. The expected cost is least if rows "
                  "of a probability of %.3g or more are labelled 1, which are %lld; by the prior "
                  "alone they would be %lld.",
                  pu->false_positive, pu->false_negative, least_probability(pu),
                  (long long)pu->result->positives, usual_rows(pu));
}

void pu_calibration_section(struct telling *telling, const parot_summary_pu *pu)
{
    const parot_pu_calibration *it = pu->calibration;
    parot_pu_criteria_result criteria;
    if (!it || telling->status != PAROT_OK)
        return;
    telling->status = parot_pu_criteria(it, pu->result->positives, &criteria, telling->err);
    tell_section(telling, "How sure are the labels?");
    tell_text(telling,
              "%lld known positives were hidden among the unlabeled rows, a fifth at a time, and "
              "ranked with them. Where they rank is where the positives among those rows do. From "
              "this follow the probability of each row, which the table of rows has, and how many "
              "rows to look at for a fraction of the positives.",
              (long long)it->spies);
    tell_costs(telling, pu);
    if (is_biased(pu)) {
        tell_text(telling,
                  "The prior does not fit these positives, or they are a biased sample: then "
                  "hidden positives are unlike the others, and these numbers mean little.");
        return;
    }
    tell_text(
        telling,
        "A hidden positive ranks before %.1f +- %.1f %% of the unlabeled rows. If %.3g of these "
        "are positive themselves, it ranks before %.1f %% of the negatives (the AUC; %.1f to "
        "%.1f for priors between %.3g and %.3g). The labels of this page have an accuracy of "
        "%.1f %% by this measure (%.1f to %.1f).",
        100 * criteria.proxy_auc, 100 * criteria.proxy_auc_error, it->prior, 100 * criteria.auc,
        100 * criteria.auc_low, 100 * criteria.auc_high, it->prior_low, it->prior_high,
        100 * criteria.accuracy, 100 * criteria.accuracy_low, 100 * criteria.accuracy_high);
    tell_table_of_levels(telling, it);
    tell_text(telling, "Ranges hold 90 %% of the chance, for all priors that the data allow. The "
                       "method that ranked the hidden positives knew a fifth fewer positives, so "
                       "that the truth is rather better than this if the prior is right.");
    tell_reliability(telling, pu);
}
