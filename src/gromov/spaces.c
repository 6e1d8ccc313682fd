/* spaces.c - distances as they are given, and as the tensor needs them.
 *
 * A symmetric matrix with numbers of ordinary size is used in place. One that is symmetric except
 * for rounding is averaged with its transpose; any other is cut into a symmetric and an
 * antisymmetric part. Their numbers have an ordinary size, which scaled.h ensures.
 */
#include "gromov/spaces.h"

#include <limits.h>
#include <math.h>

#include "linalg/scan.h"

/* Differences of this share of the largest entry are what computing a distance in another order
 * leaves behind. */
static const double ASYMMETRY = 1e-12;

/* Two tiles of this size, one of them read across its rows, stay in the first-level cache. */
enum { TILE = 32 };

/* Numbers between two looks at the clock, a few milliseconds; smaller problems are not stopped. */
static const double PIECE = 4e6;

parot_status spaces_poll(struct control *control, int64_t i, parot_matrix matrix, parot_error *err)
{
    int64_t step = 1 + (int64_t)(PIECE / (double)matrix.cols);
    return i == 0 || i % step != 0 ? PAROT_OK
                                   : control_go_on(control, "distances", i, matrix.rows, err);
}

static const char *const NAMES[2] = {"source", "target"};

/* ---- Checks ------------------------------------------------------------- */

parot_status spaces_check_shape(const char *name, parot_matrix matrix, parot_error *err)
{
    int64_t size = 0;
    if (!matrix.data)
        return fail_argument(err, PAROT_EINVAL, name, "data is NULL");
    if (matrix.rows < 1 || matrix.rows > INT_MAX)
        return fail_argument(err, PAROT_EINVAL, name, "must have between 1 and %d rows, got %lld",
                             INT_MAX, (long long)matrix.rows);
    if (matrix.rows != matrix.cols)
        return fail_argument(err, PAROT_ESHAPE, name,
                             "must be square, the distances within one space, got %lld x %lld",
                             (long long)matrix.rows, (long long)matrix.cols);
    if (matrix.stride < matrix.cols || matrix.stride > INT_MAX ||
        !multiply_sizes(matrix.rows, matrix.stride, &size))
        return fail_argument(
            err, PAROT_EINVAL, name, "stride %lld does not hold %lld x %lld numbers",
            (long long)matrix.stride, (long long)matrix.rows, (long long)matrix.cols);
    return PAROT_OK;
}

static parot_status check_number(const char *name, double x, double least, int64_t i, int64_t k,
                                 parot_error *err)
{
    if (!isfinite(x))
        return fail_argument(err, PAROT_EINVAL, name, "must be finite, got %g at (%lld,%lld)", x,
                             (long long)i, (long long)k);
    if (x < least)
        return fail_argument(
            err, PAROT_EINVAL, name,
            "the KL loss needs numbers %s 0, got %g at (%lld,%lld); use the square "
            "loss",
            least > 0 ? ">" : ">=", x, (long long)i, (long long)k);
    return PAROT_OK;
}

/* At the speed of memory, unless there is something to look for. */
static parot_status check_numbers(const char *name, parot_matrix matrix, double least,
                                  double *largest, struct control *control, parot_error *err)
{
    for (int64_t i = 0; i < matrix.rows; i++) {
        TRY(spaces_poll(control, i, matrix, err));
        const double *row = matrix.data + i * matrix.stride;
        struct survey survey = scan_survey(row, matrix.cols);
        int64_t others = survey.forbidden + survey.invalid;
        *largest = fmax(*largest, survey.largest);
        for (int64_t k = 0; (others > 0 || least > -INFINITY) && k < matrix.cols; k++)
            TRY(check_number(name, row[k], least, i, k, err));
    }
    return PAROT_OK;
}

/* In the tile that begins at (a, b), below the diagonal; not less than `largest`. */
static double difference_in_tile(parot_matrix matrix, int64_t a, int64_t b, double largest)
{
    for (int64_t i = a; i < matrix.rows && i < a + TILE; i++)
        for (int64_t k = b; k < i && k < b + TILE; k++) {
            double difference =
                fabs(matrix.data[i * matrix.stride + k] - matrix.data[k * matrix.stride + i]);
            largest = difference > largest ? difference : largest;
        }
    return largest;
}

/* max |C_ij - C_ji|, tile by tile: one side of the diagonal is read across */
static parot_status find_difference(parot_matrix matrix, double *largest, struct control *control,
                                    parot_error *err)
{
    *largest = 0;
    for (int64_t a = 0; a < matrix.rows; a += TILE) {
        for (int64_t i = a; i < a + TILE; i++)
            TRY(spaces_poll(control, i, matrix, err));
        for (int64_t b = 0; b <= a; b += TILE)
            *largest = difference_in_tile(matrix, a, b, *largest);
    }
    return PAROT_OK;
}

parot_status spaces_check(struct spaces *spaces, const parot_gromov_problem *problem,
                          struct control *control, parot_error *err)
{
    const parot_matrix matrix[2] = {problem->source, problem->target};
    parot_loss loss = problem->loss;
    const double least[2] = {loss == PAROT_LOSS_KL ? 0 : -INFINITY,
                             loss == PAROT_LOSS_KL ? 0x1p-1074 : -INFINITY};
    *spaces = (struct spaces){0};
    if (!parot_loss_name(loss))
        return fail(err, PAROT_EINVAL, "loss: unknown value %d", (int)loss);
    for (int s = 0; s < 2; s++)
        TRY(spaces_check_shape(NAMES[s], matrix[s], err));
    for (int s = 0; s < 2; s++) {
        double *largest = &spaces->largest[s];
        double difference = 0;
        TRY(check_numbers(NAMES[s], matrix[s], least[s], largest, control, err));
        if (*largest > 0)
            TRY(find_difference(matrix[s], &difference, control, err));
        spaces->asymmetry[s] = *largest > 0 ? difference / *largest : 0;
    }
    return PAROT_OK;
}

/* ---- Copies ------------------------------------------------------------- */

/* The functions of L(a, b) = f(a) + g(b) - h(a) k(b). */
typedef double function(double x);

static double same(double x)
{
    return x;
}

static double half_square(double x)
{
    return x * x / 2;
}

static double entropy(double x)
{
    return x > 0 ? x * log(x) - x : 0;
}

/* How one matrix is to be changed. */
struct copy {
    parot_matrix from;
    function *h, *f;
    double *even, *odd, *own;
};

static double symmetric(const struct copy *copy, function *g, int64_t i, int64_t k, double sign)
{
    const double *data = copy->from.data;
    return (g(data[i * copy->from.stride + k]) + sign * g(data[k * copy->from.stride + i])) / 2;
}

static parot_status fill_copy(const struct copy *copy, struct control *control, parot_error *err)
{
    int64_t n = copy->from.rows;
    for (int64_t i = 0; i < n; i++) {
        TRY(spaces_poll(control, i, copy->from, err));
        for (int64_t k = 0; k < n; k++) {
            copy->even[i * n + k] = symmetric(copy, copy->h, i, k, 1);
            if (copy->odd)
                copy->odd[i * n + k] = symmetric(copy, copy->h, i, k, -1);
            if (copy->own)
                copy->own[i * n + k] = symmetric(copy, copy->f, i, k, 1);
        }
    }
    return PAROT_OK;
}

/* Room for what cannot be borrowed. */
static void copy_layout(struct copy *copy, double asymmetry, struct arena *arena)
{
    size_t row = (size_t)copy->from.rows * sizeof(double);
    if (asymmetry > 0 || copy->h != same || copy->f != half_square)
        copy->even = arena_take(arena, copy->from.rows, row);
    if (asymmetry > ASYMMETRY)
        copy->odd = arena_take(arena, copy->from.rows, row);
    if (copy->f != half_square)
        copy->own = arena_take(arena, copy->from.rows, row);
}

static struct space space_of(const struct copy *copy)
{
    int64_t n = copy->from.rows, stride = copy->even ? n : copy->from.stride;
    const double *even = copy->even ? copy->even : copy->from.data;
    int is_even = copy->h == same; /* otherwise own is: f = same */
    return (struct space){.count = n,
                          .even = even,
                          .odd = copy->odd,
                          .own = copy->own,
                          .distance = is_even ? even : copy->own,
                          .even_stride = stride,
                          .own_stride = n,
                          .distance_stride = is_even ? stride : n};
}

parot_status spaces_open(struct spaces *spaces, const parot_gromov_problem *problem,
                         struct tensor *tensor, struct control *control, parot_error *err)
{
    struct arena arena = {0};
    int is_kl = problem->loss == PAROT_LOSS_KL;
    struct copy copy[2] = {
        {problem->source, same, is_kl ? entropy : half_square, 0, 0, 0},
        {problem->target, is_kl ? log : same, is_kl ? same : half_square, 0, 0, 0}};
    for (int s = 0; s < 2; s++)
        copy_layout(&copy[s], spaces->asymmetry[s], &arena);
    if (arena.used > 0 || arena.overflow) {
        TRY(arena_open(&arena, control, err));
        spaces->memory = arena.block;
        for (int s = 0; s < 2; s++) {
            copy_layout(&copy[s], spaces->asymmetry[s], &arena);
            if (copy[s].even)
                TRY(fill_copy(&copy[s], control, err));
        }
    }
    *tensor =
        (struct tensor){space_of(&copy[0]), space_of(&copy[1]), control->run.threads, TENSOR_PIECE};
    return PAROT_OK;
}
