/* example_partial.c - moves half of the mass between three sources and two targets, and checks the
 * proof.
 *
 *     cc example_partial.c $(pkg-config --cflags --libs parot)
 */
#include <stdio.h>

#include "parot/parot.h"

int main(void)
{
    /* An outlier in row 2: with mass 1/2 it can stay where it is. */
    const double cost[] = {1, 4, /* row 0 */
                           2, 1, /* row 1 */
                           9, 9 /* row 2 */};
    parot_problem problem = {.cost = {cost, 3, 2, 2}, .mass = 0.5}; /* p, q NULL: uniform */
    parot_result result = {0};
    parot_check check = {0};
    parot_error err = {0};

    if (parot_partial(&problem, NULL, &result, &err) != PAROT_OK ||
        parot_certify(&problem, &result, NULL, &check, &err) != PAROT_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    for (int64_t k = 0; k < result.plan.count; k++)
        printf("row %d -> column %d: %.4f\n", result.plan.row[k], result.plan.col[k],
               result.plan.mass[k]);
    printf("cost %g, no plan of mass %g costs less than %g\n", result.objective, result.mass,
           result.bound);
    int is_proved = parot_is_proved(&check, PAROT_PROOF_TOLERANCE);
    printf("%s: costs at most %.0e more than the optimum\n",
           is_proved ? "proved optimal" : "not proved", check.excess);
    parot_result_free(&result);
    return is_proved ? 0 : 1;
}
