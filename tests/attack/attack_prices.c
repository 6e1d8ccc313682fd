/* attack_prices.c - answers for a price of each point, against exact integers.
 *
 *   attack_prices [COUNT [FIRST]]
 *
 * Without COUNT, the quick form. With costs C - a - b, which integers hold exactly, the optimum is
 * reached by all shortest paths that cost less than nothing. Of each problem: the plan is that
 * good, to 1e-9 of what moves; the excess and the bound of the certificate are true, of the problem
 * and of the one that the plan solves; the status says what the certificate does; objective and
 * unmatched are those of the plan.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "small_problems.h"

enum { QUICK = 10000 };
static const double AGREE = 1e-9;

struct court {
    struct small_problem small;
    struct exact_flow flow;
    parot_prices prices;
    double a[FLOW_SIDE], b[FLOW_SIDE];
    mpz_t mass, optimum, cost, scale, fixed, x, y;
    long long tried, unproved, off, out_of_range, empty, wrong;
};

static double source_price(const struct court *court, int64_t i)
{
    return court->prices.source ? court->a[i] : court->prices.source_each;
}

static double target_price(const struct court *court, int64_t j)
{
    return court->prices.target ? court->b[j] : court->prices.target_each;
}

static void complain(struct court *court, const char *what, double got, double wanted)
{
    small_problem_print(&court->small);
    printf("  a");
    for (int64_t i = 0; i < court->small.problem.cost.rows; i++)
        printf(" %.17g", source_price(court, i));
    printf("\n  b");
    for (int64_t j = 0; j < court->small.problem.cost.cols; j++)
        printf(" %.17g", target_price(court, j));
    printf("\n  WRONG: %s: %.17g, %.17g\n", what, got, wanted);
    court->wrong++;
}

/* ---- Prices -------------------------------------------------------------- */

/* One of the costs, which may be forbidden: then 1. */
static double some_cost(struct court *court)
{
    int64_t pairs = court->small.problem.cost.rows * court->small.problem.cost.cols;
    double cost = court->small.cost[small_integer(&court->small, (int)pairs)];
    return isfinite(cost) ? cost : 1;
}

/* 0, a cost (ties), a part of one, either sign, far above or below it, and everything at once. */
static double draw_price(struct court *court, int kind)
{
    struct small_problem *small = &court->small;
    double cost = some_cost(court), x = small_uniform(small);
    switch (kind) {
    case 0:
        return 0;
    case 1:
        return cost;
    case 2:
        return small_integer(small, 3);
    case 3:
        return 2 * x * cost;
    case 4:
        return (2 * x - 1) * cost;
    case 5:
        return fmin(fabs(cost), 1e140) * 1e150;
    case 6:
        return cost * 1e-150;
    case 7:
        return small_integer(small, 2) ? pow(10, 300 * x - 150) : -pow(10, 300 * x - 150);
    default:
        return draw_price(court, small_integer(small, 8));
    }
}

static void draw_prices(struct court *court)
{
    struct small_problem *small = &court->small;
    int kind = small_integer(small, 10), other = small_integer(small, 3) ? kind : 0;
    court->prices = (parot_prices){.source = court->a, .target = court->b};
    for (int i = 0; i < FLOW_SIDE; i++) {
        court->a[i] = draw_price(court, kind);
        court->b[i] = draw_price(court, other);
    }
    if (small_integer(small, 8) == 0)
        court->prices = (parot_prices){.source_each = court->a[0], .target = court->b};
    if (small_integer(small, 8) == 0)
        court->prices = (parot_prices){.source_each = court->a[0], .target_each = court->b[0]};
}

/* ---- The judge ----------------------------------------------------------- */

/* C becomes C - a - b. */
static void shift_costs(struct court *court)
{
    for (int i = 0; i < court->flow.n; i++)
        for (int j = 0; j < court->flow.m; j++) {
            flow_cost(source_price(court, i), court->x);
            mpz_sub(court->flow.cost[i][j], court->flow.cost[i][j], court->x);
            flow_cost(target_price(court, j), court->x);
            mpz_sub(court->flow.cost[i][j], court->flow.cost[i][j], court->x);
        }
}

/* <a,p> + <b,q>, of what nothing has moved of. */
static void find_fixed(struct court *court)
{
    mpz_set_ui(court->fixed, 0);
    for (int k = 0; k < court->flow.n + court->flow.m; k++) {
        double price =
            k < court->flow.n ? source_price(court, k) : target_price(court, k - court->flow.n);
        flow_cost(price, court->x);
        mpz_addmul(court->fixed, court->x, court->flow.left[k]);
    }
}

static void find_optimum(struct court *court)
{
    mpz_set_ui(court->optimum, 0);
    while (flow_step(&court->flow, NULL) && mpz_sgn(court->flow.slope) < 0)
        mpz_set(court->optimum, court->flow.total);
}

static void add_scale(struct court *court, double number)
{
    flow_cost(fabs(number), court->y);
    mpz_addmul(court->scale, court->x, court->y);
}

/* <C - a - b,T>, <C,T> in court->y, and <|C| + |a| + |b|,T>. */
static void price_plan(struct court *court, const parot_plan *plan)
{
    mpz_set_ui(court->cost, 0);
    mpz_set_ui(court->scale, 0);
    for (int64_t k = 0; k < plan->count; k++) {
        int32_t i = plan->row[k], j = plan->col[k];
        flow_mass(&court->flow, plan->mass[k], court->x);
        mpz_addmul(court->cost, court->x, court->flow.cost[i][j]);
        add_scale(court, court->small.problem.cost.data[i * court->small.problem.cost.stride + j]);
        add_scale(court, source_price(court, i));
        add_scale(court, target_price(court, j));
    }
}

/* A mass times a cost, in the units of the flow. */
static void product_of(struct court *court, double value, mpz_t out)
{
    flow_mass(&court->flow, value, out);
    mpz_mul_2exp(out, out, 1074);
}

/* Is the plan, of cost court->cost, at most the excess above court->optimum, and 1e-9 of scale? */
static double judge_cost(struct court *court, const char *what, parot_status status,
                         const parot_check *check)
{
    mpz_sub(court->x, court->cost, court->optimum);
    double off = flow_ratio(court->x, court->scale);
    product_of(court, fmin(check->excess, DBL_MAX), court->y);
    if (mpz_cmp(court->x, court->y) > 0 && check->excess < INFINITY)
        complain(court, "an excess that is too small", check->excess, off);
    if (off > AGREE && status == PAROT_OK)
        complain(court, what, off, AGREE);
    return off;
}

static void judge_bound(struct court *court, double bound, const char *what)
{
    if (bound == -INFINITY)
        return;
    product_of(court, bound, court->y);
    mpz_add(court->x, court->optimum, court->fixed);
    if (mpz_cmp(court->y, court->x) > 0)
        complain(court, what, bound, 0);
}

/* The whole objective, to the last digits of <|C| + |a| + |b|,T> and of what is unmatched. */
static void judge_objective(struct court *court, const parot_result *result)
{
    mpz_add(court->x, court->cost, court->fixed);
    product_of(court, result->objective, court->y);
    mpz_sub(court->x, court->x, court->y);
    product_of(court, fabs(result->unmatched), court->y);
    mpz_add(court->y, court->y, court->scale);
    double off = fabs(flow_ratio(court->x, court->y));
    if (off > 1e-14)
        complain(court, "the objective", result->objective, off);
}

static void judge(struct court *court, parot_status status, const parot_result *result,
                  const parot_check *check)
{
    price_plan(court, &result->plan);
    double off = judge_cost(court, "the plan", status, check);
    int is_proved = parot_is_proved(check, PAROT_PROOF_TOLERANCE);
    if (is_proved != (status == PAROT_OK))
        complain(court, "a status that the certificate contradicts", status, check->relative);
    judge_bound(court, check->bound, "a bound above the optimum");
    judge_objective(court, result);
    court->unproved += !is_proved && off <= AGREE;
    court->off += !is_proved && off > AGREE;
    court->empty += result->plan.count == 0;
    flow_begin_own(&court->flow, &court->small.problem, &result->plan, court->mass);
    shift_costs(court);
    find_optimum(court);
    if (is_proved)
        judge_cost(court, "the plan in its own problem", PAROT_OK, check);
}

static void ask(struct court *court)
{
    const parot_problem *problem = &court->small.problem;
    parot_result result = {0};
    parot_check check = {0};
    parot_error err = {0};
    flow_begin(&court->flow, problem);
    shift_costs(court);
    find_fixed(court);
    find_optimum(court);
    parot_status status = parot_partial_prices(problem, &court->prices, NULL, &result, &err);
    if (status == PAROT_ENUMERIC)
        court->out_of_range++;
    else if ((status != PAROT_OK && status != PAROT_UNPROVED) ||
             parot_certify_prices(problem, &court->prices, &result, NULL, &check, &err) != PAROT_OK)
        complain(court, err.message, status, 0);
    else
        judge(court, status, &result, &check);
    parot_result_free(&result);
}

int main(int argc, char **argv)
{
    struct court court = {.tried = 0};
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : QUICK;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    flow_open(&court.flow);
    mpz_inits(court.mass, court.optimum, court.cost, court.scale, court.fixed, court.x, court.y,
              NULL);
    for (uint64_t number = first; number < first + count; number++) {
        small_problem_make(&court.small, number);
        draw_prices(&court);
        ask(&court);
        court.tried++;
    }
    printf("prices: %lld problems against exact arithmetic (%lld empty plans, %lld beyond double): "
           "%lld wrong, %lld right but not proved, %lld not proved and not right\n",
           court.tried, court.empty, court.out_of_range, court.wrong, court.unproved, court.off);
    mpz_clears(court.mass, court.optimum, court.cost, court.scale, court.fixed, court.x, court.y,
               NULL);
    flow_close(&court.flow);
    return court.wrong > 0;
}
