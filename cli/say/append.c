/* append.c - the file is read again, all of it as text, so that every cell comes back as it stands
 * there; what is added is text as well, with the decimals of the file. */
#include "say/append.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/points.h"
#include "shell/output_check.h"

enum outcome append_check(int is_given, const char *in, const char *out)
{
    if (!is_given)
        return SOLVED;
    if (!out)
        return refuse(MISUSED, "--append: where to? Give -o FILE.csv or .tsv");
    if (path_is_stream(in))
        return refuse(MISUSED,
                      "--append: reads the table twice, which is impossible with '-'; give a file");
    if (!output_is_stdout(out) && !path_ends_in(out, ".csv .tsv"))
        return refuse(MISUSED, "--append: -o %s: must end in .csv or .tsv", out);
    return SOLVED;
}

/* ---- The wider table ---------------------------------------------------- */

enum { NAME = 64 };

/* What is allocated for it; the texts of the file stay in `file`. */
struct wider {
    parot_frame file, frame;
    char **levels; /* MOST_ADDED x rows */
    char *text;    /* MOST_ADDED x rows x PAROT_NUMBER_SIZE */
    char (*names)[NAME];
};

static void free_wider(struct wider *wider)
{
    parot_frame_free(&wider->file);
    free(wider->frame.data);
    free(wider->frame.columns);
    free(wider->levels);
    free(wider->text);
    free(wider->names);
}

static int open_wider(struct wider *wider, int columns)
{
    const parot_frame *file = &wider->file;
    size_t rows = (size_t)file->rows, cols = (size_t)(file->cols + columns);
    wider->frame = (parot_frame){
        .rows = file->rows, .cols = file->cols + columns, .has_names = 1, .label = file->label};
    wider->frame.data = malloc(rows * cols * sizeof *wider->frame.data);
    wider->frame.columns = calloc(cols, sizeof *wider->frame.columns);
    wider->levels = calloc(MOST_ADDED * rows, sizeof *wider->levels);
    wider->text = malloc(MOST_ADDED * rows * PAROT_NUMBER_SIZE);
    wider->names = malloc(cols * sizeof *wider->names);
    return wider->frame.data && wider->frame.columns && wider->levels && wider->text &&
           wider->names;
}

/* Columns without names are x1, x2, ... if the file has no names at all. */
static void name_columns(struct wider *wider, const struct added *added)
{
    const parot_frame *file = &wider->file;
    for (int64_t k = 0; k < file->cols; k++) {
        wider->frame.columns[k] = file->columns[k];
        snprintf(wider->names[k], NAME, "x%lld", (long long)k + 1);
        if (!file->has_names)
            wider->frame.columns[k].name = wider->names[k];
    }
    for (int c = 0; c < added->columns; c++) {
        int is_taken = parot_frame_column(file, added->names[c]) >= 0;
        char *name = wider->names[file->cols + c];
        snprintf(name, NAME, "%s%s", is_taken ? "parot_" : "", added->names[c]);
        wider->frame.columns[file->cols + c].name = name;
    }
}

static void fill(struct wider *wider, const struct added *added, char decimal)
{
    const parot_frame *file = &wider->file;
    parot_frame *frame = &wider->frame;
    for (int64_t i = 0; i < file->rows; i++) {
        memcpy(frame->data + i * frame->cols, file->data + i * file->cols,
               (size_t)file->cols * sizeof *frame->data);
        for (int c = 0; c < added->columns; c++)
            frame->data[i * frame->cols + file->cols + c] = NAN;
    }
    for (int c = 0; c < added->columns; c++) {
        char **levels = wider->levels + c * file->rows;
        frame->columns[file->cols + c].levels = levels;
        frame->columns[file->cols + c].level_count = file->rows;
        for (int64_t r = 0; r < added->count; r++) {
            int64_t i = added->row[r];
            char *text = wider->text + (c * file->rows + i) * PAROT_NUMBER_SIZE;
            parot_number_text(added->values[r * added->columns + c], text);
            char *point = decimal == ',' ? strchr(text, '.') : NULL;
            if (point)
                *point = ',';
            levels[i] = text;
            frame->data[i * frame->cols + file->cols + c] = (double)i;
        }
    }
}

/* Works. */
static enum outcome write_wider(struct wider *wider, const char *out, const struct added *added,
                                char decimal, int force)
{
    parot_error err = {0};
    if (!open_wider(wider, added->columns))
        return refuse(FAILED, "--append: out of memory");
    name_columns(wider, added);
    fill(wider, added, decimal);
    return parot_frame_write(out, &wider->frame, force, &err) == PAROT_OK ? SOLVED
                                                                          : refuse_status(&err);
}

/* Owns. */
enum outcome append_write(const char *in, const char *out, const struct feature_request *request,
                          const struct added *added, int force)
{
    struct wider wider = {0};
    parot_error err = {0};
    parot_reading reading = features_reading(request);
    reading.is_verbatim = 1;
    if (parot_frame_read_as(in, &reading, &wider.file, &err) != PAROT_OK)
        return refuse_status(&err);
    enum outcome outcome = write_wider(&wider, out, added, reading.decimal, force);
    free_wider(&wider);
    return outcome;
}
