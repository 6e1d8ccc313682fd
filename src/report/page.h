/* page.h - a report while it grows. */
#ifndef PAROT_REPORT_PAGE_H
#define PAROT_REPORT_PAGE_H

#include "parot/report.h"
#include "report/html.h"

enum report_part { REPORT_BLOCK, REPORT_FACTS };

struct parot_report {
    struct bytes body;
    enum report_part part; /* what is open at the end of the body */
    int64_t figures;       /* so far: ids in their SVG must differ */
};

/* Where the next `part` is written; ends a list of facts if something else follows, and begins one.
 */
parot_status report_begin(parot_report *report, enum report_part part, struct bytes **out,
                          parot_error *err);

#endif
