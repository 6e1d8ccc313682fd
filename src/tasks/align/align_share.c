/* align_share.c - how many rows have a partner, for a motion: where the price does not matter.
 *
 * T(r) is the number of pairs that partial transport makes when a pair may add at most r^2 to the
 * sum. Noise makes it grow up to some noise levels; from the size of the tables on, rows that have
 * no partner are paired all the same. In between T hardly changes: true partners are all paired,
 * and others are too expensive. The share is T in the middle of the octave [r, 2 r] in which T
 * grows by the smallest factor; T at its ends is the range. */
#include <math.h>

#include "partial/pairs.h"
#include "tasks/align/align.h"

enum {
    STEPS = 4,   /* for each octave */
    OCTAVES = 44 /* down to rounding */
};

/* The largest r, in units of the root mean square distance of rows from their mean: octaves that
 * end farther tell the size of the tables, not noise. */
static const double WIDEST = 0.6;

/* T has to be this share of the smaller table at least: few pairs fit by chance. */
static const double LEAST = 0.05;

/* With a growth above this factor (a logarithm) no octave separates partners from others. Slices
 * with noise have up to .13, tables that share nothing .25 and more. */
static const double STEEP = 0.2;

struct prices {
    struct alignment *job;
    struct pairs pairs;
    double *moved, *ones;
    int64_t most;
    double widest;                     /* r */
    double count[STEPS * OCTAVES + 1]; /* T of widest 2^(-k / STEPS) */
    int64_t known;
};

static void layout(struct prices *prices, struct arena *arena)
{
    int64_t n = prices->job->source.rows, m = prices->job->target.rows;
    pairs_layout(&prices->pairs, arena);
    prices->moved = arena_take(arena, n, (size_t)prices->job->source.cols * sizeof *prices->moved);
    prices->ones = arena_take(arena, n > m ? n : m, sizeof *prices->ones);
}

double align_spread(parot_matrix rows)
{
    double total = 0;
    for (int64_t k = 0; k < rows.cols; k++) {
        double mean = 0, sum = 0;
        for (int64_t i = 0; i < rows.rows; i++)
            mean += rows.data[i * rows.stride + k] / (double)rows.rows;
        for (int64_t i = 0; i < rows.rows; i++) {
            double far = rows.data[i * rows.stride + k] - mean;
            sum += far * far / (double)rows.rows;
        }
        total += sum;
    }
    return total;
}

static double price_of(const struct prices *prices, int64_t k)
{
    double r = prices->widest * exp2(-(double)k / STEPS);
    return r * r;
}

static parot_status read_curve(struct prices *prices, parot_error *err)
{
    parot_curve curve = {0};
    parot_run run = control_rest(&prices->job->control);
    run.max_iterations = 0;
    const struct pairs_weights all = {prices->ones, prices->ones, (double)prices->most};
    parot_status status = pairs_curve(&prices->pairs, all, &run, &curve, err);
    int64_t piece = curve.count > 0 ? curve.count - 1 : 0;
    for (int64_t k = 0; k <= STEPS * OCTAVES && status >= 0; k++) {
        while (piece > 0 && curve.slope[piece - 1] > price_of(prices, k))
            piece--;
        prices->count[prices->known++] = curve.mass[piece];
    }
    parot_curve_free(&curve);
    return status;
}

/* Without a matrix each price is solved by itself, as far down as there are enough pairs. */
static parot_status ask_prices(struct prices *prices, parot_error *err)
{
    parot_points_problem clouds = {.x = prices->pairs.x,
                                   .y = prices->pairs.y,
                                   .metric = PAROT_METRIC_SQEUCLIDEAN,
                                   .p = prices->ones,
                                   .q = prices->ones,
                                   .mass = (double)prices->most};
    for (int64_t k = 0; k <= STEPS * OCTAVES; k++) {
        parot_result result = {0};
        parot_run run = control_rest(&prices->job->control);
        run.max_iterations = 0;
        parot_status status =
            parot_partial_points_lagrange(&clouds, price_of(prices, k), &run, &result, err);
        if (status != PAROT_OK) {
            parot_result_free(&result);
            return status;
        }
        prices->count[prices->known++] = result.mass;
        parot_result_free(&result);
        if (prices->count[k] < LEAST * (double)prices->most)
            return PAROT_OK;
    }
    return PAROT_OK;
}

static void find_plateau(const struct prices *prices, struct share_found *share)
{
    double least = INFINITY;
    for (int64_t k = 0; k + STEPS < prices->known; k++) {
        double high = prices->count[k], low = prices->count[k + STEPS];
        if (!(low >= LEAST * (double)prices->most && low >= 1 && log(high / low) < least))
            continue;
        least = log(high / low);
        share->count = (int64_t)llround(prices->count[k + STEPS / 2]);
        share->low = low / (double)prices->most;
        share->high = high / (double)prices->most;
    }
    share->is_clear = least <= STEEP;
    if (isinf(least)) {
        share->count = prices->most;
        share->low = share->high = 1;
    }
}

/* Works: the arena belongs to the caller. */
static parot_status find(struct prices *prices, parot_matrix table, const struct motion *motion,
                         struct share_found *share, parot_error *err)
{
    struct alignment *job = prices->job;
    int64_t n = table.rows, m = job->target.rows, d = table.cols;
    TRY(motion_apply(motion, table, &job->control, prices->moved, err));
    prices->pairs.x = (parot_matrix){prices->moved, n, d, d};
    prices->pairs.y = job->target;
    for (int64_t i = 0; i < n || i < m; i++)
        prices->ones[i] = 1;
    prices->widest = WIDEST * sqrt(fmin(align_spread(table), align_spread(job->target)));
    TRY(pairs_fill(&prices->pairs, &job->control, err));
    parot_status status =
        prices->pairs.has_matrix ? read_curve(prices, err) : ask_prices(prices, err);
    if (status == PAROT_OK)
        find_plateau(prices, share);
    return status;
}

parot_status align_share(struct alignment *job, parot_matrix table, const struct motion *motion,
                         struct share_found *share, parot_error *err)
{
    struct arena arena = {0};
    int64_t n = table.rows, m = job->target.rows;
    struct prices prices = {
        .job = job,
        .most = n < m ? n : m,
        .pairs = pairs_of(table, job->target, PAROT_METRIC_SQEUCLIDEAN, &job->control.run)};
    layout(&prices, &arena);
    TRY(arena_open(&arena, &job->control, err));
    layout(&prices, &arena);
    parot_status status = find(&prices, table, motion, share, err);
    block_free(arena.block);
    return status;
}
