/* ridge.c - the kernel is computed in tiles, its Cholesky factor solves for the coefficients a, and
 * the diagonal of the inverse gives the leave-one-out values, y_i - a_i / (G^-1)_ii. Errors of the
 * two classes count the same in all. */
#include "pu/methods/ridge.h"

#include <math.h>
#include <string.h>

#include "base/parallel.h"
#include "base/sums.h"
#include "base/words.h"
#include "linalg/cholesky.h"
#include "linalg/gemm.h"
#include "pu/methods/kernel_width.h"

WORDS(pu_kernel, "kernel", {"rbf", PAROT_PU_KERNEL_RBF}, {"linear", PAROT_PU_KERNEL_LINEAR},
      {"both", PAROT_PU_KERNEL_BOTH});

/* lambda: with balanced weights, one row counts about as much as the penalty. */
static const double PENALTY = 1;

/* Rows predicted at a time: the kernel of so many is kept. */
enum { BLOCK = 256 };

struct fitting {
    struct ridge *ridge;
    double *kernel;   /* count x count */
    double *inverse;  /* count x 64 */
    double *diagonal; /* count: of G^-1 */
    int32_t threads;
    void *memory;
};

/* ---- The rows ----------------------------------------------------------- */

parot_status count_negatives(const struct pu_problem *problem, const char *is_negative,
                             int64_t *negatives, parot_error *err)
{
    *negatives = 0;
    for (int64_t i = 0; i < problem->n; i++)
        *negatives += !is_negative || is_negative[i];
    if (*negatives > 0)
        return PAROT_OK;
    return fail(err, PAROT_EINVAL,
                "prior: %lld of %lld unlabeled rows would be positive, which leaves no negatives "
                "to learn from; use a smaller prior or another method",
                (long long)problem->k, (long long)problem->n);
}

static void layout(struct ridge *ridge, int has_weights, struct arena *arena)
{
    ridge->rows = arena_take(arena, ridge->count, (size_t)ridge->dims * sizeof *ridge->rows);
    ridge->coefficient = arena_take(arena, ridge->count, sizeof *ridge->coefficient);
    ridge->left_out = arena_take(arena, ridge->count, sizeof *ridge->left_out);
    ridge->source = arena_take(arena, ridge->count, sizeof *ridge->source);
    if (has_weights)
        ridge->weight = arena_take(arena, ridge->positives, sizeof *ridge->weight);
}

/* How many of each class. Even: what one has less than half, the other may have. */
static void share_out(struct ridge *ridge, int64_t positives, int64_t negatives)
{
    int64_t most = ridge->most ? ridge->most : RIDGE_MOST, half = most / 2;
    double part = fmin(1, (double)most / (double)(positives + negatives));
    int64_t kept = (int64_t)ceil(part * (double)positives);
    int64_t other = (int64_t)ceil(part * (double)negatives);
    if (ridge->is_even && part < 1) {
        kept = positives < half ? positives : negatives < half ? most - negatives : half;
        other = most - kept;
    }
    ridge->positives = kept;
    ridge->count = kept + other;
}

/* Rows are in random order, so the first ones are a sample. */
static parot_status choose_rows(struct ridge *ridge, const struct pu_problem *problem,
                                const char *is_negative, struct control *control, parot_error *err)
{
    struct arena arena = {0};
    int64_t negatives = 0;
    TRY(count_negatives(problem, is_negative, &negatives, err));
    ridge->dims = problem->dims;
    ridge->all = problem->m + negatives;
    share_out(ridge, problem->m, negatives);
    int has_weights = problem->weight != NULL;
    layout(ridge, has_weights, &arena);
    TRY(arena_open(&arena, control, err));
    ridge->memory = arena.block;
    layout(ridge, has_weights, &arena);
    for (int64_t j = 0; has_weights && j < ridge->positives; j++)
        ridge->weight[j] = problem->weight[j];
    int64_t dims = ridge->dims, at = ridge->positives;
    memcpy(ridge->rows, problem->y, (size_t)(ridge->positives * dims) * sizeof *ridge->rows);
    for (int32_t j = 0; j < ridge->positives; j++)
        ridge->source[j] = j;
    for (int32_t i = 0; i < problem->n && at < ridge->count; i++) {
        if (is_negative && !is_negative[i])
            continue;
        memcpy(ridge->rows + at * dims, problem->x + i * dims, (size_t)dims * sizeof *ridge->rows);
        ridge->source[at++] = i;
    }
    return kernel_width_gamma(problem, &ridge->gamma, err);
}

/* ---- The kernel --------------------------------------------------------- */

static parot_matrix own_rows(const struct ridge *ridge)
{
    return (parot_matrix){ridge->rows, ridge->count, ridge->dims, ridge->dims};
}

static void add_tile(const double *tile, int64_t rows, int64_t cols, double *to, int64_t stride)
{
    for (int64_t r = 0; r < rows; r++)
        for (int64_t c = 0; c < cols; c++)
            to[r * stride + c] += tile[r * GEMM_TILE + c];
}

/* kernel (count x other) += gamma <a_i, b_j>, or half of that, tile by tile */
static void add_products(const struct ridge *ridge, parot_matrix a, double *kernel)
{
    double tile[GEMM_TILE * GEMM_TILE], factor = ridge->kernel == PAROT_PU_KERNEL_BOTH ? 0.5 : 1;
    parot_matrix b = own_rows(ridge);
    for (int64_t i = 0; i < a.rows; i += GEMM_TILE)
        for (int64_t j = 0; j < b.rows; j += GEMM_TILE) {
            int64_t rows = a.rows - i < GEMM_TILE ? a.rows - i : GEMM_TILE;
            int64_t cols = b.rows - j < GEMM_TILE ? b.rows - j : GEMM_TILE;
            gemm_nt(rows, cols, a.cols, factor * ridge->gamma, a.data + i * a.stride, a.stride,
                    b.data + j * b.stride, b.stride, tile, GEMM_TILE);
            add_tile(tile, rows, cols, kernel + i * b.rows + j, b.rows);
        }
}

/* kernel[i * to.rows + j] = K(from_i, to_j) + 1, the second rows being those of the ridge */
static parot_status fill_kernel(const struct ridge *ridge, parot_matrix from,
                                struct control *control, double *kernel, parot_error *err)
{
    parot_matrix to = own_rows(ridge);
    double part = ridge->kernel == PAROT_PU_KERNEL_RBF      ? 1
                  : ridge->kernel == PAROT_PU_KERNEL_LINEAR ? 0
                                                            : 0.5;
    if (part > 0) {
        parot_run run = control_rest(control);
        TRY(parot_cost(from, to, PAROT_METRIC_SQEUCLIDEAN, &run, kernel, err));
    }
    for (int64_t first = 0; first < from.rows; first += BLOCK) {
        int64_t rest = from.rows - first, rows = rest < BLOCK ? rest : BLOCK;
        parot_matrix some = {from.data + first * from.stride, rows, from.cols, from.stride};
        double *block = kernel + first * to.rows;
        TRY(control_poll_part(control, "kernel", first, from.rows));
        for (int64_t e = 0; e < rows * to.rows; e++)
            block[e] = part > 0 ? part * exp(-ridge->gamma * block[e]) + 1 : 1;
        if (part < 1)
            add_products(ridge, some, block);
    }
    return PAROT_OK;
}

/* ---- The fit ------------------------------------------------------------ */

static double label_of(const struct ridge *ridge, int64_t i)
{
    return i < ridge->positives ? 1 : -1;
}

/* G_ii += lambda / w_i, w_i = count / (2 count of the class); of positives that count differently,
 * count v_i / (2 sum of the v of positives) */
static void add_penalty(const struct fitting *fitting)
{
    const struct ridge *ridge = fitting->ridge;
    double all = (double)ridge->count, negatives = (double)(ridge->count - ridge->positives);
    struct sum positives = {0};
    for (int64_t j = 0; j < ridge->positives; j++)
        sum_add(&positives, ridge->weight ? ridge->weight[j] : 1);
    for (int64_t i = 0; i < ridge->count; i++) {
        int is_positive = i < ridge->positives;
        double same = is_positive ? sum_value(&positives) : negatives;
        double own = is_positive && ridge->weight ? ridge->weight[i] : 1;
        fitting->kernel[i * ridge->count + i] += PENALTY * 2 * same / all / own;
    }
}

static parot_status fit(struct fitting *fitting, struct control *control, parot_error *err)
{
    struct ridge *ridge = fitting->ridge;
    int64_t count = ridge->count;
    TRY(fill_kernel(ridge, own_rows(ridge), control, fitting->kernel, err));
    add_penalty(fitting);
    struct cholesky cholesky = {count, fitting->kernel, fitting->inverse, fitting->threads,
                                control};
    parot_status status = cholesky_factor(&cholesky);
    if (status == PAROT_ENUMERIC)
        return fail(err, PAROT_ENUMERIC, "ridge: the kernel matrix is not positive; rescale rows");
    TRY(status);
    for (int64_t i = 0; i < count; i++)
        ridge->coefficient[i] = label_of(ridge, i);
    TRY(cholesky_solve(&cholesky, ridge->coefficient));
    TRY(cholesky_inverse_diagonal(&cholesky, fitting->diagonal));
    for (int64_t i = 0; i < count; i++)
        ridge->left_out[i] = label_of(ridge, i) - ridge->coefficient[i] / fitting->diagonal[i];
    return PAROT_OK;
}

static void fitting_layout(struct fitting *fitting, struct arena *arena)
{
    int64_t count = fitting->ridge->count;
    fitting->kernel = arena_take(arena, count, (size_t)count * sizeof *fitting->kernel);
    fitting->inverse = arena_take(arena, count, CHOLESKY_TILE * sizeof *fitting->inverse);
    fitting->diagonal = arena_take(arena, count, sizeof *fitting->diagonal);
}

static parot_status open_and_fit(struct fitting *fitting, struct control *control, parot_error *err)
{
    struct arena arena = {0};
    fitting_layout(fitting, &arena);
    TRY(arena_open(&arena, control, err));
    fitting->memory = arena.block;
    fitting_layout(fitting, &arena);
    return fit(fitting, control, err);
}

parot_status ridge_fit(struct ridge *ridge, parot_pu_kernel kernel,
                       const struct pu_problem *problem, const char *is_negative,
                       struct control *control, parot_error *err)
{
    struct fitting fitting = {.ridge = ridge, .threads = control->run.threads};
    ridge->kernel = kernel;
    TRY(choose_rows(ridge, problem, is_negative, control, err));
    parot_status status = open_and_fit(&fitting, control, err);
    block_free(fitting.memory);
    return status;
}

void ridge_close(struct ridge *ridge)
{
    block_free(ridge->memory);
    ridge->memory = NULL;
}

/* ---- Use ---------------------------------------------------------------- */

static parot_status predict(const struct ridge *ridge, parot_matrix x, double *kernel,
                            struct control *control, double *value, parot_error *err)
{
    for (int64_t first = 0; first < x.rows; first += BLOCK) {
        int64_t rest = x.rows - first, rows = rest < BLOCK ? rest : BLOCK;
        parot_matrix part = {x.data + first * x.stride, rows, x.cols, x.stride};
        TRY(control_poll_part(control, "scores", first, x.rows));
        TRY(fill_kernel(ridge, part, control, kernel, err));
        for (int64_t i = 0; i < rows; i++) {
            value[first + i] = 0;
            for (int64_t j = 0; j < ridge->count; j++)
                value[first + i] += kernel[i * ridge->count + j] * ridge->coefficient[j];
        }
    }
    return PAROT_OK;
}

parot_status ridge_predict(const struct ridge *ridge, const double *x, int64_t count,
                           struct control *control, double *value, parot_error *err)
{
    struct arena arena = {0};
    parot_matrix rows = {x, count, ridge->dims, ridge->dims};
    arena_take(&arena, BLOCK, (size_t)ridge->count * sizeof(double));
    TRY(arena_open(&arena, control, err));
    double *kernel = arena_take(&arena, BLOCK, (size_t)ridge->count * sizeof *kernel);
    parot_status status = predict(ridge, rows, kernel, control, value, err);
    block_free(arena.block);
    return status;
}

parot_status ridge_values(const struct ridge *ridge, const struct pu_problem *problem,
                          struct control *control, double *value, parot_error *err)
{
    if (ridge->count - ridge->positives < problem->n)
        TRY(ridge_predict(ridge, problem->x, problem->n, control, value, err));
    for (int64_t i = ridge->positives; i < ridge->count; i++)
        value[ridge->source[i]] = ridge->left_out[i];
    return PAROT_OK;
}

void ridge_hand_over(struct ridge *ridge, struct pu_result *found)
{
    found->reference = ridge->rows;
    found->weight = ridge->coefficient;
    found->references = ridge->count;
    found->fitted = ridge->count;
    found->fitted_of = ridge->all;
    found->gamma = ridge->gamma;
    found->kernel = ridge->kernel;
    found->learned_memory = ridge->memory;
    ridge->memory = NULL;
}
