/* explain_labels.h - one row of a labels file of `pu`, and the transport that its label comes from.
 */
#ifndef PAROT_COMMAND_EXPLAIN_LABELS_H
#define PAROT_COMMAND_EXPLAIN_LABELS_H

#include "pu/pu_files.h"
#include "say/explain_columns.h"
#include "say/explain_words.h"

struct explain_labels {
    parot_frame table; /* of the labels file; its ids as they stand */
    const char *path;
    int64_t row;       /* in it, and of the unlabeled rows */
    int64_t positives; /* rows labelled 1 */
    struct pu_tables tables;
    parot_pu_scaled scaled;
    double *cost, *q;
    parot_result result;
    parot_pu_options options;
    struct explain_columns columns;
    int has_transport; /* the method moves rows: the rest is known only then */
    struct explanation explanation;
    int64_t agreeing; /* rows that move at least half and are labelled 1 */
};

/* Reads the labels and finds the row with that id. */
enum outcome explain_labels_read(struct explain_labels *labels, const char *path, const char *id);

/* Asks the method again which columns decide, and solves the transport that it begins with, if it
 * does. */
enum outcome explain_labels_solve(struct explain_labels *labels, const struct pu_request *request,
                                  const struct args *args);

void explain_labels_print(const struct explain_labels *labels);
void explain_labels_json(const struct explain_labels *labels);
void explain_labels_free(struct explain_labels *labels);

#endif
