/* heat_figure.c - a plan as a matrix of cells, the darker the more mass, with strips for what
 * stays.
 *
 * A large matrix is shown in cells of several rows and columns, whose masses are added up. All
 * cells but the last have the same whole number of rows: uniform weights look uniform.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/options.h"
#include "plot/axes.h"
#include "plot/figures/figures.h"

enum {
    MOST_CELLS =
        120,      /* along a side: about three dots of a screen each, 15,000 at most in a file */
    LEVELS = 12,  /* of colour: one path each */
    STRIP = 12,   /* width of a strip, and */
    STRIP_GAP = 5 /* how far it is from the matrix */
};

/* One side: its weights, and what of them was moved, cell by cell. */
struct side {
    int64_t count, cells;
    int64_t size;            /* rows of a cell; the last one may have fewer */
    double rest[MOST_CELLS]; /* weight that stays */
    double most;             /* of these */
};

struct heat {
    struct side row, col;
    double *cell; /* row.cells x col.cells */
    double most;  /* of these */
    struct axes axes;
};

/* ---- Check -------------------------------------------------------------- */

static parot_status check_weights(const double *weights, int64_t count, const char *name,
                                  parot_error *err)
{
    for (int64_t i = 0; weights && i < count; i++)
        if (!(weights[i] >= 0 && weights[i] < INFINITY))
            return fail_argument(err, PAROT_EINVAL, name,
                                 "must be 0 or more and finite, got %g in row %lld", weights[i],
                                 (long long)i);
    return PAROT_OK;
}

parot_status heat_check(const parot_plot_plan *plot, parot_error *err)
{
    TRY(CHECK_RESERVED(plot, err));
    TRY(check_plan(plot->plan, err));
    TRY(check_weights(plot->p, plot->plan->rows, "p", err));
    return check_weights(plot->q, plot->plan->cols, "q", err);
}

/* ---- Cells -------------------------------------------------------------- */

static int64_t cell_of(const struct side *side, int64_t i)
{
    return i / side->size;
}

static void weigh(struct side *side, const double *weights)
{
    side->size = (side->count + MOST_CELLS - 1) / MOST_CELLS;
    side->cells = (side->count + side->size - 1) / side->size;
    for (int64_t i = 0; i < side->count; i++)
        side->rest[cell_of(side, i)] += weights ? weights[i] : 1 / (double)side->count;
}

/* What is left after rounding is nothing. */
static void settle(struct side *side, double mass)
{
    for (int64_t c = 0; c < side->cells; c++) {
        if (!(side->rest[c] > 1e-9 * mass))
            side->rest[c] = 0;
        side->most = fmax(side->most, side->rest[c]);
    }
}

static void collect(struct heat *heat, const parot_plot_plan *plot)
{
    const parot_plan *plan = plot->plan;
    double total = 0;
    weigh(&heat->row, plot->p);
    weigh(&heat->col, plot->q);
    for (int64_t k = 0; k < plan->count; k++) {
        int64_t i = cell_of(&heat->row, plan->row[k]), j = cell_of(&heat->col, plan->col[k]);
        double *cell = &heat->cell[i * heat->col.cells + j];
        *cell += plan->mass[k];
        heat->row.rest[i] -= plan->mass[k];
        heat->col.rest[j] -= plan->mass[k];
        heat->most = fmax(heat->most, *cell);
        total += plan->mass[k];
    }
    settle(&heat->row, total);
    settle(&heat->col, total);
}

/* ---- Drawing ------------------------------------------------------------ */

/* Where cell c of a side begins, along its axis. */
static double edge(const struct side *side, int64_t c)
{
    return fmin((double)(c * side->size), (double)side->count);
}

static struct box cell_box(const struct heat *heat, int64_t i, int64_t j)
{
    double x = place(axes_x(&heat->axes, edge(&heat->col, j)));
    double y = place(axes_y(&heat->axes, edge(&heat->row, i)));
    return (struct box){x, y, place(axes_x(&heat->axes, edge(&heat->col, j + 1)) - x),
                        place(axes_y(&heat->axes, edge(&heat->row, i + 1)) - y)};
}

/* Even the least mass is to be seen. */
static int level_of(double value, double most)
{
    if (!(value > 0))
        return 0;
    int level = (int)ceil(LEVELS * value / most);
    return level < 3 ? 3 : level > LEVELS ? LEVELS : level;
}

static void draw_cells(cairo_t *cairo, const struct heat *heat)
{
    int64_t cols = heat->col.cells, cells = heat->row.cells * cols;
    for (int level = 1; level <= LEVELS; level++) {
        for (int64_t k = 0; k < cells; k++)
            if (level_of(heat->cell[k], heat->most) == level) {
                struct box box = cell_box(heat, k / cols, k % cols);
                cairo_rectangle(cairo, box.x, box.y, box.width, box.height);
            }
        set_colour(cairo, palette_heat((double)level / LEVELS), 1);
        cairo_fill(cairo);
    }
}

/* Weight that stays, of one side: the more, the stronger. */
static void draw_rest(cairo_t *cairo, const struct side *side, int64_t c, struct box box)
{
    if (!(side->rest[c] > 0))
        return;
    set_ink(cairo, COLOUR_VERMILLION, fmax(0.2, side->rest[c] / side->most));
    cairo_rectangle(cairo, box.x, box.y, box.width, box.height);
    cairo_fill(cairo);
}

static void draw_strips(cairo_t *cairo, const struct heat *heat)
{
    const struct box *box = &heat->axes.box;
    double right = place(box->x + box->width + STRIP_GAP), top = place(box->y - STRIP_GAP - STRIP);
    for (int64_t i = 0; i < heat->row.cells; i++) {
        struct box cell = cell_box(heat, i, 0);
        draw_rest(cairo, &heat->row, i, (struct box){right, cell.y, STRIP, cell.height});
    }
    for (int64_t j = 0; j < heat->col.cells; j++) {
        struct box cell = cell_box(heat, 0, j);
        draw_rest(cairo, &heat->col, j, (struct box){cell.x, top, cell.width, STRIP});
    }
    cairo_rectangle(cairo, right, place(box->y), STRIP, place(box->height));
    cairo_rectangle(cairo, place(box->x), top, place(box->width), STRIP);
    stroke(cairo, COLOUR_GREY, 1, 1);
}

/* "mass of a cell: 0 [gradient] 0.01    [square] stays" */
static double draw_legend(cairo_t *cairo, const struct heat *heat, struct box box)
{
    static const struct text_style STYLE = {TEXT_NORMAL, 0, ALIGN_START, COLOUR_INK};
    enum { WIDTH = 96, STEPS = HEAT_STEPS };
    char most[TICK_SIZE];
    double x = box.x, y = box.y + 12;
    text_draw(cairo, x, y, "mass of a cell: 0", STYLE);
    x += text_width(cairo, "mass of a cell: 0", STYLE) + 6;
    for (int k = 0; k < STEPS; k++) {
        set_colour(cairo, palette_heat((k + 1.0) / STEPS), 1);
        cairo_rectangle(cairo, place(x + (double)k * WIDTH / STEPS), y - 10, (double)WIDTH / STEPS,
                        12);
        cairo_fill(cairo);
    }
    cairo_rectangle(cairo, place(x), y - 10, WIDTH, 12);
    stroke(cairo, COLOUR_GREY, 1, 1);
    snprintf(most, sizeof most, "%.3g", heat->most);
    text_draw(cairo, x + WIDTH + 6, y, most, STYLE);
    x += WIDTH + 6 + text_width(cairo, most, STYLE) + 16;
    struct entry stays = {"stays", MARKER_SQUARE, COLOUR_VERMILLION};
    legend_draw(cairo, (struct box){x, box.y, box.x + box.width - x, 20}, &stays, 1);
    return 22;
}

static void draw(const struct canvas *canvas, struct heat *heat)
{
    cairo_t *cairo = canvas->cairo;
    char note[160] = "", part[2][COUNT_SIZE];
    if (heat->row.cells < heat->row.count || heat->col.cells < heat->col.count)
        snprintf(note, sizeof note, "%s x %s, added up in cells of %lld x %lld.",
                 print_count(heat->row.count, part[0]), print_count(heat->col.count, part[1]),
                 (long long)heat->row.size, (long long)heat->col.size);
    struct box box = note_draw(cairo, canvas->box, note);
    box = box_below(box, draw_legend(cairo, heat, box) + STRIP + STRIP_GAP);
    box.width -= STRIP + STRIP_GAP;
    heat->axes = (struct axes){.x = {0, (double)heat->col.count, 0},
                               .y = {0, (double)heat->row.count, 0},
                               .x_label = "target",
                               .y_label = "source",
                               .is_y_down = 1,
                               .counts_x = 1,
                               .counts_y = 1};
    axes_draw(cairo, &heat->axes, box);
    draw_cells(cairo, heat);
    draw_strips(cairo, heat);
}

parot_status heat_draw(const struct canvas *canvas, const parot_plot_plan *plot, parot_error *err)
{
    struct heat heat = {.row = {.count = plot->plan->rows}, .col = {.count = plot->plan->cols}};
    size_t bytes = (size_t)MOST_CELLS * MOST_CELLS * sizeof *heat.cell;
    heat.cell = calloc(1, bytes);
    if (!heat.cell)
        return fail_memory(err, bytes);
    collect(&heat, plot);
    draw(canvas, &heat);
    free(heat.cell);
    return PAROT_OK;
}
