/* distance_descent.c - the steps of Algorithm 1 for distances Dx and Dy that nobody stores.
 *
 * S is the answer of a linear problem that a sketch makes approximate (distance_linear.c). All
 * values on the way to S are exact: J and the parabola are sums of squares over pairs of entries of
 * T and S (cloud_form). So the objective falls for certain. What the gap is, is proved at the end,
 * and not before (distance_proof.c); where the proof fails, the sketch grows and the steps go on.
 */
#include "gromov/points/distance_descent.h"

#include <math.h>
#include <string.h>

#include "gromov/frank_wolfe.h"
#include "gromov/points/distance_steps.h"
#include "gromov/points/fused.h"
#include "gromov/step.h"
#include "partial/result.h"

const double DISTANCE_TOLERANCE = 1e-4;

/* The proof asks for more than the search can see: the search stops at this share of it. */
static const double SEARCHED = 0.3;

/* Of sums of squares, and of a step that must gain. */
static const double ROUNDING = 1e-13, FLAT = 1e-14;

/* Columns to begin with, and that a search may use. The sketch grows when what it leaves out may be
 * so many times the gap, and beyond that when a proof fails. */
enum { FIRST_RANK = 32, SEARCH_RANK = 64 };
static const double LEFT_OUT = 3;

/* Entries of a plan, for each point: mixtures of more vertices are not searched further. */
enum { MOST_ENTRIES = 24 };

static int64_t smallest(int64_t a, int64_t b, int64_t c)
{
    int64_t least = a < b ? a : b;
    return least < c ? least : c;
}

static int64_t room_of(const struct points_gromov *gromov)
{
    return MOST_ENTRIES * (gromov->at.n + gromov->at.m + 1);
}

void distances_layout(struct points_gromov *gromov, struct arena *arena)
{
    struct distances *distances = &gromov->distances;
    struct sketch *sketch = &distances->sketch;
    const struct coordinates *at = &gromov->at;
    int64_t n = at->n, m = at->m, room = room_of(gromov);
    sketch->source = (struct cloud){n, at->ds, at->x, distances->metric};
    sketch->target = (struct cloud){m, at->dt, at->y, distances->metric};
    sketch->most = smallest(n, m, SKETCH_MOST);
    sketch->room = room;
    sketch_layout(sketch, arena);
    for (int side = 0; side < 2; side++) {
        distances->source[side] = arena_take(arena, room, (size_t)at->ds * sizeof(double));
        distances->target[side] = arena_take(arena, room, (size_t)at->dt * sizeof(double));
    }
    distances->part = arena_take(arena, room, sizeof(double));
    distance_proof_layout(gromov, arena);
}

/* ---- Values ------------------------------------------------------------------ */

static struct cloud_pairs gather(const struct points_gromov *gromov, const parot_plan *plan,
                                 int side)
{
    const struct distances *distances = &gromov->distances;
    const struct coordinates *at = &gromov->at;
    double *source = distances->source[side], *target = distances->target[side];
    for (int64_t e = 0; e < plan->count; e++) {
        memcpy(source + e * at->ds, at->x + plan->row[e] * at->ds, (size_t)at->ds * sizeof *source);
        memcpy(target + e * at->dt, at->y + plan->col[e] * at->dt, (size_t)at->dt * sizeof *target);
    }
    return (struct cloud_pairs){{plan->count, at->ds, source, distances->metric},
                                {plan->count, at->dt, target, distances->metric},
                                plan->mass};
}

double distance_form(const struct points_gromov *gromov, const parot_plan *s, const parot_plan *t)
{
    struct cloud_pairs a = gather(gromov, s, 0), b = gather(gromov, t, 1);
    double value = cloud_form(&a, &b, gromov->distances.part, gromov->shared->control.run.threads);
    return fused_value(&gromov->at, value,
                       (fused_cost(&gromov->at, s) + fused_cost(&gromov->at, t)) / 2);
}

double distance_slope(const struct points_descent *descent, const struct points_gromov *gromov)
{
    return fused_slope(&gromov->at, descent->value, fused_cost(&gromov->at, &descent->answer.plan));
}

/* ---- The loop ------------------------------------------------------------------- */

/* What the sketch may leave out: its last singular value stands for all that follow. */
static int is_coarse(const struct points_descent *descent, const struct points_gromov *gromov)
{
    const struct sketch *sketch = &gromov->distances.sketch;
    double size = sqrt((double)gromov->at.n * (double)gromov->at.m);
    double rest = sketch->value[sketch->rank - 1] / size * (double)sketch->rank;
    return sketch->rank < sketch->most && sketch->rank < SEARCH_RANK &&
           2 * gromov->linear.mass * fused_value(&gromov->at, rest, 0) > LEFT_OUT * descent->gap;
}

static void refine(struct points_descent *descent, struct points_gromov *gromov)
{
    struct sketch *sketch = &gromov->distances.sketch;
    int64_t twice = 2 * sketch->rank;
    sketch_grow(sketch, twice < sketch->most ? twice : sketch->most);
    gromov->distances.used = 0;
    descent->change = 1;
}

static void note(struct points_descent *descent, struct points_gromov *gromov)
{
    parot_progress *now = &gromov->shared->now;
    now->iteration = descent->steps;
    now->objective = ldexp(descent->value, gromov->exponent);
    now->stationarity = ldexp(descent->gap, gromov->exponent);
    if (descent->history == MOST_HISTORY)
        return;
    descent->objectives[descent->history] = descent->value;
    descent->gaps[descent->history++] = descent->gap;
}

/* T <- T + step (S - T) */
static parot_status move(struct points_descent *descent, struct points_gromov *gromov, double step,
                         double value, parot_error *err)
{
    descent->steps++;
    descent->value = fmax(0, value);
    descent->change =
        step == 1 ? plan_share_of_new(&descent->found.plan, &descent->answer.plan) : 1;
    if (step == 1) {
        parot_result_free(&descent->answer);
        descent->answer = descent->found;
        descent->found = (parot_result){0};
        return PAROT_OK;
    }
    parot_result blend = {0};
    parot_status status = mixture_blend(&blend, 1 - step, &descent->answer.plan, step,
                                        &descent->found.plan, &gromov->shared->control, err);
    if (status != PAROT_OK) {
        parot_result_free(&blend);
        return status;
    }
    blend.mass = descent->answer.mass;
    descent->is_mixed = 1;
    parot_result_free(&descent->answer);
    descent->answer = blend;
    return PAROT_OK;
}

/* The end, unless the sketch hides a step: *is_over stays 0 then. */
static parot_status finish(struct points_descent *descent, struct points_gromov *gromov,
                           double rounding, int *is_over)
{
    double wanted = fmax(gromov->tolerance, DISTANCE_TOLERANCE) * descent->value, gap;
    parot_status status = distance_prove(descent, gromov, &gap);
    const struct sketch *sketch = &gromov->distances.sketch;
    *is_over = 1;
    if (status != PAROT_OK) {
        descent->status = status;
        descent->gap = 2 * distance_slope(descent, gromov);
        return PAROT_OK;
    }
    descent->gap = gap;
    if (gap <= wanted || gap <= rounding) {
        descent->status = PAROT_OK;
        return PAROT_OK;
    }
    *is_over = sketch->rank == sketch->most || descent->steps >= gromov->max_iterations;
    descent->status = *is_over ? PAROT_UNPROVED : PAROT_OK;
    if (!*is_over)
        refine(descent, gromov);
    return PAROT_OK;
}

static parot_status stop(struct points_descent *descent, const struct points_gromov *gromov,
                         parot_status status, int *is_over)
{
    *is_over = 1;
    descent->status = status;
    descent->gap = 2 * distance_slope(descent, gromov); /* M >= 0, C >= 0 */
    return PAROT_OK;
}

/* One iteration; *is_over if T stays where it is. */
static parot_status iterate(struct points_descent *descent, struct points_gromov *gromov,
                            int *is_over, parot_error *err)
{
    struct control *control = &gromov->shared->control;
    *is_over = 0;
    if (descent->status != PAROT_OK)
        return stop(descent, gromov, descent->status, is_over);
    parot_status status = distance_solve(descent, gromov, err);
    if (status == PAROT_ESTOPPED)
        status = gromov->shared->team->is_stopped ? PAROT_CANCELLED : PAROT_TIME_LIMIT;
    if (status < 0)
        return status;
    if (status != PAROT_OK && status != PAROT_UNPROVED)
        return stop(descent, gromov, status, is_over);
    double towards = distance_form(gromov, &descent->found.plan, &descent->answer.plan);
    double there = distance_form(gromov, &descent->found.plan, &descent->found.plan);
    double a = there - 2 * towards + descent->value, b = 2 * (towards - descent->value);
    double size = there + towards + descent->value, rounding = ROUNDING * descent->magnitude;
    double wanted = SEARCHED * fmax(gromov->tolerance, DISTANCE_TOLERANCE) * descent->value;
    descent->gap = fmax(0, -b);
    note(descent, gromov);
    double step = gromov->is_long ? long_step(a, b) : exact_step(a, b);
    step = step == 1 && a + b > -FLAT * size ? exact_step(a, b) : step;
    int64_t entries = descent->answer.plan.count + descent->found.plan.count;
    if (descent->gap <= wanted || descent->gap <= rounding || step == 0 ||
        (step < 1 && entries > room_of(gromov)))
        return finish(descent, gromov, rounding, is_over);
    status = control_poll(control, "frank-wolfe", descent->steps, 0, NAN);
    if (status == PAROT_OK && descent->steps >= gromov->max_iterations)
        status = PAROT_ITERATION_LIMIT;
    if (status == PAROT_ITERATION_LIMIT) {
        TRY(finish(descent, gromov, rounding, is_over));
        *is_over = 1;
        descent->status =
            descent->status == PAROT_UNPROVED ? PAROT_ITERATION_LIMIT : descent->status;
        return PAROT_OK;
    }
    if (status != PAROT_OK)
        return stop(descent, gromov, status, is_over);
    TRY(move(descent, gromov, step, descent->value + step * (b + step * a), err));
    if (is_coarse(descent, gromov))
        refine(descent, gromov);
    return PAROT_OK;
}

parot_status distance_descent_run(struct points_descent *descent, struct points_gromov *gromov,
                                  parot_start start, int32_t number, parot_error *err)
{
    struct sketch *sketch = &gromov->distances.sketch;
    sketch->threads = gromov->shared->control.run.threads;
    sketch->seed = gromov->seed;
    sketch->rank = sketch->drawn = 0;
    int is_whole = sketch->most == gromov->at.n || sketch->most == gromov->at.m;
    sketch_grow(sketch, is_whole || sketch->most < FIRST_RANK ? sketch->most : FIRST_RANK);
    TRY(distance_begin(descent, gromov, start, number, err));
    for (int is_over = 0; !is_over;)
        TRY(iterate(descent, gromov, &is_over, err));
    products_walk_close(descent->walk);
    descent->walk = NULL;
    descent->objective = distance_form(gromov, &descent->answer.plan, &descent->answer.plan);
    return PAROT_OK;
}
