/* test_duals.c - prices are feasible after any number of pivots, and 0 where nothing binds. */
#include "small_simplex.h"
#include "test.h"
#include "transport/simplex/duals.h"

struct prices {
    parot_dual dual;
    double u[400], v[400];
};

static void fill(struct prices *prices, struct simplex *simplex)
{
    prices->dual = (parot_dual){prices->u, prices->v, 0};
    duals_fill(&prices->dual, simplex);
}

/* lambda - u_i - v_j <= C_ij up to a rounding of the numbers themselves */
static void assert_feasible(const struct small_simplex *small, const parot_dual *dual)
{
    const struct costs *costs = &small->costs;
    for (int32_t i = 0; i < costs->n; i++)
        for (int32_t j = 0; j < costs->m; j++) {
            assert_true(dual->u[i] >= 0 && dual->v[j] >= 0);
            double scale = fabs(dual->lambda) + dual->u[i] + dual->v[j];
            assert_true(dual->lambda - dual->u[i] - dual->v[j] <=
                        raw_cost(costs, i, costs->n + 1 + j) + 1e-14 * scale);
        }
}

TEST(prices_are_feasible_before_and_after_the_solve)
{
    static struct prices prices;
    for (uint64_t number = 0; number < 600; number++) {
        OPENED(small_simplex, small, number, 20);
        small.control.run.max_iterations = 1;
        parot_status status = small_simplex_solve(&small);
        assert_true(status == PAROT_OK || status == PAROT_ITERATION_LIMIT);
        fill(&prices, &small.simplex);
        assert_feasible(&small, &prices.dual);
        small.control.run.max_iterations = 0;
        assert_int_equal(small_simplex_solve(&small), PAROT_OK);
        fill(&prices, &small.simplex);
        assert_feasible(&small, &prices.dual);
    }
}

/* A row that keeps mass pays exactly nothing: its weight may be 1e12 times the mass. */
TEST(rows_and_columns_with_mass_left_have_price_zero)
{
    static struct prices prices;
    static struct arc arcs[800];
    for (uint64_t number = 0; number < 600; number++) {
        unit_count left[800] = {0};
        OPENED(small_simplex, small, number, 20);
        const struct costs *costs = &small.costs;
        const struct units *units = &small.simplex.units;
        assert_int_equal(small_simplex_solve(&small), PAROT_OK);
        fill(&prices, &small.simplex);
        for (int32_t i = 0; i < costs->n; i++)
            left[i] = units->row[i];
        for (int32_t j = 0; j < costs->m; j++)
            left[costs->n + 1 + j] = units->col[j];
        int64_t count = simplex_plan(&small.simplex, arcs);
        for (int64_t k = 0; k < count; k++) {
            left[arcs[k].row] -= arcs[k].flow;
            left[arcs[k].col] -= arcs[k].flow;
        }
        for (int32_t i = 0; i < costs->n; i++)
            assert_true(left[i] == 0 || prices.u[i] == 0);
        for (int32_t j = 0; j < costs->m; j++)
            assert_true(left[costs->n + 1 + j] == 0 || prices.v[j] == 0);
    }
}
