/* distance_proof.c - the gap of a plan by the distances themselves.
 *
 * G is computed, rows at a time. With the prices u, v, lambda of the sketch, each u_i is raised
 * until lambda - u_i - v_j <= G_ij for all j: then the prices prove how much lower <G, S> can be
 * for any S, and the gap is that of the true problem.
 */
#include <math.h>
#include <string.h>

#include "base/parallel.h"
#include "base/sums.h"
#include "gromov/points/distance_steps.h"
#include "gromov/points/fused.h"
#include "linalg/gemm.h"

/* Rows of G at a time, and columns. */
enum { ROWS = 256, COLS = METRIC_TILE };

void distance_proof_layout(struct points_gromov *gromov, struct arena *arena)
{
    struct distances *distances = &gromov->distances;
    distances->rows = arena_take(arena, gromov->at.m, ROWS * sizeof(double));
    distances->need = arena_take(arena, gromov->at.m / COLS + 1, ROWS * sizeof(double));
}

struct proof {
    const struct points_gromov *gromov;
    const parot_dual *dual;
    int64_t first, count; /* rows */
};

/* rows[c][i] = (Dx T)_ic, for rows of the block and columns that T moves */
static void fill_rows(int64_t begin, int64_t end, void *context)
{
    const struct proof *proof = context;
    const struct points_gromov *gromov = proof->gromov;
    const struct distances *distances = &gromov->distances;
    const struct support *moved = &distances->sketch.moved;
    const parot_plan *plan = distances->plan;
    double *rows = distances->rows;
    struct point_pair pair = {.metric = distances->metric,
                              .n = moved->rows,
                              .m = end - begin,
                              .dims = gromov->at.ds,
                              .x = moved->source,
                              .y = gromov->at.x + (proof->first + begin) * gromov->at.ds};
    double line[COLS];
    int32_t last = -1;
    for (int64_t c = 0; c < moved->cols; c++)
        memset(rows + c * ROWS + begin, 0, (size_t)(end - begin) * sizeof *rows);
    for (int64_t e = 0; e < plan->count; e++) { /* entries are sorted by row */
        if (moved->row_of[e] != last)
            metric_rows(&pair, moved->row_of[e], moved->row_of[e] + 1, line, COLS);
        last = moved->row_of[e];
        for (int64_t i = begin; i < end; i++)
            rows[moved->col_of[e] * ROWS + i] += plan->mass[e] * line[i - begin];
    }
}

/* need[tile][i] = max over the columns of a tile of lambda - G_ij - v_j */
static void find_needs(int64_t begin, int64_t end, void *context)
{
    const struct proof *proof = context;
    const struct points_gromov *gromov = proof->gromov;
    const struct distances *distances = &gromov->distances;
    const struct support *moved = &distances->sketch.moved;
    const struct linear_costs *costs = &gromov->costs;
    double product[ROWS * COLS] = {0}, panel[COLS * COLS];
    struct point_pair pair = {.metric = distances->metric,
                              .n = moved->cols,
                              .m = end - begin,
                              .dims = gromov->at.dt,
                              .x = moved->target,
                              .y = gromov->at.y + begin * gromov->at.dt};
    for (int64_t first = 0; first < moved->cols; first += COLS) {
        int64_t last = first + COLS < moved->cols ? first + COLS : moved->cols;
        metric_rows(&pair, first, last, panel, COLS);
        gemm_tn_add(proof->count, end - begin, last - first, 1, distances->rows + first * ROWS,
                    ROWS, panel, COLS, product, COLS);
    }
    double *need = distances->need + begin / COLS * ROWS;
    for (int64_t i = 0; i < proof->count; i++) {
        need[i] = 0;
        for (int64_t j = begin; j < end; j++) {
            int64_t row = proof->first + i;
            double g = costs->alpha[row] + costs->beta[j] -
                       fused_product(&gromov->at, row, j, product[i * COLS + j - begin]);
            need[i] = fmax(need[i], proof->dual->lambda - g - proof->dual->v[j]);
        }
    }
}

parot_status distance_prove(struct points_descent *descent, struct points_gromov *gromov,
                            double *gap)
{
    struct distances *distances = &gromov->distances;
    const struct sketch *sketch = &distances->sketch;
    const struct support *moved = &sketch->moved;
    const parot_products_problem *linear = &gromov->linear;
    struct weights p = {linear->p, gromov->at.n}, q = {linear->q, gromov->at.m};
    struct cloud rows = {moved->rows, sketch->source.dims, moved->source, distances->metric};
    struct cloud cols = {moved->cols, sketch->target.dims, moved->target, distances->metric};
    parot_dual *dual = &descent->found.dual;
    struct sum bound = {0};
    distances->plan = &descent->answer.plan;
    distance_offsets(gromov, &rows, moved->row_mass, &cols, moved->col_mass);
    sum_add_product(&bound, dual->lambda, linear->mass);
    for (int64_t j = 0; j < q.count; j++)
        sum_add_product(&bound, -weight_at(q, j), dual->v[j]);
    for (int64_t first = 0; first < p.count; first += ROWS) {
        int64_t count = p.count - first < ROWS ? p.count - first : ROWS;
        struct proof proof = {gromov, dual, first, count};
        TRY(control_poll_part(&gromov->shared->control, "proof", first, p.count));
        parallel_for(sketch->threads, count, COLS, fill_rows, &proof);
        parallel_for(sketch->threads, q.count, COLS, find_needs, &proof);
        for (int64_t i = 0; i < count; i++) {
            double need = 0;
            for (int64_t tile = 0; tile * COLS < q.count; tile++)
                need = fmax(need, distances->need[tile * ROWS + i]);
            dual->u[first + i] = need;
            sum_add_product(&bound, -weight_at(p, first + i), need);
        }
    }
    *gap = 2 * fmax(0, distance_slope(descent, gromov) - sum_value(&bound));
    return PAROT_OK;
}
