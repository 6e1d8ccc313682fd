/* result.c - the life of a parot_result. */
#include <string.h>

#include "base/arena.h"

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
