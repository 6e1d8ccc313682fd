/* explain_columns.h - which columns make a row unlike the positives, for the method that labels. */
#ifndef PAROT_COMMAND_EXPLAIN_COLUMNS_H
#define PAROT_COMMAND_EXPLAIN_COLUMNS_H

#include "parot/tasks.h"
#include "pu/pu_files.h"

struct explain_columns {
    int has_model; /* the method judges a row by its columns alone; the rest is known only then */
    parot_explain_result parts;
    const double *row;    /* borrowed from the tables */
    int64_t other_labels; /* rows that the method, asked again, labels otherwise than the file */
};

/* Trains the method again and explains the row; `labels` has 1 or 0 for each unlabeled row. */
enum outcome explain_columns_find(struct explain_columns *columns, const struct pu_tables *tables,
                                  const parot_pu_options *options, const int8_t *labels,
                                  int64_t row, const struct args *args);

void explain_columns_print(const struct explain_columns *columns, const struct pu_tables *tables,
                           const parot_pu_options *options);
void explain_columns_json(const struct explain_columns *columns, const struct pu_tables *tables);
void explain_columns_free(struct explain_columns *columns);

#endif
