/* prior.c - parot_pu_prior: best bins and plateaus of held-out classifiers, and the rule that makes
 * one estimate of them; the range comes from bootstrap resamples of rows, with the scores as they
 * are.
 */
#include <math.h>

#include "base/random.h"
#include "base/sort.h"
#include "pu/trust/density.h"
#include "pu/trust/heldout.h"
#include "pu/trust/plateau.h"

enum { RESAMPLES = 200 }; /* the 5 % and 95 % points of so many are ten from the ends */

/* Whose scores estimate. All: the mean of the others' standardised scores. */
enum { LINEAR, RADIAL, FOREST, ALL, CLASSIFIERS };

/* How far below the lowest bin the extrapolation of a plateau is believed. */
static const double FLOOR = 0.75;

/* The same for the low end of the range, where too little does less harm. */
static const double LOW_FLOOR = 1.0 / 3;

/* A bin with so many of the positives, whose better half has the same ratio, holds positives alone:
 * then its ratio is the prior itself. */
static const double WHOLE = 0.8;

/* Where the estimates that the rule is made of differ by more, none can be trusted. */
static const double AGREEMENT = 0.1;

/* What one sample says. */
struct opinion {
    struct bestbin bin[CLASSIFIERS];
    double plateau[2]; /* of FOREST and ALL */
};

struct estimator {
    struct pu_problem problem;
    struct heldout heldout;
    int64_t positives, unlabeled;       /* rows that all classifiers score */
    struct scored *scored[CLASSIFIERS]; /* n + m each, sorted */
    double *mean;                       /* n + m: scores of ALL */
    double *weight;                     /* n + m: how often a resample has each row */
    struct steps steps;
    double low[RESAMPLES], high[RESAMPLES];
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

/* Ridges come first: of large tables they score a part, and then the forest's other scores are not
 * used. */
static parot_status score_rows(struct estimator *estimator, struct control *control,
                               parot_error *err)
{
    static const enum heldout_kind kinds[] = {HELDOUT_LINEAR, HELDOUT_RBF, HELDOUT_FOREST};
    for (int c = LINEAR; c <= FOREST; c++) {
        TRY(heldout_fill(&estimator->heldout, kinds[c], &estimator->problem, control, err));
        if (c == LINEAR) {
            estimator->positives = estimator->heldout.positives;
            estimator->unlabeled = estimator->heldout.unlabeled;
        }
        sort_scores(estimator, c);
        add_to_mean(estimator);
    }
    sort_scores(estimator, ALL);
    return PAROT_OK;
}

/* Only shown: it is the best bin of all rows. */
static parot_status ask_nearest(struct estimator *estimator, struct control *control,
                                parot_pu_prior_result *result, parot_error *err)
{
    TRY(heldout_fill(&estimator->heldout, HELDOUT_NEAREST, &estimator->problem, control, err));
    estimator->positives = estimator->heldout.positives;
    estimator->unlabeled = estimator->heldout.unlabeled;
    sort_scores(estimator, LINEAR);
    result->by_nearest = bestbin_find(estimator->scored[LINEAR], rows_of(estimator)).estimate;
    return PAROT_OK;
}

/* ---- The rule ----------------------------------------------------------- */

static void form_opinion(struct estimator *estimator, struct opinion *opinion)
{
    int64_t rows = rows_of(estimator);
    for (int c = 0; c < CLASSIFIERS; c++) {
        opinion->bin[c] = bestbin_find(estimator->scored[c], rows);
        if (c != FOREST && c != ALL)
            continue;
        steps_fill(&estimator->steps, estimator->scored[c], rows);
        opinion->plateau[c == ALL] = plateau_fit(&estimator->steps).prior;
    }
}

/* In the population every bin is an upper bound: the one known to be lowest is the closest. */
static struct bestbin lowest_bin(const struct opinion *opinion)
{
    struct bestbin lowest = opinion->bin[0];
    for (int c = 1; c < CLASSIFIERS; c++)
        if (opinion->bin[c].bound < lowest.bound)
            lowest = opinion->bin[c];
    return lowest;
}

static double mean_plateau(const struct opinion *opinion)
{
    return (opinion->plateau[0] + opinion->plateau[1]) / 2;
}

/* The plateau is without bias if its model holds, but is uncertain where classes overlap; the bin
 * is certain, but too high there. So the plateau decides, within FLOOR of the bin and one standard
 * error above it: the least of many bins is too low by about as much. */
static double combine(const struct opinion *opinion)
{
    struct bestbin lowest = lowest_bin(opinion);
    return fmin(lowest.estimate + lowest.error,
                fmax(mean_plateau(opinion), FLOOR * lowest.estimate));
}

static double spread(const struct opinion *opinion)
{
    double bin = lowest_bin(opinion).estimate, a = opinion->plateau[0], b = opinion->plateau[1];
    return fmax(bin, fmax(a, b)) - fmin(bin, fmin(a, b));
}

/* ---- The range ---------------------------------------------------------- */

/* As many rows of each side as there are, drawn with replacement; the same for all classifiers. */
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
    for (int c = 0; c < CLASSIFIERS; c++)
        for (int64_t r = 0; r < rows_of(estimator); r++)
            estimator->scored[c][r].weight = estimator->weight[estimator->scored[c][r].row];
}

static int is_whole(struct bestbin bin)
{
    return bin.recall >= WHOLE && bin.half >= bin.estimate - 2 * bin.error;
}

/* From the 5 % point of the lowest estimate, but no more than two errors below a whole bin, to the
 * 95 % point of the lowest bin, which is an upper bound. Choosing the lowest of many makes both the
 * bin at hand and, once more, those of resamples too low, by the difference of their means: so
 * twice of that is added. */
static void set_range(struct estimator *estimator, struct bestbin lowest,
                      parot_pu_prior_result *result)
{
    double mean = 0;
    for (int k = 0; k < RESAMPLES; k++)
        mean += estimator->high[k] / RESAMPLES;
    sort_numbers(estimator->low, RESAMPLES);
    sort_numbers(estimator->high, RESAMPLES);
    double high = estimator->high[RESAMPLES - 1 - RESAMPLES / 20] + 2 * (result->upper - mean);
    double low = estimator->low[RESAMPLES / 20];
    low = is_whole(lowest) ? fmax(low, lowest.estimate - 2 * lowest.error) : low;
    result->low = fmin(result->prior, low);
    result->high = fmin(1, fmax(result->prior, high));
}

static parot_status find_range(struct estimator *estimator, struct bestbin lowest,
                               struct control *control, parot_pu_prior_result *result)
{
    uint64_t draws = 0;
    for (int k = 0; k < RESAMPLES; k++) {
        struct opinion opinion;
        TRY(control_poll_part(control, "resamples", k, RESAMPLES));
        resample(estimator, control->run.seed, &draws);
        form_opinion(estimator, &opinion);
        estimator->high[k] = lowest_bin(&opinion).estimate;
        double plateau = fmin(opinion.plateau[0], opinion.plateau[1]);
        estimator->low[k] = fmin(estimator->high[k], fmax(plateau, LOW_FLOOR * estimator->high[k]));
    }
    set_range(estimator, lowest, result);
    return PAROT_OK;
}

/* ---- The estimate ------------------------------------------------------- */

static void tell(struct estimator *estimator, const struct opinion *opinion,
                 parot_pu_prior_result *result)
{
    result->by_linear = opinion->bin[LINEAR].estimate;
    result->by_rbf = opinion->bin[RADIAL].estimate;
    result->by_forest = opinion->bin[FOREST].estimate;
    result->by_plateau = mean_plateau(opinion);
    result->upper = lowest_bin(opinion).estimate;
    steps_fill(&estimator->steps, estimator->scored[ALL], rows_of(estimator));
    result->by_density = density_estimate(&estimator->steps);
    /* At least one row is positive, and one is not: of all or none nothing can be learned. */
    double row = 1 / (double)estimator->problem.n;
    result->prior = estimator->problem.n > 1 ? fmin(fmax(combine(opinion), row), 1 - row) : 0.5;
}

static void find_extremes(parot_pu_prior_result *result)
{
    const double estimates[] = {result->by_nearest, result->by_linear,  result->by_rbf,
                                result->by_forest,  result->by_plateau, result->by_density};
    result->least = result->low;
    result->most = result->high;
    for (size_t k = 0; k < sizeof estimates / sizeof *estimates; k++) {
        result->least = fmin(result->least, estimates[k]);
        result->most = fmax(result->most, estimates[k]);
    }
}

static parot_status estimate(struct estimator *estimator, struct control *control,
                             parot_pu_prior_result *result, parot_error *err)
{
    struct opinion opinion;
    TRY(ask_nearest(estimator, control, result, err));
    TRY(score_rows(estimator, control, err));
    form_opinion(estimator, &opinion);
    tell(estimator, &opinion, result);
    TRY(find_range(estimator, lowest_bin(&opinion), control, result));
    find_extremes(result);
    result->is_reliable = spread(&opinion) <= AGREEMENT;
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
    return estimate(estimator, control, result, err);
}

parot_status parot_pu_prior(const parot_pu_data *data, const parot_pu_options *options,
                            const parot_run *run, parot_pu_prior_result *result, parot_error *err)
{
    struct control control;
    struct estimator estimator = {0};
    parot_pu_options taken;
    parot_pu_prior_result local = {0};
    if (!data || !result)
        return fail_argument(err, PAROT_EINVAL, data ? "result" : "data", "must not be NULL");
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
