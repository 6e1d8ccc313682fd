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
#include <stdlib.h>

#include "small_problems.h"

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

/* Numbers below 2.2e-308 have fewer digits: a few units in the last place, whatever they are. */
static const double LAST_PLACES = 16 * DBL_TRUE_MIN;

struct attack {
    struct small_problem stream; /* of random numbers; its problem is the one with costs */
    double x[SIDE], y[SIDE];
    parot_line line;
    struct exact_flow flow;
    mpz_t mass, cost, amount;
    long long tried, refused, wrong;
    double worst[2]; /* plan, curve */
};

static int integer(struct attack *attack, int below)
{
    return small_integer(&attack->stream, below);
}

static double uniform(struct attack *attack)
{
    return small_uniform(&attack->stream);
}

static void print_numbers(const char *name, const double *numbers, int64_t count)
{
    printf("  %s:", name);
    for (int64_t k = 0; numbers && k < count; k++)
        printf(" %.17g", numbers[k]);
    printf("\n");
}

static void complain(struct attack *attack, const char *what, double got, double wanted)
{
    const parot_line *line = &attack->line;
    printf("line %llu: exponent %g, mass %.17g\n", (unsigned long long)attack->stream.number,
           line->exponent, line->mass);
    print_numbers("x", line->x, line->n);
    print_numbers("y", line->y, line->m);
    print_numbers("p", line->p, line->n);
    print_numbers("q", line->q, line->m);
    printf("  WRONG: %s: %.17g, %.17g\n", what, got, wanted);
    attack->wrong++;
}

/* ---- Problems ----------------------------------------------------------- */

static void place(struct attack *attack, double *points, int64_t count, int kind, double scale)
{
    for (int64_t i = 0; i < count; i++) {
        double u = uniform(attack);
        points[i] = kind == 0   ? u
                    : kind == 1 ? integer(attack, 5)
                    : kind == 2 ? 1e-5 * u + 100 * integer(attack, 3)
                    : kind == 3 ? pow(10, 12 * u - 6)
                                : 1e9 + floor(1e6 * u) * 0x1p-20;
        points[i] *= scale;
    }
}

static double make_weights(struct attack *attack, double *weights, int64_t count)
{
    int kind = integer(attack, 4), has_zero = integer(attack, 3) == 0;
    double sum = 0;
    for (int64_t i = 0; i < count; i++) {
        double u = uniform(attack);
        weights[i] = kind == 0 ? 1 : kind == 1 ? 1 + floor(3 * u) : kind == 2 ? u : pow(10, 8 * u);
    }
    if (count > 1 && has_zero)
        weights[integer(attack, (int)count)] = 0;
    for (int64_t i = 0; i < count; i++)
        sum += weights[i];
    return sum;
}

static void make_problem(struct attack *attack, uint64_t number)
{
    static const double scales[] = {1, 1, 1, 1e-150, 1e150, 1e-60, 1e60};
    static const double shares[] = {1, 1 - 1e-12, 1e-12, 1e-6, 0.5};
    struct small_problem *small = &attack->stream;
    *small = (struct small_problem){.number = 0x11e00000 + number};
    parot_line *line = &attack->line;
    *line = (parot_line){.x = attack->x, .y = attack->y};
    line->n = 1 + integer(attack, SIDE);
    line->m = 1 + integer(attack, SIDE);
    line->exponent = (double[]){1, 1.5, 2, 3}[integer(attack, 4)];
    int kind = integer(attack, 5);
    double scale = scales[integer(attack, line->exponent < 3 ? 7 : 3)];
    place(attack, attack->x, line->n, kind, scale);
    place(attack, attack->y, line->m, kind, scale);
    int is_uniform = integer(attack, 4) == 0;
    double rows = make_weights(attack, small->p, line->n);
    double cols = make_weights(attack, small->q, line->m);
    line->p = is_uniform ? NULL : small->p;
    line->q = is_uniform ? NULL : small->q;
    int share = integer(attack, 8);
    line->mass =
        (is_uniform ? 1 : fmin(rows, cols)) * (share < 5 ? shares[share] : uniform(attack));
    for (int64_t i = 0; i < line->n; i++)
        for (int64_t j = 0; j < line->m; j++)
            small->cost[i * line->m + j] = pow(fabs(line->x[i] - line->y[j]), line->exponent);
    small->problem =
        (parot_problem){{small->cost, line->n, line->m, line->m}, line->p, line->q, line->mass};
}

/* ---- Judgement ---------------------------------------------------------- */

/* |claimed - wanted| relative to the scale, a cost in the flow's units; `claimed` is a double. */
static double distance_from(struct attack *attack, double claimed, const mpz_t wanted,
                            const mpz_t scale)
{
    mpz_t difference, last;
    mpz_inits(difference, last, NULL);
    flow_mass(&attack->flow, claimed, difference);
    flow_mass(&attack->flow, LAST_PLACES, last);
    mpz_mul_2exp(difference, difference, 1074);
    mpz_mul_2exp(last, last, 1074);
    mpz_sub(difference, difference, wanted);
    double off = mpz_cmpabs(difference, last) <= 0 ? 0 : fabs(flow_ratio(difference, scale));
    mpz_clears(difference, last, NULL);
    return off;
}

/* attack->amount / (attack->mass times the largest cost in use) */
static double relative_to_largest(struct attack *attack, double largest)
{
    mpz_t scale;
    mpz_init(scale);
    flow_cost(largest, scale);
    mpz_mul(scale, scale, attack->mass);
    double off = flow_ratio(attack->amount, scale);
    mpz_clear(scale);
    return off;
}

static void judge_plan(struct attack *attack, const parot_line_result *result)
{
    struct exact_flow *flow = &attack->flow;
    const parot_problem *problem = &attack->stream.problem;
    const parot_plan *plan = &result->plan;
    double rows[SIDE] = {0}, cols[SIDE] = {0}, total = 0, mass = attack->line.mass, largest = 0;
    double bound = bound_of(&attack->line);
    flow_begin_own(flow, problem, plan, attack->mass);
    flow_run(flow, attack->mass);
    mpz_set_ui(attack->cost, 0);
    for (int64_t e = 0; e < plan->count; e++) {
        rows[plan->row[e]] += plan->mass[e];
        cols[plan->col[e]] += plan->mass[e];
        total += plan->mass[e];
        largest = fmax(largest, attack->stream.cost[plan->row[e] * plan->cols + plan->col[e]]);
        flow_mass(flow, plan->mass[e], attack->amount);
        mpz_addmul(attack->cost, attack->amount, flow->cost[plan->row[e]][plan->col[e]]);
    }
    mpz_sub(attack->amount, attack->cost, flow->total);
    double off = relative_to_largest(attack, largest);
    attack->worst[0] = fmax(attack->worst[0], off / bound);
    if (!(off <= bound))
        complain(attack, "the plan is not optimal", off, bound);
    if (!(fabs(total - mass) <= bound * mass))
        complain(attack, "the mass of the plan", total, mass);
    for (int64_t i = 0; i < plan->rows; i++)
        if (!(rows[i] <=
              (attack->line.p ? attack->line.p[i] : 1.0 / (double)plan->rows) * (1 + bound)))
            complain(attack, "a point gives more than it has", rows[i], (double)i);
    for (int64_t j = 0; j < plan->cols; j++)
        if (!(cols[j] <=
              (attack->line.q ? attack->line.q[j] : 1.0 / (double)plan->cols) * (1 + bound)))
            complain(attack, "a point takes more than it may", cols[j], (double)j);
    off = distance_from(attack, result->objective, attack->cost, attack->cost);
    if (!(off <= ROUNDING))
        complain(attack, "the objective is not that of the plan", result->objective, off);
}

static void judge_curve(struct attack *attack, const parot_line_result *result)
{
    struct exact_flow *flow = &attack->flow;
    const parot_curve *curve = &result->curve;
    double mass = curve->mass[curve->count - 1] * uniform(attack), slope = 0;
    double value = parot_curve_at(curve, mass, &slope), largest = 0;
    flow_begin(flow, &attack->stream.problem);
    flow_mass(flow, mass, attack->mass);
    flow_run(flow, attack->mass);
    for (int k = 0; k < flow->n * flow->m; k++)
        if (mpz_sgn(flow->flow[k / flow->m][k % flow->m]) > 0)
            largest = fmax(largest, attack->stream.cost[k]);
    flow_cost(largest, attack->cost);
    mpz_mul(attack->cost, attack->cost, attack->mass);
    double off = distance_from(attack, value, flow->total, attack->cost);
    attack->worst[1] = fmax(attack->worst[1], off / bound_of(&attack->line));
    if (!(off <= bound_of(&attack->line)))
        complain(attack, "the curve", value, off);
}

/* A refusal is right if the largest distance of all, to that power and times the mass, is too
 * large, or the largest of those in use too small. */
static int is_near_the_end_of_doubles(struct attack *attack)
{
    struct exact_flow *flow = &attack->flow;
    double most = 0, used = 0, lowest = INFINITY, highest = -INFINITY;
    flow_begin(flow, &attack->stream.problem);
    for (int k = 0; k < flow->n; k++) {
        lowest = fmin(lowest, attack->x[k]);
        highest = fmax(highest, attack->x[k]);
    }
    for (int k = 0; k < flow->m; k++) {
        lowest = fmin(lowest, attack->y[k]);
        highest = fmax(highest, attack->y[k]);
    }
    most = pow(highest - lowest, attack->line.exponent) * fmax(1, attack->line.mass);
    if (most > 1e300)
        return 1;
    flow_meant_mass(flow, &attack->stream.problem, attack->mass);
    flow_run(flow, attack->mass);
    for (int k = 0; k < flow->n * flow->m; k++)
        if (mpz_sgn(flow->flow[k / flow->m][k % flow->m]) > 0)
            used = fmax(used, attack->stream.cost[k]);
    return used < 0x1p-960;
}

static void try_one(struct attack *attack, uint64_t number)
{
    parot_line_result result = {0};
    parot_error err = {0};
    make_problem(attack, number);
    attack->tried++;
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
    parot_line_result_free(&result);
}

int main(int argc, char **argv)
{
    static struct attack attack;
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : QUICK;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    flow_open(&attack.flow);
    mpz_inits(attack.mass, attack.cost, attack.amount, NULL);
    for (uint64_t number = first; number < first + count; number++)
        try_one(&attack, number);
    printf(
        "line: %lld problems against exact arithmetic, plans and curves (%lld out of range; worst, "
        "as shares of their bounds, %.2g and %.2g): %lld wrong\n",
        attack.tried, attack.refused, attack.worst[0], attack.worst[1], attack.wrong);
    mpz_clears(attack.mass, attack.cost, attack.amount, NULL);
    flow_close(&attack.flow);
    return attack.wrong > 0;
}
