/* attack_partial.c - answers for a mass, for a price and for all masses, against exact integers.
 *
 *   attack_partial [COUNT [FIRST]]
 *
 * Without COUNT, the quick form. Of each problem: a plan exists if and only if the library finds
 * one, and otherwise its cut is a proof; the plan costs what the optimum costs, to 1e-9 of the cost
 * of what moves; the excess and the bound of the certificate are true; so for the plan at a price.
 * The curve has the value of the optimum at its breakpoints and between them, to 1e-9 as well.
 * Plans whose status is "not proved" are counted: of most of them doubles cannot hold the masses;
 * of a few, such as uniform weights beside 0.333..., rounding of the weights decides what is
 * optimal.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "small_problems.h"

enum { QUICK = 10000 };
static const double AGREE = 1e-9;

/* A judge, and numbers for it to compute with. */
struct court {
    struct small_problem small;
    struct exact_flow flow;
    mpz_t mass, optimum, cost, scale, x, y;
    long long tried, infeasible, breakpoints, unproved, off, unheld, wrong;
};

static void complain(struct court *court, const char *what, double got, double wanted)
{
    small_problem_print(&court->small);
    printf("  WRONG: %s: %.17g, %.17g\n", what, got, wanted);
    court->wrong++;
}

/* <C,T> - price |T|, and <|C|,T> + |price| |T|. */
static void price_plan(struct court *court, const parot_plan *plan, double price)
{
    flow_cost(price, court->y);
    mpz_set_ui(court->cost, 0);
    mpz_set_ui(court->scale, 0);
    for (int64_t k = 0; k < plan->count; k++) {
        flow_mass(&court->flow, plan->mass[k], court->x);
        mpz_addmul(court->cost, court->x, court->flow.cost[plan->row[k]][plan->col[k]]);
        mpz_submul(court->cost, court->x, court->y);
        mpz_abs(court->flow.amount, court->flow.cost[plan->row[k]][plan->col[k]]);
        mpz_addmul(court->scale, court->x, court->flow.amount);
        mpz_abs(court->flow.amount, court->y);
        mpz_addmul(court->scale, court->x, court->flow.amount);
    }
}

/* Is <C,T> at most `optimum` + the excess that is claimed, and + 1e-9 of what moving costs? The
 * latter is no promise where the status says that it is not proved. */
static double judge_cost(struct court *court, const char *what, parot_status status,
                         const parot_check *check)
{
    mpz_sub(court->x, court->cost, court->optimum);
    double off = flow_ratio(court->x, court->scale);
    flow_mass(&court->flow, fmin(check->excess, 1e300), court->y);
    mpz_mul_2exp(court->y, court->y, 1074);
    if (mpz_cmp(court->x, court->y) > 0 && check->excess < 1e300)
        complain(court, "an excess that is too small", check->excess, off);
    if (off > AGREE && status == PAROT_OK)
        complain(court, what, off, AGREE);
    return off;
}

/* And does the status say what the certificate does? */
static void judge(struct court *court, const char *what, parot_status status,
                  const parot_check *check)
{
    double off = judge_cost(court, what, status, check);
    int is_proved = parot_is_proved(check, PAROT_PROOF_TOLERANCE);
    if (is_proved != (status == PAROT_OK))
        complain(court, "a status that the certificate contradicts", status, check->relative);
    court->unproved += !is_proved && off <= AGREE;
    court->off += !is_proved && off > AGREE;
}

/* ---- The three questions ------------------------------------------------- */

static void ask_for_mass(struct court *court)
{
    const parot_problem *problem = &court->small.problem;
    parot_result result = {0};
    parot_check check = {0};
    parot_error err = {0};
    flow_begin(&court->flow, problem);
    flow_meant_mass(&court->flow, problem, court->mass);
    flow_run(&court->flow, court->mass);
    mpz_set(court->optimum, court->flow.total);
    mpz_sub(court->x, court->mass, court->flow.moved);
    double missing = flow_ratio(court->x, court->mass);
    parot_status status = parot_partial(problem, NULL, &result, &err);
    int is_found = status == PAROT_OK || status == PAROT_UNPROVED;
    if (missing > 0 ? status != PAROT_EINFEASIBLE : !is_found) {
        if (missing == 0 || missing > 1e-14) /* closer than that, both are right */
            complain(court, err.message, status, missing);
    } else if (parot_certify(problem, &result, NULL, &check, &err) != PAROT_OK) {
        complain(court, err.message, 0, 0);
    } else if (is_found) {
        price_plan(court, &result.plan, 0);
        judge(court, "the plan of a mass", status, &check);
        flow_mass(&court->flow, fmin(fabs(check.bound), 1e300), court->y);
        mpz_mul_2exp(court->y, court->y, 1074);
        if (check.bound > 0 && mpz_cmp(court->y, court->optimum) > 0)
            complain(court, "a bound above the optimum", check.bound, 0);
        flow_begin_own(&court->flow, problem, &result.plan, court->mass);
        flow_run(&court->flow, court->mass);
        mpz_set(court->optimum, court->flow.total);
        if (parot_is_proved(&check, PAROT_PROOF_TOLERANCE))
            judge_cost(court, "the plan among those of its own mass", PAROT_OK, &check);
    } else {
        court->infeasible++;
        if (!parot_is_proved(&check, 0))
            complain(court, "a cut that proves nothing", missing, result.cut.most);
    }
    parot_result_free(&result);
}

/* A price between, at or above the costs: all steps that cost less are worth it. */
static void ask_for_price(struct court *court)
{
    const parot_problem *problem = &court->small.problem;
    int64_t pairs = problem->cost.rows * problem->cost.cols;
    double price = court->small.cost[small_integer(&court->small, (int)pairs)];
    price = isfinite(price) ? price : 1;
    price *= small_integer(&court->small, 3) == 0 ? 1 : 2 * small_uniform(&court->small);
    parot_result result = {0};
    parot_check check = {0};
    parot_error err = {0};
    flow_begin(&court->flow, problem);
    flow_cost(price, court->y);
    mpz_set_ui(court->optimum, 0);
    while (flow_step(&court->flow, NULL) && mpz_cmp(court->flow.slope, court->y) < 0) {
        mpz_mul(court->optimum, court->flow.moved, court->y);
        mpz_sub(court->optimum, court->flow.total, court->optimum);
    }
    parot_status status = parot_partial_lagrange(problem, price, NULL, &result, &err);
    if ((status != PAROT_OK && status != PAROT_UNPROVED) ||
        parot_certify_price(problem, price, &result, NULL, &check, &err) != PAROT_OK) {
        complain(court, err.message, price, 0);
    } else {
        price_plan(court, &result.plan, price);
        judge(court, "the plan at a price", status, &check);
    }
    parot_result_free(&result);
}

/* PW(mass) is flow.total, and court->scale the sum of |slope| times mass on the way there. */
static void follow(struct court *court, double mass)
{
    flow_begin(&court->flow, &court->small.problem);
    flow_mass(&court->flow, mass, court->mass);
    mpz_set_ui(court->scale, 0);
    while (mpz_cmp(court->flow.moved, court->mass) < 0 && flow_step(&court->flow, court->mass)) {
        mpz_abs(court->x, court->flow.slope);
        mpz_addmul(court->scale, court->x, court->flow.amount);
    }
}

/* A value of the curve, to 1e-9 of what moving costs. A breakpoint is at a rounded mass: there it
 * may be off by as much as PW changes within a unit in the last place of the mass as well. */
static void judge_value(struct court *court, double mass, double value, int is_rounded)
{
    follow(court, nextafter(mass, INFINITY));
    mpz_set(court->optimum, court->flow.total);
    follow(court, nextafter(mass, 0));
    mpz_sub(court->cost, court->optimum, court->flow.total);
    follow(court, mass);
    mpz_abs(court->cost, court->cost);
    flow_mass(&court->flow, value, court->x);
    mpz_mul_2exp(court->x, court->x, 1074);
    mpz_sub(court->x, court->x, court->flow.total);
    mpz_abs(court->x, court->x);
    if (is_rounded)
        mpz_sub(court->x, court->x, court->cost);
    double off = flow_ratio(court->x, court->scale);
    if (!(off <= AGREE))
        complain(court, is_rounded ? "a breakpoint" : "the curve", value, off);
}

/* At all breakpoints, and at some mass. */
static void ask_for_curve(struct court *court)
{
    parot_curve curve = {0};
    parot_error err = {0};
    parot_status status = parot_partial_curve(&court->small.problem, NULL, &curve, &err);
    if (status == PAROT_EINFEASIBLE)
        return; /* asked above */
    if (status == PAROT_UNPROVED) {
        court->unheld++;
        parot_curve_free(&curve);
        return;
    }
    if (status != PAROT_OK) {
        complain(court, err.message, status, 0);
        return;
    }
    double mass = curve.mass[curve.count - 1] * small_uniform(&court->small);
    judge_value(court, mass, parot_curve_at(&curve, mass, NULL), 0);
    for (int64_t k = 1; k < curve.count; k++) {
        judge_value(court, curve.mass[k], curve.objective[k], 1);
        if (k > 1 && !(curve.slope[k - 1] > curve.slope[k - 2]))
            complain(court, "slopes that do not grow", curve.slope[k - 1], curve.slope[k - 2]);
    }
    court->breakpoints += curve.count - 1;
    parot_curve_free(&curve);
}

int main(int argc, char **argv)
{
    struct court court = {.tried = 0};
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : QUICK;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    flow_open(&court.flow);
    mpz_inits(court.mass, court.optimum, court.cost, court.scale, court.x, court.y, NULL);
    for (uint64_t number = first; number < first + count; number++) {
        small_problem_make(&court.small, number);
        ask_for_mass(&court);
        ask_for_price(&court);
        ask_for_curve(&court);
        court.tried++;
    }
    printf(
        "partial: %lld problems against exact arithmetic, each for a mass (%lld infeasible), at a "
        "price and as a curve (%lld breakpoints): %lld wrong, %lld right but not proved, "
        "%lld not proved and not right, %lld curves not proved\n",
        court.tried, court.infeasible, court.breakpoints, court.wrong, court.unproved, court.off,
        court.unheld);
    mpz_clears(court.mass, court.optimum, court.cost, court.scale, court.x, court.y, NULL);
    flow_close(&court.flow);
    return court.wrong > 0;
}
