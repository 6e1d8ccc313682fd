/* plan_html.h - a plan as an HTML report: what the command says of it, pictures, and its pairs. */
#ifndef PAROT_COMMAND_PLAN_HTML_H
#define PAROT_COMMAND_PLAN_HTML_H

#include "say/html_page.h"

struct plan_page {
    const char *summary; /* a sentence */
    const char *words;   /* what the command prints; NULL: there was no memory for it */
    const parot_panel *panels;
    int panel_count;
    const parot_plan *plan;
    parot_matrix cost;        /* of its pairs; data NULL: they have none */
    const char *const *files; /* that it was made of; ends with NULL, see page_again */
};

/* --report FILE, for a struct whose MEMBER is the path. */
#define REPORT_OPTION(TYPE, MEMBER)                                                                \
    OUTPUT_OPTION("report", TYPE, MEMBER, ".html .htm", "Report written to",                       \
                  "write a report with everything in one HTML file")

/* Nothing happens when `path` is NULL. */
enum outcome plan_page_write(const char *path, const struct plan_page *content,
                             const struct args *args);

#endif
