/* shared_solve.h - one solve of two clouds and its proof with the help of other ranks, measured.
 *
 * Clouds N(0, I) and N(.5, I) with n points each, uniform weights, squared Euclid. Times are given
 * as they pass and as processor time of rank 0; whoever starts the ranks adds that of the others.
 */
#ifndef PAROT_BENCH_SHARED_SOLVE_H
#define PAROT_BENCH_SHARED_SOLVE_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "parot/parot.h"

static inline double seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The sum of twelve uniforms, by splitmix64. */
static inline double draw_normal(uint64_t *state)
{
    double sum = -6;
    for (int k = 0; k < 12; k++) {
        uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
        z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
        sum += (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
    }
    return sum;
}

static inline double *draw_cloud(int64_t n, int64_t dims, double shift, uint64_t seed)
{
    double *points = malloc((size_t)(n * dims) * sizeof *points);
    for (int64_t k = 0; points && k < n * dims; k++)
        points[k] = shift + draw_normal(&seed);
    return points;
}

/* What one call took. */
struct phase {
    double wall, processor;
    parot_ranks_info info; /* of this phase alone */
};

struct shared_solve {
    struct phase solve, proof;
    double objective, relative;
    int is_proved;
};

static inline void phase_end(struct phase *phase, const parot_ranks *ranks)
{
    parot_ranks_info before = phase->info, now;
    parot_ranks_get_info(ranks, &now);
    phase->wall = seconds_of(CLOCK_MONOTONIC) - phase->wall;
    phase->processor = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - phase->processor;
    phase->info = now;
    phase->info.jobs -= before.jobs;
    phase->info.pieces -= before.pieces;
    phase->info.own_pieces -= before.own_pieces;
    phase->info.messages -= before.messages;
    phase->info.broadcasts -= before.broadcasts;
    phase->info.sent -= before.sent;
    phase->info.received -= before.received;
    phase->info.broadcast -= before.broadcast;
    phase->info.seconds -= before.seconds;
    phase->info.idle_seconds -= before.idle_seconds;
    phase->info.work_seconds -= before.work_seconds;
    phase->info.link_seconds -= before.link_seconds;
}

static inline struct phase phase_begin(const parot_ranks *ranks)
{
    struct phase phase = {seconds_of(CLOCK_MONOTONIC), seconds_of(CLOCK_PROCESS_CPUTIME_ID), {0}};
    parot_ranks_get_info(ranks, &phase.info);
    return phase;
}

/* Ends the program when it cannot be solved. */
static inline struct shared_solve solve_shared(int64_t n, int64_t dims, double share,
                                               parot_ranks *ranks)
{
    struct shared_solve measured = {0};
    double *x = draw_cloud(n, dims, 0, 1), *y = draw_cloud(n, dims, 0.5, 2);
    parot_points_problem problem = {
        .x = {x, n, dims, dims}, .y = {y, n, dims, dims}, .mass = share};
    parot_result result = {0};
    parot_check check = {0};
    parot_error err = {{0}};
    parot_run run;
    parot_run_init(&run);
    run.ranks = ranks;
    measured.solve = phase_begin(ranks);
    parot_status status = parot_partial_points(&problem, &run, &result, &err);
    phase_end(&measured.solve, ranks);
    measured.proof = phase_begin(ranks);
    if (status == PAROT_OK)
        status = parot_certify_points(&problem, &result, &run, &check, &err);
    phase_end(&measured.proof, ranks);
    if (status != PAROT_OK) {
        fprintf(stderr, "%s: %s\n", parot_status_name(status), err.message);
        exit(1);
    }
    measured.objective = result.objective;
    measured.relative = check.relative;
    measured.is_proved = parot_is_proved(&check, PAROT_PROOF_TOLERANCE);
    parot_result_free(&result);
    free(x);
    free(y);
    return measured;
}

static inline void print_phase(const char *name, const struct phase *phase)
{
    const parot_ranks_info *info = &phase->info;
    printf(", \"%s\": {\"wall\": %.4f, \"processor\": %.4f, \"jobs\": %lld, \"pieces\": %lld, "
           "\"own\": %lld, \"messages\": %lld, \"broadcasts\": %lld, \"sent\": %.0f, "
           "\"received\": %.0f, \"broadcast\": %.0f, \"shared\": %.4f, \"idle\": %.4f, "
           "\"work\": %.4f, \"link\": %.4f}",
           name, phase->wall, phase->processor, (long long)info->jobs, (long long)info->pieces,
           (long long)info->own_pieces, (long long)info->messages, (long long)info->broadcasts,
           info->sent, info->received, info->broadcast, info->seconds, info->idle_seconds,
           info->work_seconds, info->link_seconds);
}

/* Without the last bracket: the caller adds what it knows. */
static inline void print_shared(int64_t n, int64_t dims, double share, int ranks,
                                const struct shared_solve *measured)
{
    printf("{\"n\": %lld, \"d\": %lld, \"s\": %g, \"ranks\": %d, \"objective\": %.17g, "
           "\"relative\": %.3g, \"proved\": %d",
           (long long)n, (long long)dims, share, ranks, measured->objective, measured->relative,
           measured->is_proved);
    print_phase("solve", &measured->solve);
    print_phase("proof", &measured->proof);
}

#endif
