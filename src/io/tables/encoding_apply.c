/* encoding_apply.c - parot_encoding_apply: each level of the frame is looked up once in the
 * encoding; then rows are filled column by column. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/options.h"
#include "io/bytes/excerpt.h"
#include "io/bytes/number.h"
#include "io/tables/encoding.h"
#include "io/tables/levels.h"

struct applying {
    const parot_encoding *encoding;
    const parot_rows *rows;
    double *data;     /* count x features */
    struct bytes map; /* of the frame's levels to those of the encoding; -1: unknown */
    int64_t unknown;
};

/* The place of the level, or -1. */
static int64_t find_level(const parot_encoded *column, const char *text)
{
    int64_t low = 0, high = column->level_count;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        int order = strcmp(column->levels[middle], text);
        if (order == 0)
            return middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}

static parot_status map_levels(struct applying *applying, const parot_encoded *column,
                               const parot_column *from, parot_error *err)
{
    applying->map.size = 0;
    TRY(bytes_reserve(&applying->map, (size_t)from->level_count * sizeof(int64_t), err));
    int64_t *map = (int64_t *)(void *)applying->map.data;
    for (int64_t l = 0; l < from->level_count; l++)
        map[l] = find_level(column, from->levels[l]);
    return PAROT_OK;
}

static int64_t level_of(const struct applying *applying, const parot_encoded *column,
                        const parot_column *from, double value)
{
    char text[NUMBER_SIZE];
    if (isnan(value))
        return (int64_t)column->fill;
    if (from->level_count == 0)
        return find_level(column, number_print(value, text));
    return ((const int64_t *)(const void *)applying->map.data)[(int64_t)value];
}

/* `to` is where the column begins in the first row. */
static parot_status apply_text(struct applying *applying, const parot_encoded *column,
                               int64_t place, double *to, parot_error *err)
{
    const parot_rows *rows = applying->rows;
    const parot_column *from = &rows->frame->columns[place];
    TRY(map_levels(applying, column, from, err));
    for (int64_t r = 0; r < rows->count; r++, to += applying->encoding->features) {
        int64_t row = rows->row ? rows->row[r] : r;
        int64_t level =
            level_of(applying, column, from, rows->frame->data[row * rows->frame->cols + place]);
        memset(to, 0, (size_t)column->level_count * sizeof *to);
        if (level >= 0)
            to[level] = 1;
        else
            applying->unknown++;
    }
    return PAROT_OK;
}

static parot_status apply_number(struct applying *applying, const parot_encoded *column,
                                 int64_t place, double *to, parot_error *err)
{
    const parot_rows *rows = applying->rows;
    const parot_column *from = &rows->frame->columns[place];
    char cell[EXCERPT], name[EXCERPT];
    if (from->level_count > 0)
        return fail(err, PAROT_EFORMAT, "%s %s %lld, column '%s': '%s' is not a number",
                    rows->frame->label, parot_frame_place(rows->frame), (long long)from->text_row,
                    excerpt_head(from->name, name, sizeof name),
                    excerpt_head(from->text_cell ? from->text_cell : "", cell, sizeof cell));
    for (int64_t r = 0; r < rows->count; r++, to += applying->encoding->features) {
        int64_t row = rows->row ? rows->row[r] : r;
        double value = rows->frame->data[row * rows->frame->cols + place];
        *to = isnan(value) ? column->fill : value;
    }
    return PAROT_OK;
}

static parot_status apply_columns(struct applying *applying, const struct name_index *index,
                                  parot_error *err)
{
    const parot_encoding *encoding = applying->encoding;
    const parot_frame *frame = applying->rows->frame;
    int has_names = encoding->has_names && frame->has_names;
    double *to = applying->data;
    char name[EXCERPT];
    if (!has_names && frame->cols != encoding->count)
        return fail(err, PAROT_ESHAPE, "%s has %lld columns, %lld are expected", frame->label,
                    (long long)frame->cols, (long long)encoding->count);
    for (int64_t k = 0; k < encoding->count; k++) {
        const parot_encoded *column = &encoding->columns[k];
        int64_t place = has_names ? name_index_find(index, column->name) : k;
        if (place < 0)
            return fail(err, PAROT_ESHAPE, "%s has no column '%s'", frame->label,
                        excerpt_head(column->name, name, sizeof name));
        TRY(column->level_count ? apply_text(applying, column, place, to, err)
                                : apply_number(applying, column, place, to, err));
        to += column->level_count ? column->level_count : 1;
    }
    return PAROT_OK;
}

/* ---- The table ---------------------------------------------------------- */

static size_t names_size(const parot_encoding *encoding)
{
    size_t size = 0;
    for (int64_t k = 0; k < encoding->count; k++) {
        const parot_encoded *column = &encoding->columns[k];
        size += column->level_count ? 0 : strlen(column->name) + 1;
        for (int64_t l = 0; l < column->level_count; l++)
            size += strlen(column->name) + strlen(column->levels[l]) + 2;
    }
    return size;
}

/* "age", or "colour=red". */
static void put_names(const parot_encoding *encoding, char **names, char *text)
{
    for (int64_t k = 0; k < encoding->count; k++) {
        const parot_encoded *column = &encoding->columns[k];
        int64_t count = column->level_count ? column->level_count : 1;
        for (int64_t l = 0; l < count; l++) {
            *names++ = text;
            text = stpcpy(text, column->name);
            if (column->level_count)
                text = stpcpy(stpcpy(text, "="), column->levels[l]);
            text++;
        }
    }
}

/* One block: numbers, pointers, names. */
static parot_status open_table(const parot_encoding *encoding, int64_t rows, parot_table *table,
                               parot_error *err)
{
    int64_t count = 0, bytes = 0;
    size_t pointers = (size_t)encoding->features * sizeof(char *), text = names_size(encoding);
    if (!multiply_sizes(rows, encoding->features, &count) ||
        !multiply_sizes(count, sizeof(double), &bytes))
        return fail_memory(err, SIZE_MAX);
    char *block = malloc((size_t)bytes + pointers + text);
    if (!block)
        return fail_memory(err, (size_t)bytes);
    *table = (parot_table){
        .rows = rows, .cols = encoding->features, .data = (double *)(void *)block, .owner = block};
    if (encoding->has_names) {
        table->names = (char **)(void *)(block + bytes);
        put_names(encoding, table->names, block + bytes + pointers);
    }
    return PAROT_OK;
}

parot_status parot_encoding_apply(const parot_encoding *encoding, const parot_rows *rows,
                                  parot_table *table, int64_t *unknown, parot_error *err)
{
    struct applying applying = {.encoding = encoding, .rows = rows};
    parot_table made = {0};
    if (!encoding || !rows || !table)
        return fail(err, PAROT_EINVAL, "%s: must not be NULL",
                    !encoding ? "encoding"
                    : !rows   ? "rows"
                              : "table");
    TRY(CHECK_RESERVED(rows, err));
    if (!encoding->columns || !rows->frame || rows->count < 1)
        return fail(err, PAROT_EINVAL,
                    "rows: must have a frame and a row, and the encoding columns");
    TRY(open_table(encoding, rows->count, &made, err));
    applying.data = made.data;
    struct name_index index = {0};
    parot_status status = name_index_build(&index, rows->frame, err);
    if (status == PAROT_OK)
        status = apply_columns(&applying, &index, err);
    name_index_free(&index);
    bytes_free(&applying.map);
    if (status != PAROT_OK) {
        parot_table_free(&made);
        return status;
    }
    *table = made;
    if (unknown)
        *unknown = applying.unknown;
    return PAROT_OK;
}
