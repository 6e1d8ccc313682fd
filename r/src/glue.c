/* glue.c - see glue.h. */
#include "glue.h"

#include <R_ext/Utils.h>
#include <math.h>
#include <string.h>

parot_matrix matrix_in(SEXP transposed)
{
    if (Rf_isNull(transposed))
        return (parot_matrix){0};
    int64_t rows = Rf_ncols(transposed), cols = Rf_nrows(transposed);
    return (parot_matrix){REAL(transposed), rows, cols, cols};
}

const double *numbers_in(SEXP values)
{
    return Rf_isNull(values) ? NULL : REAL(values);
}

static void ask(void *unused)
{
    (void)unused;
    R_CheckUserInterrupt();
}

/* R jumps out of R_CheckUserInterrupt, which must not pass through the library. */
static int is_interrupted(const parot_progress *progress, void *user)
{
    (void)progress, (void)user;
    return !R_ToplevelExec(ask, NULL);
}

parot_run run_of(SEXP threads)
{
    parot_run run;
    parot_run_init(&run);
    run.threads = Rf_asInteger(threads);
    run.progress = is_interrupted;
    run.progress_period = 0.1;
    return run;
}

int is_whole(parot_status status)
{
    return status == PAROT_OK || status == PAROT_UNPROVED;
}

void refuse(parot_status status, const parot_error *err)
{
    if (status == PAROT_CANCELLED || status == PAROT_ESTOPPED)
        Rf_errorcall(R_NilValue, "interrupted");
    if (status > 0 && !is_whole(status))
        Rf_errorcall(R_NilValue, "stopped early (%s)", parot_status_name(status));
    if (status < 0)
        Rf_errorcall(R_NilValue, "%s", err->message);
}

SEXP numbers_out(const double *from, int64_t count)
{
    SEXP out = Rf_allocVector(REALSXP, (R_xlen_t)count);
    if (count > 0)
        memcpy(REAL(out), from, (size_t)count * sizeof *from);
    return out;
}

SEXP places_out(const int32_t *from, int64_t count)
{
    SEXP out = Rf_allocVector(INTSXP, (R_xlen_t)count);
    for (int64_t k = 0; k < count; k++)
        INTEGER(out)[k] = from[k] < 0 ? NA_INTEGER : from[k] + 1;
    return out;
}

SEXP list_out(int count, const char *const *names, SEXP *values)
{
    SEXP list = PROTECT(Rf_allocVector(VECSXP, count)),
         labels = PROTECT(Rf_allocVector(STRSXP, count));
    for (int k = 0; k < count; k++) {
        SET_VECTOR_ELT(list, k, values[k]);
        SET_STRING_ELT(labels, k, Rf_mkChar(names[k]));
    }
    Rf_setAttrib(list, R_NamesSymbol, labels);
    UNPROTECT(2);
    return list;
}
