/* entropic_gradient.c - derivatives of the cost of an entropic plan, from the equations it
 * satisfies.
 *
 * T_ij = exp((lambda - u_i - v_j - C_ij) / reg) has the mass, and the sums r of rows and c of
 * columns that are full: those with a price, A and B. Let e_ij = (1; 1 at i if in A; 1 at j if in
 * B), K = sum_ij T_ij e_ij e_ij', and w with
 *
 *   K w = -sum_ij T_ij log T_ij e_ij.
 *
 * Then the derivatives of <C,T> are
 *
 *   by C_ij   T_ij (1 + w_0 + w_i + w_j + log T_ij)
 *   by p_i    -u_i + reg w_i,   by q_j   -v_j + reg w_j,   by the mass   lambda + reg w_0
 *
 * with w = 0 outside of A and B: the prices, and what the entropy adds to them. (C itself is not
 * needed: it is lambda - u - v - reg log T.) The longer side of K has a diagonal block and is
 * eliminated; what is left is factored. K is singular where all of a side is full, which a shift of
 * its diagonal hides; steps of refinement take its effect away where it matters.
 */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/options.h"
#include "base/sums.h"
#include "linalg/cholesky.h"
#include "linalg/gemm.h"
#include "parot/parot.h"

/* Added to the diagonal, relatively; more if that is not enough to factor the matrix. */
static const double LEAST_SHIFT = 1e-14, MOST_SHIFT = 1e-3, MORE_SHIFT = 100;

/* Of refinement: each takes away all but a share of about shift / (eigenvalue of K). */
enum { REFINEMENTS = 3 };

struct side {
    int64_t count, full; /* points, and those that are full */
    const double *price;
    int32_t *at;    /* of each full point, its number */
    double *sum;    /* of the plan, of each point */
    double *target; /* -sum T log T, of each point */
    double *w;      /* of each point */
};

struct derivation {
    const parot_entropic_result *result;
    struct side kept, gone; /* gone is the longer one, which is eliminated */
    int is_turned;          /* kept are the columns */
    double mass, target;    /* sums over all pairs */
    double w;               /* of the mass */
    double *scaled;         /* (full + 1) x gone->full: B of the Schur complement, K_kk - B B' */
    double *matrix, *factor, *inverse; /* of the kept side and the mass */
    double *right, *step, *rest;
    struct control control;
};

static double entry(const struct derivation *it, int64_t kept, int64_t gone)
{
    int64_t i = it->is_turned ? gone : kept, j = it->is_turned ? kept : gone;
    return it->result->plan[i * it->result->cols + j];
}

/* ---- The sums ----------------------------------------------------------- */

static void layout_side(struct side *side, struct arena *arena)
{
    side->at = arena_take(arena, side->count, sizeof *side->at);
    side->sum = arena_take(arena, side->count, sizeof *side->sum);
    side->target = arena_take(arena, side->count, sizeof *side->target);
    side->w = arena_take(arena, side->count, sizeof *side->w);
}

static void layout(struct derivation *it, struct arena *arena)
{
    int64_t size = it->kept.count + 1, squares = 0, products = 0;
    if (!multiply_sizes(size, size, &squares) || !multiply_sizes(size, it->gone.count, &products))
        arena->overflow = 1;
    layout_side(&it->kept, arena);
    layout_side(&it->gone, arena);
    it->scaled = arena_take(arena, products, sizeof(double));
    it->matrix = arena_take(arena, squares, sizeof(double));
    it->factor = arena_take(arena, squares, sizeof(double));
    it->inverse = arena_take(arena, size * CHOLESKY_TILE, sizeof(double));
    it->right = arena_take(arena, size, sizeof(double));
    it->step = arena_take(arena, size, sizeof(double));
    it->rest = arena_take(arena, size, sizeof(double));
}

static void fill_sums(struct derivation *it)
{
    struct sum mass = {0}, target = {0};
    for (int64_t k = 0; k < it->kept.count; k++)
        for (int64_t g = 0; g < it->gone.count; g++) {
            double moved = entry(it, k, g), entropy = moved > 0 ? -moved * log(moved) : 0;
            it->kept.sum[k] += moved;
            it->gone.sum[g] += moved;
            it->kept.target[k] += entropy;
            it->gone.target[g] += entropy;
            sum_add(&mass, moved);
            sum_add(&target, entropy);
        }
    it->mass = sum_value(&mass);
    it->target = sum_value(&target);
}

/* Points without mass have a price, and nothing that could change. */
static void find_full(struct side *side)
{
    for (int64_t i = 0; i < side->count; i++)
        if (side->price[i] > 0 && side->sum[i] > 0)
            side->at[side->full++] = (int32_t)i;
}

/* ---- The system --------------------------------------------------------- */

/* B = [T_kg / sqrt(c_g); sqrt(c_g)], and the right side less what the eliminated side takes. */
static void fill_scaled(struct derivation *it)
{
    const struct side *kept = &it->kept, *gone = &it->gone;
    int64_t width = gone->full;
    double *border = it->scaled + kept->full * width;
    for (int64_t k = 0; k < kept->full; k++)
        it->right[k] = kept->target[kept->at[k]];
    it->right[kept->full] = it->target;
    for (int64_t g = 0; g < width; g++) {
        int32_t at = gone->at[g];
        double root = sqrt(gone->sum[at]), share = gone->target[at] / root;
        border[g] = root;
        it->right[kept->full] -= root * share;
        for (int64_t k = 0; k < kept->full; k++) {
            it->scaled[k * width + g] = entry(it, kept->at[k], at) / root;
            it->right[k] -= it->scaled[k * width + g] * share;
        }
    }
}

static parot_status fill_matrix(struct derivation *it, parot_error *err)
{
    const struct side *kept = &it->kept;
    int64_t size = kept->full + 1, width = it->gone.full;
    memset(it->matrix, 0, (size_t)(size * size) * sizeof *it->matrix);
    for (int64_t k = 0; width > 0 && k < size; k += GEMM_TILE)
        for (int64_t l = 0; l <= k; l += GEMM_TILE) {
            int64_t rows = size - k < GEMM_TILE ? size - k : GEMM_TILE;
            int64_t cols = size - l < GEMM_TILE ? size - l : GEMM_TILE;
            TRY(control_go_on(&it->control, "gradient", k, size, err));
            gemm_nt(rows, cols, width, -1, it->scaled + k * width, width, it->scaled + l * width,
                    width, it->matrix + k * size + l, size);
        }
    for (int64_t k = 0; k < kept->full; k++) {
        it->matrix[k * size + k] += kept->sum[kept->at[k]];
        it->matrix[kept->full * size + k] += kept->sum[kept->at[k]];
    }
    it->matrix[kept->full * size + kept->full] += it->mass;
    for (int64_t k = 0; k < size; k++)
        for (int64_t l = k + 1; l < size; l++)
            it->matrix[k * size + l] = it->matrix[l * size + k];
    return PAROT_OK;
}

static double diagonal(const struct derivation *it, int64_t k)
{
    return k < it->kept.full ? it->kept.sum[it->kept.at[k]] : it->mass;
}

/* With as small a shift as will do. */
static parot_status factor(struct derivation *it, struct cholesky *cholesky, parot_error *err)
{
    int64_t size = cholesky->n;
    for (double shift = LEAST_SHIFT; shift <= MOST_SHIFT; shift *= MORE_SHIFT) {
        memcpy(it->factor, it->matrix, (size_t)(size * size) * sizeof *it->factor);
        for (int64_t k = 0; k < size; k++)
            it->factor[k * size + k] += shift * diagonal(it, k);
        parot_status status = cholesky_factor(cholesky);
        if (status == PAROT_OK)
            return PAROT_OK;
        if (status != PAROT_ENUMERIC)
            return fail(err, PAROT_ESTOPPED, "stopped (%s) before the derivatives were complete",
                        parot_status_name(status));
    }
    return fail(err, PAROT_ENUMERIC, "result: the plan's equations do not determine derivatives");
}

static parot_status solve(struct derivation *it, parot_error *err)
{
    int64_t size = it->kept.full + 1;
    struct cholesky cholesky = {size, it->factor, it->inverse, 1, &it->control};
    TRY(factor(it, &cholesky, err));
    memset(it->step, 0, (size_t)size * sizeof *it->step);
    for (int round = 0; round <= REFINEMENTS; round++) {
        for (int64_t k = 0; k < size; k++) {
            struct sum rest = {0};
            sum_add(&rest, it->right[k]);
            for (int64_t l = 0; l < size; l++)
                sum_add_product(&rest, -it->matrix[k * size + l], it->step[l]);
            it->rest[k] = sum_value(&rest);
        }
        parot_status status = cholesky_solve(&cholesky, it->rest);
        if (status != PAROT_OK)
            return fail(err, PAROT_ESTOPPED, "stopped (%s) before the derivatives were complete",
                        parot_status_name(status));
        for (int64_t k = 0; k < size; k++)
            it->step[k] += it->rest[k];
    }
    return PAROT_OK;
}

/* w of the eliminated side follows from that of the other. */
static void spread(struct derivation *it)
{
    const struct side *kept = &it->kept, *gone = &it->gone;
    it->w = it->step[kept->full];
    for (int64_t k = 0; k < kept->full; k++)
        kept->w[kept->at[k]] = it->step[k];
    for (int64_t g = 0; g < gone->full; g++) {
        struct sum rest = {0};
        int32_t at = gone->at[g];
        sum_add(&rest, gone->target[at]);
        sum_add_product(&rest, -gone->sum[at], it->w);
        for (int64_t k = 0; k < kept->full; k++)
            sum_add_product(&rest, -entry(it, kept->at[k], at), it->step[k]);
        gone->w[at] = sum_value(&rest) / gone->sum[at];
    }
}

/* ---- Out ---------------------------------------------------------------- */

static void fill_out(const struct derivation *it, const parot_entropic_derivatives *out)
{
    const parot_entropic_result *result = it->result;
    const double *row = it->is_turned ? it->gone.w : it->kept.w;
    const double *col = it->is_turned ? it->kept.w : it->gone.w;
    double reg = result->reg;
    for (int64_t i = 0; i < result->rows && out->cost; i++)
        for (int64_t j = 0; j < result->cols; j++) {
            double moved = result->plan[i * result->cols + j];
            out->cost[i * result->cols + j] =
                moved > 0 ? moved * (1 + it->w + row[i] + col[j] + log(moved)) : 0;
        }
    for (int64_t i = 0; i < result->rows && out->p; i++)
        out->p[i] = row[i] != 0 ? reg * row[i] - result->dual.u[i] : -result->dual.u[i];
    for (int64_t j = 0; j < result->cols && out->q; j++)
        out->q[j] = col[j] != 0 ? reg * col[j] - result->dual.v[j] : -result->dual.v[j];
    if (out->mass)
        *out->mass = result->dual.lambda + reg * it->w;
}

/* Works: what it allocates is in *arena. */
static parot_status derive(struct derivation *it, struct arena *arena, parot_error *err)
{
    layout(it, arena);
    TRY(arena_open(arena, &it->control, err));
    layout(it, arena);
    fill_sums(it);
    find_full(&it->kept);
    find_full(&it->gone);
    fill_scaled(it);
    TRY(fill_matrix(it, err));
    TRY(solve(it, err));
    spread(it);
    return PAROT_OK;
}

parot_status parot_entropic_gradient(const parot_entropic_result *result, const parot_run *run,
                                     const parot_entropic_derivatives *derivatives,
                                     parot_error *err)
{
    struct arena arena = {0};
    TRY(CHECK_GIVEN(err, result, derivatives));
    TRY(CHECK_RESERVED(derivatives, err));
    if (!result->plan || !result->dual.u || !result->dual.v || !(result->reg > 0))
        return fail(err, PAROT_EINVAL, "result: must be that of parot_partial_entropic");
    struct side rows = {.count = result->rows, .price = result->dual.u};
    struct side cols = {.count = result->cols, .price = result->dual.v};
    int is_turned = result->cols < result->rows;
    struct derivation it = {.result = result,
                            .is_turned = is_turned,
                            .kept = is_turned ? cols : rows,
                            .gone = is_turned ? rows : cols};
    TRY(control_init(&it.control, run, err));
    it.control.run.max_iterations = 0; /* means solvers */
    parot_status status = derive(&it, &arena, err);
    if (status == PAROT_OK)
        fill_out(&it, derivatives);
    block_free(arena.block);
    return status;
}
