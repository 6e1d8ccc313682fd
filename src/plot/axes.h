/* axes.h - a rectangle with two scales, its frame, and the legend above it. */
#ifndef PAROT_PLOT_AXES_H
#define PAROT_PLOT_AXES_H

#include "plot/axis_scale.h"
#include "plot/canvas.h"

struct axes {
    struct box box; /* of the data, once axes_draw has made room for the labels */
    struct scale x, y;
    const char *x_label, *y_label; /* NULL: none; long ones take two lines */
    int hides_x_ticks;             /* no numbers along x, but grid lines: another frame has them */
    int hides_y_ticks;             /* neither numbers nor grid lines along y */
    int hides_ticks;               /* nor along x: places mean nothing */
    int is_square;                 /* a unit is as long along x as along y */
    int is_y_down;                 /* y grows downwards, as rows of a matrix do */
    int counts_x, counts_y;        /* whole numbers alone are marked */
    double left;                   /* room left of the data; 0: as the numbers need it */
};

/* How much room the numbers along y need, for frames that stand above each other. */
double axes_left(cairo_t *cairo, const struct axes *axes);

/* Sets `box`, the data's rectangle within `outer`, and scales of one unit; draws nothing. */
void axes_fit(cairo_t *cairo, struct axes *axes, struct box outer);

/* Does that, and draws the frame. */
void axes_draw(cairo_t *cairo, struct axes *axes, struct box outer);

double axes_x(const struct axes *axes, double value);
double axes_y(const struct axes *axes, double value);

/* Nothing is drawn outside of the data's rectangle until cairo_restore. */
void axes_clip(cairo_t *cairo, const struct axes *axes);

/* ---- Legend ------------------------------------------------------------- */

struct entry {
    const char *text;
    enum marker marker;
    enum colour_name colour;
    int dashes; /* of a line: set_dashes */
};

/* From left to right, and on to the next line; names that are too long are shortened. Returns the
 * height. */
double legend_height(cairo_t *cairo, struct box box, const struct entry *entries, int count);
double legend_draw(cairo_t *cairo, struct box box, const struct entry *entries, int count);

/* Takes `height` from the top of a box. */
struct box box_below(struct box box, double height);

/* ---- Notes -------------------------------------------------------------- */

/* Lines in grey at the bottom of the box, and the box without them. "" leaves the box alone. */
struct box note_room(cairo_t *cairo, struct box box, const char *text);
struct box note_draw(cairo_t *cairo, struct box box, const char *text);

/* The room left of a frame for the names of its lines: as much as the longest needs, up to two
 * fifths of the width. And one of them, at the height y. */
double names_left(cairo_t *cairo, struct box box, const char *const *names, int64_t count);
void name_draw(cairo_t *cairo, const struct axes *axes, const char *name, double y);

#endif
