/* clouds_places.c - from coordinates to places on paper.
 *
 * A unit is as long along x as along y only if both columns seem to have one unit, which their
 * numbers tell: the shorter axis has at least a third of the length of the longer, and neither is
 * logarithmic. So ages and incomes fill the frame, and maps keep their shape.
 */
#include <math.h>

#include "plot/axis_limits.h"
#include "plot/figures/clouds_scene.h"

/* ---- Panels of one space ------------------------------------------------ */

static int is_same(const parot_matrix *a, const parot_matrix *b)
{
    return a->data == b->data && a->rows == b->rows && a->cols == b->cols && a->stride == b->stride;
}

static int is_member(const struct family *family, const parot_matrix *matrix)
{
    for (int k = 0; k < family->count; k++)
        if (is_same(&family->matrix[k], matrix))
            return 1;
    return 0;
}

static void join(struct family *family, const parot_matrix *matrix)
{
    if (!is_member(family, matrix) && family->count < MOST_FAMILY)
        family->matrix[family->count++] = *matrix;
}

int family_has(const struct family *family, const parot_panel *panel)
{
    const parot_plot_clouds *clouds = &panel->of.clouds;
    return panel->kind == PAROT_PANEL_KIND_CLOUDS && !clouds->is_apart &&
           (is_member(family, &clouds->source) || is_member(family, &clouds->target));
}

/* Relatives of relatives belong to it: all of them see the same family. */
void family_find(struct family *family, const struct canvas *canvas, const parot_plot_clouds *plot)
{
    int before = 0;
    family->matrix[0] = plot->source;
    family->matrix[1] = plot->target;
    for (family->count = 2; !plot->is_apart && before < family->count;) {
        before = family->count;
        for (int64_t k = 0; k < canvas->panel_count; k++) {
            if (!family_has(family, &canvas->panels[k]))
                continue;
            join(family, &canvas->panels[k].of.clouds.source);
            join(family, &canvas->panels[k].of.clouds.target);
        }
    }
}

/* ---- Two spaces --------------------------------------------------------- */

static parot_status limits_of(const struct family *family, int first, int count, int axis,
                              int may_bend, struct scale *scale, parot_error *err)
{
    struct numbers sets[MOST_FAMILY];
    for (int k = 0; k < count; k++)
        sets[k] = (struct numbers){family->xy[first + k] + axis, family->matrix[first + k].rows, 2};
    return limits_choose(sets, count, may_bend, scale, err);
}

/* Moves the clouds of two spaces next to each other, to the squares around (-0.6, 0) and (0.6, 0)
 * of side 1. They keep their sizes, unless one would be too small to be seen beside the other. */
static parot_status set_apart(struct scene *scene, parot_error *err)
{
    struct family *family = &scene->family;
    double middle[2][2], extent[2] = {0, 0};
    for (int side = 0; side < 2; side++) {
        for (int axis = 0; axis < 2; axis++) {
            struct scale scale;
            TRY(limits_of(family, side, 1, axis, 0, &scale, err));
            middle[side][axis] = scale.low / 2 + scale.high / 2;
            extent[side] = fmax(extent[side], scale.high - scale.low);
        }
        extent[side] = extent[side] > 0 && isfinite(extent[side]) ? extent[side] : 1;
    }
    double larger = fmax(extent[0], extent[1]);
    int is_common = fmin(extent[0], extent[1]) > 0.3 * larger;
    for (int side = 0; side < 2; side++)
        for (int64_t i = 0; i < family->matrix[side].rows; i++) {
            double *xy = family->xy[side] + 2 * i, unit = is_common ? larger : extent[side];
            xy[0] = (xy[0] - middle[side][0]) / unit + (side ? 0.6 : -0.6);
            xy[1] = (xy[1] - middle[side][1]) / unit;
        }
    scene->axes.x = (struct scale){-1.12, 1.12, 0};
    scene->axes.y = (struct scale){-0.52, 0.52, 0};
    return PAROT_OK;
}

static parot_status place_apart(struct scene *scene, parot_error *err)
{
    for (int side = 0; side < 2; side++) {
        struct clouds one = {&scene->family.matrix[side], &scene->family.xy[side], 1, NULL};
        TRY(project(&one, &scene->view, err));
    }
    scene->view = (struct view){.hides_ticks = 1};
    scene->axes.hides_ticks = scene->axes.is_square = 1;
    return set_apart(scene, err);
}

/* ---- One space ---------------------------------------------------------- */

/* The second principal axis may be short, and yet has the unit of the first: one in ten is still
 * seen. Places without numbers always have one unit. */
static int has_one_unit(const struct scene *scene)
{
    static const double MOST_COLUMNS = 3, MOST_PRINCIPAL = 10; /* as wide as high, or reverse */
    const struct scale *x = &scene->axes.x, *y = &scene->axes.y;
    double width = x->high / 2 - x->low / 2, height = y->high / 2 - y->low / 2;
    double most = scene->view.dims == 2 ? MOST_COLUMNS : MOST_PRINCIPAL;
    if (scene->view.dims == 1 || x->is_log || y->is_log || x->bend > 0 || y->bend > 0)
        return 0;
    return scene->view.hides_ticks || fmax(width, height) <= most * fmin(width, height);
}

static parot_status place_together(struct scene *scene, parot_error *err)
{
    struct family *family = &scene->family;
    struct clouds clouds = {family->matrix, family->xy, family->count, scene->plot->columns};
    struct axes *axes = &scene->axes;
    TRY(project(&clouds, &scene->view, err));
    int is_column = scene->view.dims <= 2; /* not a mixture of columns */
    TRY(limits_of(family, 0, family->count, 0, is_column, &axes->x, err));
    TRY(limits_of(family, 0, family->count, 1, is_column, &axes->y, err));
    axes->hides_ticks = scene->view.hides_ticks;
    axes->is_square = has_one_unit(scene);
    axes->x_label = view_label(&scene->view, 0);
    axes->y_label = view_label(&scene->view, 1);
    if (scene->view.dims == 1) { /* two lines, and no numbers that could be taken for data */
        axes->y = (struct scale){-1.5, 0.5, 0};
        axes->hides_y_ticks = 1;
    }
    return PAROT_OK;
}

parot_status scene_place(struct scene *scene, parot_error *err)
{
    return scene->plot->is_apart ? place_apart(scene, err) : place_together(scene, err);
}

/* ---- On paper ----------------------------------------------------------- */

static double within(double x, double low, double high, int *side)
{
    *side = x < low ? -1 : x > high ? 1 : 0;
    return fmin(high, fmax(low, x));
}

struct spot scene_spot(const struct scene *scene, int side, int64_t i)
{
    const double *xy = scene->family.xy[side] + 2 * i;
    const struct box *box = &scene->axes.box;
    struct spot spot = {axes_x(&scene->axes, xy[0]), axes_y(&scene->axes, xy[1]), 0, 0};
    double middle = box->x + box->width / 2, left = box->x, right = box->x + box->width;
    if (scene->plot->is_apart && side == 0)
        right = middle - 4;
    if (scene->plot->is_apart && side == 1)
        left = middle + 4;
    spot.x = within(spot.x, left, right, &spot.right);
    spot.y = within(spot.y, box->y, box->y + box->height, &spot.down);
    return spot;
}
