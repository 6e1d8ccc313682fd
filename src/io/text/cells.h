/* cells.h - a line of text cut into cells.
 *
 * Blanks around a cell do not belong to it. A cell in quotes may hold the delimiter and, doubled,
 * quotes; what follows the closing quote up to the delimiter is kept as well. A line ends in '\n';
 * CELLS_BREAK stands for a line break inside quotes, and becomes '\n' in the cell.
 */
#ifndef PAROT_IO_CELLS_H
#define PAROT_IO_CELLS_H

#include "io/bytes/bytes.h"

enum { CELLS_BREAK = '\r' }; /* no text has it any more once lines.h has read it */

/* Cells of one line, one after the other, each ending in NUL. */
struct cells {
    struct bytes text;
    int64_t count;
};

/* Delimiter ' ' stands for blanks: any number of them is one. */
int cells_is_blank(char c, char delimiter);

/* The first character that is not a blank. */
const char *cells_skip_blanks(const char *text, char delimiter);

/* Behind what may have been a cell: whether it ends here. Then *next is the next cell, or NULL at
 * the end of the line. */
int cells_at_end(const char *text, char delimiter, const char **next);

/* Appends the cell at `text` to `cell`, and NUL. *next is as above. PAROT_EFORMAT, without a
 * message: a quotation mark is not closed on the line. */
parot_status cells_take(const char *text, char delimiter, struct bytes *cell, const char **next,
                        parot_error *err);

/* Whether the line ends inside quotes, so that the cell goes on in the next one. *known is 0 at
 * first; if the answer is yes, the line may be asked about again once it is longer, and what is
 * known of it is not read again. */
int cells_is_open(const char *line, char delimiter, size_t *known);

/* All cells of a line. */
parot_status cells_split(struct cells *cells, const char *line, char delimiter, parot_error *err);

/* The cell behind this one. */
const char *cells_next(const char *cell);

#endif
