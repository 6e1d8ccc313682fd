/* path_judge.c - the elbow, by prices at a fixed plan.
 *
 * The gradient at T says what each further pair would add to the pairs of T, and the curve of that
 * linear problem has the prices of all masses. Points that T leaves out but that match are as cheap
 * as those of T. So a plan of somewhat less mass than what matches sees where that ends, and sees
 * it better than prices of the plans of each mass, which bend to the points that do not match. A
 * plan of more mass has been fitted to such points already, and its curve bends at its own mass: it
 * is not asked. Where all mass moves at no cost, as in a graph that is part of another one, all of
 * it matches: no plan is asked, since prices jump from 0 wherever its copies end.
 */
#include <math.h>

#include "gromov/path/path_sweep.h"

enum { SAMPLES = 393 }; /* of a curve of prices: every .0025 from .02 on */

static const double SAMPLE = 0.0025, FIRST_SAMPLE = 0.02;

/* Plans that are asked for an elbow e have shares from .5 e to .95 e. */
static const double LEAST_PART = 0.5, MOST_PART = 0.95;

/* Elbows that differ by less are the same one, as seen by several plans. */
static const double SAME = 0.05;

/* With more pairs, shares that are asked lie up to this factor apart: curves take long. */
static const double MANY_PAIRS = 4e6, APART = 1.8;

void sweep_layout_samples(struct sweep *sweep, struct arena *arena)
{
    sweep->share = arena_take(arena, SAMPLES, sizeof *sweep->share);
    sweep->price = arena_take(arena, SAMPLES, sizeof *sweep->price);
}

/* Prices at even shares, as far as the curve goes; returns how many. */
static int64_t sample_curve(struct sweep *sweep, const parot_curve *curve)
{
    double total = sweep->out->total;
    int64_t count = 0, piece = 0;
    for (int64_t k = 0; k < SAMPLES && curve->count > 1; k++) {
        double share = FIRST_SAMPLE + SAMPLE * (double)k;
        if (share * total > curve->mass[curve->count - 1] + SAMPLE / 2 * total)
            break;
        while (piece + 2 < curve->count && curve->mass[piece + 1] < (share - 1e-9) * total)
            piece++;
        double price = curve->slope[piece];
        sweep->share[count] = share;
        sweep->price[count++] = price > sweep->rounding ? price : 0;
    }
    return count;
}

/* What the plan of mass k sees; -1 in `at` if there is nothing. */
static parot_status judge_mass(struct sweep *sweep, int64_t k, parot_error *err)
{
    parot_curve curve = {0};
    const parot_plan *plan = &sweep->out->result[k].transport.plan;
    parot_status status = path_ways_curve(&sweep->ways, plan, sweep->out->total, &curve, err);
    if (status >= 0) {
        int64_t count = sample_curve(sweep, &curve);
        parot_gromov_elbow *elbow = &sweep->seen_elbow[k];
        *elbow = parot_gromov_find_elbow(sweep->share, sweep->price, count);
        double share = sweep->out->share[k];
        int is_between = share >= LEAST_PART * elbow->elbow && share <= MOST_PART * elbow->elbow;
        elbow->has_elbow = elbow->has_elbow && is_between;
        sweep->judged[k] = sweep->changed[k];
    }
    parot_curve_free(&curve);
    return status == PAROT_UNPROVED || status == PAROT_ITERATION_LIMIT ? PAROT_OK : status;
}

/* Whether the plan of mass k is among those that are asked, the last one being that of `last`. */
static int is_asked(const struct sweep *sweep, int64_t k, int64_t last)
{
    const double *share = sweep->out->share;
    double pairs = (double)path_ways_rows(&sweep->ways) * (double)path_ways_cols(&sweep->ways);
    return pairs <= MANY_PAIRS || last < 0 || k + 1 == sweep->out->count ||
           share[k + 1] > APART * share[last];
}

/* The clearest elbow that a plan sees, and the range of what others see of it. */
static void choose_elbow(struct sweep *sweep)
{
    parot_gromov_path_result *out = sweep->out;
    int64_t best = -1;
    double largest = NAN;
    for (int64_t k = 0; k < out->count; k++) {
        const parot_gromov_elbow *elbow = &sweep->seen_elbow[k];
        if (!sweep->judged[k] || elbow->at < 0)
            continue;
        largest = isnan(largest) ? elbow->bend : fmax(largest, elbow->bend);
        if (elbow->has_elbow && (best < 0 || elbow->bend > sweep->seen_elbow[best].bend))
            best = k;
    }
    out->has_elbow = best >= 0;
    out->elbow = out->low = out->high = 1;
    out->bend = largest;
    if (best < 0)
        return;
    out->elbow = out->low = out->high = sweep->seen_elbow[best].elbow;
    out->bend = sweep->seen_elbow[best].bend;
    for (int64_t k = 0; k < out->count; k++) {
        const parot_gromov_elbow *elbow = &sweep->seen_elbow[k];
        if (!sweep->judged[k] || !elbow->has_elbow || fabs(elbow->elbow - out->elbow) > SAME)
            continue;
        out->low = fmin(out->low, elbow->low - SAMPLE);
        out->high = fmax(out->high, elbow->high + SAMPLE);
    }
}

/* Whether the plan of all mass costs nothing. */
static int is_free(const struct sweep *sweep)
{
    const parot_gromov_path_result *out = sweep->out;
    double objective = out->result[out->count - 1].transport.objective;
    return fabs(objective) <= sweep->rounding * out->total * path_ways_unit(&sweep->ways);
}

/* Plans that have been asked before are not asked again. */
parot_status sweep_judge(struct sweep *sweep, parot_error *err)
{
    parot_gromov_path_result *out = sweep->out;
    int64_t last = -1;
    if (is_free(sweep)) {
        out->has_elbow = 1;
        out->elbow = out->low = out->high = 1;
        out->bend = NAN;
        return PAROT_OK;
    }
    for (int64_t k = 0; k < out->count; k++) {
        if (!is_asked(sweep, k, last))
            continue;
        last = k;
        if (sweep->judged[k] == sweep->changed[k])
            continue;
        parot_status status = judge_mass(sweep, k, err);
        if (status != PAROT_OK)
            return status;
    }
    choose_elbow(sweep);
    return PAROT_OK;
}
