/* gromov_elbow.c - the mass at which pairs become expensive.
 *
 * Prices of points that match are quantiles of noise, those of the others are orders of magnitude
 * higher: hence logarithms, and second differences, which neither the unit of the distances nor
 * the smooth growth of the quantiles changes. Prices are those of the lowest plans that were found,
 * which may be too high here and there, so a price counts as no lower than those of smaller masses.
 */
#include <math.h>

#include "parot/parot.h"

/* The width h of a bend: wider ones blur the elbow, narrower ones see the quantiles of the noise.
 * Of .04, .06 and .08 all found the same elbows (docs/notes/gromov.md). */
static const double WIDTH = 0.05;

/* A bend of 1.5 says that prices begin to grow 4.5 times as fast. Of unrelated clouds the largest
 * was below 0.9. */
static const double CLEAR = 1.5;

/* Beyond this share the last points, which are far from everything, make prices rise anyway. */
static const double LAST = 0.975;

/* Prices below this part of the largest are rounding. */
static const double LEAST = 1e-9;

static const double SLACK = 1e-9; /* of shares that are sums of others */

struct prices {
    const double *share, *lambda;
    int64_t count;
    double floor;
};

/* lambda / (2 s), no lower than at smaller shares */
static double level(const struct prices *prices, int64_t k)
{
    double top = prices->floor;
    for (int64_t i = 0; i <= k; i++)
        top = fmax(top, prices->lambda[i] / (2 * prices->share[i]));
    return log(top);
}

/* y at any share within the curve, by straight lines. */
static double height(const struct prices *prices, double share)
{
    int64_t k = 1;
    while (k + 1 < prices->count && prices->share[k] < share)
        k++;
    double left = prices->share[k - 1], right = prices->share[k];
    double part = fmin(1, fmax(0, (share - left) / (right - left)));
    return (1 - part) * level(prices, k - 1) + part * level(prices, k);
}

static double bend_at(const struct prices *prices, double share)
{
    return height(prices, share + WIDTH) - 2 * height(prices, share) +
           height(prices, share - WIDTH);
}

/* The share between `from` and from + WIDTH where y has risen by that fraction. */
static double risen(const struct prices *prices, double from, double part)
{
    double low = 0, high = WIDTH;
    double aim = (1 - part) * height(prices, from) + part * height(prices, from + WIDTH);
    for (int k = 0; k < 50; k++) {
        double middle = (low + high) / 2;
        if (height(prices, from + middle) < aim)
            low = middle;
        else
            high = middle;
    }
    return from + high;
}

parot_gromov_elbow parot_gromov_find_elbow(const double *share, const double *lambda, int64_t count)
{
    struct prices prices = {share, lambda, count, 0};
    parot_gromov_elbow elbow = {.elbow = 1, .low = 1, .high = 1, .bend = NAN, .at = -1};
    for (int64_t k = 0; k < count; k++)
        prices.floor = fmax(prices.floor, LEAST * lambda[k] / (2 * share[k]));
    if (!(prices.floor > 0)) /* everything matches */
        return elbow;
    for (int64_t k = 1; k + 1 < count; k++) {
        if (share[k] - WIDTH < share[0] - SLACK || share[k] + WIDTH > LAST + SLACK)
            continue;
        double bend = bend_at(&prices, share[k]);
        if (elbow.at >= 0 && !(bend > elbow.bend))
            continue;
        elbow.at = (int32_t)k;
        elbow.bend = bend;
    }
    elbow.has_elbow = elbow.bend >= CLEAR;
    if (!elbow.has_elbow)
        return elbow;
    elbow.elbow = risen(&prices, share[elbow.at], 0.25);
    elbow.low = risen(&prices, share[elbow.at], 0.1);
    elbow.high = risen(&prices, share[elbow.at], 0.9);
    return elbow;
}
