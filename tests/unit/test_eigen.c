/* test_eigen.c - vectors and values are what they are called. */
#include "linalg/eigen.h"

#include "instances.h"
#include "stopping.h"
#include "test.h"

enum { MOST = 60 };

struct problem {
    struct eigen eigen;
    double a[MOST * MOST];
    void *memory;
};

typedef parot_status solver(struct eigen *eigen);
static solver *const SOLVERS[] = {eigen_solve, eigen_solve_plain};

static void open_problem(struct problem *problem, int64_t n, int64_t count)
{
    struct arena arena = {0};
    struct control control;
    assert_ok(control_init(&control, NULL, &err));
    problem->eigen = (struct eigen){.n = n, .count = count};
    eigen_layout(&problem->eigen, &arena);
    assert_ok(arena_open(&arena, &control, &err));
    eigen_layout(&problem->eigen, &arena);
    problem->memory = arena.block;
}

/* A = sum_k (k + 1) x_k x_k' with `rank` vectors x_k, uniform in (-1, 1) */
static void make(struct problem *problem, int64_t n, int64_t rank)
{
    memset(problem->a, 0, sizeof problem->a);
    for (int64_t k = 0; k < rank; k++)
        for (int64_t i = 0; i < n; i++)
            for (int64_t j = 0; j < n; j++)
                problem->a[i * n + j] += (double)(k + 1) *
                                         (2 * test_uniform((uint64_t)(n + k), (uint64_t)i) - 1) *
                                         (2 * test_uniform((uint64_t)(n + k), (uint64_t)j) - 1);
}

static int solve(struct problem *problem, solver *with)
{
    size_t size = (size_t)(problem->eigen.n * problem->eigen.n) * sizeof(double);
    memcpy(problem->eigen.matrix, problem->a, size);
    return with(&problem->eigen) == PAROT_OK;
}

static double dot(const double *x, const double *y, int64_t n)
{
    double sum = 0;
    for (int64_t k = 0; k < n; k++)
        sum += x[k] * y[k];
    return sum;
}

/* A v = lambda v, |v| = 1, vectors at right angles, values falling; and no larger value is left:
 * the trace of A minus those found is at most (n - count) times the smallest of them. */
static void assert_solution(const struct problem *problem)
{
    const struct eigen *eigen = &problem->eigen;
    int64_t n = eigen->n;
    double scale = fabs(eigen->values[0]) + 1, rest = 0;
    for (int64_t k = 0; k < n; k++)
        rest += problem->a[k * n + k];
    for (int64_t i = 0; i < eigen->count; i++) {
        const double *v = eigen->vectors + i * n;
        for (int64_t k = 0; k < n; k++)
            assert_true(fabs(dot(problem->a + k * n, v, n) - eigen->values[i] * v[k]) <
                        1e-12 * scale);
        for (int64_t j = 0; j <= i; j++)
            assert_true(fabs(dot(v, eigen->vectors + j * n, n) - (i == j)) < 1e-12);
        assert_true(i == 0 || eigen->values[i] <= eigen->values[i - 1]);
        rest -= eigen->values[i];
    }
    assert_true(rest <=
                (double)(n - eigen->count) * eigen->values[eigen->count - 1] + 1e-10 * scale);
}

TEST(vectors_are_eigenvectors)
{
    static struct problem problem;
    const int64_t sizes[][3] = {{1, 1, 1},   {2, 2, 2},    {5, 5, 3},
                                {20, 3, 20}, {60, 60, 60}, {60, 7, 30}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int k = 0; k < 2; k++) {
            open_problem(&problem, sizes[s][0], sizes[s][1]);
            make(&problem, sizes[s][0], sizes[s][2]);
            assert_true(solve(&problem, SOLVERS[k]));
            assert_solution(&problem);
            block_free(problem.memory);
        }
}

TEST(both_agree_in_sign)
{
    static struct problem one, two;
    open_problem(&one, 40, 5);
    open_problem(&two, 40, 5);
    make(&one, 40, 40);
    make(&two, 40, 40);
    assert_true(solve(&one, eigen_solve) && solve(&two, eigen_solve_plain));
    for (int64_t e = 0; e < 5 * 40; e++)
        assert_true(fabs(one.eigen.vectors[e] - two.eigen.vectors[e]) < 1e-9);
    for (int64_t i = 0; i < 5; i++) {
        double most = 0;
        for (int64_t k = 0; k < 40; k++)
            if (fabs(one.eigen.vectors[i * 40 + k]) > fabs(most))
                most = one.eigen.vectors[i * 40 + k];
        assert_true(most > 0);
    }
    block_free(one.memory);
    block_free(two.memory);
}

TEST(scales_do_not_matter)
{
    static struct problem problem;
    for (int k = 0; k < 2; k++)
        for (int power = -300; power <= 300; power += 100) {
            open_problem(&problem, 3, 3);
            problem.a[0] = problem.a[4] = problem.a[8] = 2 * pow(10, power);
            problem.a[1] = problem.a[3] = pow(10, power);
            problem.a[2] = problem.a[6] = problem.a[5] = problem.a[7] = 0;
            assert_true(solve(&problem, SOLVERS[k]));
            for (int i = 0; i < 3; i++)
                assert_close(problem.eigen.values[i] / pow(10, power), 3 - i, 1e-12);
            block_free(problem.memory);
        }
}

TEST(what_is_no_number_has_no_vectors)
{
    static struct problem problem;
    for (int k = 0; k < 2; k++) {
        open_problem(&problem, 2, 1);
        problem.a[0] = problem.a[3] = 1;
        problem.a[1] = problem.a[2] = NAN;
        assert_false(solve(&problem, SOLVERS[k]));
        block_free(problem.memory);
    }
}

TEST(plain_sweeps_can_be_stopped)
{
    static struct problem problem;
    struct control control;
    int left = 25;
    parot_run run = run_that_stops(&left);
    open_problem(&problem, 20, 3);
    make(&problem, 20, 20);
    assert_ok(control_init(&control, &run, &err));
    problem.eigen.control = &control;
    memcpy(problem.eigen.matrix, problem.a, sizeof(double) * 400);
    assert_int_equal(eigen_solve_plain(&problem.eigen), PAROT_CANCELLED);
    assert_int_equal(left, -1);
    block_free(problem.memory);
}
