/* example_batch.c - many small problems in one call, over threads. */
#include <stdio.h>

#include "parot/parot.h"

enum { PROBLEMS = 100, SIZE = 5 };

int main(void)
{
    static double costs[PROBLEMS][SIZE * SIZE];
    parot_problem problems[PROBLEMS];
    parot_batch_options options;
    parot_batch_result result = {0};
    parot_run run;
    parot_error err = {0};

    for (int k = 0; k < PROBLEMS; k++) {
        for (int i = 0; i < SIZE * SIZE; i++)
            costs[k][i] = (i * 7 + k * 13) % 11;
        problems[k] = (parot_problem){.cost = {costs[k], SIZE, SIZE, SIZE}, .mass = 0.6};
    }
    parot_run_init(&run);
    run.threads = 2;
    parot_batch_options_init(&options);
    options.certify = 1;
    if (parot_partial_batch(problems, PROBLEMS, &options, &run, &result, &err) != PAROT_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    int proved = 0;
    for (int k = 0; k < PROBLEMS; k++)
        proved += result.relative[k] <= PAROT_PROOF_TOLERANCE;
    printf("%d of %d are proved; the first costs %g\n", proved, PROBLEMS, result.objective[0]);
    parot_batch_result_free(&result);
    return proved == PROBLEMS ? 0 : 1;
}
