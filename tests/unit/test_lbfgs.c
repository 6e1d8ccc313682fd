/* test_lbfgs.c - minima that are known. */
#include "linalg/lbfgs.h"

#include "test.h"

enum { N = 30 };

static struct arena open(struct lbfgs *lbfgs, int64_t n)
{
    struct control control;
    struct arena arena = {0};
    *lbfgs = (struct lbfgs){.n = n};
    assert_ok(control_init(&control, NULL, &err));
    lbfgs_layout(lbfgs, &arena);
    assert_ok(arena_open(&arena, &control, &err));
    lbfgs_layout(lbfgs, &arena);
    return arena;
}

/* sum_i (i + 1) (x_i - i)^2 */
static double parabola(const double *x, double *gradient, void *user)
{
    double sum = 0;
    ++*(int *)user;
    for (int i = 0; i < N; i++) {
        gradient[i] = 2 * (i + 1) * (x[i] - i);
        sum += (i + 1) * (x[i] - i) * (x[i] - i);
    }
    return sum;
}

TEST(a_parabola_is_minimised)
{
    struct lbfgs lbfgs;
    int calls = 0;
    struct arena arena = open(&lbfgs, N);
    double least = lbfgs_minimise(&lbfgs, parabola, &calls, 200, 1e-9);
    assert_close(least, 0, 1e-15);
    for (int i = 0; i < N; i++)
        assert_close(lbfgs.x[i], i, 1e-9);
    assert_true(calls < 100);
    block_free(arena.block);
}

/* Rosenbrock's valley, minimal at (1, 1) */
static double valley(const double *x, double *gradient, void *user)
{
    (void)user;
    double a = 1 - x[0], b = x[1] - x[0] * x[0];
    gradient[0] = -2 * a - 400 * x[0] * b;
    gradient[1] = 200 * b;
    return a * a + 100 * b * b;
}

TEST(a_bent_valley_is_followed)
{
    struct lbfgs lbfgs;
    struct arena arena = open(&lbfgs, 2);
    lbfgs.x[0] = -1.2;
    lbfgs.x[1] = 1;
    lbfgs_minimise(&lbfgs, valley, NULL, 500, 1e-10);
    assert_close(lbfgs.x[0], 1, 1e-9);
    assert_close(lbfgs.x[1], 1, 1e-9);
    block_free(arena.block);
}

TEST(steps_are_limited_and_never_climb)
{
    double before = INFINITY;
    for (int most = 0; most < 20; most++) {
        struct lbfgs lbfgs;
        int calls = 0;
        struct arena arena = open(&lbfgs, N);
        double least = lbfgs_minimise(&lbfgs, parabola, &calls, most, 0);
        assert_true(least <= before);
        before = least;
        block_free(arena.block);
    }
}
