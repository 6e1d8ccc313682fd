/* svg.c - cairo's calls as SVG: a path is collected as text and written when it is filled or
 * stroked; text stays text, as wide as the layout thinks it is. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cairo-pdf.h"
#include "cairo-svg.h"

enum { MOST_SAVED = 16 };

struct svg_surface {
    cairo_write_func_t write; /* NULL: a format that there is not */
    void *closure;
    double width, height;
    cairo_status_t status;
};

struct text_buffer {
    char *data;
    size_t size, room;
};

struct state {
    double xx, yx, xy, yy, x0, y0; /* x' = xx x + xy y + x0, y' = yx x + yy y + y0 */
    double red, green, blue, alpha, width, size;
    int cap, is_bold, groups; /* groups: opened since it was saved */
    double dash[2];
};

struct svg_context {
    struct svg_surface *surface;
    struct state state, saved[MOST_SAVED];
    int depth;
    struct text_buffer path;
    double x, y; /* where text goes, in the units of the caller */
    int has_point;
    void *value; /* of the caller */
};

/* ---- Bytes -------------------------------------------------------------- */

static void put(struct svg_surface *surface, const char *text, size_t size)
{
    if (surface->write && surface->status == CAIRO_STATUS_SUCCESS)
        surface->status =
            surface->write(surface->closure, (const unsigned char *)text, (unsigned)size);
}

static void say(struct svg_surface *surface, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void say(struct svg_surface *surface, const char *format, ...)
{
    char text[512];
    va_list list;
    va_start(list, format);
    int size = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    put(surface, text, (size_t)size < sizeof text ? (size_t)size : sizeof text - 1);
}

static void path_add(cairo_t *cairo, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void path_add(cairo_t *cairo, const char *format, ...)
{
    struct text_buffer *path = &cairo->path;
    if (path->room - path->size < 256) {
        size_t room = path->room ? 2 * path->room : 4096;
        char *data = realloc(path->data, room);
        if (!data) {
            cairo->surface->status = CAIRO_STATUS_NO_MEMORY;
            return;
        }
        path->data = data;
        path->room = room;
    }
    va_list list;
    va_start(list, format);
    path->size += (size_t)vsnprintf(path->data + path->size, 256, format, list);
    va_end(list);
}

/* ---- Surfaces ----------------------------------------------------------- */

static cairo_surface_t *open_surface(cairo_write_func_t write, void *closure, double width,
                                     double height)
{
    cairo_surface_t *surface = calloc(1, sizeof *surface);
    if (surface)
        *surface = (struct svg_surface){write, closure, width, height,
                                        write ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_INVALID_FORMAT};
    return surface;
}

cairo_surface_t *cairo_svg_surface_create_for_stream(cairo_write_func_t write, void *closure,
                                                     double width, double height)
{
    cairo_surface_t *surface = open_surface(write, closure, width, height);
    if (surface)
        say(surface,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" viewBox=\"0 0 %g "
            "%g\" "
            "font-family=\"sans-serif\" stroke-linejoin=\"round\">\n",
            width, height, width, height);
    return surface;
}

cairo_surface_t *cairo_pdf_surface_create_for_stream(cairo_write_func_t write, void *closure,
                                                     double width, double height)
{
    (void)write;
    return open_surface(NULL, closure, width, height);
}

cairo_surface_t *cairo_image_surface_create(int format, int width, int height)
{
    (void)format;
    return open_surface(NULL, NULL, width, height);
}

cairo_status_t cairo_surface_write_to_png_stream(cairo_surface_t *surface, cairo_write_func_t write,
                                                 void *closure)
{
    (void)write, (void)closure;
    return surface->status;
}

void cairo_surface_finish(cairo_surface_t *surface)
{
    if (surface)
        say(surface, "</svg>\n");
}

cairo_status_t cairo_surface_status(cairo_surface_t *surface)
{
    return surface ? surface->status : CAIRO_STATUS_NO_MEMORY;
}

void cairo_surface_destroy(cairo_surface_t *surface)
{
    free(surface);
}

cairo_t *cairo_create(cairo_surface_t *surface)
{
    cairo_t *cairo = calloc(1, sizeof *cairo);
    if (!cairo)
        return NULL;
    cairo->surface = surface;
    cairo->state = (struct state){.xx = 1, .yy = 1, .alpha = 1, .width = 2, .size = 10};
    return cairo;
}

void cairo_destroy(cairo_t *cairo)
{
    free(cairo->path.data);
    free(cairo);
}

cairo_status_t cairo_status(cairo_t *cairo)
{
    return cairo->surface->status;
}

const char *cairo_status_to_string(cairo_status_t status)
{
    return status == CAIRO_STATUS_INVALID_FORMAT ? "figures are SVG here; name a file .svg"
                                                 : "failed";
}

cairo_status_t cairo_set_user_data(cairo_t *cairo, const cairo_user_data_key_t *key, void *value,
                                   void (*destroy)(void *))
{
    (void)key, (void)destroy;
    cairo->value = value;
    return CAIRO_STATUS_SUCCESS;
}

void *cairo_get_user_data(cairo_t *cairo, const cairo_user_data_key_t *key)
{
    (void)key;
    return cairo->value;
}

/* ---- State -------------------------------------------------------------- */

void cairo_save(cairo_t *cairo)
{
    if (cairo->depth < MOST_SAVED)
        cairo->saved[cairo->depth++] = cairo->state;
    cairo->state.groups = 0;
}

void cairo_restore(cairo_t *cairo)
{
    for (; cairo->state.groups > 0; cairo->state.groups--)
        say(cairo->surface, "</g>\n");
    if (cairo->depth > 0)
        cairo->state = cairo->saved[--cairo->depth];
}

void cairo_translate(cairo_t *cairo, double x, double y)
{
    struct state *it = &cairo->state;
    it->x0 += it->xx * x + it->xy * y;
    it->y0 += it->yx * x + it->yy * y;
}

void cairo_rotate(cairo_t *cairo, double angle)
{
    struct state it = cairo->state;
    double c = cos(angle), s = sin(angle);
    cairo->state.xx = it.xx * c + it.xy * s;
    cairo->state.yx = it.yx * c + it.yy * s;
    cairo->state.xy = it.xy * c - it.xx * s;
    cairo->state.yy = it.yy * c - it.yx * s;
}

void cairo_scale(cairo_t *cairo, double x, double y)
{
    struct state *it = &cairo->state;
    it->xx *= x;
    it->yx *= x;
    it->xy *= y;
    it->yy *= y;
}

void cairo_set_source_rgba(cairo_t *cairo, double red, double green, double blue, double alpha)
{
    struct state *it = &cairo->state;
    it->red = red;
    it->green = green;
    it->blue = blue;
    it->alpha = alpha;
}

void cairo_set_source_rgb(cairo_t *cairo, double red, double green, double blue)
{
    cairo_set_source_rgba(cairo, red, green, blue, 1);
}

void cairo_set_line_width(cairo_t *cairo, double width)
{
    cairo->state.width = width;
}

void cairo_set_line_cap(cairo_t *cairo, int cap)
{
    cairo->state.cap = cap;
}

void cairo_set_line_join(cairo_t *cairo, int join)
{
    (void)cairo, (void)join;
}

void cairo_set_dash(cairo_t *cairo, const double *dashes, int count, double offset)
{
    (void)offset;
    cairo->state.dash[0] = count > 0 ? dashes[0] : 0;
    cairo->state.dash[1] = count > 1 ? dashes[1] : 0;
}

/* ---- Paths -------------------------------------------------------------- */

static void add_point(cairo_t *cairo, char kind, double x, double y)
{
    const struct state *it = &cairo->state;
    path_add(cairo, "%c%.6g %.6g", kind, it->xx * x + it->xy * y + it->x0,
             it->yx * x + it->yy * y + it->y0);
    cairo->x = x;
    cairo->y = y;
    cairo->has_point = 1;
}

void cairo_new_path(cairo_t *cairo)
{
    cairo->path.size = 0;
    cairo->has_point = 0;
}

void cairo_new_sub_path(cairo_t *cairo)
{
    cairo->has_point = 0;
}

void cairo_close_path(cairo_t *cairo)
{
    path_add(cairo, "Z");
}

void cairo_move_to(cairo_t *cairo, double x, double y)
{
    add_point(cairo, 'M', x, y);
}

void cairo_line_to(cairo_t *cairo, double x, double y)
{
    add_point(cairo, cairo->has_point ? 'L' : 'M', x, y);
}

void cairo_rectangle(cairo_t *cairo, double x, double y, double width, double height)
{
    cairo_move_to(cairo, x, y);
    cairo_line_to(cairo, x + width, y);
    cairo_line_to(cairo, x + width, y + height);
    cairo_line_to(cairo, x, y + height);
    cairo_close_path(cairo);
}

/* A whole circle, in two halves: nothing else is drawn. */
void cairo_arc(cairo_t *cairo, double x, double y, double radius, double from, double to)
{
    (void)from, (void)to;
    cairo_move_to(cairo, x + radius, y);
    for (int half = 0; half < 2; half++) {
        path_add(cairo, "A%.6g %.6g 0 0 1 ", radius, radius);
        double end = half ? x + radius : x - radius;
        path_add(cairo, "%.6g %.6g", cairo->state.xx * end + cairo->state.xy * y + cairo->state.x0,
                 cairo->state.yx * end + cairo->state.yy * y + cairo->state.y0);
    }
}

static void say_colour(cairo_t *cairo, const char *what)
{
    const struct state *it = &cairo->state;
    say(cairo->surface, " %s=\"#%02x%02x%02x\"", what, (int)lround(255 * it->red),
        (int)lround(255 * it->green), (int)lround(255 * it->blue));
    if (it->alpha < 1)
        say(cairo->surface, " %s-opacity=\"%.4g\"", what, it->alpha);
}

static void put_path(cairo_t *cairo)
{
    say(cairo->surface, " d=\"");
    put(cairo->surface, cairo->path.data ? cairo->path.data : "", cairo->path.size);
    say(cairo->surface, "\"/>\n");
}

void cairo_fill_preserve(cairo_t *cairo)
{
    say(cairo->surface, "<path");
    say_colour(cairo, "fill");
    put_path(cairo);
}

void cairo_fill(cairo_t *cairo)
{
    cairo_fill_preserve(cairo);
    cairo_new_path(cairo);
}

void cairo_stroke(cairo_t *cairo)
{
    const struct state *it = &cairo->state;
    say(cairo->surface, "<path fill=\"none\" stroke-width=\"%.4g\"", it->width);
    say_colour(cairo, "stroke");
    if (it->cap == CAIRO_LINE_CAP_ROUND)
        say(cairo->surface, " stroke-linecap=\"round\"");
    if (it->dash[0] > 0)
        say(cairo->surface, " stroke-dasharray=\"%g %g\"", it->dash[0], it->dash[1]);
    put_path(cairo);
    cairo_new_path(cairo);
}

/* Figures of one page must not share names. */
void cairo_clip(cairo_t *cairo)
{
    static int clips = 0;
    say(cairo->surface, "<clipPath id=\"within%d\"><path", ++clips);
    put_path(cairo);
    say(cairo->surface, "</clipPath>\n<g clip-path=\"url(#within%d)\">\n", clips);
    cairo->state.groups++;
    cairo_new_path(cairo);
}

/* ---- Text --------------------------------------------------------------- */

void cairo_select_font_face(cairo_t *cairo, const char *family, int slant, int weight)
{
    (void)family, (void)slant;
    cairo->state.is_bold = weight == CAIRO_FONT_WEIGHT_BOLD;
}

void cairo_set_font_size(cairo_t *cairo, double size)
{
    cairo->state.size = size;
}

/* Of a letter, in sizes of the font, as sans-serif fonts have it by and large. */
static double letter_width(unsigned char letter)
{
    if (strchr("iljI.,:;'|!", letter) && letter)
        return 0.28;
    if (strchr("ftr()[]{}/ -\"", letter) && letter)
        return 0.34;
    if (strchr("mwMW%@", letter) && letter)
        return 0.86;
    if (letter >= 'A' && letter <= 'Z')
        return 0.68;
    return 0.57;
}

void cairo_text_extents(cairo_t *cairo, const char *text, cairo_text_extents_t *extents)
{
    double sum = 0;
    for (; *text; text++)
        if (((unsigned char)*text & 0xC0) != 0x80)
            sum += letter_width((unsigned char)*text);
    extents->x_advance = sum * cairo->state.size * (cairo->state.is_bold ? 1.08 : 1);
}

static void put_escaped(struct svg_surface *surface, const char *text)
{
    for (; *text; text++) {
        const char *as = *text == '<'   ? "&lt;"
                         : *text == '>' ? "&gt;"
                         : *text == '&' ? "&amp;"
                                        : NULL;
        put(surface, as ? as : text, as ? strlen(as) : 1);
    }
}

void cairo_show_text(cairo_t *cairo, const char *text)
{
    const struct state *it = &cairo->state;
    cairo_text_extents_t extents;
    cairo_text_extents(cairo, text, &extents);
    if (!*text)
        return;
    say(cairo->surface, "<text font-size=\"%.4g\"%s", it->size,
        it->is_bold ? " font-weight=\"bold\"" : "");
    say(cairo->surface, " textLength=\"%.4g\" lengthAdjust=\"spacingAndGlyphs\"",
        extents.x_advance);
    if (it->yx != 0)
        say(cairo->surface, " transform=\"matrix(%.4g %.4g %.4g %.4g %.6g %.6g)\"", it->xx, it->yx,
            it->xy, it->yy, it->x0, it->y0);
    say(cairo->surface, " x=\"%.6g\" y=\"%.6g\"",
        it->yx != 0 ? cairo->x : it->xx * cairo->x + it->x0,
        it->yx != 0 ? cairo->y : it->yy * cairo->y + it->y0);
    say_colour(cairo, "fill");
    say(cairo->surface, ">");
    put_escaped(cairo->surface, text);
    say(cairo->surface, "</text>\n");
}
