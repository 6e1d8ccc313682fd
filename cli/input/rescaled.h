/* rescaled.h - two clouds worked on in scaled columns, and the answer in the units of the files. */
#ifndef PAROT_COMMAND_RESCALED_H
#define PAROT_COMMAND_RESCALED_H

#include "input/points.h"
#include "parot/tasks.h"
#include "shell/args.h"
#include "shell/outcome.h"

struct rescaled {
    const char *option;          /* --scale as given; NULL: none */
    int scale;                   /* a parot_scale */
    parot_matrix source, target; /* to work on: the tables, or the copies below */
    double *source_copy, *target_copy;
    double *centre, *factor; /* of the columns; NULL without a scale */
    double *linear, *shift;  /* the transform in the files' units; NULL before rescaled_transform */
};

/* Reads the option; refuses scales that no affine map takes back. */
enum outcome rescaled_check(struct rescaled *rescaled);

enum outcome rescaled_open(struct rescaled *rescaled, const parot_features *source,
                           const parot_features *target);
void rescaled_free(struct rescaled *rescaled);

/* " in columns scaled by zscore", "" without a scale. */
const char *rescaled_words(const struct rescaled *rescaled, char words[64]);

/* Fills linear and shift; nothing without a scale. */
enum outcome rescaled_transform(struct rescaled *rescaled, const parot_register_result *result);

/* The moved points, rows x cols of the source, in the units of the files, in place. */
enum outcome rescaled_undo(const struct rescaled *rescaled, double *moved);

#endif
