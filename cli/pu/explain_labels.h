/* explain_labels.h - one row of a labels file of `pu`, and the transport that its label comes from.
 */
#ifndef PAROT_COMMAND_EXPLAIN_LABELS_H
#define PAROT_COMMAND_EXPLAIN_LABELS_H

#include "parot/tasks.h"
#include "pu/pu_files.h"
#include "say/told.h"

struct explain_labels {
    parot_frame table; /* of the labels file; its ids as they stand */
    const char *path;
    int64_t id_place;  /* the column of ids; -1: rows are numbered from 0 */
    int64_t row;       /* in it, and of the unlabeled rows */
    int64_t positives; /* rows labelled 1 */
    struct pu_tables tables;
    parot_pu_options options;
    parot_label_reasons reasons;
};

/* Reads the labels, or a table that --append widened, and finds the row with that id. */
enum outcome explain_labels_read(struct explain_labels *labels, const struct pu_request *request,
                                 const char *path, const char *id);

/* Reads the tables and asks the library. */
enum outcome explain_labels_solve(struct explain_labels *labels, struct pu_request *request,
                                  const struct args *args);

/* Composes the words. */
enum outcome explain_labels_tell(const struct explain_labels *labels, struct told *told,
                                 const struct args *args);
enum outcome explain_labels_json(const struct explain_labels *labels);
void explain_labels_free(struct explain_labels *labels);

#endif
