/* points_lists.c - each row gets its best columns under the guessed prices; each column may add
 * itself to the lists of its best rows, since in many dimensions many columns are on nobody's list;
 * and what is left of the first tree is searched for among open rows and columns. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "transport/points/point_subset.h"
#include "transport/points/points_solver.h"

/* Candidates of a row and of a column. */
enum { OF_ROW = 24, OF_COL = 8 };

int points_is_listed(const struct points_solver *solver, int32_t i, int32_t j)
{
    struct candidate_list list = candidates_of(&solver->simplex.candidates, i);
    for (int32_t k = 0; k < list.count; k++)
        if (list.col[k] == j)
            return 1;
    return 0;
}

/* The list of row i gets one more pair, unless it is there already. `potential` of the tree holds
 * the guess, so that a list without room gives up what is worst. */
static void add(struct points_solver *solver, int32_t i, int32_t j, double cost)
{
    struct simplex *simplex = &solver->simplex;
    if (simplex->units.row[i] > 0 && !points_is_listed(solver, i, j))
        candidates_put(&simplex->candidates, &simplex->costs, simplex->tree.potential, i, j, cost);
}

/* The best of a row come first: they also say what the prices of the columns leave for it. */
static parot_status take_row(void *user, int32_t row, int32_t count, const int32_t *col,
                             const double *cost)
{
    struct points_solver *solver = user;
    const double *b = solver->simplex.col_price;
    solver->bound_least[row] = count > 0 ? cost[0] - b[col[0]] : INFINITY;
    for (int32_t k = 0; k < count; k++) {
        add(solver, row, col[k], cost[k]);
        solver->is_sought[POINTS_COLS][col[k]] = 1;
    }
    return PAROT_OK;
}

static parot_status take_col(void *user, int32_t col, int32_t count, const int32_t *row,
                             const double *cost)
{
    struct points_solver *solver = user;
    for (int32_t k = 0; solver->simplex.units.col[col] > 0 && k < count; k++) {
        add(solver, row[k], col, cost[k]);
        solver->is_sought[POINTS_ROWS][row[k]] = 1;
    }
    return PAROT_OK;
}

static parot_status search(struct points_solver *solver, struct tiles_query query)
{
    query.user = solver;
    query.stage = solver->simplex.depth ? "coarse" : "search";
    parot_status status = tiles_search(solver->tiles, &query, solver->control);
    solver->asked += query.asked;
    return status;
}

/* Best first. */
static void sort_list(const struct points_solver *solver, int32_t i)
{
    const struct candidates *candidates = &solver->simplex.candidates;
    const double *b = solver->simplex.col_price;
    int32_t *col = candidates->col + candidates->begin[i];
    double *cost = candidates->cost + candidates->begin[i];
    for (int32_t k = 1; k < candidates->count[i]; k++) {
        int32_t at = k, j = col[k];
        double c = cost[k], x = c - b[j];
        for (; at > 0 && cost[at - 1] - b[col[at - 1]] > x; at--) {
            cost[at] = cost[at - 1];
            col[at] = col[at - 1];
        }
        cost[at] = c;
        col[at] = j;
    }
}

parot_status points_fill_lists(struct points_solver *solver, double price, int has_cols)
{
    struct simplex *simplex = &solver->simplex;
    int32_t n = simplex->costs.n, m = simplex->costs.m;
    for (int32_t j = 0; j < m; j++)
        simplex->tree.potential[n + 1 + j] = simplex->col_price[j];
    for (int32_t i = 0; i < n; i++)
        solver->bound_least[i] = INFINITY;
    memset(solver->is_sought[POINTS_ROWS], 0, (size_t)n);
    memset(solver->is_sought[POINTS_COLS], 0, (size_t)m);
    parot_status status = search(solver, (struct tiles_query){.side = POINTS_ROWS,
                                                              .potential = simplex->col_price,
                                                              .most = OF_ROW < m ? OF_ROW : m,
                                                              .take = take_row});
    for (int32_t i = 0; i < n; i++) /* without a guess the cheapest pairs come first */
        simplex->row_price[i] = price < INFINITY ? fmin(price + unmatched_row(&simplex->costs, i),
                                                        solver->bound_least[i])
                                                 : 0;
    solver->has_bound = status == PAROT_OK;
    for (int32_t j = 0; j < m; j++)
        solver->bound_potential[j] = simplex->col_price[j];
    if (status == PAROT_OK && has_cols) {
        for (int32_t i = 0; i < n; i++)
            solver->limit[i] = simplex->units.row[i] > 0 ? simplex->row_price[i] : -INFINITY;
        status = search(solver, (struct tiles_query){.side = POINTS_COLS,
                                                     .potential = solver->limit,
                                                     .most = OF_COL < n ? OF_COL : n,
                                                     .take = take_col});
    }
    for (int32_t i = 0; i < n; i++)
        sort_list(solver, i);
    return status;
}

/* ---- Crowds ------------------------------------------------------------- */

static long double sought_mass(const unit_count *weights, const uint8_t *is_sought, int32_t count)
{
    long double sum = 0;
    for (int32_t k = 0; k < count; k++)
        sum += is_sought[k] ? (long double)weights[k] : 0;
    return sum;
}

double points_crowding(const struct points_solver *solver, int has_cols)
{
    const struct simplex *simplex = &solver->simplex;
    const struct units *units = &simplex->units;
    long double sought = sought_mass(units->col, solver->is_sought[POINTS_COLS], simplex->costs.m);
    if (has_cols)
        sought = fminl(sought,
                       sought_mass(units->row, solver->is_sought[POINTS_ROWS], simplex->costs.n));
    return (double)((long double)units->mass / sought);
}

/* ---- Open rows and columns ---------------------------------------------- */

/* Where lists of open rows go. */
struct shortlists {
    struct initial_tree *initial;
    const struct points *open;
};

static parot_status take_open(void *user, int32_t row, int32_t count, const int32_t *col,
                              const double *cost)
{
    const struct shortlists *lists = user;
    int32_t i = lists->open->side[POINTS_ROWS].of[row];
    int32_t *list = lists->initial->shortlist + (int64_t)i * SHORTLIST_COLUMNS;
    (void)cost;
    for (int32_t k = 0; k < count; k++)
        list[k] = lists->open->side[POINTS_COLS].of[col[k]];
    lists->initial->cursor[i] = (struct cursor){list, list + count, 0};
    return PAROT_OK;
}

/* Works: `open` and *tiles are closed by the caller, also on failure. */
static parot_status search_open(struct points_solver *solver, struct initial_tree *initial,
                                struct points *open, struct tiles **tiles, int32_t rows)
{
    const struct costs *costs = &solver->simplex.costs;
    TRY(subset_open(open, solver->points, rows, initial->open_count, solver->control));
    for (int32_t i = 0, to = 0; i < costs->n; i++)
        if (initial->row_left[i] > 0)
            subset_copy(open, solver->points, POINTS_ROWS, i, to++);
    for (int32_t k = 0; k < initial->open_count; k++) {
        subset_copy(open, solver->points, POINTS_COLS, initial->open[k], k);
        solver->potential[k] = initial->guess.col[initial->open[k]];
    }
    TRY(tiles_open(tiles, open, solver->control, NULL));
    struct shortlists lists = {initial, open};
    struct tiles_query query = {.side = POINTS_ROWS,
                                .potential = solver->potential,
                                .most = SHORTLIST_COLUMNS,
                                .take = take_open,
                                .user = &lists,
                                .stage = solver->simplex.depth ? "coarse" : "search"};
    return tiles_search(*tiles, &query, solver->control);
}

int points_shortlist(struct shortlist_search *search_, struct initial_tree *initial,
                     const struct costs *costs)
{
    struct points_solver *solver =
        (void *)((char *)search_ - offsetof(struct points_solver, shortlist_search));
    struct points open = {0};
    struct tiles *tiles = NULL;
    int32_t rows = 0;
    for (int32_t i = 0; i < costs->n; i++) {
        rows += initial->row_left[i] > 0;
        initial->cursor[i] = (struct cursor){initial->shortlist, initial->shortlist, 0};
    }
    parot_status status = search_open(solver, initial, &open, &tiles, rows);
    tiles_close(tiles);
    points_close(&open);
    if (points_has_failed(status))
        solver->failed = status;
    return status == PAROT_OK;
}
