/* drift_html.c - today's rows among those of the reference, the scores of all rows, and a table
 * that begins with the row to label first.
 */
#include "say/drift_html.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "input/scaled_tables.h"
#include "say/figure.h"

void drift_page_free(struct drift_page *content)
{
    parot_pu_scaled_free(&content->scaled);
}

enum outcome drift_page_scale(struct drift_page *content, const struct args *args)
{
    parot_pu_options options;
    const parot_pu_data data = {parot_table_matrix(&content->today->table),
                                parot_table_matrix(&content->reference->table), 0.5};
    parot_pu_options_init(&options);
    options.scale = (int32_t)content->result->scale;
    options.metric = (int32_t)content->result->metric;
    return scaled_tables(&data, &options, args, &content->scaled, &content->is_scaled);
}

/* ---- Pictures ----------------------------------------------------------- */

static parot_panel clouds(const struct drift_page *content)
{
    parot_panel panel = figure_clouds(content->today, content->reference, NULL);
    parot_plot_clouds *plot = &panel.of.clouds;
    int64_t cols = content->scaled.cols;
    panel.title = "Today's rows and the reference";
    plot->label = content->result->is_new;
    plot->positive_name = "new";
    plot->negative_name = "not new";
    plot->source_name = "today";
    plot->target_name = "reference";
    if (content->is_scaled) {
        plot->source = (parot_matrix){content->scaled.unlabeled, plot->source.rows, cols, cols};
        plot->target = (parot_matrix){content->scaled.positive, plot->target.rows, cols, cols};
        plot->columns = NULL;
    }
    return panel;
}

static parot_panel scores(const struct drift_page *content)
{
    parot_panel panel = {.kind = PAROT_PANEL_KIND_SCORES,
                         .title = "Fraction of reference rows with a lower price"};
    panel.of.scores = (parot_plot_scores){.score = content->result->score,
                                          .count = content->result->count,
                                          .border = 1 - content->level,
                                          .label = content->result->is_new,
                                          .negative_name = "not new",
                                          .positive_name = "new"};
    return panel;
}

enum outcome drift_page_draw(const char *path, const struct drift_page *content,
                             const struct args *args)
{
    const parot_panel panels[2] = {clouds(content), scores(content)};
    return figure_write(path, panels, 2, args);
}

/* ---- The page ----------------------------------------------------------- */

static void put_pictures(struct page *page, const struct drift_page *content)
{
    const parot_panel panels[2] = {clouds(content), scores(content)};
    page_section(page, "Pictures");
    page_sheet(page, &panels[0], 1,
               content->is_scaled
                   ? "Rows of both tables, with columns scaled as they were compared."
                   : "Rows of both tables.");
    page_sheet(page, &panels[1], 1,
               "How many of today's rows have each score. Without drift all bars have about the "
               "same height, and rows to the right of the border are false alarms.");
}

enum column { ID, IS_NEW, SCORE, PRICE, MATCH, MATCH_COST, ORDER, COLUMNS };

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

static void fill_row(const struct drift_page *content, int64_t i, int64_t at, double *values)
{
    const parot_drift_result *result = content->result;
    int64_t n = result->count;
    values[ID * n + at] = (double)content->today->row[i];
    values[IS_NEW * n + at] = result->is_new[i];
    values[SCORE * n + at] = result->score[i];
    values[PRICE * n + at] = result->price[i];
    values[MATCH * n + at] = (double)content->reference->row[result->match[i]];
    values[MATCH_COST * n + at] = result->match_cost[i];
    values[ORDER * n + at] = result->order[i] ? result->order[i] : NAN;
}

/* Works. */
static void fill_table(struct page *page, const struct drift_page *content, double *values,
                       const char **names, int64_t *order)
{
    int64_t n = content->result->count;
    const parot_features *today = content->today;
    parot_report_column columns[COLUMNS] = {
        {.name = "id", .help = "of the row in the file of today", .digits = 15},
        {.name = "is_new", .help = "1: its price exceeds the threshold"},
        {.name = "score", .help = "fraction of reference rows with a lower price", .digits = 4},
        {.name = "price", .help = "of placing one more unit when this row enters", .digits = 5},
        {.name = "match", .help = "the nearest row of the reference, from 0", .digits = 15},
        {.name = "match_cost", .help = "its distance", .digits = 5},
        {.name = "order", .help = "1: the new row to label first", .digits = 15}};
    for (int64_t i = 0; i < n; i++)
        order[i] = i;
    parot_drift_result result = *content->result;
    qsort_r(order, (size_t)n, sizeof *order, compare_rows, &result);
    for (int64_t at = 0; at < n; at++) {
        fill_row(content, order[at], at, values);
        names[at] = today->id ? today->id[today->row[order[at]]] : NULL;
    }
    for (int k = 0; k < COLUMNS; k++)
        columns[k].number = values + k * n;
    if (today->id) {
        columns[ID].number = NULL;
        columns[ID].text = names;
    }
    page_table(page, &(parot_report_rows){.rows = n, .cols = COLUMNS, .columns = columns});
}

static void put_rows(struct page *page, const struct drift_page *content)
{
    int64_t n = content->result->count;
    double *values = malloc((size_t)n * COLUMNS * sizeof *values);
    const char **names = malloc((size_t)n * sizeof *names);
    int64_t *order = malloc((size_t)n * sizeof *order);
    page_section(page, "Rows");
    if (values && names && order)
        fill_table(page, content, values, names, order);
    else
        page_fail(page);
    free(values);
    free(names);
    free(order);
}

enum outcome drift_page_write(const char *path, const struct drift_page *content,
                              const struct args *args)
{
    struct page page;
    const parot_drift_result *result = content->result;
    char title[512], summary[512];
    const char *files[3] = {content->reference->path, content->today->path, NULL};
    if (!path)
        return SOLVED;
    snprintf(title, sizeof title, "What is new in %s", path_label(content->today->path));
    snprintf(summary, sizeof summary,
             "%lld of %lld rows are flagged as new; %.4g would be expected by chance. %s",
             (long long)result->alarms, (long long)result->count, result->expected,
             result->is_drift ? "This is drift." : "No drift was found.");
    page_open(&page, title, summary);
    page_section(&page, "The answer");
    if (content->words)
        page_code(&page, content->words);
    else
        page_fail(&page);
    put_pictures(&page, content);
    put_rows(&page, content);
    page_again(&page, args, files);
    enum outcome outcome = page_write(&page, path, args->force);
    page_close(&page);
    return outcome;
}
