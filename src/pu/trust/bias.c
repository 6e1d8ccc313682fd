/* bias.c - parot_pu_bias: were the positives chosen at random among all positives?
 *
 * If so, the unlabeled rows hold the prior times the same distribution: for every score and every
 * t, the fraction U(t) of unlabeled rows above t is at least prior P(t). Where it is clearly less,
 * the positives at hand are unlike those among the unlabeled rows, or there are fewer of these.
 */
#include "pu/trust/bias.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pu/problem/propensity.h"
#include "pu/trust/fits.h"

/* P(t) at the thresholds: where there are enough rows on both sides. */
static const double RECALL[] = {0.5, 0.8};

/* ---- Scores --------------------------------------------------------------- */

static void layout(struct bias *bias, const struct pu_problem *problem, struct arena *arena)
{
    for (int k = 0; k < BIAS_KINDS; k++) {
        bias->known[k] = arena_take(arena, problem->m, sizeof *bias->known[k]);
        bias->other[k] = arena_take(arena, problem->n, sizeof *bias->other[k]);
    }
}

static int by_score(const void *a, const void *b)
{
    double x = ((const struct known *)a)->score, y = ((const struct known *)b)->score;
    return (x < y) - (x > y);
}

static void keep_scores(void *user, int64_t kind, const struct labelling *none)
{
    struct bias *bias = user;
    const struct heldout *heldout = &bias->heldout;
    const double *weight = bias->weight;
    (void)none;
    bias->positives = heldout->positives;
    bias->unlabeled = heldout->unlabeled;
    bias->effective = propensity_effective(weight, heldout->positives);
    for (int64_t j = 0; j < heldout->positives; j++)
        bias->known[kind][j] = (struct known){heldout->positive[j], weight ? weight[j] : 1};
    qsort(bias->known[kind], (size_t)heldout->positives, sizeof *bias->known[kind], by_score);
    memcpy(bias->other[kind], heldout->other, (size_t)heldout->unlabeled * sizeof *heldout->other);
}

parot_status bias_open(struct bias *bias, const struct pu_problem *problem,
                       const parot_pu_data *data, const parot_pu_options *options,
                       struct control *control, parot_error *err)
{
    static const enum heldout_kind kinds[BIAS_KINDS] = {HELDOUT_LINEAR, HELDOUT_RBF};
    struct arena arena = {0};
    TRY(heldout_open(&bias->heldout, problem, control, err));
    layout(bias, problem, &arena);
    TRY(arena_open(&arena, control, err));
    bias->memory = arena.block;
    layout(bias, problem, &arena);
    bias->weight = problem->weight;
    const struct fits fits = {.data = data,
                              .problem = problem,
                              .heldout = &bias->heldout,
                              .count = BIAS_KINDS,
                              .take = keep_scores,
                              .user = bias};
    return fits_score(&fits, options, kinds, control, err);
}

void bias_close(struct bias *bias)
{
    heldout_close(&bias->heldout);
    block_free(bias->memory);
    bias->memory = NULL;
}

/* ---- Violations ----------------------------------------------------------- */

/* (prior r - U(t)) / its standard error, t the score that the fraction r of the positives reaches
 */
static double excess(const struct bias *bias, int kind, double prior, double recall)
{
    const struct known *known = bias->known[kind];
    double n = (double)bias->unlabeled, all = 0, inside = 0;
    int64_t above = 0, last = 0;
    for (int64_t j = 0; j < bias->positives; j++)
        all += known[j].weight;
    while (last < bias->positives && inside < recall * all)
        inside += known[last++].weight;
    for (int64_t i = 0; i < bias->unlabeled; i++)
        above += bias->other[kind][i] >= known[last - 1].score;
    double r = fmin(1, inside / all), u = (double)above / n;
    double variance = fmax(u * (1 - u), 1 / n) / n + prior * prior * r * (1 - r) / bias->effective;
    return (prior * r - u) / sqrt(variance);
}

/* A biased choice shows whatever the classifier; chance shows in one of them. */
double bias_z(const struct bias *bias, double prior)
{
    double least = INFINITY;
    for (int k = 0; k < BIAS_KINDS; k++) {
        double z = -INFINITY;
        for (size_t r = 0; r < sizeof RECALL / sizeof *RECALL; r++)
            z = fmax(z, excess(bias, k, prior, RECALL[r]));
        least = fmin(least, z);
    }
    return least;
}

static parot_status inspect(struct pu_problem *problem, struct bias *bias,
                            const parot_pu_data *data, const parot_pu_options *options,
                            struct control *control, double *z, parot_error *err)
{
    parot_pu_data settled;
    TRY(pu_prior_settle(data, options, control, &settled, err));
    TRY(pu_problem_open(problem, &settled, options, control, err));
    TRY(bias_open(bias, problem, &settled, options, control, err));
    *z = bias_z(bias, settled.prior);
    return PAROT_OK;
}

parot_status parot_pu_bias(const parot_pu_data *data, const parot_pu_options *options,
                           const parot_run *run, double *z, parot_error *err)
{
    struct control control;
    struct pu_problem problem = {0};
    struct bias bias = {0};
    parot_pu_options taken;
    double local = 0;
    TRY(CHECK_GIVEN(err, data, z));
    TRY(control_init(&control, run, err));
    TRY(pu_options_take(options, &taken, err));
    parot_status status = inspect(&problem, &bias, data, &taken, &control, &local, err);
    bias_close(&bias);
    pu_problem_close(&problem);
    status = pu_stopped(status, "the test for bias", err);
    if (status == PAROT_OK)
        *z = local;
    return status;
}
