/* pu_html.h - what `pu` found, as an HTML report. */
#ifndef PAROT_COMMAND_PU_HTML_H
#define PAROT_COMMAND_PU_HTML_H

#include "pu/pu_summary.h"
#include "say/html_page.h"

enum outcome pu_page_write(const char *path, const struct pu_report *report,
                           const struct args *args);

#endif
