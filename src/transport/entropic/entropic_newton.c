/* entropic_newton.c - one Newton step on the Schur complement, with a bounded length.
 *
 * With v and lambda settled for u, the dual is a concave function of u alone. T is as in
 * entropic_dual.h, r and c are its sums of rows and columns; its derivatives by u are r - p. Let R
 * be the rows that are free to move (u > 0, or r > p) and A the columns that are full. Minus the
 * second derivatives by u_R, v_A and lambda are
 *
 *   [ diag r_R    T_RA     -r_R ]
 *   [ T_RA'     diag c_A   -c_A ]
 *   [ -r_R'      -c_A'     mass ]
 *
 * and v_A and lambda follow u. Without v_A, by the Schur complement of diag c_A, with
 * B = [T_RA; -c_A'] / sqrt(c_A),
 *
 *   (diag-and-border(r_R, mass) - B B' + shift D) [du; dlambda] = [r_R - p_R; 0],
 *
 * D the diagonal before B B' is taken away, where rows whose u would fall below 0 are held there
 * (du = -u) while the others are found again. The larger the shift (Levenberg), the shorter the
 * step and the nearer to the scaled gradient, along which the dual rises also where prices are held
 * at 0. Each trial is judged by the dual after v and lambda have been settled again, so that it is
 * one half of an ordinary iteration. Masses are relative to the problem's.
 */
#include "transport/entropic/entropic_newton.h"

#include <math.h>
#include <string.h>

#include "base/sums.h"
#include "linalg/cholesky.h"
#include "linalg/exponential.h"
#include "linalg/gemm.h"

/* Added to the diagonal, relatively: prices may be shifted against each other for free, and then
 * the matrix is singular. More if that is not enough to factor it, or if the dual falls. */
static const double LEAST_SHIFT = 1e-15, MOST_SHIFT = 1e3, MORE_SHIFT = 1000;

/* The dual is known no better than that. */
static const double ROUNDING = 1e-14;

/* Where the dual is no longer known well enough, its derivatives must fall by that much. */
static const double FALL = 0.75;

/* Prices, in units of reg, may change by that much at a time, and by twice as much after each step
 * that did not have to be halved: beyond, exponentials are nothing like their second-order
 * expansion, and where the matrix is nearly singular steps are far longer. */
static const double LONGEST = 20;

/* Rounds in which rows are found whose prices end at 0. */
enum { ROUNDS = 6 };

/* Halvings of a step until the shift is raised, which also turns it. */
enum { HALVINGS = 3 };

void newton_layout(struct newton *newton, int64_t n, int64_t m, struct arena *arena)
{
    newton->is_there = n <= NEWTON_MOST_ROWS;
    if (!newton->is_there)
        return;
    newton->plan = arena_take(arena, (n + 1) * m, sizeof *newton->plan);
    newton->matrix = arena_take(arena, (n + 1) * (n + 1), sizeof *newton->matrix);
    newton->inverse = arena_take(arena, (n + 1) * CHOLESKY_TILE, sizeof *newton->inverse);
    newton->diagonal = arena_take(arena, n + 1, sizeof *newton->diagonal);
    newton->pivot = arena_take(arena, n + 1, sizeof *newton->pivot);
    newton->gradient = arena_take(arena, n + 1, sizeof *newton->gradient);
    newton->step = arena_take(arena, n + 1, sizeof *newton->step);
    newton->start = arena_take(arena, n, sizeof *newton->start);
    newton->row = arena_take(arena, n, sizeof *newton->row);
    newton->is_held = arena_take(arena, n + 1, sizeof *newton->is_held);
    newton->sum = arena_take(arena, m, sizeof *newton->sum);
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

/* The rows of T that are free to move, their sums and gradients, and the sums of all columns;
 * returns how many rows these are. */
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
        struct sum total = {0};
        exponential_row(m, shift - row->price[i], entropic->cost + i * m, entropic->col.price, out);
        for (int64_t j = 0; j < m; j++) {
            newton->sum[j] += out[j];
            sum_add(&total, out[j]);
        }
        double moved = sum_value(&total), weight = weight_at(row->weights, i) / entropic->mass;
        if (row->price[i] > 0 || moved > weight) {
            newton->diagonal[full] = moved;
            newton->gradient[full] = moved - weight;
            newton->row[full++] = (int32_t)i;
        }
    }
    newton->diagonal[full] = 1;
    newton->gradient[full] = 0;
    return full;
}

/* B in place of the plan. Columns with room are left out: zeros. */
static void scale_plan(struct entropic *entropic, int64_t full)
{
    struct newton *newton = &entropic->newton;
    const struct entropic_side *col = &entropic->col;
    const int64_t m = col->weights.count;
    double *last = newton->plan + full * m;
    for (int64_t j = 0; j < m; j++) {
        double sum = newton->sum[j];
        int is_full = sum > 0 && col->price[j] > 0;
        last[j] = is_full ? -sqrt(sum) : 0;
        newton->sum[j] = is_full ? 1 / sqrt(sum) : 0;
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

/* The matrix on and above its diagonal, which is kept in `pivot`. */
static parot_status fill_matrix(struct entropic *entropic, int64_t full, struct control *control)
{
    struct newton *newton = &entropic->newton;
    const int64_t m = entropic->col.weights.count, size = full + 1;
    double *matrix = newton->matrix;
    TRY(multiply(newton, size, m, control));
    for (int64_t k = 0; k < full; k++)
        matrix[k * size + full] -= newton->diagonal[k];
    for (int64_t k = 0; k < size; k++)
        newton->pivot[k] = matrix[k * size + k] + newton->diagonal[k];
    return PAROT_OK;
}

/* The system on and below the diagonal, and its right side: of a row that is held it is known that
 * du = -u, which the others' right sides allow for. */
static void state_system(struct newton *newton, int64_t full, double shift)
{
    const int64_t size = full + 1;
    double *matrix = newton->matrix;
    memcpy(newton->step, newton->gradient, (size_t)size * sizeof *newton->step);
    for (int64_t k = 0; k < size; k++) {
        for (int64_t l = 0; l < k; l++) {
            int is_held = newton->is_held[k] || newton->is_held[l];
            double entry = matrix[l * size + k];
            matrix[k * size + l] = is_held ? 0 : entry;
            if (newton->is_held[l])
                newton->step[k] += entry * newton->start[newton->row[l]];
            if (newton->is_held[k])
                newton->step[l] += entry * newton->start[newton->row[k]];
        }
        matrix[k * size + k] = newton->pivot[k] + shift * newton->diagonal[k];
    }
    for (int64_t k = 0; k < full; k++)
        if (newton->is_held[k])
            newton->step[k] = -newton->start[newton->row[k]] * matrix[k * size + k];
}

/* Holds the rows whose prices would fall below 0; returns how many are new. */
static int64_t hold_rows(struct newton *newton, int64_t full)
{
    int64_t held = 0;
    for (int64_t k = 0; k < full; k++)
        if (!newton->is_held[k] && newton->start[newton->row[k]] + newton->step[k] < 0) {
            newton->is_held[k] = 1;
            held++;
        }
    return held;
}

/* The step for one shift, among prices >= 0; PAROT_ENUMERIC: there is none; or why to stop. */
static parot_status find_step(struct newton *newton, int64_t full, double shift,
                              struct control *control)
{
    const int64_t size = full + 1;
    struct cholesky cholesky = {size, newton->matrix, newton->inverse, 1, control};
    memset(newton->is_held, 0, (size_t)size * sizeof *newton->is_held);
    for (int round = 0; round == 0 || (round < ROUNDS && hold_rows(newton, full) > 0); round++) {
        state_system(newton, full, shift);
        TRY(cholesky_factor(&cholesky));
        TRY(cholesky_solve(&cholesky, newton->step));
        for (int64_t k = 0; k < full; k++)
            if (!isfinite(newton->step[k]))
                return PAROT_ENUMERIC;
    }
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

/* What a step is judged by: the dual and its rounding, and sum |derivatives|, at its beginning. */
struct level {
    double value, slack, slope;
};

/* The derivatives of rows that are free to move, summed, once their columns are settled. The plan
 * is no longer needed, and its first row is scratch. */
static double slope_of(struct entropic *entropic)
{
    const struct entropic_side *row = &entropic->row;
    const int64_t n = row->weights.count, m = entropic->col.weights.count;
    const double shift = entropic->lambda - log(entropic->mass);
    double slope = 0, *out = entropic->newton.plan;
    for (int64_t i = 0; i < n; i++) {
        double moved = 0;
        if (row->price[i] == INFINITY)
            continue;
        exponential_row(m, shift - row->price[i], entropic->cost + i * m, entropic->col.price, out);
        for (int64_t j = 0; j < m; j++)
            moved += out[j];
        double beyond = moved - weight_at(row->weights, i) / entropic->mass;
        slope += row->price[i] > 0 ? fabs(beyond) : fmax(0, beyond);
    }
    return slope;
}

/* Does the dual rise? Where its rounding hides that, do its derivatives fall to that share? */
static int is_higher(struct entropic *entropic, const struct level *level, double fall)
{
    double value = value_of(entropic);
    if (value > level->value + level->slack)
        return 1;
    return value >= level->value - level->slack &&
           (fall == INFINITY || slope_of(entropic) <= fall * level->slope);
}

/* Halves the step until it leads higher; returns whether it does. */
static int go_along(struct entropic *entropic, int64_t full, const struct level *level, double fall)
{
    struct newton *newton = &entropic->newton;
    newton->longest = fmax(newton->longest, LONGEST);
    double largest = largest_step(newton, full);
    double length = largest > newton->longest ? newton->longest / largest : 1;
    for (int k = 0; k < HALVINGS; k++, length /= 2) {
        move_rows(entropic, full, length);
        entropic_settle_cols(entropic);
        if (is_higher(entropic, level, fall)) {
            newton->longest *= k == 0 ? 2 : 0.5;
            return 1;
        }
    }
    newton->longest = LONGEST;
    return 0;
}

/* With as small a shift as will do; PAROT_ENUMERIC: none does; or why to stop. */
static parot_status climb(struct entropic *entropic, int64_t full, const struct level *level,
                          double fall, struct control *control)
{
    for (double shift = LEAST_SHIFT; shift <= MOST_SHIFT; shift *= MORE_SHIFT) {
        parot_status status = find_step(&entropic->newton, full, shift, control);
        if (status == PAROT_OK && go_along(entropic, full, level, fall))
            return PAROT_OK;
        if (status == PAROT_OK)
            status = control_poll_part(control, "newton", full, full);
        if (status != PAROT_OK && status != PAROT_ENUMERIC)
            return status;
    }
    return PAROT_ENUMERIC;
}

parot_status newton_step(struct entropic *entropic, struct control *control)
{
    struct newton *newton = &entropic->newton;
    const int64_t n = entropic->row.weights.count;
    if (!newton->is_there)
        return PAROT_OK;
    memcpy(newton->start, entropic->row.price, (size_t)n * sizeof *newton->start);
    entropic_settle_cols(entropic);
    int64_t full = fill_plan(entropic);
    if (full == 0)
        return PAROT_OK;
    struct level level = {.value = value_of(entropic)};
    level.slack = ROUNDING * (fabs(entropic->lambda) * entropic->mass + fabs(level.value));
    for (int64_t k = 0; k < full; k++)
        level.slope += fabs(newton->gradient[k]);
    scale_plan(entropic, full);
    parot_status status = fill_matrix(entropic, full, control);
    if (status == PAROT_OK)
        status = climb(entropic, full, &level, FALL, control);
    if (status == PAROT_ENUMERIC) /* any step that does not lead down may lead out of a corner */
        status = climb(entropic, full, &level, INFINITY, control);
    if (status != PAROT_OK) {
        move_rows(entropic, full, 0);
        entropic_settle_cols(entropic);
    }
    return status == PAROT_ENUMERIC ? PAROT_OK : status;
}
