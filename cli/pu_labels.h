/* pu_labels.h - labels as a table. */
#ifndef PAROT_CLI_PU_LABELS_H
#define PAROT_CLI_PU_LABELS_H

#include "outcome.h"
#include "parot/pu.h"

/* id,label,score,rank; and share,match,match_cost of what was moved. */
enum pu_labels_form { PU_LABELS_SHORT, PU_LABELS_LONG };

/* `id` may be NULL: then rows have their numbers, from 0. */
enum outcome pu_labels_write(const char *path, const parot_pu_result *result, const double *id,
                             enum pu_labels_form form, int force);

#endif
