/* canvas.c - thin functions over cairo. Marks of one kind are collected in one path and stroked
 * together, which keeps files small. */
#include "plot/canvas.h"

#include <math.h>
#include <string.h>

#include "io/bytes/excerpt.h"

void set_colour(cairo_t *cairo, struct colour colour, double alpha)
{
    cairo_set_source_rgba(cairo, colour.red, colour.green, colour.blue, alpha);
}

void set_ink(cairo_t *cairo, enum colour_name name, double alpha)
{
    set_colour(cairo, palette(name), alpha);
}

/* ---- Text --------------------------------------------------------------- */

enum { MOST_TEXT = 256 }; /* bytes of a line: longer ones do not fit any sheet */

/* The text with a ? for what is not a character. */
static const char *clean(const char *text, char out[MOST_TEXT])
{
    size_t length = 0;
    while (*text && length + 5 < MOST_TEXT) {
        size_t size = utf8_size(text);
        if (size == 0)
            out[length++] = '?';
        else
            memcpy(out + length, text, size);
        length += size;
        text += size ? size : 1;
    }
    out[length] = '\0';
    return out;
}

static void choose_font(cairo_t *cairo, struct text_style style)
{
    cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           style.is_bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, style.size);
}

double text_width(cairo_t *cairo, const char *text, struct text_style style)
{
    cairo_text_extents_t extents;
    char cleaned[MOST_TEXT];
    choose_font(cairo, style);
    cairo_text_extents(cairo, clean(text, cleaned), &extents);
    return extents.x_advance;
}

/* How much of its width lies left of the place that was asked for. */
static double shift_of(enum align align, double width)
{
    return align == ALIGN_START ? 0 : align == ALIGN_MIDDLE ? width / 2 : width;
}

void text_draw(cairo_t *cairo, double x, double y, const char *text, struct text_style style)
{
    char cleaned[MOST_TEXT];
    double width = text_width(cairo, text, style);
    set_ink(cairo, style.colour, 1);
    cairo_move_to(cairo, place(x - shift_of(style.align, width)), place(y));
    cairo_show_text(cairo, clean(text, cleaned));
    cairo_new_path(cairo);
}

void text_draw_up(cairo_t *cairo, double x, double y, const char *text, struct text_style style)
{
    style.align = ALIGN_MIDDLE;
    cairo_save(cairo);
    cairo_translate(cairo, place(x), place(y));
    cairo_rotate(cairo, -1.5707963267948966);
    text_draw(cairo, 0, 0, text, style);
    cairo_restore(cairo);
}

/* Not at a byte that continues a character of UTF-8. */
static size_t cut_before(const char *text, size_t length)
{
    while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80)
        length--;
    return length;
}

void text_draw_within(cairo_t *cairo, double x, double y, double width, const char *text,
                      struct text_style style)
{
    enum { MOST = 200 };
    char part[MOST + 4];
    size_t length = strlen(text);
    if (length <= MOST && text_width(cairo, text, style) <= width) {
        text_draw(cairo, x, y, text, style);
        return;
    }
    length = length > MOST ? MOST + 1 : length;
    do {
        length = cut_before(text, length - 1);
        memcpy(part, text, length);
        memcpy(part + length, "...", 4);
    } while (length > 0 && text_width(cairo, part, style) > width);
    text_draw(cairo, x, y, part, style);
}

/* ---- Marks -------------------------------------------------------------- */

double place(double x)
{
    return nearbyint(100 * x) / 100;
}

/* A dot is a line without length and with round ends: the shortest way to say it in every format.
 */
void marker_add(cairo_t *cairo, enum marker marker, double x, double y, double radius)
{
    double d = marker == MARKER_CROSS ? 0.8 * radius : radius;
    x = place(x);
    y = place(y);
    switch (marker) {
    case MARKER_DOT:
        cairo_move_to(cairo, x, y);
        cairo_line_to(cairo, x, y);
        break;
    case MARKER_RING:
        cairo_new_sub_path(cairo);
        cairo_arc(cairo, x, y, radius, 0, 6.283185307179586);
        cairo_close_path(cairo);
        break;
    case MARKER_PLUS:
    case MARKER_CROSS:
        cairo_move_to(cairo, x - d, marker == MARKER_CROSS ? y - d : y);
        cairo_line_to(cairo, x + d, marker == MARKER_CROSS ? y + d : y);
        cairo_move_to(cairo, marker == MARKER_CROSS ? x - d : x, y + d);
        cairo_line_to(cairo, marker == MARKER_CROSS ? x + d : x, y - d);
        break;
    case MARKER_SQUARE:
        cairo_rectangle(cairo, x - radius, y - radius, 2 * radius, 2 * radius);
        break;
    case MARKER_LINE:
        cairo_move_to(cairo, x - 2 * radius, y);
        cairo_line_to(cairo, x + 2 * radius, y);
        break;
    }
}

void marker_flush(cairo_t *cairo, enum marker marker, double radius)
{
    if (marker == MARKER_SQUARE) {
        cairo_fill(cairo);
        return;
    }
    double pen = marker == MARKER_LINE ? 2 : fmin(1.4, 0.5 * radius);
    cairo_set_line_cap(cairo, marker == MARKER_DOT ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
    cairo_set_line_width(cairo, marker == MARKER_DOT ? 2 * radius : pen);
    cairo_stroke(cairo);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
}

/* ---- Lines -------------------------------------------------------------- */

void stroke(cairo_t *cairo, enum colour_name colour, double alpha, double width)
{
    set_ink(cairo, colour, alpha);
    cairo_set_line_width(cairo, width);
    cairo_stroke(cairo);
}

void stroke_dashed(cairo_t *cairo, enum colour_name colour, double width)
{
    const double dashes[] = {5, 3};
    cairo_set_dash(cairo, dashes, 2, 0);
    stroke(cairo, colour, 1, width);
    cairo_set_dash(cairo, NULL, 0, 0);
}
