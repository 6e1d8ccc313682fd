/* eigen.c - the largest eigenvalues come from LAPACK, or without it from Jacobi's method.
 *
 * LAPACK's dsyevr, if it is there, finds the vectors that are asked for. Else Jacobi's method turns
 * pairs of axes until the matrix is diagonal: J' A J with
 *
 *     J = ( c -s )    t = s/c the smaller root of t^2 + 2 theta t - 1 = 0,
 *         ( s  c )    theta = (a_qq - a_pp) / (2 a_pq)
 *
 * makes a_pq zero. Some ten sweeps over all pairs do.
 */
#include "linalg/eigen.h"

#include <math.h>
#include <string.h>

#include "linalg/blas.h"

enum {
    SWEEPS = 60,      /* far more than are ever needed: it converges quadratically */
    LAPACK_WORK = 26, /* doubles and integers for each row, as dsyevr asks for */
    LAPACK_INTEGERS = 12
};

void eigen_layout(struct eigen *eigen, struct arena *arena)
{
    int64_t n = eigen->n;
    size_t row = (size_t)n * sizeof(double);
    eigen->matrix = arena_take(arena, n, row);
    eigen->values = arena_take(arena, n, sizeof *eigen->values);
    eigen->vectors = arena_take(arena, n, row);
    eigen->work = arena_take(arena, n, LAPACK_WORK * sizeof *eigen->work);
    eigen->integers = arena_take(arena, n, LAPACK_INTEGERS * sizeof *eigen->integers);
}

/* ---- Order and signs ---------------------------------------------------- */

static void swap(double *a, double *b, int64_t count)
{
    for (int64_t k = 0; k < count; k++) {
        double x = a[k];
        a[k] = b[k];
        b[k] = x;
    }
}

static void sort(struct eigen *eigen, int64_t found)
{
    for (int64_t i = 0; i < eigen->count; i++) {
        int64_t most = i;
        for (int64_t k = i + 1; k < found; k++)
            if (eigen->values[k] > eigen->values[most])
                most = k;
        if (most == i)
            continue;
        swap(&eigen->values[i], &eigen->values[most], 1);
        swap(eigen->vectors + i * eigen->n, eigen->vectors + most * eigen->n, eigen->n);
    }
}

static void set_signs(struct eigen *eigen)
{
    for (int64_t i = 0; i < eigen->count; i++) {
        double *vector = eigen->vectors + i * eigen->n, most = 0;
        for (int64_t k = 0; k < eigen->n; k++)
            if (fabs(vector[k]) > fabs(most))
                most = vector[k];
        for (int64_t k = 0; k < eigen->n && most < 0; k++)
            vector[k] = -vector[k];
    }
}

static int is_finite(const struct eigen *eigen)
{
    for (int64_t e = 0; e < eigen->n * eigen->n; e++)
        if (!isfinite(eigen->matrix[e]))
            return 0;
    return 1;
}

/* ---- Jacobi ------------------------------------------------------------- */

/* (x, y) becomes (c x - s y, s x + c y), for elements `stride` apart. */
static void turn(double *x, double *y, int64_t count, int64_t stride, double c, double s)
{
    for (int64_t k = 0; k < count; k++) {
        double a = x[k * stride], b = y[k * stride];
        x[k * stride] = c * a - s * b;
        y[k * stride] = s * a + c * b;
    }
}

static void turn_pair(struct eigen *eigen, int64_t p, int64_t q)
{
    int64_t n = eigen->n;
    double *a = eigen->matrix, apq = a[p * n + q];
    double theta = (a[q * n + q] - a[p * n + p]) / (2 * apq);
    double t = copysign(1 / (fabs(theta) + sqrt(1 + theta * theta)), theta);
    double c = 1 / sqrt(1 + t * t), s = t * c;
    turn(a + p * n, a + q * n, n, 1, c, s);
    turn(a + p, a + q, n, n, c, s);
    turn(eigen->vectors + p * n, eigen->vectors + q * n, n, 1, c, s);
}

/* One sweep; *turned is how many pairs were worth it. */
static parot_status sweep(struct eigen *eigen, int64_t *turned)
{
    int64_t n = eigen->n;
    const double *a = eigen->matrix;
    *turned = 0;
    for (int64_t p = 0; p < n; p++) {
        if (eigen->control)
            TRY(control_poll_part(eigen->control, "components", p, n));
        for (int64_t q = p + 1; q < n; q++) {
            double size = sqrt(fabs(a[p * n + p])) * sqrt(fabs(a[q * n + q]));
            if (fabs(a[p * n + q]) <= 0x1p-53 * size || fabs(a[p * n + q]) <= 0x1p-1000)
                continue;
            turn_pair(eigen, p, q);
            ++*turned;
        }
    }
    return PAROT_OK;
}

parot_status eigen_solve_plain(struct eigen *eigen)
{
    int64_t n = eigen->n, turned = 1;
    if (!is_finite(eigen))
        return PAROT_ENUMERIC;
    memset(eigen->vectors, 0, (size_t)(n * n) * sizeof *eigen->vectors);
    for (int64_t k = 0; k < n; k++)
        eigen->vectors[k * n + k] = 1;
    for (int k = 0; k < SWEEPS && turned > 0; k++)
        TRY(sweep(eigen, &turned));
    for (int64_t k = 0; k < n; k++)
        eigen->values[k] = eigen->matrix[k * n + k];
    sort(eigen, n);
    set_signs(eigen);
    return PAROT_OK;
}

/* ---- LAPACK ------------------------------------------------------------- */

#ifdef PAROT_HAVE_CBLAS

/* Columns there are rows here; the smallest of the largest comes first. */
static parot_status by_lapack(const struct blas *blas, struct eigen *eigen)
{
    int n = (int)eigen->n, first = (int)(eigen->n - eigen->count) + 1, found = 0, status = 0;
    int work_size = LAPACK_WORK * n, integers_size = 10 * n;
    double none = 0;
    blas->dsyevr("V", "I", "U", &n, eigen->matrix, &n, &none, &none, &first, &n, &none, &found,
                 eigen->values, eigen->vectors, &n, eigen->integers + 10 * n, eigen->work,
                 &work_size, eigen->integers, &integers_size, &status, 1, 1, 1);
    if (status != 0 || found != eigen->count)
        return PAROT_ENUMERIC;
    sort(eigen, found);
    set_signs(eigen);
    return PAROT_OK;
}

parot_status eigen_solve(struct eigen *eigen)
{
    if (!is_finite(eigen))
        return PAROT_ENUMERIC;
    const struct blas *blas = eigen->n < EIGEN_LAPACK ? NULL : blas_enter();
    if (!blas)
        return eigen_solve_plain(eigen);
    parot_status status = blas->dsyevr ? by_lapack(blas, eigen) : eigen_solve_plain(eigen);
    blas_leave();
    return status;
}

#else

parot_status eigen_solve(struct eigen *eigen)
{
    return eigen_solve_plain(eigen);
}

#endif
