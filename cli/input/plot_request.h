/* plot_request.h - what `parot plot` is asked to draw, and what it draws that from. */
#ifndef PAROT_COMMAND_PLOT_REQUEST_H
#define PAROT_COMMAND_PLOT_REQUEST_H

#include "input/plot_input.h"
#include "input/stated_problem.h"
#include "pu/pu_figure.h"
#include "shell/choice.h"

enum { MOST_RESULTS = 8, MOST_PANELS = 32, MOST_KINDS = 8 };
struct plot_job {
    struct args args;
    struct pu_request request; /* what columns of the points mean */
    char *kind, *title, *size, *mass_text;
    char *p_text, *q_text;
    struct weights p, q; /* of plans */
    double mass;         /* to mark on a curve; NAN: none */
    int kinds[MOST_KINDS], kind_count;
    parot_sheet sheet;
    struct plot_input results[MOST_RESULTS];
    int result_count;
    int has_points;
    struct pu_tables tables; /* positives are the target, unlabeled rows the source */
    parot_pu_scaled scaled;  /* as pu draws them */
    int is_scaled;
    struct figure_history history[MOST_RESULTS];
    parot_plan match[MOST_RESULTS];
    parot_panel panels[MOST_PANELS];
    int panel_count;
};

/* Reads the texts of the options, and finds fault with what can be wrong before any file is read.
 */
enum outcome plot_request_check(struct plot_job *job);

#endif
