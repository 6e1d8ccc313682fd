/* figure.c - results are wrapped in panels, and the library draws the sheet. */
#include "say/figure.h"

#include <string.h>

#include "shell/output_check.h"

enum outcome figure_write(const char *path, const parot_panel *panels, int count,
                          const struct args *args)
{
    parot_error err = {0};
    const parot_sheet sheet = {.panels = panels, .count = count};
    if (path)
        output_begin(path);
    if (path && parot_sheet_write(path, &sheet, args->force, &err) != PAROT_OK)
        return refuse(FAILED, "--plot: %s", err.message);
    return SOLVED;
}

/* ---- Panels ------------------------------------------------------------- */

parot_panel figure_clouds(const parot_features *source, const parot_features *target,
                          const parot_plan *plan)
{
    parot_panel panel = {.kind = PAROT_PANEL_KIND_CLOUDS};
    panel.of.clouds = (parot_plot_clouds){.source = parot_table_matrix(&source->table),
                                          .target = parot_table_matrix(&target->table),
                                          .plan = plan,
                                          .columns = (const char *const *)source->table.names,
                                          .is_apart = source->table.cols != target->table.cols};
    return panel;
}

parot_panel figure_plan(const parot_plan *plan, const double *p, const double *q)
{
    parot_panel panel = {.kind = PAROT_PANEL_KIND_PLAN};
    panel.of.plan = (parot_plot_plan){plan, p, q};
    return panel;
}

static void add_series(struct figure_history *room, parot_plot_history *history,
                       const parot_trial *trial)
{
    char *name = room->names[history->count];
    if (trial->start == PAROT_START_RANDOM)
        snprintf(name, FIGURE_NAME, "random %d", (int)trial->number + 1);
    else
        snprintf(name, FIGURE_NAME, "%s", parot_start_name(trial->start));
    room->series[history->count++] =
        (parot_plot_series){name, trial->history, trial->objectives, trial->stationarities};
}

parot_panel figure_history(struct figure_history *room, const parot_gromov_result *result)
{
    parot_panel panel = {.kind = PAROT_PANEL_KIND_HISTORY};
    parot_plot_history *history = &panel.of.history;
    history->series = room->series;
    for (int64_t t = 0; t < result->trials; t++) {
        parot_trial trial = result->trial[t];
        int has_room = history->count + (t == result->best ? 0 : 1) < FIGURE_SERIES;
        if (t == result->best) { /* which is always known */
            trial.history = result->history;
            trial.objectives = result->objectives;
            trial.stationarities = result->stationarities;
            history->best = history->count;
        }
        if (trial.history > 0 && has_room)
            add_series(room, history, &trial);
    }
    return panel;
}
