/* confusion_figure.c - labels against the truth: four numbers, each with its fraction of the row.
 */
#include <math.h>
#include <stdio.h>

#include "base/options.h"
#include "plot/axes.h"
#include "plot/figures/figures.h"

/* More than any table has: sums of counts cannot overflow, and numbers fit. */
static const int64_t MOST = 1000000000000000;

enum { ROOM_LEFT = 92, ROOM_ABOVE = 40, NOTE = 22 };

parot_status confusion_check(const parot_plot_confusion *plot, parot_error *err)
{
    int64_t total = 0;
    TRY(CHECK_RESERVED(plot, err));
    for (int t = 0; t < 2; t++)
        for (int l = 0; l < 2; l++) {
            if (plot->counts[t][l] < 0 || plot->counts[t][l] > MOST)
                return fail(err, PAROT_EINVAL, "counts: must be 0 to 1e15, got %lld",
                            (long long)plot->counts[t][l]);
            total += plot->counts[t][l];
        }
    if (total == 0)
        return fail(err, PAROT_EINVAL, "counts: must not all be 0");
    return PAROT_OK;
}

/* Text that stands out from its ground. */
static enum colour_name ink_on(struct colour ground)
{
    double dark = colour_contrast(palette(COLOUR_INK), ground);
    return dark >= colour_contrast(palette(COLOUR_PAPER), ground) ? COLOUR_INK : COLOUR_PAPER;
}

static void draw_cell(cairo_t *cairo, struct box box, int64_t count, int64_t of)
{
    char number[COUNT_SIZE], part[COUNT_SIZE];
    double share = of > 0 ? (double)count / (double)of : 0;
    struct colour ground = palette_heat(0.8 * share);
    struct text_style style = {22, 1, ALIGN_MIDDLE, ink_on(ground)};
    double x = box.x + box.width / 2, y = box.y + box.height / 2;
    set_colour(cairo, ground, 1);
    cairo_rectangle(cairo, place(box.x), place(box.y), place(box.width), place(box.height));
    cairo_fill_preserve(cairo);
    stroke(cairo, COLOUR_GREY, 1, 1);
    text_draw(cairo, x, y + 2, print_count(count, number), style);
    style.size = TEXT_NORMAL;
    style.is_bold = 0;
    snprintf(part, sizeof part, "%.1f %%", 100 * share);
    if (of > 0)
        text_draw(cairo, x, y + 20, part, style);
}

static void draw_note(const struct canvas *canvas, const parot_plot_confusion *plot)
{
    static const struct text_style STYLE = {TEXT_NORMAL, 0, ALIGN_START, COLOUR_INK};
    int64_t right = plot->counts[0][0] + plot->counts[1][1];
    int64_t total = right + plot->counts[0][1] + plot->counts[1][0];
    char text[128], part[2][COUNT_SIZE];
    snprintf(text, sizeof text, "%s of %s rows are right: accuracy %.3f",
             print_count(right, part[0]), print_count(total, part[1]),
             (double)right / (double)total);
    text_draw_within(canvas->cairo, canvas->box.x, canvas->box.y + canvas->box.height - 5,
                     canvas->box.width, text, STYLE);
}

void confusion_draw(const struct canvas *canvas, const parot_plot_confusion *plot)
{
    static const char *const NAMES[2] = {"positive", "negative"};
    static const struct text_style LABEL = {TEXT_NORMAL, 0, ALIGN_MIDDLE, COLOUR_INK};
    static const struct text_style HEAD = {TEXT_NORMAL, 1, ALIGN_MIDDLE, COLOUR_INK};
    struct text_style side = LABEL;
    cairo_t *cairo = canvas->cairo;
    struct box box = box_below(canvas->box, ROOM_ABOVE);
    side.align = ALIGN_END;
    box.x += ROOM_LEFT;
    box.width = fmax(20, box.width - ROOM_LEFT - 2);
    box.height = fmax(20, box.height - NOTE);
    for (int r = 0; r < 2; r++)
        for (int c = 0; c < 2; c++) {
            const int64_t *row = plot->counts[1 - r];
            struct box cell = {box.x + c * box.width / 2, box.y + r * box.height / 2, box.width / 2,
                               box.height / 2};
            draw_cell(cairo, cell, row[1 - c], row[0] + row[1]);
        }
    for (int k = 0; k < 2; k++) {
        text_draw(cairo, box.x + (0.25 + 0.5 * k) * box.width, box.y - 7, NAMES[k], LABEL);
        text_draw(cairo, box.x - 8, box.y + (0.25 + 0.5 * k) * box.height + 4, NAMES[k], side);
    }
    text_draw(cairo, box.x + box.width / 2, box.y - 25, "labelled", HEAD);
    text_draw_up(cairo, canvas->box.x + 14, box.y + box.height / 2, "in truth", HEAD);
    draw_note(canvas, plot);
}
