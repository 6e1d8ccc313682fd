/* csv_table.h - tables as text: cells between delimiters, rows between line ends. */
#ifndef PAROT_IO_CSV_TABLE_H
#define PAROT_IO_CSV_TABLE_H

#include "io/bytes/stream.h"
#include "io/text/csv_columns.h"
#include "parot/io.h"

/* Reads all columns. One row is one line, or several with line breaks between quotation marks
 * (RFC 4180); messages count rows as an editor counts lines: from 1, with header, comments and
 * blank lines.
 *
 *   - Delimiter: what a first line "sep=;" says, as Excel writes it; or tab ; | or comma, the same
 *     number of times in each of the first lines; else blanks, of which any number is one
 *     delimiter.
 *   - Header: the first row if any of its cells is text; or if it is empty,0,1,2,... as pandas
 *     names columns without names. Lines that begin with # are comments, except that the last one
 *     in front of the numbers is the header when it has their number of cells, and text
 *     (numpy.savetxt writes it so). A header of one cell less than the rows below it leaves the
 *     first column without a name, as R's write.table does, or the last one if that is empty.
 *   - Blank lines are skipped. A byte order mark, quotes, and line ends of any system are
 *     understood.
 *
 * With `is_strict` all cells must be numbers. `reading` is as in io.h; NULL: the defaults.
 * `columns` is released by csv_columns_free, also after a failure. */
struct csv_request {
    int is_strict;
    const parot_reading *reading;
};
parot_status csv_read_columns(struct stream *stream, const struct csv_request *request,
                              struct csv_columns *columns, parot_error *err);

/* A table of numbers. */
parot_status csv_read(struct stream *stream, parot_table *table, parot_error *err);

/* A table that may hold text. */
parot_status csv_read_frame(struct stream *stream, const struct csv_request *request,
                            parot_frame *frame, parot_error *err);

/* The delimiter of lines that each end in '\n'; ' ' stands for blanks. `end` is behind them.
 * `decimal` is never one. */
char csv_delimiter(const char *text, const char *end, char decimal);

/* Whether a cell of the first row makes it a header: text, but neither what people write for a
 * missing number nor a misspelt number. When in doubt a row is taken for numbers and refused;
 * nothing gets lost. */
int csv_is_name(const char *cell);

/* Appends the table, with its header if it has names. */
parot_status csv_append(const parot_table *table, char delimiter, struct bytes *out,
                        parot_error *err);

/* Appends a text as a cell, in quotation marks only where reading needs them. */
parot_status csv_append_text(struct bytes *out, const char *text, parot_error *err);

/* Appends a table with text. */
parot_status csv_append_frame(const parot_frame *frame, char delimiter, struct bytes *out,
                              parot_error *err);

#endif
