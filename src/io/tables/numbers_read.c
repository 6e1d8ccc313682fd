/* numbers_read.c - parot_numbers_read: what is left of a file without nameless and empty columns.
 *
 * The strict reader has the first word, and the last one: only if it refuses a file, or cannot read
 * it as asked for, are columns looked at one by one.
 */
#include <stdlib.h>
#include <string.h>

#include "io/tables/features.h"

static void note_columns(parot_notes *notes, const char *label, int64_t count, const char *why)
{
    if (count > 0)
        notes_add(notes, "%lld column%s of %s, %s, %s left out", (long long)count, plural(count),
                  label, why, count == 1 ? "is" : "are");
}

/* All have numbers. */
static int64_t remove_nameless(parot_table *table)
{
    int64_t kept = 0, cols = table->cols;
    double *to = table->data;
    for (int64_t k = 0; table->names && k < cols; k++)
        kept += *table->names[k] != '\0';
    if (kept == 0 || kept == cols)
        return 0;
    for (int64_t i = 0; i < table->rows; i++)
        for (int64_t k = 0; k < cols; k++)
            if (*table->names[k])
                *to++ = table->data[i * cols + k];
    table->cols = 0;
    for (int64_t k = 0; k < cols; k++)
        if (*table->names[k])
            table->names[table->cols++] = table->names[k];
    return cols - kept;
}

/* ---- Column by column --------------------------------------------------- */

static parot_status refuse_cell(const parot_frame *frame, const parot_column *column,
                                parot_error *err)
{
    char words[COLUMN_WORDS];
    column_words(column, words);
    if (column->written)
        return fail(err, PAROT_EFORMAT, "%s %s %lld, %s: '%.40s' %s", frame->label,
                    parot_frame_place(frame), (long long)column->written_row, words,
                    column->written_cell, parot_written_rule(column->written));
    if (column->rounded > 0)
        return fail(err, PAROT_EFORMAT,
                    "%s %s %lld, %s: a double cannot hold that whole number exactly", frame->label,
                    parot_frame_place(frame), (long long)column->rounded_row, words);
    int is_text = column->level_count > 0;
    return fail(err, PAROT_EFORMAT, "%s %s %lld, %s: '%.40s' is not a number", frame->label,
                parot_frame_place(frame),
                (long long)(is_text ? column->text_row : column->missing_row), words,
                is_text ? column->text_cell : column->missing_cell);
}

/* Works. *removed counts columns; the rest must be numbers as they stand. */
static parot_status keep_values(parot_frame *frame, char *is_kept, parot_column_use *uses,
                                int64_t *removed, parot_error *err)
{
    int64_t kept = 0, cols = frame->cols;
    if (!is_kept || !uses)
        return fail_memory(err, (size_t)cols * sizeof *uses);
    TRY(parot_frame_uses(frame, uses, err));
    for (int64_t k = 0; k < cols; k++) {
        is_kept[k] = uses[k] != PAROT_COLUMN_USE_NAMELESS && uses[k] != PAROT_COLUMN_USE_EMPTY;
        kept += is_kept[k];
    }
    *removed = kept > 0 ? cols - kept : 0;
    if (kept > 0)
        parot_frame_keep(frame, is_kept);
    for (int64_t k = 0; k < frame->cols; k++) {
        const parot_column *column = &frame->columns[k];
        if (column->level_count > 0 || column->missing > 0 || column->rounded > 0)
            return refuse_cell(frame, column, err);
    }
    return PAROT_OK;
}

/* A copy of the frame's numbers, without names. */
static parot_status copy_numbers(const parot_frame *frame, parot_table *table, parot_error *err)
{
    size_t size = (size_t)(frame->rows * frame->cols) * sizeof(double);
    double *data = malloc(size);
    if (!data)
        return fail_memory(err, size);
    memcpy(data, frame->data, size);
    *table = (parot_table){.rows = frame->rows, .cols = frame->cols, .data = data, .owner = data};
    return PAROT_OK;
}

/* Owns. */
static parot_status read_columns(const char *path, const parot_reading *reading, parot_table *table,
                                 parot_notes *notes, parot_error *err)
{
    parot_frame frame = {0};
    int64_t removed = 0;
    TRY(parot_frame_read_as(path, reading, &frame, err));
    char *is_kept = malloc((size_t)frame.cols);
    parot_column_use *uses = malloc((size_t)frame.cols * sizeof *uses);
    parot_status status = keep_values(&frame, is_kept, uses, &removed, err);
    if (status == PAROT_OK)
        status = copy_numbers(&frame, table, err);
    if (status == PAROT_OK)
        note_columns(notes, frame.label, removed, "without a name or a value");
    free(is_kept);
    free(uses);
    parot_frame_free(&frame);
    return status;
}

/* ---- All ---------------------------------------------------------------- */

parot_status parot_numbers_read(const char *path, const parot_reading *reading, parot_table *table,
                                parot_notes *notes, parot_error *err)
{
    static const parot_reading usual = {0};
    if (!path || !table)
        return fail(err, PAROT_EINVAL, "%s: must not be NULL", path ? "table" : "path");
    if (reading && (reading->decimal == ',' || reading->has_no_header || reading->missing_count))
        return read_columns(path, reading, table, notes, err);
    parot_status status = parot_table_read(path, table, err);
    if (status == PAROT_OK)
        note_columns(notes, path, remove_nameless(table), "without a name");
    else if (strcmp(path, "-") != 0 && read_columns(path, &usual, table, notes, NULL) == PAROT_OK)
        return PAROT_OK;
    return status;
}
