/* candidates_fill.c - the first candidates, by one pass over the costs.
 *
 * With guessed prices of the columns, each row takes its own best pairs. Without them all pairs
 * below one limit are taken, a quantile of a sample of the costs; a row that has more of them than
 * there is room for keeps its best ones.
 */
#include "transport/simplex/candidates_fill.h"

#include <float.h>
#include <string.h>

#include "base/parallel.h"
#include "base/simd.h"
#include "linalg/smallest.h"
#include "transport/range.h"

/* Candidates of a row that are chosen by a guess, or that a row in a crowd is left with. */
enum { FILLED = 32 };

/* Costs looked at to choose a limit for all, and how many of them should be below it: at most, and
 * at least. In between it is one for so many pairs, so that a small problem does not pay more for
 * its limit than for its solution. */
enum { SAMPLED = 4096, SAMPLED_BELOW = 128, LEAST_BELOW = 16, PAIRS_FOR_ONE = 4096 };

/* Of the columns, how many a row has among its candidates to begin with. */
static const double MOST_PART = 0.05;

struct candidates_fill {
    struct candidates *candidates;
    const struct costs *costs;
    struct price_guess guess;
    double limit;
    _Atomic int is_cut; /* some row had more than there is room for */
    struct range_tally tally;
};

static struct scan scan_of(const struct candidates_fill *fill, int64_t i)
{
    const struct costs *costs = fill->costs;
    return (struct scan){costs->data + i * costs->stride, fill->guess.col, costs->m, 1, DBL_MAX};
}

/* Lists up to this long are sorted by counting: that takes as many comparisons as there are pairs,
 * but several at a time and without a guess at their outcome. */
enum { COUNTED = 96 };

/* rank[k]: how many keys are smaller than key[k] */
SIMD_CLONES static void rank_keys(const double *restrict key, int64_t count, int64_t *restrict rank)
{
    for (int64_t k = 0; k < count; k++)
        rank[k] = 0;
    for (int64_t l = 0; l < count; l++)
        for (int64_t k = 0; k < count; k++)
            rank[k] += key[l] < key[k];
}

/* Equal keys keep their order. */
static void sort_by_counting(double *key, int32_t *col, int64_t count)
{
    int64_t rank[COUNTED], next[COUNTED] = {0};
    double old_key[COUNTED];
    int32_t old_col[COUNTED];
    memcpy(old_key, key, (size_t)count * sizeof *key);
    memcpy(old_col, col, (size_t)count * sizeof *col);
    rank_keys(old_key, count, rank);
    for (int64_t k = 0; k < count; k++) {
        int64_t at = rank[k] + next[rank[k]]++;
        key[at] = old_key[k];
        col[at] = old_col[k];
    }
}

/* By Shell's method. */
static void sort_long(double *key, int32_t *col, int64_t count)
{
    static const int gaps[] = {1750, 701, 301, 132, 57, 23, 10, 4, 1};
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
        for (int64_t k = gaps[g], gap = gaps[g]; k < count; k++) {
            int32_t j = col[k];
            double x = key[k];
            int64_t at = k;
            for (; at >= gap && key[at - gap] > x; at -= gap) {
                col[at] = col[at - gap];
                key[at] = key[at - gap];
            }
            col[at] = j;
            key[at] = x;
        }
}

/* Ascending keys, which are numbers. */
static void sort_list(double *key, int32_t *col, int64_t count)
{
    if (count <= COUNTED)
        sort_by_counting(key, col, count);
    else
        sort_long(key, col, count);
}

/* Completes a list whose columns are known: best first. */
static void finish_list(const struct candidates_fill *fill, int64_t i, int64_t count)
{
    struct candidates *candidates = fill->candidates;
    const double *c = fill->costs->data + i * fill->costs->stride;
    int32_t *col = candidates->col + candidates->begin[i];
    double *cost = candidates->cost + candidates->begin[i];
    for (int64_t k = 0; k < count; k++)
        cost[k] = c[col[k]] - fill->guess.col[col[k]];
    sort_list(cost, col, count);
    for (int64_t k = 0; k < count; k++)
        cost[k] = c[col[k]];
    candidates->count[i] = (int32_t)count;
}

/* Appends some FILLED of the best; where ties make it more, any will do. */
static int64_t find_best(const struct candidates_fill *fill, int64_t i, int64_t most,
                         struct survey *survey)
{
    struct candidates *candidates = fill->candidates;
    struct scan scan = scan_of(fill, i);
    int32_t *col = candidates->col + candidates->begin[i] + candidates->count[i];
    return scan_survey_below(&scan, fmin(scan_limit(&scan, FILLED), DBL_MAX), most, col, survey);
}

/* ---- By a guess --------------------------------------------------------- */

static int is_among(const int32_t *col, int64_t count, int32_t j)
{
    for (int64_t k = 0; k < count; k++)
        if (col[k] == j)
            return 1;
    return 0;
}

/* The list without those of the last `found` that were on it before; returns its length. */
static int64_t without_twins(int32_t *col, int64_t held, int64_t found)
{
    int64_t count = held;
    for (int64_t k = held; k < held + found; k++)
        if (!is_among(col, held, col[k]))
            col[count++] = col[k];
    return count;
}

static void fill_rows(int64_t begin, int64_t end, void *context)
{
    struct candidates_fill *fill = context;
    struct candidates *candidates = fill->candidates;
    const struct price_guess *guess = &fill->guess;
    for (int64_t i = begin; i < end; i++) {
        int64_t held = candidates->count[i], room = candidates->room[i] - held;
        struct survey survey;
        int64_t found = find_best(fill, i, room < 2 * FILLED ? room : 2 * FILLED, &survey);
        found = without_twins(candidates->col + candidates->begin[i], held, found);
        finish_list(fill, i, found);
        range_add(&fill->tally, survey);
        struct candidate_list list = candidates_of(candidates, (int32_t)i);
        double least = list.count > 0 ? list.cost[0] - guess->col[list.col[0]] : INFINITY;
        guess->row[i] = fmin(guess->price, least);
    }
}

void candidates_fill_best(struct candidates *candidates, const struct costs *costs,
                          struct price_guess guess, int32_t threads, struct cost_range *range)
{
    struct candidates_fill fill = {.candidates = candidates, .costs = costs, .guess = guess};
    parallel_for(threads, costs->n, CANDIDATES_PIECE, fill_rows, &fill);
    *range = range_of(&fill.tally);
}

/* ---- The cheapest pairs of all ------------------------------------------ */

/* How many a row has on average: up to a part of the columns, since with few of them passes over
 * all cost less than long lists; but where nearly all moves, a small problem without them pivots
 * twice as long. Measured: 128 x 128 points in the plane take 0.42 ms instead of 0.77 when all
 * moves, 0.29 instead of 0.35 at a share of 0.9, and 20 x 20 take 34 us instead of 49. */
static double wanted(double share, int32_t m)
{
    double square = share * share, least = fmin(4 + 20 * square * square, m / 2.0);
    return fmax(4, fmin(4 + 64 * square, fmax(least, MOST_PART * m)));
}

/* How many of the sample should be below the limit. */
static int64_t sampled_below(const struct costs *costs)
{
    int64_t below = (int64_t)costs->n * costs->m / PAIRS_FOR_ONE;
    below = below > LEAST_BELOW ? below : LEAST_BELOW;
    return below < SAMPLED_BELOW ? below : SAMPLED_BELOW;
}

/* The column of the k-th cost of a sample whose rows ascend: the fractions of multiples of the
 * golden ratio leave no large gap (the lattice of Fibonacci). */
static int64_t sampled_col(int64_t k, int64_t m)
{
    uint64_t fraction = ((uint64_t)k * UINT64_C(0x9E3779B97F4A7C15)) >> 32;
    return (int64_t)((fraction * (uint64_t)m) >> 32);
}

/* The quantile of a sample of all costs. */
static double sample_limit(const struct candidates_fill *fill, double share)
{
    const struct costs *costs = fill->costs;
    double values[SAMPLED], part = wanted(share, costs->m) / costs->m;
    int32_t chosen[SAMPLED_BELOW];
    if (part >= 1)
        return DBL_MAX;
    int64_t rank = sampled_below(costs);
    rank = part * SAMPLED < (double)rank ? (int64_t)(part * SAMPLED) + 1 : rank;
    int64_t count = (int64_t)((double)rank / part);
    count = count < SAMPLED ? count : SAMPLED;
    for (int64_t k = 0; k < count; k++) {
        int64_t i = (int64_t)((double)k / (double)count * costs->n);
        int64_t j = sampled_col(k, costs->m);
        double c = costs->data[i * costs->stride + j] - fill->guess.col[j];
        values[k] = c <= DBL_MAX ? c : INFINITY;
    }
    int64_t found = smallest_indices(values, count, rank, chosen);
    return found < rank ? DBL_MAX : values[chosen[rank - 1]];
}

/* Rows take what is below the limit; FILLED places are kept for each row of the piece that follows.
 */
static void fill_piece(int64_t begin, int64_t end, void *context)
{
    struct candidates_fill *fill = context;
    struct candidates *candidates = fill->candidates;
    int64_t m = fill->costs->m, share = candidates->share, at = begin * share;
    int64_t reserve = share < FILLED ? share : FILLED;
    for (int64_t i = begin; i < end; i++) {
        int64_t most = end * share - at - (end - 1 - i) * reserve;
        struct scan scan = scan_of(fill, i);
        struct survey survey;
        candidates->begin[i] = at;
        candidates->count[i] = 0;
        int64_t count = scan_survey_below(&scan, fill->limit, most, candidates->col + at, &survey);
        if (count == most && most < m) { /* perhaps not all */
            count = find_best(fill, i, most < 2 * FILLED ? most : 2 * FILLED, &survey);
            fill->is_cut = 1;
        }
        finish_list(fill, i, count);
        candidates->room[i] = count > 0 ? (int32_t)count : 1;
        at += candidates->room[i];
        range_add(&fill->tally, survey);
    }
}

void candidates_fill_cheapest(struct candidates *candidates, const struct costs *costs,
                              struct price_guess guess, double share, int32_t threads,
                              struct cost_range *range)
{
    struct candidates_fill fill = {.candidates = candidates, .costs = costs, .guess = guess};
    fill.limit = sample_limit(&fill, share);
    parallel_for(threads, costs->n, CANDIDATES_PIECE, fill_piece, &fill);
    candidates->limit = fill.is_cut ? -INFINITY : fill.limit;
    candidates->is_by_cost = 1;
    *range = range_of(&fill.tally);
    for (int32_t i = 0; i < costs->n; i++)
        guess.row[i] = 0;
}
