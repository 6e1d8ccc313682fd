/* svg_theme.h - an SVG document that is light or dark as its reader prefers. */
#ifndef PAROT_PLOT_SVG_THEME_H
#define PAROT_PLOT_SVG_THEME_H

#include "io/bytes/bytes.h"

/* Appends the document with a style sheet, by which its colours are those of dark paper where the
 * reader prefers dark pages. A program that ignores the style sheet shows light paper. */
parot_status svg_theme_follow(const struct bytes *svg, struct bytes *out, parot_error *err);

#endif
