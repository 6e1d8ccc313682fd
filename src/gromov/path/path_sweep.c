/* path_sweep.c - masses are gone through downwards and upwards in turn; a mass whose plan has
 * become lower is tried by its neighbours again, until none changes. Which minimum is followed is
 * decided by the few masses that are solved from all starts.
 */
#include "gromov/path/path_sweep.h"

#include <string.h>

enum {
    SEARCHED = 5, /* masses that are solved from all starts: what most of the time goes to */
    PASSES = 6    /* down and up in turn; improvements after that have not been seen */
};

/* A plan that is lower by less than this is the same one. */
static const double LOWER = 1e-9;

/* ---- One mass ----------------------------------------------------------- */

/* Keeps the lower one of what was there and `found`. */
static void keep(struct sweep *sweep, int64_t k, parot_gromov_result *found)
{
    parot_gromov_result *kept = &sweep->out->result[k];
    sweep->out->descents += found->trials;
    if (sweep->changed[k] &&
        !(found->transport.objective < kept->transport.objective * (1 - LOWER))) {
        parot_gromov_result_free(found);
        return;
    }
    parot_gromov_result_free(kept);
    *kept = *found;
    sweep->changed[k] = ++sweep->clock;
}

/* From the starts, drawn anew if draw > 0, or from a plan. */
static parot_status solve_mass(struct sweep *sweep, int64_t k, int32_t draw, const parot_plan *from,
                               parot_error *err)
{
    parot_gromov_result found = {0};
    double mass = sweep->out->share[k] * sweep->out->total;
    parot_status status = path_ways_solve(&sweep->ways, mass, draw, from, &found, err);
    if (status >= 0)
        keep(sweep, k, &found);
    return status == PAROT_ITERATION_LIMIT || status == PAROT_UNPROVED ? PAROT_OK : status;
}

/* Mass k from the plan of its neighbour, unless that has been tried. side 0: the one below. */
static parot_status solve_from(struct sweep *sweep, int64_t k, int side, parot_error *err)
{
    int64_t from = side == 0 ? k - 1 : k + 1;
    if (from < 0 || from >= sweep->out->count || sweep->changed[from] == 0 ||
        sweep->seen[side][k] == sweep->changed[from])
        return PAROT_OK;
    sweep->seen[side][k] = sweep->changed[from];
    return solve_mass(sweep, k, 0, &sweep->out->result[from].transport.plan, err);
}

/* ---- All masses --------------------------------------------------------- */

/* Whether mass k of the first grid is one of those that are solved from all starts: the last one,
 * and others evenly below it. */
static int is_searched(const struct sweep *sweep, int64_t k)
{
    int64_t count = sweep->path.masses;
    for (int64_t s = 0; s < SEARCHED; s++)
        if (k == count - 1 - s * count / SEARCHED)
            return 1;
    return 0;
}

/* draw: -1 for a pass from neighbours alone; else the masses that are searched are solved from
 * starts, with that number. */
static parot_status pass_down(struct sweep *sweep, int32_t draw, parot_error *err)
{
    for (int64_t k = sweep->out->count - 1; k >= 0; k--) {
        if (draw >= 0 && is_searched(sweep, k)) {
            parot_status status = solve_mass(sweep, k, draw, NULL, err);
            if (status != PAROT_OK)
                return status;
        }
        parot_status status = solve_from(sweep, k, 1, err);
        if (status != PAROT_OK)
            return status;
    }
    return PAROT_OK;
}

static parot_status pass_up(struct sweep *sweep, parot_error *err)
{
    for (int64_t k = 0; k < sweep->out->count; k++) {
        parot_status status = solve_from(sweep, k, 0, err);
        if (status != PAROT_OK)
            return status;
    }
    return PAROT_OK;
}

parot_status sweep_settle(struct sweep *sweep, int32_t draw, parot_error *err)
{
    for (int pass = 0; pass < PASSES; pass++) {
        int64_t before = sweep->clock;
        parot_status status =
            pass % 2 == 0 ? pass_down(sweep, pass == 0 ? draw : -1, err) : pass_up(sweep, err);
        if (status != PAROT_OK)
            return status;
        if (pass > 0 && sweep->clock == before)
            return PAROT_OK;
    }
    return PAROT_OK;
}

void sweep_insert(struct sweep *sweep, double share, double distance)
{
    parot_gromov_path_result *out = sweep->out;
    int64_t k = out->count;
    while (k > 0 && out->share[k - 1] > share)
        k--;
    if (share >= 1 || (k > 0 && share - out->share[k - 1] < distance) ||
        (k < out->count && out->share[k] - share < distance))
        return;
    size_t rest = (size_t)(out->count - k);
    memmove(out->share + k + 1, out->share + k, rest * sizeof *out->share);
    memmove(out->result + k + 1, out->result + k, rest * sizeof *out->result);
    memmove(sweep->changed + k + 1, sweep->changed + k, rest * sizeof *sweep->changed);
    for (int side = 0; side < 2; side++)
        memmove(sweep->seen[side] + k + 1, sweep->seen[side] + k, rest * sizeof *sweep->seen[side]);
    out->share[k] = share;
    out->result[k] = (parot_gromov_result){0};
    sweep->changed[k] = sweep->seen[0][k] = sweep->seen[1][k] = 0;
    out->count++;
}
