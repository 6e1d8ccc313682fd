/* path_ways.c - a plan T of one mass begins the descent at another mass s with the step that
 * Algorithm 1 would take there: the vertex of mass s that is best for the gradient at T. It is a
 * plan whether s is larger or smaller.
 *
 * By points the gradient is G_ij = alpha_i + beta_j - <f_i, g_j>. With u_i = (f_i / sqrt 2, a_i, 0)
 * and w_j = (g_j / sqrt 2, 0, b_j), a_i^2 = alpha_i - |f_i|^2 / 2 + K and b_j likewise, it is
 * |u_i - w_j|^2 less a constant, so that parot_gromov_points takes it as the costs that its partial
 * start looks at, and parot_partial_points_curve has the prices of all masses.
 */
#include "gromov/path/path_ways.h"

#include <math.h>

#include "base/run.h"
#include "gromov/gromov.h"
#include "partial/problem.h"

/* What prices are rounded to, relative to the largest that a gradient can have. */
static const double ROUNDING = 1e-12;

enum { MOST_DRAWN = 4 }; /* random starts of each draw, by points */

int64_t path_ways_rows(const struct path_ways *ways)
{
    return ways->has_points ? ways->points.x.rows : ways->matrices.source.rows;
}

int64_t path_ways_cols(const struct path_ways *ways)
{
    return ways->has_points ? ways->points.y.rows : ways->matrices.target.rows;
}

/* ---- Room ----------------------------------------------------------------- */

static void layout_cloud(struct gradient_cloud *cloud, struct arena *arena)
{
    struct coordinates *at = &cloud->at;
    int64_t rank = moments_rank(at);
    cloud->columns = rank + 2;
    at->x = arena_take(arena, at->n, (size_t)at->ds * sizeof(double));
    at->y = arena_take(arena, at->m, (size_t)at->dt * sizeof(double));
    at->r = arena_take(arena, at->n, sizeof(double));
    at->s = arena_take(arena, at->m, sizeof(double));
    cloud->moments = arena_take(arena, moments_map(at).count, sizeof(double));
    cloud->costs.alpha = arena_take(arena, at->n, sizeof(double));
    cloud->costs.beta = arena_take(arena, at->m, sizeof(double));
    cloud->costs.f = arena_take(arena, at->n, (size_t)rank * sizeof(double));
    cloud->costs.g = arena_take(arena, at->m, (size_t)rank * sizeof(double));
    cloud->u = arena_take(arena, at->n, (size_t)cloud->columns * sizeof(double));
    cloud->w = arena_take(arena, at->m, (size_t)cloud->columns * sizeof(double));
}

static void layout(struct path_ways *ways, struct arena *arena)
{
    int64_t n = path_ways_rows(ways), m = path_ways_cols(ways);
    if (ways->has_points) {
        layout_cloud(&ways->cloud, arena);
    } else {
        ways->gradient = arena_take(arena, n, (size_t)m * sizeof *ways->gradient);
        ways->start = arena_take(arena, n, (size_t)m * sizeof *ways->start);
    }
    ways->memory = arena->block;
}

/* Points about the mean of their side, by weight. Those without mass do not move, and would cost
 * digits if they are far away: they go to the mean. Returns the largest number. */
static double centre(parot_matrix from, const double *weight, double *to)
{
    double largest = 0;
    for (int64_t k = 0; k < from.cols; k++) {
        double mean = 0, total = 0;
        for (int64_t i = 0; i < from.rows; i++) {
            double w = weight ? weight[i] : 1;
            total += w;
            if (w > 0)
                mean += (from.data[i * from.stride + k] - mean) * (w / total);
        }
        for (int64_t i = 0; i < from.rows; i++) {
            int has_mass = !weight || weight[i] > 0;
            to[i * from.cols + k] = has_mass ? from.data[i * from.stride + k] - mean : 0;
            largest = fmax(largest, fabs(to[i * from.cols + k]));
        }
    }
    return largest;
}

static void divide(double *z, double *norm, int64_t count, int64_t dims, int exponent)
{
    for (int64_t i = 0; i < count; i++) {
        norm[i] = 0;
        for (int64_t k = 0; k < dims; k++) {
            z[i * dims + k] = ldexp(z[i * dims + k], -exponent);
            norm[i] += z[i * dims + k] * z[i * dims + k];
        }
    }
}

parot_status path_ways_open(struct path_ways *ways, parot_error *err)
{
    struct arena arena = {0};
    struct coordinates *at = &ways->cloud.at;
    const parot_gromov_points_problem *points = &ways->points;
    if (ways->has_points)
        *at = (struct coordinates){
            .n = points->x.rows, .m = points->y.rows, .ds = points->x.cols, .dt = points->y.cols};
    layout(ways, &arena);
    TRY(arena_open(&arena, ways->control, err));
    layout(ways, &arena);
    if (!ways->has_points)
        return PAROT_OK;
    double largest = fmax(centre(points->x, points->p, at->x), centre(points->y, points->q, at->y));
    int exponent = largest > 0 ? ilogb(largest) + 1 : 0;
    ways->cloud.exponent = exponent;
    divide(at->x, at->r, at->n, at->ds, exponent);
    divide(at->y, at->s, at->m, at->dt, exponent);
    return PAROT_OK;
}

/* ---- The gradient of a plan ------------------------------------------------- */

static double largest_of(const double *numbers, int64_t count)
{
    double largest = 0;
    for (int64_t k = 0; k < count; k++)
        largest = fmax(largest, fabs(numbers[k]));
    return largest;
}

/* One side of the cloud: its features times `factor`, and what the offsets are beside their square
 * in the column `own`. Returns what was added to make that positive. */
static double fill_side(const double *offset, const double *f, int64_t count, int64_t columns,
                        double factor, int64_t own, double *to)
{
    int64_t rank = columns - 2;
    double least = 0;
    for (int64_t i = 0; i < count; i++) {
        double square = 0;
        for (int64_t k = 0; k < rank; k++) {
            to[i * columns + k] = factor * f[i * rank + k];
            square += to[i * columns + k] * to[i * columns + k];
        }
        to[i * columns + rank] = to[i * columns + rank + 1] = 0;
        to[i * columns + own] = offset[i] - square;
        least = fmin(least, offset[i] - square);
    }
    for (int64_t i = 0; i < count; i++)
        to[i * columns + own] = sqrt(to[i * columns + own] - least);
    return -least;
}

static void fill_cloud(struct gradient_cloud *cloud, const parot_plan *plan)
{
    const struct coordinates *at = &cloud->at;
    const struct linear_costs *costs = &cloud->costs;
    int64_t rank = cloud->columns - 2;
    moments_of_plan(at, plan, cloud->moments);
    moments_gradient(at, cloud->moments, costs);
    double f = largest_of(costs->f, at->n * rank), g = largest_of(costs->g, at->m * rank);
    double factor = f > 0 && g > 0 ? sqrt(g / f) : 1; /* both sides as large */
    cloud->offset = fill_side(costs->alpha, costs->f, at->n, cloud->columns, factor * sqrt(0.5),
                              rank, cloud->u);
    cloud->offset += fill_side(costs->beta, costs->g, at->m, cloud->columns, sqrt(0.5) / factor,
                               rank + 1, cloud->w);
}

/* ---- One mass ----------------------------------------------------------------- */

/* Masses that differ by no more are equal up to rounding. */
static const double WHOLE = 1e-13;

/* ways->start = the vertex of that mass that is best for the gradient at `plan` */
static parot_status find_start(struct path_ways *ways, const parot_plan *plan, double mass,
                               parot_error *err)
{
    const parot_gromov_problem *problem = &ways->matrices;
    int64_t n = problem->source.rows, m = problem->target.rows;
    parot_result vertex = {0};
    TRY(gromov_plan_gradient(problem, plan, ways->control, ways->gradient, err));
    parot_problem linear = {{ways->gradient, n, m, m}, problem->p, problem->q, mass};
    parot_run run = control_rest(ways->control);
    run.max_iterations = 0;
    parot_status status = parot_partial(&linear, &run, &vertex, err);
    if (status >= 0)
        parot_plan_to_dense(&vertex.plan, ways->start);
    parot_result_free(&vertex);
    return status == PAROT_UNPROVED ? PAROT_OK : status;
}

/* A stop came before there was a vertex: ways->start = a share of `plan` itself, if that has as
 * much mass. */
static parot_status stop_at(struct path_ways *ways, const parot_plan *plan, double mass,
                            parot_status status, parot_error *err)
{
    double total = 0;
    for (int64_t e = 0; e < plan->count; e++)
        total += plan->mass[e];
    if (!(total >= mass * (1 - WHOLE)))
        return fail(err, PAROT_ESTOPPED,
                    "path: stopped (%s) before there is a plan of mass %g; "
                    "allow more time",
                    parot_status_name(status), mass);
    parot_plan_to_dense(plan, ways->start);
    for (int64_t k = 0; k < plan->rows * plan->cols; k++)
        ways->start[k] *= fmin(1, mass / total);
    return PAROT_OK;
}

int path_ways_can_draw(const struct path_ways *ways)
{
    uint32_t starts = ways->options.starts;
    uint32_t drawn = ways->has_points ? PAROT_START_RANDOM : PAROT_START_TRIANGLES;
    return (starts == 0 || starts & drawn) && path_ways_rows(ways) > 2 && path_ways_cols(ways) > 2;
}

static void choose_drawn(const struct path_ways *ways, parot_gromov_options *options)
{
    options->starts = ways->has_points ? PAROT_START_RANDOM : PAROT_START_TRIANGLES;
    options->restarts = ways->has_points ? MOST_DRAWN : 0;
}

/* By matrices. */
static parot_status solve_matrices(struct path_ways *ways, double mass, int32_t draw,
                                   const parot_plan *from, parot_gromov_result *found,
                                   parot_error *err)
{
    parot_gromov_options options = ways->options;
    if (draw > 0)
        choose_drawn(ways, &options);
    ways->matrices.mass = mass;
    if (from) {
        parot_status status = find_start(ways, from, mass, err);
        if (status > 0 || status == PAROT_ESTOPPED)
            status = stop_at(ways, from, mass, status, err);
        TRY(status);
        options.starts = 0;
        options.restarts = 0;
        options.start = ways->start;
    }
    parot_run run = control_rest(ways->control);
    run.seed += (uint64_t)draw;
    return parot_gromov(&ways->matrices, &options, &run, found, err);
}

/* By points; the costs of the gradient have no weight, and are a start. */
static parot_status solve_points(struct path_ways *ways, double mass, int32_t draw,
                                 const parot_plan *from, parot_gromov_result *found,
                                 parot_error *err)
{
    parot_gromov_options options = ways->options;
    parot_gromov_points_problem problem = ways->points;
    if (draw > 0)
        choose_drawn(ways, &options);
    problem.mass = mass;
    if (from) {
        fill_cloud(&ways->cloud, from);
        problem.x_features = ways->cloud.u;
        problem.y_features = ways->cloud.w;
        problem.features = ways->cloud.columns;
        problem.alpha = 1;
        options.starts = PAROT_START_PARTIAL;
        options.restarts = 0;
    }
    parot_run run = control_rest(ways->control);
    run.seed += (uint64_t)draw;
    return parot_gromov_points(&problem, &options, &run, found, err);
}

parot_status path_ways_solve(struct path_ways *ways, double mass, int32_t draw,
                             const parot_plan *from, parot_gromov_result *found, parot_error *err)
{
    return ways->has_points ? solve_points(ways, mass, draw, from, found, err)
                            : solve_matrices(ways, mass, draw, from, found, err);
}

/* ---- All masses of one gradient -------------------------------------------------- */

static parot_status curve_of_cloud(struct path_ways *ways, const parot_plan *plan, double total,
                                   parot_curve *curve, parot_error *err)
{
    struct gradient_cloud *cloud = &ways->cloud;
    fill_cloud(cloud, plan);
    parot_points_problem linear = {.x = {cloud->u, cloud->at.n, cloud->columns, cloud->columns},
                                   .y = {cloud->w, cloud->at.m, cloud->columns, cloud->columns},
                                   .metric = PAROT_METRIC_SQEUCLIDEAN,
                                   .p = ways->points.p,
                                   .q = ways->points.q,
                                   .mass = total};
    for (int part = 3; part > 1 && !parot_points_curve_pays(&linear); part--)
        linear.mass = total * part / 4;
    parot_run run = control_rest(ways->control);
    run.max_iterations = 0;
    parot_status status = parot_partial_points_curve(&linear, &run, curve, err);
    for (int64_t k = 0; status >= 0 && k + 1 < curve->count; k++)
        curve->slope[k] -= cloud->offset;
    return status;
}

parot_status path_ways_curve(struct path_ways *ways, const parot_plan *plan, double total,
                             parot_curve *curve, parot_error *err)
{
    if (ways->has_points)
        return curve_of_cloud(ways, plan, total, curve, err);
    const parot_gromov_problem *problem = &ways->matrices;
    int64_t n = problem->source.rows, m = problem->target.rows;
    TRY(gromov_plan_gradient(problem, plan, ways->control, ways->gradient, err));
    parot_problem linear = {{ways->gradient, n, m, m}, problem->p, problem->q, total};
    parot_run run = control_rest(ways->control);
    run.max_iterations = 0;
    return parot_partial_curve(&linear, &run, curve, err);
}

static double square_of_largest(parot_matrix distance)
{
    double largest = 0;
    for (int64_t i = 0; distance.data && i < distance.rows; i++)
        for (int64_t k = 0; k < distance.cols; k++)
            largest = fmax(largest, fabs(distance.data[i * distance.stride + k]));
    return largest * largest;
}

/* Coordinates of the cloud are at most 1, so that its distances are at most 4 of each column. */
double path_ways_rounding(const struct path_ways *ways, double total)
{
    if (ways->has_points)
        return ROUNDING * total * (double)(ways->cloud.at.ds + ways->cloud.at.dt);
    return ROUNDING * total *
           fmax(square_of_largest(ways->matrices.source), square_of_largest(ways->matrices.target));
}

double path_ways_unit(const struct path_ways *ways)
{
    return ways->has_points ? ldexp(1, 4 * ways->cloud.exponent) : 1;
}
