/* partial.c - exact partial Wasserstein (paper, Section 3.1).
 *
 * Proposition 1 turns the partial problem into a balanced one by adding a dummy row and a dummy
 * column. We never build that matrix, nor its big constant A: the simplex knows the dummy arcs
 * (cost xi = 0) and simply has no arc between the two dummies, which is what A is there to enforce.
 */
#include "partial/solver.h"

parot_status parot_partial(const parot_problem *problem, const parot_run *run, parot_result *result,
                           parot_error *err)
{
    parot_solver *solver = NULL;
    if (!problem)
        return fail(err, PAROT_EINVAL, "problem: must not be NULL");
    TRY(parot_solver_new(problem, run, &solver, err));
    solver->is_single = 1;
    parot_status status = parot_solver_solve(solver, problem->cost, result, err);
    if (status >= 0)
        result->info.allocations++; /* the solver itself */
    parot_solver_free(solver);
    return status;
}
