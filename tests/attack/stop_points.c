/* stop_points.c - large clouds stopped at random moments of every stage.
 *
 *   stop_points [N [DIMS [SHARE [uniform|random [STOPS [SEED]]]]]]
 *
 * Clouds N(0, I) and N(.5, I) are solved once, which gives the optimum and when each stage runs;
 * then STOPS times more, each stopped at a random moment of a stage, in turn. The moment is one of
 * processor time, announced by a signal as Ctrl-C would be. Wrong is what answers after more than a
 * second of the processor, does not keep weights and mass, states a bound above the optimum, or
 * one that its prices do not prove. A line for each stop, and how many were wrong.
 */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "instances.h"
#include "parot/parot.h"
#include "release.h"

enum { STAGES = 16, THREADS = 2 };
static const double LATENCY = 1, ROUNDING = 1e-12;

struct stage {
    const char *name;
    double first, last; /* processor seconds since the solve began */
};

struct attack {
    parot_points_problem problem;
    double optimum;
    struct stage stages[STAGES];
    int stage_count;
    double begin; /* processor seconds at which the present solve began */
    const char *stopped_in;
    long long tried, wrong, without_answer;
    double slowest;
};

/* Set by the signal. */
static volatile sig_atomic_t is_stopped;
static struct timespec stopped_processor, stopped_wall;

static double seconds_of(struct timespec time)
{
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double seconds_now(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return seconds_of(now);
}

static void stop_now(int signal)
{
    (void)signal;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &stopped_processor);
    clock_gettime(CLOCK_MONOTONIC, &stopped_wall);
    is_stopped = 1;
}

static void stop_after(double seconds)
{
    struct itimerval timer = {{0, 0}, {(time_t)seconds, (suseconds_t)(1e6 * fmod(seconds, 1))}};
    is_stopped = 0;
    setitimer(ITIMER_PROF, &timer, NULL);
}

static struct stage *stage_called(struct attack *attack, const char *name)
{
    for (int k = 0; k < attack->stage_count; k++)
        if (strcmp(attack->stages[k].name, name) == 0)
            return &attack->stages[k];
    if (attack->stage_count == STAGES)
        return NULL;
    struct stage *stage = &attack->stages[attack->stage_count++];
    stage->name = name;
    stage->first = seconds_now(CLOCK_PROCESS_CPUTIME_ID) - attack->begin;
    return stage;
}

static int watch(const parot_progress *progress, void *user)
{
    struct attack *attack = user;
    struct stage *stage = stage_called(attack, progress->stage);
    if (stage)
        stage->last = seconds_now(CLOCK_PROCESS_CPUTIME_ID) - attack->begin;
    return 0;
}

static int obey(const parot_progress *progress, void *user)
{
    if (!is_stopped)
        ((struct attack *)user)->stopped_in = progress->stage;
    return is_stopped;
}

static parot_status solve(struct attack *attack, int (*progress)(const parot_progress *, void *),
                          parot_result *result, parot_error *err)
{
    parot_run run;
    parot_run_init(&run);
    run.threads = THREADS;
    run.progress = progress;
    run.progress_period = 0.01;
    run.user = attack;
    attack->begin = seconds_now(CLOCK_PROCESS_CPUTIME_ID);
    return parot_partial_points(&attack->problem, &run, result, err);
}

/* The most by which a row, a column or the total misses what it must be, relative to the mass. */
static double missed_mass(const struct attack *attack, const parot_plan *plan)
{
    int64_t n = plan->rows, m = plan->cols;
    double *left = malloc((size_t)(n + m) * sizeof *left), worst = 0, total = 0;
    for (int64_t i = 0; i < n; i++)
        left[i] = test_weight(attack->problem.p, n, i);
    for (int64_t j = 0; j < m; j++)
        left[n + j] = test_weight(attack->problem.q, m, j);
    for (int64_t k = 0; k < plan->count; k++) {
        left[plan->row[k]] -= plan->mass[k];
        left[n + plan->col[k]] -= plan->mass[k];
        worst = fmax(worst, -plan->mass[k]);
        total += plan->mass[k];
    }
    for (int64_t k = 0; k < n + m; k++)
        worst = fmax(worst, -left[k]);
    free(left);
    return fmax(worst, fabs(total - attack->problem.mass) * 1e-3) / attack->problem.mass;
}

/* NULL: nothing is wrong. */
static const char *fault_of(const struct attack *attack, const parot_result *result)
{
    parot_check check = {0};
    parot_run run;
    double slack = ROUNDING * attack->optimum;
    if (!(missed_mass(attack, &result->plan) <= ROUNDING))
        return "misses its weights or its mass";
    if (!(result->bound <= attack->optimum + slack))
        return "states a bound above the optimum";
    if (!(result->objective >= attack->optimum - slack))
        return "states an objective below the optimum";
    parot_run_init(&run);
    run.threads = THREADS;
    if (parot_certify_points(&attack->problem, result, &run, &check, NULL) != PAROT_OK)
        return "is refused by the certificate";
    return check.bound >= result->bound - slack ? NULL : "states a bound that it does not prove";
}

static void stop_once(struct attack *attack, double moment)
{
    AUTO(parot_result, result);
    parot_error err = {0};
    attack->stopped_in = "nothing yet";
    stop_after(moment);
    parot_status status = solve(attack, obey, &result, &err);
    double processor = seconds_now(CLOCK_PROCESS_CPUTIME_ID) - seconds_of(stopped_processor);
    double wall = seconds_now(CLOCK_MONOTONIC) - seconds_of(stopped_wall);
    stop_after(0);
    if (status == PAROT_OK) /* it had ended before */
        processor = wall = 0;
    const char *fault = status == PAROT_ESTOPPED ? NULL
                        : status < 0             ? "fails"
                                                 : fault_of(attack, &result);
    if (processor > LATENCY)
        fault = "answers late";
    attack->tried++;
    attack->wrong += fault != NULL;
    attack->without_answer += status == PAROT_ESTOPPED;
    attack->slowest = fmax(attack->slowest, processor);
    printf("after %.3f s, in %s: %s, answered after %.3f s of the processor, %.3f s passed", moment,
           attack->stopped_in, parot_status_name(status), processor, wall);
    if (status >= 0)
        printf("; objective %.3f, bound %.3f of the optimum", result.objective / attack->optimum,
               result.bound / attack->optimum);
    printf("%s%s\n", fault ? "; WRONG: " : "", fault ? fault : "");
    fflush(stdout);
}

static double *make_numbers(int64_t count, uint64_t seed, double mean, int is_normal)
{
    double *numbers = malloc((size_t)count * sizeof *numbers);
    for (int64_t k = 0; k < count; k++)
        numbers[k] = is_normal ? mean + test_normal(seed, (uint64_t)k)
                               : 0.01 + test_uniform(seed, (uint64_t)k);
    return numbers;
}

static void scale_to_one(double *weights, int64_t count)
{
    double total = test_total(weights, count);
    for (int64_t k = 0; k < count; k++)
        weights[k] /= total;
}

/* The whole solve, and what it shows. */
static int find_optimum(struct attack *attack)
{
    AUTO(parot_result, result);
    parot_error err = {0};
    parot_status status = solve(attack, watch, &result, &err);
    attack->optimum = result.objective;
    printf("%s after %.2f s of the processor:", parot_status_name(status),
           seconds_now(CLOCK_PROCESS_CPUTIME_ID) - attack->begin);
    for (int k = 0; k < attack->stage_count; k++)
        printf(" %s %.2f to %.2f;", attack->stages[k].name, attack->stages[k].first,
               attack->stages[k].last);
    printf("\n");
    fflush(stdout);
    return status == PAROT_OK;
}

int main(int argc, char **argv)
{
    int64_t n = argc > 1 ? atoll(argv[1]) : 100000, d = argc > 2 ? atoll(argv[2]) : 2;
    int is_random = argc > 4 && strcmp(argv[4], "random") == 0;
    int stops = argc > 5 ? atoi(argv[5]) : 10;
    uint64_t seed = argc > 6 ? strtoull(argv[6], NULL, 10) : 1;
    double *x = make_numbers(n * d, 1, 0, 1), *y = make_numbers(n * d, 2, 0.5, 1);
    double *p = make_numbers(n, 3, 0, 0), *q = make_numbers(n, 4, 0, 0);
    scale_to_one(p, n);
    scale_to_one(q, n);
    struct attack attack = {.problem = {.x = {x, n, d, d},
                                        .y = {y, n, d, d},
                                        .p = is_random ? p : NULL,
                                        .q = is_random ? q : NULL,
                                        .mass = argc > 3 ? strtod(argv[3], NULL) : 0.5}};
    signal(SIGPROF, stop_now);
    if (find_optimum(&attack))
        for (int k = 0; k < stops; k++) {
            const struct stage *stage = &attack.stages[k % attack.stage_count];
            double where = test_uniform(seed, (uint64_t)k);
            stop_after(0);
            stop_once(&attack, stage->first + where * (stage->last - stage->first) + 1e-4);
        }
    printf("%lld stops: %lld wrong, %lld without an answer, at most %.3f s of the processor\n",
           attack.tried, attack.wrong, attack.without_answer, attack.slowest);
    free(x);
    free(y);
    free(p);
    free(q);
    return attack.wrong > 0 || attack.tried < stops;
}
