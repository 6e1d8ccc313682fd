/* plan_gradient.c - what one more unit between a pair costs, given a plan.
 *
 *   d/dT_ij = (1 - alpha) C_ij + 2 alpha (M o T)_ij
 *
 * These are the costs of step 1 of Algorithm 1 at T.
 */
#include "gromov/gromov.h"
#include <math.h>

#include "gromov/scaled.h"
#include "gromov/sparse_lines.h"
#include "partial/problem.h"

struct plan_gradient {
    struct spaces spaces;
    struct scaled scaled;
    struct tensor tensor;
    struct bench bench;
    struct lines lines;
    void *memory;
};

static void layout(struct plan_gradient *it, const parot_plan *plan, struct arena *arena)
{
    bench_layout(&it->bench, plan->rows, plan->cols, arena);
    lines_layout(&it->lines, plan->rows, plan->cols, plan->count, arena);
    it->memory = arena->block;
}

/* Works: what it allocates is in *it. */
static parot_status fill(struct plan_gradient *it, const parot_gromov_problem *problem,
                         const parot_plan *plan, struct control *control, double *gradient,
                         parot_error *err)
{
    struct arena arena = {0};
    struct cost_range range = {0};
    const struct scaled *scaled = &it->scaled;
    TRY(spaces_check(&it->spaces, problem, control, err));
    if (problem->alpha < 1)
        TRY(check_cost(problem->cost, &range, err));
    TRY(scaled_open(&it->scaled, problem, &it->spaces, range.largest, control, err));
    TRY(spaces_open(&it->spaces, &it->scaled.problem, &it->tensor, control, err));
    layout(it, plan, &arena);
    TRY(arena_open(&arena, control, err));
    layout(it, plan, &arena);
    lines_set(&it->lines, plan);
    for (int64_t e = 0; e < plan->count; e++)
        it->lines.mass[e] = ldexp(it->lines.mass[e], -scaled->mass);
    struct blend blend = {gradient, 0, 2 * scaled->quadratic, scaled->linear, scaled->problem.cost};
    if (isnan(tensor_form(&it->tensor, &it->lines, &it->bench, control)) ||
        tensor_add(&it->tensor, &it->lines, &it->bench, blend, control) != PAROT_OK)
        return fail(err, PAROT_ESTOPPED, "gradient: stopped before it was complete");
    for (int64_t k = 0; k < plan->rows * plan->cols; k++)
        gradient[k] = ldexp(gradient[k], scaled->value - scaled->mass);
    return PAROT_OK;
}

parot_status gromov_plan_gradient(const parot_gromov_problem *problem, const parot_plan *plan,
                                  struct control *control, double *gradient, parot_error *err)
{
    struct plan_gradient it = {0};
    parot_status status = fill(&it, problem, plan, control, gradient, err);
    block_free(it.spaces.memory);
    block_free(it.scaled.memory);
    block_free(it.memory);
    return status;
}
