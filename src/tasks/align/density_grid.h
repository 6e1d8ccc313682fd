/* density_grid.h - a table of points as densities on a grid, cut into levels, and how
 * much more likely two steps are at one place of shared points than at unrelated places. */
#ifndef PAROT_TASKS_DENSITY_GRID_H
#define PAROT_TASKS_DENSITY_GRID_H

#include "base/arena.h"
#include "tasks/register/motion.h"

enum { LEVELS = 16 }; /* steps of the density; level 0, in addition, is where nothing is known */

struct density_grid {
    int64_t dims, side, cells; /* cells = side^dims */
    double cell;               /* width of a cell; the grid is centred at 0 */
    double smoothing;          /* in cells: standard deviation of the normal weights */
    double step;               /* of the root of the count that levels differ by */
    double *density, *line;    /* cells; side */
    double *moved;             /* a point */
    double weight[32];
    int64_t radius;
    int64_t low[3], high[3]; /* cells along each axis that are not empty; a plane has axes 1, 2 */
};

/* dims and side say how large the arrays are. */
void grid_layout(struct density_grid *grid, struct arena *arena);

/* The weights, once cell and smoothing are known. */
void grid_prepare(struct density_grid *grid);

/* grid->density: the smoothed number of points of each cell, times the points under one kernel:
 * its root has a standard deviation of about 1/2 wherever points are at random. Points are moved
 * first; what falls outside the grid is left out. */
void grid_fill(struct density_grid *grid, parot_matrix points, const struct motion *motion);

/* level[c] of each cell, by grid->step */
void grid_levels(const struct density_grid *grid, int8_t *level);

/* grid->step that spreads the levels over all densities. */
void grid_choose_step(struct density_grid *grid);

/* table[l][m]: log of (1 - e) p(l, m) / (p(l) p(m)) + e per independent cell, with p(l) how often
 * each level occurs in either grid, and p(l, m) the joint frequencies of levels that differ by
 * chance alone. 0 for level 0: where one of the tables ends nothing is known. */
void grid_table(const struct density_grid *grid, const int8_t *x_level, const int8_t *y_level,
                double table[LEVELS + 1][LEVELS + 1]);

#endif
