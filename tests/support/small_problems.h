/* small_problems.h - problems of a few rows and columns that have broken transport codes. */
#ifndef PAROT_TESTS_SMALL_PROBLEMS_H
#define PAROT_TESTS_SMALL_PROBLEMS_H

#include "exact_flow.h"
#include "instances.h"

/* The stream of numbers of problem k has the seed SMALL_SEED + k. */
enum { SMALL_SEED = 0xa77ac4 };

/* Problem number k is always the same one. */
struct small_problem {
    uint64_t number;
    struct draws draws; /* its numbers; the next ones are for who asks about the problem */
    const char *family;
    parot_problem problem; /* points into the arrays */
    double cost[FLOW_SIDE * FLOW_SIDE], p[FLOW_SIDE], q[FLOW_SIDE];
};

void small_problem_make(struct small_problem *small, uint64_t number);

/* For a complaint: everything, to 17 digits. */
void small_problem_print(const struct small_problem *small);
void print_numbers(const char *name, const double *numbers, int64_t count);

#endif
