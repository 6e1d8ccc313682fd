/* auction_state.h - what the parts of the auction share: lists, portions, prices.
 *
 * Rows 0..n-1 and the dummy row n bid for columns 0..m-1 and the dummy column m. The dummy column
 * takes what rows keep, at no cost; the dummy row fills what columns keep, at no cost. There is no
 * arc between the two. Arcs are numbered: first those on the lists, row by row, then those from
 * each row to the dummy column, then those from the dummy row to each column.
 */
#ifndef PAROT_TRANSPORT_AUCTION_STATE_H
#define PAROT_TRANSPORT_AUCTION_STATE_H

#include "transport/auction/auction.h"
#include "transport/parametric/parametric_heap.h"

/* Mass that a row has in a column. */
struct portion {
    double limit; /* price of the column below which the row would rather leave */
    int32_t row, arc;
};

/* The best arcs of a row when its list was last read. Prices only fall, so no other arc of the list
 * can be better than `bound`, and the list need not be read as long as the second best of these is
 * within it. Four, to fit into a cache line. */
enum { AUCTION_HOT = 4 };

struct hot_arcs {
    double bound;
    double cost[AUCTION_HOT]; /* INFINITY: no such arc */
    int32_t col[AUCTION_HOT];
    uint16_t place[AUCTION_HOT]; /* on the list */
};

struct auction {
    int32_t n, m;
    int32_t listed;   /* arcs on lists */
    int32_t *first;   /* n + 1: where the lists begin */
    int32_t *col;     /* of each listed arc */
    double *cost;     /* of each listed arc */
    unit_count *flow; /* of each arc */
    double *price;    /* m + 1; a column that is full of the dummy row's mass has min(., level) */
    double level;     /* the highest price of a column that has other mass or none; INFINITY: there
                         is no dummy row */
    double eps;       /* of this phase */
    double *give_up;  /* n: what is too much for a row in this phase */
    int32_t *tries;   /* n: its bids in this phase */
    unit_count *supply;          /* n + 1: what each row has to place in listed pairs */
    unit_count *room;            /* m + 1: what each column can take from these */
    unit_count *excess;          /* n + 1: of the supply, what is not placed */
    unit_count *used;            /* m + 1: of the room */
    struct hot_arcs *hot;        /* n */
    int32_t *slot;               /* m + 2: where the portions of each column begin */
    int32_t *held;               /* m + 1: how many these are */
    struct portion *portion;     /* a heap for each column, the highest limit on top */
    struct parametric_heap open; /* columns by -price, for the dummy row; keys may be too low */
    int32_t *queue;              /* n + 1 places: rows with excess */
    uint8_t *is_queued;          /* n + 1 */
    int32_t queue_first, queue_count;
    struct arc *unlisted; /* pairs on no list that carry mass all the same */
    int64_t unlisted_count;
    int64_t bids, dummy_bids, most_bids;
};

static inline int32_t auction_dummy_col_arc(const struct auction *auction, int32_t i)
{
    return auction->listed + i;
}

static inline int32_t auction_dummy_row_arc(const struct auction *auction, int32_t j)
{
    return auction->listed + auction->n + j;
}

/* One phase: portions that are worth it under auction->eps stay, then rows bid until all is placed
 * or given up. Otherwise says why it stopped; PAROT_ITERATION_LIMIT: too many bids. */
parot_status auction_bid(struct auction *auction, struct control *control);

/* Places what is left: on listed arcs where there is room, then on any pairs, which are kept apart
 * and count neither as supply nor as room from now on. Returns how many rows had some. */
int64_t auction_place_rest(struct auction *auction);

#endif
