/* curve.h - what every solver does to make a parot_curve. */
#ifndef PAROT_PARTIAL_CURVE_H
#define PAROT_PARTIAL_CURVE_H

#include "partial/curve_pieces.h"
#include "transport/units.h"

struct curve_entry {
    double enter;
    int32_t index;
};

/* The arrays; curve->rows and curve->count say how large they are. */
void curve_layout(parot_curve *curve, struct arena *arena);

/* Units as a mass; all of them are what was asked for, as it was understood. */
double curve_mass(const struct units *units, unit_count amount);

/* Breakpoints, slopes (divided by `scale`) and the elbow. */
void curve_fill(parot_curve *curve, const struct curve_pieces *pieces, const struct units *units,
                double scale);

/* enter[i] as a mass, and the indices in that order; `moved`: units moved before, -1 for never.
 * `scratch` has room for `count`. */
void curve_fill_order(const unit_count *moved, int64_t count, const struct units *units,
                      struct curve_entry *scratch, double *enter, int32_t *order);

#endif
