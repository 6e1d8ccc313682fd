/* exact.h - the end of every solve: optimality in exact arithmetic.
 *
 * The simplex and the parametric simplex work in doubles, and their prices are rounded sums of
 * costs. With costs of very different size rounding hides differences that matter, and could even
 * make pivots go round in circles. So the last word is exact: the prices of the final tree are
 * computed as integers (fixed.h), every pair is checked against them, and if one is violated,
 * pivots go on in that arithmetic. The tree is strongly feasible and every entering pair truly
 * violated, so a tree never recurs (Cunningham, 1976) and this ends.
 *
 * Doubles decide nearly all pairs: with prices rounded up, a pair can only be violated if fl(c_ij -
 * v_j) <= u_i, since rounding keeps the order of numbers. What is left are the pairs of the tree
 * and ties.
 */
#ifndef PAROT_TRANSPORT_EXACT_H
#define PAROT_TRANSPORT_EXACT_H

#include "base/fixed.h"
#include "base/run.h"
#include "transport/simplex/candidates.h"
#include "transport/simplex/tree.h"

struct exact;
struct refine;

/* Where costs come from points: looks at the pairs that are not among the candidates, and offers
 * those that can be violated (exact_offer); and the least prices that nodes without mass may have
 * with the prices of all others. PAROT_OK, or why it was stopped. */
struct exact_search {
    parot_status (*rest)(struct exact_search *search, struct exact *exact, struct control *control);
    parot_status (*price_empty)(struct exact_search *search, struct exact *exact, parot_dual *dual,
                                struct control *control);
};

struct exact {
    struct costs costs; /* the caller's, not scaled: only forbidden pairs have a level */
    struct tree *tree;
    const struct candidates *candidates; /* NULL: there are no lists */
    int32_t threads;
    const char *stage; /* for progress; exact_begin says "simplex" */
    int has_price;     /* the mass is free: an arc between the dummies, whose flow it is, ... Slack
                          arcs may have costs then, and only then */
    double price;      /* ... earns so much a unit */
    double level_cost; /* of a forbidden pair, beside its level */
    struct fixed format;
    uint64_t *potential;   /* of each node, format.limbs words; the root has 0 */
    uint64_t *own, *block; /* `potential` is one of these: room for a few limbs, or for more */
    int block_limbs;       /* 0: no block */
    double *up;            /* n + m + 2: potentials rounded up; -INFINITY outside the tree */
    int32_t *entering;     /* n + 1: a violated arc of each row, or TREE_NONE */
    double *saved;         /* n + 1: what a unit of that saves, rounded up; 0 without one */
    struct refine *refine; /* exact_refine.h, while a solve needs it; else NULL */
    struct exact_search *search; /* NULL: the matrix is read */
    int has_levels;              /* some node of the tree has one */
    int64_t entries, pivots;     /* of the matrix read, and made here */
};

void exact_layout(struct exact *exact, int32_t n, int32_t m, struct arena *arena);

/* Before a solve of these costs, whose scale and cap do not matter. has_price and price are the
 * caller's to set. */
void exact_begin(struct exact *exact, const struct costs *costs, struct tree *tree,
                 int32_t threads);

/* Prices of the present tree, which must not have levels: then rows can be searched, each after
 * another or by several threads. Sets entering[row] and returns whether there is a violated arc. */
parot_status exact_look(struct exact *exact, struct control *control);
int exact_search_row(const struct exact *exact, int32_t row);

/* One more pair of a row that has been searched: it enters if it is violated, and more than what
 * the row has. The outcome does not depend on the order of offers. */
void exact_offer(const struct exact *exact, int32_t row, int32_t col, double cost);

/* Is any tree optimal as it is? For trees without forbidden pairs. */
parot_status exact_check(struct exact *exact, struct control *control, int *is_optimal);

/* From a strongly feasible tree to an optimal one, in which forbidden pairs carry as little as
 * possible. `is_searched`: all rows have been, and the tree is still the same. Anything but
 * PAROT_OK: control said stop, or there is no memory; the tree is feasible at any time. */
parot_status exact_finish(struct exact *exact, const struct candidates *candidates, int is_searched,
                          struct control *control);

/* The prices after that: u and v rounded up and lambda down, so that they are feasible without any
 * tolerance. PAROT_ENOMEM: there is no memory. */
parot_status exact_duals(struct exact *exact, struct control *control, parot_dual *dual);

/* lambda - other - cost, rounded up: what the price of a node must be at least, beside another. */
double exact_need(double lambda, double other, double cost);

/* u + v - c for the exact prices of two nodes, rounded up; 0: it is not positive. */
double exact_violation(const struct exact *exact, int32_t row, int32_t col, double cost);

/* The number behind a node. */
static inline uint64_t *exact_potential(const struct exact *exact, int32_t node)
{
    return exact->potential + (int64_t)node * exact->format.limbs;
}

/* Computes these numbers, in a format that the tree needs. */
parot_status exact_price(struct exact *exact, struct control *control);

/* What these numbers take, for a refusal. */
static inline size_t exact_bytes(const struct exact *exact)
{
    return (size_t)exact->tree->nodes * (size_t)exact->format.limbs * sizeof(uint64_t);
}

/* Parts of exact_finish, for trees without forbidden pairs: rounds the present potentials to
 * doubles; the same, and looks for violated pairs: *violated of the rows, the dummy row among them,
 * have one; and lowers these rows until none is violated. 0: that would prove the tree to less than
 * the last digits of its cost, and nothing has changed. */
void exact_look_again(struct exact *exact);
parot_status exact_search_all(struct exact *exact, struct control *control, int64_t *violated);
int exact_lower(struct exact *exact);

/* Releases what a solve needed beyond the layout. */
void exact_free(struct exact *exact);

#endif
