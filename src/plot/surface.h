/* surface.h - a drawing as the bytes of a file. */
#ifndef PAROT_PLOT_SURFACE_H
#define PAROT_PLOT_SURFACE_H

#include <cairo.h>

#include "io/bytes/bytes.h"
#include "io/bytes/filename.h"
#include "parot/plot.h"

enum picture { PICTURE_UNKNOWN, PICTURE_SVG, PICTURE_PDF, PICTURE_PNG };

/* By the extension, in front of a .gz. */
enum picture picture_of(const struct filename *path);

/* What is drawn, on paper of this size in 1/96 inch. */
struct drawing {
    double width, height;
    parot_theme theme; /* SVG of "auto" is as its reader prefers; other formats are light then */
    parot_status (*draw)(cairo_t *cairo, void *user, parot_error *err);
    void *user;
};

/* Appends the file. The bytes depend on the drawing and the fonts alone: there is no date in them,
 * and SVG's ids are numbered from the first. */
parot_status surface_render(enum picture picture, const struct drawing *drawing, struct bytes *out,
                            parot_error *err);

/* For a page: the document without its XML declaration, and `hover`, which is hidden but feels the
 * pointer, behind the drawing. Ends with a newline and NUL. */
parot_status svg_text_finish(const struct bytes *svg, const struct bytes *hover, struct bytes *out,
                             parot_error *err);

#endif
