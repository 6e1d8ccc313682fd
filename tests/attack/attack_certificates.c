/* attack_certificates.c - forged answers: whatever is claimed, the certificate may not say too
 * much.
 *
 *   attack_certificates [COUNT [FIRST]]
 *
 * Right answers, answers to other problems and nonsense are damaged at random. Of each, in exact
 * integers: the plan costs at most `excess` more than the optimum of the problem, and than that of
 * the problem which it solves itself; it misses its constraints by at most `infeasible`; no plan
 * costs less than `bound`; and `relative` is no less than excess over the cost of what moves.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "court.h"

enum { QUICK = 40000, EACH = 40, ROOM = 3 * FLOW_SIDE };

/* A claim with room for further entries. */
struct claim {
    int32_t row[ROOM], col[ROOM];
    double mass[ROOM], u[FLOW_SIDE], v[FLOW_SIDE];
    parot_result result;
};

struct attack {
    struct court court;
    struct claim claim;
    int is_feasible;
    long long accepted;
};

/* ---- Claims -------------------------------------------------------------- */

/* A copy that can be written to; entries beyond the room are dropped, which is damage, too. */
static void take_claim(struct attack *attack, const parot_result *result)
{
    struct claim *claim = &attack->claim;
    const parot_plan *plan = &result->plan;
    int64_t n = attack->court.small.problem.cost.rows, m = attack->court.small.problem.cost.cols;
    int64_t count = plan->count < ROOM - FLOW_SIDE ? plan->count : ROOM - FLOW_SIDE;
    memset(claim, 0, sizeof *claim);
    for (int64_t k = 0; k < count; k++) {
        claim->row[k] = plan->row[k];
        claim->col[k] = plan->col[k];
        claim->mass[k] = plan->mass[k];
    }
    for (int64_t i = 0; i < n && result->dual.u; i++)
        claim->u[i] = result->dual.u[i];
    for (int64_t j = 0; j < m && result->dual.v; j++)
        claim->v[j] = result->dual.v[j];
    claim->result.plan = (parot_plan){n, m, count, claim->row, claim->col, claim->mass};
    claim->result.dual = (parot_dual){claim->u, claim->v, result->dual.lambda};
}

/* The answer to the problem, or to one whose costs, weights or mass differ. */
static void make_claim(struct attack *attack)
{
    struct draws *draws = &attack->court.small.draws;
    struct small_problem other = attack->court.small;
    parot_result result = {0};
    other.problem.cost.data = other.cost;
    other.problem.p = other.problem.p ? other.p : NULL;
    other.problem.q = other.problem.q ? other.q : NULL;
    int pairs = (int)(other.problem.cost.rows * other.problem.cost.cols);
    switch (next_below(draws, 6)) {
    case 0:
        other.problem.mass *= 1 - 1e-6 * next_uniform(draws);
        break;
    case 1:
        other.cost[next_below(draws, pairs)] *= 2 * next_uniform(draws);
        break;
    case 2:
        other.p[next_below(draws, other.problem.cost.rows)] *= 1 + 1e-7;
        break;
    default:
        break;
    }
    if (parot_partial(&other.problem, NULL, &result, NULL) < 0) {
        parot_result_free(&result);
        result = (parot_result){.status = PAROT_OK};
    }
    take_claim(attack, &result);
    parot_result_free(&result);
}

/* ---- Damage -------------------------------------------------------------- */

static double strange(struct draws *draws)
{
    const double numbers[] = {0,      -0.0, 1e-300,   5e-324,    1e20,  -1e20,    1e300,
                              -1e300, NAN,  INFINITY, -INFINITY, 1e-16, 0x1p1000, 1};
    return numbers[next_below(draws, sizeof numbers / sizeof *numbers)];
}

/* A little more or less, another size, or something else. */
static double damaged(struct draws *draws, double x)
{
    switch (next_below(draws, 6)) {
    case 0:
        return x * (1 + 1e-15 * next_below(draws, 100));
    case 1:
        return nextafter(x, next_below(draws, 2) ? INFINITY : -INFINITY);
    case 2:
        return x * pow(10, 12 * next_uniform(draws) - 6);
    case 3:
        return -x;
    case 4:
        return x + 2 * next_uniform(draws) - 1;
    default:
        return strange(draws);
    }
}

static void add_entry(struct attack *attack)
{
    struct draws *draws = &attack->court.small.draws;
    parot_plan *plan = &attack->claim.result.plan;
    if (plan->count == ROOM)
        return;
    plan->row[plan->count] = next_below(draws, plan->rows);
    plan->col[plan->count] = next_below(draws, plan->cols);
    plan->mass[plan->count++] = strange(draws);
}

static void shift_prices(struct attack *attack)
{
    struct draws *draws = &attack->court.small.draws;
    struct claim *claim = &attack->claim;
    double by = pow(10, 40 * next_uniform(draws) - 20);
    int with_u = next_below(draws, 2);
    claim->result.dual.lambda += by;
    for (int k = 0; k < FLOW_SIDE; k++)
        *(with_u ? &claim->u[k] : &claim->v[k]) += by;
}

/* Mass of one entry goes to another pair; the total stays. */
static void move_entry(struct attack *attack)
{
    struct draws *draws = &attack->court.small.draws;
    parot_plan *plan = &attack->claim.result.plan;
    if (plan->count == 0)
        return;
    int k = next_below(draws, plan->count);
    if (next_below(draws, 2))
        plan->row[k] = next_below(draws, plan->rows);
    else
        plan->col[k] = next_below(draws, plan->cols);
}

static void damage(struct attack *attack)
{
    struct claim *claim = &attack->claim;
    struct draws *draws = &attack->court.small.draws;
    parot_plan *plan = &claim->result.plan;
    int k = plan->count > 0 ? next_below(draws, plan->count) : 0;
    switch (next_below(draws, 9)) {
    case 0:
        claim->mass[k] = damaged(draws, claim->mass[k]);
        break;
    case 1:
        k = next_below(draws, plan->rows);
        claim->u[k] = damaged(draws, claim->u[k]);
        break;
    case 2:
    case 3:
        k = next_below(draws, plan->cols);
        claim->v[k] = damaged(draws, claim->v[k]);
        break;
    case 4:
        claim->result.dual.lambda = damaged(draws, claim->result.dual.lambda);
        break;
    case 5:
        add_entry(attack);
        break;
    case 6:
        shift_prices(attack);
        break;
    case 7:
        plan->count -= plan->count > 0;
        break;
    default:
        move_entry(attack);
        break;
    }
}

/* ---- The truth ----------------------------------------------------------- */

static void complain(struct attack *attack, const char *what, const parot_check *check)
{
    const parot_result *claim = &attack->claim.result;
    for (int64_t k = 0; k < claim->plan.count; k++)
        printf("  T %d %d %.17g\n", claim->plan.row[k], claim->plan.col[k], claim->plan.mass[k]);
    for (int k = 0; k < FLOW_SIDE; k++)
        printf("  u %.17g v %.17g\n", claim->dual.u[k], claim->dual.v[k]);
    printf("  lambda %.17g; relative %.17g, infeasible %.17g, bound %.17g\n", claim->dual.lambda,
           check->relative, check->infeasible, check->bound);
    court_complain(&attack->court, what, check->excess, 0);
}

/* After court_begin_own: `used` and the plan's mass against weights and mass. */
static void add_missed(struct court *court, const mpz_t mass)
{
    court_begin(court);
    for (int k = 0; k < court->flow.n + court->flow.m; k++) {
        mpz_sub(court->x, court->flow.used[k], court->flow.left[k]);
        if (mpz_sgn(court->x) > 0)
            mpz_add(court->missed, court->missed, court->x);
    }
    mpz_sub(court->x, mass, court->mass);
    mpz_abs(court->x, court->x);
    mpz_add(court->missed, court->missed, court->x);
}

static void judge(struct attack *attack, const parot_check *check)
{
    struct court *court = &attack->court;
    mpz_t own;
    court->tried++;
    int is_proved = parot_is_proved(check, PAROT_PROOF_TOLERANCE);
    attack->accepted += is_proved;
    if (!court_price(court, &attack->claim.result.plan)) {
        if (is_proved || isfinite(check->excess))
            complain(attack, "a plan that is none", check);
        return;
    }
    if (attack->is_feasible && !court_is_excess(court, court->optimum, check->excess))
        complain(attack, "the optimum", check);
    if (attack->is_feasible && !isinf(check->bound) && !court_is_bound(court, check->bound))
        complain(attack, "the bound", check);
    if (isfinite(check->excess)) {
        court_product(court, check->excess, court->y);
        if (check->relative < flow_ratio(court->y, court->scale) * (1 - 1e-12))
            complain(attack, "the scale", check);
    }
    mpz_init(own);
    court_begin_own(court, &attack->claim.result.plan, own);
    flow_run(&court->flow, own);
    if (!court_is_excess(court, court->flow.total, check->excess))
        complain(attack, "the optimum of its own problem", check);
    add_missed(court, own);
    if (isfinite(check->infeasible) &&
        flow_ratio(court->missed, court->mass) > check->infeasible * (1 + 1e-12))
        complain(attack, "the missed mass", check);
    mpz_clear(own);
}

static void try_one(void *thing, uint64_t number)
{
    struct attack *attack = thing;
    struct court *court = &attack->court;
    small_problem_make(&court->small, number);
    attack->is_feasible = court_solve(court);
    for (int k = 0; k < EACH; k++) {
        parot_check check = {0};
        make_claim(attack);
        for (int times = next_below(&court->small.draws, 4); times > 0; times--)
            damage(attack);
        if (parot_certify(&court->small.problem, &attack->claim.result, NULL, &check, NULL) ==
            PAROT_OK)
            judge(attack, &check);
    }
}

int main(int argc, char **argv)
{
    (void)argc;
    static struct attack attack;
    court_try(&attack.court, argv, QUICK, EACH, try_one);
    printf("certificates: %lld forged answers, %lld of them proved all the same: %lld wrong\n",
           attack.court.tried, attack.accepted, attack.court.wrong);
    return attack.court.wrong > 0;
}
