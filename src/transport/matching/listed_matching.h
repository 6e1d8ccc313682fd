/* listed_matching.h - which of the listed pairs of rows and columns are made.
 *
 * A row has room for some columns and a column for some rows; a listed pair is made once or not at
 * all, and others do not exist. Either as many pairs as possible are made, and among all such
 * choices the cheapest one; or each pair earns a price, and the sum of what pairs cost beyond the
 * price is the least.
 *
 * The proof of the first: rows and columns of the *short* part (those that a row with room left can
 * reach by exchanging pairs), or not. Of every pair that is made either the row is in the other
 * part, or the column is in the short part, except for pairs from a short row to another column,
 * all of which are made. So there cannot be more pairs, and every largest choice fills the rows of
 * the other part and the short columns. For these prices may have any sign; for all others they are
 * at most 0, and c_ij >= u_i + v_j for pairs within a part that are not made, <= for those that
 * are.
 */
#ifndef PAROT_TRANSPORT_LISTED_MATCHING_H
#define PAROT_TRANSPORT_LISTED_MATCHING_H

#include "base/arena.h"

/* The pairs of each row, one row after another. */
struct listed_pairs {
    int32_t rows, cols;
    int32_t *begin; /* rows + 1 */
    int32_t *col;
    double *cost; /* finite */
};

struct matching {
    struct listed_pairs pairs;
    const int32_t *row_room, *col_room; /* 0 or more; NULL: 1 each */
    double price;                       /* INFINITY: as many pairs as possible */

    /* The answer, in room of the caller's. */
    uint8_t *is_made;              /* of each pair */
    uint8_t *is_short_row;         /* rows; all 0 with a price */
    uint8_t *is_short_col;         /* cols */
    double *row_price, *col_price; /* u and v; u_i <= price with a price */
    int64_t made;                  /* pairs */
    int64_t phases, searches,
        settled; /* of the first and the second stage; nodes that were reached */
};

static inline int32_t matching_row_room(const struct matching *matching, int32_t i)
{
    return matching->row_room ? matching->row_room[i] : 1;
}

static inline int32_t matching_col_room(const struct matching *matching, int32_t j)
{
    return matching->col_room ? matching->col_room[j] : 1;
}

/* PAROT_OK; why `control` stopped it: then pairs are made that have room, but not the best ones; or
 * PAROT_ENOMEM. */
parot_status matching_solve(struct matching *matching, struct control *control, parot_error *err);

/* What that takes, beside its problem and its answer. */
void matching_measure(int32_t rows, int32_t cols, int64_t pairs, struct arena *arena);

/* ---- Parts -------------------------------------------------------------- */

/* Pairs as the nodes of one side, the left, see them; every left node has room for `room` pairs,
 * and the right ones keep those that are made in slots. */
struct pair_side {
    int32_t lefts, rights;
    const int32_t *begin, *right; /* as in listed_pairs */
    const double *cost;
    uint8_t *is_made;                 /* by pairs as listed here */
    int32_t *left_room, *right_room;  /* that is left */
    int32_t *slot_begin, *slot_count; /* rights + 1; slots in use */
    int32_t *slot_pair, *slot_left;
};

/* As many pairs as possible, beginning with those that is_made has. `level` of lefts and rights: 0
 * or more are those that a left node with room can reach. `next_left`, `next_right`, `queue`
 * (lefts) and `path` (lefts) are scratch. */
struct most_pairs {
    struct pair_side *side;
    int32_t *left_level, *right_level, *next_left, *next_right, *queue, *path;
    int64_t phases;
};

parot_status most_pairs_find(struct most_pairs *most, struct control *control);

/* The cheapest pairs that fill all left nodes with room; or, with a price, as many of them as are
 * worth it. A right price of -INFINITY: the node is out of the question; others begin with 0.
 * Fills left_price of lefts with room. */
struct cheapest_pairs {
    struct pair_side *side;
    double price; /* INFINITY: none */
    double *left_price, *right_price;
    /* scratch, lefts + rights each: */
    double *distance;
    int32_t *from;    /* rights: the pair that reached it; lefts: the slot */
    int32_t *reached; /* nodes with a distance */
    int32_t *parent;  /* rights: the left node of that pair */
    struct {
        int32_t count;
        int32_t *item, *place;
        double *key;
    } heap;
    int64_t searches, settled;
};

parot_status cheapest_pairs_find(struct cheapest_pairs *cheapest, struct control *control);

/* Puts a pair into a free slot of its right node. */
static inline void pair_make(struct pair_side *side, int32_t left, int32_t pair)
{
    int32_t right = side->right[pair], at = side->slot_begin[right] + side->slot_count[right]++;
    side->slot_pair[at] = pair;
    side->slot_left[at] = left;
    side->is_made[pair] = 1;
    side->left_room[left]--;
    side->right_room[right]--;
}

#endif
