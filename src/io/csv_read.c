/* csv_read.c - a table from text, cells by libcsv; see csv_table.h.
 *
 * The lines are fed to libcsv one by one, so that we know the number of each. Its callbacks only
 * gather the cells of a row; what they mean is decided when the line is over.
 */
#include <csv.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "io/csv_table.h"
#include "io/excerpt.h"
#include "io/number.h"

/* Cells of one line, one after the other, each ending in NUL. */
struct cells {
    struct bytes text;
    int64_t count;
};

struct reader {
    const char *label;
    char delimiter;
    struct csv_parser parser;
    int64_t line;
    struct cells cells;     /* of the current line */
    int is_row_complete;    /* libcsv has seen its end */
    parot_status gathering; /* how the callbacks fared; they cannot return it */
    struct cells names;     /* of the columns, or a comment that may turn out to be that */
    int has_header;         /* a row, not a comment */
    struct bytes numbers;
    int64_t rows, cols;
    parot_error *err;
};

static void gather_cell(void *cell, size_t size, void *user)
{
    struct reader *reader = user;
    struct cells *cells = &reader->cells;
    if (reader->gathering == PAROT_OK)
        reader->gathering = bytes_append(&cells->text, cell, size, reader->err);
    if (reader->gathering == PAROT_OK)
        reader->gathering = bytes_append(&cells->text, "", 1, reader->err);
    cells->count++;
}

static void gather_row(int end, void *user)
{
    struct reader *reader = user;
    (void)end;
    reader->is_row_complete = 1;
}

/* Every gap between words becomes one tab, which is then the delimiter. */
static void squeeze_gaps(char *line)
{
    char *to = line;
    int is_quoted = 0;
    for (const char *from = line + strspn(line, " \t"); *from; from++) {
        if (*from == '"')
            is_quoted = !is_quoted;
        if (is_quoted || (*from != ' ' && *from != '\t'))
            *to++ = *from;
        else if (from[1] && from[1] != ' ' && from[1] != '\t')
            *to++ = '\t';
    }
    *to = '\0';
}

static parot_status split(struct reader *reader, char *line)
{
    struct csv_parser *parser = &reader->parser;
    size_t size = strlen(line);
    if (reader->delimiter == ' ') {
        squeeze_gaps(line);
        size = strlen(line);
    }
    reader->cells.text.size = 0;
    reader->cells.count = 0;
    reader->is_row_complete = 0;
    if (csv_parse(parser, line, size, gather_cell, gather_row, reader) != size ||
        csv_parse(parser, "\n", 1, gather_cell, gather_row, reader) != 1)
        return fail_memory(reader->err, size);
    if (!reader->is_row_complete) {
        csv_fini(parser, gather_cell, gather_row, reader); /* forget the quotation mark */
        return fail(reader->err, PAROT_EFORMAT,
                    "%s row %lld: a quotation mark is not closed on its line", reader->label,
                    (long long)reader->line);
    }
    return reader->gathering;
}

static const char *next_cell(const char *cell)
{
    return cell + strlen(cell) + 1;
}

int csv_is_name(const char *cell)
{
    static const char *const missing[] = {"na", "n/a", "#n/a", "null", "none", "?"};
    double value = 0;
    for (size_t k = 0; k < sizeof missing / sizeof *missing; k++)
        if (strcasecmp(cell, missing[k]) == 0)
            return 0;
    return number_parse(cell, &value) == NUMBER_TEXT && !strchr("0123456789+-.", *cell);
}

static int is_header(const struct cells *cells)
{
    const char *cell = cells->text.data;
    for (int64_t k = 0; k < cells->count; k++, cell = next_cell(cell))
        if (csv_is_name(cell))
            return 1;
    return 0;
}

static void keep_as_names(struct reader *reader)
{
    bytes_free(&reader->names.text);
    reader->names.text = bytes_move(&reader->cells.text);
    reader->names.count = reader->cells.count;
}

static void drop_names(struct reader *reader)
{
    bytes_free(&reader->names.text);
    reader->names.count = 0;
}

/* A comment with unbalanced quotation marks is just a comment. */
static parot_status take_comment(struct reader *reader, char *line)
{
    if (reader->rows > 0 || reader->has_header)
        return PAROT_OK;
    parot_status status = split(reader, line);
    if (status == PAROT_ENOMEM)
        return status;
    if (status == PAROT_OK)
        keep_as_names(reader);
    else
        drop_names(reader);
    return PAROT_OK;
}

/* "column 'age'", or "column 3" when it has no name. */
static const char *describe_column(const struct reader *reader, int64_t column, char text[64])
{
    const char *name = reader->names.text.data;
    char excerpt[EXCERPT];
    for (int64_t k = 0; k < column && reader->names.count > 0; k++)
        name = next_cell(name);
    if (reader->names.count > 0 && *name)
        snprintf(text, 64, "column '%s'", excerpt_head(name, excerpt, sizeof excerpt));
    else
        snprintf(text, 64, "column %lld", (long long)column + 1);
    return text;
}

static parot_status refuse_cell(const struct reader *reader, int64_t column, const char *cell,
                                enum number_kind kind)
{
    char place[64], value[EXCERPT];
    describe_column(reader, column, place);
    excerpt_head(cell, value, sizeof value);
    if (kind == NUMBER_EMPTY)
        return fail(reader->err, PAROT_EFORMAT,
                    "%s row %lld, %s: the cell is empty; it needs a number", reader->label,
                    (long long)reader->line, place);
    const char *reason = kind == NUMBER_NAN ? "is not allowed; give a number or drop the row"
                         : kind == NUMBER_TOO_LARGE ? "is too large for a double"
                         : strchr(cell, ',')        ? "is not a number; decimals take a point"
                                                    : "is not a number";
    return fail(reader->err, PAROT_EFORMAT, "%s row %lld, %s: '%s' %s", reader->label,
                (long long)reader->line, place, value, reason);
}

static parot_status take_numbers(struct reader *reader)
{
    const char *cell = reader->cells.text.data;
    for (int64_t k = 0; k < reader->cols; k++, cell = next_cell(cell)) {
        double value = 0;
        enum number_kind kind = number_parse(cell, &value);
        if (kind != NUMBER_FINE)
            return refuse_cell(reader, k, cell, kind);
        TRY(bytes_append(&reader->numbers, &value, sizeof value, reader->err));
    }
    reader->rows++;
    return PAROT_OK;
}

static parot_status take_row(struct reader *reader, char *line)
{
    TRY(split(reader, line));
    if (reader->rows == 0 && !reader->has_header) {
        reader->cols = reader->cells.count;
        reader->has_header = is_header(&reader->cells);
        if (reader->has_header) {
            keep_as_names(reader);
            return PAROT_OK;
        }
        if (reader->names.count != reader->cols || !is_header(&reader->names))
            drop_names(reader);
    }
    if (reader->cells.count != reader->cols)
        return fail(reader->err, PAROT_EFORMAT, "%s row %lld: has %lld cells, but the %s %lld",
                    reader->label, (long long)reader->line, (long long)reader->cells.count,
                    reader->has_header ? "header has" : "rows above have", (long long)reader->cols);
    return take_numbers(reader);
}

static parot_status read_lines(struct reader *reader, char *text, const char *end)
{
    reader->delimiter = csv_delimiter(text, end);
    csv_set_delim(&reader->parser,
                  (unsigned char)(reader->delimiter == ' ' ? '\t' : reader->delimiter));
    for (char *line = text, *next = NULL; line < end; line = next) {
        next = line + strlen(line) + 1;
        reader->line++;
        char *first = line + strspn(line, " \t");
        if (*first == '#')
            TRY(take_comment(reader, first + 1));
        else if (*first)
            TRY(take_row(reader, line));
    }
    if (reader->rows == 0)
        return fail(reader->err, PAROT_EFORMAT, "%s: contains no rows of numbers", reader->label);
    return PAROT_OK;
}

/* Behind the numbers: the pointers, then the text of the names. One block holds the table. */
static parot_status finish(struct reader *reader, parot_table *table)
{
    struct bytes *block = &reader->numbers;
    const struct cells *names = &reader->names;
    size_t pointers = block->size, text = pointers + (size_t)names->count * sizeof(char *);
    if (names->count > 0) {
        TRY(bytes_reserve(block, text - pointers + names->text.size, reader->err));
        block->size = text;
        TRY(bytes_append(block, names->text.data, names->text.size, reader->err));
    }
    bytes_shrink(block);
    *table = (parot_table){.rows = reader->rows, .cols = reader->cols};
    table->owner = bytes_move(block).data;
    table->data = table->owner;
    if (names->count > 0)
        table->names = (char **)((char *)table->owner + pointers);
    char *name = (char *)table->owner + text;
    for (int64_t k = 0; k < names->count; k++, name += strlen(name) + 1)
        table->names[k] = name;
    return PAROT_OK;
}

static parot_status check_text(const char *label, const struct bytes *text, parot_error *err)
{
    if (bytes_begin(text, "\xFF\xFE", 2) || bytes_begin(text, "\xFE\xFF", 2))
        return fail(err, PAROT_EFORMAT, "%s: is UTF-16 text; save it as UTF-8", label);
    if (text->size == 0)
        return fail(err, PAROT_EFORMAT, "%s: is empty", label);
    if (memchr(text->data, '\0', text->size))
        return fail(err, PAROT_EFORMAT, "%s: is not text: it contains zero bytes", label);
    return PAROT_OK;
}

/* Ends every line with NUL: "\n", "\r\n" and "\r" all end one. */
static void end_lines(char *text, const char *end)
{
    for (; text < end; text++) {
        if (*text == '\r' && text[1] == '\n')
            *text = ' ';
        else if (*text == '\r' || *text == '\n')
            *text = '\0';
    }
}

static parot_status read_text(struct reader *reader, struct bytes *text, parot_table *table)
{
    static const char byte_order_mark[] = "\xEF\xBB\xBF";
    TRY(check_text(reader->label, text, reader->err));
    TRY(bytes_append(text, "", 1, reader->err));
    char *start = text->data + (bytes_begin(text, byte_order_mark, 3) ? 3 : 0);
    const char *end = text->data + text->size;
    end_lines(start, end);
    TRY(read_lines(reader, start, end));
    return finish(reader, table);
}

parot_status csv_read(const char *label, struct bytes *text, parot_table *table, parot_error *err)
{
    struct reader reader = {.label = label, .err = err};
    csv_init(&reader.parser, 0);
    parot_status status = read_text(&reader, text, table);
    csv_free(&reader.parser);
    bytes_free(&reader.cells.text);
    bytes_free(&reader.names.text);
    bytes_free(&reader.numbers);
    return status;
}
