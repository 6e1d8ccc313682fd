/* scan.h - passes over one row of costs, at the speed of memory.
 *
 * All of them look at x_j = scale c_j - v_j, where costs above `cap` count as +inf.
 */
#ifndef PAROT_LINALG_SCAN_H
#define PAROT_LINALG_SCAN_H

#include <stdint.h>

struct scan {
    const double *c, *v;
    int64_t m;
    double scale, cap;
};

/* min_j x_j */
double scan_minimum(const struct scan *scan);

/* The first j where x_j <= limit; there must be one. */
int64_t scan_find(const struct scan *scan, double limit);

/* All j with x_j <= limit, ascending, at most `most`; returns how many. */
int64_t scan_below(const struct scan *scan, double limit, int64_t most, int32_t *found);

/* A limit with about `count` of the x_j at or below it. The x_j are dealt to lanes; the limit is
 * one of the lanes' minima, so this is one pass and a small sort. */
double scan_limit(const struct scan *scan, int count);

/* max_j v_j */
double scan_highest(const double *v, int64_t m);

/* What a row of costs holds. */
struct survey {
    double largest;    /* |c_j|, of the finite ones */
    int64_t forbidden; /* +inf */
    int64_t invalid;   /* NaN or -inf */
};

struct survey scan_survey(const double *c, int64_t m);

/* scan_below and scan_survey in one reading, with scale 1 and no cap. */
int64_t scan_survey_below(const struct scan *scan, double limit, int64_t most, int32_t *found,
                          struct survey *survey);

#endif
