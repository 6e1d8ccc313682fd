/* example_pairwise.c - how far three clouds are from each other, if a fifth may be left out. */
#include <stdio.h>

#include "parot/parot.h"

enum { CLOUDS = 3, POINTS = 50 };

int main(void)
{
    static double points[CLOUDS][POINTS * 2];
    parot_pairwise_cloud clouds[CLOUDS] = {0};
    parot_pairwise_options options;
    parot_pairwise_result result = {0};
    parot_cloud cloud;
    parot_error err = {0};

    parot_cloud_init(&cloud);
    cloud.shape = PAROT_SHAPE_BLOBS;
    cloud.count = POINTS;
    for (int k = 0; k < CLOUDS; k++) {
        cloud.center[0] = 3 * k;
        if (parot_make_points(&cloud, NULL, points[k], &err) != PAROT_OK)
            return 1;
        clouds[k].points = (parot_matrix){points[k], POINTS, 2, 2};
    }
    parot_pairwise_options_init(&options);
    options.share = 0.8;
    if (parot_pairwise(clouds, CLOUDS, &options, NULL, &result, &err) != PAROT_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    for (int i = 0; i < CLOUDS; i++)
        printf("%8.3f %8.3f %8.3f\n", result.objective[3 * i], result.objective[3 * i + 1],
               result.objective[3 * i + 2]);
    int is_right = result.objective[1] < result.objective[2] && result.objective[0] == 0;
    parot_pairwise_result_free(&result);
    return is_right ? 0 : 1;
}
