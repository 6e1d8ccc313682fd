/* clouds_scene.h - two clouds on their way to paper; sides are 0, the source, and 1, the target. */
#ifndef PAROT_PLOT_CLOUDS_SCENE_H
#define PAROT_PLOT_CLOUDS_SCENE_H

#include "plot/axes.h"
#include "plot/figures/figures.h"
#include "plot/figures/thin_out.h"
#include "plot/project.h"

enum { MOST_FAMILY = 128 }; /* two clouds for each panel of a sheet */

/* Clouds that share their axes: the two of this panel, and those of panels of the same space. */
struct family {
    parot_matrix matrix[MOST_FAMILY];
    double *xy[MOST_FAMILY];
    int count;
};

struct scene {
    const parot_plot_clouds *plot;
    struct family family;
    unsigned char *is_moved[2];
    struct view view;
    struct axes axes;
};

/* Which clouds there are. */
void family_find(struct family *family, const struct canvas *canvas, const parot_plot_clouds *plot);

/* Whether a panel shows a cloud of the family, in the same space. */
int family_has(const struct family *family, const parot_panel *panel);

/* Points in the plane, scales and labels of the axes; xy has room. */
parot_status scene_place(struct scene *scene, parot_error *err);

/* Where point i is drawn once the axes are fitted: in the frame (of two spaces, in its half), or at
 * the border that it lies beyond. */
struct spot {
    double x, y;
    int right, down; /* -1, 0 or 1: beyond which border */
};
struct spot scene_spot(const struct scene *scene, int side, int64_t i);

/* Entries of a plan that get a line: all, or `most` of them, the heaviest first, among equals
 * evenly chosen. In the order of the plan; the caller frees them. */
struct pairs {
    int64_t *entry;
    int64_t count, all; /* chosen, and of positive mass */
    double most_mass;
};
parot_status pairs_choose(const parot_plan *plan, int64_t most, struct pairs *pairs,
                          parot_error *err);

#endif
