/* judgement_plan.c - what a plan of any origin moves, costs and misses.
 *
 * One pass over its entries adds up rows, columns, mass and cost with compensated sums
 * (base/sums.h); one pass over rows and columns finds what they carry beyond their weights.
 */
#include <math.h>

#include "base/arena.h"
#include "base/options.h"
#include "base/plan_arrays.h"
#include "base/sums.h"
#include "partial/judgement.h"
#include "partial/problem.h"
#include "partial/result.h"
#include "transport/units.h"

/* ---- Is it a plan of this problem? -------------------------------------- */

static parot_status check_entry(const parot_plan *plan, int64_t k, parot_error *err)
{
    if (plan->row[k] < 0 || plan->row[k] >= plan->rows || plan->col[k] < 0 ||
        plan->col[k] >= plan->cols)
        return fail_argument(err, PAROT_EINVAL, "plan",
                             "entry %lld is at (%d,%d), outside %lld x %lld; indices start at 0",
                             (long long)k, plan->row[k], plan->col[k], (long long)plan->rows,
                             (long long)plan->cols);
    if (!isfinite(plan->mass[k]))
        return fail_argument(err, PAROT_EINVAL, "plan",
                             "the mass of entry %lld at (%d,%d) must be finite, got %g",
                             (long long)k, plan->row[k], plan->col[k], plan->mass[k]);
    return PAROT_OK;
}

parot_status judge_check(const struct claimed *problem, const parot_given_plan *given,
                         parot_error *err)
{
    const parot_plan *plan = &given->plan;
    TRY(CHECK_RESERVED(given, err));
    if (!(given->tolerance >= 0 && given->tolerance < 1))
        return fail_argument(err, PAROT_EINVAL, "tolerance", "must be in [0, 1), got %g",
                             given->tolerance);
    if (plan->rows != problem->cost.rows || plan->cols != problem->cost.cols)
        return fail_argument(err, PAROT_ESHAPE, "plan", "is %lld x %lld, the problem %lld x %lld",
                             (long long)plan->rows, (long long)plan->cols,
                             (long long)problem->cost.rows, (long long)problem->cost.cols);
    TRY(check_plan_arrays(plan, err));
    if (given->dual && (!given->dual->u || !given->dual->v))
        return fail_argument(err, PAROT_EINVAL, "dual",
                             "must have u and v; without prices it must be NULL");
    for (int64_t k = 0; k < plan->count; k++)
        TRY(check_entry(plan, k, err));
    if (given->prices)
        TRY(check_prices(given->prices, problem->cost.rows, problem->cost.cols, err));
    TRY(check_weights("p", problem->p, problem->cost.rows, err));
    return check_weights("q", problem->q, problem->cost.cols, err);
}

/* ---- What it moves ------------------------------------------------------ */

struct reading {
    const struct claimed *problem;
    const parot_plan *plan;
    struct sum *rows, *cols; /* T 1 and T' 1 */
    struct sum mass, cost, missed;
    int is_forbidden; /* some pair in use is */
    double least;     /* entry, at most 0 */
};

static void layout(struct reading *reading, struct arena *arena)
{
    reading->rows = arena_take(arena, reading->plan->rows, sizeof *reading->rows);
    reading->cols = arena_take(arena, reading->plan->cols, sizeof *reading->cols);
}

static parot_status read_entry(struct reading *reading, int64_t k, parot_judgement *judgement,
                               parot_error *err)
{
    const parot_plan *plan = reading->plan;
    double mass = plan->mass[k], cost;
    if (mass == 0)
        return PAROT_OK;
    TRY(claimed_cost(reading->problem, plan->row[k], plan->col[k], &cost, err));
    sum_add(&reading->rows[plan->row[k]], mass);
    sum_add(&reading->cols[plan->col[k]], mass);
    sum_add(&reading->mass, mass);
    if (cost == INFINITY) {
        judgement->entry = reading->is_forbidden ? judgement->entry : k;
        reading->is_forbidden = 1;
    } else {
        sum_add_product(&reading->cost, cost, mass);
    }
    if (mass > 0)
        return PAROT_OK;
    sum_add(&reading->missed, -mass);
    if (mass < reading->least && !reading->is_forbidden)
        judgement->entry = k;
    reading->least = fmin(reading->least, mass);
    return PAROT_OK;
}

/* The node that carries most beyond its weight: *at, by *most. */
static void read_side(struct reading *reading, const struct sum *moved, struct weights weights,
                      int64_t *at, double *most)
{
    for (int64_t i = 0; i < weights.count; i++) {
        struct sum beyond = moved[i];
        sum_add(&beyond, -weight_at(weights, i));
        double by = sum_value(&beyond);
        if (!(by > 0))
            continue;
        sum_add(&reading->missed, by);
        *at = by > *most ? i : *at;
        *most = fmax(*most, by);
    }
}

/* No more can move than the smaller side has; a plan that moves more is compared with that. */
static parot_status choose_wanted(const struct reading *reading, double mass,
                                  parot_judgement *judgement, parot_error *err)
{
    const struct claimed *problem = reading->problem;
    double count = (double)(problem->cost.rows + problem->cost.cols);
    double most = fmin(weights_total((struct weights){problem->p, problem->cost.rows}),
                       weights_total((struct weights){problem->q, problem->cost.cols}));
    if (!(mass >= 0) || mass > most * (1 + 1e-12 + count * 0x1p-52))
        return fail_argument(err, PAROT_EINVAL, "mass",
                             "must be in [0, %.12g], where 0 stands for that of the plan, got %g",
                             most, mass);
    judgement->wanted = fmin(mass > 0 ? mass : fmax(0, judgement->mass), most);
    return PAROT_OK;
}

/* Works: the memory of `arena` belongs to the caller. */
static parot_status read_plan(struct reading *reading, double mass, struct control *control,
                              struct arena *arena, parot_judgement *judgement, parot_error *err)
{
    const struct claimed *problem = reading->problem;
    layout(reading, arena);
    TRY(arena_open(arena, control, err));
    layout(reading, arena);
    for (int64_t k = 0; k < reading->plan->count; k++)
        TRY(read_entry(reading, k, judgement, err));
    judgement->mass = sum_value(&reading->mass);
    if (!isfinite(judgement->mass))
        return fail(err, PAROT_ENUMERIC, "plan: its mass is outside the range of double");
    const struct weights p = {problem->p, problem->cost.rows}, q = {problem->q, problem->cost.cols};
    if (problem->prices)
        sum_add(&reading->cost, unmatched_cost(reading->plan, problem->prices, p, q));
    judgement->objective = reading->is_forbidden ? INFINITY : sum_value(&reading->cost);
    TRY(choose_wanted(reading, mass, judgement, err));
    read_side(reading, reading->rows, p, &judgement->row, &judgement->row_excess);
    read_side(reading, reading->cols, q, &judgement->col, &judgement->col_excess);
    sum_add(&reading->missed, fabs(judgement->mass - judgement->wanted));
    judgement->missed = sum_value(&reading->missed);
    judgement->missed_relative = judgement->missed == 0 ? 0 : judgement->missed / judgement->wanted;
    return PAROT_OK;
}

parot_status judge_read(const struct claimed *problem, const parot_given_plan *given, double mass,
                        struct control *control, parot_judgement *judgement, parot_error *err)
{
    struct reading reading = {.problem = problem, .plan = &given->plan};
    struct arena arena = {0};
    judgement->row = judgement->col = judgement->entry = -1;
    parot_status status = read_plan(&reading, mass, control, &arena, judgement, err);
    block_free(arena.block);
    return status;
}
