/* classical_scaling.c - coordinates of landmarks (Torgerson 1952), and of all other points by their
 * distances to these (de Silva and Tenenbaum 2004).
 *
 * For landmarks with squared distances D, B = -1/2 J D J has the coordinates sqrt(l_k) v_k along
 * its eigenvectors, and a point with squared distances d to them lies at <v_k, mean - d> / (2
 * sqrt(l_k)).
 *
 * Each way to give the axes signs and an order is tried on a few points: the best plan for the
 * squared distances of the coordinates, its objective by the definition, and again about the means
 * of what it moves. The lowest one counts.
 */
#include "gromov/starts/classical_scaling.h"

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "gromov/objective.h"
#include "linalg/eigen.h"
#include "linalg/vector.h"

enum {
    AXES = 3,        /* beyond them orders and signs are too many to try */
    LANDMARKS = 200, /* more give coordinates to more digits than the start needs */
    JUDGES = 64,     /* points of each side by which a way is judged */
    ROUNDS = 3       /* about the means of what moved */
};

/* Variances below this share of the largest are rounding. */
static const double LEAST_VARIANCE = 1e-9;

struct side {
    const struct space *space;
    int64_t landmarks, judges;
    int32_t *points; /* in random order: landmarks come first, and judges are the first of these */
    struct eigen eigen;
    double *mean;   /* of the squared distances to each landmark */
    double *at;     /* count x AXES coordinates */
    double *weight; /* of the judges */
    double *within; /* judges x judges distances */
    int dims;
};

/* y' = sign y_order - t */
struct way {
    int order[AXES];
    double sign[AXES], shift[AXES];
    double value;
};

struct axes {
    struct side source, target;
    double *moved; /* rows of the target, turned: count x AXES */
    double *cost;  /* judges x judges */
    int dims;
    struct way best;
    parot_gromov_problem problem; /* of the judges */
    struct control *control;
};

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static void layout_side(struct side *side, struct arena *arena)
{
    int64_t n = side->space->count;
    side->landmarks = smaller(LANDMARKS, n);
    side->judges = smaller(JUDGES, n);
    side->points = arena_take(arena, n, sizeof *side->points);
    side->eigen.n = side->landmarks;
    side->eigen.count = smaller(AXES, side->landmarks);
    eigen_layout(&side->eigen, arena);
    side->mean = arena_take(arena, side->landmarks, sizeof(double));
    side->at = arena_take(arena, n, AXES * sizeof(double));
    side->weight = arena_take(arena, side->judges, sizeof(double));
    side->within = arena_take(arena, side->judges, (size_t)side->judges * sizeof(double));
}

static void layout(struct axes *it, struct arena *arena)
{
    layout_side(&it->source, arena);
    layout_side(&it->target, arena);
    it->moved = arena_take(arena, it->target.space->count, AXES * sizeof(double));
    it->cost = arena_take(arena, it->source.judges, (size_t)it->target.judges * sizeof(double));
}

/* ---- Coordinates -------------------------------------------------------- */

static double squared(const struct side *side, int64_t i, int64_t landmark)
{
    double d = side->space->distance[i * side->space->distance_stride + side->points[landmark]];
    return d * d;
}

/* B, where eigen.h wants it. */
static void centre(struct side *side)
{
    int64_t n = side->landmarks;
    double *b = side->eigen.matrix, all = 0;
    for (int64_t i = 0; i < n; i++) {
        side->mean[i] = 0;
        for (int64_t k = 0; k < n; k++)
            side->mean[i] += squared(side, side->points[i], k) / (double)n;
        all += side->mean[i] / (double)n;
    }
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < n; k++)
            b[i * n + k] =
                (side->mean[i] + side->mean[k] - squared(side, side->points[i], k) - all) / 2;
}

/* The axes that vary at all, and all points along them. A stop leaves the others at 0. */
static void place(struct side *side, struct control *control)
{
    const double *value = side->eigen.values;
    int64_t l = side->landmarks;
    while (side->dims < side->eigen.count && value[side->dims] > LEAST_VARIANCE * value[0] &&
           value[0] > 0)
        side->dims++;
    for (int64_t i = 0; i < side->space->count; i++) {
        if (control_poll_part(control, "axes", i, side->space->count) != PAROT_OK)
            return;
        for (int k = 0; k < side->dims; k++) {
            const double *axis = side->eigen.vectors + k * l;
            double sum = 0;
            for (int64_t a = 0; a < l; a++)
                sum += axis[a] * (side->mean[a] - squared(side, i, a));
            side->at[i * AXES + k] = sum / (2 * sqrt(value[k]));
        }
    }
}

static parot_status scale(struct side *side, uint64_t seed, uint64_t first, struct control *control)
{
    for (int64_t i = 0; i < side->space->count; i++)
        side->points[i] = (int32_t)i;
    random_shuffle(side->points, side->space->count, seed, RANDOM_LANDMARK, first);
    centre(side);
    side->eigen.control = control;
    parot_status status = eigen_solve(&side->eigen);
    if (status == PAROT_OK)
        place(side, control);
    return status;
}

/* ---- Ways --------------------------------------------------------------- */

static void turn(const struct axes *it, const struct way *way, const double *from, double *to)
{
    for (int k = 0; k < it->dims; k++)
        to[k] = way->sign[k] * from[way->order[k]] + way->shift[k];
}

static void fill_costs(struct axes *it, const struct way *way)
{
    int64_t u = it->source.judges, v = it->target.judges;
    for (int64_t j = 0; j < v; j++)
        turn(it, way, it->target.at + it->target.points[j] * AXES, it->moved + j * AXES);
    for (int64_t i = 0; i < u; i++)
        for (int64_t j = 0; j < v; j++) {
            const double *x = it->source.at + it->source.points[i] * AXES;
            double sum = 0;
            for (int k = 0; k < it->dims; k++)
                sum += (x[k] - it->moved[j * AXES + k]) * (x[k] - it->moved[j * AXES + k]);
            it->cost[i * v + j] = sum;
        }
}

/* So that the means of what moves agree. */
static void centre_way(const struct axes *it, const parot_plan *plan, struct way *way)
{
    double total = 0, sum[AXES] = {0};
    for (int64_t e = 0; e < plan->count; e++) {
        const double *x = it->source.at + it->source.points[plan->row[e]] * AXES;
        const double *y = it->moved + plan->col[e] * AXES;
        total += plan->mass[e];
        for (int k = 0; k < it->dims; k++)
            sum[k] += plan->mass[e] * (x[k] - y[k]);
    }
    for (int k = 0; k < it->dims; k++)
        way->shift[k] += total > 0 ? sum[k] / total : 0;
}

static parot_status try_way(struct axes *it, struct way way, parot_error *err)
{
    int64_t u = it->source.judges, v = it->target.judges;
    for (int round = 0; round < ROUNDS; round++) {
        parot_result result = {0};
        parot_run run = control_rest(it->control);
        fill_costs(it, &way);
        parot_problem linear = {
            {it->cost, u, v, v}, it->problem.p, it->problem.q, it->problem.mass, {0}};
        parot_status status = parot_partial(&linear, &run, &result, err);
        if (status < 0)
            return status;
        it->control->allocations += result.info.allocations;
        way.value = gromov_form(&it->problem, &result.plan, NULL);
        if (way.value < it->best.value)
            it->best = way;
        centre_way(it, &result.plan, &way);
        parot_result_free(&result);
    }
    return PAROT_OK;
}

static const int ORDERS[6][AXES] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                    {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

static int is_order(const int order[AXES], int dims)
{
    for (int k = dims; k < AXES; k++)
        if (order[k] != k)
            return 0;
    return 1;
}

static parot_status try_ways(struct axes *it, parot_error *err)
{
    for (int o = 0; o < 6; o++)
        for (int s = 0; s < 1 << it->dims && is_order(ORDERS[o], it->dims); s++) {
            struct way way = {0};
            if (o + s > 0 && control_poll_part(it->control, "axes", o * 8 + s, 48) != PAROT_OK)
                return PAROT_OK; /* what was found is a start all the same */
            memcpy(way.order, ORDERS[o], sizeof way.order);
            for (int k = 0; k < AXES; k++)
                way.sign[k] = s >> k & 1 ? -1 : 1;
            TRY(try_way(it, way, err));
        }
    return PAROT_OK;
}

/* ---- The judges --------------------------------------------------------- */

/* Returns their share of all weights. */
static double take_judges(struct side *side, struct weights weights)
{
    int64_t n = side->judges;
    double total = 0;
    for (int64_t i = 0; i < n; i++) {
        total += side->weight[i] = weight_at(weights, side->points[i]);
        for (int64_t k = 0; k < n; k++)
            side->within[i * n + k] =
                side->space
                    ->distance[side->points[i] * side->space->distance_stride + side->points[k]];
    }
    for (int64_t i = 0; i < n && total > 0; i++)
        side->weight[i] *= weights_total(weights) / total;
    return total;
}

static int set_judges(struct axes *it, const struct gromov *problem)
{
    struct side *source = &it->source, *target = &it->target;
    int64_t u = source->judges, v = target->judges;
    struct weights p = {problem->p, source->space->count}, q = {problem->q, target->space->count};
    if (!(take_judges(source, p) > 0 && take_judges(target, q) > 0))
        return 0;
    double most = fmin(weights_total((struct weights){source->weight, u}),
                       weights_total((struct weights){target->weight, v}));
    it->problem = (parot_gromov_problem){.source = {source->within, u, u, u},
                                         .target = {target->within, v, v, v},
                                         .alpha = 1,
                                         .loss = problem->tensor.source.own ? PAROT_LOSS_KL
                                                                            : PAROT_LOSS_SQUARE,
                                         .p = source->weight,
                                         .q = target->weight,
                                         .mass = fmin(problem->mass, (1 - 1e-12) * most)};
    return 1;
}

/* ---- The costs ---------------------------------------------------------- */

static parot_status fill(struct axes *it, double *cost, parot_error *err)
{
    int64_t n = it->source.space->count, m = it->target.space->count;
    parot_run run = control_rest(it->control);
    memset(cost, 0, (size_t)(n * m) * sizeof *cost);
    if (!(it->best.value < INFINITY))
        return PAROT_OK; /* there are no axes, or no time: any plan is as good */
    for (int64_t j = 0; j < m; j++)
        turn(it, &it->best, it->target.at + j * AXES, it->moved + j * AXES);
    it->control->allocations++;
    parot_status status = parot_cost((parot_matrix){it->source.at, n, it->dims, AXES},
                                     (parot_matrix){it->moved, m, it->dims, AXES},
                                     PAROT_METRIC_SQEUCLIDEAN, &run, cost, err);
    return status == PAROT_ESTOPPED ? PAROT_OK : status;
}

/* Works: the block in `arena` belongs to the caller. */
static parot_status search(struct axes *it, const struct gromov *problem, struct arena *arena,
                           double *cost, parot_error *err)
{
    uint64_t seed = it->control->run.seed, n = (uint64_t)problem->tensor.source.count;
    it->source.space = &problem->tensor.source;
    it->target.space = &problem->tensor.target;
    it->best.value = INFINITY;
    layout(it, arena);
    TRY(arena_open(arena, it->control, err));
    layout(it, arena);
    if (scale(&it->source, seed, 0, it->control) == PAROT_OK &&
        scale(&it->target, seed, n, it->control) == PAROT_OK && set_judges(it, problem)) {
        it->dims = it->source.dims < it->target.dims ? it->source.dims : it->target.dims;
        if (it->dims > 0)
            TRY(try_ways(it, err));
    }
    return fill(it, cost, err);
}

parot_status axes_cost(struct frank_wolfe *descent, double *cost, parot_error *err)
{
    struct arena arena = {0};
    struct axes it = {.control = &descent->shared.control};
    parot_status status = search(&it, descent->problem, &arena, cost, err);
    block_free(arena.block);
    return status;
}
