/* test_pu_ridge.c - the ridge minimises what it should, and leaves rows out as if by fitting anew.
 */
#include "pu/methods/ridge.h"

#include "linalg/cholesky.h"
#include "pu_data.h"
#include "test.h"

struct fixture {
    struct pu_tables tables;
    struct control control;
    struct pu_problem problem;
    parot_pu_options options;
};

static void open_weighed(struct fixture *fixture, uint64_t seed, const double *propensity)
{
    *fixture = (struct fixture){0};
    pu_tables_make(&fixture->tables, seed, 0.8, 0);
    fixture->tables.data.propensity = propensity;
    parot_pu_options_init(&fixture->options);
    assert_ok(control_init(&fixture->control, NULL, &err));
    assert_ok(pu_problem_open(&fixture->problem, &fixture->tables.data, &fixture->options,
                              &fixture->control, &err));
}

static void open(struct fixture *fixture, uint64_t seed)
{
    open_weighed(fixture, seed, NULL);
}

static double kernel_by_hand(parot_pu_kernel kernel, double gamma, const double *a, const double *b)
{
    double squares = 0, product = 0;
    for (int k = 0; k < PU_D; k++) {
        squares += (a[k] - b[k]) * (a[k] - b[k]);
        product += a[k] * b[k];
    }
    double radial = exp(-gamma * squares), linear = gamma * product;
    return 1 + (kernel == PAROT_PU_KERNEL_RBF      ? radial
                : kernel == PAROT_PU_KERNEL_LINEAR ? linear
                                                   : (radial + linear) / 2);
}

/* f at row x of a ridge fitted on all rows but `without`, solved with the matrix of the
 * definition. The weights stay those of the whole fit. */
static double fit_without(const struct ridge *ridge, int64_t without, const double *x)
{
    static double g[100 * 100], inverse[100 * CHOLESKY_TILE];
    double a[100], result = 0;
    int64_t count = ridge->count - 1, all = ridge->count;
    for (int64_t i = 0; i < count; i++) {
        int64_t from = i + (i >= without);
        double same = (double)(from < ridge->positives ? ridge->positives : all - ridge->positives);
        if (from < ridge->positives && ridge->weight)
            same /= ridge->weight[from]; /* their mean is 1 */
        a[i] = from < ridge->positives ? 1 : -1;
        for (int64_t j = 0; j < count; j++)
            g[i * count + j] =
                kernel_by_hand(ridge->kernel, ridge->gamma, ridge->rows + from * PU_D,
                               ridge->rows + (j + (j >= without)) * PU_D);
        g[i * count + i] += 2 * same / (double)all;
    }
    struct cholesky cholesky = {count, g, inverse, 1, NULL};
    assert_int_equal(cholesky_factor(&cholesky), PAROT_OK);
    assert_int_equal(cholesky_solve(&cholesky, a), PAROT_OK);
    for (int64_t i = 0; i < count; i++)
        result += a[i] * kernel_by_hand(ridge->kernel, ridge->gamma,
                                        ridge->rows + (i + (i >= without)) * PU_D, x);
    return result;
}

TEST(leaving_out_is_fitting_without)
{
    struct fixture fixture;
    for (int kernel = PAROT_PU_KERNEL_RBF; kernel <= PAROT_PU_KERNEL_BOTH; kernel++) {
        struct ridge ridge = {0};
        open(&fixture, 4);
        assert_ok(ridge_fit(&ridge, (parot_pu_kernel)kernel, &fixture.problem, NULL,
                            &fixture.control, &err));
        assert_int_equal(ridge.count, PU_N + PU_M);
        assert_int_equal(ridge.positives, PU_M);
        for (int64_t i = 0; i < ridge.count; i += 5)
            assert_close(ridge.left_out[i], fit_without(&ridge, i, ridge.rows + i * PU_D), 1e-10);
        ridge_close(&ridge);
        pu_problem_close(&fixture.problem);
    }
}

/* Positive j is 1/propensity[j] = 1, 2 or 3 equal ones: the ridge of all of them, each with a
 * weight of 1/2 (n + m) / sum of these numbers, solved with the matrix of the definition. */
TEST(whole_weights_are_repeated_rows)
{
    enum { MOST = 3 * PU_M + PU_N };
    static double g[MOST * MOST], inverse[MOST * CHOLESKY_TILE];
    struct fixture fixture;
    struct ridge ridge = {0};
    double propensity[PU_M], a[MOST], value[PU_N];
    const double *row[MOST];
    int64_t count = 0, positives = 0;
    for (int j = 0; j < PU_M; j++)
        propensity[j] = 1.0 / (1 + j % 3);
    open_weighed(&fixture, 9, propensity);
    assert_ok(
        ridge_fit(&ridge, PAROT_PU_KERNEL_RBF, &fixture.problem, NULL, &fixture.control, &err));
    assert_ok(ridge_predict(&ridge, fixture.problem.x, PU_N, &fixture.control, value, &err));
    for (int j = 0; j < PU_M; j++)
        for (int c = 0; c <= fixture.problem.positive_order[j] % 3; c++)
            row[positives++] = fixture.problem.y + j * PU_D;
    for (count = positives; count < positives + PU_N; count++)
        row[count] = fixture.problem.x + (count - positives) * PU_D;
    for (int64_t i = 0; i < count; i++) {
        a[i] = i < positives ? 1 : -1;
        for (int64_t j = 0; j < count; j++)
            g[i * count + j] = kernel_by_hand(ridge.kernel, ridge.gamma, row[i], row[j]);
        g[i * count + i] += 2.0 * (double)(i < positives ? positives : PU_N) / (PU_M + PU_N);
    }
    struct cholesky cholesky = {count, g, inverse, 1, NULL};
    assert_int_equal(cholesky_factor(&cholesky), PAROT_OK);
    assert_int_equal(cholesky_solve(&cholesky, a), PAROT_OK);
    for (int i = 0; i < PU_N; i++) {
        double by_hand = 0;
        for (int64_t j = 0; j < count; j++)
            by_hand += a[j] * kernel_by_hand(ridge.kernel, ridge.gamma,
                                             fixture.problem.x + i * PU_D, row[j]);
        assert_close(value[i], by_hand, 1e-10);
    }
    for (int64_t i = 0; i < ridge.count; i += 3) /* as if by fitting anew, weighed or not */
        assert_close(ridge.left_out[i], fit_without(&ridge, i, ridge.rows + i * PU_D), 1e-10);
    ridge_close(&ridge);
    pu_problem_close(&fixture.problem);
}

/* The gradient of the objective by the coefficients: K (w (K a - y)) + lambda K a = 0. */
TEST(the_fit_is_stationary)
{
    struct fixture fixture;
    struct ridge ridge = {0};
    double value[PU_N + PU_M];
    open(&fixture, 5);
    assert_ok(
        ridge_fit(&ridge, PAROT_PU_KERNEL_RBF, &fixture.problem, NULL, &fixture.control, &err));
    assert_ok(ridge_predict(&ridge, ridge.rows, ridge.count, &fixture.control, value, &err));
    for (int64_t i = 0; i < ridge.count; i++) {
        double weight = (PU_N + PU_M) / 2.0 / (i < PU_M ? PU_M : PU_N);
        double y = i < PU_M ? 1 : -1;
        assert_close(weight * (value[i] - y) + ridge.coefficient[i], 0, 1e-10);
    }
    ridge_close(&ridge);
    pu_problem_close(&fixture.problem);
}

TEST(gamma_is_one_over_columns_times_variance)
{
    struct fixture fixture;
    struct ridge ridge = {0};
    double sum = 0, squares = 0, count = (PU_N + PU_M) * PU_D;
    open(&fixture, 6);
    for (int e = 0; e < PU_N * PU_D + PU_M * PU_D; e++) {
        double x = e < PU_N * PU_D ? fixture.problem.x[e] : fixture.problem.y[e - PU_N * PU_D];
        sum += x;
        squares += x * x;
    }
    double variance = squares / count - sum / count * (sum / count);
    assert_ok(
        ridge_fit(&ridge, PAROT_PU_KERNEL_RBF, &fixture.problem, NULL, &fixture.control, &err));
    assert_close(ridge.gamma, 1 / (PU_D * variance), 1e-10);
    ridge_close(&ridge);
    pu_problem_close(&fixture.problem);
}

/* Rows of the fit get what leaving them out gives, the others what the fit says. */
TEST(values_never_come_from_the_row_itself)
{
    struct fixture fixture;
    struct ridge ridge = {0};
    char is_negative[PU_N];
    double value[PU_N], plain[PU_N];
    open(&fixture, 7);
    for (int i = 0; i < PU_N; i++)
        is_negative[i] = i % 3 == 0;
    assert_ok(ridge_fit(&ridge, PAROT_PU_KERNEL_RBF, &fixture.problem, is_negative,
                        &fixture.control, &err));
    assert_int_equal(ridge.count, PU_M + PU_N / 3);
    assert_ok(ridge_values(&ridge, &fixture.problem, &fixture.control, value, &err));
    assert_ok(ridge_predict(&ridge, fixture.problem.x, PU_N, &fixture.control, plain, &err));
    for (int i = 0; i < PU_N; i++)
        if (is_negative[i])
            assert_true(value[i] == ridge.left_out[PU_M + i / 3] && value[i] > plain[i]);
        else
            assert_true(value[i] == plain[i]);
    ridge_close(&ridge);
    pu_problem_close(&fixture.problem);
}

/* Of more rows than it may have it takes both classes in proportion, and values of all rows come
 * from what it was not fitted on. Rows are in random order, so the first ones are a sample. */
TEST(many_rows_are_sampled_in_proportion)
{
    struct fixture fixture;
    struct ridge ridge = {.most = 34};
    double value[PU_N], plain[PU_N];
    open(&fixture, 8);
    assert_ok(
        ridge_fit(&ridge, PAROT_PU_KERNEL_RBF, &fixture.problem, NULL, &fixture.control, &err));
    assert_int_equal(ridge.all, PU_N + PU_M);
    assert_int_equal(ridge.positives, (PU_M * 34 + PU_N + PU_M - 1) / (PU_N + PU_M));
    assert_int_equal(ridge.count, ridge.positives + (PU_N * 34 + PU_N + PU_M - 1) / (PU_N + PU_M));
    for (int64_t i = 0; i < ridge.count; i++) {
        const double *from = i < ridge.positives ? fixture.problem.y : fixture.problem.x;
        int64_t place = i < ridge.positives ? i : i - ridge.positives;
        assert_int_equal(ridge.source[i], place);
        assert_memory_equal(ridge.rows + i * PU_D, from + place * PU_D, PU_D * sizeof *from);
        assert_close(ridge.left_out[i], fit_without(&ridge, i, ridge.rows + i * PU_D), 1e-10);
    }
    assert_ok(ridge_values(&ridge, &fixture.problem, &fixture.control, value, &err));
    assert_ok(ridge_predict(&ridge, fixture.problem.x, PU_N, &fixture.control, plain, &err));
    for (int i = 0; i < PU_N; i++)
        assert_true(
            value[i] ==
            (i < ridge.count - ridge.positives ? ridge.left_out[ridge.positives + i] : plain[i]));
    ridge_close(&ridge);
    pu_problem_close(&fixture.problem);
}

/* 25 positives and 60 others; 10 of these when so many are left. */
TEST(an_even_sample_keeps_the_smaller_class)
{
    static const struct {
        int most, others, kept;
    } cases[] = {{34, PU_N, 17}, {56, PU_N, PU_M}, {30, 10, 20}, {PU_M + PU_N, PU_N, PU_M}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct fixture fixture;
        struct ridge ridge = {.most = cases[c].most, .is_even = 1};
        char is_negative[PU_N];
        open(&fixture, 8);
        for (int i = 0; i < PU_N; i++)
            is_negative[i] = i < cases[c].others;
        assert_ok(ridge_fit(&ridge, PAROT_PU_KERNEL_RBF, &fixture.problem, is_negative,
                            &fixture.control, &err));
        assert_int_equal(ridge.positives, cases[c].kept);
        assert_int_equal(ridge.count, cases[c].most);
        ridge_close(&ridge);
        pu_problem_close(&fixture.problem);
    }
}
