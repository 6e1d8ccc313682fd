/* match_space.c - rows are put in an order by their contents, scaled together and, for Mahalanobis,
 * turned so that the Euclidean distance is the one that is wanted.
 *
 * With S = D R D, D the standard deviations within the tables and R = V' L V their correlations,
 *
 *   (x - y)' S^-1 (x - y) = |L^-1/2 V D^-1 (x - y)|^2,
 *
 * and axes of L below a share of the largest, in which no row differs from others of its table, are
 * left out. Sums are in the order by contents, so that nothing depends on the caller's.
 */
#include "tasks/match/match_space.h"

#include <math.h>

#include "cost/metric.h"
#include "linalg/eigen.h"
#include "pu/problem/row_order.h"

_Static_assert((int)PAROT_MATCH_METRIC_SQEUCLIDEAN == (int)PAROT_METRIC_SQEUCLIDEAN &&
                   (int)PAROT_MATCH_METRIC_EUCLIDEAN == (int)PAROT_METRIC_EUCLIDEAN &&
                   (int)PAROT_MATCH_METRIC_CITYBLOCK == (int)PAROT_METRIC_CITYBLOCK &&
                   (int)PAROT_MATCH_METRIC_COSINE == (int)PAROT_METRIC_COSINE &&
                   (int)PAROT_MATCH_METRIC_CHEBYSHEV == (int)PAROT_METRIC_CHEBYSHEV &&
                   (int)PAROT_MATCH_METRIC_CORRELATION == (int)PAROT_METRIC_CORRELATION,
               "a metric of the library has the same value here");

/* Of the largest eigenvalue of the correlations: below, it is rounding. */
static const double LEAST_AXIS = 1e-10;

struct turning {
    struct eigen eigen;
    double *mean[2]; /* cols each: of the tables */
    double *deviation;
    double *row;
};

static void turning_layout(struct turning *turning, int64_t cols, struct arena *arena)
{
    turning->eigen.n = turning->eigen.count = cols;
    eigen_layout(&turning->eigen, arena);
    turning->mean[0] = arena_take(arena, cols, sizeof(double));
    turning->mean[1] = arena_take(arena, cols, sizeof(double));
    turning->deviation = arena_take(arena, cols, sizeof(double));
    turning->row = arena_take(arena, cols, sizeof(double));
}

static void find_mean(parot_matrix table, double *mean)
{
    for (int64_t i = 0; i < table.rows; i++)
        for (int64_t k = 0; k < table.cols; k++)
            mean[k] += (table.data[i * table.stride + k] - mean[k]) / (double)(i + 1);
}

/* sum over both tables of (x - mean)(x - mean)', as correlations; deviation: the roots of its
 * diagonal over the degrees of freedom. */
static parot_status find_correlations(struct turning *turning, const parot_matrix table[2],
                                      struct control *control, parot_error *err)
{
    int64_t cols = table[0].cols, freedom = table[0].rows + table[1].rows - 2;
    double *matrix = turning->eigen.matrix, *row = turning->row;
    for (int side = 0; side < 2; side++) {
        find_mean(table[side], turning->mean[side]);
        for (int64_t i = 0; i < table[side].rows; i++) {
            if (i % 1024 == 0)
                TRY(control_go_on(control, "covariance", i, table[side].rows, err));
            for (int64_t k = 0; k < cols; k++)
                row[k] = table[side].data[i * table[side].stride + k] - turning->mean[side][k];
            for (int64_t k = 0; k < cols; k++)
                for (int64_t l = 0; l <= k; l++)
                    matrix[k * cols + l] += row[k] * row[l];
        }
    }
    for (int64_t k = 0; k < cols; k++)
        turning->deviation[k] = sqrt(matrix[k * cols + k] / fmax(1, (double)freedom));
    for (int64_t k = 0; k < cols; k++)
        for (int64_t l = 0; l <= k; l++) {
            double size = sqrt(matrix[k * cols + k]) * sqrt(matrix[l * cols + l]);
            if (k != l)
                matrix[k * cols + l] = size > 0 ? matrix[k * cols + l] / size : 0;
            matrix[l * cols + k] = matrix[k * cols + l];
        }
    for (int64_t k = 0; k < cols; k++)
        matrix[k * cols + k] = turning->deviation[k] > 0;
    return PAROT_OK;
}

/* to: kept numbers of each row. */
static void turn_rows(const struct turning *turning, parot_matrix from, int64_t kept, double *to)
{
    const struct eigen *eigen = &turning->eigen;
    for (int64_t i = 0; i < from.rows; i++) {
        for (int64_t k = 0; k < from.cols; k++)
            turning->row[k] =
                turning->deviation[k] > 0
                    ? (from.data[i * from.stride + k] - turning->mean[0][k]) / turning->deviation[k]
                    : 0;
        for (int64_t axis = 0; axis < kept; axis++) {
            double sum = 0;
            for (int64_t k = 0; k < from.cols; k++)
                sum += eigen->vectors[axis * from.cols + k] * turning->row[k];
            to[i * kept + axis] = sum / sqrt(eigen->values[axis]);
        }
    }
}

/* In place, `rows` being what the tables hold: they become shorter or stay as long. */
static parot_status turn_tables(struct turning *turning, parot_matrix table[2],
                                double *const rows[2], struct control *control, parot_error *err)
{
    int64_t kept = 0;
    if (table[0].rows + table[1].rows < 3)
        return fail(err, PAROT_EINVAL,
                    "metric: mahalanobis needs three rows or more, to estimate a covariance");
    TRY(find_correlations(turning, table, control, err));
    turning->eigen.control = control;
    parot_status status = eigen_solve(&turning->eigen);
    if (status > 0)
        return fail(err, PAROT_ESTOPPED, "covariance: stopped (%s); allow more time",
                    parot_status_name(status));
    if (status < 0)
        return fail(err, status, "x: the covariance of the columns is not finite; rescale them");
    while (kept < table[0].cols &&
           turning->eigen.values[kept] > LEAST_AXIS * fmax(1, turning->eigen.values[0]))
        kept++;
    if (kept == 0)
        return fail(err, PAROT_EINVAL,
                    "metric: mahalanobis needs a column that varies within a table");
    for (int side = 0; side < 2; side++) {
        turn_rows(turning, table[side], kept, rows[side]);
        table[side].cols = table[side].stride = kept;
    }
    return PAROT_OK;
}

static parot_status turn(parot_matrix table[2], double *const rows[2], struct control *control,
                         parot_error *err)
{
    struct turning turning = {0};
    struct arena arena = {0};
    turning_layout(&turning, table[0].cols, &arena);
    TRY(arena_open(&arena, control, err));
    turning_layout(&turning, table[0].cols, &arena);
    parot_status status = turn_tables(&turning, table, rows, control, err);
    block_free(arena.block);
    return status;
}

/* ---- Opening ------------------------------------------------------------ */

struct scratch {
    struct order_item *items;
    double *rows[2]; /* tables in order */
};

static void layout(struct match_space *space, const parot_match_problem *problem,
                   struct arena *arena)
{
    int64_t n = problem->x.rows, m = problem->y.rows;
    size_t row = (size_t)problem->x.cols * sizeof(double);
    space->rows[0] = arena_take(arena, n, row);
    space->rows[1] = arena_take(arena, m, row);
    space->x_order = arena_take(arena, n, sizeof *space->x_order);
    space->y_order = arena_take(arena, m, sizeof *space->y_order);
}

static void scratch_layout(struct scratch *scratch, const parot_match_problem *problem,
                           struct arena *arena)
{
    int64_t n = problem->x.rows, m = problem->y.rows;
    size_t row = (size_t)problem->x.cols * sizeof(double);
    scratch->items = arena_take(arena, n > m ? n : m, sizeof *scratch->items);
    scratch->rows[0] = arena_take(arena, n, row);
    scratch->rows[1] = arena_take(arena, m, row);
}

static parot_status find_order(parot_matrix table, struct scratch *scratch, int32_t *order,
                               struct control *control, parot_error *err)
{
    parot_status status = order_rows(table, control, scratch->items, order);
    return status <= 0 ? status
                       : fail(err, PAROT_ESTOPPED, "order: stopped (%s); allow more time",
                              parot_status_name(status));
}

/* Works: what it allocates is in *space. */
static parot_status fill(struct match_space *space, struct scratch *scratch,
                         const parot_match_problem *problem, const parot_match_options *options,
                         struct control *control, parot_error *err)
{
    int is_turned = options->metric == PAROT_MATCH_METRIC_MAHALANOBIS;
    TRY(find_order(problem->x, scratch, space->x_order, control, err));
    TRY(find_order(problem->y, scratch, space->y_order, control, err));
    parot_matrix table[2] = {put_in_order(problem->x, space->x_order, scratch->rows[0]),
                             put_in_order(problem->y, space->y_order, scratch->rows[1])};
    if (options->scale != PAROT_SCALE_NONE)
        TRY(parot_scale_tables(options->scale, table[0], table[1], scratch->rows[0],
                               scratch->rows[1], err));
    if (is_turned)
        TRY(turn(table, scratch->rows, control, err));
    space->metric = is_turned ? PAROT_METRIC_EUCLIDEAN : (parot_metric)options->metric;
    const int32_t *order[2] = {space->x_order, space->y_order};
    parot_matrix *to[2] = {&space->x, &space->y};
    for (int side = 0; side < 2; side++) {
        double *data = space->rows[side];
        int64_t cols = table[side].cols;
        *to[side] = (parot_matrix){data, table[side].rows, cols, cols};
        for (int64_t r = 0; r < table[side].rows; r++)
            for (int64_t k = 0; k < cols; k++)
                data[order[side][r] * cols + k] = table[side].data[r * cols + k];
    }
    struct point_pair pair = {0};
    return point_pair_check(&pair, space->x, space->y, space->metric, err);
}

parot_status match_space_open(struct match_space *space, const parot_match_problem *problem,
                              const parot_match_options *options, struct control *control,
                              parot_error *err)
{
    struct arena arena = {0}, scratch_arena = {0};
    struct scratch scratch = {0};
    *space = (struct match_space){0};
    layout(space, problem, &arena);
    TRY(arena_open(&arena, control, err));
    space->memory = arena.block;
    layout(space, problem, &arena);
    scratch_layout(&scratch, problem, &scratch_arena);
    parot_status status = arena_open(&scratch_arena, control, err);
    if (status == PAROT_OK) {
        scratch_layout(&scratch, problem, &scratch_arena);
        status = fill(space, &scratch, problem, options, control, err);
        block_free(scratch_arena.block);
    }
    if (status != PAROT_OK)
        match_space_close(space);
    return status;
}

void match_space_close(struct match_space *space)
{
    block_free(space->memory);
    *space = (struct match_space){0};
}
