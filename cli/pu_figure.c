/* pu_figure.c - see pu_figure.h. */
#include "pu_figure.h"

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
    parot_panel panel = {.kind = PAROT_PANEL_SCORES, .title = "Scores"};
    panel.of.scores = (parot_plot_scores){figure->score, figure->count, figure->truth, 0.5};
    return panel;
}

parot_panel pu_figure_confusion(const struct pu_figure *figure)
{
    parot_panel panel = {.kind = PAROT_PANEL_CONFUSION, .title = "Labels against the truth"};
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
