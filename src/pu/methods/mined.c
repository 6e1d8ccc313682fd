/* mined.c - transport is solved first; the rows outside its k best are the negatives of a ridge,
 * whose values rank all rows. Rows that it was fitted on have their leave-one-out values, so that
 * having been called negative does not count against them. */
#include <string.h>

#include "pu/methods/rank.h"
#include "pu/methods/ridge.h"
#include "pu/methods/wasserstein.h"

struct mining {
    struct ranked *ranked; /* n */
    char *is_negative;     /* n */
    double *value;         /* n: by the ridge */
    struct ridge ridge;
    void *memory;
};

static void layout(struct mining *mining, int64_t n, struct arena *arena)
{
    mining->ranked = arena_take(arena, n, sizeof *mining->ranked);
    mining->is_negative = arena_take(arena, n, 1);
    mining->value = arena_take(arena, n, sizeof *mining->value);
}

/* All rows but the k that transport moves. */
static parot_status mine(struct mining *mining, const struct pu_problem *problem,
                         parot_pu_kernel kernel, struct control *control, struct pu_result *found,
                         parot_error *err)
{
    struct arena arena = {0};
    TRY(pu_wasserstein(problem, PAROT_PU_WHOLE_ROWS_NONE, control, found, err));
    control->is_cancelled |= found->status == PAROT_CANCELLED; /* one request is enough */
    layout(mining, problem->n, &arena);
    TRY(arena_open(&arena, control, err));
    mining->memory = arena.block;
    layout(mining, problem->n, &arena);
    rank_rows(problem->n, found->share, found->value, mining->ranked);
    for (int64_t r = 0; r < problem->n; r++)
        mining->is_negative[mining->ranked[r].row] = r >= problem->k;
    TRY(ridge_fit(&mining->ridge, kernel, problem, mining->is_negative, control, err));
    TRY(ridge_values(&mining->ridge, problem, control, mining->value, err));
    memcpy(found->value, mining->value, (size_t)problem->n * sizeof *found->value);
    found->is_by_value = 1;
    return PAROT_OK;
}

/* Transport has labelled the rows: who stops the ridge gets these labels. */
static parot_status keep_transport(parot_status status, const struct control *control,
                                   struct pu_result *found)
{
    int is_stopped = status > 0 || status == PAROT_ESTOPPED;
    if (!is_stopped || !found->transport.owner)
        return status;
    found->status = status > 0                    ? status
                    : control_is_time_up(control) ? PAROT_TIME_LIMIT
                                                  : PAROT_CANCELLED;
    return PAROT_OK;
}

parot_status pu_mined(const struct pu_problem *problem, parot_pu_kernel kernel,
                      struct control *control, struct pu_result *found, parot_error *err)
{
    struct mining mining = {0};
    parot_status status = mine(&mining, problem, kernel, control, found, err);
    if (status == PAROT_OK)
        ridge_hand_over(&mining.ridge, found);
    else
        ridge_close(&mining.ridge);
    status = keep_transport(status, control, found);
    block_free(mining.memory);
    return status;
}
