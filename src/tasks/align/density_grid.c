/* density_grid.c - counts in cells, smoothed by normal weights axis by axis.
 *
 * Counts are whole numbers, so that the order of the points does not matter. The root of a count
 * has the same error whatever the count, so that levels are steps of the root. */
#include "tasks/align/density_grid.h"

#include <math.h>
#include <string.h>

/* Below this root there are too few points to compare: less than half a point under the kernel. */
static const double LEAST_ROOT = 0.7;

/* Roots of counts of the same points differ by this much: by noise, and by a pose between two that
 * are tried. Also the least step between levels. */
static const double DEVIATION = 0.7;

/* Share of cells that say nothing: a table is cut there, or has points of its own. So a cell takes
 * away log(1 / 0.4) at most, however different its densities. */
static const double UNRELATED = 0.4;

enum { BALANCE_ROUNDS = 50 };

void grid_layout(struct density_grid *grid, struct arena *arena)
{
    grid->cells = 1;
    for (int64_t k = 0; k < grid->dims; k++)
        grid->cells *= grid->side;
    grid->density = arena_take(arena, grid->cells, sizeof *grid->density);
    grid->line = arena_take(arena, grid->side, sizeof *grid->line);
    grid->moved = arena_take(arena, grid->dims, sizeof *grid->moved);
}

void grid_prepare(struct density_grid *grid)
{
    double total = 0;
    grid->radius = (int64_t)ceil(3 * grid->smoothing);
    for (int64_t r = 0; r <= grid->radius; r++) {
        double far = (double)r / grid->smoothing;
        grid->weight[r] = exp(-far * far / 2);
        total += r > 0 ? 2 * grid->weight[r] : grid->weight[r];
    }
    for (int64_t r = 0; r <= grid->radius; r++)
        grid->weight[r] /= total;
}

/* Cells that the kernel spans: the number of independent points is density times this. */
static double kernel_cells(const struct density_grid *grid)
{
    double squares = 0, cells = 1;
    for (int64_t r = -grid->radius; r <= grid->radius; r++)
        squares += grid->weight[r < 0 ? -r : r] * grid->weight[r < 0 ? -r : r];
    for (int64_t k = 0; k < grid->dims; k++)
        cells /= squares;
    return cells;
}

/* weights * line, 0 outside, in place of a line of the axis. */
static void smooth_line(const struct density_grid *grid, int64_t low, int64_t high, int64_t stride,
                        double *data)
{
    int64_t first = grid->side, last = -1;
    for (int64_t k = low; k <= high; k++) {
        grid->line[k] = data[k * stride];
        if (grid->line[k] != 0) {
            first = first < k ? first : k;
            last = k;
        }
        data[k * stride] = 0;
    }
    for (int64_t k = first; k <= last; k++)
        for (int64_t r = -grid->radius; r <= grid->radius && grid->line[k] != 0; r++)
            if (k + r >= low && k + r <= high)
                data[(k + r) * stride] += grid->weight[r < 0 ? -r : r] * grid->line[k];
}

/* All lines along an axis, of the cells between low and high. */
static void smooth_axis(const struct density_grid *grid, int axis)
{
    int64_t stride[3] = {grid->side * grid->side, grid->side, 1};
    int a = axis == 0, b = axis == 2 ? 1 : 2; /* the other axes */
    for (int64_t i = grid->low[a]; i <= grid->high[a]; i++)
        for (int64_t j = grid->low[b]; j <= grid->high[b]; j++)
            smooth_line(grid, grid->low[axis], grid->high[axis], stride[axis],
                        grid->density + i * stride[a] + j * stride[b]);
}

/* The cell of a point, or -1; low and high come to hold it. */
static int64_t take_cell(struct density_grid *grid, const double *point)
{
    int64_t cell = 0, at[3] = {0};
    int first = 3 - (int)grid->dims;
    for (int k = 0; k < grid->dims; k++) {
        double place = floor(point[k] / grid->cell + (double)grid->side / 2);
        if (!(place >= 0 && place < (double)grid->side))
            return -1;
        at[first + k] = (int64_t)place;
        cell = cell * grid->side + at[first + k];
    }
    for (int k = first; k < 3; k++) {
        grid->low[k] = at[k] < grid->low[k] ? at[k] : grid->low[k];
        grid->high[k] = at[k] > grid->high[k] ? at[k] : grid->high[k];
    }
    return cell;
}

void grid_fill(struct density_grid *grid, parot_matrix points, const struct motion *motion)
{
    double cells = kernel_cells(grid);
    int first = 3 - (int)grid->dims;
    memset(grid->density, 0, (size_t)grid->cells * sizeof *grid->density);
    for (int k = 0; k < 3; k++) {
        grid->low[k] = k < first ? 0 : grid->side;
        grid->high[k] = k < first ? 0 : -1;
    }
    for (int64_t i = 0; i < points.rows; i++) {
        const double *x = points.data + i * points.stride;
        for (int64_t k = 0; k < grid->dims; k++) {
            grid->moved[k] = motion->shift[k];
            for (int64_t l = 0; l < grid->dims; l++)
                grid->moved[k] += motion->rotation[k * grid->dims + l] * x[l];
        }
        int64_t cell = take_cell(grid, grid->moved);
        if (cell >= 0)
            grid->density[cell] += cells;
    }
    for (int k = first; k < 3; k++) {
        grid->low[k] = grid->low[k] > grid->radius ? grid->low[k] - grid->radius : 0;
        grid->high[k] = grid->high[k] + grid->radius < grid->side ? grid->high[k] + grid->radius
                                                                  : grid->side - 1;
    }
    for (int k = first; k < 3; k++)
        smooth_axis(grid, k);
}

void grid_choose_step(struct density_grid *grid)
{
    double most = 0;
    for (int64_t c = 0; c < grid->cells; c++)
        most = fmax(most, grid->density[c]);
    grid->step = fmax(DEVIATION, (sqrt(most) - LEAST_ROOT) / LEVELS);
}

void grid_levels(const struct density_grid *grid, int8_t *level)
{
    double least = LEAST_ROOT * LEAST_ROOT;
    memset(level, 0, (size_t)grid->cells);
    for (int64_t c = 0; c < grid->cells; c++) {
        if (grid->density[c] >= least) {
            double above = (sqrt(grid->density[c]) - LEAST_ROOT) / grid->step;
            level[c] = (int8_t)(1 + (above < LEVELS - 1 ? (int)above : LEVELS - 1));
        }
    }
}

/* p[l - 1] += how often level l > 0 occurs, half. */
static void add_frequencies(const struct density_grid *grid, const int8_t *level, double *p)
{
    int64_t count[LEVELS + 1] = {0}, total = 0;
    for (int64_t c = 0; c < grid->cells; c++)
        count[level[c]]++;
    for (int l = 1; l <= LEVELS; l++)
        total += count[l];
    for (int l = 1; l <= LEVELS && total > 0; l++)
        p[l - 1] += 0.5 * (double)count[l] / (double)total;
}

void grid_table(const struct density_grid *grid, const int8_t *x_level, const int8_t *y_level,
                double table[LEVELS + 1][LEVELS + 1])
{
    double p[LEVELS] = {0}, joint[LEVELS][LEVELS], independent = kernel_cells(grid);
    const double floor_of_p = 1e-3; /* a level that hardly occurs proves little */
    double wide = fmax(DEVIATION, grid->step) / grid->step;
    add_frequencies(grid, x_level, p);
    add_frequencies(grid, y_level, p);
    for (int l = 0; l < LEVELS; l++)
        p[l] = (p[l] + floor_of_p) / (1 + LEVELS * floor_of_p);
    for (int l = 0; l < LEVELS; l++)
        for (int m = 0; m < LEVELS; m++)
            joint[l][m] = exp(-(l - m) * (l - m) / (2 * wide * wide)) * sqrt(p[l] * p[m]);
    for (int round = 0; round < BALANCE_ROUNDS; round++) { /* until rows and columns sum to p */
        double factor[LEVELS];
        for (int l = 0; l < LEVELS; l++) {
            double sum = 0;
            for (int m = 0; m < LEVELS; m++)
                sum += joint[l][m];
            factor[l] = sqrt(p[l] / sum);
        }
        for (int l = 0; l < LEVELS; l++)
            for (int m = 0; m < LEVELS; m++)
                joint[l][m] *= factor[l] * factor[m];
    }
    memset(table, 0, sizeof(double[LEVELS + 1][LEVELS + 1]));
    for (int l = 0; l < LEVELS; l++)
        for (int m = 0; m < LEVELS; m++)
            table[l + 1][m + 1] =
                log((1 - UNRELATED) * joint[l][m] / (p[l] * p[m]) + UNRELATED) / independent;
}
