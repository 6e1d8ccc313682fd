/* pu_labels.h - labels as a table. */
#ifndef PAROT_COMMAND_PU_LABELS_H
#define PAROT_COMMAND_PU_LABELS_H

#include "input/feature_options.h"
#include "parot/pu.h"
#include "shell/outcome.h"

/* id,label,score,rank; and share,match,match_cost of what was moved, with `probability` behind
 * these if it is not NULL. */
enum pu_labels_form { PU_LABELS_SHORT, PU_LABELS_LONG };

/* Where the rows are in their files. */
struct pu_labels_rows {
    const int64_t *row;      /* of each labelled row */
    const int64_t *positive; /* of each positive; NULL: there are none */
    const char *const *id;   /* of each row of the file; NULL: rows have their numbers, from 0 */
    const char *id_name;     /* what they are called there */
    const char *const *positive_id; /* of each row of the positives' file; NULL: their numbers */
    int64_t positive_count;         /* rows of that file */
    const double *probability;      /* of each labelled row; NULL: not known */
};

/* Whether a file of that name can hold the ids. */
enum outcome pu_labels_check(const char *path, const struct pu_labels_rows *rows, int64_t count);

enum outcome pu_labels_write(const char *path, const parot_pu_result *result,
                             const struct pu_labels_rows *rows, enum pu_labels_form form,
                             int force);

/* The table `in` with label, score and rank added, and the probability if it is known. */
enum outcome pu_labels_append(const char *in, const char *path, const parot_pu_result *result,
                              const struct pu_labels_rows *rows,
                              const struct feature_request *request, int force);

#endif
