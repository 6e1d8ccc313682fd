/* glue.h - what the functions that R calls share: matrices, weights, runs and refusals. */
#ifndef PAROT_R_GLUE_H
#define PAROT_R_GLUE_H

#define R_NO_REMAP
#include <Rinternals.h>

#include "parot/match.h"
#include "parot/parot.h"
#include "parot/pu.h"

/* R's matrices lie column by column: what is handed over is transposed, so that a column of it is a
 * row of ours. NULL: no matrix. */
parot_matrix matrix_in(SEXP transposed);

/* NULL, or its numbers. */
const double *numbers_in(SEXP values);

/* A run with so many threads, which Ctrl-C stops. */
parot_run run_of(SEXP threads);

/* What became of a call: stops with the library's words if it failed or was interrupted. The caller
 * has freed what it holds. */
void refuse(parot_status status, const parot_error *err);

/* Whether there is an answer to hand out: it was not stopped. One that the solver could not prove
 * is certified like any other. */
int is_whole(parot_status status);

SEXP numbers_out(const double *from, int64_t count);

/* Counted from 1; what is below 0 is NA. */
SEXP places_out(const int32_t *from, int64_t count);

/* A list of `count` values with their names. The caller protects the values, and the list. */
SEXP list_out(int count, const char *const *names, SEXP *values);

#endif
