/* example_gromov.c - two triangles of different spaces, matched by the distances within each. */
#include <stdio.h>

#include "parot/parot.h"

int main(void)
{
    /* Sides 3, 4 and 5; and the same triangle with its corners in another order, and one point
     * more. */
    const double source[] = {0, 3, 4, 3, 0, 5, 4, 5, 0};
    const double target[] = {0, 9, 9, 9, 9, 0, 5, 3, 9, 5, 0, 4, 9, 3, 4, 0};
    const double ones[] = {1, 1, 1, 1};
    parot_gromov_problem problem = {.source = {source, 3, 3, 3},
                                    .target = {target, 4, 4, 4},
                                    .alpha = 1,
                                    .p = ones,
                                    .q = ones,
                                    .mass = 3};
    parot_gromov_result result = {0};
    parot_error err = {0};

    if (parot_gromov(&problem, NULL, NULL, &result, &err) != PAROT_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    const parot_plan *plan = &result.transport.plan;
    for (int64_t k = 0; k < plan->count; k++)
        printf("%d -> %d: %g\n", (int)plan->row[k], (int)plan->col[k], plan->mass[k]);
    printf("objective %g from the start '%s'\n", result.transport.objective,
           parot_start_name(result.trial[result.best].start));
    int is_isometric = result.transport.objective == 0;
    parot_gromov_result_free(&result);
    return is_isometric ? 0 : 1;
}
