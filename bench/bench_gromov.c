/* bench_gromov.c - parot_gromov as one of the compared programs.
 *
 *   bench_gromov FILE MASS STARTS THREADS ITERATIONS
 *
 * FILE holds pairs of distance matrices (measure_gromov.py writes it): int64 count, then for each
 * int64 n and m, n x n and m x m doubles. Each line on standard input is one pass over all of them,
 * answered by one line of JSON. The time goes from the distances to plan, prices and gap.
 */
#include <math.h>

#include "instance.h"
#include "parot/parot.h"

struct pairs {
    int64_t count;
    parot_gromov_problem *problem;
};

static void read_or_exit(void *to, size_t size, size_t count, FILE *file, const char *path)
{
    if (fread(to, size, count, file) == count)
        return;
    fprintf(stderr, "%s: not a file of pairs\n", path);
    exit(1);
}

static parot_matrix read_square(int64_t n, FILE *file, const char *path)
{
    double *data = malloc((size_t)(n * n) * sizeof *data);
    if (!data)
        exit(1);
    read_or_exit(data, sizeof *data, (size_t)(n * n), file, path);
    return (parot_matrix){data, n, n, n};
}

static struct pairs read_pairs(const char *path, double mass)
{
    struct pairs pairs = {0};
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "%s: cannot be opened\n", path);
        exit(1);
    }
    read_or_exit(&pairs.count, sizeof pairs.count, 1, file, path);
    pairs.problem = calloc((size_t)pairs.count, sizeof *pairs.problem);
    if (!pairs.problem)
        exit(1);
    for (int64_t k = 0; k < pairs.count; k++) {
        int64_t sizes[2];
        read_or_exit(sizes, sizeof *sizes, 2, file, path);
        parot_gromov_problem *problem = &pairs.problem[k];
        *problem = (parot_gromov_problem){.alpha = 1, .mass = mass};
        problem->source = read_square(sizes[0], file, path);
        problem->target = read_square(sizes[1], file, path);
    }
    fclose(file);
    return pairs;
}

/* What a pass adds up to. */
struct total {
    double seconds, objective, mass_error, gap;
    int64_t iterations;
};

static void solve_one(const parot_gromov_problem *problem, const parot_gromov_options *options,
                      const parot_run *run, struct total *total)
{
    parot_gromov_result result = {0};
    parot_error err = {0};
    double begin = clock_now(), mass = 0;
    if (parot_gromov(problem, options, run, &result, &err) < 0) {
        fprintf(stderr, "%s\n", err.message);
        exit(1);
    }
    total->seconds += clock_now() - begin;
    const parot_plan *plan = &result.transport.plan;
    for (int64_t e = 0; e < plan->count; e++)
        mass += plan->mass[e];
    total->objective += result.transport.objective;
    total->mass_error = fmax(total->mass_error, fabs(mass - problem->mass));
    total->gap = fmax(total->gap, result.stationarity);
    total->iterations += result.transport.info.iterations;
    parot_gromov_result_free(&result);
}

int main(int argc, char **argv)
{
    if (argc != 6) {
        fprintf(stderr, "usage: bench_gromov FILE MASS STARTS THREADS ITERATIONS\n");
        return 2;
    }
    struct pairs pairs = read_pairs(argv[1], strtod(argv[2], NULL));
    parot_gromov_options options;
    parot_run run;
    parot_gromov_options_init(&options);
    parot_run_init(&run);
    options.starts = (uint32_t)atoi(argv[3]);
    run.threads = atoi(argv[4]);
    run.max_iterations = atoi(argv[5]);
    say_ready();
    while (another_run()) {
        struct total total = {0};
        for (int64_t k = 0; k < pairs.count; k++)
            solve_one(&pairs.problem[k], &options, &run, &total);
        printf("{\"seconds\": %.9g, \"objective\": %.17g, \"mass_error\": %.3g, \"gap\": %.3g, "
               "\"iterations\": %lld, \"bytes\": %.0f}\n",
               total.seconds, total.objective, total.mass_error, total.gap,
               (long long)total.iterations, peak_bytes());
        fflush(stdout);
    }
    return 0;
}
