/* large_points.c - clouds of all families, too large for a matrix.
 *
 *   large_points [COUNT [FIRST [N [SECONDS]]]]
 *   large_points FAMILY METRIC WEIGHTS DIMS SHARE N [M [SECONDS]]
 *
 * The first form tries COUNT clouds (hostile_clouds.h) from number FIRST on, with up to N points a
 * side; the second one of a shape that is given. A line for each: processor seconds on one thread,
 * the most memory that the solve held, pivots, and to what the answer is proved. Wrong is what is
 * not proved to 1e-12, holds more than twice the memory that was estimated, or has taken more than
 * SECONDS of the processor (600), when it is stopped.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hostile_clouds.h"
#include "watched_run.h"

static const double PROVED = 1e-12;

struct attack {
    struct hostile_clouds clouds;
    struct watch watch;
    long long tried, wrong;
};

static void try_clouds(struct attack *attack, uint64_t number)
{
    AUTO(parot_result, result);
    parot_check check = {0};
    double begin = processor_seconds();
    parot_run run = watched_run(&attack->watch);
    parot_status status = hostile_solve(&attack->clouds, &run, &result);
    double seconds = processor_seconds() - begin;
    double memory = attack->watch.most / hostile_memory(&attack->clouds);
    if (status == PAROT_OK)
        status = hostile_certify(&attack->clouds, &result, &check);
    double proof = status == PAROT_OK ? fmax(check.relative, check.infeasible) : INFINITY;
    int is_wrong = !(proof <= PROVED) || memory > 2;
    printf("%llu: %s: %s, %.2f s, %.0f MB, %lld pivots, proved to %.2g in %.2f s%s\n",
           (unsigned long long)number, attack->clouds.name, parot_status_name(status), seconds,
           attack->watch.most / 1e6, (long long)result.info.pivots, proof,
           processor_seconds() - begin - seconds, is_wrong ? "; WRONG" : "");
    fflush(stdout);
    attack->tried++;
    attack->wrong += is_wrong;
    hostile_free(&attack->clouds);
}

static int try_shape(struct attack *attack, int argc, char **argv)
{
    struct hostile_shape shape = {.family = hostile_family(argv[1]),
                                  .weights = hostile_weights(argv[3]),
                                  .dims = atoll(argv[4]),
                                  .share = strtod(argv[5], NULL),
                                  .n = atoll(argv[6]),
                                  .m = atoll(argv[argc > 7 ? 7 : 6])};
    attack->watch.limit = argc > 8 ? strtod(argv[8], NULL) : 600;
    if (shape.family < 0 || shape.weights < 0 || shape.n < 1 || shape.m < 1 || shape.dims < 1 ||
        parot_metric_parse(argv[2], &shape.metric, NULL) != PAROT_OK) {
        fprintf(stderr, "large_points: no such family, metric, weights or size\n");
        return 2;
    }
    hostile_shape(&attack->clouds, &shape, 1);
    try_clouds(attack, 1);
    return attack->wrong > 0;
}

int main(int argc, char **argv)
{
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 24;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    int64_t n = argc > 3 ? atoll(argv[3]) : 2000;
    struct attack attack = {.watch.limit = argc > 4 ? strtod(argv[4], NULL) : 600};
    if (argc > 6)
        return try_shape(&attack, argc, argv);
    for (uint64_t number = first; number < first + count; number++) {
        hostile_make_large(&attack.clouds, number, n);
        try_clouds(&attack, number);
    }
    printf("%lld clouds: %lld wrong\n", attack.tried, attack.wrong);
    return attack.wrong > 0;
}
