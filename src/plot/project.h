/* project.h - points of any number of coordinates in the plane. */
#ifndef PAROT_PLOT_PROJECT_H
#define PAROT_PLOT_PROJECT_H

#include "base/status.h"

enum { VIEW_LABEL = 64 };

/* How the plane is to be read. */
struct view {
    int64_t dims;
    const char *column[2];    /* that x and y are, borrowed; NULL: none */
    char text[2][VIEW_LABEL]; /* what they are otherwise; "": nothing to be named */
    int hides_ticks;          /* places along the axes have no meaning */
    double direction[3][2];   /* of the three axes, when dims is 3 */
};

/* NULL: none. */
static inline const char *view_label(const struct view *view, int axis)
{
    return view->column[axis] ? view->column[axis] : *view->text[axis] ? view->text[axis] : NULL;
}

/* Clouds with the same columns, seen in the same way. */
struct clouds {
    const parot_matrix *matrix;
    double *const *xy; /* count arrays of 2 matrix.rows numbers, to be filled */
    int count;
    const char *const *columns; /* names, or NULL */
};

/* One coordinate goes along x, and y is 0 and -1 for one cloud after the other; two stay; three are
 * seen from the side and above; of more, the two principal axes of all clouds together are those of
 * at most 2000 rows of each, without the few that are far from all others. */
parot_status project(const struct clouds *clouds, struct view *view, parot_error *err);

#endif
