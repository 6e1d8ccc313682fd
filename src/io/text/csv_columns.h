/* csv_columns.h - columns that grow cell by cell, of numbers until a text turns up. */
#ifndef PAROT_IO_CSV_COLUMNS_H
#define PAROT_IO_CSV_COLUMNS_H

#include "io/bytes/number.h"
#include "io/tables/levels.h"
#include "io/text/cells.h"
#include "parot/io.h"

struct csv_column {
    int is_text;     /* its cells are numbers of levels */
    int is_verbatim; /* every cell is text, as it stands */
    struct levels levels;
    int64_t texts, missing;         /* cells; the others are numbers */
    int64_t missing_row, text_row;  /* line of the first; 0: none */
    size_t missing_cell, text_cell; /* what stands there, in `cells` */
    parot_written written;          /* how the first number is written that is text to us */
    int64_t written_row;
    size_t written_cell;
    int64_t rounded, rounded_row; /* whole numbers that no double is equal to */
};

struct csv_columns {
    const char *label;
    char delimiter;
    int is_strict;                /* text and missing cells are refused */
    const parot_reading *reading; /* not NULL */
    struct bytes missing;         /* doubles: the numbers among reading->missing */
    int64_t rows, cols;
    struct bytes values;  /* rows x cols doubles: numbers, or levels; NAN: missing */
    struct bytes columns; /* cols struct csv_column */
    struct bytes cells;   /* those worth a message, each ending in NUL */
    struct cells names;
};

struct csv_column *csv_column(const struct csv_columns *columns, int64_t k);

/* `cols` columns; the names are in columns->names, or there are none. */
parot_status csv_columns_open(struct csv_columns *columns, int64_t cols, parot_error *err);
void csv_columns_free(struct csv_columns *columns);

/* Room for one more row; returns in *row where its cells go. The row counts once columns->rows is
 * raised. */
parot_status csv_columns_row(struct csv_columns *columns, double **row, parot_error *err);

/* A number that needs no second look: neither one that means missing, nor so large that it may have
 * been rounded. */
int csv_columns_is_plain(const struct csv_columns *columns, double value);

/* A cell that is not known to be such a number; `line` is for messages. */
parot_status csv_columns_take(struct csv_columns *columns, int64_t k, const char *cell,
                              int64_t line, double *value, parot_error *err);

/* What people write for a value that is not there: nothing, NA, N/A, #N/A, <NA>, NaN, null, \N
 * or ?, in letters of any size. */
int csv_is_missing(const char *cell);

/* "column 'age'", or "column 3" when it has no name. */
const char *csv_describe_column(const struct csv_columns *columns, int64_t k, char text[64]);

#endif
