/* summary_prior.c - an estimated prior in words, in both of its meanings. Of the curve of costs
 * only the elbow is mentioned, which is not an estimate. */
#include <math.h>
#include <stdio.h>

#include "base/options.h"
#include "report/summary_pu.h"

static parot_status check(const parot_summary *summary, parot_error *err)
{
    const parot_summary_prior *of = &summary->of.prior;
    TRY(summary_need("summary.of.prior.estimate", of->estimate, err));
    return CHECK_RESERVED(of, err);
}

/* The fraction of all rows that is positive, if `prior` of the unlabeled ones are. */
static double share_of_all(const parot_summary *summary, double prior)
{
    return parot_pu_prior_to_all(prior, summary->source.points.rows, summary->target.points.rows);
}

/* In the meaning that was asked for. */
static double as_asked(const parot_summary *summary, double prior)
{
    return summary->of.prior.of_all ? share_of_all(summary, prior) : prior;
}

static void head(const parot_summary *summary, char title[TITLE], char sentence[TITLE])
{
    const parot_pu_prior_result *estimate = summary->of.prior.estimate;
    snprintf(title, TITLE, "How many rows of %s are positive",
             summary->source.name ? summary->source.name : "the table");
    snprintf(sentence, TITLE, "About %.3f of the unlabeled rows are positive (%.3f to %.3f).%s",
             estimate->prior, estimate->low, estimate->high,
             estimate->is_reliable ? "" : " This estimate is not reliable.");
}

static void answer(struct telling *telling, const parot_summary *summary)
{
    const parot_summary_prior *of = &summary->of.prior;
    const parot_pu_prior_result *estimate = of->estimate;
    const parot_curve *curve = of->curve;
    const char *meaning = of->of_all ? " of all rows" : "";
    tell_text(telling, "%lld unlabeled row%s, %lld positive%s%s",
              (long long)summary->source.points.rows, plural(summary->source.points.rows),
              (long long)summary->target.points.rows, plural(summary->target.points.rows),
              telling->page ? "" : "\n");
    tell_fact(telling, "prior", "%.3f of the unlabeled rows, %.3f of all rows", estimate->prior,
              share_of_all(summary, estimate->prior));
    tell_fact(telling, "range", "%.3f to %.3f%s", as_asked(summary, estimate->low),
              as_asked(summary, estimate->high), meaning);
    tell_fact(telling, "best bins",
              "lowest %.3f; linear %.3f, radial %.3f, forest %.3f, mean %.3f, nearest %.3f%s",
              as_asked(summary, estimate->upper), as_asked(summary, estimate->by_linear),
              as_asked(summary, estimate->by_rbf), as_asked(summary, estimate->by_forest),
              as_asked(summary, estimate->by_mean), as_asked(summary, estimate->by_nearest),
              meaning);
    tell_fact(
        telling, "densities", "plateaus %.3f (%.3f to %.3f), ratio %.3f (%.3f to %.3f)%s",
        as_asked(summary, estimate->by_plateau), as_asked(summary, estimate->plateau_range.low),
        as_asked(summary, estimate->plateau_range.high), as_asked(summary, estimate->by_density),
        as_asked(summary, estimate->density_range.low),
        as_asked(summary, estimate->density_range.high), meaning);
    if (!of->with_elbow || !curve)
        return;
    if (parot_curve_has_elbow(curve))
        tell_fact(telling, "elbow", "at %.3f of the unlabeled rows; it is not an estimate",
                  curve->mass[curve->elbow]);
    else
        tell_fact(telling, "elbow", "none: the curve of costs has no sharp bend");
}

static parot_status warnings(const parot_summary *summary, parot_notes *notes, parot_error *err)
{
    const parot_summary_prior *of = &summary->of.prior;
    char way_out[64], text[PAROT_NOTE_SIZE];
    (void)err;
    if (of->estimate->is_reliable)
        return PAROT_OK;
    snprintf(way_out, sizeof way_out, "if it is known, it can be given to pu (%sprior)",
             summary_prefix(summary));
    prior_doubt(of->estimate, of->curve, way_out, text);
    summary_warn(notes, "%s", text);
    return PAROT_OK;
}

static parot_status panels(const parot_summary *summary, parot_panels *drawn, parot_error *err)
{
    static const char *const NAMES[PRIORS] = {"plateaus",    "lowest bin", "density ratio",
                                              "linear bin",  "radial bin", "forest bin",
                                              "bin of mean", "nearest bin"};
    const parot_pu_prior_result *estimate = summary->of.prior.estimate;
    struct panels_room *room = drawn->owner;
    parot_panel panel = {.kind = PAROT_PANEL_KIND_PRIOR};
    (void)err;
    const double others[PRIORS] = {estimate->by_plateau, estimate->upper,     estimate->by_density,
                                   estimate->by_linear,  estimate->by_rbf,    estimate->by_forest,
                                   estimate->by_mean,    estimate->by_nearest};
    const parot_pu_range ranges[PRIORS] = {estimate->plateau_range, estimate->upper_range,
                                           estimate->density_range, estimate->linear_range,
                                           estimate->rbf_range,     estimate->forest_range,
                                           estimate->mean_range,    estimate->nearest_range};
    for (int k = 0; k < PRIORS; k++) {
        room->others[k] = as_asked(summary, others[k]);
        room->lows[k] = as_asked(summary, ranges[k].low);
        room->highs[k] = as_asked(summary, ranges[k].high);
    }
    panel.of.prior = (parot_plot_prior){as_asked(summary, estimate->prior),
                                        as_asked(summary, estimate->low),
                                        as_asked(summary, estimate->high),
                                        PRIORS,
                                        room->others,
                                        NAMES,
                                        room->lows,
                                        room->highs};
    drawn->panel[drawn->count++] = panel;
    return PAROT_OK;
}

static void pictures(struct telling *telling, const parot_summary *summary,
                     const parot_panels *drawn)
{
    (void)summary;
    tell_panel(
        telling, drawn->panel, drawn->count, 0,
        "The estimate, made of the first two below it, and other estimates, each with its range.");
}

const struct summary_kind summary_prior = {.check = check,
                                           .head = head,
                                           .answer = answer,
                                           .warnings = warnings,
                                           .panels = panels,
                                           .pictures = pictures};
