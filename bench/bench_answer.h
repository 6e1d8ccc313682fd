/* bench_answer.h - what parot's compared programs say about a run: one line of JSON. */
#ifndef PAROT_BENCH_BENCH_ANSWER_H
#define PAROT_BENCH_BENCH_ANSWER_H

#include <math.h>
#include <stdio.h>

#include "parot/parot.h"

struct answer {
    double seconds, bytes;
    double floor; /* seconds of one read and one certificate; 0: not measured */
    double objective, mass, violation;
    parot_info info;
};

static inline double worst_of(const parot_check *check)
{
    return fmax(check->relative, check->infeasible);
}

static inline void print_answer(const struct answer *answer)
{
    printf("{\"seconds\": %.9g, \"bytes\": %.0f, ", answer->seconds, answer->bytes);
    if (answer->floor > 0)
        printf("\"floor\": %.9g, ", answer->floor);
    printf("\"objective\": %.17g, \"mass\": %.17g, \"violation\": %.3g, \"iterations\": %lld, "
           "\"pivots\": %lld, \"passes\": %lld}\n",
           answer->objective, answer->mass, answer->violation, (long long)answer->info.iterations,
           (long long)answer->info.pivots, (long long)answer->info.passes);
    fflush(stdout);
}

static inline void print_failure(parot_status status, const parot_error *err)
{
    printf("{\"error\": \"%s: %s\"}\n", parot_status_name(status), err->message);
    fflush(stdout);
}

/* The line of a run, whatever its status; frees the result. `check` is zeroed if there is none. */
static inline void print_run(struct answer answer, parot_status status, parot_result *result,
                             const parot_check *check, const parot_error *err)
{
    answer.objective = result->objective;
    answer.mass = result->mass;
    answer.violation = worst_of(check);
    answer.info = result->info;
    if (status == PAROT_OK)
        print_answer(&answer);
    else
        print_failure(status, err);
    parot_result_free(result);
}

#endif
