/* bias.c - parot_pu_bias: were the positives chosen at random among all positives?
 *
 * If so, the unlabeled rows hold the prior times the same distribution: for every score and every
 * t, the part U(t) of unlabeled rows above t is at least prior P(t). Where it is clearly less, the
 * positives at hand are unlike those among the unlabeled rows.
 */
#include <math.h>

#include <stdlib.h>

#include "pu/problem/propensity.h"
#include "pu/trust/heldout.h"

/* P(t) at the thresholds: where there are enough rows on both sides. */
static const double RECALL[] = {0.5, 0.8};

/* A positive. */
struct known {
    double score, weight;
};

struct inspection {
    struct pu_problem problem;
    struct heldout heldout;
    struct known *known; /* m: sorted by score, the largest first */
    void *memory;
};

static int by_score(const void *a, const void *b)
{
    double x = ((const struct known *)a)->score, y = ((const struct known *)b)->score;
    return (x < y) - (x > y);
}

static void sort_known(struct inspection *inspection)
{
    const double *weight = inspection->problem.weight;
    int64_t count = inspection->heldout.positives;
    for (int64_t j = 0; j < count; j++)
        inspection->known[j] =
            (struct known){inspection->heldout.positive[j], weight ? weight[j] : 1};
    qsort(inspection->known, (size_t)count, sizeof *inspection->known, by_score);
}

/* (prior r - U(t)) / its standard error, t the score that the part r of the positives reaches */
static double excess(const struct inspection *inspection, double prior, double recall)
{
    const struct heldout *heldout = &inspection->heldout;
    double n = (double)heldout->unlabeled, all = 0, inside = 0;
    int64_t above = 0, last = 0;
    for (int64_t j = 0; j < heldout->positives; j++)
        all += inspection->known[j].weight;
    while (last < heldout->positives && inside < recall * all)
        inside += inspection->known[last++].weight;
    double threshold = inspection->known[last - 1].score;
    for (int64_t i = 0; i < heldout->unlabeled; i++)
        above += heldout->other[i] >= threshold;
    double m = propensity_effective(inspection->problem.weight, heldout->positives);
    double r = fmin(1, inside / all), u = (double)above / n;
    double variance = fmax(u * (1 - u), 1 / n) / n + prior * prior * r * (1 - r) / m;
    return (prior * r - u) / sqrt(variance);
}

static double largest_excess(struct inspection *inspection, double prior)
{
    double z = -INFINITY;
    sort_known(inspection);
    for (size_t k = 0; k < sizeof RECALL / sizeof *RECALL; k++)
        z = fmax(z, excess(inspection, prior, RECALL[k]));
    return z;
}

/* A biased choice shows whatever the classifier; chance shows in one of them. */
static parot_status inspect(struct inspection *inspection, const parot_pu_data *data,
                            const parot_pu_options *options, struct control *control, double *z,
                            parot_error *err)
{
    static const enum heldout_kind kinds[] = {HELDOUT_LINEAR, HELDOUT_RBF};
    parot_pu_data settled;
    TRY(pu_prior_settle(data, options, control, &settled, err));
    TRY(pu_problem_open(&inspection->problem, &settled, options, control, err));
    TRY(heldout_open(&inspection->heldout, &inspection->problem, control, err));
    struct arena arena = {0};
    arena_take(&arena, inspection->problem.m, sizeof *inspection->known);
    TRY(arena_open(&arena, control, err));
    inspection->memory = arena.block;
    inspection->known = arena_take(&arena, inspection->problem.m, sizeof *inspection->known);
    *z = INFINITY;
    for (int k = 0; k < 2; k++) {
        TRY(heldout_fill(&inspection->heldout, kinds[k], &inspection->problem, control, err));
        *z = fmin(*z, largest_excess(inspection, settled.prior));
    }
    return PAROT_OK;
}

parot_status parot_pu_bias(const parot_pu_data *data, const parot_pu_options *options,
                           const parot_run *run, double *z, parot_error *err)
{
    struct control control;
    struct inspection inspection = {0};
    parot_pu_options taken;
    double local = 0;
    if (!data || !z)
        return fail_argument(err, PAROT_EINVAL, data ? "z" : "data", "must not be NULL");
    TRY(control_init(&control, run, err));
    TRY(pu_options_take(options, &taken, err));
    parot_status status = inspect(&inspection, data, &taken, &control, &local, err);
    heldout_close(&inspection.heldout);
    block_free(inspection.memory);
    pu_problem_close(&inspection.problem);
    status = pu_stopped(status, "the test for bias", err);
    if (status == PAROT_OK)
        *z = local;
    return status;
}
