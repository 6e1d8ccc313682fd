/* small_problems.c - costs, weights and masses are drawn independently of each other. */
#include "small_problems.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "instances.h"

/* ---- Costs --------------------------------------------------------------- */

static double cost_ties(struct small_problem *small)
{
    return next_below(&small->draws, 4);
}

static double cost_uniform(struct small_problem *small)
{
    return next_uniform(&small->draws);
}

static double cost_signed(struct small_problem *small)
{
    return 2 * next_uniform(&small->draws) - 1;
}

/* Costs a thousand times those in use, beside forbidden pairs. */
static double cost_steps(struct small_problem *small)
{
    const double steps[] = {1, 1, 2, 1100, 1100, 1024, 0, INFINITY, INFINITY, INFINITY};
    return steps[next_below(&small->draws, 10)];
}

static double cost_sparse(struct small_problem *small)
{
    double size = exp(6 * (next_uniform(&small->draws) + next_uniform(&small->draws) +
                           next_uniform(&small->draws)) -
                      9);
    return next_below(&small->draws, 10) < 7 ? INFINITY : size;
}

static double cost_orders(struct small_problem *small)
{
    double magnitude = pow(10, 590 * next_uniform(&small->draws) - 295);
    return next_below(&small->draws, 2) ? magnitude : -magnitude;
}

static double cost_some_orders(struct small_problem *small)
{
    double magnitude = pow(10, 40 * next_uniform(&small->draws) - 20);
    return next_below(&small->draws, 3) ? magnitude : -magnitude;
}

struct family {
    const char *name;
    double (*cost)(struct small_problem *small);
};
static const struct family FAMILIES[] = {{"ties", cost_ties},
                                         {"uniform", cost_uniform},
                                         {"signed", cost_signed},
                                         {"steps", cost_steps},
                                         {"sparse", cost_sparse},
                                         {"600 orders", cost_orders},
                                         {"40 orders", cost_some_orders}};
enum { COUNT = sizeof FAMILIES / sizeof *FAMILIES };

static void fill_costs(struct small_problem *small)
{
    const struct family *family = &FAMILIES[next_below(&small->draws, COUNT)];
    int n = (int)small->problem.cost.rows, m = (int)small->problem.cost.cols;
    small->family = family->name;
    for (int k = 0; k < n * m; k++)
        small->cost[k] = family->cost(small);
    if (n > 1 && next_below(&small->draws, 6) == 0) /* a row twice */
        for (int j = 0; j < m; j++)
            small->cost[j] = small->cost[m + j];
    if (n > 1 && next_below(&small->draws, 8) == 0) { /* a row that pays a penalty */
        small->family = "penalty";
        for (int j = 0; j < m; j++)
            small->cost[j] = pow(10, 6 + next_below(&small->draws, 7));
    }
}

/* ---- Weights and masses -------------------------------------------------- */

static const double *fill_weights(struct small_problem *small, int count, double *weights)
{
    int kind = next_below(&small->draws, 6);
    for (int k = 0; k < count; k++) {
        double x = next_uniform(&small->draws);
        weights[k] = kind == 1   ? next_below(&small->draws, 4)
                     : kind == 2 ? x
                     : kind == 3 ? pow(10, 24 * x - 12)
                     : kind == 4 ? 1.0 / count
                                 : (k == 0 ? 1e-6 : x);
    }
    weights[count - 1] = fmax(weights[count - 1], 1e-6); /* not all of them 0 */
    return kind == 0 ? NULL : weights;
}

static double choose_mass(struct small_problem *small)
{
    const parot_problem *problem = &small->problem;
    int64_t n = problem->cost.rows;
    double most = fmin(test_total(problem->p, n), test_total(problem->q, problem->cost.cols));
    double x = next_uniform(&small->draws);
    switch (next_below(&small->draws, 7)) {
    case 0:
        return most;
    case 1:
        return most * (1 - 1e-9 * x);
    case 2:
        return most * 1e-12 * x;
    case 3:
        return fmin(most, (double)(1 + next_below(&small->draws, (int)n)) / (double)n);
    case 4:
        return fmin(most, 1 + floor(x * most));
    default:
        return most * x;
    }
}

void small_problem_make(struct small_problem *small, uint64_t number)
{
    *small = (struct small_problem){.number = number, .draws = {SMALL_SEED + number, 0}};
    int n = 1 + next_below(&small->draws, FLOW_SIDE), m = 1 + next_below(&small->draws, FLOW_SIDE);
    small->problem.cost = (parot_matrix){small->cost, n, m, m};
    fill_costs(small);
    small->problem.p = fill_weights(small, n, small->p);
    small->problem.q = fill_weights(small, m, small->q);
    small->problem.mass = choose_mass(small);
}

void print_numbers(const char *name, const double *numbers, int64_t count)
{
    printf("  %s", name);
    for (int64_t k = 0; numbers && k < count; k++)
        printf(" %.17g", numbers[k]);
    printf("%s\n", numbers ? "" : " uniform");
}

void small_problem_print(const struct small_problem *small)
{
    const parot_problem *problem = &small->problem;
    printf("problem %llu (%s): %lld x %lld, mass %.17g\n", (unsigned long long)small->number,
           small->family, (long long)problem->cost.rows, (long long)problem->cost.cols,
           problem->mass);
    for (int64_t i = 0; i < problem->cost.rows; i++)
        print_numbers("", small->cost + i * problem->cost.cols, problem->cost.cols);
    print_numbers("p", problem->p, problem->cost.rows);
    print_numbers("q", problem->q, problem->cost.cols);
}
