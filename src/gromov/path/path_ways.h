/* path_ways.h - what a path asks of its problem, by matrices or by points: a plan of some mass,
 * begun at a plan of another, and what all masses would cost at the gradient of one plan. */
#ifndef PAROT_GROMOV_PATH_WAYS_H
#define PAROT_GROMOV_PATH_WAYS_H

#include "base/arena.h"
#include "gromov/points/plan_moments.h"

/* The gradient of a plan, without what is the same for all pairs, as squared distances of points.
 */
struct gradient_cloud {
    struct coordinates at; /* of the caller's points */
    struct linear_costs costs;
    double *moments;
    double *u, *w; /* n x columns, m x columns */
    int64_t columns;
    double offset; /* |u_i - w_j|^2 less this is G_ij */
    int exponent;  /* the caller's coordinates are 2^this times ours */
};

struct path_ways {
    struct control *control;
    parot_gromov_problem matrices;      /* of any mass */
    parot_gromov_points_problem points; /* if has_points: then there are no matrices */
    int has_points;
    parot_gromov_options options;
    double *gradient, *start; /* of matrices: n x m each */
    struct gradient_cloud cloud;
    void *memory;
};

/* Takes memory for the problem that is there, whose shape has been checked. */
parot_status path_ways_open(struct path_ways *ways, parot_error *err);

int64_t path_ways_rows(const struct path_ways *ways);
int64_t path_ways_cols(const struct path_ways *ways);

/* Whether there are starts that find other plans when they are drawn again. */
int path_ways_can_draw(const struct path_ways *ways);

/* A plan of that mass: from the starts of the options; or, with draw > 0, from those that are
 * drawn, for the time with that number; or from the vertex of that mass that is best for the
 * gradient at the plan `from`. */
parot_status path_ways_solve(struct path_ways *ways, double mass, int32_t draw,
                             const parot_plan *from, parot_gromov_result *found, parot_error *err);

/* The curve of parot_partial_curve for the gradient at a plan, up to that total or as far as is
 * affordable; its slopes are the prices, up to a factor, and objectives mean nothing. */
parot_status path_ways_curve(struct path_ways *ways, const parot_plan *plan, double total,
                             parot_curve *curve, parot_error *err);

/* An estimate of what prices are rounded to, in units of these slopes. */
double path_ways_rounding(const struct path_ways *ways, double total);

/* The caller's objectives and prices are this times those of gradients: 1 between matrices. */
double path_ways_unit(const struct path_ways *ways);

#endif
