/* auction.c - phases of bids with smaller and smaller eps; then the plan loses its cycles, and the
 * tree is built around it. */
#include "transport/auction/auction.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "transport/auction/auction_forest.h"
#include "transport/auction/auction_state.h"
#include "transport/auction/auction_tree.h"

/* eps, as shares of the typical reduced cost of the RANK-th column of a row. A third of the last
 * one costs a quarter more bids and saves a hundredth of a pivot a node; three times as much costs
 * a twentieth. A smaller first one takes more bids to spread prices. Long lists take a larger one,
 * FIRST_SPREAD of what their ends differ by, for the same reason. */
static const double FIRST = 0.2, FIRST_SPREAD = 0x1p-6, LAST = 3.2e-3, FACTOR = 8;
enum { RANK = 8, SAMPLED_ROWS = 1000 };

/* Where all costs of a list are the same: a share of the largest cost. */
static const double LEAST_EPS = 0x1p-20;

/* Differences of costs and prices are rounded; eps must be visible in them. */
static const double VISIBLE = 0x1p-44;

/* Bids of a row, in all phases. Measured: up to 150 in many dimensions, 1400 for rows that fill
 * eight columns each; thousands in the plane, which is not for the auction. */
enum { MOST_BIDS = 4000 };

/* ---- The schedule ------------------------------------------------------- */

/* What the columns of a list cost beyond the best one: the RANK-th, or the last of a shorter list;
 * and the last one. */
struct gap {
    double rank, last;
};

static struct gap gap_of(struct candidate_list list, const double *col_price)
{
    double w[RANK], last = -INFINITY;
    int count = 0;
    for (int32_t k = 0; k < list.count; k++) {
        double x = list.cost[k] - col_price[list.col[k]];
        if (!(x <= DBL_MAX))
            continue;
        last = fmax(last, x);
        int at = count < RANK ? count++ : RANK;
        for (; at > 0 && x < w[at - 1]; at--)
            if (at < RANK)
                w[at] = w[at - 1];
        if (at < RANK)
            w[at] = x;
    }
    return count > 0 ? (struct gap){w[count - 1] - w[0], last - w[0]} : (struct gap){0, 0};
}

static double largest_cost(const struct candidates *candidates)
{
    double largest = 0;
    for (int32_t i = 0; i < candidates->rows; i++) {
        struct candidate_list list = candidates_of(candidates, i);
        for (int32_t k = 0; k < list.count; k++)
            if (list.cost[k] <= DBL_MAX)
                largest = fmax(largest, fabs(list.cost[k]));
    }
    return largest;
}

struct auction_schedule auction_usual_schedule(const struct auction_problem *problem,
                                               const double *col_price)
{
    const struct candidates *candidates = problem->candidates;
    int32_t step = 1 + candidates->rows / SAMPLED_ROWS, count = 0;
    struct gap sum = {0, 0};
    for (int32_t i = 0; i < candidates->rows; i += step) {
        struct gap gap = gap_of(candidates_of(candidates, i), col_price);
        sum.rank += gap.rank / SAMPLED_ROWS;
        sum.last += gap.last / SAMPLED_ROWS;
        count += gap.rank > 0;
    }
    double typical =
        sum.rank > 0 ? sum.rank * SAMPLED_ROWS / count : LEAST_EPS * largest_cost(candidates);
    double spread = sum.last * SAMPLED_ROWS / (count > 0 ? count : 1);
    if (!(typical > 0))
        typical = 1;
    double first = fmax(FIRST * typical, FIRST_SPREAD * spread);
    return (struct auction_schedule){first, LAST * typical, FACTOR, MOST_BIDS};
}

/* ---- Memory ------------------------------------------------------------- */

/* All that a solve needs, in one block. */
struct workshop {
    struct auction auction;
    struct auction_forest forest;
    struct auction_ties ties;
};

/* Short and long ones of all columns. A long one holds the column itself, the rows that list it and
 * the dummy row; of the dummy column, all rows. */
static int64_t cells(int64_t n, int64_t m, int64_t listed)
{
    return AUCTION_SHORT_CELLS * m + listed + n + 2 * (m + 1);
}

static void layout(struct workshop *workshop, struct arena *arena)
{
    struct auction *auction = &workshop->auction;
    int64_t n = auction->n, m = auction->m, listed = auction->listed;
    auction->price = arena_take(arena, m + 1, sizeof *auction->price);
    auction->give_up = arena_take(arena, n, sizeof *auction->give_up);
    auction->supply = arena_take(arena, n + 1, sizeof *auction->supply);
    auction->room = arena_take(arena, m + 1, sizeof *auction->room);
    auction->bidder = arena_take(arena, n + 1, sizeof *auction->bidder);
    auction->hot = arena_take(arena, n, sizeof *auction->hot);
    auction->slot = arena_take(arena, m + 1, sizeof *auction->slot);
    auction->long_slot = arena_take(arena, m + 1, sizeof *auction->long_slot);
    auction->cell = arena_take(arena, cells(n, m, listed), sizeof *auction->cell);
    auction->queue = arena_take(arena, n + 1, sizeof *auction->queue);
    auction->unlisted = arena_take(arena, 2 * (n + m), sizeof *auction->unlisted);
    heap_layout(&auction->open, auction->m, arena);
    auction_forest_layout(&workshop->forest, (int32_t)(n + m + 2), arena);
    auction_ties_layout(&workshop->ties, (int32_t)(n + m + 2), arena);
}

void auction_measure(int32_t n, int32_t m, int64_t listed, struct arena *arena)
{
    struct workshop workshop = {.auction = {.n = n, .m = m, .listed = (int32_t)listed}};
    layout(&workshop, arena);
}

/* ---- Lists, masses, prices ---------------------------------------------- */

/* Arcs of use, or -1 if a list is too long. */
static int64_t count_listed(const struct auction *auction)
{
    int64_t listed = 0;
    for (int32_t i = 0; i < auction->n; i++) {
        struct candidate_list list = candidates_of(auction->lists, i);
        if (list.count > AUCTION_LONGEST)
            return -1;
        for (int32_t k = 0; k < list.count; k++)
            listed += auction_is_useful(auction, i, list.col[k], list.cost[k]);
    }
    return listed;
}

/* Cells for all portions that a column may ever have. */
static void place_columns(struct auction *auction)
{
    for (int32_t i = 0; i < auction->n; i++) {
        struct candidate_list list = candidates_of(auction->lists, i);
        for (int32_t k = 0; k < list.count; k++)
            if (auction_is_useful(auction, i, list.col[k], list.cost[k]))
                auction->long_slot[list.col[k] + 1]++;
    }
    auction->long_slot[0] = AUCTION_SHORT_CELLS * auction->m;
    for (int32_t j = 0; j < auction->m; j++)
        auction->long_slot[j + 1] += auction->long_slot[j] + 2;
    for (int32_t j = 0; j <= auction->m; j++) {
        auction->slot[j] = j < auction->m ? AUCTION_SHORT_CELLS * j : auction->long_slot[j];
        auction_column(auction, j)->left = auction->room[j];
    }
}

/* The sum, or -1 if it does not fit. */
static unit_count add_up(const unit_count *weights, int32_t count)
{
    unit_count sum = 0;
    for (int32_t k = 0; k < count; k++) {
        if (weights[k] > MOST_UNITS - sum)
            return -1;
        sum += weights[k];
    }
    return sum;
}

static int share_out(struct auction *auction, const struct units *units)
{
    int32_t n = auction->n, m = auction->m;
    unit_count rows = add_up(units->row, n), cols = add_up(units->col, m);
    if (rows < 0 || cols < 0)
        return 0;
    for (int32_t i = 0; i < n; i++)
        auction->supply[i] = auction->bidder[i].excess = units->row[i];
    for (int32_t j = 0; j < m; j++)
        auction->room[j] = units->col[j];
    auction->supply[n] = auction->bidder[n].excess = cols - units->mass;
    auction->room[m] = rows - units->mass;
    return 1;
}

/* Of the dummy column, a price at which every row would go there: then it sends back those that
 * have the best places to go. */
static void begin_prices(struct auction *auction, const double *col_price)
{
    double best = INFINITY;
    for (int32_t j = 0; j < auction->m; j++)
        auction->price[j] = auction->room[j] > 0 ? col_price[j] : -INFINITY;
    for (int32_t i = 0; i < auction->n; i++) {
        struct candidate_list list = candidates_of(auction->lists, i);
        for (int32_t k = 0; k < list.count && auction->units->row[i] > 0; k++)
            best = fmin(best, list.cost[k] - auction->price[list.col[k]]);
    }
    auction->price[auction->m] = auction->room[auction->m] == 0 ? -INFINITY
                                 : best < INFINITY              ? -best
                                                                : 0;
}

/* The largest cost or price. */
static double largest_number(const struct auction *auction)
{
    double largest = largest_cost(auction->lists);
    for (int32_t j = 0; j < auction->m; j++)
        if (auction->price[j] > -INFINITY)
            largest = fmax(largest, fabs(auction->price[j]));
    return largest;
}

/* ---- The solve ---------------------------------------------------------- */

/* Phase after phase. A stop leaves some mass unplaced. */
static parot_status run_phases(struct auction *auction, const struct auction_schedule *schedule,
                               struct auction_report *report, struct control *control)
{
    double last = fmax(schedule->last, VISIBLE * largest_number(auction));
    for (double eps = fmax(schedule->first, last);; eps = fmax(eps / schedule->factor, last)) {
        auction->eps = eps;
        TRY(auction_bid(auction, control));
        report->given_up = auction_place_rest(auction);
        report->phases++;
        report->eps = eps;
        if (eps == last)
            return PAROT_OK;
    }
}

/* All arcs with flow, those of pairs on no list among them. */
static void gather(struct workshop *workshop, const struct costs *costs)
{
    const struct auction *auction = &workshop->auction;
    struct auction_forest *forest = &workshop->forest;
    int32_t n = auction->n;
    auction_forest_clear(forest);
    for (int32_t j = 0; j <= auction->m; j++)
        for (int32_t k = 1; k <= auction_column(auction, j)->held; k++) {
            struct portion portion = *auction_portion(auction, j, k);
            if (portion.mass > 0)
                auction_forest_add(forest, (struct arc){portion.row, n + 1 + j, portion.mass},
                                   auction_arc_cost(auction, j, portion));
        }
    for (int64_t k = 0; k < auction->unlisted_count; k++) {
        struct arc arc = auction->unlisted[k];
        auction_forest_add(forest, arc, raw_cost(costs, arc.row, arc.col));
    }
}

/* Prices for every row, those without mass among them. */
static void fill_prices(const struct auction *auction, const struct auction_problem *problem,
                        struct auction_prices *prices)
{
    int32_t m = auction->m;
    double highest = -INFINITY;
    for (int32_t j = 0; j < m; j++) {
        prices->col[j] = fmin(auction->price[j], auction->level);
        highest = fmax(highest, prices->col[j]);
    }
    prices->dummy_col = auction->price[m];
    prices->dummy_row = auction->supply[auction->n] > 0 ? -highest : 0;
    for (int32_t i = 0; i < auction->n; i++) {
        struct candidate_list list = candidates_of(problem->candidates, i);
        double least = -prices->dummy_col;
        for (int32_t k = 0; k < list.count; k++)
            least = fmin(least, list.cost[k] - prices->col[list.col[k]]);
        prices->row[i] = least;
    }
}

/* Prices of the nodes that the tree will hold: those with mass. */
static void choose_nodes(struct workshop *workshop, const struct units *units,
                         const struct auction_prices *prices)
{
    const struct auction *auction = &workshop->auction;
    double *price = workshop->ties.price;
    int32_t n = auction->n, m = auction->m;
    for (int32_t i = 0; i < n; i++)
        price[i] = units->row[i] > 0 ? prices->row[i] : -INFINITY;
    for (int32_t j = 0; j < m; j++)
        price[n + 1 + j] = units->col[j] > 0 ? prices->col[j] : -INFINITY;
    price[n] = auction->supply[n] > 0 ? prices->dummy_row : -INFINITY;
    price[n + m + 1] = auction->room[m] > 0 ? prices->dummy_col : -INFINITY;
}

/* Works: the block belongs to the caller. */
static parot_status solve(struct workshop *workshop, const struct auction_problem *problem,
                          const struct auction_schedule *schedule, struct auction_prices *prices,
                          struct auction_report *report, struct control *control)
{
    struct auction *auction = &workshop->auction;
    if (!share_out(auction, problem->units))
        return PAROT_ENUMERIC;
    place_columns(auction);
    begin_prices(auction, prices->col);
    auction->most_bids = schedule->most_bids * auction->n;
    report->eps = INFINITY;
    parot_status status = run_phases(auction, schedule, report, control);
    if (status != PAROT_OK)
        report->given_up = auction_place_rest(auction);
    fill_prices(auction, problem, prices);
    gather(workshop, problem->costs);
    choose_nodes(workshop, problem->units, prices);
    report->bids = auction->bids;
    report->dummy_bids = auction->dummy_bids;
    report->cycles = workshop->forest.cycles;
    report->unlisted_pairs = auction->unlisted_count;
    for (int64_t k = 0; k < auction->unlisted_count; k++)
        report->unlisted += auction->unlisted[k].flow;
    report->is_tired = status == PAROT_ITERATION_LIMIT;
    return report->is_tired ? PAROT_OK : status;
}

parot_status auction_solve(const struct auction_problem *problem,
                           const struct auction_schedule *schedule, struct auction_prices *prices,
                           struct tree *tree, struct auction_report *report,
                           struct control *control)
{
    struct workshop workshop = {.auction.n = problem->costs->n,
                                .auction.m = problem->costs->m,
                                .auction.lists = problem->candidates,
                                .auction.units = problem->units};
    int64_t listed = count_listed(&workshop.auction),
            nodes = (int64_t)problem->costs->n + problem->costs->m + 2;
    if (listed < 0 || listed > INT32_MAX - 8 * nodes)
        return PAROT_ENOTSUP;
    workshop.auction.listed = (int32_t)listed;
    struct arena arena = {0};
    layout(&workshop, &arena);
    TRY(arena_open(&arena, control, NULL));
    layout(&workshop, &arena);
    *report = (struct auction_report){0};
    parot_status status = solve(&workshop, problem, schedule, prices, report, control);
    if (status != PAROT_ENUMERIC)
        auction_tree_build(&workshop.ties, &workshop.forest, &workshop.auction, problem->costs,
                           tree);
    block_free(arena.block);
    return status;
}
