/* labels.c - pu() and estimate_prior(). */
#include <math.h>

#include "transport.h"

SEXP pu_call(SEXP positive, SEXP unlabeled, SEXP prior, SEXP method, SEXP threads)
{
    static const char *const names[] = {"label", "score", "rank", "match", "prior", "method"};
    parot_pu_data data = {.unlabeled = matrix_in(unlabeled),
                          .positive = matrix_in(positive),
                          .prior = Rf_isNull(prior) ? NAN : Rf_asReal(prior)};
    parot_pu_options options;
    parot_run run = run_of(threads);
    parot_pu_result result = {0};
    parot_error err = {0};
    SEXP out = R_NilValue, values[6];
    parot_pu_options_init(&options);
    if (!Rf_isNull(method))
        refuse(parot_pu_method_parse(CHAR(STRING_ELT(method, 0)), &options.method, &err), &err);
    parot_status status = parot_pu_classify(&data, &options, &run, &result, &err);
    if (is_whole(status)) {
        values[0] = PROTECT(Rf_allocVector(INTSXP, (R_xlen_t)result.count));
        values[2] = PROTECT(Rf_allocVector(INTSXP, (R_xlen_t)result.count));
        for (int64_t i = 0; i < result.count; i++) {
            INTEGER(values[0])[i] = result.label[i] > 0;
            INTEGER(values[2])[i] = result.rank[i];
        }
        values[1] = PROTECT(numbers_out(result.score, result.count));
        values[3] = PROTECT(places_out(result.match, result.count));
        values[4] = PROTECT(Rf_ScalarReal(result.prior));
        values[5] = PROTECT(Rf_mkString(parot_pu_method_name(options.method)));
        out = list_out(6, names, values);
        UNPROTECT(6);
    }
    PROTECT(out);
    parot_pu_result_free(&result);
    refuse(status, &err);
    UNPROTECT(1);
    return out;
}

SEXP prior_call(SEXP positive, SEXP unlabeled, SEXP threads)
{
    static const char *const names[] = {"prior", "low", "high", "is_reliable"};
    parot_pu_data data = {
        .unlabeled = matrix_in(unlabeled), .positive = matrix_in(positive), .prior = NAN};
    parot_run run = run_of(threads);
    parot_pu_prior_result result = {0};
    parot_error err = {0};
    refuse(parot_pu_prior(&data, NULL, &run, &result, &err), &err);
    SEXP values[4] = {PROTECT(Rf_ScalarReal(result.prior)), PROTECT(Rf_ScalarReal(result.low)),
                      PROTECT(Rf_ScalarReal(result.high)),
                      PROTECT(Rf_ScalarLogical(result.is_reliable))};
    SEXP out = list_out(4, names, values);
    UNPROTECT(4);
    return out;
}
