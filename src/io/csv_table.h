/* csv_table.h - tables as text: cells between delimiters, rows between line ends. */
#ifndef PAROT_IO_CSV_TABLE_H
#define PAROT_IO_CSV_TABLE_H

#include "io/csv_columns.h"
#include "io/source.h"
#include "parot/io.h"

/* Reads all columns. One row is one line, and messages count rows as an editor counts lines: from
 * 1, with header, comments and blank lines.
 *
 *   - Delimiter: tab ; | or comma, the same number of times in each of the first lines; else
 *     blanks, of which any number is one delimiter.
 *   - Header: the first row if any of its cells is text. Lines that begin with # are comments,
 *     except that the last one in front of the numbers is the header when it has their number of
 *     cells, and text (numpy.savetxt writes it so).
 *   - Blank lines are skipped. A byte order mark, quotes, and line ends of any system are
 *     understood.
 *
 * With `is_strict` all cells must be numbers. Columns called as one of the `verbatim` names are
 * text whatever they hold. `columns` is released by csv_columns_free, also after a failure. */
struct csv_request {
    int is_strict;
    const char *const *verbatim;
    int64_t verbatim_count;
};
parot_status csv_read_columns(struct source *source, const struct csv_request *request,
                              struct csv_columns *columns, parot_error *err);

/* A table of numbers. */
parot_status csv_read(struct source *source, parot_table *table, parot_error *err);

/* A table that may hold text. */
parot_status csv_read_frame(struct source *source, const struct csv_request *request,
                            parot_frame *frame, parot_error *err);

/* The delimiter of lines that each end in '\n'; ' ' stands for blanks. `end` is behind them. */
char csv_delimiter(const char *text, const char *end);

/* Whether a cell of the first row makes it a header: text, but neither what people write for a
 * missing number nor a misspelt number. When in doubt a row is taken for numbers and refused;
 * nothing gets lost. */
int csv_is_name(const char *cell);

/* Appends the table, with its header if it has names. */
parot_status csv_append(const parot_table *table, char delimiter, struct bytes *out,
                        parot_error *err);

/* Appends a table with text. */
parot_status csv_append_frame(const parot_frame *frame, char delimiter, struct bytes *out,
                              parot_error *err);

#endif
