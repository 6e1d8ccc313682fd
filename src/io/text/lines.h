/* lines.h - the lines of a text, one after the other, through a window that moves over it. */
#ifndef PAROT_IO_LINES_H
#define PAROT_IO_LINES_H

#include "io/bytes/stream.h"

struct lines {
    struct stream *stream;
    struct bytes window;
    size_t start;    /* of the lines that were not read yet */
    size_t complete; /* behind the last line that is whole */
    int is_over;     /* the window ends where the text ends */
    int64_t number;  /* of the line that was read last, from 1 */
};

/* Looks at the beginning: refuses what is not UTF-8 text, there and whenever more is read; skips a
 * byte order mark. lines_close releases what was acquired, also after a failure. */
parot_status lines_open(struct lines *lines, struct stream *stream, parot_error *err);
void lines_close(struct lines *lines);

/* The next line, which ends in '\n' whatever it ends in there; NULL: there are no more. It stays
 * until the next call. */
parot_status lines_next(struct lines *lines, const char **line, parot_error *err);

/* Makes the next line a part of the line that was read last, with CELLS_BREAK between the two;
 * *line moves. *is_longer = 0: there are no more. */
parot_status lines_extend(struct lines *lines, const char **line, int *is_longer, parot_error *err);

/* The lines that are in the window and come next, for a look ahead; *end is behind the last. */
const char *lines_ahead(const struct lines *lines, const char **end);

#endif
