/* summary_parts.c - what summaries of plans and of labelled rows share: clouds, sums over a plan,
 * pairs with the heaviest first, rows with their ids. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "report/summary.h"

/* ---- Rows of a side ----------------------------------------------------- */

double side_row(const parot_summary_side *side, int64_t i)
{
    return side->row ? (double)side->row[i] : (double)i;
}

const char *side_id(const parot_summary_side *side, int64_t i)
{
    return side->id ? side->id[side->row ? side->row[i] : i] : NULL;
}

const char *side_name(const parot_summary_side *side, int64_t i, char text[32])
{
    snprintf(text, 32, "%.0f", side_row(side, i));
    return side->id ? side_id(side, i) : text;
}

void tell_rows(struct telling *telling, const parot_summary_side *side, int64_t count,
               const int64_t *order, parot_report_column *columns, int cols)
{
    const char **ids = malloc((size_t)(count > 0 ? count : 1) * sizeof *ids);
    if (!ids) {
        tell_failure(telling, PAROT_ENOMEM, "report: out of memory");
        return;
    }
    for (int64_t at = 0; at < count; at++)
        ids[at] = side_id(side, order[at]);
    if (side->id) {
        columns[0].number = NULL;
        columns[0].text = ids;
    }
    tell_section(telling, "Rows");
    tell_table(telling, &(parot_report_rows){.rows = count, .cols = cols, .columns = columns});
    free(ids);
}

/* ---- Columns ------------------------------------------------------------ */

const char *summary_column(const parot_summary_side *side, int64_t column, char text[32])
{
    snprintf(text, 32, "column %lld", (long long)column + 1);
    return side->columns && side->columns[column] && *side->columns[column] ? side->columns[column]
                                                                            : text;
}

/* Below the importance of `last`, or equal and to the right of it. */
int64_t summary_next_important(const double *importance, int64_t count, int64_t last)
{
    int64_t best = -1;
    for (int64_t k = 0; k < count; k++) {
        int is_later = last < 0 || importance[k] < importance[last] ||
                       (!(importance[k] > importance[last]) && k > last);
        if (is_later && (best < 0 || importance[k] > importance[best]))
            best = k;
    }
    return best;
}

const char *summary_important(const parot_summary_side *side, const double *importance,
                              int64_t count, char text[IMPORTANT])
{
    enum { SHOWN = 5 };
    char name[32];
    size_t size = 0;
    int64_t column = -1;
    snprintf(text, IMPORTANT, "no column");
    for (int k = 0; k < SHOWN; k++) {
        column = summary_next_important(importance, count, column);
        if (column < 0 || !(importance[column] >= 0.01))
            break;
        size += (size_t)snprintf(text + size, IMPORTANT - size, "%s%.40s %.0f %%", k ? ", " : "",
                                 summary_column(side, column, name), 100 * importance[column]);
    }
    return text;
}

/* ---- Clouds ------------------------------------------------------------- */

parot_panel summary_clouds(const parot_summary *summary, const parot_plan *plan)
{
    parot_panel panel = {.kind = PAROT_PANEL_KIND_CLOUDS};
    panel.of.clouds =
        (parot_plot_clouds){.source = summary->source.points,
                            .target = summary->target.points,
                            .plan = plan,
                            .columns = summary->source.columns,
                            .is_apart = summary->source.points.cols != summary->target.points.cols};
    return panel;
}

parot_status summary_scale_clouds(const parot_summary *summary, const parot_pu_options *options,
                                  parot_panels *drawn, parot_panel *clouds, parot_error *err)
{
    const parot_pu_data data = {summary->source.points, summary->target.points, 0.5};
    const parot_run run = summary_run(summary);
    parot_pu_scaled *scaled = &((struct panels_room *)drawn->owner)->scaled;
    if (clouds->of.clouds.is_apart || data.unlabeled.cols <= 2)
        return PAROT_OK;
    TRY(parot_pu_scale(&data, options, &run, scaled, err));
    int64_t cols = scaled->cols;
    clouds->of.clouds.source = (parot_matrix){scaled->unlabeled, data.unlabeled.rows, cols, cols};
    clouds->of.clouds.target = (parot_matrix){scaled->positive, data.positive.rows, cols, cols};
    clouds->of.clouds.columns = NULL;
    drawn->scale = parot_scale_name(scaled->scale);
    return PAROT_OK;
}

/* ---- The problem -------------------------------------------------------- */

void tell_sizes(struct telling *telling, const parot_summary *summary, int64_t rows, int64_t cols,
                const char *metric)
{
    int64_t d = summary->source.points.cols;
    const char *gap = telling->page ? "" : "\n"; /* a line between this and the facts */
    if (summary->source.points.data)
        tell_text(telling, "%lld source and %lld target points, %lld coordinate%s%s%s%s",
                  (long long)rows, (long long)cols, (long long)d, plural(d),
                  metric ? ", metric " : "", metric ? metric : "", gap);
    else
        tell_text(telling, "Costs of %lld row%s and %lld column%s%s", (long long)rows, plural(rows),
                  (long long)cols, plural(cols), gap);
}

/* ---- Sums over a plan --------------------------------------------------- */

static double weight_at(const double *weights, int64_t count, int64_t i)
{
    return weights ? weights[i] : 1.0 / (double)count;
}

double summary_total(const double *weights, int64_t count)
{
    double sum = 0;
    for (int64_t i = 0; weights && i < count; i++)
        sum += weights[i];
    return weights ? sum : 1;
}

double summary_most_mass(const parot_plan *plan, struct weights_pair weights)
{
    return fmin(summary_total(weights.p, plan->rows), summary_total(weights.q, plan->cols));
}

void tell_mass(struct telling *telling, const parot_result *result, struct weights_pair weights)
{
    const parot_plan *plan = &result->plan;
    tell_fact(telling, "mass moved", "%.6g (%.4g %% of the source, %.4g %% of the target)",
              result->mass, 100 * result->mass / summary_total(weights.p, plan->rows),
              100 * result->mass / summary_total(weights.q, plan->cols));
}

static void tell_tally(struct telling *telling, const char *name, const double *weights,
                       const double *moved, int64_t count)
{
    int64_t fully = 0, partly = 0, not_at_all = 0, weightless = 0;
    char more[64] = "";
    for (int64_t i = 0; i < count; i++) {
        double weight = weight_at(weights, count, i);
        if (weight == 0)
            weightless++;
        else if (parot_is_all(moved[i], weight))
            fully++;
        else if (moved[i] > 0)
            partly++;
        else
            not_at_all++;
    }
    if (weightless)
        snprintf(more, sizeof more, ", %lld have no weight", (long long)weightless);
    tell_fact(telling, name, "%lld moved fully, %lld partly, %lld not at all%s", (long long)fully,
              (long long)partly, (long long)not_at_all, more);
}

void tell_tallies(struct telling *telling, const parot_summary *summary, const parot_plan *plan,
                  struct weights_pair weights)
{
    int has_points = summary->source.points.data != NULL;
    int has_nodes = !has_points && summary->source.id; /* matrices have numbers alone */
    double *moved = calloc((size_t)(plan->rows + plan->cols) + 1, sizeof *moved);
    if (!moved) {
        tell_failure(telling, PAROT_ENOMEM, "summary: out of memory");
        return;
    }
    for (int64_t k = 0; k < plan->count; k++) {
        moved[plan->row[k]] += plan->mass[k];
        moved[plan->rows + plan->col[k]] += plan->mass[k];
    }
    tell_tally(telling,
               has_points  ? "source points"
               : has_nodes ? "source nodes"
                           : "rows",
               weights.p, moved, plan->rows);
    tell_tally(telling,
               has_points  ? "target points"
               : has_nodes ? "target nodes"
                           : "columns",
               weights.q, moved + plan->rows, plan->cols);
    free(moved);
}

/* ---- Pages of plans ----------------------------------------------------- */

void plan_title(const parot_summary *summary, char title[TITLE])
{
    const char *source = summary->source.name, *target = summary->target.name;
    snprintf(title, TITLE, "From %s to %s", source ? source : "the source",
             target ? target : "the target");
}

parot_panel plan_matrix(const parot_plan *plan, struct weights_pair weights)
{
    parot_panel panel = {.kind = PAROT_PANEL_KIND_PLAN};
    panel.of.plan = (parot_plot_plan){plan, weights.p, weights.q};
    return panel;
}

const char *plan_caption(const parot_panel *panel)
{
    if (panel->kind == PAROT_PANEL_KIND_PLAN)
        return "The plan as a matrix; beside it the mass that rows keep, above it what columns "
               "lack.";
    if (panel->kind == PAROT_PANEL_KIND_HISTORY)
        return "Objective and stationarity of each iteration, for every start of which they are "
               "known.";
    if (!panel->of.clouds.plan)
        return "The points of both clouds, as they were read.";
    return panel->of.clouds.is_apart
               ? "The points of each cloud by themselves, side by side, and a line for each pair: "
                 "point at one to see it."
               : "The points, and a line for each pair: point at one to see it.";
}

void tell_plan_pictures(struct telling *telling, const parot_panels *panels)
{
    for (int64_t k = 0; k < panels->count; k++)
        tell_panel(telling, panels->panel, panels->count, k, plan_caption(&panels->panel[k]));
}

static int compare_pairs(const void *a, const void *b, void *user)
{
    const parot_plan *plan = user;
    int64_t i = *(const int64_t *)a, j = *(const int64_t *)b;
    if (plan->mass[i] != plan->mass[j])
        return plan->mass[i] > plan->mass[j] ? -1 : 1;
    return i < j ? -1 : 1;
}

enum pair_column { ROW, COL, MASS, COST, COLUMNS };

/* Columns of COLUMNS x count numbers, and of 2 x count ids. */
struct pair_table {
    int64_t count;
    int64_t *order; /* of the plan's entries: the heaviest first */
    double *values;
    const char **ids;
};

static void fill_pairs(const struct pair_table *table, const parot_summary *summary,
                       const parot_plan *plan, struct pair_costs costs)
{
    int64_t count = table->count;
    parot_plan sorted = *plan;
    for (int64_t k = 0; k < count; k++)
        table->order[k] = k;
    qsort_r(table->order, (size_t)count, sizeof *table->order, compare_pairs, &sorted);
    for (int64_t at = 0; at < count; at++) {
        int64_t k = table->order[at], i = plan->row[k], j = plan->col[k];
        table->ids[ROW * count + at] = side_id(&summary->source, i);
        table->ids[COL * count + at] = side_id(&summary->target, j);
        table->values[ROW * count + at] = side_row(&summary->source, i);
        table->values[COL * count + at] = side_row(&summary->target, j);
        table->values[MASS * count + at] = plan->mass[k];
        table->values[COST * count + at] = costs.of_pair.data
                                               ? costs.of_pair.data[i * costs.of_pair.stride + j]
                                           : costs.distance ? costs.distance[i]
                                                            : 0;
    }
}

static void show_pairs(struct telling *telling, const parot_summary *summary,
                       const struct pair_table *table, struct pair_costs costs)
{
    const parot_summary_side *const sides[] = {[ROW] = &summary->source, [COL] = &summary->target};
    int has_cost = costs.of_pair.data || costs.distance;
    parot_report_column columns[COLUMNS] = {
        {.name = "row", .help = "of the source, from 0", .digits = 15},
        {.name = "col", .help = "row of the target, from 0", .digits = 15},
        {.name = "mass", .help = "moved from the one to the other", .digits = 9},
        {.name = "cost", .help = "of a unit of mass", .digits = 6}};
    if (costs.distance)
        columns[COST] = (parot_report_column){.name = "distance", .help = "of the two"};
    for (int k = 0; k < COLUMNS; k++)
        columns[k].number = table->values + k * table->count;
    for (int k = ROW; k <= COL; k++)
        if (sides[k]->id) {
            columns[k].help = k == ROW ? "id of the source row" : "id of the target row";
            columns[k].number = NULL;
            columns[k].text = table->ids + k * table->count;
        }
    tell_section(telling, "Pairs");
    tell_table(telling, &(parot_report_rows){.rows = table->count,
                                             .cols = has_cost ? COLUMNS : COST,
                                             .columns = columns});
}

void tell_pairs(struct telling *telling, const parot_summary *summary, const parot_plan *plan,
                struct pair_costs costs)
{
    size_t room = (size_t)(plan->count > 0 ? plan->count : 1);
    struct pair_table table = {.count = plan->count};
    table.order = malloc(room * sizeof *table.order);
    table.values = malloc(room * COLUMNS * sizeof *table.values);
    table.ids = malloc(room * 2 * sizeof *table.ids);
    if (table.order && table.values && table.ids) {
        fill_pairs(&table, summary, plan, costs);
        show_pairs(telling, summary, &table, costs);
    } else {
        tell_failure(telling, PAROT_ENOMEM, "report: out of memory");
    }
    free(table.order);
    free(table.values);
    free(table.ids);
}
