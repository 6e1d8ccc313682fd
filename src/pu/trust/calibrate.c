/* calibrate.c - parot_pu_calibrate: how probable is it that a row is positive, given its rank?
 *
 * Hidden positives (spies.h) rank among the unlabeled rows as the positives there do. With c_r of m
 * spies in place r, between the rows of rank r - 1 and r + 1, a row of rank r is positive with
 * probability
 *
 *     prior n (c_r / m)
 *
 * by Bayes' rule: c_r / m is the fraction of the positives in that place, 1 / n that of all rows.
 * Since a later rank is never more positive, the c_r are replaced by the decreasing numbers nearest
 * to them in the sense of least squares: neighbours that rise are pooled (Grenander, 1956; Ayer and
 * others, 1955). One more spy, spread over all places, keeps probabilities above 0. Where this is
 * above 1 it is 1, and the others are raised by a common factor: they add up to prior n.
 */
#include "pu/trust/calibrate.h"

#include <math.h>

/* Places that are pooled: their mean is that of all of them. */
struct pool {
    double sum;
    int64_t places;
};

struct calibrating {
    const struct spy *spies; /* m */
    double *found;           /* n: spies in each place */
    double *pooled;          /* n: the same, decreasing */
    struct pool *pools;      /* n */
    void *memory;
};

static void layout(struct calibrating *it, int64_t n, struct arena *arena)
{
    it->found = arena_take(arena, n, sizeof *it->found);
    it->pooled = arena_take(arena, n, sizeof *it->pooled);
    it->pools = arena_take(arena, n, sizeof *it->pools);
}

static void layout_result(parot_pu_calibration *result, struct arena *arena)
{
    result->probability = arena_take(arena, result->count, sizeof *result->probability);
    result->recall = arena_take(arena, result->count, sizeof *result->recall);
    result->recall_low = arena_take(arena, result->count, sizeof *result->recall_low);
    result->recall_high = arena_take(arena, result->count, sizeof *result->recall_high);
    result->precision = arena_take(arena, result->count, sizeof *result->precision);
    result->precision_low = arena_take(arena, result->count, sizeof *result->precision_low);
    result->precision_high = arena_take(arena, result->count, sizeof *result->precision_high);
}

/* ---- Probabilities -------------------------------------------------------- */

/* A spy with b unlabeled rows before it is in place b, counted from 0, or in the last one. */
static void count_spies(struct calibrating *it, int64_t n, int64_t m)
{
    for (int64_t r = 0; r < n; r++)
        it->found[r] = 0;
    for (int64_t s = 0; s < m; s++) {
        int64_t before = n - llround(it->spies[s].behind * (double)n);
        it->found[before < n ? before : n - 1] += it->spies[s].weight;
    }
}

/* pooled: the decreasing sequence nearest to found[r] + 1/n. Pools grow while the last one has a
 * larger mean than the one before it. */
static void pool_places(struct calibrating *it, int64_t n)
{
    int64_t pools = 0, at = 0;
    for (int64_t r = 0; r < n; r++) {
        struct pool last = {it->found[r] + 1 / (double)n, 1};
        while (pools > 0 && it->pools[pools - 1].sum * (double)last.places <=
                                last.sum * (double)it->pools[pools - 1].places) {
            pools--;
            last.sum += it->pools[pools].sum;
            last.places += it->pools[pools].places;
        }
        it->pools[pools++] = last;
    }
    for (int64_t k = 0; k < pools; k++)
        for (int64_t p = 0; p < it->pools[k].places; p++)
            it->pooled[at++] = it->pools[k].sum / (double)it->pools[k].places;
}

/* pooled[r] = min(1, factor pooled[r]), so that they add up to `rows`. The first `sure` are 1: as
 * many as it takes to have none above 1 behind them. */
static void scale_to(double *pooled, int64_t n, double rows)
{
    double rest = 0, factor = 0;
    int64_t sure = 0;
    for (int64_t r = 0; r < n; r++)
        rest += pooled[r];
    for (; sure < n; sure++) {
        factor = fmax(0, rows - (double)sure) / rest;
        if (factor * pooled[sure] <= 1)
            break;
        rest -= pooled[sure];
    }
    for (int64_t r = 0; r < n; r++)
        pooled[r] = r < sure ? 1 : factor * pooled[r];
}

/* ---- Recall and precision ------------------------------------------------- */

/* Wilson's range of a fraction that was `seen` in so many draws. The positives among the unlabeled
 * rows are as random as the spies: both errors add up, as if there were 1 / (1/m + 1/(prior n))
 * spies. */
static void find_range(double seen, double draws, double *low, double *high)
{
    double z = NINETY_PER_CENT * NINETY_PER_CENT / draws, middle = (seen + z / 2) / (1 + z);
    double half = NINETY_PER_CENT / (1 + z) * sqrt(seen * (1 - seen) / draws + z / (4 * draws));
    *low = fmax(0, fmin(seen, middle - half));
    *high = fmin(1, fmax(seen, middle + half));
}

/* Of the first r + 1 ranks. A fraction q of the rows is positive, of these the fraction recall is
 * among them: precision q n recall / (r + 1). */
static void follow_ranks(const struct calibrating *it, int64_t m, parot_pu_calibration *result)
{
    double found = 0, n = (double)result->count;
    double draws = 1 / (1 / result->effective + 1 / (result->prior * n));
    for (int64_t r = 0; r < result->count; r++) {
        double rows = (double)(r + 1) / n;
        found += it->found[r];
        result->recall[r] = fmin(1, found / (double)m);
        find_range(result->recall[r], draws, &result->recall_low[r], &result->recall_high[r]);
        result->precision[r] = fmin(1, result->prior * result->recall[r] / rows);
        result->precision_low[r] = fmin(1, result->prior_low * result->recall_low[r] / rows);
        result->precision_high[r] = fmin(1, result->prior_high * result->recall_high[r] / rows);
    }
}

/* ---- All of it ------------------------------------------------------------- */

static void conclude(struct calibrating *it, int64_t m, const parot_pu_result *labelled,
                     const parot_pu_prior_result *estimate, parot_pu_calibration *result)
{
    int64_t n = result->count;
    count_spies(it, n, m);
    pool_places(it, n);
    scale_to(it->pooled, n, result->prior * (double)n);
    for (int64_t i = 0; i < n; i++)
        result->probability[i] = it->pooled[labelled->rank[i] - 1];
    result->effective = spies_effective(it->spies, m);
    result->prior_low = fmin(estimate->low, result->prior);
    result->prior_high = fmax(estimate->high, result->prior);
    follow_ranks(it, m, result);
}

/* Works: what it allocates is in *it and *result, also on failure. */
static parot_status calibrate(struct calibrating *it, int64_t m, const parot_pu_result *labelled,
                              const parot_pu_prior_result *estimate, struct control *control,
                              parot_pu_calibration *result, parot_error *err)
{
    struct arena arena = {0}, own = {0};
    layout(it, result->count, &arena);
    TRY(arena_open(&arena, control, err));
    it->memory = arena.block;
    layout(it, result->count, &arena);
    layout_result(result, &own);
    TRY(arena_open(&own, control, err));
    result->owner = own.block;
    layout_result(result, &own);
    conclude(it, m, labelled, estimate, result);
    return PAROT_OK;
}

parot_status calibration_make(const struct spy *spies, const parot_pu_data *data,
                              const parot_pu_result *labelled,
                              const parot_pu_prior_result *estimate, struct control *control,
                              parot_pu_calibration *result, parot_error *err)
{
    struct calibrating it = {.spies = spies};
    int64_t m = spies_count(data);
    parot_pu_calibration local = {.count = data->unlabeled.rows, .spies = m, .prior = data->prior};
    parot_status status = calibrate(&it, m, labelled, estimate, control, &local, err);
    block_free(it.memory);
    if (status == PAROT_OK)
        *result = local;
    else
        block_free(local.owner);
    return status;
}

parot_status calibration_check(const parot_pu_data *data, const parot_pu_result *labelled,
                               parot_error *err)
{
    if (labelled->count != data->unlabeled.rows || !labelled->rank)
        return fail(err, PAROT_ESHAPE, "result: has %lld ranks for %lld unlabeled rows",
                    (long long)(labelled->rank ? labelled->count : 0),
                    (long long)data->unlabeled.rows);
    for (int64_t i = 0; i < labelled->count; i++)
        if (labelled->rank[i] < 1 || labelled->rank[i] > labelled->count)
            return fail(err, PAROT_EINVAL, "result: rank[%lld] must be from 1 to %lld, got %d",
                        (long long)i, (long long)labelled->count, (int)labelled->rank[i]);
    return PAROT_OK;
}

static parot_status send_and_calibrate(const parot_pu_data *data, const parot_pu_options *options,
                                       const parot_pu_result *labelled, struct control *control,
                                       parot_pu_calibration *result, parot_error *err)
{
    struct arena arena = {0};
    parot_pu_prior_result estimate = {0};
    TRY(spies_check(data, options, control, err));
    arena_take(&arena, spies_count(data), sizeof(struct spy));
    TRY(arena_open(&arena, control, err));
    struct spy *spies = arena_take(&arena, spies_count(data), sizeof *spies);
    parot_status status = spies_send(data, options, control, spies, err);
    parot_run run = control_rest(control);
    if (status == PAROT_OK)
        status = parot_pu_prior(data, options, &run, &estimate, err);
    if (status == PAROT_OK)
        status = calibration_make(spies, data, labelled, &estimate, control, result, err);
    block_free(arena.block);
    return status;
}

parot_status parot_pu_calibrate(const parot_pu_data *data, const parot_pu_options *options,
                                const parot_pu_result *labelled, const parot_run *run,
                                parot_pu_calibration *calibration, parot_error *err)
{
    struct control control;
    parot_pu_options taken;
    if (!data || !labelled || !calibration)
        return fail_argument(err, PAROT_EINVAL,
                             !data       ? "data"
                             : !labelled ? "result"
                                         : "calibration",
                             "must not be NULL");
    TRY(pu_options_take(options, &taken, err));
    TRY(control_init(&control, run, err));
    TRY(calibration_check(data, labelled, err));
    parot_pu_data known = *data;
    known.prior = isnan(data->prior) ? labelled->prior : data->prior;
    parot_status status = send_and_calibrate(&known, &taken, labelled, &control, calibration, err);
    return pu_stopped(status, "the calibration", err);
}

void parot_pu_calibration_free(parot_pu_calibration *calibration)
{
    if (!calibration)
        return;
    block_free(calibration->owner);
    *calibration = (parot_pu_calibration){0};
}

int64_t parot_pu_cutoff(const parot_pu_calibration *calibration, double false_positive,
                        double false_negative)
{
    int64_t rows = 0;
    double least = false_positive / (false_positive + false_negative);
    for (int64_t i = 0; calibration && i < calibration->count; i++)
        rows += calibration->probability[i] >= least;
    return rows;
}
