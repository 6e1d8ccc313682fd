/* pu_proof.c - costs and weights are computed again from the scaled tables, and the library
 * certifies the plan for them. */
#include "pu/pu_proof.h"

#include <stdlib.h>

#include "shell/memory.h"
#include "shell/progress.h"

/* Costs of this many pairs take 400 MB and a fraction of a second. */
static const int64_t MOST_PAIRS = 50000000;

/* What the proof is checked with. */
struct scratch {
    parot_pu_scaled scaled;
    double *cost, *q;
};

/* p_i = 1/n, q_j = (k/n + noise)/m, mass k/n */
static enum outcome certify(const parot_pu_data *data, const parot_pu_options *options,
                            const parot_pu_result *result, const parot_run *run,
                            struct scratch *scratch, struct pu_proof *proof)
{
    parot_error err = {""};
    int64_t n = data->unlabeled.rows, m = data->positive.rows;
    double mass = (double)result->positives / (double)n;
    parot_run rest = progress_run_patient(run);
    parot_status status = parot_pu_scale(data, options, &rest, &scratch->scaled, &err);
    if (status == PAROT_ESTOPPED)
        return SOLVED; /* the labels are there: they stay unchecked */
    if (status != PAROT_OK)
        return refuse_status(&err);
    const parot_pu_scaled *scaled = &scratch->scaled;
    parot_matrix x = {scaled->unlabeled, n, scaled->cols, scaled->cols};
    parot_matrix y = {scaled->positive, m, scaled->cols, scaled->cols};
    TRY(memory_take_matrix("the cost matrix", n, m, 1, &scratch->cost));
    rest = progress_run_patient(run);
    status = parot_cost(x, y, scaled->metric, &rest, scratch->cost, &err);
    if (status == PAROT_ESTOPPED)
        return SOLVED;
    if (status != PAROT_OK)
        return refuse_status(&err);
    scratch->q = malloc((size_t)m * sizeof *scratch->q);
    if (!scratch->q)
        return refuse(FAILED, "out of memory");
    for (int64_t j = 0; j < m; j++)
        scratch->q[j] = (mass + scaled->noise) / (double)m;
    const parot_problem problem = {{scratch->cost, n, m, m}, NULL, scratch->q, mass};
    rest = progress_run_patient(run);
    status = parot_certify(&problem, &result->transport, &rest, &proof->check, &err);
    if (status == PAROT_ESTOPPED)
        return SOLVED;
    if (status != PAROT_OK)
        return refuse_status(&err);
    proof->is_checked = 1;
    proof->is_proved = parot_is_proved(&proof->check, PAROT_PROOF_TOLERANCE);
    return SOLVED;
}

enum outcome pu_proof_check(const parot_pu_data *data, const parot_pu_options *options,
                            const parot_pu_result *result, const parot_run *run,
                            struct pu_proof *proof)
{
    struct scratch scratch = {0};
    int is_one_problem =
        options->method == PAROT_PU_METHOD_WASSERSTEIN || options->method == PAROT_PU_METHOD_MINED;
    *proof = (struct pu_proof){0};
    if (!is_one_problem || result->transport.plan.count == 0 || result->status != PAROT_OK ||
        data->unlabeled.rows > MOST_PAIRS / data->positive.rows)
        return SOLVED;
    enum outcome outcome = certify(data, options, result, run, &scratch, proof);
    parot_pu_scaled_free(&scratch.scaled);
    free(scratch.cost);
    free(scratch.q);
    return outcome;
}
