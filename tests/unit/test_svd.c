/* test_svd.c - singular values and vectors against their definition, LAPACK against its twin. */
#include "linalg/svd.h"

#include "instances.h"
#include "stopping.h"
#include "test.h"

enum { MOST = 40 };

static void fill(int64_t n, uint64_t seed, double scale, double *a)
{
    for (int64_t k = 0; k < n * n; k++)
        a[k] = scale * (test_uniform(seed, (uint64_t)k) - 0.5);
}

/* A = sum_k s_k u_k v_k', U and V orthonormal, s decreasing and not negative. */
static void check(int64_t n, const double *a, const double *s, const double *u, const double *v)
{
    double scale = 0;
    for (int64_t k = 0; k < n * n; k++)
        scale = fmax(scale, fabs(a[k]));
    for (int64_t i = 0; i < n; i++) {
        assert_true(s[i] >= 0 && (i == 0 || s[i] <= s[i - 1]));
        for (int64_t j = 0; j < n; j++) {
            double entry = 0, left = 0, right = 0;
            for (int64_t k = 0; k < n; k++) {
                entry += s[k] * u[k * n + i] * v[k * n + j];
                left += u[i * n + k] * u[j * n + k];
                right += v[i * n + k] * v[j * n + k];
            }
            assert_true(fabs(entry - a[i * n + j]) <= 1e-13 * (double)n * scale);
            assert_close(left, i == j, 1e-13);
            assert_close(right, i == j, 1e-13);
        }
    }
}

static void decompose_and_check(int64_t n, const double *a)
{
    double s[MOST], u[MOST * MOST], v[MOST * MOST];
    FREED double *work = malloc((size_t)svd_work(n) * sizeof *work);
    const struct svd parts = {n, s, u, v, work, NULL};
    assert_int_equal(svd(&parts, a), PAROT_OK);
    check(n, a, s, u, v);
    assert_int_equal(svd_plain(&parts, a), PAROT_OK);
    check(n, a, s, u, v);
}

TEST(any_matrix_is_the_sum_of_its_parts)
{
    double a[MOST * MOST];
    for (int64_t n = 1; n <= MOST; n += n < 8 ? 1 : 8)
        for (int power = -150; power <= 150; power += 75) {
            fill(n, (uint64_t)n, pow(10, power), a);
            decompose_and_check(n, a);
        }
}

/* Rank 0, 1, and copies of a row: the vectors are orthonormal all the same. */
TEST(ranks_may_be_lacking)
{
    double a[MOST * MOST] = {0};
    for (int64_t n = 1; n <= MOST; n += 13) {
        memset(a, 0, sizeof a);
        decompose_and_check(n, a);
        a[n * n - 1] = -3;
        decompose_and_check(n, a);
        fill(n, 7, 1, a);
        for (int64_t i = 1; i < n; i++)
            memcpy(a + i * n, a, (size_t)n * sizeof *a);
        decompose_and_check(n, a);
    }
}

TEST(lapack_and_its_twin_agree)
{
    double a[MOST * MOST], s[MOST], t[MOST], u[MOST * MOST], v[MOST * MOST];
    FREED double *work = malloc((size_t)svd_work(MOST) * sizeof *work);
    fill(MOST, 3, 1, a);
    assert_int_equal(svd(&(struct svd){MOST, s, u, v, work, NULL}, a), PAROT_OK);
    assert_int_equal(svd_plain(&(struct svd){MOST, t, u, v, work, NULL}, a), PAROT_OK);
    for (int k = 0; k < MOST; k++)
        assert_close(s[k], t[k], 1e-13);
}

TEST(determinants_follow_the_rules)
{
    double work[9], a[9] = {2, 1, 0, 1, 3, 1, 0, 1, 4}; /* 2 (12 - 1) - 1 (4 - 0) */
    assert_close(determinant(3, a, work), 18, 1e-14);
    double swapped[9] = {1, 3, 1, 2, 1, 0, 0, 1, 4};
    assert_close(determinant(3, swapped, work), -18, 1e-14);
    double singular[4] = {1, 2, 2, 4};
    assert_true(determinant(2, singular, work) == 0);
}

TEST(plain_rotations_can_be_stopped)
{
    double a[MOST * MOST], s[MOST], u[MOST * MOST], v[MOST * MOST];
    struct control control;
    int left = 2;
    parot_run run = run_that_stops(&left);
    fill(MOST, 3, 1, a);
    assert_ok(control_init(&control, &run, &err));
    assert_int_equal(svd_plain(&(struct svd){MOST, s, u, v, NULL, &control}, a), PAROT_CANCELLED);
    assert_int_equal(left, -1);
}
