/* tensor.c - products with a sparse plan: gathers, and one dense product per part.
 *
 * By rows, H X K' = sum over the rows r of X that are not empty of H_.r (X K')_r. Both factors are
 * cheap: rows of H as they are, and sums of a few rows of K. By columns the sides change places.
 */
#include "gromov/tensor.h"

#include <math.h>
#include <string.h>

#include "base/parallel.h"
#include "base/simd.h"
#include "base/sums.h"
#include "linalg/gemm.h"
#include "linalg/gemm_kernel.h"
#include "linalg/vector.h"

/* Lines multiplied together: enough that passes over the result do not matter beside the products
 * (one in 32), few enough that they take no memory to speak of. */
enum { CHUNK = 256 };

/* Rows of the result that a thread takes at a time. */
enum { PANEL = GEMM_KERNEL_ROWS };

/* Lines of X that a thread takes at a time. */
enum { LINES = 16 };

const double TENSOR_PIECE = 1e8;

/* Below this many multiplications threads cost more than they save. */
static const double WORTH_THREADS = 2e6;

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

void bench_layout(struct bench *bench, int64_t n, int64_t m, struct arena *arena)
{
    bench->chunk = smaller(CHUNK, larger(2, smaller(n, m)));
    int64_t size = larger(n, m);
    bench->left = arena_take(arena, bench->chunk, (size_t)size * sizeof(double));
    bench->right = arena_take(arena, bench->chunk, (size_t)size * sizeof(double));
    bench->part = arena_take(arena, size, sizeof(double));
    bench->row_sum = arena_take(arena, n, sizeof(double));
    bench->col_sum = arena_take(arena, m, sizeof(double));
    bench->own_row = arena_take(arena, n, sizeof(double));
    bench->own_col = arena_take(arena, m, sizeof(double));
}

/* ---- Pieces ------------------------------------------------------------- */

/* A loop in pieces, between which the clock is looked at. */
struct piece {
    void (*body)(int64_t begin, int64_t end, void *context);
    void *context;
    int64_t first;
};

static void run_piece(int64_t begin, int64_t end, void *context)
{
    const struct piece *piece = context;
    piece->body(piece->first + begin, piece->first + end, piece->context);
}

/* How often a call has been asked, and by whom. */
struct watch {
    const struct tensor *tensor;
    struct control *control;
    double work; /* multiplications since the last question */
};

/* Before `work` more multiplications. */
static parot_status watch_ask(struct watch *watch, double work)
{
    int is_due = watch->work > 0 && watch->work + work > watch->tensor->piece;
    if (!is_due || !watch->control || watch->tensor->piece == 0) {
        watch->work += work;
        return PAROT_OK;
    }
    watch->work = work;
    return control_poll(watch->control, "frank-wolfe", 0, NAN, NAN);
}

/* Threads, if that many multiplications are worth them. */
static int32_t threads_for(const struct tensor *tensor, double work)
{
    return work > WORTH_THREADS ? tensor->threads : 1;
}

/* body over `count` items of `work` multiplications each, `grain` of them at a time in a thread */
static parot_status loop_in_pieces(struct watch *watch, int64_t count, int64_t grain, double work,
                                   struct piece piece)
{
    int32_t threads = threads_for(watch->tensor, work * (double)count);
    double most = fmax(1, watch->tensor->piece / fmax(1, work));
    int64_t step = watch->control && most < (double)count ? (int64_t)most : count;
    step = larger((step + grain - 1) / grain, watch->control ? threads : 1) * grain;
    for (; piece.first < count; piece.first += step) {
        int64_t size = smaller(step, count - piece.first);
        TRY(watch_ask(watch, work * (double)size));
        parallel_for(threads, size, grain, run_piece, &piece);
    }
    return PAROT_OK;
}

/* ---- Marginal terms ----------------------------------------------------- */

/* out = F x, by the rows of F that x uses: F is symmetric */
static void apply_own(const struct space *space, const double *x, double *out)
{
    int64_t n = space->count;
    memset(out, 0, (size_t)n * sizeof *out);
    for (int64_t k = 0; k < n; k++) {
        if (x[k] == 0)
            continue;
        if (space->own) {
            vector_add(n, x[k], space->own + k * space->own_stride, out);
            continue;
        }
        vector_add_squares(n, 0.5 * x[k], space->even + k * space->even_stride, out);
        if (space->odd)
            vector_add_squares(n, 0.5 * x[k], space->odd + k * n, out);
    }
}

double tensor_own(const struct tensor *tensor, struct bench *bench)
{
    apply_own(&tensor->source, bench->row_sum, bench->own_row);
    apply_own(&tensor->target, bench->col_sum, bench->own_col);
    return vector_dot(tensor->source.count, bench->own_row, bench->row_sum) +
           vector_dot(tensor->target.count, bench->own_col, bench->col_sum);
}

static void add_marginals(const struct lines *lines, struct bench *bench)
{
    double *line_sum = lines->is_by_col ? bench->col_sum : bench->row_sum;
    double *other_sum = lines->is_by_col ? bench->row_sum : bench->col_sum;
    memset(bench->row_sum, 0, (size_t)lines->rows * sizeof(double));
    memset(bench->col_sum, 0, (size_t)lines->cols * sizeof(double));
    for (int64_t r = 0; r < lines->count; r++)
        for (int64_t e = lines->begin[r]; e < lines->begin[r + 1]; e++) {
            line_sum[lines->index[r]] += lines->mass[e];
            other_sum[lines->other[e]] += lines->mass[e];
        }
}

/* ---- Products ----------------------------------------------------------- */

/* One part, even or odd, of both sides; `near` is the side whose lines X is cut into. */
struct part {
    const struct tensor *tensor;
    const struct lines *lines;
    struct bench *bench;
    const double *near, *far; /* matrices */
    int64_t near_count, far_count, near_stride, far_stride;
    int64_t first;         /* line of the chunk */
    double *copies, *sums; /* rows of `near`, and sums of rows of `far`: left and right or right and
                              left */
};

static struct part part_of(const struct tensor *tensor, const struct lines *lines,
                           struct bench *bench, int is_odd)
{
    const struct space *near = lines->is_by_col ? &tensor->target : &tensor->source;
    const struct space *far = lines->is_by_col ? &tensor->source : &tensor->target;
    return (struct part){.tensor = tensor,
                         .lines = lines,
                         .bench = bench,
                         .near = is_odd ? near->odd : near->even,
                         .far = is_odd ? far->odd : far->even,
                         .near_count = near->count,
                         .far_count = far->count,
                         .near_stride = is_odd ? near->count : near->even_stride,
                         .far_stride = is_odd ? far->count : far->even_stride,
                         .copies = lines->is_by_col ? bench->right : bench->left,
                         .sums = lines->is_by_col ? bench->left : bench->right};
}

static int part_count(const struct tensor *tensor)
{
    return tensor->source.odd && tensor->target.odd ? 2 : 1;
}

/* (X K)_r, for line r of X */
static void sum_far(const struct part *part, int64_t r, double *sum)
{
    const struct lines *lines = part->lines;
    memset(sum, 0, (size_t)part->far_count * sizeof *sum);
    for (int64_t e = lines->begin[r]; e < lines->begin[r + 1]; e++)
        vector_add(part->far_count, lines->mass[e], part->far + lines->other[e] * part->far_stride,
                   sum);
}

/* (H X)_r */
static void sum_near(const struct part *part, int64_t r, double *sum)
{
    const struct lines *lines = part->lines;
    const double *row = part->near + lines->index[r] * part->near_stride;
    memset(sum, 0, (size_t)part->far_count * sizeof *sum);
    for (int64_t k = 0; k < lines->count; k++) {
        double h = row[lines->index[k]];
        for (int64_t e = lines->begin[k]; e < lines->begin[k + 1]; e++)
            sum[lines->other[e]] += h * lines->mass[e];
    }
}

/* Multiplications for a line of X: all entries at once, or its share of them by far_count. */
static double form_work(const struct part *part)
{
    double entries = (double)part->lines->begin[part->lines->count];
    return entries + entries / fmax(1, (double)part->lines->count) * (double)part->far_count;
}

static double fill_work(const struct part *part)
{
    double entries = (double)part->lines->begin[part->lines->count];
    return (double)part->near_count +
           entries / fmax(1, (double)part->lines->count) * (double)part->far_count;
}

/* <H X K', X> = sum_r <(H X)_r, (X K)_r> */
static void form_lines(int64_t begin, int64_t end, void *context)
{
    const struct part *part = context;
    int64_t size = larger(part->near_count, part->far_count);
    for (int64_t c = begin; c < end; c++) {
        double *near = part->bench->left + c * size, *far = part->bench->right + c * size;
        sum_near(part, part->first + c, near);
        sum_far(part, part->first + c, far);
        part->bench->part[part->first + c] += vector_dot(part->far_count, near, far);
    }
}

double tensor_form(const struct tensor *tensor, const struct lines *lines, struct bench *bench,
                   struct control *control)
{
    struct watch watch = {tensor, control, 0};
    add_marginals(lines, bench);
    double value = tensor_own(tensor, bench);
    memset(bench->part, 0, (size_t)lines->count * sizeof *bench->part);
    for (int odd = 0; odd < part_count(tensor); odd++) {
        struct part part = part_of(tensor, lines, bench, odd);
        for (; part.first < lines->count; part.first += bench->chunk)
            if (loop_in_pieces(&watch, smaller(bench->chunk, lines->count - part.first), LINES,
                               form_work(&part), (struct piece){form_lines, &part, 0}) != PAROT_OK)
                return NAN;
    }
    for (int64_t r = 0; r < lines->count; r++)
        value -= bench->part[r];
    return value;
}

/* ---- Blending ----------------------------------------------------------- */

struct panels {
    const struct tensor *tensor;
    const struct bench *bench;
    struct blend blend;
    int is_first;  /* keep, linear and the marginal terms are still to be done */
    int64_t inner; /* rows of left and right */
    const double *left, *right;
};

/* row = keep row + own + weight g */
SIMD_CLONES static void blend_numbers(int64_t m, double keep, double own, double weight,
                                      const double *restrict g, double *restrict row)
{
    for (int64_t j = 0; j < m; j++)
        row[j] = keep * row[j] + own + weight * g[j];
}

/* keep G + linear C + weight (f_i + g_j), a row */
static void blend_row(const struct panels *panels, int64_t i)
{
    const struct blend *blend = &panels->blend;
    int64_t m = panels->tensor->target.count;
    double *row = blend->matrix + i * m, own = blend->weight * panels->bench->own_row[i];
    if (blend->keep == 0)
        memset(row, 0, (size_t)m * sizeof *row);
    blend_numbers(m, blend->keep, own, blend->weight, panels->bench->own_col, row);
    if (blend->linear != 0)
        vector_add(m, blend->linear, blend->cost.data + i * blend->cost.stride, row);
}

static void blend_panel(int64_t begin, int64_t end, void *context)
{
    const struct panels *panels = context;
    int64_t n = panels->tensor->source.count, m = panels->tensor->target.count;
    for (int64_t i = begin; panels->is_first && i < end; i++)
        blend_row(panels, i);
    gemm_tn_add(end - begin, m, panels->inner, -panels->blend.weight, panels->left + begin, n,
                panels->right, m, panels->blend.matrix + begin * m, m);
}

static parot_status blend_all(struct panels *panels, struct watch *watch)
{
    double work = (double)panels->tensor->target.count * (double)(panels->inner + 4);
    TRY(loop_in_pieces(watch, panels->tensor->source.count, PANEL, work,
                       (struct piece){blend_panel, panels, 0}));
    panels->is_first = 0;
    return PAROT_OK;
}

static void fill_lines(int64_t begin, int64_t end, void *context)
{
    const struct part *part = context;
    for (int64_t c = begin; c < end; c++) {
        int64_t near = part->lines->index[part->first + c];
        memcpy(part->copies + c * part->near_count, part->near + near * part->near_stride,
               (size_t)part->near_count * sizeof(double));
        sum_far(part, part->first + c, part->sums + c * part->far_count);
    }
}

parot_status tensor_add(const struct tensor *tensor, const struct lines *lines, struct bench *bench,
                        struct blend blend, struct control *control)
{
    struct watch watch = {tensor, control, 0};
    struct panels panels = {tensor, bench, blend, 1, 0, bench->left, bench->right};
    for (int odd = 0; odd < part_count(tensor); odd++) {
        struct part part = part_of(tensor, lines, bench, odd);
        for (; part.first < lines->count; part.first += bench->chunk) {
            panels.inner = smaller(bench->chunk, lines->count - part.first);
            TRY(loop_in_pieces(&watch, panels.inner, LINES, fill_work(&part),
                               (struct piece){fill_lines, &part, 0}));
            TRY(blend_all(&panels, &watch));
        }
    }
    return panels.is_first ? blend_all(&panels, &watch) : PAROT_OK; /* X is empty */
}

/* ---- Rank one ----------------------------------------------------------- */

/* out = H x for the even or the odd part, by rows of the matrix: H_.k = +-H_k. */
static void apply_part(const struct space *space, int is_odd, const double *x, double *out)
{
    int64_t n = space->count, stride = is_odd ? n : space->even_stride;
    const double *matrix = is_odd ? space->odd : space->even;
    for (int64_t i = 0; i < n; i++)
        out[i] = vector_dot(n, matrix + i * stride, x);
}

double tensor_form_outer(const struct tensor *tensor, const double *x, const double *y,
                         struct bench *bench)
{
    int64_t n = tensor->source.count, m = tensor->target.count;
    struct sum total_x = {0}, total_y = {0};
    for (int64_t i = 0; i < n; i++)
        sum_add(&total_x, x[i]);
    for (int64_t j = 0; j < m; j++)
        sum_add(&total_y, y[j]);
    for (int64_t i = 0; i < n; i++)
        bench->row_sum[i] = x[i] * sum_value(&total_y);
    for (int64_t j = 0; j < m; j++)
        bench->col_sum[j] = y[j] * sum_value(&total_x);
    double value = tensor_own(tensor, bench);
    for (int odd = 0; odd < part_count(tensor); odd++) {
        apply_part(&tensor->source, odd, x, bench->left + odd * n);
        apply_part(&tensor->target, odd, y, bench->right + odd * m);
        value -= vector_dot(n, x, bench->left + odd * n) * vector_dot(m, y, bench->right + odd * m);
    }
    return value;
}

parot_status tensor_add_thin(const struct tensor *tensor, const double *left, const double *right,
                             int64_t inner, struct bench *bench, struct blend blend,
                             struct control *control)
{
    struct watch watch = {tensor, control, 0};
    struct panels panels = {tensor, bench, blend, 1, inner, left, right};
    return blend_all(&panels, &watch);
}

parot_status tensor_add_outer(const struct tensor *tensor, struct bench *bench, struct blend blend,
                              struct control *control)
{
    return tensor_add_thin(tensor, bench->left, bench->right, part_count(tensor), bench, blend,
                           control);
}
