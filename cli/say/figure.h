/* figure.h - --plot FILE, of every verb that has something to show. */
#ifndef PAROT_COMMAND_FIGURE_H
#define PAROT_COMMAND_FIGURE_H

#include <stdio.h>

#include "input/points.h"
#include "parot/plot.h"
#include "shell/args.h"

/* The option, for a struct whose MEMBER is the path. */
#define FIGURE_OPTION(TYPE, MEMBER)                                                                \
    OUTPUT_OPTION("plot", TYPE, MEMBER, ".svg .pdf .png", "Figure written to",                     \
                  "draw it: .svg, .pdf or .png")

/* Writes the panels side by side; nothing happens when `path` is NULL. */
enum outcome figure_write(const char *path, const parot_panel *panels, int count,
                          const struct args *args);

/* ---- Panels ------------------------------------------------------------- */

/* Side by side when their columns are not the same. */
parot_panel figure_clouds(const parot_features *source, const parot_features *target,
                          const parot_plan *plan);
parot_panel figure_plan(const parot_plan *plan, const double *p, const double *q);

enum { FIGURE_SERIES = 33, FIGURE_NAME = 24 }; /* starts whose iterations are known, and the best */

/* What a panel of starts borrows. */
struct figure_history {
    parot_plot_series series[FIGURE_SERIES];
    char names[FIGURE_SERIES][FIGURE_NAME];
};

/* Has no series when nothing is known of any iteration. */
parot_panel figure_history(struct figure_history *room, const parot_gromov_result *result);

#endif
