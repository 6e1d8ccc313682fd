/* pu_certify.c - parot_pu_certify: the proof behind labels, checked again from the tables alone.
 *
 * States the transport of the labels once more and hands its plan and prices to parot_certify
 * or parot_certify_points, which share no code with the solver.
 */
#include <math.h>

#include "pu/problem/pu_problem.h"

/* The prior whose rows are those labelled +1. All of them is a fraction of 1, which is not a prior:
 * a quarter of a row less rounds to the same rows. */
static double prior_of(const parot_pu_result *result)
{
    double n = (double)result->count;
    return fmin((double)result->positives / n, 1 - 0.25 / n);
}

static parot_status check_labels(const parot_pu_data *data, const parot_pu_result *result,
                                 parot_error *err)
{
    const parot_plan *plan = &result->transport.plan;
    if (plan->count == 0)
        return fail(err, PAROT_EINVAL, "result: has no plan, so there is nothing to prove");
    if (plan->rows == data->unlabeled.rows && plan->cols == data->positive.rows &&
        result->count == plan->rows)
        return PAROT_OK;
    return fail(err, PAROT_ESHAPE,
                "result: its plan is %lld x %lld, the tables have %lld and %lld rows; give the "
                "tables that it was made from",
                (long long)plan->rows, (long long)plan->cols, (long long)data->unlabeled.rows,
                (long long)data->positive.rows);
}

parot_status parot_pu_certify(const parot_pu_data *data, const parot_pu_options *options,
                              const parot_pu_result *result, const parot_run *run,
                              parot_check *check, parot_error *err)
{
    struct control control;
    parot_pu_transport transport = {0};
    TRY(CHECK_GIVEN(err, data, result, check));
    TRY(control_init(&control, run, err));
    TRY(check_labels(data, result, err));
    parot_pu_data labelled = *data;
    labelled.prior = prior_of(result);
    parot_run rest = control_rest(&control);
    TRY(parot_pu_transport_open(&labelled, options, &rest, &transport, err));
    rest = control_rest(&control);
    parot_status status =
        result->toll ? parot_pu_transport_charge(&transport, result->toll, err) : PAROT_OK;
    if (status == PAROT_OK)
        status =
            transport.problem.cost.data
                ? parot_certify(&transport.problem, &result->transport, &rest, check, err)
                : parot_certify_points(transport.clouds, &result->transport, &rest, check, err);
    parot_pu_transport_free(&transport);
    return status;
}
