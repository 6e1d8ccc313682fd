/* telling.h - facts and sentences that become a page or plain text.
 *
 * A summary is composed once; where it goes is decided here. A telling remembers its first failure,
 * and what follows does nothing.
 */
#ifndef PAROT_REPORT_TELLING_H
#define PAROT_REPORT_TELLING_H

#include "io/bytes/bytes.h"
#include "parot/report.h"

struct telling {
    parot_report *page; /* NULL: plain text */
    struct bytes text;
    parot_status status;
    parot_error *err;
};

/* "  name           value"; a line break in the value begins another line below it. */
__attribute__((format(printf, 3, 4))) void tell_fact(struct telling *telling, const char *name,
                                                     const char *format, ...);

/* A paragraph, which may have line breaks for the terminal. */
__attribute__((format(printf, 2, 3))) void tell_text(struct telling *telling, const char *format,
                                                     ...);

/* Lines that stay as they are. */
void tell_lines(struct telling *telling, const char *lines);

/* Of a page alone: plain text has none of these. */
void tell_section(struct telling *telling, const char *heading);
void tell_warning(struct telling *telling, const char *text);
void tell_table(struct telling *telling, const parot_report_rows *rows);

/* Panel k of some, by itself and on the axes that it has among the others. */
void tell_panel(struct telling *telling, const parot_panel *panels, int64_t count, int64_t k,
                const char *caption);

/* The call that could not be made, or its status. */
void tell_failure(struct telling *telling, parot_status status, const char *message);

#endif
