/* columns.h - the sorted values of one column, by what is known of their rows. */
#ifndef PAROT_PU_COLUMNS_H
#define PAROT_PU_COLUMNS_H

#include "pu/problem/pu_problem.h"

struct values {
    double *number; /* in increasing order */
    int64_t count;
};

struct column_values {
    struct values known, found, rest; /* known positives; rows labelled +1; and -1 */
    struct values unlabeled;          /* the last two together */
};

/* Standard errors that a normal variable exceeds with this chance, on one side. */
double critical_value(double chance);

/* Sets low, high, the fractions inside, leak_z and the leaks but NUMBERED; `prior` of the unlabeled
 * rows are positive, `critical` standard errors are too many for chance. */
void leaks_find(const struct column_values *values, double prior, double critical,
                parot_pu_column *column);

/* Whether the column counts rows: whole numbers, all of them different in each table, that either
 * rise or fall from row to row or leave few numbers out. `scratch` has room for the larger table.
 */
int leaks_is_numbered(const parot_pu_data *data, int64_t column, double *scratch);

#endif
