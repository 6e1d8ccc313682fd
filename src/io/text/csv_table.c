/* csv_table.c - the columns of csv_read.c become one block: the numbers, then pointers and names.
 */
#include "io/text/csv_table.h"

#include <string.h>

/* Behind the numbers: the pointers, then the text of the names. One block holds the table. */
static parot_status finish(struct csv_columns *columns, parot_table *table, parot_error *err)
{
    struct bytes *block = &columns->values;
    const struct cells *names = &columns->names;
    size_t pointers = block->size, text = pointers + (size_t)names->count * sizeof(char *);
    if (names->count > 0) {
        TRY(bytes_reserve(block, text - pointers + names->text.size, err));
        block->size = text;
        TRY(bytes_append(block, names->text.data, names->text.size, err));
    }
    bytes_shrink(block);
    *table = (parot_table){.rows = columns->rows, .cols = columns->cols};
    table->owner = bytes_move(block).data;
    table->data = table->owner;
    if (names->count > 0)
        table->names = (char **)((char *)table->owner + pointers);
    char *name = (char *)table->owner + text;
    for (int64_t k = 0; k < names->count; k++, name += strlen(name) + 1)
        table->names[k] = name;
    return PAROT_OK;
}

parot_status csv_read(struct stream *stream, parot_table *table, parot_error *err)
{
    const struct csv_request request = {.is_strict = 1};
    struct csv_columns columns;
    parot_status status = csv_read_columns(stream, &request, &columns, err);
    if (status == PAROT_OK)
        status = finish(&columns, table, err);
    csv_columns_free(&columns);
    return status;
}
