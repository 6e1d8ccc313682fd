/* named_rows.c - see named_rows.h. */
#include "named_rows.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "number.h"

/* Arrays hold numbers only. */
static int is_array(const char *path)
{
    size_t length = path ? strlen(path) : 0;
    if (length > 3 && strcasecmp(path + length - 3, ".gz") == 0)
        length -= 3;
    return length > 4 && strncasecmp(path + length - 4, ".npy", 4) == 0;
}

enum outcome named_rows_check(const char *option, const char *path, const struct named_rows *rows)
{
    double number = 0;
    if (!is_array(path) || !rows->id)
        return SOLVED;
    for (int64_t i = 0; i < rows->count; i++)
        if (!number_parse(rows->id[rows->row[i]], &number))
            return refuse(FAILED,
                          "%s %s: holds numbers only, and the id of row %lld is '%.40s'; "
                          "use .csv or .tsv",
                          option, path, (long long)rows->row[i] + 1, rows->id[rows->row[i]]);
    return SOLVED;
}

/* An array holds the numbers that the ids are; elsewhere they are the levels of the column. */
static void fill_ids(parot_frame *frame, char **ids, const struct named_rows *rows, int is_number)
{
    for (int64_t i = 0; i < frame->rows; i++) {
        double *cell = &frame->data[i * frame->cols];
        *cell = (double)(rows->id && !is_number ? i : rows->row[i]);
        if (!rows->id)
            continue;
        ids[i] = (char *)(uintptr_t)rows->id[rows->row[i]]; /* which is only read */
        if (is_number)
            number_parse(ids[i], cell);
    }
    if (rows->id && !is_number) {
        frame->columns[0].level_count = frame->rows;
        frame->columns[0].levels = ids;
    }
}

/* Works. */
static enum outcome write_frame(const char *path, const struct named_rows *rows, parot_frame *frame,
                                char **ids, int force)
{
    parot_error err = {""};
    fill_ids(frame, ids, rows, is_array(path));
    return parot_frame_write(path, frame, force, &err) == PAROT_OK ? SOLVED : refuse_status(&err);
}

/* Owns. */
enum outcome named_rows_write(const char *option, const char *path, const struct named_rows *rows,
                              parot_table *table, int force)
{
    char **ids = malloc((size_t)table->rows * sizeof *ids);
    parot_frame frame = {
        .rows = table->rows, .cols = table->cols, .data = table->data, .has_names = 1};
    frame.columns = calloc((size_t)table->cols, sizeof *frame.columns);
    for (int64_t k = 0; frame.columns && k < table->cols; k++)
        frame.columns[k].name = table->names[k];
    enum outcome outcome = ids && frame.columns
                               ? write_frame(path, rows, &frame, ids, force)
                               : refuse(FAILED, "%s %s: out of memory", option, path);
    free(ids);
    free(frame.columns);
    return outcome;
}
