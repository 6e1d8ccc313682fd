/* canvas.c - thin functions over cairo. Marks of one kind are collected in one path and stroked
 * together, which keeps files small. */
#include "plot/canvas.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/bytes/excerpt.h"

static const cairo_user_data_key_t DARK; /* its address is the key, and the value */

cairo_status_t draw_in_the_dark(cairo_t *cairo)
{
    return cairo_set_user_data(cairo, &DARK, (void *)(uintptr_t)&DARK, NULL);
}

void set_colour(cairo_t *cairo, struct colour colour, double alpha)
{
    if (cairo_get_user_data(cairo, &DARK))
        palette_darken(colour, &colour);
    cairo_set_source_rgba(cairo, colour.red, colour.green, colour.blue, alpha);
}

void set_ink(cairo_t *cairo, enum colour_name name, double alpha)
{
    set_colour(cairo, palette(name), alpha);
}

/* ---- Text --------------------------------------------------------------- */

/* U+FDD0 to U+FDEF and the last two of every plane: well formed, but cairo refuses them. */
static int is_noncharacter(const char *text, size_t size)
{
    const unsigned char *byte = (const unsigned char *)text;
    if (size < 3)
        return 0;
    if (size == 3 && byte[0] == 0xef && byte[1] == 0xb7)
        return byte[2] >= 0x90 && byte[2] <= 0xaf;
    int is_last = byte[size - 2] == 0xbf && byte[size - 1] >= 0xbe;
    return is_last && (size == 3 ? byte[0] == 0xef : (byte[1] & 0x0f) == 0x0f);
}

/* The text with a ? for what is not a character. */
static const char *clean(const char *text, char out[MOST_TEXT])
{
    size_t length = 0;
    while (*text && length + 5 < MOST_TEXT) {
        size_t size = utf8_size(text);
        if (size == 0 || is_noncharacter(text, size)) {
            out[length++] = '?';
        } else {
            memcpy(out + length, text, size);
            length += size;
        }
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

/* ---- Text that is too long ---------------------------------------------- */

/* Not at a byte that continues a character of UTF-8. */
static size_t cut_before(const char *text, size_t length)
{
    while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80)
        length--;
    return length;
}

static size_t cut_behind(const char *text, size_t from)
{
    while (((unsigned char)text[from] & 0xC0) == 0x80)
        from++;
    return from;
}

/* Keeps `head` bytes at the beginning and `tail` at the end, or fewer: whole characters. */
static const char *without_middle(const char *text, size_t head, size_t tail, char out[MOST_TEXT])
{
    size_t length = strlen(text), end = cut_before(text, head);
    size_t begin = cut_behind(text, length - tail);
    while (end > 0 && text[end - 1] == ' ')
        end--;
    snprintf(out, MOST_TEXT, "%.*s\xE2\x80\xA6%s", (int)end, text, text + begin);
    return out;
}

/* A third of what is kept is the end; bisection finds how much that is. */
const char *text_fit(cairo_t *cairo, double width, const char *text, struct text_style style,
                     char fitted[MOST_TEXT])
{
    size_t length = strlen(text), kept = 0, lost = length < MOST_TEXT ? length : MOST_TEXT - 8;
    if (length < MOST_TEXT - 8 && text_width(cairo, text, style) <= width) {
        memcpy(fitted, text, length + 1);
        return fitted;
    }
    while (lost - kept > 1) {
        size_t middle = (kept + lost) / 2;
        without_middle(text, middle - middle / 3, middle / 3, fitted);
        if (text_width(cairo, fitted, style) <= width)
            kept = middle;
        else
            lost = middle;
    }
    return without_middle(text, kept - kept / 3, kept / 3, fitted);
}

void text_draw_within(cairo_t *cairo, double x, double y, double width, const char *text,
                      struct text_style style)
{
    char fitted[MOST_TEXT];
    text_draw(cairo, x, y, text_fit(cairo, width, text, style, fitted), style);
}

/* Bytes of the words at the beginning that fit into a line; 0: not even one does. */
static size_t words_within(cairo_t *cairo, double width, const char *text, struct text_style style)
{
    char line[MOST_TEXT];
    size_t best = 0;
    for (size_t end = strcspn(text, " "); end < MOST_TEXT;
         end += 1 + strcspn(text + end + 1, " ")) {
        memcpy(line, text, end);
        line[end] = '\0';
        if (text_width(cairo, line, style) > width)
            break;
        best = end;
        if (!text[end])
            break;
    }
    return best;
}

struct text_lines text_wrap(cairo_t *cairo, double width, const char *text, int most,
                            struct text_style style)
{
    struct text_lines lines = {.count = 0};
    while (*text && lines.count < most) {
        char *line = lines.line[lines.count++];
        size_t size = words_within(cairo, width, text, style);
        if (lines.count == most || size == 0) {
            text_fit(cairo, width, text, style, line);
            break;
        }
        memcpy(line, text, size);
        line[size] = '\0';
        text += size + strspn(text + size, " ");
    }
    return lines;
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
    case MARKER_DIAMOND:
    case MARKER_GEM:
        cairo_move_to(cairo, x - d, y);
        cairo_line_to(cairo, x, y - d);
        cairo_line_to(cairo, x + d, y);
        cairo_line_to(cairo, x, y + d);
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
    if (marker == MARKER_SQUARE || marker == MARKER_DIAMOND) {
        cairo_fill(cairo);
        return;
    }
    double pen = marker == MARKER_LINE ? 2 : fmin(1.4, 0.5 * radius);
    cairo_set_line_cap(cairo, marker == MARKER_DOT ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
    cairo_set_line_width(cairo, marker == MARKER_DOT ? 2 * radius : pen);
    cairo_stroke(cairo);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
}

void arrow_add(cairo_t *cairo, double x, double y, int right, int down, double size)
{
    double scale = right && down ? 0.7071067811865476 : 1;         /* corners are on the diagonal */
    double along[2] = {scale * right * size, scale * down * size}; /* from the base to the tip */
    cairo_move_to(cairo, place(x), place(y));
    cairo_line_to(cairo, place(x - along[0] + 0.6 * along[1]),
                  place(y - along[1] - 0.6 * along[0]));
    cairo_line_to(cairo, place(x - along[0] - 0.6 * along[1]),
                  place(y - along[1] + 0.6 * along[0]));
    cairo_close_path(cairo);
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

void set_dashes(cairo_t *cairo, int k)
{
    static const double DASHES[][2] = {{0, 0}, {7, 3}, {2, 2}, {12, 3}, {4, 4}, {9, 6}};
    const double *dashes = DASHES[k % (int)(sizeof DASHES / sizeof *DASHES)];
    cairo_set_dash(cairo, dashes, dashes[0] > 0 ? 2 : 0, 0);
}
