/* points_descent.c - the three steps of Algorithm 1 as in frank_wolfe.c, with moments in place of
 * matrices.
 *
 *   1. S <- argmin <G, S>, where G_ij = alpha_i + beta_j - <f_i, g_j> comes from the moments of T
 *   2. step <- argmin F(T + step E), E = S - T; the moments of E are the difference of theirs, and
 *      the parabola has a = <M o E, E>, b = 2 <M o T, E>
 *   3. T <- T + step E: one more sparse plan in the mixture
 *
 * T(0) is the vertex that the gradient at the start leads to, not the start itself: the product has
 * n m entries, and a mixture that keeps a share of it would have as many. Of many points T(0) is
 * then taken to the end of a coarse descent (coarse_start.h).
 */
#include "gromov/points/points_descent.h"

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "gromov/frank_wolfe.h"
#include "gromov/points/coarse_start.h"
#include "gromov/points/fused.h"
#include "gromov/starts/coarse_points.h"
#include "gromov/step.h"

/* As in frank_wolfe.c: of sums of numbers as large as `magnitude`; of a step that must gain. */
static const double ROUNDING = 1e-13, FLAT = 1e-14;

/* Up to this share of pairs that are new from one vertex to the next, the next linear problem
 * begins with the tree of the last one; above, a plan made from nothing is faster:
 * docs/notes/gromov.md. */
static const double NEAR = 0.93;

void points_descent_close(struct points_descent *descent)
{
    products_walk_close(descent->walk);
    mixture_close(&descent->mixture);
    parot_result_free(&descent->found);
    parot_result_free(&descent->answer);
}

/* ---- Step 1 ---------------------------------------------------------------- */

/* A stop that left nothing: which one was it? */
static parot_status stop_of(const struct points_gromov *gromov)
{
    return gromov->shared->team->is_stopped ? PAROT_CANCELLED : PAROT_TIME_LIMIT;
}

/* The features are brought near to each other: by the marginals of T, or by all weights if there
 * is no T yet. */
static void balance(const struct points_descent *descent, struct points_gromov *gromov)
{
    struct weights p = {gromov->linear.p, gromov->at.n}, q = {gromov->linear.q, gromov->at.m};
    if (descent->mixture.count > 0) {
        mixture_marginals(&descent->mixture, gromov->row_mass, gromov->col_mass);
        p.values = gromov->row_mass;
        q.values = gromov->col_mass;
    }
    balance_apply(&gromov->balance, p, q, &gromov->costs);
}

double plan_share_of_new(const parot_plan *a, const parot_plan *b)
{
    int64_t same = 0;
    for (int64_t i = 0, j = 0; i < a->count && j < b->count;) {
        int is_equal = a->row[i] == b->row[j] && a->col[i] == b->col[j];
        int is_behind = a->row[i] != b->row[j] ? a->row[i] < b->row[j] : a->col[i] < b->col[j];
        same += is_equal;
        i += is_equal || is_behind;
        j += !is_behind;
    }
    return 1 - (double)same / (double)a->count;
}

/* S, in descent->found, for the gradient of a plan with these moments. */
static parot_status solve(struct points_descent *descent, struct points_gromov *gromov,
                          const double *moments, parot_error *err)
{
    parot_run run = control_rest(&gromov->shared->control);
    moments_gradient(&gromov->at, moments, &gromov->costs);
    balance(descent, gromov);
    parot_result_free(&descent->found);
    parot_status status = products_walk_solve(&descent->walk, descent->change <= NEAR,
                                              &gromov->linear, &run, &descent->found, err);
    if (descent->mixture.count > 0 && status >= 0)
        descent->change = plan_share_of_new(
            &descent->found.plan, &descent->mixture.plan[descent->mixture.count - 1].plan);
    descent->pivots += status < 0 ? 0 : descent->found.info.pivots;
    gromov->shared->control.allocations += status < 0 ? 0 : descent->found.info.allocations;
    return status;
}

/* ---- The start -------------------------------------------------------------- */

/* As if the spaces were related by a random linear map, as large as their second moments allow. */
static void draw_relation(const struct points_gromov *gromov, int32_t number, double *moments)
{
    const struct moments_map map = moments_map(&gromov->at);
    int64_t ds = gromov->at.ds, dt = gromov->at.dt;
    for (int64_t k = 0; k < ds; k++)
        for (int64_t l = 0; l < dt; l++) {
            uint64_t index = (uint64_t)(((int64_t)number * ds + k) * dt + l);
            double size = moments[map.xx + k * ds + k] * moments[map.yy + l * dt + l];
            moments[map.xy + k * dt + l] =
                random_normal(gromov->seed, RANDOM_START, index) * sqrt(size);
        }
}

static parot_status solve_first(struct points_descent *descent, struct points_gromov *gromov,
                                parot_start start, int32_t number, parot_error *err)
{
    const parot_products_problem *linear = &gromov->linear;
    struct weights p = {linear->p, gromov->at.n}, q = {linear->q, gromov->at.m};
    moments_of_product(&gromov->at, p, q, linear->mass, gromov->plan);
    if (start == PAROT_START_RANDOM)
        draw_relation(gromov, number, gromov->plan);
    if (start == PAROT_START_REPRESENTATIVES)
        TRY(coarse_points_moments(gromov, number, gromov->plan, err));
    const struct coordinates kept = gromov->at;
    if (start == PAROT_START_PARTIAL)
        fused_costs_alone(&gromov->at);
    parot_status status = solve(descent, gromov, gromov->plan, err);
    gromov->at = kept;
    return status;
}

/* T(0) */
static parot_status begin(struct points_descent *descent, struct points_gromov *gromov,
                          parot_start start, int32_t number, parot_error *err)
{
    parot_status status = gromov->first ? solve(descent, gromov, gromov->first, err)
                                        : solve_first(descent, gromov, start, number, err);
    if (status < 0)
        return status;
    moments_of_plan(&gromov->at, &descent->found.plan, gromov->vertex);
    descent->status = status == PAROT_UNPROVED ? PAROT_OK : status;
    return mixture_add(&descent->mixture, &gromov->at, 1, &descent->found, gromov->vertex,
                       &gromov->shared->control, err);
}

/* ---- Step 2 ---------------------------------------------------------------- */

struct parabola {
    double a, b;
};

static struct parabola towards(struct points_gromov *gromov, const double *from)
{
    const struct coordinates *at = &gromov->at;
    double ignored;
    for (int64_t k = 0; k < moments_map(at).count; k++)
        gromov->change[k] = gromov->vertex[k] - from[k];
    return (struct parabola){moments_form(at, gromov->change, gromov->change, &ignored),
                             2 * moments_form(at, gromov->plan, gromov->change, &ignored)};
}

static double fall(struct parabola way, double step)
{
    return -(way.a * step + way.b) * step;
}

static double choose_step(const struct points_descent *descent, const struct points_gromov *gromov,
                          struct parabola way)
{
    double step = gromov->is_long ? long_step(way.a, way.b) : exact_step(way.a, way.b);
    int is_flat = way.a + way.b > -FLAT * descent->magnitude;
    return step == 1 && is_flat ? exact_step(way.a, way.b) : step;
}

/* ---- Step 3 ---------------------------------------------------------------- */

/* Towards S from all of T, or from the worst of its parts alone if that falls deeper; see
 * atoms.h. */
static parot_status move(struct points_descent *descent, struct points_gromov *gromov,
                         struct parabola way, double step, parot_error *err)
{
    struct mixture *mixture = &descent->mixture;
    struct control *control = &gromov->shared->control;
    descent->steps++;
    if (gromov->is_long && step < 1 && mixture->count > 1) {
        int32_t worst = mixture_worst(mixture, &gromov->at, gromov->plan);
        double weight = mixture->weight[worst];
        struct parabola from = towards(gromov, mixture->moments[worst]);
        double share = weight * exact_step(from.a * weight * weight, from.b * weight);
        if (fall(from, share) > fall(way, step))
            return mixture_exchange(mixture, &gromov->at, worst, share, &descent->found,
                                    gromov->vertex, control, err);
    }
    return mixture_add(mixture, &gromov->at, step, &descent->found, gromov->vertex, control, err);
}

/* ---- The loop ---------------------------------------------------------------- */

static int has_converged(const struct points_descent *descent, const struct points_gromov *gromov)
{
    return descent->gap <= gromov->tolerance * fabs(descent->value) ||
           descent->gap <= ROUNDING * descent->magnitude;
}

static void note(struct points_descent *descent, struct points_gromov *gromov)
{
    parot_progress *now = &gromov->shared->now;
    double objective = fmax(0, descent->value);
    now->iteration = descent->steps;
    now->objective = ldexp(objective, gromov->exponent);
    now->stationarity = ldexp(descent->gap, gromov->exponent);
    if (descent->history == MOST_HISTORY)
        return;
    descent->objectives[descent->history] = objective;
    descent->gaps[descent->history++] = descent->gap;
}

/* 2 (<G,T> - the least <G,S> that the prices prove); and M >= 0 proves 2 <G,T>. */
static double proved_gap(const struct points_descent *descent, const struct points_gromov *gromov)
{
    double bound = descent->found.owner ? fmax(0, descent->found.bound) : 0;
    double own = fused_slope(&gromov->at, fmax(0, descent->value), gromov->plan[MOMENT_COST]);
    return fmax(0, 2 * (own - bound));
}

/* One iteration; *is_over if T stays where it is. */
static parot_status iterate(struct points_descent *descent, struct points_gromov *gromov,
                            int *is_over, parot_error *err)
{
    struct control *control = &gromov->shared->control;
    mixture_moments(&descent->mixture, moments_map(&gromov->at).count, gromov->plan);
    descent->value = moments_form(&gromov->at, gromov->plan, gromov->plan, &descent->magnitude);
    *is_over = 1;
    parot_status status = descent->status == PAROT_OK
                              ? solve(descent, gromov, gromov->plan, err) /* step 1 */
                              : descent->status;
    if (status == PAROT_ESTOPPED)
        status = stop_of(gromov);
    if (status < 0)
        return status;
    if (status != PAROT_OK && status != PAROT_UNPROVED) {
        descent->status = status;
        descent->gap = proved_gap(descent, gromov);
        return PAROT_OK;
    }
    moments_of_plan(&gromov->at, &descent->found.plan, gromov->vertex);
    struct parabola way = towards(gromov, gromov->plan);
    descent->gap = fmax(0, -way.b);
    note(descent, gromov);
    double step = choose_step(descent, gromov, way), proved = proved_gap(descent, gromov);
    if (has_converged(descent, gromov) || step == 0) {
        descent->status = status;
        if (proved > descent->gap && proved > ROUNDING * descent->magnitude)
            descent->gap = proved;
        return PAROT_OK;
    }
    descent->status = control_poll(control, "frank-wolfe", descent->steps, 0, NAN);
    if (descent->status == PAROT_OK && descent->steps >= gromov->max_iterations)
        descent->status = PAROT_ITERATION_LIMIT;
    if (descent->status != PAROT_OK)
        return PAROT_OK;
    *is_over = 0;
    return move(descent, gromov, way, step, err);
}

/* T becomes the vertex that the gradient at the end of a coarse descent leads to, if that is lower.
 */
static parot_status jump(struct points_descent *descent, struct points_gromov *gromov,
                         parot_error *err)
{
    struct coarse coarse;
    double ignored;
    mixture_moments(&descent->mixture, moments_map(&gromov->at).count, gromov->plan);
    double value = moments_form(&gromov->at, gromov->plan, gromov->plan, &ignored);
    products_walk_close(descent->walk); /* the next problem is far from the last */
    descent->walk = NULL;
    int is_coarse = coarse_start(&coarse, gromov, gromov->plan);
    if (is_coarse)
        moments_of_plan(&coarse.gromov.at, &coarse.descent.answer.plan, gromov->plan);
    coarse_start_close(&coarse);
    if (!is_coarse)
        return PAROT_OK;
    parot_status status = solve(descent, gromov, gromov->plan, err);
    if (status == PAROT_ESTOPPED)
        status = stop_of(gromov);
    if (status < 0)
        return status;
    descent->status = status == PAROT_UNPROVED ? PAROT_OK : status;
    if (descent->found.owner)
        moments_of_plan(&gromov->at, &descent->found.plan, gromov->vertex);
    if (descent->found.owner &&
        moments_form(&gromov->at, gromov->vertex, gromov->vertex, &ignored) < value)
        return mixture_add(&descent->mixture, &gromov->at, 1, &descent->found, gromov->vertex,
                           &gromov->shared->control, err);
    parot_result_free(&descent->found); /* its prices are not those of T */
    return PAROT_OK;
}

/* By moments. */
parot_status points_descent_run(struct points_descent *descent, struct points_gromov *gromov,
                                parot_start start, int32_t number, parot_error *err)
{
    TRY(begin(descent, gromov, start, number, err));
    if (descent->status == PAROT_OK)
        TRY(jump(descent, gromov, err));
    for (int is_over = 0; !is_over;)
        TRY(iterate(descent, gromov, &is_over, err));
    products_walk_close(descent->walk);
    descent->walk = NULL;
    TRY(mixture_write(&descent->mixture, &descent->answer, &gromov->shared->control, err));
    descent->answer.mass = descent->mixture.plan[0].mass;
    descent->objective = plan_objective(&gromov->at, &descent->answer.plan, &gromov->aligned);
    return PAROT_OK;
}
