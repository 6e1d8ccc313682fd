/* transform.h - a transform as a document for programs, and as a matrix. */
#ifndef PAROT_COMMAND_TRANSFORM_H
#define PAROT_COMMAND_TRANSFORM_H

#include <stdio.h>

#include "input/rescaled.h"
#include "parot/json.h"
#include "shell/outcome.h"

struct transform {
    parot_motion motion;
    int is_overlap_found; /* rather than given */
    const parot_register_result *result;
    const parot_check *check;
    const struct rescaled *rescaled;
};

/* The document, to be printed or written. */
parot_json *transform_document(const struct transform *transform);

/* .json is the document; .csv, .tsv and .npy are the (d + 1) x (d + 1) matrix that maps (x, 1) to
 * (y, 1), in the units of the files. */
enum outcome transform_write(const char *path, const struct transform *transform, int force);

#endif
