/* attack_gromov.c - Gromov-Wasserstein answers against their definitions.
 *
 *   attack_gromov [COUNT [FIRST]]
 *
 * Small problems: matrices at random, with ties, over some orders of magnitude, distances, signed,
 * symmetric or not; square and KL loss; plain and fused; some weights 0; distances and masses times
 * powers of two up to 2^332. Of each answer, with the four-fold sums in long double:
 *
 *   objective = (1 - alpha) <C,T> + alpha sum_ijkl L(Cs_ik, Ct_jl) T_ij T_kl
 *   gap       = <G,T> - min_S <G,S>,  G = (1 - alpha) C + alpha (M + M') o T
 *
 * where the minimum is that of exact integers. The plan is feasible, stationary if it is said to
 * be, with whole_rows made of whole rows, and derivatives are sums of those of L. COUNT problems
 * from number FIRST on; without COUNT a few seconds.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "court.h"
#include "quadratic.h"
#include "random_spaces.h"

enum { SIDE = FLOW_SIDE, PAIRS = SIDE * SIDE, QUICK = 2000 };

/* Tolerances are error bounds. A sum of products over a plan, twice: n + m entries each time at
 * most, and a handful of roundings in each term (differences, logarithms, their products). Relative
 * to the sum of absolute values. */
static double rounding_of(int n, int m)
{
    return 2 * (double)(n + m + 8) * DBL_EPSILON;
}

/* Relative to the reach: the mass times the largest sum of absolute values that an entry of the
 * slope is a difference of. The simplex stops at reduced costs of 2^-43 of the largest cost, for
 * each unit; the slope itself is rounded, where T is and where S is. */
static double gap_rounding_of(int n, int m)
{
    return 0x1p-43 + 2 * rounding_of(n, m);
}

/* The default tolerance of the library, and the share that a walk takes for 0 of the largest sums
 * it has met: those of T and of any S, which may lie between other points. */
static const double CONVERGED = 1e-9, FLAT = 1e-13;

struct attack {
    struct court court; /* of the problem whose costs are the slope */
    uint64_t number;
    int n, m, distance, mass; /* exponents of what the library is given */
    double source[PAIRS], target[PAIRS], cost[PAIRS], p[SIDE], q[SIDE]; /* ours */
    double given[3][PAIRS], weights[2][SIDE];                           /* the library's */
    parot_gromov_problem ours, theirs;
    parot_gromov_options options;
    parot_run run;

    double plan[PAIRS], slope[PAIRS]; /* T and G, in our numbers */
    long double objective, magnitude, reach;
    double gap;

    long long refused, limits, derivatives;
    double worst[3]; /* objective, gap, derivatives: shares of their bounds */
};

static void complain(struct attack *attack, const char *what, double got, double wanted)
{
    printf("gromov %llu: %d x %d, %s loss, alpha %g, 2^%d, mass 2^%d, steps %d, whole rows %d, "
           "limit %lld\n  WRONG: %s: %.17g, %.17g\n",
           (unsigned long long)attack->number, attack->n, attack->m,
           attack->ours.loss == PAROT_LOSS_KL ? "KL" : "square", attack->ours.alpha,
           attack->distance, attack->mass, (int)attack->options.steps,
           (int)attack->options.whole_rows, (long long)attack->run.max_iterations, what, got,
           wanted);
    attack->court.wrong++;
}

/* ---- Problems ----------------------------------------------------------- */

static double entry(struct draws *draws, int kind)
{
    double u = next_uniform(draws);
    return kind == 0 ? u : kind == 1 ? floor(3 * u) : kind == 2 ? exp(12 * u - 6) : 2 * u - 1;
}

static void make_matrix(struct draws *draws, double *matrix, int count)
{
    int kind = next_below(draws, 5);
    if (kind == 4) {
        double points[2 * SIDE];
        for (int k = 0; k < 2 * count; k++)
            points[k] = entry(draws, 3);
        fill_distances(points, count, 2, matrix);
        return;
    }
    for (int k = 0; k < count * count; k++)
        matrix[k] = entry(draws, kind);
    int is_symmetric = next_below(draws, 2);
    for (int i = 0; is_symmetric && i < count; i++)
        for (int k = 0; k < i; k++)
            matrix[i * count + k] = matrix[k * count + i];
}

static double make_weights(struct draws *draws, double *weights, int count, int is_uniform)
{
    int kind = is_uniform ? 0 : next_below(draws, 3);
    double sum = 0;
    for (int i = 0; i < count; i++)
        weights[i] = kind == 0   ? 1
                     : kind == 1 ? 0.01 + next_uniform(draws)
                                 : 1 + next_below(draws, 3);
    if (count > 2 && next_below(draws, 3) == 0)
        weights[next_below(draws, count)] = 0;
    for (int i = 0; i < count; i++)
        sum += weights[i];
    return sum;
}

static void copy_scaled(const double *from, int count, int exponent, double *to)
{
    for (int k = 0; k < count; k++)
        to[k] = ldexp(from[k], exponent);
}

static void give(struct attack *attack)
{
    static const int exponents[] = {0, 0, 0, 332, -332, 60};
    struct draws *draws = &attack->court.small.draws;
    parot_gromov_problem *theirs = &attack->theirs;
    int n = attack->n, m = attack->m;
    attack->distance = exponents[next_below(draws, 6)];
    attack->mass = exponents[next_below(draws, 6)] / 2;
    int loss = attack->ours.loss == PAROT_LOSS_KL ? attack->distance : 2 * attack->distance;
    copy_scaled(attack->source, n * n, attack->distance, attack->given[0]);
    copy_scaled(attack->target, m * m, attack->distance, attack->given[1]);
    copy_scaled(attack->cost, n * m, loss + attack->mass, attack->given[2]);
    copy_scaled(attack->p, n, attack->mass, attack->weights[0]);
    copy_scaled(attack->q, m, attack->mass, attack->weights[1]);
    *theirs = attack->ours;
    theirs->source.data = attack->given[0];
    theirs->target.data = attack->given[1];
    theirs->cost.data = attack->ours.alpha < 1 ? attack->given[2] : NULL;
    theirs->p = attack->weights[0];
    theirs->q = attack->weights[1];
    theirs->mass = ldexp(attack->ours.mass, attack->mass);
}

static void make_options(struct attack *attack)
{
    struct draws *draws = &attack->court.small.draws;
    parot_gromov_options_init(&attack->options);
    attack->options.steps = (parot_steps)next_below(draws, 3);
    attack->options.restarts = next_below(draws, 3) == 0;
    parot_run_init(&attack->run);
    attack->run.threads = 1;
    attack->run.max_iterations = (int64_t[]){0, 0, 0, 1, 3}[next_below(draws, 5)];
}

static void make_problem(struct attack *attack, uint64_t number)
{
    static const double shares[] = {0.1, 0.5, 0.9, 1, 1e-6}, alphas[] = {1, 1, 0.5, 0.01};
    struct draws *draws = &attack->court.small.draws;
    attack->number = 0x6700000 + number;
    *draws = (struct draws){SMALL_SEED + attack->number, 0};
    int n = attack->n = 1 + next_below(draws, SIDE), m = attack->m = 1 + next_below(draws, SIDE);
    parot_loss loss = next_below(draws, 2) ? PAROT_LOSS_KL : PAROT_LOSS_SQUARE;
    make_options(attack);
    int is_whole = attack->options.whole_rows = next_below(draws, 5) == 0;
    make_matrix(draws, attack->source, n);
    make_matrix(draws, attack->target, m);
    for (int k = 0; loss == PAROT_LOSS_KL && k < n * n; k++)
        attack->source[k] = fabs(attack->source[k]);
    for (int k = 0; loss == PAROT_LOSS_KL && k < m * m; k++)
        attack->target[k] = fabs(attack->target[k]) + 0.01;
    double size = pow(10, next_below(draws, 7) - 3);
    for (int k = 0; k < n * m; k++)
        attack->cost[k] = size * (2 * next_uniform(draws) - 1);
    double rows = make_weights(draws, attack->p, n, is_whole);
    double cols = make_weights(draws, attack->q, m, 0), most = fmin(rows, cols);
    double mass = shares[next_below(draws, 5)] * most;
    if (is_whole) { /* a number of rows, and columns that hold it */
        mass = fmax(1, floor(mass));
        for (int j = 0; cols < mass && j < m; j++)
            attack->q[j] *= ceil(mass / cols);
    }
    attack->ours = (parot_gromov_problem){.source = {attack->source, n, n, n},
                                          .target = {attack->target, m, m, m},
                                          .cost = {attack->cost, n, m, m},
                                          .alpha = alphas[next_below(draws, 4)],
                                          .loss = loss,
                                          .p = attack->p,
                                          .q = attack->q,
                                          .mass = mass};
    give(attack);
}

/* ---- Definitions -------------------------------------------------------- */

/* The logarithm of a number is that large where it is given in another unit. */
static long double size_of_log(const struct attack *attack, long double x)
{
    return x > 0 ? fabsl(logl(x)) + abs(attack->distance) * 0.7L : 0;
}

/* What the loss is a difference of. */
static long double size_of(const struct attack *attack, long double a, long double b)
{
    if (attack->ours.loss == PAROT_LOSS_SQUARE)
        return (a * a + b * b) / 2;
    return a * (size_of_log(attack, a) + size_of_log(attack, b)) + a + b;
}

/* sum_kl of sizes of L(Cs_ik, Ct_jl) T_kl, or of L(Cs_ki, Ct_lj) */
static long double sum_of_sizes(const struct attack *attack, int i, int j, int is_turned)
{
    long double sum = 0;
    int n = attack->n, m = attack->m;
    for (int k = 0; k < n; k++)
        for (int l = 0; l < m; l++) {
            double a = attack->source[is_turned ? k * n + i : i * n + k];
            double b = attack->target[is_turned ? l * m + j : j * m + l];
            if (attack->plan[k * m + l] > 0)
                sum += size_of(attack, a, b) * attack->plan[k * m + l];
        }
    return attack->ours.alpha * sum;
}

static void define(struct attack *attack)
{
    const parot_gromov_problem *ours = &attack->ours;
    long double alpha = ours->alpha;
    attack->objective = gromov_objective(ours, attack->plan);
    attack->magnitude = attack->reach = 0;
    for (int i = 0; i < attack->n; i++)
        for (int j = 0; j < attack->m; j++) {
            int k = i * attack->m + j;
            long double linear = alpha < 1 ? (1 - alpha) * attack->cost[k] : 0;
            long double sizes = fabsl(linear) + sum_of_sizes(attack, i, j, 0);
            attack->slope[k] =
                (double)(linear + 2 * alpha * tensor_entry(ours, attack->plan, i, j));
            attack->magnitude += sizes * attack->plan[k];
            attack->reach = fmaxl(attack->reach, sizes + sum_of_sizes(attack, i, j, 1));
        }
    attack->reach *= ours->mass;
}

/* No plan of the mass has larger sums. */
static double largest_sums(const struct attack *attack)
{
    int n = attack->n, m = attack->m;
    double mass = attack->ours.mass, alpha = attack->ours.alpha;
    long double linear = 0, size = 0;
    for (int k = 0; alpha < 1 && k < n * m; k++)
        linear = fmaxl(linear, (1 - alpha) * fabs(attack->cost[k]));
    for (int k = 0; k < n * n; k++)
        for (int l = 0; l < m * m; l++)
            size = fmaxl(size, size_of(attack, attack->source[k], attack->target[l]));
    return (double)(mass * (linear + 2 * alpha * mass * size));
}

/* ---- Judgement ---------------------------------------------------------- */

/* The plan is within its weights, and its gap <G,T> - min <G,S> over the plans of its own mass,
 * whose rounding is allowed for. */
static void judge_plan(struct attack *attack)
{
    struct court *court = &attack->court;
    int n = attack->n, m = attack->m;
    double mass[PAIRS], rows[SIDE] = {0};
    int32_t row[PAIRS], col[PAIRS];
    parot_plan plan = {n, m, 0, row, col, mass};
    for (int k = 0; k < n * m; k++)
        if (attack->plan[k] != 0) {
            row[plan.count] = k / m;
            col[plan.count] = k % m;
            rows[k / m] += attack->plan[k];
            mass[plan.count++] = attack->plan[k];
        }
    court->small.problem =
        (parot_problem){{attack->slope, n, m, m}, attack->p, attack->q, attack->ours.mass};
    double missed = plan_missed(&plan, &court->small.problem), rounding = rounding_of(n, m);
    if (!(missed <= rounding))
        complain(attack, "the plan misses its weights or its mass", missed, rounding);
    for (int i = 0; attack->options.whole_rows && i < n; i++)
        if (rows[i] > 1e-9 && rows[i] < (1 - 1e-9) * attack->p[i])
            complain(attack, "a row moves in part", rows[i], attack->p[i]);
    court_begin_own(court, &plan, court->mass);
    court_find_optimum(court);
    court_price(court, &plan);
    mpz_sub(court->x, court->cost, court->optimum);
    court_product(court, 1, court->y);
    attack->gap = flow_ratio(court->x, court->y);
}

static void note(struct attack *attack, int which, double off)
{
    attack->worst[which] = fmax(attack->worst[which], off);
}

static void judge_numbers(struct attack *attack, const parot_gromov_result *result, int exponent)
{
    double objective = ldexp(result->transport.objective, -exponent);
    double gap = ldexp(result->stationarity, -exponent),
           bound = ldexp(result->transport.bound, -exponent);
    double scale = (double)attack->magnitude, true_objective = (double)attack->objective;
    double off = (double)fabsl(attack->objective - objective), missing = attack->gap - gap;
    double rounding = rounding_of(attack->n, attack->m) * scale;
    double slack = gap_rounding_of(attack->n, attack->m) * (double)attack->reach;
    if (scale > 0) {
        note(attack, 0, off / rounding);
        note(attack, 1, fabs(missing) / slack);
    }
    if (!(off <= rounding))
        complain(attack, "the objective is not that of the plan", objective, true_objective);
    if (!(missing <= slack))
        complain(attack, "the gap is larger than claimed", gap, attack->gap);
    if (!(gap >= 0 && -missing <= slack))
        complain(attack, "the gap is smaller than claimed", gap, attack->gap);
    if (!(bound <= objective + rounding))
        complain(attack, "a bound above the objective", bound, objective);
    if (result->transport.status == PAROT_OK && !attack->options.whole_rows &&
        attack->gap > CONVERGED * fabs(true_objective) + FLAT * largest_sums(attack) + slack)
        complain(attack, "solved, and not stationary", attack->gap, true_objective);
}

/* d L(a, b) by a, or by b */
static long double slope_of(const struct attack *attack, int side, long double a, long double b)
{
    if (attack->ours.loss == PAROT_LOSS_SQUARE)
        return side == 0 ? a - b : b - a;
    return side == 0 ? logl(a / b) : 1 - a / b;
}

/* The derivative by entry (x, y) of one side, and what it is a difference of. */
static long double derivative(const struct attack *attack, int side, int x, int y,
                              long double *scale)
{
    int n = attack->n, m = attack->m, others = side == 0 ? m : n;
    long double sum = 0;
    *scale = 0;
    for (int s = 0; s < others; s++)
        for (int t = 0; t < others; t++) {
            int i = side == 0 ? x : s, k = side == 0 ? y : t;
            int j = side == 0 ? s : x, l = side == 0 ? t : y;
            long double mass = (long double)attack->plan[i * m + j] * attack->plan[k * m + l];
            double a = attack->source[i * n + k], b = attack->target[j * m + l];
            if (mass == 0)
                continue;
            sum += slope_of(attack, side, a, b) * mass;
            *scale += (attack->ours.loss == PAROT_LOSS_SQUARE ? fabs(a) + fabs(b)
                       : side == 0 ? size_of_log(attack, a) + size_of_log(attack, b)
                                   : 1 + a / b) *
                      mass;
        }
    *scale *= attack->ours.alpha;
    return attack->ours.alpha * sum;
}

/* Where the logarithm of 0 would be a derivative there is none to compare. */
static int has_derivatives(const struct attack *attack)
{
    int is_positive = 1;
    for (int k = 0; k < attack->n * attack->n; k++)
        is_positive &= attack->source[k] > 0;
    return attack->ours.loss == PAROT_LOSS_SQUARE || is_positive;
}

static void judge_derivatives(struct attack *attack, const parot_plan *plan)
{
    double got[2][PAIRS];
    parot_error err = {0};
    int power = attack->ours.loss == PAROT_LOSS_KL ? 0 : attack->distance;
    if (parot_gromov_gradient(&attack->theirs, plan, NULL,
                              &(parot_gromov_derivatives){.source = got[0], .target = got[1]},
                              &err) < 0) {
        complain(attack, err.message, 0, 0);
        return;
    }
    attack->derivatives++;
    for (int side = 0; side < 2; side++) {
        int count = side == 0 ? attack->n : attack->m;
        for (int k = 0; k < count * count; k++) {
            long double scale, wanted = derivative(attack, side, k / count, k % count, &scale);
            double number = ldexp(got[side][k], -power - 2 * attack->mass);
            double off = (double)fabsl(number - wanted);
            double rounding = rounding_of(attack->n, attack->m) * (double)scale;
            if (scale > 0)
                note(attack, 2, off / rounding);
            if (!(off <= rounding))
                complain(attack, side ? "a derivative by the target" : "a derivative by the source",
                         number, (double)wanted);
        }
    }
}

static void try_one(void *thing, uint64_t number)
{
    struct attack *attack = thing;
    AUTO(parot_gromov_result, result);
    parot_error err = {0};
    make_problem(attack, number);
    int loss = attack->ours.loss == PAROT_LOSS_KL ? attack->distance : 2 * attack->distance;
    attack->court.tried++;
    parot_status status =
        parot_gromov(&attack->theirs, &attack->options, &attack->run, &result, &err);
    if (status < 0) {
        attack->refused += status == PAROT_ENUMERIC;
        if (status != PAROT_ENUMERIC || abs(loss + 2 * attack->mass) < 900)
            complain(attack, err.message, status, 0);
        return;
    }
    attack->limits += status == PAROT_ITERATION_LIMIT;
    parot_plan_to_dense(&result.transport.plan, attack->plan);
    copy_scaled(attack->plan, attack->n * attack->m, -attack->mass, attack->plan);
    define(attack);
    judge_plan(attack);
    judge_numbers(attack, &result, loss + 2 * attack->mass);
    if (has_derivatives(attack))
        judge_derivatives(attack, &result.transport.plan);
}

int main(int argc, char **argv)
{
    static struct attack attack;
    (void)argc;
    court_try(&attack.court, argv, QUICK, 1, try_one);
    printf("gromov: %lld problems against the definitions (%lld out of range, %lld at the limit of "
           "iterations, %lld with derivatives; worst, as shares of "
           "their bounds, %.2g, %.2g, %.2g): %lld wrong\n",
           attack.court.tried, attack.refused, attack.limits, attack.derivatives, attack.worst[0],
           attack.worst[1], attack.worst[2], attack.court.wrong);
    return attack.court.wrong > 0;
}
