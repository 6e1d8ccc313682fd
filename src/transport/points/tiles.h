/* tiles.h - questions about all pairs of two clouds, answered without a matrix.
 *
 * Everything here is in the order inside of struct points. What is asked about is
 *
 *   value_ij = fl(C_ij - b_j),     C_ij = points_cost(i, j),
 *
 * one subtraction in double, and every answer is exactly that of double: tiles of pairs are left
 * out by bounds, a filter in float with a proved widening finds the pairs that can matter, and
 * double decides. So answers depend neither on the number of threads nor on the instruction set.
 *
 * Since rounding is monotone, value_ij > t means C_ij - b_j > t in exact arithmetic.
 */
#ifndef PAROT_TRANSPORT_POINTS_TILES_H
#define PAROT_TRANSPORT_POINTS_TILES_H

#include "transport/points/point_costs.h"

struct tiles;

/* `points` must outlive the tiles. */
parot_status tiles_open(struct tiles **tiles, const struct points *points, struct control *control,
                        parot_error *err);
void tiles_close(struct tiles *tiles);

/* The points have changed, but neither their number nor their order. */
parot_status tiles_refill(struct tiles *tiles, struct control *control, parot_error *err);

/* What tiles_open takes, and what a search by one thread takes for up to `most` pairs of each
 * point, on the side that takes more; of *points only metric, counts and dims are used. */
void tiles_measure(const struct points *points, struct arena *arena);
void tiles_measure_search(const struct points *points, int32_t most, struct arena *arena);

/* The instruction set, for tests and measurements; tiles_open takes the fastest. */
struct tile_kernels;
void tiles_use(struct tiles *tiles, const struct tile_kernels *kernels);

/* A question asked of each row; with side POINTS_COLS of each column, and the words row and column
 * below change places. Zeros are what is not wanted. */
struct tiles_query {
    enum points_side side;
    const double *potential; /* b, of the other side; -INFINITY: a column that is never found.
                              * NULL: all 0 */
    int32_t most;            /* pairs a row may have in its answer, the lowest of them; 1 or more */
    double *limit; /* pairs with value_ij <= limit[i] are wanted; NULL: all. A row that had more
                    * than `most` gets its limit lowered, so that all pairs at or below it are in
                    * the answer. -INFINITY: the row asks for nothing */

    /* What the caller has listed already: all pairs with C_ij - known_potential[j] <=
     * known_limit[i], in exact arithmetic. Such pairs may be left out (tile by tile); the others
     * that are left out have C_ij - b_j > limit[i] in exact arithmetic. */
    const double *known_potential, *known_limit;

    /* If given, asked about each pair at or below the limit whether it belongs in the answer; from
     * several threads, about one row from one thread at a time, in no certain order. A pair is
     * asked about at most once. Such a search is not shared with other processes. */
    int (*is_wanted)(void *user, int32_t row, int32_t col, double cost);

    /* If given, the pairs of a row that do not belong in the answer: how many, *col and *cost. */
    int32_t (*listed)(void *user, int32_t row, const int32_t **col, const double **cost);

    /* If given, called for each pair at or below the limit, and there is no other answer: limits
     * stay as they are, and `take` is not called. From several threads, about one row from one
     * thread at a time, in no certain order; about some pairs twice. */
    void (*offer)(void *user, int32_t row, int32_t col, double cost);

    /* Hands over the answer of a row, by rising value, ties by col; rows rise as well. Called by
     * the thread that asked. A status other than PAROT_OK ends the search and is returned. */
    parot_status (*take)(void *user, int32_t row, int32_t count, const int32_t *col,
                         const double *cost);
    void *user;

    const char *stage; /* for progress; NULL: "search" */
    int64_t asked;     /* output: pairs in question, those of the rows that ask for something */
    int64_t pairs;     /* output: of these, pairs that the filter looked at; more if columns go
                        * round among ranks in parts */
    int64_t decided;   /* output: pairs whose cost was computed in double */
};

/* PAROT_OK, why `control` stopped it (PAROT_CANCELLED, PAROT_TIME_LIMIT; some rows have been handed
 * over then), or PAROT_ENOMEM. */
parot_status tiles_search(struct tiles *tiles, struct tiles_query *query, struct control *control);

/* For each row i the `most` columns with the least value_ij, ascending, ties by index, into
 * col[i * most ..] and cost[i * most ..]. Places that stay free, when there are fewer columns
 * (those with -INFINITY do not count), have col -1 and cost INFINITY. */
parot_status tiles_best(struct tiles *tiles, enum points_side side, const double *potential,
                        int32_t most, int32_t *col, double *cost, struct control *control);

/* minimum[i] = min_j value_ij; INFINITY if there is none. */
parot_status tiles_minimum(struct tiles *tiles, enum points_side side, const double *potential,
                           double *minimum, struct control *control);

#endif
