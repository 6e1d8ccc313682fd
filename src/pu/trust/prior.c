/* prior.c - parot_pu_prior: what plateaus say about scores of several held-out classifiers, and the
 * lowest of their best bins, become one belief; its median is the estimate, its 5 % and 95 % points
 * are the range. The density ratio is for comparison, with a range from bootstrap resamples of
 * rows.
 */
#include <math.h>

#include "base/random.h"
#include "base/sort.h"
#include "pu/trust/density.h"
#include "pu/trust/fits.h"
#include "pu/trust/plateau.h"
#include "pu/trust/spies.h"

enum { RESAMPLES = 200 }; /* the 5 % and 95 % points of so many are ten from the ends */

/* Whose scores estimate. All: the mean of the others' standardised scores. */
enum { LINEAR, RADIAL, FOREST, ALL, CLASSIFIERS };

/* Scores that plateaus are asked about: ranks of RADIAL, FOREST and ALL, and ALL itself. */
enum { OPINIONS = 4 };

static const double TAIL = 0.05; /* of the belief, below and above the range: see NINETY_PER_CENT */

/* An estimate whose range ends farther from it is not reliable. The factor counts for small priors:
 * .005 to .13 is a matter of some rows in a hundred, and of most of the rows that are looked for.
 */
static const double CLOSE = 0.15, FACTOR = 2;

struct estimator {
    struct pu_problem problem;
    struct heldout heldout;
    int64_t positives, unlabeled;       /* rows that all classifiers score */
    struct scored *scored[CLASSIFIERS]; /* n + m each, sorted */
    struct bestbin bin[CLASSIFIERS], nearest;
    double *mean;   /* n + m: scores of ALL */
    double *weight; /* n + m: how often a resample has each row */
    struct steps steps;
    struct evidence evidence[OPINIONS];
    double density[RESAMPLES];
    void *memory;
};

static void layout(struct estimator *estimator, struct arena *arena)
{
    int64_t rows = estimator->problem.n + estimator->problem.m;
    for (int c = 0; c < CLASSIFIERS; c++)
        estimator->scored[c] = arena_take(arena, rows, sizeof *estimator->scored[c]);
    estimator->mean = arena_take(arena, rows, sizeof *estimator->mean);
    estimator->weight = arena_take(arena, rows, sizeof *estimator->weight);
}

/* ---- Scores ------------------------------------------------------------- */

static int64_t rows_of(const struct estimator *estimator)
{
    return estimator->positives + estimator->unlabeled;
}

/* Of a positive that was chosen with some probability: see propensity.h. */
static double weight_of(const struct estimator *estimator, int64_t row)
{
    const double *weight = estimator->problem.weight;
    return weight && row < estimator->positives ? weight[row] : 1;
}

/* Positives first, then unlabeled rows, as rows are numbered. */
static double score_of(const struct estimator *estimator, int64_t row)
{
    int64_t other = row - estimator->positives;
    return other < 0 ? estimator->heldout.positive[row] : estimator->heldout.other[other];
}

static void sort_scores(struct estimator *estimator, int classifier)
{
    struct scored *scored = estimator->scored[classifier];
    for (int64_t r = 0; r < rows_of(estimator); r++) {
        double score = classifier == ALL ? estimator->mean[r] : score_of(estimator, r);
        scored[r] =
            (struct scored){score, r < estimator->positives, weight_of(estimator, r), (int32_t)r};
    }
    bestbin_sort(scored, rows_of(estimator));
}

/* mean += score, standardised */
static void add_to_mean(struct estimator *estimator)
{
    int64_t rows = rows_of(estimator);
    double mean = 0, variance = 0;
    for (int64_t r = 0; r < rows; r++)
        mean += score_of(estimator, r) / (double)rows;
    for (int64_t r = 0; r < rows; r++)
        variance += pow(score_of(estimator, r) - mean, 2) / (double)rows;
    for (int64_t r = 0; r < rows && variance > 0; r++)
        estimator->mean[r] += (score_of(estimator, r) - mean) / sqrt(variance);
}

static void learn_rows(struct estimator *estimator)
{
    estimator->positives = estimator->heldout.positives;
    estimator->unlabeled = estimator->heldout.unlabeled;
}

static parot_pu_range range_of(struct bestbin bin)
{
    double off = NINETY_PER_CENT * bin.error;
    return (parot_pu_range){fmax(0, bin.estimate - off), fmin(1, bin.estimate + off)};
}

/* Only shown: it is the best bin of all rows. */
static void take_nearest(struct estimator *estimator)
{
    learn_rows(estimator);
    sort_scores(estimator, LINEAR);
    estimator->nearest = bestbin_find(estimator->scored[LINEAR], rows_of(estimator));
}

/* Nearest comes first. Ridges come before the forest: of large tables they score a part, and then
 * the forest's other scores are not used. */
static const enum heldout_kind KINDS[] = {HELDOUT_NEAREST, HELDOUT_LINEAR, HELDOUT_RBF,
                                          HELDOUT_FOREST};

static void take_scores(void *user, int64_t k, const struct labelling *none)
{
    struct estimator *estimator = user;
    int classifier = (int)k - 1;
    (void)none;
    if (k == 0) {
        take_nearest(estimator);
        return;
    }
    if (classifier == LINEAR)
        learn_rows(estimator);
    sort_scores(estimator, classifier);
    add_to_mean(estimator);
}

static parot_status score_rows(struct estimator *estimator, const parot_pu_data *data,
                               const parot_pu_options *options, struct control *control,
                               parot_error *err)
{
    const struct fits fits = {.data = data,
                              .problem = &estimator->problem,
                              .heldout = &estimator->heldout,
                              .count = sizeof KINDS / sizeof *KINDS,
                              .take = take_scores,
                              .user = estimator};
    TRY(fits_score(&fits, options, KINDS, control, err));
    sort_scores(estimator, ALL);
    return PAROT_OK;
}

/* ---- Best bins ---------------------------------------------------------- */

/* In the population every bin is an upper bound: the one known to be lowest is the closest. */
static struct bestbin lowest_bin(const struct estimator *estimator)
{
    struct bestbin lowest = estimator->bin[0];
    for (int c = 1; c < CLASSIFIERS; c++)
        if (estimator->bin[c].bound < lowest.bound)
            lowest = estimator->bin[c];
    return lowest;
}

static void ask_bins(struct estimator *estimator, parot_pu_prior_result *result)
{
    const struct bestbin *bin = estimator->bin;
    for (int c = 0; c < CLASSIFIERS; c++)
        estimator->bin[c] = bestbin_find(estimator->scored[c], rows_of(estimator));
    result->by_nearest = estimator->nearest.estimate;
    result->by_linear = bin[LINEAR].estimate;
    result->by_rbf = bin[RADIAL].estimate;
    result->by_forest = bin[FOREST].estimate;
    result->by_mean = bin[ALL].estimate;
    result->upper = lowest_bin(estimator).estimate;
    result->nearest_range = range_of(estimator->nearest);
    result->linear_range = range_of(bin[LINEAR]);
    result->rbf_range = range_of(bin[RADIAL]);
    result->forest_range = range_of(bin[FOREST]);
    result->mean_range = range_of(bin[ALL]);
    result->upper_range = range_of(lowest_bin(estimator));
}

/* ---- The density ratio -------------------------------------------------- */

/* As many rows of each side as there are, drawn with replacement. */
static void resample(struct estimator *estimator, uint64_t seed, uint64_t *draws)
{
    const int64_t first[] = {0, estimator->positives},
                  size[] = {estimator->positives, estimator->unlabeled};
    for (int64_t r = 0; r < rows_of(estimator); r++)
        estimator->weight[r] = 0;
    for (int side = 0; side < 2; side++)
        for (int64_t k = 0; k < size[side]; k++) {
            uint64_t bits = random_bits(seed, RANDOM_BOOTSTRAP, (*draws)++);
            int64_t row = first[side] + (int64_t)(bits % (uint64_t)size[side]);
            estimator->weight[row] += weight_of(estimator, row);
        }
    for (int64_t r = 0; r < rows_of(estimator); r++)
        estimator->scored[ALL][r].weight = estimator->weight[estimator->scored[ALL][r].row];
}

static double density_of_rows(struct estimator *estimator)
{
    steps_fill(&estimator->steps, estimator->scored[ALL], rows_of(estimator), STEPS);
    return density_estimate(&estimator->steps);
}

static parot_status ask_density(struct estimator *estimator, struct control *control,
                                parot_pu_prior_result *result)
{
    uint64_t draws = 0;
    result->by_density = density_of_rows(estimator);
    for (int k = 0; k < RESAMPLES; k++) {
        TRY(control_poll_part(control, "resamples", k, RESAMPLES));
        resample(estimator, control->run.seed, &draws);
        estimator->density[k] = density_of_rows(estimator);
    }
    sort_numbers(estimator->density, RESAMPLES);
    result->density_range.low = estimator->density[RESAMPLES / 20];
    result->density_range.high = estimator->density[RESAMPLES - 1 - RESAMPLES / 20];
    for (int64_t r = 0; r < rows_of(estimator); r++)
        estimator->scored[ALL][r].weight = weight_of(estimator, estimator->scored[ALL][r].row);
    return PAROT_OK;
}

/* ---- Plateaus ----------------------------------------------------------- */

/* The scores themselves come last, since ranks replace them. */
static parot_status ask_plateaus(struct estimator *estimator, struct control *control,
                                 struct belief *belief)
{
    static const int WHOSE[OPINIONS] = {ALL, ALL, FOREST, RADIAL};
    for (int k = 0; k < OPINIONS; k++) {
        struct scored *scored = estimator->scored[WHOSE[k]];
        TRY(control_poll_part(control, "plateaus", k, OPINIONS));
        if (k > 0)
            steps_rank(scored, rows_of(estimator));
        steps_fill(&estimator->steps, scored, rows_of(estimator), PLATEAU_STEPS);
        plateau_evidence(&estimator->steps, &estimator->evidence[k]);
    }
    plateau_mix(estimator->evidence, OPINIONS, belief);
    return PAROT_OK;
}

/* ---- The estimate ------------------------------------------------------- */

static parot_pu_range range_of_belief(const struct belief *belief)
{
    return (parot_pu_range){belief_quantile(belief, TAIL), belief_quantile(belief, 1 - TAIL)};
}

static int is_close(double less, double more)
{
    return more - less <= CLOSE && more <= FACTOR * less;
}

/* At least one row is positive, and one is not: of all or none nothing can be learned. */
static void settle(const struct estimator *estimator, struct belief *belief,
                   parot_pu_prior_result *result)
{
    double row = 1 / (double)estimator->problem.n;
    result->by_plateau = belief_quantile(belief, 0.5);
    result->plateau_range = range_of_belief(belief);
    belief_weigh_bin(belief, lowest_bin(estimator));
    parot_pu_range range = range_of_belief(belief);
    double median = belief_quantile(belief, 0.5);
    result->prior = estimator->problem.n > 1 ? fmin(fmax(median, row), 1 - row) : 0.5;
    result->low = fmin(result->prior, range.low);
    result->high = fmax(result->prior, range.high);
    result->is_reliable =
        is_close(result->low, result->prior) && is_close(result->prior, result->high);
}

static void find_extremes(parot_pu_prior_result *result)
{
    const double estimates[] = {result->by_nearest, result->by_linear, result->by_rbf,
                                result->by_forest,  result->by_mean,   result->by_plateau,
                                result->by_density};
    result->least = result->low;
    result->most = result->high;
    for (size_t k = 0; k < sizeof estimates / sizeof *estimates; k++) {
        result->least = fmin(result->least, estimates[k]);
        result->most = fmax(result->most, estimates[k]);
    }
}

static parot_status estimate(struct estimator *estimator, const parot_pu_data *data,
                             const parot_pu_options *options, struct control *control,
                             parot_pu_prior_result *result, parot_error *err)
{
    struct belief belief;
    TRY(score_rows(estimator, data, options, control, err));
    ask_bins(estimator, result);
    TRY(ask_density(estimator, control, result));
    TRY(ask_plateaus(estimator, control, &belief));
    settle(estimator, &belief, result);
    find_extremes(result);
    return PAROT_OK;
}

static parot_status open_and_estimate(struct estimator *estimator, const parot_pu_data *data,
                                      const parot_pu_options *options, struct control *control,
                                      parot_pu_prior_result *result, parot_error *err)
{
    parot_pu_data any = *data;
    struct arena arena = {0};
    any.prior = 0.5; /* the estimate does not depend on it */
    TRY(pu_problem_open(&estimator->problem, &any, options, control, err));
    if (estimator->problem.m < 2)
        return fail(err, PAROT_EINVAL, "positive: an estimate needs 2 rows or more, got %lld",
                    (long long)estimator->problem.m);
    TRY(heldout_open(&estimator->heldout, &estimator->problem, control, err));
    layout(estimator, &arena);
    TRY(arena_open(&arena, control, err));
    estimator->memory = arena.block;
    layout(estimator, &arena);
    return estimate(estimator, &any, options, control, result, err);
}

parot_status parot_pu_prior(const parot_pu_data *data, const parot_pu_options *options,
                            const parot_run *run, parot_pu_prior_result *result, parot_error *err)
{
    struct control control;
    struct estimator estimator = {0};
    parot_pu_options taken;
    parot_pu_prior_result local = {0};
    TRY(CHECK_GIVEN(err, data, result));
    TRY(control_init(&control, run, err));
    TRY(pu_options_take(options, &taken, err));
    TRY(pu_check_prior_memory(data, &control, err));
    parot_status status = open_and_estimate(&estimator, data, &taken, &control, &local, err);
    heldout_close(&estimator.heldout);
    pu_problem_close(&estimator.problem);
    block_free(estimator.memory);
    status = pu_stopped(status, "the estimate", err);
    if (status == PAROT_OK)
        *result = local;
    return status;
}

parot_status pu_prior_settle(const parot_pu_data *given, const parot_pu_options *options,
                             const struct control *control, parot_pu_data *data, parot_error *err)
{
    parot_pu_prior_result estimate = {0};
    parot_run run = control_rest(control);
    *data = *given;
    if (!isnan(given->prior))
        return PAROT_OK;
    if (options && options->has_distances)
        return fail(err, PAROT_EINVAL,
                    "prior: cannot be estimated from distances within each side; give it");
    TRY(parot_pu_prior(given, options, &run, &estimate, err));
    data->prior = estimate.prior;
    return PAROT_OK;
}
