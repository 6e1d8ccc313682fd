/* csv_write.c - a table as text; see csv_table.h. What is written reads back as the same table. */
#include <csv.h>
#include <string.h>

#include "io/csv_table.h"
#include "io/number.h"

/* Names stand in quotes only where reading needs it: any delimiter in one could be taken for the
 * table's. */
static int needs_quotes(const char *name)
{
    size_t size = strlen(name);
    return size == 0 || strpbrk(name, "\"#\t;|,") || name[0] == ' ' || name[size - 1] == ' ';
}

static parot_status append_name(struct bytes *out, const char *name, parot_error *err)
{
    if (!needs_quotes(name))
        return bytes_append_text(out, name, err);
    size_t size = csv_write(NULL, 0, name, strlen(name));
    TRY(bytes_reserve(out, size, err));
    out->size += csv_write(out->data + out->size, size, name, strlen(name));
    return PAROT_OK;
}

static parot_status append_header(const parot_table *table, char delimiter, struct bytes *out,
                                  parot_error *err)
{
    for (int64_t j = 0; j < table->cols; j++) {
        if (j > 0)
            TRY(bytes_append(out, &delimiter, 1, err));
        TRY(append_name(out, table->names[j], err));
    }
    return bytes_append(out, "\n", 1, err);
}

static parot_status append_row(const double *row, int64_t cols, char delimiter, struct bytes *out,
                               parot_error *err)
{
    char text[NUMBER_SIZE];
    for (int64_t j = 0; j < cols; j++) {
        if (j > 0)
            TRY(bytes_append(out, &delimiter, 1, err));
        TRY(bytes_append_text(out, number_print(row[j], text), err));
    }
    return bytes_append(out, "\n", 1, err);
}

parot_status csv_append(const parot_table *table, char delimiter, struct bytes *out,
                        parot_error *err)
{
    if (table->names)
        TRY(append_header(table, delimiter, out, err));
    for (int64_t i = 0; i < table->rows; i++)
        TRY(append_row(table->data + i * table->cols, table->cols, delimiter, out, err));
    return PAROT_OK;
}
