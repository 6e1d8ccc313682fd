/* try_transport.c - the linear solvers: one problem, a kept solver, a price, the curve, the line.
 *
 * An answer must be proved, a refusal must have a reason: on a grid there is none, with holes there
 * is only infeasibility, whose cut is checked. Answers of two solvers for one problem agree.
 */
#include <float.h>
#include <math.h>

#include "solvers.h"

/* Of sum |C| T: ten times what a proof allows each of two answers. */
static const double AGREEMENT = 1e-8;

/* Two answers <C,T>, of which one has the plan. The last bits of the mass may go to any pair. */
static int agree(const struct drawn *drawn, double a, double b, const parot_plan *plan)
{
    double largest = 0;
    for (int64_t k = 0; k < drawn->n * drawn->m; k++)
        if (isfinite(drawn->cost[k]))
            largest = fmax(largest, fabs(drawn->cost[k]));
    double rounding = 64 * DBL_EPSILON * drawn->problem.mass * largest + DBL_MIN;
    return fabs(a - b) <= AGREEMENT * judge_scale(&drawn->problem, plan) + rounding;
}

/* What a solver may say to a problem of this manner. */
static const char *judge_refusal(const struct drawn *drawn, parot_status status)
{
    if (status == PAROT_UNPROVED && drawn->manner != DRAW_WILD)
        return "left without a proof, though all numbers are of ordinary size";
    if (status >= 0)
        return NULL;
    if (!draw_has_holes(drawn->manner) && drawn->manner != DRAW_WILD)
        return "refused a problem with nothing wrong in it";
    if (drawn->manner != DRAW_WILD && status != PAROT_EINFEASIBLE)
        return "refused a problem with forbidden pairs, but not as infeasible";
    return NULL;
}

static const char *judge_answer(const struct drawn *drawn, parot_status status,
                                const parot_result *result, const parot_error *err)
{
    const char *wrong = judge_status(status, err, 0);
    if (!wrong)
        wrong = judge_refusal(drawn, status);
    if (!wrong && status == PAROT_EINFEASIBLE)
        wrong = judge_cut(&drawn->problem, &result->cut);
    if (!wrong && status == PAROT_OK)
        wrong = judge_result(&drawn->problem, result);
    return wrong;
}

const char *try_partial(struct draw *draw)
{
    struct drawn drawn;
    AUTO(parot_result, result);
    parot_error err = {0};
    draw_problem(draw, &drawn);
    parot_status status = parot_partial(&drawn.problem, NULL, &result, &err);
    const char *wrong = judge_answer(&drawn, status, &result, &err);
    return wrong;
}

/* ---- A kept solver ------------------------------------------------------ */

static const char *solve_both(parot_solver *solver, const struct drawn *drawn)
{
    AUTO(parot_result, kept, fresh);
    parot_error err = {0}, fresh_err = {""};
    parot_status status = parot_solver_solve(solver, drawn->problem.cost, &kept, &err);
    parot_status fresh_status = parot_partial(&drawn->problem, NULL, &fresh, &fresh_err);
    const char *wrong = judge_answer(drawn, status, &kept, &err);
    if (!wrong && status == PAROT_OK && fresh_status == PAROT_OK &&
        !agree(drawn, kept.objective, fresh.objective, &fresh.plan))
        wrong = "a kept solver and a fresh one disagree";
    if (!wrong && (status == PAROT_EINFEASIBLE) != (fresh_status == PAROT_EINFEASIBLE) &&
        (status == PAROT_OK || fresh_status == PAROT_OK))
        wrong = "a kept solver and a fresh one disagree about what is feasible";
    return wrong;
}

/* The costs change all at once, in a few places, or in size. */
static void change_costs(struct draw *draw, struct drawn *drawn)
{
    int64_t count = drawn->n * drawn->m;
    unsigned kind = draw_byte(draw) % 3;
    if (kind == 0)
        draw_numbers(draw, drawn->manner, drawn->cost, count);
    else if (kind == 1)
        drawn->cost[draw_below(draw, count)] = draw_number(draw, drawn->manner);
    else
        for (int64_t k = 0; k < count; k++)
            drawn->cost[k] = ldexp(drawn->cost[k], drawn->manner == DRAW_WILD ? 300 : 20);
}

const char *try_kept(struct draw *draw)
{
    struct drawn drawn;
    parot_solver *solver = NULL;
    parot_error err = {0};
    const char *wrong = NULL;
    draw_problem(draw, &drawn);
    parot_status status =
        parot_solver_new(&(parot_problem){.cost = {.rows = drawn.n, .cols = drawn.m},
                                          .p = drawn.p,
                                          .q = drawn.q,
                                          .mass = drawn.problem.mass},
                         NULL, &solver, &err);
    if (status != PAROT_OK)
        return judge_status(status, &err, 0);
    int rounds = 2 + (int)draw_below(draw, 3);
    for (int k = 0; k < rounds && !wrong; k++) {
        wrong = solve_both(solver, &drawn);
        change_costs(draw, &drawn);
    }
    parot_solver_free(solver);
    return wrong;
}

/* ---- A price ------------------------------------------------------------ */

/* A price for each point of the same problem. */
static const char *try_prices(struct draw *draw, const struct drawn *drawn)
{
    double a[DRAW_SIDE], b[DRAW_SIDE];
    parot_prices prices = {.source = a, .target = b};
    AUTO(parot_result, result);
    parot_error err = {0};
    parot_check check = {0};
    draw_numbers(draw, draw_finite(drawn->manner), a, drawn->n);
    draw_numbers(draw, draw_finite(drawn->manner), b, drawn->m);
    parot_status status = parot_partial_prices(&drawn->problem, &prices, NULL, &result, &err);
    const char *wrong = judge_status(status, &err, 0);
    if (!wrong && status != PAROT_OK && drawn->manner != DRAW_WILD)
        wrong = "refused or did not prove prices of points for a problem with nothing wrong in it";
    if (!wrong && status == PAROT_OK) {
        if (parot_certify_prices(&drawn->problem, &prices, &result, NULL, &check, &err) != PAROT_OK)
            wrong = "the certificate refuses to look at an answer to prices of points";
        else if (!parot_is_proved(&check, PAROT_PROOF_TOLERANCE))
            wrong = "an answer to prices of points is not proved";
    }
    return wrong;
}

const char *try_price(struct draw *draw)
{
    struct drawn drawn;
    parot_result result = {0};
    parot_error err = {0};
    parot_check check = {0};
    draw_problem(draw, &drawn);
    double price = draw_number(draw, draw_finite(drawn.manner));
    parot_status status = parot_partial_lagrange(&drawn.problem, price, NULL, &result, &err);
    const char *wrong = judge_status(status, &err, 0);
    if (!wrong && status != PAROT_OK && drawn.manner != DRAW_WILD)
        wrong = "refused or did not prove a price for a problem with nothing wrong in it";
    if (!wrong && status == PAROT_OK) {
        if (parot_certify_price(&drawn.problem, price, &result, NULL, &check, &err) != PAROT_OK)
            wrong = "the certificate refuses to look at an answer to a price";
        else if (!parot_is_proved(&check, PAROT_PROOF_TOLERANCE))
            wrong = "an answer to a price is not proved";
    }
    parot_result_free(&result);
    return wrong ? wrong : try_prices(draw, &drawn);
}

/* ---- The curve ---------------------------------------------------------- */

/* Slopes rise, masses rise, the rows' order is a permutation by `enter`. */
static const char *judge_curve(const parot_curve *curve)
{
    for (int64_t k = 1; k < curve->count; k++)
        if (!(curve->mass[k] > curve->mass[k - 1]) || !isfinite(curve->objective[k]))
            return "the curve's masses do not rise";
    for (int64_t k = 1; k + 1 < curve->count; k++)
        if (!(curve->slope[k] > curve->slope[k - 1]))
            return "the curve's slopes do not rise";
    for (int64_t k = 1; k < curve->rows; k++)
        if (curve->enter[curve->order[k]] < curve->enter[curve->order[k - 1]])
            return "the order of the rows contradicts when they enter";
    return curve->elbow >= 0 && curve->elbow < curve->count ? NULL
                                                            : "the elbow is not on the curve";
}

static const char *compare_with_partial(struct drawn *drawn, const parot_curve *curve, double mass)
{
    AUTO(parot_result, result);
    parot_error err = {0};
    const char *wrong = NULL;
    drawn->problem.mass = mass;
    double objective = parot_curve_at(curve, mass, NULL);
    parot_status status = parot_partial(&drawn->problem, NULL, &result, &err);
    if (status == PAROT_OK && isfinite(objective) &&
        !agree(drawn, objective, result.objective, &result.plan))
        wrong = "the curve and the solver of one mass disagree";
    if (status == PAROT_EINFEASIBLE)
        wrong = "the curve reaches a mass that is called infeasible";
    return wrong;
}

const char *try_curve(struct draw *draw)
{
    struct drawn drawn;
    AUTO(parot_curve, curve);
    parot_error err = {0};
    draw_problem(draw, &drawn);
    parot_status status = parot_partial_curve(&drawn.problem, NULL, &curve, &err);
    const char *wrong = judge_status(status, &err, 0);
    if (!wrong)
        wrong = judge_refusal(&drawn, status);
    if (!wrong && status == PAROT_OK)
        wrong = judge_curve(&curve);
    if (!wrong && status == PAROT_OK)
        wrong = compare_with_partial(&drawn, &curve, drawn.problem.mass);
    if (!wrong && status == PAROT_OK)
        wrong =
            compare_with_partial(&drawn, &curve, drawn.problem.mass * (1 + draw_byte(draw)) / 257);
    return wrong;
}

/* ---- The line ----------------------------------------------------------- */

const char *try_line(struct draw *draw)
{
    struct drawn drawn;
    double x[DRAW_SIDE], y[DRAW_SIDE];
    AUTO(parot_line_result, result);
    AUTO(parot_result, plain);
    parot_error err = {0}, plain_err = {""};
    draw_problem(draw, &drawn);
    enum draw_manner manner = draw_finite(drawn.manner);
    draw_numbers(draw, manner, x, drawn.n);
    draw_numbers(draw, manner, y, drawn.m);
    double exponent = 1 + draw_byte(draw) % 9 / 4.0;
    parot_line line = {x, y, drawn.n, drawn.m, drawn.p, drawn.q, drawn.problem.mass, exponent};
    for (int64_t k = 0; k < drawn.n * drawn.m; k++)
        drawn.cost[k] = pow(fabs(x[k / drawn.m] - y[k % drawn.m]), exponent);
    parot_status status = parot_partial_line(&line, NULL, &result, &err);
    const char *wrong = judge_status(status, &err, 0);
    if (!wrong && status < 0 && manner != DRAW_WILD)
        wrong = "refused points on a line with nothing wrong in them";
    if (!wrong && status == PAROT_OK)
        wrong = judge_curve(&result.curve);
    if (!wrong && status == PAROT_OK &&
        parot_partial(&drawn.problem, NULL, &plain, &plain_err) == PAROT_OK &&
        !agree(&drawn, result.objective, plain.objective, &plain.plan))
        wrong = "the line and the solver disagree";
    return wrong;
}
