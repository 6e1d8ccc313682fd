/* calls_partial.c - costs, partial transport between rows of costs and between points, curves,
 * batches, and proofs. */
#include "register.h"

#define PROBLEM IN(parot_problem, problem, problem)
#define POINTS IN(parot_points_problem, problem, points)
#define PRODUCTS IN(parot_products_problem, problem, products)
#define PRICES IN(parot_prices, prices, prices)
#define PRICE SCALAR(price, price, NAN, INFINITY)
#define BATCH IN(parot_problem, problems, batch), SCALAR(count, three, -1)
#define HOW MAYBE(parot_batch_options, options, batch_options)
#define RESULT OUT(parot_result, result)
#define CHECK OUT(parot_check, check)
#define CLAIMS OUT(parot_claims, claims)

/* ---- Costs, points, graphs ------------------------------------------------ */

CALL(parot_cost, (M(0), M(1), W(2), a[3], a[4], err),
     {TABLE(x, x), TABLE(y, y), SCALAR(metric, cosine, -1, 77), RUN, NUMBERS(cost)},
     .flags = PARTLY)
CALL(parot_cost_gradient, (M(0), M(1), W(2), a[3], a[4], a[5], err),
     {TABLE(x, x), TABLE(y, y), SCALAR(metric, cosine, -1, 77), IN(parot_plan, plan, result.plan),
      RUN, IN(parot_points_derivatives, derivatives, points_derivatives)})
CALL(parot_cost_gradient_dense, (M(0), M(1), W(2), M(3), a[4], a[5], err),
     {TABLE(x, x), TABLE(y, y), SCALAR(metric, cosine, -1, 77), TABLE(weights, cost), RUN,
      IN(parot_points_derivatives, derivatives, points_derivatives)})
CALL(parot_graph_distances, (a[0], a[1], a[2], a[3], a[4], err),
     {IN(parot_graph, graph, graph), MAYBE(parot_graph_options, options, graph_options), RUN,
      NUMBERS(distances), OUT(parot_graph_facts, facts)},
     .optional = "facts", .flags = PARTLY)
CALL(parot_geodesic_distances, (M(0), L(1), a[2], a[3], a[4], err),
     {TABLE(x, x), SCALAR(neighbours, two, 0, -1), RUN, NUMBERS(distances), NUMBERS(components)},
     .optional = "components", .flags = PARTLY)
CALL(parot_principal_axes, (M(0), L(1), a[2], a[3], err),
     {TABLE(rows, x), SCALAR(count, two, 0, -1, 3), RUN, OUT(parot_axes, axes)})
CALL_AS(axes_of_few_rows, "parot_principal_axes", parot_principal_axes(M(0), L(1), a[2], a[3], err),
        {TABLE(rows, wide), SCALAR(count, two, 0), RUN, OUT(parot_axes, axes)}, .flags = AGAIN)
CALL(parot_make_points, (a[0], a[1], a[2], err),
     {IN(parot_cloud, cloud, cloud), RUN, NUMBERS(points)}, .flags = NEVER_ASKS)
CALL(parot_make_weights, (L(0), a[1], a[2], err),
     {SCALAR(count, three, 0, -1), RUN, NUMBERS(weights)}, .flags = NEVER_ASKS)
CALL(parot_run_check, (a[0], err), {RUN}, .flags = NEVER_ASKS)

/* ---- Scales, and what a plan carries -------------------------------------- */

CALL(parot_scale_tables, (W(0), M(1), M(2), a[3], a[4], err),
     {SCALAR(scale, zscore, -2, 77), TABLE(first, x), TABLE(other, y), NUMBERS(first_scaled),
      NUMBERS(other_scaled)})
CALL(parot_scale_fit, (W(0), M(1), M(2), a[3], a[4], err),
     {SCALAR(scale, zscore, -2, 77), TABLE(first, x), TABLE(other, y), NUMBERS(centre),
      NUMBERS(factor)})
CALL(parot_scale_undo, (a[0], a[1], M(2), a[3], err),
     {LIST(centre, centre), LIST(factor, factor), TABLE(scaled, x), NUMBERS(to)})
CALL(parot_barycentric, (a[0], M(1), a[2], a[3], err),
     {IN(parot_plan, plan, result.plan), TABLE(y, y), NUMBERS(to), NUMBERS(moved)},
     .optional = "moved")
CALL(parot_transfer_labels, (a[0], a[1], L(2), a[3], a[4], err),
     {IN(parot_plan, plan, result.plan), LIST(known, known), SCALAR(classes, two, 0, -1),
      NUMBERS(share), NUMBERS(label)},
     .optional = "share")

/* ---- Plans ---------------------------------------------------------------- */

CALL(parot_partial, (a[0], a[1], a[2], err), {PROBLEM, RUN, RESULT})
CALL(parot_partial_lagrange, (a[0], R(1), a[2], a[3], err), {PROBLEM, PRICE, RUN, RESULT},
     .ignores = "problem.mass")
CALL(parot_partial_prices, (a[0], a[1], a[2], a[3], err), {PROBLEM, PRICES, RUN, RESULT},
     .ignores = "problem.mass")
CALL(parot_partial_points, (a[0], a[1], a[2], err), {POINTS, RUN, RESULT})
CALL(parot_partial_points_lagrange, (a[0], R(1), a[2], a[3], err), {POINTS, PRICE, RUN, RESULT},
     .ignores = "problem.mass")
CALL(parot_partial_points_prices, (a[0], a[1], a[2], a[3], err), {POINTS, PRICES, RUN, RESULT},
     .ignores = "problem.mass")
CALL(parot_partial_products, (a[0], a[1], a[2], err), {PRODUCTS, RUN, RESULT})
CALL(parot_partial_line, (a[0], a[1], a[2], err),
     {IN(parot_line, line, line), RUN, OUT(parot_line_result, result)})
CALL(parot_partial_entropic, (a[0], R(1), R(2), a[3], a[4], err),
     {PROBLEM, SCALAR(reg, reg, 0, -1, NAN), SCALAR(tolerance, tolerance, 0, 1, NAN), RUN,
      OUT(parot_entropic_result, result)})
CALL(parot_entropic_gradient, (a[0], a[1], a[2], err),
     {IN(parot_entropic_result, result, entropic), RUN,
      IN(parot_entropic_derivatives, derivatives, entropic_derivatives)})

/* A solver is made by one call and asked by another; the run is that of the first. */
static parot_status make_solver(void **a, parot_error *err)
{
    return parot_solver_new(a[0], a[1], a[2], err);
}
CALL_AS(parot_solver_new, "parot_solver_new", make_solver(a, err),
        {PROBLEM, RUN, OUT(parot_solver_handle, solver)},
        .ignores = "problem.cost.data problem.cost.stride", .flags = NEVER_ASKS)

static parot_status ask_solver(void **a, parot_error *err)
{
    parot_solver *solver = NULL;
    parot_status status = PAROT_OK;
    if (a[0])
        status = parot_solver_new(&given.problem, a[2], &solver, err);
    if (status == PAROT_OK)
        status = parot_solver_solve(solver, M(1), a[3], err);
    parot_solver_free(solver);
    return status;
}
CALL_AS(parot_solver_solve, "parot_solver_solve", ask_solver(a, err),
        {IN(parot_problem, solver, problem), TABLE(cost, cost), RUN, RESULT}, .flags = NO_FIELDS)

/* ---- All masses ----------------------------------------------------------- */

CALL(parot_partial_curve, (a[0], a[1], a[2], err), {PROBLEM, RUN, OUT(parot_curve, curve)})
CALL(parot_partial_points_curve, (a[0], a[1], a[2], err), {POINTS, RUN, OUT(parot_curve, curve)})
CALL(parot_partial_points_masses, (a[0], a[1], L(2), a[3], a[4], err),
     {POINTS, LIST(masses, masses), SCALAR(count, three, 0, -1), RUN, OUT(parot_mass_costs, costs)},
     .ignores = "problem.mass")

/* ---- Many problems -------------------------------------------------------- */

/* What befell a problem befell the call: the batch itself is only refused as a whole. */
static parot_status first_failure(parot_status status, parot_batch_result *batch, parot_error *err)
{
    if (status != PAROT_OK || batch->failed == 0)
        return status;
    status = batch->failures > 0 ? batch->statuses[batch->failure[0].problem] : PAROT_ENOMEM;
    strcpy(err->message, "no memory for words");
    if (batch->failures > 0)
        *err = batch->failure[0].error;
    parot_batch_result_free(batch);
    output_reset(batch, sizeof *batch);
    return status;
}

CALL_AS(parot_partial_batch, "parot_partial_batch",
        first_failure(parot_partial_batch(a[0], L(1), a[2], a[3], a[4], err), a[4], err),
        {BATCH, HOW, RUN, OUT(parot_batch_result, result)})
CALL_AS(certified_batch, "parot_partial_batch",
        first_failure(parot_partial_batch(a[0], L(1), a[2], a[3], a[4], err), a[4], err),
        {BATCH, MAYBE(parot_batch_options, options, certified), RUN,
         OUT(parot_batch_result, result)},
        .flags = AGAIN)
CALL_AS(parot_partial_lagrange_batch, "parot_partial_lagrange_batch",
        first_failure(parot_partial_lagrange_batch(a[0], a[1], L(2), a[3], a[4], a[5], err), a[5],
                      err),
        {IN(parot_problem, problems, batch), LIST(price, masses), SCALAR(count, three, -1), HOW,
         RUN, OUT(parot_batch_result, result)},
        .ignores = "problems.mass")
CALL_AS(parot_partial_line_batch, "parot_partial_line_batch",
        first_failure(parot_partial_line_batch(a[0], L(1), a[2], a[3], a[4], err), a[4], err),
        {IN(parot_line, lines, line), SCALAR(count, one, -1), HOW, RUN,
         OUT(parot_batch_result, result)})
CALL_AS(parot_partial_entropic_batch, "parot_partial_entropic_batch",
        first_failure(parot_partial_entropic_batch(a[0], L(1), R(2), R(3), a[4], a[5], a[6], err),
                      a[6], err),
        {BATCH, SCALAR(reg, reg, 0, -1, NAN), SCALAR(tolerance, tolerance, 0, 1, NAN), HOW, RUN,
         OUT(parot_batch_result, result)})
CALL_AS(parot_gromov_batch, "parot_gromov_batch",
        first_failure(parot_gromov_batch(a[0], L(1), a[2], a[3], a[4], a[5], err), a[5], err),
        {IN(parot_gromov_problem, problems, gromov), SCALAR(count, one, -1),
         /* refusals call it options */
         MAYBE(parot_gromov_options, options, gromov_options), HOW, RUN,
         OUT(parot_batch_result, result)})

/* ---- Proofs --------------------------------------------------------------- */

#define ANSWER IN(parot_result, result, result)
CALL(parot_certify, (a[0], a[1], a[2], a[3], err), {PROBLEM, ANSWER, RUN, CHECK})
CALL(parot_certify_price, (a[0], R(1), a[2], a[3], a[4], err),
     {PROBLEM, PRICE, IN(parot_result, result, lagrange), RUN, CHECK}, .ignores = "problem.mass")
CALL(parot_certify_prices, (a[0], a[1], a[2], a[3], a[4], err),
     {PROBLEM, PRICES, IN(parot_result, result, at_prices), RUN, CHECK}, .ignores = "problem.mass")
CALL(parot_certify_points, (a[0], a[1], a[2], a[3], err), {POINTS, ANSWER, RUN, CHECK})
CALL(parot_certify_points_price, (a[0], R(1), a[2], a[3], a[4], err),
     {POINTS, PRICE, IN(parot_result, result, lagrange), RUN, CHECK}, .ignores = "problem.mass")
CALL(parot_certify_points_prices, (a[0], a[1], a[2], a[3], a[4], err),
     {POINTS, PRICES, IN(parot_result, result, at_prices), RUN, CHECK}, .ignores = "problem.mass")
CALL(parot_certify_products, (a[0], a[1], a[2], a[3], err),
     {PRODUCTS, IN(parot_result, result, products_result), RUN, CHECK})
CALL(parot_result_claims, (a[0], R(1), a[2], a[3], a[4], err),
     {PROBLEM, NUMBER(price, nan), PRICES, IN(parot_result, result, at_prices), CLAIMS},
     .optional = "prices", .ignores = "problem.mass")
CALL(parot_result_claims_points, (a[0], R(1), a[2], a[3], a[4], err),
     {POINTS, NUMBER(price, nan), PRICES, IN(parot_result, result, at_prices), CLAIMS},
     .optional = "prices", .ignores = "problem.mass")
CALL(parot_judge, (a[0], a[1], a[2], a[3], err),
     {PROBLEM, IN(parot_given_plan, given, plan), RUN, OUT(parot_judgement, judgement)})
CALL(parot_judge_points, (a[0], a[1], a[2], a[3], err),
     {POINTS, IN(parot_given_plan, given, plan), RUN, OUT(parot_judgement, judgement)})
