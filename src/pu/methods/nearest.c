/* nearest.c - distances are computed in blocks of rows; a partial selection finds the nearest
 * positives of each row, and minus their mean distance is its value. With one neighbour that is a
 * transport whose prices are all 0, as which a model keeps it. */
#include "pu/methods/nearest.h"

#include "linalg/smallest.h"

enum { BLOCK = 256 }; /* rows whose distances are kept at a time */

struct neighbourhood {
    double *cost;   /* BLOCK x m */
    int32_t *index; /* neighbours */
    int64_t count;  /* of neighbours */
};

static void layout(struct neighbourhood *near, const struct pu_problem *problem,
                   struct pu_result *found, struct arena *arena)
{
    found->value = arena_take(arena, problem->n, sizeof *found->value);
    near->cost = arena_take(arena, BLOCK, (size_t)problem->m * sizeof *near->cost);
    near->index = arena_take(arena, near->count, sizeof *near->index);
    if (near->count == 1) { /* prices of 0, as the arena is */
        found->reference = problem->y;
        found->references = problem->m;
        found->weight = arena_take(arena, problem->m, sizeof *found->weight);
    }
}

static double mean_distance(const struct neighbourhood *near, const double *cost, int64_t m)
{
    double sum = 0;
    smallest_indices(cost, m, near->count, near->index);
    for (int64_t k = 0; k < near->count; k++)
        sum += cost[near->index[k]];
    return sum / (double)near->count;
}

parot_status pu_nearest(const struct pu_problem *problem, int64_t neighbours,
                        struct control *control, struct pu_result *found, parot_error *err)
{
    struct arena arena = {0};
    int64_t m = problem->m, dims = problem->dims;
    struct neighbourhood near = {.count = neighbours < m ? neighbours : m};
    layout(&near, problem, found, &arena);
    TRY(arena_open(&arena, control, err));
    found->memory = arena.block;
    layout(&near, problem, found, &arena);
    for (int64_t first = 0; first < problem->n; first += BLOCK) {
        int64_t rest = problem->n - first, rows = rest < BLOCK ? rest : BLOCK;
        TRY(control_poll_part(control, "nearest", first, problem->n));
        parot_run run = control_rest(control);
        TRY(parot_cost((parot_matrix){problem->x + first * dims, rows, dims, dims},
                       (parot_matrix){problem->y, m, dims, dims}, problem->preset.metric, &run,
                       near.cost, err));
        for (int64_t i = 0; i < rows; i++)
            found->value[first + i] = -mean_distance(&near, near.cost + i * m, m);
    }
    return PAROT_OK;
}
