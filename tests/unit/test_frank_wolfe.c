/* test_frank_wolfe.c - what a walk carries along is what the definition says of its plan. */
#include "quadratic.h"
#include "small_walk.h"

enum { N = 12, M = 10 };

/* G = M o T, form = <M o T, T>, for the plan as it is now. */
static void assert_consistent(struct small_walk *small)
{
    struct walk *walk = &small->walk;
    double dense[N * M];
    enum place place = walk->place;
    walk_spread(walk);
    memcpy(dense, walk->dense, sizeof dense);
    walk->place = place;
    for (int64_t k = 0; k < N * M; k++)
        assert_close(walk->gradient[k],
                     (double)tensor_entry(&small->pair.problem, dense, k / M, k % M), 1e-13);
    assert_close(walk_value(walk), (double)quadratic_form(&small->pair.problem, dense), 1e-13);
}

static void begin_at(struct walk *walk, int kind)
{
    for (int64_t i = 0; i < N; i++)
        walk->x[i] = walk->problem->mass / N;
    for (int64_t j = 0; j < M; j++)
        walk->y[j] = 1.0 / M;
    if (kind == 0) {
        walk_from_outer(walk);
    } else if (kind == 1) {
        for (int k = 0; k < N * M; k++)
            walk->dense[k] = walk->problem->mass / (N * M);
        assert_ok(walk_from_dense(walk, &err));
    } else {
        for (uint64_t k = 0; k < N * M; k++)
            walk->gradient[k] = test_uniform(3, k);
        assert_ok(oracle_solve(&walk->oracle, (parot_matrix){walk->gradient, N, M, M},
                               &walk->relay.control, &err));
        walk_from_vertex(walk);
    }
}

/* After any number of steps, long, exact or exchanges, from any kind of start. */
static void gradient_and_value_stay_those_of_the_plan(void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; kind++)
        for (int is_long = 0; is_long < 2; is_long++)
            for (int64_t steps = 0; steps < 30; steps += 3) {
                struct small_walk small;
                struct pair pair = pair_random((uint64_t)steps, N, M, 0.6);
                for (int k = 0; k < N * N; k++) /* no distances: minima inside faces */
                    pair.source[k] = test_uniform(4, (uint64_t)(k / N + k % N + k / N * (k % N)));
                small_walk_open(&small, pair);
                small.gromov.max_iterations = steps;
                small.gromov.step = is_long ? long_step : exact_step;
                small.gromov.has_exchanges = is_long;
                begin_at(&small.walk, kind);
                assert_consistent(&small);
                assert_ok(walk_run(&small.walk, &err));
                assert_true(small.walk.steps <= steps);
                assert_consistent(&small);
                small_walk_close(&small);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(gradient_and_value_stay_those_of_the_plan)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
