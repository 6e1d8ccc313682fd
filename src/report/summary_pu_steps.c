/* summary_pu_steps.c - the plans of learned, one after the other: what each cost and changed. */
#include <math.h>
#include <stdio.h>

#include "report/summary_pu.h"

/* Of the plan's cost; what rounding leaves is none. */
static int is_step_proved(const parot_pu_step *step)
{
    return step->excess <= PAROT_PROOF_TOLERANCE * fabs(step->objective);
}

/* A line for each plan of learned: what it costs, and what it changed. */
void pu_steps(struct telling *telling, const parot_pu_result *result)
{
    enum { SHOWN = 12, LINE = 96 };
    char text[SHOWN * LINE + LINE] = "";
    int64_t steps = result->steps, proved = 0;
    int size = 0;
    if (steps == 0)
        return;
    for (int64_t k = 0; k < steps; k++)
        proved += is_step_proved(&result->step[k]);
    tell_fact(telling, "steps", "%lld plan%s, %lld proved optimal at %s costs", (long long)steps,
              plural(steps), (long long)proved, proved == 1 ? "its" : "their");
    for (int64_t k = 0; k < steps && k < SHOWN; k++) {
        const parot_pu_step *step = &result->step[k];
        char changes[48] = "plain transport";
        if (k > 0)
            snprintf(changes, sizeof changes, "%lld row%s labelled otherwise",
                     2 * (long long)step->changed, plural(2 * step->changed));
        size += snprintf(text + size, LINE, "    %-4lld cost %-10.6g %s%s\n", (long long)k,
                         step->objective, changes, is_step_proved(step) ? "" : "; not proved");
    }
    if (steps > SHOWN)
        snprintf(text + size, LINE, "    and %lld more\n", (long long)(steps - SHOWN));
    tell_lines(telling, text);
}

/* The same for a page, all of them. */
void pu_steps_section(struct telling *telling, const parot_pu_result *result)
{
    enum { SHOWN = 100 };
    const char *proof[SHOWN];
    double number[4][SHOWN];
    int64_t count = result->steps < SHOWN ? result->steps : SHOWN;
    if (count == 0)
        return;
    for (int64_t k = 0; k < count; k++) {
        const parot_pu_step *step = &result->step[k];
        number[0][k] = (double)k;
        number[1][k] = step->objective;
        number[2][k] = step->excess;
        number[3][k] = 2 * (double)step->changed;
        proof[k] = is_step_proved(step) ? "optimal" : "not proved";
    }
    const parot_report_column columns[] = {
        {.name = "step", .help = "0: plain transport", .number = number[0]},
        {.name = "cost", .help = "of the plan, tolls included", .number = number[1]},
        {.name = "excess",
         .help = "no plan is cheaper by more than this",
         .number = number[2],
         .digits = 3},
        {.name = "changed", .help = "rows that the step labels otherwise", .number = number[3]},
        {.name = "proof", .help = "by code that is independent of the solver", .text = proof}};
    tell_section(telling, "What each step changed");
    tell_text(telling,
              "Transport moves rows to the positives; a classifier learns from the rows that it "
              "leaves behind; rows that the classifier calls negative then pay a toll, and "
              "transport is solved again. %s Each plan is proved at the costs of its own step: "
              "that the tolls are the right ones is not proved.%s",
              result->changed ? "It was ended before the labels stayed the same."
                              : "It is over when the labels stay the same.",
              result->steps > SHOWN ? " The first 100 are shown." : "");
    const parot_panel panel = {
        .kind = PAROT_PANEL_KIND_STEPS,
        .title = "Steps",
        .of.steps = {
            .objective = number[1], .changed = number[3], .count = count, .rows = result->count}};
    if (count > 1)
        tell_panel(
            telling, &panel, 1, 0,
            "Above, what the plan of each step costs; below, how many rows it labels otherwise "
            "than the step before, and which fraction of the labels stays.");
    tell_table(telling, &(parot_report_rows){.rows = count, .cols = 5, .columns = columns});
}
