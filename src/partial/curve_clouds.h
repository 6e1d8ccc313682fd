/* curve_clouds.h - two clouds as the parametric simplex wants them: in k-d order, with tiles. */
#ifndef PAROT_PARTIAL_CURVE_CLOUDS_H
#define PAROT_PARTIAL_CURVE_CLOUDS_H

#include "transport/parametric/parametric_clouds.h"
#include "transport/units.h"

struct curve_clouds {
    struct points points;
    struct tiles *tiles;
    struct parametric_clouds search;
    struct weights p, q; /* in the order inside */
    void *memory;
};

/* Checks the problem, except for its mass, and puts it in order. On failure too, what was allocated
 * is in *clouds. PAROT_ESTOPPED if `control` stops it. */
parot_status curve_clouds_open(struct curve_clouds *clouds, const parot_points_problem *problem,
                               struct control *control, parot_error *err);
void curve_clouds_close(struct curve_clouds *clouds);

/* The arcs of these clouds, for parametric_start. */
struct costs curve_clouds_costs(const struct curve_clouds *clouds);

#endif
