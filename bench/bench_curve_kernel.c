/* bench_curve_kernel.c - the parametric simplex against the simplex: whole curves, and single
 * answers at the same mass.
 *
 * Usage: bench_path [points]. Two Gaussian clouds, shifted by .5 in the first two coordinates,
 * squared Euclidean costs. Processor time; the smaller of two runs.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "parot/parot.h"

enum { RUNS = 2 };

static double now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
    return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

static void check(parot_status status, const parot_error *err)
{
    if (status == PAROT_OK)
        return;
    fprintf(stderr, "bench_path: %s\n", err->message);
    exit(1);
}

static double *make_cloud(int64_t count, int64_t dims, uint64_t seed, double center)
{
    parot_cloud cloud;
    parot_run run;
    parot_error err;
    double *points = malloc((size_t)(count * dims) * sizeof *points);
    parot_cloud_init(&cloud);
    parot_run_init(&run);
    run.seed = seed;
    cloud.shape = PAROT_SHAPE_BLOBS;
    cloud.count = count;
    cloud.dims = dims;
    cloud.noise = 1;
    cloud.center[0] = cloud.center[1] = center;
    check(parot_make_points(&cloud, &run, points, &err), &err);
    return points;
}

static double *make_weights(int64_t count, uint64_t seed)
{
    parot_run run;
    parot_error err;
    double *weights = malloc((size_t)count * sizeof *weights);
    parot_run_init(&run);
    run.seed = seed;
    check(parot_make_weights(count, &run, weights, &err), &err);
    return weights;
}

static double time_path(const parot_problem *problem, parot_curve *curve)
{
    double best = INFINITY;
    for (int k = 0; k < RUNS; k++) {
        parot_error err;
        double begin = now();
        parot_curve_free(curve);
        check(parot_partial_curve(problem, NULL, curve, &err), &err);
        best = fmin(best, now() - begin);
    }
    return best;
}

/* By a solver that could be used again, hence by the simplex. */
static double time_simplex(const parot_problem *problem)
{
    double best = INFINITY;
    for (int k = 0; k < RUNS; k++) {
        parot_solver *solver = NULL;
        parot_result result = {0};
        parot_error err;
        double begin = now();
        check(parot_solver_new(problem, NULL, &solver, &err), &err);
        check(parot_solver_solve(solver, problem->cost, &result, &err), &err);
        best = fmin(best, now() - begin);
        parot_result_free(&result);
        parot_solver_free(solver);
    }
    return best;
}

static double time_lagrange(const parot_problem *problem, double price)
{
    double best = INFINITY;
    for (int k = 0; k < RUNS; k++) {
        parot_result result = {0};
        parot_error err;
        double begin = now();
        check(parot_partial_lagrange(problem, price, NULL, &result, &err), &err);
        best = fmin(best, now() - begin);
        parot_result_free(&result);
    }
    return best;
}

static void compare(parot_problem problem, int64_t dims)
{
    static const double masses[] = {0.3, 0.5, 0.8, 0.95, 1};
    parot_curve curve = {0};
    problem.mass = 1;
    printf("n %lld, d %lld, %s weights: curve of %.0f ms", (long long)problem.cost.rows,
           (long long)dims, problem.p ? "random" : "uniform", 1e3 * time_path(&problem, &curve));
    printf(", %lld breakpoints\n", (long long)curve.count);
    for (int k = 0; k < 5; k++) {
        double price = 0;
        problem.mass = masses[k];
        parot_curve_at(&curve, masses[k] * (1 - 1e-9), &price);
        double simplex = time_simplex(&problem);
        double parametric = time_lagrange(&problem, masses[k] == 1 ? price * 1.001 : price);
        printf("  mass %.2f: simplex %6.1f ms, parametric %6.1f ms, ratio %.2f\n", masses[k],
               1e3 * simplex, 1e3 * parametric, simplex / parametric);
    }
    parot_curve_free(&curve);
}

int main(int count, char **arguments)
{
    static const int64_t dims[] = {2, 10};
    int64_t n = count > 1 ? strtoll(arguments[1], NULL, 10) : 1000;
    double *cost = malloc((size_t)(n * n) * sizeof *cost);
    double *p = make_weights(n, 2), *q = make_weights(n, 3);
    for (int k = 0; k < 2; k++) {
        double *x = make_cloud(n, dims[k], 1, 0), *y = make_cloud(n, dims[k], 2, 0.5);
        parot_error err;
        check(parot_cost((parot_matrix){x, n, dims[k], dims[k]},
                         (parot_matrix){y, n, dims[k], dims[k]}, PAROT_METRIC_SQEUCLIDEAN, NULL,
                         cost, &err),
              &err);
        compare((parot_problem){{cost, n, n, n}, NULL, NULL, 1}, dims[k]);
        compare((parot_problem){{cost, n, n, n}, p, q, 1}, dims[k]);
        free(x);
        free(y);
    }
    free(cost);
    free(p);
    free(q);
    return 0;
}
