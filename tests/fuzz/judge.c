/* judge.c - when an answer is right: by definition in long double, and by the certificate. */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "solvers.h"

const char *judge_status(parot_status status, const parot_error *err, int may_stop)
{
    if (status < 0 && !err->message[0])
        return "refused without a message";
    if (status > 0 && status != PAROT_UNPROVED && !may_stop)
        return "stopped, though nothing could stop it";
    return NULL;
}

double judge_scale(const parot_problem *problem, const parot_plan *plan)
{
    long double scale = 0;
    for (int64_t k = 0; k < plan->count; k++)
        if (plan->mass[k] != 0) /* a forged plan may have 0 on a forbidden pair */
            scale += fabsl((long double)plan->mass[k] *
                           problem->cost.data[plan->row[k] * problem->cost.stride + plan->col[k]]);
    return (double)scale;
}

/* Entries within the matrix, sorted, positive, on pairs that are allowed. */
static const char *judge_entries(const parot_problem *problem, const parot_plan *plan)
{
    for (int64_t k = 0; k < plan->count; k++) {
        int64_t row = plan->row[k], col = plan->col[k];
        if (row < 0 || row >= problem->cost.rows || col < 0 || col >= problem->cost.cols)
            return "an entry of the plan is outside the matrix";
        if (k > 0 &&
            (row < plan->row[k - 1] || (row == plan->row[k - 1] && col <= plan->col[k - 1])))
            return "the plan is not sorted";
        if (!(plan->mass[k] > 0) || isinf(plan->mass[k]))
            return "an entry of the plan is not positive";
        if (isinf(problem->cost.data[row * problem->cost.stride + col]))
            return "the plan uses a forbidden pair";
    }
    return NULL;
}

const char *judge_result(const parot_problem *problem, const parot_result *result)
{
    parot_error err = {0};
    parot_check check = {0};
    const char *wrong = judge_entries(problem, &result->plan);
    if (wrong)
        return wrong;
    if (!isfinite(result->objective) || !(result->bound <= result->objective))
        return "the bound is above the objective, or not a number";
    if (parot_certify(problem, result, NULL, &check, &err) != PAROT_OK)
        return "the certificate refuses to look";
    return parot_is_proved(&check, PAROT_PROOF_TOLERANCE) ? NULL : "solved, but not proved";
}

const char *judge_cut(const parot_problem *problem, const parot_cut *cut)
{
    long double most = 0;
    int64_t n = problem->cost.rows, m = problem->cost.cols;
    uint8_t has_row[DRAW_SIDE] = {0}, has_col[DRAW_SIDE] = {0};
    for (int64_t k = 0; k < cut->rows; k++) {
        has_row[cut->row[k]] = 1;
        most += problem->p[cut->row[k]];
    }
    for (int64_t k = 0; k < cut->cols; k++) {
        has_col[cut->col[k]] = 1;
        most += problem->q[cut->col[k]];
    }
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < m; j++)
            if (!has_row[i] && !has_col[j] && problem->p[i] > 0 && problem->q[j] > 0 &&
                !isinf(problem->cost.data[i * problem->cost.stride + j]))
                return "an allowed pair is outside the cut";
    return most < (long double)problem->mass ? NULL
                                             : "called infeasible, but the cut admits the mass";
}
