/* csv_read.c - the rows of a text; see csv_table.h.
 *
 * Most cells are plain numbers: those are read where they stand. Whatever else turns up is cut out
 * as text and looked at twice.
 */
#include <string.h>
#include <strings.h>

#include "io/csv_table.h"
#include "io/decimal.h"
#include "io/lines.h"

struct reader {
    const struct csv_request *request;
    struct csv_columns *columns;
    char delimiter;
    struct lines lines;
    struct cells cells; /* of a line that is looked at twice */
    int has_header;     /* a row, not a comment */
};

/* ---- Header ------------------------------------------------------------- */

int csv_is_name(const char *cell)
{
    double value = 0;
    if (csv_is_missing(cell) || strcasecmp(cell, "none") == 0)
        return 0;
    return number_parse(cell, &value) == NUMBER_TEXT && !strchr("0123456789+-.", *cell);
}

static int is_header(const struct cells *cells)
{
    const char *cell = cells->text.data;
    for (int64_t k = 0; k < cells->count; k++, cell = cells_next(cell))
        if (csv_is_name(cell))
            return 1;
    return 0;
}

static void keep_as_names(struct reader *reader)
{
    struct cells *names = &reader->columns->names;
    bytes_free(&names->text);
    names->text = bytes_move(&reader->cells.text);
    names->count = reader->cells.count;
}

static void drop_names(struct reader *reader)
{
    bytes_free(&reader->columns->names.text);
    reader->columns->names.count = 0;
}

static parot_status refuse_quote(const struct reader *reader, parot_error *err)
{
    return fail(err, PAROT_EFORMAT, "%s row %lld: a quotation mark is not closed on its line",
                reader->columns->label, (long long)reader->lines.number);
}

static parot_status split(struct reader *reader, const char *line, parot_error *err)
{
    parot_status status = cells_split(&reader->cells, line, reader->delimiter, err);
    return status == PAROT_EFORMAT ? refuse_quote(reader, err) : status;
}

/* A comment with unbalanced quotation marks is just a comment. */
static parot_status take_comment(struct reader *reader, const char *line, parot_error *err)
{
    if (reader->columns->rows > 0 || reader->has_header)
        return PAROT_OK;
    parot_status status = cells_split(&reader->cells, line, reader->delimiter, err);
    if (status == PAROT_ENOMEM)
        return status;
    if (status == PAROT_OK)
        keep_as_names(reader);
    else
        drop_names(reader);
    return PAROT_OK;
}

static void mark_verbatim(struct reader *reader)
{
    const struct csv_request *request = reader->request;
    const char *name = reader->columns->names.text.data;
    for (int64_t k = 0; k < reader->columns->names.count; k++, name = cells_next(name))
        for (int64_t v = 0; v < request->verbatim_count; v++)
            if (strcmp(name, request->verbatim[v]) == 0)
                csv_column(reader->columns, k)->is_verbatim = 1;
}

/* The first row tells how many columns there are, and perhaps what they are called. */
static parot_status take_first(struct reader *reader, const char *line, parot_error *err)
{
    struct csv_columns *columns = reader->columns;
    TRY(split(reader, line, err));
    int64_t cols = reader->cells.count;
    reader->has_header = is_header(&reader->cells);
    if (reader->has_header)
        keep_as_names(reader);
    else if (columns->names.count != cols || !is_header(&columns->names))
        drop_names(reader);
    TRY(csv_columns_open(columns, cols, err));
    mark_verbatim(reader);
    return PAROT_OK;
}

/* ---- Rows --------------------------------------------------------------- */

static parot_status take_cell(struct reader *reader, int64_t k, const char **at, double *value,
                              parot_error *err)
{
    struct bytes *cell = &reader->cells.text;
    cell->size = 0;
    parot_status status = cells_take(*at, reader->delimiter, cell, at, err);
    if (status == PAROT_EFORMAT)
        return refuse_quote(reader, err);
    if (status != PAROT_OK)
        return status;
    return csv_columns_take(reader->columns, k, cell->data, reader->lines.number, value, err);
}

static parot_status refuse_ragged(struct reader *reader, const char *line, parot_error *err)
{
    TRY(split(reader, line, err));
    return fail(
        err, PAROT_EFORMAT, "%s row %lld: has %lld cells, but the %s %lld", reader->columns->label,
        (long long)reader->lines.number, (long long)reader->cells.count,
        reader->has_header ? "header has" : "rows above have", (long long)reader->columns->cols);
}

/* A row of another length is refused for that, not for one of its cells. */
static parot_status refuse_row(struct reader *reader, const char *line, parot_status status,
                               parot_error *err)
{
    parot_error other = {""};
    if (status == PAROT_EFORMAT &&
        cells_split(&reader->cells, line, reader->delimiter, &other) == PAROT_OK &&
        reader->cells.count != reader->columns->cols)
        return refuse_ragged(reader, line, err);
    return status;
}

static parot_status take_cells(struct reader *reader, const char *line, double *row,
                               parot_error *err)
{
    const struct csv_columns *columns = reader->columns;
    const char *at = cells_skip_blanks(line, reader->delimiter), *next = NULL;
    for (int64_t k = 0; k < columns->cols; k++, at = next) {
        const struct csv_column *column = csv_column(columns, k);
        if (!at)
            return refuse_ragged(reader, line, err);
        at = cells_skip_blanks(at, reader->delimiter);
        const char *behind =
            column->is_text || column->is_verbatim ? NULL : decimal_scan(at, &row[k]);
        if (behind && cells_at_end(behind, reader->delimiter, &next))
            continue;
        next = at;
        TRY(take_cell(reader, k, &next, &row[k], err));
    }
    return at ? refuse_ragged(reader, line, err) : PAROT_OK;
}

static parot_status take_row(struct reader *reader, const char *line, parot_error *err)
{
    struct csv_columns *columns = reader->columns;
    double *row = NULL;
    if (columns->cols == 0) {
        TRY(take_first(reader, line, err));
        if (reader->has_header)
            return PAROT_OK;
    }
    TRY(csv_columns_row(columns, &row, err));
    parot_status status = take_cells(reader, line, row, err);
    if (status != PAROT_OK)
        return refuse_row(reader, line, status, err);
    columns->rows++;
    return PAROT_OK;
}

/* ---- Lines -------------------------------------------------------------- */

static parot_status read_lines(struct reader *reader, parot_error *err)
{
    const char *end = NULL, *ahead = lines_ahead(&reader->lines, &end), *line = NULL;
    reader->delimiter = reader->columns->delimiter = csv_delimiter(ahead, end);
    for (;;) {
        TRY(lines_next(&reader->lines, &line, err));
        if (!line)
            break;
        const char *first = line + strspn(line, " \t");
        if (*first == '#')
            TRY(take_comment(reader, first + 1, err));
        else if (*first != '\n')
            TRY(take_row(reader, line, err));
    }
    if (reader->columns->rows == 0)
        return fail(err, PAROT_EFORMAT, "%s: contains no rows of numbers", reader->columns->label);
    return PAROT_OK;
}

parot_status csv_read_columns(struct source *source, const struct csv_request *request,
                              struct csv_columns *columns, parot_error *err)
{
    struct reader reader = {.request = request, .columns = columns};
    *columns = (struct csv_columns){.label = source->label, .is_strict = request->is_strict};
    parot_status status = lines_open(&reader.lines, source, err);
    if (status == PAROT_OK)
        status = read_lines(&reader, err);
    lines_close(&reader.lines);
    bytes_free(&reader.cells.text);
    return status;
}
