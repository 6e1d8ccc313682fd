/* transport.c - partial(), partial_curve() and gromov(). */
#include <math.h>

#include "transport.h"

static parot_metric metric_of(SEXP name)
{
    parot_metric metric = PAROT_METRIC_SQEUCLIDEAN;
    parot_error err = {0};
    refuse(parot_metric_parse(CHAR(STRING_ELT(name, 0)), &metric, &err), &err);
    return metric;
}

/* The plan and its prices, and what the certificate says: NA where there is none. */
static SEXP result_out(const parot_result *result, const parot_check *check)
{
    static const char *const names[] = {"row",   "col",  "mass",  "u",      "v",     "lambda",
                                        "moved", "cost", "bound", "excess", "proved"};
    SEXP values[11];
    values[0] = PROTECT(places_out(result->plan.row, result->plan.count));
    values[1] = PROTECT(places_out(result->plan.col, result->plan.count));
    values[2] = PROTECT(numbers_out(result->plan.mass, result->plan.count));
    values[3] = PROTECT(numbers_out(result->dual.u, result->dual.u ? result->plan.rows : 0));
    values[4] = PROTECT(numbers_out(result->dual.v, result->dual.v ? result->plan.cols : 0));
    values[5] = PROTECT(Rf_ScalarReal(result->dual.lambda));
    values[6] = PROTECT(Rf_ScalarReal(result->mass));
    values[7] = PROTECT(Rf_ScalarReal(result->objective));
    values[8] = PROTECT(Rf_ScalarReal(result->bound));
    values[9] = PROTECT(Rf_ScalarReal(check ? check->excess : NA_REAL));
    values[10] = PROTECT(
        Rf_ScalarLogical(check ? parot_is_proved(check, PAROT_PROOF_TOLERANCE) : NA_LOGICAL));
    SEXP list = list_out(11, names, values);
    UNPROTECT(11);
    return list;
}

/* ---- partial ------------------------------------------------------------ */

/* `price` NULL: a mass. A cost matrix, or two tables. */
static parot_status solve(SEXP cost, const parot_points_problem *points, SEXP price,
                          const parot_run *run, parot_result *result, parot_check *check,
                          parot_error *err)
{
    parot_problem problem = {
        .cost = matrix_in(cost), .p = points->p, .q = points->q, .mass = points->mass};
    double each = Rf_isNull(price) ? NAN : Rf_asReal(price);
    parot_run proof = *run;
    parot_status status = PAROT_OK;
    proof.progress = NULL;
    if (Rf_isNull(cost)) {
        status = isnan(each) ? parot_partial_points(points, run, result, err)
                             : parot_partial_points_lagrange(points, each, run, result, err);
        if (!is_whole(status))
            return status;
        return isnan(each) ? parot_certify_points(points, result, &proof, check, err)
                           : parot_certify_points_price(points, each, result, &proof, check, err);
    }
    status = isnan(each) ? parot_partial(&problem, run, result, err)
                         : parot_partial_lagrange(&problem, each, run, result, err);
    if (!is_whole(status))
        return status;
    return isnan(each) ? parot_certify(&problem, result, &proof, check, err)
                       : parot_certify_price(&problem, each, result, &proof, check, err);
}

SEXP partial_call(SEXP cost, SEXP x, SEXP y, SEXP metric, SEXP p, SEXP q, SEXP mass, SEXP price,
                  SEXP threads)
{
    parot_points_problem points = {.x = matrix_in(x),
                                   .y = matrix_in(y),
                                   .metric = metric_of(metric),
                                   .p = numbers_in(p),
                                   .q = numbers_in(q),
                                   .mass = Rf_asReal(mass)};
    parot_run run = run_of(threads);
    parot_result result = {0};
    parot_check check = {0};
    parot_error err = {0};
    parot_status status = solve(cost, &points, price, &run, &result, &check, &err);
    SEXP out = R_NilValue;
    if (is_whole(status))
        out = result_out(&result, &check);
    PROTECT(out);
    parot_result_free(&result);
    refuse(status, &err);
    UNPROTECT(1);
    return out;
}

/* ---- partial_curve -------------------------------------------------------- */

SEXP curve_call(SEXP cost, SEXP x, SEXP y, SEXP metric, SEXP p, SEXP q, SEXP mass, SEXP threads)
{
    static const char *const names[] = {"mass", "cost", "slope", "elbow", "has_elbow", "enter"};
    parot_problem problem = {
        .cost = matrix_in(cost), .p = numbers_in(p), .q = numbers_in(q), .mass = Rf_asReal(mass)};
    parot_points_problem points = {.x = matrix_in(x),
                                   .y = matrix_in(y),
                                   .metric = metric_of(metric),
                                   .p = problem.p,
                                   .q = problem.q,
                                   .mass = problem.mass};
    parot_run run = run_of(threads);
    parot_curve curve = {0};
    parot_error err = {0};
    parot_status status = Rf_isNull(cost) ? parot_partial_points_curve(&points, &run, &curve, &err)
                                          : parot_partial_curve(&problem, &run, &curve, &err);
    SEXP out = R_NilValue, values[6];
    if (is_whole(status)) {
        values[0] = PROTECT(numbers_out(curve.mass, curve.count));
        values[1] = PROTECT(numbers_out(curve.objective, curve.count));
        values[2] = PROTECT(numbers_out(curve.slope, curve.count - 1));
        values[3] = PROTECT(Rf_ScalarInteger((int)curve.elbow + 1));
        values[4] = PROTECT(Rf_ScalarLogical(parot_curve_has_elbow(&curve)));
        values[5] = PROTECT(numbers_out(curve.enter, curve.rows));
        out = list_out(6, names, values);
        UNPROTECT(6);
    }
    PROTECT(out);
    parot_curve_free(&curve);
    refuse(status, &err);
    UNPROTECT(1);
    return out;
}

/* ---- gromov --------------------------------------------------------------- */

SEXP gromov_call(SEXP x, SEXP y, SEXP metric, SEXP p, SEXP q, SEXP mass, SEXP restarts,
                 SEXP threads)
{
    parot_gromov_points_problem problem = {.x = matrix_in(x),
                                           .y = matrix_in(y),
                                           .metric = metric_of(metric),
                                           .p = numbers_in(p),
                                           .q = numbers_in(q),
                                           .mass = Rf_asReal(mass),
                                           .alpha = 1};
    parot_gromov_options options;
    parot_run run = run_of(threads);
    parot_gromov_result result = {0};
    parot_error err = {0};
    parot_gromov_options_init(&options);
    options.restarts = Rf_asInteger(restarts);
    parot_status status = parot_gromov_points(&problem, &options, &run, &result, &err);
    SEXP out = R_NilValue;
    if (is_whole(status)) {
        out = PROTECT(result_out(&result.transport, NULL));
        Rf_setAttrib(out, Rf_install("stationarity"), PROTECT(Rf_ScalarReal(result.stationarity)));
        UNPROTECT(2);
    }
    PROTECT(out);
    parot_gromov_result_free(&result);
    refuse(status, &err);
    UNPROTECT(1);
    return out;
}
