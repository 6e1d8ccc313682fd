/* duals.h - the proof that goes with a tree. */
#ifndef PAROT_TRANSPORT_DUALS_H
#define PAROT_TRANSPORT_DUALS_H

#include "transport/simplex/simplex.h"

/* Feasible duals of the caller's costs, u (n numbers), v (m) and lambda as in partial.h, from the
 * potentials of the simplex. They are feasible up to one rounding whether or not the simplex ran to
 * its end, and a row or column with mass left has price exactly 0: its weight may be huge. Only the
 * count of entries read changes in the simplex. */
void duals_fill(parot_dual *dual, struct simplex *simplex);

/* The least price at which rows that may use their best column, whatever its room, move the mass;
 * any price would be valid. r_i = min_j c_ij, n numbers. */
double duals_relaxed_price(const struct units *units, const double *r, int32_t n);

/* Feasible duals that need no solve at all: v = 0, as if columns had room for everything. For runs
 * that are stopped before the potentials are worth anything. */
void duals_fill_relaxed(parot_dual *dual, struct simplex *simplex);

#endif
