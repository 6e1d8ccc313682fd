/* axes.c - the widest number of the y axis decides the left margin, then the scales are fitted to
 * the box that remains. A square unit widens one scale, which may need the margin again. */
#include "plot/axes.h"

#include <math.h>
#include <stdio.h>

enum {
    TICK_SPACE = 70,   /* between the ticks of x, at least */
    TICK_HEIGHT = 34,  /* between those of y */
    LABEL_HEIGHT = 18, /* of a line of text beside the axes */
    LABEL_LINES = 2,
    NOTE_HEIGHT = 16,   /* of a line of notes below them */
    GAP = 6,            /* between numbers and the frame */
    LEGEND_HEIGHT = 18, /* of a line of the legend */
    LEGEND_GAP = 16     /* between its entries */
};

static const struct text_style NUMBER = {TEXT_SMALL, 0, ALIGN_END, COLOUR_INK};
static const struct text_style LABEL = {TEXT_NORMAL, 0, ALIGN_MIDDLE, COLOUR_INK};

double axes_x(const struct axes *axes, double value)
{
    return axes->box.x + axes->box.width * scale_place(&axes->x, value);
}

double axes_y(const struct axes *axes, double value)
{
    double part = scale_place(&axes->y, value);
    return axes->box.y + axes->box.height * (axes->is_y_down ? part : 1 - part);
}

/* Fewer ticks have a larger step, which in the end is 1 or more. */
static struct ticks ticks_of(const struct scale *scale, double length, int space, int is_count)
{
    int most = 1 + (int)(length / space);
    most = most > MOST_TICKS ? MOST_TICKS : most;
    struct ticks ticks = scale_ticks(scale, most);
    for (; is_count && ticks.step < 1 && most > 2; most--)
        ticks = scale_ticks(scale, most - 1);
    return ticks;
}

static struct ticks x_ticks(const struct axes *axes)
{
    return ticks_of(&axes->x, axes->box.width, TICK_SPACE, axes->counts_x);
}

static struct ticks y_ticks(const struct axes *axes)
{
    return ticks_of(&axes->y, axes->box.height, TICK_HEIGHT, axes->counts_y);
}

/* ---- Labels ------------------------------------------------------------- */

/* "time - 1700000000", if that is what the numbers beside the axis are. */
static const char *label_of(const char *label, const struct ticks *ticks, char text[MOST_TEXT])
{
    double offset = ticks->count > 0 ? ticks_offset(ticks) : 0;
    if (offset == 0)
        return label ? label : "";
    snprintf(text, MOST_TEXT, "%.200s %s %.15g", label ? label : "value", offset < 0 ? "+" : "-",
             fabs(offset));
    return text;
}

/* Before the room left of the data is known, a guess. */
static struct text_lines x_lines(cairo_t *cairo, const struct axes *axes, struct box outer)
{
    char text[MOST_TEXT];
    struct ticks ticks = x_ticks(axes);
    if (axes->hides_ticks || axes->hides_x_ticks)
        ticks.count = 0;
    return text_wrap(cairo, fmax(20, outer.width - 70), label_of(axes->x_label, &ticks, text),
                     LABEL_LINES, LABEL);
}

static struct text_lines y_lines(cairo_t *cairo, const struct axes *axes)
{
    char text[MOST_TEXT];
    struct ticks ticks = y_ticks(axes);
    if (axes->hides_ticks || axes->hides_y_ticks)
        ticks.count = 0;
    return text_wrap(cairo, axes->box.height, label_of(axes->y_label, &ticks, text), LABEL_LINES,
                     LABEL);
}

/* ---- Room --------------------------------------------------------------- */

double axes_left(cairo_t *cairo, const struct axes *axes)
{
    double widest = 0;
    char text[TICK_SIZE];
    struct ticks ticks = y_ticks(axes);
    for (int k = 0; k < ticks.count && !axes->hides_ticks && !axes->hides_y_ticks; k++)
        widest = fmax(widest, text_width(cairo, tick_print(&ticks, k, text), NUMBER));
    return widest + GAP + LABEL_HEIGHT * y_lines(cairo, axes).count;
}

/* Widens the scale whose unit is the longer one. */
static void make_square(struct axes *axes)
{
    double x = (axes->x.high - axes->x.low) / axes->box.width;
    double y = (axes->y.high - axes->y.low) / axes->box.height;
    struct scale *scale = x < y ? &axes->x : &axes->y;
    double length = x < y ? axes->box.width : axes->box.height;
    double more = (fmax(x, y) * length - (scale->high - scale->low)) / 2;
    if (!(more > 0 && isfinite(more)))
        return;
    scale->low -= more;
    scale->high += more;
}

/* The box between the numbers of y and the right edge. */
static void make_columns(struct axes *axes, struct box outer, double left)
{
    double right = axes->hides_ticks ? 2 : 12;
    axes->box.x = outer.x + left;
    axes->box.width = fmax(20, outer.width - left - right);
}

/* A wider scale may have longer numbers, which need more room. */
static void make_square_room(cairo_t *cairo, struct axes *axes, struct box outer, double left)
{
    struct scale x = axes->x, y = axes->y;
    make_square(axes);
    double wider = axes->left > 0 ? axes->left : axes_left(cairo, axes);
    if (!(wider > left))
        return;
    axes->x = x;
    axes->y = y;
    make_columns(axes, outer, wider);
    make_square(axes);
}

void axes_fit(cairo_t *cairo, struct axes *axes, struct box outer)
{
    axes->box = outer;
    double below = (axes->hides_ticks || axes->hides_x_ticks ? 4 : LABEL_HEIGHT) +
                   LABEL_HEIGHT * x_lines(cairo, axes, outer).count;
    axes->box.height = fmax(20, outer.height - below - GAP);
    axes->box.y = outer.y + GAP;
    double left = axes->left > 0 ? axes->left : axes_left(cairo, axes);
    make_columns(axes, outer, left);
    if (axes->is_square)
        make_square_room(cairo, axes, outer, left);
}

/* ---- Frame -------------------------------------------------------------- */

static void draw_x(cairo_t *cairo, const struct axes *axes)
{
    struct text_style style = NUMBER;
    const struct box *box = &axes->box;
    char text[TICK_SIZE];
    struct ticks ticks = x_ticks(axes);
    style.align = ALIGN_MIDDLE;
    for (int k = 0; k < ticks.count; k++) {
        double x = place(axes_x(axes, ticks.value[k]));
        cairo_move_to(cairo, x, place(box->y));
        cairo_line_to(cairo, x, place(box->y + box->height));
        stroke(cairo, COLOUR_FAINT, 1, 1);
        if (!axes->hides_x_ticks)
            text_draw(cairo, x, box->y + box->height + 15, tick_print(&ticks, k, text), style);
    }
}

static void draw_y(cairo_t *cairo, const struct axes *axes)
{
    const struct box *box = &axes->box;
    char text[TICK_SIZE];
    struct ticks ticks = y_ticks(axes);
    for (int k = 0; k < ticks.count; k++) {
        double y = place(axes_y(axes, ticks.value[k]));
        cairo_move_to(cairo, place(box->x), y);
        cairo_line_to(cairo, place(box->x + box->width), y);
        stroke(cairo, COLOUR_FAINT, 1, 1);
        text_draw(cairo, box->x - GAP, y + 4, tick_print(&ticks, k, text), NUMBER);
    }
}

static void draw_labels(cairo_t *cairo, const struct axes *axes, struct box outer)
{
    const struct box *box = &axes->box;
    struct text_lines x = x_lines(cairo, axes, outer), y = y_lines(cairo, axes);
    for (int k = 0; k < x.count; k++) { /* in the middle of the data, but not beyond the right */
        double half = text_width(cairo, x.line[k], LABEL) / 2;
        double middle = fmin(box->x + box->width / 2, outer.x + outer.width - half);
        text_draw(cairo, middle, outer.y + outer.height - 5 - LABEL_HEIGHT * (x.count - 1 - k),
                  x.line[k], LABEL);
    }
    for (int k = 0; k < y.count; k++)
        text_draw_up(cairo, outer.x + 11 + LABEL_HEIGHT * k, box->y + box->height / 2, y.line[k],
                     LABEL);
}

void axes_draw(cairo_t *cairo, struct axes *axes, struct box outer)
{
    axes_fit(cairo, axes, outer);
    if (!axes->hides_ticks)
        draw_x(cairo, axes);
    if (!axes->hides_ticks && !axes->hides_y_ticks)
        draw_y(cairo, axes);
    draw_labels(cairo, axes, outer);
    cairo_rectangle(cairo, place(axes->box.x), place(axes->box.y), place(axes->box.width),
                    place(axes->box.height));
    stroke(cairo, COLOUR_GREY, 1, 1);
}

void axes_clip(cairo_t *cairo, const struct axes *axes)
{
    cairo_save(cairo);
    cairo_rectangle(cairo, place(axes->box.x), place(axes->box.y), place(axes->box.width),
                    place(axes->box.height));
    cairo_clip(cairo);
}

/* ---- Legend and notes --------------------------------------------------- */

static const struct text_style ENTRY = {TEXT_NORMAL, 0, ALIGN_START, COLOUR_INK};

static double mark_width(const struct entry *entry)
{
    return entry->marker == MARKER_LINE ? 26 : 14;
}

/* Puts each entry to the right of the last one, or below it; returns where the next line begins. */
static double lay_entries(cairo_t *cairo, struct box box, const struct entry *entries, int count,
                          void (*put)(cairo_t *, double x, double y, const struct entry *,
                                      const char *text))
{
    double x = box.x, y = box.y + 12;
    for (int k = 0; k < count; k++) {
        char text[MOST_TEXT];
        double mark = mark_width(&entries[k]);
        text_fit(cairo, box.width - mark, entries[k].text, ENTRY, text);
        double width = mark + text_width(cairo, text, ENTRY);
        if (x > box.x && x + width > box.x + box.width) {
            x = box.x;
            y += LEGEND_HEIGHT;
        }
        if (put)
            put(cairo, x, y, &entries[k], text);
        x += width + LEGEND_GAP;
    }
    return count > 0 ? y + 8 - box.y : 0;
}

static void put_entry(cairo_t *cairo, double x, double y, const struct entry *entry,
                      const char *text)
{
    enum marker marker = entry->marker;
    double mark = mark_width(entry), radius = marker == MARKER_LINE ? 5.5 : 4.5;
    set_ink(cairo, entry->colour, 1);
    marker_add(cairo, marker, x + mark / 2 - 2, y - 4, radius);
    set_dashes(cairo, entry->dashes);
    marker_flush(cairo, marker, radius);
    set_dashes(cairo, 0);
    text_draw(cairo, x + mark, y, text, ENTRY);
}

double legend_height(cairo_t *cairo, struct box box, const struct entry *entries, int count)
{
    return lay_entries(cairo, box, entries, count, NULL);
}

double legend_draw(cairo_t *cairo, struct box box, const struct entry *entries, int count)
{
    return lay_entries(cairo, box, entries, count, put_entry);
}

struct box box_below(struct box box, double height)
{
    return (struct box){box.x, box.y + height, box.width, fmax(20, box.height - height)};
}

static const struct text_style NOTE = {TEXT_SMALL, 0, ALIGN_START, COLOUR_GREY};

struct box note_room(cairo_t *cairo, struct box box, const char *text)
{
    int count = text_wrap(cairo, box.width, text, MOST_TEXT_LINES, NOTE).count;
    box.height = fmax(20, box.height - NOTE_HEIGHT * count);
    return box;
}

struct box note_draw(cairo_t *cairo, struct box box, const char *text)
{
    struct text_lines lines = text_wrap(cairo, box.width, text, MOST_TEXT_LINES, NOTE);
    for (int k = 0; k < lines.count; k++)
        text_draw(cairo, box.x, box.y + box.height - 3 - NOTE_HEIGHT * (lines.count - 1 - k),
                  lines.line[k], NOTE);
    return note_room(cairo, box, text);
}

/* ---- Names of lines ----------------------------------------------------- */

double names_left(cairo_t *cairo, struct box box, const char *const *names, int64_t count)
{
    double widest = 0;
    for (int64_t k = 0; k < count; k++)
        widest = fmax(widest, text_width(cairo, names[k], NUMBER));
    return fmin(widest, 0.4 * box.width) + 12;
}

void name_draw(cairo_t *cairo, const struct axes *axes, const char *name, double y)
{
    text_draw_within(cairo, axes->box.x - 8, y + 4, axes->left - 10, name, NUMBER);
}
