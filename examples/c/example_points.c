/* example_points.c - half of one cloud onto another without a matrix of costs, and where its points
 * go. */
#include <math.h>
#include <stdio.h>

#include "parot/parot.h"

enum { N = 200, DIMS = 2 };

static double from[N * DIMS], onto[N * DIMS], moved_to[N * DIMS], moved[N];

/* Two clouds, the second one shifted. */
static parot_status make_clouds(parot_error *err)
{
    parot_cloud cloud;
    parot_cloud_init(&cloud);
    cloud.shape = PAROT_SHAPE_MOONS;
    cloud.count = N;
    parot_status status = parot_make_points(&cloud, NULL, from, err);
    cloud.center[0] = 0.5;
    return status < 0 ? status : parot_make_points(&cloud, NULL, onto, err);
}

int main(void)
{
    parot_points_problem problem = {
        .x = {from, N, DIMS, DIMS}, .y = {onto, N, DIMS, DIMS}, .mass = 0.5};
    parot_result result = {0};
    parot_check check = {0};
    parot_error err = {0};

    if (make_clouds(&err) < 0 || parot_partial_points(&problem, NULL, &result, &err) != PAROT_OK ||
        parot_certify_points(&problem, &result, NULL, &check, &err) != PAROT_OK ||
        parot_barycentric(&result.plan, problem.y, moved_to, moved, &err) != PAROT_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += moved[i];
    printf("%.1f of the mass moves at cost %.4f\n", sum, result.objective);
    int is_right =
        parot_is_proved(&check, PAROT_PROOF_TOLERANCE) && fabs(sum - problem.mass) < 1e-12;
    parot_result_free(&result);
    return is_right ? 0 : 1;
}
