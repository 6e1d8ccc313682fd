/* density.c - kernel density estimates of the logits of ranks, whose ratio is made monotone by
 * pooling neighbours that are out of order. */
#include "pu/trust/density.h"

#include <math.h>

enum {
    LEVELS = 200, /* values of a that are tried */
    REACH = 2     /* levels on either side over which the bend is averaged */
};

/* The logit of a step's place among all rows. */
static void find_places(const struct steps *steps, double place[STEPS])
{
    double all = steps->positives + steps->others, below = 0;
    for (int64_t b = steps->count - 1; b >= 0; b--) {
        double weight = steps->positive[b] + steps->other[b];
        double rank = (below + weight / 2) / all;
        place[b] = log(rank / (1 - rank));
        below += weight;
    }
}

/* Silverman: 1.06 standard deviations, times rows^-1/5 */
static double bandwidth(const double *weight, const double *place, int64_t count, double sum)
{
    double mean = 0, variance = 0;
    for (int64_t b = 0; b < count; b++)
        mean += weight[b] / sum * place[b];
    for (int64_t b = 0; b < count; b++)
        variance += weight[b] / sum * (place[b] - mean) * (place[b] - mean);
    return 1.06 * sqrt(fmax(variance, 1e-6)) * pow(sum, -0.2);
}

static double density_at(const double *weight, const double *place, int64_t count, double at,
                         double width)
{
    double sum = 0;
    for (int64_t b = 0; b < count; b++) {
        double off = (at - place[b]) / width;
        sum += weight[b] * exp(-off * off / 2);
    }
    return sum / width;
}

/* Neighbours whose ratios increase are pooled: their weighted mean stands for both. */
static void pool(const struct steps *steps, double ratio[STEPS])
{
    double mean[STEPS], weight[STEPS];
    int64_t size[STEPS], blocks = 0;
    for (int64_t b = 0; b < steps->count; b++) {
        mean[blocks] = ratio[b];
        weight[blocks] = steps->positive[b] + steps->other[b];
        size[blocks++] = 1;
        for (; blocks > 1 && mean[blocks - 2] < mean[blocks - 1]; blocks--) {
            double both = weight[blocks - 2] + weight[blocks - 1];
            mean[blocks - 2] += weight[blocks - 1] / both * (mean[blocks - 1] - mean[blocks - 2]);
            weight[blocks - 2] = both;
            size[blocks - 2] += size[blocks - 1];
        }
    }
    for (int64_t k = 0, b = 0; k < blocks; k++)
        for (int64_t s = 0; s < size[k]; s++)
            ratio[b++] = mean[k];
}

void density_ratio(const struct steps *steps, double ratio[STEPS])
{
    double place[STEPS];
    find_places(steps, place);
    double p = bandwidth(steps->positive, place, steps->count, steps->positives);
    double u = bandwidth(steps->other, place, steps->count, steps->others);
    for (int64_t b = 0; b < steps->count; b++) {
        double positive = density_at(steps->positive, place, steps->count, place[b], p);
        double other = density_at(steps->other, place, steps->count, place[b], u);
        ratio[b] = positive / steps->positives / fmax(other / steps->others, 1e-9);
    }
    pool(steps, ratio);
}

/* a minus the mean of min(a d, 1) over unlabeled rows */
static double missing(const struct steps *steps, const double *ratio, double a)
{
    double sum = 0;
    for (int64_t b = 0; b < steps->count; b++)
        sum += steps->other[b] * fmin(a * ratio[b], 1);
    return a - sum / steps->others;
}

double density_estimate(const struct steps *steps)
{
    double ratio[STEPS], level[LEVELS + 1], best = -INFINITY, estimate = 0;
    density_ratio(steps, ratio);
    for (int k = 0; k <= LEVELS; k++)
        level[k] = missing(steps, ratio, (double)k / LEVELS);
    for (int k = 1 + REACH; k < LEVELS - REACH; k++) {
        double bend = 0; /* sum of second differences */
        for (int j = k - REACH; j <= k + REACH; j++)
            bend += level[j - 1] - 2 * level[j] + level[j + 1];
        if (bend > best) {
            best = bend;
            estimate = (double)k / LEVELS;
        }
    }
    return fmax(1 / steps->others, estimate);
}
