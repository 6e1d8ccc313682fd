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

#include "court.h"

enum { QUICK = 10000 };
static const double AGREE = 1e-9;

struct attack {
    struct court court;
    long long infeasible, breakpoints, unheld;
};

static void ask_for_mass(struct attack *attack)
{
    struct court *court = &attack->court;
    const parot_problem *problem = &court->small.problem;
    AUTO(parot_result, result);
    parot_check check = {0};
    parot_error err = {0};
    court->prices = (parot_prices){0};
    court_solve(court);
    mpz_sub(court->x, court->mass, court->flow.moved);
    double missing = flow_ratio(court->x, court->mass);
    parot_status status = parot_partial(problem, NULL, &result, &err);
    int is_found = status == PAROT_OK || status == PAROT_UNPROVED;
    if (missing > 0 ? status != PAROT_EINFEASIBLE : !is_found) {
        if (missing == 0 || missing > 1e-14) /* closer than that, both are right */
            court_complain(court, err.message, status, missing);
    } else if (parot_certify(problem, &result, NULL, &check, &err) != PAROT_OK) {
        court_complain(court, err.message, 0, 0);
    } else if (is_found) {
        court_price(court, &result.plan);
        int is_proved = court_judge(court, "the plan of a mass", status, &check);
        if (!court_is_bound(court, check.bound))
            court_complain(court, "a bound above the optimum", check.bound, 0);
        court_begin_own(court, &result.plan, court->mass);
        court_find_optimum(court);
        if (is_proved)
            court_judge_cost(court, "the plan among those of its own mass", PAROT_OK, check.excess);
    } else {
        attack->infeasible++;
        if (!parot_is_proved(&check, 0))
            court_complain(court, "a cut that proves nothing", missing, result.cut.most);
    }
}

/* A price between, at or above the costs: all steps that cost less are worth it. */
static void ask_for_price(struct court *court)
{
    const parot_problem *problem = &court->small.problem;
    struct draws *draws = &court->small.draws;
    double price = court->small.cost[next_below(draws, problem->cost.rows * problem->cost.cols)];
    price = isfinite(price) ? price : 1;
    price *= next_below(draws, 3) == 0 ? 1 : 2 * next_uniform(draws);
    AUTO(parot_result, result);
    parot_check check = {0};
    parot_error err = {0};
    court->prices = (parot_prices){.source_each = price};
    court_begin(court);
    court_find_any_optimum(court);
    parot_status status = parot_partial_lagrange(problem, price, NULL, &result, &err);
    if ((status != PAROT_OK && status != PAROT_UNPROVED) ||
        parot_certify_price(problem, price, &result, NULL, &check, &err) != PAROT_OK) {
        court_complain(court, err.message, price, 0);
    } else {
        court_price(court, &result.plan);
        court_judge(court, "the plan at a price", status, &check);
    }
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
    court_product(court, value, court->x);
    mpz_sub(court->x, court->x, court->flow.total);
    mpz_abs(court->x, court->x);
    if (is_rounded)
        mpz_sub(court->x, court->x, court->cost);
    double off = flow_ratio(court->x, court->scale);
    if (!(off <= AGREE))
        court_complain(court, is_rounded ? "a breakpoint" : "the curve", value, off);
}

/* At all breakpoints, and at some mass. */
static void ask_for_curve(struct attack *attack)
{
    struct court *court = &attack->court;
    parot_curve curve = {0};
    parot_error err = {0};
    parot_status status = parot_partial_curve(&court->small.problem, NULL, &curve, &err);
    if (status == PAROT_EINFEASIBLE)
        return; /* asked above */
    if (status == PAROT_UNPROVED) {
        attack->unheld++;
        parot_curve_free(&curve);
        return;
    }
    if (status != PAROT_OK) {
        court_complain(court, err.message, status, 0);
        return;
    }
    double mass = curve.mass[curve.count - 1] * next_uniform(&court->small.draws);
    judge_value(court, mass, parot_curve_at(&curve, mass, NULL), 0);
    for (int64_t k = 1; k < curve.count; k++) {
        judge_value(court, curve.mass[k], curve.objective[k], 1);
        if (k > 1 && !(curve.slope[k - 1] > curve.slope[k - 2]))
            court_complain(court, "slopes that do not grow", curve.slope[k - 1],
                           curve.slope[k - 2]);
    }
    attack->breakpoints += curve.count - 1;
    parot_curve_free(&curve);
}

static void try_one(void *thing, uint64_t number)
{
    struct attack *attack = thing;
    small_problem_make(&attack->court.small, number);
    ask_for_mass(attack);
    ask_for_price(&attack->court);
    ask_for_curve(attack);
    attack->court.tried++;
}

int main(int argc, char **argv)
{
    (void)argc;
    static struct attack attack;
    const struct court *court = &attack.court;
    court_try(&attack.court, argv, QUICK, 1, try_one);
    printf(
        "partial: %lld problems against exact arithmetic, each for a mass (%lld infeasible), at a "
        "price and as a curve (%lld breakpoints): %lld wrong, %lld right but not proved, "
        "%lld not proved and not right, %lld curves not proved\n",
        court->tried, attack.infeasible, attack.breakpoints, court->wrong, court->unproved,
        court->off, attack.unheld);
    return court->wrong > 0;
}
