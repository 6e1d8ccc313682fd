/* register_overlap.c - the elbow of the curve separates partners from outliers.
 *
 * With a matrix the whole curve is followed. Between many points its end would take too long; then
 * it is asked by its slopes: its elbow is where the slope is that of the chord, and transport at
 * that price finds it.
 */
#include "tasks/register/register_overlap.h"

#include <float.h>
#include <math.h>

/* How deep below its chord a curve must hang, as a share of the chord's height, for its elbow to
 * tell partners from outliers: squared distances of Gaussian noise alone reach 0.6 in the plane. */
static const double DEEP = 0.8;

/* Coordinates of a copy differ from its original's by up to this many units in the last place of
 * the largest coordinate: its own rounding, that of the transform, and that of moving the row. */
static const double NOISE = 32 * DBL_EPSILON;

/* ---- Noise --------------------------------------------------------------- */

static double largest_magnitude(const double *values, int64_t count, double largest)
{
    for (int64_t k = 0; k < count; k++)
        largest = fmax(largest, fabs(values[k]));
    return largest;
}

/* The squared distance that rounding alone makes of two equal rows. */
static double noise_floor(const struct pairs *pairs)
{
    int64_t d = pairs->x.cols;
    double size = largest_magnitude(pairs->x.data, pairs->x.rows * d, 0);
    size = largest_magnitude(pairs->y.data, pairs->y.rows * d, size);
    return (double)d * (NOISE * size) * (NOISE * size);
}

/* objective_k = sum over the pieces before k of max(slope, least) (mass_{l+1} - mass_l): distances
 * below the noise are as good as each other, and a curve has no elbow among them. */
static void level_noise(parot_curve *curve, double least)
{
    for (int64_t k = 1; k < curve->count; k++)
        curve->objective[k] = curve->objective[k - 1] + fmax(curve->slope[k - 1], least) *
                                                            (curve->mass[k] - curve->mass[k - 1]);
}

/* For what is left of the time. */
static parot_run run_inside(const struct overlap *overlap)
{
    parot_run run = control_rest(overlap->control);
    run.max_iterations = 0;
    return run;
}

/* ---- By the whole curve --------------------------------------------------- */

/* The elbow of the whole curve has near outliers before it; its part before the elbow may have an
 * elbow again. The last one that is deep is meant. 0: not even the first is. */
static int64_t count_partners(const parot_curve *curve)
{
    int64_t last = curve->count - 1, found = 0;
    for (;;) {
        double depth = 0;
        int64_t elbow = parot_curve_elbow(curve, last, &depth);
        if (elbow == 0 || !(depth > DEEP))
            return found;
        last = elbow;
        found = (int64_t)llround(curve->mass[elbow]);
    }
}

/* Owns the curve. */
static parot_status read_curve(const struct overlap *overlap, int64_t *k, parot_error *err)
{
    parot_curve curve = {0};
    parot_run run = run_inside(overlap);
    const struct pairs_weights all = {overlap->ones, overlap->ones, (double)overlap->most};
    parot_status status = status_of_step(pairs_curve(overlap->pairs, all, &run, &curve, err));
    if (status >= 0) {
        level_noise(&curve, noise_floor(overlap->pairs));
        *k = count_partners(&curve);
    }
    parot_curve_free(&curve);
    return status;
}

/* ---- By slopes ------------------------------------------------------------ */

/* A point of the curve. */
struct at_mass {
    double mass, objective;
};

static parot_status take_point(parot_status status, parot_result *result, struct at_mass *at)
{
    if (status == PAROT_OK)
        *at = (struct at_mass){result->mass, result->objective};
    parot_result_free(result);
    return status;
}

/* Where the slope of the curve reaches `price`; with NULL its end. */
static parot_status find_point(const struct overlap *overlap, const double *price,
                               struct at_mass *at, parot_error *err)
{
    parot_result result = {0};
    parot_run run = run_inside(overlap);
    parot_points_problem clouds = {.x = overlap->pairs->x,
                                   .y = overlap->pairs->y,
                                   .metric = overlap->pairs->metric,
                                   .p = overlap->ones,
                                   .q = overlap->ones,
                                   .mass = (double)overlap->most};
    parot_status status = price ? parot_partial_points_lagrange(&clouds, *price, &run, &result, err)
                                : parot_partial_points(&clouds, &run, &result, err);
    return take_point(status_of_step(status), &result, at);
}

/* level_noise: up to `noise`, where the slope reaches `least`, the curve rises by that. */
static void raise_noise(struct at_mass *at, const struct at_mass *noise, double least)
{
    at->objective = at->mass <= noise->mass
                        ? least * at->mass
                        : at->objective - noise->objective + least * noise->mass;
}

/* count_partners: the chord from 0 to `last` lies highest above the curve where the slope of the
 * curve is that of the chord, and there the next part of the curve ends. */
static parot_status follow_slopes(const struct overlap *overlap, int64_t *k, parot_error *err)
{
    struct at_mass noise = {0}, last = {0};
    double least = noise_floor(overlap->pairs);
    TRY(find_point(overlap, &least, &noise, err));
    TRY(find_point(overlap, NULL, &last, err));
    raise_noise(&last, &noise, least);
    for (*k = 0;;) {
        struct at_mass elbow = {0};
        double slope = last.objective / last.mass;
        if (!(slope > least))
            return PAROT_OK;
        TRY(find_point(overlap, &slope, &elbow, err));
        raise_noise(&elbow, &noise, least);
        double rise = slope * elbow.mass;
        if (!(elbow.mass > 0 && elbow.mass < last.mass && rise - elbow.objective > DEEP * rise))
            return PAROT_OK;
        last = elbow;
        *k = (int64_t)llround(elbow.mass);
    }
}

parot_status overlap_count(const struct overlap *overlap, int64_t *k, parot_error *err)
{
    return overlap->pairs->has_matrix ? read_curve(overlap, k, err)
                                      : follow_slopes(overlap, k, err);
}
