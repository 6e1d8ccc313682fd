/* canvas.h - paper, pens and letters: the few things that figures are drawn with, over cairo.
 *
 * Lengths are in 1/96 inch, y grows downwards. What cairo cannot do shows in its status, which is
 * looked at once, when the sheet is done.
 */
#ifndef PAROT_PLOT_CANVAS_H
#define PAROT_PLOT_CANVAS_H

#include <cairo.h>
#include <stdint.h>

#include "io/bytes/bytes.h"
#include "plot/palette.h"

struct box {
    double x, y, width, height;
};

struct canvas {
    cairo_t *cairo;
    struct box box;      /* where to draw */
    struct bytes *hover; /* SVG that is put on top of the drawing; NULL: none is wanted */
};

enum { TEXT_SMALL = 11, TEXT_NORMAL = 12, TEXT_TITLE = 14 }; /* sizes of letters */
enum align { ALIGN_START, ALIGN_MIDDLE, ALIGN_END };

void set_colour(cairo_t *cairo, struct colour colour, double alpha);
void set_ink(cairo_t *cairo, enum colour_name name, double alpha);

/* ---- Text --------------------------------------------------------------- */

struct text_style {
    int size; /* TEXT_... */
    int is_bold;
    enum align align;
    enum colour_name colour;
};

double text_width(cairo_t *cairo, const char *text, struct text_style style);

/* With its baseline at y. */
void text_draw(cairo_t *cairo, double x, double y, const char *text, struct text_style style);

/* Upwards, centred at (x, y). */
void text_draw_up(cairo_t *cairo, double x, double y, const char *text, struct text_style style);

/* As much of it as fits into the width, with "..." for the rest. */
void text_draw_within(cairo_t *cairo, double x, double y, double width, const char *text,
                      struct text_style style);

/* ---- Marks -------------------------------------------------------------- */

enum marker { MARKER_DOT, MARKER_RING, MARKER_PLUS, MARKER_CROSS, MARKER_SQUARE, MARKER_LINE };

/* Adds a mark to the path; `radius` is the same for all marks of a path. Places are rounded to
 * 1/100, so that files stay small. */
void marker_add(cairo_t *cairo, enum marker marker, double x, double y, double radius);

/* Draws the path that marks were added to, in the colour that is set. */
void marker_flush(cairo_t *cairo, enum marker marker, double radius);

/* ---- Lines -------------------------------------------------------------- */

/* Strokes the path. */
void stroke(cairo_t *cairo, enum colour_name colour, double alpha, double width);
void stroke_dashed(cairo_t *cairo, enum colour_name colour, double width);

/* To the nearest 1/100. */
double place(double x);

#endif
