/* small_problems.h - problems of a few rows and columns that have broken transport codes. */
#ifndef PAROT_TESTS_SMALL_PROBLEMS_H
#define PAROT_TESTS_SMALL_PROBLEMS_H

#include "exact_flow.h"

/* Problem number k is always the same one. */
struct small_problem {
    uint64_t number, drawn;
    const char *family;
    parot_problem problem; /* points into the arrays */
    double cost[FLOW_SIDE * FLOW_SIDE], p[FLOW_SIDE], q[FLOW_SIDE];
};

void small_problem_make(struct small_problem *small, uint64_t number);

/* The next number of its stream: in (0, 1), and below `below`. */
double small_uniform(struct small_problem *small);
int small_integer(struct small_problem *small, int below);

/* For a complaint: everything, to 17 digits. */
void small_problem_print(const struct small_problem *small);

#endif
