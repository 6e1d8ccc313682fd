/* bench_tiles.c - what questions about all pairs of two clouds cost, without a matrix.
 *
 *     bench_tiles [N [DIMS [METRIC [THREADS [KERNELS]]]]]
 *
 * Clouds N(0, I) and N(.5, I) of n points each. A JSON line for each question: the 24 lowest
 * columns of each row without prices; the same with prices from a coarse problem, as they are near
 * full mass; the rows of each column; and all pairs below a limit, as in a proof. `seconds` are
 * those of the processor over all threads; `share` is the share of the pairs that the filter looked
 * at, `decided` those that were computed in double, for each row.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "base/random.h"
#include "transport/points/tile_kernel.h"
#include "transport/points/tiles.h"

enum { BEST = 24 };

struct bench {
    int64_t n, dims;
    parot_metric metric;
    struct control control;
    struct points points;
    struct tiles *tiles;
    double *potential[2];
};

static double processor_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static long peak_megabytes(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

static double *make_cloud(int64_t n, int64_t dims, uint64_t seed, double mean)
{
    double *cloud = malloc((size_t)(n * dims) * sizeof *cloud);
    for (int64_t k = 0; k < n * dims; k++)
        cloud[k] = mean + random_normal(seed, RANDOM_POINT, (uint64_t)k);
    return cloud;
}

static void say(const struct bench *bench, const char *question, double seconds,
                const struct tiles_query *query)
{
    double all = (double)bench->n * (double)bench->n;
    printf("{\"n\": %lld, \"dims\": %lld, \"metric\": \"%s\", \"question\": \"%s\", "
           "\"seconds\": %.4g",
           (long long)bench->n, (long long)bench->dims, parot_metric_name(bench->metric), question,
           seconds);
    if (query)
        printf(", \"share\": %.4g, \"ns_per_pair\": %.3g, \"decided\": %.4g",
               (double)query->pairs / all, 1e9 * seconds / (double)query->pairs,
               (double)query->decided / (double)bench->n);
    printf(", \"megabytes\": %ld}\n", peak_megabytes());
    fflush(stdout);
}

static parot_status ignore(void *user, int32_t row, int32_t count, const int32_t *col,
                           const double *cost)
{
    (void)user, (void)row, (void)count, (void)col, (void)cost;
    return PAROT_OK;
}

static void ask(struct bench *bench, const char *question, struct tiles_query query)
{
    double begin = processor_seconds();
    query.take = ignore;
    if (tiles_search(bench->tiles, &query, &bench->control) != PAROT_OK)
        exit(1);
    say(bench, question, processor_seconds() - begin, &query);
}

/* The prices of the map x + v between the clouds, v = (.5, ..., .5): 2 <v, y_j> for squares, <v,
 * y_j> / |v| for distances; with some noise, as between points drawn at random. */
static void make_prices(struct bench *bench, const double *y)
{
    double v = .5, length = v * sqrt((double)bench->dims);
    double slope = bench->metric == PAROT_METRIC_SQEUCLIDEAN ? 2 * v : v / length;
    for (int64_t j = 0; j < bench->n; j++) {
        const double *at = y + bench->points.side[POINTS_COLS].of[j] * bench->dims;
        double sum = random_normal(3, RANDOM_NOISE, (uint64_t)j) / sqrt((double)bench->n);
        for (int64_t k = 0; k < bench->dims; k++)
            sum += slope * at[k];
        bench->potential[POINTS_COLS][j] = sum;
    }
}

struct minima {
    double *limit;
    const double *potential;
};

static parot_status take_limit(void *user, int32_t row, int32_t count, const int32_t *col,
                               const double *cost)
{
    const struct minima *minima = user;
    minima->limit[row] = cost[count / 3] - minima->potential[col[count / 3]];
    return PAROT_OK;
}

/* All pairs at or below the eighth lowest of each row, at most 12. */
static void ask_below(struct bench *bench)
{
    double *limit = malloc((size_t)bench->n * sizeof *limit);
    struct minima minima = {limit, bench->potential[POINTS_COLS]};
    struct tiles_query query = {.potential = bench->potential[POINTS_COLS],
                                .most = BEST,
                                .take = take_limit,
                                .user = &minima};
    if (tiles_search(bench->tiles, &query, &bench->control) != PAROT_OK)
        exit(1);
    query.limit = limit;
    query.most = 12;
    ask(bench, "below a limit", query);
    free(limit);
}

static void open_bench(struct bench *bench, const char *kernels)
{
    parot_error err = {0};
    double *x = make_cloud(bench->n, bench->dims, 1, 0),
           *y = make_cloud(bench->n, bench->dims, 2, .5), begin = processor_seconds();
    parot_matrix source = {x, bench->n, bench->dims, bench->dims};
    parot_matrix target = {y, bench->n, bench->dims, bench->dims};
    if (points_open(&bench->points, source, target, bench->metric, &bench->control, &err) ||
        tiles_open(&bench->tiles, &bench->points, &bench->control, &err))
        exit((fprintf(stderr, "%s\n", err.message), 1));
    say(bench, "order", processor_seconds() - begin, NULL);
    for (const struct tile_kernels *const *other = tile_kernels_available(); *other; other++)
        if (kernels && strcmp((*other)->name, kernels) == 0)
            tiles_use(bench->tiles, *other);
    for (int side = 0; side < 2; side++)
        bench->potential[side] = calloc((size_t)bench->n, sizeof(double));
    make_prices(bench, y);
    free(x);
    free(y);
}

static void close_bench(struct bench *bench)
{
    tiles_close(bench->tiles);
    points_close(&bench->points);
    free(bench->potential[0]);
    free(bench->potential[1]);
}

int main(int argc, char **argv)
{
    struct bench bench = {.n = argc > 1 ? atoll(argv[1]) : 10000,
                          .dims = argc > 2 ? atoll(argv[2]) : 2};
    parot_error err = {0};
    parot_run run;
    parot_run_init(&run);
    run.threads = argc > 4 ? atoi(argv[4]) : 1;
    if ((argc > 3 && parot_metric_parse(argv[3], &bench.metric, &err)) ||
        control_init(&bench.control, &run, &err))
        return fprintf(stderr, "%s\n", err.message), 1;
    open_bench(&bench, argc > 5 ? argv[5] : NULL);
    ask(&bench, "best columns", (struct tiles_query){.most = BEST});
    ask(&bench, "best rows", (struct tiles_query){.side = POINTS_COLS, .most = 8});
    ask(&bench, "best columns with prices",
        (struct tiles_query){.most = BEST, .potential = bench.potential[POINTS_COLS]});
    ask_below(&bench);
    close_bench(&bench);
    return 0;
}
