/* cuts.h - what every plan of whole rows satisfies and plans with split rows do not.
 *
 * With x_ij = n T_ij, z_i = sum_j x_ij in {0, 1} and capacity c = n q_j of every column, take
 * columns B and rows A. A moves Z = sum_A z_i rows, of which N go to other columns than B, and Z -
 * N <= c|B|. Z is a whole number; so, with f the fraction of c|B| (mixed-integer rounding),
 *
 *   Z - N / (1 - f) <= floor(c|B|),   or   sum_A (x_iB - h x_iN) <= floor(c|B|),   h = f / (1 - f).
 *
 * Where columns have capacities of their own, c|B| is their sum.
 *
 * In a vertex of the relaxed problem the columns that hang together hold such a fraction of rows
 * too many: every split row violates a cut. For one column and c < 1 it says x_ij <= c z_i: a row
 * that moves a third of its weight cannot fill the column alone.
 *
 * Each cut has a price mu >= 0. Added to the costs of its pairs, it gives a bound: that of the
 * cheapest plan under these costs, less sum mu floor(c|B|) / n.
 */
#ifndef PAROT_PU_CUTS_H
#define PAROT_PU_CUTS_H

#include "base/arena.h"

/* A part of a plan, or of a mean of plans, sorted by row; amounts are shares of a row's weight. */
struct flows {
    int64_t count;
    int32_t *row, *col;
    double *amount;
};

/* Cuts at a time, and rows in all of them. */
enum { MOST_CUTS = 1024, MOST_CUT_ROWS = 32 * MOST_CUTS };

struct cut {
    int32_t first, rows; /* A, in cuts->row */
    double outside;      /* h */
    double most;         /* floor(c|B|) */
    double price;        /* mu */
    double best;         /* mu of the best bound so far */
    double excess;       /* of the left side over the right, in a mean of plans */
    uint64_t hash;       /* of A and B */
};

struct cuts {
    int64_t n, m;
    double capacity;        /* c */
    const double *multiple; /* m: column j takes multiple[j] c; NULL: all are 1 */
    struct cut *cut;
    int32_t count, rows_used;
    int32_t *row;
    char *inside; /* MOST_CUTS x m: is the column in B? */
    /* Scratch. */
    int64_t *start;          /* n + 1: of the rows in a list of flows */
    int64_t *col_start;      /* m + 1 */
    int32_t *by_col;         /* places in the list, column by column */
    int32_t *leader, *order; /* m: of the columns that hang together; columns sorted by it */
    int32_t *next;           /* m + 1 */
    int32_t *touched;        /* n */
    double *share, *part;    /* n: z_i and x_iB */
    double *added, *times;   /* n: what cuts_apply added to a cost of the row, at most; how often */
};

/* n and m are set. `flows`: how long lists can be. */
void cuts_layout(struct cuts *cuts, int64_t flows, struct arena *arena);

/* Adds cuts that the flows violate; drops cuts that cost nothing. */
void cuts_find(struct cuts *cuts, const struct flows *flows);

/* excess = (1 - rate) excess + rate (that of the flows) */
void cuts_measure(struct cuts *cuts, const struct flows *flows, double rate);

/* priced = cost + what the prices add; returns sum mu floor(c|B|). Both are n x m. Fills added and
 * times, which tell how far rounding can have moved a cost. */
double cuts_apply(struct cuts *cuts, const double *cost, double *priced);

#endif
