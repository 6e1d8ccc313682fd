/* clouds_figure.c - two clouds with a line for each pair of a plan; or rows with their labels.
 *
 * Every point belongs to one of a few groups, each with its mark, its colour and its line in the
 * legend. What is more than a picture can show is left out evenly, and a note says so.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/options.h"
#include "plot/axes.h"
#include "plot/figures/figures.h"
#include "plot/figures/thin_out.h"
#include "plot/project.h"

enum {
    MOST_POINTS = 5000, /* drawn of a cloud: 40 bytes each in an SVG */
    MOST_LINES = 3000,  /* more are a grey area */
    WIDTHS = 3,         /* of lines, by their mass */
    LAYERS = 6          /* of each width, one upon the other: where many lines are, it is darker */
};

enum group {
    TARGET_EMPTY,
    SOURCE_KEPT,
    TARGET_FILLED,
    SOURCE_MOVED,
    KNOWN_POSITIVE,
    NEGATIVE,
    POSITIVE,
    WRONG_NEGATIVE,
    WRONG_POSITIVE,
    GROUPS
};

static const struct {
    enum marker marker;
    enum colour_name colour;
} LOOKS[GROUPS] = {
    [TARGET_EMPTY] = {MARKER_PLUS, COLOUR_GREY},
    [SOURCE_KEPT] = {MARKER_DOT, COLOUR_GREY},
    [TARGET_FILLED] = {MARKER_PLUS, COLOUR_VERMILLION},
    [SOURCE_MOVED] = {MARKER_DOT, COLOUR_BLUE},
    [KNOWN_POSITIVE] = {MARKER_RING, COLOUR_INK},
    [NEGATIVE] = {MARKER_CROSS, COLOUR_GREY},
    [POSITIVE] = {MARKER_DOT, COLOUR_BLUE},
    [WRONG_NEGATIVE] = {MARKER_CROSS, COLOUR_VERMILLION},
    [WRONG_POSITIVE] = {MARKER_DOT, COLOUR_VERMILLION},
};

/* Both clouds on their way to paper; sides are 0, the source, and 1, the target. */
struct scene {
    const parot_plot_clouds *plot;
    const parot_matrix *matrix[2];
    double *xy[2];
    unsigned char *is_moved[2];
    struct sample points[2], lines;
    int64_t members[GROUPS];
    double most_mass, radius;
    struct view view;
    struct axes axes;
};

/* ---- Check -------------------------------------------------------------- */

static parot_status check_cloud(const parot_matrix *matrix, const char *name, parot_error *err)
{
    if (!matrix->data || matrix->rows < 1 || matrix->cols < 1 || matrix->stride < matrix->cols)
        return fail_argument(err, PAROT_EINVAL, name, "must have points, got %lld x %lld",
                             (long long)matrix->rows, (long long)matrix->cols);
    for (int64_t i = 0; i < matrix->rows; i++)
        for (int64_t k = 0; k < matrix->cols; k++)
            if (!isfinite(matrix->data[i * matrix->stride + k]))
                return fail_argument(err, PAROT_EINVAL, name, "must be finite, got %g in row %lld",
                                     matrix->data[i * matrix->stride + k], (long long)i);
    return PAROT_OK;
}

parot_status clouds_check(const parot_plot_clouds *plot, parot_error *err)
{
    TRY(CHECK_RESERVED(plot, err));
    TRY(check_cloud(&plot->source, "source", err));
    TRY(check_cloud(&plot->target, "target", err));
    if (!plot->is_apart && plot->source.cols != plot->target.cols)
        return fail(err, PAROT_ESHAPE, "source has %lld columns, target %lld; draw them apart",
                    (long long)plot->source.cols, (long long)plot->target.cols);
    if (!plot->plan)
        return PAROT_OK;
    TRY(check_plan(plot->plan, err));
    if (plot->plan->rows != plot->source.rows || plot->plan->cols != plot->target.rows)
        return fail(err, PAROT_ESHAPE, "plan is %lld x %lld, but there are %lld and %lld points",
                    (long long)plot->plan->rows, (long long)plot->plan->cols,
                    (long long)plot->source.rows, (long long)plot->target.rows);
    return PAROT_OK;
}

/* ---- Groups ------------------------------------------------------------- */

static enum group group_of(const struct scene *scene, int side, int64_t i)
{
    const parot_plot_clouds *plot = scene->plot;
    const int8_t *label = plot->label ? plot->label : plot->truth;
    int is_moved = !plot->plan || scene->is_moved[side][i];
    if (label && side == 1)
        return KNOWN_POSITIVE;
    if (!label && side == 1)
        return is_moved ? TARGET_FILLED : TARGET_EMPTY;
    if (!label)
        return is_moved ? SOURCE_MOVED : SOURCE_KEPT;
    int is_positive = label[i] > 0;
    if (plot->truth && (plot->truth[i] > 0) != is_positive)
        return is_positive ? WRONG_POSITIVE : WRONG_NEGATIVE;
    return is_positive ? POSITIVE : NEGATIVE;
}

static const char *words_of(const struct scene *scene, enum group group)
{
    const parot_plot_clouds *plot = scene->plot;
    int is_truth = plot->truth && !plot->label;
    if (group == NEGATIVE && plot->negative_name)
        return plot->negative_name;
    if (group == POSITIVE && plot->positive_name)
        return plot->positive_name;
    switch (group) {
    case TARGET_EMPTY:
    case SOURCE_KEPT:
        return "not matched";
    case NEGATIVE:
        return is_truth ? "negative" : plot->truth ? "rightly negative" : "labelled negative";
    case POSITIVE:
        return is_truth ? "positive" : plot->truth ? "rightly positive" : "labelled positive";
    case WRONG_NEGATIVE:
        return "wrongly negative";
    case WRONG_POSITIVE:
        return "wrongly positive";
    case SOURCE_MOVED:
    case TARGET_FILLED:
    case KNOWN_POSITIVE:
    case GROUPS:
        break;
    }
    return "";
}

static void note_groups(struct scene *scene)
{
    const parot_plan *plan = scene->plot->plan;
    for (int64_t k = 0; plan && k < plan->count; k++)
        if (plan->mass[k] > 0) {
            scene->is_moved[0][plan->row[k]] = scene->is_moved[1][plan->col[k]] = 1;
            scene->most_mass = fmax(scene->most_mass, plan->mass[k]);
        }
    for (int side = 0; side < 2; side++)
        for (int64_t i = 0; i < scene->matrix[side]->rows; i++)
            scene->members[group_of(scene, side, i)]++;
}

/* "source (300)", "target, not matched (100)", "labelled positive (40)" */
static void print_entry(const struct scene *scene, enum group group, char *text, size_t size)
{
    const parot_plot_clouds *plot = scene->plot;
    const char *words = words_of(scene, group), *name = "";
    char count[COUNT_SIZE];
    if (group == SOURCE_MOVED || group == SOURCE_KEPT)
        name = plot->source_name ? plot->source_name : "source";
    else if (group == TARGET_FILLED || group == TARGET_EMPTY || group == KNOWN_POSITIVE)
        name = plot->target_name ? plot->target_name : "target";
    snprintf(text, size, "%.40s%s%s (%s)", name, *name && *words ? ", " : "", words,
             print_count(scene->members[group], count));
}

static struct box draw_legend(cairo_t *cairo, const struct scene *scene, struct box box)
{
    static const enum group ORDER[GROUPS] = {SOURCE_MOVED,   SOURCE_KEPT,    TARGET_FILLED,
                                             TARGET_EMPTY,   KNOWN_POSITIVE, POSITIVE,
                                             WRONG_POSITIVE, WRONG_NEGATIVE, NEGATIVE};
    struct entry entries[GROUPS];
    char text[GROUPS][96];
    int count = 0;
    for (int k = 0; k < GROUPS; k++) {
        enum group group = ORDER[k];
        if (scene->members[group] == 0)
            continue;
        print_entry(scene, group, text[count], sizeof text[count]);
        entries[count] = (struct entry){text[count], LOOKS[group].marker, LOOKS[group].colour};
        count++;
    }
    return box_below(box, legend_draw(cairo, box, entries, count));
}

/* ---- Places ------------------------------------------------------------- */

static struct scale scale_of(const double *xy, int64_t count, int axis)
{
    struct scale scale = {INFINITY, -INFINITY, 0};
    for (int64_t i = 0; i < count; i++) {
        scale.low = fmin(scale.low, xy[2 * i + axis]);
        scale.high = fmax(scale.high, xy[2 * i + axis]);
    }
    return scale;
}

/* Moves the clouds of two spaces next to each other. They keep their sizes, unless one would be too
 * small to be seen beside the other. */
static void set_apart(struct scene *scene)
{
    double middle[2][2], extent[2];
    for (int side = 0; side < 2; side++) {
        extent[side] = 0;
        for (int axis = 0; axis < 2; axis++) {
            struct scale scale = scale_of(scene->xy[side], scene->matrix[side]->rows, axis);
            middle[side][axis] = scale.low / 2 + scale.high / 2;
            extent[side] = fmax(extent[side], scale.high - scale.low);
        }
        extent[side] = extent[side] > 0 && isfinite(extent[side]) ? extent[side] : 1;
    }
    double larger = fmax(extent[0], extent[1]);
    int is_common = fmin(extent[0], extent[1]) > 0.3 * larger;
    for (int side = 0; side < 2; side++)
        for (int64_t i = 0; i < scene->matrix[side]->rows; i++) {
            double *xy = scene->xy[side] + 2 * i, unit = is_common ? larger : extent[side];
            xy[0] = (xy[0] - middle[side][0]) / unit + (side ? 0.6 : -0.6);
            xy[1] = (xy[1] - middle[side][1]) / unit;
        }
}

static parot_status place_points(struct scene *scene, parot_error *err)
{
    const parot_plot_clouds *plot = scene->plot;
    const parot_matrix both[2] = {plot->source, plot->target};
    if (!plot->is_apart) {
        struct clouds clouds = {both, scene->xy, 2, plot->columns};
        return project(&clouds, &scene->view, err);
    }
    for (int side = 0; side < 2; side++) {
        struct clouds one = {&both[side], &scene->xy[side], 1, NULL};
        TRY(project(&one, &scene->view, err));
    }
    scene->view = (struct view){.hides_ticks = 1};
    set_apart(scene);
    return PAROT_OK;
}

/* A unit is as long along x as along y where that shows something: two columns may have different
 * units, of which one would shrink to a line, and so may the second principal axis. Places without
 * numbers always have one unit. */
static int has_one_unit(const struct scene *scene)
{
    static const double MOST_COLUMNS = 3,
                        MOST_PRINCIPAL = 10; /* times as wide as high, or reverse */
    const struct scale *x = &scene->axes.x, *y = &scene->axes.y;
    double width = x->high / 2 - x->low / 2, height = y->high / 2 - y->low / 2;
    double most = scene->view.dims == 2 ? MOST_COLUMNS : MOST_PRINCIPAL;
    if (scene->view.dims == 1)
        return 0;
    return scene->view.hides_ticks || fmax(width, height) <= most * fmin(width, height);
}

static void choose_scales(struct scene *scene)
{
    struct scale *scales[2] = {&scene->axes.x, &scene->axes.y};
    for (int axis = 0; axis < 2; axis++) {
        struct scale joint = scale_join(scale_of(scene->xy[0], scene->matrix[0]->rows, axis),
                                        scale_of(scene->xy[1], scene->matrix[1]->rows, axis));
        double ends[2] = {joint.low, joint.high};
        *scales[axis] = scale_around(ends, 2, 0.05);
    }
    scene->axes.hides_ticks = scene->view.hides_ticks;
    scene->axes.is_square = has_one_unit(scene);
    scene->axes.x_label = *scene->view.x_label ? scene->view.x_label : NULL;
    scene->axes.y_label = *scene->view.y_label ? scene->view.y_label : NULL;
    if (scene->view.dims == 1) { /* two lines, and no numbers that could be taken for data */
        scene->axes.y = (struct scale){-1.5, 0.5, 0};
        scene->axes.hides_y_ticks = 1;
    }
}

/* ---- Drawing ------------------------------------------------------------ */

/* What a browser shows when the pointer is on the line. */
static parot_status add_hover(const struct canvas *canvas, const struct scene *scene, int64_t k,
                              const double ends[4], parot_error *err)
{
    char text[256];
    const parot_plan *plan = scene->plot->plan;
    if (!canvas->hover)
        return PAROT_OK;
    snprintf(text, sizeof text,
             "<path class=\"pair\" data-row=\"%d\" data-col=\"%d\" d=\"M%.2f %.2fL%.2f %.2f\">"
             "<title>row %d to row %d: mass %.4g</title></path>\n",
             (int)plan->row[k], (int)plan->col[k], ends[0], ends[1], ends[2], ends[3],
             (int)plan->row[k], (int)plan->col[k], plan->mass[k]);
    return bytes_append_text(canvas->hover, text, err);
}

/* Which width: the heaviest entries have the last one. */
static int width_of(const struct scene *scene, int64_t k)
{
    double part = scene->plot->plan->mass[k] / scene->most_mass;
    int width = (int)(WIDTHS * part);
    return width < WIDTHS ? width : WIDTHS - 1;
}

static parot_status add_line(const struct canvas *canvas, const struct scene *scene, int64_t k,
                             parot_error *err)
{
    const parot_plan *plan = scene->plot->plan;
    const struct axes *axes = &scene->axes;
    const double *from = scene->xy[0] + 2 * plan->row[k], *to = scene->xy[1] + 2 * plan->col[k];
    double ends[4] = {place(axes_x(axes, from[0])), place(axes_y(axes, from[1])),
                      place(axes_x(axes, to[0])), place(axes_y(axes, to[1]))};
    cairo_move_to(canvas->cairo, ends[0], ends[1]);
    cairo_line_to(canvas->cairo, ends[2], ends[3]);
    return add_hover(canvas, scene, k, ends, err);
}

/* Strokes of a layer do not add up, layers do; the more lines there are, the fainter. */
static parot_status draw_lines(const struct canvas *canvas, const struct scene *scene,
                               parot_error *err)
{
    const parot_plan *plan = scene->plot->plan;
    double alpha = fmin(0.5, fmax(0.15, 12 / sqrt((double)scene->lines.size + 1)));
    for (int stack = 0; plan && stack < WIDTHS * LAYERS; stack++) {
        int width = stack / LAYERS;
        for (int64_t s = stack % LAYERS; s < scene->lines.size; s += LAYERS) {
            int64_t k = sample_at(&scene->lines, s);
            if (plan->mass[k] > 0 && width_of(scene, k) == width)
                TRY(add_line(canvas, scene, k, err));
        }
        stroke(canvas->cairo, COLOUR_GREY, alpha, 0.5 + 0.25 * width);
    }
    return PAROT_OK;
}

static void draw_group(cairo_t *cairo, const struct scene *scene, enum group group)
{
    enum marker marker = LOOKS[group].marker;
    int is_wrong = group == WRONG_NEGATIVE || group == WRONG_POSITIVE;
    double radius = scene->radius * (is_wrong ? 1.4 : marker == MARKER_DOT ? 1 : 1.15);
    for (int side = 0; side < 2 && scene->members[group] > 0; side++)
        for (int64_t s = 0; s < scene->points[side].size; s++) {
            int64_t i = sample_at(&scene->points[side], s);
            if (group_of(scene, side, i) == group)
                marker_add(cairo, marker, axes_x(&scene->axes, scene->xy[side][2 * i]),
                           axes_y(&scene->axes, scene->xy[side][2 * i + 1]), radius);
        }
    set_ink(cairo, LOOKS[group].colour, marker == MARKER_DOT ? 0.85 : 1);
    marker_flush(cairo, marker, radius);
}

/* Where the three axes point, in a corner. */
static void draw_tripod(cairo_t *cairo, const struct scene *scene)
{
    static const struct text_style STYLE = {TEXT_SMALL, 0, ALIGN_MIDDLE, COLOUR_INK};
    double x = scene->axes.box.x + 34, y = scene->axes.box.y + scene->axes.box.height - 22;
    for (int k = 0; k < 3 && scene->view.dims == 3; k++) {
        const double *direction = scene->view.direction[k];
        char number[8];
        snprintf(number, sizeof number, "%d", k + 1);
        const char *name = scene->plot->columns ? scene->plot->columns[k] : number;
        cairo_move_to(cairo, x, y);
        cairo_line_to(cairo, place(x + 26 * direction[0]), place(y - 26 * direction[1]));
        stroke(cairo, COLOUR_INK, 1, 1);
        text_draw_within(cairo, x + 34 * direction[0], y - 34 * direction[1] + 4, 40, name, STYLE);
    }
}

/* "Shown: 5,000 of 20,000 points, 3,000 of 20,399 pairs." */
static void print_note(const struct scene *scene, char *text, size_t size)
{
    const parot_plan *plan = scene->plot->plan;
    char part[4][COUNT_SIZE];
    int64_t all = scene->matrix[0]->rows + scene->matrix[1]->rows;
    int64_t points = scene->points[0].size + scene->points[1].size;
    text[0] = '\0';
    if (points < all || (plan && scene->lines.block > 1))
        snprintf(text, size, "Shown: %s of %s points, %s of %s pairs.",
                 print_count(points, part[0]), print_count(all, part[1]),
                 print_count(scene->lines.size, part[2]), print_count(scene->lines.count, part[3]));
}

static parot_status draw_scene(const struct canvas *canvas, struct scene *scene, parot_error *err)
{
    cairo_t *cairo = canvas->cairo;
    char note[160];
    note_groups(scene);
    TRY(place_points(scene, err));
    choose_scales(scene);
    print_note(scene, note, sizeof note);
    struct box box = draw_legend(cairo, scene, note_draw(cairo, canvas->box, note));
    axes_draw(cairo, &scene->axes, box);
    double area = scene->axes.box.width * scene->axes.box.height;
    area /= (double)(scene->points[0].size + scene->points[1].size);
    scene->radius = fmin(3.2, fmax(1.1, 0.14 * sqrt(area)));
    axes_clip(cairo, &scene->axes);
    parot_status status = draw_lines(canvas, scene, err);
    for (int group = 0; group < GROUPS; group++)
        draw_group(cairo, scene, (enum group)group);
    draw_tripod(cairo, scene);
    cairo_restore(cairo);
    return status;
}

parot_status clouds_draw(const struct canvas *canvas, const parot_plot_clouds *plot,
                         parot_error *err)
{
    struct scene scene = {.plot = plot, .matrix = {&plot->source, &plot->target}};
    size_t n = (size_t)plot->source.rows, m = (size_t)plot->target.rows;
    double *xy = malloc(2 * (n + m) * sizeof *xy);
    unsigned char *is_moved = calloc(n + m, 1);
    parot_status status = PAROT_OK;
    if (!xy || !is_moved) {
        status = fail_memory(err, 2 * (n + m) * sizeof *xy);
    } else {
        for (int side = 0; side < 2; side++) {
            scene.xy[side] = xy + (side ? 2 * n : 0);
            scene.is_moved[side] = is_moved + (side ? n : 0);
            scene.points[side] = sample_of(scene.matrix[side]->rows, MOST_POINTS);
        }
        scene.lines = sample_of(plot->plan ? plot->plan->count : 0, MOST_LINES);
        status = draw_scene(canvas, &scene, err);
    }
    free(xy);
    free(is_moved);
    return status;
}
