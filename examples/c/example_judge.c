/* example_judge.c - how far above the optimum a plan is that came from elsewhere. */
#include <math.h>
#include <stdio.h>

#include "parot/parot.h"

int main(void)
{
    const double x[] = {0, 0, 3, 4}, y[] = {0, 1, 3, 3};
    double cost[4], mass[] = {0.25, 0.25};
    int32_t row[] = {0, 1}, col[] = {1, 0}; /* the wrong way round */
    parot_given_plan given = {
        .plan = {.rows = 2, .cols = 2, .count = 2, .row = row, .col = col, .mass = mass}};
    parot_judgement judgement = {0};
    parot_error err = {0};

    if (parot_cost((parot_matrix){x, 2, 2, 2}, (parot_matrix){y, 2, 2, 2}, PAROT_METRIC_EUCLIDEAN,
                   NULL, cost, &err) != PAROT_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    parot_problem problem = {.cost = {cost, 2, 2, 2}, .mass = 0.5};
    if (parot_judge(&problem, &given, NULL, &judgement, &err) != PAROT_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    printf("%s: costs %.3f, the optimum is %.3f\n", parot_verdict_name(judgement.verdict),
           judgement.objective, judgement.optimum);
    return judgement.verdict == PAROT_VERDICT_ABOVE && fabs(judgement.optimum - 0.5) < 1e-12 ? 0
                                                                                             : 1;
}
