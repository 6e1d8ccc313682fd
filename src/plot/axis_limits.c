/* axis_limits.c - quantiles are those of an even sample; the ends are found among all numbers. */
#include "plot/axis_limits.h"

#include <math.h>
#include <stdlib.h>

#include "plot/figures/thin_out.h"

enum {
    SAMPLE = 20000, /* numbers that quantiles are found by */
    LEAST = 20      /* fewer have no outliers: each of them is more than one in twenty */
};

static const double FENCE = 3, MOST_BEYOND = 0.05, LEAST_SHARE = 1.0 / 3, DECADES = 1000,
                    MARGIN = 0.05;

struct spread {
    double low, high; /* of all */
    double fence[2];  /* infinite if the middle half is one number */
    double inner[2];  /* ends of those within the fences */
    int64_t count, beyond;
};

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int64_t take_sample(const struct numbers *sets, int count, double *sample)
{
    int64_t taken = 0;
    for (int s = 0; s < count; s++) {
        struct sample part = sample_of(sets[s].count, SAMPLE / count);
        for (int64_t k = 0; k < part.size; k++)
            sample[taken++] = sets[s].first[sample_at(&part, k) * sets[s].stride];
    }
    return taken;
}

static double quantile(const double *sorted, int64_t count, double share)
{
    return sorted[(int64_t)(share * (double)(count - 1))];
}

/* Halves, for the difference of two doubles may be none. */
static void set_fences(struct spread *spread, double low, double high, int is_log)
{
    double half = is_log ? log10(high / low) / 2 : high / 2 - low / 2;
    spread->fence[0] = is_log ? low * pow(10, -2 * FENCE * half) : 2 * (low / 2 - FENCE * half);
    spread->fence[1] = is_log ? high * pow(10, 2 * FENCE * half) : 2 * (high / 2 + FENCE * half);
    if (half > 0)
        return;
    spread->fence[0] = -INFINITY;
    spread->fence[1] = INFINITY;
}

static void look_at_all(struct spread *spread, const struct numbers *sets, int count)
{
    spread->count = spread->beyond = 0;
    spread->low = spread->inner[0] = INFINITY;
    spread->high = spread->inner[1] = -INFINITY;
    for (int s = 0; s < count; s++)
        for (int64_t k = 0; k < sets[s].count; k++) {
            double value = sets[s].first[k * sets[s].stride];
            spread->low = fmin(spread->low, value);
            spread->high = fmax(spread->high, value);
            spread->count++;
            if (value < spread->fence[0] || value > spread->fence[1]) {
                spread->beyond++;
                continue;
            }
            spread->inner[0] = fmin(spread->inner[0], value);
            spread->inner[1] = fmax(spread->inner[1], value);
        }
}

/* On the scale that is chosen, those within the fences share less than a third of the axis. */
static int is_squeezed(const struct spread *spread, int is_log)
{
    const struct scale all = {spread->low, spread->high, is_log};
    double share = scale_place(&all, spread->inner[1]) - scale_place(&all, spread->inner[0]);
    return spread->beyond > 0 && share < LEAST_SHARE;
}

static struct scale choose(const struct numbers *sets, int count, int may_bend, double *sample)
{
    struct spread it = {.fence = {-INFINITY, INFINITY}};
    look_at_all(&it, sets, count);
    struct scale scale = {it.low, it.high, 0};
    int64_t taken = take_sample(sets, count, sample);
    if (!(it.low < it.high))
        return scale_widen(scale, MARGIN);
    qsort(sample, (size_t)taken, sizeof *sample, compare);
    scale.is_log = may_bend && it.low > 0 &&
                   quantile(sample, taken, 0.99) > DECADES * quantile(sample, taken, 0.01);
    if (it.count < LEAST)
        return scale_widen(scale, MARGIN);
    set_fences(&it, quantile(sample, taken, 0.25), quantile(sample, taken, 0.75), scale.is_log);
    look_at_all(&it, sets, count);
    if (!is_squeezed(&it, scale.is_log))
        return scale_widen(scale, MARGIN);
    if ((double)it.beyond <= MOST_BEYOND * (double)it.count) {
        scale.low = it.inner[0];
        scale.high = it.inner[1];
    } else if (may_bend && !scale.is_log) {
        for (int64_t k = 0; k < taken; k++)
            sample[k] = fabs(sample[k]);
        qsort(sample, (size_t)taken, sizeof *sample, compare);
        scale.bend = fmax(quantile(sample, taken, 0.5), 1e-12 * fmax(-it.low, it.high));
    }
    return scale_widen(scale, MARGIN);
}

parot_status limits_choose(const struct numbers *sets, int count, int may_bend, struct scale *scale,
                           parot_error *err)
{
    size_t room = (SAMPLE + (size_t)count) * sizeof(double);
    double *sample = malloc(room);
    if (!sample)
        return fail_memory(err, room);
    *scale = choose(sets, count, may_bend, sample);
    free(sample);
    return PAROT_OK;
}
