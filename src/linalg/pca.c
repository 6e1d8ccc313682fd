/* pca.c - eigenvectors of the covariance, or with fewer rows than columns of the Gram matrix.
 *
 * With X the n x d matrix of (x_i - mean) / unit, the axes are eigenvectors of X' X / n, which is d
 * x d. Where n < d the public function takes X X' / n instead, which is n x n and has the same
 * eigenvalues other than 0: if w is an eigenvector of it, X' w points along the axis. Axes of
 * variance 0 are then any that are orthogonal to the others. Dividing by the unit, a power of two,
 * rounds nothing and keeps all squares within the range of double.
 */
#include "linalg/pca.h"

#include <math.h>
#include <string.h>

#include "linalg/gemm.h"
#include "linalg/vector.h"

/* Below, plain loops are as fast as the products of gemm.h, and need no OpenBLAS. */
enum { SMALL = 32 };

void pca_layout(struct pca *pca, struct arena *arena)
{
    pca->mean = arena_take(arena, pca->dims, sizeof *pca->mean);
    pca->eigen = (struct eigen){.n = pca->dims, .count = pca->count};
    eigen_layout(&pca->eigen, arena);
}

void pca_start(struct pca *pca)
{
    size_t row = (size_t)pca->dims * sizeof(double);
    pca->eigen.n = pca->dims;
    pca->largest = 0;
    memset(pca->mean, 0, row);
    memset(pca->eigen.matrix, 0, (size_t)pca->dims * row);
}

void pca_add_to_mean(struct pca *pca, const double *rows, int64_t count, int64_t total)
{
    for (int64_t k = 0; k < count * pca->dims; k++)
        pca->largest = fmax(pca->largest, fabs(rows[k]));
    for (int64_t i = 0; i < count; i++)
        vector_add(pca->dims, 1 / (double)total, rows + i * pca->dims, pca->mean);
    int exponent = 0;
    frexp(pca->largest, &exponent);
    pca->unit = ldexp(1, exponent < -1000 ? -1000 : exponent - 1);
}

static void centre(const struct pca *pca, double *rows, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        for (int64_t k = 0; k < pca->dims; k++) {
            double *x = rows + i * pca->dims + k;
            *x = *x / pca->unit - pca->mean[k] / pca->unit;
        }
}

void pca_add_to_covariance(struct pca *pca, double *rows, int64_t count, int64_t total)
{
    int64_t d = pca->dims;
    centre(pca, rows, count);
    (d < SMALL ? gemm_tn_add_plain : gemm_tn_add)(d, d, count, 1 / (double)total, rows, d, rows, d,
                                                  pca->eigen.matrix, d);
}

parot_status pca_solve(struct pca *pca)
{
    pca->total = 0;
    for (int64_t k = 0; k < pca->dims; k++)
        pca->total += pca->eigen.matrix[k * (pca->dims + 1)];
    pca->eigen.control = pca->control;
    TRY(eigen_solve(&pca->eigen));
    for (int64_t k = 0; k < pca->count; k++)
        pca->eigen.values[k] = fmax(pca->eigen.values[k], 0);
    return PAROT_OK;
}

/* How many rows are multiplied between two looks at the clock, some tenth of a second. Whole tiles
 * of gemm.h where there is a choice, so that sums of products do not depend on it. */
static int64_t rows_at_a_time(int64_t products)
{
    double rows = 1e9 / (double)products;
    return rows >= PCA_BLOCK   ? PCA_BLOCK
           : rows >= GEMM_TILE ? GEMM_TILE
           : rows >= 1         ? (int64_t)rows
                               : 1;
}

/* Copies at most `most` rows from `first` on; returns how many. */
static int64_t copy_rows(parot_matrix rows, int64_t first, int64_t most, double *block)
{
    int64_t count = rows.rows - first < most ? rows.rows - first : most;
    for (int64_t i = 0; i < count; i++)
        memcpy(block + i * rows.cols, rows.data + (first + i) * rows.stride,
               (size_t)rows.cols * sizeof *block);
    return count;
}

static parot_status poll(const struct pca *pca, const char *stage, int64_t done, int64_t total)
{
    return pca->control ? control_poll_part(pca->control, stage, done, total) : PAROT_OK;
}

static parot_status find_mean(struct pca *pca, parot_matrix rows, double *block)
{
    pca_start(pca);
    for (int64_t first = 0; first < rows.rows; first += PCA_BLOCK) {
        TRY(poll(pca, "mean", first, rows.rows));
        pca_add_to_mean(pca, block, copy_rows(rows, first, PCA_BLOCK, block), rows.rows);
    }
    return PAROT_OK;
}

parot_status pca_fit(struct pca *pca, parot_matrix rows, double *block)
{
    int64_t most = rows_at_a_time(pca->dims * pca->dims);
    TRY(find_mean(pca, rows, block));
    for (int64_t first = 0; first < rows.rows; first += most) {
        TRY(poll(pca, "covariance", first, rows.rows));
        pca_add_to_covariance(pca, block, copy_rows(rows, first, most, block), rows.rows);
    }
    return pca_solve(pca);
}

/* ---- The public function ------------------------------------------------ */

/* A few rows of many columns: the Gram matrix has one row for each of them. */
struct gram {
    double *mean, *block; /* dims; n x dims: X */
    struct eigen eigen;
};

struct job {
    parot_matrix rows;
    struct control control;
    struct arena arena;
    struct pca pca;
    struct gram gram;
    double *block;
};

static int is_wide(const struct job *job)
{
    return job->rows.rows < job->rows.cols;
}

static void layout(struct job *job)
{
    int64_t n = job->rows.rows, d = job->rows.cols, count = job->pca.count;
    struct arena *arena = &job->arena;
    if (!is_wide(job)) {
        pca_layout(&job->pca, arena);
        job->block = arena_take(arena, PCA_BLOCK, (size_t)d * sizeof *job->block);
        return;
    }
    job->gram.mean = arena_take(arena, d, sizeof(double));
    job->gram.block = arena_take(arena, n, (size_t)d * sizeof(double));
    job->gram.eigen = (struct eigen){.n = n, .count = count < n ? count : n};
    eigen_layout(&job->gram.eigen, arena);
}

/* Makes `x` orthogonal to the first `count` axes, twice for the rounding, and its length 1; returns
 * the length it had. */
static double orthonormalise(const parot_axes *axes, int64_t count, double *x)
{
    int64_t d = axes->dims;
    for (int64_t a = 0; a < 2 * count; a++) {
        const double *axis = axes->axis + a % count * d;
        vector_add(d, -vector_dot(d, x, axis), axis, x);
    }
    double length = sqrt(vector_dot(d, x, x));
    for (int64_t k = 0; k < d && length > 0; k++)
        x[k] /= length;
    return length;
}

/* The unit vector that the first `count` axes leave most of: some unit vector keeps at least
 * 1 - count / d of its square. */
static void complete(const parot_axes *axes, int64_t count)
{
    int64_t d = axes->dims, best = 0;
    double least = INFINITY, *x = axes->axis + count * d;
    for (int64_t k = 0; k < d; k++) {
        double used = 0;
        for (int64_t a = 0; a < count; a++)
            used += axes->axis[a * d + k] * axes->axis[a * d + k];
        if (used < least) {
            least = used;
            best = k;
        }
    }
    memset(x, 0, (size_t)d * sizeof *x);
    x[best] = 1;
    orthonormalise(axes, count, x);
}

static void set_sign(double *axis, int64_t dims)
{
    double most = 0;
    for (int64_t k = 0; k < dims; k++)
        most = fabs(axis[k]) > fabs(most) ? axis[k] : most;
    for (int64_t k = 0; k < dims && most < 0; k++)
        axis[k] = -axis[k];
}

/* axis_k = X' w_k / |X' w_k|. An eigenvalue within the rounding of the largest has no direction. */
static void turn_back(const struct gram *gram, parot_axes *axes, double unit)
{
    int64_t n = gram->eigen.n, d = axes->dims;
    double rounding = 4 * (double)n * 0x1p-53 * fmax(gram->eigen.values[0], 0);
    for (int64_t k = 0; k < axes->count; k++) {
        double *axis = axes->axis + k * d;
        double value = k < gram->eigen.count ? gram->eigen.values[k] : 0;
        memset(axis, 0, (size_t)d * sizeof *axis);
        for (int64_t i = 0; i < n && value > rounding; i++)
            vector_add(d, gram->eigen.vectors[k * n + i], gram->block + i * d, axis);
        int is_found = value > rounding && orthonormalise(axes, k, axis) > 0;
        axes->deviation[k] = is_found ? unit * sqrt(value) : 0;
        if (!is_found)
            complete(axes, k);
        set_sign(axis, d);
    }
}

/* Works: what it allocates is in *job. */
static parot_status fit_wide(struct job *job, parot_axes *axes)
{
    struct gram *gram = &job->gram;
    int64_t n = job->rows.rows, d = job->rows.cols;
    struct pca pca = {.dims = d, .mean = gram->mean}; /* its mean and unit; it has no covariance */
    int64_t most = rows_at_a_time(n * d);
    copy_rows(job->rows, 0, n, gram->block);
    memset(pca.mean, 0, (size_t)d * sizeof *pca.mean);
    pca_add_to_mean(&pca, gram->block, n, n);
    centre(&pca, gram->block, n);
    for (int64_t i = 0; i < n; i += most) {
        int64_t count = n - i < most ? n - i : most;
        TRY(poll(&job->pca, "covariance", i, n));
        gemm_nt(count, n, d, 1 / (double)n, gram->block + i * d, d, gram->block, d,
                gram->eigen.matrix + i * n, n);
    }
    double total = 0;
    for (int64_t i = 0; i < n; i++)
        total += gram->eigen.matrix[i * (n + 1)];
    gram->eigen.control = &job->control;
    TRY(eigen_solve(&gram->eigen));
    memcpy(axes->mean, pca.mean, (size_t)d * sizeof *pca.mean);
    axes->spread = pca.unit * sqrt(total);
    turn_back(gram, axes, pca.unit);
    return PAROT_OK;
}

static parot_status fit(struct job *job, parot_axes *axes)
{
    const struct pca *pca = &job->pca;
    if (is_wide(job))
        return fit_wide(job, axes);
    TRY(pca_fit(&job->pca, job->rows, job->block));
    memcpy(axes->mean, pca->mean, (size_t)axes->dims * sizeof *axes->mean);
    memcpy(axes->axis, pca->eigen.vectors, (size_t)(axes->count * axes->dims) * sizeof *axes->axis);
    for (int64_t k = 0; k < axes->count; k++)
        axes->deviation[k] = pca->unit * sqrt(pca->eigen.values[k]);
    axes->spread = pca->unit * sqrt(pca->total);
    return PAROT_OK;
}

static parot_status check(parot_matrix rows, int64_t count, const parot_axes *axes,
                          parot_error *err)
{
    if (!axes)
        return fail(err, PAROT_EINVAL, "axes: must not be NULL");
    if (!rows.data || rows.rows < 1 || rows.cols < 1 || rows.stride < rows.cols)
        return fail(err, PAROT_EINVAL, "rows: must have rows and columns, got %lld x %lld",
                    (long long)rows.rows, (long long)rows.cols);
    if (count < 1 || count > rows.cols)
        return fail(err, PAROT_EINVAL,
                    "count: must be in 1 to the number of columns, %lld, got %lld",
                    (long long)rows.cols, (long long)count);
    for (int64_t i = 0; i < rows.rows; i++)
        for (int64_t k = 0; k < rows.cols; k++)
            if (!isfinite(rows.data[i * rows.stride + k]))
                return fail(err, PAROT_EINVAL, "rows: row %lld, column %lld must be finite, got %g",
                            (long long)i, (long long)k, rows.data[i * rows.stride + k]);
    return PAROT_OK;
}

static parot_status open_axes(parot_axes *axes, struct control *control, parot_error *err)
{
    struct arena arena = {0};
    for (int is_open = 0; is_open < 2; is_open++) {
        axes->mean = arena_take(&arena, axes->dims, sizeof *axes->mean);
        axes->axis = arena_take(&arena, axes->count, (size_t)axes->dims * sizeof *axes->axis);
        axes->deviation = arena_take(&arena, axes->count, sizeof *axes->deviation);
        if (!is_open)
            TRY(arena_open(&arena, control, err));
    }
    axes->owner = arena.block;
    return PAROT_OK;
}

/* Works: what it allocates is in *job and *axes. */
static parot_status find(struct job *job, parot_axes *axes, parot_error *err)
{
    TRY(open_axes(axes, &job->control, err));
    layout(job);
    TRY(arena_open(&job->arena, &job->control, err));
    layout(job);
    parot_status status = fit(job, axes);
    return status > 0 ? fail(err, PAROT_ESTOPPED, "stopped while principal axes were being found")
                      : status;
}

parot_status parot_principal_axes(parot_matrix rows, int64_t count, const parot_run *run,
                                  parot_axes *axes, parot_error *err)
{
    struct job job = {.rows = rows, .pca = {.dims = rows.cols, .count = count}};
    parot_axes local = {.dims = rows.cols, .count = count};
    TRY(check(rows, count, axes, err));
    TRY(control_init(&job.control, run, err));
    job.pca.control = &job.control;
    parot_status status = find(&job, &local, err);
    block_free(job.arena.block);
    if (status == PAROT_OK)
        *axes = local;
    else
        parot_axes_free(&local);
    return status;
}

void parot_axes_free(parot_axes *axes)
{
    if (!axes)
        return;
    block_free(axes->owner);
    *axes = (parot_axes){0};
}
