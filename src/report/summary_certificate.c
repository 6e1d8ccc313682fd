/* summary_certificate.c - what is proved of a result that comes from elsewhere, in words: three
 * numbers with their verdicts, then the sentence that they allow. */
#include <stdio.h>

#include "base/options.h"
#include "report/summary.h"

static parot_status check(const parot_summary *summary, parot_error *err)
{
    const parot_summary_certificate *of = &summary->of.certificate;
    TRY(summary_need("summary.of.certificate.name", of->name, err));
    TRY(summary_need("summary.of.certificate.problem", of->problem, err));
    TRY(summary_need("summary.of.certificate.result", of->result, err));
    TRY(summary_need("summary.of.certificate.check", of->check, err));
    if (!of->is_gromov)
        TRY(summary_need("summary.of.certificate.claims", of->claims, err));
    TRY(summary_check_side("source", &summary->source, of->result->plan.rows, err));
    TRY(summary_check_side("target", &summary->target, of->result->plan.cols, err));
    return CHECK_RESERVED(of, err);
}

static void head(const parot_summary *summary, char title[TITLE], char sentence[TITLE])
{
    const parot_summary_certificate *of = &summary->of.certificate;
    snprintf(title, TITLE, "Is the plan of %s optimal?", of->name);
    snprintf(sentence, TITLE, "%s", of->is_proved ? "Yes, this is proved." : "It is NOT PROVED.");
}

static void tell_violation(struct telling *telling, const parot_summary_certificate *of,
                           const char *name, double violation, const char *meaning)
{
    char text[32];
    tell_fact(telling, name, "%-8s %-4s %s", parot_check_number(violation, text),
              violation <= of->tolerance ? "ok" : "FAIL", meaning);
}

static void tell_gromov(struct telling *telling, const parot_summary_certificate *of)
{
    const parot_plan *plan = &of->result->plan;
    tell_text(
        telling,
        "%s: a match of `parot gromov`: %lld pair%s between %lld and %lld points, mass %.6g%s",
        of->name, (long long)plan->count, plural(plan->count), (long long)plan->rows,
        (long long)plan->cols, of->problem->mass, telling->page ? "" : "\n");
    tell_violation(telling, of, "infeasible", of->check->infeasible,
                   "total mass by which weights and mass are missed");
    if (!telling->page)
        tell_lines(telling, "\n");
    /* a plan to start from needs matrices */
    int can_start = parot_gromov_memory(plan->rows, plan->cols, 1, 1) < parot_memory_free();
    tell_text(telling,
              "NOT PROVED: that is all there is to check. The objective of gromov is not convex,\n"
              "and its prices prove nothing%s.",
              can_start ? "; `parot gromov --start-plan FILE` prints the stationarity" : "");
}

static void tell_doubt(struct telling *telling, const parot_summary *summary, const char *words)
{
    const parot_summary_certificate *of = &summary->of.certificate;
    const parot_check *found = of->check;
    const char *prefix = summary_prefix(summary);
    char text[4][32], price[96] = "";
    if (of->price)
        snprintf(price, sizeof price, "at the price %.6g, counting price x mass as a gain, ",
                 *of->price);
    tell_text(telling,
              "NOT PROVED: for this problem the file does not show that its plan is optimal\n"
              "(tolerance %g). All that it shows is: %sthis plan %s.",
              of->tolerance, price, words);
    if (!telling->page)
        tell_lines(telling, "\n");
    tell_text(telling,
              "The largest missed mass is %s of the mass. Relative to the cost of what moves,\n"
              "the prices had to be raised by %s, the largest slackness is %s and the gap of the\n"
              "prices as they are is %s.",
              parot_check_number(found->primal, text[0]), parot_check_number(found->dual, text[1]),
              parot_check_number(found->slackness, text[2]),
              parot_check_number(found->relative_gap, text[3]));
    if (of->claims->error <= of->tolerance)
        return;
    const char *prices =
        *prefix ? "--price, --price-column, --price-source or --price-target" : "prices";
    if (summary->source.points.data)
        tell_text(telling,
                  "The file states a different cost, bound or price. If it was made with %smetric, "
                  "%sscale,\n%scolumns, %sdrop, %ssample, or with %s,\n"
                  "the same options are needed here.",
                  prefix, prefix, prefix, prefix, prefix, prices);
    else
        tell_text(telling,
                  "The file states a different cost, bound or price. If it was made with\n%s,\n"
                  "the same option is needed here.",
                  prices);
}

static void tell_verdict(struct telling *telling, const parot_summary *summary)
{
    const parot_summary_certificate *of = &summary->of.certificate;
    char words[PAROT_CHECK_WORDS];
    parot_check_words(of->check, words);
    if (!of->is_proved)
        tell_doubt(telling, summary, words);
    else if (of->prices)
        tell_text(telling, "Proved: counting what is left unmatched, this plan\n%s.", words);
    else if (of->price && of->result->plan.count == 0)
        tell_text(telling, "Proved: nothing that could move costs less than %.6g (tolerance %g).",
                  *of->price, of->tolerance);
    else if (of->price)
        tell_text(telling,
                  "Proved: at the price %.6g, counting price x mass as a gain, this plan\n%s.",
                  *of->price, words);
    else
        tell_text(telling, "Proved: this plan %s.", words);
}

static void answer(struct telling *telling, const parot_summary *summary)
{
    const parot_summary_certificate *of = &summary->of.certificate;
    const parot_plan *plan = &of->result->plan;
    if (of->is_gromov) {
        tell_gromov(telling, of);
        return;
    }
    tell_text(telling, "%s: %lld pair%s between %lld and %lld rows, mass %.6g, cost %.6g%s",
              of->name, (long long)plan->count, plural(plan->count), (long long)plan->rows,
              (long long)plan->cols, of->result->mass, of->claims->objective,
              telling->page ? "" : "\n");
    tell_violation(telling, of, "excess", of->check->relative,
                   "cost above the optimum, relative to the cost of what moves");
    tell_violation(telling, of, "infeasible", of->check->infeasible,
                   "total mass by which weights and mass are missed");
    tell_violation(telling, of, "claim", of->claims->error,
                   "error of the cost, bound and price that the file states");
    if (!telling->page)
        tell_lines(telling, "\n");
    tell_verdict(telling, summary);
}

const struct summary_kind summary_certificate = {.check = check, .head = head, .answer = answer};
