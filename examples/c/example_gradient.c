/* example_gradient.c - how the cost of a plan changes when points move, checked by moving one. */
#include <math.h>
#include <stdio.h>

#include "parot/parot.h"

/* The least cost of moving half of x onto y; the derivatives by x if they are wanted. */
static double least_cost(const double *x, const double *y, double *by_x)
{
    parot_points_problem problem = {.x = {x, 3, 1, 1}, .y = {y, 2, 1, 1}, .mass = 0.5};
    parot_points_derivatives derivatives = {.x = by_x};
    parot_result result = {0};
    parot_error err = {0};
    double objective = NAN;

    if (parot_partial_points(&problem, NULL, &result, &err) == PAROT_OK &&
        parot_cost_gradient(problem.x, problem.y, problem.metric, &result.plan, NULL, &derivatives,
                            &err) == PAROT_OK)
        objective = result.objective;
    else
        fprintf(stderr, "%s\n", err.message);
    parot_result_free(&result);
    return objective;
}

int main(void)
{
    const double y[] = {0.1, 2.3}, step = 1e-6;
    double x[] = {0, 2, 9}, by_x[3];
    double before = least_cost(x, y, by_x);

    x[0] += step;
    double slope = (least_cost(x, y, NULL) - before) / step;
    printf("by its derivative %.6f, by moving the point %.6f\n", by_x[0], slope);
    return fabs(slope - by_x[0]) < 1e-5 ? 0 : 1;
}
