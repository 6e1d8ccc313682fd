/* proof.c - the price decides which certificate of the library is asked. */
#include "say/proof.h"

parot_status proof_check(const struct problem *problem, const parot_result *result,
                         const parot_run *run, parot_check *check, parot_error *err)
{
    return problem->has_price
               ? parot_certify_price(&problem->stated, problem->price, result, run, check, err)
               : parot_certify(&problem->stated, result, run, check, err);
}
