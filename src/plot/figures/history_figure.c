/* history_figure.c - objective and gap of Frank-Wolfe's iterations, a curve for each start. */
#include <math.h>
#include <stdio.h>

#include "base/options.h"
#include "plot/axes.h"
#include "plot/figures/figures.h"

enum {
    NAMED = 6,        /* starts with a colour and a place in the legend; the others are grey */
    MOST_SERIES = 64, /* drawn at all, besides the best */
    MOST_STEPS = 1000 /* drawn of each */
};

/* ---- Check -------------------------------------------------------------- */

parot_status history_check(const parot_plot_history *plot, parot_error *err)
{
    TRY(CHECK_RESERVED(plot, err));
    if (plot->count < 1 || !plot->series)
        return fail(err, PAROT_EINVAL, "history: must have a series, got %lld",
                    (long long)plot->count);
    if (plot->best < 0 || plot->best >= plot->count)
        return fail(err, PAROT_EINVAL, "history: best %lld is not one of %lld series",
                    (long long)plot->best, (long long)plot->count);
    for (int64_t s = 0; s < plot->count; s++) {
        const parot_plot_series *series = &plot->series[s];
        if (series->count < 0 ||
            (series->count > 0 && (!series->objectives || !series->stationarities)))
            return fail(err, PAROT_EINVAL, "history: series %lld has arrays that are NULL",
                        (long long)s);
        for (int64_t k = 0; k < series->count; k++)
            if (!isfinite(series->objectives[k]) || !isfinite(series->stationarities[k]))
                return fail(err, PAROT_EINVAL,
                            "history: iteration %lld of series %lld must be finite", (long long)k,
                            (long long)s);
    }
    return PAROT_OK;
}

/* ---- Scales ------------------------------------------------------------- */

static int64_t drawn(const parot_plot_history *plot)
{
    return plot->count < MOST_SERIES ? plot->count : MOST_SERIES;
}

static int64_t steps_of(const parot_plot_series *series)
{
    return series->count < MOST_STEPS ? series->count : MOST_STEPS;
}

static struct scale steps_scale(const parot_plot_history *plot)
{
    int64_t most = 1;
    for (int64_t s = 0; s < drawn(plot); s++)
        most = steps_of(&plot->series[s]) > most + 1 ? steps_of(&plot->series[s]) - 1 : most;
    return (struct scale){0, (double)most, 0};
}

/* Decades when objectives are positive and a hundred times apart. */
static struct scale objective_scale(const parot_plot_history *plot)
{
    double ends[2] = {INFINITY, -INFINITY};
    for (int64_t s = 0; s < drawn(plot); s++)
        for (int64_t k = 0; k < steps_of(&plot->series[s]); k++) {
            ends[0] = fmin(ends[0], plot->series[s].objectives[k]);
            ends[1] = fmax(ends[1], plot->series[s].objectives[k]);
        }
    if (!(ends[0] <= ends[1]))
        return (struct scale){0, 1, 0};
    return ends[0] > 0 && ends[1] > 100 * ends[0] ? scale_decades(ends, 2)
                                                  : scale_around(ends, 2, 0.06);
}

/* Below a billionth of the largest it is rounding, and would only flatten the rest. */
static struct scale gap_scale(const parot_plot_history *plot)
{
    double ends[2] = {INFINITY, 0};
    for (int64_t s = 0; s < drawn(plot); s++)
        for (int64_t k = 0; k < steps_of(&plot->series[s]); k++)
            ends[1] = fmax(ends[1], plot->series[s].stationarities[k]);
    for (int64_t s = 0; s < drawn(plot); s++)
        for (int64_t k = 0; k < steps_of(&plot->series[s]); k++)
            if (plot->series[s].stationarities[k] > 1e-9 * ends[1])
                ends[0] = fmin(ends[0], plot->series[s].stationarities[k]);
    return scale_decades(ends, 2);
}

/* ---- Drawing ------------------------------------------------------------ */

/* The best one is the first, the others follow in order; each has its colour and its dashes. */
static int number_of(const parot_plot_history *plot, int64_t s)
{
    int64_t number = s == plot->best ? 0 : s < plot->best ? s + 1 : s;
    return number < NAMED ? (int)number : NAMED;
}

static enum colour_name colour_of(const parot_plot_history *plot, int64_t s)
{
    int number = number_of(plot, s);
    return number < NAMED ? palette_series(number) : COLOUR_GREY;
}

static void draw_series(cairo_t *cairo, const struct axes *axes, const double *values,
                        int64_t count, struct colour colour)
{
    cairo_new_path(cairo);
    for (int64_t k = 0; k < count; k++) {
        double value = axes->y.is_log ? fmax(values[k], axes->y.low) : values[k];
        cairo_line_to(cairo, place(axes_x(axes, (double)k)), place(axes_y(axes, value)));
    }
    set_colour(cairo, colour, 1);
    cairo_stroke(cairo);
    set_dashes(cairo, 0);
    for (int64_t k = 0; k < count && count <= 60; k++) {
        double value = axes->y.is_log ? fmax(values[k], axes->y.low) : values[k];
        marker_add(cairo, MARKER_DOT, axes_x(axes, (double)k), axes_y(axes, value), 2.2);
    }
    marker_flush(cairo, MARKER_DOT, 2.2);
}

/* The best one last, on top of the others. */
static void draw_all(cairo_t *cairo, const struct axes *axes, const parot_plot_history *plot,
                     int is_gap)
{
    for (int pass = 0; pass < 2; pass++)
        for (int64_t s = 0; s < plot->count; s++) {
            const parot_plot_series *series = &plot->series[s];
            if ((s == plot->best) != (pass == 1) || (s != plot->best && s >= MOST_SERIES))
                continue;
            cairo_set_line_width(cairo, pass == 1 ? 2.4 : 1.2);
            set_dashes(cairo, number_of(plot, s) % NAMED);
            draw_series(cairo, axes, is_gap ? series->stationarities : series->objectives,
                        steps_of(series), palette(colour_of(plot, s)));
        }
}

static double draw_legend(const struct canvas *canvas, const parot_plot_history *plot)
{
    struct entry entries[NAMED + 1];
    char text[NAMED + 1][MOST_TEXT];
    int count = 0;
    for (int64_t s = 0; s < plot->count && count < NAMED; s++) {
        if (colour_of(plot, s) == COLOUR_GREY)
            continue;
        const char *name = plot->series[s].name ? plot->series[s].name : "start";
        snprintf(text[count], sizeof text[count], "%.200s%s", name,
                 s == plot->best && plot->count > 1 ? " (best)" : "");
        entries[count] =
            (struct entry){text[count], MARKER_LINE, colour_of(plot, s), number_of(plot, s)};
        count++;
    }
    if (plot->count > NAMED) {
        snprintf(text[count], sizeof text[count], "others (%lld)", (long long)plot->count - NAMED);
        entries[count] = (struct entry){text[count], MARKER_LINE, COLOUR_GREY};
        count++;
    }
    return legend_draw(canvas->cairo, canvas->box, entries, count);
}

void history_draw(const struct canvas *canvas, const parot_plot_history *plot)
{
    cairo_t *cairo = canvas->cairo;
    struct box box = box_below(canvas->box, draw_legend(canvas, plot));
    struct box upper = {box.x, box.y, box.width, 0.5 * box.height};
    struct box lower = {box.x, box.y + 0.5 * box.height, box.width, 0.5 * box.height};
    struct axes loss = {.x = steps_scale(plot),
                        .y = objective_scale(plot),
                        .y_label = "objective",
                        .hides_x_ticks = 1,
                        .counts_x = 1,
                        .box = upper};
    struct axes gap = {.x = loss.x,
                       .y = gap_scale(plot),
                       .x_label = "iteration",
                       .counts_x = 1,
                       .y_label = "stationarity",
                       .box = lower};
    loss.left = gap.left = fmax(axes_left(cairo, &loss), axes_left(cairo, &gap));
    axes_draw(cairo, &loss, upper);
    draw_all(cairo, &loss, plot, 0);
    axes_draw(cairo, &gap, lower);
    draw_all(cairo, &gap, plot, 1);
}
