/* test_tensor.c - M o X and <M o X, X> against their definition, O(n^2 m^2). */
#include "base/random.h"
#include "gromov/factors.h"
#include "gromov/spaces.h"
#include "quadratic.h"
#include "test.h"

enum { N = 17, M = 12, SIZE = N * M };

struct fixture {
    double source[N * N], target[M * M], cost[SIZE];
    parot_gromov_problem problem;
    struct control control;
    struct spaces spaces;
    struct tensor tensor;
    struct arena arena;
    struct bench bench;
    struct lines lines;
    double x[SIZE], matrix[SIZE];
    int32_t row[SIZE], col[SIZE];
    double mass[SIZE];
    parot_plan plan;
};

static double uniform(uint64_t stream, int64_t k)
{
    return random_uniform(stream, RANDOM_TEST, (uint64_t)k);
}

static void fill_distances(double *matrix, int64_t n, uint64_t stream, int is_symmetric)
{
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < n; k++) {
            int64_t index = is_symmetric && k < i ? k * n + i : i * n + k;
            matrix[i * n + k] = 0.1 + uniform(stream, index);
        }
}

static void open_fixture(struct fixture *it, parot_loss loss, int source_symmetric,
                         int target_symmetric)
{
    *it = (struct fixture){0};
    fill_distances(it->source, N, 1, source_symmetric);
    fill_distances(it->target, M, 2, target_symmetric);
    it->problem = (parot_gromov_problem){
        .source = {it->source, N, N, N}, .target = {it->target, M, M, M}, .alpha = 1, .loss = loss};
    assert_ok(control_init(&it->control, NULL, &err));
    assert_ok(spaces_check(&it->spaces, &it->problem, &it->control, &err));
    assert_ok(spaces_open(&it->spaces, &it->problem, &it->tensor, &it->control, &err));
    for (int pass = 0; pass < 2; pass++) {
        bench_layout(&it->bench, N, M, &it->arena);
        lines_layout(&it->lines, N, M, SIZE, &it->arena);
        if (pass == 0)
            assert_ok(arena_open(&it->arena, &it->control, &err));
    }
    it->plan = (parot_plan){N, M, 0, it->row, it->col, it->mass};
}

static void close_fixture(struct fixture *it)
{
    block_free(it->arena.block);
    block_free(it->spaces.memory);
}

/* Signed entries, each with probability `density`. */
static void make_sparse(struct fixture *it, uint64_t seed, double density)
{
    it->plan.count = 0;
    for (int32_t k = 0; k < SIZE; k++) {
        it->x[k] = uniform(10 + seed, k) < density ? uniform(50 + seed, k) - 0.3 : 0;
        if (it->x[k] != 0) {
            it->row[it->plan.count] = k / M;
            it->col[it->plan.count] = k % M;
            it->mass[it->plan.count++] = it->x[k];
        }
    }
}

/* What sums of the terms of M o X can be relative to. */
static double magnitude(const struct fixture *it)
{
    double sum = 0;
    for (int k = 0; k < SIZE; k++)
        sum += fabs(it->x[k]);
    return 4 * sum + 1e-300;
}

static void check_product(struct fixture *it)
{
    struct blend blend = {it->matrix, 0.5, -2, 3, {it->cost, N, M, M}};
    double scale = magnitude(it), before[SIZE];
    for (int k = 0; k < SIZE; k++) {
        before[k] = it->matrix[k] = uniform(3, k);
        it->cost[k] = uniform(4, k);
    }
    lines_set(&it->lines, &it->plan);
    double form = tensor_form(&it->tensor, &it->lines, &it->bench, NULL);
    assert_true(fabsl(form - quadratic_form(&it->problem, it->x)) <= 1e-14 * scale * scale);
    assert_int_equal(tensor_add(&it->tensor, &it->lines, &it->bench, blend, NULL), PAROT_OK);
    for (int64_t k = 0; k < SIZE; k++) {
        long double product = tensor_entry(&it->problem, it->x, k / M, k % M);
        long double expected = 0.5L * before[k] + 3.0L * it->cost[k] - 2 * product;
        assert_true(fabsl(it->matrix[k] - expected) <= 1e-14 * (scale + 4));
    }
}

TEST(products_agree_with_the_definition)
{
    static const double densities[] = {0, 0.01, 0.1, 0.5, 1};
    for (int kind = 0; kind < 8; kind++) {
        struct fixture it;
        open_fixture(&it, kind < 4 ? PAROT_LOSS_SQUARE : PAROT_LOSS_KL, kind & 1, kind & 2);
        for (uint64_t seed = 0; seed < 5; seed++) {
            make_sparse(&it, seed, densities[seed]);
            check_product(&it);
        }
        close_fixture(&it);
    }
}

TEST(outer_products_agree_with_the_definition)
{
    double x[N], y[M];
    for (int kind = 0; kind < 8; kind++) {
        struct fixture it;
        open_fixture(&it, kind < 4 ? PAROT_LOSS_SQUARE : PAROT_LOSS_KL, kind & 1, kind & 2);
        for (int k = 0; k < N; k++)
            x[k] = uniform(5, k);
        for (int k = 0; k < M; k++)
            y[k] = uniform(6, k);
        for (int k = 0; k < SIZE; k++)
            it.x[k] = x[k / M] * y[k % M];
        double scale = magnitude(&it), form = tensor_form_outer(&it.tensor, x, y, &it.bench);
        assert_true(fabsl(form - quadratic_form(&it.problem, it.x)) <= 1e-14 * scale * scale);
        assert_int_equal(tensor_add_outer(&it.tensor, &it.bench,
                                          (struct blend){.matrix = it.matrix, .weight = 1}, NULL),
                         PAROT_OK);
        for (int64_t k = 0; k < SIZE; k++)
            assert_true(fabsl(it.matrix[k] - tensor_entry(&it.problem, it.x, k / M, k % M)) <=
                        1e-14 * scale);
        close_fixture(&it);
    }
}

/* A matrix that is not kept may hold anything. */
TEST(what_is_not_kept_is_not_read)
{
    struct fixture it;
    open_fixture(&it, PAROT_LOSS_SQUARE, 1, 1);
    make_sparse(&it, 3, 0.2);
    for (int k = 0; k < SIZE; k++)
        it.matrix[k] = NAN;
    lines_set(&it.lines, &it.plan);
    tensor_form(&it.tensor, &it.lines, &it.bench, NULL);
    assert_int_equal(tensor_add(&it.tensor, &it.lines, &it.bench,
                                (struct blend){.matrix = it.matrix, .weight = 1}, NULL),
                     PAROT_OK);
    for (int k = 0; k < SIZE; k++)
        assert_true(isfinite(it.matrix[k]));
    close_fixture(&it);
}

/* ---- More than one chunk, more than one thread --------------------------- */

enum { LARGE = 300, LARGE_SIZE = LARGE * LARGE };

struct large {
    double *source, *target, *matrix[2];
    struct tensor tensor;
    struct arena arena;
    struct bench bench;
    struct lines lines;
    int32_t row[3 * LARGE], col[3 * LARGE];
    double mass[3 * LARGE];
    parot_plan plan;
};

static void open_large(struct large *it)
{
    struct control control;
    *it = (struct large){0};
    double **arrays[] = {&it->source, &it->target, &it->matrix[0], &it->matrix[1]};
    for (int k = 0; k < 4; k++)
        *arrays[k] = calloc(LARGE_SIZE, sizeof(double));
    fill_distances(it->source, LARGE, 1, 1);
    fill_distances(it->target, LARGE, 2, 1);
    struct space source = {.count = LARGE, .even = it->source, .even_stride = LARGE};
    struct space target = {.count = LARGE, .even = it->target, .even_stride = LARGE};
    it->tensor = (struct tensor){source, target, 1, TENSOR_PIECE};
    assert_ok(control_init(&control, NULL, &err));
    for (int pass = 0; pass < 2; pass++) {
        bench_layout(&it->bench, LARGE, LARGE, &it->arena);
        lines_layout(&it->lines, LARGE, LARGE, 3 * LARGE, &it->arena);
        if (pass == 0)
            assert_ok(arena_open(&it->arena, &control, &err));
    }
    it->plan = (parot_plan){LARGE, LARGE, 0, it->row, it->col, it->mass};
    for (int32_t k = 0; k < 3 * LARGE; k++) {
        it->row[k] = k / 3;
        it->col[k] = (7 * k + 100 * (k % 3)) % LARGE;
        it->mass[k] = uniform(7, k);
    }
    it->plan.count = 3 * LARGE;
}

TEST(large_products_agree_and_do_not_depend_on_threads)
{
    struct large it;
    double form[2], *x = calloc(LARGE_SIZE, sizeof(double));
    open_large(&it);
    lines_set(&it.lines, &it.plan);
    assert_int_equal(it.lines.count, LARGE);
    assert_true(it.bench.chunk < LARGE);
    for (int k = 0; k < 2; k++) {
        it.tensor.threads = 1 + 2 * k;
        form[k] = tensor_form(&it.tensor, &it.lines, &it.bench, NULL);
        assert_int_equal(tensor_add(&it.tensor, &it.lines, &it.bench,
                                    (struct blend){.matrix = it.matrix[k], .weight = 1}, NULL),
                         PAROT_OK);
    }
    assert_true(form[0] == form[1]);
    assert_memory_equal(it.matrix[0], it.matrix[1], LARGE_SIZE * sizeof(double));

    parot_gromov_problem problem = {.source = {it.source, LARGE, LARGE, LARGE},
                                    .target = {it.target, LARGE, LARGE, LARGE}};
    for (int k = 0; k < 3 * LARGE; k++)
        x[it.row[k] * LARGE + it.col[k]] += it.mass[k];
    for (int64_t k = 0; k < 40; k++) {
        int64_t i = (k * 37) % LARGE, j = (k * 53) % LARGE;
        assert_close(it.matrix[0][i * LARGE + j], (double)tensor_entry(&problem, x, i, j), 1e-12);
    }
    block_free(it.arena.block);
    free(it.source);
    free(it.target);
    free(it.matrix[0]);
    free(it.matrix[1]);
    free(x);
}

/* ---- Factors ------------------------------------------------------------- */

/* |H - Q Q' H| / |H| by definition; the rows of Q' are orthonormal, or 0. */
static double residual_of(const double *matrix, int64_t n, const double *basis, int64_t rank)
{
    double left = 0, all = 0;
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < n; k++) {
            double entry = matrix[i * n + k];
            all += entry * entry;
            for (int64_t r = 0; r < rank; r++)
                for (int64_t l = 0; l < n; l++)
                    entry -= basis[r * n + i] * basis[r * n + l] * matrix[l * n + k];
            left += entry * entry;
        }
    return sqrt(left / all);
}

TEST(factors_are_as_close_as_they_say)
{
    struct fixture it;
    struct factors factors;
    open_fixture(&it, PAROT_LOSS_SQUARE, 1, 1);
    for (int64_t rank = 1; rank <= M; rank += 4) {
        assert_ok(factors_make(&factors, &it.tensor, rank, &it.control, &err));
        assert_close(factors.source.residual, residual_of(it.source, N, factors.source.basis, rank),
                     1e-7);
        assert_true(fabs(factors.target.residual -
                         residual_of(it.target, M, factors.target.basis, rank)) <= 1e-7);
        block_free(factors.memory);
    }
    close_fixture(&it);
}

/* Q Q' H = H for a basis of all columns, so that nothing is lost. */
TEST(complete_factors_give_the_product)
{
    double core[M * M];
    for (int kind = 0; kind < 2; kind++) {
        struct fixture it;
        struct factors factors;
        open_fixture(&it, kind ? PAROT_LOSS_KL : PAROT_LOSS_SQUARE, 1, 1);
        for (int i = 0; i < N * N; i++) /* copies of the first 8 points: all of them are chosen */
            it.source[i] = it.source[(i / N % 8) * N + i % N % 8];
        struct spaces spaces = it.spaces;
        assert_ok(spaces_check(&it.spaces, &it.problem, &it.control, &err));
        block_free(spaces.memory);
        assert_ok(spaces_open(&it.spaces, &it.problem, &it.tensor, &it.control, &err));
        assert_ok(factors_make(&factors, &it.tensor, M, &it.control, &err));
        assert_true(factors.source.residual <= 1e-7);
        for (uint64_t seed = 1; seed < 5; seed++) {
            make_sparse(&it, seed, 0.15);
            lines_set(&it.lines, &it.plan);
            tensor_form(&it.tensor, &it.lines, &it.bench, NULL);
            struct blend blend = {.matrix = it.matrix, .weight = 1};
            assert_int_equal(
                factors_add(&factors, &it.tensor, &it.lines, &it.bench, core, blend, NULL),
                PAROT_OK);
            for (int64_t k = 0; k < SIZE; k++)
                assert_true(fabsl(it.matrix[k] - tensor_entry(&it.problem, it.x, k / M, k % M)) <=
                            1e-12 * magnitude(&it));
        }
        block_free(factors.memory);
        close_fixture(&it);
    }
}

/* Random numbers have no thin factors, and a few lines need none. */
TEST(factors_are_made_where_they_help)
{
    enum { SIZE_OF_LARGE = 600 };
    FREED double *matrix = malloc(SIZE_OF_LARGE * SIZE_OF_LARGE * sizeof *matrix);
    for (int is_smooth = 0; is_smooth < 2; is_smooth++) {
        for (int64_t i = 0; i < SIZE_OF_LARGE; i++)
            for (int64_t k = 0; k <= i; k++)
                matrix[i * SIZE_OF_LARGE + k] = matrix[k * SIZE_OF_LARGE + i] =
                    is_smooth ? (double)(i - k) : uniform(9, i * SIZE_OF_LARGE + k) - 0.5;
        struct space space = {.count = SIZE_OF_LARGE, .even = matrix, .even_stride = SIZE_OF_LARGE};
        struct tensor tensor = {space, space, 1, 0};
        struct control control;
        struct factors factors;
        assert_ok(control_init(&control, NULL, &err));
        assert_ok(factors_open(&factors, &tensor, SIZE_OF_LARGE, &control, &err));
        assert_int_equal(factors.rank > 0, is_smooth);
        block_free(factors.memory);
        assert_ok(factors_open(&factors, &tensor, 20, &control, &err));
        assert_int_equal(factors.rank, 0);
    }
}
