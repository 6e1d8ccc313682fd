/* points_levels.c - prices and suggestions from a coarse problem.
 *
 * Four neighbours in k-d order become one point with their mass: their centre of mass in few
 * dimensions, one of them in many, where centres would lie too close together. The coarse problem
 * is solved in the same way, down to a few thousand points. Its row prices a_I say what a column
 * can be worth:
 *
 *   b_j = min(0, min_I C(x_I, y_j) - a_I),
 *
 * over rows I that have the group of j among their candidates. Where it costs something to leave j
 * unmatched, that takes the place of 0; for a group it is the mean.
 */
#include <math.h>
#include <string.h>

#include "cost/metric.h"
#include "transport/points/kd_order.h"
#include "transport/points/point_subset.h"
#include "transport/points/points_solver.h"

/* Sides with fewer points are not made coarser, nor problems with fewer in all. */
enum { FEWEST = 750, FEWEST_IN_ALL = 3000 };

/* Centres are used up to this number of dimensions. */
enum { CENTRE_DIMS = 3 };

/* Candidates of a row that the coarse tree suggests, at most. */
enum { SUGGESTED = 16 };

struct level {
    struct points_solver solver;
    struct points points;
    int32_t size[2]; /* points of a group, of rows and columns */
    int32_t *first,
        *rows;         /* for each coarse column the coarse rows that list it: rows[first[J]..] */
    double *price;     /* of the coarse rows */
    double *cost;      /* scratch, as many as coarse rows */
    unit_count *group; /* scratch: the masses of the groups of one side */
    unit_count *weight[2]; /* and of both, in the order of the coarse points */
    double *unmatched[2];  /* what leaving these unmatched costs; NULL: nothing */
    void *memory, *weights_memory;
};

static int32_t group_count(int32_t count, int32_t size)
{
    return (count + size - 1) / size;
}

/* ---- Coarse points ------------------------------------------------------ */

static unit_count smaller(unit_count a, unit_count b)
{
    return a < b ? a : b;
}

/* The centre of mass of points [begin, end), in which those without mass have no say; or the one
 * with the largest mass. */
static void merge(const struct points *whole, enum points_side side, const unit_count *weights,
                  int32_t begin, int32_t end, struct points *coarse, int32_t to)
{
    int32_t dims = whole->dims, best = begin;
    double total = 0;
    for (int32_t i = begin; i < end; i++) {
        total += (double)weights[i];
        best = weights[i] > weights[best] ? i : best;
    }
    subset_copy(coarse, whole, side, best, to);
    if (dims > CENTRE_DIMS || metric_is_angle(whole->metric) || whole->is_product || !(total > 0))
        return;
    for (int32_t k = 0; k < dims; k++) {
        double sum = 0;
        for (int32_t i = begin; i < end; i++)
            sum += (double)weights[i] / total * point_at(whole, side, i)[k];
        coarse->side[side].at[(int64_t)to * dims + k] = sum;
    }
}

/* The mean of what leaving points [begin, end) unmatched costs, by mass. */
static double merge_prices(const double *unmatched, const unit_count *weights, int32_t begin,
                           int32_t end)
{
    double total = 0, sum = 0;
    for (int32_t i = begin; i < end; i++)
        total += (double)weights[i];
    for (int32_t i = begin; i < end; i++)
        sum += total > 0 ? (double)weights[i] / total * unmatched[i] : 0;
    return sum;
}

/* Groups in their own k-d order; `of` is the number of the group. No node can use more than the
 * mass to move, and more might overflow. */
static parot_status coarsen_side(struct level *level, const struct points_solver *whole,
                                 enum points_side side, const unit_count *weights)
{
    struct points plain = level->points; /* groups in the order of the whole */
    struct point_set *set = &level->points.side[side];
    int32_t size = level->size[side], count = whole->points->side[side].count;
    unit_count mass = whole->simplex.units.mass;
    const struct costs *costs = &whole->simplex.costs;
    const double *unmatched = side == POINTS_ROWS ? costs->unmatched_row : costs->unmatched_col;
    parot_status status = subset_open(&plain, whole->points, level->points.side[POINTS_ROWS].count,
                                      level->points.side[POINTS_COLS].count, whole->control);
    for (int32_t g = 0; status == PAROT_OK && g < set->count; g++) {
        int32_t begin = g * size, end = begin + size < count ? begin + size : count;
        merge(whole->points, side, weights, begin, end, &plain, g);
        level->group[g] = 0;
        for (int32_t i = begin; i < end; i++)
            level->group[g] = smaller(mass, level->group[g] + smaller(mass, weights[i]));
    }
    if (status == PAROT_OK)
        status = kd_order(plain.side[side].at, set->count, plain.dims, set->of, whole->control);
    for (int32_t r = 0; status == PAROT_OK && r < set->count; r++) {
        int32_t g = set->of[r];
        subset_copy(&level->points, &plain, side, g, r);
        level->weight[side][r] = level->group[g];
        if (unmatched)
            level->unmatched[side][r] = merge_prices(
                unmatched, weights, g * size, (g + 1) * size < count ? (g + 1) * size : count);
    }
    points_close(&plain);
    return status;
}

/* ---- Prices ------------------------------------------------------------- */

/* The potential of a dummy; one that is not in the tree has the largest that keeps its slack arcs
 * from being violated. */
static double dummy_potential(const struct tree *tree, int32_t dummy, int32_t first, int32_t last)
{
    double highest = -INFINITY;
    if (tree->node[dummy].size)
        return tree->potential[dummy];
    for (int32_t node = first; node < last; node++)
        highest = fmax(highest, tree->potential[node]);
    return -highest;
}

/* a_I, in the costs of the caller; returns the price of the next unit. */
static double read_prices(struct level *level)
{
    const struct simplex *simplex = &level->solver.simplex;
    const struct costs *costs = &simplex->costs;
    const struct tree *tree = &simplex->tree;
    int32_t n = costs->n, m = costs->m;
    double a = dummy_potential(tree, dummy_row(costs), n + 1, n + 1 + m);
    double b = dummy_potential(tree, dummy_col(costs), 0, n);
    for (int32_t i = 0; i < n; i++)
        level->price[i] = (tree->potential[i] - a) / costs->scale;
    return -(a + b) / costs->scale;
}

/* Candidates by column. */
static void transpose(struct level *level)
{
    const struct candidates *candidates = &level->solver.simplex.candidates;
    int32_t n = level->solver.simplex.costs.n, m = level->solver.simplex.costs.m;
    for (int32_t j = 0; j <= m; j++)
        level->first[j] = 0;
    for (int32_t i = 0; i < n; i++) {
        struct candidate_list list = candidates_of(candidates, i);
        for (int32_t k = 0; k < list.count; k++)
            level->first[list.col[k]]++;
    }
    for (int32_t j = 1; j <= m; j++)
        level->first[j] += level->first[j - 1];
    for (int32_t i = 0; i < n; i++) {
        struct candidate_list list = candidates_of(candidates, i);
        for (int32_t k = 0; k < list.count; k++)
            level->rows[--level->first[list.col[k]]] = i;
    }
}

/* b_j for the columns of one group */
static void extend_group(const struct level *level, struct points_solver *whole, int32_t group)
{
    struct points mixed = level->points;
    int32_t size = level->size[POINTS_COLS], m = whole->simplex.costs.m;
    int32_t begin = level->points.side[POINTS_COLS].of[group] * size;
    const int32_t *rows = level->rows + level->first[group];
    int32_t count = level->first[group + 1] - level->first[group];
    mixed.side[POINTS_COLS] = whole->points->side[POINTS_COLS];
    for (int32_t j = begin; j < begin + size && j < m; j++) {
        double least = unmatched_col(&whole->simplex.costs, j);
        points_costs(&mixed, POINTS_COLS, j, rows, count, level->cost);
        for (int32_t k = 0; k < count; k++)
            least = fmin(least, level->cost[k] - level->price[rows[k]]);
        whole->simplex.col_price[j] = least;
    }
}

/* ---- Suggestions -------------------------------------------------------- */

/* Lists the pairs between two groups. */
static void suggest_pairs(const struct level *level, struct points_solver *whole, int32_t row,
                          int32_t col)
{
    struct simplex *simplex = &whole->simplex;
    struct candidates *candidates = &simplex->candidates;
    int32_t most = candidates->share < SUGGESTED ? candidates->share : SUGGESTED;
    int32_t i_begin = level->points.side[POINTS_ROWS].of[row] * level->size[POINTS_ROWS];
    int32_t j_begin = level->points.side[POINTS_COLS].of[col] * level->size[POINTS_COLS];
    for (int32_t i = i_begin; i < i_begin + level->size[POINTS_ROWS] && i < simplex->costs.n; i++)
        for (int32_t j = j_begin; j < j_begin + level->size[POINTS_COLS] && j < simplex->costs.m;
             j++)
            if (candidates->count[i] < most && simplex->units.col[j] > 0 &&
                simplex->units.row[i] > 0)
                candidates_put(candidates, &simplex->costs, NULL, i, j,
                               points_cost(whole->points, i, j));
}

/* Groups that are neighbours in the coarse tree will exchange mass here. */
static void suggest(const struct level *level, struct points_solver *whole)
{
    const struct tree *tree = &level->solver.simplex.tree;
    const struct costs *costs = &level->solver.simplex.costs;
    for (int32_t node = 0; node < tree->nodes; node++) {
        if (!has_arc(tree, node))
            continue;
        int32_t row = arc_row(tree, costs, node), col = arc_col(tree, costs, node);
        if (!is_slack(costs, row, col))
            suggest_pairs(level, whole, row, col - costs->n - 1);
    }
}

/* ---- The call ----------------------------------------------------------- */

static void layout_weights(struct level *level, int has_prices, struct arena *arena)
{
    int32_t n = level->points.side[POINTS_ROWS].count, m = level->points.side[POINTS_COLS].count;
    level->group = arena_take(arena, n > m ? n : m, sizeof *level->group);
    level->weight[POINTS_ROWS] = arena_take(arena, n, sizeof *level->group);
    level->weight[POINTS_COLS] = arena_take(arena, m, sizeof *level->group);
    if (has_prices) {
        level->unmatched[POINTS_ROWS] = arena_take(arena, n, sizeof(double));
        level->unmatched[POINTS_COLS] = arena_take(arena, m, sizeof(double));
    }
}

static void layout_prices(struct level *level, struct arena *arena)
{
    const struct candidates *candidates = &level->solver.simplex.candidates;
    int32_t n = level->solver.simplex.costs.n, m = level->solver.simplex.costs.m;
    level->first = arena_take(arena, (int64_t)m + 1, sizeof *level->first);
    level->rows = arena_take(arena, n, (size_t)candidates->share * sizeof *level->rows);
    level->price = arena_take(arena, n, sizeof *level->price);
    level->cost = arena_take(arena, n, sizeof *level->cost);
}

/* The points of the level, and their masses. */
static parot_status coarsen(struct level *level, const struct points_solver *whole)
{
    struct arena arena = {0};
    const struct simplex *fine = &whole->simplex;
    TRY(subset_open(&level->points, whole->points,
                    group_count(fine->costs.n, level->size[POINTS_ROWS]),
                    group_count(fine->costs.m, level->size[POINTS_COLS]), whole->control));
    int has_prices = fine->costs.unmatched_row != NULL;
    layout_weights(level, has_prices, &arena);
    TRY(arena_open(&arena, whole->control, NULL));
    layout_weights(level, has_prices, &arena);
    level->weights_memory = arena.block;
    TRY(coarsen_side(level, whole, POINTS_ROWS, fine->units.row));
    return coarsen_side(level, whole, POINTS_COLS, fine->units.col);
}

/* Works: what it allocates is in *level, also on failure. */
static parot_status solve_level(struct level *level, struct points_solver *whole, double *price)
{
    struct arena arena = {0};
    struct simplex *coarse = &level->solver.simplex;
    const struct simplex *fine = &whole->simplex;
    TRY(coarsen(level, whole));
    TRY(points_solver_open(&level->solver, &level->points, whole->control, NULL));
    memcpy(coarse->units.row, level->weight[POINTS_ROWS],
           (size_t)coarse->costs.n * sizeof *coarse->units.row);
    memcpy(coarse->units.col, level->weight[POINTS_COLS],
           (size_t)coarse->costs.m * sizeof *coarse->units.col);
    coarse->units.mass = fine->units.mass;
    coarse->units.unit = fine->units.unit;
    coarse->costs.is_free = fine->costs.is_free;
    coarse->costs.price = fine->costs.price;
    coarse->costs.unmatched_row = level->unmatched[POINTS_ROWS];
    coarse->costs.unmatched_col = level->unmatched[POINTS_COLS];
    coarse->depth = fine->depth + 1;
    TRY(points_solve(&level->solver));
    layout_prices(level, &arena);
    TRY(arena_open(&arena, whole->control, NULL));
    layout_prices(level, &arena);
    level->memory = arena.block;
    *price = read_prices(level);
    transpose(level);
    for (int32_t group = 0; group < coarse->costs.m; group++)
        extend_group(level, whole, group);
    suggest(level, whole);
    whole->asked += level->solver.asked;
    return PAROT_OK;
}

parot_status points_guess(struct points_solver *solver, double *price)
{
    struct level level = {0};
    const struct costs *costs = &solver->simplex.costs;
    if ((int64_t)costs->n + costs->m <= FEWEST_IN_ALL)
        return PAROT_OK;
    level.size[POINTS_ROWS] = costs->n > FEWEST ? KD_GROUP : 1;
    level.size[POINTS_COLS] = costs->m > FEWEST ? KD_GROUP : 1;
    parot_status status = solve_level(&level, solver, price);
    points_solver_close(&level.solver);
    points_close(&level.points);
    block_free(level.memory);
    block_free(level.weights_memory);
    return status;
}
