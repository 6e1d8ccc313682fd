/* scaled.c - chooses the powers of two, and copies what they change. */
#include "gromov/scaled.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "partial/problem.h"
#include "transport/units.h"

/* Numbers between 2^-DISTANCES and 2^DISTANCES are used in place, and masses between 2^-MASSES and
 * 2^MASSES: distances squared, times masses squared and summed, are far inside the range then. */
enum { DISTANCES = 250, MASSES = 100 };

/* A weight that is larger than the mass by more than that can as well be 2^HEAVY times the mass. */
enum { HEAVY = 400 };

/* Below, parts of the mass would lose digits. */
static const double LEAST_MASS = 0x1p-1000;

/* The objective can be this far below the unit of values, which the largest distances and costs
 * set, before squares of distances in it are lost. */
enum { DEEPEST = 2 * DISTANCES };

/* Values this far below 1 are rounding, wherever they go. */
static const double NOTHING = 0x1p-200;

int leaves_range(double x, int exponent)
{
    double moved = ldexp(x, exponent);
    return !isfinite(moved) || (fabs(x) > NOTHING && fabs(moved) < DBL_MIN);
}

/* ---- Exponents ---------------------------------------------------------- */

static int exponent_of(double largest)
{
    return largest > 0 ? ilogb(largest) : 0;
}

/* 0 if numbers up to `largest` can stay as they are. */
static int exponent_beyond(double largest, int most)
{
    int exponent = exponent_of(largest);
    return exponent > most || exponent < -most ? exponent : 0;
}

static double largest_weight(struct weights weights)
{
    double largest = 0;
    for (int64_t i = 0; i < weights.count; i++)
        largest = fmax(largest, weight_at(weights, i));
    return largest;
}

int has_unusual_masses(double mass, struct weights p, struct weights q)
{
    double heaviest = fmax(largest_weight(p), largest_weight(q));
    return exponent_beyond(mass, MASSES) != 0 || exponent_beyond(fmax(heaviest, mass), MASSES) != 0;
}

/* The larger of the two terms is near 1; of one that is not there the other. */
static int value_exponent(const parot_gromov_problem *problem, double distance, double cost)
{
    int mass = exponent_of(problem->mass), least = -4 * DBL_MAX_EXP;
    int power = problem->loss == PAROT_LOSS_KL ? 1 : 2, linear = least, quadratic = least;
    if (problem->alpha < 1 && cost > 0)
        linear = ilogb(1 - problem->alpha) + ilogb(cost) + mass;
    if (problem->alpha > 0 && distance > 0)
        quadratic = ilogb(problem->alpha) + power * ilogb(distance) + 2 * mass;
    int larger = linear > quadratic ? linear : quadratic;
    return larger > least ? larger : 0;
}

/* ---- Copies ------------------------------------------------------------- */

/* to = 2^-exponent from; in two steps, since one power may be outside the range */
static void scale_numbers(const double *from, int64_t count, int exponent, double *to)
{
    double first = ldexp(1.0, -(exponent / 2)), second = ldexp(1.0, -(exponent - exponent / 2));
    for (int64_t k = 0; k < count; k++)
        to[k] = from[k] * first * second;
}

/* The matrix becomes its copy in `to`; without room it is used in place. */
static parot_status scale_matrix(parot_matrix *matrix, int exponent, double *to,
                                 struct control *control, parot_error *err)
{
    const parot_matrix from = *matrix;
    if (!to)
        return PAROT_OK;
    for (int64_t i = 0; i < from.rows; i++) {
        TRY(spaces_poll(control, i, from, err));
        scale_numbers(from.data + i * from.stride, from.cols, exponent, to + i * from.cols);
    }
    *matrix = (parot_matrix){to, from.rows, from.cols, from.cols};
    return PAROT_OK;
}

void scaled_weights(struct weights from, int exponent, double *to)
{
    for (int64_t i = 0; i < from.count; i++)
        to[i] = fmin(ldexp(weight_at(from, i), -exponent), ldexp(1.0, HEAVY));
}

struct copies {
    double *source, *target, *cost, *p, *q; /* NULL: used in place */
};

static void layout(struct copies *copies, const struct scaled *scaled, int has_weights,
                   struct arena *arena)
{
    int64_t n = scaled->problem.source.rows, m = scaled->problem.target.rows;
    if (scaled->distance != 0) {
        copies->source = arena_take(arena, n, (size_t)n * sizeof(double));
        copies->target = arena_take(arena, m, (size_t)m * sizeof(double));
    }
    if (scaled->cost != 0)
        copies->cost = arena_take(arena, n, (size_t)m * sizeof(double));
    if (has_weights) {
        copies->p = arena_take(arena, n, sizeof(double));
        copies->q = arena_take(arena, m, sizeof(double));
    }
}

static parot_status fill(struct scaled *scaled, const struct copies *copies,
                         struct control *control, parot_error *err)
{
    parot_gromov_problem *problem = &scaled->problem;
    struct weights p = {problem->p, problem->source.rows}, q = {problem->q, problem->target.rows};
    TRY(scale_matrix(&problem->source, scaled->distance, copies->source, control, err));
    TRY(scale_matrix(&problem->target, scaled->distance, copies->target, control, err));
    TRY(scale_matrix(&problem->cost, scaled->cost, copies->cost, control, err));
    if (copies->p) {
        scaled_weights(p, scaled->mass, copies->p);
        scaled_weights(q, scaled->mass, copies->q);
        problem->p = copies->p;
        problem->q = copies->q;
    }
    problem->mass = ldexp(problem->mass, -scaled->mass);
    return PAROT_OK;
}

/* ---- The door ----------------------------------------------------------- */

parot_status scaled_check_mass(double mass, parot_error *err)
{
    if (!(mass > 0 && mass < INFINITY))
        return fail(err, PAROT_EINVAL, "mass: must be positive and finite, got %g", mass);
    if (mass < LEAST_MASS)
        return fail(err, PAROT_ENUMERIC,
                    "mass: %g is so small that parts of it leave the range of double; multiply p, "
                    "q and mass by the same number",
                    mass);
    return PAROT_OK;
}

/* The KL loss takes logarithms of the target: its numbers must not lose digits. */
static parot_status check_logarithms(const struct scaled *scaled, const parot_gromov_problem *given,
                                     struct control *control, parot_error *err)
{
    parot_matrix target = given->target;
    for (int64_t j = 0; given->loss == PAROT_LOSS_KL && j < target.rows; j++) {
        TRY(spaces_poll(control, j, target, err));
        for (int64_t l = 0; l < target.cols; l++) {
            double number = target.data[j * target.stride + l];
            if (ldexp(number, -scaled->distance) < DBL_MIN)
                return fail(err, PAROT_ENUMERIC,
                            "target: %g at (%lld,%lld) is too small beside distances near %g for "
                            "the KL loss; raise it, or use the square loss",
                            number, (long long)j, (long long)l, ldexp(1.0, scaled->distance));
        }
    }
    return PAROT_OK;
}

/* What units_choose would say, in the caller's numbers. */
static parot_status check_most(const struct scaled *scaled, parot_error *err)
{
    const parot_gromov_problem *problem = &scaled->problem;
    double rows = weights_total((struct weights){problem->p, problem->source.rows});
    double cols = weights_total((struct weights){problem->q, problem->target.rows});
    double most = fmin(rows, cols), count = (double)(problem->source.rows + problem->target.rows);
    if (problem->mass > most * (1 + 1e-12 + count * DBL_EPSILON))
        return fail(err, PAROT_EINVAL, "mass %.17g exceeds min(sum p, sum q) = %.17g",
                    ldexp(problem->mass, scaled->mass), ldexp(most, scaled->mass));
    return PAROT_OK;
}

parot_status scaled_open(struct scaled *scaled, const parot_gromov_problem *problem,
                         const struct spaces *spaces, double largest_cost, struct control *control,
                         parot_error *err)
{
    struct arena arena = {0};
    struct copies copies = {0};
    double distance = fmax(spaces->largest[0], spaces->largest[1]);
    struct weights p = {problem->p, problem->source.rows}, q = {problem->q, problem->target.rows};
    *scaled = (struct scaled){.problem = *problem};
    TRY(scaled_check_mass(problem->mass, err));
    int mass = exponent_of(problem->mass);
    int has_weights = has_unusual_masses(problem->mass, p, q);
    scaled->distance = exponent_beyond(distance, DISTANCES);
    scaled->cost = exponent_beyond(largest_cost, DISTANCES);
    scaled->mass = has_weights ? mass : 0;
    int is_scaled = has_weights || scaled->distance != 0 || scaled->cost != 0;
    scaled->value = is_scaled ? value_exponent(problem, distance, largest_cost) : 0;
    int loss = problem->loss == PAROT_LOSS_KL ? scaled->distance : 2 * scaled->distance;
    scaled->linear = ldexp(1 - problem->alpha, scaled->cost + scaled->mass - scaled->value);
    scaled->quadratic = ldexp(problem->alpha, loss + 2 * scaled->mass - scaled->value);
    if (!is_scaled)
        return PAROT_OK;
    layout(&copies, scaled, has_weights, &arena);
    TRY(arena_open(&arena, control, err));
    scaled->memory = arena.block;
    layout(&copies, scaled, has_weights, &arena);
    TRY(check_logarithms(scaled, problem, control, err));
    TRY(fill(scaled, &copies, control, err));
    return check_most(scaled, err);
}

/* ---- What a plan uses --------------------------------------------------- */

/* Below the exponent of any product of numbers here. */
static const int NEVER = -8 * DBL_MAX_EXP;

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* The largest exponent of |C_ik|^power r_i r_k, where r is what the points move; or one that is
 * enough, which nearly always the first pair has. */
static int reach(parot_matrix matrix, int power, const double *moves, int enough)
{
    int most = NEVER;
    for (int64_t i = 0; i < matrix.rows && most < enough; i++)
        for (int64_t k = 0; moves[i] > 0 && k < matrix.cols && most < enough; k++) {
            double distance = matrix.data[i * matrix.stride + k];
            if (moves[k] > 0 && distance != 0)
                most = larger(most, power * ilogb(distance) + ilogb(moves[i]) + ilogb(moves[k]));
        }
    return most;
}

int scaled_resolves(const struct scaled *scaled, const parot_gromov_problem *given,
                    const parot_plan *plan, double *row, double *col)
{
    int power = given->loss == PAROT_LOSS_KL ? 1 : 2, linear = NEVER;
    if (!scaled->memory)
        return 1;
    memset(row, 0, (size_t)plan->rows * sizeof *row);
    memset(col, 0, (size_t)plan->cols * sizeof *col);
    for (int64_t e = 0; e < plan->count; e++) {
        int64_t i = plan->row[e], j = plan->col[e];
        double cost = given->alpha < 1 ? given->cost.data[i * given->cost.stride + j] : 0;
        row[i] += plan->mass[e];
        col[j] += plan->mass[e];
        if (cost != 0 && plan->mass[e] > 0)
            linear = larger(linear, ilogb(cost) + ilogb(plan->mass[e]));
    }
    int used = NEVER, least = scaled->value - DEEPEST;
    if (linear > NEVER)
        used = ilogb(1 - given->alpha) + linear + scaled->mass;
    if (given->alpha > 0 && used < least) {
        int factor = ilogb(given->alpha) + 2 * scaled->mass;
        int quadratic = larger(reach(given->source, power, row, least - factor),
                               reach(given->target, power, col, least - factor));
        used = quadratic > NEVER ? larger(used, factor + quadratic) : used;
    }
    return used == NEVER || used >= least;
}
