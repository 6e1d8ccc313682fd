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
#include <math.h>
#include <stdio.h>

#include "court.h"

enum { QUICK = 10000 };

struct attack {
    struct court court;
    double a[FLOW_SIDE], b[FLOW_SIDE];
    long long out_of_range, empty;
};

/* ---- Prices -------------------------------------------------------------- */

/* One of the costs, which may be forbidden: then 1. */
static double some_cost(struct attack *attack)
{
    struct small_problem *small = &attack->court.small;
    parot_matrix costs = small->problem.cost;
    double cost = small->cost[next_below(&small->draws, costs.rows * costs.cols)];
    return isfinite(cost) ? cost : 1;
}

/* 0, a cost (ties), a part of one, either sign, far above or below it, and everything at once. */
static double draw_price(struct attack *attack, int kind)
{
    struct draws *draws = &attack->court.small.draws;
    double cost = some_cost(attack), x = next_uniform(draws);
    switch (kind) {
    case 0:
        return 0;
    case 1:
        return cost;
    case 2:
        return next_below(draws, 3);
    case 3:
        return 2 * x * cost;
    case 4:
        return (2 * x - 1) * cost;
    case 5:
        return fmin(fabs(cost), 1e140) * 1e150;
    case 6:
        return cost * 1e-150;
    case 7:
        return next_below(draws, 2) ? pow(10, 300 * x - 150) : -pow(10, 300 * x - 150);
    default:
        return draw_price(attack, next_below(draws, 8));
    }
}

static void draw_prices(struct attack *attack)
{
    struct draws *draws = &attack->court.small.draws;
    int kind = next_below(draws, 10), other = next_below(draws, 3) ? kind : 0;
    attack->court.prices = (parot_prices){.source = attack->a, .target = attack->b};
    for (int i = 0; i < FLOW_SIDE; i++) {
        attack->a[i] = draw_price(attack, kind);
        attack->b[i] = draw_price(attack, other);
    }
    if (next_below(draws, 8) == 0)
        attack->court.prices = (parot_prices){.source_each = attack->a[0], .target = attack->b};
    if (next_below(draws, 8) == 0)
        attack->court.prices =
            (parot_prices){.source_each = attack->a[0], .target_each = attack->b[0]};
}

/* ---- The judge ----------------------------------------------------------- */

/* The whole objective, to the last digits of <|C| + |a| + |b|,T> and of what is unmatched. */
static void judge_objective(struct court *court, const parot_result *result)
{
    mpz_add(court->x, court->cost, court->fixed);
    court_product(court, fabs(result->unmatched), court->y);
    mpz_add(court->y, court->y, court->scale);
    double off = court_distance(court, result->objective, court->x, court->y);
    if (off > 1e-14)
        court_complain(court, "the objective", result->objective, off);
}

static void judge(struct court *court, parot_status status, const parot_result *result,
                  const parot_check *check)
{
    court_price(court, &result->plan);
    judge_objective(court, result);
    if (!court_is_bound(court, check->bound))
        court_complain(court, "a bound above the optimum", check->bound, 0);
    int is_proved = court_judge(court, "the plan", status, check);
    court_begin_own(court, &result->plan, court->mass);
    court_find_any_optimum(court);
    if (is_proved)
        court_judge_cost(court, "the plan in its own problem", PAROT_OK, check->excess);
}

static void try_one(void *thing, uint64_t number)
{
    struct attack *attack = thing;
    struct court *court = &attack->court;
    const parot_problem *problem = &court->small.problem;
    AUTO(parot_result, result);
    parot_check check = {0};
    parot_error err = {0};
    small_problem_make(&court->small, number);
    draw_prices(attack);
    court_begin(court);
    court_find_any_optimum(court);
    parot_status status = parot_partial_prices(problem, &court->prices, NULL, &result, &err);
    if (status == PAROT_ENUMERIC)
        attack->out_of_range++;
    else if ((status != PAROT_OK && status != PAROT_UNPROVED) ||
             parot_certify_prices(problem, &court->prices, &result, NULL, &check, &err) != PAROT_OK)
        court_complain(court, err.message, status, 0);
    else
        judge(court, status, &result, &check);
    attack->empty += status >= 0 && result.plan.count == 0;
    court->tried++;
}

int main(int argc, char **argv)
{
    (void)argc;
    static struct attack attack;
    const struct court *court = &attack.court;
    court_try(&attack.court, argv, QUICK, 1, try_one);
    printf("prices: %lld problems against exact arithmetic (%lld empty plans, %lld beyond double): "
           "%lld wrong, %lld right but not proved, %lld not proved and not right\n",
           court->tried, attack.empty, attack.out_of_range, court->wrong, court->unproved,
           court->off);
    return court->wrong > 0;
}
