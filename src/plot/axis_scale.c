/* axis_scale.c - ticks are multiples of 1, 2 or 5 times a power of ten, the finest that fit; on a
 * logarithmic axis, powers of ten. A bent axis is that of asinh(x / bend). */
#include "plot/axis_scale.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Halves, for the difference of two doubles may be none. */
static double half_range(const struct scale *scale)
{
    return scale->high / 2 - scale->low / 2;
}

struct scale scale_around(const double *values, int64_t count, double margin)
{
    struct scale scale = {INFINITY, -INFINITY, 0};
    for (int64_t k = 0; k < count; k++) {
        scale.low = fmin(scale.low, values[k]);
        scale.high = fmax(scale.high, values[k]);
    }
    if (!(scale.low <= scale.high))
        return (struct scale){0, 1, 0};
    double room = 2 * margin * half_range(&scale);
    double least = 1e-9 * fmax(fabs(scale.low), fabs(scale.high));
    if (!(2 * half_range(&scale) > least))
        room = scale.low == 0 ? 0.5 : 0.1 * fabs(scale.low);
    scale.low = fmax(scale.low - room, -1.7e308);
    scale.high = fmin(scale.high + room, 1.7e308);
    return scale;
}

struct scale scale_join(struct scale a, struct scale b)
{
    return (struct scale){fmin(a.low, b.low), fmax(a.high, b.high), a.is_log, a.bend};
}

struct scale scale_decades(const double *values, int64_t count)
{
    double low = INFINITY, high = 0;
    for (int64_t k = 0; k < count; k++)
        if (values[k] > 0 && values[k] < INFINITY) {
            low = fmin(low, values[k]);
            high = fmax(high, values[k]);
        }
    if (high == 0)
        return (struct scale){1, 10, 1};
    low = pow(10, fmax(-307, floor(log10(low))));
    high = pow(10, fmin(308, ceil(log10(high))));
    return (struct scale){low, high > low ? high : 10 * low, 1};
}

struct scale scale_widen(struct scale scale, double margin)
{
    if (scale.is_log) {
        double factor = pow(scale.high / scale.low, margin);
        scale.low /= factor;
        scale.high *= factor;
    } else if (scale.bend > 0) {
        double low = asinh(scale.low / scale.bend), high = asinh(scale.high / scale.bend);
        scale.low = scale.bend * sinh(low - margin * (high - low));
        scale.high = scale.bend * sinh(high + margin * (high - low));
    } else {
        const double ends[2] = {scale.low, scale.high};
        scale = scale_around(ends, 2, margin);
    }
    scale.low = fmax(scale.low, scale.is_log ? 1e-307 : -1.7e308);
    scale.high = fmin(scale.high, 1.7e308);
    return scale;
}

double scale_place(const struct scale *scale, double value)
{
    if (scale->bend > 0) {
        double low = asinh(scale->low / scale->bend), high = asinh(scale->high / scale->bend);
        return (asinh(value / scale->bend) - low) / (high - low);
    }
    if (scale->is_log)
        return (log10(value) - log10(scale->low)) / (log10(scale->high) - log10(scale->low));
    return (value / 2 - scale->low / 2) / half_range(scale);
}

/* ---- Ticks -------------------------------------------------------------- */

/* Multiples of `step` from low to high; a place next to an end, by rounding, is that end. */
static struct ticks multiples(const struct scale *scale, double step, int most)
{
    struct ticks ticks = {.step = step};
    double first = ceil(scale->low / step - 1e-9), last = floor(scale->high / step + 1e-9);
    if (!(last - first + 1 <= most))
        return ticks; /* too many: none */
    for (double k = first; k <= last; k++)
        ticks.value[ticks.count++] = k == 0 ? 0 : k * step;
    return ticks;
}

static struct ticks linear_ticks(const struct scale *scale, int most)
{
    static const double ROUND[] = {1, 2, 5};
    double range = 2 * half_range(scale);
    /* The least normal number: quotients of smaller ranges are 0 or few bits. */
    int power = (int)floor(log10(fmax(fmin(range, 1.7e308) / most, DBL_MIN))) - 1;
    for (;; power++)
        for (int r = 0; r < 3; r++) {
            struct ticks ticks = multiples(scale, ROUND[r] * pow(10, power), most);
            if (ticks.count > 0)
                return ticks;
        }
}

static struct ticks log_ticks(const struct scale *scale, int most)
{
    struct ticks ticks = {.step = NAN};
    int first = (int)ceil(log10(scale->low) - 1e-9), last = (int)floor(log10(scale->high) + 1e-9);
    int stride = 1 + (last - first) / most;
    for (int k = first; k <= last && ticks.count < most; k += stride)
        ticks.value[ticks.count++] = pow(10, k);
    return ticks;
}

/* 0, and powers of ten above the bend: every so many on each side. */
static struct ticks bent_ticks(const struct scale *scale, int most)
{
    struct ticks ticks = {.step = NAN};
    int first = (int)ceil(log10(scale->bend) + 0.3);
    int last = (int)floor(log10(fmax(-scale->low, scale->high)) + 1e-9);
    int sides = (scale->low < 0) + (scale->high > 0);
    int stride = 1 + sides * (last - first + 1) / most;
    for (int k = last; k >= first; k--)
        if ((k - first) % stride == 0 && -pow(10, k) >= scale->low && ticks.count < most)
            ticks.value[ticks.count++] = -pow(10, k);
    if (scale->low <= 0 && scale->high >= 0 && ticks.count < most)
        ticks.value[ticks.count++] = 0;
    for (int k = first; k <= last; k++)
        if ((k - first) % stride == 0 && pow(10, k) <= scale->high && ticks.count < most)
            ticks.value[ticks.count++] = pow(10, k);
    return ticks;
}

struct ticks scale_ticks(const struct scale *scale, int most)
{
    most = most < 2 ? 2 : most > MOST_TICKS ? MOST_TICKS : most;
    if (scale->bend > 0)
        return bent_ticks(scale, most);
    return scale->is_log ? log_ticks(scale, most) : linear_ticks(scale, most);
}

/* ---- Labels ------------------------------------------------------------- */

/* Whatever the locale thinks, the decimal point is one; "e-07" is "e-7". */
static void tidy(char *text)
{
    char *comma = strchr(text, ','), *exponent = strchr(text, 'e');
    if (comma)
        *comma = '.';
    if (!exponent)
        return;
    char *digits = exponent + 1 + (exponent[1] == '-' || exponent[1] == '+');
    if (digits[0] == '0')
        memmove(digits, digits + 1, strlen(digits));
    if (exponent[1] == '+')
        memmove(exponent + 1, exponent + 2, strlen(exponent + 1));
}

static double largest_of(const struct ticks *ticks)
{
    double largest = 0;
    for (int t = 0; t < ticks->count; t++)
        largest = fmax(largest, fabs(ticks->value[t]));
    return largest;
}

/* A power of ten that the ticks span at most once, as often as it is below all of them. */
double ticks_offset(const struct ticks *ticks)
{
    double first = ticks->value[0], range = ticks->value[ticks->count - 1] - first;
    if (isnan(ticks->step) || !(largest_of(ticks) > 1e5 * ticks->step) ||
        !(largest_of(ticks) < 1e15 * ticks->step))
        return 0;
    double unit = pow(10, ceil(log10(range + ticks->step) - 1e-9));
    return unit * floor(first / unit);
}

const char *tick_print(const struct ticks *ticks, int k, char text[TICK_SIZE])
{
    double offset = ticks_offset(ticks);
    if (offset != 0) {
        struct ticks rest = *ticks;
        for (int t = 0; t < rest.count; t++)
            rest.value[t] = rest.step * nearbyint((rest.value[t] - offset) / rest.step);
        return tick_print(&rest, k, text);
    }
    double value = ticks->value[k], largest = largest_of(ticks);
    if (value == 0) {
        snprintf(text, TICK_SIZE, "0");
    } else if (isnan(ticks->step)) { /* powers of ten */
        double size = fabs(value);
        snprintf(text, TICK_SIZE, size >= 1e-3 && size < 1e5 ? "%g" : "%.0e", value);
    } else if (largest >= 1e5 || largest < 1e-3) {
        int digits = (int)fmax(0, floor(log10(largest) + 1e-9) - floor(log10(ticks->step) + 1e-9));
        snprintf(text, TICK_SIZE, "%.*e", digits, value);
    } else {
        int decimals = (int)fmax(0, -floor(log10(ticks->step) + 1e-9));
        snprintf(text, TICK_SIZE, "%.*f", decimals, value);
    }
    tidy(text);
    return text;
}
