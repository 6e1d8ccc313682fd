/* curve_figure.c - what every mass costs, and below it what the next unit costs. */
#include <math.h>
#include <stdio.h>

#include "base/options.h"
#include "plot/axes.h"
#include "plot/figures/figures.h"

enum { MOST_VERTICES = 1500 }; /* drawn of a curve: finer than any paper */

/* ---- Check -------------------------------------------------------------- */

parot_status curve_check(const parot_plot_curve *plot, parot_error *err)
{
    const parot_curve *curve = plot->curve;
    TRY(CHECK_RESERVED(plot, err));
    if (!curve)
        return fail(err, PAROT_EINVAL, "curve: must not be NULL");
    if (curve->count < 2 || !curve->mass || !curve->objective || !curve->slope)
        return fail(err, PAROT_EINVAL, "curve: must have two breakpoints or more, got %lld",
                    (long long)curve->count);
    if (curve->elbow < 0 || curve->elbow >= curve->count)
        return fail(err, PAROT_EINVAL, "curve: elbow %lld is not one of %lld breakpoints",
                    (long long)curve->elbow, (long long)curve->count);
    for (int64_t k = 0; k < curve->count; k++)
        if (!isfinite(curve->mass[k]) || !isfinite(curve->objective[k]) ||
            (k + 1 < curve->count && !isfinite(curve->slope[k])))
            return fail(err, PAROT_EINVAL, "curve: breakpoint %lld must be finite", (long long)k);
    return PAROT_OK;
}

/* ---- Drawing ------------------------------------------------------------ */

static int64_t stride_of(const parot_curve *curve)
{
    return 1 + (curve->count - 1) / MOST_VERTICES;
}

static void draw_cost(cairo_t *cairo, const struct axes *axes, const parot_curve *curve)
{
    int64_t stride = stride_of(curve), last = curve->count - 1;
    for (int64_t k = 0; k <= last; k += stride)
        cairo_line_to(cairo, place(axes_x(axes, curve->mass[k])),
                      place(axes_y(axes, curve->objective[k])));
    cairo_line_to(cairo, place(axes_x(axes, curve->mass[last])),
                  place(axes_y(axes, curve->objective[last])));
    stroke(cairo, COLOUR_BLUE, 1, 2);
}

/* A step from each mass to the next. */
static void draw_price(cairo_t *cairo, const struct axes *axes, const parot_curve *curve)
{
    int64_t stride = stride_of(curve), last = curve->count - 1;
    for (int64_t k = 0; k < last; k += stride) {
        int64_t next = k + stride < last ? k + stride : last;
        double y = place(axes_y(axes, curve->slope[k]));
        cairo_line_to(cairo, place(axes_x(axes, curve->mass[k])), y);
        cairo_line_to(cairo, place(axes_x(axes, curve->mass[next])), y);
    }
    stroke(cairo, COLOUR_BLUE, 1, 2);
}

/* Logarithmic when prices are positive and lie more than three decades apart. */
static struct scale price_scale(const parot_curve *curve)
{
    double least = INFINITY, most = 0;
    for (int64_t k = 0; k + 1 < curve->count; k++) {
        least = fmin(least, curve->slope[k]);
        most = fmax(most, curve->slope[k]);
    }
    if (least > 0 && most > 1000 * least)
        return scale_decades(curve->slope, curve->count - 1);
    return scale_around(curve->slope, curve->count - 1, 0.06);
}

static int has_elbow(const parot_curve *curve)
{
    return curve->status == PAROT_OK && curve->elbow > 0 && curve->elbow < curve->count - 1;
}

static void draw_elbow(cairo_t *cairo, const struct axes *axes, const parot_curve *curve)
{
    double x = axes_x(axes, curve->mass[curve->elbow]);
    double y = axes_y(axes, curve->objective[curve->elbow]);
    if (!has_elbow(curve))
        return;
    set_ink(cairo, COLOUR_VERMILLION, 1);
    marker_add(cairo, MARKER_DOT, x, y, 5);
    marker_flush(cairo, MARKER_DOT, 5);
}

/* The elbow's line is dashed, and ends in a dot; that of a chosen mass is not. */
static void draw_mark(cairo_t *cairo, const struct axes *axes, double mass, enum colour_name colour,
                      int is_dashed)
{
    double x = place(axes_x(axes, mass));
    if (isnan(mass) || scale_place(&axes->x, mass) < 0 || scale_place(&axes->x, mass) > 1)
        return;
    cairo_move_to(cairo, x, place(axes->box.y));
    cairo_line_to(cairo, x, place(axes->box.y + axes->box.height));
    if (is_dashed)
        stroke_dashed(cairo, colour, 1.5);
    else
        stroke(cairo, colour, 1, 1.5);
}

static double draw_legend(const struct canvas *canvas, const parot_plot_curve *plot)
{
    const parot_curve *curve = plot->curve;
    struct entry entries[2];
    char text[2][96];
    int count = 0;
    if (has_elbow(curve)) {
        snprintf(text[count], sizeof text[count], "elbow at mass %.4g", curve->mass[curve->elbow]);
        entries[count] = (struct entry){text[count], MARKER_DOT, COLOUR_VERMILLION};
        count++;
    }
    if (!isnan(plot->chosen)) {
        snprintf(text[count], sizeof text[count], "chosen mass %.4g", plot->chosen);
        entries[count] = (struct entry){text[count], MARKER_LINE, COLOUR_GREEN};
        count++;
    }
    return legend_draw(canvas->cairo, canvas->box, entries, count);
}

static void draw_frame(cairo_t *cairo, struct axes *axes, struct box box,
                       const parot_plot_curve *plot)
{
    axes_draw(cairo, axes, box);
    if (has_elbow(plot->curve))
        draw_mark(cairo, axes, plot->curve->mass[plot->curve->elbow], COLOUR_VERMILLION, 1);
    draw_mark(cairo, axes, plot->chosen, COLOUR_GREEN, 0);
}

void curve_draw(const struct canvas *canvas, const parot_plot_curve *plot)
{
    const parot_curve *curve = plot->curve;
    cairo_t *cairo = canvas->cairo;
    struct box box = box_below(canvas->box, draw_legend(canvas, plot));
    struct box upper = {box.x, box.y, box.width, 0.55 * box.height};
    struct box lower = {box.x, box.y + 0.55 * box.height, box.width, 0.45 * box.height};
    struct axes cost = {.x = {curve->mass[0], curve->mass[curve->count - 1], 0},
                        .y = scale_around(curve->objective, curve->count, 0.06),
                        .y_label = "cost",
                        .hides_x_ticks = 1,
                        .box = upper};
    struct axes price = {.x = cost.x,
                         .y = price_scale(curve),
                         .x_label = "mass",
                         .y_label = "next unit",
                         .box = lower};
    cost.left = price.left = fmax(axes_left(cairo, &cost), axes_left(cairo, &price));
    draw_frame(cairo, &cost, upper, plot);
    draw_cost(cairo, &cost, curve);
    draw_elbow(cairo, &cost, curve);
    draw_frame(cairo, &price, lower, plot);
    draw_price(cairo, &price, curve);
}
