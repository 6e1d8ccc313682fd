/* frame.c - a frame owns one block. A table of numbers becomes a frame by adding a description of
 * each column. */
#include "io/tables/frame.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/sort.h"
#include "base/words.h"
#include "parot/io.h"

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

const char *parot_frame_place(const parot_frame *frame)
{
    return frame->delimiter ? "line" : "row";
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

/* ---- Uses of columns ---------------------------------------------------- */

WORDS(column_use, "use", {"values", PAROT_COLUMN_USE_VALUES}, {"empty", PAROT_COLUMN_USE_EMPTY},
      {"nameless", PAROT_COLUMN_USE_NAMELESS}, {"counter", PAROT_COLUMN_USE_COUNTER});

int parot_names_rows(const char *name)
{
    static const char *const names[] = {"",   "id", "idx",    "index",   "row",     "rowid",
                                        "no", "nr", "number", "level_0", "rownames"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strcasecmp(name, names[k]) == 0)
            return 1;
    size_t length = strlen(name);
    return strncasecmp(name, "unnamed", strlen("unnamed")) == 0 ||
           (length > 3 && strcasecmp(name + length - 3, "_id") == 0);
}

/* Whole numbers or texts, a different one in each row, in a column with the name of a counter:
 * under any other name they may be times, prices or coordinates. `values` has room for the rows. */
static int is_counter(const parot_frame *frame, int64_t k, double *values)
{
    const parot_column *column = &frame->columns[k];
    if (frame->rows < 2 || column->missing > 0 || !parot_names_rows(column->name))
        return 0;
    if (column->level_count > 0)
        return column->level_count == frame->rows;
    for (int64_t i = 0; i < frame->rows; i++) {
        values[i] = frame->data[i * frame->cols + k];
        if (values[i] != floor(values[i]))
            return 0;
    }
    if (column->rounded > 0)
        return 1; /* what tells them apart may have been rounded away */
    sort_numbers(values, frame->rows);
    for (int64_t i = 1; i < frame->rows; i++)
        if (values[i] == values[i - 1])
            return 0;
    return 1;
}

static parot_column_use use_of(const parot_frame *frame, int64_t k, double *values)
{
    const parot_column *column = &frame->columns[k];
    if (column->missing == frame->rows && frame->rows > 1)
        return PAROT_COLUMN_USE_EMPTY;
    if (frame->has_names && !*column->name)
        return PAROT_COLUMN_USE_NAMELESS;
    return frame->has_names && is_counter(frame, k, values) ? PAROT_COLUMN_USE_COUNTER
                                                            : PAROT_COLUMN_USE_VALUES;
}

parot_status parot_frame_uses(const parot_frame *frame, parot_column_use *uses, parot_error *err)
{
    if (!frame || !uses)
        return fail(err, PAROT_EINVAL, "%s: must not be NULL", frame ? "uses" : "frame");
    double *values = malloc((size_t)frame->rows * sizeof *values);
    if (!values)
        return fail_memory(err, (size_t)frame->rows * sizeof *values);
    for (int64_t k = 0; k < frame->cols; k++)
        uses[k] = use_of(frame, k, values);
    free(values);
    return PAROT_OK;
}
