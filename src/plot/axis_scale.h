/* axis_scale.h - from numbers to places along an axis, and the round numbers that are marked there.
 */
#ifndef PAROT_PLOT_AXIS_SCALE_H
#define PAROT_PLOT_AXIS_SCALE_H

#include <stdint.h>

struct scale {
    double low, high; /* low < high; of a logarithmic scale, 0 < low */
    int is_log;
    double bend; /* > 0: about linear up to this size, logarithmic beyond it, on either side of 0 */
};

/* Covers `count` finite numbers with a margin on either side, that share of their range; one number
 * alone gets some room. */
struct scale scale_around(const double *values, int64_t count, double margin);

/* Covers both. */
struct scale scale_join(struct scale a, struct scale b);

/* Covers whole decades around the positive ones of `count` numbers; 1 to 10 if there are none. */
struct scale scale_decades(const double *values, int64_t count);

/* Wider on either side by a share of its length, as it is drawn. */
struct scale scale_widen(struct scale scale, double margin);

/* 0 at `low`, 1 at `high`; not clipped. */
double scale_place(const struct scale *scale, double value);

enum { MOST_TICKS = 12, TICK_SIZE = 32 };

struct ticks {
    double value[MOST_TICKS];
    int count;
    double step; /* between ticks of a linear scale: 1, 2 or 5 times a power of ten */
};

/* At most `most` (2 to MOST_TICKS) round numbers within the scale: multiples of `step`, as many as
 * fit; on a logarithmic scale, powers of ten, every so many of them, of either sign and with 0 on a
 * bent one. */
struct ticks scale_ticks(const struct scale *scale, int most);

/* What is subtracted from all ticks before they are printed, for numbers that share their first
 * five digits or more; 0: nothing. */
double ticks_offset(const struct ticks *ticks);

/* Tick k less the offset, in as many digits as it needs to differ from the others; "1e-7" for very
 * large and very small ones. Returns `text`. */
const char *tick_print(const struct ticks *ticks, int k, char text[TICK_SIZE]);

#endif
