/* judge_plan.h - what `parot certify` does with a plan that came without prices. */
#ifndef PAROT_COMMAND_JUDGE_PLAN_H
#define PAROT_COMMAND_JUDGE_PLAN_H

#include "input/stated_problem.h"
#include "say/told.h"

/* What is judged, and by what. */
struct judged {
    const struct args *args;
    const char *path;
    const struct problem_request *request;
    struct problem *problem;
    const parot_plan *plan;
    double tolerance;
    int32_t base; /* that its rows and columns count from */
    /* Filled by plan_judge: */
    parot_judgement judgement;
    parot_status status;
    struct told told;
};

/* Solves the mass of the plan, compares, and reports. SOLVED: the plan is exact. judged_free in any
 * case. */
enum outcome plan_judge(struct judged *judged);
void judged_free(struct judged *judged);

#endif
