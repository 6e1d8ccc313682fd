/* result.c - a result is one block; objective and dual value are compensated sums. */
#include "partial/result.h"

#include <string.h>

#include "base/sums.h"
#include "base/wide_sum.h"
#include "partial/problem.h"

static void layout(parot_result *result, struct arena *arena)
{
    parot_plan *plan = &result->plan;
    plan->mass = arena_take(arena, plan->count, sizeof *plan->mass);
    result->dual.u = arena_take(arena, plan->rows, sizeof *result->dual.u);
    result->dual.v = arena_take(arena, plan->cols, sizeof *result->dual.v);
    plan->row = arena_take(arena, plan->count, sizeof *plan->row);
    plan->col = arena_take(arena, plan->count, sizeof *plan->col);
    result->owner = arena->block;
}

parot_status result_open(parot_result *result, struct control *control, parot_error *err)
{
    struct arena arena = {0};
    layout(result, &arena);
    TRY(arena_open(&arena, control, err));
    layout(result, &arena);
    return PAROT_OK;
}

double plan_cost(const parot_plan *plan, parot_matrix cost)
{
    struct sum sum = {0};
    for (int64_t k = 0; k < plan->count; k++)
        sum_add_product(&sum, plan->mass[k], cost.data[plan->row[k] * cost.stride + plan->col[k]]);
    return sum_value(&sum);
}

/* Where all of a row moves, nothing is left of its price, however large that is: the sum is exact.
 */
double unmatched_cost(const parot_plan *plan, const parot_prices *prices, struct weights p,
                      struct weights q)
{
    struct wide_sum sum = {0};
    for (int64_t i = 0; i < p.count; i++)
        wide_sum_add_product(&sum, source_price(prices, i), weight_at(p, i));
    for (int64_t j = 0; j < q.count; j++)
        wide_sum_add_product(&sum, target_price(prices, j), weight_at(q, j));
    for (int64_t k = 0; k < plan->count; k++) {
        wide_sum_add_product(&sum, -source_price(prices, plan->row[k]), plan->mass[k]);
        wide_sum_add_product(&sum, -target_price(prices, plan->col[k]), plan->mass[k]);
    }
    return wide_sum_lower(&sum);
}

double dual_value(const parot_dual *dual, struct weights p, struct weights q, double mass)
{
    struct sum sum = {0};
    sum_add_product(&sum, dual->lambda, mass);
    for (int64_t i = 0; i < p.count; i++)
        sum_add_product(&sum, -dual->u[i], weight_at(p, i));
    for (int64_t j = 0; j < q.count; j++)
        sum_add_product(&sum, -dual->v[j], weight_at(q, j));
    return sum_value(&sum);
}

void parot_result_free(parot_result *result)
{
    if (!result)
        return;
    block_free(result->owner);
    *result = (parot_result){0};
}

void parot_plan_to_dense(const parot_plan *plan, double *dense)
{
    memset(dense, 0, (size_t)plan->rows * (size_t)plan->cols * sizeof *dense);
    for (int64_t k = 0; k < plan->count; k++)
        dense[plan->row[k] * plan->cols + plan->col[k]] += plan->mass[k];
}

double parot_partial_memory(int64_t n, int64_t m)
{
    return sizeof(double) * (double)n * (double)m;
}

double parot_certify_seconds(const parot_result *result)
{
    int is_stopped = result->status != PAROT_OK && result->status != PAROT_UNPROVED;
    return is_stopped ? 0.5 : 0; /* a stop is answered within two seconds */
}
