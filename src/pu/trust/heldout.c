/* heldout.c - a positive is not its own nearest neighbour, a ridge has leave-one-out values without
 * fitting again, and every row is unknown to half of the trees: so no row is scored by itself. */
#include "pu/trust/heldout.h"

#include <math.h>
#include <string.h>

#include "pu/methods/forest/forest.h"
#include "pu/methods/ridge.h"

enum {
    BLOCK = 256,      /* rows whose distances are kept at a time */
    RIDGE_ROWS = 3000 /* the time of a ridge grows with their cube; more rows tell hardly more */
};

static void layout(struct heldout *heldout, const struct pu_problem *problem, struct arena *arena)
{
    heldout->positive = arena_take(arena, problem->m, sizeof *heldout->positive);
    heldout->other = arena_take(arena, problem->n, sizeof *heldout->other);
}

parot_status heldout_open(struct heldout *heldout, const struct pu_problem *problem,
                          struct control *control, parot_error *err)
{
    struct arena arena = {0};
    TRY(pu_problem_check_shared(problem, err));
    layout(heldout, problem, &arena);
    TRY(arena_open(&arena, control, err));
    heldout->memory = arena.block;
    layout(heldout, problem, &arena);
    return PAROT_OK;
}

void heldout_close(struct heldout *heldout)
{
    block_free(heldout->memory);
    heldout->memory = NULL;
}

/* ---- Nearest ------------------------------------------------------------ */

/* But for entry `left_out`, of which there may be none. */
static double least_of(const double *cost, int64_t count, int64_t left_out)
{
    double least = INFINITY;
    for (int64_t j = 0; j < count; j++)
        if (j != left_out)
            least = fmin(least, cost[j]);
    return least;
}

/* score[i] = -min_j cost(row i, positive j), j != i when the rows are the positives themselves */
static parot_status score_nearest(const struct pu_problem *problem, parot_matrix rows, double *cost,
                                  struct control *control, double *score, parot_error *err)
{
    int64_t m = problem->m;
    parot_matrix positives = {problem->y, m, problem->dims, problem->dims};
    int is_own = rows.data == problem->y;
    for (int64_t first = 0; first < rows.rows; first += BLOCK) {
        int64_t rest = rows.rows - first, size = rest < BLOCK ? rest : BLOCK;
        parot_matrix part = {rows.data + first * rows.stride, size, rows.cols, rows.stride};
        TRY(control_poll_part(control, "nearest", first, rows.rows));
        parot_run run = control_rest(control);
        TRY(parot_cost(part, positives, problem->preset.metric, &run, cost, err));
        for (int64_t i = 0; i < size; i++)
            score[first + i] = -least_of(cost + i * m, m, is_own ? first + i : -1);
    }
    return PAROT_OK;
}

static parot_status fill_nearest(struct heldout *heldout, const struct pu_problem *problem,
                                 struct control *control, parot_error *err)
{
    struct arena arena = {0};
    arena_take(&arena, BLOCK, (size_t)problem->m * sizeof(double));
    TRY(arena_open(&arena, control, err));
    double *cost = arena_take(&arena, BLOCK, (size_t)problem->m * sizeof *cost);
    parot_matrix x = {problem->x, problem->n, problem->dims, problem->dims};
    parot_matrix y = {problem->y, problem->m, problem->dims, problem->dims};
    parot_status status = score_nearest(problem, x, cost, control, heldout->other, err);
    if (status == PAROT_OK)
        status = score_nearest(problem, y, cost, control, heldout->positive, err);
    block_free(arena.block);
    heldout->positives = problem->m;
    heldout->unlabeled = problem->n;
    return status;
}

/* ---- Forest ------------------------------------------------------------- */

struct growing {
    struct bins bins;
    struct forest forest;
    double *value; /* m + n */
    void *memory;
};

static parot_status grow(struct growing *growing, const struct pu_problem *problem,
                         struct control *control, parot_error *err)
{
    struct arena arena = {0};
    int64_t rows = problem->m + problem->n;
    TRY(bins_open(&growing->bins, problem, control, err));
    arena_take(&arena, rows, sizeof *growing->value);
    TRY(arena_open(&arena, control, err));
    growing->memory = arena.block;
    growing->value = arena_take(&arena, rows, sizeof *growing->value);
    return forest_fit(&growing->forest, &growing->bins, (struct forest_options){0}, NULL, control,
                      growing->value, err);
}

static parot_status fill_forest(struct heldout *heldout, const struct pu_problem *problem,
                                struct control *control, parot_error *err)
{
    struct growing growing = {0};
    parot_status status = grow(&growing, problem, control, err);
    if (status == PAROT_OK) {
        heldout->positives = problem->m;
        heldout->unlabeled = problem->n;
        memcpy(heldout->positive, growing.value, (size_t)problem->m * sizeof *growing.value);
        memcpy(heldout->other, growing.value + problem->m,
               (size_t)problem->n * sizeof *growing.value);
    }
    forest_close(&growing.forest);
    bins_close(&growing.bins);
    block_free(growing.memory);
    return status;
}

/* ---- Ridge -------------------------------------------------------------- */

static parot_status fill_ridge(struct heldout *heldout, parot_pu_kernel kernel,
                               const struct pu_problem *problem, struct control *control,
                               parot_error *err)
{
    struct ridge ridge = {.most = RIDGE_ROWS, .is_even = 1};
    parot_status status = ridge_fit(&ridge, kernel, problem, NULL, control, err);
    if (status == PAROT_OK) {
        heldout->positives = ridge.positives;
        heldout->unlabeled = ridge.count - ridge.positives;
        memcpy(heldout->positive, ridge.left_out,
               (size_t)heldout->positives * sizeof *heldout->positive);
        memcpy(heldout->other, ridge.left_out + ridge.positives,
               (size_t)heldout->unlabeled * sizeof *heldout->other);
    }
    ridge_close(&ridge);
    return status;
}

parot_status heldout_fill(struct heldout *heldout, enum heldout_kind kind,
                          const struct pu_problem *problem, struct control *control,
                          parot_error *err)
{
    switch (kind) {
    case HELDOUT_NEAREST:
        return fill_nearest(heldout, problem, control, err);
    case HELDOUT_FOREST:
        return fill_forest(heldout, problem, control, err);
    case HELDOUT_LINEAR:
        return fill_ridge(heldout, PAROT_PU_KERNEL_LINEAR, problem, control, err);
    case HELDOUT_RBF:
        break;
    }
    return fill_ridge(heldout, PAROT_PU_KERNEL_RBF, problem, control, err);
}
