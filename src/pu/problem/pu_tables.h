/* pu_tables.h - the checks of the tables at the public door. */
#ifndef PAROT_PU_PU_TABLES_H
#define PAROT_PU_PU_TABLES_H

#include "base/run.h"

/* At least a row and a column, finite numbers of at most 1e300; `name` is for the message.
 * PAROT_ESTOPPED if `control` stops it, which is asked every few milliseconds; NULL: nobody is. */
parot_status check_table(const char *name, parot_matrix table, struct control *control,
                         parot_error *err);

/* Both, and that they have the same columns. */
parot_status check_tables(const char *a_name, parot_matrix a, const char *b_name, parot_matrix b,
                          struct control *control, parot_error *err);

#endif
