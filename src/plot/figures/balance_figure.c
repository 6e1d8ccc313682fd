/* balance_figure.c - a love plot: a line for each column, with how far its means are apart before
 * (a ring) and after (a dot), in standard deviations. Columns are sorted by the first; where there
 * are many the ones with small differences are left out. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/options.h"
#include "plot/axes.h"
#include "plot/figures/figures.h"

enum { MOST_LINES = 24 }; /* of letters that can be read */

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
        if (!isnan(value))
            marker_add(cairo, marker, axes_x(axes, value), axes_y(axes, -(double)k), radius);
    }
    marker_flush(cairo, marker, radius);
}

static void draw_ways(cairo_t *cairo, const struct axes *axes, const struct line *lines,
                      int64_t count)
{
    for (int64_t k = 0; k < count; k++) {
        if (isnan(lines[k].before) || isnan(lines[k].after))
            continue;
        double y = place(axes_y(axes, -(double)k));
        cairo_move_to(cairo, place(axes_x(axes, lines[k].before)), y);
        cairo_line_to(cairo, place(axes_x(axes, lines[k].after)), y);
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

static void draw_lines(const struct canvas *canvas, const parot_plot_balance *plot,
                       const struct line *lines, int64_t count)
{
    cairo_t *cairo = canvas->cairo;
    struct names names;
    char note[80] = "";
    double most = plot->limit > 0 ? 1.5 * plot->limit : 0.1;
    const struct entry entries[] = {{"before", MARKER_RING, COLOUR_VERMILLION},
                                    {"after", MARKER_DOT, COLOUR_BLUE}};
    for (int64_t k = 0; k < count; k++)
        most = fmax(most, fmax(isnan(lines[k].before) ? 0 : lines[k].before,
                               isnan(lines[k].after) ? 0 : lines[k].after));
    if (count < plot->count)
        snprintf(note, sizeof note, "%lld columns with smaller differences before are not drawn",
                 (long long)(plot->count - count));
    struct box box = box_below(canvas->box, legend_draw(cairo, canvas->box, entries, 2));
    find_names(&names, plot, lines, count);
    struct axes axes = {.x = {0, 1.05 * most, 0},
                        .y = {-(double)count + 0.4, 0.6, 0},
                        .x_label = "difference of the means, in standard deviations",
                        .hides_y_ticks = 1,
                        .left = names_left(cairo, box, names.name, count)};
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
    draw_lines(canvas, plot, lines, plot->count < MOST_LINES ? plot->count : MOST_LINES);
    free(lines);
    return PAROT_OK;
}
