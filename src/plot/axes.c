/* axes.c - the widest number of the y axis decides the left margin, then the scales are fitted to
 * the box that remains. A square unit widens one scale, which may need the margin again. */
#include "plot/axes.h"

#include <math.h>

enum {
    TICK_SPACE = 70,    /* between the ticks of x, at least */
    TICK_HEIGHT = 34,   /* between those of y */
    LABEL_HEIGHT = 18,  /* of a line of text beside the axes */
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

static struct ticks x_ticks(const struct axes *axes)
{
    return scale_ticks(&axes->x, 1 + (int)(axes->box.width / TICK_SPACE));
}

static struct ticks y_ticks(const struct axes *axes)
{
    return scale_ticks(&axes->y, 1 + (int)(axes->box.height / TICK_HEIGHT));
}

/* ---- Room --------------------------------------------------------------- */

double axes_left(cairo_t *cairo, const struct axes *axes)
{
    double widest = 0;
    char text[TICK_SIZE];
    struct ticks ticks = y_ticks(axes);
    for (int k = 0; k < ticks.count && !axes->hides_ticks && !axes->hides_y_ticks; k++)
        widest = fmax(widest, text_width(cairo, tick_print(&ticks, k, text), NUMBER));
    return widest + GAP + (axes->y_label ? LABEL_HEIGHT : 0);
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

static void make_room(cairo_t *cairo, struct axes *axes, struct box outer)
{
    axes->box = outer;
    double below = (axes->hides_ticks || axes->hides_x_ticks ? 4 : LABEL_HEIGHT) +
                   (axes->x_label ? LABEL_HEIGHT : 0);
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
    if (axes->x_label)
        text_draw(cairo, box->x + box->width / 2, outer.y + outer.height - 5, axes->x_label, LABEL);
    if (axes->y_label)
        text_draw_up(cairo, outer.x + 11, box->y + box->height / 2, axes->y_label, LABEL);
}

void axes_draw(cairo_t *cairo, struct axes *axes, struct box outer)
{
    make_room(cairo, axes, outer);
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

double legend_draw(cairo_t *cairo, struct box box, const struct entry *entries, int count)
{
    static const struct text_style STYLE = {TEXT_NORMAL, 0, ALIGN_START, COLOUR_INK};
    double x = box.x, y = box.y + 12;
    for (int k = 0; k < count; k++) {
        const struct entry *entry = &entries[k];
        double mark = entry->marker == MARKER_LINE ? 22 : 14;
        double width = mark + text_width(cairo, entry->text, STYLE) + LEGEND_GAP;
        if (x > box.x && x + width - LEGEND_GAP > box.x + box.width) {
            x = box.x;
            y += LEGEND_HEIGHT;
        }
        double radius = entry->marker == MARKER_LINE || entry->marker == MARKER_SQUARE ? 4.5 : 4;
        set_ink(cairo, entry->colour, 1);
        marker_add(cairo, entry->marker, x + mark / 2 - 2, y - 4, radius);
        marker_flush(cairo, entry->marker, radius);
        text_draw_within(cairo, x + mark, y, box.width - mark, entry->text, STYLE);
        x += width;
    }
    return count > 0 ? y + 8 - box.y : 0;
}

struct box box_below(struct box box, double height)
{
    return (struct box){box.x, box.y + height, box.width, fmax(20, box.height - height)};
}

struct box note_draw(cairo_t *cairo, struct box box, const char *text)
{
    static const struct text_style STYLE = {TEXT_SMALL, 0, ALIGN_START, COLOUR_GREY};
    if (!*text)
        return box;
    text_draw_within(cairo, box.x, box.y + box.height - 3, box.width, text, STYLE);
    box.height -= LABEL_HEIGHT;
    return box;
}
