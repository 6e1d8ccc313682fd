/* pu_page.h - what `pu` found, as an HTML report. */
#ifndef PAROT_CLI_PU_PAGE_H
#define PAROT_CLI_PU_PAGE_H

#include "page.h"
#include "pu_report.h"

enum outcome pu_page_write(const char *path, const struct pu_report *report,
                           const struct args *args);

#endif
