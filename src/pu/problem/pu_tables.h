/* pu_tables.h - the checks of the tables at the public door. */
#ifndef PAROT_PU_PU_TABLES_H
#define PAROT_PU_PU_TABLES_H

#include "base/status.h"

/* At least a row and a column, finite numbers of at most 1e300; `name` is for the message. */
parot_status check_table(const char *name, parot_matrix table, parot_error *err);

/* Both, and that they have the same columns. */
parot_status check_tables(const char *a_name, parot_matrix a, const char *b_name, parot_matrix b,
                          parot_error *err);

#endif
