/* test_density.c - densities on a grid against a sum over all points, their likelihood by its
 * definition, and the pose of a search. */
#include "tasks/align/density_search.h"

#include "instances.h"
#include "test.h"

enum { SIDE = 16, POINTS = 40, ROWS = 500 };

static double coordinate(uint64_t seed, int64_t i, int64_t k)
{
    return test_uniform(seed, (uint64_t)(3 * i + k));
}

static struct density_grid open_grid(int64_t dims, struct arena *arena)
{
    struct density_grid grid = {.dims = dims, .side = SIDE, .cell = 0.25, .smoothing = 1.2};
    struct control control;
    assert_ok(control_init(&control, NULL, &err));
    grid_layout(&grid, arena);
    assert_ok(arena_open(arena, &control, &err));
    grid_layout(&grid, arena);
    grid_prepare(&grid);
    return grid;
}

/* The weight of a point at cell `from` for cell `to`, along one axis. */
static double weight(int64_t from, int64_t to)
{
    double sum = 0, far = (double)(from - to) / 1.2;
    int64_t radius = (int64_t)ceil(3 * 1.2);
    for (int64_t r = -radius; r <= radius; r++)
        sum += exp(-(double)(r * r) / (2 * 1.2 * 1.2));
    return llabs(from - to) > radius ? 0 : exp(-far * far / 2) / sum;
}

/* Each cell: the sum over all points of products of weights, times the cells under a kernel. */
TEST(densities_are_sums_over_points)
{
    for (int64_t dims = 2; dims <= 3; dims++) {
        struct arena arena = {0};
        struct density_grid grid = open_grid(dims, &arena);
        double points[POINTS * 3], rotation[9] = {0}, shift[3] = {0.3, -0.2, 0.1}, squares = 0;
        rotation[1] = -1;
        rotation[dims] = 1;
        rotation[dims * dims - 1] = dims == 3 ? 1 : 0;
        for (int64_t e = 0; e < POINTS * dims; e++)
            points[e] = 5 * coordinate(4, e, 0) - 2.5; /* some fall outside */
        for (int64_t r = -4; r <= 4; r++)
            squares += weight(0, r) * weight(0, r);
        grid_fill(&grid, (parot_matrix){points, POINTS, dims, dims},
                  &(struct motion){dims, 1, rotation, shift});
        for (int64_t c = 0; c < grid.cells; c++) {
            double sum = 0;
            for (int64_t i = 0; i < POINTS; i++) {
                double product = 1;
                int64_t left = c;
                for (int64_t k = dims - 1; k >= 0; k--, left /= SIDE) {
                    const double *x = points + i * dims;
                    double moved = (k == 0 ? -x[1] : k == 1 ? x[0] : x[2]) + shift[k];
                    double at = floor(moved / 0.25 + SIDE / 2.0);
                    product *= at >= 0 && at < SIDE ? weight((int64_t)at, left % SIDE) : 0;
                }
                sum += product;
            }
            assert_true(fabs(grid.density[c] - sum / pow(squares, (double)dims)) < 1e-9);
        }
        block_free(arena.block);
    }
}

/* With joint frequencies whose sums are those of the levels, unrelated levels score at most 0 on
 * average, and levels that agree score more than others. */
TEST(equal_levels_are_more_likely)
{
    struct arena arena = {0};
    struct density_grid grid = open_grid(2, &arena);
    int8_t x[SIDE * SIDE], y[SIDE * SIDE];
    double table[LEVELS + 1][LEVELS + 1], mean = 0, count[LEVELS + 1] = {0}, total = 0;
    grid.step = 0.7;
    for (int c = 0; c < SIDE * SIDE; c++) {
        x[c] = (int8_t)(LEVELS * coordinate(7, c, 0));
        y[c] = (int8_t)(LEVELS * coordinate(8, c, 0));
        count[x[c]] += x[c] > 0;
        count[y[c]] += y[c] > 0;
        total += (x[c] > 0) + (y[c] > 0);
    }
    grid_table(&grid, x, y, table);
    for (int l = 0; l <= LEVELS; l++) {
        assert_true(table[l][0] == 0 && table[0][l] == 0);
        for (int m = 1; m <= LEVELS && l > 0; m++) {
            mean += count[l] / total * count[m] / total * table[l][m];
            assert_true(fabs(table[l][m] - table[m][l]) < 1e-12);
            assert_true(table[l][l] >= table[l][m] - 1e-12 || abs(l - m) == 1);
        }
    }
    assert_true(mean < 0);
    block_free(arena.block);
}

/* A copy that is turned and moved: the search finds the turn, and its score is the score of its
 * motion, above that of others. */
TEST(a_turned_copy_is_found)
{
    static double x[ROWS * 2], y[ROWS * 2];
    double rotation[4], shift[2], score = 0, other = 0;
    const double c = 0.8, s = 0.6;
    struct motion motion = {2, 1, rotation, shift};
    struct density_found found = {0};
    struct control control;
    assert_ok(control_init(&control, NULL, &err));
    for (int i = 0; i < ROWS; i++) {
        double centre = i % 5, a = centre * centre / 8 + 0.2 * coordinate(11, i, 0);
        double b = sin(3 * centre) + 0.2 * coordinate(11, i, 1);
        x[2 * i] = a;
        x[2 * i + 1] = b;
        y[2 * i] = c * a - s * b + 3;
        y[2 * i + 1] = s * a + c * b - 1;
    }
    parot_matrix from = {x, ROWS, 2, 2}, to = {y, ROWS, 2, 2};
    assert_true(density_pays(from, to));
    assert_ok(density_search(from, to, &control, &motion, &found, &err));
    assert_true(found.trials > 0 && found.score > 0 && found.score >= found.other);
    assert_true(fabs(rotation[0] - c) < 0.02 && fabs(rotation[2] - s) < 0.02);
    assert_true(fabs(shift[0] - 3) < 0.05 && fabs(shift[1] + 1) < 0.05);
    assert_ok(density_score(from, to, &control, &motion, &score, &err));
    assert_close(score, found.score, 1e-9);
    shift[0] += 1;
    assert_ok(density_score(from, to, &control, &motion, &other, &err));
    assert_true(other < score);
}

static void *refuse_all(size_t bytes, void *user)
{
    (void)bytes;
    ++*(int *)user;
    return NULL;
}

static void release_nothing(void *block, void *user)
{
    (void)user;
    assert_null(block);
}

TEST(refused_memory_is_said)
{
    static double x[ROWS * 2];
    double rotation[4], shift[2], score = 5;
    struct motion motion = {2, 1, rotation, shift};
    struct density_found found = {0};
    struct control control;
    parot_error refusal = {0};
    parot_run run;
    int asked = 0;
    parot_matrix rows = {x, ROWS, 2, 2};
    parot_run_init(&run);
    run.alloc = refuse_all;
    run.release = release_nothing;
    run.user = &asked;
    assert_int_equal(control_init(&control, &run, &refusal), PAROT_OK);
    assert_int_equal(density_search(rows, rows, &control, &motion, &found, &refusal), PAROT_ENOMEM);
    assert_int_equal(density_score(rows, rows, &control, &motion, &score, &refusal), PAROT_ENOMEM);
    assert_true(asked == 2 && found.trials == 0 && score == 5);
}
