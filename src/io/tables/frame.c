/* frame.c - a frame owns one block. A table of numbers becomes a frame by adding a description of
 * each column. */
#include "io/tables/frame.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a frame's owner is. */
struct owner {
    void *data, *columns;
};

parot_status frame_adopt(parot_frame *frame, struct bytes *data, struct bytes *columns,
                         parot_error *err)
{
    struct owner *owner = malloc(sizeof *owner);
    if (!owner)
        return fail_memory(err, sizeof *owner);
    *owner = (struct owner){bytes_move(data).data, bytes_move(columns).data};
    frame->owner = owner;
    return PAROT_OK;
}

void parot_frame_free(parot_frame *frame)
{
    if (!frame)
        return;
    struct owner *owner = frame->owner;
    if (owner) {
        free(owner->data);
        free(owner->columns);
        free(owner);
    }
    *frame = (parot_frame){0};
}

int64_t parot_frame_column(const parot_frame *frame, const char *name)
{
    for (int64_t k = 0; frame->has_names && k < frame->cols; k++)
        if (strcmp(frame->columns[k].name, name) == 0)
            return k;
    return -1;
}

const char *parot_frame_text(const parot_frame *frame, int64_t row, int64_t column)
{
    double value = frame->data[row * frame->cols + column];
    return isnan(value) ? NULL : frame->columns[column].levels[(int64_t)value];
}

void parot_frame_keep(parot_frame *frame, const char *is_kept)
{
    double *to = frame->data;
    int64_t kept = 0;
    for (int64_t k = 0; k < frame->cols; k++)
        kept += is_kept[k] != 0;
    if (kept == frame->cols)
        return;
    for (int64_t i = 0; i < frame->rows; i++)
        for (int64_t k = 0; k < frame->cols; k++)
            if (is_kept[k])
                *to++ = frame->data[i * frame->cols + k];
    kept = 0;
    for (int64_t k = 0; k < frame->cols; k++)
        if (is_kept[k])
            frame->columns[kept++] = frame->columns[k];
    frame->cols = kept;
}

/* ---- From a table ------------------------------------------------------- */

/* Rows of arrays count from 0, here from 1. */
static void count_missing(parot_frame *frame, char *nan_text)
{
    for (int64_t i = 0; i < frame->rows; i++)
        for (int64_t k = 0; k < frame->cols; k++) {
            parot_column *column = &frame->columns[k];
            if (!isnan(frame->data[i * frame->cols + k]))
                continue;
            if (column->missing++ == 0) {
                column->missing_row = i + 1;
                column->missing_cell = nan_text;
            }
        }
}

/* Columns, then names, the label and "nan". */
static parot_status describe(const char *label, const parot_table *table, parot_frame *frame,
                             struct bytes *block, parot_error *err)
{
    size_t head = (size_t)table->cols * sizeof(parot_column);
    size_t size = head + strlen(label) + 1 + sizeof "nan" + sizeof "";
    for (int64_t k = 0; table->names && k < table->cols; k++)
        size += strlen(table->names[k]) + 1;
    TRY(bytes_reserve(block, size, err));
    memset(block->data, 0, size);
    char *text = block->data + head;
    char *empty = text, *nan_text = strcpy(text + 1, "nan");
    frame->label = strcpy(nan_text + sizeof "nan", label);
    text = frame->label + strlen(label) + 1;
    frame->columns = (parot_column *)(void *)block->data;
    for (int64_t k = 0; k < table->cols; k++) {
        frame->columns[k].name = table->names ? strcpy(text, table->names[k]) : empty;
        frame->columns[k].number = k + 1;
        text += table->names ? strlen(text) + 1 : 0;
    }
    count_missing(frame, nan_text);
    return PAROT_OK;
}

parot_status frame_of_table(const char *label, parot_table *table, parot_frame *frame,
                            parot_error *err)
{
    struct bytes data = {.data = table->owner}, block = {0};
    parot_frame made = {.rows = table->rows,
                        .cols = table->cols,
                        .data = table->data,
                        .has_names = table->names != NULL};
    parot_status status = describe(label, table, &made, &block, err);
    if (status == PAROT_OK)
        status = frame_adopt(&made, &data, &block, err);
    bytes_free(&block);
    if (status != PAROT_OK)
        return status;
    *table = (parot_table){0};
    *frame = made;
    return PAROT_OK;
}
