/* attack_line.c - partial transport on a line against exact integers.
 *
 *   attack_line [COUNT [FIRST]]
 *
 * Up to six points on either side: at random, on a grid with ties, in heaps far apart, far from 0;
 * exponents 1, 1.5, 2 and 3; weights uniform, whole, over some orders of magnitude, some 0; next to
 * no mass, next to all of it; distances times 1e-150 to 1e150. The plan is feasible and costs what
 * the optimum for the rounded costs |x_i - y_j|^e costs; so does the curve, at any mass. COUNT
 * problems from number FIRST on; without COUNT a few seconds.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "court.h"

enum { SIDE = FLOW_SIDE, QUICK = 5000 };

/* A sum of n + m products of one sign, added up with compensation: 2 units in the last place for
 * the sum, 2 for what is compared with it. */
static const double ROUNDING = 4 * DBL_EPSILON;

/* Relative to the mass times the largest cost in use. A plan has n + m entries at most, each
 * rounded by eps / 2 of the mass, which moves that much to pairs that cost at most so much more; a
 * cell is chosen by a price that is rounded by eps of the largest cost, and so much may be paid too
 * much for each unit. The curve adds up as many such prices. Twice the sum of both, for the squares
 * of eps. */
static double bound_of(const parot_line *line)
{
    return 2 * (double)(line->n + line->m + 2) * DBL_EPSILON;
}

struct attack {
    struct court court; /* of the problem with costs */
    double x[SIDE], y[SIDE];
    parot_line line;
    long long refused;
    double worst[2]; /* plan, curve */
};

static void complain(struct attack *attack, const char *what, double got, double wanted)
{
    printf("line %llu: exponent %g\n", (unsigned long long)attack->court.small.number,
           attack->line.exponent);
    print_numbers("x", attack->x, attack->line.n);
    print_numbers("y", attack->y, attack->line.m);
    court_complain(&attack->court, what, got, wanted);
}

/* ---- Problems ----------------------------------------------------------- */

static void place(struct draws *draws, double *points, int64_t count, int kind, double scale)
{
    for (int64_t i = 0; i < count; i++) {
        double u = next_uniform(draws);
        points[i] = kind == 0   ? u
                    : kind == 1 ? next_below(draws, 5)
                    : kind == 2 ? 1e-5 * u + 100 * next_below(draws, 3)
                    : kind == 3 ? pow(10, 12 * u - 6)
                                : 1e9 + floor(1e6 * u) * 0x1p-20;
        points[i] *= scale;
    }
}

static double make_weights(struct draws *draws, double *weights, int64_t count)
{
    int kind = next_below(draws, 4), has_zero = next_below(draws, 3) == 0;
    double sum = 0;
    for (int64_t i = 0; i < count; i++) {
        double u = next_uniform(draws);
        weights[i] = kind == 0 ? 1 : kind == 1 ? 1 + floor(3 * u) : kind == 2 ? u : pow(10, 8 * u);
    }
    if (count > 1 && has_zero)
        weights[next_below(draws, count)] = 0;
    for (int64_t i = 0; i < count; i++)
        sum += weights[i];
    return sum;
}

static void make_problem(struct attack *attack, uint64_t number)
{
    static const double scales[] = {1, 1, 1, 1e-150, 1e150, 1e-60, 1e60};
    static const double shares[] = {1, 1 - 1e-12, 1e-12, 1e-6, 0.5};
    struct small_problem *small = &attack->court.small;
    struct draws *draws = &small->draws;
    *small = (struct small_problem){.family = "line"};
    small->number = 0x11e00000 + number;
    small->draws.seed = SMALL_SEED + small->number;
    parot_line *line = &attack->line;
    *line = (parot_line){.x = attack->x, .y = attack->y};
    line->n = 1 + next_below(draws, SIDE);
    line->m = 1 + next_below(draws, SIDE);
    line->exponent = (double[]){1, 1.5, 2, 3}[next_below(draws, 4)];
    int kind = next_below(draws, 5);
    double scale = scales[next_below(draws, line->exponent < 3 ? 7 : 3)];
    place(draws, attack->x, line->n, kind, scale);
    place(draws, attack->y, line->m, kind, scale);
    int is_uniform = next_below(draws, 4) == 0;
    double rows = make_weights(draws, small->p, line->n);
    double cols = make_weights(draws, small->q, line->m);
    line->p = is_uniform ? NULL : small->p;
    line->q = is_uniform ? NULL : small->q;
    int share = next_below(draws, 8);
    line->mass =
        (is_uniform ? 1 : fmin(rows, cols)) * (share < 5 ? shares[share] : next_uniform(draws));
    for (int64_t i = 0; i < line->n; i++)
        for (int64_t j = 0; j < line->m; j++)
            small->cost[i * line->m + j] = pow(fabs(line->x[i] - line->y[j]), line->exponent);
    small->problem =
        (parot_problem){{small->cost, line->n, line->m, line->m}, line->p, line->q, line->mass};
}

/* ---- Judgement ---------------------------------------------------------- */

/* What the plan costs more than the optimum of its own problem, as a part of its mass times the
 * largest cost that it uses. */
static double excess_of(struct court *court, const parot_plan *plan)
{
    double largest = 0;
    for (int64_t e = 0; e < plan->count; e++)
        largest = fmax(largest, court->small.cost[plan->row[e] * plan->cols + plan->col[e]]);
    court_begin_own(court, plan, court->mass);
    court_find_optimum(court);
    court_price(court, plan);
    mpz_sub(court->x, court->cost, court->optimum);
    flow_cost(largest, court->y);
    mpz_mul(court->y, court->y, court->mass);
    return flow_ratio(court->x, court->y);
}

static void judge_plan(struct attack *attack, const parot_line_result *result)
{
    struct court *court = &attack->court;
    double bound = bound_of(&attack->line), off = excess_of(court, &result->plan);
    attack->worst[0] = fmax(attack->worst[0], off / bound);
    if (!(off <= bound))
        complain(attack, "the plan is not optimal", off, bound);
    double missed = plan_missed(&result->plan, &court->small.problem);
    if (!(missed <= bound))
        complain(attack, "the plan misses its weights or its mass", missed, bound);
    off = court_distance(court, result->objective, court->cost, court->cost);
    if (!(off <= ROUNDING))
        complain(attack, "the objective is not that of the plan", result->objective, off);
}

/* The largest cost that the flow uses. */
static double largest_used(const struct court *court)
{
    const struct exact_flow *flow = &court->flow;
    double largest = 0;
    for (int k = 0; k < flow->n * flow->m; k++)
        if (mpz_sgn(flow->flow[k / flow->m][k % flow->m]) > 0)
            largest = fmax(largest, court->small.cost[k]);
    return largest;
}

static void judge_curve(struct attack *attack, const parot_line_result *result)
{
    struct court *court = &attack->court;
    const parot_curve *curve = &result->curve;
    double mass = curve->mass[curve->count - 1] * next_uniform(&court->small.draws);
    double value = parot_curve_at(curve, mass, NULL), bound = bound_of(&attack->line);
    court_begin(court);
    flow_mass(&court->flow, mass, court->mass);
    court_find_optimum(court);
    flow_cost(largest_used(court), court->x);
    mpz_mul(court->x, court->x, court->mass);
    double off = court_distance(court, value, court->optimum, court->x);
    attack->worst[1] = fmax(attack->worst[1], off / bound);
    if (!(off <= bound))
        complain(attack, "the curve", value, off);
}

/* A refusal is right if the largest distance of all, to that power and times the mass, is too
 * large, or the largest of those in use too small. */
static int is_near_the_end_of_doubles(struct attack *attack)
{
    const parot_line *line = &attack->line;
    double lowest = INFINITY, highest = -INFINITY;
    for (int64_t k = 0; k < line->n + line->m; k++) {
        double at = k < line->n ? line->x[k] : line->y[k - line->n];
        lowest = fmin(lowest, at);
        highest = fmax(highest, at);
    }
    if (pow(highest - lowest, line->exponent) * fmax(1, line->mass) > 1e300)
        return 1;
    court_solve(&attack->court);
    return largest_used(&attack->court) < 0x1p-960;
}

static void try_one(void *thing, uint64_t number)
{
    struct attack *attack = thing;
    AUTO(parot_line_result, result);
    parot_error err = {0};
    make_problem(attack, number);
    attack->court.tried++;
    parot_status status = parot_partial_line(&attack->line, NULL, &result, &err);
    if (status == PAROT_ENUMERIC && is_near_the_end_of_doubles(attack)) {
        attack->refused++;
        return;
    }
    if (status != PAROT_OK) {
        complain(attack, err.message, status, 0);
        return;
    }
    judge_plan(attack, &result);
    judge_curve(attack, &result);
}

int main(int argc, char **argv)
{
    static struct attack attack;
    (void)argc;
    court_try(&attack.court, argv, QUICK, 1, try_one);
    printf(
        "line: %lld problems against exact arithmetic, plans and curves (%lld out of range; worst, "
        "as shares of their bounds, %.2g and %.2g): %lld wrong\n",
        attack.court.tried, attack.refused, attack.worst[0], attack.worst[1], attack.court.wrong);
    return attack.court.wrong > 0;
}
