/* html_page.h - an HTML report of the command, and what all of them have in common.
 *
 * A page remembers its first failure; what follows does nothing, and page_write tells.
 */
#ifndef PAROT_COMMAND_HTML_PAGE_H
#define PAROT_COMMAND_HTML_PAGE_H

#include <stdio.h>

#include "parot/plot.h"
#include "parot/report.h"
#include "shell/args.h"

struct page {
    parot_report *report;
    parot_status status;
    parot_error err;
};

/* What `print` says of `subject`, as a text that the caller frees; NULL without memory. */
char *page_words(void (*print)(FILE *file, const void *subject), const void *subject);

void page_open(struct page *page, const char *title, const char *summary);
void page_close(struct page *page);

void page_section(struct page *page, const char *heading);
__attribute__((format(printf, 2, 3))) void page_text(struct page *page, const char *format, ...);
__attribute__((format(printf, 2, 3))) void page_warning(struct page *page, const char *format, ...);
__attribute__((format(printf, 3, 4))) void page_fact(struct page *page, const char *name,
                                                     const char *format, ...);
void page_table(struct page *page, const parot_report_rows *rows);
void page_code(struct page *page, const char *text);

/* There was no memory for something that belongs there. */
void page_fail(struct page *page);

/* The panels as one figure. */
void page_sheet(struct page *page, const parot_panel *panels, int64_t count, const char *caption);

/* "Run it again": the command line as the shell takes it, the files with their SHA-256, the version
 * and the seed. `files` ends with NULL; NULL and "-" in front of it are left out. */
void page_again(struct page *page, const struct args *args, const char *const *files);

enum outcome page_write(struct page *page, const char *path, int force);

#endif
