/* plots.h - a small panel of each kind. */
#ifndef PAROT_TESTS_PLOTS_H
#define PAROT_TESTS_PLOTS_H

#include <math.h>

#include "parot/plot.h"

enum { PLOT_KINDS = 10 };

static double plot_source[] = {0, 0, 1, 0, 1, 1, 0, 1}, plot_target[] = {0, 0.5, 2, 2, 1, 0.5};
static int32_t plot_row[] = {0, 2, 3}, plot_col[] = {0, 2, 0};
static double plot_mass[] = {0.25, 0.25, 0.05};
static const parot_plan plot_plan = {4, 3, 3, plot_row, plot_col, plot_mass};
static double curve_mass[] = {0, 1, 2, 3}, curve_cost[] = {0, 1, 3, 7}, curve_slope[] = {1, 2, 4};
static const parot_curve plot_curve = {
    .count = 4, .mass = curve_mass, .objective = curve_cost, .slope = curve_slope, .elbow = 2};
static const double plot_objectives[] = {3, 2, 1}, plot_gaps[] = {1, 0.1, 0};
static const parot_plot_series plot_series[] = {{"product", 3, plot_objectives, plot_gaps},
                                                {"random", 2, plot_objectives, plot_gaps}};
static const double plot_score[] = {0.1, 0.2, 0.6, 0.9};
static const int8_t plot_truth[] = {0, 1, 0, 1}, plot_label[] = {0, 0, 1, 1};
static const double plot_others[] = {0.4};
static const double plot_recall[] = {0, 0.5, 1}, plot_precision[] = {1, 0.9, 0.4};
static const double plot_low[] = {0.9, 0.8, 0.3}, plot_high[] = {1, 1, 0.5};
static const double plot_changed[] = {0, 6, 2};
static const double plot_before[] = {0.5, -0.2, NAN}, plot_after[] = {0.02, -0.15, NAN};
static const char *const plot_names[] = {"nearest"};

static parot_panel plot_panel(parot_panel_kind kind)
{
    parot_panel panel = {.kind = kind, .title = "A title"};
    switch (kind) {
    case PAROT_PANEL_KIND_CLOUDS:
        panel.of.clouds = (parot_plot_clouds){
            .source = {plot_source, 4, 2, 2}, .target = {plot_target, 3, 2, 2}, .plan = &plot_plan};
        break;
    case PAROT_PANEL_KIND_PLAN:
        panel.of.plan = (parot_plot_plan){&plot_plan, NULL, NULL};
        break;
    case PAROT_PANEL_KIND_CURVE:
        panel.of.curve = (parot_plot_curve){&plot_curve, 1};
        break;
    case PAROT_PANEL_KIND_HISTORY:
        panel.of.history = (parot_plot_history){plot_series, 2, 0};
        break;
    case PAROT_PANEL_KIND_SCORES:
        panel.of.scores = (parot_plot_scores){
            .score = plot_score, .count = 4, .truth = plot_truth, .border = 0.5};
        break;
    case PAROT_PANEL_KIND_CONFUSION:
        panel.of.confusion = (parot_plot_confusion){{{5, 1}, {2, 8}}};
        break;
    case PAROT_PANEL_KIND_PRIOR:
        panel.of.prior = (parot_plot_prior){0.5, 0.4, 0.7, 1, plot_others, plot_names};
        break;
    case PAROT_PANEL_KIND_PRECISION:
        panel.of.precision =
            (parot_plot_precision){plot_recall, plot_precision, plot_low, plot_high, 3, 0.5, 0.9};
        break;
    case PAROT_PANEL_KIND_BALANCE:
        panel.of.balance = (parot_plot_balance){plot_before, plot_after, NULL, 3, 0.1};
        break;
    case PAROT_PANEL_KIND_STEPS:
        panel.of.steps = (parot_plot_steps){plot_objectives, plot_changed, 3, 40};
        break;
    }
    return panel;
}

#endif
