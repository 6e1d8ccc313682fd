/* svd.c - LAPACK's dgesdd, or one-sided Jacobi without it. Rotations make the columns of A
 * orthogonal to each other: A V = U S. */
#include "linalg/svd.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "linalg/blas.h"

/* Sweeps over all pairs; convergence is quadratic and takes 6 to 10. */
enum { MOST_SWEEPS = 60 };

/* 10 ms with 1000 rows; smaller matrices are not stopped. */
enum { ROWS_BETWEEN_QUESTIONS = 8 };

static double dot(int64_t n, const double *a, const double *b)
{
    double sum = 0;
    for (int64_t k = 0; k < n; k++)
        sum += a[k] * b[k];
    return sum;
}

/* (a, b) = (c a - s b, s a + c b) */
static void rotate(int64_t n, double c, double s, double *a, double *b)
{
    for (int64_t k = 0; k < n; k++) {
        double x = a[k], y = b[k];
        a[k] = c * x - s * y;
        b[k] = s * x + c * y;
    }
}

/* Makes rows i and j of g orthogonal (Rutishauser's stable formula); whether they were not. */
static int rotate_pair(int64_t n, int64_t i, int64_t j, double *g, double *v)
{
    double *a = g + i * n, *b = g + j * n;
    double alpha = dot(n, a, a), beta = dot(n, b, b), gamma = dot(n, a, b);
    if (!(fabs(gamma) > DBL_EPSILON * sqrt(alpha) * sqrt(beta)))
        return 0;
    double zeta = (beta - alpha) / (2 * gamma);
    double t = copysign(1, zeta) / (fabs(zeta) + sqrt(1 + zeta * zeta));
    double c = 1 / sqrt(1 + t * t);
    rotate(n, c, c * t, a, b);
    rotate(n, c, c * t, v + i * n, v + j * n);
    return 1;
}

static void swap_rows(int64_t n, double *a, double *b)
{
    for (int64_t k = 0; k < n; k++) {
        double x = a[k];
        a[k] = b[k];
        b[k] = x;
    }
}

/* Decreasing singular values. */
static void sort(int64_t n, double *s, double *u, double *v)
{
    for (int64_t i = 0; i < n; i++) {
        int64_t largest = i;
        for (int64_t k = i + 1; k < n; k++)
            if (s[k] > s[largest])
                largest = k;
        if (largest == i)
            continue;
        swap_rows(1, s + i, s + largest);
        swap_rows(n, u + i * n, u + largest * n);
        swap_rows(n, v + i * n, v + largest * n);
    }
}

/* Row k becomes a unit vector orthogonal to the rows before it: what is left of the first
 * coordinate axis that they do not nearly span. Some axis has 1/n of its square left. */
static void complete(int64_t n, int64_t k, double *u)
{
    double *row = u + k * n;
    for (int64_t axis = 0; axis < n; axis++) {
        memset(row, 0, (size_t)n * sizeof *row);
        row[axis] = 1;
        for (int pass = 0; pass < 2; pass++) /* twice is enough */
            for (int64_t i = 0; i < k; i++) {
                double part = dot(n, row, u + i * n);
                for (int64_t l = 0; l < n; l++)
                    row[l] -= part * u[i * n + l];
            }
        double length = sqrt(dot(n, row, row));
        if (length * length * 2 * (double)n < 1)
            continue;
        for (int64_t l = 0; l < n; l++)
            row[l] /= length;
        return;
    }
}

/* u = A' / scale, v = 1 */
static void begin(const struct svd *svd, const double *a, double scale)
{
    int64_t n = svd->n;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++) {
            svd->u[j * n + i] = scale > 0 ? a[i * n + j] / scale : 0;
            svd->v[i * n + j] = i == j;
        }
}

/* Until no pair has to be turned. */
static parot_status turn_all(const struct svd *svd)
{
    int64_t n = svd->n;
    int is_changed = 1;
    for (int sweep = 0; sweep < MOST_SWEEPS && is_changed; sweep++) {
        is_changed = 0;
        for (int64_t i = 0; i < n; i++) {
            if (svd->control && i > 0 && i % ROWS_BETWEEN_QUESTIONS == 0)
                TRY(control_poll_part(svd->control, "singular values", i, n));
            for (int64_t j = i + 1; j < n; j++)
                is_changed |= rotate_pair(n, i, j, svd->u, svd->v);
        }
    }
    return PAROT_OK;
}

parot_status svd_plain(const struct svd *svd, const double *a)
{
    int64_t n = svd->n;
    double *s = svd->s, *u = svd->u, scale = 0; /* squares neither overflow nor vanish */
    for (int64_t k = 0; k < n * n; k++)
        scale = fmax(scale, fabs(a[k]));
    begin(svd, a, scale);
    TRY(turn_all(svd));
    for (int64_t k = 0; k < n; k++)
        s[k] = sqrt(dot(n, u + k * n, u + k * n));
    sort(n, s, u, svd->v);
    double least = (double)n * DBL_EPSILON * s[0];
    for (int64_t k = 0; k < n; k++) {
        if (s[k] > least)
            for (int64_t l = 0; l < n; l++)
                u[k * n + l] /= s[k];
        else
            complete(n, k, u);
        s[k] *= scale;
    }
    return PAROT_OK;
}

/* ---- LAPACK ------------------------------------------------------------- */

/* As dgesdd asks for: 4 n^2 + 7 n numbers and 8 n integers, and a copy of A. */
int64_t svd_work(int64_t n)
{
    return n * n + (4 * n * n + 7 * n) + 4 * n;
}

#ifdef PAROT_HAVE_CBLAS

/* LAPACK reads columns, and so sees A' = sum_k s_k v_k u_k'. */
static int by_lapack(const struct blas *blas, const struct svd *svd, const double *a)
{
    const int64_t n = svd->n;
    const int size = (int)n, length = (int)(4 * n * n + 7 * n);
    double *numbers = svd->work + n * n, *u = svd->u;
    int info = 0;
    memcpy(svd->work, a, (size_t)(n * n) * sizeof *a);
    blas->dgesdd("A", &size, &size, svd->work, &size, svd->s, svd->v, &size, u, &size, numbers,
                 &length, (int *)(numbers + length), &info, 1);
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = i + 1; j < n; j++)
            swap_rows(1, u + i * n + j, u + j * n + i);
    return info == 0;
}

parot_status svd(const struct svd *svd, const double *a)
{
    int is_large = svd->n >= SVD_LAPACK && svd_work(svd->n) <= INT_MAX, is_done = 0;
    const struct blas *blas = is_large ? blas_enter() : NULL;
    if (blas) {
        is_done = blas->dgesdd && by_lapack(blas, svd, a);
        blas_leave();
    }
    return is_done ? PAROT_OK : svd_plain(svd, a);
}

#else

parot_status svd(const struct svd *svd, const double *a)
{
    return svd_plain(svd, a);
}

#endif

/* ---- Determinant -------------------------------------------------------- */

/* Gauss with pivots by column. */
double determinant(int64_t n, const double *a, double *work)
{
    double product = 1;
    memcpy(work, a, (size_t)(n * n) * sizeof *work);
    for (int64_t k = 0; k < n; k++) {
        int64_t pivot = k;
        for (int64_t i = k + 1; i < n; i++)
            if (fabs(work[i * n + k]) > fabs(work[pivot * n + k]))
                pivot = i;
        if (work[pivot * n + k] == 0)
            return 0;
        if (pivot != k) {
            swap_rows(n, work + k * n, work + pivot * n);
            product = -product;
        }
        product *= work[k * n + k];
        for (int64_t i = k + 1; i < n; i++) {
            double factor = work[i * n + k] / work[k * n + k];
            for (int64_t l = k; l < n; l++)
                work[i * n + l] -= factor * work[k * n + l];
        }
    }
    return product;
}
