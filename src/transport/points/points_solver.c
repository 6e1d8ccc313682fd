/* points_solver.c - guess, lists, first tree, simplex. */
#include "transport/points/points_solver.h"

#include <math.h>
#include <stddef.h>

#include "transport/auction/auction.h"
#include "transport/points/points_growth.h"
#include "transport/points/points_staircase.h"

/* Places of a row on average: for its own candidates, for those that coarse plans suggest and
 * passes find, and for those of columns. */
enum { ROW_PLACES = 64, COL_PLACES = 8 };

/* Up to this share of the mass columns need no lists of their own. */
static const double NO_COLS = 0.5;

/* Up to this share of the mass the cheapest pairs are good candidates by themselves, ... */
static const double NO_GUESS = 0.795;

/* ... unless so much of what they lead to is used: where clouds lie apart, all rows list the same
 * few columns. In many dimensions hubs do that everywhere. */
static const double CROWDED = 0.9, CROWDED_HUBS = 1.1;
enum { HUB_DIMS = 4 };

/* From so many dimensions on, and from this share of the larger side on, an auction makes the first
 * tree. Its bids take time that pivots save: in the plane rows bid thousands of times, and with
 * less mass a greedy tree is nearly as good. */
enum { AUCTION_DIMS = 8 };
static const double AUCTION_SHARE = 0.9;

static int32_t places_of(int32_t n, int32_t m)
{
    int64_t places = ROW_PLACES + (int64_t)COL_PLACES * m / n;
    return (int32_t)(places < m ? places : m);
}

static void layout(struct points_solver *solver, struct arena *arena)
{
    struct simplex *simplex = &solver->simplex;
    int32_t n = simplex->costs.n, m = simplex->costs.m;
    simplex->units.row = arena_take(arena, n, sizeof *simplex->units.row);
    simplex->units.col = arena_take(arena, m, sizeof *simplex->units.col);
    tree_layout(&simplex->tree, n + m + 2, arena);
    initial_tree_layout(&simplex->initial, n, m, arena);
    simplex->row_price = arena_take(arena, n, sizeof *simplex->row_price);
    simplex->col_price = arena_take(arena, m, sizeof *simplex->col_price);
    solver->potential = arena_take(arena, m, sizeof *solver->potential);
    solver->limit = arena_take(arena, n, sizeof *solver->limit);
    solver->is_cut = arena_take(arena, n, sizeof *solver->is_cut);
    solver->is_sought[POINTS_ROWS] = arena_take(arena, n, 1);
    solver->is_sought[POINTS_COLS] = arena_take(arena, m, 1);
    solver->known_potential = arena_take(arena, m, sizeof *solver->known_potential);
    solver->known_limit = arena_take(arena, n, sizeof *solver->known_limit);
    solver->bound_potential = arena_take(arena, m, sizeof *solver->bound_potential);
    solver->bound_least = arena_take(arena, n, sizeof *solver->bound_least);
}

static void layout_lists(struct simplex *simplex, struct arena *arena)
{
    int32_t n = simplex->costs.n, m = simplex->costs.m;
    initial_tree_layout_search(&simplex->initial, n, m, arena);
    candidates_layout_share(&simplex->candidates, n, places_of(n, m), arena);
    pricing_layout(&simplex->pricing, n, m, arena);
}

/* Most of the memory, which a plan that has grown does without. */
static parot_status open_lists(struct points_solver *solver)
{
    struct arena arena = {0};
    if (solver->lists_memory)
        return PAROT_OK;
    layout_lists(&solver->simplex, &arena);
    TRY(arena_open(&arena, solver->control, NULL));
    layout_lists(&solver->simplex, &arena);
    solver->lists_memory = arena.block;
    return PAROT_OK;
}

/* Works: what it allocates is in *solver, also on failure. */
static parot_status open_all(struct points_solver *solver, parot_error *err)
{
    struct arena arena = {0};
    layout(solver, &arena);
    TRY(arena_open(&arena, solver->control, err));
    layout(solver, &arena);
    solver->memory = arena.block;
    return tiles_open(&solver->tiles, solver->points, solver->control, err);
}

parot_status points_solver_open(struct points_solver *solver, const struct points *points,
                                struct control *control, parot_error *err)
{
    *solver = (struct points_solver){
        .pair_search = {points_pass},
        .shortlist_search = {points_shortlist},
        .exact_search = {points_exact_rest, points_price_empty},
        .control = control,
        .points = points,
    };
    solver->simplex.costs = (struct costs){.n = points->side[POINTS_ROWS].count,
                                           .m = points->side[POINTS_COLS].count,
                                           .scale = 1,
                                           .cap = INFINITY,
                                           .points = points};
    parot_status status = open_all(solver, err);
    if (status != PAROT_OK)
        points_solver_close(solver);
    return status;
}

/* Bytes of the lists, of auctions on them, and of the searches that fill them. */
static void measure_lists(struct points_solver *solver, double share, struct arena *arena)
{
    int32_t n = solver->simplex.costs.n, m = solver->simplex.costs.m;
    struct arena auction = {0}, search = {0}; /* one after the other */
    layout_lists(&solver->simplex, arena);
    if (solver->points->dims >= AUCTION_DIMS && share >= AUCTION_SHARE)
        auction_measure(n, m, (int64_t)n * places_of(n, m), &auction);
    tiles_measure_search(solver->points, ROW_PLACES / 2, &search); /* a little more than they ask */
    arena_larger(arena, &auction, &search);
}

void points_solver_measure(const struct points *points, double share, struct arena *arena)
{
    struct points_solver solver = {.points = points};
    solver.simplex.costs.n = points->side[POINTS_ROWS].count;
    solver.simplex.costs.m = points->side[POINTS_COLS].count;
    struct arena lists = {0}, growth = {0}; /* one after the other */
    measure_lists(&solver, share, &lists);
    if (share <= POINTS_GROWTH_SHARE)
        points_growth_measure(points, &growth);
    layout(&solver, arena);
    tiles_measure(points, arena);
    arena_larger(arena, &lists, &growth);
}

void points_solver_close(struct points_solver *solver)
{
    tiles_close(solver->tiles);
    block_free(solver->lists_memory);
    block_free(solver->memory);
    *solver = (struct points_solver){0};
}

/* A column without mass is nobody's candidate. */
static void leave_out_empty(struct simplex *simplex)
{
    for (int32_t j = 0; j < simplex->costs.m; j++)
        if (simplex->units.col[j] == 0)
            simplex->col_price[j] = -INFINITY;
}

static int has_cols(const struct simplex *simplex)
{
    return simplex->costs.is_free || simplex_tightness(simplex) > NO_COLS;
}

/* Lists by cost alone, or by the prices of a coarse problem. */
static parot_status fill(struct points_solver *solver, int is_guessed, double *price)
{
    struct simplex *simplex = &solver->simplex;
    *price = simplex->costs.is_free ? simplex->costs.price : INFINITY;
    TRY(open_lists(solver));
    candidates_clear(&simplex->candidates);
    solver->has_known = 0; /* the lists are gone */
    parot_status status = PAROT_OK;
    if (!simplex->has_basis)
        for (int32_t j = 0; j < simplex->costs.m; j++)
            simplex->col_price[j] = unmatched_col(&simplex->costs, j);
    if (is_guessed && !simplex->has_basis)
        status = points_guess(solver, price);
    if (points_has_failed(status))
        return status;
    leave_out_empty(simplex);
    return points_fill_lists(solver, *price, has_cols(simplex));
}

static int is_crowded(const struct points_solver *solver)
{
    double crowding = points_crowding(solver, has_cols(&solver->simplex));
    return crowding >= (solver->points->dims < HUB_DIMS ? CROWDED : CROWDED_HUBS);
}

/* Lists, as far as there was time to make them. */
static parot_status choose(struct points_solver *solver, double *price)
{
    const struct simplex *simplex = &solver->simplex;
    int is_guessed = simplex->costs.is_free || simplex_tightness(simplex) >= NO_GUESS;
    parot_status status = fill(solver, is_guessed, price);
    if (status == PAROT_OK && !is_guessed && !simplex->has_basis && is_crowded(solver))
        status = fill(solver, 1, price);
    return points_has_failed(status) ? status : PAROT_OK;
}

/* In many dimensions and near full mass the simplex needs many pivots from a greedy start. */
static int auction_pays(const struct points_solver *solver)
{
    const struct simplex *simplex = &solver->simplex;
    return solver->points->dims >= AUCTION_DIMS && !simplex->costs.is_free &&
           simplex_tightness(simplex) >= AUCTION_SHARE;
}

/* Auctions, at most: each on the lists that a pass has completed by the prices of the last. They
 * end when few rows have found something that is on no list, a small part of them, and of large
 * clouds so many at most, where a pivot takes long; when these do not become half as many; or when
 * rows bid too often: 25 to 110 times as a rule, up to 640 with skewed weights, and without end
 * where some points are far away. */
enum { MOST_AUCTIONS = 5, SMALL_PART = 50, FEW_ROWS = 200, ROW_BIDS = 1000 };

/* By auctions; 0: there is no tree, for lack of room. If it is stopped, the simplex will find out.
 */
static int hold_auctions(struct points_solver *solver, const struct costs *costs)
{
    struct simplex *simplex = &solver->simplex;
    struct auction_problem problem = {costs, &simplex->units, &simplex->candidates};
    struct auction_prices prices = {.row = simplex->row_price, .col = simplex->col_price};
    struct auction_schedule schedule = auction_usual_schedule(&problem, simplex->col_price);
    int64_t before = INT64_MAX, part = costs->n / SMALL_PART,
            few = part < FEW_ROWS ? part : FEW_ROWS;
    schedule.most_bids = ROW_BIDS;
    for (int k = 0; k < MOST_AUCTIONS; k++) {
        struct auction_report report = {0};
        int64_t violated = 0;
        parot_status status =
            auction_solve(&problem, &schedule, &prices, &simplex->tree, &report, solver->control);
        if (status != PAROT_OK)
            return status > 0 || k > 0;
        status = points_pass(&solver->pair_search, solver->control, &violated);
        if (points_has_failed(status))
            solver->failed = status;
        if (status != PAROT_OK)
            return 1;
        if (violated <= few || violated > before / 2 || report.is_tired)
            return 1;
        before = violated;
        schedule.first = fmax(schedule.last, schedule.first / schedule.factor);
    }
    return 1;
}

/* The first tree: along a line, by auctions, or greedily where that does not pay or has no room. */
static void make_tree(struct points_solver *solver, const struct costs *costs,
                      struct price_guess guess)
{
    struct simplex *simplex = &solver->simplex;
    if (points_staircase(solver, costs) || (auction_pays(solver) && hold_auctions(solver, costs)))
        return;
    initial_tree_build(&simplex->initial, costs, &simplex->units, &simplex->candidates, guess,
                       &simplex->tree);
}

/* On the lists and the tree that are there. */
static parot_status improve(struct points_solver *solver, const struct costs *costs)
{
    struct simplex *simplex = &solver->simplex;
    simplex->initial.control = solver->control;
    simplex->initial.search = &solver->shortlist_search;
    simplex->search = &solver->pair_search;
    simplex->has_basis = 1;
    parot_status status = simplex_solve(simplex, costs, solver->control);
    return solver->failed ? solver->failed : status;
}

parot_status points_solve(struct points_solver *solver)
{
    struct simplex *simplex = &solver->simplex;
    struct price_guess guess = {simplex->col_price, simplex->row_price, INFINITY};
    struct costs costs = simplex->costs;
    TRY(choose(solver, &guess.price));
    simplex->initial.control = solver->control;
    simplex->initial.search = &solver->shortlist_search;
    if (!simplex->has_basis)
        make_tree(solver, &costs, guess);
    TRY(solver->failed);
    return improve(solver, &costs);
}

/* ---- Again --------------------------------------------------------------- */

static void refresh_lists(struct points_solver *solver)
{
    struct candidates *candidates = &solver->simplex.candidates;
    for (int32_t i = 0; i < candidates->rows; i++)
        points_costs(solver->points, POINTS_ROWS, i, candidates->col + candidates->begin[i],
                     candidates->count[i], candidates->cost + candidates->begin[i]);
}

/* The tree of a plan that has grown is not one that the simplex may begin with. */
static parot_status make_lists(struct points_solver *solver, double price)
{
    struct simplex *simplex = &solver->simplex;
    int64_t count = simplex_plan(simplex, simplex->initial.arcs);
    TRY(open_lists(solver));
    if (!initial_tree_from_plan(&simplex->initial, &simplex->costs, &simplex->units,
                                simplex->initial.arcs, count, 0, &simplex->tree))
        return PAROT_ENUMERIC;
    candidates_clear(&simplex->candidates);
    leave_out_empty(simplex);
    parot_status status = points_fill_lists(solver, price, has_cols(simplex));
    return points_has_failed(status) ? status : PAROT_OK;
}

parot_status points_solve_again(struct points_solver *solver, double price)
{
    struct costs costs = solver->simplex.costs;
    solver->has_known = solver->has_bound = 0;
    if (!solver->lists_memory)
        TRY(make_lists(solver, price));
    else
        refresh_lists(solver);
    return improve(solver, &costs);
}
