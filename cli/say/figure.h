/* figure.h - --plot FILE, of every verb that has something to show. */
#ifndef PAROT_COMMAND_FIGURE_H
#define PAROT_COMMAND_FIGURE_H

#include <stdio.h>

#include "input/points.h"
#include "parot/plot.h"
#include "shell/args.h"

/* The option, for a struct whose MEMBER is the path. */
#define FIGURE_OPTION(TYPE, MEMBER)                                                                \
    OUTPUT_OPTION("plot", TYPE, MEMBER, ".svg .pdf .png", "Figure written to",                     \
                  "draw it: .svg, .pdf or .png")

/* Writes the panels side by side; nothing happens when `path` is NULL. */
enum outcome figure_write(const char *path, const parot_panel *panels, int count,
                          const struct args *args);

#endif
