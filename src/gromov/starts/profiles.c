/* profiles.c - a profile has 32 quantiles of the distances of a point; the squared distances
 * between profiles are the costs. */
#include "gromov/starts/profiles.h"

#include <string.h>

#include "base/argsort.h"

/* Quantiles of a profile: more tell more points apart, and cost as many coordinates. */
enum { LEVELS = 32 };

/* The quantiles at the far end of the share that moves belong to points on its border. */
static const double ADJUSTED = 0.9;

struct profiles {
    double *source, *target;       /* n and m rows of LEVELS numbers */
    struct keyed *sorted, *buffer; /* one row of distances */
    struct control *control;
};

static void layout(struct profiles *profiles, int64_t n, int64_t m, struct arena *arena)
{
    int64_t size = n > m ? n : m;
    profiles->source = arena_take(arena, n, LEVELS * sizeof(double));
    profiles->target = arena_take(arena, m, LEVELS * sizeof(double));
    profiles->sorted = arena_take(arena, size, sizeof *profiles->sorted);
    profiles->buffer = arena_take(arena, size, sizeof *profiles->buffer);
}

/* The quantiles of one row at the levels top (k + 1/2) / LEVELS, of weights of that total. */
static void fill_profile(const struct profiles *profiles, struct weights weights, double total,
                         double top, double *profile)
{
    int64_t at = 0;
    double below = weight_at(weights, profiles->sorted[0].index);
    for (int k = 0; k < LEVELS; k++) {
        double level = total * top * (k + 0.5) / LEVELS;
        while (below < level && at + 1 < weights.count)
            below += weight_at(weights, profiles->sorted[++at].index);
        profile[k] = profiles->sorted[at].key;
    }
}

/* A stop leaves rows of zeros: what follows is a start all the same, and stops as well. */
static void fill_side(const struct profiles *profiles, const struct space *space,
                      struct weights weights, double top, double *table)
{
    double total = weights_total(weights);
    for (int64_t i = 0; i < space->count; i++) {
        if (control_poll_part(profiles->control, "profiles", i, space->count) != PAROT_OK)
            return;
        const double *row = space->distance + i * space->distance_stride;
        for (int64_t k = 0; k < space->count; k++)
            profiles->sorted[k] = (struct keyed){row[k], k};
        argsort(profiles->sorted, space->count, profiles->buffer, NULL);
        fill_profile(profiles, weights, total, top, table + i * LEVELS);
    }
}

/* Works: the block in `arena` belongs to the caller. */
static parot_status compare(struct frank_wolfe *descent, int is_adjusted, struct arena *arena,
                            double *cost, parot_error *err)
{
    const struct gromov *problem = descent->problem;
    const struct tensor *tensor = &problem->tensor;
    struct weights p = {problem->p, tensor->source.count}, q = {problem->q, tensor->target.count};
    struct profiles profiles = {.control = &descent->shared.control};
    double share_p = ADJUSTED * problem->mass / weights_total(p);
    double share_q = ADJUSTED * problem->mass / weights_total(q);
    layout(&profiles, p.count, q.count, arena);
    TRY(arena_open(arena, &descent->shared.control, err));
    layout(&profiles, p.count, q.count, arena);
    fill_side(&profiles, &tensor->source, p, is_adjusted ? share_p : 1, profiles.source);
    fill_side(&profiles, &tensor->target, q, is_adjusted ? share_q : 1, profiles.target);

    parot_run run = control_rest(&descent->shared.control);
    descent->shared.control.allocations++;
    memset(cost, 0, (size_t)(p.count * q.count) * sizeof *cost);
    parot_status status = parot_cost((parot_matrix){profiles.source, p.count, LEVELS, LEVELS},
                                     (parot_matrix){profiles.target, q.count, LEVELS, LEVELS},
                                     PAROT_METRIC_SQEUCLIDEAN, &run, cost, err);
    return status == PAROT_ESTOPPED ? PAROT_OK : status; /* a start is wanted in any case */
}

parot_status profiles_cost(struct frank_wolfe *descent, int is_adjusted, double *cost,
                           parot_error *err)
{
    struct arena arena = {0};
    parot_status status = compare(descent, is_adjusted, &arena, cost, err);
    block_free(arena.block);
    return status;
}
