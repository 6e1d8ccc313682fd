/* plot_input.h - a saved result of any verb, for `parot plot`. */
#ifndef PAROT_COMMAND_PLOT_INPUT_H
#define PAROT_COMMAND_PLOT_INPUT_H

#include "parot/io.h"
#include "shell/outcome.h"

enum plot_input_kind { INPUT_RESULT, INPUT_CURVE, INPUT_LABELS };

struct plot_input {
    const char *path; /* borrowed */
    enum plot_input_kind kind;
    parot_gromov_result result; /* of partial and gromov */
    parot_curve curve;          /* of `curve` */
    parot_labels labels;        /* of pu and predict */
};

/* Finds out what the file holds: its contents tell. */
enum outcome plot_input_read(struct plot_input *input, const char *path);
void plot_input_free(struct plot_input *input);

#endif
