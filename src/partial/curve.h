/* curve.h - what every solver does to make a parot_curve. */
#ifndef PAROT_PARTIAL_CURVE_H
#define PAROT_PARTIAL_CURVE_H

#include "partial/curve_pieces.h"
#include "transport/units.h"

struct path_entry {
    double enter;
    int32_t index;
};

/* The arrays; path->rows and path->count say how large they are. */
void path_layout(parot_curve *path, struct arena *arena);

/* Units as a mass; all of them are what was asked for, as it was understood. */
double path_mass(const struct units *units, unit_count amount);

/* Breakpoints, slopes (divided by `scale`) and the elbow. */
void path_fill(parot_curve *path, const struct curve *curve, const struct units *units,
               double scale);

/* enter[i] as a mass, and the indices in that order; `moved`: units moved before, -1 for never.
 * `scratch` has room for `count`. */
void path_fill_order(const unit_count *moved, int64_t count, const struct units *units,
                     struct path_entry *scratch, double *enter, int32_t *order);

#endif
