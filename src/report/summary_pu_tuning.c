/* summary_pu_tuning.c - how the method was chosen: the scores of all candidates, as lines of the
 * summary and as a table of the report. */
#include <math.h>
#include <stdio.h>

#include "report/summary_pu.h"

static int has_scores(const parot_pu_tune_result *tune)
{
    return tune && !(tune->bias > PAROT_PU_BIASED);
}

/* A forest has none. */
static const char *kernel_of(const parot_pu_candidate *candidate)
{
    return candidate->method == PAROT_PU_METHOD_FOREST ? ""
                                                       : parot_pu_kernel_name(candidate->kernel);
}

static int format_candidate(char *text, size_t size, const parot_pu_candidate *candidate,
                            const char *remark)
{
    char name[32];
    snprintf(name, sizeof name, "    %-6s %-7s", parot_pu_method_name(candidate->method),
             kernel_of(candidate));
    if (isnan(candidate->score))
        return snprintf(text, size, "%s not tried: the time was up\n", name);
    if (candidate->lead_error == 0)
        return snprintf(text, size, "%s %6.3f +- %.3f  %18s%s\n", name, candidate->score,
                        candidate->error, "", remark);
    return snprintf(text, size, "%s %6.3f +- %.3f   lead %+.3f +- %.3f%s\n", name, candidate->score,
                    candidate->error, candidate->lead, candidate->lead_error, remark);
}

void pu_candidates(struct telling *telling, const parot_summary_pu *pu)
{
    const parot_pu_tune_result *tune = pu->tune;
    char text[PAROT_PU_MOST_CANDIDATES * 128 + 128];
    int size = 0;
    if (!has_scores(tune))
        return;
    tell_fact(telling, "tuning", "recall of %lld hidden positives + AUC/2; %.1f of %g seconds",
              (long long)tune->spies, tune->seconds, pu->tune_budget);
    for (int k = 0; k < tune->count; k++)
        size += format_candidate(text + size, 128, &tune->candidates[k],
                                 k == 0              ? "   the default"
                                 : k == tune->chosen ? "   chosen"
                                                     : "");
    if (tune->spies == 0)
        snprintf(text + size, 128,
                 "    Nothing could be compared in that time: the default stays.\n");
    else if (tune->chosen == 0)
        snprintf(text + size, 128, "    No lead exceeds two standard errors: the default stays.\n");
    else
        snprintf(text + size, 128,
                 "    Its lead over the default, %.3f, exceeds two standard errors of the "
                 "difference.\n",
                 tune->candidates[tune->chosen].lead);
    tell_lines(telling, text);
}

void pu_tuning_section(struct telling *telling, const parot_pu_tune_result *tune)
{
    enum { SCORE, ERROR, LEAD, LEAD_ERROR, NUMBERS };
    char names[PAROT_PU_MOST_CANDIDATES][48];
    const char *text[PAROT_PU_MOST_CANDIDATES];
    double number[NUMBERS][PAROT_PU_MOST_CANDIDATES];
    if (!has_scores(tune))
        return;
    for (int k = 0; k < tune->count; k++) {
        const parot_pu_candidate *candidate = &tune->candidates[k];
        snprintf(names[k], sizeof names[k], "%s%s%s%s", parot_pu_method_name(candidate->method),
                 *kernel_of(candidate) ? ", " : "", kernel_of(candidate),
                 k == tune->chosen ? " (chosen)" : "");
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
    tell_section(telling, "How the method was chosen");
    tell_text(
        telling,
        "Positives were hidden among the unlabeled rows, the same for each candidate. The "
        "first one stays unless another leads by more than two standard errors of that lead.");
    tell_table(telling,
               &(parot_report_rows){.rows = tune->count, .cols = 1 + NUMBERS, .columns = columns});
}
