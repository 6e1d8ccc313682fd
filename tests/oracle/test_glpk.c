/* test_glpk.c - values against an independent LP solver, GLPK's simplex on the definition. */
#include "glpk_problem.h"
#include "test.h"

enum { WANTED = 600, SIZE = 7 };

/* A column of the LP for what each row and column leaves unmatched; constraints become equations.
 */
static void add_slack(glp_prob *lp, const parot_problem *problem, const parot_prices *prices,
                      double scale)
{
    int n = (int)problem->cost.rows, m = (int)problem->cost.cols;
    int first = glp_add_cols(lp, n + m);
    for (int k = 0; k < n + m; k++) {
        double weight = glp_get_row_ub(lp, k + 1), one[] = {0, 1};
        int row[] = {0, k + 1};
        glp_set_row_bnds(lp, k + 1, GLP_FX, weight, weight);
        glp_set_col_bnds(lp, first + k, GLP_LO, 0, 0);
        glp_set_obj_coef(lp, first + k,
                         (k < n ? prices->source[k] : prices->target[k - n]) / scale);
        glp_set_mat_col(lp, first + k, 1, row, one);
    }
}

/* The optimum in units of scale and mass, or NAN when GLPK finds none. With prices the mass is
 * free, and a_i and b_j are the costs of what row i and column j lack. */
static double glpk_value(const parot_problem *problem, const parot_prices *prices, double scale)
{
    int last = (int)(problem->cost.rows + problem->cost.cols) + 1;
    glp_prob *lp = glpk_build(problem, problem->mass, scale);
    if (prices) {
        glp_set_row_bnds(lp, last, GLP_FR, 0, 0);
        add_slack(lp, problem, prices, scale);
    }
    double value = glpk_solve(lp) ? glp_get_obj_val(lp) : NAN;
    glp_delete_prob(lp);
    return value;
}

static double scale_of(const parot_problem *problem)
{
    double largest = largest_cost(problem);
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

/* The value of a mass, or with prices of points that of any mass. */
static void compare(const struct instance *instance, uint64_t number, const parot_prices *prices)
{
    const parot_problem *problem = &instance->problem;
    AUTO(parot_result, result);
    double scale = scale_of(problem), theirs = glpk_value(problem, prices, scale);
    assert_ok(prices ? parot_partial_prices(problem, prices, NULL, &result, &err)
                     : parot_partial(problem, NULL, &result, &err));
    double ours = result.objective / scale / problem->mass;
    if (!(fabs(ours - theirs) <= 1e-9 * fmax(1, fabs(theirs))))
        fail_msg("instance %d (%s): %.12g, GLPK %.12g", (int)number, instance->family, ours,
                 theirs);
}

TEST(values_equal_those_of_glpk)
{
    int64_t compared = 0;
    for (uint64_t number = 0; compared < WANTED; number++) {
        MADE(instance, instance, number, SIZE);
        if (is_fair(&instance)) {
            compare(&instance, number, NULL);
            compared++;
        }
    }
    print_message("%lld instances agree with GLPK\n", (long long)compared);
}

/* Prices between -1 and 2 times the largest cost. */
static void draw_prices(uint64_t seed, double scale, int64_t count, double *prices)
{
    for (int64_t k = 0; k < count; k++)
        prices[k] = scale * (3 * test_uniform(seed, (uint64_t)k) - 1);
}

TEST(values_at_prices_equal_those_of_glpk)
{
    int64_t compared = 0;
    for (uint64_t number = 0; compared < WANTED; number++) {
        double a[4 * SIZE + 4], b[4 * SIZE + 4];
        MADE(instance, instance, number, SIZE);
        const parot_problem *problem = &instance.problem;
        double scale = scale_of(problem);
        assert_true(problem->cost.rows <= 4 * SIZE + 4 && problem->cost.cols <= 4 * SIZE + 4);
        draw_prices(2 * number, scale, problem->cost.rows, a);
        draw_prices(2 * number + 1, scale, problem->cost.cols, b);
        if (is_fair(&instance)) {
            parot_prices prices = {.source = a, .target = b};
            compare(&instance, number, &prices);
            compared++;
        }
    }
}
