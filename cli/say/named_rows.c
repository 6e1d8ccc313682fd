/* named_rows.c - a table becomes a frame with ids in its first column. Each id is a level of its
 * own, in the order of the rows: the frame is only written. */
#include "say/named_rows.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "shell/option_number.h"
#include "shell/output_check.h"

enum { MOST_WORDS = 16 };

/* Arrays hold numbers only. */
static int is_array(const char *path)
{
    size_t length = path ? strlen(path) : 0;
    if (length > 3 && strcasecmp(path + length - 3, ".gz") == 0)
        length -= 3;
    return length > 4 && strncasecmp(path + length - 4, ".npy", 4) == 0;
}

static enum outcome refuse_text(const char *option, const char *path, int64_t row, const char *id)
{
    return refuse(FAILED,
                  "%s %s: holds numbers only, and the id of row %lld is '%.40s'; use .csv or .tsv",
                  option, path, (long long)row + 1, id);
}

struct named_rows named_rows_of(const parot_features *own, const parot_features *other,
                                int64_t match)
{
    return (struct named_rows){.row = own->row,
                               .id = own->id,
                               .count = own->count,
                               .id_name = own->id_name,
                               .match_id = other->id,
                               .match_count = other->frame.rows,
                               .match = match};
}

enum outcome named_rows_check(const char *option, const char *path, const struct named_rows *rows)
{
    double number = 0;
    if (!is_array(path))
        return SOLVED;
    for (int64_t i = 0; rows->id && i < rows->count; i++)
        if (!number_parse(rows->id[rows->row[i]], &number))
            return refuse_text(option, path, rows->row[i], rows->id[rows->row[i]]);
    for (int64_t j = 0; rows->match_id && j < rows->match_count; j++)
        if (!number_parse(rows->match_id[j], &number))
            return refuse_text(option, path, j, rows->match_id[j]);
    return SOLVED;
}

/* The id of row `row` of a file in a cell: its number in an array, or level i of a column. */
static void put_id(const char *id, int is_number, int64_t i, char **levels, double *cell)
{
    levels[i] = (char *)(uintptr_t)id; /* which is only read */
    *cell = (double)i;
    if (is_number)
        number_parse(id, cell);
}

/* Columns with ids are columns of levels, unless they are numbers of an array. */
static void fill_ids(parot_frame *frame, char **levels, const struct named_rows *rows,
                     int is_number)
{
    for (int64_t i = 0; i < frame->rows; i++) {
        double *cell = &frame->data[i * frame->cols];
        *cell = (double)rows->row[i];
        if (rows->id)
            put_id(rows->id[rows->row[i]], is_number, i, levels, cell);
    }
    if (rows->id && !is_number) {
        frame->columns[0].level_count = frame->rows;
        frame->columns[0].levels = levels;
    }
}

static void fill_matches(parot_frame *frame, char **levels, const struct named_rows *rows,
                         int is_number)
{
    static char none[] = "";
    for (int64_t i = 0; i < frame->rows; i++) {
        double *cell = &frame->data[i * frame->cols + rows->match];
        levels[i] = none;
        if (*cell >= 0)
            put_id(rows->match_id[(int64_t)*cell], is_number, i, levels, cell);
        else if (!is_number)
            *cell = NAN;
    }
    if (!is_number) {
        frame->columns[rows->match].level_count = frame->rows;
        frame->columns[rows->match].levels = levels;
    }
}

/* The column of words: levels in the order of their values. */
static void fill_words(parot_frame *frame, char **levels, const struct named_rows *rows)
{
    int64_t count = 0;
    for (; count < MOST_WORDS && rows->words[count].name; count++)
        levels[count] = (char *)(uintptr_t)rows->words[count].name; /* which is only read */
    for (int64_t i = 0; i < frame->rows; i++) {
        double *cell = &frame->data[i * frame->cols + rows->word];
        int64_t w = 0;
        while (w < count && rows->words[w].value != (int)*cell)
            w++;
        *cell = (double)w;
    }
    frame->columns[rows->word].level_count = count;
    frame->columns[rows->word].levels = levels;
}

/* The name of the ids, unless another column of the table has it. */
static void name_ids(parot_frame *frame, const struct named_rows *rows)
{
    static char usual[] = "id";
    if (!rows->id || !rows->id_name)
        return;
    frame->columns[0].name = parot_frame_column(frame, rows->id_name) > 0
                                 ? usual
                                 : (char *)(uintptr_t)rows->id_name; /* which is only read */
}

/* Works. */
static enum outcome write_frame(const char *path, const struct named_rows *rows, parot_frame *frame,
                                char **levels, int force)
{
    parot_error err = {0};
    fill_ids(frame, levels, rows, is_array(path));
    if (rows->match > 0 && rows->match_id)
        fill_matches(frame, levels + frame->rows, rows, is_array(path));
    if (rows->word > 0 && !is_array(path))
        fill_words(frame, levels + 2 * frame->rows, rows);
    name_ids(frame, rows);
    return parot_frame_write(path, frame, force, &err) == PAROT_OK ? SOLVED : refuse_status(&err);
}

/* Owns. */
enum outcome named_rows_write(const char *option, const char *path, const struct named_rows *rows,
                              parot_table *table, int force)
{
    char **levels = malloc((2 * (size_t)table->rows + MOST_WORDS) * sizeof *levels);
    parot_frame frame = {
        .rows = table->rows, .cols = table->cols, .data = table->data, .has_names = 1};
    frame.columns = calloc((size_t)table->cols, sizeof *frame.columns);
    for (int64_t k = 0; frame.columns && k < table->cols; k++)
        frame.columns[k].name = table->names[k];
    enum outcome outcome = levels && frame.columns
                               ? write_frame(path, rows, &frame, levels, force)
                               : refuse(FAILED, "%s %s: out of memory", option, path);
    free(levels);
    free(frame.columns);
    return outcome;
}

/* ---- Plans -------------------------------------------------------------- */

enum { COLUMNS = 3 }; /* of a plan: row, col or match, mass */

int plan_table_is_wanted(const char *path, const parot_features *source,
                         const parot_features *target)
{
    return (source->id || target->id) &&
           (output_is_stdout(path) || path_ends_in(path, ".csv .tsv"));
}

/* Ids are numbered by rows of the file, of which the plan has those that are used. A side without
 * ids keeps the numbers of the plan, as in files without ids. */
static int64_t row_of(const parot_features *points, int32_t row)
{
    return points->id ? points->row[row] : row;
}

enum outcome plan_table_write(const char *path, const parot_plan *plan,
                              const parot_features *source, const parot_features *target, int force)
{
    static char row[] = "row", col[] = "col", match[] = "match", mass[] = "mass";
    char *names[COLUMNS] = {row, target->id ? match : col, mass};
    int64_t *rows = malloc((size_t)plan->count * sizeof *rows);
    parot_table table = {.rows = plan->count, .cols = COLUMNS, .names = names};
    table.data = malloc((size_t)plan->count * COLUMNS * sizeof *table.data);
    enum outcome outcome = SOLVED;
    for (int64_t k = 0; rows && table.data && k < plan->count; k++) {
        rows[k] = row_of(source, plan->row[k]);
        table.data[COLUMNS * k + 1] = (double)row_of(target, plan->col[k]);
        table.data[COLUMNS * k + 2] = plan->mass[k];
    }
    const struct named_rows named = {.row = rows,
                                     .id = source->id,
                                     .count = plan->count,
                                     .id_name = source->id_name,
                                     .match = 1,
                                     .match_id = target->id,
                                     .match_count = target->frame.rows};
    outcome = rows && table.data ? named_rows_write("-o", path, &named, &table, force)
                                 : refuse(FAILED, "-o %s: out of memory", path);
    free(rows);
    free(table.data);
    return outcome;
}
