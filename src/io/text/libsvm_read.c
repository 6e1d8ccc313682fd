/* libsvm_read.c - a dense table from sparse text.
 *
 * Two passes: the first finds the number of rows and the largest index, the second fills. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "io/bytes/excerpt.h"
#include "io/bytes/number.h"
#include "io/text/libsvm.h"

static const char BLANKS[] = " \t\r\v\f";
static const char LABEL_NAME[] = "label";

enum {
    LOOKED_AT = 8,      /* rows that tell what a text is */
    NAME_SIZE = 24,     /* "x" and an index, and its NUL */
    RATIO = 1024,       /* bytes of the table for one of the file, at most: ... */
    FREE_ROOM = 1 << 20 /* ... but so many in any case */
};

struct reader {
    const char *label;
    int64_t line; /* as an editor counts */
    int64_t rows, cols;
    double *data;
    parot_error *err;
};

/* ---- Words -------------------------------------------------------------- */

/* The next word before `end`, or NULL; *size is its length. A comment ends the line. */
static char *next_word(char *from, const char *end, size_t *size)
{
    while (from < end && strchr(BLANKS, *from))
        from++;
    if (from >= end || *from == '#')
        return NULL;
    char *word = from;
    while (from < end && !strchr(BLANKS, *from) && *from != '#')
        from++;
    *size = (size_t)(from - word);
    return word;
}

static char *line_end(char *line, char *end)
{
    char *found = memchr(line, '\n', (size_t)(end - line));
    return found ? found : end;
}

/* The number before the colon of INDEX:VALUE; -1 when there is none, INT32_MAX when it is larger.
 * *value is where VALUE begins. */
static int64_t read_index(char *word, size_t size, char **value)
{
    int64_t index = 0;
    size_t k = 0;
    for (; k < size && isdigit((unsigned char)word[k]); k++)
        index = index < INT32_MAX / 10 ? 10 * index + (word[k] - '0') : INT32_MAX;
    if (k == 0 || k + 1 >= size || word[k] != ':')
        return -1;
    *value = word + k + 1;
    return index;
}

static int is_pair(char *word, size_t size)
{
    char *value = NULL;
    return read_index(word, size, &value) >= 0 && strchr("+-.0123456789", *value);
}

/* ---- What is it? -------------------------------------------------------- */

/* 1: a label and pairs, -1: something else, 0: no telling. */
static int judge_line(char *line, const char *end)
{
    size_t size = 0;
    int pairs = 0;
    char *word = next_word(line, end, &size);
    if (!word)
        return 0;
    if (!isdigit((unsigned char)*word) && !strchr("+-.", *word))
        return -1;
    while ((word = next_word(word + size, end, &size))) {
        if (!is_pair(word, size) && strncmp(word, "qid:", 4) != 0)
            return -1;
        pairs++;
    }
    return pairs > 0;
}

int libsvm_recognize(const struct bytes *text)
{
    int found = 0;
    char *end = text->data + text->size;
    if (text->size == 0 || memchr(text->data, '\0', text->size))
        return 0;
    for (char *line = text->data; line < end && found < LOOKED_AT; line++) {
        char *stop = line_end(line, end);
        int verdict = judge_line(line, stop);
        if (verdict < 0)
            return 0;
        found += verdict;
        line = stop;
    }
    return found > 0;
}

/* ---- First pass --------------------------------------------------------- */

static void measure_line(struct reader *reader, char *line, const char *end)
{
    size_t size = 0;
    char *word = next_word(line, end, &size), *value = NULL;
    if (!word)
        return;
    reader->rows++;
    while ((word = next_word(word + size, end, &size))) {
        int64_t index = read_index(word, size, &value);
        if (index >= reader->cols)
            reader->cols = index + 1; /* the label is column 0 */
    }
}

static parot_status measure(struct reader *reader, const struct bytes *text)
{
    char *end = text->data + text->size;
    int64_t cells = 0;
    reader->cols = 1;
    for (char *line = text->data; line < end; line++) {
        char *stop = line_end(line, end);
        measure_line(reader, line, stop);
        line = stop;
    }
    if (reader->rows == 0)
        return fail(reader->err, PAROT_EFORMAT, "%s: contains no rows", reader->label);
    double most = (double)RATIO * (double)text->size + FREE_ROOM;
    if (!multiply_sizes(reader->rows, reader->cols, &cells) ||
        (double)cells * sizeof(double) > most)
        return fail(reader->err, PAROT_EFORMAT,
                    "%s: %lld rows with indices up to %lld make a table of %.2g GB from a file of "
                    "%.2g; tables are dense here, so keep fewer columns",
                    reader->label, (long long)reader->rows, (long long)reader->cols - 1,
                    8e-9 * (double)reader->rows * (double)reader->cols, 1e-9 * (double)text->size);
    return PAROT_OK;
}

/* ---- Second pass -------------------------------------------------------- */

/* A copy that ends in NUL, as number_parse wants it; cut where no number is that long. */
static enum number_kind parse_word(const char *word, size_t size, double *value)
{
    char text[512];
    if (size >= sizeof text)
        return NUMBER_TEXT;
    memcpy(text, word, size);
    text[size] = '\0';
    return number_parse(text, value);
}

static parot_status refuse_word(const struct reader *reader, const char *word, size_t size,
                                const char *reason)
{
    char text[EXCERPT], whole[2 * EXCERPT];
    size_t kept = size < sizeof whole ? size : sizeof whole - 1;
    memcpy(whole, word, kept);
    whole[kept] = '\0';
    return fail(reader->err, PAROT_EFORMAT, "%s line %lld: '%s' %s", reader->label,
                (long long)reader->line, excerpt_head(whole, text, sizeof text), reason);
}

static parot_status take_label(const struct reader *reader, const char *word, size_t size,
                               double *value)
{
    if (parse_word(word, size, value) == NUMBER_FINE)
        return PAROT_OK;
    if (memchr(word, ',', size))
        return refuse_word(reader, word, size, "is several labels; keep one of them in each row");
    return refuse_word(reader, word, size, "is not a label; a row must begin with a number");
}

static parot_status take_pair(const struct reader *reader, char *word, size_t size, int64_t *before,
                              double *row)
{
    char *value = NULL;
    int64_t index = read_index(word, size, &value);
    if (size > 4 && strncmp(word, "qid:", 4) == 0)
        return refuse_word(reader, word, size, "is for ranking; take the query ids out");
    if (index < 0)
        return refuse_word(reader, word, size, "is not INDEX:VALUE");
    if (index == 0)
        return refuse_word(reader, word, size,
                           "has index 0; indices count from 1, so add 1 to all");
    if (index <= *before)
        return refuse_word(reader, word, size,
                           "does not have a larger index than the one before it; sort the row");
    *before = index;
    if (parse_word(value, size - (size_t)(value - word), &row[index]) != NUMBER_FINE)
        return refuse_word(reader, word, size, "has no number after the colon");
    return PAROT_OK;
}

static parot_status take_line(struct reader *reader, char *line, const char *end)
{
    size_t size = 0;
    int64_t before = 0;
    double *row = reader->data + reader->rows * reader->cols;
    char *word = next_word(line, end, &size);
    reader->line++;
    if (!word)
        return PAROT_OK;
    TRY(take_label(reader, word, size, &row[0]));
    while ((word = next_word(word + size, end, &size)))
        TRY(take_pair(reader, word, size, &before, row));
    reader->rows++;
    return PAROT_OK;
}

/* ---- The table ---------------------------------------------------------- */

static char **name_columns(char *block, int64_t cells, int64_t cols)
{
    char **names = (char **)(void *)(block + cells * (int64_t)sizeof(double));
    char *text = (char *)(names + cols);
    for (int64_t k = 0; k < cols; k++, text += NAME_SIZE) {
        names[k] = text;
        if (k == 0)
            memcpy(text, LABEL_NAME, sizeof LABEL_NAME);
        else
            snprintf(text, NAME_SIZE, "x%lld", (long long)k);
    }
    return names;
}

static parot_status read_text(struct reader *reader, const struct bytes *text, struct bytes *block,
                              parot_table *table)
{
    TRY(measure(reader, text));
    /* Numbers, the pointers to the names, their text. */
    size_t cells = (size_t)(reader->rows * reader->cols), cols = (size_t)reader->cols;
    size_t size = cells * sizeof(double) + cols * (sizeof(char *) + NAME_SIZE);
    TRY(bytes_reserve(block, size, reader->err));
    memset(block->data, 0, size);
    block->size = size;
    reader->data = (double *)(void *)block->data;
    char *end = text->data + text->size;
    reader->rows = 0;
    for (char *line = text->data; line < end; line++) {
        char *stop = line_end(line, end);
        TRY(take_line(reader, line, stop));
        line = stop;
    }
    *table = (parot_table){.rows = reader->rows, .cols = reader->cols};
    table->owner = bytes_move(block).data;
    table->data = table->owner;
    table->names = name_columns(table->owner, table->rows * table->cols, table->cols);
    return PAROT_OK;
}

parot_status libsvm_read(const char *label, const struct bytes *text, parot_table *table,
                         parot_error *err)
{
    struct reader reader = {.label = label, .err = err};
    struct bytes block = {0};
    if (text->size == 0)
        return fail(err, PAROT_EFORMAT, "%s: is empty", label);
    if (memchr(text->data, '\0', text->size))
        return fail(err, PAROT_EFORMAT, "%s: is not text: it contains zero bytes", label);
    parot_status status = read_text(&reader, text, &block, table);
    bytes_free(&block);
    return status;
}
