/* example_entropic.c - a smooth plan, and how its cost changes with the costs; the same for two
 * spaces. */
#include <math.h>
#include <stdio.h>

#include "parot/parot.h"

int main(void)
{
    const double cost[] = {0, 1, 4, 1, 0, 1, 4, 1, 0}; /* of three points on a line */
    const double mass = 0.5, reg = 0.1, tolerance = 1e-9;
    parot_problem problem = {.cost = {cost, 3, 3, 3}, .mass = mass};
    parot_entropic_result smooth = {0};
    parot_gromov_entropic_problem spaces = {
        .gromov = {.source = problem.cost, .target = problem.cost, .alpha = 1, .mass = mass},
        .reg = reg,
        .tolerance = tolerance};
    parot_gromov_entropic_result matched = {0};
    double by_cost[9];
    parot_entropic_derivatives derivatives = {.cost = by_cost};
    parot_error err = {0};

    if (parot_partial_entropic(&problem, reg, tolerance, NULL, &smooth, &err) != PAROT_OK ||
        parot_entropic_gradient(&smooth, NULL, &derivatives, &err) != PAROT_OK ||
        parot_gromov_entropic(&spaces, NULL, &matched, &err) != PAROT_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    printf("cost %.4f, with the entropy %.4f, which is at least %.4f\n", smooth.objective,
           smooth.regularised, smooth.bound);
    printf("raising the cost of the first pair by 1 changes it by about %.4f\n", by_cost[0]);
    double sum = 0;
    for (int k = 0; k < 9; k++)
        sum += matched.plan[k];
    int is_right = smooth.bound <= smooth.regularised + 1e-12 && fabs(sum - mass) < 1e-9;
    parot_entropic_result_free(&smooth);
    parot_gromov_entropic_result_free(&matched);
    return is_right ? 0 : 1;
}
