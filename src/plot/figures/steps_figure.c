/* steps_figure.c - two frames above each other: what the plan of each step costs, as a line, and
 * how many rows it labels otherwise, as bars with the fraction of the labels that stay above them.
 */
#include <math.h>
#include <stdio.h>

#include "base/options.h"
#include "plot/axes.h"
#include "plot/figures/figures.h"

enum {
    LEAST_STEPS = 4, /* there is room for so many, so that whole numbers are marked */
    WORDS = 20       /* height of those above the largest bar */
};

parot_status steps_check(const parot_plot_steps *plot, parot_error *err)
{
    TRY(CHECK_RESERVED(plot, err));
    if (plot->count < 1 || plot->rows < 1 || !plot->objective || !plot->changed)
        return fail(err, PAROT_EINVAL, "steps: must have a step and a row, got %lld and %lld",
                    (long long)plot->count, (long long)plot->rows);
    for (int64_t k = 0; k < plot->count; k++)
        if (!isfinite(plot->objective[k]) ||
            !(plot->changed[k] >= 0 && plot->changed[k] <= (double)plot->rows))
            return fail(err, PAROT_EINVAL,
                        "steps: step %lld must have a finite objective and change 0 to %lld rows",
                        (long long)k, (long long)plot->rows);
    return PAROT_OK;
}

static void draw_costs(cairo_t *cairo, const struct axes *axes, const parot_plot_steps *plot)
{
    for (int64_t k = 0; k < plot->count; k++)
        cairo_line_to(cairo, place(axes_x(axes, (double)k)),
                      place(axes_y(axes, plot->objective[k])));
    stroke(cairo, COLOUR_BLUE, 1, 2);
    set_ink(cairo, COLOUR_BLUE, 1);
    for (int64_t k = 0; k < plot->count; k++)
        marker_add(cairo, MARKER_DOT, axes_x(axes, (double)k), axes_y(axes, plot->objective[k]), 3);
    marker_flush(cairo, MARKER_DOT, 3);
}

/* The first step has none before it. */
static void draw_changes(cairo_t *cairo, const struct axes *axes, const parot_plot_steps *plot)
{
    static const struct text_style STYLE = {TEXT_SMALL, 0, ALIGN_MIDDLE, COLOUR_INK};
    char text[32];
    double base = axes_y(axes, 0), wide = axes_x(axes, 1) - axes_x(axes, 0);
    int has_room = text_width(cairo, "100.0 %", STYLE) < wide - 4;
    for (int64_t k = 1; k < plot->count; k++) {
        double left = axes_x(axes, (double)k - 0.3), right = axes_x(axes, (double)k + 0.3);
        double top = axes_y(axes, plot->changed[k]);
        cairo_rectangle(cairo, place(left), place(top), place(right - left), place(base - top));
        set_ink(cairo, COLOUR_ORANGE, 1);
        cairo_fill(cairo);
        snprintf(text, sizeof text, "%.1f %%", 100 * (1 - plot->changed[k] / (double)plot->rows));
        if (has_room)
            text_draw(cairo, 0.5 * (left + right), top - 4, text, STYLE);
    }
}

void steps_draw(const struct canvas *canvas, const parot_plot_steps *plot)
{
    cairo_t *cairo = canvas->cairo;
    double most = 1;
    for (int64_t k = 0; k < plot->count; k++)
        most = fmax(most, plot->changed[k]);
    const struct entry entries[2] = {
        {"cost of the plan, tolls included", MARKER_LINE, COLOUR_BLUE},
        {"rows labelled otherwise; labels that stay", MARKER_SQUARE, COLOUR_ORANGE}};
    struct box box = box_below(canvas->box, legend_draw(cairo, canvas->box, entries, 2));
    struct box upper = {box.x, box.y, box.width, 0.42 * box.height};
    struct box lower = {box.x, box.y + upper.height, box.width, box.height - upper.height};
    double high = lower.height - 42; /* of the frame */
    struct axes cost = {.x = {-0.5, fmax((double)plot->count, LEAST_STEPS) - 0.5, 0},
                        .y = scale_around(plot->objective, plot->count, 0.12),
                        .y_label = "cost",
                        .hides_x_ticks = 1,
                        .box = upper};
    struct axes changes = {.x = cost.x,
                           .y = {0, most * fmax(1.25, high / fmax(20, high - WORDS)), 0},
                           .x_label = "step (0: plain transport)",
                           .counts_x = 1,
                           .counts_y = 1,
                           .y_label = "rows",
                           .box = lower};
    cost.left = changes.left = fmax(axes_left(cairo, &cost), axes_left(cairo, &changes));
    axes_draw(cairo, &cost, upper);
    draw_costs(cairo, &cost, plot);
    axes_draw(cairo, &changes, lower);
    draw_changes(cairo, &changes, plot);
}
