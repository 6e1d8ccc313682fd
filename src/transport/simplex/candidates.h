/* candidates.h - the few arcs of each row that are worth pricing again and again.
 *
 * The simplex prices a short list for every row, in cache, and looks at the whole matrix only when
 * the lists have run dry; that last look is the proof.
 */
#ifndef PAROT_TRANSPORT_CANDIDATES_H
#define PAROT_TRANSPORT_CANDIDATES_H

#include "base/arena.h"
#include "transport/costs.h"

/* Rows whose lists share their places, and which one thread handles at a time. */
enum { CANDIDATES_PIECE = 64 };

struct candidates {
    int32_t rows;
    int32_t share;         /* places of a row, on average */
    int64_t *begin;        /* of the list of each row: in its piece, row after row */
    int32_t *count, *room; /* places in use, and until the next row begins: at least one */
    int32_t *col;          /* columns (not nodes) */
    double *cost;          /* C_ij of these, not scaled */
    double limit;          /* every pair with C_ij <= limit is listed; -INFINITY: no such promise */
    int is_by_cost;        /* lists ascend by cost */
};

/* The list of one row. */
struct candidate_list {
    const int32_t *col;
    const double *cost;
    int32_t count;
};

static inline struct candidate_list candidates_of(const struct candidates *candidates, int32_t i)
{
    int64_t begin = candidates->begin[i];
    return (struct candidate_list){candidates->col + begin, candidates->cost + begin,
                                   candidates->count[i]};
}

void candidates_layout(struct candidates *candidates, int32_t n, int32_t m, struct arena *arena);

/* The same with another number of places for a row, on average. */
void candidates_layout_share(struct candidates *candidates, int32_t n, int32_t share,
                             struct arena *arena);

/* Empty lists without a promise, with the same room each. */
void candidates_clear(struct candidates *candidates);

/* The same lists under new costs. */
void candidates_refresh(struct candidates *candidates, const struct costs *costs);

/* Puts an arc on the list of its row. If there is no place left in the piece, the list gives up the
 * arc that `potential`, of the nodes, likes least; then 1, and `limit` is no longer kept. */
int candidates_add(struct candidates *candidates, const struct costs *costs,
                   const double *potential, int32_t i, int32_t j);

/* The same for an arc whose cost is known. */
int candidates_put(struct candidates *candidates, const struct costs *costs,
                   const double *potential, int32_t i, int32_t j, double cost);

#endif
