/* figures.h - the figures of a sheet, one file each: what it must be given, and how it is drawn.
 *
 * _check refuses what cannot be drawn, before anything is; _draw fails only when memory does.
 */
#ifndef PAROT_PLOT_FIGURES_H
#define PAROT_PLOT_FIGURES_H

#include "parot/plot.h"
#include "plot/canvas.h"
#include "plot/figures/plan_check.h"

parot_status clouds_check(const parot_plot_clouds *plot, parot_error *err);
parot_status clouds_draw(const struct canvas *canvas, const parot_plot_clouds *plot,
                         parot_error *err);

parot_status heat_check(const parot_plot_plan *plot, parot_error *err);
parot_status heat_draw(const struct canvas *canvas, const parot_plot_plan *plot, parot_error *err);

parot_status curve_check(const parot_plot_curve *plot, parot_error *err);
void curve_draw(const struct canvas *canvas, const parot_plot_curve *plot);

parot_status history_check(const parot_plot_history *plot, parot_error *err);
void history_draw(const struct canvas *canvas, const parot_plot_history *plot);

parot_status scores_check(const parot_plot_scores *plot, parot_error *err);
void scores_draw(const struct canvas *canvas, const parot_plot_scores *plot);

parot_status confusion_check(const parot_plot_confusion *plot, parot_error *err);
void confusion_draw(const struct canvas *canvas, const parot_plot_confusion *plot);

parot_status prior_check(const parot_plot_prior *plot, parot_error *err);
void prior_draw(const struct canvas *canvas, const parot_plot_prior *plot);

parot_status precision_check(const parot_plot_precision *plot, parot_error *err);
void precision_draw(const struct canvas *canvas, const parot_plot_precision *plot);

parot_status steps_check(const parot_plot_steps *plot, parot_error *err);
void steps_draw(const struct canvas *canvas, const parot_plot_steps *plot);

parot_status balance_check(const parot_plot_balance *plot, parot_error *err);
parot_status balance_draw(const struct canvas *canvas, const parot_plot_balance *plot,
                          parot_error *err);

/* "1,234,567" */
enum { COUNT_SIZE = 32 };
const char *print_count(int64_t count, char text[COUNT_SIZE]);

#endif
