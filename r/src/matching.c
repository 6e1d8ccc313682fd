/* matching.c - match_rows(). */
#include <math.h>
#include <string.h>

#include "transport.h"

/* settings: list(order, metric, scale, ratio, caliper, price, column_caliper) */
static SEXP setting(SEXP settings, const char *name)
{
    SEXP names = Rf_getAttrib(settings, R_NamesSymbol);
    for (int k = 0; k < Rf_length(settings); k++)
        if (strcmp(CHAR(STRING_ELT(names, k)), name) == 0)
            return VECTOR_ELT(settings, k);
    return R_NilValue;
}

static const char *word(SEXP settings, const char *name)
{
    return CHAR(STRING_ELT(setting(settings, name), 0));
}

static parot_match_options options_of(SEXP settings)
{
    parot_match_options options;
    parot_match_order order = PAROT_MATCH_ORDER_MOST;
    parot_match_metric metric = PAROT_MATCH_METRIC_EUCLIDEAN;
    parot_scale scale = PAROT_SCALE_NONE;
    parot_error err = {0};
    parot_match_options_init(&options);
    refuse(parot_match_order_parse(word(settings, "order"), &order, &err), &err);
    refuse(parot_match_metric_parse(word(settings, "metric"), &metric, &err), &err);
    refuse(parot_scale_parse(word(settings, "scale"), &scale, &err), &err);
    options.order = order;
    options.metric = metric;
    options.scale = scale;
    options.ratio = Rf_asInteger(setting(settings, "ratio"));
    options.caliper = Rf_asReal(setting(settings, "caliper"));
    if (!Rf_isNull(setting(settings, "price")))
        options.price = Rf_asReal(setting(settings, "price"));
    return options;
}

static SEXP side_out(const parot_match_side *side)
{
    static const char *const names[] = {"partners", "candidates", "reason", "nearest",
                                        "nearest_cost"};
    SEXP values[5];
    values[0] = PROTECT(Rf_allocVector(INTSXP, (R_xlen_t)side->count));
    values[1] = PROTECT(Rf_allocVector(INTSXP, (R_xlen_t)side->count));
    values[2] = PROTECT(Rf_allocVector(STRSXP, (R_xlen_t)side->count));
    values[3] = PROTECT(places_out(side->nearest, side->count));
    values[4] = PROTECT(numbers_out(side->nearest_cost, side->count));
    for (int64_t i = 0; i < side->count; i++) {
        INTEGER(values[0])[i] = side->partners[i];
        INTEGER(values[1])[i] = side->candidates[i];
        SET_STRING_ELT(values[2], (R_xlen_t)i,
                       Rf_mkChar(parot_match_reason_name((parot_match_reason)side->reason[i])));
    }
    SEXP list = list_out(5, names, values);
    UNPROTECT(5);
    return list;
}

/* Four numbers for each covariate: both means, difference, ratio of variances. */
static SEXP balance_out(const parot_match_balance *balance, int64_t count)
{
    SEXP out = Rf_allocMatrix(REALSXP, (int)count, 4);
    for (int64_t k = 0; k < count; k++) {
        const double row[] = {balance[k].mean_x, balance[k].mean_y, balance[k].difference,
                              balance[k].variance_ratio};
        for (int c = 0; c < 4; c++)
            REAL(out)[c * count + k] = row[c];
    }
    return out;
}

static SEXP match_out(const parot_match_result *result, const parot_match_check *check)
{
    static const char *const names[] = {"row",    "col",   "cost", "total",  "x",     "y",
                                        "before", "after", "most", "excess", "proved"};
    SEXP values[11];
    values[0] = PROTECT(places_out(result->row, result->pairs));
    values[1] = PROTECT(places_out(result->col, result->pairs));
    values[2] = PROTECT(numbers_out(result->cost, result->pairs));
    values[3] = PROTECT(Rf_ScalarReal(result->objective));
    values[4] = PROTECT(side_out(&result->x));
    values[5] = PROTECT(side_out(&result->y));
    values[6] = PROTECT(balance_out(result->before, result->covariates));
    values[7] = PROTECT(balance_out(result->after, result->covariates));
    values[8] = PROTECT(Rf_ScalarReal((double)check->most));
    values[9] = PROTECT(Rf_ScalarReal(check->excess));
    values[10] =
        PROTECT(Rf_ScalarLogical(parot_match_is_proved(result, check, PAROT_PROOF_TOLERANCE)));
    SEXP list = list_out(11, names, values);
    UNPROTECT(11);
    return list;
}

/* strata and limited: lists of two, or NULL. */
SEXP match_call(SEXP x, SEXP y, SEXP cost, SEXP strata, SEXP limited, SEXP settings, SEXP threads)
{
    parot_match_options options = options_of(settings);
    parot_match_problem problem = {.x = matrix_in(x), .y = matrix_in(y), .cost = matrix_in(cost)};
    parot_run run = run_of(threads), proof = run;
    parot_match_result result = {0};
    parot_match_check check = {0};
    parot_error err = {0};
    if (!Rf_isNull(strata)) {
        problem.x_stratum = INTEGER(VECTOR_ELT(strata, 0));
        problem.y_stratum = INTEGER(VECTOR_ELT(strata, 1));
    }
    if (!Rf_isNull(limited)) {
        problem.x_limited = matrix_in(VECTOR_ELT(limited, 0));
        problem.y_limited = matrix_in(VECTOR_ELT(limited, 1));
        problem.column_caliper = REAL(setting(settings, "column_caliper"));
    }
    proof.progress = NULL;
    parot_status status = parot_match(&problem, &options, &run, &result, &err);
    if (is_whole(status)) {
        parot_status proved =
            parot_match_certify(&problem, &options, &result, &proof, &check, &err);
        status = proved < 0 ? proved : status;
    }
    SEXP out = PROTECT(is_whole(status) ? match_out(&result, &check) : R_NilValue);
    parot_match_result_free(&result);
    refuse(status, &err);
    UNPROTECT(1);
    return out;
}
