/* summary_gromov.c - a match of two spaces in words: the objective is not convex, so that a
 * stationary plan is never called best, unless it meets a lower bound. */
#include <math.h>
#include <stdio.h>

#include "base/options.h"
#include "report/summary.h"

static parot_status check(const parot_summary *summary, parot_error *err)
{
    const parot_summary_gromov *gromov = &summary->of.gromov;
    TRY(summary_need("summary.of.gromov.problem", gromov->problem, err));
    TRY(summary_need("summary.of.gromov.result", gromov->result, err));
    TRY(CHECK_RESERVED(gromov, err));
    return summary_check_plan(summary, &gromov->result->transport.plan, err);
}

static struct weights_pair weights_of(const parot_summary_gromov *gromov)
{
    return (struct weights_pair){gromov->problem->p, gromov->problem->q};
}

/* ---- What is known of the plan ------------------------------------------ */

enum verdict { BEST, WHOLE_ROWS, STATIONARY, UNPROVED, STOPPED };

static enum verdict verdict_of(const parot_summary_gromov *gromov)
{
    const parot_result *transport = &gromov->result->transport;
    if (transport->status == PAROT_UNPROVED)
        return UNPROVED;
    if (transport->objective <= transport->bound)
        return BEST;
    if (transport->status != PAROT_OK)
        return STOPPED;
    return gromov->whole_rows ? WHOLE_ROWS : STATIONARY;
}

static void head(const parot_summary *summary, char title[TITLE], char sentence[TITLE])
{
    static const char *const VERDICTS[] = {
        [BEST] = "It equals its lower bound: no plan is lower.",
        [WHOLE_ROWS] = "No single step leads to a lower plan of whole rows; it is not proved best.",
        [STATIONARY] = "It is stationary, not proved best.",
        [UNPROVED] = "It is NOT proved to be stationary.",
        [STOPPED] = "The search was stopped early; a longer search may lower the objective."};
    const parot_result *transport = &summary->of.gromov.result->transport;
    plan_title(summary, title);
    snprintf(sentence, TITLE,
             "A match of two spaces by the distances within each: a mass of %.6g moves between "
             "%lld pair%s with the objective %.6g. %s",
             transport->mass, (long long)transport->plan.count, plural(transport->plan.count),
             transport->objective, VERDICTS[verdict_of(&summary->of.gromov)]);
}

/* ---- The answer --------------------------------------------------------- */

static void tell_problem(struct telling *telling, const parot_summary *summary)
{
    const parot_summary_gromov *gromov = &summary->of.gromov;
    const parot_plan *plan = &gromov->result->transport.plan;
    const char *loss = parot_loss_name(gromov->problem->loss);
    const char *metric = gromov->metric;
    const char *gap = telling->page ? "" : "\n";
    char share[48] = "";
    if (gromov->problem->alpha < 1)
        snprintf(share, sizeof share, ", %g of it distances", gromov->problem->alpha);
    if (!summary->source.points.data && metric)
        tell_text(telling, "Graphs of %lld source and %lld target nodes, %s distances, %s loss%s%s",
                  (long long)plan->rows, (long long)plan->cols, metric, loss, share, gap);
    else if (!summary->source.points.data)
        tell_text(telling, "Distances of %lld source and %lld target points, %s loss%s%s",
                  (long long)plan->rows, (long long)plan->cols, loss, share, gap);
    else
        tell_text(telling,
                  "%lld source points of %lld and %lld target points of %lld coordinates, "
                  "%s%s%s%s loss%s%s",
                  (long long)plan->rows, (long long)summary->source.points.cols,
                  (long long)plan->cols, (long long)summary->target.points.cols,
                  metric ? "metric " : "", metric ? metric : "", metric ? ", " : "", loss, share,
                  gap);
}

/* J = 1/2 sum (difference)^2 T T, over pairs of total weight mass^2. */
static void tell_objective(struct telling *telling, const parot_summary_gromov *gromov)
{
    const parot_result *transport = &gromov->result->transport;
    char each[96] = "";
    if (gromov->problem->alpha == 1 && gromov->problem->loss == PAROT_LOSS_SQUARE)
        snprintf(each, sizeof each, ", that is distances that differ by %.6g (root mean square)",
                 sqrt(2 * transport->objective) / transport->mass);
    tell_fact(telling, "objective", "%.6g%s", transport->objective, each);
}

static void name_trial(const parot_trial *trial, char *name, size_t size)
{
    if (trial->start == PAROT_START_RANDOM)
        snprintf(name, size, "random %d", (int)trial->number + 1);
    else
        snprintf(name, size, "%s", parot_start_name(trial->start));
}

static void append_trial(struct telling *telling, struct bytes *lines, const parot_trial *trial,
                         int is_best)
{
    char name[HISTORY_NAME], line[160];
    name_trial(trial, name, sizeof name);
    if (isnan(trial->objective))
        snprintf(line, sizeof line, "  %-18s not tried: %s\n", name,
                 trial->status == PAROT_OK ? "nothing can be lower"
                                           : parot_status_name(trial->status));
    else
        snprintf(line, sizeof line, "  %-18s %-12.6g %-12.2g %lld%s\n", name, trial->objective,
                 trial->stationarity, (long long)trial->iterations, is_best ? "  best" : "");
    if (telling->status == PAROT_OK)
        telling->status = bytes_append_text(lines, line, telling->err);
}

static void tell_trials(struct telling *telling, const parot_gromov_result *result)
{
    struct bytes lines = {0};
    char top[80];
    snprintf(top, sizeof top, "%s  %-18s %-12s %-12s %s\n", telling->page ? "" : "\n", "start",
             "objective", "stationarity", "iterations");
    telling->status = telling->status == PAROT_OK ? bytes_append_text(&lines, top, telling->err)
                                                  : telling->status;
    for (int64_t t = 0; t < result->trials; t++)
        append_trial(telling, &lines, &result->trial[t], t == result->best);
    if (telling->status == PAROT_OK)
        telling->status = bytes_append(&lines, "", 1, telling->err);
    if (telling->status == PAROT_OK)
        tell_lines(telling, lines.data);
    bytes_free(&lines);
}

/* Within which share of the objective a plan from points is stationary: their steps end there. */
static void tell_accuracy(struct telling *telling, const parot_gromov_result *result)
{
    const parot_result *transport = &result->transport;
    double share = transport->objective > 0 ? result->stationarity / transport->objective : 0;
    tell_text(telling,
              "%s: towards any other plan the objective falls at a rate of at most\n%.2g (the "
              "stationarity), %.2g of the objective. That is proved by the distances\nof all "
              "points.",
              transport->status == PAROT_UNPROVED ? "Not as stationary as asked" : "Stationary",
              result->stationarity, share);
}

static void tell_verdict(struct telling *telling, const parot_summary *summary)
{
    const parot_gromov_result *result = summary->of.gromov.result;
    const char *prefix = summary_prefix(summary);
    enum verdict verdict = verdict_of(&summary->of.gromov);
    if (summary->of.gromov.without_matrices && (verdict == STATIONARY || verdict == UNPROVED)) {
        tell_accuracy(telling, result);
        tell_text(telling,
                  "The objective is not convex, so another start may end lower; %srestarts\n"
                  "tries more.",
                  prefix);
        return;
    }
    switch (verdict) {
    case BEST:
        tell_text(telling, "The objective equals its lower bound: no plan is lower.");
        return;
    case WHOLE_ROWS:
        tell_text(telling,
                  "No single step leads to a lower plan of whole rows. Plans that split rows may "
                  "be\nlower (stationarity %.2g), and so may the end of another start; %srestarts\n"
                  "tries more.",
                  result->stationarity, prefix);
        return;
    case STATIONARY:
        tell_text(telling,
                  "Stationary: the objective does not fall towards any other plan (stationarity\n"
                  "%.2g). It is not convex, so another start may end lower; %srestarts tries more.",
                  result->stationarity, prefix);
        return;
    case UNPROVED:
        tell_text(telling,
                  "Not proved: weights or costs are too many orders of magnitude apart for a "
                  "proof\nin doubles. No plan is lower by more than %.6g (the stationarity).",
                  result->stationarity);
        return;
    case STOPPED:
        tell_text(telling,
                  "Stopped early (%s): the plan is valid; a longer search may lower the "
                  "objective.\nTowards any other plan it falls at first at a rate of at most "
                  "%.6g (the\nstationarity); since it is not convex, that does not bound how much "
                  "lower it can become.",
                  parot_status_name(result->transport.status), result->stationarity);
    }
}

static void answer(struct telling *telling, const parot_summary *summary)
{
    const parot_summary_gromov *gromov = &summary->of.gromov;
    const parot_result *transport = &gromov->result->transport;
    const struct weights_pair weights = weights_of(gromov);
    tell_problem(telling, summary);
    tell_mass(telling, transport, weights);
    tell_objective(telling, gromov);
    tell_fact(telling, "pairs", "%lld", (long long)transport->plan.count);
    tell_tallies(telling, summary, &transport->plan, weights);
    tell_trials(telling, gromov->result);
    tell_section(telling, "Can it be trusted?");
    if (!telling->page)
        tell_lines(telling, "\n");
    tell_verdict(telling, summary);
}

/* ---- Pictures and pairs ------------------------------------------------- */

/* How the starts went, as far as their iterations are known: those of the best always are. */
static parot_panel history(const parot_gromov_result *result, struct panels_room *room)
{
    parot_panel panel = {.kind = PAROT_PANEL_KIND_HISTORY};
    parot_plot_history *plot = &panel.of.history;
    plot->series = room->series;
    for (int64_t t = 0; t < result->trials; t++) {
        parot_trial trial = result->trial[t];
        int has_room = plot->count + (t == result->best ? 0 : 1) < HISTORIES;
        if (t == result->best) {
            trial.history = result->history;
            trial.objectives = result->objectives;
            trial.stationarities = result->stationarities;
            plot->best = plot->count;
        }
        if (trial.history == 0 || !has_room)
            continue;
        char *name = room->names[plot->count];
        name_trial(&trial, name, HISTORY_NAME);
        room->series[plot->count++] =
            (parot_plot_series){name, trial.history, trial.objectives, trial.stationarities};
    }
    return panel;
}

/* The clouds, or the plan when there are none; and how the starts went. */
static parot_status panels(const parot_summary *summary, parot_panels *drawn, parot_error *err)
{
    const parot_summary_gromov *gromov = &summary->of.gromov;
    const parot_plan *plan = &gromov->result->transport.plan;
    (void)err;
    drawn->panel[drawn->count++] = summary->source.points.data
                                       ? summary_clouds(summary, plan)
                                       : plan_matrix(plan, weights_of(gromov));
    parot_panel starts = history(gromov->result, drawn->owner);
    if (starts.of.history.count > 0)
        drawn->panel[drawn->count++] = starts;
    return PAROT_OK;
}

static void pictures(struct telling *telling, const parot_summary *summary,
                     const parot_panels *drawn)
{
    const parot_summary_gromov *gromov = &summary->of.gromov;
    tell_plan_pictures(telling, drawn);
    if (summary->source.points.data) { /* else it is among them */
        const parot_panel matrix = plan_matrix(&gromov->result->transport.plan, weights_of(gromov));
        tell_panel(telling, &matrix, 1, 0, plan_caption(&matrix));
    }
}

static void rows(struct telling *telling, const parot_summary *summary)
{
    tell_pairs(telling, summary, &summary->of.gromov.result->transport.plan,
               (struct pair_costs){0});
}

const struct summary_kind summary_gromov = {.check = check,
                                            .head = head,
                                            .answer = answer,
                                            .panels = panels,
                                            .pictures = pictures,
                                            .rows = rows};
