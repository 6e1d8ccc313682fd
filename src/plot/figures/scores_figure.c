/* scores_figure.c - a histogram of scores, with the border between the labels. */
#include <math.h>
#include <stdio.h>

#include "base/options.h"
#include "plot/axes.h"
#include "plot/figures/figures.h"

enum { BINS = 40 };

/* Rows in each bin: [0] negative, [1] positive, by the truth, the labels, or else the border. */
struct bins {
    double rows[2][BINS];
    int64_t total[2];
    double most;
};

parot_status scores_check(const parot_plot_scores *plot, parot_error *err)
{
    TRY(CHECK_RESERVED(plot, err));
    if (plot->count < 1 || !plot->score)
        return fail(err, PAROT_EINVAL, "score: must have a row, got %lld", (long long)plot->count);
    if (!(plot->border >= 0 && plot->border <= 1))
        return fail(err, PAROT_EINVAL, "border: must be in [0, 1], got %g", plot->border);
    for (int64_t i = 0; i < plot->count; i++)
        if (!(plot->score[i] >= 0 && plot->score[i] <= 1))
            return fail(err, PAROT_EINVAL, "score: must be in [0, 1], got %g in row %lld",
                        plot->score[i], (long long)i);
    return PAROT_OK;
}

static void fill(struct bins *bins, const parot_plot_scores *plot)
{
    for (int64_t i = 0; i < plot->count; i++) {
        int bin = (int)(BINS * plot->score[i]);
        int is_positive = plot->truth   ? plot->truth[i] > 0
                          : plot->label ? plot->label[i] > 0
                                        : plot->score[i] >= plot->border;
        bins->rows[is_positive][bin < BINS ? bin : BINS - 1]++;
        bins->total[is_positive]++;
    }
    for (int b = 0; b < BINS; b++)
        bins->most = fmax(bins->most, bins->rows[0][b] + bins->rows[1][b]);
}

/* Positives stand on negatives. */
static void draw_bars(cairo_t *cairo, const struct axes *axes, const struct bins *bins)
{
    static const enum colour_name INKS[2] = {COLOUR_ORANGE, COLOUR_BLUE};
    for (int positive = 0; positive < 2; positive++) {
        for (int b = 0; b < BINS; b++) {
            double below = positive ? bins->rows[0][b] : 0;
            double left = place(axes_x(axes, (double)b / BINS) + 0.5);
            double right = place(axes_x(axes, (b + 1.0) / BINS) - 0.5);
            double bottom = place(axes_y(axes, below));
            double top = place(axes_y(axes, below + bins->rows[positive][b]));
            if (bins->rows[positive][b] > 0)
                cairo_rectangle(cairo, left, top, right - left, bottom - top);
        }
        set_ink(cairo, INKS[positive], 1);
        cairo_fill(cairo);
    }
}

static double draw_legend(const struct canvas *canvas, const parot_plot_scores *plot,
                          const struct bins *bins)
{
    char text[3][MOST_TEXT], count[COUNT_SIZE];
    const char *positive = plot->truth           ? "positive"
                           : plot->positive_name ? plot->positive_name
                                                 : "labelled positive";
    const char *negative = plot->truth           ? "negative"
                           : plot->negative_name ? plot->negative_name
                                                 : "labelled negative";
    snprintf(text[0], sizeof text[0], "%.200s (%s)", positive, print_count(bins->total[1], count));
    snprintf(text[1], sizeof text[1], "%.200s (%s)", negative, print_count(bins->total[0], count));
    snprintf(text[2], sizeof text[2], "border %.3g", plot->border);
    struct entry entries[3] = {{text[0], MARKER_SQUARE, COLOUR_BLUE},
                               {text[1], MARKER_SQUARE, COLOUR_ORANGE},
                               {text[2], MARKER_LINE, COLOUR_INK, 1}};
    return legend_draw(canvas->cairo, canvas->box, entries, 3);
}

void scores_draw(const struct canvas *canvas, const parot_plot_scores *plot)
{
    struct bins bins = {0};
    cairo_t *cairo = canvas->cairo;
    fill(&bins, plot);
    struct box box = box_below(canvas->box, draw_legend(canvas, plot, &bins));
    struct axes axes = {.x = {0, 1, 0},
                        .y = {0, 1.05 * bins.most, 0},
                        .x_label = "score",
                        .y_label = "rows",
                        .counts_y = 1};
    axes_draw(cairo, &axes, box);
    draw_bars(cairo, &axes, &bins);
    double x = place(axes_x(&axes, plot->border));
    cairo_move_to(cairo, x, place(axes.box.y));
    cairo_line_to(cairo, x, place(axes.box.y + axes.box.height));
    stroke_dashed(cairo, COLOUR_INK, 1.5);
}
