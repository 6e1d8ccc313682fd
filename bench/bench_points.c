/* bench_points.c - one solve of two clouds, and its certificate, in a process of its own.
 *
 *     bench_points FILE points|dense METRIC THREADS CAP mass|price NUMBER
 *
 * One line of JSON about the run. Times go from the clouds in memory to the plan with its prices,
 * and apart from that for the certificate; "dense" includes computing the matrix. Each is given
 * twice: as it passes, and as processor time over all threads. A run that has used CAP seconds of
 * the processor is stopped as a user would stop it. The peak is that of the process, clouds
 * included.
 *
 * FILE holds four int64, n, m, d and whether there are weights, and then doubles: n + m weights if
 * so, n x d and m x d coordinates. bench/points_cells.py writes it.
 */
#include <math.h>
#include <string.h>

#include "instance.h"
#include "parot/parot.h"

struct clouds {
    double *block;
    parot_points_problem problem;
    double price; /* NAN: a mass is asked for */
};

struct times {
    double wall, processor;
};

struct run {
    parot_status status;
    parot_result result;
    parot_check check;
    parot_error err;
    double *cost; /* of the dense engine */
    struct times matrix, solve, proof;
};

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static struct times now(void)
{
    return (struct times){seconds_of(CLOCK_MONOTONIC), seconds_of(CLOCK_PROCESS_CPUTIME_ID)};
}

static struct times since(struct times begin)
{
    struct times end = now();
    return (struct times){end.wall - begin.wall, end.processor - begin.processor};
}

static int is_over_cap(const parot_progress *progress, void *user)
{
    (void)progress;
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID) > *(const double *)user;
}

/* Ends the program when the file cannot be read. */
static struct clouds read_clouds(const char *path)
{
    struct clouds clouds = {.price = NAN};
    int64_t head[4] = {0};
    FILE *file = fopen(path, "rb");
    size_t count = 0;
    if (file && fread(head, sizeof *head, 4, file) == 4) {
        count = (size_t)((head[0] + head[1]) * (head[2] + (head[3] != 0)));
        clouds.block = malloc(count * sizeof *clouds.block);
    }
    if (!clouds.block || fread(clouds.block, sizeof *clouds.block, count, file) != count) {
        fprintf(stderr, "%s: not a pair of clouds\n", path);
        exit(1);
    }
    fclose(file);
    int64_t n = head[0], m = head[1], d = head[2];
    double *x = clouds.block + (head[3] ? n + m : 0);
    clouds.problem = (parot_points_problem){.x = {x, n, d, d}, .y = {x + n * d, m, d, d}};
    clouds.problem.p = head[3] ? clouds.block : NULL;
    clouds.problem.q = head[3] ? clouds.block + n : NULL;
    return clouds;
}

static void solve_points(const struct clouds *clouds, const parot_run *options, struct run *run)
{
    const parot_points_problem *problem = &clouds->problem;
    struct times begin = now();
    run->status = isnan(clouds->price)
                      ? parot_partial_points(problem, options, &run->result, &run->err)
                      : parot_partial_points_lagrange(problem, clouds->price, options, &run->result,
                                                      &run->err);
    run->solve = since(begin);
    if (run->status != PAROT_OK)
        return;
    begin = now();
    run->status = isnan(clouds->price)
                      ? parot_certify_points(problem, &run->result, options, &run->check, &run->err)
                      : parot_certify_points_price(problem, clouds->price, &run->result, options,
                                                   &run->check, &run->err);
    run->proof = since(begin);
}

/* With the matrix in run->cost. */
static void solve_matrix(const struct clouds *clouds, const parot_run *options, struct run *run)
{
    const parot_points_problem *points = &clouds->problem;
    int64_t n = points->x.rows, m = points->y.rows;
    parot_problem problem = {
        .cost = {run->cost, n, m, m}, .p = points->p, .q = points->q, .mass = points->mass};
    struct times begin = now();
    run->status = isnan(clouds->price) ? parot_partial(&problem, options, &run->result, &run->err)
                                       : parot_partial_lagrange(&problem, clouds->price, options,
                                                                &run->result, &run->err);
    run->solve = since(begin);
    if (run->status != PAROT_OK)
        return;
    begin = now();
    run->status = isnan(clouds->price)
                      ? parot_certify(&problem, &run->result, options, &run->check, &run->err)
                      : parot_certify_price(&problem, clouds->price, &run->result, options,
                                            &run->check, &run->err);
    run->proof = since(begin);
}

static void solve_dense(const struct clouds *clouds, const parot_run *options, struct run *run)
{
    const parot_points_problem *points = &clouds->problem;
    struct times begin = now();
    run->cost = malloc((size_t)(points->x.rows * points->y.rows) * sizeof *run->cost);
    if (!run->cost) {
        run->status = PAROT_ENOMEM;
        return;
    }
    run->status = parot_cost(points->x, points->y, points->metric, options, run->cost, &run->err);
    run->matrix = since(begin);
    if (run->status == PAROT_OK)
        solve_matrix(clouds, options, run);
}

static void print_times(const char *name, struct times times)
{
    printf("\"%s_seconds\": %.6g, \"%s_processor\": %.6g, ", name, times.wall, name,
           times.processor);
}

static void print_run(const struct run *run)
{
    const parot_result *result = &run->result;
    const parot_check *check = &run->check;
    printf("{\"status\": \"%s\", ", parot_status_name(run->status));
    if (run->status < 0)
        printf("\"error\": \"%s\", ", run->err.message);
    print_times("matrix", run->matrix);
    print_times("solve", run->solve);
    print_times("proof", run->proof);
    if (result->plan.mass)
        printf("\"objective\": %.17g, \"bound\": %.17g, \"mass\": %.17g, ", result->objective,
               result->bound, result->mass);
    if (run->status == PAROT_OK)
        printf("\"relative\": %.3g, \"infeasible\": %.3g, \"dual\": %.3g, \"gap\": %.3g, ",
               check->relative, check->infeasible, check->dual, check->relative_gap);
    printf("\"iterations\": %lld, \"pivots\": %lld, \"passes\": %lld, \"bytes\": %.0f}\n",
           (long long)result->info.iterations, (long long)result->info.pivots,
           (long long)result->info.passes, peak_bytes());
}

int main(int argc, char **argv)
{
    struct run run = {0};
    parot_run options;
    if (argc != 8) {
        fprintf(stderr,
                "usage: bench_points FILE points|dense METRIC THREADS CAP mass|price NUMBER\n");
        return 2;
    }
    struct clouds clouds = read_clouds(argv[1]);
    if (parot_metric_parse(argv[3], &clouds.problem.metric, &run.err) != PAROT_OK) {
        fprintf(stderr, "%s\n", run.err.message);
        return 2;
    }
    double cap = strtod(argv[5], NULL), number = strtod(argv[7], NULL);
    cap += seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    if (strcmp(argv[6], "price") == 0)
        clouds.price = number;
    else
        clouds.problem.mass = number;
    parot_run_init(&options);
    options.threads = atoi(argv[4]);
    options.progress_period = 0.05;
    options.progress = is_over_cap;
    options.user = &cap;
    (strcmp(argv[2], "dense") == 0 ? solve_dense : solve_points)(&clouds, &options, &run);
    print_run(&run);
    parot_result_free(&run.result);
    free(run.cost);
    free(clouds.block);
    return 0;
}
