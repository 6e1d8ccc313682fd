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
    const struct parot_panel *panels; /* of the sheet, which may share axes */
    int64_t panel_count;
};

enum { TEXT_SMALL = 12, TEXT_NORMAL = 13, TEXT_TITLE = 15 }; /* sizes of letters */
enum align { ALIGN_START, ALIGN_MIDDLE, ALIGN_END };

/* From now on colours of light paper are drawn as those of dark paper. */
cairo_status_t draw_in_the_dark(cairo_t *cairo);

/* A colour of light paper. */
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

enum { MOST_TEXT = 256, MOST_TEXT_LINES = 3 }; /* bytes of a line: longer ones fit no sheet */

/* Text that fits into a width; longer names lose their middle to an ellipsis, for names of files
 * and columns often differ at their ends. Returns `fitted`. */
const char *text_fit(cairo_t *cairo, double width, const char *text, struct text_style style,
                     char fitted[MOST_TEXT]);
void text_draw_within(cairo_t *cairo, double x, double y, double width, const char *text,
                      struct text_style style);

/* The same in up to `most` lines, broken between words; what remains loses its middle. */
struct text_lines {
    char line[MOST_TEXT_LINES][MOST_TEXT];
    int count;
};
struct text_lines text_wrap(cairo_t *cairo, double width, const char *text, int most,
                            struct text_style style);

/* ---- Marks -------------------------------------------------------------- */

enum marker {
    MARKER_DOT,
    MARKER_RING,
    MARKER_DIAMOND,
    MARKER_GEM, /* a hollow diamond */
    MARKER_PLUS,
    MARKER_CROSS,
    MARKER_SQUARE,
    MARKER_LINE
};

/* Adds a mark to the path; `radius` is the same for all marks of a path. Places are rounded to
 * 1/100, so that files stay small. */
void marker_add(cairo_t *cairo, enum marker marker, double x, double y, double radius);

/* Draws the path that marks were added to, in the colour that is set. */
void marker_flush(cairo_t *cairo, enum marker marker, double radius);

/* Adds a triangle whose tip is at (x, y) and points along (right, down), each -1, 0 or 1; to be
 * filled. */
void arrow_add(cairo_t *cairo, double x, double y, int right, int down, double size);

/* ---- Lines -------------------------------------------------------------- */

/* Strokes the path. */
void stroke(cairo_t *cairo, enum colour_name colour, double alpha, double width);
void stroke_dashed(cairo_t *cairo, enum colour_name colour, double width);

/* Dashes of curve k, as different as their colours; the first is solid. They repeat. */
void set_dashes(cairo_t *cairo, int k);

/* To the nearest 1/100. */
double place(double x);

#endif
