/* product_sketch.c - with orthonormal columns omega,
 *
 *   left  = orth(Dx T Dy omega),    right' = left' Dx T Dy
 *
 * turned such that the columns of `right` are orthogonal and fall in size; divided by their sizes
 * they are the next omega.
 */
#include "gromov/points/product_sketch.h"

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "linalg/gemm.h"

/* Columns of unit length that depend on others, up to rounding; and singular values that are
 * rounding as well. */
static const double NOTHING = 1e-11, LEAST = 1e-8;

void sketch_layout(struct sketch *sketch, struct arena *arena)
{
    int64_t n = sketch->source.count, m = sketch->target.count, most = sketch->most;
    int64_t longer = n > m ? n : m;
    size_t row = (size_t)most * sizeof(double);
    struct support *moved = &sketch->moved;
    moved->row_of = arena_take(arena, sketch->room, sizeof *moved->row_of);
    moved->col_of = arena_take(arena, sketch->room, sizeof *moved->col_of);
    moved->row_mass = arena_take(arena, n, sizeof(double));
    moved->col_mass = arena_take(arena, m, sizeof(double));
    moved->source = arena_take(arena, n, (size_t)sketch->source.dims * sizeof(double));
    moved->target = arena_take(arena, m, (size_t)sketch->target.dims * sizeof(double));
    moved->place = arena_take(arena, longer, sizeof *moved->place);
    sketch->omega = arena_take(arena, m, row);
    sketch->left = arena_take(arena, n, row);
    sketch->right = arena_take(arena, m, row);
    sketch->row_part = arena_take(arena, n, row);
    sketch->col_part = arena_take(arena, m, row);
    sketch->gram = arena_take(arena, most, row);
    sketch->turn = arena_take(arena, most, row);
    sketch->value = arena_take(arena, most, sizeof(double));
    sketch->eigen.n = sketch->eigen.count = most;
    eigen_layout(&sketch->eigen, arena);
}

/* ---- Which points move ------------------------------------------------------ */

static int64_t list_points(const int32_t *index, int64_t entries, const double *mass,
                           const struct cloud *cloud, int32_t *place, int32_t *of, double *total,
                           double *at)
{
    int64_t count = 0;
    size_t bytes = (size_t)cloud->dims * sizeof *at;
    for (int64_t i = 0; i < cloud->count; i++)
        place[i] = -1;
    for (int64_t e = 0; e < entries; e++) {
        int32_t i = index[e];
        if (place[i] < 0) {
            place[i] = (int32_t)count;
            total[count] = 0;
            memcpy(at + count * cloud->dims, cloud->at + i * cloud->dims, bytes);
            count++;
        }
        of[e] = place[i];
        total[place[i]] += mass[e];
    }
    return count;
}

void sketch_support(struct sketch *sketch, const parot_plan *plan)
{
    struct support *moved = &sketch->moved;
    moved->rows = list_points(plan->row, plan->count, plan->mass, &sketch->source, moved->place,
                              moved->row_of, moved->row_mass, moved->source);
    moved->cols = list_points(plan->col, plan->count, plan->mass, &sketch->target, moved->place,
                              moved->col_of, moved->col_mass, moved->target);
}

/* ---- Columns ---------------------------------------------------------------- */

/* Column k of omega becomes random. */
static void draw_column(struct sketch *sketch, int64_t k)
{
    int64_t m = sketch->target.count;
    uint64_t first = (uint64_t)((sketch->drawn++ * sketch->most + k) * m);
    for (int64_t j = 0; j < m; j++)
        sketch->omega[j * sketch->rank + k] =
            random_normal(sketch->seed, RANDOM_SAMPLE, first + (uint64_t)j) / sqrt((double)m);
}

/* Columns from `first` on lose what they have in common with those before: otherwise the largest
 * singular values, which are known, would hide the others from them. */
static void clear_columns(struct sketch *sketch, int64_t first)
{
    int64_t m = sketch->target.count, rank = sketch->rank, rest = rank - first;
    double *shared = sketch->gram, *omega = sketch->omega; /* first x rest */
    if (first == 0 || rest == 0)
        return;
    memset(shared, 0, (size_t)(first * rest) * sizeof *shared);
    gemm_tn_add(first, rest, m, 1, omega, rank, omega + first, rank, shared, rest);
    for (int64_t j = 0; j < m; j++)
        for (int64_t k = 0; k < first; k++)
            for (int64_t l = 0; l < rest; l++)
                omega[j * rank + first + l] -= omega[j * rank + k] * shared[k * rest + l];
}

void sketch_grow(struct sketch *sketch, int64_t rank)
{
    int64_t m = sketch->target.count, old = sketch->rank;
    for (int64_t j = m; j-- > 0;) /* rows become longer: the last first */
        memmove(sketch->omega + j * rank, sketch->omega + j * old,
                (size_t)old * sizeof *sketch->omega);
    sketch->rank = rank;
    for (int64_t k = old; k < rank; k++)
        draw_column(sketch, k);
    clear_columns(sketch, old);
}

/* gram = a' a, for a (count x rank) */
static void fill_gram(struct sketch *sketch, const double *a, int64_t count)
{
    int64_t rank = sketch->rank;
    memset(sketch->gram, 0, (size_t)(rank * rank) * sizeof *sketch->gram);
    gemm_tn_add(rank, rank, count, 1, a, rank, a, rank, sketch->gram, rank);
}

/* a = a turn', row by row; `turn` is rank x rank */
static void apply(const struct sketch *sketch, double *a, int64_t count, double *scratch)
{
    int64_t rank = sketch->rank;
    gemm_nt(count, rank, rank, 1, a, rank, sketch->turn, rank, scratch, rank);
    memcpy(a, scratch, (size_t)(count * rank) * sizeof *a);
}

static parot_status solve_gram(struct sketch *sketch, struct control *control)
{
    sketch->eigen.n = sketch->eigen.count = sketch->rank;
    sketch->eigen.control = control;
    memcpy(sketch->eigen.matrix, sketch->gram,
           (size_t)(sketch->rank * sketch->rank) * sizeof *sketch->gram);
    return eigen_solve(&sketch->eigen);
}

/* Columns of unit length first, so that small ones count as well. Those that depend on the others
 * become 0. */
static parot_status make_orthonormal(struct sketch *sketch, double *a, int64_t count,
                                     double *scratch, struct control *control)
{
    int64_t rank = sketch->rank;
    fill_gram(sketch, a, count);
    for (int64_t k = 0; k < rank; k++)
        sketch->value[k] = sqrt(fmax(0, sketch->gram[k * rank + k]));
    for (int64_t i = 0; i < count; i++)
        for (int64_t k = 0; k < rank; k++)
            a[i * rank + k] = sketch->value[k] > 0 ? a[i * rank + k] / sketch->value[k] : 0;
    fill_gram(sketch, a, count);
    TRY(solve_gram(sketch, control));
    const double *value = sketch->eigen.values;
    for (int64_t k = 0; k < rank; k++)
        for (int64_t l = 0; l < rank; l++)
            sketch->turn[k * rank + l] = value[k] > NOTHING * value[0]
                                             ? sketch->eigen.vectors[k * rank + l] / sqrt(value[k])
                                             : 0;
    apply(sketch, a, count, scratch);
    return PAROT_OK;
}

/* Turns left and right until the columns of `right` are orthogonal. */
static parot_status make_orthogonal(struct sketch *sketch, struct control *control)
{
    int64_t rank = sketch->rank, m = sketch->target.count;
    fill_gram(sketch, sketch->right, m);
    TRY(solve_gram(sketch, control));
    memcpy(sketch->turn, sketch->eigen.vectors, (size_t)(rank * rank) * sizeof *sketch->turn);
    for (int64_t k = 0; k < rank; k++)
        sketch->value[k] = sqrt(fmax(0, sketch->eigen.values[k]));
    apply(sketch, sketch->right, m, sketch->col_part);
    apply(sketch, sketch->left, sketch->source.count, sketch->row_part);
    int64_t known = 0;
    while (known < rank && sketch->value[known] > LEAST * sketch->value[0])
        known++;
    for (int64_t j = 0; j < m; j++)
        for (int64_t k = 0; k < known; k++)
            sketch->omega[j * rank + k] = sketch->right[j * rank + k] / sketch->value[k];
    for (int64_t k = known; k < rank; k++)
        draw_column(sketch, k);
    clear_columns(sketch, known);
    return PAROT_OK;
}

/* ---- Products ---------------------------------------------------------------- */

/* to = T from, by the points that move; or T' from */
static void times_plan(const struct sketch *sketch, const parot_plan *plan, int is_transposed,
                       const double *from, double *to)
{
    const struct support *moved = &sketch->moved;
    int64_t rank = sketch->rank, count = is_transposed ? moved->cols : moved->rows;
    const int32_t *into = is_transposed ? moved->col_of : moved->row_of;
    const int32_t *out = is_transposed ? moved->row_of : moved->col_of;
    memset(to, 0, (size_t)(count * rank) * sizeof *to);
    for (int64_t e = 0; e < plan->count; e++)
        for (int64_t k = 0; k < rank; k++)
            to[into[e] * rank + k] += plan->mass[e] * from[out[e] * rank + k];
}

static void set_identity(double *a, int64_t rank)
{
    memset(a, 0, (size_t)(rank * rank) * sizeof *a);
    for (int64_t k = 0; k < rank; k++)
        a[k * rank + k] = 1;
}

int sketch_is_whole(const struct sketch *sketch)
{
    return sketch->rank == sketch->source.count || sketch->rank == sketch->target.count;
}

/* One side has no more points than there are columns: the product itself. */
static void fill_whole(struct sketch *sketch, const parot_plan *plan, const struct cloud *rows,
                       const struct cloud *cols)
{
    const struct cloud *source = &sketch->source, *target = &sketch->target;
    int64_t rank = sketch->rank;
    int is_by_col = rank == target->count;
    set_identity(is_by_col ? sketch->right : sketch->left, rank);
    if (is_by_col) {
        cloud_times(cols, target, sketch->right, rank, sketch->col_part, sketch->threads);
        times_plan(sketch, plan, 0, sketch->col_part, sketch->row_part);
        cloud_times(source, rows, sketch->row_part, rank, sketch->left, sketch->threads);
    } else {
        cloud_times(rows, source, sketch->left, rank, sketch->row_part, sketch->threads);
        times_plan(sketch, plan, 1, sketch->row_part, sketch->col_part);
        cloud_times(target, cols, sketch->col_part, rank, sketch->right, sketch->threads);
    }
}

parot_status sketch_fill(struct sketch *sketch, const parot_plan *plan, struct control *control)
{
    const struct support *moved = &sketch->moved;
    const struct cloud *source = &sketch->source, *target = &sketch->target;
    struct cloud rows = {moved->rows, source->dims, moved->source, source->metric};
    struct cloud cols = {moved->cols, target->dims, moved->target, target->metric};
    int64_t rank = sketch->rank;
    double *row_part = sketch->row_part, *col_part = sketch->col_part;
    if (sketch_is_whole(sketch)) {
        fill_whole(sketch, plan, &rows, &cols);
        return PAROT_OK;
    }
    cloud_times(&cols, target, sketch->omega, rank, col_part, sketch->threads);
    times_plan(sketch, plan, 0, col_part, row_part);
    TRY(control_poll(control, "products", 0, NAN, NAN));
    cloud_times(source, &rows, row_part, rank, sketch->left, sketch->threads);
    TRY(make_orthonormal(sketch, sketch->left, source->count, row_part, control));
    cloud_times(&rows, source, sketch->left, rank, row_part, sketch->threads);
    TRY(control_poll(control, "products", 0, NAN, NAN));
    times_plan(sketch, plan, 1, row_part, col_part);
    cloud_times(target, &cols, col_part, rank, sketch->right, sketch->threads);
    return make_orthogonal(sketch, control);
}
