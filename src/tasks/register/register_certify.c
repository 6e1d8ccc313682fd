/* register_certify.c - the partners of a transform, checked again from the clouds alone, and how
 * far they are from each other.
 *
 * States the last transport step once more, moved source onto target, squared distances, weights of
 * 1, and hands its plan and prices to parot_certify or its sister for points, which share no code
 * with the solvers.
 */
#include <math.h>

#include "partial/pairs.h"
#include "pu/problem/pu_tables.h"
#include "tasks/register/motion.h"

/* The clouds, and the arrays of the problem. */
struct restated {
    parot_matrix source, target;
    struct pairs pairs;
    double *moved, *ones;
};

static void layout(struct restated *restated, struct arena *arena)
{
    int64_t n = restated->source.rows, m = restated->target.rows;
    restated->moved = arena_take(arena, n, (size_t)restated->source.cols * sizeof(double));
    pairs_layout(&restated->pairs, arena);
    restated->ones = arena_take(arena, n > m ? n : m, sizeof(double));
}

static parot_status check_result(parot_matrix source, parot_matrix target,
                                 const parot_register_result *result, parot_error *err)
{
    const parot_plan *plan = &result->transport.plan;
    if (!result->rotation)
        return fail_argument(err, PAROT_EINVAL, "result", "must not be empty");
    if (plan->rows == source.rows && plan->cols == target.rows && result->dims == source.cols)
        return PAROT_OK;
    return fail(err, PAROT_ESHAPE,
                "result: has %lld and %lld points with %lld coordinates, the clouds have %lld "
                "and %lld with %lld; give the clouds that it was made from",
                (long long)plan->rows, (long long)plan->cols, (long long)result->dims,
                (long long)source.rows, (long long)target.rows, (long long)source.cols);
}

/* Works: the arrays are the caller's. */
static parot_status certify(struct restated *restated, const parot_register_result *result,
                            struct control *control, parot_check *check, parot_error *err)
{
    parot_matrix source = restated->source, target = restated->target;
    const struct motion motion = {result->dims, result->scale, result->rotation, result->shift};
    int64_t n = source.rows, m = target.rows, d = source.cols;
    for (int64_t i = 0; i < (n > m ? n : m); i++)
        restated->ones[i] = 1;
    TRY(motion_apply(&motion, source, control, restated->moved, err));
    restated->pairs.x = (parot_matrix){restated->moved, n, d, d};
    TRY(pairs_fill(&restated->pairs, control, err));
    struct pairs_weights weights = {restated->ones, restated->ones, result->transport.mass};
    parot_run rest = control_rest(control);
    return pairs_certify(&restated->pairs, weights, &result->transport, &rest, check, err);
}

parot_status parot_register_certify(parot_matrix source, parot_matrix target,
                                    const parot_register_result *result, const parot_run *run,
                                    parot_check *check, parot_error *err)
{
    struct control control;
    struct restated restated = {.source = source, .target = target};
    struct arena arena = {0};
    TRY(CHECK_GIVEN(err, result, check));
    TRY(control_init(&control, run, err));
    TRY(check_tables("source", source, "target", target, &control, err));
    TRY(check_result(source, target, result, err));
    restated.pairs = pairs_of(source, target, PAROT_METRIC_SQEUCLIDEAN, &control.run);
    layout(&restated, &arena);
    TRY(arena_open(&arena, &control, err));
    layout(&restated, &arena);
    parot_status status = certify(&restated, result, &control, check, err);
    block_free(arena.block);
    return status;
}

int parot_register_is_proved(const parot_register_result *result, parot_matrix target,
                             const parot_check *check)
{
    double largest = 0;
    for (int64_t j = 0; j < target.rows; j++)
        for (int64_t k = 0; k < target.cols; k++)
            largest = fmax(largest, fabs(target.data[j * target.stride + k]));
    return parot_is_proved(check, PAROT_PROOF_TOLERANCE) ||
           (check->infeasible <= PAROT_PROOF_TOLERANCE && result->rms <= 1e-12 * largest);
}

parot_status parot_register_distances(const parot_register_result *result, parot_matrix moved,
                                      parot_matrix target, double *distance, parot_error *err)
{
    TRY(CHECK_GIVEN(err, result, distance));
    TRY(check_tables("moved", moved, "target", target, NULL, err));
    TRY(check_result(moved, target, result, err));
    for (int64_t i = 0; i < result->count; i++) {
        int32_t j = result->match[i];
        double sum = 0;
        for (int64_t k = 0; j >= 0 && k < moved.cols; k++) {
            double part = moved.data[i * moved.stride + k] - target.data[j * target.stride + k];
            sum += part * part;
        }
        distance[i] = j < 0 ? INFINITY : sqrt(sum);
    }
    return PAROT_OK;
}
