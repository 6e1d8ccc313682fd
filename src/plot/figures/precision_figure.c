/* precision_figure.c - the precision that is paid for each recall: a line, and its range around it.
 */
#include <math.h>
#include <stdio.h>

#include "base/options.h"
#include "plot/axes.h"
#include "plot/figures/figures.h"

static int is_part(double x)
{
    return x >= 0 && x <= 1;
}

parot_status precision_check(const parot_plot_precision *plot, parot_error *err)
{
    TRY(CHECK_RESERVED(plot, err));
    if (plot->count < 2 || !plot->recall || !plot->precision || !plot->low || !plot->high)
        return fail(err, PAROT_EINVAL, "precision: must have two points or more, got %lld",
                    (long long)plot->count);
    for (int64_t k = 0; k < plot->count; k++)
        if (!is_part(plot->recall[k]) || !is_part(plot->precision[k]) || !is_part(plot->low[k]) ||
            !is_part(plot->high[k]) || (k > 0 && plot->recall[k] < plot->recall[k - 1]))
            return fail(err, PAROT_EINVAL,
                        "precision: point %lld must be in [0, 1], and recall must not fall",
                        (long long)k);
    if (!isnan(plot->chosen_recall) &&
        (!is_part(plot->chosen_recall) || !is_part(plot->chosen_precision)))
        return fail(err, PAROT_EINVAL, "precision: chosen (%g, %g) must be in [0, 1], or NAN",
                    plot->chosen_recall, plot->chosen_precision);
    return PAROT_OK;
}

static void draw_range(cairo_t *cairo, const struct axes *axes, const parot_plot_precision *plot)
{
    for (int64_t k = 0; k < plot->count; k++)
        cairo_line_to(cairo, place(axes_x(axes, plot->recall[k])),
                      place(axes_y(axes, plot->high[k])));
    for (int64_t k = plot->count - 1; k >= 0; k--)
        cairo_line_to(cairo, place(axes_x(axes, plot->recall[k])),
                      place(axes_y(axes, plot->low[k])));
    cairo_close_path(cairo);
    set_ink(cairo, COLOUR_BLUE, 0.18);
    cairo_fill(cairo);
}

static void draw_line(cairo_t *cairo, const struct axes *axes, const parot_plot_precision *plot)
{
    for (int64_t k = 0; k < plot->count; k++)
        cairo_line_to(cairo, place(axes_x(axes, plot->recall[k])),
                      place(axes_y(axes, plot->precision[k])));
    stroke(cairo, COLOUR_BLUE, 1, 2);
}

static void draw_chosen(cairo_t *cairo, const struct axes *axes, const parot_plot_precision *plot)
{
    if (isnan(plot->chosen_recall))
        return;
    set_ink(cairo, COLOUR_VERMILLION, 1);
    marker_add(cairo, MARKER_DOT, axes_x(axes, plot->chosen_recall),
               axes_y(axes, plot->chosen_precision), 5);
    marker_flush(cairo, MARKER_DOT, 5);
}

void precision_draw(const struct canvas *canvas, const parot_plot_precision *plot)
{
    cairo_t *cairo = canvas->cairo;
    const struct entry entries[3] = {{"precision", MARKER_LINE, COLOUR_BLUE},
                                     {"its range", MARKER_SQUARE, COLOUR_SKY},
                                     {"these labels", MARKER_DOT, COLOUR_VERMILLION}};
    double height = legend_draw(cairo, canvas->box, entries, isnan(plot->chosen_recall) ? 2 : 3);
    struct axes axes = {.x = {0, 1, 0},
                        .y = {0, 1.03, 0},
                        .x_label = "recall: fraction of the positives that is found",
                        .y_label = "fraction of labels 1 that is right"};
    axes_draw(cairo, &axes, box_below(canvas->box, height));
    draw_range(cairo, &axes, plot);
    draw_line(cairo, &axes, plot);
    draw_chosen(cairo, &axes, plot);
}
