/* factors.c - the columns that a basis is made of are some of the matrix's own, evenly spaced.
 *
 * That needs one product of n x n by rank for each side, and is as good as random combinations of
 * all columns for distances, which vary smoothly (docs/notes/gromov.md). Gram-Schmidt makes them
 * orthonormal, twice, since once leaves what rounding has put in.
 */
#include "gromov/factors.h"

#include <math.h>
#include <string.h>

#include "linalg/gemm.h"
#include "linalg/vector.h"

/* The rank, a share of the lines of a plan within these limits: more is closer and costs more.
 * Below so many lines exact products are as quick. */
enum { SHARE = 12, LEAST_RANK = 64, MOST_RANK = 128, LEAST_LINES = 512 };

/* Factors that are further off lead nowhere: adjacency matrices of random graphs have .9. */
static const double MOST_RESIDUAL = 0.1;

/* What is left of a column that depends on others. */
static const double DEPENDENT = 1e-10;

/* Rows of an n x n matrix that are multiplied between two looks at the clock. */
enum { ROWS = 512 };

static void layout(struct factors *factors, const struct tensor *tensor, int64_t rank,
                   struct arena *arena)
{
    const int64_t count[2] = {tensor->source.count, tensor->target.count};
    struct factor *factor[2] = {&factors->source, &factors->target};
    for (int s = 0; s < 2; s++) {
        factor[s]->basis = arena_take(arena, rank, (size_t)count[s] * sizeof(double));
        factor[s]->image = arena_take(arena, rank, (size_t)count[s] * sizeof(double));
    }
    factors->memory = arena->block;
}

/* ---- Bases -------------------------------------------------------------- */

/* Takes the directions of the rows before it from row k, and divides by its length; a row that
 * depends on them becomes 0. */
static void make_orthonormal(double *basis, int64_t n, int64_t k)
{
    double *row = basis + k * n, before = sqrt(vector_dot(n, row, row));
    for (int pass = 0; pass < 2; pass++)
        for (int64_t l = 0; l < k; l++)
            vector_add(n, -vector_dot(n, row, basis + l * n), basis + l * n, row);
    double after = sqrt(vector_dot(n, row, row));
    double factor = after > DEPENDENT * before ? 1 / after : 0;
    for (int64_t i = 0; i < n; i++)
        row[i] *= factor;
}

static parot_status fill_factor(struct factor *factor, const struct space *space, int64_t rank,
                                struct control *control)
{
    int64_t n = space->count;
    double kept = 0, all = 0;
    for (int64_t k = 0; k < rank; k++) {
        memcpy(factor->basis + k * n, space->even + (k * n / rank) * space->even_stride,
               (size_t)n * sizeof(double));
        make_orthonormal(factor->basis, n, k);
    }
    for (int64_t i = 0; i < n; i += ROWS) {
        TRY(control_poll(control, "frank-wolfe", 0, NAN, NAN));
        gemm_nt(n - i < ROWS ? n - i : ROWS, rank, n, 1, space->even + i * space->even_stride,
                space->even_stride, factor->basis, n, factor->image + i * rank, rank);
    }
    for (int64_t i = 0; i < n; i++) {
        const double *row = space->even + i * space->even_stride;
        const double *image = factor->image + i * rank;
        all += vector_dot(n, row, row);
        kept += vector_dot(rank, image, image);
    }
    factor->residual = all > 0 ? sqrt(fmax(0, 1 - kept / all)) : 0;
    return PAROT_OK;
}

static void drop(struct factors *factors)
{
    block_free(factors->memory);
    *factors = (struct factors){0};
}

parot_status factors_make(struct factors *factors, const struct tensor *tensor, int64_t rank,
                          struct control *control, parot_error *err)
{
    struct arena arena = {0};
    *factors = (struct factors){0};
    layout(factors, tensor, rank, &arena);
    TRY(arena_open(&arena, control, err));
    layout(factors, tensor, rank, &arena);
    factors->rank = rank;
    if (fill_factor(&factors->source, &tensor->source, rank, control) != PAROT_OK ||
        fill_factor(&factors->target, &tensor->target, rank, control) != PAROT_OK)
        drop(factors);
    return PAROT_OK;
}

parot_status factors_open(struct factors *factors, const struct tensor *tensor, int64_t lines,
                          struct control *control, parot_error *err)
{
    int64_t rank = lines / SHARE < LEAST_RANK ? LEAST_RANK : lines / SHARE;
    *factors = (struct factors){0};
    if (lines < LEAST_LINES || (tensor->source.odd && tensor->target.odd))
        return PAROT_OK;
    TRY(factors_make(factors, tensor, rank < MOST_RANK ? rank : MOST_RANK, control, err));
    if (!(factors->source.residual <= MOST_RESIDUAL && factors->target.residual <= MOST_RESIDUAL))
        drop(factors);
    return PAROT_OK;
}

/* ---- Products ----------------------------------------------------------- */

/* Rows of both images for lines first, first + 1, ... of X: those of the lines themselves, and sums
 * of the others. */
static void gather(const struct factor *near, const struct factor *far, const struct lines *lines,
                   int64_t rank, int64_t r, double *copy, double *sum)
{
    memcpy(copy, near->image + lines->index[r] * rank, (size_t)rank * sizeof *copy);
    memset(sum, 0, (size_t)rank * sizeof *sum);
    for (int64_t e = lines->begin[r]; e < lines->begin[r + 1]; e++)
        vector_add(rank, lines->mass[e], far->image + lines->other[e] * rank, sum);
}

/* core = ((H Q)' X (K R))', by chunks of lines */
static void fill_core(const struct factors *factors, const struct lines *lines,
                      const struct bench *bench, double *core)
{
    int64_t rank = factors->rank;
    const struct factor *near = lines->is_by_col ? &factors->target : &factors->source;
    const struct factor *far = lines->is_by_col ? &factors->source : &factors->target;
    double *copies = lines->is_by_col ? bench->right : bench->left;
    double *sums = lines->is_by_col ? bench->left : bench->right;
    memset(core, 0, (size_t)(rank * rank) * sizeof *core);
    for (int64_t first = 0; first < lines->count; first += bench->chunk) {
        int64_t count = lines->count - first < bench->chunk ? lines->count - first : bench->chunk;
        for (int64_t c = 0; c < count; c++)
            gather(near, far, lines, rank, first + c, copies + c * rank, sums + c * rank);
        gemm_tn_add(rank, rank, count, 1, bench->right, rank, bench->left, rank, core, rank);
    }
}

parot_status factors_add(const struct factors *factors, const struct tensor *tensor,
                         const struct lines *lines, struct bench *bench, double *core,
                         struct blend blend, struct control *control)
{
    int64_t m = tensor->target.count, rank = factors->rank;
    fill_core(factors, lines, bench, core);
    memset(bench->right, 0, (size_t)(rank * m) * sizeof *bench->right);
    gemm_tn_add(rank, m, rank, 1, core, rank, factors->target.basis, m, bench->right, m);
    return tensor_add_thin(tensor, factors->source.basis, bench->right, rank, bench, blend,
                           control);
}
