/* summary_judge.c - a plan by any method in words: what it moves, misses and costs, and how far
 * above the optimum that is. */
#include <math.h>
#include <stdio.h>

#include "base/options.h"
#include "report/summary.h"

static parot_status check_place(const char *what, int64_t place, int64_t count, parot_error *err)
{
    if (place < count)
        return PAROT_OK;
    return fail_argument(err, PAROT_EINVAL, "summary.of.judge.judgement",
                         "is about %s %lld, the plan has %lld", what, (long long)place,
                         (long long)count);
}

static parot_status check(const parot_summary *summary, parot_error *err)
{
    const parot_summary_judge *judged = &summary->of.judge;
    TRY(summary_need("summary.of.judge.plan", judged->plan, err));
    TRY(summary_need("summary.of.judge.judgement", judged->judgement, err));
    TRY(CHECK_RESERVED(judged, err));
    const parot_judgement *judgement = judged->judgement;
    TRY(check_place("entry", judgement->entry, judged->plan->count, err));
    TRY(check_place("row", judgement->row, judged->plan->rows, err));
    TRY(check_place("column", judgement->col, judged->plan->cols, err));
    if (judged->base != 0 && judged->base != 1)
        return fail_argument(err, PAROT_EINVAL, "summary.of.judge.base", "must be 0 or 1, got %d",
                             (int)judged->base);
    TRY(summary_check_side("source", &summary->source, judged->plan->rows, err));
    return summary_check_side("target", &summary->target, judged->plan->cols, err);
}

static struct weights_pair weights_of(const parot_summary_judge *judged)
{
    return (struct weights_pair){judged->p, judged->q};
}

/* "2.1 %", "15041 %", "3.14e-07 %" */
static const char *percent(double share, char text[40])
{
    double value = 100 * share;
    snprintf(text, 40, value >= 1000 && value < 1e9 ? "%.0f %%" : "%.3g %%", value);
    return text;
}

/* Per cent of an optimum so near 0 say nothing. */
static int has_percent(const parot_judgement *judgement)
{
    return judgement->above <= 1e6;
}

/* Which plans cost more. */
static const char *rivals(const parot_summary_judge *judged)
{
    return judged->prices ? "plan, counting what is left unmatched," : "plan of that mass";
}

/* ---- The verdict -------------------------------------------------------- */

/* "2.1 % above the optimum", or by how much where the optimum is 0. */
static const char *distance(const parot_judgement *judgement, char text[80])
{
    char number[40];
    if (has_percent(judgement))
        snprintf(text, 80, "%s above the optimum", percent(judgement->above, number));
    else
        snprintf(text, 80, "%.6g above the optimum", judgement->excess);
    return text;
}

static void verdict_in_words(const parot_summary_judge *judged, char sentence[TITLE])
{
    const parot_judgement *judgement = judged->judgement;
    char text[80];
    switch (judgement->verdict) {
    case PAROT_VERDICT_EXACT:
        snprintf(sentence, TITLE, "Exact: no %s costs less than %.9g.", rivals(judged),
                 judgement->bound);
        break;
    case PAROT_VERDICT_ABOVE:
        snprintf(sentence, TITLE, "%s: the cheapest %s costs %.9g.", distance(judgement, text),
                 rivals(judged), judgement->optimum);
        break;
    case PAROT_VERDICT_WITHIN:
        snprintf(sentence, TITLE, "At most %s: no %s costs less than %.9g.",
                 distance(judgement, text), rivals(judged), judgement->bound);
        break;
    case PAROT_VERDICT_INFEASIBLE:
        snprintf(sentence, TITLE, "NOT A PLAN of this problem: it misses its constraints%s.",
                 isinf(judgement->objective) ? " or uses a forbidden pair" : "");
        break;
    }
}

static void head(const parot_summary *summary, char title[TITLE], char sentence[TITLE])
{
    plan_title(summary, title);
    verdict_in_words(&summary->of.judge, sentence);
}

/* ---- What is wrong with it ---------------------------------------------- */

static void tell_side(struct telling *telling, const parot_summary *summary, int is_row)
{
    const parot_judgement *judgement = summary->of.judge.judgement;
    const parot_summary_side *side = is_row ? &summary->source : &summary->target;
    int64_t at = is_row ? judgement->row : judgement->col;
    double by = is_row ? judgement->row_excess : judgement->col_excess;
    const char *kind =
        side->points.data ? (is_row ? "source row" : "target row") : (is_row ? "row" : "column");
    const char *prefix = summary_prefix(summary);
    if (at < 0)
        return;
    const char *id = side_id(side, at);
    tell_text(
        telling,
        "%s %.0f%s%s%s carries %.6g beyond its weight; if these are not the weights, give them "
        "with %s%s.",
        kind, side_row(side, at) + summary->of.judge.base, id ? " (" : "", id ? id : "",
        id ? ")" : "", by, prefix, is_row ? "p" : "q");
}

static void tell_faults(struct telling *telling, const parot_summary *summary)
{
    const parot_summary_judge *judged = &summary->of.judge;
    const parot_judgement *judgement = judged->judgement;
    const parot_plan *plan = judged->plan;
    int64_t k = judgement->entry, base = judged->base;
    tell_side(telling, summary, 1);
    tell_side(telling, summary, 0);
    if (k >= 0)
        tell_text(telling,
                  plan->mass[k] < 0
                      ? "Entry %lld, (%lld, %lld), has the mass %.6g; masses must be 0 or more."
                      : "Entry %lld, (%lld, %lld), uses a forbidden pair.",
                  (long long)(k + base), (long long)(plan->row[k] + base),
                  (long long)(plan->col[k] + base), plan->mass[k]);
    if (fabs(judgement->mass - judgement->wanted) > judged->tolerance * judgement->wanted)
        tell_text(telling,
                  judged->prices ? "It moves %.9g, and at most %.9g can move."
                                 : "It moves %.9g, and should move %.9g.",
                  judgement->mass, judgement->wanted);
}

/* ---- The answer --------------------------------------------------------- */

static void tell_facts(struct telling *telling, const parot_summary_judge *judged)
{
    const parot_judgement *judgement = judged->judgement;
    char number[32], share[40];
    const char *of = isnan(judgement->optimum) ? "bound" : "optimum";
    tell_fact(telling, "cost", "%.9g%s", judgement->objective,
              judged->prices ? ", with what is left unmatched" : "");
    if (!isnan(judgement->optimum))
        tell_fact(telling, "optimum", "%.9g%s", judgement->optimum,
                  judged->status != PAROT_OK ? ", as far as it was solved"
                  : judged->prices           ? ", solved at these prices"
                                             : ", solved for that mass");
    if (!isnan(judgement->bound))
        tell_fact(telling, "bound", "%.9g: no %s costs less", judgement->bound, rivals(judged));
    if (has_percent(judgement))
        tell_fact(telling, "above", "%.6g, that is %s of the %s", judgement->excess,
                  percent(judgement->above, share), of);
    else if (!isnan(judgement->excess))
        tell_fact(telling, "above", "%.6g; the %s is too near 0 for per cent", judgement->excess,
                  of);
    tell_fact(telling, "missed", "%s of the mass, by rows, columns and the total together",
              parot_check_number(judgement->missed_relative, number));
}

static void answer(struct telling *telling, const parot_summary *summary)
{
    const parot_summary_judge *judged = &summary->of.judge;
    const parot_plan *plan = judged->plan;
    const parot_judgement *judgement = judged->judgement;
    parot_result result = {.plan = *plan, .mass = judgement->mass};
    char sentence[TITLE];
    int has_points = summary->source.points.data != NULL;
    tell_text(telling, "A plan of %lld entr%s between %lld %s and %lld %s%s%s%s",
              (long long)plan->count, plan->count == 1 ? "y" : "ies", (long long)plan->rows,
              has_points ? "source" : "rows", (long long)plan->cols,
              has_points ? "target points" : "columns", judged->metric ? ", metric " : "",
              judged->metric ? judged->metric : "", telling->page ? "" : "\n");
    tell_mass(telling, &result, weights_of(judged));
    tell_facts(telling, judged);
    tell_section(telling, "How good is it?");
    if (!telling->page)
        tell_lines(telling, "\n");
    verdict_in_words(judged, sentence);
    tell_text(telling, "%s", sentence);
    if (judgement->verdict == PAROT_VERDICT_INFEASIBLE)
        tell_faults(telling, summary);
    if (judged->status != PAROT_OK && judged->status != PAROT_UNPROVED)
        tell_text(telling,
                  "The solve was stopped early (%s); the optimum may be higher than the bound.",
                  parot_status_name(judged->status));
}

/* ---- Pictures and pairs ------------------------------------------------- */

static parot_status panels(const parot_summary *summary, parot_panels *drawn, parot_error *err)
{
    const parot_summary_judge *judged = &summary->of.judge;
    (void)err;
    drawn->panel[drawn->count++] = summary->source.points.data
                                       ? summary_clouds(summary, judged->plan)
                                       : plan_matrix(judged->plan, weights_of(judged));
    return PAROT_OK;
}

static void pictures(struct telling *telling, const parot_summary *summary,
                     const parot_panels *drawn)
{
    (void)summary;
    tell_plan_pictures(telling, drawn);
}

static void rows(struct telling *telling, const parot_summary *summary)
{
    tell_pairs(telling, summary, summary->of.judge.plan, (struct pair_costs){{0}, NULL});
}

const struct summary_kind summary_judge = {.check = check,
                                           .head = head,
                                           .answer = answer,
                                           .panels = panels,
                                           .pictures = pictures,
                                           .rows = rows};
