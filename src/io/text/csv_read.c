/* csv_read.c - reads a text row by row into growing columns.
 *
 * Most cells are plain numbers: those are read where they stand. Whatever else turns up is cut out
 * as text and looked at twice.
 */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "io/tables/column_list.h"
#include "io/text/csv_table.h"
#include "io/text/decimal.h"
#include "io/text/lines.h"

/* ---- Delimiters --------------------------------------------------------- */

/* Each candidate is counted in the first lines of the text. The right one occurs equally often in
 * each line. When it does not, the table is ragged, and reading it with the delimiter that occurs
 * at all gives the message that says where. Comma is tried last: between other delimiters it may be
 * a decimal comma, never the other way round. */
enum { SAMPLE = 20 }; /* lines looked at: so many do not agree by chance */

static const char CANDIDATES[] = "\t;|,";

static int is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* A quotation mark opens at the beginning of a cell, and then the next one closes (or is the first
 * of two, which close and open at once); anywhere else it is a character. */
static int is_quote(const char *begin, const char *at, char delimiter, int is_quoted)
{
    if (*at != '"')
        return 0;
    return is_quoted || at == begin || at[-1] == delimiter || is_blank(at[-1]) || at[-1] == '"';
}

/* Up to the line's end, which may be behind line breaks between quotation marks; *next is there. */
static int64_t count_delimiter(const char *line, const char *end, char delimiter, const char **next)
{
    int64_t count = 0;
    int is_quoted = 0;
    const char *at = line, *first_end = NULL;
    for (; at < end && (*at != '\n' || is_quoted); at++) {
        if (is_quote(line, at, delimiter, is_quoted))
            is_quoted = !is_quoted;
        count += *at == delimiter && !is_quoted;
        if (*at == '\n' && !first_end)
            first_end = at;
    }
    *next = is_quoted && first_end ? first_end : at; /* never closed: a mere character */
    return count;
}

/* Gaps between words. */
static int64_t count_gaps(const char *line, const char **next)
{
    int64_t count = 0;
    int is_quoted = 0;
    for (line += strspn(line, " \t"); *line != '\n'; line++) {
        if (*line == '"')
            is_quoted = !is_quoted;
        count += is_blank(line[0]) && line[1] != '\n' && !is_blank(line[1]) && !is_quoted;
    }
    *next = line;
    return count;
}

/* The lowest and highest count in the first lines that are neither blank nor comments. */
struct range {
    int64_t low, high;
};

static struct range count_in_sample(const char *text, const char *end, char delimiter)
{
    struct range range = {INT64_MAX, 0};
    int lines = 0;
    const char *next = NULL;
    for (const char *line = text; line < end && lines < SAMPLE; line = next + 1) {
        const char *first = line + strspn(line, " \t");
        next = strchr(first, '\n');
        if (*first == '\n' || *first == '#')
            continue;
        int64_t count = delimiter == ' ' ? count_gaps(line, &next)
                                         : count_delimiter(line, end, delimiter, &next);
        range.low = count < range.low ? count : range.low;
        range.high = count > range.high ? count : range.high;
        lines++;
    }
    return range;
}

char csv_delimiter(const char *text, const char *end, char decimal)
{
    char occurring = '\0';
    for (const char *candidate = CANDIDATES; *candidate; candidate++) {
        if (*candidate == decimal)
            continue;
        struct range range = count_in_sample(text, end, *candidate);
        if (range.high > 0 && range.low == range.high)
            return *candidate;
        if (range.high > 0 && !occurring)
            occurring = *candidate;
    }
    struct range gaps = count_in_sample(text, end, ' ');
    if (occurring == '\t' && gaps.low == gaps.high) /* tabs and blanks, mixed */
        return ' ';
    if (occurring)
        return occurring;
    if (gaps.high > 0 && gaps.low > 0) /* "first name" may head a single column */
        return ' ';
    return decimal == ',' ? ';' : ',';
}

/* Line breaks in one row: a quotation mark too many is found before it swallows the file. */
enum { MOST_BREAKS = 1000 };

/* Bytes of blank lines and comments: more than any header has, and a few seconds of reading. */
enum { MOST_SKIPPED = 100000000 };

struct reader {
    struct csv_columns *columns;
    char delimiter;
    struct lines lines;
    struct cells cells; /* of a line that is looked at twice */
    int has_header;     /* a row, not a comment */
    int64_t first_line; /* of the row, which may have several */
    int64_t skipped;    /* bytes of blank lines and comments */
};

/* ---- Header ------------------------------------------------------------- */

int csv_is_name(const char *cell)
{
    double value = 0;
    if (csv_is_missing(cell) || strcasecmp(cell, "none") == 0)
        return 0;
    return number_parse(cell, &value) == NUMBER_TEXT && !strchr("0123456789+-.", *cell);
}

/* Nothing, then 0, 1, 2, ...: pandas writes so what has no names, with its row counter in front. */
static int is_counted(const struct cells *cells)
{
    const char *cell = cells->text.data;
    if (cells->count < 2 || *cell)
        return 0;
    for (int64_t k = 1; k < cells->count; k++) {
        char number[24];
        cell = cells_next(cell);
        snprintf(number, sizeof number, "%lld", (long long)k - 1);
        if (strcmp(cell, number) != 0)
            return 0;
    }
    return 1;
}

static int is_header(const struct cells *cells)
{
    const char *cell = cells->text.data;
    for (int64_t k = 0; k < cells->count; k++, cell = cells_next(cell))
        if (csv_is_name(cell))
            return 1;
    return is_counted(cells);
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
    return fail(err, PAROT_EFORMAT, "%s line %lld: a quotation mark is opened and never closed",
                reader->columns->label, (long long)reader->first_line);
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

/* ---- Columns ------------------------------------------------------------ */

static parot_status mark_verbatim(struct reader *reader, parot_error *err)
{
    const parot_reading *reading = reader->columns->reading;
    const struct cells *names = &reader->columns->names;
    int64_t cols = reader->columns->cols;
    struct bytes list = {0};
    parot_status status = bytes_reserve(&list, (size_t)cols * sizeof(char *), err);
    if (status != PAROT_OK)
        return status;
    const char **name = (const char **)(void *)list.data;
    for (int64_t k = 0; k < cols; k++)
        name[k] = names->count == 0 ? "" : k == 0 ? names->text.data : cells_next(name[k - 1]);
    for (int64_t v = 0; v < reading->verbatim_count; v++) {
        int64_t found = column_find(name, cols, reading->verbatim[v]);
        for (int64_t k = 0; k < cols; k++)
            if (k == found || (*name[k] && strcmp(name[k], reading->verbatim[v]) == 0))
                csv_column(reader->columns, k)->is_verbatim = 1;
    }
    for (int64_t k = 0; reading->is_verbatim && k < cols; k++)
        csv_column(reader->columns, k)->is_verbatim = 1;
    bytes_free(&list);
    return PAROT_OK;
}

/* A header of one cell less than the row below it: the column without a name is the first, unless
 * the last one is empty. */
static parot_status add_nameless(struct reader *reader, parot_error *err)
{
    struct cells *names = &reader->columns->names;
    const char *last = reader->cells.text.data;
    for (int64_t k = 1; k < reader->cells.count; k++)
        last = cells_next(last);
    TRY(bytes_append(&names->text, "", 1, err));
    if (*last) {
        memmove(names->text.data + 1, names->text.data, names->text.size - 1);
        names->text.data[0] = '\0';
    }
    names->count++;
    return PAROT_OK;
}

/* The first row that is not a header tells how many columns there are. */
static parot_status open_columns(struct reader *reader, parot_error *err)
{
    struct csv_columns *columns = reader->columns;
    int64_t cols = reader->cells.count;
    if (reader->has_header && cols == columns->names.count + 1)
        TRY(add_nameless(reader, err));
    if (reader->has_header)
        cols = columns->names.count;
    else if (columns->names.count != cols || !is_header(&columns->names) ||
             columns->reading->has_no_header)
        drop_names(reader);
    TRY(csv_columns_open(columns, cols, err));
    return mark_verbatim(reader, err);
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
    return csv_columns_take(reader->columns, k, cell->data, reader->first_line, value, err);
}

static parot_status refuse_ragged(struct reader *reader, const char *line, parot_error *err)
{
    TRY(split(reader, line, err));
    return fail(err, PAROT_EFORMAT, "%s line %lld: has %lld cell%s, but the %s %lld",
                reader->columns->label, (long long)reader->first_line,
                (long long)reader->cells.count, plural(reader->cells.count),
                reader->has_header ? "header has" : "lines above have",
                (long long)reader->columns->cols);
}

/* A row of another length is refused for that, not for one of its cells. */
static parot_status refuse_row(struct reader *reader, const char *line, parot_status status,
                               parot_error *err)
{
    parot_error other = {0};
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
    int has_comma = columns->reading->decimal == ',';
    const char *at = cells_skip_blanks(line, reader->delimiter), *next = NULL;
    for (int64_t k = 0; k < columns->cols; k++, at = next) {
        const struct csv_column *column = csv_column(columns, k);
        if (!at)
            return refuse_ragged(reader, line, err);
        at = cells_skip_blanks(at, reader->delimiter);
        int is_scanned = !column->is_text && !column->is_verbatim && !has_comma;
        const char *behind = is_scanned ? decimal_scan(at, &row[k]) : NULL;
        if (behind && cells_at_end(behind, reader->delimiter, &next) &&
            csv_columns_is_plain(columns, row[k]))
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
        TRY(split(reader, line, err));
        if (!reader->has_header && !columns->reading->has_no_header && is_header(&reader->cells)) {
            reader->has_header = 1;
            keep_as_names(reader);
            return PAROT_OK;
        }
        TRY(open_columns(reader, err));
    }
    TRY(csv_columns_row(columns, &row, err));
    parot_status status = take_cells(reader, line, row, err);
    if (status != PAROT_OK)
        return refuse_row(reader, line, status, err);
    columns->rows++;
    return PAROT_OK;
}

/* ---- Lines -------------------------------------------------------------- */

static int is_comment(const char *line)
{
    return line[strspn(line, " \t")] == '#';
}

/* The next row with all of its lines; NULL: there are no more. */
static parot_status next_row(struct reader *reader, const char **row, parot_error *err)
{
    struct lines *lines = &reader->lines;
    int is_longer = 1;
    TRY(lines_next(lines, row, err));
    reader->first_line = lines->number;
    if (!*row || is_comment(*row))
        return PAROT_OK;
    size_t length = (size_t)(lines->window.data + lines->start - *row);
    size_t known = 0;
    int has_quote = memchr(*row, '"', length) != NULL;
    while (has_quote && is_longer && lines->number - reader->first_line < MOST_BREAKS &&
           cells_is_open(*row, reader->delimiter, &known))
        TRY(lines_extend(lines, row, &is_longer, err));
    return PAROT_OK;
}

/* "sep=;", with or without quotation marks, as the first line; 0: there is none. */
static char stated_delimiter(const char *line)
{
    int is_quoted = *line == '"';
    if (strncasecmp(line + is_quoted, "sep=", 4) != 0)
        return 0;
    char stated = line[is_quoted + 4];
    const char *rest = line + is_quoted + 5;
    if (stated == '\n' || !strchr("\t;|, ", stated))
        return 0;
    rest += is_quoted && *rest == '"';
    return rest[strspn(rest, " \t,;")] == '\n' ? stated : 0;
}

static parot_status choose_delimiter(struct reader *reader, parot_error *err)
{
    const char *end = NULL, *ahead = lines_ahead(&reader->lines, &end), *line = NULL;
    char stated = ahead < end ? stated_delimiter(ahead) : 0;
    if (stated)
        TRY(lines_next(&reader->lines, &line, err));
    else
        stated = csv_delimiter(ahead, end, reader->columns->reading->decimal);
    reader->delimiter = reader->columns->delimiter = stated;
    return PAROT_OK;
}

/* Rows are bounded by memory; what is not kept has a bound of its own, so that a packed file cannot
 * unpack forever. */
static parot_status count_skipped(struct reader *reader, const char *line, parot_error *err)
{
    reader->skipped += reader->lines.window.data + reader->lines.start - line;
    if (reader->skipped <= MOST_SKIPPED)
        return PAROT_OK;
    return fail(err, PAROT_EFORMAT,
                "%s line %lld: more than %d MB of blank lines and comments; remove them",
                reader->columns->label, (long long)reader->lines.number, MOST_SKIPPED / 1000000);
}

static parot_status refuse_empty(const struct reader *reader, parot_error *err)
{
    char cell[EXCERPT];
    if (!reader->has_header)
        return fail(err, PAROT_EFORMAT, "%s: contains only blank lines or comments, no rows",
                    reader->columns->label);
    return fail(err, PAROT_EFORMAT,
                "%s: its only row ('%s'%s) is taken for a header; add the rows below it; if it is "
                "data, the table has to be read as one without",
                reader->columns->label,
                excerpt_head(reader->columns->names.text.data, cell, sizeof cell),
                reader->columns->names.count > 1 ? ", ..." : "");
}

static parot_status read_lines(struct reader *reader, parot_error *err)
{
    const char *line = NULL;
    TRY(choose_delimiter(reader, err));
    for (;;) {
        TRY(next_row(reader, &line, err));
        if (!line)
            break;
        const char *first = line + strspn(line, " \t");
        if (*first == '#' || *first == '\n')
            TRY(count_skipped(reader, line, err));
        if (*first == '#')
            TRY(take_comment(reader, first + 1, err));
        else if (*first != '\n')
            TRY(take_row(reader, line, err));
    }
    return reader->columns->rows > 0 ? PAROT_OK : refuse_empty(reader, err);
}

parot_status csv_read_columns(struct stream *stream, const struct csv_request *request,
                              struct csv_columns *columns, parot_error *err)
{
    static const parot_reading usual = {0};
    struct reader reader = {.columns = columns};
    *columns = (struct csv_columns){.label = stream->label,
                                    .is_strict = request->is_strict,
                                    .reading = request->reading ? request->reading : &usual};
    parot_status status = lines_open(&reader.lines, stream, err);
    if (status == PAROT_OK)
        status = read_lines(&reader, err);
    lines_close(&reader.lines);
    bytes_free(&reader.cells.text);
    return status;
}
