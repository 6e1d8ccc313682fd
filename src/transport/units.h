/* units.h - masses as integers, and back.
 *
 * The simplex adds and subtracts masses millions of times; in integers that is exact, so a plan
 * has the mass that was asked for, and ties between masses are real ties.
 *
 * If all weights are multiples of a common unit to within their own rounding (uniform weights of
 * any kind, counts, normalised histograms) that unit is found and used: 1/300 and 1/700 become 7
 * and 3. Otherwise the unit is a power of two, 2^-120 of the mass: doubles that are 20 orders of
 * magnitude smaller than the mass are then whole numbers still.
 */
#ifndef PAROT_TRANSPORT_UNITS_H
#define PAROT_TRANSPORT_UNITS_H

#include "base/status.h"

__extension__ typedef __int128 unit_count; /* of mass, in units */

/* More than any mass, and than any two of them together. */
#define MOST_UNITS ((unit_count)1 << 126)

struct weights {
    const double *values; /* NULL: 1 / count each */
    int64_t count;
};

static inline double weight_at(struct weights weights, int64_t i)
{
    return weights.values ? weights.values[i] : 1.0 / (double)weights.count;
}

/* |w|_1, correctly rounded except for the last bit. */
double weights_total(struct weights weights);

struct units {
    unit_count *row,
        *col; /* weights; those above `mass` are cut to hardly more: no node can use it */
    unit_count mass;
    long double unit;   /* one of these, in the caller's masses */
    double request;     /* the mass, as it was understood */
    unit_count trimmed; /* what largest weights lost or gained, so that full sides are equal */
};

/* Fills units->row[0..n) and col[0..m), which the caller provides. Refuses a mass that is not
 * positive or exceeds min(|p|, |q|) by more than rounding. */
parot_status units_choose(struct units *units, struct weights p, struct weights q, double mass,
                          parot_error *err);

#endif
