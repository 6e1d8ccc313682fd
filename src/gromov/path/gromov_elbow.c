/* gromov_elbow.c - the mass at which pairs become expensive, by the prices of one plan.
 *
 * Prices of points that match are quantiles of noise, those of the others are orders of magnitude
 * higher: hence logarithms, and second differences, which neither the unit of the distances nor
 * the smooth growth of the quantiles changes. Where many points without a partner lie near those
 * that have one, prices climb before they jump, and the jump is not where the common part ends:
 * such a climb is more than noise makes, and is what `rise` measures.
 */
#include <math.h>

#include "parot/parot.h"

/* The width h of a bend: wider ones blur the elbow, narrower ones see the quantiles of the noise;
 * docs/notes/gromov.md has what .04 and .05 find. */
static const double WIDTH = 0.04;

/* A bend of 1.3 says that prices begin to grow 3.7 times as fast. Of unrelated clouds the largest
 * was below 0.6, of wrong matchings below 1.1. */
static const double CLEAR = 1.3;

/* The noise of one pair is at most so many times (e^1.8) that of the median pair. */
static const double MOST_RISE = 1.8;

/* Beyond this share the last points, which are far from everything, make prices rise anyway. */
static const double LAST = 0.975;

/* Below it there are too few points to tell noise from the rest. */
static const double FIRST = 0.1;

/* Prices below this part of the largest are rounding. */
static const double LEAST = 1e-9;

static const double SLACK = 1e-9; /* of shares that are sums of others */

struct prices {
    const double *share, *lambda;
    int64_t count;
    double floor;
};

/* log lambda, no lower than at smaller shares */
static double level(const struct prices *prices, int64_t k)
{
    double top = prices->floor;
    for (int64_t i = 0; i <= k; i++)
        top = fmax(top, prices->lambda[i]);
    return log(top);
}

/* y at any share within the curve, by straight lines. */
static double height(const struct prices *prices, double share)
{
    int64_t low = 0, high = prices->count - 1;
    while (high - low > 1) {
        int64_t middle = (low + high) / 2;
        if (prices->share[middle] < share)
            low = middle;
        else
            high = middle;
    }
    double left = prices->share[low], right = prices->share[high];
    double part = fmin(1, fmax(0, (share - left) / (right - left)));
    return (1 - part) * level(prices, low) + part * level(prices, high);
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
        prices.floor = fmax(prices.floor, LEAST * lambda[k]);
    if (!(prices.floor > 0)) /* everything matches */
        return elbow;
    for (int64_t k = 1; k + 1 < count; k++) {
        if (share[k] < FIRST || share[k] - WIDTH < share[0] - SLACK ||
            share[k] + WIDTH > LAST + SLACK)
            continue;
        double bend = bend_at(&prices, share[k]);
        if (elbow.at >= 0 && !(bend > elbow.bend))
            continue;
        elbow.at = (int32_t)k;
        elbow.bend = bend;
    }
    if (elbow.at < 0)
        return elbow;
    double from = share[elbow.at];
    elbow.rise = height(&prices, from) - height(&prices, fmax(share[0], from / 2));
    elbow.has_elbow = elbow.bend >= CLEAR && elbow.rise <= MOST_RISE;
    if (!elbow.has_elbow)
        return elbow;
    elbow.elbow = risen(&prices, from, 0.25);
    elbow.low = risen(&prices, from, 0.1);
    elbow.high = risen(&prices, from, 0.9);
    return elbow;
}
