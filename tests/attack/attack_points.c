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
    struct watch watch;
    long long tried, wrong, slow, timed, slower;
    double worst_difference, worst_proof, worst_ratio;
};

static void complain(struct attack *attack, long long *kind, const char *what, double number)
{
    ++*kind;
    printf("attack_points 1 %llu: %s: %s %.3g\n", (unsigned long long)attack->number,
           attack->clouds.name, what, number);
    fflush(stdout);
}

static parot_status solve_points(struct attack *attack, parot_result *result, double *seconds)
{
    parot_run run = watched_run(&attack->watch);
    double begin = processor_seconds();
    parot_status status = hostile_solve(&attack->clouds, &run, result);
    *seconds = processor_seconds() - begin;
    return status;
}

/* The time includes that of parot_cost; the costs are then those that define the problem. */
static parot_status solve_dense(struct attack *attack, parot_result *result, double *seconds)
{
    struct hostile_clouds *clouds = &attack->clouds;
    const parot_points_problem *points = &clouds->problem;
    double begin = processor_seconds();
    parot_status status =
        parot_cost(points->x, points->y, points->metric, NULL, clouds->cost, NULL);
    double costs = processor_seconds() - begin;
    if (status == PAROT_OK)
        status = hostile_matrix(clouds);
    parot_run run = watched_run(&attack->watch);
    begin = processor_seconds();
    if (status == PAROT_OK)
        status = hostile_solve_matrix(clouds, &run, result);
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

/* `other`: the answer with a matrix, if there is one. */
static void judge(struct attack *attack, const parot_result *result, const parot_result *other)
{
    const struct hostile_clouds *clouds = &attack->clouds;
    parot_check own = {0}, dense = {0}, usual = {0};
    parot_status status = hostile_certify(clouds, result, &own);
    if (status == PAROT_OK)
        status = hostile_certify_matrix(clouds, result, &dense);
    if (status == PAROT_OK && other)
        status = hostile_certify_matrix(clouds, other, &usual);
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
    double pairs =
        (double)attack->clouds.matrix.cost.rows * (double)attack->clouds.matrix.cost.cols;
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
    AUTO(parot_result, points, dense);
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
}

/* Makes cloud `number`, and solves it if it has at most so many pairs. */
static void try_number(struct attack *attack, uint64_t number, double most_pairs)
{
    hostile_make(&attack->clouds, number);
    const parot_points_problem *points = &attack->clouds.problem;
    attack->number = number;
    if ((double)points->x.rows * (double)points->y.rows <= most_pairs) {
        if (hostile_matrix(&attack->clouds) != PAROT_OK)
            complain(attack, &attack->wrong, "no matrix", NAN);
        try_clouds(attack);
    }
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
