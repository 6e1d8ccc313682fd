/* forest.h - successive shortest paths with lambda as time: the kinetic Hungarian forest.
 *
 * Potentials satisfy c_ij - u_i - v_j >= 0, u_i <= lambda, v_j <= 0; pairs that carry mass are
 * tight. (In parot.h's signs, the prices are lambda - u_i and -v_j.) lambda begins at min C and
 * grows. Rows with mass left are the roots, at u = lambda; columns with room have v = 0. A tree
 * follows tight arcs from rows to columns and pairs with mass from columns back to rows. With
 * lambda all of it moves:
 *
 *   u_i = a_i + lambda  for rows of the forest,    v_j = b_j - lambda  for its columns,
 *
 * so only a and b are stored, and a change of lambda costs nothing. A column outside has a label
 *
 *   d_j = min over rows i of the forest of c_ij - a_i,  and becomes tight at lambda = d_j - v_j.
 *
 * Then it joins, with the rows that send mass to it; or, if it has room, mass moves along the path
 * from its root. What an emptied root or pair no longer carries is dissolved; the rest of the
 * forest is kept. Labels may be too low, and are checked when their time has come: outside the
 * forest u and v stand still, so that times only grow.
 *
 * Each path is a cheapest one, so the cost of all mass moved so far is PW, and lambda is its slope.
 */
#ifndef PAROT_TRANSPORT_FOREST_H
#define PAROT_TRANSPORT_FOREST_H

#include "base/run.h"
#include "transport/forest_flow.h"
#include "transport/forest_heap.h"
#include "transport/forest_lists.h"
#include "transport/units.h"

/* Rows are nodes 0..n-1, columns n..n+m-1. */
struct forest {
    int32_t n, m;
    const struct units *units;
    int64_t *left;   /* n + m: mass of a row, room of a column */
    double *offset;  /* n + m: a_i, b_j of nodes in the forest */
    double *fixed;   /* n + m: u_i, v_j of nodes outside; -INFINITY: no mass, never inside */
    char *is_inside; /* n + m */
    int32_t *parent, *child, *next, *previous; /* n + m; -1: none */
    int32_t *arc;                              /* n: that a row hangs on, in `flow` */
    double *label;                             /* m: d_j, or less */
    int32_t *label_row;                        /* m: where it is attained, or was; -1: unknown */
    double *price;                             /* scratch, n + m: u and v of all nodes */
    int32_t *queue;                            /* scratch, n + m */
    struct forest_heap heap;
    struct forest_flow flow;
    struct forest_lists lists;
    double lambda;
    int32_t roots; /* rows with mass left */
    int64_t moved; /* units */
    int64_t joins, paths, epochs;
    int64_t events_before; /* this epoch began */
};

/* When to stop, and whom to tell. */
struct forest_goal {
    int64_t mass; /* units, at most */
    double price; /* nothing moves that costs this or more */
    /* After `amount` has left `row` at `slope` a unit; may fail. */
    parot_status (*moved)(void *user, int32_t row, int64_t amount, double slope);
    void *user;
};

/* `wanted`: arcs a row in a list; more of them make fewer passes over C and longer searches. */
enum { FOREST_WANTED = 16 };
void forest_layout(struct forest *forest, int32_t n, int32_t m, int64_t wanted,
                   struct arena *arena);

/* The scale of costs that the forest needs: 1, unless sums of costs might overflow. It only adds
 * and subtracts, so that its rounding is relative to the present lambda, whatever costs are
 * elsewhere. */
double forest_scale(struct cost_range range);

/* Nothing has moved; lambda is the least cost. */
void forest_start(struct forest *forest, const struct costs *costs, const struct units *units);

/* Until a goal is reached or nothing more can move (PAROT_OK), or control says stop. Afterwards
 * lambda is the price of the last unit, or goal->price if that was what ended it. */
parot_status forest_run(struct forest *forest, const struct forest_goal *goal,
                        struct control *control);

/* v_j (m numbers) as in parot.h, at the present lambda: >= 0, 0 for columns with room, INFINITY for
 * columns without mass. */
void forest_prices(const struct forest *forest, double *v);

#endif
