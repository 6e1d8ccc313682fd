/* pu_scaled.c - the tables as the methods see them, in the caller's order. */
#include <string.h>

#include "pu/problem/pu_problem.h"

static void layout(parot_pu_scaled *scaled, int64_t n, int64_t m, struct arena *arena)
{
    size_t row = (size_t)scaled->cols * sizeof(double);
    scaled->unlabeled = arena_take(arena, n, row);
    scaled->positive = arena_take(arena, m, row);
    scaled->owner = arena->block;
}

static void restore(const double *rows, const int32_t *order, int64_t count, int64_t cols,
                    double *to)
{
    for (int64_t r = 0; r < count; r++)
        memcpy(to + order[r] * cols, rows + r * cols, (size_t)cols * sizeof *to);
}

/* Works: what it allocates is in *problem and *scaled, also on failure. */
static parot_status fill(struct pu_problem *problem, const parot_pu_data *data,
                         const parot_pu_options *options, struct control *control,
                         parot_pu_scaled *scaled, parot_error *err)
{
    struct arena arena = {0};
    TRY(pu_problem_open(problem, data, options, control, err));
    scaled->cols = problem->dims;
    layout(scaled, problem->n, problem->m, &arena);
    TRY(arena_open(&arena, control, err));
    layout(scaled, problem->n, problem->m, &arena);
    restore(problem->x, problem->unlabeled_order, problem->n, scaled->cols, scaled->unlabeled);
    restore(problem->y, problem->positive_order, problem->m, scaled->cols, scaled->positive);
    scaled->kind = problem->preset.kind;
    scaled->scale = problem->preset.scale;
    scaled->metric = problem->preset.metric;
    scaled->noise = problem->noise;
    return PAROT_OK;
}

parot_status parot_pu_scale(const parot_pu_data *data, const parot_pu_options *options,
                            const parot_run *run, parot_pu_scaled *scaled, parot_error *err)
{
    struct control control;
    struct pu_problem problem = {0};
    parot_pu_scaled local = {0};
    parot_pu_options taken;
    TRY(CHECK_GIVEN(err, data, scaled));
    TRY(pu_options_take(options, &taken, err));
    TRY(control_init(&control, run, err));
    parot_status status = fill(&problem, data, &taken, &control, &local, err);
    pu_problem_close(&problem);
    status = pu_stopped(status, "the scaling", err);
    if (status == PAROT_OK)
        *scaled = local;
    else
        parot_pu_scaled_free(&local);
    return status;
}

void parot_pu_scaled_free(parot_pu_scaled *scaled)
{
    if (!scaled)
        return;
    block_free(scaled->owner);
    *scaled = (parot_pu_scaled){0};
}
