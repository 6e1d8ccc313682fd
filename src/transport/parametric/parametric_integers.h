/* parametric_integers.h - the parametric simplex without rounding: levels and times as integers.
 *
 * In doubles a level is a rounded sum of costs, and of two events that are close together the later
 * one may be taken first. As a rule that changes nothing that can be seen. Where costs in use were
 * far larger than lambda is now, it does: what is left of a difference of large numbers decides.
 * With integers (fixed.h) beside the doubles all decisions are exact, and the doubles a filter:
 * `open` has the levels rounded up, and a pair with c - level <= x has fl(c - open) <= x as well,
 * since rounding keeps the order of numbers.
 */
#ifndef PAROT_TRANSPORT_PARAMETRIC_INTEGERS_H
#define PAROT_TRANSPORT_PARAMETRIC_INTEGERS_H

#include "base/fixed.h"
#include "base/run.h"
#include "transport/costs.h"
#include "transport/parametric/parametric_lists.h"

/* A block of its own; all zero: the parametric simplex runs in doubles. */
struct parametric_integers {
    struct fixed format; /* holds every finite cost and all levels and times; 0 limbs: none */
    uint64_t *level;     /* of each node, `limbs` words */
    uint64_t *time;      /* of each node's event, in the same way */
};

/* The arcs of a node: near ones, or all of them in the matrix. */
struct arc_view {
    const struct near_arc *arcs; /* NULL: all */
    const double *cost;          /* of all, `stride` apart; scaled by `scale` */
    int64_t stride, count;
    double scale;
    int32_t first; /* node that place 0 stands for */
};

static inline double view_cost(const struct arc_view *view, int64_t k)
{
    return view->arcs ? view->arcs[k].cost : view->cost[k * view->stride] * view->scale;
}

static inline int32_t view_node(const struct arc_view *view, int64_t k)
{
    return view->first + (view->arcs ? view->arcs[k].other : (int32_t)k);
}

/* Room for the nodes of these costs, or those of `clouds` if given, which must not be scaled; all
 * levels are 0. A positive status: why `control` stopped it. */
parot_status integers_open(struct parametric_integers *integers, const struct costs *costs,
                           const struct parametric_clouds *clouds, struct control *control,
                           parot_error *err);
void integers_free(struct parametric_integers *integers);

static inline int integers_are_on(const struct parametric_integers *integers)
{
    return integers->format.limbs > 0;
}

/* level(node) = cost - level(parent); returns it rounded up. */
double integers_descend(struct parametric_integers *integers, int32_t node, int32_t parent,
                        double cost);

/* Sets the node's time, min over open nodes of the view of c - level, less its own level. Returns
 * it as a key that keeps the order, or INFINITY if there is none. */
double integers_meet(struct parametric_integers *integers, int32_t node,
                     const struct arc_view *view, const double *open);

/* The time of the node's event plus its level, rounded up: arcs can only be tight then if
 * fl(c - open) is not above this. */
double integers_limit(const struct parametric_integers *integers, int32_t node);

/* Is the arc tight at the time of this node's event? */
int integers_are_tight(const struct parametric_integers *integers, int32_t node, int32_t partner,
                       double cost);

/* The time of the node's event, to the nearest double. */
double integers_time(const struct parametric_integers *integers, int32_t node);

#endif
