/* transport.h - the functions of R, for the list in init.c. */
#ifndef PAROT_R_TRANSPORT_H
#define PAROT_R_TRANSPORT_H

#include "glue.h"

SEXP partial_call(SEXP cost, SEXP x, SEXP y, SEXP metric, SEXP p, SEXP q, SEXP mass, SEXP price,
                  SEXP threads);
SEXP curve_call(SEXP cost, SEXP x, SEXP y, SEXP metric, SEXP p, SEXP q, SEXP mass, SEXP threads);
SEXP gromov_call(SEXP x, SEXP y, SEXP metric, SEXP p, SEXP q, SEXP mass, SEXP restarts,
                 SEXP threads);
SEXP pu_call(SEXP positive, SEXP unlabeled, SEXP prior, SEXP method, SEXP threads);
SEXP prior_call(SEXP positive, SEXP unlabeled, SEXP threads);
SEXP match_call(SEXP x, SEXP y, SEXP cost, SEXP strata, SEXP limited, SEXP settings, SEXP threads);

#endif
