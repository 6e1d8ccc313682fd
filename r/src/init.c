/* init.c - the functions that R may call. */
#include <R_ext/Rdynload.h>

#include "transport.h"

void R_init_parot(DllInfo *library);

void R_init_parot(DllInfo *library)
{
    static const R_CallMethodDef calls[] = {{"partial", (DL_FUNC)&partial_call, 9},
                                            {"curve", (DL_FUNC)&curve_call, 8},
                                            {"gromov", (DL_FUNC)&gromov_call, 8},
                                            {"pu", (DL_FUNC)&pu_call, 5},
                                            {"prior", (DL_FUNC)&prior_call, 3},
                                            {"match", (DL_FUNC)&match_call, 7},
                                            {NULL, NULL, 0}};
    R_registerRoutines(library, NULL, calls, NULL, NULL);
    R_useDynamicSymbols(library, FALSE);
}
