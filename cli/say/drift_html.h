/* drift_html.h - what is new in a table, as a figure and as an HTML report. */
#ifndef PAROT_COMMAND_DRIFT_HTML_H
#define PAROT_COMMAND_DRIFT_HTML_H

#include "input/points.h"
#include "parot/tasks.h"
#include "say/html_page.h"

struct drift_page {
    const parot_features *reference, *today;
    const parot_drift_result *result;
    double level;
    parot_pu_scaled scaled; /* of drift_page_scale; owned */
    int is_scaled;
    const char *words; /* what the command prints; NULL: there was no memory for it */
};

/* More than two columns are drawn as they were compared: scaled. */
enum outcome drift_page_scale(struct drift_page *content, const struct args *args);

/* --plot FILE and --report FILE; nothing happens when `path` is NULL. */
enum outcome drift_page_draw(const char *path, const struct drift_page *content,
                             const struct args *args);
enum outcome drift_page_write(const char *path, const struct drift_page *content,
                              const struct args *args);

void drift_page_free(struct drift_page *content);

#endif
