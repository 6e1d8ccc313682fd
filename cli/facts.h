/* facts.h - what there is to know of a table's columns and rows before any distance is computed. */
#ifndef PAROT_CLI_FACTS_H
#define PAROT_CLI_FACTS_H

#include "outcome.h"
#include "parot/io.h"

struct column_facts {
    double low, high; /* of the finite values */
    double part;      /* of the variance of all columns, in [0, 1]: its say in a squared distance */
    int64_t infinite;
    int is_whole, is_constant;
    int is_count; /* whole, and one more in each row */
};

struct table_facts {
    struct column_facts *columns; /* as many as the table has; released by facts_free */
    int64_t copies;               /* rows that are equal to another one before them */
    int64_t zeros;                /* rows without any number but 0 */
    int64_t widest;               /* the column with the largest part */
    int is_symmetric;             /* square, equal to its transpose */
};

enum outcome facts_find(const parot_table *table, struct table_facts *facts);
void facts_free(struct table_facts *facts);

#endif
