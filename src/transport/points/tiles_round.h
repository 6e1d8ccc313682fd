/* tiles_round.h - a shared search where no other rank has room for all points.
 *
 * The points are scattered: every rank keeps its share of the rows, and of the columns, for all
 * searches. In a search the other side goes round in parts. Every part is a job, in which each rank
 * asks about its own rows; the best of a row stay with its rank from one part to the next, and
 * lower the limit of that row.
 *
 * Shares and parts are ranges in k-d order, so that a column's number in its part and in the whole
 * are ordered alike, and ties are broken as they are by one search.
 */
#ifndef PAROT_TRANSPORT_POINTS_TILES_ROUND_H
#define PAROT_TRANSPORT_POINTS_TILES_ROUND_H

#include "transport/points/tiles_answers.h"
#include "transport/points/tiles_crew.h"

enum {
    ROUND_ABOUT_SHAPE,
    ROUND_ABOUT_ROWS,
    ROUND_ABOUT_COLS,
    ROUND_ABOUT_ROW_OFFSETS,
    ROUND_ABOUT_COL_OFFSETS
};

enum {
    ROUND_PART_QUESTION,
    ROUND_PART_POINTS, /* of the columns that have come round */
    ROUND_PART_OFFSETS,
    ROUND_PART_POTENTIAL,
    ROUND_PART_KNOWN_POTENTIAL,
    ROUND_PART_LISTED,
    ROUND_PART_LIMIT, /* scattered, with the first part of the columns */
    ROUND_PART_KNOWN_LIMIT
};

struct round_question {
    int32_t side, most, room; /* of the pairs that a row keeps; most: that it answers */
    int32_t rows, ranks;      /* of all */
    int32_t col, cols;        /* that have come: the first, and how many */
    int32_t is_offer, is_first, is_last;
};

struct round_pair {
    int32_t row, col; /* of all rows, and of the columns that have come */
};

/* What a rank has: the points for all searches, the rest for one. */
struct shares {
    struct points points; /* each side: its share */
    double *limit, *known_limit;
    struct crew_answer found, merged; /* a row_answer for each row that has found something, and its
                                         pairs; merged: the next of these */
};

/* The search has ended: what is left of it is freed. */
void shares_forget(struct shares *shares);

#endif
