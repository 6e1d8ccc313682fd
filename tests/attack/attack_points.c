/* attack_points.c - clouds of points solved without a matrix, against the engine with one.
 *
 *   attack_points [COUNT [FIRST [SECONDS]]]
 *
 * Clouds of all families (hostile_clouds.h) are solved by both engines on one thread. Objectives
 * agree to 1e-12; the answer without a matrix is proved to 1e-12 twice, by parot_certify_points and
 * by parot_certify on a matrix computed here, or as well as the other answer is (where the last
 * digit of the mass, at the price of a far point, is more than that, none can be proved); it takes
 * at most twice the memory that was estimated; and from 4 million pairs on it takes no more
 * processor time than the other with its matrix, in the best of three. A solve that takes more than
 * SECONDS of the processor (60) is stopped and counted as slow. COUNT clouds from number FIRST on;
 * without COUNT a few seconds of small ones.
 */
#include <float.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hostile_clouds.h"
#include "watched_run.h"

enum { QUICK = 600, QUICK_PAIRS = 40000, TRIES = 3 };
static const double AGREE = 1e-12, TIMED_PAIRS = 4e6;

static volatile sig_atomic_t is_over;

static void end(int signal)
{
    (void)signal;
    is_over = 1;
}

struct attack {
    uint64_t number;
    struct hostile_clouds clouds;
    parot_problem matrix;
    double *cost;
    struct watch watch;
    long long tried, wrong, slow, timed, slower;
    double worst_difference, worst_proof, worst_ratio;
};

static parot_run limited_run(struct attack *attack)
{
    parot_run run;
    parot_run_init(&run);
    attack->watch.stop = processor_seconds() + attack->watch.limit;
    attack->watch.most = attack->watch.live = 0;
    run.progress_period = 0.02;
    run.progress = is_over_limit;
    run.alloc = take;
    run.release = give_back;
    run.user = &attack->watch;
    return run;
}

static void complain(struct attack *attack, long long *kind, const char *what, double number)
{
    ++*kind;
    printf("attack_points 1 %llu: %s: %s %.3g\n", (unsigned long long)attack->number,
           attack->clouds.name, what, number);
    fflush(stdout);
}

static parot_status solve_points(struct attack *attack, parot_result *result, double *seconds)
{
    const struct hostile_clouds *clouds = &attack->clouds;
    parot_run run = limited_run(attack);
    double begin = processor_seconds();
    parot_status status =
        clouds->has_price
            ? parot_partial_points_lagrange(&clouds->problem, clouds->price, &run, result, NULL)
            : parot_partial_points(&clouds->problem, &run, result, NULL);
    *seconds = processor_seconds() - begin;
    return status;
}

/* The time includes that of parot_cost; the costs are then those that define the problem. */
static parot_status solve_dense(struct attack *attack, parot_result *result, double *seconds)
{
    const struct hostile_clouds *clouds = &attack->clouds;
    const parot_points_problem *points = &clouds->problem;
    parot_run run = limited_run(attack);
    double begin = processor_seconds();
    parot_status status =
        parot_cost(points->x, points->y, points->metric, NULL, attack->cost, NULL);
    double costs = processor_seconds() - begin;
    if (status == PAROT_OK &&
        (points->metric == PAROT_METRIC_SQEUCLIDEAN || points->metric == PAROT_METRIC_EUCLIDEAN))
        hostile_costs(points, attack->cost);
    begin = processor_seconds();
    if (status == PAROT_OK)
        status = clouds->has_price
                     ? parot_partial_lagrange(&attack->matrix, clouds->price, &run, result, NULL)
                     : parot_partial(&attack->matrix, &run, result, NULL);
    *seconds = processor_seconds() - begin + costs;
    return status;
}

/* What is minimised, and how large its parts are. */
static double value_of(const struct attack *attack, const parot_result *result, double *scale)
{
    double gain = attack->clouds.has_price ? attack->clouds.price * result->mass : 0;
    *scale = fmax(fabs(result->objective) + fabs(gain), DBL_MIN);
    return result->objective - gain;
}

static void compare(struct attack *attack, const parot_result *points, const parot_result *dense)
{
    double scale, other, difference = value_of(attack, points, &other);
    difference = fabs(difference - value_of(attack, dense, &scale)) / scale;
    if (!(difference <= AGREE))
        complain(attack, &attack->wrong, "differs from the answer with a matrix by", difference);
    attack->worst_difference = fmax(attack->worst_difference, difference);
}

/* The certificate by a matrix. */
static parot_status certify(const struct attack *attack, const parot_result *result,
                            parot_check *check)
{
    const struct hostile_clouds *clouds = &attack->clouds;
    return clouds->has_price
               ? parot_certify_price(&attack->matrix, clouds->price, result, NULL, check, NULL)
               : parot_certify(&attack->matrix, result, NULL, check, NULL);
}

/* `other`: the answer with a matrix, if there is one. */
static void judge(struct attack *attack, const parot_result *result, const parot_result *other)
{
    const struct hostile_clouds *clouds = &attack->clouds;
    parot_check own = {0}, dense = {0}, usual = {0};
    parot_status status =
        clouds->has_price
            ? parot_certify_points_price(&clouds->problem, clouds->price, result, NULL, &own, NULL)
            : parot_certify_points(&clouds->problem, result, NULL, &own, NULL);
    if (status == PAROT_OK)
        status = certify(attack, result, &dense);
    if (status == PAROT_OK && other)
        status = certify(attack, other, &usual);
    double excess = fmax(own.relative, dense.relative);
    double most = fmax(AGREE, 1.01 * usual.relative);
    double missed = fmax(own.infeasible, dense.infeasible);
    if (status != PAROT_OK)
        complain(attack, &attack->wrong, "the certificate says", status);
    else if (!(excess <= most && missed <= AGREE))
        complain(attack, &attack->wrong, "proved only to", fmax(excess, missed));
    attack->worst_proof = fmax(attack->worst_proof, fmax(excess, missed));
}

/* A single measurement means little on a busy machine: the best of some. */
static void compare_times(struct attack *attack, double points, double dense)
{
    double pairs = (double)attack->matrix.cost.rows * (double)attack->matrix.cost.cols;
    if (pairs < TIMED_PAIRS)
        return;
    for (int k = 1; k < TRIES && points > dense; k++) {
        parot_result result = {0};
        double seconds = INFINITY;
        if (solve_points(attack, &result, &seconds) == PAROT_OK)
            points = fmin(points, seconds);
        parot_result_free(&result);
        if (solve_dense(attack, &result, &seconds) == PAROT_OK)
            dense = fmin(dense, seconds);
        parot_result_free(&result);
    }
    attack->timed++;
    attack->worst_ratio = fmax(attack->worst_ratio, points / dense);
    if (points > dense)
        complain(attack, &attack->slower, "seconds over those with a matrix:", points / dense);
}

static void try_clouds(struct attack *attack)
{
    parot_result points = {0}, dense = {0};
    double points_seconds = 0, dense_seconds = 0;
    parot_status status = solve_points(attack, &points, &points_seconds);
    double memory = attack->watch.most / hostile_memory(&attack->clouds);
    parot_status other = solve_dense(attack, &dense, &dense_seconds);
    attack->tried++;
    if (status == PAROT_CANCELLED || status == PAROT_ESTOPPED)
        complain(attack, &attack->slow,
                 other == PAROT_OK ? "stopped; with a matrix, s:"
                                   : "stopped, as with a matrix, after",
                 dense_seconds);
    else if (status != PAROT_OK)
        complain(attack, &attack->wrong, "status", status);
    else
        judge(attack, &points, other == PAROT_OK ? &dense : NULL);
    if (memory > 2)
        complain(attack, &attack->wrong, "bytes taken over those estimated:", memory);
    if (status == PAROT_OK && other == PAROT_OK) {
        compare(attack, &points, &dense);
        compare_times(attack, points_seconds, dense_seconds);
    }
    parot_result_free(&points);
    parot_result_free(&dense);
}

/* Makes cloud `number`, and solves it if it has at most so many pairs. */
static void try_number(struct attack *attack, uint64_t number, double most_pairs)
{
    hostile_make(&attack->clouds, number);
    const parot_points_problem *points = &attack->clouds.problem;
    int64_t n = points->x.rows, m = points->y.rows;
    attack->number = number;
    attack->cost = malloc((size_t)(n * m) * sizeof *attack->cost);
    attack->matrix = (parot_problem){
        .cost = {attack->cost, n, m, m}, .p = points->p, .q = points->q, .mass = points->mass};
    if ((double)n * (double)m <= most_pairs)
        try_clouds(attack);
    free(attack->cost);
    hostile_free(&attack->clouds);
}

int main(int argc, char **argv)
{
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : QUICK;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    signal(SIGINT, end);
    struct attack attack = {.watch.limit = argc > 3 ? strtod(argv[3], NULL) : 60};
    for (uint64_t number = first; number < first + count && !is_over; number++)
        try_number(&attack, number, argc > 1 ? INFINITY : QUICK_PAIRS);
    printf(
        "%lld clouds: %lld wrong, %lld slow; objectives differ by up to %.2g, proved to %.2g; of "
        "%lld timed, %lld slower than with a matrix, at most %.2f times\n",
        attack.tried, attack.wrong, attack.slow, attack.worst_difference, attack.worst_proof,
        attack.timed, attack.slower, attack.worst_ratio);
    return attack.wrong > 0 || attack.slow > 0;
}
