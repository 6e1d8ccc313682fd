/* example_match.c - pairs of rows within a caliper, and why a row has no partner. */
#include <stdio.h>

#include "parot/match.h"

int main(void)
{
    /* Assigning all rows and dropping the long pairs would leave none: 0-10 and 12-22. */
    const double treated[] = {0, 12}, controls[] = {10, 22};
    parot_match_problem problem = {.x = {treated, 2, 1, 1}, .y = {controls, 2, 1, 1}};
    parot_match_options options;
    parot_match_result result = {0};
    parot_match_check check = {0};
    parot_error err = {0};

    parot_match_options_init(&options);
    options.caliper = 5;
    if (parot_match(&problem, &options, NULL, &result, &err) != PAROT_OK ||
        parot_match_certify(&problem, &options, &result, NULL, &check, &err) != PAROT_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    for (int64_t k = 0; k < result.pairs; k++)
        printf("row %d with row %d, at cost %g\n", result.row[k], result.col[k], result.cost[k]);
    char why[PAROT_MATCH_WHY];
    printf("row 0: %s\n", parot_match_why(&result, 0, 0, NULL, why));
    int is_right = result.pairs == 1 && parot_match_is_proved(&result, &check, 1e-9);
    parot_match_result_free(&result);
    return is_right ? 0 : 1;
}
