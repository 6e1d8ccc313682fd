/* balance_figure.c - a love plot: a line for each column, with how far its means are apart before
 * (a ring) and after (a dot), in standard deviations. Columns are sorted by the first; where there
 * are more than have room the ones with small differences are left out. A difference far beyond all
 * others is a triangle at the border. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/options.h"
#include "plot/axes.h"
#include "plot/axis_limits.h"
#include "plot/figures/figures.h"

enum { MOST_LINES = 40, LINE_HEIGHT = 15, ARROW = 8 }; /* lines of letters that can be read */

parot_status balance_check(const parot_plot_balance *plot, parot_error *err)
{
    TRY(CHECK_RESERVED(plot, err));
    if (plot->count < 1 || !plot->before || !plot->after)
        return fail(err, PAROT_EINVAL, "balance: must have a column before and after, got %lld",
                    (long long)plot->count);
    for (int64_t k = 0; k < plot->count; k++)
        if (isinf(plot->before[k]) || isinf(plot->after[k]))
            return fail(err, PAROT_EINVAL,
                        "balance: column %lld must not be infinite; NAN says that it is not known",
                        (long long)k);
    if (!(plot->limit >= 0 && plot->limit < INFINITY))
        return fail(err, PAROT_EINVAL, "balance: limit must be 0 or more, got %g", plot->limit);
    return PAROT_OK;
}

struct line {
    double before, after; /* without signs */
    int64_t column;
};

/* What is not known comes last. */
static double size_of(const struct line *line)
{
    return isnan(line->before) ? -1 : line->before;
}

static int compare_lines(const void *a, const void *b)
{
    const struct line *x = a, *y = b;
    if (size_of(x) != size_of(y))
        return size_of(x) > size_of(y) ? -1 : 1;
    return x->column < y->column ? -1 : 1;
}

static void draw_marks(cairo_t *cairo, const struct axes *axes, const struct line *lines,
                       int64_t count, int is_after)
{
    enum marker marker = is_after ? MARKER_DOT : MARKER_RING;
    double radius = is_after ? 4.5 : 4;
    set_ink(cairo, is_after ? COLOUR_BLUE : COLOUR_VERMILLION, 1);
    for (int64_t k = 0; k < count; k++) {
        double value = is_after ? lines[k].after : lines[k].before;
        if (value <= axes->x.high)
            marker_add(cairo, marker, axes_x(axes, value), axes_y(axes, -(double)k), radius);
    }
    marker_flush(cairo, marker, radius);
    for (int64_t k = 0; k < count; k++)
        if ((is_after ? lines[k].after : lines[k].before) > axes->x.high)
            arrow_add(cairo, axes_x(axes, axes->x.high), axes_y(axes, -(double)k), 1, 0, ARROW);
    cairo_fill(cairo);
}

static void draw_ways(cairo_t *cairo, const struct axes *axes, const struct line *lines,
                      int64_t count)
{
    for (int64_t k = 0; k < count; k++) {
        if (isnan(lines[k].before) || isnan(lines[k].after))
            continue;
        double y = place(axes_y(axes, -(double)k));
        cairo_move_to(cairo, place(axes_x(axes, fmin(lines[k].before, axes->x.high))), y);
        cairo_line_to(cairo, place(axes_x(axes, fmin(lines[k].after, axes->x.high))), y);
    }
    stroke(cairo, COLOUR_GREY, 0.6, 1);
}

struct names {
    const char *name[MOST_LINES];
    char text[MOST_LINES][32]; /* of columns without a name */
};

static void find_names(struct names *names, const parot_plot_balance *plot,
                       const struct line *lines, int64_t count)
{
    for (int64_t k = 0; k < count; k++) {
        const char *name = plot->names ? plot->names[lines[k].column] : NULL;
        snprintf(names->text[k], sizeof names->text[k], "column %lld",
                 (long long)lines[k].column + 1);
        names->name[k] = name ? name : names->text[k];
    }
}

/* From 0 to the largest difference that is not far from all others, and beyond the limit. */
static parot_status choose_scale(const parot_plot_balance *plot, const struct line *lines,
                                 int64_t count, struct scale *scale, int64_t *beyond,
                                 parot_error *err)
{
    double values[2 * MOST_LINES], least = plot->limit > 0 ? 1.5 * plot->limit : 0.1;
    struct numbers set = {values, 0, 1};
    for (int64_t k = 0; k < 2 * count; k++) {
        double value = k % 2 ? lines[k / 2].after : lines[k / 2].before;
        if (!isnan(value))
            values[set.count++] = value;
    }
    *scale = (struct scale){0, least, 0};
    *beyond = 0;
    if (set.count == 0)
        return PAROT_OK;
    TRY(limits_choose(&set, 1, 0, scale, err));
    *scale = (struct scale){0, fmax(scale->high, least), 0};
    for (int64_t k = 0; k < set.count; k++)
        *beyond += values[k] > scale->high;
    return PAROT_OK;
}

static void print_note(int64_t left_out, int64_t beyond, char *text, size_t size)
{
    size_t at = 0;
    text[0] = '\0';
    if (left_out > 0)
        at = (size_t)snprintf(text, size,
                              "%lld columns with smaller differences before are not drawn. ",
                              (long long)left_out);
    if (beyond > 0)
        snprintf(text + at, size - at,
                 "%lld difference%s beyond the axis (triangle%s at the border).", (long long)beyond,
                 beyond == 1 ? " lies" : "s lie", beyond == 1 ? "" : "s");
}

/* Works on lines that are sorted. */
static parot_status draw_lines(const struct canvas *canvas, const parot_plot_balance *plot,
                               const struct line *lines, parot_error *err)
{
    static const struct entry ENTRIES[] = {{"before", MARKER_RING, COLOUR_VERMILLION},
                                           {"after", MARKER_DOT, COLOUR_BLUE}};
    cairo_t *cairo = canvas->cairo;
    struct names names;
    char note[160];
    struct box box = box_below(canvas->box, legend_draw(cairo, canvas->box, ENTRIES, 2));
    struct axes axes = {.x_label = "difference of the means, in standard deviations",
                        .hides_y_ticks = 1};
    double room = (box.height - 90) / LINE_HEIGHT; /* beside numbers, label and note */
    int64_t most = room < 1 ? 1 : room > MOST_LINES ? MOST_LINES : (int64_t)room, beyond = 0;
    int64_t count = plot->count < most ? plot->count : most;
    TRY(choose_scale(plot, lines, count, &axes.x, &beyond, err));
    axes.y = (struct scale){-(double)count + 0.4, 0.6, 0};
    find_names(&names, plot, lines, count);
    axes.left = names_left(cairo, box, names.name, count);
    print_note(plot->count - count, beyond, note, sizeof note);
    axes_draw(cairo, &axes, note_draw(cairo, box, note));
    if (plot->limit > 0) {
        double x = place(axes_x(&axes, plot->limit));
        cairo_move_to(cairo, x, place(axes.box.y));
        cairo_line_to(cairo, x, place(axes.box.y + axes.box.height));
        stroke_dashed(cairo, COLOUR_GREY, 1);
    }
    draw_ways(cairo, &axes, lines, count);
    draw_marks(cairo, &axes, lines, count, 0);
    draw_marks(cairo, &axes, lines, count, 1);
    for (int64_t k = 0; k < count; k++)
        name_draw(cairo, &axes, names.name[k], axes_y(&axes, -(double)k));
    return PAROT_OK;
}

parot_status balance_draw(const struct canvas *canvas, const parot_plot_balance *plot,
                          parot_error *err)
{
    struct line *lines = malloc((size_t)plot->count * sizeof *lines);
    if (!lines)
        return fail_memory(err, (size_t)plot->count * sizeof *lines);
    for (int64_t k = 0; k < plot->count; k++)
        lines[k] = (struct line){fabs(plot->before[k]), fabs(plot->after[k]), k};
    qsort(lines, (size_t)plot->count, sizeof *lines, compare_lines);
    parot_status status = draw_lines(canvas, plot, lines, err);
    free(lines);
    return status;
}
