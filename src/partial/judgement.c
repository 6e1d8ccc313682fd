/* judgement.c - parot_judge: how far above the optimum is this plan?
 *
 * The plan itself says what it moves, misses and costs (judgement_plan.c). The bound is that of
 * prices: those that came with the plan, or else those of an exact solve of the same mass, or at
 * the same prices of points. parot_certify then compares plan and bound in exact arithmetic, so
 * that nothing depends on the solver being right: wrong prices would make the bound weaker, never
 * wrong.
 */
#include <math.h>

#include "base/options.h"
#include "base/words.h"
#include "cost/metric.h"
#include "partial/judgement.h"
#include "partial/problem.h"

WORDS(verdict, "verdict", {"exact", PAROT_VERDICT_EXACT}, {"above", PAROT_VERDICT_ABOVE},
      {"within", PAROT_VERDICT_WITHIN}, {"infeasible", PAROT_VERDICT_INFEASIBLE});

/* The problem: one of the two. */
struct hearing {
    const parot_problem *matrix;
    const parot_points_problem *clouds;
    struct claimed claimed;
    const parot_given_plan *given; /* with its prices, plans of any mass are compared */
    struct control control;
    double tolerance;
    parot_result solved; /* of the same mass, unless prices were given */
};

/* ---- The bound ---------------------------------------------------------- */

static parot_status solve_mass(struct hearing *hearing, double mass, parot_error *err)
{
    parot_run rest = control_rest(&hearing->control);
    if (hearing->clouds) {
        parot_points_problem clouds = *hearing->clouds;
        clouds.mass = mass;
        return parot_partial_points(&clouds, &rest, &hearing->solved, err);
    }
    parot_problem matrix = *hearing->matrix;
    matrix.mass = mass;
    return parot_partial(&matrix, &rest, &hearing->solved, err);
}

/* Nothing has to move, so that there is always a plan. */
static parot_status solve_prices(struct hearing *hearing, parot_error *err)
{
    const parot_prices *prices = hearing->given->prices;
    parot_run rest = control_rest(&hearing->control);
    return hearing->clouds
               ? parot_partial_points_prices(hearing->clouds, prices, &rest, &hearing->solved, err)
               : parot_partial_prices(hearing->matrix, prices, &rest, &hearing->solved, err);
}

/* Where forbidden pairs prevent a mass that a plan moves, it does so by rounding, or the plan
 * carries too much: it is compared with the most that can move. What a cut allows is rounded, so
 * that the least bit less may be needed. */
static parot_status solve(struct hearing *hearing, double *wanted, parot_error *err)
{
    parot_status status = solve_mass(hearing, *wanted, err);
    for (int attempt = 0; status == PAROT_EINFEASIBLE && attempt < 2; attempt++) {
        double most = hearing->solved.cut.most * (1 - attempt * 1e-12);
        parot_result_free(&hearing->solved);
        hearing->solved = (parot_result){0};
        if (!(most > 0))
            return status;
        *wanted = fmin(*wanted, most);
        status = solve_mass(hearing, *wanted, err);
    }
    return status;
}

/* A limit of time is for the solve; its prices are worth nothing without the comparison. */
static parot_status compare(struct hearing *hearing, double mass, parot_check *check,
                            parot_error *err)
{
    parot_run run = hearing->control.run;
    const parot_dual *dual = hearing->given->dual ? hearing->given->dual : &hearing->solved.dual;
    const parot_prices *prices = hearing->given->prices;
    parot_result result = {.plan = hearing->given->plan, .dual = *dual, .mass = mass};
    run.time_limit = 0;
    if (prices)
        return hearing->clouds
                   ? parot_certify_points_prices(hearing->clouds, prices, &result, &run, check, err)
                   : parot_certify_prices(hearing->matrix, prices, &result, &run, check, err);
    if (hearing->clouds) {
        parot_points_problem clouds = *hearing->clouds;
        clouds.mass = mass;
        return parot_certify_points(&clouds, &result, &run, check, err);
    }
    parot_problem matrix = *hearing->matrix;
    matrix.mass = mass;
    return parot_certify(&matrix, &result, &run, check, err);
}

/* ---- The verdict -------------------------------------------------------- */

/* a / b; 0 / 0 = 0 */
static double share(double a, double b)
{
    return a == 0 ? 0 : a / b;
}

static parot_verdict choose_verdict(const struct hearing *hearing, const parot_judgement *judgement,
                                    parot_status status)
{
    if (!(judgement->missed_relative <= hearing->tolerance) || isinf(judgement->objective))
        return PAROT_VERDICT_INFEASIBLE;
    if (judgement->check.relative <= hearing->tolerance)
        return PAROT_VERDICT_EXACT;
    int is_known = !hearing->given->dual && status == PAROT_OK;
    return is_known ? PAROT_VERDICT_ABOVE : PAROT_VERDICT_WITHIN;
}

/* The forms of nothing to compare with. Of the mass 0 there is one plan, which costs nothing. */
static void judge_alone(const struct hearing *hearing, parot_judgement *judgement)
{
    int is_empty = judgement->wanted == 0 && !isinf(judgement->objective);
    double none = is_empty ? 0 : NAN;
    judgement->check = (parot_check){none, none, none, none, none, none, none, none};
    judgement->check.infeasible = judgement->check.primal = judgement->missed_relative;
    judgement->optimum = judgement->bound = judgement->excess = judgement->above = none;
    judgement->verdict = choose_verdict(hearing, judgement, PAROT_OK);
    if (!is_empty)
        judgement->verdict = PAROT_VERDICT_INFEASIBLE;
}

/* What is said of the mass again, where less than was thought can move. */
static void lower_wanted(parot_judgement *judgement, double wanted)
{
    judgement->missed += fabs(judgement->mass - wanted) - fabs(judgement->mass - judgement->wanted);
    judgement->wanted = wanted;
    judgement->missed_relative = share(judgement->missed, wanted);
}

static parot_status judge(struct hearing *hearing, parot_judgement *judgement, parot_error *err)
{
    const parot_prices *prices = hearing->given->prices;
    double mass = prices ? 0 : hearing->matrix ? hearing->matrix->mass : hearing->clouds->mass;
    parot_status status = PAROT_OK;
    TRY(judge_check(&hearing->claimed, hearing->given, err));
    TRY(judge_read(&hearing->claimed, hearing->given, mass, &hearing->control, judgement, err));
    double wanted = judgement->wanted;
    int is_alone = isinf(judgement->objective) || (wanted == 0 && !prices);
    if (!hearing->given->dual && !is_alone)
        status = prices ? solve_prices(hearing, err) : solve(hearing, &wanted, err);
    if (status == PAROT_EINFEASIBLE || is_alone) {
        judge_alone(hearing, judgement);
        return PAROT_OK;
    }
    if (status < 0)
        return status;
    if (wanted < judgement->wanted)
        lower_wanted(judgement, wanted);
    TRY(compare(hearing, wanted, &judgement->check, err));
    if (isnan(judgement->objective))
        return fail(err, PAROT_ENUMERIC, "plan: its cost is outside the range of double");
    judgement->optimum = hearing->given->dual ? NAN : hearing->solved.objective;
    judgement->bound = judgement->check.bound;
    judgement->excess = judgement->check.excess;
    /* of a solve that was stopped, only the bound is sure to be below the optimum */
    int is_solved = !hearing->given->dual && status == PAROT_OK;
    judgement->above =
        share(judgement->excess, fabs(is_solved ? judgement->optimum : judgement->bound));
    judgement->verdict = choose_verdict(hearing, judgement, status);
    return status;
}

/* ---- The calls ---------------------------------------------------------- */

/* Owns. */
static parot_status hear(struct hearing *hearing, const parot_run *run, parot_judgement *judgement,
                         parot_error *err)
{
    parot_judgement found = {0};
    TRY(control_init(&hearing->control, run, err));
    hearing->tolerance =
        hearing->given->tolerance > 0 ? hearing->given->tolerance : PAROT_PROOF_TOLERANCE;
    parot_status status = judge(hearing, &found, err);
    parot_result_free(&hearing->solved);
    if (status >= 0)
        *judgement = found;
    return status;
}

parot_status parot_judge(const parot_problem *problem, const parot_given_plan *given,
                         const parot_run *run, parot_judgement *judgement, parot_error *err)
{
    TRY(CHECK_GIVEN(err, problem, given, judgement));
    TRY(CHECK_RESERVED(problem, err));
    TRY(check_matrix(problem->cost, err));
    struct hearing hearing = {.matrix = problem, .given = given};
    hearing.claimed = (struct claimed){problem->cost, problem->p, problem->q, NULL, given->prices};
    return hear(&hearing, run, judgement, err);
}

parot_status parot_judge_points(const parot_points_problem *problem, const parot_given_plan *given,
                                const parot_run *run, parot_judgement *judgement, parot_error *err)
{
    TRY(CHECK_GIVEN(err, problem, given, judgement));
    TRY(CHECK_RESERVED(problem, err));
    TRY(check_points_shape(problem->x, problem->y, err));
    TRY(point_pair_check(&(struct point_pair){0}, problem->x, problem->y, problem->metric, err));
    parot_matrix size = {NULL, problem->x.rows, problem->y.rows, problem->y.rows};
    struct hearing hearing = {.clouds = problem, .given = given};
    hearing.claimed = (struct claimed){size, problem->p, problem->q, problem, given->prices};
    return hear(&hearing, run, judgement, err);
}
