/* example_drift.c - which rows of today are new, and along which direction the table varies. */
#include <stdio.h>

#include "parot/tasks.h"

enum { BEFORE = 200, USUAL = 100, NEW = 10, TODAY = USUAL + NEW };

int main(void)
{
    static double reference[BEFORE * 2], today[TODAY * 2];
    parot_matrix before = {reference, BEFORE, 2, 2}, now = {today, TODAY, 2, 2};
    parot_cloud cloud;
    parot_run run;
    parot_drift_result drift = {0};
    parot_axes axes = {0};
    parot_error err = {0};

    parot_run_init(&run);
    parot_cloud_init(&cloud);
    cloud.shape = PAROT_SHAPE_MOONS;
    cloud.count = BEFORE;
    parot_status status = parot_make_points(&cloud, &run, reference, &err);
    run.seed = 1;
    cloud.count = TODAY;
    status = status < 0 ? status : parot_make_points(&cloud, &run, today, &err);
    for (int i = USUAL; i < TODAY; i++)
        today[2 * i + 1] += 10; /* the last rows are elsewhere */
    if (status < 0 || parot_drift(before, now, NULL, &run, &drift, &err) < 0 ||
        parot_principal_axes(now, 1, &run, &axes, &err) < 0) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    int found = 0;
    for (int i = USUAL; i < TODAY; i++)
        found += drift.is_new[i];
    printf("%d of %d new rows are found; %lld rows cost more than any before\n", found, NEW,
           (long long)drift.beyond);
    printf("most variation is along (%.2f, %.2f)\n", axes.axis[0], axes.axis[1]);
    int is_right = drift.is_drift && found == NEW && axes.axis[1] > 0.9;
    parot_drift_result_free(&drift);
    parot_axes_free(&axes);
    return is_right ? 0 : 1;
}
