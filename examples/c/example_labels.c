/* example_labels.c - which rows are like known positives, how good the labels are, and a report. */
#include <stdio.h>

#include "parot/pu.h"
#include "parot/report.h"

enum { KNOWN = 60, HIDDEN = 40, OTHERS = 60, ROWS = HIDDEN + OTHERS };

static double positive[KNOWN * 2], unlabeled[ROWS * 2];
static int8_t truth[ROWS];

/* Positives are around 0; so are the first unlabeled rows, and the others around (5, 5). */
static parot_status make_tables(parot_error *err)
{
    parot_run run;
    parot_cloud near, far;
    parot_run_init(&run);
    parot_cloud_init(&near);
    near.shape = PAROT_SHAPE_BLOBS;
    near.count = KNOWN;
    parot_status status = parot_make_points(&near, &run, positive, err);
    run.seed = 1;
    near.count = HIDDEN;
    far = near;
    far.count = OTHERS;
    far.center[0] = far.center[1] = 5;
    status = status < 0 ? status : parot_make_points(&near, &run, unlabeled, err);
    return status < 0 ? status : parot_make_points(&far, &run, unlabeled + 2 * HIDDEN, err);
}

int main(int argc, char **argv)
{
    parot_pu_data data = {{unlabeled, ROWS, 2, 2}, {positive, KNOWN, 2, 2}, .prior = 0.4};
    parot_pu_options options;
    parot_pu_result result = {0};
    parot_pu_metrics metrics = {0};
    double z = 0;
    parot_error err = {0};

    for (int i = 0; i < ROWS; i++)
        truth[i] = i < HIDDEN;
    parot_pu_options_init(&options);
    parot_summary summary = {.kind = PAROT_SUMMARY_KIND_PU,
                             .source.points = data.unlabeled,
                             .target.points = data.positive,
                             .of.pu = {.options = &options, .result = &result, .truth = truth}};
    if (make_tables(&err) < 0 || parot_pu_bias(&data, &options, NULL, &z, &err) < 0 ||
        parot_pu_classify(&data, &options, NULL, &result, &err) < 0 ||
        parot_pu_evaluate(&result, truth, &metrics, &err) < 0 ||
        (argc > 1 && parot_summary_report(&summary, argv[1], 1, &err) < 0)) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    printf("accuracy %.2f, bias %.1f standard errors\n", metrics.accuracy, z);
    parot_pu_result_free(&result);
    return metrics.accuracy > 0.95 && z < PAROT_PU_BIASED ? 0 : 1;
}
