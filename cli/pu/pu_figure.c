/* pu_figure.c - labels become panels of parot/plot.h; the caption says how rows were projected. */
#include "pu/pu_figure.h"

#include <stdio.h>

#include "input/scaled_tables.h"

enum outcome pu_figure_scale(struct pu_figure *figure, const parot_pu_options *options,
                             const struct args *args, parot_pu_scaled *scaled)
{
    int is_scaled = 0;
    const struct pu_tables *tables = figure->tables;
    const parot_pu_data data = {parot_table_matrix(&tables->unlabeled.table),
                                parot_table_matrix(&tables->positive.table), 0.5};
    figure->scaled = NULL;
    if (tables->is_apart)
        return SOLVED;
    TRY(scaled_tables(&data, options, args, scaled, &is_scaled));
    figure->scaled = is_scaled ? scaled : NULL;
    return SOLVED;
}

const char *pu_figure_caption(const struct pu_figure *figure, char text[PU_CAPTION])
{
    int64_t cols = figure->scaled ? figure->scaled->cols : figure->tables->unlabeled.table.cols;
    char view[128] = "by their two columns";
    if (figure->tables->is_apart)
        snprintf(view, sizeof view, "side by side, since their columns have nothing in common");
    else if (cols == 1)
        snprintf(view, sizeof view, "along their only column");
    else if (cols == 3)
        snprintf(view, sizeof view, "in the space of their three columns");
    else if (cols > 3)
        snprintf(view, sizeof view, "along the two principal axes of their %lld columns",
                 (long long)cols);
    snprintf(
        text, PU_CAPTION, "Rows and positives %s%s%s%s.%s", view,
        figure->scaled ? ", which are scaled as the method saw them (" : "",
        figure->scaled ? parot_scale_name(figure->scaled->scale) : "", figure->scaled ? ")" : "",
        figure->plan ? " A line leads to the positive that a row was moved to: point at one to "
                       "see the pair."
                     : "");
    return text;
}

parot_panel pu_figure_clouds(const struct pu_figure *figure)
{
    const struct pu_tables *tables = figure->tables;
    parot_panel panel = figure_clouds(&tables->unlabeled, &tables->positive, figure->plan);
    panel.title = "Labels";
    panel.of.clouds.is_apart = tables->is_apart;
    if (figure->scaled) {
        int64_t cols = figure->scaled->cols;
        panel.of.clouds.source =
            (parot_matrix){figure->scaled->unlabeled, tables->unlabeled.table.rows, cols, cols};
        panel.of.clouds.target =
            (parot_matrix){figure->scaled->positive, tables->positive.table.rows, cols, cols};
        panel.of.clouds.columns = NULL;
    }
    panel.of.clouds.label = figure->label;
    panel.of.clouds.truth = figure->truth;
    panel.of.clouds.source_name = "unlabeled";
    panel.of.clouds.target_name = "known positives";
    return panel;
}

parot_panel pu_figure_truth(const struct pu_figure *figure)
{
    parot_panel panel = pu_figure_clouds(figure);
    panel.title = "The truth";
    panel.of.clouds.label = NULL;
    panel.of.clouds.plan = NULL;
    return panel;
}

parot_panel pu_figure_scores(const struct pu_figure *figure)
{
    parot_panel panel = {.kind = PAROT_PANEL_KIND_SCORES, .title = "Scores"};
    panel.of.scores = (parot_plot_scores){.score = figure->score,
                                          .count = figure->count,
                                          .truth = figure->truth,
                                          .border = 0.5,
                                          .label = figure->label};
    return panel;
}

parot_panel pu_figure_confusion(const struct pu_figure *figure)
{
    parot_panel panel = {.kind = PAROT_PANEL_KIND_CONFUSION, .title = "Labels against the truth"};
    for (int64_t i = 0; i < figure->count; i++)
        panel.of.confusion.counts[figure->truth[i] > 0][figure->label[i] > 0]++;
    return panel;
}

enum outcome pu_figure_write(const char *path, const struct pu_figure *figure,
                             const struct args *args)
{
    parot_panel panels[3];
    int count = 0;
    if (!path)
        return SOLVED;
    panels[count++] = pu_figure_clouds(figure);
    panels[count++] = pu_figure_scores(figure);
    if (figure->truth)
        panels[count++] = pu_figure_confusion(figure);
    return figure_write(path, panels, count, args);
}
