/* table_parts.c - what a table that was read or made can be asked, and its end. Apart from reading,
 * so that a wheel, which reads no files, can have tables. */
#include <stdlib.h>
#include <string.h>

#include "io/tables/table.h"

void parot_table_free(parot_table *table)
{
    if (!table)
        return;
    free(table->owner);
    *table = (parot_table){0};
}

parot_matrix parot_table_matrix(const parot_table *table)
{
    return (parot_matrix){table->data, table->rows, table->cols, table->cols};
}

int64_t parot_table_column(const parot_table *table, const char *name)
{
    for (int64_t j = 0; table->names && j < table->cols; j++)
        if (strcmp(table->names[j], name) == 0)
            return j;
    return -1;
}
