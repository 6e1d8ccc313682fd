/* clouds_figure.c - two clouds with a line for each pair of a plan; or rows with their labels.
 *
 * Every point belongs to one of a few groups, each with its mark, its colour and its line in the
 * legend. Lines are drawn first, and points upon them. What is more than a picture can show is left
 * out, what lies far from all else is marked at the border, and a note says how many.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/options.h"
#include "plot/figures/clouds_scene.h"

enum {
    MOST_POINTS = 5000,  /* drawn of a cloud: 40 bytes each in an SVG */
    MOST_PAIRS = 1500,   /* more are a grey area */
    MOST_OUTLIERS = 500, /* drawn even if they are not among the points that are */
    WIDTHS = 3,          /* of lines, by their mass */
    LAYERS = 6           /* of each width, one upon the other: where many lines are, it is darker */
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

/* A circle is a point of the source and a diamond one of the target, hollow if it is not matched.
 */
static const struct {
    enum marker marker;
    enum colour_name colour;
} LOOKS[GROUPS] = {
    [TARGET_EMPTY] = {MARKER_GEM, COLOUR_GREY},
    [SOURCE_KEPT] = {MARKER_RING, COLOUR_GREY},
    [TARGET_FILLED] = {MARKER_DIAMOND, COLOUR_VERMILLION},
    [SOURCE_MOVED] = {MARKER_DOT, COLOUR_BLUE},
    [KNOWN_POSITIVE] = {MARKER_RING, COLOUR_INK},
    [NEGATIVE] = {MARKER_CROSS, COLOUR_GREY},
    [POSITIVE] = {MARKER_DOT, COLOUR_BLUE},
    [WRONG_NEGATIVE] = {MARKER_CROSS, COLOUR_VERMILLION},
    [WRONG_POSITIVE] = {MARKER_DOT, COLOUR_VERMILLION},
};

/* A figure while it is drawn. */
struct picture_of_clouds {
    struct scene scene;
    struct pairs pairs;
    int64_t members[GROUPS];
    int64_t outliers;           /* of both clouds, all of them */
    unsigned char *is_shown[2]; /* a sample, both ends of lines, and outliers */
    int64_t shown;              /* how many these are */
    double radius;
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

static enum group group_of(const struct picture_of_clouds *it, int side, int64_t i)
{
    const parot_plot_clouds *plot = it->scene.plot;
    const int8_t *label = plot->label ? plot->label : plot->truth;
    int is_moved = !plot->plan || it->scene.is_moved[side][i];
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

static const char *words_of(const parot_plot_clouds *plot, enum group group)
{
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

static void note_groups(struct picture_of_clouds *it)
{
    const parot_plan *plan = it->scene.plot->plan;
    for (int64_t k = 0; plan && k < plan->count; k++)
        if (plan->mass[k] > 0)
            it->scene.is_moved[0][plan->row[k]] = it->scene.is_moved[1][plan->col[k]] = 1;
    for (int side = 0; side < 2; side++)
        for (int64_t i = 0; i < it->scene.family.matrix[side].rows; i++)
            it->members[group_of(it, side, i)]++;
}

/* "source (300)", "target, not matched (100)", "labelled positive (40)" */
static void print_entry(const parot_plot_clouds *plot, enum group group, int64_t members,
                        char text[MOST_TEXT])
{
    const char *words = words_of(plot, group), *name = "";
    char count[COUNT_SIZE];
    if (group == SOURCE_MOVED || group == SOURCE_KEPT)
        name = plot->source_name ? plot->source_name : "source";
    else if (group == TARGET_FILLED || group == TARGET_EMPTY || group == KNOWN_POSITIVE)
        name = plot->target_name ? plot->target_name : "target";
    snprintf(text, MOST_TEXT, "%.200s%s%s (%s)", name, *name && *words ? ", " : "", words,
             print_count(members, count));
}

struct legend {
    struct entry entry[GROUPS];
    char text[GROUPS][MOST_TEXT];
    int count;
};

static void list_entries(struct legend *legend, const parot_plot_clouds *plot,
                         const int64_t members[GROUPS])
{
    static const enum group ORDER[GROUPS] = {SOURCE_MOVED,   SOURCE_KEPT,    TARGET_FILLED,
                                             TARGET_EMPTY,   KNOWN_POSITIVE, POSITIVE,
                                             WRONG_POSITIVE, WRONG_NEGATIVE, NEGATIVE};
    legend->count = 0;
    for (int k = 0; k < GROUPS; k++) {
        enum group group = ORDER[k];
        if (members[group] == 0)
            continue;
        print_entry(plot, group, members[group], legend->text[legend->count]);
        legend->entry[legend->count] =
            (struct entry){legend->text[legend->count], LOOKS[group].marker, LOOKS[group].colour};
        legend->count++;
    }
}

/* The most that a panel can need: with all groups that it may have, each of all points. */
static double most_legend(cairo_t *cairo, const parot_plot_clouds *plot, struct box box)
{
    struct legend legend;
    int64_t members[GROUPS] = {0}, n = plot->source.rows, m = plot->target.rows;
    if (plot->label || plot->truth) {
        members[KNOWN_POSITIVE] = m;
        members[POSITIVE] = members[NEGATIVE] = n;
        members[WRONG_POSITIVE] = members[WRONG_NEGATIVE] = plot->label && plot->truth ? n : 0;
    } else {
        members[SOURCE_MOVED] = n;
        members[TARGET_FILLED] = m;
        members[SOURCE_KEPT] = plot->plan ? n : 0;
        members[TARGET_EMPTY] = plot->plan ? m : 0;
    }
    list_entries(&legend, plot, members);
    return legend_height(cairo, box, legend.entry, legend.count);
}

/* Frames of panels that share their axes have the same size, for which their legends take the same
 * room. */
static struct box draw_legend(const struct canvas *canvas, const struct picture_of_clouds *it)
{
    struct legend legend;
    list_entries(&legend, it->scene.plot, it->members);
    double height = legend_draw(canvas->cairo, canvas->box, legend.entry, legend.count);
    for (int64_t k = 0; k < canvas->panel_count && it->scene.family.count > 2; k++)
        if (family_has(&it->scene.family, &canvas->panels[k]))
            height =
                fmax(height, most_legend(canvas->cairo, &canvas->panels[k].of.clouds, canvas->box));
    return box_below(canvas->box, height);
}

/* ---- Drawing ------------------------------------------------------------ */

/* A place to a hundredth, with a point in every locale. */
static const char *hundredths_of(char text[32], double x)
{
    long hundredths = lround(100 * x);
    snprintf(text, 32, "%s%ld.%02ld", hundredths < 0 ? "-" : "", labs(hundredths) / 100,
             labs(hundredths) % 100);
    return text;
}

/* What a browser shows when the pointer is on the line. */
static parot_status add_hover(const struct canvas *canvas, const struct picture_of_clouds *it,
                              int64_t k, const double ends[4], parot_error *err)
{
    char text[256], x[2][32], y[2][32];
    const parot_plan *plan = it->scene.plot->plan;
    if (!canvas->hover)
        return PAROT_OK;
    snprintf(text, sizeof text,
             "<path class=\"pair\" data-row=\"%d\" data-col=\"%d\" d=\"M%s %sL%s %s\">"
             "<title>row %d to row %d: mass %.4g</title></path>\n",
             (int)plan->row[k], (int)plan->col[k], hundredths_of(x[0], ends[0]),
             hundredths_of(y[0], ends[1]), hundredths_of(x[1], ends[2]),
             hundredths_of(y[1], ends[3]), (int)plan->row[k], (int)plan->col[k], plan->mass[k]);
    return bytes_append_text(canvas->hover, text, err);
}

/* Which width: the heaviest entries have the last one. */
static int width_of(const struct picture_of_clouds *it, int64_t k)
{
    int width = (int)(WIDTHS * (it->scene.plot->plan->mass[k] / it->pairs.most_mass));
    return width < WIDTHS ? width : WIDTHS - 1;
}

/* To the border, if one of them lies beyond it. */
static parot_status add_line(const struct canvas *canvas, const struct picture_of_clouds *it,
                             int64_t k, parot_error *err)
{
    const parot_plan *plan = it->scene.plot->plan;
    struct spot from = scene_spot(&it->scene, 0, plan->row[k]);
    struct spot to = scene_spot(&it->scene, 1, plan->col[k]);
    double ends[4] = {place(from.x), place(from.y), place(to.x), place(to.y)};
    cairo_move_to(canvas->cairo, ends[0], ends[1]);
    cairo_line_to(canvas->cairo, ends[2], ends[3]);
    return add_hover(canvas, it, k, ends, err);
}

/* Strokes of a layer do not add up, layers do; the more lines there are, the fainter. */
static parot_status draw_lines(const struct canvas *canvas, const struct picture_of_clouds *it,
                               parot_error *err)
{
    const struct pairs *pairs = &it->pairs;
    double alpha = fmin(0.5, fmax(0.2, 12 / sqrt((double)pairs->count + 1)));
    for (int stack = 0; pairs->count > 0 && stack < WIDTHS * LAYERS; stack++) {
        int width = stack / LAYERS;
        for (int64_t s = stack % LAYERS; s < pairs->count; s += LAYERS)
            if (width_of(it, pairs->entry[s]) == width)
                TRY(add_line(canvas, it, pairs->entry[s], err));
        stroke(canvas->cairo, COLOUR_GREY, alpha, 0.5 + 0.25 * width);
    }
    return PAROT_OK;
}

static int is_outlier(struct spot spot)
{
    return spot.right || spot.down;
}

static void draw_group(cairo_t *cairo, const struct picture_of_clouds *it, enum group group)
{
    enum marker marker = LOOKS[group].marker;
    int is_wrong = group == WRONG_NEGATIVE || group == WRONG_POSITIVE;
    double radius = it->radius * (is_wrong ? 1.4 : marker == MARKER_DOT ? 1 : 1.15);
    for (int side = 0; side < 2 && it->members[group] > 0; side++)
        for (int64_t i = 0; i < it->scene.family.matrix[side].rows; i++) {
            if (!it->is_shown[side][i] || group_of(it, side, i) != group)
                continue;
            struct spot spot = scene_spot(&it->scene, side, i);
            if (!is_outlier(spot))
                marker_add(cairo, marker, spot.x, spot.y, radius);
        }
    set_ink(cairo, LOOKS[group].colour, marker == MARKER_DOT ? 0.85 : 1);
    marker_flush(cairo, marker, radius);
}

/* Triangles in the colours of their groups. */
static void draw_outliers(cairo_t *cairo, const struct picture_of_clouds *it, enum group group)
{
    for (int side = 0; side < 2 && it->members[group] > 0 && it->outliers > 0; side++)
        for (int64_t i = 0; i < it->scene.family.matrix[side].rows; i++) {
            if (!it->is_shown[side][i] || group_of(it, side, i) != group)
                continue;
            struct spot spot = scene_spot(&it->scene, side, i);
            if (is_outlier(spot))
                arrow_add(cairo, spot.x, spot.y, spot.right, spot.down, 4 + 2 * it->radius);
        }
    set_ink(cairo, LOOKS[group].colour, 1);
    cairo_fill(cairo);
}

/* Where the three axes point, in a corner. */
static void draw_tripod(cairo_t *cairo, const struct picture_of_clouds *it)
{
    static const struct text_style STYLE = {TEXT_SMALL, 0, ALIGN_START, COLOUR_INK};
    double room = fmin(120, it->scene.axes.box.width / 4);
    double x = it->scene.axes.box.x + 34, y = it->scene.axes.box.y + it->scene.axes.box.height - 22;
    for (int k = 0; k < 3 && it->scene.view.dims == 3; k++) {
        const double *direction = it->scene.view.direction[k];
        char number[8];
        snprintf(number, sizeof number, "%d", k + 1);
        const char *name = it->scene.plot->columns ? it->scene.plot->columns[k] : number;
        cairo_move_to(cairo, x, y);
        cairo_line_to(cairo, place(x + 26 * direction[0]), place(y - 26 * direction[1]));
        stroke(cairo, COLOUR_INK, 1, 1);
        text_draw_within(cairo, x + 32 * direction[0] + (k < 2 ? 3 : -6), y - 34 * direction[1] + 4,
                         room, name, STYLE);
    }
}

/* ---- Notes -------------------------------------------------------------- */

/* Of the first `clouds` of those that share the axes; the first two are those of this panel. */
static int64_t count_outliers(const struct picture_of_clouds *it, int clouds)
{
    int64_t count = 0;
    for (int k = 0; k < clouds; k++)
        for (int64_t i = 0; i < it->scene.family.matrix[k].rows; i++)
            count += is_outlier(scene_spot(&it->scene, k, i));
    return count;
}

/* No line ends in nothing. */
static void mark_shown(struct picture_of_clouds *it)
{
    const parot_plan *plan = it->scene.plot->plan;
    for (int64_t s = 0; s < it->pairs.count; s++) {
        it->is_shown[0][plan->row[it->pairs.entry[s]]] = 1;
        it->is_shown[1][plan->col[it->pairs.entry[s]]] = 1;
    }
    it->shown = 0;
    for (int side = 0; side < 2; side++) {
        struct sample sample = sample_of(it->scene.family.matrix[side].rows, MOST_POINTS);
        for (int64_t s = 0; s < sample.size; s++)
            it->is_shown[side][sample_at(&sample, s)] = 1;
        for (int64_t i = 0; i < it->scene.family.matrix[side].rows; i++) {
            if (it->outliers <= MOST_OUTLIERS && is_outlier(scene_spot(&it->scene, side, i)))
                it->is_shown[side][i] = 1;
            it->shown += it->is_shown[side][i];
        }
    }
}

/* "Shown: 5,000 of 20,000 points; 1,500 of 20,399 pairs, the heaviest first. 3 points lie beyond
 * the axes (triangles at the border)." */
static void print_note(const struct picture_of_clouds *it, char *text, size_t size)
{
    const struct scene *scene = &it->scene;
    char part[2][COUNT_SIZE];
    int64_t all = scene->family.matrix[0].rows + scene->family.matrix[1].rows;
    int has_points = it->shown < all, has_pairs = it->pairs.count < it->pairs.all;
    size_t at = 0;
    text[0] = '\0';
    if (has_points)
        at += (size_t)snprintf(text + at, size - at, "Shown: %s of %s points%s",
                               print_count(it->shown, part[0]), print_count(all, part[1]),
                               has_pairs ? "; " : ". ");
    if (has_pairs)
        at += (size_t)snprintf(text + at, size - at, "%s%s of %s pairs, the heaviest first. ",
                               has_points ? "" : "Shown: ", print_count(it->pairs.count, part[0]),
                               print_count(it->pairs.all, part[1]));
    if (it->outliers > 0)
        snprintf(text + at, size - at, "%s point%s beyond the %s (triangle%s at the border).",
                 print_count(it->outliers, part[0]), it->outliers == 1 ? " lies" : "s lie",
                 scene->plot->is_apart ? "frame" : "axes", it->outliers == 1 ? "" : "s");
}

/* The note says what lies beyond the axes, which are fitted into the room that it leaves: they are
 * fitted twice. */
static struct box draw_words(const struct canvas *canvas, struct picture_of_clouds *it)
{
    cairo_t *cairo = canvas->cairo;
    char note[240] = "";
    struct box below = draw_legend(canvas, it), room = below;
    struct axes axes = it->scene.axes;
    for (int pass = 0; pass < 2; pass++) { /* the room is that of the panel that needs most */
        it->scene.axes = axes;
        axes_fit(cairo, &it->scene.axes, room);
        it->outliers = count_outliers(it, pass == 0 ? it->scene.family.count : 2);
        mark_shown(it);
        print_note(it, note, sizeof note);
        if (pass == 0)
            room = note_room(cairo, below, note);
    }
    it->scene.axes = axes;
    note_draw(cairo, below, note);
    return room;
}

static parot_status draw_scene(const struct canvas *canvas, struct picture_of_clouds *it,
                               parot_error *err)
{
    struct scene *scene = &it->scene;
    cairo_t *cairo = canvas->cairo;
    note_groups(it);
    TRY(scene_place(scene, err));
    axes_draw(cairo, &scene->axes, draw_words(canvas, it));
    double area = scene->axes.box.width * scene->axes.box.height;
    area /= (double)it->shown;
    it->radius = fmin(3.2, fmax(1.1, 0.14 * sqrt(area)));
    axes_clip(cairo, &scene->axes);
    parot_status status = draw_lines(canvas, it, err);
    for (int group = 0; group < GROUPS; group++)
        draw_group(cairo, it, (enum group)group);
    for (int group = 0; group < GROUPS; group++)
        draw_outliers(cairo, it, (enum group)group);
    draw_tripod(cairo, it);
    cairo_restore(cairo);
    return status;
}

parot_status clouds_draw(const struct canvas *canvas, const parot_plot_clouds *plot,
                         parot_error *err)
{
    struct picture_of_clouds it = {.scene = {.plot = plot}};
    struct family *family = &it.scene.family;
    size_t n = (size_t)plot->source.rows, m = (size_t)plot->target.rows, rows = 0, at = 0;
    family_find(family, canvas, plot);
    for (int k = 0; k < family->count; k++)
        rows += (size_t)family->matrix[k].rows;
    double *xy = malloc(2 * rows * sizeof *xy);
    unsigned char *flags = calloc(n + m, 2); /* moved, shown */
    parot_status status = xy && flags ? PAROT_OK : fail_memory(err, 2 * rows * sizeof *xy);
    if (status == PAROT_OK)
        status = pairs_choose(plot->plan, MOST_PAIRS, &it.pairs, err);
    if (status == PAROT_OK) {
        for (int k = 0; k < family->count; at += (size_t)family->matrix[k++].rows)
            family->xy[k] = xy + 2 * at;
        for (int side = 0; side < 2; side++) {
            it.scene.is_moved[side] = flags + (side ? n : 0);
            it.is_shown[side] = flags + n + m + (side ? n : 0);
        }
        status = draw_scene(canvas, &it, err);
    }
    free(it.pairs.entry);
    free(flags);
    free(xy);
    return status;
}
