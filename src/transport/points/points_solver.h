/* points_solver.h - the simplex between two clouds of points, without a matrix.
 *
 * Lists of candidates, the pass over all pairs and the exact search ask the tiles (tiles.h); tree,
 * pivots, pricing and exact arithmetic are those of every other solve. Large clouds are first
 * solved coarsely: groups of four neighbours become one point with their mass, and so on; the
 * prices of the coarse problem choose the candidates of the fine one, and its tree suggests some.
 *
 * All indices and vectors are in the order of struct points.
 */
#ifndef PAROT_TRANSPORT_POINTS_POINTS_SOLVER_H
#define PAROT_TRANSPORT_POINTS_POINTS_SOLVER_H

#include "transport/points/tiles.h"
#include "transport/simplex/simplex.h"

struct points_solver {
    struct pair_search pair_search;
    struct shortlist_search shortlist_search;
    struct exact_search exact_search;
    struct control *control;
    const struct points *points;
    struct tiles *tiles;
    struct simplex simplex;
    double *potential;     /* m: of the columns, as the tiles are asked; scratch */
    double *limit;         /* n: up to which pairs of a row are asked for; scratch */
    uint8_t *is_cut;       /* n: the list of the row had no room for all */
    uint8_t *is_sought[2]; /* n and m: some point of the other side lists it for itself */

    /* All pairs with C_ij - known_potential[j] <= known_limit[i] are candidates. */
    double *known_potential, *known_limit;
    int has_known;

    /* C_ij - bound_potential[j] >= bound_least[i] for all pairs: a bound whenever it is stopped. */
    double *bound_potential, *bound_least;
    int has_bound;

    int64_t asked;       /* pairs that the tiles were asked about */
    parot_status failed; /* what a search for the first tree failed with, not a stop; PAROT_OK */
    void *memory, *lists_memory;
};

/* Opens the solver of `points`, which must outlive it. The caller fills simplex.units before
 * points_solve, and may set simplex.costs.is_free, and then price, unmatched_row and
 * unmatched_col. */
parot_status points_solver_open(struct points_solver *solver, const struct points *points,
                                struct control *control, parot_error *err);
/* What points_solve takes at that share of the larger side's mass, and searches of the tiles; of
 * *points only metric, counts and dims are used. */
void points_solver_measure(const struct points *points, double share, struct arena *arena);
void points_solver_close(struct points_solver *solver);

/* To the optimum as doubles tell it (simplex_solve), or until control says stop; from the present
 * tree and col_price if there is one (simplex.has_basis). There is a feasible tree unless it fails,
 * with PAROT_ENOMEM or PAROT_EIO. */
parot_status points_solve(struct points_solver *solver);

/* The same after the costs have changed (points_change_product), but not the masses, from the tree
 * and the lists that are there. If a plan has grown there are no lists; they are made by
 * simplex.col_price and `price`, which are the prices of the last solve. */
parot_status points_solve_again(struct points_solver *solver, double price);

/* ---- Parts -------------------------------------------------------------- */

/* Prices of the columns by a coarse problem, its suggestions on the lists, and *price of the next
 * unit of mass; both stay as they are where there are few points. */
parot_status points_guess(struct points_solver *solver, double *price);

/* The mass to move over that of the points which others list for themselves, of the side where that
 * is more: above 1, the lists cannot hold a plan. After points_fill_lists. */
double points_crowding(const struct points_solver *solver, int has_cols);

/* Candidates of all rows by cost and simplex.col_price, and of all columns if `has_cols`. Fills
 * simplex.row_price, up to `price`, which is INFINITY if there was no guess. */
parot_status points_fill_lists(struct points_solver *solver, double price, int has_cols);

/* Whether it is neither done nor stopped. */
static inline int points_has_failed(parot_status status)
{
    return status < 0 && status != PAROT_ESTOPPED;
}

/* The functions behind the three searches. */
int points_shortlist(struct shortlist_search *search, struct initial_tree *initial,
                     const struct costs *costs);
parot_status points_pass(struct pair_search *search, struct control *control, int64_t *violated);
parot_status points_exact_rest(struct exact_search *search, struct exact *exact,
                               struct control *control);
parot_status points_price_empty(struct exact_search *search, struct exact *exact, parot_dual *dual,
                                struct control *control);

/* Is column j on the list of row i? */
int points_is_listed(const struct points_solver *solver, int32_t i, int32_t j);

/* Feasible prices for a run that was stopped, and the bound that they prove is the best known. */
void points_stopped_duals(const struct points_solver *solver, parot_dual *dual);

/* The same beside the prices a and b of points, in the order inside; the potentials of columns in
 * the solver are `shift` above those that belong to a and b. */
void points_stopped_prices(const struct points_solver *solver, const double *a, const double *b,
                           double shift, parot_dual *dual);

#endif
