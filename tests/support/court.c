/* court.c - costs in units of 2^-1074, masses in 2^-1074 / (n m): exact_flow.h. */
#include "court.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double AGREE = 1e-9;

/* Numbers below 2.2e-308 have fewer digits: a few units in the last place, whatever they are. */
static const double LAST_PLACES = 16 * DBL_TRUE_MIN;

void court_try(struct court *court, char **argv, uint64_t quick, uint64_t each,
               void (*attack)(void *thing, uint64_t number))
{
    uint64_t count = (argv[1] ? strtoull(argv[1], NULL, 10) : quick) / each;
    uint64_t first = argv[1] && argv[2] ? strtoull(argv[2], NULL, 10) : 0;
    flow_open(&court->flow);
    mpz_inits(court->mass, court->optimum, court->fixed, court->cost, court->scale, court->missed,
              court->x, court->y, NULL);
    for (uint64_t number = first; number < first + count; number++)
        attack(court, number);
    mpz_clears(court->mass, court->optimum, court->fixed, court->cost, court->scale, court->missed,
               court->x, court->y, NULL);
    flow_close(&court->flow);
}

/* That of row k, or of column k - n. */
static double price_of(const struct court *court, int64_t k)
{
    const parot_prices *prices = &court->prices;
    int64_t n = court->small.problem.cost.rows;
    if (k < n)
        return prices->source ? prices->source[k] : prices->source_each;
    return prices->target ? prices->target[k - n] : prices->target_each;
}

void court_complain(struct court *court, const char *what, double got, double wanted)
{
    parot_matrix cost = court->small.problem.cost;
    small_problem_print(&court->small);
    printf("  prices");
    for (int64_t k = 0; k < cost.rows + cost.cols; k++)
        printf(" %.17g", price_of(court, k));
    printf("\n  WRONG: %s: %.17g, %.17g\n", what, got, wanted);
    court->wrong++;
}

/* ---- The best plan ------------------------------------------------------- */

/* C becomes C - a - b; <a,p> + <b,q> of what nothing has moved of. */
static void take_prices(struct court *court)
{
    struct exact_flow *flow = &court->flow;
    mpz_set_ui(court->fixed, 0);
    for (int k = 0; k < flow->n + flow->m; k++) {
        flow_cost(price_of(court, k), court->x);
        mpz_addmul(court->fixed, court->x, flow->left[k]);
        for (int i = 0; i < flow->n; i++)
            for (int j = 0; j < flow->m; j++)
                if (k == i || k == flow->n + j)
                    mpz_sub(flow->cost[i][j], flow->cost[i][j], court->x);
    }
}

void court_begin(struct court *court)
{
    flow_begin(&court->flow, &court->small.problem);
    take_prices(court);
}

void court_begin_own(struct court *court, const parot_plan *plan, mpz_t mass)
{
    flow_begin_own(&court->flow, &court->small.problem, plan, mass);
    take_prices(court);
}

void court_find_optimum(struct court *court)
{
    flow_run(&court->flow, court->mass);
    mpz_set(court->optimum, court->flow.total);
}

/* All steps that cost less than nothing. */
void court_find_any_optimum(struct court *court)
{
    mpz_set_ui(court->optimum, 0);
    while (flow_step(&court->flow, NULL) && mpz_sgn(court->flow.slope) < 0)
        mpz_set(court->optimum, court->flow.total);
}

int court_solve(struct court *court)
{
    court_begin(court);
    flow_meant_mass(&court->flow, &court->small.problem, court->mass);
    court_find_optimum(court);
    return mpz_cmp(court->flow.moved, court->mass) == 0;
}

/* ---- The plan ------------------------------------------------------------ */

/* scale += the mass in court->x times |number| */
static void add_scale(struct court *court, double number)
{
    flow_cost(fabs(number), court->y);
    mpz_addmul(court->scale, court->x, court->y);
}

int court_price(struct court *court, const parot_plan *plan)
{
    parot_matrix cost = court->small.problem.cost;
    mpz_set_ui(court->cost, 0);
    mpz_set_ui(court->scale, 0);
    mpz_set_ui(court->missed, 0);
    for (int64_t k = 0; k < plan->count; k++) {
        int32_t i = plan->row[k], j = plan->col[k];
        if (!isfinite(plan->mass[k]) || (!court->flow.is_allowed[i][j] && plan->mass[k] != 0))
            return 0;
        flow_mass(&court->flow, plan->mass[k], court->x);
        mpz_addmul(court->cost, court->x, court->flow.cost[i][j]);
        if (!(plan->mass[k] > 0)) {
            mpz_sub(court->missed, court->missed, court->x);
            continue;
        }
        add_scale(court, cost.data[i * cost.stride + j]);
        add_scale(court, price_of(court, i));
        add_scale(court, price_of(court, cost.rows + j));
    }
    return 1;
}

void court_product(const struct court *court, double value, mpz_t out)
{
    flow_mass(&court->flow, value, out);
    mpz_mul_2exp(out, out, 1074);
}

int court_is_at_most(const struct court *court, const mpz_t x, double value)
{
    mpz_t most;
    if (!isfinite(value))
        return value > 0;
    mpz_init(most);
    court_product(court, value, most);
    int is_at_most = mpz_cmp(x, most) <= 0;
    mpz_clear(most);
    return is_at_most;
}

double court_distance(const struct court *court, double value, const mpz_t wanted,
                      const mpz_t scale)
{
    mpz_t difference, last;
    mpz_inits(difference, last, NULL);
    court_product(court, value, difference);
    court_product(court, LAST_PLACES, last);
    mpz_sub(difference, difference, wanted);
    double off = mpz_cmpabs(difference, last) <= 0 ? 0 : fabs(flow_ratio(difference, scale));
    mpz_clears(difference, last, NULL);
    return off;
}

/* ---- Judgements ---------------------------------------------------------- */

int court_is_excess(struct court *court, const mpz_t optimum, double excess)
{
    mpz_sub(court->x, court->cost, optimum);
    return court_is_at_most(court, court->x, excess);
}

int court_is_bound(struct court *court, double bound)
{
    mpz_add(court->x, court->optimum, court->fixed);
    mpz_neg(court->x, court->x);
    return court_is_at_most(court, court->x, -bound);
}

double court_judge_cost(struct court *court, const char *what, parot_status status, double excess)
{
    int is_excess = court_is_excess(court, court->optimum, excess);
    double off = flow_ratio(court->x, court->scale);
    if (!is_excess)
        court_complain(court, "an excess that is too small", excess, off);
    if (off > AGREE && status == PAROT_OK)
        court_complain(court, what, off, AGREE);
    return off;
}

int court_judge(struct court *court, const char *what, parot_status status,
                const parot_check *check)
{
    double off = court_judge_cost(court, what, status, check->excess);
    int is_proved = parot_is_proved(check, PAROT_PROOF_TOLERANCE);
    if (is_proved != (status == PAROT_OK))
        court_complain(court, "a status that the certificate contradicts", status, check->relative);
    court->unproved += !is_proved && off <= AGREE;
    court->off += !is_proved && off > AGREE;
    return is_proved;
}
