/* report.h - one HTML file with the question, the answer and the reasons to trust it.
 *
 * The file needs no network and no other file; it can be read in light and dark mode, on paper and
 * on a phone. Without JavaScript the first rows of a table are there; with it, all of them, to sort
 * and to search. A report grows from top to bottom: every call below adds something at its end.
 * Texts are plain UTF-8, whatever they hold. The rules of parot.h for statuses and errors apply
 * here too.
 */
#ifndef PAROT_REPORT_H
#define PAROT_REPORT_H

#include "parot/parot.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct parot_report parot_report;

/* `summary` is the answer in a sentence or two. */
PAROT_CHECKED parot_status parot_report_open(const char *title, const char *summary,
                                             parot_report **report, parot_error *err);
PAROT_API void parot_report_close(parot_report *report);

PAROT_CHECKED parot_status parot_report_section(parot_report *report, const char *heading,
                                                parot_error *err);
PAROT_CHECKED parot_status parot_report_text(parot_report *report, const char *text,
                                             parot_error *err);
PAROT_CHECKED parot_status parot_report_warning(parot_report *report, const char *text,
                                                parot_error *err);

/* "prior" "0.3, given"; facts that follow each other make a list. */
PAROT_CHECKED parot_status parot_report_fact(parot_report *report, const char *name,
                                             const char *value, parot_error *err);

/* Text to copy, such as a command. */
PAROT_CHECKED parot_status parot_report_code(parot_report *report, const char *text,
                                             parot_error *err);

/* An SVG document; `caption` says in words what it shows. */
PAROT_CHECKED parot_status parot_report_figure(parot_report *report, const char *svg,
                                               const char *caption, parot_error *err);

/* ---- Tables ------------------------------------------------------------- */

typedef struct parot_report_column {
    const char *name;
    const char *help;        /* a sentence; NULL: none */
    const double *number;    /* one of both; NAN is an empty cell */
    const char *const *text; /* NULL is an empty cell */
    int32_t digits;          /* significant ones; 0: six */
    int64_t reserved[2];     /* 0 */
} parot_report_column;

/* Rows in the order in which they are read without JavaScript: the most interesting first. */
typedef struct parot_report_rows {
    int64_t rows;
    int32_t cols;
    const parot_report_column *columns;
    int64_t reserved[2]; /* 0 */
} parot_report_rows;

PAROT_CHECKED parot_status parot_report_table(parot_report *report, const parot_report_rows *table,
                                              parot_error *err);

/* Writes the file, whole or not at all; an existing one is refused unless `overwrite`. */
PAROT_CHECKED parot_status parot_report_write(const parot_report *report, const char *path,
                                              int overwrite, parot_error *err);

#ifdef __cplusplus
}
#endif
#endif /* PAROT_REPORT_H */
