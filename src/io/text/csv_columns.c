/* csv_columns.c - a column stores numbers until its first text; then the numbers so far become
 * levels.
 *
 * A number among texts is a text too, under its shortest form, so that 1, 1.0 and 1e0 are the same
 * level and neither the order of rows nor that of files matters.
 */
#include "io/text/csv_columns.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "io/bytes/excerpt.h"
#include "io/text/written.h"

static const double LARGEST_EXACT = 9007199254740992; /* 2^53 */

struct csv_column *csv_column(const struct csv_columns *columns, int64_t k)
{
    return (struct csv_column *)(void *)columns->columns.data + k;
}

parot_status csv_columns_open(struct csv_columns *columns, int64_t cols, parot_error *err)
{
    int64_t size = 0;
    if (!multiply_sizes(cols, sizeof(struct csv_column), &size))
        return fail_memory(err, SIZE_MAX);
    TRY(bytes_reserve(&columns->columns, (size_t)size, err));
    memset(columns->columns.data, 0, (size_t)size);
    columns->columns.size = (size_t)size;
    columns->cols = cols;
    for (int64_t m = 0; m < columns->reading->missing_count; m++) {
        double value = 0;
        if (number_parse(columns->reading->missing[m], &value) == NUMBER_FINE)
            TRY(bytes_append(&columns->missing, &value, sizeof value, err));
    }
    return PAROT_OK;
}

void csv_columns_free(struct csv_columns *columns)
{
    for (int64_t k = 0; k < columns->cols; k++)
        levels_free(&csv_column(columns, k)->levels);
    bytes_free(&columns->values);
    bytes_free(&columns->columns);
    bytes_free(&columns->cells);
    bytes_free(&columns->missing);
    bytes_free(&columns->names.text);
    *columns = (struct csv_columns){0};
}

parot_status csv_columns_row(struct csv_columns *columns, double **row, parot_error *err)
{
    size_t size = (size_t)columns->cols * sizeof **row;
    columns->values.size = (size_t)columns->rows * size;
    TRY(bytes_reserve(&columns->values, size, err));
    *row = (double *)(void *)(columns->values.data + columns->values.size);
    columns->values.size += size;
    return PAROT_OK;
}

/* ---- Refusals ----------------------------------------------------------- */

const char *csv_describe_column(const struct csv_columns *columns, int64_t k, char text[64])
{
    const char *name = columns->names.text.data;
    char excerpt[EXCERPT];
    for (int64_t i = 0; i < k && columns->names.count > 0; i++)
        name = cells_next(name);
    if (columns->names.count > 0 && *name)
        snprintf(text, 64, "column '%s'", excerpt_head(name, excerpt, sizeof excerpt));
    else
        snprintf(text, 64, "column %lld", (long long)k + 1);
    return text;
}

static parot_status refuse_cell(const struct csv_columns *columns, int64_t k, const char *cell,
                                int64_t line, enum number_kind kind, parot_error *err)
{
    char place[64], value[EXCERPT];
    parot_written written = written_as(cell, columns->reading->decimal);
    csv_describe_column(columns, k, place);
    excerpt_head(cell, value, sizeof value);
    if (kind == NUMBER_EMPTY)
        return fail(err, PAROT_EFORMAT, "%s line %lld, %s: the cell is empty; it needs a number",
                    columns->label, (long long)line, place);
    const char *reason = kind == NUMBER_NAN ? "is not allowed; give a number or drop the row"
                         : written          ? parot_written_rule(written)
                                            : "is not a number";
    return fail(err, PAROT_EFORMAT, "%s line %lld, %s: '%s' %s", columns->label, (long long)line,
                place, value, reason);
}

static parot_status refuse_rounded(const struct csv_columns *columns, int64_t k, const char *cell,
                                   int64_t line, parot_error *err)
{
    char place[64], value[EXCERPT];
    return fail(err, PAROT_EFORMAT,
                "%s line %lld, %s: a double cannot hold %s exactly; write it with fewer digits, or "
                "divided by a power of 10",
                columns->label, (long long)line, csv_describe_column(columns, k, place),
                excerpt_head(cell, value, sizeof value));
}

/* ---- Text --------------------------------------------------------------- */

int csv_is_missing(const char *cell)
{
    static const char *const spelt[] = {"", "na", "n/a", "#n/a", "<na>", "nan", "null", "\\n", "?"};
    for (size_t k = 0; k < sizeof spelt / sizeof *spelt; k++)
        if (strcasecmp(cell, spelt[k]) == 0)
            return 1;
    return 0;
}

static parot_status remember(struct csv_columns *columns, const char *cell, int64_t line,
                             int64_t *row, size_t *place, parot_error *err)
{
    if (*row > 0)
        return PAROT_OK;
    *place = columns->cells.size;
    TRY(bytes_append(&columns->cells, cell, strlen(cell) + 1, err));
    *row = line;
    return PAROT_OK;
}

static parot_status intern(struct csv_column *column, const char *text, double *value,
                           parot_error *err)
{
    int64_t number = 0;
    TRY(levels_intern(&column->levels, text, &number, err));
    *value = (double)number;
    return PAROT_OK;
}

static parot_status intern_number(struct csv_column *column, double number, double *value,
                                  parot_error *err)
{
    char text[NUMBER_SIZE];
    return intern(column, number_print(number, text), value, err);
}

/* The numbers so far become levels. */
static parot_status turn_to_text(struct csv_columns *columns, int64_t k, parot_error *err)
{
    struct csv_column *column = csv_column(columns, k);
    double *values = (double *)(void *)columns->values.data + k;
    if (column->is_text)
        return PAROT_OK;
    for (int64_t i = 0; i < columns->rows; i++) {
        double *value = &values[i * columns->cols];
        if (!isnan(*value))
            TRY(intern_number(column, *value, value, err));
    }
    column->is_text = 1;
    return PAROT_OK;
}

static parot_status take_missing(struct csv_columns *columns, int64_t k, const char *cell,
                                 int64_t line, double *value, parot_error *err)
{
    struct csv_column *column = csv_column(columns, k);
    TRY(remember(columns, cell, line, &column->missing_row, &column->missing_cell, err));
    column->missing++;
    *value = NAN;
    return PAROT_OK;
}

static parot_status take_text(struct csv_columns *columns, int64_t k, const char *cell,
                              int64_t line, double *value, parot_error *err)
{
    struct csv_column *column = csv_column(columns, k);
    parot_written written =
        column->written ? PAROT_WRITTEN_PLAIN : written_as(cell, columns->reading->decimal);
    TRY(remember(columns, cell, line, &column->text_row, &column->text_cell, err));
    if (written) {
        TRY(remember(columns, cell, line, &column->written_row, &column->written_cell, err));
        column->written = written;
    }
    TRY(turn_to_text(columns, k, err));
    column->texts++;
    return intern(column, cell, value, err);
}

/* ---- Numbers ------------------------------------------------------------ */

static int is_missing_number(const struct csv_columns *columns, double value)
{
    const double *missing = (const double *)(const void *)columns->missing.data;
    size_t count = columns->missing.size / sizeof *missing;
    for (size_t m = 0; m < count; m++)
        if (missing[m] == value)
            return 1;
    return 0;
}

int csv_columns_is_plain(const struct csv_columns *columns, double value)
{
    return fabs(value) < LARGEST_EXACT &&
           (columns->missing.size == 0 || !is_missing_number(columns, value));
}

static int is_listed(const parot_reading *reading, const char *cell)
{
    for (int64_t m = 0; m < reading->missing_count; m++)
        if (strcmp(cell, reading->missing[m]) == 0)
            return 1;
    return 0;
}

/* With a decimal comma a point means nothing that we would know. */
static enum number_kind parse(const struct csv_columns *columns, const char *cell, double *number)
{
    char text[64];
    size_t size = strlen(cell);
    const char *comma = strchr(cell, ',');
    if (columns->reading->decimal != ',')
        return number_parse(cell, number);
    if (strchr(cell, '.') || size >= sizeof text)
        return csv_is_missing(cell) ? NUMBER_NAN : NUMBER_TEXT;
    memcpy(text, cell, size + 1);
    if (comma)
        text[comma - cell] = '.';
    return number_parse(text, number);
}

static parot_status take_number(struct csv_columns *columns, int64_t k, const char *cell,
                                int64_t line, double *value, parot_error *err)
{
    struct csv_column *column = csv_column(columns, k);
    if (column->is_text)
        return intern_number(column, *value, value, err);
    if (fabs(*value) < LARGEST_EXACT || written_exactly(cell, *value))
        return PAROT_OK;
    if (columns->is_strict)
        return refuse_rounded(columns, k, cell, line, err);
    if (column->rounded++ == 0)
        column->rounded_row = line;
    return PAROT_OK;
}

parot_status csv_columns_take(struct csv_columns *columns, int64_t k, const char *cell,
                              int64_t line, double *value, parot_error *err)
{
    struct csv_column *column = csv_column(columns, k);
    double number = 0;
    if (column->is_verbatim) {
        column->is_text = 1;
        column->texts++;
        return intern(column, cell, value, err);
    }
    enum number_kind kind = parse(columns, cell, &number);
    if (is_listed(columns->reading, cell) ||
        (kind == NUMBER_FINE && is_missing_number(columns, number)))
        return take_missing(columns, k, cell, line, value, err);
    if (kind == NUMBER_FINE) {
        *value = number;
        return take_number(columns, k, cell, line, value, err);
    }
    if (columns->is_strict)
        return refuse_cell(columns, k, cell, line, kind, err);
    if (kind == NUMBER_NAN || csv_is_missing(cell))
        return take_missing(columns, k, cell, line, value, err);
    return take_text(columns, k, cell, line, value, err);
}
