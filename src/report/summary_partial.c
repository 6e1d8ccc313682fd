/* summary_partial.c - a plan of a given mass, or price, in words: what is said of prices holds only
 * if the certificate proves them. */
#include <math.h>
#include <stdio.h>

#include "base/options.h"
#include "report/summary.h"

static parot_status check(const parot_summary *summary, parot_error *err)
{
    const parot_summary_partial *partial = &summary->of.partial;
    TRY(summary_need("summary.of.partial.problem", partial->problem, err));
    TRY(summary_need("summary.of.partial.result", partial->result, err));
    TRY(CHECK_RESERVED(partial, err));
    return summary_check_plan(summary, &partial->result->plan, err);
}

static struct weights_pair weights_of(const parot_summary_partial *partial)
{
    return (struct weights_pair){partial->problem->p, partial->problem->q};
}

static int is_proved(const parot_summary_partial *partial)
{
    return partial->check && parot_is_proved(partial->check, PAROT_PROOF_TOLERANCE);
}

static int is_final(const parot_result *result)
{
    return result->status == PAROT_OK || result->status == PAROT_UNPROVED;
}

static void head(const parot_summary *summary, char title[TITLE], char sentence[TITLE])
{
    const parot_summary_partial *partial = &summary->of.partial;
    const parot_result *result = partial->result;
    plan_title(summary, title);
    snprintf(sentence, TITLE, "A mass of %.6g moves between %lld pair%s and costs %.6g. %s",
             result->mass, (long long)result->plan.count, plural(result->plan.count),
             result->objective,
             !is_final(result)    ? "The search was stopped early; there is a bound on the "
                                    "cheapest plan."
             : is_proved(partial) ? "This is the cheapest plan, with its proof."
             : partial->check     ? "This plan is NOT proved to be the cheapest."
                                  : "Whether a plan is cheaper was not checked.");
}

/* ---- The answer --------------------------------------------------------- */

/* The price that was given; everything that is cheaper has moved, if the plan is final. */
static const char *words_of_price(const parot_summary_partial *partial, double most)
{
    const parot_result *result = partial->result;
    if (result->status != PAROT_OK)
        return "";
    if (result->plan.count == 0)
        return "; nothing costs less, so nothing moves";
    return parot_is_all(result->mass, most) ? "; this is all that can move"
                                            : "; one more unit costs at least this much";
}

static void tell_price(struct telling *telling, const parot_summary_partial *partial)
{
    const parot_result *result = partial->result;
    double most = summary_most_mass(&result->plan, weights_of(partial));
    if (partial->price)
        tell_fact(telling, "price", "%.6g a unit (lambda)%s", *partial->price,
                  words_of_price(partial, most));
    else if (partial->prices || result->status != PAROT_OK || !is_proved(partial))
        return;
    else if (parot_is_all(result->mass, most))
        tell_fact(telling, "next unit", "none, this is all that can move");
    else
        tell_fact(telling, "price", "%.6g (lambda): one more unit of mass costs at least this much",
                  result->dual.lambda);
}

/* ---- The proof ---------------------------------------------------------- */

/* What the proof says of all other plans: a sentence without a line break at its end. */
static const char *claim(const parot_summary_partial *partial, char text[256])
{
    if (partial->prices)
        snprintf(text, 256, "no plan costs less than %.6g, counting what is left unmatched.",
                 partial->check->bound);
    else if (partial->price && partial->result->plan.count == 0)
        snprintf(text, 256, "nothing that could move costs less than %.6g.", *partial->price);
    else
        snprintf(text, 256, "no plan of this mass costs less than %.6g%s", partial->check->bound,
                 partial->price ? ",\nand at this price neither more nor less mass is better."
                                : ".");
    return text;
}

static void tell_proof(struct telling *telling, const parot_summary_partial *partial)
{
    char words[PAROT_CHECK_WORDS], text[256];
    parot_check_words(partial->check, words);
    if (is_proved(partial))
        tell_text(telling, "Proved optimal: %s\nThis plan %s.", claim(partial, text), words);
    else
        tell_text(telling, "NOT PROVED optimal. All that is proved is: this plan %s.\n%s", words,
                  partial->result->status == PAROT_UNPROVED
                      ? "Weights or costs are too many orders of magnitude apart for a proof in "
                        "doubles."
                      : "Please report this, with the files.");
}

/* The gap is that of cost - price x mass as well: lambda is the price. */
static void tell_stop(struct telling *telling, const parot_summary_partial *partial)
{
    const parot_result *result = partial->result;
    const parot_check *found = partial->check;
    char violation[32], bound[160];
    double gap = found ? found->excess : result->objective - result->bound;
    if (partial->price)
        snprintf(bound, sizeof bound,
                 "At this price no plan saves more than %.6g against this one (the gap).", gap);
    else
        snprintf(bound, sizeof bound,
                 "No plan costs less than %.6g; this one is at most %.6g above (the gap).",
                 found ? found->bound : result->bound, gap);
    tell_text(telling, "Stopped early (%s): the plan is valid, but %s ones may exist.\n%s%s%s%s",
              parot_status_name(result->status), partial->price ? "better" : "cheaper", bound,
              found ? "\nWeights and mass are off by " : "",
              found ? parot_check_number(found->infeasible, violation) : "",
              found ? " of the mass." : "");
}

static void tell_trust(struct telling *telling, const parot_summary_partial *partial)
{
    const parot_result *result = partial->result;
    tell_section(telling, "Can it be trusted?");
    if (!telling->page)
        tell_lines(telling, "\n");
    if (!is_final(result))
        tell_stop(telling, partial);
    else if (partial->check)
        tell_proof(telling, partial);
    else
        tell_text(telling,
                  "By its prices no plan of this mass costs less than %.9g, up to rounding.\n"
                  "parot.certify proves how far from the optimum it can be, from the costs, the\n"
                  "plan and the prices alone.",
                  result->bound);
}

static void answer(struct telling *telling, const parot_summary *summary)
{
    const parot_summary_partial *partial = &summary->of.partial;
    const parot_result *result = partial->result;
    char each[64] = "";
    if (partial->prices)
        snprintf(each, sizeof each, ", %.6g of it for what is left unmatched", result->unmatched);
    else if (result->mass > 0)
        snprintf(each, sizeof each, ", that is %.6g per unit of mass",
                 result->objective / result->mass);
    tell_sizes(telling, summary, result->plan.rows, result->plan.cols, partial->metric);
    tell_mass(telling, result, weights_of(partial));
    tell_fact(telling, "cost", "%.6g%s", result->objective, each);
    tell_price(telling, partial);
    tell_fact(telling, "pairs", "%lld", (long long)result->plan.count);
    tell_tallies(telling, summary, &result->plan, weights_of(partial));
    tell_trust(telling, partial);
}

/* ---- Pictures and pairs ------------------------------------------------- */

/* The clouds if they are known, else the plan as a matrix; a page has both. */
static parot_status panels(const parot_summary *summary, parot_panels *drawn, parot_error *err)
{
    const parot_summary_partial *partial = &summary->of.partial;
    const parot_plan *plan = &partial->result->plan;
    (void)err;
    drawn->panel[drawn->count++] = summary->source.points.data
                                       ? summary_clouds(summary, plan)
                                       : plan_matrix(plan, weights_of(partial));
    return PAROT_OK;
}

static void pictures(struct telling *telling, const parot_summary *summary,
                     const parot_panels *drawn)
{
    const parot_summary_partial *partial = &summary->of.partial;
    tell_plan_pictures(telling, drawn);
    if (summary->source.points.data) { /* else it is among them */
        const parot_panel matrix = plan_matrix(&partial->result->plan, weights_of(partial));
        tell_panel(telling, &matrix, 1, 0, plan_caption(&matrix));
    }
}

static void rows(struct telling *telling, const parot_summary *summary)
{
    tell_pairs(telling, summary, &summary->of.partial.result->plan,
               (struct pair_costs){.of_pair = summary->of.partial.problem->cost});
}

const struct summary_kind summary_partial = {.check = check,
                                             .head = head,
                                             .answer = answer,
                                             .panels = panels,
                                             .pictures = pictures,
                                             .rows = rows};
