/* pu_html.h - what `pu` found, as an HTML report. */
#ifndef PAROT_COMMAND_PU_HTML_H
#define PAROT_COMMAND_PU_HTML_H

#include "pu/pu_summary.h"
#include "say/html_page.h"

enum outcome pu_html_write(const char *path, const struct pu_summary *summary,
                           const struct args *args);

#endif
