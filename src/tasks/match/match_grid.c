/* match_grid.c - columns are put into cells of up to six axes, as wide as a pair can reach; the
 * partners of a row are in its cell or in those around it.
 *
 * Axes are coordinates, in which no pair within the caliper differs by more than the caliper (or
 * its root), and columns with calipers of their own. Those with the most cells serve, as many as
 * pay: each axis has three times as many cells around a row, and fewer columns in them. Cells are a
 * millionth wider than that, which is far more than what is lost by rounding when there are at most
 * 2^20 cells along an axis. Cells are sorted, so that those with neighbouring last numbers follow
 * each other.
 */
#include "tasks/match/match_grid.h"

#include <math.h>
#include <stdlib.h>

enum { CELL_BITS = 20, ALL_BITS = 62 };

/* Looking for a cell takes as long as trying so many pairs. */
static const double CELL_PAIRS = 30;

/* ---- Costs -------------------------------------------------------------- */

static double distance(const struct match_grid *grid, int64_t i, int64_t j)
{
    const struct point_pair *pair = &grid->pair;
    const double *x = pair->x + i * pair->dims, *y = pair->y + j * pair->dims;
    double sum = 0, unit = ldexp(1.0, grid->row_exponent[i]);
    for (int64_t k = 0; k < pair->dims; k++) {
        double away = fabs(x[k] - y[k]);
        if (pair->metric == PAROT_METRIC_CHEBYSHEV)
            sum = away > sum ? away : sum;
        else
            sum = sum + (pair->metric == PAROT_METRIC_CITYBLOCK ? away : away * away);
    }
    switch (pair->metric) {
    case PAROT_METRIC_SQEUCLIDEAN:
        return sum * (unit * unit);
    case PAROT_METRIC_EUCLIDEAN:
        return sqrt(sum) * unit;
    case PAROT_METRIC_COSINE:
    case PAROT_METRIC_CORRELATION:
        return sum * 0.5;
    case PAROT_METRIC_CITYBLOCK:
    case PAROT_METRIC_CHEBYSHEV:
        return sum * unit;
    }
    return NAN; /* point_pair_check refuses all others */
}

double match_grid_cost(const struct match_grid *grid, int64_t i, int64_t j)
{
    const parot_match_problem *problem = grid->problem;
    if (problem->x_stratum && problem->x_stratum[i] != problem->y_stratum[j])
        return INFINITY;
    for (int64_t g = 0; g < match_limited(problem); g++) {
        double a = problem->x_limited.data[i * problem->x_limited.stride + g];
        double b = problem->y_limited.data[j * problem->y_limited.stride + g];
        if (!(fabs(a - b) <= problem->column_caliper[g]))
            return INFINITY;
    }
    double cost =
        grid->space ? distance(grid, i, j) : problem->cost.data[i * problem->cost.stride + j];
    return cost <= grid->options->caliper ? cost : INFINITY; /* NAN is not */
}

/* ---- Axes --------------------------------------------------------------- */

/* No coordinate of a pair that costs at most the caliper differs by more. Squares of differences
 * below 2^-537 of the largest coordinate are 0, so that a little is added. */
static double reach_of(const struct match_grid *grid)
{
    double caliper = fmax(0, grid->options->caliper);
    double vanishing = ldexp(1.0, grid->pair.exponent - 500);
    switch (grid->pair.metric) {
    case PAROT_METRIC_SQEUCLIDEAN:
        return sqrt(caliper) + vanishing;
    case PAROT_METRIC_COSINE:
    case PAROT_METRIC_CORRELATION:
        return sqrt(2 * caliper) + vanishing;
    case PAROT_METRIC_EUCLIDEAN:
    case PAROT_METRIC_CITYBLOCK:
    case PAROT_METRIC_CHEBYSHEV:
        return caliper + vanishing;
    }
    return INFINITY;
}

static void measure_axis(struct grid_axis *axis, int64_t n, int64_t m)
{
    double high = -INFINITY;
    axis->low = INFINITY;
    for (int64_t i = 0; i < n; i++) {
        axis->low = fmin(axis->low, axis->x[i * axis->x_stride]);
        high = fmax(high, axis->x[i * axis->x_stride]);
    }
    for (int64_t j = 0; j < m; j++) {
        axis->low = fmin(axis->low, axis->y[j * axis->y_stride]);
        high = fmax(high, axis->y[j * axis->y_stride]);
    }
    double spread = high - axis->low;
    axis->spread = high - axis->low;
    axis->cells = axis->reach > 0 ? spread / axis->reach : spread > 0 ? INFINITY : 1;
}

/* Cells as wide as a pair can reach, unless there would be too many. */
static void divide_axis(struct grid_axis *axis, int bits)
{
    double least = ldexp(axis->spread, 3 - (bits < CELL_BITS ? bits : CELL_BITS));
    axis->width = fmax(axis->reach, least) * (1 + 1e-6);
}

/* The axes with the most cells, in falling order. */
static void offer_axis(struct match_grid *grid, struct grid_axis axis)
{
    measure_axis(&axis, match_rows(grid->problem), grid->m);
    if (!(axis.cells > 3)) /* all cells would be around each */
        return;
    int at = grid->axes < GRID_AXES ? grid->axes++ : GRID_AXES - 1;
    if (at == GRID_AXES - 1 && grid->axis[at].cells >= axis.cells)
        return;
    for (; at > 0 && grid->axis[at - 1].cells < axis.cells; at--)
        grid->axis[at] = grid->axis[at - 1];
    grid->axis[at] = axis;
}

/* As many of them as pay, by what a row costs: cells to look for, and columns in them. */
static void choose_axes(struct match_grid *grid)
{
    double cells = 1, pairs = (double)grid->m, best = pairs;
    int chosen = 0;
    for (int k = 0; k < grid->axes; k++) {
        cells *= k == 0 ? 1 : 3; /* those along the last axis follow each other */
        pairs *= 3 / grid->axis[k].cells;
        if (CELL_PAIRS * cells + pairs < best) {
            best = CELL_PAIRS * cells + pairs;
            chosen = k + 1;
        }
    }
    grid->axes = chosen;
    grid->bits = chosen > 0 ? ALL_BITS / chosen : ALL_BITS;
    for (int k = 0; k < chosen; k++)
        divide_axis(&grid->axis[k], grid->bits);
}

static void find_axes(struct match_grid *grid)
{
    const parot_match_problem *problem = grid->problem;
    int64_t dims = grid->pair.dims;
    int is_unit = metric_is_angle(grid->pair.metric);
    for (int64_t k = 0; grid->space && grid->options->caliper < INFINITY && k < dims; k++)
        offer_axis(grid, (struct grid_axis){.x = (is_unit ? grid->pair.x : grid->space->x.data) + k,
                                            .y = (is_unit ? grid->pair.y : grid->space->y.data) + k,
                                            .x_stride = dims,
                                            .y_stride = dims,
                                            .reach = reach_of(grid)});
    for (int64_t g = 0; g < match_limited(problem); g++)
        offer_axis(grid, (struct grid_axis){.x = problem->x_limited.data + g,
                                            .y = problem->y_limited.data + g,
                                            .x_stride = problem->x_limited.stride,
                                            .y_stride = problem->y_limited.stride,
                                            .reach = problem->column_caliper[g]});
}

static int64_t cell_along(const struct grid_axis *axis, double at)
{
    return (int64_t)floor((at - axis->low) / axis->width);
}

/* ---- Cells -------------------------------------------------------------- */

static uint64_t pack(const struct match_grid *grid, const int64_t cell[GRID_AXES])
{
    uint64_t packed = 0;
    for (int k = 0; k < grid->axes; k++)
        packed = packed << grid->bits | (uint64_t)cell[k];
    return packed;
}

static int compare_items(const void *a, const void *b)
{
    const struct grid_item *x = a, *y = b;
    if (x->stratum != y->stratum)
        return x->stratum < y->stratum ? -1 : 1;
    if (x->cell != y->cell)
        return x->cell < y->cell ? -1 : 1;
    return x->col < y->col ? -1 : x->col > y->col;
}

static void fill_cells(struct match_grid *grid)
{
    for (int64_t j = 0; j < grid->m; j++) {
        int64_t cell[GRID_AXES] = {0};
        for (int k = 0; k < grid->axes; k++)
            cell[k] = 1 + cell_along(&grid->axis[k], grid->axis[k].y[j * grid->axis[k].y_stride]);
        grid->item[j] = (struct grid_item){
            pack(grid, cell), grid->problem->y_stratum ? grid->problem->y_stratum[j] : 0,
            (int32_t)j};
    }
    qsort(grid->item, (size_t)grid->m, sizeof *grid->item, compare_items);
}

/* The first item at or after this one. */
static int64_t first_item(const struct match_grid *grid, struct grid_item from)
{
    int64_t low = 0, high = grid->m;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (compare_items(&grid->item[middle], &from) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- Rows --------------------------------------------------------------- */

/* Items from one cell to another that differ in the last number. */
static void take_cells(const struct match_grid *grid, int64_t i, uint64_t from, uint64_t to,
                       void (*take)(void *user, int64_t i, int64_t j, double cost), void *user)
{
    int32_t stratum = grid->problem->x_stratum ? grid->problem->x_stratum[i] : 0;
    for (int64_t k = first_item(grid, (struct grid_item){from, stratum, -1});
         k < grid->m && grid->item[k].stratum == stratum && grid->item[k].cell <= to; k++) {
        double cost = match_grid_cost(grid, i, grid->item[k].col);
        if (cost < INFINITY)
            take(user, i, grid->item[k].col, cost);
    }
}

void match_grid_row(const struct match_grid *grid, int64_t i,
                    void (*take)(void *user, int64_t i, int64_t j, double cost), void *user)
{
    int64_t at[GRID_AXES] = {0}, from[GRID_AXES] = {0}, to[GRID_AXES] = {0};
    int64_t around = 1;
    int last = grid->axes - 1;
    for (int k = 0; k < grid->axes; k++)
        at[k] = 1 + cell_along(&grid->axis[k], grid->axis[k].x[i * grid->axis[k].x_stride]);
    for (int k = 0; k < last; k++)
        around *= 3;
    for (int64_t number = 0; number < around; number++) {
        int64_t rest = number;
        for (int k = 0; k < last; k++, rest /= 3)
            from[k] = to[k] = at[k] - 1 + rest % 3;
        if (last >= 0) {
            from[last] = at[last] - 1;
            to[last] = at[last] + 1;
        }
        take_cells(grid, i, pack(grid, from), pack(grid, to), take, user);
    }
}

/* ---- Units -------------------------------------------------------------- */

static int compare_sizes(const void *a, const void *b)
{
    const struct stratum_size *x = a, *y = b;
    return x->stratum < y->stratum ? -1 : x->stratum > y->stratum;
}

static double largest_of(const double *row, int64_t dims)
{
    double largest = 0;
    for (int64_t k = 0; k < dims; k++)
        largest = fmax(largest, fabs(row[k]));
    return largest;
}

/* The power of two of the largest coordinate in the stratum, as point_pair_check has it. */
static int exponent_of(const struct match_grid *grid, int64_t strata, int32_t stratum)
{
    struct stratum_size key = {stratum, 0};
    const struct stratum_size *found =
        bsearch(&key, grid->size, (size_t)strata, sizeof key, compare_sizes);
    return found && found->largest > 0 ? ilogb(found->largest) : 0;
}

/* One row times 2^-exponent, or of length 1. */
static void copy_row(struct match_grid *grid, int exponent, const double *from, double *to)
{
    struct point_pair pair = grid->pair;
    parot_matrix row = {from, 1, pair.dims, pair.dims};
    pair.exponent = exponent;
    point_pair_copy(&pair, row, to);
}

static int64_t find_sizes(struct match_grid *grid)
{
    const parot_match_problem *problem = grid->problem;
    const parot_matrix table[2] = {grid->space->x, grid->space->y};
    const int32_t *stratum[2] = {problem->x_stratum, problem->y_stratum};
    int64_t count = 0, strata = 0;
    for (int side = 0; side < 2; side++)
        for (int64_t i = 0; i < table[side].rows; i++)
            grid->size[count++] = (struct stratum_size){
                stratum[side][i],
                largest_of(table[side].data + i * table[side].cols, table[side].cols)};
    qsort(grid->size, (size_t)count, sizeof *grid->size, compare_sizes);
    for (int64_t k = 0; k < count; k++)
        if (strata > 0 && grid->size[strata - 1].stratum == grid->size[k].stratum)
            grid->size[strata - 1].largest =
                fmax(grid->size[strata - 1].largest, grid->size[k].largest);
        else
            grid->size[strata++] = grid->size[k];
    return strata;
}

static void copy_tables(struct match_grid *grid)
{
    const parot_match_problem *problem = grid->problem;
    int is_unit = metric_is_angle(grid->pair.metric);
    int64_t strata = problem->x_stratum ? find_sizes(grid) : 0, dims = grid->pair.dims;
    for (int64_t i = 0; i < grid->pair.n; i++) {
        int exponent = is_unit              ? 0
                       : problem->x_stratum ? exponent_of(grid, strata, problem->x_stratum[i])
                                            : grid->pair.exponent;
        grid->row_exponent[i] = exponent;
        copy_row(grid, exponent, grid->space->x.data + i * dims, grid->pair.x + i * dims);
    }
    for (int64_t j = 0; j < grid->pair.m; j++) {
        int exponent = is_unit              ? 0
                       : problem->y_stratum ? exponent_of(grid, strata, problem->y_stratum[j])
                                            : grid->pair.exponent;
        copy_row(grid, exponent, grid->space->y.data + j * dims, grid->pair.y + j * dims);
    }
}

/* ---- Opening ------------------------------------------------------------ */

static void layout(struct match_grid *grid, struct arena *arena)
{
    size_t row = (size_t)grid->pair.dims * sizeof(double);
    grid->item = arena_take(arena, grid->m, sizeof *grid->item);
    grid->pair.x = arena_take(arena, grid->space ? grid->pair.n : 0, row);
    grid->pair.y = arena_take(arena, grid->space ? grid->pair.m : 0, row);
    grid->row_exponent = arena_take(arena, grid->space ? grid->pair.n : 0, sizeof(int32_t));
    grid->size =
        arena_take(arena, grid->problem->x_stratum ? match_rows(grid->problem) + grid->m : 0,
                   sizeof *grid->size);
}

parot_status match_grid_open(struct match_grid *grid, struct control *control, parot_error *err)
{
    struct arena arena = {0};
    grid->m = match_cols(grid->problem);
    if (grid->space)
        TRY(point_pair_check(&grid->pair, grid->space->x, grid->space->y, grid->space->metric,
                             err));
    layout(grid, &arena);
    TRY(arena_open(&arena, control, err));
    grid->memory = arena.block;
    layout(grid, &arena);
    if (grid->space)
        copy_tables(grid);
    find_axes(grid);
    choose_axes(grid);
    fill_cells(grid);
    return PAROT_OK;
}

void match_grid_close(struct match_grid *grid)
{
    block_free(grid->memory);
    grid->memory = NULL;
}
