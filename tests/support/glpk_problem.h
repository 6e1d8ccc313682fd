/* glpk_problem.h - partial transport by its definition, for GLPK. */
#ifndef PAROT_TESTS_GLPK_PROBLEM_H
#define PAROT_TESTS_GLPK_PROBLEM_H

#include <glpk.h>
#include <math.h>

#include "instances.h"

/* min <C,T>, T 1 <= p, T' 1 <= q, 1' T 1 = mass, as rows 1..n, n+1..n+m and n+m+1 of an LP whose
 * masses are divided by `unit` and costs by `scale`, to suit GLPK's absolute tolerances. */
static inline glp_prob *glpk_build(const parot_problem *problem, double unit, double scale)
{
    int n = (int)problem->cost.rows, m = (int)problem->cost.cols;
    glp_prob *lp = glp_create_prob();
    glp_add_rows(lp, n + m + 1);
    glp_add_cols(lp, n * m);
    for (int i = 0; i < n; i++)
        glp_set_row_bnds(lp, i + 1, GLP_UP, 0, test_weight(problem->p, n, i) / unit);
    for (int j = 0; j < m; j++)
        glp_set_row_bnds(lp, n + j + 1, GLP_UP, 0, test_weight(problem->q, m, j) / unit);
    glp_set_row_bnds(lp, n + m + 1, GLP_FX, problem->mass / unit, problem->mass / unit);
    for (int k = 0; k < n * m; k++) {
        double cost = cost_of(problem, k / m, k % m);
        int rows[] = {0, k / m + 1, n + k % m + 1, n + m + 1};
        double ones[] = {0, 1, 1, 1};
        glp_set_col_bnds(lp, k + 1, isinf(cost) ? GLP_FX : GLP_LO, 0, 0);
        glp_set_obj_coef(lp, k + 1, isinf(cost) ? 0 : cost / scale);
        glp_set_mat_col(lp, k + 1, 3, rows, ones);
    }
    return lp;
}

static inline int glpk_solve(glp_prob *lp)
{
    glp_smcp options;
    glp_init_smcp(&options);
    options.msg_lev = GLP_MSG_OFF;
    options.tol_bnd = options.tol_dj = 1e-10;
    return !glp_simplex(lp, &options) && glp_get_status(lp) == GLP_OPT;
}

#endif
