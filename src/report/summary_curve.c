/* summary_curve.c - the curve mass -> cost in words: evaluated at five masses, or at those that
 * were asked for, and how sharp its elbow is, by the average costs on both sides; or masses that
 * were solved one by one. */
#include <math.h>
#include <stdio.h>

#include "base/options.h"
#include "report/summary.h"

static parot_status check(const parot_summary *summary, parot_error *err)
{
    const parot_summary_curve *of = &summary->of.curve;
    TRY(summary_need("summary.of.curve.problem", of->problem, err));
    if (!of->costs)
        TRY(summary_need("summary.of.curve.curve", of->curve, err));
    if (of->at_count > 0)
        TRY(summary_need("summary.of.curve.at", of->at, err));
    if (of->costs && of->costs->count < 1)
        return fail_argument(err, PAROT_EINVAL, "summary.of.curve.costs", "has no masses");
    if (!of->costs && of->curve->count < 1)
        return fail_argument(err, PAROT_EINVAL, "summary.of.curve.curve", "has no breakpoints");
    TRY(summary_check_side("source", &summary->source, of->problem->cost.rows, err));
    TRY(summary_check_side("target", &summary->target, of->problem->cost.cols, err));
    return CHECK_RESERVED(of, err);
}

static double last_mass(const parot_summary *summary)
{
    const parot_curve *curve = summary->of.curve.curve;
    return curve->mass[curve->count - 1];
}

static void head(const parot_summary *summary, char title[TITLE], char sentence[TITLE])
{
    const parot_mass_costs *costs = summary->of.curve.costs;
    const parot_curve *curve = summary->of.curve.curve;
    plan_title(summary, title);
    if (costs) {
        snprintf(sentence, TITLE, "The costs of %lld masses, each solved on its own.%s",
                 (long long)costs->count,
                 costs->status == PAROT_OK         ? ""
                 : costs->status == PAROT_UNPROVED ? " Not all of them are proved."
                                                   : " It was stopped early.");
        return;
    }
    snprintf(sentence, TITLE,
             "Moving a mass of %.6g costs %.6g; the curve has every mass below it.%s",
             last_mass(summary), curve->objective[curve->count - 1],
             curve->status == PAROT_OK         ? ""
             : curve->status == PAROT_UNPROVED ? " It is NOT proved."
                                               : " It was stopped early.");
}

/* ---- Points ------------------------------------------------------------- */

static int format_number(double value, char text[16])
{
    return isfinite(value) ? snprintf(text, 16, " %13.6g", value)
                           : snprintf(text, 16, " %13s", isnan(value) ? "unknown" : "none");
}

static double point_of(const parot_summary_curve *of, double most, int64_t k, double mass,
                       double *slope)
{
    if (!of->costs)
        return parot_curve_point(of->curve, most, mass, slope);
    *slope = of->costs->slope[k];
    return of->costs->objective[k];
}

/* A line for each of the masses: mass, cost, next unit. */
static void tell_points(struct telling *telling, const parot_summary_curve *of,
                        const double *masses, int64_t count)
{
    const parot_matrix *cost = &of->problem->cost;
    double most =
        fmin(summary_total(of->problem->p, cost->rows), summary_total(of->problem->q, cost->cols));
    struct bytes lines = {0};
    char line[64];
    snprintf(line, sizeof line, " %13s %13s %13s\n", "mass", "cost", "next unit");
    parot_status status = bytes_append_text(&lines, line, telling->err);
    for (int64_t k = 0; k < count && status == PAROT_OK; k++) {
        double slope = NAN, value = point_of(of, most, k, masses[k], &slope);
        int size = format_number(masses[k], line);
        size += format_number(value, line + size);
        size += format_number(slope, line + size);
        snprintf(line + size, 2, "\n");
        status = bytes_append_text(&lines, line, telling->err);
    }
    if (status == PAROT_OK)
        status = bytes_append(&lines, "", 1, telling->err); /* its end */
    if (status == PAROT_OK)
        tell_lines(telling, lines.data);
    else if (telling->status == PAROT_OK)
        telling->status = status;
    bytes_free(&lines);
}

/* ---- The whole ---------------------------------------------------------- */

/* Facts, and four pieces of equal mass. */
static void tell_course(struct telling *telling, const parot_summary *summary)
{
    enum { POINTS = 5 };
    const parot_summary_curve *of = &summary->of.curve;
    const parot_matrix *cost = &of->problem->cost;
    double last = last_mass(summary), masses[POINTS];
    tell_fact(telling, "mass", "0 to %.6g (%.4g %% of the source, %.4g %% of the target)", last,
              100 * last / summary_total(of->problem->p, cost->rows),
              100 * last / summary_total(of->problem->q, cost->cols));
    tell_fact(telling, "cost", "%.6g for all of it", of->curve->objective[of->curve->count - 1]);
    tell_fact(telling, "breakpoints", "%lld, the first at mass 0; straight lines between them",
              (long long)of->curve->count);
    for (int k = 0; k < POINTS; k++)
        masses[k] = last * ((double)k / (POINTS - 1));
    if (!telling->page)
        tell_lines(telling, "\n");
    tell_points(telling, of, masses, POINTS);
}

/* The averages on both sides tell how sharp it is. */
static void tell_elbow(struct telling *telling, const parot_summary *summary)
{
    const parot_summary_curve *of = &summary->of.curve;
    const parot_curve *curve = of->curve;
    int64_t k = curve->elbow, last = curve->count - 1;
    if (k == 0 || k == last) { /* no breakpoint is below the chord */
        tell_text(telling, "There is no elbow: every unit costs %.6g.", curve->slope[0]);
        return;
    }
    double before = curve->objective[k] / curve->mass[k];
    double behind =
        (curve->objective[last] - curve->objective[k]) / (curve->mass[last] - curve->mass[k]);
    tell_text(telling,
              "The elbow is at mass %.6g (%.4g %% of the source).\n"
              "The cost there is %.6g, and the next unit costs %.6g;\n"
              "on average a unit costs %.6g before it and %.6g after it.",
              curve->mass[k],
              100 * curve->mass[k] / summary_total(of->problem->p, of->problem->cost.rows),
              curve->objective[k], curve->slope[k], before, behind);
}

/* Masses that were solved one by one, and what is known of them. */
static void tell_costs(struct telling *telling, const parot_summary_curve *of)
{
    const parot_mass_costs *costs = of->costs;
    const parot_matrix *cost = &of->problem->cost;
    double worst = 0;
    int64_t solved = 0;
    for (int64_t k = 0; k < costs->count; k++)
        if (!isnan(costs->objective[k])) {
            worst = fmax(worst, costs->relative[k]);
            solved++;
        }
    tell_points(telling, of, costs->mass, costs->count);
    if (!telling->page)
        tell_lines(telling, "\n");
    tell_text(telling, "The whole curve of %lld x %lld points would take too long.",
              (long long)cost->rows, (long long)cost->cols);
    if (costs->status == PAROT_OK || costs->status == PAROT_UNPROVED)
        tell_text(telling, "Each of these masses was solved on its own; %s (excess at most %.2g).",
                  costs->status == PAROT_OK ? "each is proved" : "not all of them are proved",
                  worst);
    else
        tell_text(telling,
                  "Stopped early (%s): %lld of %lld masses were solved, each on its own "
                  "(excess at most %.2g).",
                  parot_status_name(costs->status), (long long)solved, (long long)costs->count,
                  worst);
}

static void answer(struct telling *telling, const parot_summary *summary)
{
    const parot_summary_curve *of = &summary->of.curve;
    const parot_curve *curve = of->curve;
    if (of->costs) {
        tell_costs(telling, of);
        return;
    }
    if (of->at_count > 0) {
        tell_points(telling, of, of->at, of->at_count);
        return;
    }
    tell_sizes(telling, summary, of->problem->cost.rows, of->problem->cost.cols, of->metric);
    if (curve->count > 1) {
        tell_course(telling, summary);
        if (!telling->page)
            tell_lines(telling, "\n");
    }
    if (curve->status == PAROT_UNPROVED)
        tell_text(telling, "Not proved: the totals of both sides differ by rounding, and making "
                           "them equal costs more than 1e-9 of the whole.");
    else if (curve->status != PAROT_OK)
        tell_text(telling,
                  "Stopped early (%s): the curve is exact as far as it goes, up to mass %.6g.\n"
                  "What more mass costs, and whether there is an elbow, is not known.",
                  parot_status_name(curve->status), last_mass(summary));
    else if (curve->count > 1)
        tell_elbow(telling, summary);
}

static parot_status panels(const parot_summary *summary, parot_panels *drawn, parot_error *err)
{
    const parot_summary_curve *of = &summary->of.curve;
    parot_panel panel = {.kind = PAROT_PANEL_KIND_CURVE};
    (void)err;
    if (of->costs)
        return PAROT_OK; /* some masses are not a curve */
    panel.of.curve = (parot_plot_curve){of->curve, of->at_count == 1 ? of->at[0] : NAN};
    drawn->panel[drawn->count++] = panel;
    return PAROT_OK;
}

static void pictures(struct telling *telling, const parot_summary *summary,
                     const parot_panels *drawn)
{
    if (!summary->of.curve.costs)
        tell_panel(telling, drawn->panel, drawn->count, 0, "What every mass costs to move.");
}

const struct summary_kind summary_curve = {
    .check = check, .head = head, .answer = answer, .panels = panels, .pictures = pictures};
