/* test_column_scale.c - each scaling is what its definition says. */
#include "pu/problem/column_scale.h"

#include "instances.h"
#include "test.h"

enum { N = 12, M = 9, D = 4, ALL = N + M };

struct scaled {
    double a[N * D], b[M * D]; /* before: column 2 is constant */
    double to_a[N * D], to_b[M * D];
    struct scaler scaler;
    struct arena arena;
};

static void open_with(struct scaled *scaled, parot_scale scale, int64_t pca)
{
    struct control control;
    *scaled = (struct scaled){.scaler = {.scale = scale, .cols = D, .count = ALL, .pca = pca}};
    for (uint64_t k = 0; k < N * D; k++)
        scaled->a[k] = k % D == 2 ? 5 : floor(20 * test_uniform(1, k)) - 10;
    for (uint64_t k = 0; k < M * D; k++)
        scaled->b[k] = k % D == 2 ? 5 : floor(20 * test_uniform(2, k)) - 10;
    parot_matrix a = {scaled->a, N, D, D}, b = {scaled->b, M, D, D};
    assert_ok(control_init(&control, NULL, &err));
    scaler_layout(&scaled->scaler, &scaled->arena);
    assert_ok(arena_open(&scaled->arena, &control, &err));
    scaler_layout(&scaled->scaler, &scaled->arena);
    assert_int_equal(scaler_choose(&scaled->scaler, a, b), D - 1);
    assert_ok(scaler_fit(&scaled->scaler, a, b, &err));
    scaler_apply(&scaled->scaler, a, scaled->to_a);
    scaler_apply(&scaled->scaler, b, scaled->to_b);
}

static void open(struct scaled *scaled, parot_scale scale)
{
    open_with(scaled, scale, 0);
}

static void close(struct scaled *scaled)
{
    block_free(scaled->arena.block);
}

/* Number i of column k, before and after, in a and then b. */
static double before(const struct scaled *scaled, int i, int k)
{
    return i < N ? scaled->a[i * D + k] : scaled->b[(i - N) * D + k];
}

static double after(const struct scaled *scaled, int i, int64_t k)
{
    int64_t kept = scaled->scaler.dims;
    return i < N ? scaled->to_a[i * kept + k] : scaled->to_b[(i - N) * kept + k];
}

TEST(none_changes_nothing)
{
    struct scaled scaled;
    open(&scaled, PAROT_SCALE_NONE);
    assert_int_equal(scaled.scaler.kept, D);
    assert_memory_equal(scaled.a, scaled.to_a, sizeof scaled.a);
    assert_memory_equal(scaled.b, scaled.to_b, sizeof scaled.b);
    close(&scaled);
}

TEST(constant_columns_are_left_out)
{
    struct scaled scaled;
    open(&scaled, PAROT_SCALE_RANK);
    assert_int_equal(scaled.scaler.kept, D - 1);
    assert_int_equal(scaled.scaler.column[2], 3);
    close(&scaled);
}

/* The smallest becomes 0, the largest 1, and the rest keeps its proportions; with logarithms,
 * those of sign(x) log(1 + |x|). */
static void check_range(parot_scale scale)
{
    struct scaled scaled;
    open(&scaled, scale);
    for (int64_t k = 0; k < scaled.scaler.kept; k++) {
        double low = INFINITY, high = -INFINITY, x[ALL];
        for (int i = 0; i < ALL; i++) {
            x[i] = before(&scaled, i, scaled.scaler.column[k]);
            if (scale == PAROT_SCALE_LOG)
                x[i] = x[i] < 0 ? -log(1 - x[i]) : log(1 + x[i]);
            low = fmin(low, x[i]);
            high = fmax(high, x[i]);
        }
        for (int i = 0; i < ALL; i++)
            assert_close(after(&scaled, i, k), (x[i] - low) / (high - low), 1e-14);
    }
    close(&scaled);
}

TEST(minmax_maps_to_the_unit_interval)
{
    check_range(PAROT_SCALE_MINMAX);
}

TEST(log_maps_logarithms_to_the_unit_interval)
{
    check_range(PAROT_SCALE_LOG);
}

TEST(zscore_has_mean_0_and_deviation_1)
{
    struct scaled scaled;
    open(&scaled, PAROT_SCALE_ZSCORE);
    for (int64_t k = 0; k < scaled.scaler.kept; k++) {
        double sum = 0, squares = 0;
        for (int i = 0; i < ALL; i++) {
            sum += after(&scaled, i, k);
            squares += after(&scaled, i, k) * after(&scaled, i, k);
        }
        assert_close(sum, 0, 1e-13);
        assert_close(squares / ALL, 1, 1e-14);
    }
    close(&scaled);
}

/* With 21 numbers the quartiles are numbers 5, 10 and 15 of the sorted ones: 5 are below, etc. */
TEST(robust_has_median_0_and_quartiles_1_apart)
{
    struct scaled scaled;
    open(&scaled, PAROT_SCALE_ROBUST);
    for (int64_t k = 0; k < scaled.scaler.kept; k++) {
        double quartile[3] = {0};
        for (int i = 0; i < ALL; i++) {
            int below = 0, equal = 0;
            for (int j = 0; j < ALL; j++) {
                below += after(&scaled, j, k) < after(&scaled, i, k);
                equal += after(&scaled, j, k) == after(&scaled, i, k);
            }
            for (int q = 0; q < 3; q++)
                if (below <= 5 * (q + 1) && 5 * (q + 1) < below + equal)
                    quartile[q] = after(&scaled, i, k);
        }
        assert_close(quartile[1], 0, 1e-14);
        assert_close(quartile[2] - quartile[0], 1, 1e-14);
    }
    close(&scaled);
}

TEST(ranks_are_average_ranks)
{
    struct scaled scaled;
    open(&scaled, PAROT_SCALE_RANK);
    for (int64_t k = 0; k < scaled.scaler.kept; k++)
        for (int i = 0; i < ALL; i++) {
            double rank = 0.5; /* below count 1, equal ones, itself among them, 1/2 */
            for (int j = 0; j < ALL; j++) {
                double x = before(&scaled, j, scaled.scaler.column[k]);
                double y = before(&scaled, i, scaled.scaler.column[k]);
                rank += x < y ? 1 : x == y ? 0.5 : 0;
            }
            assert_close(after(&scaled, i, k), rank / ALL, 1e-14);
        }
    close(&scaled);
}

TEST(a_new_value_ranks_between_its_neighbours)
{
    struct scaled scaled;
    double to[D - 1], row[D] = {-0.5, -100, 5, 100};
    open(&scaled, PAROT_SCALE_RANK);
    scaler_apply(&scaled.scaler, (parot_matrix){row, 1, D, D}, to);
    for (int i = 0; i < ALL; i++) {
        assert_true((before(&scaled, i, 0) < row[0]) == (after(&scaled, i, 0) < to[0]));
        assert_true(after(&scaled, i, 1) > to[1] && after(&scaled, i, 2) < to[2]);
    }
    assert_true(to[1] > 0);
    close(&scaled);
}

/* Most numbers are equal: the quartiles coincide, and the deviation is the unit. */
TEST(robust_survives_equal_quartiles)
{
    double rows[10] = {0}, to[10], sorted[10], centre[1], factor[1];
    int32_t column[1];
    rows[3] = 5;
    struct scaler scaler = {.scale = PAROT_SCALE_ROBUST,
                            .cols = 1,
                            .count = 10,
                            .column = column,
                            .centre = centre,
                            .factor = factor,
                            .sorted = sorted};
    parot_matrix a = {rows, 10, 1, 1}, none = {NULL, 0, 1, 1};
    assert_int_equal(scaler_choose(&scaler, a, none), 1);
    assert_ok(scaler_fit(&scaler, a, none, &err));
    scaler_apply(&scaler, a, to);
    assert_true(to[0] == 0);
    assert_close(to[3], 5 / 1.5, 1e-14); /* deviation of nine 0 and one 5 */
}

static int count_scaling(const parot_progress *progress, void *user)
{
    *(int *)user += strcmp(progress->stage, "scaling") == 0;
    return 0;
}

/* Ranks of 240,000 numbers take a quarter of a second: the caller is asked in between. */
TEST(wide_tables_are_scaled_in_parts_that_change_nothing)
{
    enum { ROWS = 60, COLS = 4000 };
    static double rows[ROWS * COLS], at_once[ROWS * COLS], alone[COLS];
    int asked = 0;
    struct control control;
    struct arena arena = {0};
    DEFAULTS(parot_run, run);
    run.progress = count_scaling;
    run.progress_period = 0;
    run.user = &asked;
    assert_ok(control_init(&control, &run, &err));
    test_fill(rows, ROWS * COLS, 3);
    struct scaler scaler = {
        .scale = PAROT_SCALE_RANK, .cols = COLS, .count = ROWS, .control = &control};
    parot_matrix a = {rows, ROWS, COLS, COLS}, none = {NULL, 0, COLS, COLS};
    scaler_layout(&scaler, &arena);
    assert_ok(arena_open(&arena, &control, &err));
    scaler_layout(&scaler, &arena);
    assert_int_equal(scaler_choose(&scaler, a, none), COLS);
    assert_ok(scaler_fit(&scaler, a, none, &err));
    assert_int_equal(scaler_apply(&scaler, a, at_once), PAROT_OK);
    assert_true(asked >= 3);
    for (int64_t i = 0; i < ROWS; i++) {
        assert_int_equal(
            scaler_apply(&scaler, (parot_matrix){rows + i * COLS, 1, COLS, COLS}, alone), PAROT_OK);
        assert_memory_equal(alone, at_once + i * COLS, sizeof alone);
    }
    block_free(arena.block);
}

/* <column k, column l> / ALL of the result */
static double moment(const struct scaled *scaled, int64_t k, int64_t l)
{
    double sum = 0;
    for (int i = 0; i < ALL; i++)
        sum += after(scaled, i, k) * after(scaled, i, l) / ALL;
    return sum;
}

/* Means 0, no correlations, falling variances: with as many axes as columns it is a turn, that
 * leaves all distances; with fewer, the first columns of that turn. */
TEST(principal_components_are_a_turn_of_the_rows)
{
    struct scaled plain, turned, fewer;
    for (int scale = PAROT_SCALE_MINMAX; scale <= PAROT_SCALE_LOG; scale++) {
        open(&plain, (parot_scale)scale);
        open_with(&turned, (parot_scale)scale, D - 1);
        open_with(&fewer, (parot_scale)scale, 1);
        for (int64_t k = 0; k < D - 1; k++) {
            double mean = 0;
            for (int i = 0; i < ALL; i++)
                mean += after(&turned, i, k);
            assert_true(fabs(mean) < 1e-12);
            for (int64_t l = 0; l < k; l++)
                assert_true(fabs(moment(&turned, k, l)) < 1e-12);
            assert_true(k == 0 || moment(&turned, k, k) <= moment(&turned, k - 1, k - 1));
        }
        for (int i = 1; i < ALL; i++) {
            double before_turn = 0, after_turn = 0;
            for (int64_t k = 0; k < D - 1; k++) {
                before_turn += pow(after(&plain, i, k) - after(&plain, 0, k), 2);
                after_turn += pow(after(&turned, i, k) - after(&turned, 0, k), 2);
            }
            assert_close(before_turn, after_turn, 1e-12);
            assert_true(fabs(after(&fewer, i, 0) - after(&turned, i, 0)) < 1e-12);
        }
        close(&plain);
        close(&turned);
        close(&fewer);
    }
}

TEST(scales_have_names)
{
    assert_string_equal(parot_scale_name(PAROT_SCALE_NONE), "none");
    assert_string_equal(parot_scale_name(PAROT_SCALE_LOG), "log");
    assert_null(parot_scale_name((parot_scale)6));
    assert_null(parot_scale_name((parot_scale)-1));
}
