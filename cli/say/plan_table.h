/* plan_table.h - a plan as a table of pairs, rows called by their ids. */
#ifndef PAROT_COMMAND_PLAN_TABLE_H
#define PAROT_COMMAND_PLAN_TABLE_H

#include "input/points.h"

/* Whether a file of that name is such a table, and rows of either side have ids. */
int plan_table_is_wanted(const char *path, const parot_features *source,
                         const parot_features *target);

/* The id of the source under its name, or `row`; that of the target in `match`, or `col`; `mass`.
 */
enum outcome plan_table_write(const char *path, const parot_plan *plan,
                              const parot_features *source, const parot_features *target,
                              int force);

#endif
