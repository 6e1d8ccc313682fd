/* try_forged.c - plans and prices that nobody computed, for the certificate to see through.
 *
 * The solver's own proved answer says what the optimum is. A forgery is the optimal plan and its
 * prices with changes, or made of bytes altogether; it must be refused, or the certificate must
 * state a bound that is true.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "solvers.h"

struct forgery {
    int64_t count;
    int32_t row[DRAW_SIDE * DRAW_SIDE], col[DRAW_SIDE * DRAW_SIDE];
    double mass[DRAW_SIDE * DRAW_SIDE], u[DRAW_SIDE], v[DRAW_SIDE], lambda;
};

static void copy_answer(struct forgery *forgery, const parot_result *result)
{
    forgery->count = result->plan.count;
    memcpy(forgery->row, result->plan.row, (size_t)forgery->count * sizeof *forgery->row);
    memcpy(forgery->col, result->plan.col, (size_t)forgery->count * sizeof *forgery->col);
    memcpy(forgery->mass, result->plan.mass, (size_t)forgery->count * sizeof *forgery->mass);
    memcpy(forgery->u, result->dual.u, (size_t)result->plan.rows * sizeof *forgery->u);
    memcpy(forgery->v, result->dual.v, (size_t)result->plan.cols * sizeof *forgery->v);
    forgery->lambda = result->dual.lambda;
}

static void invent(struct draw *draw, struct forgery *forgery, const struct drawn *drawn)
{
    forgery->count = 0;
    for (int64_t k = 0; k < drawn->n * drawn->m; k++) {
        double mass = draw_number(draw, drawn->manner);
        if (draw_byte(draw) % 3 == 0)
            continue;
        forgery->row[forgery->count] = (int32_t)(k / drawn->m);
        forgery->col[forgery->count] = (int32_t)(k % drawn->m);
        forgery->mass[forgery->count++] = mass;
    }
    draw_numbers(draw, drawn->manner, forgery->u, drawn->n);
    draw_numbers(draw, drawn->manner, forgery->v, drawn->m);
    forgery->lambda = draw_number(draw, drawn->manner);
}

/* One small lie. */
static void alter(struct draw *draw, struct forgery *forgery, const struct drawn *drawn)
{
    int64_t entry = forgery->count > 0 ? draw_byte(draw) % forgery->count : 0;
    double raise = draw_number(draw, DRAW_WILD);
    switch (draw_byte(draw) % 8) {
    case 0: /* moves elsewhere */
        forgery->col[entry] = (int32_t)draw_below(draw, drawn->m);
        break;
    case 1:
        forgery->mass[entry] = raise;
        break;
    case 2:
        forgery->mass[entry] *= 1 + ldexp(draw_byte(draw), -(int)draw_below(draw, 60));
        break;
    case 3:
        forgery->u[draw_below(draw, drawn->n)] += raise;
        break;
    case 4:
        forgery->v[draw_below(draw, drawn->m)] += raise;
        break;
    case 5:
        forgery->lambda += raise;
        break;
    case 6: /* the same prices, high above */
        for (int64_t i = 0; i < drawn->n; i++)
            forgery->u[i] += raise;
        forgery->lambda += raise;
        break;
    default: /* an entry of next to nothing at an enormous cost */
        if (forgery->count < DRAW_SIDE * DRAW_SIDE) {
            int64_t last = forgery->count++;
            forgery->row[last] = (int32_t)(drawn->n - 1);
            forgery->col[last] = (int32_t)(drawn->m - 1);
            forgery->mass[last] = draw_byte(draw) % 2 ? 1e-300 : 0;
        }
        break;
    }
}

/* A certificate that says "proved" of a plan that costs more than its bound allows has lied. Plans
 * that miss their weights may cost less than the optimum; they are compared with their own bound
 * alone, which is what the certificate states. */
static const char *judge_forgery(const struct drawn *drawn, struct forgery *forgery, double optimum)
{
    parot_result forged = {0};
    parot_error err = {0};
    parot_check check = {0};
    forged.plan =
        (parot_plan){drawn->n, drawn->m, forgery->count, forgery->row, forgery->col, forgery->mass};
    forged.dual = (parot_dual){forgery->u, forgery->v, forgery->lambda};
    forged.mass = drawn->problem.mass;
    parot_status status = parot_certify(&drawn->problem, &forged, NULL, &check, &err);
    const char *wrong = judge_status(status, &err, 0);
    if (wrong || status < 0)
        return wrong;
    long double cost = 0;
    for (int64_t k = 0; k < forgery->count; k++)
        if (forgery->mass[k] != 0)
            cost += (long double)forgery->mass[k] *
                    drawn->cost[forgery->row[k] * drawn->m + forgery->col[k]];
    double scale = judge_scale(&drawn->problem, &forged.plan),
           rounding = 1e-9 * fabs(optimum) + DBL_MIN;
    if (parot_is_proved(&check, PAROT_PROOF_TOLERANCE) &&
        !(cost - optimum <= 1e-8L * scale + rounding))
        return "a forged plan is called proved";
    if (isfinite(check.excess) && check.infeasible <= 1e-12 &&
        !(cost - optimum <= check.excess * (1 + 1e-9L) + rounding + 1e-9L * scale))
        return "the excess of a forged plan is above its bound";
    return NULL;
}

const char *try_forged(struct draw *draw)
{
    struct drawn drawn;
    struct forgery forgery = {0};
    AUTO(parot_result, result);
    parot_error err = {0};
    const char *wrong = NULL;
    draw_problem(draw, &drawn);
    if (parot_partial(&drawn.problem, NULL, &result, &err) == PAROT_OK &&
        !judge_result(&drawn.problem, &result)) {
        copy_answer(&forgery, &result);
        if (draw_byte(draw) % 4 == 0)
            invent(draw, &forgery, &drawn);
        for (int64_t lies = draw_below(draw, 4); lies > 0; lies--)
            alter(draw, &forgery, &drawn);
        wrong = judge_forgery(&drawn, &forgery, result.objective);
    }
    return wrong;
}
