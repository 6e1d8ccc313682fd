/* test_glpk.c - values against an independent LP solver, GLPK's simplex on the definition. */
#include <glpk.h>

#include "instances.h"
#include "support.h"

enum { WANTED = 600, SIZE = 7 };

/* min <C,T>, T 1 <= p, T' 1 <= q, 1' T 1 = mass, as rows 1..n, n+1..n+m and n+m+1 of an LP whose
 * masses are divided by `mass` and costs by `scale`, to suit GLPK's absolute tolerances. */
static glp_prob *build(const parot_problem *problem, double scale)
{
    int n = (int)problem->cost.rows, m = (int)problem->cost.cols;
    glp_prob *lp = glp_create_prob();
    glp_add_rows(lp, n + m + 1);
    glp_add_cols(lp, n * m);
    for (int i = 0; i < n; i++)
        glp_set_row_bnds(lp, i + 1, GLP_UP, 0, test_weight(problem->p, n, i) / problem->mass);
    for (int j = 0; j < m; j++)
        glp_set_row_bnds(lp, n + j + 1, GLP_UP, 0, test_weight(problem->q, m, j) / problem->mass);
    glp_set_row_bnds(lp, n + m + 1, GLP_FX, 1, 1);
    for (int k = 0; k < n * m; k++) {
        double cost = problem->cost.data[(k / m) * problem->cost.stride + k % m];
        int rows[] = {0, k / m + 1, n + k % m + 1, n + m + 1};
        double ones[] = {0, 1, 1, 1};
        glp_set_col_bnds(lp, k + 1, isinf(cost) ? GLP_FX : GLP_LO, 0, 0);
        glp_set_obj_coef(lp, k + 1, isinf(cost) ? 0 : cost / scale);
        glp_set_mat_col(lp, k + 1, 3, rows, ones);
    }
    return lp;
}

/* The optimum in units of scale and mass, or NAN when GLPK finds none. */
static double glpk_value(const parot_problem *problem, double scale)
{
    glp_prob *lp = build(problem, scale);
    glp_smcp options;
    glp_init_smcp(&options);
    options.msg_lev = GLP_MSG_OFF;
    options.tol_bnd = options.tol_dj = 1e-10;
    int failed = glp_simplex(lp, &options) || glp_get_status(lp) != GLP_OPT;
    double value = failed ? NAN : glp_get_obj_val(lp);
    glp_delete_prob(lp);
    return value;
}

static double largest_cost(const parot_problem *problem)
{
    double largest = 0;
    for (int64_t i = 0; i < problem->cost.rows; i++)
        for (int64_t j = 0; j < problem->cost.cols; j++) {
            double cost = problem->cost.data[i * problem->cost.stride + j];
            largest = isinf(cost) ? largest : fmax(largest, fabs(cost));
        }
    return largest > 0 ? largest : 1;
}

/* Weights many orders above the mass, and costs over 600 orders, are beyond GLPK. */
static int is_fair(const struct instance *instance)
{
    const parot_problem *problem = &instance->problem;
    double most = fmin(test_total(problem->p, problem->cost.rows),
                       test_total(problem->q, problem->cost.cols));
    double rest = fmax(test_total(problem->p, problem->cost.rows),
                       test_total(problem->q, problem->cost.cols));
    return strcmp(instance->family, "mixed") != 0 && problem->mass > 1e-3 * most &&
           rest < 1e3 * most;
}

static void values_equal_those_of_glpk(void **state)
{
    (void)state;
    int64_t compared = 0;
    for (uint64_t number = 0; compared < WANTED; number++) {
        struct instance instance;
        instance_make(&instance, number, SIZE);
        const parot_problem *problem = &instance.problem;
        double scale = largest_cost(problem);
        if (is_fair(&instance)) {
            parot_result result = {0};
            assert_ok(parot_partial(problem, NULL, &result, &err));
            double ours = result.objective / scale / problem->mass;
            double theirs = glpk_value(problem, scale);
            if (!(fabs(ours - theirs) <= 1e-9 * fmax(1, fabs(theirs))))
                fail_msg("instance %d (%s): %.12g, GLPK %.12g", (int)number, instance.family, ours,
                         theirs);
            compared++;
            parot_result_free(&result);
        }
        instance_free(&instance);
    }
    print_message("%lld instances agree with GLPK\n", (long long)compared);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(values_equal_those_of_glpk)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
