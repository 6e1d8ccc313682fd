/* auction_state.h - what the parts of the auction share: lists, portions, prices.
 *
 * Rows 0..n-1 and the dummy row n bid for columns 0..m-1 and the dummy column m. The dummy column
 * takes what rows keep, at no cost; the dummy row fills what columns keep, at no cost. There is no
 * arc between the two.
 *
 * A bid jumps from one row and column to others, far apart in memory. So what it needs of a row is
 * in two cache lines, and what it needs of a column in one or two.
 */
#ifndef PAROT_TRANSPORT_AUCTION_STATE_H
#define PAROT_TRANSPORT_AUCTION_STATE_H

#include <float.h>

#include "base/heap.h"
#include "transport/auction/auction.h"

/* Mass that a row has in a column. */
struct portion {
    double limit; /* price of the column below which the row would rather leave */
    int32_t row;
    int32_t place; /* of the column on the row's list; of no meaning if one of them is a dummy */
    unit_count mass;
};

/* A column: `held` portions, a heap by limit with the highest on top, in the cells behind this. */
struct auction_column {
    unit_count left; /* room that is not taken; negative until it has sent back what is too much */
    int32_t held;
};

/* Most columns have no more portions than these, and lie side by side, two cache lines each: far
 * fewer pages of memory than if every column had all the cells that it may ever need. */
enum { AUCTION_SHORT = 3, AUCTION_SHORT_CELLS = AUCTION_SHORT + 1 };

/* A listed arc, by its row and its place there: when the auction is over, cells hold these. */
struct way {
    int32_t row, place;
};

enum { AUCTION_WAYS = 3 };

union auction_cell {
    struct auction_column column;
    struct portion portion;
    struct way way[AUCTION_WAYS];
};

/* A row. */
struct bidder {
    unit_count excess;   /* not placed */
    uint64_t holds;      /* bit k: it may have mass in the column of place k, k + 64, ... */
    int32_t tries;       /* bids in this phase */
    uint8_t holds_slack; /* it may have mass in the dummy column */
    uint8_t is_queued;
};

/* The best arcs of a row when its list was last read. Prices only fall, so no other arc of the list
 * can be better than `bound`, and the list need not be read as long as the second best of these is
 * within it. Four, to fit into a cache line. */
enum { AUCTION_HOT = 4 };

struct hot_arcs {
    double bound;
    double cost[AUCTION_HOT]; /* INFINITY: no such arc */
    int32_t col[AUCTION_HOT];
    uint16_t place[AUCTION_HOT]; /* on the list, which has at most AUCTION_LONGEST places */
};

/* Two bytes for a place keep hot_arcs in one cache line. */
enum { AUCTION_LONGEST = UINT16_MAX + 1 };

struct auction {
    int32_t n, m;
    int32_t listed; /* useful arcs on lists */
    const struct candidates *lists;
    const struct units *units;
    double *price; /* m + 1; a column that is full of the dummy row's mass has min(price, level) */
    double level;  /* the highest price of the other columns; INFINITY: there is no dummy row */
    double eps;    /* of this phase */
    double *give_up;          /* n: what is too much for a row in this phase */
    unit_count *supply;       /* n + 1: what each row has to place in listed pairs */
    unit_count *room;         /* m + 1: what each column can take from these */
    struct bidder *bidder;    /* n + 1 */
    struct hot_arcs *hot;     /* n */
    int32_t *slot;            /* m + 1: the cell of each column */
    int32_t *long_slot;       /* m + 1: where it moves with more than AUCTION_SHORT portions */
    union auction_cell *cell; /* columns and their portions */
    struct heap open;         /* columns by -price, for the dummy row; keys may be too low */
    int32_t *queue;           /* n + 1 places: rows with excess */
    int32_t queue_first, queue_count;
    struct arc *unlisted; /* pairs on no list that carry mass all the same */
    int64_t unlisted_count;
    int64_t bids, dummy_bids, most_bids;
};

static inline struct auction_column *auction_column(const struct auction *auction, int32_t j)
{
    return &auction->cell[auction->slot[j]].column;
}

/* Portions are numbered from 1, as heaps like it. */
static inline struct portion *auction_portion(const struct auction *auction, int32_t j, int32_t k)
{
    return &auction->cell[auction->slot[j] + k].portion;
}

static inline double auction_arc_cost(const struct auction *auction, int32_t j,
                                      struct portion portion)
{
    return portion.row == auction->n || j == auction->m
               ? 0
               : candidates_of(auction->lists, portion.row).cost[portion.place];
}

/* Rows and columns with mass, and a cost. */
static inline int auction_is_useful(const struct auction *auction, int32_t i, int32_t j,
                                    double cost)
{
    return auction->units->row[i] > 0 && auction->units->col[j] > 0 && cost <= DBL_MAX;
}

/* Puts mass into a column, next to what the row has there. */
void auction_hold(struct auction *auction, int32_t j, struct portion portion);

/* One phase: portions that are worth it under auction->eps stay, then rows bid until all is placed
 * or given up. Otherwise says why it stopped; PAROT_ITERATION_LIMIT: too many bids. */
parot_status auction_bid(struct auction *auction, struct control *control);

/* Places what is left: on listed arcs where there is room, then on any pairs, which are kept apart
 * and count neither as supply nor as room from now on. Returns how many rows had some. */
int64_t auction_place_rest(struct auction *auction);

#endif
