/* test_cholesky.c - factor, solution and inverse are what they are called. */
#include "linalg/cholesky.h"

#include "instances.h"
#include "stopping.h"
#include "test.h"

enum { MOST = 200 };

struct system {
    int64_t n;
    double g[MOST * MOST], work[MOST * MOST], inverse[MOST * CHOLESKY_TILE];
};

/* G = A A' + 1, A uniform in (-1, 1) */
static void make(struct system *system, int64_t n)
{
    static double a[MOST * MOST];
    system->n = n;
    for (int64_t e = 0; e < n * n; e++)
        a[e] = 2 * test_uniform((uint64_t)n, (uint64_t)e) - 1;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++) {
            double sum = i == j;
            for (int64_t k = 0; k < n; k++)
                sum += a[i * n + k] * a[j * n + k];
            system->g[i * n + j] = sum;
        }
}

static struct cholesky factor(struct system *system, int32_t threads)
{
    struct cholesky cholesky = {system->n, system->work, system->inverse, threads, NULL};
    memcpy(system->work, system->g, sizeof system->g);
    assert_int_equal(cholesky_factor(&cholesky), PAROT_OK);
    return cholesky;
}

static const int64_t SIZES[] = {1, 2, 63, 64, 65, 128, 130, 200};
enum { SIZE_COUNT = sizeof SIZES / sizeof *SIZES };

TEST(the_factor_multiplies_to_the_matrix)
{
    static struct system system;
    for (int s = 0; s < SIZE_COUNT; s++) {
        int64_t n = SIZES[s];
        make(&system, n);
        factor(&system, 1);
        for (int64_t i = 0; i < n; i++)
            for (int64_t j = 0; j <= i; j++) {
                double sum = 0;
                for (int64_t k = 0; k <= j; k++)
                    sum += system.work[i * n + k] * system.work[j * n + k];
                assert_close(sum, system.g[i * n + j], 1e-12);
            }
    }
}

TEST(the_solution_solves)
{
    static struct system system;
    double x[MOST];
    for (int s = 0; s < SIZE_COUNT; s++) {
        int64_t n = SIZES[s];
        make(&system, n);
        struct cholesky cholesky = factor(&system, 1);
        for (int64_t i = 0; i < n; i++)
            x[i] = (double)(i % 7) - 3;
        assert_int_equal(cholesky_solve(&cholesky, x), PAROT_OK);
        for (int64_t i = 0; i < n; i++) {
            double sum = 0;
            for (int64_t j = 0; j < n; j++)
                sum += system.g[i * n + j] * x[j];
            assert_close(sum, (double)(i % 7) - 3, 1e-11);
        }
    }
}

TEST(the_diagonal_is_that_of_the_inverse)
{
    static struct system system;
    double diagonal[MOST], unit[MOST];
    for (int s = 0; s < SIZE_COUNT; s++) {
        int64_t n = SIZES[s];
        make(&system, n);
        struct cholesky cholesky = factor(&system, 1);
        assert_int_equal(cholesky_inverse_diagonal(&cholesky, diagonal), PAROT_OK);
        for (int64_t i = 0; i < n; i++) {
            memset(unit, 0, sizeof unit);
            unit[i] = 1;
            assert_int_equal(cholesky_solve(&cholesky, unit), PAROT_OK);
            assert_close(diagonal[i], unit[i], 1e-12);
        }
    }
}

TEST(threads_change_nothing)
{
    static struct system one, three;
    double a[MOST], b[MOST];
    make(&one, MOST);
    make(&three, MOST);
    struct cholesky first = factor(&one, 1), second = factor(&three, 3);
    assert_int_equal(cholesky_inverse_diagonal(&first, a), PAROT_OK);
    assert_int_equal(cholesky_inverse_diagonal(&second, b), PAROT_OK);
    assert_memory_equal(one.work, three.work, sizeof one.work);
    assert_memory_equal(a, b, sizeof a);
}

TEST(a_matrix_that_is_not_positive_is_refused)
{
    static struct system system;
    for (int64_t bad = 0; bad < 130; bad += 43) {
        struct cholesky cholesky = {130, system.work, system.inverse, 1, NULL};
        make(&system, 130);
        memcpy(system.work, system.g, sizeof system.g);
        system.work[bad * 130 + bad] = bad % 2 ? -1 : NAN;
        assert_int_equal(cholesky_factor(&cholesky), PAROT_ENUMERIC);
    }
}

/* Both passes ask before each row of tiles; a stop at any of them is told. */
TEST(a_solution_can_be_stopped_between_tiles)
{
    static struct system system;
    double x[MOST] = {0};
    const int64_t n = 130;
    make(&system, n);
    struct cholesky cholesky = factor(&system, 1);
    int allowed = 0;
    for (parot_status status = PAROT_CANCELLED; status != PAROT_OK; allowed++) {
        struct control control;
        int left = allowed;
        parot_run run = run_that_stops(&left);
        assert_ok(control_init(&control, &run, &err));
        cholesky.control = &control;
        status = cholesky_solve(&cholesky, x);
        assert_true(status == PAROT_OK || status == PAROT_CANCELLED);
    }
    assert_int_equal(allowed - 1, 6);
}
