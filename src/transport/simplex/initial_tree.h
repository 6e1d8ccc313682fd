/* initial_tree.h - a first basis: the cheapest pairs, greedily, then slack. */
#ifndef PAROT_TRANSPORT_INITIAL_TREE_H
#define PAROT_TRANSPORT_INITIAL_TREE_H

#include "transport/simplex/candidates_fill.h"
#include "transport/simplex/tree.h"
#include "transport/units.h"

/* A row's way through a list of columns, best first. */
struct cursor {
    const int32_t *next, *end;
    double key; /* what the next pair costs beyond the guessed prices */
};

struct initial_tree;

/* Where costs come from points: lists the best open columns of all rows with mass left at once, by
 * cursors; 0: it was stopped, or could not. */
struct shortlist_search {
    int (*list)(struct shortlist_search *search, struct initial_tree *initial,
                const struct costs *costs);
};

enum { SHORTLIST_COLUMNS = 8 };

struct initial_tree {
    unit_count *row_left, *col_left; /* mass not yet placed */
    int32_t *open, open_count;       /* columns that are not full, as of the last shortlist */
    double *values;                  /* one row of costs, towards these */
    int32_t *shortlist;              /* per row, its best columns that had room */
    struct cursor *cursor;           /* per row */
    int32_t *heap, heap_size;        /* rows by key, the least on top */
    int32_t *group;                  /* union-find over nodes: which are connected */
    struct arc *arcs;
    int64_t count;
    unit_count mass; /* arcs so far, and mass still to place */
    struct price_guess guess;
    struct control *control; /* asked whether to go on; NULL: nobody is */
    int64_t looked_at;       /* costs, since it was asked */
    int is_over;
    struct shortlist_search *search; /* NULL: row by row */
};

void initial_tree_layout(struct initial_tree *initial, int32_t n, int32_t m, struct arena *arena);

/* What initial_tree_build needs in addition, and trees of given arcs do without. */
void initial_tree_layout_search(struct initial_tree *initial, int32_t n, int32_t m,
                                struct arena *arena);

/* Builds a strongly feasible tree that moves units->mass, taking pairs in the order of what they
 * cost beyond the guessed prices. The candidates must have been filled by the same guess. Forbidden
 * pairs are used only when nothing else is left, or when it is stopped. If the mass is free, pairs
 * are taken that cost less than the price, and the arc between the dummies carries what moves. */
void initial_tree_build(struct initial_tree *initial, const struct costs *costs,
                        const struct units *units, const struct candidates *candidates,
                        struct price_guess guess, struct tree *tree);

/* The same from a plan that is a vertex of the set of all plans: arcs, which may be initial->arcs.
 * With `is_free` the mass is: an arc between the dummies carries it. 0: it is not a vertex, and
 * there is no tree. */
int initial_tree_from_plan(struct initial_tree *initial, const struct costs *costs,
                           const struct units *units, const struct arc *arcs, int64_t count,
                           int is_free, struct tree *tree);

/* The same from a plan of less mass: the rest goes anywhere. For runs that are stopped. */
void initial_tree_complete(struct initial_tree *initial, const struct costs *costs,
                           const struct units *units, const struct arc *arcs, int64_t count,
                           struct tree *tree);

/* The tree made of the first `count` of initial->arcs, slack and empty ones among them, and of
 * `tie`, which connects the dummies; it need not be strongly feasible. 0: that is not a spanning
 * tree. */
int initial_tree_span(struct initial_tree *initial, const struct costs *costs,
                      const struct units *units, int64_t count, struct arc tie, struct tree *tree);

#endif
