/* points_staircase.c - the direction is that from one point to the farthest from it; then all
 * points are put in order along it, and met. */
#include "transport/points/points_staircase.h"

#include <math.h>

#include "base/argsort.h"

/* Points this near to the line, as a share of its length, are on it: the tree is a start, and need
 * not be optimal. */
static const double NEAR_LINE = 1e-6;

/* Shares of the mass that may stay, as where weights sum to the same except for rounding. With
 * more, the dummies are in the wrong place, and pivots take longer than from a greedy tree. */
static const double LEFT_OVER = 1e-6;

struct staircase {
    const struct points *points;
    double *direction[2];  /* dims: unit vectors */
    struct keyed *line[2]; /* the points of either side along it */
    struct keyed *scratch;
};

static void layout(struct staircase *stairs, struct arena *arena)
{
    const struct point_set *side = stairs->points->side;
    int32_t dims = stairs->points->dims, n = side[0].count, m = side[1].count;
    for (int k = 0; k < 2; k++) {
        stairs->direction[k] = arena_take(arena, dims, sizeof *stairs->direction[k]);
        stairs->line[k] = arena_take(arena, side[k].count, sizeof *stairs->line[k]);
    }
    stairs->scratch = arena_take(arena, n > m ? n : m, sizeof *stairs->scratch);
}

/* ---- The line ----------------------------------------------------------- */

static double squared_distance(int32_t dims, const double *a, const double *b)
{
    double sum = 0;
    for (int32_t k = 0; k < dims; k++)
        sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sum;
}

/* From the first point to the farthest; returns how far that is. */
static double find_direction(struct staircase *stairs, enum points_side side)
{
    const struct points *points = stairs->points;
    const double *origin = point_at(points, side, 0), *farthest = origin;
    double length = 0;
    for (int32_t i = 1; i < points->side[side].count; i++) {
        const double *at = point_at(points, side, i);
        double square = squared_distance(points->dims, at, origin);
        if (square > length) {
            length = square;
            farthest = at;
        }
    }
    length = sqrt(length);
    for (int32_t k = 0; k < points->dims; k++)
        stairs->direction[side][k] = length > 0 ? (farthest[k] - origin[k]) / length : 0;
    return length;
}

/* |x - x_0 - t d| <= NEAR_LINE length for all points, t = <x - x_0, d> */
static int is_line(struct staircase *stairs, enum points_side side, double length)
{
    const struct points *points = stairs->points;
    const double *origin = point_at(points, side, 0), *d = stairs->direction[side];
    double most = NEAR_LINE * length;
    for (int32_t i = 0; i < points->side[side].count; i++) {
        const double *at = point_at(points, side, i);
        double along = 0, beside = 0;
        for (int32_t k = 0; k < points->dims; k++)
            along += (at[k] - origin[k]) * d[k];
        for (int32_t k = 0; k < points->dims; k++) {
            double part = at[k] - origin[k] - along * d[k];
            beside += part * part;
        }
        if (!(beside <= most * most))
            return 0;
        stairs->line[side][i] = (struct keyed){along, i};
    }
    return 1;
}

/* Two lines in the same direction; that of the columns is turned if it must be. */
static int has_line(struct staircase *stairs)
{
    const struct points *points = stairs->points;
    double cosine = 0, length[2];
    for (int side = 0; side < 2; side++) {
        length[side] = find_direction(stairs, (enum points_side)side);
        if (!(length[side] > 0) || !is_line(stairs, (enum points_side)side, length[side]))
            return 0;
    }
    for (int32_t k = 0; k < points->dims; k++)
        cosine += stairs->direction[0][k] * stairs->direction[1][k];
    if (cosine < 0)
        for (int32_t j = 0; j < points->side[POINTS_COLS].count; j++)
            stairs->line[POINTS_COLS][j].key *= -1;
    return points->is_product ? cosine != 0 : fabs(cosine) >= 1 - NEAR_LINE;
}

/* ---- The tree ----------------------------------------------------------- */

/* One side in order: what is left of the node at which it stands. */
struct walk {
    const struct keyed *line;
    const unit_count *weight;
    int32_t count, at;
    int32_t node; /* TREE_NONE: past the end */
    unit_count left;
};

/* On to the next node with mass: a point, or the dummy, which follows the last column. */
static void step(struct walk *walk, int32_t first_node, int32_t dummy, unit_count dummy_mass)
{
    while (++walk->at < walk->count) {
        int64_t i = walk->line[walk->at].index;
        if (walk->weight[i] == 0)
            continue;
        walk->node = first_node + (int32_t)i;
        walk->left = walk->weight[i];
        return;
    }
    walk->node = walk->at == walk->count && dummy_mass > 0 ? dummy : TREE_NONE;
    walk->left = dummy_mass;
}

/* The sum, or MOST_UNITS if it does not fit. */
static unit_count total(const unit_count *weights, int32_t count)
{
    unit_count sum = 0;
    for (int32_t k = 0; k < count; k++)
        sum = weights[k] < MOST_UNITS - sum ? sum + weights[k] : MOST_UNITS;
    return sum;
}

/* The dummy row comes before all rows, and the dummy column after all columns, so that they do not
 * meet. Where a row and a column end together, the next arc goes from the next row to the same
 * column: so all arcs without mass lead towards the root, which is the first column. */
static int64_t meet(const struct staircase *stairs, const struct costs *costs,
                    const struct units *units, struct arc *arcs)
{
    int32_t n = costs->n, m = costs->m;
    unit_count kept_by_cols = total(units->col, m) - units->mass;
    unit_count kept_by_rows = total(units->row, n) - units->mass;
    struct walk row = {stairs->line[POINTS_ROWS], units->row, n, -1, TREE_NONE, 0};
    struct walk col = {stairs->line[POINTS_COLS], units->col, m, -1, TREE_NONE, 0};
    int64_t count = 0;
    if (kept_by_cols > 0) {
        row.node = dummy_row(costs);
        row.left = kept_by_cols;
    } else
        step(&row, 0, TREE_NONE, 0);
    step(&col, n + 1, dummy_col(costs), kept_by_rows);
    while (row.node != TREE_NONE && col.node != TREE_NONE) {
        unit_count mass = row.left < col.left ? row.left : col.left;
        arcs[count++] = (struct arc){row.node, col.node, mass};
        row.left -= mass;
        col.left -= mass;
        if (row.left == 0)
            step(&row, 0, TREE_NONE, 0);
        else
            step(&col, n + 1, dummy_col(costs), kept_by_rows);
    }
    return count;
}

/* Works: the block belongs to the caller. */
static int build(struct staircase *stairs, struct points_solver *solver, const struct costs *costs)
{
    struct simplex *simplex = &solver->simplex;
    if (!has_line(stairs))
        return 0;
    for (int side = 0; side < 2; side++)
        if (argsort(stairs->line[side], stairs->points->side[side].count, stairs->scratch,
                    solver->control) != PAROT_OK)
            return 0;
    struct arc *arcs = simplex->initial.arcs;
    int64_t count = meet(stairs, costs, &simplex->units, arcs);
    tree_build(&simplex->tree, costs, arcs, count, arcs[0].col);
    return 1;
}

int points_staircase(struct points_solver *solver, const struct costs *costs)
{
    const struct units *units = &solver->simplex.units;
    struct staircase stairs = {.points = solver->points};
    struct arena arena = {0};
    if (costs->is_free || !(simplex_tightness(&solver->simplex) >= 1 - LEFT_OVER) ||
        total(units->row, costs->n) == MOST_UNITS || total(units->col, costs->m) == MOST_UNITS)
        return 0;
    layout(&stairs, &arena);
    if (arena_open(&arena, solver->control, NULL) != PAROT_OK)
        return 0;
    layout(&stairs, &arena);
    int is_built = build(&stairs, solver, costs);
    block_free(arena.block);
    return is_built;
}
