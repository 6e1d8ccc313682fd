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
    parot_frame table;          /* of pu and predict: */
    int64_t count;
    int8_t *label;
    double *score;
    const char **match_id; /* what stands for the positives of the pairs; NULL: `match` does */
    int32_t *row, *match;  /* pairs of unlabeled rows and positives, */
    double *share;         /* with the part of the row that was moved */
    int64_t pairs;
};

/* Finds out what the file holds: its contents tell. */
enum outcome plot_input_read(struct plot_input *input, const char *path);
void plot_input_free(struct plot_input *input);

#endif
