/* example_gromov_path.c - how much of two clouds matches: one is a part of the other, turned. */
#include <stdio.h>

#include "parot/parot.h"

enum { WHOLE = 30, PART = 20 };

int main(void)
{
    double points[WHOLE * 2], turned[PART * 2];
    double source[WHOLE * WHOLE], target[PART * PART];
    parot_gromov_problem problem = {
        .source = {source, WHOLE, WHOLE, WHOLE}, .target = {target, PART, PART, PART}, .alpha = 1};
    parot_gromov_path_options options;
    parot_gromov_path_result path = {0};
    parot_cloud cloud;
    parot_error err = {0};

    parot_gromov_path_options_init(&options);
    options.masses = 3;
    options.least = 0.5;
    parot_cloud_init(&cloud);
    cloud.shape = PAROT_SHAPE_SPIRAL;
    cloud.count = WHOLE;
    if (parot_make_points(&cloud, NULL, points, &err) != PAROT_OK)
        return 1;
    for (int i = 0; i < PART; i++) { /* by a quarter of a turn */
        turned[2 * i] = -points[2 * i + 1];
        turned[2 * i + 1] = points[2 * i];
    }
    parot_matrix x = {points, WHOLE, 2, 2}, y = {turned, PART, 2, 2};
    if (parot_cost(x, x, PAROT_METRIC_EUCLIDEAN, NULL, source, &err) != PAROT_OK ||
        parot_cost(y, y, PAROT_METRIC_EUCLIDEAN, NULL, target, &err) != PAROT_OK ||
        parot_gromov_path(&problem, &options, NULL, NULL, &path, &err) != PAROT_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    int is_rising = 1;
    for (int64_t k = 0; k < path.count; k++) {
        double objective = path.result[k].transport.objective;
        printf("a share of %.2f changes distances by %.3g\n", path.share[k], objective);
        is_rising &= k == 0 || objective >= path.result[k - 1].transport.objective - 1e-12;
    }
    parot_gromov_path_result_free(&path);
    return is_rising ? 0 : 1;
}
