/* parametric.h - all masses in one run: a network simplex with lambda as time.
 *
 * Potentials satisfy c_ij - u_i - v_j >= 0, u_i <= lambda, v_j <= 0; pairs that carry mass are
 * tight. (In partial.h's signs, the prices are lambda - u_i and -v_j.) lambda begins at min C and
 * grows. Rows with mass left have u = lambda, columns with room v = 0. All nodes hang in trees of
 * tight arcs, whose roots are such rows and columns. Trees under rows *move* with lambda, trees
 * under columns *rest*:
 *
 *   u_i = a_i + lambda,  v_j = b_j - lambda  in moving trees;   u_i,  v_j  fixed in resting ones.
 *
 * Only these four are stored, as the node's level, so that a change of lambda costs nothing. A
 * moving row and a resting column become tight at
 *
 *   lambda = c_ij - a_i - v_j.
 *
 * At the earliest of these times mass moves: from the root of the row's tree, along the new arc, to
 * the root of the column's tree, until an arc or a root on the way has no more to give. There the
 * path breaks, and the part between the break and the new arc changes trees. All other nodes stay
 * where they are. Such a path is a cheapest one, so the cost of all mass moved so far is PW, and
 * lambda is its slope.
 *
 * Where it costs something to leave a row or a column unmatched (costs.h), u_i <= lambda + that
 * cost and v_j <= that cost: it is the level of the root that the node is to begin with.
 *
 * With ties between masses several arcs run empty at once. If columns had a tiny bit of room more,
 * which adds up to less than a unit, the first of them (seen from the root) would run empty before
 * the others. So that one is taken: as in that other problem, the mass moved grows with every step,
 * and no set of trees comes back. Arcs that are empty in both only occur in resting trees; paths
 * over them move nothing but nodes.
 */
#ifndef PAROT_TRANSPORT_PARAMETRIC_H
#define PAROT_TRANSPORT_PARAMETRIC_H

#include "base/heap.h"
#include "base/run.h"
#include "transport/parametric/parametric_integers.h"
#include "transport/parametric/parametric_lists.h"
#include "transport/parametric/parametric_tree.h"
#include "transport/units.h"

/* Rows are nodes 0..n-1, columns n..n+m-1. A node's event is the time at which it becomes tight
 * with some partner: a moving row with a resting column that was there before it, and the other way
 * round. Times may be too early, and are checked when they have come; they only grow, since nodes
 * that leave take their arcs away and nodes that come look for themselves. */
struct parametric {
    int32_t n, m;
    struct parametric_tree tree;
    double *open;  /* n + m: level of moving rows and resting columns, -INFINITY for all others */
    double *price; /* scratch, n + m: u and v of all nodes */
    struct heap heap;
    struct parametric_lists lists;
    double lambda;
    double slope; /* the price of the path that is moved along: lambda up to rounding */
    struct parametric_integers integers; /* on: all decisions are exact */
    int32_t *depth;  /* n + m: arcs up to the root, as of the last change of trees */
    int32_t deepest; /* of all so far: a level is a sum of so many costs at most */
    int32_t moving_rows, resting_cols;
    int32_t roots;    /* rows with mass left */
    unit_count moved; /* units */
    struct arc tie; /* the last arc that ran empty, tight still; slack arcs are those of costs.h */
    int64_t pivots, epochs;
    int64_t work;          /* nodes that changed trees and partners looked at, so far */
    int64_t most_work;     /* where it gives up; 0: never. The caller sets it before the start */
    int32_t missed;        /* horizons in a row behind which there was an event */
    int has_missed;        /* there was such a horizon at all: potentials prove nothing */
    int64_t pivots_before; /* this epoch began */
    int64_t pivots_seen;   /* at the last horizon */
    int64_t patience;      /* pivots without lists, before they are tried again */
};

/* When to stop, and whom to tell. */
struct parametric_goal {
    unit_count mass; /* units, at most; once it is reached, the parametric simplex cannot grow on */
    double price;    /* nothing moves that costs this or more */
    /* After `amount` has left `row` at `slope` a unit; may fail. */
    parot_status (*moved)(void *user, int32_t row, unit_count amount, double slope);
    void *user;
};

/* `wanted`: arcs a row in a list; more of them make fewer passes over C and longer searches.
 * parametric->lists.clouds is set, if the costs are those of points. */
enum { PARAMETRIC_WANTED = 16 };
void parametric_layout(struct parametric *parametric, int32_t n, int32_t m, int64_t wanted,
                       struct arena *arena);

/* The scale of costs that the parametric simplex needs: 1, unless sums of costs might overflow. It
 * only adds and subtracts, so that its rounding is relative to the present lambda, whatever costs
 * are elsewhere. */
double parametric_scale(struct cost_range range);

/* Nothing has moved; lambda is the least cost, less what the two cost unmatched. */
void parametric_start(struct parametric *parametric, const struct costs *costs,
                      const struct units *units);

/* The same without rounding, for costs of scale 1 where slack arcs cost nothing. The caller
 * releases parametric->integers. */
parot_status parametric_start_exactly(struct parametric *parametric, const struct costs *costs,
                                      const struct units *units, struct control *control,
                                      parot_error *err);

/* Until a goal is reached or nothing more can move (PAROT_OK), control says stop, or the work is
 * too much (PAROT_ESTOPPED). Afterwards lambda is the price of the last unit, or goal->price if
 * that was what ended it. */
parot_status parametric_run(struct parametric *parametric, const struct parametric_goal *goal,
                            struct control *control);

/* u_i or v_j of a node, at the present lambda; -INFINITY: it has no mass. */
double parametric_potential(const struct parametric *parametric, int32_t node);

/* v_j (m numbers) as in partial.h, at the present lambda: >= 0, 0 for columns with room (both less
 * what they cost unmatched), INFINITY for columns without mass. */
void parametric_prices(const struct parametric *parametric, double *v);

#endif
