/* explain_columns.h - which columns make a row unlike the positives, in words. */
#ifndef PAROT_COMMAND_EXPLAIN_COLUMNS_H
#define PAROT_COMMAND_EXPLAIN_COLUMNS_H

#include "parot/tasks.h"
#include "pu/pu_files.h"

/* `row`: of the unlabeled rows, `judge`: the method that labelled it. */
void explain_columns_print(const parot_label_reasons *reasons, const struct pu_tables *tables,
                           int64_t row, parot_pu_method judge);

#endif
