/* entropic_newton.c - one Newton step on the Schur complement, with a bounded length.
 *
 * With T as in entropic_dual.h, r and c its sums of rows and columns, R the rows and A the columns
 * that are full, minus the dual's second derivatives by u_R, v_A and lambda are
 *
 *   [ diag r_R    T_RA     -r_R ]
 *   [ T_RA'     diag c_A   -c_A ]
 *   [ -r_R'      -c_A'     mass ]
 *
 * and its first ones 0, c_A - q_A and 0: the rows have just been settled. Without v_A, by the Schur
 * complement of diag c_A, with B = [T_RA; -c_A'] / sqrt(c_A),
 *
 *   (diag-and-border(r_R, mass) - B B') [du; dlambda] = -B (c_A - q_A) / sqrt(c_A).
 *
 * Prices stay >= 0. Each trial is judged by the dual after v and lambda have been settled again, so
 * that it is one half of an ordinary iteration. Masses are relative to the problem's.
 */
#include "transport/entropic/entropic_newton.h"

#include <math.h>
#include <string.h>

#include "base/sums.h"
#include "linalg/cholesky.h"
#include "linalg/exponential.h"
#include "linalg/gemm.h"

/* Added to the diagonal, relatively: prices may be shifted against each other for free, and then
 * the matrix is singular. More if that is not enough to factor it. */
static const double LEAST_SHIFT = 1e-15, MOST_SHIFT = 1e-3, MORE_SHIFT = 1000;

/* The dual is known no better than that. */
static const double ROUNDING = 1e-14;

/* Prices, in units of reg, may change by that much at a time, and by twice as much after each step
 * that did not have to be halved: beyond, exponentials are nothing like their second-order
 * expansion, and where the matrix is nearly singular steps are far longer. */
static const double LONGEST = 20;

/* Halvings of a step until it is given up: shorter ones gain less than an iteration does. */
enum { HALVINGS = 10 };

void newton_layout(struct newton *newton, int64_t n, int64_t m, struct arena *arena)
{
    newton->is_there = n <= NEWTON_MOST_ROWS;
    if (!newton->is_there)
        return;
    newton->plan = arena_take(arena, (n + 1) * m, sizeof *newton->plan);
    newton->matrix = arena_take(arena, (n + 1) * (n + 1), sizeof *newton->matrix);
    newton->inverse = arena_take(arena, (n + 1) * CHOLESKY_TILE, sizeof *newton->inverse);
    newton->diagonal = arena_take(arena, n + 1, sizeof *newton->diagonal);
    newton->step = arena_take(arena, n + 1, sizeof *newton->step);
    newton->start = arena_take(arena, n, sizeof *newton->start);
    newton->row = arena_take(arena, n, sizeof *newton->row);
    newton->sum = arena_take(arena, m, sizeof *newton->sum);
    newton->excess = arena_take(arena, m, sizeof *newton->excess);
}

/* lambda mass - <u,p> - <v,q>, up to a constant the dual: T has the mass. */
static double value_of(const struct entropic *entropic)
{
    const struct entropic_side *sides[] = {&entropic->row, &entropic->col};
    struct sum value = {0};
    sum_add_product(&value, entropic->lambda, entropic->mass);
    for (int s = 0; s < 2; s++)
        for (int64_t i = 0; i < sides[s]->weights.count; i++)
            if (sides[s]->price[i] < INFINITY)
                sum_add_product(&value, -sides[s]->price[i], weight_at(sides[s]->weights, i));
    return sum_value(&value);
}

/* ---- The direction ------------------------------------------------------ */

/* The rows of T that are full, and the sums of all columns; returns how many rows these are. Their
 * sums are their weights. */
static int64_t fill_plan(struct entropic *entropic)
{
    struct newton *newton = &entropic->newton;
    const struct entropic_side *row = &entropic->row;
    const int64_t n = row->weights.count, m = entropic->col.weights.count;
    const double shift = entropic->lambda - log(entropic->mass);
    int64_t full = 0;
    memset(newton->sum, 0, (size_t)m * sizeof *newton->sum);
    for (int64_t i = 0; i < n; i++) {
        double *out = newton->plan + full * m;
        if (row->price[i] == INFINITY)
            continue;
        exponential_row(m, shift - row->price[i], entropic->cost + i * m, entropic->col.price, out);
        for (int64_t j = 0; j < m; j++)
            newton->sum[j] += out[j];
        if (row->price[i] > 0)
            newton->row[full++] = (int32_t)i;
    }
    return full;
}

/* B in place of the plan, and (c - q) / sqrt(c). Columns with room are left out: zeros. */
static void scale_plan(struct entropic *entropic, int64_t full)
{
    struct newton *newton = &entropic->newton;
    const struct entropic_side *col = &entropic->col;
    const int64_t m = col->weights.count;
    double *last = newton->plan + full * m;
    for (int64_t j = 0; j < m; j++) {
        double sum = newton->sum[j], excess = sum - weight_at(col->weights, j) / entropic->mass;
        int is_full = sum > 0 && (col->price[j] > 0 || excess > 0);
        last[j] = is_full ? -sqrt(sum) : 0;
        newton->sum[j] = is_full ? 1 / sqrt(sum) : 0;
        newton->excess[j] = excess * newton->sum[j];
    }
    for (int64_t i = 0; i < full; i++)
        for (int64_t j = 0; j < m; j++)
            newton->plan[i * m + j] *= newton->sum[j];
}

/* -B B' on and above the diagonal, by tiles; or why to stop. */
static parot_status multiply(const struct newton *newton, int64_t size, int64_t m,
                             struct control *control)
{
    for (int64_t k = 0; k < size; k += GEMM_TILE)
        for (int64_t l = k; l < size; l += GEMM_TILE) {
            int64_t rows = size - k < GEMM_TILE ? size - k : GEMM_TILE;
            int64_t cols = size - l < GEMM_TILE ? size - l : GEMM_TILE;
            TRY(control_poll_part(control, "newton", k, size));
            gemm_nt(rows, cols, m, -1, newton->plan + k * m, m, newton->plan + l * m, m,
                    newton->matrix + k * size + l, size);
        }
    return PAROT_OK;
}

/* The matrix on and above its diagonal, and its diagonal before B B' is taken away. */
static parot_status fill_matrix(struct entropic *entropic, int64_t full, struct control *control)
{
    struct newton *newton = &entropic->newton;
    const int64_t m = entropic->col.weights.count, size = full + 1;
    double *matrix = newton->matrix;
    TRY(multiply(newton, size, m, control));
    for (int64_t k = 0; k < full; k++) {
        double sum = weight_at(entropic->row.weights, newton->row[k]) / entropic->mass;
        newton->diagonal[k] = sum;
        matrix[k * size + full] -= sum;
    }
    newton->diagonal[full] = 1;
    for (int64_t k = 0; k < size; k++)
        matrix[k * size + k] += newton->diagonal[k];
    return PAROT_OK;
}

/* Factors the matrix with as little added to its diagonal as will do; PAROT_ENUMERIC when nothing
 * does. */
static parot_status factor(struct newton *newton, struct cholesky *cholesky)
{
    const int64_t size = cholesky->n;
    double *matrix = newton->matrix;
    parot_status status = PAROT_ENUMERIC;
    for (int64_t k = 0; k < size; k++)
        newton->step[k] = matrix[k * size + k]; /* not needed yet */
    for (double shift = LEAST_SHIFT; status == PAROT_ENUMERIC && shift <= MOST_SHIFT;
         shift *= MORE_SHIFT) {
        for (int64_t k = 0; k < size; k++) {
            for (int64_t l = 0; l < k; l++)
                matrix[k * size + l] = matrix[l * size + k];
            matrix[k * size + k] = newton->step[k] + shift * newton->diagonal[k];
        }
        status = cholesky_factor(cholesky);
    }
    return status;
}

/* PAROT_ENUMERIC: there is none; or why to stop. */
static parot_status find_step(struct entropic *entropic, int64_t full, struct control *control)
{
    struct newton *newton = &entropic->newton;
    const int64_t m = entropic->col.weights.count;
    struct cholesky cholesky = {full + 1, newton->matrix, newton->inverse, 1, control};
    TRY(fill_matrix(entropic, full, control));
    TRY(factor(newton, &cholesky));
    for (int64_t k = 0; k <= full; k++) {
        double sum = 0;
        for (int64_t j = 0; j < m; j++)
            sum -= newton->plan[k * m + j] * newton->excess[j];
        newton->step[k] = sum;
    }
    cholesky_solve(&cholesky, newton->step);
    for (int64_t k = 0; k < full; k++)
        if (!isfinite(newton->step[k]))
            return PAROT_ENUMERIC;
    return PAROT_OK;
}

/* ---- Along it ----------------------------------------------------------- */

static void move_rows(struct entropic *entropic, int64_t full, double length)
{
    const struct newton *newton = &entropic->newton;
    for (int64_t k = 0; k < full; k++) {
        int32_t i = newton->row[k];
        entropic->row.price[i] = fmax(0, newton->start[i] + length * newton->step[k]);
    }
}

static double largest_step(const struct newton *newton, int64_t full)
{
    double largest = 0;
    for (int64_t k = 0; k < full; k++)
        largest = fmax(largest, fabs(newton->step[k]));
    return largest;
}

/* Halves the step until the dual does not fall; or why to stop. */
static parot_status go_along(struct entropic *entropic, int64_t full, double least,
                             struct control *control)
{
    struct newton *newton = &entropic->newton;
    parot_status status = PAROT_OK;
    newton->longest = fmax(newton->longest, LONGEST);
    double length = fmin(1, newton->longest / largest_step(newton, full));
    for (int k = 0; k < HALVINGS && status == PAROT_OK; k++, length /= 2) {
        move_rows(entropic, full, length);
        entropic_settle_cols(entropic);
        if (value_of(entropic) >= least) {
            newton->longest *= k == 0 ? 2 : 0.5;
            return PAROT_OK;
        }
        status = control_poll_part(control, "newton", full, full);
    }
    newton->longest = LONGEST;
    move_rows(entropic, full, 0);
    entropic_settle_cols(entropic);
    return status;
}

parot_status newton_step(struct entropic *entropic, struct control *control)
{
    struct newton *newton = &entropic->newton;
    const int64_t n = entropic->row.weights.count;
    int64_t full = newton->is_there ? fill_plan(entropic) : 0;
    if (full == 0)
        return PAROT_OK;
    double before = value_of(entropic);
    double slack = ROUNDING * (fabs(entropic->lambda) * entropic->mass + fabs(before));
    memcpy(newton->start, entropic->row.price, (size_t)n * sizeof *newton->start);
    scale_plan(entropic, full);
    parot_status status = find_step(entropic, full, control);
    if (status != PAROT_OK)
        return status == PAROT_ENUMERIC ? PAROT_OK : status;
    return go_along(entropic, full, before - slack, control);
}
