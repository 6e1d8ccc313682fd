/* test_objective.c - the objective of a plan, term by term. */
#include "gromov/objective.h"
#include "instances.h"
#include "quadratic.h"
#include "test.h"

enum { N = 6, M = 5 };

struct fixture {
    double source[N * N], target[M * M], cost[N * M], x[N * M];
    int32_t row[N * M], col[N * M];
    double mass[N * M];
    parot_gromov_problem problem;
    parot_plan plan;
};

static void open_fixture(struct fixture *it, uint64_t seed)
{
    test_fill(it->source, N * N, seed);
    test_fill(it->target, M * M, seed + 1000);
    it->problem = (parot_gromov_problem){.source = {it->source, N, N, N},
                                         .target = {it->target, M, M, M},
                                         .cost = {it->cost, N, M, M},
                                         .alpha = (double)(seed % 5) / 4,
                                         .loss = seed % 2 ? PAROT_LOSS_KL : PAROT_LOSS_SQUARE};
    it->plan = (parot_plan){N, M, 0, it->row, it->col, it->mass};
    for (int32_t k = 0; k < N * M; k++) {
        it->cost[k] = test_uniform(seed + 2000, (uint64_t)k) - 0.5;
        it->x[k] = test_uniform(seed + 3000, (uint64_t)k) < 0.4 ? test_uniform(seed, 99) : 0;
        if (it->x[k] > 0) {
            it->row[it->plan.count] = k / M;
            it->col[it->plan.count] = k % M;
            it->mass[it->plan.count++] = it->x[k];
        }
    }
}

TEST(the_value_is_that_of_the_definition)
{
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct fixture it = {0};
        open_fixture(&it, seed);
        assert_close(gromov_evaluate(&it.problem, &it.plan),
                     (double)gromov_objective(&it.problem, it.x), 1e-14);
    }
}

TEST(equal_distances_cost_exactly_nothing)
{
    struct fixture it = {0};
    for (uint64_t seed = 0; seed < 20; seed++) {
        open_fixture(&it, seed);
        it.problem.target = it.problem.source;
        it.problem.alpha = 1;
        it.plan.rows = it.plan.cols = it.plan.count = N;
        for (int32_t k = 0; k < N; k++) {
            it.row[k] = it.col[k] = k;
            it.mass[k] = 0.1;
        }
        assert_true(gromov_evaluate(&it.problem, &it.plan) == 0);
    }
}

/* a log(a / b) - a + b = d^2 / (2 b) (1 + O(d)) for a = b + d: no digits are lost. */
TEST(the_kl_loss_of_near_equals_keeps_its_digits)
{
    for (int digits = 1; digits < 12; digits++) {
        double d = pow(10, -digits), a = 2 + d, b = 2, one = 1;
        int32_t zero = 0;
        d = a - b; /* as it is in doubles */
        parot_gromov_problem problem = {
            .source = {&a, 1, 1, 1}, .target = {&b, 1, 1, 1}, .alpha = 1, .loss = PAROT_LOSS_KL};
        parot_plan plan = {1, 1, 1, &zero, &zero, &one};
        long double t = (long double)d / b, expected = 0, power = t;
        for (int k = 2; k < 40; k++) { /* b sum_k (-1)^k t^k / (k (k - 1)) */
            power *= t;
            expected += (k % 2 ? -1 : 1) * b * power / (k * (k - 1));
        }
        double value = gromov_evaluate(&problem, &plan);
        assert_true(fabsl(value - expected) <= 1e-4L * expected || d < 1e-8);
        assert_true(value >= 0);
    }
}
