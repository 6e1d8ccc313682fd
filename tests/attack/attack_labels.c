/* attack_labels.c - the columns of a labelled table agree, for every method.
 *
 *     attack_labels [COUNT [FIRST]]
 *
 * COUNT small problems from number FIRST on. Labels, ranks, scores, shares and matches must say the
 * same; rows in another order, and three threads, must change nothing.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "instances.h"
#include "parot/pu.h"

enum { MOST_ROWS = 40, MOST_COLS = 20, MOST_DIMS = 4, METHODS = 10, QUICK = 400 };

struct draw {
    uint64_t number;
    int n, m, dims;
    double x[MOST_ROWS * MOST_DIMS], y[MOST_COLS * MOST_DIMS];
    double moved_x[MOST_ROWS * MOST_DIMS], moved_y[MOST_COLS * MOST_DIMS];
    int x_from[MOST_ROWS], y_from[MOST_COLS];
    parot_pu_data data, moved;
    parot_pu_options options;
};

struct tally {
    int64_t tried, refused, wrong;
};

/* ---- Problems ----------------------------------------------------------- */

static uint64_t choose(const struct draw *draw, uint64_t place, uint64_t count)
{
    return (uint64_t)(test_uniform(draw->number, 1000 + place) * (double)count);
}

/* Anywhere, on a coarse grid, with copies, or over many orders of magnitude. */
static double place(const struct draw *draw, uint64_t stream, int e)
{
    double at = test_uniform(draw->number * 2 + stream, (uint64_t)e);
    double row = test_uniform(draw->number * 2 + stream, 700 + (uint64_t)(e / draw->dims));
    double heap = row < 0.5 ? 0 : 0.7;
    switch (choose(draw, 1, 6)) {
    case 0:
        return floor(4 * at);
    case 1:
        return floor(2 * at + 1.5 * row) * 1e-160;
    case 2:
        return (at + heap) * 1e140;
    case 3:
        return exp(60 * (at - 0.5)) * (row < 0.5 ? 1 : -1);
    default:
        return at + heap;
    }
}

/* A random order: rows sorted by random numbers. */
static void shuffle(const struct draw *draw, uint64_t stream, int count, int *from)
{
    for (int i = 0; i < count; i++) {
        int to = (int)(test_uniform(draw->number * 2 + stream, 5000 + (uint64_t)i) * (i + 1));
        from[i] = from[to];
        from[to] = i;
    }
}

static void permute(const struct draw *draw, const double *rows, const int *from, int count,
                    double *to)
{
    for (int i = 0; i < count; i++)
        memcpy(to + i * draw->dims, rows + from[i] * draw->dims, (size_t)draw->dims * sizeof *rows);
}

static void make_options(struct draw *draw)
{
    static const double noises[] = {0, 0.1, 1.0 / 3, NAN, NAN, NAN};
    parot_pu_options *options = &draw->options;
    parot_pu_options_init(options);
    /* Half of them: methods that move whole rows. */
    options->method =
        (parot_pu_method)(choose(draw, 2, 2) ? choose(draw, 3, METHODS) : choose(draw, 3, 3));
    options->whole_rows = (parot_pu_whole_rows)choose(draw, 4, 3);
    options->noise = noises[choose(draw, 5, 6)];
    options->scale = choose(draw, 6, 2) ? PAROT_AUTO : (int32_t)choose(draw, 7, 6);
    options->metric = choose(draw, 8, 2) ? PAROT_AUTO : (int32_t)choose(draw, 9, 3);
    options->kernel = (parot_pu_kernel)choose(draw, 10, 3);
    options->fused_alpha = (double)choose(draw, 11, 5) / 4;
    options->neighbours = 1 + (int32_t)choose(draw, 12, 3);
}

static void make(struct draw *draw, uint64_t number)
{
    *draw = (struct draw){.number = number};
    draw->n = 4 + (int)choose(draw, 20, MOST_ROWS - 4);
    draw->m = 2 + (int)choose(draw, 21, MOST_COLS - 2);
    draw->dims = 1 + (int)choose(draw, 22, MOST_DIMS);
    for (int e = 0; e < draw->n * draw->dims; e++)
        draw->x[e] = place(draw, 0, e);
    for (int e = 0; e < draw->m * draw->dims; e++)
        draw->y[e] = place(draw, 1, e) * 0.9;
    shuffle(draw, 0, draw->n, draw->x_from);
    shuffle(draw, 1, draw->m, draw->y_from);
    permute(draw, draw->x, draw->x_from, draw->n, draw->moved_x);
    permute(draw, draw->y, draw->y_from, draw->m, draw->moved_y);
    double prior = (1 + (double)choose(draw, 23, (uint64_t)draw->n - 1)) / draw->n;
    draw->data = (parot_pu_data){{draw->x, draw->n, draw->dims, draw->dims},
                                 {draw->y, draw->m, draw->dims, draw->dims},
                                 prior};
    draw->moved = (parot_pu_data){{draw->moved_x, draw->n, draw->dims, draw->dims},
                                  {draw->moved_y, draw->m, draw->dims, draw->dims},
                                  prior};
    make_options(draw);
}

/* ---- Claims ------------------------------------------------------------- */

static int complain(const struct draw *draw, const char *what, int64_t row, double got)
{
    const parot_pu_options *options = &draw->options;
    printf(
        "problem %llu (%s, whole_rows %s, %d rows, %d positives, prior %.3g, noise %g, scale %d, "
        "metric %d): %s: row %lld, %.17g\n",
        (unsigned long long)draw->number, parot_pu_method_name(options->method),
        parot_pu_whole_rows_name(options->whole_rows), draw->n, draw->m, draw->data.prior,
        options->noise, (int)options->scale, (int)options->metric, what, (long long)row, got);
    return 1;
}

static int moves_whole_rows(const parot_pu_options *options)
{
    return options->method <= PAROT_PU_METHOD_FUSED &&
           options->whole_rows <= PAROT_PU_WHOLE_ROWS_CONCAVE;
}

static int is_by_sign(parot_pu_method method)
{
    return method == PAROT_PU_METHOD_UPU || method == PAROT_PU_METHOD_NNPU;
}

static int check_row(const struct draw *draw, const parot_pu_result *result, int64_t i)
{
    int is_positive = result->label[i] > 0;
    if (result->label[i] != 1 && result->label[i] != -1)
        return complain(draw, "the label", i, result->label[i]);
    if (is_positive != (result->rank[i] <= result->positives))
        return complain(draw, "the rank is not the label's", i, result->rank[i]);
    if (!(result->score[i] >= (is_positive ? 0.5 : 0) &&
          result->score[i] <= (is_positive ? 1 : 0.5)))
        return complain(draw, "the score is not the label's", i, result->score[i]);
    if (!(result->share[i] >= 0 && result->share[i] <= 1))
        return complain(draw, "the share", i, result->share[i]);
    if ((result->match[i] >= 0) != !isnan(result->match_cost[i]))
        return complain(draw, "the cost of a match", i, result->match_cost[i]);
    if (result->transport.owner && (result->match[i] >= 0) != (result->share[i] > 0))
        return complain(draw, "the match is not the share's", i, result->share[i]);
    if (moves_whole_rows(&draw->options) && result->share[i] != is_positive)
        return complain(draw, "the share is not the label's", i, result->share[i]);
    return 0;
}

/* by_rank[r]: the row of rank r + 1. Later ranks have no larger scores. */
static int check_order(const struct draw *draw, const parot_pu_result *result)
{
    int by_rank[MOST_ROWS];
    memset(by_rank, -1, sizeof by_rank);
    for (int i = 0; i < draw->n; i++) {
        if (result->rank[i] < 1 || result->rank[i] > draw->n || by_rank[result->rank[i] - 1] >= 0)
            return complain(draw, "ranks are not 1 to n", i, result->rank[i]);
        by_rank[result->rank[i] - 1] = i;
    }
    for (int r = 1; r < draw->n; r++)
        if (result->score[by_rank[r]] > result->score[by_rank[r - 1]])
            return complain(draw, "a later rank has a larger score", by_rank[r],
                            result->score[by_rank[r]]);
    return 0;
}

static int check_value(const struct draw *draw, const parot_pu_result *result)
{
    const parot_result *transport = &result->transport;
    int64_t k = llround(draw->data.prior * draw->n);
    if (!is_by_sign(draw->options.method) && result->positives != k)
        return complain(draw, "rows labelled positive", result->positives, (double)k);
    if (!transport->owner)
        return 0;
    if (!isfinite(transport->objective) || !(transport->bound <= transport->objective))
        return complain(draw, "bound and objective", 0, transport->objective);
    double moved = (double)plan_total(&transport->plan) * draw->n;
    return fabs(moved - (double)k) > 1e-12 * draw->n
               ? complain(draw, "rows moved by the plan", k, moved)
               : 0;
}

static int is_copy(const struct draw *draw, int i)
{
    size_t size = (size_t)draw->dims * sizeof(double);
    for (int j = 0; j < draw->n; j++)
        if (j != i && memcmp(draw->x + i * draw->dims, draw->x + j * draw->dims, size) == 0)
            return 1;
    return 0;
}

/* The same numbers for the same row; copies may change places. */
static int check_moved(const struct draw *draw, const parot_pu_result *result)
{
    parot_run run;
    parot_error err = {0};
    parot_pu_result other = {0};
    int wrong = 0;
    parot_run_init(&run);
    run.threads = 3;
    if (parot_pu_classify(&draw->moved, &draw->options, &run, &other, &err) != PAROT_OK)
        return complain(draw, err.message, -1, NAN);
    for (int i = 0; i < draw->n && !wrong; i++) {
        int from = draw->x_from[i];
        if (is_copy(draw, from))
            continue;
        if (other.label[i] != result->label[from] || other.score[i] != result->score[from] ||
            other.rank[i] != result->rank[from] || other.share[i] != result->share[from])
            wrong = complain(draw, "another order of rows changes the row", from, other.score[i]);
    }
    parot_pu_result_free(&other);
    return wrong;
}

static int check(const struct draw *draw, const parot_pu_result *result)
{
    for (int64_t i = 0; i < draw->n; i++)
        if (check_row(draw, result, i))
            return 1;
    return check_order(draw, result) || check_value(draw, result) || check_moved(draw, result);
}

static void attack(struct draw *draw, uint64_t number, struct tally *tally)
{
    parot_error err = {0};
    parot_pu_result result = {0};
    make(draw, number);
    tally->tried++;
    parot_status status = parot_pu_classify(&draw->data, &draw->options, NULL, &result, &err);
    if (status == PAROT_OK) {
        tally->wrong += check(draw, &result);
        parot_pu_result_free(&result);
    } else {
        tally->refused++;
        if (status > 0 || !err.message[0])
            tally->wrong += complain(draw, "no reason", -1, status);
    }
}

int main(int argc, char **argv)
{
    struct tally tally = {0};
    static struct draw draw;
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : QUICK / test_stride(2);
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    for (uint64_t number = first; number < first + count; number++)
        attack(&draw, number, &tally);
    printf("labels: %lld problems, %lld refused with a reason, %lld wrong\n",
           (long long)tally.tried, (long long)tally.refused, (long long)tally.wrong);
    return tally.wrong > 0;
}
