/* summary_drift.c - what is new in a table, in words: today's rows among those of the reference,
 * the scores of all rows, and a table that begins with the row to label first. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/options.h"
#include "report/summary.h"

static parot_status check(const parot_summary *summary, parot_error *err)
{
    const parot_summary_drift *drift = &summary->of.drift;
    TRY(summary_need("summary.of.drift.options", drift->options, err));
    TRY(summary_need("summary.of.drift.result", drift->result, err));
    TRY(CHECK_RESERVED(drift, err));
    for (int64_t i = 0; summary->target.points.data && i < drift->result->count; i++)
        if (drift->result->match[i] < 0 || drift->result->match[i] >= summary->target.points.rows)
            return fail_argument(err, PAROT_EINVAL, "target", "has %lld rows, row %lld matches %d",
                                 (long long)summary->target.points.rows, (long long)i,
                                 (int)drift->result->match[i]);
    return summary_check_side("source", &summary->source, drift->result->count, err);
}

static void head(const parot_summary *summary, char title[TITLE], char sentence[TITLE])
{
    const parot_drift_result *result = summary->of.drift.result;
    snprintf(title, TITLE, "What is new in %s",
             summary->source.name ? summary->source.name : "the table");
    snprintf(sentence, TITLE,
             "%lld of %lld row%s %s flagged as new; %.4g would be expected by chance. %s",
             (long long)result->alarms, (long long)result->count, plural(result->count),
             result->alarms == 1 ? "is" : "are", result->expected,
             result->is_drift ? "This is drift." : "No drift was found.");
}

int64_t parot_drift_row(const parot_drift_result *result, int64_t place)
{
    for (int64_t i = 0; place > 0 && i < result->count; i++)
        if (result->order[i] == place)
            return i;
    return -1;
}

/* ---- The answer --------------------------------------------------------- */

static const char *rows_cost(int64_t count)
{
    return count == 1 ? "row costs" : "rows cost";
}

static void tell_first(struct telling *telling, const parot_summary *summary)
{
    enum { LISTED = 5 };
    const parot_drift_result *result = summary->of.drift.result;
    char text[LISTED * 48 + 8];
    int size = 0;
    for (int32_t k = 1; k <= result->alarms && k <= LISTED; k++) {
        int64_t i = parot_drift_row(result, k);
        if (i < 0) /* it was stopped before all had a place */
            break;
        const char *id = side_id(&summary->source, i), *comma = k == 1 ? "" : ", ";
        size += id ? snprintf(text + size, sizeof text - (size_t)size, "%s%.40s", comma, id)
                   : snprintf(text + size, sizeof text - (size_t)size, "%s%.0f", comma,
                              side_row(&summary->source, i));
    }
    if (result->alarms > 0)
        tell_fact(telling, "label first", "%s%s", text, result->alarms > LISTED ? ", ..." : "");
}

static void answer(struct telling *telling, const parot_summary *summary)
{
    const parot_drift_options *options = summary->of.drift.options;
    const parot_drift_result *result = summary->of.drift.result;
    int64_t features = summary->source.points.cols - result->dropped;
    char dropped[48] = "";
    if (result->dropped)
        snprintf(dropped, sizeof dropped, " (%lld constant one%s left out)",
                 (long long)result->dropped, plural(result->dropped));
    tell_text(telling, "%lld reference row%s, %lld row%s of today, %lld feature%s%s%s",
              (long long)summary->target.points.rows, plural(summary->target.points.rows),
              (long long)result->count, plural(result->count), (long long)features,
              plural(features), dropped, telling->page ? "" : "\n");
    tell_fact(telling, "settings", "scale %s, metric %s, room %.4g, %lld split%s",
              parot_scale_name(result->scale), parot_metric_name(result->metric), options->room,
              (long long)result->splits, plural(result->splits));
    tell_fact(telling, "new",
              "%lld %s more than %.6g; %.4g would be expected by chance (level %.4g)",
              (long long)result->alarms, rows_cost(result->alarms), result->threshold,
              result->expected, options->level);
    tell_fact(telling, "beyond", "%lld %s more than any reference row (chance %.2g)",
              (long long)result->beyond, rows_cost(result->beyond), result->beyond_chance);
    tell_first(telling, summary);
    if (!telling->page)
        tell_lines(telling, "\n");
    if (result->status != PAROT_OK)
        tell_text(telling,
                  "Stopped early (%s): %lld of %lld splits show which prices are usual, and the "
                  "order of the new rows may differ.",
                  parot_status_name(result->status), (long long)result->splits,
                  (long long)options->splits);
    if (!result->is_drift)
        tell_text(telling, "No drift was found: chance alone explains as many rows of high price.");
    else
        tell_text(telling, "Drift: about %.3g %% of today's rows are new (%.3g to %.3g %%).",
                  100 * result->share, 100 * result->low, 100 * result->high);
}

/* ---- Pictures ----------------------------------------------------------- */

static parot_panel scores(const parot_summary_drift *drift)
{
    parot_panel panel = {.kind = PAROT_PANEL_KIND_SCORES,
                         .title = "Fraction of reference rows with a lower price"};
    panel.of.scores = (parot_plot_scores){.score = drift->result->score,
                                          .count = drift->result->count,
                                          .border = 1 - drift->options->level,
                                          .label = drift->result->is_new,
                                          .negative_name = "not new",
                                          .positive_name = "new"};
    return panel;
}

static parot_status panels(const parot_summary *summary, parot_panels *drawn, parot_error *err)
{
    const parot_summary_drift *drift = &summary->of.drift;
    parot_pu_options options;
    parot_panel clouds = summary_clouds(summary, NULL);
    clouds.title = "Today's rows and the reference";
    clouds.of.clouds.label = drift->result->is_new;
    clouds.of.clouds.positive_name = "new";
    clouds.of.clouds.negative_name = "not new";
    clouds.of.clouds.source_name = "today";
    clouds.of.clouds.target_name = "reference";
    parot_pu_options_init(&options);
    options.scale = (int32_t)drift->result->scale;
    options.metric = (int32_t)drift->result->metric;
    if (summary->source.points.data) {
        TRY(summary_scale_clouds(summary, &options, drawn, &clouds, err));
        drawn->panel[drawn->count++] = clouds;
    }
    drawn->panel[drawn->count++] = scores(drift);
    return PAROT_OK;
}

static void pictures(struct telling *telling, const parot_summary *summary,
                     const parot_panels *drawn)
{
    (void)summary;
    if (drawn->count > 1)
        tell_panel(telling, drawn->panel, drawn->count, 0,
                   drawn->scale ? "Rows of both tables, with columns scaled as they were compared."
                                : "Rows of both tables.");
    tell_panel(telling, drawn->panel, drawn->count, drawn->count - 1,
               "How many of today's rows have each score. Without drift all bars have about the "
               "same height, and rows to the right of the border are false alarms.");
}

/* ---- Rows --------------------------------------------------------------- */

enum drift_column { ID, IS_NEW, SCORE, PRICE, MATCH, MATCH_COST, ORDER, COLUMNS };

/* New rows first, in the order in which to label them, then the others by price. */
static int compare_rows(const void *a, const void *b, void *user)
{
    const parot_drift_result *result = user;
    int64_t i = *(const int64_t *)a, j = *(const int64_t *)b;
    int32_t first = result->order[i], second = result->order[j];
    if (first != second && (first == 0 || second == 0))
        return first == 0 ? 1 : -1;
    if (first != second)
        return first < second ? -1 : 1;
    if (result->price[i] != result->price[j])
        return result->price[i] > result->price[j] ? -1 : 1;
    return i < j ? -1 : 1;
}

static void fill_rows(const parot_summary *summary, int64_t *order, double *values)
{
    parot_drift_result result = *summary->of.drift.result;
    int64_t n = result.count;
    for (int64_t i = 0; i < n; i++)
        order[i] = i;
    qsort_r(order, (size_t)n, sizeof *order, compare_rows, &result);
    for (int64_t at = 0; at < n; at++) {
        int64_t i = order[at];
        values[ID * n + at] = side_row(&summary->source, i);
        values[IS_NEW * n + at] = result.is_new[i];
        values[SCORE * n + at] = result.score[i];
        values[PRICE * n + at] = result.price[i];
        values[MATCH * n + at] = side_row(&summary->target, result.match[i]);
        values[MATCH_COST * n + at] = result.match_cost[i];
        values[ORDER * n + at] = result.order[i] ? result.order[i] : NAN;
    }
}

static void rows(struct telling *telling, const parot_summary *summary)
{
    int64_t n = summary->of.drift.result->count;
    double *values = malloc((size_t)n * COLUMNS * sizeof *values);
    int64_t *order = malloc((size_t)n * sizeof *order);
    parot_report_column columns[COLUMNS] = {
        {.name = "id", .help = "of the row of today", .digits = 15},
        {.name = "is_new", .help = "1: its price exceeds the threshold"},
        {.name = "score", .help = "fraction of reference rows with a lower price", .digits = 4},
        {.name = "price", .help = "of placing one more unit when this row enters", .digits = 5},
        {.name = "match", .help = "the nearest row of the reference, from 0", .digits = 15},
        {.name = "match_cost", .help = "its distance", .digits = 5},
        {.name = "order", .help = "1: the new row to label first", .digits = 15}};
    for (int k = 0; k < COLUMNS; k++)
        columns[k].number = values + k * n;
    if (values && order) {
        fill_rows(summary, order, values);
        tell_rows(telling, &summary->source, n, order, columns, COLUMNS);
    } else {
        tell_failure(telling, PAROT_ENOMEM, "report: out of memory");
    }
    free(values);
    free(order);
}

const struct summary_kind summary_drift = {.check = check,
                                           .head = head,
                                           .answer = answer,
                                           .panels = panels,
                                           .pictures = pictures,
                                           .rows = rows};
