/* prior_figure.c - an estimate with its range, and what others say, on one scale from 0 to 1. */
#include <math.h>
#include <stdio.h>

#include "base/options.h"
#include "plot/axes.h"
#include "plot/figures/figures.h"

static int is_part(double x)
{
    return x >= 0 && x <= 1;
}

parot_status prior_check(const parot_plot_prior *plot, parot_error *err)
{
    TRY(CHECK_RESERVED(plot, err));
    if (!is_part(plot->prior) || !is_part(plot->low) || !is_part(plot->high))
        return fail(err, PAROT_EINVAL, "prior: must be in [0, 1], got %g (%g to %g)", plot->prior,
                    plot->low, plot->high);
    if (plot->count < 0 || (plot->count > 0 && (!plot->others || !plot->names)))
        return fail(err, PAROT_EINVAL, "prior: has %lld other estimates, but arrays that are NULL",
                    (long long)plot->count);
    for (int64_t k = 0; k < plot->count; k++)
        if (!is_part(plot->others[k]) || !plot->names[k])
            return fail(err, PAROT_EINVAL,
                        "prior: estimate %lld must be named and in [0, 1], got %g", (long long)k,
                        plot->others[k]);
    if (!plot->lows != !plot->highs)
        return fail(err, PAROT_EINVAL, "prior: ranges need both ends, lows and highs");
    for (int64_t k = 0; plot->lows && k < plot->count; k++)
        if (!is_part(plot->lows[k]) || !is_part(plot->highs[k]))
            return fail(err, PAROT_EINVAL, "prior: range %lld must be in [0, 1], got %g to %g",
                        (long long)k, plot->lows[k], plot->highs[k]);
    return PAROT_OK;
}

static const char *const OWN_NAME = "prior";

/* The estimate is a dot, others are diamonds. */
static enum marker marker_of(enum colour_name colour)
{
    return colour == COLOUR_BLUE ? MARKER_DOT : MARKER_DIAMOND;
}

static void draw_estimate(cairo_t *cairo, const struct axes *axes, double value, double line,
                          enum colour_name colour)
{
    double radius = 5.5;
    set_ink(cairo, colour, 1);
    marker_add(cairo, marker_of(colour), axes_x(axes, value), axes_y(axes, line), radius);
    marker_flush(cairo, marker_of(colour), radius);
}

static void draw_line(cairo_t *cairo, const struct axes *axes, double low, double high, double line,
                      enum colour_name colour)
{
    double y = place(axes_y(axes, line));
    cairo_move_to(cairo, place(axes_x(axes, low)), y);
    cairo_line_to(cairo, place(axes_x(axes, high)), y);
    stroke(cairo, colour, 1, colour == COLOUR_BLUE ? 3 : 1.5);
}

/* The range of the estimate also shows behind all others. */
static void draw_range(cairo_t *cairo, const struct axes *axes, const parot_plot_prior *plot)
{
    double low = place(axes_x(axes, plot->low)), high = place(axes_x(axes, plot->high));
    cairo_rectangle(cairo, low, place(axes->box.y), place(high - low), place(axes->box.height));
    set_ink(cairo, COLOUR_BLUE, 0.12);
    cairo_fill(cairo);
    draw_line(cairo, axes, plot->low, plot->high, 0, COLOUR_BLUE);
}

/* Line 0 is the estimate, on top; the others are below it. */
void prior_draw(const struct canvas *canvas, const parot_plot_prior *plot)
{
    cairo_t *cairo = canvas->cairo;
    char text[2][64];
    snprintf(text[0], sizeof text[0], "estimate %.3f", plot->prior);
    snprintf(text[1], sizeof text[1], "range %.3f to %.3f", plot->low, plot->high);
    struct entry entries[3] = {{text[0], MARKER_DOT, COLOUR_BLUE},
                               {text[1], MARKER_LINE, COLOUR_BLUE},
                               {"other estimates", MARKER_DIAMOND, COLOUR_ORANGE}};
    double height = legend_draw(cairo, canvas->box, entries, plot->count > 0 ? 3 : 2);
    struct axes axes = {.x = {0, 1, 0},
                        .y = {-(double)plot->count - 0.6, 0.6, 0},
                        .x_label = "fraction of rows that are positive",
                        .hides_y_ticks = 1,
                        .left = fmax(names_left(cairo, canvas->box, &OWN_NAME, 1),
                                     names_left(cairo, canvas->box, plot->names, plot->count))};
    axes_draw(cairo, &axes, box_below(canvas->box, height));
    draw_range(cairo, &axes, plot);
    draw_estimate(cairo, &axes, plot->prior, 0, COLOUR_BLUE);
    name_draw(cairo, &axes, OWN_NAME, axes_y(&axes, 0));
    for (int64_t k = 0; k < plot->count; k++) {
        if (plot->lows)
            draw_line(cairo, &axes, plot->lows[k], plot->highs[k], -(double)(k + 1), COLOUR_ORANGE);
        draw_estimate(cairo, &axes, plot->others[k], -(double)(k + 1), COLOUR_ORANGE);
        name_draw(cairo, &axes, plot->names[k], axes_y(&axes, -(double)(k + 1)));
    }
}
