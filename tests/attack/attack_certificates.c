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
#include <stdlib.h>
#include <string.h>

#include "small_problems.h"

enum { QUICK = 40000, EACH = 40, ROOM = 3 * FLOW_SIDE };

/* A claim with room for further entries. */
struct claim {
    int32_t row[ROOM], col[ROOM];
    double mass[ROOM], u[FLOW_SIDE], v[FLOW_SIDE];
    parot_result result;
};

struct court {
    struct small_problem small;
    struct exact_flow flow;
    struct claim claim;
    mpz_t mass, optimum, cost, scale, missed, x, y;
    int is_feasible;
    long long tried, accepted, wrong;
};

/* ---- Claims -------------------------------------------------------------- */

/* A copy that can be written to; entries beyond the room are dropped, which is damage, too. */
static void take(struct court *court, const parot_result *result)
{
    struct claim *claim = &court->claim;
    const parot_plan *plan = &result->plan;
    int64_t n = court->small.problem.cost.rows, m = court->small.problem.cost.cols;
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
static void make_claim(struct court *court)
{
    struct small_problem other = court->small;
    parot_result result = {0};
    other.problem.cost.data = other.cost;
    other.problem.p = other.problem.p ? other.p : NULL;
    other.problem.q = other.problem.q ? other.q : NULL;
    int pairs = (int)(other.problem.cost.rows * other.problem.cost.cols);
    switch (small_integer(&court->small, 6)) {
    case 0:
        other.problem.mass *= 1 - 1e-6 * small_uniform(&court->small);
        break;
    case 1:
        other.cost[small_integer(&court->small, pairs)] *= 2 * small_uniform(&court->small);
        break;
    case 2:
        other.p[small_integer(&court->small, (int)other.problem.cost.rows)] *= 1 + 1e-7;
        break;
    default:
        break;
    }
    if (parot_partial(&other.problem, NULL, &result, NULL) < 0) {
        parot_result_free(&result);
        result = (parot_result){.status = PAROT_OK};
    }
    take(court, &result);
    parot_result_free(&result);
}

/* ---- Damage -------------------------------------------------------------- */

static double strange(struct small_problem *small)
{
    const double numbers[] = {0,      -0.0, 1e-300,   5e-324,    1e20,  -1e20,    1e300,
                              -1e300, NAN,  INFINITY, -INFINITY, 1e-16, 0x1p1000, 1};
    return numbers[small_integer(small, sizeof numbers / sizeof *numbers)];
}

/* A little more or less, another size, or something else. */
static double damaged(struct small_problem *small, double x)
{
    switch (small_integer(small, 6)) {
    case 0:
        return x * (1 + 1e-15 * small_integer(small, 100));
    case 1:
        return nextafter(x, small_integer(small, 2) ? INFINITY : -INFINITY);
    case 2:
        return x * pow(10, 12 * small_uniform(small) - 6);
    case 3:
        return -x;
    case 4:
        return x + 2 * small_uniform(small) - 1;
    default:
        return strange(small);
    }
}

static void add_entry(struct court *court)
{
    parot_plan *plan = &court->claim.result.plan;
    if (plan->count == ROOM)
        return;
    plan->row[plan->count] = small_integer(&court->small, (int)plan->rows);
    plan->col[plan->count] = small_integer(&court->small, (int)plan->cols);
    plan->mass[plan->count++] = strange(&court->small);
}

static void shift_prices(struct court *court)
{
    struct claim *claim = &court->claim;
    double by = pow(10, 40 * small_uniform(&court->small) - 20);
    int with_u = small_integer(&court->small, 2);
    claim->result.dual.lambda += by;
    for (int k = 0; k < FLOW_SIDE; k++)
        *(with_u ? &claim->u[k] : &claim->v[k]) += by;
}

/* Mass of one entry goes to another pair; the total stays. */
static void move_entry(struct court *court)
{
    parot_plan *plan = &court->claim.result.plan;
    if (plan->count == 0)
        return;
    int k = small_integer(&court->small, (int)plan->count);
    if (small_integer(&court->small, 2))
        plan->row[k] = small_integer(&court->small, (int)plan->rows);
    else
        plan->col[k] = small_integer(&court->small, (int)plan->cols);
}

static void damage(struct court *court)
{
    struct claim *claim = &court->claim;
    struct small_problem *small = &court->small;
    parot_plan *plan = &claim->result.plan;
    int k = plan->count > 0 ? small_integer(small, (int)plan->count) : 0;
    switch (small_integer(small, 9)) {
    case 0:
        claim->mass[k] = damaged(small, claim->mass[k]);
        break;
    case 1:
        k = small_integer(small, (int)plan->rows);
        claim->u[k] = damaged(small, claim->u[k]);
        break;
    case 2:
    case 3:
        k = small_integer(small, (int)plan->cols);
        claim->v[k] = damaged(small, claim->v[k]);
        break;
    case 4:
        claim->result.dual.lambda = damaged(small, claim->result.dual.lambda);
        break;
    case 5:
        add_entry(court);
        break;
    case 6:
        shift_prices(court);
        break;
    case 7:
        plan->count -= plan->count > 0;
        break;
    default:
        move_entry(court);
        break;
    }
}

/* ---- The truth ----------------------------------------------------------- */

static void complain(struct court *court, const char *what, const parot_check *check)
{
    const struct claim *claim = &court->claim;
    small_problem_print(&court->small);
    for (int64_t k = 0; k < claim->result.plan.count; k++)
        printf("  T %d %d %.17g\n", claim->row[k], claim->col[k], claim->mass[k]);
    for (int k = 0; k < FLOW_SIDE; k++)
        printf("  u %.17g v %.17g\n", claim->u[k], claim->v[k]);
    printf("  lambda %.17g\n  WRONG: %s: excess %.17g, relative %.17g, infeasible %.17g, bound "
           "%.17g\n",
           claim->result.dual.lambda, what, check->excess, check->relative, check->infeasible,
           check->bound);
    court->wrong++;
}

/* x <= value, value in units of mass times cost; infinity is more than anything. */
static int is_at_most(struct court *court, const mpz_t x, double value)
{
    if (!isfinite(value))
        return value > 0;
    flow_mass(&court->flow, value, court->y);
    mpz_mul_2exp(court->y, court->y, 1074);
    return mpz_cmp(x, court->y) <= 0;
}

/* 0: the plan cannot be priced: some mass is not a number, or is where it is forbidden. */
static int price_plan(struct court *court)
{
    const parot_plan *plan = &court->claim.result.plan;
    mpz_set_ui(court->cost, 0);
    mpz_set_ui(court->scale, 0);
    mpz_set_ui(court->missed, 0);
    for (int64_t k = 0; k < plan->count; k++) {
        int i = plan->row[k], j = plan->col[k];
        if (!isfinite(plan->mass[k]) || (!court->flow.is_allowed[i][j] && plan->mass[k] != 0))
            return 0;
        flow_mass(&court->flow, plan->mass[k], court->x);
        mpz_addmul(court->cost, court->x, court->flow.cost[i][j]);
        mpz_abs(court->y, court->flow.cost[i][j]);
        if (plan->mass[k] > 0)
            mpz_addmul(court->scale, court->x, court->y);
        else
            mpz_sub(court->missed, court->missed, court->x);
    }
    return 1;
}

/* After flow_begin_own: `used` and the plan's mass against weights and mass. */
static void add_missed(struct court *court, const mpz_t own)
{
    const parot_problem *problem = &court->small.problem;
    flow_begin(&court->flow, problem);
    for (int k = 0; k < court->flow.n + court->flow.m; k++) {
        mpz_sub(court->x, court->flow.used[k], court->flow.left[k]);
        if (mpz_sgn(court->x) > 0)
            mpz_add(court->missed, court->missed, court->x);
    }
    mpz_sub(court->x, own, court->mass);
    mpz_abs(court->x, court->x);
    mpz_add(court->missed, court->missed, court->x);
}

static void judge(struct court *court, const parot_check *check)
{
    const parot_problem *problem = &court->small.problem;
    mpz_t own;
    court->tried++;
    int is_proved = parot_is_proved(check, PAROT_PROOF_TOLERANCE);
    court->accepted += is_proved;
    if (!price_plan(court)) {
        if (is_proved || isfinite(check->excess))
            complain(court, "a plan that is none", check);
        return;
    }
    mpz_init(own);
    mpz_sub(court->x, court->cost, court->optimum);
    if (court->is_feasible && !is_at_most(court, court->x, check->excess))
        complain(court, "the optimum", check);
    if (court->is_feasible && !isinf(check->bound)) {
        mpz_neg(court->x, court->optimum);
        if (!is_at_most(court, court->x, -check->bound))
            complain(court, "the bound", check);
    }
    if (isfinite(check->excess)) {
        flow_mass(&court->flow, check->excess, court->y);
        mpz_mul_2exp(court->y, court->y, 1074);
        if (check->relative < flow_ratio(court->y, court->scale) * (1 - 1e-12))
            complain(court, "the scale", check);
    }
    flow_begin_own(&court->flow, problem, &court->claim.result.plan, own);
    flow_run(&court->flow, own);
    mpz_sub(court->x, court->cost, court->flow.total);
    if (!is_at_most(court, court->x, check->excess))
        complain(court, "the optimum of its own problem", check);
    add_missed(court, own);
    if (isfinite(check->infeasible) &&
        flow_ratio(court->missed, court->mass) > check->infeasible * (1 + 1e-12))
        complain(court, "the missed mass", check);
    mpz_clear(own);
}

static void attack(struct court *court)
{
    const parot_problem *problem = &court->small.problem;
    flow_begin(&court->flow, problem);
    flow_meant_mass(&court->flow, problem, court->mass);
    flow_run(&court->flow, court->mass);
    court->is_feasible = mpz_cmp(court->flow.moved, court->mass) == 0;
    mpz_set(court->optimum, court->flow.total);
    for (int k = 0; k < EACH; k++) {
        parot_check check = {0};
        make_claim(court);
        for (int times = small_integer(&court->small, 4); times > 0; times--)
            damage(court);
        if (parot_certify(problem, &court->claim.result, NULL, &check, NULL) == PAROT_OK)
            judge(court, &check);
    }
}

int main(int argc, char **argv)
{
    struct court court = {.tried = 0};
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : QUICK;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    flow_open(&court.flow);
    mpz_inits(court.mass, court.optimum, court.cost, court.scale, court.missed, court.x, court.y,
              NULL);
    for (uint64_t number = first; number < first + count / EACH; number++) {
        small_problem_make(&court.small, number);
        attack(&court);
    }
    printf("certificates: %lld forged answers, %lld of them proved all the same: %lld wrong\n",
           court.tried, court.accepted, court.wrong);
    mpz_clears(court.mass, court.optimum, court.cost, court.scale, court.missed, court.x, court.y,
               NULL);
    flow_close(&court.flow);
    return court.wrong > 0;
}
