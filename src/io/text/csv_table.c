/* csv_table.c - the columns of csv_read.c become one block: the numbers, then pointers and names.
 */
#include "io/text/csv_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/tables/frame.h"

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

/* ---- Frames ------------------------------------------------------------- */

/* The numbers of a frame stay where they are. A second block holds the columns, the pointers to the
 * levels, and all text: here is where the next of them go. */
struct block {
    char **levels;
    char *text;
};

static char *put(struct block *block, const char *text)
{
    char *to = block->text;
    size_t size = strlen(text) + 1;
    memcpy(to, text, size);
    block->text += size;
    return to;
}

static char *put_cell(struct block *block, const struct csv_columns *columns, int64_t row,
                      size_t place)
{
    return row > 0 ? put(block, columns->cells.data + place) : NULL;
}

/* The levels in order; the cells follow them. */
static void put_levels(struct block *block, const struct csv_columns *columns, int64_t k,
                       parot_column *column, int64_t *scratch)
{
    const struct levels *levels = &csv_column(columns, k)->levels;
    double *values = (double *)(void *)columns->values.data + k;
    int64_t *order = scratch, *place = scratch + levels->count;
    levels_sort(levels, order, place);
    column->level_count = levels->count;
    column->levels = block->levels;
    block->levels += levels->count;
    for (int64_t l = 0; l < levels->count; l++)
        column->levels[l] = put(block, levels_text(levels, order[l]));
    for (int64_t i = 0; i < columns->rows; i++) {
        double *value = &values[i * columns->cols];
        if (!isnan(*value))
            *value = (double)place[(int64_t)*value];
    }
}

static void put_columns(struct block *block, const struct csv_columns *columns, parot_column *to,
                        int64_t *scratch)
{
    const char *name = columns->names.text.data;
    for (int64_t k = 0; k < columns->cols; k++) {
        const struct csv_column *from = csv_column(columns, k);
        to[k] = (parot_column){
            .name = put(block, columns->names.count > 0 ? name : ""),
            .number = k + 1,
            .texts = from->texts,
            .missing = from->missing,
            .text_row = from->text_row,
            .missing_row = from->missing_row,
            .text_cell = put_cell(block, columns, from->text_row, from->text_cell),
            .missing_cell = put_cell(block, columns, from->missing_row, from->missing_cell),
            .written = from->written,
            .written_row = from->written_row,
            .written_cell = put_cell(block, columns, from->written_row, from->written_cell),
            .rounded = from->rounded,
            .rounded_row = from->rounded_row};
        if (from->is_text)
            put_levels(block, columns, k, &to[k], scratch);
        if (columns->names.count > 0)
            name = cells_next(name);
    }
}

struct sizes {
    size_t levels, text, most_levels;
};

static struct sizes measure(const struct csv_columns *columns)
{
    struct sizes sizes = {.text = columns->names.text.size + columns->cells.size +
                                  (size_t)columns->cols + strlen(columns->label) + 1};
    for (int64_t k = 0; k < columns->cols; k++) {
        const struct levels *levels = &csv_column(columns, k)->levels;
        sizes.levels += (size_t)levels->count;
        sizes.text += levels->text.size;
        if ((size_t)levels->count > sizes.most_levels)
            sizes.most_levels = (size_t)levels->count;
    }
    return sizes;
}

/* A first row of numbers and texts, with texts below each of the texts, is rather data. */
static int is_header_doubtful(const struct csv_columns *columns)
{
    int has_number = 0, has_text = 0;
    const char *name = columns->names.text.data;
    for (int64_t k = 0; k < columns->names.count; k++, name = cells_next(name)) {
        double value = 0;
        if (!*name)
            continue;
        if (number_parse(name, &value) == NUMBER_FINE)
            has_number = 1;
        else if (!csv_column(columns, k)->is_text)
            return 0;
        else
            has_text = 1;
    }
    return has_number && has_text;
}

static parot_status build(struct csv_columns *columns, struct bytes *block, struct bytes *scratch,
                          parot_frame *frame, parot_error *err)
{
    struct sizes sizes = measure(columns);
    size_t head = (size_t)columns->cols * sizeof(parot_column);
    size_t pointers = sizes.levels * sizeof(char *);
    if (!columns->reading->has_no_header && is_header_doubtful(columns))
        return fail(
            err, PAROT_EFORMAT,
            "%s: its first row looks like data; a table with text needs a header, or has to "
            "be read as one without",
            columns->label);
    TRY(bytes_reserve(block, head + pointers + sizes.text, err));
    TRY(bytes_reserve(scratch, 2 * sizes.most_levels * sizeof(int64_t), err));
    struct block places = {(char **)(void *)(block->data + head), block->data + head + pointers};
    *frame = (parot_frame){.rows = columns->rows,
                           .cols = columns->cols,
                           .columns = (parot_column *)(void *)block->data,
                           .has_names = columns->names.count > 0,
                           .delimiter = columns->delimiter};
    put_columns(&places, columns, frame->columns, (int64_t *)(void *)scratch->data);
    frame->label = put(&places, columns->label);
    bytes_shrink(&columns->values);
    frame->data = (double *)(void *)columns->values.data;
    return frame_adopt(frame, &columns->values, block, err);
}

parot_status csv_read_frame(struct stream *stream, const struct csv_request *request,
                            parot_frame *frame, parot_error *err)
{
    struct csv_columns columns;
    struct bytes block = {0}, scratch = {0};
    parot_frame read = {0};
    parot_status status = csv_read_columns(stream, request, &columns, err);
    if (status == PAROT_OK)
        status = build(&columns, &block, &scratch, &read, err);
    if (status == PAROT_OK)
        *frame = read;
    bytes_free(&block);
    bytes_free(&scratch);
    csv_columns_free(&columns);
    return status;
}
