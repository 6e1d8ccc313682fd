/* told.h - a summary of the library, filled by a verb: printed, drawn, and written as a report. */
#ifndef PAROT_COMMAND_TOLD_H
#define PAROT_COMMAND_TOLD_H

#include <stdio.h>

#include "input/points.h"
#include "parot/report.h"
#include "shell/args.h"

struct told {
    parot_summary summary; /* the verb fills its sides and `of` */
    char *command;         /* the command line as the shell takes it */
    const char *files[2];
    char *text; /* told_show fills these */
    parot_notes warnings;
};

enum { LEAST_FIGURE = 100, MOST_FIGURE = 10000 }; /* 1/96 inch */

/* --plot FILE, --theme T and --size WxH. */
struct figure {
    const char *path; /* NULL: none is wanted */
    parot_theme theme;
    double size[2]; /* 0: as the library chooses */
};
extern const struct option FIGURE_OPTIONS[];

/* --report FILE, for a struct whose MEMBER is the path. */
#define REPORT_OPTION(TYPE, MEMBER)                                                                \
    OUTPUT_OPTION("report", TYPE, MEMBER, ".html .htm", "Report written to",                       \
                  "write a report with everything in one HTML file")

/* The command line, the seed, and the files that the result was made from, NULL for none. */
enum outcome told_open(struct told *told, parot_summary_kind kind, const struct args *args,
                       const char *first, const char *second);
void told_free(struct told *told);

parot_summary_side told_side(const parot_features *features);

/* Composes the words, and writes --plot and --report; NULL: none. */
enum outcome told_show(struct told *told, const struct figure *figure, const char *page,
                       const struct args *args);

/* Writes the panels side by side, if a figure is wanted. */
enum outcome figure_write(const struct figure *figure, const parot_panel *panels, int count,
                          const struct args *args);

/* What deserves attention, each on a line of standard error; `prefix`: "note: " or "". */
void told_warn(const struct told *told, const char *prefix);

/* The words, and how long it took. */
void told_print(FILE *file, const struct told *told);

#endif
