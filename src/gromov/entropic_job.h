/* entropic_job.h - a plan with an entropy on its way: its costs, and what becomes of it. */
#ifndef PAROT_GROMOV_ENTROPIC_JOB_H
#define PAROT_GROMOV_ENTROPIC_JOB_H

#include "gromov/mixing.h"
#include "gromov/spaces.h"
#include "parot/parot.h"
#include "transport/entropic/entropic_dual.h"

enum { MOST_CHANGES = 1000 };

struct entropic_job {
    const parot_gromov_problem *problem;
    struct control control;
    struct spaces spaces;
    struct tensor tensor;
    struct arena arena, mixing_arena;
    struct bench bench;
    struct entropic entropic;
    struct mixing mixing;
    double ratio;              /* of the last two changes */
    int steady;                /* how many times it has hardly changed */
    int is_mixing, is_cycling; /* what the next plan is made of */
    double reg, largest_cost;
    double *plan, *next, *product, *cost; /* n m each: T, its successor, T K, G */
    double changes[MOST_CHANGES];
    double change;
    int64_t iterations;
    int has_start; /* not the product of the weights */
};

/* entropic_costs.c: cost = weight (M o T), for any T. */
void entropic_fill_tensor(struct entropic_job *job, const double *plan, double weight);

/* cost = G at job->plan, and the largest of its numbers. */
parot_status entropic_fill_cost(struct entropic_job *job, parot_error *err);

/* entropic_answer.c: job->plan and its prices as a result, with values and stationarity. */
parot_status entropic_fill_result(struct entropic_job *job, parot_gromov_entropic_result *result,
                                  parot_error *err);

#endif
